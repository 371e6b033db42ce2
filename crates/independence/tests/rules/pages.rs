//! Pages that are about something else, were left, or were opened anew.

use skink_gui::Flags;

use super::doubt_of;
use super::toy::small::{App, Done, Draw, Memory};

#[test]
fn an_event_that_meets_a_page_about_somebody_else_finds_another_context() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            let name = if m.is("next") && !m.bug { "Berta" } else { "Annika" };
            d.text("name", name);
            d.text("street", "By the sea");
            d.text("garden", "With a garden");
            // Where only what counts and what tells the time is other, the page is the same still.
            let later = m.is("next") && m.bug;
            d.text("guests", if later { "4 guests" } else { "3 guests" });
            d.text("seen", if later { "Seen just now" } else { "Seen a minute ago" });
            d.button("next", "Next");
            d.button("like", "Like");
            d.text_if(m.is("liked"), "heart", "With love");
        },
        done: |m, done| match done.id {
            "next" if !m.is("liked") => m.on("next"),
            "like" if !m.is("next") => m.on("liked"),
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &[], &["tap id=next"], &["tap id=like"]);
    assert_eq!(said(false), Some("other context"));
    assert_eq!(said(true), None);
}

#[test]
fn a_look_replaces_only_by_what_was_looked_at() {
    let app = App {
        draw: |m, d| match m.page {
            "people" => {
                d.page("People");
                d.list("people", |d| {
                    d.link("row", "Berta");
                    d.link("row", "Doris");
                });
            }
            "doris" => {
                d.page("Person");
                d.text("name", "Doris");
            }
            _ => {
                d.page("Main");
                d.button("people", "People");
                d.inside("LinearLayout", "last", skink_gui::Flags::empty(), |d| {
                    let other = if m.bug { "nobody" } else { "Doris" };
                    let name = if m.is("looked") { other } else { "Annika" };
                    d.link("who", &format!("Last seen: {name}"));
                    d.button("call", "Call");
                });
                d.text_if(m.is("called"), "state", "On the line");
            }
        },
        done: |m, done| match (done.id, m.page) {
            ("people", _) => m.page = "people",
            ("row", _) => {
                m.page = "doris";
                if !m.is("called") {
                    m.on("looked");
                }
            }
            ("call", _) if !m.is("looked") => m.on("called"),
            ("back", "doris") => m.page = "people",
            ("back", _) => m.page = "",
            _ => {}
        },
    };
    let look = &["tap id=people", "tap text=\"Doris\"", "back", "back"];
    let said = |bug| app.says(bug, &[], look, &["tap id=call"]);
    assert_eq!(said(false), Some("other context"));
    assert_eq!(said(true), None);
}

/// A first page and a form, each with choices and a way to a page of help, from which one goes on to it again. With
/// the bug, every way back from help loses what was chosen.
fn order(m: &Memory, d: &mut Draw) {
    if m.over == "help" {
        d.page("Help");
        d.button("on", "To the order");
        d.button("save", "Save");
        return;
    }
    if m.over == "menu" {
        d.menu(if m.page == "form" { "Form" } else { "Main" });
        d.link("about", "About");
        return;
    }
    d.page(if m.page == "form" { "Form" } else { "Main" });
    d.bar("Orders");
    if m.is("tabs") {
        d.tabs(&["Goods", "People"], if m.is("people") { "People" } else { "Goods" });
    }
    d.button("form", "Form");
    d.button("tabs", "Tabs");
    d.button("help", "Help");
    d.button("menu", "Menu");
    d.button("wrap", "Wrap it");
    d.button("check", "Check it");
    d.text_if(m.is("wrong"), "name_error", "Who is that?");
    d.check("gift", "Gift", m.is("gift"));
    d.text_if(m.is("wrapped") && !m.is("people"), "paper", "In paper");
}

fn ordered(m: &mut Memory, done: &Done<'_>) {
    let forget = |m: &mut Memory| {
        m.off("wrapped");
        m.off("gift");
        m.off("wrong");
    };
    match (done.id, done.says) {
        ("form", _) => m.page = "form",
        ("tabs", _) => m.on("tabs"),
        ("help", _) => m.over = "help",
        ("menu", _) => m.over = "menu",
        ("wrap", _) => m.on("wrapped"),
        ("check", _) => m.on("wrong"),
        ("gift", _) => m.turn("gift"),
        ("on" | "save" | "about", _) => {
            m.over = "";
            forget(m);
        }
        ("tab", "People") => {
            m.on("people");
            forget(m);
        }
        ("tab", _) => m.off("people"),
        _ => {}
    }
}

const ORDER: App = App { draw: order, done: ordered };
const ROUND: &[&str] = &["tap id=help", "tap id=on"];

