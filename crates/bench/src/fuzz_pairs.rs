//! The hand-written seed and mutant of each known bug, put before the oracle and the rules of fuzzing: what the
//! two can see where nothing need be searched for.

use serde::Serialize;
use skink_independence::{
    Case, Compare, Did, INDEPENDENT, Pair, Sheets, Shrinker, Stage, ViewSettings, ask,
    changing_by_themselves, judge, lost_text,
};
use skink_phone::{Oracle, Phone, PhoneSettings, Sample};
use skink_run::RunError;

/// What oracle and rules say to a bug's hand-written seed and mutant.
#[derive(Clone, Debug, Serialize)]
pub struct PairTruth {
    /// The app.
    pub app: &'static str,
    /// The bug.
    pub bug: &'static str,
    /// `independence` or `neutral`.
    pub oracle: &'static str,
    /// Whether both replay to their ends and the inserted events lead back.
    pub replayed: bool,
    /// What is lost.
    pub lost: Vec<String>,
    /// The rules that doubt it.
    pub doubted_by: Vec<String>,
}

/// Puts the hand-written seeds and mutants of an app before the oracle and the rules.
pub fn known_pairs(sample: Sample) -> Result<Vec<PairTruth>, RunError> {
    let manifest = sample.manifest;
    let views = ViewSettings::default();
    let mut all = Vec::new();
    for bug in manifest.bugs {
        for oracle in bug.seen_by {
            let Some(inserted) = oracle.inserted() else { continue };
            let mut phone = Phone::new(sample, PhoneSettings::default())?;
            let mut stage = Stage::new(&mut phone);
            let mut sheets = Sheets::new(views.clone());
            let mut told = PairTruth {
                app: manifest.name,
                bug: bug.id,
                oracle: oracle.name(),
                replayed: false,
                lost: Vec::new(),
                doubted_by: Vec::new(),
            };
            if let Some(pair) = written(&mut stage, bug.trace, inserted, oracle)? {
                judge_pair(&mut stage, &mut sheets, &pair, manifest.package, &views, &mut told)?;
            }
            all.push(told);
        }
    }
    Ok(all)
}

/// The steps of a trace written as text.
fn written(
    stage: &mut Stage<'_>,
    trace: &[&str],
    inserted: std::ops::Range<usize>,
    oracle: &Oracle,
) -> Result<Option<Pair>, RunError> {
    stage.start(0)?;
    let mut steps = Vec::new();
    for line in trace {
        let Ok(event) = line.parse::<skink_gui::Event>() else { return Ok(None) };
        let Did::Step(step) = stage.by_selector(&event)? else { return Ok(None) };
        steps.push(*step);
    }
    let compare = match oracle {
        Oracle::Neutral { .. } => Compare::Neutral,
        _ => Compare::Independent,
    };
    let own: Vec<_> = steps.drain(inserted.clone()).collect();
    // The seed's events are found on the seed's own screens.
    stage.start(0)?;
    let mut seed = Vec::new();
    for step in &steps {
        let Did::Step(step) = stage.by_selector(&step.event)? else { return Ok(None) };
        seed.push(*step);
    }
    Ok(Some(Pair { seed, at: inserted.start, inserted: own, compare }))
}

fn judge_pair(
    stage: &mut Stage<'_>,
    sheets: &mut Sheets,
    pair: &Pair,
    package: &str,
    views: &ViewSettings,
    told: &mut PairTruth,
) -> Result<(), RunError> {
    let volatile = changing_by_themselves(stage, sheets, 0, &pair.seed)?;
    let Some(judged) = judge(stage, sheets, 0, pair, package, &volatile)? else { return Ok(()) };
    told.replayed = true;
    told.lost = judged.lost.iter().map(|l| lost_text(l, judged.sheets.sheets())).collect();
    if judged.lost.is_empty() {
        return Ok(());
    }
    let neutral = pair.compare == Compare::Neutral;
    let source = if neutral { "neutral" } else { INDEPENDENT };
    let case = Case { pair, judged: &judged, source, views };
    let mut shrinker = Shrinker { stage, sheets, start: 0, package, volatile: &volatile, left: 0 };
    let said = ask(&case, &mut shrinker)?;
    let against = said.iter().filter(|s| s.doubts);
    told.doubted_by = against.map(|s| s.rule.to_owned()).collect();
    Ok(())
}
