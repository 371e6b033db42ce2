//! What buttons and entries say: opposites, what takes back, what removes; and what is opened and written in.

use super::toy::small::App;

#[test]
fn a_word_with_un_before_it_is_the_opposite_and_another_word_is_not() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("lock", "Lock");
            d.button("unlock", "Unlock");
            d.button("polish", "Polish");
            d.button("offline", "Work offline");
            d.button("online", "Go online");
            d.text_if(m.is("shut"), "state", "Is shut");
        },
        done: |m, done| match done.id {
            "lock" | "offline" => m.on("shut"),
            "unlock" | "polish" | "online" => m.off("shut"),
            _ => {}
        },
    };
    assert_eq!(app.says(true, &["tap id=offline"], &["tap id=online"], &[]), Some("opposite"));
    let said = |own| app.says(true, &["tap id=lock"], &[own], &[]);
    assert_eq!(said("tap id=unlock"), Some("opposite"));
    assert_eq!(said("tap id=polish"), None);
}

/// A line of history that something takes back: in the menu, or on the page of settings.
const HISTORY: App = App {
    draw: |m, d| {
        if m.over == "menu" {
            d.menu("Main");
            d.list("entries", |d| ["Reset", "About"].iter().for_each(|name| d.link("entry", name)));
        } else if m.page == "settings" {
            d.page("Settings");
            d.button("undo", "Undo the last");
            d.button("history", "Clear history");
            d.button("cache", "Clear cache");
        } else {
            d.page("Main");
            d.button("menu", "Menu");
            d.button("settings", "Settings");
            d.button("search", "Look it up");
            d.text_if(m.is("line"), "history_line", "Green tea");
        }
    },
    // The bug: everything does.
    done: |m, done| match done.id {
        "menu" => m.over = "menu",
        "settings" => m.page = "settings",
        "search" => m.on("line"),
        "back" => m.page = "",
        "entry" | "undo" | "history" | "cache" => {
            m.over = "";
            m.off("line");
        }
        _ => {}
    },
};

#[test]
fn an_entry_of_the_menu_takes_back_if_it_says_so() {
    let said = |entry| {
        HISTORY.says(true, &["tap id=search"], &["tap id=menu", &format!("tap text=\"{entry}\"")], &[])
    };
    assert_eq!(said("Reset"), Some("takes back"));
    assert_eq!(said("About"), None);
}

#[test]
fn on_another_page_undo_takes_back_and_so_does_what_clears_by_name() {
    let said = |button| {
        let own = ["tap id=settings", &format!("tap id={button}"), "back"];
        HISTORY.says(true, &["tap id=search"], &own, &[])
    };
    assert_eq!(said("undo"), Some("takes back"));
    assert_eq!(said("history"), Some("takes back"));
    assert_eq!(said("cache"), None);
}

#[test]
fn a_button_elsewhere_removes_what_it_names() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("tea", "Delete Tea");
            d.button("milk", "Delete Milk");
            d.text("state", if m.is("chosen") { "One is chosen" } else { "None is chosen" });
            d.list("goods", |d| {
                for name in ["Tea", "Milk"] {
                    d.row(|d| {
                        d.text("name", name);
                        d.icon("choose", &format!("Choose {name}"));
                    });
                }
            });
        },
        done: |m, done| match done.id {
            "choose" => m.on("chosen"),
            "tea" | "milk" => m.off("chosen"),
            _ => {}
        },
    };
    let said = |own| app.says(true, &["tap desc=\"Choose Tea\""], &[own], &[]);
    assert_eq!(said("tap id=tea"), Some("removes it"));
    assert_eq!(said("tap id=milk"), None);
}

#[test]
fn what_is_opened_and_written_in_is_the_same_whatever_is_written() {
    let app = App {
        draw: |m, d| {
            if m.over.is_empty() {
                d.page("Main");
                d.button("voice", "Voice");
                d.button("find", "Find");
                d.text("state", if m.is("loud") { "To be heard" } else { "Not to be heard" });
            } else {
                d.dialog("Main");
                d.field(m.over, "");
                d.button("done", "Done");
            }
        },
        // The bug: to look for something is taken for a voice.
        done: |m, done| match done.id {
            "voice" => m.over = "loudness",
            "find" => m.over = "words",
            "loudness" if done.says == "high" => m.on("loud"),
            "loudness" | "words" => m.off("loud"),
            "done" => m.over = "",
            _ => {}
        },
    };
    let seed = &["tap id=voice", "type id=loudness \"high\"", "tap id=done"];
    let said = |own: &[&str]| app.says(true, seed, own, &[]);
    assert_eq!(said(&["tap id=voice", "type id=loudness \"low\"", "tap id=done"]), Some("same target"));
    assert_eq!(said(&["tap id=find", "type id=words \"low\"", "tap id=done"]), None);
}

#[test]
fn enter_goes_to_the_field_that_the_inserted_events_used() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.field("first", "");
            d.field("second", "");
            d.button("pin", "Pin");
            d.text_if(m.is("entered"), "state", "Well done");
        },
        done: |m, done| match done.id {
            "first" => m.text = "first".into(),
            "second" => m.text = "second".into(),
            // The bug: after a pin there is nothing to enter.
            "pin" if !m.is("entered") => m.text.clear(),
            "enter" if m.text == "first" => m.on("entered"),
            _ => {}
        },
    };
    let said = |own| app.says(true, &["type id=first \"Tea\""], &[own], &["enter"]);
    assert_eq!(said("type id=second \"Milk\""), Some("other focus"));
    assert_eq!(said("tap id=pin"), None);
}

#[test]
fn who_writes_is_not_told_any_more_that_something_is_missing() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.field("name", "");
            d.button("check", "Check it");
            d.button("pin", "Pin");
            d.text_if(m.is("wrong"), "name_error", "Who is that?");
        },
        done: |m, done| match done.id {
            "check" => m.on("wrong"),
            "name" | "pin" => m.off("wrong"),
            _ => {}
        },
    };
    let said = |own| app.says(true, &["tap id=check"], &[own], &[]);
    assert_eq!(said("type id=name \"Emil\""), Some("edits"));
    assert_eq!(said("tap id=pin"), None);
}

#[test]
fn a_number_that_was_asked_for_may_be_written_otherwise() {
    let app = App {
        draw: |m, d| {
            if m.over == "set" {
                d.dialog("Main");
                d.field("amount", "");
                d.button("done", "Done");
                return;
            }
            d.page("Main");
            d.button("set", "Set");
            d.button("plus", "More");
            d.text("sum", if m.is("more") { "6.0" } else { "5.0" });
        },
        done: |m, done| match done.id {
            "plus" => m.on("more"),
            "set" => m.over = "set",
            "amount" => m.off("more"),
            "done" => m.over = "",
            _ => {}
        },
    };
    let said = |amount| {
        let own = ["tap id=set", &format!("type id=amount \"{amount}\""), "tap id=done"];
        app.says(false, &["tap id=plus"], &own, &[])
    };
    assert_eq!(said("5"), Some("asked for"));
    // Where another was asked for, it is one of the numbers that go on.
    assert_eq!(said("7"), Some("counter"));
}
