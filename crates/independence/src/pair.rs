//! A seed and its mutant, executed from a clean start and judged: what confirmation and shrinking try again and
//! again, and what a replay does.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use skink_gui::{Action, Flags, Key, Screen, Widget};
use skink_run::RunError;
use skink_trace::{Independence, LaunchRecord, Observation, Step};

use crate::effects::{Sheet, Sheets, effects, presence};
use crate::groups::Groups;
use crate::oracle::{Compare, Lost, SeedSheets};
use crate::settings::ViewSettings;
use crate::stage::{Did, Stage};
use crate::unit::leads_back;

/// A test and what is inserted into it.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The seed's steps.
    pub seed: Vec<Step>,
    /// After how many of them.
    pub at: usize,
    /// The inserted steps.
    pub inserted: Vec<Step>,
    /// How the two are compared.
    pub compare: Compare,
}

/// A test as it was executed.
#[derive(Clone, Debug)]
pub struct Executed {
    /// The clean start.
    pub launch: LaunchRecord,
    /// The first look.
    pub first: Observation,
    /// Its steps.
    pub steps: Vec<Step>,
}

/// Both, executed.
pub struct Judged {
    /// The seed.
    pub seed: Executed,
    /// The mutant.
    pub mutant: Executed,
    /// The seed's sheets.
    pub sheets: SeedSheets,
    /// The mutant's from the insertion on.
    pub after: Vec<Arc<Sheet>>,
    /// What was lost.
    pub lost: Vec<Lost>,
}

impl Judged {
    /// The labels that were lost.
    pub fn labels(&self) -> FxHashSet<u64> {
        self.lost.iter().map(|l| l.effect.label).collect()
    }

    /// The kinds of widgets that lost something.
    pub fn kinds(&self) -> FxHashSet<u64> {
        self.lost.iter().map(|l| l.effect.kind).collect()
    }

    /// Whether what was lost is only how a page reads that the next event leads to (see the end of [`crate::oracle`]'s head).
    pub(crate) fn reads_otherwise(&self, at: usize, lost: &Lost) -> bool {
        let seed = self.sheets.sheets();
        let there = lost.to.checked_sub(at).and_then(|to| self.after.get(to));
        lost.from + 1 == lost.to
            && lost.from >= at
            && !seed[lost.from].layout.same_page(&seed[lost.to].layout)
            && there.is_some_and(|there| there.layout == seed[lost.to].layout)
    }

    /// With what a finding is about, of all that the mutant loses.
    pub fn of(mut self, finding: &Independence) -> Self {
        let sheets = self.sheets.sheets();
        self.lost.retain(|lost| {
            let change = lost.change(sheets);
            finding.lost.iter().any(|told| told.change == change)
        });
        self
    }

    /// The pair as it was executed.
    pub fn pair(&self, at: usize, inserted: usize, compare: Compare) -> Pair {
        Pair {
            seed: self.seed.steps.clone(),
            at,
            inserted: self.mutant.steps[at..at + inserted].to_vec(),
            compare,
        }
    }
}

/// Does steps from a clean start; `None` where one finds no widget or the app crashes.
pub fn execute<'s>(
    stage: &mut Stage<'_>,
    start: u64,
    steps: impl IntoIterator<Item = &'s Step>,
) -> Result<Option<Executed>, RunError> {
    let first = stage.start(start)?;
    let mut done = Vec::new();
    for step in steps {
        if stage.now().is_some_and(|now| !reaches_the_same_field(step, now)) {
            return Ok(None);
        }
        match stage.again(step)? {
            Did::Step(again) if again.after.crashes.is_empty() && in_the_same_row(step, &again) => {
                done.push(*again);
            }
            Did::Step(_) | Did::Missing => return Ok(None),
            Did::Passed => {
                if let Some(now) = stage.now().cloned() {
                    done.push(Step { before: now.clone(), after: Observation::of(now), ..step.clone() });
                }
            }
        }
    }
    let launch = LaunchRecord::of(start, &first, 0);
    for (number, step) in done.iter_mut().enumerate() {
        step.number = number as u64;
    }
    Ok(Some(Executed { launch, first, steps: done }))
}

/// Whether what a key does is done to the same field: Enter goes to the one that has the focus.
fn reaches_the_same_field(step: &Step, now: &Screen) -> bool {
    let field = |screen: &Screen| {
        let mut fields = screen.widgets().filter(|w| w.is(Flags::EDITABLE) && w.is(Flags::FOCUSED));
        fields.next().map(|w| (w.class().to_owned(), w.resource_id().to_owned(), w.desc().to_owned()))
    };
    step.event.action != Action::Key(Key::Enter) || field(&step.before) == field(now)
}

