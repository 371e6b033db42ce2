//! Rules about what is only there for a while: what plays, what was typed and not saved, what was due.

use skink_gui::{Action, Flags, Key, Screen, Widget, WindowKind};
use skink_trace::Step;

use super::meant::removes_something;
use super::pages::left;
use super::{Case, Said, first_words, goes_back, in_list, label, shows_found, switches, target, text_of};
use crate::effects::{Sheet, busy};
use crate::layout::LayoutType;
use crate::neutral::{BACKGROUND, DEATH, LAUNCH, LONG_IDLE, opens_drawer};
use crate::oracle::{Lost, says_saved};

/// "just now", "3 min ago", "in a minute"; a title that speaks of hours does not.
pub(super) fn tells_time(text: &str) -> bool {
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
    let says = |of: &[&str]| words.iter().any(|word| of.contains(word));
    let amount = text.contains(|c: char| c.is_ascii_digit()) || says(&["a", "an", "few"]);
    // "in 10 h" as a whole: a title may have such words in it.
    let to_go = matches!(words.as_slice(), ["in", number, unit]
        if number.parse::<u32>().is_ok() && ["s", "h", "d", "hour", "hours", "day", "days"].contains(unit));
    let words = ["since", "min", "minute", "minutes", "seconds", "hours"];
    says(&["now", "ago"]) || amount && says(&words) || to_go
}

/// Whether an id is that of a time.
fn says_minutes(id: &str) -> bool {
    let id = id.to_lowercase();
    ["minute", "second", "hour", "timer"].iter().any(|word| id.contains(word))
}

/// What the seed asked for by its time is due.
pub(super) fn due(case: &Case<'_>) -> Option<Said> {
    // Or types how many minutes.
    let minutes = |w: &Widget<'_>| w.is(Flags::EDITABLE) && says_minutes(w.short_id());
    let says = |w: Widget<'_>| minutes(&w) || w.subtree().any(|w| tells_time(&text_of(&w)));
    let timed = |step: &Step| target(step).is_some_and(says);
    let told = |lost: &Lost| tells_time(&text_of(&case.seed_widget(lost)));
    (case.source == LONG_IDLE && (case.pair.seed[..case.pair.at].iter().any(timed) || case.all_lost(told)))
        .then(|| Said::doubts("due", "the seed asked for something at a time, and that time has come"))
}

/// A drawer that the seed has opened is closed again: it lies over the page for a moment.
pub(super) fn drawer(case: &Case<'_>) -> Option<Said> {
    let opened = case.pair.seed[..case.pair.at]
        .last()
        .filter(|step| target(step).is_some_and(|w| opens_drawer(&w)))?;
    let below = Sheet::of(&opened.before, case.views);
    let closed = case.judged.after.first().is_some_and(|after| after.same_labels(&below));
    (case.neutral() && closed && case.all_lost(|lost| lost.to == case.pair.at))
        .then(|| Said::doubts("drawer", "the drawer is closed, and the page below it is as it was"))
}

/// What was loading when the process ended.
pub(super) fn under_way(case: &Case<'_>) -> Option<Said> {
    let pivot = &case.judged.sheets.sheets()[case.pair.at].screen;
    ([DEATH, LAUNCH].contains(&case.source) && loads(pivot) && !case.dead() && !loads_for_ever(case))
        .then(|| Said::doubts("under way", "what was loading ends with the process"))
}

fn loads(screen: &Screen) -> bool {
    screen.widgets().any(|w| busy(&w))
}

/// Whether what is lost was loaded in the seed, and the mutant goes on loading though nobody does.
fn loads_for_ever(case: &Case<'_>) -> bool {
    case.all_lost(|lost| {
        let there = case.mutant_sheet(lost).is_some_and(|mutant| loads(&mutant.screen));
        there && !loads(&case.judged.sheets.sheets()[lost.to].screen)
    })
}

/// Stopping an app may lose what was only typed or marked, and what follows from it.
pub(super) fn unsaved(case: &Case<'_>) -> Option<Said> {
    let passing = |lost: &Lost| {
        let widget = case.seed_widget(lost);
        let stores = |w: Widget<'_>| {
            let says = text_of(&w).to_lowercase();
            w.is(Flags::CLICKABLE)
                && ["save", "sign", "log in", "send", "submit"].iter().any(|word| says.starts_with(word))
        };
        let form = case.judged.sheets.sheets()[lost.to].screen.widgets().any(stores);
        let error = widget.short_id().contains("error");
        // What a page was to show: an app begins with all of it.
        let named = |label: String| label.ends_with(&text_of(&widget).to_lowercase());
        let chosen = !text_of(&widget).is_empty()
            && !widget.is(Flags::CHECKABLE)
            && case.pair.seed[..case.pair.at].iter().filter_map(label).any(named);
        let chip = widget.short_class().ends_with("Chip");
        form || error || chip || chosen || widget.flags().intersects(Flags::EDITABLE | Flags::SELECTED)
    };
    (case.source == LAUNCH && case.judged.lost.iter().any(passing) && !loads_for_ever(case))
        .then(|| Said::doubts("unsaved", "what was typed or marked and not saved ends with the app"))
}

