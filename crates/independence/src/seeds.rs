//! Seed tests (section 4.1 of the Genie paper), and motif events, so that what is begun is more often finished
//! than given up: OK rather than Cancel after a form was filled, the picture taken once the camera is open.
//!
//! Where the paper walks on by weight, a seed here is made of functions that mining saw to change something:
//! first those of a kind that no seed has done, nearest first, then others like them. An effect that no test
//! has, or that no test looks at, cannot be lost; and weights alone spend most of the few events that seeds have
//! on going about near the first page. A page that no seed has been on is worth going to as well: what is chosen by
//! going there can be lost there. Weights still decide where no function is known. More seeds are made than are
//! wanted, in rounds: after each, those are kept that hold most (see `cover`), and the next is after the rest.

mod forms;
mod goals;
mod plain;
mod vocabulary;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use skink_explore::Weighted;
use skink_gui::{
    Action, Enabled, Event, Screen, ScreenHash, Selector, Structure, Widget, WidgetId, WindowKind, enabled,
    structure,
};

use skink_model::{EventKey, Kind, TransitionGraph};
use skink_run::{Choice, Dice, Moment, Strategy};
use skink_trace::{Actor, Observation, Step};

use crate::cover::{Candidate, best};
use crate::effects::{Sheet, Sheets, hash};
use crate::functions::{Class, Completed, Functions, untitled};
use crate::groups::Groups;
use crate::insert::Planned;
use crate::model::{Mined, learn};
use crate::patience::Patience;
use crate::roles::finishes;
use crate::settings::FuzzSettings;
use crate::witness::{Witness, Witnesses};
use goals::Goal;
use plain::Next;
pub(crate) use vocabulary::{Vocabulary, plain};

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

impl Seed {
    /// How many events it has. Waiting is none: the paper's tool waits after each.
    pub(crate) fn events(&self) -> usize {
        self.steps.iter().filter(|step| !matches!(step.event.action, Action::Wait(_))).count()
    }
}

/// How often a motif decides instead of the weights.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Motifs {
    /// Fill an empty field of a form, and finish what was filled.
    pub form: f64,
    /// Finish a visit to another app.
    pub visit: f64,
    /// Use the item used last where there is a choice.
    pub item: f64,
    /// Type another text than mining did.
    pub text: f64,
    /// Do again to another item what was done to one, as a cart is for several things, and switch back what was switched.
    pub again: f64,
}

impl Default for Motifs {
    fn default() -> Self {
        Self { form: 0.7, visit: 0.8, item: 0.7, text: 0.5, again: 0.3 }
    }
}

/// Generates seeds.
pub struct SeedStrategy {
    weighted: Weighted,
    patience: Patience,
    graph: TransitionGraph,
    functions: Functions,
    witnesses: Witnesses,
    package: String,
    motifs: Motifs,
    events: usize,
    wanted: usize,
    /// So many are made to choose from.
    made: usize,
    done: usize,
    current: Option<Seed>,
    /// What it has completed so far, each with the number of steps done by then.
    completed: Vec<(usize, Completed)>,
    candidates: Vec<Candidate>,
    sheets: Sheets,
    launches: u64,
    typed: bool,
    /// How often seeds did each kind of function, what these did, and how often seeds did each function.
    classes: FxHashMap<Class, u32>,
    families: FxHashMap<Class, u32>,
    effects: FxHashSet<u64>,
    variants: FxHashMap<u64, u32>,
    /// How often all tests did each kind, whichever are kept.
    often: FxHashMap<Class, u32>,
    /// What came after what in some test: a function, or a page whatever its title, after a function.
    after: FxHashSet<(Class, u64)>,
    /// How often seeds were on each page, and on each whatever its title.
    pages: FxHashMap<usize, u32>,
    places: FxHashMap<u64, u32>,
    /// What is planned, last event first, and what for.
    plan: Vec<Planned>,
    goal: Option<Goal>,
    /// What screens said: what is typed is better of it.
    vocabulary: Vocabulary,
    /// How often seeds of this round filled each form, and whether the plan is to fill one.
    forms: FxHashMap<u64, u32>,
    filling: bool,
    /// What this seed could not do, and how often seeds could not.
    failed: FxHashSet<Goal>,
    failures: FxHashMap<u64, u32>,
    /// The state of the page that the function was begun on that is pursued.
    began: Option<Structure>,
    /// Kinds of functions, and first events of functions, that came to nothing in a state.
    vain: FxHashSet<(u64, Structure)>,
    /// Events that left a screen to the letter as it was.
    idle: FxHashSet<(u64, ScreenHash)>,
    /// Whether the present plan does what may have to be done before its goal.
    prepared: bool,
    /// What a plain test does next, and how often such tests did each kind of function.
    plain: Next,
    plainly: FxHashMap<Class, u32>,
    /// The item used last: its name, and the type of the widget of it that was used.
    item: Option<(String, String)>,
    /// The function done last.
    last: Option<usize>,
}

