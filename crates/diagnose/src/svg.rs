//! A bug automaton as a drawing, coloured by what a tool reached: the paper's figure 1 where there are pictures of
//! the states, figure 3 where there are none.
//!
//! States stand where their author drew them, else in columns by their distance from the initial state. Texts are
//! those of strangers and are escaped.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write as _;

use skink_model::automaton::{Clues, Dfa, Nfa};

/// Text that stands for itself in HTML and SVG.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// What the matcher knows of the ε-NFA's own states and transitions.
pub(crate) struct Reach {
    /// How often a state may have been entered.
    pub(crate) states: Vec<u64>,
    /// How often each transition was taken, by its number.
    pub(crate) moves: Vec<u64>,
    /// The states of the closest one reached.
    pub(crate) closest: BTreeSet<usize>,
}

impl Reach {
    /// From the deterministic automaton's counts: an entered set of states counts for each of its members.
    pub(crate) fn of(nfa: &Nfa, dfa: &Dfa, clues: &Clues) -> Self {
        let mut states = vec![0; nfa.states().len()];
        let mut closest = BTreeSet::new();
        let mut enter = |state: u32, count: u64| {
            dfa.members(state).iter().for_each(|member| states[*member] += count);
        };
        enter(0, 1);
        for (state, count) in clues.visits.iter().enumerate().filter(|(_, count)| **count > 0) {
            enter(state as u32, *count);
            if dfa.distance(state as u32) == clues.minimal_distance {
                closest.extend(own_members(nfa, dfa, state as u32));
            }
        }
        let mut moves = vec![0; nfa.moves().len()];
        for ((state, symbol), count) in &clues.taken {
            let members: BTreeSet<usize> = dfa.members(*state).iter().copied().collect();
            for (number, m) in nfa.moves().iter().enumerate() {
                if m.read.as_ref() == dfa.symbols().get(*symbol) && members.contains(&m.from) {
                    moves[number] += count;
                }
            }
        }
        Self { states, moves, closest }
    }
}

/// The members of a set that no ε within the set leads to: where the app is, not where it may go back to.
fn own_members(nfa: &Nfa, dfa: &Dfa, state: u32) -> Vec<usize> {
    let members: BTreeSet<usize> = dfa.members(state).iter().copied().collect();
    let silent: BTreeSet<usize> = nfa
        .moves()
        .iter()
        .filter(|m| m.read.is_none() && m.from != m.to && members.contains(&m.from))
        .map(|m| m.to)
        .collect();
    members.difference(&silent).copied().collect()
}

/// The set of states, of those that were met, that says most exactly where a state of the ε-NFA is.
pub(crate) fn representative(nfa: &Nfa, dfa: &Dfa, state: usize, met: impl Fn(u32) -> bool) -> Option<u32> {
    let holds = |set: &u32| met(*set) && own_members(nfa, dfa, *set).contains(&state);
    (0..dfa.len() as u32).filter(holds).min_by_key(|set| dfa.members(*set).len())
}

const WIDE: f32 = 170.0;
const HIGH: f32 = 120.0;

/// Where states stand.
fn places(nfa: &Nfa, scale: f32) -> Vec<(f32, f32)> {
    let drawn: Vec<(f32, f32)> = nfa.states().iter().filter_map(|state| state.at).collect();
    let apart = |places: &[(f32, f32)]| {
        let near = |a: &(f32, f32), b: &(f32, f32)| (a.0 - b.0).abs() < 40.0 && (a.1 - b.1).abs() < 40.0;
        places.iter().enumerate().all(|(n, a)| places[..n].iter().all(|b| !near(a, b)))
    };
    if drawn.len() == nfa.states().len() && drawn.len() <= 100 && apart(&drawn) {
        let least = drawn.iter().fold((f32::MAX, f32::MAX), |m, p| (m.0.min(p.0), m.1.min(p.1)));
        let most = drawn.iter().fold((f32::MIN, f32::MIN), |m, p| (m.0.max(p.0), m.1.max(p.1)));
        if most.0 - least.0 < 5000.0 && most.1 - least.1 < 5000.0 {
            let place =
                |p: &(f32, f32)| (80.0 + (p.0 - least.0) * 1.6 * scale, 90.0 + (p.1 - least.1) * 1.6 * scale);
            return drawn.iter().map(place).collect();
        }
    }
    let mut column = vec![None; nfa.states().len()];
    let mut open: VecDeque<usize> = nfa.initial().iter().copied().collect();
    open.iter().for_each(|state| column[*state] = Some(0usize));
    while let Some(state) = open.pop_front() {
        for m in nfa.moves().iter().filter(|m| m.from == state) {
            if column[m.to].is_none() {
                column[m.to] = column[state].map(|c| c + 1);
                open.push_back(m.to);
            }
        }
    }
    let mut used = BTreeMap::<usize, usize>::new();
    let columns = column.into_iter().map(|c| c.unwrap_or(0));
    columns
        .map(|column| {
            let row = used.entry(column).or_default();
            *row += 1;
            let shift = if column % 2 == 1 { 30.0 } else { 0.0 };
            (80.0 + column as f32 * WIDE * scale, 90.0 + shift + (*row - 1) as f32 * HIGH * scale)
        })
        .collect()
}

