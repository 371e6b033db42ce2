//! A recording on a device: what a person asks for is done on it and recorded, and the finished property is tried at
//! once, from a clean start and with other values than those of the demonstration.

use serde::{Deserialize, Serialize};
use skink_device::{Device, DeviceError, Input, Picture};
use skink_gui::{Action, Direction, Key, Point, Screen, Selector, WidgetId};
use skink_trace::Observation;

use super::{RecordError, Recorder, Taken};
use crate::attempt::{Verdict, try_function};
use crate::condition::Objects;
use crate::data::Data;
use crate::file::{Function, Operation, PropertyFile};
use crate::rerun::setup;
use crate::value::Source;

/// What a person asks for.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase", tag = "do", deny_unknown_fields)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Wish {
    Look,
    Tap { x: i32, y: i32 },
    Long { x: i32, y: i32 },
    Type { x: i32, y: i32, text: String },
    Scroll { x: i32, y: i32, direction: Direction },
    Swipe { x: i32, y: i32, direction: Direction },
    Key { key: Key },
    Rotate,
    Wait { millis: u64 },
    Mark { x: i32, y: i32 },
    Unmark,
    Present { x: i32, y: i32 },
    Absent { x: i32, y: i32 },
    When { line: String },
    Drop { number: usize },
    Choose { step: usize, selector: String },
    Bind { step: usize, to: String },
    Name { name: String },
    Data { data: String },
    Operation { operation: String },
    Begin,
    Undo,
    Restart,
    Try,
}

/// What came of trying a property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tried {
    /// Whether it held each time.
    pub green: bool,
    /// How it went.
    pub words: String,
    /// The values it was tried with, and what looked odd.
    pub notes: Vec<String>,
}

/// Why a wish was not fulfilled.
#[derive(Debug, thiserror::Error)]
pub enum LiveError {
    /// The recording cannot take it.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The device failed.
    #[error(transparent)]
    Device(#[from] DeviceError),
}

/// Tries of a finished property, each from a clean start with other values.
const TRIES: u64 = 2;
/// A wait of a second in which a screen that was slow comes back, at most so often.
const MAX_WAITS: u32 = 10;

/// A recording on a device.
pub struct Recording {
    device: Box<dyn Device>,
    /// What was recorded.
    pub recorder: Recorder,
    busy: bool,
    start: u64,
    tried: Option<Tried>,
    news: Vec<String>,
}

impl Recording {
    /// Starts the app clean, with the file's setup.
    pub fn new(mut device: Box<dyn Device>, file: PropertyFile) -> Result<Self, DeviceError> {
        let package = device.package().to_owned();
        let first = clean(device.as_mut(), &file, 0)?;
        let recorder = Recorder::new(file, &package, first.screen);
        Ok(Self { device, recorder, busy: first.busy, start: 0, tried: None, news: Vec::new() })
    }

    /// What to show.
    pub fn view(&self) -> super::View {
        self.recorder.view(self.tried.clone(), self.news.clone())
    }

    /// The present screen.
    pub fn screen(&self) -> &Screen {
        &self.recorder.now
    }

    /// A picture of it.
    pub fn picture(&mut self) -> Result<Option<Picture>, DeviceError> {
        self.device.screenshot()
    }

    /// Does what was asked.
    pub fn fulfil(&mut self, wish: Wish) -> Result<(), LiveError> {
        if !matches!(wish, Wish::Look) {
            self.news.clear();
        }
        let at = |x, y| Point { x, y };
        match wish {
            Wish::Look => self.look()?,
            Wish::Tap { x, y } => self.gesture(Action::Tap, at(x, y))?,
            Wish::Long { x, y } => self.gesture(Action::LongTap, at(x, y))?,
            Wish::Type { x, y, text } => self.gesture(Action::Type(text), at(x, y))?,
            Wish::Scroll { x, y, direction } => self.gesture(Action::Scroll(direction), at(x, y))?,
            Wish::Swipe { x, y, direction } => self.gesture(Action::Swipe(direction), at(x, y))?,
            Wish::Key { key } => self.act(Action::Key(key), None)?,
            Wish::Rotate => self.act(Action::Rotate, None)?,
            Wish::Wait { millis } => self.act(Action::Wait(millis.min(60_000)), None)?,
            Wish::Mark { x, y } => self.recorder.mark(at(x, y))?,
            Wish::Unmark => self.recorder.unmark(),
            Wish::Present { x, y } => self.recorder.require(at(x, y), true)?,
            Wish::Absent { x, y } => self.recorder.require(at(x, y), false)?,
            Wish::When { line } => self.recorder.require_line(&line)?,
            Wish::Drop { number } => self.recorder.drop_condition(number),
            Wish::Choose { step, selector } => self.recorder.choose(step, &selector)?,
            Wish::Bind { step, to } => self.recorder.bind(step, &to)?,
            Wish::Name { name } => self.recorder.set_name(&name),
            Wish::Data { data } => self.recorder.set_data(&data)?,
            Wish::Operation { operation } => {
                let known = Operation::ALL.iter().find(|(name, _)| *name == operation);
                if known.is_none() && operation != "guess" {
                    let problem = format!("unknown operation `{operation}`");
                    return Err(RecordError::Line(problem).into());
                }
                self.recorder.set_operation(known.map(|(_, operation)| *operation));
            }
            Wish::Begin => self.recorder.begin_here(),
            Wish::Undo => self.undo()?,
            Wish::Restart => self.restart()?,
            Wish::Try => self.try_it()?,
        }
        Ok(())
    }

