//! Rules that go by pages: a loop that did not really return, and events of the seed that meet another page than
//! they were made for.

use rustc_hash::FxHashSet;
use skink_gui::{Action, Flags, Key, Screen, Widget, WindowKind};
use skink_trace::Step;

use super::amounts::{speaks_of_rows, without_amounts};
use super::passing::{from_drawer, tells_time};
use super::touches::says_words;
use super::{Case, ROW, Said, goes_back, in_list, label, listed, says_next, target, text_of, turns_page};
use crate::effects::{Entry, Sheet, effects};
use crate::groups::Groups;
use crate::layout::{LayoutType, without_numbers};
use crate::neutral::{LAUNCH, opens_drawer};
use crate::oracle::Lost;
use crate::settings::ViewSettings;

/// A loop that did not really return: the page is about something else now. Texts outside its lists that the seed
/// leaves alone are others.
pub(super) fn another_one(case: &Case<'_>) -> Option<Said> {
    if let Some(shown) = below_menu(case) {
        return Some(Said::doubts("another one", format!("the menu is now that of “{shown}”")));
    }
    if let Some(entry) = unnamed(case) {
        let says = format!("the inserted events choose “{entry}”, and the page did not say that it was that");
        return Some(Said::doubts("another one", says));
    }
    let of_another = |lost: &Lost| {
        let there = case
            .mutant_sheet(lost)
            .and_then(|mutant| about_another(&case.judged.sheets.sheets()[lost.to], mutant, &[], case.views));
        marks(&case.seed_widget(lost)) && !case.on_pivot(lost) && there.is_some()
    };
    if !case.neutral() && case.all_lost(of_another) {
        return Some(Said::doubts("another one", "the page to come shows another one, with its own mark"));
    }
    // An app that is launched again shows what it begins with: today, not the day that was turned to.
    let anew = case.source == LAUNCH;
    if case.neutral() && !anew || !case.all_lost(|lost| case.on_pivot(lost)) {
        return None;
    }
    let pivot = &case.judged.sheets.sheets()[case.pair.at];
    // Where another tab is there than was, what is missing tells which page it is.
    let told = anew || case.all_lost(|lost| lost.from == lost.to);
    let lost = if told { &[] } else { case.judged.lost.as_slice() };
    let after = case.judged.after.first()?;
    let marks = case.all_lost(|lost| marks(&case.seed_widget(lost)));
    let shown = about_another(pivot, after, lost, case.views)
        .or_else(|| other_value(pivot, after, case.views).filter(|_| marks))?;
    Some(Said::doubts("another one", format!("after the inserted events the page is about “{shown}”")))
}

/// What the inserted events choose last, from a drawer, where nothing on the page of the insertion tells that it was that: what
/// looks like that page may be another.
fn unnamed(case: &Case<'_>) -> Option<String> {
    let [.., open, last] = case.pair.inserted.as_slice() else { return None };
    let chosen = |pair: &&[Step]| from_drawer(case, &pair[0], &pair[1]);
    let before = case.pair.seed[..case.pair.at].windows(2).rfind(chosen).and_then(|pair| label(&pair[1]));
    // A message that came and went with what it offers is no drawer.
    let drawer = label(open).is_some_and(|label| label == "menu" || label.contains("drawer"));
    let entry = label(last).filter(|_| drawer && from_drawer(case, open, last))?;
    let pivot = &case.judged.sheets.sheets()[case.pair.at].screen;
    let named = pivot.widgets().any(|w| text_of(&w).to_lowercase() == entry);
    // What does not come later comes elsewhere, and another page has other rows; what else is gone the choice has taken.
    let later = case.all_lost(|lost| lost.from >= case.pair.at && lost.to > case.pair.at);
    let rows = last.before.activity() == pivot.activity() && case.all_lost(|l| in_list(&case.seed_widget(l)));
    (!case.neutral() && (later || rows) && !named && before.as_ref() != Some(&entry)).then_some(entry)
}

/// What the page below the menu of the insertion is about after the inserted events, where that is something else.
fn below_menu(case: &Case<'_>) -> Option<String> {
    let page = |screen: &&Screen| screen.window() == WindowKind::Page;
    let sheet = |screen: &Screen| Sheet::of(screen, case.views);
    let pivot = &case.judged.sheets.sheets()[case.pair.at].screen;
    if case.neutral() || pivot.window() != WindowKind::Menu {
        return None;
    }
    let before = case.pair.seed[..case.pair.at].iter().map(|step| &step.before).rfind(page).map(sheet)?;
    let after = case.pair.inserted.iter().map(|step| &step.before).rfind(page).map(sheet)?;
    (!before.layout.same_but_tab(&after.layout)).then(|| after.layout.title().to_owned())
}

