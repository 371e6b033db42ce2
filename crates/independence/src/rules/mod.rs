//! Rules against false alarms. Each has a name, looks at the smallest seed and mutant that show a violation, may
//! execute a control experiment, and says what it saw. No rule discards: one that doubts takes a violation out of
//! the findings and puts it among the doubtful, which are listed after them with the rule's reason.
//!
//! Most look at the screens of seed and mutant: at what the inserted events touch, choose and are there for, at
//! pages, at what is only passing, at amounts. [`controls`] execute something else and compare. Where one of them
//! acquits, the weakest looks, at numbers and at what the inserted events change too, say less.

mod amounts;
mod choices;
mod controls;
mod meant;
mod pages;
mod passing;
mod touches;

use std::ops::Range;

use skink_explore::FieldKind;
use skink_gui::{Action, Flags, Key, Screen, Widget, WidgetId, WindowKind, similar};
use skink_model::EventKey;
use skink_run::RunError;
use skink_trace::{RuleVerdict, Step};

pub(crate) use self::controls::waits;
use self::pages::about_another;
use self::touches::typed;
use crate::effects::{Sheet, effects};
use crate::groups::{Groups, is_list, naming};
use crate::insert::INDEPENDENT;
use crate::layout::LayoutType;
use crate::neutral::opens_drawer;
use crate::oracle::{Lost, instead};
use crate::pair::{Judged, Pair};
use crate::roles::{completes, leaves};
use crate::settings::ViewSettings;
use crate::shrink::Shrinker;

/// What a rule said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The rule's name.
    pub rule: &'static str,
    /// What it saw.
    pub says: String,
    /// Whether it speaks against a bug.
    pub doubts: bool,
}

impl Said {
    pub(crate) fn doubts(rule: &'static str, says: impl Into<String>) -> Self {
        Self { rule, says: says.into(), doubts: true }
    }

    fn keeps(rule: &'static str, says: impl Into<String>) -> Self {
        Self { rule, says: says.into(), doubts: false }
    }

    /// As findings keep it.
    pub fn verdict(&self) -> RuleVerdict {
        RuleVerdict { rule: self.rule.to_owned(), says: self.says.clone(), lowers: self.doubts }
    }
}

/// A violation in its smallest form.
pub struct Case<'a> {
    /// Seed and inserted events.
    pub pair: &'a Pair,
    /// As executed.
    pub judged: &'a Judged,
    /// Where the inserted events come from.
    pub source: &'a str,
    /// What the user says about views.
    pub views: &'a ViewSettings,
}

