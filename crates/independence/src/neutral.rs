//! Neutral events: what should leave an app as it was. The second source of inserted traces, beside independent
//! views; the Genie paper names the idea (Quantum, Thor: section 6) and does not use it.

use skink_gui::{Direction, Enabled, Flags, Key, Screen, Widget, WindowKind, enabled};
use skink_model::{EventKey, Kind};

use crate::insert::{Insert, Planned};

/// The names of sources that may end what only passes by.
pub(crate) const DEATH: &str = "process death and return";
pub(crate) const LONG_IDLE: &str = "long idle";
pub(crate) const BACKGROUND: &str = "background and return";
pub(crate) const LAUNCH: &str = "stop and launch again";

/// Long enough for whatever times out.
const IDLE_MILLIS: u64 = 120_000;

/// The neutral events that a screen allows.
pub fn neutral(screen: &Screen) -> Vec<Insert> {
    let plain = |source: &str, kinds: &[Kind]| Insert {
        source: source.to_owned(),
        events: kinds.iter().map(|kind| Planned::plain(*kind)).collect(),
    };
    let mut all = vec![
        plain("rotate and back", &[Kind::Rotate, Kind::Rotate]),
        plain(BACKGROUND, &[Kind::Background]),
        plain(DEATH, &[Kind::Kill]),
        plain(LAUNCH, &[Kind::Relaunch]),
        Insert { source: LONG_IDLE.into(), events: vec![Planned::wait(IDLE_MILLIS)] },
    ];
    let back = Planned::plain(Kind::Key(Key::Back));
    let mut there_and_back = |source: &str, key: EventKey| {
        all.push(Insert {
            source: source.to_owned(),
            events: vec![Planned { key, data: String::new() }, back.clone()],
        });
    };
    if screen.window() == WindowKind::Page {
        there_and_back("menu opened and closed", EventKey::plain(Kind::Key(Key::Menu)));
    }
    for found in enabled(screen) {
        let widget = screen.widget(found.widget());
        match found {
            Enabled::Tap(_) if opens_drawer(&widget) => {
                there_and_back("drawer opened and closed", EventKey::of(&found, screen));
            }
            Enabled::Tap(_) if opens_menu(&widget) => {
                there_and_back("menu opened and closed", EventKey::of(&found, screen));
            }
            Enabled::Tap(_) if widget.is(Flags::EDITABLE) => {
                there_and_back("keyboard up and down", EventKey::of(&found, screen));
            }
            _ => {}
        }
    }
    all
}

/// The words with which Android's own widgets describe themselves.
pub(crate) fn opens_drawer(widget: &Widget<'_>) -> bool {
    let desc = widget.desc().to_ascii_lowercase();
    desc.contains("navigation drawer") || desc == "open drawer"
}

fn opens_menu(widget: &Widget<'_>) -> bool {
    widget.desc().eq_ignore_ascii_case("more options")
}

/// Scrolling there and back, used to look for what is off-screen.
pub(crate) fn directions() -> [Direction; 2] {
    [Direction::Down, Direction::Up]
}
