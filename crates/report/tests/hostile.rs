//! Whatever an app shows stays a text, in every format.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use skink_explore::{Random, RandomSettings};
use skink_phone::{Phone, PhoneSettings, apps};
use skink_report::{Report, adb_script, bug_report, csv, junit, load, maestro_flow, markdown, page, sarif};
use skink_run::{RunDir, RunFile, ShrinkBudget, execute, load_finding, photograph_findings};

fn run_labels(folder: &Path) -> Report {
    let mut device =
        Phone::new(apps::named("labels").expect("a sample"), PhoneSettings::default()).expect("a phone");
    let mut file = RunFile::new("explore", "sample:labels", "phone", "random", 3);
    file.budget.events = Some(2_000);
    let run = RunDir::create(folder, &file).expect("a run");
    let mut strategy = Random::new(RandomSettings::default());
    let shrink = Some(ShrinkBudget::default());
    execute(&run, &file, &mut device, &mut strategy, shrink, &mut (), &AtomicBool::new(false))
        .expect("it runs");
    photograph_findings(&run, &mut device).expect("pictures");
    load(folder).expect("a report")
}

#[test]
fn no_format_is_broken_by_an_apps_texts() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = run_labels(folder.path());
    assert!(!report.findings.is_empty(), "printing a label crashes");

    let html = page(&report);
    assert!(html.len() < 5_000_000, "{} bytes", html.len());
    assert!(html.contains("&#60;"), "the label of the crash is shown, as a text");
    for raw in ["<script>document.title", "<img src=x", "</style></svg>"] {
        assert!(!html.contains(raw), "the page holds `{raw}` as markup");
    }
    assert_eq!(html.matches("<script>").count(), 1, "only the page's own script");

    let xml = junit(&report);
    let parsed = roxmltree::Document::parse(&xml).expect("well-formed XML");
    let failures = parsed.descendants().filter(|node| node.has_tag_name("failure")).count();
    assert_eq!(failures, report.findings.len());

    let log: serde_json::Value = serde_json::from_str(&sarif(&report)).expect("JSON");
    assert_eq!(log["runs"][0]["results"].as_array().map(Vec::len), Some(report.findings.len()));
    serde_json::to_string(&report).expect("JSON");
    assert!(csv(&report).lines().count() > 1);
    assert!(!markdown(&report).contains("<script>document"));
    for told in &report.findings {
        let (_, _, _, script) = load_finding(Path::new(&told.path)).expect("a finding");
        assert!(!bug_report(&report, told).lines().any(|line| line.starts_with("<script>")));
        let shell = adb_script("com.example.labels", told, &script);
        assert!(shell.lines().all(|line| !line.trim_start().starts_with('<')), "{shell}");
        assert!(maestro_flow("com.example.labels", told, &script).starts_with("# "));
    }
}

#[test]
fn the_steps_have_their_pictures() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = run_labels(folder.path());
    for finding in &report.findings {
        assert!(finding.steps.iter().all(|step| step.before.is_some()), "{}", finding.headline);
        assert!(finding.steps.last().is_some_and(|last| last.after.is_some()), "{}", finding.headline);
    }
}
