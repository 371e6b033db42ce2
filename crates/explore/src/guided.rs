//! Exploration towards a known bug: the bug's automaton says which events lower the distance to it.
//!
//! Beyond the Themis+ paper, which only looks back. The automaton is matched against the exploration's own steps;
//! where the present screen offers an event that brings it closer, that is done, else the nearest screen that is
//! known to offer one is gone to, and where none is known APE explores. Now and then APE has its way all the
//! same: an automaton's ε is a promise that the app may be elsewhere than the screen that is looked for.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use skink_gui::{Action, Event, Screen, Structure, WidgetId, locate, structure};
use skink_model::automaton::{AutomatonError, BugAutomaton, Dfa, Pivot};
use skink_run::{Choice, Dice, Moment, Strategy};
use skink_trace::{Actor, LearnedModel, Step};

use crate::ape::{Ape, ApeSettings};
use crate::texts::{TextSettings, text};

/// Probability that APE decides although the automaton has a wish.
const OWN_WAY: f64 = 0.15;
/// Decisions without coming closer after which APE decides for a while, and for how long.
const PATIENCE: u32 = 20;
const PAUSE: u32 = 10;
/// Ways out of a kind of screen that are remembered.
const MAX_WAYS: usize = 48;
/// The longest way that is gone.
const MAX_HOPS: usize = 12;

/// Why a bug cannot guide.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GuideError {
    /// Its events are not described for runs.
    #[error(
        "bug {0} has no predicates for its events: describe them in a text automaton (event ID \"words\" tap id=…)"
    )]
    NoPredicates(String),
    /// The automaton.
    #[error(transparent)]
    Automaton(#[from] AutomatonError),
}

/// A way from one kind of screen to another.
#[derive(Clone, Debug)]
struct Way {
    event: Event,
    to: Structure,
}

/// APE with a goal.
pub struct Guided {
    ape: Ape,
    bug: String,
    dfa: Dfa,
    pivots: Vec<(usize, Pivot)>,
    /// Where the automaton is.
    state: u32,
    ways: BTreeMap<Structure, Vec<Way>>,
    /// The kinds of screens that offer each pivot event.
    offered: Vec<BTreeSet<Structure>>,
    /// The closest it has been since the last clean start, decisions since, and decisions left to APE.
    closest: u32,
    idle: u32,
    pause: u32,
}

impl Guided {
    /// Towards that bug.
    pub fn new(settings: ApeSettings, bug: &BugAutomaton) -> Result<Self, GuideError> {
        let dfa = Dfa::of(&bug.nfa)?;
        let pivot = |(at, symbol)| Some((at, bug.events.get(symbol)?.pivot.clone()?));
        let pivots: Vec<(usize, Pivot)> = dfa.symbols().iter().enumerate().filter_map(pivot).collect();
        if pivots.is_empty() {
            return Err(GuideError::NoPredicates(bug.bug.clone()));
        }
        Ok(Self {
            ape: Ape::new(settings),
            bug: bug.bug.clone(),
            state: 0,
            ways: BTreeMap::new(),
            offered: vec![BTreeSet::new(); pivots.len()],
            closest: dfa.distance(0),
            idle: 0,
            pause: 0,
            dfa,
            pivots,
        })
    }

    fn look(&mut self, screen: &Screen) -> Structure {
        let kind = structure(screen);
        for ((_, pivot), offered) in self.pivots.iter().zip(&mut self.offered) {
            if pivot.event.target.is_some() && !offered.contains(&kind) && pivot.is_enabled_on(screen) {
                offered.insert(kind);
            }
        }
        kind
    }

    /// The pivot events that bring the automaton closer, by their place among the pivots.
    fn wanted(&self) -> Vec<usize> {
        let closer = |(_, (symbol, _)): &(usize, &(usize, Pivot))| {
            let to = self.dfa.next(self.state, *symbol);
            to.is_some_and(|to| self.dfa.distance(to) < self.dfa.distance(self.state))
        };
        self.pivots.iter().enumerate().filter(closer).map(|(at, _)| at).collect()
    }

    /// A wanted event that this screen offers.
    fn closer(&self, wanted: &[usize], screen: &Screen, dice: &mut Dice) -> Option<Choice> {
        let mut found: Vec<(&Pivot, Option<WidgetId>)> = Vec::new();
        for pivot in wanted.iter().map(|at| &self.pivots[*at].1) {
            match pivot.event.target {
                Some(_) => found.extend(pivot.enabled_on(screen).into_iter().map(|id| (pivot, Some(id)))),
                None if pivot.is_enabled_on(screen) => found.push((pivot, None)),
                None => {}
            }
        }
        let (pivot, widget) = *dice.pick(&found)?;
        let Some(id) = widget else { return Some(Choice::Do(pivot.event.clone(), None)) };
        let target = screen.get(id)?;
        let action = match &pivot.event.action {
            Action::Type(any) if any.is_empty() => {
                Action::Type(text(&TextSettings::default(), &target, dice))
            }
            action => action.clone(),
        };
        Some(Choice::Do(Event::on(action, skink_gui::Selector::of(&target)), Some(id)))
    }

