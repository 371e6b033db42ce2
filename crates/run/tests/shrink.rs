//! On every crash and hang of the sample apps, shrinking reaches the length of the trace the app lists.

#![allow(clippy::unwrap_used)]

use std::sync::atomic::AtomicBool;

use skink_device::{Device, Input};
use skink_gui::{Action, Event, Key, Screen, WidgetId, enabled, locate};
use skink_phone::{App, Bug, Cx, Fault, Manifest, Phone, PhoneSettings, Sample, Shows, Ui, Window, apps};
use skink_run::{Dice, Scripted, ShrinkBudget, shrink};
use skink_trace::{Crash, CrashKind, Observation};

fn is_shown(bug: &Bug, crash: &Crash) -> bool {
    match bug.shows {
        Shows::Crash(title) => crash.title() == title,
        Shows::Hang => crash.kind == CrashKind::Anr,
        Shows::Missing(_) | Shows::Present(_) => false,
    }
}

/// The script so far, and the phone after it.
struct Walk {
    phone: Phone,
    now: Observation,
    script: Vec<Scripted>,
}

impl Walk {
    fn perform(&mut self, event: Event, widget: Option<WidgetId>) -> bool {
        let bounds = widget.map(|id| self.now.screen.widget(id).bounds());
        let Some(input) = Input::of(&event.action, bounds) else { return false };
        let performed_on = widget.map(|id| (self.now.screen.clone(), id));
        self.now = self.phone.perform(&input).unwrap();
        self.script.push(Scripted { performed_on, millis: 300, ..Scripted::new(event) });
        true
    }

    /// Something the app's user might do besides; says whether the next listed event can still be done.
    fn detour(&mut self, dice: &mut Dice, next: &Event) -> bool {
        let (kept, now, length) = (self.phone.snapshot().unwrap(), self.now.clone(), self.script.len());
        for _ in 0..1 + dice.below(3) {
            let choices = enabled(&self.now.screen);
            match dice.pick(&choices).filter(|_| !dice_says_key(length)) {
                Some(chosen) => {
                    let event = chosen.event(&self.now.screen, || "noise".into());
                    self.perform(event, Some(chosen.widget()));
                }
                None => {
                    self.perform(Event::key(Key::Back), None);
                }
            }
        }
        let fits = self.now.crashes.is_empty() && can_be_done(next, &self.now.screen);
        if !fits {
            self.now = now;
            self.script.truncate(length);
            self.phone.restore(&kept).unwrap();
        }
        fits
    }
}

/// Every third detour goes back.
fn dice_says_key(length: usize) -> bool {
    length % 3 == 2
}

fn can_be_done(event: &Event, screen: &Screen) -> bool {
    !event.action.needs_target() || locate(event, None, screen).is_some()
}

/// The listed trace with detours in it, and the crash it ends with; `None` where a detour made it miss the bug.
fn noisy(sample: Sample, bug: &Bug, seed: u64) -> Option<(Vec<Scripted>, Crash)> {
    let mut phone = Phone::new(sample, PhoneSettings::default()).unwrap();
    let now = phone.clean_start(0).unwrap();
    let mut walk = Walk { phone, now, script: Vec::new() };
    for (number, line) in bug.trace.iter().enumerate() {
        let event: Event = line.parse().unwrap();
        let rounds = Dice::at(seed, 1000 + number as u64).below(4);
        for round in 0..rounds {
            let mut dice = Dice::at(seed, (number * 10 + round) as u64);
            walk.detour(&mut dice, &event);
        }
        let widget = locate(&event, None, &walk.now.screen);
        if !walk.perform(event, widget) {
            return None;
        }
    }
    let crash = walk.now.crashes.iter().find(|crash| is_shown(bug, crash))?.clone();
    (walk.script.len() > bug.trace.len()).then_some((walk.script, crash))
}

