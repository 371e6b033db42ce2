//! Rules that execute something else and compare: control experiments.

use skink_gui::{Action, Enabled, Event, Flags, Screen, Selector, Widget, WindowKind, enabled};
use skink_model::EventKey;
use skink_run::RunError;
use skink_trace::{Actor, Observation, Step};

use super::amounts::{counts, heads};
use super::choices::choice;
use super::touches::in_reach;
use super::{Case, Said, first_words, in_list, label, switches, text_of};
use crate::effects::{Entry, Sheet, effects};
use crate::groups::Groups;
use crate::insert::Planned;
use crate::layout::without_numbers;
use crate::neutral::{DEATH, LAUNCH};
use crate::oracle::{Compare, Lost};
use crate::pair::{Judged, Pair, execute, judge};
use crate::shrink::Shrinker;

type Control = fn(&Case<'_>, &mut Shrinker<'_, '_>) -> Result<Option<Said>, RunError>;

/// In the order in which they are done.
pub(super) const ALL: [Control; 9] =
    [time_alone, settled, begun, by_chance, setting, off_screen, own_doing, done_after, exclude_each_other];

const SETTING: &str = "setting";
pub(super) const DONE_AFTER: &str = "done after";
const EXCLUDE: &str = "exclude each other";

/// Controls that, where they do not doubt, say that the inserted events do not aim at what was lost.
pub(super) const ACQUITS: [&str; 2] = [DONE_AFTER, EXCLUDE];

/// Whether what a control says is of no account after what others said: where switching a setting back does not bring the effect
/// back, that it goes whenever that is switched does not say that it is meant to.
pub(super) fn overruled(says: &Said, said: &[Said]) -> bool {
    says.rule == DONE_AFTER && says.doubts && said.iter().any(|other| other.rule == SETTING && !other.doubts)
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
    let passed = shrinker.shows(&control, &case.judged.labels())?;
    let all = passed.is_some_and(|passed| {
        // A clock that goes on is still there.
        let gone = |lost: &Lost| {
            let waited = passed.after.get(lost.to.saturating_sub(case.pair.at));
            case.mutant_sheet(lost).zip(waited).is_some_and(|(mutant, waited)| missing(lost, waited, mutant))
        };
        case.judged.labels().is_subset(&passed.labels()) && !case.judged.lost.iter().any(gone)
    });
    Ok(all.then(|| Said::doubts("time", "letting the same time pass does it too")))
}

/// Control: both are given a moment before they are compared. What is the same then was only loading, or passing.
fn settled(case: &Case<'_>, shrinker: &mut Shrinker<'_, '_>) -> Result<Option<Said>, RunError> {
    let Some(to) = case.first_loss() else { return Ok(None) };
    let wait = plain_step(Action::Wait(SHORT_IDLE), &case.judged.sheets.sheets()[to].screen);
    let mut last = |steps: &[Step]| -> Result<_, RunError> {
        let done = execute(shrinker.stage, shrinker.start, steps.iter().chain([&wait]))?;
        Ok(done.and_then(|done| done.sheets(shrinker.sheets).pop()))
    };
    let Some(seed) = last(&case.judged.seed.steps[..to])? else { return Ok(None) };
    let Some(mutant) = last(&case.judged.mutant.steps[..to + case.pair.inserted.len()])? else {
        return Ok(None);
    };
    let other = |lost: &Lost| away(lost, &seed, &mutant) || missing(lost, &seed, &mutant);
    let same = !case.judged.lost.iter().any(|lost| lost.to == to && other(lost));
    Ok(same.then(|| Said::doubts("loading", "a moment later both show the same")))
}

/// A wait after the inserted events, where an event of the seed does nothing after them. What ends later may take something
/// back too: that is another matter than an event that has to wait.
pub(crate) fn waits(case: &Case<'_>) -> Option<Step> {
    let last = case.pair.inserted.last().filter(|_| !case.neutral() && case.dead())?;
    let waited = matches!(last.event.action, Action::Wait(_));
    (!waited).then(|| plain_step(Action::Wait(SHORT_IDLE), &last.after.screen))
}

/// Control: what the inserted events began is given the time to end before the seed goes on.
fn begun(case: &Case<'_>, shrinker: &mut Shrinker<'_, '_>) -> Result<Option<Said>, RunError> {
    let Some(wait) = waits(case) else { return Ok(None) };
    let inserted = case.pair.inserted.iter().cloned().chain([wait]).collect();
    let judged = again(inserted, case, shrinker)?;
    let gone = judged.is_some_and(|judged| judged.labels().is_disjoint(&case.judged.labels()));
    Ok(gone.then(|| Said::doubts("loading", "what the inserted events began was still under way")))
}

/// Whether an effect that one screen shows is not on the other.
fn away(lost: &Lost, shown: &Sheet, other: &Sheet) -> bool {
    let [was, is] = [shown, other].map(|sheet| sheet.count(lost.effect.label));
    if lost.effect.change > 0 { is < was } else { is > was }
}

/// Whether what should have come is on one screen, whatever it reads there, and on the other is nothing of its kind.
fn missing(lost: &Lost, shown: &Sheet, other: &Sheet) -> bool {
    let [shown, other] = [shown, other].map(|sheet| sheet.of_kind(lost.effect.kind).next().is_some());
    lost.effect.change > 0 && shown && !other
}

/// Control: what the inserted events switched is switched back.
fn setting(case: &Case<'_>, shrinker: &mut Shrinker<'_, '_>) -> Result<Option<Said>, RunError> {
    // The order of rows is no matter of what is done to them.
    let sorts = |step: &Step| label(step).is_some_and(|label| label.starts_with("sort "));
    let pivot = &case.judged.sheets.sheets()[case.pair.at];
    let only_sorts = case.pair.inserted.iter().any(sorts)
        && case.judged.after.first().is_some_and(|after| pivot.same_labels(after));
    if case.neutral() || only_sorts {
        return Ok(None);
    }
    let mut inserted: Vec<Step> = Vec::new();
    let mut switched = false;
    for step in &case.pair.inserted {
        inserted.push(step.clone());
        // To choose an option again would choose nothing.
        let back = match (chosen_back(case, &inserted), turned_back(step)) {
            (Some(chosen), _) => chosen,
            (None, Some(again)) => vec![again],
            (None, None) => entry_turned_back(case, &inserted, shrinker)?,
        };
        switched |= !back.is_empty();
        inserted.extend(back);
    }
    if !switched {
        return Ok(None);
    }
    let mut judged = again(inserted, case, shrinker)?;
    // What comes after it may need it switched: then it is switched back at the end.
    let turned: Vec<Step> = case.pair.inserted.iter().filter_map(turned_back).collect();
    if judged.is_none() && !turned.is_empty() {
        let last = case.pair.inserted.iter().cloned().chain(turned).collect();
        judged = again(last, case, shrinker)?;
    }
    Ok(judged.map(|judged| {
        if judged.labels().is_disjoint(&case.judged.labels()) {
            Said::doubts(SETTING, "the inserted events change a setting, and the effect follows it")
        } else {
            Said::keeps(SETTING, "switching it back does not bring the effect back")
        }
    }))
}

/// The same seed with other events inserted.
fn again(
    inserted: Vec<Step>,
    case: &Case<'_>,
    shrinker: &mut Shrinker<'_, '_>,
) -> Result<Option<Judged>, RunError> {
    judged(&Pair { inserted, ..case.pair.clone() }, shrinker)
}

/// Another pair, executed and judged.
fn judged(pair: &Pair, shrinker: &mut Shrinker<'_, '_>) -> Result<Option<Judged>, RunError> {
    let Shrinker { start, package, volatile, .. } = *shrinker;
    judge(shrinker.stage, shrinker.sheets, start, pair, package, volatile)
}

/// Control: the app is ended once more, or looked at. What reads otherwise then is drawn by lot at every beginning, or look.
fn by_chance(case: &Case<'_>, shrinker: &mut Shrinker<'_, '_>) -> Result<Option<Said>, RunError> {
    let looks = case.looks();
    if ![DEATH, LAUNCH].contains(&case.source) && !looks {
        return Ok(None);
    }
    // A number that goes on with every look is not drawn by lot.
    let texts = |sheet: &Sheet, lost: &Lost| -> Vec<String> {
        let text = |e: &Entry| without_numbers(&text_of(&sheet.screen.widget(e.widget)));
        sheet.of_kind(lost.effect.kind).map(text).collect()
    };
    let inserted = &case.pair.inserted;
    for times in 2..=LOTS {
        let more = (0..times).flat_map(|_| inserted.iter().cloned()).collect();
        let Some(judged) = again(more, case, shrinker)? else { return Ok(None) };
        let other = |lost: &Lost| {
            let there = judged.after.get(lost.to.saturating_sub(case.pair.at));
            let Some((now, there)) = case.mutant_sheet(lost).zip(there) else { return false };
            if !looks {
                let labels =
                    |sheet: &Sheet| sheet.of_kind(lost.effect.kind).map(|e| e.label).collect::<Vec<_>>();
                return labels(now) != labels(there);
            }
            let page = &case.judged.sheets.sheets()[lost.to].layout;
            if now.layout != *page || there.layout != *page {
                return false;
            }
            let (now, there) = (texts(now, lost), texts(there, lost));
            now != there && !now.is_empty() && !there.is_empty()
        };
        if case.all_lost(other) {
            return Ok(Some(Said::doubts(
                "chance",
                "it reads otherwise each time the app begins, or is looked at",
            )));
        }
    }
    Ok(None)
}

/// So often that is done at most: two of several texts may be the same.
const LOTS: usize = 3;

/// What switches back what a step switched: the same again, or the button that says something else now.
fn turned_back(step: &Step) -> Option<Step> {
    if switches(step) {
        return Some(step.clone());
    }
    let (before, after) = (&step.before, &step.after.screen);
    let own = step.widget.and_then(|id| before.get(id)).filter(|_| step.event.action == Action::Tap)?;
    let alike = |w: &Widget<'_>| w.class() == own.class() && w.resource_id() == own.resource_id();
    let now = after.widgets().find(|w| alike(w) && w.bounds() == own.bounds())?;
    let page = before.window() == after.window() && before.activity() == after.activity();
    let (was, is) = (text_of(&own), text_of(&now));
    // A row that moved away is the same elsewhere.
    let moved = after.widgets().any(|w| alike(&w) && text_of(&w) == was);
    let turned = page && !own.is(Flags::EDITABLE) && !is.is_empty() && !was.is_empty() && !moved;
    turned.then(|| tap_on(&now, step))
}

/// The option of several that is chosen.
fn checked(options: Widget<'_>) -> Option<Widget<'_>> {
    options.children().find(|option| option.subtree().any(|w| w.is(Flags::CHECKED)))
}

/// What chooses again the option that was chosen before the last of these events: in what is open still, or opened again.
fn chosen_back(case: &Case<'_>, inserted: &[Step]) -> Option<Vec<Step>> {
    let (chosen, before) = inserted.split_last()?;
    choice(chosen, case.views)?;
    let group = Groups::of(&chosen.before, case.views).group(chosen.widget?)?;
    let options = chosen.before.widget(group);
    let was = checked(options)?;
    // What the page of the loss says is chosen is as it was.
    let alike = |w: &Widget<'_>| (w.class(), w.resource_id()) == (options.class(), options.resource_id());
    let denied = |lost: &Lost| {
        let shown = case.mutant_sheet(lost).and_then(|sheet| sheet.screen.widgets().find(alike));
        shown.and_then(checked).is_some_and(|shown| first_words(shown) == first_words(was))
    };
    if case.all_lost(denied) {
        return None;
    }
    let back = tap_on(&was, chosen);
    let open = chosen
        .after
        .screen
        .widgets()
        .any(|w| alike(&w) && w.children().count() == options.children().count());
    match before.last() {
        _ if open => Some(vec![back]),
        Some(opens) if opens.after.screen == chosen.before => Some(vec![opens.clone(), back]),
        _ => None,
    }
}

/// What switches back what an entry of a menu switched: the menu opened again, and the entry that is there now.
fn entry_turned_back(
    case: &Case<'_>,
    inserted: &[Step],
    shrinker: &mut Shrinker<'_, '_>,
) -> Result<Vec<Step>, RunError> {
    let [.., open, chosen] = inserted else { return Ok(Vec::new()) };
    let entry = chosen.widget.and_then(|id| chosen.before.get(id));
    let page = |screen: &Screen| (screen.window(), screen.activity().to_owned());
    let of_menu =
        chosen.before.window() == WindowKind::Menu && page(&open.before) == page(&chosen.after.screen);
    let Some(entry) = entry.filter(|_| of_menu && chosen.event.action == Action::Tap) else {
        return Ok(Vec::new());
    };
    let steps = case.pair.seed[..case.pair.at].iter().chain(inserted).chain([open]);
    let Some(menu) =
        execute(shrinker.stage, shrinker.start, steps)?.and_then(|done| done.steps.last().cloned())
    else {
        return Ok(Vec::new());
    };
    let screen = &menu.after.screen;
    let same = |w: &Widget<'_>| w.class() == entry.class() && w.bounds() == entry.bounds();
    let Some(now) = screen.widgets().find(same).filter(|_| screen.len() == chosen.before.len()) else {
        return Ok(Vec::new());
    };
    Ok(vec![open.clone(), tap_on(&now, chosen)])
}

/// A tap on that widget, as a step after another.
fn tap_on(widget: &Widget<'_>, after: &Step) -> Step {
    Step {
        before: widget.screen().clone(),
        event: Event::on(Action::Tap, Selector::of(widget)),
        widget: Some(widget.id()),
        ..after.clone()
    }
}

/// Control: what is missing is looked for by scrolling, and what should have gone is looked for in the seed.
fn off_screen(case: &Case<'_>, shrinker: &mut Shrinker<'_, '_>) -> Result<Option<Said>, RunError> {
    // Numbers follow what is there, in sight or not.
    let counts = counts(case);
    let told = |lost: &Lost| {
        let w = case.seed_widget(lost);
        (w.class().to_owned(), w.resource_id().to_owned(), w.text().to_owned())
    };
    // What should both have come and gone was cut by an edge.
    let both = |lost: &Lost| {
        let came = |other: &Lost| other.effect.change > 0 && told(other) == told(lost);
        lost.effect.change < 0 && !told(lost).2.is_empty() && case.judged.lost.iter().any(came)
    };
    let looked_for: Vec<&Lost> = case
        .judged
        .lost
        .iter()
        .filter(|lost| !clipped(case, lost) && !counts(lost) && !both(lost) && !heads(case, lost))
        .collect();
    if looked_for.is_empty() && case.all_lost(|lost| counts(lost) || heads(case, lost)) {
        return Ok(None);
    }
    for lost in looked_for {
        if lost.is_doubled() {
            return Ok(None);
        }
        let steps: Vec<Step> = if lost.effect.change > 0 {
            case.judged.mutant.steps.iter().take(lost.to + case.pair.inserted.len()).cloned().collect()
        } else {
            case.judged.seed.steps.iter().take(lost.to).cloned().collect()
        };
        if execute(shrinker.stage, shrinker.start, &steps)?.is_none() {
            return Ok(None);
        }
        if !found_by_scrolling(lost.effect.label, shrinker)? {
            return Ok(None);
        }
    }
    Ok(Some(Said::doubts("off screen", "scrolling brings it into view")))
}

/// What has nothing inside it because an edge cuts it off: elsewhere it has.
fn clipped(case: &Case<'_>, lost: &Lost) -> bool {
    let own = case.seed_widget(lost);
    let alike =
        |w: &Widget<'_>| w.class() == own.class() && w.resource_id() == own.resource_id() && !w.is_leaf();
    let says = !own.text().is_empty() || !own.desc().is_empty() || own.is(Flags::CHECKABLE);
    let sheets = [Some(&case.judged.sheets.sheets()[lost.from]), case.judged.sheets.sheets().get(lost.to)];
    let whole = sheets.into_iter().flatten().map(|s| &**s).chain(case.mutant_sheet(lost));
    !says && own.is_leaf() && whole.into_iter().any(|sheet| sheet.screen.widgets().any(|w| alike(&w)))
}

/// How many screens are looked at each way.
const PAGES: usize = 6;

fn found_by_scrolling(label: u64, shrinker: &mut Shrinker<'_, '_>) -> Result<bool, RunError> {
    for direction in crate::neutral::directions() {
        // The second way leads past where the first began.
        for _ in 0..2 * PAGES {
            let Some(now) = shrinker.stage.now().cloned() else { return Ok(false) };
            if shrinker.sheets.of(&now).count(label) > 0 {
                return Ok(true);
            }
            let scrolls = |e: &Enabled| matches!(e, Enabled::Scroll(_, d) if *d == direction);
            let Some(scroll) = enabled(&now).into_iter().find(scrolls) else { break };
            shrinker.stage.insert(&Planned { key: EventKey::of(&scroll, &now), data: String::new() })?;
            if shrinker.stage.now() == Some(&now) {
                break;
            }
        }
    }
    let now = shrinker.stage.now().cloned();
    Ok(now.is_some_and(|now| shrinker.sheets.of(&now).count(label) > 0))
}

/// Control: the inserted events are done before the seed has any effect. What they change then too is theirs to
/// change: another rating, another day, a swap.
fn own_doing(case: &Case<'_>, shrinker: &mut Shrinker<'_, '_>) -> Result<Option<Said>, RunError> {
    let (pair, sheets) = (case.pair, case.judged.sheets.sheets());
    let pivot = &sheets[pair.at].layout;
    // What changes something anyway does not make a button dead.
    let apart = case.all_lost(Lost::is_doubled) || case.dead();
    if case.neutral() || case.done_already() || apart || !case.all_lost(|lost| case.on_pivot(lost)) {
        return Ok(None);
    }
    let labels: Vec<String> = pair.inserted.iter().filter_map(label).collect();
    let (opened, counts) = (labels.iter().collect::<Vec<_>>(), counts(case));
    for from in (0..pair.at).filter(|at| sheets[*at].layout.same_but_title(pivot)) {
        let steps = pair.seed[..from].iter().chain(&pair.inserted);
        let Some(done) = execute(shrinker.stage, shrinker.start, steps)? else { continue };
        let after = done.sheets(shrinker.sheets).pop().filter(|s| s.layout.same_but_title(pivot));
        let Some(after) = after else { continue };
        let changed = effects(&sheets[from], &after, shrinker.volatile);
        let theirs = |lost: &Lost| {
            // One row more or less is not what an event to come does to another, nor what ticks another.
            let own = case.seed_widget(lost);
            let later = lost.to > pair.at || own.is(Flags::CHECKABLE);
            let names = lost.effect.row == 0 && later && in_list(&own);
            let alike = changed.iter().any(|effect| match names {
                true => effect.label == lost.effect.label,
                false => effect.kind == lost.effect.kind,
            });
            // A look marks what was looked at, and is counted: no more than that.
            let looked = counts(lost) || lost.effect.row != 0 && in_reach(case, lost, &opened);
            case.on_pivot(lost) && alike && (looked || !case.looks())
        };
        if case.judged.lost.iter().any(theirs) {
            let says = "the inserted events change this without the seed's effect too";
            return Ok(Some(Said::doubts("own doing", says)));
        }
    }
    Ok(None)
}

/// Control: the inserted events are done after the effect instead of before it. What takes an effect away then
/// too is there to do so: a filter, a sort order, a counter that goes on. A bug of two events that disturb each
/// other does not show that way.
fn done_after(case: &Case<'_>, shrinker: &mut Shrinker<'_, '_>) -> Result<Option<Said>, RunError> {
    let Some(to) = case.first_loss() else { return Ok(None) };
    if case.neutral() || to <= case.pair.at || case.dead() || case.done_already() {
        return Ok(None);
    }
    let seed = &case.judged.sheets.sheets()[to];
    let steps = case.pair.seed[..to].iter().chain(&case.pair.inserted);
    let done = execute(shrinker.stage, shrinker.start, steps)?;
    let after = done.and_then(|done| done.sheets(shrinker.sheets).pop());
    let away = match after.filter(|after| after.layout.same_but_title(&seed.layout)) {
        Some(after) => case.judged.lost.iter().any(|lost| lost.to == to && away(lost, seed, &after)),
        None if left_alone_later(case, to, shrinker)? => false,
        None => return Ok(None),
    };
    Ok(Some(if away {
        Said::doubts(DONE_AFTER, "done after the effect, the inserted events take it away just the same")
    } else {
        Said::keeps(DONE_AFTER, "done after the effect, the inserted events leave it alone")
    }))
}

/// Whether the page of the loss is as it should be where the inserted events are done later: when the seed is on their page for
/// the last time before it looks there. Where it is not, that says nothing: they may show something else there, or be the bug.
fn left_alone_later(case: &Case<'_>, to: usize, shrinker: &mut Shrinker<'_, '_>) -> Result<bool, RunError> {
    let sheets = case.judged.sheets.sheets();
    let pivot = &sheets[case.pair.at].layout;
    let Some(at) = (case.pair.at + 1..to).rfind(|at| sheets[*at].layout == *pivot) else { return Ok(false) };
    let judged = judged(&Pair { at, ..case.pair.clone() }, shrinker)?;
    Ok(judged.is_some_and(|judged| judged.labels().is_disjoint(&case.judged.labels())))
}

/// Control: seed and inserted events change places. Where what the inserted events did is lost by what the seed
/// does then, both set the same thing and the last one wins: options that exclude each other, a clipboard, a
/// filter.
fn exclude_each_other(case: &Case<'_>, shrinker: &mut Shrinker<'_, '_>) -> Result<Option<Said>, RunError> {
    let (pair, sheets) = (case.pair, case.judged.sheets.sheets());
    let pivot = &sheets[pair.at].layout;
    let apart = case.neutral() || case.moves() || case.looks() || case.visits() || case.done_already();
    let Some(from) = (0..pair.at).find(|at| sheets[*at].layout.same_but_title(pivot)).filter(|_| !apart)
    else {
        return Ok(None);
    };
    let own = pair.seed[from..pair.at].to_vec();
    let seed: Vec<Step> =
        pair.seed[..from].iter().chain(&pair.inserted).chain(&pair.seed[pair.at..]).cloned().collect();
    let at = from + pair.inserted.len();
    let swapped = Pair { seed, at, inserted: own, compare: Compare::Independent };
    Ok(judged(&swapped, shrinker)?.map(|judged| {
        // How a page to come reads follows what the seed does.
        if judged.lost.iter().all(|lost| judged.reads_otherwise(at, lost)) {
            Said::keeps(EXCLUDE, "the other way round, the seed leaves alone what the inserted events do")
        } else {
            Said::doubts(EXCLUDE, "the other way round, the seed takes back what the inserted events do")
        }
    }))
}
