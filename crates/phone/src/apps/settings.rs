//! Settings: a tree of preferences four levels deep, with dependent switches, dialogs, search and profiles.
//!
//! The tree is data, as in Android's preference XML: each screen lists its lines, each line says which
//! switches it needs. What goes wrong is what goes wrong in such apps: dependencies that are no longer heard,
//! lists bound to old positions, an index not kept up to date, dialogs made anew from too little.

use crate::app::{App, Bug, BugKind, Manifest, Oracle, Recreate, Shows, Trap, TrapKind, Window};
use crate::cx::{Cx, Fault};
use crate::ui::{Nav, Ui};
use crate::{branch, cover};

/// Everything the app keeps.
#[derive(Clone)]
pub(crate) struct Settings {
    /// The first two come with the app and cannot be deleted.
    profiles: Vec<Profile>,
    active: usize,
    /// Wi-Fi networks the user has joined.
    networks: Vec<String>,
    connected: Option<String>,
    developer: bool,
    last_check: Option<u64>,
    /// Titles opened from search, the last first.
    recent: Vec<String>,
    /// What a slider stood at when its dialog was left: in memory only.
    pending: Option<i32>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            profiles: BUILT_IN.iter().map(|name| Profile::new(name, Prefs::default())).collect(),
            active: 0,
            networks: vec!["Home".into(), "Library".into()],
            connected: Some("Home".into()),
            developer: false,
            last_check: None,
            recent: Vec::new(),
            pending: None,
        }
    }
}

/// A named set of preferences.
#[derive(Clone)]
struct Profile {
    name: String,
    /// The name that search knows it by.
    indexed: String,
    prefs: Prefs,
}

impl Profile {
    fn new(name: &str, prefs: Prefs) -> Self {
        Self { name: name.to_owned(), indexed: name.to_owned(), prefs }
    }
}

#[derive(Clone)]
struct Prefs {
    switches: [bool; SWITCHES.len()],
    choices: [usize; CHOICES.len()],
    levels: [i32; LEVELS.len()],
    texts: [String; TEXTS.len()],
    /// Wi-Fi and Bluetooth as they were before aeroplane mode.
    before_flight: Option<(bool, bool)>,
}

impl Default for Prefs {
    fn default() -> Self {
        Self {
            switches: SWITCHES.map(|(_, _, on)| on),
            choices: [0; CHOICES.len()],
            levels: LEVELS.map(|level| level.first),
            texts: TEXTS.map(|(_, value)| value.to_owned()),
            before_flight: None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Switch {
    Flight,
    Wifi,
    Metered,
    Proxy,
    Bluetooth,
    Visible,
    DataSaver,
    DataLimit,
    Adaptive,
    TurnScreen,
    Vibrate,
    TouchSounds,
    Notify,
    FlashLight,
    Previews,
    Quiet,
    Schedule,
    ShowPin,
    ManualZone,
    Hours24,
    Developer,
    UsbDebugging,
    StayAwake,
}

/// Title, summary, and whether it is on at first; in the order of [`Switch`].
const SWITCHES: [(&str, &str, bool); 23] = [
    ("Aeroplane mode", "No radio at all", false),
    ("Use Wi-Fi", "Find and join networks", true),
    ("Treat as metered", "Large downloads wait", false),
    ("Use proxy", "For this network", false),
    ("Use Bluetooth", "Talk to devices nearby", true),
    ("Visible to others", "While this page is open", false),
    ("Data saver", "Apps in the background wait", false),
    ("Data limit", "Stop when it is reached", false),
    ("Adaptive brightness", "After the light around you", true),
    ("Turn with the phone", "Portrait and landscape", true),
    ("Vibrate on calls", "Also when silent", true),
    ("Touch sounds", "A click for each tap", false),
    ("Allow notifications", "From all apps", true),
    ("Flash light", "Blink when something is new", true),
    ("Show previews", "The first line of a message", true),
    ("Do not disturb", "Nothing rings", false),
    ("Schedule", "Every day at the same time", false),
    ("Show PIN", "While it is typed", false),
    ("Choose time zone by hand", "Not from the network", false),
    ("24-hour clock", "13:00 instead of 1:00 PM", true),
    ("Use developer options", "For those who know", true),
    ("USB debugging", "While a cable is plugged in", false),
    ("Stay awake", "While charging", false),
];

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Choice {
    KeepWifi,
    Band,
    Theme,
    Sleep,
    Ringtone,
    LockScreen,
    LightColour,
    ScreenLock,
    Zone,
    Processes,
}

/// Title and what there is to choose from; in the order of [`Choice`].
const CHOICES: [(&str, &[&str]); 10] = [
    ("Keep on during sleep", &["Always", "Only when plugged in", "Never"]),
    ("Frequency band", &["Automatic", "2.4 GHz only", "5 GHz only"]),
    ("Theme", &["Light", "Dark", "Follow the sun"]),
    ("Sleep", &["After 1 minute", "After 5 minutes", "After 10 minutes", "Never"]),
    ("Ringtone", &["Argon", "Krypton", "Neon", "None"]),
    ("On the lock screen", &["Show everything", "Hide contents", "Show nothing"]),
    ("Light colour", &["White", "Red", "Green", "Blue"]),
    ("Screen lock", &["Swipe", "PIN", "None"]),
    ("Time zone", &["London", "Berlin", "Tokyo", "New York"]),
    ("Background processes", &["Standard limit", "At most 4", "At most 1", "None"]),
];

/// Hours to add to UTC, for the time zones to choose from (in June).
const ZONES: [u64; 4] = [1, 2, 9, 20];

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
    DataCap,
    Brightness,
    FontSize,
    Media,
    Ring,
    Alarm,
}

/// A value with its bounds.
struct Slider {
    title: &'static str,
    unit: &'static str,
    least: i32,
    most: i32,
    step: i32,
    first: i32,
}

const fn slider(
    title: &'static str,
    unit: &'static str,
    bounds: (i32, i32),
    step: i32,
    first: i32,
) -> Slider {
    Slider { title, unit, least: bounds.0, most: bounds.1, step, first }
}

/// In the order of [`Level`].
const LEVELS: [Slider; 6] = [
    slider("Monthly limit", "GB", (1, 20), 1, 5),
    slider("Brightness", "%", (0, 100), 10, 40),
    slider("Font size", "pt", (8, 24), 2, 12),
    slider("Media volume", "%", (0, 100), 10, 50),
    slider("Ring volume", "%", (0, 100), 10, 80),
    slider("Alarm volume", "%", (0, 100), 10, 70),
];

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Text {
    Host,
    Port,
    Bypass,
    DeviceName,
    QuietFrom,
    QuietTo,
    Pin,
    OwnerName,
}

/// Title and first value; in the order of [`Text`].
const TEXTS: [(&str, &str); 8] = [
    ("Host", "proxy.example.com"),
    ("Port", "8080"),
    ("Bypass for", ""),
    ("Device name", "Phone"),
    ("From", "22:00"),
    ("To", "07:00"),
    ("PIN", ""),
    ("Owner name", ""),
];

/// A screen below the first one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Screen {
    Network,
    Wifi,
    Advanced,
    Proxy,
    Bluetooth,
    Data,
    Display,
    Sound,
    Notifications,
    Quiet,
    Security,
    Clock,
    Developer,
    About,
}

impl Screen {
    /// In the order in which search looks through them.
    const ALL: [Screen; 14] = [
        Screen::Network,
        Screen::Wifi,
        Screen::Advanced,
        Screen::Proxy,
        Screen::Bluetooth,
        Screen::Data,
        Screen::Display,
        Screen::Sound,
        Screen::Notifications,
        Screen::Quiet,
        Screen::Security,
        Screen::Clock,
        Screen::Developer,
        Screen::About,
    ];

