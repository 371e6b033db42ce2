//! One position of a seed: what becomes of its mutants.

use std::sync::atomic::AtomicBool;

use skink_device::{Device, DeviceError};
use skink_independence::{
    Bench, Context, Dead, Functions, FuzzSettings, INDEPENDENT, Loops, Pair, Ready, Seed, SeedSheets, Sheets,
    Shrinker, Stage, UnitResult, Verdict, ViewSettings, compare_for, examine, judge, run, views_along,
};
use skink_model::TransitionGraph;
use skink_trace::{Observation, Step};

use super::done;
use super::toy::small::{App, Small};

/// Inserts, after so many events of a seed, what needs no model of the app.
fn at(app: App, bug: bool, seed: &[&str], position: usize) -> (Ready, UnitResult) {
    at_with(app, bug, seed, (position, false), &[])
}

/// The same, of a further test or a seed, where these events were seen before, each by itself.
fn at_with(
    app: App,
    bug: bool,
    seed: &[&str],
    (position, further): (usize, bool),
    before: &[&str],
) -> (Ready, UnitResult) {
    let mut device = Small::new(app, bug);
    let mut stage = Stage::new(&mut device);
    let mut functions = Functions::new("toy", ViewSettings::default());
    stage.start(0).expect("it starts");
    for step in done(&mut stage, before) {
        functions.begin();
        functions.learn(&step);
    }
    let first: Observation = stage.start(0).expect("it starts");
    let steps = done(&mut stage, seed);
    let settings = FuzzSettings::default();
    let mut sheets = Sheets::new(settings.views.clone());
    let screens = std::iter::once(&first.screen).chain(steps.iter().map(|step| &step.after.screen));
    let of_seed = SeedSheets::new(screens.map(|s| sheets.of(s)).collect(), "toy", Default::default());
    let views = views_along(&first.screen, &steps, &settings.views);
    let ready = Ready { seed: Seed { start: 0, first, steps }, views, sheets: of_seed, further };
    let graph = TransitionGraph::new("toy");
    let context = Context { settings: &settings, seed: 1, dead: &Dead::default() };
    let loops = &mut Loops::of(&graph).with(&functions);
    let result = run(&mut stage, &mut sheets, loops, &ready, (0, position), &context).expect("it works");
    (ready, result)
}

#[test]
fn a_mutant_that_cannot_go_on_is_judged_up_to_there() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("add", "Fill it");
            if m.is("added") {
                d.button("open", "Green tea");
            }
            d.text_if(m.is("opened"), "note", "From Assam");
        },
        // The bug: what was added is gone with the process, and cannot be opened then.
        done: |m, done| match done.id {
            "add" => m.on("added"),
            "open" => m.on("opened"),
            "kill" => m.off("added"),
            _ => {}
        },
    };
    let (_, result) = at(app, false, &["tap id=add", "tap id=open"], 1);
    let killed = |insert: &skink_independence::Insert| insert.source.starts_with("process death");
    let flagged: Vec<_> = result.flagged.iter().filter(|f| killed(&f.insert)).collect();
    assert_eq!(flagged.len(), 1, "{result:?}");
    assert_eq!(flagged[0].seed_events, 1, "the seed up to what could be done");
    assert!(flagged[0].error.contains("Green tea"), "{}", flagged[0].error);
    assert_eq!(result.unreplayable, 1, "it counts as one that cannot be done to its end");
}

#[test]
fn a_wait_is_left_out_only_where_nothing_else_is_lost_without_it() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("open", "Open it");
            d.button("choose", "Choose");
            let loading = m.clock < m.count as u64 + 500;
            d.text_if(m.is("open"), "stock", if loading { "Checking" } else { "12 left" });
            d.text_if(m.is("chosen"), "choice", "Blue");
        },
        // The bug: the choice is gone with the process.
        done: |m, done| match done.id {
            "open" => {
                m.on("open");
                m.count = m.clock as usize;
            }
            "choose" if m.is("open") => m.on("chosen"),
            "kill" => m.off("chosen"),
            _ => {}
        },
    };
    let (open, wait, choose) = ("tap id=open", "wait 5000", "tap id=choose");
    assert_eq!(shrunk(app, &[wait, open, wait, choose]), [open, wait, choose], "the first is not needed");
}

