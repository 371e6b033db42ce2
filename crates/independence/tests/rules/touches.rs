//! What the inserted events touch: where they act on what the seed acts on, they are not independent of it.

use super::toy::small::App;

#[test]
fn to_remove_is_the_opposite_of_to_add_and_says_nothing_of_another_row() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.list("goods", |d| {
                for name in ["tea", "milk"] {
                    d.row(|d| {
                        d.text("name", name);
                        d.icon("add", &format!("Add {name} to the cart"));
                        d.icon("remove", &format!("Remove {name}"));
                        if m.is(name) {
                            d.icon("mark", "Is in it");
                        }
                    });
                }
            });
        },
        done: |m, done| match (done.id, done.row) {
            ("add", "tea") => m.on("tea"),
            ("add", _) => m.on("milk"),
            // With the bug, it is the other that goes.
            ("remove", "tea") => m.off(if m.bug { "milk" } else { "tea" }),
            _ => {}
        },
    };
    let add = ["tap desc=\"Add tea to the cart\"", "tap desc=\"Add milk to the cart\""];
    let remove = &["tap desc=\"Remove tea\""];
    assert_eq!(app.says(false, &add, remove, &[]), Some("opposite"));
    assert_eq!(app.says(true, &add, remove, &[]), None);
}

#[test]
fn the_button_that_the_seed_pressed_and_that_says_something_else_since_is_its_opposite() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("follow", if m.is("followed") { "Following" } else { "Follow" });
            d.button("other", "Look around");
            d.text_if(m.is("followed"), "count", "One of many");
        },
        done: |m, done| match done.id {
            "follow" => m.turn("followed"),
            "other" => m.off("followed"),
            _ => {}
        },
    };
    assert_eq!(app.says(false, &["tap id=follow"], &["tap id=follow"], &[]), Some("opposite"));
    assert_eq!(app.says(true, &["tap id=follow"], &["tap id=other"], &[]), None);
}

#[test]
fn the_same_button_in_another_row_is_another_button() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.list("people", |d| {
                for name in ["Berta", "Annika"] {
                    d.row(|d| {
                        d.text("name", name);
                        let followed = (name == "Berta") != m.is(name);
                        d.icon("follow", if followed { "Following" } else { "Follow" });
                    });
                }
            });
            d.text_if(m.is("more"), "state", "A friend more");
        },
        // The bug: what was said of one goes with the other.
        done: |m, done| match (done.id, done.row) {
            ("follow", "Annika") => {
                m.turn("Annika");
                m.turn("more");
            }
            ("follow", _) => {
                m.turn("Berta");
                m.off("more");
            }
            _ => {}
        },
    };
    assert_eq!(app.says(true, &["tap desc=\"Follow\""], &["tap desc=\"Following\""], &[]), None);
}

/// Goods, each with what can be done to it, of which one is chosen.
const GOODS: App = App {
    draw: |m, d| {
        d.page("Main");
        d.text("state", if m.is("chosen") { "One is chosen" } else { "None is chosen" });
        d.list("goods", |d| {
            for name in ["Tea", "Milk"].into_iter().filter(|name| !m.is(name)) {
                d.row(|d| {
                    d.text("name", name);
                    d.icon("choose", &format!("Choose {name}"));
                    d.icon("flag", &format!("Flag {name}"));
                    d.icon("mute", &format!("Mute {name}"));
                    d.icon("delete", &format!("Delete {name}"));
                    d.text_if(name == "Tea" && m.is("flagged"), "mark", "To be seen");
                });
            }
        });
    },
    // The bug: what is done to milk unmarks tea.
    done: |m, done| match (done.id, done.row) {
        ("choose", _) => m.on("chosen"),
        ("flag", "Tea") => m.on("flagged"),
        ("mute", _) => m.off("flagged"),
        ("delete", name) => {
            m.on(if name == "Tea" { "Tea" } else { "Milk" });
            m.off("chosen");
        }
        _ => {}
    },
};

