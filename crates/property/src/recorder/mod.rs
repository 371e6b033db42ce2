//! The recorder: a property written by demonstration (the PBFDroid paper's section 5.3 has people write them by
//! hand, three minutes a function). What was done is kept as it was; selectors, the data object, the operation
//! and the warnings are worked out of it anew each time, so that one more click can only make them better.
//!
//! [`Recorder`] is a state machine over screens; [`Recording`] joins it with a device.

mod build;
mod choose;
mod guess;
mod live;
mod view;
mod warn;

pub use choose::Choice;
pub use live::{LiveError, Recording, Saved, Tried, Wish};
pub use view::{ChoiceView, StepView, Target, View};
pub use warn::Warning;

use skink_device::Input;
use skink_gui::{Action, Flags, Point, Screen, WidgetId};

use crate::condition::Condition;
use crate::file::{Operation, PropertyFile};
use crate::template::{Values, is_name};
use crate::value::Source;

use choose::{label, row_label};

/// Something that was done.
#[derive(Clone, Debug)]
pub(crate) struct Taken {
    pub(crate) action: Action,
    pub(crate) widget: Option<WidgetId>,
    pub(crate) input: Input,
    pub(crate) before: Screen,
    pub(crate) after: Screen,
    /// The selector, where the person chose one.
    chosen: Option<String>,
    /// What is typed, where the person chose it.
    binding: Option<Binding>,
    /// Answers to the system afterwards: no part of the property, but of doing it again.
    pub(crate) answers: Vec<Input>,
}

/// What is typed when a function is done again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Binding {
    /// A new text each time.
    Made(Source),
    /// The name of the object the function is about.
    Old,
    /// Always the same text.
    Fixed,
}

/// A widget that was pointed at.
#[derive(Clone, Debug)]
struct Mark {
    screen: Screen,
    widget: WidgetId,
    /// Steps before it.
    at: usize,
}

/// The object a function is about, as it was shown.
#[derive(Clone, Debug)]
struct Object {
    screen: Screen,
    widget: WidgetId,
    at: usize,
    text: String,
}

/// A recording under way.
pub struct Recorder {
    file: PropertyFile,
    package: String,
    way: Vec<Taken>,
    steps: Vec<Taken>,
    marks: Vec<Mark>,
    when: Vec<(Condition, Screen)>,
    name: Option<String>,
    operation: Option<Operation>,
    data: Option<String>,
    now: Screen,
}

/// Why a recording cannot take what was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// There is nothing at that place.
    #[error("there is no widget here")]
    Nothing,
    /// Not a field.
    #[error("there is no field to type into here")]
    NoField,
    /// Nothing scrolls there.
    #[error("nothing scrolls here")]
    NoList,
    /// Nothing that could show data.
    #[error("nothing here shows a text")]
    NoText,
    /// A number of a step that is not there.
    #[error("there is no step {0}")]
    NoStep(usize),
    /// A name that files do not take.
    #[error("`{0}` cannot be a name: letters, digits, - and _")]
    Name(String),
    /// A line that does not read.
    #[error("{0}")]
    Line(String),
    /// Not enough was recorded.
    #[error("{0}")]
    Unfinished(String),
}

impl Recorder {
    /// A recording that begins on this screen and adds to this file.
    pub fn new(file: PropertyFile, package: &str, now: Screen) -> Self {
        Self {
            file,
            package: package.to_owned(),
            way: Vec::new(),
            steps: Vec::new(),
            marks: Vec::new(),
            when: Vec::new(),
            name: None,
            operation: None,
            data: None,
            now,
        }
    }

    /// What a gesture at a point means.
    pub fn aim(&self, action: &Action, at: Point) -> Result<WidgetId, RecordError> {
        choose::target(&self.now, at, action).ok_or(match action {
            Action::Type(_) => RecordError::NoField,
            Action::Scroll(_) => RecordError::NoList,
            _ => RecordError::Nothing,
        })
    }

    /// Something was done, and this is what came of it. What the system asks is answered, not recorded.
    pub fn did(&mut self, action: Action, widget: Option<WidgetId>, input: Input, after: Screen) {
        let before = std::mem::replace(&mut self.now, after.clone());
        if skink_run::is_system_dialog(&before) {
            if let Some(last) = self.steps.last_mut().or(self.way.last_mut()) {
                last.answers.push(input);
                last.after = after;
            }
            return;
        }
        let answers = Vec::new();
        // Typing twice into the same field is one text.
        if let (Action::Type(_), Some(last)) = (&action, self.steps.last_mut())
            && matches!(last.action, Action::Type(_))
            && last.widget == widget
        {
            (last.action, last.input, last.after) = (action, input, after);
            return;
        }
        self.steps.push(Taken { action, widget, input, before, after, chosen: None, binding: None, answers });
    }

