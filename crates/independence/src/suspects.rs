//! From flagged mutants to findings: distinct errors, confirmation from a clean start, shrinking, rules, and one
//! finding for each bug (section 4.3 of the Genie paper, and beyond it).
//!
//! Errors whose strings are equal are one error. Of those that lose effects of the same kind of widget, a few
//! with the fewest events are examined: done again from clean starts, shrunk, put before the rules. What is
//! left with the same inserted events (whatever rows they touch; for a neutral event, after the same event of the
//! seed) and half of the widgets in common is one finding; of other ways in which the same source takes the same
//! widgets' effects after the same event of the seed, two are told.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashSet;
use skink_gui::Key;
use skink_model::{EventKey, Kind};
use skink_run::{RunError, share_out};
use skink_trace::{Guess, Independence, LostEffect, Rate, RuleVerdict};

use crate::alone::{Company, Like, alone};
use crate::effects::Sheets;
use crate::groups::Groups;
use crate::guess::guess;
use crate::insert::{INDEPENDENT, Insert, Planned, of_row};
use crate::layout::LayoutType;
use crate::oracle::{Compare, Lost, instead};
use crate::pair::{Executed, Judged, Pair, judge};
use crate::roles::{entry, leaves};
use crate::rules::{Case, Said, ask, doubted, telling, waits};
use crate::session::{FuzzWatcher, Maker};
use crate::settings::{FuzzSettings, Keep, ViewSettings};
use crate::shrink::Shrinker;
use crate::stage::{Inserted, Position, Stage};
use crate::unit::{Ready, UnitResult, comparison, lost_text};

/// What became of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A finding.
    Reported,
    /// A rule doubts it.
    Doubtful,
    /// It did not show every time.
    Unsteady,
    /// The same bug as a finding before it.
    Duplicate,
}

/// A distinct error that was examined.
#[derive(Clone, Debug)]
pub struct Suspect {
    /// What became of it.
    pub verdict: Verdict,
    /// Which seed it came from.
    pub seed: usize,
    /// Seed and inserted events, shrunk.
    pub pair: Pair,
    /// Number of the clean start.
    pub start: u64,
    /// The lost effects in words.
    pub lost: Vec<String>,
    /// Their labels.
    pub labels: FxHashSet<u64>,
    /// What the finding keeps.
    pub evidence: Independence,
    /// What the rules said.
    pub said: Vec<Said>,
    /// How often it showed.
    pub rate: Rate,
    /// Whether nothing can be left out.
    pub minimal: bool,
    /// Mutants with this error.
    pub occurrences: u64,
    /// Shrunk seed and mutant as executed last.
    pub executed: (Executed, Executed),
    /// The mutant as it was flagged.
    pub original: Executed,
    identity: Identity,
}

/// What one bug's violations have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Identity {
    /// The inserted events without the rows they touch; for a neutral one, what it is and the seed's event before it.
    events: Vec<String>,
    /// The widgets of which page.
    widgets: BTreeSet<String>,
    /// The same, those of a line of settings with that line's name.
    lines: BTreeSet<String>,
    /// The seed's event after which something is missing.
    after: Option<String>,
}

impl Suspect {
    /// A short stable name.
    pub fn id(&self) -> String {
        let Identity { events, lines, .. } = &self.identity;
        let text = events.iter().chain(lines).map(String::as_str).collect::<Vec<_>>().join("\n");
        format!("independence-{}", &blake3::hash(text.as_bytes()).to_hex()[..8])
    }

    /// What happens, in one line.
    pub fn title(&self) -> String {
        let inserted: Vec<String> = self.pair.inserted.iter().map(|s| s.event.describe(None)).collect();
        let lost = self.lost.first().cloned().unwrap_or_default();
        let (what, widget) = match lost.split_at_checked(1) {
            Some(("-", widget)) => ("stays", widget),
            Some((_, widget)) => ("is missing", widget),
            None => ("differs", ""),
        };
        let source = if self.evidence.source == INDEPENDENT {
            inserted.join(", ")
        } else {
            self.evidence.source.clone()
        };
        format!("{widget} {what} after: {source}")
    }
}

