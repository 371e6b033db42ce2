//! Import of published specifications: those at hand in `shared/data` beside the repository or where
//! `SKINK_SHARED_DATA` says, and made-up ones for every construct of the format.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use proptest::prelude::*;
use serde_json::{Value, json};
use skink_property::{ImportError, PropertyFile, import};

fn shared_data() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("SKINK_SHARED_DATA").map_or(beside, PathBuf::from).join("pbfdroid");
    folder.is_dir().then_some(folder)
}

fn assert_reads_back(file: &PropertyFile) {
    let printed = file.to_toml();
    let read = PropertyFile::parse(&printed).unwrap_or_else(|e| panic!("{e}\n{printed}"));
    assert_eq!(read, *file, "{printed}");
}

#[test]
fn the_published_specifications_are_imported_whole_and_read_back() {
    let Some(folder) = shared_data() else {
        println!("skipped: no shared/data beside the repository, and SKINK_SHARED_DATA names no folder");
        return;
    };
    for (app, functions, blocked) in
        [("amaze", 6, 3), ("markor", 5, 2), ("notepad", 5, 6), ("simpletask", 4, 1)]
    {
        let read = |kind: &str| {
            std::fs::read_to_string(folder.join(app).join(format!("{kind}_{app}.json"))).unwrap()
        };
        let file = import(&read("dmf"), Some(&read("keyviews"))).unwrap_or_else(|e| panic!("{app}: {e}"));
        assert_eq!((file.functions.len(), file.avoid.len()), (functions, blocked), "{app}");
        assert_reads_back(&file);
    }
}

#[test]
fn rename_folder_of_figure_four() {
    let Some(folder) = shared_data() else {
        println!("skipped: no shared/data beside the repository, and SKINK_SHARED_DATA names no folder");
        return;
    };
    let text = std::fs::read_to_string(folder.join("amaze/dmf_amaze.json")).unwrap();
    let file = import(&text, None).unwrap();
    let rename = file.function("edit folder").unwrap();
    let words = |all: &[skink_property::Line]| all.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        words(&rename.steps),
        [
            "capture delete_name id=com.amaze.filemanager:id/firstline nth=0",
            "tap id=com.amaze.filemanager:id/properties",
            "tap path=\"//android.widget.ListView/android.widget.LinearLayout[4]/android.widget.RelativeLayout[1]\"",
            "type class=android.widget.EditText \"{random1}\"",
            "capture add_name id=com.amaze.filemanager:id/singleedittext_input nth=0",
            "tap id=com.amaze.filemanager:id/md_buttonDefaultPositive",
        ]
    );
    let change: Vec<String> = rename.change.iter().flatten().map(ToString::to_string).collect();
    assert_eq!(change, ["remove folder name=\"{delete_name}\"", "add folder name=\"{add_name}\""]);
    assert_eq!(
        words(rename.then.as_deref().unwrap()),
        [
            "present id=com.amaze.filemanager:id/firstline text=\"{add_name}\"",
            "absent id=com.amaze.filemanager:id/firstline text=\"{delete_name}\"",
        ]
    );
}

fn widget(name: &str, layout: usize, text: &str) -> Value {
    json!({"name": name, "UI_layout_num": layout.to_string(), "class": "", "resource-id": "a:id/w", "text": text,
           "content-desc": "", "instance": "", "xpath": ""})
}

fn function(events: Value, impacts: Value, pre: Value, post: Value, widgets: Value) -> String {
    json!({"dmfs": [{"name": "add note", "type": "add", "datatype": "note", "proportion": "5", "events": events,
        "impacts": impacts, "preconditions": pre, "post-conditions": post, "widgets": widgets}]})
    .to_string()
}

fn simple(action: &str, relation: &str, operator: &str) -> Result<PropertyFile, ImportError> {
    let text = function(
        json!([{"action": action, "widget": "e1", "text": "random", "force": true}]),
        json!([{"object": "n.text", "operator": operator}]),
        json!([{"UI_layout_num": "0", "datatype": "note", "relation": relation, "widget": ""}]),
        json!([{"UI_layout_num": "1", "datatype": "note", "relation": "in", "widget": "e1"}]),
        json!([widget("e1", 0, ""), widget("n", 1, "")]),
    );
    import(&text, None)
}

