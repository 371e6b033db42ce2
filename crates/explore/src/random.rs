//! Random: each enabled event is equally likely, and the app is restarted clean with a fixed probability.
//!
//! The baseline of the SwiftHand paper (section 2.2): it knows which inputs a screen enables, unlike tools that
//! touch random coordinates. Back and Menu count as enabled everywhere, Enter where a field has the focus; the
//! first two can be switched off for the paper's arithmetic. Beyond the paper, events of the system (rotation,
//! background, process death) come at a rate of their own: they are enabled everywhere, and counted like the
//! rest they would drown small screens.

use serde::{Deserialize, Serialize};
use skink_gui::{Event, Key, enabled};
use skink_run::{Choice, Moment, Strategy};

use crate::plain::{keys, system_event};
use crate::texts::{TextSettings, text};

/// How random explores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RandomSettings {
    /// Probability of a clean restart before each event.
    pub restart: f64,
    /// Probability of an event of the system instead of a user's.
    pub system: f64,
    /// Whether Back and Menu are pressed.
    pub keys: bool,
    /// What is typed.
    #[serde(default)]
    pub texts: TextSettings,
}

impl Default for RandomSettings {
    /// Restarts as in the SwiftHand paper; system events at a rate that leaves nine in ten traces one or none.
    fn default() -> Self {
        Self { restart: 0.1, system: 0.05, keys: true, texts: TextSettings::default() }
    }
}

/// Picks any enabled event.
pub struct Random {
    settings: RandomSettings,
}

impl Random {
    /// With these settings.
    pub fn new(settings: RandomSettings) -> Self {
        Self { settings }
    }
}

impl Strategy for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn next(&mut self, moment: &mut Moment<'_>) -> Choice {
        let dice = &mut moment.dice;
        if moment.depth > 0 && dice.chance(self.settings.restart) {
            return Choice::Restart;
        }
        if dice.chance(self.settings.system) {
            return Choice::Do(system_event(dice), None);
        }
        let widgets = enabled(moment.screen);
        let keys = keys(moment.screen, self.settings.keys);
        match (dice.below(widgets.len() + keys.len()), widgets.len()) {
            (at, count) if at < count => {
                let chosen = widgets[at];
                let widget = moment.screen.widget(chosen.widget());
                let event = chosen.event(moment.screen, || text(&self.settings.texts, &widget, dice));
                Choice::Do(event, Some(chosen.widget()))
            }
            (at, count) => match keys.get(at - count) {
                Some(key) => Choice::Do(Event::key(*key), None),
                // Nothing at all is enabled: only a restart leads on, or Back where even that is new.
                None if moment.depth > 0 => Choice::Restart,
                None => Choice::Do(Event::key(Key::Back), None),
            },
        }
    }
}
