//! Seeing and touching with Android's own commands: `uiautomator dump`, `input`, `dumpsys`.
//!
//! What the commands hide is told: a dump that is of another moment cannot be taken for a new one, because the old
//! file is removed first; a screen that cannot be dumped (never at rest, or with an emoji before Android 7) is read
//! from the app's view tree, without its texts, and marked busy or noted.

use std::time::{Duration, Instant};

use skink_gui::{Bounds, Direction, Flags, Header, Key, Point, Screen, ScreenBuilder, WindowKind, parse_xml};

use super::changes::{Changes, SCREEN};
use super::driver::{Acted, Driver, DriverKind, News, Seen, StepError};
use super::front::{activity_of, is_stale, kind_by_size, windows_of};
use crate::adb::{Adb, AdbError, Deadline, quote};
use crate::shell::{DumpResult, Windows, read_dump_message, read_top_activity, read_views};
use crate::{Input, Picture};

const DUMP_FILE: &str = "/data/local/tmp/skink-dump.xml";
const SHOT_FILE: &str = "/data/local/tmp/skink-shot.png";
/// Dumps tried before the view tree has to do; null roots are normal while a window comes or goes.
const DUMPS: u32 = 3;
/// A finger's way, in milliseconds: slow enough that lists do not fly on.
const SCROLL_MILLIS: u32 = 600;
const SWIPE_MILLIS: u32 = 200;
const LONG_TAP_MILLIS: u32 = 1_000;
/// No field is emptied by more keys than this.
const MAX_DELETES: usize = 400;
/// Keys in one call: a command has a length too.
const KEYS_A_CALL: usize = 100;

/// Drives with Android's commands.
pub(crate) struct ShellDriver {
    /// For the whole of one command.
    call: Duration,
    size: Option<(u32, u32)>,
    changes: Changes,
    rotation: u8,
    /// Whether we turned the screen.
    turned: bool,
    /// The last screen: how long the text of a field is.
    last: Option<Screen>,
    notes: Vec<String>,
}

impl ShellDriver {
    /// For a device whose screen has that size upright.
    pub(crate) fn new(call: Duration, size: Option<(u32, u32)>) -> Self {
        Self {
            call,
            size,
            changes: Changes::new(SCREEN),
            rotation: 0,
            turned: false,
            last: None,
            notes: Vec::new(),
        }
    }

    fn ask(&self, adb: &Adb, command: &str) -> Result<String, AdbError> {
        adb.ask(command, Deadline::after(self.call))
    }

    fn act(&mut self, adb: &Adb, input: &Input) -> Result<(), AdbError> {
        match input {
            Input::Tap(at) => self.ask(adb, &format!("input tap {} {}", at.x, at.y)).map(|_| ()),
            Input::LongTap(at) => self.draw(adb, *at, *at, LONG_TAP_MILLIS),
            Input::Type(at, text) => self.type_text(adb, *at, text),
            Input::Scroll(within, direction) => {
                let (from, to) = path(*within, opposite(*direction));
                self.draw(adb, from, to, SCROLL_MILLIS)
            }
            Input::Swipe(within, direction) => {
                let (from, to) = path(*within, *direction);
                self.draw(adb, from, to, SWIPE_MILLIS)
            }
            Input::Key(key) => self.ask(adb, &format!("input keyevent {}", key_code(*key))).map(|_| ()),
            Input::Rotate => self.rotate(adb),
            Input::Wait(0) => Ok(()),
            Input::Wait(millis) => {
                let seconds = millis.div_ceil(1000).max(1);
                let deadline = Deadline::after(self.call + Duration::from_secs(seconds));
                adb.ask(&format!("sleep {seconds}"), deadline).map(|_| ())
            }
            Input::Background | Input::Kill | Input::Launch | Input::Relaunch => Err(AdbError::Refused {
                doing: "acting on the screen".into(),
                problem: "that is done to the app, not to the screen".into(),
            }),
        }
    }

    fn draw(&self, adb: &Adb, from: Point, to: Point, millis: u32) -> Result<(), AdbError> {
        let command = format!("input swipe {} {} {} {} {millis}", from.x, from.y, to.x, to.y);
        self.ask(adb, &command).map(|_| ())
    }

