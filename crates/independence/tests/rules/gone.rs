//! What is gone: removed on the page it was added to, hidden, not found another way, due.

use super::doubt_of;
use super::toy::small::App;

#[test]
fn what_is_deleted_on_the_page_that_it_was_added_to_is_taken_back() {
    let app = App {
        draw: |m, d| match m.page {
            "" => {
                d.page("Main");
                d.icon("add", "Add to favourites");
                d.text_if(m.is("added"), "state", "Well liked");
                d.button("yours", "Yours");
                d.button("seen", "Seen before");
            }
            "yours" => {
                d.page("Shelf");
                d.bar("Favourites");
                d.button("delete", "Delete");
            }
            _ => {
                d.page("Shelf");
                d.bar("History");
                d.button("delete", "Delete");
            }
        },
        // With the bug, it goes from the history and is no favourite any more.
        done: |m, done| match done.id {
            "add" => m.on("added"),
            "yours" => m.page = "yours",
            "seen" => m.page = "seen",
            "delete" if m.page == "yours" || m.bug => m.off("added"),
            "back" => m.page = "",
            _ => {}
        },
    };
    let delete = |from| [from, "tap id=delete", "back"];
    assert_eq!(app.says(false, &["tap id=add"], &delete("tap id=yours"), &[]), Some("opposite"));
    assert_eq!(app.says(true, &["tap id=add"], &delete("tap id=seen"), &[]), None);
}

#[test]
fn to_hide_a_row_removes_what_is_in_it_and_to_read_it_aloud_does_not() {
    let app = App {
        draw: |m, d| {
            if m.page == "cards" {
                d.page("Cards");
                let mut cards = vec!["sun"];
                cards.extend((m.is("more") && !m.is("gone")).then_some("walk"));
                d.list("cards", |d| cards.iter().for_each(|card| d.row(|d| d.link("card", card))));
                return;
            }
            d.page("Main");
            d.button("cards", "All cards");
            d.button("more", "Some more");
            d.list("decks", |d| {
                for name in ["Nouns", "Verbs"].into_iter().filter(|name| *name == "Nouns" || !m.is("hidden"))
                {
                    d.row(|d| {
                        d.text("name", name);
                        d.icon("hide", &format!("Hide {name}"));
                        d.icon("aloud", &format!("Speak {name}"));
                    });
                }
            });
        },
        done: |m, done| match done.id {
            "cards" => m.page = "cards",
            "more" => m.on("more"),
            "hide" => ["hidden", "gone"].into_iter().for_each(|what| m.on(what)),
            "aloud" if m.bug => m.on("gone"),
            "back" => m.page = "",
            _ => {}
        },
    };
    let seed = &["tap id=cards", "back", "tap id=more"];
    let said = |bug, own| app.says(bug, seed, &[own], &["tap id=cards"]);
    assert_eq!(said(false, "tap desc=\"Hide Verbs\""), Some("removes it"));
    assert_eq!(said(true, "tap desc=\"Speak Verbs\""), None);
}

#[test]
fn what_is_found_depends_on_how_it_is_searched_and_the_words_stay() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.field("query", &m.text);
            d.check("case", "Match case", m.is("case"));
            d.text_if(!m.text.is_empty() && !m.is("case"), "found", "Tea");
        },
        done: |m, done| match done.id {
            "query" => m.text = done.says.to_owned(),
            "case" => {
                m.turn("case");
                if m.bug {
                    m.text.clear();
                }
            }
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &["type id=query \"tea\""], &["tap id=case"], &[]);
    assert_eq!(said(false), Some("searched"));
    assert_eq!(said(true), None);
}

#[test]
fn what_runs_for_the_minutes_that_were_typed_is_due_and_what_has_a_name_is_not() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.field("minutes", "");
            d.field("name", "");
            d.text_if(m.is("runs") && m.clock < 60_000, "state", "It runs");
            d.button("start", "Begin");
        },
        // The bug: what was only given a name ends too.
        done: |m, done| {
            if done.id == "start" {
                m.on("runs");
            }
        },
    };
    let idle = |typed| doubt_of(app, true, "long idle", [&[typed, "tap id=start"], &["wait 120000"], &[]]);
    assert_eq!(idle("type id=minutes \"1\""), Some("due"));
    assert_eq!(idle("type id=name \"Eggs\""), None);
}

#[test]
fn what_was_looked_at_is_unread_again_where_that_is_said_of_it() {
    let app = App {
        draw: |m, d| {
            if m.page.is_empty() {
                d.page("Main");
                d.list("alerts", |d| {
                    for name in ["Ferry", "Tram"] {
                        d.row(|d| {
                            d.link("alert", name);
                            if !m.is(name) {
                                d.mark("new", "New");
                            }
                        });
                    }
                });
                return;
            }
            d.page("Alert");
            d.text("name", m.page);
            d.button("mark", "Mark as unread");
        },
        // The bug: it is always the ferry that is marked.
        done: |m, done| match (done.id, done.says) {
            ("alert", "Ferry") => m.page = "Ferry",
            ("alert", _) => m.page = "Tram",
            ("mark", _) => {
                let marked = if m.bug { "Ferry" } else { m.page };
                m.off(marked);
                m.page = "";
            }
            ("back", _) => {
                m.on(m.page);
                m.page = "";
            }
            _ => {}
        },
    };
    let look = &["tap text=\"Ferry\"", "back"];
    let mark = |name| [name, "tap id=mark"];
    assert_eq!(app.says(false, look, &mark("tap text=\"Ferry\""), &[]), Some("opposite"));
    assert_eq!(app.says(true, look, &mark("tap text=\"Tram\""), &[]), None);
}
