//! Weighted meets more states than random with the same events, repeats itself exactly, and learns a model.

use std::sync::atomic::AtomicBool;

use skink_explore::{Random, RandomSettings, Weighted, WeightedSettings};
use skink_phone::{BugSwitch, Phone, PhoneSettings, apps};
use skink_run::{Answers, Budget, CrashOracle, Runner, Strategy};

/// States met on a sample whose bugs are switched off.
fn states(name: &str, strategy: &mut dyn Strategy, events: u64, seed: u64) -> u64 {
    let sample = apps::named(name).expect("a sample");
    let settings = PhoneSettings { bugs: BugSwitch::None, ..PhoneSettings::default() };
    let mut phone = Phone::new(sample, settings).expect("a phone");
    let mut oracle = CrashOracle::new(sample.manifest.package);
    let budget = Budget { events: Some(events), ..Budget::default() };
    let mut runner = Runner::new(&mut phone, strategy, &mut oracle, budget, Answers::default(), seed);
    runner.run_unrecorded(&mut (), &AtomicBool::new(false)).expect("a run");
    runner.tally().states()
}

/// The lengths of its phases were chosen with seeds 1 and 2; this is another.
const SEED: u64 = 3;

#[test]
#[allow(clippy::print_stdout)]
fn weighted_meets_at_least_as_many_states_as_random() {
    let mut totals = [0; 2];
    let mut behind = Vec::new();
    for sample in apps::ALL {
        let name = sample.manifest.name;
        let random = states(name, &mut Random::new(RandomSettings::default()), 5_000, SEED);
        let weighted = states(name, &mut Weighted::new(WeightedSettings::default()), 5_000, SEED);
        println!("{name:10} random {random:5}, weighted {weighted:5} states in 5,000 events");
        totals = [totals[0] + random, totals[1] + weighted];
        if weighted < random {
            behind.push(name);
        }
    }
    println!("total      random {:5}, weighted {:5}; behind in {behind:?}", totals[0], totals[1]);
    assert!(totals[1] >= totals[0], "random {} weighted {}", totals[0], totals[1]);
    // The total is ruled by the few samples with states without end: most must gain.
    assert!(behind.len() <= apps::ALL.len() / 4, "weighted is behind in {behind:?}");
}

#[test]
fn the_same_seed_learns_the_same_model() {
    let learn = |seed| {
        let mut weighted = Weighted::new(WeightedSettings::default());
        let states = states("notebook", &mut weighted, 500, seed);
        assert!(weighted.model().states().len() as u64 <= states);
        weighted.model().clone()
    };
    let one = learn(1);
    assert_eq!(one, learn(1));
    assert_ne!(one, learn(2));
    assert!(one.edges().iter().any(|edge| edge.is_loop()));
    let steps: u64 = one.edges().iter().map(|edge| edge.times).sum();
    assert!((400..=500).contains(&steps), "{steps} of 500 steps began in the app");
}
