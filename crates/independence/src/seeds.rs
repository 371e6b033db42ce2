//! Seed tests (section 4.1 of the Genie paper), and motif events, so that what is begun is more often finished
//! than given up: OK rather than Cancel after a form was filled, the picture taken once the camera is open.
//!
//! Where the paper walks on by weight, a seed here is made of functions that mining saw to change something:
//! first those of a kind that no seed has done, nearest first, then others like them. An effect that no test
//! has, or that no test looks at, cannot be lost; and weights alone spend most of the few events that seeds have
//! on going about near the first page. A page that no seed has been on is worth going to as well: what is chosen by
//! going there can be lost there. Weights still decide where no function is known. More seeds are made than are
//! wanted, in rounds: after each, those are kept that hold most (see `cover`), and the next is after the rest.

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use skink_explore::{FieldKind, Weighted};
use skink_gui::{Action, Enabled, Event, Screen, Selector, Widget, WidgetId, WindowKind, enabled};

use skink_model::{Kind, TransitionGraph};
use skink_run::{Choice, Dice, Moment, Strategy};
use skink_trace::{Actor, Observation, Step};

use crate::cover::{Candidate, best};
use crate::effects::{Sheet, Sheets};
use crate::functions::{Class, Completed, Enables, Function, Functions, finishes, untitled};
use crate::groups::Groups;
use crate::insert::Planned;
use crate::model::{Mined, learn};

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
    /// Use the item used last where there is a choice.
    pub item: f64,
}

impl Default for Motifs {
    fn default() -> Self {
        Self { form: 0.7, visit: 0.8, item: 0.7 }
    }
}

/// Generates seeds.
pub struct SeedStrategy {
    weighted: Weighted,
    graph: TransitionGraph,
    functions: Functions,
    package: String,
    motifs: Motifs,
    events: usize,
    wanted: usize,
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
    /// How often seeds were on each page, and on each whatever its title.
    pages: FxHashMap<usize, u32>,
    places: FxHashMap<u64, u32>,
    /// What is planned, last event first, and what for.
    plan: Vec<Planned>,
    goal: Option<Goal>,
    /// What this seed could not do, and how often seeds could not.
    failed: FxHashSet<Goal>,
    failures: FxHashMap<u64, u32>,
    /// Kinds of functions that could be begun and came to nothing; and whether the present plan prepares for it.
    vain: FxHashSet<Class>,
    prepared: bool,
    /// The item used last: its name, and the type of the widget of it that was used.
    item: Option<(String, String)>,
}

impl SeedStrategy {
    /// With what mining has learned.
    pub fn new(
        (mined, weighted): (Mined, Weighted),
        package: &str,
        motifs: Motifs,
        wanted: usize,
        events: usize,
    ) -> Self {
        let Mined { graph, mut functions } = mined;
        functions.settle();
        let sheets = Sheets::new(functions.views().clone());
        Self {
            weighted,
            graph,
            functions,
            package: package.to_owned(),
            motifs,
            events,
            wanted,
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
            pages: FxHashMap::default(),
            places: FxHashMap::default(),
            plan: Vec::new(),
            goal: None,
            failed: FxHashSet::default(),
            failures: FxHashMap::default(),
            vain: FxHashSet::default(),
            prepared: false,
            item: None,
        }
    }

