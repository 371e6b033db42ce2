//! What the inserted events are there for, and what the page they lead to is: rules that go by what was asked, cleared,
//! edited, switched and chosen.

use skink_gui::Flags;

use super::toy::small::{App, Draw, Memory};

#[test]
fn what_says_what_it_clears_takes_that_with_its_rows() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("clear", if m.bug { "Clear" } else { "Clear completed" });
            d.button("do", "Do it");
            d.button("show", "Show all");
            d.list("rows", |d| {
                d.row(|d| d.text("name", "Milk"));
                if m.is("shown") && m.is("done") {
                    d.row(|d| d.text("header", "Completed (1)"));
                    d.row(|d| d.text("name", "Tea"));
                }
            });
        },
        done: |m, done| match done.id {
            "do" => m.on("done"),
            "clear" => m.off("done"),
            "show" => m.on("shown"),
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &["tap id=do"], &["tap id=clear"], &["tap id=show"]);
    assert_eq!(said(false), Some("removes it"));
    assert_ne!(said(true), Some("removes it"), "nothing says what is cleared");
}

#[test]
fn what_was_not_written_by_the_test_may_have_gone_with_what_was_deleted() {
    let app = App {
        draw: |m, d| {
            if m.page == "cards" {
                d.page("Cards");
                d.field("front", "");
                d.button("none", "None");
                d.button("all", "All");
                let gone = m.is("deleted") && !m.bug || m.is("none");
                let all = ["Peru", "Kenya"].into_iter().filter(|_| !gone);
                let own = m.text.as_str();
                let own = Some(own).filter(|text| !(text.is_empty() || m.bug && m.is("deleted")));
                d.list("cards", |d| all.chain(own).for_each(|name| d.row(|d| d.text("card", name))));
                return;
            }
            d.page("Main");
            d.button("browse", "Browse");
            d.list("decks", |d| {
                d.row(|d| d.text("deck", "Default"));
                if !m.is("deleted") {
                    d.row(|d| {
                        d.text("deck", "Capitals");
                        d.icon("delete", "Delete deck");
                    });
                }
            });
        },
        done: |m, done| match done.id {
            "browse" => m.page = "cards",
            "none" => m.on("none"),
            "all" => m.off("none"),
            "front" => m.text = done.says.to_owned(),
            "delete" => m.on("deleted"),
            "back" => m.page = "",
            _ => {}
        },
    };
    let said = |bug, after: &[&str]| app.says(bug, &[], &["tap id=delete"], after);
    assert_eq!(said(false, &["tap id=browse", "tap id=none", "tap id=all"]), Some("removes it"));
    let written = ["tap id=browse", "type id=front \"Japan\""];
    assert_ne!(said(true, &written), Some("removes it"), "the test has written it since");
}

/// A page with a menu that switches how rows are shown.
fn with_menu(m: &Memory, d: &mut Draw) {
    if m.over == "menu" {
        d.menu("Main");
        d.list("entries", |d| ["Compact", "Tags"].iter().for_each(|name| d.row(|d| d.link("title", name))));
        return;
    }
    d.page("Main");
    d.icon("more", "More options");
    d.text_if(!m.is("compact"), "time", "Yesterday");
}

#[test]
fn what_is_chosen_again_from_the_menu_of_the_page_is_switched_back() {
    let app = App {
        draw: with_menu,
        done: |m, done| match (done.id, done.says) {
            ("more", _) => m.over = "menu",
            ("title", says) => {
                m.over = "";
                match says {
                    "Compact" => m.turn("compact"),
                    // The bug.
                    _ => m.off("compact"),
                }
            }
            _ => {}
        },
    };
    let compact = ["tap id=more", "tap text=\"Compact\""];
    assert_eq!(app.says(false, &compact, &compact, &[]), Some("same target"));
    let tags = ["tap id=more", "tap text=\"Tags\""];
    let both = [compact, tags].concat();
    assert_eq!(app.says(false, &compact, &both, &[]), Some("opposite"));
}

