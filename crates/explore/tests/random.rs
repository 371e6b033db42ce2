//! Random is uniform over what a screen enables, restarts as often as it should, and keeps to its switches.

use std::collections::BTreeMap;

use skink_device::{Device, Input};
use skink_explore::{Random, RandomSettings};
use skink_gui::{Action, Flags, Screen, enabled};
use skink_phone::{Phone, PhoneSettings, apps};
use skink_run::{Choice, Dice, Moment, Strategy};

fn first_screen(name: &str) -> Screen {
    let sample = apps::named(name).expect("a sample");
    let mut phone = Phone::new(sample, PhoneSettings::default()).expect("a phone");
    phone.clean_start(0).expect("a screen").screen
}

/// How often each choice is made in so many decisions.
fn choices(settings: &RandomSettings, screen: &Screen, decisions: u64) -> BTreeMap<String, u32> {
    let mut random = Random::new(settings.clone());
    let mut counts = BTreeMap::new();
    for position in 0..decisions {
        let choice = random.next(&mut Moment { screen, depth: 3, dice: Dice::at(1, position) });
        let name = match choice {
            Choice::Do(event, widget) => match event.action {
                Action::Type(_) => format!("type {widget:?}"),
                action => format!("{action:?} {widget:?}"),
            },
            other => format!("{other:?}"),
        };
        *counts.entry(name).or_default() += 1;
    }
    counts
}

#[test]
fn every_enabled_event_is_equally_likely() {
    let screen = first_screen("notebook");
    let settings = RandomSettings { restart: 0.0, system: 0.0, keys: true, ..RandomSettings::default() };
    let counts = choices(&settings, &screen, 10_000);
    let expected = enabled(&screen).len() + 2;
    assert_eq!(counts.len(), expected, "{counts:#?}");
    let share = 10_000 / expected as u32;
    for (name, count) in &counts {
        assert!((share * 7 / 10..share * 13 / 10).contains(count), "{name}: {count}, expected about {share}");
    }
}

#[test]
fn restarts_and_system_events_come_at_their_rates() {
    let screen = first_screen("notebook");
    let counts = choices(&RandomSettings::default(), &screen, 10_000);
    let restarts = counts["Restart"];
    assert!((900..1100).contains(&restarts), "{restarts} restarts of 10,000");
    let system: u32 = ["Rotate None", "Background None", "Kill None"].iter().map(|name| counts[*name]).sum();
    assert!((380..520).contains(&system), "{system} system events of 10,000, about 450 expected");
}

/// Sanity's first licence with the paper's four inputs: Yes, No, ScrollUp, ScrollDown.
#[test]
fn without_keys_and_system_events_the_papers_inputs_are_left() {
    let screen = first_screen("sanity");
    let settings = RandomSettings { restart: 0.0, system: 0.0, keys: false, ..RandomSettings::default() };
    let counts = choices(&settings, &screen, 10_000);
    assert_eq!(counts.len(), 4, "{counts:#?}");
}

/// The keyboard's search or done is there once a field has the focus, and only then.
#[test]
fn enter_is_enabled_where_a_field_has_the_focus() {
    let sample = apps::named("notebook").expect("a sample");
    let mut phone = Phone::new(sample, PhoneSettings::default()).expect("a phone");
    let mut screen = phone.clean_start(0).expect("a screen").screen;
    let settings = RandomSettings { restart: 0.0, system: 0.0, ..RandomSettings::default() };
    let mut random = Random::new(settings.clone());
    let focused = |screen: &Screen| screen.widgets().any(|w| w.is(Flags::FOCUSED | Flags::EDITABLE));
    for position in 0..1_000 {
        let enter = choices(&settings, &screen, 200).keys().any(|name| name.contains("Enter"));
        assert_eq!(enter, focused(&screen), "at step {position}");
        if enter {
            return;
        }
        let moment = &mut Moment { screen: &screen, depth: 1, dice: Dice::at(2, position) };
        let Choice::Do(event, widget) = random.next(moment) else { panic!("a restart") };
        let bounds = widget.and_then(|id| screen.get(id)).map(|w| w.bounds());
        let input = Input::of(&event.action, bounds).expect("an input");
        screen = phone.perform(&input).expect("a screen").screen;
        if screen.package() != phone.package() {
            screen = phone.clean_start(position).expect("a screen").screen;
        }
    }
    panic!("no field was ever in focus");
}
