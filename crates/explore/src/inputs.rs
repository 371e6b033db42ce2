//! Between screens and the learners' numbered inputs: the label of a screen, and the event of an input.

use std::collections::BTreeMap;

use skink_gui::{Action, Event, Key, Screen, enabled};
use skink_model::{Alphabet, Input, InputId, InputKind, LabelId};
use skink_run::{Choice, Dice};

use crate::plain::{keys, system_event};
use crate::texts::{TextSettings, text};

/// The inputs met so far, and what is typed for each.
#[derive(Default)]
pub(crate) struct Inputs {
    pub(crate) alphabet: Alphabet,
    keys: bool,
    pub(crate) typing: TextSettings,
    /// A field is given the same text each time, or it would be another input. Fields of different screens
    /// can have the same box: they are told apart by their ids.
    texts: BTreeMap<(InputId, String), String>,
}

impl Inputs {
    pub(crate) fn new(keys: bool) -> Self {
        Self { keys, ..Self::default() }
    }

    pub(crate) fn label(&mut self, screen: &Screen) -> LabelId {
        self.alphabet.label_of(screen, &keys(screen, self.keys))
    }

    /// An event of the system, each equally likely, as an input.
    pub(crate) fn system(&mut self, dice: &mut Dice) -> InputId {
        let kind = match system_event(dice).action {
            Action::Rotate => InputKind::Rotate,
            Action::Background => InputKind::Background,
            _ => InputKind::Kill,
        };
        self.alphabet.input(Input::without_box(kind))
    }

    /// The input on this screen; `None` where the screen does not enable it.
    pub(crate) fn event(&mut self, id: InputId, screen: &Screen, dice: &mut Dice) -> Option<Choice> {
        let input = *self.alphabet.get(id)?;
        let plain = match input.kind {
            InputKind::Key(key) => Some(Event::key(key)),
            InputKind::Rotate => Some(Event::plain(Action::Rotate)),
            InputKind::Background => Some(Event::plain(Action::Background)),
            InputKind::Kill => Some(Event::plain(Action::Kill)),
            InputKind::Tap | InputKind::LongTap | InputKind::Type | InputKind::Scroll(_) => None,
        };
        if let Some(event) = plain {
            return Some(Choice::Do(event, None));
        }
        let chosen = enabled(screen).into_iter().find(|e| Input::of(*e, screen) == input)?;
        let (texts, field) = (&mut self.texts, screen.widget(chosen.widget()));
        let typing = &self.typing;
        let mut new = || text(typing, &field, dice);
        let key = (id, field.resource_id().to_owned());
        let event = chosen.event(screen, || texts.entry(key).or_insert_with(&mut new).clone());
        Some(Choice::Do(event, Some(chosen.widget())))
    }
}

/// What to do where nothing is left but a restart: Back on a first screen, as a restart would change nothing.
pub(crate) fn give_up(depth: u64) -> Choice {
    if depth > 0 { Choice::Restart } else { Choice::Do(Event::key(Key::Back), None) }
}
