//! A short tour of a sample app for pictures: its first page, what each thing on it opens, what those open in
//! turn, the keyboard, the home screen, and some of it on its side. Shared by a test and a benchmark.

use std::collections::BTreeSet;

use skink_device::{Device, Input};
use skink_gui::{Enabled, Key, Screen, WindowKind, enabled};
use skink_phone::{Phone, PhoneSettings, Sample};
use skink_trace::Observation;

/// At most so many stops for an app.
const MAX_STOPS: usize = 40;
/// At most so many things tried on a page.
const MAX_TRIES: usize = 40;

/// Goes through the app; `stop` is shown the phone at each stop, with a name for it.
pub(crate) fn tour(sample: Sample, mut stop: impl FnMut(&str, &mut Phone, &Observation)) {
    let mut phone = Phone::new(sample, PhoneSettings::default()).expect("a phone");
    let mut now = phone.clean_start(0).expect("a clean start");
    let (mut seen, mut stops) = (BTreeSet::new(), 0);
    let mut show = |name: String, phone: &mut Phone, now: &Observation| -> bool {
        let fresh = stops < MAX_STOPS && seen.insert((look(&now.screen), now.toasts.len()));
        if fresh {
            stops += 1;
            stop(&format!("{}-{stops:02}-{name}", sample.manifest.name), phone, now);
        }
        fresh
    };
    show("start".into(), &mut phone, &now);
    // Licences and welcome pages stand before some apps.
    for _ in 0..3 {
        let yes = now.screen.widgets().find(|w| w.text() == "Yes").map(|yes| yes.bounds().center());
        if let Some(yes) = yes {
            now = phone.perform(&Input::Tap(yes)).expect("performed");
            show("yes".into(), &mut phone, &now);
        }
    }
    let mut next = vec![now.screen.clone()];
    let mut states = vec![phone.snapshot().expect("snapshots")];
    for depth in 0..2 {
        let (pages, kept) = (std::mem::take(&mut next), std::mem::take(&mut states));
        for (page, state) in pages.iter().zip(&kept) {
            for (name, input) in tries(page) {
                phone.restore(state).expect("restored");
                let now = phone.perform(&input).expect("performed");
                if show(name, &mut phone, &now) && depth == 0 && now.screen.window() != WindowKind::System {
                    next.push(now.screen.clone());
                    states.push(phone.snapshot().expect("snapshots"));
                }
            }
        }
    }
}

/// What makes two pictures look different enough to keep both.
fn look(screen: &Screen) -> (u8, &'static str, String, Vec<String>) {
    let names = screen.widgets().filter(|w| !w.resource_id().is_empty());
    let names: BTreeSet<_> = names.map(|w| w.resource_id().to_owned()).collect();
    (screen.rotation(), screen.window().name(), screen.activity().to_owned(), names.into_iter().collect())
}

fn tries(screen: &Screen) -> Vec<(String, Input)> {
    let mut tries = vec![("rotated".to_owned(), Input::Rotate), ("home".to_owned(), Input::Key(Key::Home))];
    for possible in enabled(screen).into_iter().take(MAX_TRIES) {
        let widget = screen.widget(possible.widget());
        let (label, bounds) = ([widget.short_id(), widget.desc(), widget.text()], widget.bounds());
        let label = label.into_iter().find(|label| !label.is_empty()).unwrap_or("row");
        let label: String =
            label.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').take(30).collect();
        tries.push(match possible {
            Enabled::Tap(_) => (label, Input::Tap(bounds.center())),
            Enabled::LongTap(_) => (format!("held_{label}"), Input::LongTap(bounds.center())),
            Enabled::Type(_) => (format!("typed_{label}"), Input::Type(bounds.center(), "Milk".to_owned())),
            Enabled::Scroll(_, direction) => (format!("scrolled_{label}"), Input::Scroll(bounds, direction)),
        });
    }
    tries
}
