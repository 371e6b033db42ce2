//! Numbers and lists, which follow whatever is done.

use super::toy::small::{App, Done, Draw, Memory};

/// Goods, with a menu that has nothing to order where there is nothing; with the bug, nothing is deleted after an
/// order.
fn goods(m: &Memory, d: &mut Draw, note: &str) {
    let goods: Vec<&str> =
        [("tea", "Tea"), ("milk", "Milk")].iter().filter(|(id, _)| stocked(m, id)).map(|g| g.1).collect();
    if m.over == "menu" {
        d.menu("Main");
        d.list("entries", |d| d.link("entry", if goods.is_empty() { "About" } else { "Order" }));
        return;
    }
    d.page("Main");
    d.button("menu", "Menu");
    d.text_if(!goods.is_empty(), "sorted", "By name");
    // An empty list with an id would be something that comes.
    d.list("", |d| {
        for name in &goods {
            d.row(|d| {
                d.text("name", name);
                d.icon("delete", &format!("Delete {name}"));
            });
        }
        if note == "empty_note" && goods.is_empty() {
            d.text(note, "No goods");
        }
    });
    if note == "note" && goods.is_empty() {
        d.text(note, "No goods");
    }
}

fn stocked(m: &Memory, id: &str) -> bool {
    if id == "tea" { !m.is("deleted") } else { m.is("milk") }
}

fn traded(m: &mut Memory, done: &Done<'_>) {
    match (done.id, done.says) {
        ("menu", _) => m.over = "menu",
        ("entry", says) => {
            m.over = "";
            if says == "Order" {
                m.on("milk");
            }
        }
        ("delete", "Delete Tea") if !(m.bug && m.is("milk")) => m.on("deleted"),
        _ => {}
    }
}

const ORDER: &[&str] = &["tap id=menu", "tap text=\"Order\""];
const DELETE: &[&str] = &["tap desc=\"Delete Tea\""];

#[test]
fn what_else_is_there_with_rows_only_stays_and_a_row_that_should_have_gone_may_not() {
    let draw = |m: &Memory, d: &mut Draw| goods(m, d, "note");
    let app = App { draw, done: traded };
    assert_eq!(app.says(false, &[], ORDER, DELETE), Some("placeholder"));
    assert_eq!(app.says(true, &[], ORDER, DELETE), None);
}

#[test]
fn a_note_in_the_list_is_told_by_its_id() {
    let app = App { draw: |m, d| goods(m, d, "empty_note"), done: traded };
    assert_eq!(app.says(false, &[], ORDER, DELETE), Some("placeholder"));
    assert_eq!(app.says(true, &[], ORDER, DELETE), None);
}

#[test]
fn a_note_that_counts_says_another_number_where_the_page_is_not_empty() {
    let draw = |m: &Memory, d: &mut Draw| {
        goods(m, d, "");
        if m.over.is_empty() && m.is("deleted") {
            d.text("left", if m.is("milk") { "Now 1 of them" } else { "Now 0 of them" });
        }
    };
    let app = App { draw, done: traded };
    assert_eq!(app.says(false, &[], ORDER, DELETE), Some("placeholder"));
}

#[test]
fn there_is_more_to_undo_and_where_nothing_can_be_undone_something_is_wrong() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("line", "Line");
            d.button("dot", "Dot");
            d.button("zoom", "Zoom");
            if m.is("gone") {
                return;
            }
            if m.count > 0 && !m.is("zoom") { d.button("undo", "Undo") } else { d.disabled("undo", "Undo") }
        },
        // The bugs: after a zoom the first line cannot be undone; and one on a line takes the button away.
        done: |m, done| match done.id {
            "line" | "dot" => m.count += 1,
            "undo" if m.is("near") => m.on("gone"),
            "undo" => m.count = m.count.saturating_sub(1),
            "zoom" => m.on(if m.count == 0 { "zoom" } else { "near" }),
            _ => {}
        },
    };
    assert_eq!(app.says(false, &["tap id=line"], &["tap id=dot"], &["tap id=undo"]), Some("more to undo"));
    assert_eq!(app.says(true, &[], &["tap id=zoom"], &["tap id=line"]), None);
    assert_eq!(app.says(true, &["tap id=line"], &["tap id=zoom"], &["tap id=undo"]), None);
}

