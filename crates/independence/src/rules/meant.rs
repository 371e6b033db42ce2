//! Rules that go by what the inserted events are there for: to undo, remove, stop, write on, show something else.

use skink_gui::{Action, Direction, Flags, Key, Screen, Widget, WindowKind};
use skink_trace::Step;

use super::amounts::heads;
use super::touches::{in_reach, says_words, typed};
use super::{
    Case, Said, first_words, in_list, is_list, is_search, label, listed, shows_found, target, text_of,
    turns_page,
};
use crate::effects::effects;
use crate::groups::row_name;
use crate::layout::{LayoutType, without_numbers};
use crate::oracle::Lost;
use crate::roles::completes;

/// An inserted event says the opposite of what an event of the seed says.
pub(super) fn opposite(case: &Case<'_>) -> Option<Said> {
    if case.neutral() || case.looks() {
        return None;
    }
    let split = |text: &str| {
        let (verb, of) = text.split_once(' ').unwrap_or((text, ""));
        let of: Vec<&str> = of.split(' ').filter(|word| !["to", "from"].contains(word)).collect();
        (verb.to_owned(), of.join(" "))
    };
    // One may say of what, and the other not: "add tea to the cart", "remove tea".
    let against = |a: &str, b: &str| {
        let ((x, of_a), (y, of_b)) = (split(a), split(b));
        let prefixed = ["un", "dis", "de"].iter().any(|un| x.strip_prefix(un) == Some(&y));
        (of_a.starts_with(&of_b) || of_b.starts_with(&of_a)) && (prefixed || OPPOSITES.contains(&(&x, &y)))
    };
    let seed: Vec<String> = case.pair.seed[..case.pair.at].iter().filter_map(label).collect();
    let lines = |a: &str, b: &str| says_words(a, "online") && says_words(b, "offline");
    // "Mark all as read", and "Mark as unread".
    let un = |a: &str, b: &str| {
        let verb = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
        let undone = |word: &str| word.strip_prefix("un").is_some_and(|word| says_words(b, word));
        verb(a) == verb(b) && a.split(' ').skip(1).any(undone)
    };
    let either = |a: &str, b: &str| against(a, b) || lines(a, b) || un(a, b);
    let said = |a: &String| seed.iter().any(|b| either(a, b) || either(b, a));
    // What is added or removed is one thing, and another is none of that.
    let there = |a: &String| !a.starts_with("remove") || case.all_lost(|lost| in_reach(case, lost, &[a]));
    let own = case.pair.inserted.iter().filter_map(label);
    // What is removed on the page "Favourites" was added to them.
    let from_page = |step: &Step| {
        let title = LayoutType::of(&step.before, case.views).title().to_lowercase();
        let added = |label: &String| label.starts_with("add ") && says_words(label, &title);
        let name = target(step).and_then(|w| case.small_row_name(&w)).map(|name| name.to_lowercase());
        let reached = case.all_lost(|lost| in_reach(case, lost, &name.iter().collect::<Vec<_>>()));
        removes_something(step) && reached && seed.iter().any(added)
    };
    let unlisted = case.pair.inserted.iter().any(from_page);
    // What the seed looked at is marked as read by that, and as unread by who says so of the same.
    let says_unread = |label: String| label.starts_with("mark") && says_words(&label, "unread");
    let mut looked_at = case.pair.inserted.iter().filter(|step| listed(step)).filter_map(label);
    let unread = case.pair.inserted.iter().filter_map(label).any(says_unread)
        && looked_at.any(|row| seed.contains(&row));
    (own.filter(said).any(|a| there(&a)) || turned(case) || switched_again(case) || unlisted || unread)
        .then(|| Said::doubts("opposite", "an inserted event does the opposite of one of the seed's"))
}

/// Words that say the opposite of each other.
const OPPOSITES: [(&str, &str); 5] =
    [("show", "hide"), ("add", "remove"), ("on", "off"), ("open", "close"), ("next", "previous")];

/// Whether the inserted events press a button that the seed pressed and that says something else since.
fn turned(case: &Case<'_>) -> bool {
    let button = |step: &Step| {
        let widget =
            target(step).filter(|w| step.before.window() == WindowKind::Page && !w.is(Flags::EDITABLE))?;
        let row = case.row(&widget).map(|row| row_name(&row, widget.id()));
        // The rows of a list are each their own.
        let listed = row.as_ref().is_some_and(String::is_empty);
        let id = (widget.class().to_owned(), widget.resource_id().to_owned(), row);
        (!widget.resource_id().is_empty() && !listed).then(|| (id, text_of(&widget)))
    };
    let pressed: Vec<_> = case.pair.seed[..case.pair.at].iter().filter_map(button).collect();
    let turns = |(id, says): (_, String)| pressed.iter().any(|(other, said)| *other == id && *said != says);
    case.pair.inserted.iter().filter_map(button).any(turns)
}

