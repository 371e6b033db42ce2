//! Android's log: lines in buffers, and the formats in which `logcat` prints them.
//!
//! The phone writes `threadtime` lines; they are taken apart here. From API 21 on a crash has a buffer of its
//! own; before, it is in the main one. The event log has what the activity manager would write about them.

use std::collections::VecDeque;

/// So many lines are kept; older ones go, as on a device.
const MAX_LINES: usize = 20_000;

/// Where a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Buffer {
    Main,
    System,
    Crash,
    Events,
}

impl Buffer {
    pub(crate) fn named(name: &str) -> Option<Vec<Buffer>> {
        Some(match name {
            "main" => vec![Buffer::Main],
            "system" => vec![Buffer::System],
            "crash" => vec![Buffer::Crash],
            "events" => vec![Buffer::Events],
            "default" => vec![Buffer::Main, Buffer::System, Buffer::Crash],
            "all" => vec![Buffer::Main, Buffer::System, Buffer::Crash, Buffer::Events],
            "radio" | "kernel" | "security" | "stats" => vec![],
            _ => return None,
        })
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Buffer::Main => "main",
            Buffer::System => "system",
            Buffer::Crash => "crash",
            Buffer::Events => "events",
        }
    }
}

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Its place in the log, from 0.
    pub(crate) number: u64,
    pub(crate) buffer: Buffer,
    /// `06-02 08:00:01.250`.
    pub(crate) time: String,
    pub(crate) pid: u32,
    pub(crate) tid: u32,
    pub(crate) level: char,
    pub(crate) tag: String,
    pub(crate) text: String,
}

/// The log.
#[derive(Default)]
pub(crate) struct Log {
    pub(crate) lines: VecDeque<Line>,
    next: u64,
    api: u32,
    /// What is being told of at the moment.
    telling: Telling,
}

/// A crash or hang whose lines are being taken in, for the event log.
#[derive(Default, PartialEq)]
enum Telling {
    #[default]
    Nothing,
    Crash(u32),
    Hang,
}

impl Log {
    pub(crate) fn new(api: u32) -> Self {
        Self { api, ..Self::default() }
    }

    pub(crate) fn clear(&mut self, buffers: &[Buffer]) {
        self.lines.retain(|line| !buffers.contains(&line.buffer));
    }

    /// Number that the next line will have.
    pub(crate) fn next(&self) -> u64 {
        self.next
    }

    pub(crate) fn push(&mut self, buffer: Buffer, time: &str, pid: u32, level: char, tag: &str, text: &str) {
        let line = Line {
            number: self.next,
            buffer,
            time: time.to_owned(),
            pid,
            tid: pid,
            level,
            tag: tag.to_owned(),
            text: text.to_owned(),
        };
        self.next += 1;
        self.lines.push_back(line);
        if self.lines.len() > MAX_LINES {
            self.lines.pop_front();
        }
    }

    /// Takes in what the phone wrote.
    pub(crate) fn take_in(&mut self, written: &str) {
        for line in written.lines() {
            let Some((time, pid, level, tag, text)) = read(line) else { continue };
            let buffer = match tag {
                "AndroidRuntime" if level == 'E' && self.api >= 21 => Buffer::Crash,
                "ActivityManager" => Buffer::System,
                _ => Buffer::Main,
            };
            self.push(buffer, time, pid, level, tag, text);
            self.tell(time, pid, tag, text);
        }
    }

