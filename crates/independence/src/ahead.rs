//! A look, before its time, at what the test comes to later: the fourth way in which inserted traces are found. A page that was
//! looked at, or a dialog that was opened and left, must be no other when it is opened in earnest. Beyond the Genie paper,
//! whose search (Algorithm 2) knows nothing of what the test does next: what is kept of a page from one look to the next
//! is a common fault, and it shows only where the page that was looked at is one that the test goes to.

use skink_gui::Action;
use skink_run::Dice;

use crate::functions::{Functions, untitled};
use crate::insert::{INDEPENDENT, Insert, Planned};
use crate::layout::LayoutType;
use crate::model::shuffle;
use crate::observed::Starts;
use crate::settings::FuzzSettings;
use crate::unit::Ready;

/// A trace to what the test comes to later, and how many events of the test are done by the time it has come there and gone on.
pub(crate) struct Look {
    pub(crate) insert: Insert,
    pub(crate) seen: usize,
}

/// Events of a test that show whether a page is as it was, once the test is there.
const THERE: usize = 2;

/// At most so many traces at a position, each to a page, dialog or menu that the test comes to later and back.
pub(crate) fn ahead(
    functions: &Functions,
    ready: &Ready,
    position: usize,
    most: usize,
    settings: &FuzzSettings,
    dice: &mut Dice,
) -> Vec<Look> {
    let (steps, views) = (&ready.seed.steps, &ready.views);
    let here = &views[position];
    let starts = Starts::of(here, settings);
    let known = |at: usize| (functions.page(&views[at].layout), untitled(&ready.sheets.sheets()[at]));
    let mut looked_at: Vec<&LayoutType> = vec![&here.layout];
    let mut found = Vec::new();
    for at in position + 1..views.len() {
        let there = &views[at];
        if looked_at.contains(&&there.layout) || there.screen.package() != here.screen.package() {
            continue;
        }
        looked_at.push(&there.layout);
        let Some((out, back)) = functions.far().visit(known(position), known(at)) else { continue };
        let mut events = out.to_vec();
        let Some(first) = events.first().and_then(|first| starts.find(first, true, dice)) else { continue };
        events[0] = first;
        // What loads there is waited for, as the test does.
        let waits = steps[at..].iter().take_while(|step| matches!(step.event.action, Action::Wait(_)));
        events.extend(waits.map(Planned::of_step));
        events.extend_from_slice(back);
        if events.len() <= settings.inserted {
            let insert = Insert { source: INDEPENDENT.to_owned(), events };
            found.push(Look { insert, seen: steps.len().min(at + THERE) });
        }
    }
    shuffle(&mut found, dice);
    found.truncate(most);
    found
}
