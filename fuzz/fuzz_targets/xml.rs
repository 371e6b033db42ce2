//! Any bytes as a dump; one that is read prints to a dump of an equal screen.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skink_gui::{parse_xml, print_xml};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(screen) = parse_xml(bytes) {
        assert_eq!(parse_xml(print_xml(&screen).as_bytes()), Ok(screen));
    }
});