impl SeedStrategy {
    /// With what mining has learned.
    pub fn new(
        (mined, weighted): (Mined, Weighted),
        package: &str,
        motifs: Motifs,
        settings: &FuzzSettings,
    ) -> Self {
        let FuzzSettings { seeds: wanted, seed_events: events, further, .. } = *settings;
        let Mined { graph, mut functions, witnesses, vocabulary } = mined;
        functions.settle();
        let sheets = Sheets::new(functions.views().clone());
        Self {
            weighted,
            patience: Patience::default(),
            graph,
            functions,
            witnesses,
            package: package.to_owned(),
            motifs,
            events,
            wanted,
            made: (wanted + further).clamp(ROUNDS * wanted, MOST_ROUNDS * wanted),
            done: 0,
            current: None,
            completed: Vec::new(),
            candidates: Vec::new(),
            sheets,
            launches: 0,
            typed: false,
            classes: FxHashMap::default(),
            families: FxHashMap::default(),
            effects: FxHashSet::default(),
            variants: FxHashMap::default(),
            often: FxHashMap::default(),
            after: FxHashSet::default(),
            pages: FxHashMap::default(),
            places: FxHashMap::default(),
            plan: Vec::new(),
            goal: None,
            vocabulary,
            forms: FxHashMap::default(),
            filling: false,
            failed: FxHashSet::default(),
            failures: FxHashMap::default(),
            began: None,
            vain: FxHashSet::default(),
            idle: FxHashSet::default(),
            prepared: false,
            plain: Next::default(),
            plainly: FxHashMap::default(),
            item: None,
            last: None,
        }
    }

    /// The seeds, so many further tests that add most to them, and the model with what all tests taught.
    pub fn into_parts(mut self, further: usize) -> (Vec<Seed>, Vec<Seed>, Mined) {
        self.finish();
        let kept: FxHashSet<usize> = best(&self.candidates, self.wanted).into_iter().collect();
        let more: FxHashSet<usize> = best(&self.candidates, self.wanted + further).into_iter().collect();
        let (mut seeds, mut others) = (Vec::new(), Vec::new());
        for (at, candidate) in self.candidates.into_iter().enumerate().filter(|(at, _)| more.contains(at)) {
            (if kept.contains(&at) { &mut seeds } else { &mut others }).push(candidate.seed);
        }
        let Self { graph, functions, witnesses, vocabulary, .. } = self;
        (seeds, others, Mined { graph, functions, witnesses, vocabulary })
    }

    /// How mining did what hardly any test does.
    pub(crate) fn neglected(&self) -> Vec<Witness> {
        self.witnesses.rare(|class| self.often.get(&class).copied().unwrap_or(0), NEGLECTED, WITNESSES)
    }

    fn finish(&mut self) {
        // A seed that crashed shows its crash at its end: without that step it is a test like any other.
        let completed = std::mem::take(&mut self.completed);
        if let Some(mut seed) = self.current.take() {
            while seed.steps.last().is_some_and(|s| {
                !s.after.crashes.is_empty()
                    || s.after.screen.window() == WindowKind::System
                    || s.after.screen.is_empty()
            }) {
                seed.steps.pop();
            }
            if seed.steps.len() > 1 {
                let candidate = Candidate::new(seed, completed, &self.functions, &mut self.sheets);
                self.candidates.push(candidate);
                if self.candidates.len().is_multiple_of(self.wanted.max(1)) {
                    self.begin_round();
                }
            }
        }
    }

    /// From here on, what counts as done is what the best seeds so far do.
    fn begin_round(&mut self) {
        self.classes.clear();
        self.families.clear();
        self.effects.clear();
        self.variants.clear();
        self.pages.clear();
        self.places.clear();
        self.forms.clear();
        for at in best(&self.candidates, self.wanted) {
            let seed = &self.candidates[at].seed;
            let screens =
                std::iter::once(&seed.first.screen).chain(seed.steps.iter().map(|step| &step.after.screen));
            let along: Vec<_> = screens.map(|screen| self.sheets.of(screen)).collect();
            along.iter().for_each(|sheet| self.was_on(sheet));
            for (_, completed) in self.candidates[at].completed.clone() {
                self.count(&completed);
            }
        }
    }

