//! Crashes and hangs of the app under test. The same normalised stack is the same bug: it is counted, and the
//! shortest trace that showed it is kept. Crashes of other apps are not ours.

use skink_trace::{Crash, Evidence, Finding, Observation, Rate, Step};

use crate::strategy::{Found, Oracle, TraceRef};

/// Finds crashes and hangs of one package.
pub struct CrashOracle {
    package: String,
    found: Vec<Found>,
}

impl CrashOracle {
    /// For the app of that package.
    pub fn new(package: &str) -> Self {
        Self { package: package.to_owned(), found: Vec::new() }
    }

    fn judge(&mut self, at: TraceRef, number: u64, seen: &Observation) {
        for crash in seen.crashes.iter().filter(|crash| is_of(&self.package, crash)) {
            let id = crash.id();
            match self.found.iter_mut().find(|found| found.finding.id == id) {
                Some(known) => {
                    known.finding.count += 1;
                    if at.steps < known.shown_by.steps {
                        known.shown_by = at;
                        known.finding.events = at.steps;
                        known.finding.evidence = Evidence::Crash(crash.clone());
                    }
                }
                None => self.found.push(Found {
                    finding: Finding {
                        kind: id.split('-').next().unwrap_or_default().to_owned(),
                        id,
                        title: crash.title(),
                        evidence: Evidence::Crash(crash.clone()),
                        count: 1,
                        first_step: number,
                        events: at.steps,
                        minimal: false,
                        rate: Rate::default(),
                    },
                    shown_by: at,
                }),
            }
        }
    }
}

/// An app may run in several processes: `PACKAGE` and `PACKAGE:NAME`.
fn is_of(package: &str, crash: &Crash) -> bool {
    crash.process.split(':').next() == Some(package)
}

impl Oracle for CrashOracle {
    fn launched(&mut self, at: TraceRef, first: &Observation) {
        self.judge(at, 0, first);
    }

    fn saw(&mut self, at: TraceRef, step: &Step) {
        self.judge(at, step.number, &step.after);
    }

    fn found(&self) -> &[Found] {
        &self.found
    }
}