    /// Focuses the field, empties it key by key, and types.
    fn type_text(&mut self, adb: &Adb, at: Point, text: &str) -> Result<(), AdbError> {
        self.ask(adb, &format!("input tap {} {}", at.x, at.y))?;
        let holds = |w: &skink_gui::Widget<'_>| w.is(Flags::EDITABLE) && w.bounds().contains(at);
        let old = self
            .last
            .as_ref()
            .and_then(|screen| screen.widgets().rfind(holds).map(|w| w.text().chars().count()));
        let deletes = old.unwrap_or(40).min(MAX_DELETES);
        // To the end, then backwards; a password shows no more than its length.
        let keys: Vec<&str> = std::iter::once("123").chain(std::iter::repeat_n("67", deletes)).collect();
        for part in keys.chunks(KEYS_A_CALL) {
            self.ask(adb, &format!("input keyevent {}", part.join(" ")))?;
        }
        let (parts, skipped) = typeable(text);
        for part in parts {
            let command = match part {
                Typed::Text(text) => format!("input text {}", quote(&text)),
                Typed::Enter => "input keyevent 66".to_owned(),
            };
            self.ask(adb, &command)?;
        }
        if skipped > 0 {
            self.notes.push(format!(
                "{skipped} characters of a text were left out: Android's `input` has no keys for them (the agent has)"
            ));
        }
        Ok(())
    }

    fn rotate(&mut self, adb: &Adb) -> Result<(), AdbError> {
        let turned = if self.rotation == 0 { 1 } else { 0 };
        self.turned = turned != 0;
        self.changes.put(adb, "system", "accelerometer_rotation", "0")?;
        self.changes.put(adb, "system", "user_rotation", &turned.to_string())
    }

    fn look(&mut self, adb: &Adb) -> Result<Seen, AdbError> {
        let mut why = DumpResult::NoRoot;
        let mut windows = Windows::default();
        for attempt in 1..=DUMPS {
            let said = self.ask(adb, &format!("rm -f {DUMP_FILE}; uiautomator dump {DUMP_FILE}"))?;
            why = read_dump_message(&said);
            let dumped = match &why {
                DumpResult::Written | DumpResult::Died => adb.pull(DUMP_FILE, Deadline::after(self.call))?,
                _ => None,
            };
            windows = windows_of(adb, self.call)?;
            if let Some(screen) = dumped.and_then(|bytes| parse_xml(&bytes).ok()) {
                if attempt < DUMPS && is_stale(&screen, &windows) {
                    continue;
                }
                return Ok(self.saw(screen, &windows));
            }
            if matches!(why, DumpResult::NeverIdle | DumpResult::Died | DumpResult::Error(_)) {
                break;
            }
        }
        if let DumpResult::Error(words) = &why
            && words.contains("not found")
        {
            let doing = "reading the screen".to_owned();
            return Err(AdbError::Refused {
                doing,
                problem: format!("this device has no uiautomator: {words}"),
            });
        }
        self.look_at_views(adb, &windows, &why)
    }

    /// A dump says whose window it is; which activity and what kind of window, only `dumpsys` does.
    fn saw(&mut self, screen: Screen, windows: &Windows) -> Seen {
        let package = screen.package().to_owned();
        let front = windows.front.as_ref();
        let activity = activity_of(&package, windows);
        let ours = front.filter(|f| {
            f.activity.as_ref().is_some_and(|a| a.package == package)
                || f.package.as_deref() == Some(&package)
        });
        let window = match (ours, front) {
            (Some(front), _) => front.kind,
            // The dump is of a window that has gone meanwhile, or of one whose owner is not told.
            (None, Some(front)) if front.package.is_none() && front.activity.is_none() => front.kind,
            (None, _) => WindowKind::Page,
        };
        let window = kind_by_size(window, &screen, self.size);
        self.rotation = screen.rotation();
        let header = Header { package: &package, activity: &activity, window, rotation: screen.rotation() };
        let screen = with_header(&screen, &header);
        self.last = Some(screen.clone());
        Seen {
            screen,
            busy: false,
            toasts: Vec::new(),
            crashes: Vec::new(),
            hangs: false,
            refused: false,
            note: None,
            millis: [0; 3],
        }
    }

