//! Learners on random machines: passive learning explains every trace, merges what it can, and undoes a merge
//! that fails; L* finds the minimal machine exactly.

use std::collections::{BTreeMap, VecDeque};

use proptest::prelude::*;
use skink_gui::Bounds;
use skink_model::{
    Alphabet, ENDED, Elts, Input, InputId, InputKind, LabelId, ObservationTable, PrefixTree, ROOT, StateId,
    rebuild,
};

fn tap(at: usize) -> Input {
    let left = at as i32;
    Input { kind: InputKind::Tap, bounds: Bounds { left, top: 0, right: left + 1, bottom: 1 } }
}

/// A machine of a few states that share three labels (one is the ended app's); every enabled input leads
/// somewhere.
fn machines() -> impl Strategy<Value = (Elts, Alphabet)> {
    let states =
        prop::collection::vec((0usize..8, prop::collection::vec(any::<prop::sample::Index>(), 3)), 1..7);
    states.prop_map(|states| {
        let mut alphabet = Alphabet::default();
        let wide = alphabet.label((0..3).map(tap));
        let narrow = alphabet.label((1..3).map(tap));
        let labels: Vec<LabelId> = states
            .iter()
            .enumerate()
            .map(|(at, (kind, _))| match kind {
                0 if at > 0 => ENDED,
                0..=3 => narrow,
                _ => wide,
            })
            .collect();
        let mut machine = Elts::new(labels[0]);
        labels[1..].iter().for_each(|label| {
            machine.add(*label);
        });
        for (state, (_, to)) in (0..).zip(&states) {
            for input in alphabet.enabled(machine.label(state)) {
                machine.connect(state, *input, to[*input as usize].index(states.len()) as StateId);
            }
        }
        (machine, alphabet)
    })
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

/// How many states the minimal machine has, by refining a partition of the reachable ones.
fn minimal_states(machine: &Elts) -> usize {
    let mut reachable = vec![ROOT];
    let mut at = 0;
    while at < reachable.len() {
        for (_, to) in machine.out(reachable[at]) {
            if !reachable.contains(to) {
                reachable.push(*to);
            }
        }
        at += 1;
    }
    let mut class: BTreeMap<StateId, usize> =
        reachable.iter().map(|state| (*state, machine.label(*state) as usize)).collect();
    loop {
        let mut numbers = BTreeMap::new();
        let finer: BTreeMap<StateId, usize> = reachable
            .iter()
            .map(|state| {
                let out: Vec<_> = machine.out(*state).iter().map(|(a, to)| (*a, class[to])).collect();
                let count = numbers.len();
                (*state, *numbers.entry((class[state], out)).or_insert(count))
            })
            .collect();
        let classes =
            |of: &BTreeMap<StateId, usize>| of.values().collect::<std::collections::BTreeSet<_>>().len();
        if classes(&finer) == classes(&class) {
            return classes(&class);
        }
        class = finer;
    }
}

proptest! {
    #[test]
    fn a_rebuilt_model_explains_every_trace(
        (machine, _) in machines(),
        words in prop::collection::vec(prop::collection::vec(0u32..3, 0..12), 0..30),
    ) {
        let mut seen = PrefixTree::new(machine.label(ROOT));
        words.iter().for_each(|word| execute(&machine, word, &mut seen));
        let model = rebuild(&seen);
        prop_assert!(model.explains(seen.tree()));
        prop_assert!(model.len() <= seen.tree().len());
        prop_assert_eq!(model, rebuild(&seen));
    }

    #[test]
    fn enough_traces_give_the_minimal_machine((machine, _) in machines()) {
        // Every word up to twice the largest machine's states and one: a characteristic sample.
        let mut words = vec![Vec::new()];
        let mut seen = PrefixTree::new(machine.label(ROOT));
        let depth = 2 * minimal_states(&machine).min(4) + 1;
        prop_assume!(minimal_states(&machine) <= 4);
        for _ in 0..depth {
            let longer = |w: &Vec<u32>| [0, 1, 2].map(|a| [w.as_slice(), &[a]].concat());
            words = words.iter().flat_map(longer).collect();
        }
        words.iter().for_each(|word| execute(&machine, word, &mut seen));
        let model = rebuild(&seen);
        prop_assert_eq!(difference(&machine, &model), None);
        prop_assert_eq!(model.len(), minimal_states(&machine));
    }

    #[test]
    fn lstar_learns_the_minimal_machine((machine, alphabet) in machines()) {
        let mut seen = PrefixTree::new(machine.label(ROOT));
        let mut table = ObservationTable::default();
        let model = loop {
            loop {
                let words = table.queries(&seen, &alphabet);
                if words.is_empty() {
                    break;
                }
                words.iter().for_each(|word| execute(&machine, word, &mut seen));
            }
            let model = table.hypothesis(&seen, &alphabet);
            prop_assert!(model.is_complete(&alphabet));
            match difference(&machine, &model) {
                Some(word) => {
                    execute(&machine, &word, &mut seen);
                    table.counter_example(&word);
                }
                None => break model,
            }
        };
        prop_assert_eq!(model.len(), minimal_states(&machine));
    }
}

#[test]
fn an_app_that_ended_is_not_a_screen_that_offers_nothing() {
    let mut alphabet = Alphabet::default();
    let empty = alphabet.label([]);
    assert_ne!(empty, ENDED);
    assert!(alphabet.enabled(empty).is_empty() && alphabet.enabled(ENDED).is_empty());
}

#[test]
fn what_was_seen_last_is_kept_where_the_app_contradicts_itself() {
    let mut alphabet = Alphabet::default();
    let (one, two) = (alphabet.label([tap(0)]), alphabet.label([tap(0), tap(1)]));
    let mut seen = PrefixTree::new(one);
    let before = seen.extend(ROOT, 0, one);
    seen.extend(before, 0, one);
    let after = seen.extend(ROOT, 0, two);
    assert_eq!((seen.contradictions(), seen.tree().label(after)), (1, two));
    let model = rebuild(&seen);
    assert_eq!(model.len(), 2);
    assert_eq!(model.label(model.next(ROOT, 0).expect("a transition")), two);
}
