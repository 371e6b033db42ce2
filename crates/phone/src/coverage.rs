//! Branch coverage of sample apps.
//!
//! An app marks its branches with two macros: `cover!(cx)` in an arm, `branch!(cx, condition)` around a
//! condition, whose two sides count apart. A mark is known by its line, and the app hands its own source to the
//! manifest, so that the total is counted from the same text that is compiled and cannot drift from it.

/// Marks that this place ran. Works with whatever has a `mark` method: [`crate::Ui`] and [`crate::Cx`].
#[macro_export]
macro_rules! cover {
    ($cx:expr) => {
        $cx.mark(line!() * 2)
    };
}

/// The condition, after marking which way it went. At most one a line.
#[macro_export]
macro_rules! branch {
    ($cx:expr, $condition:expr) => {{
        let went = $condition;
        $cx.mark(line!() * 2 + u32::from(went));
        went
    }};
}

/// Number of branches marked in a source text.
pub(crate) fn branches_in(source: &str) -> u32 {
    let code = source.lines().map(|line| line.split("//").next().unwrap_or(line));
    code.map(|line| u32::from(line.contains("cover!(")) + 2 * u32::from(line.contains("branch!("))).sum()
}

/// Which branches ran.
#[derive(Clone, Default)]
pub(crate) struct Covered {
    bits: Vec<u64>,
    /// Those that ran for the first time since somebody looked.
    fresh: Vec<u32>,
}

impl Covered {
    pub(crate) fn mark(&mut self, branch: u32) {
        let (word, bit) = (branch as usize / 64, 1 << (branch % 64));
        if word >= self.bits.len() {
            self.bits.resize(word + 1, 0);
        }
        if self.bits[word] & bit == 0 {
            self.bits[word] |= bit;
            self.fresh.push(branch);
        }
    }

    pub(crate) fn take_fresh(&mut self) -> Vec<u32> {
        let mut fresh = std::mem::take(&mut self.fresh);
        fresh.sort_unstable();
        fresh
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arms_count_once_and_conditions_twice() {
        let source = "cover!(cx);\nif branch!(cx, a) {} // branch!(\n// cover!(cx)\n";
        assert_eq!(branches_in(source), 3);
    }

    #[test]
    fn a_branch_is_fresh_once() {
        let mut covered = Covered::default();
        for branch in [7, 200, 7] {
            covered.mark(branch);
        }
        assert_eq!(covered.take_fresh(), [7, 200]);
        covered.mark(7);
        assert!(covered.take_fresh().is_empty());
    }
}
