//! What a page to come shows: that there is nothing, another page, what the seed chose.

use super::toy::small::App;

#[test]
fn a_page_says_nothing_of_what_is_there_now_and_has_to_say_so_where_nothing_is() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            if !m.is("narrow") {
                d.button("water", "Water them");
                d.button("narrow", "What is wet");
            } else if !m.is("wet") {
                d.text("note", "Nothing is wet");
            } else if !m.bug {
                d.text("name", "Rose");
                d.icon("dry", "Dry it");
            }
        },
        done: |m, done| match done.id {
            "water" => m.on("wet"),
            "narrow" => m.on("narrow"),
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &[], &["tap id=water"], &["tap id=narrow"]);
    assert_eq!(said(false), Some("placeholder"));
    // The bug: it is empty, and does not say so.
    assert_eq!(said(true), None);
}

#[test]
fn which_page_comes_depends_on_what_was_made_and_not_on_a_look_at_its_form() {
    let app = App {
        draw: |m, d| match m.page {
            "new" => {
                d.page("New");
                d.field("name", &m.text);
                d.button("save", "Save");
            }
            "first" => {
                d.page("Welcome");
                d.text("word", "Make something first");
            }
            "there" => {
                d.page("Overview");
                d.text("word", "All there is");
            }
            _ => {
                d.page("Main");
                d.button("new", "Another");
                d.button("start", "Begin");
            }
        },
        done: |m, done| match done.id {
            "new" => {
                m.page = "new";
                if m.bug {
                    m.on("made");
                }
            }
            "name" => m.text = done.says.to_owned(),
            "save" => {
                m.text.clear();
                m.on("made");
                m.page = "";
            }
            "start" => m.page = if m.is("made") { "there" } else { "first" },
            "back" => m.page = "",
            _ => {}
        },
    };
    let made = &["tap id=new", "type id=name \"Rose\"", "tap id=save"];
    assert_eq!(app.says(false, &[], made, &["tap id=start"]), Some("follows"));
    assert_eq!(app.says(true, &[], &["tap id=new", "back"], &["tap id=start"]), None);
}

#[test]
fn a_page_follows_what_was_done_elsewhere_but_is_headed_by_what_the_seed_chose() {
    let app = App {
        draw: |m, d| {
            if m.page == "good" {
                d.page("Good");
                let painted = m.is("painted");
                // The bug: to paint chooses another one.
                d.text("head", if m.is("tea") && !(m.bug && painted) { "Tea" } else { "Milk" });
                d.text("colour", if painted && !m.bug { "Red" } else { "Plain" });
                return;
            }
            d.page("Main");
            d.button("tea", "Tea");
            d.button("milk", "Milk");
            d.button("paint", "Paint them");
            d.button("show", "Show it");
        },
        done: |m, done| match done.id {
            "tea" => m.on("tea"),
            "milk" => m.off("tea"),
            "paint" => m.on("painted"),
            "show" => m.page = "good",
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &["tap id=tea"], &["tap id=paint"], &["tap id=show"]);
    assert_eq!(said(false), Some("follows"));
    assert_eq!(said(true), None);
}
