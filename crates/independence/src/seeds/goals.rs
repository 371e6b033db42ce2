//! What a seed does next: the function, or the page, that is worth most for the events it costs, and how to come there.

use std::cell::OnceCell;

use rustc_hash::{FxHashMap, FxHashSet};
use skink_gui::{Screen, ScreenHash, Structure, structure};
use skink_model::Kind;
use skink_run::Dice;

use super::SeedStrategy;
use crate::effects::{Sheet, hash};
use crate::functions::{Class, Enables, Function, untitled};
use crate::insert::Planned;
use crate::makers::Leads;

/// What a plan is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Goal {
    /// To do a function.
    Function(usize),
    /// To come to a page.
    Page(usize),
}

/// What is pursued next.
pub(super) struct Chosen {
    /// What for.
    pub(super) goal: Goal,
    /// The events, last first.
    pub(super) plan: Vec<Planned>,
    /// Whether it begins with what may have to be done before.
    pub(super) prepared: bool,
}

/// The goals of the lowest rank.
#[derive(Default)]
pub(super) struct Nearly {
    rank: Option<usize>,
    goals: Vec<Goal>,
}

impl Nearly {
    pub(super) fn add(&mut self, rank: usize, goal: Goal) {
        if self.rank.is_none_or(|best| rank < best) {
            self.rank = Some(rank);
            self.goals.clear();
        }
        if self.rank == Some(rank) {
            self.goals.push(goal);
        }
    }

    pub(super) fn pick(&self, dice: &mut Dice) -> Option<Goal> {
        dice.pick(&self.goals).copied()
    }
}

/// The screen that a choice is made on.
pub(super) struct Here {
    pub(super) page: Option<usize>,
    place: u64,
    state: Structure,
    screen: ScreenHash,
    enables: Enables,
    /// What the functions of the page lead on to, once that is asked for.
    leads: OnceCell<Leads>,
}

/// How to come to where a function begins.
pub(super) enum Approach<'f> {
    /// It begins here.
    Here,
    /// By way of other pages, so many events.
    Way(usize, usize),
    /// By what was done before it.
    Prepared(&'f [Planned]),
}

impl Approach<'_> {
    pub(super) fn len(&self) -> usize {
        match self {
            Approach::Here => 0,
            Approach::Way(_, far) => *far,
            Approach::Prepared(events) => events.len(),
        }
    }
}

/// Shortest ways between pages.
pub(super) struct Ways {
    pub(super) far: Vec<Option<usize>>,
    came: FxHashMap<usize, (usize, Planned)>,
}

