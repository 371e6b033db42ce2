//! SwiftHand and L* through the runner, on apps with fields, dialogs and other apps: they use the budget up,
//! choose the same again with the same seed, and their models explain what they saw.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use skink_explore::{Lstar, LstarSettings, Swifthand, SwifthandSettings};
use skink_gui::{Action, Screen};
use skink_phone::{Phone, PhoneSettings, apps};
use skink_run::{AfterLeaving, Answers, Budget, Choice, CrashOracle, Ended, Moment, Runner, Strategy};
use skink_trace::Step;

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

/// A strategy, and what it typed into each field, by the field's box and id.
struct Typing<S> {
    inner: S,
    typed: BTreeMap<String, (u64, BTreeSet<String>)>,
}

impl<S: Strategy> Strategy for Typing<S> {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn launched(&mut self, first: &Screen) {
        self.inner.launched(first);
    }

    fn next(&mut self, moment: &mut Moment<'_>) -> Choice {
        self.inner.next(moment)
    }

    fn saw(&mut self, step: &Step) {
        if let (Action::Type(text), Some(field)) = (&step.event.action, step.widget) {
            let field = step.before.widget(field);
            let key = format!("{:?} {}", field.bounds(), field.resource_id());
            let (times, texts) = self.typed.entry(key).or_default();
            *times += 1;
            texts.insert(text.clone());
        }
        self.inner.saw(step);
    }
}

/// Another text would be another input: a word that was learned could not be done again.
#[test]
fn a_field_is_given_the_same_text_in_every_trace() {
    let swifthand: Box<dyn Strategy> = Box::new(Swifthand::new(SwifthandSettings::default()));
    let lstar: Box<dyn Strategy> = Box::new(Lstar::new(LstarSettings::default()));
    for inner in [swifthand, lstar] {
        let mut typing = Typing { inner, typed: BTreeMap::new() };
        run("units", &mut typing, AfterLeaving::Restart);
        let often = typing.typed.values().filter(|(times, _)| *times > 1).count();
        assert!(often > 0, "{}: no field was typed into twice", typing.name());
        assert!(typing.typed.values().all(|(_, texts)| texts.len() == 1), "{:?}", typing.typed);
    }
}
