//! The recorder in the terminal: the same recording, one line at a time.

use std::fmt::Write as _;
use std::io::BufRead;

use skink_gui::{Action, Event, Screen, Selector, WidgetId, enabled, locate};
use skink_property::{View, Wish};

use super::Session;
use crate::commands::play::describe;
use crate::failure::Failure;
use crate::output::{counted, print};

const HELP: &str = "\
do:       a number does that action (`3 text` types), or an event (back, rotate, wait 2000, tap id=save …)
say:      mark SELECTOR        what shows the data object      name NAME   data TYPE   operation OPERATION
          present SELECTOR     absent SELECTOR                 when LINE   drop N      (preconditions)
          selectors N          choose N SELECTOR|NUMBER        bind N GENERATOR|old|fixed
          begin                the function begins here; what was done so far only leads here
then:     show   undo   restart   try   save   help   quit
";

pub(super) fn run(mut session: Session, doing: &str) -> Result<u8, Failure> {
    print(HELP);
    print(&screen(session.recording.screen()));
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|e| Failure::device(doing, e.to_string()))?;
        match session.obey(line.trim()) {
            Ok(None) => break,
            Ok(Some(answer)) => print(&answer),
            Err(problem) => print(&format!("{problem}\n")),
        }
    }
    Ok(crate::OK)
}

impl Session {
    /// Does what a line says; `None` ends it.
    fn obey(&mut self, line: &str) -> Result<Option<String>, String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        let mut wish = |wish: Wish| self.recording.fulfil(wish).map_err(|e| e.to_string());
        match word {
            "" => wish(Wish::Look)?,
            "quit" | "q" => return Ok(None),
            "help" => return Ok(Some(HELP.to_owned())),
            "save" => {
                let done = self.save()?;
                return Ok(Some(format!("{done}\n{}", screen(self.recording.screen()))));
            }
            "try" => {
                wish(Wish::Try)?;
                return Ok(Some(tried(&self.recording.view())));
            }
            "show" => return Ok(Some(recorded(&self.recording.view()))),
            "selectors" => return self.selectors(number(rest)?).map(Some),
            "undo" => wish(Wish::Undo)?,
            "restart" => wish(Wish::Restart)?,
            "begin" => wish(Wish::Begin)?,
            "mark" => {
                let widget = self.widget(rest)?;
                self.recording.recorder.mark_widget(widget);
            }
            "present" | "absent" => {
                let widget = self.widget(rest)?;
                let required = self.recording.recorder.require_widget(widget, word == "present");
                required.map_err(|e| e.to_string())?;
            }
            "when" => wish(Wish::When { line: rest.to_owned() })?,
            "drop" => wish(Wish::Drop { number: number(rest)?.saturating_sub(1) })?,
            "name" => wish(Wish::Name { name: rest.to_owned() })?,
            "data" => wish(Wish::Data { data: rest.to_owned() })?,
            "operation" => wish(Wish::Operation { operation: rest.to_owned() })?,
            "choose" => {
                let (step, selector) = pair(rest)?;
                let offered = selector.parse::<usize>().ok().and_then(|at| {
                    let view = self.recording.view();
                    let choices = &view.steps.get(step.checked_sub(1)?)?.choices;
                    choices.get(at.checked_sub(1)?).map(|choice| choice.text.clone())
                });
                let selector = offered.unwrap_or_else(|| selector.to_owned());
                self.recording.fulfil(Wish::Choose { step, selector }).map_err(|e| e.to_string())?;
            }
            "bind" => {
                let (step, to) = pair(rest)?;
                wish(Wish::Bind { step, to: to.to_owned() })?;
            }
            _ => {
                let (action, widget) = match word.parse::<usize>() {
                    Ok(number) => numbered(self.recording.screen(), number, rest)?,
                    Err(_) => event(self.recording.screen(), line)?,
                };
                self.recording.act(action, widget).map_err(|e| e.to_string())?;
                return Ok(Some(format!(
                    "{}{}",
                    screen(self.recording.screen()),
                    recorded(&self.recording.view())
                )));
            }
        }
        Ok(Some(recorded(&self.recording.view())))
    }

    fn widget(&self, selector: &str) -> Result<WidgetId, String> {
        let selector: Selector = selector.parse().map_err(|e: skink_gui::SelectorError| e.to_string())?;
        let found = selector.find_all(self.recording.screen()).next().map(|w| w.id());
        found.ok_or_else(|| format!("`{selector}` matches nothing here"))
    }

    fn selectors(&self, step: usize) -> Result<String, String> {
        let view = self.recording.view();
        let step = step.checked_sub(1).and_then(|at| view.steps.get(at)).ok_or("there is no such step")?;
        let mut out = String::new();
        for (at, choice) in step.choices.iter().enumerate() {
            let matches = format!("{} match{}", choice.matches, if choice.matches == 1 { "" } else { "es" });
            let _ = writeln!(out, "{:>3}. {:<50} {matches}", at + 1, choice.text);
        }
        Ok(out)
    }
}

