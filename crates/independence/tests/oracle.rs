//! What the oracle sees beyond the paper's example, and what it must not see, on small hand-made screens.

#[path = "oracle/led.rs"]
mod led;
#[path = "oracle/room.rs"]
mod room;

use std::sync::Arc;

use rustc_hash::FxHashSet;
use skink_gui::{Bounds, Flags, Header, Screen, ScreenBuilder, WidgetSpec, WindowKind};
use skink_independence::{Compare, LayoutType, Lost, SeedSheets, Sheet, ViewSettings, describe, effects};

/// A page 400 high, or as much of it as there is room for, with a bar at its top.
struct Page<'a> {
    b: ScreenBuilder,
    activity: &'a str,
    top: i32,
    room: i32,
}

impl<'a> Page<'a> {
    fn new(activity: &'a str, title: &str) -> Self {
        Self::with_room(activity, title, 400)
    }

    fn with_room(activity: &'a str, title: &str, room: i32) -> Self {
        let mut page = Self { b: ScreenBuilder::new(), activity, top: 0, room };
        page.open("FrameLayout", "content", Flags::empty(), room);
        page.open("Toolbar", "toolbar", Flags::empty(), 20);
        if title.is_empty() {
            page.leaf("EditText", "query", "", Flags::EDITABLE);
        } else {
            page.leaf("TextView", "", title, Flags::empty());
        }
        page.b.close();
        page
    }

    fn open(&mut self, class: &str, id: &str, flags: Flags, height: i32) {
        let bounds =
            Bounds { left: 0, top: self.top, right: 100, bottom: (self.top + height).min(self.room) };
        let flags = flags | Flags::ENABLED;
        self.b.open(&WidgetSpec { class, id, flags, bounds, ..Default::default() });
    }

    /// A widget 20 high below the last, unless there is no room.
    fn leaf(&mut self, class: &str, id: &str, text: &str, flags: Flags) {
        let bounds = Bounds { left: 0, top: self.top, right: 100, bottom: (self.top + 20).min(self.room) };
        if self.top < self.room {
            let flags = flags | Flags::ENABLED;
            self.b.leaf(&WidgetSpec { class, id, text, flags, bounds, ..Default::default() });
        }
        self.top += 20;
    }

    fn text(mut self, id: &str, text: &str) -> Self {
        self.leaf("TextView", id, text, Flags::empty());
        self
    }

    /// A list of rows, each with its texts by id.
    fn list(mut self, rows: &[&[(&str, &str)]]) -> Self {
        self.open("RecyclerView", "list", Flags::empty(), 200);
        for row in rows {
            self.open("LinearLayout", "row", Flags::CLICKABLE, 20 * row.len() as i32);
            row.iter().for_each(|(id, text)| self.leaf("TextView", id, text, Flags::empty()));
            self.b.close();
        }
        self.b.close();
        self
    }

    fn end(mut self) -> Screen {
        self.b.finish(&Header {
            package: "app",
            activity: self.activity,
            window: WindowKind::Page,
            rotation: 0,
        })
    }
}

fn sheet(screen: &Screen) -> Sheet {
    Sheet::of(screen, &ViewSettings::default())
}

fn sheets(screens: &[Screen]) -> Vec<Arc<Sheet>> {
    screens.iter().map(|s| Arc::new(sheet(s))).collect()
}

fn lost_with(seed: &[Screen], at: usize, mutant: &[Screen], volatile: FxHashSet<u64>) -> Vec<String> {
    let seed = SeedSheets::new(sheets(seed), "app", volatile);
    let told = |l: &Lost| {
        let on = if l.effect.change > 0 { l.to } else { l.from };
        describe(&seed.sheets()[on].screen.widget(l.effect.widget))
    };
    seed.lost(at, &sheets(mutant), Compare::Independent).iter().map(told).collect()
}

fn lost(seed: &[Screen], at: usize, mutant: &[Screen]) -> Vec<String> {
    lost_with(seed, at, mutant, FxHashSet::default())
}

#[test]
fn what_changes_by_itself_must_still_be_there() {
    let page = |left: Option<&str>| {
        let page = Page::new("Main", "Radio").text("station", "Jazz");
        left.into_iter().fold(page, |page, left| page.text("left", left)).end()
    };
    let seed = [page(None), page(Some("29:59"))];
    let timer = sheet(&seed[1])
        .entries
        .iter()
        .map(|e| e.kind)
        .find(|kind| sheet(&seed[0]).of_kind(*kind).next().is_none());
    let volatile = FxHashSet::from_iter(timer);
    assert_eq!(lost_with(&seed, 1, &[page(Some("29:57"))], volatile.clone()), [""; 0]);
    assert_eq!(lost_with(&seed, 1, &[page(None)], volatile), ["left \"29:59\""]);
}