#[test]
fn what_was_chosen_is_not_on_a_page_that_is_opened_anew() {
    for choice in ["tap id=wrap", "tap id=gift"] {
        assert_eq!(ORDER.says(false, &["tap id=form", choice], ROUND, &[]), Some("opened anew"));
    }
}

#[test]
fn a_page_that_was_there_all_the_time_is_not_opened_anew() {
    // By a button that says that it stores.
    let saved = &["tap id=help", "tap id=save"];
    assert_eq!(ORDER.says(true, &["tap id=form", "tap id=wrap"], saved, &[]), None);
    // By a tab.
    let seed = &["tap id=form", "tap id=tabs", "tap id=wrap"];
    let tabs = &["tap text=\"People\"", "tap text=\"Goods\""];
    assert_eq!(ORDER.says(true, seed, tabs, &[]), None);
    // The first page, but for what is filled in on it.
    assert_eq!(ORDER.says(true, &["tap id=wrap"], ROUND, &[]), None);
    assert_eq!(ORDER.says(false, &["tap id=gift"], ROUND, &[]), Some("opened anew"));
    assert_eq!(ORDER.says(false, &["tap id=check"], ROUND, &[]), Some("opened anew"));
    // From a menu over it.
    let menu = &["tap id=menu", "tap id=about"];
    assert_eq!(ORDER.says(true, &["tap id=form", "tap id=gift"], menu, &[]), None);
}

#[test]
fn back_from_the_very_page_goes_out_of_it_and_back_from_a_dialog_does_not() {
    let app = App {
        draw: |m, d| match (m.page, m.over) {
            ("", _) => {
                d.page("Main");
                d.link("person", "Annika");
                d.button("first", "The first of all");
            }
            (_, "details") => {
                d.dialog("Person");
                d.text("details", "A friend of all");
            }
            (name, _) => {
                d.page("Person");
                d.text("name", name);
                d.button("sister", "Her sister");
                d.button("friend", "Her friend");
                d.button("home", "Home");
                d.button("details", "Details");
                d.button("more", "More");
                d.text_if(m.is("more"), "born", "Born in May");
            }
        },
        done: |m, done| match (done.id, m.page) {
            ("person" | "first", _) => m.page = "Annika",
            ("home", _) => {
                m.page = "";
                m.off("more");
            }
            ("sister" | "friend", _) => m.page = "Doris",
            ("more", _) => m.on("more"),
            ("details", _) => m.over = "details",
            ("back", page) => {
                // The bug: to close the dialog folds the page.
                m.off("more");
                if m.over.is_empty() {
                    m.page = if page == "Doris" { "Annika" } else { "" };
                }
                m.over = "";
            }
            _ => {}
        },
    };
    let seed = &["tap id=person", "tap id=sister", "tap id=more"];
    assert_eq!(app.says(false, seed, &["back", "tap id=friend"], &[]), Some("went out"));
    assert_eq!(app.says(true, seed, &["tap id=details", "back"], &[]), None);
    // So does whatever leads to a page below it.
    let seed = &["tap id=person", "tap id=more"];
    assert_eq!(app.says(false, seed, &["tap id=home", "tap id=first"], &[]), Some("went out"));
}

