//! Rules that go by what the inserted events touch: where they act on what the seed acts on, they are not
//! independent of it.

use rustc_hash::FxHashSet;
use skink_gui::{Action, Direction, Flags, Key, Screen, Widget, WidgetId, WindowKind};
use skink_model::EventKey;
use skink_trace::Step;

use super::pages::about_another;
use super::passing::plays;
use super::{Case, Said, is_list, label, target, text_of};
use crate::effects::{Effect, Sheet, effects};
use crate::groups::{Groups, naming, row_name};
use crate::layout::{LayoutType, without_numbers};
use crate::oracle::Lost;
use crate::settings::ViewSettings;

/// An inserted event that is not independent: everything it touches the seed touches too.
pub(super) fn same_target(case: &Case<'_>) -> Option<Said> {
    if case.neutral() || case.looks() {
        return None;
    }
    let key = |step: &Step| (EventKey::of_step(step), typed(step).map(str::to_owned));
    let touched: FxHashSet<_> = case.pair.seed.iter().filter(|s| s.widget.is_some()).map(key).collect();
    let mut own = case.pair.inserted.iter().filter(|s| s.widget.is_some()).peekable();
    // What is opened and written in is the same, whatever is written.
    let writes = case.pair.inserted.iter().any(|s| typed(s).is_some());
    let first = own.peek().map(|s| key(s))?;
    // What is to have a name of its own cannot have that of another.
    let texts = |steps: &[Step]| -> FxHashSet<String> {
        steps.iter().filter_map(typed).filter(|text| !text.is_empty()).map(str::to_owned).collect()
    };
    let written = texts(&case.pair.inserted);
    let touches =
        |step: &Step| label(step).is_some_and(|name| written.iter().any(|t| t.to_lowercase() == name));
    let named = !written.is_disjoint(&texts(&case.pair.seed)) || case.pair.seed.iter().any(touches);
    (named || (writes && touched.contains(&first)) || own.all(|s| touched.contains(&key(s))))
        .then(|| Said::doubts("same target", "the inserted events touch only what the seed touches too"))
}

/// What the seed does after the insertion, up to the loss, the inserted events have done already: the same thing
/// twice need not do the same twice.
pub(super) fn same_again(case: &Case<'_>) -> Option<Said> {
    let last = case.judged.lost.iter().map(|l| l.to).min()?;
    if case.neutral() || last <= case.pair.at {
        return None;
    }
    let done: Vec<_> = case.pair.inserted.iter().map(|s| (EventKey::of_step(s), typed(s))).collect();
    let again = case.pair.seed.get(case.pair.at..last.min(case.pair.seed.len()))?;
    (!again.is_empty() && again.iter().all(|s| done.contains(&(EventKey::of_step(s), typed(s)))))
        .then(|| Said::doubts("same again", "the inserted events do what the seed does after them"))
}

fn typed(step: &Step) -> Option<&str> {
    match &step.event.action {
        Action::Type(text) => Some(text),
        _ => None,
    }
}

/// An inserted event says the opposite of what an event of the seed says.
pub(super) fn opposite(case: &Case<'_>) -> Option<Said> {
    if case.neutral() {
        return None;
    }
    let split = |text: &str| {
        let (verb, of) = text.split_once(' ').unwrap_or((text, ""));
        let of = ["to ", "from "].iter().fold(of.to_owned(), |of, word| of.replace(word, ""));
        (verb.to_owned(), of)
    };
    // One may say of what, and the other not: "add tea to the cart", "remove tea".
    let against = |a: &str, b: &str| {
        let ((x, of_a), (y, of_b)) = (split(a), split(b));
        let prefixed = ["un", "dis", "de"].iter().any(|un| x.strip_prefix(un) == Some(&y));
        (of_a.starts_with(&of_b) || of_b.starts_with(&of_a)) && (prefixed || OPPOSITES.contains(&(&x, &y)))
    };
    let seed: Vec<String> = case.pair.seed[..case.pair.at].iter().filter_map(label).collect();
    let said = |a: &String| seed.iter().any(|b| against(a, b) || against(b, a));
    // What is added or removed is one thing, and another is none of that.
    let there = |a: &String| !a.starts_with("remove") || case.all_lost(|lost| in_reach(case, lost, &[a]));
    let own = case.pair.inserted.iter().filter_map(label);
    (own.filter(said).any(|a| there(&a)) || turned(case))
        .then(|| Said::doubts("opposite", "an inserted event does the opposite of one of the seed's"))
}

