//! `dumpsys activity`: which activity is on top.

use super::{Component, lines, value_of};

/// An activity and the process it lives in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopActivity {
    /// The activity.
    pub component: Component,
    /// Its process; none where that has died.
    pub pid: Option<u32>,
    /// The app did not answer: its main thread is busy.
    pub timed_out: bool,
}

/// The activity that `dumpsys activity top` ends with or, from Android 10 on where it prints one for each task,
/// the one that is resumed.
pub fn read_top_activity(text: &str) -> Option<TopActivity> {
    let mut found: Vec<(TopActivity, bool)> = Vec::new();
    for line in lines(text) {
        let trimmed = line.trim_start();
        if let Some(rest) = trimmed.strip_prefix("ACTIVITY ") {
            let mut words = rest.split_whitespace();
            let Some(component) = words.next().and_then(Component::parse) else { continue };
            let pid = value_of(rest, "pid=").and_then(|pid| pid.parse().ok());
            found.push((TopActivity { component, pid, timed_out: false }, false));
        } else if let Some((top, resumed)) = found.last_mut() {
            *resumed |= value_of(trimmed, "mResumed=") == Some("true");
            top.timed_out |= trimmed.starts_with("Failure while dumping the activity");
        }
    }
    let resumed = found.iter().rposition(|(_, resumed)| *resumed);
    let at = resumed.or(found.len().checked_sub(1))?;
    Some(found.swap_remove(at).0)
}

/// The activity in front by `dumpsys activity activities`, whose words changed with Android 5, 8, 10 and 12.
pub fn read_resumed_activity(text: &str) -> Option<Component> {
    const KEYS: [&str; 5] = [
        "topResumedActivity=",
        "mTopResumedActivity=",
        "ResumedActivity:",
        "mResumedActivity:",
        "mFocusedActivity:",
    ];
    KEYS.iter().find_map(|key| {
        lines(text).filter(|line| line.trim_start().starts_with(key)).find_map(Component::of_record)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_resumed_activity_is_on_top() {
        let text = "TASK a id=1\n  ACTIVITY a/.Hidden 1 pid=5\n    Local Activity 2 State:\n      mResumed=false\n\
                    TASK b id=2\n  ACTIVITY b/.Main 3 pid=7\n      mResumed=true mStopped=false\n\
                    TASK c id=3\n  ACTIVITY c/.Dead 4 pid=(not running)\n";
        let top = read_top_activity(text).expect("one");
        assert_eq!((top.component, top.pid), (Component::parse("b/.Main").expect("b"), Some(7)));
        let dead = read_top_activity("  ACTIVITY c/.Dead 4 pid=(not running)\n").expect("one");
        assert_eq!(dead.pid, None);
        let busy =
            "  ACTIVITY t/.M 1 pid=2\n    Failure while dumping the activity: java.io.IOException: Timeout\n";
        assert!(read_top_activity(busy).expect("one").timed_out);
        assert_eq!(read_top_activity("Can't find service: activity"), None);
    }

    #[test]
    fn every_androids_word_for_the_front_is_known() {
        for line in [
            "    mResumedActivity: ActivityRecord{21 u0 a.b/.C t21}",
            "  ResumedActivity: ActivityRecord{21 u0 a.b/.C t21}",
            "    topResumedActivity=ActivityRecord{21 u0 a.b/.C t21}",
            "  mFocusedActivity: ActivityRecord{21 u0 a.b/.C t21}",
        ] {
            assert_eq!(read_resumed_activity(line), Component::parse("a.b/.C"), "{line}");
        }
        assert_eq!(read_resumed_activity("  mResumedActivity: null\n"), None);
    }
}
