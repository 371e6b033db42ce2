//! Control experiments: loading, settings switched back, what scrolling brings, what the events do by themselves.

use skink_gui::Flags;

use super::toy::small::{App, Done, Draw, Memory};

#[test]
fn what_is_there_a_moment_later_was_only_loading_and_what_stays_away_is_lost() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("map", "Map");
            d.button("load", "Load");
            // The map keeps the line busy for a while; with the bug, for ever.
            let late = m.is("map") && (m.bug || m.clock < 6_000);
            d.text_if(m.is("loaded") && !late, "news", "Fresh news");
        },
        done: |m, done| match done.id {
            "map" if !m.is("loaded") => m.on("map"),
            "load" => m.on("loaded"),
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &[], &["tap id=map"], &["tap id=load"]);
    assert_eq!(said(false), Some("loading"));
    assert_eq!(said(true), None);
}

#[test]
fn a_button_that_says_something_else_is_pressed_again() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("mode", if m.is("compact") { "Wide" } else { "Compact" });
            d.button("more", "More");
            d.text_if(m.is("more") && !m.is("compact"), "born", "Born in May");
        },
        done: |m, done| match done.id {
            "more" => m.on("more"),
            "mode" => {
                m.turn("compact");
                if m.bug {
                    m.off("more");
                }
            }
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &["tap id=more"], &["tap id=mode"], &[]);
    assert_eq!(said(false), Some("setting"));
    // What switching back does not bring back is gone.
    assert_eq!(said(true), None);
}

/// Notes, and a menu with an entry that hides them; with the bug, it loses those to come instead.
fn notes(m: &Memory, d: &mut Draw, entry: &str) {
    if m.over == "menu" {
        d.menu("Main");
        d.list("entries", |d| {
            d.link("about", "About");
            d.link("entry", entry);
        });
        return;
    }
    d.page("Main");
    d.button("menu", "Menu");
    d.button("add", "Add");
    d.text_if(m.is("note") && (m.bug || !m.is("hidden")), "note", "Born in May");
}

fn noted(m: &mut Memory, done: &Done<'_>) {
    match done.id {
        "menu" => m.over = "menu",
        "entry" => {
            m.over = "";
            m.turn("hidden");
            m.on("switched");
        }
        "add" if !(m.bug && m.is("switched")) => m.on("note"),
        _ => {}
    }
}

#[test]
fn an_entry_of_a_menu_that_switches_is_chosen_again() {
    let app = App { draw: |m, d| notes(m, d, "Notes"), done: noted };
    let said = |bug| app.says(bug, &[], &["tap id=menu", "tap text=\"Notes\""], &["tap id=add"]);
    assert_eq!(said(false), Some("setting"));
    assert_eq!(said(true), None);
}

#[test]
fn an_entry_of_a_menu_that_says_the_opposite_by_then_is_chosen_too() {
    let draw = |m: &Memory, d: &mut Draw| {
        notes(m, d, if m.is("hidden") { "Show notes" } else { "Hide notes" });
    };
    let app = App { draw, done: noted };
    let said = |bug| app.says(bug, &[], &["tap id=menu", "tap text=\"Hide notes\""], &["tap id=add"]);
    assert_eq!(said(false), Some("setting"));
    assert_eq!(said(true), None);
}

#[test]
fn scrolling_looks_for_rows_and_not_for_the_numbers_beside_them() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("top", "Put one at the top");
            d.button("add", "Put Emil at the end");
            d.text_if(m.is("emil"), "number", if m.is("top") { "Number 4" } else { "Number 3" });
            // With the bug, Emil goes and nobody comes.
            let rows = [
                ("Aaron", m.is("top") && !m.bug),
                ("Annika", true),
                ("Berta", true),
                ("Emil", m.is("emil") && !(m.is("top") && m.bug)),
            ];
            let rows: Vec<&str> = rows.iter().filter(|(_, there)| *there).map(|row| row.0).collect();
            let from = if m.is("scrolled") { rows.len().saturating_sub(3) } else { 0 };
            d.inside("RecyclerView", "list", Flags::SCROLLABLE, |d| {
                for name in rows.iter().skip(from).take(3) {
                    d.row(|d| d.text("name", name));
                }
            });
        },
        done: |m, done| match (done.id, done.says) {
            ("top", _) => m.on("top"),
            ("add", _) => m.on("emil"),
            ("list", "Down") => m.on("scrolled"),
            ("list", "Up") => m.off("scrolled"),
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &["tap id=add"], &["tap id=top"], &[]);
    assert_eq!(said(false), Some("off screen"));
    assert_eq!(said(true), None);
}

