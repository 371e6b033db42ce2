//! The events between functions: any that is enabled, but never a blocked view nor the first event of a function
//! that is possible now (section 3.1). What was done least on a kind of screen comes first half of the time; now
//! and then a way that is known leads to where a function that is wanted was possible.

use std::collections::{BTreeMap, VecDeque};

use rustc_hash::{FxHashMap, FxHashSet};
use skink_explore::{TextSettings, text};
use skink_gui::{
    Action, Enabled, Event, Flags, Key, Screen, Structure, Widget, WidgetId, enabled, locate, structure,
};
use skink_model::{EventKey, GraphStateId, TransitionGraph};
use skink_run::{Choice, Dice};
use skink_trace::{Actor, Step};

use crate::data::Data;
use crate::file::{Function, PropertyFile, Rules};
use crate::filled::{Filled, is_list};
use crate::line::Line;
use crate::settings::{CheckSettings, Mode};
use crate::template::{Scope, Values};
use crate::tester::back;

/// Probability of setting out for a function that is wanted.
const SET_OUT: f64 = 0.25;
/// Events of one such way.
const MAX_WAY: u32 = 12;
/// Probability of the event done least, against any.
const LEAST: f64 = 0.5;
/// Probability that a field gets a text of the data or of a list: a search for what is there finds something.
const KNOWN_TEXT: f64 = 0.5;
/// Probability that a field for searching gets a part of such a text: it finds more than what is known already.
const FRAGMENT: f64 = 0.4;
/// Texts of lists that are remembered in a test, and how long they may be.
const MAX_SEEN: (usize, usize) = (60, 40);
/// Probability of typing where an empty field for searching is shown: else it is left as often as it is used.
const ASK: f64 = 0.8;
/// Probability of Enter after a text was typed into a field for searching.
const SUBMIT: f64 = 0.75;
/// Probability of waiting while the app is at work: what it brings is a screen of its own.
const WAIT: f64 = 0.75;
/// How long, in milliseconds.
const WAIT_MILLIS: u64 = 2_000;
/// Looks in a row at an app at work after which functions do not wait any more.
const MAX_BUSY: u32 = 12;
/// What fields for searching are called.
const SEARCHES: [&str; 4] = ["search", "query", "find", "filter"];

/// An event and the widget it was done to.
type Done = (Event, Option<(Screen, WidgetId)>);

/// What is known of the app outside its functions.
pub(crate) struct Wander {
    package: String,
    avoid: Vec<Filled>,
    settings: CheckSettings,
    texts: TextSettings,
    graph: TransitionGraph,
    tried: FxHashMap<(Structure, EventKey), u32>,
    /// Where each function was possible.
    places: Vec<FxHashSet<Structure>>,
    /// The function that is made for, and the events left for the way.
    goal: Option<(usize, u32)>,
    /// The events of this trace so far, and the shortest that led to where each function was possible.
    prefix: Vec<Done>,
    pure: bool,
    /// Whether the last event turned the phone and it is still turned: an app may insist.
    turned: bool,
    /// Whether the last event typed into a field for searching.
    asked: bool,
    /// Looks in a row that found the app at work.
    busy: u32,
    /// Texts that lists showed in this test.
    seen: Vec<String>,
    shortest: BTreeMap<usize, Vec<Done>>,
}

impl Wander {
    pub(crate) fn new(package: &str, file: &PropertyFile, functions: usize, settings: CheckSettings) -> Self {
        let (values, data) = (Values::new(), Data::default());
        let scope = Scope { values: &values, data: &data, key: "" };
        Self {
            package: package.to_owned(),
            avoid: file.avoid.iter().filter_map(|find| find.fill(&scope).ok()).collect(),
            settings,
            texts: TextSettings::default(),
            graph: TransitionGraph::new(package),
            tried: FxHashMap::default(),
            places: vec![FxHashSet::default(); functions],
            goal: None,
            prefix: Vec::new(),
            pure: true,
            turned: false,
            asked: false,
            busy: 0,
            seen: Vec::new(),
            shortest: BTreeMap::new(),
        }
    }

    pub(crate) fn package(&self) -> &str {
        &self.package
    }

