//! Rules against false alarms. Each has a name, looks at the smallest seed and mutant that show a violation, may
//! execute a control experiment, and says what it saw. A rule that discards calls the violation a false alarm:
//! it is listed apart, with the rule's reason, and is no finding.

use rustc_hash::FxHashSet;
use skink_gui::{Action, Event, Flags, Key, Screen, Widget, WidgetId, enabled};
use skink_model::EventKey;
use skink_run::RunError;
use skink_trace::{Actor, Observation, RuleVerdict, Step};

use crate::effects::Sheet;
use crate::groups::Groups;
use crate::layout::{LayoutType, without_numbers};
use crate::oracle::{Lost, instead};
use crate::pair::{Judged, Pair, execute};
use crate::settings::ViewSettings;
use crate::shrink::Shrinker;

/// What a rule makes of a violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// Nothing against it.
    Keeps,
    /// Less likely a bug.
    Lowers,
    /// A false alarm.
    Discards,
}

/// What a rule said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The rule's name.
    pub rule: &'static str,
    /// What it saw.
    pub says: String,
    /// What it makes of it.
    pub weight: Weight,
}

impl Said {
    fn new(rule: &'static str, weight: Weight, says: impl Into<String>) -> Self {
        Self { rule, says: says.into(), weight }
    }

    /// As findings keep it.
    pub fn verdict(&self) -> RuleVerdict {
        let lowers = self.weight != Weight::Keeps;
        RuleVerdict { rule: self.rule.to_owned(), says: self.says.clone(), lowers }
    }
}

/// A violation in its smallest form.
pub struct Case<'a> {
    /// Seed and inserted events.
    pub pair: &'a Pair,
    /// As executed.
    pub judged: &'a Judged,
    /// Whether the inserted events are neutral.
    pub neutral: bool,
    /// What the user says about views.
    pub views: &'a ViewSettings,
}

/// Asks every rule, until one discards.
pub fn ask(case: &Case<'_>, shrinker: &mut Shrinker<'_, '_>) -> Result<Vec<Said>, RunError> {
    let mut said = Vec::new();
    type Looks = fn(&Case<'_>) -> Option<Said>;
    let by_looking: [Looks; 11] = [
        same_target,
        asked_for,
        touches_lost,
        means_to,
        went_out,
        seeds_own,
        same_choice,
        placeholder,
        other_context,
        counter,
        unsaved,
    ];
    for rule in by_looking {
        said.extend(rule(case));
        if discarded(&said) {
            return Ok(said);
        }
    }
    type Tries = fn(&Case<'_>, &mut Shrinker<'_, '_>) -> Result<Option<Said>, RunError>;
    let by_trying: [Tries; 3] = [time_alone, setting, off_screen];
    for rule in by_trying {
        said.extend(rule(case, shrinker)?);
        if discarded(&said) {
            return Ok(said);
        }
    }
    Ok(said)
}

/// Whether a rule discards.
pub fn discarded(said: &[Said]) -> bool {
    said.iter().any(|s| s.weight == Weight::Discards)
}

impl Case<'_> {
    fn mutant_sheet(&self, lost: &Lost) -> Option<&Sheet> {
        self.judged.after.get(lost.to.checked_sub(self.pair.at)?).map(|sheet| &**sheet)
    }

    fn seed_widget(&self, lost: &Lost) -> Widget<'_> {
        let at = if lost.effect.change > 0 { lost.to } else { lost.from };
        self.judged.sheets.sheets()[at].screen.widget(lost.effect.widget)
    }

    /// What the mutant shows in the place of a lost effect.
    fn instead(&self, lost: &Lost) -> Option<Widget<'_>> {
        let mutant = self.mutant_sheet(lost)?;
        let id = instead(&self.judged.sheets.sheets()[lost.to], mutant, &lost.effect)?;
        mutant.screen.get(id)
    }

    fn all_lost(&self, test: impl Fn(&Lost) -> bool) -> bool {
        !self.judged.lost.is_empty() && self.judged.lost.iter().all(test)
    }
}

fn text_of(widget: &Widget<'_>) -> String {
    [widget.text(), widget.desc()].into_iter().find(|t| !t.is_empty()).unwrap_or_default().to_owned()
}

fn target<'s>(step: &'s Step) -> Option<Widget<'s>> {
    step.widget.and_then(|id| step.before.get(id))
}

