//! What to look at first, in words: how far a tool came on its way to the bug, what it never did from there, and
//! which of the paper's kinds of weakness (section 4.4) that points to.

use skink_model::automaton::{BugAutomaton, Clues, Symbol};

/// What people say: a text without its full stop, beginning small unless it begins with a name in capitals.
fn phrase(text: &str) -> String {
    let text = text.trim().trim_end_matches('.');
    let mut chars = text.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(first), Some(second)) if first.is_uppercase() && second.is_lowercase() => {
            first.to_lowercase().chain(chars).collect()
        }
        _ => text.to_owned(),
    }
}

fn label(bug: &BugAutomaton, symbol: &Symbol) -> String {
    match bug.label(symbol) {
        text if text == symbol.as_str() => format!("does event {symbol}"),
        text => phrase(text),
    }
}

fn times(count: u64) -> String {
    match count {
        1 => "once".into(),
        2 => "twice".into(),
        n => format!("{n} times"),
    }
}

/// How far it came: "creates a notebook 27 times, enters a notebook 35 times, never opens its menu afterwards".
pub fn sentence(bug: &BugAutomaton, clues: &Clues) -> String {
    let mut parts: Vec<String> = clues
        .closest
        .iter()
        .zip(&clues.closest_counts)
        .map(|(symbol, count)| format!("{} {}", label(bug, symbol), times(*count)))
        .collect();
    match &clues.first_missed {
        None => parts.push("which triggers the bug".into()),
        Some(missed) => {
            let count = clues.events.get(missed).map_or(0, |clue| clue.count);
            let afterwards = if clues.closest.is_empty() { "" } else { " afterwards" };
            let elsewhere = match count {
                0 => String::new(),
                n => format!(" ({} elsewhere)", times(n)),
            };
            parts.push(format!("never {}{afterwards}{elsewhere}", label(bug, missed)));
        }
    }
    parts.join(", ")
}

/// What to look at first.
pub fn advice(bug: &BugAutomaton, clues: &Clues) -> Vec<String> {
    let mut advice = Vec::new();
    let Some(missed) = &clues.first_missed else {
        if !clues.crashed {
            advice.push(
                "a trace that should trigger the bug was done and no crash was seen: the automaton accepts too much, \
                 or the crash was not logged"
                    .into(),
            );
        }
        return advice;
    };
    if clues.crashed {
        advice.push(
            "a crash was seen that no accepted trace explains: another bug, or a way to this one that the automaton \
             does not have"
                .into(),
        );
    }
    let what = label(bug, missed);
    let clue = clues.events.get(missed).copied();
    let before = clues.closest.last();
    let reached = clues.closest_counts.last().copied().unwrap_or(0);
    match (clue.map_or(0, |clue| clue.count), before) {
        (0, _) if clue.is_some_and(|clue| clue.warnings > 0) => advice.push(format!(
            "event {missed} was begun {} and cancelled each time: look at how dialogs are answered",
            times(clue.map_or(0, |clue| clue.warnings))
        )),
        (0, _) => advice.push(format!(
            "event {missed} ({what}) never happens anywhere: look whether its widget is seen as one that takes the \
             event, and whether the tool can do that kind of event at all"
        )),
        (count, Some(before)) => {
            let pair = clues.pairs.get(&(before.clone(), missed.clone())).copied().unwrap_or(0);
            let follows = match pair {
                0 => format!("never right after {before}"),
                n => format!("{} right after {before}, but not on this way", times(n)),
            };
            advice.push(format!(
                "event {missed} ({what}) happens {}, {follows}: look at how the next event is chosen there; it was \
                 there {}",
                times(count),
                times(reached)
            ));
        }
        (count, None) => advice.push(format!(
            "event {missed} ({what}) happens {} and the way is lost after it each time: look at what comes between",
            times(count)
        )),
    }
    let unmet: Vec<&str> = clues
        .left
        .iter()
        .skip(1)
        .filter(|symbol| clues.events.get(*symbol).is_some_and(|clue| clue.count == 0))
        .map(Symbol::as_str)
        .collect();
    if !unmet.is_empty() {
        advice.push(format!("after that, {} never happened either", unmet.join(", ")));
    }
    advice
}

#[cfg(test)]
mod tests {
    use super::*;
    use skink_model::automaton::{Dfa, Matcher, parse_bug};

    const NOTEBOOK: &str = r#"
event 1 "creates a notebook"
event 2 "enters a notebook"
event 7 "reaches the notebook's menu"
event 6 "chooses Locked"
event 5 "presses ×"
start -1-> made
made -1-> made
made -2-> inside
inside -7-> menu
inside -5-> made
inside -> made
menu -6-> locked
menu -> inside
locked -5-> crash
locked -> made
"#;

    fn said(log: &str) -> (String, Vec<String>) {
        let bug = parse_bug("114", NOTEBOOK).unwrap();
        let dfa = Dfa::of(&bug.nfa).unwrap();
        let mut matcher = Matcher::new(&dfa, |_| true);
        for id in log.split(' ').filter(|id| !id.is_empty()) {
            matcher.event(dfa.symbol(&Symbol::of(id)).unwrap(), 0);
        }
        let clues = matcher.clues();
        (sentence(&bug, &clues), advice(&bug, &clues))
    }

    #[test]
    fn how_far_it_came_and_what_it_never_did() {
        let (sentence, advice) = said("1 2 7 7 6 2 7 6");
        assert_eq!(
            sentence,
            "creates a notebook once, enters a notebook once, reaches the notebook's menu twice, chooses Locked \
             twice, never presses × afterwards"
        );
        assert!(advice[0].contains("never happens anywhere"), "{advice:?}");
    }

    #[test]
    fn an_event_that_happens_elsewhere_points_to_the_choice() {
        let (sentence, advice) = said("1 2 5 2 7 6");
        assert!(sentence.ends_with("never presses × afterwards (once elsewhere)"), "{sentence}");
        assert!(advice[0].contains("never right after 6"), "{advice:?}");
    }

    #[test]
    fn nothing_done_and_everything_done() {
        assert_eq!(said("").0, "never creates a notebook");
        let (sentence, advice) = said("1 2 7 6 5");
        assert!(sentence.ends_with("presses × once, which triggers the bug"));
        assert!(advice[0].contains("no crash was seen"));
    }

    #[test]
    fn published_texts_read_as_a_sentence() {
        assert_eq!(phrase("Created a new notebook."), "created a new notebook");
        assert_eq!(phrase("GPS was switched off"), "GPS was switched off");
    }
}
