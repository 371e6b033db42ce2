//! `skink apps`: the sample apps and what is known of them.

use serde::Serialize;
use skink_phone::{Bug, Manifest, Oracle};

use crate::args::Apps;
use crate::failure::Failure;
use crate::output::{counted, print, print_json};

#[derive(Serialize)]
struct AppRow {
    name: &'static str,
    package: &'static str,
    about: &'static str,
    branches: u32,
    bugs: Vec<BugRow>,
}

#[derive(Serialize)]
struct BugRow {
    id: &'static str,
    kind: &'static str,
    seen_by: Vec<&'static str>,
    title: &'static str,
    retells: &'static str,
    trace: &'static [&'static str],
}

impl AppRow {
    fn of(manifest: &'static Manifest) -> Self {
        let bug = |bug: &'static Bug| BugRow {
            id: bug.id,
            kind: bug.kind.name(),
            seen_by: bug.seen_by.iter().map(Oracle::name).collect(),
            title: bug.title,
            retells: bug.retells,
            trace: bug.trace,
        };
        Self {
            name: manifest.name,
            package: manifest.package,
            about: manifest.about,
            branches: manifest.branches(),
            bugs: manifest.bugs.iter().map(bug).collect(),
        }
    }
}

pub(crate) fn run(args: &Apps, json: bool) -> Result<u8, Failure> {
    let chosen = crate::app::samples(&args.name)?;
    let rows: Vec<AppRow> = chosen.iter().map(|sample| AppRow::of(sample.manifest)).collect();
    if json {
        print_json(&rows)?;
        return Ok(crate::OK);
    }
    for row in &rows {
        let bugs = counted(row.bugs.len() as u64, "known bug");
        print(&format!(
            "sample:{:<10} {}\n{:18}{bugs}, {} branches\n",
            row.name, row.about, "", row.branches
        ));
        if args.name.is_some() {
            row.bugs.iter().for_each(print_bug);
        }
    }
    Ok(crate::OK)
}

fn print_bug(bug: &BugRow) {
    print(&format!("\n{} ({}): {}\n  retells {}\n", bug.id, bug.kind, bug.title, bug.retells));
    for (at, event) in bug.trace.iter().enumerate() {
        print(&format!("  {:>3}. {event}\n", at + 1));
    }
}
