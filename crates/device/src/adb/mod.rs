//! A client for the adb server's own protocol, on plain sockets.
//!
//! Speaking the protocol instead of running `adb` for each command tells what `adb` hides: before Android 7 a
//! failed command, a failed installation and a device that vanished all exit with 0 and say nothing. Every call
//! takes a [`Deadline`] for the whole call, because a frozen device answers no call and breaks no connection.

mod devices;
#[cfg(test)]
pub(crate) mod fake;
mod forward;
mod install;
mod quote;
mod server;
mod shell;
mod stream;
mod sync;

pub use devices::{Attached, DeviceState, read_devices};
pub use install::{InstallOptions, Installed, explain_install_failure, read_install};
pub use quote::quote;
pub use server::{Server, Tracker};
pub use shell::Answer;
pub use stream::Stream;

use std::cell::Cell;
use std::time::{Duration, Instant};

/// When a call must have ended, however many parts it has.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    end: Instant,
    span: Duration,
}

impl Deadline {
    /// So much time from now on.
    pub fn after(span: Duration) -> Self {
        Self { end: Instant::now() + span, span }
    }

    /// So many seconds from now on.
    pub fn seconds(seconds: u64) -> Self {
        Self::after(Duration::from_secs(seconds))
    }

    /// What is left; `None` once it has passed.
    pub fn left(&self) -> Option<Duration> {
        self.end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())
    }

    /// The nearer of this deadline and that span from now on.
    pub fn within(&self, span: Duration) -> Deadline {
        match self.left() {
            Some(left) if left < span => *self,
            _ => Deadline::after(span),
        }
    }

    /// Sleeps, but not past the deadline; whether time is left.
    pub fn sleep(&self, span: Duration) -> bool {
        let left = self.left().unwrap_or_default();
        std::thread::sleep(span.min(left));
        left > span
    }
}

/// Why adb could not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AdbError {
    /// There is no adb server and none could be started.
    #[error("no adb server while {doing}: {problem}")]
    NoServer {
        /// What was being done.
        doing: String,
        /// What went wrong, and what to try.
        problem: String,
    },
    /// The device, or the connection to it, went away; or it is not ready.
    #[error("the device was lost while {doing}: {problem}")]
    Lost {
        /// What was being done.
        doing: String,
        /// What was seen.
        problem: String,
    },
    /// The time for the whole call is over.
    #[error("no answer within {:.1} s while {doing}", .span.as_secs_f64())]
    Deadline {
        /// What was being done.
        doing: String,
        /// How long was waited.
        span: Duration,
    },
    /// What came is not adb's protocol.
    #[error("adb answered something else than its protocol while {doing}: {problem}")]
    Protocol {
        /// What was being done.
        doing: String,
        /// What came.
        problem: String,
    },
    /// The server or the device understood and refused.
    #[error("adb refused {doing}: {problem}")]
    Refused {
        /// What was asked.
        doing: String,
        /// Its reason.
        problem: String,
    },
}

impl AdbError {
    /// Whether waiting for the device and asking again may help.
    pub fn may_pass(&self) -> bool {
        !matches!(self, AdbError::Refused { .. })
    }

    pub(crate) fn of_io(doing: &str, deadline: &Deadline, error: &std::io::Error) -> AdbError {
        use std::io::ErrorKind;
        match error.kind() {
            ErrorKind::TimedOut | ErrorKind::WouldBlock => {
                AdbError::Deadline { doing: doing.to_owned(), span: deadline.span }
            }
            ErrorKind::UnexpectedEof => AdbError::Lost {
                doing: doing.to_owned(),
                problem: "the connection ended before the answer did".into(),
            },
            _ => AdbError::Lost { doing: doing.to_owned(), problem: error.to_string() },
        }
    }

    pub(crate) fn protocol(doing: &str, problem: impl Into<String>) -> AdbError {
        AdbError::Protocol { doing: doing.to_owned(), problem: problem.into() }
    }
}

/// One device, asked through the server.
#[derive(Clone, Debug)]
pub struct Adb {
    server: Server,
    serial: String,
    /// What adbd can do, such as `shell_v2`; empty before Android 7.
    features: Vec<String>,
    /// Whether a service was asked for since the last [`Adb::forget_sent`]: what failed before did nothing.
    sent: Cell<bool>,
}

impl Adb {
    /// The device of that serial number, which must be there and ready.
    pub fn open(server: Server, serial: &str, deadline: Deadline) -> Result<Adb, AdbError> {
        let doing = format!("opening the device {serial}");
        let answer = server.ask(&format!("host-serial:{serial}:features"), &doing, deadline)?;
        let features = answer.split([',', '\n']).map(str::trim).filter(|f| !f.is_empty());
        let features = features.map(str::to_owned).collect();
        Ok(Adb { server, serial: serial.to_owned(), features, sent: Cell::new(false) })
    }

    /// The server that is asked.
    pub fn server(&self) -> &Server {
        &self.server
    }

    /// The serial number.
    pub fn serial(&self) -> &str {
        &self.serial
    }

    /// Whether adbd has that feature.
    pub fn has(&self, feature: &str) -> bool {
        self.features.iter().any(|f| f == feature)
    }

    /// Opens a service of the device, such as `localabstract:NAME` or `sync:`. What is read and written then is
    /// the service's own.
    pub fn service(&self, service: &str, doing: &str, deadline: Deadline) -> Result<Stream, AdbError> {
        let mut stream = self.server.open(doing, deadline)?;
        stream.request(&format!("host:transport:{}", self.serial), doing)?;
        self.sent.set(true);
        stream.request(service, doing)?;
        Ok(stream)
    }

    /// Begins to watch whether anything is asked of the device.
    pub(crate) fn forget_sent(&self) {
        self.sent.set(false);
    }

    /// Whether anything was asked of the device since: a call that failed before did nothing there.
    pub(crate) fn was_sent(&self) -> bool {
        self.sent.get()
    }

    #[cfg(test)]
    pub(crate) fn renamed(mut self, serial: &str) -> Adb {
        self.serial = serial.to_owned();
        self
    }
}
