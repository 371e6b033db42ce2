//! What was chosen, used last, looked at, set or left to load: what follows from that is meant.

use skink_gui::Flags;

use super::doubt_of;
use super::toy::small::App;

#[test]
fn what_was_loading_ends_with_the_process_and_what_had_come_does_not() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("get", "Get it");
            if m.is("loading") {
                d.leaf("ProgressBar", "bar", "", Flags::empty());
            }
            d.text_if(m.is("there"), "news", "Fresh news");
        },
        done: |m, done| match done.id {
            // With the bug it is there at once, and stored nowhere.
            "get" if m.bug => m.on("there"),
            "get" => m.on("loading"),
            "enter" if m.is("loading") => {
                m.off("loading");
                m.on("there");
            }
            "kill" => {
                m.off("loading");
                m.off("there");
            }
            _ => {}
        },
    };
    let said = |bug| doubt_of(app, bug, "process death and return", [&["tap id=get"], &["kill"], &["enter"]]);
    assert_eq!(said(false), Some("under way"));
    assert_eq!(said(true), None);
}

#[test]
fn what_was_read_goes_from_what_is_to_be_read_and_nothing_else_does() {
    let app = App {
        draw: |m, d| {
            if m.page == "article" {
                d.page("Article");
                return;
            }
            d.page("Main");
            d.button("get", "Get them");
            // There is room for three.
            d.list("unread", |d| {
                let new = ["Ships"].into_iter().filter(|_| m.is("got"));
                for name in new.chain(["Trains", "Bread", "Salt"]).filter(|name| !m.is(name)).take(3) {
                    d.row(|d| d.link("title", name));
                }
            });
        },
        done: |m, done| match (done.id, done.says) {
            ("get", _) => m.on("got"),
            ("title", "Ships") => {
                m.page = "article";
                // With the bug, another one counts as read.
                m.on(if m.bug { "Trains" } else { "Ships" });
            }
            ("back", _) => m.page = "",
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &["tap id=get"], &["tap text=\"Ships\"", "back"], &[]);
    assert_eq!(said(false), Some("touches it"));
    assert_eq!(said(true), None);
}

#[test]
fn a_button_that_reads_as_before_once_it_was_looked_at_is_no_row_that_was_read() {
    let app = App {
        draw: |m, d| {
            if m.over == "coupon" {
                d.dialog("Coupon");
                d.text("code", "A code of letters");
                return;
            }
            d.page("Main");
            d.button("use", "Use what I have");
            d.button("coupon", if m.is("used") { "TEN" } else { "Add coupon" });
        },
        // The bug: to look at it removes it.
        done: |m, done| match done.id {
            "use" => m.on("used"),
            "coupon" => m.over = "coupon",
            "back" => {
                m.over = "";
                m.off("used");
            }
            _ => {}
        },
    };
    assert_eq!(app.says(true, &["tap id=use"], &["tap id=coupon", "back"], &[]), None);
}

#[test]
fn to_look_at_a_row_marks_it_as_read_and_takes_no_other_mark() {
    let app = App {
        draw: |m, d| {
            if m.page == "article" {
                d.page("Article");
                return;
            }
            d.page("Main");
            d.button("mark", "Mark all");
            d.list("all", |d| {
                for name in ["Bees", "Ships"] {
                    d.row(|d| {
                        d.link("title", name);
                        let word = if m.bug { "Starred" } else { "Unread" };
                        if m.is("marked") && !m.is(name) {
                            d.icon("state", &format!("{word}: {name}"));
                        }
                    });
                }
            });
        },
        done: |m, done| match (done.id, done.says) {
            ("mark", _) => m.on("marked"),
            ("title", "Ships") => {
                m.page = "article";
                m.on("Ships");
            }
            ("back", _) => m.page = "",
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &["tap id=mark"], &["tap text=\"Ships\"", "back"], &[]);
    assert_eq!(said(false), Some("touches it"));
    assert_eq!(said(true), None);
}

#[test]
fn what_was_used_last_is_offered_next_and_what_nobody_used_is_not() {
    let app = App {
        draw: |m, d| match m.page {
            "deck" => d.page("Deck"),
            "new" => {
                d.page("New");
                let other = if m.bug { "Latin" } else { "Spanish" };
                let last = [other, "Capitals", other][m.count];
                d.button("into", &format!("Deck: {last}"));
            }
            _ => {
                d.page("Main");
                d.button("add", "Add card");
                d.link("capitals", "Capitals");
                d.link("spanish", "Spanish");
            }
        },
        done: |m, done| match done.id {
            "add" => m.page = "new",
            "capitals" => (m.page, m.count) = ("deck", 1),
            "spanish" => (m.page, m.count) = ("deck", 2),
            "back" => m.page = "",
            _ => {}
        },
    };
    let seed = ["tap id=add", "back", "tap id=capitals", "back"];
    let said = |bug| app.says(bug, &seed, &["tap id=spanish", "back"], &["tap id=add"]);
    assert_eq!(said(false), Some("asked for"));
    assert_eq!(said(true), None);
}

#[test]
fn what_is_chosen_elsewhere_by_its_name_is_the_same_choice() {
    let app = App {
        draw: |m, d| match (m.over, m.page) {
            ("units", _) => {
                d.dialog("Main");
                d.inside("RadioGroup", "units", Flags::empty(), |d| {
                    for name in ["Metre", "Mile"] {
                        d.leaf("RadioButton", "unit", name, Flags::CLICKABLE | Flags::CHECKABLE);
                    }
                });
            }
            (_, "search") => {
                d.page("Search");
                d.link("hit", if m.bug { "Help" } else { "Metre" });
            }
            _ => {
                d.page("Main");
                d.button("choose", "Choose");
                d.button("search", "Search");
                d.text("length", if m.is("mile") { "One of 1609" } else { "One" });
            }
        },
        done: |m, done| match (done.id, done.says) {
            ("choose", _) => m.over = "units",
            ("unit", "Mile") => {
                m.over = "";
                m.on("mile");
            }
            ("search", _) => m.page = "search",
            // With the bug, help takes it back too.
            ("hit", _) => {
                m.page = "";
                m.off("mile");
            }
            _ => {}
        },
    };
    let seed = ["tap id=choose", "tap text=\"Mile\""];
    let said = |bug| app.says(bug, &seed, &["tap id=search", "tap id=hit"], &[]);
    assert_eq!(said(false), Some("same choice"));
    assert_eq!(said(true), None);
}

#[test]
fn to_choose_what_a_page_shows_is_meant_and_to_press_another_button_there_is_not() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("find", "Find");
            let option = Flags::CLICKABLE | Flags::CHECKABLE;
            let chip = |on: bool| if on { option | Flags::CHECKED } else { option };
            d.inside("ChipGroup", "kinds", Flags::empty(), |d| {
                d.leaf("Chip", "kind", "Everything", chip(!m.is("files")));
                d.leaf("Chip", "kind", "Files", chip(m.is("files")));
            });
            d.button("help", "Help");
            d.text_if(m.is("found") && !m.is("files") && !m.is("helped"), "hit", "Downloads");
        },
        done: |m, done| match done.id {
            "find" => m.on("found"),
            "kind" => m.on("files"),
            "help" => m.on("helped"),
            _ => {}
        },
    };
    assert_eq!(app.says(true, &["tap id=find"], &["tap text=\"Files\""], &[]), Some("same choice"));
    assert_eq!(app.says(true, &["tap id=find"], &["tap id=help"], &[]), None);
}