#[test]
fn a_page_chosen_from_a_drawer_is_another_where_the_one_before_did_not_say_what_it_was() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            // With the bug, the page always says that it is of all notes.
            d.text_if(m.bug || m.is("locked"), "what", if m.bug { "All notes" } else { "Locked" });
            if m.over == "drawer" {
                let entry = if m.bug { "All notes" } else { "Locked" };
                d.list("entries", |d| d.row(|d| d.link("entry", entry)));
            } else {
                d.icon("drawer", "Menu");
                d.icon("new", "New");
            }
            d.text_if(m.is("made") && !m.is("locked"), "made", "Notebook");
        },
        done: |m, done| match done.id {
            "drawer" => m.over = "drawer",
            "entry" => {
                m.over = "";
                m.on("locked");
            }
            "new" => m.on("made"),
            _ => {}
        },
    };
    let choose = ["tap id=drawer", "tap id=entry"];
    assert_eq!(app.says(false, &[], &choose, &["tap id=new"]), Some("another one"));
    assert_ne!(app.says(true, &[], &choose, &["tap id=new"]), Some("another one"), "it was that before");
}

#[test]
fn what_was_asked_for_is_not_denied_any_more_and_what_was_undone_was_not_asked_for() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("create", "Create backup");
            d.button("pick", "Tea");
            d.button("undo", "Undo");
            d.button("show", "Show");
            d.text_if(m.is("shown") && !m.is("made"), "age", "No backup");
            let picked = if m.is("stuck") { "Tea" } else { "Milk" };
            d.text_if(m.is("shown"), "picked", picked);
        },
        done: |m, done| match done.id {
            "create" => m.on("made"),
            // The bug: what is undone is still what is shown.
            "pick" => m.on("stuck"),
            "undo" if !m.bug => m.off("stuck"),
            "show" => m.on("shown"),
            _ => {}
        },
    };
    assert_eq!(app.says(false, &[], &["tap id=create"], &["tap id=show"]), Some("asked for"));
    assert_eq!(app.says(false, &[], &["tap id=pick"], &["tap id=show"]), Some("asked for"));
    let undone = ["tap id=pick", "tap id=undo"];
    assert_ne!(app.says(true, &[], &undone, &["tap id=show"]), Some("asked for"));
}

#[test]
fn a_button_offers_no_more_what_was_done_to_all() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("all", "Mark as read");
            d.button("other", "Sort");
            d.button("show", "Show");
            let (read, offer) = (m.is("read"), m.is("shown"));
            if offer {
                d.icon("mark", if read { "Mark as unread: Tea" } else { "Mark as read: Tea" });
            }
        },
        done: |m, done| match done.id {
            "all" => m.on("read"),
            // The bug.
            "other" => m.on("read"),
            "show" => m.on("shown"),
            _ => {}
        },
    };
    assert_eq!(app.says(false, &[], &["tap id=all"], &["tap id=show"]), Some("touches it"));
    assert_ne!(app.says(true, &[], &["tap id=other"], &["tap id=show"]), Some("touches it"));
}

#[test]
fn to_edit_what_the_page_is_about_changes_what_comes_of_it() {
    let app = App {
        draw: |m, d| {
            if m.page == "edit" {
                d.page("Edit");
                d.button("deck", "Deck");
                d.button("save", "Save");
                return;
            }
            d.page("Main");
            d.button("edit", if m.bug { "Statistics" } else { "Edit card" });
            d.button("bury", "Bury");
            d.text_if(m.is("buried") && !m.is("moved"), "unbury", "Unbury");
        },
        done: |m, done| match done.id {
            "edit" => m.page = "edit",
            "deck" => m.on("moved"),
            "save" => m.page = "",
            "bury" => m.on("buried"),
            _ => {}
        },
    };
    let edit = ["tap id=edit", "tap id=deck", "tap id=save"];
    assert_eq!(app.says(false, &[], &edit, &["tap id=bury"]), Some("touches it"));
    assert_ne!(app.says(true, &[], &edit, &["tap id=bury"]), Some("touches it"), "that edits nothing of it");
}

#[test]
fn of_two_filters_the_last_one_counts() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("home", if m.bug { "Show: Home" } else { "Filter: Home" });
            d.button("health", if m.bug { "Show: Health" } else { "Filter: Health" });
            d.button("add", "Add");
            d.text_if(m.is("added") && m.text != "health", "habit", "Read a page");
        },
        done: |m, done| match done.id {
            "add" => m.on("added"),
            id @ ("home" | "health") => m.text = id.to_owned(),
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &["tap id=home"], &["tap id=health"], &["tap id=add"]);
    assert_eq!(said(false), Some("filter"));
    assert_ne!(said(true), Some("filter"));
}

#[test]
fn what_lies_under_something_else_in_the_seed_is_no_bug_of_the_mutant() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("add", "Add");
            d.text_if(m.is("added"), "row", "Tea");
            d.button("actions", "Actions");
            if !m.is("added") {
                d.floating("new", "New");
            }
            d.text_if(m.is("new"), "upload", "Upload");
        },
        done: |m, done| match done.id {
            "add" => m.on("added"),
            "new" => m.on("new"),
            _ => {}
        },
    };
    assert_eq!(app.says(false, &[], &["tap id=add"], &["tap id=actions"]), Some("covered"));
}

