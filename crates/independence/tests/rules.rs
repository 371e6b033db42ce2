//! The rules against false alarms, each on a small app made for it: what is meant is doubted, the bug beside it is
//! not.

use std::time::Duration;

use skink_device::{Device, DeviceError, Input};
use skink_gui::{Bounds, Event, Flags, Header, Key, Point, Screen, ScreenBuilder, WidgetSpec, WindowKind};
use skink_independence::{
    Case, Compare, Did, INDEPENDENT, Pair, Sheets, Shrinker, Stage, ViewSettings, ask, judge,
};
use skink_trace::{Observation, Step};

/// A page with a list, a field and its buttons, two switches, a filter and a player; a dialog; a page about each
/// row; and a tour that ends on the first page again.
#[derive(Clone)]
struct Toy {
    rows: Vec<String>,
    field: String,
    clip: String,
    /// Whether the keyboard hides what is at the bottom.
    keyboard: bool,
    page: Page,
    friends: Vec<String>,
    stars: usize,
    sound: bool,
    reminder: bool,
    shuffle: bool,
    repeat: bool,
    only_long: bool,
    playing: bool,
    dialog: bool,
    scrolled: usize,
    clock: u64,
    bug: bool,
}

#[derive(Clone, PartialEq)]
enum Page {
    Main,
    Tour,
    Person(String),
}

fn spec<'a>(class: &'a str, id: &'a str, text: &'a str, flags: Flags, top: i32) -> WidgetSpec<'a> {
    let bounds = Bounds { left: 0, top, right: 100, bottom: top + 8 };
    WidgetSpec { class, id, text, flags: flags | Flags::ENABLED, bounds, ..WidgetSpec::default() }
}

impl Toy {
    fn new(bug: bool) -> Self {
        Self {
            rows: ["Annika", "Berta", "Carla", "Doris"].map(str::to_owned).to_vec(),
            field: String::new(),
            clip: String::new(),
            keyboard: false,
            page: Page::Main,
            friends: Vec::new(),
            stars: 0,
            sound: false,
            reminder: false,
            shuffle: false,
            repeat: false,
            only_long: false,
            playing: false,
            dialog: false,
            scrolled: 0,
            clock: 0,
            bug,
        }
    }

    fn shown(&self) -> Vec<&String> {
        let fits = |row: &&String| !self.only_long || row.len() > 4;
        self.rows.iter().filter(fits).skip(self.scrolled).take(6).collect()
    }

