//! The ground-truth crashes that no run of a strategy met, with the clues of the run that came closest where the
//! crash has an automaton: learned by execution, it may accept nothing, as where the way leads through another app.

use serde::Serialize;
use skink_phone::{Sample, Shows};

use crate::explore::RunFigures;
use crate::known::Missed;

/// A ground-truth crash that no run of a strategy met, with the clues of the run that came closest.
#[derive(Clone, Debug, Serialize)]
pub struct MissedRow {
    /// The app.
    pub app: String,
    /// The strategy.
    pub strategy: String,
    /// The bug.
    pub bug: String,
    /// The seed of that run.
    pub seed: u64,
    /// Its clues.
    pub clues: Missed,
}

/// A ground-truth crash that no run of a strategy met and that has no automaton.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WithoutClues {
    /// The app.
    pub app: String,
    /// The strategy.
    pub strategy: String,
    /// The bug.
    pub bug: String,
}

/// What was missed, app by app.
pub(crate) fn missed(
    apps: &[Sample],
    strategies: &[String],
    raw: &[RunFigures],
) -> (Vec<MissedRow>, Vec<WithoutClues>) {
    let (mut rows, mut without) = (Vec::new(), Vec::new());
    for (sample, strategy) in apps.iter().flat_map(|app| strategies.iter().map(move |s| (app, s))) {
        let app = sample.manifest.name;
        let runs: Vec<&RunFigures> = raw.iter().filter(|r| r.app == app && r.strategy == *strategy).collect();
        for bug in sample.manifest.bugs {
            let Shows::Crash(title) = bug.shows else { continue };
            if runs.is_empty() || runs.iter().any(|run| run.crashes.contains_key(title)) {
                continue;
            }
            let clues = runs.iter().filter_map(|run| Some((run.seed, run.missed.get(bug.id)?)));
            let (app, strategy, bug) = (app.to_owned(), strategy.clone(), bug.id.to_owned());
            match clues.min_by_key(|(seed, clues)| (clues.rank(), *seed)) {
                Some((seed, clues)) => {
                    rows.push(MissedRow { app, strategy, bug, seed, clues: clues.clone() });
                }
                None => without.push(WithoutClues { app, strategy, bug }),
            }
        }
    }
    (rows, without)
}
