//! Traces to insert that were seen to lead back to the page: the first of the two ways in which inserted traces
//! are found, before the search of the model. Each kind of event that such traces contain comes once before any
//! comes twice, by the shortest trace that has it, so that the few mutants of a position hold all of an app that
//! is within reach: functions of other pages too, with the way there and back ([`crate::far`]).

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use skink_gui::{Key, enabled};
use skink_model::{EventKey, Kind};
use skink_run::Dice;

use crate::active::Views;
use crate::effects::Sheet;
use crate::functions::{Function, Functions, untitled};
use crate::insert::{INDEPENDENT, Insert, Planned};
use crate::model::shuffle;
use crate::settings::FuzzSettings;

/// At most so many traces that start at an inactive view of the screen.
pub(crate) fn observed(
    functions: &Functions,
    views: &Views,
    settings: &FuzzSettings,
    most: usize,
    dice: &mut Dice,
) -> Vec<Insert> {
    let starts = Starts::of(views, settings);
    let place = untitled(&Sheet::of(&views.screen, &settings.views));
    let page = functions.page(&views.layout);
    let mut found: Vec<(Vec<Planned>, &Function)> = Vec::new();
    for function in functions.all() {
        let exactly = page == Some(function.page);
        if !exactly && function.place != place || function.events.len() > settings.inserted {
            continue;
        }
        let mut begun = |events: &[Planned]| -> Option<Vec<Planned>> {
            let (first, rest) = events.split_first()?;
            let first = starts.find(first, exactly, dice)?;
            Some(std::iter::once(first).chain(rest.iter().cloned()).collect())
        };
        // What is not possible here may be after what was done before it: Undo needs something to undo.
        let prepared = || [function.after.as_slice(), &function.events].concat();
        let length = function.after.len() + function.events.len();
        let needs = !function.after.is_empty() && length <= settings.inserted;
        let events = begun(&function.events).or_else(|| if needs { begun(&prepared()) } else { None });
        let Some(events) = events else { continue };
        if function.switches && settings.same_loop > 1 && settings.inserted > 1 {
            found.push((events.iter().chain(&events).cloned().collect(), function));
        }
        found.push((events, function));
    }
    for (mut events, function) in functions.far().traces(functions, (page, place), settings.inserted, dice) {
        let Some(first) = events.first().and_then(|first| starts.find(first, true, dice)) else { continue };
        events[0] = first;
        found.push((events, function));
    }
    shuffle(&mut found, dice);
    found.sort_by_key(|(events, _)| events.len());
    in_turn(found, most, dice)
}

/// One trace for each role, then another for each.
fn in_turn(found: Vec<(Vec<Planned>, &Function)>, most: usize, dice: &mut Dice) -> Vec<Insert> {
    let mut by_role: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (at, (_, function)) in found.iter().enumerate() {
        function.role_numbers().for_each(|role| by_role.entry(role).or_default().push(at));
    }
    // Where there are more roles than mutants, those near by come first, and of the others any: at another position, others.
    let mut ordered: Vec<Vec<usize>> = by_role.into_values().collect();
    ordered.sort_by_key(|queue| queue.first().map_or(0, |at| found[*at].0.len()));
    if ordered.len() > most {
        shuffle(&mut ordered[most / 2..], dice);
    }
    let mut queues: Vec<std::vec::IntoIter<usize>> = ordered.into_iter().map(Vec::into_iter).collect();
    let mut chosen: FxHashSet<&[Planned]> = FxHashSet::default();
    loop {
        let before = chosen.len();
        for queue in &mut queues {
            if chosen.len() >= most {
                break;
            }
            let fresh = queue.find(|at| !chosen.contains(found[*at].0.as_slice()));
            chosen.extend(fresh.map(|at| found[at].0.as_slice()));
        }
        if chosen.len() == before {
            break;
        }
    }
    let insert = |events: &[Planned]| Insert { source: INDEPENDENT.to_owned(), events: events.to_vec() };
    let mut inserts: Vec<Insert> = chosen.into_iter().map(insert).collect();
    inserts.sort_unstable();
    inserts
}

/// Where inserted traces may start on a screen.
pub(crate) struct Starts {
    exact: FxHashSet<EventKey>,
    rows: FxHashMap<(Kind, String, String), Vec<EventKey>>,
}

impl Starts {
    pub(crate) fn of(views: &Views, settings: &FuzzSettings) -> Self {
        let (mut exact, mut rows) = (FxHashSet::default(), FxHashMap::<_, Vec<EventKey>>::default());
        exact.insert(EventKey::plain(Kind::Key(Key::Menu)));
        for found in enabled(&views.screen) {
            if !views.may_start_at(found.widget(), &settings.views) {
                continue;
            }
            let key = EventKey::of(&found, &views.screen);
            if !key.id.is_empty() {
                rows.entry((key.kind, key.class.clone(), key.id.clone())).or_default().push(key.clone());
            }
            exact.insert(key);
        }
        Self { exact, rows }
    }

    /// The event itself where it may start a trace; else, where rows will do, the same on another row.
    pub(crate) fn find(&self, event: &Planned, rows: bool, dice: &mut Dice) -> Option<Planned> {
        if self.exact.contains(&event.key) {
            return Some(event.clone());
        }
        let alike = self.rows.get(&(event.key.kind, event.key.class.clone(), event.key.id.clone()))?;
        let key = dice.pick(alike).filter(|_| rows)?.clone();
        Some(Planned { key, data: event.data.clone() })
    }
}
