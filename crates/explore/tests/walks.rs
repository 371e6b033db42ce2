//! What the strategies' models make of walks through real apps, where those are at hand: a folder
//! `shared/data/android/walks` beside the repository, or below the one that `SKINK_SHARED_DATA` names. Without it this
//! test says so and passes. With `--nocapture` it prints states, actions and refinements for each app.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use skink_device::Walk;
use skink_explore::{Settings, strategy};
use skink_gui::{enabled, structure};

fn walks() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("SKINK_SHARED_DATA").map_or(beside, PathBuf::from).join("android/walks");
    folder.is_dir().then_some(folder)
}

#[test]
fn models_of_real_walks_are_smaller_than_the_walks() {
    let Some(folder) = walks() else {
        println!(
            "skipped: no shared/data/android/walks beside the repository, and SKINK_SHARED_DATA names no folder"
        );
        return;
    };
    let mut folders: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    for path in folders {
        let walk = Walk::open(&path).unwrap();
        let screens: Vec<_> = walk
            .traces
            .iter()
            .flat_map(|trace| {
                std::iter::once(&trace.first.screen).chain(trace.steps.iter().map(|step| &step.after.screen))
            })
            .collect();
        let distinct: BTreeSet<_> = screens.iter().map(|screen| screen.hash()).collect();
        let kinds: BTreeSet<String> =
            screens.iter().map(|screen| format!("{:?}", structure(screen))).collect();
        let offered: usize = screens.iter().map(|screen| enabled(screen).len()).sum();
        let found = walk.traces.iter().flat_map(|t| &t.steps).filter(|s| s.widget.is_some()).count();
        let touched = walk.traces.iter().flat_map(|t| &t.steps).filter(|s| s.event.target.is_some()).count();
        println!(
            "\n{}: {} steps in {} traces, {} screens, {} kinds of screen, {:.1} actions a screen, {found} of {touched} \
             targets on their screen",
            path.file_name().unwrap_or_default().to_string_lossy(),
            walk.len(),
            walk.traces.len(),
            distinct.len(),
            kinds.len(),
            offered as f64 / screens.len() as f64,
        );
        assert!(kinds.len() <= distinct.len() && !kinds.is_empty());
        assert!(10 * found >= 9 * touched, "{found} of {touched}");
        for name in ["ape", "weighted", "swifthand", "lstar"] {
            let mut chosen = strategy(name, &Settings::default()).unwrap();
            for trace in &walk.traces {
                chosen.launched(&trace.first.screen);
                trace.steps.iter().for_each(|step| chosen.saw(step));
            }
            let words = chosen.explain().unwrap_or_default();
            for line in words.lines().take(4) {
                println!("  {name}: {line}");
            }
        }
    }
}
