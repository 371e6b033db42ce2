//! Where events lead: to an earlier page, nowhere any more, from screens that differ only for want of room, to a page that
//! lacks what was named on the way there.

use rustc_hash::FxHashSet;
use skink_gui::{Flags, Screen};
use skink_independence::effects;

use super::{Page, lost, sheet};

/// A form, with so much room.
fn form(room: i32, state: &str) -> Screen {
    Page::with_room("Edit", "Task", room).text("state", state).end()
}

#[test]
fn an_event_that_led_back_and_leads_nowhere_any_more_is_stuck() {
    let list = || Page::new("Main", "Tasks").text("first", "Milk").end();
    let seed = [list(), form(400, "New"), list()];
    let stuck = ["TextView \"Tasks\"", "first \"Milk\""];
    assert_eq!(lost(&seed, 1, &[form(400, "New"), form(400, "New")]), stuck);
    // Something came of it.
    assert_eq!(lost(&seed, 1, &[form(400, "New"), form(400, "Name it first")]), [""; 0]);
    // The way back depends on the way there, though the other page reads the same.
    let other = Page::new("Copy", "Task").text("state", "New").end();
    assert_eq!(lost(&seed, 1, &[form(400, "New"), other]), [""; 0]);
    // From a form that reads otherwise it may lead nowhere.
    assert_eq!(lost(&seed, 1, &[form(400, "Old"), form(400, "Old")]), [""; 0]);
}

#[test]
fn where_there_is_a_keyboard_back_closes_that_first() {
    let list = || Page::new("Main", "Tasks").text("first", "Milk").end();
    let seed = [list(), form(400, "New"), list()];
    assert_eq!(lost(&seed, 1, &[form(200, "New"), form(400, "New")]), [""; 0]);
    // Where the seed has one too, that is no answer.
    let seed = [list(), form(200, "New"), list()];
    assert_eq!(lost(&seed, 1, &[form(200, "New"), form(200, "New")]).len(), 2);
}

/// A page of lines that scroll, as far as there is room.
pub(super) fn lines(title: &str, room: i32, lines: &[&str]) -> Screen {
    let mut page = Page::with_room("Search", title, room);
    page.open("ScrollView", "lines", Flags::SCROLLABLE, 380);
    lines.iter().for_each(|line| page.leaf("TextView", line, line, Flags::empty()));
    page.b.close();
    page.end()
}

#[test]
fn a_screen_that_differs_only_below_what_there_is_room_for_is_the_same() {
    let results = |room, all: &[&str]| lines("Results", room, all);
    let (right, wrong) = (Page::new("Sub", "Bluetooth").end(), Page::new("Sub", "About").end());
    let all = ["Name", "Owner", "Colour"];
    let seed = [results(400, &all), right];
    // A keyboard takes the last line.
    assert_eq!(lost(&seed, 0, &[results(50, &all), wrong.clone()]), ["TextView \"Bluetooth\""]);
    // Without one, it is missing.
    assert_eq!(lost(&seed, 0, &[results(400, &all[..2]), wrong.clone()]), [""; 0]);
    // What there is room for must be the same.
    assert_eq!(lost(&seed, 0, &[results(50, &["Size", "Owner", "Colour"]), wrong]), [""; 0]);
}

#[test]
fn a_page_to_come_must_read_the_same_though_a_keyboard_took_something_before_it() {
    let tea = |price: &str| Page::new("Tea", "Tea").text("price", price).end();
    let shelf = |room, all: &[&str]| lines("Shelf", room, all);
    let all = ["Tea", "Milk", "Salt"];
    let seed = [shelf(400, &all), tea("Low")];
    assert_eq!(lost(&seed, 0, &[shelf(40, &all), tea("High")]), ["price \"Low\""]);
    assert_eq!(lost(&seed, 0, &[shelf(400, &all[..1]), tea("High")]), [""; 0]);
}

#[test]
fn a_row_that_was_named_on_the_way_there_is_missed_and_one_that_was_not_is_none() {
    let goods = || Page::new("Main", "Goods").text("good", "Tea").end();
    let cart = |names: &[&str]| {
        let rows: Vec<Vec<(&str, &str)>> = names.iter().map(|name| vec![("name", *name)]).collect();
        let rows: Vec<&[(&str, &str)]> = rows.iter().map(Vec::as_slice).collect();
        Page::new("Cart", "Cart").list(&rows).end()
    };
    let seed = [goods(), cart(&["Tea", "Milk", "Salt"])];
    assert_eq!(lost(&seed, 0, &[goods(), cart(&["Milk", "Salt"])]), ["name \"Tea\""]);
    assert_eq!(lost(&seed, 0, &[goods(), cart(&["Tea", "Salt"])]), [""; 0]);
    // One that came is none either.
    assert_eq!(lost(&seed, 0, &[goods(), cart(&["Tea", "Milk", "Salt", "Bread"])]), [""; 0]);
}

#[test]
fn of_several_that_read_the_same_a_keyboard_takes_the_lowest() {
    let page = |room: i32, buttons: usize| {
        let mut page = Page::with_room("Main", "Goods", room);
        page.open("ScrollView", "goods", Flags::SCROLLABLE, 380);
        (0..buttons).for_each(|_| page.leaf("Button", "buy", "Buy", Flags::CLICKABLE));
        page.b.close();
        sheet(&page.end())
    };
    let (whole, with_keyboard) = (page(400, 3), page(60, 3));
    assert_eq!(with_keyboard.entries.len() + 1, whole.entries.len(), "there is room for two of three");
    assert_eq!(effects(&whole, &with_keyboard, &FxHashSet::default()), []);
    assert_eq!(effects(&with_keyboard, &whole, &FxHashSet::default()), []);
    // Without a keyboard it is gone.
    assert_eq!(effects(&whole, &page(400, 2), &FxHashSet::default()).len(), 1);
}
