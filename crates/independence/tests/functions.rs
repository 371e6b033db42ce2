//! What mining learns of functions, on small hand-made screens: what leads back, what changes, what is padding.

use skink_gui::{
    Action, Bounds, Event, Flags, Header, Key, Screen, ScreenBuilder, Selector, WidgetSpec, WindowKind,
    structure,
};
use skink_independence::{Function, Functions, FuzzSettings, Loops, ViewSettings, views_along};
use skink_model::{Kind, TransitionGraph};
use skink_run::Dice;
use skink_trace::{Actor, Observation, Step};

fn spec<'a>(class: &'a str, id: &'a str, text: &'a str, flags: Flags, top: i32) -> WidgetSpec<'a> {
    let bounds = Bounds { left: 0, top, right: 100, bottom: top + 10 };
    WidgetSpec { class, id, text, flags: flags | Flags::ENABLED, bounds, ..Default::default() }
}

const HEADER: Header<'_> = Header { package: "app", activity: "Main", window: WindowKind::Page, rotation: 0 };

/// A page that says how it is sorted, with a switch, a clock, and a button that leads to a dialog.
fn page(sorted: &str, on: bool, clock: &str) -> Screen {
    let mut b = ScreenBuilder::new();
    b.open(&spec("FrameLayout", "", "", Flags::empty(), 0));
    b.leaf(&spec("TextView", "sorted", sorted, Flags::empty(), 10));
    b.leaf(&spec("Button", "sort", "Sort", Flags::CLICKABLE, 20));
    let checked = if on { Flags::CHECKED } else { Flags::empty() };
    b.leaf(&spec("Switch", "wide", "Wide", Flags::CLICKABLE | Flags::CHECKABLE | checked, 30));
    b.leaf(&spec("TextView", "clock", clock, Flags::empty(), 40));
    b.close();
    b.finish(&HEADER)
}

fn dialog() -> Screen {
    let mut b = ScreenBuilder::new();
    b.open(&spec("FrameLayout", "", "", Flags::empty(), 0));
    b.leaf(&spec("Button", "size", "Size", Flags::CLICKABLE, 10));
    b.leaf(&spec("Button", "cancel", "Cancel", Flags::CLICKABLE, 20));
    b.close();
    b.finish(&Header { window: WindowKind::Dialog, ..HEADER })
}

fn step(before: &Screen, event: Event, widget: Option<skink_gui::WidgetId>, after: &Screen) -> Step {
    Step {
        number: 0,
        actor: Actor::Strategy,
        before: before.clone(),
        event,
        widget,
        after: Observation::of(after.clone()),
        millis: 0,
    }
}

fn tap(before: &Screen, id: &str, after: &Screen) -> Step {
    let widget = before.widgets().find(|w| w.resource_id() == id).expect("a widget");
    step(before, Event::on(Action::Tap, Selector::of(&widget)), Some(widget.id()), after)
}

fn back(before: &Screen, after: &Screen) -> Step {
    step(before, Event::key(Key::Back), None, after)
}

fn learned(traces: &[Vec<Step>]) -> Functions {
    let mut functions = Functions::new("app", ViewSettings::default());
    for trace in traces {
        functions.begin();
        for step in trace {
            functions.learn(step);
        }
    }
    functions.settle();
    functions
}

/// The ids of what is done; a key has none.
fn ids(function: &Function) -> Vec<&str> {
    function.events.iter().map(|e| e.key.id.as_str()).collect()
}

#[test]
fn a_function_is_what_leads_back_to_a_page_with_what_it_changed() {
    let (name, size) = (page("by name", false, ""), page("by size", false, ""));
    let all = learned(&[vec![tap(&name, "sort", &dialog()), tap(&dialog(), "size", &size)]]);
    let [sort] = all.all() else { panic!("one function: {:?}", all.all()) };
    assert_eq!(ids(sort), ["sort", "size"]);
    assert_eq!(sort.changed.len(), 1);
    assert!(sort.lasting && !sort.switches);
}

#[test]
fn a_mere_visit_changes_nothing() {
    let name = page("by name", false, "");
    let all = learned(&[vec![tap(&name, "sort", &dialog()), tap(&dialog(), "cancel", &name)]]);
    let [visit] = all.all() else { panic!("one function: {:?}", all.all()) };
    assert!(visit.changed.is_empty());
}

