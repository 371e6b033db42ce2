//! Crashes and hangs in Android's log.
//!
//! Lines are read in the `threadtime`, `time` and `brief` formats, which Android has kept since 4.4. A Java crash is a
//! block of `AndroidRuntime` error lines that begins with `FATAL EXCEPTION`; a hang is an `ActivityManager`
//! error line `ANR in PROCESS`; a native crash is a `DEBUG` block that names the process and the signal.

use skink_trace::{Crash, CrashKind};

/// A log line apart from its time: who wrote it, and what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Line<'a> {
    tag: &'a str,
    /// Process and, where the format tells it, thread: two threads may crash at once.
    writer: (&'a str, &'a str),
    message: &'a str,
}

/// Every crash and hang that the log tells of, in its order. Lines of other kinds are passed over.
pub fn crashes_in_log(log: &str) -> Vec<Crash> {
    let mut found: Vec<Crash> = Vec::new();
    // The crash whose lines are being read: its place in `found`, and who writes them.
    let mut open: Option<(usize, &str, (&str, &str))> = None;
    for line in log.lines().filter_map(read_line) {
        let text = line.message.trim();
        let starts = match line.tag {
            "AndroidRuntime" if text.starts_with("FATAL EXCEPTION") => Some(CrashKind::Java),
            "ActivityManager" if text.starts_with("ANR in ") => Some(CrashKind::Anr),
            "DEBUG" if text.starts_with("*** *** ***") => Some(CrashKind::Native),
            "libc" if text.starts_with("Fatal signal ") => Some(CrashKind::Native),
            _ => None,
        };
        // The signal is announced before its stack is written, or instead of it.
        let announced =
            found.last().is_some_and(|last| last.kind == CrashKind::Native && last.stack.is_empty());
        if starts == Some(CrashKind::Native) && line.tag == "DEBUG" && announced {
            open = Some((found.len() - 1, line.tag, line.writer));
        } else if let Some(kind) = starts {
            let process = text.strip_prefix("ANR in ").unwrap_or("").split(' ').next().unwrap_or("");
            let exception = if kind == CrashKind::Anr { "Application Not Responding" } else { "" };
            found.push(Crash {
                kind,
                process: process.to_owned(),
                exception: exception.to_owned(),
                message: String::new(),
                stack: Vec::new(),
            });
            if line.tag == "libc" {
                read_signal(&mut found, text);
                open = None;
            } else {
                open = Some((found.len() - 1, line.tag, line.writer));
            }
        } else if let Some((at, tag, writer)) = open
            && (line.tag, line.writer) == (tag, writer)
        {
            read_crash_line(&mut found[at], text);
        }
    }
    found
}

/// `Fatal signal 11 (SIGSEGV) at 0x1 (code=0), thread 7193 (t.ort)`; the last name is the process's, where Android
/// tells it, else the thread's.
fn read_signal(found: &mut [Crash], text: &str) {
    let Some(crash) = found.last_mut() else { return };
    let signal = text.strip_prefix("Fatal ").unwrap_or(text);
    crash.exception = signal.split_inclusive(')').next().unwrap_or(signal).to_owned();
    crash.message = text.to_owned();
    let name = text.rsplit_once('(').map_or("", |(_, name)| name);
    crash.process = name.trim_end_matches(')').to_owned();
}

fn read_crash_line(crash: &mut Crash, text: &str) {
    match crash.kind {
        CrashKind::Java => {
            if let Some(rest) = text.strip_prefix("Process: ") {
                crash.process = rest.split(',').next().unwrap_or(rest).trim().to_owned();
            } else if text.starts_with("at ") || text.starts_with("Caused by: ") {
                crash.stack.push(text.to_owned());
            } else if crash.exception.is_empty() {
                let (exception, message) = text.split_once(": ").unwrap_or((text, ""));
                crash.exception = exception.to_owned();
                crash.message = message.to_owned();
            } else if crash.stack.is_empty() && !text.is_empty() {
                // A message of several lines.
                crash.message = format!("{}\n{text}", crash.message);
            }
        }
        CrashKind::Anr => {
            if let Some(reason) = text.strip_prefix("Reason: ") {
                crash.message = reason.to_owned();
            } else if text.starts_with("at ") {
                crash.stack.push(text.to_owned());
            }
        }
        CrashKind::Native => {
            if let Some((_, name)) = text.split_once(">>> ") {
                crash.process = name.trim_end_matches(" <<<").to_owned();
            } else if text.starts_with("signal ") {
                crash.exception = text.split(',').next().unwrap_or(text).to_owned();
                crash.message = text.to_owned();
            } else if text.starts_with('#') {
                let frame = text.split("  ").last().unwrap_or(text);
                crash.stack.push(frame.split(" (BuildId: ").next().unwrap_or(frame).to_owned());
            }
        }
    }
}

