//! Events in words for people who have never seen Skink: `kill` is what Android does to an app in the background,
//! and nobody waits 14400.

use skink_gui::{Action, Event, Key, Widget};

/// What is done, such as `tap "Save"` or `wait 14.4 s`.
pub(crate) fn told(event: &Event, widget: Option<&Widget<'_>>) -> String {
    match &event.action {
        Action::LongTap => event.describe(widget).replacen("longtap", "long-tap", 1),
        Action::Key(Key::Back) => "press Back".to_owned(),
        Action::Key(Key::Menu) => "press Menu".to_owned(),
        Action::Key(Key::Home) => "go to the home screen".to_owned(),
        Action::Key(Key::Enter) => "press Enter".to_owned(),
        Action::Rotate => "turn the device".to_owned(),
        Action::Background => "leave the app and come back".to_owned(),
        Action::Kill => "leave the app; Android ends it; come back".to_owned(),
        Action::Launch => "open the app again".to_owned(),
        Action::Relaunch => "stop the app and open it again".to_owned(),
        Action::Wait(millis) => format!("wait {} s", *millis as f64 / 1000.0),
        Action::Tap | Action::Type(_) | Action::Scroll(_) | Action::Swipe(_) => event.describe(widget),
    }
}

#[cfg(test)]
mod tests {
    use super::told;

    #[test]
    fn events_of_the_system_are_told_as_people_know_them() {
        let words = |line: &str| told(&line.parse().expect("an event"), None);
        assert_eq!(words("wait 14400"), "wait 14.4 s");
        assert_eq!(words("wait 2000"), "wait 2 s");
        assert_eq!(words("rotate"), "turn the device");
        assert_eq!(words("longtap text=\"longtap\""), "long-tap \"longtap\"");
        assert_eq!(words("tap text=\"Save\""), "tap \"Save\"");
    }
}