/// An app that begins anew begins with its first page: one chosen from a drawer is not there, with its name and its
/// rows.
pub(super) fn first_page(case: &Case<'_>) -> Option<Said> {
    let seed = &case.judged.seed.steps[..case.pair.at];
    let chosen = |pair: &&[Step]| from_drawer(case, &pair[0], &pair[1]);
    let names: Vec<String> = seed.windows(2).filter(chosen).filter_map(|pair| label(&pair[1])).collect();
    let named = |lost: &Lost| {
        let widget = case.seed_widget(lost);
        lost.effect.change > 0
            && !widget.is(Flags::CHECKABLE)
            && names.contains(&text_of(&widget).to_lowercase())
    };
    ([DEATH, LAUNCH].contains(&case.source) && case.judged.lost.iter().any(named)).then(|| {
        Said::doubts("first page", "the page was chosen from a drawer, and the app begins with another")
    })
}

/// Whether a step chooses from the drawer that the one before it opened: a drawer lies over the page and closes behind the
/// choice. Dialogs and menus offer no pages.
pub(super) fn from_drawer(case: &Case<'_>, open: &Step, step: &Step) -> bool {
    let page = |screen: &Screen| LayoutType::of(screen, case.views);
    let entry = target(step).and_then(first_words);
    let shown = |w: Widget<'_>| w.is(Flags::CLICKABLE) && first_words(w) == entry;
    page(&open.before).same_frame(&page(&step.after.screen))
        && step.before.window() == WindowKind::Page
        && !open.before.widgets().any(shown)
        && !step.after.screen.widgets().any(shown)
}

/// What a list was narrowed to, and says so, ends with the process, and gives way to what else is chosen from a menu or a
/// drawer.
pub(super) fn filter(case: &Case<'_>) -> Option<Said> {
    let narrowed = |lost: &Lost| {
        let widget = case.seed_widget(lost);
        let says = [widget.short_id(), widget.desc()].map(str::to_lowercase);
        lost.effect.change > 0
            // A button to filter by is no filter.
            && !widget.flags().intersects(Flags::CHECKABLE | Flags::CLICKABLE)
            && case.on_pivot(lost)
            && says.iter().any(|says| says.starts_with("filter"))
    };
    // An app that begins anew begins with all there is.
    let marked = |lost: &Lost| {
        let widget = case.seed_widget(lost);
        widget.is(Flags::CHECKABLE) && widget.short_id().to_lowercase().contains("filter")
    };
    let by_name = |step: &Step| label(step).is_some_and(|label| label.starts_with("filter:"));
    let filtered = case.pair.seed[..case.pair.at].iter().any(by_name);
    let anew = case.source == LAUNCH && (filtered || case.judged.lost.iter().any(marked));
    let pivot = &case.judged.sheets.sheets()[case.pair.at];
    let chosen = |step: &Step| {
        let entry = target(step).and_then(first_words);
        let shown = |w: Widget<'_>| w.is(Flags::CLICKABLE) && first_words(w) == entry;
        let page = LayoutType::of(&step.after.screen, case.views);
        entry.is_some()
            && !goes_back(step)
            && !pivot.screen.widgets().any(shown)
            && page.same_frame(&pivot.layout)
    };
    let ended = [DEATH, LAUNCH].contains(&case.source);
    let gives_way = !case.neutral() && case.pair.inserted.iter().any(chosen);
    let both = !case.neutral() && filtered && case.pair.inserted.iter().any(by_name);
    (anew || both || (ended || gives_way) && case.judged.lost.iter().any(narrowed)).then(|| {
        Said::doubts("filter", "what a list was narrowed to ends with the process or another choice")
    })
}

/// What is fetched anew brings what the seed never saw, and that moves the rest.
pub(super) fn refreshed(case: &Case<'_>) -> Option<Said> {
    let fetches = |step: &Step| {
        let says = label(step).unwrap_or_default();
        ["refresh", "reload", "sync", "update", "load more"].iter().any(|word| says.starts_with(word))
    };
    let seed = case.judged.sheets.sheets();
    let new = || {
        let all = case.judged.after.iter().flat_map(|sheet| sheet.rows());
        let mut unseen = all.filter(|row| !seed.iter().any(|sheet| sheet.has_row(*row)));
        unseen.next().is_some()
    };
    // And begins with the first tab.
    let tab = || case.all_lost(|lost| lost.from == lost.to && !lost.is_doubled());
    // Which rows are fetched depends on what was removed before.
    let row = |lost: &Lost| in_list(&case.seed_widget(lost));
    let without = case.pair.inserted.iter().any(removes_something)
        && case.pair.seed[case.to_come()].iter().any(fetches)
        && case.all_lost(row);
    (!case.neutral() && (without || case.pair.inserted.iter().any(fetches)) && (new() || tab()))
        .then(|| Said::doubts("refreshed", "the inserted events fetch what the seed has not seen"))
}

