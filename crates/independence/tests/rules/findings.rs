//! What is one finding: lines of settings that one function takes something from, and functions that take something from one
//! line. And what is given time before it is one.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rustc_hash::FxHashSet;
use skink_device::Device;
use skink_gui::Action;
use skink_independence::{
    Bench, Flagged, FuzzSettings, INDEPENDENT, Insert, Planned, Ready, Seed, SeedSheets, Sheet, Stage,
    Suspect, UnitResult, Verdict, ViewSettings, examine, views_along,
};
use skink_model::EventKey;

use super::done;
use super::toy::small::{App, Small};

/// Lines of settings, and buttons that all take them back: the bug.
const LINES: App = App {
    draw: |m, d| {
        d.page("Main");
        d.button("zoom", "Zoom");
        d.button("paint", "Paint");
        d.button("count", "Count");
        d.icon("picture", "Picture of bread");
        d.icon("picture", "Picture of salt");
        d.list("lines", |d| {
            for name in ["Tea", "Milk"] {
                d.row(|d| {
                    d.link("android:id/title", name);
                    d.text("summary", if m.is(name) { "Hot" } else { "Cold" });
                });
            }
        });
    },
    done: |m, done| match (done.id, done.row) {
        ("android:id/title", "Tea") => m.on("Tea"),
        ("android:id/title", _) => m.on("Milk"),
        _ => ["Tea", "Milk"].iter().for_each(|name| m.off(name)),
    },
};

/// A test, and what is inserted after its first event with an error.
fn flagged(device: &mut dyn Device, number: usize, test: &[&str], inserted: &str) -> (Ready, UnitResult) {
    let mut stage = Stage::new(device);
    let views = ViewSettings::default();
    let first = stage.start(0).expect("it starts");
    let steps = done(&mut stage, test);
    stage.start(0).expect("it starts");
    done(&mut stage, &test[..1]);
    let own = done(&mut stage, &[inserted]);
    let events = own.iter().map(|s| Planned { key: EventKey::of_step(s), data: String::new() }).collect();
    let insert = Insert { source: INDEPENDENT.to_owned(), events };
    let error = format!("summary {number}");
    let unit = UnitResult {
        seed: number,
        position: 1,
        flagged: vec![Flagged { insert, seed_events: test.len(), error, place: String::new() }],
        ..UnitResult::default()
    };
    let screens = std::iter::once(&first.screen).chain(steps.iter().map(|step| &step.after.screen));
    let sheets = screens.map(|screen| Arc::new(Sheet::of(screen, &views))).collect();
    let ready = Ready {
        views: views_along(&first.screen, &steps, &views),
        sheets: SeedSheets::new(sheets, "toy", FxHashSet::default()),
        seed: Seed { start: 0, first, steps },
        further: false,
    };
    (ready, unit)
}

/// What comes of these errors, tests with what is inserted into them.
fn examined(app: App, bug: bool, errors: &[(&[&str], &str)]) -> Vec<Suspect> {
    let of = |(number, (test, inserted)): (usize, &(&[&str], &str))| {
        flagged(&mut Small::new(app, bug), number, test, inserted)
    };
    let (ready, units): (Vec<Ready>, Vec<UnitResult>) = errors.iter().enumerate().map(of).unzip();
    let (settings, stop) = (FuzzSettings::default(), AtomicBool::new(false));
    let make = || Ok(Box::new(Small::new(app, bug)) as Box<dyn Device>);
    let bench = Bench { make: &make, workers: 1, package: "toy", settings: &settings, stop: &stop };
    let suspects = examine(&bench, &ready, &units, &mut ()).expect("it works");
    assert_eq!(suspects.len(), errors.len(), "all of them show again");
    suspects
}

/// How many of these errors are findings, and how many are the same again.
fn told(errors: &[(&str, &str)]) -> [usize; 2] {
    let tests: Vec<[&str; 1]> = errors.iter().map(|(line, _)| [*line]).collect();
    let errors: Vec<(&[&str], &str)> =
        tests.iter().zip(errors).map(|(test, (_, inserted))| (&test[..], *inserted)).collect();
    let suspects = examined(LINES, true, &errors);
    [Verdict::Reported, Verdict::Duplicate].map(|v| suspects.iter().filter(|s| s.verdict == v).count())
}

const TEA: &str = "tap text=\"Tea\"";
const MILK: &str = "tap text=\"Milk\"";

#[test]
fn what_one_function_takes_from_several_lines_is_one_finding() {
    assert_eq!(told(&[(TEA, "tap id=zoom"), (MILK, "tap id=zoom")]), [1, 1]);
    assert_eq!(told(&[(TEA, "tap id=zoom"), (MILK, "tap id=paint")]), [2, 0]);
    // Whichever row it is done to.
    let pictures = ["tap desc=\"Picture of bread\"", "tap desc=\"Picture of salt\""];
    assert_eq!(told(&[(TEA, pictures[0]), (MILK, pictures[1])]), [1, 1]);
}

#[test]
fn a_line_that_several_functions_take_something_from_is_told_twice_and_another_line_is_its_own() {
    let twice = [(TEA, "tap id=zoom"), (TEA, "tap id=paint")];
    assert_eq!(told(&[twice[0], twice[1], (TEA, "tap id=count")]), [2, 1]);
    assert_eq!(told(&[twice[0], twice[1], (MILK, "tap id=count")]), [3, 0]);
}

#[test]
fn an_event_that_does_nothing_is_told_with_a_wait_before_it_where_it_does_nothing_then_either() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("sort", "Sort");
            d.button("heat", "Heat");
            d.button("bring", "Bring it");
            d.text_if(m.is("sorted"), "state", "In order");
            d.text_if(m.is("tea"), "thing", "Tea");
        },
        // With the bug, nothing is brought any more; else once it is hot.
        done: |m, done| match done.id {
            "sort" => m.on("sorted"),
            "heat" => {
                m.on("hot");
                m.count = m.clock as usize + 5_000;
            }
            "bring" if !m.is("hot") || !m.bug && m.clock > m.count as u64 => m.on("tea"),
            _ => {}
        },
    };
    let found = |bug| {
        let test: &[&str] = &["tap id=sort", "tap id=bring"];
        let suspect = examined(app, bug, &[(test, "tap id=heat")]).pop().expect("one error");
        let last = suspect.pair.inserted.last().expect("something is inserted");
        (suspect.verdict, matches!(last.event.action, Action::Wait(_)))
    };
    assert_eq!(found(true), (Verdict::Reported, true));
    assert_eq!(found(false), (Verdict::Doubtful, false));
}
