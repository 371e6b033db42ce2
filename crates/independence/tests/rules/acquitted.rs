//! What speaks for a bug whatever was touched: a look, a button that does nothing any more, what is gone altogether.

use skink_gui::Flags;
use skink_independence::INDEPENDENT;

use super::doubt_of;
use super::toy::small::App;

const DEATH: &str = "process death and return";

#[test]
fn a_search_that_was_left_is_a_look_and_one_on_the_page_itself_is_not() {
    const GOODS: [&str; 3] = ["Green tea", "Black tea", "Coffee"];
    let app = App {
        draw: |m, d| {
            if m.page.is_empty() {
                d.page("Main");
                d.button("search", "Search");
                return;
            }
            d.page("Found");
            d.field("search_box", &m.text);
            let among = |name: &&&str| {
                !m.text.is_empty()
                    && name.contains(&m.text)
                    && m.rows.iter().all(|words| name.contains(words))
            };
            d.list("hits", |d| GOODS.iter().filter(among).for_each(|name| d.link("hit", name)));
        },
        // The bug: a search looks through what the one before found.
        done: |m, done| match done.id {
            "search" => {
                m.page = "found";
                m.text.clear();
            }
            "search_box" => {
                if m.bug && !m.text.is_empty() {
                    m.rows.push(m.text.clone());
                }
                m.text = done.says.into();
            }
            "back" => {
                m.rows.push(m.text.clone());
                m.page = "";
            }
            _ => {}
        },
    };
    let seed = ["tap id=search", "type id=search_box \"tea\""];
    let look = ["tap id=search", "type id=search_box \"Coffee\"", "back"];
    assert_eq!(app.says(true, &[], &look, &seed), None);
    let on = ["type id=search_box \"Coffee\""];
    assert_eq!(app.says(true, &seed, &on, &[]), Some("touches it"));
}

#[test]
fn what_was_typed_and_cancelled_is_a_look_and_what_was_left_may_be_a_draft() {
    let app = App {
        draw: |m, d| {
            if m.over == "note" {
                d.dialog("Note");
                d.field("box", &m.text);
                d.button("keep", "Keep note");
                d.button("cancel", "Cancel");
                return;
            }
            d.page("Main");
            d.button("write", "Write a note");
            let kept = m.rows.last().map(|note| if note.is_empty() { "Nothing to tell" } else { note });
            d.text("note", kept.unwrap_or("Not yet"));
        },
        // The bug: what was cancelled is there again.
        done: |m, done| match done.id {
            "write" => m.over = "note",
            "box" => m.text = done.says.into(),
            "keep" => {
                m.over = "";
                m.rows.push(m.text.clone());
            }
            "back" => m.over = "",
            "cancel" => {
                m.over = "";
                if !m.bug {
                    m.text.clear();
                }
            }
            _ => {}
        },
    };
    let (open, write, keep) = ("tap id=write", "type id=box \"Milk\"", "tap id=keep");
    let said = |leave| app.says(true, &[], &[open, write, leave], &[open, keep]);
    assert_eq!(said("tap id=cancel"), None);
    assert_eq!(said("back"), Some("same target"));
}