#[test]
fn what_nothing_came_of_is_padding() {
    let (name, size) = (page("by name", false, ""), page("by size", false, ""));
    let (dialog, open) = (dialog(), tap(&name, "sort", &dialog()));
    let all = learned(&[vec![open, tap(&dialog, "size", &dialog), tap(&dialog, "size", &size)]]);
    let [sort] = all.all() else { panic!("one function: {:?}", all.all()) };
    assert_eq!((ids(sort), sort.changed.len()), (vec!["sort", "size"], 1));
}

/// A page that has nothing to be sorted yet.
fn empty_page() -> Screen {
    let mut b = ScreenBuilder::new();
    b.open(&spec("FrameLayout", "", "", Flags::empty(), 0));
    b.leaf(&spec("Button", "sort", "Sort", Flags::CLICKABLE, 20));
    b.close();
    b.finish(&HEADER)
}

#[test]
fn what_leads_to_a_state_in_which_a_function_was_begun_is_known() {
    let (empty, name, size) = (empty_page(), page("by name", false, ""), page("by size", false, ""));
    let sorts = vec![tap(&name, "sort", &dialog()), tap(&dialog(), "size", &size)];
    let fills = vec![tap(&empty, "sort", &name)];
    let all = learned(&[sorts.clone(), fills, vec![tap(&name, "wide", &size)]]);
    let lead = |all: &Functions, from: &Screen| {
        let sort = all.all().iter().find(|f| ids(f) == ["sort", "size"]).expect("it was seen");
        all.leads(sort.page, structure(from)).to(sort).map(|at| ids(&all.all()[at]).join(" "))
    };
    assert_eq!(lead(&all, &empty).as_deref(), Some("sort"));
    assert_eq!(lead(&learned(&[sorts]), &empty), None, "nothing was seen to");
}

#[test]
fn that_a_clock_came_is_an_effect_though_it_goes_on_by_itself() {
    let at = |clock| page("by name", false, clock);
    let visit = |from, to| vec![tap(&at(from), "sort", &dialog()), back(&dialog(), &at(to))];
    let starts = vec![tap(&empty_page(), "sort", &dialog()), tap(&dialog(), "size", &at("10:00"))];
    let all = learned(&[visit("10:00", "10:01"), visit("10:01", "10:02"), visit("10:02", "10:03"), starts]);
    let start = all.all().iter().find(|f| ids(f) == ["sort", "size"]).expect("it was seen");
    // The sorting, the switch, and the clock.
    assert_eq!(start.changed.len(), 3);
}

#[test]
fn a_clock_that_goes_on_while_nothing_is_done_is_no_effect() {
    let at = |clock| page("by name", false, clock);
    let visit = |from, to| vec![tap(&at(from), "sort", &dialog()), back(&dialog(), &at(to))];
    let cancel = |from, to| vec![tap(&at(from), "sort", &dialog()), tap(&dialog(), "cancel", &at(to))];
    let traces = [visit("10:00", "10:01"), visit("10:01", "10:02"), visit("10:02", "10:03")];
    let with = |visits: &[Vec<Step>]| learned(&[visits, &[cancel("10:03", "10:04")]].concat());
    assert!(with(&traces).all().iter().all(|f| f.changed.is_empty()));
    assert!(with(&traces[..1]).all().iter().any(|f| !f.changed.is_empty()), "once may be by chance");
}

#[test]
fn what_switches_is_inserted_once_and_there_and_back() {
    let (off, on) = (page("by name", false, ""), page("by name", true, ""));
    let functions = learned(&[vec![tap(&off, "wide", &on)]]);
    assert!(functions.all()[0].switches);
    let graph = TransitionGraph::with_neighbours("app");
    let along = views_along(&off, &[tap(&off, "sort", &dialog())], &ViewSettings::default());
    let mut loops = Loops::of(&graph).with(&functions);
    let found = loops.traces(&along[0], &FuzzSettings::default(), &mut Dice::at(1, 0));
    let lengths: Vec<usize> = found.iter().map(|insert| insert.events.len()).collect();
    assert_eq!(lengths, [1, 2]);
    assert!(found.iter().flat_map(|i| &i.events).all(|e| e.key.kind == Kind::Tap && e.key.id == "wide"));
}

