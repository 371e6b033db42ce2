//! The samples hold what is promised of them.

use skink_bench::{Truth, truth};
use skink_phone::apps;

fn counted() -> Truth {
    truth(apps::ALL, 3_000).expect("counted")
}

#[test]
fn there_are_enough_bugs_of_every_sort() {
    let totals = counted().totals;
    assert!(totals.metamorphic >= 30, "independence or neutral: {}", totals.metamorphic);
    assert!(totals.seen_by["property"] >= 25, "property: {}", totals.seen_by["property"]);
    let deep_enough: usize = totals.crash_depths.range(3..=14).map(|(_, count)| count).sum();
    assert!(deep_enough >= 25, "crashes at depth 3 to 14: {deep_enough}");
    assert_eq!(deep_enough, totals.crash_depths.values().sum::<usize>(), "{:?}", totals.crash_depths);
}

#[test]
fn every_app_is_whole_and_has_its_traps() {
    for app in counted().apps {
        let traps: usize = app.traps.values().sum();
        assert!(traps >= 3, "{}: {traps} traps", app.name);
        // The licences and the main screen are all that the SwiftHand paper tells of Sanity; Labels is about texts.
        let small = ["sanity", "labels"].contains(&app.name);
        assert!(app.screens >= 8 || small, "{}: {} screens", app.name, app.screens);
    }
}

/// The guide names every app and every bug with what it retells.
#[test]
fn the_guide_lists_every_bug() {
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide/samples.md");
    let guide = std::fs::read_to_string(guide).expect("docs/guide/samples.md");
    for sample in apps::ALL {
        let name = sample.manifest.name;
        let start =
            guide.find(&format!("## `{name}`")).unwrap_or_else(|| panic!("{name} is not in the guide"));
        let rest = &guide[start + 3..];
        let section = &rest[..rest.find("\n## ").unwrap_or(rest.len())];
        for bug in sample.manifest.bugs {
            assert!(section.contains(&format!("`{}`", bug.id)), "{name}: {} is not in the guide", bug.id);
            assert!(section.contains(bug.retells), "{name}: {}: the guide says another source", bug.id);
        }
    }
}