    fn was_on(&mut self, sheet: &Sheet) {
        if let Some(page) = self.functions.page(&sheet.layout) {
            *self.pages.entry(page).or_default() += 1;
        }
        *self.places.entry(untitled(sheet)).or_default() += 1;
    }

    fn count(&mut self, completed: &Completed) {
        *self.classes.entry(completed.class).or_default() += 1;
        *self.families.entry(completed.family).or_default() += 1;
        *self.variants.entry(completed.variant).or_default() += 1;
        self.effects.extend(&completed.effects);
    }

    /// The functions that the present test has done to something.
    fn done_so_far(&self) -> impl Iterator<Item = Class> {
        self.completed.iter().filter(|(_, completed)| completed.does()).map(|(_, completed)| completed.family)
    }

    /// A function or page comes after what the present test has done.
    fn comes_after(&mut self, what: u64) {
        let pairs: Vec<(Class, u64)> = self.done_so_far().map(|done| (done, what)).collect();
        self.after.extend(pairs);
    }

    /// How many functions of the present test it has not come after in any.
    fn novelty(&self, what: u64) -> usize {
        let done: FxHashSet<Class> = self.done_so_far().collect();
        done.into_iter().filter(|done| !self.after.contains(&(*done, what))).count()
    }

    /// Whether there are seeds enough to choose from.
    fn enough(&self) -> bool {
        self.candidates.len() >= self.made || self.done >= 2 * self.made
    }

    /// The next event of what is planned; a new plan where there is none.
    fn pursue(&mut self, screen: &Screen, left: usize, dice: &mut Dice) -> Option<(Event, Option<WidgetId>)> {
        for _ in 0..8 {
            if self.plan.is_empty()
                && let Some(plan) = self.last.take().and_then(|at| self.once_more(at, screen, left, dice))
            {
                self.plan = plan;
            } else if self.plan.is_empty() {
                let chosen = match self.is_plain() {
                    true => self.choose_plain(screen, left, dice)?,
                    false => self.choose(screen, left, dice)?,
                };
                (self.goal, self.plan, self.prepared) = (Some(chosen.goal), chosen.plan, chosen.prepared);
                self.began = None;
            }
            if let Some(Goal::Function(at)) = self.goal
                && self.plan.len() == self.functions.all()[at].events.len()
            {
                self.begin(at, structure(screen));
            }
            let mut planned = self.plan.pop()?;
            self.vary(&mut planned, screen, dice);
            let same = self.on_same_item(&planned, screen, dice);
            if let Some(found) = same.or_else(|| planned.on(screen)) {
                return Some(found);
            }
            // A form is filled as far as its fields are in sight.
            if !self.filling || self.plan.is_empty() {
                self.give_up(self.plan.len() + 1);
            }
        }
        None
    }

    /// Types something else than when the function was first seen, as often as not: what one search finds nothing for,
    /// another does.
    fn vary(&self, planned: &mut Planned, screen: &Screen, dice: &mut Dice) {
        let field =
            planned.on(screen).and_then(|(_, widget)| widget).filter(|_| planned.key.kind == Kind::Type);
        let Some(field) = field.filter(|_| dice.chance(self.motifs.text)) else { return };
        planned.data = self.vocabulary.text(&screen.widget(field), self.motifs.text, dice);
    }

    /// A function that was done on another row than planned is done all the same.
    fn succeed(&mut self, completed: &[Completed]) {
        let Some(Goal::Function(goal)) = self.goal.take() else { return };
        self.last = Some(goal);
        let variant = self.functions.all()[goal].variant();
        if completed.iter().all(|c| c.variant != variant) {
            *self.variants.entry(variant).or_default() += 1;
        }
    }

    /// A function begins; where it came to nothing before, with what may have to be done first.
    fn begin(&mut self, at: usize, state: Structure) {
        self.began = Some(state);
        let function = &self.functions.all()[at];
        if !self.prepared
            && self.came_to_nothing(function, state)
            && let Some(events) = self.preparing(function, &self.functions.leads(function.page, state))
        {
            let before: Vec<Planned> = events.iter().rev().cloned().collect();
            self.plan.extend(before);
            self.prepared = true;
        }
    }

    /// Keeps that a function came to nothing in a state, with so many of its events not done; whether that is new.
    fn note_vain(&mut self, at: usize, state: Structure, left: usize) -> bool {
        let function = &self.functions.all()[at];
        if function.begun.contains(&state) {
            return false;
        }
        // Where no more than its first event was done, all that begins with that comes to nothing.
        let first = function.events.first().filter(|_| left + 1 >= function.events.len());
        self.vain.insert((first.map_or(function.class(), |first| hash(&first.key)), state))
    }

