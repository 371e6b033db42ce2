//! A guess at which of the Genie paper's six types (section 5.5) a bug is of, from what differs.

use skink_gui::Flags;
use skink_trace::Guess;

use crate::oracle::instead;
use crate::pair::Judged;

/// Guesses. In this order: what the user had entered or chosen is gone (data lost); nothing at all happens
/// where the seed did something (cannot proceed); something else is there instead (wrong behaviour); what should
/// have gone is still there (inconsistent state); else it is shown wrongly.
pub fn guess(judged: &Judged, at: usize) -> Guess {
    let seed = judged.sheets.sheets();
    let came: Vec<_> = judged.lost.iter().filter(|l| l.effect.change > 0).collect();
    let went: Vec<_> = judged.lost.iter().filter(|l| l.effect.change < 0).collect();
    let entered = |l: &&&crate::oracle::Lost| {
        let widget = seed[l.to].screen.widget(l.effect.widget);
        widget.flags().intersects(Flags::EDITABLE | Flags::CHECKABLE) || l.from < at
    };
    if came.iter().any(|l| entered(&l))
        || (came.is_empty() && went.iter().all(|l| l.from < at) && !went.is_empty())
    {
        return Guess::DataLost;
    }
    let still = |to: usize| {
        let mutant = to.checked_sub(at).and_then(|k| judged.after.get(k));
        let before = to.checked_sub(at + 1).and_then(|k| judged.after.get(k));
        mutant.zip(before).is_some_and(|(now, before)| now.same_labels(before))
    };
    let first = judged.lost.iter().map(|l| l.to).min().unwrap_or(at);
    if still(first) {
        return Guess::CannotProceed;
    }
    let other = |l: &&crate::oracle::Lost| {
        let mutant = l.to.checked_sub(at).and_then(|k| judged.after.get(k));
        mutant.is_some_and(|mutant| instead(&seed[l.to], mutant, &l.effect).is_some())
    };
    if !came.is_empty() && came.iter().any(other) {
        return Guess::WrongBehaviour;
    }
    if came.is_empty() && !went.is_empty() {
        return Guess::InconsistentState;
    }
    Guess::WronglyDisplayed
}