/// What was typed and not taken over is gone once another part of the page is chosen.
pub(super) fn draft(case: &Case<'_>) -> Option<Said> {
    let chooses = |step: &Step| {
        let page = LayoutType::of(&step.after.screen, case.views);
        label(step).is_some_and(|label| page.tabs().iter().any(|tab| tab.to_lowercase() == label))
    };
    let field = |lost: &Lost| case.seed_widget(lost).is(Flags::EDITABLE) && case.on_pivot(lost);
    (!case.neutral() && case.pair.inserted.iter().any(chooses) && case.taken_back() && case.all_lost(field))
        .then(|| Said::doubts("draft", "what was typed and not taken over ends with the choice of a tab"))
}

/// A page that goes out of sight stores what is under way, and says so.
pub(super) fn stored(case: &Case<'_>) -> Option<Said> {
    let sheets = case.judged.sheets.sheets();
    let says = |lost: &Lost| case.mutant_sheet(lost).is_some_and(|m| says_saved(sheets, m, lost));
    // And then it is what is read again.
    let word = |step: &Step, words: &[&str]| {
        label(step).is_some_and(|label| words.iter().any(|w| label.starts_with(w)))
    };
    let rest = &case.pair.seed[case.pair.at..];
    let saves = case.neutral() || case.pair.inserted.iter().any(|step| word(step, &["save"]));
    let read_again = saves && rest.iter().any(|step| word(step, &["reload", "revert", "discard"]));
    (case.all_lost(says) || read_again).then(|| Said::doubts("stored", "what was under way is saved"))
}

/// Pages below the one in front are made anew from what was stored when the process dies: what was typed or marked
/// on them was not.
pub(super) fn below(case: &Case<'_>) -> Option<Said> {
    let passing = |lost: &Lost| {
        let widget = case.seed_widget(lost);
        let counts = !widget.text().is_empty() && widget.text().chars().all(|c| c.is_ascii_digit());
        widget.flags().intersects(Flags::EDITABLE | Flags::SELECTED) || counts
    };
    let beneath = |lost: &Lost| !case.on_pivot(lost);
    (case.source == DEATH && case.all_lost(beneath) && case.judged.lost.iter().any(passing))
        .then(|| Said::doubts("below", "what was typed or marked on a page below ended with the process"))
}

/// Back closes the keyboard first: without one it goes back.
pub(super) fn keyboard(case: &Case<'_>) -> Option<Said> {
    let low = |screen: &Screen| screen.widgets().next().map_or(0, |root| root.bounds().bottom);
    let other = case.to_come().any(|at| {
        let here = &case.judged.seed.steps[at];
        let there = case.mutant_step(at);
        let stays = |step: &Step| step.before.activity() == step.after.screen.activity();
        here.event.action == Action::Key(Key::Back)
            && there
                .is_some_and(|there| low(&there.before) != low(&here.before) && (stays(here) || stays(there)))
    });
    // What went because a keyboard came is there without one.
    let sheets = case.judged.sheets.sheets();
    let covered = |lost: &Lost| {
        let [from, to] = [lost.from, lost.to].map(|at| low(&sheets[at].screen));
        let there = case.mutant_sheet(lost).map_or(to, |mutant| low(&mutant.screen));
        lost.effect.change < 0 && from > to && there > to
    };
    (other || case.all_lost(covered))
        .then(|| Said::doubts("keyboard", "a keyboard that Back closes, or that covers this, is not there"))
}

/// What a search found ends with the process: the words may be there again, and it is asked for anew. And what is found depends
/// on how it is searched: "Match case".
pub(super) fn searched(case: &Case<'_>) -> Option<Said> {
    let found = |lost: &Lost| {
        let page = &case.judged.sheets.sheets()[lost.to].screen;
        shows_found(page) && !case.seed_widget(lost).is(Flags::EDITABLE)
    };
    let pivot = &case.judged.sheets.sheets()[case.pair.at].screen;
    let option = |step: &Step| switches(step) && step.before.activity() == pivot.activity();
    let otherwise = !case.neutral() && shows_found(pivot) && case.pair.inserted.iter().any(option);
    if otherwise && case.all_lost(|lost| found(lost) && case.on_pivot(lost)) {
        return Some(Said::doubts("searched", "the inserted events change how it is searched"));
    }
    ([DEATH, LAUNCH].contains(&case.source) && case.all_lost(found))
        .then(|| Said::doubts("searched", "what a search found ends with the process"))
}