/// Whether a page is about something else than another of its layout type: a text that stands alone, outside
/// of lists and buttons, is another. What was lost does not tell.
pub(super) fn about_another(a: &Sheet, b: &Sheet, lost: &[Lost], views: &ViewSettings) -> Option<String> {
    let groups = Groups::of(&b.screen, views);
    let told = effects(a, b, &FxHashSet::default()).into_iter().find(|effect| {
        let Some(widget) = b.screen.get(effect.widget).filter(|_| effect.change > 0) else { return false };
        // Without an id all texts are of one kind.
        let own = lost.iter().any(|l| {
            l.effect.label == effect.label
                || (l.effect.kind == effect.kind && !widget.resource_id().is_empty())
        });
        // What stands among the parts of a page, and is no row of several, stands alone too.
        let alone = groups.item(effect.widget).is_none_or(|item| item == effect.widget);
        let was = |e: &Entry| without_amounts(a.screen.widget(e.widget).text());
        !own && alone
            && !speaks_of_rows(&widget)
            && !widget.flags().intersects(Flags::EDITABLE | Flags::CHECKABLE | Flags::CLICKABLE)
            && a.of_kind(effect.kind).all(|e| was(e) != without_amounts(widget.text()))
            && a.of_kind(effect.kind).next().is_some()
            && widget.text().chars().any(char::is_alphabetic)
            && !tells_time(widget.text())
    })?;
    Some(text_of(&b.screen.widget(told.widget)))
}

/// Whether a widget is the mark of what a page is about.
fn marks(widget: &Widget<'_>) -> bool {
    let says = text_of(widget).to_lowercase();
    ["favourite", "favorite", "bookmark", "star", "like", "pin", "mark"]
        .iter()
        .any(|word| says.contains(word))
}

/// A value of a page, outside of lists, that is another now: such a page is about its values.
fn other_value(a: &Sheet, b: &Sheet, views: &ViewSettings) -> Option<String> {
    let groups = Groups::of(&b.screen, views);
    let told = effects(a, b, &FxHashSet::default()).into_iter().find(|effect| {
        let Some(widget) = b.screen.get(effect.widget).filter(|_| effect.change > 0) else { return false };
        let alone = groups.item(effect.widget).is_none_or(|item| item == effect.widget);
        alone && widget.is(Flags::CLICKABLE) && !widget.text().is_empty() && !marks(&widget)
    })?;
    Some(text_of(&b.screen.widget(told.widget)))
}

/// The pages below the one on top, by the order in which the seed came to them. A menu lies over its page and is gone with
/// the choice.
fn stack<'c>(case: &'c Case<'_>) -> Vec<&'c Sheet> {
    let mut stack: Vec<&Sheet> = Vec::new();
    let seed = &case.judged.sheets.sheets()[..=case.pair.at];
    let below = |at: &usize| *at == case.pair.at || seed[*at].screen.window() != WindowKind::Menu;
    for sheet in (0..seed.len()).filter(below).map(|at| &seed[at]) {
        match stack.iter().position(|page| page.layout.same_but_tab(&sheet.layout)) {
            Some(at) => stack.truncate(at + 1),
            None => stack.push(sheet),
        }
    }
    stack
}

/// A loop that did not really return: it left the page through what is below it and came in again, which ends
/// what the seed had under way there.
pub(super) fn went_out(case: &Case<'_>) -> Option<Said> {
    if case.neutral() || case.searches_again() {
        return None;
    }
    let stack = stack(case);
    let (top, below) = stack.split_last()?;
    let returns = case.pair.inserted.last().is_some_and(goes_back);
    let pivot = &case.judged.sheets.sheets()[case.pair.at];
    let left = case.pair.inserted.iter().any(|step| {
        let [from, to] = [&step.before, &step.after.screen].map(|s| Sheet::of(s, case.views));
        let there = |sheet: &Sheet| {
            sheet.layout.same_but_tab(&top.layout) && about_another(pivot, sheet, &[], case.views).is_none()
        };
        // A page like one below, about something else, is another one above, where the way back is by Back.
        let again = |other: &&Sheet| {
            let another = || about_another(other, &to, &[], case.views).is_some();
            other.layout.same_but_tab(&to.layout) && !(returns && another())
        };
        let under = !to.layout.same_but_tab(&top.layout) && below.iter().any(again);
        under || (goes_back(step) && pivot.screen.window() == WindowKind::Page && there(&from) && !there(&to))
    });
    left.then(|| {
        Said::doubts("went out", "the inserted events left the page the seed was on and came in again")
    })
}

