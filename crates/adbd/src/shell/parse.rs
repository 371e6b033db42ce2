//! Reads a command line: lists, `&&` and `||`, pipes, redirections, quotes, variables and substitutions, `if`,
//! `while`, `until` and `for`. What Android's `sh` has beyond that (functions, `case`, arithmetic) is an error.

use std::iter::Peekable;
use std::str::Chars;

/// Nothing is nested deeper: a line of parentheses must not overflow the thread's stack.
const MAX_DEPTH: usize = 40;

/// Commands one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Script(pub(crate) Vec<Item>);

/// A chain of `&&` and `||`, perhaps in the background.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Item {
    pub(crate) first: Pipeline,
    pub(crate) rest: Vec<(Link, Pipeline)>,
    pub(crate) background: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Link {
    And,
    Or,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pipeline {
    pub(crate) negated: bool,
    pub(crate) commands: Vec<Command>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Command {
    pub(crate) what: What,
    pub(crate) redirects: Vec<Redirect>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum What {
    Simple { assignments: Vec<(String, Word)>, words: Vec<Word> },
    Group(Script),
    If { branches: Vec<(Script, Script)>, otherwise: Script },
    While { condition: Script, body: Script, until: bool },
    For { name: String, words: Vec<Word>, body: Script },
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Redirect {
    /// Number of the descriptor, and where it goes.
    Out {
        from: u32,
        to: Word,
        append: bool,
    },
    In(Word),
    /// `2>&1`.
    Copy {
        from: u32,
        to: u32,
    },
}

/// A word before expansion.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Word(pub(crate) Vec<Part>);

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Part {
    Text { text: String, quoted: bool },
    Variable { name: String, quoted: bool },
    Output { script: Script, quoted: bool },
}

/// Reads a line; an error is what `sh` would complain about.
pub(crate) fn parse(line: &str) -> Result<Script, String> {
    let mut parser = Parser { rest: line.chars().peekable(), depth: 0 };
    let script = parser.script(&[])?;
    match parser.rest.peek() {
        None => Ok(script),
        Some(c) => Err(format!("syntax error: unexpected '{c}'")),
    }
}

struct Parser<'a> {
    rest: Peekable<Chars<'a>>,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&mut self) -> Option<char> {
        self.rest.peek().copied()
    }

    fn eat(&mut self, wanted: char) -> bool {
        self.rest.next_if_eq(&wanted).is_some()
    }

    fn blanks(&mut self) {
        while let Some(c) = self.peek() {
            match c {
                ' ' | '\t' | '\r' => {
                    self.rest.next();
                }
                '\\' => {
                    let mut ahead = self.rest.clone();
                    ahead.next();
                    if ahead.next() != Some('\n') {
                        return;
                    }
                    self.rest = ahead;
                }
                '#' => while self.rest.next_if(|c| *c != '\n').is_some() {},
                _ => return,
            }
        }
    }

    fn blanks_and_lines(&mut self) {
        self.blanks();
        while self.eat('\n') || self.eat(';') {
            self.blanks();
        }
    }

    /// The word that comes, if it is one of the shell's own, without taking it.
    fn keyword(&mut self) -> String {
        let letters = |c: &char| c.is_ascii_alphabetic() || matches!(c, '!' | '{' | '}' | '[');
        let mut ahead = self.rest.clone();
        let mut word = String::new();
        while let Some(c) = ahead.next_if(letters) {
            word.push(c);
        }
        let ends = ahead.next().is_none_or(|c| c.is_whitespace() || matches!(c, ';' | '&' | '|' | ')' | '('));
        if ends { word } else { String::new() }
    }

    fn take_keyword(&mut self, wanted: &str) -> Result<(), String> {
        self.blanks_and_lines();
        if self.keyword() != wanted {
            return Err(format!("syntax error: '{wanted}' expected"));
        }
        wanted.chars().for_each(|_| {
            self.rest.next();
        });
        Ok(())
    }

    /// Reads until a closing parenthesis, one of these words, or the end.
    fn script(&mut self, ends: &[&str]) -> Result<Script, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("syntax error: nested too deep".into());
        }
        let mut items = Vec::new();
        loop {
            self.blanks_and_lines();
            let word = self.keyword();
            if self.peek().is_none_or(|c| c == ')') || ends.contains(&word.as_str()) {
                break;
            }
            items.push(self.item()?);
        }
        self.depth -= 1;
        Ok(Script(items))
    }

    fn item(&mut self) -> Result<Item, String> {
        let first = self.pipeline()?;
        let mut rest = Vec::new();
        let mut background = false;
        loop {
            self.blanks();
            let mut ahead = self.rest.clone();
            let link = match (ahead.next(), ahead.next()) {
                (Some('&'), Some('&')) => Link::And,
                (Some('|'), Some('|')) => Link::Or,
                (Some('&'), _) => {
                    self.rest.next();
                    background = true;
                    break;
                }
                _ => break,
            };
            self.rest = ahead;
            self.blanks_and_lines();
            rest.push((link, self.pipeline()?));
        }
        Ok(Item { first, rest, background })
    }

    fn pipeline(&mut self) -> Result<Pipeline, String> {
        self.blanks();
        let negated = self.keyword() == "!";
        if negated {
            self.rest.next();
        }
        let mut commands = vec![self.command()?];
        loop {
            self.blanks();
            let mut ahead = self.rest.clone();
            if ahead.next() != Some('|') || ahead.peek() == Some(&'|') {
                return Ok(Pipeline { negated, commands });
            }
            self.rest = ahead;
            self.blanks_and_lines();
            commands.push(self.command()?);
        }
    }

    fn command(&mut self) -> Result<Command, String> {
        self.blanks();
        let what = if self.eat('(') {
            let script = self.script(&[])?;
            if !self.eat(')') {
                return Err("syntax error: ')' expected".into());
            }
            What::Group(script)
        } else {
            match self.keyword().as_str() {
                "{" => {
                    self.take_keyword("{")?;
                    let script = self.script(&["}"])?;
                    self.take_keyword("}")?;
                    What::Group(script)
                }
                "if" => self.if_command()?,
                "while" => self.while_command("while")?,
                "until" => self.while_command("until")?,
                "for" => self.for_command()?,
                word @ ("then" | "else" | "elif" | "fi" | "do" | "done" | "}") => {
                    return Err(format!("syntax error: unexpected '{word}'"));
                }
                "case" | "function" | "select" => return Err("syntax error: not supported here".into()),
                _ => return self.simple(),
            }
        };
        let mut redirects = Vec::new();
        while let Some(redirect) = self.redirect()? {
            redirects.push(redirect);
        }
        Ok(Command { what, redirects })
    }

    fn if_command(&mut self) -> Result<What, String> {
        let mut branches = Vec::new();
        let mut otherwise = Script::default();
        self.take_keyword("if")?;
        loop {
            let condition = self.script(&["then"])?;
            self.take_keyword("then")?;
            let body = self.script(&["elif", "else", "fi"])?;
            branches.push((condition, body));
            self.blanks_and_lines();
            match self.keyword().as_str() {
                "elif" => self.take_keyword("elif")?,
                "else" => {
                    self.take_keyword("else")?;
                    otherwise = self.script(&["fi"])?;
                    self.take_keyword("fi")?;
                    break;
                }
                _ => {
                    self.take_keyword("fi")?;
                    break;
                }
            }
        }
        Ok(What::If { branches, otherwise })
    }

    fn body(&mut self) -> Result<Script, String> {
        self.take_keyword("do")?;
        let body = self.script(&["done"])?;
        self.take_keyword("done")?;
        Ok(body)
    }

    fn while_command(&mut self, word: &str) -> Result<What, String> {
        self.take_keyword(word)?;
        let condition = self.script(&["do"])?;
        Ok(What::While { condition, body: self.body()?, until: word == "until" })
    }

    fn for_command(&mut self) -> Result<What, String> {
        self.take_keyword("for")?;
        self.blanks();
        let mut name = String::new();
        while let Some(c) = self.rest.next_if(|c| c.is_ascii_alphanumeric() || *c == '_') {
            name.push(c);
        }
        self.take_keyword("in")?;
        let mut words = Vec::new();
        loop {
            self.blanks();
            match self.peek() {
                None | Some(';' | '\n') => break,
                Some(_) => words.push(self.word()?),
            }
        }
        Ok(What::For { name, words, body: self.body()? })
    }

    fn simple(&mut self) -> Result<Command, String> {
        let (mut assignments, mut words, mut redirects) = (Vec::new(), Vec::new(), Vec::new());
        loop {
            self.blanks();
            if let Some(redirect) = self.redirect()? {
                redirects.push(redirect);
                continue;
            }
            match self.peek() {
                None | Some(';' | '\n' | '&' | '|' | ')') => break,
                Some('(') => return Err("syntax error: unexpected '('".into()),
                Some(_) => {}
            }
            if words.is_empty()
                && let Some(name) = self.assigned()
            {
                let value = match self.peek() {
                    None | Some(' ' | '\t' | '\r' | ';' | '\n' | '&' | '|' | ')') => Word::default(),
                    Some(_) => self.word()?,
                };
                assignments.push((name, value));
            } else {
                words.push(self.word()?);
            }
        }
        if assignments.is_empty() && words.is_empty() && redirects.is_empty() {
            let unexpected = self.peek().map_or("newline".into(), |c| c.to_string());
            return Err(format!("syntax error: unexpected '{unexpected}'"));
        }
        Ok(Command { what: What::Simple { assignments, words }, redirects })
    }

    /// Takes `NAME=` where it comes next.
    fn assigned(&mut self) -> Option<String> {
        let mut ahead = self.rest.clone();
        let mut name = String::new();
        while let Some(c) = ahead.next_if(|c| c.is_ascii_alphanumeric() || *c == '_') {
            name.push(c);
        }
        let starts = name.chars().next().is_some_and(|c| !c.is_ascii_digit());
        if starts && ahead.next() == Some('=') {
            self.rest = ahead;
            return Some(name);
        }
        None
    }

    fn redirect(&mut self) -> Result<Option<Redirect>, String> {
        self.blanks();
        let mut ahead = self.rest.clone();
        let number = ahead.next_if(char::is_ascii_digit);
        let from = number.and_then(|c| c.to_digit(10));
        match ahead.next() {
            Some('<') => {
                self.rest = ahead;
                self.blanks();
                Ok(Some(Redirect::In(self.word()?)))
            }
            Some('>') => {
                let from = from.unwrap_or(1);
                self.rest = ahead;
                let append = self.eat('>');
                if self.eat('&') {
                    let to = self.rest.next().and_then(|c| c.to_digit(10));
                    let to = to.ok_or_else(|| "syntax error: bad file descriptor".to_owned())?;
                    return Ok(Some(Redirect::Copy { from, to }));
                }
                // `>|` overwrites, as `>` does here anyway.
                let _ = self.eat('|');
                self.blanks();
                Ok(Some(Redirect::Out { from, to: self.word()?, append }))
            }
            _ => Ok(None),
        }
    }

    fn word(&mut self) -> Result<Word, String> {
        let mut parts = Vec::new();
        let mut plain = String::new();
        while let Some(c) = self.peek() {
            match c {
                ' ' | '\t' | '\r' | '\n' | ';' | '&' | '|' | '<' | '>' | '(' | ')' => break,
                '\'' => {
                    self.rest.next();
                    flush(&mut parts, &mut plain);
                    let mut text = String::new();
                    loop {
                        match self.rest.next() {
                            Some('\'') => break,
                            Some(c) => text.push(c),
                            None => return Err("syntax error: no closing quote".into()),
                        }
                    }
                    parts.push(Part::Text { text, quoted: true });
                }
                '"' => {
                    self.rest.next();
                    flush(&mut parts, &mut plain);
                    self.double_quoted(&mut parts)?;
                }
                '\\' => {
                    self.rest.next();
                    match self.rest.next() {
                        Some('\n') => {}
                        Some(c) => {
                            flush(&mut parts, &mut plain);
                            parts.push(Part::Text { text: c.to_string(), quoted: true });
                        }
                        None => plain.push('\\'),
                    }
                }
                '$' | '`' => {
                    flush(&mut parts, &mut plain);
                    self.expansion(&mut parts, false)?;
                }
                _ => {
                    self.rest.next();
                    plain.push(c);
                }
            }
        }
        flush(&mut parts, &mut plain);
        if parts.is_empty() {
            let unexpected = self.peek().map_or("newline".into(), |c| c.to_string());
            return Err(format!("syntax error: unexpected '{unexpected}'"));
        }
        Ok(Word(parts))
    }

    fn double_quoted(&mut self, parts: &mut Vec<Part>) -> Result<(), String> {
        let mut text = String::new();
        loop {
            match self.peek() {
                None => return Err("syntax error: no closing quote".into()),
                Some('"') => {
                    self.rest.next();
                    break;
                }
                Some('\\') => {
                    self.rest.next();
                    match self.rest.next() {
                        Some('\n') => {}
                        Some(c @ ('$' | '`' | '"' | '\\')) => text.push(c),
                        Some(c) => text.extend(['\\', c]),
                        None => return Err("syntax error: no closing quote".into()),
                    }
                }
                Some('$' | '`') => {
                    parts.push(Part::Text { text: std::mem::take(&mut text), quoted: true });
                    self.expansion(parts, true)?;
                }
                Some(c) => {
                    self.rest.next();
                    text.push(c);
                }
            }
        }
        parts.push(Part::Text { text, quoted: true });
        Ok(())
    }

    /// `$NAME`, `${NAME}`, `$?`, `$(…)` or `` `…` ``.
    fn expansion(&mut self, parts: &mut Vec<Part>, quoted: bool) -> Result<(), String> {
        if self.eat('`') {
            let mut inner = String::new();
            loop {
                match self.rest.next() {
                    Some('`') => break,
                    Some(c) => inner.push(c),
                    None => return Err("syntax error: no closing quote".into()),
                }
            }
            let mut parser = Parser { rest: inner.chars().peekable(), depth: self.depth };
            let script = parser.script(&[])?;
            parts.push(Part::Output { script, quoted });
            return Ok(());
        }
        self.rest.next();
        if self.eat('(') {
            let script = self.script(&[])?;
            if !self.eat(')') {
                return Err("syntax error: ')' expected".into());
            }
            parts.push(Part::Output { script, quoted });
            return Ok(());
        }
        let mut name = String::new();
        if self.eat('{') {
            loop {
                match self.rest.next() {
                    Some('}') => break,
                    Some(c) => name.push(c),
                    None => return Err("syntax error: '}' expected".into()),
                }
            }
        } else if let Some(c) =
            self.rest.next_if(|c| matches!(c, '?' | '$' | '!' | '#' | '@' | '*' | '0'..='9'))
        {
            name.push(c);
        } else {
            while let Some(c) = self.rest.next_if(|c| c.is_ascii_alphanumeric() || *c == '_') {
                name.push(c);
            }
        }
        parts.push(match name.is_empty() {
            true => Part::Text { text: "$".into(), quoted },
            false => Part::Variable { name, quoted },
        });
        Ok(())
    }
}

