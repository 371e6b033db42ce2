//! A connection whose reads and writes all end by one deadline, and the frames of adb's host protocol: four
//! hexadecimal digits of length before each text, `OKAY` or `FAIL` before each answer.

use std::cell::Cell;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use super::{AdbError, Deadline};

/// A longer answer is not read: the longest of a real device (`pm dump`) has a hundredth of it.
const MAX_ANSWER: usize = 256 * 1024 * 1024;

/// A connection to the server, or through it to a service of the device.
#[derive(Debug)]
pub struct Stream {
    socket: TcpStream,
    /// In a cell: who lends the stream out may still set the time for the next call.
    deadline: Cell<Deadline>,
    /// What has come beyond what was asked for: a reply is read at once, not its length first.
    ahead: Vec<u8>,
    /// How much of it was taken.
    taken: usize,
}

/// How much is read ahead.
const AHEAD: usize = 16 * 1024;

impl Stream {
    pub(crate) fn connect(address: SocketAddr, deadline: Deadline) -> io::Result<Stream> {
        let left = deadline.left().ok_or(io::ErrorKind::TimedOut)?;
        let socket = TcpStream::connect_timeout(&address, left)?;
        socket.set_nodelay(true)?;
        Ok(Stream { socket, deadline: Cell::new(deadline), ahead: Vec::new(), taken: 0 })
    }

    /// From now on reads and writes end by this deadline.
    pub fn set_deadline(&self, deadline: Deadline) {
        self.deadline.set(deadline);
    }

    /// Sends a request and reads whether it is granted.
    pub(crate) fn request(&mut self, text: &str, doing: &str) -> Result<(), AdbError> {
        if text.len() > 0xffff {
            let problem = format!("the request has {} bytes; adb takes 65,535", text.len());
            return Err(AdbError::Refused { doing: doing.to_owned(), problem });
        }
        let frame = format!("{:04x}{text}", text.len());
        self.write_all(frame.as_bytes()).map_err(|e| self.failed(doing, &e))?;
        self.status(doing)
    }

    /// Reads `OKAY`, or `FAIL` and why.
    pub(crate) fn status(&mut self, doing: &str) -> Result<(), AdbError> {
        let mut word = [0; 4];
        self.read_exact(&mut word).map_err(|e| self.failed(doing, &e))?;
        match &word {
            b"OKAY" => Ok(()),
            b"FAIL" => {
                let problem = self.text(doing)?;
                Err(refusal(doing, problem))
            }
            other => Err(AdbError::protocol(doing, format!("{:?}", String::from_utf8_lossy(other)))),
        }
    }

    /// Reads a text with its length before it.
    pub(crate) fn text(&mut self, doing: &str) -> Result<String, AdbError> {
        let mut digits = [0; 4];
        self.read_exact(&mut digits).map_err(|e| self.failed(doing, &e))?;
        let length = std::str::from_utf8(&digits).ok().and_then(|d| usize::from_str_radix(d, 16).ok());
        let Some(length) = length else {
            let shown = String::from_utf8_lossy(&digits).into_owned();
            return Err(AdbError::protocol(doing, format!("{shown:?} where a length should stand")));
        };
        let mut bytes = vec![0; length];
        self.read_exact(&mut bytes).map_err(|e| self.failed(doing, &e))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Reads until the other side ends.
    pub(crate) fn rest(&mut self, doing: &str) -> Result<Vec<u8>, AdbError> {
        let mut all = Vec::new();
        let mut part = [0; 16 * 1024];
        loop {
            match self.read(&mut part) {
                Ok(0) => return Ok(all),
                Ok(n) if all.len() + n > MAX_ANSWER => {
                    return Err(AdbError::protocol(doing, "an answer without end"));
                }
                Ok(n) => all.extend_from_slice(&part[..n]),
                // A connection that is cut is an answer that ends: whether it was whole is for the caller to see.
                Err(e) if e.kind() == io::ErrorKind::ConnectionReset => return Ok(all),
                Err(e) => return Err(self.failed(doing, &e)),
            }
        }
    }

    pub(crate) fn failed(&self, doing: &str, error: &io::Error) -> AdbError {
        AdbError::of_io(doing, &self.deadline.get(), error)
    }

    fn receive(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            self.socket.set_read_timeout(Some(self.left()?))?;
            match self.socket.read(buffer) {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                other => return other,
            }
        }
    }

    fn left(&self) -> io::Result<Duration> {
        self.deadline.get().left().ok_or_else(|| io::ErrorKind::TimedOut.into())
    }
}

/// What a refusal means: a device that is not there or not ready may come (back), anything else will not.
fn refusal(doing: &str, problem: String) -> AdbError {
    let lower = problem.to_ascii_lowercase();
    let gone =
        ["not found", "offline", "unauthorized", "authorizing", "no devices", "connecting", "transport"];
    if lower.contains("device") && gone.iter().any(|word| lower.contains(word)) {
        AdbError::Lost { doing: doing.to_owned(), problem }
    } else {
        AdbError::Refused { doing: doing.to_owned(), problem }
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.ahead.len() {
            if buffer.len() >= AHEAD {
                return self.receive(buffer);
            }
            let mut ahead = std::mem::take(&mut self.ahead);
            ahead.resize(AHEAD, 0);
            let received = self.receive(&mut ahead);
            ahead.truncate(received.as_ref().copied().unwrap_or(0));
            (self.ahead, self.taken) = (ahead, 0);
            received?;
        }
        let rest = &self.ahead[self.taken..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.taken += count;
        Ok(count)
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.socket.set_write_timeout(Some(self.left()?))?;
        self.socket.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.socket.flush()
    }
}
