//! What to type: texts that suit the field, now and then one that programs stumble over, or the user's own.
//!
//! Genie types random strings (section 3.1 leaves an event's data open). Most apps refuse those: a form is
//! passed only with a number where a number is asked. So the kind of a field is guessed from what the dump
//! says: its password flag, and the words of its id, hint and description. Dumps carry no input type.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use skink_gui::{Flags, Selector, Widget};
use skink_run::Dice;

use crate::lines::{line, probability};
use crate::words::{says, words};

/// How texts are chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TextSettings {
    /// Probability of a text that programs stumble over.
    #[serde(deserialize_with = "probability")]
    pub nasty: f64,
    /// The user's own texts. The first that finds a field counts.
    pub own: Vec<OwnTexts>,
}

/// Texts of the user for some fields: nothing else is typed there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnTexts {
    /// Which fields.
    #[serde(with = "line")]
    pub field: Selector,
    /// What is typed there.
    pub texts: Vec<String>,
}

impl Default for TextSettings {
    /// One nasty text in seven: with three fields to fill, a form is still sent without any in most cases.
    fn default() -> Self {
        Self { nasty: 0.15, own: Vec::new() }
    }
}

/// What a field asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldKind {
    /// A password or code.
    Password,
    /// An e-mail address.
    Email,
    /// A web address.
    Url,
    /// A telephone number.
    Phone,
    /// A date or time.
    Date,
    /// Words to search for.
    Search,
    /// An amount, count, price or age.
    Number,
    /// A name or title.
    Name,
    /// Anything.
    Any,
}

/// Which words give a kind away, in the order they are looked for: "Search by name" is a search.
const GIVEAWAYS: [(FieldKind, &[&str]); 8] = [
    (FieldKind::Password, &["password", "passwd", "pwd", "passcode", "pin", "secret"]),
    (FieldKind::Search, &["search", "find", "filter", "query"]),
    (FieldKind::Email, &["email", "e mail", "mail"]),
    (FieldKind::Url, &["url", "uri", "link", "website", "web address", "homepage", "feed", "stream"]),
    (FieldKind::Phone, &["phone", "mobile", "tel", "telephone", "cell", "fax"]),
    (FieldKind::Date, &["date", "day", "birthday", "deadline", "due", "time", "year", "month"]),
    (
        FieldKind::Number,
        &[
            "number", "amount", "price", "cost", "count", "quantity", "qty", "age", "total", "sum", "value",
            "km", "miles", "mileage", "odometer", "litres", "liters", "volume", "weight", "height", "size",
            "rate", "percent", "minutes", "hours", "seconds", "zip", "port", "calories", "distance",
        ],
    ),
    (FieldKind::Name, &["name", "title", "user", "username", "author", "label", "subject", "city"]),
];

const PASSWORDS: &[&str] = &["Secret123!", "hunter2", "1234", "correct horse battery staple"];
const EMAILS: &[&str] = &["me@example.com", "first.last+tag@example.org", "nobody@", "plain"];
const URLS: &[&str] =
    &["https://example.com/", "http://example.org/feed.xml?a=1&b=2", "example.com", "http://"];
const PHONES: &[&str] = &["5550100", "+1 202 555 0143", "0", "12"];
const DATES: &[&str] = &["2025-06-02", "2024-02-29", "31.12.1999", "12:30", "24:00", "2025", "30"];
const SEARCHES: &[&str] = &["a", "e", "the", "milk", "no such thing", "A"];
const NUMBERS: &[&str] =
    &["1", "42", "0", "100", "-1.5", "3,5", "0.001", "12", "2147483648", "99999999999999999999"];
const NAMES: &[&str] = &["Milk", "Ada Lovelace", "Shopping list", "a", "O'Brien", "Zoë"];
const ANY: &[&str] = &["a", "Milk", "Shopping list", "42", "0", "two\nlines", "me@example.com", "2025-06-02"];