/// An app that tells its totals on another page, in a unit that can be changed.
const TOTALS: App = App {
    draw: |m, d| {
        if m.page == "totals" {
            d.page("Totals");
            d.text("total", &format!("Far {}", m.text));
            return;
        }
        d.page("Main");
        d.text("in", if m.is("miles") { "Miles" } else { "Kilometres" });
        d.button("unit", "Unit");
        d.button("totals", "Totals");
    },
    // The bug: the unit is that of the first look.
    done: |m, done| match done.id {
        "unit" => m.turn("miles"),
        "totals" => {
            m.page = "totals";
            if !m.bug || m.text.is_empty() {
                m.text = if m.is("miles") { "in miles" } else { "in km" }.to_owned();
            }
        }
        "back" => m.page = "",
        _ => {}
    },
};

#[test]
fn what_the_test_comes_to_later_is_looked_at_before() {
    let flagged = |bug: bool, seen: &[&str]| -> Vec<Vec<String>> {
        let (_, result) = at_with(TOTALS, bug, &["tap id=unit", "tap id=totals"], (0, false), seen);
        let own = result.flagged.iter().filter(|f| f.insert.source == INDEPENDENT);
        own.map(|f| f.insert.events.iter().map(|e| e.key.id.clone()).collect()).collect()
    };
    assert_eq!(flagged(true, &["tap id=totals", "back"]), [["totals", ""]]);
    assert!(flagged(true, &["tap id=totals"]).is_empty(), "no way back was seen");
    assert!(flagged(false, &["tap id=totals", "back"]).is_empty());
}

#[test]
fn a_further_test_is_gone_on_with_for_five_events_and_a_seed_to_its_end() {
    let of = |further| at_with(TOTALS, false, &["tap id=unit"; 7], (0, further), &[]).1;
    let (part, whole) = (of(true), of(false));
    assert_eq!(whole.generated, part.generated);
    let events = whole.executed * 2;
    assert_eq!(part.cost.full_replay, whole.cost.full_replay - events, "two events less for each mutant");
}

#[test]
fn after_a_look_a_further_test_is_gone_on_with_until_it_comes_there() {
    let seed = [&["tap id=unit"; 7][..], &["tap id=totals"]].concat();
    let (_, result) = at_with(TOTALS, true, &seed, (0, true), &["tap id=totals", "back"]);
    let own: Vec<_> = result.flagged.iter().filter(|f| f.insert.source == INDEPENDENT).collect();
    assert_eq!(own.iter().map(|f| f.seed_events).collect::<Vec<_>>(), [8]);
}

#[test]
fn what_is_done_on_an_earlier_page_is_inserted_there() {
    let app = App {
        draw: |m, d| {
            if m.page == "colours" {
                d.page("Colours");
                d.button("choose", "Choose");
                d.icon("up", "Navigate up");
                d.text_if(m.is("chosen"), "choice", "Blue");
                return;
            }
            d.page("Main");
            d.button("colours", "Colours");
            d.button("sound", "Sound");
        },
        // The bug: nothing can be chosen after that.
        done: |m, done| match done.id {
            "colours" => m.page = "colours",
            "up" => m.page = "",
            "sound" => m.on("sound"),
            "choose" if !m.is("sound") => m.on("chosen"),
            _ => {}
        },
    };
    let inserted = ["tap id=up", "tap id=sound", "tap id=colours"];
    let small = smallest(app, &["tap id=colours"], &inserted, &["tap id=choose"], INDEPENDENT);
    let events = |steps: &[Step]| steps.iter().map(|s| s.event.to_string()).collect::<Vec<_>>();
    assert_eq!((small.at, events(&small.inserted)), (0, vec!["tap id=sound".to_owned()]));
    assert_eq!(events(&small.seed), ["tap id=colours", "tap id=choose"]);
}

/// What is left of a seed from which the end of the process takes something.
fn shrunk(app: App, seed: &[&str]) -> Vec<String> {
    let small = smallest(app, seed, &["kill"], &[], "process death and return");
    small.seed.iter().map(|step| step.event.to_string()).collect()
}

