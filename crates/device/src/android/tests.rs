//! The device against an adb server in the process whose phone is a few variables: what is asked of it, what it
//! tells, and what happens when it goes away in the middle.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use skink_gui::{Point, WindowKind};
use skink_trace::CrashKind;

use super::*;
use crate::adb::fake::{FakeAdb, Reply, SERIAL};
use crate::agent;

/// The phone behind the fake server.
#[derive(Default)]
struct World {
    front: &'static str,
    taps: u32,
    log: String,
    /// A foreign activity lies on the app's task until that is cleared.
    camera_on_task: bool,
    boot: u32,
    asleep: bool,
    /// The agent's next answer is lost: before it acts, or after.
    lose: Option<Lose>,
    /// Numbers of the steps that were asked for.
    asked: Vec<u32>,
    /// The last step done and its answer.
    kept: Option<(u32, agent::Reply)>,
    notices: Vec<agent::Notice>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Lose {
    Request,
    Answer,
}

const DUMP_FILE: &str = "/data/local/tmp/skink-dump.xml";

fn dump(package: &str, text: &str) -> String {
    format!(
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\"><node index=\"0\" \
         text=\"{text}\" resource-id=\"\" class=\"android.widget.Button\" package=\"{package}\" content-desc=\"\" \
         clickable=\"true\" enabled=\"true\" bounds=\"[0,0][600,800]\" /></hierarchy>"
    )
}

fn answer(world: &Mutex<World>, command: &str) -> Reply {
    let mut w = world.lock().expect("one at a time");
    let app = "com.example";
    Reply::ok(&match command {
        "getprop" => "[ro.build.version.sdk]: [19]\n[ro.build.version.release]: [4.4.2]\n[ro.product.model]: [Fake]\n\
                      [sys.boot_completed]: [1]\n"
            .to_owned(),
        "getprop sys.boot_completed" => "1\n".to_owned(),
        "wm size" => "Physical size: 600x800\n".to_owned(),
        "cat /proc/sys/kernel/random/boot_id" => format!("boot-{}\n", w.boot),
        c if c.starts_with("dumpsys package") => "Activity Resolver Table:\n  Non-Data Actions:\n      \
             android.intent.action.MAIN:\n        1 com.example/.Main filter 2\n          Action: \
             \"android.intent.action.MAIN\"\n          Category: \"android.intent.category.LAUNCHER\"\nPackages:\n  \
             Package [com.example] (1):\n    versionCode=1 targetSdk=19\n"
            .to_owned(),
        c if c.contains("pm clear") => {
            w.front = "launcher";
            "Success\n".to_owned()
        }
        c if c.starts_with("am start") => {
            w.camera_on_task &= !c.contains("0x10008000");
            w.front = if w.camera_on_task { "com.camera" } else { app };
            "Starting: Intent { }\n".to_owned()
        }
        "dumpsys power" if w.asleep => "mWakefulness=Asleep\n".to_owned(),
        "input keyevent 26" => {
            w.asleep = false;
            String::new()
        }
        "id" => "uid=0(root) gid=0(root)\n".to_owned(),
        "input keyevent 3" => {
            w.front = "launcher";
            String::new()
        }
        c if c.starts_with("input tap") => {
            w.taps += 1;
            String::new()
        }
        c if c.contains("uiautomator dump") => {
            let file = dump(w.front, &format!("{} taps", w.taps)).into_bytes();
            let mut reply = Reply::ok(&format!("UI hierchary dumped to: {DUMP_FILE}\n"));
            reply.file = Some((DUMP_FILE.to_owned(), file));
            return reply;
        }
        "dumpsys window windows" => format!("  mCurrentFocus=Window{{1 u0 {0}/{0}.Main}}\n", w.front),
        c if c.starts_with("logcat") => w.log.clone(),
        _ => String::new(),
    })
}

/// The agent of the fake phone, as the real one: a step is done once under its number.
fn asked(world: &Mutex<World>, request: agent::Request) -> Option<agent::Reply> {
    let mut w = world.lock().expect("one at a time");
    let agent::Request::Step { number, perform, .. } = request else { return Some(agent::Reply::Done) };
    if w.lose.take_if(|lose| *lose == Lose::Request).is_some() {
        return None;
    }
    w.asked.push(number);
    let kept = w.kept.clone().filter(|(kept, _)| *kept == number).map(|(_, reply)| reply);
    let reply = kept.unwrap_or_else(|| {
        let taps = matches!(perform, agent::Perform::Tap(_));
        w.taps += u32::from(taps && !w.asleep);
        let text = format!("{} taps", w.taps);
        let screen = skink_gui::parse_xml(dump(w.front, &text).as_bytes()).expect("a dump");
        let mut look = agent::Look::of(&screen);
        if taps && w.asleep {
            look.performed = agent::Performed::Refused;
        }
        look.notices = std::mem::take(&mut w.notices);
        agent::Reply::Look(Box::new(look))
    });
    w.kept = Some((number, reply.clone()));
    w.lose.take().is_none().then_some(reply)
}

struct Bench {
    fake: FakeAdb,
    world: Arc<Mutex<World>>,
}

impl Bench {
    fn new() -> Bench {
        let world = Arc::new(Mutex::new(World { front: "launcher", ..World::default() }));
        let shared = Arc::clone(&world);
        let fake = FakeAdb::start(false, move |command| answer(&shared, command));
        Bench { fake, world }
    }

