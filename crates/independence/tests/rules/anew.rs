//! Pages that are come to by another way, and what tells which page it is.

use super::toy::small::App;

#[test]
fn back_leads_from_a_page_that_was_opened_anew_to_where_it_was_opened() {
    let app = App {
        draw: |m, d| match m.page {
            "tea" => {
                d.page("Tea");
                d.button("help", "Help");
            }
            "help" => {
                d.page("Help");
                d.button("on", "Go on to tea");
                d.button("close", "Close");
            }
            "shelf" => {
                d.page("Shelf");
                d.text("shelf", "All kinds of tea");
            }
            _ => {
                d.page("Main");
                d.button("tea", "Tea");
            }
        },
        // The bug: though help is closed, back leads to it.
        done: |m, done| match done.id {
            "tea" => m.page = "tea",
            "help" => {
                m.page = "help";
                m.on("helped");
            }
            "on" | "close" => m.page = "tea",
            "back" => m.page = if m.is("helped") { "help" } else { "shelf" },
            _ => {}
        },
    };
    let said = |own| app.says(true, &["tap id=tea"], &["tap id=help", own], &["back"]);
    assert_eq!(said("tap id=on"), Some("opened anew"));
    assert_eq!(said("tap id=close"), None);
}

#[test]
fn to_come_by_another_way_to_what_could_have_been_chosen_is_a_choice_and_help_is_none() {
    let app = App {
        draw: |m, d| match m.page {
            "" if m.over == "groups" => {
                d.menu("Main");
                d.list("groups", |d| {
                    for name in ["Friends", "Family"] {
                        d.row(|d| d.link("group", name));
                    }
                });
            }
            "" => {
                d.page("Main");
                d.button("groups", "Groups");
                d.button("recent", "The last one");
                d.button("help", "Help");
                d.text_if(m.is("friends"), "friends", "Friends");
            }
            page => {
                d.page("Group");
                d.bar(page);
                d.button("home", "Home");
            }
        },
        // The bug: help forgets the choice.
        done: |m, done| match (done.id, done.says) {
            ("groups", _) => m.over = "groups",
            ("group", says) => {
                m.over = "";
                if says == "Friends" {
                    m.on("friends");
                }
            }
            ("recent", _) => {
                m.page = "Family";
                m.off("friends");
            }
            ("help", _) => {
                m.page = "How to";
                m.off("friends");
            }
            ("home", _) => m.page = "",
            _ => {}
        },
    };
    let seed = &["tap id=groups", "tap text=\"Friends\""];
    let said = |own| app.says(true, seed, &[own, "tap id=home"], &[]);
    assert_eq!(said("tap id=recent"), Some("same choice"));
    assert_eq!(said("tap id=help"), None);
}

#[test]
fn a_heading_among_rows_does_not_tell_what_a_page_is_about() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.text("about", if m.is("other") { "Coffee" } else { "Tea" });
            d.button("note", "Note it");
            d.button("sort", "Sort them");
            d.button("other", "Something else");
            d.list("goods", |d| {
                d.text("heading", if m.is("sorted") { "By name" } else { "By day" });
                ["Green", "Black"].iter().for_each(|name| d.link("good", name));
            });
            d.text_if(m.is("note"), "note", "Drink more of it");
        },
        // The bug: what is sorted has no note any more.
        done: |m, done| match done.id {
            "note" => m.on("note"),
            "sort" => {
                m.on("sorted");
                m.off("note");
            }
            "other" => {
                m.on("other");
                m.off("note");
            }
            _ => {}
        },
    };
    let said = |own| app.says(true, &["tap id=note"], &[own], &[]);
    assert_eq!(said("tap id=other"), Some("another one"));
    assert_eq!(said("tap id=sort"), None);
}

#[test]
fn the_next_station_depends_on_what_is_listed_and_next_to_nothing_on_nothing() {
    let app = App {
        draw: |m, d| {
            if m.page == "radio" {
                d.page("Radio");
                let next = if m.is("new") { "Bird song" } else { "Old jazz" };
                d.text("station", if m.is("next") { next } else { "Late news" });
                d.icon("next", "Next station");
                return;
            }
            d.page("Main");
            d.button("new", "Bring one");
            d.button("sort", "Sort");
            d.list("stations", |d| d.row(|d| d.link("row", "Late news")));
        },
        // The bug: what is sorted has no next.
        done: |m, done| match done.id {
            "new" => m.on("new"),
            "sort" => m.on("sorted"),
            "row" => m.page = "radio",
            "next" if !m.is("sorted") => m.on("next"),
            _ => {}
        },
    };
    let said = |own| app.says(true, &[], &[own], &["tap id=row", "tap id=next"]);
    assert_eq!(said("tap id=new"), Some("neighbours"));
    assert_eq!(said("tap id=sort"), None);
}
