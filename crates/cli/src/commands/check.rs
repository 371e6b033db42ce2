//! `skink check`: a run against a property file; `--dry-run` shows what its selectors match; `check import`
//! reads published specifications.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use skink_gui::Screen;
use skink_property::{
    CheckSettings, CheckSummary, Data, Find, Function, Line, PropertyFile, SCHEMA, Scope, Values, check,
    import,
};
use skink_run::{RunDir, RunFile, ShrinkBudget, load_finding};

use crate::app::{self, PhoneOptions};
use crate::args::{Check, CheckCommand};
use crate::commands::{listed, report, screen, stop_on_interrupt};
use crate::failure::Failure;
use crate::new_run::NewRun;
use crate::output::{counted, duration, grouped, note, print, print_json};
use crate::progress::Progress;

/// Events of a run that names no bound: as many as the paper's two days allow, halved.
const DEFAULT_EVENTS: u64 = 20_000;

/// What `run.toml` keeps of the command's own settings; the properties are kept whole.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    shrink: bool,
    /// Where the properties came from.
    #[serde(default)]
    file: String,
    properties: String,
    check: CheckSettings,
    phone: PhoneOptions,
}

pub(crate) fn run(args: &Check, json: bool) -> Result<u8, Failure> {
    match &args.what {
        Some(CheckCommand::Import { folder }) => return import_folder(folder),
        Some(CheckCommand::Schema) => {
            print(SCHEMA);
            return Ok(crate::OK);
        }
        None => {}
    }
    let doing = "checking";
    let Some(path) = &args.properties else {
        return Err(Failure::usage(doing, "no properties").hint("give --properties FILE"));
    };
    let (text, file) = read(path)?;
    if args.dry_run {
        return dry_run(path, &file, &args.screen, json);
    }
    let Some(run_args) = &args.run.0 else {
        return Err(
            Failure::usage(doing, "no app").hint("such as: skink check sample:files --properties FILE")
        );
    };
    let doing = format!("checking {} against {}", run_args.app, path.display());
    let strategy = if args.plain { "interleaved-plain" } else { "interleaved" };
    let mut new = NewRun::of("check", strategy, DEFAULT_EVENTS, run_args)?;
    let options = Options {
        shrink: !run_args.no_shrink,
        file: path.display().to_string(),
        properties: text,
        check: CheckSettings {
            bias: args.bias,
            length: args.length,
            system: args.system,
            guided: !args.plain,
            ..CheckSettings::default()
        },
        phone: PhoneOptions::of(&run_args.phone).avoiding(new.config.avoid.settings(&run_args.app)),
    };
    let run = new.create(&doing, &options)?;
    go(&doing, &run, &new.file, json)
}

fn read(path: &Path) -> Result<(String, PropertyFile), Failure> {
    let doing = format!("reading properties from {}", path.display());
    let text = std::fs::read_to_string(path).map_err(|e| {
        Failure::usage(&doing, e.to_string())
            .hint("skink record APP writes one; docs/guide/properties.md shows one")
    })?;
    let file = PropertyFile::parse(&text).map_err(|e| Failure::usage(&doing, e.to_string()))?;
    if file.functions.is_empty() {
        return Err(Failure::usage(doing, "there is no function in it").hint("see docs/guide/properties.md"));
    }
    Ok((text, file))
}