    fn gesture(&mut self, action: Action, at: Point) -> Result<(), LiveError> {
        let widget = self.recorder.aim(&action, at)?;
        self.act(action, Some(widget))
    }

    /// Does something to a widget of the present screen, and records it. A touch goes to the middle of the widget,
    /// as it will when the property is checked.
    pub fn act(&mut self, action: Action, widget: Option<WidgetId>) -> Result<(), LiveError> {
        let bounds = widget.and_then(|id| self.recorder.now.get(id)).map(|w| w.bounds());
        let input = Input::of(&action, bounds).ok_or(RecordError::Nothing)?;
        let after = self.device.perform(&input)?;
        self.tried = None;
        self.busy = after.busy;
        self.tell(&after);
        self.recorder.did(action, widget, input, after.screen);
        Ok(())
    }

    fn tell(&mut self, seen: &Observation) {
        self.news.extend(seen.toasts.iter().map(|toast| format!("toast: {toast}")));
        self.news.extend(seen.crashes.iter().map(|crash| format!("CRASH: {}", crash.title())));
    }

    /// Looks again; a screen that loads gets the time for it.
    fn look(&mut self) -> Result<(), DeviceError> {
        let seen = if self.busy { self.device.perform(&Input::Wait(500))? } else { self.device.observe()? };
        self.busy = seen.busy;
        if seen.screen != self.recorder.now {
            self.recorder.saw(seen.screen);
        }
        Ok(())
    }

    fn restart(&mut self) -> Result<(), DeviceError> {
        self.start += 1;
        self.tried = None;
        let first = clean(self.device.as_mut(), &self.recorder.file, self.start)?;
        self.busy = first.busy;
        self.recorder.start_over(first.screen);
        Ok(())
    }

    /// Takes the last step back by doing all others again: works on any device.
    fn undo(&mut self) -> Result<(), DeviceError> {
        self.recorder.undo();
        self.tried = None;
        self.again()
    }

    /// Does everything that was recorded again, from a clean start.
    fn again(&mut self) -> Result<(), DeviceError> {
        let mut now = clean(self.device.as_mut(), &self.recorder.file, self.start)?;
        let all: Vec<Taken> = self.recorder.all().cloned().collect();
        for step in &all {
            now = await_target(self.device.as_mut(), now, step)?;
            for input in std::iter::once(&step.input).chain(&step.answers) {
                now = self.device.perform(input)?;
            }
        }
        self.busy = now.busy;
        // What the steps led to when they were demonstrated stays as it was.
        self.recorder.now = now.screen;
        Ok(())
    }

    /// Tries the property from clean starts.
    fn try_it(&mut self) -> Result<(), LiveError> {
        let (file, function) = self.recorder.property()?;
        let way = self.recorder.way_lines();
        let mut notes = Vec::new();
        let mut verdict = None;
        for seed in 1..=TRIES {
            self.start += 1;
            clean(self.device.as_mut(), &file, self.start)?;
            let (worked, told) = once(self.device.as_mut(), &file, &function, &way, seed)?;
            for note in told {
                if !notes.contains(&note) {
                    notes.push(note);
                }
            }
            if let Err(words) = worked {
                verdict = Some(words);
                break;
            }
        }
        let green = verdict.is_none();
        let words = verdict
            .unwrap_or_else(|| format!("done {TRIES} times from a clean start, and it held each time"));
        self.tried = Some(Tried { green, words, notes });
        // Back to where the recording stands: it may go on.
        self.again()?;
        Ok(())
    }