/// An inserted event that is not independent: everything it touches the seed touches too.
fn same_target(case: &Case<'_>) -> Option<Said> {
    if case.neutral {
        return None;
    }
    let touched: FxHashSet<EventKey> =
        case.pair.seed.iter().filter(|s| s.widget.is_some()).map(EventKey::of_step).collect();
    let mut own = case.pair.inserted.iter().filter(|s| s.widget.is_some()).peekable();
    own.peek()?;
    own.all(|s| touched.contains(&EventKey::of_step(s))).then(|| {
        Said::new("same target", Weight::Discards, "the inserted events touch only what the seed touches too")
    })
}

/// The inserted events asked for what stands there now.
fn asked_for(case: &Case<'_>) -> Option<Said> {
    if case.neutral {
        return None;
    }
    let mut asked: Vec<String> = Vec::new();
    for step in &case.pair.inserted {
        if let Action::Type(text) = &step.event.action {
            asked.push(text.trim().to_lowercase());
        } else if let Some(widget) = target(step) {
            asked.extend(widget.subtree().map(|w| text_of(&w).to_lowercase()).find(|t| !t.is_empty()));
        }
    }
    asked.retain(|text| text.chars().count() > 1);
    let explained = |lost: &Lost| {
        let shown = case.instead(lost).map(|w| text_of(&w).to_lowercase()).unwrap_or_default();
        asked.iter().any(|text| !shown.is_empty() && (shown.contains(text) || text.contains(&shown)))
    };
    case.all_lost(explained).then(|| {
        Said::new(
            "asked for",
            Weight::Discards,
            "what stands there instead is what the inserted events asked for",
        )
    })
}

/// The inserted events touch what lost its effect, by name.
fn touches_lost(case: &Case<'_>) -> Option<Said> {
    if case.neutral {
        return None;
    }
    // A button in a row touches the row.
    let named = |step: &Step| -> Vec<String> {
        let Some(widget) = target(step) else { return Vec::new() };
        let item = Groups::of(&step.before, case.views).item(widget.id());
        let row = item
            .and_then(|id| step.before.get(id))
            .filter(|row| row.subtree().len() <= ROW)
            .unwrap_or(widget);
        let texts = row.subtree().map(|w| w.text().to_lowercase());
        texts.filter(|t| t.chars().any(char::is_alphabetic) && t.chars().count() > 1).collect()
    };
    let touched: Vec<String> = case.pair.inserted.iter().flat_map(named).collect();
    let about = |lost: &Lost| {
        let widget = case.seed_widget(lost);
        let own = text_of(&widget).to_lowercase();
        touched.iter().any(|text| own.contains(text.as_str()))
    };
    case.judged.lost.iter().any(about).then(|| {
        Said::new(
            "touches it",
            Weight::Discards,
            "the inserted events touch the very thing that lost its effect",
        )
    })
}

/// A larger part of a page is no row.
const ROW: usize = 12;

/// What the seed did before is taken back by events that use the rows of its page, or that type: they are meant
/// to change what is shown.
fn means_to(case: &Case<'_>) -> Option<Said> {
    let spans = |lost: &Lost| lost.from < case.pair.at;
    if case.neutral || !case.all_lost(spans) {
        return None;
    }
    let pivot = &case.judged.sheets.sheets()[case.pair.at];
    let page = &pivot.layout;
    // A drawer lies over the page and has rows of its own.
    let on_page = |list: &Widget<'_>| {
        pivot.screen.widgets().any(|w| w.class() == list.class() && w.resource_id() == list.resource_id())
    };
    let acts = |step: &Step| {
        let Some(widget) = target(step) else { return false };
        let is_list = |w: &Widget<'_>| {
            ["RecyclerView", "ListView", "GridView"].iter().any(|list| w.short_class().ends_with(list))
        };
        let listed = widget.ancestors().any(|w| is_list(&w) && on_page(&w));
        // The row itself, not a button in it.
        let row = listed && widget.subtree().any(|w| !w.text().is_empty());
        let here = LayoutType::of(&step.before, case.views).same_but_title(page);
        (row && here) || matches!(step.event.action, Action::Type(_))
    };
    case.pair.inserted.iter().any(acts).then(|| {
        Said::new(
            "means to",
            Weight::Discards,
            "the inserted events act on the page whose earlier state is gone",
        )
    })
}

