//! Which function made another possible, as mining saw it: a picture must be taken before it can be deleted. The Genie
//! paper's seeds come upon such an order by chance (section 4.1); here a seed that wants the one does the other first. And which
//! leads to a state in which another does something: the camera opens for an activity only once one is running.

use rustc_hash::{FxHashMap, FxHashSet};
use skink_gui::{Flags, Structure, Widget};
use skink_model::EventKey;

use crate::effects::{Sheet, hash};
use crate::functions::{Function, Functions, untitled};

/// What made something possible on a page that was not when the page was there last.
#[derive(Default)]
pub(crate) struct Makers {
    /// By the page, whatever its title, and the kind of widget: the function done last before that came, and how many
    /// were done since the page was there without it.
    known: FxHashMap<(u64, u64), (usize, usize)>,
    /// The kinds that each page had last in the present trace, and how many functions had been done by then.
    shown: FxHashMap<u64, (FxHashSet<u64>, usize)>,
    /// The functions of the present trace.
    done: Vec<usize>,
}

impl Makers {
    /// A trace begins.
    pub(crate) fn begin(&mut self) {
        self.shown.clear();
        self.done.clear();
    }

    /// A page came.
    pub(crate) fn see(&mut self, sheet: &Sheet) {
        let place = untitled(sheet);
        let touched = Flags::CLICKABLE | Flags::LONG_CLICKABLE | Flags::EDITABLE;
        let named = |w: &Widget<'_>| !w.resource_id().is_empty() && w.flags().intersects(touched);
        let kinds: FxHashSet<u64> =
            sheet.screen.widgets().filter(named).map(|w| kind_of(w.class(), w.resource_id())).collect();
        if let Some((before, by_then)) = self.shown.get(&place)
            && let Some(last) = self.done.last().filter(|_| *by_then < self.done.len())
        {
            let since = self.done.len() - by_then;
            for kind in kinds.difference(before) {
                let known = self.known.entry((place, *kind)).or_insert((*last, since));
                if since < known.1 {
                    *known = (*last, since);
                }
            }
        }
        self.shown.insert(place, (kinds, self.done.len()));
    }

    /// A function was done.
    pub(crate) fn did(&mut self, function: usize) {
        self.done.push(function);
    }

    /// What made an event possible there, where it was not always.
    pub(crate) fn of(&self, place: u64, event: &EventKey) -> Option<usize> {
        let kind = kind_of(&event.class, &event.id);
        self.known.get(&(place, kind)).map(|(maker, _)| *maker)
    }
}

/// The states of a page that functions lead on to from one of them, as mining and tests saw it.
#[derive(Default)]
pub struct Leads {
    /// For each, how many were reached before it, nearest first, and the first function on the way there.
    reached: FxHashMap<Structure, (usize, usize)>,
}

impl Leads {
    /// The first function of the shortest way to a state in which this one was begun.
    pub fn to(&self, function: &Function) -> Option<usize> {
        let ways = function.begun.iter().filter_map(|state| self.reached.get(state));
        ways.min().map(|(_, first)| *first)
    }
}

impl Functions {
    /// What functions of a page lead on to from that state of it.
    pub fn leads(&self, page: usize, state: Structure) -> Leads {
        let of_page = self.all().iter().enumerate().filter(|(_, f)| f.page == page && !f.roundabout);
        let mut leaving: FxHashMap<Structure, Vec<(Structure, usize)>> = FxHashMap::default();
        for (at, function) in of_page {
            for (from, to) in &function.led {
                leaving.entry(*from).or_default().push((*to, at));
            }
        }
        let mut leads = Leads::default();
        let mut ways = vec![(state, None)];
        let mut next = 0;
        while let Some((from, first)) = ways.get(next).copied() {
            next += 1;
            for (to, by) in leaving.get(&from).into_iter().flatten() {
                let way = (leads.reached.len(), first.unwrap_or(*by));
                if *to != state && !leads.reached.contains_key(to) {
                    leads.reached.insert(*to, way);
                    ways.push((*to, Some(way.1)));
                }
            }
        }
        leads
    }
}

/// What a widget is, whichever row it stands in.
fn kind_of(class: &str, id: &str) -> u64 {
    hash(&(class, id))
}

#[cfg(test)]
mod tests {
    use skink_gui::{Bounds, Header, ScreenBuilder, WidgetSpec};
    use skink_model::Kind;

    use super::*;
    use crate::settings::ViewSettings;

    fn page(ids: &[&str]) -> Sheet {
        let bounds = Bounds { left: 0, top: 0, right: 10, bottom: 10 };
        let mut b = ScreenBuilder::new();
        b.open(&WidgetSpec { class: "FrameLayout", bounds, ..Default::default() });
        for id in ids {
            let flags = Flags::CLICKABLE | Flags::ENABLED;
            b.leaf(&WidgetSpec { class: "ImageView", id, flags, bounds, ..Default::default() });
        }
        b.close();
        Sheet::of(&b.finish(&Header::default()), &ViewSettings::default())
    }

    fn key(id: &str) -> EventKey {
        EventKey { class: "ImageView".into(), id: id.into(), ..EventKey::plain(Kind::LongTap) }
    }

    #[test]
    fn what_was_done_before_something_came_made_it_possible() {
        let (without, with) = (page(&["search"]), page(&["search", "picture"]));
        let place = untitled(&with);
        let mut makers = Makers::default();
        makers.see(&without);
        makers.did(3);
        makers.did(7);
        makers.see(&with);
        assert_eq!(makers.of(place, &key("picture")), Some(7));
        assert_eq!(makers.of(place, &key("search")), None, "it was there before");
        makers.begin();
        makers.see(&without);
        makers.did(5);
        makers.see(&with);
        assert_eq!(
            makers.of(place, &key("picture")),
            Some(5),
            "the only one done between says more than the last"
        );
    }

    #[test]
    fn what_comes_by_itself_has_no_maker() {
        let mut makers = Makers::default();
        makers.see(&page(&[]));
        makers.see(&page(&["picture"]));
        assert_eq!(makers.of(untitled(&page(&[])), &key("picture")), None);
    }
}
