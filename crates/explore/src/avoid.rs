//! What not to touch on a real device: widgets that cost money, reach other people or end the session.
//!
//! [`Careful`] wraps any strategy and shows it screens on which these widgets take no taps. So no strategy has
//! to know of it, none can forget it, and what is held back counts as neither untried nor unexplored. The
//! tree stays as it is: widget numbers and states are those of the real screen. It guards taps alone; Enter in
//! a focused field of a chat may still send what was typed (switch such a field off by a selector: a field
//! found by one takes no text either).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use skink_gui::{Event, Flags, Key, Screen, ScreenBuilder, Selector, Widget, WidgetId};
use skink_run::{Choice, Moment, Strategy};
use skink_trace::{Actor, LearnedModel, ScriptRuns, Step};

use crate::lines::list;
use crate::words::{says, words};

/// Words that cost, reach people, or lock the tester out.
const WORDS: &[&str] = &[
    "buy",
    "pay",
    "purchase",
    "checkout",
    "place order",
    "order now",
    "book now",
    "donate",
    "subscribe",
    "upgrade",
    "go premium",
    "start trial",
    "send",
    "call",
    "dial",
    "sms",
    "share",
    "invite",
    "post",
    "publish",
    "tweet",
    "reply",
    "log out",
    "logout",
    "sign out",
    "signout",
    "log off",
    "delete account",
    "close account",
    "deactivate",
    "factory reset",
    "uninstall",
    "report abuse",
    "block user",
];

/// What is avoided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AvoidSettings {
    /// Words or phrases: whole words of a text, description or id, in any case.
    pub words: Vec<String>,
    /// Widgets, whatever they say.
    #[serde(with = "list")]
    pub selectors: Vec<Selector>,
    /// Activities to go back from at once, with or without their package.
    pub activities: Vec<String>,
}

impl Default for AvoidSettings {
    fn default() -> Self {
        Self { words: WORDS.iter().map(|word| (*word).to_owned()).collect(), ..Self::nothing() }
    }
}

impl AvoidSettings {
    /// Nothing is avoided: for sample apps on the built-in phone.
    pub fn nothing() -> Self {
        Self { words: Vec::new(), selectors: Vec::new(), activities: Vec::new() }
    }

    /// Whether nothing is avoided.
    pub fn is_nothing(&self) -> bool {
        *self == Self::nothing()
    }
}

/// The rules, ready to use, and what they held back.
#[derive(Clone, Debug, Default)]
pub struct Avoid {
    /// Each phrase as written and in words.
    phrases: Vec<(String, Vec<String>)>,
    /// Each selector as written.
    selectors: Vec<(String, Selector)>,
    activities: Vec<String>,
    held_back: BTreeMap<String, u64>,
}

impl Avoid {
    /// With these rules.
    pub fn new(settings: &AvoidSettings) -> Self {
        Self {
            phrases: settings.words.iter().map(|phrase| (phrase.clone(), words(phrase))).collect(),
            selectors: settings.selectors.iter().map(|s| (s.to_string(), s.clone())).collect(),
            activities: settings.activities.clone(),
            held_back: BTreeMap::new(),
        }
    }

    /// The rule that says not to touch the widget, if any. Its own text, description and id speak, and those of
    /// what is inside it and takes no tap of its own: the label within a row.
    pub fn avoided(&self, widget: &Widget<'_>) -> Option<&str> {
        let found = self.selectors.iter().find(|(_, selector)| selector.matches(widget));
        if let Some((rule, _)) = found {
            return Some(rule);
        }
        // A tap on a field only moves the cursor, and its text is what was typed.
        if self.phrases.is_empty() || widget.is(Flags::EDITABLE) {
            return None;
        }
        let mut next = widget.id();
        for inner in widget.subtree() {
            if inner.id() < next {
                continue;
            }
            if inner.id() != widget.id() && takes_taps(&inner) {
                let inside = inner.subtree().len() as u32;
                next = WidgetId(inner.id().0 + inside);
                continue;
            }
            if let Some(rule) = self.said(&inner) {
                return Some(rule);
            }
        }
        None
    }

    /// The rule that says not to stay on the screen, if any.
    pub fn left(&self, screen: &Screen) -> Option<&str> {
        let name = screen.activity();
        let short = name.rsplit(['.', '/']).next().unwrap_or(name);
        let found = self.activities.iter().find(|given| [name, short].contains(&given.as_str()));
        found.map(String::as_str)
    }

    /// How often each rule held a widget back, counted once for every decision.
    pub fn held_back(&self) -> &BTreeMap<String, u64> {
        &self.held_back
    }

    fn said(&self, widget: &Widget<'_>) -> Option<&str> {
        let sources = [widget.text(), widget.desc(), widget.short_id()];
        if sources.iter().all(|source| source.is_empty()) {
            return None;
        }
        let sources = sources.map(words);
        let found = self.phrases.iter().find(|(_, phrase)| sources.iter().any(|said| says(said, phrase)));
        found.map(|(rule, _)| rule.as_str())
    }

