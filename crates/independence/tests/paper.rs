//! The running example of the Genie paper (figure 1, ActivityDiary), on small hand-made screens.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use skink_gui::{
    Action, Bounds, Event, Flags, Header, Screen, ScreenBuilder, Selector, WidgetId, WidgetSpec, WindowKind,
};
use skink_independence::{
    Compare, FuzzSettings, Groups, Loops, SeedSheets, Sheet, ViewSettings, Views, learn, views_along,
};
use skink_model::{Kind, TransitionGraph};
use skink_run::Dice;
use skink_trace::{Actor, Observation, Step};

const ACTIVITIES: [&str; 3] = ["Cinema", "Sleeping", "Cleaning"];

fn spec<'a>(class: &'a str, id: &'a str, text: &'a str, flags: Flags, top: i32) -> WidgetSpec<'a> {
    let bounds = Bounds { left: 0, top, right: 100, bottom: top + 10 };
    WidgetSpec { class, id, text, flags: flags | Flags::ENABLED, bounds, ..Default::default() }
}

fn button<'a>(class: &'a str, id: &'a str, text: &'a str, top: i32) -> WidgetSpec<'a> {
    spec(class, id, text, Flags::CLICKABLE, top)
}

/// The main page: the list of activities, the camera, the header with what is going on and its pictures.
fn main_page(current: &str, pictures: usize) -> Screen {
    let mut b = ScreenBuilder::new();
    b.open(&spec("FrameLayout", "", "", Flags::empty(), 0));
    b.leaf(&button("ImageButton", "nav", "", 10));
    b.open(&spec("RecyclerView", "select", "", Flags::empty(), 20));
    for (at, name) in ACTIVITIES.iter().enumerate() {
        b.leaf(&button("TextView", "activity", name, 20 + 10 * at as i32));
    }
    b.close();
    b.leaf(&button("ImageButton", "camera", "", 60));
    b.open(&spec("ViewGroup", "header", "", Flags::empty(), 70));
    b.leaf(&spec("TextView", "current", current, Flags::empty(), 70));
    for _ in 0..pictures {
        b.leaf(&spec("ImageView", "picture", "", Flags::empty(), 80));
    }
    b.close();
    b.finish(&Header { package: "diary", activity: "Main", window: WindowKind::Page, rotation: 0 })
}

/// The diary page: an entry for each activity, with or without its picture.
fn diary_page(entries: &[(&str, bool)]) -> Screen {
    let mut b = ScreenBuilder::new();
    b.open(&spec("ListView", "list", "", Flags::empty(), 0));
    for (at, (name, picture)) in entries.iter().enumerate() {
        let top = 20 * at as i32;
        b.open(&button("LinearLayout", "entry", "", top));
        b.leaf(&spec("TextView", "name", name, Flags::empty(), top));
        if *picture {
            b.leaf(&button("ImageView", "entry_picture", "", top));
        }
        b.close();
    }
    b.finish(&Header { package: "diary", activity: "Diary", window: WindowKind::Page, rotation: 0 })
}

fn dialog() -> Screen {
    let mut b = ScreenBuilder::new();
    b.leaf(&button("Button", "yes", "Yes", 0));
    b.finish(&Header { package: "diary", activity: "Diary", window: WindowKind::Dialog, rotation: 0 })
}

fn find(screen: &Screen, id: &str, text: &str) -> WidgetId {
    screen.widgets().find(|w| w.resource_id() == id && w.text() == text).expect("a widget").id()
}

fn tap(before: &Screen, widget: WidgetId, after: &Screen) -> Step {
    Step {
        number: 0,
        actor: Actor::Strategy,
        before: before.clone(),
        event: Event::on(Action::Tap, Selector::of(&before.widget(widget))),
        widget: Some(widget),
        after: Observation::of(after.clone()),
        millis: 300,
    }
}

fn sheets(screens: &[Screen]) -> Vec<Arc<Sheet>> {
    screens.iter().map(|s| Arc::new(Sheet::of(s, &ViewSettings::default()))).collect()
}