    /// The seeds, and the model with what they taught.
    pub fn into_parts(mut self) -> (Vec<Seed>, Mined) {
        self.finish();
        let kept: FxHashSet<usize> = best(&self.candidates, self.wanted).into_iter().collect();
        let all = self.candidates.into_iter().enumerate();
        let seeds = all.filter(|(at, _)| kept.contains(at)).map(|(_, candidate)| candidate.seed).collect();
        (seeds, Mined { graph: self.graph, functions: self.functions })
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

    /// Whether there are seeds enough to choose from.
    fn enough(&self) -> bool {
        self.candidates.len() >= ROUNDS * self.wanted || self.done >= 2 * ROUNDS * self.wanted
    }

    /// The next event of what is planned; a new plan where there is none.
    fn pursue(&mut self, screen: &Screen, left: usize, dice: &mut Dice) -> Option<(Event, Option<WidgetId>)> {
        for _ in 0..8 {
            if self.plan.is_empty() {
                let chosen = self.choose(screen, left, dice)?;
                (self.goal, self.plan, self.prepared) = (Some(chosen.goal), chosen.plan, chosen.prepared);
            }
            let planned = self.plan.pop()?;
            let same = self.on_same_item(&planned, screen, dice);
            if let Some(found) = same.or_else(|| planned.on(screen)) {
                return Some(found);
            }
            self.give_up();
        }
        None
    }

    /// A function that was done on another row than planned is done all the same.
    fn succeed(&mut self, completed: &[Completed]) {
        let Some(Goal::Function(goal)) = self.goal.take() else { return };
        let variant = self.functions.all()[goal].variant();
        if completed.iter().all(|c| c.variant != variant) {
            *self.variants.entry(variant).or_default() += 1;
        }
    }

    fn give_up(&mut self) {
        self.plan.clear();
        if let Some(goal) = self.goal.take() {
            // What was done before it may have been needed: that is tried before it counts as a failure.
            if let Goal::Function(at) = goal
                && !self.functions.all()[at].after.is_empty()
                && !std::mem::replace(&mut self.prepared, false)
                && self.vain.insert(self.functions.all()[at].class())
            {
                return;
            }
            self.failed.insert(goal);
            *self.failures.entry(self.failure(goal)).or_default() += 1;
        }
    }

    /// What failures of a goal are counted by.
    fn failure(&self, goal: Goal) -> u64 {
        match goal {
            Goal::Function(at) => self.functions.all()[at].class(),
            Goal::Page(page) => page as u64,
        }
    }

    /// What is worth most here, and all events up to its end, last first.
    fn choose(&self, screen: &Screen, left: usize, dice: &mut Dice) -> Option<Chosen> {
        let sheet = Sheet::of(screen, self.functions.views());
        let here = Here { place: untitled(&sheet), enables: Enables::of(screen), sheet };
        let ways = self.ways(&here);
        let mut nearly = Nearly::default();
        let makers = self.makers(left);
        let done = |class: Class| self.completed.iter().any(|(_, c)| c.class == class);
        for (at, function) in self.functions.all().iter().enumerate() {
            if self.failed.contains(&Goal::Function(at)) {
                continue;
            }
            let Some(approach) = self.approach(function, &here, &ways) else { continue };
            let far = approach.len();
            let cost = far + function.events.len();
            if cost > left {
                continue;
            }
            // On another row it is what was done already.
            let exact = !matches!(approach, Approach::Here)
                || function.events.first().is_some_and(|first| here.enables.has_exactly(first));
            let class = function.class();
            let mut dull = self.dullness(function, exact);
            // What makes something possible that no seed has done is worth doing once more, and then that.
            if makers.contains(&class) && !done(class) {
                dull = dull.min(1);
            }
            if let Some(maker) = self.functions.maker(function) {
                let made = done(self.functions.all()[maker].class());
                dull = if made { dull.saturating_sub(3) } else { dull + 4 };
            }
            nearly.add(cost + dull + self.whim(class), Goal::Function(at));
        }
        for (page, far) in ways.far.iter().enumerate() {
            let Some(far) = far.filter(|far| (1..=left).contains(far)) else { continue };
            if !self.pages.contains_key(&page) && !self.failed.contains(&Goal::Page(page)) {
                nearly.add(far + self.remoteness(page), Goal::Page(page));
            }
        }
        let goal = *dice.pick(&nearly.goals)?;
        let at = match goal {
            Goal::Function(at) => at,
            Goal::Page(page) => return Some(Chosen { goal, plan: ways.to(page), prepared: false }),
        };
        let function = &self.functions.all()[at];
        let mut plan: Vec<Planned> = function.events.iter().rev().cloned().collect();
        let mut prepared = false;
        match self.approach(function, &here, &ways)? {
            Approach::Here => {}
            Approach::Way(page, _) => plan.extend(ways.to(page)),
            Approach::Prepared(events) => {
                plan.extend(events.iter().rev().cloned());
                prepared = true;
            }
        }
        Some(Chosen { goal, plan, prepared })
    }

    /// Kinds of functions that make possible what no seed has done, where there are events enough left for it.
    fn makers(&self, left: usize) -> FxHashSet<Class> {
        let all = self.functions.all();
        let new = |f: &&Function| {
            !f.roundabout
                && (f.finishes || !f.changed.is_empty())
                && f.events.len() + 3 <= left
                && !self.families.contains_key(&f.family())
        };
        let makers = all.iter().filter(new).filter_map(|function| self.functions.maker(function));
        makers.map(|maker| all[maker].class()).collect()
    }

    /// Seeds of later rounds do not all do what is nearest: so many events more, another number for each seed.
    fn whim(&self, of: u64) -> usize {
        let round = self.candidates.len() / self.wanted.max(1);
        (FxBuildHasher.hash_one((of, self.launches)) >> 32) as usize % (2 * round.min(2) + 1)
    }

    /// So many events more are worth going to a page that no seed was on.
    fn remoteness(&self, page: usize) -> usize {
        let been = self.places.get(&self.functions.place(page)).copied().unwrap_or(0) as usize;
        let failures = self.failures.get(&(page as u64)).copied().unwrap_or(0) as usize;
        if self.functions.pages()[page].package() != self.package {
            return 20;
        }
        let named = if been == 0 { 1 } else { 4 + been.min(8) };
        named + 5 * failures + self.whim(page as u64)
    }

    /// How to come to where a function begins.
    fn approach<'f>(&self, function: &'f Function, here: &Here, ways: &Ways) -> Option<Approach<'f>> {
        let first = function.events.first()?;
        let on_page = function.page == here.sheet.layout;
        // Where it could be begun and came to nothing, what was done before it was needed.
        let vain = || self.vain.contains(&function.class());
        if on_page && function.after.first().is_some_and(|prepare| here.enables.has(prepare)) && vain() {
            return Some(Approach::Prepared(&function.after));
        }
        if on_page && here.enables.has(first)
            || function.lasting && function.place == here.place && here.enables.has_widget(first)
        {
            return Some(Approach::Here);
        }
        if on_page {
            // What was done before it on this page may have made it possible.
            let prepare = function.after.first()?;
            return here.enables.has(prepare).then_some(Approach::Prepared(&function.after));
        }
        let page = self.functions.page(&function.page)?;
        ways.far[page].map(|far| Approach::Way(page, far))
    }

    /// So many events more are worth doing for something that was done less, or that is more than a touch in a
    /// dialog.
    fn dullness(&self, function: &Function, exact: bool) -> usize {
        let class = function.class();
        let count = |counts: &FxHashMap<u64, u32>, of| counts.get(&of).copied().unwrap_or(0) as usize;
        let (times, exactly) = (count(&self.classes, class), count(&self.variants, function.variant()));
        let keys = function.events.iter().all(|e| matches!(e.key.kind, Kind::Key(_)));
        let dull = 5 * count(&self.failures, class)
            + if function.lasting && !keys { 0 } else { 3 }
            + if function.roundabout { 8 } else { 0 };
        let fresh = || function.effects().iter().any(|effect| !self.effects.contains(effect));
        dull + match (times, exactly) {
            (0, _) if function.changed.is_empty() && function.finishes => {
                3 + count(&self.families, function.family()).min(12)
            }
            _ if function.changed.is_empty() => 6 + 4 * times.min(4) + 4 * exactly.min(4),
            (0, _) => count(&self.families, function.family()).min(12),
            // What was switched on is worth switching off again.
            (..=6, 1) if function.switches && exact => 0,
            (_, 0) if fresh() => 2 + 2 * times.min(6),
            (_, 0) if exact => 3 + 2 * times.min(8),
            _ => 18 + 2 * times.min(6) + 2 * exactly.min(6),
        }
    }

    /// The shortest ways from a screen to all pages.
    fn ways(&self, here: &Here) -> Ways {
        let mut ways = Ways { far: vec![None; self.functions.pages().len()], came: FxHashMap::default() };
        let Some(start) = self.functions.page(&here.sheet.layout) else { return ways };
        ways.far[start] = Some(0);
        let mut order = vec![start];
        let mut at = 0;
        while let Some(&page) = order.get(at) {
            at += 1;
            let far = ways.far[page].unwrap_or(0);
            if far >= FAR {
                break;
            }
            for step in self.functions.moves(page) {
                let possible = page != start || here.enables.has_exactly(&step.event);
                if possible && ways.far[step.to].is_none() {
                    ways.far[step.to] = Some(far + 1);
                    ways.came.insert(step.to, (page, step.event.clone()));
                    order.push(step.to);
                }
            }
        }
        ways
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

/// What a plan is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Goal {
    /// To do a function.
    Function(usize),
    /// To come to a page.
    Page(usize),
}

