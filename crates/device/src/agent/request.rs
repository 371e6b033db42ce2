//! What the host asks, and the short replies. The long one, a look at the device, is in `look.rs`.

use skink_gui::{Bounds, Direction, Key, Point};

use super::VERSION;
use super::look::Look;
use super::wire::{Reader, WireError, put, put_signed, put_text};
use crate::Input;

/// What the host asks of the agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// The first request: which version the host speaks.
    Hello(u32),
    /// Act, let the screen settle, look. With [`Perform::Nothing`] only the last two.
    Step {
        /// Which step of its host it is; asked again with the number of the last one, it is not done again. 0 has no
        /// number and is always done.
        number: u32,
        /// What to do.
        perform: Perform,
        /// How long to wait.
        settle: Settle,
    },
    /// A picture of the screen. The answer may be that there is none.
    Screenshot,
    /// From now on watch an app: replaces what was said before.
    Watch(Watch),
    /// Are you there?
    Ping,
    /// Let go of the device and end. Every version understands it.
    Quit,
}

/// What to do to the device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Perform {
    /// Only look.
    Nothing,
    /// A short touch.
    Tap(Point),
    /// A touch held for so many milliseconds; 0 for the device's own idea of long.
    LongTap(Point, u32),
    /// The field at that point is focused and its text replaced.
    Type(Point, String),
    /// The content within scrolls so that what lies in the direction comes into view, without a fling.
    Scroll(Bounds, Direction),
    /// A finger drawn across.
    Swipe(Bounds, Direction),
    /// A finger drawn from one point to another within so many milliseconds.
    Drag(Point, Point, u32),
    /// Two fingers: apart where `open`, else together.
    Pinch {
        /// Where.
        within: Bounds,
        /// Apart.
        open: bool,
    },
    /// A key by Android's number, with Android's meta state.
    Key(u32, u32),
    /// A quarter turn, or back upright.
    Rotate,
    /// To that many quarter turns (0 to 3); from 4 on, the sensor decides again.
    Turn(u8),
    /// One of the system's actions by Android's number: 3 recent apps, 4 notifications, 5 quick settings.
    Global(u32),
    /// Nothing for so many milliseconds.
    Wait(u32),
}

/// Android's numbers of the keys Skink uses.
const KEYS: [(Key, u32); 4] = [(Key::Home, 3), (Key::Back, 4), (Key::Enter, 66), (Key::Menu, 82)];

impl Perform {
    /// What the agent does for an input; `None` for what is done to the app from outside (launch, kill and the like).
    pub fn of(input: &Input) -> Option<Perform> {
        Some(match input {
            Input::Tap(at) => Perform::Tap(*at),
            Input::LongTap(at) => Perform::LongTap(*at, 0),
            Input::Type(at, text) => Perform::Type(*at, text.clone()),
            Input::Scroll(within, direction) => Perform::Scroll(*within, *direction),
            Input::Swipe(within, direction) => Perform::Swipe(*within, *direction),
            Input::Key(key) => Perform::Key(KEYS.iter().find(|(k, _)| k == key)?.1, 0),
            Input::Rotate => Perform::Rotate,
            Input::Wait(millis) => Perform::Wait((*millis).try_into().unwrap_or(u32::MAX)),
            Input::Background | Input::Kill | Input::Launch | Input::Relaunch => return None,
        })
    }

    /// The input that gives this, for a device that knows inputs only; `None` where there is none.
    pub fn to_input(&self) -> Option<Input> {
        Some(match self {
            Perform::Tap(at) => Input::Tap(*at),
            Perform::LongTap(at, _) => Input::LongTap(*at),
            Perform::Type(at, text) => Input::Type(*at, text.clone()),
            Perform::Scroll(within, direction) => Input::Scroll(*within, *direction),
            Perform::Swipe(within, direction) => Input::Swipe(*within, *direction),
            Perform::Key(code, _) => Input::Key(KEYS.iter().find(|(_, c)| c == code)?.0),
            Perform::Rotate => Input::Rotate,
            Perform::Wait(millis) => Input::Wait(u64::from(*millis)),
            Perform::Nothing
            | Perform::Drag(..)
            | Perform::Pinch { .. }
            | Perform::Turn(_)
            | Perform::Global(_) => return None,
        })
    }
}