/// The smallest seed and mutant that show a violation.
fn smallest(app: App, before: &[&str], inserted: &[&str], after: &[&str], source: &str) -> Pair {
    let mut device = Small::new(app, false);
    let mut stage = Stage::new(&mut device);
    stage.start(0).expect("it starts");
    let seed = done(&mut stage, &[before, after].concat());
    stage.start(0).expect("it starts");
    done(&mut stage, before);
    let inserted = done(&mut stage, inserted);
    let pair = Pair { at: before.len(), seed, inserted, compare: compare_for(source) };
    let (mut sheets, volatile) = (Sheets::default(), Default::default());
    let judged = judge(&mut stage, &mut sheets, 0, &pair, "toy", &volatile).expect("it works");
    let wanted = judged.expect("both replay").labels();
    let mut shrinker = Shrinker {
        stage: &mut stage,
        sheets: &mut sheets,
        start: 0,
        package: "toy",
        volatile: &volatile,
        left: 100,
    };
    shrinker.shrink(pair, &wanted).expect("it works").0
}

#[test]
fn a_way_that_leads_back_is_left_out_as_a_whole() {
    let app = App {
        draw: |m, d| {
            if m.page == "shop" {
                d.page("Shop");
                d.button("look", "Look round");
                d.icon("up", "Navigate up");
                return;
            }
            d.page("Main");
            d.button("shop", "Shop");
            d.button("choose", "Choose");
            d.text_if(m.is("chosen"), "choice", "Blue");
        },
        // The bug: the choice is gone with the process.
        done: |m, done| match done.id {
            "shop" => m.page = "shop",
            "up" => m.page = "",
            "choose" => m.on("chosen"),
            "kill" => m.off("chosen"),
            _ => {}
        },
    };
    let (shop, look, up, choose) = ("tap id=shop", "tap id=look", "tap id=up", "tap id=choose");
    assert_eq!(shrunk(app, &[shop, look, look, up, choose]), [choose]);
}

/// An app that keeps pictures of what was chosen, and lists them on another page, where each can be deleted.
const PICTURES: App = App {
    draw: |m, d| {
        if m.page == "pictures" {
            d.page("Pictures");
            d.list("taken", |d| {
                for name in ["Tea", "Milk"] {
                    d.row(|d| {
                        d.text("of", name);
                        if m.rows.iter().any(|taken| taken == name) {
                            d.icon("picture", &format!("Picture of {name}"));
                        }
                    });
                }
            });
            return;
        }
        d.page("Main");
        d.icon("drawer", "Open navigation drawer");
        d.icon("photo", "Photo");
        d.list("things", |d| ["Tea", "Milk"].iter().for_each(|name| d.row(|d| d.link("name", name))));
        d.text("chosen", if m.text.is_empty() { "Nothing" } else { &m.text });
        if m.rows.contains(&m.text) {
            d.mark("shown", &format!("Shown: {}", m.text));
        }
    },
    done: |m, done| match done.id {
        "name" => m.text = done.says.to_owned(),
        "photo" => m.rows.push(m.text.clone()),
        "drawer" => m.page = "pictures",
        // The bug: it is the last one that goes.
        "picture" if m.bug => drop(m.rows.pop()),
        "picture" => m.rows.retain(|name| name != done.row),
        "back" => m.page = "",
        _ => {}
    },
};

const DELETES: [&str; 4] =
    ["tap text=\"Tea\"", "tap id=photo", "tap id=drawer", "tap desc=\"Picture of Tea\""];

#[test]
fn what_the_test_does_to_one_row_is_done_to_another() {
    let (_, result) = at(PICTURES, true, &DELETES, 2);
    let flagged: Vec<_> = result.flagged.iter().filter(|f| f.insert.source == INDEPENDENT).collect();
    let told = |f: &&skink_independence::Flagged| {
        f.insert.events.iter().map(|e| format!("{}{}", e.key.text, e.key.desc)).collect::<Vec<_>>()
    };
    assert!(flagged.iter().map(told).any(|events| events == ["Milk", "Photo"]), "{flagged:?}");
}

