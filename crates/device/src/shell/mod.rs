//! What Android's commands print, read: one file a command.
//!
//! All of it is pure: text in, values out. Lines that a reader does not know are passed over, because every
//! Android and every maker adds some; what it must know and does not find is `None`, never a guess. Formats are
//! those of Android 4.4 to 16.

mod activity;
mod am;
mod component;
mod display;
mod package;
mod pm;
mod processes;
mod properties;
mod uiautomator;
mod views;
mod window;

pub use activity::{TopActivity, read_resumed_activity, read_top_activity};
pub use am::{StartResult, read_start};
pub use component::Component;
pub use display::{read_density, read_display_size};
pub use package::{PackageInfo, read_package};
pub use pm::{Cleared, read_clear, read_grant, read_package_list, read_package_paths};
pub use processes::{Process, read_processes};
pub use properties::{Properties, read_properties};
pub use uiautomator::{DumpResult, read_dump_message};
pub use views::read_views;
pub use window::{FrontWindow, Windows, read_windows};

/// Splits a text into lines without their ends, be they LF or CRLF.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(|line| line.trim_end_matches('\r'))
}

/// What follows `key` on a line up to the next blank, as in `mRotation=0 mAltOrientation=false`.
pub(crate) fn value_of<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let mut from = 0;
    while let Some(found) = line[from..].find(key) {
        let at = from + found;
        let before = line[..at].chars().next_back();
        if before.is_none_or(|c| c.is_whitespace() || c == '{' || c == '(') {
            let rest = &line[at + key.len()..];
            return Some(rest.split(char::is_whitespace).next().unwrap_or(rest));
        }
        from = at + key.len();
    }
    None
}
