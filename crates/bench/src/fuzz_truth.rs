//! What a finding of fuzzing is of. A finding is a true positive of a bug when, with only that bug fixed, seed and
//! mutant still replay to their ends and the violation is gone. Every declared bug of the app is tried, whether
//! it is marked visible to this oracle or not: a developer would take any. Where no bug alone does it and all
//! fixed together do, several bugs make the violation: the fewest of them are told, and the finding is true; but
//! for recall a bug counts only where it alone explains a finding.

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use skink_independence::{
    Compare, FuzzSettings, Fuzzed, Inserted, Judged, Keep, Pair, Position, Sheets, Stage, Suspect, Verdict,
    compare_for, judge,
};
use skink_phone::{BugSwitch, Phone, PhoneSettings, Sample};
use skink_run::{RunError, share_out};

/// What a violation is of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blame {
    /// The bugs whose repair alone makes it go.
    pub alone: Vec<String>,
    /// Where there is none: the fewest whose repair together makes it go.
    pub together: Vec<String>,
    /// The bugs without which seed or mutant does not replay to its end, so that nothing can be said of them.
    pub untold: Vec<String>,
}

impl Blame {
    /// Whether it is of any bug.
    pub fn is_true(&self) -> bool {
        !self.alone.is_empty() || !self.together.is_empty()
    }
}

/// What a suspect is of. What is no finding and still shows with all bugs fixed is of none: there are many such.
pub fn blame(
    sample: Sample,
    fuzzed: &Fuzzed,
    suspect: &Suspect,
    settings: &FuzzSettings,
) -> Result<Blame, RunError> {
    let pair = Pair { compare: comparison(settings, &suspect.evidence.source), ..suspect.pair.clone() };
    let mut judge = Judge::new(sample, fuzzed, suspect.seed, suspect.start, settings);
    if suspect.verdict != Verdict::Reported {
        let fixed = judge.with(BugSwitch::None, &pair)?;
        if fixed.is_some_and(|judged| !judged.labels().is_disjoint(&suspect.labels)) {
            return Ok(Blame::default());
        }
    }
    judge.blame(&pair, Some(&suspect.labels))
}

/// What each suspect is of.
pub(crate) fn blame_all(
    sample: Sample,
    fuzzed: &Fuzzed,
    settings: &FuzzSettings,
    workers: usize,
) -> Result<Vec<Blame>, RunError> {
    share_out(workers, &fuzzed.suspects, |queue| {
        queue.map(|(at, suspect)| Ok((at, blame(sample, fuzzed, suspect, settings)?))).collect()
    })
}

/// As the run compared it.
fn comparison(settings: &FuzzSettings, source: &str) -> Compare {
    if settings.keep == Keep::Once { Compare::Strict } else { compare_for(source) }
}

/// Does a pair again with other bugs.
struct Judge<'f> {
    sample: Sample,
    sheets: Sheets,
    volatile: &'f FxHashSet<u64>,
    start: u64,
}

impl<'f> Judge<'f> {
    fn new(sample: Sample, fuzzed: &'f Fuzzed, seed: usize, start: u64, settings: &FuzzSettings) -> Self {
        let volatile = fuzzed.ready[seed].sheets.volatile();
        Self { sample, sheets: Sheets::new(settings.views.clone()), volatile, start }
    }

    fn with(&mut self, bugs: BugSwitch, pair: &Pair) -> Result<Option<Judged>, RunError> {
        let mut phone = Phone::new(self.sample, PhoneSettings { bugs, ..PhoneSettings::default() })?;
        let package = self.sample.manifest.package;
        judge(&mut Stage::new(&mut phone), &mut self.sheets, self.start, pair, package, self.volatile)
    }

