//! What to type: texts that a field of its kind takes, and what the app itself has shown, which a person would type: a word
//! of a row for a search to find, the code of an offer, a number beyond the last one. And what a form took: one that asks for more
//! than any text is filled by chance now and then, and from then on by what it took.

use std::collections::{BTreeMap, BTreeSet};

use skink_explore::FieldKind;
use skink_gui::{Action, Flags, Screen, Widget};
use skink_run::Dice;
use skink_trace::Step;

use crate::groups::Groups;
use crate::layout::LayoutType;
use crate::roles::completes;
use crate::settings::ViewSettings;

/// What screens said.
#[derive(Default)]
pub(crate) struct Vocabulary {
    /// Words of rows.
    words: BTreeSet<String>,
    /// Words in capitals and digits.
    codes: BTreeSet<String>,
    numbers: BTreeSet<u64>,
    /// By its id, what was in a field when its form was ended well and gave way.
    taken: BTreeMap<String, BTreeSet<String>>,
}

/// Shorter words find too much, and shorter codes are no codes.
const LETTERS: usize = 3;
/// A number is so much of itself beyond the last one: a fiftieth.
const BEYOND: u64 = 50;
/// So often it is beyond what the field says, or else beyond the largest.
const LIKELY: f64 = 0.5;
/// So often a field is filled with what it took before.
const AS_BEFORE: f64 = 0.5;
/// Texts that are remembered of each field.
const REMEMBERED: usize = 8;
/// Longer numbers are ids or times.
const DIGITS: usize = 6;

impl Vocabulary {
    /// Learns what a screen says.
    pub(super) fn read(&mut self, screen: &Screen, views: &ViewSettings) {
        let groups = Groups::of(screen, views);
        for widget in screen.widgets().filter(|w| !w.text().is_empty()) {
            let in_row = groups.item(widget.id()).is_some();
            for word in widget.text().split(|c: char| !c.is_alphanumeric()) {
                let long = word.chars().count() >= LETTERS;
                let capital = |c: char| c.is_uppercase() || c.is_numeric();
                if word.len() <= DIGITS && word.bytes().all(|b| b.is_ascii_digit()) {
                    self.numbers.extend(word.parse::<u64>());
                } else if long && word.chars().all(capital) && word.contains(char::is_numeric) {
                    self.codes.insert(word.to_owned());
                } else if long && in_row && word.chars().all(char::is_alphabetic) {
                    self.words.insert(word.to_owned());
                }
            }
        }
    }

    /// Learns what a form took, where a step ended one and something else came.
    pub(crate) fn learn(&mut self, step: &Step, views: &ViewSettings) {
        let touched = step.widget.and_then(|id| step.before.get(id));
        let ends = step.event.action == Action::Tap && touched.is_some_and(|w| completes(&w));
        let (before, after) = (&step.before, &step.after);
        let other = || LayoutType::of(before, views) != LayoutType::of(&after.screen, views);
        if !ends || !after.crashes.is_empty() || !other() {
            return;
        }
        let filled =
            |w: &Widget<'_>| w.is(Flags::EDITABLE) && !w.text().is_empty() && !w.short_id().is_empty();
        for field in before.widgets().filter(filled) {
            let taken = self.taken.entry(field.resource_id().to_owned()).or_default();
            if taken.len() < REMEMBERED {
                taken.insert(field.text().to_owned());
            }
        }
    }

    /// Something like what a field took before.
    fn as_before(&self, field: &Widget<'_>, kind: FieldKind, dice: &mut Dice) -> Option<String> {
        let text = pick(self.taken.get(field.resource_id())?, dice)?;
        let number = text.parse::<u64>().ok().filter(|_| kind == FieldKind::Number);
        // What only goes up takes no number twice.
        Some(number.map_or(text, |number| (number + 1 + number / BEYOND).to_string()))
    }

