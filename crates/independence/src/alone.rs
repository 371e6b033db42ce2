//! Violations that stand alone: the test is long, rules doubt most of what ends with the same inserted event, and hardly anything
//! else of that is left. What the rules know of such an event is then likelier to hold here too than that it is a bug: of a bug,
//! shorter tests show as much as a rule, or several do. The Genie paper ranks by how often an error occurs (section 4.3); here it
//! is weighed how often its like are meant.

use std::collections::BTreeMap;

use skink_model::EventKey;

use crate::suspects::Verdict;

/// What is weighed of a violation.
pub(crate) struct Like {
    /// The last inserted event.
    pub last: EventKey,
    /// Events of seed and insertion.
    pub events: usize,
    /// What the other rules made of it.
    pub verdict: Verdict,
}

/// A shorter test does not stand alone: there is little in it that could explain the loss.
const LONG: usize = 7;
/// So many left are hardly any.
const FEW: usize = 2;
/// So many are doubted for each that is left.
const DOUBTED: usize = 2;

/// For each that stands alone: how many like it are doubted, and how many are left.
pub(crate) fn alone(all: &[Like]) -> Vec<Option<(usize, usize)>> {
    let mut counted: BTreeMap<&EventKey, (usize, usize)> = BTreeMap::new();
    for like in all {
        let (doubted, left) = counted.entry(&like.last).or_default();
        match like.verdict {
            Verdict::Doubtful => *doubted += 1,
            Verdict::Reported | Verdict::Duplicate => *left += 1,
            Verdict::Unsteady => {}
        }
    }
    let stands = |like: &Like| {
        let (doubted, left) = counted[&like.last];
        let alone = like.events >= LONG && left <= FEW && doubted >= DOUBTED * left;
        (like.verdict == Verdict::Reported && alone).then_some((doubted, left))
    };
    all.iter().map(stands).collect()
}

#[cfg(test)]
mod tests {
    use skink_model::Kind;

    use super::*;

    fn like(id: &str, events: usize, verdict: Verdict) -> Like {
        Like { last: EventKey { id: id.to_owned(), ..EventKey::plain(Kind::Tap) }, events, verdict }
    }

    fn stand_alone(all: &[(&str, usize, Verdict)]) -> Vec<bool> {
        let all: Vec<Like> = all.iter().map(|(id, events, verdict)| like(id, *events, *verdict)).collect();
        alone(&all).iter().map(Option::is_some).collect()
    }

    use Verdict::{Doubtful, Reported};

    #[test]
    fn a_long_test_whose_like_are_mostly_doubted_stands_alone() {
        let doubted = [("sort", 3, Doubtful), ("sort", 9, Doubtful)];
        let [of_long, of_short] = [7, 6]
            .map(|events| stand_alone(&[doubted[0], doubted[1], ("sort", events, Reported)]).last().copied());
        assert_eq!((of_long, of_short), (Some(true), Some(false)));
    }

    #[test]
    fn what_several_show_does_not_stand_alone() {
        let three = [("sort", 8, Reported); 3];
        let doubted = [("sort", 3, Doubtful); 9];
        assert!(stand_alone(&[&three[..], &doubted].concat()).iter().all(|alone| !alone));
        assert_eq!(
            stand_alone(&[&three[..2], &doubted].concat()).iter().filter(|alone| **alone).count(),
            2,
            "two are hardly any"
        );
    }

    #[test]
    fn what_is_doubted_of_another_event_says_nothing() {
        let other = [("menu", 3, Doubtful); 9];
        assert!(stand_alone(&[&[("sort", 9, Reported)][..], &other].concat()).iter().all(|alone| !alone));
    }
}
