//! `skink.toml`: what a user sets per app. Unknown keys are errors, with the line and the nearest known key.
//!
//! What is not given has the default of the device: on a real one the list of what costs or reaches people is
//! avoided, on the phone nothing is. What the command line says wins over both.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use skink_explore::{AvoidSettings, ModelRules, Scripts, Settings, TextSettings};
use skink_gui::Selector;
use skink_independence::FuzzSettings;
use skink_run::Answers;

use crate::failure::Failure;

/// What can be set in `skink.toml`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Config {
    pub(crate) answers: Answers,
    pub(crate) strategy: StrategySection,
    pub(crate) avoid: AvoidSection,
    pub(crate) texts: TextSettings,
    pub(crate) model: ModelRules,
    pub(crate) scripts: Scripts,
    pub(crate) fuzz: FuzzSettings,
}

/// `[strategy]`: how the next event is chosen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct StrategySection {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<crate::args::StrategyName>,
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "probability")]
    pub(crate) restart: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "probability")]
    pub(crate) system: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) keys: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) trace_limit: Option<u64>,
}

/// `[avoid]`: what is not touched. `words` takes the place of the default list, `also` comes on top of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct AvoidSection {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) words: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) also: Vec<String>,
    #[serde(with = "skink_explore::one_line_each", skip_serializing_if = "Vec::is_empty")]
    pub(crate) selectors: Vec<Selector>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) activities: Vec<String>,
}

fn probability<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<f64>, D::Error> {
    skink_explore::probability(from).map(Some)
}

impl Config {
    /// What a strategy on that app is to do, before the command line has its say.
    pub(crate) fn settings(&self, app: &str) -> Settings {
        let default = Settings::default();
        let StrategySection { restart, system, keys, trace_limit, .. } = self.strategy;
        Settings {
            restart: restart.unwrap_or(default.restart),
            system: system.unwrap_or(default.system),
            keys: keys.unwrap_or(default.keys),
            trace_limit: trace_limit.unwrap_or(default.trace_limit),
            texts: self.texts.clone(),
            avoid: self.avoid.settings(app),
            model: self.model.clone(),
            scripts: self.scripts.clone(),
        }
    }

    /// The same settings with every default written out, for an app.
    pub(crate) fn effective(&self, app: &str) -> Self {
        let Settings { restart, system, keys, trace_limit, texts, avoid, model, scripts } =
            self.settings(app);
        Self {
            answers: self.answers,
            strategy: StrategySection {
                name: Some(self.strategy.name.unwrap_or_default()),
                restart: Some(restart),
                system: Some(system),
                keys: Some(keys),
                trace_limit: Some(trace_limit),
            },
            avoid: AvoidSection {
                words: Some(avoid.words),
                also: Vec::new(),
                selectors: avoid.selectors,
                activities: avoid.activities,
            },
            texts,
            model,
            scripts,
            fuzz: self.fuzz.clone(),
        }
    }
}

impl AvoidSection {
    /// What is avoided in that app.
    pub(crate) fn settings(&self, app: &str) -> AvoidSettings {
        let default =
            if app.starts_with("sample:") { AvoidSettings::nothing() } else { AvoidSettings::default() };
        let mut words = self.words.clone().unwrap_or(default.words);
        words.extend(self.also.iter().cloned());
        AvoidSettings { words, selectors: self.selectors.clone(), activities: self.activities.clone() }
    }
}

/// The file that is read: the one given, or the one of this folder where there is one.
pub(crate) fn path(given: Option<&Path>) -> Option<PathBuf> {
    let here = || Some(PathBuf::from("skink.toml")).filter(|path| path.exists());
    given.map(Path::to_owned).or_else(here)
}

