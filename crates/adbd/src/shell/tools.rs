//! The small programs of every shell: files, `echo`, `test`, `sleep`, `id`, `date`, `kill`.

use super::interpreter::Call;
use crate::log::civil;

/// Who runs the shell: phones do not run it as root.
const USER: (u32, &str) = (2000, "shell");

/// Runs the tool of that name; `None` where there is none.
pub(super) fn run(name: &str, call: &Call<'_>) -> Option<i32> {
    Some(match name {
        "echo" => echo(call),
        "printf" => printf(call),
        "cat" => cat(call),
        "ls" => ls(call),
        "rm" => rm(call),
        "rmdir" => each(call, |call, name| call.shared.handset().files.remove(&call.path(name), true)),
        "mkdir" => mkdir(call),
        "touch" => touch(call),
        "mv" | "cp" => copy(name, call),
        "chmod" => chmod(call),
        "chown" | "sync" | "stty" | "restorecon" => 0,
        "test" | "[" => i32::from(!test(call)),
        "sleep" | "usleep" => sleep(name, call),
        "pwd" => say(call, call.folder),
        "whoami" => say(call, USER.1),
        "id" => id(call),
        "date" => date(call),
        "uname" => say(call, "Linux"),
        "hostname" => say(call, "localhost"),
        "which" => which(call),
        "basename" => say(call, last(call).rsplit('/').next().unwrap_or_default()),
        "dirname" => say(call, last(call).rsplit_once('/').map_or(".", |(folder, _)| folder)),
        "kill" => kill(call),
        "stat" => stat(call),
        _ => return None,
    })
}

fn say(call: &Call<'_>, text: &str) -> i32 {
    call.io.print(&format!("{text}\n"));
    0
}

fn last<'a>(call: &'a Call<'_>) -> &'a str {
    call.args().last().map_or("", String::as_str)
}

fn id(call: &Call<'_>) -> i32 {
    let (number, name) = USER;
    match last(call) {
        "-u" => say(call, &number.to_string()),
        "-un" => say(call, name),
        _ if call.api() < 24 => say(call, &format!("uid={number}({name}) gid={number}({name})")),
        _ => say(
            call,
            &format!(
                "uid={number}({name}) gid={number}({name}) groups={number}({name}) context=u:r:shell:s0"
            ),
        ),
    }
}

fn date(call: &Call<'_>) -> i32 {
    let handset = call.shared.handset();
    let millis = handset.phone.wall_clock();
    let (year, month, day) = civil(millis / 86_400_000);
    let seconds = millis / 1000 % 86_400;
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let text = match last(call).strip_prefix('+') {
        Some(format) => format
            .replace("%s", &(millis / 1000).to_string())
            .replace("%N", &format!("{:03}000000", millis % 1000))
            .replace("%Y", &format!("{year:04}"))
            .replace("%m", &format!("{month:02}"))
            .replace("%d", &format!("{day:02}"))
            .replace("%H", &format!("{hour:02}"))
            .replace("%M", &format!("{minute:02}"))
            .replace("%S", &format!("{second:02}"))
            .replace("%z", "+0000")
            .replace("%Z", "GMT"),
        None => {
            let week = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
            let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
            let weekday = week[(millis / 86_400_000 % 7) as usize];
            let month = months[month.saturating_sub(1) as usize % 12];
            format!("{weekday} {month} {day:2} {hour:02}:{minute:02}:{second:02} GMT {year}")
        }
    };
    drop(handset);
    say(call, &text)
}

fn echo(call: &Call<'_>) -> i32 {
    let mut words = call.args();
    let (mut newline, mut escapes) = (true, false);
    while let Some(flag) = words.first() {
        match flag.as_str() {
            "-n" => newline = false,
            "-e" => escapes = true,
            _ => break,
        }
        words = &words[1..];
    }
    let mut text = words.join(" ");
    if escapes {
        text = unescaped(&text);
    }
    if newline {
        text.push('\n');
    }
    call.io.print(&text);
    0
}

fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => out.push('\n'),
                Some('t') => out.push('\t'),
                Some('r') => out.push('\r'),
                Some('0') => out.push('\0'),
                Some('\\') | None => out.push('\\'),
                Some(other) => out.extend(['\\', other]),
            },
            c => out.push(c),
        }
    }
    out
}

fn printf(call: &Call<'_>) -> i32 {
    let Some((format, values)) = call.args().split_first() else { return 1 };
    let mut values = values.iter();
    let format = unescaped(format);
    let mut out = String::new();
    let mut chars = format.chars();
    while let Some(c) = chars.next() {
        match c {
            '%' => match chars.next() {
                Some('s') => out.push_str(values.next().map_or("", String::as_str)),
                Some('d') => out.push_str(values.next().map_or("0", String::as_str)),
                Some('%') | None => out.push('%'),
                Some(other) => out.extend(['%', other]),
            },
            c => out.push(c),
        }
    }
    call.io.print(&out);
    0
}

fn cat(call: &Call<'_>) -> i32 {
    let names: Vec<&String> = call.args().iter().filter(|arg| !arg.starts_with('-')).collect();
    if names.is_empty() {
        loop {
            let bytes = call.io.stdin.read();
            if bytes.is_empty() {
                return 0;
            }
            call.io.print_bytes(&bytes);
        }
    }
    let mut status = 0;
    for name in names {
        let read = call.shared.handset().files.read(&call.path(name)).map(<[u8]>::to_vec);
        match read {
            Ok(bytes) => call.io.print_bytes(&bytes),
            Err(problem) if call.api() < 23 => {
                call.io.complain(&format!("/system/bin/sh: cat: {name}: {problem}\n"));
                status = 1;
            }
            Err(problem) => {
                call.io.complain(&format!("cat: {name}: {problem}\n"));
                status = 1;
            }
        }
    }
    status
}

fn ls(call: &Call<'_>) -> i32 {
    let long = call.args().iter().any(|arg| arg.starts_with('-') && arg.contains('l'));
    let itself = call.args().iter().any(|arg| arg.starts_with('-') && arg.contains('d'));
    let mut names: Vec<String> = call.args().iter().filter(|arg| !arg.starts_with('-')).cloned().collect();
    if names.is_empty() {
        names.push(".".into());
    }
    let mut status = 0;
    for name in names {
        let path = call.path(&name);
        let handset = call.shared.handset();
        let files = &handset.files;
        let lines: Vec<(String, String)> = match (files.get(&path), files.list(&path)) {
            (None, _) if path != "/dev/null" => {
                drop(handset);
                let who = if call.api() < 23 { "" } else { "ls: " };
                call.io.complain(&format!("{who}{name}: No such file or directory\n"));
                status = 1;
                continue;
            }
            (Some(_), Some(inside)) if !itself => {
                inside.into_iter().map(|n| (crate::files::join(&path, &n), n)).collect()
            }
            _ => vec![(path, name)],
        };
        let mut out = String::new();
        for (path, name) in lines {
            if long && let Some(entry) = files.get(&path) {
                let kind = if entry.bytes.is_none() { 'd' } else { '-' };
                let size = entry.bytes.as_ref().map_or(4096, Vec::len);
                let (year, month, day) = civil(entry.changed / 86_400);
                let (hour, minute) = (entry.changed / 3600 % 24, entry.changed / 60 % 60);
                let size =
                    if entry.bytes.is_none() && call.api() < 23 { String::new() } else { size.to_string() };
                let links = if call.api() < 23 { "" } else { " 1" };
                out.push_str(&format!(
                    "{kind}{}{links} shell    shell    {size:>8} {year}-{month:02}-{day:02} {hour:02}:{minute:02} ",
                    permissions(entry.mode)
                ));
            }
            out.push_str(&name);
            out.push('\n');
        }
        drop(handset);
        call.io.print(&out);
    }
    status
}

