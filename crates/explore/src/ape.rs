//! Explores along a model whose abstraction is learned on the way: section III-D of the APE paper.
//!
//! New actions of the present state come first, then those of the nearest state that has some, over
//! transitions that were seen, so that a connected part of the app is finished before another is begun. Where
//! nothing new can be reached, any action of the present state is taken, with a preference for those seldom
//! done or that stand for many widgets. A state that a way did not lead to is detached until it is met again.
//!
//! Departures: events of the system, and Enter after typing, come at rates of their own and are no part of the
//! model; the system does in each state first what it has not done there. The paper is silent on what comes when
//! everything was done: here, after so many events without a new state or action, everything counts as new once
//! more, and the app is started clean one time in four. Actions that never followed the last one are preferred,
//! forms are filled and concluded as Genie does it (section 4.1), and no text is typed twice before all were.

use std::collections::VecDeque;
use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use skink_gui::{Action, Direction, Event, Key, Screen, WidgetId, WindowKind};
use skink_model::ape::{
    Counts, GuiId, Hop, Kind, Model, ModelSettings, PathId, Reducer, Rule, StateId, Tree, Words,
};
use skink_run::{Choice, Dice, Moment, Strategy};
use skink_trace::{Actor, LearnedModel, Step};

use crate::motif::{self, SUITS};
use crate::plain::{SYSTEM, keys};
use crate::texts::{Memory, TextSettings};

/// How APE explores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ApeSettings {
    /// Probability of an event of the system instead of a user's.
    pub system: f64,
    /// Whether Back and Menu are pressed.
    pub keys: bool,
    /// Events without a new state or action after which the app is started clean.
    pub patience: u64,
    /// Widgets of one screen that an action may stand for.
    pub widgets_per_action: usize,
    /// What is typed.
    pub texts: TextSettings,
}

impl Default for ApeSettings {
    /// α as in the paper, system events as with random.
    fn default() -> Self {
        Self { system: 0.05, keys: true, patience: 60, widgets_per_action: 3, texts: TextSettings::default() }
    }
}

/// The longest way that is followed.
const MAX_WAY: usize = 24;
/// Decisions until a way is looked for again where there was none.
const LOOK_AGAIN: u32 = 16;
/// Probability of the keyboard's search, next or done after typing.
const ENTER: f64 = 0.3;
/// How much a single widget's worth of an action weighs when it was never done here.
const UNDONE: f64 = 32.0;
/// How much more an action weighs that was never done right after the last one.
const UNPAIRED: f64 = 4.0;
/// How much more often the system does something where it has not done everything yet.
const UNSHAKEN: f64 = 3.0;
/// Probability of going on where a restart is due: most bugs of stored data need data that lives for longer.
const GO_ON: f64 = 0.75;
/// How finely weights are told apart.
const GRAIN: f64 = 16.0;
/// An action that stands for more widgets does not weigh more.
const WIDEST: usize = 8;

/// Explores along a learned model.
pub struct Ape {
    settings: ApeSettings,
    model: Model,
    way: VecDeque<Hop>,
    /// Whether the last event was typing.
    typed: bool,
    /// The first screen of the first trace.
    start: Option<GuiId>,
    /// Where the last step of a way should have led.
    expected: Option<StateId>,
    /// The model's news when it last grew, and events since.
    news: u64,
    idle: u64,
    /// Decisions to make before a way is looked for again.
    no_way: u32,
    /// What the system did in each state, a bit for each event; in another app's, also by the app's own state that
    /// lies beneath.
    shaken: FxHashMap<(StateId, Option<StateId>), u8>,
    /// The package of the first screen, and the last state in it.
    package: Option<String>,
    beneath: Option<StateId>,
    /// What was done last, and what was ever done after what.
    last: Option<u64>,
    pairs: FxHashSet<u64>,
    /// The activity and window in which a field was filled, until it is left.
    filled: Option<(String, WindowKind)>,
    memory: Memory,
}

impl Ape {
    /// With these settings and an empty model.
    pub fn new(settings: ApeSettings) -> Self {
        Self::with_rules(settings, Vec::new())
    }

