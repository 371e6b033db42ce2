//! The phone's shell reads any command line without panicking.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &str| {
    let _ = skink_adbd::reads(line);
});