    /// The text to add to the file the function belongs to; `None` where the whole file must be written anew
    /// because a data type of it changed. The function is part of the file from now on, and the next one can be
    /// recorded.
    pub fn take(&mut self) -> Result<Saved, LiveError> {
        let (mut file, function) = self.recorder.property()?;
        let before = &self.recorder.file;
        let grown = before.data.iter().all(|(name, of)| file.data.get(name) == Some(of));
        let app = file.app.clone().filter(|_| before.app.is_none());
        let mut addition = PropertyFile { app, ..PropertyFile::default() };
        let fresh = before.app.is_none() && before.functions.is_empty() && before.data.is_empty();
        addition.data = file
            .data
            .iter()
            .filter(|(name, _)| !before.data.contains_key(*name))
            .map(|(n, of)| (n.clone(), of.clone()))
            .collect();
        addition.functions = vec![function.clone()];
        if !fresh {
            addition.app = None;
        }
        let name = function.name.clone();
        file.functions.push(function);
        let saved = Saved { name, addition: grown.then(|| addition.to_toml()), whole: file.to_toml() };
        self.recorder.file = file;
        self.restart()?;
        Ok(saved)
    }
}

/// A property that was taken out of a recording.
pub struct Saved {
    /// The function's name.
    pub name: String,
    /// What is added at the end of the file; `None` where more of it changes.
    pub addition: Option<String>,
    /// The whole file.
    pub whole: String,
}

/// A clean start with the file's setup.
fn clean(device: &mut dyn Device, file: &PropertyFile, start: u64) -> Result<Observation, DeviceError> {
    let first = device.clean_start(start)?;
    if file.setup.is_empty() {
        return Ok(first);
    }
    try_function(device, file, &setup(file), &mut Data::default(), 0)?;
    device.observe()
}

/// Waits until a widget like the one of a step stands where it stood.
fn await_target(
    device: &mut dyn Device,
    mut now: Observation,
    step: &Taken,
) -> Result<Observation, DeviceError> {
    let Some(widget) = step.widget.and_then(|id| step.before.get(id)) else { return Ok(now) };
    let wanted = Selector { text: None, desc: None, ..Selector::of(&widget) };
    for _ in 0..MAX_WAITS {
        if wanted.find_all(&now.screen).any(|w| w.bounds() == widget.bounds()) {
            break;
        }
        now = device.perform(&Input::Wait(1_000))?;
    }
    Ok(now)
}

/// One try from where a clean start left the app: an object to pick, the way, the function.
#[allow(clippy::type_complexity, reason = "how it went, and notes")]
fn once(
    device: &mut dyn Device,
    file: &PropertyFile,
    function: &Function,
    way: &[crate::line::Line],
    seed: u64,
) -> Result<(Result<(), String>, Vec<String>), DeviceError> {
    let mut data = file.initial();
    let mut notes = Vec::new();
    for wanted in picks(function) {
        if !data.objects(&wanted.data).is_empty() {
            continue;
        }
        let makes = |f: &&Function| f.operation == Operation::Create && f.data.as_ref() == Some(&wanted.data);
        let Some(create) = file.functions.iter().find(makes) else {
            let words = format!("there is no {} to pick: record how one is created first", wanted.data);
            return Ok((Err(words), notes));
        };
        let made = try_function(device, file, create, &mut data, seed)?;
        notes.push(format!("first did `{}`, to have something to pick", create.name));
        if !made.verdict.is_green() {
            let words = format!("`{}` came first and failed: {}", create.name, made.verdict.words());
            return Ok((Err(words), notes));
        }
    }
    if !way.is_empty() {
        let name = "the way to where the function begins";
        let there = Function { data: None, ..Function::new(name, Operation::Free, "", way.to_vec()) };
        let led = try_function(device, file, &there, &mut Data::default(), seed)?;
        if !led.verdict.is_green() {
            return Ok((Err(format!("{name} failed: {}", led.verdict.words())), notes));
        }
    }
    let trial = try_function(device, file, function, &mut data, seed)?;
    let values: Vec<String> = trial.values.iter().map(|(name, text)| format!("{name} = {text:?}")).collect();
    if !values.is_empty() {
        notes.push(format!("tried with {}", values.join(", ")));
    }
    notes.extend(trial.warnings);
    let worked = if trial.verdict == Verdict::Held { Ok(()) } else { Err(trial.verdict.words()) };
    Ok((worked, notes))
}

fn picks(function: &Function) -> Vec<&Objects> {
    let all = function.values.values();
    all.filter_map(|source| if let Source::Pick(objects) = source { Some(objects) } else { None }).collect()
}