#[test]
fn a_button_that_does_nothing_any_more_is_a_bug_and_one_that_says_why_is_not() {
    let app = App {
        draw: |m, d| {
            if m.page == "help" {
                d.page("Help");
                d.text("help", "How to brew");
                return;
            }
            d.page("Main");
            d.button("help", "Help");
            d.button("brew", "Brew");
            d.text_if(m.is("brewing"), "state", "It brews");
            d.text_if(m.is("asked"), "why", "Read the help to its end");
        },
        // Whoever asks for help stops it. The bug: it cannot be begun then.
        done: |m, done| match done.id {
            "help" => {
                m.page = "help";
                m.off("brewing");
                m.on("helped");
            }
            "back" => m.page = "",
            "brew" if !m.is("helped") => m.on("brewing"),
            "brew" if !m.bug => m.on("asked"),
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &[], &["tap id=help", "back"], &["tap id=brew"]);
    assert_eq!(said(true), None);
    assert_eq!(said(false), Some("done after"));
}

#[test]
fn to_touch_what_the_seed_touches_does_not_explain_a_button_that_does_nothing() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("brew", "Brew");
            d.button("undo", "Undo");
            d.button("pour", "Pour");
            d.text_if(m.is("poured"), "cup", "One cup");
            d.text("state", if m.is("brewing") { "It brews" } else { "It is cold" });
        },
        // The bug: Undo works once.
        done: |m, done| match done.id {
            "brew" => m.on("brewing"),
            "pour" => m.on("poured"),
            "undo" if !m.is("undone") => {
                m.off("brewing");
                m.on("undone");
            }
            _ => {}
        },
    };
    let (brew, undo) = ("tap id=brew", "tap id=undo");
    assert_eq!(app.says(true, &[], &[brew, undo], &[brew, "tap id=pour", undo]), None);
}

#[test]
fn to_write_takes_no_mark_from_a_row_elsewhere() {
    let app = App {
        draw: |m, d| {
            let body = if m.is("bold") { "**Milk**" } else { "Milk" };
            if m.page == "note" {
                d.page("Note");
                d.field("body", body);
                d.button("pin", "Pin");
                d.button("bold", "Bold");
                return;
            }
            d.page("Main");
            d.list("notes", |d| {
                d.row(|d| {
                    d.link("note", "Shopping");
                    if m.is("pinned") {
                        match m.bug {
                            true => d.mark("pinned", "Pinned"),
                            false => d.text("body", &format!("{body} is pinned")),
                        }
                    }
                });
                d.row(|d| d.link("note", "Books"));
            });
        },
        // The bug: what is written anew is not pinned.
        done: |m, done| match done.id {
            "note" => m.page = "note",
            "pin" => m.on("pinned"),
            "bold" => {
                m.on("bold");
                if m.bug {
                    m.off("pinned");
                }
            }
            "back" => m.page = "",
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &["tap text=\"Shopping\"", "tap id=pin"], &["tap id=bold"], &["back"]);
    assert_eq!(said(true), None);
    assert_eq!(said(false), Some("edits"));
}

#[test]
fn a_clock_goes_on_and_one_that_is_gone_does_not() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("start", "Start");
            let left = 600_000_u64.saturating_sub(m.clock) / 100;
            d.text_if(m.is("started"), "left", &format!("{left} left"));
        },
        // The bug: what is left is not shown any more after the process died.
        done: |m, done| match done.id {
            "start" => m.on("started"),
            "kill" if m.bug => m.off("started"),
            _ => {}
        },
    };
    let said = |bug| doubt_of(app, bug, DEATH, [&["tap id=start"], &["kill"], &[]]);
    assert_eq!(said(true), None);
    assert_eq!(said(false), Some("time"));
}

#[test]
fn the_same_done_on_the_page_of_another_is_not_the_same_again() {
    let app = App {
        draw: |m, d| {
            d.page("Watch");
            let name = m.rows.last().map_or("Tea", String::as_str);
            d.text("name", name);
            d.button("comments", "Comments");
            let of = if m.bug { &m.text } else { name };
            d.text_if(
                m.is(if name == "Tea" { "tea" } else { "coffee" }),
                "comment",
                if of == "Tea" { "Green is best" } else { "Too strong" },
            );
            d.list("related", |d| d.link("other", "Coffee"));
        },
        // The bug: the first page whose comments were asked for gives them to all.
        done: |m, done| match done.id {
            "comments" => {
                m.on(if m.rows.is_empty() { "tea" } else { "coffee" });
                if m.text.is_empty() {
                    m.text = m.rows.last().map_or("Tea", String::as_str).into();
                }
            }
            "other" => m.rows.push(done.says.into()),
            "back" => drop(m.rows.pop()),
            _ => {}
        },
    };
    let look = ["tap id=other", "tap id=comments", "back"];
    assert_eq!(app.says(true, &[], &look, &["tap id=comments"]), None);
}