/// Begins the run that `run.toml` describes, or goes on with it.
pub(super) fn go(doing: &str, run: &RunDir, file: &RunFile, json: bool) -> Result<u8, Failure> {
    let options: Options = file.options.clone().try_into().map_err(|e: toml::de::Error| {
        Failure::usage(doing, format!("run.toml, [options]: {}", e.message()))
    })?;
    let properties = PropertyFile::parse(&options.properties)
        .map_err(|e| Failure::usage(doing, format!("the properties in run.toml: {e}")))?;
    let mut device = app::open(&file.app, None, &options.phone)?;
    let stop = stop_on_interrupt();
    let mut progress = Progress::new(device.branches());
    let shrink = options.shrink.then(ShrinkBudget::default);
    let result = check(run, file, device.as_mut(), properties, options.check, shrink, &mut progress, &stop);
    progress.end();
    let summary = result.map_err(|e| Failure::of(doing, e))?;
    if json {
        print_json(&summary)?;
    } else {
        print_summary(&summary, file)?;
    }
    report::at_the_end(run, device.as_mut(), json)?;
    let interrupted = summary.run.ended == "interrupted";
    if interrupted {
        note(&format!("interrupted: no verdict yet; go on with: skink resume {}", run.path().display()));
    }
    let broken = summary.functions.iter().any(|function| function.broken.is_some());
    let ids = summary.run.findings.iter().map(|finding| finding.id.as_str());
    Ok(match (report::unaccepted(&file.app, ids)?, interrupted || broken) {
        (1.., _) => crate::FINDINGS,
        // A property that could not be checked is not a pass.
        (0, true) => crate::FAILED,
        (0, false) => crate::OK,
    })
}

fn print_summary(summary: &CheckSummary, file: &RunFile) -> Result<(), Failure> {
    let run = &summary.run;
    print(&format!("{} on {}, {}, seed {}\n", run.app, file.device, run.strategy, run.seed));
    print(&format!(
        "{} in {} ({} of phone time), {}; {} and {} of functions on one object\n",
        counted(run.events, "event"),
        duration(run.wall_seconds),
        duration(run.phone_seconds),
        counted(run.restarts + 1, "test"),
        counted(summary.pairs as u64, "pair"),
        counted(summary.triples as u64, "triple"),
    ));
    let width = summary.functions.iter().map(|f| f.name.chars().count()).max().unwrap_or(0).max(8);
    print(&format!(
        "\n{:<width$} {:>8} {:>8} {:>8} {:>8}\n",
        "function", "possible", "begun", "held", "violated"
    ));
    for f in &summary.functions {
        let words = match (&f.broken, f.possible) {
            (Some(_), _) => "  broken",
            (None, 0) => "  never possible",
            (None, _) => "",
        };
        print(&format!(
            "{:<width$} {:>8} {:>8} {:>8} {:>8}{words}\n",
            f.name, f.possible, f.attempts, f.held, f.violated
        ));
    }
    for f in &summary.functions {
        if let Some(why) = &f.broken {
            print(&format!("\nbroken property `{}`: {why}\n", f.name));
        }
    }
    match run.findings.len() {
        0 => print("\nnothing found\n"),
        n => print(&format!("\n{}:\n", counted(n as u64, "finding"))),
    }
    for finding in &run.findings {
        let minimal = if finding.minimal { ", minimal" } else { "" };
        let met =
            if finding.count == 1 { "once".to_owned() } else { format!("{} times", grouped(finding.count)) };
        print(&format!(
            "\n{}: {}\n  {}{minimal}; met {met} in the run\n",
            finding.id,
            finding.title,
            counted(finding.events, "event"),
        ));
        let (_, _, _, script) =
            load_finding(Path::new(&finding.path)).map_err(|e| Failure::of("reading a finding", e))?;
        print(&listed(&script));
        print(&format!("  again: skink replay {}\n", finding.path));
    }
    print(&format!("\nrun: {}\n", run.run));
    Ok(())
}

/// What a selector matches on a dump.
#[derive(Serialize)]
struct Matched {
    screen: String,
    function: String,
    part: &'static str,
    line: String,
    selector: String,
    matches: usize,
    widgets: Vec<String>,
    nearest: Option<String>,
}

