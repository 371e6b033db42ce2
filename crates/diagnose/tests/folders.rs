//! Recordings on disk: the published folder layout, bare logs, runs of Skink, DroidBot's events; and the defects
//! of published data, each with its warning and the right result.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};
use skink_diagnose::{Bug, Kind, Library, Table, diagnose, page, pictures, sources};
use skink_explore::{Settings, strategy};
use skink_phone::{Phone, PhoneSettings, apps};
use skink_run::{Budget, RunDir, RunFile, execute};

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// An automaton of one line for each transition: from, to, symbol, the empty one for ε.
fn jff(states: usize, moves: &[(usize, usize, &str)]) -> String {
    let mut out = String::from("<?xml version=\"1.0\"?><structure>&#13;\n<type>fa</type><automaton>\n");
    for id in 0..states {
        let mark = if id == 0 {
            "<initial/>"
        } else if id + 1 == states {
            "<final/>"
        } else {
            ""
        };
        out.push_str(&format!(
            "<state id=\"{id}\" name=\"q\"><x>{}.0</x><y>1.0</y>{mark}</state>\n",
            80 * id
        ));
    }
    for (from, to, read) in moves {
        let read = if read.is_empty() { "<read/>".to_owned() } else { format!("<read>{read}</read>") };
        out.push_str(&format!("<transition><from>{from}</from><to>{to}</to>{read}</transition>\n"));
    }
    out + "</automaton></structure>"
}

fn configuration(id: &str, events: &[&str]) -> String {
    let events: serde_json::Map<String, Value> = events
        .iter()
        .map(|id| ((*id).to_owned(), json!({"info": format!("Did {id}."), "reason": null})))
        .collect();
    json!({"app_name": "Other name", "bug_id": format!("#{id}"), "events": events, "warnings": {}})
        .to_string()
}

/// A small suite: two bugs of two apps and three results.
fn suite() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = |path: &str| folder.path().join(path);
    let one = jff(3, &[(0, 1, "1"), (1, 1, "1"), (1, 2, "a")]);
    write(&at("bugs/My-App/7-NFA.jff"), &one);
    write(&at("bugs/My-App/7-NFA(full).jff"), &jff(3, &[(0, 1, "3"), (1, 2, "4")]));
    write(&at("bugs/My-App/configuration-#7.json"), &configuration("7", &["1", "10"]));
    write(&at("bugs/Other/9-DFA.jff"), &jff(2, &[(0, 1, "1")]));
    write(&at("bugs/Other/configuration-#9.json"), &configuration("9", &["1"]));
    let log = |lines: &[&str]| {
        let head = "--------- beginning of main\n".to_owned();
        lines.iter().fold(head, |log, line| log + "05-04 01:02:10.920  1  1 I Themis  : " + line + "\n")
    };
    let runs = at("runs");
    let result = |name: &str| runs.join(name);
    let combo = result("instrumented-My-App-#7.apk.ComboDroid.result.login");
    write(&combo.join("logcat.log"), &log(&["Event 1: Did 1.", "Event 12: Unknown."]));
    write(&combo.join("combo_testing_time_on_emulator.txt"), "2021-05-04-01-02-03\n");
    let droidbot = result("instrumented-My-App-#7.apk.droidbot.dfs.greedy.result");
    write(&droidbot.join("logcat.log"), &log(&["Event 1: x", "Event 10 : y", "Crash!: RuntimeException"]));
    write(
        &droidbot.join("droidbot_testing_time_on_emulator.txt"),
        "2021-05-04-01:02:03\n2021-05-04-07:02:03\n",
    );
    let monkey = result("instrumented-Other-#9.apk.monkey.result");
    write(&monkey.join("logcat.log"), &log(&[]));
    write(&monkey.join("monkey_testing_time_on_emulator.txt"), "2021-05-04-01:02:03\n");
    folder
}

fn verdict(bug: &Bug, path: &Path) -> Value {
    let source = sources(path).unwrap().remove(0);
    serde_json::to_value(diagnose(bug, &source).unwrap().verdict()).unwrap()
}

#[test]
fn the_json_has_the_promised_shape() {
    let suite = suite();
    let bug = Bug::read(&suite.path().join("bugs/My-App/7-NFA.jff")).unwrap();
    let log = suite.path().join("runs/instrumented-My-App-#7.apk.droidbot.dfs.greedy.result/logcat.log");
    let expected = json!({
        "bug": "7",
        "events": {
            "1": {"count": 1, "warnings": 0, "first_s": 7},
            "a": {"count": 1, "warnings": 0, "first_s": 7}
        },
        "event_coverage": {"covered": 2, "total": 2},
        "pairs": {"1,1": 0, "1,a": 1},
        "pair_coverage": {"covered": 1, "total": 2},
        "distances": {"0": 1, "1": 1, "2": 1},
        "minimal_distance": 0,
        "initial_distance": 2,
        "first_missed": null,
        "accepted": true,
        "crashed": true
    });
    assert_eq!(verdict(&bug, &log), expected);
    assert_eq!(
        verdict(&bug, log.parent().unwrap()),
        expected,
        "the folder and its log are the same recording"
    );
}

