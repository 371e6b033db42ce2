//! SARIF 2.1.0: findings as results that code hosts show. GUI findings have no line of source; where a crash's
//! stack names one of the app's files, it is the location, else the finding's folder is.

use serde_json::{Value, json};
use skink_trace::{Crash, Evidence};

use crate::data::{Report, ReportedFinding, Verdict};
use crate::markdown::numbered;

const RULES: [(&str, &str); 5] = [
    ("crash", "The app crashes"),
    ("native", "The app crashes in native code"),
    ("anr", "The app does not respond"),
    ("independence", "Events that should not matter take effects of a test away"),
    ("property", "The app's data is not what a property says"),
];

/// The run as SARIF.
pub fn sarif(report: &Report) -> String {
    let rules: Vec<Value> =
        RULES.iter().map(|(id, text)| json!({ "id": id, "shortDescription": { "text": text } })).collect();
    let results: Vec<Value> = report.findings.iter().map(result).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "Skink", "version": report.skink, "rules": rules } },
            "invocations": [{
                "commandLine": report.command,
                "executionSuccessful": report.verdict != Verdict::Unfinished,
            }],
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

fn result(finding: &ReportedFinding) -> Value {
    let location = match &finding.finding.evidence {
        Evidence::Crash(crash) => source_line(crash),
        _ => None,
    };
    let physical = match location {
        Some((file, line)) => json!({
            "artifactLocation": { "uri": file }, "region": { "startLine": line }
        }),
        None => json!({ "artifactLocation": { "uri": uri(&finding.path) } }),
    };
    let rule = RULES.iter().position(|(id, _)| *id == finding.finding.kind);
    let mut result = json!({
        "ruleId": finding.finding.kind,
        "level": "error",
        "message": { "text": format!("{}\n\n{}", finding.headline, numbered(&finding.steps)) },
        "locations": [{ "physicalLocation": physical }],
        "partialFingerprints": { "skinkFinding/v1": finding.finding.id },
        "occurrenceCount": finding.finding.count.max(1),
    });
    if let Some(rule) = rule {
        result["ruleIndex"] = json!(rule);
    }
    result
}

/// The first frame of the app's own code, as a path below the source folder and a line.
fn source_line(crash: &Crash) -> Option<(String, u64)> {
    let package: Vec<&str> = crash.process.split(['.', ':']).take(2).collect();
    let package = package.join(".");
    crash.stack.iter().find_map(|frame| {
        let frame = frame.trim().trim_start_matches("at ");
        let (method, place) = frame.strip_suffix(')')?.split_once('(')?;
        let (file, line) = place.split_once(':')?;
        let line = line.parse().ok().filter(|line| *line > 0)?;
        let class = method.rsplit_once('.')?.0;
        let folder = class.rsplit_once('.').map_or("", |(folder, _)| folder);
        method.starts_with(&package).then(|| (uri(&format!("{}/{file}", folder.replace('.', "/"))), line))
    })
}

/// A path as a relative URI: what is not plain is percent-encoded.
fn uri(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                out.push(byte.into())
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
