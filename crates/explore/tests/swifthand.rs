//! SwiftHand, L* and Random on Sanity, with the numbers of the SwiftHand paper: figure 3 step by step, and
//! what each needs to get past the licences or to learn the model of figure 2.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use skink_device::{Device, Input as Touch};
use skink_explore::{
    Choices, Frontier, Lstar, LstarSettings, Point, Random, RandomSettings, Swifthand, SwifthandSettings,
};
use skink_gui::{Direction, Header, Screen, ScreenBuilder};
use skink_model::{Alphabet, Elts, InputId, InputKind, ROOT};
use skink_phone::{Phone, PhoneSettings, apps};
use skink_run::{Choice, Dice, Moment, Strategy};

const LIMIT: SwifthandSettings = SwifthandSettings {
    trace_limit: 50,
    keys: false,
    checks: 20,
    ending: 0.05,
    frontier: Frontier::Any,
    system: 0.0,
    work: 5_000,
};

/// Whether the main screen is shown as it is, or as one on which nothing can be done.
#[derive(Clone, Copy, PartialEq)]
enum Main {
    Whole,
    Blank,
}

/// Sanity with a strategy: the paper's runner, which starts the app again when it ended.
struct Drive<S> {
    phone: Phone,
    strategy: S,
    main: Main,
    seed: u64,
    screen: Option<Screen>,
    depth: u64,
    decisions: u64,
    launches: u64,
    inputs: u64,
    done: Vec<Choice>,
}

impl<S: Strategy> Drive<S> {
    fn new(strategy: S, main: Main, seed: u64) -> Self {
        let phone = Phone::new(apps::named("sanity").unwrap(), PhoneSettings::default()).unwrap();
        Self {
            phone,
            strategy,
            main,
            seed,
            screen: None,
            depth: 0,
            decisions: 0,
            launches: 0,
            inputs: 0,
            done: Vec::new(),
        }
    }

    fn restarts(&self) -> u64 {
        self.launches.saturating_sub(1)
    }

    fn launch(&mut self) {
        let first = self.phone.clean_start(self.launches).unwrap().screen;
        self.strategy.launched(&first);
        self.launches += 1;
        self.depth = 0;
        self.screen = Some(first);
    }

    fn at_main(&self) -> bool {
        self.screen.as_ref().is_some_and(|screen| screen.activity().ends_with("MainActivity"))
    }

    /// One choice of the strategy, which reads what its last one led to.
    fn choose(&mut self) -> Choice {
        if self.screen.as_ref().is_none_or(|screen| screen.package() != self.phone.package()) {
            self.launch();
        }
        let screen = self.screen.clone().unwrap();
        let screen = if self.main == Main::Blank && self.at_main() { blank(&screen) } else { screen };
        self.decisions += 1;
        let dice = Dice::at(self.seed, self.decisions);
        self.strategy.next(&mut Moment { screen: &screen, depth: self.depth, dice })
    }

    fn perform(&mut self, choice: Choice) {
        self.done.push(choice.clone());
        match choice {
            Choice::Do(event, widget) => {
                let bounds = widget.map(|id| self.screen.as_ref().unwrap().widget(id).bounds());
                let touch = Touch::of(&event.action, bounds).unwrap();
                self.screen = Some(self.phone.perform(&touch).unwrap().screen);
                self.depth += 1;
                self.inputs += 1;
            }
            Choice::Restart => self.launch(),
            Choice::Finished => panic!("it goes on until the budget ends"),
        }
    }

    fn step(&mut self) {
        let choice = self.choose();
        self.perform(choice);
    }
}

fn blank(screen: &Screen) -> Screen {
    ScreenBuilder::new().finish(&Header { package: screen.package(), ..Header::default() })
}

/// Yes, No, ScrollUp and ScrollDown.
fn four_inputs(alphabet: &Alphabet) -> Option<[InputId; 4]> {
    let all: Vec<_> = (0..).map_while(|id| alphabet.get(id).map(|input| (id, *input))).collect();
    let of = |kind: InputKind| all.iter().filter(move |(_, input)| input.kind == kind);
    let no = of(InputKind::Tap).min_by_key(|(_, input)| input.bounds.left)?.0;
    let yes = of(InputKind::Tap).find(|(id, _)| *id != no)?.0;
    let up = of(InputKind::Scroll(Direction::Up)).next()?.0;
    let down = of(InputKind::Scroll(Direction::Down)).next()?.0;
    Some([yes, no, up, down])
}