    /// With these settings and rules that stand in the initial tree.
    pub fn with_rules(settings: ApeSettings, rules: Vec<Rule>) -> Self {
        let tree = Tree::given(Reducer::TYPE);
        Self::with_tree(settings, Words::default(), tree, rules)
    }

    /// With another initial tree, whose selectors are paths of `words`.
    pub fn with_tree(settings: ApeSettings, words: Words, initial: Tree, rules: Vec<Rule>) -> Self {
        let model =
            ModelSettings { widgets_per_action: settings.widgets_per_action.max(1), keys: settings.keys };
        Self {
            settings,
            model: Model::with_tree(model, words, initial).with_rules(rules),
            way: VecDeque::new(),
            typed: false,
            start: None,
            expected: None,
            news: 0,
            idle: 0,
            no_way: 0,
            shaken: FxHashMap::default(),
            package: None,
            beneath: None,
            last: None,
            pairs: FxHashSet::default(),
            filled: None,
            memory: Memory::default(),
        }
    }

    /// How large the model is.
    pub fn counts(&self) -> Counts {
        self.model.counts()
    }

    /// How the model sees a screen: its state, and the name of each widget that something can be done to.
    pub fn sees(&mut self, screen: &Screen) -> (StateId, Vec<(WidgetId, String)>) {
        let gui = self.model.see(screen);
        let named = screen.widgets().filter_map(|widget| {
            let name = self.model.name(gui, widget.id())?;
            Some((widget.id(), self.model.words().notation(name)))
        });
        (self.model.state_of(gui), named.collect())
    }

    /// Whether any learned tree tells widgets apart by that.
    pub fn uses(&self, reducer: Reducer) -> bool {
        self.model.uses(reducer)
    }

    /// Somebody else has chosen an event: the way that was followed is none any more.
    pub(crate) fn interrupted(&mut self) {
        self.forget_way();
    }

    fn forget_way(&mut self) {
        self.way.clear();
        self.expected = None;
    }

    fn count_news(&mut self) {
        self.idle += 1;
        if self.model.news() != self.news {
            self.news = self.model.news();
            self.idle = 0;
            self.no_way = 0;
        }
    }

    /// An event of the system, now and then: first what was not done in this state yet, but only once everything
    /// was tried there that a user can do.
    fn shake(&mut self, gui: GuiId, screen: &Screen, dice: &mut Dice) -> Option<Event> {
        let state = self.model.state_of(gui);
        let own = self.package.get_or_insert_with(|| screen.package().to_owned()) == screen.package();
        if own {
            self.beneath = Some(state);
        }
        let context = (state, self.beneath.filter(|_| !own));
        let done = self.shaken.get(&context).copied().unwrap_or(0);
        let left: Vec<usize> = (0..SYSTEM.len()).filter(|at| done & (1 << at) == 0).collect();
        let rate = match (self.model.has_new(state), left.is_empty()) {
            (false, false) => UNSHAKEN,
            _ => 1.0,
        };
        if !dice.chance((self.settings.system * rate).min(1.0)) {
            return None;
        }
        let chosen = dice.pick(&left).copied().unwrap_or_else(|| dice.below(SYSTEM.len()));
        *self.shaken.entry(context).or_default() |= 1 << chosen;
        Some(Event::plain(SYSTEM[chosen].clone()))
    }

    /// What is done next, apart from which widget.
    fn decide(&mut self, gui: GuiId, screen: &Screen, dice: &mut Dice) -> Option<(PathId, Kind)> {
        let state = self.model.state_of(gui);
        let missed = self.expected.take().filter(|expected| !self.model.is_still(state, *expected));
        if let Some(expected) = missed {
            self.model.detach(expected);
            self.way.clear();
        }
        if self.way.is_empty() {
            if let Some(new) = self.any_new(gui, state, screen, dice) {
                return Some(new);
            }
            self.look_for_way(state);
        }
        if let Some(hop) = self.way.pop_front() {
            let here = hop.path == PathId::NONE || self.model.widgets(gui, hop.path, hop.kind).len() > 0;
            if here {
                self.expected = Some(hop.to);
                return Some((hop.path, hop.kind));
            }
            self.way.clear();
        }
        self.any(gui, state, screen, dice)
    }

