//! `skink phone play`: a person uses a sample app, in the terminal or on a page.

mod page;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::BufRead;

use skink_device::{Device, DeviceError, Input};
use skink_gui::{Action, Enabled, Event, Screen, Widget, enabled, locate};
use skink_phone::{BugSwitch, Phone};
use skink_trace::Observation;

use crate::app::{self, PhoneOptions};
use crate::args::{AllOrNone, Play};
use crate::failure::Failure;
use crate::output::{counted, print};

pub(crate) fn run(args: &Play, json: bool) -> Result<u8, Failure> {
    let doing = format!("playing {}", args.app);
    if json {
        return Err(
            Failure::usage(doing, "playing by hand has no result to print as JSON").hint("leave --json out")
        );
    }
    let phone = app::phone(&args.app, &PhoneOptions::of_sample(&args.phone))?;
    let fixed = match args.phone.bugs {
        AllOrNone::None => phone.manifest().bugs.iter().map(|bug| bug.id.to_owned()).collect(),
        AllOrNone::All => args.phone.fix.iter().cloned().collect(),
    };
    let mut session = Session::new(phone, fixed).map_err(|e| Failure::device(&doing, e.to_string()))?;
    if args.page { page::serve(session, args.port, &doing) } else { session.terminal(&doing) }
}

/// A phone in somebody's hands.
struct Session {
    phone: Phone,
    now: Observation,
    covered: BTreeSet<u32>,
    fixed: BTreeSet<String>,
    starts: u64,
    events: u64,
    /// What happened last, for the person.
    news: Vec<String>,
}

impl Session {
    fn new(mut phone: Phone, fixed: BTreeSet<String>) -> Result<Self, DeviceError> {
        let now = phone.clean_start(0)?;
        let mut session =
            Self { phone, now, covered: BTreeSet::new(), fixed, starts: 1, events: 0, news: Vec::new() };
        session.take_in();
        Ok(session)
    }

    fn take_in(&mut self) {
        self.covered.extend(&self.now.covered);
        self.news = self.now.toasts.iter().map(|toast| format!("toast: {toast}")).collect();
        self.news.extend(self.now.crashes.iter().map(|crash| format!("CRASH: {}", crash.title())));
        if self.now.busy {
            self.news.push("the screen does not rest".into());
        }
    }

    fn perform(&mut self, input: &Input) -> Result<(), DeviceError> {
        self.now = self.phone.perform(input)?;
        self.events += 1;
        self.take_in();
        Ok(())
    }

    fn restart(&mut self) -> Result<(), DeviceError> {
        self.now = self.phone.clean_start(self.starts)?;
        self.starts += 1;
        self.take_in();
        Ok(())
    }

    /// Switches one bug; unknown ones are told.
    fn switch(&mut self, id: &str, on: bool) -> Result<(), DeviceError> {
        let mut fixed = self.fixed.clone();
        if on {
            fixed.remove(id)
        } else {
            fixed.insert(id.to_owned())
        };
        let mut known = fixed.clone();
        known.insert(id.to_owned());
        self.phone.switch_bugs(BugSwitch::Fixed(known.into_iter().collect()))?;
        self.phone.switch_bugs(BugSwitch::Fixed(fixed.iter().cloned().collect()))?;
        self.fixed = fixed;
        self.now = self.phone.observe()?;
        self.take_in();
        Ok(())
    }

    fn status(&self) -> String {
        let total = self.phone.branches().unwrap_or(0);
        format!(
            "{}, {} of {total} branches covered, phone clock {:.1} s",
            counted(self.events, "event"),
            self.covered.len(),
            self.phone.clock().as_secs_f64()
        )
    }

    fn terminal(&mut self, doing: &str) -> Result<u8, Failure> {
        print(
            "a number does that action (`3 text` types); an event does itself (back, rotate, tap id=save …);\n",
        );
        print("tree, bugs, fix ID, break ID, restart, quit\n\n");
        print(&self.page());
        for line in std::io::stdin().lock().lines() {
            let line = line.map_err(|e| Failure::device(doing, e.to_string()))?;
            match self.obey(line.trim()) {
                Ok(None) => break,
                Ok(Some(answer)) => print(&answer),
                Err(problem) => print(&format!("{problem}\n")),
            }
        }
        Ok(crate::OK)
    }