/// How long to wait for the screen to rest, and how long to try to see it.
///
/// The agent waits up to `first` for a first event after the act, then until none came for `quiet`, in all at most
/// `most`. Android tells of changes in a window at most every 100 ms, so `quiet` must be longer than that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settle {
    /// For the first event, in milliseconds.
    pub first: u32,
    /// Without an event, in milliseconds.
    pub quiet: u32,
    /// In all, in milliseconds.
    pub most: u32,
    /// For acting; a call that blocks longer is left alone and reported.
    pub act: u32,
    /// For reading the trees; what was not read by then is reported as cut.
    pub look: u32,
    /// Widgets in all; more are cut.
    pub widgets: u32,
    /// Trees also of windows that are neither an app's nor in front, such as the keyboard and the system's bars. Without,
    /// these are named but not read: each costs a call into another process.
    pub every_window: bool,
}

impl Default for Settle {
    /// As measured on a real Android: 150 ms catches the first event, 120 ms is the least quiet that means something.
    fn default() -> Self {
        Self {
            first: 150,
            quiet: 120,
            most: 3_000,
            act: 6_000,
            look: 6_000,
            widgets: 5_000,
            every_window: false,
        }
    }
}

/// What to watch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Watch {
    /// The app under test; empty for none.
    pub package: String,
    /// Activities of apps that are neither the app under test nor in `allowed` are not started.
    pub refuse: bool,
    /// Packages that may be started as well. The system's own dialogs must be among them where they are wanted.
    pub allowed: Vec<String>,
    /// Crashed and hung apps show Android's dialog; without, they are ended at once.
    pub dialogs: bool,
}

/// What the agent says of itself and its device.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hello {
    /// Version it speaks.
    pub version: u32,
    /// Android's API level.
    pub sdk: u32,
    /// Its process.
    pub pid: u32,
    /// Android's version for people, such as `4.4.2`.
    pub release: String,
    /// What the device is called.
    pub model: String,
    /// Trees of all windows can be seen, not only that of the active one.
    pub windows: bool,
    /// Crashes and hangs are reported, and activity starts can be refused.
    pub controller: bool,
    /// What the agent could not get from this Android, one a line; for people.
    pub missing: String,
}

/// An activity start that was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// Whose activity.
    pub package: String,
    /// It was not let start.
    pub refused: bool,
}

/// Why a request was not met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The agent is of another version.
    Version,
    /// The request made no sense to it.
    Request,
    /// Android did not let it.
    Android,
    /// A call into Android did not come back.
    Blocked,
}

impl Failure {
    const ALL: [Failure; 4] = [Failure::Version, Failure::Request, Failure::Android, Failure::Blocked];
}

/// What the agent answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// To a hello of the same version.
    Hello(Hello),
    /// To a step. Boxed: the others are small.
    Look(Box<Look>),
    /// To a screenshot: a PNG file, or none.
    Screenshot(Option<Vec<u8>>),
    /// To everything else.
    Done,
    /// It was not to be.
    Failed(Failure, String),
}

const HELLO: u8 = 1;
const STEP: u8 = 2;
const SCREENSHOT: u8 = 3;
const WATCH: u8 = 4;
const PING: u8 = 5;
const QUIT: u8 = 0xff;

const DONE: u8 = 5;
const FAILED: u8 = 6;