/// An error before it is examined.
struct Distinct {
    error: String,
    place: String,
    seed: usize,
    position: usize,
    seed_events: usize,
    insert: Insert,
    occurrences: u64,
}

/// Errors examined for each set of kinds of widgets and each function inserted, beside one for each place and way to that.
const EXAMINED: usize = 3;
/// The same widgets lose something in so many ways of inserted events; more of them tell nothing new.
const OTHER_WAYS: usize = 2;
/// Clean starts at which an error must show: the seed's own and two others.
const OTHER_STARTS: [u64; 2] = [20_011, 30_013];

/// Distinct errors in the order in which they are looked at: fewer events first, then shorter, then fewer
/// occurrences. The paper's are told apart by their string (section 4.3). A harmless insertion may have the string
/// of a bug's, so that those to be examined are told apart by what is inserted too.
fn distinct(units: &[UnitResult], told_apart: fn(&Insert) -> String) -> Vec<Distinct> {
    let mut all: BTreeMap<(&str, String), Distinct> = BTreeMap::new();
    for unit in units {
        for flagged in &unit.flagged {
            let key = (flagged.error.as_str(), told_apart(&flagged.insert));
            let this = || Distinct {
                error: flagged.error.clone(),
                place: flagged.place.clone(),
                seed: unit.seed,
                position: unit.position,
                seed_events: flagged.seed_events,
                insert: flagged.insert.clone(),
                occurrences: 0,
            };
            let known = all.entry(key).or_insert_with(this);
            known.occurrences += 1;
            if flagged.insert.events.len() < known.insert.events.len() {
                *known = Distinct { occurrences: known.occurrences, ..this() };
            }
        }
    }
    let mut all: Vec<Distinct> = all.into_values().collect();
    all.sort_by(|a, b| {
        let rank = |d: &Distinct| (d.insert.events.len(), d.error.len(), d.occurrences);
        rank(a).cmp(&rank(b)).then_with(|| a.error.cmp(&b.error))
    });
    all
}

/// Whether a model or a rule made it.
fn by_source(insert: &Insert) -> String {
    insert.is_neutral().to_string()
}

/// What is done by it: its source, or the last event that does not just leave.
fn by_function(insert: &Insert) -> String {
    by_last(insert, 1)
}

/// The same with the event before it: of those that lead back through a drawer or by a tab, the last says nothing.
fn by_way(insert: &Insert) -> String {
    by_last(insert, 2)
}

/// Its source, or the last events, so many, that do not just leave.
fn by_last(insert: &Insert, events: usize) -> String {
    if insert.is_neutral() {
        return insert.source.clone();
    }
    let only_leaves = |EventKey { kind, desc, text, .. }: &EventKey| {
        matches!(kind, Kind::Key(Key::Back) | Kind::Wait) || leaves(desc) || leaves(text)
    };
    let told = |planned: &Planned| {
        let EventKey { kind, id, desc, text, .. } = &planned.key;
        // The entries of a menu share an id; what a button with an id says may be a row's name.
        let says = [desc, text].into_iter().find(|says| !says.is_empty());
        let says = says.filter(|_| id.is_empty() || id.contains("title") || id.contains("text"));
        format!("{kind:?} {id} {}", says.map_or("", String::as_str))
    };
    let last = insert.events.iter().rev().filter(|planned| !only_leaves(&planned.key)).take(events);
    last.map(told).collect::<Vec<_>>().join(" ")
}

/// Number of distinct errors.
pub(crate) fn count_distinct(units: &[UnitResult]) -> (u64, u64) {
    let all = distinct(units, by_source);
    (all.len() as u64, all.iter().filter(|d| d.occurrences == 1).count() as u64)
}

/// What an error is about, roughly: its widgets without what they say, and what was inserted.
fn rough(error: &Distinct) -> String {
    let widgets: BTreeSet<&str> =
        error.error.split("; ").map(|part| part.split(" \"").next().unwrap_or(part)).collect();
    format!("{widgets:?} {}", by_function(&error.insert))
}

/// The same with where they are, and with what was inserted before.
fn finely(error: &Distinct) -> String {
    format!("{} {} {}", rough(error), error.place, by_way(&error.insert))
}

