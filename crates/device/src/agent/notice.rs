//! What Android's activity controller told the agent: crashes and hangs, as they happen.
//!
//! The stack that Android hands over is the text it also writes to its log, so a notice is read by the log's reader:
//! one crash has one identity, whether agent or log told of it.

use skink_trace::{Crash, CrashKind};

use crate::crashes_in_log;

/// What happened to a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeKind {
    /// It died of an exception nobody caught.
    Java,
    /// It died of a signal in native code.
    Native,
    /// Android begins to believe that it hangs. The stacks follow with [`NoticeKind::Anr`] seconds later.
    EarlyAnr,
    /// It hangs.
    Anr,
}

impl NoticeKind {
    const ALL: [NoticeKind; 4] =
        [NoticeKind::Java, NoticeKind::Native, NoticeKind::EarlyAnr, NoticeKind::Anr];

    pub(super) fn from_byte(n: u8) -> Option<Self> {
        Self::ALL.get(usize::from(n)).copied()
    }
}

/// One word of Android's activity controller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What happened.
    pub kind: NoticeKind,
    /// To which process.
    pub process: String,
    /// Its number; 0 where unknown.
    pub pid: u32,
    /// Class of the innermost cause, or `Native crash`; of a hang, nothing.
    pub short: String,
    /// One line about it.
    pub long: String,
    /// The full stack, with newlines.
    pub stack: String,
}

impl Notice {
    /// The crash it tells of; `None` for what is only a beginning.
    pub fn crash(&self) -> Option<Crash> {
        let (kind, head) = match self.kind {
            NoticeKind::Java => (CrashKind::Java, "E/AndroidRuntime(0): FATAL EXCEPTION: main\n".to_owned()),
            NoticeKind::Native => (CrashKind::Native, "F/DEBUG(0): *** *** ***\n".to_owned()),
            NoticeKind::Anr => {
                (CrashKind::Anr, format!("E/ActivityManager(0): ANR in {}\n", one_word(&self.process)))
            }
            NoticeKind::EarlyAnr => return None,
        };
        let tag = head.split(": ").next().unwrap_or_default().to_owned();
        let mut log = head;
        for line in self.stack.lines().filter(|line| !begins_a_crash(line)) {
            log.push_str(&format!("{tag}: {line}\n"));
        }
        let mut crash = crashes_in_log(&log).into_iter().next().unwrap_or_else(|| Crash {
            kind,
            process: String::new(),
            exception: String::new(),
            message: String::new(),
            stack: Vec::new(),
        });
        crash.process.clone_from(&self.process);
        if crash.exception.is_empty() {
            crash.exception.clone_from(&self.short);
            let message = self.long.strip_prefix(&self.short).unwrap_or(&self.long);
            crash.message = message.strip_prefix(": ").unwrap_or(message).to_owned();
        }
        Some(crash)
    }

    /// The notice for a crash: what an agent that is served from Rust tells of it.
    pub fn of(crash: &Crash) -> Notice {
        let kind = match crash.kind {
            CrashKind::Java => NoticeKind::Java,
            CrashKind::Native => NoticeKind::Native,
            CrashKind::Anr => NoticeKind::Anr,
        };
        let head = match (crash.kind, crash.message.is_empty()) {
            (CrashKind::Java, true) => crash.exception.clone(),
            (CrashKind::Java, false) => format!("{}: {}", crash.exception, crash.message),
            (CrashKind::Native, _) => crash.message.clone(),
            (CrashKind::Anr, _) => format!("Reason: {}", crash.message),
        };
        let frame = |(i, line): (usize, &String)| match crash.kind {
            CrashKind::Java | CrashKind::Anr if line.starts_with("Caused by: ") => line.clone(),
            CrashKind::Java | CrashKind::Anr => format!("\t{line}"),
            CrashKind::Native => format!("    #{i:02} pc 00000000  {line}"),
        };
        let lines = std::iter::once(head).chain(crash.stack.iter().enumerate().map(frame));
        Notice {
            kind,
            process: crash.process.clone(),
            pid: 0,
            short: if crash.kind == CrashKind::Anr { String::new() } else { crash.exception.clone() },
            long: crash.message.clone(),
            stack: lines.collect::<Vec<_>>().join("\n"),
        }
    }
}