impl Request {
    /// The bytes of a frame.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        match self {
            Request::Hello(version) => {
                out.push(HELLO);
                put(&mut out, *version);
            }
            Request::Step { number, perform, settle } => {
                out.push(STEP);
                put(&mut out, *number);
                for n in [settle.first, settle.quiet, settle.most, settle.act, settle.look, settle.widgets] {
                    put(&mut out, n);
                }
                out.push(u8::from(settle.every_window));
                put_perform(&mut out, perform);
            }
            Request::Screenshot => out.push(SCREENSHOT),
            Request::Watch(watch) => {
                out.push(WATCH);
                put_text(&mut out, &watch.package);
                out.extend([u8::from(watch.refuse), u8::from(watch.dialogs)]);
                put(&mut out, watch.allowed.len() as u32);
                for package in &watch.allowed {
                    put_text(&mut out, package);
                }
            }
            Request::Ping => out.push(PING),
            Request::Quit => out.push(QUIT),
        }
        out
    }

    /// Reads what [`Request::encode`] wrote. Never panics, whatever the bytes.
    pub fn decode(bytes: &[u8]) -> Result<Request, WireError> {
        let mut r = Reader::new(bytes);
        let request = match r.byte()? {
            HELLO => Request::Hello(r.number()?),
            STEP => {
                let number = r.number()?;
                let settle = Settle {
                    first: r.number()?,
                    quiet: r.number()?,
                    most: r.number()?,
                    act: r.number()?,
                    look: r.number()?,
                    widgets: r.number()?,
                    every_window: r.flag()?,
                };
                Request::Step { number, perform: read_perform(&mut r)?, settle }
            }
            SCREENSHOT => Request::Screenshot,
            WATCH => {
                let package = r.text()?.to_owned();
                let (refuse, dialogs) = (r.flag()?, r.flag()?);
                let allowed = (0..r.count()?).map(|_| Ok(r.text()?.to_owned())).collect::<Result<_, _>>()?;
                Request::Watch(Watch { package, refuse, allowed, dialogs })
            }
            PING => Request::Ping,
            // Whatever another version writes after it.
            QUIT => return Ok(Request::Quit),
            _ => return r.fail("an unknown request"),
        };
        r.end()?;
        Ok(request)
    }
}

fn put_perform(out: &mut Vec<u8>, perform: &Perform) {
    match perform {
        Perform::Nothing => out.push(0),
        Perform::Tap(at) => {
            out.push(1);
            put_point(out, *at);
        }
        Perform::LongTap(at, millis) => {
            out.push(2);
            put_point(out, *at);
            put(out, *millis);
        }
        Perform::Type(at, text) => {
            out.push(3);
            put_point(out, *at);
            put_text(out, text);
        }
        Perform::Scroll(within, direction) => {
            out.push(4);
            put_bounds(out, *within);
            out.push(*direction as u8);
        }
        Perform::Swipe(within, direction) => {
            out.push(5);
            put_bounds(out, *within);
            out.push(*direction as u8);
        }
        Perform::Drag(from, to, millis) => {
            out.push(6);
            put_point(out, *from);
            put_point(out, *to);
            put(out, *millis);
        }
        Perform::Pinch { within, open } => {
            out.push(7);
            put_bounds(out, *within);
            out.push(u8::from(*open));
        }
        Perform::Key(code, meta) => {
            out.push(8);
            put(out, *code);
            put(out, *meta);
        }
        Perform::Rotate => out.push(9),
        Perform::Turn(turns) => out.extend([10, *turns]),
        Perform::Global(action) => {
            out.push(11);
            put(out, *action);
        }
        Perform::Wait(millis) => {
            out.push(12);
            put(out, *millis);
        }
    }
}

fn read_perform(r: &mut Reader<'_>) -> Result<Perform, WireError> {
    Ok(match r.byte()? {
        0 => Perform::Nothing,
        1 => Perform::Tap(read_point(r)?),
        2 => Perform::LongTap(read_point(r)?, r.number()?),
        3 => Perform::Type(read_point(r)?, r.text()?.to_owned()),
        4 => Perform::Scroll(read_bounds(r)?, read_direction(r)?),
        5 => Perform::Swipe(read_bounds(r)?, read_direction(r)?),
        6 => Perform::Drag(read_point(r)?, read_point(r)?, r.number()?),
        7 => Perform::Pinch { within: read_bounds(r)?, open: r.flag()? },
        8 => Perform::Key(r.number()?, r.number()?),
        9 => Perform::Rotate,
        10 => Perform::Turn(r.byte()?),
        11 => Perform::Global(r.number()?),
        12 => Perform::Wait(r.number()?),
        _ => return r.fail("an unknown act"),
    })
}

