//! Small apps, each made for one rule: how a page is drawn from what the app remembers, and what an event changes of
//! that.

use std::collections::BTreeSet;
use std::time::Duration;

use skink_device::{Device, DeviceError, Input};
use skink_gui::{Bounds, Flags, Header, Key, Screen, ScreenBuilder, Widget, WidgetSpec, WindowKind};
use skink_trace::Observation;

/// What a small app remembers.
#[derive(Clone, Default)]
pub(crate) struct Memory {
    /// The page it shows; empty for the first.
    pub(crate) page: &'static str,
    /// The window over that page, where there is one.
    pub(crate) over: &'static str,
    on: BTreeSet<&'static str>,
    pub(crate) rows: Vec<String>,
    pub(crate) text: String,
    pub(crate) count: usize,
    pub(crate) clock: u64,
    pub(crate) bug: bool,
}

impl Memory {
    pub(crate) fn is(&self, what: &str) -> bool {
        self.on.contains(what)
    }

    pub(crate) fn on(&mut self, what: &'static str) {
        self.on.insert(what);
    }

    pub(crate) fn off(&mut self, what: &str) {
        self.on.remove(what);
    }

    pub(crate) fn turn(&mut self, what: &'static str) {
        if !self.on.remove(what) {
            self.on.insert(what);
        }
    }
}

/// An event as a small app takes it.
pub(crate) struct Done<'a> {
    /// The id of what it is done to; for keys and the like, their word.
    pub(crate) id: &'a str,
    /// What stands on that; what is typed; where it is swiped to.
    pub(crate) says: &'a str,
    /// The first text of what stands around it.
    pub(crate) row: &'a str,
}

/// A small app: how it looks, and what events do.
#[derive(Clone, Copy)]
pub(crate) struct App {
    pub(crate) draw: fn(&Memory, &mut Draw),
    pub(crate) done: fn(&mut Memory, &Done<'_>),
}

/// It runs.
pub(crate) struct Small {
    app: App,
    memory: Memory,
}

impl Small {
    pub(crate) fn new(app: App, bug: bool) -> Self {
        Self { app, memory: Memory { bug, ..Memory::default() } }
    }

    fn screen(&self) -> Screen {
        let mut draw = Draw {
            b: ScreenBuilder::new(),
            package: "toy",
            activity: String::new(),
            window: WindowKind::Page,
            top: 0,
        };
        (self.app.draw)(&self.memory, &mut draw);
        let Draw { mut b, package, activity, window, .. } = draw;
        b.finish(&Header { package, activity: &activity, window, rotation: 0 })
    }

    fn on_widget(&mut self, hit: impl Fn(&Widget<'_>) -> bool, says: Option<&str>) {
        let screen = self.screen();
        let Some(widget) = screen.widgets().rev().find(hit) else { return };
        let own = [widget.text(), widget.desc()].into_iter().find(|text| !text.is_empty());
        let around = widget.parent().into_iter().flat_map(|w| w.subtree());
        let row = around.map(|w| w.text()).find(|text| !text.is_empty()).unwrap_or_default();
        let done = Done { id: widget.resource_id(), says: says.or(own).unwrap_or_default(), row };
        (self.app.done)(&mut self.memory, &done);
    }

    fn plain(&mut self, id: &str) {
        (self.app.done)(&mut self.memory, &Done { id, says: "", row: "" });
    }
}

/// Draws a page from its top to its bottom. A page is larger than a row.
pub(crate) struct Draw {
    b: ScreenBuilder,
    package: &'static str,
    activity: String,
    window: WindowKind,
    top: i32,
}

/// How far down a page goes, and how far where there is a keyboard.
const ROOM: [i32; 2] = [1_000, 500];

impl Draw {
    fn begin(&mut self, activity: &str, window: WindowKind, room: i32) {
        (self.activity, self.window) = (activity.to_owned(), window);
        let bounds = Bounds { left: 0, top: 0, right: 200, bottom: room };
        self.b.open(&WidgetSpec { class: "FrameLayout", bounds, ..WidgetSpec::default() });
        for _ in 0..16 {
            self.b.leaf(&WidgetSpec { class: "View", ..WidgetSpec::default() });
        }
    }

    pub(crate) fn page(&mut self, activity: &str) {
        self.begin(activity, WindowKind::Page, ROOM[0]);
    }

    /// A page of another app.
    pub(crate) fn page_of(&mut self, package: &'static str, activity: &str) {
        self.package = package;
        self.page(activity);
    }

    pub(crate) fn page_above_keyboard(&mut self, activity: &str) {
        self.begin(activity, WindowKind::Page, ROOM[1]);
    }

    pub(crate) fn dialog(&mut self, activity: &str) {
        self.begin(activity, WindowKind::Dialog, ROOM[0]);
    }

    pub(crate) fn menu(&mut self, activity: &str) {
        self.begin(activity, WindowKind::Menu, ROOM[0]);
    }

    fn spec<'a>(&mut self, class: &'a str, id: &'a str, text: &'a str, flags: Flags) -> WidgetSpec<'a> {
        self.top += 10;
        let bounds = Bounds { left: 0, top: self.top, right: 100, bottom: self.top + 8 };
        WidgetSpec { class, id, text, flags: flags | Flags::ENABLED, bounds, ..WidgetSpec::default() }
    }

