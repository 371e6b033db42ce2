//! The page: one HTML file that opens from disk, without network, readable without JavaScript. Askama escapes
//! every text; pictures are embedded as data URLs, smaller where many would make the page large.

use askama::Template;
use skink_gui::Bounds;
use skink_trace::{Evidence, Guess, Independence, RunSummary, Violation};

use crate::data::{Part, Report, ReportedFinding, ReportedStep, Verdict};
use crate::plot::growth_plot;
use crate::shot::data_url;

/// Widths tried for pictures until they fit.
const WIDTHS: [u32; 3] = [270, 180, 120];
/// Bytes all pictures of a page may take together.
const PICTURES: usize = 4_000_000;

#[derive(Template)]
#[template(path = "page.html")]
struct Page<'a> {
    report: &'a Report,
    style: &'static str,
    script: &'static str,
    verdict: (&'static str, String),
    tiles: Vec<(String, String)>,
    plot: Option<String>,
    plot_of: &'static str,
    kinds: Vec<(String, usize)>,
    findings: Vec<Told<'a>>,
}

/// A finding as the template shows it.
struct Told<'a> {
    of: &'a ReportedFinding,
    kind: String,
    how_often: String,
    strips: Vec<Strip<'a>>,
    stack: Option<(String, String)>,
    independence: Option<(&'static str, &'a Independence)>,
    property: Option<&'a Violation>,
    data: Vec<(String, String, String)>,
}

struct Strip<'a> {
    title: &'static str,
    frames: Vec<Frame<'a>>,
}

/// One picture of a strip: the screen before a step, or after the last.
struct Frame<'a> {
    number: usize,
    words: &'a str,
    class: &'static str,
    picture: Option<String>,
    size: (u32, u32),
    target: Option<Bounds>,
    marks: Vec<Bounds>,
}

/// The page as HTML.
pub fn page(report: &Report) -> String {
    for width in WIDTHS {
        let findings: Vec<_> = report.findings.iter().map(|finding| told(finding, Some(width))).collect();
        let pictures: usize = findings.iter().flat_map(|f| &f.strips).map(Strip::bytes).sum();
        if pictures <= PICTURES {
            return render(report, findings);
        }
    }
    render(report, report.findings.iter().map(|finding| told(finding, None)).collect())
}

fn render(report: &Report, findings: Vec<Told<'_>>) -> String {
    let branches = report.summary.coverage.map(|coverage| coverage.total);
    let mut kinds: Vec<(String, usize)> = Vec::new();
    for told in &findings {
        match kinds.iter_mut().find(|(kind, _)| *kind == told.kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((told.kind.clone(), 1)),
        }
    }
    let page = Page {
        report,
        style: include_str!("../templates/style.css"),
        script: include_str!("../templates/script.js"),
        verdict: verdict(report),
        tiles: tiles(&report.summary),
        plot: growth_plot(&report.growth, branches),
        plot_of: if branches.is_some() {
            "Branches covered over events"
        } else {
            "Distinct screens over events"
        },
        kinds,
        findings,
    };
    page.render().unwrap_or_else(|e| format!("<!doctype html><p>The report could not be written: {e}</p>"))
}

fn verdict(report: &Report) -> (&'static str, String) {
    match (report.verdict, report.findings.len()) {
        (Verdict::Clean, _) => ("clean", "Nothing found".to_owned()),
        (Verdict::Findings, 1) => ("bugs", "1 bug found".to_owned()),
        (Verdict::Findings, n) => ("bugs", format!("{n} bugs found")),
        (Verdict::Unfinished, _) => ("unfinished", "The run did not end: no verdict".to_owned()),
    }
}

fn tiles(summary: &RunSummary) -> Vec<(String, String)> {
    let tile = |value: String, name: &str| (value, name.to_owned());
    let mut tiles = vec![
        tile(summary.events.to_string(), "events"),
        tile(time(summary.wall_seconds), "time"),
        tile(time(summary.phone_seconds), "device time"),
        tile(summary.restarts.to_string(), "restarts"),
        tile(summary.states.to_string(), "states"),
        tile(summary.activities.to_string(), "activities"),
    ];
    if let Some(coverage) = summary.coverage {
        let percent = 100.0 * f64::from(coverage.covered) / f64::from(coverage.total.max(1));
        tiles.push(tile(format!("{percent:.0} %"), "of branches"));
    }
    tiles
}

