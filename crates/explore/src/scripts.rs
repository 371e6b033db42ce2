//! Scripts of the user: what to do at the start of each trace to get past a login or a welcome page.
//!
//! [`Prepared`] wraps any strategy. Before the strategy's first own event of a trace, a script begins as soon as
//! its first target is on the screen, and is done once a trace. Where a later target is missing the script ends
//! there, which is counted and told. The strategy within is shown these steps as the runner's, so that its
//! model begins behind them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use skink_gui::{Event, Screen, WidgetId};
use skink_run::{Choice, Moment, Strategy};
use skink_trace::{Actor, LearnedModel, ScriptRuns, Step};

use crate::lines::Line;

/// Scripts by name, each a list of events.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scripts(pub BTreeMap<String, Vec<Event>>);

impl Scripts {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Scripts {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(
            self.0.iter().map(|(name, events)| (name, events.iter().map(Line).collect::<Vec<_>>())),
        )
    }
}

impl<'de> Deserialize<'de> for Scripts {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let lines = BTreeMap::<String, Vec<Line<Event>>>::deserialize(from)?;
        let events = |lines: Vec<Line<Event>>| lines.into_iter().map(|line| line.0).collect();
        Ok(Self(lines.into_iter().map(|(name, lines)| (name, events(lines))).collect()))
    }
}

/// A script that is being done.
struct Running {
    name: String,
    next: usize,
}

/// A strategy that begins where the scripts end.
pub struct Prepared<S> {
    inner: S,
    scripts: Scripts,
    runs: BTreeMap<String, ScriptRuns>,
    /// Scripts of the present trace that were begun.
    begun: Vec<String>,
    running: Option<Running>,
    /// Whether the strategy has not acted in this trace yet.
    starting: bool,
    /// Whether the last event was a script's.
    ours: bool,
}

impl<S: Strategy> Prepared<S> {
    /// Does the scripts before `inner` acts.
    pub fn new(inner: S, scripts: Scripts) -> Self {
        Self {
            inner,
            scripts,
            runs: BTreeMap::new(),
            begun: Vec::new(),
            running: None,
            starting: true,
            ours: false,
        }
    }

    /// The next event of a script, where one is due on this screen.
    fn scripted(&mut self, screen: &Screen) -> Option<(Event, Option<WidgetId>)> {
        loop {
            if self.running.is_none() {
                self.running = Some(Running { name: self.due(screen)?, next: 0 });
            }
            let running = self.running.as_mut()?;
            let events = self.scripts.0.get(&running.name).map_or(&[][..], |events| &events[..]);
            let runs = self.runs.entry(running.name.clone()).or_default();
            let Some(event) = events.get(running.next) else {
                runs.finished += 1;
                self.running = None;
                continue;
            };
            let widget = target(event, screen);
            if event.target.is_some() && widget.is_none() {
                runs.stopped += 1;
                runs.missing = Some(event.to_string());
                self.running = None;
                continue;
            }
            running.next += 1;
            return Some((event.clone(), widget));
        }
    }

    /// A script of this trace that was not begun yet and whose first target is there.
    fn due(&mut self, screen: &Screen) -> Option<String> {
        let fits = |events: &[Event]| {
            let first = events.iter().find(|event| event.target.is_some());
            !events.is_empty() && first.is_none_or(|event| target(event, screen).is_some())
        };
        let mut waiting = self.scripts.0.iter().filter(|(name, _)| !self.begun.contains(name));
        let name = waiting.find(|(_, events)| fits(events))?.0.clone();
        self.begun.push(name.clone());
        Some(name)
    }
}

/// The first widget with a visible pixel that an event's selector finds.
fn target(event: &Event, screen: &Screen) -> Option<WidgetId> {
    let selector = event.target.as_ref()?;
    selector.find_all(screen).find(|widget| !widget.bounds().is_empty()).map(|widget| widget.id())
}

impl<S: Strategy> Strategy for Prepared<S> {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn launched(&mut self, first: &Screen) {
        if let Some(Running { name, next }) = self.running.take() {
            // The trace ended within the script, or just behind its last event.
            let whole = self.scripts.0.get(&name).is_some_and(|events| next == events.len());
            let runs = self.runs.entry(name).or_default();
            runs.finished += u64::from(whole);
            runs.stopped += u64::from(!whole);
        }
        self.begun.clear();
        self.starting = true;
        self.inner.launched(first);
    }