/// Whether it is figure 2: three licences, the main screen and the end, with all ten transitions.
fn is_figure_2(model: &Elts, alphabet: &Alphabet) -> bool {
    let Some([yes, no, up, down]) = four_inputs(alphabet) else { return false };
    let [q1, q2, q3, main] = [0, 1, 2, 3].map(|n| model.run(ROOT, &vec![yes; n]));
    let end = model.run(ROOT, &[no]);
    let (Some(q1), Some(q2), Some(q3), Some(main), Some(end)) = (q1, q2, q3, main, end) else { return false };
    let distinct: std::collections::BTreeSet<_> = [q1, q2, q3, main, end].into();
    let stays = |q| model.next(q, up) == Some(q) && model.next(q, down) == Some(q);
    distinct.len() == 5
        && (model.len(), model.transitions()) == (5, 10)
        && [q2, q3].into_iter().all(|q| model.next(q, no) == Some(end))
        && stays(q1)
        && stays(q3)
}

/// Takes the choices of a script, and says where each was made.
#[derive(Clone, Default)]
struct Script(Rc<RefCell<(VecDeque<u32>, Vec<Point>)>>);

impl Choices for Script {
    fn choose(&mut self, point: Point, options: &[u32], _dice: &mut Dice) -> usize {
        let (wanted, asked) = &mut *self.0.borrow_mut();
        asked.push(point);
        let wanted = wanted.pop_front().expect("a choice is left");
        options
            .iter()
            .position(|option| *option == wanted)
            .unwrap_or_else(|| panic!("{wanted} in {options:?}"))
    }
}

#[test]
fn figure_3_step_by_step() {
    // Document order: the scroll view, then No, then Yes.
    let (up, down, no, yes) = (0, 1, 2, 3);
    let script = Script::default();
    let choosing = |choices: &[u32]| script.0.borrow_mut().0.extend(choices);
    // A restart is wanted in the fourth iteration: three inputs are the limit.
    let settings = SwifthandSettings { trace_limit: 3, ..LIMIT };
    let strategy = Swifthand::choosing(settings, Box::new(script.clone()));
    let mut drive = Drive::new(strategy, Main::Whole, 1);
    let edges = |drive: &Drive<Swifthand>| -> Vec<(u32, InputId, u32)> {
        let model = drive.strategy.model().unwrap();
        model.states().flat_map(|q| model.out(q).iter().map(move |(a, to)| (q, *a, *to))).collect()
    };

    // (a), first iteration: Yes.
    choosing(&[0, yes]);
    let choice = drive.choose();
    assert_eq!(four_inputs(drive.strategy.alphabet()), Some([yes, no, up, down]));
    let model = drive.strategy.model().unwrap();
    assert_eq!((model.len(), model.untried(0, drive.strategy.alphabet())), (1, vec![up, down, no, yes]));
    drive.perform(choice);

    // (b), second iteration: q2 is new, and q1 cannot be reached from it.
    choosing(&[1, yes]);
    let choice = drive.choose();
    assert_eq!(edges(&drive), [(0, yes, 1)]);
    let model = drive.strategy.model().unwrap();
    assert_eq!(model.untried(1, drive.strategy.alphabet()), [no, yes]);
    drive.perform(choice);

    // (d), third iteration: q3 was merged with q1, its nearest ancestor alike; q2 is chosen, on the way Yes.
    choosing(&[1, no]);
    let choice = drive.choose();
    assert_eq!(edges(&drive), [(0, yes, 1), (1, yes, 0)]);
    assert_eq!(drive.strategy.here(), Some(0));
    drive.perform(choice);
    assert!(drive.at_main());

    // (e) and (f): the main screen is not q2. Learned anew, the model is a chain of four states.
    assert_eq!(drive.strategy.relearned(), 0);
    let choice = drive.choose();
    assert_eq!(drive.strategy.relearned(), 1);
    assert_eq!(edges(&drive), [(0, yes, 1), (1, yes, 2), (2, yes, 3)]);
    assert_eq!(drive.strategy.here(), Some(3));

    // (g), fourth iteration: a restart, then ScrollDown out of q1.
    assert_eq!(choice, Choice::Restart);
    drive.perform(choice);
    choosing(&[0, down]);
    drive.step();

    // (h) and (i): the new state is like q1 and q3, and q1 is its ancestor.
    choosing(&[0, up]);
    drive.choose();
    assert_eq!(edges(&drive), [(0, yes, 1), (0, down, 0), (1, yes, 2), (2, yes, 3)]);
    assert_eq!(drive.strategy.here(), Some(0));
    assert!(!script.0.borrow().1.contains(&Point::Merge), "ancestors need no choice");
    assert_eq!(drive.done.len(), 5);
}

#[test]
fn random_needs_24_inputs_and_7_restarts_to_pass_the_licences() {
    const TRIALS: u64 = 10_000;
    let settings = RandomSettings { restart: 0.0, system: 0.0, keys: false, ..RandomSettings::default() };
    let (mut inputs, mut restarts) = (0, 0);
    let mut drive = Drive::new(Random::new(settings), Main::Whole, 1);
    for trial in 0..TRIALS {
        (drive.seed, drive.decisions, drive.launches, drive.inputs) = (trial, 0, 0, 0);
        (drive.screen, drive.done) = (None, Vec::new());
        while !drive.at_main() {
            drive.step();
        }
        inputs += drive.inputs;
        restarts += drive.restarts();
    }
    let (inputs, restarts) = (inputs as f64 / TRIALS as f64, restarts as f64 / TRIALS as f64);
    println!("Random to the main screen: {inputs:.2} inputs (paper 24), {restarts:.2} restarts (paper 7)");
    assert!((inputs / 24.0 - 1.0).abs() < 0.05, "{inputs} inputs");
    assert!((restarts / 7.0 - 1.0).abs() < 0.05, "{restarts} restarts");
}