    pub(crate) fn just_turned_back(&self) -> bool {
        self.turned
    }

    /// Whether the app is at work: what it shows is about to change, and functions wait. One that always says so is
    /// not believed for long.
    pub(crate) fn is_busy(&self) -> bool {
        self.settings.guided && (1..=MAX_BUSY).contains(&self.busy)
    }

    pub(crate) fn goal(&self) -> Option<usize> {
        self.goal.map(|(function, _)| function)
    }

    pub(crate) fn reached(&mut self) {
        self.goal = None;
    }

    pub(crate) fn knows_where(&self, function: usize) -> bool {
        self.places.get(function).is_some_and(|places| !places.is_empty())
    }

    pub(crate) fn launched(&mut self, first: &Screen) {
        (self.busy, self.asked) = (0, false);
        self.graph.look(first);
        self.goal = None;
        self.prefix.clear();
        self.pure = true;
        self.seen.clear();
        self.remember(first);
    }

    /// Keeps what the lists of a screen say.
    fn remember(&mut self, screen: &Screen) {
        if !self.settings.guided || self.seen.len() >= MAX_SEEN.0 || screen.package() != self.package {
            return;
        }
        let labels = screen.widgets().filter(|w| {
            let said = w.text();
            !said.is_empty() && said.len() <= MAX_SEEN.1 && !w.is(Flags::EDITABLE)
        });
        for label in labels.filter(|w| w.ancestors().any(|above| is_list(&above))) {
            if self.seen.len() < MAX_SEEN.0 && !self.seen.iter().any(|known| known == label.text()) {
                self.seen.push(label.text().to_owned());
            }
        }
    }

    /// A step; `random` where no function made it, `harmless` where it changes no data.
    pub(crate) fn saw(&mut self, step: &Step, random: bool, harmless: bool) {
        let turned = step.event.action == Action::Rotate;
        self.turned = turned && step.before.rotation() != 0 && step.after.screen.rotation() != 0;
        if harmless {
            self.graph.learn(step);
        }
        if step.before != step.after.screen {
            self.remember(&step.after.screen);
        }
        let at_work = step.after.busy || step.after.screen.widgets().any(|w| is_at_work(&w));
        self.busy = if at_work { self.busy + 1 } else { 0 };
        self.asked = random
            && matches!(step.event.action, Action::Type(_))
            && step.widget.and_then(|id| step.before.get(id)).is_some_and(|w| is_search(&w));
        if random && step.actor == Actor::Strategy {
            let key = (structure(&step.before), EventKey::of_step(step));
            *self.tried.entry(key).or_default() += 1;
        }
        self.pure &= random;
        if self.pure && self.settings.mode == Mode::OneAlone {
            self.prefix.push((step.event.clone(), step.widget.map(|id| (step.before.clone(), id))));
        }
    }

    pub(crate) fn possible(&mut self, function: usize, screen: &Screen) {
        if let Some(places) = self.places.get_mut(function) {
            places.insert(structure(screen));
        }
        let shorter = self.shortest.get(&function).is_none_or(|known| self.prefix.len() < known.len());
        if self.pure && shorter && self.settings.mode == Mode::OneAlone {
            self.shortest.insert(function, self.prefix.clone());
        }
    }

    /// A call ended: in a test of one function alone that is the end of it.
    pub(crate) fn done(&mut self, _function: usize) {
        self.pure = false;
    }

    /// The next event of the shortest way to a function that is alone in its test; a restart once it was done.
    pub(crate) fn shortest_way(&self, function: usize, screen: &Screen) -> Option<Choice> {
        let way = self.shortest.get(&function)?;
        if !self.pure {
            return Some(Choice::Restart);
        }
        let (event, on) = way.get(self.prefix.len())?;
        let performed_on = on.as_ref().map(|(screen, id)| screen.widget(*id));
        let widget = event.target.as_ref().and_then(|_| locate(event, performed_on.as_ref(), screen));
        if event.target.is_some() && widget.is_none() {
            return Some(Choice::Restart);
        }
        Some(Choice::Do(event.clone(), widget))
    }

