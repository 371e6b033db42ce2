//! What is only there for a while: found by a search, held open by a keyboard, filled into a form.

use skink_gui::Flags;

use super::doubt_of;
use super::toy::small::App;

const DEATH: &str = "process death and return";
const LAUNCH: &str = "stop and launch again";

#[test]
fn what_a_search_found_ends_with_the_process_and_its_words_and_other_texts_do_not() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.field("search", &m.text);
            d.button("go", "Go");
            d.button("load", "Load");
            d.text_if(m.is("found"), "result", "Green tea");
            d.text_if(m.is("loaded"), "news", "Fresh news");
        },
        done: |m, done| match done.id {
            "search" => m.text = done.says.into(),
            "go" => m.on("found"),
            "load" => m.on("loaded"),
            "kill" | "relaunch" => {
                m.off("found");
                m.off("loaded");
                if m.bug {
                    m.text.clear();
                }
            }
            _ => {}
        },
    };
    let said = |bug, seed: &[&str]| doubt_of(app, bug, DEATH, [seed, &["kill"], &[]]);
    let search = &["type id=search \"tea\"", "tap id=go"];
    assert_eq!(said(false, search), Some("searched"));
    assert_eq!(doubt_of(app, false, LAUNCH, [search, &["relaunch"], &[]]), Some("searched"));
    assert_eq!(said(true, &["type id=search \"tea\""]), None);
    assert_eq!(said(true, &["tap id=load"]), None);
}

#[test]
fn back_without_a_keyboard_closes_something_else() {
    let app = App {
        draw: |m, d| {
            if m.is("keyboard") {
                d.page_above_keyboard("Main")
            } else {
                d.page("Main")
            }
            d.field("title", &m.text);
            d.button("pin", "Pin");
        },
        done: |m, done| match done.id {
            "title" => {
                m.text = done.says.into();
                m.on("keyboard");
            }
            // With the bug, the keyboard stays and Back closes both.
            "pin" if m.bug => m.on("pinned"),
            "pin" => m.off("keyboard"),
            "back" => {
                if !m.is("keyboard") || m.is("pinned") {
                    m.text.clear();
                }
                m.off("keyboard");
            }
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &["type id=title \"Tea\""], &["tap id=pin"], &["back"]);
    assert_eq!(said(false), Some("keyboard"));
    assert_eq!(said(true), None);
    // And where the inserted events bring one.
    let brought = App {
        draw: |m, d| match m.page {
            "search" => {
                if m.is("keyboard") {
                    d.page_above_keyboard("Search")
                } else {
                    d.page("Search")
                }
                d.field("words", "");
            }
            page => {
                d.page("Main");
                d.text("shown", if page == "bin" { "What was deleted" } else { "Everything" });
                d.button("bin", "Bin");
                d.button("search", "Search");
            }
        },
        done: |m, done| match done.id {
            "words" => m.on("keyboard"),
            "back" if m.is("keyboard") => m.off("keyboard"),
            "back" => m.page = if m.page == "search" { "bin" } else { "" },
            "bin" => m.page = "bin",
            "search" => m.page = "search",
            _ => {}
        },
    };
    let seed = ["tap id=bin", "tap id=search"];
    assert_eq!(brought.says(false, &seed, &["tap id=words"], &["back", "back"]), Some("keyboard"));
}

#[test]
fn what_is_marked_in_a_form_ends_with_the_app_and_what_is_marked_elsewhere_does_not() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.check("stay", "Stay here", m.is("stay"));
            d.button("go", if m.bug { "Look around" } else { "Sign in" });
            d.button("check", "Check it");
            d.button("sift", "Only green ones");
            d.text_if(m.is("wrong"), "name_error", "Who is that?");
            if m.is("sifted") {
                d.leaf("Chip", "kind", "Green", Flags::empty());
            }
        },
        done: |m, done| match done.id {
            "stay" => m.turn("stay"),
            "check" => m.on("wrong"),
            "sift" => m.on("sifted"),
            "relaunch" => {
                m.off("stay");
                m.off("wrong");
                m.off("sifted");
            }
            _ => {}
        },
    };
    let said = |bug, seed| doubt_of(app, bug, LAUNCH, [&[seed], &["relaunch"], &[]]);
    assert_eq!(said(false, "tap id=stay"), Some("unsaved"));
    assert_eq!(said(true, "tap id=stay"), None);
    // What says that something is wrong, and what sifts, is stored nowhere.
    assert_eq!(said(true, "tap id=check"), Some("unsaved"));
    assert_eq!(said(true, "tap id=sift"), Some("unsaved"));
}

