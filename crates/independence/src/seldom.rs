//! What mining does least often, kind by kind. The weights of the Genie paper (section 3.2) know each row of a list as an
//! event of its own, and where rows keep coming, as in a reader of news or of mail, most events go to them: of 12,000 events ten
//! chose from a drawer, and four an option. Here rows are one kind (see `roles`), and half of the time what was touched least
//! often of a page is touched.

use rustc_hash::FxHashMap;
use skink_explore::FieldKind;
use skink_gui::{Enabled, Event, Screen, WidgetId, enabled};
use skink_model::{EventKey, Kind};
use skink_run::Dice;
use skink_trace::{Actor, Step};

use crate::effects::hash;
use crate::groups::Groups;
use crate::layout::LayoutType;
use crate::roles::Role;
use crate::seeds::plain;
use crate::settings::ViewSettings;

/// So often it is its turn.
const OFTEN: f64 = 0.5;

/// How often what was touched of each page.
pub(crate) struct Seldom {
    package: String,
    views: ViewSettings,
    touched: FxHashMap<u64, u32>,
}

impl Seldom {
    /// Of the app of that package.
    pub(crate) fn new(package: &str, views: &ViewSettings) -> Self {
        Self { package: package.to_owned(), views: views.clone(), touched: FxHashMap::default() }
    }

    /// What of a screen of the app was touched least often.
    pub(crate) fn pick(&self, screen: &Screen, dice: &mut Dice) -> Option<(Event, WidgetId)> {
        if screen.package() != self.package || !dice.chance(OFTEN) {
            return None;
        }
        let groups = Groups::of(screen, &self.views);
        let title = LayoutType::of(screen, &self.views).title().to_owned();
        let mut least = u32::MAX;
        let mut kinds: Vec<(u64, Vec<Enabled>)> = Vec::new();
        for found in enabled(screen) {
            if !matches!(found, Enabled::Tap(_) | Enabled::LongTap(_) | Enabled::Type(_)) {
                continue;
            }
            let widget = screen.widget(found.widget());
            let kind = kind(screen, &Role::of(EventKey::of(&found, screen).kind, &widget, &groups, &title));
            let times = self.touched.get(&kind).copied().unwrap_or(0);
            if times < least {
                least = times;
                kinds.clear();
            }
            if times == least {
                match kinds.iter_mut().find(|(known, _)| *known == kind) {
                    Some((_, rows)) => rows.push(found),
                    None => kinds.push((kind, vec![found])),
                }
            }
        }
        let (_, rows) = dice.pick(&kinds)?;
        let chosen = *dice.pick(rows)?;
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
            *self.touched.entry(kind(&step.before, &role)).or_default() += 1;
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

    fn done(seldom: &mut Seldom, screen: &Screen, id: &str) {
        let widget = screen.widgets().find(|w| w.resource_id() == id).expect("a widget");
        let event = Event::on(Action::Tap, Selector::of(&widget));
        let (before, after) = (screen.clone(), Observation::of(screen.clone()));
        let widget = Some(widget.id());
        seldom.saw(&Step { number: 0, actor: Actor::Strategy, before, event, widget, after, millis: 0 });
    }

    /// The ids of all that is picked of a page in many tries.
    fn picked(seldom: &Seldom, screen: &Screen) -> Vec<String> {
        let pick = |at| seldom.pick(screen, &mut Dice::at(1, at)).map(|(_, widget)| widget);
        let found: Vec<WidgetId> = (0..50).filter_map(pick).collect();
        let mut ids: Vec<String> =
            found.into_iter().map(|id| screen.widget(id).resource_id().to_owned()).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    #[test]
    fn rows_are_one_kind_and_what_was_touched_least_often_has_its_turn() {
        let mut seldom = Seldom::new("app", &ViewSettings::default());
        let first = page(&["Milk", "Tea"]);
        assert_eq!(picked(&seldom, &first), ["add", "row"]);
        done(&mut seldom, &first, "row");
        let more = page(&["Salt", "Bread", "Soap"]);
        assert_eq!(picked(&seldom, &more), ["add"], "another row is nothing new");
        done(&mut seldom, &more, "add");
        done(&mut seldom, &more, "add");
        assert_eq!(picked(&seldom, &more), ["row"], "it is the row's turn again");
    }

    #[test]
    fn other_apps_are_left_alone() {
        let seldom = Seldom::new("another", &ViewSettings::default());
        assert!(picked(&seldom, &page(&["Milk"])).is_empty());
    }
}
