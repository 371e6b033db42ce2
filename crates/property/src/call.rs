//! One call of a function as a state machine: shown the present screen, it says what to do next or how it ended.
//! So the same code runs inside a fuzzing run, in a replay, and when a recorder tries a function at once.
//!
//! Departure from the paper: a widget that is not there yet, or a condition that does not hold yet, is waited
//! for within the file's patience, in two waits; the paper checks the one layout after the last event.

use std::sync::Arc;

use skink_gui::{Action, Direction, Event, Flags, Screen, Selector, WidgetId};

use crate::data::Data;
use crate::file::{Function, PropertyFile, Rules};
use crate::filled::Filled;
use crate::find::Find;
use crate::judge::{Why, judge, nothing_like};
use crate::line::{Line, Step};
use crate::template::{Scope, Values};

/// What a call wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// This event, on this widget of the screen that was shown.
    Do(Event, Option<WidgetId>),
    /// It is over.
    Ended(Outcome),
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// Everything was done and holds.
    Held,
    /// A step could not be done: nothing changes in the data.
    Unfinished(Stuck),
    /// All was done, but the steps of the postcondition do not lead where it could be judged.
    Unchecked(Stuck),
    /// The postcondition does not hold.
    Violated(Broke),
}

/// The line at which a call got stuck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// Whether it is a line of `then`; else of `steps`.
    pub checking: bool,
    /// Which line, from 0.
    pub line: usize,
    /// The line.
    pub text: String,
    /// What was looked for, and what came nearest.
    pub why: Why,
}

/// The condition that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broke {
    /// Which line of `then`, from 0.
    pub line: usize,
    /// The line.
    pub text: String,
    /// What should be, and what is.
    pub why: Why,
}

/// A selector that matched several widgets where one was meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ambiguous {
    /// The line.
    pub text: String,
    /// How many widgets matched.
    pub matches: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Line,
    Wait,
    Scroll,
}

/// Scrolling through a list: first to its top, then down.
#[derive(Clone, Debug)]
struct Scrolling {
    down: bool,
    /// What the list showed.
    last: Vec<(String, [i32; 2])>,
    scrolls: u32,
}

/// Scrolls after which a list counts as endless.
const MAX_SCROLLS: u32 = 60;

/// A call under way.
#[derive(Clone, Debug)]
pub struct Call {
    /// The function.
    pub function: Arc<Function>,
    /// Its values so far.
    pub values: Values,
    /// The data before it.
    pub before: Data,
    /// Selectors that matched more than one widget.
    pub ambiguous: Vec<Ambiguous>,
    rules: Arc<Rules>,
    patience: u64,
    checking: bool,
    line: usize,
    /// The furthest line so far: a list that is gone through again does not bring new patience.
    furthest: usize,
    waits: u32,
    asked: Option<Asked>,
    /// What was asked for on which screen and is not done yet: asked again, it is the same.
    pending: Option<(Ask, Screen)>,
    scrolling: Option<Scrolling>,
    /// The screens of the last sweep, and the line that asked for it.
    swept: Vec<Screen>,
    swept_by: usize,
}

impl Call {
    /// A call with these values.
    pub fn new(
        file: &PropertyFile,
        function: Arc<Function>,
        rules: Arc<Rules>,
        values: Values,
        data: &Data,
    ) -> Self {
        Self {
            function,
            values,
            before: data.clone(),
            ambiguous: Vec::new(),
            rules,
            patience: file.patience,
            checking: false,
            line: 0,
            furthest: 0,
            waits: 0,
            asked: None,
            pending: None,
            scrolling: None,
            swept: Vec::new(),
            swept_by: 0,
        }
    }

    /// Whether all steps were done: the data has changed.
    pub fn is_checking(&self) -> bool {
        self.checking
    }

    /// What was asked for last was done.
    pub fn performed(&mut self) {
        self.pending = None;
        match self.asked.take() {
            Some(Asked::Line) => {
                self.next_line();
                self.swept.clear();
            }
            Some(Asked::Wait) => self.waits += 1,
            Some(Asked::Scroll) | None => {}
        }
    }

    fn next_line(&mut self) {
        self.line += 1;
        self.scrolling = None;
        if self.line > self.furthest {
            self.furthest = self.line;
            self.waits = 0;
        }
    }

    /// Goes on from the present screen; changes the data once all steps are done. Asked twice before
    /// [`Self::performed`], it gives the same answer.
    pub fn advance(&mut self, data: &mut Data, screen: &Screen) -> Ask {
        if let Some((ask, at)) = &self.pending
            && (at == screen || self.asked == Some(Asked::Wait))
        {
            return ask.clone();
        }
        let ask = self.go_on(data, screen);
        self.pending = matches!(ask, Ask::Do(..)).then(|| (ask.clone(), screen.clone()));
        ask
    }

