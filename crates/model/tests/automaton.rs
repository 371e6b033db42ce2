//! Bug automata as in the Themis+ paper: figure 3, table 1, and each of the matching rules by itself.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use skink_model::automaton::{
    BugAutomaton, Clues, Dfa, Matcher, Problem, Symbol, UNREACHABLE, check, differing_words, parse_bug, words,
};

/// Figure 3(c): p1 to p5 are 1 to 5, s6 is the menu on the main page.
const FIGURE_3: &str = "
s0 -1-> s1
s1 -1-> s1
s1 -2-> s2
s2 -1-> s2
s2 -3-> s3
s2 -5-> s1
s3 -4-> s4
s4 -1-> s4
s4 -5-> crash
s1 -3-> s6
s2 -(back)-> s1
s3 -(back)-> s2
s4 -(back)-> s1
s6 -(back)-> s1
";

/// The automaton published as 114-NFA.jff.
const PUBLISHED_114: &str = "
init -1-> q1
init -6,7-> init
q1 -1,6,7-> q1
q1 -2-> q2
q2 -1-> q2
q2 -5-> q1
q2 -7-> q3
q3 -6-> q4
q4 -1,6,7-> q4
q4 -5-> crash
q2 -> q1
q3 -> q2
q4 -> q1
q4 -> q2
";

fn bug(text: &str) -> (BugAutomaton, Dfa) {
    let bug = parse_bug("bug", text).unwrap();
    let dfa = Dfa::of(&bug.nfa).unwrap();
    (bug, dfa)
}

fn word(text: &str) -> Vec<Symbol> {
    text.split_whitespace().map(Symbol::of).collect()
}

/// The clues of events given by id; `!` is a crash, `w3` the warning of 3.
fn clues(automaton: &str, log: &str) -> Clues {
    let (bug, dfa) = bug(automaton);
    let mut matcher = Matcher::new(&dfa, |symbol| bug.events.contains_key(symbol));
    for (seconds, id) in log.split_whitespace().enumerate() {
        let number = |id: &str| dfa.symbol(&Symbol::of(id));
        match id {
            "!" => matcher.crash(),
            _ if id.starts_with('w') => matcher.warning(number(&id[1..]).unwrap()),
            _ => {
                if let Some(symbol) = number(id) {
                    matcher.event(symbol, seconds as i64);
                }
            }
        }
    }
    matcher.clues()
}

fn distances(clues: &Clues) -> Vec<(u32, u64)> {
    clues.distances.iter().map(|(distance, count)| (*distance, *count)).collect()
}

fn pair(clues: &Clues, a: &str, b: &str) -> Option<u64> {
    clues.pairs.get(&(Symbol::of(a), Symbol::of(b))).copied()
}

#[test]
fn figure_3_accepts_the_traces_of_the_paper() {
    let (_, dfa) = bug(FIGURE_3);
    assert_eq!(dfa.named(&dfa.way_from(0)), word("1 2 3 4 5"));
    for accepted in
        ["1 2 3 4 5", "1 2 5 2 3 4 5", "1 2 2 3 4 5", "1 2 3 3 4 5", "1 2 3 4 2 3 4 5", "1 3 2 3 4 5"]
    {
        assert!(dfa.accepts(&word(accepted)), "{accepted}");
    }
    for refused in ["", "1 2 5", "1 2 3 5", "2 3 4 5", "1 2 3 4", "1 2 4 5"] {
        assert!(!dfa.accepts(&word(refused)), "{refused}");
    }
}

#[test]
fn the_published_automaton_has_the_sizes_of_table_3() {
    let (bug, dfa) = bug(PUBLISHED_114);
    assert_eq!((bug.nfa.states().len(), bug.nfa.moves().len()), (6, 19));
    // The paper's deterministic one is minimised and has 6; two of these accept the same words.
    assert_eq!((dfa.len(), dfa.symbols().len()), (7, 5));
    assert_eq!(dfa.pairs().len(), 24);
}