    /// With an agent.
    fn with_agent() -> Bench {
        let Bench { fake, world } = Bench::new();
        let shared = Arc::clone(&world);
        let fake = fake.with_agent(move |request| asked(&shared, request));
        Bench { fake, world }
    }

    fn open(&self) -> AndroidDevice {
        self.open_with(DriverChoice::Shell)
    }

    fn open_with(&self, driver: DriverChoice) -> AndroidDevice {
        let settings = AndroidSettings {
            driver,
            call: Duration::from_millis(1500),
            patience: Duration::from_secs(2),
            ..AndroidSettings::default()
        };
        let source = AppSource::Installed("com.example".into());
        AndroidDevice::open(self.fake.server(), SERIAL, &source, settings).expect("opened")
    }

    fn front(&self, front: &'static str) {
        self.world.lock().expect("free").front = front;
    }
}

fn tap() -> Input {
    Input::Tap(Point { x: 1, y: 2 })
}

#[test]
fn a_clean_start_stops_clears_and_clears_the_task() {
    let bench = Bench::new();
    let mut device = bench.open();
    bench.front("com.example");
    let seen = device.clean_start(0).expect("started");
    assert_eq!((seen.screen.package(), seen.screen.window()), ("com.example", WindowKind::Page));
    let commands = bench.fake.commands();
    let at = |part: &str| {
        commands.iter().position(|c| c.contains(part)).unwrap_or_else(|| panic!("{part}: {commands:?}"))
    };
    assert!(
        at("am force-stop com.example; pm clear com.example")
            < at("-f 0x10008000 -n com.example/com.example.Main")
    );
    assert_eq!(device.name(), "Fake (Android 4.4.2, fake-1)");
}

#[test]
fn a_foreign_activity_on_the_task_is_cleared_off_by_a_launch() {
    let bench = Bench::new();
    let mut device = bench.open();
    bench.front("com.camera");
    bench.world.lock().expect("free").camera_on_task = true;
    let seen = device.launch().expect("launched");
    let starts: Vec<String> =
        bench.fake.commands().into_iter().filter(|c| c.starts_with("am start")).collect();
    assert_eq!(starts.len(), 2, "{starts:?}");
    assert!(starts[1].contains("0x10008000"));
    assert_eq!(seen.screen.package(), "com.example");
}

#[test]
fn crashes_of_the_app_are_told_and_those_of_others_are_not() {
    let bench = Bench::new();
    let mut device = bench.open();
    bench.front("com.example");
    let crash = |process: &str| {
        format!(
            "11-15 19:21:15.209  7  7 E AndroidRuntime: FATAL EXCEPTION: main\n\
             11-15 19:21:15.209  7  7 E AndroidRuntime: Process: {process}, PID: 7\n\
             11-15 19:21:15.209  7  7 E AndroidRuntime: x.Y: z\n11-15 19:21:15.300  1  1 I Other: line\n"
        )
    };
    bench.world.lock().expect("free").log = crash("com.other") + &crash("com.example:remote");
    let seen = device.perform(&tap()).expect("done");
    assert_eq!(seen.crashes.len(), 1);
    assert_eq!(
        (seen.crashes[0].kind, seen.crashes[0].process.as_str()),
        (CrashKind::Java, "com.example:remote")
    );
    assert!(device.perform(&tap()).expect("done").crashes.is_empty(), "told once");
    assert!(device.log().expect("read").contains("com.other"));
}

#[test]
fn an_input_that_may_have_been_done_is_not_done_again() {
    let bench = Bench::new();
    let mut device = bench.open();
    bench.front("com.example");
    bench.fake.cut_next();
    let error = device.perform(&tap()).expect_err("cut in the middle");
    assert!(matches!(error, DeviceError::Interrupted { .. }), "{error}");
    assert_eq!(bench.world.lock().expect("free").taps, 0);
    device.perform(&tap()).expect("goes on");
    assert_eq!(bench.world.lock().expect("free").taps, 1);
    assert!(device.notes().iter().any(|note| note.contains("there again")), "and it is said");
}

#[test]
fn a_look_is_repeated_and_a_restart_of_the_device_ends_the_trace() {
    let bench = Bench::new();
    let mut device = bench.open();
    bench.front("com.example");
    bench.fake.cut_next();
    device.observe().expect("looked again");
    bench.world.lock().expect("free").boot += 1;
    bench.fake.cut_next();
    let error = device.observe().expect_err("restarted");
    assert!(
        matches!(&error, DeviceError::Interrupted { problem, .. } if problem.contains("restarted")),
        "{error}"
    );
}

#[test]
fn a_device_that_stays_away_fails_the_call_after_the_bound() {
    let bench = Bench::new();
    let mut device = bench.open();
    bench.front("com.example");
    bench.fake.vanish();
    let error = device.perform(&tap()).expect_err("gone");
    assert!(
        matches!(&error, DeviceError::Device { problem, .. } if problem.contains("did not come back within 2 s")),
        "{error}"
    );
}

#[test]
fn a_step_of_the_agent_whose_connection_is_lost_is_done_exactly_once() {
    for lose in [Lose::Request, Lose::Answer] {
        let bench = Bench::with_agent();
        let mut device = bench.open_with(DriverChoice::Agent);
        bench.front("com.example");
        device.perform(&tap()).expect("done");
        bench.world.lock().expect("free").lose = Some(lose);
        let seen = device.perform(&tap()).expect("done, although the connection was lost");
        assert_eq!(seen.screen.widgets().next().map(|w| w.text().to_owned()).as_deref(), Some("2 taps"));
        let world = bench.world.lock().expect("free");
        assert_eq!(world.taps, 2);
        let mut numbers = world.asked.clone();
        let repeated = numbers.windows(2).filter(|pair| pair[0] == pair[1]).count();
        assert_eq!(repeated, usize::from(lose == Lose::Answer), "{numbers:?}");
        numbers.dedup();
        assert!(numbers.is_sorted() && numbers.iter().all(|number| *number > 0), "{numbers:?}");
    }
}

#[test]
fn an_input_that_a_dark_screen_refuses_is_done_after_it_is_lit() {
    let bench = Bench::with_agent();
    let mut device = bench.open_with(DriverChoice::Agent);
    bench.front("com.example");
    bench.world.lock().expect("free").asleep = true;
    device.perform(&tap()).expect("done");
    let world = bench.world.lock().expect("free");
    assert!(!world.asleep);
    assert_eq!(world.taps, 1);
}

#[test]
fn a_crash_of_the_last_trace_is_none_of_the_next() {
    let bench = Bench::with_agent();
    let mut device = bench.open_with(DriverChoice::Agent);
    bench.front("com.example");
    bench.world.lock().expect("free").notices.push(agent::Notice {
        kind: agent::NoticeKind::Java,
        process: "com.example".into(),
        pid: 9,
        short: "a.B".into(),
        long: "a.B: late".into(),
        stack: "a.B: late\n\tat com.example.Main.go(Main.java:4)\n".into(),
    });
    let first = device.clean_start(0).expect("started");
    assert!(first.crashes.is_empty(), "{:?}", first.crashes);
    assert!(device.notes().iter().any(|note| note.contains("after the last step")), "but it is said");
}

#[test]
fn behind_another_app_the_app_is_left_where_it_is() {
    let bench = Bench::new();
    let mut device = bench.open();
    bench.front("com.camera");
    device.observe().expect("seen");
    let seen = device.perform(&Input::Background).expect("done");
    assert_eq!(seen.screen.package(), "com.camera");
    let seen = device.perform(&Input::Kill).expect("done");
    assert_eq!(seen.screen.package(), "com.camera");
    let commands = bench.fake.commands();
    assert!(commands.iter().any(|c| c == "am kill com.example"), "{commands:?}");
    assert!(!commands.iter().any(|c| c.starts_with("am start") || c == "input keyevent 3"), "{commands:?}");
}
