//! `skink report`, `accept` and `export`: what a run or a finding hands over.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Serialize;
use skink_device::Device;
use skink_gui::structure;
use skink_report::{
    Baseline, Comparison, Report, adb_script, bug_report, compare, csv, junit, load, maestro_flow, markdown,
    model_page, page, sarif,
};
use skink_run::{RunDir, load_finding, photograph_findings, state_shot_path};

use crate::app;
use crate::args::{Accept, Export, ExportFormat, ReportArgs, ReportFormat};
use crate::commands::replay::phone_options;
use crate::failure::Failure;
use crate::output::{note, print, print_json};

/// The file of accepted findings, in the folder Skink is run in.
pub(crate) const BASELINE: &str = "skink-accepted.json";

pub(crate) fn run(args: &ReportArgs, json: bool) -> Result<u8, Failure> {
    let doing = format!("reporting on {}", args.run.display());
    let report = load(&args.run).map_err(|e| Failure::of(&doing, e))?;
    if let Some(before) = &args.against {
        let before = load(before).map_err(|e| Failure::of(&doing, e))?;
        let comparison = compare(&before, &report);
        if json {
            print_json(&comparison)?;
        } else {
            print(&told(&comparison));
        }
        return Ok(crate::OK);
    }
    match args.format {
        None if json => print_json(&report)?,
        None => {
            let path = write_all(&args.run, &report).map_err(|e| Failure::device(&doing, e.to_string()))?;
            print(&format!("{}\n", path.display()));
        }
        Some(format) => print(&formatted(&report, format)?),
    }
    Ok(crate::OK)
}

fn formatted(report: &Report, format: ReportFormat) -> Result<String, Failure> {
    Ok(match format {
        ReportFormat::Html => page(report),
        ReportFormat::Json => {
            serde_json::to_string_pretty(report)
                .map_err(|e| Failure::device("writing JSON", e.to_string()))?
                + "\n"
        }
        ReportFormat::Junit => junit(report),
        ReportFormat::Sarif => sarif(report),
        ReportFormat::Csv => csv(report),
        ReportFormat::Markdown => markdown(report),
    })
}

/// Writes what every run leaves beside its traces; gives the page's path.
fn write_all(run: &Path, report: &Report) -> std::io::Result<PathBuf> {
    let folder = run.join("report");
    std::fs::create_dir_all(&folder)?;
    let path = folder.join("index.html");
    std::fs::write(&path, page(report))?;
    write_model(run, report)?;
    std::fs::write(run.join("junit.xml"), junit(report))?;
    std::fs::write(run.join("results.sarif"), sarif(report))?;
    std::fs::write(run.join("summary.md"), markdown(report))?;
    std::fs::write(run.join("growth.csv"), csv(report))?;
    Ok(path)
}

/// Writes the page of the learned model, with the pictures of its states as relative images.
fn write_model(run: &Path, report: &Report) -> std::io::Result<()> {
    let Ok((dir, _)) = RunDir::open(run) else { return Ok(()) };
    let (Ok(Some(model)), Ok(mut screens)) = (dir.model(), dir.screens()) else { return Ok(()) };
    let pictures: BTreeMap<&str, String> = model
        .states
        .iter()
        .filter_map(|state| {
            let hash = state.screen.as_deref()?;
            let screen = screens.get(hash.parse().ok()?).ok()?;
            let path = state_shot_path(run, structure(&screen));
            let name = path.exists().then(|| path.file_name())??.to_str()?;
            Some((hash, format!("../shots/{name}")))
        })
        .collect();
    let html = model_page(&report.summary.app, &model, |hash| pictures.get(hash).cloned());
    std::fs::write(run.join("report").join("model.html"), html)
}

