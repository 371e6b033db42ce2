//! Functions of other pages, with the way there and the way back: inserted traces that mining never did as a whole. The Genie
//! paper's search (Algorithm 2) comes upon such traces by chance among all that lead back; here what a page is good for is known
//! (`functions`), and so are the ways between pages. What was begun there may be left before it has ended.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use skink_model::Kind;
use skink_run::Dice;

use crate::functions::{Class, Function, Functions};
use crate::insert::Planned;
use crate::patience;

/// Functions and ways, made ready.
pub(crate) struct Far {
    /// Of each class, the page of some functions and their numbers.
    functions: Vec<Vec<(usize, usize)>>,
    /// From each page, the shortest ways to those near it.
    ways: Vec<FxHashMap<usize, Way>>,
    /// A page of each kind, whatever its title.
    places: FxHashMap<u64, usize>,
}

/// Moves, each by the page it leaves and its number there.
type Way = Vec<(usize, usize)>;

/// Ways are no longer than that.
const LONGEST: usize = 3;
/// Functions of one class that are kept: first those that change something, then the shortest.
const OF_A_CLASS: usize = 6;

impl Far {
    pub(crate) fn of(all: &Functions) -> Self {
        let apt = |(at, function): (usize, &Function)| {
            (function.lasting && !function.roundabout).then_some((function.page, at))
        };
        let mut functions: Vec<(usize, usize)> = all.all().iter().enumerate().filter_map(apt).collect();
        functions.sort_by_key(|(_, at)| {
            let function = &all.all()[*at];
            (function.changed.is_empty(), function.events.len())
        });
        let mut classes: BTreeMap<Class, Vec<(usize, usize)>> = BTreeMap::new();
        for (page, at) in functions {
            let kept = classes.entry(all.all()[at].class()).or_default();
            if kept.len() < OF_A_CLASS {
                kept.push((page, at));
            }
        }
        let functions = classes.into_values().collect();
        let pages = 0..all.pages().len();
        let ways = pages.clone().map(|page| ways(all, page)).collect();
        let places = pages.rev().map(|page| (all.place(page), page)).collect();
        Self { functions, ways, places }
    }

    /// The number of a page; where it was never seen by that title, of another of its kind.
    fn number(&self, (page, place): (Option<usize>, u64)) -> Option<usize> {
        page.or_else(|| self.places.get(&place).copied())
    }

    /// The way from a page to another, and the way back.
    pub(crate) fn visit(
        &self,
        all: &Functions,
        from: (Option<usize>, u64),
        to: (Option<usize>, u64),
    ) -> Option<(Vec<Planned>, Vec<Planned>)> {
        let (here, there) = (self.number(from)?, self.number(to)?);
        let way = |from: usize, to: usize| Some(events(all, self.ways.get(from)?.get(&to)?));
        Some((way(here, there)?, way(there, here)?))
    }

    /// Traces of at most so many events from a page to functions of others and back, one of each class. Where the page was never seen by that
    /// title, the ways are those of another of its kind.
    pub(crate) fn traces<'f>(
        &self,
        all: &'f Functions,
        from: (Option<usize>, u64),
        most: usize,
        dice: &mut Dice,
    ) -> Vec<(Vec<Planned>, &'f Function)> {
        let Some(here) = self.number(from) else { return Vec::new() };
        let events = |way: &Way| events(all, way);
        let mut found = Vec::new();
        for class in &self.functions {
            let Some((there, at)) = dice.pick(class) else { continue };
            let function = &all.all()[*at];
            let ways = self.ways.get(here).and_then(|from| from.get(there));
            let ways = ways.zip(self.ways[*there].get(&here)).filter(|_| function.place != from.1);
            let Some((out, back)) = ways else { continue };
            let mut own = function.events.as_slice();
            let waits = own.iter().rev().take_while(|event| event.key.kind == Kind::Wait).count();
            let mut back = events(back);
            if waits > 0 && dice.below(2) == 0 {
                own = &own[..own.len() - waits];
                back.push(Planned::wait(patience::MILLIS));
            }
            if out.len() + own.len() + back.len() <= most {
                found.push(([&events(out), own, &back].concat(), function));
            }
        }
        found
    }
}

fn events(all: &Functions, way: &Way) -> Vec<Planned> {
    way.iter().map(|(page, step)| all.moves(*page)[*step].event.clone()).collect()
}

/// The shortest ways from a page, by what was done most often.
fn ways(all: &Functions, from: usize) -> FxHashMap<usize, Way> {
    let mut found: FxHashMap<usize, Way> = FxHashMap::default();
    let mut level = vec![from];
    found.insert(from, Vec::new());
    for _ in 0..LONGEST {
        let mut next = Vec::new();
        for page in level {
            let moves = all.moves(page);
            let mut often: Vec<usize> = (0..moves.len()).collect();
            often.sort_by_key(|step| std::cmp::Reverse(moves[*step].times));
            for step in often {
                let to = moves[step].to;
                if !found.contains_key(&to) {
                    let way = found[&page].iter().copied().chain([(page, step)]).collect();
                    found.insert(to, way);
                    next.push(to);
                }
            }
        }
        level = next;
    }
    found
}