#[test]
fn shrinking_reaches_the_listed_length() {
    let mut shrunk_bugs = 0;
    for sample in apps::ALL {
        for bug in sample.manifest.bugs.iter().filter(|bug| bug.kind.is_in_log()) {
            let name = format!("{}: {}", sample.manifest.name, bug.id);
            let traces: Vec<_> = (0..60).filter_map(|seed| noisy(*sample, bug, seed)).take(3).collect();
            assert!(!traces.is_empty(), "{name}: no detour leads to it");
            for (script, crash) in traces {
                let mut phone = Phone::new(*sample, PhoneSettings::default()).unwrap();
                let stop = AtomicBool::new(false);
                let budget = ShrinkBudget::default();
                let shrunk = shrink(&mut phone, &script, &crash.id(), budget, &stop, &mut |_, _| {})
                    .unwrap()
                    .unwrap_or_else(|rate| panic!("{name}: does not show, {rate:?}"));
                let left: Vec<String> = shrunk.replayed.script().iter().map(Scripted::describe).collect();
                assert!(shrunk.minimal, "{name}: not minimal: {left:#?}");
                assert_eq!(left.len(), bug.trace.len(), "{name}: {} events became {left:#?}", script.len());
            }
            shrunk_bugs += 1;
        }
    }
    assert!(shrunk_bugs > 0);
}

#[test]
fn a_finding_that_never_shows_is_reported_with_its_rate() {
    let sample = apps::named("sanity").unwrap();
    let mut phone = Phone::new(sample, PhoneSettings::default()).unwrap();
    let script = [Scripted::new(Event::plain(Action::Rotate))];
    let stop = AtomicBool::new(false);
    let rate = shrink(&mut phone, &script, "crash-00000000", ShrinkBudget::default(), &stop, &mut |_, _| {})
        .unwrap()
        .unwrap_err();
    assert_eq!((rate.shown, rate.tried), (0, 3));
}

/// Crashes only in even hours: the clean starts 0 and 2 of the first three.
#[derive(Clone, Default)]
struct Flaky;

impl App for Flaky {
    type Page = ();
    type Msg = ();

    const MANIFEST: Manifest = Manifest {
        name: "flaky",
        package: "com.example.flaky",
        title: "Flaky",
        about: "",
        bugs: &[],
        traps: &[],
        source: "",
    };

    fn start(&mut self, _cx: &mut Cx<'_, Self>) {}

    fn window(_page: &()) -> Window {
        Window::Activity(".MainActivity")
    }

    fn view(&self, (): &(), ui: &mut Ui<'_, ()>) {
        ui.button("go", "Go").tap(());
    }

    fn update(&mut self, (): &mut (), (): (), cx: &mut Cx<'_, Self>) {
        if (cx.now() / 3_600_000).is_multiple_of(2) {
            cx.crash(
                Fault::new("java.lang.IllegalStateException", "even")
                    .at("com.example.flaky.Main.go(Main.java:1)"),
            );
        }
    }
}

#[test]
fn a_flaky_finding_is_shrunk_and_reported_with_its_rate() {
    let mut phone = Phone::new(Sample::of::<Flaky>(), PhoneSettings::default()).unwrap();
    let rotate = || Scripted::new(Event::plain(Action::Rotate));
    let go = Scripted::new("tap id=go".parse().unwrap());
    let first = phone.clean_start(0).unwrap();
    let button = first.screen.widgets().find(|w| w.short_id() == "go").unwrap().bounds();
    let crash = phone.perform(&Input::Tap(button.center())).unwrap().crashes.remove(0);
    let script = [rotate(), rotate(), rotate(), go];
    let stop = AtomicBool::new(false);
    let shrunk = shrink(&mut phone, &script, &crash.id(), ShrinkBudget::default(), &stop, &mut |_, _| {})
        .unwrap()
        .unwrap();
    assert_eq!((shrunk.rate.shown, shrunk.rate.tried), (2, 3));
    assert_eq!(shrunk.replayed.steps.len(), 1);
    assert!(!shrunk.minimal, "a bug that does not always show is never called minimal");
}