#[test]
fn what_plays_may_end_with_the_page_and_what_was_marked_or_said_on_it_may_not() {
    let app = App {
        draw: |m, d| {
            if m.page == "help" {
                d.page("Help");
                d.text("help", "How to listen");
                return;
            }
            d.page("Main");
            d.icon("play", if m.is("playing") { "Pause" } else { "Play" });
            d.icon("like", if m.is("liked") { "Liked" } else { "Like" });
            d.button("help", "Help");
            d.button("sort", "Sort");
            d.text_if(m.bug && m.is("playing"), "now", "To be heard");
        },
        done: |m, done| match done.id {
            "play" => m.turn("playing"),
            "like" => m.turn("liked"),
            "help" => m.page = "help",
            "back" | "sort" => {
                m.page = "";
                m.off("playing");
                m.off("liked");
            }
            _ => {}
        },
    };
    let help: &[&str] = &["tap id=help", "back"];
    assert_eq!(app.says(false, &["tap id=play"], help, &[]), Some("in memory"));
    assert_eq!(app.says(false, &["tap id=play"], &["tap id=sort"], &[]), None);
    assert_eq!(app.says(false, &["tap id=like"], help, &[]), None);
    assert_eq!(app.says(true, &["tap id=play"], help, &[]), None);
}

#[test]
fn a_selection_ends_with_the_process() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("wrap", "Wrap it");
            let chosen = m.is("chosen");
            d.list("goods", |d| {
                let mark = if chosen { Flags::SELECTED } else { Flags::empty() };
                d.inside("LinearLayout", "row", mark, |d| d.link("name", "Tea"));
            });
            d.text_if(chosen, "mode", "What to do with it?");
            d.text_if(m.is("wrapped"), "state", "In paper");
        },
        done: |m, done| match done.id {
            "name" => m.on("chosen"),
            "wrap" => m.on("wrapped"),
            "kill" => {
                m.off("chosen");
                m.off("wrapped");
            }
            _ => {}
        },
    };
    let said = |seed| doubt_of(app, true, DEATH, [&[seed], &["kill"], &[]]);
    assert_eq!(said("tap id=name"), Some("in memory"));
    assert_eq!(said("tap id=wrap"), None);
}

#[test]
fn a_count_on_a_page_below_ends_with_the_process_and_a_word_does_not() {
    let app = App {
        draw: |m, d| {
            if m.page == "help" {
                d.page("Help");
                d.text("help", "How to count");
                return;
            }
            d.page("Main");
            d.button("plus", "More");
            d.button("wrap", "Wrap it");
            d.button("help", "Help");
            d.text_if(m.count > 0, "count", &m.count.to_string());
            d.text_if(m.is("wrapped"), "state", "In paper");
        },
        done: |m, done| match done.id {
            "plus" => m.count += 1,
            "wrap" => m.on("wrapped"),
            "help" => m.page = "help",
            "back" => m.page = "",
            "kill" => {
                m.count = 0;
                m.off("wrapped");
            }
            _ => {}
        },
    };
    let said = |first| doubt_of(app, true, DEATH, [&[first, "tap id=help"], &["kill"], &["back"]]);
    assert_eq!(said("tap id=plus"), Some("below"));
    assert_eq!(said("tap id=wrap"), None);
}

#[test]
fn a_filter_ends_with_the_process_and_another_choice_and_not_with_a_look() {
    let app = App {
        draw: |m, d| {
            if m.over == "menu" {
                d.menu("Main");
                d.link("starred", "Starred");
                d.link("everything", "Everything");
                return;
            }
            d.page("Main");
            d.button("more", "More");
            d.button("help", "Help");
            d.text("title", "Letters");
            d.text_if(m.is("starred"), "filter_name", "Starred");
        },
        // The bug: help takes the filter away.
        done: |m, done| match done.id {
            "more" => m.over = "menu",
            "starred" => {
                m.over = "";
                m.on("starred");
            }
            "everything" => {
                m.over = "";
                m.off("starred");
            }
            "back" => m.over = "",
            "help" if m.bug => m.off("starred"),
            "kill" => m.off("starred"),
            _ => {}
        },
    };
    let starred = &["tap id=more", "tap id=starred"];
    assert_eq!(doubt_of(app, false, DEATH, [starred, &["kill"], &[]]), Some("filter"));
    assert_eq!(app.says(true, starred, &["tap id=help"], &[]), None);
    // Shown by another word than that of the choice, no other rule knows it.
    let other = App {
        draw: |m, d| {
            if m.over == "menu" {
                d.menu("Main");
                d.link("starred", "Those with a star");
                d.link("everything", "Everything");
                return;
            }
            d.page("Main");
            d.button("more", "More");
            d.button("list", "List");
            d.text("title", "Letters");
            d.text_if(m.is("starred"), "filter_count", "Only some");
        },
        ..app
    };
    let chosen = &["tap id=more", "tap id=starred"];
    assert_eq!(other.says(false, chosen, &["tap id=more", "tap id=everything"], &[]), Some("filter"));
    // A button to filter by that is gone after a choice is another matter.
    let button = App {
        draw: |m, d| {
            if m.over == "menu" {
                d.menu("Main");
                d.link("starred", "Those with a star");
                d.link("everything", "Everything");
                return;
            }
            d.page("Main");
            d.button("more", "More");
            d.text("title", "Letters");
            if m.is("starred") {
                d.button("filter", "Narrow it");
            }
        },
        ..app
    };
    assert_eq!(button.says(true, chosen, &["tap id=more", "tap id=everything"], &[]), None);
}