#[test]
fn a_keyboard_takes_nothing_away() {
    let form = |room: i32| {
        let mut page = Page::with_room("Edit", "Task", room);
        page.open("ScrollView", "form", Flags::SCROLLABLE, 380);
        for (id, text) in [("title", "Milk"), ("tags", "Add tags"), ("created", "Today")] {
            page.leaf("TextView", id, text, Flags::empty());
        }
        page.b.close();
        page.end()
    };
    let (whole, with_keyboard) = (sheet(&form(400)), sheet(&form(60)));
    assert!(with_keyboard.entries.len() < whole.entries.len(), "there is room for some of it only");
    assert_eq!(effects(&whole, &with_keyboard, &FxHashSet::default()), []);
    // The same without a keyboard is an effect.
    let shorter = Page::new("Edit", "Task").text("title", "Milk").end();
    assert_eq!(effects(&whole, &sheet(&shorter), &FxHashSet::default()).len(), 2);
}

#[test]
fn from_the_same_screen_the_same_event_leads_to_the_same_page() {
    let results = || Page::new("Search", "Results").text("first", "Device name").end();
    let (right, wrong) = (Page::new("Sub", "Bluetooth").end(), Page::new("Sub", "About").end());
    let seed = [results(), right.clone()];
    assert_eq!(lost(&seed, 0, &[results(), right.clone()]), [""; 0]);
    assert_eq!(lost(&seed, 0, &[results(), wrong.clone()]), ["TextView \"Bluetooth\""]);
    // From a screen that looks otherwise it may lead elsewhere.
    let others = Page::new("Search", "Results").text("first", "Owner").end();
    assert_eq!(lost(&seed, 0, &[others, wrong.clone()]), [""; 0]);
    // The way back depends on the way there.
    let seed = [right.clone(), results(), right];
    assert_eq!(lost(&seed, 1, &[results(), wrong]), [""; 0]);
}

#[test]
fn a_tag_that_shows_twice_in_its_row_is_wrong() {
    let tasks = |rows: &[&[(&str, &str)]]| Page::new("Main", "Tasks").list(rows).end();
    let once: &[(&str, &str)] = &[("name", "Slides"), ("tag", "Meeting")];
    let twice: &[(&str, &str)] = &[("name", "Slides"), ("tag", "Meeting"), ("tag", "Meeting")];
    let milk: &[(&str, &str)] = &[("name", "Milk")];
    assert_eq!(lost(&[tasks(&[once, milk])], 0, &[tasks(&[twice, milk])]), ["tag \"Meeting\""]);
    // A second row of that name has its own.
    assert_eq!(lost(&[tasks(&[once, milk])], 0, &[tasks(&[once, once, milk])]), [""; 0]);
}

#[test]
fn rows_that_begin_with_a_time_go_by_their_words() {
    let sessions = |first: &str, second: &str| {
        let rows: [&[(&str, &str)]; 2] = [
            &[("time", "10:30"), ("name", "Keynote"), ("star", first)],
            &[("time", "11:30"), ("name", "Indexes"), ("star", second)],
        ];
        Page::new("Main", "Programme").list(&rows).end()
    };
    // The seed marks the first; in the mutant the second is marked instead.
    let seed = [sessions("no", "no"), sessions("yes", "no")];
    let mutant = [sessions("no", "no"), sessions("no", "yes")];
    assert_eq!(lost(&seed, 0, &mutant).len(), 2);
}

#[test]
fn a_page_and_its_search_are_one_page() {
    let list = || Page::new("Main", "Bookmarks").text("filter", "Filter").end();
    let bare = || Page::new("Main", "Bookmarks").end();
    let search = || Page::new("Main", "").end();
    assert_eq!(lost(&[search(), list()], 0, &[search(), bare()]), ["filter \"Filter\""]);
    assert_eq!(LayoutType::of(&search(), &ViewSettings::default()).title(), "");
}

#[test]
fn a_page_of_another_thing_has_lost_nothing() {
    let talk = |title: &str, room: &str, mark: &str| {
        Page::new("Talk", "Talk").text("title", title).text("room", room).text("mark", mark).end()
    };
    let seed = [talk("Keynote", "Aula", "no"), talk("Keynote", "Aula", "yes")];
    assert_eq!(lost(&seed, 1, &[talk("Keynote", "Aula", "no")]).len(), 2);
    assert_eq!(lost(&seed, 1, &[talk("Indexes", "H.1301", "no")]), [""; 0]);
}

