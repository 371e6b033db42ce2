//! The agent's socket: the protocol code of `device`, performed on the phone.
//!
//! One request is one step: the input, the rest that the phone's virtual clock gives it, and what is then on the
//! screen, equal to what the phone tells in the process. For the same reason the phone shows its dialogs about
//! crashed and hung apps whatever the host wishes.

use std::io;
use std::sync::Arc;
use std::time::Instant;

use skink_device::agent::{
    Failure, Hello, Look, Notice, Perform, Performed, Reply, Request, Settle, Start, TreeState, VERSION,
    Watch, read_frame, write_frame,
};
use skink_device::{Device, Input};
use skink_gui::{Flags, Point};

use crate::android::{press, turned};
use crate::faults::Fault;
use crate::handset::{Handset, release};
use crate::server::Shared;
use crate::services::before;
use crate::stream::{Reader, Stream};

/// Where the agent listens unless it is told otherwise.
const SOCKET: &str = "skink-agent";
/// How long it waits for somebody to ask, in seconds, unless it is told otherwise.
const IDLE: u64 = 600;

/// Socket and patience of an agent started with these arguments: `FOLDER CLASS [SOCKET [SECONDS]]`.
pub(crate) fn told(args: &[String]) -> (String, u64) {
    let mut words = args.iter().filter(|arg| !arg.starts_with('-')).skip(2);
    let socket = words.next().map_or(SOCKET, String::as_str).to_owned();
    (socket, words.next().and_then(|seconds| seconds.parse().ok()).unwrap_or(IDLE))
}

/// What the agent that listens now says when it starts.
pub(crate) fn greeting(socket: &str, pid: u32) -> String {
    format!("skink-agent: serving {socket} version {VERSION} pid {pid}\n")
}

/// Answers a host until it goes, asks the agent to quit, or the agent is ended otherwise.
pub(crate) fn serve(shared: &Arc<Shared>, stream: &Stream) {
    let Some(pid) = shared.handset().agent.as_ref().map(|agent| agent.pid) else { return };
    let mut watch = Watch::default();
    let mut from = Reader::new(stream);
    while let Ok(Some(frame)) = read_frame(&mut from) {
        let mine = |handset: &Handset| handset.agent.as_ref().is_some_and(|agent| agent.pid == pid);
        match &mut shared.handset().agent {
            Some(agent) if agent.pid == pid => agent.asked = Instant::now(),
            _ => return,
        }
        let fault = shared.fault();
        if fault.is_some_and(|fault| before(shared, fault, stream)) {
            return;
        }
        let request = Request::decode(&frame);
        let quit = matches!(request, Ok(Request::Quit));
        let reply = match request {
            Ok(request) => answer(shared, request, &mut watch, pid),
            Err(problem) => framed(&Reply::Failed(Failure::Request, problem.to_string())),
        };
        let Ok(reply) = reply else { return };
        if quit {
            let mut handset = shared.handset();
            if mine(&handset) {
                handset.agent = None;
            }
        }
        if fault == Some(Fault::DropAfter) {
            return stream.break_connection();
        }
        if send(stream, &reply, fault).is_err() || quit || fault == Some(Fault::Half) {
            return;
        }
    }
}

/// A reply in one piece.
fn framed(reply: &Reply) -> io::Result<Arc<Vec<u8>>> {
    let mut bytes = Vec::new();
    write_frame(&mut bytes, &reply.encode())?;
    Ok(Arc::new(bytes))
}

/// Sends a reply; half of it where that is the fault.
fn send(stream: &Stream, reply: &[u8], fault: Option<Fault>) -> io::Result<()> {
    let end = if fault == Some(Fault::Half) { reply.len() / 2 } else { reply.len() };
    stream.write(&reply[..end])
}

