//! Rules that go by what the inserted events touch: where they act on what the seed acts on, they are not
//! independent of it.

use rustc_hash::FxHashSet;
use skink_gui::{Action, Flags, Screen, Widget, WindowKind};
use skink_model::EventKey;
use skink_trace::Step;

use super::meant::sets;
use super::pages::about_another;
use super::passing::plays;
use super::{
    Case, Said, in_list, is_search, label, listed, searches, shows_found, switches, target, text_of,
    turns_page,
};
use crate::effects::{Effect, Sheet, effects};
use crate::groups::{Groups, naming, row_name};
use crate::layout::{LayoutType, without_numbers};
use crate::oracle::Lost;
use crate::roles::completes;

/// An inserted event that is not independent: everything it touches the seed touches too.
pub(super) fn same_target(case: &Case<'_>) -> Option<Said> {
    if case.neutral() || case.looks() || case.moves() || case.done_already() || case.searches_again() {
        return None;
    }
    if case.dead() {
        return same_name(case)
            .then(|| Said::doubts("same target", "both give the same name, and only one can have it"));
    }
    let touched = |step: &Step| case.pair.seed.iter().any(|other| same_event(case, step, other));
    let mut own = case.pair.inserted.iter().filter(|step| step.widget.is_some());
    // What is opened and written in is the same, whatever is written.
    let writes = case.pair.inserted.iter().any(|s| typed(s).is_some());
    let key = |step: &Step| (EventKey::of_step(step), typed(step).map(str::to_owned));
    let first = own.clone().next().map(key)?;
    let opened = case.pair.seed.iter().any(|step| key(step) == first);
    // What is to have a name of its own cannot have that of another.
    let texts = |steps: &[Step]| -> FxHashSet<String> {
        steps.iter().filter_map(typed).filter(|text| !text.is_empty()).map(str::to_owned).collect()
    };
    let written = texts(&case.pair.inserted);
    let touches =
        |step: &Step| label(step).is_some_and(|name| written.iter().any(|t| t.to_lowercase() == name));
    let named = !written.is_disjoint(&texts(&case.pair.seed)) || case.pair.seed.iter().any(touches);
    (named || writes && opened || own.all(touched)).then(|| {
        Said::doubts("same target", "the inserted events touch or write only what the seed does too")
    })
}

/// Whether two steps do the same. On the page of another thing it is another matter.
fn same_event(case: &Case<'_>, a: &Step, b: &Step) -> bool {
    let another = || {
        let [x, y] = [a, b].map(|step| Sheet::of(&step.before, case.views));
        about_another(&x, &y, &[], case.views).is_some()
    };
    EventKey::of_step(a) == EventKey::of_step(b) && typed(a) == typed(b) && !another()
}

/// Whether seed and inserted events write the same into fields that are not to search in.
fn same_name(case: &Case<'_>) -> bool {
    let names = |steps: &[Step]| -> FxHashSet<String> {
        let field = |step: &&Step| target(step).is_some_and(|w| !is_search(&w));
        let texts = steps.iter().filter(field).filter_map(typed).filter(|text| !text.is_empty());
        texts.map(str::to_owned).collect()
    };
    !names(&case.pair.inserted).is_disjoint(&names(&case.pair.seed[case.to_come()]))
}

/// What the seed does after the insertion, up to the loss, the inserted events have done already: the same thing
/// twice need not do the same twice.
pub(super) fn same_again(case: &Case<'_>) -> Option<Said> {
    if case.neutral() || case.looks() || case.dead() {
        return None;
    }
    let again = &case.pair.seed[case.to_come()];
    let done = |step: &Step| case.pair.inserted.iter().any(|done| same_event(case, done, step));
    (!again.is_empty() && again.iter().all(done))
        .then(|| Said::doubts("same again", "the inserted events do what the seed does after them"))
}

/// What a step types.
pub(super) fn typed(step: &Step) -> Option<&str> {
    match &step.event.action {
        Action::Type(text) => Some(text),
        _ => None,
    }
}

