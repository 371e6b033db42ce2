//! SwiftHand: learns a model of the app while testing it, and uses the model to reach what was not tried yet
//! with few restarts (SwiftHand, section 3: Algorithm 1 and the decision points of section 3.2).
//!
//! What an input led to is read when the next event is asked for: a launch in between means that the app
//! ended, and dialogs that the runner answered are part of the input. Departures: as the paper's own tool does,
//! and unlike its text, the present state is tried first, then states a few inputs away; an "unexplored
//! sequence of inputs" is two inputs in a row that no trace has, or three from one state in the walk that checks a
//! complete model, which counts as right after some walks; system events come at a low rate, as random's do; and once
//! learning anew costs more than its share, the model is only mended until that is paid for.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use skink_gui::Screen;
use skink_model::{Alphabet, ENDED, Elts, InputId, LabelId, PrefixTree, ROOT, StateId, rebuild_and_count};
use skink_run::{Choice, Dice, Moment, Strategy};

use crate::inputs::{Inputs, give_up};
use crate::texts::TextSettings;

/// How SwiftHand explores.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SwifthandSettings {
    /// Inputs after which a trace is not begun to be extended any more.
    pub trace_limit: u64,
    /// Whether Back and Menu count as enabled everywhere.
    pub keys: bool,
    /// Walks without a counter-example after which a complete model is taken to be right.
    pub checks: u64,
    /// Probability that a checking walk ends the app in a new way where it could go on in an old one.
    pub ending: f64,
    /// Which states with untried inputs are gone for.
    pub frontier: Frontier,
    /// Probability of an event of the system instead of an input.
    pub system: f64,
    /// Work of learning anew that each input pays for, in states laid over others; no more is done on average.
    pub work: u64,
}

/// Which states with untried inputs are gone for. One of them is then taken at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Frontier {
    /// Any that can be reached (section 3.2).
    Any,
    /// The present one, else those within a few inputs, else any; after a restart any. So does the tool that
    /// the authors published, and the paper's figures are its figures.
    Near,
}

/// How many inputs away is near: the published tool's number.
const NEAR: usize = 3;

impl Default for SwifthandSettings {
    /// The paper's trace limit; the paper names no number of checks, and its walks do not avoid the end. The
    /// work is learned in well under a millisecond, and suffices to learn at once for thousands of inputs.
    fn default() -> Self {
        let frontier = Frontier::Near;
        Self { trace_limit: 50, keys: true, checks: 20, ending: 0.05, frontier, system: 0.05, work: 5_000 }
    }
}

/// Where SwiftHand chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// Among reachable states with untried inputs.
    Frontier,
    /// Among the untried inputs of that state.
    Untried,
    /// Among states with the label of a new one, none of them its ancestor.
    Merge,
    /// Among inputs, to check a complete model.
    Walk,
}

/// Makes the choices. [`AtRandom`] but for tests.
pub trait Choices {
    /// The place of one of the options, which are states or inputs; there is at least one.
    fn choose(&mut self, point: Point, options: &[u32], dice: &mut Dice) -> usize;
}

/// Every option is equally likely.
pub struct AtRandom;

impl Choices for AtRandom {
    fn choose(&mut self, _point: Point, options: &[u32], dice: &mut Dice) -> usize {
        dice.below(options.len())
    }
}

/// Learns while it tests.
pub struct Swifthand {
    settings: SwifthandSettings,
    choices: Box<dyn Choices>,
    inputs: Inputs,
    /// Both are there once a first screen was seen.
    learned: Option<Learned>,
    launched: bool,
    pending: Option<InputId>,
    plan: VecDeque<InputId>,
    /// Two inputs that were done in a row.
    pairs: FxHashSet<(InputId, InputId)>,
    /// What was done in which state after which two inputs, latest first, since the model was last learned anew. By
    /// inputs alone, a walk would pass over what it did in the like-looking state that it was wrongly merged with.
    walked: FxHashSet<(StateId, [Option<InputId>; 2], InputId)>,
    walking: bool,
    passed: u64,
    relearned: u64,
    mended: u64,
}

/// What was seen, what is made of it, and where in both the app is.
struct Learned {
    seen: PrefixTree,
    model: Elts,
    trace: Vec<InputId>,
    /// The states of the model along the trace; the last one is the present one.
    path: Vec<StateId>,
    /// The present state of the tree.
    node: StateId,
    /// Work that inputs have paid for and learning has not used; what the next learning may cost; and whether
    /// it is due.
    credit: u64,
    cost: u64,
    due: bool,
}