    /// A text for a field: so often one that the app has shown, where there is one.
    pub(super) fn text(&self, field: &Widget<'_>, shown: f64, dice: &mut Dice) -> String {
        let kind = FieldKind::of(field);
        if kind != FieldKind::Search
            && dice.chance(AS_BEFORE)
            && let Some(text) = self.as_before(field, kind, dice)
        {
            return text;
        }
        let own = match kind {
            FieldKind::Search => pick(&self.words, dice),
            FieldKind::Any => pick(&self.codes, dice),
            FieldKind::Number => {
                // What only goes up, as an odometer does, takes nothing below the largest; what has a number, one near it.
                let own = field.text().trim().parse::<f64>().ok().filter(|n| (0.0..1e6).contains(n));
                let likely = own.map(|n| n as u64).or_else(|| self.numbers.last().copied());
                let number = likely.filter(|_| dice.chance(LIKELY)).or_else(|| pick(&self.numbers, dice));
                number.map(|number| (number + number / BEYOND).to_string())
            }
            _ => None,
        };
        own.filter(|_| dice.chance(shown)).unwrap_or_else(|| plain(kind, dice))
    }
}

/// A text that a form takes in a field of that kind.
pub(crate) fn plain(kind: FieldKind, dice: &mut Dice) -> String {
    let texts = kind.texts();
    dice.pick(&texts[..PLAIN.min(texts.len())]).copied().unwrap_or("a").to_owned()
}

/// The first of the texts for a kind of field are those that a form takes.
const PLAIN: usize = 3;

fn pick<T: Clone>(all: &BTreeSet<T>, dice: &mut Dice) -> Option<T> {
    if all.is_empty() { None } else { all.iter().nth(dice.below(all.len())).cloned() }
}

#[cfg(test)]
mod tests {
    use skink_gui::{Bounds, Event, Flags, Header, ScreenBuilder, Selector, WidgetSpec};
    use skink_trace::{Actor, Observation};

    use super::*;

    fn page(field: &str, rows: &[&str], offer: &str) -> Screen {
        let bounds = Bounds { left: 0, top: 0, right: 10, bottom: 10 };
        let mut b = ScreenBuilder::new();
        b.open(&WidgetSpec { class: "FrameLayout", bounds, ..Default::default() });
        let flags = Flags::EDITABLE | Flags::ENABLED;
        b.leaf(&WidgetSpec { class: "EditText", id: field, flags, bounds, ..Default::default() });
        b.leaf(&WidgetSpec { class: "TextView", text: offer, bounds, ..Default::default() });
        b.open(&WidgetSpec { class: "ListView", bounds, ..Default::default() });
        for text in rows {
            b.leaf(&WidgetSpec { class: "TextView", id: "row", text, bounds, ..Default::default() });
        }
        b.close();
        b.close();
        b.finish(&Header::default())
    }

    fn typed(field: &str, shown: f64) -> BTreeSet<String> {
        let screen = page(field, &["Green tea", "21500 km"], "10 % off with SAVE10");
        let mut vocabulary = Vocabulary::default();
        vocabulary.read(&screen, &ViewSettings::default());
        let field = screen.widgets().find(|w| w.is(Flags::EDITABLE)).expect("a field");
        (0..50).map(|at| vocabulary.text(&field, shown, &mut Dice::at(1, at))).collect()
    }

    #[test]
    fn a_search_looks_for_words_of_rows() {
        assert_eq!(Vec::from_iter(typed("search", 1.0)), ["Green", "tea"]);
    }

    #[test]
    fn a_code_that_is_shown_is_typed() {
        assert_eq!(Vec::from_iter(typed("box", 1.0)), ["SAVE10"]);
    }

    #[test]
    fn a_number_is_beyond_one_that_is_shown() {
        assert_eq!(Vec::from_iter(typed("odometer", 1.0)), ["10", "21930"]);
    }