/// Words that say the opposite of each other.
const OPPOSITES: [(&str, &str); 5] =
    [("show", "hide"), ("add", "remove"), ("on", "off"), ("open", "close"), ("next", "previous")];

/// Whether an effect is not one of a row that goes by another name than those touched.
pub(super) fn in_reach(case: &Case<'_>, lost: &Lost, touched: &[&String]) -> bool {
    let screen = case.seed_screen(lost);
    let row = Groups::of(screen, case.views).item(lost.effect.widget).and_then(|id| screen.get(id));
    let name = row.map_or_else(String::new, |row| row_name(&row, lost.effect.widget)).to_lowercase();
    name.is_empty() || touched.iter().any(|text| text.contains(&name) || name.contains(text.as_str()))
}

/// Whether the inserted events press a button that the seed pressed and that says something else since.
fn turned(case: &Case<'_>) -> bool {
    let button = |step: &Step| {
        let widget =
            target(step).filter(|w| step.before.window() == WindowKind::Page && !w.is(Flags::EDITABLE))?;
        let groups = Groups::of(&step.before, case.views);
        let row = groups.item(widget.id()).and_then(|id| step.before.get(id));
        let row = row.map(|row| row_name(&row, widget.id()));
        // The rows of a list are each their own.
        let listed = row.as_ref().is_some_and(String::is_empty);
        let id = (widget.class().to_owned(), widget.resource_id().to_owned(), row);
        (!widget.resource_id().is_empty() && !listed).then(|| (id, text_of(&widget)))
    };
    let pressed: Vec<_> = case.pair.seed[..case.pair.at].iter().filter_map(button).collect();
    let turns = |(id, says): (_, String)| pressed.iter().any(|(other, said)| *other == id && *said != says);
    case.pair.inserted.iter().filter_map(button).any(turns)
}

/// The inserted events write on in a field: bold, a date, a link. One that a bug empties is not written on.
pub(super) fn edits(case: &Case<'_>) -> Option<Said> {
    if case.neutral() {
        return None;
    }
    let writes = |step: &Step| {
        let mut fields = step.before.widgets().filter(|w| w.is(Flags::EDITABLE));
        fields.any(|before| {
            let same = |w: &Widget<'_>| w.is(Flags::EDITABLE) && w.resource_id() == before.resource_id();
            let after = step.after.screen.widgets().find(same);
            after.is_some_and(|after| after.text() != before.text() && after.text().contains(before.text()))
        })
    };
    let mut tapped = case.pair.inserted.iter().filter(|step| step.event.action == Action::Tap);
    let fills = case.pair.inserted.iter().any(|step| typed(step).is_some_and(|text| !text.is_empty()));
    let complains = |lost: &Lost| case.seed_widget(lost).short_id().contains("error");
    (tapped.any(writes) || fills && case.all_lost(complains))
        .then(|| Said::doubts("edits", "the inserted events write on in a field"))
}

/// Both use the clipboard, and there is only one.
pub(super) fn clipboard(case: &Case<'_>) -> Option<Said> {
    let uses =
        |step: &Step| label(step).is_some_and(|label| ["cut", "copy", "paste"].contains(&label.as_str()));
    let both = case.pair.inserted.iter().any(uses) && case.pair.seed.iter().any(uses);
    (!case.neutral() && both)
        .then(|| Said::doubts("clipboard", "both use the clipboard, and there is only one"))
}

