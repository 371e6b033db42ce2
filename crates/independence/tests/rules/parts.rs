//! Parts of one control, buttons that set something, options that are denied, and rows that are told by what they say.

use skink_gui::Flags;

use super::toy::small::App;

#[test]
fn stars_that_say_of_how_many_they_are_and_whether_they_are_full_are_one_control() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("help", "Help");
            // What others think of it: that does not change.
            d.inside("LinearLayout", "stars", Flags::empty(), |d| {
                for name in ["1 of 3, full", "2 of 3, empty", "3 of 3, empty"] {
                    d.icon("star", name);
                }
            });
            d.text_if(m.is("praise"), "praise", "You like it");
        },
        // The bug: help takes it away.
        done: |m, done| match (done.id, done.says) {
            ("star", "3 of 3, empty") => m.on("praise"),
            ("star" | "help", _) => m.off("praise"),
            _ => {}
        },
    };
    let said = |own| app.says(true, &["tap desc=\"3 of 3, empty\""], &[own], &[]);
    assert_eq!(said("tap desc=\"1 of 3, full\""), Some("same choice"));
    assert_eq!(said("tap id=help"), None);
}

#[test]
fn a_button_of_a_dialog_that_sets_what_is_lost_is_a_choice_and_a_look_at_help_is_none() {
    let app = App {
        draw: |m, d| {
            if m.page == "help" {
                d.page("Help");
                d.text("help", "How to set a day");
                return;
            }
            if m.over == "day" {
                d.dialog("Main");
                d.text("day", if m.is("day") { "Tomorrow it is" } else { "No day" });
                d.button("tomorrow", "Soon");
                d.button("never", "Some time");
                d.button("help", "Help");
                return;
            }
            d.page("Main");
            d.button("when", "When");
        },
        // The bug: a look at help forgets the day.
        done: |m, done| match done.id {
            "when" => m.over = "day",
            "tomorrow" => m.on("day"),
            "never" => m.off("day"),
            "help" => {
                m.page = "help";
                m.off("day");
            }
            "back" => m.page = "",
            _ => {}
        },
    };
    let said = |own: &[&str]| app.says(true, &["tap id=when", "tap id=tomorrow"], own, &[]);
    assert_eq!(said(&["tap id=never"]), Some("same choice"));
    assert_eq!(said(&["tap id=help", "back"]), None);
}

#[test]
fn a_choice_that_the_page_denies_is_no_setting() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("add", "Add");
            d.text_if(m.is("note"), "note", "Born in May");
            d.inside("RadioGroup", "options", Flags::empty(), |d| {
                let short = m.is("short") && !m.is("denied");
                for (name, on) in [("Long", !short), ("Short", short)] {
                    let checked = if on { Flags::CHECKED } else { Flags::empty() };
                    d.leaf("RadioButton", "option", name, Flags::CLICKABLE | Flags::CHECKABLE | checked);
                }
            });
        },
        // Nothing is added where it is to be short. The bug: it says then that it is to be long.
        done: |m, done| match (done.id, done.says) {
            ("option", "Short") => m.on("short"),
            ("option", _) => m.off("short"),
            ("add", _) if !m.is("short") => m.on("note"),
            ("add", _) if m.bug => m.on("denied"),
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &[], &["tap text=\"Short\""], &["tap id=add"]);
    assert_eq!(said(false), Some("setting"));
    assert_eq!(said(true), None);
}

#[test]
fn to_save_a_list_as_it_is_may_take_its_ticks_and_nothing_else() {
    let app = App {
        draw: |m, d| {
            if m.page == "edit" {
                d.page("Edit");
                d.field("name", "Tea and milk");
                d.button("save", "Save");
                return;
            }
            d.page("Main");
            d.button("edit", "Edit the list");
            d.button("praise", "Well done");
            d.list("goods", |d| ["Tea", "Milk"].iter().for_each(|name| d.check("good", name, m.is(name))));
            d.text_if(m.is("praise"), "note", "You did it");
        },
        // The bug: it takes the note too.
        done: |m, done| match (done.id, done.says) {
            ("good", "Tea") => m.turn("Tea"),
            ("good", _) => m.turn("Milk"),
            ("praise", _) => m.on("praise"),
            ("edit", _) => m.page = "edit",
            ("save", _) => {
                m.page = "";
                ["Tea", "Milk", "praise"].iter().for_each(|what| m.off(what));
            }
            _ => {}
        },
    };
    let said = |seed| app.says(true, &[seed], &["tap id=edit", "tap id=save"], &[]);
    assert_eq!(said("tap text=\"Tea\""), Some("touches it"));
    assert_eq!(said("tap id=praise"), None);
}

#[test]
fn a_row_by_itself_is_touched_where_it_says_so_and_not_with_any_other_row() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("mix", "Mix them");
            d.text_if(m.is("mixed"), "state", "It was mixed");
            d.list("goods", |d| {
                d.link("good", "Milk");
                d.link("good", "Tea");
                if m.is("mix") {
                    d.link("good", "Milk and honey");
                }
            });
        },
        // The bug: there is none, whichever was touched before.
        done: |m, done| match done.id {
            "good" => m.on("touched"),
            "mix" => {
                m.on("mixed");
                if !m.is("touched") {
                    m.on("mix");
                }
            }
            _ => {}
        },
    };
    let said = |own| app.says(true, &[], &[own], &["tap id=mix"]);
    assert_eq!(said("tap text=\"Milk\""), Some("touches it"));
    assert_eq!(said("tap text=\"Tea\""), None);
}

#[test]
fn a_page_to_come_follows_an_order_and_lacks_nothing_that_is_put_there_by_name() {
    let app = App {
        draw: |m, d| {
            if m.page == "cart" {
                d.page("Cart");
                d.text("order", if m.is("sorted") && !m.bug { "By name" } else { "By day" });
                d.list("goods", |d| {
                    for name in ["Tea", "Milk"].into_iter().filter(|name| m.is(name) || *name == "Milk") {
                        d.row(|d| d.text("name", name));
                    }
                });
                return;
            }
            d.page("Main");
            d.button("sort", "Sort");
            d.link("good", "Tea");
        },
        // The bug: once sorted, nothing gets there.
        done: |m, done| match done.id {
            "sort" => m.on("sorted"),
            "good" => {
                m.page = "cart";
                if !(m.bug && m.is("sorted")) {
                    m.on("Tea");
                }
            }
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &[], &["tap id=sort"], &["tap text=\"Tea\""]);
    assert_eq!(said(false), Some("follows"));
    assert_eq!(said(true), None);
}
