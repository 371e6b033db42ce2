//! Properties from the command line: a bug found, shrunk, replayed and gone; a file looked at without a run; a
//! published specification imported.

use std::path::{Path, PathBuf};

use crate::common::{run, stdout};
use serde_json::Value;

fn json(output: &std::process::Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", stdout(output)))
}

fn properties(app: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/properties");
    folder.join(format!("{app}.toml")).display().to_string()
}

fn check(folder: &Path, app: &str, more: &[&str]) -> std::process::Output {
    let file = properties(app);
    let sample = format!("sample:{app}");
    run(folder, &[&["check", &sample, "--properties", &file, "--json"], more].concat())
}

/// A bookmarked folder that is renamed keeps its old name in the drawer.
#[test]
fn a_renamed_bookmark_is_found_shrunk_replayed_and_gone_when_fixed() {
    let folder = tempfile::tempdir().unwrap();
    let checked = check(folder.path(), "files", &["--seed", "1", "--events", "6000", "--out", "run"]);
    assert_eq!(checked.status.code(), Some(1), "{}", stdout(&checked));
    let summary = json(&checked);
    let findings = summary["findings"].as_array().unwrap();
    let renames: Vec<&Value> = findings
        .iter()
        .filter(|f| f["title"].as_str().unwrap().starts_with("`rename what is bookmarked`"))
        .collect();
    // One bug, one finding, whatever else was made and renamed in the tests that met it.
    let [rename] = renames[..] else { panic!("not found once: {findings:#?}") };
    let title = rename["title"].as_str().unwrap();
    assert!(title.starts_with("`rename what is bookmarked` after `bookmark`:"), "{title}");
    assert_eq!(rename["kind"], "property");
    assert_eq!(rename["minimal"], true, "{rename:#}");
    let path = rename["path"].as_str().unwrap();
    let again = run(folder.path(), &["replay", "--times", "2", "--json", path]);
    assert_eq!((again.status.code(), &json(&again)["shown"]), (Some(1), &Value::from(2)));
    let fixed = run(folder.path(), &["replay", "--json", "--fix", "bookmark-old-path", path]);
    assert_eq!(json(&fixed)["shown"], 0, "{}", stdout(&fixed));
    let smaller = json(&run(folder.path(), &["shrink", "--json", path]));
    assert_eq!(smaller["events"], rename["events"], "nothing is left to leave out: {smaller:#}");
    // Who reads the report can make the same run again.
    let page = std::fs::read_to_string(folder.path().join("run/report/index.html")).unwrap();
    let command =
        format!("skink check sample:files --properties {} --seed 1 --events 6000", properties("files"));
    let page = page.replace("<span>", "").replace("</span>", "");
    assert!(page.contains(&command), "{command} is not in the report");
}

#[test]
fn a_run_that_is_resumed_finds_what_the_whole_run_finds() {
    let folder = tempfile::tempdir().unwrap();
    let whole = json(&check(
        folder.path(),
        "cards",
        &["--seed", "2", "--events", "1500", "--no-shrink", "--out", "a"],
    ));
    check(folder.path(), "cards", &["--seed", "2", "--events", "1500", "--no-shrink", "--out", "b"]);
    // Half of what was written is lost.
    let trace = folder.path().join("b/trace.jsonl");
    let text = std::fs::read_to_string(&trace).unwrap();
    let half: String = text.split_inclusive('\n').take(700).collect();
    std::fs::write(&trace, half).unwrap();
    let resumed = json(&run(folder.path(), &["resume", "--json", "b"]));
    let names = |summary: &Value| -> Vec<String> {
        summary["findings"].as_array().unwrap().iter().map(|f| f["id"].to_string()).collect()
    };
    assert_eq!(names(&resumed), names(&whole));
    assert_eq!(resumed["events"], whole["events"]);
    assert_eq!(std::fs::read_to_string(&trace).unwrap(), text, "the same trace");
}

#[test]
fn a_broken_property_is_neither_a_bug_nor_a_pass() {
    let folder = tempfile::tempdir().unwrap();
    let text = std::fs::read_to_string(properties("files")).unwrap();
    let start = text.find("[[function]]").unwrap();
    let broken = format!(
        "{}[[function]]\nname = \"create folder\"\noperation = \"create\"\ndata = \"entry\"\n\
         values = {{ new = \"letters\" }}\nsteps = ['tap id=fab', 'tap text=\"folder\"']\n",
        &text[..start]
    );
    std::fs::write(folder.path().join("broken.toml"), broken).unwrap();
    let args = ["check", "sample:files", "--properties", "broken.toml", "--seed", "1", "--events", "600"];
    let checked = run(folder.path(), &[&args[..], &["--bugs", "none", "--out", "run"]].concat());
    let said = stdout(&checked);
    assert_eq!(checked.status.code(), Some(3), "{said}");
    assert!(said.contains("broken property `create folder`") && said.contains("text=\"Folder\""), "{said}");
}

const DUMP: &str = r#"<hierarchy rotation="0"><node class="android.widget.ImageButton" resource-id="a:id/fab"
  content-desc="Add" clickable="true" enabled="true" bounds="[0,0][10,10]"/></hierarchy>"#;

#[test]
fn a_dry_run_shows_what_each_selector_matches() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("dump.xml"), DUMP).unwrap();
    let args = ["check", "--properties", &properties("files"), "--dry-run", "--screen", "dump.xml"];
    let shown = run(folder.path(), &args);
    let said = stdout(&shown);
    assert_eq!(shown.status.code(), Some(0), "{said}");
    assert!(said.contains("tap id=fab") && said.contains("1 match"), "{said}");
}

#[test]
fn a_dry_run_without_a_screen_checks_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let shown = run(folder.path(), &["check", "--properties", &properties("notes"), "--dry-run"]);
    let said = stdout(&shown);
    assert_eq!(shown.status.code(), Some(0), "{said}");
    assert!(said.contains("functions, no error"), "{said}");
}

#[test]
fn a_wrong_file_is_wrong_usage_and_says_where() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("wrong.toml"), "[[function]]\nname = 3\n").unwrap();
    let checked = run(folder.path(), &["check", "sample:files", "--properties", "wrong.toml"]);
    assert_eq!(checked.status.code(), Some(2));
    let said = String::from_utf8_lossy(&checked.stderr).into_owned();
    assert!(said.contains("line 1, column 1") || said.contains("line 2, column 8"), "{said}");
}

#[test]
fn a_published_specification_becomes_a_property_file() {
    let folder = tempfile::tempdir().unwrap();
    let spec = r#"{"dmfs": [{"name": "add note", "type": "add", "datatype": "note", "proportion": "5",
      "events": [{"action": "click", "widget": "w", "text": "", "force": true}], "impacts": [],
      "preconditions": [], "post-conditions": [], "widgets": [{"name": "w", "UI_layout_num": "0", "class": "",
      "resource-id": "a:id/add", "text": "", "content-desc": "", "instance": "", "xpath": ""}]}]}"#;
    std::fs::write(folder.path().join("dmf_x.json"), spec).unwrap();
    let imported = run(folder.path(), &["check", "import", "."]);
    assert_eq!(imported.status.code(), Some(0));
    assert!(stdout(&imported).contains("tap id=a:id/add"), "{}", stdout(&imported));
    std::fs::write(folder.path().join("dmf_x.json"), spec.replace("click", "pinch")).unwrap();
    let refused = run(folder.path(), &["check", "import", "."]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("action `pinch`"));
}