/// Table 1: WCTester does p1 and p2 only, Fastbot all five but never p5 after p4.
#[test]
fn clues_as_in_table_1() {
    let wctester = clues(PUBLISHED_114, "1 2 1 1 2 2");
    assert_eq!((wctester.event_coverage.covered, wctester.event_coverage.total), (2, 5));
    assert_eq!((wctester.pair_coverage.covered, wctester.pair_coverage.total), (4, 24));
    assert_eq!((wctester.minimal_distance, wctester.initial_distance), (3, 5));
    assert_eq!(wctester.closest, word("1 2"));
    assert_eq!(wctester.first_missed, Some(Symbol::of("7")));
    let fastbot = clues(PUBLISHED_114, "1 2 5 2 7 6 1 7 2 7 6");
    assert_eq!(fastbot.event_coverage.covered, 5);
    assert_eq!(fastbot.minimal_distance, 1);
    assert_eq!(fastbot.closest, word("1 2 7 6"));
    assert_eq!(fastbot.left, word("5"));
    assert_eq!(pair(&fastbot, "6", "5"), Some(0));
    assert_eq!(fastbot.accepted, 0);
}

#[test]
fn the_histogram_begins_with_one_visit_of_the_initial_state() {
    let nothing = clues("a -1-> b\nb -2-> crash", "");
    assert_eq!(distances(&nothing), [(2, 1)]);
    assert_eq!((nothing.minimal_distance, nothing.initial_distance), (2, 2));
    let one = clues("a -1-> b\nb -2-> crash", "1 2");
    assert_eq!(distances(&one), [(0, 1), (1, 1), (2, 1)]);
}

#[test]
fn an_event_is_counted_and_timed_whether_or_not_it_fits() {
    let clues = clues("a -1-> b\nb -2-> crash", "2 2 1 w1 w1");
    let event = |id: &str| clues.events[&Symbol::of(id)];
    assert_eq!((event("2").count, event("2").first_s), (2, Some(0)));
    assert_eq!((event("1").count, event("1").first_s, event("1").warnings), (1, Some(2), 2));
}

#[test]
fn a_mismatch_goes_back_and_tries_the_event_once_more() {
    // After 1 the second 1 fits nowhere, but it begins anew: distance 1 twice.
    let again = clues("a -1-> b\nb -2-> crash", "1 1");
    assert_eq!(distances(&again), [(1, 2), (2, 1)]);
    // 3 leads nowhere from anywhere reached: nothing is recorded for it.
    let lost = clues("a -1-> b\nb -2-> c\nc -3-> crash", "1 3 2");
    assert_eq!(distances(&lost), [(2, 1), (3, 1)]);
    assert_eq!(lost.minimal_distance, 2);
}

#[test]
fn the_last_event_is_forgotten_on_a_mismatch_and_stays_forgotten() {
    // 1 1: the pair counts, then the mismatch forgets; after the retry 1 is not the last event any more.
    let clues = clues("a -1-> b\nb -2-> c\nc -1-> b\nb -1-> d\nd -3-> crash", "2 1 2 1 1");
    assert_eq!(pair(&clues, "2", "1"), Some(1), "the first 2 was a mismatch and forgotten");
    assert_eq!(pair(&clues, "1", "2"), Some(1));
    assert_eq!(pair(&clues, "1", "1"), Some(1));
    let retried = self::clues("a -1-> b\nb -2-> crash", "1 1 2");
    assert_eq!(pair(&retried, "1", "2"), Some(0), "1 was taken by the retry, so it is not the last event");
    assert_eq!(retried.accepted, 1);
}

#[test]
fn a_pair_counts_before_the_mismatch_forgets() {
    // (2, 1) is a pair of the automaton; here 1 follows 2 directly, although 1 does not fit after it.
    let automaton = "a -1-> b\nb -2-> c\na -2-> d\nd -1-> c\nc -3-> crash";
    let clues = clues(automaton, "1 2 1");
    assert_eq!(pair(&clues, "2", "1"), Some(1));
}

