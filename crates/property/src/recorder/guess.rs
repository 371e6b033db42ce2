//! Good guesses, so that a recording needs few clicks: the operation from the words on what was tapped, a name, a
//! data type, and the kind of text from the text that was typed.

use skink_gui::{Action, Flags, Widget};

use super::{Recorder, Taken};
use crate::file::Operation;
use crate::value::Generator;

use super::choose::{label, row};

/// Words by operation; where words of several operations were tapped, the first line with one wins: who renames
/// what a search found, renames.
const WORDS: [(Operation, &[&str]); 4] = [
    (Operation::Delete, &["delete", "remove", "trash", "discard", "erase", "clear", "archive", "uninstall"]),
    (Operation::Update, &["rename", "edit", "update", "modify", "change", "replace", "move", "reschedule"]),
    (
        Operation::Create,
        &["create", "add", "new", "insert", "compose", "plus", "+", "record", "copy", "duplicate"],
    ),
    (Operation::Search, &["search", "find", "filter", "query", "look up", "lookup"]),
];

/// Words that name no kind of data.
const COMMANDS: [&str; 30] = [
    "ok", "yes", "no", "save", "cancel", "done", "options", "more", "menu", "apply", "confirm", "close",
    "back", "next", "up", "open", "view", "show", "start", "submit", "send", "button", "fab", "icon", "item",
    "title", "text", "the", "to", "a",
];

fn words(said: &str) -> impl Iterator<Item = String> + '_ {
    said.split(|c: char| !(c.is_alphanumeric() || c == '+')).filter(|w| !w.is_empty()).map(str::to_lowercase)
}

/// What a tapped widget is called; what is in a list is data and names nothing.
fn said(step: &Taken) -> Option<String> {
    if !matches!(step.action, Action::Tap | Action::LongTap) {
        return None;
    }
    let widget = step.before.get(step.widget?)?;
    if row(&widget).is_some() && widget.text().is_empty() && widget.desc().is_empty() {
        return None;
    }
    if widget.is(Flags::EDITABLE) {
        return None;
    }
    let named = |w: &Widget<'_>| Some(label(w)).filter(|l| !l.is_empty()).map(str::to_owned);
    let inside = || widget.subtree().find_map(|w| named(&w));
    named(&widget).or_else(inside).or_else(|| Some(widget.short_id().to_owned()))
}

/// The word that gave the operation away.
pub(super) fn word(recorder: &Recorder) -> Option<(Operation, String)> {
    let tapped: Vec<String> = recorder.steps.iter().filter_map(said).collect();
    WORDS.iter().find_map(|(operation, known)| {
        tapped
            .iter()
            .flat_map(|said| words(said))
            .find(|word| known.contains(&word.as_str()))
            .map(|word| (*operation, word))
    })
}

/// The operation.
pub(super) fn operation(recorder: &Recorder) -> Operation {
    if let Some((operation, _)) = word(recorder) {
        return operation;
    }
    let typed = recorder.steps.iter().any(|step| matches!(step.action, Action::Type(_)));
    let in_list = recorder.steps.first().is_some_and(|step| {
        step.widget.and_then(|id| step.before.get(id)).is_some_and(|w| row(&w).is_some())
    });
    match (typed, in_list) {
        (true, true) => Operation::Update,
        (true, false) => Operation::Create,
        (false, true) => Operation::Read,
        (false, false) => Operation::Free,
    }
}

/// The data type: the one the file already has, else a noun that was tapped.
pub(super) fn data(recorder: &Recorder) -> String {
    let verb = |word: &str| WORDS.iter().any(|(_, known)| known.contains(&word));
    let nouns = recorder
        .steps
        .iter()
        .filter(|step| step.widget.and_then(|id| step.before.get(id)).is_some_and(|w| row(&w).is_none()));
    let noun = nouns
        .filter_map(said)
        .filter(|said| said.split_whitespace().count() <= 3)
        .flat_map(|said| words(&said).collect::<Vec<_>>())
        .find(|w| !verb(w) && !COMMANDS.contains(&w.as_str()) && w.chars().all(char::is_alphabetic));
    let known = |name: &String| recorder.file.data.contains_key(name);
    match noun {
        Some(noun) if known(&noun) || recorder.file.data.is_empty() => noun,
        _ => recorder.file.data.keys().next().cloned().unwrap_or_else(|| "item".to_owned()),
    }
}

/// A name that the file does not have yet.
pub(super) fn name(recorder: &Recorder) -> String {
    let chosen = recorder.operation.is_none_or(|chosen| word(recorder).is_some_and(|(of, _)| of == chosen));
    let verb = word(recorder).filter(|_| chosen).map(|(_, word)| word);
    let verb = verb.filter(|word| word.chars().all(char::is_alphabetic));
    let verb = verb.unwrap_or_else(|| recorder.operation().name().to_owned());
    let plain = format!("{verb} {}", recorder.data());
    let taken = |name: &str| recorder.file.function(name).is_some();
    if !taken(&plain) {
        return plain;
    }
    (2..).map(|n| format!("{plain} {n}")).find(|name| !taken(name)).unwrap_or(plain)
}

/// What kind of text was typed.
pub(super) fn generator(text: &str) -> Generator {
    let digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let parts: Vec<&str> = text.split('-').collect();
    let ending = text.rsplit_once('.').map_or("", |(_, ending)| ending);
    if digits(text) {
        Generator::Numbers
    } else if parts.len() == 3 && parts.iter().all(|part| digits(part)) {
        Generator::Date
    } else if (2..=4).contains(&ending.len())
        && ending.chars().all(|c| c.is_ascii_lowercase())
        && !text.contains(' ')
    {
        Generator::Filename
    } else if !text.is_ascii() {
        Generator::Unicode
    } else if text.contains(' ') {
        Generator::Words
    } else {
        Generator::Letters
    }
}