    pub(crate) fn leaf(&mut self, class: &str, id: &str, text: &str, flags: Flags) {
        let spec = self.spec(class, id, text, flags);
        self.b.leaf(&spec);
    }

    pub(crate) fn text(&mut self, id: &str, text: &str) {
        self.leaf("TextView", id, text, Flags::empty());
    }

    /// A text that is there only then.
    pub(crate) fn text_if(&mut self, there: bool, id: &str, text: &str) {
        if there {
            self.text(id, text);
        }
    }

    pub(crate) fn button(&mut self, id: &str, text: &str) {
        self.leaf("Button", id, text, Flags::CLICKABLE);
    }

    pub(crate) fn disabled(&mut self, id: &str, text: &str) {
        let spec = self.spec("Button", id, text, Flags::CLICKABLE);
        self.b.leaf(&WidgetSpec { flags: Flags::CLICKABLE, ..spec });
    }

    /// A text that can be tapped.
    pub(crate) fn link(&mut self, id: &str, text: &str) {
        self.leaf("TextView", id, text, Flags::CLICKABLE);
    }

    /// A button without a word on it.
    pub(crate) fn icon(&mut self, id: &str, desc: &str) {
        let spec = self.spec("ImageView", id, "", Flags::CLICKABLE);
        self.b.leaf(&WidgetSpec { desc, ..spec });
    }

    /// A button over what was drawn last.
    pub(crate) fn floating(&mut self, id: &str, desc: &str) {
        self.top -= 10;
        self.icon(id, desc);
    }

    /// A picture that cannot be touched.
    pub(crate) fn mark(&mut self, id: &str, desc: &str) {
        let spec = self.spec("ImageView", id, "", Flags::empty());
        self.b.leaf(&WidgetSpec { desc, ..spec });
    }

    pub(crate) fn field(&mut self, id: &str, text: &str) {
        self.leaf("EditText", id, text, Flags::CLICKABLE | Flags::EDITABLE);
    }

    pub(crate) fn check(&mut self, id: &str, text: &str, on: bool) {
        let checked = if on { Flags::CHECKED } else { Flags::empty() };
        self.leaf("CheckBox", id, text, Flags::CLICKABLE | Flags::CHECKABLE | checked);
    }

    pub(crate) fn inside(&mut self, class: &str, id: &str, flags: Flags, draw: impl FnOnce(&mut Self)) {
        let spec = self.spec(class, id, "", flags);
        self.b.open(&spec);
        draw(self);
        self.b.close();
    }

    pub(crate) fn list(&mut self, id: &str, draw: impl FnOnce(&mut Self)) {
        self.inside("RecyclerView", id, Flags::empty(), draw);
    }

    pub(crate) fn row(&mut self, draw: impl FnOnce(&mut Self)) {
        self.inside("LinearLayout", "row", Flags::empty(), draw);
    }

    pub(crate) fn bar(&mut self, title: &str) {
        self.inside("Toolbar", "", Flags::empty(), |d| d.text("", title));
    }

    /// Tabs, of which one is selected.
    pub(crate) fn tabs(&mut self, names: &[&str], selected: &str) {
        self.inside("LinearLayout", "tabs", Flags::empty(), |d| {
            for name in names {
                let on = if *name == selected { Flags::SELECTED } else { Flags::empty() };
                d.leaf("TextView", "tab", name, Flags::CLICKABLE | on);
            }
        });
    }
}

impl Device for Small {
    fn name(&self) -> String {
        "small".into()
    }
    fn package(&self) -> &str {
        "toy"
    }
    fn clean_start(&mut self, _: u64) -> Result<Observation, DeviceError> {
        self.memory = Memory { bug: self.memory.bug, ..Memory::default() };
        self.observe()
    }
    fn observe(&mut self) -> Result<Observation, DeviceError> {
        Ok(Observation::of(self.screen()))
    }
    fn perform(&mut self, input: &Input) -> Result<Observation, DeviceError> {
        self.memory.clock += 300;
        match input {
            Input::Tap(at) => self.on_widget(|w| w.bounds().contains(*at), None),
            Input::Type(at, text) => {
                self.on_widget(|w| w.is(Flags::EDITABLE) && w.bounds().contains(*at), Some(text));
            }
            Input::Scroll(area, way) | Input::Swipe(area, way) => {
                let says = format!("{way:?}");
                self.on_widget(|w| w.bounds() == *area, Some(&says));
            }
            Input::Key(Key::Back) => self.plain("back"),
            Input::Key(Key::Enter) => self.plain("enter"),
            Input::Background => self.plain("background"),
            Input::Kill => self.plain("kill"),
            Input::Relaunch => self.plain("relaunch"),
            Input::Wait(millis) => self.memory.clock += millis,
            _ => {}
        }
        self.observe()
    }
    fn clock(&self) -> Duration {
        Duration::from_millis(self.memory.clock)
    }
    fn log(&mut self) -> Result<String, DeviceError> {
        Ok(String::new())
    }
}