/// Whether the inserted events choose again what the seed chose from the menu of the page, and that is what is lost: such an
/// entry switches something.
fn switched_again(case: &Case<'_>) -> bool {
    let page = &case.judged.sheets.sheets()[case.pair.at].layout;
    let chosen = |steps: &[Step]| -> Vec<String> {
        let of_page = |pair: &&[Step]| {
            let opens = pair[0].event.action == Action::Key(Key::Menu)
                || target(&pair[0]).is_some_and(|w| w.desc().eq_ignore_ascii_case("more options"));
            opens
                && LayoutType::of(&pair[0].before, case.views).same_but_title(page)
                && LayoutType::of(&pair[1].after.screen, case.views).same_but_title(page)
                && pair[1].before.window() == WindowKind::Menu
        };
        steps.windows(2).filter(of_page).filter_map(|pair| label(&pair[1])).collect()
    };
    let own = chosen(&case.pair.inserted);
    let times = |entry: &String| own.iter().filter(|other| *other == entry).count();
    let again = chosen(&case.pair.seed[..case.pair.at]);
    case.taken_back() && again.iter().any(|entry| times(entry) % 2 == 1)
}

/// The inserted events write on in a field: bold, a date, a link. One that a bug empties is not written on.
pub(super) fn edits(case: &Case<'_>) -> Option<Said> {
    if case.neutral() || case.marks_elsewhere() {
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
        .then(|| Said::doubts("edits", "the inserted events write in a field"))
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
    let to_come = &case.pair.seed[case.to_come()];
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

/// What the seed did before is taken back by events that use the rows of its page, or that type: they are meant
/// to change what is shown.
pub(super) fn means_to(case: &Case<'_>) -> Option<Said> {
    let apart = case.looks() || case.marks_elsewhere() || marks_of_others(case);
    if case.neutral() || apart || !case.taken_back() {
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
        let page_row = step.before.window() == WindowKind::Page;
        let listed = page_row && widget.ancestors().any(|w| is_list(&w) && on_page(&w));
        // The row itself, not a button in it.
        let row = listed && widget.subtree().any(|w| !w.text().is_empty());
        // To open a row's page is to look.
        let there = LayoutType::of(&step.after.screen, case.views);
        let here = LayoutType::of(&step.before, case.views).same_but_title(page) && there.same_activity(page);
        let swiped = matches!(
            step.event.action,
            Action::Scroll(Direction::Left | Direction::Right) | Action::Swipe(..)
        );
        (row || swiped || turns_page(step) || matches!(step.event.action, Action::Type(_))) && here
    };
    case.pair
        .inserted
        .iter()
        .any(acts)
        .then(|| Said::doubts("means to", "the inserted events act on the page whose earlier state is gone"))
}

/// Whether all that is lost are marks of rows that the inserted events do not name, which add a row: ticks that slip.
fn marks_of_others(case: &Case<'_>) -> bool {
    let texts = case.pair.inserted.iter().filter_map(typed).map(str::to_lowercase);
    let touched: Vec<String> = texts.chain(case.pair.inserted.iter().filter_map(label)).collect();
    let adds = case.pair.inserted.iter().any(|step| typed(step).is_some_and(|text| !text.is_empty()));
    let name = |lost: &Lost| {
        let widget = case.seed_widget(lost);
        let own = text_of(&widget);
        case.small_row_name(&widget).or(Some(own)).filter(|name| !name.is_empty())
    };
    let other = |lost: &Lost| {
        case.seed_widget(lost).is(Flags::CHECKABLE)
            && name(lost).is_some_and(|name| !touched.contains(&name.to_lowercase()))
    };
    let ticks = |step: &Step| target(step).is_some_and(|w| w.subtree().any(|w| w.is(Flags::CHECKABLE)));
    adds && !case.pair.inserted.iter().any(ticks) && case.all_lost(other)
}

/// Whether the inserted events say what they clear, and that is lost, with the rows below it: "Clear completed", and
/// "Completed (1)".
fn clears_what_it_names(case: &Case<'_>) -> bool {
    let named = |label: String| -> Option<String> {
        let what = label.strip_prefix("clear ").or(label.strip_prefix("delete "))?.to_owned();
        Some(what).filter(|what| !what.contains(' '))
    };
    let what: Vec<String> = case.pair.inserted.iter().filter_map(label).filter_map(named).collect();
    let says = |lost: &Lost| {
        let own = text_of(&case.seed_widget(lost)).to_lowercase();
        what.iter().any(|what| says_words(&own, what))
    };
    !case.neutral()
        && case.judged.lost.iter().any(says)
        && case.all_lost(|lost| says(lost) || in_list(&case.seed_widget(lost)))
}

/// The inserted events remove something that the seed has used.
pub(super) fn removes(case: &Case<'_>) -> Option<Said> {
    if clears_what_it_names(case) {
        return Some(Said::doubts("removes it", "the inserted events clear what they name"));
    }
    let row = |step: &Step| -> Vec<String> {
        let Some(widget) = target(step) else { return Vec::new() };
        let name = case.small_row_name(&widget).map(|name| name.to_lowercase());
        name.into_iter().chain(label(step)).filter(|name| name.chars().any(char::is_alphabetic)).collect()
    };
    let used: Vec<String> = case.pair.seed[..case.pair.at].iter().flat_map(row).collect();
    let same = |name: &String| {
        used.iter().any(|other| other == name || says_words(name, other) || says_words(other, name))
    };
    let removed: Vec<String> = case.pair.inserted.iter().flat_map(row).filter(same).collect();
    let removed: Vec<&String> = removed.iter().collect();
    let there = !removed.is_empty() && case.all_lost(|lost| in_reach(case, lost, &removed));
    // What goes may take with it what has a name in common: the other songs of a singer.
    let texts = |widget: Widget<'_>| -> Vec<String> {
        let words = |w: Widget<'_>| without_numbers(w.text()) == w.text() && w.text().chars().count() > 1;
        case.small_row(&widget).map_or_else(Vec::new, |row| {
            row.subtree().filter(|w| words(*w)).map(|w| w.text().to_owned()).collect()
        })
    };
    let touched: Vec<String> = case.pair.inserted.iter().filter_map(target).flat_map(texts).collect();
    // Or says whose it is: the articles of a feed.
    let says_whose = |widget: Widget<'_>| {
        let row = case.small_row(&widget);
        let says = |w: Widget<'_>| {
            let own = w.text().to_lowercase();
            touched.iter().any(|name| says_words(&own, &name.to_lowercase()))
        };
        row.is_some_and(|row| row.subtree().any(says))
    };
    let shares = |lost: &Lost| {
        // What changed in a row that is still there did not go with another.
        lost.effect.row == 0 && says_whose(case.seed_widget(lost))
    };
    // What is found is what there is, and a folder goes with what is in it.
    let found = |lost: &Lost| {
        let page = &case.judged.sheets.sheets()[lost.to].screen;
        lost.effect.change > 0 && shows_found(page) && !case.on_pivot(lost)
    };
    let all = case
        .pair
        .inserted
        .iter()
        .filter(|step| removes_something(step))
        .filter_map(label)
        .any(|l| says_words(&l, "all"));
    // What was there before the test and is to be listed elsewhere may have gone with it; and with a row, what the test has
    // not written: the cards of a deck.
    let contents = case.pair.inserted.iter().any(listed);
    let first = &case.judged.sheets.sheets()[0].screen;
    let elsewhere = |lost: &Lost| {
        let own = case.seed_widget(lost);
        let written = case.pair.seed.iter().filter_map(typed).any(|text| text == own.text());
        let known = || first.widgets().any(|w| !w.text().is_empty() && w.text() == own.text());
        let row = in_list(&own) && !own.text().is_empty() && (contents && !written || known());
        let counted = contents && without_numbers(own.text()) != own.text();
        // What asks about a row may need another one: the last cannot be removed.
        let asks = contents && case.seed_screen(lost).window() == WindowKind::Dialog;
        !case.on_pivot(lost) && (lost.effect.change < 0 || row || counted || asks)
    };
    let came = case.judged.lost.iter().any(|lost| lost.effect.change > 0);
    // What has no name of its own may be any of those on the page.
    let unnamed = |step: &Step| {
        let named = target(step).and_then(|w| case.small_row_name(&w)).is_some_and(|name| {
            let lost = || case.judged.lost.iter().any(|lost| text_of(&case.seed_widget(lost)) == name);
            name.chars().any(char::is_alphabetic) && label(step) != Some(name.to_lowercase()) && !lost()
        });
        // What the button itself names is that.
        let any = |word: &str| REMOVES.contains(&word) || ["the", "last", "selected", "this"].contains(&word);
        let bare = label(step).is_some_and(|says| says.split(' ').all(any));
        removes_something(step) && bare && step.before.window() == WindowKind::Page && !named
    };
    let pivot = &case.judged.sheets.sheets()[case.pair.at].layout;
    let here = |step: &&Step| LayoutType::of(&step.before, case.views) == *pivot;
    let any = case.taken_back()
        && case.all_lost(|lost| case.on_pivot(lost))
        && case.pair.inserted.iter().filter(here).any(unnamed);
    let explained = there
        || any
        || case.all_lost(|lost| shares(lost) || heads(case, lost)) && case.judged.lost.iter().any(shares)
        || case.all_lost(found)
        || all && case.taken_back()
        || came && case.all_lost(elsewhere);
    (!case.neutral() && case.pair.inserted.iter().any(removes_something) && explained).then(|| {
        Said::doubts(
            "removes it",
            "the inserted events remove what the seed has used, or what this has a name in common with",
        )
    })
}

