//! Any text as a bug automaton, in JFLAP's form or ours: one that is read is checked, made deterministic and, in
//! our form, printed so that the same is read again. And any bytes as a log against a small automaton.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skink_diagnose::{LogReader, parse_configuration, parse_droidbot_event, parse_time_file, read_log};
use skink_model::automaton::{BugAutomaton, Dfa, Matcher, check, parse_bug, parse_jff, print_bug};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(nfa) = parse_jff(&text) {
        let bug = BugAutomaton::new("x", nfa);
        let _ = check(&bug);
        if bug.nfa.states().len() < 12 {
            let _ = Dfa::of(&bug.nfa);
        }
    }
    if let Ok(bug) = parse_bug("x", &text) {
        let printed = print_bug(&bug);
        assert!(parse_bug("x", &printed).is_ok(), "{printed}");
    }
    let _ = parse_configuration(&text);
    let _ = parse_droidbot_event(&text);
    let _ = parse_time_file(&text);
    if let Ok(bug) = parse_bug("x", "a -1-> b\nb -a-> crash") {
        if let Ok(dfa) = Dfa::of(&bug.nfa) {
            let mut matcher = Matcher::new(&dfa, |_| true);
            let _ = read_log(bytes, &mut LogReader::new(&dfa, &mut matcher, None));
            let _ = matcher.clues();
        }
    }
});
