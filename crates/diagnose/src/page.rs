//! The clues as one page that needs nothing else: a section for each bug, a column for each recording, so that two
//! runs of a tool before and after a change stand side by side.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use skink_model::automaton::{Share, Symbol};

use crate::bugs::Bug;
use crate::diagnosis::Diagnosis;
use crate::pictures::Pictures;
use crate::svg::{Reach, automaton, escaped, representative};
use crate::table::Table;
use crate::words::{advice, sentence};

const STYLE: &str = "body{font:15px/1.45 system-ui,sans-serif;margin:2rem;color:#222;background:#fafafa}\
h1{font-size:1.5rem}h2{margin-top:2.5rem;border-top:1px solid #ccc;padding-top:1rem}\
.columns{display:flex;flex-wrap:wrap;gap:1.5rem}.run{flex:1 1 30rem;min-width:0;background:#fff;border:1px solid #ddd;\
border-radius:8px;padding:1rem}.run h3{margin:0 0 .5rem;overflow-wrap:anywhere}table{border-collapse:collapse;margin:.5rem 0}\
td,th{padding:.15rem .6rem;text-align:left;border-bottom:1px solid #eee}td.n,th.n{text-align:right}\
tr.missed td{color:#b00}tr.new td{background:#e4f5e4}tr.lost td{background:#fbe4e4}.look{background:#fff6d6;padding:.4rem .7rem;\
border-radius:6px}.bar{background:#6a9;height:.7rem;display:inline-block;min-width:1px}svg.automaton{width:100%;height:auto;\
max-height:46rem}.state circle,.state rect{stroke:#555;stroke-width:1.5;fill:#fff}.state.reached>circle:first-of-type,\
.state.reached>rect{fill:#cdeccd}.state.closest>circle:first-of-type,.state.closest>rect{fill:#ffd27a;stroke-width:3}\
.state.unreached>circle,.state.unreached>rect{stroke-dasharray:4 3;stroke:#999}svg text{font-size:11px;text-anchor:middle;\
fill:#222}svg.pictured text{font-size:17px}.edge{fill:none;stroke-width:1.4}.edge.taken{stroke:#286b28;stroke-width:2}.edge.never{stroke:#b33;\
stroke-dasharray:5 4}.edge.silent{stroke:#aaa;stroke-dasharray:1 3}.edge.begin{stroke:#222}text.never{fill:#b33}\
text.silent{fill:#777}text.taken{fill:#286b28}pre{overflow-x:auto;background:#fff;border:1px solid #ddd;padding:.7rem}";

/// The page; the pictures go with the diagnoses, where there are some.
pub fn page(done: &[(&Bug, &Diagnosis)], pictures: &[Option<Pictures>]) -> String {
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'; img-src data:\"><title>Why was it missed?</title><style>{STYLE}</style></head>\n\
         <body><h1>Why was it missed?</h1>\n"
    );
    let mut bugs: Vec<&str> = Vec::new();
    for (_, one) in done {
        if !bugs.contains(&one.name.as_str()) {
            bugs.push(&one.name);
        }
    }
    if bugs.len() > 1 || done.len() > 2 {
        let table = Table::of(done.iter().copied());
        let _ = writeln!(out, "<pre>{}</pre>", escaped_lines(&table.text()));
    }
    out.push_str(
        "<p>Green: reached or taken, with how often. Orange: the closest to the bug. Red and dashed: never. Dotted: ε, \
         what is no pivot event.</p>\n",
    );
    for name in bugs {
        let of: Vec<usize> = (0..done.len()).filter(|at| done[*at].1.name == name).collect();
        let automaton = &done[of[0]].0.automaton;
        let _ = writeln!(out, "<h2>Bug {}</h2>", escaped(name));
        if !automaton.title.is_empty() {
            let _ = writeln!(out, "<p>{}</p>", escaped(&automaton.title));
        }
        out.push_str("<div class=\"columns\">\n");
        for at in &of {
            let (bug, one) = done[*at];
            out.push_str(&column(bug, one, pictures.get(*at).and_then(Option::as_ref)));
        }
        out.push_str("</div>\n");
        if let [a, b] = of[..] {
            out.push_str(&change(done[a].0, done[a].1, done[b].1));
        }
    }
    out.push_str("</body></html>\n");
    out
}

fn escaped_lines(text: &str) -> String {
    text.lines().map(escaped).collect::<Vec<_>>().join("\n")
}

fn share(share: Share) -> String {
    match share.percent() {
        Some(percent) => format!("{} of {} ({percent:.1} %)", share.covered, share.total),
        None => "nothing to cover".into(),
    }
}