fn put_point(out: &mut Vec<u8>, at: Point) {
    put_signed(out, at.x);
    put_signed(out, at.y);
}

fn read_point(r: &mut Reader<'_>) -> Result<Point, WireError> {
    Ok(Point { x: r.signed()?, y: r.signed()? })
}

pub(super) fn put_bounds(out: &mut Vec<u8>, b: Bounds) {
    for side in [b.left, b.top, b.right, b.bottom] {
        put_signed(out, side);
    }
}

pub(super) fn read_bounds(r: &mut Reader<'_>) -> Result<Bounds, WireError> {
    Ok(Bounds { left: r.signed()?, top: r.signed()?, right: r.signed()?, bottom: r.signed()? })
}

fn read_direction(r: &mut Reader<'_>) -> Result<Direction, WireError> {
    const DIRECTIONS: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
    let n = r.byte()?;
    DIRECTIONS.get(usize::from(n)).copied().map_or_else(|| r.fail("an unknown direction"), Ok)
}

impl Reply {
    /// The bytes of a frame.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        match self {
            Reply::Hello(hello) => {
                out.push(HELLO);
                for n in [hello.version, hello.sdk, hello.pid] {
                    put(&mut out, n);
                }
                put_text(&mut out, &hello.release);
                put_text(&mut out, &hello.model);
                out.extend([u8::from(hello.windows), u8::from(hello.controller)]);
                put_text(&mut out, &hello.missing);
            }
            Reply::Look(look) => {
                out.push(STEP);
                look.encode(&mut out);
            }
            Reply::Screenshot(picture) => {
                out.extend([SCREENSHOT, u8::from(picture.is_some())]);
                out.extend_from_slice(picture.as_deref().unwrap_or_default());
            }
            Reply::Done => out.push(DONE),
            Reply::Failed(why, message) => {
                out.extend([FAILED, *why as u8]);
                put_text(&mut out, message);
            }
        }
        out
    }

    /// Reads what [`Reply::encode`] or the agent wrote. Never panics, whatever the bytes.
    pub fn decode(bytes: &[u8]) -> Result<Reply, WireError> {
        let mut r = Reader::new(bytes);
        let reply = match r.byte()? {
            HELLO => Reply::Hello(Hello {
                version: r.number()?,
                sdk: r.number()?,
                pid: r.number()?,
                release: r.text()?.to_owned(),
                model: r.text()?.to_owned(),
                windows: r.flag()?,
                controller: r.flag()?,
                missing: r.text()?.to_owned(),
            }),
            STEP => Reply::Look(Box::new(Look::decode(&mut r)?)),
            SCREENSHOT => Reply::Screenshot(r.flag()?.then(|| r.rest().to_vec())),
            DONE => Reply::Done,
            FAILED => {
                let why = r.byte()?;
                let Some(why) = Failure::ALL.get(usize::from(why)).copied() else {
                    return r.fail("an unknown failure");
                };
                Reply::Failed(why, r.text()?.to_owned())
            }
            _ => return r.fail("an unknown reply"),
        };
        r.end()?;
        Ok(reply)
    }

    /// What an agent of this version answers to a hello.
    pub fn to_hello(asked: u32, hello: &Hello) -> Reply {
        if asked == VERSION {
            Reply::Hello(Hello { version: VERSION, ..hello.clone() })
        } else {
            let message = format!("this agent speaks version {VERSION}, the host asked for {asked}");
            Reply::Failed(Failure::Version, message)
        }
    }
}
