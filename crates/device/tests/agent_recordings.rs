//! The agent's protocol against recordings of a real Android 4.4, where they are at hand: a folder `shared/data` beside
//! the repository, or the one that `SKINK_SHARED_DATA` names. Without it these tests say so and pass.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use skink_device::agent::{Look, Notice, NoticeKind, Reply};
use skink_device::crashes_in_log;
use skink_gui::parse_xml;
use skink_trace::{Crash, CrashKind};

fn recordings() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("SKINK_SHARED_DATA").map_or(beside, PathBuf::from).join("android");
    if !folder.is_dir() {
        println!("skipped: no shared/data/android beside the repository, and SKINK_SHARED_DATA names none");
        return None;
    }
    Some(folder)
}

#[test]
fn every_recorded_screen_comes_through_the_protocol_as_it_was() {
    let Some(folder) = recordings() else { return };
    let mut count = 0;
    for walk in fs::read_dir(folder.join("walks")).unwrap() {
        for entry in fs::read_dir(walk.unwrap().path()).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|e| e != "xml") {
                continue;
            }
            // Empty where Android gave no tree.
            let Ok(screen) = parse_xml(&fs::read(&path).unwrap()) else { continue };
            let reply = Reply::Look(Box::new(Look::of(&screen)));
            let Ok(Reply::Look(look)) = Reply::decode(&reply.encode()) else { panic!("{}", path.display()) };
            assert_eq!(look.screen(), screen, "{}", path.display());
            count += 1;
        }
    }
    println!("{count} screens");
    assert!(count > 0);
}

/// The controller's words in a transcript: `CRASHED proc=… pid=… short=… long=… t=… stack=…`, newlines as `\n`.
fn crashed(line: &str) -> Option<Notice> {
    let rest = line.split_once("CRASHED proc=")?.1;
    let (process, rest) = rest.split_once(" pid=")?;
    let (pid, rest) = rest.split_once(" short=")?;
    let (short, rest) = rest.split_once(" long=")?;
    let (long, rest) = rest.split_once(" t=")?;
    let (_, stack) = rest.split_once(" stack=")?;
    let lines = |text: &str| text.replace("\\n", "\n");
    Some(Notice {
        kind: if short == "Native crash" { NoticeKind::Native } else { NoticeKind::Java },
        process: process.into(),
        pid: pid.parse().ok()?,
        short: short.into(),
        long: lines(long),
        stack: lines(stack),
    })
}

fn logged(folder: &Path, name: &str) -> Crash {
    let file = folder.join(format!("commands/crash/{name}.logcat-threadtime.stdout"));
    let log = String::from_utf8_lossy(&fs::read(file).unwrap()).into_owned();
    crashes_in_log(&log).into_iter().find(|crash| crash.process == "t.ort").expect("a crash in the log")
}

#[test]
fn a_crash_told_by_the_controller_is_the_crash_in_the_log() {
    let Some(folder) = recordings() else { return };
    let transcript = fs::read_to_string(folder.join("agent-transcripts/controller.txt")).unwrap();
    let told: Vec<Crash> = transcript.lines().filter_map(crashed).filter_map(|n| n.crash()).collect();
    assert_eq!(told.len(), 3);
    assert_eq!(told[0].id(), logged(&folder, "crash").id());
    assert_eq!(told[1].id(), logged(&folder, "crash-with-cause").id());
    assert_eq!((told[2].kind, told[2].exception.as_str()), (CrashKind::Native, "signal 6 (SIGABRT)"));
    assert!(!told[2].stack.is_empty());
}

#[test]
fn a_hang_told_by_the_controller_has_its_reason() {
    let Some(folder) = recordings() else { return };
    let transcript = fs::read_to_string(folder.join("agent-transcripts/controller.txt")).unwrap();
    let stats =
        transcript.lines().find_map(|line| line.split_once(" ANR proc=t.ort ")?.1.split_once("stats="));
    let notice = Notice {
        kind: NoticeKind::Anr,
        process: "t.ort".into(),
        pid: 0,
        short: String::new(),
        long: String::new(),
        stack: stats.expect("a hang in the transcript").1.replace("\\n", "\n"),
    };
    let crash = notice.crash().unwrap();
    assert_eq!((crash.kind, crash.process.as_str()), (CrashKind::Anr, "t.ort"));
    assert!(crash.message.starts_with("Input dispatching timed out"), "{}", crash.message);
}