/// Whether an event was done in the row it was done in before: where rows begin with a time, the widget most like
/// the one before may be that of another row.
fn in_the_same_row(step: &Step, again: &Step) -> bool {
    let widget = |step: &Step| step.widget.filter(|id| step.before.get(*id).is_some());
    let (Some(before), Some(now)) = (widget(step), widget(again)) else { return true };
    let (before, now) = (step.before.widget(before), again.before.widget(now));
    let texts = |w: &Widget<'_>| w.subtree().map(|w| w.text().to_owned()).collect::<Vec<_>>();
    let worded = |texts: &[String]| texts.iter().any(|text| text.contains(char::is_alphabetic));
    let (was, is) = (texts(&before), texts(&now));
    if before.flags().intersects(Flags::EDITABLE | Flags::SCROLLABLE) || (was == is && worded(&was)) {
        return true;
    }
    let name = |w: &Widget<'_>| Groups::of(w.screen(), &ViewSettings::default()).row_of(w);
    let wanted = name(&before);
    wanted.is_none() || wanted == name(&now)
}

impl Executed {
    /// The sheets of all its screens.
    pub fn sheets(&self, sheets: &mut Sheets) -> Vec<Arc<Sheet>> {
        let screens = std::iter::once(&self.first.screen).chain(self.steps.iter().map(|s| &s.after.screen));
        screens.map(|screen| sheets.of(screen)).collect()
    }
}

/// Executes both and compares. `None` where either does not replay to its end, or the inserted events do not
/// lead back.
pub fn judge(
    stage: &mut Stage<'_>,
    sheets: &mut Sheets,
    start: u64,
    pair: &Pair,
    package: &str,
    volatile: &FxHashSet<u64>,
) -> Result<Option<Judged>, RunError> {
    let Some(seed) = execute(stage, start, &pair.seed)? else { return Ok(None) };
    let with = pair.seed[..pair.at].iter().chain(&pair.inserted).chain(&pair.seed[pair.at..]);
    let Some(mutant) = execute(stage, start, with)? else { return Ok(None) };
    let of_seed = SeedSheets::new(seed.sheets(sheets), package, volatile.clone());
    let after = mutant.sheets(sheets).split_off(pair.at + pair.inserted.len());
    let back = after
        .first()
        .is_some_and(|after| leads_back(&of_seed.sheets()[pair.at], after, pair.compare, &pair.inserted));
    if !back {
        return Ok(None);
    }
    let lost = of_seed.lost(pair.at, &after, pair.compare);
    Ok(Some(Judged { seed, mutant, sheets: of_seed, after, lost }))
}

/// Kinds of widgets that change by themselves: the seed is done again at another start, with other clocks and
/// other chance, and once more with time passing before each event (section 4.3; the paper replays once).
pub fn changing_by_themselves(
    stage: &mut Stage<'_>,
    sheets: &mut Sheets,
    start: u64,
    steps: &[Step],
) -> Result<FxHashSet<u64>, RunError> {
    let mut found = FxHashSet::default();
    let Some(first) = execute(stage, start, steps)? else { return Ok(found) };
    let first = first.sheets(sheets);
    // A start no run reaches by itself, and one whose clock is months away.
    for other in [start + 10_007, start + 10_037, start + 20_071, start + 1_000_003] {
        if let Some(again) = execute(stage, other, steps)? {
            let again = again.sheets(sheets);
            first.iter().zip(&again).for_each(|(a, b)| differing(a, b, &mut found));
        }
    }
    let mut slow = vec![sheets.of(&stage.start(start)?.screen)];
    for step in steps {
        stage.insert(&crate::insert::Planned::wait(PAUSE))?;
        match stage.again(step)? {
            Did::Step(step) if step.after.crashes.is_empty() => slow.push(sheets.of(&step.after.screen)),
            Did::Passed => slow.extend(stage.now().cloned().map(|now| sheets.of(&now))),
            Did::Step(_) | Did::Missing => break,
        }
    }
    first.iter().zip(&slow).for_each(|(a, b)| differing(a, b, &mut found));
    Ok(found)
}

/// The time a few inserted events take.
const PAUSE: u64 = 2_500;

fn differing(a: &Sheet, b: &Sheet, found: &mut FxHashSet<u64>) {
    if a.layout.same_but_title(&b.layout) {
        for effect in effects(a, b, &FxHashSet::default()) {
            found.insert(effect.kind);
            if a.count(presence(effect.kind)) != b.count(presence(effect.kind)) {
                found.insert(presence(effect.kind));
            }
        }
    }
}
