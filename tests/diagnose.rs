//! `skink diagnose` and `skink explore --target`, as a user runs them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{run, stdout};

fn example(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bugs");
    folder.join(name).display().to_string()
}

fn stderr(output: &std::process::Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// An automaton and a log that misses it.
fn case(folder: &Path) -> (String, String) {
    let (bug, log) = (folder.join("x.bug"), folder.join("x.log"));
    fs::write(&bug, "event 1 \"opens the menu\"\nevent 2 \"presses ×\"\nstart -1-> menu\nmenu -2-> crash\n")
        .unwrap();
    fs::write(
        &log,
        "05-04 01:02:03.000 1 1 I Themis: Event 1: x\n05-04 01:02:09.000 1 1 I Themis: Event 1: x\n",
    )
    .unwrap();
    (bug.display().to_string(), log.display().to_string())
}

#[test]
fn one_bug_and_one_log_give_one_object() {
    let folder = tempfile::tempdir().unwrap();
    let (bug, log) = case(folder.path());
    let output = run(folder.path(), &["diagnose", "--json", "--bug", &bug, &log]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let value: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    let keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    let mut promised = [
        "bug",
        "events",
        "event_coverage",
        "pairs",
        "pair_coverage",
        "distances",
        "minimal_distance",
        "initial_distance",
        "first_missed",
        "accepted",
        "crashed",
    ];
    let mut keys = keys;
    keys.sort_unstable();
    promised.sort_unstable();
    assert_eq!(keys, promised);
    assert_eq!(value["first_missed"], "2");
}

#[test]
fn what_to_look_at_is_said_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let (bug, log) = case(folder.path());
    let output = run(folder.path(), &["diagnose", "--compare", "--bug", &bug, &log]);
    let said = stdout(&output);
    assert!(said.contains("opens the menu twice, never presses × afterwards"), "{said}");
    assert!(said.contains("minimal distance     1 of 2"), "{said}");
    assert!(said.contains("first missed event: 2 by the automaton, 2 by simple trace comparison"), "{said}");
    let page = folder.path().join("page.html").display().to_string();
    let output = run(folder.path(), &["diagnose", "--html", &page, "--bug", &bug, &log, &log]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("found/missed"));
    assert!(fs::read_to_string(page).unwrap().contains("</html>"));
}

#[test]
fn wrong_usage_is_said_plainly() {
    let folder = tempfile::tempdir().unwrap();
    let (bug, log) = case(folder.path());
    let fails = |args: &[&str]| {
        let output = run(folder.path(), args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", stderr(&output));
        stderr(&output)
    };
    assert!(fails(&["diagnose", &log]).contains("no bug to look for"));
    assert!(fails(&["diagnose", "--bug", &bug]).contains("nothing to look at"));
    assert!(fails(&["diagnose", "--bug", "none.jff", &log]).contains("none.jff"));
    fs::write(folder.path().join("y.bug"), "start -1-> end\n").unwrap();
    assert!(fails(&["diagnose", "--bug", "y.bug", &log]).contains("no state is marked as final"));
    assert!(fails(&["explore", "sample:notebook", "--target", &bug]).contains("no predicates"));
}

/// The finding of a run, by the title of its crash.
fn finding(run: &Path, title: &str) -> PathBuf {
    let all = fs::read_dir(run.join("findings")).unwrap().map(|entry| entry.unwrap().path());
    all.into_iter().find(|f| fs::read_to_string(f.join("finding.json")).unwrap().contains(title)).unwrap()
}

#[test]
fn a_target_is_found_and_its_finding_becomes_an_automaton() {
    let folder = tempfile::tempdir().unwrap();
    let bug = example("notebook-114.bug");
    let args = [
        "explore",
        "sample:notebook",
        "--target",
        &bug,
        "--seed",
        "5",
        "--events",
        "1500",
        "--out",
        "run",
        "--json",
    ];
    let output = run(folder.path(), &args);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stdout(&output).contains("HomeFragment.onNotebookClosed"), "{}", stdout(&output));
    let resumed = run(folder.path(), &["resume", "run", "--json"]);
    assert_eq!(resumed.status.code(), Some(1), "a finished guided run is read back: {}", stderr(&resumed));
    let found = finding(&folder.path().join("run"), "onNotebookClosed").display().to_string();
    let output = run(folder.path(), &["diagnose", "--from-finding", &found, "--out", "own.bug"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let output = run(folder.path(), &["diagnose", "--json", "--bug", "own.bug", "run"]);
    let value: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((&value["accepted"], &value["crashed"]), (&true.into(), &true.into()));
}