/// The focus is another: Enter takes what a field holds that the seed or the inserted events left for it.
pub(super) fn other_focus(case: &Case<'_>) -> Option<Said> {
    if case.pair.inserted.iter().all(|s| s.widget.is_none() && !enters(s)) {
        return None;
    }
    let last = case.judged.lost.iter().map(|l| l.to).min()?.min(case.pair.seed.len());
    let to_come = case.pair.seed.get(case.pair.at..last).unwrap_or_default();
    let field = |step: &Step| target(step).is_some_and(|w| w.is(Flags::EDITABLE));
    let took = case.pair.seed[..case.pair.at].iter().any(field)
        && case
            .pair
            .inserted
            .iter()
            .position(enters)
            .is_some_and(|at| !case.pair.inserted[..at].iter().any(field));
    let moved = to_come.iter().position(enters).is_some_and(|at| !to_come[..at].iter().any(field))
        && case.pair.inserted.iter().any(field);
    (took || moved).then(|| Said::doubts("other focus", "Enter goes to the field that was used last"))
}

/// Enter, or the button beside a field that does the same.
fn enters(step: &Step) -> bool {
    let submits = |w: Widget<'_>| w.desc().to_lowercase().starts_with("submit");
    step.event.action == Action::Key(Key::Enter) || target(step).is_some_and(submits)
}