    /// What is pursued comes to nothing, with so many events not done.
    fn give_up(&mut self, left: usize) {
        self.plan.clear();
        if let Some(goal) = self.goal.take() {
            // Something else may have to be done before it: that is tried before it counts as a failure.
            if let (Goal::Function(at), Some(state)) = (goal, self.began)
                && self.note_vain(at, state, left)
                && !self.prepared
            {
                let function = &self.functions.all()[at];
                let leads = self.functions.leads(function.page, state);
                if self.preparing(function, &leads).is_some() {
                    return;
                }
            }
            self.failed.insert(goal);
            let counted = match goal {
                Goal::Function(at) => self.functions.all()[at].class(),
                Goal::Page(page) => page as u64,
            };
            *self.failures.entry(counted).or_default() += 1;
            if let Some(state) = self.began.take() {
                *self.failures.entry(hash(&(counted, state))).or_default() += 1;
            }
        }
    }

    /// The event on the item that was used last, where it is another part of it: what bugs are about is often
    /// one item's history.
    fn on_same_item(
        &self,
        planned: &Planned,
        screen: &Screen,
        dice: &mut Dice,
    ) -> Option<(Event, Option<WidgetId>)> {
        let (name, part) = self.item.as_ref()?;
        if planned.key.id == *part || planned.key.id.is_empty() || screen.window() != WindowKind::Page {
            return None;
        }
        let groups = Groups::of(screen, self.functions.views());
        let alike = |e: &Enabled| {
            let widget = screen.widget(e.widget());
            planned.key.kind == kind_of(e)
                && widget.class() == planned.key.class
                && widget.resource_id() == planned.key.id
                && item_name(&groups, &widget).as_ref() == Some(name)
        };
        let found = enabled(screen).into_iter().find(alike)?;
        if !dice.chance(self.motifs.item) {
            return None;
        }
        let widget = screen.widget(found.widget());
        let event = Event::on(planned.action(), Selector::of(&widget));
        Some((event, Some(found.widget())))
    }

    /// The events of a function once more, last first: what is switched is switched back, and what was done to one item is done
    /// to another.
    fn once_more(&self, at: usize, screen: &Screen, left: usize, dice: &mut Dice) -> Option<Vec<Planned>> {
        let function = &self.functions.all()[at];
        if function.switches {
            let plan: Vec<Planned> = function.events.iter().rev().cloned().collect();
            let again = self.is_plain() || dice.chance(self.motifs.again);
            return (plan.len() <= left && again).then_some(plan);
        }
        let (used, _) = self.item.as_ref()?;
        let (first, rest) = function.events.split_first()?;
        let groups = Groups::of(screen, self.functions.views());
        let other = |e: &&Enabled| {
            let key = EventKey::of(e, screen);
            let same = (key.kind, &key.class, &key.id) == (first.key.kind, &first.key.class, &first.key.id);
            same && item_name(&groups, &screen.widget(e.widget())).is_some_and(|name| name != *used)
        };
        let possible = enabled(screen);
        let others: Vec<&Enabled> = possible.iter().filter(other).collect();
        let key = EventKey::of(dice.pick(&others).filter(|_| dice.chance(self.motifs.again))?, screen);
        let mut plan: Vec<Planned> = rest.iter().rev().cloned().collect();
        plan.push(Planned { key, data: first.data.clone() });
        (plan.len() <= left).then_some(plan)
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
            let text = self.vocabulary.text(&widget, self.motifs.text, dice);
            return Some((Event::on(Action::Type(text), Selector::of(&widget)), field));
        }
        let form = self.typed || screen.window() == WindowKind::Dialog;
        taps.iter().find(|w| finishes(w)).filter(|_| form).map(tap)
    }
}

/// Of at least and at most so many times the seeds that are wanted, the best are kept; the others are further tests.
const ROUNDS: usize = 6;
const MOST_ROUNDS: usize = 22;
/// What tests did less than so often is done as mining did it, for so many kinds of functions at most.
const NEGLECTED: u32 = 2;
const WITNESSES: usize = 40;

/// The name of the item that a widget belongs to.
fn item_name(groups: &Groups, widget: &Widget<'_>) -> Option<String> {
    let item = groups.item(widget.id()).and_then(|item| widget.screen().get(item))?;
    item.subtree().find(|w| !w.text().is_empty()).map(|w| w.text().to_owned())
}

