//! What does not show at once, or shows by chance: what was done already, lies below a menu, or comes with the next start.

use super::doubt_of;
use super::toy::small::App;

const DEATH: &str = "process death and return";
const LAUNCH: &str = "stop and launch again";

#[test]
fn what_is_done_again_with_nothing_to_be_seen_of_it_excuses_nothing() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("search", "Search");
            if m.is("searching") {
                d.button("leave", "Leave it");
                d.text_if(m.count > 1 && !m.bug, "again", "One more time");
            } else if m.count < 2 {
                d.button("narrow", "Narrow it");
            }
        },
        // The bug: a search begun twice does not bring the button back. Without it, the second shows.
        done: |m, done| match done.id {
            "search" => {
                m.on("searching");
                m.count += 1;
            }
            "leave" => m.off("searching"),
            _ => {}
        },
    };
    let search: &[&str] = &["tap id=search"];
    let said = |bug| app.says(bug, search, search, &["tap id=leave"]);
    assert_eq!(said(false), Some("same target"));
    // Neither by its target, nor as its own doing, nor by what it does after the effect or in its place.
    assert_eq!(said(true), None);
}

#[test]
fn a_menu_passed_on_the_way_is_no_page_below_and_what_was_under_its_page_is() {
    let app = App {
        draw: |m, d| {
            if m.over == "menu" {
                d.menu("Main");
                d.link("cups", "Cups");
                return;
            }
            d.page("Main");
            d.bar(if m.page.is_empty() { "Tea" } else { "Cups" });
            d.button("menu", "Menu");
            if m.page.is_empty() {
                d.button("shelf", "To the shelf");
                return;
            }
            d.button("more", "More");
            d.text_if(m.is("more"), "made", "Made of clay");
        },
        // The bug: the menu folds the page. To leave the page does too.
        done: |m, done| match done.id {
            "menu" => m.over = "menu",
            "cups" | "shelf" => {
                m.over = "";
                m.page = "cups";
            }
            "more" => m.on("more"),
            "back" => {
                m.off("more");
                if m.over.is_empty() {
                    m.page = "";
                }
                m.over = "";
            }
            _ => {}
        },
    };
    let seed = &["tap id=menu", "tap id=cups", "tap id=more"];
    assert_eq!(app.says(false, seed, &["back", "tap id=shelf"], &[]), Some("went out"));
    assert_eq!(app.says(true, seed, &["tap id=menu", "back"], &[]), None);
}

