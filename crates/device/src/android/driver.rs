//! What sees and touches the device: the seam between the agent on the device and Android's own commands.

use skink_gui::{Key, Screen};
use skink_trace::Crash;

use crate::Input;
use crate::adb::{Adb, AdbError};

/// Which of the two ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DriverKind {
    /// A small program of ours on the device: one round trip a step.
    Agent,
    /// `uiautomator dump`, `input` and `dumpsys`: slower, and blind to some screens.
    Shell,
}

impl DriverKind {
    /// One word for people.
    pub fn name(self) -> &'static str {
        match self {
            DriverKind::Agent => "agent",
            DriverKind::Shell => "shell",
        }
    }
}

/// What a driver saw.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) screen: Screen,
    pub(crate) busy: bool,
    pub(crate) toasts: Vec<String>,
    /// Crashes of any process, where the driver is told of them.
    pub(crate) crashes: Vec<Crash>,
    /// The app does not answer: its main thread is busy.
    pub(crate) hangs: bool,
    /// Android did not take the input, as when the screen is off.
    pub(crate) refused: bool,
    /// What people should know of this look, such as why it shows nothing.
    pub(crate) note: Option<String>,
    /// Milliseconds: acting, settling, reading.
    pub(crate) millis: [u64; 3],
}

/// What is told besides the screen.
#[derive(Clone, Debug, Default)]
pub(crate) struct News {
    pub(crate) crashes: Vec<Crash>,
    pub(crate) toasts: Vec<String>,
}

/// Whether the input was done when a step failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Acted {
    No,
    Yes,
    /// The connection ended between asking and the answer.
    Unknown,
}

/// Why a step failed, and how far it came.
#[derive(Debug)]
pub(crate) struct StepError {
    pub(crate) error: AdbError,
    pub(crate) acted: Acted,
}

/// A way to see and touch a device.
pub(crate) trait Driver {
    fn kind(&self) -> DriverKind;

    /// Does the input, if there is one, lets the screen settle, and looks.
    fn step(&mut self, adb: &Adb, input: Option<&Input>) -> Result<Seen, StepError>;

    /// Whether a step that failed with [`Acted::Unknown`] may simply be asked for again: it is not done twice.
    fn remembers(&self) -> bool {
        false
    }

    /// Turns the screen back to where it was before the first turn.
    fn upright(&mut self, adb: &Adb) -> Result<(), AdbError>;

    /// What was not told yet, after a key where one is given, without waiting for the screen to rest.
    fn glance(&mut self, adb: &Adb, key: Option<Key>) -> Result<News, StepError>;

    /// Whether crashes are told with the looks; else the log must be read.
    fn tells_crashes(&self) -> bool;

    /// A picture as a PNG file, where the driver has a way of its own.
    fn screenshot(&mut self, adb: &Adb) -> Result<Option<crate::Picture>, AdbError>;

    /// Sets itself up again after the device was lost.
    fn reconnect(&mut self, adb: &Adb) -> Result<(), AdbError>;

    /// What this Android did not let it have, as far as it was known at the last connection.
    fn missing(&self) -> Vec<String> {
        Vec::new()
    }

    /// Lets go of the device.
    fn end(&mut self, adb: &Adb);
}