    fn go_on(&mut self, data: &mut Data, screen: &Screen) -> Ask {
        loop {
            let (function, rules) = (Arc::clone(&self.function), Arc::clone(&self.rules));
            let lines = if self.checking { &rules.then } else { &function.steps };
            let Some(line) = lines.get(self.line) else {
                if self.checking {
                    return Ask::Ended(Outcome::Held);
                }
                for change in &rules.change {
                    if let Err(value) = change.apply(data, &self.values, &rules.key) {
                        *data = self.before.clone();
                        return self.stuck(&change.to_string(), Why::missing(&value));
                    }
                }
                (self.checking, self.line, self.furthest, self.waits) = (true, 0, 0, 0);
                self.scrolling = None;
                self.swept.clear();
                continue;
            };
            let went_on = match line {
                Line::Do(step) => self.event(step, data, screen),
                Line::Capture { value, from } => self.capture(value, from, data, screen),
                Line::Sweep(find) => self.sweep(find, data, screen),
                Line::Seek(find) => self.seek(find, data, screen),
                Line::Check(condition) => {
                    let scope = Scope { values: &self.values, data, key: &rules.key };
                    let here = [screen.clone()];
                    let views = if self.swept.is_empty() { &here[..] } else { &self.swept };
                    match judge(condition, &scope, views) {
                        Ok(()) => None,
                        Err(why) => Some(self.not_yet().unwrap_or_else(|| {
                            let text = line.to_string();
                            if self.checking {
                                Ask::Ended(Outcome::Violated(Broke { line: self.line, text, why }))
                            } else {
                                self.stuck(&text, why)
                            }
                        })),
                    }
                }
            };
            match went_on {
                None => self.next_line(),
                Some(ask) => return ask,
            }
        }
    }

    fn fill(&self, find: &Find, data: &Data) -> Result<Filled, Why> {
        let scope = Scope { values: &self.values, data, key: &self.rules.key };
        find.fill(&scope).map_err(|value| Why::missing(&value))
    }

    /// One of two waits within the patience, or none where it is used up.
    fn not_yet(&mut self) -> Option<Ask> {
        let millis = match self.waits {
            0 => self.patience / 5,
            1 => self.patience - self.patience / 5,
            _ => 0,
        };
        if millis == 0 {
            return None;
        }
        if !self.swept.is_empty() {
            // The list is gone through again afterwards.
            self.swept.clear();
            self.scrolling = None;
            self.line = self.swept_by;
        }
        self.asked = Some(Asked::Wait);
        Some(Ask::Do(Event::plain(Action::Wait(millis)), None))
    }

    fn stuck(&self, text: &str, why: Why) -> Ask {
        let stuck = Stuck { checking: self.checking, line: self.line, text: text.to_owned(), why };
        Ask::Ended(if self.checking { Outcome::Unchecked(stuck) } else { Outcome::Unfinished(stuck) })
    }

    /// `None` where the line is done without an event.
    fn event(&mut self, step: &Step, data: &Data, screen: &Screen) -> Option<Ask> {
        let mut action = step.action.clone();
        if let (Action::Type(text), Some(template)) = (&mut action, &step.text) {
            let scope = Scope { values: &self.values, data, key: &self.rules.key };
            match template.fill(&scope) {
                Ok(filled) => *text = filled,
                Err(value) => return Some(self.stuck(&step.to_string(), Why::missing(&value))),
            }
        }
        let Some(target) = &step.target else {
            self.asked = Some(Asked::Line);
            return Some(Ask::Do(Event::plain(action), None));
        };
        let find = match self.fill(target, data) {
            Ok(find) => find,
            Err(why) => return Some(self.stuck(&step.to_string(), why)),
        };
        let found = usable(&find, screen);
        match found.first() {
            Some(id) => {
                if found.len() > 1 && target.nth.is_none() {
                    self.note_ambiguous(step.to_string(), found.len());
                }
                self.asked = Some(Asked::Line);
                Some(Ask::Do(Event::on(action, Selector::of(&screen.widget(*id))), Some(*id)))
            }
            None if step.optional => None,
            None => Some(self.not_yet().unwrap_or_else(|| {
                let shown = nothing_like(&find, std::slice::from_ref(screen));
                let why = Why { expected: format!("a widget {find}"), shown, widget: None };
                self.stuck(&step.to_string(), why)
            })),
        }
    }

    fn note_ambiguous(&mut self, text: String, matches: usize) {
        if !self.ambiguous.iter().any(|known| known.text == text) {
            self.ambiguous.push(Ambiguous { text, matches });
        }
    }

