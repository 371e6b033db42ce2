//! From a run to a finding to its replay, as a user goes.

use crate::common::{run, stdout};
use serde_json::Value;

fn json(output: &std::process::Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", stdout(output)))
}

/// The crash the README speaks of: found, shrunk to five events, replayed, and gone with its bug fixed.
#[test]
fn the_notebook_crash_is_found_shrunk_replayed_and_gone_when_fixed() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["explore", "sample:notebook", "--seed", "1", "--events", "20000"];
    let explored = run(
        folder.path(),
        &[&args[..], &["--strategy", "random", "--restart", "0.03", "--no-shrink", "--json", "--out", "run"]]
            .concat(),
    );
    assert_eq!(explored.status.code(), Some(1));
    let summary = json(&explored);
    let findings = summary["findings"].as_array().unwrap();
    let crash = findings
        .iter()
        .find(|f| f["title"] == "NullPointerException in HomeFragment.onNotebookClosed")
        .unwrap_or_else(|| panic!("not found: {summary:#}"));
    let path = crash["path"].as_str().unwrap();
    assert!(crash["events"].as_u64().unwrap() > 5);

    let shrunk = json(&run(folder.path(), &["shrink", "--json", path]));
    assert_eq!(shrunk["events"], 5, "{shrunk:#}");
    assert_eq!(shrunk["minimal"], true);
    assert_eq!((&shrunk["shown"], &shrunk["tried"]), (&Value::from(3), &Value::from(3)));

    let again = run(folder.path(), &["replay", "--times", "4", "--json", path]);
    assert_eq!(again.status.code(), Some(1));
    assert_eq!(json(&again)["shown"], 4);

    let fixed = run(folder.path(), &["replay", "--json", "--fix", "close-locked-notebook", path]);
    assert_eq!(fixed.status.code(), Some(0), "{}", stdout(&fixed));
    assert_eq!(json(&fixed)["shown"], 0);
}

/// Findings count only when switching off that bug makes them disappear.
#[test]
fn every_finding_of_a_run_belongs_to_a_listed_bug() {
    let folder = tempfile::tempdir().unwrap();
    for app in ["sample:notebook", "sample:notes"] {
        let truth = json(&run(folder.path(), &["apps", "--json", app]));
        let bugs: Vec<&str> =
            truth[0]["bugs"].as_array().unwrap().iter().map(|bug| bug["id"].as_str().unwrap()).collect();
        let out = app.replace(':', "-");
        let args = ["explore", app, "--seed", "3", "--events", "30000", "--json", "--out", &out];
        let summary = json(&run(folder.path(), &args));
        let findings = summary["findings"].as_array().unwrap();
        assert!(!findings.is_empty(), "{app}: nothing found");
        for finding in findings {
            let path = finding["path"].as_str().unwrap();
            assert_eq!(finding["minimal"], true, "{finding:#}");
            let causes = bugs.iter().filter(|bug| {
                run(folder.path(), &["replay", "--json", "--fix", bug, path]).status.code() == Some(0)
            });
            assert_eq!(causes.count(), 1, "{app}: {finding:#}");
        }
    }
}

#[test]
fn with_all_bugs_fixed_nothing_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let apps = json(&run(folder.path(), &["apps", "--json"]));
    for app in apps.as_array().unwrap() {
        let app = &format!("sample:{}", app["name"].as_str().unwrap());
        let args = ["explore", app, "--bugs", "none", "--seed", "1", "--events", "10000", "--json"];
        let explored = run(folder.path(), &args);
        assert_eq!(explored.status.code(), Some(0), "{app}: {}", stdout(&explored));
    }
}

/// A replay whose event finds no widget says which, and is no verdict; screens may be gone, selectors remain.
#[test]
fn a_replay_that_diverges_says_where() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["explore", "sample:notebook", "--seed", "1", "--events", "2000", "--json", "--out", "run"];
    let summary = json(&run(folder.path(), &args));
    let path = summary["findings"][0]["path"].as_str().unwrap();
    std::fs::remove_file(folder.path().join("run/screens/screens.pack")).unwrap();
    assert_eq!(
        run(folder.path(), &["replay", path]).status.code(),
        Some(1),
        "selectors alone find the widgets"
    );

    let file = folder.path().join(path).join("replay.jsonl");
    let changed = std::fs::read_to_string(&file).unwrap().replace("id/", "id/gone_");
    std::fs::write(&file, changed).unwrap();
    let diverged = run(folder.path(), &["replay", "--json", path]);
    assert_eq!(diverged.status.code(), Some(3));
    let diverged = json(&diverged);
    assert_eq!(diverged["diverged"]["event"], 1, "{diverged:#}");
    assert!(diverged["diverged"]["problem"].as_str().unwrap().contains("finds no such widget"));
}