#[test]
fn a_look_marks_as_read_what_was_looked_at_and_nothing_else() {
    let app = App {
        draw: |m, d| {
            d.page(if m.page.is_empty() { "Main" } else { "Mail" });
            if !m.page.is_empty() {
                d.text("from", m.page);
                return;
            }
            d.list("mails", |d| {
                for name in ["Annika", "Doris"] {
                    d.row(|d| {
                        d.link("name", name);
                        d.icon("unread", &format!("Keep {name} unread"));
                        let new = name == "Doris" && m.is("seen") == m.is("unread");
                        d.text_if(new, "mark", "New");
                    });
                }
            });
        },
        done: |m, done| match (done.id, done.says) {
            ("name", "Doris") => {
                m.page = "Doris";
                m.on("seen");
                m.off("unread");
            }
            ("name", _) => {
                m.page = "Annika";
                // The bug: that of another one is turned over.
                if m.bug && m.is("seen") {
                    m.turn("unread");
                }
            }
            ("unread", "Keep Doris unread") if m.is("seen") => m.on("unread"),
            ("back", _) => m.page = "",
            _ => {}
        },
    };
    let seed = &["tap text=\"Doris\"", "back", "tap desc=\"Keep Doris unread\""];
    assert_eq!(app.says(false, seed, &["tap text=\"Doris\"", "back"], &[]), Some("own doing"));
    assert_eq!(app.says(true, seed, &["tap text=\"Annika\"", "back"], &[]), None);
}

#[test]
fn events_that_only_go_about_exclude_nothing() {
    let app = App {
        draw: |m, d| {
            if m.page == "help" {
                d.page("Help");
                d.text("help", "How to wrap");
                return;
            }
            d.page("Main");
            d.button("help", "Help");
            d.list("topics", |d| d.link("topic", "Ribbons"));
            d.button("stamp", "Stamp");
            d.button("wrap", "Wrap it");
            d.text_if(m.is("wrapped"), "state", "In paper");
            d.text_if(m.is("visited"), "visited", "Seen before");
        },
        // The bug: what was wrapped is not, after a page of help.
        done: |m, done| match done.id {
            "help" | "topic" => {
                m.page = "help";
                m.on("visited");
                m.off("wrapped");
            }
            "wrap" => {
                m.on("wrapped");
                m.off("visited");
            }
            "stamp" => {
                m.on("visited");
                m.off("wrapped");
            }
            "back" => m.page = "",
            _ => {}
        },
    };
    let said = |inserted: &[&str]| app.says(true, &["tap id=wrap"], inserted, &[]);
    assert_eq!(said(&["tap id=help", "back"]), None);
    assert_eq!(said(&["tap text=\"Ribbons\"", "back"]), None, "a look excludes nothing either");
    assert_eq!(said(&["tap id=stamp"]), Some("exclude each other"));
}

#[test]
fn one_row_more_is_not_what_an_event_to_come_does_to_another() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("add", "Bring one");
            d.button("choose", "Choose");
            d.button("send", "Send home");
            d.text_if(m.is("chosen"), "chosen", "The second");
            d.list("guests", |d| {
                let come = m.count.checked_sub(1).map(|_| "Aaron");
                let guests = come.into_iter().chain(["Annika", "Berta", "Cecilia"]);
                let there = guests.filter(|guest| !m.rows.iter().any(|gone| gone == guest));
                there.for_each(|guest| d.row(|d| d.text("guest", guest)));
            });
        },
        // The bug: who is sent home is found by place.
        done: |m, done| match done.id {
            "add" => m.count = 1,
            "choose" => m.on("chosen"),
            "send" => m.rows = vec![if m.count > 0 { "Annika" } else { "Berta" }.into()],
            _ => {}
        },
    };
    let said = app.says(true, &["tap id=choose"], &["tap id=add"], &["tap id=send"]);
    assert_eq!(said, None);
}