#[test]
fn to_choose_what_is_chosen_already_is_no_more_than_a_look() {
    let app = App {
        draw: |m, d| {
            if m.page == "separator" || m.page == "language" {
                let own = m.page == "separator";
                d.page(if own { "Separator" } else { "Language" });
                let (names, none) = (if own { ["None", "Dot"] } else { ["Aucun", "Point"] }, !m.is("dot"));
                d.inside("RadioGroup", "options", Flags::empty(), |d| {
                    for (name, on) in names.into_iter().zip([none, !none]) {
                        let checked = if on { Flags::CHECKED } else { Flags::empty() };
                        let flags = Flags::CLICKABLE | Flags::CHECKABLE | checked;
                        d.leaf("RadioButton", "option", name, flags);
                    }
                });
                return;
            }
            d.page("Main");
            d.button("separator", "Separator");
            d.button("language", "Language");
        },
        done: |m, done| match (done.id, done.says) {
            ("separator", _) => m.page = "separator",
            ("language", _) => {
                m.page = "language";
                // The bug: what was chosen, though it was so before, is another once the language is looked at.
                if m.is("chosen") && m.bug {
                    m.on("dot");
                }
            }
            ("option", says) => {
                m.on("chosen");
                if says == "Dot" {
                    m.on("dot");
                }
            }
            ("back", _) => m.page = "",
            _ => {}
        },
    };
    let choose = |name: &str| {
        app.says(
            name == "None",
            &[],
            &["tap id=separator", &format!("tap text=\"{name}\""), "back"],
            &["tap id=language"],
        )
    };
    assert!(choose("Dot").is_some(), "that is a choice");
    assert_eq!(choose("None"), None);
}

#[test]
fn a_tip_that_is_another_at_every_look_is_drawn_by_lot_and_a_number_that_goes_on_is_not() {
    let app = App {
        draw: |m, d| {
            if m.page == "about" {
                d.page("About");
                let tips = ["Hold a row", "Swipe it", "Shake the phone", "Turn it"];
                let tip = if m.bug { format!("{} copies", m.count) } else { tips[m.count % 4].to_owned() };
                d.text_if(m.is("asked"), "tip", &tip);
                d.button("ask", "Another tip");
                return;
            }
            d.page("Main");
            d.button("about", "About");
        },
        done: |m, done| match done.id {
            "about" => {
                m.count += 1;
                m.page = "about";
            }
            "ask" => m.on("asked"),
            "back" => m.page = "",
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &[], &["tap id=about", "back"], &["tap id=about", "tap id=ask"]);
    assert_eq!(said(false), Some("chance"));
    assert_ne!(said(true), Some("chance"));
}

#[test]
fn what_the_inserted_events_have_written_is_found() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.field("note", "");
            d.field("search", &m.text);
            let written = m.rows.iter().any(|text| text.to_lowercase().contains(&m.text));
            let found = !m.text.is_empty() && (written || m.bug && !m.rows.is_empty());
            d.text_if(!m.text.is_empty() && !found, "none", "Nothing found");
        },
        // The bug: whatever was written is found.
        done: |m, done| match done.id {
            "note" => m.rows.push(done.says.to_owned()),
            "search" => m.text = done.says.to_owned(),
            _ => {}
        },
    };
    let said = |bug, text: &str| {
        app.says(bug, &[], &[&format!("type id=note \"{text}\"")], &["type id=search \"milk\""])
    };
    assert_eq!(said(false, "Milk and tea"), Some("asked for"));
    assert_ne!(said(true, "Bread"), Some("asked for"));
}

