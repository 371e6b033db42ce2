//! Units: a converter with categories, favourites, a history, custom units and numbers as its users write them.
//!
//! Its first bug retells issue #201 of Unit Converter Ultimate, the setting lost for four years of the Genie paper
//! (section 5.5): the group separator is kept as the word that was shown, and means something else in another
//! language. Its first trap is figure 4(a) of that paper: a swap button that looks independent of the units.

use std::cmp::Reverse;
use std::fmt::Write as _;

use crate::app::{App, Bug, BugKind, Manifest, Oracle, Recreate, Shows, Trap, TrapKind, Window};
use crate::cx::{Cx, Fault};
use crate::neighbours::Neighbour;
use crate::ui::{Nav, Ui};
use crate::{branch, cover};

/// Everything the app keeps.
#[derive(Clone, Default)]
pub(crate) struct Units {
    category: usize,
    /// The units chosen last, by category.
    last: [Option<(UnitRef, UnitRef)>; CATEGORY_COUNT],
    /// The one used last first.
    favourites: Vec<Favourite>,
    /// The newest first.
    history: Vec<Entry>,
    custom: Vec<Custom>,
    settings: Settings,
    /// When the rates of currencies were loaded.
    rates_at: Option<u64>,
    next_id: u32,
}

/// A unit of a category: one the app knows, or one its user made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnitRef {
    Known(usize),
    Custom(u32),
}

/// What converts to the base of a category: `base = value × factor + offset`.
#[derive(Clone, Copy)]
struct Unit<'a> {
    name: &'a str,
    symbol: &'a str,
    factor: f64,
    offset: f64,
}

struct Category {
    name: Text,
    units: &'static [Unit<'static>],
}

const fn unit(name: &'static str, symbol: &'static str, factor: f64) -> Unit<'static> {
    Unit { name, symbol, factor, offset: 0.0 }
}

#[derive(Clone)]
pub(crate) struct Custom {
    id: u32,
    category: usize,
    name: String,
    factor: f64,
    /// The name that search knows.
    indexed: String,
}

#[derive(Clone)]
struct Favourite {
    category: usize,
    from: UnitRef,
    to: UnitRef,
    used: u64,
}

#[derive(Clone)]
struct Entry {
    category: usize,
    from: UnitRef,
    to: UnitRef,
    text: String,
    at: u64,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Language {
    #[default]
    English,
    German,
    French,
}

impl Language {
    const ALL: [(Language, &'static str); 3] =
        [(Language::English, "English"), (Language::German, "Deutsch"), (Language::French, "Français")];
}

/// What stands between thousands.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Group {
    #[default]
    None,
    Comma,
    Dot,
    Space,
}

impl Group {
    const ALL: [Group; 4] = [Group::None, Group::Comma, Group::Dot, Group::Space];

    fn name(self) -> Text {
        match self {
            Group::None => ["None", "Keine", "Aucun"],
            Group::Comma => [","; 3],
            Group::Dot => ["."; 3],
            Group::Space => ["Space", "Leerzeichen", "Espace"],
        }
    }

    fn mark(self) -> Option<char> {
        match self {
            Group::None => None,
            Group::Comma => Some(','),
            Group::Dot => Some('.'),
            Group::Space => Some(' '),
        }
    }
}

#[derive(Clone)]
struct Settings {
    language: Language,
    decimals: usize,
    group: Group,
    /// The word by which the group separator was chosen, as the preference stores it.
    group_word: Option<&'static str>,
    decimal_comma: bool,
    keep_history: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            language: Language::English,
            decimals: 4,
            group: Group::None,
            group_word: None,
            decimal_comma: false,
            keep_history: true,
        }
    }
}

/// The main page.
#[derive(Clone)]
pub(crate) struct Convert {
    category: usize,
    from: UnitRef,
    to: UnitRef,
    value: String,
    result: String,
    /// Rates are being loaded.
    loading: bool,
    /// Nobody listens to the swap button.
    deaf: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    From,
    To,
}

#[derive(Clone, Copy)]
pub(crate) enum Question {
    ClearHistory,
    DeleteUnit(u32),
}

#[derive(Clone)]
pub(crate) enum Page {
    Main(Convert),
    Drawer(usize),
    MainMenu,
    UnitChoice { category: usize, side: Side, now: UnitRef },
    Search { query: String },
    Favourites,
    History,
    Confirm(Question),
    CustomUnits,
    CustomEditor { draft: Custom, is_new: bool, factor: String },
    CategoryChoice(usize),
    Settings,
    LanguageChoice,
    DecimalsChoice,
    GroupChoice,
    PointChoice,
    Help { tip: usize },
}

#[derive(Clone)]
pub(crate) enum Msg {
    Close,
    /// A page above this one closed and may have changed what is shown here.
    Returned,
    OpenDrawer,
    OpenMenu,
    OpenSearch,
    OpenFavourites,
    OpenHistory,
    OpenCustomUnits,
    OpenSettings,
    OpenHelp,
    Category(usize),
    Value(String),
    Entered,
    Swap,
    OpenUnits(Side),
    Unit(Side, UnitRef),
    Star,
    Copy,
    Clear,
    RatesLoaded,
    Query(String),
    Go(usize, UnitRef, Option<UnitRef>),
    OpenFavourite(usize),
    RemoveFavourite(usize),
    AskClear,
    Confirmed,
    NewUnit,
    EditUnit(u32),
    Name(String),
    Factor(String),
    OpenCategories,
    AskDelete,
    Save,
    OpenLanguage,
    Language(Language),
    OpenDecimals,
    Decimals(usize),
    OpenGroup,
    Group(Group),
    OpenPoint,
    Point(bool),
    KeepHistory,
    Website,
    Visited,
}

