//! Controls that are not done: a sort order switched back, and what is changed anyway where an event does nothing.

use super::toy::small::App;

#[test]
fn a_sort_order_is_no_setting_of_what_is_done_to_rows() {
    let app = App {
        draw: |m, d| {
            if m.over == "menu" {
                d.menu("Main");
                d.button("order", if m.is("turned") { "Sort by age" } else { "Sort by name" });
                d.button("plain", if m.is("plain") { "Rich rows" } else { "Plain rows" });
                return;
            }
            d.page("Main");
            d.icon("menu", "More options");
            d.list("goods", |d| {
                let mut goods = ["Tea", "Salt"];
                if m.is("turned") {
                    goods.reverse();
                }
                for name in goods {
                    d.row(|d| {
                        d.text("name", name);
                        d.icon("heat", &format!("Heat {name}"));
                        d.text_if(m.is(name) && !m.is("plain"), "state", "Hot");
                    });
                }
            });
        },
        done: |m, done| match (done.id, done.row) {
            ("menu", _) => m.over = "menu",
            ("order" | "plain", _) => {
                m.turn(if done.id == "order" { "turned" } else { "plain" });
                m.over = "";
            }
            // The bug: it goes by where the row stood before.
            ("heat", row) => {
                let tea = (row == "Tea") != (m.bug && m.is("turned"));
                m.on(if tea { "Tea" } else { "Salt" });
            }
            _ => {}
        },
    };
    let said = |bug, own| app.says(bug, &[], &["tap id=menu", own], &["tap desc=\"Heat Tea\""]);
    assert_eq!(said(false, "tap id=plain"), Some("setting"));
    assert_eq!(said(true, "tap id=order"), None);
}

#[test]
fn what_the_inserted_events_change_anyway_does_not_make_a_button_dead() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("warm", "Warm up");
            d.button("colour", "Colour");
            d.button("bring", "Bring it");
            d.text_if(m.is("warm"), "state", "Warm");
            d.text_if(m.is("red"), "thing", "Red");
            if m.is("tea") {
                d.text("thing", if m.is("red") { "Dark tea" } else { "Tea" });
            }
        },
        done: |m, done| match done.id {
            "warm" => m.on("warm"),
            "colour" => m.on("red"),
            "bring" if !(m.bug && m.is("red")) => m.on("tea"),
            _ => {}
        },
    };
    let said = |bug| app.says(bug, &["tap id=warm"], &["tap id=colour"], &["tap id=bring"]);
    assert_eq!(said(false), Some("own doing"));
    // The bug: once there is a colour, nothing is brought.
    assert_eq!(said(true), None);
}