#[test]
fn undo_takes_back_the_last_of_several_of_a_kind_and_not_what_is_of_another() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            for name in ["Tea", "Milk"] {
                d.row(|d| {
                    d.text("name", name);
                    d.icon("read", &format!("{} {name}", if m.is(name) { "Unread" } else { "Read" }));
                });
            }
            d.button("zoom", "Zoom");
            d.button("undo", "Undo");
        },
        // The bug: after a zoom there is nothing to undo.
        done: |m, done| match (done.id, done.row) {
            ("read", "Tea") => {
                m.on("Tea");
                m.page = "Tea";
            }
            ("read", "Milk") => {
                m.on("Milk");
                m.page = "Milk";
            }
            ("undo", _) => m.off(m.page),
            ("zoom", _) if m.bug => m.page = "",
            _ => {}
        },
    };
    let said = |bug, own| app.says(bug, &["tap desc=\"Read Tea\""], &[own], &["tap id=undo"]);
    assert_eq!(said(false, "tap desc=\"Read Milk\""), Some("more to undo"));
    assert_eq!(said(true, "tap id=zoom"), None);
    // Whatever was done between.
    let (read, zoom) = ("tap desc=\"Read Tea\"", "tap id=zoom");
    let between = app.says(false, &[read, zoom], &["tap desc=\"Read Milk\""], &["tap id=undo"]);
    assert_eq!(between, Some("more to undo"));
}

#[test]
fn others_come_in_the_place_of_what_was_removed_and_of_nothing_else() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("out", if m.bug { "Mute the loud" } else { "Block the loud" });
            d.button("popular", "Popular");
            d.list("songs", |d| {
                let new = ["Annika", "Berta"].map(String::from);
                let songs = if m.rows.is_empty() { new.to_vec() } else { m.rows.clone() };
                songs.iter().for_each(|song| d.row(|d| d.text("song", song)));
            });
        },
        done: |m, done| match done.id {
            "out" => m.on("out"),
            "popular" => {
                let all = ["Cecilia", "Doris", "Emil", "Frida"];
                m.rows = all.iter().skip(usize::from(m.is("out"))).take(3).map(|s| (*s).into()).collect();
            }
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &[], &["tap id=out"], &["tap id=popular"]);
    assert_eq!(said(false), Some("refilled"));
    assert_eq!(said(true), None);
}

#[test]
fn undo_takes_back_what_was_written_last() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.field("title", &m.text);
            d.field("body", m.rows.last().map_or("", String::as_str));
            d.button("pin", "Pin");
            d.button("undo", "Undo");
        },
        done: |m, done| match done.id {
            "title" => m.text = done.says.into(),
            "body" => m.rows.push(done.says.into()),
            "pin" if !m.text.is_empty() => m.on("stuck"),
            // The bug: a pin cannot be undone, nor what was written before it.
            "undo" if !m.is("stuck") && m.rows.pop().is_none() => m.text.clear(),
            _ => {}
        },
    };
    let said = |own| app.says(false, &["type id=title \"Tea\""], &[own], &["tap id=undo"]);
    assert_eq!(said("type id=body \"Milk\""), Some("more to undo"));
    assert_eq!(said("tap id=pin"), None);
}

#[test]
fn a_sum_on_a_page_of_another_title_follows_what_is_bought_and_a_word_there_does_not() {
    let app = App {
        draw: |m, d| {
            d.page("Shop");
            if m.page == "basket" {
                d.bar("Basket");
                d.text_if(m.is("tea"), "total", if m.is("milk") && !m.bug { "18.00" } else { "15.00" });
                d.text_if(m.is("tea") && !(m.bug && m.is("milk")), "gift", "With a gift");
            } else {
                d.bar("Goods");
                d.button("tea", "Buy tea");
                d.button("milk", "Buy milk");
                d.button("basket", "To pay");
            }
        },
        done: |m, done| match done.id {
            "tea" => m.on("tea"),
            "milk" => m.on("milk"),
            "basket" => m.page = "basket",
            "back" => m.page = "",
            _ => {}
        },
    };
    let (before, after) = (&["tap id=basket", "back"], &["tap id=tea", "tap id=basket"]);
    let said = |bug| app.says(bug, before, &["tap id=milk"], after);
    assert_eq!(said(false), Some("sums"));
    assert_eq!(said(true), None);
}

