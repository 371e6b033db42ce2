//! What an app can ask of the phone while it handles a message.

use crate::app::{App, Manifest};
use crate::coverage::Covered;
use crate::neighbours::Neighbour;

/// The launcher shows no more than these.
const MAX_NOTIFICATIONS: usize = 5;

/// The phone as its apps see it.
#[derive(Clone)]
pub(crate) struct World {
    /// Wall clock in milliseconds since 1970.
    pub(crate) now: u64,
    /// Which of the app's bugs are on, by their place in the manifest.
    pub(crate) bugs: u64,
    pub(crate) random: u64,
    pub(crate) covered: Covered,
    pub(crate) toasts: Vec<String>,
    pub(crate) granted: Vec<&'static str>,
    pub(crate) notifications: Vec<String>,
    pub(crate) rotation: u8,
}

impl World {
    pub(crate) fn bug(&self, manifest: &Manifest, id: &str) -> bool {
        let at = manifest.bugs.iter().position(|bug| bug.id == id);
        debug_assert!(
            at.is_some(),
            "{} asks for the bug `{id}`, which its manifest does not list",
            manifest.name
        );
        at.is_some_and(|at| self.bugs >> at & 1 == 1)
    }
}

/// What a handler wants to happen after it returns.
pub(crate) enum Effect<A: App> {
    Open(A::Page),
    Close,
    CloseWith(A::Msg),
    CloseAll,
    Send(A::Msg),
    After(u64, A::Msg),
    Permission { name: &'static str, granted: A::Msg, denied: A::Msg },
    Crash(Fault),
    Hang(Fault),
    Visit(Neighbour, fn(Option<String>) -> A::Msg),
    Finish(Option<String>),
    StartSample,
    OpenNotification(usize),
}

/// An error in an app's code: what is thrown, and where.
#[derive(Clone, Debug)]
pub struct Fault {
    pub(crate) exception: String,
    pub(crate) message: String,
    pub(crate) frames: Vec<String>,
}

impl Fault {
    /// An exception with its message.
    pub fn new(exception: &str, message: impl Into<String>) -> Self {
        Self { exception: exception.to_owned(), message: message.into(), frames: Vec::new() }
    }

    /// The next frame outwards, such as `com.example.Note.save(Note.java:12)`.
    pub fn at(mut self, frame: &str) -> Self {
        self.frames.push(frame.to_owned());
        self
    }
}

/// What an app can ask of the phone while it handles a message. Pages are opened and closed after the handler
/// returns, in the order asked for.
pub struct Cx<'a, A: App> {
    pub(crate) world: &'a mut World,
    pub(crate) effects: &'a mut Vec<Effect<A>>,
}

impl<A: App> Cx<'_, A> {
    /// Opens a page on top.
    pub fn open(&mut self, page: A::Page) {
        self.effects.push(Effect::Open(page));
    }

    /// Closes the top page; closing the last one leaves the app.
    pub fn close(&mut self) {
        self.effects.push(Effect::Close);
    }

    /// Closes the top page and hands the page below a message: how a dialog gives its result.
    pub fn close_with(&mut self, msg: A::Msg) {
        self.effects.push(Effect::CloseWith(msg));
    }

    /// Closes every page: the app ends and the launcher comes to the front.
    pub fn close_all(&mut self) {
        self.effects.push(Effect::CloseAll);
    }

    /// Hands the page on top a message after this one.
    pub fn send(&mut self, msg: A::Msg) {
        self.effects.push(Effect::Send(msg));
    }

    /// Work in the background: the message comes to this page after so many milliseconds; if the page is
    /// closed by then, to [`App::late`].
    pub fn after(&mut self, millis: u64, msg: A::Msg) {
        self.effects.push(Effect::After(millis, msg));
    }

    /// Asks the user for a permission; once granted, the answer comes at once.
    pub fn permission(&mut self, name: &'static str, granted: A::Msg, denied: A::Msg) {
        self.effects.push(Effect::Permission { name, granted, denied });
    }

    /// Sends the user to another app; when they come back, the message tells the page on top what they chose,
    /// or that they chose nothing.
    pub fn visit(&mut self, neighbour: Neighbour, returned: fn(Option<String>) -> A::Msg) {
        self.effects.push(Effect::Visit(neighbour, returned));
    }

    /// A notification that stays until the user taps it: see [`App::notified`].
    pub fn notify(&mut self, text: impl Into<String>) {
        if self.world.notifications.len() < MAX_NOTIFICATIONS {
            self.world.notifications.push(text.into());
        }
    }

    /// A short note at the bottom of the screen.
    pub fn toast(&mut self, text: impl Into<String>) {
        self.world.toasts.push(text.into());
    }

    /// The process dies of an exception.
    pub fn crash(&mut self, fault: Fault) {
        self.effects.push(Effect::Crash(fault));
    }

    /// The main thread blocks for good: the system will ask whether to wait.
    pub fn hang(&mut self, fault: Fault) {
        self.effects.push(Effect::Hang(fault));
    }

    /// Whether a bug of the manifest is switched on.
    pub fn bug(&self, id: &str) -> bool {
        self.world.bug(&A::MANIFEST, id)
    }

    /// Wall clock in milliseconds since 1970.
    pub fn now(&self) -> u64 {
        self.world.now
    }

    /// A number below `n`, other at another clean start.
    pub fn random(&mut self, n: u64) -> u64 {
        self.world.random = self.world.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.world.random) % n.max(1)
    }

    /// Marks a branch as covered: use [`crate::cover!`] and [`crate::branch!`].
    pub fn mark(&mut self, branch: u32) {
        self.world.covered.mark(branch);
    }

    pub(crate) fn start_sample(&mut self) {
        self.effects.push(Effect::StartSample);
    }

    pub(crate) fn open_notification(&mut self, at: usize) {
        self.effects.push(Effect::OpenNotification(at));
    }

    /// A neighbour is done: the app that sent the user gets this.
    pub(crate) fn finish(&mut self, result: Option<String>) {
        self.effects.push(Effect::Finish(result));
    }
}

/// The finaliser of splitmix64: spreads the bits of a counter.
pub(crate) fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