type Looks = fn(&Case<'_>) -> Option<Said>;

/// Asked of every violation, before any control.
const LOOKS: [Looks; 41] = [
    touches::same_target,
    touches::same_again,
    meant::opposite,
    meant::edits,
    meant::other_focus,
    meant::clipboard,
    touches::asked_for,
    touches::touches_lost,
    meant::removes,
    touches::seeds_own,
    touches::namesakes,
    choices::same_choice,
    amounts::placeholder,
    amounts::heading,
    amounts::follows,
    pages::covered,
    pages::other_context,
    pages::neighbours,
    meant::takes_back,
    passing::due,
    passing::under_way,
    passing::drawer,
    passing::unsaved,
    passing::first_page,
    passing::filter,
    passing::refreshed,
    passing::draft,
    passing::stored,
    passing::below,
    passing::in_memory,
    passing::searched,
    passing::keyboard,
    amounts::more_to_undo,
    meant::means_to,
    pages::went_out,
    pages::stepped_back,
    pages::opened_anew,
    pages::another_one,
    amounts::sums,
    amounts::refilled,
    meant::same_form,
];

/// Asks the rules, until one doubts.
pub fn ask(case: &Case<'_>, shrinker: &mut Shrinker<'_, '_>) -> Result<Vec<Said>, RunError> {
    let mut said = Vec::new();
    for rule in LOOKS {
        said.extend(rule(case));
        if doubted(&said) {
            return Ok(said);
        }
    }
    for rule in controls::ALL {
        let says = rule(case, shrinker)?.filter(|says| !controls::overruled(says, &said));
        said.extend(says);
        if doubted(&said) {
            return Ok(said);
        }
    }
    let acquits = |rule: &str| said.iter().any(|s| s.rule == rule);
    let acquitted = controls::ACQUITS.into_iter().any(acquits);
    let changed = if acquits(controls::DONE_AFTER) { None } else { touches::changed_there(case) };
    said.extend(changed.or_else(|| amounts::counter(case, acquitted)));
    Ok(said)
}

/// What of a violation is worth telling: amounts of the page follow whatever was done, and are left out where something else
/// is lost.
pub(crate) fn telling(case: &Case<'_>) -> Vec<Lost> {
    let counts = amounts::counts(case);
    let (told, other): (Vec<Lost>, Vec<Lost>) =
        case.judged.lost.iter().partition(|lost| lost.effect.row != 0 || !counts(lost));
    if told.is_empty() { other } else { told }
}

/// Whether a rule doubts.
pub(crate) fn doubted(said: &[Said]) -> bool {
    said.iter().any(|s| s.doubts)
}

/// A larger part of a page is no row.
const ROW: usize = 16;

impl Case<'_> {
    fn neutral(&self) -> bool {
        self.source != INDEPENDENT
    }

    /// Whether all effects were made before the insertion and taken back by it.
    fn taken_back(&self) -> bool {
        self.all_lost(|lost| lost.from < self.pair.at)
    }

    fn mutant_sheet(&self, lost: &Lost) -> Option<&Sheet> {
        self.judged.after.get(lost.to.checked_sub(self.pair.at)?).map(|sheet| &**sheet)
    }

    /// The mutant's step that does what one of the seed's after the insertion does.
    fn mutant_step(&self, at: usize) -> Option<&Step> {
        self.judged.mutant.steps.get(at + self.pair.inserted.len())
    }

    /// The seed's screen that shows what should have come, or gone.
    fn seed_screen(&self, lost: &Lost) -> &Screen {
        let at = if lost.effect.change > 0 { lost.to } else { lost.from };
        &self.judged.sheets.sheets()[at].screen
    }

    fn seed_widget(&self, lost: &Lost) -> Widget<'_> {
        self.seed_screen(lost).widget(lost.effect.widget)
    }

    /// What the mutant shows in the place of a lost effect.
    fn instead(&self, lost: &Lost) -> Option<Widget<'_>> {
        let mutant = self.mutant_sheet(lost)?;
        let id = instead(&self.judged.sheets.sheets()[lost.to], mutant, &lost.effect)?;
        mutant.screen.get(id)
    }

    /// Whether a step leads to another page, and neither writes nor chooses anything.
    fn opens(&self, step: &Step) -> bool {
        let page = |screen: &Screen| LayoutType::of(screen, self.views);
        let written = matches!(step.event.action, Action::Type(_) | Action::Key(Key::Enter));
        let chosen =
            step.before.window() != WindowKind::Page && step.after.screen.window() == WindowKind::Page;
        !written && !chosen && page(&step.before) != page(&step.after.screen)
    }

    /// Whether the inserted events only look: they open pages, choose nothing there, type nothing but what to search for
    /// or what they cancel, and go back.
    fn looks(&self) -> bool {
        let page = |screen: &Screen| LayoutType::of(screen, self.views);
        let inserted = &self.pair.inserted;
        let cancelled = |at: usize| {
            let of_page = |step: &&Step| page(&step.before).same_but_title(&page(&inserted[at].before));
            typed(&inserted[at]).is_some() && inserted[at..].iter().filter(of_page).any(cancels)
        };
        let mut below: Vec<LayoutType> = Vec::new();
        let looked = inserted.iter().enumerate().all(|(at, step)| {
            let open = !below.is_empty();
            if open && (searches(step) || cancelled(at) || matches!(step.event.action, Action::Wait(_))) {
                return true;
            }
            if !goes_back(step) {
                below.push(page(&step.before));
                // To choose from what was opened leads back by itself.
                return self.opens(step) && !below.contains(&page(&step.after.screen));
            }
            // One that closes the keyboard leaves the page as it is.
            if page(&step.before) != page(&step.after.screen) {
                below.pop();
            }
            open
        });
        !self.neutral() && looked && inserted.last().is_some_and(goes_back)
    }

    /// Whether the inserted events visit a page like that of the insertion, about something else, and go back.
    fn visits(&self) -> bool {
        self.pair.inserted.last().filter(|step| goes_back(step)).is_some_and(|step| {
            let [there, here] =
                [&step.before, &step.after.screen].map(|screen| Sheet::of(screen, self.views));
            there.layout.same_frame(&here.layout) && about_another(&there, &here, &[], self.views).is_some()
        })
    }

    /// Whether the inserted events only go about between pages, by tabs and buttons: no row is opened.
    fn moves(&self) -> bool {
        let goes = |step: &Step| goes_back(step) || self.opens(step) && !listed(step) && !turns_page(step);
        !self.neutral() && self.pair.inserted.iter().all(goes)
    }

    /// Whether the inserted events only go from page to page, by tabs, buttons and entries of menus and drawers, and wait there: no
    /// row is opened, nothing is saved, and what is chosen leads to another page. What a menu ends the page by does something to it.
    fn goes_about(&self) -> bool {
        let page = |screen: &Screen| LayoutType::of(screen, self.views);
        let mut seen: Vec<LayoutType> = Vec::new();
        let mut drawer = false;
        let mut goes = |step: &Step| {
            let (before, after) = (&step.before, &step.after.screen);
            let from_drawer = std::mem::take(&mut drawer);
            let over = before.window() != WindowKind::Page || from_drawer;
            if !over {
                seen.push(page(before));
            }
            drawer = target(step).is_some_and(|w| opens_drawer(&w));
            let leads_on = || {
                let chosen = over && after.window() == WindowKind::Page;
                let there = page(after);
                let left = if from_drawer { seen.last() == Some(&there) } else { seen.contains(&there) };
                chosen && !seen.is_empty() && !left
            };
            let saves = target(step).is_some_and(|w| completes(&w));
            let opens = self.opens(step) && !listed(step) && !saves;
            goes_back(step)
                || matches!(step.event.action, Action::Wait(_))
                || !turns_page(step) && (opens || leads_on())
        };
        !self.neutral() && self.pair.inserted.iter().all(&mut goes)
    }

    /// Whether the event of the seed before the first loss does nothing at all in the mutant, where it finds the same to
    /// touch: whatever was touched before, and in which order, that is no answer.
    fn dead(&self) -> bool {
        let Some(at) = self.first_loss().and_then(|to| to.checked_sub(1)).filter(|at| *at >= self.pair.at)
        else {
            return false;
        };
        let here = &self.judged.seed.steps[at];
        let Some(there) = self.mutant_step(at) else { return false };
        let (Some(own), Some(same)) = (target(here), target(there)) else { return false };
        let [mutant, then] = [&there.before, &there.after.screen].map(|screen| Sheet::of(screen, self.views));
        mutant.layout == then.layout
            && effects(&mutant, &then, self.judged.sheets.volatile()).is_empty()
            && text_of(&own) == text_of(&same)
            && own.flags() == same.flags()
    }

    /// Whether the inserted events end with what the seed has done on this page already, and nothing is to be seen of it:
    /// what is done is done.
    fn done_already(&self) -> bool {
        let pivot = &self.judged.sheets.sheets()[self.pair.at];
        let stays = |step: &Step| step.after.screen.activity() == pivot.screen.activity();
        let last = self.pair.inserted.last().filter(|step| step.widget.is_some()).map(EventKey::of_step);
        let here = |step: &&Step| step.before.activity() == pivot.screen.activity();
        let mut done = self.pair.seed[..self.pair.at].iter().filter(here).map(EventKey::of_step);
        pivot.screen.window() == WindowKind::Page
            && last.is_some_and(|last| done.any(|key| key == last))
            && self.pair.inserted.iter().all(stays)
            && self.judged.after.first().is_some_and(|after| pivot.same_labels(after))
    }

    /// Whether the inserted events leave a search and do it again as the seed did, and nothing is to be seen of that.
    fn searches_again(&self) -> bool {
        let key = |step: &Step| (EventKey::of_step(step), typed(step).map(str::to_owned));
        let done: Vec<_> = self.pair.seed[..self.pair.at].iter().map(key).collect();
        let again = |step: &Step| {
            let goes = goes_back(step) || self.opens(step) && !listed(step) || searches(step);
            goes && (goes_back(step) || done.contains(&key(step)))
        };
        let pivot = &self.judged.sheets.sheets()[self.pair.at];
        !self.neutral()
            && self.pair.inserted.iter().any(|step| typed(step).is_some())
            && self.pair.inserted.iter().all(again)
            && self.judged.after.first().is_some_and(|after| pivot.same_labels(after))
    }

    /// Whether the inserted events act on the page of another thing than the page on which something is lost is about.
    fn acts_on_another(&self, lost: &Lost) -> bool {
        let there = &self.judged.sheets.sheets()[lost.to];
        let another = |step: &Step| {
            let page = Sheet::of(&step.before, self.views);
            page.layout.same_but_title(&there.layout)
                && about_another(&page, there, &[], self.views).is_some()
        };
        self.pair.inserted.iter().any(|step| !goes_back(step) && another(step))
    }

    /// Whether all that is lost are marks of rows on another page than that of the insertion: nothing written there.
    fn marks_elsewhere(&self) -> bool {
        self.all_lost(|lost| {
            let widget = self.seed_widget(lost);
            !self.on_pivot(lost)
                && widget.text().is_empty()
                && !widget.is(Flags::CLICKABLE)
                && lost.effect.row != 0
        })
    }

    /// Whether an effect is lost on the page of the insertion.
    fn on_pivot(&self, lost: &Lost) -> bool {
        let sheets = self.judged.sheets.sheets();
        sheets[lost.to].layout.same_but_title(&sheets[self.pair.at].layout)
    }

    /// The first screen of the seed on which something is lost.
    fn first_loss(&self) -> Option<usize> {
        self.judged.lost.iter().map(|lost| lost.to).min()
    }

    /// Which events of the seed come after the insertion, up to the first loss.
    fn to_come(&self) -> Range<usize> {
        self.pair.at..self.first_loss().unwrap_or(0).min(self.pair.seed.len()).max(self.pair.at)
    }

    /// The row that a widget stands in.
    fn row<'w>(&self, widget: &Widget<'w>) -> Option<Widget<'w>> {
        let item = Groups::of(widget.screen(), self.views).item(widget.id())?;
        widget.screen().get(item)
    }

    /// The same, unless it is a larger part of the page.
    fn small_row<'w>(&self, widget: &Widget<'w>) -> Option<Widget<'w>> {
        self.row(widget).filter(|row| row.subtree().len() <= ROW)
    }

    /// Its name.
    fn small_row_name(&self, widget: &Widget<'_>) -> Option<String> {
        self.small_row(widget).and_then(|row| naming(&row)).map(|(_, name)| name)
    }

    fn all_lost(&self, test: impl Fn(&Lost) -> bool) -> bool {
        !self.judged.lost.is_empty() && self.judged.lost.iter().all(test)
    }
}