/// What examining needs.
pub struct Bench<'a> {
    /// Opens devices.
    pub make: &'a Maker<'a>,
    /// Workers.
    pub workers: usize,
    /// The app.
    pub package: &'a str,
    /// The settings.
    pub settings: &'a FuzzSettings,
    /// Somebody asks to stop.
    pub stop: &'a AtomicBool,
}

/// Examines the errors of a run. Each is examined for itself; what is the same bug is decided in their order.
pub fn examine(
    bench: &Bench<'_>,
    ready: &[Ready],
    units: &[UnitResult],
    watcher: &mut dyn FuzzWatcher,
) -> Result<Vec<Suspect>, RunError> {
    let (mut tried, mut known) = (BTreeMap::<String, usize>::new(), BTreeSet::<String>::new());
    let once = bench.settings.keep == Keep::Once;
    let mut chosen = distinct(units, if once { by_source } else { by_function });
    if once {
        chosen.retain(|error| error.occurrences == 1);
    }
    chosen.retain(|error| {
        let tried = tried.entry(rough(error)).or_default();
        *tried += 1;
        *tried <= EXAMINED || known.insert(finely(error))
    });
    watcher.phase("errors", 0, chosen.len() as u64);
    let examined = share_out(bench.workers, &chosen, |queue| {
        let mut device = (bench.make)()?;
        let mut stage = Stage::remembering(device.as_mut());
        let mut sheets = Sheets::new(bench.settings.views.clone());
        let Bench { package, settings, .. } = *bench;
        let mut done = Vec::new();
        for (at, error) in queue {
            if bench.stop.load(Ordering::Relaxed) {
                break;
            }
            let mut examiner = Examiner { stage: &mut stage, sheets: &mut sheets, package, settings };
            done.push((at, examiner.examine(&ready[error.seed], error)?));
        }
        Ok(done)
    })?;
    let mut examined: Vec<Suspect> = examined.into_iter().flatten().collect();
    doubt_what_stands_alone(&mut examined);
    // What loses least shows one bug, and not another beside it.
    examined.sort_by_key(|s| (s.pair.inserted.len(), s.lost.len(), s.pair.seed.len()));
    let mut suspects: Vec<Suspect> = Vec::new();
    for mut suspect in examined {
        let own = &suspect.identity;
        let alike = |ours: &BTreeSet<String>, theirs: &BTreeSet<String>| {
            2 * ours.intersection(theirs).count() >= ours.union(theirs).count()
        };
        // What one function takes from several lines is one bug; lines that several take something from are each their own.
        let same = |other: &Suspect| {
            other.identity.events == own.events && alike(&own.widgets, &other.identity.widgets)
        };
        let way = |other: &Suspect| {
            let after = other.identity.after == own.after;
            other.evidence.source == suspect.evidence.source
                && after
                && alike(&own.lines, &other.identity.lines)
        };
        let reported = || suspects.iter().filter(|other| other.verdict == Verdict::Reported);
        let known = reported().any(same) || reported().filter(|other| way(other)).count() >= OTHER_WAYS;
        if suspect.verdict == Verdict::Reported && known {
            suspect.verdict = Verdict::Duplicate;
        }
        suspects.push(suspect);
    }
    suspects.sort_by_key(rank);
    Ok(suspects)
}

/// Doubts what the rules made of others like it speaks against.
fn doubt_what_stands_alone(suspects: &mut [Suspect]) {
    let like = |suspect: &Suspect| {
        let Pair { seed, inserted, .. } = &suspect.pair;
        let last = inserted.last().map_or_else(|| EventKey::plain(Kind::Wait), EventKey::of_step);
        let lost = suspect.lost.first().map_or("", |lost| named(lost)).to_owned();
        Like { last, lost, events: seed.len() + inserted.len(), verdict: suspect.verdict }
    };
    let likes: Vec<Like> = suspects.iter().map(like).collect();
    for (suspect, alone) in suspects.iter_mut().zip(alone(&likes)) {
        let Some(Company { doubted, left }) = alone else { continue };
        let says =
            format!("the test is long, and of what loses the same, {doubted} are doubted and {left} left");
        let said = Said::doubts("stands alone", says);
        suspect.verdict = Verdict::Doubtful;
        suspect.evidence.rules.push(said.verdict());
        suspect.said.push(said);
    }
}

