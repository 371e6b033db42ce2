//! A run that is killed at any moment and resumed loses nothing, doubles nothing, and ends as an unkilled run
//! with the same seed.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use crate::common::{run, skink};

/// Kills that hit a running process, at most so many of one run, each after at most so long.
const KILLS: u64 = 200;
const KILLS_EACH: u64 = 25;
const LONGEST_MICROS: u64 = 60_000;
const EVENTS: &str = "3000";

/// Every file of a finished run but those that tell times, by relative path. The paths in the summary are cut.
fn files(run: &Path) -> BTreeMap<String, Vec<u8>> {
    fn visit(folder: &Path, root: &Path, found: &mut BTreeMap<String, Vec<u8>>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                visit(&path, root, found);
                continue;
            }
            let name = path.strip_prefix(root).unwrap().display().to_string();
            // Screens of candidates that a killed shrink had tried may be there in addition; the report tells how
            // long the run took and where it is; a picture of a state may be lost with the kill.
            let told = ["wall.txt", "screens/screens.pack", "junit.xml", "results.sarif", "summary.md"];
            let beside = ["report/", "shots/"].iter().any(|folder| name.starts_with(folder));
            if !told.contains(&name.as_str()) && !beside && !name.ends_with(".new") {
                found.insert(name, std::fs::read(path).unwrap());
            }
        }
    }
    let mut found = BTreeMap::new();
    visit(run, run, &mut found);
    let summary = String::from_utf8(found.remove("summary.json").unwrap()).unwrap();
    let told =
        |line: &&str| !["\"wall_seconds\"", "\"run\"", "\"path\""].iter().any(|key| line.contains(key));
    found.insert("summary".into(), summary.lines().filter(told).collect::<Vec<_>>().join("\n").into());
    found
}

fn explore<'a>(seed: &'a str, out: &'a str) -> [&'a str; 9] {
    ["explore", "sample:notes", "--json", "--events", EVENTS, "--seed", seed, "--out", out]
}

/// Begins the run or goes on with it, and kills it after a while; says whether it was still running.
fn kill_after(delay: Duration, folder: &Path, seed: &str, out: &str) -> bool {
    let args = begin_or_resume(folder, seed, out);
    let mut child = skink(folder, &args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(delay);
    let running = child.try_wait().unwrap().is_none();
    child.kill().unwrap();
    child.wait().unwrap();
    running
}

fn begin_or_resume<'a>(folder: &Path, seed: &'a str, out: &'a str) -> Vec<&'a str> {
    let begun = folder.join(out).join("run.toml").exists();
    if begun { vec!["resume", "--json", out] } else { explore(seed, out).to_vec() }
}

#[test]
fn killed_and_resumed_runs_end_like_unkilled_ones() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut kills = 0;
    for seed in 0.. {
        let seed = seed.to_string();
        let (whole, killed) = (format!("whole-{seed}"), format!("killed-{seed}"));
        run(folder, &explore(&seed, &whole));
        let expected = files(&folder.join(&whole));
        for _ in 0..KILLS_EACH {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let delay = Duration::from_micros((random >> 33) % LONGEST_MICROS);
            if !kill_after(delay, folder, &seed, &killed) {
                break;
            }
            kills += 1;
            let recorded = std::fs::read(folder.join(&killed).join("trace.jsonl")).unwrap_or_default();
            assert!(
                expected["trace.jsonl"].starts_with(&recorded),
                "seed {seed}: after kill {kills} no prefix"
            );
        }
        let last = run(folder, &begin_or_resume(folder, &seed, &killed));
        assert!(matches!(last.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&last.stderr));
        let found = files(&folder.join(&killed));
        assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
        for (name, bytes) in &expected {
            assert!(found[name] == *bytes, "seed {seed}: {name} differs");
        }
        if kills >= KILLS {
            return;
        }
    }
}

/// Whatever the strategy, what it had learned before the kill is learned again from the recording.
#[test]
fn every_strategy_goes_on_as_if_it_had_not_been_killed() {
    let folder = tempfile::tempdir().unwrap();
    for strategy in ["random", "ape", "weighted", "swifthand", "lstar"] {
        let args = |out| {
            let start =
                ["explore", "sample:notebook", "--json", "--no-shrink", "--seed", "5", "--events", "1500"];
            [&start[..], &["--strategy", strategy, "--out", out]].concat()
        };
        let (whole, killed) = (format!("{strategy}-whole"), format!("{strategy}-killed"));
        run(folder.path(), &args(&whole));
        let mut child =
            skink(folder.path(), &args(&killed)).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let trace =
            |out: &str| std::fs::read(folder.path().join(out).join("trace.jsonl")).unwrap_or_default();
        while trace(&killed).len() < 20_000 && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let resumed = run(folder.path(), &["resume", "--json", &killed]);
        assert!(matches!(resumed.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&resumed.stderr));
        assert!(trace(&whole) == trace(&killed), "{strategy} went another way after the kill");
    }
}

/// Ctrl-C writes what there is, says how to go on, and is no verdict.
#[test]
fn an_interrupted_run_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["explore", "sample:sanity", "--events", "100000000", "--seed", "1", "--out", "long"];
    let child = skink(folder.path(), &args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let trace = folder.path().join("long/trace.jsonl");
    while std::fs::metadata(&trace).map_or(0, |file| file.len()) < 10_000 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let interrupted =
        std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3), "no verdict");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("go on with: skink resume long"), "{said}");
    assert!(folder.path().join("long/summary.json").exists());
}

#[test]
fn the_same_seed_gives_a_byte_identical_run() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &explore("7", "a"));
    run(folder.path(), &explore("7", "b"));
    run(folder.path(), &explore("8", "c"));
    let trace = |name: &str| std::fs::read(folder.path().join(name).join("trace.jsonl")).unwrap();
    assert!(trace("a") == trace("b"));
    assert!(trace("a") != trace("c"));
    assert_eq!(files(&folder.path().join("a")), files(&folder.path().join("b")));
}