    /// What can be seen without a dump: the view tree of the activity on top, where no dialog is before it.
    fn look_at_views(&mut self, adb: &Adb, windows: &Windows, why: &DumpResult) -> Result<Seen, AdbError> {
        let text = self.ask(adb, "dumpsys activity top")?;
        let top = read_top_activity(&text);
        let hangs = top.as_ref().is_some_and(|top| top.timed_out);
        let component = windows.app.clone().or(top.map(|top| top.component));
        let (package, activity) = component.map(|c| (c.package, c.class)).unwrap_or_default();
        let rotation = windows.rotation.unwrap_or(self.rotation);
        let front = windows.front.as_ref();
        let page = front.is_none_or(|front| front.kind == WindowKind::Page);
        let views = page.then(|| read_views(&text, &package, &activity, rotation)).flatten();
        let reason = match why {
            DumpResult::NeverIdle => "it never comes to rest",
            DumpResult::NoRoot | DumpResult::Written => "Android gave no tree",
            DumpResult::Died => "`uiautomator` died of it, as it does of an emoji before Android 7",
            DumpResult::Error(words) => words,
        };
        let how = if views.is_some() { "without its texts" } else { "not at all" };
        let note = format!("{activity} was seen {how}: {reason} (the agent can)");
        let window = front.map_or(WindowKind::Page, |front| front.kind);
        let front_package = front.and_then(|f| f.package.clone()).unwrap_or_else(|| package.clone());
        let header = Header { package: &front_package, activity: &activity, window, rotation };
        let screen = views.unwrap_or_else(|| ScreenBuilder::new().finish(&header));
        self.rotation = rotation;
        self.last = Some(screen.clone());
        let note = Some(note);
        Ok(Seen {
            screen,
            busy: true,
            toasts: Vec::new(),
            crashes: Vec::new(),
            hangs,
            refused: false,
            note,
            millis: [0; 3],
        })
    }
}

impl Driver for ShellDriver {
    fn kind(&self) -> DriverKind {
        DriverKind::Shell
    }

    fn step(&mut self, adb: &Adb, input: Option<&Input>) -> Result<Seen, StepError> {
        let start = Instant::now();
        if let Some(input) = input {
            adb.forget_sent();
            self.act(adb, input).map_err(|error| {
                let acted = if adb.was_sent() { Acted::Unknown } else { Acted::No };
                StepError { error, acted }
            })?;
        }
        let acted = start.elapsed().as_millis() as u64;
        let seen = self.look(adb);
        let mut seen = seen.map_err(|error| StepError { error, acted: Acted::Yes })?;
        let looked = start.elapsed().as_millis() as u64 - acted;
        seen.millis = [acted, 0, looked];
        let notes = std::mem::take(&mut self.notes);
        seen.note = notes.into_iter().chain(seen.note.take()).reduce(|all, note| format!("{all}; {note}"));
        Ok(seen)
    }

    fn upright(&mut self, adb: &Adb) -> Result<(), AdbError> {
        if self.turned {
            self.changes.put(adb, "system", "user_rotation", "0")?;
            self.turned = false;
        }
        Ok(())
    }

    fn glance(&mut self, adb: &Adb, key: Option<Key>) -> Result<News, StepError> {
        if let Some(key) = key {
            adb.forget_sent();
            self.act(adb, &Input::Key(key)).map_err(|error| {
                let acted = if adb.was_sent() { Acted::Unknown } else { Acted::No };
                StepError { error, acted }
            })?;
        }
        Ok(News::default())
    }

    fn tells_crashes(&self) -> bool {
        false
    }

    fn screenshot(&mut self, adb: &Adb) -> Result<Option<Picture>, AdbError> {
        screencap(adb, self.call)
    }

    fn reconnect(&mut self, adb: &Adb) -> Result<(), AdbError> {
        self.ask(adb, "true").map(|_| ())
    }

    fn end(&mut self, adb: &Adb) {
        // A device that is gone keeps the file with the old values; the next run puts them back.
        let _ = self.changes.restore(adb);
        let _ = self.ask(adb, &format!("rm -f {DUMP_FILE} {SHOT_FILE}"));
    }
}

/// `screencap`, through a file: before Android 7 the shell damages bytes. `None` where Android refuses.
pub(crate) fn screencap(adb: &Adb, call: Duration) -> Result<Option<Picture>, AdbError> {
    adb.ask(&format!("rm -f {SHOT_FILE}; screencap -p {SHOT_FILE}"), Deadline::after(call))?;
    let file = adb.pull(SHOT_FILE, Deadline::after(call))?;
    Ok(file.and_then(|file| Picture::from_png(&file)))
}