#[test]
fn a_name_that_is_taken_is_not_given_twice() {
    let app = App {
        draw: |m, d| {
            if m.page == "form" {
                d.page("Form");
                d.field("name", &m.text);
                d.button("save", "Save");
                return;
            }
            d.page("Main");
            d.bar(if m.is("renamed") { "Work" } else { "Inbox" });
            d.button("new", "New list");
            d.button("old", "List settings");
        },
        done: |m, done| match done.id {
            "new" | "old" => {
                (m.page, m.text) = ("form", String::new());
                m.count = usize::from(done.id == "old");
            }
            "name" => m.text = done.says.to_owned(),
            // The bug: once there is a new list, none can be renamed.
            "save" if m.rows.contains(&m.text) || m.bug && !m.rows.is_empty() => {}
            "save" => {
                m.page = "";
                match m.count {
                    1 => m.on("renamed"),
                    _ => m.rows.push(m.text.clone()),
                }
            }
            _ => {}
        },
    };
    let save = |name: &str| format!("type id=name \"{name}\"");
    let said = |bug, other: &str| {
        let (first, second) = (save(other), save("Work"));
        app.says(bug, &[], &["tap id=new", &first, "tap id=save"], &["tap id=old", &second, "tap id=save"])
    };
    assert_eq!(said(false, "Work"), Some("same target"));
    assert_ne!(said(true, "Home"), Some("same target"));
}

/// A list of articles that says which were read, and a page for each with a way to the one before.
fn articles(m: &Memory, d: &mut Draw) {
    if m.page == "article" {
        d.page("Article");
        d.text("title", if m.is("previous") { "Ships arrive" } else { "Trains run" });
        d.button("previous", "Previous");
        return;
    }
    d.page("Main");
    d.button("fresh", "All is fresh");
    let read = m.is("previous");
    d.text_if(!m.is("quiet"), "count", if m.is("counted") { "1 to read" } else { "2 to read" });
    d.list("articles", |d| {
        d.row(|d| d.link("row", "Trains run"));
        d.row(|d| {
            d.text("other", "Ships arrive");
            d.icon("mark", if read { "Mark as fresh: Ships arrive" } else { "Mark as read: Ships arrive" });
        });
    });
}

#[test]
fn what_was_turned_to_was_looked_at_too() {
    let app = App {
        draw: articles,
        done: |m, done| match done.id {
            "fresh" => m.off("previous"),
            "row" => m.page = "article",
            "previous" => m.on("previous"),
            "mark" => m.turn("previous"),
            // The bug: whatever is looked at marks the other.
            "back" => {
                m.page = "";
                if m.bug {
                    m.on("previous");
                }
            }
            _ => {}
        },
    };
    let (seed, open) = (["tap id=mark", "tap id=fresh"], "tap text=\"Trains run\"");
    let turned = [open, "tap id=previous", "back"];
    assert_eq!(app.says(false, &seed, &turned, &[]), Some("touches it"));
    assert_ne!(app.says(true, &seed, &[open, "back"], &[]), Some("touches it"), "it was not turned to");
}

#[test]
fn a_look_at_a_row_is_counted() {
    let app = App {
        draw: articles,
        done: |m, done| match done.id {
            "fresh" => m.off("counted"),
            "row" => m.page = "article",
            "mark" => m.on("counted"),
            "back" => {
                m.page = "";
                m.on("counted");
            }
            _ => {}
        },
    };
    let seed = ["tap id=mark", "tap id=fresh"];
    assert_eq!(app.says(false, &seed, &["tap text=\"Trains run\"", "back"], &[]), Some("touches it"));
}

#[test]
fn what_is_deleted_without_a_name_may_be_any_of_the_page_and_what_is_named_may_not() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("add", "Put tea there");
            d.button("last", "Delete the last");
            d.list("goods", |d| {
                d.row(|d| {
                    d.text("name", "Milk");
                    d.icon("delete", "Delete");
                });
                if m.is("tea") {
                    d.row(|d| d.text("new", "Tea"));
                }
            });
        },
        // The bug: another goes than that beside the button.
        done: |m, done| match done.id {
            "add" => m.on("tea"),
            "last" | "delete" => m.off("tea"),
            _ => {}
        },
    };
    let said = |own| app.says(true, &["tap id=add"], &[own], &[]);
    assert_eq!(said("tap id=last"), Some("removes it"));
    assert_eq!(said("tap id=delete"), None);
}

#[test]
fn a_form_that_was_saved_is_left_without_a_question_and_one_that_was_pinned_is_not() {
    let app = App {
        draw: |m, d| match m.page {
            "ask" => {
                d.page("Ask");
                d.text("question", "Keep what was written?");
                d.button("keep", "Keep it");
            }
            "edit" => {
                d.page("Edit");
                d.field("title", &m.text);
                d.button("save", "Save");
                d.button("pin", "Pin");
                d.button("leave", "Leave it");
            }
            _ => {
                d.page("Main");
                d.button("new", "Something new");
            }
        },
        done: |m, done| match done.id {
            "new" => m.page = "edit",
            "title" => {
                m.text = done.says.into();
                m.on("changed");
            }
            // The bug: after a pin nothing is asked.
            "save" | "pin" => m.off("changed"),
            "leave" if m.is("changed") => m.page = "ask",
            "leave" => m.page = "",
            _ => {}
        },
    };
    let write = ["tap id=new", "type id=title \"Tea\""];
    let said = |own| app.says(true, &write, &[own], &["tap id=leave"]);
    assert_eq!(said("tap id=save"), Some("same form"));
    assert_eq!(said("tap id=pin"), None);
}