    /// The widgets to keep off, each with its rule, in document order. A tap goes to the middle: what has one of
    /// them there is kept off too, such as a row with a large button inside.
    pub(crate) fn off_limits(&self, screen: &Screen) -> Vec<(WidgetId, &str)> {
        let mut off = BTreeMap::new();
        let touchable = screen.widgets().filter(|w| takes_taps(w) || w.is(Flags::EDITABLE));
        for widget in touchable {
            let Some(rule) = self.avoided(&widget) else { continue };
            off.insert(widget.id(), rule);
            let hit = |around: &Widget<'_>| widget.bounds().contains(around.bounds().center());
            for around in widget.ancestors().filter(takes_taps).filter(hit) {
                off.entry(around.id()).or_insert(rule);
            }
        }
        off.into_iter().collect()
    }

    /// The screen as a careful strategy sees it: what is off limits takes neither taps nor text.
    fn masked(&self, screen: &Screen) -> Screen {
        let off = self.off_limits(screen);
        if off.is_empty() {
            return screen.clone();
        }
        let mut builder = ScreenBuilder::new();
        let mut ends: Vec<u32> = Vec::new();
        for widget in screen.widgets() {
            while ends.last() == Some(&widget.id().0) {
                ends.pop();
                builder.close();
            }
            let mut spec = widget.spec();
            if off.binary_search_by_key(&widget.id(), |(id, _)| *id).is_ok() {
                spec.flags.remove(Flags::CLICKABLE | Flags::LONG_CLICKABLE | Flags::EDITABLE);
            }
            builder.open(&spec);
            ends.push(widget.id().0 + widget.subtree().len() as u32);
        }
        builder.finish(&screen.header())
    }

    fn count(&mut self, screen: &Screen) {
        let rules: Vec<String> =
            self.off_limits(screen).into_iter().map(|(_, rule)| rule.to_owned()).collect();
        for rule in rules {
            *self.held_back.entry(rule).or_default() += 1;
        }
    }
}

fn takes_taps(widget: &Widget<'_>) -> bool {
    widget.flags().intersects(Flags::CLICKABLE | Flags::LONG_CLICKABLE)
}

/// A strategy that keeps off what is avoided.
pub struct Careful<S> {
    inner: S,
    avoid: Avoid,
    /// Times in a row that Back was pressed to leave an activity.
    leaving: u32,
}

/// How often Back is pressed before an activity that is avoided is left by a restart.
const MAX_BACKS: u32 = 3;

impl<S: Strategy> Careful<S> {
    /// Lets `inner` see what it may touch only.
    pub fn new(inner: S, avoid: Avoid) -> Self {
        Self { inner, avoid, leaving: 0 }
    }

    /// The strategy within.
    pub fn inner(&self) -> &S {
        &self.inner
    }

    /// The rules and what they held back.
    pub fn avoid(&self) -> &Avoid {
        &self.avoid
    }
}

impl<S: Strategy> Strategy for Careful<S> {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn launched(&mut self, first: &Screen) {
        self.inner.launched(&self.avoid.masked(first));
    }

    fn next(&mut self, moment: &mut Moment<'_>) -> Choice {
        // An app that begins in such an activity could not be tested at all: there it is stayed in.
        if let Some(rule) = self.avoid.left(moment.screen).filter(|_| moment.depth > 0) {
            let rule = rule.to_owned();
            *self.avoid.held_back.entry(rule).or_default() += 1;
            self.leaving += 1;
            if self.leaving > MAX_BACKS {
                self.leaving = 0;
                return Choice::Restart;
            }
            return Choice::Do(Event::key(Key::Back), None);
        }
        self.leaving = 0;
        self.avoid.count(moment.screen);
        let screen = self.avoid.masked(moment.screen);
        let dice = std::mem::replace(&mut moment.dice, skink_run::Dice::at(0, 0));
        let mut seen = Moment { screen: &screen, depth: moment.depth, dice };
        let choice = self.inner.next(&mut seen);
        moment.dice = seen.dice;
        choice
    }

    fn saw(&mut self, step: &Step) {
        let mut step = step.clone();
        if self.leaving > 0 {
            step.actor = Actor::Runner;
        }
        step.before = self.avoid.masked(&step.before);
        step.after.screen = self.avoid.masked(&step.after.screen);
        self.inner.saw(&step);
    }

    fn explain(&self) -> Option<String> {
        self.inner.explain()
    }

    fn model(&self) -> Option<LearnedModel> {
        self.inner.model()
    }

    fn held_back(&self) -> BTreeMap<String, u64> {
        self.avoid.held_back.clone()
    }

    fn scripts(&self) -> BTreeMap<String, ScriptRuns> {
        self.inner.scripts()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Random, RandomSettings};
    use skink_gui::{Bounds, Header, WidgetSpec, structure};
    use skink_run::Dice;

    const CORNER: Bounds = Bounds::new(8, 8, 10, 10);

