//! The sample apps. Each is one file: data, pages, what they look like, what messages do, and its bugs with the
//! fewest events that show them, written before any tool ran on the app.

mod files;
mod notebook;
mod notes;
mod radio;
mod sanity;

use crate::app::Sample;

/// Every sample app, in the order they are listed.
pub const ALL: &[Sample] =
    &[Sample::of::<sanity::Sanity>(), Sample::of::<notebook::Notebook>(), Sample::of::<notes::Notes>()];

/// The sample of that name.
pub fn named(name: &str) -> Option<Sample> {
    ALL.iter().copied().find(|sample| sample.manifest.name == name)
}
