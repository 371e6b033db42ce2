//! Rules about numbers and lists, which follow whatever is done.

use rustc_hash::FxHashSet;
use skink_gui::{Action, Flags, Screen, Widget};
use skink_trace::Step;

use super::choices::choice;
use super::meant::removes_something;
use super::passing::tells_time;
use super::touches::{says_words, typed};
use super::{Case, Said, goes_back, in_list, label, target, text_of};
use crate::effects::Sheet;
use crate::groups::{Groups, is_list};
use crate::layout::without_numbers;
use crate::oracle::Lost;
use crate::roles::completes;
use crate::settings::ViewSettings;

/// Rows of all groups of a screen.
fn rows(screen: &Screen, views: &ViewSettings) -> i64 {
    let groups = Groups::of(screen, views);
    groups.all().iter().map(|id| screen.widget(*id).children().count() as i64).sum()
}

/// The note of an empty list is missing because the list is not empty.
pub(super) fn placeholder(case: &Case<'_>) -> Option<Said> {
    let explained = |lost: &Lost| {
        let seed = &case.judged.sheets.sheets()[lost.to];
        let widget = case.seed_widget(lost);
        let alone = Groups::of(&seed.screen, case.views).group(widget.id()).is_none() || says_empty(&widget);
        let counts = text_of(&widget).chars().any(|c| c.is_ascii_digit());
        lost.effect.change > 0
            && alone
            && (counts || case.instead(lost).is_none())
            && case.mutant_sheet(lost).is_some_and(|mutant| {
                let more = rows(&mutant.screen, case.views) > rows(&seed.screen, case.views)
                    || says_empty(&widget) && mutant.screen.len() > seed.screen.len();
                more && mutant.layout.same_frame(&seed.layout)
            })
    };
    let (said, counts) = (case.judged.lost.iter().any(explained), counts(case));
    // What else is there only on a page with rows stays. A row that should have gone is another matter.
    let follows = |lost: &Lost| {
        let screen = case.seed_screen(lost);
        let row = Groups::of(screen, case.views).item(lost.effect.widget);
        explained(lost) || (said && (lost.effect.change > 0 || row.is_none() || counts(lost)))
    };
    (!case.neutral() && case.all_lost(follows))
        .then(|| Said::doubts("placeholder", "the page is not empty any more: what said so is gone"))
}

/// A heading, or the note of an empty list, stays as long as there is what it speaks of: rows that the inserted events brought,
/// or none that they removed.
pub(super) fn heading(case: &Case<'_>) -> Option<Said> {
    (!case.neutral() && !case.looks() && case.all_lost(|lost| heads(case, lost)))
        .then(|| Said::doubts("heading", "it speaks of rows that came or went by the inserted events"))
}

/// Whether what should have gone speaks of rows.
pub(super) fn heads(case: &Case<'_>, lost: &Lost) -> bool {
    let seed = case.judged.sheets.sheets();
    let widget = case.seed_widget(lost);
    let brought = || {
        let new = |row: u64| !seed[lost.from].has_row(row) && !seed[lost.to].has_row(row);
        case.mutant_sheet(lost).is_some_and(|sheet| sheet.rows().any(new))
    };
    let names = speaks_of_rows(&widget) && !widget.text().is_empty() && brought();
    let empty = || says_empty(&widget) && case.pair.inserted.iter().any(removes_something);
    lost.effect.change < 0 && !lost.is_doubled() && (names || empty())
}

/// Whether a widget is a heading: among rows of a list that can be touched, one that cannot speaks of them.
pub(super) fn speaks_of_rows(widget: &Widget<'_>) -> bool {
    let touchable = Flags::CLICKABLE | Flags::LONG_CLICKABLE | Flags::CHECKABLE | Flags::EDITABLE;
    let touched = |row: &Widget<'_>| row.subtree().any(|w| w.flags().intersects(touchable));
    let row = widget.ancestors().take_while(|w| !is_list(w)).last().unwrap_or(*widget);
    in_list(widget)
        && !touched(&row)
        && row.parent().is_some_and(|list| list.children().any(|row| touched(&row)))
}

