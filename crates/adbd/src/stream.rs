//! One stream of a connection: bytes both ways, each write answered before the next, an end on either side.

use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::connection::Wire;
use crate::wire::{CLSE, OKAY, WRTE};

/// What the two sides of a stream share.
#[derive(Default)]
struct State {
    /// Bytes from the host that nobody has read yet.
    inbox: Vec<u8>,
    /// Messages from the host that lie in the inbox.
    unread: u32,
    /// Messages that were read and not answered yet: the host sends more only then. The answer goes with what is
    /// written next, or before more is waited for.
    unanswered: u32,
    /// The host has answered our last write.
    ready: bool,
    /// The host, or the whole connection, is gone.
    closed: bool,
}

/// A stream, shared by the thread that reads the connection and the service.
pub(crate) struct Stream {
    wire: Arc<Wire>,
    local: u32,
    remote: u32,
    state: Mutex<State>,
    changed: Condvar,
    /// One write at a time: a service may write from several threads.
    writing: Mutex<()>,
}

impl Stream {
    pub(crate) fn new(wire: Arc<Wire>, local: u32, remote: u32) -> Self {
        let state = Mutex::new(State { ready: true, ..State::default() });
        Self { wire, local, remote, state, changed: Condvar::new(), writing: Mutex::new(()) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The host sent bytes.
    pub(crate) fn received(&self, bytes: &[u8]) {
        let mut state = self.state();
        state.inbox.extend_from_slice(bytes);
        state.unread += 1;
        self.changed.notify_all();
    }

    /// The host has taken our last write.
    pub(crate) fn answered(&self) {
        self.state().ready = true;
        self.changed.notify_all();
    }

    /// The host closed the stream, or the connection broke.
    pub(crate) fn hung_up(&self) {
        self.state().closed = true;
        self.changed.notify_all();
    }

    /// Whether nobody listens any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.state().closed
    }

    /// Everything that has come, waiting for the first byte until `deadline`; empty at the end of the stream
    /// or when the time is over.
    pub(crate) fn read_some(&self, deadline: Option<Instant>) -> io::Result<Vec<u8>> {
        let mut state = self.state();
        if state.inbox.is_empty() && state.unanswered > 0 && !state.closed {
            let answers = std::mem::take(&mut state.unanswered);
            drop(state);
            self.wire.send_all(&self.answers(answers))?;
            state = self.state();
        }
        while state.inbox.is_empty() && !state.closed {
            let left = match deadline {
                Some(deadline) => deadline.saturating_duration_since(Instant::now()),
                None => Duration::from_secs(3600),
            };
            if left.is_zero() {
                return Ok(Vec::new());
            }
            state = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.unanswered += std::mem::take(&mut state.unread);
        Ok(std::mem::take(&mut state.inbox))
    }

    fn answers(&self, count: u32) -> Vec<u8> {
        (0..count).flat_map(|_| self.wire.encode(OKAY, self.local, self.remote, &[])).collect()
    }

    /// Writes, in as many messages as it takes.
    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let _alone = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        for chunk in bytes.chunks(self.wire.max_payload()) {
            let mut state = self.state();
            while !state.ready && !state.closed {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            if state.closed {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            state.ready = false;
            let answers = std::mem::take(&mut state.unanswered);
            drop(state);
            // In one piece: each packet wakes adb's threads.
            let mut bytes = self.answers(answers);
            bytes.append(&mut self.wire.encode(WRTE, self.local, self.remote, chunk));
            self.wire.send_all(&bytes)?;
        }
        Ok(())
    }

    /// Ends the stream, once the host has taken what was written.
    pub(crate) fn close(&self) {
        let mut state = self.state();
        while !state.ready && !state.closed {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let told = std::mem::replace(&mut state.closed, true);
        drop(state);
        if !told {
            // A connection that broke meanwhile has closed the stream as well.
            let _ = self.wire.send(CLSE, self.local, self.remote, &[]);
        }
    }

    /// Breaks the whole connection.
    pub(crate) fn break_connection(&self) {
        self.wire.break_off();
    }
}

/// Reads a stream as bytes, of whatever pieces they came in.
pub(crate) struct Reader<'a> {
    stream: &'a Stream,
    buffer: Vec<u8>,
    at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(stream: &'a Stream) -> Self {
        Self { stream, buffer: Vec::new(), at: 0 }
    }
}

impl io::Read for Reader<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.at == self.buffer.len() {
            self.buffer = self.stream.read_some(None)?;
            self.at = 0;
        }
        let left = &self.buffer[self.at..];
        let count = left.len().min(into.len());
        into[..count].copy_from_slice(&left[..count]);
        self.at += count;
        Ok(count)
    }
}