    fn screen(&self) -> Screen {
        let mut b = ScreenBuilder::new();
        let mut top = 0;
        let mut next = || {
            top += 10;
            top
        };
        let window = if self.dialog { WindowKind::Dialog } else { WindowKind::Page };
        let check =
            |on| Flags::CLICKABLE | Flags::CHECKABLE | if on { Flags::CHECKED } else { Flags::empty() };
        let activity = match self.page {
            Page::Main => "Main",
            Page::Tour => "Tour",
            Page::Person(_) => "Person",
        };
        let header = Header { package: "toy", activity, window, rotation: 0 };
        if self.dialog {
            b.leaf(&spec("Button", "ok", "OK", Flags::CLICKABLE, next()));
            return b.finish(&header);
        }
        b.open(&spec("FrameLayout", "", "", Flags::empty(), next()));
        match &self.page {
            Page::Main => {}
            Page::Tour => {
                b.leaf(&spec("Button", "start", "Start", Flags::CLICKABLE, next()));
                return b.finish(&header);
            }
            Page::Person(name) => {
                b.leaf(&spec("TextView", "name", name, Flags::empty(), next()));
                let friend = check(self.friends.contains(name));
                b.leaf(&spec("CheckBox", "friend", "Friend", friend, next()));
                b.leaf(&spec("Button", "sister", "Her sister", Flags::CLICKABLE, next()));
                if self.rows.len() > 4 {
                    let sum = format!("{}.00", 10 * self.rows.len());
                    b.leaf(&spec("TextView", "sum", &sum, Flags::empty(), next()));
                }
                b.open(&spec("RecyclerView", "others", "", Flags::empty(), next()));
                for other in self.rows.iter().filter(|row| *row != name).take(2) {
                    b.leaf(&spec("TextView", "other", other, Flags::empty(), next()));
                }
                return b.finish(&header);
            }
        }
        b.leaf(&spec("EditText", "field", &self.field, Flags::CLICKABLE | Flags::EDITABLE, next()));
        for name in ["Add", "Bold", "Clear", "Details", "Tour", "Drop", "Copy", "Flip", "Cut", "Paste"] {
            b.leaf(&spec("Button", name, name, Flags::CLICKABLE, next()));
        }
        b.leaf(&spec("CheckBox", "shuffle", "Shuffle", check(self.shuffle), next()));
        b.leaf(&spec("CheckBox", "repeat", "Repeat", check(self.repeat), next()));
        b.leaf(&spec("Button", "long", "Long names", Flags::CLICKABLE, next()));
        b.leaf(&spec("Button", "play", if self.playing { "Stop" } else { "Play" }, Flags::CLICKABLE, next()));
        for star in 1..=3 {
            let on = if star <= self.stars { Flags::SELECTED } else { Flags::empty() };
            let desc = format!("{star} stars");
            b.leaf(&WidgetSpec {
                desc: &desc,
                ..spec("ImageView", "star", "", Flags::CLICKABLE | on, next())
            });
        }
        let sound = if self.sound { "Mute" } else { "Unmute" };
        b.leaf(&WidgetSpec { desc: sound, ..spec("ImageView", "sound", "", Flags::CLICKABLE, next()) });
        b.leaf(&spec("Button", "remind", "Remind me in a minute", Flags::CLICKABLE, next()));
        if self.reminder {
            b.leaf(&spec("TextView", "reminder", "Reminder set", Flags::empty(), next()));
        }
        if self.playing {
            b.leaf(&spec("Button", "timer", "Timer", Flags::CLICKABLE, next()));
        }
        b.open(&spec("RecyclerView", "list", "", Flags::SCROLLABLE, next()));
        for row in self.shown() {
            b.leaf(&spec("TextView", "row", row, Flags::CLICKABLE, next()));
        }
        b.close();
        let card = spec("LinearLayout", "card", "", Flags::empty(), next());
        if self.keyboard && self.scrolled == 0 {
            b.leaf(&card);
        } else {
            b.open(&card);
            b.leaf(&spec("TextView", "hint", "Hold a row to remove it", Flags::empty(), next()));
        }
        b.finish(&header)
    }

    fn tap(&mut self, at: Point) {
        let screen = self.screen();
        let hit = |w: &skink_gui::Widget<'_>| w.is(Flags::CLICKABLE) && w.bounds().contains(at);
        let Some(widget) = screen.widgets().rev().find(hit) else { return };
        match (widget.resource_id(), widget.text()) {
            ("Add", _) if !self.field.is_empty() => self.rows.push(std::mem::take(&mut self.field)),
            ("Bold", _) => self.field.push('*'),
            ("Clear", _) => self.field.clear(),
            ("Details", _) => self.dialog = true,
            ("ok", _) => {
                self.dialog = false;
                if self.bug {
                    self.field.clear();
                }
            }
            ("shuffle", _) => (self.shuffle, self.repeat) = (!self.shuffle, false),
            ("repeat", _) => (self.repeat, self.shuffle) = (!self.repeat, false),
            ("long", _) => self.only_long = !self.only_long,
            ("play", _) => self.playing = !self.playing,
            ("row", name) => self.page = Page::Person(name.to_owned()),
            ("Tour", _) => self.page = Page::Tour,
            ("start", _) => (self.page, self.field) = (Page::Main, String::new()),
            ("Drop", _) => drop(self.rows.remove(1)),
            ("Copy", _) => self.rows.push(format!("{} again", self.rows[0])),
            ("Cut", _) => self.clip = std::mem::take(&mut self.field),
            ("Paste", _) => self.rows.push(self.clip.clone()),
            ("sound" | "Flip", _) => self.sound = !self.sound,
            ("remind", _) => self.reminder = true,
            ("friend", _) => self.friend(),
            ("sister", _) => self.page = Page::Person("Doris".into()),
            ("star", _) => {
                self.stars = widget.desc()[..1].parse().unwrap_or(0);
            }
            _ => {}
        }
    }

    fn friend(&mut self) {
        let Page::Person(name) = &self.page else { return };
        match self.friends.iter().position(|friend| friend == name) {
            Some(at) => drop(self.friends.remove(at)),
            None => self.friends.push(name.clone()),
        }
    }