#[test]
fn cells_of_a_table_and_marks_in_the_title_are_no_tabs() {
    let mut page = Page::new("Sheet", "Budget");
    page.open("TableLayout", "table", Flags::empty(), 60);
    for row in [["May", "1200"], ["June", "900"]] {
        page.open("TableRow", "row", Flags::empty(), 20);
        for cell in row {
            let flags = if cell == "1200" { Flags::SELECTED } else { Flags::empty() };
            page.leaf("TextView", "cell", cell, flags | Flags::CLICKABLE);
        }
        page.b.close();
    }
    page.b.close();
    page.open("LinearLayout", "tabs", Flags::empty(), 20);
    page.leaf("TextView", "tab", "Income", Flags::SELECTED | Flags::CLICKABLE);
    page.leaf("TextView", "tab", "Costs", Flags::CLICKABLE);
    page.b.close();
    assert_eq!(LayoutType::of(&page.end(), &ViewSettings::default()).tabs(), ["Income"]);

    let mut b = ScreenBuilder::new();
    let bounds = |bottom| Bounds { left: 0, top: 0, right: 100, bottom };
    b.open(&WidgetSpec { class: "FrameLayout", bounds: bounds(400), ..Default::default() });
    b.open(&WidgetSpec { class: "Toolbar", bounds: bounds(20), ..Default::default() });
    for (desc, flags) in [("Search", Flags::empty()), ("Remove from favourites", Flags::SELECTED)] {
        b.leaf(&WidgetSpec { class: "ImageButton", desc, flags, bounds: bounds(20), ..Default::default() });
    }
    let screen = b.finish(&Header { package: "app", activity: "A", window: WindowKind::Page, rotation: 0 });
    assert!(LayoutType::of(&screen, &ViewSettings::default()).tabs().is_empty());
}

/// What came and went between two sheets, in words.
fn told(before: &Sheet, after: &Sheet) -> Vec<String> {
    let word = |e: &skink_independence::Effect| {
        let (sign, sheet) = if e.change > 0 { ("+", after) } else { ("-", before) };
        format!("{sign}{}", describe(&sheet.screen.widget(e.widget)))
    };
    let mut all: Vec<String> = effects(before, after, &FxHashSet::default()).iter().map(word).collect();
    all.sort_unstable();
    all
}

#[test]
fn the_last_of_several_items_stays_though_it_is_none_of_several_any_more() {
    let tags = |names: &[&str]| {
        let mut page = Page::new("Main", "Tea");
        page.open("LinearLayout", "tags", Flags::empty(), 40);
        for name in names {
            page.open("FrameLayout", "tag", Flags::CLICKABLE, 20);
            page.leaf("TextView", "name", name, Flags::empty());
            page.b.close();
        }
        page.b.close();
        sheet(&page.end())
    };
    let both = tags(&["Sweet", "Hot"]);
    assert_eq!(told(&both, &tags(&["Sweet"])), ["-name \"Hot\""]);
    assert_eq!(told(&tags(&["Sweet"]), &both), ["+name \"Hot\""]);
    // What the last one says now is an effect.
    assert_eq!(told(&both, &tags(&["Sour"])), ["+name \"Sour\"", "-name \"Hot\"", "-name \"Sweet\""]);
}

#[test]
fn a_tile_that_an_edge_cuts_tells_nothing_and_one_that_lacks_something_does() {
    // Tiles with a picture and a name in a page that scrolls; of the last, no more than the picture is drawn.
    let page = |last: Option<i32>| {
        let mut b = ScreenBuilder::new();
        let spec = |class, id, top, bottom, flags| WidgetSpec {
            class,
            id,
            flags: flags | Flags::ENABLED,
            bounds: Bounds { left: 0, top, right: 100, bottom },
            ..Default::default()
        };
        b.open(&spec("FrameLayout", "content", 0, 400, Flags::empty()));
        b.open(&spec("ScrollView", "page", 0, 90, Flags::SCROLLABLE));
        b.open(&spec("TableLayout", "grid", 0, 120, Flags::empty()));
        for (top, name) in [(0, "Tea"), (40, "Milk")] {
            b.open(&spec("FrameLayout", "tile", top, top + 40, Flags::CLICKABLE));
            b.leaf(&spec("ImageView", "picture", top, top + 20, Flags::empty()));
            b.leaf(&WidgetSpec {
                text: name,
                ..spec("TextView", "name", top + 20, top + 40, Flags::empty())
            });
            b.close();
        }
        if let Some(bottom) = last {
            b.open(&spec("FrameLayout", "tile", 80, bottom, Flags::CLICKABLE));
            b.leaf(&spec("ImageView", "picture", 80, bottom, Flags::empty()));
            b.close();
        }
        let header = Header { package: "app", activity: "Main", window: WindowKind::Page, rotation: 0 };
        sheet(&b.finish(&header))
    };
    assert_eq!(told(&page(None), &page(Some(90))), [""; 0]);
    assert_eq!(told(&page(None), &page(Some(120))), ["+picture"]);
}