/// The words of what plays or records.
pub(super) fn plays(button: &Widget<'_>) -> bool {
    let desc = button.desc().to_lowercase();
    ["play", "pause", "stop", "resume", "record", "mute", "unmute"].iter().any(|word| desc.starts_with(word))
}

/// A message has so many parts at most: its text, what it offers, a way to close it.
const BESIDE: usize = 4;

/// What lives in memory ends with the process, or by itself after a while: playing, selecting, an offer to undo.
/// It shows in buttons that are gone, are disabled, or do the opposite.
pub(super) fn in_memory(case: &Case<'_>) -> Option<Said> {
    let lives_on = ![DEATH, LAUNCH, LONG_IDLE].contains(&case.source);
    if lives_on && case.source != BACKGROUND && !(case.taken_back() && left(case)) || loads_for_ever(case) {
        return None;
    }
    let ended = |lost: &Lost| {
        let own = case.seed_widget(lost);
        let pressed = own.is(Flags::CLICKABLE)
            || own.parent().is_some_and(|w| w.is(Flags::CLICKABLE) && w.children().count() == 1);
        let button = pressed && !own.flags().intersects(Flags::CHECKABLE | Flags::EDITABLE);
        let alike = |w: &Widget<'_>| {
            w.class() == own.class()
                && w.resource_id() == own.resource_id()
                && (!own.resource_id().is_empty() || text_of(w) == text_of(&own))
        };
        let there = case.mutant_sheet(lost).and_then(|sheet| sheet.screen.widgets().find(alike));
        button
            && match there {
                // The app lives on, out of sight: only what plays may stop.
                _ if lives_on && !plays(&own) => false,
                Some(w) if own.text().is_empty() && w.desc() != own.desc() => true,
                _ if lives_on => false,
                Some(w) => w.is(Flags::ENABLED) != own.is(Flags::ENABLED),
                None => true,
            }
    };
    // Rows that were selected are not any more.
    let marked = |screen: &Screen| screen.widgets().filter(|w| w.is(Flags::SELECTED)).count();
    let pivot = &case.judged.sheets.sheets()[case.pair.at].screen;
    let page = |screen: &&Screen| screen.window() == WindowKind::Page;
    let below = case.judged.sheets.sheets()[..=case.pair.at].iter().map(|sheet| &sheet.screen).rfind(page);
    let behind = case.judged.after.iter().map(|sheet| &sheet.screen).find(page);
    let deselected = !lives_on
        && (case.judged.after.first().is_some_and(|a| marked(&a.screen) < marked(pivot))
            || below.zip(behind).is_some_and(|(below, behind)| marked(behind) < marked(below)));
    // What was scrolled to.
    let scrolls = |step: &Step| matches!(step.event.action, Action::Scroll(_) | Action::Swipe(_));
    let scrolled = case.source == LAUNCH
        && case.pair.seed[..case.pair.at].last().is_some_and(scrolls)
        && case.all_lost(|lost| in_list(&case.seed_widget(lost)));
    let mark = |lost: &Lost| {
        let widget = case.seed_widget(lost);
        widget.text().is_empty() || widget.text().to_lowercase().contains("play")
    };
    // What could be undone.
    let takes_back =
        |step: &Step| label(step).is_some_and(|label| ["undo", "redo"].contains(&label.as_str()));
    let process = [DEATH, LAUNCH].contains(&case.source);
    let history = process && case.pair.seed[case.to_come()].iter().any(takes_back);
    // A message with an offer to undo what it tells of.
    let undo = |w: Widget<'_>| text_of(&w).to_lowercase() == "undo";
    let told = |lost: &Lost| {
        let beside = |w: Widget<'_>| w.children().count() <= BESIDE && w.subtree().any(undo);
        let still = case.mutant_sheet(lost).is_some_and(|sheet| sheet.screen.widgets().any(undo));
        lost.effect.change > 0 && !still && case.seed_widget(lost).parent().is_some_and(beside)
    };
    let offer = process && case.judged.lost.iter().any(told);
    let over = deselected
        || scrolled
        || history
        || offer
        || (case.judged.lost.iter().any(ended) && (!lives_on || case.all_lost(mark)));
    over.then(|| {
        Said::doubts(
            "in memory",
            "what lives in memory (playing, selecting, what can be undone) ended with it",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::tells_time;

    #[test]
    fn a_time_is_told_by_an_amount_and_a_title_may_speak_of_hours() {
        for told in ["just now", "3 min ago", "In a minute", "since 22:32, for 0 s", "10 minutes", "in 10 h"]
        {
            assert!(tells_time(told), "{told}");
        }
        for title in ["C in ten minutes", "Radio for late hours", "Known bugs", "Letters (2)"] {
            assert!(!tells_time(title), "{title}");
        }
    }
}