#[test]
fn each_event_comes_once_before_another_way_to_it() {
    let (name, size) = (page("by name", false, ""), page("by size", false, ""));
    let functions = learned(&[
        vec![tap(&name, "sort", &dialog()), tap(&dialog(), "size", &size)],
        vec![tap(&name, "sort", &dialog()), tap(&dialog(), "cancel", &name)],
        vec![tap(&name, "wide", &page("by name", true, ""))],
    ]);
    let graph = TransitionGraph::with_neighbours("app");
    let along = views_along(&name, &[tap(&name, "sort", &dialog())], &ViewSettings::default());
    // Two of three mutants are for what was seen: four roles are covered by three traces.
    let settings = FuzzSettings { mutants: 5, ..FuzzSettings::default() };
    let found = Loops::of(&graph).with(&functions).traces(&along[0], &settings, &mut Dice::at(1, 0));
    let mut done: Vec<&str> = found.iter().flat_map(|i| &i.events).map(|e| e.key.id.as_str()).collect();
    done.sort_unstable();
    done.dedup();
    assert_eq!(done, ["cancel", "size", "sort", "wide"]);
}

#[test]
fn a_loop_through_what_loads_waits_for_it() {
    let home = page("by name", false, "");
    let visited = |shown: &[&str]| {
        let mut b = ScreenBuilder::new();
        b.open(&spec("FrameLayout", "", "", Flags::empty(), 0));
        shown.iter().for_each(|id| {
            b.leaf(&spec("TextView", id, "", Flags::CLICKABLE, 10));
        });
        b.close();
        b.finish(&Header { activity: "Other", ..HEADER })
    };
    let (loading, loaded) = (visited(&["loading"]), visited(&["rows", "leave"]));
    let mut graph = TransitionGraph::with_neighbours("app");
    let wait = step(&loading, Event::plain(Action::Wait(8_000)), None, &loaded);
    for step in [tap(&home, "sort", &loading), wait, tap(&loaded, "leave", &home)] {
        graph.learn(&step);
    }
    let along = views_along(&home, &[], &ViewSettings::default());
    let found = Loops::of(&graph).search(&along[0], 9, &FuzzSettings::default(), &mut Dice::at(1, 0));
    let [insert] = &found[..] else { panic!("one loop: {found:?}") };
    let kinds: Vec<Kind> = insert.events.iter().map(|e| e.key.kind).collect();
    assert_eq!(kinds, [Kind::Tap, Kind::Wait, Kind::Tap]);
    assert_eq!(insert.events[1].data, "8000");
}

#[test]
fn what_is_not_possible_yet_is_inserted_after_what_was_done_before_it() {
    let row = |chosen: bool| {
        let mut b = ScreenBuilder::new();
        b.open(&spec("FrameLayout", "", "", Flags::empty(), 0));
        b.leaf(&spec("Button", "row", "Tea", Flags::CLICKABLE, 10));
        b.leaf(&spec("TextView", "chosen", if chosen { "Tea" } else { "Nothing" }, Flags::empty(), 20));
        if chosen {
            b.leaf(&spec("Button", "undo", "Undo", Flags::CLICKABLE, 30));
        }
        b.close();
        b.finish(&HEADER)
    };
    let (none, chosen) = (row(false), row(true));
    let functions = learned(&[vec![tap(&none, "row", &chosen), tap(&chosen, "undo", &none)]]);
    let graph = TransitionGraph::with_neighbours("app");
    let along = views_along(&none, &[], &ViewSettings::default());
    let settings = FuzzSettings::default();
    let found = Loops::of(&graph).with(&functions).seen(&along[0], 9, &settings, &mut Dice::at(1, 0));
    let ids = |i: &skink_independence::Insert| i.events.iter().map(|e| e.key.id.clone()).collect::<Vec<_>>();
    assert!(found.iter().map(ids).any(|ids| ids == ["row", "undo"]), "{found:?}");
}

fn typed(before: &Screen, id: &str, text: &str, after: &Screen) -> Step {
    let widget = before.widgets().find(|w| w.resource_id() == id).expect("a widget");
    let event = Event::on(Action::Type(text.to_owned()), Selector::of(&widget));
    step(before, event, Some(widget.id()), after)
}

/// A page to search on, with what was typed and what was found.
fn search(text: &str, found: &str) -> Screen {
    let mut b = ScreenBuilder::new();
    b.open(&spec("FrameLayout", "", "", Flags::empty(), 0));
    b.leaf(&spec("EditText", "query", text, Flags::EDITABLE | Flags::CLICKABLE, 10));
    b.leaf(&spec("TextView", "found", found, Flags::empty(), 20));
    b.close();
    b.finish(&Header { activity: "Search", ..HEADER })
}

