//! Tests that are made of an app: mined, then made, on a small app.

use std::sync::atomic::AtomicBool;

use super::toy::small::{App, Small};
use skink_device::Device;
use skink_explore::WeightedSettings;
use skink_independence::{FuzzSettings, Miner, Motifs, Seed, SeedStrategy, ViewSettings};
use skink_run::{Answers, Budget, CrashOracle, Runner, Strategy};

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

/// All tests that are made of an app, each the ids of what is touched; keys are left out.
fn tests_of(app: App) -> Vec<Vec<String>> {
    let settings = FuzzSettings { seeds: 2, further: 10, ..FuzzSettings::default() };
    let mut device = Small::new(app, false);
    let mut miner = Miner::new("toy", WeightedSettings::default(), &ViewSettings::default());
    run(&mut device, &mut miner, 300);
    let mut strategy = SeedStrategy::new(miner.into_parts(), "toy", Motifs::default(), &settings);
    run(&mut device, &mut strategy, 2_000);
    let (seeds, further, _) = strategy.into_parts(settings.further);
    let touched = |seed: &Seed| -> Vec<String> {
        let ids = seed.steps.iter().filter_map(|step| step.before.get(step.widget?));
        ids.map(|w| w.resource_id().to_owned()).collect()
    };
    seeds.iter().chain(&further).map(touched).collect()
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
