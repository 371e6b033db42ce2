//! Any bytes as a line of a trace; one that is read writes to a line that means the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skink_trace::Entry;

fuzz_target!(|line: &[u8]| {
    if let Ok(entry) = serde_json::from_slice::<Entry>(line) {
        let written = serde_json::to_vec(&entry).expect("an entry is written");
        assert_eq!(serde_json::from_slice::<Entry>(&written).expect("and read again"), entry);
    }
});