/// The pages below the one on top, by the order in which the seed came to them.
fn stack(case: &Case<'_>) -> Vec<LayoutType> {
    let mut stack: Vec<LayoutType> = Vec::new();
    for sheet in &case.judged.sheets.sheets()[..=case.pair.at] {
        match stack
            .iter()
            .position(|page| page.same_frame(&sheet.layout) && page.title() == sheet.layout.title())
        {
            Some(at) => stack.truncate(at + 1),
            None => stack.push(sheet.layout.clone()),
        }
    }
    stack
}

/// A loop that did not really return: it left the page through what is below it and came in again, which ends
/// what the seed had under way there.
fn went_out(case: &Case<'_>) -> Option<Said> {
    if case.neutral {
        return None;
    }
    let stack = stack(case);
    let (top, below) = stack.split_last()?;
    let same = |a: &LayoutType, b: &LayoutType| a.same_frame(b) && a.title() == b.title();
    let left = case.pair.inserted.iter().any(|step| {
        let page = LayoutType::of(&step.after.screen, case.views);
        !same(&page, top) && below.iter().any(|other| same(other, &page))
    });
    left.then(|| {
        Said::new(
            "went out",
            Weight::Discards,
            "the inserted events left the page the seed was on and came in again",
        )
    })
}

/// The inserted events touch what only the seed brought: its new rows, its offers to undo.
fn seeds_own(case: &Case<'_>) -> Option<Said> {
    if case.neutral {
        return None;
    }
    let seed = &case.judged.sheets.sheets()[..=case.pair.at];
    let brought = |step: &Step| {
        let Some(widget) = target(step) else { return false };
        let name = |w: &Widget<'_>| {
            let text = w.subtree().find(|w| !w.text().is_empty()).map_or("", |w| w.text());
            (w.class().to_owned(), w.resource_id().to_owned(), without_numbers(text))
        };
        let own = name(&widget);
        // Only on the page of the insertion: elsewhere the page may have brought it by itself.
        let Some((pivot, before)) = seed.split_last() else { return false };
        let page = LayoutType::of(&step.before, case.views);
        let shows = |sheet: &std::sync::Arc<Sheet>| sheet.screen.widgets().any(|w| name(&w) == own);
        let first = before.iter().find(|sheet| sheet.layout.same_but_title(&page));
        pivot.layout.same_but_title(&page) && shows(pivot) && first.is_some_and(|first| !shows(first))
    };
    case.pair.inserted.iter().any(brought).then(|| {
        Said::new(
            "the seed's own",
            Weight::Discards,
            "the inserted events touch what the seed has just brought",
        )
    })
}

/// Seed and inserted events choose from the same few options.
fn same_choice(case: &Case<'_>) -> Option<Said> {
    if case.neutral {
        return None;
    }
    let choice = |step: &Step| {
        let widget = target(step)?;
        let option = widget.subtree().any(|w| w.flags().intersects(Flags::CHECKABLE));
        let groups = Groups::of(&step.before, case.views);
        let group = step.before.get(groups.group(widget.id())?)?;
        let page = LayoutType::of(&step.before, case.views);
        option.then(|| (page, group.class().to_owned(), group.resource_id().to_owned()))
    };
    let seed: Vec<_> = case.pair.seed.iter().filter_map(choice).collect();
    case.pair.inserted.iter().filter_map(choice).any(|own| seed.contains(&own)).then(|| {
        Said::new("same choice", Weight::Discards, "seed and inserted events choose from the same options")
    })
}

/// The note of an empty list is missing because the list is not empty.
fn placeholder(case: &Case<'_>) -> Option<Said> {
    let rows = |screen: &Screen| {
        let groups = Groups::of(screen, case.views);
        groups.all().iter().map(|id| screen.widget(*id).children().count()).sum::<usize>()
    };
    let explained = |lost: &Lost| {
        let seed = &case.judged.sheets.sheets()[lost.to];
        let widget = case.seed_widget(lost);
        let alone = Groups::of(&seed.screen, case.views).group(widget.id()).is_none();
        lost.effect.change > 0
            && alone
            && case.instead(lost).is_none()
            && case.mutant_sheet(lost).is_some_and(|mutant| rows(&mutant.screen) > rows(&seed.screen))
    };
    (!case.neutral && case.all_lost(explained)).then(|| {
        Said::new("placeholder", Weight::Discards, "the page is not empty any more: what said so is gone")
    })
}

