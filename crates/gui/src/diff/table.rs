//! Zhang and Shasha's tables, from which both the distance of two forests and the matching are read
//! (mirrored: forests lose their first root, so that document order serves as is).

use std::ops::Range;

use super::forest::{Forest, shrink};

/// The tables, kept for the next two forests.
///
/// With F(i, j) the distance of the widgets from i and from j on (to the ends of two trees), the first
/// widgets are deleted, added, or their trees are matched with each other: F(i, j) is the least of
/// F(i+1, j) + 1, F(i, j+1) + 1 and F(end i, end j) + T(i, j), T the distance of the two trees. Where both
/// trees reach to the end, the last is T(i, j) itself, so the two roots are matched instead: F(i+1, j+1) plus
/// 1 if they differ; the result is T. One table for each pair of [`Forest::keys`] gives T everywhere.
#[derive(Default)]
pub(super) struct Tables {
    /// T(i, j), a row for each i.
    tree: Vec<u16>,
    /// F(i, j), a row for each i and one more, a column for each j and one more.
    forest: Vec<u16>,
}

impl Tables {
    /// Finds a least matching of two forests that are not empty, together fewer than 2^16 widgets, and tells
    /// it pair by pair.
    pub(super) fn compare(&mut self, a: &Forest, b: &Forest, mut matched: impl FnMut(usize, usize)) {
        let (n, m) = (a.len(), b.len());
        self.tree.resize(self.tree.len().max(n * m), 0);
        self.forest.resize(self.forest.len().max((n + 1) * (m + 1)), 0);
        self.compare_leaves(a, b);
        let others = b.keys(&(0..m));
        for key in a.keys(&(0..n)) {
            for other in &others {
                self.fill(a, b, &key, other);
            }
        }
        // The table filled last is that of the whole forests.
        let mut open = Vec::new();
        self.trace(a, b, (0..n, 0..m), &mut open, &mut matched);
        while let Some((ra, rb)) = open.pop() {
            if let Some((ra, rb)) = shrink(a, b, ra, rb, &mut matched) {
                self.fill(a, b, &ra, &rb);
                self.trace(a, b, (ra, rb), &mut open, &mut matched);
            }
        }
    }

    /// T where one of the trees is a leaf: everything else of the other tree goes, and one widget more unless
    /// an equal one is in it.
    fn compare_leaves(&mut self, a: &Forest, b: &Forest) {
        let (n, m) = (a.len(), b.len());
        for i in (0..n).filter(|&i| a.size[i] == 1) {
            let row = &mut self.tree[i * m..][..m];
            let mut nearest = u32::MAX;
            for j in (0..m).rev() {
                if a.label[i] == b.label[j] {
                    nearest = j as u32;
                }
                row[j] = b.size[j] as u16 - u16::from(nearest < b.end[j]);
            }
        }
        for j in (0..m).filter(|&j| b.size[j] == 1) {
            let mut nearest = u32::MAX;
            for i in (0..n).rev() {
                if a.label[i] == b.label[j] {
                    nearest = i as u32;
                }
                self.tree[i * m + j] = a.size[i] as u16 - u16::from(nearest < a.end[i]);
            }
        }
    }

    /// F for two forests, and T for the pairs of trees that end where they end.
    fn fill(&mut self, a: &Forest, b: &Forest, ra: &Range<usize>, rb: &Range<usize>) {
        let (m, width) = (b.len(), b.len() + 1);
        let columns = rb.start..rb.end;
        let ends = &b.end[columns.clone()];
        let labels = &b.label[columns.clone()];
        for (cell, left) in self.forest[ra.end * width..][rb.start..=rb.end].iter_mut().rev().zip(0..) {
            *cell = left;
        }
        for i in ra.clone().rev() {
            let end = a.end[i] as usize;
            let (upper, lower) = self.forest.split_at_mut((i + 1) * width);
            let row = &mut upper[i * width..];
            let below = &lower[..width];
            let past = &lower[(end - i - 1) * width..][..width];
            let trees = &mut self.tree[i * m..][..m];
            let mut right = (ra.end - i) as u16;
            row[rb.end] = right;
            let row = row[columns.clone()].iter_mut();
            let trees = trees[columns.clone()].iter_mut();
            if end < ra.end {
                let cells = row.zip(&below[columns.clone()]).zip(trees).zip(ends);
                for (((cell, &down), &mut tree), &end) in cells.rev() {
                    right = (down + 1).min(past[end as usize] + tree).min(right + 1);
                    *cell = right;
                }
            } else {
                let mut diagonal = below[rb.end];
                let cells = row.zip(&below[columns.clone()]).zip(trees).zip(ends).zip(labels);
                for ((((cell, &down), tree), &end), &label) in cells.rev() {
                    if end as usize == rb.end {
                        let both = diagonal + u16::from(label != a.label[i]);
                        right = (down + 1).min(both).min(right + 1);
                        *tree = right;
                    } else {
                        right = (down + 1).min(past[end as usize] + *tree).min(right + 1);
                    }
                    *cell = right;
                    diagonal = down;
                }
            }
        }
    }

    /// Reads a matching off the table of two forests. Trees that are matched with each other as a whole have
    /// tables of their own and are left in `open`.
    fn trace(
        &self,
        a: &Forest,
        b: &Forest,
        (ra, rb): (Range<usize>, Range<usize>),
        open: &mut Vec<(Range<usize>, Range<usize>)>,
        matched: &mut impl FnMut(usize, usize),
    ) {
        let (m, width) = (b.len(), b.len() + 1);
        let forest = |i: usize, j: usize| self.forest[i * width + j];
        let (mut i, mut j) = (ra.start, rb.start);
        while i < ra.end && j < rb.end {
            let distance = forest(i, j);
            let (past_i, past_j) = (a.end[i] as usize, b.end[j] as usize);
            if past_i == ra.end && past_j == rb.end {
                if distance == forest(i + 1, j + 1) + u16::from(a.label[i] != b.label[j]) {
                    matched(i, j);
                    (i, j) = (i + 1, j + 1);
                    continue;
                }
            } else if distance == forest(past_i, past_j) + self.tree[i * m + j] {
                open.push((i..past_i, j..past_j));
                (i, j) = (past_i, past_j);
                continue;
            }
            if distance == forest(i + 1, j) + 1 {
                i += 1;
            } else {
                j += 1;
            }
        }
    }
}