/// With the licences alone to learn, learning ends early: SwiftHand says so, and goes on.
#[test]
fn when_learning_finishes_early_swifthand_says_it_and_goes_on() {
    let mut drive = Drive::new(Swifthand::new(LIMIT), Main::Blank, 1);
    drive.step();
    let said = |drive: &Drive<Swifthand>| drive.strategy.explain().unwrap();
    assert!(said(&drive).contains("Learning goes on"), "{}", said(&drive));
    while !drive.strategy.finished_learning() {
        drive.step();
        assert!(drive.inputs < 20_000, "it never finishes");
    }
    assert!(said(&drive).contains("Learning has finished"), "{}", said(&drive));
    assert!(is_figure_2(drive.strategy.model().unwrap(), drive.strategy.alphabet()));
    let before = drive.inputs;
    // A step panics where the strategy says that nothing is left to do.
    (0..500).for_each(|_| drive.step());
    assert!(drive.inputs > before + 400, "{} inputs", drive.inputs - before);
    assert!(said(&drive).contains("Learning has finished"), "{}", said(&drive));
}

/// Restarts and inputs until the strategy knows figure 2, and the strategy.
fn to_learn<S: Strategy>(strategy: S, seed: u64, knows: impl Fn(&S) -> bool) -> ((u64, u64), S) {
    let mut drive = Drive::new(strategy, Main::Blank, seed);
    loop {
        let choice = drive.choose();
        if knows(&drive.strategy) {
            return ((drive.restarts(), drive.inputs), drive.strategy);
        }
        drive.perform(choice);
        assert!(drive.inputs < 20_000, "seed {seed} learns nothing");
    }
}

fn distribution(name: &str, paper: &str, mut all: Vec<(u64, u64)>) -> [u64; 3] {
    let mean = |of: fn(&(u64, u64)) -> u64| all.iter().map(of).sum::<u64>() as f64 / all.len() as f64;
    let (restarts, inputs) = (mean(|r| r.0), mean(|r| r.1));
    all.sort_unstable();
    let at = |share: usize| all[(all.len() - 1) * share / 100].0;
    println!(
        "{name}: restarts min {} median {} p90 {} p99 {} max {}, mean {restarts:.2}; \
         inputs mean {inputs:.1} ({paper})",
        at(0),
        at(50),
        at(90),
        at(99),
        at(100),
    );
    [at(0), at(50), at(100)]
}

#[test]
fn swifthand_learns_figure_2_with_fewer_restarts_than_lstar() {
    let seeds = 1_000;
    let range = || 0..seeds;
    let settings = LstarSettings { trace_limit: 50, keys: false };
    let knows = |s: &Lstar| s.model().is_some_and(|m| is_figure_2(m, s.alphabet()));
    let runs: Vec<_> = range().map(|seed| to_learn(Lstar::new(settings), seed, knows)).collect();
    let lstar: Vec<_> = runs.iter().map(|(needed, _)| *needed).collect();
    // How long L* walks until it meets a counter-example is luck; the words of its table are not.
    let mean = |of: fn(&Lstar) -> u64| runs.iter().map(|(_, l)| of(l)).sum::<u64>() as f64 / seeds as f64;
    println!(
        "L*: {:.1} words for the table and {:.1} walks on average",
        mean(Lstar::queries),
        mean(Lstar::walks)
    );
    distribution("L*", "paper: 29 sequences, 64 inputs", lstar.clone());
    for frontier in [Frontier::Any, Frontier::Near] {
        let settings = SwifthandSettings { frontier, ..LIMIT };
        let knows = |s: &Swifthand| s.model().is_some_and(|m| is_figure_2(m, s.alphabet()));
        let ours: Vec<_> = range().map(|seed| to_learn(Swifthand::new(settings), seed, knows).0).collect();
        let [_, median, _] =
            distribution(&format!("SwiftHand, {frontier:?}"), "paper: 5 restarts", ours.clone());
        let above: Vec<_> = range()
            .zip(ours.iter().zip(&lstar))
            .filter(|(_, (ours, theirs))| ours.0 >= theirs.0)
            .map(|(seed, (ours, theirs))| (seed, ours.0, theirs.0))
            .collect();
        assert!(median <= 6, "median {median}");
        assert!(above.is_empty(), "{frontier:?}, not below L*: {above:?}");
    }
}
