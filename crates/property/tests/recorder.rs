//! The recorder without a browser: functions demonstrated on sample apps by touches at points, as a person does.

#![allow(clippy::unwrap_used)]

use skink_gui::{Key, Selector};
use skink_phone::{BugSwitch, Phone, PhoneSettings, apps};
use skink_property::{Operation, PropertyFile, Recording, View, Wish};

fn recording(app: &str, file: PropertyFile) -> Recording {
    let settings = PhoneSettings { bugs: BugSwitch::None, ..PhoneSettings::default() };
    Recording::new(Box::new(Phone::new(apps::named(app).unwrap(), settings).unwrap()), file).unwrap()
}

fn place(recording: &Recording, selector: &str) -> (i32, i32) {
    let selector: Selector = selector.parse().unwrap();
    let widget = selector.find_all(recording.screen()).next();
    let middle = widget.unwrap_or_else(|| panic!("{selector} is not here")).bounds().center();
    (middle.x, middle.y)
}

/// One line, one touch: `tap id=fab`, `type id=name_input xyz`, `mark text="Alarms"`, `back`.
fn wish(recording: &mut Recording, line: &str) {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let wish = match word {
        "tap" | "long" | "mark" | "present" | "absent" => {
            let (x, y) = place(recording, rest);
            match word {
                "tap" => Wish::Tap { x, y },
                "long" => Wish::Long { x, y },
                "mark" => Wish::Mark { x, y },
                "present" => Wish::Present { x, y },
                _ => Wish::Absent { x, y },
            }
        }
        "type" => {
            let (selector, text) = rest.rsplit_once(' ').unwrap();
            let (x, y) = place(recording, selector);
            Wish::Type { x, y, text: text.to_owned() }
        }
        "back" => Wish::Key { key: Key::Back },
        "enter" => Wish::Key { key: Key::Enter },
        "wait" => Wish::Wait { millis: rest.parse().unwrap() },
        "undo" => Wish::Undo,
        "begin" => Wish::Begin,
        "try" => Wish::Try,
        "restart" => Wish::Restart,
        other => panic!("{other}"),
    };
    recording.fulfil(wish).unwrap_or_else(|e| panic!("{line}: {e}"));
}

fn done(app: &str, file: PropertyFile, lines: &[&str]) -> Recording {
    let mut recording = recording(app, file);
    lines.iter().for_each(|line| wish(&mut recording, line));
    recording
}

fn steps(view: &View) -> Vec<&str> {
    view.steps.iter().map(|step| step.line.as_str()).collect()
}

const RENAME: [&str; 4] =
    ["tap id=properties", "tap text=\"Rename\"", "type id=name_input Elsewhere", "tap id=button1"];

const CREATE: [&str; 4] =
    ["tap id=fab", "tap text=\"Folder\"", "type id=name_input holiday", "tap id=button1"];

#[test]
fn renaming_needs_nothing_but_the_demonstration() {
    let mut recording = done("files", PropertyFile::default(), &RENAME);
    let view = recording.view();
    assert_eq!((view.operation, view.guessed, view.name.as_str()), ("update", true, "rename item"));
    assert_eq!(
        steps(&view),
        [
            "tap id=properties beside id=firstline text=\"{old}\"",
            "tap text=\"Rename\"",
            "type id=name_input \"{new}\"",
            "tap id=button1",
        ]
    );
    assert!(view.complete, "{}", view.property);
    assert!(view.warnings.is_empty(), "{:?}", view.warnings);
    for expected in [
        "values = { new = \"letters\", old = \"shown id=firstline\" }",
        "'count id=firstline text=\"{old}\" = 1'",
        "sweep class=RecyclerView",
        "'absent id=firstline text=\"{old}\"'",
        "'present id=firstline text=\"{new}\"'",
    ] {
        assert!(view.property.contains(expected), "{expected} is missing in\n{}", view.property);
    }
    wish(&mut recording, "try");
    let tried = recording.view().tried.unwrap();
    assert!(tried.green, "{tried:?}");
    assert_eq!(recording.view().property, view.property, "trying changes nothing");
    let saved = recording.take().unwrap();
    let file = PropertyFile::parse(&saved.whole).unwrap();
    assert_eq!(file.functions[0].operation, Operation::Update);
    assert_eq!(PropertyFile::parse(&saved.addition.unwrap()).unwrap(), file);
    assert!(recording.view().steps.is_empty(), "the next function can be recorded");
}

#[test]
fn creating_shows_the_new_object_by_itself() {
    let mut recording = done("files", PropertyFile::default(), &CREATE);
    let view = recording.view();
    assert_eq!((view.operation, view.data.as_str()), ("create", "folder"));
    assert_eq!(view.steps[2].types.as_deref(), Some("letters"));
    assert!(view.property.contains("present id=firstline text=\"{new}\""), "{}", view.property);
    wish(&mut recording, "try");
    assert!(recording.view().tried.unwrap().green);
}

