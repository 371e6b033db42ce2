//! Which view of each group was used last, along a test: Definition 3 and Algorithm 1 of the Genie paper.
//!
//! The active views of a screen come from the latest screen before it of the same layout type, where group and
//! view are both found again (`Similar_with`); then the receiver of the screen's own event becomes active.

use std::collections::BTreeMap;

use skink_gui::{Screen, WidgetId, similar};
use skink_trace::Step;

use crate::groups::Groups;
use crate::layout::LayoutType;
use crate::settings::ViewSettings;

/// What is known of the views of one screen of a test.
#[derive(Clone, Debug)]
pub struct Views {
    /// The screen.
    pub screen: Screen,
    /// Its groups.
    pub groups: Groups,
    /// Its layout type.
    pub layout: LayoutType,
    /// The active view of each group.
    pub active: BTreeMap<WidgetId, WidgetId>,
}

impl Views {
    /// Whether a trace of inserted events may start at a widget: it is independent of every active view
    /// (Definition 5). Views outside every group are always inactive.
    pub fn may_start_at(&self, id: WidgetId, settings: &ViewSettings) -> bool {
        let widget = self.screen.widget(id);
        if settings.dependent.iter().any(|selector| selector.matches(&widget)) {
            return false;
        }
        if settings.independent.iter().any(|selector| selector.matches(&widget)) {
            return true;
        }
        match self.groups.group(id) {
            None => true,
            Some(group) => self
                .active
                .get(&group)
                .is_none_or(|active| *active != id && self.groups.independent(&self.screen, *active, id)),
        }
    }
}

/// The views of every screen of a test: one more than it has steps.
pub fn views_along(first: &Screen, steps: &[Step], settings: &ViewSettings) -> Vec<Views> {
    let mut along: Vec<Views> = Vec::with_capacity(steps.len() + 1);
    let screens = std::iter::once(first).chain(steps.iter().map(|step| &step.after.screen));
    for (at, screen) in screens.enumerate() {
        let groups = Groups::of(screen, settings);
        let layout = LayoutType::of(screen, settings);
        let mut active = carried(&along, &layout, screen);
        if let Some(receiver) = steps.get(at).and_then(|step| step.widget)
            && let Some(group) = groups.group(receiver)
        {
            active.insert(group, receiver);
        }
        along.push(Views { screen: screen.clone(), groups, layout, active });
    }
    along
}

/// Lines 10 to 16 of Algorithm 1.
fn carried(before: &[Views], layout: &LayoutType, now: &Screen) -> BTreeMap<WidgetId, WidgetId> {
    let Some(last) = before.iter().rev().find(|views| views.layout == *layout) else {
        return BTreeMap::new();
    };
    let find = |id: WidgetId| similar(&last.screen.widget(id), now);
    last.active.iter().filter_map(|(group, active)| Some((find(*group)?, find(*active)?))).collect()
}
