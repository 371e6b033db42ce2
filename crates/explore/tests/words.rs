//! What strategies say of what they learned: counts that are the model's, and transitions that are in it.

#![allow(clippy::unwrap_used)]

use std::sync::atomic::AtomicBool;

use skink_explore::{Settings, strategy};
use skink_phone::{Phone, PhoneSettings, apps};
use skink_run::{Answers, Budget, CrashOracle, Runner};
use skink_trace::LearnedModel;

/// Words and model of a strategy after a run.
fn learned(name: &str, app: &str) -> (String, LearnedModel) {
    learned_in(400, name, app)
}

fn learned_in(events: u64, name: &str, app: &str) -> (String, LearnedModel) {
    let sample = apps::named(app).unwrap();
    let mut phone = Phone::new(sample, PhoneSettings::default()).unwrap();
    let mut oracle = CrashOracle::new(sample.manifest.package);
    let budget = Budget { events: Some(events), ..Budget::default() };
    let mut chosen = strategy(name, &Settings::default()).unwrap();
    Runner::new(&mut phone, chosen.as_mut(), &mut oracle, budget, Answers::default(), 1)
        .run_unrecorded(&mut (), &AtomicBool::new(false))
        .unwrap();
    (chosen.explain().unwrap(), chosen.model().unwrap())
}

/// Checks the states and transitions that the words tell against the model; says how many transitions were told.
fn check_map(words: &str, model: &LearnedModel) -> usize {
    assert!(words.contains(&format!("{} states, a set of widget types each", model.states.len())), "{words}");
    assert!(words.contains(&format!("; {} transitions by", model.transitions.len())), "{words}");
    let (mut state, mut told) = (None, 0);
    for line in words.lines() {
        if let Some((number, about)) = line.strip_prefix("state ").and_then(|rest| rest.split_once(": ")) {
            let number: u32 = number.parse().unwrap();
            let known = model.states.iter().find(|known| known.id == number).unwrap();
            assert!(known.activity.ends_with(about.split(',').next().unwrap()), "{line}");
            assert_eq!(about.contains("where the app starts"), model.start == Some(number), "{line}");
            state = Some(number);
        } else if let Some((event, to)) = line.strip_prefix("  ").and_then(|rest| rest.rsplit_once(": ")) {
            for to in to.split(", ") {
                let to = to.strip_prefix("to ").map(|number| number.parse().unwrap());
                let fits = |t: &&skink_trace::LearnedTransition| {
                    Some(t.from) == state && t.to == to && t.words == event
                };
                assert!(model.transitions.iter().any(|t| fits(&t)), "from {state:?}, {line}");
                told += 1;
            }
        }
    }
    told
}

#[test]
fn weighted_tells_its_states_and_transitions() {
    let (words, model) = learned("weighted", "notebook");
    println!("{words}");
    assert!(check_map(&words, &model) > 20, "{words}");
    assert!(words.contains("events of states were done"), "{words}");
}

#[test]
fn learners_tell_their_own_model_and_a_map_of_what_was_seen() {
    for (name, own) in [("swifthand", "SwiftHand's model has "), ("lstar", "L*'s table tells ")] {
        let (words, model) = learned(name, "notebook");
        assert!(words.starts_with(own), "{words}");
        assert!(check_map(&words, &model) > 5, "{words}");
    }
}

#[test]
fn random_says_that_it_learns_nothing() {
    let (words, model) = learned("random", "notebook");
    assert!(words.starts_with("random learns nothing of the app."), "{words}");
    assert!(check_map(&words, &model) > 5, "{words}");
}

/// The table is closed now and then, until a walk contradicts its model.
#[test]
fn a_closed_table_is_told_as_a_model_and_an_open_one_is_not() {
    let told: Vec<String> = (10..200).step_by(10).map(|n| learned_in(n, "lstar", "sanity").0).collect();
    let closed = |words: &&String| words.contains("The table is closed: the model has ");
    let open = |words: &&String| words.contains("The table is not closed");
    assert!(told.iter().any(|words| closed(&words)), "{}", told.join("\n"));
    assert!(told.iter().any(|words| open(&words)), "{}", told.join("\n"));
    assert!(told.iter().all(|words| closed(&words) != open(&words)));
}

#[test]
fn only_ape_has_trees() {
    for name in ["random", "weighted", "swifthand", "lstar"] {
        let (words, _) = learned(name, "notebook");
        assert!(!words.contains("refinements"), "{name}: {words}");
    }
    let (words, _) = learned("ape", "notebook");
    assert!(words.contains("refinements"), "{words}");
}