#[test]
fn enter_is_one_function_with_what_was_typed_before_it() {
    let (empty, asked, answered) = (search("", ""), search("a", ""), search("a", "Annika"));
    let enter = step(&asked, Event::key(Key::Enter), None, &answered);
    let all = learned(&[vec![typed(&empty, "query", "a", &asked), enter]]);
    let kinds = |f: &Function| f.events.iter().map(|e| e.key.kind).collect::<Vec<_>>();
    let searching = all.all().iter().find(|f| kinds(f).contains(&Kind::Key(Key::Enter)));
    assert_eq!(searching.map(kinds), Some(vec![Kind::Type, Kind::Key(Key::Enter)]));
}

#[test]
fn what_ends_as_something_is_finished_is_more_than_a_visit() {
    let name = page("by name", false, "");
    let mut b = ScreenBuilder::new();
    b.open(&spec("FrameLayout", "", "", Flags::empty(), 0));
    b.leaf(&spec("Button", "button1", "Save", Flags::CLICKABLE, 10));
    b.leaf(&spec("Button", "button2", "Cancel", Flags::CLICKABLE, 20));
    b.close();
    let form = b.finish(&Header { window: WindowKind::Dialog, ..HEADER });
    let by = |id| {
        let all = learned(&[vec![tap(&name, "sort", &form), tap(&form, id, &name)]]);
        (all.all()[0].finishes, all.all()[0].changed.is_empty())
    };
    assert_eq!(by("button1"), (true, true), "saved, though the page shows nothing of it");
    assert_eq!(by("button2"), (false, true));
}

#[test]
fn to_leave_a_page_and_come_back_to_another_items_is_roundabout() {
    let list = page("by name", false, "");
    let about = |who: &str| {
        let mut b = ScreenBuilder::new();
        b.open(&spec("FrameLayout", "", "", Flags::empty(), 0));
        b.leaf(&spec("TextView", "name", who, Flags::empty(), 10));
        b.leaf(&spec("Switch", "friend", "Friend", Flags::CLICKABLE | Flags::CHECKABLE, 20));
        b.close();
        b.finish(&Header { activity: "Person", ..HEADER })
    };
    let (annika, berta) = (about("Annika"), about("Berta"));
    let trace = vec![
        tap(&list, "sort", &annika),
        back(&annika, &list),
        tap(&list, "sort", &berta),
        back(&berta, &list),
    ];
    let all = learned(&[trace]);
    let of = |events: &[&str]| all.all().iter().find(|f| ids(f) == events).map(|f| f.roundabout);
    assert_eq!(of(&["", "sort"]), Some(true), "from the one to the other, by way of the list");
    assert_eq!(of(&["sort", ""]), Some(false), "from the list and back");
}

#[test]
fn a_dialog_opened_and_left_and_a_field_touched_do_nothing() {
    let at = |clock| page("by name", false, clock);
    let left = learned(&[vec![tap(&at("10:00"), "sort", &dialog()), back(&dialog(), &at("10:01"))]]);
    assert!(left.all().iter().all(|f| f.changed.is_empty()), "{:?}", left.all());
    let touched = learned(&[vec![tap(&search("", "much"), "query", &search("", ""))]]);
    assert!(
        touched.all().iter().all(|f| f.changed.is_empty()),
        "the keyboard takes room: {:?}",
        touched.all()
    );
}

/// A page by that name and title, with such buttons, and what is marked on it.
fn place<'a>(activity: &'a str, title: &'a str, buttons: &[&str], marked: &str) -> Screen {
    let mut b = ScreenBuilder::new();
    let bounds = Bounds { left: 0, top: 0, right: 100, bottom: 400 };
    b.open(&WidgetSpec { class: "FrameLayout", bounds, ..Default::default() });
    b.open(&spec("Toolbar", "", "", Flags::empty(), 0));
    b.leaf(&spec("TextView", "", title, Flags::empty(), 0));
    b.close();
    for (id, top) in buttons.iter().zip((20..).step_by(10)) {
        b.leaf(&spec("Button", id, id, Flags::CLICKABLE, top));
    }
    b.leaf(&spec("TextView", "marked", marked, Flags::empty(), 200));
    b.close();
    b.finish(&Header { activity, ..HEADER })
}

fn hall(title: &str) -> Screen {
    place("Main", title, &["go"], "")
}

fn shelf(marked: &str) -> Screen {
    place("Shelf", "Shelf", &["mark", "load"], marked)
}

/// The way there and the way back, seen apart from what can be done there.
fn there_and_back() -> Vec<Vec<Step>> {
    vec![vec![tap(&hall("Tea"), "go", &shelf(""))], vec![back(&shelf(""), &hall("Tea"))]]
}

