//! The sample `notebook` behaves as ScarletNotes does in the Themis+ paper (figures 1 and 3): its first bug's
//! traces agree with the published bug automaton, and nothing else ever crashes.

use std::collections::BTreeSet;

use skink_device::{Device, Input};
use skink_gui::{Event, Flags, Screen, Selector, Widget, WindowKind, locate};
use skink_phone::{BugSwitch, Phone, PhoneSettings, Shows, apps};
use skink_trace::Observation;

/// Events by their numbers in the published automaton, and others that are ε to it.
const ALPHABET: [(&str, &str); 7] = [
    ("1", "tap id=new_notebook"),
    ("2", "tap id=notebook_title"),
    ("7", "tap id=menu_button"),
    ("6", "tap id=menu_locked"),
    ("5", "tap id=close_notebook"),
    ("notes", "tap id=menu_notes"),
    ("back", "back"),
];

/// `114-NFA.jff`: its states by name, the empty word for ε.
const AUTOMATON: [(&str, &str, &str); 19] = [
    ("init", "1", "q1"),
    ("init", "6", "init"),
    ("init", "7", "init"),
    ("q1", "1", "q1"),
    ("q1", "2", "q2"),
    ("q1", "6", "q1"),
    ("q1", "7", "q1"),
    ("q2", "1", "q2"),
    ("q2", "5", "q1"),
    ("q2", "7", "q3"),
    ("q2", "", "q1"),
    ("q3", "6", "q4"),
    ("q3", "", "q2"),
    ("q4", "1", "q4"),
    ("q4", "5", "crash"),
    ("q4", "6", "q4"),
    ("q4", "7", "q4"),
    ("q4", "", "q1"),
    ("q4", "", "q2"),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Epsilon {
    Free,
    Never,
}

fn accepts(word: &[&str], epsilon: Epsilon) -> bool {
    let step = |states: &BTreeSet<&'static str>, letter: &str| -> BTreeSet<&'static str> {
        let moves = AUTOMATON.iter().filter(|(from, read, _)| *read == letter && states.contains(from));
        moves.map(|(_, _, to)| *to).collect()
    };
    let close = |mut states: BTreeSet<&'static str>| {
        for _ in 0..AUTOMATON.len() {
            if epsilon == Epsilon::Free {
                states.extend(step(&states, ""));
            }
        }
        states
    };
    let start = close(BTreeSet::from(["init"]));
    let pivots = word.iter().filter(|letter| letter.parse::<u8>().is_ok());
    pivots.fold(start, |states, letter| close(step(&states, letter))).contains("crash")
}

struct Script {
    phone: Phone,
    now: Observation,
}

impl Script {
    fn new(bugs: BugSwitch) -> Self {
        let sample = apps::named("notebook").expect("the sample is registered");
        let mut phone = Phone::new(sample, PhoneSettings { bugs, ..Default::default() }).expect("a phone");
        let now = phone.clean_start(0).expect("a clean start");
        Self { phone, now }
    }

    /// Performs an event, unless its widget is not there.
    fn tries(&mut self, line: &str) -> bool {
        let event: Event = line.parse().expect("an event");
        let widget = locate(&event, None, &self.now.screen).map(|id| self.now.screen.widget(id).bounds());
        let Some(input) = Input::of(&event.action, widget) else { return false };
        self.now = self.phone.perform(&input).expect("performed");
        true
    }

    fn does(&mut self, line: &str) {
        assert!(self.tries(line), "`{line}` finds no widget on\n{:#?}", widgets(&self.now.screen));
    }

    fn sees(&self, selector: &str) -> bool {
        let selector: Selector = selector.parse().expect("a selector");
        selector.find_all(&self.now.screen).next().is_some()
    }

    fn crashed(&self) -> bool {
        !self.now.crashes.is_empty()
    }
}

fn widgets(screen: &Screen) -> Vec<String> {
    screen.widgets().map(|w| format!("{w:?}")).collect()
}

/// Whether a word ends in a crash; none where an event of it is impossible.
fn crashes(word: &[&str]) -> Option<bool> {
    let mut script = Script::new(BugSwitch::All);
    for letter in word {
        let (_, line) = ALPHABET.iter().find(|(name, _)| name == letter).expect("a letter");
        if script.crashed() || !script.tries(line) {
            return None;
        }
    }
    Some(script.crashed())
}

#[test]
fn traces_of_the_paper_crash() {
    for word in [
        &["1", "2", "7", "6", "5"][..],
        &["1", "2", "5", "2", "7", "6", "5"],
        &["1", "2", "back", "2", "7", "6", "5"],
        &["1", "2", "7", "back", "7", "6", "5"],
        &["1", "2", "7", "6", "back", "2", "7", "6", "5"],
        &["1", "1", "2", "1", "7", "6", "1", "7", "6", "7", "back", "5"],
        &["7", "6", "1", "back", "2", "7", "6", "5"],
        &["7", "6", "7", "notes", "1", "2", "7", "6", "7", "notes", "7", "6", "5"],
    ] {
        assert_eq!(crashes(word), Some(true), "{word:?}");
        assert!(accepts(word, Epsilon::Free), "{word:?}");
    }
}

