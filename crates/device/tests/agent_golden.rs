//! The bytes that both sides of the agent's protocol test against: `agent/golden/`. The Java side writes the replies
//! (`agent/build.sh --test --write`) and reads the requests; here it is the other way round. To write the requests anew:
//! `SKINK_WRITE_GOLDEN=1 cargo test -p skink-device --test agent_golden`.

use std::path::PathBuf;

use skink_device::agent::{
    Cut, Failure, Hello, Look, Notice, NoticeKind, Perform, Performed, Reply, Request, Settle, Start,
    Timings, TreeState, VERSION, Watch, Window,
};
use skink_gui::{Bounds, Direction, Flags, Header, Point, Screen, ScreenBuilder, WidgetSpec, WindowKind};
use skink_trace::CrashKind;

fn golden(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../agent/golden").join(format!("{name}.bin"))
}

fn requests() -> Vec<(&'static str, Request)> {
    let step = |perform| Request::Step { number: 300, perform, settle: Settle::default() };
    let within = Bounds::new(0, 100, 800, 600);
    let point = |x, y| Point { x, y };
    vec![
        ("hello", Request::Hello(VERSION)),
        ("screenshot", Request::Screenshot),
        ("ping", Request::Ping),
        ("quit", Request::Quit),
        (
            "watch",
            Request::Watch(Watch {
                package: "com.example".into(),
                refuse: true,
                allowed: vec!["android".into(), "com.android.permissioncontroller".into()],
                dialogs: false,
            }),
        ),
        ("tap", step(Perform::Tap(point(400, -5)))),
        ("long-tap", step(Perform::LongTap(point(1, 2), 900))),
        ("type", step(Perform::Type(point(400, 120), "héllo 漢字 😀 \"q\"".into()))),
        ("scroll", step(Perform::Scroll(within, Direction::Down))),
        ("swipe", step(Perform::Swipe(within, Direction::Left))),
        ("drag", step(Perform::Drag(point(1, 2), point(3, 4), 250))),
        ("pinch", step(Perform::Pinch { within, open: true })),
        ("key", step(Perform::Key(82, 4096))),
        ("rotate", step(Perform::Rotate)),
        ("turn", step(Perform::Turn(255))),
        ("global", step(Perform::Global(4))),
        ("wait", step(Perform::Wait(2000))),
        (
            "nothing",
            Request::Step {
                number: 0,
                perform: Perform::Nothing,
                settle: Settle { widgets: u32::MAX, every_window: true, ..Settle::default() },
            },
        ),
    ]
}

#[test]
fn requests_are_the_golden_ones() {
    for (name, request) in requests() {
        let file = golden(&format!("request-{name}"));
        if std::env::var_os("SKINK_WRITE_GOLDEN").is_some() {
            std::fs::write(&file, request.encode()).unwrap();
        }
        assert_eq!(std::fs::read(&file).unwrap(), request.encode(), "{name}");
        assert_eq!(Request::decode(&request.encode()), Ok(request));
    }
}

/// What agent/test/dev/skink/agent/Golden.java shows: hidden and absent children leave gaps in the index, bounds
/// end at the display unless they lie beside it, half an emoji is a replacement character.
fn tree() -> Screen {
    let mut builder = ScreenBuilder::new();
    let plain = WidgetSpec { package: "com.example", flags: Flags::ENABLED, ..WidgetSpec::default() };
    let root = Bounds::new(0, 0, 800, 600);
    builder.open(&WidgetSpec { class: "android.widget.FrameLayout", bounds: root, ..plain });
    let row = Bounds::new(0, 40, 800, 100);
    builder.open(&WidgetSpec { class: "android.widget.LinearLayout", bounds: row, ..plain });
    builder.leaf(&WidgetSpec {
        class: "android.widget.EditText",
        id: "com.example:id/title",
        text: "héllo 漢字 😀 \u{fffd} half",
        hint: "Title",
        bounds: Bounds::new(0, 40, 800, 88),
        flags: Flags::ENABLED | Flags::CLICKABLE | Flags::FOCUSED | Flags::LONG_CLICKABLE | Flags::EDITABLE,
        drawing_order: 2,
        ..plain
    });
    builder.close();
    builder.leaf(&WidgetSpec {
        class: "com.example.Chart",
        text: "line\nbreak",
        desc: "chart",
        bounds: Bounds::new(0, 700, 800, 900),
        flags: Flags::CHECKABLE | Flags::CHECKED | Flags::SELECTED | Flags::SCROLLABLE | Flags::PASSWORD,
        index: 2,
        ..plain
    });
    builder.finish(&header(WindowKind::Page))
}

