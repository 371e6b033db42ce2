//! What stands behind a pipe: `grep`, `head`, `tail`, `wc`, `sort`, `uniq`, `tr`, `cut` in the forms that tools
//! use.

use super::interpreter::Call;
use super::pattern::Pattern;

/// No filter reads more.
const MAX_INPUT: usize = 64 << 20;

/// Runs the filter of that name; `None` where there is none.
pub(super) fn run(name: &str, call: &Call<'_>) -> Option<i32> {
    Some(match name {
        "grep" | "egrep" | "fgrep" => grep(name, call),
        "head" => head(call),
        "tail" => tail(call),
        "wc" => wc(call),
        "sort" => sorted(call),
        "uniq" => uniq(call),
        "tr" => tr(call),
        "cut" => cut(call),
        "tee" => tee(call),
        "awk" => awk(call),
        _ => return None,
    })
}

/// The files that are named, or standard input.
fn input_bytes(call: &Call<'_>, files: &[String]) -> Vec<u8> {
    if files.is_empty() {
        return call.io.stdin.read_all(MAX_INPUT);
    }
    let mut all = Vec::new();
    for name in files {
        match call.shared.handset().files.read(&call.path(name)) {
            Ok(bytes) => all.extend_from_slice(bytes),
            Err(problem) => call.io.complain(&format!("{}: {name}: {problem}\n", call.words[0])),
        }
    }
    all
}

/// The same as text.
fn input(call: &Call<'_>, files: &[String]) -> String {
    String::from_utf8_lossy(&input_bytes(call, files)).into_owned()
}

#[derive(Default)]
struct Grep {
    extended: bool,
    fixed: bool,
    ignore_case: bool,
    inverted: bool,
    count: bool,
    quiet: bool,
    only: bool,
    most: Option<usize>,
    patterns: Vec<String>,
    files: Vec<String>,
}

fn grep(name: &str, call: &Call<'_>) -> i32 {
    let mut wish = Grep { extended: name == "egrep", fixed: name == "fgrep", ..Grep::default() };
    let mut args = call.args().iter();
    let mut given = false;
    while let Some(arg) = args.next() {
        let Some(letters) = arg.strip_prefix('-').filter(|rest| !rest.is_empty()) else {
            if given {
                wish.files.push(arg.clone())
            } else {
                wish.patterns.push(arg.clone())
            }
            given = true;
            continue;
        };
        for (at, letter) in letters.char_indices() {
            let rest = &letters[at + letter.len_utf8()..];
            match letter {
                'E' => wish.extended = true,
                'F' => wish.fixed = true,
                'i' => wish.ignore_case = true,
                'v' => wish.inverted = true,
                'c' => wish.count = true,
                'q' => wish.quiet = true,
                'o' => wish.only = true,
                'e' | 'm' => {
                    let value =
                        if rest.is_empty() { args.next().cloned().unwrap_or_default() } else { rest.into() };
                    if letter == 'm' {
                        wish.most = value.parse().ok();
                    } else {
                        wish.patterns.push(value);
                        given = true;
                    }
                    break;
                }
                _ => {}
            }
        }
    }
    let read = |text: &String| match wish.fixed {
        true => Some(Pattern::text(text, wish.ignore_case)),
        false => Pattern::expression(text, !wish.extended, wish.ignore_case),
    };
    let Some(patterns) = wish.patterns.iter().map(read).collect::<Option<Vec<_>>>() else {
        call.io.complain("grep: bad REGEX\n");
        return 2;
    };
    let text = input(call, &wish.files);
    let mut found = 0;
    let mut out = String::new();
    for line in text.lines() {
        let hit = patterns.iter().find_map(|pattern| pattern.find(line));
        if hit.is_some() == wish.inverted || wish.most.is_some_and(|most| found >= most) {
            continue;
        }
        found += 1;
        match hit {
            Some((start, end)) if wish.only => out.push_str(&line[start..end]),
            _ => out.push_str(line),
        }
        out.push('\n');
    }
    if wish.count {
        out = format!("{found}\n");
    }
    if !wish.quiet {
        call.io.print(&out);
    }
    i32::from(found == 0)
}

/// The number behind `-n` or `-5`, and the files.
fn count_and_files(call: &Call<'_>) -> (String, Vec<String>) {
    let (mut count, mut files) = ("10".to_owned(), Vec::new());
    let mut args = call.args().iter();
    while let Some(arg) = args.next() {
        match arg.strip_prefix('-') {
            Some("n" | "c") => count = args.next().cloned().unwrap_or(count),
            Some(rest) if rest.starts_with('n') => count = rest[1..].to_owned(),
            Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit()) => count = rest.to_owned(),
            _ => files.push(arg.clone()),
        }
    }
    (count, files)
}

fn head(call: &Call<'_>) -> i32 {
    let (count, files) = count_and_files(call);
    let most = count.parse().unwrap_or(10);
    if call.args().iter().any(|arg| arg == "-c") {
        let bytes = input_bytes(call, &files);
        call.io.print_bytes(&bytes[..bytes.len().min(most)]);
        return 0;
    }
    let text = input(call, &files);
    text.split_inclusive('\n').take(most).for_each(|line| call.io.print(line));
    0
}

