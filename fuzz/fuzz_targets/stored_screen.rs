//! Any bytes as a stored screen; one that is read is stored again and printed without loss.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skink_gui::{Screen, parse_xml, print_xml};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(screen) = Screen::decode(bytes) {
        assert_eq!(parse_xml(print_xml(&screen).as_bytes()).as_ref(), Ok(&screen));
        assert_eq!(Screen::decode(&screen.encode()), Ok(screen));
    }
});
