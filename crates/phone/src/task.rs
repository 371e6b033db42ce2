//! A running app: its data, its back stack and its background work, behind one interface for all apps.

use skink_device::Input;
use skink_gui::{
    Bounds, Direction, Flags, Header, Key, Point, Screen, ScreenBuilder, WidgetSpec, WindowKind,
};

use crate::app::{App, Manifest, Recreate, Window};
use crate::cx::{Cx, Effect, Fault, World};
use crate::layout::layout;
use crate::neighbours::{Launcher, Neighbour};
use crate::raster::{self, Canvas, Scene};
use crate::ui::{Arrange, Focus, Frame, Gravity, Handler, HandlerId, NO_PARENT, Raw, Ui, ViewState, finger};

/// What an app's work leads to that is the phone's business.
pub(crate) enum Outcome {
    /// The app's last page closed.
    Left,
    /// The process died of this.
    Crashed(Fault),
    /// The main thread hangs here.
    Hung(Fault),
    /// The user must be asked for a permission.
    Ask(&'static str),
    /// The user is sent to another app.
    Visit(Neighbour),
    /// A neighbour is done.
    Finished(Option<String>),
    /// The launcher wants the app under test in front.
    StartSample,
    /// The user tapped the notification at that place.
    OpenNotification(usize),
}

/// An app on the phone, whatever its types.
pub(crate) trait Task: Send + Sync {
    fn clone_box(&self) -> Box<dyn Task>;
    fn manifest(&self) -> &'static Manifest;
    /// Brings the app to the front: opens its first page if it has none.
    fn start(&mut self, world: &mut World) -> Vec<Outcome>;
    fn clear(&mut self);
    /// The process dies; `keep_pages` when the system will bring the pages back.
    fn die(&mut self, keep_pages: bool);
    /// Whether it has a page open.
    fn is_running(&self) -> bool;
    fn pause(&mut self, world: &mut World) -> Vec<Outcome>;
    fn resume(&mut self, world: &mut World) -> Vec<Outcome>;
    fn recreate(&mut self, why: Recreate, world: &mut World) -> Vec<Outcome>;
    fn input(&mut self, input: &Input, world: &mut World) -> Vec<Outcome>;
    /// The user's answer to the permission asked for last.
    fn answer(&mut self, granted: bool, world: &mut World) -> Vec<Outcome>;
    /// The user comes back from the neighbour visited last.
    fn returned(&mut self, result: Option<String>, world: &mut World) -> Vec<Outcome>;
    /// The user tapped a notification; the app is in front.
    fn notified(&mut self, notification: &str, world: &mut World) -> Vec<Outcome>;
    /// When the next background work ends.
    fn due(&self) -> Option<u64>;
    fn run_due(&mut self, world: &mut World) -> Vec<Outcome>;
    /// Draws the top page; also says whether it never rests.
    fn draw(&mut self, builder: &mut ScreenBuilder, world: &mut World) -> (Screen, bool);
    /// Draws the top page, and those that show below it, for people. Changes nothing.
    fn picture(&self, canvas: &mut Canvas, world: &World);
}

#[derive(Clone)]
struct Open<P> {
    number: u64,
    page: P,
    state: ViewState,
}

#[derive(Clone)]
struct Timer<M> {
    at: u64,
    page: u64,
    msg: M,
}

pub(crate) struct Running<A: App> {
    app: A,
    stack: Vec<Open<A::Page>>,
    timers: Vec<Timer<A::Msg>>,
    asked: Option<(&'static str, A::Msg, A::Msg)>,
    visiting: Option<fn(Option<String>) -> A::Msg>,
    next_page: u64,
    frame: Frame<A::Msg>,
}

impl<A: App> Clone for Running<A> {
    /// The frame is not copied: whoever restores a copy draws before anything else.
    fn clone(&self) -> Self {
        Self {
            app: self.app.clone(),
            stack: self.stack.clone(),
            timers: self.timers.clone(),
            asked: self.asked.clone(),
            visiting: self.visiting,
            next_page: self.next_page,
            frame: Frame::default(),
        }
    }
}

/// A message that a chain of handlers may send at most so often: an app that never stops is hung.
const MAX_CHAIN: usize = 100;

/// Height of the status bar, and of the keyboard upright and on its side.
const STATUS_BAR: i32 = 36;
const KEYBOARD: [i32; 2] = [360, 270];
const DRAWER: i32 = 420;
const MENU: i32 = 300;

/// The screen upright.
pub(crate) const SIZE: (i32, i32) = (540, 960);

impl<A: App> Running<A> {
    pub(crate) fn new() -> Self {
        Self {
            app: A::default(),
            stack: Vec::new(),
            timers: Vec::new(),
            asked: None,
            visiting: None,
            next_page: 0,
            frame: Frame::default(),
        }
    }