fn dry_run(path: &Path, file: &PropertyFile, dumps: &[PathBuf], json: bool) -> Result<u8, Failure> {
    if dumps.is_empty() && !json {
        let functions = counted(file.functions.len() as u64, "function");
        print(&format!("{}: {functions}, no error\n", path.display()));
        note("give --screen DUMP to see what each selector matches on a screen");
    }
    let mut all = Vec::new();
    for dump in dumps {
        let seen = screen::read(dump)?;
        let name = dump.display().to_string();
        for find in &file.avoid {
            all.push(matched(&name, "", "avoid", &find.to_string(), find, &seen));
        }
        for function in &file.functions {
            for (part, line, find) in selectors(file, function) {
                all.push(matched(&name, &function.name, part, &line, &find, &seen));
            }
        }
    }
    if json {
        print_json(&all)?;
        return Ok(crate::OK);
    }
    let mut heading = (String::new(), String::new());
    for found in &all {
        let here = (found.screen.clone(), found.function.clone());
        if here != heading {
            let of = if found.function.is_empty() { "avoided".to_owned() } else { found.function.clone() };
            print(&format!("\n{}: {of}\n", found.screen));
            heading = here;
        }
        print(&format!(
            "  {:<6} {:<50} {}\n",
            found.part,
            found.line,
            match found.matches {
                1 => "1 match".to_owned(),
                n => format!("{n} matches"),
            }
        ));
        for widget in &found.widgets {
            print(&format!("           {widget}\n"));
        }
        if let Some(nearest) = &found.nearest {
            print(&format!("           nearest: {nearest}\n"));
        }
    }
    Ok(crate::OK)
}

/// The selectors of a function with the line each is in, defaults included.
fn selectors(file: &PropertyFile, function: &Function) -> Vec<(&'static str, String, Find)> {
    let rules = file.rules(function);
    let of = |part: &'static str, lines: &[Line]| -> Vec<(&'static str, String, Find)> {
        lines
            .iter()
            .flat_map(|line| line.finds().into_iter().map(move |f| (part, line.to_string(), f.clone())))
            .collect()
    };
    let when: Vec<Line> = rules.when.into_iter().map(Line::Check).collect();
    [of("when", &when), of("steps", &function.steps), of("then", &rules.then)].concat()
}

/// Values are not known without a run: a selector is tried with what it says apart from them.
fn matched(
    dump: &str,
    function: &str,
    part: &'static str,
    line: &str,
    find: &Find,
    seen: &Screen,
) -> Matched {
    const SHOWN: usize = 5;
    let fixed = find.without_values();
    let (values, data) = (Values::new(), Data::default());
    let filled = fixed.fill(&Scope { values: &values, data: &data, key: "" }).ok();
    let found = filled.as_ref().map(|find| find.find_all(seen)).unwrap_or_default();
    let nearest =
        filled.as_ref().filter(|_| found.is_empty()).and_then(|find| find.nearly(seen)).map(|(_, w)| w);
    Matched {
        screen: dump.to_owned(),
        function: function.to_owned(),
        part,
        line: line.to_owned(),
        selector: fixed.to_string(),
        matches: found.len(),
        widgets: found.iter().take(SHOWN).map(|w| skink_gui::Selector::of(w).to_string()).collect(),
        nearest,
    }
}

fn import_folder(path: &Path) -> Result<u8, Failure> {
    let doing = format!("importing {}", path.display());
    let failed = |e: std::io::Error| Failure::usage(&doing, e.to_string());
    let folder = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
    let mut functions = Vec::new();
    let mut blocked = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        let name = file.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let wanted = path.is_dir() || file == path;
        if name.starts_with("dmf_") && name.ends_with(".json") && wanted {
            functions.push((name.trim_start_matches("dmf_").to_owned(), file));
        } else if name.starts_with("keyviews_") && name.ends_with(".json") {
            blocked.push((name.trim_start_matches("keyviews_").to_owned(), file));
        }
    }
    let [(app, functions)] = functions.as_slice() else {
        let problem = format!("there are {} files dmf_*.json; one is expected", functions.len());
        return Err(Failure::usage(doing, problem).hint("name the folder of one app, or the file itself"));
    };
    let text = std::fs::read_to_string(functions).map_err(failed)?;
    let blocked = blocked.iter().find(|(of, _)| of == app).map(|(_, file)| std::fs::read_to_string(file));
    let blocked = blocked.transpose().map_err(failed)?;
    let file = import(&text, blocked.as_deref()).map_err(|e| Failure::usage(&doing, e.to_string()))?;
    print(&file.to_toml());
    Ok(crate::OK)
}