/// Whether an effect is not one of a row that goes by another name than those touched.
pub(super) fn in_reach(case: &Case<'_>, lost: &Lost, touched: &[&String]) -> bool {
    let row = case.row(&case.seed_widget(lost));
    let name = row.map_or_else(String::new, |row| row_name(&row, lost.effect.widget)).to_lowercase();
    // A name has no numbers.
    let same = |text: &&String| {
        text.contains(&name) || name.contains(text.as_str()) || without_numbers(text).contains(&name)
    };
    name.is_empty() || touched.iter().any(same)
}

/// The inserted events asked for what stands there now.
pub(super) fn asked_for(case: &Case<'_>) -> Option<Said> {
    if last_used(case) {
        return Some(Said::doubts("asked for", "what is offered is what was used last, in seed and mutant"));
    }
    if sets(case) {
        return Some(Said::doubts("asked for", "an inserted event sets what an event of the seed goes by"));
    }
    if case.neutral() || case.looks() {
        return None;
    }
    if written_and_found(case) {
        return Some(Said::doubts(
            "asked for",
            "the seed searches for what the inserted events have written",
        ));
    }
    let mut asked: Vec<String> = Vec::new();
    let to = case.judged.lost.first().map(|l| &case.judged.sheets.sheets()[l.to])?;
    // What was asked of another one and shows here is a bug.
    let here = |step: &&Step| {
        let page = Sheet::of(&step.before, case.views);
        !page.layout.same_frame(&to.layout)
            || about_another(&page, to, &case.judged.lost, case.views).is_none()
    };
    for step in not_undone(case).iter().filter(here) {
        if let Action::Type(text) = &step.event.action {
            asked.push(text.trim().to_lowercase());
        } else {
            asked.extend(label(step));
        }
    }
    let number = |text: &str| text.replace(',', ".").parse::<f64>().ok();
    let explained = |lost: &Lost| {
        let shown = case.instead(lost).map(|w| text_of(&w).to_lowercase()).unwrap_or_default();
        let same = |text: &String| {
            let part = says_words(&shown, text) || says_words(text, &shown);
            *text == shown || part || number(text).is_some_and(|n| number(&shown) == Some(n))
        };
        !shown.is_empty() && asked.iter().any(same)
    };
    // "No backup" is not said once one was asked for.
    let denied = |lost: &Lost| {
        let own = text_of(&case.seed_widget(lost)).to_lowercase();
        let what = own.strip_prefix("no ").and_then(|what| what.split(' ').next());
        what.is_some_and(|what| asked.iter().any(|label| says_words(label, what)))
    };
    case.all_lost(|lost| explained(lost) || denied(lost))
        .then(|| Said::doubts("asked for", "what stands there instead is what the inserted events asked for"))
}

/// The inserted events that were not taken back by an Undo among them.
fn not_undone<'c>(case: &'c Case<'_>) -> &'c [Step] {
    let inserted = &case.pair.inserted;
    let undo = inserted.iter().rposition(|step| label(step).as_deref() == Some("undo"));
    &inserted[undo.map_or(0, |at| at + 1)..]
}

/// Whether the seed searches, after the insertion, for what the inserted events have written, and finds more by it.
fn written_and_found(case: &Case<'_>) -> bool {
    let lower = |text: &str| text.to_lowercase();
    let wanted = case.pair.seed[case.to_come()].iter().filter(|step| searches(step)).filter_map(typed);
    let wanted: Vec<String> = wanted.map(lower).filter(|text| !text.is_empty()).collect();
    let mut written = case.pair.inserted.iter().filter(|step| !searches(step)).filter_map(typed).map(lower);
    let found = |lost: &Lost| case.mutant_sheet(lost).is_some_and(|sheet| shows_found(&sheet.screen));
    written.any(|text| wanted.iter().any(|word| text.contains(word))) && case.all_lost(found)
}