#[test]
fn what_can_be_undone_ends_with_the_process_and_what_was_written_does_not() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("line", "Line");
            d.text("lines", &"I".repeat(m.count));
            d.button("undo", "Undo");
        },
        done: |m, done| match done.id {
            "line" => {
                m.count += 1;
                m.on("history");
            }
            "undo" if m.is("history") => m.count -= 1,
            "kill" => {
                m.off("history");
                // The bug.
                if m.bug {
                    m.count = 0;
                }
            }
            _ => {}
        },
    };
    let line = &["tap id=line", "tap id=line"];
    assert_eq!(doubt_of(app, false, DEATH, [line, &["kill"], &["tap id=undo"]]), Some("in memory"));
    assert_eq!(doubt_of(app, true, DEATH, [line, &["kill"], &[]]), None);
}

#[test]
fn a_message_with_an_offer_to_undo_ends_with_the_process_and_one_without_does_not() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("put", "Put it away");
            d.text("head", "Things");
            if m.is("told") {
                d.row(|d| {
                    d.text("", "It was put away");
                    if !m.bug {
                        d.button("", "Undo");
                    }
                });
            }
        },
        done: |m, done| match done.id {
            "put" => m.on("told"),
            "kill" => m.off("told"),
            _ => {}
        },
    };
    let said = |bug| doubt_of(app, bug, DEATH, [&["tap id=put"], &["kill"], &[]]);
    assert_eq!(said(false), Some("in memory"));
    assert_eq!(said(true), None);
}

#[test]
fn a_drawer_may_close_over_a_page_that_is_as_it_was() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.icon("drawer", "Open navigation drawer");
            d.button("add", "Add");
            d.text_if(m.is("note"), "note", "Born in May");
            if m.over == "drawer" {
                d.list("entries", |d| ["Inbox", "Sent"].iter().for_each(|name| d.link("entry", name)));
            }
        },
        done: |m, done| match done.id {
            "drawer" => m.over = "drawer",
            "add" => m.on("note"),
            "background" => {
                m.over = "";
                // The bug: what lay below it goes too.
                if m.bug {
                    m.off("note");
                }
            }
            _ => {}
        },
    };
    let seed: &[&str] = &["tap id=add", "tap id=drawer"];
    let said = |bug| doubt_of(app, bug, "background and return", [seed, &["background"], &[]]);
    assert_eq!(said(false), Some("drawer"));
    assert_eq!(said(true), None);
}

#[test]
fn what_loads_for_ever_and_what_does_nothing_any_more_did_not_end_with_the_process() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("get", "Get it");
            d.button("show", "Show it");
            let there = m.is("there") && !m.is("killed");
            if m.is("loading") && !there {
                d.leaf("ProgressBar", "bar", "", Flags::empty());
            }
            d.text_if(there, "news", "Fresh news");
            d.text_if(m.is("shown"), "picture", "To be seen");
        },
        // Without the bug nothing loads any more; with it, for ever.
        done: |m, done| match done.id {
            "get" => m.on("loading"),
            "enter" if m.is("loading") => m.on("there"),
            "kill" => {
                m.on("killed");
                if !m.bug {
                    m.off("loading");
                }
            }
            // Another: it is not shown after that.
            "show" if !m.is("killed") => m.on("shown"),
            _ => {}
        },
    };
    let said = |bug, next| doubt_of(app, bug, DEATH, [&["tap id=get"], &["kill"], &[next]]);
    assert_eq!(said(false, "enter"), Some("under way"));
    assert_eq!(said(true, "enter"), None);
    assert_eq!(said(false, "tap id=show"), None);
}