#[test]
fn to_delete_what_the_seed_used_takes_its_effects_with_it() {
    let choose = &["tap desc=\"Choose Tea\""];
    assert_eq!(GOODS.says(false, choose, &["tap desc=\"Delete Tea\""], &[]), Some("removes it"));
    assert_eq!(GOODS.says(true, choose, &["tap desc=\"Delete Milk\""], &[]), None);
}

#[test]
fn a_button_in_a_row_touches_the_row_and_no_other() {
    let flag = &["tap desc=\"Flag Tea\""];
    assert_eq!(GOODS.says(false, flag, &["tap desc=\"Mute Tea\""], &[]), Some("touches it"));
    assert_eq!(GOODS.says(true, flag, &["tap desc=\"Mute Milk\""], &[]), None);
}

#[test]
fn to_swipe_means_to_change_what_is_shown_and_to_scroll_down_does_not() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("more", "More");
            d.inside("ScrollView", "card", skink_gui::Flags::SCROLLABLE, |d| {
                d.text("name", if m.is("next") { "Berta" } else { "Annika" });
            });
            d.text_if(m.is("more"), "born", "Born in May");
        },
        done: |m, done| match (done.id, done.says) {
            ("more", _) => m.on("more"),
            ("card", "Left") => {
                m.on("next");
                m.off("more");
            }
            ("card", _) => m.off("more"),
            _ => {}
        },
    };
    let said = |own| app.says(true, &["tap id=more"], &[own], &[]);
    assert_eq!(said("swipe left id=card"), Some("means to"));
    assert_eq!(said("scroll down id=card"), None);
}

#[test]
fn a_button_without_words_in_a_new_row_is_the_seeds_own() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("add", "Add");
            d.text_if(m.is("fresh"), "state", "Just added");
            d.list("notes", |d| {
                let added = m.is("note").then_some("Sugar");
                for name in ["Tea", "Milk"].into_iter().chain(added) {
                    d.row(|d| {
                        d.text("name", name);
                        d.icon("pin", &format!("Pin {name}"));
                    });
                }
            });
        },
        done: |m, done| match (done.id, done.says) {
            ("add", _) => {
                m.on("note");
                m.on("fresh");
            }
            ("pin", _) => m.off("fresh"),
            _ => {}
        },
    };
    // The bug: to pin another forgets what was added.
    let pin = |row| app.says(true, &["tap id=add"], &[&format!("tap desc=\"Pin {row}\"")], &[]);
    assert_eq!(pin("Sugar"), Some("the seed's own"));
    assert_eq!(pin("Tea"), None);
}

/// A name that is kept may not be given again, nor be that of a row.
const NAMES: App = App {
    draw: |m, d| {
        d.page("Main");
        d.field("nick", m.rows.last().map_or("", String::as_str));
        d.button("keep", "Keep");
        d.field("name", &m.text);
        d.button("give", "Give it");
        d.list("people", |d| d.link("person", "Emil"));
        d.text_if(m.is("given"), "state", "Well done");
        d.text_if(m.is("refused"), "state", "Which one?");
    },
    // With the bug, no name is given after one was kept.
    done: |m, done| match done.id {
        "nick" => m.rows.push(done.says.into()),
        "keep" => m.rows.push(String::new()),
        "name" => m.text = done.says.into(),
        "give" | "person" => {
            let name = if done.id == "give" { m.text.clone() } else { done.says.to_owned() };
            let taken = m.rows.contains(&name) || (m.bug && !m.rows.is_empty());
            m.on(if taken { "refused" } else { "given" });
        }
        _ => {}
    },
};

#[test]
fn a_text_typed_in_both_is_the_same_target_and_another_text_is_not() {
    let give = &["type id=name \"Emil\"", "tap id=give"];
    let keep = |bug, name| NAMES.says(bug, &[], &[&format!("type id=nick \"{name}\""), "tap id=keep"], give);
    assert_eq!(keep(false, "Emil"), Some("same target"));
    assert_eq!(keep(true, "Fritz"), None);
}

#[test]
fn a_typed_text_that_the_seed_taps_is_the_same_target() {
    let tap = &["tap text=\"Emil\""];
    let keep = |bug, name| NAMES.says(bug, &[], &[&format!("type id=nick \"{name}\""), "tap id=keep"], tap);
    assert_eq!(keep(false, "Emil"), Some("same target"));
    assert_eq!(keep(true, "Fritz"), None);
}

