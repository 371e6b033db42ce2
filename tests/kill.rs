//! A run that is killed at any moment and resumed loses nothing, doubles nothing, and ends as an unkilled run
//! with the same seed.

mod common;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use common::{run, skink};

const RUNS: u64 = 8;
const KILLS_EACH: u64 = 25;
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
            // Screens of candidates that a killed shrink had tried may be there in addition.
            if !["wall.txt", "screens/screens.pack"].contains(&name.as_str()) && !name.ends_with(".new") {
                found.insert(name, std::fs::read(path).unwrap());
            }
        }
    }
    let mut found = BTreeMap::new();
    visit(run, run, &mut found);
    let summary = String::from_utf8(found.remove("summary.json").unwrap()).unwrap();
    let told = |line: &&str| !["\"wall_seconds\"", "\"run\"", "\"path\""].iter().any(|key| line.contains(key));
    found.insert("summary".into(), summary.lines().filter(told).collect::<Vec<_>>().join("\n").into());
    found
}

fn explore<'a>(seed: &'a str, out: &'a str) -> [&'a str; 9] {
    ["explore", "sample:notes", "--json", "--events", EVENTS, "--seed", seed, "--out", out]
}

#[test]
fn killed_and_resumed_runs_end_like_unkilled_ones() {
    let folder = tempfile::tempdir().unwrap();
    let mut delays = 0x2545_f491_4f6c_dd1d_u64;
    let mut kills = 0;
    for seed in 0..RUNS {
        let seed = seed.to_string();
        let (whole, killed) = (format!("whole-{seed}"), format!("killed-{seed}"));
        run(folder.path(), &explore(&seed, &whole));
        let expected = files(&folder.path().join(&whole));
        let trace = &expected["trace.jsonl"];
        let path = folder.path().join(&killed);
        for _ in 0..KILLS_EACH {
            let begun = path.join("run.toml").exists();
            let args = if begun { vec!["resume", "--json", &killed] } else { explore(&seed, &killed).to_vec() };
            let mut child =
                skink(folder.path(), &args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            delays = delays.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            std::thread::sleep(Duration::from_micros((delays >> 33) % 60_000));
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
            let recorded = std::fs::read(path.join("trace.jsonl")).unwrap_or_default();
            assert!(trace.starts_with(&recorded), "seed {seed}: after kill {kills} the trace is no prefix");
        }
        let last = if path.join("run.toml").exists() {
            run(folder.path(), &["resume", "--json", &killed])
        } else {
            run(folder.path(), &explore(&seed, &killed))
        };
        assert!(matches!(last.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&last.stderr));
        let found = files(&path);
        assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
        for (name, bytes) in &expected {
            assert!(found[name] == *bytes, "seed {seed}: {name} differs");
        }
    }
    assert_eq!(kills, RUNS * KILLS_EACH);
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
