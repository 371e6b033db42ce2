//! Weighted: does what was done least and promises most new events, until that finds nothing new; then goes
//! astray for a while. Genie's state coverage-optimised mining (section 3.2, formula 1), weights kept over
//! restarts as in section 4.1.
//!
//! It departs in six places. An event belongs to its state: the same button elsewhere is another event (told
//! apart by widget alone, a quarter fewer states were met on the sample apps). New events of an event are those
//! it was the first to bring into view: read literally ("the events on the layout due to the execution of e"),
//! pages that lead to each other feed each other's weights, and untried events beside them starve (a test
//! below counts for how long). Ties go to what was done least often, then to the dice. In the random phase
//! typing counts as touching, scrolling as navigation. Events of the system come at a rate of their own. And
//! when a random phase found nothing either, the app is started clean: the paper is silent on being stuck.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use skink_gui::{Action, Enabled, Event, Key, Screen, ScreenHash, Structure, enabled, structure};
use skink_model::{EventKey, GraphStateId, Kind, TransitionGraph};
use skink_run::{Choice, Dice, Moment, Strategy};
use skink_trace::{Actor, LearnedModel, Step};

use crate::motif;
use crate::plain::{keys, system_event};
use crate::texts::{TextSettings, text};

/// How weighted explores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WeightedSettings {
    /// Probability of an event of the system instead of a user's.
    pub system: f64,
    /// Whether Back and Menu are pressed.
    pub keys: bool,
    /// After so many events without a new state, the random phase begins.
    pub saturation: u32,
    /// So many events long.
    pub astray: u32,
    /// What is typed.
    pub texts: TextSettings,
}

impl Default for WeightedSettings {
    /// The paper leaves both lengths open. On the sample apps (5,000 events, two seeds), 50 and 100 met the most
    /// states and branches of eleven pairs from 10 to 200; a random phase half as long as the systematic one
    /// cost two to four points of branch coverage.
    fn default() -> Self {
        Self { system: 0.05, keys: true, saturation: 50, astray: 100, texts: TextSettings::default() }
    }
}

/// Shares of the random phase (section 3.2): touches, long touches; the rest is navigation.
const TAPS: f64 = 0.60;
const LONG_TAPS: f64 = 0.35;

/// Weight of an event that was just met (section 3.2).
const FIRST_WEIGHT: f64 = 100.0;
/// A smaller weight is none: what decays for ever would end in numbers that are slow to add.
const NO_WEIGHT: f64 = 1e-9;

/// An event of a state, as formula 1 sees it.
struct Known {
    weight: f64,
    times: u32,
    /// The event that first brought it into view.
    found_by: Option<u32>,
    /// Weight of the untried events that it brought into view itself.
    untried: f64,
    /// Weight of the tried ones, summed anew in every round.
    tried: f64,
}

/// The worklist with its weights.
#[derive(Default)]
struct Weights {
    places: FxHashMap<(Structure, EventKey), u32>,
    known: Vec<Known>,
    /// Those that were done: the weight of the others stays, so a round passes over these alone.
    done: Vec<u32>,
}

impl Weights {
    /// The event's number; an event not met before is credited to `found_by`.
    fn meet(&mut self, state: Structure, key: EventKey, found_by: Option<u32>) -> u32 {
        let next = self.known.len() as u32;
        let at = *self.places.entry((state, key)).or_insert(next);
        if at == next {
            self.known.push(Known { weight: FIRST_WEIGHT, times: 0, found_by, untried: 0.0, tried: 0.0 });
            if let Some(by) = found_by {
                self.known[by as usize].untried += FIRST_WEIGHT;
            }
        }
        at
    }

    fn did(&mut self, event: u32) {
        let known = &mut self.known[event as usize];
        known.times += 1;
        if known.times == 1 {
            self.done.push(event);
            if let Some(by) = known.found_by {
                self.known[by as usize].untried -= FIRST_WEIGHT;
            }
        }
    }

    /// One round of formula 1 over the whole worklist: every weight from those of the round before.
    fn update(&mut self) {
        for &event in &self.done {
            let Known { weight, found_by, .. } = self.known[event as usize];
            if let Some(by) = found_by {
                self.known[by as usize].tried += weight;
            }
        }
        for &event in &self.done {
            let known = &mut self.known[event as usize];
            // An event counts as executed once before it ever was.
            let executed = f64::from(known.times) + 1.0;
            let sum = known.untried + std::mem::take(&mut known.tried);
            let weight = (known.weight + sum) / (executed * executed);
            known.weight = if weight < NO_WEIGHT { 0.0 } else { weight };
        }
    }