#[test]
fn another_choice_in_the_dialog_is_the_same_choice_and_help_in_it_is_none() {
    let app = App {
        draw: |m, d| {
            if m.over == "dialog" {
                d.dialog("Main");
                d.list("colours", |d| {
                    d.link("colour", "Red");
                    d.link("colour", "As before");
                });
                d.button("help", "Help");
                d.button("ok", "OK");
                return;
            }
            d.page("Main");
            d.button("pick", "Colour");
            d.text("tone", if m.is("set") { "Warm" } else { "Plain" });
        },
        // The bug: help forgets what was chosen.
        done: |m, done| match (done.id, done.says) {
            ("pick", _) => m.over = "dialog",
            ("colour", "Red") => m.on("red"),
            ("colour", _) | ("help", _) => m.off("red"),
            ("ok", _) => {
                m.over = "";
                if m.is("red") {
                    m.on("set");
                }
            }
            _ => {}
        },
    };
    let seed = &["tap id=pick", "tap text=\"Red\""];
    let said = |own| app.says(true, seed, &[own], &["tap id=ok"]);
    assert_eq!(said("tap text=\"As before\""), Some("same choice"));
    assert_eq!(said("tap id=help"), None);
}

#[test]
fn an_entry_gives_way_to_one_beside_it_and_not_to_one_where_it_is_a_summary() {
    let app = App {
        draw: |m, d| match m.over {
            "looks" => {
                d.menu("Main");
                d.list("entries", |d| ["Dark", "Unset"].iter().for_each(|name| d.link("look", name)));
            }
            "more" => {
                d.menu("Main");
                d.list("rest", |d| {
                    d.row(|d| {
                        d.text("name", "Look");
                        d.text("summary", if m.is("dark") { "Dark" } else { "Light" });
                    });
                    d.link("help", "Help");
                });
            }
            _ => {
                d.page("Main");
                d.button("looks", "Looks");
                d.button("more", "More");
                d.text("heading", if m.is("dark") { "Dark" } else { "Light" });
            }
        },
        // The bug: help forgets the look.
        done: |m, done| {
            match (done.id, done.says) {
                ("look", "Dark") => m.on("dark"),
                ("look", _) | ("help", _) => m.off("dark"),
                _ => {}
            }
            m.over = match done.id {
                "looks" => "looks",
                "more" => "more",
                _ => "",
            };
        },
    };
    let seed = &["tap id=looks", "tap text=\"Dark\""];
    let said = |own: &[&str]| app.says(true, seed, own, &[]);
    assert_eq!(said(&["tap id=looks", "tap text=\"Unset\""]), Some("same choice"));
    assert_eq!(said(&["tap id=more", "tap id=help"]), None);
}

#[test]
fn what_stops_and_pauses_touches_what_plays() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.icon("mini", if m.is("playing") { "Pause" } else { "Play" });
            d.icon("stop", "Stop");
            d.icon("like", "Like");
        },
        // The bug: to like it ends it.
        done: |m, done| match done.id {
            "mini" => m.turn("playing"),
            "stop" | "like" => m.off("playing"),
            _ => {}
        },
    };
    let said = |own| app.says(true, &["tap id=mini"], &[own], &[]);
    assert_eq!(said("tap id=stop"), Some("touches it"));
    assert_eq!(said("tap id=like"), None);
}

#[test]
fn to_touch_a_row_does_not_explain_that_it_shows_something_twice() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("sort", "Sort");
            d.list("goods", |d| {
                for name in ["Tea", "Milk"] {
                    d.row(|d| {
                        d.text("name", name);
                        d.icon("share", &format!("Share {name}"));
                        let times = if name == "Tea" { 1 + usize::from(m.is("twice")) } else { 0 };
                        (0..times).for_each(|_| d.text("tag", "Sweet"));
                    });
                }
            });
        },
        done: |m, done| match done.id {
            "sort" => m.on("sorted"),
            "share" if m.is("sorted") => m.on("twice"),
            _ => {}
        },
    };
    assert_eq!(app.says(true, &["tap id=sort"], &["tap desc=\"Share Tea\""], &[]), None);
}

