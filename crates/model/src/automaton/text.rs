//! A text format for bug automata that a person writes in a minute.
//!
//! ```text
//! bug 114
//! app sample:notebook
//! event 1 "creates a notebook" tap id=new_notebook
//! event 2 "enters a notebook"  tap id=notebook_card
//! start -1-> made
//! made -1-> made
//! made -2-> crash
//! made -> start              # ε
//! made -(back)-> start       # ε, and what does it
//! ```
//! The first state named is the initial one and `crash` the final one, unless `start` and `final` lines say
//! otherwise. `trace 1 2` adds a bug-triggering trace; several, and the transitions, are merged with ε.

use std::collections::{BTreeMap, BTreeSet};

use skink_gui::Event;

use super::nfa::{AutomatonError, Move, Nfa, NfaState};
use super::pivot::Pivot;
use super::symbol::Symbol;
use super::{BugAutomaton, PivotEvent};

/// Why a text is no bug automaton.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// A line makes no sense.
    #[error("line {line}: {problem}")]
    Line {
        /// Which, from 1.
        line: usize,
        /// Why.
        problem: String,
    },
    /// The whole makes none.
    #[error("{0}")]
    Automaton(#[from] AutomatonError),
    /// Nothing but comments.
    #[error("no transition and no trace; write lines such as `start -1-> crash` or `trace 1 2`")]
    Empty,
}

#[derive(Default)]
struct Reader {
    bug: Option<String>,
    app: String,
    title: String,
    crash: Option<String>,
    events: BTreeMap<Symbol, PivotEvent>,
    states: Vec<NfaState>,
    numbers: BTreeMap<String, usize>,
    start: Option<usize>,
    finals: BTreeSet<usize>,
    moves: Vec<Move>,
    traces: Vec<Vec<Symbol>>,
}

/// Reads a bug automaton; `name` is the bug's where the text gives none.
pub fn parse_bug(name: &str, text: &str) -> Result<BugAutomaton, TextError> {
    let mut reader = Reader::default();
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = uncommented(line).trim();
        if !line.is_empty() {
            reader.read(line).map_err(|problem| TextError::Line { line: number + 1, problem })?;
        }
    }
    reader.finish(name)
}

impl Reader {
    fn read(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if rest.starts_with('-') {
            return self.transition(word, rest);
        }
        match word {
            "bug" => self.bug = Some(needed(rest, "bug NAME")?),
            "app" => self.app = needed(rest, "app NAME")?,
            "title" => self.title = needed(rest, "title WORDS")?,
            "crash" => self.crash = Some(needed(rest, "crash TITLE")?),
            "event" => self.event(rest)?,
            "start" => self.start = Some(self.state(&needed(rest, "start STATE")?)),
            "final" => {
                for name in needed(rest, "final STATE")?.split_whitespace() {
                    let state = self.state(name);
                    self.finals.insert(state);
                }
            }
            "trace" => {
                let symbols = needed(rest, "trace ID ID …")?;
                let ids = symbols.split([' ', ',', '\t']).filter(|s| !s.is_empty());
                self.traces.push(ids.map(symbol).collect::<Result<_, _>>()?);
            }
            other => {
                return Err(format!(
                    "`{other}` begins no line; lines are bug, app, title, crash, event, start, final, trace, or a \
                     transition such as `start -1-> made`"
                ));
            }
        }
        Ok(())
    }