#[test]
fn near_misses_do_not_crash() {
    for word in [
        &["1", "2", "5"][..],
        &["1", "2", "7", "back", "5"],
        &["1", "2", "7", "notes", "5"],
        &["1", "2", "7", "6", "back"],
        &["1", "2", "7", "6", "7", "notes", "5"],
        &["7", "6", "1", "back", "2", "5"],
        &["1", "7", "6", "7", "notes", "2", "5"],
        &["1", "2", "7", "6", "back", "2", "5"],
    ] {
        assert_eq!(crashes(word), Some(false), "{word:?}");
    }
}

#[test]
fn what_the_automaton_has_no_transition_for_is_impossible() {
    for word in [
        &["2"][..],
        &["5"],
        &["6"],
        &["1", "5"],
        &["1", "6"],
        &["1", "2", "2"],
        &["1", "2", "6"],
        &["1", "2", "7", "1"],
        &["1", "2", "7", "2"],
        &["1", "2", "7", "5"],
        &["1", "2", "7", "7"],
        &["1", "2", "7", "6", "2"],
        &["1", "7", "6", "2"],
        &["1", "7", "6", "5"],
    ] {
        assert_eq!(crashes(word), None, "{word:?}");
    }
}

/// Every word of up to eight events: a crash is always one the automaton accepts, and where nothing but pivot
/// events happened, the automaton without its ε accepts nothing else.
#[test]
fn the_language_is_the_published_one() {
    fn explore(script: &mut Script, word: &mut Vec<&'static str>, words: &mut [usize; 2]) {
        if script.crashed() {
            words[1] += 1;
            return assert!(accepts(word, Epsilon::Free), "crashes: {word:?}");
        }
        words[0] += 1;
        let pure = word.iter().all(|letter| letter.parse::<u8>().is_ok());
        assert!(!pure || !accepts(word, Epsilon::Never), "does not crash: {word:?}");
        // Back out of the app: the automaton says nothing about the launcher.
        if word.len() == 8 || script.now.screen.package() != "com.example.notebook" {
            return;
        }
        let here = script.phone.snapshot().expect("a snapshot");
        for (letter, line) in ALPHABET {
            if script.tries(line) {
                word.push(letter);
                explore(script, word, words);
                word.pop();
                script.now = script.phone.restore(&here).expect("restored");
            }
        }
    }
    let mut words = [0; 2];
    explore(
        &mut Script::new(BugSwitch::Only(vec!["close-locked-notebook".into()])),
        &mut Vec::new(),
        &mut words,
    );
    assert!(words[0] > 1_000 && words[1] > 10, "{words:?}");
}

#[test]
fn with_the_bug_fixed_the_cross_leaves_the_notebook() {
    let mut script = Script::new(BugSwitch::None);
    for (_, line) in ALPHABET.iter().take(5) {
        script.does(line);
    }
    assert!(!script.crashed());
    assert!(script.sees("id=notebook_title text=\"Notebook1\""));
    assert!(!script.sees("id=close_notebook"));
}

#[test]
fn notes_and_notebooks_survive_a_restart() {
    let mut script = Script::new(BugSwitch::All);
    for line in [
        "tap id=new_notebook",
        "tap text=\"Notebook1\"",
        "tap id=new_note",
        "type id=title \"Milk\"",
        "tap desc=\"Navigate up\"",
        "relaunch",
        "tap text=\"Notebook1\"",
    ] {
        script.does(line);
    }
    assert!(script.sees("id=note_title text=\"Milk\""));
}

#[test]
fn an_empty_note_is_discarded() {
    let mut script = Script::new(BugSwitch::All);
    script.does("tap id=new_note");
    script.does("back");
    assert!(script.sees("id=note_title text=\"Shopping list\""));
    assert!(!script.sees("text=\"Untitled\""));
}

#[test]
fn a_note_goes_to_the_trash_and_is_deleted_there_after_a_question() {
    let mut script = Script::new(BugSwitch::All);
    for line in [
        "longtap text=\"Shopping list\"",
        "tap text=\"Move to trash\"",
        "tap id=menu_button",
        "tap text=\"Trash\"",
        "tap text=\"Shopping list\"",
        "tap text=\"Delete forever\"",
        "tap id=button2",
    ] {
        script.does(line);
    }
    assert!(script.sees("text=\"Shopping list\""));
    for line in ["tap text=\"Shopping list\"", "tap text=\"Delete forever\"", "tap id=button1"] {
        script.does(line);
    }
    assert!(script.sees("text=\"The trash is empty\""));
}

#[test]
fn a_locked_note_asks_for_the_pin() {
    let mut script = Script::new(BugSwitch::All);
    for line in [
        "longtap text=\"Shopping list\"",
        "tap text=\"Lock\"",
        "tap id=menu_button",
        "tap text=\"Settings\"",
        "scroll down id=settings_scroll",
        "tap text=\"PIN\"",
        "type id=pin \"1234\"",
        "tap id=button1",
        "back",
        "tap text=\"Shopping list\"",
        "type id=pin \"1\"",
        "tap id=button1",
    ] {
        script.does(line);
    }
    assert!(!script.sees("id=body"));
    script.does("type id=pin \"1234\"");
    script.does("tap id=button1");
    assert!(script.sees("id=body"));
}

