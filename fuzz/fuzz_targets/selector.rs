//! Any text as a selector and as an event; one that is read prints to a text that means the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skink_gui::{Event, Selector};

fuzz_target!(|line: &str| {
    if let Ok(selector) = line.parse::<Selector>() {
        assert_eq!(selector.to_string().parse(), Ok(selector));
    }
    if let Ok(event) = line.parse::<Event>() {
        assert_eq!(event.to_string().parse(), Ok(event));
    }
});