/// Whether an inserted event sets what an event of the seed goes by: "Set as home", and "Home".
pub(super) fn sets(case: &Case<'_>) -> bool {
    let to_come: Vec<String> = case.pair.seed[case.to_come()].iter().filter_map(label).collect();
    let set =
        |label: String| label.strip_prefix("set as ").is_some_and(|what| to_come.iter().any(|l| l == what));
    case.pair.inserted.iter().filter_map(label).any(set)
}

/// The inserted events change a form that the seed goes on to save: what is saved is another.
pub(super) fn same_form(case: &Case<'_>) -> Option<Said> {
    if case.neutral() || case.all_lost(Lost::is_doubled) {
        return None;
    }
    let pivot = &case.judged.sheets.sheets()[case.pair.at];
    let saves = |step: &Step| {
        // The page itself, or its menu: "Save as draft".
        let page = LayoutType::of(&step.before, case.views);
        let menu = step.before.window() == WindowKind::Menu && page.same_activity(&pivot.layout);
        let by_menu = || label(step).is_some_and(|label| label.starts_with("save"));
        page == pivot.layout && target(step).is_some_and(|w| completes(&w)) || menu && by_menu()
    };
    if saves_it(case) {
        return Some(Said::doubts("same form", "the inserted events save what the seed has filled in"));
    }
    let stays = |step: &Step| step.after.screen.activity() == pivot.screen.activity();
    let after = case.judged.after.first()?;
    let changed = effects(pivot, after, case.judged.sheets.volatile());
    let saved = case.pair.seed[case.to_come()].iter().position(saves).map(|at| case.pair.at + at)?;
    let later = |lost: &Lost| lost.to > case.pair.at && (!case.on_pivot(lost) || lost.to > saved + 1);
    (case.pair.inserted.iter().all(stays) && !changed.is_empty() && case.all_lost(later))
        .then(|| Said::doubts("same form", "the inserted events change what the seed goes on to save"))
}

