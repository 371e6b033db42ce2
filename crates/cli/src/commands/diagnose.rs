//! `skink diagnose`: why was a known bug missed?

use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;
use skink_device::Device;
use skink_diagnose::{
    Bug, DiagnoseError, Diagnosis, Kind, Library, ProposeSettings, Source, Table, Verdict, advice, diagnose,
    page, pictures, propose, sentence, sources,
};
use skink_model::automaton::{Clues, Symbol, print_bug};
use skink_run::{RunDir, load_finding};

use crate::app;
use crate::args::Diagnose;
use crate::commands::replay::phone_options;
use crate::failure::Failure;
use crate::output::{note, print, print_json};

/// One of several diagnoses as JSON.
#[derive(Serialize)]
struct Item {
    app: String,
    tool: String,
    trace: String,
    found: bool,
    words: String,
    look_at: Vec<String>,
    closest: Vec<Symbol>,
    left: Vec<Symbol>,
    trace_comparison: Option<Symbol>,
    runtime_verification: Option<Symbol>,
    warnings: Vec<String>,
    clues: Verdict,
}

/// Several diagnoses as JSON.
#[derive(Serialize)]
struct All {
    table: Table,
    diagnoses: Vec<Item>,
}

fn failed(doing: &str, error: DiagnoseError) -> Failure {
    match error {
        DiagnoseError::Run(error) => Failure::of(doing, error),
        DiagnoseError::Io { ref source, .. } if source.kind() != std::io::ErrorKind::NotFound => {
            Failure::device(doing, error.to_string())
        }
        other => Failure::usage(doing, other.to_string()),
    }
}

pub(crate) fn run(args: &Diagnose, json: bool) -> Result<u8, Failure> {
    let doing = "diagnosing";
    if let Some(finding) = &args.from_finding {
        return from_finding(finding, args.out.as_deref(), json);
    }
    if args.bugs.is_empty() {
        return Err(Failure::usage(doing, "no bug to look for")
            .hint("name its automaton: skink diagnose --bug 114-NFA.jff LOG"));
    }
    if args.traces.is_empty() {
        return Err(Failure::usage(doing, "nothing to look at")
            .hint("name logs, result folders or runs of Skink: skink diagnose --bug 114-NFA.jff LOG"));
    }
    let library = Library::read(&args.bugs).map_err(|e| failed("reading bug automata", e))?;
    library.warnings.iter().for_each(|warning| note(&format!("warning: {warning}")));
    let mut found = Vec::new();
    for trace in &args.traces {
        found.extend(sources(trace).map_err(|e| failed(&format!("looking at {}", trace.display()), e))?);
    }
    let done = diagnose_all(&library, &found)?;
    if let Some(file) = &args.html {
        write_page(file, &done)?;
    }
    match (&done[..], json) {
        ([(_, one)], true) => print_json(&one.verdict())?,
        (_, true) => print_json(&all(&done))?,
        ([(bug, one)], false) => print(&report(bug, one, args.compare)),
        (_, false) => print(&summary(&done, args.compare)),
    }
    Ok(crate::OK)
}

/// Matches each recording against the bugs it may show, and says what is odd on the way.
fn diagnose_all<'a>(library: &'a Library, found: &[Source]) -> Result<Vec<(&'a Bug, Diagnosis)>, Failure> {
    let (mut done, mut warned) = (Vec::new(), std::collections::BTreeSet::new());
    for source in found {
        let bugs = bugs_of(library, source);
        if bugs.is_empty() {
            note(&format!("warning: none of the bugs is one of {}", source.path.display()));
        }
        for bug in bugs {
            if warned.insert(bug.path.clone()) {
                for warning in &bug.warnings {
                    note(&format!("warning: bug {}: {warning}", bug.name()));
                }
            }
            let doing = format!("matching {} against bug {}", source.path.display(), bug.name());
            let diagnosis = diagnose(bug, source).map_err(|e| failed(&doing, e))?;
            for warning in &diagnosis.warnings {
                note(&format!("warning: {}: {warning}", source.path.display()));
            }
            done.push((bug, diagnosis));
        }
    }
    if done.is_empty() {
        return Err(Failure::usage("diagnosing", "no recording belongs to any of the bugs")
            .hint("a result folder's name says which app and bug it is of; a bare log goes with any bug"));
    }
    Ok(done)
}

