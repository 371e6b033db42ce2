//! Random events on every sample app: repaired, it never crashes or hangs; as published, it crashes only by
//! the bugs that its manifest lists.
#![expect(clippy::unwrap_used, reason = "helpers of tests unwrap as tests do")]

use std::collections::BTreeSet;

use skink_device::{Device, Input};
use skink_gui::{Enabled, Flags, Key, WindowKind, enabled};
use skink_phone::{BugSwitch, Phone, PhoneSettings, Sample, Shows, apps};
use skink_trace::{Crash, CrashKind, Observation};

/// Splitmix64: small, seeded, the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n.max(1) as u64) as usize
    }
}

/// Texts that fields are known to choke on, among harmless ones.
const TEXTS: [&str; 12] = [
    "",
    " ",
    "a",
    "Milk",
    "two words",
    "12",
    "-1",
    "[",
    "*",
    "```",
    "line\nline\n\nline",
    "ünïcödé 日本 / \\ \" '",
];

/// Events from one clean start to the next.
const EVENTS_A_START: u64 = 60;

/// Walks through the app and shows each observation to `each`.
fn walk(sample: Sample, bugs: BugSwitch, events: u64, mut each: impl FnMut(&Observation)) {
    let mut phone = Phone::new(sample, PhoneSettings { bugs, ..PhoneSettings::default() }).unwrap();
    let mut random = Random(events);
    let mut now = phone.clean_start(0).unwrap();
    for number in 1..=events {
        each(&now);
        now = if number % EVENTS_A_START == 0 {
            phone.clean_start(number / EVENTS_A_START).unwrap()
        } else if now.screen.window() != WindowKind::System && now.screen.package() != sample.manifest.package
        {
            phone.perform(&Input::Launch).unwrap()
        } else {
            let input = choose(&now, &mut random);
            phone.perform(&input).unwrap()
        };
    }
    each(&now);
}

fn choose(now: &Observation, random: &mut Random) -> Input {
    let screen = &now.screen;
    if screen.window() == WindowKind::System {
        let button = screen.widgets().find(|w| w.is(Flags::CLICKABLE)).unwrap();
        return Input::Tap(button.bounds().center());
    }
    let possible = enabled(screen);
    match random.below(100) {
        0..=5 => Input::Key(Key::Back),
        6 => Input::Key(Key::Menu),
        7 => Input::Key(Key::Home),
        8..=9 => Input::Key(Key::Enter),
        10..=11 => Input::Rotate,
        12 => Input::Background,
        13 => Input::Kill,
        14 => Input::Relaunch,
        15 => Input::Wait(1_000),
        _ if possible.is_empty() => Input::Key(Key::Back),
        _ => {
            let chosen = possible[random.below(possible.len())];
            let bounds = screen.widget(chosen.widget()).bounds();
            match chosen {
                Enabled::Tap(_) => Input::Tap(bounds.center()),
                Enabled::LongTap(_) => Input::LongTap(bounds.center()),
                Enabled::Type(_) => Input::Type(bounds.center(), text(now, random)),
                Enabled::Scroll(_, direction) => Input::Scroll(bounds, direction),
            }
        }
    }
}

/// One of the known texts, or one that is on the screen.
fn text(now: &Observation, random: &mut Random) -> String {
    let shown: Vec<_> = now.screen.widgets().filter(|w| !w.text().is_empty()).collect();
    if shown.is_empty() || random.below(3) > 0 {
        TEXTS[random.below(TEXTS.len())].to_owned()
    } else {
        shown[random.below(shown.len())].text().to_owned()
    }
}

fn listed(sample: Sample, crash: &Crash) -> bool {
    sample.manifest.bugs.iter().any(|bug| match bug.shows {
        Shows::Crash(title) => crash.title() == title,
        Shows::Hang => crash.kind == CrashKind::Anr,
        Shows::Missing(_) | Shows::Present(_) => false,
    })
}

#[test]
fn a_repaired_app_never_crashes_or_hangs() {
    for sample in apps::ALL {
        walk(*sample, BugSwitch::None, 200_000, |now| {
            assert!(now.crashes.is_empty(), "{}: {:?}", sample.manifest.name, now.crashes);
        });
    }
}

#[test]
fn a_published_app_crashes_only_by_its_listed_bugs() {
    for sample in apps::ALL {
        let mut met = BTreeSet::new();
        walk(*sample, BugSwitch::All, 50_000, |now| {
            for crash in &now.crashes {
                assert!(listed(*sample, crash), "{}: {crash:?}", sample.manifest.name);
                met.insert(crash.id());
            }
        });
        let crashing = |shows: Shows| !matches!(shows, Shows::Missing(_) | Shows::Present(_));
        let bugs = sample.manifest.bugs.iter().filter(|bug| crashing(bug.shows)).count();
        assert!(met.len() <= bugs, "{}: more crashes than bugs: {met:?}", sample.manifest.name);
    }
}

/// The app that speed is measured with draws screens of the size real apps have.
#[test]
fn notes_has_forty_widgets_a_screen_on_average() {
    let (mut widgets, mut screens) = (0, 0);
    walk(apps::named("notes").unwrap(), BugSwitch::All, 50_000, |now| {
        widgets += now.screen.len();
        screens += 1;
    });
    assert!(widgets / screens >= 40, "{} on average", widgets / screens);
}