/// Texts programs stumble over; the very long one is made where it is asked for.
const NASTY: &[&str] = &[
    "",
    " ",
    "  leading and trailing  ",
    "🦎👩‍👩‍👧🇪🇺",
    "naïve 漢字 e\u{301}",
    "مرحبا \u{202e}abc",
    "\"double\" 'single' `back`",
    "'; DROP TABLE notes; --",
    "%",
    "_",
    "*",
    "[",
    "(a",
    "\\",
    "../../etc/passwd",
    "a/b\\c:d",
    "tab\there\u{1}\u{7f}\u{1b}",
    "a\n\n\nb",
    "<b>&amp;</b>",
    "%s %d %n",
    "NaN",
    "-0",
];
/// Longer than a screen and than most columns of a database.
const VERY_LONG: usize = 5_000;

impl FieldKind {
    /// What the field seems to ask for.
    pub fn of(field: &Widget<'_>) -> Self {
        if field.is(Flags::PASSWORD) {
            return FieldKind::Password;
        }
        let sources = [field.short_id(), field.hint(), field.desc()].map(words);
        let asks = |phrase: &&str| sources.iter().any(|source| says(source, &words(phrase)));
        GIVEAWAYS.iter().find(|(_, given)| given.iter().any(asks)).map_or(FieldKind::Any, |(kind, _)| *kind)
    }

    /// Texts of that kind; most are right, a few nearly so.
    pub fn texts(self) -> &'static [&'static str] {
        match self {
            FieldKind::Password => PASSWORDS,
            FieldKind::Email => EMAILS,
            FieldKind::Url => URLS,
            FieldKind::Phone => PHONES,
            FieldKind::Date => DATES,
            FieldKind::Search => SEARCHES,
            FieldKind::Number => NUMBERS,
            FieldKind::Name => NAMES,
            FieldKind::Any => ANY,
        }
    }
}

/// A text for a field.
pub fn text(settings: &TextSettings, field: &Widget<'_>, dice: &mut Dice) -> String {
    let own = settings.own.iter().find(|own| !own.texts.is_empty() && own.field.matches(field));
    if let Some(own) = own {
        return dice.pick(&own.texts).cloned().unwrap_or_default();
    }
    if !dice.chance(settings.nasty) {
        return dice.pick(FieldKind::of(field).texts()).copied().unwrap_or_default().to_owned();
    }
    match NASTY.get(dice.below(NASTY.len() + 1)) {
        Some(text) => (*text).to_owned(),
        None => "x".repeat(VERY_LONG),
    }
}

/// Remembers what was typed into which field, so that each text comes once before any comes again: drawn anew each
/// time, the last of twenty texts takes seventy turns on average.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    /// The texts of the field's kind and the nasty ones that are used up, a bit for each.
    used: BTreeMap<String, [u64; 2]>,
}

impl Memory {
    /// A text for a field.
    pub(crate) fn text(&mut self, settings: &TextSettings, field: &Widget<'_>, dice: &mut Dice) -> String {
        if settings.own.iter().any(|own| !own.texts.is_empty() && own.field.matches(field)) {
            return text(settings, field, dice);
        }
        let name =
            [field.resource_id(), field.hint(), field.desc()].into_iter().find(|name| !name.is_empty());
        let key = format!("{} {}", field.screen().activity(), name.unwrap_or_default());
        let [suited, nasty] = self.used.entry(key).or_default();
        if !dice.chance(settings.nasty) {
            let texts = FieldKind::of(field).texts();
            return texts.get(unused(suited, texts.len(), dice)).copied().unwrap_or_default().to_owned();
        }
        match NASTY.get(unused(nasty, NASTY.len() + 1, dice)) {
            Some(text) => (*text).to_owned(),
            None => "x".repeat(VERY_LONG),
        }
    }
}