    fn title(self) -> &'static str {
        match self {
            Screen::Network => "Network",
            Screen::Wifi => "Wi-Fi",
            Screen::Advanced => "Advanced",
            Screen::Proxy => "Proxy",
            Screen::Bluetooth => "Bluetooth",
            Screen::Data => "Data usage",
            Screen::Display => "Display",
            Screen::Sound => "Sound",
            Screen::Notifications => "Notifications",
            Screen::Quiet => "Quiet hours",
            Screen::Security => "Security",
            Screen::Clock => "Date & time",
            Screen::Developer => "Developer options",
            Screen::About => "About",
        }
    }

    fn summary(self) -> &'static str {
        match self {
            Screen::Network => "Wi-Fi, Bluetooth, data usage",
            Screen::Advanced => "Sleep, band, proxy",
            Screen::Data => "Saver and limit",
            Screen::Display => "Brightness, theme, font size",
            Screen::Sound => "Volume, ringtone, vibration",
            Screen::Notifications => "What may blink and ring",
            Screen::Quiet => "When nothing may ring",
            Screen::Security => "Screen lock, owner",
            Screen::Clock => "Time zone, format",
            Screen::Developer => "Debugging, limits",
            Screen::About => "Version, updates, licences",
            Screen::Wifi | Screen::Proxy | Screen::Bluetooth => "",
        }
    }

    fn lines(self) -> &'static [Line] {
        match self {
            Screen::Network => &[
                Line::Go(Screen::Wifi),
                Line::Go(Screen::Bluetooth),
                Line::Go(Screen::Data),
                Line::Switch(Switch::Flight),
            ],
            Screen::Wifi => &[Line::Switch(Switch::Wifi), Line::Go(Screen::Advanced)],
            Screen::Advanced => &[
                Line::Switch(Switch::Metered),
                Line::Choice(Choice::KeepWifi),
                Line::Choice(Choice::Band),
                Line::Go(Screen::Proxy),
            ],
            Screen::Proxy => &[
                Line::Switch(Switch::Proxy),
                Line::Text(Text::Host),
                Line::Text(Text::Port),
                Line::Text(Text::Bypass),
            ],
            Screen::Bluetooth => &[
                Line::Switch(Switch::Bluetooth),
                Line::Text(Text::DeviceName),
                Line::Switch(Switch::Visible),
            ],
            Screen::Data => &[
                Line::Switch(Switch::DataSaver),
                Line::Switch(Switch::DataLimit),
                Line::Level(Level::DataCap),
            ],
            Screen::Display => &[
                Line::Level(Level::Brightness),
                Line::Switch(Switch::Adaptive),
                Line::Choice(Choice::Theme),
                Line::Level(Level::FontSize),
                Line::Choice(Choice::Sleep),
                Line::Switch(Switch::TurnScreen),
            ],
            Screen::Sound => &[
                Line::Level(Level::Media),
                Line::Level(Level::Ring),
                Line::Level(Level::Alarm),
                Line::Switch(Switch::Vibrate),
                Line::Choice(Choice::Ringtone),
                Line::Switch(Switch::TouchSounds),
            ],
            Screen::Notifications => &[
                Line::Switch(Switch::Notify),
                Line::Choice(Choice::LockScreen),
                Line::Switch(Switch::FlashLight),
                Line::Choice(Choice::LightColour),
                Line::Switch(Switch::Previews),
                Line::Go(Screen::Quiet),
            ],
            Screen::Quiet => &[
                Line::Switch(Switch::Quiet),
                Line::Switch(Switch::Schedule),
                Line::Text(Text::QuietFrom),
                Line::Text(Text::QuietTo),
            ],
            Screen::Security => &[
                Line::Choice(Choice::ScreenLock),
                Line::Text(Text::Pin),
                Line::Switch(Switch::ShowPin),
                Line::Text(Text::OwnerName),
            ],
            Screen::Clock => {
                &[Line::Switch(Switch::ManualZone), Line::Choice(Choice::Zone), Line::Switch(Switch::Hours24)]
            }
            Screen::Developer => &[
                Line::Switch(Switch::Developer),
                Line::Switch(Switch::UsbDebugging),
                Line::Switch(Switch::StayAwake),
                Line::Choice(Choice::Processes),
            ],
            Screen::About => &[Line::Version, Line::Build, Line::Updates, Line::Licences],
        }
    }
}

/// A line of a screen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    Go(Screen),
    Switch(Switch),
    Choice(Choice),
    Level(Level),
    Text(Text),
    Version,
    Build,
    Updates,
    Licences,
}

impl Line {
    fn title(self) -> &'static str {
        match self {
            Line::Go(screen) => screen.title(),
            Line::Switch(switch) => SWITCHES[switch as usize].0,
            Line::Choice(choice) => CHOICES[choice as usize].0,
            Line::Level(level) => LEVELS[level as usize].title,
            Line::Text(text) => TEXTS[text as usize].0,
            Line::Version => "Version",
            Line::Build => "Build number",
            Line::Updates => "Check for updates",
            Line::Licences => "Open source licences",
        }
    }

    /// The switches without which it means nothing.
    fn needs(self) -> &'static [Switch] {
        match self {
            Line::Go(Screen::Advanced) => &[Switch::Wifi],
            Line::Text(Text::Host | Text::Port | Text::Bypass) => &[Switch::Proxy],
            Line::Text(Text::DeviceName) | Line::Switch(Switch::Visible) => &[Switch::Bluetooth],
            Line::Level(Level::DataCap) => &[Switch::DataLimit],
            Line::Choice(Choice::LockScreen) | Line::Switch(Switch::FlashLight | Switch::Previews) => {
                &[Switch::Notify]
            }
            Line::Choice(Choice::LightColour) => &[Switch::Notify, Switch::FlashLight],
            Line::Switch(Switch::Schedule) => &[Switch::Quiet],
            Line::Text(Text::QuietFrom | Text::QuietTo) => &[Switch::Quiet, Switch::Schedule],
            Line::Choice(Choice::Zone) => &[Switch::ManualZone],
            Line::Switch(Switch::UsbDebugging | Switch::StayAwake) | Line::Choice(Choice::Processes) => {
                &[Switch::Developer]
            }
            _ => &[],
        }
    }
}

/// An open screen.
#[derive(Clone)]
pub(crate) struct View {
    screen: Screen,
    /// How often the build number was tapped.
    taps: u8,
    /// Networks are looked for, or updates.
    busy: bool,
    from_search: bool,
    /// The colour of the light as it was enabled when its dependencies were last registered.
    colour_frozen: bool,
}

/// What search finds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hit {
    Screen(Screen),
    Line(Screen, Line),
    Profile(usize),
}

