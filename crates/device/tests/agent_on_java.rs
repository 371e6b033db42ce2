//! The agent's own code, run by this machine's Java on a made-up Android (`agent/fake`), asked by the host's client:
//! both ends of the protocol and all that lies between, except Android itself. At level 19 and at 34, which take
//! other ways inside. Skipped where there is no Java compiler.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use skink_device::agent::{
    AgentClient, Cut, Look, MAIN_CLASS, Perform, Performed, Request, Settle, Start, TreeState, Watch,
    write_frame,
};
use skink_gui::{Flags, Point, WindowKind};
use skink_trace::CrashKind;

const LEVELS: [u32; 2] = [19, 34];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the agent's sources are there") {
        let path = entry.expect("a folder can be listed").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "java") {
            found.push(path);
        }
    }
}

/// The folder with the classes, compiled once; `None` where there is no compiler.
fn classes() -> Option<&'static Path> {
    static CLASSES: OnceLock<Option<PathBuf>> = OnceLock::new();
    CLASSES
        .get_or_init(|| {
            let agent = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../agent");
            let mut files = Vec::new();
            for part in ["src", "stubs", "fake"] {
                sources(&agent.join(part), &mut files);
            }
            let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("agent-on-java");
            let compiled = Command::new("javac")
                .args(["--release", "8", "-nowarn", "-Xlint:-options", "-d"])
                .arg(&out)
                .args(files)
                .status();
            match compiled {
                Ok(status) => assert!(status.success(), "the agent does not compile"),
                Err(problem) => {
                    println!("skipped: javac cannot be run ({problem}); Debian: openjdk-17-jdk-headless");
                    return None;
                }
            }
            Some(out)
        })
        .as_deref()
}

/// An agent in a process of its own, which ends with it.
struct Agent {
    process: Child,
    port: u16,
}

impl Drop for Agent {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn start(options: &[&str], idle: &str) -> Option<Agent> {
    let classes = classes()?;
    let mut process = Command::new("java")
        .args(options)
        .args(["-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp"])
        .arg(classes)
        .args([MAIN_CLASS, "skink-agent", idle])
        .stdout(Stdio::piped())
        .spawn()
        .expect("java runs where javac does");
    let mut lines = BufReader::new(process.stdout.take().expect("piped")).lines();
    let port = lines
        .by_ref()
        .map(|line| line.expect("the agent's words are text"))
        .find_map(|line| line.strip_prefix("port ")?.parse().ok())
        .expect("the agent says where it listens");
    // Its log goes on: nobody may stop reading it.
    std::thread::spawn(move || lines.for_each(drop));
    Some(Agent { process, port })
}

impl Agent {
    fn stream(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the agent listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout can be set");
        stream.set_nodelay(true).expect("delay can be switched off");
        stream
    }