impl Ways {
    /// The events to a page, last first.
    pub(super) fn to(&self, page: usize) -> Vec<Planned> {
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
/// In so many rounds tests do first what none has done; in those after them, all kinds of functions equally often.
const NEW_FIRST: usize = 4;
/// So many events more is a look at a page worth less than a function.
const LOOK: usize = 3;
/// What comes after so many functions for the first time is as good as what does after more.
const MOST_NOVEL: usize = 4;
/// So often seeds do something for what it makes possible.
const TRIES: u32 = 3;

impl SeedStrategy {
    /// What is worth most here, and all events up to its end, last first.
    pub(super) fn choose(&self, screen: &Screen, left: usize, dice: &mut Dice) -> Option<Chosen> {
        let here = self.here(screen);
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
            let failures = match approach {
                Approach::Here => hash(&(class, here.state)),
                _ => class,
            };
            let mut dull = match self.evens_out() {
                true => self.frequency(function) + 2 * self.failed_as(failures),
                false => self.dullness(function, exact) + 5 * self.failed_as(failures),
            };
            // What makes something possible that no seed has done is worth doing once more, and then that.
            if makers.contains(&class) && !done(class) && !self.failures.contains_key(&class) {
                dull = dull.min(1);
            }
            if let Some(maker) = self.functions.maker(function) {
                let made = done(self.functions.all()[maker].class());
                dull = if made { dull.saturating_sub(3) } else { dull + 4 };
            }
            let rank = cost + dull + self.whim(class);
            nearly.add(self.worth(rank, || self.novelty(function.family())), Goal::Function(at));
        }
        for (page, far) in ways.far.iter().enumerate() {
            let Some(far) = far.filter(|far| (1..=left).contains(far)) else { continue };
            if self.failed.contains(&Goal::Page(page)) {
                continue;
            }
            if self.evens_out() {
                let novelty = self.novelty(self.functions.place(page));
                if novelty > 0 && self.functions.pages()[page].package() == self.package {
                    let rank = far + LOOK + 5 * self.failed_as(page as u64) + self.whim(page as u64);
                    nearly.add(self.worth(rank, || novelty), Goal::Page(page));
                }
            } else if !self.pages.contains_key(&page) {
                nearly.add(far + self.remoteness(page), Goal::Page(page));
            }
        }
        self.planned(nearly.pick(dice)?, &here, &ways)
    }

    /// The screen, as choices are made on it.
    pub(super) fn here(&self, screen: &Screen) -> Here {
        let sheet = Sheet::of(screen, self.functions.views());
        let (state, enables) = (structure(screen), Enables::of(screen));
        let page = self.functions.page(&sheet.layout);
        Here { page, place: untitled(&sheet), state, screen: screen.hash(), enables, leads: OnceCell::new() }
    }

    /// A goal with all events up to its end.
    pub(super) fn planned(&self, goal: Goal, here: &Here, ways: &Ways) -> Option<Chosen> {
        let at = match goal {
            Goal::Function(at) => at,
            Goal::Page(page) => return Some(Chosen { goal, plan: ways.to(page), prepared: false }),
        };
        let function = &self.functions.all()[at];
        let mut plan: Vec<Planned> = function.events.iter().rev().cloned().collect();
        let mut prepared = false;
        match self.approach(function, here, ways)? {
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
            f.does() && f.events.len() + 3 <= left && !self.families.contains_key(&f.family())
        };
        let makers = all.iter().filter(new).filter_map(|function| self.functions.maker(function));
        let classes: FxHashSet<Class> = makers.map(|maker| all[maker].class()).collect();
        // What was done so often and led to nothing new will not.
        let often = |class: &Class| self.classes.get(class).is_some_and(|times| *times >= TRIES);
        classes.into_iter().filter(|class| !often(class)).collect()
    }

    /// Seeds of later rounds do not all do what is nearest: so many events more, another number for each seed.
    fn whim(&self, of: u64) -> usize {
        let round = self.candidates.len() / self.wanted.max(1);
        (hash(&(of, self.launches)) >> 32) as usize
            % (if self.evens_out() { 8 } else { 2 * round.min(2) } + 1)
    }

    /// The rank of a goal, the lower the more functions of the test it has not come after in any test yet.
    fn worth(&self, rank: usize, novelty: impl FnOnce() -> usize) -> usize {
        if self.evens_out() { 12 * rank / (2 + novelty().min(MOST_NOVEL)) } else { rank }
    }

    /// Whether tests are made to do all kinds of functions equally often, in whatever order, rather than what none has done:
    /// a bug of two functions shows where both are in one test.
    fn evens_out(&self) -> bool {
        self.candidates.len() >= self.new_first()
    }

    /// So many tests do first what none has done.
    pub(super) fn new_first(&self) -> usize {
        NEW_FIRST * self.wanted
    }

    /// So many events more are worth doing for something that all tests did less often.
    fn frequency(&self, function: &Function) -> usize {
        let times = self.often.get(&function.family()).copied().unwrap_or(0);
        let here = self.completed.iter().filter(|(_, c)| c.variant == function.variant()).count();
        let keys = function.events.iter().all(|e| matches!(e.key.kind, Kind::Key(_)));
        let nothing = function.changed.is_empty() && !function.finishes;
        (9 * times).isqrt() as usize
            + if function.lasting && !keys { 0 } else { 3 }
            + if function.roundabout { 8 } else { 0 }
            + if nothing { 6 } else { 0 }
            + if function.switches { 2 } else { 4 } * here
    }

    /// How often seeds failed at something.
    pub(super) fn failed_as(&self, counted: u64) -> usize {
        self.failures.get(&counted).copied().unwrap_or(0).min(8) as usize
    }

    /// So many events more are worth going to a page that no seed was on.
    fn remoteness(&self, page: usize) -> usize {
        let been = self.places.get(&self.functions.place(page)).copied().unwrap_or(0) as usize;
        if self.functions.pages()[page].package() != self.package {
            return 20;
        }
        let named = if been == 0 { 1 } else { 4 + been.min(8) };
        named + 5 * self.failed_as(page as u64) + self.whim(page as u64)
    }

    /// How to come to where a function begins.
    pub(super) fn approach<'f>(
        &'f self,
        function: &'f Function,
        here: &Here,
        ways: &Ways,
    ) -> Option<Approach<'f>> {
        let first = function.events.first()?;
        let on_page = here.page == Some(function.page);
        let idle = || self.idle.contains(&(hash(&first.key), here.screen));
        let nothing = self.came_to_nothing(function, here.state) || on_page && idle();
        let possible = on_page && here.enables.has(first)
            || function.lasting && function.place == here.place && here.enables.has_widget(first);
        if possible && !nothing {
            return Some(Approach::Here);
        }
        if on_page {
            // Something else has to be done before it.
            let leads = here.leads.get_or_init(|| self.functions.leads(function.page, here.state));
            let events = self.preparing(function, leads)?;
            return here.enables.has(events.first()?).then_some(Approach::Prepared(events));
        }
        let far = ways.far[function.page].filter(|_| !nothing)?;
        Some(Approach::Way(function.page, far))
    }

    /// Whether a function, or another that begins like it, came to nothing in that state.
    pub(super) fn came_to_nothing(&self, function: &Function, state: Structure) -> bool {
        let vain = |what: u64| self.vain.contains(&(what, state));
        !function.begun.contains(&state)
            && (vain(function.class()) || function.events.first().is_some_and(|first| vain(hash(&first.key))))
    }

    /// What has to be done on a function's page before it, as far as is known: what leads on to a state in which it was begun, else
    /// what was done right before it.
    pub(super) fn preparing<'f>(&'f self, function: &'f Function, leads: &Leads) -> Option<&'f [Planned]> {
        let leading = leads.to(function).map(|at| self.functions.all()[at].events.as_slice());
        leading.or(Some(function.after.as_slice()).filter(|after| !after.is_empty()))
    }

    /// So many events more are worth doing for something that was done less, or that is more than a touch in a
    /// dialog.
    fn dullness(&self, function: &Function, exact: bool) -> usize {
        let class = function.class();
        let count = |counts: &FxHashMap<u64, u32>, of| counts.get(&of).copied().unwrap_or(0) as usize;
        let (times, exactly) = (count(&self.classes, class), count(&self.variants, function.variant()));
        let keys = function.events.iter().all(|e| matches!(e.key.kind, Kind::Key(_)));
        let dull = if function.lasting && !keys { 0 } else { 3 } + if function.roundabout { 8 } else { 0 };
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
    pub(super) fn ways(&self, here: &Here) -> Ways {
        let mut ways = Ways { far: vec![None; self.functions.pages().len()], came: FxHashMap::default() };
        let Some(start) = here.page else { return ways };
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
}