/// A word in each of the languages.
type Text = [&'static str; 3];

/// What the app says. Units have their English names everywhere: nobody has translated those yet.
mod words {
    use super::Text;

    pub(super) const FAVOURITES: Text = ["Favourites", "Favoriten", "Favoris"];
    pub(super) const HISTORY: Text = ["History", "Verlauf", "Historique"];
    pub(super) const CUSTOM: Text = ["Custom units", "Eigene Einheiten", "Unités perso"];
    pub(super) const SETTINGS: Text = ["Settings", "Einstellungen", "Réglages"];
    pub(super) const HELP: Text = ["Help", "Hilfe", "Aide"];
    pub(super) const SEARCH: Text = ["Search", "Suchen", "Chercher"];
    pub(super) const FROM: Text = ["From", "Von", "De"];
    pub(super) const TO: Text = ["To", "Nach", "Vers"];
    pub(super) const SWAP: Text = ["Swap units", "Einheiten tauschen", "Échanger"];
    pub(super) const STAR: Text = ["Add to favourites", "Zu Favoriten", "Ajouter aux favoris"];
    pub(super) const UNSTAR: Text = ["Remove from favourites", "Aus Favoriten", "Retirer des favoris"];
    pub(super) const COPY: Text = ["Copy result", "Ergebnis kopieren", "Copier"];
    pub(super) const COPIED: Text = ["Copied", "Kopiert", "Copié"];
    pub(super) const CLEAR: Text = ["Clear", "Leeren", "Effacer"];
    pub(super) const CANCEL: Text = ["Cancel", "Abbrechen", "Annuler"];
    pub(super) const OK: Text = ["OK", "OK", "OK"];
    pub(super) const NOTHING: Text = ["Nothing here yet", "Noch nichts da", "Rien pour l'instant"];
    pub(super) const AGO: Text = ["min ago", "Min. her", "min passées"];
    pub(super) const RATES: Text = ["Rates loaded", "Kurse geladen", "Taux chargés"];
    pub(super) const DELETE: Text = ["Delete", "Löschen", "Supprimer"];
    pub(super) const SAVE: Text = ["Save", "Speichern", "Enregistrer"];
    pub(super) const NAME: Text = ["Name", "Name", "Nom"];
    pub(super) const FACTOR: Text = ["Factor", "Faktor", "Facteur"];
    pub(super) const CATEGORY: Text = ["Category", "Kategorie", "Catégorie"];
    pub(super) const NEEDED: Text = ["Name and factor, please", "Name und Faktor fehlen", "Nom et facteur"];
    pub(super) const EXISTS: Text = ["This unit exists", "Einheit gibt es schon", "Cette unité existe"];
    pub(super) const SURE: Text = ["This cannot be undone.", "Das ist endgültig.", "C'est définitif."];
    pub(super) const LANGUAGE: Text = ["Language", "Sprache", "Langue"];
    pub(super) const DECIMALS: Text = ["Decimal places", "Nachkommastellen", "Décimales"];
    pub(super) const GROUP: Text = ["Group separator", "Tausendertrennung", "Séparateur"];
    pub(super) const THOUSANDS: Text = ["Between thousands", "Zwischen Tausendern", "Entre les milliers"];
    pub(super) const POINT: Text = ["Decimal separator", "Dezimaltrennung", "Virgule"];
    pub(super) const KEEP: Text = ["Keep a history", "Verlauf führen", "Garder l'historique"];
    pub(super) const WEBSITE: Text = ["Website", "Webseite", "Site web"];
}

const CURRENCY: usize = 6;
const CATEGORY_COUNT: usize = 7;
static CATEGORIES: [Category; CATEGORY_COUNT] = [
    Category {
        name: ["Length", "Länge", "Longueur"],
        units: &[
            unit("Kilometre", "km", 1000.0),
            unit("Metre", "m", 1.0),
            unit("Centimetre", "cm", 0.01),
            unit("Foot", "ft", 0.3048),
            unit("Inch", "in", 0.0254),
            unit("Yard", "yd", 0.9144),
            unit("Mile", "mi", 1609.344),
            unit("Millimetre", "mm", 0.001),
        ],
    },
    Category {
        name: ["Weight", "Gewicht", "Poids"],
        units: &[
            unit("Kilogram", "kg", 1.0),
            unit("Gram", "g", 0.001),
            unit("Pound", "lb", 0.453_592_37),
            unit("Ounce", "oz", 0.028_349_523_125),
            unit("Tonne", "t", 1000.0),
        ],
    },
    Category {
        name: ["Temperature", "Temperatur", "Température"],
        units: &[
            Unit { name: "Celsius", symbol: "°C", factor: 1.0, offset: 273.15 },
            Unit { name: "Fahrenheit", symbol: "°F", factor: 5.0 / 9.0, offset: 459.67 * 5.0 / 9.0 },
            unit("Kelvin", "K", 1.0),
        ],
    },
    Category {
        name: ["Volume", "Volumen", "Volume"],
        units: &[
            unit("Litre", "l", 1.0),
            unit("Millilitre", "ml", 0.001),
            unit("Cup", "cup", 0.236_588_236_5),
            unit("Pint", "pt", 0.473_176_473),
            unit("Gallon", "gal", 3.785_411_784),
        ],
    },
    Category {
        name: ["Area", "Fläche", "Surface"],
        units: &[
            unit("Square metre", "m²", 1.0),
            unit("Hectare", "ha", 10_000.0),
            unit("Acre", "ac", 4_046.856_422_4),
            unit("Square kilometre", "km²", 1_000_000.0),
        ],
    },
    Category {
        name: ["Speed", "Tempo", "Vitesse"],
        units: &[
            unit("Kilometre per hour", "km/h", 1.0 / 3.6),
            unit("Metre per second", "m/s", 1.0),
            unit("Mile per hour", "mph", 0.447_04),
            unit("Knot", "kn", 1852.0 / 3600.0),
        ],
    },
    Category {
        name: ["Currency", "Währung", "Monnaie"],
        units: &[
            unit("Euro", "EUR", 1.0),
            unit("US dollar", "USD", 0.88),
            unit("Pound sterling", "GBP", 1.19),
            unit("Yen", "JPY", 0.0061),
        ],
    },
];
const TEMPERATURE: usize = 2;
const MINUTE: u64 = 60_000;
const RATES_MILLIS: u64 = 3_000;
const RATES_KEEP: u64 = 60 * MINUTE;
const MAX_DIGITS: usize = 15;
const MAX_HISTORY: usize = 20;
const TIPS: [&str; 4] = [
    "Tap the result to copy it.",
    "A star keeps a conversion at hand.",
    "Make your own unit from any other.",
    "The keyboard's Done puts a conversion into the history.",
];

impl App for Units {
    type Page = Page;
    type Msg = Msg;

    const MANIFEST: Manifest = Manifest {
        name: "units",
        package: "com.example.units",
        title: "Units",
        about: "Converts units, with favourites and custom units (Genie, section 5.5: UnitConverter)",
        bugs: &[
            Bug {
                id: "group-separator-lost",
                title: "No group separator, chosen in another language, turns into a letter",
                retells: "Genie section 5.5, Unit Converter Ultimate issue #201",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Independence { inserted: 5..7 }],
                trace: &[
                    "type id=value_from \"0.5\"",
                    "tap desc=\"More options\"",
                    "tap text=\"Settings\"",
                    "tap text=\"Language\"",
                    "tap text=\"Deutsch\"",
                    "tap text=\"Tausendertrennung\"",
                    "tap text=\"Keine\"",
                    "tap text=\"Sprache\"",
                    "tap text=\"English\"",
                    "back",
                    "type id=value_from \"1000\"",
                ],
                shows: Shows::Missing("id=value_to text=\"1000000\""),
            },
            Bug {
                id: "unit-dialog-side",
                title: "Once the screen is turned, a choice for To changes From",
                retells: "no report: a dialog that forgets its arguments",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Neutral { inserted: 1..2 }],
                trace: &[
                    "tap id=unit_to",
                    "rotate",
                    "tap text=\"Centimetre\"",
                    "type id=value_from \"12\"",
                    "enter",
                ],
                shows: Shows::Missing("id=value_to text=\"1200000\""),
            },
            Bug {
                id: "units-forgotten",
                title: "The units of a category are forgotten once another category was looked at",
                retells: "no report: saved when the app is left, not when chosen",
                kind: BugKind::DataLost,
                seen_by: &[
                    Oracle::Independence { inserted: 2..6 },
                    Oracle::Property { functions: &["choose unit", "choose category"] },
                ],
                trace: &[
                    "tap id=unit_to",
                    "tap text=\"Foot\"",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Weight\"",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Length\"",
                    "type id=value_from \"12\"",
                    "tap id=menu_favourite",
                ],
                shows: Shows::Missing("id=unit_to text=\"Foot\""),
            },
            Bug {
                id: "clear-takes-favourites",
                title: "Clearing the history clears the favourites too",
                retells: "no report: one file of preferences for both, and it is deleted",
                kind: BugKind::DataLost,
                seen_by: &[
                    Oracle::Independence { inserted: 1..6 },
                    Oracle::Property { functions: &["add favourite", "clear history"] },
                ],
                trace: &[
                    "tap id=menu_favourite",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"History\"",
                    "tap desc=\"Clear\"",
                    "tap id=button1",
                    "back",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Favourites\"",
                ],
                shows: Shows::Missing("text=\"Kilometre → Metre\""),
            },
            Bug {
                id: "swap-after-background",
                title: "Back in the app, the swap button does nothing",
                retells: "no report: a listener taken off when the app is left",
                kind: BugKind::CannotProceed,
                seen_by: &[Oracle::Neutral { inserted: 1..2 }],
                trace: &["type id=value_from \"12\"", "background", "tap id=swap", "tap id=menu_favourite"],
                shows: Shows::Missing("id=unit_from text=\"Metre\""),
            },
            Bug {
                id: "renamed-unit-search",
                title: "A renamed custom unit is not found by its new name",
                retells: "no report: an index that is written once",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["rename", "search"] }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Custom units\"",
                    "tap id=fab",
                    "type id=name \"Smoot\"",
                    "type id=factor \"1.7\"",
                    "tap id=menu_save",
                    "tap text=\"Smoot\"",
                    "type id=name \"Span\"",
                    "tap id=menu_save",
                    "back",
                    "tap id=menu_search",
                    "type id=query \"Span\"",
                ],
                shows: Shows::Missing("id=result_name text=\"Span\""),
            },
            Bug {
                id: "same-name-overwrites",
                title: "A custom unit whose name differs only in its capitals replaces the other",
                retells: "PBFDroid table 3, Markor issue #1695, in another app",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Property { functions: &["create", "list"] }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Custom units\"",
                    "tap id=fab",
                    "type id=name \"Span\"",
                    "type id=factor \"2\"",
                    "tap id=menu_save",
                    "tap id=fab",
                    "type id=name \"span\"",
                    "type id=factor \"3\"",
                    "tap id=menu_save",
                ],
                shows: Shows::Missing("text=\"Span\""),
            },
            Bug {
                id: "lone-minus",
                title: "A minus sign without a number crashes",
                retells: "no report: a number is read before it is whole",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Temperature\"",
                    "type id=value_from \"-\"",
                ],
                shows: Shows::Crash("NumberFormatException in ConversionPresenter.onValueChanged"),
            },
            Bug {
                id: "rates-after-leaving",
                title: "Rates that come when another category is shown crash",
                retells: "no report: background work reports to a view that is gone",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Currency\"",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Weight\"",
                    "wait 5000",
                ],
                shows: Shows::Crash("NullPointerException in ConversionFragment.showRates"),
            },
            Bug {
                id: "zero-factor",
                title: "Converting to a custom unit whose factor is zero crashes",
                retells: "no report: a division nobody expects to fail",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Custom units\"",
                    "tap id=fab",
                    "type id=name \"Nil\"",
                    "type id=factor \"0\"",
                    "tap id=menu_save",
                    "back",
                    "tap id=unit_to",
                    "tap text=\"Nil\"",
                ],
                shows: Shows::Crash("ArithmeticException in Converter.convert"),
            },
        ],
        traps: &[
            Trap {
                kind: TrapKind::LooksIndependent,
                place: "the swap button stands apart and exchanges the units (Genie, figure 4(a))",
            },
            Trap {
                kind: TrapKind::LooksIndependent,
                place: "group and decimal separator: the one gives way when the other takes its sign",
            },
            Trap { kind: TrapKind::SameLayout, place: "all categories share one page" },
            Trap { kind: TrapKind::LoadsLate, place: "the rates of currencies" },
            Trap {
                kind: TrapKind::ChangesByItself,
                place: "\"3 min ago\" in the history and under the rates",
            },
            Trap { kind: TrapKind::Reorders, place: "the favourite used last stands first" },
            Trap {
                kind: TrapKind::FalseLoop,
                place: "a category left and come back to shows its units, and the value 1 again",
            },
            Trap { kind: TrapKind::RandomTip, place: "the tip on the help page" },
            Trap { kind: TrapKind::Toast, place: "a toast when the result is copied" },
        ],
        source: include_str!("units.rs"),
    };

    fn start(&mut self, cx: &mut Cx<'_, Self>) -> Page {
        let convert = self.show(self.category, cx);
        Page::Main(convert)
    }

    fn window(page: &Page) -> Window {
        match page {
            Page::Main(_) => Window::Activity(".ui.MainActivity"),
            Page::Search { .. } => Window::Activity(".ui.SearchActivity"),
            Page::Favourites => Window::Activity(".ui.FavouritesActivity"),
            Page::History => Window::Activity(".ui.HistoryActivity"),
            Page::CustomUnits => Window::Activity(".ui.CustomUnitsActivity"),
            Page::CustomEditor { .. } => Window::Activity(".ui.CustomUnitActivity"),
            Page::Settings => Window::Activity(".ui.PreferencesActivity"),
            Page::Help { .. } => Window::Activity(".ui.HelpActivity"),
            Page::Drawer(_) => Window::Drawer,
            Page::MainMenu => Window::Menu,
            _ => Window::Dialog,
        }
    }

    fn view(&self, page: &Page, ui: &mut Ui<'_, Msg>) {
        match page {
            Page::Main(convert) => self.view_main(convert, ui),
            Page::Drawer(category) => self.view_drawer(*category, ui),
            Page::MainMenu => self.view_menu(ui),
            Page::UnitChoice { category, side, now } => self.view_units(*category, *side, *now, ui),
            Page::Search { query } => self.view_search(query, ui),
            Page::Favourites => self.view_favourites(ui),
            Page::History => self.view_history(ui),
            Page::Confirm(question) => self.view_question(*question, ui),
            Page::CustomUnits => self.view_custom(ui),
            Page::CustomEditor { draft, is_new, factor } => self.view_editor(draft, *is_new, factor, ui),
            Page::CategoryChoice(now) => {
                let name = |at: usize| self.say(CATEGORIES[at].name);
                self.view_choice(words::CATEGORY, CATEGORY_COUNT, *now, name, Msg::Category, ui);
            }
            Page::Settings => self.view_settings(ui),
            Page::LanguageChoice => {
                let (now, choose) =
                    (self.settings.language as usize, |at: usize| Msg::Language(Language::ALL[at].0));
                self.view_choice(words::LANGUAGE, 3, now, |at| Language::ALL[at].1, choose, ui);
            }
            Page::DecimalsChoice => {
                let name = |at: usize| ["0", "1", "2", "3", "4", "5", "6"][at];
                self.view_choice(words::DECIMALS, 7, self.settings.decimals, name, Msg::Decimals, ui);
            }
            Page::GroupChoice => self.view_group(ui),
            Page::PointChoice => {
                let name = |at: usize| [".", ","][at];
                let now = usize::from(self.settings.decimal_comma);
                self.view_choice(words::POINT, 2, now, name, |at| Msg::Point(at == 1), ui);
            }
            Page::Help { tip } => self.view_help(*tip, ui),
        }
    }

    fn update(&mut self, page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        match page {
            _ if matches!(msg, Msg::Close) => cx.close_with(Msg::Returned),
            Page::Main(convert) => self.on_main(convert, msg, cx),
            // What they offer is for the page below.
            Page::Drawer(_) | Page::MainMenu | Page::UnitChoice { .. } => cx.close_with(msg),
            Page::CategoryChoice(_) | Page::LanguageChoice | Page::DecimalsChoice => cx.close_with(msg),
            Page::GroupChoice | Page::PointChoice => cx.close_with(msg),
            Page::Search { query } => on_search(query, msg, cx),
            Page::Favourites => self.on_favourites(msg, cx),
            Page::History => on_history(msg, cx),
            Page::Confirm(question) => self.on_answer(*question, msg, cx),
            Page::CustomUnits => self.on_custom(msg, cx),
            Page::CustomEditor { draft, is_new, factor } => self.on_editor(draft, *is_new, factor, msg, cx),
            Page::Settings => self.on_settings(msg, cx),
            Page::Help { .. } => {
                if matches!(msg, Msg::Website) {
                    cover!(cx);
                    cx.visit(Neighbour::Browser, |_| Msg::Visited);
                }
            }
        }
    }

    fn back(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        match page {
            Page::Main(_) => cx.close(),
            _ => cx.close_with(Msg::Returned),
        }
    }

    fn recreate(&mut self, page: Page, why: Recreate, cx: &mut Cx<'_, Self>) -> Option<Page> {
        let died = why == Recreate::ProcessDeath;
        match page {
            Page::Main(convert) => {
                // Loading ends with the process; the rates that came with the app must do.
                let loading = convert.loading && !branch!(cx, died);
                Some(Page::Main(Convert { loading, deaf: false, ..convert }))
            }
            Page::UnitChoice { category, side, now } => {
                cover!(cx);
                let side = if cx.bug("unit-dialog-side") { Side::From } else { side };
                Some(Page::UnitChoice { category, side, now })
            }
            Page::MainMenu | Page::Confirm(_) => {
                cover!(cx);
                None
            }
            other => Some(other),
        }
    }

    fn paused(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        if let Page::Main(convert) = page {
            cover!(cx);
            self.last[convert.category] = Some((convert.from, convert.to));
            convert.deaf = cx.bug("swap-after-background");
        }
    }

    fn late(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        if matches!(msg, Msg::RatesLoaded) {
            cover!(cx);
            self.rates_at = Some(cx.now());
        }
    }
}

