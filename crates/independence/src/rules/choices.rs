//! Rules about choices: seed and inserted events choose from the same options, and the last choice counts.

use skink_gui::{Action, Flags, Screen, Widget, WindowKind};
use skink_trace::Step;

use super::pages::about_another;
use super::touches::says_words;
use super::{Case, Said, first_words, in_list, label, target, text_of};
use crate::effects::{Sheet, effects};
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
                    .is_some_and(|text| !labels.iter().any(|label| says_words(&text.to_lowercase(), label)))
            };
            own == other && !pages.is_some_and(another)
        })
    };
    (choices(&case.pair.inserted).iter().any(same)
        || another_entry(case)
        || in_dialog(case)
        || by_name(case)
        || only_one(case)
        || one_control(case)
        || narrows(case))
    .then(|| Said::doubts("same choice", "seed and inserted events choose from the same options"))
}

/// Whether the inserted events choose what the page shows: a mark of the page moves to what they touch, and what went is
/// gone at once.
fn narrows(case: &Case<'_>) -> bool {
    let pivot = &case.judged.sheets.sheets()[case.pair.at].layout;
    let stays = |step: &Step| LayoutType::of(&step.after.screen, case.views).same_but_title(pivot);
    let marks = |screen: &Screen| -> Vec<String> {
        let marked = |w: &Widget<'_>| w.flags().intersects(Flags::SELECTED | Flags::CHECKED);
        screen.widgets().filter(marked).map(|w| text_of(&w)).collect()
    };
    let moves = |step: &Step| {
        let (before, after) = (marks(&step.before), marks(&step.after.screen));
        let own = label(step).unwrap_or_default();
        let has = |marks: &[String]| marks.iter().any(|text| text.to_lowercase() == own);
        !own.is_empty() && before.len() == after.len() && !has(&before) && has(&after)
    };
    case.pair.inserted.iter().all(stays)
        && case.pair.inserted.last().is_some_and(moves)
        && case.all_lost(|lost| lost.to == case.pair.at && !case.seed_widget(lost).is(Flags::CHECKABLE))
}

/// Whether the inserted events touch another part of what the seed touches a part of: stars to rate by, the steps of a slider.
/// Such parts stand beside each other, are of one class and id and no rows of a list.
fn one_control(case: &Case<'_>) -> bool {
    let part = |step: &Step| {
        let plain = |w: &Widget<'_>| !w.flags().intersects(Flags::EDITABLE | Flags::CHECKABLE) && !in_list(w);
        let widget = target(step).filter(plain).filter(|w| !w.resource_id().is_empty())?;
        let around = widget.parent()?;
        let alike = |w: &Widget<'_>| w.class() == widget.class() && w.resource_id() == widget.resource_id();
        let page = Sheet::of(&step.before, case.views);
        // Parts say how much of the same: "1 star", "3 stars", "4 of 5, empty".
        let says = |w: &Widget<'_>| {
            let text = text_of(w);
            let amount = text.split(',').next().unwrap_or_default();
            amount.split(' ').next_back().unwrap_or_default().trim_end_matches('s').to_owned()
        };
        let parts: Vec<String> = around.children().filter(alike).map(|w| says(&w)).collect();
        let several = parts.len() > 1 && parts.iter().all(|part| *part == parts[0]);
        let stays = LayoutType::of(&step.after.screen, case.views) == page.layout;
        let id =
            (around.class().to_owned(), around.resource_id().to_owned(), widget.resource_id().to_owned());
        (several && stays && step.before.window() == WindowKind::Page).then_some((page, id))
    };
    let seed: Vec<_> = case.pair.seed.iter().filter_map(part).collect();
    let same = |(page, id): (Sheet, _)| {
        seed.iter().any(|(other, own)| {
            *own == id
                && other.layout.same_but_title(&page.layout)
                && about_another(&page, other, &case.judged.lost, case.views).is_none()
        })
    };
    case.pair.inserted.iter().filter_map(part).any(same)
}

/// Whether the inserted events choose, elsewhere, what the seed could have chosen in a dialog: a unit found by a search.
fn by_name(case: &Case<'_>) -> bool {
    let mut options: Vec<String> = Vec::new();
    let dialog = |step: &&Step| step.before.window() == WindowKind::Dialog;
    for step in case.pair.seed.iter().filter(dialog).filter(|step| choice(step, case.views).is_some()) {
        let groups = Groups::of(&step.before, case.views);
        let group = target(step).and_then(|w| step.before.get(groups.group(w.id())?));
        options.extend(group.into_iter().flat_map(|group| {
            group
                .subtree()
                .map(|w| text_of(&w).to_lowercase())
                .filter(|text| text.len() > 1)
                .collect::<Vec<_>>()
        }));
    }
    let elsewhere = case.pair.inserted.iter().filter(|step| choice(step, case.views).is_none());
    elsewhere.filter_map(label).any(|label| options.contains(&label))
}