#[test]
fn to_go_about_where_the_seed_goes_about_touches_nothing() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.tabs(&["Home", "Options"], if m.page.is_empty() { "Home" } else { "Options" });
            if m.page == "options" {
                d.button("theme", "Dark");
                d.text("state", if m.is("dark") { "It is dark" } else { "It is light" });
                d.text_if(m.is("new"), "state", "New here?");
            }
        },
        // The bug: to come to the options again is to set them back.
        done: |m, done| match (done.id, done.says) {
            ("tab", "Options") => {
                m.page = "options";
                m.off("dark");
            }
            ("tab", _) => m.page = "",
            ("theme", _) => m.on("dark"),
            _ => {}
        },
    };
    let (options, home) = ("tap text=\"Options\"", "tap text=\"Home\"");
    let seed = [options, home, options, "tap id=theme"];
    assert_eq!(app.says(true, &seed, &[home, options], &[]), None);
}

#[test]
fn a_row_whose_name_others_have_too_shows_nothing_twice() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("add", "Add");
            d.button("star", "Star");
            d.list("talks", |d| {
                for at in 0..2 {
                    d.row(|d| {
                        d.link("time", if m.bug && at == 1 { "Noon" } else { "Morning" });
                        let stars = match at {
                            0 => usize::from(m.is("starred")) * (1 + usize::from(m.bug && m.count > 0)),
                            _ => usize::from(!m.bug && m.count > 0),
                        };
                        (0..stars).for_each(|_| d.text("star", "Starred"));
                    });
                }
            });
        },
        // The bug: another star is shown in the row that has one.
        done: |m, done| match done.id {
            "star" => m.on("starred"),
            "add" => m.count += 1,
            _ => {}
        },
    };
    let violation =
        |bug| std::panic::catch_unwind(|| app.says(bug, &["tap id=star"], &["tap id=add"], &[])).is_ok();
    assert!(violation(true), "twice in one row");
    assert!(!violation(false), "once in each of two rows that go by one name");
}

#[test]
fn a_page_chosen_from_the_drawer_is_not_the_first() {
    let app = App {
        draw: |m, d| {
            if m.over == "drawer" {
                d.page("Main");
                d.list("drawer", |d| {
                    for name in ["All", "Ideas"] {
                        d.row(|d| d.link("design_menu_item_text", name));
                    }
                });
                return;
            }
            d.page("Main");
            d.icon("open", "Open navigation drawer");
            d.text("shown", if m.page == "ideas" { "Ideas" } else { "Everything" });
            d.text_if(m.is("saved"), "state", "Saved for later");
            d.button("save", "Keep it");
        },
        done: |m, done| match (done.id, done.says) {
            ("open", _) => m.over = "drawer",
            ("design_menu_item_text", says) => {
                m.over = "";
                m.page = if says == "Ideas" { "ideas" } else { "" };
            }
            ("save", _) => m.on("saved"),
            // The bug: what was saved is not there either, and the page is.
            ("kill", _) if m.bug => m.off("saved"),
            ("kill", _) => m.page = "",
            _ => {}
        },
    };
    let seed: &[&str] = &["tap id=open", "tap text=\"Ideas\"", "tap id=save"];
    let said = |bug| doubt_of(app, bug, DEATH, [seed, &["kill"], &[]]);
    assert_eq!(said(false), Some("first page"));
    assert_eq!(said(true), None);
}