#[test]
fn going_about_counts_nothing() {
    let app = App {
        draw: |m, d| {
            if m.page == "help" {
                d.page("Help");
                d.text("help", "How to vote");
                return;
            }
            d.page("Main");
            d.button("help", "Help");
            d.button("raise", "Raise");
            d.button("count", "Count");
            d.text_if(m.is("counted"), "hands", &m.text);
        },
        done: |m, done| match done.id {
            "raise" if !m.is("counted") => m.count += 1,
            // The bug: help is taken for a vote.
            "help" => {
                m.page = "help";
                m.count += usize::from(!m.is("counted"));
            }
            "back" => m.page = "",
            "count" => {
                m.on("counted");
                m.text = format!("{} hands", m.count + 1);
            }
            _ => {}
        },
    };
    let said = |own: &[&str]| app.says(true, &[], own, &["tap id=count"]);
    assert_eq!(said(&["tap id=raise"]), Some("counter"));
    assert_eq!(said(&["tap id=help", "back"]), None);
}

/// Tasks with a heading over those of today. With the bug, the heading stays where they were sorted, and no task is
/// finished once another came.
const TODAY: App = App {
    draw: |m, d| {
        d.page("Main");
        d.button("new", "Bring one");
        d.button("sort", "Sort");
        let tasks = [("Tea", !m.is("finished")), ("Milk", m.is("brought"))];
        let there: Vec<&str> = tasks.iter().filter(|(_, there)| *there).map(|task| task.0).collect();
        d.list("", |d| {
            if !there.is_empty() || m.is("stuck") {
                d.row(|d| d.text("heading", "Today"));
            }
            for name in there {
                d.row(|d| {
                    d.text("name", name);
                    d.icon("finish", &format!("Finish {name}"));
                });
            }
        });
    },
    done: |m, done| match done.id {
        "new" => m.on("brought"),
        "sort" if m.bug && !m.is("finished") => m.on("stuck"),
        "finish" if !(m.bug && m.is("brought")) => m.on("finished"),
        _ => {}
    },
};

#[test]
fn a_heading_stays_over_the_rows_that_the_inserted_events_brought() {
    let said = |bug, own| TODAY.says(bug, &[], &[own], &["tap desc=\"Finish Tea\""]);
    assert_eq!(said(false, "tap id=new"), Some("heading"));
    assert_eq!(said(true, "tap id=sort"), None, "it is over nothing");
    assert_eq!(said(true, "tap id=new"), None, "a row that can be touched is no heading");
}

#[test]
fn the_note_that_there_is_nothing_stays_where_it_was_deleted_and_not_where_it_was_flagged() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("chart", "Draw the chart");
            // A picture tells nothing but by the note in its place.
            let bars = m.is("drawn") && !m.is("deleted") && !m.is("flagged");
            d.text_if(!bars, "no_bars", "There are none");
            d.list("goods", |d| {
                for name in ["Tea", "Milk"].into_iter().filter(|name| *name == "Milk" || !m.is("deleted")) {
                    d.row(|d| {
                        d.text("name", name);
                        d.icon("delete", &format!("Delete {name}"));
                        d.icon("flag", &format!("Flag {name}"));
                    });
                }
            });
        },
        done: |m, done| match done.id {
            "chart" => m.on("drawn"),
            "delete" => m.on("deleted"),
            // The bug.
            "flag" if !m.is("drawn") => m.on("flagged"),
            _ => {}
        },
    };
    let said = |own| app.says(true, &[], &[own], &["tap id=chart"]);
    assert_eq!(said("tap desc=\"Delete Tea\""), Some("heading"));
    assert_eq!(said("tap desc=\"Flag Tea\""), None);
}

