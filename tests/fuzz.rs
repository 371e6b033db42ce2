//! `skink fuzz`: findings that replay, the same ones whatever the number of workers, and runs that go on.

use std::path::Path;

use serde_json::Value;

use crate::common::run;

/// A small run: enough for a bug that a neutral event shows.
const SMALL: [&str; 10] =
    ["--events", "600", "--seeds", "4", "--seed-events", "8", "--mutants", "6", "--seed", "3"];

fn fuzz(folder: &Path, out: &str, more: &[&str]) -> (i32, Value) {
    let mut args = vec!["fuzz", "sample:units", "--json", "--no-shrink", "--out", out];
    args.extend(SMALL);
    args.extend(more);
    let output = run(folder, &args);
    let value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)));
    (output.status.code().unwrap_or(-1), value)
}

/// The summary without what may differ from run to run.
fn steady(mut value: Value) -> Value {
    let object = value.as_object_mut().unwrap();
    object.remove("run");
    object.remove("wall_seconds");
    for list in ["findings", "crashes"] {
        for finding in object[list].as_array_mut().unwrap() {
            finding.as_object_mut().unwrap().remove("path");
        }
    }
    value
}

#[test]
fn the_findings_are_the_same_whatever_the_number_of_workers_and_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let (code, one) = fuzz(folder.path(), "one", &["--workers", "1"]);
    let (again, two) = fuzz(folder.path(), "two", &["--workers", "2"]);
    assert_eq!(code, again);
    let expected = steady(one);
    assert_eq!(steady(two), expected);
    // As a kill leaves it: the last line torn, the last seed's mutants not all there.
    let path = folder.path().join("two/mutants.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, &text[..text.len() - 40]).unwrap();
    let output = run(folder.path(), &["resume", "two", "--json"]);
    let resumed: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(steady(resumed), expected);
}

#[test]
fn findings_replay_and_shrink() {
    let folder = tempfile::tempdir().unwrap();
    let (code, summary) = fuzz(folder.path(), "run", &[]);
    let findings = summary["findings"].as_array().unwrap();
    assert!(code == 1 && !findings.is_empty(), "exit code {code}: {summary:#}");
    let exit = |args: &[&str]| run(folder.path(), args).status.code();
    for finding in findings {
        let path = finding["path"].as_str().unwrap();
        assert_eq!(exit(&["replay", path]), Some(1), "{finding:#}");
        assert_eq!(exit(&["shrink", path]), Some(0), "{finding:#}");
        assert_eq!(exit(&["replay", path]), Some(1), "{finding:#}");
    }
}

#[test]
fn an_app_is_needed_unless_a_recording_is_given() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(run(folder.path(), &["fuzz"]).status.code(), Some(2));
    assert_eq!(run(folder.path(), &["fuzz", "--recorded", "nowhere"]).status.code(), Some(2));
}

/// The original tool's recorded verdict on ActivityDiary, where the data is at hand.
#[test]
fn the_recorded_case_is_flagged() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/genie/oracle-case");
    if !data.is_dir() {
        eprintln!("skipped: no recorded case in ../shared/data/genie");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["fuzz", "--json", "--recorded", &data.display().to_string()]);
    assert_eq!(output.status.code(), Some(1));
    let verdict: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(verdict["violates"], true);
    assert_eq!(verdict["recorded_error"], true);
    assert!(verdict["agreed"].as_u64().unwrap() > 0, "{verdict:#}");
}
