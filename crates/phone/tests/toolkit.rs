//! What the toolkit does for apps that load at the end of a list, and for those without resource ids.
#![expect(clippy::unwrap_used, reason = "helpers of tests unwrap as tests do")]

use skink_device::{Device, Input};
use skink_gui::{Event, Flags, Screen, Selector, locate};
use skink_phone::{BugSwitch, Phone, PhoneSettings, apps};

/// The last screen after these events on a repaired app.
fn after(sample: &str, trace: &[&str]) -> Screen {
    let settings = PhoneSettings { bugs: BugSwitch::None, ..PhoneSettings::default() };
    let mut phone = Phone::new(apps::named(sample).unwrap(), settings).unwrap();
    let mut now = phone.clean_start(0).unwrap();
    for line in trace {
        let event: Event = line.parse().unwrap();
        let widget = locate(&event, None, &now.screen).map(|id| now.screen.widget(id).bounds());
        now = phone.perform(&Input::of(&event.action, widget).unwrap()).unwrap();
    }
    now.screen
}

fn has(screen: &Screen, selector: &str) -> bool {
    selector.parse::<Selector>().unwrap().find_all(screen).next().is_some()
}

#[test]
fn reaching_the_end_of_a_list_loads_more() {
    let down = "scroll down id=article_list";
    let before_the_end = after("reader", &[down, "wait 5000"]);
    assert!(has(&before_the_end, "id=unread_count text=\"24 unread\""));
    let at_the_end = after("reader", &[down, down, down, down, "wait 5000"]);
    assert!(has(&at_the_end, "id=unread_count text=\"44 unread\""));
}

#[test]
fn of_two_fields_without_an_id_one_has_the_focus() {
    let screen = after("compose", &["tap desc=\"New habit\"", "type class=EditText place=1 \"For my back\""]);
    let fields: Selector = "class=EditText".parse().unwrap();
    let focused: Vec<bool> = fields.find_all(&screen).map(|field| field.is(Flags::FOCUSED)).collect();
    assert_eq!(focused, [false, true]);
}

/// A call comes in by itself, in front of the app, and the app is there again when it ends.
#[test]
fn a_call_interrupts_and_ends() {
    let sample = skink_phone::apps::named("sanity").expect("a sample");
    let settings = PhoneSettings { interrupt_every: Some(10_000), ..PhoneSettings::default() };
    let mut phone = Phone::new(sample, settings).expect("a phone");
    let first = phone.clean_start(0).expect("started");
    let ringing = phone.perform(&Input::Wait(20_000)).expect("waited").screen;
    assert_eq!(ringing.package(), "com.android.dialer");
    let decline = ringing.widgets().find(|w| w.text() == "Decline").expect("a button").bounds();
    let after = phone.perform(&Input::Tap(decline.center())).expect("declined").screen;
    assert_eq!(after, first.screen);
}
