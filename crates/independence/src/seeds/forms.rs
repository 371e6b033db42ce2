//! Forms: a page or dialog with fields and a button that ends it well is filled and ended, as a person would; the paper's
//! motif of OK rather than Cancel (section 4.1), for whole forms. A form that is left half filled has done nothing that
//! can be lost.

use skink_explore::FieldKind;
use skink_gui::{Enabled, Screen, Widget, WindowKind, enabled};
use skink_model::EventKey;
use skink_run::Dice;

use super::SeedStrategy;
use crate::effects::Sheet;
use crate::functions::untitled;
use crate::insert::Planned;
use crate::roles::completes;

/// So often each form is filled in one round of seeds.
const FILLED: u32 = 2;

impl SeedStrategy {
    /// Plans to fill and end the form that a screen is, if it is one.
    pub(super) fn plan_form(&mut self, screen: &Screen, left: usize, dice: &mut Dice) {
        self.filling &= !self.plan.is_empty();
        if self.filling || screen.window() == WindowKind::System || screen.package() != self.package {
            return;
        }
        let text = |field: &Widget<'_>, dice: &mut Dice| self.vocabulary.text(field, self.motifs.text, dice);
        let Some(plan) = fill(screen, text, dice).filter(|plan| plan.len() <= left) else { return };
        let form = untitled(&Sheet::of(screen, self.functions.views()));
        let times = self.forms.entry(form).or_default();
        if *times < FILLED {
            *times += 1;
            (self.plan, self.goal, self.filling) = (plan, None, true);
        }
    }
}

/// What fills a form and ends it, last event first: all empty fields, or one of those that are not.
fn fill(
    screen: &Screen,
    text: impl Fn(&Widget<'_>, &mut Dice) -> String,
    dice: &mut Dice,
) -> Option<Vec<Planned>> {
    let possible = enabled(screen);
    let key = |e: &Enabled| EventKey::of(e, screen);
    let ends = |e: &&Enabled| matches!(e, Enabled::Tap(id) if completes(&screen.widget(*id)));
    let end = Planned { key: key(possible.iter().find(ends)?), data: String::new() };
    let field = |e: &&Enabled| match e {
        Enabled::Type(id) => FieldKind::of(&screen.widget(*id)) != FieldKind::Search,
        _ => false,
    };
    let fields: Vec<&Enabled> = possible.iter().filter(field).collect();
    let empty = |e: &&Enabled| screen.widget(e.widget()).text().is_empty();
    let mut filled: Vec<&Enabled> = fields.iter().copied().filter(empty).collect();
    if filled.is_empty() {
        filled.extend(dice.pick(&fields).copied());
    }
    if filled.is_empty() {
        return None;
    }
    let mut plan = vec![end];
    for field in filled.into_iter().rev() {
        plan.push(Planned { key: key(field), data: text(&screen.widget(field.widget()), dice) });
    }
    Some(plan)
}

#[cfg(test)]
mod tests {
    use skink_gui::{Bounds, Flags, Header, ScreenBuilder, WidgetSpec};

    use super::*;

    /// A page with fields, each with what is in it, and a button.
    fn form(fields: &[(&str, &str)], button: &str) -> Screen {
        let bounds = Bounds { left: 0, top: 0, right: 10, bottom: 10 };
        let mut b = ScreenBuilder::new();
        b.open(&WidgetSpec { class: "FrameLayout", bounds, ..Default::default() });
        for (id, text) in fields {
            let flags = Flags::EDITABLE | Flags::ENABLED | Flags::CLICKABLE;
            b.leaf(&WidgetSpec { class: "EditText", id, text, flags, bounds, ..Default::default() });
        }
        let flags = Flags::CLICKABLE | Flags::ENABLED;
        b.leaf(&WidgetSpec { class: "Button", text: button, flags, bounds, ..Default::default() });
        b.close();
        b.finish(&Header::default())
    }

    /// The fields that are filled and what is pressed, in order.
    fn filled(screen: &Screen) -> Option<Vec<String>> {
        let plan = fill(screen, |_, _| "tea".to_owned(), &mut Dice::at(1, 0))?;
        Some(plan.into_iter().rev().map(|planned| planned.key.id + &planned.key.text).collect())
    }

    #[test]
    fn all_empty_fields_are_filled_before_the_form_is_ended() {
        let screen = form(&[("name", ""), ("shop", "Harrods"), ("price", "")], "Save");
        assert_eq!(filled(&screen).expect("a form"), ["name", "price", "Save"]);
    }

    #[test]
    fn of_fields_that_are_full_one_is_written_anew() {
        assert_eq!(filled(&form(&[("name", "Green tea")], "OK")).expect("a form"), ["name", "OK"]);
    }

    #[test]
    fn what_nothing_ends_well_and_what_has_no_fields_is_no_form() {
        assert_eq!(filled(&form(&[("name", "")], "Cancel")), None);
        assert_eq!(filled(&form(&[], "OK")), None);
        assert_eq!(filled(&form(&[("search", "")], "Add")), None, "a search is none");
    }
}