#[derive(Clone)]
pub(crate) enum Page {
    Root { tip: usize },
    RootMenu,
    Reset,
    Screen(View),
    Choice(Choice),
    Level { level: Level, value: i32 },
    Text { text: Text, value: String, error: Option<&'static str> },
    Search { query: String, shown: Vec<Hit>, bound: Vec<Hit> },
    Profiles,
    ProfileOptions(usize),
    NameProfile { profile: Option<usize>, name: String, error: Option<&'static str> },
    DeleteProfile(usize),
    Saved(String),
    AddNetwork { name: String, password: String, error: Option<&'static str> },
    Licences,
}

#[derive(Clone)]
pub(crate) enum Msg {
    Close,
    /// The page above closed.
    Returned,
    Up,
    OpenMenu,
    OpenSearch,
    OpenProfiles,
    Open(Screen),
    AskReset,
    Confirmed,
    Tap(Line),
    Scanned,
    Checked,
    Chosen(usize),
    More,
    Less,
    Typed(String),
    Password(String),
    OpenHit(usize),
    Profile(usize),
    ProfileOptions(usize),
    NewProfile,
    Rename,
    Delete,
    Network(usize),
    Found(usize),
    AddNetwork,
    Forget,
}

const BUILT_IN: [&str; 2] = ["Standard", "Work"];
const ROOT: [Screen; 8] = [
    Screen::Network,
    Screen::Display,
    Screen::Sound,
    Screen::Notifications,
    Screen::Security,
    Screen::Clock,
    Screen::Developer,
    Screen::About,
];
/// After so many screens the list of the first page offers the profiles.
const BEFORE_PROFILES: usize = 5;
/// What a scan finds, besides the saved ones.
const AIR: [&str; 3] = ["Library", "Cafe Guest", "Neighbours"];
const TIPS: [&str; 4] = [
    "A profile keeps a whole set of settings.",
    "Search finds every setting by its name.",
    "Quiet hours let you sleep.",
    "Data saver helps at the end of the month.",
];
const LIBRARIES: [&str; 5] = ["AndroidX", "Material Components", "Kotlin", "Dagger", "OkHttp"];
const SCAN_MILLIS: u64 = 3_000;
const CHECK_MILLIS: u64 = 4_000;
const MAX_RECENT: usize = 5;
const MAX_PROFILES: usize = 8;
const MAX_NETWORKS: usize = 8;
const TAPS_TO_DEVELOPER: u8 = 7;

impl App for Settings {
    type Page = Page;
    type Msg = Msg;

    const MANIFEST: Manifest = Manifest {
        name: "settings",
        package: "com.example.preferences",
        title: "Settings",
        about: "A tree of preferences with dependent switches, search and profiles",
        bugs: &[
            Bug {
                id: "colour-stays-enabled",
                title: "Once notifications were off and on, the light's colour no longer follows its switch",
                retells: "the-blue-alliance-android pull request #830",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Independence { inserted: 1..3 }],
                trace: &[
                    "tap text=\"Notifications\"",
                    "tap text=\"Allow notifications\"",
                    "tap text=\"Allow notifications\"",
                    "tap text=\"Flash light\"",
                    "tap text=\"Show previews\"",
                ],
                shows: Shows::Missing("text=\"Turn on Flash light first\""),
            },
            Bug {
                id: "search-row-stale",
                title: "After one search result was visited, another opens the wrong page",
                retells: "no report: rows handled by the positions they had before the list was sorted",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Independence { inserted: 2..4 }],
                trace: &[
                    "tap id=search",
                    "type id=search_src_text \"name\"",
                    "tap text=\"Owner name\"",
                    "back",
                    "tap text=\"Device name\"",
                ],
                shows: Shows::Missing("text=\"Bluetooth\""),
            },
            Bug {
                id: "slider-of-another",
                title: "A slider starts where the one left by Cancel before it stood",
                retells: "no report: one dialog object for all sliders",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Independence { inserted: 1..4 }],
                trace: &[
                    "tap text=\"Sound\"",
                    "tap text=\"Ring volume\"",
                    "tap id=plus",
                    "tap id=button2",
                    "tap text=\"Media volume\"",
                    "tap id=plus",
                    "tap id=button1",
                ],
                shows: Shows::Missing("text=\"60 %\""),
            },
            Bug {
                id: "typed-text-lost",
                title: "Turning the screen while a text is edited brings the old text back",
                retells: "no report: a dialog made anew from the stored value",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Neutral { inserted: 4..5 }],
                trace: &[
                    "tap text=\"Network\"",
                    "tap text=\"Bluetooth\"",
                    "tap text=\"Device name\"",
                    "type id=edit \"Kitchen\"",
                    "rotate",
                    "tap id=button1",
                ],
                shows: Shows::Missing("text=\"Kitchen\""),
            },
            Bug {
                id: "flight-forgets",
                title: "If the system ends the app during aeroplane mode, Wi-Fi stays off afterwards",
                retells: "no report: what was on before is only in memory",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Neutral { inserted: 2..3 }],
                trace: &[
                    "tap text=\"Network\"",
                    "tap text=\"Aeroplane mode\"",
                    "kill",
                    "tap text=\"Aeroplane mode\"",
                ],
                shows: Shows::Missing("text=\"Connected to Home\""),
            },
            Bug {
                id: "search-symbols",
                title: "Search finds nothing once the text has a hyphen or another symbol",
                retells: "PBFDroid table 3, Aard2 issue #140",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Property { functions: &["search"] }],
                trace: &["tap id=search", "type id=search_src_text \"Wi-Fi\""],
                shows: Shows::Missing("id=result_title text=\"Wi-Fi\""),
            },
            Bug {
                id: "reset-deletes-profiles",
                title: "Resetting the settings deletes the profiles the user made",
                retells: "PBFDroid table 3, AnyMemo issue #523",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Property { functions: &["create profile", "reset"] }],
                trace: &[
                    "tap text=\"Profiles\"",
                    "tap id=fab",
                    "type id=edit \"Travel\"",
                    "tap id=button1",
                    "back",
                    "tap desc=\"More options\"",
                    "tap text=\"Reset settings\"",
                    "tap id=button1",
                    "tap text=\"Profiles\"",
                ],
                shows: Shows::Missing("text=\"Travel\""),
            },
            Bug {
                id: "renamed-not-found",
                title: "Search does not find a renamed profile by its new name",
                retells: "PBFDroid table 3, Wikipedia task T305555",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["rename profile", "search"] }],
                trace: &[
                    "tap text=\"Profiles\"",
                    "longtap text=\"Work\"",
                    "tap text=\"Rename\"",
                    "type id=edit \"Office\"",
                    "tap id=button1",
                    "back",
                    "tap id=search",
                    "type id=search_src_text \"Office\"",
                ],
                shows: Shows::Missing("id=result_title text=\"Office\""),
            },
            Bug {
                id: "forgotten-connected",
                title: "The network page says it is connected to a network that was forgotten",
                retells: "no report: a deleted row that something still points to",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["forget network", "read"] }],
                trace: &[
                    "tap text=\"Network\"",
                    "tap text=\"Wi-Fi\"",
                    "tap text=\"Home\"",
                    "tap id=button3",
                    "back",
                ],
                shows: Shows::Present("text=\"Connected to Home\""),
            },
            Bug {
                id: "up-from-search",
                title: "The arrow of a page that was opened from search crashes",
                retells: "no report: a page looks for the parent it was not opened from",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap id=search",
                    "type id=search_src_text \"o\"",
                    "tap id=result_title",
                    "tap desc=\"Navigate up\"",
                ],
                shows: Shows::Crash("NullPointerException in SubSettings.onNavigateUp"),
            },
            Bug {
                id: "update-after-leaving",
                title: "A check for updates that ends after its page was left crashes",
                retells: "wallabag android-app issue #1037",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "scroll down id=recycler_view",
                    "tap text=\"About\"",
                    "tap text=\"Check for updates\"",
                    "back",
                    "wait 5000",
                ],
                shows: Shows::Crash("IllegalStateException in AboutFragment.updateSummary"),
            },
            Bug {
                id: "port-rotated",
                title: "Turning the screen while the port is no number crashes",
                retells: "PBFDroid table 3, ActivityDiary issue #310",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap id=search",
                    "type id=search_src_text \"port\"",
                    "tap text=\"Port\"",
                    "tap text=\"Use proxy\"",
                    "tap text=\"Port\"",
                    "type id=edit \"http\"",
                    "rotate",
                ],
                shows: Shows::Crash("NumberFormatException in PortDialog.onRestoreInstanceState"),
            },
            Bug {
                id: "developer-off-rotated",
                title: "Turning the screen after the developer options were switched off crashes",
                retells: "WordPress-Android issue #7794",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "scroll down id=recycler_view",
                    "tap text=\"About\"",
                    "tap text=\"Build number\"",
                    "tap text=\"Build number\"",
                    "tap text=\"Build number\"",
                    "tap text=\"Build number\"",
                    "tap text=\"Build number\"",
                    "tap text=\"Build number\"",
                    "tap text=\"Build number\"",
                    "back",
                    "tap text=\"Developer options\"",
                    "tap text=\"Use developer options\"",
                    "rotate",
                ],
                shows: Shows::Crash("IllegalStateException in DeveloperFragment.onCreatePreferences"),
            },
        ],
        traps: &[
            Trap { kind: TrapKind::ChangesByItself, place: "a clock with seconds on the first page" },
            Trap { kind: TrapKind::LooksIndependent, place: "aeroplane mode switches Wi-Fi and Bluetooth" },
            Trap {
                kind: TrapKind::FalseLoop,
                place: "six taps on the build number change nothing, the seventh adds a page",
            },
            Trap { kind: TrapKind::Reorders, place: "search results visited before come first" },
            Trap { kind: TrapKind::LoadsLate, place: "networks in the air are found after three seconds" },
            Trap { kind: TrapKind::Toast, place: "how many taps are left to the developer options" },
            Trap { kind: TrapKind::RandomTip, place: "a tip under the clock" },
            Trap { kind: TrapKind::SameLayout, place: "every page of the tree is the same list" },
        ],
        source: include_str!("settings.rs"),
    };

    fn start(&mut self, cx: &mut Cx<'_, Self>) -> Page {
        self.process_began(cx);
        Page::Root { tip: cx.random(TIPS.len() as u64) as usize }
    }

    fn window(page: &Page) -> Window {
        match page {
            Page::Root { .. } => Window::Activity(".MainActivity"),
            Page::Screen(view) if view.screen == Screen::About => Window::Activity(".AboutActivity"),
            Page::Screen(_) => Window::Activity(".SubSettings"),
            Page::Search { .. } => Window::Activity(".search.SearchActivity"),
            Page::Profiles => Window::Activity(".profiles.ProfilesActivity"),
            Page::Licences => Window::Activity(".LicencesActivity"),
            Page::RootMenu => Window::Menu,
            Page::Reset | Page::Choice(_) | Page::Level { .. } | Page::Text { .. } => Window::Dialog,
            Page::ProfileOptions(_) | Page::NameProfile { .. } | Page::DeleteProfile(_) => Window::Dialog,
            Page::Saved(_) | Page::AddNetwork { .. } => Window::Dialog,
        }
    }

    fn view(&self, page: &Page, ui: &mut Ui<'_, Msg>) {
        match page {
            Page::Root { tip } => self.view_root(*tip, ui),
            Page::RootMenu => ui.menu(|ui| {
                cover!(ui);
                ui.entry("title", "Profiles").tap(Msg::OpenProfiles);
                ui.entry("title", "Reset settings").tap(Msg::AskReset);
            }),
            Page::Reset => {
                let name = &self.profile().name;
                let question = format_args!("All settings of {name} get their first values.");
                view_question("Reset settings?", question, "Reset", ui);
            }
            Page::Screen(view) => self.view_screen(view, ui),
            Page::Choice(choice) => self.view_choice(*choice, ui),
            Page::Level { level, value } => view_level(*level, *value, ui),
            Page::Text { text, value, error } => {
                view_text(TEXTS[*text as usize].0, self.hides(*text), value, *error, ui);
            }
            Page::Search { query, shown, .. } => self.view_search(query, shown, ui),
            Page::Profiles => self.view_profiles(ui),
            Page::ProfileOptions(profile) => self.view_profile_options(*profile, ui),
            Page::NameProfile { name, error, .. } => {
                view_text("Name of the profile", false, name, *error, ui)
            }
            Page::DeleteProfile(profile) => {
                let question = format_args!("{} is gone for good.", self.profiles[*profile].name);
                view_question("Delete profile?", question, "Delete", ui);
            }
            Page::Saved(name) => self.view_saved(name, ui),
            Page::AddNetwork { name, password, error } => view_add_network(name, password, *error, ui),
            Page::Licences => view_licences(ui),
        }
    }

    fn update(&mut self, page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        match page {
            Page::Level { level, value } => self.on_level(*level, value, msg, cx),
            Page::Screen(view) => self.on_screen(view, msg, cx),
            _ if matches!(msg, Msg::Close) => cx.close_with(Msg::Returned),
            Page::Root { .. } | Page::RootMenu => self.on_root(page, msg, cx),
            Page::Reset => {
                cover!(cx);
                self.reset(cx);
                cx.close();
            }
            Page::Choice(choice) => {
                if let Msg::Chosen(option) = msg {
                    cover!(cx);
                    self.prefs_mut().choices[*choice as usize] = option;
                    cx.close();
                }
            }
            Page::Text { text, value, error } => self.on_text(*text, value, error, msg, cx),
            Page::Search { query, shown, bound } => self.on_search(query, (shown, bound), msg, cx),
            Page::Profiles => self.on_profiles(msg, cx),
            Page::ProfileOptions(profile) => self.on_profile_options(*profile, &msg, cx),
            Page::NameProfile { profile, name, error } => self.on_name(*profile, name, error, msg, cx),
            Page::DeleteProfile(profile) => {
                cover!(cx);
                self.delete_profile(*profile);
                cx.close();
            }
            Page::Saved(name) => self.on_saved(name, &msg, cx),
            Page::AddNetwork { name, password, error } => self.on_add(name, password, error, msg, cx),
            Page::Licences => {}
        }
    }

    fn back(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        if let Page::Level { value, .. } = page {
            self.leave_level(*value, cx);
        }
        cx.close_with(Msg::Returned);
    }

    fn recreate(&mut self, page: Page, why: Recreate, cx: &mut Cx<'_, Self>) -> Option<Page> {
        let died = branch!(cx, why == Recreate::ProcessDeath);
        if died {
            self.process_began(cx);
        }
        match page {
            Page::Screen(view) if view.screen == Screen::Developer && !self.developer => {
                cover!(cx);
                // Without the developer options there is nothing to make the page from.
                if cx.bug("developer-off-rotated") {
                    cx.crash(
                        Fault::new(
                            "java.lang.IllegalStateException",
                            "Preference object with key developer_options is not a PreferenceScreen",
                        )
                        .at("com.example.preferences.developer.DeveloperFragment.onCreatePreferences(\
                             DeveloperFragment.kt:44)")
                        .at("androidx.preference.PreferenceFragmentCompat.onCreate(\
                             PreferenceFragmentCompat.java:160)")
                        .at("androidx.fragment.app.Fragment.performCreate(Fragment.java:2936)"),
                    );
                }
                None
            }
            // A scan or check ended with the process; a page made anew registers its dependencies anew.
            Page::Screen(view) => {
                let busy = view.busy && !died;
                Some(Page::Screen(View { busy, colour_frozen: false, ..view }))
            }
            Page::Text { text, value, error } => Some(self.recreate_text(text, value, error, cx)),
            Page::RootMenu | Page::Reset | Page::DeleteProfile(_) => {
                cover!(cx);
                None
            }
            other => Some(other),
        }
    }

    fn process_died(&mut self) {
        self.pending = None;
    }

    fn late(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        if !matches!(msg, Msg::Checked) {
            return;
        }
        cover!(cx);
        if cx.bug("update-after-leaving") {
            return cx.crash(
                Fault::new(
                    "java.lang.IllegalStateException",
                    "Fragment AboutFragment{7cfaa20} not attached to Activity",
                )
                .at("androidx.fragment.app.Fragment.getResources(Fragment.java:1086)")
                .at("com.example.preferences.about.AboutFragment.updateSummary(AboutFragment.kt:96)")
                .at("com.example.preferences.about.UpdateCheck.onPostExecute(UpdateCheck.kt:41)"),
            );
        }
        self.last_check = Some(cx.now());
    }
}

