//! Runs what was read: expansion, redirections, pipes, and the commands of the shell itself.
//!
//! A pipe's left side is run to its end before its right side reads: no tool's command needs more. A command
//! in the background runs in a thread of its own.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};

use super::io::{Io, Sink, Stdin, buffer, nowhere};
use super::parse::{Command, Item, Link, Part, Pipeline, Redirect, Script, What, Word, parse};
use super::pattern::Pattern;
use super::{filters, tools};
use crate::android;
use crate::server::Shared;

/// A loop ends after so many rounds: the phone's clock is virtual, and a loop that waits would spin.
const MAX_ROUNDS: u32 = 100_000;
/// No word expands to more bytes.
const MAX_WORD: usize = 1 << 20;

/// Where the script goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Flow {
    On,
    Exit,
    Break,
    Continue,
}

/// A shell: its variables, where it is, and how the last command ended.
#[derive(Clone)]
pub(crate) struct Shell {
    pub(crate) shared: Arc<Shared>,
    variables: BTreeMap<String, String>,
    folder: String,
    status: i32,
    last_background: u32,
}

/// One call of a command.
pub(crate) struct Call<'a> {
    pub(crate) shared: &'a Arc<Shared>,
    /// The command's name and its arguments.
    pub(crate) words: &'a [String],
    pub(crate) variables: &'a BTreeMap<String, String>,
    pub(crate) folder: &'a str,
    pub(crate) io: &'a Io,
}

impl Call<'_> {
    pub(crate) fn args(&self) -> &[String] {
        self.words.get(1..).unwrap_or_default()
    }

    pub(crate) fn api(&self) -> u32 {
        self.shared.settings.api
    }

    /// A path as the file system knows it.
    pub(crate) fn path(&self, name: &str) -> String {
        crate::files::join(self.folder, name)
    }
}

impl Shell {
    pub(crate) fn new(shared: &Arc<Shared>) -> Self {
        let variables =
            [("HOME", "/"), ("PATH", "/system/bin"), ("SHELL", "/system/bin/sh"), ("USER", "shell")];
        let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        Self { shared: Arc::clone(shared), variables, folder: "/".into(), status: 0, last_background: 0 }
    }

    /// Runs a line to its end; the answer is its exit status.
    pub(crate) fn run_line(&mut self, line: &str, io: &Io) -> i32 {
        match parse(line) {
            Ok(script) => {
                self.script(&script, io);
                self.status
            }
            Err(problem) => {
                io.complain(&format!("/system/bin/sh: {problem}\n"));
                1
            }
        }
    }

    fn script(&mut self, script: &Script, io: &Io) -> Flow {
        for item in &script.0 {
            if !(io.alive)() {
                return Flow::Exit;
            }
            let flow = self.item(item, io);
            if flow != Flow::On {
                return flow;
            }
        }
        Flow::On
    }

    fn item(&mut self, item: &Item, io: &Io) -> Flow {
        if item.background {
            self.background(item, io);
            return Flow::On;
        }
        let mut flow = self.pipeline(&item.first, io);
        for (link, pipeline) in &item.rest {
            if flow != Flow::On {
                return flow;
            }
            if (self.status == 0) == (*link == Link::And) {
                flow = self.pipeline(pipeline, io);
            }
        }
        flow
    }

    /// Runs a chain in a thread of its own. It outlives the shell: what it writes to the host is lost then.
    fn background(&mut self, item: &Item, io: &Io) {
        let mut shell = self.clone();
        let item = Item { background: false, ..item.clone() };
        let stopping = Arc::clone(&self.shared);
        let io = Io { stdin: Stdin::Empty, alive: Arc::new(move || !stopping.is_stopping()), ..io.clone() };
        self.last_background = self.shared.handset().new_pid();
        self.status = 0;
        let started = std::thread::Builder::new().name("background".into()).spawn(move || {
            shell.item(&item, &io);
        });
        if started.is_err() {
            self.status = 1;
        }
    }

