//! Any text as a property file; one that is read prints to a file that means the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skink_property::PropertyFile;

fuzz_target!(|text: &str| {
    if let Ok(file) = PropertyFile::parse(text) {
        assert_eq!(PropertyFile::parse(&file.to_toml()), Ok(file));
    }
});