#[test]
fn what_comes_of_a_form_may_show_later_on_the_page_of_the_form_itself() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.field("title", &m.text);
            d.button("repeat", if m.is("weekly") { "Every week" } else { "Does not repeat" });
            d.button("help", "Help");
            d.button("save", "Save");
            d.button("show", "Show them");
            let there = m.is("saved") && !m.is("helped") && !m.is("once");
            d.text_if(m.is("shown") && there, "task", "Something to do");
        },
        done: |m, done| match done.id {
            "title" => m.text = done.says.into(),
            "repeat" => m.turn("weekly"),
            // The bug: once help was there, nothing is saved.
            "help" if !m.is("saved") => m.on("helped"),
            "save" => {
                m.on("saved");
                if m.is("weekly") {
                    m.on("once");
                }
            }
            "show" => m.on("shown"),
            _ => {}
        },
    };
    let said = |own| app.says(true, &["type id=title \"Tea\""], &[own], &["tap id=save", "tap id=show"]);
    assert_eq!(said("tap id=repeat"), Some("same form"));
    assert_eq!(said("tap id=help"), None);
}

#[test]
fn what_was_turned_to_goes_from_what_is_to_be_read_and_nothing_else_does() {
    let app = App {
        draw: |m, d| {
            if m.page == "article" {
                d.page("Article");
                d.text("title", if m.is("next") { "Ships arrive" } else { "Trains run" });
                d.button("next", "Next");
                return;
            }
            d.page("Main");
            d.button("unread", "What is left");
            d.list("articles", |d| d.row(|d| d.link("row", "Trains run")));
            if m.is("shown") {
                d.list("to_read", |d| {
                    let gone = if m.bug { "Birds sing" } else { "Ships arrive" };
                    let left = ["Ships arrive", "Birds sing", "Tea is hot"];
                    for name in left.into_iter().filter(|name| !(m.is("read") && *name == gone)) {
                        d.row(|d| d.text("article", name));
                    }
                });
            }
        },
        // The bug: another one is taken for it.
        done: |m, done| match done.id {
            "row" => m.page = "article",
            "next" => {
                m.on("next");
                if !m.is("shown") {
                    m.on("read");
                }
            }
            "unread" => m.on("shown"),
            "back" => m.page = "",
            _ => {}
        },
    };
    let turned = ["tap text=\"Trains run\"", "tap id=next", "back"];
    let said = |bug| app.says(bug, &[], &turned, &["tap id=unread"]);
    assert_eq!(said(false), Some("touches it"));
    assert_eq!(said(true), None);
}

#[test]
fn what_a_menu_saves_is_what_the_form_holds_by_then_and_a_look_takes_nothing_from_it() {
    let app = App {
        draw: |m, d| {
            match (m.page, m.over) {
                (_, "menu") => {
                    d.menu("Write");
                    d.list("entries", |d| d.link("save", "Save as draft"));
                    return;
                }
                ("write", _) => {
                    d.page("Write");
                    d.check("contact", "Ben", m.is("known"));
                    d.button("help", "Help");
                    d.button("menu", "Menu");
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
            d.list("drafts", |d| m.rows.iter().for_each(|draft| d.row(|d| d.text("draft", draft))));
        },
        // The bug: nothing is saved after a look at the help.
        done: |m, done| match done.id {
            "write" => m.page = "write",
            "contact" => m.on("known"),
            "help" => {
                m.page = "help";
                m.on("helped");
            }
            "menu" => m.over = "menu",
            "save" => {
                if !(m.bug && m.is("helped")) {
                    m.rows.push(if m.is("known") { "For a friend" } else { "For nobody" }.into());
                }
                (m.over, m.page) = ("", "");
            }
            "back" => m.page = if m.page == "help" { "write" } else { "" },
            _ => {}
        },
    };
    let save = ["tap id=menu", "tap text=\"Save as draft\""];
    assert_eq!(app.says(false, &["tap id=write"], &["tap id=contact"], &save), Some("same form"));
    assert_eq!(app.says(true, &["tap id=write"], &["tap id=help", "back"], &save), None);
}