#[test]
fn another_tab_is_another_page_where_it_says_so_and_a_lost_choice_of_it_where_it_does_not() {
    let app = App {
        draw: |m, d| {
            if m.page == "help" {
                d.page("Help");
                d.button("start", "To the music");
                return;
            }
            d.page("Main");
            let songs = m.is("songs");
            d.tabs(&["Albums", "Songs"], if songs { "Songs" } else { "Albums" });
            if !m.bug {
                d.text("what", if songs { "All that is sung" } else { "All there is" });
            }
            d.button("help", "Help");
            let first = if songs { "Yesterday" } else { "Abbey Road" };
            d.list("rows", |d| d.row(|d| d.text("name", first)));
        },
        done: |m, done| match (done.id, done.says) {
            ("tab", "Songs") => m.on("songs"),
            ("tab", _) => m.off("songs"),
            ("help", _) => m.page = "help",
            ("start", _) => {
                m.page = "";
                m.off("songs");
            }
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &["tap text=\"Songs\""], &["tap id=help", "tap id=start"], &[]);
    assert_eq!(said(false), Some("another one"));
    assert_eq!(said(true), None);
}

#[test]
fn what_was_asked_of_somebody_else_and_shows_here_is_a_bug() {
    let app = App {
        draw: |m, d| {
            if m.page.is_empty() {
                d.page("Main");
                d.list("people", |d| {
                    for name in ["Annika", "Berta"] {
                        d.row(|d| d.link("name", name));
                    }
                });
                return;
            }
            d.page("Person");
            d.text("who", m.page);
            d.field("mood", "");
            d.text("state", if m.is(m.page) { "She is glad" } else { "She is calm" });
        },
        done: |m, done| match (done.id, done.says) {
            ("name", "Annika") => m.page = "Annika",
            ("name", _) => m.page = "Berta",
            ("mood", "glad") => m.on(m.page),
            ("mood", _) => {
                m.off("Berta");
                m.off("Annika");
            }
            ("back", _) => m.page = "",
            _ => {}
        },
    };
    let seed = &["tap text=\"Annika\"", "type id=mood \"glad\"", "back"];
    let other = &["tap text=\"Berta\"", "type id=mood \"calm\"", "back"];
    assert_eq!(app.says(true, seed, other, &["tap text=\"Annika\""]), None);
    assert_eq!(app.says(false, &seed[..2], &other[1..2], &[]), Some("asked for"));
}

#[test]
fn an_event_that_hits_what_floats_over_its_row_says_nothing() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("sort", "Sort");
            d.text_if(m.is("begun"), "new", "A new one");
            d.text_if(m.is("tea"), "state", "Tea is chosen");
            d.list("goods", |d| {
                let mut names = ["Tea", "Coffee"];
                if m.is("sorted") {
                    names.reverse();
                }
                names.iter().for_each(|name| d.link("good", name));
            });
            if !m.bug {
                d.floating("fab", "New");
            }
        },
        // The bug: what is sorted cannot be chosen.
        done: |m, done| match (done.id, done.says) {
            ("sort", _) => m.on("sorted"),
            ("good", "Tea") if !m.is("sorted") => m.on("tea"),
            ("fab", _) => m.on("begun"),
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &[], &["tap id=sort"], &["tap text=\"Tea\""]);
    assert_eq!(said(false), Some("covered"));
    assert_eq!(said(true), None);
}

#[test]
fn back_on_the_page_itself_takes_back_what_was_chosen_there_and_back_from_elsewhere_does_not() {
    let app = App {
        draw: |m, d| {
            if m.page == "help" {
                d.page("Help");
                d.text("help", "How it works");
                return;
            }
            d.page("Main");
            d.text("title", "Letters");
            d.button("help", "Help");
            d.button("mark", "Mark");
            d.text_if(m.is("marked"), "marked", "1 of them is marked");
        },
        // The bug: help takes the mark away.
        done: |m, done| match done.id {
            "help" => m.page = "help",
            "mark" => m.on("marked"),
            "back" if m.page == "help" => {
                m.page = "";
                if m.bug {
                    m.off("marked");
                }
            }
            "back" => m.off("marked"),
            _ => {}
        },
    };
    let said = |bug, inserted: &[&str]| app.says(bug, &["tap id=mark"], inserted, &[]);
    assert_eq!(said(false, &["tap id=help", "back", "back"]), Some("stepped back"));
    assert_eq!(said(true, &["tap id=help", "back"]), None);
}

#[test]
fn a_page_that_was_opened_anew_begins_with_its_first_tab_and_one_that_was_not_left_keeps_it() {
    let app = App {
        draw: |m, d| {
            if m.page == "maker" {
                d.page("Maker");
                d.button("film", "Her last film");
                return;
            }
            if m.page == "film" {
                d.page("Film");
                d.tabs(&["About", "Comments"], if m.is("comments") { "Comments" } else { "About" });
                d.button("maker", "Who made it");
                d.button("star", "Star");
                d.button("reload", "Reload");
                return;
            }
            d.page("Main");
            d.button("film", "Her last film");
        },
        // The bug: a star goes to the first tab.
        done: |m, done| match (done.id, done.says) {
            ("film", _) => {
                m.page = "film";
                m.off("comments");
            }
            ("maker", _) => m.page = "maker",
            ("back", _) => m.page = "film",
            ("tab", "Comments") => m.on("comments"),
            ("reload", _) => m.off("comments"),
            ("star", _) if m.bug => m.off("comments"),
            _ => {}
        },
    };
    let seed = &["tap id=film", "tap text=\"Comments\""];
    let said = |bug, own: &[&str]| app.says(bug, seed, own, &[]);
    assert_eq!(said(false, &["tap id=maker", "tap id=film"]), Some("opened anew"));
    assert_eq!(said(false, &["tap id=maker", "tap id=film", "tap id=maker", "back"]), Some("opened anew"));
    assert_eq!(said(false, &["tap id=reload"]), Some("refreshed"));
    assert_eq!(said(true, &["tap id=star"]), None);
}