#[test]
fn what_was_done_on_the_page_of_another_thing_shows_in_lists_and_not_on_this_page() {
    let app = App {
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
            d.button("cheer", "Cheer up");
            let state = |glad| if glad { "She laughs" } else { "She is calm" };
            d.text("state", state(m.is("glad") && m.bug));
            d.list("news", |d| d.row(|d| d.text("line", state(m.is("glad") && !m.bug))));
        },
        // The bug: whoever is cheered up, all are.
        done: |m, done| match (done.id, done.says) {
            ("person", "Annika") => m.page = "Annika",
            ("person", _) => m.page = "Berta",
            ("cheer", _) => m.on("glad"),
            ("back", _) => m.page = "",
            _ => {}
        },
    };
    let cheer = &["tap text=\"Berta\"", "tap id=cheer", "back"];
    let said = |bug| app.says(bug, &[], cheer, &["tap text=\"Annika\""]);
    assert_eq!(said(false), Some("follows"));
    assert_eq!(said(true), None);
}

#[test]
fn a_number_that_does_not_go_on_at_all_is_no_counter() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("more", "Pour one");
            d.button("dozen", "By the dozen");
            d.button("zoom", "Zoom");
            d.text("cups", &format!("{} cups", m.count));
        },
        // The bug: after a zoom nothing is poured.
        done: |m, done| match done.id {
            "more" if !m.is("zoom") => m.count += if m.is("dozen") { 12 } else { 1 },
            "dozen" => m.on("dozen"),
            "zoom" => m.on("zoom"),
            _ => {}
        },
    };
    let said = |own| app.says(true, &[], &[own], &["tap id=more"]);
    assert_eq!(said("tap id=dozen"), Some("counter"));
    assert_eq!(said("tap id=zoom"), None);
}

#[test]
fn a_price_that_stands_twice_in_its_row_is_no_sum() {
    let app = App {
        draw: |m, d| {
            if m.page.is_empty() {
                d.page("Main");
                d.button("sort", "Sort");
                d.button("basket", "Basket");
                return;
            }
            d.page("Basket");
            d.list("goods", |d| {
                for (name, price) in [("Tea", "3.50"), ("Milk", "1.20")] {
                    d.row(|d| {
                        d.text("name", name);
                        d.text("price", price);
                        d.text_if(m.is("sorted") && name == "Tea", "price", price);
                    });
                }
            });
        },
        done: |m, done| match done.id {
            "sort" => m.on("sorted"),
            "basket" => m.page = "basket",
            _ => {}
        },
    };
    assert_eq!(app.says(true, &[], &["tap id=sort"], &["tap id=basket"]), None);
}

#[test]
fn who_only_goes_about_does_nothing_that_could_be_counted() {
    let app = App {
        draw: |m, d| {
            if m.page == "charts" {
                d.page("Charts");
                d.button("home", "Goods");
                return;
            }
            if m.page == "history" {
                d.page("History");
                d.text("all", &format!("{} bought", m.count));
                return;
            }
            d.page("Main");
            d.button("buy", "Buy");
            d.button("charts", "Charts");
            d.button("history", "History");
        },
        // The bug: after a look at the charts everything is bought twice.
        done: |m, done| match done.id {
            "buy" => m.count += if m.is("seen") { 2 } else { 1 },
            "charts" => {
                m.page = "charts";
                m.on("seen");
            }
            "history" => m.page = "history",
            _ => m.page = "",
        },
    };
    let rest = ["tap id=buy", "tap id=history"];
    assert_eq!(app.says(true, &[], &["tap id=charts", "back"], &rest), None);
    assert_eq!(app.says(true, &[], &["tap id=charts", "tap id=home"], &rest), None);
    let once_more = app.says(false, &["tap id=buy"], &["tap id=buy"], &["tap id=history"]);
    assert!(once_more.is_some(), "what is done is counted");
}