/// Whether the log ends within a crash, so that more of it may follow.
pub(crate) fn ends_within_a_crash(log: &str) -> bool {
    log.lines().rev().find_map(read_line).is_some_and(|last| match last.tag {
        "AndroidRuntime" => last.message.starts_with("FATAL") || last.message.trim_start().starts_with("at "),
        "DEBUG" => true,
        "libc" => last.message.starts_with("Fatal signal"),
        "ActivityManager" => last.message.starts_with("ANR in ") || last.message.starts_with("PID: "),
        _ => false,
    })
}

/// `11-15 20:30:44.123  1234  1234 E AndroidRuntime: text`, or `E/AndroidRuntime( 1234): text`, the latter also with
/// the time before it.
fn read_line(line: &str) -> Option<Line<'_>> {
    let line = line.trim_end_matches('\r');
    let timed = line.splitn(3, ' ').nth(2).filter(|_| line.starts_with(|c: char| c.is_ascii_digit()));
    let brief =
        |line: &'_ str| line.as_bytes().get(1) == Some(&b'/') && line.as_bytes()[0].is_ascii_uppercase();
    if let Some(line) = [Some(line), timed].into_iter().flatten().find(|line| brief(line)) {
        let (tag, rest) = line[2..].split_once('(')?;
        let (pid, message) =
            rest.split_once("): ").or_else(|| rest.strip_suffix("):").map(|pid| (pid, "")))?;
        return Some(Line { tag: tag.trim(), writer: (pid.trim(), ""), message });
    }
    let mut rest = line;
    let mut fields = [""; 5];
    for field in &mut fields {
        rest = rest.trim_start();
        let end = rest.find(' ')?;
        *field = &rest[..end];
        rest = &rest[end..];
    }
    let [_, _, pid, tid, _] = fields;
    let rest = rest.trim_start();
    let (tag, message) = rest.split_once(": ").or_else(|| rest.strip_suffix(':').map(|tag| (tag, "")))?;
    Some(Line { tag: tag.trim(), writer: (pid, tid), message })
}

#[cfg(test)]
mod tests {
    use super::*;

    const THREADTIME: &str = "\
--------- beginning of crash
11-15 20:30:44.123  1234  1234 E AndroidRuntime: FATAL EXCEPTION: main
11-15 20:30:44.123  1234  1234 E AndroidRuntime: Process: com.example.notes, PID: 1234
11-15 20:30:44.123  1234  1234 E AndroidRuntime: java.lang.IllegalStateException: note: 3
11-15 20:30:44.123  1234  1234 E AndroidRuntime: \tat com.example.notes.Note.save(Note.java:12)
11-15 20:30:44.123  1234  1234 E AndroidRuntime: Caused by: java.io.IOException: disk full
11-15 20:30:44.123  1234  1234 E AndroidRuntime: \tat java.io.File.write(File.java:1)
11-15 20:30:44.200  1234  1234 I Process : Sending signal. PID: 1234 SIG: 9
";

    #[test]
    fn a_java_crash_in_threadtime() {
        let crashes = crashes_in_log(THREADTIME);
        assert_eq!(crashes.len(), 1);
        let crash = &crashes[0];
        assert_eq!(crash.process, "com.example.notes");
        assert_eq!(crash.exception, "java.lang.IllegalStateException");
        assert_eq!(crash.message, "note: 3");
        assert_eq!(
            crash.stack,
            [
                "at com.example.notes.Note.save(Note.java:12)",
                "Caused by: java.io.IOException: disk full",
                "at java.io.File.write(File.java:1)",
            ]
        );
    }

    #[test]
    fn a_java_crash_in_brief_as_android_4_writes_it() {
        let log = "E/AndroidRuntime( 2222): FATAL EXCEPTION: main\r\n\
                   E/AndroidRuntime( 2222): Process: t.ort, PID: 2222\r\n\
                   E/AndroidRuntime( 2222): java.lang.RuntimeException: boom\r\n\
                   E/AndroidRuntime( 2222): \tat t.ort.Main.crash(Main.java:5)\r\n";
        let crashes = crashes_in_log(log);
        assert_eq!(crashes[0].process, "t.ort");
        assert_eq!(crashes[0].stack, ["at t.ort.Main.crash(Main.java:5)"]);
    }