#[test]
fn the_whole_drawer_can_be_reached_in_landscape() {
    let mut script = Script::new(BugSwitch::All);
    for line in [
        "rotate",
        "tap desc=\"Open navigation drawer\"",
        "scroll down id=drawer_scroll",
        "scroll down id=drawer_scroll",
        "tap text=\"By title\"",
    ] {
        script.does(line);
    }
    script.does("tap desc=\"Open navigation drawer\"");
    script.does("scroll down id=drawer_scroll");
    script.does("scroll down id=drawer_scroll");
    let chosen: Selector = "text=\"By title\"".parse().expect("a selector");
    assert!(chosen.find_all(&script.now.screen).any(|entry| entry.is(Flags::CHECKED)));
}

/// A linear congruential generator with Knuth's constants: good enough to walk about.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// The events a user could think of on a screen, and those of the system.
fn possible(screen: &Screen) -> Vec<Input> {
    let on = |widget: &Widget<'_>, line: &str| {
        let event: Event = format!("{line} class=X").parse().expect("an event");
        Input::of(&event.action, Some(widget.bounds()))
    };
    let typing = |widget: &Widget<'_>| {
        let event: Event = "type class=X \"1\"".parse().expect("an event");
        Input::of(&event.action, Some(widget.bounds()))
    };
    let mut inputs = Vec::new();
    for widget in screen.widgets() {
        for (flag, line) in [
            (Flags::CLICKABLE, "tap"),
            (Flags::LONG_CLICKABLE, "longtap"),
            (Flags::SCROLLABLE, "scroll down"),
            (Flags::SCROLLABLE, "scroll up"),
        ] {
            if widget.is(flag) {
                inputs.extend(on(&widget, line));
            }
        }
        if widget.is(Flags::EDITABLE) {
            inputs.extend(typing(&widget));
        }
    }
    for line in ["back", "rotate", "background", "kill", "menu", "enter", "wait 9000"] {
        let event: Event = line.parse().expect("an event");
        inputs.extend(Input::of(&event.action, None));
    }
    inputs
}

#[test]
fn nothing_crashes_with_all_bugs_fixed_and_no_walk_gets_stuck() {
    let mut script = Script::new(BugSwitch::None);
    let mut random = Random(1);
    let (mut covered, mut sizes) = (BTreeSet::from_iter(script.now.covered.clone()), Vec::new());
    for start in 0..40 {
        script.now = script.phone.clean_start(start).expect("a clean start");
        covered.extend(script.now.covered.iter().copied());
        for _ in 0..400 {
            let inputs = possible(&script.now.screen);
            let input = &inputs[random.below(inputs.len())];
            script.now = script.phone.perform(input).expect("performed");
            assert!(!script.crashed(), "{:?} by {input:?}", script.now.crashes);
            covered.extend(script.now.covered.iter().copied());
            if script.now.screen.package() != "com.example.notebook" {
                script.now = script.phone.perform(&Input::Launch).expect("launched");
            }
            let Observation { screen, .. } = &script.now;
            if screen.window() == WindowKind::Page && screen.rotation() == 0 {
                sizes.push(screen.widgets().count());
            }
        }
        // No stack of pages is deeper than five, and a keyboard may be up on each.
        for _ in 0..10 {
            if script.now.screen.package() == "com.example.notebook" {
                script.does("back");
            }
        }
        assert_ne!(script.now.screen.package(), "com.example.notebook", "{:#?}", widgets(&script.now.screen));
    }
    let branches = script.phone.branches().expect("counted") as usize;
    let average = sizes.iter().sum::<usize>() / sizes.len();
    assert!((25..=60).contains(&average), "{average} widgets a page");
    assert!(covered.len() * 10 >= branches * 8, "{} of {branches} branches", covered.len());
}

#[test]
fn every_crash_is_one_of_the_manifest() {
    let mut script = Script::new(BugSwitch::All);
    let known: Vec<_> =
        apps::named("notebook").expect("the sample").manifest.bugs.iter().map(|b| b.shows).collect();
    let mut random = Random(7);
    let mut seen = BTreeSet::new();
    for start in 0..40 {
        script.now = script.phone.clean_start(start).expect("a clean start");
        for _ in 0..400 {
            let inputs = possible(&script.now.screen);
            script.now = script.phone.perform(&inputs[random.below(inputs.len())]).expect("performed");
            for crash in &script.now.crashes {
                let title = crash.title();
                assert!(
                    known.iter().any(|shows| matches!(shows, Shows::Crash(t) if *t == title)),
                    "{crash:?}"
                );
                seen.insert(title);
            }
            if script.now.screen.package() != "com.example.notebook" {
                script.now = script.phone.perform(&Input::Launch).expect("launched");
            }
        }
    }
    assert!(seen.len() > 1, "{seen:?}");
}
