//! Explores along a model whose abstraction is learned on the way: section III-D of the APE paper.
//!
//! New actions of the present state come first, then those of the nearest state that has some, over
//! transitions that were seen, so that a connected part of the app is finished before another is begun. Where
//! nothing new can be reached, any action of the present state is taken, with a preference for those seldom
//! done or that stand for many widgets. A state that a way did not lead to is detached until it is met again.
//!
//! Departures: events of the system, and Enter after typing, come at rates of their own and are no part of the
//! model. The paper says nothing of restarts; here the app is started clean after so many events without a
//! new state or action.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use skink_gui::{Action, Direction, Event, Key, Screen, WidgetId};
use skink_model::ape::{
    Counts, GuiId, Hop, Kind, Model, ModelSettings, PathId, Reducer, Rule, StateId, Tree, Words,
};
use skink_run::{Choice, Dice, Moment, Strategy};
use skink_trace::{Actor, LearnedModel, Step};

use crate::plain::{keys, system_event};
use crate::texts::{TextSettings, text};

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
const UNDONE: usize = 32;
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
        }
    }

    /// How large the model is.
    pub fn counts(&self) -> Counts {
        self.model.counts()
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

    /// What is done next, apart from which widget.
    fn decide(&mut self, gui: GuiId, dice: &mut Dice) -> Option<(PathId, Kind)> {
        let state = self.model.state_of(gui);
        let missed = self.expected.take().filter(|expected| !self.model.is_still(state, *expected));
        if let Some(expected) = missed {
            self.model.detach(expected);
            self.way.clear();
        }
        if self.way.is_empty() {
            if let Some(new) = self.any_new(gui, state, dice) {
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
        self.any(gui, state, dice)
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

    fn width(&self, gui: GuiId, path: PathId, kind: Kind) -> usize {
        if path == PathId::NONE { 1 } else { self.model.widgets(gui, path, kind).len().min(WIDEST) }
    }

    fn any_new(&mut self, gui: GuiId, state: StateId, dice: &mut Dice) -> Option<(PathId, Kind)> {
        if !self.model.has_new(state) {
            return None;
        }
        let actions = self.model.state(state).actions().iter();
        let new = actions.filter(|action| self.model.is_new(state, action));
        let weighed = new.map(|action| {
            // Leaving can wait until the rest is done.
            let width = if action.kind == Kind::Back { 0 } else { self.width(gui, action.path, action.kind) };
            (width, (action.path, action.kind))
        });
        let weighed: Vec<_> = weighed.collect();
        weighed_pick(&weighed, dice).or_else(|| weighed.first().map(|(_, action)| *action))
    }

    fn any(&self, gui: GuiId, state: StateId, dice: &mut Dice) -> Option<(PathId, Kind)> {
        let weighed = self.model.state(state).actions().iter().map(|action| {
            let width = self.width(gui, action.path, action.kind);
            (width * (1 + UNDONE / (1 + action.visits as usize)), (action.path, action.kind))
        });
        weighed_pick(&weighed.collect::<Vec<_>>(), dice)
    }

    fn choice(&self, gui: GuiId, path: PathId, kind: Kind, moment: &mut Moment<'_>) -> Choice {
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
                let event = chosen.event(moment.screen, || text(&self.settings.texts, &field, dice));
                Choice::Do(event, Some(chosen.widget()))
            }
            None => Choice::Do(Event::key(Key::Back), None),
        }
    }
}

/// One of them, as likely as its weight; `None` where all weigh nothing.
fn weighed_pick<T: Copy>(from: &[(usize, T)], dice: &mut Dice) -> Option<T> {
    let total = from.iter().map(|(weight, _)| weight).sum();
    let mut at = dice.below(total);
    let chosen = from.iter().find(|(weight, _)| {
        let here = at < *weight;
        at = at.saturating_sub(*weight);
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
        let first = self.model.arrived(first);
        self.start = self.start.or(Some(first));
        self.count_news();
    }

    fn next(&mut self, moment: &mut Moment<'_>) -> Choice {
        if moment.depth > 0 && self.idle >= self.settings.patience {
            self.idle = 0;
            return Choice::Restart;
        }
        if moment.dice.chance(self.settings.system) {
            self.forget_way();
            return Choice::Do(system_event(&mut moment.dice), None);
        }
        if self.typed && keys(moment.screen, false).contains(&Key::Enter) && moment.dice.chance(ENTER) {
            self.forget_way();
            return Choice::Do(Event::key(Key::Enter), None);
        }
        let gui = self.model.see(moment.screen);
        self.model.asked(gui);
        match self.decide(gui, &mut moment.dice) {
            Some((path, kind)) => self.choice(gui, path, kind, moment),
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
        self.count_news();
    }
}
