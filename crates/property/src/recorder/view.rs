//! What a person is shown of a recording: the same for the page and the terminal.

use serde::Serialize;
use skink_gui::{Action, Bounds, Event, Flags, Selector, Widget};

use super::choose::{label, matched};
use super::live::Tried;
use super::warn::Warning;
use super::{Binding, Recorder};
use crate::file::Operation;
use crate::line::Line;
use crate::value::Source;

/// All there is to see.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// The app and the page of it in front.
    pub place: String,
    /// Width and height of the screen as far as it was seen; a picture of it knows better.
    pub size: [i32; 2],
    /// Changes with the screen.
    pub screen: String,
    /// Fields that can be typed into.
    pub fields: Vec<Bounds>,
    /// What can be touched, for showing what a click would hit.
    pub targets: Vec<Target>,
    /// Where the object is shown on this screen.
    pub object: Vec<Bounds>,
    /// What only led to the beginning.
    pub way: Vec<String>,
    /// The steps.
    pub steps: Vec<StepView>,
    /// The name.
    pub name: String,
    /// The operation.
    pub operation: &'static str,
    /// Whether the operation was guessed.
    pub guessed: bool,
    /// The data type.
    pub data: String,
    /// The data types of the file.
    pub types: Vec<String>,
    /// What the object is, in words.
    pub about: Vec<String>,
    /// The preconditions that were added.
    pub when: Vec<String>,
    /// Warnings about the whole.
    pub warnings: Vec<Warning>,
    /// The property as it would be written, or why it cannot be yet.
    pub property: String,
    /// Whether it can be written.
    pub complete: bool,
    /// The functions in the file.
    pub saved: Vec<String>,
    /// What came of trying it.
    pub tried: Option<Tried>,
    /// What happened last.
    pub news: Vec<String>,
}

/// Something that can be touched.
#[derive(Clone, Debug, Serialize)]
pub struct Target {
    /// Where it stands.
    pub bounds: Bounds,
    /// What it is called: its text or description, the first text in it, or its id.
    pub label: String,
}

/// A step.
#[derive(Clone, Debug, Serialize)]
pub struct StepView {
    /// In a person's words.
    pub words: String,
    /// The line in the file.
    pub line: String,
    /// What is typed: `fixed`, `old` or a generator; nothing where it types nothing.
    pub types: Option<String>,
    /// The selector in use.
    pub selector: Option<ChoiceView>,
    /// All selectors.
    pub choices: Vec<ChoiceView>,
}

/// A selector.
#[derive(Clone, Debug, Serialize)]
pub struct ChoiceView {
    /// Its text.
    pub text: String,
    /// Widgets that match.
    pub matches: usize,
    /// Whether the first of them is the right one.
    pub right: bool,
}

impl From<super::Choice> for ChoiceView {
    fn from(choice: super::Choice) -> Self {
        Self { text: choice.find.to_string(), matches: choice.matches, right: choice.right }
    }
}

/// Selectors offered for a step, of those that match one widget and of those that match several; the ones after
/// these are never the better choice.
const OFFERED: [usize; 2] = [6, 3];

