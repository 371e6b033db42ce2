//! Strategies by name, with the settings a user can give to any of them.

use serde::{Deserialize, Serialize};
use skink_run::Strategy;

use crate::ape::{Ape, ApeSettings};
use crate::avoid::{Avoid, AvoidSettings, Careful};
use crate::lstar::{Lstar, LstarSettings};
use crate::mapped::Mapped;
use crate::random::{Random, RandomSettings};
use crate::rules::ModelRules;
use crate::scripts::{Prepared, Scripts};
use crate::swifthand::{Swifthand, SwifthandSettings};
use crate::texts::TextSettings;
use crate::weighted::{Weighted, WeightedSettings};

/// What a user can set; each strategy takes what concerns it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Probability of a clean restart before each event (random).
    pub restart: f64,
    /// Probability of an event of the system instead of a user's (all but L*).
    pub system: f64,
    /// Whether Back and Menu are pressed.
    pub keys: bool,
    /// Events after which a trace ends (SwiftHand, L*).
    pub trace_limit: u64,
    /// What is typed.
    pub texts: TextSettings,
    /// What is not touched.
    pub avoid: AvoidSettings,
    /// By what widgets count (APE).
    pub model: ModelRules,
    /// What is done at the start of each trace.
    pub scripts: Scripts,
}

impl Default for Settings {
    /// As for sample apps: nothing is avoided.
    fn default() -> Self {
        let RandomSettings { restart, system, keys, texts } = RandomSettings::default();
        Self {
            restart,
            system,
            keys,
            trace_limit: SwifthandSettings::default().trace_limit,
            texts,
            avoid: AvoidSettings::nothing(),
            model: ModelRules::default(),
            scripts: Scripts::default(),
        }
    }
}

/// The strategy of that name, as careful as the settings want it and behind their scripts.
pub fn strategy(name: &str, settings: &Settings) -> Option<Box<dyn Strategy>> {
    let mut chosen = bare(name, settings)?;
    if !matches!(name, "ape" | "weighted") {
        chosen = Box::new(Mapped::new(chosen));
    }
    if !settings.avoid.is_nothing() {
        chosen = Box::new(Careful::new(chosen, Avoid::new(&settings.avoid)));
    }
    if !settings.scripts.is_empty() {
        chosen = Box::new(Prepared::new(chosen, settings.scripts.clone()));
    }
    Some(chosen)
}

fn bare(name: &str, settings: &Settings) -> Option<Box<dyn Strategy>> {
    let Settings { restart, system, keys, trace_limit, .. } = *settings;
    let texts = settings.texts.clone();
    Some(match name {
        "random" => Box::new(Random::new(RandomSettings { restart, system, keys, texts })),
        "ape" => {
            let ape = ApeSettings { system, keys, texts, ..ApeSettings::default() };
            Box::new(Ape::with_rules(ape, settings.model.for_model()))
        }
        "weighted" => {
            Box::new(Weighted::new(WeightedSettings { system, keys, texts, ..WeightedSettings::default() }))
        }
        "swifthand" => {
            let swifthand = SwifthandSettings { trace_limit, keys, system, ..SwifthandSettings::default() };
            Box::new(Swifthand::new(swifthand).typing(texts))
        }
        "lstar" => Box::new(Lstar::new(LstarSettings { trace_limit, keys }).typing(texts)),
        _ => return None,
    })
}