#[test]
fn an_app_that_is_launched_again_may_offer_something_else_and_what_is_asked_for_must_come() {
    let app = App {
        draw: |m, d| {
            if m.page == "offer" {
                d.page("Offer");
                d.button("price", "What is it?");
                let price = if m.is("again") { "Much" } else { "Little" };
                d.text("price", if m.is("asked") { price } else { "Ask for it" });
                return;
            }
            d.page("Main");
            d.inside("LinearLayout", "offer", Flags::CLICKABLE, |d| {
                d.text("", if m.is("again") && !m.bug { "Rain coats" } else { "Bags" });
            });
        },
        // The bug: of the same offer another price is told.
        done: |m, done| match done.id {
            "offer" => m.page = "offer",
            "price" => m.on("asked"),
            "relaunch" => m.on("again"),
            _ => {}
        },
    };
    let seed: &[&str] = &["tap id=offer", "tap text=\"What is it?\""];
    let said = |bug| doubt_of(app, bug, "stop and launch again", [&[], &["relaunch"], seed]);
    assert_eq!(said(false), Some("other context"));
    assert_eq!(said(true), None);
}

#[test]
fn what_is_next_depends_on_what_is_listed_and_a_button_that_does_nothing_on_nothing() {
    let app = App {
        draw: |m, d| {
            if m.page == "article" {
                d.page("Article");
                let next = if m.is("new") { "Birds sing" } else { "Ships arrive" };
                d.text("title", if m.is("next") { next } else { "Trains run" });
                d.button("next", "Next");
                return;
            }
            d.page("Main");
            d.button("new", "Bring one");
            d.button("sort", "Sort");
            d.list("articles", |d| d.row(|d| d.link("row", "Trains run")));
        },
        // The bug: what is sorted has no next.
        done: |m, done| match done.id {
            "new" => m.on("new"),
            "sort" => m.on("sorted"),
            "row" => m.page = "article",
            "next" if !m.is("sorted") => m.on("next"),
            _ => {}
        },
    };
    let said = |own| app.says(true, &[], &[own], &["tap id=row", "tap id=next"]);
    assert_eq!(said("tap id=new"), Some("neighbours"));
    assert_eq!(said("tap id=sort"), None);
}

#[test]
fn another_app_comes_back_to_the_very_page_it_was_asked_by() {
    let app = App {
        draw: |m, d| match m.page {
            "camera" => {
                d.page_of("camera", "Camera");
                d.button("on", "Take this one");
            }
            "help" => {
                d.page("Help");
                d.button("on", "To the order");
            }
            "form" => {
                d.page("Form");
                d.check("gift", "Gift", m.is("gift"));
                d.button("camera", "Take a picture");
                d.button("help", "Help");
            }
            _ => {
                d.page("Main");
                d.button("form", "Order");
            }
        },
        // The bug: a picture takes what was chosen with it.
        done: |m, done| match done.id {
            "camera" => m.page = "camera",
            "help" => m.page = "help",
            "form" | "on" => {
                m.page = "form";
                m.off("gift");
            }
            "gift" => m.turn("gift"),
            _ => {}
        },
    };
    let said = |by| app.says(true, &["tap id=form", "tap id=gift"], &[by, "tap id=on"], &[]);
    assert_eq!(said("tap id=help"), Some("opened anew"));
    assert_eq!(said("tap id=camera"), None);
}

#[test]
fn a_search_that_is_left_and_done_again_with_nothing_to_be_seen_of_it_excuses_nothing() {
    let app = App {
        draw: |m, d| match m.page {
            "" => {
                d.page("Main");
                d.button("search", "Search");
                d.button("sort", "Sort");
            }
            "found" => {
                d.page("Found");
                d.field("search_box", &m.text);
                d.list("hits", |d| {
                    if !m.text.is_empty() {
                        d.row(|d| d.link("hit", "Green tea"));
                    }
                });
            }
            page => {
                d.page("Good");
                d.bar(page);
                d.text("name", page);
            }
        },
        // The bug: what a search finds after another leads elsewhere.
        done: |m, done| match done.id {
            "search" => m.page = "found",
            "search_box" => m.text = done.says.into(),
            "hit" => m.page = if m.is("left") { "Black tea" } else { "Green tea" },
            "back" => {
                if !m.text.is_empty() {
                    m.on("left");
                }
                (m.page, m.text) = ("", String::new());
            }
            _ => {}
        },
    };
    let search = ["tap id=search", "type id=search_box \"hot\""];
    let said = |own: &[&str]| app.says(true, &search, &[own, &search].concat(), &["tap id=hit"]);
    // Neither by what it touches, nor because it left the page and came in again.
    assert_eq!(said(&["back"]), None);
    // Something else was done on the way.
    assert_eq!(said(&["back", "tap id=sort"]), Some("same target"));
}