#[test]
fn acceptance_begins_anew_and_forgets() {
    let clues = clues("a -1-> b\nb -2-> crash\na -2-> b\nb -1-> b", "1 2 1 2");
    assert_eq!(clues.accepted, 2);
    assert_eq!(distances(&clues), [(0, 2), (1, 2), (2, 1)]);
    assert_eq!(pair(&clues, "1", "2"), Some(2));
    assert_eq!(pair(&clues, "2", "1"), Some(0), "2 accepted and was forgotten");
    assert_eq!(clues.first_missed, None);
}

#[test]
fn a_retry_may_accept() {
    let clues = clues("a -1-> crash\na -2-> b\nb -3-> crash", "2 1");
    assert_eq!(clues.accepted, 1);
    assert_eq!(distances(&clues), [(0, 1), (1, 2)]);
}

#[test]
fn crashes_only_set_the_flag() {
    let clues = clues("a -1-> b\nb -2-> crash", "1 ! 2");
    assert!(clues.crashed);
    assert_eq!(clues.accepted, 1, "a crash line does not begin anew");
}

#[test]
fn pairs_are_those_of_adjacent_transitions_of_the_deterministic_automaton() {
    let clues = clues("a -1-> b\nb -> c\nc -2-> crash", "");
    let pairs: Vec<_> = clues.pairs.keys().map(|(a, b)| format!("{a},{b}")).collect();
    assert_eq!(pairs, ["1,2"], "ε lies between, and the pair is there all the same");
}

#[test]
fn coverage_counts_the_described_events_that_the_automaton_uses() {
    let automaton = "event 1 \"x\"\nevent 9 \"unused\"\na -1-> b\nb -2-> crash";
    let clues = clues(automaton, "1 2");
    assert_eq!((clues.event_coverage.covered, clues.event_coverage.total), (1, 1));
    assert_eq!(clues.accepted, 1, "2 is matched although no event describes it");
}

#[test]
fn one_transition_has_no_pairs() {
    let clues = clues("a -1-> crash", "1");
    assert_eq!(clues.pair_coverage.percent(), None);
    assert_eq!(clues.event_coverage.percent(), Some(100.0));
}

#[test]
fn a_dead_end_has_the_published_figure_as_its_distance() {
    let clues = clues("a -1-> b\na -2-> crash\nb -3-> b", "1 3");
    assert_eq!(distances(&clues), [(1, 1), (UNREACHABLE, 2)]);
    assert_eq!(clues.minimal_distance, 1);
}

#[test]
fn the_way_that_was_reached_has_no_detours() {
    let clues = clues(FIGURE_3, "1 1 2 5 2 1 3");
    assert_eq!(clues.closest, word("1 2 3"));
    assert_eq!(clues.closest_counts, [1, 2, 1]);
    assert_eq!(clues.left, word("4 5"));
}

#[test]
fn simple_analyses_lose_track_where_the_matcher_does_not() {
    let (_, dfa) = bug(PUBLISHED_114);
    // 6 first: trace comparison already differs. 5 outside a notebook: the automaton refuses it.
    let clues = clues(PUBLISHED_114, "6 5 1 2 7 6");
    assert_eq!(clues.first_missed, Some(Symbol::of("5")));
    assert_eq!(clues.simple.trace_comparison(&dfa), Some(Symbol::of("1")));
    assert_eq!(clues.simple.refused(&dfa), Some((2, Symbol::of("5"))));
    assert_eq!(clues.simple.runtime_verification(&dfa), Some(Symbol::of("1")));
    let same = self::clues(PUBLISHED_114, "1 2 7");
    assert_eq!(same.simple.trace_comparison(&dfa), Some(Symbol::of("6")));
    assert_eq!(same.simple.runtime_verification(&dfa), Some(Symbol::of("6")));
}

