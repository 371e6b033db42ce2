//! What was used last, what stands beside a button, what a setting stops.

use skink_gui::Flags;

use super::toy::small::App;

#[test]
fn whether_there_can_be_more_follows_the_button_for_less_beside_it() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.inside("LinearLayout", "often", Flags::empty(), |d| {
                d.icon("less", "Less often");
                match m.count {
                    0 => d.button("more", "More often"),
                    _ => d.disabled("more", "More often"),
                }
            });
            d.button("look", "Have a look");
        },
        // With the bug, a look takes it back too.
        done: |m, done| match done.id {
            "more" => m.count = 1,
            "less" => m.count = 0,
            "look" if m.bug => m.count = 0,
            _ => {}
        },
    };
    assert_eq!(app.says(false, &["tap id=more"], &["tap id=less"], &[]), Some("touches it"));
    assert_eq!(app.says(true, &["tap id=more"], &["tap id=look"], &[]), None);
}

#[test]
fn what_is_offered_is_what_was_searched_for_last_and_no_other_look_changes_it() {
    let app = App {
        draw: |m, d| match m.page {
            "search" => {
                d.page("Search");
                d.field("query", &m.text);
                if let Some(last) = m.rows.last() {
                    d.button("recent", last);
                }
            }
            "about" => d.page("About"),
            _ => {
                d.page("Main");
                d.button("search", "Find");
                d.button("about", "About it");
            }
        },
        done: |m, done| match done.id {
            "search" => m.page = "search",
            "query" => m.text = done.says.to_owned(),
            "about" => {
                m.page = "about";
                // The bug: a look at another page counts as one.
                if m.bug {
                    m.rows.push("Doris".to_owned());
                }
            }
            "back" => {
                if !m.text.is_empty() {
                    m.rows.push(std::mem::take(&mut m.text));
                }
                m.page = "";
            }
            _ => {}
        },
    };
    let seed = &["tap id=search", "type id=query \"Emil\"", "back"];
    let other = &["tap id=search", "type id=query \"Fritz\"", "back"];
    assert_eq!(app.says(false, seed, other, &["tap id=search"]), Some("asked for"));
    assert_eq!(app.says(true, seed, &["tap id=about", "back"], &["tap id=search"]), None);
}

#[test]
fn a_setting_may_stop_what_plays_and_a_look_at_the_settings_may_not() {
    let app = App {
        draw: |m, d| {
            if m.page == "settings" {
                d.page("Settings");
                d.check("wifi", "Only on Wi-Fi", m.is("wifi"));
                return;
            }
            d.page("Main");
            d.icon("play", if m.is("plays") { "Pause" } else { "Play" });
            d.text_if(m.is("plays"), "station", "Jazz");
            d.button("settings", "Settings");
        },
        done: |m, done| match done.id {
            "play" => m.turn("plays"),
            "settings" => {
                m.page = "settings";
                if m.bug {
                    m.off("plays");
                }
            }
            "wifi" => {
                m.turn("wifi");
                m.off("plays");
            }
            "back" => m.page = "",
            _ => {}
        },
    };
    let set = &["tap id=settings", "tap id=wifi", "back"];
    assert_eq!(app.says(false, &["tap id=play"], set, &[]), Some("touches it"));
    assert_eq!(app.says(true, &["tap id=play"], &["tap id=settings", "back"], &[]), None);
}