    /// Does what a line says; `None` ends the game.
    fn obey(&mut self, line: &str) -> Result<Option<String>, String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let failed = |e: DeviceError| e.to_string();
        match word {
            "" => {}
            "quit" | "q" => return Ok(None),
            "tree" => return Ok(Some(tree(&self.now.screen))),
            "bugs" => return Ok(Some(self.bugs())),
            "fix" => self.switch(rest, false).map_err(failed)?,
            "break" => self.switch(rest, true).map_err(failed)?,
            "restart" => self.restart().map_err(failed)?,
            _ => {
                let input = match word.parse::<usize>() {
                    Ok(number) => self.numbered(number, rest)?,
                    Err(_) => self.event(line)?,
                };
                self.perform(&input).map_err(failed)?;
            }
        }
        Ok(Some(self.page()))
    }

    fn numbered(&self, number: usize, text: &str) -> Result<Input, String> {
        let all = enabled(&self.now.screen);
        let chosen = number.checked_sub(1).and_then(|at| all.get(at));
        let chosen =
            chosen.ok_or_else(|| format!("there is no action {number}: choose 1 to {}", all.len()))?;
        let event = chosen.event(&self.now.screen, || text.to_owned());
        let bounds = self.now.screen.widget(chosen.widget()).bounds();
        Input::of(&event.action, Some(bounds)).ok_or_else(|| "that cannot be done".to_owned())
    }

    fn event(&self, line: &str) -> Result<Input, String> {
        let event: Event = line.parse().map_err(|e: skink_gui::EventError| e.to_string())?;
        let widget = locate(&event, None, &self.now.screen);
        let bounds = widget.map(|id| self.now.screen.widget(id).bounds());
        Input::of(&event.action, bounds).ok_or_else(|| format!("`{event}` finds no widget here"))
    }

    fn bugs(&self) -> String {
        let mut out = String::new();
        for bug in self.phone.manifest().bugs {
            let state = if self.fixed.contains(bug.id) { "fixed" } else { "on" };
            let _ = writeln!(out, "{state:<6} {:<28} {}", bug.id, bug.title);
        }
        if out.is_empty() { "no known bugs\n".into() } else { out }
    }

    /// What a person sees: where they are, the texts, what can be done.
    fn page(&self) -> String {
        let screen = &self.now.screen;
        let mut out = format!("== {} {} ({})\n", screen.package(), screen.activity(), screen.window().name());
        for widget in screen.widgets().filter(|w| !w.text().is_empty()) {
            let indent = "  ".repeat(widget.ancestors().count().saturating_sub(4).min(8));
            let _ = writeln!(out, "   {indent}{}", widget.text().escape_debug());
        }
        for (at, action) in enabled(screen).iter().enumerate() {
            let _ = writeln!(out, "{:>3}. {}", at + 1, describe(action, screen));
        }
        for news in &self.news {
            let _ = writeln!(out, " ** {news}");
        }
        let _ = writeln!(out, "-- {}", self.status());
        out
    }
}

pub(super) fn describe(action: &Enabled, screen: &Screen) -> String {
    let widget = screen.widget(action.widget());
    let event = action.event(screen, String::new);
    match event.action {
        Action::Type(_) => format!(
            "type into {}",
            if widget.short_id().is_empty() { widget.hint() } else { widget.short_id() }
        ),
        _ => event.describe(Some(&widget)),
    }
}

fn tree(screen: &Screen) -> String {
    let line = |w: Widget<'_>| {
        let indent = "  ".repeat(w.ancestors().count());
        format!("{indent}{} {} {:?} {:?}\n", w.short_class(), w.short_id(), w.text(), w.desc())
    };
    screen.widgets().map(line).collect()
}