fn time(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.1} s"),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

fn told(finding: &ReportedFinding, width: Option<u32>) -> Told<'_> {
    let rate = finding.finding.rate;
    let how_often = match (rate.tried, finding.finding.minimal) {
        (0, _) => "not replayed yet".to_owned(),
        (tried, true) => format!("shows {} of {tried} times, no event can be left out", rate.shown),
        (tried, false) => format!("shows {} of {tried} times", rate.shown),
    };
    let mut told = Told {
        of: finding,
        kind: kind(&finding.finding.kind).to_owned(),
        how_often,
        strips: Vec::new(),
        stack: None,
        independence: None,
        property: None,
        data: Vec::new(),
    };
    let steps = |title, steps| Strip { title, frames: frames(steps, width) };
    match &finding.finding.evidence {
        Evidence::Crash(crash) => {
            told.strips.push(steps("Steps", &finding.steps));
            let message =
                if crash.message.is_empty() { String::new() } else { format!(": {}", crash.message) };
            told.stack = Some((format!("{}{message}", crash.exception), crash.stack.join("\n")));
        }
        Evidence::Independence(evidence) => {
            told.strips.push(steps("The test as it is", &finding.seed));
            told.strips.push(steps("The same test with events that should not matter", &finding.steps));
            told.independence = Some((guess(evidence.guess), evidence));
        }
        Evidence::Property(violation) => {
            told.strips.push(steps("Steps", &finding.steps));
            told.property = Some(violation);
            told.data = data(violation);
        }
    }
    told
}

/// The model's data, before and after, a line a data type.
fn data(violation: &Violation) -> Vec<(String, String, String)> {
    let all = |objects: Option<&Vec<skink_trace::DataObject>>| {
        let one = |object: &skink_trace::DataObject| {
            object.iter().map(|(field, value)| format!("{field}: {value}")).collect::<Vec<_>>().join(", ")
        };
        objects.map_or_else(String::new, |objects| objects.iter().map(one).collect::<Vec<_>>().join("\n"))
    };
    let types = violation.before.keys().chain(violation.after.keys());
    let types: std::collections::BTreeSet<&String> = types.collect();
    let row = |name: &String| (name.clone(), all(violation.before.get(name)), all(violation.after.get(name)));
    types.into_iter().map(row).collect()
}

fn frames(steps: &[ReportedStep], width: Option<u32>) -> Vec<Frame<'_>> {
    let embed = |png: &Option<Vec<u8>>| data_url(png.as_deref()?, width?);
    let mut frames: Vec<Frame<'_>> = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let class = match step.part {
            Part::Test => "test",
            Part::Inserted => "inserted",
            Part::Judged => "judged",
        };
        frames.push(Frame {
            number: at + 1,
            words: &step.words,
            class,
            picture: embed(&step.before),
            size: step.size,
            target: step.target,
            marks: at
                .checked_sub(1)
                .and_then(|before| steps.get(before))
                .map_or_else(Vec::new, |s| s.marks.clone()),
        });
    }
    if let Some(last) = steps.last() {
        frames.push(Frame {
            number: 0,
            words: "what then shows",
            class: "result",
            picture: embed(&last.after),
            size: last.size,
            target: None,
            marks: last.marks.clone(),
        });
    }
    frames
}

impl Strip<'_> {
    fn bytes(&self) -> usize {
        self.frames.iter().filter_map(|frame| frame.picture.as_ref()).map(String::len).sum()
    }
}

pub(crate) fn kind(kind: &str) -> &str {
    match kind {
        "crash" => "Crash",
        "native" => "Native crash",
        "anr" => "Hang",
        "independence" => "Lost effect",
        "property" => "Wrong data",
        other => other,
    }
}

fn guess(guess: Guess) -> &'static str {
    match guess {
        Guess::DataLost => "the user's data is lost",
        Guess::CannotProceed => "the user cannot go on",
        Guess::WrongBehaviour => "something else happens than was asked for",
        Guess::InconsistentState => "two places disagree",
        Guess::WronglyDisplayed => "something is shown wrongly",
        Guess::DesignIssue => "it may be meant so",
    }
}
