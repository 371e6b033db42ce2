//! Reads the log of an instrumented app, however long, in one pass and constant memory.
//!
//! Only lines with `Themis` count. `Crash!` anywhere makes it a crash; else the first of `Event ` and `Warning`
//! decides, in any case; the id is the text up to the next `:`, trimmed. Ids outside the alphabet are skipped.
//! Bytes, not text: what an app logs need not be UTF-8. Times are read only where one is needed.

use std::io::Read;

use memchr::memmem::Finder;
use memchr::{memchr, memchr_iter, memchr2_iter};
use skink_model::automaton::{Dfa, Matcher, Symbol};

use crate::layout::{line_seconds, since};

/// Bytes read at once.
const CHUNK: usize = 1 << 18;
/// A longer line is cut: no event stands that far to the right.
const MAX_LINE: usize = 1 << 20;

/// What a line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said<'a> {
    Crash,
    Event(&'a [u8]),
    Warning(&'a [u8]),
    Nothing,
}

/// Feeds a matcher from the lines of a log.
pub struct LogReader<'d, 'm> {
    dfa: &'d Dfa,
    matcher: &'m mut Matcher<'d>,
    themis: Finder<'static>,
    /// Symbols of one character by their byte: nearly all are.
    by_byte: [Option<usize>; 256],
    year: i64,
    start: Option<i64>,
    /// Lines that count and were matched.
    pub events: u64,
    /// Ids that the automaton does not know, with how often each was met; the first few.
    pub skipped: std::collections::BTreeMap<String, u64>,
}

/// Different unknown ids that are kept.
const MAX_SKIPPED: usize = 64;

impl<'d, 'm> LogReader<'d, 'm> {
    /// For a run that began then, in seconds since the year 1 and that year; `None` where the first dated line is
    /// the start.
    pub fn new(dfa: &'d Dfa, matcher: &'m mut Matcher<'d>, start: Option<(i64, i64)>) -> Self {
        let mut by_byte = [None; 256];
        for (number, symbol) in dfa.symbols().iter().enumerate() {
            if let [byte] = symbol.as_str().as_bytes() {
                by_byte[usize::from(*byte)] = Some(number);
            }
        }
        Self {
            dfa,
            matcher,
            themis: Finder::new("Themis"),
            by_byte,
            // A year of no other meaning than that it is a leap year.
            year: start.map_or(2020, |(_, year)| year),
            start: start.map(|(seconds, _)| seconds),
            events: 0,
            skipped: Default::default(),
        }
    }

    /// Takes a line, without its end.
    #[inline]
    pub fn line(&mut self, line: &[u8]) {
        if self.start.is_none() && !line.starts_with(b"---") {
            self.start = line_seconds(line, self.year);
        }
        if self.themis.find(line).is_none() {
            return;
        }
        match said(line) {
            Said::Crash => self.matcher.crash(),
            Said::Event(id) => {
                if let Some(symbol) = self.symbol(id) {
                    self.events += 1;
                    let seconds = if self.matcher.is_timed(symbol) { 0 } else { self.seconds(line) };
                    self.matcher.event(symbol, seconds);
                }
            }
            Said::Warning(id) => {
                if let Some(symbol) = self.symbol(id) {
                    self.matcher.warning(symbol);
                }
            }
            Said::Nothing => {}
        }
    }

    #[inline]
    fn symbol(&mut self, id: &[u8]) -> Option<usize> {
        let id = id.trim_ascii();
        match id {
            [byte] if self.by_byte[usize::from(*byte)].is_some() => self.by_byte[usize::from(*byte)],
            _ => self.symbol_by_name(id),
        }
    }

    fn symbol_by_name(&mut self, id: &[u8]) -> Option<usize> {
        let id = String::from_utf8_lossy(&id[..id.len().min(100)]).into_owned();
        let found = self.dfa.symbol(&Symbol::of(&id));
        if found.is_none() {
            if let Some(count) = self.skipped.get_mut(&id) {
                *count += 1;
            } else if self.skipped.len() < MAX_SKIPPED {
                self.skipped.insert(id, 1);
            }
        }
        found
    }

    fn seconds(&self, line: &[u8]) -> i64 {
        match (self.start, line_seconds(line, self.year)) {
            (Some(start), Some(at)) => since(start, at),
            _ => 0,
        }
    }
}

/// Finds a word of letters, given in lower case, in any case: looks for its rarest byte `at` first.
#[inline]
fn find(line: &[u8], word: &[u8], at: usize) -> Option<usize> {
    let rare = word[at];
    let fits = |found: usize| {
        let start = found.checked_sub(at)?;
        let here = line.get(start..start + word.len())?;
        here.eq_ignore_ascii_case(word).then_some(start)
    };
    if rare.is_ascii_alphabetic() {
        memchr2_iter(rare, rare.to_ascii_uppercase(), line).find_map(fits)
    } else {
        memchr_iter(rare, line).find_map(fits)
    }
}

#[inline]
fn said(line: &[u8]) -> Said<'_> {
    if find(line, b"crash!", 5).is_some() {
        return Said::Crash;
    }
    let (event, warning) = (find(line, b"event ", 1), find(line, b"warning", 0));
    let (warns, start) = match (event, warning) {
        (Some(event), Some(warning)) if warning < event => (true, warning + 7),
        (None, Some(warning)) => (true, warning + 7),
        (Some(event), _) => (false, event + 6),
        (None, None) => return Said::Nothing,
    };
    let rest = &line[start..];
    match memchr(b':', rest) {
        Some(end) if warns => Said::Warning(&rest[..end]),
        Some(end) => Said::Event(&rest[..end]),
        None => Said::Nothing,
    }
}