/// Whether seed and inserted events choose the same in two dialogs, and that is what was lost: only one can have it.
fn only_one(case: &Case<'_>) -> bool {
    let chosen = |steps: &[Step]| -> Vec<String> {
        let dialog =
            |step: &&Step| step.before.window() == WindowKind::Dialog && choice(step, case.views).is_some();
        steps.iter().filter(dialog).filter_map(label).collect()
    };
    let (seed, own) = (chosen(&case.pair.seed[..case.pair.at]), chosen(&case.pair.inserted));
    case.judged.lost.iter().any(|lost| {
        let text = text_of(&case.seed_widget(lost)).to_lowercase();
        seed.contains(&text) && own.contains(&text)
    })
}

/// Whether the inserted events choose something else in a dialog that the seed goes on with.
fn in_dialog(case: &Case<'_>) -> bool {
    let pivot = &case.judged.sheets.sheets()[case.pair.at];
    let here = |screen: &Screen| LayoutType::of(screen, case.views) == pivot.layout;
    let stays =
        |step: &Step| step.event.action == Action::Tap && here(&step.before) && here(&step.after.screen);
    let chooses = |step: &Step| {
        // The buttons of a dialog are no choices, but for those that set what is lost there.
        let option = |w: &Widget<'_>| !w.short_class().ends_with("Button") || w.is(Flags::CHECKABLE);
        let item =
            target(step).filter(option).and_then(|w| Groups::of(&step.before, case.views).item(w.id()));
        let sets = || {
            let [before, after] = [&step.before, &step.after.screen].map(|s| Sheet::of(s, case.views));
            let kinds: Vec<u64> =
                effects(&before, &after, case.judged.sheets.volatile()).iter().map(|e| e.kind).collect();
            case.all_lost(|lost| lost.to == case.pair.at && kinds.contains(&lost.effect.kind))
        };
        stays(step) && (item.is_some() || sets())
    };
    pivot.screen.window() == WindowKind::Dialog && case.pair.inserted.iter().any(chooses)
}

/// Whether an entry of a menu, drawer or dialog that the seed chose, and that is told by what was lost, gives way to
/// another of those beside it.
fn another_entry(case: &Case<'_>) -> bool {
    let entry = |step: &Step| {
        let widget = target(step)?;
        let groups = Groups::of(&step.before, case.views);
        groups.group(widget.id())?;
        // It closes behind the choice.
        let words = first_words(widget);
        let alike = |w: &Widget<'_>| w.resource_id() == widget.resource_id() && first_words(*w) == words;
        let closes = !step.after.screen.widgets().any(|w| alike(&w));
        // A drawer may hold several lists of entries.
        let lists = groups.all().iter().filter_map(|id| step.before.get(*id));
        let beside: Vec<String> = lists.flat_map(|list| list.children().filter_map(first_words)).collect();
        label(step).filter(|_| closes).map(|label| (label, beside))
    };
    let told = |label: &String| {
        case.judged.lost.iter().any(|lost| text_of(&case.seed_widget(lost)).to_lowercase() == *label)
    };
    let chosen: Vec<_> = case.pair.seed[..case.pair.at].iter().filter_map(entry).collect();
    // To come by another way to a page that could have been chosen is a choice too.
    let titles = case
        .pair
        .inserted
        .iter()
        .map(|step| LayoutType::of(&step.after.screen, case.views).title().to_lowercase());
    let by_another_way = |title: String| {
        chosen.iter().any(|(label, beside)| *label != title && beside.contains(&title) && told(label))
    };
    case.pair.inserted.iter().filter_map(entry).any(|(own, beside)| {
        chosen.iter().any(|(label, _)| *label != own && beside.contains(label) && told(label))
    }) || titles.into_iter().any(by_another_way)
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
    let marked = |group: Widget<'_>| group.subtree().filter(|w| w.is(Flags::CHECKED)).count();
    // To choose moves a mark; to switch makes one more or less.
    let alike = |w: &Widget<'_>| (w.class(), w.resource_id()) == (group.class(), group.resource_id());
    let moves = step.after.screen.widgets().find(alike).is_none_or(|after| marked(after) == marked(group));
    let radio =
        group.subtree().any(|w| w.short_class().contains("Radio") || w.short_class().contains("CheckedText"));
    (option && stays && (radio || marked(group) == 1 && moves))
        .then(|| (page, group.class().to_owned(), group.resource_id().to_owned()))
}
