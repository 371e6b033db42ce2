//! Rules about choices: seed and inserted events choose from the same options, and the last choice counts.

use skink_gui::{Action, Flags, Screen, Widget, WindowKind};
use skink_trace::Step;

use super::pages::about_another;
use super::{Case, Said, label, target, text_of};
use crate::effects::Sheet;
use crate::groups::Groups;
use crate::layout::LayoutType;
use crate::settings::ViewSettings;

/// Seed and inserted events choose from the same few options.
pub(super) fn same_choice(case: &Case<'_>) -> Option<Said> {
    if case.neutral() || case.looks() {
        return None;
    }
    let choices = |steps: &[Step]| {
        let mut page: Option<Screen> = None;
        let mut found = Vec::new();
        for step in steps {
            if step.before.window() == WindowKind::Page {
                page = Some(step.before.clone());
            }
            if let Some(choice) = choice(step, case.views) {
                let about = page.as_ref().map(|page| Sheet::of(page, case.views));
                found.push((choice, about));
            }
        }
        found
    };
    let seed = choices(&case.pair.seed);
    let steps = case.pair.seed.iter().chain(&case.pair.inserted);
    let labels: Vec<String> = steps.filter(|s| choice(s, case.views).is_some()).filter_map(label).collect();
    let same = |(own, page): &(Choice, Option<Sheet>)| {
        seed.iter().any(|(other, their)| {
            let pages = page.as_ref().zip(their.as_ref());
            // What was chosen may stand on the page, and does not make it another.
            let another = |(a, b): (&Sheet, &Sheet)| {
                about_another(a, b, &case.judged.lost, case.views)
                    .is_some_and(|text| !labels.contains(&text.to_lowercase()))
            };
            own == other && !pages.is_some_and(another)
        })
    };
    (choices(&case.pair.inserted).iter().any(same) || another_entry(case) || in_dialog(case))
        .then(|| Said::doubts("same choice", "seed and inserted events choose from the same options"))
}

/// Whether the inserted events choose something else in a dialog that the seed goes on with.
fn in_dialog(case: &Case<'_>) -> bool {
    let pivot = &case.judged.sheets.sheets()[case.pair.at];
    let here = |screen: &Screen| LayoutType::of(screen, case.views) == pivot.layout;
    let chooses = |step: &Step| {
        // The buttons of a dialog are no choices.
        let option = |w: &Widget<'_>| !w.short_class().ends_with("Button") || w.is(Flags::CHECKABLE);
        let item =
            target(step).filter(option).and_then(|w| Groups::of(&step.before, case.views).item(w.id()));
        item.is_some() && step.event.action == Action::Tap && here(&step.before) && here(&step.after.screen)
    };
    pivot.screen.window() == WindowKind::Dialog && case.pair.inserted.iter().any(chooses)
}

/// Whether an entry of a menu, drawer or dialog that the seed chose, and that is told by what was lost, gives way to
/// another of those beside it.
fn another_entry(case: &Case<'_>) -> bool {
    let entry = |step: &Step| {
        let widget = target(step)?;
        let group = Groups::of(&step.before, case.views).group(widget.id())?;
        let group = step.before.get(group)?;
        // It closes behind the choice.
        let alike = |w: &Widget<'_>| (w.class(), w.resource_id()) == (group.class(), group.resource_id());
        let closes = !step.after.screen.widgets().any(|w| alike(&w));
        let name =
            |item: Widget<'_>| item.subtree().map(|w| text_of(&w).to_lowercase()).find(|t| !t.is_empty());
        let beside: Vec<String> = group.children().filter_map(name).collect();
        label(step).filter(|_| closes).map(|label| (label, beside))
    };
    let told = |label: &String| {
        case.judged.lost.iter().any(|lost| text_of(&case.seed_widget(lost)).to_lowercase() == *label)
    };
    let chosen: Vec<_> = case.pair.seed[..case.pair.at].iter().filter_map(entry).collect();
    case.pair.inserted.iter().filter_map(entry).any(|(own, beside)| {
        chosen.iter().any(|(label, _)| *label != own && beside.contains(label) && told(label))
    })
}

/// Page, class and id of a group of options.
type Choice = (LayoutType, String, String);

/// What a step chooses from, if it is an option and no way to another page.
pub(super) fn choice(step: &Step, views: &ViewSettings) -> Option<Choice> {
    let widget = target(step)?;
    let option = widget.subtree().any(|w| w.flags().intersects(Flags::CHECKABLE));
    let groups = Groups::of(&step.before, views);
    let group = step.before.get(groups.group(widget.id())?)?;
    let page = LayoutType::of(&step.before, views);
    let stays = LayoutType::of(&step.after.screen, views).same_activity(&page);
    let marked = group.subtree().filter(|w| w.is(Flags::CHECKED)).count();
    let radio =
        group.subtree().any(|w| w.short_class().contains("Radio") || w.short_class().contains("CheckedText"));
    (option && stays && (radio || marked == 1))
        .then(|| (page, group.class().to_owned(), group.resource_id().to_owned()))
}
