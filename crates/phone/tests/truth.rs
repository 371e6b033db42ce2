//! The ground truth of every sample app is executed: a bug's trace shows it with the bug on; with only that bug
//! fixed, and with all fixed, the trace still replays to its end and nothing shows.

use skink_device::{Device, Input};
use skink_gui::{Event, Screen, Selector, locate};
use skink_phone::{Bug, BugSwitch, Phone, PhoneSettings, Sample, Shows, apps};
use skink_trace::{Crash, CrashKind};

/// Everything that crashed on the way, and the last screen; an error names the event that found no widget.
fn play(sample: Sample, bugs: BugSwitch, trace: &[&str]) -> Result<(Vec<Crash>, Screen), String> {
    let settings = PhoneSettings { bugs, ..PhoneSettings::default() };
    let mut phone = Phone::new(sample, settings).map_err(|e| e.to_string())?;
    let mut now = phone.clean_start(0).map_err(|e| e.to_string())?;
    let mut crashes = now.crashes.clone();
    for (number, line) in trace.iter().enumerate() {
        let event: Event = line.parse().map_err(|e| format!("event {} `{line}`: {e}", number + 1))?;
        let widget = locate(&event, None, &now.screen).map(|id| now.screen.widget(id).bounds());
        let input = Input::of(&event.action, widget).ok_or_else(|| {
            let texts: Vec<_> = now.screen.widgets().map(|w| format!("{w:?}")).collect();
            format!("event {} `{line}` finds no widget on\n{}", number + 1, texts.join("\n"))
        })?;
        now = phone.perform(&input).map_err(|e| e.to_string())?;
        crashes.extend(now.crashes.clone());
    }
    Ok((crashes, now.screen))
}

fn shown(bug: &Bug, crashes: &[Crash], last: &Screen) -> bool {
    let finds =
        |selector: &str| selector.parse::<Selector>().expect("a selector").find_all(last).next().is_some();
    match bug.shows {
        Shows::Crash(title) => crashes.iter().any(|crash| crash.title() == title),
        Shows::Hang => crashes.iter().any(|crash| crash.kind == CrashKind::Anr),
        Shows::Missing(selector) => !finds(selector),
        Shows::Present(selector) => finds(selector),
    }
}

#[test]
fn every_bug_shows_by_its_trace_and_only_when_it_is_on() {
    for sample in apps::ALL {
        for bug in sample.manifest.bugs {
            let name = format!("{}: {}", sample.manifest.name, bug.id);
            let others_fixed = BugSwitch::Only(vec![bug.id.into()]);
            let fixed = BugSwitch::Fixed(vec![bug.id.into()]);
            for (bugs, expected) in
                [(BugSwitch::All, true), (others_fixed, true), (fixed, false), (BugSwitch::None, false)]
            {
                let what = format!("{name} with {bugs:?}");
                let (crashes, last) =
                    play(*sample, bugs, bug.trace).unwrap_or_else(|problem| panic!("{what}: {problem}"));
                let seen = shown(bug, &crashes, &last);
                assert_eq!(seen, expected, "{what}: crashes {crashes:?}, last screen {last:?}");
                assert!(expected || crashes.is_empty(), "{what}: {crashes:?}");
            }
        }
    }
}

/// Removing any one event must not show the bug: its trace is minimal.
#[test]
fn every_trace_is_one_minimal() {
    for sample in apps::ALL {
        for bug in sample.manifest.bugs {
            for left_out in 0..bug.trace.len() {
                let mut shorter = bug.trace.to_vec();
                shorter.remove(left_out);
                let Ok((crashes, last)) = play(*sample, BugSwitch::All, &shorter) else { continue };
                let fixed = play(*sample, BugSwitch::Fixed(vec![bug.id.into()]), &shorter);
                let shown_when_fixed = fixed.is_ok_and(|(crashes, last)| shown(bug, &crashes, &last));
                assert!(
                    !shown(bug, &crashes, &last) || shown_when_fixed,
                    "{}: {} shows without event {}",
                    sample.manifest.name,
                    bug.id,
                    left_out + 1
                );
            }
        }
    }
}

#[test]
fn manifests_are_well_formed() {
    for sample in apps::ALL {
        let manifest = sample.manifest;
        assert!(manifest.bugs.len() <= 64, "{}: at most 64 bugs", manifest.name);
        assert!(manifest.branches() > 0, "{}: no branch is marked", manifest.name);
        let mut ids: Vec<_> = manifest.bugs.iter().map(|bug| bug.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), manifest.bugs.len(), "{}: a bug id occurs twice", manifest.name);
    }
}
