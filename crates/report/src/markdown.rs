//! Markdown: a summary for a pull request. An app's texts are escaped so that they stay texts.

use std::fmt::Write as _;

use crate::data::{Part, Report, ReportedStep};
use crate::words::verdict;

/// The run in a few lines of Markdown.
pub fn markdown(report: &Report) -> String {
    let summary = &report.summary;
    let verdict = verdict(report).to_lowercase();
    let mut out = format!("## Skink on {}: {verdict}\n\n", plain(&summary.app));
    let _ = write!(
        out,
        "{} events, {} restarts, {} states, {} activities",
        summary.events, summary.restarts, summary.states, summary.activities
    );
    if let Some(coverage) = summary.coverage {
        let _ = write!(out, ", {} of {} branches", coverage.covered, coverage.total);
    }
    out.push_str("\n\n");
    for finding in &report.findings {
        let _ = write!(
            out,
            "<details><summary>{} <code>{}</code></summary>\n\n{}\n\n{}\n`{}`\n\n</details>\n\n",
            plain(&finding.headline),
            plain(&finding.finding.id),
            plain(&finding.finding.title),
            escaped_steps(&finding.steps),
            finding.replay.replace('`', "'"),
        );
    }
    out
}

/// Steps as a numbered list of Markdown.
pub(crate) fn escaped_steps(steps: &[ReportedStep]) -> String {
    list(steps, plain)
}

/// Steps as a numbered list of plain text.
pub(crate) fn numbered(steps: &[ReportedStep]) -> String {
    list(steps, str::to_owned)
}

fn list(steps: &[ReportedStep], show: impl Fn(&str) -> String) -> String {
    let line = |(at, step): (usize, &ReportedStep)| {
        let inserted = if step.part == Part::Inserted { " (inserted)" } else { "" };
        format!("{}. {}{inserted}\n", at + 1, show(&step.words))
    };
    steps.iter().enumerate().map(line).collect()
}

/// A text of the app's as Markdown shows it and nothing else: no markup, no line of its own.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '|' | '~' | '!' | '@' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() || is_direction_mark(c) => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Marks that turn the direction of what follows them.
fn is_direction_mark(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
