//! Between screens and the learners' numbered inputs: the label of a screen, and the event of an input.

use std::collections::BTreeMap;

use skink_gui::{Event, Key, Screen, enabled};
use skink_model::{Alphabet, Input, InputId, InputKind, LabelId};
use skink_run::{Choice, Dice};

use crate::texts::{TextSettings, text};

/// The inputs met so far, and what is typed for each.
#[derive(Default)]
pub(crate) struct Inputs {
    pub(crate) alphabet: Alphabet,
    keys: bool,
    pub(crate) typing: TextSettings,
    /// A field is given the same text each time, or it would be another input.
    texts: BTreeMap<InputId, String>,
}

impl Inputs {
    pub(crate) fn new(keys: bool) -> Self {
        Self { keys, ..Self::default() }
    }

    pub(crate) fn label(&mut self, screen: &Screen) -> LabelId {
        let keys: &[Key] = if self.keys { &[Key::Back, Key::Menu] } else { &[] };
        self.alphabet.label_of(screen, keys)
    }

    /// The input on this screen; `None` where the screen does not enable it.
    pub(crate) fn event(&mut self, id: InputId, screen: &Screen, dice: &mut Dice) -> Option<Choice> {
        let input = *self.alphabet.get(id)?;
        if let InputKind::Key(key) = input.kind {
            return Some(Choice::Do(Event::key(key), None));
        }
        let chosen = enabled(screen).into_iter().find(|e| Input::of(*e, screen) == input)?;
        let (texts, field) = (&mut self.texts, screen.widget(chosen.widget()));
        let typing = &self.typing;
        let mut new = || text(typing, &field, dice);
        let event = chosen.event(screen, || texts.entry(id).or_insert_with(&mut new).clone());
        Some(Choice::Do(event, Some(chosen.widget())))
    }
}

/// What to do where nothing is left but a restart: Back on a first screen, as a restart would change nothing.
pub(crate) fn give_up(depth: u64) -> Choice {
    if depth > 0 { Choice::Restart } else { Choice::Do(Event::key(Key::Back), None) }
}