/// What reads otherwise on a page to come, where nothing else shows, follows what was done elsewhere: a setting, a new
/// entry. Only a look does nothing that a page could show, but for what it keeps of looks: it has more rows then, or offers what
/// was looked at.
pub(super) fn follows(case: &Case<'_>) -> Option<Said> {
    let sheets = case.judged.sheets.sheets();
    let to_come = |lost: &Lost| case.judged.reads_otherwise(case.pair.at, lost);
    let grown = |lost: &Lost| {
        let seed = rows(&sheets[lost.to].screen, case.views);
        case.mutant_sheet(lost).is_some_and(|mutant| rows(&mutant.screen, case.views) > seed)
    };
    // What was looked at last is what is offered next.
    let opened: Vec<String> = case.pair.inserted.iter().filter_map(label).collect();
    let offered = |lost: &Lost| {
        let shown = case.instead(lost).map(|w| text_of(&w).to_lowercase()).unwrap_or_default();
        case.seed_widget(lost).is(Flags::CLICKABLE) && opened.iter().any(|name| says_words(&shown, name))
    };
    let kept = || case.judged.lost.iter().any(grown) || case.all_lost(offered);
    // To choose what is chosen already is no more than a look.
    let idle = |step: &Step| {
        let option = target(step).filter(|_| choice(step, case.views).is_some());
        option.is_some_and(|w| w.subtree().any(|w| w.is(Flags::CHECKED)))
    };
    let looks = case.looks()
        || case.goes_about()
        || case.pair.inserted.iter().any(idle)
            && case.pair.inserted.iter().all(|step| idle(step) || goes_back(step) || case.opens(step));
    // What was done on the page of another thing is no matter of this one.
    let another = case.all_lost(|lost| case.acts_on_another(lost) && !in_list(&case.seed_widget(lost)));
    if leads_elsewhere(case) {
        let says = "which page comes depends on what there is, and the inserted events made something";
        return Some(Said::doubts("follows", says));
    }
    // Nor is it what the seed goes on to do with what it names, or what the page is headed by that the seed chose.
    let named = |lost: &Lost| {
        let own = case.seed_widget(lost);
        let says = text_of(&own).to_lowercase();
        let named = case.pair.seed[case.to_come()].iter().filter_map(label).any(|label| label == says);
        let mut chosen = case.pair.seed[..case.pair.at].iter().filter_map(label);
        let headed = chosen.any(|label| says_words(&says, &label)) && case.row(&own).is_none();
        lost.effect.change > 0 && (named && case.instead(lost).is_none() || headed)
    };
    (!case.neutral() && !another && case.all_lost(to_come) && !case.all_lost(named) && (!looks || kept()))
        .then(|| Said::doubts("follows", "the page shows what the inserted events did elsewhere"))
}

/// Whether the inserted events write and save something, and an event of the seed then leads to another page.
fn leads_elsewhere(case: &Case<'_>) -> bool {
    let sheets = case.judged.sheets.sheets();
    let other = |lost: &Lost| {
        let there = case.mutant_sheet(lost).is_some_and(|mutant| mutant.layout != sheets[lost.to].layout);
        lost.from >= case.pair.at && lost.from + 1 == lost.to && there
    };
    let saves = |step: &Step| target(step).is_some_and(|w| completes(&w));
    let makes = case.pair.inserted.iter().any(|step| typed(step).is_some_and(|text| !text.is_empty()))
        && case.pair.inserted.iter().any(saves);
    !case.neutral() && !case.dead() && makes && case.all_lost(other)
}

/// Whether a widget is named for there being nothing, or says so.
fn says_empty(widget: &Widget<'_>) -> bool {
    let id = widget.short_id().to_lowercase();
    let says = widget.text().starts_with("Nothing ") && !widget.is(Flags::CLICKABLE);
    says || id.split('_').any(|word| ["empty", "no", "none", "nothing"].contains(&word))
}

