//! A stage that remembers does what one does that does not, and executes less.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use skink_device::{Device, DeviceError, Input, Snapshot};
use skink_gui::{Bounds, Event, Flags, Header, Screen, ScreenBuilder, WidgetSpec};
use skink_independence::{Did, Inserted, Planned, Position, Stage, execute};
use skink_model::EventKey;
use skink_trace::{Observation, Step};

/// What a device was asked to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Calls {
    starts: u32,
    performed: u32,
    restored: u32,
}

/// A device that shows how often each of three buttons was pressed, and the third only after the first.
struct Buttons {
    pressed: [u32; 3],
    start: u64,
    snapshots: bool,
    calls: Rc<Cell<Calls>>,
}

const NAMES: [&str; 3] = ["one", "two", "three"];

impl Buttons {
    fn new(snapshots: bool) -> (Self, Rc<Cell<Calls>>) {
        let calls = Rc::<Cell<Calls>>::default();
        (Self { pressed: [0; 3], start: 0, snapshots, calls: Rc::clone(&calls) }, calls)
    }

    fn count(&self, count: impl FnOnce(&mut Calls)) {
        let mut calls = self.calls.get();
        count(&mut calls);
        self.calls.set(calls);
    }

    fn bounds(at: usize) -> Bounds {
        let top = 10 * at as i32;
        Bounds { left: 0, top, right: 10, bottom: top + 10 }
    }

    fn screen(&self) -> Screen {
        let mut b = ScreenBuilder::new();
        let whole = Bounds { left: 0, top: 0, right: 10, bottom: 100 };
        b.open(&WidgetSpec { class: "FrameLayout", bounds: whole, ..Default::default() });
        for (at, id) in NAMES.iter().enumerate().filter(|(at, _)| *at < 2 || self.pressed[0] > 0) {
            let (flags, bounds) = (Flags::CLICKABLE | Flags::ENABLED, Self::bounds(at));
            b.leaf(&WidgetSpec { class: "Button", id, flags, bounds, ..Default::default() });
        }
        let text = format!("{:?} since start {}", self.pressed, self.start);
        b.leaf(&WidgetSpec { class: "TextView", text: &text, bounds: Self::bounds(5), ..Default::default() });
        b.close();
        b.finish(&Header { package: "buttons", ..Header::default() })
    }
}

impl Device for Buttons {
    fn name(&self) -> String {
        "buttons".into()
    }
    fn package(&self) -> &str {
        "buttons"
    }
    fn clean_start(&mut self, start: u64) -> Result<Observation, DeviceError> {
        self.count(|calls| calls.starts += 1);
        (self.pressed, self.start) = ([0; 3], start);
        self.observe()
    }
    fn observe(&mut self) -> Result<Observation, DeviceError> {
        Ok(Observation::of(self.screen()))
    }
    fn perform(&mut self, input: &Input) -> Result<Observation, DeviceError> {
        self.count(|calls| calls.performed += 1);
        if let Input::Tap(point) = input {
            (0..3).filter(|at| Self::bounds(*at).contains(*point)).for_each(|at| self.pressed[at] += 1);
        }
        self.observe()
    }
    fn clock(&self) -> Duration {
        Duration::ZERO
    }
    fn log(&mut self) -> Result<String, DeviceError> {
        Ok(String::new())
    }
    fn snapshot(&self) -> Option<Snapshot> {
        self.snapshots.then(|| Snapshot::new((self.pressed, self.start)))
    }
    fn restore(&mut self, snapshot: &Snapshot) -> Result<Observation, DeviceError> {
        self.count(|calls| calls.restored += 1);
        (self.pressed, self.start) = *snapshot.state().expect("its own state");
        self.observe()
    }
}

/// The steps of a test that presses those buttons.
fn test(buttons: &[&str]) -> Vec<Step> {
    let (mut device, _) = Buttons::new(false);
    let mut stage = Stage::new(&mut device);
    stage.start(0).expect("it starts");
    let press = |id: &&str| {
        let event: Event = format!("tap id={id}").parse().expect("an event");
        match stage.by_selector(&event).expect("it works") {
            Did::Step(step) => *step,
            _ => panic!("there is no {id}"),
        }
    };
    buttons.iter().map(press).collect()
}

/// What comes of tests, each from a clean start; none where an event finds no widget.
fn outcome(stage: &mut Stage<'_>, tests: &[(u64, Vec<Step>)]) -> Vec<Option<Vec<Step>>> {
    let once = |(start, steps): &(u64, Vec<Step>)| {
        execute(stage, *start, steps).expect("it works").map(|done| done.steps)
    };
    tests.iter().map(once).collect()
}

/// What comes of them where nothing is remembered.
fn expected(tests: &[(u64, Vec<Step>)]) -> Vec<Option<Vec<Step>>> {
    outcome(&mut Stage::new(&mut Buttons::new(false).0), tests)
}

#[test]
fn what_was_done_since_the_same_clean_start_is_not_executed_again() {
    let long = test(&["one", "two", "three"]);
    let other = test(&["one", "two", "one"]);
    let tests = [(0, long.clone()), (0, long), (0, other.clone()), (7, other)];
    let (mut device, calls) = Buttons::new(true);
    let mut stage = Stage::remembering(&mut device);
    let done = outcome(&mut stage, &tests);
    assert_eq!(done, expected(&tests));
    assert!(done.iter().all(Option::is_some), "all can be done");
    // Three events, then none, then the one that is another; another start is another matter.
    assert_eq!(calls.get(), Calls { starts: 2, performed: 3 + 1 + 3, restored: 1 });
    assert_eq!((stage.cost.starts, stage.cost.executed, stage.cost.restored), (2, 7, 1));
}