/// Whether what is offered names what was used last: by the seed what it used, by the mutant what the inserted events did.
fn last_used(case: &Case<'_>) -> bool {
    let used = |steps: &[Step]| -> Vec<String> {
        let typed = steps.iter().filter_map(typed).map(str::to_lowercase);
        steps.iter().filter_map(label).chain(typed).filter(|l| l.len() > 1).collect()
    };
    let (seed, inserted) = (used(&case.pair.seed[..case.pair.at]), used(&case.pair.inserted));
    let names = |text: String, of: &[String]| of.iter().any(|label| says_words(&text, label));
    let offered = |lost: &Lost| {
        let own = case.seed_widget(lost);
        let field = own.is(Flags::CLICKABLE) && !case.on_pivot(lost) && lost.to > case.pair.at;
        field
            && match lost.effect.change > 0 {
                true => {
                    names(text_of(&own).to_lowercase(), &seed)
                        && case.instead(lost).is_some_and(|w| names(text_of(&w).to_lowercase(), &inserted))
                }
                false => names(text_of(&own).to_lowercase(), &inserted),
            }
    };
    !case.neutral() && case.all_lost(offered)
}

/// Whether a text says another, in whole words.
pub(super) fn says_words(text: &str, part: &str) -> bool {
    let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    let whole =
        |at: usize| edge(text[..at].chars().next_back()) && edge(text[at + part.len()..].chars().next());
    part.chars().count() > 1 && text.match_indices(part).any(|(at, _)| whole(at))
}

/// The inserted events touch what lost its effect, by name.
pub(super) fn touches_lost(case: &Case<'_>) -> Option<Said> {
    if looked_at(case) || read_on(case) {
        return Some(Said::doubts("touches it", "what was lost is what the inserted events looked at"));
    }
    if written(case) {
        return Some(Said::doubts("touches it", "what was lost is of what the inserted events write in"));
    }
    if on_its_page(case) {
        return Some(Said::doubts(
            "touches it",
            "what was lost is on the page of what the inserted events opened",
        ));
    }
    if offered(case) {
        return Some(Said::doubts("touches it", "the inserted events have done what this offers"));
    }
    if edited_row(case) {
        return Some(Said::doubts(
            "touches it",
            "the inserted events edit the row that the seed then acts on",
        ));
    }
    if to_all(case) {
        return Some(Said::doubts("touches it", "the inserted events do something to all there are"));
    }
    if edited(case) {
        return Some(Said::doubts("touches it", "the inserted events edit what the page is about"));
    }
    if beside(case) {
        return Some(Said::doubts(
            "touches it",
            "the inserted events press the button beside: less, and more",
        ));
    }
    if case.neutral() || case.looks() || case.moves() || case.dead() || case.all_lost(Lost::is_doubled) {
        return None;
    }
    let names = |text: &String| text.chars().any(char::is_alphabetic) && text.chars().count() > 1;
    // A button in a row touches the row.
    let named = |step: &Step| -> Vec<String> {
        let Some(widget) = target(step) else { return Vec::new() };
        let row = case.small_row(&widget).unwrap_or(widget);
        let texts = row.subtree().map(|w| w.text().to_lowercase()).chain([text_of(&widget).to_lowercase()]);
        texts.filter(names).collect()
    };
    let touched: Vec<String> = not_undone(case).iter().flat_map(named).collect();
    // The menu and the buttons of a page about one thing touch that thing.
    let pivot = &case.judged.sheets.sheets()[case.pair.at].screen;
    let menu = |step: &Step| {
        let on = step.before.window() == WindowKind::Menu || step.before.activity() == pivot.activity();
        let presses = target(step).is_some_and(|w| !w.is(Flags::EDITABLE));
        on && presses && step.after.screen.activity() == pivot.activity()
    };
    let heads: Vec<String> = if not_undone(case).iter().any(menu) {
        let groups = Groups::of(pivot, case.views);
        let alone = |w: &Widget<'_>| groups.item(w.id()).is_none_or(|item| item == w.id());
        let heads =
            pivot.widgets().filter(alone).filter(|w| !w.is(Flags::CLICKABLE) || w.is(Flags::EDITABLE));
        heads.map(|w| w.text().to_lowercase()).filter(names).collect()
    } else {
        Vec::new()
    };
    let about = |lost: &Lost| {
        let widget = case.seed_widget(lost);
        let own = text_of(&widget).to_lowercase();
        let says = |text: &String| own.contains(text.as_str());
        let itself = |step: &Step| {
            let sheet = Sheet::of(&step.before, case.views);
            target(step).is_some_and(|w| sheet.of_kind(lost.effect.kind).any(|e| e.widget == w.id()))
        };
        let named = !widget.resource_id().is_empty() && case.on_pivot(lost);
        // What is a row by itself is told by what it says.
        let row = case.row(&widget).is_some_and(|row| row.id() == widget.id()) && in_list(&widget);
        (named && (!row || own.is_empty()) && case.pair.inserted.iter().any(itself))
            || touched.iter().any(says)
            || (!case.on_pivot(lost) && heads.contains(&own))
    };
    // What else was lost, in a row that they do not touch, is not explained by that.
    let reached = |lost: &Lost| {
        let elsewhere = if case.on_pivot(lost) { &[] } else { heads.as_slice() };
        in_reach(case, lost, &touched.iter().chain(elsewhere).collect::<Vec<_>>())
    };
    let button = |step: &Step| target(step).is_some_and(|w| plays(&w));
    let front = &case.judged.sheets.sheets()[case.first_loss().unwrap_or(case.pair.at)].screen;
    // A setting may end it: "Only on Wi-Fi".
    let set = |step: &Step| switches(step) && !case.looks() && step.before.activity() != front.activity();
    let stopped = case.pair.inserted.iter().any(|step| button(step) || set(step))
        && case.judged.lost.iter().any(|lost| plays(&case.seed_widget(lost)));
    (stopped || case.judged.lost.iter().any(about) && case.all_lost(|lost| about(lost) || reached(lost)))
        .then(|| Said::doubts("touches it", "the inserted events touch the very thing that lost its effect"))
}

