//! One position of one seed: all its mutants, generated, executed and judged. Units are what workers share; a
//! unit's result depends on the seed of the run and on what earlier batches learned, never on who executes it.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use skink_gui::{Action, Direction, Key, Screen, Structure, WindowKind, structure};
use skink_run::{Dice, RunError};
use skink_trace::{Crash, Step};

use crate::active::Views;
use crate::effects::{Sheet, Sheets, describe};
use crate::groups::Groups;
use crate::insert::{INDEPENDENT, Insert, Planned};
use crate::model::Loops;
use crate::neutral::{DEATH, LAUNCH, LONG_IDLE, neutral};
use crate::oracle::{Compare, Lost, SeedSheets};
use crate::roles::entry;
use crate::seeds::Seed;
use crate::settings::{FuzzSettings, Keep, Search};
use crate::siblings::siblings;
use crate::stage::{Cost, Inserted, Position, Stage};

/// A seed with all that was found out about it before it is mutated.
pub struct Ready {
    /// The seed.
    pub seed: Seed,
    /// The views of each screen.
    pub views: Vec<Views>,
    /// Its effects.
    pub sheets: SeedSheets,
    /// Whether it is a further test, into which little is inserted.
    pub further: bool,
}

/// A mutant that lost effects of its seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Flagged {
    /// What was inserted.
    pub insert: Insert,
    /// How many events of the seed could be done: where the next finds no widget, it is a mutant of the seed up to there.
    pub seed_events: usize,
    /// The error as a string: the differing views (section 4.3).
    pub error: String,
    /// The page of the first of them, and the line of settings it stands in.
    pub place: String,
}

/// A mutant that crashed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Crashed {
    /// What was inserted.
    pub insert: Insert,
    /// The crash.
    pub crash: Crash,
}

/// What came of one position: a line of `mutants.jsonl`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UnitResult {
    /// Which seed.
    pub seed: usize,
    /// After how many of its events.
    pub position: usize,
    /// Mutants generated.
    pub generated: u64,
    /// Mutants executed to their end.
    pub executed: u64,
    /// Mutants that could not be executed to their end.
    pub unreplayable: u64,
    /// Mutants that were not tried, as they begin like an unreplayable one.
    pub skipped: u64,
    /// Mutants whose inserted events did not lead back.
    pub not_returned: u64,
    /// Those that violate the oracle.
    pub flagged: Vec<Flagged>,
    /// Those that crashed.
    pub crashed: Vec<Crashed>,
    /// Prefixes learned to be unreplayable from this state.
    pub dead: Vec<Vec<Planned>>,
    /// What it cost.
    pub cost: Cost,
    /// Branches covered.
    pub covered: Vec<u32>,
}

/// Unreplayable prefixes by the state they start from.
pub type Dead = FxHashMap<Structure, FxHashSet<Vec<Planned>>>;

/// Everything a unit needs beside the device.
pub struct Context<'a> {
    /// The settings.
    pub settings: &'a FuzzSettings,
    /// The run's seed.
    pub seed: u64,
    /// What earlier batches learned.
    pub dead: &'a Dead,
}

/// Mutants of a position that do to another row what the test does to one.
const SIBLINGS: usize = 8;
/// Mutants of a position that look at what the test comes to later.
const AHEAD: usize = 6;
/// Events of a further test that are done after inserted ones; after a look at what it comes to later, until it comes there.
const REACH: usize = 5;