/// The data.
impl Settings {
    fn profile(&self) -> &Profile {
        &self.profiles[self.active]
    }

    fn prefs(&self) -> &Prefs {
        &self.profile().prefs
    }

    fn prefs_mut(&mut self) -> &mut Prefs {
        &mut self.profiles[self.active].prefs
    }

    fn is_on(&self, switch: Switch) -> bool {
        self.prefs().switches[switch as usize]
    }

    fn set(&mut self, switch: Switch, on: bool) {
        self.prefs_mut().switches[switch as usize] = on;
    }

    /// What a new process reads from disk and builds in memory.
    fn process_began(&mut self, cx: &mut Cx<'_, Self>) {
        for profile in &mut self.profiles {
            profile.indexed.clone_from(&profile.name);
            if cx.bug("flight-forgets") {
                profile.prefs.before_flight = None;
            }
        }
    }

    /// The first switch that a line needs and that is off.
    fn lacking(&self, view: &View, line: Line) -> Option<Switch> {
        let frozen = view.colour_frozen && line == Line::Choice(Choice::LightColour);
        let needs = line.needs().iter().copied();
        needs.filter(|need| !(frozen && *need == Switch::FlashLight)).find(|need| !self.is_on(*need))
    }

    fn reset(&mut self, cx: &mut Cx<'_, Self>) {
        *self.prefs_mut() = Prefs::default();
        self.developer = false;
        if cx.bug("reset-deletes-profiles") {
            self.profiles.truncate(BUILT_IN.len());
            self.active = self.active.min(BUILT_IN.len() - 1);
        }
        cx.toast("Settings reset");
    }