    /// A random event that is none of `firsts`; `known` are texts of the data.
    pub(crate) fn event(
        &mut self,
        screen: &Screen,
        firsts: &[WidgetId],
        wanted: Option<usize>,
        known: &[String],
        dice: &mut Dice,
    ) -> Choice {
        if screen.package() != self.package {
            self.goal = None;
            return self.elsewhere(screen, dice);
        }
        if self.settings.guided && self.asked && dice.chance(SUBMIT) {
            return Choice::Do(Event::key(Key::Enter), None);
        }
        if dice.chance(self.settings.system) {
            let kinds = [Action::Rotate, Action::Background, Action::Kill, Action::Relaunch];
            return Choice::Do(Event::plain(kinds[dice.below(kinds.len())].clone()), None);
        }
        if self.settings.guided && self.busy > 0 && dice.chance(WAIT) {
            return Choice::Do(Event::plain(Action::Wait(WAIT_MILLIS)), None);
        }
        let allowed: Vec<Enabled> =
            enabled(screen).into_iter().filter(|e| self.is_allowed(e, screen, firsts)).collect();
        if let Some(choice) = self.on_the_way(screen, &allowed, wanted, known, dice) {
            return choice;
        }
        let asks = |e: &&Enabled| {
            let field = screen.widget(e.widget());
            matches!(e, Enabled::Type(..)) && field.text().is_empty() && is_search(&field)
        };
        if let Some(field) = allowed.iter().find(asks).filter(|_| self.settings.guided && dice.chance(ASK)) {
            return self.chosen(screen, *field, known, dice);
        }
        self.least_or_any(screen, &allowed, known, dice)
    }

    /// In another app: anything it offers, or back.
    fn elsewhere(&mut self, screen: &Screen, dice: &mut Dice) -> Choice {
        let offered = enabled(screen);
        match dice.pick(&offered).copied() {
            Some(chosen) if !dice.chance(0.3) => self.chosen(screen, chosen, &[], dice),
            _ => back(),
        }
    }

    fn chosen(&self, screen: &Screen, chosen: Enabled, known: &[String], dice: &mut Dice) -> Choice {
        let widget = screen.widget(chosen.widget());
        let event = chosen.event(screen, || {
            let from = if dice.chance(0.5) { known } else { &self.seen };
            match dice.pick(from) {
                Some(known) if is_search(&widget) && dice.chance(FRAGMENT) => fragment(known, dice),
                Some(known) if dice.chance(KNOWN_TEXT) => known.clone(),
                _ => text(&self.texts, &widget, dice),
            }
        });
        Choice::Do(event, Some(chosen.widget()))
    }

    fn least_or_any(
        &mut self,
        screen: &Screen,
        allowed: &[Enabled],
        known: &[String],
        dice: &mut Dice,
    ) -> Choice {
        // Back and Menu are two events among the others.
        let at = dice.below(allowed.len() + 2);
        let here = structure(screen);
        let times = |e: &Enabled| self.tried.get(&(here, EventKey::of(e, screen))).copied().unwrap_or(0);
        let guided = self.settings.guided && dice.chance(LEAST);
        let least = allowed.iter().map(&times).min().filter(|_| guided);
        let all: Vec<Enabled> = allowed.iter().filter(|e| Some(times(e)) == least).copied().collect();
        if let Some(chosen) = dice.pick(&all).filter(|_| guided) {
            return self.chosen(screen, *chosen, known, dice);
        }
        match allowed.get(at) {
            Some(chosen) => self.chosen(screen, *chosen, known, dice),
            None if at == allowed.len() => back(),
            None => Choice::Do(Event::key(Key::Menu), None),
        }
    }