/// Lines by which the log's reader begins another crash.
fn begins_a_crash(line: &str) -> bool {
    let line = line.trim();
    line.starts_with("FATAL EXCEPTION") || line.starts_with("ANR in ") || line.starts_with("*** *** ***")
}

fn one_word(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notice(kind: NoticeKind, short: &str, long: &str, stack: &str) -> Notice {
        let (process, short, long, stack) = ("t.ort".into(), short.into(), long.into(), stack.into());
        Notice { kind, process, pid: 5988, short, long, stack }
    }

    /// The words of a real Android 4.4: `short` is the root cause, the stack begins with the wrapper.
    #[test]
    fn a_java_crash_is_what_the_log_would_say() {
        let crash = notice(
            NoticeKind::Java,
            "java.lang.IllegalStateException",
            "java.lang.IllegalStateException: inner state bad",
            "java.lang.RuntimeException: wrapped\n\tat t.ort.Main$5.run(Main.java:20)\n\
             Caused by: java.lang.IllegalStateException: inner state bad\n\tat t.ort.Main.deep(Main.java:5)\n\t... 13 more\n",
        )
        .crash()
        .unwrap();
        assert_eq!(
            (crash.exception.as_str(), crash.message.as_str()),
            ("java.lang.RuntimeException", "wrapped")
        );
        assert_eq!(
            crash.stack,
            [
                "at t.ort.Main$5.run(Main.java:20)",
                "Caused by: java.lang.IllegalStateException: inner state bad",
                "at t.ort.Main.deep(Main.java:5)",
            ]
        );
    }

    #[test]
    fn a_native_crash_has_its_signal_and_frames() {
        let crash = notice(
            NoticeKind::Native,
            "Native crash",
            "Native crash: Aborted",
            "*** *** *** ***\npid: 6028, tid: 6028, name: t.ort  >>> t.ort <<<\n\
             signal 6 (SIGABRT), code -6 (SI_TKILL), fault addr --------\n\nbacktrace:\n    \
             #00  pc 0003bdb1  /system/lib/libc.so (kill+17)\n",
        )
        .crash()
        .unwrap();
        assert_eq!(crash.exception, "signal 6 (SIGABRT)");
        assert_eq!(crash.stack, ["/system/lib/libc.so (kill+17)"]);
    }

    #[test]
    fn a_crash_without_a_stack_still_has_its_class() {
        let crash = notice(NoticeKind::Java, "a.B", "a.B: why", "").crash().unwrap();
        assert_eq!((crash.exception.as_str(), crash.message.as_str()), ("a.B", "why"));
    }

    #[test]
    fn the_beginning_of_a_hang_is_no_crash_yet_but_the_hang_is() {
        assert_eq!(notice(NoticeKind::EarlyAnr, "", "", "").crash(), None);
        let stack = "ANR in t.ort (t.ort/.Main)\nReason: keyDispatchingTimedOut\nLoad: 1 / 2 / 3\n";
        let crash = notice(NoticeKind::Anr, "", "", stack).crash().unwrap();
        assert_eq!((crash.kind, crash.process.as_str()), (CrashKind::Anr, "t.ort"));
        assert_eq!(crash.message, "keyDispatchingTimedOut");
    }

    #[test]
    fn what_a_served_device_tells_comes_back_as_it_was() {
        let crash = |kind, exception: &str, message: &str, stack: &[&str]| Crash {
            kind,
            process: "com.example".into(),
            exception: exception.into(),
            message: message.into(),
            stack: stack.iter().map(|s| (*s).to_owned()).collect(),
        };
        for crash in [
            crash(
                CrashKind::Java,
                "a.B",
                "m: n",
                &["at a.B.c(B.java:1)", "Caused by: a.C: x", "at a.D.e(D.java:2)"],
            ),
            crash(CrashKind::Java, "a.B", "", &[]),
            crash(
                CrashKind::Anr,
                "Application Not Responding",
                "Input dispatching timed out",
                &["at a.B.c(B.java:1)"],
            ),
            crash(
                CrashKind::Native,
                "signal 11 (SIGSEGV)",
                "signal 11 (SIGSEGV), code 1",
                &["/lib/libc.so (strlen+1)"],
            ),
        ] {
            assert_eq!(Notice::of(&crash).crash().as_ref(), Some(&crash));
        }
    }
}