/// Back on the page itself takes back what was chosen there: a filter, a selection, what is shown of it.
pub(super) fn stepped_back(case: &Case<'_>) -> Option<Said> {
    let pivot = &case.judged.sheets.sheets()[case.pair.at];
    let same_room = |a: &Screen, b: &Screen| {
        let low = |screen: &Screen| screen.widgets().next().map(|root| root.bounds().bottom);
        low(a) == low(b)
    };
    let takes_back = |step: &Step| {
        let [from, to] = [&step.before, &step.after.screen].map(|screen| Sheet::of(screen, case.views));
        step.event.action == Action::Key(Key::Back)
            && from.screen.window() == WindowKind::Page
            && from.layout == pivot.layout
            && about_another(pivot, &from, &[], case.views).is_none()
            && to.layout.same_frame(&pivot.layout)
            && same_room(&from.screen, &to.screen)
            && !from.same_labels(&to)
    };
    (!case.neutral()
        && case.pair.inserted.last().is_some_and(takes_back)
        && case.all_lost(|lost| case.on_pivot(lost)))
    .then(|| {
        Said::doubts(
            "stepped back",
            "the inserted events press Back on the page, which takes back what was chosen there",
        )
    })
}

/// A loop that came back by going on: it opened the page anew, and what was typed there and not stored is not on it, nor does
/// Back lead from it to where it led before.
pub(super) fn opened_anew(case: &Case<'_>) -> Option<Said> {
    let page = &case.judged.sheets.sheets()[case.pair.at].layout;
    let layout = |screen: &Screen| LayoutType::of(screen, case.views);
    let elsewhere =
        |step: &Step| step.after.screen.window() == WindowKind::Page && layout(&step.after.screen) != *page;
    // With whatever tab it begins.
    let here = |screen: &Screen| layout(screen).same_but_tab(page);
    let enters = |step: &Step| {
        let (from, to) = (&step.before, &step.after.screen);
        layout(from) != *page && layout(to) == *page || !here(from) && here(to)
    };
    let back = |w: Widget<'_>| {
        let says = text_of(&w).to_lowercase();
        ["navigate up", "back", "close", "cancel", "ok", "done", "save"].contains(&says.as_str())
    };
    // A tab's page is there all the time.
    let tab = |step: &Step| {
        step.before.activity() == step.after.screen.activity() && layout(&step.before).title() == page.title()
    };
    // Another app comes back to the very page it was asked by.
    let asked = |step: &Step| step.before.package() != step.after.screen.package();
    let goes_on =
        |step: &Step| enters(step) && target(step).is_some_and(|w| !back(w)) && !tab(step) && !asked(step);
    let on = case.pair.inserted.iter().any(goes_on) && case.pair.inserted.iter().any(elsewhere);
    // The first page is not opened anew: it is there all the time, but for what is filled in on it.
    let first = stack(case).len() == 1;
    let unsaved = |lost: &Lost| {
        let widget = case.seed_widget(lost);
        let filled = widget.flags().intersects(Flags::EDITABLE | Flags::CHECKABLE)
            || widget.short_id().contains("error");
        case.on_pivot(lost) && (lost.from < case.pair.at || lost.from == lost.to) && (filled || !first)
    };
    let on_it = |at: &usize| layout(&case.pair.seed[*at].before) == *page;
    let behind = case.to_come().find(|at| on_it(at) && goes_back(&case.pair.seed[*at]));
    let came_on = !case.neutral() && case.pair.inserted.last().is_some_and(goes_on);
    if came_on && behind.is_some_and(|at| case.all_lost(|lost| lost.to > at)) {
        let says = "the inserted events opened the page anew: Back leads to where they came from";
        return Some(Said::doubts("opened anew", says));
    }
    (!case.neutral() && on && case.judged.lost.iter().any(unsaved)).then(|| {
        Said::doubts(
            "opened anew",
            "the inserted events opened the page anew: what was typed or chosen is not on it",
        )
    })
}

