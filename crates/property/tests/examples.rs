//! The property files of the samples: they read, they read back, and on the repaired apps nothing is reported.

#![allow(clippy::unwrap_used)]

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use skink_phone::{BugSwitch, Phone, PhoneSettings, Sample, apps};
use skink_property::{CheckSettings, Item, PropertyFile, Tester, halves};
use skink_run::{Answers, Budget, Runner};

fn files() -> Vec<(Sample, PropertyFile)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/properties");
    let mut all = Vec::new();
    for sample in apps::ALL {
        let path = folder.join(format!("{}.toml", sample.manifest.name));
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let file = PropertyFile::parse(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        all.push((*sample, file));
    }
    all
}

#[test]
fn the_samples_properties_read_back() {
    let all = files();
    assert!(all.len() >= 16, "{}", all.len());
    for (sample, file) in all {
        assert_eq!(file.app.as_deref(), Some(sample.manifest.package));
        assert_eq!(PropertyFile::parse(&file.to_toml()).unwrap(), file, "{}", sample.manifest.name);
    }
}

#[test]
fn nothing_is_reported_on_the_repaired_apps() {
    let mut problems = Vec::new();
    for (sample, file) in files() {
        let name = sample.manifest.name;
        if std::env::var("SKINK_ONLY").is_ok_and(|only| !only.split(',').any(|o| o == name)) {
            continue;
        }
        let bugs = BugSwitch::None;
        let mut phone = Phone::new(sample, PhoneSettings { bugs, ..PhoneSettings::default() }).unwrap();
        let tester = Tester::new(file, sample.manifest.package, CheckSettings::default());
        let (mut strategy, mut oracle, tester) = halves(tester, sample.manifest.package);
        let budget = Budget { events: Some(2_000), ..Budget::default() };
        Runner::new(&mut phone, &mut strategy, &mut oracle, budget, Answers::default(), 7)
            .run_unrecorded(&mut (), &AtomicBool::new(false))
            .unwrap();
        let tester = tester.borrow();
        for met in tester.met() {
            let test: Vec<String> = met
                .test
                .iter()
                .map(|item| match item {
                    Item::Event(scripted) => scripted.describe(),
                    Item::Call { function, values } => format!("[{function} {values:?}]"),
                })
                .collect();
            problems.push(format!(
                "{name}: {} `{}`: {}\n    {}",
                met.breaks.0,
                met.line,
                met.violation.shown,
                test.join("; ")
            ));
        }
        for figures in tester.figures() {
            if let Some(why) = figures.broken {
                problems.push(format!("{name}: {} is broken: {why}", figures.name));
            }
            if figures.held == 0 && std::env::var_os("SKINK_IDLE").is_some() {
                problems.push(format!(
                    "{name}: {} never held: possible {}, begun {}, {:?}",
                    figures.name, figures.possible, figures.attempts, figures.stuck
                ));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