impl Learned {
    fn new(label: LabelId) -> Self {
        let (seen, model) = (PrefixTree::new(label), Elts::new(label));
        Self { seen, model, trace: Vec::new(), path: vec![ROOT], node: ROOT, credit: 0, cost: 0, due: false }
    }

    fn here(&self) -> StateId {
        self.path.last().copied().unwrap_or(ROOT)
    }

    /// Learns the model anew, if that is paid for.
    fn relearn(&mut self) -> bool {
        self.due = self.credit < self.cost;
        if self.due {
            return false;
        }
        let (model, work) = rebuild_and_count(&self.seen);
        self.model = model;
        self.credit = self.credit.saturating_sub(work);
        self.cost = work;
        self.path = vec![ROOT];
        for input in &self.trace {
            // The model explains every trace, this one included.
            let Some(next) = self.model.next(self.here(), *input) else { break };
            self.path.push(next);
        }
        true
    }

    /// Begins a trace; says whether the model was learned anew.
    fn begin(&mut self, label: LabelId) -> bool {
        self.trace.clear();
        self.node = self.seen.begin(label);
        self.path = vec![ROOT];
        // An app that begins with another screen than before is another app: nothing can be mended.
        if self.model.label(ROOT) != label {
            self.cost = 0;
            self.due = true;
        }
        self.due && self.relearn()
    }
}

impl Swifthand {
    /// With these settings.
    pub fn new(settings: SwifthandSettings) -> Self {
        Self::choosing(settings, Box::new(AtRandom))
    }

    /// Types these texts.
    #[must_use]
    pub fn typing(mut self, texts: TextSettings) -> Self {
        self.inputs.typing = texts;
        self
    }

    /// With choices of one's own.
    pub fn choosing(settings: SwifthandSettings, choices: Box<dyn Choices>) -> Self {
        Self {
            settings,
            choices,
            inputs: Inputs::new(settings.keys),
            learned: None,
            launched: false,
            pending: None,
            plan: VecDeque::new(),
            pairs: FxHashSet::default(),
            walked: FxHashSet::default(),
            walking: false,
            passed: 0,
            relearned: 0,
            mended: 0,
        }
    }

    /// The model so far.
    pub fn model(&self) -> Option<&Elts> {
        self.learned.as_ref().map(|learned| &learned.model)
    }

    /// Everything seen so far.
    pub fn seen(&self) -> Option<&PrefixTree> {
        self.learned.as_ref().map(|learned| &learned.seen)
    }

    /// The inputs and labels of the model.
    pub fn alphabet(&self) -> &Alphabet {
        &self.inputs.alphabet
    }

    /// The state the app is in, by the model.
    pub fn here(&self) -> Option<StateId> {
        self.learned.as_ref().map(Learned::here)
    }

    /// How often a counter-example was found and the model learned anew.
    pub fn relearned(&self) -> u64 {
        self.relearned
    }

    /// How often a counter-example was found and the model only mended, as learning was not paid for.
    pub fn mended(&self) -> u64 {
        self.mended
    }

    /// Whether the model is complete and no walk contradicted it lately; from then on it walks at random.
    pub fn finished_learning(&self) -> bool {
        self.passed >= self.settings.checks
    }

    /// Reads what the last input led to, and where the app is now.
    fn catch_up(&mut self, label: LabelId, dice: &mut Dice) {
        let launched = std::mem::take(&mut self.launched);
        if let Some(input) = self.pending.take() {
            self.settle(input, if launched { ENDED } else { label }, dice);
        }
        match &mut self.learned {
            None => self.learned = Some(Learned::new(label)),
            Some(learned) if launched => {
                self.plan.clear();
                if std::mem::take(&mut self.walking) {
                    self.passed += 1;
                }
                if learned.begin(label) {
                    self.walked.clear();
                }
            }
            Some(_) => {}
        }
    }

