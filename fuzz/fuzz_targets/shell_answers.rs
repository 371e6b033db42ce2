//! Any text as the answer of any of Android's commands: it is read or passed over.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skink_device::adb::{explain_install_failure, Installed, read_devices, read_install};
use skink_device::shell::*;

fuzz_target!(|text: &str| {
    let _ = read_properties(text);
    let _ = (read_display_size(text), read_density(text));
    let _ = read_windows(text);
    let _ = (read_top_activity(text), read_resumed_activity(text));
    let _ = read_start(text);
    let _ = (read_package_list(text), read_package_paths(text), read_clear(text), read_grant(text));
    let _ = read_package(text, "a.b");
    let _ = read_processes(text);
    let _ = read_dump_message(text);
    if let Some(screen) = read_views(text, "a.b", "a.b.C", 0) {
        assert!(!screen.is_empty());
    }
    let _ = read_devices(text);
    if let Installed::Failure { reason, .. } = read_install(text) {
        assert!(!explain_install_failure(&reason).is_empty());
    }
});