/// The same widgets under another header.
pub(crate) fn with_header(screen: &Screen, header: &Header<'_>) -> Screen {
    let mut builder = ScreenBuilder::new();
    let mut ends: Vec<usize> = Vec::new();
    for widget in screen.widgets() {
        let at = widget.id().index();
        while ends.last().is_some_and(|end| *end <= at) {
            ends.pop();
            builder.close();
        }
        builder.open(&widget.spec());
        ends.push(at + widget.subtree().len());
    }
    ends.iter().for_each(|_| builder.close());
    builder.finish(header)
}

fn key_code(key: Key) -> u32 {
    match key {
        Key::Home => 3,
        Key::Back => 4,
        Key::Enter => 66,
        Key::Menu => 82,
    }
}

fn opposite(direction: Direction) -> Direction {
    match direction {
        Direction::Up => Direction::Down,
        Direction::Down => Direction::Up,
        Direction::Left => Direction::Right,
        Direction::Right => Direction::Left,
    }
}

/// A finger's way across the middle of a widget, clear of its edges, where gestures of the system begin.
fn path(within: Bounds, direction: Direction) -> (Point, Point) {
    let center = within.center();
    // As far as the agent's finger goes.
    let (dx, dy) = (within.width().max(0) * 3 / 10, within.height().max(0) * 3 / 10);
    let at = |x: i32, y: i32| Point { x: center.x.saturating_add(x), y: center.y.saturating_add(y) };
    match direction {
        Direction::Up => (at(0, dy), at(0, -dy)),
        Direction::Down => (at(0, -dy), at(0, dy)),
        Direction::Left => (at(dx, 0), at(-dx, 0)),
        Direction::Right => (at(-dx, 0), at(dx, 0)),
    }
}

/// A piece of a text that one command types.
#[derive(Debug, PartialEq, Eq)]
enum Typed {
    Text(String),
    Enter,
}