    fn pipeline(&mut self, pipeline: &Pipeline, io: &Io) -> Flow {
        let mut stdin = io.stdin.clone();
        let mut flow = Flow::On;
        for (at, command) in pipeline.commands.iter().enumerate() {
            if at + 1 < pipeline.commands.len() {
                let (out, kept) = buffer();
                let inner = Io { stdin, out, ..io.clone() };
                // Each side of a pipe is a shell of its own: what it exits or sets stays there.
                self.clone().command(command, &inner);
                let kept = std::mem::take(&mut *kept.lock().unwrap_or_else(PoisonError::into_inner));
                stdin = Stdin::of(kept);
            } else {
                flow = self.command(command, &Io { stdin: stdin.clone(), ..io.clone() });
            }
        }
        if pipeline.negated {
            self.status = i32::from(self.status == 0);
        }
        flow
    }

    fn command(&mut self, command: &Command, io: &Io) -> Flow {
        let io = match self.redirected(&command.redirects, io) {
            Ok(io) => io,
            Err(problem) => {
                io.complain(&format!("/system/bin/sh: {problem}\n"));
                self.status = 1;
                return Flow::On;
            }
        };
        match &command.what {
            What::Simple { assignments, words } => self.simple(assignments, words, &io),
            What::Group(script) => {
                let mut inner = self.clone();
                let flow = inner.script(script, &io);
                self.status = inner.status;
                if flow == Flow::Exit && !(io.alive)() { Flow::Exit } else { Flow::On }
            }
            What::If { branches, otherwise } => {
                for (condition, body) in branches {
                    let flow = self.script(condition, &io);
                    if flow != Flow::On {
                        return flow;
                    }
                    if self.status == 0 {
                        return self.script(body, &io);
                    }
                }
                self.status = 0;
                self.script(otherwise, &io)
            }
            What::While { condition, body, until } => {
                for _ in 0..MAX_ROUNDS {
                    let flow = self.script(condition, &io);
                    if flow != Flow::On || (self.status == 0) == *until || !(io.alive)() {
                        break;
                    }
                    match self.script(body, &io) {
                        Flow::On | Flow::Continue => {}
                        Flow::Break => break,
                        Flow::Exit => return Flow::Exit,
                    }
                }
                self.status = 0;
                Flow::On
            }
            What::For { name, words, body } => {
                for value in self.expand_all(words, &io) {
                    self.variables.insert(name.clone(), value);
                    match self.script(body, &io) {
                        Flow::On | Flow::Continue => {}
                        Flow::Break => break,
                        Flow::Exit => return Flow::Exit,
                    }
                }
                Flow::On
            }
        }
    }

    /// The streams after redirection. A file exists from then on and grows with every write.
    fn redirected(&mut self, redirects: &[Redirect], io: &Io) -> Result<Io, String> {
        let mut now = io.clone();
        for redirect in redirects {
            match redirect {
                Redirect::In(word) => {
                    let name = self.expand_one(word, io);
                    let path = crate::files::join(&self.folder, &name);
                    let bytes = self.shared.handset().files.read(&path).map(<[u8]>::to_vec);
                    let bytes = bytes.map_err(|problem| format!("can't open {name}: {problem}"))?;
                    now.stdin = Stdin::of(bytes);
                }
                Redirect::Copy { from, to } => {
                    let sink = if *to == 2 { Arc::clone(&now.err) } else { Arc::clone(&now.out) };
                    if *from == 2 {
                        now.err = sink;
                    } else {
                        now.out = sink;
                    }
                }
                Redirect::Out { from, to, append } => {
                    let name = self.expand_one(to, io);
                    let path = crate::files::join(&self.folder, &name);
                    let sink =
                        self.file_sink(&path, *append).map_err(|p| format!("can't create {name}: {p}"))?;
                    if *from == 2 {
                        now.err = sink;
                    } else {
                        now.out = sink;
                    }
                }
            }
        }
        Ok(now)
    }

    fn file_sink(&self, path: &str, append: bool) -> Result<Sink, String> {
        if path == "/dev/null" {
            return Ok(nowhere());
        }
        let mut handset = self.shared.handset();
        let now = handset.wall_seconds();
        handset.files.write(path, &[], append, now).map_err(str::to_owned)?;
        let (shared, path) = (Arc::clone(&self.shared), path.to_owned());
        Ok(Arc::new(move |bytes: &[u8]| {
            let mut handset = shared.handset();
            let now = handset.wall_seconds();
            handset.files.write(&path, bytes, true, now).map_err(std::io::Error::other)
        }))
    }