#[test]
fn what_was_typed_and_not_taken_over_ends_with_the_choice_of_a_tab() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.field("cell", &m.text);
            d.button("help", "Help");
            d.inside("LinearLayout", "sheets", Flags::empty(), |d| {
                for name in ["Income", "Costs"] {
                    let on = if name == "Income" { Flags::SELECTED } else { Flags::empty() };
                    d.leaf("ActionBar$Tab", "", name, Flags::CLICKABLE | on);
                }
            });
        },
        done: |m, done| match done.id {
            "cell" => m.text = done.says.into(),
            "" | "help" => m.text.clear(),
            _ => {}
        },
    };
    let said = |event| app.says(true, &["type id=cell \"12\""], &[event], &[]);
    assert_eq!(said("tap text=\"Income\""), Some("draft"));
    assert_eq!(said("tap id=help"), None);
}

#[test]
fn what_only_one_can_have_goes_to_the_last_that_chooses_it() {
    let app = App {
        draw: |m, d| {
            if !m.over.is_empty() {
                d.dialog("Main");
                d.inside("RadioGroup", m.over, Flags::empty(), |d| {
                    for sign in if m.bug && m.over == "group" { ["'", "-"] } else { [".", ","] } {
                        d.leaf("RadioButton", m.over, sign, Flags::CLICKABLE | Flags::CHECKABLE);
                    }
                });
                return;
            }
            d.page("Main");
            d.button("decimal", "Decimal");
            d.button("group", "Group");
            d.text("first", if m.is("comma") { "," } else { "." });
        },
        // The bug: the second choice takes back the first whatever it is.
        done: |m, done| match (done.id, done.says) {
            ("decimal", "Decimal") => m.over = "decimal",
            ("group", "Group") => m.over = "group",
            ("decimal", ",") => {
                m.over = "";
                m.on("comma");
            }
            ("group", says) => {
                m.over = "";
                if says == "," || m.bug {
                    m.off("comma");
                }
            }
            _ => {}
        },
    };
    let seed = ["tap id=decimal", "tap text=\",\""];
    let said = |bug, sign| app.says(bug, &seed, &["tap id=group", sign], &[]);
    assert_eq!(said(false, "tap text=\",\""), Some("same choice"));
    assert_eq!(said(true, "tap text=\"-\""), None);
}

#[test]
fn to_remove_all_removes_what_was_added_before_and_nothing_that_is_added_then() {
    let app = App {
        draw: |m, d| {
            if m.page == "stars" {
                d.page("Stars");
                d.button("clear", "Remove all");
                return;
            }
            d.page("Main");
            d.icon("stars", "Stars");
            d.list("talks", |d| {
                d.row(|d| {
                    d.text("name", "Opening");
                    d.icon("star", if m.is("starred") { "Starred" } else { "Star" });
                });
                d.row(|d| d.text("name", "Closing"));
            });
        },
        // The bug: there are no stars any more.
        done: |m, done| match done.id {
            "stars" => m.page = "stars",
            "star" if !m.is("none") => m.on("starred"),
            "clear" => {
                m.off("starred");
                if m.bug {
                    m.on("none");
                }
            }
            "back" => m.page = "",
            _ => {}
        },
    };
    let clear = ["tap id=stars", "tap id=clear", "back"];
    assert_eq!(app.says(false, &["tap id=star"], &clear, &[]), Some("removes it"));
    assert_eq!(doubt_of(app, true, INDEPENDENT, [&[], &clear, &["tap id=star"]]), None);
}

#[test]
fn what_is_fetched_moves_the_rest_and_where_nothing_came_it_moves_nothing() {
    let app = App {
        draw: |m, d| {
            if m.page == "first" {
                d.page("Article");
                d.text("name", &m.text);
                if m.count == 0 && m.text == "Rain in the desert" {
                    d.disabled("before", "The one before");
                } else {
                    d.button("before", "The one before");
                }
                return;
            }
            d.page("Main");
            d.button("refresh", "Refresh");
            d.list("articles", |d| {
                if m.count > 0 && !m.bug {
                    d.row(|d| d.link("article", "A letter"));
                }
                d.row(|d| d.link("article", "Rain in the desert"));
                d.row(|d| d.link("article", "Ice on Mars"));
            });
        },
        // The bug: there is one before it, and nobody sees it.
        done: |m, done| match done.id {
            "refresh" => m.count += 1,
            "article" => {
                m.page = "first";
                m.text = done.says.into();
            }
            "back" => m.page = "",
            _ => {}
        },
    };
    let open = "tap text=\"Rain in the desert\"";
    let said = |bug| app.says(bug, &["tap text=\"Ice on Mars\"", "back"], &["tap id=refresh"], &[open]);
    assert_eq!(said(false), Some("refreshed"));
    assert_eq!(said(true), None);
}