#[test]
fn a_device_that_keeps_no_snapshots_executes_everything_and_so_does_a_stage_that_does_not_remember() {
    let steps = test(&["one", "two"]);
    let tests = [(0, steps.clone()), (0, steps)];
    let all = Calls { starts: 2, performed: 4, restored: 0 };
    let (mut device, calls) = Buttons::new(false);
    assert_eq!(outcome(&mut Stage::remembering(&mut device), &tests), expected(&tests));
    assert_eq!(calls.get(), all);
    let (mut device, calls) = Buttons::new(true);
    assert_eq!(outcome(&mut Stage::new(&mut device), &tests), expected(&tests));
    assert_eq!(calls.get(), all);
}

#[test]
fn work_that_is_done_afresh_executes_everything_and_what_was_remembered_is_there_after_it() {
    let tests = [(0, test(&["one", "two"]))];
    let (mut device, calls) = Buttons::new(true);
    let mut stage = Stage::remembering(&mut device);
    outcome(&mut stage, &tests);
    assert_eq!(stage.afresh(|stage| outcome(stage, &tests)), expected(&tests));
    let all = Calls { starts: 2, performed: 4, restored: 0 };
    assert_eq!(calls.get(), all);
    assert_eq!(outcome(&mut stage, &tests), expected(&tests));
    assert_eq!(calls.get(), all);
    // The device stands where it was left, and is brought to where it should be.
    stage.afresh(|stage| outcome(stage, &[(3, test(&["two"]))]));
    let further = [(0, test(&["one", "two", "three"]))];
    assert_eq!(outcome(&mut stage, &further), expected(&further));
    assert_eq!(calls.get(), Calls { starts: 3, performed: 6, restored: 1 });
}

#[test]
fn what_finds_no_widget_moves_nothing_and_forgets_nothing() {
    let steps = test(&["one", "three"]);
    let (mut device, calls) = Buttons::new(true);
    let mut stage = Stage::remembering(&mut device);
    outcome(&mut stage, &[(0, steps.clone())]);
    let before = calls.get();
    stage.start(0).expect("it starts");
    // The third button is not there yet.
    assert!(matches!(stage.again(&steps[1]), Ok(Did::Missing)));
    assert_eq!(calls.get(), before, "the device is left alone");
    assert!(matches!(stage.again(&steps[0]), Ok(Did::Step(step)) if *step == steps[0]));
    assert_eq!(calls.get(), before, "it is still known where the stage is");
    let two = test(&["one", "two"]).remove(1);
    assert!(matches!(stage.again(&two), Ok(Did::Step(step)) if *step == two));
    assert_eq!(calls.get(), Calls { performed: before.performed + 1, restored: 1, ..before });
}

#[test]
fn a_stage_that_remembers_too_much_forgets_it_and_is_right_all_the_same() {
    let steps = test(&["one", "two"]);
    // More than there is room for, which comes to its end in the midst of a test.
    let tests: Vec<(u64, Vec<Step>)> =
        [(0, Vec::new())].into_iter().chain((1..1_500).map(|start| (start, steps.clone()))).collect();
    let (mut device, calls) = Buttons::new(true);
    let mut stage = Stage::remembering(&mut device);
    assert!(outcome(&mut stage, &tests) == expected(&tests), "some test came out otherwise");
    assert_eq!(calls.get().starts, 1_500);
    // The last is known, the first is not any more.
    let again = |stage: &mut Stage<'_>, at: usize| {
        let before = calls.get();
        assert!(outcome(stage, &tests[at..=at]) == expected(&tests[at..=at]));
        calls.get().starts - before.starts
    };
    assert_eq!(again(&mut stage, 1_499), 0);
    assert_eq!(again(&mut stage, 1), 1);
}

#[test]
fn events_are_inserted_where_the_remembered_ones_led() {
    let steps = test(&["one", "two"]);
    let planned = |step: &Step| Planned { key: EventKey::of_step(step), data: String::new() };
    let [one, two] = [0, 1].map(|at| planned(&steps[at]));
    let inserts = [vec![one.clone()], vec![one.clone(), two.clone()], vec![two]];
    let run = |stage: &mut Stage<'_>| -> Vec<Vec<Step>> {
        // What is remembered leads there without the device.
        outcome(stage, &[(0, steps.clone())]);
        let mut place = Position::new(stage, 0, &steps[..1]);
        let all = inserts.iter().map(|events| {
            let Ok(Inserted::Done(own)) = place.insert(events) else { panic!("they can be done") };
            let (after, whole) = place.go_on(&steps[1..]).expect("it works");
            assert!(whole);
            [own, after].concat()
        });
        all.collect()
    };
    let plain = run(&mut Stage::new(&mut Buttons::new(false).0));
    assert_eq!(run(&mut Stage::new(&mut Buttons::new(true).0)), plain);
    assert_eq!(run(&mut Stage::remembering(&mut Buttons::new(false).0)), plain);
    let (mut device, calls) = Buttons::new(true);
    assert_eq!(run(&mut Stage::remembering(&mut device)), plain);
    assert_eq!(calls.get().starts, 1);
}