/// The data.
impl Units {
    fn say(&self, text: Text) -> &'static str {
        text[self.settings.language as usize]
    }

    /// A category with the units used there last.
    fn show(&mut self, category: usize, cx: &mut Cx<'_, Self>) -> Convert {
        self.category = category;
        let (from, to) = self.last[category].unwrap_or((UnitRef::Known(0), UnitRef::Known(1)));
        let fresh = self.rates_at.is_some_and(|at| at + RATES_KEEP > cx.now());
        let loading = category == CURRENCY && !fresh;
        if branch!(cx, loading) {
            cx.after(RATES_MILLIS, Msg::RatesLoaded);
        }
        let value = "1".to_owned();
        let mut convert = Convert { category, from, to, value, result: String::new(), loading, deaf: false };
        self.convert(&mut convert, cx);
        convert
    }

    fn unit(&self, category: usize, unit: UnitRef) -> Option<Unit<'_>> {
        match unit {
            UnitRef::Known(at) => CATEGORIES[category].units.get(at).copied(),
            UnitRef::Custom(id) => {
                let custom = self.custom.iter().find(|unit| unit.id == id && unit.category == category)?;
                Some(Unit { name: &custom.name, symbol: &custom.name, factor: custom.factor, offset: 0.0 })
            }
        }
    }

    fn unit_name(&self, category: usize, unit: UnitRef) -> &str {
        self.unit(category, unit).map_or("", |unit| unit.name)
    }

    fn units_of(&self, category: usize) -> impl Iterator<Item = UnitRef> {
        let known = (0..CATEGORIES[category].units.len()).map(UnitRef::Known);
        let custom = self.custom.iter().filter(move |unit| unit.category == category);
        known.chain(custom.map(|unit| UnitRef::Custom(unit.id)))
    }

    /// Fills in the result. Says whether the app lives on.
    fn convert(&self, convert: &mut Convert, cx: &mut Cx<'_, Self>) -> bool {
        convert.result.clear();
        if branch!(cx, convert.value == "-") && cx.bug("lone-minus") {
            cx.crash(
                Fault::new("java.lang.NumberFormatException", "For input string: \"-\"")
                    .at("java.lang.Double.parseDouble(Double.java:538)")
                    .at("com.example.units.presenters.ConversionPresenter.onValueChanged(ConversionPresenter.java:84)")
                    .at("com.example.units.ui.ConversionFragment.afterTextChanged(ConversionFragment.java:212)")
                    .at("android.widget.TextView.sendAfterTextChanged(TextView.java:10593)"),
            );
            return false;
        }
        let Ok(value) = convert.value.parse::<f64>() else { return true };
        let of = |unit| self.unit(convert.category, unit);
        let (Some(from), Some(to)) = (of(convert.from), of(convert.to)) else { return true };
        if branch!(cx, to.factor == 0.0) {
            if cx.bug("zero-factor") {
                cx.crash(
                    Fault::new("java.lang.ArithmeticException", "Division by zero")
                        .at("java.math.BigDecimal.divide(BigDecimal.java:1742)")
                        .at("com.example.units.models.Converter.convert(Converter.java:57)")
                        .at("com.example.units.presenters.ConversionPresenter.update(ConversionPresenter.java:131)")
                        .at("android.view.View.performClick(View.java:7448)"),
                );
                return false;
            }
            convert.result.push('—');
            return true;
        }
        let result = (value * from.factor + from.offset - to.offset) / to.factor;
        self.write_number(result, self.group_mark(cx.bug("group-separator-lost")), &mut convert.result);
        true
    }

    /// The sign between thousands, from the preference: by what was chosen or, wrongly, by the word for it.
    fn group_mark(&self, by_word: bool) -> Option<char> {
        let settings = &self.settings;
        match settings.group_word {
            Some(word)
                if by_word && settings.group == Group::None && word != self.say(Group::None.name()) =>
            {
                word.chars().next()
            }
            _ => settings.group.mark(),
        }
    }

    fn write_number(&self, number: f64, group: Option<char>, out: &mut String) {
        let digits = format!("{number:.*}", self.settings.decimals);
        let (whole, part) = digits.split_once('.').unwrap_or((&digits, ""));
        let (sign, whole) = whole.strip_prefix('-').map_or(("", whole), |whole| ("-", whole));
        out.push_str(sign);
        for (at, digit) in whole.chars().enumerate() {
            if at > 0 && (whole.len() - at) % 3 == 0 {
                out.extend(group);
            }
            out.push(digit);
        }
        let part = part.trim_end_matches('0');
        if !part.is_empty() {
            out.push(if self.settings.decimal_comma { ',' } else { '.' });
            out.push_str(part);
        }
    }

    /// New units for the main page; they are remembered for the category.
    fn set_units(&mut self, convert: &mut Convert, from: UnitRef, to: UnitRef, cx: &mut Cx<'_, Self>) {
        (convert.from, convert.to) = (from, to);
        if self.convert(convert, cx) && !cx.bug("units-forgotten") {
            self.last[convert.category] = Some((from, to));
        }
    }

    fn favourite(&self, convert: &Convert) -> Option<usize> {
        let same = |f: &Favourite| (f.category, f.from, f.to) == (convert.category, convert.from, convert.to);
        self.favourites.iter().position(same)
    }

    fn remember(&mut self, convert: &Convert, cx: &mut Cx<'_, Self>) {
        let Convert { category, from, to, ref value, ref result, .. } = *convert;
        let (Some(a), Some(b)) = (self.unit(category, from), self.unit(category, to)) else { return };
        let mut text = String::new();
        let _ = write!(text, "{value} {} = {result} {}", a.symbol, b.symbol);
        self.history.insert(0, Entry { category, from, to, text, at: cx.now() });
        self.history.truncate(MAX_HISTORY);
    }

    fn delete_unit(&mut self, id: u32) {
        self.custom.retain(|unit| unit.id != id);
        self.forget_unit(id);
    }

    /// Whatever refers to a unit goes with it.
    fn forget_unit(&mut self, id: u32) {
        let gone = UnitRef::Custom(id);
        self.favourites.retain(|favourite| favourite.from != gone && favourite.to != gone);
        self.history.retain(|entry| entry.from != gone && entry.to != gone);
        for last in &mut self.last {
            last.take_if(|(from, to)| *from == gone || *to == gone);
        }
    }

    fn save_unit(&mut self, draft: &Custom, is_new: bool, cx: &mut Cx<'_, Self>) {
        let blind = cx.bug("same-name-overwrites");
        let twin = self.custom.iter_mut().find(|unit| {
            is_new && blind && unit.category == draft.category && unit.name.eq_ignore_ascii_case(&draft.name)
        });
        let stored = match twin {
            Some(twin) => Some(twin),
            None => self.custom.iter_mut().find(|unit| unit.id == draft.id),
        };
        let indexed = draft.name.clone();
        let mut moved = false;
        match stored {
            Some(unit) => {
                moved = unit.category != draft.category;
                let indexed = if cx.bug("renamed-unit-search") { unit.indexed.clone() } else { indexed };
                *unit = Custom { id: unit.id, indexed, ..draft.clone() };
            }
            None => self.custom.push(Custom { indexed, ..draft.clone() }),
        }
        if branch!(cx, moved) {
            self.forget_unit(draft.id);
        }
    }

    fn found(&self, query: &str) -> Vec<(usize, UnitRef)> {
        let query = query.trim().to_lowercase();
        if query.is_empty() {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (category, Category { units, .. }) in CATEGORIES.iter().enumerate() {
            let has = |(_, unit): &(usize, &Unit<'_>)| unit.name.to_lowercase().contains(&query);
            found.extend(units.iter().enumerate().filter(has).map(|(at, _)| (category, UnitRef::Known(at))));
        }
        let own = self.custom.iter().filter(|unit| unit.indexed.to_lowercase().contains(&query));
        found.extend(own.map(|unit| (unit.category, UnitRef::Custom(unit.id))));
        found
    }
}

/// What messages do.
impl Units {
    fn on_main(&mut self, convert: &mut Convert, msg: Msg, cx: &mut Cx<'_, Self>) {
        let Convert { category, from, to, .. } = *convert;
        match msg {
            Msg::OpenDrawer => cx.open(Page::Drawer(category)),
            Msg::OpenMenu => cx.open(Page::MainMenu),
            Msg::OpenSearch => cx.open(Page::Search { query: String::new() }),
            Msg::OpenFavourites => cx.open(Page::Favourites),
            Msg::OpenHistory => cx.open(Page::History),
            Msg::OpenCustomUnits => cx.open(Page::CustomUnits),
            Msg::OpenSettings => cx.open(Page::Settings),
            Msg::OpenHelp => {
                cover!(cx);
                let tip = cx.random(TIPS.len() as u64) as usize;
                cx.open(Page::Help { tip });
            }
            Msg::Category(other) => {
                if branch!(cx, other != category) {
                    *convert = self.show(other, cx);
                }
            }
            Msg::Value(text) => {
                cover!(cx);
                convert.value = number_typed(&text, category == TEMPERATURE);
                self.convert(convert, cx);
            }
            Msg::Entered => {
                if branch!(cx, self.settings.keep_history && !convert.result.is_empty()) {
                    self.remember(convert, cx);
                }
            }
            Msg::Swap if !convert.deaf => {
                cover!(cx);
                self.set_units(convert, to, from, cx);
            }
            Msg::OpenUnits(side) => {
                cover!(cx);
                let now = if side == Side::From { from } else { to };
                cx.open(Page::UnitChoice { category, side, now });
            }
            Msg::Unit(Side::From, unit) => {
                cover!(cx);
                self.set_units(convert, unit, to, cx);
            }
            Msg::Unit(Side::To, unit) => {
                cover!(cx);
                self.set_units(convert, from, unit, cx);
            }
            Msg::Star => match self.favourite(convert) {
                Some(at) => {
                    cover!(cx);
                    self.favourites.remove(at);
                }
                None => {
                    cover!(cx);
                    self.favourites.insert(0, Favourite { category, from, to, used: cx.now() });
                }
            },
            Msg::Copy => {
                cover!(cx);
                cx.toast(self.say(words::COPIED));
            }
            Msg::Clear => {
                cover!(cx);
                convert.value.clear();
                convert.result.clear();
            }
            Msg::RatesLoaded => self.rates_loaded(convert, cx),
            Msg::Go(category, from, to) => {
                cover!(cx);
                *convert = self.show(category, cx);
                // The first other unit, where only one was asked for.
                let other = if from == UnitRef::Known(0) { UnitRef::Known(1) } else { UnitRef::Known(0) };
                self.set_units(convert, from, to.unwrap_or(other), cx);
            }
            Msg::Returned => {
                let gone = |unit| self.unit(category, unit).is_none();
                if branch!(cx, gone(from) || gone(to)) {
                    (convert.from, convert.to) = (UnitRef::Known(0), UnitRef::Known(1));
                }
                self.convert(convert, cx);
            }
            _ => {}
        }
    }

    fn rates_loaded(&mut self, convert: &mut Convert, cx: &mut Cx<'_, Self>) {
        self.rates_at = Some(cx.now());
        if branch!(cx, convert.category == CURRENCY) {
            convert.loading = false;
            self.convert(convert, cx);
        } else if cx.bug("rates-after-leaving") {
            cx.crash(
                Fault::new(
                    "java.lang.NullPointerException",
                    "Attempt to invoke virtual method 'void android.widget.ProgressBar.setVisibility(int)' on a \
                     null object reference",
                )
                .at("com.example.units.ui.ConversionFragment.showRates(ConversionFragment.java:301)")
                .at("com.example.units.presenters.ConversionPresenter.onNext(ConversionPresenter.java:170)")
                .at("rx.internal.util.ObserverSubscriber.onNext(ObserverSubscriber.java:34)"),
            );
        }
    }

    fn on_favourites(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::OpenFavourite(at) => {
                let Some(favourite) = self.favourites.get_mut(at) else { return };
                cover!(cx);
                favourite.used = cx.now();
                let go = Msg::Go(favourite.category, favourite.from, Some(favourite.to));
                self.favourites.sort_by_key(|favourite| Reverse(favourite.used));
                cx.close_with(go);
            }
            Msg::RemoveFavourite(at) => {
                cover!(cx);
                if at < self.favourites.len() {
                    self.favourites.remove(at);
                }
            }
            _ => {}
        }
    }

    fn on_answer(&mut self, question: Question, msg: Msg, cx: &mut Cx<'_, Self>) {
        if !matches!(msg, Msg::Confirmed) {
            return;
        }
        cx.close();
        match question {
            Question::ClearHistory => {
                cover!(cx);
                self.history.clear();
                if cx.bug("clear-takes-favourites") {
                    self.favourites.clear();
                }
            }
            Question::DeleteUnit(id) => {
                cover!(cx);
                self.delete_unit(id);
                cx.close();
            }
        }
    }

    fn on_custom(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::NewUnit => {
                cover!(cx);
                self.next_id += 1;
                let (id, category) = (self.next_id, self.category);
                let draft = Custom { id, category, name: String::new(), factor: 1.0, indexed: String::new() };
                cx.open(Page::CustomEditor { draft, is_new: true, factor: String::new() });
            }
            Msg::EditUnit(id) => {
                let Some(draft) = self.custom.iter().find(|unit| unit.id == id).cloned() else { return };
                cover!(cx);
                let factor = draft.factor.to_string();
                cx.open(Page::CustomEditor { draft, is_new: false, factor });
            }
            _ => {}
        }
    }

    fn on_editor(
        &mut self,
        draft: &mut Custom,
        is_new: bool,
        factor: &mut String,
        msg: Msg,
        cx: &mut Cx<'_, Self>,
    ) {
        match msg {
            Msg::Name(text) => text.trim().clone_into(&mut draft.name),
            Msg::Factor(text) => *factor = number_typed(&text, false),
            Msg::OpenCategories => cx.open(Page::CategoryChoice(draft.category)),
            Msg::Category(category) => {
                cover!(cx);
                draft.category = category;
            }
            Msg::AskDelete => cx.open(Page::Confirm(Question::DeleteUnit(draft.id))),
            Msg::Save => {
                let number = factor.parse().ok().filter(|_| !draft.name.is_empty());
                let twin = |unit: &Custom| {
                    unit.id != draft.id && (unit.category, &unit.name) == (draft.category, &draft.name)
                };
                if branch!(cx, self.custom.iter().any(twin)) {
                    cx.toast(self.say(words::EXISTS));
                } else if let Some(number) = number {
                    cover!(cx);
                    draft.factor = number;
                    self.save_unit(draft, is_new, cx);
                    cx.close_with(Msg::Returned);
                } else {
                    cx.toast(self.say(words::NEEDED));
                }
            }
            _ => {}
        }
    }

    fn on_settings(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        let settings = &mut self.settings;
        match msg {
            Msg::OpenLanguage => cx.open(Page::LanguageChoice),
            Msg::OpenDecimals => cx.open(Page::DecimalsChoice),
            Msg::OpenGroup => cx.open(Page::GroupChoice),
            Msg::OpenPoint => cx.open(Page::PointChoice),
            Msg::Language(language) => {
                cover!(cx);
                settings.language = language;
            }
            Msg::Decimals(decimals) => {
                cover!(cx);
                settings.decimals = decimals;
            }
            Msg::Group(group) => {
                settings.group = group;
                settings.group_word = Some(group.name()[settings.language as usize]);
                // One sign cannot mean both.
                let point = if settings.decimal_comma { ',' } else { '.' };
                if branch!(cx, group.mark() == Some(point)) {
                    settings.decimal_comma = !settings.decimal_comma;
                }
            }
            Msg::Point(comma) => {
                settings.decimal_comma = comma;
                let (sign, other) =
                    if comma { (Group::Comma, Group::Dot) } else { (Group::Dot, Group::Comma) };
                if branch!(cx, settings.group == sign) {
                    settings.group = other;
                }
            }
            Msg::KeepHistory => {
                cover!(cx);
                settings.keep_history = !settings.keep_history;
            }
            _ => {}
        }
    }
}