/// The name of the widget of a lost effect in words.
fn named(lost: &str) -> &str {
    lost.trim_start_matches(['+', '-']).split(' ').next().unwrap_or(lost)
}

/// Findings first; among them those that more controls acquit, those with fewer occurrences, those with fewer events.
fn rank(suspect: &Suspect) -> (u8, usize, u64, usize) {
    let acquitted = suspect.said.iter().filter(|s| !s.doubts).count();
    let events = suspect.pair.seed.len() + suspect.pair.inserted.len();
    (suspect.verdict as u8, usize::MAX - acquitted, suspect.occurrences, events)
}

struct Examiner<'a, 'd> {
    stage: &'a mut Stage<'d>,
    sheets: &'a mut Sheets,
    package: &'a str,
    settings: &'a FuzzSettings,
}

impl Examiner<'_, '_> {
    /// What comes of an error. A mutant may lose something on several pages, and what is meant on one hide a bug on another:
    /// where the first loss is doubted, those on other pages are looked at for themselves.
    fn examine(&mut self, ready: &Ready, error: &Distinct) -> Result<Option<Suspect>, RunError> {
        let start = ready.seed.start;
        let steps = &ready.seed.steps[..error.seed_events];
        let mut place = Position::new(self.stage, start, &steps[..error.position]);
        let Inserted::Done(inserted) = place.insert(&error.insert.events)? else { return Ok(None) };
        let compare = comparison(self.settings, &error.insert);
        let pair = Pair { seed: steps.to_vec(), at: error.position, inserted, compare };
        let volatile = ready.sheets.volatile();
        let judged = judge(self.stage, self.sheets, start, &pair, self.package, volatile)?;
        let Some(judged) = judged.filter(|judged| !judged.lost.is_empty()) else { return Ok(None) };
        let all = judged.labels();
        let first = self.examine_loss(ready, error, &pair, &judged, &all, Losses::All)?;
        // What a neutral event ends is gone from whatever page follows.
        let decided = first.as_ref().is_none_or(|suspect| suspect.verdict != Verdict::Doubtful);
        if decided || error.insert.is_neutral() {
            return Ok(first);
        }
        for wanted in on_other_pages(&judged) {
            let other = self.examine_loss(ready, error, &pair, &judged, &wanted, Losses::Wanted)?;
            if other.as_ref().is_some_and(|suspect| suspect.verdict != Verdict::Doubtful) {
                return Ok(other);
            }
        }
        Ok(first)
    }

    /// Makes a mutant small that loses some of what is wanted, and asks the rules about that.
    fn examine_loss(
        &mut self,
        ready: &Ready,
        error: &Distinct,
        pair: &Pair,
        judged: &Judged,
        wanted: &FxHashSet<u64>,
        losses: Losses,
    ) -> Result<Option<Suspect>, RunError> {
        let (start, volatile) = (ready.seed.start, ready.sheets.volatile());
        let mut shrinker = Shrinker {
            stage: self.stage,
            sheets: self.sheets,
            start,
            package: self.package,
            volatile,
            left: self.settings.shrink,
        };
        let original = judged.mutant.clone();
        let short = cut(pair.clone(), judged, &mut shrinker, wanted)?;
        let (pair, minimal) = shrinker.shrink(short, wanted)?;
        let Some(judged) = shrinker.shows(&pair, wanted)? else { return Ok(None) };
        let (source, views) = (error.insert.source.as_str(), &self.settings.views);
        let shows = |pair: &Pair| shrinker.shows(pair, wanted);
        let (pair, mut judged) = patient(pair, judged, source, views, shows)?;
        if losses == Losses::Wanted {
            judged.lost.retain(|lost| wanted.contains(&lost.effect.label));
        }
        // As executed: the screens are those of the shrunk test.
        let pair = judged.pair(pair.at, pair.inserted.len(), pair.compare);
        let case = Case { pair: &pair, judged: &judged, source, views };
        let said = ask(&case, &mut shrinker)?;
        let told = (!doubted(&said)).then(|| telling(&case));
        judged.lost = told.unwrap_or(judged.lost);
        let rate = self.rate(&pair, start, volatile, &judged)?;
        let verdict = if doubted(&said) {
            Verdict::Doubtful
        } else if !rate.always() {
            Verdict::Unsteady
        } else {
            Verdict::Reported
        };
        let identity = identity(&pair, &judged, error, &self.settings.views);
        let lost: Vec<String> = judged.lost.iter().map(|l| lost_text(l, judged.sheets.sheets())).collect();
        let rules = said.iter().map(Said::verdict).collect();
        let evidence = evidence(&pair, &judged, rules, &error.insert.source);
        Ok(Some(Suspect {
            verdict,
            seed: error.seed,
            start,
            lost,
            labels: judged.labels(),
            evidence,
            said,
            rate,
            minimal,
            occurrences: error.occurrences,
            executed: (judged.seed, judged.mutant),
            original,
            pair,
            identity,
        }))
    }