    /// The heaviest of these, each weight times what its event suits the moment; among equals the one done
    /// least often, then any.
    fn heaviest(&self, events: &[u32], suits: impl Fn(usize) -> f64, dice: &mut Dice) -> Option<usize> {
        let rank = |i: usize| {
            let known = &self.known[events[i] as usize];
            (known.weight * suits(i), std::cmp::Reverse(known.times))
        };
        let mut best: Vec<usize> = Vec::new();
        for i in 0..events.len() {
            let order = best.first().map(|&first| {
                let ((weight, times), (most, least)) = (rank(i), rank(first));
                weight.total_cmp(&most).then(times.cmp(&least))
            });
            match order {
                Some(std::cmp::Ordering::Less) => {}
                Some(std::cmp::Ordering::Equal) => best.push(i),
                Some(std::cmp::Ordering::Greater) | None => best = vec![i],
            }
        }
        dice.pick(&best).copied()
    }
}

/// Something to do on the present screen.
#[derive(Clone, Copy)]
enum Move {
    On(Enabled),
    Press(Key),
}

impl Move {
    fn key(self, screen: &Screen) -> EventKey {
        match self {
            Move::On(enabled) => EventKey::of(&enabled, screen),
            Move::Press(key) => EventKey::plain(Kind::Key(key)),
        }
    }

    /// Tap, long tap or navigation, by the number of its share.
    fn share(self) -> usize {
        match self {
            Move::On(Enabled::Tap(_) | Enabled::Type(_)) | Move::Press(Key::Enter) => 0,
            Move::On(Enabled::LongTap(_)) => 1,
            Move::On(Enabled::Scroll(..)) | Move::Press(_) => 2,
        }
    }
}

/// How much an event suits a moment in which something is to be concluded.
fn motif(this: Move, screen: &Screen, concludes: bool) -> f64 {
    if !concludes {
        return 1.0;
    }
    match this {
        Move::Press(key) => motif::of_key(key),
        Move::On(Enabled::Tap(widget)) => motif::of_tap(&screen.widget(widget)),
        Move::On(_) => 1.0,
    }
}

/// A screen with what can be done on it and the numbers of that in the worklist.
struct Sight {
    hash: ScreenHash,
    state: Structure,
    moves: Vec<Move>,
    numbers: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// By weight; so many events without a new state.
    Systematic { idle: u32 },
    /// At random; so many events are left, and whether a new state was met meanwhile.
    Astray { left: u32, lucky: bool },
}

/// Picks by weight.
pub struct Weighted {
    settings: WeightedSettings,
    graph: TransitionGraph,
    start: Option<GraphStateId>,
    weights: Weights,
    sight: Option<Sight>,
    phase: Phase,
    /// The strategy's own last event: what comes into view by the runner's answers is its merit too.
    last: Option<u32>,
    /// The state in which a field was filled last, until it is left.
    filled: Option<Structure>,
    stuck: bool,
}

impl Weighted {
    /// With these settings.
    pub fn new(settings: WeightedSettings) -> Self {
        Self {
            settings,
            graph: TransitionGraph::default(),
            start: None,
            weights: Weights::default(),
            sight: None,
            phase: Phase::Systematic { idle: 0 },
            last: None,
            filled: None,
            stuck: false,
        }
    }

    /// What was learned of the app so far.
    pub fn model(&self) -> &TransitionGraph {
        &self.graph
    }

    /// Looks at a screen, and meets what is new on it.
    fn look(&mut self, screen: &Screen, found_by: Option<u32>) -> &Sight {
        let hash = screen.hash();
        let sight = match self.sight.take().filter(|sight| sight.hash == hash) {
            Some(sight) => sight,
            None => {
                let state = structure(screen);
                let widgets = enabled(screen).into_iter().map(Move::On);
                let keys = keys(screen, self.settings.keys).into_iter().map(Move::Press);
                let moves: Vec<Move> = widgets.chain(keys).collect();
                let meet = |m: &Move| self.weights.meet(state, m.key(screen), found_by);
                let numbers = moves.iter().map(meet).collect();
                Sight { hash, state, moves, numbers }
            }
        };
        self.sight.insert(sight)
    }

