//! Patterns of `grep` and of file names: a small backtracking matcher with a bound on its work.

/// One thing to match.
#[derive(Clone, Debug, PartialEq)]
enum Atom {
    Char(char),
    Any,
    Set { chars: Vec<(char, char)>, negated: bool },
    Start,
    End,
    Group(Vec<Vec<Piece>>),
}

#[derive(Clone, Debug, PartialEq)]
struct Piece {
    atom: Atom,
    least: u32,
    most: u32,
}

/// A pattern that was read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pattern {
    ways: Vec<Vec<Piece>>,
    ignore_case: bool,
}

/// Matching gives up after so many steps and says no.
const MAX_STEPS: u32 = 200_000;
const MAX_DEPTH: u32 = 20;

impl Pattern {
    /// An extended regular expression; with `basic` the operators `|`, `+`, `?`, `(` and `)` need a backslash.
    pub(crate) fn expression(text: &str, basic: bool, ignore_case: bool) -> Option<Pattern> {
        let chars: Vec<char> = text.chars().collect();
        let mut at = 0;
        let ways = ways(&chars, &mut at, basic, 0)?;
        (at == chars.len()).then_some(Pattern { ways, ignore_case })
    }

    /// A plain text.
    pub(crate) fn text(text: &str, ignore_case: bool) -> Pattern {
        let piece = |c| Piece { atom: Atom::Char(c), least: 1, most: 1 };
        Pattern { ways: vec![text.chars().map(piece).collect()], ignore_case }
    }

    /// A file name with `*`, `?` and sets, which must match as a whole.
    pub(crate) fn file_name(text: &str) -> Pattern {
        let once = |atom| Piece { atom, least: 1, most: 1 };
        let mut pieces = vec![once(Atom::Start)];
        for c in text.chars() {
            pieces.push(match c {
                '*' => Piece { atom: Atom::Any, least: 0, most: u32::MAX },
                '?' => once(Atom::Any),
                c => once(Atom::Char(c)),
            });
        }
        pieces.push(once(Atom::End));
        Pattern { ways: vec![pieces], ignore_case: false }
    }

    /// The first match in a line, as a range of bytes.
    pub(crate) fn find(&self, line: &str) -> Option<(usize, usize)> {
        let fold = |c: char| if self.ignore_case { c.to_ascii_lowercase() } else { c };
        let chars: Vec<char> = line.chars().map(fold).collect();
        let mut steps = 0;
        let matcher = Matcher { chars: &chars, ignore_case: self.ignore_case };
        let byte = |at: usize| line.char_indices().nth(at).map_or(line.len(), |(byte, _)| byte);
        (0..=chars.len()).find_map(|start| {
            let end = self.ways.iter().find_map(|way| matcher.way(way, start, &mut steps, &mut Some))?;
            Some((byte(start), byte(end)))
        })
    }
}

fn ways(chars: &[char], at: &mut usize, basic: bool, depth: u32) -> Option<Vec<Vec<Piece>>> {
    if depth > MAX_DEPTH {
        return None;
    }
    let mut ways = vec![Vec::new()];
    while let Some(&c) = chars.get(*at) {
        let escaped = c == '\\';
        let c = if escaped { *chars.get(*at + 1)? } else { c };
        let operator = escaped == basic || matches!(c, '*' | '.' | '[' | '^' | '$') && !escaped;
        if operator && c == ')' && depth > 0 {
            break;
        }
        *at += 1 + usize::from(escaped);
        let pieces = ways.last_mut()?;
        let once = |atom| Piece { atom, least: 1, most: 1 };
        match c {
            '|' if operator => ways.push(Vec::new()),
            '(' if operator => {
                let inner = self::ways(chars, at, basic, depth + 1)?;
                let closing = if basic { &['\\', ')'][..] } else { &[')'] };
                if !chars[*at..].starts_with(closing) {
                    return None;
                }
                *at += closing.len();
                pieces.push(once(Atom::Group(inner)));
            }
            '*' | '+' | '?' if operator && !pieces.is_empty() => {
                let last = pieces.last_mut()?;
                (last.least, last.most) = match c {
                    '*' => (0, u32::MAX),
                    '+' => (1, u32::MAX),
                    _ => (0, 1),
                };
            }
            '.' if operator && !escaped => pieces.push(once(Atom::Any)),
            '^' if operator && !escaped => pieces.push(once(Atom::Start)),
            '$' if operator && !escaped => pieces.push(once(Atom::End)),
            '[' if operator && !escaped => pieces.push(once(set(chars, at)?)),
            'd' if escaped => pieces.push(once(Atom::Set { chars: vec![('0', '9')], negated: false })),
            's' if escaped => {
                pieces.push(once(Atom::Set { chars: vec![(' ', ' '), ('\t', '\t')], negated: false }));
            }
            c => pieces.push(once(Atom::Char(c))),
        }
    }
    Some(ways)
}

