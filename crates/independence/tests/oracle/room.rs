//! Room: what there is no room for beside a keyboard is neither there twice nor gone.

use skink_gui::{Flags, Screen};

use super::led::lines;
use super::{Page, lost};

/// Rows of a list down to the end of the page, as far as there is room.
fn rows(room: i32, names: &[&str]) -> Screen {
    let mut page = Page::with_room("Main", "Goods", room);
    page.open("RecyclerView", "list", Flags::empty(), 380);
    names.iter().for_each(|name| page.leaf("TextView", "name", name, Flags::CLICKABLE));
    page.b.close();
    page.end()
}

#[test]
fn rows_are_there_twice_only_where_both_have_room_for_them() {
    let (once, twice) = (["Tea", "Milk"], ["Tea", "Milk", "Tea", "Milk"]);
    let told = |seed: Screen| {
        let mut told = lost(&[seed], 0, &[rows(400, &twice)]);
        told.sort_unstable();
        told
    };
    let both = ["name \"Milk\"", "name \"Tea\""];
    assert_eq!(told(rows(400, &once)), both);
    // Beside a keyboard there is room for two of them: whether there are more is not to be seen.
    assert_eq!(told(rows(60, &twice)), [""; 0]);
    // Beside a lower one there is room for all.
    assert_eq!(told(rows(110, &once)), both);
}

#[test]
fn what_a_keyboard_left_no_room_for_is_not_lost_where_there_is_more_room() {
    let shelf = |room, all: &[&str]| lines("Shelf", room, all);
    // New lines above them push the others out of the little room that there is.
    let now = ["Bread", "Salt", "Tea", "Milk"];
    let seed = [shelf(400, &["Tea", "Milk"]), shelf(60, &now)];
    assert_eq!(lost(&seed, 1, &[shelf(400, &now)]), [""; 0]);
    // With as little room, what went and is there again is told.
    let again = ["Tea", "Bread", "Salt"];
    let told = lost(&seed, 1, &[shelf(60, &again)]);
    assert!(told.contains(&"Tea \"Tea\"".to_owned()), "{told:?}");
}