#[test]
fn one_more_switch_is_no_other_choice() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.inside("LinearLayout", "settings", Flags::empty(), |d| {
                d.check("loud", "Loud", m.is("loud"));
                d.check("nightly", "Nightly", m.is("nightly"));
            });
        },
        // The bug: the second writes the first anew.
        done: |m, done| match done.id {
            "loud" => m.turn("loud"),
            "nightly" => {
                m.turn("nightly");
                m.off("loud");
            }
            _ => {}
        },
    };
    assert_eq!(app.says(true, &["tap id=loud"], &["tap id=nightly"], &[]), None);
}

#[test]
fn what_an_event_sets_another_goes_by() {
    let app = App {
        draw: |m, d| {
            if m.page == "music" {
                d.page("Music");
                return;
            }
            d.page("Main");
            d.button("hide", "Hide");
            d.button("set", "Set as home");
            d.button("look", "Have a look");
            d.button("home", "Home");
            d.text_if(m.is("hidden"), "state", "One is hidden");
        },
        // With the bug, a look sets it too.
        done: |m, done| match done.id {
            "hide" => m.on("hidden"),
            "set" | "look" => m.on("other"),
            "home" if m.is("other") => m.off("hidden"),
            _ => {}
        },
    };
    let said = |own| app.says(true, &["tap id=hide"], &[own], &["tap id=home"]);
    assert_eq!(said("tap id=set"), Some("asked for"));
    assert_eq!(said("tap id=look"), None);
}

#[test]
fn what_is_found_is_what_there_is_and_what_was_not_removed_is_still_found() {
    let app = App {
        draw: |m, d| {
            if m.page == "search" {
                d.page("Search");
                d.field("query", &m.text);
                d.list("hits", |d| {
                    let there = |name: &&str| !m.text.is_empty() && !m.is(name);
                    for name in ["Beach", "Lake"].into_iter().filter(there) {
                        d.row(|d| d.text("hit", name));
                    }
                });
                return;
            }
            d.page("Main");
            d.button("search", "Search");
            d.button("remove", "Remove pictures");
            d.button("sort", "Sort pictures");
        },
        // With the bug, they are gone when they are sorted.
        done: |m, done| match done.id {
            "search" => m.page = "search",
            "query" => m.text = done.says.into(),
            "remove" | "sort" => m.on("Beach"),
            _ => {}
        },
    };
    let seed = ["tap id=search", "type id=query \"ea\""];
    let said = |own| app.says(true, &[], &[own], &seed);
    assert_eq!(said("tap id=remove"), Some("removes it"));
    assert_eq!(said("tap id=sort"), None);
}

