//! Property-based fuzzing: the paper's Algorithm 1 as a strategy and an oracle that share one state. After a
//! clean start functions whose precondition holds and random events are interleaved by a coin; the data as it
//! should be is kept beside the app; a test ends after so many events or with a violation, for then the data is
//! no longer true.
//!
//! Beyond the paper: pairs and triples of functions on the same object are preferred until they were seen;
//! random events go for what was done least on a screen; a way that is known leads to where a function that was
//! seldom done can be done; events of the system come between functions. The paper's two baselines are modes.

mod choose;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use skink_gui::{Action, Event, Screen};
use skink_run::{Choice, CrashOracle, Dice, Found, Moment, Oracle, Scripted, Strategy, TraceRef};
use skink_trace::{Actor, Call as CallRecord, Observation, Step, Violation};

use crate::call::{Ask, Call, Outcome, Stuck};
use crate::data::Data;
use crate::draw::possible_calls;
use crate::figures::FunctionFigures;
use crate::file::{Function, PropertyFile, Rules};
use crate::history::History;
use crate::rerun::{Item, SETUP, items, setup, violation};
use crate::settings::{CheckSettings, Mode};
use crate::template::Values;
use crate::wander::{Wander, first_target};
use choose::kind_of;

/// A function that is possible now, and with which values.
type Possible = (usize, Vec<Values>);

/// Tests kept of each line that broke: different causes may break the same line.
pub const KEPT: u64 = 6;
/// The part of them that may look alike: the same kind of texts, after the same function on the same object.
const ALIKE: u64 = 8;

/// A violation that was met.
#[derive(Clone, Debug)]
pub struct Met {
    /// The function and the line of its postcondition.
    pub breaks: (String, usize),
    /// The line.
    pub line: String,
    /// The trace that shows it.
    pub at: TraceRef,
    /// The step that showed it.
    pub step: u64,
    /// What shows it.
    pub violation: Violation,
    /// The test: its random events and calls.
    pub test: Vec<Item>,
    /// How often this line has broken: 1 for the first time.
    pub count: u64,
}

struct Known {
    function: Arc<Function>,
    rules: Arc<Rules>,
}

/// The state that strategy and oracle share.
pub struct Tester {
    file: PropertyFile,
    text: String,
    functions: Vec<Known>,
    settings: CheckSettings,
    data: Data,
    history: History,
    wander: Wander,
    call: Option<(usize, Call, usize)>,
    calls: Vec<CallRecord>,
    /// The events of the present test.
    script: Vec<Scripted>,
    kept: u64,
    at: TraceRef,
    step: u64,
    setup_steps: u64,
    needs_setup: bool,
    over: bool,
    /// The function of a single-function test.
    single: usize,
    traces: u64,
    figures: Vec<FunctionFigures>,
    met: Vec<Met>,
    counts: BTreeMap<(String, usize), u64>,
    /// How often each function was begun on each kind of screen.
    begun: FxHashMap<(usize, u64), u32>,
    /// How many tests were kept of each line and look.
    looks: BTreeMap<((String, usize), String), u64>,
}

/// The number that stands for the setup.
const NO_FUNCTION: usize = usize::MAX;

impl Tester {
    /// For the app of a package.
    pub fn new(file: PropertyFile, package: &str, settings: CheckSettings) -> Self {
        let functions: Vec<Known> = file
            .functions
            .iter()
            .map(|function| Known {
                rules: Arc::new(file.rules(function)),
                function: Arc::new(function.clone()),
            })
            .collect();
        let figures = file
            .functions
            .iter()
            .map(|function| FunctionFigures { name: function.name.clone(), ..FunctionFigures::default() })
            .collect();
        Self {
            text: file.to_toml(),
            data: file.initial(),
            wander: Wander::new(package, &file, functions.len(), settings),
            functions,
            settings,
            file,
            history: History::default(),
            call: None,
            calls: Vec::new(),
            script: Vec::new(),
            kept: KEPT,
            at: TraceRef { trace: 0, steps: 0 },
            step: 0,
            setup_steps: 0,
            needs_setup: false,
            over: false,
            single: 0,
            traces: 0,
            figures,
            met: Vec::new(),
            counts: BTreeMap::new(),
            begun: FxHashMap::default(),
            looks: BTreeMap::new(),
        }
    }

    /// Keeps so many tests of each line that breaks.
    pub fn keeping(mut self, kept: u64) -> Self {
        self.kept = kept;
        self
    }

    /// The violations met, with those of broken properties.
    pub fn met(&self) -> &[Met] {
        &self.met
    }

    /// The file that is tested.
    pub fn file(&self) -> &PropertyFile {
        &self.file
    }

    /// How each function fared; those that are no properties say why.
    pub fn figures(&self) -> Vec<FunctionFigures> {
        self.figures.iter().cloned().map(FunctionFigures::judged).collect()
    }

