//! From what was done to a property: which value each typed text is, what finds each widget, what shows the object,
//! and what must hold afterwards (Table 1, with the list scrolled through where the object is in one).

use std::collections::BTreeMap;

use skink_gui::{Action, Flags, Screen, Widget, WidgetId};

use super::choose::{Choice, Known, choices, label, matched, row};
use super::{Binding, Object, RecordError, Recorder};
use crate::condition::{Comparison, Condition, Objects};
use crate::file::{DataType, Function, Operation, PropertyFile};
use crate::find::{Find, Relation};
use crate::line::{Line, Step};
use crate::template::{Template, Values, is_name};
use crate::value::Source;

/// What a recording says, worked out.
pub(super) struct Story {
    pub(super) operation: Operation,
    pub(super) data: String,
    pub(super) old: Option<Object>,
    /// Where the old object comes from; `None` where it is read off a later screen.
    pub(super) source: Option<Source>,
    pub(super) values: BTreeMap<String, Source>,
    /// The values as they were while recording.
    pub(super) recorded: Values,
    /// What each step types: the value's name, or nothing where it is a fixed text.
    pub(super) names: Vec<Option<String>>,
    /// The selectors of each step.
    pub(super) choices: Vec<Vec<Choice>>,
    /// The fields of the object that were typed, the key first.
    fields: Vec<String>,
    /// What finds the old object, with `{old}`.
    pub(super) anchor: Option<Find>,
    /// What shows the object at the end.
    pub(super) shown: Option<Shown>,
}

/// A widget that shows a value.
pub(super) struct Shown {
    pub(super) screen: Screen,
    pub(super) widget: WidgetId,
    /// The value: `old` or `new`.
    pub(super) value: &'static str,
    /// The text it has for that value.
    text: String,
}

/// Finds a widget by what it shows, with a value in the place of the text.
fn general(widget: &Widget<'_>, text: &str, value: &Template) -> Find {
    let mut find = unnamed(widget);
    let said = Some(value.clone());
    if widget.text() == text {
        find.text = said;
    } else if widget.text().contains(text) {
        find.has = said;
    } else {
        find.desc = said;
    }
    if find.id.is_some() {
        return find;
    }
    // Without an id its class says what it is, not where: a text alone is as good.
    Find { class: None, near: None, ..find }
}

/// The widget and its like in the other rows.
fn unnamed(widget: &Widget<'_>) -> Find {
    if !widget.short_id().is_empty() {
        return Find { id: Some(Template::text(widget.short_id())), ..Find::default() };
    }
    let list = row(widget).map(|(list, _)| {
        (Relation::Within, Box::new(Find { class: Some(list.short_class().to_owned()), ..Find::default() }))
    });
    Find { class: Some(widget.short_class().to_owned()), near: list, ..Find::default() }
}

impl Recorder {
    fn data_type(&self, data: &str) -> DataType {
        self.file.data.get(data).cloned().unwrap_or_default()
    }

    /// Works everything out.
    pub(super) fn story(&self) -> Story {
        let (operation, data) = (self.operation(), self.data());
        let old = self.old();
        let kind = self.data_type(&data);
        let (names, fields, mut values) = self.typed_values(kind.key());
        let mut recorded = Values::new();
        for (at, text) in self.typed() {
            if let Some(name) = names[at].as_ref().filter(|name| *name != "old") {
                recorded.insert(name.clone(), text.to_owned());
            }
        }
        let searched = self.typed().find(|(at, _)| names[*at].as_deref() == Some("old"));
        if let Some(text) = old.as_ref().map(|old| old.text.as_str()).or(searched.map(|(_, text)| text)) {
            recorded.insert("old".to_owned(), text.to_owned());
        }
        let anchor = old
            .as_ref()
            .and_then(|old| Some(general(&old.screen.get(old.widget)?, &old.text, &Template::value("old"))));
        let known = Known { values: &recorded, anchor: anchor.as_ref() };
        let choices: Vec<Vec<Choice>> = self
            .steps
            .iter()
            .map(|step| step.widget.map(|id| choices(&step.before, id, &known)).unwrap_or_default())
            .collect();
        let source = self.old_source(&data, old.as_ref());
        let needs_old =
            matches!(operation, Operation::Update | Operation::Delete | Operation::Read | Operation::Search);
        if let Some(source) = source.as_ref().filter(|_| needs_old || recorded.contains_key("old")) {
            values.insert("old".to_owned(), source.clone());
        }
        let mut story = Story {
            operation,
            data,
            old,
            source,
            values,
            recorded,
            names,
            choices,
            fields,
            anchor,
            shown: None,
        };
        story.shown = self.shown(&story);
        story
    }