    fn event(&mut self, rest: &str) -> Result<(), String> {
        let (id, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let id = needed(id, "event ID \"WORDS\" PREDICATE")?;
        let (label, rest) = match rest.trim().strip_prefix('"') {
            Some(quoted) => {
                let end = quoted.find('"').ok_or("the words of the event never end: a quote is missing")?;
                (quoted[..end].trim().to_owned(), &quoted[end + 1..])
            }
            None => (String::new(), rest),
        };
        let pivot = match rest.trim() {
            "" => None,
            text => Some(text.parse::<Pivot>().map_err(|e| format!("event {id}: {e}"))?),
        };
        let symbol = symbol(&id)?;
        if self.events.insert(symbol, PivotEvent { label, pivot }).is_some() {
            return Err(format!("event {id} is described twice"));
        }
        Ok(())
    }

    fn transition(&mut self, from: &str, rest: &str) -> Result<(), String> {
        let how = "a transition is written `FROM -1,2-> TO`, `FROM -> TO` or `FROM -(back)-> TO`";
        let (arrow, to) = rest.rsplit_once(char::is_whitespace).ok_or(how)?;
        let arrow = arrow.trim_end();
        let (from, to) = (self.state(from), self.state(to));
        if arrow == "->" {
            self.moves.push(Move { from, to, read: None, by: None });
            return Ok(());
        }
        let read = arrow.strip_prefix('-').and_then(|a| a.strip_suffix("->")).ok_or(how)?.trim();
        if let Some(event) = read.strip_prefix('(').and_then(|r| r.strip_suffix(')')) {
            let by: Event = event.parse().map_err(|e| format!("`{event}` is no event: {e}"))?;
            self.moves.push(Move { from, to, read: None, by: Some(by) });
            return Ok(());
        }
        for id in read.split(',').map(str::trim) {
            let read = Some(symbol(&needed(id, how)?)?);
            self.moves.push(Move { from, to, read, by: None });
        }
        Ok(())
    }

    fn state(&mut self, name: &str) -> usize {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.states.len();
        self.numbers.insert(name.to_owned(), number);
        self.states.push(NfaState { id: name.to_owned(), name: name.to_owned(), at: None });
        number
    }

    fn finish(self, name: &str) -> Result<BugAutomaton, TextError> {
        let mut parts: Vec<Nfa> = self.traces.iter().map(|trace| Nfa::of_trace(trace)).collect();
        if !self.moves.is_empty() {
            // A `final` or `start` line may come before the transitions: the first state of a transition begins.
            let first = self.start.or(self.moves.first().map(|m| m.from));
            let finals = match self.finals.is_empty() {
                true => self.numbers.get("crash").copied().into_iter().collect(),
                false => self.finals,
            };
            parts.insert(0, Nfa::new(self.states, first.into_iter().collect(), finals, self.moves)?);
        }
        let nfa = match parts.len() {
            0 => return Err(TextError::Empty),
            1 => parts.remove(0),
            _ => Nfa::merged(&parts)?,
        };
        let mut events = self.events;
        if events.is_empty() {
            events = nfa.alphabet().into_iter().map(|symbol| (symbol, PivotEvent::default())).collect();
        }
        let bug = self.bug.unwrap_or_else(|| name.to_owned());
        Ok(BugAutomaton { bug, app: self.app, title: self.title, crash: self.crash, nfa, events })
    }
}

fn symbol(id: &str) -> Result<Symbol, String> {
    let plain = |c: char| c.is_alphanumeric() || "_.:+".contains(c);
    if !id.is_empty() && id.chars().all(plain) {
        Ok(Symbol::of(id))
    } else {
        Err(format!("`{id}` is no id of an event: letters and digits"))
    }
}

fn needed(text: &str, how: &str) -> Result<String, String> {
    if text.is_empty() { Err(format!("something is missing: {how}")) } else { Ok(text.to_owned()) }
}

/// The line up to a `#` that stands outside quotes and after a blank, or at its start.
fn uncommented(line: &str) -> &str {
    let (mut quoted, mut escaped, mut blank) = (false, false, true);
    for (at, c) in line.char_indices() {
        if c == '#' && blank && !quoted {
            return &line[..at];
        }
        quoted ^= c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        blank = c.is_whitespace();
    }
    line
}

/// Writes a bug automaton so that [`parse_bug`] reads the same one. States are written by name where names tell
/// them apart and have no blanks, else by number.
pub fn print_bug(bug: &BugAutomaton) -> String {
    let one_line = |text: &str| {
        let words: Vec<&str> = text.split_whitespace().filter(|word| !word.starts_with('#')).collect();
        words.join(" ").trim_start_matches('-').trim_start().to_owned()
    };
    let mut out = match one_line(&bug.bug).as_str() {
        "" => String::new(),
        name => format!("bug {name}\n"),
    };
    let crash = bug.crash.as_deref().unwrap_or_default();
    for (word, text) in [("app", bug.app.as_str()), ("title", &bug.title), ("crash", crash)] {
        if !one_line(text).is_empty() {
            out.push_str(&format!("{word} {}\n", one_line(text)));
        }
    }
    out.push('\n');
    for (symbol, event) in &bug.events {
        let pivot = event.pivot.as_ref().map_or_else(String::new, |pivot| format!(" {pivot}"));
        out.push_str(&format!(
            "event {symbol} \"{}\"{pivot}\n",
            one_line(&event.label).replace('"', "'").replace('\\', "/")
        ));
    }
    let nfa = &bug.nfa;
    let plain =
        |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
    let names: BTreeSet<&str> = nfa.states().iter().map(|s| s.name.as_str()).filter(|n| plain(n)).collect();
    let by_name = names.len() == nfa.states().len();
    let called = |state: usize| match by_name {
        true => nfa.states()[state].name.clone(),
        false => format!("s{state}"),
    };
    out.push('\n');
    if let Some(first) = nfa.initial().first() {
        out.push_str(&format!("start {}\n", called(*first)));
    }
    out.push_str(&format!(
        "final {}\n",
        nfa.accepting().iter().map(|s| called(*s)).collect::<Vec<_>>().join(" ")
    ));
    let mut joined = BTreeMap::<(usize, usize), Vec<String>>::new();
    let mut silent = Vec::new();
    for m in nfa.moves() {
        match (&m.read, &m.by) {
            (Some(symbol), _) => joined.entry((m.from, m.to)).or_default().push(symbol.to_string()),
            (None, Some(event)) => silent.push(format!("{} -({event})-> {}\n", called(m.from), called(m.to))),
            (None, None) => silent.push(format!("{} -> {}\n", called(m.from), called(m.to))),
        }
    }
    for ((from, to), symbols) in joined {
        out.push_str(&format!("{} -{}-> {}\n", called(from), symbols.join(","), called(to)));
    }
    out.extend(silent);
    out
}

#[cfg(test)]
mod tests {
    use super::super::{Dfa, differing_words};
    use super::*;

