//! A guarded device does not do what the avoid list holds, whoever asks.

use skink_device::{Device, Input};
use skink_explore::{Avoid, AvoidSettings, Guarded};
use skink_gui::Selector;
use skink_phone::{Phone, PhoneSettings, apps};

#[test]
fn a_touch_of_what_is_avoided_is_refused_and_told() {
    let phone =
        Phone::new(apps::named("sanity").expect("a sample"), PhoneSettings::default()).expect("a phone");
    let settings = AvoidSettings { words: vec!["yes".into()], ..AvoidSettings::nothing() };
    let mut device = Guarded::new(phone, Avoid::new(&settings));
    let first = device.clean_start(0).expect("it starts").screen;
    let at = |text| Selector::text(text).find_all(&first).next().expect("a button").bounds().center();
    let after = device.perform(&Input::Tap(at("Yes"))).expect("it looks").screen;
    assert_eq!(after.hash(), first.hash(), "nothing happened");
    assert!(device.notes().iter().any(|note| note.contains("yes")));
    assert!(device.notes().is_empty(), "told once");
    let left = device.perform(&Input::Tap(at("No"))).expect("it acts").screen;
    assert_ne!(left.hash(), first.hash(), "what is not avoided is done");
}
