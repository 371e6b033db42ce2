//! `logcat`: the log in Android's formats, once or for as long as somebody listens.

use std::time::Duration;

use crate::log::{Buffer, Line};
use crate::shell::{Call, Pattern};

/// What was asked for.
struct Wish {
    buffers: Vec<Buffer>,
    /// Names of buffers that this Android does not have.
    missing: Option<String>,
    once: bool,
    clear: bool,
    format: String,
    last: Option<usize>,
    since: Option<String>,
    pid: Option<u32>,
    expression: Option<Pattern>,
    filters: Vec<(String, char)>,
    silent: bool,
}

pub(super) fn run(call: &Call<'_>) -> i32 {
    let wish = match read(call) {
        Ok(wish) => wish,
        Err(problem) => {
            call.io.complain(&format!("{problem}\n"));
            return 1;
        }
    };
    if let Some(name) = &wish.missing {
        call.io
            .complain(&format!("Unable to open log device '/dev/log/{name}': No such file or directory\n"));
        return 1;
    }
    if wish.clear {
        let mut handset = call.shared.handset();
        handset.screen_now();
        handset.log.clear(&wish.buffers);
        return 0;
    }
    let mut next = 0;
    let mut begun: Vec<Buffer> = Vec::new();
    let mut first = true;
    loop {
        let mut handset = call.shared.handset();
        handset.screen_now();
        let fresh = handset.log.lines.iter().filter(|line| line.number >= next && wish.wants(line));
        let mut lines: Vec<Line> = fresh.cloned().collect();
        next = handset.log.next();
        drop(handset);
        if first && let Some(last) = wish.last {
            lines.drain(..lines.len().saturating_sub(last));
        }
        first = false;
        let mut out = String::new();
        for line in &lines {
            if !begun.contains(&line.buffer) {
                begun.push(line.buffer);
                let place = if call.api() < 21 { "/dev/log/" } else { "" };
                out.push_str(&format!("--------- beginning of {place}{}\n", line.buffer.name()));
            }
            out.push_str(&shown(line, &wish.format));
        }
        call.io.print(&out);
        if wish.once || !(call.io.alive)() {
            return 0;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn read(call: &Call<'_>) -> Result<Wish, String> {
    let mut wish = Wish {
        buffers: Vec::new(),
        missing: None,
        once: false,
        clear: false,
        // Before Android 7 the short form was the usual one.
        format: if call.api() < 24 { "brief" } else { "threadtime" }.to_owned(),
        last: None,
        since: None,
        pid: None,
        expression: None,
        filters: Vec::new(),
        silent: false,
    };
    let mut args = call.args().iter();
    while let Some(arg) = args.next() {
        let (flag, mut given) = match arg.strip_prefix("--") {
            Some(long) => {
                let (name, value) = long.split_once('=').unwrap_or((long, ""));
                let short = match name {
                    "pid" => "P",
                    "buffer" => "b",
                    "format" => "v",
                    "dump" => "d",
                    "clear" => "c",
                    "regex" => "e",
                    _ => "?",
                };
                (short.to_owned(), value.to_owned())
            }
            None => match arg.strip_prefix('-').filter(|rest| !rest.is_empty()) {
                Some(rest) => {
                    let at = rest.char_indices().nth(1).map_or(rest.len(), |(at, _)| at);
                    (rest[..at].to_owned(), rest[at..].to_owned())
                }
                None => {
                    let (tag, level) = arg.split_once(':').unwrap_or((arg, "V"));
                    let level = level.chars().next().unwrap_or('V').to_ascii_uppercase();
                    wish.filters.push((tag.to_owned(), level));
                    continue;
                }
            },
        };
        if matches!(flag.as_str(), "b" | "v" | "t" | "T" | "P" | "e" | "f" | "r" | "n" | "m")
            && given.is_empty()
        {
            given = args
                .next()
                .cloned()
                .ok_or_else(|| format!("logcat: option requires an argument -- '{flag}'"))?;
        }
        match flag.as_str() {
            "d" => wish.once = true,
            "c" => wish.clear = true,
            "s" => wish.silent = true,
            "v" => match given.as_str() {
                "brief" | "threadtime" | "time" | "long" | "raw" | "tag" | "process" | "thread" => {
                    wish.format = given
                }
                // Colours and zones change nothing here.
                _ => {}
            },
            "b" => {
                for name in given.split(',') {
                    let named = Buffer::named(name).ok_or_else(|| format!("unknown buffer {name}"))?;
                    if name == "crash" && call.api() < 21 {
                        wish.missing = Some(name.to_owned());
                    }
                    wish.buffers.extend(named);
                }
            }
            "t" | "T" => {
                wish.once |= flag == "t";
                match given.parse() {
                    Ok(count) => wish.last = Some(count),
                    Err(_) => wish.since = Some(given),
                }
            }
            "P" => wish.pid = given.parse().ok(),
            "e" => wish.expression = Pattern::expression(&given, false, false),
            _ => {}
        }
    }
    if wish.buffers.is_empty() {
        wish.buffers = Buffer::named("default").unwrap_or_default();
    }
    Ok(wish)
}

impl Wish {
    fn wants(&self, line: &Line) -> bool {
        let rank = |level: char| "VDIWEFS".find(level).unwrap_or(0);
        let own = self.filters.iter().find(|(tag, _)| *tag == line.tag);
        let all = self.filters.iter().find(|(tag, _)| tag == "*");
        let least = own.or(all).map_or(if self.silent { 'S' } else { 'V' }, |(_, level)| *level);
        // A date may have its year in front, which the log's own has not.
        let since =
            self.since.as_deref().map(|since| since.get(5..).filter(|_| since.len() > 18).unwrap_or(since));
        self.buffers.contains(&line.buffer)
            && rank(line.level) >= rank(least)
            && self.pid.is_none_or(|pid| pid == line.pid)
            && since.is_none_or(|since| line.time.as_str() >= since)
            && self.expression.as_ref().is_none_or(|expression| expression.find(&line.text).is_some())
    }
}

fn shown(line: &Line, format: &str) -> String {
    let Line { time, pid, tid, level, tag, text, .. } = line;
    match format {
        "threadtime" => format!("{time} {pid:>5} {tid:>5} {level} {tag:<8}: {text}\n"),
        "time" => format!("{time} {level}/{tag:<8}({pid:>5}): {text}\n"),
        "long" => format!("[ {time} {pid:>5}:{tid:>5} {level}/{tag:<8} ]\n{text}\n\n"),
        "raw" => format!("{text}\n"),
        "tag" => format!("{level}/{tag:<8}: {text}\n"),
        "process" => format!("{level}({pid:>5}) {text}  ({tag})\n"),
        "thread" => format!("{level}({pid:>5}:{tid:>5}) {text}\n"),
        _ => format!("{level}/{tag:<8}({pid:>5}): {text}\n"),
    }
}