    /// A move of the share that was drawn; of any where the screen has none of it.
    fn stray(sight: &Sight, screen: &Screen, concludes: bool, dice: &mut Dice) -> Option<Move> {
        let share = match dice.below(1_000) as f64 / 1_000.0 {
            drawn if drawn < TAPS => 0,
            drawn if drawn < TAPS + LONG_TAPS => 1,
            _ => 2,
        };
        let of_share: Vec<Move> = sight.moves.iter().copied().filter(|m| m.share() == share).collect();
        let from = if of_share.is_empty() { &sight.moves } else { &of_share };
        let mut chosen = dice.pick(from).copied();
        // What gives up is drawn again, once, where something is to be concluded.
        if concludes && chosen.is_some_and(|chosen| motif(chosen, screen, true) < 1.0) {
            chosen = dice.pick(from).copied();
        }
        chosen
    }

    fn advance(&mut self, new_state: bool) {
        self.phase = match self.phase {
            Phase::Systematic { .. } if new_state => Phase::Systematic { idle: 0 },
            Phase::Systematic { idle } if idle + 1 < self.settings.saturation => {
                Phase::Systematic { idle: idle + 1 }
            }
            Phase::Systematic { .. } => Phase::Astray { left: self.settings.astray, lucky: false },
            Phase::Astray { left, lucky } if left > 1 => {
                Phase::Astray { left: left - 1, lucky: lucky || new_state }
            }
            Phase::Astray { lucky, .. } => {
                self.stuck = !(lucky || new_state);
                Phase::Systematic { idle: 0 }
            }
        };
    }
}

impl Strategy for Weighted {
    fn name(&self) -> &'static str {
        "weighted"
    }

    /// The graph, and how far the worklist is done.
    fn explain(&self) -> Option<String> {
        let (done, known) = (self.weights.done.len(), self.weights.known.len());
        let phase = match self.phase {
            Phase::Systematic { idle } => format!("by weight, {idle} events without a new state"),
            Phase::Astray { left, .. } => format!("at random for {left} more events"),
        };
        let graph = self.graph.in_words(self.start);
        Some(format!("{done} of {known} events of states were done; it goes on {phase}.\n{graph}"))
    }

    fn model(&self) -> Option<LearnedModel> {
        Some(self.graph.learned(self.start))
    }

    fn launched(&mut self, _first: &Screen) {
        self.last = None;
        self.filled = None;
        self.stuck = false;
    }

    fn next(&mut self, moment: &mut Moment<'_>) -> Choice {
        if self.graph.package().is_empty() {
            // The first screen asked about is the app's own; the first launched may be a dialog of the system.
            self.graph = TransitionGraph::new(moment.screen.package());
        }
        if moment.depth == 0 {
            let (state, _) = self.graph.look(moment.screen).unzip();
            self.start = self.start.or(state);
        }
        if self.stuck && moment.depth > 0 {
            return Choice::Restart;
        }
        let dice = &mut moment.dice;
        if dice.chance(self.settings.system) {
            return Choice::Do(system_event(dice), None);
        }
        let away = moment.screen.package() != self.graph.package();
        let filled = self.filled;
        let sight = self.look(moment.screen, None);
        let concludes = away || filled == Some(sight.state);
        let Some(sight) = &self.sight else { return Choice::Restart };
        let chosen = match self.phase {
            Phase::Systematic { .. } => {
                let suits = |i: usize| motif(sight.moves[i], moment.screen, concludes);
                self.weights.heaviest(&sight.numbers, suits, dice).map(|i| sight.moves[i])
            }
            Phase::Astray { .. } => Self::stray(sight, moment.screen, concludes, dice),
        };
        match chosen {
            Some(Move::On(enabled)) => {
                let widget = moment.screen.widget(enabled.widget());
                let event = enabled.event(moment.screen, || text(&self.settings.texts, &widget, dice));
                Choice::Do(event, Some(enabled.widget()))
            }
            Some(Move::Press(key)) => Choice::Do(Event::key(key), None),
            // Nothing at all is enabled: only a restart leads on, or Back where even that is new.
            None if moment.depth > 0 => Choice::Restart,
            None => Choice::Do(Event::key(Key::Back), None),
        }
    }

    fn saw(&mut self, step: &Step) {
        let new_state = self.graph.learn(step).is_some_and(|learned| learned.new_state);
        if step.actor == Actor::Strategy {
            let state = self.look(&step.before, None).state;
            if matches!(step.event.action, Action::Type(_)) {
                self.filled = Some(state);
            } else if self.filled.is_some() && structure(&step.after.screen) != state {
                self.filled = None;
            }
            let event = self.weights.meet(state, EventKey::of_step(step), None);
            self.weights.did(event);
            self.last = Some(event);
        }
        // What other apps offer is no reason to go there.
        if step.after.screen.package() == self.graph.package() {
            self.look(&step.after.screen, self.last);
        }
        self.weights.update();
        self.advance(new_state);
    }
}

#[cfg(test)]
mod tests;
