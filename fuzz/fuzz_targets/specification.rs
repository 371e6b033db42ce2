//! Any text as a published specification; one that is imported prints to a property file that means the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skink_property::{PropertyFile, import};

fuzz_target!(|texts: (&str, &str)| {
    if let Ok(file) = import(texts.0, Some(texts.1)) {
        assert_eq!(PropertyFile::parse(&file.to_toml()), Ok(file));
    }
});
