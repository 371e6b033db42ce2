//! The pivot events of a finding, as general as they may be: a widget is named by its id, and by what it says only
//! where another widget of that id does not lead to the bug. Which it is, is found out by doing it.

use skink_gui::{Action, Event, Flags, Selector, Widget, WidgetId};
use skink_model::automaton::Pivot;
use skink_run::Scripted;
use skink_trace::Step;

use super::world::World;
use crate::error::DiagnoseError;

/// Other widgets that are tried in a target's place.
const TRIED: usize = 3;

/// The predicate of each step.
pub(super) fn generalised(world: &mut World<'_>, steps: &[Step]) -> Result<Vec<Pivot>, DiagnoseError> {
    let script: Vec<Scripted> = steps.iter().map(scripted).collect();
    let mut found = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let action = general_action(world, &script, at, &step.event.action)?;
        let widget = step.widget.filter(|_| step.event.target.is_some()).and_then(|id| step.before.get(id));
        let Some(widget) = widget else {
            found.push(Pivot::of(Event { action, target: step.event.target.clone() }));
            continue;
        };
        let mut chosen = None;
        for selector in selectors(&widget) {
            let pivot = Pivot::of(Event::on(action.clone(), selector));
            let all = pivot.enabled_on(&step.before);
            let others: Vec<WidgetId> = all
                .into_iter()
                .filter(|id| !is_part(&step.before.widget(*id), &widget))
                .take(TRIED)
                .collect();
            let mut general = true;
            for other in others {
                general &= shows_with(world, &script, at, step, other)?;
            }
            if general {
                chosen = Some(pivot);
                break;
            }
        }
        let whole = || Pivot::of(Event::on(action.clone(), Selector::of(&widget)));
        found.push(chosen.unwrap_or_else(whole));
    }
    Ok(found)
}

/// Whether one of the two stands around the other: then a tap on either is the same tap.
fn is_part(a: &Widget<'_>, b: &Widget<'_>) -> bool {
    a.id() == b.id() || a.ancestors().any(|w| w.id() == b.id()) || b.ancestors().any(|w| w.id() == a.id())
}

fn scripted(step: &Step) -> Scripted {
    Scripted {
        performed_on: step.widget.map(|id| (step.before.clone(), id)),
        ..Scripted::new(step.event.clone())
    }
}

/// Any text, where another text leads to the bug as well.
fn general_action(
    world: &mut World<'_>,
    script: &[Scripted],
    at: usize,
    action: &Action,
) -> Result<Action, DiagnoseError> {
    if let Action::Type(text) = action {
        let other = if text == "Some text" { "Other text" } else { "Some text" };
        let mut changed = script.to_vec();
        changed[at].event.action = Action::Type(other.to_owned());
        if world.shows(&changed)?.is_some() {
            return Ok(Action::Type(String::new()));
        }
    }
    Ok(action.clone())
}

/// Whether the bug shows when the step is done to another widget.
fn shows_with(
    world: &mut World<'_>,
    script: &[Scripted],
    at: usize,
    step: &Step,
    other: WidgetId,
) -> Result<bool, DiagnoseError> {
    let mut changed = script.to_vec();
    let widget = step.before.widget(other);
    changed[at].event.target = Some(Selector::of(&widget));
    changed[at].performed_on = Some((step.before.clone(), other));
    Ok(world.shows(&changed)?.is_some())
}

/// Ways to name a widget, the most general first.
fn selectors(widget: &Widget<'_>) -> Vec<Selector> {
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let id = some(widget.short_id());
    let desc = some(widget.desc());
    // A field's text is its content and does not name it.
    let text = some(widget.text()).filter(|_| !widget.is(Flags::EDITABLE));
    let shown = widget.subtree().find_map(|w| some(w.text()).filter(|_| w.id() != widget.id()));
    let class = some(widget.short_class());
    let mut found = Vec::new();
    let mut add = |selector: Selector| {
        if selector != Selector::default() && !found.contains(&selector) {
            found.push(selector);
        }
    };
    if id.is_some() {
        add(Selector { id: id.clone(), ..Selector::default() });
        add(Selector { id: id.clone(), desc: desc.clone(), ..Selector::default() });
    }
    if desc.is_some() {
        add(Selector { desc, ..Selector::default() });
    }
    if text.is_some() {
        add(Selector { id: id.clone(), text, ..Selector::default() });
    }
    if shown.is_some() {
        add(Selector { text: shown, ..Selector::default() });
    }
    if id.is_none() {
        add(Selector { class, ..Selector::default() });
    }
    found
}

/// What a step is in words, as someone else does it.
pub(super) fn label_of(step: &Step) -> String {
    let widget = step.widget.and_then(|id| step.before.get(id));
    let words = step.event.describe(widget.as_ref()).replace('"', "'");
    let (verb, rest) = words.split_once(' ').unwrap_or((&words, ""));
    let verb = match verb {
        "tap" => "taps",
        "longtap" => "holds",
        "type" => "types",
        "scroll" => "scrolls",
        "swipe" => "swipes",
        "wait" => "waits",
        "rotate" => "turns the screen",
        "back" => "presses Back",
        "menu" => "presses Menu",
        "home" => "presses Home",
        "enter" => "presses Enter",
        "background" => "goes to the background and comes back",
        "kill" => "comes back after its process died",
        "relaunch" => "is launched anew",
        "launch" => "is brought to the front",
        other => other,
    };
    format!("{verb} {rest}").trim_end().to_owned()
}