fn flush(parts: &mut Vec<Part>, plain: &mut String) {
    if !plain.is_empty() {
        parts.push(Part::Text { text: std::mem::take(plain), quoted: false });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_tools_write_is_read() {
        for line in [
            "true",
            "echo a  b; echo 'it''s' && false || echo \"x $? ${HOME} $(id -u) `id`\" | grep -E a\\|b",
            "trap \"\" HUP; mkdir -p /data/local/tmp/x; ANDROID_DATA=/x CLASSPATH=/y app_process / M >log 2>&1 </dev/null &",
            "if [ -f /x ]; then cat /x; elif true; then :; else echo no; fi",
            "for f in a b c; do echo $f; done; while false; do sleep 1; done",
            "(cd /sdcard; ls) 2>/dev/null; { echo a; echo b; } >> /sdcard/f",
            "! test -e /x # a comment",
            "",
        ] {
            assert!(parse(line).is_ok(), "{line}: {:?}", parse(line));
        }
    }

    #[test]
    fn broken_lines_are_told() {
        for line in
            ["'", "\"", "(", "a |", "&& a", "if true; fi", "for x in a; done", "$(", "a >", "case x in"]
        {
            assert!(parse(line).is_err(), "{line}");
        }
        assert!(parse(&"(".repeat(100_000)).is_err());
        assert!(parse(&"$(".repeat(100_000)).is_err());
    }

    proptest! {
        #[test]
        fn no_line_makes_it_panic(line in "[a-z \"'`$(){}|&;<>!#*?\\\\\n]{0,60}") {
            let _ = parse(&line);
        }

        #[test]
        fn a_quoted_text_is_one_word(text in "[^']{0,40}") {
            let script = parse(&format!("echo '{text}'")).unwrap();
            let What::Simple { words, .. } = &script.0[0].first.commands[0].what else { panic!() };
            prop_assert_eq!(&words[1].0, &[Part::Text { text, quoted: true }]);
        }
    }
}