#[test]
fn that_something_was_saved_is_not_told_beside_what_was_lost() {
    let page = |title: Option<&str>, state: &str| {
        let page = Page::new("Edit", "Note").text("state", state);
        title.into_iter().fold(page, |page, title| page.text("title", title)).end()
    };
    let seed = [page(None, "Saved"), page(Some("Milk"), "Editing")];
    assert_eq!(lost(&seed, 1, &[page(None, "Saved")]), ["title \"Milk\""]);
    // By itself it is.
    let mut alone = lost(&seed, 1, &[page(Some("Milk"), "Saved")]);
    alone.sort_unstable();
    assert_eq!(alone, ["state \"Editing\"", "state \"Saved\""]);
}

#[test]
fn what_a_bar_below_a_list_takes_from_it_above_a_keyboard_is_no_effect() {
    let page = |room: i32| {
        let mut page = Page::with_room("Main", "Tasks", room);
        page.room = room - 20;
        page.open("RecyclerView", "list", Flags::empty(), 400);
        for name in ["Milk", "Bread", "Salt", "Tea"] {
            page.leaf("CheckBox", "done", name, Flags::CHECKABLE);
        }
        page.b.close();
        page.room = room;
        page.top = room - 20;
        page.leaf("Button", "tab", "Tasks", Flags::CLICKABLE);
        sheet(&page.end())
    };
    let (whole, with_keyboard) = (page(400), page(80));
    assert_eq!(with_keyboard.entries.len() + 2, whole.entries.len(), "there is room for two rows");
    assert_eq!(effects(&whole, &with_keyboard, &FxHashSet::default()), []);
}

#[test]
fn what_is_one_of_several_items_where_there_is_room_for_them_is_not_lost() {
    let page = |files: &[&str], repeat: &str| {
        let mut page = Page::new("Edit", "Task");
        page.open("LinearLayout", "parts", Flags::empty(), 200);
        for name in files {
            page.open("LinearLayout", "part", Flags::empty(), 40);
            page.leaf("TextView", "name", name, Flags::empty());
            page.leaf("Button", "repeat", repeat, Flags::CLICKABLE);
            page.b.close();
        }
        page.b.close();
        page.end()
    };
    let seed = [page(&["Agenda"], "Never"), page(&["Agenda"], "Every day")];
    let seed = SeedSheets::new(sheets(&seed), "app", FxHashSet::default());
    let lost = |mutant: Screen| -> Vec<String> {
        let told = |l: &Lost| describe(&seed.sheets()[l.to].screen.widget(l.effect.widget));
        seed.lost(1, &sheets(&[mutant]), Compare::Neutral).iter().map(told).collect()
    };
    assert_eq!(lost(page(&["Agenda", "Picture"], "Every day")), [""; 0]);
    assert_eq!(lost(page(&["Agenda"], "Never")), ["repeat \"Every day\""; 2], "one came and one went");
}

#[test]
fn where_nothing_is_to_be_seen_a_page_to_come_must_read_the_same() {
    let shelf = |note: Option<&str>| {
        let page = Page::new("Main", "Shelf").text("head", "Tea");
        note.into_iter().fold(page, |page, note| page.text("note", note)).end()
    };
    let tea = |prices: &[&str]| {
        prices.iter().fold(Page::new("Tea", "Tea"), |page, price| page.text("price", price)).end()
    };
    let seed = [shelf(None), tea(&["Low"])];
    let mutant = |prices: &[&str]| [shelf(None), tea(prices)];
    assert_eq!(lost(&seed, 0, &mutant(&["Low"])), [""; 0]);
    assert_eq!(lost(&seed, 0, &mutant(&["High"])), ["price \"Low\""]);
    // More or fewer of a kind follow from what there is.
    assert_eq!(lost(&seed, 0, &mutant(&["High", "Higher"])), [""; 0]);
    assert_eq!(lost(&seed, 0, &mutant(&[])), [""; 0]);
    // Where something is to be seen, what follows from it may be.
    assert_eq!(lost(&seed, 0, &[shelf(Some("Sold")), tea(&["High"])]), [""; 0]);
    // What else is lost is told alone.
    let seed = [shelf(None), tea(&["Low"]), shelf(Some("Seen"))];
    let mutant = |note| [shelf(None), tea(&["High"]), shelf(note)];
    assert_eq!(lost(&seed, 0, &mutant(Some("Seen"))), ["price \"Low\""]);
    assert_eq!(lost(&seed, 0, &mutant(None)), ["note \"Seen\""]);
}