    /// Names for the texts that were typed: one text is `new`, several are fields of `new`.
    fn typed_values(&self, key: &str) -> (Vec<Option<String>>, Vec<String>, BTreeMap<String, Source>) {
        let bindings: Vec<Option<Binding>> = (0..self.steps.len()).map(|at| self.binding(at)).collect();
        let made = bindings.iter().filter(|b| matches!(b, Some(Binding::Made(_)))).count();
        let (mut fields, mut values, mut names) = (Vec::new(), BTreeMap::new(), Vec::new());
        for (step, binding) in self.steps.iter().zip(bindings) {
            names.push(match binding {
                Some(Binding::Old) => Some("old".to_owned()),
                Some(Binding::Made(source)) => {
                    let field = if fields.is_empty() {
                        key.to_owned()
                    } else {
                        let widget = step.widget.and_then(|id| step.before.get(id));
                        field_name(widget.as_ref(), &fields)
                    };
                    fields.push(field.clone());
                    let name = if made == 1 { "new".to_owned() } else { format!("new.{field}") };
                    values.insert(name.clone(), source);
                    Some(name)
                }
                Some(Binding::Fixed) | None => None,
            });
        }
        (names, fields, values)
    }

    /// Where the object comes from when the function is done again: any that is shown where it begins, else one
    /// of the data.
    fn old_source(&self, data: &str, old: Option<&Object>) -> Option<Source> {
        let pick = || Source::Pick(Objects { data: data.to_owned(), filters: Vec::new() });
        let makes = |f: &Function| f.operation == Operation::Create && f.data.as_deref() == Some(data);
        let has_some = self.file.functions.iter().any(makes)
            || self.file.data.get(data).is_some_and(|of| !of.initial.is_empty());
        match old {
            Some(old) if old.at == 0 => Some(Source::Shown(Box::new(unnamed(&old.screen.get(old.widget)?)))),
            _ if has_some => Some(pick()),
            Some(_) => None,
            None if self.operation() == Operation::Search => Some(pick()),
            None => None,
        }
    }

    /// What shows the object after the last step.
    fn shown(&self, story: &Story) -> Option<Shown> {
        let key = story.fields.first().and_then(|_| {
            let (at, text) =
                self.typed().find(|(at, _)| story.names[*at].as_deref().is_some_and(|n| n != "old"))?;
            Some((at, text.to_owned()))
        });
        let (value, after, text) = match (story.operation, key) {
            (Operation::Create | Operation::Update | Operation::Free, Some((at, text))) => {
                ("new", at + 1, text)
            }
            (Operation::Create | Operation::Update, None) => return None,
            _ => ("old", 1, story.recorded.get("old")?.clone()),
        };
        if text.is_empty() {
            return None;
        }
        let of = |screen: &Screen, widget: WidgetId| Shown {
            screen: screen.clone(),
            widget,
            value,
            text: text.clone(),
        };
        let mut marks: Vec<_> = self.marks.iter().filter(|mark| mark.at >= after).collect();
        marks.sort_by_key(|mark| mark.at);
        if let Some(mark) = marks.last() {
            let said = mark.screen.get(mark.widget)?;
            return label(&said).contains(&text).then(|| of(&mark.screen, mark.widget));
        }
        if story.operation == Operation::Delete || self.steps.is_empty() {
            return None;
        }
        let like_old =
            story.old.as_ref().and_then(|old| old.screen.get(old.widget)).map(|w| w.short_id().to_owned());
        let usable = |w: &Widget<'_>| !w.bounds().is_empty() && !w.is(Flags::EDITABLE);
        let found = |fits: &dyn Fn(&Widget<'_>) -> bool| {
            self.end().widgets().find(|w| usable(w) && fits(w)).map(|w| of(self.end(), w.id()))
        };
        let alike =
            |w: &Widget<'_>| like_old.as_deref().is_some_and(|id| !id.is_empty() && id == w.short_id());
        found(&|w| w.text() == text && alike(w))
            .or_else(|| found(&|w| w.text() == text && row(w).is_some()))
            .or_else(|| found(&|w| w.text() == text))
            .or_else(|| found(&|w| w.desc() == text))
            .or_else(|| found(&|w| w.text().contains(&text)))
    }