fn number(text: &str) -> Result<usize, String> {
    text.trim().parse().map_err(|_| format!("`{text}` is not a number"))
}

fn pair(text: &str) -> Result<(usize, &str), String> {
    let (first, rest) = text.split_once(' ').ok_or("two things are expected: a step and what to use")?;
    Ok((number(first)?, rest.trim()))
}

fn numbered(screen: &Screen, number: usize, text: &str) -> Result<(Action, Option<WidgetId>), String> {
    let all = enabled(screen);
    let chosen = number.checked_sub(1).and_then(|at| all.get(at));
    let chosen = chosen.ok_or_else(|| format!("there is no action {number}: choose 1 to {}", all.len()))?;
    Ok((chosen.event(screen, || text.to_owned()).action, Some(chosen.widget())))
}

fn event(screen: &Screen, line: &str) -> Result<(Action, Option<WidgetId>), String> {
    let event: Event =
        line.parse().map_err(|e: skink_gui::EventError| format!("{e}; `help` lists the words"))?;
    let widget = locate(&event, None, screen);
    if event.action.needs_target() && widget.is_none() {
        return Err(format!("`{event}` finds no widget here"));
    }
    Ok((event.action, widget))
}

/// Where we are, and what can be done.
fn screen(screen: &Screen) -> String {
    let mut out = format!("\n== {} {} ({})\n", screen.package(), screen.activity(), screen.window().name());
    for (at, action) in enabled(screen).iter().enumerate() {
        // A row says what it shows, or nobody could tell one from another.
        let widget = screen.widget(action.widget());
        let texts: Vec<&str> =
            widget.subtree().map(|w| w.text()).filter(|text| !text.is_empty()).take(2).collect();
        let said = describe(action, screen);
        let more = texts
            .iter()
            .filter(|text| !said.contains(**text))
            .map(|text| format!("  {}", text.escape_debug()));
        let _ = writeln!(out, "{:>3}. {said}{}", at + 1, more.collect::<String>());
    }
    out
}

/// What was recorded so far.
fn recorded(view: &View) -> String {
    let mut out = String::new();
    for news in &view.news {
        let _ = writeln!(out, " ** {news}");
    }
    let guess = if view.guessed { ", guessed" } else { "" };
    let _ = writeln!(out, "-- {} ({}{guess}) of {}", view.name, view.operation, view.data);
    for (at, step) in view.steps.iter().enumerate() {
        let selector =
            step.selector.as_ref().map_or(String::new(), |s| format!("   [{} of {}]", s.text, s.matches));
        let typed = step.types.as_ref().map_or(String::new(), |to| format!("   ({to})"));
        let _ = writeln!(out, "{:>3}. {}{selector}{typed}", at + 1, step.words);
        for warning in view.warnings.iter().filter(|w| w.step == Some(at + 1)) {
            let _ = writeln!(out, "     ! {}", warning.text);
        }
    }
    for about in &view.about {
        let _ = writeln!(out, "   about {about}");
    }
    for (at, when) in view.when.iter().enumerate() {
        let _ = writeln!(out, "   when {}: {when}", at + 1);
    }
    for warning in view.warnings.iter().filter(|w| w.step.is_none()) {
        let _ = writeln!(out, "   ! {}", warning.text);
    }
    let _ = writeln!(out, "\n{}", view.property.trim_end());
    if view.complete {
        let _ = writeln!(
            out,
            "-- `try`, then `save`; {} in the file",
            counted(view.saved.len() as u64, "function")
        );
    }
    out
}

fn tried(view: &View) -> String {
    let Some(tried) = &view.tried else { return "nothing was tried\n".to_owned() };
    let mut out = format!("{}: {}\n", if tried.green { "GREEN" } else { "RED" }, tried.words);
    for note in &tried.notes {
        let _ = writeln!(out, "   {note}");
    }
    out
}
