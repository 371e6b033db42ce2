//! Markdown as far as the tests of the guide read it: fenced blocks with the comment before them, commands in
//! running text, links.

use std::path::{Path, PathBuf};

/// The repository.
pub(crate) fn root() -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).canonicalize().unwrap()
}

/// The README and every page of the guide.
pub(crate) fn guide_pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    let guide = std::fs::read_dir(root().join("docs/guide")).unwrap();
    pages.extend(
        guide.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|e| e == "md")),
    );
    pages.sort();
    pages
}

/// What the comment before a block says about it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Marker {
    /// It is not executed, and why.
    NotExecuted(String),
    /// It is written to this file, which later commands of the page use.
    File(String),
}

/// A fenced block.
pub(crate) struct Block {
    page: String,
    line: usize,
    pub(crate) language: String,
    pub(crate) marker: Option<Marker>,
    /// Whether it directly follows a block of commands.
    pub(crate) after_commands: bool,
    pub(crate) text: String,
}

impl Block {
    /// Where it is, for messages.
    pub(crate) fn place(&self) -> String {
        format!("{}:{}", self.page, self.line)
    }

    /// Its lines without empty ones; a line that ends in `\` goes on.
    pub(crate) fn commands(&self) -> Vec<String> {
        let joined = self.text.replace("\\\n", " ");
        joined
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .map(str::to_owned)
            .collect()
    }
}

/// The blocks of a page.
pub(crate) fn blocks(path: &Path) -> Vec<Block> {
    let text = std::fs::read_to_string(path).unwrap();
    let page = path.strip_prefix(root()).unwrap_or(path).display().to_string();
    let mut blocks: Vec<Block> = Vec::new();
    let mut marker = None;
    let mut after_commands = false;
    let mut lines = text.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        if let Some(language) = line.trim().strip_prefix("```") {
            let mut inside = String::new();
            for (_, line) in lines.by_ref().take_while(|(_, line)| line.trim() != "```") {
                inside.push_str(line);
                inside.push('\n');
            }
            blocks.push(Block {
                page: page.clone(),
                line: at + 1,
                language: language.to_owned(),
                marker: marker.take(),
                after_commands,
                text: inside,
            });
            after_commands = language == "sh";
        } else if let Some(said) = line.trim().strip_prefix("<!--").and_then(|rest| rest.strip_suffix("-->"))
        {
            marker = match said.trim().split_once(": ") {
                Some(("not executed", why)) => Some(Marker::NotExecuted(why.to_owned())),
                Some(("file", name)) => Some(Marker::File(name.to_owned())),
                _ => None,
            };
        } else if !line.trim().is_empty() {
            marker = None;
            after_commands = false;
        }
    }
    blocks
}

/// A line of a block as it is executed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct CommandLine {
    pub(crate) args: Vec<String>,
    /// Where its output goes.
    pub(crate) into: Option<String>,
    /// Exit codes it may end with.
    pub(crate) codes: Vec<i32>,
}

/// Reads `skink … # comment`; `None` where it is something else. A word with `*` is what it matches in `folder`.
pub(crate) fn command_line(line: &str, folder: &Path) -> Option<CommandLine> {
    let (words, comment) = words(line);
    let mut args: Vec<String> = match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["skink", ..] => words[1..].to_vec(),
        ["cargo", "run", "--release", "--", ..] => words[4..].to_vec(),
        _ => return None,
    };
    if args.iter().any(|word| matches!(word.as_str(), "|" | "&&" | ";" | "&" | "<")) {
        return None;
    }
    let into = match args.iter().position(|word| word == ">") {
        Some(at) => {
            let file = args.get(at + 1)?.clone();
            args.truncate(at);
            Some(file)
        }
        None => None,
    };
    let args = args.into_iter().flat_map(|word| matching(&word, folder)).collect();
    let codes = match comment.split_once("(exit code ").and_then(|(_, rest)| rest.split_once(')')) {
        Some((codes, _)) => codes.split(" or ").map(|code| code.parse().unwrap()).collect(),
        None => vec![0],
    };
    Some(CommandLine { args, into, codes })
}

/// The words of a line as a shell splits it, and its comment.
fn words(line: &str) -> (Vec<String>, &str) {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, '#') if word.is_none() => return (words, &line[at + 1..]),
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    (words, "")
}

/// The files that a word with one `*` in its last part names, or the word itself.
fn matching(word: &str, folder: &Path) -> Vec<String> {
    let (parent, name) = word.rsplit_once('/').unwrap_or((".", word));
    let Some((start, end)) = name.split_once('*') else { return vec![word.to_owned()] };
    let Ok(entries) = std::fs::read_dir(folder.join(parent)) else { return vec![word.to_owned()] };
    let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let fits = |name: &String| {
        name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
    };
    let mut found: Vec<String> = names.filter(fits).map(|name| format!("{parent}/{name}")).collect();
    found.sort();
    if found.is_empty() { vec![word.to_owned()] } else { found }
}

/// Commands of Skink in the text and in blocks that are not executed, with their places.
pub(crate) fn inline_commands(path: &Path) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(path).unwrap();
    let page = path.strip_prefix(root()).unwrap_or(path).display().to_string();
    let mut found = Vec::new();
    let mut inside = false;
    for (at, line) in text.lines().enumerate() {
        if line.trim().starts_with("```") {
            inside = !inside;
            continue;
        }
        let place = format!("{page}:{}", at + 1);
        if inside {
            let line = line.trim().trim_start_matches("$ ");
            if line.starts_with("skink ") {
                found.push((place, line.split(" #").next().unwrap_or_default().to_owned()));
            }
            continue;
        }
        // Pieces with odd numbers are between backticks.
        let spans = line.split('`').skip(1).step_by(2);
        found.extend(
            spans
                .filter(|span| span.starts_with("skink "))
                .map(|span| (place.clone(), span.replace("\\|", "|"))),
        );
    }
    found
}

/// The files that a page links to.
pub(crate) fn links(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
    let files =
        targets.filter(|target| !target.contains("://") && !target.starts_with('#') && !target.contains(' '));
    files
        .map(|target| target.split('#').next().unwrap_or_default().to_owned())
        .filter(|t| !t.is_empty())
        .collect()
}

#[test]
fn a_line_is_read_as_a_shell_reads_it() {
    let line = "skink screen find d.xml 'text=\"a b\"' > out.txt   # finds it (exit code 0 or 1)";
    let command = command_line(line, Path::new(".")).unwrap();
    assert_eq!(command.args, ["screen", "find", "d.xml", "text=\"a b\""]);
    assert_eq!((command.into.as_deref(), &command.codes[..]), (Some("out.txt"), &[0, 1][..]));
    assert_eq!(command_line("adb devices", Path::new(".")), None);
    assert_eq!(command_line("skink apps | head", Path::new(".")), None);
}