/// Whether the inserted events open a row, change something there and save it, and the seed acts on that row before the first
/// loss: a task that repeats is not done with.
fn edited_row(case: &Case<'_>) -> bool {
    let name = |step: &Step| case.small_row_name(&target(step)?);
    let opened = case.pair.inserted.iter().filter(|step| listed(step) && case.opens(step)).filter_map(name);
    let opened: Vec<String> = opened.collect();
    let saved = case.pair.inserted.last().and_then(target).is_some_and(|w| completes(&w));
    let acts = |step: &Step| listed(step) && name(step).is_some_and(|name| opened.contains(&name));
    !case.neutral()
        && saved
        && !case.all_lost(Lost::is_doubled)
        && case.pair.seed[case.to_come()].iter().any(acts)
}

/// Whether all that is lost is that a button can be pressed, or cannot, beside one of the same that the inserted events press.
fn beside(case: &Case<'_>) -> bool {
    let next_to = |lost: &Lost, step: &Step| {
        let own = case.seed_widget(lost);
        let alike = |w: &Widget<'_>| {
            (w.class(), w.resource_id()) == (own.class(), own.resource_id()) && text_of(w) == text_of(&own)
        };
        // "Less often", and "More often".
        let of = |text: String| text.split_once(' ').map(|(_, of)| of.to_owned());
        let paired = |w: &Widget<'_>| of(text_of(w)).is_some_and(|other| of(text_of(&own)) == Some(other));
        let pressed = target(step).filter(|w| w.is(Flags::CLICKABLE) && !alike(w) && paired(w));
        pressed.and_then(|w| w.parent()).is_some_and(|around| around.children().any(|w| alike(&w)))
    };
    let enabled = |lost: &Lost| {
        let own = case.seed_widget(lost);
        let plain = !own.flags().intersects(Flags::CHECKABLE | Flags::EDITABLE);
        own.is(Flags::CLICKABLE) && plain && case.pair.inserted.iter().any(|step| next_to(lost, step))
    };
    let two = |lost: &Lost| {
        let says = text_of(&case.seed_widget(lost));
        case.judged.lost.iter().any(|other| text_of(&case.seed_widget(other)) == says && other != lost)
    };
    !case.neutral() && case.all_lost(|lost| enabled(lost) && two(lost))
}

/// Whether all that is lost are buttons that offer what the inserted events have done to all: "Mark as read: Tea".
fn offered(case: &Case<'_>) -> bool {
    let pressed: Vec<String> =
        case.pair.inserted.iter().filter_map(label).filter(|l| l.contains(' ')).collect();
    let offers = |lost: &&Lost| {
        let own = text_of(&case.seed_widget(lost)).to_lowercase();
        let says = |label: &String| own.strip_prefix(label).is_some_and(|of| of.starts_with(':'));
        lost.effect.change > 0 && pressed.iter().any(says)
    };
    let kinds: Vec<u64> = case.judged.lost.iter().filter(offers).map(|l| l.effect.kind).collect();
    !case.neutral() && case.all_lost(|lost| kinds.contains(&lost.effect.kind))
}

