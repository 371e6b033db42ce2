//! Functions of other pages, with the way there and the way back: inserted traces that mining never did as a whole. The Genie
//! paper's search (Algorithm 2) comes upon such traces by chance among all that lead back; here what a page is good for is known
//! (`functions`), and so are the ways between pages. What was begun there may be left before it has ended.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use skink_model::Kind;
use skink_run::Dice;

use crate::functions::{Class, Function, Functions, Move};
use crate::insert::Planned;
use crate::patience;

/// Functions and ways, made ready.
pub(crate) struct Far {
    /// Of each class, the numbers of some functions.
    functions: Vec<Vec<usize>>,
    /// From each page, the shortest ways to those near it.
    ways: Vec<FxHashMap<usize, Vec<Planned>>>,
    /// A page of each kind, whatever its title.
    places: FxHashMap<u64, usize>,
}

/// Ways are no longer than that.
const LONGEST: usize = 3;
/// Functions of one class that are kept: first those that change something, then the shortest.
const OF_A_CLASS: usize = 6;

impl Far {
    pub(crate) fn of(all: &Functions) -> Self {
        let apt = |(_, function): &(usize, &Function)| function.lasting && !function.roundabout;
        let mut functions: Vec<(usize, &Function)> = all.all().iter().enumerate().filter(apt).collect();
        functions.sort_by_key(|(_, function)| (function.changed.is_empty(), function.events.len()));
        let mut classes: BTreeMap<Class, Vec<usize>> = BTreeMap::new();
        for (at, function) in functions {
            let kept = classes.entry(function.class()).or_default();
            if kept.len() < OF_A_CLASS {
                kept.push(at);
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
        from: (Option<usize>, u64),
        to: (Option<usize>, u64),
    ) -> Option<(&[Planned], &[Planned])> {
        let (here, there) = (self.number(from)?, self.number(to)?);
        let way = |from: usize, to: usize| self.ways.get(from)?.get(&to).map(Vec::as_slice);
        Some((way(here, there)?, way(there, here)?))
    }

    /// Traces of at most so many events from a page to functions of others and back, one of each class. Where the page was never seen by that
    /// title, the ways are those of another of its kind.
    pub(crate) fn traces<'f>(
        &'f self,
        all: &'f Functions,
        from: (Option<usize>, u64),
        most: usize,
        dice: &mut Dice,
    ) -> Vec<Trace<'f>> {
        let Some(here) = self.number(from) else { return Vec::new() };
        let mut found = Vec::new();
        for class in &self.functions {
            let Some(at) = dice.pick(class) else { continue };
            let function = &all.all()[*at];
            let ways = self.ways.get(here).and_then(|from| from.get(&function.page));
            let ways = ways.zip(self.ways[function.page].get(&here)).filter(|_| function.place != from.1);
            let Some((out, back)) = ways else { continue };
            let mut own = function.events.as_slice();
            let waits = own.iter().rev().take_while(|event| event.key.kind == Kind::Wait).count();
            let later = waits > 0 && dice.below(2) == 0;
            if later {
                own = &own[..own.len() - waits];
            }
            let trace = Trace { function, parts: [out, own, back], first: None, twice: false, waits: later };
            if trace.len() <= most {
                found.push(trace);
            }
        }
        found
    }
}

/// A trace that may be inserted. Most are not, so that its events are put together late.
pub(crate) struct Trace<'f> {
    /// What it is for.
    pub(crate) function: &'f Function,
    /// Its events.
    pub(crate) parts: [&'f [Planned]; 3],
    /// What stands in the place of the first: the same on another row.
    pub(crate) first: Option<Planned>,
    /// Whether all is done twice: what is switched is switched back.
    pub(crate) twice: bool,
    /// Whether it waits in the end for what was left before its end.
    pub(crate) waits: bool,
}

impl Trace<'_> {
    /// How many events.
    pub(crate) fn len(&self) -> usize {
        let once: usize = self.parts.iter().map(|part| part.len()).sum();
        once * (1 + usize::from(self.twice)) + usize::from(self.waits)
    }

    /// Its first event, but for the row.
    pub(crate) fn begins(&self) -> Option<&Planned> {
        self.parts.iter().find_map(|part| part.first())
    }

    /// Its events.
    pub(crate) fn events(&self) -> Vec<Planned> {
        let mut events = self.parts.concat();
        if let (Some(first), Some(begins)) = (&self.first, events.first_mut()) {
            *begins = first.clone();
        }
        if self.twice {
            events.extend_from_within(..);
        }
        events.extend(self.waits.then(|| Planned::wait(patience::MILLIS)));
        events
    }
}

/// The shortest ways from a page, by what was done most often.
fn ways(all: &Functions, from: usize) -> FxHashMap<usize, Vec<Planned>> {
    let mut found: FxHashMap<usize, Vec<Planned>> = FxHashMap::default();
    let mut level = vec![from];
    found.insert(from, Vec::new());
    for _ in 0..LONGEST {
        let mut next = Vec::new();
        for page in level {
            let mut often: Vec<&Move> = all.moves(page).iter().collect();
            often.sort_by_key(|step| std::cmp::Reverse(step.times));
            for Move { event, to, .. } in often {
                if !found.contains_key(to) {
                    let way = found[&page].iter().chain([event]).cloned().collect();
                    found.insert(*to, way);
                    next.push(*to);
                }
            }
        }
        level = next;
    }
    found
}