#[test]
fn a_second_function_is_added_and_comments_stay() {
    let mut recording = done("files", PropertyFile::default(), &CREATE);
    let first = recording.take().unwrap();
    RENAME.iter().for_each(|line| wish(&mut recording, line));
    assert_eq!(recording.view().name, "rename folder", "the file's data type is taken");
    let second = recording.take().unwrap();
    let text = format!("# by hand\n{}\n{}", first.addition.unwrap(), second.addition.unwrap());
    let file = PropertyFile::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let names: Vec<&str> = file.functions.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["add folder", "rename folder"]);
    assert_eq!(PropertyFile::parse(&second.whole).unwrap(), file);
}

#[test]
fn deleting_and_searching_are_guessed() {
    let lines = ["tap id=properties", "tap text=\"Delete\"", "tap id=button1"];
    let mut delete = done("files", PropertyFile::default(), &lines);
    assert_eq!(delete.view().operation, "delete");
    assert!(
        delete.view().property.contains("'absent id=firstline text=\"{old}\"'"),
        "{}",
        delete.view().property
    );
    wish(&mut delete, "try");
    let tried = delete.view().tried.unwrap();
    assert!(tried.green, "{tried:?}");

    let lines = ["tap id=search", "type id=search_edit_text Documents", "enter", "wait 9000"];
    let mut search = done("files", PropertyFile::default(), &lines);
    let view = search.view();
    assert_eq!(view.operation, "search");
    assert_eq!(view.steps[1].types.as_deref(), Some("old"));
    assert!(view.property.contains("old = \"shown id=firstline\""), "{}", view.property);
    wish(&mut search, "try");
    let tried = search.view().tried.unwrap();
    assert!(tried.green, "{tried:?}");
}

#[test]
fn selectors_come_best_first_with_how_many_they_match() {
    let recording = done("files", PropertyFile::default(), &RENAME[..2]);
    let view = recording.view();
    let first = &view.steps[0];
    assert_eq!(first.selector.as_ref().unwrap().matches, 1);
    let by_id = first.choices.iter().find(|choice| choice.text == "id=properties").unwrap();
    assert_eq!((by_id.matches, by_id.right), (6, true));
    let second = &view.steps[1];
    assert_eq!(second.selector.as_ref().unwrap().text, "text=\"Rename\"");
    assert!(second.choices.iter().any(|choice| choice.text == "id=title" && choice.matches == 8));
}

#[test]
fn mistakes_are_warned_of() {
    // A selector that matches several, and one that finds another widget first.
    let mut recording = done("files", PropertyFile::default(), &RENAME);
    let choose = |recording: &mut Recording, step, selector: &str| {
        recording.fulfil(Wish::Choose { step, selector: selector.to_owned() }).unwrap();
    };
    let said = |recording: &Recording, words: &str| {
        let all: Vec<String> = recording.view().warnings.into_iter().map(|w| w.text).collect();
        assert!(all.iter().any(|text| text.contains(words)), "{words} is missing in {all:#?}");
    };
    choose(&mut recording, 1, "id=properties");
    said(&recording, "matches 6 widgets");
    choose(&mut recording, 2, "id=title nth=3");
    said(&recording, "not the one you used");
    // A text that is always the same.
    recording.fulfil(Wish::Bind { step: 3, to: "fixed".to_owned() }).unwrap();
    said(&recording, "always types \"Elsewhere\"");
    assert!(!recording.view().complete, "an update without a new text");
    // No data object.
    let recording = done("files", PropertyFile::default(), &CREATE[..3]);
    said(&recording, "no data object");
    // A wrong widget, which changed nothing.
    let recording = done("files", PropertyFile::default(), &["tap id=fullpath"]);
    said(&recording, "wrong widget?");
    said(&recording, "changed nothing");
    // A mark on something else.
    let mut recording = done("files", PropertyFile::default(), &CREATE);
    wish(&mut recording, "mark id=fullpath");
    said(&recording, "wrong widget? The mark shows");
}

#[test]
fn a_wrong_property_is_red_and_says_why() {
    let mut recording = done("files", PropertyFile::default(), &RENAME);
    recording.fulfil(Wish::Choose { step: 2, selector: "text=\"Copy\"".to_owned() }).unwrap();
    wish(&mut recording, "try");
    let tried = recording.view().tried.unwrap();
    assert!(!tried.green);
    assert!(tried.words.contains("stuck at `type id=name_input"), "{}", tried.words);
}