#[test]
fn a_menu_or_dialog_does_not_show_what_was_left_below_it() {
    let over = |window: WindowKind| {
        let mut page = Page::new("Main", "Shelf").text("entry", "Look at it");
        page.b.finish(&Header { package: "app", activity: "Main", window, rotation: 0 })
    };
    let tea = |price: &str| Page::new("Tea", "Tea").text("price", price).end();
    let told = |window| lost(&[over(window), tea("Low")], 0, &[over(window), tea("High")]).len();
    assert_eq!(told(WindowKind::Page), 1);
    assert_eq!([WindowKind::Menu, WindowKind::Dialog].map(told), [0, 0]);
}

#[test]
fn what_an_idle_or_a_launch_changes_on_a_page_to_come_is_not_told() {
    let shelf = || Page::new("Main", "Shelf").end();
    let tea = |price: &str| Page::new("Tea", "Tea").text("price", price).end();
    let seed = SeedSheets::new(sheets(&[shelf(), tea("Low")]), "app", FxHashSet::default());
    let told = |compare| seed.lost(0, &sheets(&[shelf(), tea("High")]), compare).len();
    assert_eq!([Compare::Independent, Compare::Neutral].map(told), [1, 1]);
    assert_eq!([Compare::Idle, Compare::Strict].map(told), [0, 0]);
}

/// A row of a name alone, and one with a tag.
const SLIDES: &[(&str, &str)] = &[("name", "Slides"), ("tag", "Meeting")];
const MILK: &[(&str, &str)] = &[("name", "Milk")];

#[test]
fn rows_that_are_all_there_twice_tell_it_all_and_one_that_is_there_twice_tells_nothing() {
    let tasks = |rows: &[&[(&str, &str)]], note: Option<&str>| {
        let page = Page::new("Main", "Tasks").list(rows);
        note.into_iter().fold(page, |page, note| page.text("note", note)).end()
    };
    let once = || tasks(&[SLIDES, MILK], None);
    let told = |mutant: Screen| {
        let mut told = lost(&[once()], 0, &[mutant]);
        told.sort_unstable();
        told
    };
    let both = ["name \"Milk\"", "name \"Slides\""];
    assert_eq!(told(tasks(&[SLIDES, MILK, SLIDES, MILK], None)), both);
    assert_eq!(told(tasks(&[SLIDES, MILK, SLIDES], None)), [""; 0], "one may be meant to be there twice");
    // What else is missing was moved out of sight by them.
    let seed = [once(), tasks(&[SLIDES, MILK], Some("Well done"))];
    let mut told = lost(&seed, 1, &[tasks(&[SLIDES, MILK, SLIDES, MILK], None)]);
    told.sort_unstable();
    assert_eq!(told, both);
    // Definition 8 knows nothing of that.
    let seed = SeedSheets::new(sheets(&[once()]), "app", FxHashSet::default());
    let twice = sheets(&[tasks(&[SLIDES, MILK, SLIDES, MILK], None)]);
    assert_eq!(seed.lost(0, &twice, Compare::Strict).len(), 0);
}

#[test]
fn what_the_inserted_events_brought_stays_and_what_the_seed_removed_does_not_come_back() {
    let tasks = |milk: usize| {
        let rows: Vec<_> = std::iter::once(SLIDES).chain((0..milk).map(|_| MILK)).collect();
        Page::new("Main", "Tasks").list(&rows).end()
    };
    // The inserted events bring another of that name; the seed's own goes.
    let seed = [tasks(1), tasks(1), tasks(0)];
    assert_eq!(lost(&seed, 1, &[tasks(2), tasks(1)]), [""; 0]);
    assert_eq!(lost(&seed, 1, &[tasks(2), tasks(2)]), ["name \"Milk\""], "none of the two goes");
    // What the seed has removed before them is there again.
    assert_eq!(lost(&[tasks(1), tasks(0)], 1, &[tasks(1)]), ["name \"Milk\""]);
}