#[test]
fn the_menu_of_a_page_touches_what_the_page_is_about_whatever_numbers_its_name_has() {
    let app = App {
        draw: |m, d| {
            match (m.page, m.over) {
                (_, "menu") => {
                    d.menu("Letter");
                    d.link("entry", "Mark as fresh");
                    d.link("entry", "Print");
                    return;
                }
                ("letter", _) => {
                    d.page("Letter");
                    d.text("head", "Letters (2)");
                    d.icon("more", "More options");
                    return;
                }
                _ => d.page("Main"),
            }
            d.list("letters", |d| {
                for name in ["Letters (2)", "Bills (3)"] {
                    d.row(|d| {
                        d.link("title", name);
                        let says = if m.is("seen") && name == "Letters (2)" {
                            "Mark as fresh"
                        } else {
                            "Mark as old"
                        };
                        d.icon("state", &format!("{says}: {name}"));
                    });
                }
            });
        },
        // The bug: to print it does the same.
        done: |m, done| match (done.id, done.says) {
            ("title", "Letters (2)") => {
                m.page = "letter";
                m.on("seen");
            }
            ("more", _) => m.over = "menu",
            ("entry", says) => {
                m.over = "";
                if m.bug || says == "Mark as fresh" {
                    m.off("seen");
                }
            }
            ("back", _) => m.page = "",
            _ => {}
        },
    };
    let said = |bug, own| app.says(bug, &["tap text=\"Letters (2)\""], &["tap id=more", own], &["back"]);
    assert_eq!(said(true, "tap text=\"Print\""), None);
    assert_eq!(said(false, "tap text=\"Mark as fresh\""), Some("touches it"));
}

#[test]
fn what_is_done_to_all_there_are_is_done_to_this_one_and_a_look_brings_no_others() {
    let app = App {
        draw: |m, d| {
            if m.page == "help" {
                d.page("Help");
                d.text("help", "How to tick");
                return;
            }
            d.page("Main");
            d.button("none", "Uncheck all");
            d.button("all", "Check all");
            d.button("zoom", "Zoom");
            d.button("help", "Help");
            d.button("new", "Bring one");
            d.list("goods", |d| d.check("tea", "Tea", m.is("tea")));
            d.text_if(!m.text.is_empty(), "state", &m.text);
        },
        // The bugs: a zoom unticks, and after help not all are ticked.
        done: |m, done| match done.id {
            "tea" => m.on("tea"),
            "none" | "zoom" => m.off("tea"),
            "new" => m.on("new"),
            "help" => {
                m.page = "help";
                m.on("helped");
            }
            "all" => {
                let others = if m.is("new") { "Tea and milk" } else { "Tea" };
                m.text = if m.is("helped") { "Nearly done".into() } else { format!("Done: {others}") };
            }
            "back" => m.page = "",
            _ => {}
        },
    };
    let ticked = |own| app.says(true, &["tap id=tea"], &[own], &[]);
    assert_eq!(ticked("tap id=none"), Some("touches it"));
    assert_eq!(ticked("tap id=zoom"), None);
    // The same where the seed does it, and there are others by then.
    let then = |own: &[&str]| app.says(true, &[], own, &["tap id=all"]);
    assert_eq!(then(&["tap id=new"]), Some("touches it"));
    assert_eq!(then(&["tap id=help", "back"]), None);
}

