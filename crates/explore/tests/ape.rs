//! APE on the sample apps: its model refines and stays bounded, it repeats itself, and it covers no less than random.

use std::sync::atomic::AtomicBool;

use skink_explore::{Ape, ApeSettings, Random, RandomSettings};
use skink_gui::Screen;
use skink_model::ape::Reducer;
use skink_phone::{Phone, PhoneSettings, Sample, apps};
use skink_run::{Answers, Budget, Choice, CrashOracle, Moment, Oracle, Runner, Strategy};
use skink_trace::Step;

/// Notes what a strategy chose.
struct Noted<S> {
    strategy: S,
    choices: Vec<String>,
}

impl<S: Strategy> Strategy for Noted<S> {
    fn name(&self) -> &'static str {
        self.strategy.name()
    }

    fn launched(&mut self, first: &Screen) {
        self.strategy.launched(first);
    }

    fn next(&mut self, moment: &mut Moment<'_>) -> Choice {
        let choice = self.strategy.next(moment);
        self.choices.push(format!("{choice:?}"));
        choice
    }

    fn saw(&mut self, step: &Step) {
        self.strategy.saw(step);
    }
}

struct Figures {
    covered: u32,
    bugs: usize,
    launches: u64,
}

fn run(sample: Sample, strategy: &mut dyn Strategy, events: u64, seed: u64) -> Figures {
    let mut phone = Phone::new(sample, PhoneSettings::default()).expect("a phone");
    let mut oracle = CrashOracle::new(sample.manifest.package);
    let budget = Budget { events: Some(events), ..Budget::default() };
    let mut runner = Runner::new(&mut phone, strategy, &mut oracle, budget, Answers::default(), seed);
    runner.run_unrecorded(&mut (), &AtomicBool::new(false)).expect("a run");
    let covered = runner.tally().coverage(Some(sample.manifest.branches())).map_or(0, |c| c.covered);
    let launches = runner.tally().launches;
    Figures { covered, bugs: oracle.found().len(), launches }
}

fn ape() -> Ape {
    Ape::new(ApeSettings::default())
}

#[test]
fn on_drive_files_are_told_apart_by_their_text_and_the_model_stays_bounded() {
    let mut strategy = ape();
    let drive = apps::named("drive").expect("a sample");
    run(drive, &mut strategy, 6_000, 1);
    let (counts, words) = (strategy.counts(), strategy.explain().expect("words"));
    println!("{words}");
    assert!(strategy.uses(Reducer::TEXT), "no text in\n{words}");
    assert!(counts.refinements > counts.coarsenings, "{counts:?}");
    // The paper's models have 131 to 725 states after an hour, about 20,000 events (table V, section IV-D).
    assert!((20..725).contains(&counts.states), "{counts:?}");
    let labels = words.lines().filter(|line| line.contains("entry_label"));
    assert!(labels.clone().any(|line| line.contains("by type and text")), "{words}");
}

#[test]
fn the_same_seed_makes_the_same_choices() {
    let choices = |seed| {
        let mut noted = Noted { strategy: ape(), choices: Vec::new() };
        run(apps::named("files").expect("a sample"), &mut noted, 1_500, seed);
        noted.choices
    };
    assert_eq!(choices(5), choices(5));
    assert_ne!(choices(5), choices(6));
}

#[test]
fn every_sample_is_explored_and_no_less_is_covered_than_by_random() {
    let events: u64 = std::env::var("SKINK_APE_EVENTS").ok().and_then(|n| n.parse().ok()).unwrap_or(3_000);
    let (mut ours, mut theirs) = (0, 0);
    for sample in apps::ALL {
        let (mut covered, mut bugs) = ([0; 2], [0; 2]);
        let mut launches = [0; 2];
        let mut strategy = ape();
        for seed in 1..=2 {
            strategy = ape();
            let by_ape = run(*sample, &mut strategy, events, seed);
            let random = &mut Random::new(RandomSettings::default());
            let by_random = run(*sample, random, events, seed);
            covered = [covered[0] + by_ape.covered, covered[1] + by_random.covered];
            bugs = [bugs[0] + by_ape.bugs, bugs[1] + by_random.bugs];
            launches = [launches[0] + by_ape.launches, launches[1] + by_random.launches];
        }
        let name = sample.manifest.name;
        println!(
            "{name:10} ape {covered:?} random, crashes {bugs:?}, launches {launches:?}, {:?}",
            strategy.counts()
        );
        ours += covered[0];
        theirs += covered[1];
    }
    println!("all        ape {ours}, random {theirs}");
    assert!(ours >= theirs, "ape covered {ours}, random {theirs}");
}