    /// Whether a violation is a bug's and not a broken property's.
    pub fn is_finding(&self, met: &Met) -> bool {
        self.figures().iter().all(|figure| figure.name != met.breaks.0 || figure.broken.is_none())
    }

    /// Pairs and triples of functions done to one object.
    pub fn covered(&self) -> (usize, usize) {
        self.history.covered()
    }

    fn launched(&mut self, at: TraceRef, first: &Screen) {
        self.at = at;
        self.data = self.file.initial();
        self.history.restart();
        self.wander.launched(first);
        self.call = None;
        self.calls.clear();
        self.script.clear();
        self.over = false;
        self.setup_steps = 0;
        self.needs_setup = !self.file.setup.is_empty();
        if self.traces > 0 && !self.functions.is_empty() {
            self.single = (self.single + 1) % self.functions.len();
        }
        self.traces += 1;
    }

    fn saw(&mut self, at: TraceRef, step: &Step) {
        self.at = at;
        self.step = step.number;
        self.script.push(Scripted::of(step));
        let in_call = self.call.is_some();
        let harmless = self.call.as_ref().is_none_or(|(_, call, _)| !call.function.changes_data());
        self.wander.saw(step, !in_call, harmless);
        if !step.after.crashes.is_empty() {
            self.call = None;
            return;
        }
        if let Some((_, call, _)) = &mut self.call {
            if step.actor == Actor::Strategy {
                call.performed();
            }
            // The app's own screen is judged at once; anything else when the runner gives the word again.
            if step.after.screen.package() == self.wander.package()
                && !skink_run::is_system_dialog(&step.after.screen)
            {
                self.advance(&step.after.screen);
            }
        }
    }

    /// Goes on with the call under way; what it asks for, where it asks.
    fn advance(&mut self, screen: &Screen) -> Option<Choice> {
        let (number, mut call, first) = self.call.take()?;
        match call.advance(&mut self.data, screen) {
            Ask::Do(event, widget) => {
                self.call = Some((number, call, first));
                Some(Choice::Do(event, widget))
            }
            Ask::Ended(outcome) => {
                self.ended(number, &call, first, outcome);
                None
            }
        }
    }

    fn ended(&mut self, number: usize, call: &Call, first: usize, outcome: Outcome) {
        let done = self.at.steps as usize;
        if number == NO_FUNCTION {
            self.setup_steps = self.at.steps;
            self.record(SETUP.to_owned(), first, done, Values::new());
            return;
        }
        let clean = first as u64 == self.setup_steps && self.calls.iter().all(|call| call.function == SETUP);
        let (function, rules) = (Arc::clone(&call.function), Arc::clone(&self.functions[number].rules));
        let look = self.history.look(&function, &rules, &call.values);
        if let Outcome::Held | Outcome::Violated(_) = outcome {
            self.history.judged(number, outcome == Outcome::Held);
        }
        if !matches!(outcome, Outcome::Unfinished(_)) {
            self.record(function.name.clone(), first, done, call.values.clone());
            self.history.done(number, &self.file, &rules, call, &self.data);
        }
        let figures = &mut self.figures[number];
        match outcome {
            Outcome::Held => figures.held += 1,
            Outcome::Unchecked(stuck) => {
                figures.unchecked += 1;
                figures.stuck = Some(words(&stuck));
            }
            Outcome::Unfinished(stuck) => figures.stuck = Some(words(&stuck)),
            Outcome::Violated(broke) => {
                figures.violated += 1;
                figures.violated_clean |= clean;
                self.over = true;
                let breaks = (function.name.clone(), broke.line);
                let count = self.counts.entry(breaks.clone()).or_default();
                *count += 1;
                let of_line = self.met.iter().filter(|met| met.breaks == breaks).count() as u64;
                let alike = self.looks.entry((breaks.clone(), look)).or_default();
                if of_line < self.kept && *alike < (self.kept / ALIKE).max(1) {
                    *alike += 1;
                    self.met.push(Met {
                        breaks,
                        line: broke.text.clone(),
                        at: self.at,
                        step: self.step,
                        count: *count,
                        test: items(&self.script, &self.calls),
                        violation: violation(&self.text, call, &broke, &self.data, self.calls.clone()),
                    });
                }
            }
        }
        self.wander.done(number);
    }

    fn record(&mut self, function: String, first: usize, done: usize, values: Values) {
        self.calls.push(CallRecord { function, first, events: done - first, values });
    }

    fn begin(&mut self, number: usize, values: Values) {
        let known = &self.functions[number];
        self.figures[number].attempts += 1;
        let call =
            Call::new(&self.file, Arc::clone(&known.function), Arc::clone(&known.rules), values, &self.data);
        self.call = Some((number, call, self.at.steps as usize));
    }

