//! The device's log since the last look. The log is a ring that forgets its beginning, and others write to it and
//! clear it: what is new is what follows the last lines seen, or all of it where those are gone.

use std::time::Duration;

use crate::adb::{Adb, AdbError, Deadline, quote};
use crate::logcat::ends_within_a_crash;

const CALL: Duration = Duration::from_secs(20);
/// Lines by which the place in the log is found again.
const ANCHOR: usize = 4;
/// How much unread log is kept; the newest stays.
const MAX_UNREAD: usize = 4 * 1024 * 1024;
/// A crash's lines are written one by one: how long to wait for the rest of them.
const REST: Duration = Duration::from_millis(150);

/// Follows a device's log.
#[derive(Debug, Default)]
pub(crate) struct LogReader {
    api: u32,
    anchor: Vec<String>,
    unread: String,
}

impl LogReader {
    /// Begins at the present end of the log.
    pub(crate) fn start(adb: &Adb, api: u32) -> Result<LogReader, AdbError> {
        let mut reader = LogReader { api, ..LogReader::default() };
        let log = adb.ask("logcat -v threadtime -t 40", Deadline::after(CALL))?;
        reader.remember(&entries(&log));
        Ok(reader)
    }

    /// What was written since the last call. Where it breaks off within a crash, the rest is waited for.
    pub(crate) fn poll(&mut self, adb: &Adb) -> Result<String, AdbError> {
        let mut new = self.poll_once(adb)?;
        for _ in 0..5 {
            if !ends_within_a_crash(&new) {
                break;
            }
            std::thread::sleep(REST);
            let more = self.poll_once(adb)?;
            if more.is_empty() {
                break;
            }
            new.push_str(&more);
        }
        self.unread.push_str(&new);
        if self.unread.len() > MAX_UNREAD {
            let from = self.unread.ceil_char_boundary(self.unread.len() - MAX_UNREAD);
            self.unread.drain(..from);
        }
        Ok(new)
    }

    fn poll_once(&mut self, adb: &Adb) -> Result<String, AdbError> {
        let time = self.anchor.last().and_then(|line| time_of(line));
        // Before Android 5 the whole log is all there is.
        let command = match time.filter(|_| self.api >= 21) {
            Some(time) => format!("logcat -d -v threadtime -T {}", quote(time)),
            None => "logcat -d -v threadtime".to_owned(),
        };
        let log = adb.ask(&command, Deadline::after(CALL))?;
        let lines = entries(&log);
        let new = after(&lines, &self.anchor).to_vec();
        self.remember(&new);
        Ok(new.iter().map(|line| format!("{line}\n")).collect())
    }

    fn remember(&mut self, lines: &[&str]) {
        self.anchor.extend(lines.iter().rev().take(ANCHOR).rev().map(|line| (*line).to_owned()));
        let extra = self.anchor.len().saturating_sub(ANCHOR);
        self.anchor.drain(..extra);
    }

    /// Everything that was polled and not taken yet.
    pub(crate) fn take(&mut self) -> String {
        std::mem::take(&mut self.unread)
    }
}

/// The log's lines: what begins with a time. Marks between the log's parts and error messages do not.
fn entries(log: &str) -> Vec<&str> {
    let lines = log.lines().map(|line| line.trim_end_matches('\r'));
    lines.filter(|line| time_of(line).is_some()).collect()
}

/// `11-15 19:21:15.209`, with which a line begins.
fn time_of(line: &str) -> Option<&str> {
    let time = line.get(..18)?;
    let digits = |range: std::ops::Range<usize>| time[range].bytes().all(|b| b.is_ascii_digit());
    (time.is_ascii() && digits(0..2) && digits(3..5) && digits(6..8) && digits(15..18)).then_some(time)
}

/// The lines that follow the anchor. Where the ring has forgotten it, everything later than it; where nothing is
/// (the log was cleared, the clock set), everything.
fn after<'a, 'b>(lines: &'b [&'a str], anchor: &[String]) -> &'b [&'a str] {
    for length in (1..=anchor.len()).rev() {
        let wanted = &anchor[anchor.len() - length..];
        if let Some(at) = lines.windows(length).rposition(|window| window == wanted) {
            return &lines[at + length..];
        }
    }
    let Some(time) = anchor.last().and_then(|line| time_of(line)) else { return lines };
    match lines.iter().position(|line| time_of(line).is_some_and(|t| t > time)) {
        Some(at) => &lines[at..],
        None if lines.last().and_then(|line| time_of(line)).is_some_and(|t| t < time) => lines,
        None => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adb::fake::{FakeAdb, Reply};
    use std::sync::Mutex;

    fn line(second: u32, text: &str) -> String {
        format!("11-15 19:21:{second:02}.000  1  1 I Tag: {text}")
    }

    fn owned(lines: &[&str]) -> Vec<String> {
        lines.iter().map(|line| (*line).to_owned()).collect()
    }

    #[test]
    fn what_follows_the_last_lines_seen_is_new() {
        let (a, b, c) = (line(1, "a"), line(2, "b"), line(3, "c"));
        assert_eq!(after(&[&a, &b, &c], &owned(&[&a, &b])), [&c]);
        assert_eq!(after(&[&b, &c], &owned(&[&a, &b])), [&c], "the ring forgot the first");
        assert_eq!(after(&[&c], &owned(&[&a, &b])), [&c], "the ring forgot both");
        assert!(after(&[&a, &b], &owned(&[&a, &b])).is_empty());
        assert_eq!(after(&[&a], &owned(&[&c])), [&a], "the log was cleared and the clock set back");
        assert_eq!(after(&[&b], &[]), [&b]);
    }

    #[test]
    fn a_crash_whose_lines_come_one_by_one_is_read_whole() {
        let crash = |n: usize| {
            let all = [
                "11-15 19:21:15.209  7  7 E AndroidRuntime: FATAL EXCEPTION: main",
                "11-15 19:21:15.209  7  7 E AndroidRuntime: Process: a.b, PID: 7",
                "11-15 19:21:15.209  7  7 E AndroidRuntime: x.Y: z",
                "11-15 19:21:15.209  7  7 E AndroidRuntime: \tat a.b.C.d(C.java:1)",
            ];
            all[..n].join("\n") + "\n"
        };
        let calls = Mutex::new(0);
        let fake = FakeAdb::start(true, move |command| {
            if command.contains("-t 40") {
                return Reply::ok("--------- beginning of main\n");
            }
            let mut calls = calls.lock().expect("one at a time");
            *calls += 1;
            Reply::ok(&crash(if *calls == 1 { 1 } else { 4 }))
        });
        let adb = fake.open();
        let mut reader = LogReader::start(&adb, 19).expect("started");
        let log = reader.poll(&adb).expect("polled");
        assert_eq!(crate::crashes_in_log(&log)[0].stack, ["at a.b.C.d(C.java:1)"]);
        assert_eq!(reader.poll(&adb).expect("polled"), "");
        assert_eq!(reader.take(), log);
    }
}
