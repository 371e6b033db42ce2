//! A log of ten million event lines against a bug automaton: `cargo bench -p skink-diagnose --bench diagnose`.
//!
//! The yardstick is a plain matcher in Python, `diagnose_python.py` beside this file, on a part of the same log and
//! with the same result; its time for the whole is in proportion. `SKINK_BENCH_LINES` sets another length. Memory
//! is the peak of this process (Linux), after a short log and after the whole one: it must not grow.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use skink_diagnose::{LogReader, read_log};
use skink_model::automaton::{Clues, Dfa, Matcher, parse_bug};

/// The automaton published for ScarletNotes #114.
const AUTOMATON: &str = "init -1-> q1\ninit -6,7-> init\nq1 -1,6,7-> q1\nq1 -2-> q2\nq2 -1-> q2\nq2 -5-> q1\nq2 -7-> q3\n\
                         q3 -6-> q4\nq4 -1,6,7-> q4\nq4 -5-> crash\nq2 -> q1\nq3 -> q2\nq4 -> q1\nq4 -> q2\n";
const TEXTS: [(&str, &str); 5] = [
    ("1", "Created a new notebook."),
    ("2", "Entered a notebook."),
    ("5", "Clicked the \"X\" icon on the left bottom to close the notebook."),
    ("6", "Clicked the \"Locked\" option in the main menu."),
    ("7", "Clicked the menu on the left bottom."),
];
/// Lines that Python gets: it takes its time.
const PYTHON_LINES: u64 = 500_000;
/// The whole log takes less.
const WANTED: Duration = Duration::from_secs(2);
/// And so many times less than Python.
const WANTED_RATIO: f64 = 15.0;

fn main() {
    if !std::env::args().any(|a| a == "--bench") {
        return println!("a benchmark: run it with cargo bench");
    }
    let lines = std::env::var("SKINK_BENCH_LINES").ok().and_then(|n| n.parse().ok()).unwrap_or(10_000_000);
    let folder = tempfile::tempdir().unwrap();
    let (whole, part) = (folder.path().join("whole.log"), folder.path().join("part.log"));
    let bytes = write_log(&whole, lines);
    write_log(&part, PYTHON_LINES.min(lines));
    let bug = parse_bug("114", AUTOMATON).unwrap();
    let dfa = Dfa::of(&bug.nfa).unwrap();
    let (part_clues, part_time) = best_of(3, || ours(&dfa, &part));
    let memory = peak_memory();
    let (_, time) = best_of(3, || ours(&dfa, &whole));
    let grown = peak_memory().zip(memory).map(|(after, before)| after.saturating_sub(before));
    println!(
        "{lines} lines, {} MB: {time:.2?}, {:.0} ns a line, peak memory {} kB, grown by {} kB after the first {} lines",
        bytes / 1_000_000,
        time.as_nanos() as f64 / lines as f64,
        peak_memory().unwrap_or(0),
        grown.unwrap_or(0),
        PYTHON_LINES.min(lines)
    );
    match python(&dfa, &part, folder.path()) {
        Some((theirs, python_time)) => {
            assert_eq!(theirs, as_json(&part_clues), "the two matchers agree");
            let ratio = python_time.as_secs_f64() / part_time.as_secs_f64();
            println!(
                "{PYTHON_LINES} lines: {part_time:.2?} here, {python_time:.2?} in Python: {ratio:.0} times as fast"
            );
            assert!(ratio >= WANTED_RATIO, "less than {WANTED_RATIO} times as fast as Python");
        }
        None => println!("no python3: no yardstick"),
    }
    let allowed = WANTED.mul_f64(lines as f64 / 1e7);
    assert!(time < allowed, "{lines} lines took {time:?}, more than {allowed:?}");
    assert!(grown.is_none_or(|grown| grown < 4096), "memory grows with the log");
}

/// A log as instrumented apps write it, the same for the same length.
fn write_log(path: &Path, lines: u64) -> u64 {
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path).unwrap());
    let (mut random, mut bytes) = (7u64, 0);
    for number in 0..lines {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (id, text) = TEXTS[(random >> 33) as usize % TEXTS.len()];
        let seconds = number / 200;
        let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
        let line = format!(
            "05-{:02} {hour:02}:{minute:02}:{second:02}.{:03}  2345  2345 I Themis  : Event {id}: {text}\n",
            4 + seconds / 86_400,
            number % 1000
        );
        bytes += line.len() as u64;
        out.write_all(line.as_bytes()).unwrap();
    }
    bytes
}

fn ours(dfa: &Dfa, log: &Path) -> Clues {
    let mut matcher = Matcher::new(dfa, |_| true);
    read_log(File::open(log).unwrap(), &mut LogReader::new(dfa, &mut matcher, None)).unwrap();
    matcher.clues()
}

fn best_of<T>(times: u32, mut run: impl FnMut() -> T) -> (T, Duration) {
    let mut best: Option<(T, Duration)> = None;
    for _ in 0..times {
        let start = Instant::now();
        let result = run();
        let took = start.elapsed();
        if best.as_ref().is_none_or(|(_, least)| took < *least) {
            best = Some((result, took));
        }
    }
    best.unwrap()
}

fn as_json(clues: &Clues) -> Value {
    let counts: BTreeMap<_, _> = clues.events.iter().map(|(s, c)| (s.as_str(), c.count)).collect();
    let pairs: BTreeMap<_, _> = clues.pairs.iter().map(|((a, b), n)| (format!("{a},{b}"), *n)).collect();
    json!({"counts": counts, "pairs": pairs, "distances": clues.distances, "crashed": clues.crashed})
}

fn python(dfa: &Dfa, log: &Path, folder: &Path) -> Option<(Value, Duration)> {
    let states = 0..dfa.len() as u32;
    let row = |state: u32| -> BTreeMap<&str, u32> {
        let symbols = dfa.symbols().iter().enumerate();
        symbols.filter_map(|(at, symbol)| Some((symbol.as_str(), dfa.next(state, at)?))).collect()
    };
    let symbols: Vec<&str> = dfa.symbols().iter().map(|s| s.as_str()).collect();
    let automaton = json!({
        "next": states.clone().map(row).collect::<Vec<_>>(),
        "accepting": states.clone().filter(|s| dfa.accepts_at(*s)).collect::<Vec<_>>(),
        "distance": states.map(|s| dfa.distance(s)).collect::<Vec<_>>(),
        "symbols": symbols,
        "pairs": dfa.pairs().iter().map(|(a, b)| (symbols[*a], symbols[*b])).collect::<Vec<_>>(),
    });
    let file = folder.join("automaton.json");
    std::fs::write(&file, automaton.to_string()).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/diagnose_python.py");
    let start = Instant::now();
    let output = Command::new("python3").arg(script).arg(file).arg(log).output().ok()?;
    let took = start.elapsed();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some((serde_json::from_slice(&output.stdout).unwrap(), took))
}

/// The most memory this process has had, in kB.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.trim().parse().ok())
}