fn permissions(mode: u32) -> String {
    let letter = |bit: u32| match (mode >> bit & 1, bit % 3) {
        (0, _) => '-',
        (_, 2) => 'r',
        (_, 1) => 'w',
        _ => 'x',
    };
    (0..9).rev().map(letter).collect()
}

/// Does something to every file that is named; complains as toolbox does.
fn each(call: &Call<'_>, mut act: impl FnMut(&Call<'_>, &str) -> Result<(), &'static str>) -> i32 {
    let mut status = 0;
    for name in call.args().iter().filter(|arg| !arg.starts_with('-')) {
        if let Err(problem) = act(call, name) {
            call.io.complain(&format!("{}: {name}: {problem}\n", call.words[0]));
            status = 1;
        }
    }
    status
}

fn rm(call: &Call<'_>) -> i32 {
    let flag = |letter: char| call.args().iter().any(|arg| arg.starts_with('-') && arg.contains(letter));
    let (deep, force) = (flag('r') || flag('R'), flag('f'));
    each(call, |call, name| match call.shared.handset().files.remove(&call.path(name), deep) {
        Err("No such file or directory") if force => Ok(()),
        other => other,
    })
}

fn mkdir(call: &Call<'_>) -> i32 {
    let parents = call.args().iter().any(|arg| arg == "-p");
    each(call, |call, name| {
        let mut handset = call.shared.handset();
        let now = handset.wall_seconds();
        handset.files.make_folder(&call.path(name), parents, now)
    })
}

fn touch(call: &Call<'_>) -> i32 {
    each(call, |call, name| {
        let mut handset = call.shared.handset();
        let now = handset.wall_seconds();
        handset.files.write(&call.path(name), &[], true, now)
    })
}

fn copy(name: &str, call: &Call<'_>) -> i32 {
    let names: Vec<&String> = call.args().iter().filter(|arg| !arg.starts_with('-')).collect();
    let [from, to] = names[..] else {
        call.io.complain(&format!("{name}: Needs 2 arguments\n"));
        return 1;
    };
    let (from, to) = (call.path(from), call.path(to));
    let mut handset = call.shared.handset();
    let now = handset.wall_seconds();
    let done = match name {
        "mv" => handset.files.rename(&from, &to),
        _ => match handset.files.read(&from).map(<[u8]>::to_vec) {
            Ok(bytes) => {
                let last = from.rsplit('/').next().unwrap_or_default();
                let to = if handset.files.is_folder(&to) { crate::files::join(&to, last) } else { to };
                handset.files.write(&to, &bytes, false, now)
            }
            Err(problem) => Err(problem),
        },
    };
    drop(handset);
    if let Err(problem) = done {
        call.io.complain(&format!("{name}: {from}: {problem}\n"));
    }
    i32::from(done.is_err())
}

fn chmod(call: &Call<'_>) -> i32 {
    let Some((mode, names)) = call.args().split_first() else { return 1 };
    let octal = u32::from_str_radix(mode, 8);
    let mut status = 0;
    for name in names {
        let mut handset = call.shared.handset();
        let path = call.path(name);
        let now = handset.files.get(&path).map_or(0, |entry| entry.mode);
        let mode = octal.clone().unwrap_or(match mode.as_str() {
            "a-w" | "-w" => now & !0o222,
            "+x" | "a+x" => now | 0o111,
            "+w" | "u+w" => now | 0o200,
            _ => now,
        });
        let done = handset.files.set_mode(&path, mode);
        drop(handset);
        if let Err(problem) = done {
            call.io.complain(&format!("chmod: {name}: {problem}\n"));
            status = 1;
        }
    }
    status
}

