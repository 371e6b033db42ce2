//! The published automata and generated logs, where they are at hand: a folder `shared/data` beside the repository,
//! or the one that `SKINK_SHARED_DATA` names. Without it these tests say so and pass; `scripts/check_themis` runs
//! the same comparison through the binary.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use skink_diagnose::{Bug, diagnose, sources};
use skink_model::automaton::Symbol;

fn themis() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("SKINK_SHARED_DATA").map_or(beside, PathBuf::from).join("themis-plus");
    if !folder.is_dir() {
        eprintln!("skipped: no Themis+ data at {}", folder.display());
        return None;
    }
    Some(folder)
}

#[test]
fn every_generated_log_gives_its_expected_result() {
    let Some(data) = themis() else { return };
    let mut compared = 0;
    for kind in fs::read_dir(data.join("traces")).unwrap() {
        for source in sources(&kind.unwrap().path()).unwrap() {
            let (app, id) = (source.app.clone().unwrap(), source.bug.clone().unwrap());
            let file = |kind: &str| data.join(format!("bugs/{app}/{id}-{kind}.jff"));
            let file = if file("NFA").is_file() { file("NFA") } else { file("DFA") };
            let text = fs::read_to_string(source.path.join("expected.json")).unwrap();
            let expected: Value = serde_json::from_str(&text).unwrap();
            let one = diagnose(&Bug::read(&file).unwrap(), &source).unwrap();
            let ours = serde_json::to_value(one.verdict()).unwrap();
            let at = source.path.display();
            assert_eq!(ours["events"], expected["events"], "{at}");
            assert_eq!(ours["distances"], expected["distances"], "{at}");
            assert_eq!(ours["minimal_distance"], expected["min_distance"], "{at}");
            assert_eq!(ours["initial_distance"], expected["init_distance"], "{at}");
            assert_eq!(ours["crashed"], expected["has_crash"], "{at}");
            let pairs = expected["event_pairs"].as_object().unwrap();
            assert_eq!(ours["pairs"].as_object().unwrap().len(), pairs.len(), "{at}");
            for (pair, count) in pairs {
                let key = pair.trim_matches(['(', ')']).replace("Event ", "").replace(", ", ",");
                assert_eq!(ours["pairs"][&key], *count, "{at}: {pair}");
            }
            compared += 1;
        }
    }
    assert!(compared > 0, "no logs below {}", data.display());
}

#[test]
fn published_defects_are_warned_of() {
    let Some(data) = themis() else { return };
    let bug = |path: &str| Bug::read(&data.join("bugs").join(path)).unwrap();
    let said = |path: &str| bug(path).warnings.join("\n");
    assert!(
        said("Omni-Notes/745-NFA.jff").contains("calls event 10 what the automaton calls a: the same event")
    );
    assert!(said("geohashdroid/73-DFA.jff").contains("is a DFA file where others ship an NFA"));
    for variant in ["114-NFA(full).jff", "114-NFA(partial).jff"] {
        let said = said(&format!("Scarlet-Notes/{variant}"));
        assert!(said.contains("uses ids 3 and 4 where configuration-#114.json has 6 and 7"), "{said}");
    }
    let published = bug("Scarlet-Notes/114-NFA.jff");
    assert_eq!(published.dfa.pairs().len(), 24, "not 21");
    assert_eq!(published.warnings, Vec::<String>::new());
    assert_eq!(published.automaton.label(&Symbol::of("2")), "Entered a notebook.");
}
