//! The agent's protocol from both ends: what is written is read back, whatever else is read does no harm.

use std::io::{self, Read, Write};

use proptest::prelude::*;
use skink_device::agent::{
    AgentClient, AgentError, Cut, Failure, Hello, Look, Notice, NoticeKind, Perform, Performed, Reply,
    Request, Settle, Start, TreeState, VERSION, Watch, Window, read_frame, serve, write_frame,
};
use skink_device::{Input, Picture};
use skink_gui::{
    Bounds, Direction, Flags, Header, Key, Point, Screen, ScreenBuilder, WidgetSpec, WindowKind, parse_xml,
};

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[a-z]{1,4}", "\\PC{0,12}"]
}

fn numbers() -> impl Strategy<Value = i32> {
    prop_oneof![0..3000i32, any::<i32>()]
}

fn bounds() -> impl Strategy<Value = Bounds> {
    [numbers(), numbers(), numbers(), numbers()].prop_map(Bounds::from)
}

fn points() -> impl Strategy<Value = Point> {
    (numbers(), numbers()).prop_map(|(x, y)| Point { x, y })
}

fn directions() -> impl Strategy<Value = Direction> {
    prop::sample::select(vec![Direction::Up, Direction::Down, Direction::Left, Direction::Right])
}

fn performs() -> impl Strategy<Value = Perform> {
    prop_oneof![
        Just(Perform::Nothing),
        points().prop_map(Perform::Tap),
        (points(), any::<u32>()).prop_map(|(at, ms)| Perform::LongTap(at, ms)),
        (points(), texts()).prop_map(|(at, text)| Perform::Type(at, text)),
        (bounds(), directions()).prop_map(|(within, to)| Perform::Scroll(within, to)),
        (bounds(), directions()).prop_map(|(within, to)| Perform::Swipe(within, to)),
        (points(), points(), any::<u32>()).prop_map(|(from, to, ms)| Perform::Drag(from, to, ms)),
        (bounds(), any::<bool>()).prop_map(|(within, open)| Perform::Pinch { within, open }),
        any::<(u32, u32)>().prop_map(|(code, meta)| Perform::Key(code, meta)),
        Just(Perform::Rotate),
        any::<u8>().prop_map(Perform::Turn),
        any::<u32>().prop_map(Perform::Global),
        any::<u32>().prop_map(Perform::Wait),
    ]
}

fn settles() -> impl Strategy<Value = Settle> {
    any::<([u32; 6], bool)>().prop_map(|([first, quiet, most, act, look, widgets], every_window)| Settle {
        every_window,
        first,
        quiet,
        most,
        act,
        look,
        widgets,
    })
}

fn requests() -> impl Strategy<Value = Request> {
    prop_oneof![
        any::<u32>().prop_map(Request::Hello),
        (any::<u32>(), performs(), settles()).prop_map(|(number, perform, settle)| Request::Step {
            number,
            perform,
            settle
        }),
        Just(Request::Screenshot),
        (texts(), any::<bool>(), prop::collection::vec(texts(), 0..4), any::<bool>()).prop_map(
            |(package, refuse, allowed, dialogs)| Request::Watch(Watch { package, refuse, allowed, dialogs })
        ),
        Just(Request::Ping),
        Just(Request::Quit),
    ]
}

prop_compose! {
    fn widgets()(
        strings in [texts(), texts(), texts(), texts(), texts(), texts()],
        bounds in bounds(),
        flags in any::<u16>(),
        index in any::<u32>(),
        drawing_order in any::<u32>(),
        depth in 0..6usize,
    ) -> (usize, [String; 6], Bounds, Flags, u32, u32) {
        (depth, strings, bounds, Flags::from_bits_truncate(flags), index, drawing_order)
    }
}

fn trees() -> impl Strategy<Value = Screen> {
    prop::collection::vec(widgets(), 0..12).prop_map(|widgets| {
        let mut builder = ScreenBuilder::new();
        for (depth, [class, id, text, desc, hint, package], bounds, flags, index, drawing_order) in &widgets {
            while builder.depth() > *depth {
                builder.close();
            }
            builder.open(&WidgetSpec {
                class,
                id,
                text,
                desc,
                hint,
                package,
                bounds: *bounds,
                flags: *flags,
                index: *index,
                drawing_order: *drawing_order,
                display: 3,
            });
        }
        builder.finish(&Header::default())
    })
}

