//! Words of bug automata: all up to a length, those on which two automata differ, and random walks that end in
//! the final state, for checking an automaton by execution (section 4.6).

use std::collections::BTreeSet;

use super::dfa::{Dfa, UNREACHABLE};
use super::nfa::{Move, Nfa};
use super::symbol::Symbol;

/// The accepted words of at most that length, shortest first; at most `limit` of them.
pub fn words(dfa: &Dfa, length: usize, limit: usize) -> Vec<Vec<Symbol>> {
    differing(&[Some(dfa), None], length, limit)
}

/// The words of at most that length that one of the two accepts and the other does not, shortest first.
pub fn differing_words(a: &Dfa, b: &Dfa, length: usize, limit: usize) -> Vec<Vec<Symbol>> {
    differing(&[Some(a), Some(b)], length, limit)
}

/// A word, and where each automaton is after it: `None` once it has no way on.
type Reached<'a> = (Vec<&'a Symbol>, [Option<u32>; 2]);

fn differing(pair: &[Option<&Dfa>; 2], length: usize, limit: usize) -> Vec<Vec<Symbol>> {
    let symbols: BTreeSet<&Symbol> = pair.iter().flatten().flat_map(|dfa| dfa.symbols()).collect();
    let step = |at: usize, state: Option<u32>, symbol: &Symbol| {
        let dfa = pair[at]?;
        let to = dfa.next(state?, dfa.symbol(symbol)?)?;
        Some(to).filter(|to| dfa.distance(*to) < UNREACHABLE)
    };
    let accepted =
        |at: usize, state: Option<u32>| pair[at].zip(state).is_some_and(|(dfa, state)| dfa.accepts_at(state));
    let mut found = Vec::new();
    let mut level: Vec<Reached<'_>> = vec![(Vec::new(), [pair[0].map(|_| 0), pair[1].map(|_| 0)])];
    for _ in 0..=length {
        let mut longer = Vec::new();
        for (word, [a, b]) in level {
            if accepted(0, a) != accepted(1, b) {
                found.push(word.iter().map(|symbol| (*symbol).clone()).collect());
                if found.len() >= limit {
                    return found;
                }
            }
            for symbol in &symbols {
                let to = [step(0, a, symbol), step(1, b, symbol)];
                if to != [None, None] {
                    longer.push((word.iter().copied().chain([*symbol]).collect(), to));
                }
            }
        }
        level = longer;
    }
    found
}

/// A walk over transitions from the initial to a final state, its ε included. It wanders as `below` says and goes
/// straight to the end once it has made `wander` moves; `below(n)` gives a number below `n`.
pub fn random_walk<'a>(nfa: &'a Nfa, wander: usize, below: &mut dyn FnMut(usize) -> usize) -> Vec<&'a Move> {
    let distance = distances(nfa);
    let starts: Vec<usize> =
        nfa.initial().iter().copied().filter(|state| distance[*state].is_some()).collect();
    if starts.is_empty() {
        return Vec::new();
    }
    let (mut at, mut walk) = (starts[below(starts.len())], Vec::new());
    while !nfa.accepting().contains(&at) {
        let wandering = walk.len() < wander;
        let useful: Vec<&Move> = nfa
            .moves()
            .iter()
            .filter(|m| m.from == at && distance[m.to].is_some())
            .filter(|m| wandering || distance[m.to] < distance[at])
            .collect();
        if useful.is_empty() {
            return Vec::new();
        }
        let chosen = useful[below(useful.len())];
        at = chosen.to;
        walk.push(chosen);
    }
    walk
}

/// Fewest moves, ε included, from each state to a final one.
fn distances(nfa: &Nfa) -> Vec<Option<usize>> {
    let mut distance = vec![None; nfa.states().len()];
    nfa.accepting().iter().for_each(|state| distance[*state] = Some(0));
    for round in 1..=nfa.states().len() {
        let reached: Vec<usize> = nfa
            .moves()
            .iter()
            .filter(|m| distance[m.from].is_none() && distance[m.to] == Some(round - 1))
            .map(|m| m.from)
            .collect();
        reached.into_iter().for_each(|state| distance[state] = Some(round));
    }
    distance
}
