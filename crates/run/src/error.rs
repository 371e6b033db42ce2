//! Why a run could not go on. Every message says what was being done and what went wrong.

use std::path::{Path, PathBuf};

use skink_device::DeviceError;

/// Why a run, a replay or a shrink stopped without a result.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The device failed.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// A file could not be read or written.
    #[error("cannot {doing} {path}: {source}", path = path.display())]
    Io {
        /// What was being done.
        doing: &'static str,
        /// To which file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file of a run does not say what it should.
    #[error("{path}, line {line}: {problem}", path = path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// Where in it, from 1; 0 where lines make no sense.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// The app does not come to the front.
    #[error("the app does not stay in front: after {tries} clean starts `{front}` was in front")]
    Stuck {
        /// How often it was tried.
        tries: u32,
        /// What was in front instead.
        front: String,
    },
    /// The recorded run does not fit this version, these settings or this device.
    #[error("the recorded run does not continue: {problem}")]
    Diverged {
        /// Where and how.
        problem: String,
    },
}

impl RunError {
    pub(crate) fn io(doing: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> RunError {
        move |source| RunError::Io { doing, path: path.to_owned(), source }
    }

    pub(crate) fn corrupt(path: &Path, line: usize, problem: impl Into<String>) -> RunError {
        RunError::Corrupt { path: path.to_owned(), line, problem: problem.into() }
    }
}
