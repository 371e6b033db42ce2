//! `skink bench`: Skink against ground truth.

use std::fmt::Write as _;

use skink_bench::{AppTruth, truth as count};
use skink_phone::apps;

use crate::failure::Failure;
use crate::output::{print, print_json};

pub(crate) fn truth(events: u64, json: bool) -> Result<u8, Failure> {
    let truth = count(apps::ALL, events).map_err(|e| Failure::of("counting what the samples hold", e))?;
    if json {
        print_json(&truth)?;
        return Ok(crate::OK);
    }
    let mut out = format!(
        "{:<10} {:>7} {:>6} {:>7} {:>8} {:>5}  {:>5} {:>12} {:>7} {:>8}  {:>5}\n",
        "app",
        "screens",
        "states",
        "widgets",
        "branches",
        "bugs",
        "crash",
        "independence",
        "neutral",
        "property",
        "traps"
    );
    for app in &truth.apps {
        let seen = |oracle| app.bugs.iter().filter(|bug| bug.seen_by.contains(&oracle)).count();
        let _ = writeln!(
            out,
            "{:<10} {:>7} {:>6} {:>7.1} {:>8} {:>5}  {:>5} {:>12} {:>7} {:>8}  {:>5}",
            app.name,
            app.screens,
            app.states,
            app.widgets,
            app.branches,
            app.bugs.len(),
            seen("crash"),
            seen("independence"),
            seen("neutral"),
            seen("property"),
            app.traps.values().sum::<usize>()
        );
    }
    let totals = &truth.totals;
    let listed = |map: &std::collections::BTreeMap<&str, usize>| {
        map.iter().map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
    };
    let depths: Vec<String> =
        totals.crash_depths.iter().map(|(depth, count)| format!("{count} at {depth}")).collect();
    let _ = write!(
        out,
        "\n{} apps, {} branches, {} bugs, {} traps\nkinds: {}\nseen by: {} (metamorphic: {})\ncrashes and hangs by \
         depth: {}\n",
        totals.apps,
        totals.branches,
        totals.bugs,
        totals.traps,
        listed(&totals.kinds),
        listed(&totals.seen_by),
        totals.metamorphic,
        depths.join(", ")
    );
    out.push_str(&traps(&truth.apps));
    print(&out);
    Ok(crate::OK)
}

fn traps(apps: &[AppTruth]) -> String {
    let mut kinds = std::collections::BTreeMap::<&str, usize>::new();
    for (kind, count) in apps.iter().flat_map(|app| &app.traps) {
        *kinds.entry(kind).or_default() += count;
    }
    let kinds: Vec<String> = kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    format!("traps: {}\n", kinds.join(", "))
}
