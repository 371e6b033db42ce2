//! Arbitrary screens for the tests: any tree, any strings, any numbers.

use proptest::collection::vec;
use proptest::prelude::*;
use skink_gui::{Bounds, Flags, Header, Screen, ScreenBuilder, WidgetSpec, WindowKind};

/// Strings of every character there is, with those that formats trip over more often than chance.
fn text() -> impl Strategy<Value = String> {
    let odd = prop::sample::select(vec![
        '\0',
        '\t',
        '\n',
        '\r',
        '\x0B',
        '\x1F',
        '\x7F',
        '&',
        '<',
        '>',
        '"',
        '\'',
        ';',
        '#',
        '\u{85}',
        '\u{2028}',
        '\u{FEFF}',
        '\u{FFFD}',
        '\u{FFFE}',
        '\u{FFFF}',
        '\u{1F600}',
    ]);
    prop_oneof![
        2 => Just(String::new()),
        2 => "[a-z.:/]{1,8}",
        3 => vec(prop_oneof![any::<char>(), odd], 1..8).prop_map(String::from_iter),
    ]
}

fn class() -> impl Strategy<Value = String> {
    prop_oneof![Just("android.widget.EditText".to_owned()), Just("android.widget.Button".to_owned()), text()]
}

/// One widget, and how many of the open ones are closed after it.
#[derive(Clone, Debug)]
struct Piece {
    texts: [String; 6],
    bounds: [i32; 4],
    flags: u16,
    numbers: [u32; 3],
    closes: usize,
}

fn piece() -> impl Strategy<Value = Piece> {
    let texts = (class(), [text(), text(), text(), text(), text()]);
    let small_or_any = prop_oneof![3 => 0u32..4, 1 => any::<u32>()];
    let numbers = [small_or_any.clone(), small_or_any.clone(), small_or_any];
    (texts, any::<[i32; 4]>(), any::<u16>(), numbers, 0usize..4).prop_map(
        |((class, [id, text, desc, hint, package]), bounds, flags, numbers, closes)| Piece {
            texts: [class, id, text, desc, hint, package],
            bounds,
            flags,
            numbers,
            closes,
        },
    )
}

fn build(
    pieces: &[Piece],
    package: Option<&str>,
    activity: &str,
    window: WindowKind,
    rotation: u8,
) -> Screen {
    let mut builder = ScreenBuilder::new();
    for piece in pieces {
        let [class, id, text, desc, hint, package] = &piece.texts;
        let [index, drawing_order, display] = piece.numbers;
        builder.open(&WidgetSpec {
            class,
            id,
            text,
            desc,
            hint,
            package,
            bounds: Bounds::from(piece.bounds),
            flags: Flags::from_bits_truncate(piece.flags),
            index,
            drawing_order,
            display,
        });
        for _ in 0..piece.closes {
            builder.close();
        }
    }
    let first = pieces.first().map_or("", |piece| &piece.texts[5]);
    builder.finish(&Header { package: package.unwrap_or(first), activity, window, rotation })
}

/// Any screen, the empty one among them.
pub(crate) fn screen() -> impl Strategy<Value = Screen> {
    let window = prop::sample::select(WindowKind::ALL.map(|(kind, _)| kind).to_vec());
    (vec(piece(), 0..12), prop::option::of(text()), text(), window, 0u8..4).prop_map(
        |(pieces, package, activity, window, rotation)| {
            build(&pieces, package.as_deref(), &activity, window, rotation)
        },
    )
}
