//! Rebuilding a model from 2,000 traces of 50 inputs (SwiftHand, Algorithm 2): `cargo bench -p skink-model
//! --bench passive`. The yardstick is building the prefix tree of the same traces in the same run.

#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use skink_gui::Bounds;
use skink_model::{Alphabet, Elts, Input, InputId, InputKind, LabelId, PrefixTree, ROOT, rebuild};

const TRACES: usize = 2_000;
const LENGTH: usize = 50;
/// States of the machine the traces are of, and how many different labels they share.
const MACHINES: [(usize, usize); 3] = [(20, 5), (100, 20), (400, 60)];
/// A rebuild takes no longer than this.
const WANTED: Duration = Duration::from_secs(2);
const ROUNDS: usize = 3;

/// Numbers that repeat from run to run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }
}

fn machine(states: usize, labels: usize, alphabet: &mut Alphabet) -> Elts {
    let mut numbers = Numbers(states as u64);
    let tap = |at: usize| Input {
        kind: InputKind::Tap,
        bounds: Bounds { left: at as i32, top: 0, right: at as i32 + 1, bottom: 1 },
    };
    let labels: Vec<LabelId> = (0..labels).map(|l| alphabet.label((l..l + 4 + l % 5).map(tap))).collect();
    let mut machine = Elts::new(labels[0]);
    for state in 1..states {
        machine.add(labels[state % labels.len()]);
    }
    for state in machine.states() {
        for input in alphabet.enabled(machine.label(state)) {
            machine.connect(state, *input, numbers.below(states) as u32);
        }
    }
    machine
}

fn traces(machine: &Elts, alphabet: &Alphabet) -> Vec<Vec<(InputId, LabelId)>> {
    let mut numbers = Numbers(7);
    let mut trace = || {
        let mut state = ROOT;
        let mut trace = Vec::new();
        for _ in 0..LENGTH {
            let enabled = alphabet.enabled(machine.label(state));
            let input = enabled[numbers.below(enabled.len())];
            let Some(next) = machine.next(state, input) else { break };
            state = next;
            trace.push((input, machine.label(state)));
        }
        trace
    };
    (0..TRACES).map(|_| trace()).collect()
}

fn least<T>(mut work: impl FnMut() -> T) -> (Duration, T) {
    let mut best: Option<(Duration, T)> = None;
    for _ in 0..ROUNDS {
        let started = Instant::now();
        let result = black_box(work());
        let took = started.elapsed();
        if best.as_ref().is_none_or(|(least, _)| took < *least) {
            best = Some((took, result));
        }
    }
    best.unwrap_or_else(|| unreachable!("there is at least one round"))
}

fn main() {
    if !std::env::args().any(|a| a == "--bench") {
        return println!("a benchmark: run it with cargo bench");
    }
    println!("{TRACES} traces of {LENGTH} inputs, best of {ROUNDS}");
    println!("states  labels   tree size  prefix tree     rebuild   ratio  learned");
    for (states, labels) in MACHINES {
        let mut alphabet = Alphabet::default();
        let machine = machine(states, labels, &mut alphabet);
        let traces = traces(&machine, &alphabet);
        let (planting, seen) = least(|| {
            let mut seen = PrefixTree::new(machine.label(ROOT));
            for trace in &traces {
                let mut at = seen.begin(machine.label(ROOT));
                for (input, label) in trace {
                    at = seen.extend(at, *input, *label);
                }
            }
            seen
        });
        let (rebuilding, model) = least(|| rebuild(&seen));
        assert!(model.explains(seen.tree()), "the model explains every trace");
        println!(
            "{states:>6} {labels:>7} {:>11} {planting:>12.1?} {rebuilding:>11.1?} {:>7.1} {:>8}",
            seen.tree().len(),
            rebuilding.as_secs_f64() / planting.as_secs_f64(),
            model.len(),
        );
        assert!(rebuilding < WANTED, "{rebuilding:?} is over {WANTED:?}");
    }
}