    fn back(&mut self) {
        if self.keyboard {
            self.keyboard = false;
        } else if self.dialog {
            self.dialog = false;
        } else {
            if self.bug && self.page == Page::Person("Doris".into()) {
                self.friends.clear();
            }
            self.page = Page::Main;
        }
    }
}

impl Device for Toy {
    fn name(&self) -> String {
        "toy".into()
    }
    fn package(&self) -> &str {
        "toy"
    }
    fn clean_start(&mut self, _: u64) -> Result<Observation, DeviceError> {
        *self = Self::new(self.bug);
        self.observe()
    }
    fn observe(&mut self) -> Result<Observation, DeviceError> {
        Ok(Observation::of(self.screen()))
    }
    fn perform(&mut self, input: &Input) -> Result<Observation, DeviceError> {
        self.clock += 300;
        match input {
            Input::Tap(at) => self.tap(*at),
            Input::Type(_, text) => (self.field, self.keyboard) = (text.clone(), true),
            Input::Key(Key::Enter) if !self.field.is_empty() => {
                self.rows.push(std::mem::take(&mut self.field));
            }
            Input::Scroll(_, direction) => {
                let down = *direction == skink_gui::Direction::Down;
                self.scrolled = if down { (self.scrolled + 3).min(self.rows.len() - 1) } else { 0 };
            }
            Input::Key(Key::Back) => self.back(),
            Input::Kill => (self.playing, self.field) = (false, String::new()),
            Input::Background => self.sound = false,
            Input::Wait(_) => self.reminder = false,
            _ => {}
        }
        self.observe()
    }
    fn clock(&self) -> Duration {
        Duration::from_millis(self.clock)
    }
    fn log(&mut self) -> Result<String, DeviceError> {
        Ok(String::new())
    }
}

fn done(stage: &mut Stage<'_>, lines: &[&str]) -> Vec<Step> {
    let step = |line: &&str| {
        let event: Event = line.parse().expect("an event");
        match stage.by_selector(&event).expect("the toy works") {
            Did::Step(step) => *step,
            _ => panic!("{line} finds nothing"),
        }
    };
    lines.iter().map(step).collect()
}

/// The rule that doubts; `None` where the violation stands. Panics where there is none.
fn doubt(
    bug: bool,
    source: &str,
    before: &[&str],
    inserted: &[&str],
    after: &[&str],
) -> Option<&'static str> {
    let mut toy = Toy::new(bug);
    let mut stage = Stage::new(&mut toy);
    let (views, mut sheets, volatile) = (ViewSettings::default(), Sheets::default(), Default::default());
    stage.start(0).expect("it starts");
    let seed = done(&mut stage, &[before, after].concat());
    stage.start(0).expect("it starts");
    done(&mut stage, before);
    let own = done(&mut stage, inserted);
    let compare = match source {
        INDEPENDENT => Compare::Independent,
        "process death and return" | "long idle" => Compare::Idle,
        _ => Compare::Neutral,
    };
    let pair = Pair { seed, at: before.len(), inserted: own, compare };
    let judged = judge(&mut stage, &mut sheets, 0, &pair, "toy", &volatile).expect("it works");
    let judged = judged.filter(|judged| !judged.lost.is_empty()).expect("a violation");
    let case = Case { pair: &pair, judged: &judged, source, views: &views };
    let mut shrinker = Shrinker {
        stage: &mut stage,
        sheets: &mut sheets,
        start: 0,
        package: "toy",
        volatile: &volatile,
        left: 0,
    };
    let said = ask(&case, &mut shrinker).expect("it works");
    said.into_iter().find(|s| s.doubts).map(|s| s.rule)
}

const TYPED: &[&str] = &["type id=field \"Emil\""];

#[test]
fn a_look_at_a_dialog_that_drops_what_was_typed_is_a_bug() {
    assert_eq!(doubt(true, INDEPENDENT, TYPED, &["tap id=Details", "tap id=ok"], &[]), None);
}

#[test]
fn a_button_that_empties_or_stores_takes_back_what_was_typed() {
    assert_eq!(doubt(false, INDEPENDENT, TYPED, &["tap id=Clear"], &[]), Some("takes back"));
    assert_eq!(doubt(false, INDEPENDENT, TYPED, &["tap id=Add"], &[]), Some("takes back"));
}