#[test]
fn what_is_not_supported_is_named() {
    assert!(simple("click", "is empty", "add").is_ok());
    let named = |result: Result<PropertyFile, ImportError>, what: &str| {
        let error = result.expect_err(what).to_string();
        assert!(error.contains(what) && error.contains("add note"), "{error}");
    };
    named(simple("pinch", "is empty", "add"), "action `pinch`");
    named(simple("clear", "is empty", "add"), "action `clear`");
    named(simple("drag", "is empty", "add"), "a drag by `random`");
    named(simple("click", "larger", "add"), "relation `larger`");
    named(simple("click", "is empty", "sort"), "operator `sort`");
    let with = |key: &str, value: Value| {
        let mut widget = widget("e1", 0, "");
        widget[key] = value;
        let events = json!([{"action": "click", "widget": "e1", "text": "", "force": true}]);
        import(&function(events, json!([]), json!([]), json!([]), json!([widget])), None)
    };
    named(with("xpath", json!("//a[position()=2]")), "xpath `//a[position()=2]`");
    named(with("instance", json!("first")), "instance `first`");
    named(with("colour", json!("red")), "key `colour`");
    assert!(with("colour", json!("")).is_ok());
    let blocked =
        |view: &str| import("{\"dmfs\": []}", Some(&json!({"keyviews": [{ "view": view }]}).to_string()));
    let error = blocked("<node visible-to-user=\"false\" text=\"x\" />").unwrap_err().to_string();
    assert!(error.contains("visible-to-user=\"false\"") && error.contains("blocked view 1"), "{error}");
    assert!(blocked("<node text=\"#any#\" />").unwrap_err().to_string().contains("blocks everything"));
}

/// What a blocked view became.
fn blocked(view: &str) -> String {
    let views = json!({"keyviews": [{ "view": view }]}).to_string();
    import("{\"dmfs\": []}", Some(&views)).unwrap().avoid[0].to_string()
}

#[test]
fn a_blocked_view_is_compared_as_the_published_tool_does() {
    // A line of a dump, as it is copied: what the tool does not look at is passed over.
    let line = "<node NAF=\"true\" index=\"3\" text=\"Salt &amp; pepper&#8230;\" resource-id=\"a:id/x\" class=\"#any#\" \
        focusable=\"true\" clickable=\"true\" checked=\"false\" visible-to-user=\"true\" bounds=\"[0,1][2,3]\" />";
    assert_eq!(blocked(line), "id=a:id/x text=\"Salt & pepper…\" bounds=[0,1][2,3] is=clickable not=checked");
    assert_eq!(
        blocked("<node text=\"\" content-desc=\"&nosuch; &\" bounds=\"\" />"),
        "text=\"\" desc=\"&nosuch; &\""
    );
}

/// The lines of a function with these events; each has the widget `e1` of id `a:id/w`.
fn lines_of(events: &[(&str, &str)]) -> Vec<String> {
    let events: Vec<Value> = events
        .iter()
        .map(|(action, text)| json!({"action": action, "widget": "e1", "text": text, "force": 1}))
        .collect();
    let spec = function(json!(events), json!([]), json!([]), json!([]), json!([widget("e1", 0, "")]));
    import(&spec, None).unwrap().functions[0].steps.iter().map(ToString::to_string).collect()
}

#[test]
fn every_event_of_the_format_has_a_line() {
    assert_eq!(
        lines_of(&[("drag", "540, 1800, 560, 300"), ("drag", "900,500,100,520"), ("long_click", "")]),
        ["swipe up is=scrollable at=540,1800", "swipe left is=scrollable at=900,500", "longtap id=a:id/w"]
    );
    assert_eq!(lines_of(&[("stop", ""), ("start", ""), ("sleep", "3")]), ["home", "relaunch", "wait 3000"]);
    // Orientations are absolute there: upright where it is upright already is no event.
    assert_eq!(
        lines_of(&[("naturalscreen", ""), ("leftscreen", ""), ("leftscreen", ""), ("naturalscreen", "")]),
        ["wait 1000", "rotate", "wait 1000", "rotate"]
    );
}

