//! The two ends of a connection: the host that asks, and the loop of a device that is served from Rust.
//!
//! Deadlines are the stream's: the caller sets its read timeout to more than the request allows the agent (see
//! [`Settle::longest`] and [`Perform::longest`]). After a failure in the middle of an exchange the stream's place is unknown, so that a client
//! that failed once says so to every later call.

use std::io::{self, Read, Write};

use super::VERSION;
use super::look::Look;
use super::request::{Failure, Hello, Perform, Reply, Request, Settle, Watch};
use super::wire::{WireError, read_frame, write_frame};
use crate::Picture;

/// The agent's program for the device, built from `agent/src` by `agent/build.sh`.
pub const JAR: &[u8] = include_bytes!("../../../../agent/skink-agent.jar");
/// The class that `app_process` starts: `app_process FOLDER dev.skink.agent.Main [SOCKET [SECONDS]]`. It ends by itself
/// when nobody asked for anything for so many seconds.
pub const MAIN_CLASS: &str = "dev.skink.agent.Main";
/// The abstract socket on which it listens unless told otherwise.
pub const SOCKET: &str = "skink-agent";

/// Why the agent could not be asked.
#[derive(Debug, thiserror::Error)]
pub enum AgentError {
    /// The connection failed or took too long: reconnect.
    #[error("the connection to the agent failed while {doing}: {problem}")]
    Connection {
        /// What was being done.
        doing: &'static str,
        /// What went wrong.
        problem: io::Error,
    },
    /// What came back is not the protocol: not our agent, or damaged on the way.
    #[error("the agent's answer cannot be read: {0}")]
    Protocol(#[from] WireError),
    /// The agent answered something else than was asked.
    #[error("the agent answered {got} to {asked}")]
    Unexpected {
        /// What was asked.
        asked: &'static str,
        /// What came.
        got: &'static str,
    },
    /// The agent could not do it.
    #[error("the agent could not do it: {message}")]
    Failed {
        /// Why.
        why: Failure,
        /// In its words.
        message: String,
    },
    /// An earlier call failed in the middle.
    #[error("the connection to the agent was given up before")]
    Broken,
}

impl AgentError {
    /// Whether the connection can still be used.
    pub fn is_answer(&self) -> bool {
        matches!(self, AgentError::Failed { .. })
    }

    /// Whether another agent than ours is there: ask it to quit and start ours.
    pub fn is_other_version(&self) -> bool {
        matches!(self, AgentError::Failed { why: Failure::Version, .. })
    }
}

/// For telling who is in front although the app does not answer.
const FRONT_MILLIS: u64 = 1_000;

impl Settle {
    /// The longest that the agent works on a step with this, in milliseconds, apart from [`Perform::longest`].
    pub fn longest(&self) -> u64 {
        [self.act, self.most, self.look].into_iter().map(u64::from).sum::<u64>() + FRONT_MILLIS
    }
}

impl Perform {
    /// The longest that the act takes by itself, in milliseconds: the agent allows it so much on top of
    /// [`Settle::act`]. As in `agent/src/dev/skink/agent/Hands.java`.
    pub fn longest(&self) -> u64 {
        match self {
            Perform::Nothing => 0,
            Perform::Wait(millis) | Perform::Drag(_, _, millis) => u64::from(*millis),
            Perform::LongTap(_, 0) => 2_500,
            Perform::LongTap(_, millis) => u64::from(*millis),
            // A key each, where nothing better is possible.
            Perform::Type(_, text) => 1_500 + 150 * text.encode_utf16().count() as u64,
            _ => 1_000,
        }
    }
}

/// A host's end of a connection to an agent.
#[derive(Debug)]
pub struct AgentClient<S> {
    stream: S,
    hello: Hello,
    broken: bool,
}

impl<S: Read + Write> AgentClient<S> {
    /// Greets the agent at the other end.
    pub fn connect(stream: S) -> Result<Self, AgentError> {
        let mut client = Self { stream, hello: Hello::default(), broken: false };
        match client.ask("greeting it", &Request::Hello(VERSION))? {
            Reply::Hello(hello) if hello.version == VERSION => client.hello = hello,
            Reply::Hello(hello) => {
                let message = format!("it speaks version {}, this host {VERSION}", hello.version);
                return Err(AgentError::Failed { why: Failure::Version, message });
            }
            other => return client.unexpected("a greeting", &other),
        }
        Ok(client)
    }

