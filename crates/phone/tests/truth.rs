//! The ground truth of every sample app is executed: a bug's trace shows it with the bug on; with only that bug
//! fixed, and with all fixed, the trace still replays to its end and nothing shows.

use skink_device::{Device, Input};
use skink_gui::{Event, Screen, Selector, locate};
use skink_phone::{Bug, BugSwitch, Oracle, Phone, PhoneSettings, Sample, Shows, apps};
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

/// A crash's or hang's trace is the fewest events: without any one of them it does not show.
#[test]
fn every_trace_of_a_crash_is_one_minimal() {
    for sample in apps::ALL {
        for bug in sample.manifest.bugs.iter().filter(|bug| bug.kind.is_in_log()) {
            for left_out in 0..bug.trace.len() {
                let mut shorter = bug.trace.to_vec();
                shorter.remove(left_out);
                let Ok((crashes, last)) = play(*sample, BugSwitch::All, &shorter) else { continue };
                assert!(
                    !shown(bug, &crashes, &last),
                    "{}: {} shows without event {}",
                    sample.manifest.name,
                    bug.id,
                    left_out + 1
                );
            }
        }
    }
}

/// Where the evidence is a seed and a mutant, the seed replays to its end and shows nothing wrong.
#[test]
fn every_seed_is_right() {
    for sample in apps::ALL {
        for bug in sample.manifest.bugs {
            for inserted in bug.seen_by.iter().filter_map(|oracle| oracle.inserted()) {
                let name = format!("{}: {} without {inserted:?}", sample.manifest.name, bug.id);
                assert!(!inserted.is_empty() && inserted.end <= bug.trace.len(), "{name}: no such events");
                let seed = [&bug.trace[..inserted.start], &bug.trace[inserted.end..]].concat();
                for bugs in [BugSwitch::All, BugSwitch::None] {
                    let (crashes, last) =
                        play(*sample, bugs, &seed).unwrap_or_else(|problem| panic!("{name}: {problem}"));
                    assert!(!shown(bug, &crashes, &last), "{name}: the seed shows it: {last:?}");
                }
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
        for bug in manifest.bugs {
            let name = format!("{}: {}", manifest.name, bug.id);
            assert!(!bug.seen_by.is_empty(), "{name}: no oracle can see it");
            let in_log = matches!(bug.shows, Shows::Crash(_) | Shows::Hang);
            assert_eq!(in_log, bug.kind.is_in_log(), "{name}: kind and evidence disagree");
            assert_eq!(in_log, bug.seen_by.contains(&Oracle::Crash), "{name}: oracle and evidence disagree");
        }
    }
}