    #[test]
    fn a_number_is_written_anew_by_one_near_it() {
        let mut vocabulary = Vocabulary::default();
        let screen = page("odometer", &["21500 km", "99000 km"], "1 2 3");
        vocabulary.read(&screen, &ViewSettings::default());
        let bounds = Bounds { left: 0, top: 0, right: 10, bottom: 10 };
        let mut b = ScreenBuilder::new();
        let flags = Flags::EDITABLE | Flags::ENABLED;
        b.leaf(&WidgetSpec {
            class: "EditText",
            id: "odometer",
            text: "8000",
            flags,
            bounds,
            ..Default::default()
        });
        let form = b.finish(&Header::default());
        let field = form.widgets().next().expect("a field");
        let near = (0..100).filter(|at| vocabulary.text(&field, 1.0, &mut Dice::at(1, *at)) == "8160");
        assert!(near.count() > 40, "one in six without preference");
    }

    #[test]
    fn a_number_is_beyond_the_largest_more_often_than_any_other() {
        let screen = page("odometer", &["21500 km"], "1 2 3 4 5 6 7 8 9");
        let mut vocabulary = Vocabulary::default();
        vocabulary.read(&screen, &ViewSettings::default());
        let field = screen.widgets().find(|w| w.is(Flags::EDITABLE)).expect("a field");
        let largest = (0..100).filter(|at| vocabulary.text(&field, 1.0, &mut Dice::at(1, *at)) == "21930");
        assert!(largest.count() > 40, "one in ten without preference");
    }

    #[test]
    fn else_what_a_form_takes() {
        let plain: BTreeSet<String> =
            FieldKind::Number.texts()[..PLAIN].iter().map(|t| (*t).into()).collect();
        assert_eq!(typed("odometer", 0.0), plain);
    }

    /// A form with a number, and the page that comes after it.
    fn saved(number: &str, button: &str, after: &str) -> Step {
        let bounds = Bounds { left: 0, top: 0, right: 10, bottom: 10 };
        let mut b = ScreenBuilder::new();
        b.open(&WidgetSpec { class: "FrameLayout", bounds, ..Default::default() });
        let flags = Flags::EDITABLE | Flags::ENABLED;
        b.leaf(&WidgetSpec {
            class: "EditText",
            id: "price",
            text: number,
            flags,
            bounds,
            ..Default::default()
        });
        let flags = Flags::CLICKABLE | Flags::ENABLED;
        b.leaf(&WidgetSpec { class: "Button", text: button, flags, bounds, ..Default::default() });
        b.close();
        let before = b.finish(&Header { activity: "Form", ..Header::default() });
        let mut b = ScreenBuilder::new();
        b.leaf(&WidgetSpec { class: "FrameLayout", bounds, ..Default::default() });
        let after = b.finish(&Header { activity: after, ..Header::default() });
        let widget = before.widgets().find(|w| w.text() == button).expect("a button");
        let event = Event::on(Action::Tap, Selector::of(&widget));
        let widget = Some(widget.id());
        let (actor, after) = (Actor::Strategy, Observation::of(after));
        Step { number: 0, actor, before, event, widget, after, millis: 0 }
    }

    #[test]
    fn what_a_form_took_it_is_filled_with_again() {
        let typed = |step: &Step| {
            let mut vocabulary = Vocabulary::default();
            vocabulary.learn(step, &ViewSettings::default());
            let screen = saved("", "Save", "Form").before;
            let field = screen.widgets().find(|w| w.is(Flags::EDITABLE)).expect("a field");
            (0..50).filter(|at| vocabulary.text(&field, 0.0, &mut Dice::at(1, *at)) == "8161").count()
        };
        assert!((15..35).contains(&typed(&saved("8000", "Save", "Main"))), "half of the time, and beyond it");
        assert_eq!(typed(&saved("8000", "Save", "Form")), 0, "the form is there still");
        assert_eq!(typed(&saved("8000", "Cancel", "Main")), 0, "it was given up");
    }
}
