//! The canonical byte form of a screen: it reads back equal, and no bytes make reading it panic.

mod common;

use proptest::collection::vec;
use proptest::prelude::*;
use skink_gui::{Bounds, Flags, Header, Screen, ScreenBuilder, WidgetSpec, WindowKind};

proptest! {
    #[test]
    fn what_was_stored_reads_back_equal(screen in common::screen()) {
        let bytes = screen.encode();
        let back = Screen::decode(&bytes).unwrap();
        prop_assert_eq!(&back, &screen);
        prop_assert_eq!(back.encode(), bytes);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..200)) {
        let _ = Screen::decode(&bytes);
    }

    #[test]
    fn a_damaged_screen_is_read_or_refused(
        screen in common::screen(), place in any::<prop::sample::Index>(), byte in any::<u8>(), keep in any::<bool>(),
    ) {
        let mut bytes = screen.encode();
        let place = place.index(bytes.len());
        bytes[place] = byte;
        if !keep {
            bytes.truncate(place);
        }
        if let Ok(read) = Screen::decode(&bytes) {
            prop_assert_eq!(Screen::decode(&read.encode()).unwrap(), read);
        }
    }
}

/// The hash is part of the format: it must never change by itself, nor differ between machines.
#[test]
fn the_hash_of_a_known_screen_is_stable() {
    let mut builder = ScreenBuilder::new();
    builder.open(&WidgetSpec {
        class: "android.widget.FrameLayout",
        bounds: Bounds::new(0, 0, 540, 960),
        ..Default::default()
    });
    builder.leaf(&WidgetSpec {
        class: "android.widget.Button",
        id: "com.example:id/save",
        text: "Speichern ✓",
        flags: Flags::CLICKABLE | Flags::ENABLED,
        bounds: Bounds::new(-3, 0, 540, 72),
        index: 1,
        ..Default::default()
    });
    let header =
        Header { package: "com.example", activity: ".Main", window: WindowKind::Dialog, rotation: 1 };
    assert_eq!(builder.finish(&header).hash().to_string(), "f3855821fa1db6d039ec32900c1d3c2f");
}