    /// The selector of a step: the chosen one, else the best.
    pub(super) fn selector(&self, story: &Story, at: usize) -> Option<Choice> {
        let step = self.steps.get(at)?;
        let Some(chosen) = &step.chosen else { return story.choices[at].first().cloned() };
        let find: Find = chosen.parse().ok()?;
        let found = matched(&find, &story.recorded, &step.before);
        let target = step.before.get(step.widget?)?;
        let right = found.first().is_some_and(|id| super::choose::meant(&target, *id));
        Some(Choice { find, matches: found.len(), right })
    }

    /// The lines of the way to where the function begins.
    pub(super) fn way_lines(&self) -> Vec<Line> {
        let values = Values::new();
        let known = Known { values: &values, anchor: None };
        let line = |step: &super::Taken| {
            let best = step.widget.and_then(|id| choices(&step.before, id, &known).into_iter().next());
            let text = match &step.action {
                Action::Type(text) => Some(Template::text(text)),
                _ => None,
            };
            Line::Do(Step {
                action: action(&step.action),
                target: best.map(|c| c.find),
                text,
                optional: false,
            })
        };
        self.way.iter().map(line).collect()
    }

    /// The lines of the steps.
    fn lines(&self, story: &Story) -> Result<Vec<Line>, RecordError> {
        let mut lines = Vec::new();
        for (at, step) in self.steps.iter().enumerate() {
            if let (None, Some(old)) = (&story.source, &story.old)
                && old.at == at
                && let Some(widget) = old.screen.get(old.widget)
            {
                lines.push(Line::Capture { value: "old".to_owned(), from: unnamed(&widget) });
            }
            let target = self.selector(story, at).map(|choice| choice.find);
            if step.action.needs_target() && target.is_none() {
                let problem = format!("step {} has no widget that could be found again", at + 1);
                return Err(RecordError::Unfinished(problem));
            }
            let text = match &step.action {
                Action::Type(text) => Some(match &story.names[at] {
                    Some(name) => Template::value(name),
                    None => Template::text(text),
                }),
                _ => None,
            };
            lines.push(Line::Do(Step { action: action(&step.action), target, text, optional: false }));
        }
        Ok(lines)
    }

    /// What finds the object that a value names, at the end.
    pub(super) fn finds(&self, story: &Story, value: &str) -> Option<Find> {
        let template = Template::value(value);
        if let Some(shown) = &story.shown
            && let Some(widget) = shown.screen.get(shown.widget)
            && (shown.value == value || story.old.is_none())
        {
            return Some(general(&widget, &shown.text, &template));
        }
        if value == "old" {
            return story.anchor.clone();
        }
        None
    }

    /// What must hold at the end.
    fn then(&self, story: &Story) -> Option<Vec<Line>> {
        let check = |condition: Condition| Line::Check(condition);
        let find = |value: &str| self.finds(story, value);
        let conditions = match story.operation {
            Operation::Create => vec![check(Condition::Present(find("new")?))],
            Operation::Read | Operation::Search => vec![check(Condition::Present(find("old")?))],
            Operation::Update => {
                vec![check(Condition::Absent(find("old")?)), check(Condition::Present(find("new")?))]
            }
            Operation::Delete => vec![check(Condition::Absent(find("old")?))],
            Operation::Free => vec![check(Condition::Present(find(story.shown.as_ref()?.value)?))],
        };
        let place = match &story.shown {
            Some(shown) => shown.screen.get(shown.widget),
            None => story.old.as_ref().and_then(|old| old.screen.get(old.widget)),
        };
        // In a list it may be out of view.
        let list = place.and_then(|widget| row(&widget).map(|(list, _)| list.short_class().to_owned()));
        let sweep = list.map(|class| Line::Sweep(Find { class: Some(class), ..Find::default() }));
        Some(sweep.into_iter().chain(conditions).collect())
    }