/// A result folder belongs to the bug its name says, unless only one bug was given; a run of Skink to the bugs of
/// its app; a bare log to every bug.
fn bugs_of<'a>(library: &'a Library, source: &Source) -> Vec<&'a Bug> {
    if let [only] = &library.bugs[..] {
        if source.bug.as_ref().is_some_and(|id| *id != only.automaton.bug) {
            note(&format!(
                "warning: {} is of bug {}, matched against bug {} all the same",
                source.path.display(),
                source.bug.as_deref().unwrap_or_default(),
                only.automaton.bug
            ));
        }
        return vec![only];
    }
    let fits = |bug: &&Bug| match (&source.bug, &source.app, source.kind) {
        (Some(id), Some(app), _) => bug.is(app, id),
        (_, Some(app), Kind::Run) => {
            bug.automaton.app.is_empty()
                || bug.automaton.app == *app
                || bug.automaton.app == app.replace("sample:", "")
        }
        _ => true,
    };
    let described = |bug: &&Bug| {
        source.kind == Kind::Log || bug.automaton.events.values().any(|event| event.pivot.is_some())
    };
    library.bugs.iter().filter(fits).filter(described).collect()
}

fn all(done: &[(&Bug, Diagnosis)]) -> All {
    let item = |(bug, one): &(&Bug, Diagnosis)| Item {
        app: bug.automaton.app.clone(),
        tool: one.tool.clone(),
        trace: one.path.display().to_string(),
        found: one.is_found(),
        words: sentence(&bug.automaton, &one.clues),
        look_at: advice(&bug.automaton, &one.clues),
        closest: one.clues.closest.clone(),
        left: one.clues.left.clone(),
        trace_comparison: one.clues.simple.trace_comparison(&bug.dfa),
        runtime_verification: one.clues.simple.runtime_verification(&bug.dfa),
        warnings: bug.warnings.iter().chain(&one.warnings).cloned().collect(),
        clues: one.verdict(),
    };
    All {
        table: Table::of(done.iter().map(|(bug, one)| (*bug, one))),
        diagnoses: done.iter().map(item).collect(),
    }
}

