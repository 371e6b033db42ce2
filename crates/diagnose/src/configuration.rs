//! The published `configuration-#<id>.json`: what the events of an automaton are, in words. Its
//! `transition_function` and `interesting_pairs` are leftovers and not read.

use std::collections::BTreeMap;

use serde_json::Value;
use skink_model::automaton::Symbol;

/// What a configuration says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Configuration {
    /// The app, as its authors call it.
    pub app: String,
    /// The bug's id, without `#`.
    pub bug: String,
    /// What each event is.
    pub events: BTreeMap<Symbol, String>,
    /// Ids that are written otherwise than the automaton's symbols, with the symbol.
    pub renamed: Vec<(String, Symbol)>,
    /// Ids that are written in two ways for the same event.
    pub doubled: Vec<Symbol>,
}

/// Reads a configuration.
pub fn parse_configuration(text: &str) -> Result<Configuration, String> {
    let value: Value =
        serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(|e| format!("not JSON: {e}"))?;
    let word = |key: &str| match value.get(key) {
        Some(Value::String(text)) => text.trim().trim_start_matches('#').to_owned(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    let mut found = Configuration { app: word("app_name"), bug: word("bug_id"), ..Default::default() };
    let Some(events) = value.get("events").and_then(Value::as_object) else {
        return Err("no `events`: a table of ids with what each event is".into());
    };
    for (id, event) in events {
        let info = event.get("info").or(Some(event)).and_then(Value::as_str).unwrap_or_default();
        let symbol = Symbol::of(id);
        if symbol.as_str() != id.trim() {
            found.renamed.push((id.trim().to_owned(), symbol.clone()));
        }
        if found.events.insert(symbol.clone(), info.trim().to_owned()).is_some() {
            found.doubled.push(symbol);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_read_and_leftovers_are_not() {
        let text = r##"{"app_name": "Notes", "bug_id": "#745", "transition_function": 7, "events": {
            "1": {"info": "Went in. ", "reason": null}, "10": {"info": "Clicked."}, "2": null}}"##;
        let found = parse_configuration(text).unwrap();
        assert_eq!((found.app.as_str(), found.bug.as_str()), ("Notes", "745"));
        assert_eq!(found.events[&Symbol::of("1")], "Went in.");
        assert_eq!(found.events[&Symbol::of("a")], "Clicked.");
        assert_eq!(found.renamed, [("10".to_owned(), Symbol::of("a"))]);
        assert!(parse_configuration("[]").is_err());
        assert!(parse_configuration("{").unwrap_err().starts_with("not JSON"));
    }
}