    /// The first event of the shortest known way to a screen that offers a wanted event.
    fn on_the_way(&mut self, wanted: &[usize], here: Structure, screen: &Screen) -> Option<Choice> {
        let goals: BTreeSet<Structure> = wanted
            .iter()
            .flat_map(|at| self.offered[*at].iter().copied())
            .filter(|kind| *kind != here)
            .collect();
        if goals.is_empty() {
            return None;
        }
        let mut from = BTreeMap::from([(here, None)]);
        let mut open = VecDeque::from([(here, 0)]);
        while let Some((kind, hops)) = open.pop_front() {
            if goals.contains(&kind) {
                return self.first_hop(&from, kind, here, screen);
            }
            if hops == MAX_HOPS {
                continue;
            }
            for (at, way) in self.ways.get(&kind).into_iter().flatten().enumerate() {
                if let Entry::Vacant(entry) = from.entry(way.to) {
                    entry.insert(Some((kind, at)));
                    open.push_back((way.to, hops + 1));
                }
            }
        }
        None
    }

    fn first_hop(
        &mut self,
        from: &BTreeMap<Structure, Option<(Structure, usize)>>,
        goal: Structure,
        here: Structure,
        screen: &Screen,
    ) -> Option<Choice> {
        let mut at = goal;
        loop {
            let (before, way) = from.get(&at).copied().flatten()?;
            if before == here {
                let event = self.ways.get(&here)?.get(way)?.event.clone();
                let widget = locate(&event, None, screen);
                if event.target.is_some() && widget.is_none() {
                    // The same kind of screen, without that widget: the way is not one any more.
                    self.ways.get_mut(&here)?.remove(way);
                    return None;
                }
                return Some(Choice::Do(event, widget));
            }
            at = before;
        }
    }

    /// The automaton follows a step.
    fn follow(&mut self, step: &Step) {
        for (symbol, pivot) in &self.pivots {
            if pivot.matches(&step.before, &step.event, step.widget, &step.after.screen) {
                let next = self.dfa.next(self.state, *symbol).or_else(|| self.dfa.next(0, *symbol));
                self.state = next.filter(|to| !self.dfa.accepts_at(*to)).unwrap_or(0);
            }
        }
        let distance = self.dfa.distance(self.state);
        if distance < self.closest {
            (self.closest, self.idle) = (distance, 0);
        }
    }
}

impl Strategy for Guided {
    fn name(&self) -> &'static str {
        "guided"
    }

    fn explain(&self) -> Option<String> {
        let screens: Vec<String> = self
            .pivots
            .iter()
            .zip(&self.offered)
            .map(|((symbol, _), offered)| {
                format!(
                    "event {} is offered by {} kinds of screens",
                    self.dfa.symbols()[*symbol],
                    offered.len()
                )
            })
            .collect();
        Some(format!(
            "towards bug {}: {} of {} events left since the last start\n{}\n{}",
            self.bug,
            self.closest,
            self.dfa.distance(0),
            screens.join("\n"),
            self.ape.explain().unwrap_or_default()
        ))
    }

    fn model(&self) -> Option<LearnedModel> {
        self.ape.model()
    }

    fn launched(&mut self, first: &Screen) {
        self.state = 0;
        (self.closest, self.idle, self.pause) = (self.dfa.distance(0), 0, 0);
        self.look(first);
        self.ape.launched(first);
    }

    fn next(&mut self, moment: &mut Moment<'_>) -> Choice {
        let here = self.look(moment.screen);
        if self.pause > 0 {
            self.pause -= 1;
        } else if self.idle >= PATIENCE {
            (self.idle, self.pause) = (0, PAUSE);
        } else if !moment.dice.chance(OWN_WAY) {
            self.idle += 1;
            let wanted = self.wanted();
            let choice = self
                .closer(&wanted, moment.screen, &mut moment.dice)
                .or_else(|| self.on_the_way(&wanted, here, moment.screen));
            if let Some(choice) = choice {
                self.ape.interrupted();
                return choice;
            }
        }
        self.ape.next(moment)
    }

    fn saw(&mut self, step: &Step) {
        self.ape.saw(step);
        let (from, to) = (structure(&step.before), self.look(&step.after.screen));
        let calm = step.actor == Actor::Strategy && step.after.crashes.is_empty() && from != to;
        if calm {
            let ways = self.ways.entry(from).or_default();
            let known = ways.iter().any(|way| way.event == step.event && way.to == to);
            if !known && ways.len() < MAX_WAYS {
                ways.push(Way { event: step.event.clone(), to });
            }
        }
        self.follow(step);
    }
}