/// One of so many that was not used, which it is from then on; when all were, it begins again.
fn unused(used: &mut u64, count: usize, dice: &mut Dice) -> usize {
    let left = |used: u64| (0..count.min(64)).filter(|at| used & (1 << at) == 0).collect::<Vec<_>>();
    let mut open = left(*used);
    if open.is_empty() {
        *used = 0;
        open = left(0);
    }
    let chosen = dice.pick(&open).copied().unwrap_or(0);
    *used |= 1 << chosen;
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use skink_gui::{Header, Screen, ScreenBuilder, WidgetSpec};

    fn field(id: &str, hint: &str, flags: Flags) -> Screen {
        let mut b = ScreenBuilder::new();
        b.leaf(&WidgetSpec {
            class: "EditText",
            id,
            hint,
            flags: flags | Flags::EDITABLE,
            ..Default::default()
        });
        b.finish(&Header::default())
    }

    fn kind(id: &str, hint: &str) -> FieldKind {
        FieldKind::of(&field(id, hint, Flags::empty()).widgets().next().unwrap())
    }

    #[test]
    fn fields_give_their_kind_away() {
        assert_eq!(kind("app:id/editAmount", ""), FieldKind::Number);
        assert_eq!(kind("app:id/field", "Your e-mail"), FieldKind::Email);
        assert_eq!(kind("app:id/search_src_text", "Title"), FieldKind::Search);
        assert_eq!(kind("app:id/due", ""), FieldKind::Date);
        assert_eq!(kind("", "Phone number"), FieldKind::Phone);
        assert_eq!(kind("app:id/stream_url", ""), FieldKind::Url);
        assert_eq!(kind("app:id/list_name", ""), FieldKind::Name);
        assert_eq!(kind("app:id/body", "Note"), FieldKind::Any);
        // Only whole words: no package, no "renaming".
        assert_eq!(kind("com.phone.mail:id/body", "shopping"), FieldKind::Any);
        let secret = field("app:id/name", "", Flags::PASSWORD);
        assert_eq!(FieldKind::of(&secret.widgets().next().unwrap()), FieldKind::Password);
    }

    #[test]
    fn nasty_texts_come_at_their_rate_and_never_hold_a_nul() {
        let screen = field("app:id/amount", "", Flags::empty());
        let field = screen.widgets().next().unwrap();
        let draw = |settings: &TextSettings| -> Vec<String> {
            (0..10_000).map(|i| text(settings, &field, &mut Dice::at(1, i))).collect()
        };
        let suits = |text: &String| NUMBERS.contains(&text.as_str());
        let nasty = draw(&TextSettings::default()).iter().filter(|t| !suits(t)).count();
        assert!((1_350..1_650).contains(&nasty), "{nasty} of 10,000 at 0.15");
        assert!(draw(&TextSettings { nasty: 0.0, own: Vec::new() }).iter().all(suits));
        let all = draw(&TextSettings { nasty: 1.0, own: Vec::new() });
        assert!(all.iter().all(|text| !text.contains('\0')));
        assert!(all.iter().any(|text| text.len() == VERY_LONG) && all.iter().any(String::is_empty));
    }

    #[test]
    fn with_a_memory_every_text_comes_once_before_any_comes_again() {
        let screen = field("app:id/amount", "", Flags::empty());
        let field = screen.widgets().next().unwrap();
        let mut memory = Memory::default();
        let mut draw = |nasty: f64, count: usize| -> std::collections::BTreeSet<String> {
            let settings = TextSettings { nasty, own: Vec::new() };
            (0..count).map(|i| memory.text(&settings, &field, &mut Dice::at(3, i as u64))).collect()
        };
        assert_eq!(draw(0.0, NUMBERS.len()).len(), NUMBERS.len());
        assert_eq!(draw(0.0, NUMBERS.len()).len(), NUMBERS.len(), "and all again");
        assert_eq!(draw(1.0, NASTY.len() + 1).len(), NASTY.len() + 1);
    }

    #[test]
    fn own_texts_come_first() {
        let screen = field("app:id/host", "", Flags::empty());
        let own = vec![OwnTexts { field: Selector::id("host"), texts: vec!["localhost".to_owned()] }];
        let settings = TextSettings { nasty: 1.0, own };
        let field = screen.widgets().next().unwrap();
        assert!((0..100).all(|i| text(&settings, &field, &mut Dice::at(1, i)) == "localhost"));
        let stored = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<TextSettings>(&stored).unwrap(), settings);
        assert_eq!(serde_json::from_str::<TextSettings>("{}").unwrap(), TextSettings::default());
    }
}
