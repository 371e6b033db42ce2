//! `skink config`: the settings as they are in effect, and which of their rules match nothing.

use serde::Serialize;
use skink_explore::Avoid;
use skink_gui::Screen;

use crate::args::{Config as ConfigArgs, ConfigCommand};
use crate::commands::screen;
use crate::config::{self, Config};
use crate::failure::Failure;
use crate::output::{counted, print, print_json};

pub(crate) fn run(args: &ConfigArgs, json: bool) -> Result<u8, Failure> {
    match &args.what {
        ConfigCommand::Show { config, app } => show(&config::read(config.as_deref())?.effective(app), json),
        ConfigCommand::Check { config, screen } => {
            let file = config::path(config.as_deref()).ok_or_else(|| {
                Failure::usage("checking settings", "there is no skink.toml in this folder")
                    .hint("give the file with --config FILE")
            })?;
            let settings = config::read(Some(&file))?;
            let screens = screen.iter().map(|path| screen::read(path)).collect::<Result<Vec<_>, _>>()?;
            check(&file.display().to_string(), &rules(&settings, &screens), screens.len(), json)
        }
    }
}

fn show(effective: &Config, json: bool) -> Result<u8, Failure> {
    if json {
        print_json(effective)?;
    } else {
        let text =
            toml::to_string(effective).map_err(|e| Failure::device("writing the settings", e.to_string()))?;
        print(&text);
    }
    Ok(crate::OK)
}

/// A rule that the user wrote, and how many widgets or screens it matches.
#[derive(Serialize)]
struct Matched {
    section: &'static str,
    rule: String,
    matches: usize,
}

#[derive(Serialize)]
struct Verdict<'a> {
    config: &'a str,
    screens: usize,
    rules: &'a [Matched],
}

/// Every rule of the settings with its matches on these screens.
fn rules(config: &Config, screens: &[Screen]) -> Vec<Matched> {
    let mut found = Vec::new();
    let mut add = |section, rule: String, count: &dyn Fn(&Screen) -> usize| {
        found.push(Matched { section, rule, matches: screens.iter().map(count).sum() });
    };
    let avoid = &config.avoid;
    for word in avoid.words.iter().flatten().chain(&avoid.also) {
        let alone = config::AvoidSection { words: Some(vec![word.clone()]), ..Default::default() };
        let rule = Avoid::new(&alone.settings(""));
        let says = |screen: &Screen| screen.widgets().filter(|w| rule.avoided(w).is_some()).count();
        add("avoid", word.clone(), &says);
    }
    for selector in &avoid.selectors {
        add("avoid", selector.to_string(), &|screen| selector.find_all(screen).count());
    }
    for activity in &avoid.activities {
        let alone = config::AvoidSection {
            words: Some(Vec::new()),
            activities: vec![activity.clone()],
            ..Default::default()
        };
        let rule = Avoid::new(&alone.settings(""));
        add("avoid", activity.clone(), &|screen| usize::from(rule.left(screen).is_some()));
    }
    for own in &config.texts.own {
        add("texts", own.field.to_string(), &|screen| own.field.find_all(screen).count());
    }
    for rule in &config.model.rules {
        add("model", rule.widget.to_string(), &|screen| rule.widget.find_all(screen).count());
    }
    for (name, events) in &config.scripts.0 {
        for target in events.iter().filter_map(|event| event.target.as_ref()) {
            add("scripts", format!("{name}: {target}"), &|screen| target.find_all(screen).count());
        }
    }
    found
}

fn check(file: &str, rules: &[Matched], screens: usize, json: bool) -> Result<u8, Failure> {
    let idle = rules.iter().filter(|rule| rule.matches == 0 && screens > 0).count();
    if json {
        print_json(&Verdict { config: file, screens, rules })?;
    } else {
        let read = if screens == 0 { "; give dumps with --screen to see what they match" } else { "" };
        print(&format!("{file} is well formed, {}{read}\n", counted(rules.len() as u64, "rule")));
        for rule in rules.iter().filter(|_| screens > 0) {
            let matches = match rule.matches {
                0 => "matches nothing".to_owned(),
                n => counted(n as u64, "match").replace("matchs", "matches"),
            };
            print(&format!("  [{}] {}: {matches}\n", rule.section, rule.rule));
        }
        if idle > 0 {
            print(&format!(
                "{} on {}\n",
                match idle {
                    1 => "1 rule matches nothing".to_owned(),
                    n => format!("{n} rules match nothing"),
                },
                counted(screens as u64, "screen")
            ));
        }
    }
    Ok(if idle > 0 { crate::FINDINGS } else { crate::OK })
}
