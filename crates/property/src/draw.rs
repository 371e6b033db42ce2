//! Which calls of a function are possible now: its values are drawn, and its precondition judged with them. A
//! value picked from the data or read off the screen gives one possible call for each object.

use skink_gui::Screen;
use skink_run::Dice;

use crate::data::Data;
use crate::file::{Function, Operation, Rules};
use crate::judge::holds;
use crate::line::Line;
use crate::template::{Scope, Values};
use crate::value::{Source, near};

/// Objects or widgets tried for one function at one moment.
const MAX_CHOICES: usize = 24;
/// Draws until a new name is really new.
const MAX_DRAWS: usize = 20;

/// The values of each call that is possible on this screen with this data.
pub fn possible_calls(
    function: &Function,
    rules: &Rules,
    data: &Data,
    screen: &Screen,
    dice: &mut Dice,
) -> Vec<Values> {
    // What needs no object first: most functions are not possible on most screens.
    if !might_be_possible(function, rules, data, screen) {
        return Vec::new();
    }
    let mut all = drawn(function, rules, data, screen, dice);
    all.retain(|values| is_possible(function, rules, values, data, screen));
    all
}

fn might_be_possible(function: &Function, rules: &Rules, data: &Data, screen: &Screen) -> bool {
    let none = Values::new();
    let scope = Scope { values: &none, data, key: &rules.key };
    let views = [screen.clone()];
    let fixed = rules.when.iter().filter(|c| c.templates().iter().all(|t| t.values().next().is_none()));
    if !fixed.into_iter().all(|condition| holds(condition, &scope, &views)) {
        return false;
    }
    let first = function.steps.iter().find_map(|line| match line {
        Line::Do(step) => Some(step),
        _ => None,
    });
    match first {
        Some(step) if !step.optional => step.target.as_ref().is_none_or(|target| {
            let constant = target.templates().iter().all(|t| t.values().next().is_none());
            !constant || target.fill(&scope).is_ok_and(|find| find.is_on(screen))
        }),
        _ => true,
    }
}

/// Whether the precondition holds: the written one, and the first event's widget is there (Table 1).
pub fn is_possible(
    function: &Function,
    rules: &Rules,
    values: &Values,
    data: &Data,
    screen: &Screen,
) -> bool {
    let views = [screen.clone()];
    let mut values = values.clone();
    let all_hold = |values: &Values| {
        let scope = Scope { values, data, key: &rules.key };
        rules.when.iter().all(|condition| holds(condition, &scope, &views))
    };
    if !all_hold(&values) || !are_picked(rules, &values, data) || !are_new(function, rules, &values, data) {
        return false;
    }
    for line in &function.steps {
        match line {
            Line::Capture { value, from } => {
                let scope = Scope { values: &values, data, key: &rules.key };
                let Ok(find) = from.fill(&scope) else { return false };
                let Some(widget) = find.find_all(screen).into_iter().next() else { return false };
                let said = if widget.text().is_empty() { widget.desc() } else { widget.text() };
                values.insert(value.clone(), said.to_owned());
            }
            Line::Check(condition) => {
                let scope = Scope { values: &values, data, key: &rules.key };
                if !holds(condition, &scope, &views) {
                    return false;
                }
            }
            // What must be scrolled to is looked for later.
            Line::Seek(_) | Line::Sweep(_) => return true,
            Line::Do(step) => {
                let Some(target) = step.target.as_ref().filter(|_| !step.optional) else { return true };
                let scope = Scope { values: &values, data, key: &rules.key };
                let Ok(find) = target.fill(&scope) else { return false };
                return find.find_all(screen).iter().any(|w| !w.bounds().is_empty());
            }
        }
    }
    true
}

/// Whether what was picked from the data is there: a test with a call left out may lack it.
fn are_picked(rules: &Rules, values: &Values, data: &Data) -> bool {
    let scope = Scope { values, data, key: &rules.key };
    rules.values.iter().all(|(name, source)| {
        let Source::Pick(objects) = source else { return true };
        let Ok(filters) = objects.fill(&scope) else { return false };
        let is = |object: &skink_trace::DataObject| {
            object.iter().all(|(field, text)| values.get(&format!("{name}.{field}")) == Some(text))
        };
        data.matching(&objects.data, &filters).any(is)
    })
}