    fn simple(&mut self, assignments: &[(String, Word)], words: &[Word], io: &Io) -> Flow {
        let words = self.expand_all(words, io);
        let mut given = Vec::new();
        for (name, value) in assignments {
            given.push((name.clone(), self.expand_one(value, io)));
        }
        if words.is_empty() {
            self.variables.extend(given);
            // The status of a substitution stays.
            return Flow::On;
        }
        self.call(&words, given, io)
    }

    fn call(&mut self, words: &[String], given: Vec<(String, String)>, io: &Io) -> Flow {
        let Some(name) = words.first() else { return Flow::On };
        let argument = words.get(1).map_or("", String::as_str);
        match name.as_str() {
            "exit" | "return" => {
                self.status = argument.parse().unwrap_or(self.status) & 0xff;
                return Flow::Exit;
            }
            "break" => return Flow::Break,
            "continue" => return Flow::Continue,
            "cd" => {
                let to = crate::files::join(&self.folder, if argument.is_empty() { "/" } else { argument });
                if self.shared.handset().files.is_folder(&to) {
                    self.folder = to;
                    self.status = 0;
                } else {
                    io.complain(&format!("/system/bin/sh: cd: {to}: No such file or directory\n"));
                    self.status = 2;
                }
            }
            "export" | "local" | "typeset" | "readonly" => {
                for word in words.iter().skip(1) {
                    if let Some((name, value)) = word.split_once('=') {
                        self.variables.insert(name.to_owned(), value.to_owned());
                    }
                }
                self.status = 0;
            }
            "unset" => {
                words.iter().skip(1).for_each(|name| {
                    self.variables.remove(name);
                });
                self.status = 0;
            }
            "set" | "trap" | "umask" | "ulimit" | ":" | "true" | "wait" | "shift" => self.status = 0,
            "false" => self.status = 1,
            "exec" | "nohup" | "setsid" | "command" | "builtin" | "time" if words.len() > 1 => {
                let flow = self.call(&words[1..], given, io);
                return if name == "exec" && flow == Flow::On { Flow::Exit } else { flow };
            }
            "env" if words.len() > 1 => {
                let taken = words[1..].iter().take_while(|word| word.contains('=')).count();
                let more = words[1..=taken].iter().filter_map(|word| word.split_once('='));
                let given = given.into_iter().chain(more.map(|(n, v)| (n.to_owned(), v.to_owned())));
                let given = given.collect();
                return self.call(&words[1 + taken..], given, io);
            }
            "eval" => {
                let line = words[1..].join(" ");
                return self.inner(&line, io, Flow::Exit);
            }
            "sh" | "/system/bin/sh" => {
                let line = match words.get(1).map(String::as_str) {
                    Some("-c") => words.get(2).cloned().unwrap_or_default(),
                    Some(path) => {
                        let path = crate::files::join(&self.folder, path);
                        let text = self.shared.handset().files.read(&path).map(<[u8]>::to_vec);
                        text.map(|text| String::from_utf8_lossy(&text).into_owned()).unwrap_or_default()
                    }
                    None => String::from_utf8_lossy(&io.stdin.read_all(MAX_WORD)).into_owned(),
                };
                let mut inner = self.clone();
                inner.variables.extend(given);
                self.status = inner.run_line(&line, io);
            }
            "timeout" if words.len() > 2 => {
                let skip = if argument.starts_with('-') { 3 } else { 2 };
                return self.call(words.get(skip..).unwrap_or_default(), given, io);
            }
            _ => {
                let mut variables = self.variables.clone();
                variables.extend(given);
                let call =
                    Call { shared: &self.shared, words, variables: &variables, folder: &self.folder, io };
                self.status = run(&call);
            }
        }
        Flow::On
    }

    fn inner(&mut self, line: &str, io: &Io, on_exit: Flow) -> Flow {
        match parse(line) {
            Ok(script) => match self.script(&script, io) {
                Flow::Exit => on_exit,
                flow => flow,
            },
            Err(problem) => {
                io.complain(&format!("/system/bin/sh: {problem}\n"));
                self.status = 1;
                Flow::On
            }
        }
    }

