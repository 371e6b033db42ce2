//! One position of a seed: what becomes of its mutants.

use skink_independence::{
    Context, Dead, FuzzSettings, INDEPENDENT, Loops, Pair, Ready, Seed, SeedSheets, Sheets, Shrinker, Stage,
    UnitResult, compare_for, judge, run, views_along,
};
use skink_model::TransitionGraph;
use skink_trace::Observation;

use super::done;
use super::toy::small::{App, Small};

/// Inserts neutral events after so many events of a seed.
fn neutral_at(app: App, seed: &[&str], position: usize) -> UnitResult {
    let mut device = Small::new(app, false);
    let mut stage = Stage::new(&mut device);
    let first: Observation = stage.start(0).expect("it starts");
    let steps = done(&mut stage, seed);
    let settings = FuzzSettings::default();
    let mut sheets = Sheets::new(settings.views.clone());
    let screens = std::iter::once(&first.screen).chain(steps.iter().map(|step| &step.after.screen));
    let of_seed = SeedSheets::new(screens.map(|s| sheets.of(s)).collect(), "toy", Default::default());
    let views = views_along(&first.screen, &steps, &settings.views);
    let ready = Ready { seed: Seed { start: 0, first, steps }, views, sheets: of_seed, further: false };
    let graph = TransitionGraph::new("toy");
    let context = Context { settings: &settings, seed: 1, dead: &Dead::default() };
    run(&mut stage, &mut sheets, &mut Loops::of(&graph), &ready, (0, position), &context).expect("it works")
}

#[test]
fn a_mutant_that_cannot_go_on_is_judged_up_to_there() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("add", "Fill it");
            if m.is("added") {
                d.button("open", "Green tea");
            }
            d.text_if(m.is("opened"), "note", "From Assam");
        },
        // The bug: what was added is gone with the process, and cannot be opened then.
        done: |m, done| match done.id {
            "add" => m.on("added"),
            "open" => m.on("opened"),
            "kill" => m.off("added"),
            _ => {}
        },
    };
    let result = neutral_at(app, &["tap id=add", "tap id=open"], 1);
    let killed = |insert: &skink_independence::Insert| insert.source.starts_with("process death");
    let flagged: Vec<_> = result.flagged.iter().filter(|f| killed(&f.insert)).collect();
    assert_eq!(flagged.len(), 1, "{result:?}");
    assert_eq!(flagged[0].seed_events, 1, "the seed up to what could be done");
    assert!(flagged[0].error.contains("Green tea"), "{}", flagged[0].error);
    assert_eq!(result.unreplayable, 1, "it counts as one that cannot be done to its end");
}

#[test]
fn a_wait_is_left_out_only_where_nothing_else_is_lost_without_it() {
    let app = App {
        draw: |m, d| {
            d.page("Main");
            d.button("open", "Open it");
            d.button("choose", "Choose");
            let loading = m.clock < m.count as u64 + 500;
            d.text_if(m.is("open"), "stock", if loading { "Checking" } else { "12 left" });
            d.text_if(m.is("chosen"), "choice", "Blue");
        },
        // The bug: the choice is gone with the process.
        done: |m, done| match done.id {
            "open" => {
                m.on("open");
                m.count = m.clock as usize;
            }
            "choose" if m.is("open") => m.on("chosen"),
            "kill" => m.off("chosen"),
            _ => {}
        },
    };
    let shrunk = |seed: &[&str]| {
        let mut device = Small::new(app, false);
        let mut stage = Stage::new(&mut device);
        stage.start(0).expect("it starts");
        let steps = done(&mut stage, seed);
        let inserted = done(&mut stage, &["kill"]);
        let compare = compare_for("process death and return");
        let pair = Pair { at: steps.len(), seed: steps, inserted, compare };
        let (mut sheets, volatile) = (Sheets::default(), Default::default());
        let judged = judge(&mut stage, &mut sheets, 0, &pair, "toy", &volatile).expect("it works");
        let wanted = judged.expect("both replay").labels();
        let mut shrinker = Shrinker {
            stage: &mut stage,
            sheets: &mut sheets,
            start: 0,
            package: "toy",
            volatile: &volatile,
            left: 100,
        };
        let (pair, _) = shrinker.shrink(pair, &wanted).expect("it works");
        pair.seed.iter().map(|step| step.event.to_string()).collect::<Vec<_>>()
    };
    let (open, wait, choose) = ("tap id=open", "wait 5000", "tap id=choose");
    assert_eq!(shrunk(&[wait, open, wait, choose]), [open, wait, choose], "the first is not needed");
}

#[test]
fn a_page_left_for_another_and_come_back_to_is_the_same_whatever_it_reads_now() {
    let app = App {
        draw: |m, d| {
            if m.page == "language" {
                d.page("Language");
                d.icon("up", "Navigate up");
                d.icon("home", "To the first page");
                return;
            }
            d.page("Main");
            d.icon("language", "Language");
            d.icon("other", "The other language");
            let words = [["Milk", "Bread", "Salt", "Tea"], ["Lait", "Pain", "Sel", "Eau"]];
            words[usize::from(m.is("other"))].iter().for_each(|word| d.text("word", word));
        },
        done: |m, done| {
            m.on("other");
            m.page = if done.id == "language" { "language" } else { "" };
        },
    };
    let led_back = |inserted: &[&str]| {
        let mut device = Small::new(app, false);
        let mut stage = Stage::new(&mut device);
        stage.start(0).expect("it starts");
        let inserted = done(&mut stage, inserted);
        let pair = Pair { seed: Vec::new(), at: 0, inserted, compare: compare_for(INDEPENDENT) };
        let (mut sheets, volatile) = (Sheets::default(), Default::default());
        judge(&mut stage, &mut sheets, 0, &pair, "toy", &volatile).expect("it works").is_some()
    };
    let away = "tap id=language";
    assert!(led_back(&[away, "back"]));
    assert!(led_back(&[away, "tap desc=\"Navigate up\""]));
    assert!(!led_back(&[away, "tap id=home"]), "by going on");
    assert!(!led_back(&["back"]), "it was not left");
    assert!(!led_back(&["tap id=other", "back"]), "nor here");
}