    fn client(&self) -> AgentClient<TcpStream> {
        AgentClient::connect(self.stream()).expect("the agent greets")
    }
}

/// Runs a test at each level.
fn at_each_level(test: impl Fn(&Agent, &mut AgentClient<TcpStream>, u32)) {
    for level in LEVELS {
        let Some(agent) = start(&[&format!("-Dsdk={level}")], "60") else { return };
        let mut client = agent.client();
        test(&agent, &mut client, level);
    }
}

/// Longer than by default: this machine may be busy.
fn patient() -> Settle {
    Settle { first: 200, quiet: 400, most: 10_000, act: 20_000, look: 20_000, ..Settle::default() }
}

/// The labels of the made-up app's buttons, from the top.
fn button(label: &str) -> Perform {
    const LABELS: [&str; 10] =
        ["dialog", "crash", "hang", "toast", "camera", "slow", "null", "lag", "covered", "stale"];
    let place = LABELS.iter().position(|l| *l == label).expect("a label of the app");
    Perform::Tap(Point { x: 400, y: 75 + 50 * place as i32 })
}

/// Acts, then looks until something holds, which on a busy machine may take more than one look.
fn until(client: &mut AgentClient<TcpStream>, perform: Perform, holds: impl Fn(&Look) -> bool) -> Look {
    let mut look = client.step(perform, patient()).expect("the agent answers");
    for _ in 0..50 {
        if holds(&look) {
            return look;
        }
        look = client.observe(patient()).expect("the agent answers");
    }
    panic!("never held; the last look was {look:?}");
}

fn shows(look: &Look, text: &str) -> bool {
    look.screen().widgets().any(|w| w.text() == text)
}

#[test]
fn it_says_who_it_is_and_sees_the_page() {
    at_each_level(|_, client, level| {
        let hello = client.hello().clone();
        assert_eq!((hello.sdk, hello.controller, hello.windows), (level, true, level >= 21));
        let look = client.observe(patient()).unwrap();
        assert_eq!(client.hello().missing, "");
        assert_eq!((look.tree, look.performed, look.cut), (TreeState::Seen, Performed::Done, Cut::empty()));
        let screen = look.screen();
        assert_eq!((screen.package(), screen.activity()), ("com.example", "com.example.Main"));
        assert_eq!(screen.window(), WindowKind::Page);
        assert_eq!((look.width, look.height), (800, 600));
        let field = screen.widgets().find(|w| w.resource_id() == "com.example:id/name").unwrap();
        assert!(field.is(Flags::EDITABLE | Flags::ENABLED));
        assert_eq!(client.screenshot().unwrap(), None);
    });
}

/// One level of each kind in the table of agent/src/dev/skink/agent/Hidden.java.
#[test]
fn each_level_is_asked_in_its_own_way_who_is_in_front() {
    for level in [19, 21, 24, 26, 28, 29, 31, 33, 36] {
        let Some(agent) = start(&[&format!("-Dsdk={level}")], "60") else { return };
        let mut client = agent.client();
        assert!(client.hello().controller, "level {level}");
        let look = client.observe(Settle { first: 0, ..patient() }).unwrap();
        assert_eq!(
            (look.package.as_str(), look.activity.as_str()),
            ("com.example", "com.example.Main"),
            "level {level}"
        );
        assert_eq!(agent.client().hello().missing, "", "level {level}");
    }
}

#[test]
fn a_dialog_is_seen_even_where_android_is_late_to_know_of_it() {
    at_each_level(|_, client, _| {
        for label in ["dialog", "lag"] {
            let look = until(client, button(label), |look| shows(look, "OK"));
            assert_eq!(look.screen().window(), WindowKind::Dialog);
            assert_eq!(look.front().unwrap().class, "android.app.AlertDialog");
            assert!(!look.cut.contains(Cut::LAGS));
            let look = until(client, Perform::Key(4, 0), |look| shows(look, "main"));
            assert_eq!(look.screen().window(), WindowKind::Page);
        }
    });
}

#[test]
fn text_of_any_language_replaces_what_was_there() {
    at_each_level(|_, client, _| {
        let text = "héllo 漢字 😀 \"q\"";
        let at = Point { x: 400, y: 25 };
        let look = until(client, Perform::Type(at, text.into()), |look| shows(look, text));
        assert_eq!(look.performed, Performed::Done);
        let look = client.step(Perform::Type(Point { x: 400, y: 575 }, "x".into()), patient()).unwrap();
        // The field keeps the focus: a label has none to take.
        assert_eq!(look.performed, Performed::Done);
    });
}

#[test]
fn without_a_field_nothing_is_typed() {
    at_each_level(|_, client, _| {
        let look = client.step(Perform::Type(Point { x: 400, y: 575 }, "x".into()), patient()).unwrap();
        assert_eq!(look.performed, Performed::NoField);
    });
}

#[test]
fn a_crash_is_told_with_its_stack_and_leaves_no_dialog() {
    at_each_level(|_, client, _| {
        let look = until(client, button("crash"), |look| !look.notices.is_empty());
        let crash = &look.observation().crashes[0];
        assert_eq!((crash.kind, crash.process.as_str()), (CrashKind::Java, "com.example"));
        assert_eq!(
            (crash.exception.as_str(), crash.message.as_str()),
            ("java.lang.RuntimeException", "wrapped")
        );
        assert_eq!(crash.stack.len(), 3);
        let look = until(client, Perform::Nothing, |look| look.package == "com.android.launcher3");
        assert!(look.notices.is_empty());
    });
}

#[test]
fn a_crash_whose_reply_was_lost_is_told_to_the_next_host() {
    at_each_level(|agent, client, _| {
        client.ping().unwrap();
        let mut lost = agent.stream();
        let step = Request::Step { number: 1, perform: button("crash"), settle: patient() };
        write_frame(&mut lost, &step.encode()).unwrap();
        // Whether the host goes before the crash or after it: it is not lost.
        std::thread::sleep(Duration::from_millis(300));
        drop(lost);
        let mut next = agent.client();
        until(&mut next, Perform::Nothing, |look| !look.notices.is_empty());
    });
}

#[test]
fn activity_starts_are_seen_and_can_be_refused() {
    at_each_level(|_, client, _| {
        let watch = Watch { package: "com.example".into(), refuse: true, ..Watch::default() };
        client.watch(watch.clone()).unwrap();
        let look = until(client, button("camera"), |look| !look.starts.is_empty());
        assert_eq!(look.starts, [Start { package: "com.android.camera".into(), refused: true }]);
        assert_eq!(look.package, "com.example");
        client.watch(Watch { allowed: vec!["com.android.camera".into()], ..watch }).unwrap();
        let look = until(client, button("camera"), |look| shows(look, "camera"));
        assert_eq!(look.package, "com.android.camera");
    });
}

#[test]
fn an_activity_that_is_slow_to_come_is_waited_for() {
    at_each_level(|_, client, _| {
        let look = client.step(button("slow"), patient()).unwrap();
        assert!(shows(&look, "slow page"), "{look:?}");
    });
}

#[test]
fn a_page_that_a_closing_menu_uncovers_is_not_taken_for_the_one_that_starts() {
    at_each_level(|_, client, _| {
        let look = client.step(button("covered"), patient()).unwrap();
        assert!(shows(&look, "slow page"), "{look:?}");
    });
}

/// Where only the active window can be seen; later Androids tell which is in front.
#[test]
fn the_page_behind_an_app_that_has_not_drawn_yet_is_not_taken_for_it() {
    let Some(agent) = start(&["-Dsdk=19"], "60") else { return };
    let look = agent.client().step(button("stale"), patient()).unwrap();
    assert_eq!(look.package, "com.android.camera");
    assert!(shows(&look, "camera") || look.tree == TreeState::Absent, "{look:?}");
}

#[test]
fn the_home_screen_may_start_where_other_apps_may_not() {
    at_each_level(|_, client, _| {
        let watch = Watch { package: "com.example".into(), refuse: true, ..Watch::default() };
        client.watch(watch).unwrap();
        let look = until(client, Perform::Key(3, 0), |look| look.package == "com.android.launcher3");
        assert!(look.starts.iter().all(|start| !start.refused));
    });
}

#[test]
fn when_the_host_goes_nothing_is_refused_any_more() {
    at_each_level(|agent, client, _| {
        let watch = Watch { package: "com.example".into(), refuse: true, ..Watch::default() };
        client.watch(watch).unwrap();
        until(client, button("camera"), |look| look.starts.iter().any(|start| start.refused));
        client.stream().shutdown(std::net::Shutdown::Both).unwrap();
        // On a busy machine the agent hears of it a moment later.
        for _ in 0..50 {
            let mut next = agent.client();
            next.step(button("camera"), patient()).unwrap();
            if shows(&next.observe(patient()).unwrap(), "camera") {
                return;
            }
        }
        panic!("still refused");
    });
}

#[test]
fn a_step_asked_for_again_under_its_number_is_done_once() {
    at_each_level(|agent, client, _| {
        let open = |client: &mut AgentClient<TcpStream>, number| {
            client.numbered(number, button("dialog"), patient()).unwrap()
        };
        let first = open(client, 7);
        assert!(shows(&first, "OK"));
        let mut again = agent.client();
        again.watch(Watch::default()).unwrap();
        // Done twice, the tap would fall on the dialog; the same bytes come back.
        assert_eq!(open(&mut again, 7), first);
        let back = again.numbered(8, Perform::Key(4, 0), patient()).unwrap();
        assert!(shows(&back, "main") && !shows(&back, "OK"));
    });
}

#[test]
fn a_crash_is_told_once_when_its_step_is_asked_for_again() {
    at_each_level(|agent, client, _| {
        client.ping().unwrap();
        let mut lost = agent.stream();
        let step = Request::Step { number: 5, perform: button("crash"), settle: patient() };
        write_frame(&mut lost, &step.encode()).unwrap();
        std::thread::sleep(Duration::from_millis(300));
        drop(lost);
        let mut next = agent.client();
        let look = next.numbered(5, button("crash"), patient()).unwrap();
        let mut told = look.notices.len();
        for number in 6..9 {
            told += next.numbered(number, Perform::Nothing, patient()).unwrap().notices.len();
        }
        assert_eq!(told, 1);
    });
}

#[test]
fn a_maker_that_lets_no_input_in_is_refused_input_and_is_told_of() {
    let Some(agent) = start(&["-Dnoinput=true"], "60") else { return };
    let look = agent.client().step(button("dialog"), patient()).unwrap();
    assert_eq!(look.performed, Performed::Refused);
    assert!(shows(&look, "main"));
    assert!(agent.client().hello().missing.contains("INJECT_EVENTS"));
}

#[test]
fn an_android_that_is_slow_to_connect_is_asked_again() {
    let Some(agent) = start(&["-Dsdk=19", "-Dslow=2"], "60") else { return };
    assert!(shows(&agent.client().observe(patient()).unwrap(), "main"));
}

#[test]
fn a_root_that_is_null_for_a_moment_is_asked_for_again() {
    at_each_level(|_, client, _| {
        let look = client.step(button("null"), patient()).unwrap();
        assert_eq!(look.tree, TreeState::Seen);
        assert!(shows(&look, "main"));
    });
}

#[test]
fn a_toast_is_told_once() {
    at_each_level(|_, client, _| {
        let look = until(client, button("toast"), |look| !look.toasts.is_empty());
        assert_eq!(look.toasts, ["Saved"]);
        assert!(client.observe(patient()).unwrap().toasts.is_empty());
    });
}

#[test]
fn a_hang_does_not_hang_the_agent_and_becomes_one_in_androids_eyes() {
    at_each_level(|_, client, _| {
        let short = Settle { act: 300, look: 300, ..patient() };
        let look = client.step(button("hang"), short).unwrap();
        let mut blocked = look.tree == TreeState::Blocked;
        let mut crashes = look.observation().crashes;
        for _ in 0..100 {
            if !crashes.is_empty() {
                break;
            }
            let look = client.step(button("dialog"), short).unwrap();
            blocked |= look.hanging() || look.tree == TreeState::Blocked;
            crashes = look.observation().crashes;
        }
        assert!(blocked);
        assert_eq!(
            (crashes[0].kind, crashes[0].message.as_str()),
            (CrashKind::Anr, "keyDispatchingTimedOut")
        );
        until(client, Perform::Nothing, |look| look.package == "com.android.launcher3");
    });
}

#[test]
fn a_turn_is_seen_in_the_size_of_the_display() {
    at_each_level(|_, client, _| {
        let look = client.step(Perform::Rotate, patient()).unwrap();
        assert_eq!((look.rotation, look.width, look.height), (1, 600, 800));
        let look = client.step(Perform::Rotate, patient()).unwrap();
        assert_eq!((look.rotation, look.width, look.height), (0, 800, 600));
    });
}

#[test]
fn gestures_are_taken() {
    at_each_level(|_, client, _| {
        let within = skink_gui::Bounds::new(0, 0, 800, 600);
        let point = |x, y| Point { x, y };
        for perform in [
            Perform::LongTap(point(400, 575), 10),
            Perform::Scroll(within, skink_gui::Direction::Down),
            Perform::Swipe(within, skink_gui::Direction::Left),
            Perform::Drag(point(10, 560), point(700, 590), 20),
            Perform::Pinch { within, open: true },
            Perform::Global(4),
            Perform::Wait(1),
        ] {
            let look = client.step(perform, Settle { first: 0, quiet: 1, ..patient() }).unwrap();
            assert_eq!((look.performed, look.busy), (Performed::Done, false));
            assert!(shows(&look, "main"));
        }
    });
}

#[test]
fn a_screen_that_never_rests_is_looked_at_and_called_busy() {
    at_each_level(|_, client, _| {
        let restless = Settle { first: 2_000, quiet: 60_000, most: 200, ..patient() };
        let look = client.step(button("toast"), restless).unwrap();
        assert!(look.busy);
        assert!(shows(&look, "main"));
    });
}

#[test]
fn too_many_widgets_are_cut_and_said_to_be() {
    at_each_level(|_, client, _| {
        let look = client.observe(Settle { widgets: 3, ..patient() }).unwrap();
        assert_eq!((look.screen().len(), look.cut), (3, Cut::WIDGETS));
    });
}

#[test]
fn the_host_that_comes_last_is_answered_while_an_earlier_one_stays_connected() {
    at_each_level(|agent, client, _| {
        client.ping().unwrap();
        let mut second = agent.client();
        assert!(shows(&second.observe(patient()).unwrap(), "main"));
        assert!(client.ping().is_err());
    });
}

#[test]
fn any_other_app_that_connects_is_turned_away() {
    let Some(agent) = start(&["-Dpeer=10050"], "60") else { return };
    assert!(AgentClient::connect(agent.stream()).is_err());
}

#[test]
fn a_new_agent_ends_the_one_that_was_left_over() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("agent-sockets");
    std::fs::create_dir_all(&folder).unwrap();
    let _ = std::fs::remove_file(folder.join("skink-agent"));
    let option = format!("-Dsockets={}", folder.display());
    let Some(mut old) = start(&[&option], "60") else { return };
    // Its host is still connected, but long gone.
    let _gone = old.client();
    let Some(new) = start(&[&option], "60") else { return };
    assert!(old.process.wait().unwrap().success());
    assert!(shows(&new.client().observe(patient()).unwrap(), "main"));
}

#[test]
fn it_ends_when_told_and_when_nobody_comes() {
    let Some(mut agent) = start(&[], "60") else { return };
    agent.client().quit().unwrap();
    assert!(agent.process.wait().unwrap().success());
    let Some(mut agent) = start(&[], "60") else { return };
    AgentClient::end(agent.stream()).unwrap();
    assert!(agent.process.wait().unwrap().success());
    let Some(mut agent) = start(&[], "1") else { return };
    assert!(agent.process.wait().unwrap().success());
}