#[test]
fn a_menu_over_the_page_of_another_one_is_that_of_another_one() {
    let app = App {
        draw: |m, d| {
            if m.over == "menu" {
                d.menu("Song");
                d.link("next", "The next one");
                d.link("like", "Like it");
                return;
            }
            d.page("Song");
            d.bar(if m.is("next") && !m.bug { "Rain" } else { "Sun" });
            d.button("menu", "Menu");
            d.text_if(m.is("liked"), "heart", "With love");
        },
        done: |m, done| match done.id {
            "menu" => m.over = "menu",
            "next" => {
                m.over = "";
                m.on("next");
            }
            "like" => {
                m.over = "";
                if !m.is("next") {
                    m.on("liked");
                }
            }
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &["tap id=menu"], &["tap id=next", "tap id=menu"], &["tap id=like"]);
    assert_eq!(said(false), Some("another one"));
    // Over the page of the same one it was closed and opened again.
    assert_eq!(said(true), Some("went out"));
}

#[test]
fn what_was_there_before_the_test_may_go_with_what_is_deleted_and_what_the_seed_made_may_not() {
    let app = App {
        draw: |m, d| {
            if m.page == "all" {
                d.page("All");
                d.button("show", "Show them");
                if m.is("shown") {
                    d.list("notes", |d| {
                        let notes = [("Milk", true), ("Ships", !m.is("deleted")), ("Bread", m.is("made"))];
                        for (name, _) in notes.iter().filter(|(_, there)| *there) {
                            d.row(|d| d.text("name", name));
                        }
                    });
                }
                return;
            }
            d.page("Main");
            d.button("write", "Write about bread");
            d.button("delete", "Delete the last");
            d.button("all", "All of them");
            d.list("last", |d| {
                if !m.is("deleted") {
                    d.row(|d| d.text("name", "Ships"));
                }
            });
        },
        // The bug: what was written in this test is deleted instead.
        done: |m, done| match done.id {
            "write" => m.on("made"),
            "delete" if m.bug => m.off("made"),
            "delete" => m.on("deleted"),
            "all" => m.page = "all",
            "show" => m.on("shown"),
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &["tap id=write"], &["tap id=delete"], &["tap id=all", "tap id=show"]);
    assert_eq!(said(false), Some("removes it"));
    assert_eq!(said(true), None);
}

#[test]
fn what_is_fetched_depends_on_what_was_removed_and_on_nothing_else() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("emil", if m.bug { "Greet Emil" } else { "Block Emil" });
            d.button("get", "Refresh");
            d.list("news", |d| {
                let rows: &[&str] = match (m.is("got"), m.is("emil")) {
                    (false, _) => &["Tea"],
                    (_, false) => &["Ships", "Bread"],
                    _ => &["Ships", "Salt", "Oil"],
                };
                for name in rows {
                    d.row(|d| d.text("name", name));
                }
            });
        },
        // The bug: whoever is greeted has nothing to tell any more.
        done: |m, done| match done.id {
            "emil" if !m.is("got") => m.on("emil"),
            "get" => m.on("got"),
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &[], &["tap id=emil"], &["tap id=get"]);
    assert_eq!(said(false), Some("refreshed"));
    assert_eq!(said(true), None);
}

#[test]
fn a_button_to_filter_by_is_not_pressed_after_a_launch_and_stays_so_when_the_process_dies() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.check("only_new_filter", "Only new ones", m.is("new"));
            d.check("large", "Large", m.is("large"));
        },
        done: |m, done| match done.id {
            "only_new_filter" => m.turn("new"),
            "large" => m.turn("large"),
            "kill" | "relaunch" => {
                m.off("new");
                m.off("large");
            }
            _ => {}
        },
    };
    let said = |source, check, end| doubt_of(app, true, source, [&[check], &[end], &[]]);
    assert_eq!(said(LAUNCH, "tap id=only_new_filter", "relaunch"), Some("filter"));
    assert_eq!(said(LAUNCH, "tap id=large", "relaunch"), None);
    assert_eq!(said(DEATH, "tap id=only_new_filter", "kill"), None);
}

#[test]
fn what_reads_otherwise_at_every_start_is_chance_and_what_always_reads_the_same_is_not() {
    // Two in a row may be the same.
    const TIPS: [&str; 4] = ["Drink water", "Sit straight", "Sit straight", "Sleep well"];
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("help", "Help");
            if m.is("helped") {
                d.link("tip", TIPS[if m.bug { m.count.min(1) } else { m.count }]);
            }
        },
        // The bug: another tip than the chosen one, and always that.
        done: |m, done| match done.id {
            "help" => m.on("helped"),
            "kill" | "relaunch" => m.count += 1,
            _ => {}
        },
    };
    for (source, end) in [(DEATH, "kill"), (LAUNCH, "relaunch")] {
        let said = |bug| doubt_of(app, bug, source, [&["tap id=help"], &[end], &[]]);
        assert_eq!(said(false), Some("chance"), "{source}");
        assert_eq!(said(true), None, "{source}");
    }
}