/// Options of which one is chosen.
fn options(m: &Memory, d: &mut Draw) {
    d.inside("RadioGroup", "options", Flags::empty(), |d| {
        for (name, on) in [("Long", !m.is("short")), ("Short", m.is("short"))] {
            let checked = if on { Flags::CHECKED } else { Flags::empty() };
            d.leaf("RadioButton", "option", name, Flags::CLICKABLE | Flags::CHECKABLE | checked);
        }
    });
}

/// A note that the choice of an option hides; with the bug, no note comes after a choice.
fn chosen(m: &mut Memory, done: &Done<'_>) {
    match (done.id, done.says) {
        ("ways", _) => m.over = "ways",
        ("option", says) => {
            m.over = "";
            m.on("chosen");
            if says == "Short" { m.on("short") } else { m.off("short") }
        }
        ("add", _) if !(m.bug && m.is("chosen")) => m.on("note"),
        _ => {}
    }
}

#[test]
fn what_was_chosen_in_a_dialog_is_chosen_back() {
    let app = App {
        draw: |m, d| {
            if m.over == "ways" {
                d.dialog("Main");
                options(m, d);
                return;
            }
            d.page("Main");
            d.button("ways", "Ways to show it");
            d.button("add", "Add");
            d.text_if(m.is("note") && (m.bug || !m.is("short")), "note", "Born in May");
        },
        done: chosen,
    };
    let said = |bug| app.says(bug, &[], &["tap id=ways", "tap text=\"Short\""], &["tap id=add"]);
    assert_eq!(said(false), Some("setting"));
    assert_eq!(said(true), None);
}

#[test]
fn what_was_chosen_on_the_page_is_chosen_back_though_the_options_have_moved() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("add", "Add");
            d.text_if(m.is("note") && (m.bug || !m.is("short")), "note", "Born in May");
            d.text_if(!m.is("short"), "hint", "In many words");
            options(m, d);
        },
        done: chosen,
    };
    let said = |bug| app.says(bug, &[], &["tap text=\"Short\""], &["tap id=add"]);
    assert_eq!(said(false), Some("setting"));
    assert_eq!(said(true), None);
}

#[test]
fn a_switch_that_narrows_a_list_is_switched_back() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.check("only", "Only green ones", m.is("only"));
            d.button("add", "Add");
            d.list("goods", |d| {
                let all = !m.is("only");
                let goods =
                    [("name", "Mint", true), ("name", "Salt", all), ("new", "Tea", all && m.is("tea"))];
                for (id, name, _) in goods.iter().filter(|good| good.2) {
                    d.row(|d| d.text(id, name));
                }
            });
        },
        // The bug: nothing is added any more.
        done: |m, done| match done.id {
            "only" => {
                m.turn("only");
                m.on("switched");
            }
            "add" if !(m.bug && m.is("switched")) => m.on("tea"),
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &[], &["tap id=only"], &["tap id=add"]);
    assert_eq!(said(false), Some("setting"));
    assert_eq!(said(true), None);
}

/// A list of which one may be ticked: that of so many.
fn to_tick(m: &Memory, d: &mut Draw) {
    let names = m.rows.iter().map(String::as_str).chain(["Tea", "Salt"]);
    d.list("goods", |d| names.enumerate().for_each(|(at, name)| d.check("good", name, m.count == at + 1)));
}

/// Tea is ticked.
fn tick(m: &mut Memory) {
    m.count = if m.count == 0 { m.rows.len() + 1 } else { 0 };
}

/// One comes before it. The bug: a tick stays at its place.
fn come(m: &mut Memory, name: &str) {
    m.rows.push(name.into());
    m.count += usize::from(m.count > 0 && !m.bug);
}

#[test]
fn one_row_more_is_not_what_ticks_another() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("new", "Bring one");
            d.button("over", "Turn them over");
            to_tick(m, d);
        },
        done: |m, done| match done.id {
            "new" => come(m, "Milk"),
            "over" | "good" => tick(m),
            _ => {}
        },
    };
    let said = |bug, own| app.says(bug, &["tap text=\"Tea\""], &[own], &[]);
    assert_eq!(said(false, "tap id=over"), Some("own doing"));
    assert_eq!(said(true, "tap id=new"), None);
}