/// What a number field takes of what is typed: digits, one point, and perhaps a minus in front.
fn number_typed(text: &str, may_be_negative: bool) -> String {
    let mut number = String::new();
    for c in text.chars() {
        let fits = match c {
            '0'..='9' => true,
            '.' => !number.contains('.'),
            '-' => may_be_negative && number.is_empty(),
            _ => false,
        };
        if fits && number.len() < MAX_DIGITS {
            number.push(c);
        }
    }
    number
}

fn on_search(query: &mut String, msg: Msg, cx: &mut Cx<'_, Units>) {
    match msg {
        Msg::Query(text) => {
            cover!(cx);
            *query = text;
        }
        Msg::Go(..) => {
            cover!(cx);
            cx.close_with(msg);
        }
        _ => {}
    }
}

fn on_history(msg: Msg, cx: &mut Cx<'_, Units>) {
    match msg {
        Msg::AskClear => {
            cover!(cx);
            cx.open(Page::Confirm(Question::ClearHistory));
        }
        Msg::Go(..) => {
            cover!(cx);
            cx.close_with(msg);
        }
        _ => {}
    }
}

/// What pages look like.
impl Units {
    fn view_main(&self, convert: &Convert, ui: &mut Ui<'_, Msg>) {
        let Convert { category, from, to, .. } = *convert;
        ui.column("drawer_content", |ui| {
            ui.toolbar(self.say(CATEGORIES[category].name), Nav::Drawer(Msg::OpenDrawer), |ui| {
                ui.icon("menu_search", self.say(words::SEARCH)).tap(Msg::OpenSearch);
                let starred = branch!(ui, self.favourite(convert).is_some());
                let star = if starred { words::UNSTAR } else { words::STAR };
                ui.icon("menu_favourite", self.say(star)).tap(Msg::Star).selected(starred);
                ui.overflow(Msg::OpenMenu);
            });
            ui.stack("fragment_container", |ui| {
                ui.scroll("conversion_scroll", |ui| {
                    ui.text("header_from", self.say(words::FROM));
                    ui.row("row_from", |ui| {
                        let name = self.unit_name(category, from);
                        ui.button("unit_from", name).tap(Msg::OpenUnits(Side::From)).width(240);
                        ui.field("value_from", &convert.value, "0").typed(Msg::Value).entered(Msg::Entered);
                    })
                    .height(84);
                    ui.text("header_to", self.say(words::TO));
                    ui.row("row_to", |ui| {
                        let name = self.unit_name(category, to);
                        ui.button("unit_to", name).tap(Msg::OpenUnits(Side::To)).width(240);
                        if branch!(ui, convert.loading) {
                            ui.busy();
                        } else {
                            ui.text("value_to", &convert.result).tap(Msg::Copy).fill();
                        }
                    })
                    .height(84);
                    if category == CURRENCY {
                        self.view_rates(ui);
                    }
                });
                ui.fab("swap", self.say(words::SWAP)).tap(Msg::Swap);
            })
            .fill();
        });
    }