#[test]
fn combodroid_writes_its_times_its_own_way() {
    let suite = suite();
    let bug = Bug::read(&suite.path().join("bugs/My-App/7-NFA.jff")).unwrap();
    let run = suite.path().join("runs/instrumented-My-App-#7.apk.ComboDroid.result.login");
    let found = verdict(&bug, &run);
    assert_eq!(found["events"]["1"]["first_s"], 7);
    assert_eq!(found["events"]["a"], json!({"count": 0, "warnings": 0, "first_s": -1}));
    assert_eq!(found["first_missed"], "a");
    assert_eq!(found["accepted"], false);
}

#[test]
fn a_log_alone_begins_with_its_first_line() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("some.log");
    write(&log, "05-04 01:02:03.000  1  1 I Other: x\n05-04 01:02:10.920  1  1 I Themis  : Event 1: x\n");
    let file = folder.path().join("x.jff");
    write(&file, &jff(2, &[(0, 1, "1")]));
    let bug = Bug::read(&file).unwrap();
    assert!(bug.warnings[0].contains("no configuration-#x.json"), "{:?}", bug.warnings);
    assert_eq!(verdict(&bug, &log)["events"]["1"]["first_s"], 7);
}

#[test]
fn defects_of_published_data_are_named() {
    let suite = suite();
    let warnings = |path: &str| Bug::read(&suite.path().join(path)).unwrap().warnings.join("\n");
    let renamed = warnings("bugs/My-App/7-NFA.jff");
    assert!(
        renamed.contains("configuration-#7.json calls event 10 what the automaton calls a: the same event")
    );
    assert!(renamed.contains("the states 0, 1, 2 all bear the name `q`; they are told apart by id"));
    assert!(warnings("bugs/Other/9-DFA.jff").contains("9-DFA.jff is a DFA file where others ship an NFA"));
    let variant = warnings("bugs/My-App/7-NFA(full).jff");
    assert!(
        variant.contains("the automaton uses ids 3 and 4 where configuration-#7.json has 1 and a"),
        "{variant}"
    );
}

#[test]
fn many_runs_against_a_suite_make_table_3() {
    let suite = suite();
    let library = Library::read(&[suite.path().join("bugs")]).unwrap();
    let paths: Vec<_> = library.bugs.iter().map(|bug| bug.path.file_name().unwrap().to_owned()).collect();
    assert_eq!(paths, ["7-NFA.jff", "9-DFA.jff"], "the variant is not taken for the automaton");
    let found = sources(&suite.path().join("runs")).unwrap();
    assert_eq!(found.len(), 3);
    let mut done = Vec::new();
    for source in &found {
        let (app, id) = (source.app.clone().unwrap(), source.bug.clone().unwrap());
        let bug = library.bugs.iter().find(|bug| bug.is(&app, &id)).unwrap();
        done.push((bug, diagnose(bug, source).unwrap()));
    }
    let table = Table::of(done.iter().map(|(bug, one)| (*bug, one)));
    assert_eq!(table.tools, ["combodroid", "droidbot.dfs.greedy", "monkey"]);
    let text = table.text();
    assert!(text.contains("   50     0    1 "), "{text}");
    assert!(text.contains("  100    50    0*"), "{text}");
    assert!(text.contains("    0     -    1 "), "one transition has no pairs: {text}");
    assert_eq!(table.found_missed["combodroid"], (0, 1));
    let items: Vec<_> = done.iter().map(|(bug, one)| (*bug, one)).collect();
    let page = page(&items, &[]);
    assert!(page.contains("<svg class=\"automaton") && page.contains("Bug My-App-7"));
    assert!(!page.contains("http://") && !page.contains("https://") && !page.contains("<script"));
}

#[test]
fn a_page_escapes_what_strangers_wrote() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.bug");
    write(&file, "bug <b>x\nevent 1 \"does <img src=x>\"\nstart -1-> crash\n");
    let log = folder.path().join("a<b>.log");
    write(&log, "Themis Event 1: x\n");
    let bug = Bug::read(&file).unwrap();
    let one = diagnose(&bug, &sources(&log).unwrap()[0]).unwrap();
    let page = page(&[(&bug, &one), (&bug, &one)], &[]);
    assert!(!page.contains("<img") && !page.contains("<b>"), "{page}");
    assert!(page.contains("before") && page.contains("after"), "two recordings stand side by side");
}

