//! The agent's protocol: how a program of ours that runs on the device is asked to act and to look.
//!
//! A connection carries frames: four bytes of length (big-endian), then so many bytes. The host sends one request
//! and reads one reply; nothing is ever sent unasked. The first request is [`Request::Hello`] with [`VERSION`]; an
//! agent of another version answers [`Reply::Failed`] with [`Failure::Version`], and every version understands
//! [`Request::Quit`], so that a stale agent can be ended by whoever finds it. Numbers are LEB128, signed ones
//! zigzagged; a [`Look`] has a table of its strings in front. The same bytes are written and read by the Java side
//! in `agent/`; `agent/golden/` holds examples that both sides test against.
//!
//! Steps are numbered by the host. A step whose number the agent knows from its last one is not done again: its reply
//! is sent again. So a host that lost the connection asks once more, and the step is done exactly once.
//!
//! A host uses [`AgentClient`], a device that is served from Rust uses [`serve`]. What is read may be hostile: sizes
//! are bounded, nothing panics.

mod client;
mod look;
mod notice;
mod request;
mod wire;

pub use client::{AgentClient, AgentError, JAR, MAIN_CLASS, SOCKET, serve};
pub use look::{Cut, Look, Performed, Timings, TreeState, Window};
pub use notice::{Notice, NoticeKind};
pub use request::{Failure, Hello, Perform, Reply, Request, Settle, Start, Watch};
pub use wire::{MAX_FRAME, WireError, read_frame, split_frame, write_frame};

/// Version of the protocol. A change of any byte on the wire is a new version.
pub const VERSION: u32 = 2;
