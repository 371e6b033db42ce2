//! JUnit XML: a test case for each check. Crashes are one check of every run; each finding fails a case of its
//! own, with its steps in the failure's text.

use quick_junit::{NonSuccessKind, Report as Suites, TestCase, TestCaseStatus, TestSuite};

use crate::data::{Report, ReportedFinding, Verdict};
use crate::markdown::numbered;

/// The run as JUnit XML.
pub fn junit(report: &Report) -> String {
    let mut suite = TestSuite::new(format!("skink {}", report.summary.app));
    for finding in &report.findings {
        suite.add_test_case(failed(report, finding));
    }
    match report.verdict {
        Verdict::Findings => {}
        Verdict::Clean => {
            suite.add_test_case(case(report, "no bug found", TestCaseStatus::success()));
        }
        Verdict::Unfinished => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_message("the run did not end: no verdict");
            suite.add_test_case(case(report, "the run ends", status));
        }
    }
    let mut suites = Suites::new("skink");
    suites.add_test_suite(suite);
    suites.to_string().unwrap_or_default()
}

fn failed(report: &Report, finding: &ReportedFinding) -> TestCase {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_message(finding.headline.clone());
    status.set_type(finding.finding.kind.clone());
    status.set_description(format!(
        "{}\n\n{}\n{}\n",
        finding.finding.title,
        numbered(&finding.steps),
        finding.replay
    ));
    case(report, &finding.finding.id, status)
}

fn case(report: &Report, name: &str, status: TestCaseStatus) -> TestCase {
    let mut case = TestCase::new(name, status);
    case.set_classname(report.summary.app.clone());
    case
}
