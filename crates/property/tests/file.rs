//! Property files: reading, printing, errors that point at their place, and a function tried at once.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use skink_device::Device;
use skink_gui::{Action, Direction};
use skink_phone::{BugSwitch, Phone, PhoneSettings, apps};
use skink_property::{Ask, Call, Data, PropertyFile, Verdict, try_function};

const FOLDERS: &str = r#"
app = "com.example.files"
avoid = ['id=button1', 'text="Delete"']

[data.folder]
show = 'id=firstline text="{name}"'

[[function]]
name = "create folder"
operation = "create"
data = "folder"
values = { new = "letters" }
when = ['absent id=search_edit_text']
steps = [
  'tap id=fab',
  'tap text="Folder"',
  'type id=name_input "{new}"',
  'tap id=button1',
]
then = ['sweep id=listView', 'present id=firstline text="{new}"']

[[function]]
name = "rename folder"
operation = "update"
data = "folder"
values = { new = "letters", old = "pick folder" }
steps = [
  'tap id=properties beside text="{old}"',
  'tap text="Rename"',
  'type id=name_input "{new}"',
  'tap id=button1',
]
"#;

fn read(text: &str) -> PropertyFile {
    PropertyFile::parse(text).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn a_printed_file_reads_back_the_same() {
    let file = read(FOLDERS);
    assert_eq!(file.functions.len(), 2);
    assert_eq!(read(&file.to_toml()), file);
}

#[test]
fn errors_point_at_line_and_column_with_a_hint() {
    let cases = [
        ("operation = \"update\"", "operation = \"updat\"", "line 24, column 13", "did you mean `update`?"),
        ("'tap text=\"Rename\"'", "'tap tekst=\"Rename\"'", "line 29, column 8", "did you mean `text`?"),
        ("'tap text=\"Rename\"'", "\"tap text=\\\"Rename\"", "line 29, column 13", "write \\\" for a quote"),
        ("{old}", "{odl}", "line 28, column 36", "did you mean `old`?"),
        ("pick folder", "pick foldr", "line 26, column 41", "did you mean `folder`?"),
        (
            "data = \"folder\"\nvalues = { new = \"letters\" }",
            "dat = \"folder\"",
            "line 11, column 1",
            "did you mean `data`?",
        ),
        ("show = 'id=firstline text=\"{name}\"'\n", "", "line 21, column 1", "or `show` under [data.folder]"),
        ("[[function]]", "[[function]", "line 8, column 12", ""),
        ("operation = \"update\"", "operation = \"rename\"", "line 24, column 13", "did you mean `update`?"),
        ("'tap text=\"Rename\"'", "\"tap text=\"Rename\"\"", "line 29, column 14", "into single quotes"),
        ("name = \"rename folder\"", "name = \"create folder\"", "line 23, column 8", "give it another"),
    ];
    for (from, to, place, hint) in cases {
        let text = FOLDERS.replacen(from, to, 1);
        assert_ne!(text, FOLDERS, "{from}");
        let error = PropertyFile::parse(&text).expect_err(to).to_string();
        assert!(error.starts_with(&format!("{place}:")), "{to}: {error}");
        assert!(error.contains(hint), "{to}: {error}");
    }
}

fn files_app(bugs: BugSwitch) -> Phone {
    let sample = apps::named("files").unwrap();
    Phone::new(sample, PhoneSettings { bugs, ..PhoneSettings::default() }).unwrap()
}

#[test]
fn a_function_is_tried_at_once_and_green() {
    let file = read(FOLDERS);
    let mut phone = files_app(BugSwitch::None);
    phone.clean_start(0).unwrap();
    let mut data = file.initial();
    let create = file.function("create folder").unwrap();
    let trial = try_function(&mut phone, &file, create, &mut data, 1).unwrap();
    assert_eq!(trial.verdict, Verdict::Held, "{}", trial.verdict.words());
    assert!(trial.warnings.is_empty(), "{:?}", trial.warnings);
    assert_eq!(data.objects("folder").len(), 1);
}

#[test]
fn a_wrong_selector_is_red_and_says_what_it_nearly_matched() {
    let file = read(&FOLDERS.replace("text=\"Folder\"", "text=\"folder\""));
    let mut phone = files_app(BugSwitch::None);
    phone.clean_start(0).unwrap();
    let mut data = file.initial();
    let create = file.function("create folder").unwrap();
    let trial = try_function(&mut phone, &file, create, &mut data, 1).unwrap();
    let words = trial.verdict.words();
    assert!(!trial.verdict.is_green());
    assert!(words.contains("stuck at `tap text=\"folder\"`"), "{words}");
    assert!(words.contains("text=\"Folder\""), "{words}");
    assert!(data.objects("folder").is_empty(), "a function that cannot finish changes nothing");
}

#[test]
fn a_selector_that_matches_two_is_a_warning() {
    let text = FOLDERS
        .replace("tap id=properties beside text=\"{old}\"", "tap id=properties")
        .replace("old = \"pick folder\"", "old = \"shown id=firstline\"");
    let file = read(&text);
    let mut phone = files_app(BugSwitch::None);
    phone.clean_start(0).unwrap();
    let mut data = file.initial();
    let rename = file.function("rename folder").unwrap();
    let trial = try_function(&mut phone, &file, rename, &mut data, 1).unwrap();
    assert!(trial.warnings.iter().any(|w| w.contains("`tap id=properties` matches")), "{:?}", trial.warnings);
}

/// The runner asks after every step and again before the next: nothing moves on in between.
#[test]
fn a_call_asked_twice_on_one_screen_asks_for_the_same() {
    let file = read(
        "[[function]]\nname = \"look\"\noperation = \"free\"\nsteps = ['tap id=a']\n\
         then = ['sweep id=list', 'present text=\"x\"']\n",
    );
    let screen = skink_gui::parse_xml(
        br#"<hierarchy rotation="0"><node class="V" bounds="[0,0][9,9]">
        <node class="B" resource-id="p:id/a" bounds="[0,0][9,1]"/><node class="L" resource-id="p:id/list"
        scrollable="true" bounds="[0,1][9,9]"><node class="T" text="row" bounds="[0,1][9,2]"/></node></node></hierarchy>"#,
    )
    .unwrap();
    let function = &file.functions[0];
    let mut data = Data::default();
    let mut call = Call::new(
        &file,
        Arc::new(function.clone()),
        Arc::new(file.rules(function)),
        Default::default(),
        &data,
    );
    let mut asked = Vec::new();
    loop {
        let ask = call.advance(&mut data, &screen);
        assert_eq!(call.advance(&mut data, &screen), ask);
        let Ask::Do(event, _) = ask else { break };
        asked.push(event.action);
        call.performed();
    }
    let (up, down) = (Action::Scroll(Direction::Up), Action::Scroll(Direction::Down));
    let (short, long) = (Action::Wait(1_000), Action::Wait(4_000));
    let sweep = [up, down];
    let all = [&[Action::Tap][..], &sweep, &[short], &sweep, &[long], &sweep].concat();
    assert_eq!(asked, all);
}