#[test]
fn checks_name_what_is_wrong() {
    let problems = |text: &str| check(&parse_bug("bug", text).unwrap());
    assert_eq!(problems("a -1-> crash"), []);
    let found = problems("event 1 \"x\"\nevent 9 \"y\"\na -1-> crash\nb -2-> crash\na -1-> c");
    assert_eq!(
        found,
        [
            Problem::Unreachable(vec!["b".into()]),
            Problem::Dead(vec!["c".into()]),
            Problem::UnusedEvents(vec![Symbol::of("9")]),
            Problem::UnknownSymbols(vec![Symbol::of("2")]),
        ]
    );
    assert!(found[0].to_string().contains("no transitions lead to b"));
    assert_eq!(problems("a -1-> crash\na -> crash"), [Problem::AcceptsEmpty]);
    assert!(problems("a -1-> b\nc -2-> crash").contains(&Problem::AcceptsNothing));
}

#[test]
fn words_and_differences_of_languages() {
    let (_, a) = bug("a -1-> b\nb -1-> b\nb -2-> crash");
    let (_, b) = bug("a -1-> b\nb -2-> crash");
    assert_eq!(words(&b, 5, 100), [word("1 2")]);
    assert_eq!(words(&a, 4, 100), [word("1 2"), word("1 1 2"), word("1 1 1 2")]);
    assert_eq!(differing_words(&a, &b, 4, 100), [word("1 1 2"), word("1 1 1 2")]);
    assert_eq!(differing_words(&a, &a, 8, 100), Vec::<Vec<Symbol>>::new());
}

/// The rules once more, written as a straightforward loop over maps, on random automata and logs.
#[test]
fn the_matcher_agrees_with_the_rules_written_plainly() {
    let mut random = 7u64;
    let mut below = |n: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % n
    };
    for _ in 0..300 {
        let states = 2 + below(5);
        let mut text = String::from("q0 -1-> crash\n");
        for _ in 0..2 + below(10) {
            let (from, to) = (below(states), below(states));
            let to = if below(6) == 0 { "crash".to_owned() } else { format!("q{to}") };
            match below(5) {
                0 => text.push_str(&format!("q{from} -> {to}\n")),
                _ => text.push_str(&format!("q{from} -{}-> {to}\n", 1 + below(4))),
            }
        }
        let log: Vec<u64> = (0..below(60)).map(|_| 1 + below(4)).collect();
        let line = log.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        let (_, dfa) = bug(&text);
        let clues = clues(&text, &line);
        let (mut state, mut last) = (0, None);
        let mut pairs = BTreeMap::<(usize, usize), u64>::new();
        let mut histogram = BTreeMap::from([(dfa.distance(0), 1u64)]);
        for id in &log {
            let Some(symbol) = dfa.symbol(&Symbol::of(&id.to_string())) else { continue };
            if let Some(last) = last {
                *pairs.entry((last, symbol)).or_default() += 1;
            }
            last = Some(symbol);
            let mut to = dfa.next(state, symbol);
            if to.is_none() {
                (state, last) = (0, None);
                to = dfa.next(state, symbol);
            }
            if let Some(to) = to {
                state = to;
                *histogram.entry(dfa.distance(to)).or_default() += 1;
                if dfa.accepts_at(to) {
                    (state, last) = (0, None);
                }
            }
        }
        assert_eq!(clues.distances, histogram, "{text}\n{line}");
        for ((a, b), count) in &clues.pairs {
            let numbers = (dfa.symbol(a).unwrap(), dfa.symbol(b).unwrap());
            assert_eq!(*count, pairs.get(&numbers).copied().unwrap_or(0), "{text}\n{line}\n{a},{b}");
        }
        assert_eq!(clues.accepted > 0 || dfa.accepts_at(0), clues.minimal_distance == 0);
    }
}