#[test]
fn what_a_menu_ends_a_page_by_is_counted_and_a_look_at_a_page_is_not() {
    let app = App {
        draw: |m, d| {
            match (m.page, m.over) {
                (_, "menu") => {
                    d.menu("Menu");
                    d.list("entries", |d| {
                        d.link("draft", "Put it aside");
                        d.link("help", "Help");
                    });
                    return;
                }
                ("folders", _) => {
                    d.page("Folders");
                    d.list("folders", |d| {
                        d.row(|d| {
                            d.text("folder", "Drafts");
                            d.text("count", &format!("{}", 1 + m.rows.len()));
                        });
                    });
                    return;
                }
                ("write", _) => {
                    d.page("Write");
                    d.button("menu", "Menu");
                    d.text("to", "To nobody");
                    return;
                }
                ("help", _) => {
                    d.page("Help");
                    d.text("way", "This way");
                    return;
                }
                _ => {}
            }
            d.page("Main");
            d.button("write", "Write");
            d.button("folders", "Folders");
        },
        // The bug: a look at the help makes a draft.
        done: |m, done| match done.id {
            "write" => m.page = "write",
            "menu" => m.over = "menu",
            "draft" => {
                m.rows.push("draft".into());
                m.over = "";
                m.page = "";
            }
            "help" => {
                m.over = "";
                m.page = "help";
                if m.bug {
                    m.rows.push("draft".into());
                }
            }
            "folders" => m.page = "folders",
            "back" => m.page = if m.page == "help" { "write" } else { "" },
            _ => {}
        },
    };
    let opened = ["tap id=write", "tap id=menu"];
    let said = |bug, rest: &[&str]| app.says(bug, &[], &[&opened[..], rest].concat(), &["tap id=folders"]);
    assert_eq!(said(false, &["tap id=draft"]), Some("follows"));
    assert_eq!(said(true, &["tap id=help", "back", "back"]), None);
}

#[test]
fn a_dialog_that_does_not_open_is_no_note_of_an_empty_list() {
    let app = App {
        draw: |m, d| {
            if m.over == "plan" {
                d.dialog("Main");
                d.text("title", "Plan for this week");
                d.button("monday", "Monday");
                return;
            }
            d.page("Main");
            d.button("share", "Share");
            d.button("plan", "Plan");
            d.list("steps", |d| {
                for name in ["Heat the butter", "Beat the eggs"] {
                    d.row(|d| d.text("step", name));
                }
            });
        },
        // The bug: what was shared cannot be planned.
        done: |m, done| match done.id {
            "share" => m.on("shared"),
            "plan" if !(m.bug && m.is("shared")) => m.over = "plan",
            _ => {}
        },
    };
    assert_eq!(app.says(true, &[], &["tap id=share"], &["tap id=plan"]), None);
}

#[test]
fn an_amount_in_another_currency_is_none_that_counts_looks() {
    let app = App {
        draw: |m, d| {
            if m.page == "spent" {
                d.page("Spent");
                d.text("total", if m.is("pounds") && !m.is("old") { "Spent: 12 £" } else { "Spent: 12 €" });
                d.text("looks", &format!("Looks: {}", m.count));
                return;
            }
            d.page("Main");
            d.button("pounds", "Pounds");
            d.list("pages", |d| d.row(|d| d.link("page", "What was spent")));
        },
        // The bug: what was looked at stays in the old currency; without it only looks are counted.
        done: |m, done| match done.id {
            "pounds" => m.on("pounds"),
            "page" => {
                m.page = "spent";
                if !m.bug {
                    m.count += 1;
                }
            }
            "back" => {
                m.page = "";
                if m.bug && !m.is("pounds") {
                    m.on("old");
                }
            }
            _ => {}
        },
    };
    let said = |bug| {
        let look = ["tap text=\"What was spent\"", "back"];
        app.says(bug, &[], &look, &["tap id=pounds", "tap text=\"What was spent\""])
    };
    assert_eq!(said(false), Some("touches it"));
    assert_eq!(said(true), None);
}
