//! Widgets as plain arrays in document order, and the shrinking of two forests to where they differ.
//!
//! A subtree is a range of the arrays, and two subtrees are equal where their labels and sizes are: comparing
//! them is comparing slices, and nothing needs hashing.

use std::ops::Range;

use crate::screen::{Screen, Widget};

/// Widgets in document order; a range of them that is made of whole trees is a forest itself.
pub(super) struct Forest {
    /// Equal where the widgets are.
    pub(super) label: Vec<u32>,
    /// Widgets in the subtree, its root among them.
    pub(super) size: Vec<u32>,
    /// Where the subtree ends.
    pub(super) end: Vec<u32>,
    /// The widget's place in its screen.
    pub(super) widget: Vec<u32>,
}

impl Forest {
    /// All widgets of a screen; `label` numbers them.
    pub(super) fn of<'a>(screen: &'a Screen, mut label: impl FnMut(&Widget<'a>) -> u32) -> Self {
        let mut forest = Self::with_capacity(screen.len());
        for widget in screen.widgets() {
            forest.push(label(&widget), widget.subtree().len() as u32, widget.id().0);
        }
        forest
    }

    fn with_capacity(n: usize) -> Self {
        let array = || Vec::with_capacity(n);
        Self { label: array(), size: array(), end: array(), widget: array() }
    }

    fn push(&mut self, label: u32, size: u32, widget: u32) {
        self.end.push(self.label.len() as u32 + size);
        self.label.push(label);
        self.size.push(size);
        self.widget.push(widget);
    }

    pub(super) fn len(&self) -> usize {
        self.label.len()
    }

    /// The roots of a forest.
    pub(super) fn roots(&self, range: Range<usize>) -> impl Iterator<Item = usize> {
        let next = move |i: usize| (i < range.end).then_some(i);
        std::iter::successors(next(range.start), move |&i| next(self.end[i] as usize))
    }

    /// A copy of a forest in it.
    pub(super) fn part(&self, range: &Range<usize>) -> Self {
        let mut part = Self::with_capacity(range.len());
        for i in range.clone() {
            part.push(self.label[i], self.size[i], self.widget[i]);
        }
        part
    }

    /// A copy in which the last child comes first: the nodes in the reverse of the order in which their
    /// subtrees end.
    pub(super) fn part_mirrored(&self, range: &Range<usize>) -> Self {
        let mut part = Self::with_capacity(range.len());
        let mut by_end: Vec<usize> = Vec::with_capacity(range.len());
        let mut around: Vec<usize> = Vec::new();
        for i in range.clone() {
            while let Some(outer) = around.pop_if(|outer| self.end[*outer] as usize <= i) {
                by_end.push(outer);
            }
            around.push(i);
        }
        by_end.extend(around.into_iter().rev());
        for i in by_end.into_iter().rev() {
            part.push(self.label[i], self.size[i], self.widget[i]);
        }
        part
    }

    /// The subforests whose tables [`super::table::Tables`] fills for this one, from the last to the whole:
    /// for each place where trees end, the largest tree that ends there. Single widgets need no table.
    pub(super) fn keys(&self, range: &Range<usize>) -> Vec<Range<usize>> {
        let mut keys = vec![range.clone()];
        let mut known = vec![false; range.len() + 1];
        known[range.len()] = true;
        for i in range.clone() {
            let end = self.end[i] as usize;
            if !std::mem::replace(&mut known[end - range.start], true) && end > i + 1 {
                keys.push(i..end);
            }
        }
        keys.reverse();
        keys
    }

    /// How many widgets the subforests of [`Forest::keys`] have together.
    pub(super) fn cost(&self, range: &Range<usize>) -> u64 {
        self.keys(range).iter().map(|key| key.len() as u64).sum()
    }

    /// The same of the mirrored forest: there, a tree needs a table of its own where a sibling stands before
    /// it, that is, where the widget before it is a leaf.
    pub(super) fn cost_mirrored(&self, range: &Range<usize>) -> u64 {
        let mut cost = range.len() as u64;
        for i in range.start + 1..range.end {
            if self.size[i - 1] == 1 && self.size[i] > 1 {
                cost += u64::from(self.size[i]);
            }
        }
        cost
    }
}

/// Whether two subtrees are equal.
fn equal(a: &Forest, b: &Forest, i: usize, j: usize) -> bool {
    let size = a.size[i] as usize;
    a.label[i] == b.label[j]
        && a.size[i] == b.size[j]
        && a.label[i..i + size] == b.label[j..j + size]
        && a.size[i..i + size] == b.size[j..j + size]
}

/// Matches what is equal around the difference of two forests, and gives what remains of both; `None` where
/// nothing remains of one, so that all of the other was deleted or added.
///
/// Two rules shrink without losing the least difference. M is a least matching; every cost is 1.
///
/// *Two trees whose roots r and s are equal: r may be matched with s.* Were neither matched in M, matching
/// them would save 2. Were both matched, but not with each other, r with v inside s, and u inside r with s,
/// then v would have to contain s: impossible. So one of them is matched, say r with v, and s is an addition:
/// matching r with s and adding v instead keeps every other pair valid, for r and s contain everything, and
/// costs no more.
///
/// *Two forests AX and AY that begin with equal trees A: A may be matched with itself, and X and Y be
/// searched alone.* M cannot match both a widget of the first A with Y and one of X with the second A: the
/// former stands before the latter, their partners the other way round. Say that X is matched with Y only,
/// and k widgets of A with Y. Keep of M what matches X with Y, and match A with A. Newly unmatched are these
/// k widgets of Y. Of the second A at least k were unmatched in M (it has as many widgets as the first, and k
/// of those went elsewhere) and none is now. So it costs no more. The other case and trailing trees follow by
/// symmetry.
pub(super) fn shrink(
    a: &Forest,
    b: &Forest,
    mut ra: Range<usize>,
    mut rb: Range<usize>,
    mut matched: impl FnMut(usize, usize),
) -> Option<(Range<usize>, Range<usize>)> {
    loop {
        while !ra.is_empty() && !rb.is_empty() && equal(a, b, ra.start, rb.start) {
            let size = a.size[ra.start] as usize;
            (0..size).for_each(|k| matched(ra.start + k, rb.start + k));
            ra.start += size;
            rb.start += size;
        }
        if ra.is_empty() || rb.is_empty() {
            return None;
        }
        // Trailing trees end with equal leaves, or there are none to look for.
        if a.label[ra.end - 1] == b.label[rb.end - 1] {
            let roots: Vec<usize> = a.roots(ra.clone()).collect();
            let others: Vec<usize> = b.roots(rb.clone()).collect();
            for (&i, &j) in roots.iter().rev().zip(others.iter().rev()) {
                if !equal(a, b, i, j) {
                    break;
                }
                (0..a.size[i] as usize).for_each(|k| matched(i + k, j + k));
                (ra.end, rb.end) = (i, j);
            }
            if ra.is_empty() || rb.is_empty() {
                return None;
            }
        }
        let (i, j) = (ra.start, rb.start);
        let one_tree_each = a.end[i] as usize == ra.end && b.end[j] as usize == rb.end;
        if !one_tree_each || a.label[i] != b.label[j] {
            return Some((ra, rb));
        }
        matched(i, j);
        ra.start += 1;
        rb.start += 1;
    }
}
