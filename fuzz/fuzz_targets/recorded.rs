//! Any bytes as the three files of a recorded case; one that is read is judged without panic.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skink_independence::{Compare, Recorded, ViewSettings};

fuzz_target!(|bytes: &[u8]| {
    let mut parts = bytes.split(|byte| *byte == 0);
    let mut part = || parts.next().unwrap_or_default();
    let (seed, mutant, checking) = (part(), part(), part());
    let state = part();
    if let Ok(recorded) = Recorded::parse(seed, mutant, checking, |_| Ok(state.to_vec())) {
        recorded.judge(Compare::Strict, &ViewSettings::default());
    }
});