    /// The activity manager's own lines about a crash or a hang.
    fn tell(&mut self, time: &str, pid: u32, tag: &str, text: &str) {
        let short = |text: &str| text.split(',').next().unwrap_or(text).trim().to_owned();
        if tag == "AndroidRuntime" && text.starts_with("FATAL EXCEPTION") {
            self.telling = Telling::Crash(pid);
        } else if let Telling::Crash(of) = self.telling {
            if tag == "AndroidRuntime" && !text.starts_with("Process: ") && of == pid {
                self.telling = Telling::Nothing;
                let process =
                    self.lines.iter().rev().find_map(|line| line.text.strip_prefix("Process: ")).map(short);
                let process = process.unwrap_or_default();
                let (exception, message) = text.split_once(": ").unwrap_or((text, ""));
                let event = format!("[{pid},0,{process},0,{exception},{message},unknown,0]");
                self.push(Buffer::Events, time, SYSTEM, 'I', "am_crash", &event);
                let event = format!("[0,{pid},{process}]");
                self.push(Buffer::Events, time, SYSTEM, 'I', "am_proc_died", &event);
            }
        } else if tag == "ActivityManager" && text.starts_with("ANR in ") {
            self.telling = Telling::Hang;
        } else if self.telling == Telling::Hang
            && let Some(reason) = text.strip_prefix("Reason: ")
        {
            self.telling = Telling::Nothing;
            let of = |prefix: &str| {
                self.lines
                    .iter()
                    .rev()
                    .find_map(|line| line.text.strip_prefix(prefix))
                    .unwrap_or_default()
                    .to_owned()
            };
            let event = format!("[0,{},{},0,{reason}]", of("PID: "), of("ANR in "));
            self.push(Buffer::Events, time, SYSTEM, 'I', "am_anr", &event);
        }
    }
}

/// The process id of Android's system server here.
pub(crate) const SYSTEM: u32 = 600;

/// Takes a `threadtime` line apart.
fn read(line: &str) -> Option<(&str, u32, char, &str, &str)> {
    let time = line.get(..18)?;
    let rest = line.get(18..)?;
    let mut fields = rest.split_whitespace();
    let pid = fields.next()?.parse().ok()?;
    let level = fields.nth(1)?.chars().next()?;
    let at = rest.find(&format!(" {level} "))? + 3;
    let rest = &rest[at..];
    let (tag, text) = rest.split_once(": ").or_else(|| rest.strip_suffix(':').map(|tag| (tag, "")))?;
    Some((time, pid, level, tag.trim_end(), text))
}

/// Year, month and day of a day counted from 1 January 1970.
pub(crate) fn civil(days: u64) -> (u64, u64, u64) {
    // Howard Hinnant's civil_from_days.
    let z = days + 719_468;
    let era = z / 146_097;
    let of_era = z - era * 146_097;
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + u64::from(month <= 2), month, day)
}

/// A moment as the log writes it.
pub(crate) fn log_time(millis: u64) -> String {
    let (_, month, day) = civil(millis / 86_400_000);
    let seconds = millis / 1000 % 86_400;
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}.{:03}", millis % 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CRASH: &str = "\
06-02 08:00:02.300  1000  1000 E AndroidRuntime: FATAL EXCEPTION: main
06-02 08:00:02.300  1000  1000 E AndroidRuntime: Process: com.example, PID: 1000
06-02 08:00:02.300  1000  1000 E AndroidRuntime: java.lang.IllegalStateException: no: way
06-02 08:00:02.300  1000  1000 E AndroidRuntime: \tat com.example.A.b(A.java:1)
";

    #[test]
    fn a_crash_is_in_its_buffer_and_in_the_event_log() {
        let mut log = Log::new(34);
        log.take_in(CRASH);
        let crash: Vec<_> = log.lines.iter().filter(|line| line.buffer == Buffer::Crash).collect();
        assert_eq!(crash.len(), 4);
        assert_eq!(crash[3].text, "\tat com.example.A.b(A.java:1)");
        let events: Vec<_> = log.lines.iter().filter(|line| line.buffer == Buffer::Events).collect();
        assert_eq!(events[0].tag, "am_crash");
        assert_eq!(
            events[0].text,
            "[1000,0,com.example,0,java.lang.IllegalStateException,no: way,unknown,0]"
        );
        let mut old = Log::new(19);
        old.take_in(CRASH);
        assert!(old.lines.iter().all(|line| line.buffer != Buffer::Crash));
    }

    #[test]
    fn dates_of_known_days() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(20_241), (2025, 6, 2));
        assert_eq!(log_time(1_748_851_200_007), "06-02 08:00:00.007");
    }
}