    /// How often it shows at several clean starts, executed as a whole.
    fn rate(
        &mut self,
        pair: &Pair,
        start: u64,
        volatile: &FxHashSet<u64>,
        judged: &Judged,
    ) -> Result<Rate, RunError> {
        let kinds = judged.kinds();
        let mut rate = Rate { shown: 1, tried: 1 };
        for other in OTHER_STARTS {
            // Where the two do not replay at another start, that says nothing.
            let (sheets, package) = (&mut *self.sheets, self.package);
            let again =
                self.stage.afresh(|stage| judge(stage, sheets, start + other, pair, package, volatile))?;
            if let Some(again) = again {
                rate.tried += 1;
                rate.shown += u32::from(!again.kinds().is_disjoint(&kinds));
            }
        }
        Ok(rate)
    }
}

/// Which losses of the small mutant are spoken of: it may lose more than what was wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Losses {
    All,
    Wanted,
}

/// So many further pages are looked at.
const OTHER_PAGES: usize = 2;

/// What is lost on other pages than the first on which something is, each page for itself.
fn on_other_pages(judged: &Judged) -> Vec<FxHashSet<u64>> {
    let page = |lost: &Lost| &judged.sheets.sheets()[lost.to].layout;
    let mut pages: Vec<(&LayoutType, FxHashSet<u64>)> = Vec::new();
    let mut lost: Vec<&Lost> = judged.lost.iter().collect();
    lost.sort_by_key(|lost| lost.to);
    for lost in lost {
        let label = lost.effect.label;
        match pages.iter_mut().find(|(known, _)| *known == page(lost)) {
            Some((_, labels)) => drop(labels.insert(label)),
            None => pages.push((page(lost), FxHashSet::from_iter([label]))),
        }
    }
    pages.into_iter().skip(1).take(OTHER_PAGES).map(|(_, labels)| labels).collect()
}

/// Leaves out at once what comes after the first loss that is wanted.
fn cut(
    pair: Pair,
    judged: &Judged,
    shrinker: &mut Shrinker<'_, '_>,
    wanted: &FxHashSet<u64>,
) -> Result<Pair, RunError> {
    let lost = judged.lost.iter().filter(|l| wanted.contains(&l.effect.label));
    let first = lost.map(|l| l.to).min().unwrap_or(pair.seed.len()).max(pair.at);
    let mut short = pair.clone();
    short.seed.truncate(first);
    Ok(if shrinker.shows(&short, wanted)?.is_some() { short } else { pair })
}

/// How much is told of a widget.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    Widgets,
    Lines,
}

/// Where an event of the seed does nothing any more: with a wait before it, if it does nothing then either. What the inserted
/// events began may have been under way still.
fn patient(
    pair: Pair,
    judged: Judged,
    source: &str,
    views: &ViewSettings,
    shows: impl FnOnce(&Pair) -> Result<Option<Judged>, RunError>,
) -> Result<(Pair, Judged), RunError> {
    let as_done = judged.pair(pair.at, pair.inserted.len(), pair.compare);
    let case = Case { pair: &as_done, judged: &judged, source, views };
    let Some(wait) = waits(&case) else { return Ok((pair, judged)) };
    let mut later = pair.clone();
    later.inserted.push(wait);
    Ok(match shows(&later)? {
        Some(judged) => (later, judged),
        None => (pair, judged),
    })
}

