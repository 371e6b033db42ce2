//! L*: learns the app's exact model by executing the words its observation table asks for, each from a clean
//! start; the SwiftHand paper's other baseline (sections 2.2 and 5).
//!
//! A closed table's model is checked by random walks from clean starts; what contradicts it goes into the
//! table. Departure: words that are prefixes of what was executed before are not executed again.

use serde::{Deserialize, Serialize};
use skink_gui::Screen;
use skink_model::{Alphabet, ENDED, Elts, InputId, LabelId, ObservationTable, PrefixTree, ROOT, StateId};
use skink_run::{Choice, Moment, Strategy};

use crate::inputs::{Inputs, give_up};
use crate::texts::TextSettings;

/// How L* explores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LstarSettings {
    /// Inputs of a walk that looks for a counter-example.
    pub trace_limit: u64,
    /// Whether Back and Menu count as enabled everywhere.
    pub keys: bool,
}

impl Default for LstarSettings {
    /// As long as SwiftHand's traces.
    fn default() -> Self {
        Self { trace_limit: 50, keys: true }
    }
}

enum Task {
    /// Inputs of a word that are left.
    Word(std::vec::IntoIter<InputId>),
    /// A walk, and where the model says it is.
    Walk(StateId),
}

/// Learns exactly.
pub struct Lstar {
    settings: LstarSettings,
    inputs: Inputs,
    table: ObservationTable,
    seen: Option<PrefixTree>,
    model: Option<Elts>,
    words: Vec<Vec<InputId>>,
    task: Option<Task>,
    trace: Vec<InputId>,
    node: StateId,
    launched: bool,
    pending: Option<InputId>,
    queries: u64,
    walks: u64,
}

impl Lstar {
    /// With these settings.
    pub fn new(settings: LstarSettings) -> Self {
        Self {
            settings,
            inputs: Inputs::new(settings.keys),
            table: ObservationTable::default(),
            seen: None,
            model: None,
            words: Vec::new(),
            task: None,
            trace: Vec::new(),
            node: ROOT,
            launched: false,
            pending: None,
            queries: 0,
            walks: 0,
        }
    }

    /// Types these texts.
    #[must_use]
    pub fn typing(mut self, texts: TextSettings) -> Self {
        self.inputs.typing = texts;
        self
    }

    /// Words executed for the table.
    pub fn queries(&self) -> u64 {
        self.queries
    }

    /// Walks begun to find a counter-example.
    pub fn walks(&self) -> u64 {
        self.walks
    }

    /// The model of the table, while it is closed and nothing contradicts it.
    pub fn model(&self) -> Option<&Elts> {
        self.model.as_ref()
    }

    /// The inputs and labels of the model.
    pub fn alphabet(&self) -> &Alphabet {
        &self.inputs.alphabet
    }

    fn catch_up(&mut self, label: LabelId) {
        let launched = std::mem::take(&mut self.launched);
        if let Some(input) = self.pending.take() {
            self.settle(input, if launched { ENDED } else { label });
        }
        match &mut self.seen {
            None => self.seen = Some(PrefixTree::new(label)),
            Some(seen) if launched => {
                self.node = seen.begin(label);
                self.trace.clear();
            }
            Some(_) => {}
        }
    }

    fn settle(&mut self, input: InputId, label: LabelId) {
        let Some(seen) = &mut self.seen else { return };
        self.node = seen.extend(self.node, input, label);
        self.trace.push(input);
        if label == ENDED {
            self.task = match self.task.take() {
                walk @ Some(Task::Walk(_)) => walk,
                _ => None,
            };
        }
        if let Some(Task::Walk(at)) = &mut self.task {
            let model = self.model.as_ref();
            match model.and_then(|m| m.next(*at, input).filter(|to| m.label(*to) == label)) {
                Some(to) if label != ENDED => *at = to,
                Some(_) => self.task = None,
                None => {
                    self.table.counter_example(&self.trace);
                    self.model = None;
                    self.task = None;
                }
            }
        }
    }

    /// The next word of the table that was not answered meanwhile.
    fn next_word(&mut self) -> Option<Vec<InputId>> {
        let seen = self.seen.as_ref()?;
        loop {
            if self.words.is_empty() {
                self.words = self.table.queries(seen, &self.inputs.alphabet);
                self.words.reverse();
            }
            let word = self.words.pop()?;
            if seen.tree().run(ROOT, &word).is_none() {
                return Some(word);
            }
        }
    }

    /// The next input; `None` is a restart.
    fn decide(&mut self, moment: &mut Moment<'_>) -> Option<InputId> {
        loop {
            match &mut self.task {
                None => {
                    self.task = Some(match self.next_word() {
                        Some(word) => {
                            self.queries += 1;
                            Task::Word(word.into_iter())
                        }
                        None => {
                            let seen = self.seen.as_ref()?;
                            if self.model.is_none() {
                                self.model = Some(self.table.hypothesis(seen, &self.inputs.alphabet));
                            }
                            self.walks += 1;
                            Task::Walk(ROOT)
                        }
                    });
                    if !self.trace.is_empty() {
                        return None;
                    }
                }
                Some(Task::Word(left)) => match left.next() {
                    Some(input) => return Some(input),
                    None => self.task = None,
                },
                Some(Task::Walk(at)) => {
                    if self.trace.len() as u64 >= self.settings.trace_limit.max(1) {
                        self.task = None;
                        continue;
                    }
                    let label = self.model.as_ref()?.label(*at);
                    let Some(input) = moment.dice.pick(self.inputs.alphabet.enabled(label)) else {
                        self.task = None;
                        // Where even the first screen enables nothing there is nothing to walk.
                        if self.trace.is_empty() {
                            return None;
                        }
                        continue;
                    };
                    return Some(*input);
                }
            }
        }
    }
}

impl Strategy for Lstar {
    fn name(&self) -> &'static str {
        "lstar"
    }

    fn launched(&mut self, _first: &Screen) {
        self.launched = true;
    }

    fn next(&mut self, moment: &mut Moment<'_>) -> Choice {
        let label = self.inputs.label(moment.screen);
        self.catch_up(label);
        let input = self.decide(moment);
        let choice = input.and_then(|input| self.inputs.event(input, moment.screen, &mut moment.dice));
        if choice.is_none() && input.is_some() {
            // The rest of the word is not enabled here.
            self.task = None;
        }
        self.pending = input.filter(|_| choice.is_some());
        choice.unwrap_or_else(|| give_up(moment.depth))
    }

    /// How far the table is, and the model where it is closed.
    fn explain(&self) -> Option<String> {
        let seen = self.seen.as_ref()?;
        let model = match &self.model {
            Some(model) => format!(
                "The table is closed: the model has {} states and {} transitions, and no walk has contradicted it \
                 yet.",
                model.len(),
                model.transitions()
            ),
            None => {
                "The table is not closed: there is no model yet, only words that are left to be executed."
                    .to_owned()
            }
        };
        Some(format!(
            "L*'s table tells {} states apart, from {} words executed for it and {} walks that looked for a \
             counter-example; {} different sequences of inputs were seen, of which {} led elsewhere when done \
             again.\n{model}\n",
            self.table.states(),
            self.queries,
            self.walks,
            seen.tree().len() - 1,
            seen.contradictions(),
        ))
    }
}
