//! The page: one HTML file that opens from disk, without network, readable without JavaScript. Askama escapes
//! every text; pictures are embedded as data URLs, each once, smaller where many would make the page large.

use askama::Template;
use skink_gui::Bounds;
use skink_trace::{Evidence, Guess, Independence, RunSummary, Violation};

use crate::data::{Part, Report, ReportedFinding, ReportedStep, Verdict};
use crate::plot::growth_plot;
use crate::shot::{Pictures, png_size};
use crate::words::verdict;

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
    command: Vec<String>,
    tiles: Vec<(String, String)>,
    plot: Option<String>,
    plot_of: &'static str,
    kinds: Vec<(String, usize)>,
    findings: Vec<Told<'a>>,
    pictures: Pictures<'a>,
}

/// A finding as the template shows it.
struct Told<'a> {
    of: &'a ReportedFinding,
    kind: String,
    figures: String,
    compare: Vec<Frame<'a>>,
    strips: Vec<Strip<'a>>,
    stack: Option<(String, String)>,
    independence: Option<(&'static str, &'a Independence)>,
    property: Option<&'a Violation>,
    data: Vec<(String, String, String)>,
}

struct Strip<'a> {
    class: &'static str,
    title: &'static str,
    frames: Vec<Frame<'a>>,
}

/// One picture of a strip: the screen before a step, or after the last.
struct Frame<'a> {
    number: usize,
    words: &'a str,
    class: &'static str,
    /// Its number among those of the page.
    picture: Option<usize>,
    size: (u32, u32),
    target: Option<Bounds>,
    marks: Vec<Bounds>,
    /// Whether the marks are where something should be and is not.
    ghost: bool,
    /// Not a picture but room for so many, where another strip has more events.
    span: usize,
}

/// The page as HTML.
pub fn page(report: &Report) -> String {
    for width in WIDTHS {
        let (findings, pictures) = told_all(report, Some(width));
        if pictures.bytes() <= PICTURES {
            return render(report, findings, pictures);
        }
    }
    let (findings, pictures) = told_all(report, None);
    render(report, findings, pictures)
}

/// The findings with pictures of that width, or without any.
fn told_all(report: &Report, width: Option<u32>) -> (Vec<Told<'_>>, Pictures<'_>) {
    let mut pictures = Pictures::new(width);
    let findings = report.findings.iter().map(|finding| told(finding, &mut pictures)).collect();
    (findings, pictures)
}

fn render<'a>(report: &'a Report, findings: Vec<Told<'a>>, pictures: Pictures<'a>) -> String {
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
        verdict: (verdict_class(report.verdict), verdict(report)),
        command: report.command.replace(" --", "\n--").lines().map(str::to_owned).collect(),
        tiles: tiles(&report.summary),
        plot: growth_plot(&report.growth, branches),
        plot_of: if branches.is_some() {
            "Branches covered over events"
        } else {
            "Distinct screens over events"
        },
        kinds,
        findings,
        pictures,
    };
    page.render().unwrap_or_else(|e| format!("<!doctype html><p>The report could not be written: {e}</p>"))
}

fn verdict_class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Clean => "clean",
        Verdict::Findings => "bugs",
        Verdict::Unfinished => "unfinished",
    }
}

fn tiles(summary: &RunSummary) -> Vec<(String, String)> {
    let tile = |value: String, name: &str| (value, name.to_owned());
    let mut tiles = vec![
        tile(grouped(summary.events), "events"),
        tile(time(summary.wall_seconds), "time"),
        tile(time(summary.phone_seconds), "device time"),
        tile(grouped(summary.restarts), "restarts"),
        tile(grouped(summary.states), "states"),
        tile(summary.activities.to_string(), "activities"),
    ];
    if let Some(coverage) = summary.coverage {
        let percent = 100.0 * f64::from(coverage.covered) / f64::from(coverage.total.max(1));
        tiles.push(tile(format!("{percent:.0} %"), "of branches"));
    }
    tiles
}

/// A number with commas between its thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn time(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.1} s"),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