    /// What the loss of these effects is of, or of all that the mutant loses.
    fn blame(&mut self, pair: &Pair, wanted: Option<&FxHashSet<u64>>) -> Result<Blame, RunError> {
        let mut blame = Blame::default();
        let Some(shown) = self.with(BugSwitch::All, pair)?.filter(|judged| !judged.lost.is_empty()) else {
            return Ok(blame);
        };
        let mut labels = shown.labels();
        if let Some(wanted) = wanted {
            labels.retain(|label| wanted.contains(label));
        }
        let all: Vec<String> = self.sample.manifest.bugs.iter().map(|bug| bug.id.to_owned()).collect();
        let mut gone = |fixed: &[String]| {
            let judged = self.with(BugSwitch::Fixed(fixed.to_vec()), pair)?;
            Ok::<_, RunError>(judged.map(|judged| judged.labels().is_disjoint(&labels)))
        };
        for bug in &all {
            match gone(std::slice::from_ref(bug))? {
                Some(true) => blame.alone.push(bug.clone()),
                Some(false) => {}
                None => blame.untold.push(bug.clone()),
            }
        }
        if blame.alone.is_empty() {
            blame.together = fewest(all, &mut gone)?;
        }
        Ok(blame)
    }
}

/// The fewest bugs that must be fixed, found by leaving out one after the other; none where not even all do.
fn fewest<E>(
    all: Vec<String>,
    gone: &mut impl FnMut(&[String]) -> Result<Option<bool>, E>,
) -> Result<Vec<String>, E> {
    if gone(&all)? != Some(true) {
        return Ok(Vec::new());
    }
    let mut needed = all.clone();
    for bug in &all {
        let without: Vec<String> = needed.iter().filter(|other| *other != bug).cloned().collect();
        if gone(&without)? == Some(true) {
            needed = without;
        }
    }
    Ok(needed)
}

/// Flagged mutants looked at in each run: each costs two replays for each bug.
const LOOKED_AT: usize = 60;

/// Of some flagged mutants, evenly spread: how many were looked at, and how many are of a bug.
pub(crate) fn true_mutants(
    sample: Sample,
    fuzzed: &Fuzzed,
    settings: &FuzzSettings,
    workers: usize,
) -> Result<(u64, u64), RunError> {
    let every = (fuzzed.flagged.len() / LOOKED_AT).max(1);
    let some: Vec<_> = fuzzed.flagged.iter().step_by(every).collect();
    let right = share_out(workers, &some, |queue| {
        let mut phone = Phone::new(sample, PhoneSettings::default())?;
        let mut stage = Stage::new(&mut phone);
        let mut done = Vec::new();
        for (at, (seed, position, flagged)) in queue {
            let ready = &fuzzed.ready[*seed].seed;
            let mut place = Position::new(&mut stage, ready.start, &ready.steps[..*position]);
            let Inserted::Done(inserted) = place.insert(&flagged.insert.events)? else { continue };
            let compare = comparison(settings, &flagged.insert.source);
            let steps = ready.steps[..flagged.seed_events].to_vec();
            let pair = Pair { seed: steps, at: *position, inserted, compare };
            let blame = Judge::new(sample, fuzzed, *seed, ready.start, settings).blame(&pair, None)?;
            done.push((at, blame.is_true()));
        }
        Ok(done)
    })?;
    Ok((right.len() as u64, right.iter().filter(|right| **right).count() as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(fixed: &[&str], needed: &[&str]) -> Vec<String> {
        let all = fixed.iter().map(|id| (*id).to_owned()).collect();
        let mut gone = |fixed: &[String]| {
            Ok::<_, ()>(Some(needed.iter().all(|id| fixed.iter().any(|fixed| fixed == id))))
        };
        fewest(all, &mut gone).expect("no error")
    }

    #[test]
    fn the_fewest_bugs_that_make_a_violation_together_are_told() {
        assert_eq!(of(&["a", "b", "c", "d"], &["b", "d"]), ["b", "d"]);
        assert!(of(&["a", "b"], &["z"]).is_empty(), "no repair helps: a false alarm");
    }
}
