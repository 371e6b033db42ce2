//! What mining has not tried yet, kind by kind. The weights of the Genie paper (section 3.2) know each row of a list as an
//! event of its own, and where rows keep coming, as in a reader of news, a button on a page that is seldom seen is never its
//! turn. Here rows are one kind (see `roles`), and what of a page was never touched at all is touched first, half of the time.

use rustc_hash::FxHashSet;
use skink_explore::FieldKind;
use skink_gui::{Enabled, Event, Screen, Structure, WidgetId, enabled, structure};
use skink_model::{EventKey, Kind};
use skink_run::Dice;
use skink_trace::{Actor, Step};

use crate::effects::hash;
use crate::groups::Groups;
use crate::layout::LayoutType;
use crate::roles::Role;
use crate::seeds::plain;
use crate::settings::ViewSettings;

/// So often it is its turn, where there is something.
const OFTEN: f64 = 0.5;

/// What was tried of each page.
pub(crate) struct Untried {
    package: String,
    views: ViewSettings,
    tried: FxHashSet<u64>,
    /// Screens on which nothing is left to try.
    exhausted: FxHashSet<Structure>,
}

impl Untried {
    /// Of the app of that package.
    pub(crate) fn new(package: &str, views: &ViewSettings) -> Self {
        Self {
            package: package.to_owned(),
            views: views.clone(),
            tried: FxHashSet::default(),
            exhausted: FxHashSet::default(),
        }
    }

    /// Something of a screen of the app that was never tried there.
    pub(crate) fn pick(&mut self, screen: &Screen, dice: &mut Dice) -> Option<(Event, WidgetId)> {
        let made = structure(screen);
        if screen.package() != self.package || self.exhausted.contains(&made) {
            return None;
        }
        let groups = Groups::of(screen, &self.views);
        let title = LayoutType::of(screen, &self.views).title().to_owned();
        let fresh = |e: &Enabled| {
            let touches = matches!(e, Enabled::Tap(_) | Enabled::LongTap(_) | Enabled::Type(_));
            let role = Role::of(EventKey::of(e, screen).kind, &screen.widget(e.widget()), &groups, &title);
            touches && !self.tried.contains(&kind(screen, &role))
        };
        let left: Vec<Enabled> = enabled(screen).into_iter().filter(fresh).collect();
        if left.is_empty() {
            self.exhausted.insert(made);
        }
        let chosen = *dice.pick(&left).filter(|_| dice.chance(OFTEN))?;
        let field = FieldKind::of(&screen.widget(chosen.widget()));
        let event = chosen.event(screen, || plain(field, dice));
        Some((event, chosen.widget()))
    }

    /// Something was done.
    pub(crate) fn saw(&mut self, step: &Step) {
        let Some(widget) = step.widget.and_then(|id| step.before.get(id)) else { return };
        if step.actor == Actor::Strategy {
            let groups = Groups::of(&step.before, &self.views);
            let title = LayoutType::of(&step.before, &self.views).title().to_owned();
            let role = Role::of(Kind::from(&step.event.action), &widget, &groups, &title);
            self.tried.insert(kind(&step.before, &role));
        }
    }
}

/// What is done on which page, whatever its title.
fn kind(screen: &Screen, role: &Role) -> u64 {
    hash(&(screen.activity(), screen.window().name(), role.untitled()))
}

#[cfg(test)]
mod tests {
    use skink_gui::{Action, Bounds, Flags, Header, ScreenBuilder, Selector, WidgetSpec};
    use skink_trace::Observation;

    use super::*;

    /// A page with rows and a button.
    fn page(rows: &[&str]) -> Screen {
        let mut b = ScreenBuilder::new();
        let mut top = 0;
        let mut spec = |class: &'static str, id: &'static str| {
            top += 10;
            let bounds = Bounds { left: 0, top, right: 100, bottom: top + 8 };
            WidgetSpec { class, id, bounds, ..Default::default() }
        };
        let flags = Flags::CLICKABLE | Flags::ENABLED;
        b.open(&spec("FrameLayout", ""));
        b.open(&spec("ListView", "list"));
        for text in rows {
            b.leaf(&WidgetSpec { text, flags, ..spec("TextView", "row") });
        }
        b.close();
        b.leaf(&WidgetSpec { text: "Add", flags, ..spec("Button", "add") });
        b.close();
        b.finish(&Header { package: "app", activity: "Main", ..Header::default() })
    }

    fn done(untried: &mut Untried, screen: &Screen, id: &str) {
        let widget = screen.widgets().find(|w| w.resource_id() == id).expect("a widget");
        let event = Event::on(Action::Tap, Selector::of(&widget));
        let (before, after) = (screen.clone(), Observation::of(screen.clone()));
        let widget = Some(widget.id());
        untried.saw(&Step { number: 0, actor: Actor::Strategy, before, event, widget, after, millis: 0 });
    }

    /// The ids of all that is picked of a page in many tries.
    fn picked(untried: &mut Untried, screen: &Screen) -> Vec<String> {
        let pick = |at| untried.pick(screen, &mut Dice::at(1, at)).map(|(_, widget)| widget);
        let found: Vec<WidgetId> = (0..50).filter_map(pick).collect();
        let mut ids: Vec<String> =
            found.into_iter().map(|id| screen.widget(id).resource_id().to_owned()).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    #[test]
    fn rows_are_one_kind_and_what_was_never_touched_has_its_turn() {
        let mut untried = Untried::new("app", &ViewSettings::default());
        let first = page(&["Milk", "Tea"]);
        assert_eq!(picked(&mut untried, &first), ["add", "row"]);
        done(&mut untried, &first, "row");
        let more = page(&["Salt", "Bread", "Soap"]);
        assert_eq!(picked(&mut untried, &more), ["add"], "another row is nothing new");
        done(&mut untried, &more, "add");
        assert!(picked(&mut untried, &more).is_empty());
    }

    #[test]
    fn other_apps_are_left_alone() {
        let mut untried = Untried::new("another", &ViewSettings::default());
        assert!(picked(&mut untried, &page(&["Milk"])).is_empty());
    }
}
