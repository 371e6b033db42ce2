//! The device: what Skink asks of a phone, virtual or real, and the reading of its answers.
//!
//! Calls block, each bounded by a deadline of the device's own; one thread owns one device. An app that
//! misbehaves is a result ([`Observation::crashes`]), a device that misbehaves is an error.

pub mod adb;
pub mod agent;
pub mod android;
pub mod apk;
mod input;
mod logcat;
mod mapping;
mod picture;
pub mod shell;
mod walk;

pub use input::Input;
pub use logcat::crashes_in_log;
pub use mapping::Mapping;
pub use picture::Picture;
pub use walk::{Walk, WalkDevice, WalkTrace};

use std::any::Any;
use std::time::Duration;

use skink_trace::Observation;

/// Why a device could not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeviceError {
    /// The device misbehaved: trying again, or reconnecting, may help.
    #[error("the device failed while {doing}: {problem}")]
    Device {
        /// What was being done.
        doing: String,
        /// What went wrong.
        problem: String,
    },
    /// The device was lost in the middle of something and is back; whether that was done, nobody knows, and where the
    /// app stands neither. Begin a new trace.
    #[error("the device was lost and came back while {doing}: {problem}")]
    Interrupted {
        /// What was being done.
        doing: String,
        /// What is not known.
        problem: String,
    },
    /// The caller misbehaved: asked for an app that is not installed, or restored a foreign snapshot.
    #[error("cannot {doing}: {problem}")]
    Caller {
        /// What was asked.
        doing: String,
        /// Why it makes no sense.
        problem: String,
    },
}

/// The state of a device that can be gone back to.
pub struct Snapshot(Box<dyn Any + Send>);

impl Snapshot {
    /// Wraps what the device needs to remember.
    pub fn new(state: impl Any + Send) -> Self {
        Self(Box::new(state))
    }

    /// What was wrapped, if it is of that type.
    pub fn state<T: Any>(&self) -> Option<&T> {
        self.0.downcast_ref()
    }
}

/// A phone that can be driven, with one app under test on it.
pub trait Device {
    /// A name for people and for `run.toml`.
    fn name(&self) -> String;

    /// The package of the app under test.
    fn package(&self) -> &str;

    /// Stops the app, clears its data, launches it and looks. Starts are numbered: a device that can
    /// determine its clock and its randomness takes them from `start`, so that the same start and the same
    /// events give the same screens, while another start gives other ones.
    fn clean_start(&mut self, start: u64) -> Result<Observation, DeviceError>;

    /// Looks, after the screen has settled or the bound for settling has passed.
    fn observe(&mut self) -> Result<Observation, DeviceError>;

    /// Does something, lets the screen settle, and looks.
    fn perform(&mut self, input: &Input) -> Result<Observation, DeviceError>;

    /// Device time since it was opened.
    fn clock(&self) -> Duration;

    /// The log since the last call.
    fn log(&mut self) -> Result<String, DeviceError>;

    /// Number of branches of the app, where branch coverage is counted.
    fn branches(&self) -> Option<u32> {
        None
    }

    /// What the screen looks like now, for people. Android may refuse, as for a page that protects its content:
    /// `None` is normal. Changes nothing on the device.
    fn screenshot(&mut self) -> Result<Option<Picture>, DeviceError> {
        Ok(None)
    }

    /// What people should know of how the device fared since the last call: it was lost and came back, a screen could
    /// not be read whole.
    fn notes(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// The present state, where the device can keep it.
    fn snapshot(&self) -> Option<Snapshot> {
        None
    }

    /// Goes back to a state kept before; the clock runs on.
    fn restore(&mut self, _snapshot: &Snapshot) -> Result<Observation, DeviceError> {
        Err(DeviceError::Caller {
            doing: "restore a snapshot".into(),
            problem: "this device keeps none".into(),
        })
    }
}