/// Reads the settings given, or those of this folder where there are some.
pub(crate) fn read(given: Option<&Path>) -> Result<Config, Failure> {
    let Some(path) = path(given) else { return Ok(Config::default()) };
    let doing = format!("reading settings from {}", path.display());
    let text = std::fs::read_to_string(&path).map_err(|e| Failure::usage(&doing, e.to_string()))?;
    parse(&text).map_err(|(problem, hint)| {
        let failure = Failure::usage(doing, problem);
        match hint {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    })
}

/// Reads settings; says what is wrong where, and what may have been meant.
fn parse(text: &str) -> Result<Config, (String, Option<String>)> {
    toml::from_str(text)
        .map_err(|e: toml::de::Error| (e.to_string().trim_end().replace('\n', "\n  "), meant(e.message())))
}

/// The known key nearest to an unknown one, from a message like ``unknown field `a`, expected `b` or `c` ``.
fn meant(message: &str) -> Option<String> {
    let mut names = message.split('`').skip(1).step_by(2);
    let unknown = names.next().filter(|_| message.contains("unknown "))?;
    let nearest = names.map(|known| (strsim::damerau_levenshtein(unknown, known), known)).min()?;
    let near = nearest.0 <= unknown.chars().count().div_ceil(2);
    let all = "`skink config show` prints all keys";
    Some(if near { format!("did you mean `{}`? {all}", nearest.1) } else { all.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: &str = r#"
        [answers]
        permission = "deny"
        [strategy]
        name = "weighted"
        system = 0.0
        [avoid]
        also = ["cart"]
        selectors = ["id=buy"]
        activities = ["PayActivity"]
        [texts]
        nasty = 0.5
        [[texts.own]]
        field = "id=amount"
        texts = ["1", "2"]
        [[model.rules]]
        widget = "class=TextView id=clock"
        by = ["type"]
        [scripts]
        login = ["type id=user \"me\"", "tap id=go"]
    "#;

    #[test]
    fn every_section_is_read_and_written_back() {
        let config = parse(ALL).unwrap();
        let settings = config.settings("com.example");
        assert_eq!(settings.system, 0.0);
        assert_eq!(settings.restart, Settings::default().restart);
        assert!(settings.avoid.words.contains(&"buy".to_owned()));
        assert!(settings.avoid.words.contains(&"cart".to_owned()));
        assert_eq!(settings.scripts.0["login"].len(), 2);
        let effective = config.effective("com.example");
        let written = toml::to_string(&effective).unwrap();
        assert_eq!(parse(&written).unwrap(), effective, "{written}");
        assert_eq!(effective.settings("com.example"), settings);
    }

    #[test]
    fn a_strategys_settings_survive_run_toml() {
        let settings = parse(ALL).unwrap().settings("com.example");
        let table = toml::Table::try_from(&settings).unwrap();
        let text = toml::to_string(&table).unwrap();
        assert_eq!(toml::from_str::<Settings>(&text).unwrap(), settings, "{text}");
    }

    #[test]
    fn nothing_is_avoided_in_samples_unless_the_user_says_so() {
        assert!(Config::default().settings("sample:shop").avoid.is_nothing());
        assert_eq!(Config::default().settings("com.example").avoid, AvoidSettings::default());
        let own = parse("[avoid]\nwords = [\"cart\"]\n").unwrap();
        assert_eq!(own.settings("sample:shop").avoid.words, ["cart"]);
        assert_eq!(own.settings("com.example").avoid.words, ["cart"]);
    }

    #[test]
    fn mistakes_are_named_with_their_line_and_what_was_meant() {
        let problem = |text: &str| parse(text).unwrap_err();
        let (said, hint) = problem("[answers]\npermision = \"deny\"\n");
        assert!(said.contains("line 2"), "{said}");
        assert!(
            hint.as_deref().is_some_and(|hint| hint.starts_with("did you mean `permission`?")),
            "{hint:?}"
        );
        let (said, hint) = problem("[texts]\n[[texts.own]]\nfeld = \"id=a\"\ntexts = []\n");
        assert!(said.contains("line 3") && hint.is_some_and(|hint| hint.contains("`field`")), "{said}");
        let (said, _) = problem("[avoid]\nselectors = [\"id=a\", \"colour=red\"]\n");
        assert!(said.contains("line 2") && said.contains("unknown key `colour`"), "{said}");
        let (said, _) = problem("[strategy]\nsystem = 2\n");
        assert!(said.contains("line 2") && said.contains("from 0 to 1"), "{said}");
        let (said, _) = problem("[scripts]\nlogin = [\"fly\"]\n");
        assert!(said.contains("line 2") && said.contains("unknown action `fly`"), "{said}");
        let (said, hint) = problem("[strategy]\nname = \"monkey\"\n");
        assert!(said.contains("unknown variant") && hint.is_some(), "{said}");
    }
}