/// Whether the inserted events do something to all there are on the page of what is lost ("Uncheck all"), or the seed goes on to
/// do so, and there are others by then.
fn to_all(case: &Case<'_>) -> bool {
    let pivot = &case.judged.sheets.sheets()[case.pair.at].screen;
    let says = |step: &Step| label(step).is_some_and(|label| does_to_all(&label));
    let here = |step: &Step| step.after.screen.activity() == pivot.activity();
    let own = case.pair.inserted.iter().any(|step| says(step) && here(step));
    let to_come = case.pair.seed[case.to_come()].iter().any(says);
    !case.neutral() && (own && case.all_lost(|lost| case.on_pivot(lost)) || to_come && !case.looks())
}

/// Whether a label says that something is done to all: "Mark all as read", not "Show all".
fn does_to_all(label: &str) -> bool {
    let verb = label.split(' ').next().unwrap_or_default();
    says_words(label, "all") && TO_ALL.contains(&verb)
}

/// Words of what can be done to all.
const TO_ALL: [&str; 16] = [
    "check", "uncheck", "mark", "unmark", "select", "unselect", "deselect", "delete", "remove", "clear",
    "archive", "restore", "complete", "reset", "enable", "disable",
];

/// What was lost is of a row, and the inserted events, done on the page of that name, have brought another of the same name:
/// which of the two is meant nobody can tell. Or what should have gone has gone, and another row that reads the same in part has
/// moved up.
pub(super) fn namesakes(case: &Case<'_>) -> Option<Said> {
    let texts = |widget: Widget<'_>| -> Vec<String> {
        let row = case.small_row(&widget);
        row.map_or_else(Vec::new, |row| row.subtree().map(|w| without_numbers(w.text())).collect())
    };
    let another_row = |lost: &Lost| {
        let there = case.instead(lost).map(texts).unwrap_or_default();
        let other = !there.is_empty() && there != texts(case.seed_widget(lost));
        lost.effect.change < 0 && !lost.is_doubled() && lost.effect.row == 0 && other
    };
    if !case.neutral() && case.all_lost(another_row) {
        return Some(Said::doubts(
            "namesakes",
            "it has gone, and another row that says the same has moved up",
        ));
    }
    if case.neutral() || case.looks() {
        return None;
    }
    let named = |screen: &Screen, name: &str| {
        let groups = Groups::of(screen, case.views);
        let rows = groups.all().iter().flat_map(|list| screen.widget(*list).children());
        rows.filter(|row| naming(row).is_some_and(|(_, own)| own == name)).count()
    };
    let shown =
        |name: &String| case.pair.inserted.iter().any(|step| step.before.widgets().any(|w| w.text() == name));
    let of_two = |lost: &Lost| {
        let name = case.small_row_name(&case.seed_widget(lost)).filter(|name| !name.is_empty());
        let seed = &case.judged.sheets.sheets()[lost.to].screen;
        name.filter(shown)
            .zip(case.mutant_sheet(lost))
            .is_some_and(|(name, mutant)| named(&mutant.screen, &name) > named(seed, &name).max(1))
    };
    (!case.all_lost(Lost::is_doubled) && case.all_lost(of_two))
        .then(|| Said::doubts("namesakes", "the inserted events have brought another row of that name"))
}