/// An event of the seed finds other surroundings: what it refers to was replaced.
fn other_context(case: &Case<'_>) -> Option<Said> {
    if case.neutral {
        return None;
    }
    let last = case.judged.lost.iter().map(|l| l.to).min()?;
    let around = |w: &Widget<'_>| -> Vec<String> {
        let parent = w.parent().filter(|p| p.subtree().len() <= 8);
        parent.map_or_else(Vec::new, |p| p.subtree().map(|w| without_numbers(&text_of(&w))).collect())
    };
    let replaced = (case.pair.at..last.min(case.pair.seed.len())).any(|at| {
        let here = target(&case.judged.seed.steps[at]);
        let there = case.judged.mutant.steps.get(at + case.pair.inserted.len()).and_then(target);
        here.zip(there).is_some_and(|(here, there)| around(&here) != around(&there))
    });
    replaced.then(|| {
        Said::new(
            "other context",
            Weight::Discards,
            "what an event of the seed refers to was replaced meanwhile",
        )
    })
}

/// Only numbers differ, and the inserted events added or took away something that is counted.
fn counter(case: &Case<'_>) -> Option<Said> {
    let numbers_only = |lost: &Lost| {
        let own = text_of(&case.seed_widget(lost));
        case.instead(lost).is_some_and(|w| {
            let shown = text_of(&w);
            own != shown && without_numbers(&own) == without_numbers(&shown)
        })
    };
    // What stays because a number went on is the other half of the same change.
    let counted: FxHashSet<u64> = case
        .judged
        .lost
        .iter()
        .filter(|l| l.effect.change > 0 && numbers_only(l))
        .map(|l| l.effect.kind)
        .collect();
    case.all_lost(|l| numbers_only(l) || counted.contains(&l.effect.kind))
        .then(|| Said::new("counter", Weight::Discards, "only numbers differ: counters, sums and clocks do"))
}

/// Stopping an app may lose what was only typed or marked, not what was done.
fn unsaved(case: &Case<'_>) -> Option<Said> {
    let stops = case.pair.inserted.iter().any(|s| s.event.action == Action::Relaunch);
    let passing = |lost: &Lost| {
        let widget = case.seed_widget(lost);
        widget.flags().intersects(Flags::EDITABLE) || widget.is(Flags::SELECTED)
    };
    (stops && case.all_lost(passing)).then(|| {
        Said::new("unsaved", Weight::Discards, "what was typed or marked and not saved ends with the app")
    })
}

/// What is over by then was only passing, or loading.
const SHORT_IDLE: u64 = 10_000;

fn plain_step(action: Action, at: &Screen) -> Step {
    Step {
        number: 0,
        actor: Actor::Strategy,
        before: at.clone(),
        event: Event::plain(action),
        widget: None,
        after: Observation::of(at.clone()),
        millis: 0,
    }
}

/// Control: a wait in the place of the inserted events.
fn time_alone(case: &Case<'_>, shrinker: &mut Shrinker<'_, '_>) -> Result<Option<Said>, RunError> {
    let Some(first) = case.pair.inserted.first() else { return Ok(None) };
    let idle = case.pair.inserted.iter().any(|s| matches!(s.event.action, Action::Wait(_)));
    let millis =
        if idle { SHORT_IDLE } else { case.pair.inserted.iter().map(|s| s.millis.max(300)).sum::<u64>() * 2 };
    let wait = plain_step(Action::Wait(millis), &first.before);
    let control = Pair { inserted: vec![wait], ..case.pair.clone() };
    let shows = shrinker.shows(&control, &case.judged.labels())?.is_some();
    Ok(shows.then(|| Said::new("time", Weight::Discards, "letting the same time pass does it too")))
}