/// Whether a step goes back: the key, or a button that says so.
fn goes_back(step: &Step) -> bool {
    step.event.action == Action::Key(Key::Back) || label(step).is_some_and(|label| leaves(&label))
}

/// Whether a step gives up what was begun.
fn cancels(step: &Step) -> bool {
    label(step).is_some_and(|label| label == "cancel")
}

/// Whether a step shows the next of several, or the one before: "Next", "Next station".
fn turns_page(step: &Step) -> bool {
    label(step).is_some_and(|label| says_next(&label))
}

/// Whether a label, in small letters, says that it leads to the next of several, or to the one before.
fn says_next(label: &str) -> bool {
    label.split(' ').next().is_some_and(|word| ["next", "previous"].contains(&word))
}

/// Whether a step says what to search for.
fn searches(step: &Step) -> bool {
    match step.event.action {
        Action::Type(_) => target(step).is_some_and(|w| is_search(&w)),
        Action::Key(Key::Enter) => {
            step.before.widgets().any(|w| is_search(&w) && w.is(Flags::FOCUSED) && !w.text().is_empty())
        }
        _ => false,
    }
}

/// Whether a widget is a field for what to search for.
fn is_search(w: &Widget<'_>) -> bool {
    w.is(Flags::EDITABLE) && FieldKind::of(w) == FieldKind::Search
}