    fn expand_one(&mut self, word: &Word, io: &Io) -> String {
        let mut all = String::new();
        for part in &word.0 {
            all.push_str(&self.part(part, io).0);
        }
        all.truncate(all.floor_char_boundary(MAX_WORD));
        all
    }

    /// Expands words: what is not quoted is split at blanks and matched against file names.
    fn expand_all(&mut self, words: &[Word], io: &Io) -> Vec<String> {
        let mut done: Vec<String> = Vec::new();
        for word in words {
            // The word so far; `None` where nothing has begun.
            let mut current: Option<String> = None;
            let mut pattern = false;
            for part in &word.0 {
                let (text, quoted) = self.part(part, io);
                match part {
                    Part::Text { .. } => {
                        pattern |= !quoted && text.contains(['*', '?']);
                        current.get_or_insert_default().push_str(&text);
                    }
                    _ if quoted => current.get_or_insert_default().push_str(&text),
                    _ => {
                        let starts_blank = text.starts_with(char::is_whitespace);
                        let ends_blank = text.ends_with(char::is_whitespace);
                        for (at, piece) in text.split_whitespace().enumerate() {
                            if at > 0 || starts_blank {
                                done.extend(current.take());
                            }
                            current.get_or_insert_default().push_str(piece);
                        }
                        if ends_blank {
                            done.extend(current.take());
                        }
                    }
                }
            }
            match current {
                Some(word) if pattern => done.extend(self.file_names(word)),
                current => done.extend(current),
            }
        }
        done
    }

    /// The files that a pattern matches, or the pattern itself where there is none.
    fn file_names(&self, word: String) -> Vec<String> {
        let (folder, last) =
            word.rsplit_once('/').map_or(("", word.as_str()), |(folder, last)| (folder, last));
        let shown = if word.contains('/') { format!("{folder}/") } else { String::new() };
        let path = crate::files::join(
            &self.folder,
            if word.starts_with('/') && folder.is_empty() { "/" } else { folder },
        );
        let pattern = Pattern::file_name(last);
        let handset = self.shared.handset();
        let names = handset.files.list(&path).unwrap_or_default();
        let found = names.into_iter().filter(|name| !name.starts_with('.') && pattern.find(name).is_some());
        let found: Vec<String> = found.map(|name| format!("{shown}{name}")).collect();
        if found.is_empty() { vec![word] } else { found }
    }

    fn part(&mut self, part: &Part, io: &Io) -> (String, bool) {
        match part {
            Part::Text { text, quoted } => (text.clone(), *quoted),
            Part::Variable { name, quoted } => (self.variable(name), *quoted),
            Part::Output { script, quoted } => {
                let (out, kept) = buffer();
                let mut inner = self.clone();
                inner.script(script, &Io { out, ..io.clone() });
                self.status = inner.status;
                let kept = std::mem::take(&mut *kept.lock().unwrap_or_else(PoisonError::into_inner));
                let text = String::from_utf8_lossy(&kept);
                (text.trim_end_matches(['\n', '\r']).to_owned(), *quoted)
            }
        }
    }

    fn variable(&self, name: &str) -> String {
        match name {
            "?" => self.status.to_string(),
            "$" => "4242".into(),
            "!" => self.last_background.to_string(),
            "#" => "0".into(),
            "0" => "sh".into(),
            _ => {
                let (name, default) = name.split_once(":-").unwrap_or((name, ""));
                let value = self.variables.get(name).filter(|value| !value.is_empty());
                value.cloned().unwrap_or_else(|| default.to_owned())
            }
        }
    }
}

/// Runs a command that is a program: a tool of the shell's, a filter, or one of Android's.
fn run(call: &Call<'_>) -> i32 {
    let name = call.words.first().map_or("", String::as_str);
    let name = name.strip_prefix("/system/bin/").unwrap_or(name);
    let found =
        tools::run(name, call).or_else(|| filters::run(name, call)).or_else(|| android::run(name, call));
    found.unwrap_or_else(|| {
        let problem = if call.api() >= 26 { "inaccessible or not found" } else { "not found" };
        call.io.complain(&format!("/system/bin/sh: {name}: {problem}\n"));
        127
    })
}