/// Scenario I as steps: start Cinema, take a picture, open the diary.
fn scenario_one() -> (Screen, Vec<Step>) {
    let [l1, l2, l3] = [main_page("<No Activity>", 0), main_page("Cinema", 0), main_page("Cinema", 1)];
    let l4 = diary_page(&[("Cinema", true)]);
    let steps = vec![
        tap(&l1, find(&l1, "activity", "Cinema"), &l2),
        tap(&l2, find(&l2, "camera", ""), &l3),
        tap(&l3, find(&l3, "nav", ""), &l4),
    ];
    (l1, steps)
}

#[test]
fn siblings_of_a_group_are_independent_and_so_are_other_regions() {
    let screen = main_page("<No Activity>", 0);
    let groups = Groups::of(&screen, &ViewSettings::default());
    let [cinema, sleeping, cleaning] = ACTIVITIES.map(|name| find(&screen, "activity", name));
    let (camera, header) = (find(&screen, "camera", ""), find(&screen, "current", "<No Activity>"));
    for (a, b) in [(cinema, sleeping), (sleeping, cleaning), (cinema, header), (camera, cinema)] {
        assert!(groups.independent(&screen, a, b) && groups.independent(&screen, b, a));
    }
    assert!(!groups.independent(&screen, cinema, cinema));
    assert_eq!(groups.group(camera), None);
    let views = groups.independent_views(&screen);
    assert!([cinema, sleeping, cleaning].iter().all(|id| views.contains(id)) && !views.contains(&camera));
}

#[test]
fn children_of_two_rows_are_independent_and_children_of_one_row_are_not() {
    let screen = diary_page(&[("Cleaning", true), ("Cinema", true)]);
    let groups = Groups::of(&screen, &ViewSettings::default());
    let pictures: Vec<_> =
        screen.widgets().filter(|w| w.resource_id() == "entry_picture").map(|w| w.id()).collect();
    assert!(groups.independent(&screen, pictures[0], pictures[1]));
    assert!(!groups.independent(&screen, pictures[0], find(&screen, "name", "Cleaning")));
}

fn activity_of(views: &Views) -> Option<String> {
    let group = views.screen.widgets().find(|w| w.class() == "RecyclerView")?.id();
    views.active.get(&group).map(|id| views.screen.widget(*id).text().to_owned())
}

#[test]
fn the_view_used_last_stays_active_until_its_page_is_left() {
    let (first, steps) = scenario_one();
    let along = views_along(&first, &steps, &ViewSettings::default());
    let active: Vec<Option<String>> = along.iter().map(activity_of).collect();
    let cinema = || Some("Cinema".to_owned());
    assert_eq!(active, [cinema(), cinema(), cinema(), None]);
    // On l3 a trace may start at Cleaning or Sleeping, never at Cinema; Camera is in no group.
    let on_l3 = &along[2];
    let may = |id, text| on_l3.may_start_at(find(&on_l3.screen, id, text), &ViewSettings::default());
    assert!(may("activity", "Cleaning") && may("activity", "Sleeping") && may("camera", ""));
    assert!(!may("activity", "Cinema"));
}

/// Figure 1 (c): Cleaning leads from the page with a picture to the one without, Camera back.
fn model() -> TransitionGraph {
    let mut graph = TransitionGraph::with_neighbours("diary");
    let (with, without) = (main_page("Cinema", 1), main_page("Cleaning", 0));
    for name in ACTIVITIES {
        learn(&mut graph, &tap(&with, find(&with, "activity", name), &without));
        learn(&mut graph, &tap(&without, find(&without, "activity", name), &without));
    }
    learn(&mut graph, &tap(&without, find(&without, "camera", ""), &with));
    graph
}

#[test]
fn with_two_events_cleaning_and_sleeping_followed_by_the_camera_lead_back() {
    let (first, steps) = scenario_one();
    let along = views_along(&first, &steps, &ViewSettings::default());
    let graph = model();
    let settings = FuzzSettings { inserted: 2, ..FuzzSettings::default() };
    for settings in [settings.clone(), settings.as_in_the_paper()] {
        let found = Loops::of(&graph).search(&along[2], settings.mutants, &settings, &mut Dice::at(1, 0));
        let mut traces: Vec<Vec<&str>> = found
            .iter()
            .map(|i| {
                let name = |p: &'_ skink_independence::Planned| match p.key.text.as_str() {
                    "Cleaning" => "Cleaning",
                    "Sleeping" => "Sleeping",
                    "Cinema" => "Cinema",
                    _ => "Camera",
                };
                i.events.iter().map(name).collect()
            })
            .collect();
        traces.sort();
        assert_eq!(traces, [["Cleaning", "Camera"], ["Sleeping", "Camera"]]);
        assert!(found.iter().all(|i| i.events.iter().all(|p| p.key.kind == Kind::Tap)));
    }
}

