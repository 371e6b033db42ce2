//! Rules about what is only there for a while: what plays, what was typed and not saved, what was due.

use skink_gui::{Action, Flags, Key, Screen, Widget};
use skink_trace::Step;

use super::pages::left;
use super::{Case, Said, label, target, text_of};
use crate::effects::busy;
use crate::neutral::{BACKGROUND, DEATH, LAUNCH, LONG_IDLE};
use crate::oracle::{Lost, says_saved};

/// "just now", "3 min ago".
pub(super) fn tells_time(text: &str) -> bool {
    let words = ["now", "ago", "since", "min", "minute", "minutes", "seconds", "hours"];
    text.to_lowercase().split(|c: char| !c.is_alphanumeric()).any(|word| words.contains(&word))
}

/// What the seed asked for by its time is due.
pub(super) fn due(case: &Case<'_>) -> Option<Said> {
    let timed = |step: &Step| target(step).is_some_and(|w| w.subtree().any(|w| tells_time(&text_of(&w))));
    let told = |lost: &Lost| tells_time(&text_of(&case.seed_widget(lost)));
    (case.source == LONG_IDLE && (case.pair.seed[..case.pair.at].iter().any(timed) || case.all_lost(told)))
        .then(|| Said::doubts("due", "the seed asked for something at a time, and that time has come"))
}

/// What was loading when the process ended.
pub(super) fn under_way(case: &Case<'_>) -> Option<Said> {
    let pivot = &case.judged.sheets.sheets()[case.pair.at].screen;
    ([DEATH, LAUNCH].contains(&case.source) && pivot.widgets().any(|w| busy(&w)))
        .then(|| Said::doubts("under way", "what was loading ends with the process"))
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
    (case.source == LAUNCH && case.judged.lost.iter().any(passing))
        .then(|| Said::doubts("unsaved", "what was typed or marked and not saved ends with the app"))
}

/// A page that goes out of sight stores what is under way, and says so.
pub(super) fn stored(case: &Case<'_>) -> Option<Said> {
    let sheets = case.judged.sheets.sheets();
    let says = |lost: &Lost| case.mutant_sheet(lost).is_some_and(|m| says_saved(sheets, m, lost));
    // And then it is what is read again.
    let word = |step: &Step, words: &[&str]| {
        label(step).is_some_and(|label| words.iter().any(|w| label.starts_with(w)))
    };
    let rest = &case.pair.seed[case.to_come()];
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
        let there = case.judged.mutant.steps.get(at + case.pair.inserted.len());
        here.event.action == Action::Key(Key::Back)
            && here.before.activity() == here.after.screen.activity()
            && there.is_some_and(|there| low(&there.before) != low(&here.before))
    });
    // What there is no room for above a keyboard is there without one.
    let covered = |lost: &Lost| {
        let seed = low(&case.judged.sheets.sheets()[lost.to].screen);
        lost.effect.change < 0
            && case.instead(lost).is_some_and(|w| w.bounds().bottom > seed && low(w.screen()) > seed)
    };
    (other || case.all_lost(covered))
        .then(|| Said::doubts("keyboard", "a keyboard that Back closes, or that covers this, is not there"))
}

/// What a search found ends with the process: the words may be there again, and it is asked for anew.
pub(super) fn searched(case: &Case<'_>) -> Option<Said> {
    let found = |lost: &Lost| {
        let page = &case.judged.sheets.sheets()[lost.to].screen;
        page.widgets().any(|w| is_search(&w)) && !case.seed_widget(lost).is(Flags::EDITABLE)
    };
    ([DEATH, LAUNCH].contains(&case.source) && case.all_lost(found))
        .then(|| Said::doubts("searched", "what a search found ends with the process"))
}

/// Whether a widget is a field with what is searched for.
pub(super) fn is_search(w: &Widget<'_>) -> bool {
    let says = format!("{} {}", w.short_id(), w.hint()).to_lowercase();
    let named = ["search", "query", "find"].iter().any(|word| says.contains(word));
    w.is(Flags::EDITABLE) && !w.text().is_empty() && named
}

/// The words of what plays or records.
pub(super) fn plays(button: &Widget<'_>) -> bool {
    let desc = button.desc().to_lowercase();
    ["play", "pause", "stop", "resume", "record", "mute", "unmute"].iter().any(|word| desc.starts_with(word))
}

/// What lives in memory ends with the process, or by itself after a while: playing, selecting, an offer to undo.
/// It shows in buttons that are gone, are disabled, or do the opposite.
pub(super) fn in_memory(case: &Case<'_>) -> Option<Said> {
    let lives_on = ![DEATH, LAUNCH, LONG_IDLE].contains(&case.source);
    if lives_on && case.source != BACKGROUND && !(case.taken_back() && left(case)) {
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
    let deselected =
        !lives_on && case.judged.after.first().is_some_and(|a| marked(&a.screen) < marked(pivot));
    let mark = |lost: &Lost| {
        let widget = case.seed_widget(lost);
        widget.text().is_empty() || widget.text().to_lowercase().contains("play")
    };
    let over = deselected || (case.judged.lost.iter().any(ended) && (!lives_on || case.all_lost(mark)));
    over.then(|| {
        Said::doubts("in memory", "a mode that lives in memory (playing, selecting, an offer) ended with it")
    })
}
