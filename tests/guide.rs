//! The guide does what it says: the code blocks of `docs/guide` and the README are executed, commands in running
//! text are known with their options, and links lead somewhere. The convention is in `CONTRIBUTING.md`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use crate::common::{run, skink, stdout};
use crate::pages::{Block, Marker, blocks, command_line, guide_pages, inline_commands, links, root};

/// Commands whose first argument is a command too.
const WITH_COMMANDS: [&str; 4] = ["bench", "config", "phone", "screen"];

/// A page being executed, with what went wrong so far.
struct Reader {
    folder: tempfile::TempDir,
    last: Option<String>,
    ran: usize,
    skipped: Vec<String>,
    problems: Vec<String>,
}

impl Reader {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        copy(&root().join("examples"), &folder.path().join("examples"));
        Self { folder, last: None, ran: 0, skipped: Vec::new(), problems: Vec::new() }
    }

    fn read(&mut self, block: &Block) {
        let place = block.place();
        match &block.marker {
            Some(Marker::NotExecuted(why)) => return self.skipped.push(format!("{place}: {why}")),
            Some(Marker::File(name)) => std::fs::write(self.folder.path().join(name), &block.text).unwrap(),
            None => {}
        }
        match block.language.as_str() {
            "sh" => block.commands().iter().for_each(|line| self.execute(&place, line)),
            "toml" => self.parse_settings(block),
            _ if block.marker.is_some() => {}
            "text" if block.after_commands => self.compare(block),
            other => self.problems.push(format!(
                "{place}: a block of `{other}` that is neither executed nor marked: see CONTRIBUTING.md"
            )),
        }
    }

    fn execute(&mut self, place: &str, line: &str) {
        let Some(command) = command_line(line, self.folder.path()) else {
            return self.problems.push(format!("{place}: `{line}` is no command of Skink: mark the block"));
        };
        let args: Vec<&str> = command.args.iter().map(String::as_str).collect();
        let output = skink(self.folder.path(), &args).stdin(Stdio::null()).output().unwrap();
        self.ran += 1;
        if !output.status.code().is_some_and(|code| command.codes.contains(&code)) {
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            let wanted = &command.codes;
            self.problems
                .push(format!("{place}: `{line}` ended with {:?}, not {wanted:?}\n{errors}", output.status));
        }
        if let Some(file) = &command.into {
            std::fs::write(self.folder.path().join(file), &output.stdout).unwrap();
        }
        self.last = Some(stdout(&output));
    }

    /// TOML is read by the code it is for: property files have an app, settings have none.
    fn parse_settings(&mut self, block: &Block) {
        let file = self.folder.path().join("block.toml");
        std::fs::write(&file, &block.text).unwrap();
        let dump = self.folder.path().join("block.xml");
        std::fs::write(&dump, DUMP).unwrap();
        let args: &[&str] = if block.text.starts_with("app = ") {
            &["check", "--properties", "block.toml", "--dry-run", "--screen", "block.xml"]
        } else {
            &["config", "check", "--config", "block.toml"]
        };
        let output = run(self.folder.path(), args);
        self.ran += 1;
        if output.status.code() != Some(0) {
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            self.problems.push(format!("{}: {args:?}: {errors}{}", block.place(), stdout(&output)));
        }
    }

    /// Every line of the block stands in the output of the command before, in this order.
    fn compare(&mut self, block: &Block) {
        let printed = self.last.take().unwrap_or_default();
        let mut left = printed.lines();
        for wanted in block.text.lines().map(str::trim).filter(|line| !line.is_empty() && *line != "…") {
            if !left.any(|line| is_like(line.trim(), wanted)) {
                let said = format!("{}: `{wanted}` is not in the output:\n{printed}", block.place());
                return self.problems.push(said);
            }
        }
    }
}

/// Some screen, for what needs one.
const DUMP: &str = r#"<hierarchy rotation="0"><node class="android.widget.FrameLayout" package="com.example.files"
    resource-id="" text="" bounds="[0,0][9,9]" enabled="true" clickable="true"/></hierarchy>"#;

