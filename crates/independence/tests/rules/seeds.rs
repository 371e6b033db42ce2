//! Tests that are made of an app: mined, then made, on a small app.

use std::sync::atomic::AtomicBool;

use super::toy::small::{App, Small};
use skink_device::Device;
use skink_explore::WeightedSettings;
use skink_gui::Action;
use skink_independence::{FuzzSettings, Miner, Motifs, Seed, SeedStrategy, ViewSettings};
use skink_run::{Answers, Budget, CrashOracle, Runner, Strategy};
use skink_trace::Step;

/// A first page with two others behind it; on one something can be switched, on the other something is said.
const ROOMS: App = App {
    draw: |m, d| match m.page {
        "" => {
            d.page("Main");
            d.button("lights", "Lights");
            d.button("notes", "Notes");
        }
        "lights" => {
            d.page("Lights");
            d.icon("up", "Navigate up");
            d.check("lamp", "Lamp", m.is("lamp"));
            d.text("state", if m.is("lamp") { "It is bright" } else { "It is dark" });
        }
        _ => {
            d.page("Notes");
            d.icon("up", "Navigate up");
            d.text("note", "Nothing to do");
        }
    },
    done: |m, done| match done.id {
        "lights" => m.page = "lights",
        "notes" => m.page = "notes",
        "up" | "back" => m.page = "",
        "lamp" => m.turn("lamp"),
        _ => {}
    },
};

fn run(device: &mut dyn Device, strategy: &mut dyn Strategy, events: u64) {
    let mut oracle = CrashOracle::new("toy");
    let budget = Budget { events: Some(events), ..Budget::default() };
    let mut runner = Runner::new(device, strategy, &mut oracle, budget, Answers::default(), 7);
    runner.run_unrecorded(&mut (), &AtomicBool::new(false)).expect("it works");
}

/// All tests that are made of an app.
fn made_of(app: App) -> Vec<Seed> {
    let settings = FuzzSettings { seeds: 2, further: 30, ..FuzzSettings::default() };
    let mut device = Small::new(app, false);
    let mut miner = Miner::new("toy", WeightedSettings::default(), &ViewSettings::default());
    run(&mut device, &mut miner, 300);
    let mut strategy = SeedStrategy::new(miner.into_parts(), "toy", Motifs::default(), &settings);
    run(&mut device, &mut strategy, 4_000);
    let (seeds, further, _) = strategy.into_parts(settings.further);
    [seeds, further].concat()
}

/// The same, each the ids of what is touched; keys are left out.
fn tests_of(app: App) -> Vec<Vec<String>> {
    let touched = |seed: &Seed| -> Vec<String> {
        let ids = seed.steps.iter().filter_map(|step| step.before.get(step.widget?));
        ids.map(|w| w.resource_id().to_owned()).collect()
    };
    made_of(app).iter().map(touched).collect()
}

#[test]
fn a_plain_test_does_one_function_switches_it_back_and_leaves_its_page_and_returns() {
    let tests = tests_of(ROOMS);
    let plain = |test: &Vec<String>| {
        let ids: Vec<&str> = test.iter().map(String::as_str).filter(|id| *id != "up").collect();
        ids == ["lights", "lamp", "lamp", "lights"]
    };
    assert!(tests.iter().any(plain), "{tests:?}");
}

#[test]
fn now_and_then_a_plain_test_does_nothing_for_a_while_after_its_function() {
    let waits = |step: &Step| matches!(step.event.action, Action::Wait(_));
    let (waiting, going_on): (Vec<Seed>, Vec<Seed>) =
        made_of(ROOMS).into_iter().partition(|test| test.steps.iter().any(waits));
    assert!(!waiting.is_empty() && !going_on.is_empty());
    let lamp = |step: &Step| step.before.activity() == "Lights";
    let after_lamp = waiting.iter().flat_map(|test| &test.steps).filter(|step| waits(step));
    assert!(after_lamp.into_iter().all(lamp), "nothing is done on the other pages");
}

/// How often tests touched something in vain, and how often not.
fn came_of(tests: &[Seed], id: &str, vain: impl Fn(&Step) -> bool) -> [usize; 2] {
    let steps = tests.iter().flat_map(|test| &test.steps);
    let of_it = |step: &&Step| {
        step.widget.and_then(|widget| step.before.get(widget)).is_some_and(|w| w.resource_id() == id)
    };
    let (vain, not): (Vec<&Step>, Vec<&Step>) = steps.filter(of_it).partition(|step| vain(step));
    [vain.len(), not.len()]
}

#[test]
fn what_comes_to_nothing_in_a_state_is_done_after_what_leads_on_from_it() {
    // A camera that opens only once something was begun, which nothing ends; and pages to look at meanwhile.
    let app = App {
        draw: |m, d| {
            match m.page {
                "camera" => {
                    d.page("Camera");
                    d.button("shutter", "Shutter");
                    d.button("turn", "Turn");
                }
                "about" => d.page("About"),
                _ => {
                    d.page("Main");
                    d.button("camera", "Picture");
                    d.button("about", "About");
                    d.check("wide", "Wide", m.is("wide"));
                    d.check("loud", "Loud", m.is("loud"));
                    d.text("clock", &m.count.to_string());
                    d.text_if(m.is("begun"), "since", "Begun");
                    d.text("pictures", if m.is("taken") { "A picture" } else { "No picture" });
                    d.list("things", |d| d.row(|d| d.link("begin", "Swim")));
                    return;
                }
            }
            d.icon("up", "Navigate up");
        },
        done: |m, done| {
            m.count += 1;
            match done.id {
                "begin" => m.on("begun"),
                "wide" => m.turn("wide"),
                "loud" => m.turn("loud"),
                "about" => m.page = "about",
                "camera" if m.is("begun") => m.page = "camera",
                "shutter" => {
                    m.on("taken");
                    m.page = "";
                }
                "up" | "back" => m.page = "",
                _ => {}
            }
        },
    };
    let tests = made_of(app);
    let [vain, opened] = came_of(&tests, "camera", |step| step.after.screen.activity() == "Main");
    assert!(opened > 4 * vain, "it opened {opened} times, and {vain} times it did not");
}

#[test]
fn what_left_a_screen_as_it_was_is_not_done_there_again() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.field("name", &m.text);
            d.button("save", "Save");
            d.list("names", |d| {
                if m.is("saved") {
                    d.row(|d| d.text("saved", "One more"));
                }
            });
        },
        done: |m, done| match done.id {
            "name" => m.text = done.says.to_owned(),
            "save" if !m.text.is_empty() => {
                m.on("saved");
                m.text.clear();
            }
            _ => {}
        },
    };
    let tests = made_of(app);
    let [vain, _] = came_of(&tests, "save", |step| step.before == step.after.screen);
    assert!(2 * vain < tests.len(), "{vain} times in {} tests", tests.len());
}