    fn delete_profile(&mut self, at: usize) {
        if at >= BUILT_IN.len() && at < self.profiles.len() {
            self.profiles.remove(at);
            match self.active {
                active if active == at => self.active = 0,
                active if active > at => self.active -= 1,
                _ => {}
            }
        }
    }

    fn flip(&mut self, view: &mut View, switch: Switch, cx: &mut Cx<'_, Self>) {
        let on = !self.is_on(switch);
        self.set(switch, on);
        match switch {
            Switch::Flight => {
                if branch!(cx, on) {
                    let before = (self.is_on(Switch::Wifi), self.is_on(Switch::Bluetooth));
                    self.prefs_mut().before_flight = Some(before);
                    self.set(Switch::Wifi, false);
                    self.set(Switch::Bluetooth, false);
                } else if let Some((wifi, bluetooth)) = self.prefs_mut().before_flight.take() {
                    self.set(Switch::Wifi, wifi);
                    self.set(Switch::Bluetooth, bluetooth);
                }
            }
            Switch::Wifi if branch!(cx, on) => {
                view.busy = true;
                cx.after(SCAN_MILLIS, Msg::Scanned);
            }
            Switch::Wifi => view.busy = false,
            Switch::Notify if on => {
                cover!(cx);
                let whole = self.lacking(view, Line::Choice(Choice::LightColour)).is_none();
                view.colour_frozen = whole && cx.bug("colour-stays-enabled");
            }
            Switch::Developer => {
                self.developer = on;
                if branch!(cx, !on) && !cx.bug("developer-off-rotated") {
                    cx.toast("Developer options are off");
                    cx.close_with(Msg::Returned);
                }
            }
            _ => {}
        }
    }

    fn open(&self, screen: Screen, from_search: bool, cx: &mut Cx<'_, Self>) {
        let scan = branch!(cx, screen == Screen::Wifi && self.is_on(Switch::Wifi));
        cx.open(Page::Screen(View { screen, taps: 0, busy: scan, from_search, colour_frozen: false }));
        if scan {
            cx.after(SCAN_MILLIS, Msg::Scanned);
        }
    }

    fn hit_title(&self, hit: Hit) -> &str {
        match hit {
            Hit::Screen(screen) => screen.title(),
            Hit::Line(_, line) => line.title(),
            Hit::Profile(profile) => self.profiles.get(profile).map_or("", |profile| &profile.name),
        }
    }

    /// What search finds: those opened before first, the last one on top.
    fn search(&self, query: &str, cx: &mut Cx<'_, Self>) -> Vec<Hit> {
        let wanted = if cx.bug("search-symbols") { query.trim().to_lowercase() } else { plain(query) };
        if branch!(cx, wanted.is_empty()) {
            return Vec::new();
        }
        let fits = |title: &str| plain(title).contains(&wanted);
        let mut found: Vec<Hit> = Vec::new();
        let known = |screen: &Screen| *screen != Screen::Developer || self.developer;
        for screen in Screen::ALL.into_iter().filter(known) {
            if fits(screen.title()) {
                found.push(Hit::Screen(screen));
            }
            let lines = screen.lines().iter().copied().filter(|line| !matches!(line, Line::Go(_)));
            found.extend(lines.filter(|line| fits(line.title())).map(|line| Hit::Line(screen, line)));
        }
        let named = self.profiles.iter().enumerate().filter(|(_, profile)| fits(&profile.indexed));
        found.extend(named.map(|(at, _)| Hit::Profile(at)));
        self.sort(&mut found);
        found
    }

    fn sort(&self, found: &mut [Hit]) {
        let rank = |hit: &Hit| self.recent.iter().position(|title| title == self.hit_title(*hit));
        found.sort_by_key(|hit| rank(hit).unwrap_or(usize::MAX));
    }

    /// Whether what is typed must not be seen.
    fn hides(&self, text: Text) -> bool {
        text == Text::Pin && !self.is_on(Switch::ShowPin)
    }

    fn leave_level(&mut self, value: i32, cx: &mut Cx<'_, Self>) {
        cover!(cx);
        // The one dialog object keeps its slider where it was.
        if cx.bug("slider-of-another") {
            self.pending = Some(value);
        }
    }

    fn recreate_text(
        &self,
        text: Text,
        value: String,
        error: Option<&'static str>,
        cx: &mut Cx<'_, Self>,
    ) -> Page {
        let invalid = text == Text::Port && valid(text, &value).is_some();
        if branch!(cx, invalid) && cx.bug("port-rotated") {
            cx.crash(
                Fault::new("java.lang.NumberFormatException", format!("For input string: \"{value}\""))
                    .at("java.lang.Integer.parseInt(Integer.java:615)")
                    .at("com.example.preferences.network.PortDialog.onRestoreInstanceState(PortDialog.kt:58)")
                    .at("androidx.fragment.app.DialogFragment.onCreateDialog(DialogFragment.java:412)"),
            );
        }
        if cx.bug("typed-text-lost") {
            return Page::Text { text, value: self.prefs().texts[text as usize].clone(), error: None };
        }
        Page::Text { text, value, error }
    }
}

/// What messages do.
impl Settings {
    fn on_root(&mut self, page: &Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        if matches!(page, Page::RootMenu) {
            cx.close();
        }
        match msg {
            Msg::OpenMenu => {
                cover!(cx);
                cx.open(Page::RootMenu);
            }
            Msg::OpenSearch => {
                cover!(cx);
                cx.open(Page::Search { query: String::new(), shown: Vec::new(), bound: Vec::new() });
            }
            Msg::OpenProfiles => {
                cover!(cx);
                cx.open(Page::Profiles);
            }
            Msg::AskReset => {
                cover!(cx);
                cx.open(Page::Reset);
            }
            Msg::Open(screen) => self.open(screen, false, cx),
            _ => {}
        }
    }

