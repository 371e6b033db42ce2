//! The sample apps. Each is one file: data, pages, what they look like, what messages do, and its bugs with the
//! fewest events that show them, written before any tool ran on the app.

mod budget;
mod cards;
mod compose;
mod diary;
mod drive;
mod files;
mod labels;
mod mail;
mod mileage;
mod notebook;
mod notes;
mod player;
mod radio;
mod reader;
mod recipes;
mod sanity;
mod schedule;
mod settings;
mod shop;
mod tasks;
mod transit;
mod units;

use crate::app::Sample;

/// Every sample app, in the order they are listed.
pub const ALL: &[Sample] = &[
    Sample::of::<sanity::Sanity>(),
    Sample::of::<notebook::Notebook>(),
    Sample::of::<notes::Notes>(),
    Sample::of::<files::Files>(),
    Sample::of::<radio::Radio>(),
    Sample::of::<tasks::Tasks>(),
    Sample::of::<units::Units>(),
    Sample::of::<player::Player>(),
    Sample::of::<schedule::Schedule>(),
    Sample::of::<settings::Settings>(),
    Sample::of::<shop::Shop>(),
    Sample::of::<reader::Reader>(),
    Sample::of::<compose::Compose>(),
    Sample::of::<drive::Drive>(),
    Sample::of::<diary::Diary>(),
    Sample::of::<cards::Cards>(),
    Sample::of::<mileage::Mileage>(),
    Sample::of::<recipes::Recipes>(),
    Sample::of::<mail::Mail>(),
    Sample::of::<transit::Transit>(),
    Sample::of::<budget::Budget>(),
    Sample::of::<labels::Labels>(),
];

/// The sample of that name.
pub fn named(name: &str) -> Option<Sample> {
    ALL.iter().copied().find(|sample| sample.manifest.name == name)
}