/// The mutants of a position: through the model, what the test does to another row, looks at what it comes to later, then neutral
/// ones; each with the number of events of the test that are done in it.
pub(crate) fn generate(
    ready: &Ready,
    position: usize,
    loops: &mut Loops<'_>,
    settings: &FuzzSettings,
    dice: &mut Dice,
) -> Vec<(Insert, usize)> {
    let views = &ready.views[position];
    let all = ready.seed.steps.len();
    // What a further test does later is disturbed at a later position.
    let end = if ready.further { all.min(position + REACH) } else { all };
    // The first half of a further test has done little yet that could be lost.
    let few = |most: usize| if ready.further && 2 * position < all { most / 4 } else { most };
    let through_model = match ready.further {
        true => loops.seen(views, few(settings.further_mutants).min(settings.mutants), settings, dice),
        false => loops.traces(views, settings, dice),
    };
    let mut inserts: Vec<_> = through_model.into_iter().map(|insert| (insert, end)).collect();
    if settings.search == Search::Spread {
        // Together they are no more than there may be.
        let siblings = siblings(ready, position, few(SIBLINGS), settings, dice);
        let mut own: Vec<_> = siblings.into_iter().map(|insert| (insert, end)).collect();
        let looks = loops.ahead(ready, position, AHEAD, settings, dice);
        own.extend(looks.into_iter().map(|look| (look.insert, look.seen.max(end))));
        own.truncate(settings.mutants);
        inserts.truncate(settings.mutants - own.len());
        inserts.extend(own);
    }
    if settings.neutral {
        inserts.extend(neutral(&views.screen).into_iter().map(|insert| (insert, end)));
    }
    // Of the same, that which goes further.
    inserts.sort_by(|(a, to), (b, further)| a.cmp(b).then(further.cmp(to)));
    inserts.dedup_by(|(a, _), (b, _)| a == b);
    inserts
}

/// Generates, executes and judges the mutants of a position.
pub fn run(
    stage: &mut Stage<'_>,
    sheets: &mut Sheets,
    loops: &mut Loops<'_>,
    ready: &Ready,
    (number, position): (usize, usize),
    context: &Context<'_>,
) -> Result<UnitResult, RunError> {
    let settings = context.settings;
    let mut result = UnitResult { seed: number, position, ..UnitResult::default() };
    let pivot = &ready.views[position].screen;
    let steps = &ready.seed.steps;
    // Positions of one run are apart by more than any seed is long.
    let mut dice = Dice::at(context.seed, (1 << 40) + (number as u64) * 1_000 + position as u64);
    let inserts = generate(ready, position, loops, settings, &mut dice);
    result.generated = inserts.len() as u64;
    let known = context.dead.get(&structure(pivot));
    let known_dead =
        |events: &[Planned]| known.and_then(|dead| (1..=events.len()).find(|n| dead.contains(&events[..*n])));
    stage.cost = Cost::default();
    stage.covered.clear();
    let mut dead: FxHashSet<Vec<Planned>> = FxHashSet::default();
    let mut place = Position::new(stage, ready.seed.start, &steps[..position]);
    for (insert, end) in inserts {
        if let Some(length) = known_dead(&insert.events) {
            result.skipped += 1;
            place.stage().cost.full_replay += (position + length - 1) as u64;
            continue;
        }
        let full = (end + insert.events.len()) as u64;
        let inserted = match place.insert(&insert.events)? {
            Inserted::Done(inserted) => inserted,
            Inserted::Skipped(length) => {
                result.skipped += 1;
                place.stage().cost.full_replay += (position + length - 1) as u64;
                continue;
            }
            Inserted::Unreplayable(at) => {
                result.unreplayable += 1;
                dead.insert(insert.events[..=at].to_vec());
                place.stage().cost.full_replay += (position + at) as u64;
                continue;
            }
            Inserted::SeedFails => {
                result.unreplayable += 1;
                break;
            }
        };
        if let Some(crash) = crash_of(&inserted, pivot) {
            place.stage().cost.full_replay += (position + inserted.len()) as u64;
            result.crashed.push(Crashed { insert, crash });
            continue;
        }
        let Some(back) = inserted.last().map(|step| step.after.screen.clone()) else { continue };
        let after = sheets.of(&back);
        let compare = comparison(settings, &insert);
        if !leads_back(&ready.sheets.sheets()[position], &after, compare, &inserted) {
            result.not_returned += 1;
            place.stage().cost.full_replay += (position + inserted.len()) as u64;
            continue;
        }
        let (rest, whole) = place.go_on(&steps[position..end])?;
        place.stage().cost.full_replay += full;
        if let Some(crash) = crash_of(&rest, pivot) {
            result.crashed.push(Crashed { insert, crash });
            continue;
        }
        // A mutant that cannot go on may have lost what the seed's next event needs: it is judged up to there.
        *(if whole { &mut result.executed } else { &mut result.unreplayable }) += 1;
        if !whole && compare == Compare::Strict {
            continue;
        }
        let mutant: Vec<Arc<Sheet>> =
            std::iter::once(after).chain(rest.iter().map(|s| sheets.of(&s.after.screen))).collect();
        let lost = ready.sheets.lost(position, &mutant, compare);
        if !lost.is_empty() {
            let error = error_text(&lost, ready.sheets.sheets());
            let place = place_of(&lost[0], ready.sheets.sheets(), settings);
            result.flagged.push(Flagged { insert, seed_events: position + rest.len(), error, place });
        }
    }
    result.cost = stage.cost;
    result.covered = stage.covered.iter().copied().collect();
    result.dead = dead.into_iter().collect();
    result.dead.sort();
    Ok(result)
}