/// Letters, each with a page to copy it from. With the bug, a copy is one of them all.
const LETTERS: App = App {
    draw: |m, d| {
        if m.page == "letter" {
            d.page("Letter");
            d.text("title", "To Emil");
            d.button("copy", "Once more");
            d.button("zoom", "Zoom");
            return;
        }
        if m.page == "post" {
            d.page("Post");
            d.button("copy", "Fetch what is there");
            return;
        }
        d.page("Main");
        d.button("to_post", "To the post");
        d.button("open", "Open the first");
        d.button("send", "Send the first");
        d.list("letters", |d| {
            if m.is("copy") && !m.bug {
                d.row(|d| d.text("letter", "To Emil"));
            }
            let times = if m.is("copy") && m.bug { 2 } else { 1 };
            for name in (0..times).flat_map(|_| ["To Emil", "To Doris"]) {
                d.row(|d| {
                    d.text("letter", name);
                    let sent = m.is("sent") && name == "To Emil";
                    d.text("state", if sent { "On its way" } else { "Waits" });
                });
            }
        });
        d.text_if(m.is("begun"), "post", "The post is here");
    },
    done: |m, done| match done.id {
        "open" => m.page = "letter",
        "to_post" => m.page = "post",
        "copy" => m.on("copy"),
        "zoom" => m.on("zoom"),
        "send" => {
            m.on("begun");
            // The bug beside: after a zoom nothing is sent.
            if !m.is("copy") && !m.is("zoom") {
                m.on("sent");
            }
        }
        "back" => m.page = "",
        _ => {}
    },
};

#[test]
fn of_two_rows_of_one_name_nobody_can_tell_which_is_meant() {
    let said = |bug, own| LETTERS.says(bug, &[], &["tap id=open", own, "back"], &["tap id=send"]);
    assert_eq!(said(false, "tap id=copy"), Some("namesakes"));
    assert_eq!(said(false, "tap id=zoom"), None);
    assert_eq!(said(true, "tap id=copy"), None, "they are not meant to be there twice, all of them");
    // Where it is not to be seen meanwhile, nobody has asked for another.
    assert_eq!(LETTERS.says(false, &["tap id=to_post"], &["tap id=copy"], &["back", "tap id=send"]), None);
}

#[test]
fn who_edits_a_row_edits_what_the_seed_does_with_it_whatever_comes_after_that() {
    let app = App {
        draw: |m, d| {
            if m.page == "edit" {
                d.page("Edit");
                d.field("when", &m.text);
                d.button("save", "Save");
                return;
            }
            d.page("Main");
            d.button("show", "Show them");
            d.list("tasks", |d| {
                for name in ["Tea", "Milk"] {
                    d.row(|d| {
                        d.link("task", name);
                        d.icon("finish", &format!("Finish {name}"));
                    });
                }
            });
            d.text_if(m.is("shown") && m.is("finished"), "state", "One less to do");
        },
        // The bug: after that the other is not finished either.
        done: |m, done| match done.id {
            "task" => m.page = "edit",
            "when" => m.text = done.says.into(),
            "save" => m.page = "",
            "finish" if m.text.is_empty() => m.on("finished"),
            "show" => m.on("shown"),
            _ => {}
        },
    };
    let edit = ["tap text=\"Tea\"", "type id=when \"Every May\"", "tap id=save"];
    let said = |finish| app.says(true, &[], &edit, &[finish, "tap id=show"]);
    assert_eq!(said("tap desc=\"Finish Tea\""), Some("touches it"));
    assert_eq!(said("tap desc=\"Finish Milk\""), None);
}

#[test]
fn what_was_looked_at_is_not_new_any_more_when_the_seed_goes_on_with_it() {
    let app = App {
        draw: |m, d| {
            if m.page.is_empty() {
                d.page("Main");
                d.list("teas", |d| {
                    for name in ["Green tea", "Black tea"] {
                        d.row(|d| d.link("tea", name));
                    }
                });
                return;
            }
            d.page("Tea");
            d.text("name", m.page);
            let (new, known) = if m.bug { ("Hot", "Cold") } else { ("New", "Known") };
            d.text("stamp", if m.count > 1 { known } else { new });
        },
        // The bugs: what is looked at gets cold, and one that was not is known.
        done: |m, done| match (done.id, done.says) {
            ("tea", says) => {
                m.page = if says == "Green tea" { "Green tea" } else { "Black tea" };
                m.count += 1;
            }
            ("back", _) => m.page = "",
            _ => {}
        },
    };
    let said = |bug, look| app.says(bug, &[], &[look, "back"], &["tap text=\"Green tea\""]);
    assert_eq!(said(false, "tap text=\"Green tea\""), Some("touches it"));
    assert_eq!(said(true, "tap text=\"Green tea\""), None);
    assert_eq!(said(false, "tap text=\"Black tea\""), None);
}
