//! Events that need no widget: keys, and events of the system (rotation, background, process death).

use skink_gui::{Action, Event, Flags, Key, Screen};
use skink_run::Dice;

/// The keys worth pressing on a screen. Back and Menu work everywhere and can be switched off; Enter is the
/// keyboard's own search, next or done, so it is there as long as a field has the focus.
pub(crate) fn keys(screen: &Screen, back_and_menu: bool) -> Vec<Key> {
    let mut keys = if back_and_menu { vec![Key::Back, Key::Menu] } else { Vec::new() };
    if screen.widgets().any(|w| w.is(Flags::FOCUSED | Flags::EDITABLE | Flags::ENABLED)) {
        keys.push(Key::Enter);
    }
    keys
}

/// What the system may do to an app at any time.
pub(crate) const SYSTEM: [Action; 3] = [Action::Rotate, Action::Background, Action::Kill];

/// An event of the system; each is equally likely.
pub(crate) fn system_event(dice: &mut Dice) -> Event {
    Event::plain(dice.pick(&SYSTEM).cloned().unwrap_or(Action::Rotate))
}