fn set(chars: &[char], at: &mut usize) -> Option<Atom> {
    let negated = chars.get(*at) == Some(&'^');
    *at += usize::from(negated);
    let mut ranges = Vec::new();
    loop {
        let from = *chars.get(*at)?;
        *at += 1;
        if from == ']' && !ranges.is_empty() {
            return Some(Atom::Set { chars: ranges, negated });
        }
        match (chars.get(*at), chars.get(*at + 1)) {
            (Some('-'), Some(&to)) if to != ']' => {
                *at += 2;
                ranges.push((from, to));
            }
            _ => ranges.push((from, from)),
        }
    }
}

struct Matcher<'a> {
    chars: &'a [char],
    ignore_case: bool,
}

impl Matcher<'_> {
    /// Matches the pieces one after the other, then asks `then` whether the rest fits.
    fn way(
        &self,
        pieces: &[Piece],
        at: usize,
        steps: &mut u32,
        then: &mut dyn FnMut(usize) -> Option<usize>,
    ) -> Option<usize> {
        *steps += 1;
        let Some((piece, rest)) = pieces.split_first() else { return then(at) };
        if *steps > MAX_STEPS {
            return None;
        }
        if let Atom::Group(ways) = &piece.atom {
            return self.group(ways, piece, rest, at, steps, then);
        }
        // As often as it fits, then less often.
        let mut ends = vec![at];
        while (ends.len() as u64) <= u64::from(piece.most) {
            match ends.last().and_then(|end| self.atom(&piece.atom, *end)) {
                Some(end) => ends.push(end),
                None => break,
            }
            if matches!(piece.atom, Atom::Start | Atom::End) {
                break;
            }
        }
        while ends.len() > piece.least as usize {
            let end = ends.pop()?;
            if let Some(end) = self.way(rest, end, steps, then) {
                return Some(end);
            }
        }
        None
    }

    /// A group is matched at most once: what tools write to `grep` repeats no groups.
    fn group(
        &self,
        ways: &[Vec<Piece>],
        piece: &Piece,
        rest: &[Piece],
        at: usize,
        steps: &mut u32,
        then: &mut dyn FnMut(usize) -> Option<usize>,
    ) -> Option<usize> {
        for way in ways {
            let mut inner = 0;
            let found = self.way(way, at, steps, &mut |end| self.way(rest, end, &mut inner, then));
            if found.is_some() {
                return found;
            }
        }
        if piece.least == 0 { self.way(rest, at, steps, then) } else { None }
    }

    fn atom(&self, atom: &Atom, at: usize) -> Option<usize> {
        let fold = |c: char| if self.ignore_case { c.to_ascii_lowercase() } else { c };
        let here = self.chars.get(at);
        let fits = match atom {
            Atom::Start => return (at == 0).then_some(at),
            Atom::End => return (at == self.chars.len()).then_some(at),
            Atom::Char(c) => here.is_some_and(|h| *h == fold(*c)),
            Atom::Any => here.is_some(),
            Atom::Set { chars, negated } => {
                here.is_some_and(|h| chars.iter().any(|(a, b)| (fold(*a)..=fold(*b)).contains(h)) != *negated)
            }
            Atom::Group(_) => false,
        };
        fits.then_some(at + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn found<'a>(pattern: &str, line: &'a str) -> Option<&'a str> {
        let pattern = Pattern::expression(pattern, false, false).unwrap();
        pattern.find(line).map(|(start, end)| &line[start..end])
    }

    #[test]
    fn expressions_find_what_grep_finds() {
        assert_eq!(found("mCurrentFocus|mFocusedApp", "  mFocusedApp=x"), Some("mFocusedApp"));
        assert_eq!(found("^a.*c$", "abbc"), Some("abbc"));
        assert_eq!(found("a(b|cd)+e", "xacde"), Some("acde"));
        assert_eq!(found("[^0-9]+[0-9]", "ab7"), Some("ab7"));
        assert_eq!(found("ab?c", "xac"), Some("ac"));
        assert_eq!(found("b\\.c", "bxc"), None);
        let basic = Pattern::expression("a\\|b", true, true).unwrap();
        assert!(basic.find("xB").is_some());
        assert!(Pattern::expression("a|b", true, false).unwrap().find("b").is_none());
    }

    #[test]
    fn file_names_match_as_a_whole() {
        let pattern = Pattern::file_name("*.xm?");
        assert!(pattern.find("dump.xml").is_some());
        assert!(pattern.find("dump.xml.bak").is_none());
    }

    #[test]
    fn work_is_bounded() {
        let pattern = Pattern::expression(&"a*".repeat(30), false, false).unwrap();
        let _ = pattern.find(&format!("{}b", "a".repeat(60)));
    }

    proptest! {
        #[test]
        fn no_pattern_makes_it_panic(pattern in "[a-c.*+?|()^$\\[\\]\\\\-]{0,12}", line in "[a-c é]{0,12}") {
            if let Some(pattern) = Pattern::expression(&pattern, false, true) {
                let _ = pattern.find(&line);
            }
        }
    }
}