/// What is done by the traces that start on a screen, with so many events at most; a key is its kind.
fn seen(functions: &Functions, screen: &Screen, inserted: usize, number: u64) -> Vec<Vec<String>> {
    let graph = TransitionGraph::with_neighbours("app");
    let along = views_along(screen, &[], &ViewSettings::default());
    let settings = FuzzSettings { inserted, ..FuzzSettings::default() };
    let found = Loops::of(&graph).with(functions).seen(&along[0], 9, &settings, &mut Dice::at(number, 0));
    let told = |event: &skink_independence::Planned| match event.key.kind {
        Kind::Tap => event.key.id.clone(),
        Kind::Wait => format!("wait {}", event.data),
        kind => format!("{kind:?}"),
    };
    found.iter().map(|insert| insert.events.iter().map(told).collect()).collect()
}

const BACK: &str = "Key(Back)";

#[test]
fn a_function_of_another_page_is_inserted_with_the_way_there_and_the_way_back() {
    let mark = vec![tap(&shelf(""), "mark", &shelf("Tea"))];
    let functions = learned(&[there_and_back(), vec![mark.clone()]].concat());
    assert_eq!(seen(&functions, &hall("Tea"), 8, 1), [["go", "mark", BACK]]);
    assert_eq!(seen(&functions, &hall("Tea"), 3, 1).len(), 1);
    assert_eq!(seen(&functions, &hall("Tea"), 2, 1).len(), 0, "there are more events than may be inserted");
    // On its own page it needs no way.
    assert_eq!(seen(&functions, &shelf(""), 8, 1), [["mark"]]);
    // Where no way back was seen, there is none.
    let functions = learned(&[there_and_back()[..1].to_vec(), vec![mark]].concat());
    assert_eq!(seen(&functions, &hall("Tea"), 8, 1).len(), 0);
}

#[test]
fn a_page_of_unknown_title_has_the_ways_of_another_of_its_kind() {
    let mark = vec![tap(&shelf(""), "mark", &shelf("Tea"))];
    let functions = learned(&[there_and_back(), vec![mark]].concat());
    assert_eq!(seen(&functions, &hall("Milk"), 8, 1), [["go", "mark", BACK]]);
    let elsewhere = place("Other", "Milk", &["go"], "");
    assert_eq!(seen(&functions, &elsewhere, 8, 1).len(), 0);
}

#[test]
fn what_was_begun_on_another_page_is_waited_for_there_or_left_before_it_has_ended() {
    let busy = dialog();
    let wait = |after: &Screen| step(&busy, Event::plain(Action::Wait(2_000)), None, after);
    let load = vec![tap(&shelf(""), "load", &busy), wait(&shelf("All"))];
    let functions = learned(&[there_and_back(), vec![load]].concat());
    let mut found: Vec<Vec<String>> =
        (0..20).flat_map(|number| seen(&functions, &hall("Tea"), 8, number)).collect();
    found.sort_unstable();
    found.dedup();
    assert_eq!(found, [["go", "load", BACK, "wait 8000"], ["go", "load", "wait 2000", BACK]]);
}

#[test]
fn what_is_more_than_three_steps_away_is_too_far_and_the_usual_way_is_taken() {
    let pages: Vec<Screen> = ["Main", "A", "B", "C", "D"]
        .iter()
        .map(|name| place(name, name, &["on", "again", "home", "mark"], ""))
        .collect();
    let marked = |at: usize, name: &str| tap(&pages[at], "mark", &place(name, name, &["mark"], "Tea"));
    let onward = pages.windows(2).map(|pair| vec![tap(&pair[0], "on", &pair[1])]);
    let home = pages[1..].iter().map(|page| vec![tap(page, "home", &pages[0])]);
    let traces: Vec<Vec<Step>> = onward.chain(home).collect();
    let at = |page: usize, name: &str| learned(&[traces.clone(), vec![vec![marked(page, name)]]].concat());
    assert_eq!(seen(&at(3, "C"), &pages[0], 8, 1), [["on", "on", "on", "mark", "home"]]);
    assert_eq!(seen(&at(4, "D"), &pages[0], 8, 1).len(), 0);
    // Another way there that was taken more often.
    let often = (0..2).map(|_| vec![tap(&pages[0], "again", &pages[1])]);
    let functions = learned(&[traces.clone(), often.collect(), vec![vec![marked(1, "A")]]].concat());
    assert_eq!(seen(&functions, &pages[0], 8, 1), [["again", "mark", "home"]]);
}