impl Recorder {
    /// What to show; `tried` and `news` come from the device's side.
    pub fn view(&self, tried: Option<Tried>, news: Vec<String>) -> View {
        let story = self.story();
        let screen = &self.now;
        let property = self.property();
        let lines: Vec<String> = match &property {
            Ok((_, function)) => function
                .steps
                .iter()
                .filter(|line| matches!(line, Line::Do(_)))
                .map(Line::to_string)
                .collect(),
            Err(_) => Vec::new(),
        };
        let seen = |flags: Flags| {
            screen.widgets().filter(move |w| w.flags().intersects(flags) && !w.bounds().is_empty())
        };
        let target = |w: Widget<'_>| {
            let own = Some(label(&w)).filter(|said| !said.is_empty());
            let text = || w.subtree().map(|w| w.text()).find(|text| !text.is_empty());
            let any = || w.subtree().map(|w| label(&w)).find(|said| !said.is_empty());
            let label = own.or_else(text).or_else(any).unwrap_or(w.short_id()).to_owned();
            Target { bounds: w.bounds(), label }
        };
        let touched = Flags::CLICKABLE | Flags::LONG_CLICKABLE | Flags::CHECKABLE | Flags::EDITABLE;
        let object = ["old", "new"].iter().filter_map(|value| self.finds(&story, value));
        let object = object.flat_map(|find| matched(&find, &story.recorded, screen));
        View {
            place: format!("{} {}", screen.package(), screen.activity()),
            size: self.extent(),
            screen: screen.hash().to_string(),
            fields: seen(Flags::EDITABLE).map(|w| w.bounds()).collect(),
            targets: seen(touched).map(target).collect(),
            object: object.map(|id| screen.widget(id).bounds()).collect(),
            way: self.way_lines().iter().map(Line::to_string).collect(),
            steps: (0..self.steps.len()).map(|at| self.step_view(&story, at, lines.get(at))).collect(),
            name: self.name(),
            operation: story.operation.name(),
            guessed: self.operation.is_none(),
            data: story.data.clone(),
            types: self.file.data.keys().cloned().collect(),
            about: about(&story),
            when: self.when.iter().map(|(condition, _)| condition.to_string()).collect(),
            warnings: self.warnings(&story),
            complete: property.is_ok(),
            property: match property {
                Ok((_, function)) => function.to_toml(),
                Err(problem) => problem.to_string(),
            },
            saved: self.file.functions.iter().map(|function| function.name.clone()).collect(),
            tried,
            news,
        }
    }

    /// How far the screens reach that were seen this way up: a dialog's own window is smaller.
    fn extent(&self) -> [i32; 2] {
        let seen = self.all().map(|step| &step.before).chain([&self.now]);
        let upright = seen.filter(|screen| screen.rotation() == self.now.rotation());
        let roots = upright.flat_map(|screen| screen.roots()).map(|root| root.bounds());
        roots.fold([1, 1], |[right, bottom], b| [right.max(b.right), bottom.max(b.bottom)])
    }

    fn step_view(&self, story: &super::build::Story, at: usize, line: Option<&String>) -> StepView {
        let step = &self.steps[at];
        let widget = step.widget.and_then(|id| step.before.get(id));
        let event = Event {
            action: step.action.clone(),
            target: widget.as_ref().map(|w| Selector { place: None, ..Selector::of(w) }),
        };
        let (alone, several): (Vec<_>, Vec<_>) =
            story.choices[at].iter().cloned().partition(|choice| choice.matches == 1);
        let offered = alone.into_iter().take(OFFERED[0]).chain(several.into_iter().take(OFFERED[1]));
        let mut choices: Vec<ChoiceView> = offered.map(ChoiceView::from).collect();
        let selector = self.selector(story, at).map(ChoiceView::from);
        if let Some(chosen) = &selector
            && !choices.iter().any(|choice| choice.text == chosen.text)
        {
            choices.insert(0, chosen.clone());
        }
        StepView {
            words: event.describe(widget.as_ref()),
            line: line.cloned().unwrap_or_default(),
            types: matches!(step.action, Action::Type(_)).then(|| match self.binding(at) {
                Some(Binding::Old) => "old".to_owned(),
                Some(Binding::Made(source)) => source.to_string(),
                Some(Binding::Fixed) | None => "fixed".to_owned(),
            }),
            selector,
            choices,
        }
    }
}

/// The object in words.
fn about(story: &super::build::Story) -> Vec<String> {
    let mut all = Vec::new();
    if let Some(old) = &story.old {
        let from = match &story.source {
            Some(Source::Shown(_)) => "any that is shown where the function begins",
            Some(Source::Pick(_)) => "one of those the test has made",
            _ => "the first that is shown",
        };
        all.push(format!("the {} \"{}\" (when done again: {from})", story.data, old.text));
    }
    let new = story
        .recorded
        .get("new")
        .or_else(|| story.recorded.iter().find(|(name, _)| name.starts_with("new.")).map(|(_, text)| text));
    if let (Some(new), Operation::Create | Operation::Update) = (new, story.operation) {
        all.push(format!("the new {} \"{new}\"", story.data));
    }
    all
}