fn column(bug: &Bug, one: &Diagnosis, pictures: Option<&Pictures>) -> String {
    let (clues, nfa) = (&one.clues, &bug.automaton.nfa);
    let verdict = if one.is_found() { "found" } else { "missed" };
    let mut out = format!(
        "<div class=\"run\"><h3>{}: {verdict}</h3><p>{}</p><p>{}.</p>\n",
        escaped(&one.tool),
        escaped(&one.path.display().to_string()),
        escaped(&sentence(&bug.automaton, clues))
    );
    for line in advice(&bug.automaton, clues) {
        let _ = writeln!(out, "<p class=\"look\">Look first: {}.</p>", escaped(&line));
    }
    let mut shown = BTreeMap::new();
    if let Some(pictures) = pictures {
        let met = |set: u32| pictures.get(set as usize).is_some_and(Option::is_some);
        for state in 0..nfa.states().len() {
            let set = representative(nfa, &bug.dfa, state, met);
            if let Some(picture) = set.and_then(|set| pictures[set as usize].clone()) {
                shown.insert(state, picture);
            }
        }
    }
    let label = |id: &str| bug.automaton.label(&Symbol::of(id)).to_owned();
    out.push_str(&automaton(nfa, &Reach::of(nfa, &bug.dfa, clues), label, &shown));
    let _ = writeln!(
        out,
        "<table><tr><td>event coverage</td><td>{}</td></tr><tr><td>event-pair coverage</td><td>{}</td></tr><tr>\
         <td>minimal distance</td><td>{} of {}</td></tr><tr><td>accepted</td><td>{}</td></tr></table>",
        share(clues.event_coverage),
        share(clues.pair_coverage),
        clues.minimal_distance,
        clues.initial_distance,
        clues.accepted
    );
    out.push_str(
        "<table><tr><th>event</th><th class=\"n\">times</th><th class=\"n\">first</th><th></th></tr>\n",
    );
    for (symbol, clue) in &clues.events {
        let missed = if clue.count == 0 { " class=\"missed\"" } else { "" };
        let first = clue.first_s.map_or_else(|| "never".to_owned(), |s| format!("{s} s"));
        let _ = writeln!(
            out,
            "<tr{missed}><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{first}</td><td>{}</td></tr>",
            escaped(symbol.as_str()),
            clue.count,
            escaped(bug.automaton.events.get(symbol).map_or("", |event| &event.label))
        );
    }
    out.push_str(
        "</table>\n<table><tr><th class=\"n\">distance</th><th class=\"n\">times</th><th></th></tr>\n",
    );
    let most = clues.distances.values().max().copied().unwrap_or(1).max(1);
    for (distance, count) in &clues.distances {
        let width = 100.0 * *count as f64 / most as f64;
        let _ = writeln!(
            out,
            "<tr><td class=\"n\">{distance}</td><td class=\"n\">{count}</td><td style=\"width:12rem\"><span class=\"bar\" \
             style=\"width:{width:.1}%\"></span></td></tr>"
        );
    }
    out.push_str("</table></div>\n");
    out
}

/// What changed from one recording to the next.
fn change(bug: &Bug, before: &Diagnosis, after: &Diagnosis) -> String {
    let mut out = format!(
        "<h3>From {} to {}</h3><table><tr><th></th><th class=\"n\">before</th><th class=\"n\">after</th></tr>\n",
        escaped(&before.path.display().to_string()),
        escaped(&after.path.display().to_string())
    );
    let mut row = |name: &str, a: u64, b: u64, less_is_better: bool| {
        let kind = match (a.cmp(&b), less_is_better) {
            (std::cmp::Ordering::Equal, _) => "",
            (std::cmp::Ordering::Less, false) | (std::cmp::Ordering::Greater, true) => " class=\"new\"",
            _ => " class=\"lost\"",
        };
        let _ = writeln!(
            out,
            "<tr{kind}><td>{}</td><td class=\"n\">{a}</td><td class=\"n\">{b}</td></tr>",
            escaped(name)
        );
    };
    let (a, b) = (&before.clues, &after.clues);
    row("minimal distance", u64::from(a.minimal_distance), u64::from(b.minimal_distance), true);
    row("events covered", a.event_coverage.covered as u64, b.event_coverage.covered as u64, false);
    row("pairs covered", a.pair_coverage.covered as u64, b.pair_coverage.covered as u64, false);
    row("accepted", a.accepted, b.accepted, false);
    for (symbol, clue) in &a.events {
        let later = b.events.get(symbol).map_or(0, |clue| clue.count);
        row(&format!("{symbol}: {}", bug.automaton.label(symbol)), clue.count, later, false);
    }
    for ((first, second), count) in &a.pairs {
        let later = b.pairs.get(&(first.clone(), second.clone())).copied().unwrap_or(0);
        if (*count == 0) != (later == 0) {
            row(&format!("pair {first}, {second}"), *count, later, false);
        }
    }
    out.push_str("</table>\n");
    out
}