/// Does a step, unless it was done under this number already: then its answer is told again.
fn step_once(
    shared: &Shared,
    number: u32,
    perform: &Perform,
    settle: Settle,
    watch: &Watch,
) -> io::Result<Arc<Vec<u8>>> {
    let mut handset = shared.handset();
    let kept = handset.agent.as_ref().and_then(|agent| agent.kept.as_ref());
    if let Some((_, reply)) = kept.filter(|(kept, _)| number != 0 && *kept == number) {
        return Ok(Arc::clone(reply));
    }
    let look = step(&mut handset, perform, settle, watch);
    let reply = framed(&Reply::Look(Box::new(look)))?;
    if let Some(agent) = &mut handset.agent {
        agent.kept = (number != 0).then(|| (number, Arc::clone(&reply)));
    }
    Ok(reply)
}

fn answer(shared: &Shared, request: Request, watch: &mut Watch, pid: u32) -> io::Result<Arc<Vec<u8>>> {
    let reply = match request {
        Request::Hello(version) => Reply::to_hello(version, &hello(shared.settings.api, pid)),
        Request::Step { number, perform, settle } => {
            return step_once(shared, number, &perform, settle, watch);
        }
        Request::Screenshot => {
            let picture = shared.handset().phone.screenshot().ok().flatten();
            Reply::Screenshot(picture.map(|picture| picture.to_png()))
        }
        Request::Watch(what) => {
            *watch = what;
            Reply::Done
        }
        Request::Ping | Request::Quit => Reply::Done,
    };
    framed(&reply)
}

fn hello(api: u32, pid: u32) -> Hello {
    Hello {
        version: VERSION,
        sdk: api,
        pid,
        release: release(api).to_owned(),
        model: "Skink virtual phone (virtual clock: waiting for idle advances it)".to_owned(),
        windows: api >= 21,
        controller: true,
        missing: String::new(),
    }
}

fn step(handset: &mut Handset, perform: &Perform, settle: Settle, watch: &Watch) -> Look {
    let before = handset.phone.in_front().package;
    let performed = act(handset, perform);
    let starts = refuse(handset, watch, before);
    // Who gives the screen no time to rest lets none pass.
    let seen = if settle.most == 0 { handset.observation_now() } else { handset.observation() };
    let (width, height) = turned(handset);
    let mut look = Look {
        performed,
        busy: seen.busy,
        width: width.unsigned_abs(),
        height: height.unsigned_abs(),
        toasts: seen.toasts,
        notices: seen.crashes.iter().map(Notice::of).collect(),
        starts,
        ..Look::of(&seen.screen)
    };
    if std::mem::take(&mut handset.no_tree) {
        look.tree = TreeState::Absent;
        look.windows.clear();
    }
    look
}

fn act(handset: &mut Handset, perform: &Perform) -> Performed {
    match perform {
        Perform::Nothing => {}
        Perform::Type(at, _) if !is_field(handset, *at) => return Performed::NoField,
        Perform::Drag(from, to, millis) => handset.drag(*from, *to, u64::from(*millis)),
        Perform::Turn(quarters) => handset.turn_to(if *quarters > 3 { 0 } else { *quarters }),
        Perform::Key(code, _) => press(handset, *code),
        // The phone has no recent apps and no second finger.
        Perform::Pinch { .. } | Perform::Global(_) => return Performed::Refused,
        other => match other.to_input() {
            Some(input) => handset.input(&input),
            None => return Performed::Refused,
        },
    }
    Performed::Done
}

fn is_field(handset: &mut Handset, at: Point) -> bool {
    let screen = handset.screen_now();
    screen.widgets().any(|widget| widget.is(Flags::EDITABLE) && widget.bounds().contains(at))
}

/// Another app that was started is left again where the host does not want it.
fn refuse(handset: &mut Handset, watch: &Watch, before: &str) -> Vec<Start> {
    let front = handset.phone.in_front();
    let own = front.package == handset.package() || front.package == handset.phone.launcher();
    if own || front.package == before || front.system.is_some() {
        return Vec::new();
    }
    let allowed = watch.allowed.iter().any(|package| package == front.package);
    let refused = watch.refuse && !watch.package.is_empty() && !allowed;
    if refused {
        handset.input(&Input::Launch);
    }
    vec![Start { package: front.package.to_owned(), refused }]
}