#[test]
fn switches_that_exclude_each_other_take_each_other_back() {
    let said = doubt(false, INDEPENDENT, &["tap id=shuffle"], &["tap id=repeat"], &[]);
    assert!(matches!(said, Some("exclude each other" | "setting")), "{said:?}");
}

#[test]
fn a_filter_takes_the_effect_away_after_it_too() {
    assert_eq!(doubt(false, INDEPENDENT, TYPED, &["tap id=long"], &["tap id=Add"]), Some("done after"));
}

#[test]
fn what_writes_into_a_field_goes_on_from_what_was_typed() {
    assert_eq!(doubt(false, INDEPENDENT, TYPED, &["tap id=Bold"], &["tap id=Add"]), Some("edits"));
}

#[test]
fn what_plays_ends_with_the_process() {
    let said = doubt(false, "process death and return", &["tap id=play"], &["kill"], &["tap id=Clear"]);
    assert_eq!(said, Some("in memory"));
}

#[test]
fn what_the_inserted_events_change_anyway_is_their_own_doing() {
    assert_eq!(doubt(false, INDEPENDENT, &["tap id=sound"], &["tap id=Flip"], &[]), Some("own doing"));
}

#[test]
fn a_choice_is_changed_by_choosing_again() {
    let said = doubt(false, INDEPENDENT, &["tap desc=\"3 stars\""], &["tap desc=\"2 stars\""], &[]);
    assert_eq!(said, Some("touches it"));
}

#[test]
fn enter_goes_to_the_field_that_was_typed_in() {
    assert_eq!(doubt(false, INDEPENDENT, TYPED, &["enter"], &[]), Some("other focus"));
}

#[test]
fn what_the_keyboard_hides_is_off_screen() {
    assert_eq!(doubt(false, "keyboard up and down", TYPED, &["back"], &[]), Some("off screen"));
}

#[test]
fn a_page_about_somebody_else_is_another_one_and_a_mark_lost_by_a_look_at_it_is_a_bug() {
    let seed = &["tap text=\"Annika\"", "tap id=friend"];
    assert_eq!(doubt(false, INDEPENDENT, seed, &["tap id=sister"], &[]), Some("another one"));
    let seed = &["tap text=\"Annika\"", "tap id=friend", "back"];
    let look = &["tap text=\"Doris\"", "back"];
    assert_eq!(doubt(true, INDEPENDENT, seed, look, &["tap text=\"Annika\""]), None);
}

#[test]
fn a_page_that_is_opened_anew_has_not_what_was_typed() {
    let around = &["tap id=Tour", "tap id=start"];
    assert_eq!(doubt(false, INDEPENDENT, TYPED, around, &[]), Some("opened anew"));
}

#[test]
fn a_list_of_two_is_filled_up_from_what_there_is() {
    let seed = &["tap text=\"Annika\"", "back", "tap text=\"Doris\""];
    assert_eq!(doubt(false, INDEPENDENT, &[], &["tap id=Drop"], seed), Some("refilled"));
}

#[test]
fn a_sum_follows_the_rows() {
    let before = &["tap text=\"Annika\"", "back"];
    let own = &["tap id=Copy"];
    let after = &["type id=field \"Emil\"", "tap id=Add", "tap text=\"Annika\""];
    assert_eq!(doubt(false, INDEPENDENT, before, own, after), Some("sums"));
}

#[test]
fn a_reminder_is_due_after_its_time() {
    assert_eq!(doubt(false, "long idle", &["tap id=remind"], &["wait 120000"], &[]), Some("due"));
}

#[test]
fn a_sound_may_stop_out_of_sight_and_what_was_typed_may_not() {
    let said = doubt(false, "background and return", &["tap id=sound"], &["background"], &[]);
    assert_eq!(said, Some("in memory"));
}

#[test]
fn what_was_typed_on_a_page_below_ends_with_the_process() {
    let before = &["type id=field \"Emil\"", "back", "tap text=\"Annika\""];
    assert_eq!(doubt(false, "process death and return", before, &["kill"], &["back"]), Some("below"));
}

#[test]
fn there_is_one_clipboard() {
    let before = &["type id=field \"Emil\"", "tap id=Cut"];
    let own = &["type id=field \"Fritz\"", "tap id=Cut"];
    assert_eq!(doubt(false, INDEPENDENT, before, own, &["tap id=Paste"]), Some("clipboard"));
}