/// Reads all lines.
pub fn read_log(mut from: impl Read, reader: &mut LogReader<'_, '_>) -> std::io::Result<()> {
    let mut buffer = vec![0; CHUNK];
    let (mut begin, mut end) = (0, 0);
    // Whether the line at the beginning was cut and its rest is to be passed over.
    let mut cut = false;
    loop {
        if begin > 0 {
            buffer.copy_within(begin..end, 0);
            end -= begin;
            begin = 0;
        }
        if end == buffer.len() {
            if buffer.len() < MAX_LINE {
                buffer.resize(buffer.len() * 2, 0);
            } else {
                if !cut {
                    reader.line(&buffer[..end]);
                }
                (cut, end) = (true, 0);
            }
        }
        let got = match from.read(&mut buffer[end..]) {
            Ok(got) => got,
            Err(e) if e.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(e) => return Err(e),
        };
        if got == 0 {
            if end > 0 && !cut {
                reader.line(&buffer[..end]);
            }
            return Ok(());
        }
        let searched = end;
        end += got;
        for newline in memchr_iter(b'\n', &buffer[searched..end]) {
            let newline = searched + newline;
            if !cut {
                reader.line(&buffer[begin..newline]);
            }
            cut = false;
            begin = newline + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skink_model::automaton::{Clues, parse_bug};

    fn clues(automaton: &str, log: &[u8]) -> Clues {
        let bug = parse_bug("bug", automaton).unwrap();
        let dfa = Dfa::of(&bug.nfa).unwrap();
        let mut matcher = Matcher::new(&dfa, |symbol| bug.events.contains_key(symbol));
        let start = crate::layout::moments("2021-05-04-01:02:03").map(|(m, _)| (m.seconds, m.year));
        read_log(log, &mut LogReader::new(&dfa, &mut matcher, start)).unwrap();
        matcher.clues()
    }

    #[test]
    fn what_decides_in_a_line() {
        let said = |line: &'static str| super::said(line.as_bytes());
        assert_eq!(said("I Themis: Event 3: x"), Said::Event(b"3"));
        assert_eq!(said("I Themis: EVENT 3 : x"), Said::Event(b"3 "));
        assert_eq!(said("I Themis: Warning 3: x"), Said::Warning(b" 3"));
        assert_eq!(said("I Themis: warning 3: an event 4: x"), Said::Warning(b" 3"));
        assert_eq!(said("I Themis: Event 3: a warning: x"), Said::Event(b"3"));
        assert_eq!(said("I Themis: cRaSh!: x"), Said::Crash);
        assert_eq!(said("I Themis: Event 3: it says Crash!"), Said::Crash);
        assert_eq!(said("I Themis: Checked the \"Globalhash!\" box"), Said::Nothing);
        assert_eq!(said("I Themis: events 3: x"), Said::Nothing);
        assert_eq!(said("I Themis: Event 3"), Said::Nothing);
    }

    #[test]
    fn only_lines_with_themis_count() {
        let log = b"05-04 01:02:10.920  1  1 I Themis  : Event 1: x\n\
                    05-04 01:02:11.000  1  1 I Other   : Event 2: x\n\
                    05-04 01:02:12.000  1  1 I themis  : Event 2: x\n\
                    05-04 01:02:13.000  1  1 I Themis  : Event 12: x\n\
                    05-04 01:02:19.920  1  1 I Themis  : Event 10 : x\r\n\
                    \xff\xfe Themis Event 1: x";
        let clues = clues("a -1-> b\nb -2-> c\nb -10-> crash", log);
        let event = |id: &str| clues.events[&Symbol::of(id)];
        assert_eq!((event("1").count, event("1").first_s), (2, Some(7)));
        assert_eq!(event("2").count, 0);
        assert_eq!((event("a").count, event("a").first_s), (1, Some(16)));
        assert_eq!(clues.accepted, 1, "12 is outside the alphabet and does not come between");
    }

    #[test]
    fn lines_are_whole_whatever_the_reads() {
        struct Drip<'a>(&'a [u8], usize);
        impl Read for Drip<'_> {
            fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
                let n = self.1.min(self.0.len()).min(into.len());
                into[..n].copy_from_slice(&self.0[..n]);
                self.0 = &self.0[n..];
                Ok(n)
            }
        }
        let mut log = Vec::new();
        for number in 0..200 {
            let id = 1 + number % 3;
            log.extend(format!("05-04 01:02:10.920  1  1 I Themis  : Event {id}: x\nnoise\n\n").bytes());
        }
        let automaton = "a -1-> b\nb -2-> c\nc -3-> crash";
        let whole = clues(automaton, &log);
        let bug = parse_bug("bug", automaton).unwrap();
        let dfa = Dfa::of(&bug.nfa).unwrap();
        for size in [1, 2, 7, 64, 1000] {
            let mut matcher = Matcher::new(&dfa, |_| true);
            read_log(Drip(&log, size), &mut LogReader::new(&dfa, &mut matcher, None)).unwrap();
            assert_eq!(matcher.clues().taken, whole.taken, "{size}");
        }
    }

    #[test]
    fn a_line_without_end_is_bounded() {
        let mut log = b"Themis Event 1: ".to_vec();
        log.resize(3 * MAX_LINE, b'x');
        log.extend(b"\nThemis Event 2: y\n");
        let clues = clues("a -1-> b\nb -2-> crash", &log);
        assert_eq!((clues.accepted, clues.events[&Symbol::of("1")].count), (1, 1));
    }
}
