//! What the sample apps hold: screens, widgets, branches, bugs by kind, oracle and depth, traps. Everything but
//! the screens is what the apps say of themselves; screens and widgets are counted on a random walk with all
//! bugs fixed, the same for every app.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use skink_explore::{Random, RandomSettings};
use skink_phone::{BugSwitch, Oracle, Phone, PhoneSettings, Sample};
use skink_run::{Answers, Budget, Choice, CrashOracle, Moment, RunError, Runner, Strategy};

/// What one app holds.
#[derive(Clone, Debug, Serialize)]
pub struct AppTruth {
    /// The name it is chosen by.
    pub name: &'static str,
    /// Distinct screens met on the walk: activity, window kind and first text, numbers apart.
    pub screens: usize,
    /// States met on the walk, by the set of widget types.
    pub states: u64,
    /// Widgets a screen has on average.
    pub widgets: f64,
    /// Branches.
    pub branches: u32,
    /// Its bugs.
    pub bugs: Vec<BugTruth>,
    /// How many traps of each kind.
    pub traps: BTreeMap<&'static str, usize>,
}

/// What is known of a bug.
#[derive(Clone, Debug, Serialize)]
pub struct BugTruth {
    /// The name it is switched by.
    pub id: &'static str,
    /// Kind of bug.
    pub kind: &'static str,
    /// Oracles that can see it.
    pub seen_by: Vec<&'static str>,
    /// Events of the trace that shows it.
    pub depth: usize,
    /// Which paper's figure or public issue it retells.
    pub retells: &'static str,
}

/// Sums over all apps.
#[derive(Clone, Debug, Serialize)]
pub struct Totals {
    /// Apps.
    pub apps: usize,
    /// Branches.
    pub branches: u32,
    /// Bugs.
    pub bugs: usize,
    /// Bugs that each oracle can see.
    pub seen_by: BTreeMap<&'static str, usize>,
    /// Bugs of each kind.
    pub kinds: BTreeMap<&'static str, usize>,
    /// Bugs that independent-view or neutral-event fuzzing can see.
    pub metamorphic: usize,
    /// Crashes and hangs by their depth.
    pub crash_depths: BTreeMap<usize, usize>,
    /// Traps.
    pub traps: usize,
}

/// What the samples hold.
#[derive(Clone, Debug, Serialize)]
pub struct Truth {
    /// App by app.
    pub apps: Vec<AppTruth>,
    /// All together.
    pub totals: Totals,
}

/// Counts what the samples hold, with a walk of so many events on each.
pub fn truth(samples: &[Sample], events: u64) -> Result<Truth, RunError> {
    let apps = samples.iter().map(|sample| app_truth(*sample, events)).collect::<Result<Vec<_>, _>>()?;
    let totals = totals(&apps);
    Ok(Truth { apps, totals })
}

fn app_truth(sample: Sample, events: u64) -> Result<AppTruth, RunError> {
    let manifest = sample.manifest;
    let bugs = manifest.bugs.iter().map(|bug| BugTruth {
        id: bug.id,
        kind: bug.kind.name(),
        seen_by: bug.seen_by.iter().map(Oracle::name).collect(),
        depth: bug.trace.len(),
        retells: bug.retells,
    });
    let mut traps = BTreeMap::new();
    for trap in manifest.traps {
        *traps.entry(trap.kind.name()).or_default() += 1;
    }
    let mut phone = Phone::new(sample, PhoneSettings { bugs: BugSwitch::None, ..PhoneSettings::default() })?;
    let mut walk = Walk { random: Random::new(RandomSettings::default()), census: Census::default() };
    let budget = Budget { events: Some(events), ..Budget::default() };
    let mut oracle = CrashOracle::new(manifest.package);
    let mut runner = Runner::new(&mut phone, &mut walk, &mut oracle, budget, Answers::default(), 1);
    runner.run_unrecorded(&mut (), &AtomicBool::new(false))?;
    let states = runner.tally().states();
    let Census { screens, widgets, looks } = walk.census;
    Ok(AppTruth {
        name: manifest.name,
        screens: screens.len(),
        states,
        widgets: widgets as f64 / looks.max(1) as f64,
        branches: manifest.branches(),
        bugs: bugs.collect(),
        traps,
    })
}

fn totals(apps: &[AppTruth]) -> Totals {
    let mut totals = Totals {
        apps: apps.len(),
        branches: apps.iter().map(|app| app.branches).sum(),
        bugs: apps.iter().map(|app| app.bugs.len()).sum(),
        seen_by: BTreeMap::new(),
        kinds: BTreeMap::new(),
        metamorphic: 0,
        crash_depths: BTreeMap::new(),
        traps: apps.iter().flat_map(|app| app.traps.values()).sum(),
    };
    for bug in apps.iter().flat_map(|app| &app.bugs) {
        bug.seen_by.iter().for_each(|oracle| *totals.seen_by.entry(oracle).or_default() += 1);
        *totals.kinds.entry(bug.kind).or_default() += 1;
        if bug.seen_by.contains(&"independence") || bug.seen_by.contains(&"neutral") {
            totals.metamorphic += 1;
        }
        if bug.seen_by.contains(&"crash") {
            *totals.crash_depths.entry(bug.depth).or_default() += 1;
        }
    }
    totals
}

/// Random, counting the screens it is shown.
struct Walk {
    random: Random,
    census: Census,
}

#[derive(Default)]
struct Census {
    screens: BTreeSet<String>,
    widgets: usize,
    looks: usize,
}

impl Strategy for Walk {
    fn name(&self) -> &'static str {
        "walk"
    }

    fn next(&mut self, moment: &mut Moment<'_>) -> Choice {
        let screen = moment.screen;
        let title = screen.widgets().find(|w| !w.text().is_empty()).map_or("", |w| w.text());
        let title: String = title.chars().filter(|c| !c.is_ascii_digit()).collect();
        self.census.screens.insert(format!("{} {} {title}", screen.activity(), screen.window().name()));
        self.census.widgets += screen.len();
        self.census.looks += 1;
        self.random.next(moment)
    }
}