    fn view_rates(&self, ui: &mut Ui<'_, Msg>) {
        if let Some(at) = self.rates_at {
            cover!(ui);
            let minutes = ui.now().saturating_sub(at) / MINUTE;
            let (loaded, ago) = (self.say(words::RATES), self.say(words::AGO));
            ui.text("rates_date", format_args!("{loaded}: {minutes} {ago}"));
        }
    }

    fn view_drawer(&self, category: usize, ui: &mut Ui<'_, Msg>) {
        ui.drawer("Units", |ui| {
            ui.scroll("nav_scroll", |ui| {
                for (at, Category { name, .. }) in CATEGORIES.iter().enumerate() {
                    ui.drawer_entry(self.say(*name), at == category).tap(Msg::Category(at));
                }
                ui.drawer_entry(self.say(words::FAVOURITES), false).tap(Msg::OpenFavourites);
                ui.drawer_entry(self.say(words::HISTORY), false).tap(Msg::OpenHistory);
                ui.drawer_entry(self.say(words::CUSTOM), false).tap(Msg::OpenCustomUnits);
                ui.drawer_entry(self.say(words::SETTINGS), false).tap(Msg::OpenSettings);
                ui.drawer_entry(self.say(words::HELP), false).tap(Msg::OpenHelp);
            });
        });
    }

