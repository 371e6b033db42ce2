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
            d.text_if(m.is("shut"), "state", "Is shut");
        },
        done: |m, done| match done.id {
            "lock" => m.on("shut"),
            "unlock" | "polish" => m.off("shut"),
            _ => {}
        },
    };
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
