//! Violations that stand alone: the test is long, and of what ends with the same inserted event, and of what loses the same kind of
//! widget, rules doubt much and leave little. What they know of such events and widgets is then likelier to hold here too than that
//! it is a bug: a bug is mostly shown by a shorter test, or by several. The Genie paper ranks by how often an error occurs
//! (section 4.3); here it is weighed how often its like are meant.

use std::collections::BTreeMap;

use skink_model::EventKey;

use crate::suspects::Verdict;

/// What is weighed of a violation.
pub(crate) struct Like {
    /// The last inserted event.
    pub last: EventKey,
    /// The kind of widget that lost an effect first.
    pub lost: String,
    /// Events of seed and insertion.
    pub events: usize,
    /// What the other rules made of it.
    pub verdict: Verdict,
}

/// In a shorter test there is little that could explain the loss.
const LONG: usize = 9;
/// So many that end with the same event are doubted for each that is left.
const SAME_EVENT: usize = 4;
/// So many that lose the same are doubted for each that is left, and at most so many are left.
const SAME_LOSS: usize = 5;
const FEW: usize = 3;

/// How many are doubted and how many are left.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Company {
    pub doubted: usize,
    pub left: usize,
}

impl Company {
    fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Doubtful => self.doubted += 1,
            Verdict::Reported | Verdict::Duplicate => self.left += 1,
            Verdict::Unsteady => {}
        }
    }
}

/// For each that stands alone: what became of those that lose the same.
pub(crate) fn alone(all: &[Like]) -> Vec<Option<Company>> {
    let mut by_event: BTreeMap<&EventKey, Company> = BTreeMap::new();
    let mut by_loss: BTreeMap<&str, Company> = BTreeMap::new();
    for Like { last, lost, verdict, .. } in all {
        by_event.entry(last).or_default().add(*verdict);
        by_loss.entry(lost).or_default().add(*verdict);
    }
    let stands = |like: &Like| {
        let (event, loss) = (by_event[&like.last], by_loss[like.lost.as_str()]);
        let alone = like.events >= LONG
            && event.doubted >= SAME_EVENT * event.left
            && loss.left <= FEW
            && loss.doubted >= SAME_LOSS * loss.left;
        (like.verdict == Verdict::Reported && alone).then_some(loss)
    };
    all.iter().map(stands).collect()
}

#[cfg(test)]
mod tests {
    use skink_model::Kind;

    use super::*;
    use Verdict::{Doubtful, Reported};

    /// Those that end with an event and lose something, so many of each verdict, in tests of so many events.
    fn some(number: usize, event: &str, lost: &str, events: usize, verdict: Verdict) -> Vec<Like> {
        let last = EventKey { id: event.to_owned(), ..EventKey::plain(Kind::Tap) };
        (0..number).map(|_| Like { last: last.clone(), lost: lost.to_owned(), events, verdict }).collect()
    }

    /// How many stand alone.
    fn count(all: Vec<Vec<Like>>) -> usize {
        alone(&all.into_iter().flatten().collect::<Vec<_>>()).into_iter().flatten().count()
    }

    #[test]
    fn a_long_test_whose_like_are_mostly_doubted_stands_alone() {
        let of =
            |events| vec![some(1, "sort", "row", events, Reported), some(10, "sort", "row", 3, Doubtful)];
        assert_eq!((count(of(9)), count(of(8))), (1, 0));
    }

    #[test]
    fn what_several_show_does_not_stand_alone() {
        let of = |left| vec![some(left, "sort", "row", 9, Reported), some(90, "sort", "row", 3, Doubtful)];
        assert_eq!((count(of(3)), count(of(4))), (3, 0));
    }

    #[test]
    fn where_little_of_the_same_event_is_doubted_or_little_of_the_same_loss_nothing_stands_alone() {
        let one = || some(1, "sort", "row", 9, Reported);
        assert_eq!(count(vec![one(), some(30, "menu", "row", 3, Doubtful)]), 0);
        assert_eq!(count(vec![one(), some(30, "sort", "title", 3, Doubtful)]), 0);
        let both = vec![one(), some(30, "menu", "row", 3, Doubtful), some(30, "sort", "title", 3, Doubtful)];
        assert_eq!(count(both), 1);
    }
}
