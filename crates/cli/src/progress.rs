//! Progress of a run: a bar on a terminal, now and then a plain line elsewhere. Always on standard error.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use skink_run::{Found, Tally, Watcher};

use crate::output::{counted, duration, grouped, note};

/// Steps of the bar.
const FINE: u64 = 1000;
/// Between two plain lines.
const PLAIN_EVERY: Duration = Duration::from_secs(5);
const BAR_EVERY: Duration = Duration::from_millis(100);

pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    branches: Option<u32>,
    started: Instant,
    shown: Instant,
    /// Looking at the clock at every event would cost more than the event.
    calls: u32,
}

impl Progress {
    pub(crate) fn new(branches: Option<u32>) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(FINE);
            if let Ok(style) = ProgressStyle::with_template("{bar:24} {percent:>3}%  {msg}") {
                bar.set_style(style);
            }
            bar
        });
        let now = Instant::now();
        Self { bar, branches, started: now, shown: now, calls: 0 }
    }

    fn due(&mut self) -> bool {
        self.calls += 1;
        if !self.calls.is_multiple_of(64) && self.calls > 64 {
            return false;
        }
        let every = if self.bar.is_some() { BAR_EVERY } else { PLAIN_EVERY };
        let due = self.shown.elapsed() >= every;
        if due {
            self.shown = Instant::now();
        }
        due
    }

    /// A line beside the bar.
    pub(crate) fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            None => note(text),
        }
    }

    /// Clears the bar before the summary.
    pub(crate) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Watcher for Progress {
    fn progress(&mut self, tally: &Tally, found: usize, used: f64) {
        if !self.due() {
            return;
        }
        let coverage = tally.coverage(self.branches).map_or_else(String::new, |c| {
            format!(", {:.0}% of branches", 100.0 * f64::from(c.covered) / f64::from(c.total.max(1)))
        });
        let left = if used > 0.0 {
            let seconds = self.started.elapsed().as_secs_f64() * (1.0 - used) / used;
            format!(", {} left", duration(seconds))
        } else {
            String::new()
        };
        let text = format!(
            "{}, {}{coverage}, {}{left}",
            counted(tally.events, "event"),
            counted(tally.states(), "state"),
            counted(found as u64, "finding"),
        );
        match &self.bar {
            Some(bar) => {
                bar.set_position((used * FINE as f64) as u64);
                bar.set_message(text);
            }
            None => note(&text),
        }
    }

    fn found(&mut self, found: &Found) {
        let finding = &found.finding;
        self.say(&format!(
            "found {}: {} (at event {})",
            finding.id,
            finding.title,
            grouped(finding.first_step + 1)
        ));
    }

    fn shrinking(&mut self, id: &str, tried: u64, left: usize) {
        if !self.due() {
            return;
        }
        let text =
            format!("shrinking {id}: {} left, {} tried", counted(left as u64, "event"), grouped(tried));
        match &self.bar {
            Some(bar) => bar.set_message(text),
            None => note(&text),
        }
    }
}
