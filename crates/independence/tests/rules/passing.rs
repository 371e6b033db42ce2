//! What is only there for a while: found by a search, held open by a keyboard, filled into a form.

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
            "kill" => {
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
    assert_eq!(said(false, &["type id=search \"tea\"", "tap id=go"]), Some("searched"));
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
}

#[test]
fn what_is_marked_in_a_form_ends_with_the_app_and_what_is_marked_elsewhere_does_not() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.check("stay", "Stay here", m.is("stay"));
            d.button("go", if m.bug { "Look around" } else { "Sign in" });
        },
        done: |m, done| match done.id {
            "stay" => m.turn("stay"),
            "relaunch" => m.off("stay"),
            _ => {}
        },
    };
    let said = |bug| doubt_of(app, bug, LAUNCH, [&["tap id=stay"], &["relaunch"], &[]]);
    assert_eq!(said(false), Some("unsaved"));
    assert_eq!(said(true), None);
}