    fn view_menu(&self, ui: &mut Ui<'_, Msg>) {
        ui.menu(|ui| {
            ui.entry("menu_copy", self.say(words::COPY)).tap(Msg::Copy);
            ui.entry("menu_clear", self.say(words::CLEAR)).tap(Msg::Clear);
            ui.entry("menu_settings", self.say(words::SETTINGS)).tap(Msg::OpenSettings);
        });
    }

    fn view_units(&self, category: usize, side: Side, now: UnitRef, ui: &mut Ui<'_, Msg>) {
        let title = if branch!(ui, side == Side::From) { words::FROM } else { words::TO };
        let content = |ui: &mut Ui<'_, Msg>| {
            ui.scroll("unit_scroll", |ui| {
                for unit in self.units_of(category) {
                    let name = self.unit_name(category, unit);
                    ui.radio("android:id/text1", name, unit == now).tap(Msg::Unit(side, unit));
                }
            });
        };
        ui.dialog(self.say(title), content, |ui| ui.cancel(self.say(words::CANCEL), Msg::Close));
    }

    fn view_search(&self, query: &str, ui: &mut Ui<'_, Msg>) {
        let found = self.found(query);
        ui.column("search_root", |ui| {
            ui.toolbar(self.say(words::SEARCH), Nav::Up(Msg::Close), |_| {});
            ui.row("search_bar", |ui| {
                ui.field("query", query, self.say(words::SEARCH)).typed(Msg::Query);
            })
            .height(84);
            if branch!(ui, found.is_empty()) {
                ui.text("empty", self.say(words::NOTHING));
            } else {
                ui.list("results", found.len(), 84, |ui, at| {
                    let (category, unit) = found[at];
                    ui.row("result", |ui| {
                        ui.text("result_name", self.unit_name(category, unit)).fill();
                        ui.text("result_category", self.say(CATEGORIES[category].name));
                    })
                    .tap(Msg::Go(category, unit, None));
                });
            }
        });
    }

    fn view_favourites(&self, ui: &mut Ui<'_, Msg>) {
        ui.column("favourites_root", |ui| {
            ui.toolbar(self.say(words::FAVOURITES), Nav::Up(Msg::Close), |_| {});
            if branch!(ui, self.favourites.is_empty()) {
                ui.text("empty", self.say(words::NOTHING));
            }
            ui.list("favourite_list", self.favourites.len(), 96, |ui, at| {
                let Favourite { category, from, to, .. } = self.favourites[at];
                let (a, b) = (self.unit_name(category, from), self.unit_name(category, to));
                ui.row("favourite", |ui| {
                    ui.column("", |ui| {
                        ui.text("favourite_units", format_args!("{a} → {b}"));
                        ui.text("favourite_category", self.say(CATEGORIES[category].name));
                    })
                    .fill();
                    ui.icon("remove", self.say(words::DELETE)).tap(Msg::RemoveFavourite(at));
                })
                .tap(Msg::OpenFavourite(at));
            });
        });
    }

    fn view_history(&self, ui: &mut Ui<'_, Msg>) {
        ui.column("history_root", |ui| {
            ui.toolbar(self.say(words::HISTORY), Nav::Up(Msg::Close), |ui| {
                ui.icon("menu_clear", self.say(words::CLEAR)).tap(Msg::AskClear);
            });
            if branch!(ui, self.history.is_empty()) {
                ui.text("empty", self.say(words::NOTHING));
            }
            let now = ui.now();
            ui.list("history_list", self.history.len(), 96, |ui, at| {
                let entry = &self.history[at];
                let minutes = now.saturating_sub(entry.at) / MINUTE;
                ui.column("entry", |ui| {
                    ui.text("entry_text", &entry.text);
                    ui.text("entry_time", format_args!("{minutes} {}", self.say(words::AGO)));
                })
                .tap(Msg::Go(entry.category, entry.from, Some(entry.to)));
            });
        });
    }

    fn view_question(&self, question: Question, ui: &mut Ui<'_, Msg>) {
        let title = match question {
            Question::ClearHistory => words::CLEAR,
            Question::DeleteUnit(_) => words::DELETE,
        };
        let content = |ui: &mut Ui<'_, Msg>| ui.message(self.say(words::SURE));
        ui.dialog(self.say(title), content, |ui| {
            ui.cancel(self.say(words::CANCEL), Msg::Close);
            ui.ok(self.say(words::OK), Msg::Confirmed);
        });
    }

    fn view_custom(&self, ui: &mut Ui<'_, Msg>) {
        ui.column("custom_root", |ui| {
            ui.toolbar(self.say(words::CUSTOM), Nav::Up(Msg::Close), |_| {});
            ui.stack("custom_content", |ui| {
                if branch!(ui, self.custom.is_empty()) {
                    ui.text("empty", self.say(words::NOTHING));
                } else {
                    ui.list("custom_list", self.custom.len(), 84, |ui, at| {
                        let unit = &self.custom[at];
                        ui.row("custom_unit", |ui| {
                            ui.text("custom_name", &unit.name).fill();
                            ui.text("custom_category", self.say(CATEGORIES[unit.category].name));
                        })
                        .tap(Msg::EditUnit(unit.id));
                    });
                }
                ui.fab("fab", "+").tap(Msg::NewUnit);
            })
            .fill();
        });
    }

    fn view_editor(&self, draft: &Custom, is_new: bool, factor: &str, ui: &mut Ui<'_, Msg>) {
        ui.column("custom_unit_root", |ui| {
            ui.toolbar(self.say(words::CUSTOM), Nav::Up(Msg::Close), |ui| {
                if branch!(ui, !is_new) {
                    ui.icon("menu_delete", self.say(words::DELETE)).tap(Msg::AskDelete);
                }
                ui.icon("menu_save", self.say(words::SAVE)).tap(Msg::Save);
            });
            ui.scroll("custom_unit_scroll", |ui| {
                ui.field("name", &draft.name, self.say(words::NAME)).typed(Msg::Name);
                ui.field("factor", factor, self.say(words::FACTOR)).typed(Msg::Factor);
                // One of these is so many of the first unit without a factor of its own.
                let base = CATEGORIES[draft.category].units.iter().find(|unit| unit.factor == 1.0);
                ui.text("base", base.map_or("", |unit| unit.name));
                let category = self.say(CATEGORIES[draft.category].name);
                ui.button("category", category).tap(Msg::OpenCategories);
            });
        });
    }

    fn view_choice(
        &self,
        title: Text,
        count: usize,
        now: usize,
        name: impl Fn(usize) -> &'static str,
        choose: impl Fn(usize) -> Msg,
        ui: &mut Ui<'_, Msg>,
    ) {
        let content = |ui: &mut Ui<'_, Msg>| {
            ui.scroll("choice_scroll", |ui| {
                for at in 0..count {
                    ui.radio("android:id/text1", name(at), at == now).tap(choose(at));
                }
            });
        };
        ui.dialog(self.say(title), content, |ui| ui.cancel(self.say(words::CANCEL), Msg::Close));
    }

    fn view_group(&self, ui: &mut Ui<'_, Msg>) {
        let mark = self.group_mark(ui.bug("group-separator-lost"));
        let now = Group::ALL.iter().position(|group| group.mark() == mark).unwrap_or(usize::MAX);
        let name = |at: usize| self.say(Group::ALL[at].name());
        self.view_choice(words::GROUP, 4, now, name, |at| Msg::Group(Group::ALL[at]), ui);
    }

    fn view_settings(&self, ui: &mut Ui<'_, Msg>) {
        let settings = &self.settings;
        ui.column("preferences_root", |ui| {
            ui.toolbar(self.say(words::SETTINGS), Nav::Up(Msg::Close), |_| {});
            ui.scroll("preferences_list", |ui| {
                let language = Language::ALL[settings.language as usize].1;
                ui.preference(self.say(words::LANGUAGE), language, None).tap(Msg::OpenLanguage);
                ui.preference(self.say(words::DECIMALS), settings.decimals, None).tap(Msg::OpenDecimals);
                ui.preference(self.say(words::GROUP), self.say(words::THOUSANDS), None).tap(Msg::OpenGroup);
                let point = if branch!(ui, settings.decimal_comma) { "," } else { "." };
                ui.preference(self.say(words::POINT), point, None).tap(Msg::OpenPoint);
                ui.preference(self.say(words::KEEP), "", Some(settings.keep_history)).tap(Msg::KeepHistory);
            });
        });
    }

    fn view_help(&self, tip: usize, ui: &mut Ui<'_, Msg>) {
        ui.column("help_root", |ui| {
            ui.toolbar(self.say(words::HELP), Nav::Up(Msg::Close), |_| {});
            ui.scroll("help_scroll", |ui| {
                ui.text("version", "Units 5.5.1");
                ui.card("tip_card", |ui| {
                    ui.text("tip", TIPS[tip]);
                });
                ui.button("website", self.say(words::WEBSITE)).tap(Msg::Website);
            });
        });
    }
}