    #[test]
    fn a_hang_and_a_native_crash() {
        let log = "\
11-15 20:30:44.1  600  620 E ActivityManager: ANR in com.example.notes (com.example.notes/.Main)
11-15 20:30:44.1  600  620 E ActivityManager: Reason: Input dispatching timed out
11-15 20:30:45.1  700  700 F DEBUG   : *** *** *** *** *** ***
11-15 20:30:45.1  700  700 F DEBUG   : pid: 77, tid: 77, name: main  >>> com.example.notes <<<
11-15 20:30:45.1  700  700 F DEBUG   : signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0
11-15 20:30:45.1  700  700 F DEBUG   :     #00 pc 0001  /system/lib/libc.so (strlen+1)
";
        let crashes = crashes_in_log(log);
        assert_eq!(crashes.len(), 2);
        assert_eq!((crashes[0].kind, crashes[0].process.as_str()), (CrashKind::Anr, "com.example.notes"));
        assert_eq!(crashes[0].message, "Input dispatching timed out");
        assert_eq!(
            (crashes[1].kind, crashes[1].exception.as_str()),
            (CrashKind::Native, "signal 11 (SIGSEGV)")
        );
        assert_eq!(crashes[1].stack, ["/system/lib/libc.so (strlen+1)"]);
    }

    #[test]
    fn a_message_of_two_lines_with_the_time_before_each() {
        let log = "11-15 19:21:15.209 E/AndroidRuntime( 6238): FATAL EXCEPTION: main\n\
                   11-15 19:21:15.209 E/AndroidRuntime( 6238): Process: t.ort, PID: 6238\n\
                   11-15 19:21:15.209 E/AndroidRuntime( 6238): a.B: boom\n\
                   11-15 19:21:15.209 E/AndroidRuntime( 6238): second line\n\
                   11-15 19:21:15.209 E/AndroidRuntime( 6238): \tat t.ort.Main.crash(Main.java:5)\n";
        let crashes = crashes_in_log(log);
        assert_eq!(crashes[0].message, "boom\nsecond line");
        assert_eq!(crashes[0].stack.len(), 1);
        assert!(ends_within_a_crash(log));
        assert!(!ends_within_a_crash(THREADTIME));
    }

    #[test]
    fn a_signal_without_its_stack_is_a_crash_and_with_it_is_one_crash() {
        let signal = "11-15 19:24:42.8  71  71 F libc    : Fatal signal 11 (SIGSEGV) at 0x1 (code=0), thread 71 (t.ort)\n";
        let stack = "11-15 19:24:42.9  10  10 I DEBUG   : *** *** *** ***\n\
                     11-15 19:24:42.9  10  10 I DEBUG   : pid: 71, tid: 71, name: t.ort  >>> t.ort <<<\n\
                     11-15 19:24:42.9  10  10 I DEBUG   : signal 11 (SIGSEGV), code 0, fault addr 1\n\
                     11-15 19:24:42.9  10  10 I DEBUG   :     #00  pc 01  /lib/x.so (f+1) (BuildId: 77)\n";
        for log in [signal.to_owned(), format!("{signal}{stack}")] {
            let [crash] = crashes_in_log(&log).try_into().expect("one crash");
            assert_eq!((crash.process.as_str(), crash.exception.as_str()), ("t.ort", "signal 11 (SIGSEGV)"));
        }
        assert_eq!(crashes_in_log(&format!("{signal}{stack}"))[0].stack, ["/lib/x.so (f+1)"]);
    }

    #[test]
    fn two_threads_that_crash_at_once_keep_their_stacks() {
        let log = "\
11-15 20:30:44.1  7  8 E AndroidRuntime: FATAL EXCEPTION: one
11-15 20:30:44.1  7  8 E AndroidRuntime: Process: a, PID: 7
11-15 20:30:44.1  7  8 E AndroidRuntime: x.Y: z
11-15 20:30:44.1  7  9 E AndroidRuntime: \tat not.Ours(X.java:1)
11-15 20:30:44.1  7  8 E AndroidRuntime: \tat is.Ours(X.java:1)
";
        assert_eq!(crashes_in_log(log)[0].stack, ["at is.Ours(X.java:1)"]);
    }

    #[test]
    fn any_text_is_passed_over() {
        for log in
            ["", "\n\n", "E/", "E/(", "E/x(1", ":", "a b c d e f", "E/AndroidRuntime( 1):", "é/ü(1): x"]
        {
            assert!(crashes_in_log(log).is_empty(), "{log:?}");
        }
    }
}
