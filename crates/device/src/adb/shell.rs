//! Commands on the device.
//!
//! From Android 7 on adbd sends output, errors and exit status apart (`shell_v2`). Before, there is one stream
//! through a terminal (LF becomes CRLF), the exit status is always 0, and a device that vanishes looks like a
//! command that printed nothing. There the command is followed by a word of our own with the status: output
//! without it is a lost device.

use std::io::Read;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Adb, AdbError, Deadline, Stream};

/// What adbd before Android 7 takes as one request.
const OLD_REQUEST: usize = 4000;
/// A longer output is refused: it is an endless one.
const MAX_OUTPUT: usize = 256 * 1024 * 1024;

/// What a command printed, and how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Standard output; before Android 7 with standard error in it. Lines end in LF.
    pub out: Vec<u8>,
    /// Standard error, where it comes apart.
    pub err: Vec<u8>,
    /// Exit status: 0 for success.
    pub status: i32,
}

impl Answer {
    /// Everything printed, as text.
    pub fn text(&self) -> String {
        let mut text = String::from_utf8_lossy(&self.out).into_owned();
        if !self.err.is_empty() {
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            text.push_str(&String::from_utf8_lossy(&self.err));
        }
        text
    }

    /// Whether it succeeded.
    pub fn ok(&self) -> bool {
        self.status == 0
    }
}

impl Adb {
    /// Runs a command and waits for its end. Texts in it that come from elsewhere must be [`quote`](super::quote)d.
    pub fn shell(&self, command: &str, deadline: Deadline) -> Result<Answer, AdbError> {
        let doing = format!("running `{}`", shortened(command));
        if self.has("shell_v2") {
            let stream = self.service(&format!("shell,v2,raw:{command}"), &doing, deadline)?;
            return read_v2(stream, &doing);
        }
        let marker = marker();
        let marked = format!("({command}\n); echo {marker}$?");
        if marked.len() > OLD_REQUEST {
            let problem = format!("{} bytes are too long for this device's adb", command.len());
            return Err(AdbError::Refused { doing, problem });
        }
        let mut stream = self.service(&format!("shell:{marked}"), &doing, deadline)?;
        let bytes = stream.rest(&doing)?;
        read_marked(&bytes, &marker).ok_or_else(|| AdbError::Lost {
            doing,
            problem: match bytes.is_empty() {
                true => "it printed nothing, not even its end".into(),
                false => "its output broke off".into(),
            },
        })
    }

    /// Runs a command for its text, whatever its exit status: many of Android's tools fail with words alone.
    pub fn ask(&self, command: &str, deadline: Deadline) -> Result<String, AdbError> {
        Ok(self.shell(command, deadline)?.text())
    }
}

fn shortened(command: &str) -> String {
    const LENGTH: usize = 100;
    match command.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{}…", &command[..end]),
        None => command.to_owned(),
    }
}

/// A word that no output holds by chance; another one each time, so that a log that quotes it does no harm.
fn marker() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("skink-{:x}-{count:x}-status-", std::process::id())
}

/// The frames of shell v2: kind, length, content. Without the frame with the exit status it was cut off.
fn read_v2(mut stream: Stream, doing: &str) -> Result<Answer, AdbError> {
    let mut answer = Answer { out: Vec::new(), err: Vec::new(), status: 0 };
    loop {
        let mut head = [0; 5];
        stream.read_exact(&mut head).map_err(|e| stream.failed(doing, &e))?;
        let [kind, length @ ..] = head;
        let length = u32::from_le_bytes(length) as usize;
        if length > MAX_OUTPUT || answer.out.len() + answer.err.len() + length > MAX_OUTPUT {
            return Err(AdbError::protocol(doing, format!("a frame of {length} bytes")));
        }
        let mut content = Vec::new();
        let mut part = (&mut stream).take(length as u64);
        part.read_to_end(&mut content).map_err(|e| stream.failed(doing, &e))?;
        if content.len() < length {
            return Err(stream.failed(doing, &std::io::ErrorKind::UnexpectedEof.into()));
        }
        match kind {
            1 => answer.out.append(&mut content),
            2 => answer.err.append(&mut content),
            3 => {
                answer.status = content.first().copied().map_or(0, i32::from);
                return Ok(answer);
            }
            other => return Err(AdbError::protocol(doing, format!("a frame of kind {other}"))),
        }
    }
}