/// Draws the automaton. `pictures` are pieces of SVG, 90 by 160, for states that have one.
pub(crate) fn automaton(
    nfa: &Nfa,
    reach: &Reach,
    label: impl Fn(&str) -> String,
    pictures: &BTreeMap<usize, String>,
) -> String {
    let scale = if pictures.is_empty() { 1.0 } else { 1.5 };
    let places = places(nfa, scale);
    let (half_width, half_height) = if pictures.is_empty() { (22.0, 22.0) } else { (48.0, 83.0) };
    let most = places.iter().fold((0.0f32, 0.0f32), |m, p| (m.0.max(p.0), m.1.max(p.1)));
    let (width, height) = (most.0 + 120.0, most.1 + half_height + 60.0);
    let mut out = format!(
        "<svg class=\"automaton{pictured}\" viewBox=\"0 {top:.0} {width:.0} {high:.0}\" role=\"img\">\n<defs><marker id=\"tip\" \
         viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto-start-reverse\">\
         <path d=\"M0 0 8 4 0 8z\" fill=\"context-stroke\"/></marker></defs>\n",
        pictured = if pictures.is_empty() { "" } else { " pictured" },
        top = -(half_height - 22.0),
        high = height + half_height - 22.0,
    );
    // Transitions between the same two states share a line.
    let mut lines = BTreeMap::<(usize, usize), (Vec<String>, u64, bool)>::new();
    for (number, m) in nfa.moves().iter().enumerate() {
        let line = lines.entry((m.from, m.to)).or_insert_with(|| (Vec::new(), 0, true));
        match &m.read {
            Some(symbol) => {
                line.0.push(format!("{symbol}×{}", reach.moves[number]));
                line.1 += reach.moves[number];
                line.2 = false;
            }
            None => line.0.push(m.by.as_ref().map_or("ε".into(), |by| format!("ε {}", by.describe(None)))),
        }
    }
    for ((from, to), (labels, count, silent)) in &lines {
        let kind = match (silent, count) {
            (true, _) => "silent",
            (_, 0) => "never",
            _ => "taken",
        };
        out.push_str(&edge(places[*from], places[*to], from == to, (half_width, half_height), kind, labels));
    }
    for (number, state) in nfa.states().iter().enumerate() {
        let (x, y) = places[number];
        let kind = match (reach.closest.contains(&number), reach.states[number]) {
            (true, _) => "closest",
            (_, 0) => "unreached",
            _ => "reached",
        };
        let mut title = format!("{} (id {}): entered {} times", state.name, state.id, reach.states[number]);
        for m in nfa.moves().iter().filter(|m| m.from == number) {
            if let Some(symbol) = &m.read {
                let _ = write!(title, "\n{symbol}: {}", label(symbol.as_str()));
            }
        }
        let _ = write!(out, "<g class=\"state {kind}\"><title>{}</title>", escaped(&title));
        match pictures.get(&number) {
            Some(picture) => {
                let _ = write!(
                    out,
                    "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"96\" height=\"166\" rx=\"6\"/><svg x=\"{:.1}\" y=\"{:.1}\" \
                     width=\"90\" height=\"160\">{picture}</svg>",
                    x - 48.0,
                    y - 83.0,
                    x - 45.0,
                    y - 80.0
                );
            }
            None => {
                let _ = write!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"22\"/>");
                if nfa.accepting().contains(&number) {
                    let _ = write!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"17\" fill=\"none\"/>");
                }
            }
        }
        let below = if pictures.contains_key(&number) { half_height + 14.0 } else { 4.0 };
        let name: String = state.name.chars().take(12).collect();
        let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{:.1}\">{}</text></g>", y + below, escaped(&name));
        if nfa.initial().contains(&number) {
            let left = x - if pictures.contains_key(&number) { 48.0 } else { 22.0 };
            let _ = writeln!(
                out,
                "<path class=\"edge begin\" d=\"M{:.1} {y:.1} L{left:.1} {y:.1}\" marker-end=\"url(#tip)\"/>",
                left - 26.0
            );
        }
    }
    out.push_str("</svg>\n");
    out
}

fn edge(
    a: (f32, f32),
    b: (f32, f32),
    loops: bool,
    half: (f32, f32),
    kind: &str,
    labels: &[String],
) -> String {
    let label = escaped(&labels.join(", "));
    if loops {
        let (x, y) = (a.0, a.1 - half.1);
        return format!(
            "<path class=\"edge {kind}\" d=\"M{:.1} {:.1} C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}\" \
             marker-end=\"url(#tip)\"/><text class=\"{kind}\" x=\"{x:.1}\" y=\"{:.1}\">{label}</text>\n",
            x - 9.0,
            y + 2.0,
            x - 26.0,
            y - 34.0,
            x + 26.0,
            y - 34.0,
            x + 9.0,
            y + 2.0,
            y - 28.0
        );
    }
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    // Where the line leaves the box or circle around a state.
    let out = |ux: f32, uy: f32| {
        (half.0 / ux.abs().max(0.001)).min(half.1 / uy.abs().max(0.001)).min(half.0.hypot(half.1))
    };
    let margin = if half.0 == half.1 { half.0 } else { out(ux, uy) };
    let (from, to) =
        ((a.0 + ux * margin, a.1 + uy * margin), (b.0 - ux * (margin + 2.0), b.1 - uy * (margin + 2.0)));
    // Bent to its right, so that there and back are two lines.
    let bend = 0.14 * length + 8.0;
    let middle = ((a.0 + b.0) / 2.0 - uy * bend, (a.1 + b.1) / 2.0 + ux * bend);
    let at = ((from.0 + to.0) / 4.0 + middle.0 / 2.0, (from.1 + to.1) / 4.0 + middle.1 / 2.0);
    format!(
        "<path class=\"edge {kind}\" d=\"M{:.1} {:.1} Q{:.1} {:.1} {:.1} {:.1}\" marker-end=\"url(#tip)\"/>\
         <text class=\"{kind}\" x=\"{:.1}\" y=\"{:.1}\">{label}</text>\n",
        from.0, from.1, middle.0, middle.1, to.0, to.1, at.0, at.1
    )
}