/// The paper's Table 1 for one bug and one recording, with what to look at first.
fn report(bug: &Bug, one: &Diagnosis, compare: bool) -> String {
    let (automaton, clues) = (&bug.automaton, &one.clues);
    let mut out = format!("bug {}", bug.name());
    if !automaton.title.is_empty() {
        let _ = write!(out, ": {}", automaton.title);
    }
    let state = match (clues.crashed, clues.accepted) {
        (true, 0) => "a crash was seen, though no accepted trace".to_owned(),
        (true, n) => format!("found; {n} accepted"),
        (false, 0) => "missed".to_owned(),
        (false, n) => format!("no crash was seen, though {n} accepted"),
    };
    let share = |s: skink_model::automaton::Share| match s.percent() {
        Some(percent) => format!("{}/{} ({percent:.1}%)", s.covered, s.total),
        None => "-".to_owned(),
    };
    let _ = writeln!(
        out,
        "\n{} by {}\n\nevent coverage       {}\nevent-pair coverage  {}\nminimal distance     {} of {}",
        state,
        one.tool,
        share(clues.event_coverage),
        share(clues.pair_coverage),
        clues.minimal_distance,
        clues.initial_distance
    );
    out.push_str("\nevents\n");
    for (symbol, clue) in &clues.events {
        let first = clue.first_s.map_or_else(String::new, |s| format!(", first after {s} s"));
        let warnings =
            if clue.warnings > 0 { format!(", cancelled {}", clue.warnings) } else { String::new() };
        let label = automaton.events.get(symbol).map_or("", |event| event.label.as_str());
        let _ = writeln!(out, "  {symbol:>3}  {:>9}  {label}{first}{warnings}", clue.count);
    }
    out.push_str(&distances(clues));
    let missed: Vec<String> =
        clues.pairs.iter().filter(|(_, n)| **n == 0).map(|((a, b), _)| format!("({a}, {b})")).collect();
    if !missed.is_empty() {
        let _ = writeln!(out, "\npairs missed: {}", missed.join(" "));
    }
    let listed = |symbols: &[Symbol]| match symbols {
        [] => "nothing".to_owned(),
        some => some.iter().map(Symbol::as_str).collect::<Vec<_>>().join(" "),
    };
    let _ = write!(out, "\nclosest: {}", listed(&clues.closest));
    if clues.first_missed.is_some() {
        let _ = write!(out, "; left: {}", listed(&clues.left));
    }
    let _ = writeln!(out, "\n{}", sentence(automaton, clues));
    for line in advice(automaton, clues) {
        let _ = writeln!(out, "look first: {line}");
    }
    if compare {
        out.push_str(&comparison(bug, clues));
    }
    out
}

fn distances(clues: &Clues) -> String {
    let most = clues.distances.values().max().copied().unwrap_or(1).max(1);
    let mut out = String::from("\ndistance to the bug\n");
    for (distance, count) in &clues.distances {
        let bar = "█".repeat((count * 40).div_ceil(most) as usize);
        let _ = writeln!(out, "  {distance:>3}  {count:>9}  {bar}");
    }
    out
}

/// RQ3: the first missed event by each of the three.
fn comparison(bug: &Bug, clues: &Clues) -> String {
    let named =
        |symbol: Option<Symbol>| symbol.map_or_else(|| "none".to_owned(), |symbol| symbol.to_string());
    let refused = clues.simple.refused(&bug.dfa).map_or_else(String::new, |(number, symbol)| {
        format!(" (event number {number}, {symbol}, is refused)")
    });
    format!(
        "\nfirst missed event: {} by the automaton, {} by simple trace comparison, {} by simple runtime verification{refused}\n",
        named(clues.first_missed.clone()),
        named(clues.simple.trace_comparison(&bug.dfa)),
        named(clues.simple.runtime_verification(&bug.dfa)),
    )
}

/// Table 3, and for each missed bug what to look at first, from the tool's run that came closest.
fn summary(done: &[(&Bug, Diagnosis)], compare: bool) -> String {
    let table = Table::of(done.iter().map(|(bug, one)| (*bug, one)));
    let mut out = table.text();
    out.push_str(
        "EC, EPC: best event and event-pair coverage in percent; MD: least minimal distance; *: found\n",
    );
    for row in &table.rows {
        for (tool, cell) in row.tools.iter().filter(|(_, cell)| cell.found == 0) {
            let of = done.iter().filter(|(_, one)| one.name == row.bug && one.tool == *tool);
            let closest = of.min_by_key(|(_, one)| (one.clues.minimal_distance, one.path.clone()));
            let Some((bug, one)) = closest else { continue };
            let _ = writeln!(
                out,
                "\n{} missed by {tool} ({}):\n  {}",
                row.bug,
                crate::output::counted(cell.runs as u64, "run"),
                sentence(&bug.automaton, &one.clues)
            );
            for line in advice(&bug.automaton, &one.clues) {
                let _ = writeln!(out, "  look first: {line}");
            }
        }
    }
    if compare {
        out.push_str(&agreement(done));
    }
    out
}

