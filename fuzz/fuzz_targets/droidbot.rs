//! Any bytes as a DroidBot state; one that is read is printed and stored without loss.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skink_gui::{Screen, parse_droidbot, parse_xml, print_xml};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(screen) = parse_droidbot(bytes) {
        assert_eq!(parse_xml(print_xml(&screen).as_bytes()).as_ref(), Ok(&screen));
        assert_eq!(Screen::decode(&screen.encode()), Ok(screen));
    }
});