/// There is more to undo: what the inserted events did.
pub(super) fn more_to_undo(case: &Case<'_>) -> Option<Said> {
    let undo = |w: &Widget<'_>| text_of(w).to_lowercase().starts_with("undo");
    let more = |lost: &Lost| {
        let still = case
            .mutant_sheet(lost)
            .is_some_and(|sheet| sheet.screen.widgets().any(|w| undo(&w) && w.is(Flags::ENABLED)));
        let own = case.seed_widget(lost);
        undo(&own) && still && (lost.effect.change < 0) == own.is(Flags::ENABLED)
    };
    // What was written last is what undo takes back.
    let undoes = |step: &Step| label(step).is_some_and(|label| label.starts_with("undo"));
    let writes = |step: &Step| matches!(step.event.action, Action::Type(_));
    let written = case.pair.inserted.iter().any(writes) && case.pair.seed[case.to_come()].iter().any(undoes);
    // And what was done last, of several of a kind.
    let done: Vec<Widget<'_>> = case.pair.seed[..case.pair.at].iter().filter_map(target).collect();
    let like = |step: &Step| {
        let same = |w: Widget<'_>| done.iter().any(|done| w.resource_id() == done.resource_id());
        // What only opens something does nothing that could be undone.
        !case.opens(step) && target(step).is_some_and(|w| !w.resource_id().is_empty() && same(w))
    };
    let (own, rest) = (&case.pair.inserted, &case.pair.seed[case.to_come()]);
    let same = !case.looks() && own.iter().any(like) && !own.iter().any(undoes) && rest.iter().any(undoes);
    (!case.neutral() && (written || same || case.all_lost(more)))
        .then(|| Said::doubts("more to undo", "what the inserted events did can be undone too"))
}

/// A list of so many rows was filled up from elsewhere: which rows come and go depends on what there is.
pub(super) fn refilled(case: &Case<'_>) -> Option<Said> {
    let names = |sheet: &Sheet, list: &Widget<'_>| -> Vec<String> {
        let alike = |w: &Widget<'_>| w.class() == list.class() && w.resource_id() == list.resource_id();
        let list = sheet.screen.widgets().find(alike);
        let name =
            |row: Widget<'_>| row.subtree().map(|w| without_amounts(&text_of(&w))).find(|t| !t.is_empty());
        list.map_or_else(Vec::new, |list| list.children().filter_map(name).collect())
    };
    let removed = case.pair.inserted.iter().any(removes_something);
    let fills = |lost: &Lost| {
        let (screen, sheets) = (case.seed_screen(lost), case.judged.sheets.sheets());
        let group = Groups::of(screen, case.views).group(lost.effect.widget);
        let list = group.and_then(|id| screen.get(id));
        let Some(list) = list.filter(|_| !case.seed_widget(lost).text().is_empty()) else { return false };
        let (from, to) = (names(&sheets[lost.from], &list), names(&sheets[lost.to], &list));
        let Some(mutant) = case.mutant_sheet(lost).map(|sheet| names(sheet, &list)) else { return false };
        // Others come in the place of what was removed.
        let as_many = from.len() == to.len() && mutant.len() == to.len();
        from != to && (as_many || removed) && mutant.iter().any(|m| !to.contains(m))
    };
    (!case.neutral() && !case.looks() && case.all_lost(fills)).then(|| {
        Said::doubts("refilled", "the list always has as many rows: which ones depends on all there are")
    })
}

/// Only numbers or times differ: counters, sums and clocks follow whatever is done. Where a control acquits, a number
/// in a row is a value that belongs to it, and going about between pages counts nothing.
pub(super) fn counter(case: &Case<'_>, acquitted: bool) -> Option<Said> {
    let sheets = case.judged.sheets.sheets();
    let elsewhere = |lost: &Lost| sheets[lost.to].layout != sheets[case.pair.at].layout;
    let of_page = !case.moves() && case.all_lost(|lost| lost.effect.row == 0);
    // A clock of the page itself goes on while somebody goes about.
    let uncounted = case.goes_about() && case.all_lost(elsewhere);
    (!case.dead()
        && !uncounted
        && case.all_lost(counts(case))
        && (of_page || !acquitted || case.all_lost(|lost| inside(case, lost))))
    .then(|| Said::doubts("counter", "only numbers differ: counters, sums and clocks do"))
}

/// Whether an effect is of the row that the seed is inside of: what that counts follows what is done there.
fn inside(case: &Case<'_>, lost: &Lost) -> bool {
    let name = |w: &Widget<'_>| case.small_row_name(w);
    let own = name(&case.seed_widget(lost));
    let opens = |step: &Step| case.opens(step) && target(step).and_then(|w| name(&w)) == own;
    let sheets = case.judged.sheets.sheets();
    own.is_some()
        && sheets[lost.to].layout != sheets[case.pair.at].layout
        && case.pair.seed[..case.pair.at].iter().any(opens)
}

