//! Pages to come: whether there is a next one, and which one it is.

use super::toy::small::App;

#[test]
fn whether_there_is_a_next_one_depends_on_the_order_and_what_else_a_page_says_does_not() {
    let app = App {
        draw: |m, d| {
            if m.page == "chapter" {
                d.page("Chapter");
                d.text("head", "How it began");
                let first = m.is("second") && !m.is("turned");
                if first {
                    d.button("next", "Next chapter");
                }
                // With the bug, this goes too.
                d.text_if(m.is("second") && (first || !m.bug), "note", "To be continued");
                return;
            }
            d.page("Main");
            d.button("turn", "Turn around");
            d.button("write", "Write on");
            d.list("chapters", |d| {
                let mut all = vec!["One"];
                all.extend(m.is("second").then_some("Two"));
                if m.is("turned") {
                    all.reverse();
                }
                all.iter().for_each(|name| d.row(|d| d.link("name", name)));
            });
        },
        done: |m, done| match done.id {
            "turn" => m.turn("turned"),
            "write" => m.on("second"),
            "name" => m.page = "chapter",
            "back" => m.page = "",
            _ => {}
        },
    };
    let seed = &["tap text=\"One\"", "back", "tap id=write"];
    let said = |bug| app.says(bug, seed, &["tap id=turn"], &["tap text=\"One\""]);
    assert_eq!(said(false), Some("neighbours"));
    assert_eq!(said(true), None);
}

#[test]
fn a_page_to_come_that_shows_another_one_has_its_own_mark() {
    let app = App {
        draw: |m, d| {
            if m.page == "good" {
                d.page("Good");
                let other = m.is("other") && !m.bug;
                d.text("name", if other { "Milk" } else { "Tea" });
                // With the bug, it is the same one, without its mark.
                let marked = m.is("marked") && !m.is("other");
                d.icon("mark", if marked { "Is a favourite" } else { "Make it a favourite" });
                return;
            }
            d.page("Main");
            d.button("other", "Something else");
            d.button("show", "Show it");
        },
        done: |m, done| match done.id {
            "other" => m.on("other"),
            "show" => m.page = "good",
            "mark" => m.on("marked"),
            "back" => m.page = "",
            _ => {}
        },
    };
    let seed = &["tap id=show", "tap id=mark", "back"];
    let said = |bug| app.says(bug, seed, &["tap id=other"], &["tap id=show"]);
    assert_eq!(said(false), Some("another one"));
    assert_eq!(said(true), None);
}

#[test]
fn another_row_of_the_same_sender_moves_up_and_the_one_that_should_have_gone_may_not_stay() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("more", "Load more");
            let mut letters = vec![("Dev", "Photos"), ("Ben", "Lunch")];
            letters.extend(m.is("more").then_some(("Dev", "Invoice")));
            letters.retain(|(_, subject)| *subject != "Photos" || !m.is("gone"));
            d.list("letters", |d| {
                // There is room for two.
                for (sender, subject) in letters.iter().take(2) {
                    d.row(|d| {
                        d.text("sender", sender);
                        d.text("subject", subject);
                        d.icon("put_away", &format!("Put away {subject}"));
                    });
                }
            });
        },
        // The bug: after that nothing can be put away.
        done: |m, done| match done.id {
            "more" => m.on("more"),
            "put_away" if !(m.bug && m.is("more")) => m.on("gone"),
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &[], &["tap id=more"], &["tap desc=\"Put away Photos\""]);
    assert_eq!(said(false), Some("namesakes"));
    assert_eq!(said(true), None);
}