/// The inserted events asked for what stands there now.
pub(super) fn asked_for(case: &Case<'_>) -> Option<Said> {
    if case.neutral() || case.looks() {
        return None;
    }
    let mut asked: Vec<String> = Vec::new();
    let to = case.judged.lost.first().map(|l| &case.judged.sheets.sheets()[l.to])?;
    // What was asked of another one and shows here is a bug.
    let here = |step: &&Step| {
        let page = Sheet::of(&step.before, case.views);
        !page.layout.same_frame(&to.layout)
            || about_another(&page, to, &case.judged.lost, case.views).is_none()
    };
    for step in case.pair.inserted.iter().filter(here) {
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
    case.all_lost(explained)
        .then(|| Said::doubts("asked for", "what stands there instead is what the inserted events asked for"))
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
    if case.neutral() || case.looks() || case.all_lost(Lost::is_doubled) {
        return None;
    }
    let names = |text: &String| text.chars().any(char::is_alphabetic) && text.chars().count() > 1;
    // A button in a row touches the row.
    let named = |step: &Step| -> Vec<String> {
        let Some(widget) = target(step) else { return Vec::new() };
        let item = Groups::of(&step.before, case.views).item(widget.id());
        let row = item
            .and_then(|id| step.before.get(id))
            .filter(|row| row.subtree().len() <= ROW)
            .unwrap_or(widget);
        let texts = row.subtree().map(|w| w.text().to_lowercase()).chain([text_of(&widget).to_lowercase()]);
        texts.filter(names).collect()
    };
    let touched: Vec<String> = case.pair.inserted.iter().flat_map(named).collect();
    // The menu and the buttons of a page about one thing touch that thing.
    let pivot = &case.judged.sheets.sheets()[case.pair.at].screen;
    let menu = |step: &Step| {
        let on = step.before.window() == WindowKind::Menu || step.before.activity() == pivot.activity();
        let presses = target(step).is_some_and(|w| !w.is(Flags::EDITABLE));
        on && presses && step.after.screen.activity() == pivot.activity()
    };
    let heads: Vec<String> = if case.pair.inserted.iter().any(menu) {
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
        (named && case.pair.inserted.iter().any(itself))
            || touched.iter().any(says)
            || (!case.on_pivot(lost) && heads.contains(&own))
    };
    // What else was lost, in a row that they do not touch, is not explained by that.
    let reached = |lost: &Lost| {
        let elsewhere = if case.on_pivot(lost) { &[] } else { heads.as_slice() };
        in_reach(case, lost, &touched.iter().chain(elsewhere).collect::<Vec<_>>())
    };
    let button = |step: &Step| target(step).is_some_and(|w| plays(&w));
    let stopped = case.pair.inserted.iter().any(button)
        && case.judged.lost.iter().any(|lost| plays(&case.seed_widget(lost)));
    (stopped || case.judged.lost.iter().any(about) && case.all_lost(|lost| about(lost) || reached(lost)))
        .then(|| Said::doubts("touches it", "the inserted events touch the very thing that lost its effect"))
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
    (!case.neutral() && case.judged.lost.iter().any(own)).then(|| {
        Said::doubts("changed there", "the inserted events change this too, on the page on which it is lost")
    })
}

/// A larger part of a page is no row.
pub(super) const ROW: usize = 16;

/// What the seed did before is taken back by events that use the rows of its page, or that type: they are meant
/// to change what is shown.
pub(super) fn means_to(case: &Case<'_>) -> Option<Said> {
    if case.neutral() || case.looks() || !case.taken_back() {
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
        let listed = widget.ancestors().any(|w| is_list(&w) && on_page(&w));
        // The row itself, not a button in it.
        let row = listed && widget.subtree().any(|w| !w.text().is_empty());
        // To open a row's page is to look.
        let there = LayoutType::of(&step.after.screen, case.views);
        let here = LayoutType::of(&step.before, case.views).same_but_title(page) && there.same_activity(page);
        let swiped = matches!(
            step.event.action,
            Action::Scroll(Direction::Left | Direction::Right) | Action::Swipe(..)
        );
        (row || swiped || matches!(step.event.action, Action::Type(_))) && here
    };
    case.pair
        .inserted
        .iter()
        .any(acts)
        .then(|| Said::doubts("means to", "the inserted events act on the page whose earlier state is gone"))
}

/// The inserted events remove something that the seed has used.
pub(super) fn removes(case: &Case<'_>) -> Option<Said> {
    let row = |step: &Step| -> Vec<String> {
        let Some(widget) = target(step) else { return Vec::new() };
        let groups = Groups::of(&step.before, case.views);
        let row =
            groups.item(widget.id()).and_then(|id| step.before.get(id)).filter(|r| r.subtree().len() <= ROW);
        let name = row.and_then(|row| naming(&row)).map(|(_, name)| name.to_lowercase());
        name.into_iter().chain(label(step)).filter(|name| name.chars().any(char::is_alphabetic)).collect()
    };
    let gone = |step: &Step| {
        let says = label(step).unwrap_or_default();
        says.split(|c: char| !c.is_alphanumeric()).any(|word| REMOVES.contains(&word))
    };
    let used: Vec<String> = case.pair.seed[..case.pair.at].iter().flat_map(row).collect();
    let same = |name: &String| used.iter().any(|other| other == name || says_words(name, other));
    let removed: Vec<String> = case.pair.inserted.iter().flat_map(row).filter(same).collect();
    let removed: Vec<&String> = removed.iter().collect();
    let there = !removed.is_empty() && case.all_lost(|lost| in_reach(case, lost, &removed));
    // What goes may take with it what has a name in common: the other songs of a singer.
    let texts = |screen: &Screen, id: WidgetId| -> Vec<String> {
        let row = Groups::of(screen, case.views).item(id).and_then(|id| screen.get(id));
        let row = row.filter(|row| row.subtree().len() <= ROW);
        let words = |w: Widget<'_>| without_numbers(w.text()) == w.text() && w.text().chars().count() > 1;
        row.map_or_else(Vec::new, |row| {
            row.subtree().filter(|w| words(*w)).map(|w| w.text().to_owned()).collect()
        })
    };
    let touched: Vec<String> =
        case.pair.inserted.iter().filter_map(|s| Some(texts(&s.before, s.widget?))).flatten().collect();
    let shares =
        |lost: &Lost| texts(case.seed_screen(lost), lost.effect.widget).iter().any(|t| touched.contains(t));
    (!case.neutral() && case.pair.inserted.iter().any(gone) && (there || case.all_lost(shares)))
        .then(|| Said::doubts("removes it", "the inserted events remove something that the seed has used"))
}

/// Words of what is there to remove.
const REMOVES: [&str; 6] = ["remove", "delete", "trash", "archive", "bin", "block"];

/// The inserted events touch what only the seed brought: its new rows, its offers to undo.
pub(super) fn seeds_own(case: &Case<'_>) -> Option<Said> {
    if case.neutral() || case.looks() {
        return None;
    }
    let seed = &case.judged.sheets.sheets()[..=case.pair.at];
    let brought = |step: &Step| {
        let Some(widget) = target(step) else { return false };
        let name = |w: &Widget<'_>, groups: &Groups| {
            let text = |w: Widget<'_>| w.subtree().map(|w| w.text().to_owned()).find(|text| !text.is_empty());
            // A button without words is told by the row it stands in.
            let row =
                || groups.item(w.id()).and_then(|id| w.screen().get(id)).filter(|r| r.subtree().len() <= ROW);
            let text = text(*w).or_else(|| row().and_then(text)).unwrap_or_default();
            (w.class().to_owned(), w.resource_id().to_owned(), without_numbers(&text))
        };
        let own = name(&widget, &Groups::of(&step.before, case.views));
        // Only on the page of the insertion: elsewhere the page may have brought it by itself.
        let Some((pivot, before)) = seed.split_last() else { return false };
        let page = LayoutType::of(&step.before, case.views);
        let shows = |sheet: &std::sync::Arc<Sheet>| {
            let groups = Groups::of(&sheet.screen, case.views);
            sheet.screen.widgets().any(|w| name(&w, &groups) == own)
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

/// Seed and inserted events choose from the same few options.
pub(super) fn same_choice(case: &Case<'_>) -> Option<Said> {
    if case.neutral() || case.looks() {
        return None;
    }
    let choices = |steps: &[Step]| {
        let mut page: Option<Screen> = None;
        let mut found = Vec::new();
        for step in steps {
            if step.before.window() == WindowKind::Page {
                page = Some(step.before.clone());
            }
            if let Some(choice) = choice(step, case.views) {
                let about = page.as_ref().map(|page| Sheet::of(page, case.views));
                found.push((choice, about));
            }
        }
        found
    };
    let seed = choices(&case.pair.seed);
    let steps = case.pair.seed.iter().chain(&case.pair.inserted);
    let labels: Vec<String> = steps.filter(|s| choice(s, case.views).is_some()).filter_map(label).collect();
    let same = |(own, page): &(Choice, Option<Sheet>)| {
        seed.iter().any(|(other, their)| {
            let pages = page.as_ref().zip(their.as_ref());
            // What was chosen may stand on the page, and does not make it another.
            let another = |(a, b): (&Sheet, &Sheet)| {
                about_another(a, b, &case.judged.lost, case.views)
                    .is_some_and(|text| !labels.contains(&text.to_lowercase()))
            };
            own == other && !pages.is_some_and(another)
        })
    };
    (choices(&case.pair.inserted).iter().any(same) || another_entry(case) || in_dialog(case))
        .then(|| Said::doubts("same choice", "seed and inserted events choose from the same options"))
}

/// Whether the inserted events choose something else in a dialog that the seed goes on with.
fn in_dialog(case: &Case<'_>) -> bool {
    let pivot = &case.judged.sheets.sheets()[case.pair.at];
    let here = |screen: &Screen| LayoutType::of(screen, case.views) == pivot.layout;
    let chooses = |step: &Step| {
        let item = target(step).and_then(|w| Groups::of(&step.before, case.views).item(w.id()));
        item.is_some() && step.event.action == Action::Tap && here(&step.before) && here(&step.after.screen)
    };
    pivot.screen.window() == WindowKind::Dialog && case.pair.inserted.iter().any(chooses)
}

/// Whether an entry of a menu, drawer or dialog that the seed chose, and that is told by what was lost, gives way to
/// another of those beside it.
fn another_entry(case: &Case<'_>) -> bool {
    let entry = |step: &Step| {
        let widget = target(step)?;
        let group = Groups::of(&step.before, case.views).group(widget.id())?;
        let group = step.before.get(group)?;
        // It closes behind the choice.
        let alike = |w: &Widget<'_>| (w.class(), w.resource_id()) == (group.class(), group.resource_id());
        let closes = !step.after.screen.widgets().any(|w| alike(&w));
        let name =
            |item: Widget<'_>| item.subtree().map(|w| text_of(&w).to_lowercase()).find(|t| !t.is_empty());
        let beside: Vec<String> = group.children().filter_map(name).collect();
        label(step).filter(|_| closes).map(|label| (label, beside))
    };
    let told = |label: &String| {
        case.judged.lost.iter().any(|lost| text_of(&case.seed_widget(lost)).to_lowercase() == *label)
    };
    let chosen: Vec<_> = case.pair.seed[..case.pair.at].iter().filter_map(entry).collect();
    case.pair.inserted.iter().filter_map(entry).any(|(own, beside)| {
        chosen.iter().any(|(label, _)| *label != own && beside.contains(label) && told(label))
    })
}

/// Page, class and id of a group of options.
pub(super) type Choice = (LayoutType, String, String);

/// What a step chooses from, if it is an option and no way to another page.
pub(super) fn choice(step: &Step, views: &ViewSettings) -> Option<Choice> {
    let widget = target(step)?;
    let option = widget.subtree().any(|w| w.flags().intersects(Flags::CHECKABLE));
    let groups = Groups::of(&step.before, views);
    let group = step.before.get(groups.group(widget.id())?)?;
    let page = LayoutType::of(&step.before, views);
    let stays = LayoutType::of(&step.after.screen, views).same_activity(&page);
    let marked = group.subtree().filter(|w| w.is(Flags::CHECKED)).count();
    let radio =
        group.subtree().any(|w| w.short_class().contains("Radio") || w.short_class().contains("CheckedText"));
    (option && stays && (radio || marked == 1))
        .then(|| (page, group.class().to_owned(), group.resource_id().to_owned()))
}

/// Words of what is there to take back, empty or store what a page holds.
const TAKES_BACK: [&str; 13] = [
    "dismiss", "undo", "redo", "clear", "reset", "discard", "hide", "unhide", "restore", "revert", "reload",
    "refresh", "save",
];
/// Words of what takes what was typed and empties the field.
const SUBMITS: [&str; 8] = ["add", "send", "submit", "post", "apply", "sign", "log", "login"];

/// The inserted events use a button of the page, or of its menu, that says it takes back, empties or stores.
pub(super) fn takes_back(case: &Case<'_>) -> Option<Said> {
    if case.neutral() || !case.taken_back() {
        return None;
    }
    let field = case.judged.lost.iter().any(|l| case.seed_widget(l).is(Flags::EDITABLE));
    let page = &case.judged.sheets.sheets()[case.judged.lost.first()?.to].layout;
    let on_page = |screen: &Screen| {
        let here = LayoutType::of(screen, case.views);
        here.same_frame(page) || (here.same_activity(page) && screen.window() == WindowKind::Menu)
    };
    let says = |step: &Step| {
        if step.event.action == Action::Key(Key::Enter) {
            return field;
        }
        let Some(widget) = target(step) else { return false };
        let label = label(step).unwrap_or_else(|| widget.short_id().to_lowercase());
        // In a dialog it takes back the dialog.
        if label == "cancel" && step.before.window() == WindowKind::Page {
            return true;
        }
        label
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| TAKES_BACK.contains(&word) || (field && SUBMITS.contains(&word)))
    };
    // Elsewhere, what undoes; and what clears what it names: the search history.
    let undoes = |step: &Step| {
        let label = label(step).unwrap_or_default();
        let words: Vec<&str> = label.split(|c: char| !c.is_alphanumeric()).collect();
        let named = |lost: &Lost| {
            let id = case.seed_widget(lost).short_id().to_lowercase();
            words.iter().any(|word| id.split('_').any(|part| part == *word))
        };
        words[0] == "undo" || (["clear", "reset"].contains(&words[0]) && case.judged.lost.iter().any(named))
    };
    case.pair.inserted.iter().any(|step| undoes(step) || (on_page(&step.before) && says(step))).then(|| {
        Said::doubts(
            "takes back",
            "the inserted events press what is there to take back, empty or store this",
        )
    })
}