/// Whether a page shows what was searched for.
fn shows_found(page: &Screen) -> bool {
    page.widgets().any(|w| is_search(&w) && !w.text().is_empty())
}

/// Whether a step touches what stands in a list.
fn listed(step: &Step) -> bool {
    target(step).is_some_and(|w| in_list(&w))
}

/// Whether a widget stands in a list.
fn in_list(widget: &Widget<'_>) -> bool {
    widget.ancestors().any(|w| is_list(&w))
}

/// Whether a step checks, unchecks or selects what it touches.
fn switches(step: &Step) -> bool {
    let marks = |screen: &Screen, id: WidgetId| -> Option<Vec<bool>> {
        let row = screen.get(id)?;
        let marked = |w: Widget<'_>| w.flags().intersects(Flags::CHECKED | Flags::SELECTED);
        Some(row.subtree().map(marked).collect())
    };
    let Some(own) = target(step) else { return false };
    let after = &step.after.screen;
    // What is switched may narrow a list, so that what comes after it stands elsewhere.
    let now = match step.before.len() == after.len() {
        true => Some(own.id()),
        false => similar(&own, after).filter(|id| after.widget(*id).bounds() == own.bounds()),
    };
    let before = marks(&step.before, own.id());
    let marked = now.and_then(|id| marks(after, id));
    marked.is_some_and(|after| before.is_some_and(|before| before.len() == after.len() && before != after))
}

fn text_of(widget: &Widget<'_>) -> String {
    [widget.text(), widget.desc()].into_iter().find(|t| !t.is_empty()).unwrap_or_default().to_owned()
}

fn target(step: &Step) -> Option<Widget<'_>> {
    step.widget.and_then(|id| step.before.get(id))
}

/// What is on what a step touches, in small letters.
fn label(step: &Step) -> Option<String> {
    first_words(target(step)?)
}

/// The first words on a widget or inside it, in small letters.
fn first_words(widget: Widget<'_>) -> Option<String> {
    widget.subtree().map(|w| text_of(&w).to_lowercase()).find(|text| !text.is_empty())
}