fn example(name: &str) -> Bug {
    Bug::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bugs").join(name)).unwrap()
}

/// A recorded run of Skink on the notebook.
fn run(folder: &Path, events: u64) -> PathBuf {
    let path = folder.join(format!("run{events}"));
    let mut file = RunFile::new("explore", "sample:notebook", "phone", "ape", 3);
    file.budget = Budget { events: Some(events), ..Budget::default() };
    let run = RunDir::create(&path, &file).unwrap();
    let mut phone = Phone::new(apps::named("notebook").unwrap(), PhoneSettings::default()).unwrap();
    let mut chosen = strategy("ape", &Settings::default()).unwrap();
    execute(&run, &file, &mut phone, chosen.as_mut(), None, &mut (), &AtomicBool::new(false)).unwrap();
    path
}

#[test]
fn a_run_of_skink_needs_no_instrumentation() {
    let folder = tempfile::tempdir().unwrap();
    let path = run(folder.path(), 600);
    let bug = example("notebook-114.bug");
    assert_eq!(bug.warnings, Vec::<String>::new());
    let source = sources(&path).unwrap().remove(0);
    assert_eq!((source.kind, source.tool.as_str()), (Kind::Run, "ape"));
    let one = diagnose(&bug, &source).unwrap();
    let taps =
        |line: &str| fs::read_to_string(path.join("trace.jsonl")).unwrap().matches(line).count() as u64;
    let count = |id: &str| one.clues.events[&skink_model::automaton::Symbol::of(id)].count;
    assert!(count("7") > 0 && count("7") <= taps(":id/menu_button"), "{} menus", count("7"));
    assert!(one.clues.minimal_distance < one.clues.initial_distance);
    let (dir, _) = RunDir::open(&path).unwrap();
    let mut phone = Phone::new(apps::named("notebook").unwrap(), PhoneSettings::default()).unwrap();
    let shots = pictures(&one, &dir, Some(&mut phone)).unwrap();
    assert!(
        shots[0].as_ref().is_some_and(|shot| shot.contains("data:image/png;base64,")),
        "a picture of the start"
    );
    let drawn = pictures(&one, &dir, None).unwrap();
    assert!(drawn[0].as_ref().is_some_and(|shot| shot.contains("<rect") && shot.contains("Notebook")));
    let page = page(&[(&bug, &one)], &[Some(shots)]);
    assert!(page.contains("data:image/png;base64,"));
}

#[test]
fn droidbots_events_are_matched_in_the_order_of_their_tags() {
    let folder = tempfile::tempdir().unwrap();
    let event = |number: u32, id: &str| {
        let view = json!({"class": "android.widget.Button", "resource_id": format!("app:id/{id}"), "text": null,
                          "clickable": true, "enabled": true, "bounds": [[0, 0], [9, 9]]});
        let file = json!({"tag": format!("2020-02-22_00054{}-{number}", number % 10), "event":
                          {"event_type": "touch", "view": view}, "start_state": "s", "stop_state": "t"});
        let name = format!("events/event_2020-02-22_00054{}-{number}.json", number % 10);
        write(&folder.path().join(name), &file.to_string());
    };
    event(1, "one");
    event(2, "other");
    event(3, "two");
    let file = folder.path().join("x.bug");
    write(&file, "event 1 \"x\" tap id=one\nevent 2 \"y\" tap id=two\ntrace 1 2\n");
    let bug = Bug::read(&file).unwrap();
    let source = sources(folder.path()).unwrap().remove(0);
    assert_eq!(source.kind, Kind::Droidbot);
    let one = diagnose(&bug, &source).unwrap();
    assert_eq!((one.clues.accepted, one.clues.minimal_distance), (1, 0));
    assert_eq!(one.clues.events[&skink_model::automaton::Symbol::of("2")].first_s, Some(2));
}

#[test]
fn a_jflap_bug_says_that_a_run_needs_predicates() {
    let folder = tempfile::tempdir().unwrap();
    let path = run(folder.path(), 20);
    let file = folder.path().join("7-NFA.jff");
    write(&file, &jff(2, &[(0, 1, "1")]));
    let error = diagnose(&Bug::read(&file).unwrap(), &sources(&path).unwrap()[0]).unwrap_err().to_string();
    assert!(error.contains("has no predicates for its events"), "{error}");
}

#[test]
fn a_folder_without_recordings_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let error = sources(folder.path()).unwrap_err().to_string();
    assert!(error.contains("holds no log (logcat.log), no run (run.toml)"), "{error}");
    assert!(sources(&folder.path().join("none")).is_err());
}