/// Whether the inserted events begin by saving a form in which there is what the seed has typed.
fn saves_it(case: &Case<'_>) -> bool {
    let pivot = &case.judged.sheets.sheets()[case.pair.at].screen;
    let texts: Vec<&str> = case.pair.seed[..case.pair.at].iter().filter_map(typed).collect();
    let filled = |w: Widget<'_>| {
        w.is(Flags::EDITABLE) && !is_search(&w) && !w.text().is_empty() && texts.contains(&w.text())
    };
    let first = case.pair.inserted.first().and_then(target);
    first.is_some_and(|w| completes(&w) && !in_list(&w)) && pivot.widgets().any(filled)
}

/// Whether a step says that it removes something.
pub(super) fn removes_something(step: &Step) -> bool {
    let says = label(step).unwrap_or_default();
    says.split(|c: char| !c.is_alphanumeric()).any(|word| REMOVES.contains(&word))
}

/// Words of what is there to remove.
const REMOVES: [&str; 8] = ["remove", "delete", "trash", "archive", "bin", "block", "merge", "hide"];

/// Words of what is there to take back, empty or store what a page holds.
const TAKES_BACK: [&str; 15] = [
    "dismiss", "undo", "redo", "clear", "reset", "discard", "hide", "unhide", "restore", "revert", "reload",
    "refresh", "save", "swap", "reverse",
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
        // A line of settings is touched at its title or at what explains it.
        let line = target(step).and_then(|w| case.small_row(&w)).and_then(first_words);
        let label = line.or_else(|| label(step)).unwrap_or_default();
        let words: Vec<&str> = label.split(|c: char| !c.is_alphanumeric()).collect();
        let named = |lost: &Lost| {
            let id = case.seed_widget(lost).short_id().to_lowercase();
            words.iter().any(|word| id.split('_').any(|part| part == *word))
        };
        let everything =
            words[0] == "reset" && words.iter().any(|word| ["settings", "all", "everything"].contains(word));
        everything
            || ["undo", "restore"].contains(&words[0])
            || (["clear", "reset"].contains(&words[0]) && case.judged.lost.iter().any(named))
    };
    case.pair.inserted.iter().any(|step| undoes(step) || (on_page(&step.before) && says(step))).then(|| {
        Said::doubts(
            "takes back",
            "the inserted events press what is there to take back, empty or store this",
        )
    })
}