/// An event of the seed finds other surroundings: what it refers to was replaced.
pub(super) fn other_context(case: &Case<'_>) -> Option<Said> {
    // An app that is launched again may offer something else.
    let offered = |at: usize| {
        let [here, there] = [Some(&case.judged.seed.steps[at]), case.mutant_step(at)]
            .map(|step| step.and_then(label).map(|label| without_numbers(&label)));
        here.zip(there).is_some_and(|(here, there)| here != there)
    };
    let around = |step: &Step| -> Vec<String> {
        let Some(widget) = target(step) else { return Vec::new() };
        let row = case.row(&widget).or_else(|| widget.parent()).filter(|p| p.subtree().len() <= ROW);
        row.map_or_else(Vec::new, |p| p.subtree().map(|w| without_numbers(&text_of(&w))).collect())
    };
    // What was scrolled to may have moved, and another row is where the one was.
    let moved = |at: usize| {
        let (here, there) = (&case.judged.seed.steps[at], case.mutant_step(at));
        let scrolls = |step: &Step| matches!(step.event.action, Action::Scroll(_) | Action::Swipe(_));
        case.judged.seed.steps[..at].iter().any(scrolls)
            && listed(here)
            && there.is_some_and(|there| around(here) != around(there))
    };
    if case.neutral() {
        let replaced = case.source == LAUNCH && case.to_come().any(offered) || case.to_come().any(moved);
        return replaced
            .then(|| Said::doubts("other context", "what an event of the seed touches is another"));
    }
    let opened: Vec<String> = case.pair.inserted.iter().filter_map(label).collect();
    // A drawer leads where it leads, whatever the page below it is about.
    let opens_it = |at: usize| target(&case.judged.seed.steps[at]).is_some_and(|w| opens_drawer(&w));
    let by_drawer = |at: &usize| opens_it(*at) || at.checked_sub(1).is_some_and(opens_it);
    let replaced = case.to_come().filter(|at| !by_drawer(at)).any(|at| {
        let here = &case.judged.seed.steps[at];
        let there = case.mutant_step(at);
        let about = |there: &Step| {
            let [a, b] = [here, there].map(|step| Sheet::of(&step.before, case.views));
            a.layout.same_frame(&b.layout) && about_another(&a, &b, &case.judged.lost, case.views).is_some()
        };
        // A look replaces nothing, but what was looked at last may be what is offered next.
        let looked = |there: &Step| {
            let says = |w: Widget<'_>| text_of(&w).to_lowercase();
            let shows = |screen: &Screen, name: &str| screen.widgets().any(|w| says_words(&says(w), name));
            opened.iter().any(|name| shows(&there.before, name) && !shows(&here.before, name))
        };
        there.is_some_and(|there| {
            (around(here) != around(there) || about(there)) && (!case.looks() || looked(there))
        })
    });
    replaced
        .then(|| Said::doubts("other context", "what an event of the seed refers to was replaced meanwhile"))
}

/// What is next, or the one before, depends on what else is listed, and in which order.
pub(super) fn neighbours(case: &Case<'_>) -> Option<Said> {
    let turns = !case.looks() && case.pair.seed[case.to_come()].iter().any(turns_page);
    // Whether there is one at all depends on that too.
    let offers = |lost: &Lost| {
        let own = case.seed_widget(lost);
        own.is(Flags::CLICKABLE) && says_next(&text_of(&own).to_lowercase())
    };
    // A look changes what is listed only where it is at something listed.
    let lists = !case.looks() || case.pair.inserted.iter().any(listed);
    (!case.neutral() && !case.dead() && (turns || lists && case.all_lost(offers))).then(|| {
        Said::doubts("neighbours", "what is next depends on what is listed, and the seed turns to it")
    })
}

/// What an event of the seed touches lies under something else in one of the two: a button that floats over the last row.
pub(super) fn covered(case: &Case<'_>) -> Option<Said> {
    let under = |step: &Step| {
        let Some(widget) = target(step) else { return false };
        let (middle, inside) = (widget.bounds().center(), widget.subtree().last().map(|w| w.id()));
        let over = |w: &Widget<'_>| Some(w.id()) > inside && w.is(Flags::CLICKABLE);
        step.before.widgets().filter(over).any(|w| w.bounds().contains(middle))
    };
    let meets = case.to_come().any(|at| {
        let there = case.mutant_step(at);
        there.is_some_and(|there| under(there) != under(&case.judged.seed.steps[at]))
    });
    meets.then(|| Said::doubts("covered", "what an event of the seed touches lies under something else"))
}

/// Whether independent events leave the page of the insertion meanwhile.
pub(super) fn left(case: &Case<'_>) -> bool {
    let page = &case.judged.sheets.sheets()[case.pair.at];
    let away = |step: &Step| {
        let there = Sheet::of(&step.after.screen, case.views);
        !there.layout.same_activity(&page.layout)
            || about_another(page, &there, &case.judged.lost, case.views).is_some()
    };
    !case.neutral() && case.pair.inserted.iter().any(away)
}
