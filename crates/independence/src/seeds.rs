//! Seed tests (section 4.1 of the Genie paper): the miner's strategy with the weights it has, started anew for
//! each seed, so that each goes where the others did not; and motif events, so that what is begun is more often
//! finished than given up: OK rather than Cancel after a form was filled, the picture taken once the camera is
//! open.

use serde::{Deserialize, Serialize};
use skink_explore::{FieldKind, Weighted};
use skink_gui::{Action, Enabled, Event, Flags, Screen, Selector, Widget, WidgetId, WindowKind, enabled};
use skink_model::{TransitionGraph};
use skink_run::{Choice, Dice, Moment, Strategy};
use skink_trace::{Actor, Observation, Step};

use crate::model::learn;

/// A seed test as it was executed.
#[derive(Clone, Debug)]
pub struct Seed {
    /// Number of its clean start.
    pub start: u64,
    /// The first look.
    pub first: Observation,
    /// Its steps.
    pub steps: Vec<Step>,
}

/// How often a motif decides instead of the weights.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Motifs {
    /// Fill an empty field of a form, and finish what was filled.
    pub form: f64,
    /// Finish a visit to another app.
    pub visit: f64,
}

impl Default for Motifs {
    fn default() -> Self {
        Self { form: 0.7, visit: 0.8 }
    }
}

/// Generates seeds.
pub struct SeedStrategy {
    weighted: Weighted,
    graph: TransitionGraph,
    package: String,
    motifs: Motifs,
    events: usize,
    wanted: usize,
    done: usize,
    current: Option<Seed>,
    seeds: Vec<Seed>,
    launches: u64,
    typed: bool,
}

impl SeedStrategy {
    /// With what mining has learned.
    pub fn new(
        (graph, weighted): (TransitionGraph, Weighted),
        package: &str,
        motifs: Motifs,
        wanted: usize,
        events: usize,
    ) -> Self {
        Self {
            weighted,
            graph,
            package: package.to_owned(),
            motifs,
            events,
            wanted,
            done: 0,
            current: None,
            seeds: Vec::new(),
            launches: 0,
            typed: false,
        }
    }

    /// The seeds, and the model with what they taught.
    pub fn into_parts(mut self) -> (Vec<Seed>, TransitionGraph) {
        self.finish();
        (self.seeds, self.graph)
    }

    fn finish(&mut self) {
        // A seed that crashed shows its crash at its end: without that step it is a test like any other.
        if let Some(mut seed) = self.current.take() {
            while seed.steps.last().is_some_and(|s| {
                !s.after.crashes.is_empty()
                    || s.after.screen.window() == WindowKind::System
                    || s.after.screen.is_empty()
            }) {
                seed.steps.pop();
            }
            if seed.steps.len() > 1 && self.seeds.len() < self.wanted {
                self.seeds.push(seed);
            }
        }
    }

    /// What the motifs want here.
    fn motif(&self, screen: &Screen, dice: &mut Dice) -> Option<(Event, WidgetId)> {
        let taps: Vec<Widget<'_>> = enabled(screen)
            .iter()
            .filter_map(|e| match e {
                Enabled::Tap(id) => Some(screen.widget(*id)),
                _ => None,
            })
            .collect();
        let tap = |w: &Widget<'_>| (Event::on(Action::Tap, Selector::of(w)), w.id());
        if screen.package() != self.package {
            return taps.iter().find(|w| finishes(w)).filter(|_| dice.chance(self.motifs.visit)).map(tap);
        }
        if !dice.chance(self.motifs.form) {
            return None;
        }
        let empty = enabled(screen).into_iter().find_map(|e| match e {
            Enabled::Type(id) if screen.widget(id).text().is_empty() => Some(id),
            _ => None,
        });
        if let Some(field) = empty {
            let widget = screen.widget(field);
            let text = dice.pick(&plain_texts(&widget)).copied().unwrap_or("a");
            return Some((Event::on(Action::Type(text.to_owned()), Selector::of(&widget)), field));
        }
        let form = self.typed || screen.window() == WindowKind::Dialog;
        taps.iter().find(|w| finishes(w)).filter(|_| form).map(tap)
    }
}

/// Texts that a form takes.
fn plain_texts(field: &Widget<'_>) -> Vec<&'static str> {
    FieldKind::of(field).texts().iter().copied().take(3).collect()
}

/// Words on what ends something well; in ids too.
const FINISHING: [&str; 16] = [
    "ok", "save", "done", "add", "create", "yes", "confirm", "apply", "shutter", "capture", "button1",
    "positive", "accept", "delete", "allow", "finish",
];

fn finishes(widget: &Widget<'_>) -> bool {
    let label = |w: Widget<'_>| [w.text(), w.desc(), w.short_id()].map(str::to_ascii_lowercase);
    let words = label(*widget);
    let says = |word: &&str| {
        words.iter().any(|w| w.split(|c: char| !c.is_ascii_alphanumeric()).any(|part| part == *word))
    };
    FINISHING.iter().any(|word| says(&word)) && widget.is(Flags::ENABLED)
}

impl Strategy for SeedStrategy {
    fn name(&self) -> &'static str {
        "seeds"
    }

    fn launched(&mut self, first: &Screen) {
        self.finish();
        let start = self.launches;
        self.launches += 1;
        self.current = Some(Seed { start, first: Observation::of(first.clone()), steps: Vec::new() });
        self.typed = false;
        self.weighted.launched(first);
    }

    fn next(&mut self, moment: &mut Moment<'_>) -> Choice {
        let length = self.current.as_ref().map_or(0, |seed| seed.steps.len());
        if length >= self.events {
            self.finish();
            self.done += 1;
            if self.seeds.len() >= self.wanted || self.done >= 3 * self.wanted {
                return Choice::Finished;
            }
            return Choice::Restart;
        }
        if let Some((event, widget)) = self.motif(moment.screen, &mut moment.dice) {
            // The weights need to be asked before every event: they look at the screen.
            let _ = self.weighted.next(&mut Moment {
                screen: moment.screen,
                depth: moment.depth,
                dice: Dice::at(0, 0),
            });
            return Choice::Do(event, Some(widget));
        }
        match self.weighted.next(moment) {
            Choice::Restart => self.weighted_restart(moment),
            other => other,
        }
    }

    fn saw(&mut self, step: &Step) {
        learn(&mut self.graph, step);
        if let Some(seed) = &mut self.current {
            seed.steps.push(step.clone());
        }
        if step.actor == Actor::Strategy {
            self.typed = matches!(step.event.action, Action::Type(_));
        }
        self.weighted.saw(step);
    }
}

impl SeedStrategy {
    /// The weights are stuck: the seed ends here.
    fn weighted_restart(&mut self, moment: &Moment<'_>) -> Choice {
        if moment.depth == 0 {
            return Choice::Do(Event::key(skink_gui::Key::Back), None);
        }
        self.done += 1;
        if self.done >= 3 * self.wanted { Choice::Finished } else { Choice::Restart }
    }
}