    /// The screen changed by itself.
    pub fn saw(&mut self, screen: Screen) {
        if let Some(last) = self.steps.last_mut() {
            last.after = screen.clone();
        }
        self.now = screen;
    }

    /// Takes the last step back; all the others must be done again from a clean start.
    pub fn undo(&mut self) {
        if self.steps.pop().is_none() {
            self.steps = std::mem::take(&mut self.way);
            self.steps.pop();
        }
        let left = self.steps.len();
        self.marks.retain(|mark| mark.at <= left);
    }

    /// Everything that was done since the clean start.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Taken> {
        self.way.iter().chain(&self.steps)
    }

    /// Forgets the steps and all that was said about them.
    pub fn start_over(&mut self, now: Screen) {
        let file = std::mem::take(&mut self.file);
        *self = Self::new(file, &self.package.clone(), now);
    }

    /// The function begins on the present screen: the steps so far only lead here.
    pub fn begin_here(&mut self) {
        self.way.append(&mut self.steps);
        self.marks.clear();
    }

    /// What is at this point shows the data object.
    pub fn mark(&mut self, at: Point) -> Result<(), RecordError> {
        let widget = choose::telling(&self.now, at).ok_or(RecordError::NoText)?;
        self.mark_widget(widget);
        Ok(())
    }

    /// This widget of the present screen shows the data object.
    pub fn mark_widget(&mut self, widget: WidgetId) {
        let at = self.steps.len();
        self.marks.retain(|mark| mark.at != at);
        self.marks.push(Mark { screen: self.now.clone(), widget, at });
    }

    /// Nothing is marked any more.
    pub fn unmark(&mut self) {
        self.marks.clear();
    }

    /// What is at this point must be there, or must not be there, when the function begins.
    pub fn require(&mut self, at: Point, present: bool) -> Result<(), RecordError> {
        let widget = choose::target(&self.now, at, &Action::Tap).ok_or(RecordError::Nothing)?;
        let told = choose::hit(&self.now, at).filter(|id| !label(&self.now.widget(*id)).is_empty());
        self.require_widget(told.unwrap_or(widget), present)
    }

    /// The same for a widget of the present screen.
    pub fn require_widget(&mut self, widget: WidgetId, present: bool) -> Result<(), RecordError> {
        let values = Values::new();
        let known = choose::Known { values: &values, anchor: None };
        let choices = choose::choices(&self.now, widget, &known);
        let find = choices.into_iter().next().ok_or(RecordError::Nothing)?.find;
        let condition = if present { Condition::Present(find) } else { Condition::Absent(find) };
        if !self.when.iter().any(|(known, _)| *known == condition) {
            self.when.push((condition, self.now.clone()));
        }
        Ok(())
    }

    /// A precondition as a line of a file.
    pub fn require_line(&mut self, line: &str) -> Result<(), RecordError> {
        let condition =
            line.parse().map_err(|e: crate::words::LineError| RecordError::Line(e.to_string()))?;
        self.when.push((condition, self.now.clone()));
        Ok(())
    }

    /// Takes a precondition back.
    pub fn drop_condition(&mut self, number: usize) {
        if number < self.when.len() {
            self.when.remove(number);
        }
    }

    /// Another selector for a step, numbered from 1.
    pub fn choose(&mut self, number: usize, selector: &str) -> Result<(), RecordError> {
        let find: crate::Find =
            selector.parse().map_err(|e: crate::words::LineError| RecordError::Line(e.to_string()))?;
        self.step_mut(number)?.chosen = Some(find.to_string());
        Ok(())
    }

    /// What a step types when it is done again: a generator, `old` or `fixed`.
    pub fn bind(&mut self, number: usize, to: &str) -> Result<(), RecordError> {
        let binding = match to {
            "old" => Binding::Old,
            "fixed" => Binding::Fixed,
            other => Binding::Made(
                other.parse().map_err(|e: crate::words::LineError| RecordError::Line(e.to_string()))?,
            ),
        };
        let step = self.step_mut(number)?;
        if !matches!(step.action, Action::Type(_)) {
            return Err(RecordError::Line(format!("step {number} types nothing")));
        }
        step.binding = Some(binding);
        Ok(())
    }

    fn step_mut(&mut self, number: usize) -> Result<&mut Taken, RecordError> {
        let step = number.checked_sub(1).and_then(|at| self.steps.get_mut(at));
        step.ok_or(RecordError::NoStep(number))
    }

    /// Names the function; an empty name goes back to the suggested one.
    pub fn set_name(&mut self, name: &str) {
        self.name = Some(name.trim().to_owned()).filter(|name| !name.is_empty());
    }

    /// Says what it does to the data; `None` goes back to the guess.
    pub fn set_operation(&mut self, operation: Option<Operation>) {
        self.operation = operation;
    }

    /// Names the data type; an empty name goes back to the suggested one.
    pub fn set_data(&mut self, data: &str) -> Result<(), RecordError> {
        let data = data.trim();
        if !data.is_empty() && (!is_name(data) || data.contains('.')) {
            return Err(RecordError::Name(data.to_owned()));
        }
        self.data = Some(data.to_owned()).filter(|data| !data.is_empty());
        Ok(())
    }

    /// The operation, chosen or guessed.
    pub fn operation(&self) -> Operation {
        self.operation.unwrap_or_else(|| guess::operation(self))
    }

    /// The name, chosen or suggested.
    pub fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| guess::name(self))
    }

    /// The data type, chosen or suggested.
    pub fn data(&self) -> String {
        self.data.clone().unwrap_or_else(|| guess::data(self))
    }

    /// The screen on which the function begins.
    fn first(&self) -> &Screen {
        self.steps.first().map_or(&self.now, |step| &step.before)
    }

    /// The screen after the last step.
    fn end(&self) -> &Screen {
        self.steps.last().map_or(&self.now, |step| &step.after)
    }

    /// Texts typed so far with their steps.
    fn typed(&self) -> impl Iterator<Item = (usize, &str)> {
        self.steps.iter().enumerate().filter_map(|(at, step)| match &step.action {
            Action::Type(text) => Some((at, text.as_str())),
            _ => None,
        })
    }

    /// Whether a mark shows what an earlier step typed.
    fn shows_typed(&self, mark: &Mark) -> bool {
        let said = mark.screen.get(mark.widget).map_or("", |w| label(&w));
        self.typed().any(|(at, text)| at < mark.at && !text.is_empty() && said.contains(text))
    }

    /// The object that was there before: what was marked, else what names the row that was used last, or, in a
    /// search, what was searched for.
    fn old(&self) -> Option<Object> {
        let object = |screen: &Screen, widget: WidgetId, at: usize| {
            let text = screen.get(widget).map(|w| label(&w).to_owned()).filter(|text| !text.is_empty())?;
            Some(Object { screen: screen.clone(), widget, at, text })
        };
        let operation = self.operation();
        let marked = self.marks.iter().filter(|mark| !self.shows_typed(mark)).min_by_key(|mark| mark.at);
        if let Some(mark) = marked.filter(|_| operation != Operation::Create) {
            return object(&mark.screen, mark.widget, mark.at);
        }
        match operation {
            Operation::Update | Operation::Delete | Operation::Read => {
                self.steps.iter().enumerate().rev().find_map(|(at, step)| {
                    let touched = matches!(step.action, Action::Tap | Action::LongTap | Action::Swipe(_));
                    let widget = step.before.get(step.widget.filter(|_| touched)?)?;
                    object(&step.before, row_label(&widget)?.id(), at)
                })
            }
            Operation::Search => {
                let (_, text) = self.typed().next()?;
                let first = self.first();
                let shows = first.widgets().find(|w| w.text() == text && !w.is(Flags::EDITABLE))?;
                object(first, shows.id(), 0)
            }
            Operation::Create | Operation::Free => None,
        }
    }

    /// What a typed text is when the function is done again.
    fn binding(&self, step: usize) -> Option<Binding> {
        let taken = self.steps.get(step)?;
        let Action::Type(text) = &taken.action else { return None };
        if let Some(binding) = &taken.binding {
            return Some(binding.clone());
        }
        let is_old = self.operation() == Operation::Search || self.old().is_some_and(|old| old.text == *text);
        Some(if is_old { Binding::Old } else { Binding::Made(Source::Random(guess::generator(text))) })
    }
}
