//! Learns from tasks on standard input and prints the learned models, for checks against other tools
//! (`scripts/cross_check_aalpy.py`): a JSON array of machines, learned with L* and a teacher that knows them, and
//! of traces, learned passively. A label is a set of inputs; the empty one is the ended app's.

#![allow(clippy::print_stdout)]

use std::collections::{BTreeMap, VecDeque};
use std::error::Error;

use serde::{Deserialize, Serialize};
use skink_gui::Bounds;
use skink_model::{
    Alphabet, ENDED, Elts, Input, InputId, InputKind, LabelId, ObservationTable, PrefixTree, ROOT, StateId,
    rebuild,
};

/// A state by its label, and where its inputs lead.
#[derive(Serialize, Deserialize)]
struct State {
    label: usize,
    out: Vec<(InputId, StateId)>,
}

#[derive(Deserialize)]
struct Task {
    /// How many inputs there are.
    inputs: u32,
    labels: Vec<Vec<InputId>>,
    #[serde(default)]
    machine: Vec<State>,
    /// The label of the first screen.
    #[serde(default)]
    first: usize,
    /// Inputs with the labels seen after them.
    #[serde(default)]
    traces: Vec<Vec<(InputId, usize)>>,
}

/// The labels of a task, numbered as the learners do it.
struct Labels {
    alphabet: Alphabet,
    ids: Vec<LabelId>,
}

impl Labels {
    fn new(task: &Task) -> Self {
        let mut alphabet = Alphabet::default();
        let tap = |input: InputId| {
            let left = input as i32;
            Input { kind: InputKind::Tap, bounds: Bounds { left, top: 0, right: left + 1, bottom: 1 } }
        };
        (0..task.inputs).for_each(|input| {
            alphabet.input(tap(input));
        });
        let ids = task.labels.iter().map(|inputs| match inputs.as_slice() {
            [] => ENDED,
            some => alphabet.label(some.iter().copied().map(tap)),
        });
        let ids = ids.collect();
        Self { alphabet, ids }
    }

    fn id(&self, at: usize) -> Result<LabelId, Box<dyn Error>> {
        self.ids.get(at).copied().ok_or_else(|| format!("there is no label {at}").into())
    }

    fn written(&self, model: &Elts) -> Vec<State> {
        let place = |label| self.ids.iter().position(|id| *id == label).unwrap_or(usize::MAX);
        let state = |q| State { label: place(model.label(q)), out: model.out(q).to_vec() };
        model.states().map(state).collect()
    }
}

/// Does a word as far as its inputs are enabled.
fn execute(machine: &Elts, word: &[InputId], seen: &mut PrefixTree) {
    let (mut state, mut node) = (ROOT, seen.begin(machine.label(ROOT)));
    for input in word {
        let Some(next) = machine.next(state, *input) else { break };
        state = next;
        node = seen.extend(node, *input, machine.label(state));
    }
}

/// The shortest word after which the two differ.
fn difference(machine: &Elts, model: &Elts) -> Option<Vec<InputId>> {
    let mut words = BTreeMap::from([((ROOT, ROOT), Vec::new())]);
    let mut next = VecDeque::from([(ROOT, ROOT)]);
    while let Some((a, b)) = next.pop_front() {
        let word = words[&(a, b)].clone();
        if machine.label(a) != model.label(b) {
            return Some(word);
        }
        for (input, to) in machine.out(a) {
            let longer = [word.as_slice(), &[*input]].concat();
            let Some(there) = model.next(b, *input) else { return Some(longer) };
            words.entry((*to, there)).or_insert_with(|| {
                next.push_back((*to, there));
                longer
            });
        }
    }
    None
}

fn lstar(machine: &Elts, alphabet: &Alphabet) -> Elts {
    let mut seen = PrefixTree::new(machine.label(ROOT));
    let mut table = ObservationTable::default();
    loop {
        loop {
            let words = table.queries(&seen, alphabet);
            if words.is_empty() {
                break;
            }
            words.iter().for_each(|word| execute(machine, word, &mut seen));
        }
        let model = table.hypothesis(&seen, alphabet);
        let Some(word) = difference(machine, &model) else { return model };
        execute(machine, &word, &mut seen);
        table.counter_example(&word);
    }
}

fn learn(task: &Task) -> Result<Vec<State>, Box<dyn Error>> {
    let labels = Labels::new(task);
    let Some(first) = task.machine.first() else {
        let mut seen = PrefixTree::new(labels.id(task.first)?);
        for trace in &task.traces {
            let mut at = ROOT;
            for (input, label) in trace {
                at = seen.extend(at, *input, labels.id(*label)?);
            }
        }
        return Ok(labels.written(&rebuild(&seen)));
    };
    let mut machine = Elts::new(labels.id(first.label)?);
    for state in &task.machine[1..] {
        machine.add(labels.id(state.label)?);
    }
    for (at, state) in (0..).zip(&task.machine) {
        state.out.iter().for_each(|(input, to)| machine.connect(at, *input, *to));
    }
    Ok(labels.written(&lstar(&machine, &labels.alphabet)))
}

fn main() -> Result<(), Box<dyn Error>> {
    let tasks: Vec<Task> = serde_json::from_reader(std::io::stdin())?;
    let learned = tasks.iter().map(learn).collect::<Result<Vec<_>, _>>()?;
    println!("{}", serde_json::to_string(&learned)?);
    Ok(())
}