/// Whether the inserted events edit what the page of the insertion is about, by its own menu or button, and save that.
fn edited(case: &Case<'_>) -> bool {
    let pivot = &case.judged.sheets.sheets()[case.pair.at].screen;
    let inserted = &case.pair.inserted;
    let opens = |step: &Step| {
        // The entries of a menu are no rows of the page.
        let row = step.before.window() == WindowKind::Page && listed(step);
        let of_page = step.before.activity() == pivot.activity() && !row;
        of_page && label(step).is_some_and(|label| label.split(' ').next() == Some("edit"))
    };
    let Some(open) = inserted.iter().position(opens) else { return false };
    let form = inserted[open].after.screen.activity();
    let of_form = |step: &&Step| step.before.activity() == form && form != pivot.activity();
    // To save what nobody has changed is no edit, but may take the ticks of a list.
    let ticks = |lost: &Lost| {
        let own = case.seed_widget(lost);
        own.is(Flags::CHECKABLE) && case.row(&own).is_some() && case.on_pivot(lost)
    };
    let changes = (inserted.len() > open + 2 || case.all_lost(ticks))
        && inserted[open + 1..].iter().any(|step| of_form(&step));
    let by_menu =
        inserted[..open].iter().all(|step| step.before.activity() == pivot.activity() && !listed(step));
    !case.neutral() && by_menu && changes && inserted.last().and_then(target).is_some_and(|w| completes(&w))
}

/// Whether all that is lost are texts, elsewhere, of the row whose page the inserted events write in.
fn written(case: &Case<'_>) -> bool {
    let pivot = &case.judged.sheets.sheets()[case.pair.at];
    let writes = |step: &Step| {
        typed(step).is_some() && LayoutType::of(&step.before, case.views).same_but_title(&pivot.layout)
    };
    let of_it = |lost: &Lost| {
        let widget = case.seed_widget(lost);
        let name = case.small_row_name(&widget);
        let shown = |name: String| pivot.screen.widgets().any(|w| w.text() == name);
        !case.on_pivot(lost) && !widget.text().is_empty() && name.is_some_and(shown)
    };
    !case.neutral() && case.pair.inserted.iter().any(writes) && case.all_lost(of_it)
}

/// Whether all that is lost is on the page of something that the inserted events have opened too, and done something there.
fn on_its_page(case: &Case<'_>) -> bool {
    let sheets = case.judged.sheets.sheets();
    let opened = |lost: &Lost| {
        let leads = |step: &&Step| {
            listed(step)
                && case.opens(step)
                && LayoutType::of(&step.after.screen, case.views) == sheets[lost.to].layout
        };
        let by = case.judged.seed.steps[..lost.to].iter().rfind(leads).and_then(label);
        let same = |step: &Step| leads(&step) && label(step) == by;
        by.is_some() && !case.on_pivot(lost) && case.pair.inserted.iter().any(same)
    };
    !case.neutral() && !case.looks() && case.all_lost(opened)
}

/// Whether all that is gone is the row that was looked at, and counts: what was read goes from what is to be read.
fn looked_at(case: &Case<'_>) -> bool {
    let opened: Vec<String> =
        case.pair.inserted.iter().filter(|step| case.opens(step)).filter_map(label).collect();
    let itself = |lost: &Lost| {
        let own = text_of(&case.seed_widget(lost)).to_lowercase();
        // Another mark of the row than that it was read has no part in that.
        let read = ["read", "unread", "seen", "new"].iter().any(|word| says_words(&own, word));
        // The seed may go on with what was read.
        let goes_on = case.pair.seed[case.to_come()].iter().filter_map(label);
        let itself = read && goes_on.into_iter().any(|label| opened.contains(&label));
        itself || opened.iter().any(|name| own == *name || read && says_words(&own, name))
    };
    // What stands there instead says the same of another number: an amount in another currency is none that counts looks.
    let counts = |lost: &Lost| {
        let own = text_of(&case.seed_widget(lost));
        let same = |w: Widget<'_>| without_numbers(&text_of(&w)) == without_numbers(&own);
        own.contains(|c: char| c.is_ascii_digit()) && case.instead(lost).is_none_or(same)
    };
    // And another row has its room.
    let id = |lost: &Lost| case.seed_widget(lost).resource_id().to_owned();
    let ids: Vec<String> = case.judged.lost.iter().filter(|lost| itself(lost)).map(id).collect();
    let moves_up = |lost: &Lost| {
        let listed = in_list(&case.seed_widget(lost));
        listed && lost.effect.change < 0 && ids.contains(&id(lost))
    };
    let moved = |lost: &Lost| case.taken_back() && moves_up(lost);
    // Or only what the page counts.
    let counted = |lost: &Lost| lost.effect.row == 0 && counts(lost);
    if case.looks() && case.pair.inserted.iter().any(listed) && case.all_lost(counted) {
        return true;
    }
    case.looks() && !ids.is_empty() && case.all_lost(|lost| itself(lost) || counts(lost) || moved(lost))
}