    fn look_for_way(&mut self, state: StateId) {
        if self.no_way > 0 {
            self.no_way -= 1;
            return;
        }
        match self.model.way_to_new(state, MAX_WAY) {
            Some(way) => self.way = way.into(),
            None => self.no_way = LOOK_AGAIN,
        }
    }

    fn width(&self, gui: GuiId, path: PathId, kind: Kind) -> f64 {
        if path == PathId::NONE { 1.0 } else { self.model.widgets(gui, path, kind).len().min(WIDEST) as f64 }
    }

    fn any_new(
        &mut self,
        gui: GuiId,
        state: StateId,
        screen: &Screen,
        dice: &mut Dice,
    ) -> Option<(PathId, Kind)> {
        if !self.model.has_new(state) {
            return None;
        }
        let concludes = self.concludes(screen);
        let actions = self.model.state(state).actions().iter();
        let new = actions.filter(|action| self.model.is_new(state, action));
        let weighed = new.map(|action| {
            // Leaving can wait until the rest is done.
            let width =
                if action.kind == Kind::Back { 0.0 } else { self.width(gui, action.path, action.kind) };
            let suits = if concludes { self.suits(gui, screen, action.path, action.kind) } else { 1.0 };
            (width * suits, (action.path, action.kind))
        });
        let weighed: Vec<_> = weighed.collect();
        weighed_pick(&weighed, dice).or_else(|| weighed.first().map(|(_, action)| *action))
    }

    fn any(&self, gui: GuiId, state: StateId, screen: &Screen, dice: &mut Dice) -> Option<(PathId, Kind)> {
        let concludes = self.concludes(screen);
        let weighed = self.model.state(state).actions().iter().map(|action| {
            let (path, kind) = (action.path, action.kind);
            let mut weight = self.width(gui, path, kind) * (1.0 + UNDONE / f64::from(1 + action.visits));
            if concludes {
                weight *= self.suits(gui, screen, path, kind);
            }
            if !self.pairs.contains(&self.pair(state, path, kind)) {
                weight *= UNPAIRED;
            }
            (weight, (path, kind))
        });
        weighed_pick(&weighed.collect::<Vec<_>>(), dice)
    }

    /// Whether a field was filled here.
    fn concludes(&self, screen: &Screen) -> bool {
        let here = |(activity, window): &(String, WindowKind)| {
            (activity.as_str(), *window) == (screen.activity(), screen.window())
        };
        self.filled.as_ref().is_some_and(here)
    }

    /// How much an action suits a form that is being filled: the other fields too, then OK rather than Cancel.
    fn suits(&self, gui: GuiId, screen: &Screen, path: PathId, kind: Kind) -> f64 {
        let widget = || self.model.widgets(gui, path, kind).next().and_then(|id| screen.get(id));
        match kind {
            Kind::Back => motif::of_key(Key::Back),
            Kind::Tap => widget().map_or(1.0, |widget| motif::of_tap(&widget)),
            Kind::Type if widget().is_some_and(|field| field.text().is_empty()) => SUITS,
            _ => 1.0,
        }
    }

    fn pair(&self, state: StateId, path: PathId, kind: Kind) -> u64 {
        FxBuildHasher.hash_one((self.last, self.model.place_of(state), path, kind))
    }

    fn choice(&mut self, gui: GuiId, path: PathId, kind: Kind, moment: &mut Moment<'_>) -> Choice {
        let key = match kind {
            Kind::Back => Some(Key::Back),
            Kind::Menu => Some(Key::Menu),
            _ => None,
        };
        if let Some(key) = key {
            return Choice::Do(Event::key(key), None);
        }
        let widgets: Vec<WidgetId> = self.model.widgets(gui, path, kind).collect();
        let dice = &mut moment.dice;
        match dice.pick(&widgets).and_then(|widget| kind.on(*widget)) {
            Some(chosen) => {
                let field = moment.screen.widget(chosen.widget());
                let (memory, texts) = (&mut self.memory, &self.settings.texts);
                let event = chosen.event(moment.screen, || memory.text(texts, &field, dice));
                Choice::Do(event, Some(chosen.widget()))
            }
            None => Choice::Do(Event::key(Key::Back), None),
        }
    }
}

