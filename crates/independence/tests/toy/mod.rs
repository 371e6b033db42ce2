//! A small app with something for each rule against false alarms, and a switch for the bugs beside them.

pub(crate) mod small;

use std::time::Duration;

use skink_device::{Device, DeviceError, Input};
use skink_gui::{Bounds, Flags, Header, Key, Point, Screen, ScreenBuilder, WidgetSpec, WindowKind};
use skink_trace::Observation;

/// A page with a list, a field and its buttons, switches, a filter and a player; a dialog and a menu; a page about
/// each row, with a dialog of its own; and a tour that ends on the first page again.
#[derive(Clone)]
pub(crate) struct Toy {
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
    /// Which names the list shows: the long or the short ones; all where it does not say.
    only: &'static str,
    playing: bool,
    /// Whether there is an offer to end it, which stays.
    timer: bool,
    over: Over,
    heading: &'static str,
    loud: Vec<String>,
    /// Whether the page about somebody says more.
    more: bool,
    private: bool,
    sketch: &'static str,
    /// Until when a greeting shows.
    greeted: u64,
    raised: usize,
    counted: Option<usize>,
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

/// What lies over a page.
#[derive(Clone, Copy, PartialEq)]
enum Over {
    Nothing,
    Details,
    Volume,
    Menu,
}

/// How long a greeting shows.
const GREETING: u64 = 500;

fn spec<'a>(class: &'a str, id: &'a str, text: &'a str, flags: Flags, top: i32) -> WidgetSpec<'a> {
    let bounds = Bounds { left: 0, top, right: 100, bottom: top + 8 };
    WidgetSpec { class, id, text, flags: flags | Flags::ENABLED, bounds, ..WidgetSpec::default() }
}

fn check(on: bool) -> Flags {
    Flags::CLICKABLE | Flags::CHECKABLE | if on { Flags::CHECKED } else { Flags::empty() }
}

/// The plain buttons of the first page: name and id are one.
const BUTTONS: [&str; 14] = [
    "Add", "Bold", "Clear", "Details", "Tour", "Drop", "Flip", "Cut", "Paste", "Menu", "Swap", "Draw",
    "Hello", "Count",
];