    fn next(&mut self, moment: &mut Moment<'_>) -> Choice {
        if self.starting
            && let Some((event, widget)) = self.scripted(moment.screen)
        {
            self.ours = true;
            return Choice::Do(event, widget);
        }
        self.starting = false;
        self.ours = false;
        self.inner.next(moment)
    }

    fn saw(&mut self, step: &Step) {
        if self.ours && step.actor == Actor::Strategy {
            self.inner.saw(&Step { actor: Actor::Runner, ..step.clone() });
        } else {
            self.inner.saw(step);
        }
    }

    fn explain(&self) -> Option<String> {
        self.inner.explain()
    }

    fn model(&self) -> Option<LearnedModel> {
        self.inner.model()
    }

    fn held_back(&self) -> BTreeMap<String, u64> {
        self.inner.held_back()
    }

    fn scripts(&self) -> BTreeMap<String, ScriptRuns> {
        self.runs.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Random, RandomSettings};
    use skink_gui::{Bounds, Flags, Header, ScreenBuilder, WidgetSpec};
    use skink_run::Dice;
    use skink_trace::Observation;

    fn page(ids: &[&str]) -> Screen {
        let bounds = Bounds::new(0, 0, 9, 9);
        let mut b = ScreenBuilder::new();
        b.open(&WidgetSpec { class: "Page", bounds, ..Default::default() });
        for id in ids {
            let flags = Flags::ENABLED | Flags::CLICKABLE;
            b.leaf(&WidgetSpec { class: "Button", id, flags, bounds, ..Default::default() });
        }
        b.finish(&Header { package: "app", ..Default::default() })
    }

    fn prepared() -> Prepared<Random> {
        let text = r#"{ "login": ["type id=user \"me\"", "tap id=go"], "welcome": ["tap id=skip"] }"#;
        let settings = RandomSettings { restart: 0.0, system: 0.0, ..RandomSettings::default() };
        Prepared::new(Random::new(settings), serde_json::from_str(text).unwrap())
    }

    fn next(strategy: &mut Prepared<Random>, screen: &Screen, depth: u64) -> String {
        let choice = strategy.next(&mut Moment { screen, depth, dice: Dice::at(1, depth) });
        match choice {
            Choice::Do(event, widget) => {
                let step = Step {
                    number: depth,
                    actor: Actor::Strategy,
                    before: screen.clone(),
                    event: event.clone(),
                    widget,
                    after: Observation::of(screen.clone()),
                    millis: 1,
                };
                strategy.saw(&step);
                event.to_string()
            }
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn scripts_are_done_once_a_trace_when_their_first_target_is_there() {
        let mut strategy = prepared();
        let (welcome, login, home) = (page(&["skip"]), page(&["user", "go"]), page(&["other"]));
        for _ in 0..2 {
            strategy.launched(&welcome);
            assert_eq!(next(&mut strategy, &welcome, 0), "tap id=skip");
            assert_eq!(next(&mut strategy, &login, 1), "type id=user \"me\"");
            assert_eq!(next(&mut strategy, &login, 2), "tap id=go");
            next(&mut strategy, &home, 3);
            // From here on the strategy acts, whatever comes up.
            assert_ne!(next(&mut strategy, &page(&["skip"]), 4), "tap id=skip");
        }
        let runs = strategy.scripts();
        assert_eq!((runs["login"].finished, runs["welcome"].finished), (2, 2));
        assert_eq!(runs["login"].stopped, 0);
    }

    #[test]
    fn a_script_whose_way_is_blocked_ends_and_says_where() {
        let mut strategy = prepared();
        let login = page(&["user"]);
        strategy.launched(&login);
        assert_eq!(next(&mut strategy, &login, 0), "type id=user \"me\"");
        next(&mut strategy, &login, 1);
        let runs = &strategy.scripts()["login"];
        assert_eq!((runs.finished, runs.stopped, runs.missing.as_deref()), (0, 1, Some("tap id=go")));
    }
}
