//! Reducers: which attributes of a widget stay in its name (section III-B, definitions 5 to 7).
//!
//! The primitive ones keep the type (R_c: class and resource id), the index (R_i), the appearance (R_t: text,
//! description, whether checked), or put the parent's name in front (R_p). Their aggregates are the 2^4 sets of
//! primitive ones, the empty set being R_∅; a reducer is finer than another if it has all of the other's and more.

use std::fmt;

/// A set of primitive reducers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reducer(u8);

impl Reducer {
    /// Keeps nothing.
    pub const NOTHING: Self = Self(0);
    /// Keeps class and resource id.
    pub const TYPE: Self = Self(1);
    /// Keeps the position among siblings.
    pub const INDEX: Self = Self(1 << 1);
    /// Keeps what is shown.
    pub const TEXT: Self = Self(1 << 2);
    /// Puts the parent's name in front.
    pub const PARENT: Self = Self(1 << 3);

    /// All sixteen, coarser ones before finer ones.
    pub fn all() -> [Self; 16] {
        let mut all = std::array::from_fn(|bits| Self(bits as u8));
        all.sort_by_key(|reducer| (reducer.primitives(), reducer.0));
        all
    }

    /// Both together.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether all of `other`'s attributes are kept too.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether it keeps all that `other` keeps, and more.
    pub const fn finer_than(self, other: Self) -> bool {
        self.0 != other.0 && self.has(other)
    }

    /// How many primitive reducers it is made of.
    pub const fn primitives(self) -> u32 {
        self.0.count_ones()
    }

    /// How many primitive reducers only one of the two has.
    pub const fn distance(self, other: Self) -> u32 {
        (self.0 ^ other.0).count_ones()
    }
}

impl fmt::Display for Reducer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            (Self::TYPE, "type"),
            (Self::INDEX, "position"),
            (Self::TEXT, "text"),
            (Self::PARENT, "what contains it"),
        ];
        let mut first = true;
        for (_, name) in names.iter().filter(|(one, _)| self.has(*one)) {
            f.write_str(if first { "" } else { " and " })?;
            f.write_str(name)?;
            first = false;
        }
        f.write_str(if first { "nothing" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_aggregates_are_ordered_by_what_they_keep() {
        let all = Reducer::all();
        assert_eq!((all[0], all[15].primitives()), (Reducer::NOTHING, 4));
        assert!(all.is_sorted_by_key(|r| r.primitives()));
        let both = Reducer::INDEX.and(Reducer::PARENT);
        assert!(both.finer_than(Reducer::INDEX) && both.finer_than(Reducer::NOTHING));
        assert!(!both.finer_than(both) && !both.finer_than(Reducer::TEXT));
        assert!(!Reducer::TEXT.finer_than(both), "neither is finer than the other");
        // Each of the 16 is finer than its proper subsets: 3^4 - 2^4 pairs.
        let pairs = all.iter().flat_map(|a| all.iter().map(move |b| a.finer_than(*b)));
        assert_eq!(pairs.filter(|finer| *finer).count(), 65);
    }

    #[test]
    fn reducers_say_what_they_keep() {
        assert_eq!(Reducer::NOTHING.to_string(), "nothing");
        assert_eq!(Reducer::TEXT.and(Reducer::PARENT).to_string(), "text and what contains it");
    }
}
