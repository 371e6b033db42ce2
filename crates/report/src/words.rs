//! Words for people who have never seen Skink: `kill` is what Android does to an app in the background, and nobody
//! waits 14400.

use skink_gui::{Action, Event, Key, Widget};
use skink_trace::Evidence;

use crate::data::{Report, Verdict};

/// What came of a run. A lost effect may be meant, and several may be of one bug: those are not counted as bugs.
pub(crate) fn verdict(report: &Report) -> String {
    let asks = report.findings.iter().any(|f| matches!(f.finding.evidence, Evidence::Independence(_)));
    match (report.verdict, report.findings.len()) {
        (Verdict::Clean, _) => "Nothing found".to_owned(),
        (Verdict::Unfinished, _) => "The run did not end: no verdict".to_owned(),
        (Verdict::Findings, 1) => if asks { "1 finding" } else { "1 bug found" }.to_owned(),
        (Verdict::Findings, n) => format!("{n} {}", if asks { "findings" } else { "bugs found" }),
    }
}

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