    fn on_screen(&mut self, view: &mut View, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Up => {
                if branch!(cx, view.from_search) && cx.bug("up-from-search") {
                    return cx.crash(
                        Fault::new(
                            "java.lang.NullPointerException",
                            "Attempt to invoke virtual method 'void \
                             com.example.preferences.SettingsFragment.refresh()' on a null object reference",
                        )
                        .at("com.example.preferences.SubSettings.onNavigateUp(SubSettings.kt:73)")
                        .at("android.app.Activity.onMenuItemSelected(Activity.java:4183)"),
                    );
                }
                cx.close_with(Msg::Returned);
            }
            Msg::Tap(line) => self.on_line(view, line, cx),
            Msg::Scanned => {
                cover!(cx);
                view.busy = false;
            }
            Msg::Checked => {
                cover!(cx);
                view.busy = false;
                self.last_check = Some(cx.now());
                cx.toast("Settings is up to date");
            }
            Msg::Network(at) => {
                cover!(cx);
                if let Some(name) = self.networks.get(at) {
                    cx.open(Page::Saved(name.clone()));
                }
            }
            Msg::Found(at) => {
                cover!(cx);
                let name = AIR[at].to_owned();
                cx.open(Page::AddNetwork { name, password: String::new(), error: None });
            }
            Msg::AddNetwork => {
                if branch!(cx, self.networks.len() < MAX_NETWORKS) {
                    let (name, password) = (String::new(), String::new());
                    cx.open(Page::AddNetwork { name, password, error: None });
                } else {
                    cx.toast("Forget a network first");
                }
            }
            _ => {}
        }
    }

    fn on_line(&mut self, view: &mut View, line: Line, cx: &mut Cx<'_, Self>) {
        match line {
            Line::Go(screen) => self.open(screen, false, cx),
            Line::Switch(switch) => self.flip(view, switch, cx),
            Line::Choice(choice) => {
                cover!(cx);
                cx.open(Page::Choice(choice));
            }
            Line::Level(level) => {
                cover!(cx);
                let slider = &LEVELS[level as usize];
                let value = self.pending.take().unwrap_or(self.prefs().levels[level as usize]);
                cx.open(Page::Level { level, value: value.clamp(slider.least, slider.most) });
            }
            Line::Text(text) => {
                cover!(cx);
                let value = self.prefs().texts[text as usize].clone();
                cx.open(Page::Text { text, value, error: None });
            }
            Line::Version => cx.toast("Settings 4.2"),
            Line::Build => self.on_build(view, cx),
            Line::Updates => {
                if branch!(cx, !view.busy) {
                    view.busy = true;
                    cx.after(CHECK_MILLIS, Msg::Checked);
                }
            }
            Line::Licences => {
                cover!(cx);
                cx.open(Page::Licences);
            }
        }
    }

    fn on_build(&mut self, view: &mut View, cx: &mut Cx<'_, Self>) {
        if branch!(cx, self.developer) {
            return cx.toast("You are a developer already");
        }
        view.taps += 1;
        if branch!(cx, view.taps == TAPS_TO_DEVELOPER) {
            view.taps = 0;
            self.developer = true;
            self.set(Switch::Developer, true);
            cx.toast("You are now a developer!");
        } else if branch!(cx, view.taps > 2) {
            cx.toast(format!("{} taps to go", TAPS_TO_DEVELOPER - view.taps));
        }
    }

    fn on_level(&mut self, level: Level, value: &mut i32, msg: Msg, cx: &mut Cx<'_, Self>) {
        let slider = &LEVELS[level as usize];
        match msg {
            Msg::More => {
                cover!(cx);
                *value = (*value + slider.step).min(slider.most);
            }
            Msg::Less => {
                cover!(cx);
                *value = (*value - slider.step).max(slider.least);
            }
            Msg::Confirmed => {
                cover!(cx);
                self.prefs_mut().levels[level as usize] = *value;
                cx.close();
            }
            Msg::Close => {
                self.leave_level(*value, cx);
                cx.close();
            }
            _ => {}
        }
    }

    fn on_text(
        &mut self,
        text: Text,
        value: &mut String,
        error: &mut Option<&'static str>,
        msg: Msg,
        cx: &mut Cx<'_, Self>,
    ) {
        match msg {
            Msg::Typed(typed) => {
                cover!(cx);
                *value = typed;
                *error = None;
            }
            Msg::Confirmed => {
                *error = valid(text, value);
                if branch!(cx, error.is_none()) {
                    value.trim().clone_into(&mut self.prefs_mut().texts[text as usize]);
                    cx.close();
                }
            }
            _ => {}
        }
    }

    fn on_search(
        &mut self,
        query: &mut String,
        (shown, bound): (&mut Vec<Hit>, &mut Vec<Hit>),
        msg: Msg,
        cx: &mut Cx<'_, Self>,
    ) {
        match msg {
            Msg::Typed(typed) => {
                cover!(cx);
                *query = typed;
                *shown = self.search(query, cx);
                bound.clone_from(shown);
            }
            Msg::OpenHit(row) => {
                let Some(hit) = bound.get(row).copied() else { return };
                let title = self.hit_title(hit).to_owned();
                self.recent.retain(|recent| *recent != title);
                self.recent.insert(0, title);
                self.recent.truncate(MAX_RECENT);
                match hit {
                    Hit::Screen(screen) | Hit::Line(screen, _) => {
                        cover!(cx);
                        self.open(screen, true, cx);
                    }
                    Hit::Profile(_) => {
                        cover!(cx);
                        cx.open(Page::Profiles);
                    }
                }
            }
            Msg::Returned => {
                cover!(cx);
                *shown = self.search(query, cx);
                // The rows on the screen have moved, and so must what they open.
                if !cx.bug("search-row-stale") {
                    bound.clone_from(shown);
                }
            }
            _ => {}
        }
    }

    fn on_profiles(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Profile(at) => {
                cover!(cx);
                self.active = at;
                cx.toast(format!("{} is active", self.profile().name));
            }
            Msg::ProfileOptions(at) => {
                cover!(cx);
                cx.open(Page::ProfileOptions(at));
            }
            Msg::NewProfile => {
                if branch!(cx, self.profiles.len() < MAX_PROFILES) {
                    cx.open(Page::NameProfile { profile: None, name: String::new(), error: None });
                } else {
                    cx.toast("Delete a profile first");
                }
            }
            _ => {}
        }
    }

    fn on_profile_options(&mut self, at: usize, msg: &Msg, cx: &mut Cx<'_, Self>) {
        cx.close();
        match msg {
            Msg::Rename => {
                cover!(cx);
                let name = self.profiles[at].name.clone();
                cx.open(Page::NameProfile { profile: Some(at), name, error: None });
            }
            Msg::Delete => {
                cover!(cx);
                cx.open(Page::DeleteProfile(at));
            }
            _ => {}
        }
    }

    fn on_name(
        &mut self,
        profile: Option<usize>,
        name: &mut String,
        error: &mut Option<&'static str>,
        msg: Msg,
        cx: &mut Cx<'_, Self>,
    ) {
        match msg {
            Msg::Typed(typed) => {
                *name = typed;
                *error = None;
            }
            Msg::Confirmed => {
                let new = name.trim();
                let taken = |(at, other): (usize, &Profile)| Some(at) != profile && other.name == new;
                if branch!(cx, new.is_empty()) {
                    *error = Some("Give it a name");
                } else if branch!(cx, self.profiles.iter().enumerate().any(taken)) {
                    *error = Some("There is one of that name");
                } else {
                    match profile.and_then(|at| self.profiles.get_mut(at)) {
                        Some(renamed) => {
                            cover!(cx);
                            new.clone_into(&mut renamed.name);
                            if !cx.bug("renamed-not-found") {
                                new.clone_into(&mut renamed.indexed);
                            }
                        }
                        None => {
                            cover!(cx);
                            let prefs = self.prefs().clone();
                            self.profiles.push(Profile::new(new, prefs));
                        }
                    }
                    cx.close();
                }
            }
            _ => {}
        }
    }

    fn on_saved(&mut self, name: &str, msg: &Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Confirmed => {
                cover!(cx);
                self.connected = Some(name.to_owned());
                cx.toast(format!("Connected to {name}"));
            }
            Msg::Forget => {
                cover!(cx);
                self.networks.retain(|network| network != name);
                if self.connected.as_deref() == Some(name) && !cx.bug("forgotten-connected") {
                    self.connected = None;
                }
            }
            _ => {}
        }
        cx.close();
    }

    fn on_add(
        &mut self,
        name: &mut String,
        password: &mut String,
        error: &mut Option<&'static str>,
        msg: Msg,
        cx: &mut Cx<'_, Self>,
    ) {
        match msg {
            Msg::Typed(typed) => *name = typed,
            Msg::Password(typed) => *password = typed,
            Msg::Confirmed => {
                let new = name.trim();
                if branch!(cx, new.is_empty()) {
                    *error = Some("Which network?");
                } else if branch!(cx, self.networks.iter().any(|network| network == new)) {
                    *error = Some("This network is saved already");
                } else if branch!(cx, password.chars().count() < 8) {
                    *error = Some("A password has at least 8 characters");
                } else {
                    self.networks.push(new.to_owned());
                    self.connected = Some(new.to_owned());
                    cx.close();
                }
            }
            _ => {}
        }
    }
}