/// What tells a violation from those of other bugs.
fn identity(pair: &Pair, judged: &Judged, error: &Distinct, views: &ViewSettings) -> Identity {
    let event = |step: &skink_trace::Step| {
        let EventKey { kind, class, id, desc, text } = EventKey::of_step(step);
        let text = if id.is_empty() { text } else { String::new() };
        format!("{kind:?} {class} {id} {} {text}", of_row(&desc))
    };
    let events = if error.insert.is_neutral() {
        // What turning the phone takes may be taken from several things by as many bugs.
        let before = pair.at.checked_sub(1).and_then(|at| pair.seed.get(at));
        std::iter::once(error.insert.source.clone()).chain(before.map(event)).collect()
    } else {
        pair.inserted.iter().map(event).collect()
    };
    let widget = |l: &Lost, told: Told| {
        let at = if l.effect.change > 0 { l.to } else { l.from };
        let screen = &judged.sheets.sheets()[at].screen;
        let w = screen.widget(l.effect.widget);
        // Lines of settings are each their own, though their parts have the same ids.
        let row = Groups::of(screen, views).item(w.id()).and_then(|row| screen.get(row));
        let line = row.filter(|_| told == Told::Lines).and_then(|row| entry(&row)).unwrap_or_default();
        format!("{} {} {} {line}", screen.activity(), w.class(), w.resource_id())
    };
    let first = judged.lost.iter().map(|l| l.to).min();
    let after = first.and_then(|to| pair.seed.get(to.checked_sub(1)?)).map(event);
    let all = |told: Told| judged.lost.iter().map(|lost| widget(lost, told)).collect();
    Identity { events, widgets: all(Told::Widgets), lines: all(Told::Lines), after }
}

/// What a finding keeps of a violation.
pub fn evidence(pair: &Pair, judged: &Judged, rules: Vec<RuleVerdict>, source: &str) -> Independence {
    let seed = judged.sheets.sheets();
    let lost = judged.lost.iter().map(|l| {
        let mutant = l.to.checked_sub(pair.at).and_then(|k| judged.after.get(k));
        LostEffect {
            // A screen is what the step before it led to.
            seed_step: l.to.saturating_sub(1),
            mutant_step: (l.to + pair.inserted.len()).saturating_sub(1),
            change: l.change(seed),
            seed_widget: Some(l.effect.widget),
            mutant_widget: mutant.and_then(|m| instead(&seed[l.to], m, &l.effect)),
            removed: l.effect.change < 0,
        }
    });
    Independence {
        guess: if judged.lost.is_empty() { Guess::DesignIssue } else { guess(judged, pair.at) },
        source: source.to_owned(),
        inserted_at: pair.at,
        inserted: pair.inserted.len(),
        lost: lost.collect(),
        rules,
    }
}

/// How a stored finding is compared again.
pub fn compare_of(evidence: &Independence) -> Compare {
    crate::unit::compare_for(&evidence.source)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(labels: &[&str]) -> String {
        let tap = |text: &&str| Planned {
            key: EventKey { text: (*text).to_owned(), ..EventKey::plain(Kind::Tap) },
            data: String::new(),
        };
        let events = labels.iter().map(tap).chain([Planned::plain(Kind::Key(Key::Back))]).collect();
        by_way(&Insert { source: INDEPENDENT.to_owned(), events })
    }

    #[test]
    fn inserted_traces_are_told_apart_by_what_they_do_and_not_by_how_they_leave() {
        assert_eq!(told(&["Diary", "Tea"]), told(&["Diary", "Tea", "Navigate up"]));
        assert_ne!(told(&["Diary", "Tea", "Navigate up"]), told(&["Diary", "Search", "Navigate up"]));
        assert_ne!(told(&["Plan", "Next week", "Home"]), told(&["Plan", "Last week", "Home"]), "by a tab");
    }
}