/// What is pursued next.
struct Chosen {
    goal: Goal,
    /// The events, last first.
    plan: Vec<Planned>,
    /// Whether it begins with what was once done before.
    prepared: bool,
}

/// The goals of the lowest rank.
#[derive(Default)]
struct Nearly {
    rank: Option<usize>,
    goals: Vec<Goal>,
}

impl Nearly {
    fn add(&mut self, rank: usize, goal: Goal) {
        if self.rank.is_none_or(|best| rank < best) {
            self.rank = Some(rank);
            self.goals.clear();
        }
        if self.rank == Some(rank) {
            self.goals.push(goal);
        }
    }
}

/// The screen that a choice is made on.
struct Here {
    sheet: Sheet,
    place: u64,
    enables: Enables,
}

/// How to come to where a function begins.
enum Approach<'f> {
    /// It begins here.
    Here,
    /// By way of other pages, so many events.
    Way(usize, usize),
    /// By what was done before it.
    Prepared(&'f [Planned]),
}

impl Approach<'_> {
    fn len(&self) -> usize {
        match self {
            Approach::Here => 0,
            Approach::Way(_, far) => *far,
            Approach::Prepared(events) => events.len(),
        }
    }
}

/// Shortest ways between pages.
struct Ways {
    far: Vec<Option<usize>>,
    came: FxHashMap<usize, (usize, Planned)>,
}