/// What pages look like.
impl Settings {
    fn view_root(&self, tip: usize, ui: &mut Ui<'_, Msg>) {
        cover!(ui);
        ui.column("root", |ui| {
            ui.toolbar("Settings", Nav::None, |ui| {
                ui.icon("search", "Search settings").tap(Msg::OpenSearch);
                ui.overflow(Msg::OpenMenu);
            });
            ui.card("header", |ui| {
                ui.row("", |ui| {
                    self.view_clock(ui);
                    ui.text("profile_name", &self.profile().name);
                })
                .height(48);
                ui.text("tip", TIPS[tip]);
            })
            .height(132);
            let known = |screen: &&Screen| **screen != Screen::Developer || self.developer;
            let count = ROOT.iter().filter(known).count() + 1;
            ui.list("recycler_view", count, 108, |ui, row| {
                if row == BEFORE_PROFILES {
                    let count = format_args!("{} profiles", self.profiles.len());
                    ui.preference("Profiles", count, None).tap(Msg::OpenProfiles);
                    return;
                }
                let row = if row > BEFORE_PROFILES { row - 1 } else { row };
                let screen = ROOT.iter().filter(known).nth(row).copied().unwrap_or(Screen::About);
                ui.preference(screen.title(), screen.summary(), None).tap(Msg::Open(screen));
            });
        });
    }

    fn view_clock(&self, ui: &mut Ui<'_, Msg>) {
        let zone = if branch!(ui, self.is_on(Switch::ManualZone)) {
            ZONES[self.prefs().choices[Choice::Zone as usize]]
        } else {
            0
        };
        let seconds = ui.now() / 1000 + zone * 3600;
        let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
        if branch!(ui, self.is_on(Switch::Hours24)) {
            ui.text("clock", format_args!("{hour:02}:{minute:02}:{second:02}")).fill();
        } else {
            let half = if hour < 12 { "AM" } else { "PM" };
            ui.text("clock", format_args!("{}:{minute:02}:{second:02} {half}", (hour + 11) % 12 + 1)).fill();
        }
    }

    fn view_screen(&self, view: &View, ui: &mut Ui<'_, Msg>) {
        let lines = view.screen.lines();
        let wifi = branch!(ui, view.screen == Screen::Wifi && self.is_on(Switch::Wifi));
        let saved = if wifi { self.networks.len() } else { 0 };
        let found = |name: &&str| !self.networks.iter().any(|network| network == name);
        let air = if wifi && !view.busy { AIR.iter().filter(|name| found(name)).count() } else { 0 };
        ui.column("root", |ui| {
            ui.toolbar(view.screen.title(), Nav::Up(Msg::Up), |_| {});
            if branch!(ui, view.busy) {
                ui.busy();
            }
            let count = lines.len() + if wifi { saved + air + 1 } else { 0 };
            ui.list("recycler_view", count, 108, |ui, row| {
                if let Some(line) = lines.get(row) {
                    return self.view_line(view, *line, ui);
                }
                let row = row - lines.len();
                if let Some(name) = self.networks.get(row) {
                    let connected = self.connected.as_ref() == Some(name);
                    let state = if branch!(ui, connected) { "Connected" } else { "Saved" };
                    ui.preference(name, state, None).tap(Msg::Network(row));
                } else if row < saved + air {
                    cover!(ui);
                    let nth = AIR.iter().enumerate().filter(|(_, name)| found(name)).nth(row - saved);
                    let (at, name) = nth.unwrap_or((0, &AIR[0]));
                    ui.preference(name, "In reach", None).tap(Msg::Found(at));
                } else {
                    ui.preference("Add network", "By its name", None).tap(Msg::AddNetwork);
                }
            });
        });
    }

    fn view_line(&self, view: &View, line: Line, ui: &mut Ui<'_, Msg>) {
        let lacking = self.lacking(view, line);
        let (title, prefs) = (line.title(), self.prefs());
        let on = match line {
            Line::Switch(switch) => Some(prefs.switches[switch as usize]),
            _ => None,
        };
        let node = match (lacking, line) {
            (Some(needed), _) => {
                cover!(ui);
                ui.preference(title, format_args!("Turn on {} first", SWITCHES[needed as usize].0), on)
            }
            (None, Line::Switch(switch)) => ui.preference(title, SWITCHES[switch as usize].1, on),
            (None, Line::Choice(choice)) => {
                let (_, options) = CHOICES[choice as usize];
                ui.preference(title, options[prefs.choices[choice as usize]], None)
            }
            (None, Line::Level(level)) => {
                let value = prefs.levels[level as usize];
                ui.preference(title, format_args!("{value} {}", LEVELS[level as usize].unit), None)
            }
            (None, Line::Text(text)) => {
                let value = prefs.texts[text as usize].as_str();
                let shown = match value {
                    "" => "Not set",
                    _ if branch!(ui, self.hides(text)) => "••••",
                    _ => value,
                };
                ui.preference(title, shown, None)
            }
            (None, Line::Go(screen)) => self.view_go(screen, ui),
            (None, Line::Version) => ui.preference(title, "4.2", None),
            (None, Line::Build) => ui.preference(title, "SKN.250602.007", None),
            (None, Line::Updates) => match self.last_check {
                Some(at) => {
                    cover!(ui);
                    let minutes = ui.now().saturating_sub(at) / 60_000;
                    ui.preference(title, format_args!("Checked {minutes} min ago"), None)
                }
                None => ui.preference(title, "Never checked", None),
            },
            (None, Line::Licences) => ui.preference(title, "", None),
        };
        node.enabled(lacking.is_none()).tap(Msg::Tap(line));
    }

    fn view_go<'a>(&self, screen: Screen, ui: &'a mut Ui<'_, Msg>) -> crate::ui::Node<'a, Msg> {
        let title = screen.title();
        match screen {
            Screen::Wifi if !branch!(ui, self.is_on(Switch::Wifi)) => ui.preference(title, "Off", None),
            Screen::Wifi => match &self.connected {
                Some(name) => ui.preference(title, format_args!("Connected to {name}"), None),
                None => ui.preference(title, "Not connected", None),
            },
            Screen::Bluetooth if !branch!(ui, self.is_on(Switch::Bluetooth)) => {
                ui.preference(title, "Off", None)
            }
            Screen::Bluetooth => {
                let name = &self.prefs().texts[Text::DeviceName as usize];
                ui.preference(title, format_args!("On as {name}"), None)
            }
            Screen::Proxy if branch!(ui, self.is_on(Switch::Proxy)) => {
                let (host, port) = (&self.prefs().texts[Text::Host as usize], Text::Port as usize);
                ui.preference(title, format_args!("{host}:{}", self.prefs().texts[port]), None)
            }
            Screen::Proxy => ui.preference(title, "None", None),
            _ => ui.preference(title, screen.summary(), None),
        }
    }

