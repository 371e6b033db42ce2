//! A careful strategy explores a whole app without touching what is avoided.

use std::sync::atomic::AtomicBool;

use skink_explore::{Avoid, AvoidSettings, Careful, Weighted, WeightedSettings};
use skink_gui::Screen;
use skink_phone::{Phone, PhoneSettings, apps};
use skink_run::{Answers, Budget, Choice, CrashOracle, Moment, Runner, Strategy};
use skink_trace::{Actor, Step};

/// Counts the strategy's events on widgets that are avoided.
struct Watched {
    careful: Careful<Weighted>,
    rules: Avoid,
    broken: u64,
}

impl Strategy for Watched {
    fn name(&self) -> &'static str {
        self.careful.name()
    }

    fn launched(&mut self, first: &Screen) {
        self.careful.launched(first);
    }

    fn next(&mut self, moment: &mut Moment<'_>) -> Choice {
        self.careful.next(moment)
    }

    fn saw(&mut self, step: &Step) {
        let widget = step.widget.and_then(|id| step.before.get(id));
        let scrolls = matches!(step.event.action, skink_gui::Action::Scroll(_));
        if step.actor == Actor::Strategy
            && !scrolls
            && widget.is_some_and(|w| self.rules.avoided(&w).is_some())
        {
            self.broken += 1;
        }
        self.careful.saw(step);
    }
}

fn explore(settings: &AvoidSettings, rules: &AvoidSettings) -> Watched {
    let sample = apps::named("shop").expect("a sample");
    let mut phone = Phone::new(sample, PhoneSettings::default()).expect("a phone");
    let careful = Careful::new(Weighted::new(WeightedSettings::default()), Avoid::new(settings));
    let mut watched = Watched { careful, rules: Avoid::new(rules), broken: 0 };
    let mut oracle = CrashOracle::new(sample.manifest.package);
    let budget = Budget { events: Some(2_000), ..Budget::default() };
    let mut runner = Runner::new(&mut phone, &mut watched, &mut oracle, budget, Answers::default(), 1);
    runner.run_unrecorded(&mut (), &AtomicBool::new(false)).expect("a run");
    watched
}

#[test]
fn what_is_avoided_is_never_touched_in_a_whole_run() {
    let mut settings = AvoidSettings::default();
    settings.words.push("cart".to_owned());
    let careful = explore(&settings, &settings);
    assert_eq!(careful.broken, 0);
    assert!(!careful.careful.avoid().held_back().is_empty());
    assert!(careful.careful.inner().model().states().len() > 3);
    let careless = explore(&AvoidSettings::nothing(), &settings);
    assert!(careless.broken > 0, "the shop has nothing to avoid");
}