    /// What to do next: Algorithm 1's lines 5 to 25.
    fn next(&mut self, moment: &mut Moment<'_>) -> Choice {
        let screen = moment.screen;
        if self.needs_setup {
            self.needs_setup = false;
            let setup = setup(&self.file);
            let rules = Arc::new(self.file.rules(&setup));
            let call = Call::new(&self.file, Arc::new(setup), rules, Values::new(), &self.data);
            self.call = Some((NO_FUNCTION, call, self.at.steps as usize));
        }
        // A call may end without an event, and another begin: each attempt counts, so this ends.
        for _ in 0..4 {
            if let Some(choice) = self.advance(screen) {
                return choice;
            }
            if self.over || (self.at.steps >= self.settings.length && self.call.is_none()) {
                return Choice::Restart;
            }
            if screen.package() != self.wander.package() {
                break;
            }
            // Functions are written for the phone held upright: a turned one is turned back at once.
            if screen.rotation() != 0 && !self.wander.just_turned_back() {
                return Choice::Do(Event::plain(Action::Rotate), None);
            }
            if self.wander.is_busy() {
                break;
            }
            let candidates = self.candidates(screen, &mut moment.dice);
            let hopeful = self.hopeful(&candidates, &mut moment.dice);
            match self.choose(&hopeful, screen, &mut moment.dice) {
                Some((number, values)) => {
                    *self.begun.entry((number, kind_of(screen))).or_default() += 1;
                    self.begin(number, values);
                }
                None => return self.random_event(&candidates, screen, &mut moment.dice),
            }
        }
        self.random_event(&[], screen, &mut moment.dice)
    }

    /// The functions that are possible now, with their values.
    fn candidates(&mut self, screen: &Screen, dice: &mut Dice) -> Vec<Possible> {
        let mut candidates = Vec::new();
        for (number, known) in self.functions.iter().enumerate() {
            if self.settings.mode != Mode::Interleaved && number != self.single {
                continue;
            }
            let calls = possible_calls(&known.function, &known.rules, &self.data, screen, dice);
            if !calls.is_empty() {
                self.figures[number].possible += 1;
                self.wander.possible(number, screen);
                candidates.push((number, calls));
            }
        }
        candidates
    }

    fn random_event(&mut self, candidates: &[Possible], screen: &Screen, dice: &mut Dice) -> Choice {
        let alone = self.settings.mode == Mode::OneAlone;
        if let Some(choice) = alone.then(|| self.wander.shortest_way(self.single, screen)).flatten() {
            return choice;
        }
        let mut firsts = Vec::new();
        for (number, calls) in candidates {
            let known = &self.functions[*number];
            for values in calls {
                firsts.extend(first_target(&known.function, &known.rules, values, &self.data, screen));
            }
        }
        let goal = self.settings.guided.then(|| self.goal(candidates, dice)).flatten();
        let known = if self.settings.guided { self.data.texts() } else { Vec::new() };
        self.wander.event(screen, &firsts, goal, &known, dice)
    }
}

fn words(stuck: &Stuck) -> String {
    format!("stuck at `{}`: looked for {}; {}", stuck.text, stuck.why.expected, stuck.why.shown)
}

/// Chooses for a [`Tester`].
pub struct CheckStrategy(Rc<RefCell<Tester>>);

/// Judges for a [`Tester`]; crashes are its own. Violations are in [`Tester::met`], for which of them are
/// findings is known only at the end.
pub struct CheckOracle {
    tester: Rc<RefCell<Tester>>,
    crashes: CrashOracle,
}

/// The two halves of a tester, and the tester.
pub fn halves(tester: Tester, package: &str) -> (CheckStrategy, CheckOracle, Rc<RefCell<Tester>>) {
    let tester = Rc::new(RefCell::new(tester));
    let oracle = CheckOracle { tester: Rc::clone(&tester), crashes: CrashOracle::new(package) };
    (CheckStrategy(Rc::clone(&tester)), oracle, tester)
}

impl Strategy for CheckStrategy {
    fn name(&self) -> &'static str {
        "check"
    }

    fn next(&mut self, moment: &mut Moment<'_>) -> Choice {
        self.0.borrow_mut().next(moment)
    }
}

impl Oracle for CheckOracle {
    fn launched(&mut self, at: TraceRef, first: &Observation) {
        self.crashes.launched(at, first);
        self.tester.borrow_mut().launched(at, &first.screen);
    }

    fn saw(&mut self, at: TraceRef, step: &Step) {
        self.crashes.saw(at, step);
        self.tester.borrow_mut().saw(at, step);
    }

    fn found(&self) -> &[Found] {
        self.crashes.found()
    }
}

/// An event that leads on and needs no thought: for screens of other apps.
pub(crate) fn back() -> Choice {
    Choice::Do(Event::key(skink_gui::Key::Back), None)
}
