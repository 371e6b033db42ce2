//! Any text as a device's log: crashes are read or passed over, and each has an identity and a title.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skink_device::crashes_in_log;

fuzz_target!(|log: &str| {
    for crash in crashes_in_log(log) {
        assert!(!crash.id().is_empty());
        let _ = crash.title();
    }
});
