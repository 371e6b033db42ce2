//! Exploration towards a known bug reaches it, repeats exactly, and refuses bugs it cannot follow.

#![allow(clippy::unwrap_used)]

use std::sync::atomic::{AtomicBool, Ordering};

use skink_explore::{Ape, ApeSettings, GuideError, Guided};
use skink_model::automaton::{BugAutomaton, parse_bug};
use skink_phone::{Phone, PhoneSettings, apps};
use skink_run::{Answers, Budget, CrashOracle, Found, Runner, Strategy, Tally, Watcher};

const MOST: u64 = 2_000;

fn notebook() -> BugAutomaton {
    parse_bug("114", include_str!("../../../examples/bugs/notebook-114.bug")).unwrap()
}

struct Until<'a>(&'a AtomicBool, &'a str, u64);

impl Watcher for Until<'_> {
    fn found(&mut self, found: &Found) {
        if found.finding.title == self.1 {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    fn progress(&mut self, tally: &Tally, _found: usize, _used: f64) {
        self.2 = tally.events;
    }
}

/// Events until the bug's crash, or the most there are.
fn events_to(bug: &BugAutomaton, strategy: &mut dyn Strategy, seed: u64) -> u64 {
    let sample = apps::named("notebook").unwrap();
    let mut phone = Phone::new(sample, PhoneSettings::default()).unwrap();
    let mut oracle = CrashOracle::new(sample.manifest.package);
    let budget = Budget { events: Some(MOST), ..Budget::default() };
    let enough = AtomicBool::new(false);
    let mut until = Until(&enough, bug.crash.as_deref().unwrap(), 0);
    Runner::new(&mut phone, strategy, &mut oracle, budget, Answers::default(), seed)
        .run_unrecorded(&mut until, &enough)
        .unwrap();
    until.2
}

#[test]
fn the_known_crash_is_reached_in_every_run_and_sooner_than_by_chance() {
    let bug = notebook();
    let guided = |seed| events_to(&bug, &mut Guided::new(ApeSettings::default(), &bug).unwrap(), seed);
    let (mut towards, mut plain) = (Vec::new(), Vec::new());
    for seed in 100..103 {
        towards.push(guided(seed));
        plain.push(events_to(&bug, &mut Ape::new(ApeSettings::default()), seed));
    }
    assert!(towards.iter().all(|events| *events < MOST), "{towards:?}");
    assert!(towards.iter().sum::<u64>() < plain.iter().sum(), "guided {towards:?}, plain {plain:?}");
    assert_eq!(guided(100), towards[0], "the same seed, the same run");
}

#[test]
fn a_bug_without_predicates_cannot_guide() {
    let bug = parse_bug("x", "start -1-> crash").unwrap();
    assert_eq!(Guided::new(ApeSettings::default(), &bug).err(), Some(GuideError::NoPredicates("x".into())));
}
