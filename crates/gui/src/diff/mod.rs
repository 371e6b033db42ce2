//! The difference of two screens: which widgets went, which came, which changed.
//!
//! It is the ordered tree edit distance with unit costs and the mapping behind it (Zhang and Shasha, "Simple
//! fast algorithms for the editing distance between trees and related problems", 1989). What is equal around
//! the difference is matched first (`forest.rs` proves that this costs nothing), and only the rest is
//! searched (`table.rs`).

mod forest;
mod table;

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::screen::{Flags, Screen, Widget, WidgetId};
use forest::{Forest, shrink};
use table::Tables;

/// The most pairs of widgets that are compared: two tables of 16 bits each, 128 MB together.
const MAX_PAIRS: usize = 1 << 25;
/// The most table cells that one difference fills: two to four seconds of work. Two screens of 1,000 widgets
/// each that share nothing need a hundredth of it (the invented pairs of `benches/diff.rs`).
const MAX_CELLS: u64 = 1 << 31;

/// How one screen became another: a one-to-one matching of widgets that keeps what is inside what and what
/// stands before what, with the fewest widgets deleted, added and changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    mapping: Vec<(WidgetId, WidgetId)>,
    changed: Vec<(WidgetId, WidgetId)>,
    deleted: Vec<WidgetId>,
    added: Vec<WidgetId>,
    exact: bool,
}

impl Difference {
    /// How many widgets were deleted, added or changed.
    pub fn distance(&self) -> u32 {
        (self.deleted.len() + self.added.len() + self.changed.len()) as u32
    }

    /// Whether no smaller difference exists. False only for screens that are too large to search (thousands
    /// of widgets that differ, or hundreds nested hundreds deep): the difference is then a true one, but may
    /// not be the least.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// Whether nothing that the difference looks at differs.
    pub fn is_empty(&self) -> bool {
        self.distance() == 0
    }

    /// Widgets of the screen before that are gone, in document order.
    pub fn deleted(&self) -> &[WidgetId] {
        &self.deleted
    }

    /// Widgets of the screen after that are new, in document order.
    pub fn added(&self) -> &[WidgetId] {
        &self.added
    }

    /// Widgets that are on both screens but look or read different, in document order.
    pub fn changed(&self) -> &[(WidgetId, WidgetId)] {
        &self.changed
    }

    /// Every widget that is on both screens, changed or not, in the document order of both.
    pub fn mapping(&self) -> &[(WidgetId, WidgetId)] {
        &self.mapping
    }
}