/// Whether an effect is a number that went on.
pub(super) fn counts(case: &Case<'_>) -> impl Fn(&Lost) -> bool {
    // Of several of one kind, that which reads the same but for its numbers.
    let instead = |lost: &Lost, own: &str| {
        let plain = without_amounts(own);
        let same = |w: &Widget<'_>| without_amounts(&text_of(w)) == plain && text_of(w) != own;
        let mutant = case.mutant_sheet(lost)?;
        let alike = || mutant.of_kind(lost.effect.kind).map(|e| mutant.screen.widget(e.widget));
        alike().find(same).or_else(|| case.instead(lost))
    };
    let numbers_only = move |lost: &Lost| {
        let own = text_of(&case.seed_widget(lost));
        let Some(instead) = instead(lost, &own) else {
            // Nothing is counted any more, and the page says so.
            let empty = |screen: &Screen| screen.widgets().any(|w| says_empty(&w));
            let none =
                case.mutant_sheet(lost).is_some_and(|m| empty(&m.screen)) && !empty(case.seed_screen(lost));
            return !case.neutral() && none && without_numbers(&own) != own;
        };
        let shown = text_of(&instead);
        // What a neutral event changes by its number is no counter, unless it is a clock.
        let counts = !case.neutral() && without_amounts(&own) == without_amounts(&shown);
        own != shown && (counts || (tells_time(&own) && tells_time(&shown)))
    };
    // What stays because a number went on is the other half of the same change.
    let counted: FxHashSet<u64> = case
        .judged
        .lost
        .iter()
        .filter(|l| l.effect.change > 0 && numbers_only(l))
        .map(|l| l.effect.kind)
        .collect();
    move |l| numbers_only(l) || counted.contains(&l.effect.kind)
}

/// Only amounts differ, on another page than that of the insertion or where rows came or went: sums and counts
/// follow whatever is done.
pub(super) fn sums(case: &Case<'_>) -> Option<Said> {
    let grown = |lost: &Lost| {
        let seed = rows(&case.judged.sheets.sheets()[lost.to].screen, case.views);
        case.mutant_sheet(lost).is_some_and(|mutant| rows(&mutant.screen, case.views) != seed)
    };
    // What amounts are told in may be a setting.
    let other_unit = case.pair.inserted.iter().any(|step| choice(step, case.views).is_some());
    let sheets = case.judged.sheets.sheets();
    let elsewhere = |lost: &Lost| sheets[lost.to].layout != sheets[case.pair.at].layout;
    let amount = |lost: &Lost| {
        let own = text_of(&case.seed_widget(lost));
        let shown = case.instead(lost).map(|w| text_of(&w)).unwrap_or_default();
        let digit = |text: &str| text.chars().any(|c| c.is_ascii_digit());
        let same = without_amounts(&own) == without_amounts(&shown) || !own.chars().any(char::is_alphabetic);
        digit(&own) && (same || other_unit && digit(&shown)) && (elsewhere(lost) || grown(lost))
    };
    // Who only goes about does nothing that could be summed.
    (!case.neutral() && !case.goes_about() && !case.all_lost(Lost::is_doubled) && case.all_lost(amount))
        .then(|| Said::doubts("sums", "only amounts differ: sums and counts follow what is done"))
}

/// Digits with what separates them are one amount, and one is as good as many: `1,000.5` and `1000` read alike, and so do
/// `1 item` and `2 items`.
pub(super) fn without_amounts(text: &str) -> String {
    let plain = without_numbers(text);
    let mut out = String::with_capacity(plain.len());
    for part in plain.split_inclusive('#') {
        match part {
            ".#" | ",#" | "'#" | " #" if out.ends_with('#') => {}
            part => out.push_str(part),
        }
    }
    match out.contains('#') {
        true => {
            out.split(' ').map(|word| word.strip_suffix('s').unwrap_or(word)).collect::<Vec<_>>().join(" ")
        }
        false => out,
    }
}

#[cfg(test)]
mod tests {
    use super::without_amounts;

    #[test]
    fn amounts_read_alike_whatever_separates_them_and_whether_one_or_many() {
        let alike = |a, b| without_amounts(a) == without_amounts(b);
        assert!(alike("1,000.5 km", "1000 km"));
        assert!(alike("1 item", "2 items"));
        assert!(!alike("1 item", "1 folder"));
        assert!(!alike("Note", "Notes"), "what counts nothing is not one or many");
    }
}