    /// A list with a row that says "Send" within, a row with a button of its own, and a field.
    fn shop(buy: Bounds) -> Screen {
        let bounds = Bounds { left: 0, top: 0, right: 10, bottom: 10 };
        let tap = Flags::CLICKABLE | Flags::ENABLED;
        let spec = WidgetSpec { class: "View", bounds, flags: Flags::ENABLED, ..Default::default() };
        let mut b = ScreenBuilder::new();
        b.open(&WidgetSpec { class: "ListView", ..spec });
        b.open(&WidgetSpec { flags: tap, ..spec });
        b.leaf(&WidgetSpec { text: "Send it", ..spec });
        b.close();
        b.open(&WidgetSpec { flags: tap, ..spec });
        b.leaf(&WidgetSpec { text: "Open", ..spec });
        b.leaf(&WidgetSpec { id: "app:id/btnBuy", flags: tap, bounds: buy, ..spec });
        b.close();
        b.leaf(&WidgetSpec { text: "Sender", flags: tap, ..spec });
        b.leaf(&WidgetSpec { desc: "LOG OUT", flags: tap | Flags::LONG_CLICKABLE, ..spec });
        b.leaf(&WidgetSpec { text: "send", flags: tap | Flags::EDITABLE, ..spec });
        b.close();
        b.finish(&Header { package: "app", ..Default::default() })
    }

    #[test]
    fn whole_words_of_text_description_and_id_are_avoided() {
        let screen = shop(CORNER);
        let avoid = Avoid::new(&AvoidSettings::default());
        let found: Vec<_> = avoid.off_limits(&screen).into_iter().map(|(id, rule)| (id.0, rule)).collect();
        assert_eq!(found, [(1, "send"), (5, "buy"), (7, "log out")]);
        assert!(Avoid::new(&AvoidSettings::nothing()).off_limits(&screen).is_empty());
        let own = AvoidSettings {
            words: vec!["open".into()],
            selectors: vec!["text=Sender".parse().unwrap()],
            activities: vec![],
        };
        let avoid = Avoid::new(&own);
        let found: Vec<_> = avoid.off_limits(&screen).into_iter().map(|(id, rule)| (id.0, rule)).collect();
        assert_eq!(found, [(3, "open"), (6, "text=\"Sender\"")]);
    }

    #[test]
    fn a_row_with_an_avoided_button_in_its_middle_is_avoided() {
        let avoid = Avoid::new(&AvoidSettings::default());
        let screen = shop(Bounds::new(2, 2, 8, 8));
        assert!(avoid.off_limits(&screen).contains(&(WidgetId(3), "buy")));
        assert!(avoid.avoided(&screen.widget(WidgetId(3))).is_none());
    }

    #[test]
    fn a_careful_strategy_never_touches_them_and_says_what_it_held_back() {
        let screen = shop(CORNER);
        let settings = RandomSettings { restart: 0.0, system: 0.0, ..RandomSettings::default() };
        let mut careful = Careful::new(Random::new(settings), Avoid::new(&AvoidSettings::default()));
        let mut touched = std::collections::BTreeSet::new();
        for position in 0..1_000 {
            let choice = careful.next(&mut Moment { screen: &screen, depth: 1, dice: Dice::at(1, position) });
            if let Choice::Do(_, Some(widget)) = choice {
                touched.insert(widget.0);
            }
        }
        assert_eq!(Vec::from_iter(touched), [3, 6, 8]);
        assert_eq!(careful.avoid().held_back()["log out"], 1_000);
        assert_eq!(careful.avoid().held_back().len(), 3);
    }

    #[test]
    fn an_activity_to_avoid_is_left_by_back_then_by_a_restart_but_not_where_the_app_begins_in_it() {
        let screen = shop(CORNER);
        let settings = AvoidSettings { activities: vec!["Pay".into()], ..AvoidSettings::nothing() };
        let pay = Header { package: "app", activity: "com.app.Pay", ..Default::default() };
        let mut b = ScreenBuilder::new();
        b.leaf(&screen.widget(WidgetId(6)).spec());
        let pay = b.finish(&pay);
        let random = RandomSettings { restart: 0.0, system: 0.0, keys: false, ..RandomSettings::default() };
        let mut careful = Careful::new(Random::new(random), Avoid::new(&settings));
        let mut next = |depth| careful.next(&mut Moment { screen: &pay, depth, dice: Dice::at(1, depth) });
        assert!(matches!(next(0), Choice::Do(_, Some(_))));
        for depth in 1..=3 {
            assert_eq!(next(depth), Choice::Do(Event::key(Key::Back), None));
        }
        assert_eq!(next(4), Choice::Restart);
        assert_eq!(careful.held_back()["Pay"], 4);
    }

    #[test]
    fn the_masked_screen_is_the_same_state_with_the_same_widgets() {
        let screen = shop(CORNER);
        let masked = Avoid::new(&AvoidSettings::default()).masked(&screen);
        assert_eq!(structure(&masked), structure(&screen));
        assert_eq!(masked.len(), screen.len());
        for (one, other) in masked.widgets().zip(screen.widgets()) {
            assert_eq!(
                (one.text(), one.parent().map(|p| p.id())),
                (other.text(), other.parent().map(|p| p.id()))
            );
        }
        assert_eq!(Avoid::default().masked(&screen), screen);
    }
}