/// The same widgets under another header.
fn headed(tree: &Screen, header: &Header<'_>) -> Screen {
    let mut builder = ScreenBuilder::new();
    for widget in tree.widgets() {
        while builder.depth() > widget.ancestors().count() {
            builder.close();
        }
        builder.open(&widget.spec());
    }
    builder.finish(header)
}

prop_compose! {
    fn windows()(
        id in any::<i32>(),
        kind in prop::sample::select(WindowKind::ALL.map(|(kind, _)| kind).to_vec()),
        active in any::<bool>(),
        focused in any::<bool>(),
        layer in any::<i32>(),
        strings in [texts(), texts(), texts()],
        bounds in bounds(),
        tree in trees(),
    ) -> Window {
        let [title, class, package] = strings;
        Window { id, kind, active, focused, layer, display: 3, title, class, package, bounds, tree }
    }
}

prop_compose! {
    fn notices()(
        kind in prop::sample::select(vec![NoticeKind::Java, NoticeKind::Native, NoticeKind::EarlyAnr, NoticeKind::Anr]),
        strings in [texts(), texts(), texts(), texts()],
        pid in any::<u32>(),
    ) -> Notice {
        let [process, short, long, stack] = strings;
        Notice { kind, process, pid, short, long, stack }
    }
}

prop_compose! {
    fn looks()(
        performed in prop::sample::select(vec![
            Performed::Done, Performed::Refused, Performed::Blocked, Performed::NoField, Performed::NoText,
        ]),
        busy in any::<bool>(),
        n in any::<[u32; 6]>(),
        rotation in 0..4u8,
        front in [texts(), texts()],
        tree in prop::sample::select(vec![TreeState::Seen, TreeState::Absent, TreeState::Blocked]),
        cut in 0..32u8,
        toasts in prop::collection::vec(texts(), 0..3),
        notices in prop::collection::vec(notices(), 0..3),
        starts in prop::collection::vec((texts(), any::<bool>()), 0..3),
        mut windows in prop::collection::vec(windows(), 0..4),
    ) -> Look {
        let [package, activity] = front;
        for w in &mut windows {
            let owner = if w.package.is_empty() { &package } else { &w.package };
            let before = matches!(w.kind, WindowKind::System | WindowKind::Keyboard);
            let own = if before || *owner == package { activity.as_str() } else { "" };
            let header = Header { package: owner, activity: own, window: w.kind, rotation };
            w.tree = headed(&w.tree, &header);
        }
        Look {
            performed,
            busy,
            timings: skink_device::agent::Timings { perform: n[0], settle: n[1], look: n[2] },
            events: n[3],
            rotation,
            width: n[4],
            height: n[5],
            package,
            activity,
            tree,
            cut: Cut::from_bits_truncate(cut),
            toasts,
            notices,
            starts: starts.into_iter().map(|(package, refused)| Start { package, refused }).collect(),
            windows,
        }
    }
}

proptest! {
    #[test]
    fn requests_are_read_back(request in requests()) {
        prop_assert_eq!(Request::decode(&request.encode()), Ok(request));
    }

    #[test]
    fn looks_are_read_back(look in looks()) {
        let reply = Reply::Look(Box::new(look));
        prop_assert_eq!(Reply::decode(&reply.encode()), Ok(reply));
    }

    #[test]
    fn a_damaged_look_is_an_error_or_another_look(look in looks(), at in any::<usize>(), byte in any::<u8>()) {
        let mut bytes = Reply::Look(Box::new(look)).encode();
        let at = at % bytes.len();
        bytes[at] = byte;
        if let Ok(Reply::Look(look)) = Reply::decode(&bytes) {
            look.observation();
        }
        bytes.truncate(at);
        if let Ok(Reply::Look(look)) = Reply::decode(&bytes) {
            look.observation();
        }
    }

    #[test]
    fn any_bytes_are_read_without_harm(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = Request::decode(&bytes);
        let _ = Reply::decode(&bytes);
    }

    #[test]
    fn inputs_survive_the_wire(at in points(), within in bounds(), to in directions(), text in texts(), ms in 0..1_000_000u64) {
        for input in [
            Input::Tap(at), Input::LongTap(at), Input::Type(at, text), Input::Scroll(within, to),
            Input::Swipe(within, to), Input::Key(Key::Back), Input::Key(Key::Menu), Input::Key(Key::Home),
            Input::Key(Key::Enter), Input::Rotate, Input::Wait(ms),
        ] {
            prop_assert_eq!(Perform::of(&input).and_then(|p| p.to_input()), Some(input));
        }
    }
}

