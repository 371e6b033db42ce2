//! Why something could not be diagnosed. Every message names the file.

use std::path::{Path, PathBuf};

use skink_model::automaton::AutomatonError;
use skink_run::RunError;

/// Why there is no diagnosis.
#[derive(Debug, thiserror::Error)]
pub enum DiagnoseError {
    /// A file could not be read.
    #[error("cannot read {path}: {source}", path = path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file does not say what it should.
    #[error("{path}: {problem}", path = path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// The automaton cannot be made deterministic.
    #[error("the automaton of bug {bug}: {source}")]
    Automaton {
        /// Whose.
        bug: String,
        /// Why.
        source: AutomatonError,
    },
    /// A run could not be read or done.
    #[error(transparent)]
    Run(#[from] RunError),
    /// What was asked for makes no sense.
    #[error("{0}")]
    Usage(String),
}

impl DiagnoseError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> DiagnoseError {
        move |source| DiagnoseError::Io { path: path.to_owned(), source }
    }

    pub(crate) fn file(path: &Path, problem: impl ToString) -> DiagnoseError {
        DiagnoseError::File { path: path.to_owned(), problem: problem.to_string() }
    }
}
