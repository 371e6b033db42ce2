//! Any text as a mapping file and as a stack: lines are retraced or stay as they are.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skink_device::Mapping;

fuzz_target!(|given: (&str, &str)| {
    let mapping = Mapping::parse(given.0);
    for line in given.1.lines() {
        assert!(!mapping.retrace_line(line).is_empty());
    }
});