/// One of them, as likely as its weight; `None` where all weigh nothing.
fn weighed_pick<T: Copy>(from: &[(f64, T)], dice: &mut Dice) -> Option<T> {
    // Whole numbers: a sum of fractions would depend on the order it is made in.
    let weight = |(weight, _): &(f64, T)| (weight * GRAIN).round() as usize;
    let mut at = dice.below(from.iter().map(weight).sum());
    let chosen = from.iter().find(|one| {
        let (here, weight) = (at < weight(one), weight(one));
        at = at.saturating_sub(weight);
        here
    });
    chosen.map(|(_, item)| *item)
}

/// What an action is in the model; `None` for what is no part of it.
fn kind_of(action: &Action) -> Option<Kind> {
    Some(match action {
        Action::Tap => Kind::Tap,
        Action::LongTap => Kind::LongTap,
        Action::Type(_) => Kind::Type,
        Action::Scroll(Direction::Up) => Kind::Up,
        Action::Scroll(Direction::Down) => Kind::Down,
        Action::Scroll(Direction::Left) => Kind::Left,
        Action::Scroll(Direction::Right) => Kind::Right,
        Action::Key(Key::Back) => Kind::Back,
        Action::Key(Key::Menu) => Kind::Menu,
        _ => return None,
    })
}

impl Strategy for Ape {
    fn name(&self) -> &'static str {
        "ape"
    }

    /// The learned trees in words.
    fn explain(&self) -> Option<String> {
        Some(self.model.in_words())
    }

    fn model(&self) -> Option<LearnedModel> {
        Some(self.model.learned(self.start))
    }

    fn launched(&mut self, first: &Screen) {
        self.forget_way();
        self.typed = false;
        self.last = None;
        self.filled = None;
        let first = self.model.arrived(first);
        self.start = self.start.or(Some(first));
        self.count_news();
    }

    fn next(&mut self, moment: &mut Moment<'_>) -> Choice {
        if moment.depth > 0 && self.idle >= self.settings.patience {
            self.idle = 0;
            self.no_way = 0;
            self.model.next_round();
            if !moment.dice.chance(GO_ON) {
                return Choice::Restart;
            }
        }
        let gui = self.model.see(moment.screen);
        self.model.asked(gui);
        if let Some(event) = self.shake(gui, moment.screen, &mut moment.dice) {
            self.forget_way();
            return Choice::Do(event, None);
        }
        if self.typed && keys(moment.screen, false).contains(&Key::Enter) && moment.dice.chance(ENTER) {
            self.forget_way();
            return Choice::Do(Event::key(Key::Enter), None);
        }
        match self.decide(gui, moment.screen, &mut moment.dice) {
            Some((path, kind)) => {
                let state = self.model.state_of(gui);
                self.pairs.insert(self.pair(state, path, kind));
                self.last = Some(FxBuildHasher.hash_one((self.model.place_of(state), path, kind)));
                self.choice(gui, path, kind, moment)
            }
            // Nothing at all is enabled: only a restart leads on, or Back where even that is new.
            None if moment.depth > 0 => Choice::Restart,
            None => Choice::Do(Event::key(Key::Back), None),
        }
    }

    fn saw(&mut self, step: &Step) {
        let after = &step.after.screen;
        let from = self.model.see(&step.before);
        let kind = kind_of(&step.event.action).filter(|_| step.actor == Actor::Strategy);
        let key = matches!(kind, Some(Kind::Back | Kind::Menu));
        let widget = step.widget.filter(|_| !key);
        match kind {
            Some(kind) if step.after.crashes.is_empty() => {
                self.model.stepped(from, widget, kind, after);
            }
            Some(kind) => self.model.ended(from, widget, kind),
            None => {
                self.model.arrived(after);
            }
        }
        self.typed = kind == Some(Kind::Type);
        if self.typed {
            self.filled = Some((after.activity().to_owned(), after.window()));
        } else if !self.concludes(after) {
            self.filled = None;
        }
        self.count_news();
    }
}