    /// Ends whatever agent is at the other end, of any version, without greeting it.
    pub fn end(mut stream: S) -> Result<(), AgentError> {
        let failed = |problem| AgentError::Connection { doing: "ending it", problem };
        write_frame(&mut stream, &Request::Quit.encode()).map_err(failed)?;
        // Its answer, or the end of the stream, says that it heard; what it says does not matter.
        read_frame(&mut stream).map_err(failed)?;
        Ok(())
    }

    /// What the agent said of itself.
    pub fn hello(&self) -> &Hello {
        &self.hello
    }

    /// The stream, to set its timeouts.
    pub fn stream(&self) -> &S {
        &self.stream
    }

    /// Acts, lets the screen settle, looks: one round trip.
    pub fn step(&mut self, perform: Perform, settle: Settle) -> Result<Look, AgentError> {
        self.numbered(0, perform, settle)
    }

    /// A step with a number: one that the agent did already under that number, for a host whose connection was lost,
    /// is not done again, and its look is told again.
    pub fn numbered(&mut self, number: u32, perform: Perform, settle: Settle) -> Result<Look, AgentError> {
        match self.ask("a step", &Request::Step { number, perform, settle })? {
            Reply::Look(look) => Ok(*look),
            other => self.unexpected("a step", &other),
        }
    }

    /// Lets the screen settle and looks.
    pub fn observe(&mut self, settle: Settle) -> Result<Look, AgentError> {
        self.step(Perform::Nothing, settle)
    }

    /// What the screen looks like; `None` is normal.
    pub fn screenshot(&mut self) -> Result<Option<Picture>, AgentError> {
        match self.ask("a screenshot", &Request::Screenshot)? {
            Reply::Screenshot(None) => Ok(None),
            // A picture that cannot be read is as good as none: the caller falls back to `screencap`.
            Reply::Screenshot(Some(file)) => Ok(Picture::from_png(&file)),
            other => self.unexpected("a screenshot", &other),
        }
    }

    /// Says what to watch; replaces what was said before.
    pub fn watch(&mut self, watch: Watch) -> Result<(), AgentError> {
        self.done("what to watch", &Request::Watch(watch))
    }

    /// Whether it is there.
    pub fn ping(&mut self) -> Result<(), AgentError> {
        self.done("a ping", &Request::Ping)
    }

    /// Ends the agent.
    pub fn quit(mut self) -> Result<(), AgentError> {
        self.done("to quit", &Request::Quit)
    }

    fn done(&mut self, asked: &'static str, request: &Request) -> Result<(), AgentError> {
        match self.ask(asked, request)? {
            Reply::Done => Ok(()),
            other => self.unexpected(asked, &other),
        }
    }

    fn ask(&mut self, doing: &'static str, request: &Request) -> Result<Reply, AgentError> {
        if self.broken {
            return Err(AgentError::Broken);
        }
        // Until the whole answer is here.
        self.broken = true;
        let failed = |problem| AgentError::Connection { doing, problem };
        write_frame(&mut self.stream, &request.encode()).map_err(failed)?;
        let frame = read_frame(&mut self.stream).map_err(failed)?;
        let frame = frame.ok_or_else(|| failed(io::ErrorKind::UnexpectedEof.into()))?;
        let reply = Reply::decode(&frame)?;
        self.broken = false;
        match reply {
            Reply::Failed(why, message) => Err(AgentError::Failed { why, message }),
            reply => Ok(reply),
        }
    }

    fn unexpected<T>(&mut self, asked: &'static str, got: &Reply) -> Result<T, AgentError> {
        self.broken = true;
        let got = match got {
            Reply::Hello(_) => "a greeting",
            Reply::Look(_) => "a look",
            Reply::Screenshot(_) => "a picture",
            Reply::Done => "that it is done",
            Reply::Failed(..) => "a failure",
        };
        Err(AgentError::Unexpected { asked, got })
    }
}

/// Answers one host until it leaves or asks the agent to quit; `true` for the latter. Greetings, pings and requests
/// that make no sense are answered here, the rest by `answer`.
pub fn serve(
    stream: &mut (impl Read + Write),
    hello: &Hello,
    mut answer: impl FnMut(Request) -> Reply,
) -> io::Result<bool> {
    while let Some(frame) = read_frame(stream)? {
        let reply = match Request::decode(&frame) {
            Ok(Request::Hello(version)) => Reply::to_hello(version, hello),
            Ok(Request::Ping) => Reply::Done,
            Ok(Request::Quit) => {
                write_frame(stream, &Reply::Done.encode())?;
                return Ok(true);
            }
            Ok(request) => answer(request),
            Err(problem) => Reply::Failed(Failure::Request, problem.to_string()),
        };
        write_frame(stream, &reply.encode())?;
    }
    Ok(false)
}
