//! What the inserted events remove, merge, undo or swap, by their words.

use skink_gui::Flags;

use super::toy::small::App;

/// Feeds, and the articles that are fetched from them. The bug: without milk there is no news of tea.
const FEEDS: App = App {
    draw: |m, d| {
        d.page("Main");
        d.button("fetch", "Fetch them");
        d.list("feeds", |d| {
            for name in ["Tea news", "Milk news"].into_iter().filter(|name| !m.is(name)) {
                d.row(|d| {
                    d.text("feed", name);
                    d.icon("delete", &format!("Delete {name}"));
                    d.icon("merge", &format!("Merge {name}"));
                });
            }
        });
        d.list("articles", |d| {
            let articles = [("Green leaves", "Tea news, today"), ("White foam", "Milk news, today")];
            for (title, whose) in articles.into_iter().filter(|(title, _)| m.is(title)) {
                d.row(|d| {
                    d.text("title", title);
                    d.text("whose", whose);
                });
            }
        });
    },
    done: |m, done| match (done.id, done.row) {
        ("fetch", _) => {
            if !m.is("Tea news") && !m.is("Milk news") {
                m.on("Green leaves");
            }
            m.on("White foam");
        }
        ("delete" | "merge", "Tea news") => m.on("Tea news"),
        ("delete" | "merge", _) => m.on("Milk news"),
        _ => {}
    },
};

#[test]
fn with_a_feed_go_the_articles_that_say_they_are_its_own_and_no_others() {
    let said = |own| FEEDS.says(true, &[], &[own], &["tap id=fetch"]);
    assert_eq!(said("tap desc=\"Delete Tea news\""), Some("removes it"));
    assert_eq!(said("tap desc=\"Delete Milk news\""), None);
    // To merge it with another removes it too.
    assert_eq!(said("tap desc=\"Merge Tea news\""), Some("removes it"));
    assert_eq!(said("tap desc=\"Merge Milk news\""), None);
}

#[test]
fn what_asks_before_it_removes_may_need_another_row_than_the_last() {
    let app = App {
        draw: |m, d| match (m.page, m.over) {
            (_, "sure") => {
                d.dialog("Main");
                d.inside("ScrollView", "", Flags::empty(), |d| d.text("question", "Throw it away?"));
            }
            ("all", _) => {
                d.page("All");
                d.list("goods", |d| {
                    for name in ["Tea", "Milk"].into_iter().filter(|name| !m.is(name)) {
                        d.row(|d| {
                            d.text("name", name);
                            d.icon("delete", &format!("Delete {name}"));
                            d.icon("flag", &format!("Flag {name}"));
                        });
                    }
                });
            }
            _ => {
                d.page("Main");
                d.button("all", "See them");
                d.button("throw", "Throw one away");
            }
        },
        done: |m, done| match (done.id, done.row) {
            ("all", _) => m.page = "all",
            ("delete", "Tea") => m.on("Tea"),
            ("delete", _) => m.on("Milk"),
            ("flag", _) => m.on("flagged"),
            // The bug: nor is a flagged one thrown away.
            ("throw", _) if !m.is("Tea") && !m.is("Milk") && !m.is("flagged") => m.over = "sure",
            ("back", _) => m.page = "",
            _ => {}
        },
    };
    let said = |own| app.says(true, &[], &["tap id=all", own, "back"], &["tap id=throw"]);
    assert_eq!(said("tap desc=\"Delete Tea\""), Some("removes it"));
    assert_eq!(said("tap desc=\"Flag Tea\""), None);
}

#[test]
fn to_mark_as_unread_is_the_opposite_of_marking_all_as_read_and_to_mark_as_unusual_is_not() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("read", "Mark all as read");
            d.button("unread", "Mark as unread");
            d.button("unusual", "Mark as unusual");
            d.text_if(m.is("read"), "state", "Nothing new");
        },
        // The bug: what is unusual is not read any more.
        done: |m, done| match done.id {
            "read" => m.on("read"),
            "unread" | "unusual" => m.off("read"),
            _ => {}
        },
    };
    let said = |own| app.says(true, &["tap id=read"], &[own], &[]);
    assert_eq!(said("tap id=unread"), Some("opposite"));
    assert_eq!(said("tap id=unusual"), None);
}

#[test]
fn to_swap_two_takes_back_where_they_stand_and_to_zoom_does_not() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("choose", "Choose a town");
            d.button("swap", "Swap both");
            d.button("reverse", "Reverse the way");
            d.button("zoom", "Zoom");
            d.text_if(m.is("to"), "to", "Berlin");
            d.text_if(m.is("from"), "from", "Berlin");
        },
        // The bug: a zoom forgets where to go.
        done: |m, done| match done.id {
            "choose" => m.on("to"),
            "swap" | "reverse" if m.is("to") => {
                m.off("to");
                m.on("from");
            }
            "zoom" => m.off("to"),
            _ => {}
        },
    };
    let said = |own| app.says(true, &["tap id=choose"], &[own], &[]);
    assert_eq!(said("tap id=swap"), Some("takes back"));
    assert_eq!(said("tap id=reverse"), Some("takes back"));
    assert_eq!(said("tap id=zoom"), None);
}