/// What makes a widget another one: its class, resource id, text, description, hint, and the states that a
/// user reads off it. Left out is what moves by itself: bounds and drawing order shift when something above
/// grows, focus follows every tap, the index counts hidden siblings too, and the package and what can be
/// done to a widget follow from its class and place.
fn label<'a>(w: &Widget<'a>) -> ([&'a str; 5], Flags) {
    let seen = Flags::CHECKABLE | Flags::CHECKED | Flags::SELECTED | Flags::ENABLED;
    ([w.class(), w.resource_id(), w.text(), w.desc(), w.hint()], w.flags() & seen)
}

/// The difference from one screen to another.
///
/// The same two screens always give the same difference. Where several are least, equal leading siblings are
/// matched before equal trailing ones (of equal rows, the last is the one that went or came), and in what
/// remains, read from one end to the other, matching a widget goes before deleting it, and deleting before
/// adding. Several roots, or none, are no special case.
pub fn diff(before: &Screen, after: &Screen) -> Difference {
    let mut labels = FxHashMap::default();
    let mut number = |w: &_| {
        let next = labels.len() as u32;
        *labels.entry(label(w)).or_insert(next)
    };
    let (before, after) = (Forest::of(before, &mut number), Forest::of(after, &mut number));
    let mut search = Search { partner: vec![NONE; before.len()], budget: MAX_CELLS, exact: true };
    search.run(&before, &after);
    search.finish(&before, &after)
}

/// No partner.
const NONE: u32 = u32::MAX;

/// A search under way.
struct Search {
    /// For each widget before, its partner after.
    partner: Vec<u32>,
    /// Table cells that may still be filled.
    budget: u64,
    exact: bool,
}

impl Search {
    fn run(&mut self, a: &Forest, b: &Forest) {
        let mut tables = Tables::default();
        let mut open = vec![(0..a.len(), 0..b.len())];
        while let Some((ra, rb)) = open.pop() {
            let Some((ra, rb)) = shrink(a, b, ra, rb, |i, j| self.partner[i] = j as u32) else { continue };
            let cells = if ra.len() * rb.len() <= MAX_PAIRS && ra.len() + rb.len() < usize::from(u16::MAX) {
                let [forth, back] = [a.cost(&ra), a.cost_mirrored(&ra)];
                let [forth, back] = [forth * b.cost(&rb), back * b.cost_mirrored(&rb)];
                Some((forth.min(back), back < forth))
            } else {
                None
            };
            match cells {
                Some((cells, mirror)) if cells <= self.budget => {
                    self.budget -= cells;
                    let (a, b) = if mirror {
                        (a.part_mirrored(&ra), b.part_mirrored(&rb))
                    } else {
                        (a.part(&ra), b.part(&rb))
                    };
                    tables.compare(&a, &b, |i, j| {
                        self.partner[a.widget[i] as usize] = b.widget[j];
                    });
                }
                _ => self.split(a, b, (ra, rb), &mut open),
            }
        }
    }

    /// Gives up on the least difference of two forests: their roots are matched in order, and what is inside
    /// them is searched for each pair alone.
    fn split(
        &mut self,
        a: &Forest,
        b: &Forest,
        (ra, rb): (Range<usize>, Range<usize>),
        open: &mut Vec<(Range<usize>, Range<usize>)>,
    ) {
        self.exact = false;
        for (i, j) in a.roots(ra).zip(b.roots(rb)) {
            self.partner[i] = j as u32;
            open.push((i + 1..a.end[i] as usize, j + 1..b.end[j] as usize));
        }
    }

    fn finish(self, a: &Forest, b: &Forest) -> Difference {
        let mut kept = vec![false; b.len()];
        let (mut mapping, mut changed, mut deleted) = (Vec::new(), Vec::new(), Vec::new());
        for (i, &j) in self.partner.iter().enumerate() {
            let widget = WidgetId(i as u32);
            if j == NONE {
                deleted.push(widget);
                continue;
            }
            kept[j as usize] = true;
            mapping.push((widget, WidgetId(j)));
            if a.label[i] != b.label[j as usize] {
                changed.push((widget, WidgetId(j)));
            }
        }
        let added = (0..).zip(&kept).filter(|(_, kept)| !**kept).map(|(j, _)| WidgetId(j)).collect();
        Difference { mapping, changed, deleted, added, exact: self.exact }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::{Header, ScreenBuilder, WidgetSpec};
    use proptest::prelude::*;

    /// A forest from each widget's label and how many levels are closed after it.
    fn forest(widgets: &[(u32, usize)]) -> (Screen, Forest) {
        let mut b = ScreenBuilder::new();
        for (label, closed) in widgets {
            b.open(&WidgetSpec { class: &label.to_string(), ..Default::default() });
            (0..*closed).for_each(|_| b.close());
        }
        let screen = b.finish(&Header::default());
        let forest = Forest::of(&screen, |w| w.class().parse().unwrap());
        (screen, forest)
    }

    fn within(budget: u64, before: &Forest, after: &Forest) -> Difference {
        let mut search = Search { partner: vec![NONE; before.len()], budget, exact: true };
        search.run(before, after);
        search.finish(before, after)
    }

    fn widgets() -> impl Strategy<Value = Vec<(u32, usize)>> {
        proptest::collection::vec((0..3u32, 0..4usize), 0..30)
    }

    proptest! {
        #[test]
        fn without_a_budget_the_difference_is_still_a_true_one(
            a in widgets(), b in widgets(), budget in prop_oneof![Just(0u64), 0..400u64],
        ) {
            let ((before, a), (after, b)) = (forest(&a), forest(&b));
            let (least, bound) = (within(MAX_CELLS, &a, &b), within(budget, &a, &b));
            prop_assert!(least.is_exact());
            prop_assert!(bound.distance() >= least.distance());
            prop_assert!(!bound.is_exact() || bound.distance() == least.distance());
            let mapping = bound.mapping();
            prop_assert!(mapping.windows(2).all(|w| w[0].0 < w[1].0 && w[0].1 < w[1].1));
            let inside = |s: &Screen, inner, outer| s.widget(inner).ancestors().any(|w| w.id() == outer);
            for &(i, j) in mapping {
                for &(k, l) in mapping {
                    prop_assert_eq!(inside(&before, i, k), inside(&after, j, l));
                }
            }
        }

        #[test]
        fn the_work_of_a_mirrored_forest_is_foretold(a in widgets()) {
            let (_, a) = forest(&a);
            let all = 0..a.len();
            let mirrored = a.part_mirrored(&all);
            prop_assert_eq!(a.cost_mirrored(&all), mirrored.cost(&all));
            let back = mirrored.part_mirrored(&all);
            prop_assert_eq!((&back.label, &back.size), (&a.label, &a.size));
        }
    }
}
