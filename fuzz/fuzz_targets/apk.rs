//! Any bytes as an APK: its manifest is read, or it is told why not.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skink_device::apk::read_apk;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(manifest) = read_apk(bytes) {
        assert!(!manifest.package.is_empty());
    }
});