impl Toy {
    pub(crate) fn new(bug: bool) -> Self {
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
            only: "",
            playing: false,
            timer: false,
            over: Over::Nothing,
            heading: "Everyone",
            loud: Vec::new(),
            more: false,
            private: false,
            sketch: "",
            greeted: 0,
            raised: 0,
            counted: None,
            scrolled: 0,
            clock: 0,
            bug,
        }
    }

    fn shown(&self) -> Vec<&String> {
        let fits = |row: &&String| match self.only {
            "long" => row.len() > 4,
            "short" => row.len() < 5,
            _ => true,
        };
        self.rows.iter().filter(fits).skip(self.scrolled).take(6).collect()
    }

    fn screen(&self) -> Screen {
        let mut b = ScreenBuilder::new();
        let mut top = 0;
        let mut next = || {
            top += 10;
            top
        };
        let window = match self.over {
            Over::Nothing => WindowKind::Page,
            Over::Details | Over::Volume => WindowKind::Dialog,
            Over::Menu => WindowKind::Menu,
        };
        let activity = match self.page {
            Page::Main => "Main",
            Page::Tour => "Tour",
            Page::Person(_) => "Person",
        };
        let header = Header { package: "toy", activity, window, rotation: 0 };
        match (self.over, &self.page) {
            (Over::Nothing, Page::Main) => self.main(&mut b, &mut next),
            (Over::Nothing, Page::Tour) => {
                b.leaf(&spec("Button", "start", "Start", Flags::CLICKABLE, next()));
            }
            (Over::Nothing, Page::Person(name)) => self.person(name, &mut b, &mut next),
            (Over::Details, _) => {
                b.leaf(&spec("Button", "ok", "OK", Flags::CLICKABLE, next()));
            }
            (Over::Volume, _) => {
                b.open(&spec("RadioGroup", "volumes", "", Flags::empty(), next()));
                let loud = self.is_loud();
                b.leaf(&spec("RadioButton", "loud", "Loud", check(loud), next()));
                b.leaf(&spec("RadioButton", "soft", "Soft", check(!loud), next()));
            }
            (Over::Menu, _) => {
                b.open(&spec("RecyclerView", "entries", "", Flags::empty(), next()));
                for entry in ["Friends", "Everyone", "All"] {
                    b.leaf(&spec("TextView", "entry", entry, Flags::CLICKABLE, next()));
                }
            }
        }
        b.finish(&header)
    }

    fn person(&self, name: &String, b: &mut ScreenBuilder, next: &mut impl FnMut() -> i32) {
        b.open(&spec("FrameLayout", "", "", Flags::empty(), next()));
        b.leaf(&spec("TextView", "name", name, Flags::empty(), next()));
        b.leaf(&spec("CheckBox", "friend", "Friend", check(self.friends.contains(name)), next()));
        for (id, text) in [("sister", "Her sister"), ("volume", "Volume"), ("more", "More"), ("home", "Home")]
        {
            b.leaf(&spec("Button", id, text, Flags::CLICKABLE, next()));
        }
        b.leaf(&spec("TextView", "bars", if self.is_loud() { "|||" } else { "|" }, Flags::empty(), next()));
        if self.more {
            b.leaf(&spec("TextView", "born", "Born in May", Flags::empty(), next()));
        }
        if self.rows.len() > 4 {
            let sum = format!("{}.00", 10 * self.rows.len());
            b.leaf(&spec("TextView", "sum", &sum, Flags::empty(), next()));
        }
        b.open(&spec("RecyclerView", "others", "", Flags::empty(), next()));
        for other in self.rows.iter().filter(|row| *row != name).take(2) {
            b.leaf(&spec("TextView", "other", other, Flags::empty(), next()));
        }
    }

    fn main(&self, b: &mut ScreenBuilder, next: &mut impl FnMut() -> i32) {
        b.open(&spec("FrameLayout", "", "", Flags::empty(), next()));
        b.leaf(&spec("TextView", "heading", self.heading, Flags::empty(), next()));
        b.leaf(&spec("EditText", "field", &self.field, Flags::CLICKABLE | Flags::EDITABLE, next()));
        for name in BUTTONS {
            b.leaf(&spec("Button", name, name, Flags::CLICKABLE, next()));
        }
        b.leaf(&spec("CheckBox", "shuffle", "Shuffle", check(self.shuffle), next()));
        b.leaf(&spec("CheckBox", "repeat", "Repeat", check(self.repeat), next()));
        b.leaf(&spec("CheckBox", "private", "Private", check(self.private), next()));
        let friend = self.friends.last().filter(|_| !self.private);
        let bond = friend.map_or("No friends".into(), |name| format!("{name} is a friend"));
        b.leaf(&spec("TextView", "bond", &bond, Flags::empty(), next()));
        b.leaf(&spec("Button", "long", "Long names", Flags::CLICKABLE, next()));
        b.leaf(&spec("Button", "short", "Short names", Flags::CLICKABLE, next()));
        b.leaf(&spec("Button", "play", if self.playing { "Stop" } else { "Play" }, Flags::CLICKABLE, next()));
        b.open(&spec("LinearLayout", "stars", "", Flags::empty(), next()));
        for star in 1..=3 {
            let on = if star <= self.stars { Flags::SELECTED } else { Flags::empty() };
            let desc = format!("{star} stars");
            b.leaf(&WidgetSpec {
                desc: &desc,
                ..spec("ImageView", "star", "", Flags::CLICKABLE | on, next())
            });
        }
        b.close();
        let sound = if self.sound { "Mute" } else { "Unmute" };
        b.leaf(&WidgetSpec { desc: sound, ..spec("ImageView", "sound", "", Flags::CLICKABLE, next()) });
        b.leaf(&spec("Button", "remind", "Remind me in a minute", Flags::CLICKABLE, next()));
        if self.timer {
            b.leaf(&spec("Button", "timer", "Timer", Flags::CLICKABLE, next()));
        }
        if self.counted.is_none() || self.bug {
            b.leaf(&spec("Button", "Raise", "Raise", Flags::CLICKABLE, next()));
        }
        // With the bug, the number is that of a row.
        let hands = self.counted.map_or(String::new(), |hands| format!("{hands} hands"));
        if self.bug {
            b.open(&spec("ListView", "votes", "", Flags::empty(), next()));
            b.open(&spec("LinearLayout", "vote", "", Flags::empty(), next()));
            b.leaf(&spec("TextView", "for", "In favour", Flags::empty(), next()));
            let counted = if hands.is_empty() { "? hands" } else { &hands };
            b.leaf(&spec("TextView", "hands", counted, Flags::empty(), next()));
            b.close();
            b.close();
        }
        let nobody = if self.shown().is_empty() { "Nobody" } else { "" };
        let hello = if self.clock < self.greeted { "Good morning" } else { "" };
        let reminder = if self.reminder { "Reminder set" } else { "" };
        let notes = [
            ("hands", if self.bug { "" } else { hands.as_str() }),
            ("nobody", nobody),
            ("hello", hello),
            ("reminder", reminder),
            ("sketch", self.sketch),
        ];
        for (id, text) in notes.into_iter().filter(|(_, text)| !text.is_empty()) {
            b.leaf(&spec("TextView", id, text, Flags::empty(), next()));
        }
        b.open(&spec("RecyclerView", "list", "", Flags::SCROLLABLE, next()));
        for row in self.shown() {
            b.leaf(&spec("TextView", "row", row, Flags::CLICKABLE, next()));
        }
        b.close();
        b.open(&spec("LinearLayout", "chosen", "", Flags::empty(), next()));
        b.leaf(&spec("TextView", "first", &self.rows[0], Flags::empty(), next()));
        b.leaf(&spec("Button", "Copy", "Copy", Flags::CLICKABLE, next()));
        b.close();
        let card = spec("LinearLayout", "card", "", Flags::empty(), next());
        if self.keyboard && self.scrolled == 0 {
            b.leaf(&card);
        } else {
            b.open(&card);
            b.leaf(&spec("TextView", "hint", "Hold a row to remove it", Flags::empty(), next()));
        }
    }

    fn is_loud(&self) -> bool {
        matches!(&self.page, Page::Person(name) if self.loud.contains(name))
    }

    fn tap(&mut self, at: Point) {
        let screen = self.screen();
        let hit = |w: &skink_gui::Widget<'_>| w.is(Flags::CLICKABLE) && w.bounds().contains(at);
        let Some(widget) = screen.widgets().rev().find(hit) else { return };
        match (widget.resource_id(), widget.text()) {
            ("Add", _) if !self.field.is_empty() => self.rows.push(std::mem::take(&mut self.field)),
            ("Bold", _) => self.field.push('*'),
            ("Clear", _) => self.field.clear(),
            ("Details", _) => self.over = Over::Details,
            ("ok", _) => {
                self.over = Over::Nothing;
                if self.bug {
                    self.field.clear();
                }
            }
            ("shuffle", _) => (self.shuffle, self.repeat) = (!self.shuffle, false),
            ("repeat", _) => (self.repeat, self.shuffle) = (!self.repeat, false),
            ("long", _) => self.only = "long",
            ("short", _) => self.only = "short",
            ("play", _) => (self.playing, self.timer) = (!self.playing, true),
            ("timer", _) => self.playing = false,
            ("private", _) => {
                self.private = !self.private;
                if self.bug {
                    self.friends.clear();
                }
            }
            ("Menu", _) => self.over = Over::Menu,
            ("entry", "Friends") => (self.over, self.heading) = (Over::Nothing, "Friends"),
            ("entry", _) => (self.over, self.heading) = (Over::Nothing, "Everyone"),
            ("Swap", _) => self.rows.swap(0, 1),
            ("Draw", _) => self.sketch = "A sketch",
            ("Hello", _) => self.greeted = self.clock + GREETING,
            ("Raise", _) => self.raised += 1,
            ("Count", _) => self.counted = Some(self.raised),
            ("volume", _) => self.over = Over::Volume,
            ("loud" | "soft", text) => self.sound_like(text == "Loud"),
            ("more", _) => self.more = true,
            ("home", _) => self.page = Page::Main,
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

    fn sound_like(&mut self, loud: bool) {
        self.over = Over::Nothing;
        let Page::Person(name) = &self.page else { return };
        // The bug: one for all.
        let bug = self.bug;
        self.loud.retain(|other| other != name && !bug);
        if loud {
            self.loud.push(name.clone());
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
        } else if self.over != Over::Nothing {
            self.over = Over::Nothing;
        } else {
            if self.bug && self.page == Page::Person("Doris".into()) {
                self.friends.clear();
            }
            (self.page, self.more) = (Page::Main, false);
        }
    }

    /// What ends with the process.
    fn die(&mut self) {
        (self.playing, self.timer, self.field) = (false, false, String::new());
    }

    fn stop_and_launch(&mut self) {
        self.die();
        (self.page, self.over, self.keyboard) = (Page::Main, Over::Nothing, false);
        if self.bug {
            self.shuffle = false;
        }
    }

    fn out_of_sight(&mut self) {
        self.sound = false;
        if self.bug {
            self.field.clear();
        }
        if !self.sketch.is_empty() {
            self.sketch = if self.bug { "" } else { "Saved" };
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
            Input::Type(_, text) => {
                (self.field, self.keyboard, self.only) = (text.clone(), true, "");
            }
            Input::Key(Key::Enter) if !self.field.is_empty() => {
                self.rows.push(std::mem::take(&mut self.field));
            }
            Input::Scroll(_, direction) => {
                let down = *direction == skink_gui::Direction::Down;
                self.scrolled = if down { (self.scrolled + 3).min(self.rows.len() - 1) } else { 0 };
            }
            Input::Key(Key::Back) => self.back(),
            Input::Kill => self.die(),
            Input::Relaunch => self.stop_and_launch(),
            Input::Background => self.out_of_sight(),
            Input::Wait(millis) => (self.reminder, self.clock) = (false, self.clock + millis),
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