/// Whether all that is lost are marks of what the inserted events came to by turning to the next, or the one before: that was
/// looked at too.
fn read_on(case: &Case<'_>) -> bool {
    let texts = |step: &Step| -> Vec<String> {
        let own = |w: &Widget<'_>| !w.flags().intersects(Flags::CLICKABLE | Flags::EDITABLE);
        let shown = step.after.screen.widgets().filter(own).map(|w| w.text().to_lowercase());
        shown.filter(|text| text.chars().count() > 3).collect()
    };
    let shown: Vec<String> =
        case.pair.inserted.iter().filter(|step| turns_page(step)).flat_map(texts).collect();
    let marks = |lost: &Lost| {
        let own = text_of(&case.seed_widget(lost)).to_lowercase();
        // And what was read goes from a list of what is to be read.
        let gone = |text: &String| own == *text && lost.effect.change > 0 && in_list(&case.seed_widget(lost));
        shown.iter().any(|text| gone(text) || own != *text && says_words(&own, text))
    };
    !case.neutral() && case.all_lost(marks)
}

/// The inserted events have changed this themselves, on the page on which it is lost.
pub(super) fn changed_there(case: &Case<'_>) -> Option<Said> {
    let sheets = case.judged.sheets.sheets();
    let changes = |lost: &Lost, step: &Step| {
        let [before, after] = [&step.before, &step.after.screen].map(|s| Sheet::of(s, case.views));
        let there = |sheet: &Sheet| sheet.layout.same_but_title(&sheets[lost.to].layout);
        let kind = |effect: &Effect| effect.kind == lost.effect.kind;
        // What is done to another one is another matter.
        let same = about_another(&before, &sheets[lost.to], &case.judged.lost, case.views).is_none();
        there(&before)
            && there(&after)
            && same
            && effects(&before, &after, &FxHashSet::default()).iter().any(kind)
    };
    let own = |lost: &Lost| !case.on_pivot(lost) && case.pair.inserted.iter().any(|step| changes(lost, step));
    (!case.neutral() && !case.looks() && !case.dead() && case.judged.lost.iter().any(own)).then(|| {
        Said::doubts("changed there", "the inserted events change this too, on the page on which it is lost")
    })
}

/// The inserted events touch what only the seed brought: its new rows, its offers to undo.
pub(super) fn seeds_own(case: &Case<'_>) -> Option<Said> {
    if case.neutral() || case.looks() || case.dead() {
        return None;
    }
    let seed = &case.judged.sheets.sheets()[..=case.pair.at];
    let brought = |step: &Step| {
        let Some(widget) = target(step) else { return false };
        let name = |w: &Widget<'_>| {
            let text = |w: Widget<'_>| w.subtree().map(|w| w.text().to_owned()).find(|text| !text.is_empty());
            // A button without words is told by the row it stands in.
            let text = text(*w).or_else(|| case.small_row(w).and_then(text)).unwrap_or_default();
            (w.class().to_owned(), w.resource_id().to_owned(), without_numbers(&text))
        };
        let own = name(&widget);
        // Only on the page of the insertion: elsewhere the page may have brought it by itself.
        let Some((pivot, before)) = seed.split_last() else { return false };
        let page = LayoutType::of(&step.before, case.views);
        let shows = |sheet: &std::sync::Arc<Sheet>| {
            let alike = |w: &Widget<'_>| w.class() == own.0 && w.resource_id() == own.1;
            sheet.screen.widgets().filter(alike).any(|w| name(&w) == own)
        };
        let first = before.iter().find(|sheet| sheet.layout.same_but_title(&page));
        pivot.layout.same_but_title(&page) && shows(pivot) && first.is_some_and(|first| !shows(first))
    };
    case.pair
        .inserted
        .iter()
        .any(brought)
        .then(|| Said::doubts("the seed's own", "the inserted events touch what the seed has just brought"))
}
