//! Rules that go by what is on the screens of seed and mutant.

use rustc_hash::FxHashSet;
use skink_gui::{Action, Flags, Key, Screen, Widget};
use skink_model::EventKey;
use skink_trace::Step;

use super::{Case, Said, target, text_of};
use crate::effects::Sheet;
use crate::groups::Groups;
use crate::layout::{LayoutType, without_numbers};
use crate::neutral::{DEATH, LAUNCH, LONG_IDLE};
use crate::oracle::{Compare, Lost};
use crate::settings::ViewSettings;

type Looks = fn(&Case<'_>) -> Option<Said>;

/// Asked of every violation.
pub(super) const STRONG: [Looks; 16] = [
    same_target,
    same_again,
    opposite,
    edits,
    asked_for,
    touches_lost,
    seeds_own,
    same_choice,
    placeholder,
    other_context,
    takes_back,
    unsaved,
    in_memory,
    means_to,
    went_out,
    counts_rows,
];

/// An inserted event that is not independent: everything it touches the seed touches too.
fn same_target(case: &Case<'_>) -> Option<Said> {
    if case.neutral() {
        return None;
    }
    let touched: FxHashSet<EventKey> =
        case.pair.seed.iter().filter(|s| s.widget.is_some()).map(EventKey::of_step).collect();
    let mut own = case.pair.inserted.iter().filter(|s| s.widget.is_some()).peekable();
    own.peek()?;
    own.all(|s| touched.contains(&EventKey::of_step(s)))
        .then(|| Said::doubts("same target", "the inserted events touch only what the seed touches too"))
}

/// What the seed does after the insertion, up to the loss, the inserted events have done already: the same thing
/// twice need not do the same twice.
fn same_again(case: &Case<'_>) -> Option<Said> {
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
fn opposite(case: &Case<'_>) -> Option<Said> {
    if case.neutral() {
        return None;
    }
    let label = |step: &Step| -> Option<String> {
        let widget = target(step)?;
        widget.subtree().map(|w| text_of(&w).to_lowercase()).find(|t| !t.is_empty())
    };
    let against = |a: &str, b: &str| {
        let prefixed = ["un", "dis", "de"].iter().any(|un| a.strip_prefix(un) == Some(b));
        let pairs =
            [("show", "hide"), ("add", "remove"), ("on", "off"), ("open", "close"), ("next", "previous")];
        let paired =
            |(x, y): &(&str, &str)| a.strip_prefix(x).is_some_and(|rest| b.strip_prefix(y) == Some(rest));
        prefixed || pairs.iter().any(paired)
    };
    let seed: Vec<String> = case.pair.seed[..case.pair.at].iter().filter_map(label).collect();
    let own: Vec<String> = case.pair.inserted.iter().filter_map(label).collect();
    own.iter()
        .any(|a| seed.iter().any(|b| against(a, b) || against(b, a)))
        .then(|| Said::doubts("opposite", "an inserted event says the opposite of one of the seed's"))
}

/// The inserted events write on in a field: bold, a date, a link. One that a bug empties is not written on.
fn edits(case: &Case<'_>) -> Option<Said> {
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
    tapped.any(writes).then(|| Said::doubts("edits", "the inserted events write on in a field"))
}

/// The inserted events asked for what stands there now.
fn asked_for(case: &Case<'_>) -> Option<Said> {
    if case.neutral() {
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
    case.all_lost(explained)
        .then(|| Said::doubts("asked for", "what stands there instead is what the inserted events asked for"))
}

/// The inserted events touch what lost its effect, by name.
fn touches_lost(case: &Case<'_>) -> Option<Said> {
    if case.neutral() {
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
    case.judged
        .lost
        .iter()
        .any(about)
        .then(|| Said::doubts("touches it", "the inserted events touch the very thing that lost its effect"))
}

/// A larger part of a page is no row.
const ROW: usize = 12;

/// What the seed did before is taken back by events that use the rows of its page, or that type: they are meant
/// to change what is shown.
fn means_to(case: &Case<'_>) -> Option<Said> {
    let spans = |lost: &Lost| lost.from < case.pair.at;
    if case.neutral() || !case.all_lost(spans) {
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
    case.pair
        .inserted
        .iter()
        .any(acts)
        .then(|| Said::doubts("means to", "the inserted events act on the page whose earlier state is gone"))
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
    if case.neutral() {
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
        Said::doubts("went out", "the inserted events left the page the seed was on and came in again")
    })
}

/// The inserted events touch what only the seed brought: its new rows, its offers to undo.
fn seeds_own(case: &Case<'_>) -> Option<Said> {
    if case.neutral() {
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
    case.pair
        .inserted
        .iter()
        .any(brought)
        .then(|| Said::doubts("the seed's own", "the inserted events touch what the seed has just brought"))
}

/// Seed and inserted events choose from the same few options.
fn same_choice(case: &Case<'_>) -> Option<Said> {
    if case.neutral() {
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
    case.pair
        .inserted
        .iter()
        .filter_map(choice)
        .any(|own| seed.contains(&own))
        .then(|| Said::doubts("same choice", "seed and inserted events choose from the same options"))
}

/// Rows of all groups of a screen.
fn rows(screen: &Screen, views: &ViewSettings) -> i64 {
    let groups = Groups::of(screen, views);
    groups.all().iter().map(|id| screen.widget(*id).children().count() as i64).sum()
}

/// The note of an empty list is missing because the list is not empty.
fn placeholder(case: &Case<'_>) -> Option<Said> {
    let explained = |lost: &Lost| {
        let seed = &case.judged.sheets.sheets()[lost.to];
        let widget = case.seed_widget(lost);
        let alone = Groups::of(&seed.screen, case.views).group(widget.id()).is_none();
        lost.effect.change > 0
            && alone
            && case.instead(lost).is_none()
            && case
                .mutant_sheet(lost)
                .is_some_and(|mutant| rows(&mutant.screen, case.views) > rows(&seed.screen, case.views))
    };
    (!case.neutral() && case.all_lost(explained))
        .then(|| Said::doubts("placeholder", "the page is not empty any more: what said so is gone"))
}

/// An event of the seed finds other surroundings: what it refers to was replaced.
fn other_context(case: &Case<'_>) -> Option<Said> {
    if case.neutral() {
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
    replaced
        .then(|| Said::doubts("other context", "what an event of the seed refers to was replaced meanwhile"))
}

/// Words of what is there to take back, empty or store what a page holds.
const TAKES_BACK: [&str; 12] = [
    "undo", "redo", "clear", "reset", "discard", "hide", "unhide", "restore", "revert", "reload", "refresh",
    "save",
];
/// Words of what takes what was typed and empties the field.
const SUBMITS: [&str; 5] = ["add", "send", "submit", "post", "apply"];

/// The inserted events use a button of the page, or of its menu, that says it takes back, empties or stores.
fn takes_back(case: &Case<'_>) -> Option<Said> {
    if case.neutral() || !case.taken_back() {
        return None;
    }
    let field = case.judged.lost.iter().any(|l| case.seed_widget(l).is(Flags::EDITABLE));
    let page = &case.judged.sheets.sheets()[case.judged.lost.first()?.to].layout;
    let on_page = |screen: &Screen| {
        let here = LayoutType::of(screen, case.views);
        here.same_activity(page)
    };
    let says = |step: &Step| {
        if step.event.action == Action::Key(Key::Enter) {
            return field;
        }
        let Some(widget) = target(step) else { return false };
        let label = widget.subtree().map(|w| text_of(&w)).find(|t| !t.is_empty());
        let label = label.unwrap_or_else(|| widget.short_id().to_owned()).to_lowercase();
        label
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| TAKES_BACK.contains(&word) || (field && SUBMITS.contains(&word)))
    };
    case.pair.inserted.iter().any(|step| on_page(&step.before) && says(step)).then(|| {
        Said::doubts(
            "takes back",
            "the inserted events press what is there to take back, empty or store this",
        )
    })
}

/// Only numbers or times differ: counters, sums and clocks follow whatever is done. Asked where no control acquits.
pub(super) fn counter(case: &Case<'_>) -> Option<Said> {
    let numbers_only = |lost: &Lost| {
        let own = text_of(&case.seed_widget(lost));
        case.instead(lost).is_some_and(|w| {
            let shown = text_of(&w);
            // What a neutral event changes by its number is no counter, unless it is a clock.
            let counts =
                case.pair.compare != Compare::Neutral && without_amounts(&own) == without_amounts(&shown);
            own != shown && (counts || (tells_time(&own) && tells_time(&shown)))
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
        .then(|| Said::doubts("counter", "only numbers differ: counters, sums and clocks do"))
}

/// Digits with what separates them are one amount: `1,000.5` and `1000` read alike.
fn without_amounts(text: &str) -> String {
    let plain = without_numbers(text);
    let mut out = String::with_capacity(plain.len());
    for part in plain.split_inclusive('#') {
        match part {
            ".#" | ",#" | "'#" | " #" if out.ends_with('#') => {}
            part => out.push_str(part),
        }
    }
    out
}

/// A number is larger by as many as the inserted events added rows to the page.
fn counts_rows(case: &Case<'_>) -> Option<Said> {
    let back = rows(&case.judged.after.first()?.screen, case.views);
    let added = back - rows(&case.judged.sheets.sheets()[case.pair.at].screen, case.views);
    let number = |text: &str| text.split(|c: char| !c.is_ascii_digit()).find_map(|n| n.parse::<i64>().ok());
    let counts = |lost: &Lost| {
        let own = text_of(&case.seed_widget(lost));
        let shown = case.instead(lost).map(|w| text_of(&w)).unwrap_or_default();
        without_numbers(&own) == without_numbers(&shown)
            && number(&own).zip(number(&shown)).is_some_and(|(own, shown)| shown - own == added)
    };
    let came = |lost: &&Lost| lost.effect.change > 0;
    (!case.neutral() && added != 0 && case.judged.lost.iter().any(|l| came(&l)))
        .then(|| case.judged.lost.iter().filter(came).all(counts))?
        .then(|| {
            Said::doubts("counts rows", "it counts rows, and the inserted events added or took away some")
        })
}

/// "just now", "3 min ago".
fn tells_time(text: &str) -> bool {
    let words = ["now", "ago", "since", "min", "minutes", "seconds", "hours"];
    text.to_lowercase().split(|c: char| !c.is_alphanumeric()).any(|word| words.contains(&word))
}

/// Stopping an app may lose what was only typed or marked, and what follows from it.
fn unsaved(case: &Case<'_>) -> Option<Said> {
    let passing = |lost: &Lost| {
        let widget = case.seed_widget(lost);
        widget.flags().intersects(Flags::EDITABLE) || widget.is(Flags::SELECTED)
    };
    (case.source == LAUNCH && case.judged.lost.iter().any(passing))
        .then(|| Said::doubts("unsaved", "what was typed or marked and not saved ends with the app"))
}

/// What lives in memory ends with the process, or by itself after a while: playing, selecting, an offer to undo.
/// It shows in buttons that are gone, are disabled, or do the opposite.
fn in_memory(case: &Case<'_>) -> Option<Said> {
    if ![DEATH, LAUNCH, LONG_IDLE].contains(&case.source) {
        return None;
    }
    let ended = |lost: &Lost| {
        let own = case.seed_widget(lost);
        let button = own.is(Flags::CLICKABLE) && !own.flags().intersects(Flags::CHECKABLE | Flags::EDITABLE);
        let alike = |w: &Widget<'_>| w.class() == own.class() && w.resource_id() == own.resource_id();
        let there = case.mutant_sheet(lost).and_then(|sheet| sheet.screen.widgets().find(alike));
        button
            && !own.resource_id().is_empty()
            && there.is_none_or(|w| {
                w.is(Flags::ENABLED) != own.is(Flags::ENABLED)
                    || (own.text().is_empty() && w.desc() != own.desc())
            })
    };
    case.judged.lost.iter().any(ended).then(|| {
        Said::doubts("in memory", "a mode that lives in memory (playing, selecting, an offer) ended with it")
    })
}