#[test]
fn deleting_the_other_picture_violates_and_deleting_the_right_one_does_not() {
    let seed =
        [main_page("Cinema", 1), diary_page(&[("Cinema", true)]), dialog(), diary_page(&[("Cinema", false)])];
    let mutant = |after: &[(&str, bool)]| {
        let both = [("Cleaning", true), ("Cinema", true)];
        sheets(&[main_page("Cleaning", 1), diary_page(&both), dialog(), diary_page(after)])
    };
    let seed = SeedSheets::new(sheets(&seed), "diary", FxHashSet::default());
    let expected = mutant(&[("Cleaning", true), ("Cinema", false)]);
    let actual = mutant(&[("Cleaning", false), ("Cinema", true)]);
    for compare in [Compare::Strict, Compare::Independent] {
        assert_eq!(seed.lost(0, &expected, compare), []);
        let lost = seed.lost(0, &actual, compare);
        assert_eq!(lost.len(), 1, "{lost:?}");
        let (from, to, change) = (lost[0].from, lost[0].to, lost[0].effect.change);
        assert_eq!((from, to, change), (1, 3, -1));
        let widget = seed.sheets()[1].screen.widget(lost[0].effect.widget);
        assert_eq!(widget.resource_id(), "entry_picture");
    }
}

#[test]
fn a_list_that_reorders_and_a_row_that_was_added_take_no_effect_away() {
    let seed = [diary_page(&[("A", true), ("B", false)]), diary_page(&[("A", false), ("B", false)])];
    let seed = SeedSheets::new(sheets(&seed), "diary", FxHashSet::default());
    let mutant = sheets(&[
        diary_page(&[("C", true), ("B", false), ("A", true)]),
        diary_page(&[("B", false), ("A", false), ("C", true)]),
    ]);
    assert_eq!(seed.lost(0, &mutant, Compare::Strict), []);
}

#[test]
fn an_effect_that_is_there_already_is_not_lost_but_definition_8_says_so() {
    let seed = SeedSheets::new(
        sheets(&[main_page("<No Activity>", 0), main_page("Cinema", 0)]),
        "diary",
        FxHashSet::default(),
    );
    let mutant = sheets(&[main_page("Cinema", 0), main_page("Cinema", 0)]);
    assert_eq!(seed.lost(0, &mutant, Compare::Independent), []);
    assert_eq!(seed.lost(0, &mutant, Compare::Strict).len(), 2);
}

#[test]
fn what_neutral_events_take_back_is_lost_even_where_the_seed_did_it_before_them() {
    let seed = [main_page("<No Activity>", 0), main_page("Cinema", 0)];
    let seed = SeedSheets::new(sheets(&seed), "diary", FxHashSet::default());
    let mutant = sheets(&[main_page("<No Activity>", 0)]);
    for compare in [Compare::Neutral, Compare::Independent] {
        assert_eq!(seed.lost(1, &mutant, compare).len(), 2);
    }
    // Another activity was asked for: for an independent view that takes nothing back.
    let other = sheets(&[main_page("Cleaning", 0)]);
    assert_eq!(seed.lost(1, &other, Compare::Independent), []);
    assert_eq!(seed.lost(1, &other, Compare::Neutral).len(), 1);
}

#[test]
fn kinds_that_change_by_themselves_are_not_compared() {
    let screens = sheets(&[main_page("<No Activity>", 0), main_page("12:00", 0)]);
    let clock = screens[1].entries.iter().find(|e| screens[1].screen.widget(e.widget).text() == "12:00");
    let volatile = FxHashSet::from_iter([clock.unwrap().kind]);
    let seed = SeedSheets::new(screens, "diary", volatile);
    let mutant = sheets(&[main_page("<No Activity>", 0), main_page("12:01", 0)]);
    assert_eq!(seed.lost(0, &mutant, Compare::Strict), []);
}