fn told<'a>(finding: &'a ReportedFinding, pictures: &mut Pictures<'a>) -> Told<'a> {
    let rate = finding.finding.rate;
    let how_often = match (rate.tried, finding.finding.minimal) {
        (0, _) => "not replayed yet".to_owned(),
        (tried, true) => format!("shows {} of {tried} times, no event can be left out", rate.shown),
        (tried, false) => format!("shows {} of {tried} times", rate.shown),
    };
    let steps = match finding.steps.len() {
        1 => "1 step".to_owned(),
        n => format!("{n} steps"),
    };
    let met = match finding.finding.count {
        0 | 1 => "met once in the run".to_owned(),
        n => format!("met {} times in the run", grouped(n)),
    };
    let mut told = Told {
        of: finding,
        kind: kind(&finding.finding.kind).to_owned(),
        figures: format!("{steps} · {how_often} · {met}"),
        compare: Vec::new(),
        strips: Vec::new(),
        stack: None,
        independence: None,
        property: None,
        data: Vec::new(),
    };
    let steps = |title, steps, pictures: &mut _| Strip { class: "", title, frames: frames(steps, pictures) };
    match &finding.finding.evidence {
        Evidence::Crash(crash) => {
            told.strips.push(steps("Steps", &finding.steps, pictures));
            let message =
                if crash.message.is_empty() { String::new() } else { format!(": {}", crash.message) };
            told.stack = Some((format!("{}{message}", crash.exception), crash.stack.join("\n")));
        }
        Evidence::Independence(evidence) => {
            told.compare = compared(finding, evidence, pictures);
            let mut seed = steps("The test as it is", &finding.seed, pictures);
            seed.class = "seed";
            make_room(&mut seed.frames, evidence);
            told.strips.push(seed);
            let title = "The same test with events that should not matter";
            told.strips.push(steps(title, &finding.steps, pictures));
            told.independence = Some((guess(evidence.guess), evidence));
        }
        Evidence::Property(violation) => {
            told.strips.push(steps("Steps", &finding.steps, pictures));
            told.property = Some(violation);
            told.data = data(violation);
        }
    }
    told
}

/// Leaves room in the seed's strip where the mutant has inserted events, so that the same events stand above each
/// other.
fn make_room(frames: &mut Vec<Frame<'_>>, evidence: &Independence) {
    if evidence.inserted == 0 || evidence.inserted_at > frames.len() {
        return;
    }
    let mut room = Frame::new("here come the inserted events", "gap");
    room.span = evidence.inserted;
    frames.insert(evidence.inserted_at, room);
}

/// The two screens that should be alike: after the step whose effect is missing, in the seed and in the mutant.
fn compared<'a>(
    finding: &'a ReportedFinding,
    evidence: &Independence,
    pictures: &mut Pictures<'a>,
) -> Vec<Frame<'a>> {
    let Some(lost) = evidence.lost.first() else { return Vec::new() };
    let seed = after(&finding.seed, lost.seed_step, ("The test as it is", "seed"), pictures);
    let mutant = after(&finding.steps, lost.mutant_step, ("With the inserted events", "mutant"), pictures);
    let (Some(seed), Some(mut mutant)) = (seed, mutant) else { return Vec::new() };
    if mutant.marks.is_empty() && mutant.size == seed.size {
        mutant.marks.clone_from(&seed.marks);
        mutant.ghost = true;
    }
    vec![seed, mutant]
}

/// The screen after a step; `None` where there is no picture of it.
fn after<'a>(
    steps: &'a [ReportedStep],
    step: usize,
    (words, class): (&'a str, &'static str),
    pictures: &mut Pictures<'a>,
) -> Option<Frame<'a>> {
    let at = steps.get(step)?;
    let png = steps.get(step + 1).map_or(at.after.as_ref(), |next| next.before.as_ref())?;
    let mut frame = Frame::new(words, class);
    frame.picture = Some(pictures.number(png)?);
    frame.size = png_size(png)?;
    frame.marks.clone_from(&at.marks);
    Some(frame)
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

fn frames<'a>(steps: &'a [ReportedStep], pictures: &mut Pictures<'a>) -> Vec<Frame<'a>> {
    let mut embed = |png: &'a Option<Vec<u8>>| pictures.number(png.as_deref()?);
    let mut frames: Vec<Frame<'_>> = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let class = match step.part {
            Part::Test => "test",
            Part::Inserted => "inserted",
            Part::Judged => "judged",
        };
        let before = at.checked_sub(1).and_then(|before| steps.get(before));
        frames.push(Frame {
            number: at + 1,
            picture: embed(&step.before),
            size: step.size,
            target: step.target,
            marks: before.map_or_else(Vec::new, |s| s.marks.clone()),
            ..Frame::new(&step.words, class)
        });
    }
    if let Some(last) = steps.last() {
        frames.push(Frame {
            picture: embed(&last.after),
            // The last event may have turned the screen.
            size: last.after.as_deref().and_then(png_size).unwrap_or(last.size),
            marks: last.marks.clone(),
            ..Frame::new("what then shows", "result")
        });
    }
    frames
}

impl<'a> Frame<'a> {
    /// Words without a picture yet.
    fn new(words: &'a str, class: &'static str) -> Self {
        Self {
            number: 0,
            words,
            class,
            picture: None,
            size: (1, 1),
            target: None,
            marks: Vec::new(),
            ghost: false,
            span: 0,
        }
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