    fn view_choice(&self, choice: Choice, ui: &mut Ui<'_, Msg>) {
        cover!(ui);
        let (title, options) = CHOICES[choice as usize];
        let chosen = self.prefs().choices[choice as usize];
        ui.dialog(
            title,
            |ui| {
                for (at, option) in options.iter().enumerate() {
                    let radio = ui.radio("android:id/text1", option, at == chosen);
                    radio.class("android.widget.CheckedTextView").tap(Msg::Chosen(at));
                }
            },
            |ui| ui.cancel("Cancel", Msg::Close),
        );
    }

    fn view_search(&self, query: &str, shown: &[Hit], ui: &mut Ui<'_, Msg>) {
        ui.column("root", |ui| {
            ui.toolbar("Search settings", Nav::Up(Msg::Close), |_| {});
            ui.field("search_src_text", query, "Search settings").typed(Msg::Typed);
            if branch!(ui, shown.is_empty()) {
                let hint = if branch!(ui, query.trim().is_empty()) { "Type to search" } else { "No results" };
                ui.text("empty", hint).height(96);
                return;
            }
            ui.list("search_results", shown.len(), 96, |ui, row| {
                let path = match shown[row] {
                    Hit::Screen(screen) => screen.summary(),
                    Hit::Line(screen, _) => screen.title(),
                    Hit::Profile(_) => "Profiles",
                };
                ui.column("result", |ui| {
                    ui.text("result_title", self.hit_title(shown[row]));
                    ui.text("result_path", path);
                })
                .tap(Msg::OpenHit(row));
            });
        });
    }

    fn view_profiles(&self, ui: &mut Ui<'_, Msg>) {
        cover!(ui);
        ui.column("root", |ui| {
            ui.toolbar("Profiles", Nav::Up(Msg::Close), |_| {});
            ui.stack("content", |ui| {
                ui.list("profiles", self.profiles.len(), 84, |ui, at| {
                    ui.row("profile", |ui| {
                        ui.text("profile_title", &self.profiles[at].name).fill();
                        ui.radio("profile_active", "", at == self.active).width(84);
                    })
                    .tap(Msg::Profile(at))
                    .long_tap(Msg::ProfileOptions(at));
                });
                ui.fab("fab", "New profile").tap(Msg::NewProfile);
            })
            .fill();
        });
    }

    fn view_profile_options(&self, at: usize, ui: &mut Ui<'_, Msg>) {
        ui.dialog(
            &self.profiles[at].name,
            |ui| {
                ui.entry("android:id/text1", "Rename").tap(Msg::Rename);
                if branch!(ui, at >= BUILT_IN.len()) {
                    ui.entry("android:id/text1", "Delete").tap(Msg::Delete);
                }
            },
            |ui| ui.cancel("Cancel", Msg::Close),
        );
    }

    fn view_saved(&self, name: &str, ui: &mut Ui<'_, Msg>) {
        let connected = self.connected.as_deref() == Some(name);
        ui.dialog(
            name,
            |ui| ui.message(if connected { "Connected" } else { "Saved" }),
            |ui| {
                ui.button("android:id/button3", "Forget").tap(Msg::Forget);
                ui.cancel("Cancel", Msg::Close);
                if branch!(ui, !connected) {
                    ui.ok("Connect", Msg::Confirmed);
                }
            },
        );
    }
}

fn view_question(title: &str, question: std::fmt::Arguments<'_>, yes: &str, ui: &mut Ui<'_, Msg>) {
    cover!(ui);
    ui.dialog(
        title,
        |ui| ui.message(question),
        |ui| {
            ui.cancel("Cancel", Msg::Close);
            ui.ok(yes, Msg::Confirmed);
        },
    );
}

fn view_level(level: Level, value: i32, ui: &mut Ui<'_, Msg>) {
    cover!(ui);
    let slider = &LEVELS[level as usize];
    ui.dialog(
        slider.title,
        |ui| {
            ui.text("seekbar_value", format_args!("{value} {}", slider.unit));
            ui.row("", |ui| {
                ui.icon("minus", "Less").enabled(value > slider.least).tap(Msg::Less);
                ui.text("seekbar", "").class("android.widget.SeekBar").fill();
                ui.icon("plus", "More").enabled(value < slider.most).tap(Msg::More);
            })
            .height(84);
        },
        |ui| {
            ui.cancel("Cancel", Msg::Close);
            ui.ok("OK", Msg::Confirmed);
        },
    );
}

fn view_text(title: &str, hidden: bool, value: &str, error: Option<&str>, ui: &mut Ui<'_, Msg>) {
    ui.dialog(
        title,
        |ui| {
            let field = ui.field("android:id/edit", value, title).typed(Msg::Typed).entered(Msg::Confirmed);
            if hidden {
                field.password();
            }
            view_error(error, ui);
        },
        |ui| {
            ui.cancel("Cancel", Msg::Close);
            ui.ok("OK", Msg::Confirmed);
        },
    );
}

fn view_error(error: Option<&str>, ui: &mut Ui<'_, Msg>) {
    if let Some(error) = error {
        cover!(ui);
        ui.text("textinput_error", error);
    }
}

fn view_add_network(name: &str, password: &str, error: Option<&str>, ui: &mut Ui<'_, Msg>) {
    cover!(ui);
    ui.dialog(
        "Add network",
        |ui| {
            ui.field("ssid", name, "Network name").typed(Msg::Typed);
            ui.field("password", password, "Password").password().typed(Msg::Password);
            view_error(error, ui);
        },
        |ui| {
            ui.cancel("Cancel", Msg::Close);
            ui.ok("Connect", Msg::Confirmed);
        },
    );
}

fn view_licences(ui: &mut Ui<'_, Msg>) {
    cover!(ui);
    ui.column("root", |ui| {
        ui.toolbar("Open source licences", Nav::Up(Msg::Close), |_| {});
        ui.scroll("licences", |ui| {
            for library in LIBRARIES {
                ui.text("library", library);
                ui.text("licence", "Apache License 2.0").height(150);
            }
        });
    });
}

/// Lower case, letters and digits only: how titles stand in the index.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// What is wrong with a text, if anything.
fn valid(text: Text, value: &str) -> Option<&'static str> {
    let value = value.trim();
    match text {
        Text::Host if value.is_empty() || value.contains(' ') => Some("No name of a host"),
        Text::Port if value.parse::<u16>().is_ok_and(|port| port > 0) => None,
        Text::Port => Some("A number from 1 to 65535"),
        Text::DeviceName if value.is_empty() || value.chars().count() > 20 => Some("1 to 20 characters"),
        Text::QuietFrom | Text::QuietTo if !is_time(value) => Some("A time such as 22:30"),
        Text::Pin if !value.chars().all(|c| c.is_ascii_digit()) => Some("Digits only"),
        Text::Pin if (1..4).contains(&value.len()) => Some("At least 4 digits"),
        _ => None,
    }
}

fn is_time(value: &str) -> bool {
    let below = |part: &str, end: u8| part.len() == 2 && part.parse::<u8>().is_ok_and(|n| n < end);
    value.split_once(':').is_some_and(|(hour, minute)| below(hour, 24) && below(minute, 60))
}