fn test(call: &Call<'_>) -> bool {
    let args: Vec<&str> = call.args().iter().map(String::as_str).filter(|arg| *arg != "]").collect();
    let (negated, args) = match args.split_first() {
        Some((&"!", rest)) => (true, rest),
        _ => (false, &args[..]),
    };
    let handset = call.shared.handset();
    let entry = |name: &str| handset.files.get(&call.path(name));
    let number = |text: &str| text.trim().parse::<i64>().unwrap_or(0);
    let holds = match args {
        [] => false,
        ["-f", name] => entry(name).is_some_and(|entry| entry.bytes.is_some()),
        ["-d", name] => entry(name).is_some_and(|entry| entry.bytes.is_none()),
        ["-e" | "-r" | "-L", name] => entry(name).is_some(),
        ["-s", name] => entry(name).is_some_and(|entry| entry.bytes.as_ref().is_some_and(|b| !b.is_empty())),
        ["-w", name] => entry(name).is_some_and(|entry| entry.mode & 0o200 != 0),
        ["-x", name] => entry(name).is_some_and(|entry| entry.mode & 0o111 != 0),
        ["-z", text] => text.is_empty(),
        ["-n", text] => !text.is_empty(),
        [text] => !text.is_empty(),
        [a, "=" | "==", b] => a == b,
        [a, "!=", b] => a != b,
        [a, "-eq", b] => number(a) == number(b),
        [a, "-ne", b] => number(a) != number(b),
        [a, "-lt", b] => number(a) < number(b),
        [a, "-le", b] => number(a) <= number(b),
        [a, "-gt", b] => number(a) > number(b),
        [a, "-ge", b] => number(a) >= number(b),
        _ => false,
    };
    holds != negated
}

/// Waiting is virtual: the phone's clock moves, the host does not wait.
fn sleep(name: &str, call: &Call<'_>) -> i32 {
    let Ok(number) = last(call).trim_end_matches('s').parse::<f64>() else {
        call.io.complain(&format!("{name}: bad number {}\n", last(call)));
        return 1;
    };
    let millis = if name == "usleep" { number / 1000.0 } else { number * 1000.0 };
    call.shared.handset().sleep(millis.clamp(0.0, 3_600_000.0) as u64);
    // A loop that waits for another thread lets it run.
    std::thread::sleep(std::time::Duration::from_millis(1));
    0
}

fn which(call: &Call<'_>) -> i32 {
    let known = ["sh", "am", "pm", "wm", "input", "dumpsys", "logcat", "uiautomator", "screencap", "monkey"];
    match known.contains(&last(call)) {
        true => say(call, &format!("/system/bin/{}", last(call))),
        false => 1,
    }
}

fn kill(call: &Call<'_>) -> i32 {
    let mut status = 0;
    let probe = call.args().iter().any(|arg| arg == "-0");
    for pid in call.args().iter().filter(|arg| !arg.starts_with('-')) {
        let mut handset = call.shared.handset();
        let number: u32 = pid.parse().unwrap_or(0);
        let known = if probe { handset.process_name(number).is_some() } else { handset.kill(number) };
        drop(handset);
        if !known {
            call.io.complain(&format!("/system/bin/sh: kill: {pid}: No such process\n"));
            status = 1;
        }
    }
    status
}

fn stat(call: &Call<'_>) -> i32 {
    let name = last(call);
    let handset = call.shared.handset();
    let Some(entry) = handset.files.get(&call.path(name)) else {
        drop(handset);
        call.io.complain(&format!("stat: '{name}': No such file or directory\n"));
        return 1;
    };
    let size = entry.bytes.as_ref().map_or(4096, Vec::len);
    let changed = entry.changed;
    drop(handset);
    let format = call.args().iter().position(|arg| arg == "-c").and_then(|at| call.args().get(at + 1));
    match format {
        Some(format) => say(
            call,
            &format.replace("%s", &size.to_string()).replace("%Y", &changed.to_string()).replace("%n", name),
        ),
        None => say(call, &format!("  File: {name}\n  Size: {size}")),
    }
}