#[test]
fn what_was_changed_on_its_page_is_changed_there_and_a_look_at_it_changes_nothing() {
    let app = App {
        draw: |m, d| match m.page {
            "task" => {
                d.page("Task");
                d.text("name", &m.text);
                d.button("attach", "Attach");
                d.text_if(m.is("attached") || m.text == "Call Ann", "label", "File");
            }
            _ => {
                d.page("Main");
                d.list("tasks", |d| {
                    d.row(|d| d.link("task", "Buy milk"));
                    d.row(|d| d.link("task", "Call Ann"));
                });
            }
        },
        // The bug: whatever was looked at has a file.
        done: |m, done| match done.id {
            "task" => {
                m.page = "task";
                m.text = done.says.into();
                if m.bug && m.is("looked") {
                    m.on("attached");
                }
            }
            "attach" => m.on("attached"),
            "back" => {
                m.page = "";
                if m.text == "Buy milk" {
                    m.on("looked");
                }
            }
            _ => {}
        },
    };
    let (open, other) = ("tap text=\"Buy milk\"", "tap text=\"Call Ann\"");
    let said = |bug, inserted: &[&str]| app.says(bug, &[], inserted, &[other, "back", open]);
    assert_eq!(said(false, &[open, "tap id=attach", "back"]), Some("touches it"));
    assert_eq!(said(true, &[open, "back"]), None);
}

#[test]
fn a_look_at_what_was_set_is_no_opposite() {
    let app = App {
        draw: |m, d| {
            if m.over == "code" {
                d.dialog("Main");
                d.button("apply", "Apply");
                d.button("cancel", "Cancel");
                return;
            }
            d.page("Main");
            d.button("coupon", if m.is("set") { "A tenth off" } else { "Add coupon" });
            d.text("total", "All to pay");
            d.text_if(m.is("set"), "discount", "Less a tenth");
        },
        // The bug: to leave the dialog is to have no coupon.
        done: |m, done| match done.id {
            "coupon" => m.over = "code",
            "apply" => {
                m.over = "";
                m.on("set");
            }
            "cancel" => {
                m.over = "";
                m.off("set");
            }
            _ => {}
        },
    };
    let seed = ["tap id=coupon", "tap id=apply"];
    assert_eq!(app.says(true, &seed, &["tap id=coupon", "tap id=cancel"], &[]), None);
}

#[test]
fn a_look_at_what_the_seed_looks_at_then_is_not_the_same_again() {
    let app = App {
        draw: |m, d| match m.page {
            "" => {
                d.page("Main");
                d.list("found", |d| {
                    d.row(|d| d.link("line", "Metered"));
                    d.row(|d| d.link("line", "Roaming"));
                });
            }
            "metered" => {
                d.page("Options");
                d.text("option", "Treat as metered");
                d.text("note", "What is loaded costs");
            }
            _ => {
                d.page("Abroad");
                d.text("abroad", "Roam abroad");
            }
        },
        // The bug: the second time it leads to what stands below.
        done: |m, done| match done.id {
            "line" => {
                m.page = if m.count == 0 { "metered" } else { "roaming" };
                m.count += 1;
            }
            "back" => m.page = "",
            _ => {}
        },
    };
    let open = "tap text=\"Metered\"";
    assert_eq!(app.says(true, &[], &[open, "back"], &[open]), None);
}

