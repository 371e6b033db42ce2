//! Where a command reads from and writes to.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

/// Takes what a command writes.
pub(crate) type Sink = Arc<dyn Fn(&[u8]) -> io::Result<()> + Send + Sync>;

/// Gives what the host sends; an empty answer is the end.
pub(crate) type Source = Arc<dyn Fn() -> io::Result<Vec<u8>> + Send + Sync>;

/// What a command reads.
#[derive(Clone, Default)]
pub(crate) enum Stdin {
    /// Nothing.
    #[default]
    Empty,
    /// These bytes, each once.
    Bytes(Arc<Mutex<Vec<u8>>>),
    /// What the host sends.
    Live(Source),
}

impl Stdin {
    pub(crate) fn of(bytes: Vec<u8>) -> Self {
        Stdin::Bytes(Arc::new(Mutex::new(bytes)))
    }

    /// The next bytes; none at the end.
    pub(crate) fn read(&self) -> Vec<u8> {
        match self {
            Stdin::Empty => Vec::new(),
            Stdin::Bytes(bytes) => std::mem::take(&mut *bytes.lock().unwrap_or_else(PoisonError::into_inner)),
            // A host that is gone sends nothing more.
            Stdin::Live(source) => source().unwrap_or_default(),
        }
    }

    /// Everything until the end, at most so many bytes.
    pub(crate) fn read_all(&self, most: usize) -> Vec<u8> {
        let mut all = Vec::new();
        while all.len() < most {
            let more = self.read();
            if more.is_empty() {
                break;
            }
            all.extend_from_slice(&more);
        }
        all.truncate(most);
        all
    }
}

/// The three streams of a command, and whether anybody listens.
#[derive(Clone)]
pub(crate) struct Io {
    pub(crate) stdin: Stdin,
    pub(crate) out: Sink,
    pub(crate) err: Sink,
    pub(crate) alive: Arc<dyn Fn() -> bool + Send + Sync>,
}

impl Io {
    /// Writes a text; a host that is gone ends the command at its next look at `alive`.
    pub(crate) fn print(&self, text: &str) {
        let _ = (self.out)(text.as_bytes());
    }

    pub(crate) fn print_bytes(&self, bytes: &[u8]) {
        let _ = (self.out)(bytes);
    }

    pub(crate) fn complain(&self, text: &str) {
        let _ = (self.err)(text.as_bytes());
    }
}

/// A sink that keeps what it is given.
pub(crate) fn buffer() -> (Sink, Arc<Mutex<Vec<u8>>>) {
    let kept: Arc<Mutex<Vec<u8>>> = Arc::default();
    let into = Arc::clone(&kept);
    let sink: Sink = Arc::new(move |bytes: &[u8]| {
        into.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(())
    });
    (sink, kept)
}

/// A sink that forgets.
pub(crate) fn nowhere() -> Sink {
    Arc::new(|_: &[u8]| Ok(()))
}
