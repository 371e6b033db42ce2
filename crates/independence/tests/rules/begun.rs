//! What was begun and is still under way: what has to wait for it, and what loads for ever.

use skink_gui::Flags;

use super::doubt_of;
use super::toy::small::App;

/// As long as something is packed, nothing is printed; once it was sealed, never. Half of it is printed while it is cut.
const PACKED: App = App {
    draw: |m, d| {
        d.page("Main");
        d.button("pack", "Pack it");
        d.button("seal", "Seal it");
        d.button("cut", "Cut it");
        d.button("print", "Print");
        d.text_if(m.is("printed"), "printed", "All on paper");
        d.text_if(m.is("half"), "half", "Half of it on paper");
    },
    done: |m, done| match done.id {
        "pack" => m.count = m.clock as usize + 5_000,
        "cut" => {
            m.count = m.clock as usize + 5_000;
            m.on("cut");
        }
        // The bug.
        "seal" => m.on("sealed"),
        "print" if m.is("sealed") => {}
        "print" if m.clock as usize >= m.count => m.on("printed"),
        "print" if m.is("cut") => m.on("half"),
        _ => {}
    },
};

#[test]
fn what_does_nothing_waits_for_what_was_begun_and_what_does_something_else_does_not() {
    let said = |own| PACKED.says(true, &[], &[own], &["tap id=print"]);
    assert_eq!(said("tap id=pack"), Some("loading"));
    assert_eq!(said("tap id=seal"), None);
    assert_eq!(said("tap id=cut"), None);
}

/// What was got, and a field. With the bug, there is neither after the process has ended, and it loads for ever.
const LOADS: App = App {
    draw: |m, d| {
        d.page("Main");
        d.button("get", "Get it");
        if m.is("ended") && m.bug {
            d.leaf("ProgressBar", "bar", "", Flags::empty());
            return;
        }
        d.field("name", &m.text);
        if m.is("there") {
            d.button("look", "Look at it");
        }
    },
    done: |m, done| match done.id {
        "get" => m.on("there"),
        "name" => m.text = done.says.into(),
        "kill" | "relaunch" => {
            m.on("ended");
            m.off("there");
            m.text.clear();
        }
        _ => {}
    },
};

#[test]
fn what_a_page_that_loads_for_ever_does_not_show_did_not_live_in_memory() {
    let said = |bug| doubt_of(LOADS, bug, "process death and return", [&["tap id=get"], &["kill"], &[]]);
    assert_eq!(said(false), Some("in memory"));
    assert_eq!(said(true), None);
}

#[test]
fn what_was_typed_and_not_saved_ends_with_the_app_but_not_because_the_page_loads_for_ever() {
    let typed: &[&str] = &["type id=name \"Emil\""];
    let said = |bug| doubt_of(LOADS, bug, "stop and launch again", [typed, &["relaunch"], &[]]);
    assert_eq!(said(false), Some("unsaved"));
    assert_eq!(said(true), None);
}