/// Whether the line reads as the pattern, in which `…` is anything.
fn is_like(line: &str, pattern: &str) -> bool {
    let mut parts = pattern.split('…');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    true
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
#[allow(clippy::print_stderr, reason = "what was not executed is said")]
fn every_code_block_of_the_guide_does_what_it_says() {
    let mut problems = Vec::new();
    let mut ran = 0;
    for page in guide_pages() {
        let mut reader = Reader::new();
        blocks(&page).iter().for_each(|block| reader.read(block));
        reader.skipped.iter().for_each(|block| eprintln!("not executed: {block}"));
        ran += reader.ran;
        problems.extend(reader.problems);
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(ran > 20, "only {ran} commands were executed");
}

#[test]
fn commands_in_running_text_exist_with_their_options() {
    let folder = tempfile::tempdir().unwrap();
    let mut known: BTreeMap<Vec<String>, Option<String>> = BTreeMap::new();
    let mut problems = Vec::new();
    for page in guide_pages() {
        for (place, command) in inline_commands(&page) {
            let words: Vec<&str> = command.split_whitespace().skip(1).collect();
            let alternatives = |word: &str| word.split('|').map(str::to_owned).collect::<Vec<_>>();
            for first in alternatives(words.first().copied().unwrap_or_default()) {
                let deep = WITH_COMMANDS.contains(&first.as_str())
                    || first == "check" && matches!(words.get(1), Some(&("import" | "schema")));
                let second = words.get(1).copied().filter(|word| deep && is_command_word(word));
                let paths: Vec<Vec<String>> = match second {
                    Some(second) => {
                        alternatives(second).into_iter().map(|s| vec![first.clone(), s]).collect()
                    }
                    None => vec![vec![first]],
                };
                for path in paths.into_iter().filter(|path| path.iter().all(|word| is_command_word(word))) {
                    let help = known.entry(path.clone()).or_insert_with(|| help(folder.path(), &path));
                    match help {
                        None => problems.push(format!("{place}: `{command}`: no such command")),
                        Some(help) => {
                            for option in words.iter().filter_map(|word| option(word)) {
                                if !help.contains(&format!("{option} "))
                                    && !help.contains(&format!("{option}\n"))
                                {
                                    problems.push(format!("{place}: `{command}`: no option {option}"));
                                }
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(known.len() > 15, "only {} commands are spoken of", known.len());
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

fn is_command_word(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c == '|')
}

fn option(word: &str) -> Option<&str> {
    let name = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
    (name.starts_with("--") && name.len() > 2).then_some(name)
}

fn help(folder: &Path, path: &[String]) -> Option<String> {
    let args: Vec<&str> = path.iter().map(String::as_str).chain(["--help"]).collect();
    let output: Output = run(folder, &args);
    (output.status.code() == Some(0)).then(|| stdout(&output))
}

#[test]
fn every_link_of_the_guide_leads_to_a_file() {
    let pages =
        guide_pages().into_iter().chain(["CONTRIBUTING.md", "docs/architecture.md"].map(|p| root().join(p)));
    let mut dead = Vec::new();
    for page in pages {
        let beside = page.parent().map(PathBuf::from).unwrap_or_default();
        for link in links(&page) {
            if !beside.join(&link).exists() {
                dead.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}

#[test]
fn every_page_of_the_guide_is_in_its_index() {
    let index = std::fs::read_to_string(root().join("docs/guide/README.md")).unwrap();
    for page in guide_pages() {
        let name = page.file_name().unwrap().to_string_lossy().into_owned();
        assert!(name == "README.md" || index.contains(&format!("]({name})")), "{name} is not in the index");
    }
}

/// The name of every setting in a TOML document, tables included.
fn keys(prefix: &str, table: &toml::Table, into: &mut Vec<String>) {
    for (key, value) in table {
        let name = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        match value {
            toml::Value::Table(inner) if !inner.is_empty() => keys(&name, inner, into),
            _ => into.push(name),
        }
    }
}

#[test]
fn every_setting_is_on_the_settings_page() {
    let page = root().join("docs/guide/settings.md");
    let block = blocks(&page)
        .into_iter()
        .find(|block| block.language == "toml")
        .expect("the page shows a skink.toml");
    // What takes the place of another key is there as a comment.
    let text: String = block
        .text
        .lines()
        .map(|line| match line.strip_prefix("# ") {
            Some(setting) if setting.contains(" = ") => format!("{setting}\n"),
            _ => format!("{line}\n"),
        })
        .collect();
    let mut named = Vec::new();
    keys("", &text.parse().unwrap_or_else(|e| panic!("{e}: {text}")), &mut named);

    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("all.toml"), &block.text).unwrap();
    let mut missing = Vec::new();
    for args in [&["config", "show"][..], &["config", "show", "--config", "all.toml"]] {
        let shown = stdout(&run(folder.path(), args));
        let mut settings = Vec::new();
        keys("", &shown.parse().unwrap_or_else(|e| panic!("{e}: {shown}")), &mut settings);
        assert!(settings.len() > 20, "{shown}");
        // `scripts` alone is the empty table of them.
        missing.extend(settings.into_iter().filter(|key| !named.contains(key) && key != "scripts"));
    }
    assert!(missing.is_empty(), "settings that the page does not name: {missing:?}");
}

#[test]
fn a_dot_line_stands_for_anything() {
    assert!(is_like("2,000 events in 1.2 s, 3 restarts", "2,000 events in … s, 3 restarts"));
    assert!(is_like("run: a/b", "run: …") && is_like("same", "same"));
    assert!(!is_like("run: a/b", "ran: …") && !is_like("same but longer", "same"));
}