#[test]
fn what_is_meant_on_one_page_does_not_hide_a_bug_on_another() {
    let reported = |bug: bool| {
        let (ready, unit) = at(PICTURES, bug, &DELETES, 2);
        let make = || -> Result<Box<dyn Device>, DeviceError> { Ok(Box::new(Small::new(PICTURES, bug))) };
        let (settings, stop) = (FuzzSettings::default(), AtomicBool::new(false));
        let bench = Bench { make: &make, workers: 1, package: "toy", settings: &settings, stop: &stop };
        let suspects = examine(&bench, &[ready], &[unit], &mut ()).expect("it works");
        let found = suspects.into_iter().filter(|s| s.verdict == Verdict::Reported);
        found.map(|s| s.lost).collect::<Vec<_>>()
    };
    assert_eq!(reported(true), [["-picture \"Picture of Tea\""]], "and not that another thing is shown");
    assert!(reported(false).is_empty());
}

#[test]
fn a_page_left_for_another_and_come_back_to_is_the_same_whatever_it_reads_now() {
    let app = App {
        draw: |m, d| {
            if m.page == "language" {
                d.page("Language");
                d.icon("up", "Navigate up");
                d.icon("home", "To the first page");
                return;
            }
            d.page("Main");
            d.icon("language", "Language");
            d.icon("other", "The other language");
            let words = [["Milk", "Bread", "Salt", "Tea"], ["Lait", "Pain", "Sel", "Eau"]];
            words[usize::from(m.is("other"))].iter().for_each(|word| d.text("word", word));
        },
        done: |m, done| {
            m.on("other");
            m.page = if done.id == "language" { "language" } else { "" };
        },
    };
    let led_back = |inserted: &[&str]| {
        let mut device = Small::new(app, false);
        let mut stage = Stage::new(&mut device);
        stage.start(0).expect("it starts");
        let inserted = done(&mut stage, inserted);
        let pair = Pair { seed: Vec::new(), at: 0, inserted, compare: compare_for(INDEPENDENT) };
        let (mut sheets, volatile) = (Sheets::default(), Default::default());
        judge(&mut stage, &mut sheets, 0, &pair, "toy", &volatile).expect("it works").is_some()
    };
    let away = "tap id=language";
    assert!(led_back(&[away, "back"]));
    assert!(led_back(&[away, "tap desc=\"Navigate up\""]));
    assert!(!led_back(&[away, "tap id=home"]), "by going on");
    assert!(!led_back(&["back"]), "it was not left");
    assert!(!led_back(&["tap id=other", "back"]), "nor here");
}

#[test]
fn amounts_that_follow_are_not_told_beside_what_is_lost() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("photo", "Photo");
            d.text("sum", &format!("{} in all", m.rows.len()));
            d.list("things", |d| {
                for name in ["Tea", "Milk"] {
                    d.row(|d| {
                        d.link("name", name);
                        if m.rows.iter().any(|taken| taken == name) {
                            d.mark("picture", "Picture");
                        }
                    });
                }
            });
        },
        // The bug: one picture takes the place of the other.
        done: |m, done| match done.id {
            "name" => m.text = done.says.to_owned(),
            "photo" => {
                if m.bug && !m.rows.is_empty() {
                    m.rows = vec![m.text.clone(), m.text.clone()];
                } else {
                    m.rows.push(m.text.clone());
                }
            }
            _ => {}
        },
    };
    let (ready, unit) = at(app, true, &["tap text=\"Tea\"", "tap id=photo"], 2);
    let make = || -> Result<Box<dyn Device>, DeviceError> { Ok(Box::new(Small::new(app, true))) };
    let (settings, stop) = (FuzzSettings::default(), AtomicBool::new(false));
    let bench = Bench { make: &make, workers: 1, package: "toy", settings: &settings, stop: &stop };
    let suspects = examine(&bench, &[ready], &[unit], &mut ()).expect("it works");
    let lost: Vec<&String> = suspects.iter().flat_map(|s| &s.lost).collect();
    assert!(lost.iter().any(|lost| lost.contains("picture")), "{lost:?}");
    assert!(!lost.iter().any(|lost| lost.contains("in all")), "{lost:?}");
}
