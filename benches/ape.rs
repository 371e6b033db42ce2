//! APE's speed: `cargo bench -p skink-explore --bench ape`. Deciding on screens of 100 widgets with a model of
//! 1,000 states, and 100,000 events on sample apps; the yardstick of the same run is random on the same app.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use skink_explore::{Ape, ApeSettings, Random, RandomSettings};
use skink_gui::{Bounds, Flags, Header, Screen, ScreenBuilder, WidgetSpec};
use skink_phone::{Phone, PhoneSettings, apps};
use skink_run::{Answers, Budget, Choice, CrashOracle, Dice, Moment, Runner, Strategy};
use skink_trace::{Actor, Observation, Step};

const PAGES: usize = 1_000;
const EVENTS: u64 = 100_000;

/// A screen of 100 widgets, of which there are as many as numbers.
fn page(number: usize) -> Screen {
    let (flags, bounds) = (Flags::ENABLED | Flags::CLICKABLE, Bounds::new(0, 0, 9, 9));
    let mut b = ScreenBuilder::new();
    b.open(&WidgetSpec { class: "Column", ..Default::default() });
    for index in 0..99 {
        let id = format!("app:id/button{index}");
        b.leaf(&WidgetSpec { class: "Button", id: &id, index, flags, bounds, ..Default::default() });
    }
    b.finish(&Header { package: "app", activity: &format!("Page{number}"), ..Header::default() })
}

fn decide() {
    let pages: Vec<Screen> = (0..PAGES).map(page).collect();
    let mut strategy = Ape::new(ApeSettings { system: 0.0, patience: u64::MAX, ..ApeSettings::default() });
    strategy.launched(&pages[0]);
    let (mut at, mut times) = (0, Vec::new());
    for number in 0..20_000 {
        let dice = Dice::at(1, number);
        let began = Instant::now();
        let choice = strategy.next(&mut Moment { screen: &pages[at], depth: number, dice });
        let decided = began.elapsed();
        let Choice::Do(event, widget) = choice else { panic!("{choice:?}") };
        let next = (at * 7 + widget.map_or(1, |widget| widget.index())) % PAGES;
        let (before, after) = (pages[at].clone(), Observation::of(pages[next].clone()));
        let step = Step { number, actor: Actor::Strategy, before, event, widget, after, millis: 1 };
        let began = Instant::now();
        strategy.saw(&step);
        times.push((decided, decided + began.elapsed()));
        at = next;
    }
    let late = &mut times[10_000..];
    let point = |times: &mut [Duration], share: f64| {
        times.sort_unstable();
        times[(times.len() as f64 * share) as usize]
    };
    let mut alone: Vec<Duration> = late.iter().map(|(decided, _)| *decided).collect();
    let mut learning: Vec<Duration> = late.iter().map(|(_, all)| *all).collect();
    println!(
        "deciding: median {:?}, p99 {:?}; with learning: median {:?}, p99 {:?}; {:?}",
        point(&mut alone, 0.5),
        point(&mut alone, 0.99),
        point(&mut learning, 0.5),
        point(&mut learning, 0.99),
        strategy.counts()
    );
}

fn run(name: &str, strategy: &mut dyn Strategy, events: u64) -> Duration {
    let sample = apps::named(name).unwrap();
    let mut phone = Phone::new(sample, PhoneSettings::default()).unwrap();
    let mut oracle = CrashOracle::new(sample.manifest.package);
    let budget = Budget { events: Some(events), ..Budget::default() };
    let mut runner = Runner::new(&mut phone, strategy, &mut oracle, budget, Answers::default(), 1);
    let began = Instant::now();
    runner.run_unrecorded(&mut (), &AtomicBool::new(false)).unwrap();
    began.elapsed()
}

fn main() {
    if !std::env::args().any(|a| a == "--bench") {
        return println!("a benchmark: run it with cargo bench");
    }
    decide();
    for name in ["drive", "shop", "tasks"] {
        let mut ape = Ape::new(ApeSettings::default());
        let tenth = run(name, &mut Ape::new(ApeSettings::default()), EVENTS / 10);
        let all = run(name, &mut ape, EVENTS);
        let random = run(name, &mut Random::new(RandomSettings::default()), EVENTS);
        println!(
            "{name}: {EVENTS} events in {all:.1?}, {:.1} times random; {:.1} times a tenth of them; {:?}",
            all.as_secs_f64() / random.as_secs_f64(),
            all.as_secs_f64() / tenth.as_secs_f64(),
            ape.counts()
        );
    }
}
