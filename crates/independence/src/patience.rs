//! Waiting for what loads, as a person does. The Genie paper's walks wait for nothing (section 4.1); what comes late is
//! then on no test, and what it brings cannot be lost.

use rustc_hash::FxHashSet;
use skink_gui::{Action, Event, Screen, Structure, structure};
use skink_trace::Step;

use crate::effects::busy;

/// Long enough for most that loads.
pub(crate) const MILLIS: u64 = 8_000;

/// Waits where something is under way.
#[derive(Default)]
pub(crate) struct Patience {
    /// Where it was under way still after the wait: a player's bar, an endless search.
    vain: FxHashSet<Structure>,
}

impl Patience {
    /// A wait, where a screen says that it is busy.
    pub(crate) fn wait(&self, screen: &Screen) -> Option<Event> {
        let wanted = screen.widgets().any(|w| busy(&w)) && !self.vain.contains(&structure(screen));
        wanted.then(|| Event::plain(Action::Wait(MILLIS)))
    }

    /// Learns from a step whether waiting helps.
    pub(crate) fn saw(&mut self, step: &Step) {
        let (before, after) = (structure(&step.before), structure(&step.after.screen));
        if matches!(step.event.action, Action::Wait(_)) && before == after {
            self.vain.insert(before);
        }
    }
}

#[cfg(test)]
mod tests {
    use skink_gui::{Bounds, Header, ScreenBuilder, WidgetSpec};
    use skink_trace::{Actor, Observation};

    use super::*;

    fn page(class: &str, text: &str) -> Screen {
        let bounds = Bounds { left: 0, top: 0, right: 10, bottom: 10 };
        let mut b = ScreenBuilder::new();
        b.open(&WidgetSpec { class: "FrameLayout", bounds, ..Default::default() });
        b.leaf(&WidgetSpec { class, text, bounds, ..Default::default() });
        b.close();
        b.finish(&Header::default())
    }

    fn waited(before: &Screen, after: &Screen) -> Step {
        let event = Event::plain(Action::Wait(MILLIS));
        let (before, after) = (before.clone(), Observation::of(after.clone()));
        Step { number: 0, actor: Actor::Strategy, before, event, widget: None, after, millis: 0 }
    }

    #[test]
    fn what_loads_is_waited_for_as_long_as_that_helps() {
        let (busy, done) = (page("android.widget.ProgressBar", ""), page("android.widget.TextView", "Tea"));
        let mut patience = Patience::default();
        assert!(patience.wait(&done).is_none());
        assert!(patience.wait(&busy).is_some());
        patience.saw(&waited(&busy, &done));
        assert!(patience.wait(&busy).is_some(), "it helped");
        patience.saw(&waited(&busy, &busy));
        assert!(patience.wait(&busy).is_none(), "it is always there");
    }
}
