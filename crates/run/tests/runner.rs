//! What the runner does by itself: it comes back into the app, answers the system, ends traces at crashes, and
//! keeps to its budget. Shown on an app of the test's own.

#![allow(clippy::unwrap_used)]

use std::sync::atomic::AtomicBool;

use skink_device::Device;
use skink_gui::{Action, Event, Key, Selector};
use skink_phone::{App, Cx, Fault, Manifest, Neighbour, Phone, PhoneSettings, Sample, Ui, Window};
use skink_run::{
    AfterCrash, Answers, Budget, Choice, Moment, Permission, RunDir, RunFile, Strategy, execute,
};
use skink_trace::{Actor, Entry, RunSummary};

/// One page with a button for everything that can happen to a tester.
#[derive(Clone, Default)]
struct Awkward {
    granted: Option<bool>,
    picture: Option<String>,
}

#[derive(Clone)]
enum Msg {
    Ask,
    Granted(bool),
    Leave,
    Crash,
    Hang,
    Camera,
    Picture(Option<String>),
}

impl App for Awkward {
    type Page = ();
    type Msg = Msg;

    const MANIFEST: Manifest = Manifest {
        name: "awkward",
        package: "com.example.awkward",
        title: "Awkward",
        about: "",
        bugs: &[],
        traps: &[],
        source: "",
    };

    fn start(&mut self, _cx: &mut Cx<'_, Self>) {}

    fn window(_page: &()) -> Window {
        Window::Activity(".MainActivity")
    }

    fn view(&self, (): &(), ui: &mut Ui<'_, Msg>) {
        ui.column("root", |ui| {
            ui.text("state", format_args!("{:?} {:?}", self.granted, self.picture.is_some()));
            for (id, msg) in [
                ("ask", Msg::Ask),
                ("leave", Msg::Leave),
                ("crash", Msg::Crash),
                ("hang", Msg::Hang),
                ("camera", Msg::Camera),
            ] {
                ui.button(id, id).tap(msg);
            }
        });
    }

    fn update(&mut self, (): &mut (), msg: Msg, cx: &mut Cx<'_, Self>) {
        let fault = |method: &str| {
            Fault::new("java.lang.IllegalStateException", "x")
                .at(&format!("com.example.awkward.Main.{method}(M:1)"))
        };
        match msg {
            Msg::Ask => cx.permission("android.permission.CAMERA", Msg::Granted(true), Msg::Granted(false)),
            Msg::Granted(granted) => self.granted = Some(granted),
            Msg::Leave => cx.close_all(),
            Msg::Crash => cx.crash(fault("crash")),
            Msg::Hang => cx.hang(fault("hang")),
            Msg::Camera => cx.visit(Neighbour::Camera, Msg::Picture),
            Msg::Picture(picture) => self.picture = picture,
        }
    }
}

/// Does what it was told, then finishes.
struct Scripted(std::vec::IntoIter<Event>);

impl Scripted {
    fn new(lines: &[&str]) -> Self {
        Self(lines.iter().map(|line| line.parse().unwrap()).collect::<Vec<Event>>().into_iter())
    }
}

impl Strategy for Scripted {
    fn name(&self) -> &'static str {
        "scripted"
    }

    fn next(&mut self, _moment: &mut Moment<'_>) -> Choice {
        self.0.next().map_or(Choice::Finished, |event| Choice::Do(event, None))
    }
}

/// The summary of a scripted run, its events as (who, what), and the last screen's state text.
fn run(script: &[&str], answers: Answers, budget: Budget) -> (RunSummary, Vec<(Actor, Event)>, String) {
    let folder = tempfile::tempdir().unwrap();
    let mut file = RunFile::new("test", "awkward", "phone", "scripted", 1);
    file.answers = answers;
    file.budget = budget;
    let run = RunDir::create(&folder.path().join("run"), &file).unwrap();
    let mut phone = Phone::new(Sample::of::<Awkward>(), PhoneSettings::default()).unwrap();
    let mut strategy = Scripted::new(script);
    let stop = AtomicBool::new(false);
    let summary = execute(&run, &file, &mut phone, &mut strategy, None, &mut (), &stop).unwrap();
    let mut events = Vec::new();
    run.read_trace(|entry| {
        if let Entry::Step(step) = entry {
            events.push((step.actor, step.event));
        }
        Ok(true)
    })
    .unwrap();
    let last = phone.observe().unwrap().screen;
    let state = Selector::id("state").find_all(&last).next().map(|w| w.text().to_owned()).unwrap_or_default();
    (summary, events, state)
}