#[test]
fn what_others_need_is_switched_back_at_the_end() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("add", "Add");
            d.button("mode", if m.is("expert") { "Plain" } else { "Expert" });
            if m.is("expert") {
                d.icon("short", "In short");
            }
            d.text_if(m.is("note") && !(m.is("expert") && m.is("short")), "note", "Born in May");
        },
        // The bug: the note is gone for good.
        done: |m, done| match done.id {
            "add" => m.on("note"),
            "mode" => m.turn("expert"),
            "short" if m.bug => m.off("note"),
            "short" => m.on("short"),
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &["tap id=add"], &["tap id=mode", "tap id=short"], &[]);
    assert_eq!(said(false), Some("setting"));
    assert_eq!(said(true), None);
}

#[test]
fn a_page_to_come_follows_what_was_done_and_what_was_looked_at_and_nothing_else() {
    let app = App {
        draw: |m, d| match m.page {
            "new" => {
                d.page("New");
                let looked = if m.bug { "Blue" } else { "Annika" };
                d.button("for", if m.is("looked") { looked } else { "Nobody" });
                d.text("paper", if m.is("fancy") { "In gold" } else { "Plain" });
            }
            "person" => {
                d.page("Person");
                d.text("name", "Annika");
            }
            "settings" => {
                d.page("Settings");
                d.button("fancy", "Fancy");
            }
            _ => {
                d.page("Main");
                d.button("annika", "Annika");
                d.button("settings", "Settings");
                d.button("new", "New");
            }
        },
        done: |m, done| match done.id {
            "annika" => {
                m.on("looked");
                m.page = "person";
            }
            "settings" => m.page = "settings",
            "fancy" => m.on("fancy"),
            "new" => m.page = "new",
            "back" => m.page = "",
            _ => {}
        },
    };
    let said = |bug, inserted: &[&str]| app.says(bug, &[], inserted, &["tap id=new"]);
    assert_eq!(said(false, &["tap id=settings", "tap id=fancy", "back"]), Some("follows"));
    assert_eq!(said(false, &["tap id=annika", "back"]), Some("follows"), "who was looked at is offered");
    assert_eq!(said(true, &["tap id=annika", "back"]), None, "a look changes nothing else");
}

#[test]
fn a_look_marks_what_was_looked_at_as_read_elsewhere_too_and_nothing_else() {
    let app = App {
        draw: |m, d| match m.page {
            "overview" => {
                d.page("Overview");
                d.list("all", |d| {
                    for name in ["Green tea", "Black tea"] {
                        d.row(|d| {
                            d.text("name", name);
                            let looked = m.is("looked") && name == "Green tea";
                            let (word, other) =
                                if m.bug { ("Starred", "No star") } else { ("Read", "Unread") };
                            d.mark("mark", &format!("{}: {name}", if looked { word } else { other }));
                        });
                    }
                });
            }
            "tea" => d.page("Tea"),
            _ => {
                d.page("Main");
                d.button("overview", "Overview");
                d.list("teas", |d| {
                    d.link("tea", "Green tea");
                    d.link("tea", "Black tea");
                });
            }
        },
        done: |m, done| match done.id {
            "overview" => m.page = "overview",
            "tea" => {
                m.page = "tea";
                m.on("looked");
            }
            "back" => m.page = "",
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &[], &["tap text=\"Green tea\"", "back"], &["tap id=overview"]);
    assert_eq!(said(false), Some("touches it"));
    assert_eq!(said(true), None);
}

#[test]
fn what_every_look_draws_anew_is_chance_and_what_only_the_first_sees_is_not() {
    let app = App {
        draw: |m, d| {
            if m.page == "tips" {
                d.page("Tips");
                let tips = ["Warm the pot", "Count to ten", "Mind the steam"];
                d.text("tip", tips[if m.bug { (m.count - 1).min(1) } else { (m.count - 1) % 3 }]);
                return;
            }
            d.page("Main");
            d.button("tips", "Tips");
        },
        done: |m, done| match done.id {
            "tips" => {
                m.page = "tips";
                m.count += 1;
            }
            "back" => m.page = "",
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &[], &["tap id=tips", "back"], &["tap id=tips"]);
    assert_eq!(said(false), Some("chance"));
    assert_eq!(said(true), None);
}