    /// An input was done in the present state and this was seen.
    fn settle(&mut self, input: InputId, label: LabelId, dice: &mut Dice) {
        let Some(learned) = &mut self.learned else { return };
        learned.node = learned.seen.extend(learned.node, input, label);
        if let Some(before) = learned.trace.last() {
            self.pairs.insert((*before, input));
        }
        self.walked.insert((learned.here(), context(&learned.trace), input));
        learned.trace.push(input);
        learned.credit = learned.credit.saturating_add(self.settings.work);
        let here = learned.here();
        match learned.model.next(here, input) {
            Some(next) if learned.model.label(next) == label => learned.path.push(next),
            known => {
                if known.is_some() {
                    self.plan.clear();
                    (self.walking, self.passed) = (false, 0);
                    if learned.relearn() {
                        // States have other numbers now.
                        self.walked.clear();
                        self.relearned += 1;
                        return;
                    }
                    self.mended += 1;
                }
                let to = merged(learned, label, &mut *self.choices, dice);
                learned.model.connect(here, input, to);
                learned.path.push(to);
            }
        }
    }

    /// The next input; `None` is a restart.
    fn decide(&mut self, dice: &mut Dice) -> Option<InputId> {
        if self.settings.system > 0.0 && dice.chance(self.settings.system) {
            self.plan.clear();
            return Some(self.inputs.system(dice));
        }
        if let Some(input) = self.plan.pop_front() {
            return Some(input);
        }
        let learned = self.learned.as_ref()?;
        if learned.trace.len() as u64 >= self.settings.trace_limit.max(1) {
            return None;
        }
        let (model, alphabet, here) = (&learned.model, &self.inputs.alphabet, learned.here());
        if !model.is_complete(alphabet) {
            let frontier = self.frontier(learned);
            if frontier.is_empty() {
                return None;
            }
            let to = frontier[self.choices.choose(Point::Frontier, &frontier, dice)];
            let untried = model.untried(to, alphabet);
            let input = untried[self.choices.choose(Point::Untried, &untried, dice)];
            self.plan = path(model, here, to, learned.trace.last().copied(), &self.pairs).into();
            self.plan.push_back(input);
            self.walking = false;
            return self.plan.pop_front();
        }
        self.walking = true;
        let options = self.walk_options(dice)?;
        Some(options[self.choices.choose(Point::Walk, &options, dice)])
    }

    /// The states with untried inputs to choose from, ascending.
    fn frontier(&self, learned: &Learned) -> Vec<StateId> {
        let (model, alphabet, here) = (&learned.model, &self.inputs.alphabet, learned.here());
        let within = |inputs: usize| {
            let mut states = reachable(model, here, inputs);
            states.retain(|state| model.is_frontier(*state, alphabet));
            states
        };
        let near: &[usize] = match self.settings.frontier {
            Frontier::Near if !learned.trace.is_empty() => &[0, NEAR],
            _ => &[],
        };
        let found = near.iter().map(|inputs| within(*inputs)).find(|found| !found.is_empty());
        found.unwrap_or_else(|| within(usize::MAX))
    }

    /// What a checking walk may do next, at least one input: what no trace did after the same two inputs, if
    /// there is any, and of that what does not end the app, if there is any.
    fn walk_options(&self, dice: &mut Dice) -> Option<Vec<InputId>> {
        let learned = self.learned.as_ref()?;
        let (model, alphabet, here) = (&learned.model, &self.inputs.alphabet, learned.here());
        let enabled = alphabet.enabled(model.label(here));
        let goes_on = |input: &InputId| model.next(here, *input).is_some_and(|to| model.label(to) != ENDED);
        let context = context(&learned.trace);
        let is_new = |input: &InputId| !self.walked.contains(&(here, context, *input));
        let (fresh, old): (Vec<InputId>, Vec<InputId>) = enabled.iter().partition(|input| is_new(input));
        let (going, ending): (Vec<InputId>, Vec<InputId>) = fresh.into_iter().partition(goes_on);
        let (old_going, old_ending): (Vec<InputId>, Vec<InputId>) = old.into_iter().partition(goes_on);
        if going.is_empty()
            && !ending.is_empty()
            && (old_going.is_empty() || dice.chance(self.settings.ending))
        {
            return Some(ending);
        }
        [going, old_going, old_ending].into_iter().find(|options| !options.is_empty())
    }
}

/// The state that a new one with this label is merged with: the nearest ancestor on the trace, else any, else a
/// fresh one.
fn merged(learned: &mut Learned, label: LabelId, choices: &mut dyn Choices, dice: &mut Dice) -> StateId {
    let alike = |state: &StateId| learned.model.label(*state) == label;
    if let Some(ancestor) = learned.path.iter().rev().copied().find(alike) {
        return ancestor;
    }
    let options: Vec<StateId> = learned.model.states().filter(alike).collect();
    match options.as_slice() {
        [] => learned.model.add(label),
        some => some[choices.choose(Point::Merge, some, dice)],
    }
}

