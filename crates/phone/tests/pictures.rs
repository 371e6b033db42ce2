//! Pictures of every sample app: the same state gives the same bytes, and taking one changes nothing.
//!
//! `SKINK_PICTURES=DIR cargo test -p skink-phone --test pictures` also writes them there, to be looked at.

mod gallery;
mod tour;

use std::path::PathBuf;

use skink_device::{Device, Input, Picture};
use skink_gui::{Enabled, Key, WindowKind, enabled};
use skink_phone::{Phone, PhoneSettings, apps};
use tour::tour;

/// Texts that are hard to draw.
const ODD: [&str; 6] = [
    "",
    "\n\n\n",
    "日本 🙂 e\u{301}\u{200d}",
    "one\ttwo",
    " ",
    "aVeryLongWordWithoutAnySpaceInItThatGoesOnAndOn",
];

fn picture(phone: &mut Phone) -> Picture {
    phone.screenshot().expect("no failure").expect("a picture")
}

#[test]
fn every_page_has_a_picture_and_taking_it_changes_nothing() {
    let folder = std::env::var_os("SKINK_PICTURES").map(PathBuf::from);
    if let Some(folder) = &folder {
        std::fs::create_dir_all(folder).expect("the folder can be made");
    }
    for sample in apps::ALL.iter().chain([&gallery::SAMPLE]) {
        tour(*sample, |name, phone, now| {
            let first = picture(phone);
            let size = if now.screen.rotation() % 2 == 1 { (960, 540) } else { (540, 960) };
            assert_eq!((first.width, first.height), size, "{name}");
            assert_eq!(first.rgb.len(), 540 * 960 * 3, "{name}");
            if let Some(folder) = &folder {
                std::fs::write(folder.join(format!("{name}.png")), first.to_png()).expect("written");
            }
            assert!(first == picture(phone), "{name}: the same state gives the same bytes");
            let after = phone.observe().expect("observed");
            assert_eq!(after.screen.hash(), now.screen.hash(), "{name}");
            assert!(after.covered.is_empty() && after.toasts.is_empty(), "{name}");
            assert!(first == picture(phone), "{name}: looking changes no picture");
        });
    }
}

/// Two phones, the same events; one is pictured before each event.
#[test]
fn a_phone_that_is_pictured_behaves_like_one_that_is_not() {
    for sample in apps::ALL {
        let mut phones = [0, 1].map(|_| Phone::new(*sample, PhoneSettings::default()).expect("a phone"));
        let mut now = phones.each_mut().map(|phone| phone.clean_start(3).expect("started"));
        for number in 0..400_usize {
            picture(&mut phones[0]);
            let possible = enabled(&now[1].screen);
            let input = match number % 13 {
                7 => Input::Rotate,
                9 => Input::Key(Key::Back),
                11 if now[1].screen.window() != WindowKind::System => Input::Launch,
                _ if possible.is_empty() => Input::Key(Key::Back),
                _ => {
                    let chosen = possible[number * 7919 % possible.len()];
                    let bounds = now[1].screen.widget(chosen.widget()).bounds();
                    match chosen {
                        Enabled::Tap(_) => Input::Tap(bounds.center()),
                        Enabled::LongTap(_) => Input::LongTap(bounds.center()),
                        Enabled::Type(_) => Input::Type(bounds.center(), ODD[number % ODD.len()].to_owned()),
                        Enabled::Scroll(_, direction) => Input::Scroll(bounds, direction),
                    }
                }
            };
            now = phones.each_mut().map(|phone| phone.perform(&input).expect("performed"));
            let [pictured, other] = &now;
            assert_eq!(pictured.screen.hash(), other.screen.hash(), "{}", sample.manifest.name);
            assert_eq!(pictured.covered, other.covered, "{}", sample.manifest.name);
            assert_eq!(pictured.toasts, other.toasts, "{}", sample.manifest.name);
        }
        assert_eq!(phones[0].log(), phones[1].log());
    }
}

/// A dialog of an app and of the system leave the page below to be seen, dimmed.
#[test]
fn what_lies_below_a_dialog_is_dimmed() {
    let sample = apps::named("notes").expect("the sample is registered");
    let mut phone = Phone::new(sample, PhoneSettings::default()).expect("a phone");
    let start = phone.clean_start(0).expect("started");
    let before = picture(&mut phone);
    let fab = start.screen.widgets().find(|w| w.short_id() == "fab_add_new_item").expect("a button");
    let now = phone.perform(&Input::Tap(fab.bounds().center())).expect("performed");
    assert_eq!(now.screen.window(), WindowKind::Dialog);
    let after = picture(&mut phone);
    // The left end of the toolbar, beside its icon.
    let at = 3 * (40 * 540 + 2);
    let (light, dim) = (&before.rgb[at..at + 3], &after.rgb[at..at + 3]);
    assert!(light.iter().zip(dim).all(|(light, dim)| dim < light || *light == 0), "{light:?} {dim:?}");
    assert_ne!(light, dim);
}
