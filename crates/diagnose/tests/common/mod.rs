//! What the tests share: a phone with a sample on it that does events.

use skink_device::{Device, Input};
use skink_gui::{Event, Screen};
use skink_model::automaton::{BugAutomaton, Move};
use skink_phone::{BugSwitch, Phone, PhoneSettings, apps};
use skink_trace::Observation;

pub(crate) struct Script {
    pub(crate) phone: Phone,
    pub(crate) now: Observation,
}

impl Script {
    pub(crate) fn new(app: &str, bugs: BugSwitch) -> Self {
        let sample = apps::named(app).expect("the sample is registered");
        let mut phone = Phone::new(sample, PhoneSettings { bugs, ..Default::default() }).expect("a phone");
        let now = phone.clean_start(0).expect("a clean start");
        Self { phone, now }
    }

    pub(crate) fn restart(&mut self) {
        self.now = self.phone.clean_start(0).expect("a clean start");
    }

    pub(crate) fn screen(&self) -> &Screen {
        &self.now.screen
    }

    /// Performs an event on the first widget that takes it; says whether there was one.
    pub(crate) fn tries(&mut self, event: &Event) -> bool {
        let widget =
            skink_gui::locate(event, None, &self.now.screen).map(|id| self.now.screen.widget(id).bounds());
        self.performs(event, widget)
    }

    fn performs(&mut self, event: &Event, bounds: Option<skink_gui::Bounds>) -> bool {
        let Some(input) = Input::of(&event.action, bounds) else { return false };
        self.now = self.phone.perform(&input).expect("performed");
        true
    }

    /// Does a transition: a pivot event by its predicate, an ε by the event that does it.
    pub(crate) fn moves(&mut self, bug: &BugAutomaton, m: &Move) -> bool {
        match (&m.read, &m.by) {
            (Some(symbol), _) => {
                let pivot = bug.events[symbol].pivot.as_ref().expect("a predicate");
                if !pivot.is_enabled_on(self.screen()) {
                    return false;
                }
                let widget =
                    pivot.enabled_on(self.screen()).first().map(|id| self.screen().widget(*id).bounds());
                self.performs(&pivot.event, widget)
            }
            (None, Some(event)) => self.tries(&event.clone()),
            (None, None) => true,
        }
    }

    pub(crate) fn crash(&self) -> Option<String> {
        self.now.crashes.first().map(|crash| crash.title())
    }
}