#[test]
fn ticks_that_slip_are_not_meant_by_who_writes_a_row() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.field("name", &m.text);
            d.button("put", "Put it there");
            let ready = m.count > 0 && (m.bug || m.rows.is_empty());
            d.text("state", if ready { "Ready to go" } else { "Not yet" });
            to_tick(m, d);
        },
        done: |m, done| match done.id {
            "name" => m.text = done.says.into(),
            "put" => {
                let name = std::mem::take(&mut m.text);
                come(m, &name);
            }
            "good" => tick(m),
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &["tap text=\"Tea\""], &["type id=name \"Milk\"", "tap id=put"], &[]);
    assert_eq!(said(false), Some("means to"));
    assert_eq!(said(true), None);
}

#[test]
fn a_row_has_nothing_to_gain_from_what_stands_twice_in_it_whatever_brings_that() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("sort", "Sort");
            d.button("share", "Share it");
            d.list("goods", |d| {
                for name in ["Tea", "Milk"] {
                    d.row(|d| {
                        d.text("name", name);
                        let times = if name == "Tea" { 1 + usize::from(m.is("twice")) } else { 0 };
                        (0..times).for_each(|_| d.text("tag", "Sweet"));
                    });
                }
            });
        },
        done: |m, done| {
            if done.id == "share" {
                m.on("twice");
            }
        },
    };
    assert_eq!(app.says(true, &["tap id=sort"], &["tap id=share"], &[]), None);
}

#[test]
fn scrolling_looks_for_rows_and_not_for_the_heading_over_those_that_came() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("new", "Bring one");
            let finished = m.is("finished");
            // With the bug, what is finished is gone where there is another.
            let kept = finished && !(m.bug && m.is("brought"));
            let rows = [
                ("heading", "Today", !finished || m.is("brought")),
                ("name", "Tea", !finished),
                ("name", "Milk", m.is("brought")),
                ("praise", "Well done", finished),
                ("old", "Salt", true),
                ("old", "Tea", kept),
            ];
            let rows: Vec<_> = rows.iter().filter(|row| row.2).collect();
            let from = if m.is("scrolled") { rows.len().saturating_sub(4) } else { 0 };
            d.inside("RecyclerView", "list", Flags::SCROLLABLE, |d| {
                for (id, name, _) in rows.iter().skip(from).take(4) {
                    d.row(|d| {
                        d.text(id, name);
                        if *id == "name" {
                            d.icon("finish", &format!("Finish {name}"));
                        }
                    });
                }
            });
        },
        done: |m, done| match (done.id, done.says) {
            ("new", _) => m.on("brought"),
            ("finish", _) => m.on("finished"),
            ("list", "Down") => m.on("scrolled"),
            ("list", "Up") => m.off("scrolled"),
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &[], &["tap id=new"], &["tap desc=\"Finish Tea\""]);
    assert_eq!(said(false), Some("off screen"));
    assert_ne!(said(true), Some("off screen"));
}

#[test]
fn what_a_setting_takes_for_good_it_was_not_meant_to_take_whenever_it_is_switched() {
    let app = App {
        draw: |m, d| {
            if m.page == "settings" {
                d.page("Settings");
                d.check("dark", "Dark", m.is("dark"));
                return;
            }
            if m.page == "plan" {
                d.page("Main");
                d.tabs(&["Recipes", "Plan"], "Plan");
                d.button("settings", "Settings");
                d.button("recipes", "Recipes");
                return;
            }
            d.page("Main");
            d.tabs(&["Recipes", "Plan"], "Recipes");
            let soups = m.is("soups") && (m.bug || !m.is("dark"));
            d.text("title", if soups { "Soups" } else { "Everything" });
            d.button("soups", "Choose soups");
            d.button("plan", "Plan");
            d.button("settings", "Settings");
        },
        // The bug: whatever is chosen is gone for good; else it is hidden.
        done: |m, done| match done.id {
            "soups" => m.on("soups"),
            "plan" => m.page = "plan",
            "settings" => {
                if m.page == "plan" {
                    m.on("planning");
                }
                m.page = "settings";
            }
            "recipes" => m.page = "",
            "dark" => {
                m.turn("dark");
                if m.bug {
                    m.off("soups");
                }
            }
            "back" => m.page = if m.is("planning") { "plan" } else { "" },
            _ => {}
        },
    };
    let inserted = ["tap id=settings", "tap id=dark", "back"];
    let said = |bug| app.says(bug, &["tap id=soups", "tap id=plan"], &inserted, &["tap id=recipes"]);
    assert_eq!(said(false), Some("setting"));
    assert_eq!(said(true), None);
}