fn kind_of(enabled: &Enabled) -> Kind {
    match enabled {
        Enabled::Tap(_) => Kind::Tap,
        Enabled::LongTap(_) => Kind::LongTap,
        Enabled::Type(_) => Kind::Type,
        Enabled::Scroll(_, direction) => Kind::Scroll(*direction),
    }
}

impl Strategy for SeedStrategy {
    fn name(&self) -> &'static str {
        "seeds"
    }

    fn launched(&mut self, first: &Screen) {
        self.finish();
        let start = self.launches;
        self.launches += 1;
        let sheet = self.sheets.of(first);
        self.was_on(&sheet);
        self.current = Some(Seed { start, first: Observation::of(first.clone()), steps: Vec::new() });
        self.typed = false;
        self.plan.clear();
        self.goal = None;
        self.began = None;
        self.failed.clear();
        self.item = None;
        self.last = None;
        self.plain = Next::default();
        self.functions.begin();
        self.weighted.launched(first);
    }

    fn next(&mut self, moment: &mut Moment<'_>) -> Choice {
        let length = self.current.as_ref().map_or(0, Seed::events);
        if length >= self.events {
            return self.next_test();
        }
        if let Some(wait) = self.patience.wait(moment.screen) {
            return Choice::Do(wait, None);
        }
        let left = self.events - length;
        self.plan_form(moment.screen, left, &mut moment.dice);
        let own = moment.screen.package() == self.package;
        if (own || !self.plan.is_empty())
            && let Some((event, widget)) = self.pursue(moment.screen, left, &mut moment.dice)
        {
            return Choice::Do(event, widget);
        }
        if own && self.is_plain() && length > 0 {
            return self.next_test();
        }
        if let Some((event, widget)) = self.motif(moment.screen, &mut moment.dice) {
            return Choice::Do(event, Some(widget));
        }
        match self.weighted.next(moment) {
            Choice::Restart => self.weighted_restart(moment),
            other => other,
        }
    }

    fn saw(&mut self, step: &Step) {
        learn(&mut self.graph, step);
        self.patience.saw(step);
        if let Some(seed) = &mut self.current {
            seed.steps.push(step.clone());
        }
        if step.actor == Actor::Strategy {
            if step.before == step.after.screen {
                self.idle.insert((hash(&EventKey::of_step(step)), step.before.hash()));
            }
            self.typed = matches!(step.event.action, Action::Type(_));
            let touched = step.widget.and_then(|id| step.before.get(id));
            if let Some(widget) = touched.filter(|w| w.screen().window() == WindowKind::Page) {
                let groups = Groups::of(&step.before, self.functions.views());
                if let Some(name) = item_name(&groups, &widget) {
                    self.item = Some((name, widget.resource_id().to_owned()));
                }
            }
        } else {
            self.plan.clear();
        }
        let (was, now) = (self.sheets.of(&step.before), self.sheets.of(&step.after.screen));
        if untitled(&was) != untitled(&now) {
            self.comes_after(untitled(&now));
        }
        let completed = self.functions.learn(step);
        let length = self.current.as_ref().map_or(0, |seed| seed.steps.len());
        for completed in &completed {
            self.count(completed);
            *self.often.entry(completed.family).or_default() += 1;
            self.comes_after(completed.family);
            self.completed.push((length, completed.clone()));
        }
        self.was_on(&now);
        self.vocabulary.learn(step, self.functions.views());
        if now.screen.package() == self.package {
            self.vocabulary.read(&now.screen, self.functions.views());
        }
        // What was pursued and did something else is not tried again in this seed.
        if self.plan.is_empty() {
            let reached = match self.goal {
                Some(Goal::Function(goal)) => {
                    let class = self.functions.all()[goal].class();
                    completed.iter().any(|c| c.class == class)
                }
                Some(Goal::Page(page)) => self.functions.page(&now.layout) == Some(page),
                None => false,
            };
            if reached {
                self.succeed(&completed);
            } else {
                self.give_up(0);
            }
        }
        self.weighted.saw(step);
    }
}

impl SeedStrategy {
    /// The test ends.
    fn next_test(&mut self) -> Choice {
        self.finish();
        self.done += 1;
        if self.enough() { Choice::Finished } else { Choice::Restart }
    }

    /// The weights are stuck: the seed ends here.
    fn weighted_restart(&mut self, moment: &Moment<'_>) -> Choice {
        if moment.depth == 0 {
            return Choice::Do(Event::key(skink_gui::Key::Back), None);
        }
        self.done += 1;
        if self.enough() { Choice::Finished } else { Choice::Restart }
    }
}