/// How a mutant is compared with its seed.
pub(crate) fn comparison(settings: &FuzzSettings, insert: &Insert) -> Compare {
    match settings.keep {
        Keep::Once => Compare::Strict,
        Keep::Confirmed if insert.is_neutral() => compare_for(&insert.source),
        Keep::Confirmed => Compare::Independent,
    }
}

/// [`returned`]; an app that is launched again starts on its first page, so there nothing may differ; and where
/// nothing was opened, Back closes something else.
pub(crate) fn leads_back(pivot: &Sheet, after: &Sheet, compare: Compare, inserted: &[Step]) -> bool {
    let stopped = inserted.iter().any(|s| s.event.action == Action::Relaunch);
    if compare == Compare::Neutral
        && let [open, close] = inserted
        && close.event.action == Action::Key(Key::Back)
        && !opened(open)
    {
        return false;
    }
    if compare == Compare::Independent && unasked_tab(pivot, after, inserted) {
        return true;
    }
    if compare == Compare::Independent && pivot.layout == after.layout && goes_and_comes(pivot, inserted) {
        return true;
    }
    returned(pivot, after, if stopped { Compare::Independent } else { compare })
}

/// Whether a step opened something. A page that goes on loading meanwhile is no menu.
fn opened(step: &Step) -> bool {
    let (before, after) = (&step.before, &step.after.screen);
    match step.event.action {
        Action::Key(Key::Menu) => before.window() != after.window(),
        _ => before != after,
    }
}

/// Whether inserted events leave for pages of other activities and come back by Back alone: to the very page they left,
/// whatever it reads now.
fn goes_and_comes(pivot: &Sheet, inserted: &[Step]) -> bool {
    let back = |step: &Step| {
        let touched = step.widget.and_then(|id| step.before.get(id));
        step.event.action == Action::Key(Key::Back)
            || touched.is_some_and(|w| w.desc().eq_ignore_ascii_case("navigate up"))
    };
    let away = |step: &Step| {
        step.after.screen.activity() != pivot.screen.activity()
            && step.after.screen.package() == pivot.screen.package()
    };
    inserted.split_last().is_some_and(|(last, rest)| !rest.is_empty() && back(last) && rest.iter().all(away))
}