#[test]
fn the_apps_life_is_not_the_agents_business() {
    for input in [Input::Launch, Input::Relaunch, Input::Kill, Input::Background] {
        assert_eq!(Perform::of(&input), None);
    }
}

#[test]
fn the_same_screen_by_dump_and_by_agent_is_equal() {
    let dump = br#"<hierarchy rotation="1" activity="p.Main"><node index="0" text="" class="android.widget.FrameLayout"
        package="p" content-desc="" bounds="[0,0][800,600]" enabled="true"><node index="2" text="a&#10;b" resource-id="p:id/t"
        class="android.widget.EditText" package="p" content-desc="d" clickable="true" focused="true"
        bounds="[0,10][800,60]" drawing-order="3"/></node></hierarchy>"#;
    let screen = parse_xml(dump).unwrap();
    let reply = Reply::Look(Box::new(Look::of(&screen)));
    let Ok(Reply::Look(look)) = Reply::decode(&reply.encode()) else { panic!("not a look") };
    assert_eq!(look.screen(), screen);
    assert_eq!(look.observation().screen.hash(), screen.hash());
}

fn page(package: &str, text: &str) -> Screen {
    let mut builder = ScreenBuilder::new();
    builder.leaf(&WidgetSpec { class: "android.widget.TextView", text, package, ..WidgetSpec::default() });
    builder.finish(&Header { package, ..Header::default() })
}

fn window(id: i32, kind: WindowKind, active: bool, layer: i32, package: &str, text: &str) -> Window {
    let mut look = Look::of(&page(package, text));
    Window { id, kind, active, layer, ..look.windows.remove(0) }
}

fn texts_of(screen: &Screen) -> Vec<&str> {
    screen.widgets().map(|w| w.text()).collect()
}

#[test]
fn a_screen_is_what_a_user_of_the_app_in_front_can_touch() {
    let mut look = Look::of(&page("a", ""));
    look.windows = vec![
        window(1, WindowKind::System, false, 9, "com.android.systemui", "clock"),
        window(2, WindowKind::Keyboard, false, 8, "ime", "q"),
        window(3, WindowKind::Menu, false, 5, "a", "suggestion"),
        window(4, WindowKind::Page, true, 3, "a", "page"),
        window(5, WindowKind::Page, false, 2, "b", "other half of a split screen"),
    ];
    let screen = look.screen();
    assert_eq!(texts_of(&screen), ["page", "suggestion"]);
    assert_eq!((screen.package(), screen.window()), ("a", WindowKind::Page));
}

#[test]
fn a_dialog_of_the_system_in_front_is_the_screen() {
    let mut look = Look::of(&page("a", ""));
    look.windows = vec![
        window(4, WindowKind::Page, false, 3, "a", "page"),
        window(6, WindowKind::System, true, 7, "android", "a has stopped"),
    ];
    let screen = look.screen();
    assert_eq!(texts_of(&screen), ["a has stopped"]);
    assert_eq!((screen.package(), screen.window()), ("android", WindowKind::System));
}

#[test]
fn without_a_tree_the_screen_is_empty_but_knows_who_is_in_front() {
    let mut look = Look::of(&page("a", ""));
    look.windows.clear();
    look.tree = TreeState::Absent;
    assert!(look.screen().is_empty());
    assert_eq!(look.screen().package(), "a");
}

#[test]
fn one_long_text_named_by_every_widget_is_refused_and_not_hashed_for_ever() {
    let text = "x".repeat(200_000);
    let mut builder = ScreenBuilder::new();
    for _ in 0..1000 {
        builder.leaf(&WidgetSpec { text: &text, ..WidgetSpec::default() });
    }
    let reply = Reply::Look(Box::new(Look::of(&builder.finish(&Header::default()))));
    assert_eq!(Reply::decode(&reply.encode()).map_err(|e| e.what), Err("too much text"));
}