    fn push(&mut self, page: A::Page) {
        self.next_page += 1;
        self.stack.push(Open { number: self.next_page, page, state: ViewState::default() });
    }

    /// Runs a handler on the top page, then what it asked for, and so on until nothing is left to do.
    fn run(
        &mut self,
        world: &mut World,
        handler: impl FnOnce(&mut A, &mut A::Page, &mut Cx<'_, A>),
    ) -> Vec<Outcome> {
        let mut effects = Vec::new();
        if let Some(top) = self.stack.last_mut() {
            handler(&mut self.app, &mut top.page, &mut Cx { world, effects: &mut effects });
        }
        self.apply(world, effects)
    }

    fn apply(&mut self, world: &mut World, first: Vec<Effect<A>>) -> Vec<Outcome> {
        let mut outcomes = Vec::new();
        let mut queue = std::collections::VecDeque::from(first);
        let mut chain = 0;
        while let Some(effect) = queue.pop_front() {
            let message = match effect {
                Effect::Open(page) => {
                    self.push(page);
                    None
                }
                Effect::Close => {
                    self.close_top(&mut outcomes);
                    None
                }
                Effect::CloseWith(msg) => {
                    self.close_top(&mut outcomes);
                    Some(msg)
                }
                Effect::CloseAll => {
                    self.stack.clear();
                    outcomes.push(Outcome::Left);
                    None
                }
                Effect::Send(msg) => Some(msg),
                Effect::After(millis, msg) => {
                    let page = self.stack.last().map_or(0, |top| top.number);
                    self.timers.push(Timer { at: world.now + millis, page, msg });
                    None
                }
                Effect::Permission { name, granted, denied } => {
                    if world.granted.contains(&name) {
                        Some(granted)
                    } else {
                        self.asked = Some((name, granted, denied));
                        outcomes.push(Outcome::Ask(name));
                        None
                    }
                }
                Effect::Crash(fault) => {
                    outcomes.push(Outcome::Crashed(fault));
                    return outcomes;
                }
                Effect::Hang(fault) => {
                    outcomes.push(Outcome::Hung(fault));
                    return outcomes;
                }
                Effect::Visit(neighbour, returned) => {
                    self.visiting = Some(returned);
                    outcomes.push(Outcome::Visit(neighbour));
                    None
                }
                Effect::Finish(result) => {
                    outcomes.push(Outcome::Finished(result));
                    None
                }
                Effect::StartSample => {
                    outcomes.push(Outcome::StartSample);
                    None
                }
                Effect::OpenNotification(at) => {
                    outcomes.push(Outcome::OpenNotification(at));
                    None
                }
            };
            chain += 1;
            if chain > MAX_CHAIN {
                outcomes.push(Outcome::Hung(Fault::new("", "handlers that never end")));
                return outcomes;
            }
            if let (Some(msg), Some(top)) = (message, self.stack.last_mut()) {
                let mut more = Vec::new();
                self.app.update(&mut top.page, msg, &mut Cx { world, effects: &mut more });
                // What a message asks for happens before what was asked for after it.
                more.into_iter().rev().for_each(|effect| queue.push_front(effect));
            }
        }
        outcomes
    }

    fn close_top(&mut self, outcomes: &mut Vec<Outcome>) {
        self.stack.pop();
        if self.stack.is_empty() {
            outcomes.push(Outcome::Left);
        }
    }

    fn message(&mut self, handler: HandlerId, text: Option<&str>) -> Option<A::Msg> {
        match self.frame.handlers.get(handler?.get() as usize - 1)? {
            Handler::Message(msg) => Some(msg.clone()),
            Handler::Text(make) => Some(make(text.unwrap_or_default().to_owned())),
        }
    }

    fn send(&mut self, handler: HandlerId, text: Option<&str>, world: &mut World) -> Vec<Outcome> {
        match self.message(handler, text) {
            Some(msg) => self.run(world, |app, page, cx| app.update(page, msg, cx)),
            None => Vec::new(),
        }
    }

    /// The innermost widget under the point for which `wanted` holds; a disabled one swallows the touch.
    fn hit(&self, point: Point, wanted: impl Fn(&Raw) -> bool) -> Option<Raw> {
        let found = self.frame.nodes.iter().rev().find(|n| n.seen.contains(point) && wanted(n));
        found.copied().filter(|n| n.flags.contains(Flags::ENABLED))
    }

    fn focus(&mut self, field: Option<Focus>) {
        if let Some(top) = self.stack.last_mut() {
            if field.is_some() {
                top.state.focus = field;
            }
            top.state.keyboard = field.is_some();
        }
    }

    fn tap(&mut self, point: Point, world: &mut World) -> Vec<Outcome> {
        match self.hit(point, |n| n.tap.is_some() || n.typed.is_some()) {
            Some(field) if field.typed.is_some() => {
                self.focus(Some((field.id, field.nth)));
                Vec::new()
            }
            Some(node) => self.send(node.tap, None, world),
            None => self.outside(point, world),
        }
    }

    /// A tap beside a menu, drawer or dialog closes it, as on Android.
    fn outside(&mut self, point: Point, world: &mut World) -> Vec<Outcome> {
        let page = self.stack.last().is_some_and(|top| matches!(A::window(&top.page), Window::Activity(_)));
        let within = self.frame.nodes.first().is_some_and(|root| root.seen.contains(point));
        if page || within { Vec::new() } else { self.run(world, |app, page, cx| app.back(page, cx)) }
    }

    /// Left and right are for pages side by side, up and down for what scrolls inside them.
    fn scroll(&mut self, within: Bounds, direction: Direction, world: &mut World) -> Vec<Outcome> {
        let scrolls = |n: &Raw| matches!(n.arrange, Arrange::Scroll | Arrange::List { .. });
        let pager = |n: &Raw| n.before.is_some();
        match direction {
            Direction::Left | Direction::Right => {
                let Some(node) = self.hit(within.center(), pager) else { return Vec::new() };
                let handler = if direction == Direction::Left { node.before } else { node.after };
                self.send(handler, None, world)
            }
            Direction::Up | Direction::Down => {
                let node = self.hit(within.center(), scrolls);
                let (Some(node), Some(top)) = (node, self.stack.last_mut()) else { return Vec::new() };
                let ended = top.state.scroll(node.id, direction == Direction::Down);
                if ended { self.send(node.after, None, world) } else { Vec::new() }
            }
        }
    }

    fn enter(&mut self, world: &mut World) -> Vec<Outcome> {
        let focus = self.stack.last().and_then(|top| top.state.focus);
        let field =
            self.frame.nodes.iter().find(|n| n.typed.is_some() && Some((n.id, n.nth)) == focus).copied();
        self.focus(None);
        field.map_or_else(Vec::new, |field| self.send(field.enter, None, world))
    }

    fn back(&mut self, world: &mut World) -> Vec<Outcome> {
        match self.stack.last_mut() {
            Some(top) if top.state.keyboard => {
                top.state.keyboard = false;
                Vec::new()
            }
            _ => self.run(world, |app, page, cx| app.back(page, cx)),
        }
    }
}

impl<A: App> Task for Running<A> {
    fn clone_box(&self) -> Box<dyn Task> {
        Box::new(self.clone())
    }

