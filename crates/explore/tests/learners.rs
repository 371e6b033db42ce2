//! SwiftHand and L* through the runner, on apps with fields, dialogs and other apps: they use the budget up,
//! choose the same again with the same seed, and their models explain what they saw.

#![allow(clippy::unwrap_used)]

use std::sync::atomic::AtomicBool;

use skink_explore::{Lstar, LstarSettings, Swifthand, SwifthandSettings};
use skink_phone::{Phone, PhoneSettings, apps};
use skink_run::{AfterLeaving, Answers, Budget, CrashOracle, Ended, Runner, Strategy};

const EVENTS: u64 = 400;

/// Launches, distinct screens and device time of a run.
fn run(app: &str, strategy: &mut dyn Strategy, after_leaving: AfterLeaving) -> (u64, u64, u64) {
    let mut phone = Phone::new(apps::named(app).unwrap(), PhoneSettings::default()).unwrap();
    let mut oracle = CrashOracle::new(&format!("com.example.{app}"));
    let budget = Budget { events: Some(EVENTS), ..Budget::default() };
    let answers = Answers { after_leaving, ..Answers::default() };
    let mut runner = Runner::new(&mut phone, strategy, &mut oracle, budget, answers, 1);
    assert_eq!(runner.run_unrecorded(&mut (), &AtomicBool::new(false)).unwrap(), Ended::Events);
    let tally = runner.tally();
    (tally.launches, tally.states(), tally.phone_millis)
}

#[test]
fn swifthand_runs_on_ordinary_apps_and_repeats_itself() {
    for app in ["notebook", "sanity"] {
        for after_leaving in [AfterLeaving::Restart, AfterLeaving::Return] {
            let mut first = Swifthand::new(SwifthandSettings::default());
            let mut second = Swifthand::new(SwifthandSettings::default());
            let figures = run(app, &mut first, after_leaving);
            assert_eq!(figures, run(app, &mut second, after_leaving), "{app}");
            assert_eq!(first.model(), second.model());
            let (model, seen) = (first.model().unwrap(), first.seen().unwrap());
            assert!(model.len() > 2 && model.len() < seen.tree().len(), "{} states", model.len());
            if seen.contradictions() == 0 {
                assert!(model.explains(seen.tree()), "{app}: the model explains every trace");
            }
        }
    }
}

#[test]
fn lstar_runs_on_ordinary_apps_and_repeats_itself() {
    for app in ["notebook", "sanity"] {
        let mut first = Lstar::new(LstarSettings::default());
        let mut second = Lstar::new(LstarSettings::default());
        let figures = run(app, &mut first, AfterLeaving::Restart);
        assert_eq!(figures, run(app, &mut second, AfterLeaving::Restart), "{app}");
        assert_eq!((first.queries(), first.walks()), (second.queries(), second.walks()));
        // Every word and every walk begins with a clean start.
        assert!(first.queries() + first.walks() <= figures.0 + 1, "{} launches", figures.0);
    }
}

/// With the licences alone to learn, SwiftHand says that it is done and goes on walking.
#[test]
fn swifthand_goes_on_when_learning_is_finished() {
    let settings = SwifthandSettings { keys: false, checks: 2, ..SwifthandSettings::default() };
    let mut swifthand = Swifthand::new(settings);
    assert!(!swifthand.finished_learning());
    run("sanity", &mut swifthand, AfterLeaving::Restart);
    assert!(swifthand.finished_learning());
    assert!(swifthand.model().unwrap().is_complete(swifthand.alphabet()));
}
