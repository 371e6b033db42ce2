//! What the test itself does to one row, done to another: the third way in which inserted traces are found. The Genie
//! paper's first example is of this kind (figure 1: a picture is attached to one activity, then to another), and its
//! search comes upon such a trace among all that lead back; here the test says how it goes.

use skink_gui::{WidgetId, enabled};
use skink_model::EventKey;
use skink_run::Dice;
use skink_trace::Step;

use crate::active::Views;
use crate::insert::{INDEPENDENT, Insert, Planned};
use crate::model::shuffle;
use crate::settings::FuzzSettings;
use crate::unit::Ready;

/// At most so many traces at a position: parts of the test that begin at a row and lead back to the page of the position,
/// before it or after it, begun at another row of the same kind that is not active there.
pub(crate) fn siblings(
    ready: &Ready,
    position: usize,
    most: usize,
    settings: &FuzzSettings,
    dice: &mut Dice,
) -> Vec<Insert> {
    let (steps, views) = (&ready.seed.steps, &ready.views);
    let here = &views[position];
    let name = |views: &Views, id: WidgetId| views.groups.row_of(&views.screen.widget(id));
    // The rows of the page at which a trace may begin, by name.
    let rows: Vec<(String, EventKey)> = enabled(&here.screen)
        .iter()
        .filter(|e| here.may_start_at(e.widget(), &settings.views))
        .filter_map(|e| Some((name(here, e.widget())?, EventKey::of(e, &here.screen))))
        .collect();
    let mut found: Vec<Insert> = Vec::new();
    for from in (0..steps.len()).filter(|at| views[*at].layout == here.layout) {
        let own = steps[from].widget.and_then(|widget| name(&views[from], widget));
        let Some(own) = own else { continue };
        let key = EventKey::of_step(&steps[from]);
        let alike =
            |other: &EventKey| (other.kind, &other.class, &other.id) == (key.kind, &key.class, &key.id);
        let others: Vec<_> = rows.iter().filter(|(name, other)| *name != own && alike(other)).collect();
        let ends = from + 2..=steps.len().min(from + settings.inserted);
        for to in ends.filter(|to| views[*to].layout == here.layout) {
            let Some((name, first)) = dice.pick(&others) else { continue };
            let rest = steps[from + 1..to].iter().map(|step| planned(step, &own, name));
            let first = Planned { key: first.clone(), data: String::new() };
            let events = std::iter::once(first).chain(rest).collect();
            found.push(Insert { source: INDEPENDENT.to_owned(), events });
        }
    }
    shuffle(&mut found, dice);
    found.truncate(most);
    found
}

/// A step with another row's name in the place of one.
fn planned(step: &Step, own: &str, name: &str) -> Planned {
    let mut planned = Planned::of_step(step);
    for says in [&mut planned.key.text, &mut planned.key.desc] {
        *says = says.replace(own, name);
    }
    planned
}