#[test]
fn to_write_in_what_a_row_is_about_changes_its_texts_and_those_of_no_other_row() {
    let app = App {
        draw: |m, d| {
            if m.page == "note" {
                d.page("Note");
                d.text("title", "Shopping");
                d.field("body", &m.text);
                return;
            }
            if m.page.is_empty() {
                d.page("Start");
                d.button("note", "Last note");
                return;
            }
            d.page("Main");
            d.button("reset", "Show more");
            d.list("notes", |d| {
                d.row(|d| {
                    d.link("note", "Shopping");
                    d.text_if(m.is("more") && (m.bug || m.text.is_empty()), "line", "Bread");
                });
                d.row(|d| {
                    d.link("note", "Books");
                    d.text_if(m.is("more") && (!m.bug || m.text.is_empty()), "line", "Emil");
                });
            });
        },
        // The bug: it is another row that is written over.
        done: |m, done| match done.id {
            "note" => m.page = "note",
            "body" => m.text = done.says.into(),
            "reset" => m.on("more"),
            "back" => m.page = "main",
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &["tap id=note"], &["type id=body \"12\""], &["back", "tap id=reset"]);
    assert_eq!(said(false), Some("touches it"));
    assert_eq!(said(true), None);
}

#[test]
fn to_choose_from_a_drawer_is_no_look() {
    let app = App {
        draw: |m, d| {
            if m.over == "drawer" {
                d.page("Drawer");
                d.list("orders", |d| {
                    ["By name", "By date", "Help"].iter().for_each(|name| d.link("order", name))
                });
                return;
            }
            match m.page {
                "help" => d.page("Help"),
                _ => d.page("Main"),
            }
            d.icon("open", "Open navigation drawer");
            d.text_if(m.is("dated"), "state", "By date");
        },
        // The bug: help forgets the order.
        done: |m, done| match (done.id, done.says) {
            ("open", _) => m.over = "drawer",
            ("order", says) => {
                m.over = "";
                m.page = if says == "Help" { "help" } else { "" };
                m.off("dated");
                if says == "By date" {
                    m.on("dated");
                }
            }
            ("back", _) => m.page = "",
            _ => {}
        },
    };
    let seed = ["tap id=open", "tap text=\"By date\""];
    let said = |own: &[&str]| app.says(true, &seed, &[&["tap id=open"], own].concat(), &[]);
    assert_eq!(said(&["tap text=\"Help\"", "back"]), None);
    let chosen = ["tap text=\"By name\"", "tap id=open", "tap text=\"Help\"", "back"];
    assert_eq!(said(&chosen), Some("same choice"));
}

#[test]
fn what_is_loaded_beside_the_rest_stays_when_the_rest_goes() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("clear", "Archive these");
            d.button("load", "Load more messages");
            d.list("", |d| {
                if !m.is("cleared") {
                    d.row(|d| d.text("sender", "Annika"));
                }
                let loaded = m.is("loaded") && m.clock >= m.count as u64 + 300;
                if loaded && !m.bug {
                    d.row(|d| d.text("sender", "Annika"));
                    d.row(|d| d.text("sender", "Doris"));
                }
            });
        },
        // The bug: nothing is archived once something was loaded.
        done: |m, done| match done.id {
            "load" => {
                m.on("loaded");
                m.count = m.clock as usize;
            }
            "clear" if !(m.bug && m.is("loaded")) => m.on("cleared"),
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &[], &["tap id=load"], &["tap id=clear"]);
    assert_eq!(said(false), Some("refreshed"));
    assert_eq!(said(true), None);
}