fn tail(call: &Call<'_>) -> i32 {
    let (count, files) = count_and_files(call);
    let text = input(call, &files);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let skip = match count.strip_prefix('+') {
        Some(from) => from.parse::<usize>().unwrap_or(1).saturating_sub(1),
        None => lines.len().saturating_sub(count.parse().unwrap_or(10)),
    };
    lines.iter().skip(skip).for_each(|line| call.io.print(line));
    0
}

fn wc(call: &Call<'_>) -> i32 {
    let files: Vec<String> = call.args().iter().filter(|arg| !arg.starts_with('-')).cloned().collect();
    let bytes = input_bytes(call, &files);
    let letter = call.args().iter().find_map(|arg| arg.strip_prefix('-')).unwrap_or("");
    let lines = bytes.iter().filter(|byte| **byte == b'\n').count();
    let words = bytes.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).count();
    call.io.print(&match letter {
        "l" => format!("{lines}\n"),
        "w" => format!("{words}\n"),
        "c" => format!("{}\n", bytes.len()),
        _ => format!("{lines:>7} {words:>7} {:>7}\n", bytes.len()),
    });
    0
}

fn sorted(call: &Call<'_>) -> i32 {
    let files: Vec<String> = call.args().iter().filter(|arg| !arg.starts_with('-')).cloned().collect();
    let text = input(call, &files);
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    if call.args().iter().any(|arg| arg.starts_with('-') && arg.contains('r')) {
        lines.reverse();
    }
    if call.args().iter().any(|arg| arg.starts_with('-') && arg.contains('u')) {
        lines.dedup();
    }
    lines.iter().for_each(|line| call.io.print(&format!("{line}\n")));
    0
}

fn uniq(call: &Call<'_>) -> i32 {
    let text = input(call, &[]);
    let mut lines: Vec<&str> = text.lines().collect();
    lines.dedup();
    lines.iter().for_each(|line| call.io.print(&format!("{line}\n")));
    0
}

fn tr(call: &Call<'_>) -> i32 {
    let plain = |text: &str| text.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t");
    let text = input(call, &[]);
    let changed: String = match call.args() {
        [flag, set] if flag == "-d" => {
            let set = plain(set);
            text.chars().filter(|c| !set.contains(*c)).collect()
        }
        [from, to] => {
            let (from, to): (Vec<char>, Vec<char>) =
                (plain(from).chars().collect(), plain(to).chars().collect());
            let change = |c: char| match from.iter().position(|known| *known == c) {
                Some(at) => to.get(at).or(to.last()).copied().unwrap_or(c),
                None => c,
            };
            text.chars().map(change).collect()
        }
        _ => text,
    };
    call.io.print(&changed);
    0
}

fn cut(call: &Call<'_>) -> i32 {
    let value = |letter: char| {
        let mut args = call.args().iter();
        while let Some(arg) = args.next() {
            match arg.strip_prefix('-').and_then(|rest| rest.strip_prefix(letter)) {
                Some("") => return args.next().cloned(),
                Some(rest) => return Some(rest.to_owned()),
                None => {}
            }
        }
        None
    };
    let delimiter = value('d').unwrap_or_else(|| "\t".into());
    let field: usize = value('f').and_then(|field| field.parse().ok()).unwrap_or(1);
    for line in input(call, &[]).lines() {
        let chosen = match line.contains(&delimiter) {
            true => line.split(&delimiter).nth(field.saturating_sub(1)).unwrap_or_default(),
            false => line,
        };
        call.io.print(&format!("{chosen}\n"));
    }
    0
}

fn tee(call: &Call<'_>) -> i32 {
    let bytes = call.io.stdin.read_all(MAX_INPUT);
    for name in call.args().iter().filter(|arg| !arg.starts_with('-')) {
        let mut handset = call.shared.handset();
        let now = handset.wall_seconds();
        if let Err(problem) = handset.files.write(&call.path(name), &bytes, false, now) {
            call.io.complain(&format!("tee: {name}: {problem}\n"));
        }
    }
    call.io.print_bytes(&bytes);
    0
}

/// One column of every line: `awk '{print $2}'`.
fn awk(call: &Call<'_>) -> i32 {
    let program = call.args().first().map_or("", String::as_str);
    let column = program.trim().strip_prefix("{print $").and_then(|rest| rest.strip_suffix('}'));
    let Some(column) = column.and_then(|column| column.trim().parse::<usize>().ok()) else {
        call.io.complain("awk: only {print $N} is known here\n");
        return 2;
    };
    for line in input(call, &[]).lines() {
        let chosen = match column {
            0 => line,
            column => line.split_whitespace().nth(column - 1).unwrap_or_default(),
        };
        call.io.print(&format!("{chosen}\n"));
    }
    0
}
