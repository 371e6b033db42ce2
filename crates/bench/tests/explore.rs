//! The comparison of strategies repeats itself exactly, goes on where it was interrupted, does not take over what
//! another plan left, and names every crash that was missed.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use skink_bench::{Plan, Report, explore};
use skink_explore::{Settings, strategy};
use skink_phone::{Costs, Shows, apps};

fn plan(repeats: u64) -> Plan {
    Plan {
        apps: ["sanity", "labels"].map(|name| apps::named(name).expect("a sample")).to_vec(),
        strategies: ["random", "ape"].map(str::to_owned).to_vec(),
        make: |name| strategy(name, &Settings::default()),
        phone_millis: 60_000,
        repeats,
        first_seed: 40,
        costs: Costs::MODERN,
    }
}

/// The report, and how many runs were done for it.
fn run(plan: &Plan, folder: Option<&Path>) -> (Report, usize) {
    let done = AtomicUsize::new(0);
    let count = |_: usize, _: usize| {
        done.fetch_add(1, Ordering::Relaxed);
    };
    let report = explore(plan, folder, &AtomicBool::new(false), &count).expect("a report");
    (report, done.into_inner())
}

#[test]
fn each_strategy_gets_each_seed_on_each_app_and_the_same_again() {
    let (report, done) = run(&plan(3), None);
    assert_eq!((report.raw.len(), done), (12, 12));
    let seeds: BTreeSet<u64> = report.raw.iter().map(|run| run.seed).collect();
    assert_eq!(seeds, BTreeSet::from([40, 41, 42]));
    assert_eq!(report.rows.len(), 4);
    for row in &report.rows {
        let best = report.rows.iter().filter(|other| other.app == row.app && other.against_best.is_none());
        assert_eq!(best.count(), 1, "{}", row.app);
    }
    let (again, _) = run(&plan(3), None);
    assert_eq!(again.raw, report.raw, "whichever worker did which run");
    assert_eq!(again.csv().lines().count(), 13);
}

#[test]
fn finished_runs_are_not_done_again_and_torn_lines_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let (first, done) = run(&plan(1), Some(folder.path()));
    assert_eq!(done, 4);
    let (more, done) = run(&plan(2), Some(folder.path()));
    assert_eq!(done, 4, "only the second seed's");
    let mine: Vec<_> = more.raw.iter().filter(|run| run.seed == 40).cloned().collect();
    assert_eq!(mine, first.raw);
    let path = folder.path().join("raw.jsonl");
    let text = std::fs::read(&path).expect("raw runs");
    std::fs::write(&path, &text[..text.len() - 20]).expect("a torn line");
    let (whole, done) = run(&plan(2), Some(folder.path()));
    assert_eq!(done, 1, "the torn one");
    assert_eq!(whole.raw, more.raw);
    assert_eq!(run(&plan(2), Some(folder.path())).1, 0, "what was written after the torn line is readable");
}

#[test]
fn runs_of_another_plan_do_not_count() {
    let folder = tempfile::tempdir().expect("a folder");
    run(&plan(1), Some(folder.path()));
    let longer = Plan { phone_millis: 90_000, ..plan(1) };
    assert_eq!(run(&longer, Some(folder.path())).1, 4, "other phone time");
    let paper = Plan { costs: Costs::PAPER, ..plan(1) };
    let (report, done) = run(&paper, Some(folder.path()));
    assert_eq!((report.raw.len(), done), (4, 4), "other costs");
}

#[test]
fn an_interrupted_comparison_tells_what_is_finished() {
    let folder = tempfile::tempdir().expect("a folder");
    let stop = AtomicBool::new(false);
    let after_one = |_: usize, _: usize| stop.store(true, Ordering::Relaxed);
    let report = explore(&plan(3), Some(folder.path()), &stop, &after_one).expect("a report");
    assert!((1..12).contains(&report.raw.len()), "{} runs", report.raw.len());
    let (whole, done) = run(&plan(3), Some(folder.path()));
    assert_eq!((whole.raw.len(), done), (12, 12 - report.raw.len()));
}

/// A minute on `cards` meets next to nothing, and its crash by an empty video leads through the file chooser, for which
/// no automaton is learned: it is named all the same.
#[test]
fn every_crash_is_met_or_named_as_missed() {
    let cards = apps::named("cards").expect("a sample");
    let (report, _) = run(&Plan { apps: vec![cards], ..plan(1) }, None);
    let crashes = cards.manifest.bugs.iter().filter_map(|bug| match bug.shows {
        Shows::Crash(title) => Some((bug.id, title)),
        _ => None,
    });
    for (id, title) in crashes {
        for run in &report.raw {
            let missed = report.missed.iter().any(|row| (&*row.bug, &row.strategy) == (id, &run.strategy));
            let unclear =
                report.without_clues.iter().any(|row| (&*row.bug, &row.strategy) == (id, &run.strategy));
            let met = run.crashes.contains_key(title);
            assert_eq!(
                [met, missed, unclear].into_iter().filter(|yes| *yes).count(),
                1,
                "{id}, {}",
                run.strategy
            );
        }
    }
    assert!(report.without_clues.iter().any(|row| row.bug == "empty-video"), "{:?}", report.without_clues);
}