/// Pieces that `input text` types as they are, and how many characters it has no keys for. A blank is `%s`; a `%`
/// before an `s` would be read as one, so that the piece ends between them.
fn typeable(text: &str) -> (Vec<Typed>, usize) {
    let (mut parts, mut piece, mut skipped) = (Vec::new(), String::new(), 0);
    let end = |piece: &mut String, parts: &mut Vec<Typed>| {
        if !piece.is_empty() {
            parts.push(Typed::Text(std::mem::take(piece)));
        }
    };
    for c in text.chars() {
        match c {
            '\n' => {
                end(&mut piece, &mut parts);
                parts.push(Typed::Enter);
            }
            ' ' => {
                // A `%` before a blank's `%s` is harmless.
                piece.push_str("%s");
            }
            's' if piece.ends_with('%') => {
                end(&mut piece, &mut parts);
                piece.push(c);
            }
            '!'..='~' => piece.push(c),
            _ => skipped += 1,
        }
        if piece.len() > 500 {
            end(&mut piece, &mut parts);
        }
    }
    end(&mut piece, &mut parts);
    (parts, skipped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adb::fake::{FakeAdb, Reply};

    #[test]
    fn texts_are_cut_where_input_would_misread_them() {
        let text = |s: &str| Typed::Text(s.to_owned());
        assert_eq!(typeable("a b"), (vec![text("a%sb")], 0));
        assert_eq!(typeable("100%safe"), (vec![text("100%"), text("safe")], 0));
        assert_eq!(typeable("x\ny"), (vec![text("x"), Typed::Enter, text("y")], 0));
        assert_eq!(typeable("né🙂"), (vec![text("n")], 2));
        assert_eq!(typeable(""), (vec![], 0));
    }

    #[test]
    fn a_scroll_draws_the_finger_the_other_way() {
        let (from, to) = path(Bounds::new(0, 100, 200, 300), opposite(Direction::Down));
        assert!(from.y > to.y && from.x == to.x, "the content below comes up with the finger");
        assert!(from.y < 300 && to.y > 100);
    }

    const DUMP: &str = r#"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0"><node index="0" text="hello" resource-id="com.example:id/field" class="android.widget.EditText" package="com.example" content-desc="" clickable="true" enabled="true" bounds="[0,0][100,50]" /></hierarchy>"#;
    const FOCUS: &str = "  Window #0 Window{a1 u0 com.example/com.example.Main}:\n    mAttrs=WM.LayoutParams{(0,0) ty=2}\n  \
                         mCurrentFocus=Window{a1 u0 com.example/com.example.Main}\n";

    fn device(dump_says: &'static str, file: Option<&'static str>) -> FakeAdb {
        let fake = FakeAdb::start(true, move |command| match command {
            c if c.contains("uiautomator dump") => Reply::ok(dump_says),
            "dumpsys window windows" => Reply::ok(FOCUS),
            "dumpsys activity top" => Reply::ok(
                "  ACTIVITY com.example/.Main 1 pid=2\n    View Hierarchy:\n      \
                 android.view.View{1 V.E..... ........ 0,0-10,10}\n",
            ),
            _ => Reply::ok(""),
        });
        if let Some(file) = file {
            fake.inner.files.lock().expect("free").insert(DUMP_FILE.into(), file.as_bytes().to_vec());
        }
        fake
    }

    #[test]
    fn a_dump_gets_its_activity_and_kind_from_the_window_manager() {
        let fake = device("UI hierchary dumped to: /x\n", Some(DUMP));
        let mut driver = ShellDriver::new(Duration::from_secs(5), Some((10, 10)));
        let seen = driver.step(&fake.open(), None).expect("seen");
        assert_eq!((seen.screen.package(), seen.screen.activity()), ("com.example", "com.example.Main"));
        assert_eq!((seen.screen.window(), seen.busy), (WindowKind::Dialog, false));
    }

    #[test]
    fn typing_focuses_empties_and_types() {
        let fake = device("UI hierchary dumped to: /x\n", Some(DUMP));
        let adb = fake.open();
        let mut driver = ShellDriver::new(Duration::from_secs(5), Some((10, 10)));
        driver.step(&adb, None).expect("seen");
        let input = Input::Type(Point { x: 5, y: 5 }, "it's ü".into());
        let seen = driver.step(&adb, Some(&input)).expect("typed");
        let typed: Vec<String> = fake.commands().into_iter().filter(|c| c.starts_with("input")).collect();
        assert_eq!(
            typed,
            ["input tap 5 5", "input keyevent 123 67 67 67 67 67", "input text 'it'\\''s%s'"],
            "five letters are deleted"
        );
        assert!(seen.note.is_some_and(|note| note.starts_with("1 characters")));
    }

    #[test]
    fn a_screen_that_cannot_be_dumped_is_seen_through_its_views_and_says_so() {
        for (says, why) in [("ERROR: could not get idle state.\n", "never comes to rest"), ("", "emoji")] {
            let fake = device(says, None);
            let seen = ShellDriver::new(Duration::from_secs(5), Some((10, 10)))
                .step(&fake.open(), None)
                .expect("seen");
            assert!(
                seen.busy && seen.note.as_ref().is_some_and(|note| note.contains(why)),
                "{:?}",
                seen.note
            );
        }
    }

    #[test]
    fn a_dump_of_the_page_behind_an_app_that_has_not_drawn_is_taken_again() {
        let fake = FakeAdb::start(true, |command| match command {
            c if c.contains("uiautomator dump") => {
                let mut reply = Reply::ok("UI hierchary dumped to: /x\n");
                reply.file = Some((DUMP_FILE.to_owned(), DUMP.as_bytes().to_vec()));
                reply
            }
            c if c.starts_with("dumpsys window") => {
                Reply::ok("mCurrentFocus=Window{a1 u0 com.camera/com.camera.Main}\n")
            }
            _ => Reply::ok(""),
        });
        ShellDriver::new(Duration::from_secs(5), None).step(&fake.open(), None).expect("seen");
        let dumps = fake.commands().iter().filter(|c| c.contains("uiautomator dump")).count();
        assert_eq!(dumps as u32, DUMPS, "and in the end taken for what it is");
    }

    #[test]
    fn a_step_knows_whether_its_input_was_sent() {
        let fake = device("UI hierchary dumped to: /x\n", Some(DUMP));
        let adb = fake.open();
        let mut driver = ShellDriver::new(Duration::from_millis(300), None);
        fake.cut_next();
        let failed = driver.step(&adb, Some(&Input::Tap(Point { x: 1, y: 1 }))).expect_err("cut");
        assert_eq!(failed.acted, Acted::Unknown);
        let gone = Adb::open(fake.server(), "fake-1", Deadline::seconds(5)).expect("open").renamed("other");
        let failed = driver.step(&gone, Some(&Input::Tap(Point { x: 1, y: 1 }))).expect_err("no such device");
        assert_eq!(failed.acted, Acted::No);
    }
}