fn by_runner(events: &[(Actor, Event)]) -> Vec<Event> {
    events.iter().filter(|(actor, _)| *actor == Actor::Runner).map(|(_, event)| event.clone()).collect()
}

#[test]
fn it_comes_back_with_back_and_then_a_launch() {
    let (summary, events, _) = run(&["tap id=leave", "rotate"], Answers::default(), Budget::default());
    assert_eq!(by_runner(&events), [Event::key(Key::Back), Event::plain(Action::Launch)]);
    assert_eq!((summary.events, summary.restarts), (4, 0));
}

#[test]
fn permissions_are_answered_as_the_settings_say() {
    for (permission, expected) in
        [(Permission::Allow, "Some(true) false"), (Permission::Deny, "Some(false) false")]
    {
        let answers = Answers { permission, ..Answers::default() };
        let (_, events, state) = run(&["tap id=ask", "rotate"], answers, Budget::default());
        assert_eq!(state, expected);
        assert_eq!(by_runner(&events).len(), 1);
    }
}

#[test]
fn a_crash_and_a_hang_end_their_traces_and_are_found() {
    let script = ["tap id=crash", "tap id=hang", "tap id=crash"];
    let (summary, events, _) = run(&script, Answers::default(), Budget::default());
    let found: Vec<_> =
        summary.findings.iter().map(|f| (f.kind.as_str(), f.title.as_str(), f.events, f.count)).collect();
    assert_eq!(
        found,
        [
            ("anr", "Not responding in Main.hang", 1, 1),
            ("crash", "IllegalStateException in Main.crash", 1, 2)
        ]
    );
    assert_eq!((summary.events, summary.restarts), (3, 3));
    assert!(by_runner(&events).is_empty());
}

#[test]
fn after_a_crash_it_can_go_on_with_the_data_there_is() {
    let answers = Answers { after_crash: AfterCrash::Continue, ..Answers::default() };
    let (summary, _, state) =
        run(&["tap id=ask", "tap id=crash", "rotate", "tap id=hang", "rotate"], answers, Budget::default());
    assert_eq!(summary.restarts, 0);
    assert_eq!(state, "Some(true) false");
}

#[test]
fn the_strategy_may_use_another_app_for_a_while() {
    let script = ["tap id=camera", "tap id=shutter_button", "tap id=done_button", "rotate"];
    let (_, events, state) = run(&script, Answers::default(), Budget::default());
    assert_eq!(state, "None true");
    assert!(by_runner(&events).is_empty());
    let at_once = Answers { events_in_other_apps: 0, ..Answers::default() };
    let (_, events, state) = run(&["tap id=camera", "rotate"], at_once, Budget::default());
    assert_eq!(by_runner(&events), [Event::key(Key::Back)]);
    assert_eq!(state, "None false");
}

#[test]
fn budgets_end_a_run() {
    let script = vec!["rotate"; 50];
    let ended = |budget| run(&script, Answers::default(), budget).0;
    let by_events = ended(Budget { events: Some(7), ..Budget::default() });
    assert_eq!((by_events.events, by_events.ended.as_str()), (7, "events"));
    let by_phone = ended(Budget { phone_millis: Some(5_000), ..Budget::default() });
    assert_eq!((by_phone.events, by_phone.ended.as_str()), (10, "phone-time"));
    let by_time = ended(Budget { wall_millis: Some(0), ..Budget::default() });
    assert_eq!((by_time.events, by_time.ended.as_str()), (0, "time"));
    assert_eq!(ended(Budget::default()).ended, "finished");
}