#[test]
fn what_the_published_recorder_leaves_open_says_nothing() {
    let mut open = widget("pre0_widget", 0, "");
    open["resource-id"] = json!("");
    let mut named = widget("n_name", 0, "");
    named["instance"] = json!("None");
    let spec = function(
        json!([{"action": "click", "widget": "e1", "text": "", "force": true}]),
        json!([{"object": "n_name.text", "operator": "addnew"}, {"object": "", "operator": ""}]),
        json!([{"UI_layout_num": "0", "datatype": "", "relation": "", "widget": "pre0_widget"},
               {"UI_layout_num": "0", "datatype": "", "relation": "in", "widget": "pre0_widget"}]),
        json!([{"UI_layout_num": "1", "datatype": "", "relation": "in", "widget": "o"}]),
        json!([widget("e1", 0, ""), open, named, widget("o", 1, "n_name.text, for one")]),
    )
    .replace("\"type\":\"add\"", "\"type\":\"mark\"")
    .replace("\"proportion\":\"5\"", "\"proportion\":\"0\"");
    let file = import(&spec, None).unwrap();
    let function = &file.functions[0];
    assert_eq!((function.operation, function.weight), (skink_property::Operation::Free, 1));
    assert!(function.when.is_empty());
    let change: Vec<String> = function.change.iter().flatten().map(ToString::to_string).collect();
    assert_eq!(change, ["add note name=\"{n_name}\""]);
    let then: Vec<String> = function.then.iter().flatten().map(ToString::to_string).collect();
    assert_eq!(then, ["present id=a:id/w text=\"{n_name}\""]);
    assert_reads_back(&file);
}

proptest! {
    #[test]
    fn any_specification_of_known_constructs_reads_back(
        actions in proptest::collection::vec(
            proptest::sample::select(vec!["click", "longclick", "edit", "back", "home", "sleep", "scrollto",
                "scroll_forward", "scroll_backward", "scroll_left", "scroll_right", "start", "stop", "leftscreen",
                "naturalscreen"]), 1..6),
        texts in proptest::collection::vec(
            proptest::sample::select(vec!["", "random", "note::random", "n.text", "a {b} 'c' \"d\"", "x.text"]), 6),
        drag in proptest::collection::vec(-9i32..2000, 4),
        kind in proptest::sample::select(vec!["add", "view", "edit", "delete", "search", "share"]),
        relation in proptest::sample::select(vec!["is empty", "is not empty", "smaller", ""]),
        operator in proptest::sample::select(vec!["add", "delete", "clear", "add_conflict", "add_noduplicate"]),
        path in proptest::sample::select(vec!["", "//*[@text=\"Salt and pepper\"]/a[last()]", "Settings", "@a:id/x",
            "//*[contains(@content-desc,'say \"hi\"')][2]"]),
        instance in proptest::sample::select(vec!["", "0", "12", "None"]),
        layouts in proptest::collection::vec(0usize..7, 2),
        text in ".{0,8}",
        force: bool,
    ) {
        let mut events: Vec<Value> = actions.iter().zip(&texts).map(|(action, text)| {
            json!({"action": action, "widget": "e1", "text": text, "force": force})
        }).collect();
        let points = drag.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        if drag[1] != drag[3] {
            events.push(json!({"action": "drag", "widget": "", "text": points, "force": force}));
        }
        let mut target = widget("e1", layouts[0], &text);
        (target["xpath"], target["instance"]) = (json!(path), json!(instance));
        let spec = function(
            json!(events),
            json!([{"object": "n.text", "operator": operator}]),
            json!([{"UI_layout_num": "", "datatype": "note", "relation": relation, "widget": ""},
                   {"UI_layout_num": "0", "datatype": "", "relation": "not in", "widget": "e1"}]),
            json!([{"UI_layout_num": "9", "datatype": "note", "relation": "not in", "widget": "e1"},
                   {"UI_layout_num": "9", "datatype": "", "relation": "in", "widget": "o"}]),
            json!([target, widget("n", layouts[1], ""), widget("o", 9, "n.text")]),
        )
        .replace("\"type\":\"add\"", &format!("\"type\":\"{kind}\""));
        let file = import(&spec, None).unwrap();
        assert_reads_back(&file);
    }

    #[test]
    fn any_text_is_read_or_refused(text in ".*", value in "[a-z={}\"'\\\\. ]{0,30}") {
        let _ = PropertyFile::parse(&text);
        let _ = import(&text, Some(&text));
        let _ = value.parse::<skink_property::Line>();
        let _ = value.parse::<skink_property::Change>();
        let _ = value.parse::<skink_property::Source>();
    }
}