/// What the look says of what is in front.
fn header(window: WindowKind) -> Header<'static> {
    Header { package: "com.example", activity: "com.example.Main", window, rotation: 1 }
}

fn full() -> Look {
    let notice = |kind, pid, short: &str, long: &str, stack: &str| Notice {
        kind,
        process: "com.example".into(),
        pid,
        short: short.into(),
        long: long.into(),
        stack: stack.into(),
    };
    Look {
        performed: Performed::Blocked,
        busy: true,
        timings: Timings { perform: 27, settle: 334, look: 5000 },
        events: 519,
        rotation: 1,
        width: 800,
        height: 600,
        package: "com.example".into(),
        activity: "com.example.Main".into(),
        tree: TreeState::Seen,
        cut: Cut::LAGS,
        toasts: vec!["Saved ✓".into()],
        notices: vec![
            notice(
                NoticeKind::Java,
                5946,
                "a.B",
                "a.B: why",
                "a.B: why\n\tat com.example.Main.go(Main.java:4)\n",
            ),
            notice(NoticeKind::EarlyAnr, 5947, "", "slow", ""),
        ],
        starts: vec![
            Start { package: "com.example".into(), refused: false },
            Start { package: "com.android.camera".into(), refused: true },
        ],
        windows: vec![
            Window {
                id: 175,
                kind: WindowKind::Page,
                active: true,
                focused: true,
                layer: 21000,
                display: 0,
                title: "Notes".into(),
                class: "com.example.Main".into(),
                package: "com.example".into(),
                bounds: Bounds::new(0, 0, 800, 600),
                tree: tree(),
            },
            Window {
                id: -3,
                kind: WindowKind::Keyboard,
                active: false,
                focused: false,
                layer: -1,
                display: 0,
                title: String::new(),
                class: String::new(),
                package: String::new(),
                bounds: Bounds::new(0, 300, 800, 600),
                tree: ScreenBuilder::new().finish(&header(WindowKind::Keyboard)),
            },
        ],
    }
}

fn empty() -> Look {
    Look {
        performed: Performed::Done,
        busy: false,
        timings: Timings::default(),
        events: 0,
        rotation: 0,
        width: 0,
        height: 0,
        package: String::new(),
        activity: String::new(),
        tree: TreeState::Absent,
        cut: Cut::empty(),
        toasts: Vec::new(),
        notices: Vec::new(),
        starts: Vec::new(),
        windows: Vec::new(),
    }
}

#[test]
fn replies_are_read_and_written_as_the_agent_writes_them() {
    let hello = Hello {
        version: VERSION,
        sdk: 19,
        pid: 6357,
        release: "4.4.2".into(),
        model: "Nexus é".into(),
        windows: false,
        controller: true,
        missing: "no size of the display".into(),
    };
    for (name, reply) in [
        ("hello", Reply::Hello(hello)),
        ("done", Reply::Done),
        ("failed", Reply::Failed(Failure::Blocked, "a call did not come back".into())),
        ("screenshot", Reply::Screenshot(Some(vec![0x89, b'P', b'N', b'G']))),
        ("no-screenshot", Reply::Screenshot(None)),
        ("look-empty", Reply::Look(Box::new(empty()))),
        ("look-full", Reply::Look(Box::new(full()))),
    ] {
        let bytes = std::fs::read(golden(&format!("reply-{name}"))).unwrap();
        assert_eq!(Reply::decode(&bytes), Ok(reply.clone()), "{name}");
        assert_eq!(bytes, reply.encode(), "{name}");
    }
}

#[test]
fn a_look_of_the_agent_is_an_observation() {
    let observation = full().observation();
    assert!(observation.busy);
    assert_eq!(observation.toasts, ["Saved ✓"]);
    // The beginning of a hang is no crash yet.
    assert_eq!(observation.crashes.len(), 1);
    assert_eq!(observation.crashes[0].kind, CrashKind::Java);
    let screen = observation.screen;
    assert_eq!(
        (screen.package(), screen.activity(), screen.rotation()),
        ("com.example", "com.example.Main", 1)
    );
    assert_eq!(screen.len(), 4);
}