/// At the end of a run: takes the pictures of its findings, writes its report and says where the page is.
pub(super) fn at_the_end(run: &RunDir, device: &mut dyn Device, quiet: bool) -> Result<(), Failure> {
    let doing = "writing the report";
    if let Err(problem) = photograph_findings(run, device) {
        note(&format!("note: some pictures of findings are missing: {problem}"));
    }
    let report = load(run.path()).map_err(|e| Failure::of(doing, e))?;
    let path = write_all(run.path(), &report).map_err(|e| Failure::device(doing, e.to_string()))?;
    if !quiet {
        print(&format!("report: {}\n", path.display()));
    }
    Ok(())
}

/// How many of these findings of an app are not accepted.
pub(super) fn unaccepted<'a>(app: &str, ids: impl Iterator<Item = &'a str>) -> Result<usize, Failure> {
    let baseline = read_baseline(Path::new(BASELINE))?;
    let mut accepted = 0;
    let new = ids
        .filter(|id| {
            !baseline.accepts(app, id) || {
                accepted += 1;
                false
            }
        })
        .count();
    if accepted > 0 {
        note(&format!("{accepted} known and accepted in {BASELINE}"));
    }
    Ok(new)
}

fn read_baseline(path: &Path) -> Result<Baseline, Failure> {
    Baseline::read(path).map_err(|e| Failure::usage("reading the accepted findings", e.to_string()))
}

pub(crate) fn accept(args: &Accept, json: bool) -> Result<u8, Failure> {
    let path = args.baseline.clone().unwrap_or_else(|| PathBuf::from(BASELINE));
    let mut baseline = read_baseline(&path)?;
    let mut done = Vec::new();
    for folder in &args.findings {
        let doing = format!("accepting {}", folder.display());
        let (_, file, finding, _) = load_finding(folder).map_err(|e| Failure::of(&doing, e))?;
        let is_new = baseline.accept(&file.app, &finding.id, &finding.title);
        done.push(Accepted { app: file.app, finding: finding.id, is_new });
    }
    baseline.write(&path).map_err(|e| Failure::device("writing the accepted findings", e.to_string()))?;
    if json {
        print_json(&done)?;
    } else {
        for accepted in &done {
            let how = if accepted.is_new { "accepted" } else { "was accepted already" };
            print(&format!("{} of {} {how} in {}\n", accepted.finding, accepted.app, path.display()));
        }
    }
    Ok(crate::OK)
}

#[derive(Serialize)]
struct Accepted {
    app: String,
    finding: String,
    is_new: bool,
}

pub(crate) fn export(args: &Export) -> Result<u8, Failure> {
    let doing = format!("exporting {}", args.finding.display());
    let (run, file, finding, script) = load_finding(&args.finding).map_err(|e| Failure::of(&doing, e))?;
    let report = load(run.path()).map_err(|e| Failure::of(&doing, e))?;
    let told = report.findings.iter().find(|told| told.finding.id == finding.id);
    let told = told.ok_or_else(|| Failure::usage(&doing, "the run does not list this finding"))?;
    let package = app::open(&file.app, None, &phone_options(&file, &doing)?)?.package().to_owned();
    print(&match args.format {
        ExportFormat::Maestro => maestro_flow(&package, told, &script),
        ExportFormat::Adb => adb_script(&package, told, &script),
        ExportFormat::Markdown => bug_report(&report, told),
    });
    Ok(crate::OK)
}

fn told(comparison: &Comparison) -> String {
    let mut out = String::new();
    for (name, findings) in [
        ("new", &comparison.new),
        ("fixed or missed", &comparison.fixed),
        ("persisting", &comparison.persisting),
    ] {
        out.push_str(&format!("{name}: {}\n", findings.len()));
        out.extend(findings.iter().map(|(id, title)| format!("  {id}  {title}\n")));
    }
    if let Some((before, after)) = comparison.covered {
        out.push_str(&format!("branches covered: {before} before, {after} now\n"));
    }
    out.push_str(&format!("states: {} before, {} now\n", comparison.states.0, comparison.states.1));
    out
}
