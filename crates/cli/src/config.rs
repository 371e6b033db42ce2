//! `skink.toml`: what a user sets per app. Unknown keys are errors.

use std::path::Path;

use serde::Deserialize;
use skink_independence::FuzzSettings;
use skink_run::Answers;

use crate::failure::Failure;

/// What can be set in `skink.toml`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Config {
    pub(crate) answers: Answers,
    pub(crate) fuzz: FuzzSettings,
}

/// Reads the settings given, or those of this folder where there are some.
pub(crate) fn read(given: Option<&Path>) -> Result<Config, Failure> {
    let path = given.unwrap_or(Path::new("skink.toml"));
    if given.is_none() && !path.exists() {
        return Ok(Config::default());
    }
    let doing = format!("reading settings from {}", path.display());
    let text = std::fs::read_to_string(path).map_err(|e| Failure::usage(&doing, e.to_string()))?;
    toml::from_str(&text).map_err(|e| Failure::usage(doing, e.to_string().trim_end().replace('\n', "\n  ")))
}
