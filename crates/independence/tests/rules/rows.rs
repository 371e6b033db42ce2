//! Rows: which are touched, which are beside them, and which are another list's.

use skink_gui::Flags;

use super::toy::small::App;

#[test]
fn a_button_on_the_page_about_a_row_touches_that_row_and_no_other() {
    let app = App {
        draw: |m, d| {
            if m.page == "person" {
                d.page("Person");
                d.text("who", "Annika");
                d.button("block", "Block");
                return;
            }
            d.page("Main");
            d.button("add", "Fill it");
            d.list("people", |d| {
                let rest = ["Annika", "Doris"].into_iter().filter(|name| m.is("added") && !m.is(name));
                for name in ["Berta"].into_iter().chain(rest) {
                    d.row(|d| d.link("name", name));
                }
            });
        },
        done: |m, done| match done.id {
            "add" => m.on("added"),
            "name" => m.page = "person",
            "back" => m.page = "",
            // With the bug, another one is blocked.
            "block" => m.on(if m.bug { "Doris" } else { "Annika" }),
            _ => {}
        },
    };
    let seed = &["tap id=add", "tap text=\"Annika\""];
    let said = |bug| app.says(bug, seed, &["tap id=block"], &["back"]);
    assert_eq!(said(false), Some("touches it"));
    assert_eq!(said(true), None);
}

#[test]
fn what_follows_from_the_touched_row_is_explained_and_what_another_row_lost_is_not() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("all", "Look at all");
            d.list("goods", |d| {
                for name in ["Tea", "Milk"] {
                    d.row(|d| {
                        d.text("name", name);
                        d.icon("flag", &format!("Flag {name}"));
                        d.icon("mute", &format!("Mute {name}"));
                        d.text_if(m.is(name), "mark", &format!("{name} is seen"));
                    });
                }
            });
            d.text_if(m.is("Tea") || m.is("Milk"), "state", "There is more");
        },
        done: |m, done| match (done.id, done.row) {
            ("flag", "Tea") => m.on("Tea"),
            ("all", _) => {
                m.on("Tea");
                m.on("Milk");
            }
            // The bug: it is done to all of them.
            ("mute", _) => {
                m.off("Tea");
                m.off("Milk");
            }
            _ => {}
        },
    };
    let said = |seed| app.says(true, &[seed], &["tap desc=\"Mute Tea\""], &[]);
    assert_eq!(said("tap desc=\"Flag Tea\""), Some("touches it"));
    assert_eq!(said("tap id=all"), None);
}

#[test]
fn to_tap_a_row_means_to_change_what_the_page_shows_and_to_tap_one_of_a_drawer_does_not() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("drawer", "Drawer");
            d.button("more", "More");
            d.list("people", |d| {
                for name in ["Annika", "Berta"] {
                    d.row(|d| d.link("name", name));
                }
            });
            if m.over == "drawer" {
                d.inside("ListView", "drawer_rows", Flags::empty(), |d| d.link("help", "Help"));
            }
            d.text_if(m.is("more"), "born", "Born in May");
        },
        // The bug: a page chosen in the drawer folds this one.
        done: |m, done| match done.id {
            "drawer" => m.over = "drawer",
            "more" => m.on("more"),
            "name" | "help" => {
                m.over = "";
                m.off("more");
            }
            _ => {}
        },
    };
    let said = |own: &[&str]| app.says(true, &["tap id=more"], own, &[]);
    assert_eq!(said(&["tap text=\"Berta\""]), Some("means to"));
    assert_eq!(said(&["tap id=drawer", "tap text=\"Help\""]), None);
}

#[test]
fn where_one_of_several_is_marked_another_is_the_same_choice_and_where_many_may_be_it_is_not() {
    let app = App {
        draw: |m, d| {
            if m.over == "options" {
                d.dialog("Main");
                d.list("options", |d| {
                    d.check("often", "Often", m.is("often"));
                    d.check("seldom", "Seldom", !m.is("often"));
                    // With the bug, many may be marked, and one ends what another began.
                    d.check("at_night", "At night", m.bug);
                });
                return;
            }
            d.page("Main");
            d.button("options", "Options");
            d.text_if(m.is("often"), "bell", "There is a bell");
        },
        done: |m, done| {
            match done.id {
                "often" => m.on("often"),
                "seldom" => m.off("often"),
                _ => {}
            }
            m.over = if done.id == "options" { "options" } else { "" };
        },
    };
    let (often, seldom) = (["tap id=options", "tap id=often"], ["tap id=options", "tap id=seldom"]);
    assert_eq!(app.says(false, &often, &seldom, &[]), Some("same choice"));
    assert_eq!(app.says(true, &often, &seldom, &[]), None);
}

#[test]
fn options_that_exclude_each_other_are_one_choice_before_one_is_marked_too() {
    let app = App {
        draw: |m, d| {
            if m.over == "voices" {
                d.dialog("Main");
                d.inside("RadioGroup", "voices", Flags::empty(), |d| {
                    for name in ["Loud", "Soft"] {
                        let on = if m.is(name) { Flags::CHECKED } else { Flags::empty() };
                        d.leaf("RadioButton", name, name, Flags::CLICKABLE | Flags::CHECKABLE | on);
                    }
                });
                return;
            }
            d.page("Main");
            d.button("voices", "Voices");
            d.text_if(m.is("Loud"), "bars", "All can hear it");
        },
        done: |m, done| {
            match done.id {
                "Loud" => {
                    m.on("Loud");
                    m.off("Soft");
                }
                "Soft" => {
                    m.on("Soft");
                    m.off("Loud");
                }
                _ => {}
            }
            m.over = if done.id == "voices" { "voices" } else { "" };
        },
    };
    let (loud, soft) = (["tap id=voices", "tap id=Loud"], ["tap id=voices", "tap id=Soft"]);
    assert_eq!(app.says(false, &loud, &soft, &[]), Some("same choice"));
}