#[test]
fn what_was_browsed_to_is_shown_and_is_no_place_to_put_things() {
    let app = App {
        draw: |m, d| {
            if m.page == "plan" {
                d.page("Plan");
                let next = m.is("next");
                d.text("week", if next { "Next week" } else { "This week" });
                d.button("forward", "Forward");
                d.list("meals", |d| {
                    d.link("meal", if next { "Soup" } else { "Rice" });
                    if m.is(if next { "later" } else { "soon" }) {
                        d.link("meal", "Pancakes");
                    }
                });
                return;
            }
            d.page("Main");
            d.button("plan", "Plan");
            d.button("cook", "Cook pancakes");
        },
        // The bug: what is cooked is put where one has browsed to, though the plan begins with this week.
        done: |m, done| match done.id {
            "plan" => {
                m.page = "plan";
                if m.bug {
                    m.off("next");
                }
            }
            "forward" => {
                m.on("next");
                m.on("browsed");
            }
            "cook" => m.on(if m.bug && m.is("browsed") { "later" } else { "soon" }),
            "back" => m.page = "",
            _ => {}
        },
    };
    let seed = ["tap id=plan", "back"];
    let browse = ["tap id=plan", "tap id=forward", "back"];
    let said = |bug| app.says(bug, &seed, &browse, &["tap id=cook", "tap id=plan"]);
    assert_eq!(said(false), Some("changed there"));
    assert_eq!(said(true), None);
}

#[test]
fn the_same_button_on_the_page_of_another_is_another_target() {
    let app = App {
        draw: |m, d| {
            if m.page.is_empty() {
                d.page("Main");
                d.list("goods", |d| ["Tea", "Milk"].iter().for_each(|name| d.link("name", name)));
                return;
            }
            d.page("Good");
            d.text("head", m.page);
            d.button("stamp", "Stamp it");
            let times = m.rows.iter().filter(|name| *name == m.page).count();
            let first = m.rows.first().is_none_or(|name| name == m.page);
            // The bug: there is one stamp for all.
            let says = match times {
                0 => "Not stamped",
                1 if first || !m.bug => "Stamped",
                1 => "Spoilt",
                _ => "Stamped again",
            };
            d.text("state", says);
        },
        done: |m, done| match done.id {
            "name" => m.page = if done.says == "Tea" { "Tea" } else { "Milk" },
            "stamp" => m.rows.push(m.page.to_owned()),
            "back" => m.page = "",
            _ => {}
        },
    };
    let stamped = |good| [good, "tap id=stamp", "back"];
    let [tea, milk] = ["tap text=\"Tea\"", "tap text=\"Milk\""];
    let said = |good| app.says(true, &[tea, "back", milk, "back"], &stamped(good), &[milk, "tap id=stamp"]);
    assert_eq!(said(milk), Some("same target"));
    assert_eq!(said(tea), None);
}

#[test]
fn to_go_about_by_a_drawer_counts_nothing() {
    let app = App {
        draw: |m, d| {
            if m.page == "figures" {
                d.page("Figures");
                let amount = 12 + m.rows.len();
                let dollars = m.is("dollars") && !(m.bug && m.is("made"));
                d.list("sums", |d| {
                    d.row(|d| {
                        d.text("what", "Food");
                        d.text("sum", &format!("{amount} {}", if dollars { "$" } else { "€" }));
                    });
                });
                d.button("more", "One more");
                return;
            }
            d.page(if m.over == "drawer" { "Drawer" } else { "Main" });
            d.icon("nav", "Open navigation drawer");
            if m.over == "drawer" {
                d.list("entries", |d| d.link("entry", "Figures"));
            }
            d.button("dollar", "Use dollars");
        },
        // The bug: how figures are written is made up once.
        done: |m, done| match done.id {
            "nav" => m.over = "drawer",
            "entry" => {
                m.over = "";
                m.page = "figures";
            }
            "more" => m.rows.push("one".into()),
            "dollar" => m.on("dollars"),
            "back" => {
                m.page = "";
                m.on("made");
            }
            _ => {}
        },
    };
    let look = ["tap id=nav", "tap text=\"Figures\""];
    let (about, count) = ([&look[..], &["back"]].concat(), [&look[..], &["tap id=more", "back"]].concat());
    let then = [&["tap id=dollar"], &look[..]].concat();
    assert_eq!(app.says(true, &[], &about, &then), None);
    assert_eq!(app.says(false, &[], &count, &then), Some("touches it"));
}
