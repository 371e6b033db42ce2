//! Settings as a user writes them, and what comes of them in a run.

use crate::common::{run, stdout};
use serde_json::Value;

const SETTINGS: &str = r#"
[avoid]
words = ["cart"]
[[texts.own]]
field = "id=search_text"
texts = ["lamp"]
[[model.rules]]
widget = "id=no_such_clock"
by = ["type"]
"#;

fn json(output: &std::process::Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", stdout(output)))
}

#[test]
fn what_is_avoided_is_told_in_the_summary_kept_in_the_run_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("skink.toml"), SETTINGS).unwrap();
    for strategy in ["ape", "random"] {
        let explore = ["explore", "sample:shop", "--seed", "1", "--events", "400", "--no-shrink"];
        let args = [&explore[..], &["--json", "--strategy", strategy, "--out", strategy]].concat();
        let summary = json(&run(folder.path(), &args));
        assert!(summary["held_back"]["cart"].as_u64().is_some_and(|times| times > 0), "{summary:#}");
        let kept = std::fs::read_to_string(folder.path().join(strategy).join("run.toml")).unwrap();
        assert!(kept.contains("words = [\"cart\"]") && kept.contains("id=search_text"), "{kept}");
        let resumed = json(&run(folder.path(), &["resume", "--json", strategy]));
        assert_eq!(resumed["held_back"], summary["held_back"]);
        let model: Value =
            serde_json::from_slice(&std::fs::read(folder.path().join(strategy).join("model.json")).unwrap())
                .unwrap();
        let states = model["states"].as_array().unwrap();
        assert!(states.len() > 3 && states.iter().any(|state| state["visits"].as_u64() > Some(1)));
        assert!(model["transitions"].as_array().unwrap().len() > 3);
        assert!(states.iter().any(|state| state["id"] == model["start"]), "{strategy}: the start is a state");
    }
}

#[test]
fn rules_that_match_nothing_are_named() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("skink.toml"), SETTINGS).unwrap();
    let dump = r#"<hierarchy rotation="0"><node class="android.widget.EditText" package="app"
        resource-id="app:id/search_text" text="" bounds="[0,0][9,9]" enabled="true" clickable="true"/></hierarchy>"#;
    std::fs::write(folder.path().join("dump.xml"), dump).unwrap();
    let checked = run(folder.path(), &["config", "check", "--screen", "dump.xml"]);
    assert_eq!(checked.status.code(), Some(1), "{}", stdout(&checked));
    let said = stdout(&checked);
    assert!(said.contains("[texts] id=search_text: 1 match\n"), "{said}");
    assert!(said.contains("[model] id=no_such_clock: matches nothing\n"), "{said}");
    assert!(said.contains("2 rules match nothing on 1 screen"), "{said}");
    assert_eq!(run(folder.path(), &["config", "check"]).status.code(), Some(0));
    let shown = run(folder.path(), &["config", "show"]);
    assert!(stdout(&shown).contains("nasty = 0.15"), "{}", stdout(&shown));
    std::fs::write(folder.path().join("shown.toml"), &shown.stdout).unwrap();
    assert_eq!(run(folder.path(), &["config", "check", "--config", "shown.toml"]).status.code(), Some(0));
    std::fs::write(folder.path().join("skink.toml"), "[avoid]\nword = []\n").unwrap();
    assert_eq!(run(folder.path(), &["config", "show"]).status.code(), Some(2));
}