/// Control: what the inserted events switched is switched back.
fn setting(case: &Case<'_>, shrinker: &mut Shrinker<'_, '_>) -> Result<Option<Said>, RunError> {
    if case.neutral {
        return Ok(None);
    }
    let switched: Vec<usize> =
        (0..case.pair.inserted.len()).filter(|at| switches(&case.pair.inserted[*at])).collect();
    if switched.is_empty() {
        return Ok(None);
    }
    let mut inserted = Vec::new();
    for (at, step) in case.pair.inserted.iter().enumerate() {
        inserted.push(step.clone());
        if switched.contains(&at) {
            inserted.push(step.clone());
        }
    }
    let control = Pair { inserted, ..case.pair.clone() };
    let shows = shrinker.shows(&control, &case.judged.labels())?.is_some();
    Ok(Some(if shows {
        Said::new("setting", Weight::Keeps, "switching it back does not bring the effect back")
    } else {
        Said::new(
            "setting",
            Weight::Discards,
            "the inserted events change a setting, and the effect follows it",
        )
    }))
}

/// Whether a step checks, unchecks or selects what it touches.
fn switches(step: &Step) -> bool {
    let marks = |screen: &Screen, id: WidgetId| -> Option<Vec<bool>> {
        let row = screen.get(id)?;
        let marked = |w: Widget<'_>| w.flags().intersects(Flags::CHECKED | Flags::SELECTED);
        Some(row.subtree().map(marked).collect())
    };
    let Some(id) = step.widget else { return false };
    let before = marks(&step.before, id);
    step.before.len() == step.after.screen.len()
        && before.is_some()
        && before != marks(&step.after.screen, id)
}

/// Control: what is missing is looked for by scrolling.
fn off_screen(case: &Case<'_>, shrinker: &mut Shrinker<'_, '_>) -> Result<Option<Said>, RunError> {
    // In a list that scrolls, a row that stays may only have been scrolled away in the seed.
    let scrolls = |lost: &Lost| {
        let widget = case.seed_widget(lost);
        lost.effect.change < 0 && widget.ancestors().any(|w| w.is(Flags::SCROLLABLE))
    };
    let scrolled = case
        .pair
        .seed
        .iter()
        .chain(&case.pair.inserted)
        .any(|s| matches!(s.event.action, Action::Scroll(_) | Action::Swipe(_)));
    if scrolled && case.judged.lost.iter().any(scrolls) {
        return Ok(Some(Said::new(
            "off screen",
            Weight::Discards,
            "the list was scrolled: it may only be out of sight",
        )));
    }
    for lost in case.judged.lost.iter().filter(|l| l.effect.change > 0) {
        let steps = lost.to + case.pair.inserted.len();
        let mutant: Vec<Step> = case.judged.mutant.steps.iter().take(steps).cloned().collect();
        if execute(shrinker.stage, shrinker.start, &mutant)?.is_none() {
            return Ok(None);
        }
        if !found_by_scrolling(lost.effect.label, shrinker)? {
            return Ok(None);
        }
    }
    let any = case.judged.lost.iter().any(|l| l.effect.change > 0);
    let all = case.all_lost(|l| l.effect.change > 0);
    Ok((any && all).then(|| Said::new("off screen", Weight::Discards, "scrolling brings it into view")))
}

/// How far is looked.
const PAGES: usize = 6;

fn found_by_scrolling(label: u64, shrinker: &mut Shrinker<'_, '_>) -> Result<bool, RunError> {
    for direction in crate::neutral::directions() {
        for _ in 0..PAGES {
            let Some(now) = shrinker.stage.now().cloned() else { return Ok(false) };
            if shrinker.sheets.of(&now).count(label) > 0 {
                return Ok(true);
            }
            let scroll = enabled(&now)
                .into_iter()
                .find(|e| matches!(e, skink_gui::Enabled::Scroll(_, d) if *d == direction));
            let Some(scroll) = scroll else { break };
            let planned = crate::insert::Planned { key: EventKey::of(&scroll, &now), data: String::new() };
            shrinker.stage.insert(&planned)?;
            if shrinker.stage.now() == Some(&now) {
                break;
            }
        }
    }
    let now = shrinker.stage.now().cloned();
    Ok(now.is_some_and(|now| shrinker.sheets.of(&now).count(label) > 0))
}

/// Whether an inserted trace only looks around: it types nothing and confirms nothing.
pub fn only_looks(inserted: &[Step]) -> bool {
    let quiet = |step: &Step| {
        let key = matches!(step.event.action, Action::Key(Key::Back | Key::Menu));
        key || (step.event.action == Action::Tap && !switches(step))
    };
    inserted.iter().all(quiet)
}
