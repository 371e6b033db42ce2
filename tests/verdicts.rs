//! Verdicts for machines are what their formats say: SARIF against the schema of OASIS (`schemas/sarif-2.1.0.json`,
//! as the crate `serde-sarif` 0.8 ships it), the JSON report against `docs/report-schema.json`, JUnit as XML.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use crate::common::{run, stdout};
use crate::json_schema::problems;
use crate::pages::root;

fn read(path: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(root().join(path)).unwrap()).unwrap()
}

fn printed(at: &Path, name: &str, format: &str) -> String {
    let output = run(at, &["report", name, "--format", format]);
    assert_eq!(output.status.code(), Some(0), "{name} as {format}");
    stdout(&output)
}

#[test]
fn sarif_json_and_junit_of_each_kind_of_run_are_valid() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let properties = root().join("examples/properties/files.toml");
    let properties = properties.to_str().unwrap();
    let runs: [(&str, Vec<&str>); 4] = [
        ("clean", vec!["explore", "sample:labels", "--bugs", "none", "--seed", "3", "--events", "200"]),
        ("hostile", vec!["explore", "sample:labels", "--seed", "3", "--events", "2000"]),
        (
            "checked",
            vec!["check", "sample:files", "--properties", properties, "--seed", "5", "--events", "600"],
        ),
        (
            "fuzzed",
            vec![
                "fuzz",
                "sample:diary",
                "--seed",
                "7",
                "--events",
                "1500",
                "--seeds",
                "2",
                "--mutants",
                "10",
            ],
        ),
    ];
    let (sarif_schema, report_schema) =
        (read("tests/schemas/sarif-2.1.0.json"), read("docs/report-schema.json"));
    let mut kinds = BTreeSet::new();
    for (name, args) in runs {
        run(at, &[&args[..], &["--out", name]].concat());
        let sarif: Value = serde_json::from_str(&printed(at, name, "sarif")).unwrap();
        assert_eq!(problems(&sarif_schema, &sarif), Vec::<String>::new(), "{name}");
        let report: Value = serde_json::from_str(&printed(at, name, "json")).unwrap();
        assert_eq!(problems(&report_schema, &report), Vec::<String>::new(), "{name}");
        let findings = report["findings"].as_array().unwrap();
        assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len(), findings.len(), "{name}");
        kinds.extend(findings.iter().map(|f| f["finding"]["kind"].as_str().unwrap().to_owned()));

        let junit = printed(at, name, "junit");
        let xml = roxmltree::Document::parse(&junit).unwrap_or_else(|e| panic!("{name}: {e}: {junit}"));
        let count = |tag| xml.descendants().filter(|node| node.has_tag_name(tag)).count();
        assert_eq!(count("failure"), findings.len(), "{name}");
        assert_eq!(count("testcase"), findings.len().max(1), "{name}");
    }
    for kind in ["crash", "property", "independence"] {
        assert!(kinds.contains(kind), "no finding of {kind}: {kinds:?}");
    }
}

#[test]
fn the_reports_schema_has_the_version_the_reports_have() {
    assert_eq!(read("docs/report-schema.json")["properties"]["schema"]["enum"][0], skink_report::SCHEMA);
}
