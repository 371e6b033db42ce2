//! Warnings for the mistakes people make (one property in ten of the paper's study had one): a wrong widget, a
//! selector that matches two, no data object; and those a demonstration invites: a text that is always the same, an
//! event that changed nothing.

use skink_gui::{Action, Flags};

use super::Recorder;
use super::build::Story;
use super::choose::{label, matched};
use crate::data::Data;
use crate::file::Operation;
use crate::judge::judge;
use crate::template::{Scope, Values};

/// A warning, with the step it is about, from 1.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Warning {
    /// The step.
    pub step: Option<usize>,
    /// What may be wrong, and what to do.
    pub text: String,
}

impl Recorder {
    /// What may be wrong with what was recorded.
    pub(super) fn warnings(&self, story: &Story) -> Vec<Warning> {
        let mut all = Vec::new();
        for at in 0..self.steps.len() {
            all.extend(
                self.about_step(story, at).into_iter().map(|text| Warning { step: Some(at + 1), text }),
            );
        }
        let general = |text: String| Warning { step: None, text };
        all.extend(self.about_object(story).into_iter().map(general));
        all.extend(self.about_conditions().into_iter().map(general));
        all
    }

    fn about_step(&self, story: &Story, at: usize) -> Vec<String> {
        let (step, mut all) = (&self.steps[at], Vec::new());
        let widget = step.widget.and_then(|id| step.before.get(id));
        if let Some(choice) = self.selector(story, at) {
            if choice.matches == 0 {
                all.push(format!("`{}` matches nothing on that screen", choice.find));
            } else if !choice.right {
                all.push(format!("`{}` finds another widget first, not the one you used", choice.find));
            } else if choice.matches > 1 {
                all.push(format!("`{}` matches {} widgets; the first is taken", choice.find, choice.matches));
            }
        }
        let reacts = widget.as_ref().is_none_or(|w| match step.action {
            Action::Tap => w.is(Flags::CLICKABLE) || w.is(Flags::CHECKABLE) || w.is(Flags::EDITABLE),
            Action::LongTap => w.is(Flags::LONG_CLICKABLE),
            _ => true,
        });
        if !reacts {
            all.push("wrong widget? Nothing here says that it reacts to this touch".to_owned());
        }
        if step.before == step.after && !matches!(step.action, Action::Wait(_)) {
            all.push("this event changed nothing: take it back, or wait longer before the next".to_owned());
        }
        if step.after.package() != self.package && !skink_run::is_system_dialog(&step.after) {
            all.push(format!("this left the app: {} is in front", step.after.package()));
        }
        if let (Action::Type(text), None) = (&step.action, &story.names[at]) {
            all.push(format!("always types \"{text}\": a text that is the same each time finds fewer bugs"));
        }
        if let (Action::Type(text), Some(old)) = (&step.action, &story.old)
            && story.operation == Operation::Update
            && *text == old.text
        {
            all.push("this is the old text: type another to see where the new one is shown".to_owned());
        }
        all
    }

    fn about_object(&self, story: &Story) -> Vec<String> {
        let mut all = Vec::new();
        if self.steps.is_empty() {
            return all;
        }
        let data = &story.data;
        let described = self.file.data.get(data).is_some_and(|of| of.show.is_some());
        match story.operation {
            Operation::Create | Operation::Update if story.shown.is_none() && !described => {
                all.push(format!(
                    "no data object: nothing on this screen shows the new {data}; use Mark where it is shown"
                ));
            }
            Operation::Read | Operation::Search if story.shown.is_none() => {
                all.push(format!(
                    "no data object: nothing on this screen shows the {data}; use Mark where it is shown"
                ));
            }
            Operation::Free if story.shown.is_none() => {
                all.push("nothing is checked afterwards: use Mark, or choose an operation".to_owned());
            }
            _ => {}
        }
        for mark in &self.marks {
            let said = mark.screen.get(mark.widget).map_or("", |w| label(&w));
            let known = story.recorded.values().any(|text| !text.is_empty() && said.contains(text.as_str()));
            if !known {
                all.push(format!(
                    "wrong widget? The mark shows \"{said}\", which is neither typed nor the object"
                ));
            }
        }
        if let Some(shown) = &story.shown
            && let Some(find) = self.finds(story, shown.value)
        {
            let found = matched(&find, &story.recorded, &shown.screen).len();
            if found > 1 {
                all.push(format!("the object is shown {found} times by `{find}`"));
            }
        }
        all
    }

    fn about_conditions(&self) -> Vec<String> {
        let (values, data) = (Values::new(), Data::default());
        let scope = Scope { values: &values, data: &data, key: "" };
        let views = [self.first().clone()];
        let plain = |templates: Vec<&crate::Template>| templates.iter().all(|t| t.values().next().is_none());
        self.when
            .iter()
            .filter(|(condition, _)| plain(condition.templates()) && condition.objects().is_none())
            .filter(|(condition, _)| judge(condition, &scope, &views).is_err())
            .map(|(condition, _)| format!("`{condition}` does not hold where this recording began"))
            .collect()
    }
}