    /// The property, and the file that it belongs to with its data type described.
    pub fn property(&self) -> Result<(PropertyFile, Function), RecordError> {
        if self.steps.is_empty() {
            return Err(RecordError::Unfinished("nothing was done yet".to_owned()));
        }
        let story = self.story();
        let mut function = Function::new(&self.name(), story.operation, &story.data, self.lines(&story)?);
        function.values = story.values.clone();
        function.when = self.when.iter().map(|(condition, _)| condition.clone()).collect();
        let changes_one = matches!(story.operation, Operation::Update | Operation::Delete);
        if let (true, Some(Source::Shown(_)), Some(anchor)) = (changes_one, &story.source, &story.anchor) {
            // Two that look the same cannot be told apart afterwards.
            let once = Condition::Count(anchor.clone(), Comparison::Equal, Template::text("1"));
            function.when.push(once);
        }
        let then = self.then(&story);
        let mut file = self.file.clone();
        if file.app.is_none() {
            file.app = Some(self.package.clone());
        }
        if story.operation == Operation::Free && !file.data.contains_key(&story.data) {
            function.data = None;
        } else {
            self.describe_data(&mut file, &story);
        }
        let by_default = file.rules(&function).then;
        function.then = then.filter(|lines| *lines != by_default);
        self.is_complete(&file, &function, &story)?;
        let mut whole = file.clone();
        whole.functions.push(function.clone());
        PropertyFile::parse(&whole.to_toml()).map_err(|e| RecordError::Unfinished(e.to_string()))?;
        Ok((file, function))
    }

    fn describe_data(&self, file: &mut PropertyFile, story: &Story) {
        let of = file.data.entry(story.data.clone()).or_default();
        for field in &story.fields {
            if matches!(story.operation, Operation::Create | Operation::Update) && !of.fields.contains(field)
            {
                of.fields.push(field.clone());
            }
        }
        if of.show.is_none() {
            let value =
                if story.shown.as_ref().is_some_and(|shown| shown.value == "new") { "new" } else { "old" };
            let key = of.key().to_owned();
            of.show = self.finds(story, value).map(|find| find.renamed(&|_| key.clone()));
        }
    }

    fn is_complete(
        &self,
        file: &PropertyFile,
        function: &Function,
        story: &Story,
    ) -> Result<(), RecordError> {
        let data = &story.data;
        let problem = match story.operation {
            Operation::Create | Operation::Update if !function.defines("new") => {
                format!("nothing was typed that names the new {data}: type into a field")
            }
            Operation::Update | Operation::Delete if !function.defines("old") => {
                format!("which {data} is it? Use Mark, then click what shows it where the function begins")
            }
            Operation::Free => return Ok(()),
            _ if function.then.is_none() && file.data.get(data).is_none_or(|of| of.show.is_none()) => {
                format!("no data object: use Mark, then click what shows the {data}")
            }
            _ => return Ok(()),
        };
        Err(RecordError::Unfinished(problem))
    }
}

/// Typed texts are in the line's own template.
fn action(action: &Action) -> Action {
    match action {
        Action::Type(_) => Action::Type(String::new()),
        other => other.clone(),
    }
}

fn field_name(widget: Option<&Widget<'_>>, taken: &[String]) -> String {
    let named = widget.map_or("", |w| if w.short_id().is_empty() { w.hint() } else { w.short_id() });
    let plain: String =
        named.to_lowercase().chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    let plain = plain.trim_matches('_').to_owned();
    let free = |name: &String| is_name(name) && !taken.contains(name);
    let numbered = || (2..).map(|n| format!("field{n}")).find(|name| free(name)).unwrap_or_default();
    Some(plain).filter(free).unwrap_or_else(numbered)
}