/// Output of the old shell up to our marker, with its line ends as they were before the terminal.
fn read_marked(bytes: &[u8], marker: &str) -> Option<Answer> {
    let at = bytes.windows(marker.len()).rposition(|window| window == marker.as_bytes())?;
    let digits: String =
        bytes[at + marker.len()..].iter().map(|b| char::from(*b)).take_while(char::is_ascii_digit).collect();
    // The status must be whole: a line end follows it.
    let ended = bytes[at + marker.len() + digits.len()..].first().is_some_and(|b| matches!(b, b'\r' | b'\n'));
    let status = digits.parse().ok().filter(|_| ended)?;
    let mut out = Vec::with_capacity(at);
    // Carriage returns before a line feed are the terminal's; some write two.
    let mut returns = 0;
    for byte in &bytes[..at] {
        if *byte == b'\r' {
            returns += 1;
            continue;
        }
        if *byte != b'\n' {
            out.extend(std::iter::repeat_n(b'\r', returns));
        }
        returns = 0;
        out.push(*byte);
    }
    out.extend(std::iter::repeat_n(b'\r', returns));
    Some(Answer { out, err: Vec::new(), status })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adb::fake::{FakeAdb, Reply};
    use std::time::Duration;

    #[test]
    fn the_old_shell_tells_its_status_and_loses_its_carriage_returns() {
        let read = |bytes: &str| read_marked(bytes.as_bytes(), "M-");
        let answer = read("a\r\nb\r\r\nc\rdM-7\r\n").expect("whole");
        assert_eq!((answer.text().as_str(), answer.status), ("a\nb\nc\rd", 7));
        assert_eq!(read("M-0\r\n").expect("nothing printed").out, b"");
        assert_eq!(read(""), None, "a device that is gone");
        assert_eq!(read("half an ans"), None);
        assert_eq!(read("xM-"), None);
        assert_eq!(read("xM-1"), None, "1 may be the begin of 127");
    }

    #[test]
    fn shell_v2_keeps_output_errors_and_status_apart() {
        let fake = FakeAdb::start(true, |command| match command {
            "fail" => Reply::with_status(3, "out\n", "err\n"),
            _ => Reply::ok("fine\n"),
        });
        let adb = fake.open();
        let answer = adb.shell("fail", Deadline::seconds(5)).expect("answered");
        assert_eq!(
            (answer.out.as_slice(), answer.err.as_slice(), answer.status),
            (&b"out\n"[..], &b"err\n"[..], 3)
        );
        assert_eq!(adb.ask("x", Deadline::seconds(5)).as_deref(), Ok("fine\n"));
    }

    #[test]
    fn the_old_shell_through_a_server() {
        let fake = FakeAdb::start(false, |command| match command {
            "fail" => Reply::with_status(255, "no\n", ""),
            _ => Reply::ok("yes\n"),
        });
        let adb = fake.open();
        let answer = adb.shell("fail", Deadline::seconds(5)).expect("answered");
        assert_eq!((answer.text().as_str(), answer.status), ("no\n", 255));
    }

    #[test]
    fn a_connection_that_ends_early_is_a_lost_device_and_a_silent_one_meets_its_deadline() {
        for v2 in [false, true] {
            let fake = FakeAdb::start(v2, |_| Reply::ok("never seen"));
            let adb = fake.open();
            fake.cut_next();
            let error = adb.shell("x", Deadline::seconds(5)).expect_err("cut");
            assert!(matches!(error, AdbError::Lost { .. }), "{error}");
            fake.hang_next();
            let error = adb.shell("x", Deadline::after(Duration::from_millis(100))).expect_err("hangs");
            assert!(matches!(error, AdbError::Deadline { .. }), "{error}");
            assert!(adb.shell("x", Deadline::seconds(5)).is_ok(), "the next call is not harmed");
        }
    }
}