/// Table 6: in how many of the missed cases the simple analyses name the same first missed event.
fn agreement(done: &[(&Bug, Diagnosis)]) -> String {
    let mut tools = std::collections::BTreeMap::<&str, [usize; 3]>::new();
    for (bug, one) in done.iter().filter(|(_, one)| !one.is_found()) {
        let clues = &one.clues;
        let counts = tools.entry(&one.tool).or_default();
        counts[0] += usize::from(clues.simple.trace_comparison(&bug.dfa) == clues.first_missed);
        counts[1] += usize::from(clues.simple.runtime_verification(&bug.dfa) == clues.first_missed);
        counts[2] += 1;
    }
    let mut out =
        format!("\n{:<20} {:>9} {:>9} {:>9}\n", "first missed event", "simple TC", "simple RV", "cases");
    for (tool, [tc, rv, cases]) in tools {
        let _ = writeln!(out, "{tool:<20} {tc:>9} {rv:>9} {cases:>9}");
    }
    out
}

/// Writes the page; where a run of Skink can be done again, with pictures of the states it reached.
fn write_page(file: &Path, done: &[(&Bug, Diagnosis)]) -> Result<(), Failure> {
    let doing = format!("writing {}", file.display());
    let mut shots = Vec::new();
    for (_, one) in done {
        let run = (!one.sightings.is_empty()).then(|| RunDir::open(&one.path)).transpose();
        shots.push(match run.map_err(|e| Failure::of(&doing, e))? {
            Some((run, file)) => {
                let options = phone_options(&file, &doing).ok();
                let mut device = options.and_then(|options| app::open(&file.app, None, &options).ok());
                let device = device.as_mut().map(|device| device.as_mut() as &mut dyn Device);
                Some(pictures(one, &run, device).map_err(|e| failed(&doing, e))?)
            }
            None => None,
        });
    }
    let items: Vec<(&Bug, &Diagnosis)> = done.iter().map(|(bug, one)| (*bug, one)).collect();
    std::fs::write(file, page(&items, &shots)).map_err(|e| Failure::device(doing, e.to_string()))?;
    note(&format!("page: {}", file.display()));
    Ok(())
}

/// A proposed automaton as JSON.
#[derive(Serialize)]
struct Proposed {
    bug: String,
    app: String,
    states: usize,
    transitions: usize,
    trace: Vec<Symbol>,
    events: u64,
    notes: Vec<String>,
    automaton: String,
}

fn from_finding(finding: &Path, out: Option<&Path>, json: bool) -> Result<u8, Failure> {
    let doing = format!("proposing an automaton for {}", finding.display());
    let (_, file, found, script) = load_finding(finding).map_err(|e| Failure::of(&doing, e))?;
    let mut device = app::open(&file.app, None, &phone_options(&file, &doing)?)?;
    let mut proposal = propose(device.as_mut(), &script, &found.id, &ProposeSettings::default())
        .map_err(|e| failed(&doing, e))?;
    proposal.bug.app.clone_from(&file.app);
    proposal.bug.title.clone_from(&found.title);
    let text = print_bug(&proposal.bug);
    if !found.minimal {
        note(
            "warning: the finding is not minimal: events that are not needed become pivot events; skink shrink it",
        );
    }
    proposal.notes.iter().for_each(|line| note(&format!("warning: {line}")));
    if let Some(path) = out {
        std::fs::write(path, &text).map_err(|e| Failure::device(&doing, e.to_string()))?;
        note(&format!("automaton: {}", path.display()));
    }
    if json {
        print_json(&Proposed {
            bug: proposal.bug.bug.clone(),
            app: proposal.bug.app.clone(),
            states: proposal.bug.nfa.states().len(),
            transitions: proposal.bug.nfa.moves().len(),
            trace: proposal.trace,
            events: proposal.events,
            notes: proposal.notes,
            automaton: text,
        })?;
    } else if out.is_none() {
        print(&text);
    }
    Ok(crate::OK)
}