    /// Neither blocked nor the first event of a function; what a tap on a label does is what its row does. A list
    /// is scrolled whatever is in it, unless it is blocked itself: some lists load more at their end.
    fn is_allowed(&self, e: &Enabled, screen: &Screen, firsts: &[WidgetId]) -> bool {
        let widget = screen.widget(e.widget());
        let blocked = |w: &Widget<'_>| self.avoid.iter().any(|find| is_found(find, w, screen));
        if matches!(e, Enabled::Scroll(..)) {
            return !blocked(&widget);
        }
        if blocked(&widget) || firsts.contains(&e.widget()) {
            return false;
        }
        let takes = |w: &Widget<'_>| w.flags().intersects(Flags::CLICKABLE | Flags::LONG_CLICKABLE);
        let labels = widget.subtree().skip(1).filter(|inner| {
            !takes(inner)
                && inner.ancestors().take_while(|above| above.id() != widget.id()).all(|above| !takes(&above))
        });
        !labels.into_iter().any(|inner| firsts.contains(&inner.id()) || blocked(&inner))
    }

    /// The next event of a known way to where the goal was possible.
    fn on_the_way(
        &mut self,
        screen: &Screen,
        allowed: &[Enabled],
        wanted: Option<usize>,
        known: &[String],
        dice: &mut Dice,
    ) -> Option<Choice> {
        if self.goal.is_none() && dice.chance(SET_OUT) {
            self.goal = wanted.map(|function| (function, MAX_WAY));
        }
        let (function, left) = self.goal?;
        if left == 0 {
            self.goal = None;
            return None;
        }
        self.goal = Some((function, left - 1));
        let here = self.graph.state_of(screen)?;
        let key = self.first_of_way(here, function)?;
        if key == EventKey::plain(skink_model::Kind::Key(Key::Back)) {
            return Some(back());
        }
        let chosen = allowed.iter().find(|e| EventKey::of(e, screen) == key).copied();
        match chosen {
            Some(chosen) => Some(self.chosen(screen, chosen, known, dice)),
            None => {
                self.goal = None;
                None
            }
        }
    }

    /// Breadth first through what was learned.
    fn first_of_way(&self, here: GraphStateId, function: usize) -> Option<EventKey> {
        let places = self.places.get(function)?;
        let is_goal = |id: GraphStateId| self.graph.state(id).is_some_and(|s| places.contains(&s.structure));
        let mut seen: FxHashSet<GraphStateId> = [here].into_iter().collect();
        let mut queue: VecDeque<(GraphStateId, Option<EventKey>)> = [(here, None)].into();
        while let Some((state, first)) = queue.pop_front() {
            for edge in self.graph.from(state) {
                let (Some(to), Some(event)) = (edge.to, self.graph.event(edge.event)) else { continue };
                if !seen.insert(to) {
                    continue;
                }
                let first = first.clone().unwrap_or_else(|| event.key.clone());
                if is_goal(to) {
                    return Some(first);
                }
                queue.push_back((to, Some(first)));
            }
        }
        None
    }
}

/// Whether a field is for searching, as far as its names tell.
fn is_search(widget: &Widget<'_>) -> bool {
    let named = [widget.short_id(), widget.hint(), widget.desc()].map(str::to_lowercase);
    SEARCHES.iter().any(|word| named.iter().any(|name| name.contains(word)))
}

/// The first letters of a word of a text.
fn fragment(text: &str, dice: &mut Dice) -> String {
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let length = 1 + dice.below(3);
    dice.pick(&words).map_or_else(|| text.to_owned(), |word| word.chars().take(length).collect())
}

/// Whether a widget says that the app is at work.
fn is_at_work(widget: &Widget<'_>) -> bool {
    widget.short_class() == "ProgressBar" && !widget.bounds().is_empty()
}

/// Whether a blocked view is this widget; most are found without looking at the rest of the screen.
fn is_found(find: &Filled, widget: &Widget<'_>, screen: &Screen) -> bool {
    find.matches_alone(widget)
        && (find.is_alone() || find.find_all(screen).iter().any(|w| w.id() == widget.id()))
}

/// The widget of a call's first event.
pub(crate) fn first_target(
    function: &Function,
    rules: &Rules,
    values: &Values,
    data: &Data,
    screen: &Screen,
) -> Option<WidgetId> {
    let step = function.steps.iter().find_map(|line| match line {
        Line::Do(step) => Some(step),
        _ => None,
    })?;
    let scope = Scope { values, data, key: &rules.key };
    let find = step.target.as_ref()?.fill(&scope).ok()?;
    find.find_all(screen).first().map(|w| w.id())
}