/// Whether inserted events led back to the page, but to a tab that none of them chose.
fn unasked_tab(pivot: &Sheet, after: &Sheet, inserted: &[Step]) -> bool {
    // A swipe turns to the next tab, and Back from a tab may lead to the first.
    let turns = |step: &Step| match step.event.action {
        Action::Scroll(Direction::Left | Direction::Right) => true,
        Action::Key(Key::Back) => {
            let here = step.before.activity() == pivot.screen.activity();
            here && step.before.window() == WindowKind::Page
        }
        _ => false,
    };
    let chosen = |tab: &String| {
        inserted.iter().any(|step| {
            if turns(step) {
                return true;
            }
            let touched = step.widget.and_then(|id| step.before.get(id));
            touched.is_some_and(|w| w.subtree().any(|w| w.text() == tab || w.desc() == tab))
        })
    };
    let (own, new) = (pivot.layout.tabs(), after.layout.tabs());
    pivot.layout.same_frame(&after.layout)
        && own.len() == new.len()
        && own != new
        && !new.iter().filter(|tab| !own.contains(tab)).any(chosen)
}

/// How mutants of a source are compared.
pub fn compare_for(source: &str) -> Compare {
    match source {
        INDEPENDENT => Compare::Independent,
        LONG_IDLE | LAUNCH | DEATH => Compare::Idle,
        _ => Compare::Neutral,
    }
}

fn crash_of(steps: &[Step], app: &Screen) -> Option<Crash> {
    let ours = |crash: &&Crash| crash.process.split(':').next() == Some(app.package());
    steps.iter().flat_map(|step| &step.after.crashes).find(ours).cloned()
}

/// Whether inserted events led back to the screen they started from: the same page, and at least half of the
/// texts of the two screens are on both (section 4.3). On a page of few texts a single one is too large a share to
/// go by, and what is in a field is content. A neutral event need only end on the same activity and window:
/// where it ends on another tab, that is what it must not do.
pub fn returned(pivot: &Sheet, after: &Sheet, compare: Compare) -> bool {
    if compare == Compare::Neutral {
        return pivot.layout.same_frame(&after.layout);
    }
    if pivot.layout != after.layout {
        return false;
    }
    let shown = |w: &skink_gui::Widget<'_>| !w.text().is_empty() && !w.is(skink_gui::Flags::EDITABLE);
    let texts = |sheet: &Sheet| {
        let mut all: Vec<String> =
            sheet.screen.widgets().filter(shown).map(|w| w.text().to_owned()).collect();
        all.sort_unstable();
        all
    };
    let (a, b) = (texts(pivot), texts(after));
    let common = common(&a, &b);
    let all = a.len() + b.len() - common;
    let differ = all - common;
    differ <= FEW_TEXTS || differ * 2 <= all
}

/// So many differing texts are no sign that a page is another.
const FEW_TEXTS: usize = 3;

fn common(a: &[String], b: &[String]) -> usize {
    let (mut i, mut j, mut n) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                n += 1;
                i += 1;
                j += 1;
            }
        }
    }
    n
}

/// The differing views as one string: equal strings are one error.
pub fn error_text(lost: &[Lost], seed: &[Arc<Sheet>]) -> String {
    let mut parts: Vec<String> = lost.iter().map(|l| lost_text(l, seed)).collect();
    parts.sort_unstable();
    parts.dedup();
    parts.join("; ")
}

/// The page of a lost effect by its title, and the line of settings.
fn place_of(lost: &Lost, seed: &[Arc<Sheet>], settings: &FuzzSettings) -> String {
    let sheet = &seed[if lost.effect.change > 0 { lost.to } else { lost.from }];
    let row = Groups::of(&sheet.screen, &settings.views).item(lost.effect.widget);
    let line = row.and_then(|row| sheet.screen.get(row)).and_then(|row| entry(&row));
    format!("{}: {}", sheet.layout.title(), line.unwrap_or_default())
}

/// One lost effect in words.
pub fn lost_text(lost: &Lost, seed: &[Arc<Sheet>]) -> String {
    let (sign, at) = if lost.effect.change > 0 { ("+", lost.to) } else { ("-", lost.from) };
    let widget = seed[at].screen.widget(lost.effect.widget);
    format!("{sign}{}", describe(&widget))
}