    const NOTEBOOK: &str = r#"
# Leaving a notebook by × while it shows its locked notes.
bug 114
app sample:notebook
title × crashes under a filter
event 1 "creates a notebook"  tap id=new_notebook
event 2 "enters a notebook"   tap id=notebook_card   # any of them
event 5 "presses ×"           tap id=close_notebook
event 7 "opens the menu"      tap text="a # b"

start -1-> made
made -1,7-> made
made -2-> inside
inside -(back)-> made
inside -5-> crash
made -> start
"#;

    #[test]
    fn a_bug_is_read_and_written_back() {
        let bug = parse_bug("x", NOTEBOOK).unwrap();
        assert_eq!((bug.bug.as_str(), bug.app.as_str()), ("114", "sample:notebook"));
        assert_eq!(bug.nfa.states().len(), 4);
        assert_eq!(bug.nfa.moves().len(), 7);
        assert_eq!(bug.label(&Symbol::of("5")), "presses ×");
        let menu = bug.events[&Symbol::of("7")].pivot.clone().unwrap();
        assert_eq!(menu.to_string(), "tap text=\"a # b\"");
        let printed = print_bug(&bug);
        let again = parse_bug("x", &printed).unwrap();
        assert_eq!(again.events, bug.events);
        assert_eq!(print_bug(&again), printed);
        let (a, b) = (Dfa::of(&bug.nfa).unwrap(), Dfa::of(&again.nfa).unwrap());
        assert_eq!(differing_words(&a, &b, 6, 1), Vec::<Vec<Symbol>>::new());
    }

    #[test]
    fn traces_merge_with_epsilon_at_both_ends() {
        let bug = parse_bug("x", "trace 1 2\ntrace 3\n").unwrap();
        assert_eq!(bug.nfa.moves().iter().filter(|m| m.read.is_none()).count(), 4);
        let dfa = Dfa::of(&bug.nfa).unwrap();
        let word = |text: &str| text.split(' ').map(Symbol::of).collect::<Vec<_>>();
        assert!(dfa.accepts(&word("1 2")) && dfa.accepts(&word("3")));
        assert!(!dfa.accepts(&word("1")) && !dfa.accepts(&word("1 3")));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let message = |text: &str| parse_bug("x", text).unwrap_err().to_string();
        assert!(message("").starts_with("no transition and no trace"));
        assert!(
            message("\nstart => made").starts_with("line 2: something is missing")
                || message("\nstart => made").starts_with("no transition")
        );
        assert!(message("fly to the moon").starts_with("line 1: `fly` begins no line"));
        assert!(message("a -1-> b").starts_with("no state is marked as final"));
        assert!(message("a -1,-> crash").contains("something is missing"));
        assert!(message("a -(fly)-> crash").contains("unknown action `fly`"));
        assert!(message("event 1 \"x").contains("quote"));
        assert!(message("event 1 \"x\"\nevent 1 \"y\"").contains("described twice"));
        assert!(message("event 1 \"x\" tap").contains("needs a selector"));
    }
}