#[test]
fn a_bug_of_the_app_makes_the_first_try_red() {
    // The property is right and the app is not: it can be saved all the same.
    let phone = Phone::new(apps::named("files").unwrap(), PhoneSettings::default()).unwrap();
    let mut recording = Recording::new(Box::new(phone), PropertyFile::default()).unwrap();
    for line in ["long text=\"readme.txt\"", "tap id=cut", "tap id=paste"] {
        wish(&mut recording, line);
    }
    recording.fulfil(Wish::Operation { operation: "read".to_owned() }).unwrap();
    recording.fulfil(Wish::When { line: "count id=firstline text=\"{old}\" = 1".to_owned() }).unwrap();
    wish(&mut recording, "try");
    let tried = recording.view().tried.unwrap();
    assert!(!tried.green, "{tried:?}");
    assert!(tried.words.contains("does not hold"), "{tried:?}");
    assert!(recording.take().unwrap().name.starts_with("read "));
}

#[test]
fn preconditions_are_a_click_and_are_judged_where_the_recording_began() {
    let mut recording = recording("files", PropertyFile::default());
    wish(&mut recording, "tap id=search");
    wish(&mut recording, "absent id=search_edit_text");
    wish(&mut recording, "restart");
    assert!(recording.view().when.is_empty(), "starting over forgets them");
    wish(&mut recording, "present id=fab");
    CREATE.iter().for_each(|line| wish(&mut recording, line));
    assert_eq!(recording.view().when, ["present id=fab"]);
    wish(&mut recording, "tap id=search");
    wish(&mut recording, "present id=search_edit_text");
    wish(&mut recording, "undo");
    let view = recording.view();
    assert!(view.warnings.iter().any(|w| w.text.contains("does not hold where this recording began")));
    recording.fulfil(Wish::Drop { number: 1 }).unwrap();
    assert!(recording.view().warnings.is_empty(), "{:?}", recording.view().warnings);
    wish(&mut recording, "try");
    assert!(recording.view().tried.unwrap().green);
}

#[test]
fn undo_takes_the_device_back_too() {
    let mut recording = done("files", PropertyFile::default(), &CREATE[..2]);
    let dialog = recording.screen().hash();
    wish(&mut recording, "type id=name_input wrong");
    wish(&mut recording, "tap id=button1");
    wish(&mut recording, "undo");
    assert!(recording.screen().widgets().any(|w| w.text() == "wrong"), "the dialog with its text");
    wish(&mut recording, "undo");
    assert_eq!(recording.screen().hash(), dialog);
    assert_eq!(recording.view().steps.len(), 2);
    wish(&mut recording, "type id=name_input right");
    wish(&mut recording, "tap id=button1");
    wish(&mut recording, "try");
    assert!(recording.view().tried.unwrap().green);
}

#[test]
fn the_way_to_where_a_function_begins_is_no_part_of_it() {
    let mut recording = recording("files", PropertyFile::default());
    wish(&mut recording, "tap text=\"Documents\"");
    wish(&mut recording, "begin");
    CREATE.iter().for_each(|line| wish(&mut recording, line));
    let view = recording.view();
    assert_eq!((view.way.len(), view.steps.len()), (1, 4));
    wish(&mut recording, "try");
    let tried = recording.view().tried.unwrap();
    assert!(tried.green, "{tried:?}");
}

#[test]
fn a_mark_says_which_object_is_meant() {
    let mut recording = recording("files", PropertyFile::default());
    wish(&mut recording, "mark text=\"Alarms\"");
    RENAME.iter().for_each(|line| wish(&mut recording, line));
    wish(&mut recording, "mark text=\"Elsewhere\"");
    let view = recording.view();
    assert_eq!(view.about.len(), 2, "{:?}", view.about);
    assert_eq!(view.object.len(), 1, "where it is shown now");
    assert!(view.complete && view.warnings.is_empty(), "{:?}", view.warnings);
}

#[test]
fn other_sample_apps_are_recorded_the_same_way() {
    // Each is tried at once: what was guessed must work when it is done again with other values.
    let cases: [(&str, &[&str], &str); 5] = [
        ("tasks", &["tap id=fab", "type id=title errand", "tap id=menu_save"], "create"),
        ("tasks", &["tap id=row_title", "type id=title errand", "tap id=menu_save"], "update"),
        ("diary", &["long id=activity_name", "type id=edit_name reading", "tap id=action_save"], "update"),
        (
            "radio",
            &[
                "tap id=list_item_more_button",
                "tap text=\"Edit\"",
                "type id=edit_name waves",
                "tap id=button1",
            ],
            "update",
        ),
        (
            "notes",
            &["tap id=fab_add_new_item", "type id=new_file_dialog__name holiday", "tap id=button1", "back"],
            "create",
        ),
    ];
    for (app, lines, operation) in cases {
        let mut recording = done(app, PropertyFile::default(), lines);
        assert_eq!(recording.view().operation, operation, "{app}");
        wish(&mut recording, "try");
        let tried = recording.view().tried.unwrap();
        assert!(tried.green, "{app}: {tried:?}\n{}", recording.view().property);
    }
}
