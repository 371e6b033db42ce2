//! What every command that makes a run starts with: its seed, its budget, its folder and the device.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Serialize;
use skink_run::{Budget, RunDir, RunFile};

use crate::app::{self, PhoneOptions};
use crate::args::RunArgs;
use crate::config::{self, Config};
use crate::failure::Failure;

/// A run about to begin.
pub(crate) struct NewRun {
    pub(crate) file: RunFile,
    pub(crate) config: Config,
    path: PathBuf,
}

impl NewRun {
    /// Sees that the device opens, and reads the settings; `strategy` is what `run.toml` and the summary call it.
    pub(crate) fn of(
        command: &str,
        strategy: &str,
        default_events: u64,
        args: &RunArgs,
    ) -> Result<Self, Failure> {
        let device = app::open(&args.app, args.device.as_deref(), &PhoneOptions::of(&args.phone))?;
        let config = config::read(args.config.as_deref())?;
        let seed = args.seed.unwrap_or_else(|| since_1970().subsec_nanos().into());
        let mut file = RunFile::new(command, &args.app, &device.name(), strategy, seed);
        let millis = |time: Option<Duration>| time.map(|time| time.as_millis() as u64);
        file.budget = Budget {
            events: args.events,
            wall_millis: millis(args.time),
            phone_millis: millis(args.phone_time),
        };
        if file.budget == Budget::default() {
            file.budget.events = Some(default_events);
        }
        file.answers = config.answers;
        let path = args.out.clone().unwrap_or_else(|| default_path(&args.app, command));
        Ok(Self { file, config, path })
    }

    /// Makes the run's folder; `options` are the command's own settings, which `run.toml` keeps.
    pub(crate) fn create(&mut self, doing: &str, options: &impl Serialize) -> Result<RunDir, Failure> {
        self.file.options =
            toml::Table::try_from(options).map_err(|e| Failure::device(doing, e.to_string()))?;
        RunDir::create(&self.path, &self.file).map_err(|e| Failure::of(doing, e))
    }
}

/// Time since 1 January 1970.
fn since_1970() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// `skink-out/notebook/2025-06-02-080000-explore`, with a number behind it where that is taken.
fn default_path(app: &str, command: &str) -> PathBuf {
    let name = app.rsplit([':', '/']).next().unwrap_or(app);
    let seconds = since_1970().as_secs();
    let (year, month, day) = civil_date(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    let base = Path::new("skink-out")
        .join(name)
        .join(format!("{year}-{month:02}-{day:02}-{hour:02}{minute:02}{second:02}-{command}"));
    let numbered = (2..1000).map(|n| PathBuf::from(format!("{}-{n}", base.display())));
    std::iter::once(base.clone()).chain(numbered).find(|path| !path.exists()).unwrap_or(base)
}

/// Year, month and day of a day counted from 1 January 1970.
fn civil_date(mut days: u64) -> (u64, u64, u64) {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    use super::civil_date;

    #[test]
    fn dates_of_known_days() {
        assert_eq!(civil_date(0), (1970, 1, 1));
        assert_eq!(civil_date(11_016), (2000, 2, 29));
        assert_eq!(civil_date(20_241), (2025, 6, 2));
    }
}
