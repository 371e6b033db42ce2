//! Traces to insert that were seen to lead back to the page: the first of the two ways in which inserted traces
//! are found, before the search of the model. Each kind of event that such traces contain comes once before any
//! comes twice, by the shortest trace that has it, so that the few mutants of a position hold all of an app that
//! is within reach: functions of other pages too, with the way there and back ([`crate::far`]).

use rustc_hash::{FxHashMap, FxHashSet};
use skink_gui::{Key, enabled};
use skink_model::{EventKey, Kind};
use skink_run::Dice;

use crate::active::Views;
use crate::effects::Sheet;
use crate::far::Trace;
use crate::functions::{Functions, untitled};
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
    let mut found: Vec<Trace<'_>> = Vec::new();
    for function in functions.all() {
        let exactly = page == Some(function.page);
        if !exactly && function.place != place || function.events.len() > settings.inserted {
            continue;
        }
        let trace = |parts| Trace { function, parts, first: None, twice: false, waits: false };
        let own = trace([&function.events, &[], &[]]);
        // What is not possible here may be after what was done before it: Undo needs something to undo.
        let prepared = trace([&function.after, &function.events, &[]]);
        let needs = !function.after.is_empty() && prepared.len() <= settings.inserted;
        let begun = starts.begin(own, exactly, dice);
        let begun = begun.or_else(|| if needs { starts.begin(prepared, exactly, dice) } else { None });
        let Some(begun) = begun else { continue };
        if function.switches && settings.same_loop > 1 && settings.inserted > 1 {
            found.push(Trace { first: begun.first.clone(), twice: true, ..begun });
        }
        found.push(begun);
    }
    for trace in functions.far().traces(functions, (page, place), settings.inserted, dice) {
        found.extend(starts.begin(trace, true, dice));
    }
    shuffle(&mut found, dice);
    found.sort_by_key(Trace::len);
    in_turn(&found, most, dice)
}

/// One trace for each role, then another for each.
fn in_turn(found: &[Trace<'_>], most: usize, dice: &mut Dice) -> Vec<Insert> {
    let mut by_role: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
    for (at, trace) in found.iter().enumerate() {
        trace.function.role_numbers().for_each(|role| by_role.entry(role).or_default().push(at));
    }
    // Where there are more roles than mutants, those near by come first, and of the others any: at another position, others.
    let mut ordered: Vec<(u64, Vec<usize>)> = by_role.into_iter().collect();
    ordered.sort_by_key(|(role, queue)| (queue.first().map_or(0, |at| found[*at].len()), *role));
    if ordered.len() > most {
        shuffle(&mut ordered[most / 2..], dice);
    }
    let mut queues: Vec<std::vec::IntoIter<usize>> =
        ordered.into_iter().map(|(_, queue)| queue.into_iter()).collect();
    let mut chosen: FxHashSet<Vec<Planned>> = FxHashSet::default();
    loop {
        let before = chosen.len();
        for queue in &mut queues {
            if chosen.len() >= most {
                break;
            }
            // The next that is not chosen yet.
            queue.find(|at| chosen.insert(found[*at].events()));
        }
        if chosen.len() == before {
            break;
        }
    }
    let insert = |events: Vec<Planned>| Insert { source: INDEPENDENT.to_owned(), events };
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
        Some(self.start(event, rows, dice)?.unwrap_or_else(|| event.clone()))
    }

    /// A trace that begins here, if need be on another row.
    fn begin<'f>(&self, trace: Trace<'f>, rows: bool, dice: &mut Dice) -> Option<Trace<'f>> {
        let first = self.start(trace.begins()?, rows, dice)?;
        Some(Trace { first, ..trace })
    }

    /// What starts a trace in the place of an event, if not the event itself; none where nothing may.
    fn start(&self, event: &Planned, rows: bool, dice: &mut Dice) -> Option<Option<Planned>> {
        if self.exact.contains(&event.key) {
            return Some(None);
        }
        let alike = self.rows.get(&(event.key.kind, event.key.class.clone(), event.key.id.clone()))?;
        let key = dice.pick(alike).filter(|_| rows)?.clone();
        Some(Some(Planned { key, data: event.data.clone() }))
    }
}