/// The last two inputs of a trace, where it has them.
fn context(trace: &[InputId]) -> [Option<InputId>; 2] {
    let mut last = trace.iter().rev().copied();
    [last.next(), last.next()]
}

impl Strategy for Swifthand {
    fn name(&self) -> &'static str {
        "swifthand"
    }

    fn launched(&mut self, _first: &Screen) {
        self.launched = true;
    }

    fn next(&mut self, moment: &mut Moment<'_>) -> Choice {
        let label = self.inputs.label(moment.screen);
        self.catch_up(label, &mut moment.dice);
        let input = self.decide(&mut moment.dice);
        let choice = input.and_then(|input| self.inputs.event(input, moment.screen, &mut moment.dice));
        self.pending = input.filter(|_| choice.is_some());
        choice.unwrap_or_else(|| give_up(moment.depth))
    }

    fn explain(&self) -> Option<String> {
        let (model, seen) = (self.model()?, self.seen()?);
        let untried: usize = model.states().map(|state| model.untried(state, self.alphabet()).len()).sum();
        let state = if self.finished_learning() {
            format!(
                "Learning has finished: nothing is untried, and the last {} walks did not contradict the model. \
                 It goes on walking until the budget ends.",
                self.passed
            )
        } else if untried == 0 {
            "Nothing is untried; walks check the model.".to_owned()
        } else {
            format!("Learning goes on: {untried} inputs are untried where they are enabled.")
        };
        Some(format!(
            "SwiftHand's model has {} states and {} transitions, learned from {} different sequences of inputs. It \
             was contradicted and learned anew {} times, and mended {} times. {} sequences led elsewhere when done \
             again.\n{state}\n",
            model.len(),
            model.transitions(),
            seen.tree().len() - 1,
            self.relearned,
            self.mended,
            seen.contradictions(),
        ))
    }
}

/// Every state that can be reached with so many inputs, ascending; the one it begins with included.
fn reachable(model: &Elts, from: StateId, inputs: usize) -> Vec<StateId> {
    let mut seen = FxHashSet::default();
    seen.insert(from);
    let (mut found, mut at, mut level) = (vec![from], 0, 0);
    while at < found.len() && level < inputs {
        let end = found.len();
        while at < end {
            let new = model.out(found[at]).iter().map(|(_, to)| *to).filter(|to| seen.insert(*to));
            found.extend(new);
            at += 1;
        }
        level += 1;
    }
    found.sort_unstable();
    found
}

/// The shortest way that has two inputs in a row which no trace has, if it is at most twice as long as the
/// shortest way; else the shortest way.
fn path(
    model: &Elts,
    from: StateId,
    to: StateId,
    last: Option<InputId>,
    pairs: &FxHashSet<(InputId, InputId)>,
) -> Vec<InputId> {
    if from == to {
        return Vec::new();
    }
    struct Visit {
        state: StateId,
        last: Option<InputId>,
        untried: bool,
        before: usize,
        length: usize,
    }
    let mut visits = vec![Visit { state: from, last, untried: false, before: 0, length: 0 }];
    let mut known = FxHashSet::default();
    let (mut shortest, mut longest) = (None, usize::MAX);
    let mut at = 0;
    while at < visits.len() && visits[at].length <= longest {
        let Visit { state, last, untried, length, .. } = visits[at];
        if state == to {
            longest = longest.min(2 * length);
            shortest = shortest.or(Some(at));
            if untried {
                shortest = Some(at);
                break;
            }
        }
        for (input, next) in model.out(state) {
            let untried = untried || last.is_some_and(|last| !pairs.contains(&(last, *input)));
            // Once the way has its new pair, only the state matters.
            let key = (*next, (!untried).then_some(*input));
            if known.insert(key) {
                let length = length + 1;
                visits.push(Visit { state: *next, last: Some(*input), untried, before: at, length });
            }
        }
        at += 1;
    }
    let mut inputs = Vec::new();
    let mut at = shortest.unwrap_or(0);
    while at > 0 {
        inputs.extend(visits[at].last);
        at = visits[at].before;
    }
    inputs.reverse();
    inputs
}