impl Ways {
    /// The events to a page, last first.
    fn to(&self, page: usize) -> Vec<Planned> {
        let mut way = Vec::new();
        let mut at = page;
        while let Some((before, event)) = self.came.get(&at) {
            way.push(event.clone());
            at = *before;
        }
        way
    }
}

/// Pages are looked for this many events away.
const FAR: usize = 8;
/// Of so many times the seeds that are wanted, the best are kept.
const ROUNDS: usize = 6;

/// Texts that a form takes.
fn plain_texts(field: &Widget<'_>) -> Vec<&'static str> {
    FieldKind::of(field).texts().iter().copied().take(3).collect()
}

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
        self.failed.clear();
        self.item = None;
        self.functions.begin();
        self.weighted.launched(first);
    }

    fn next(&mut self, moment: &mut Moment<'_>) -> Choice {
        let length = self.current.as_ref().map_or(0, |seed| seed.steps.len());
        if length >= self.events {
            self.finish();
            self.done += 1;
            return if self.enough() { Choice::Finished } else { Choice::Restart };
        }
        let left = self.events - length;
        let own = moment.screen.package() == self.package;
        if (own || !self.plan.is_empty())
            && let Some((event, widget)) = self.pursue(moment.screen, left, &mut moment.dice)
        {
            return Choice::Do(event, widget);
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
        if let Some(seed) = &mut self.current {
            seed.steps.push(step.clone());
        }
        if step.actor == Actor::Strategy {
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
        let completed = self.functions.learn(step);
        let length = self.current.as_ref().map_or(0, |seed| seed.steps.len());
        for completed in &completed {
            self.count(completed);
            self.completed.push((length, completed.clone()));
        }
        let now = self.sheets.of(&step.after.screen);
        self.was_on(&now);
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
                self.give_up();
            }
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
        if self.enough() { Choice::Finished } else { Choice::Restart }
    }
}