/// Whether what was made is new still: a test with simpler texts may make the same twice.
fn are_new(function: &Function, rules: &Rules, values: &Values, data: &Data) -> bool {
    let made = rules.values.iter().filter(|(_, source)| matches!(source, Source::Random(_)));
    made.filter_map(|(name, _)| Some((name, values.get(name)?)))
        .all(|(name, text)| !is_taken(function, rules, name, text, data))
}

fn drawn(function: &Function, rules: &Rules, data: &Data, screen: &Screen, dice: &mut Dice) -> Vec<Values> {
    let mut all = vec![Values::new()];
    let mut left: Vec<(&String, &Source)> = rules.values.iter().collect();
    // A value may depend on others: those come first, whatever their names.
    while !left.is_empty() {
        let ready = left.iter().position(|(_, source)| {
            needs(source).iter().all(|need| !left.iter().any(|(name, _)| named(name, need)))
        });
        let (name, source) = left.remove(ready.unwrap_or(0));
        let mut next = Vec::new();
        for values in &all {
            next.extend(extended(values, name, source, function, rules, data, screen, dice));
        }
        shorten(&mut next, dice);
        all = next;
    }
    all
}

fn named(defined: &str, wanted: &str) -> bool {
    defined.split('.').next() == wanted.split('.').next()
}

fn needs(source: &Source) -> Vec<&str> {
    match source {
        Source::Pick(objects) => objects.filters.iter().flat_map(|(_, _, t)| t.values()).collect(),
        Source::Shown(find) => find.templates().into_iter().flat_map(|t| t.values()).collect(),
        _ => Vec::new(),
    }
}

/// At most so many, any of them.
fn shorten(all: &mut Vec<Values>, dice: &mut Dice) {
    for at in 0..all.len().min(MAX_CHOICES) {
        let other = at + dice.below(all.len() - at);
        all.swap(at, other);
    }
    all.truncate(MAX_CHOICES);
}

#[allow(clippy::too_many_arguments, reason = "all of them say what a value depends on")]
fn extended(
    values: &Values,
    name: &str,
    source: &Source,
    function: &Function,
    rules: &Rules,
    data: &Data,
    screen: &Screen,
    dice: &mut Dice,
) -> Vec<Values> {
    let with = |text: String| {
        let mut values = values.clone();
        values.insert(name.to_owned(), text);
        values
    };
    let scope = Scope { values, data, key: &rules.key };
    match source {
        Source::Random(generator) => {
            let taken = |text: &str| is_taken(function, rules, name, text, data);
            let draws = (0..MAX_DRAWS).map(|_| generator.draw(dice)).find(|text| !taken(text));
            draws.map(with).into_iter().collect()
        }
        Source::OneOf(texts) => dice.pick(texts).cloned().map(with).into_iter().collect(),
        Source::Number(from, to) => {
            let span = to.abs_diff(*from) as usize;
            vec![with(from.saturating_add(dice.below(span.saturating_add(1)) as i64).to_string())]
        }
        Source::Near(of) => {
            let key = &rules.key;
            let names: Vec<&String> = data.objects(of).iter().filter_map(|object| object.get(key)).collect();
            let name_of = dice.pick(&names).and_then(|name| near(name, dice));
            name_of.filter(|text| !names.contains(&text)).map(with).into_iter().collect()
        }
        Source::Pick(objects) => {
            let Ok(filters) = objects.fill(&scope) else { return Vec::new() };
            let picked = data.matching(&objects.data, &filters).map(|object| {
                let mut values = values.clone();
                for (field, text) in object {
                    values.insert(format!("{name}.{field}"), text.clone());
                }
                values
            });
            picked.collect()
        }
        Source::Shown(find) => {
            let Ok(find) = find.fill(&scope) else { return Vec::new() };
            let mut texts: Vec<String> = find
                .find_all(screen)
                .iter()
                .map(|w| if w.text().is_empty() { w.desc() } else { w.text() }.to_owned())
                .filter(|text| !text.is_empty())
                .collect();
            texts.sort_unstable();
            texts.dedup();
            texts.into_iter().map(with).collect()
        }
    }
}

/// Table 1: what is created, or updated to, is not in D yet.
fn is_taken(function: &Function, rules: &Rules, name: &str, text: &str, data: &Data) -> bool {
    let makes = matches!(function.operation, Operation::Create | Operation::Update);
    let is_key = name == "new" || name.strip_prefix("new.") == Some(rules.key.as_str());
    let Some(of) = function.data.as_ref().filter(|_| makes && is_key) else { return false };
    data.objects(of).iter().any(|object| object.get(&rules.key).is_some_and(|key| key == text))
}