/// Runs a client against an agent that answers with these replies.
#[derive(Debug)]
struct Talk {
    asked: Vec<u8>,
    answers: io::Cursor<Vec<u8>>,
}

impl Read for Talk {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.answers.read(to)
    }
}

impl Write for Talk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.asked.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn talk(replies: &[Reply]) -> Talk {
    let mut answers = Vec::new();
    for reply in replies {
        write_frame(&mut answers, &reply.encode()).expect("memory takes it");
    }
    Talk { asked: Vec::new(), answers: io::Cursor::new(answers) }
}

fn hello() -> Hello {
    Hello { version: VERSION, sdk: 19, release: "4.4.2".into(), ..Hello::default() }
}

#[test]
fn a_client_asks_and_is_answered() {
    let picture = Picture { width: 1, height: 1, rgb: vec![1, 2, 3] };
    let look = Look::of(&page("a", "hi"));
    let mut client = AgentClient::connect(talk(&[
        Reply::Hello(hello()),
        Reply::Look(Box::new(look.clone())),
        Reply::Screenshot(None),
        Reply::Screenshot(Some(picture.to_png())),
        Reply::Screenshot(Some(vec![1, 2, 3])),
        Reply::Failed(Failure::Android, "no".into()),
        Reply::Done,
    ]))
    .unwrap();
    assert_eq!(client.hello().sdk, 19);
    assert_eq!(client.step(Perform::Rotate, Settle::default()).unwrap().screen(), look.screen());
    assert_eq!(client.screenshot().unwrap(), None);
    assert_eq!(client.screenshot().unwrap(), Some(picture));
    assert_eq!(client.screenshot().unwrap(), None);
    assert!(client.ping().is_err_and(|e| e.is_answer()));
    client.quit().unwrap();
}

#[test]
fn an_agent_of_another_version_is_recognised() {
    let refusal = Reply::to_hello(VERSION + 1, &hello());
    let error = AgentClient::connect(talk(&[refusal])).unwrap_err();
    assert!(error.is_other_version(), "{error}");
    let error = AgentClient::connect(talk(&[Reply::Hello(Hello { version: 99, ..hello() })])).unwrap_err();
    assert!(error.is_other_version(), "{error}");
}

#[test]
fn after_a_torn_answer_the_client_is_not_used_again() {
    let mut talk = talk(&[Reply::Hello(hello()), Reply::Done]);
    talk.answers.get_mut().pop();
    let mut client = AgentClient::connect(talk).unwrap();
    assert!(matches!(client.ping(), Err(AgentError::Connection { .. })));
    assert!(matches!(client.ping(), Err(AgentError::Broken)));
}

#[test]
fn an_answer_to_something_else_breaks_the_connection() {
    let mut client = AgentClient::connect(talk(&[Reply::Hello(hello()), Reply::Done, Reply::Done])).unwrap();
    assert!(matches!(client.screenshot(), Err(AgentError::Unexpected { .. })));
    assert!(matches!(client.ping(), Err(AgentError::Broken)));
}

#[test]
fn a_served_device_answers_until_it_is_told_to_quit() {
    let mut frames = Vec::new();
    for request in [Request::Hello(VERSION), Request::Ping, Request::Screenshot, Request::Quit, Request::Ping]
    {
        write_frame(&mut frames, &request.encode()).unwrap();
    }
    write_frame(&mut frames, &[77]).unwrap();
    let mut stream = Talk { asked: Vec::new(), answers: io::Cursor::new(frames) };
    let mut asked = Vec::new();
    let quit = serve(&mut stream, &hello(), |request| {
        asked.push(request);
        Reply::Screenshot(None)
    });
    assert!(quit.unwrap());
    assert_eq!(asked, [Request::Screenshot]);
    let mut answers = &stream.asked[..];
    let replies: Vec<Reply> = std::iter::from_fn(|| read_frame(&mut answers).unwrap())
        .map(|frame| Reply::decode(&frame).unwrap())
        .collect();
    assert_eq!(replies, [Reply::Hello(hello()), Reply::Done, Reply::Screenshot(None), Reply::Done]);
    // The next host: a request that makes no sense is answered too, then it leaves.
    assert!(!serve(&mut stream, &hello(), |_| Reply::Done).unwrap());
}