    fn manifest(&self) -> &'static Manifest {
        &A::MANIFEST
    }

    fn start(&mut self, world: &mut World) -> Vec<Outcome> {
        if !self.stack.is_empty() {
            return self.resume(world);
        }
        let mut effects = Vec::new();
        let page = self.app.start(&mut Cx { world, effects: &mut effects });
        self.push(page);
        self.apply(world, effects)
    }

    fn clear(&mut self) {
        *self = Self::new();
    }

    fn die(&mut self, keep_pages: bool) {
        self.app.process_died();
        self.timers.clear();
        self.asked = None;
        if !keep_pages {
            self.stack.clear();
        }
    }

    fn is_running(&self) -> bool {
        !self.stack.is_empty()
    }

    fn pause(&mut self, world: &mut World) -> Vec<Outcome> {
        if let Some(top) = self.stack.last_mut() {
            top.state.keyboard = false;
        }
        self.run(world, |app, page, cx| app.paused(page, cx))
    }

    fn resume(&mut self, world: &mut World) -> Vec<Outcome> {
        self.run(world, |app, page, cx| app.resumed(page, cx))
    }

    fn recreate(&mut self, why: Recreate, world: &mut World) -> Vec<Outcome> {
        let mut effects = Vec::new();
        for open in std::mem::take(&mut self.stack) {
            let mut cx = Cx { world, effects: &mut effects };
            if let Some(page) = self.app.recreate(open.page, why, &mut cx) {
                let state = ViewState { keyboard: false, ..open.state };
                self.stack.push(Open { number: open.number, page, state });
            }
        }
        self.apply(world, effects)
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Vec<Outcome> {
        match input {
            Input::Tap(point) => self.tap(*point, world),
            Input::LongTap(point) => match self.hit(*point, |n| n.long.is_some() || n.typed.is_some()) {
                Some(node) if node.long.is_some() => self.send(node.long, None, world),
                Some(field) => {
                    self.focus(Some((field.id, field.nth)));
                    Vec::new()
                }
                // Android takes a long touch for a tap where nobody waits for a long one.
                None => self.tap(*point, world),
            },
            Input::Type(point, text) => match self.hit(*point, |n| n.typed.is_some()) {
                Some(field) => {
                    self.focus(Some((field.id, field.nth)));
                    self.send(field.typed, Some(text), world)
                }
                None => Vec::new(),
            },
            Input::Scroll(within, direction) => self.scroll(*within, *direction, world),
            Input::Swipe(within, direction) => self.scroll(*within, finger(*direction), world),
            Input::Key(Key::Back) => self.back(world),
            Input::Key(Key::Menu) => self.send(self.frame.menu_key, None, world),
            Input::Key(Key::Enter) => self.enter(world),
            // The rest is the phone's business.
            Input::Key(Key::Home)
            | Input::Rotate
            | Input::Background
            | Input::Kill
            | Input::Launch
            | Input::Relaunch
            | Input::Wait(_) => Vec::new(),
        }
    }

    fn answer(&mut self, granted: bool, world: &mut World) -> Vec<Outcome> {
        let Some((name, yes, no)) = self.asked.take() else { return Vec::new() };
        if granted {
            world.granted.push(name);
        }
        self.run(world, |app, page, cx| app.update(page, if granted { yes } else { no }, cx))
    }

    fn returned(&mut self, result: Option<String>, world: &mut World) -> Vec<Outcome> {
        let mut outcomes = self.resume(world);
        if let Some(msg) = self.visiting.take() {
            outcomes.extend(self.run(world, |app, page, cx| app.update(page, msg(result), cx)));
        }
        outcomes
    }

    fn notified(&mut self, notification: &str, world: &mut World) -> Vec<Outcome> {
        self.run(world, |app, page, cx| app.notified(page, notification, cx))
    }

    fn due(&self) -> Option<u64> {
        self.timers.iter().map(|t| t.at).min()
    }

    fn run_due(&mut self, world: &mut World) -> Vec<Outcome> {
        let first = self.timers.iter().enumerate().min_by_key(|(place, t)| (t.at, *place));
        let Some((place, _)) = first.filter(|(_, t)| t.at <= world.now) else { return Vec::new() };
        let Timer { page, msg, .. } = self.timers.remove(place);
        let mut effects = Vec::new();
        let mut cx = Cx { world, effects: &mut effects };
        match self.stack.iter_mut().find(|open| open.number == page) {
            Some(open) => self.app.update(&mut open.page, msg, &mut cx),
            None => self.app.late(msg, &mut cx),
        }
        self.apply(world, effects)
    }

    fn draw(&mut self, builder: &mut ScreenBuilder, world: &mut World) -> (Screen, bool) {
        let activity = self.stack.iter().rev().find_map(|open| match A::window(&open.page) {
            Window::Activity(name) => Some(name),
            _ => None,
        });
        let Some(top) = self.stack.last_mut() else {
            return (builder.finish(&Header { package: A::MANIFEST.package, ..Header::default() }), false);
        };
        let window = draw_page(&self.app, &top.page, &mut top.state, &mut self.frame, world);
        let header = Header {
            package: A::MANIFEST.package,
            activity: activity.unwrap_or(""),
            window: match window {
                Window::Activity(_) | Window::Drawer => WindowKind::Page,
                Window::Dialog => WindowKind::Dialog,
                Window::Menu => WindowKind::Menu,
            },
            rotation: world.rotation,
        };
        (emit(&self.frame, builder, &header), self.frame.busy)
    }

    fn picture(&self, canvas: &mut Canvas, world: &World) {
        // The app marks its branches and the scrollers their places in copies.
        let mut world = world.clone();
        let mut frame = Frame::default();
        let whole = |open: &Open<A::Page>| matches!(A::window(&open.page), Window::Activity(_));
        let lowest = self.stack.iter().rposition(whole).unwrap_or(0);
        for open in &self.stack[lowest..] {
            let mut state = open.state.clone();
            let window = draw_page(&self.app, &open.page, &mut state, &mut frame, &mut world);
            let keyboard = keyboard_height(&open.state, &world);
            let scene = Scene {
                nodes: &mut frame.nodes,
                texts: &frame.texts,
                window,
                package: A::MANIFEST.package,
                now: world.now,
                status_bar: STATUS_BAR,
                keyboard,
                home: A::MANIFEST.package == Launcher::MANIFEST.package,
            };
            raster::page(canvas, scene);
        }
    }
}

fn keyboard_height(state: &ViewState, world: &World) -> i32 {
    if state.keyboard { KEYBOARD[usize::from(world.rotation % 2)] } else { 0 }
}

/// Draws a page and gives every widget its place.
fn draw_page<A: App>(
    app: &A,
    page: &A::Page,
    state: &mut ViewState,
    frame: &mut Frame<A::Msg>,
    world: &mut World,
) -> Window {
    let (width, height) = if world.rotation % 2 == 1 { (SIZE.1, SIZE.0) } else { SIZE };
    let window = A::window(page);
    let area = match window {
        Window::Drawer => Bounds::new(0, STATUS_BAR, DRAWER, height),
        _ => Bounds::new(0, STATUS_BAR, width, height - keyboard_height(state, world)),
    };
    // A second time only where a scroller stood beyond its new end.
    for _ in 0..2 {
        frame.clear();
        let mut ui = Ui {
            frame: &mut *frame,
            world: &mut *world,
            manifest: &A::MANIFEST,
            state,
            parent: NO_PARENT,
            screen_height: height,
        };
        draw_window(&mut ui, window, width, |ui| app.view(page, ui));
        if layout(&mut frame.nodes, area, state) {
            break;
        }
    }
    shrink_overlay(&mut frame.nodes, window);
    window
}

/// The frames that Android puts around what an app draws.
fn draw_window<M>(ui: &mut Ui<'_, M>, window: Window, width: i32, content: impl FnOnce(&mut Ui<'_, M>)) {
    let (class, id) = match window {
        Window::Activity(_) => ("android.widget.LinearLayout", "action_bar_root"),
        Window::Dialog => ("android.widget.FrameLayout", "android:id/custom"),
        Window::Menu => ("android.widget.FrameLayout", ""),
        Window::Drawer => ("androidx.drawerlayout.widget.DrawerLayout", "drawer_layout"),
    };
    let arrange = Arrange::Stack;
    ui.container("android.widget.FrameLayout", "", arrange, |ui| {
        let frame = ui.container(class, id, arrange, |ui| {
            ui.container("android.widget.FrameLayout", "android:id/content", arrange, content);
        });
        match window {
            Window::Activity(_) | Window::Drawer => {}
            Window::Dialog => {
                let frame = frame.width(width * 5 / 6);
                frame.raw.gravity = Gravity::Center;
            }
            Window::Menu => {
                let frame = frame.width(MENU);
                frame.raw.gravity = Gravity::TopEnd;
            }
        }
    });
}

/// The window of a dialog or menu is no larger than what it shows: a tap beside it is outside.
fn shrink_overlay(nodes: &mut [Raw], window: Window) {
    if matches!(window, Window::Dialog | Window::Menu) && nodes.len() > 1 {
        nodes[0].bounds = nodes[1].bounds;
        nodes[0].seen = nodes[1].seen;
    }
}

/// The screen of a frame: widgets of which nothing can be seen are left out, as Android does.
fn emit<M>(frame: &Frame<M>, builder: &mut ScreenBuilder, header: &Header<'_>) -> Screen {
    let mut id = String::with_capacity(64);
    let mut ends: Vec<(u32, u32)> = Vec::with_capacity(16);
    let mut at = 0;
    while let Some(node) = frame.nodes.get(at) {
        while ends.last().is_some_and(|(end, _)| *end <= at as u32) {
            ends.pop();
            builder.close();
        }
        if node.seen.is_empty() {
            if let Some((_, next)) = ends.last_mut() {
                *next += 1;
            }
            at = node.end as usize;
            continue;
        }
        id.clear();
        if !node.id.is_empty() {
            if !node.id.contains(':') {
                id.push_str(header.package);
                id.push_str(":id/");
            }
            id.push_str(node.id);
        }
        let index = ends.last_mut().map_or(0, |(_, next)| {
            *next += 1;
            *next - 1
        });
        builder.open(&WidgetSpec {
            class: node.class,
            id: &id,
            text: frame.text(node.text),
            desc: frame.text(node.desc),
            hint: frame.text(node.hint),
            package: header.package,
            bounds: node.seen,
            flags: node.flags,
            index,
            ..WidgetSpec::default()
        });
        ends.push((node.end, 0));
        at += 1;
    }
    builder.finish(header)
}
