//! The phone behind adb: the device side of adb's protocol over TCP, so that a real `adb connect` works, a
//! shell that answers Android's commands in Android's formats, and the agent's socket.
//!
//! It is a crate of its own so that the phone itself stays what it is: one deterministic value without sockets
//! and threads. The formats follow what real Androids answer: API 19 to the letter where it was recorded, later
//! levels where they are known to differ. The clock is the phone's virtual one: waiting for idle advances it by
//! what an event costs, `sleep` by what it was told, and nothing else does.

mod agent;
mod android;
mod connection;
mod faults;
mod files;
mod handset;
mod log;
mod server;
mod services;
mod shell;
mod stream;
mod sync;
mod wire;

pub use faults::{Fault, Faults, FaultsError};
pub use server::{ServeError, Server, Settings, Stopper};

/// Reads a shell's command line and throws it away: for tests that feed it nonsense.
#[doc(hidden)]
pub fn reads(line: &str) -> bool {
    shell::parse(line).is_ok()
}
