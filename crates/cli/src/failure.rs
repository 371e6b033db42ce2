//! Failures as people see them: what was being done, what went wrong, what to try.

use skink_device::DeviceError;
use skink_run::RunError;

/// Wrong usage or settings.
const USAGE: u8 = 2;

/// Why a command failed, and with which exit code.
pub(crate) struct Failure {
    pub(crate) doing: String,
    pub(crate) problem: String,
    pub(crate) hint: Option<String>,
    pub(crate) code: u8,
}

impl Failure {
    /// The user asked for something that makes no sense.
    pub(crate) fn usage(doing: impl Into<String>, problem: impl Into<String>) -> Self {
        Self { doing: doing.into(), problem: problem.into(), hint: None, code: USAGE }
    }

    /// The device or Skink itself failed.
    pub(crate) fn device(doing: impl Into<String>, problem: impl Into<String>) -> Self {
        Self { doing: doing.into(), problem: problem.into(), hint: None, code: crate::FAILED }
    }

    /// What to try.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// A failure of a run while doing something.
    pub(crate) fn of(doing: &str, error: RunError) -> Self {
        let problem = error.to_string();
        match error {
            RunError::Device(DeviceError::Caller { .. }) => Self::usage(doing, problem),
            RunError::Device(DeviceError::Device { .. } | DeviceError::Interrupted { .. }) => {
                Self::device(doing, problem)
                    .hint("check that the device is attached and awake; `skink resume` continues the run")
            }
            RunError::Io { source, .. } => match source.kind() {
                std::io::ErrorKind::NotFound => Self::usage(doing, problem).hint(
                    "give the folder of a run (it holds run.toml) or of a finding (it holds finding.json)",
                ),
                std::io::ErrorKind::AlreadyExists => Self::usage(doing, problem)
                    .hint("that folder holds a run already: choose another with --out, or `skink resume` it"),
                _ => Self::device(doing, problem).hint("check permissions and free space"),
            },
            RunError::Corrupt { .. } => Self::device(doing, problem)
                .hint("the file was changed or damaged; restore it or start a new run"),
            RunError::Stuck { .. } => {
                Self::device(doing, problem).hint("launch the app by hand and look what is in front of it")
            }
            RunError::Diverged { .. } => Self::device(doing, problem)
                .hint("a run is resumed with the version of Skink and the settings it was started with"),
        }
    }
}
