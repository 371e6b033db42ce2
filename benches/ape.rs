//! APE's speed: `cargo bench -p skink-explore --bench ape`. Deciding on screens of 100 and of 1,000 widgets with
//! a model of 1,000 states that refines and coarsens meanwhile, and 100,000 events on every sample app; the
//! yardsticks of the same run are a tenth of the events and random on the same app. Runs are timed by what they
//! used of the processor, where the system tells, as machines are shared.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use skink_explore::{Ape, ApeSettings, Random, RandomSettings};
use skink_gui::{Bounds, Flags, Header, Screen, ScreenBuilder, WidgetSpec};
use skink_phone::{Phone, PhoneSettings, apps};
use skink_run::{Answers, Budget, Choice, CrashOracle, Dice, Moment, Runner, Strategy};
use skink_trace::{Actor, Observation, Step};

const PAGES: usize = 1_000;
/// In the measured half every so many events lead to a page that was never met, and has to be refined.
const FRESH: u64 = 50;
const EVENTS: u64 = 100_000;

/// A screen of so many widgets, of which there are as many as numbers: buttons with an id each, and a list of
/// rows that differ in their text alone and come in an order of their own on every visit, so that the model
/// has something to refine.
fn page(number: usize, visit: usize, widgets: usize) -> Screen {
    let (flags, bounds) = (Flags::ENABLED | Flags::CLICKABLE, Bounds::new(0, 0, 9, 9));
    let spec = WidgetSpec { class: "Button", flags, bounds, ..Default::default() };
    let mut b = ScreenBuilder::new();
    b.open(&WidgetSpec { class: "Column", ..Default::default() });
    let rows = 8;
    for index in 0..(widgets - rows - 2) as u32 {
        b.leaf(&WidgetSpec { id: &format!("app:id/button{index}"), index, ..spec });
    }
    b.open(&WidgetSpec { class: "ListView", ..spec });
    for index in 0..rows {
        let text = format!("row {}", (index + visit) % rows);
        b.leaf(&WidgetSpec { class: "TextView", text: &text, index: index as u32, ..spec });
    }
    b.finish(&Header { package: "app", activity: &format!("Page{number}"), ..Header::default() })
}

/// Where a tap on a page leads: by the row's text in a list, else by the widget.
fn target(at: usize, screen: &Screen, widget: Option<skink_gui::WidgetId>) -> usize {
    let by = widget.map_or(1, |widget| match screen.widget(widget).text() {
        "" => widget.index(),
        text => text.bytes().map(usize::from).sum(),
    });
    (at * 7 + by) % PAGES
}

fn decide(widgets: usize, events: u64) {
    let mut strategy = Ape::new(ApeSettings { system: 0.0, patience: u64::MAX, ..ApeSettings::default() });
    let mut here = page(0, 0, widgets);
    strategy.launched(&here);
    let mut visits = vec![0; PAGES + (events / FRESH) as usize];
    let (mut at, mut times) = (0, Vec::new());
    let mut halfway = strategy.counts();
    for number in 0..events {
        if number == events / 2 {
            halfway = strategy.counts();
        }
        let dice = Dice::at(1, number);
        let began = Instant::now();
        let choice = strategy.next(&mut Moment { screen: &here, depth: number, dice });
        let decided = began.elapsed();
        let Choice::Do(event, widget) = choice else { panic!("{choice:?}") };
        at = target(at, &here, widget);
        if number > events / 2 && number % FRESH == 0 {
            at = PAGES + (number / FRESH) as usize;
        }
        visits[at] += 1;
        let next = page(at, visits[at], widgets);
        let step = Step {
            number,
            actor: Actor::Strategy,
            before: here,
            event,
            widget,
            after: Observation::of(next.clone()),
            millis: 1,
        };
        let began = Instant::now();
        strategy.saw(&step);
        times.push((decided, decided + began.elapsed()));
        here = next;
    }
    let late = &mut times[events as usize / 2..];
    let point = |times: &mut [Duration], share: f64| {
        times.sort_unstable();
        times[(times.len() as f64 * share) as usize]
    };
    let mut alone: Vec<Duration> = late.iter().map(|(decided, _)| *decided).collect();
    let mut learning: Vec<Duration> = late.iter().map(|(_, all)| *all).collect();
    let counts = strategy.counts();
    println!(
        "deciding on {widgets} widgets: median {:?}, p99 {:?}; with learning: median {:?}, p99 {:?}; in the \
         measured half {} refinements and {} coarsenings; {counts:?}",
        point(&mut alone, 0.5),
        point(&mut alone, 0.99),
        point(&mut learning, 0.5),
        point(&mut learning, 0.99),
        counts.refinements - halfway.refinements,
        counts.coarsenings - halfway.coarsenings,
    );
}

fn run(name: &str, strategy: &mut dyn Strategy, events: u64) -> Duration {
    let sample = apps::named(name).unwrap();
    let mut phone = Phone::new(sample, PhoneSettings::default()).unwrap();
    let mut oracle = CrashOracle::new(sample.manifest.package);
    let budget = Budget { events: Some(events), ..Budget::default() };
    let mut runner = Runner::new(&mut phone, strategy, &mut oracle, budget, Answers::default(), 1);
    let (began, used) = (Instant::now(), processor_time());
    runner.run_unrecorded(&mut (), &AtomicBool::new(false)).unwrap();
    processor_time().zip(used).map_or_else(|| began.elapsed(), |(after, before)| after.saturating_sub(before))
}

/// What this process used of the processor so far, where the system tells (Linux, in hundredths of a second).
fn processor_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    let ticks: u64 = fields.split_whitespace().nth(11)?.parse().ok()?;
    Some(Duration::from_millis(ticks * 10))
}

/// The most memory this process ever had, in megabytes, where the system tells.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    kilobytes.map_or_else(|| "unknown".to_owned(), |kb| format!("{} MB", kb / 1024))
}

fn main() {
    if !std::env::args().any(|a| a == "--bench") {
        return println!("a benchmark: run it with cargo bench");
    }
    for name in apps::ALL.iter().map(|sample| sample.manifest.name) {
        let mut ape = Ape::new(ApeSettings::default());
        let tenth = run(name, &mut Ape::new(ApeSettings::default()), EVENTS / 10);
        let all = run(name, &mut ape, EVENTS);
        let random = run(name, &mut Random::new(RandomSettings::default()), EVENTS);
        println!(
            "{name}: {EVENTS} events in {all:.1?}, {:.1} times random; {:.1} times a tenth of them; peak memory \
             so far {}; {:?}",
            all.as_secs_f64() / random.as_secs_f64(),
            all.as_secs_f64() / tenth.as_secs_f64(),
            peak_memory(),
            ape.counts()
        );
    }
    decide(100, 20_000);
    decide(1_000, 4_000);
}