#[test]
fn to_reset_everything_takes_back_and_to_look_at_it_does_not() {
    let app = App {
        draw: |m, d| {
            if m.page == "sound" {
                d.page("Sound");
                d.check("loud", "Loud", m.is("loud"));
                return;
            }
            d.page("Main");
            d.button("sound", "Sound");
            d.button("reset", "Reset settings");
            d.button("count", "Count settings");
        },
        // With the bug, to count them resets them.
        done: |m, done| match done.id {
            "sound" => m.page = "sound",
            "loud" => m.turn("loud"),
            "back" => m.page = "",
            "reset" | "count" => m.off("loud"),
            _ => {}
        },
    };
    let seed = ["tap id=sound", "tap id=loud", "back"];
    let said = |own| app.says(true, &seed, &[own], &["tap id=sound"]);
    assert_eq!(said("tap id=reset"), Some("takes back"));
    assert_eq!(said("tap id=count"), None);
}

#[test]
fn to_turn_the_page_shows_another_and_to_press_help_does_not() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("open", "Open it");
            d.icon("next", "Next");
            d.icon("help", "Help");
            d.text_if(m.is("open"), "page", if m.count == 0 { "The sea" } else { "The hills" });
        },
        // With the bug, help turns it too.
        done: |m, done| match done.id {
            "open" => m.on("open"),
            "next" | "help" if m.is("open") => m.count += 1,
            _ => {}
        },
    };
    let said = |own| app.says(true, &["tap id=open"], &[own], &[]);
    assert_eq!(said("tap id=next"), Some("means to"));
    assert_eq!(said("tap id=help"), None);
}

#[test]
fn what_is_changed_in_a_form_is_saved_with_it_and_what_is_looked_at_beside_it_is_not() {
    let app = App {
        draw: |m, d| {
            if m.page == "edit" {
                d.page("Edit");
                d.field("title", &m.text);
                d.button("repeat", if m.is("weekly") { "Every week" } else { "Does not repeat" });
                d.button("help", "Help");
                d.button("save", "Save");
                return;
            }
            d.page("Main");
            d.button("new", "New");
            d.text_if(m.is("saved") && !m.is("weekly") && !m.is("helped"), "task", "Something new");
        },
        // The bug: once help was there, nothing is saved.
        done: |m, done| match done.id {
            "new" => m.page = "edit",
            "title" => m.text = done.says.into(),
            "repeat" => m.turn("weekly"),
            "help" => m.on("helped"),
            "save" => {
                m.page = "";
                m.on("saved");
            }
            _ => {}
        },
    };
    let (before, after) = (["tap id=new", "type id=title \"Tea\""], ["tap id=save"]);
    let said = |own| app.says(true, &before, &[own], &after);
    assert_eq!(said("tap id=repeat"), Some("same form"));
    assert_eq!(said("tap id=help"), None);
}

#[test]
fn an_app_that_is_launched_again_shows_all_and_has_what_was_made() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("work", "Only work");
            d.button("make", "Make one");
            d.text_if(m.is("work"), "filter", "work");
            d.text_if(m.is("made"), "made", "A plan");
        },
        done: |m, done| match done.id {
            "work" => m.on("work"),
            "make" => m.on("made"),
            "relaunch" => {
                m.off("work");
                m.off("made");
            }
            _ => {}
        },
    };
    let said = |seed| doubt_of(app, true, "stop and launch again", [&[seed], &["relaunch"], &[]]);
    assert_eq!(said("tap id=work"), Some("unsaved"));
    assert_eq!(said("tap id=make"), None);
}

/// People, each with stars to rate by. With the bug, there is one rating for all, and help takes it away.
const RATED: App = App {
    draw: |m, d| {
        if m.page.is_empty() {
            d.page("Main");
            d.list("people", |d| {
                for name in ["Annika", "Berta"] {
                    d.row(|d| d.link("person", name));
                }
            });
            return;
        }
        d.page("Person");
        d.text("who", m.page);
        d.button("help", "Help");
        d.inside("LinearLayout", "stars", Flags::empty(), |d| {
            for name in ["One star", "Two stars", "Three stars"] {
                d.icon("star", name);
            }
        });
        d.text_if(m.is(m.page), "praise", "Most like her");
    },
    done: |m, done| match (done.id, done.says) {
        ("person", "Annika") => m.page = "Annika",
        ("person", _) => m.page = "Berta",
        ("star", "Three stars") => m.on(m.page),
        ("star" | "help", _) => {
            m.off(m.page);
            if m.bug {
                m.off("Annika");
            }
        }
        ("back", _) => m.page = "",
        _ => {}
    },
};

#[test]
fn another_star_is_another_choice_and_one_for_somebody_else_is_not() {
    let rate = ["tap text=\"Annika\"", "tap desc=\"Three stars\""];
    let said = |own| RATED.says(true, &rate, &[own], &[]);
    assert_eq!(said("tap desc=\"One star\""), Some("same choice"));
    assert_eq!(said("tap id=help"), None);
    let rate = [rate.as_slice(), &["back"]].concat();
    let other = &["tap text=\"Berta\"", "tap desc=\"One star\"", "back"];
    assert_eq!(RATED.says(true, &rate, other, &["tap text=\"Annika\""]), None);
}