    fn capture(&mut self, value: &str, from: &Find, data: &Data, screen: &Screen) -> Option<Ask> {
        let text = format!("capture {value} {from}");
        let find = match self.fill(from, data) {
            Ok(find) => find,
            Err(why) => return Some(self.stuck(&text, why)),
        };
        match find.find_all(screen).first() {
            Some(widget) => {
                let said = if widget.text().is_empty() { widget.desc() } else { widget.text() };
                self.values.insert(value.to_owned(), said.to_owned());
                None
            }
            None => Some(self.not_yet().unwrap_or_else(|| {
                let shown = nothing_like(&find, std::slice::from_ref(screen));
                let why = Why { expected: format!("a widget {find}"), shown, widget: None };
                self.stuck(&text, why)
            })),
        }
    }

    fn sweep(&mut self, find: &Find, data: &Data, screen: &Screen) -> Option<Ask> {
        let list = self.fill(find, data).ok().and_then(|find| {
            let found = find.find_all(screen);
            found.first().and_then(scrollable)
        });
        self.swept_by = self.line;
        let Some(list) = list else {
            self.swept = vec![screen.clone()];
            return None;
        };
        self.scroll(list, screen, true)
    }

    fn seek(&mut self, find: &Find, data: &Data, screen: &Screen) -> Option<Ask> {
        let find = self.fill(find, data).ok()?;
        if !usable(&find, screen).is_empty() {
            return None;
        }
        // The list that holds the like of it; else the one on top, which comes last.
        let lists = || screen.widgets().filter(|w| w.is(Flags::SCROLLABLE) && !w.bounds().is_empty());
        let holds = |list: &skink_gui::Widget<'_>| list.subtree().skip(1).any(|w| find.is_kind(&w));
        let list = lists().rfind(holds).or_else(|| lists().next_back())?.id();
        self.scroll(list, screen, false)
    }

    /// Up until nothing moves, then down until nothing moves; `keep` says whether the way down is remembered.
    fn scroll(&mut self, list: WidgetId, screen: &Screen, keep: bool) -> Option<Ask> {
        let shown = shown_by(&screen.widget(list));
        // Something came between: the last scroll was asked for, but never done.
        let undone = self.asked == Some(Asked::Scroll);
        let direction = match &mut self.scrolling {
            Some(scrolling) if undone => {
                scrolling.last = shown;
                if scrolling.down { Direction::Down } else { Direction::Up }
            }
            None => {
                self.scrolling = Some(Scrolling { down: false, last: shown, scrolls: 0 });
                Direction::Up
            }
            Some(scrolling) => {
                let rests = is_at_rest(&scrolling.last, &shown);
                scrolling.last = shown;
                scrolling.scrolls += 1;
                let endless = scrolling.scrolls > MAX_SCROLLS;
                match (scrolling.down, rests) {
                    (false, false) if !endless => Direction::Up,
                    (true, false) if !endless => {
                        if keep {
                            self.swept.push(screen.clone());
                        }
                        Direction::Down
                    }
                    (false, true) => {
                        scrolling.down = true;
                        if keep {
                            self.swept = vec![screen.clone()];
                        }
                        Direction::Down
                    }
                    _ => return None,
                }
            }
        };
        self.asked = Some(Asked::Scroll);
        let event = Event::on(Action::Scroll(direction), Selector::of(&screen.widget(list)));
        Some(Ask::Do(event, Some(list)))
    }
}

/// The widget itself, or the first inside or around it that scrolls.
fn scrollable(widget: &skink_gui::Widget<'_>) -> Option<WidgetId> {
    let scrolls = |w: &skink_gui::Widget<'_>| w.is(Flags::SCROLLABLE) && !w.bounds().is_empty();
    widget.subtree().find(scrolls).or_else(|| widget.ancestors().find(scrolls)).map(|w| w.id())
}

/// What a list shows and where.
fn shown_by(list: &skink_gui::Widget<'_>) -> Vec<(String, [i32; 2])> {
    let named = |w: skink_gui::Widget<'_>| {
        (format!("{} {}", w.short_id(), w.text()), [w.bounds().top, w.bounds().bottom])
    };
    list.subtree().map(named).collect()
}

/// Whether a list did not move. A clock elsewhere on the screen does not count, nor do a few in its rows.
fn is_at_rest(before: &[(String, [i32; 2])], now: &[(String, [i32; 2])]) -> bool {
    let changed = before.iter().zip(now).filter(|(a, b)| a != b).count();
    before.len() == now.len() && changed * 4 <= now.len()
}

/// What matches and can be touched.
fn usable(find: &Filled, screen: &Screen) -> Vec<WidgetId> {
    find.find_all(screen).iter().filter(|w| !w.bounds().is_empty()).map(|w| w.id()).collect()
}
