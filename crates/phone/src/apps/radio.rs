//! Radio: internet stations with a player, a sleep timer, home screen shortcuts and a station directory.
//!
//! Retells Transistor, in which the Genie paper found its example of inconsistent states (figure 5, g and h):
//! a station renamed while it plays keeps its playing indicator when it is stopped, and loses its new name.
//! The cause is that the player works on a copy of the station; several other bugs have causes like it.

use std::fmt::{self, Display};

use crate::app::{App, Bug, BugKind, Manifest, Oracle, Recreate, Shows, Trap, TrapKind, Window};
use crate::cx::{Cx, Fault};
use crate::neighbours::Neighbour;
use crate::ui::{Nav, Ui};
use crate::{branch, cover};

/// Everything the app keeps.
#[derive(Clone, Default)]
pub(crate) struct Radio {
    /// In the order of the list.
    stations: Vec<Station>,
    shortcuts: Vec<Shortcut>,
    settings: Settings,
    /// What was played last.
    last: Option<u32>,
    /// Names of what was played, the last first.
    history: Vec<String>,
    next_id: u32,
    set_up: bool,
    /// The notification is there until it is tapped.
    notified: bool,
    /// The player service: in memory only, as all that follows.
    service: Option<Playing>,
    /// Whether the controls take the player to be playing.
    controls_playing: bool,
    /// When the sleep timer ends.
    timer: Option<u64>,
    /// Names in lower case for finding.
    index: Vec<(u32, String)>,
    /// Whose picture is being taken.
    pictured: Option<u32>,
}

#[derive(Clone)]
struct Station {
    id: u32,
    name: String,
    url: String,
    picture: Option<String>,
    /// Whether the list shows the playing indicator.
    indicated: bool,
}

/// What the service plays, and what it was told about it.
#[derive(Clone)]
struct Playing {
    station: u32,
    /// The name at the start.
    name: String,
    /// What the metadata line says.
    label: String,
    since: u64,
}

#[derive(Clone)]
struct Shortcut {
    station: u32,
    name: String,
}

#[derive(Clone, Default)]
struct Settings {
    theme: usize,
    /// The newest station first, not by name.
    newest_first: bool,
    wifi_only: bool,
    large_rows: bool,
}

#[derive(Clone, Copy)]
pub(crate) enum Switch {
    NewestFirst,
    WifiOnly,
    LargeRows,
}

/// The main page: the list, and the station in the sheet below it.
#[derive(Clone, Default)]
pub(crate) struct Home {
    selected: Option<u32>,
    /// Where in the list the selected station was tapped.
    place: usize,
    timer_hidden: bool,
    pictured: Option<u32>,
}

#[derive(Clone)]
pub(crate) enum Page {
    Home(Home),
    HomeMenu,
    StationMenu(u32),
    Add { url: String },
    NoStream,
    Edit { station: u32, name: String, url: String },
    Delete(u32),
    Timer { minutes: String },
    Player(u32),
    Find { query: String, asked: bool, listed: bool },
    Shortcuts,
    Settings { refreshing: bool },
    Theme,
    About { tip: u64 },
}

#[derive(Clone)]
pub(crate) enum Msg {
    Close,
    OpenMenu,
    OpenFind,
    OpenSettings,
    OpenShortcuts,
    OpenAbout,
    OpenTheme,
    OpenPlayer,
    Select(u32),
    PlayNow(u32),
    PlayStop,
    StationMenu(u32),
    Edit(u32),
    Edited(u32, String, String),
    Picture(u32),
    Photo(Option<String>),
    Shortcut(u32),
    RemoveShortcut(usize),
    Delete(u32),
    DeleteNow(u32),
    Add,
    Added(String),
    Examples,
    Typed(String),
    TypedUrl(String),
    Next,
    Confirmed,
    OpenTimer,
    SetTimer(u64),
    TimerOff,
    TimerDone(u64),
    Skip(bool),
    AskDirectory,
    Listed,
    AddListed(usize),
    Toggle(Switch),
    Theme(usize),
    Refresh,
    Refreshed,
    NextTip,
}

const FIRST: [(&str, &str); 5] = [
    ("BBC Radio 3", "http://stream.bbc.example.co.uk/radio3"),
    ("Folk Alley", "https://folk.example.org/alley.mp3"),
    ("Jazz 24", "https://jazz.example.org/24"),
    ("KEXP", "https://kexp.example.org/live.aac"),
    ("Radio Zwei", "https://zwei.example.ch/main.mp3"),
];
/// What the directory of stations on the net offers for any question.
const DIRECTORY: [(&str, &str); 4] = [
    ("Ambient Sleeping Pill", "http://radio.example.net/asp"),
    ("Concertzender", "https://streams.example.nl/concert"),
    ("Nightwave Plaza", "https://plaza.example.com/mp3"),
    ("SomaFM Groove Salad", "https://soma.example.com/groove"),
];
const TRACKS: [&str; 6] = ["Prelude", "Blue Hour", "Northern Line", "The News", "Slow Train", "Tides"];
const THEMES: [&str; 3] = ["As the system", "Light", "Dark"];
const TIPS: [&str; 4] = [
    "Hold a station to play it at once.",
    "A shortcut puts a station on your home screen.",
    "The sleep timer stops the music for you.",
    "Playlists are fine, too: paste their address.",
];
const MAX_STATIONS: usize = 40;
const MAX_HISTORY: usize = 6;
const MAX_MINUTES: u64 = 600;
const BUFFER_MILLIS: u64 = 1_000;
const DIRECTORY_MILLIS: u64 = 3_000;
const REFRESH_MILLIS: u64 = 8_000;
const TRACK_MILLIS: u64 = 20_000;
const MINUTE: u64 = 60_000;

impl App for Radio {
    type Page = Page;
    type Msg = Msg;

    const MANIFEST: Manifest = Manifest {
        name: "radio",
        package: "com.example.radio",
        title: "Radio",
        about: "Internet radio with a sleep timer (Genie, figure 5: Transistor)",
        bugs: &[
            Bug {
                id: "rename-while-playing",
                title: "A station renamed while it plays stays marked as playing and gets its old name back",
                retells: "Genie figure 5 (g, h), Transistor",
                kind: BugKind::InconsistentState,
                seen_by: &[
                    Oracle::Independence { inserted: 2..6 },
                    Oracle::Property { functions: &["play", "rename", "stop"] },
                ],
                trace: &[
                    "tap text=\"BBC Radio 3\"",
                    "tap id=player_playback_button",
                    "tap id=list_item_more_button",
                    "tap text=\"Edit\"",
                    "type id=edit_name \"BBC Three\"",
                    "tap id=button1",
                    "tap id=player_playback_button",
                ],
                shows: Shows::Present("id=list_item_playback_indicator"),
            },
            Bug {
                id: "metadata-old-name",
                title: "The metadata line keeps the old name of a station renamed while it plays",
                retells: "Transistor issue #249",
                kind: BugKind::WronglyDisplayed,
                seen_by: &[Oracle::Property { functions: &["play", "rename"] }],
                trace: &[
                    "longtap text=\"BBC Radio 3\"",
                    "tap id=list_item_more_button",
                    "tap text=\"Edit\"",
                    "type id=edit_name \"BBC Three\"",
                    "tap id=button1",
                    "wait 2000",
                ],
                shows: Shows::Missing("id=player_station_metadata text=\"BBC Three\""),
            },
            Bug {
                id: "place-after-rename",
                title: "After another station was renamed and the list reordered, Play plays a neighbour",
                retells: "Transistor issue #164",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Independence { inserted: 1..5 }],
                trace: &[
                    "tap text=\"Folk Alley\"",
                    "tap id=list_item_more_button",
                    "tap text=\"Edit\"",
                    "type id=edit_name \"Zulu\"",
                    "tap id=button1",
                    "tap id=player_playback_button",
                ],
                shows: Shows::Missing("id=player_station_name text=\"Folk Alley\""),
            },
            Bug {
                id: "timer-label-lost",
                title: "The countdown of the sleep timer is gone once the screen was turned",
                retells: "no report: a receiver that the new activity does not register",
                kind: BugKind::WronglyDisplayed,
                seen_by: &[Oracle::Neutral { inserted: 5..7 }],
                trace: &[
                    "tap text=\"BBC Radio 3\"",
                    "tap id=player_playback_button",
                    "tap id=player_timer_button",
                    "type id=timer_minutes \"30\"",
                    "tap id=button1",
                    "rotate",
                    "rotate",
                    "tap text=\"Jazz 24\"",
                ],
                shows: Shows::Missing("id=player_timer_remaining"),
            },
            Bug {
                id: "delete-resets-controls",
                title: "After another station was deleted, Stop does not stop what plays",
                retells: "no report: the controls are made anew without asking the player",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Independence { inserted: 2..5 }],
                trace: &[
                    "tap text=\"Jazz 24\"",
                    "tap id=player_playback_button",
                    "tap id=list_item_more_button",
                    "tap text=\"Delete\"",
                    "tap id=button1",
                ],
                shows: Shows::Missing("id=player_playback_button desc=\"Stop\""),
            },
            Bug {
                id: "background-forgets-choice",
                title: "After the background the station played last is in place of the chosen one",
                retells: "no report: a page that loads anew whenever it is resumed",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Neutral { inserted: 4..5 }],
                trace: &[
                    "tap text=\"BBC Radio 3\"",
                    "tap id=player_playback_button",
                    "tap id=player_playback_button",
                    "tap text=\"Jazz 24\"",
                    "background",
                    "tap id=player_playback_button",
                ],
                shows: Shows::Missing("id=player_station_name text=\"Jazz 24\""),
            },
            Bug {
                id: "same-name-overwrites",
                title: "A new station whose address ends like another's replaces that one",
                retells: "PBFDroid table 3, the kind of Markor issue #1695",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Property { functions: &["create"] }],
                trace: &[
                    "tap id=fab",
                    "type id=add_url \"http://one.example.org/live\"",
                    "tap id=button1",
                    "tap id=fab",
                    "type id=add_url \"http://two.example.org/live\"",
                    "tap id=button1",
                ],
                shows: Shows::Missing("id=list_item_textview text=\"live 2\""),
            },
            Bug {
                id: "find-old-name",
                title: "A renamed station is found by its old name only",
                retells: "PBFDroid table 3, the kind of Wikipedia issue T305555",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["rename", "search"] }],
                trace: &[
                    "tap id=list_item_more_button",
                    "tap text=\"Edit\"",
                    "type id=edit_name \"Zulu\"",
                    "tap id=button1",
                    "tap id=find",
                    "type id=find_query \"zulu\"",
                ],
                shows: Shows::Missing("id=list_item_textview text=\"Zulu\""),
            },
            Bug {
                id: "shortcut-old-name",
                title: "The shortcut of a renamed station keeps the old name",
                retells: "no report: a copy of a name that is not written again",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["shortcut", "rename"] }],
                trace: &[
                    "tap id=list_item_more_button",
                    "tap text=\"Place shortcut\"",
                    "tap id=list_item_more_button",
                    "tap text=\"Edit\"",
                    "type id=edit_name \"BBC Three\"",
                    "tap id=button1",
                    "tap desc=\"More options\"",
                    "tap text=\"Shortcuts\"",
                ],
                shows: Shows::Missing("id=shortcut_name text=\"BBC Three\""),
            },
            Bug {
                id: "next-key",
                title: "The keyboard's Next in the name of a station crashes",
                retells: "PBFDroid table 3, Transistor issue #432",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &["tap id=list_item_more_button", "tap text=\"Edit\"", "tap id=edit_name", "enter"],
                shows: Shows::Crash("IllegalStateException in EditStationDialog.onEditorAction"),
            },
            Bug {
                id: "timer-zero",
                title: "A sleep timer of 0 minutes crashes",
                retells: "gauravjot/android-noad-music-player issue #3",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "longtap text=\"BBC Radio 3\"",
                    "tap id=player_timer_button",
                    "type id=timer_minutes \"0\"",
                    "tap id=button1",
                ],
                shows: Shows::Crash("IllegalArgumentException in SleepTimer.start"),
            },
            Bug {
                id: "picture-after-kill",
                title: "A picture taken for a station crashes if the system ended the app meanwhile",
                retells: "no report: what the camera was opened for is kept in memory only",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap id=list_item_more_button",
                    "tap text=\"Change picture\"",
                    "kill",
                    "tap id=shutter_button",
                    "tap id=done_button",
                ],
                shows: Shows::Crash("NullPointerException in ImageHelper.setStationPicture"),
            },
            Bug {
                id: "timer-after-delete",
                title: "The sleep timer crashes when the station it was set for was deleted while it played",
                retells: "no report: a timer that outlives what it stops",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "longtap text=\"BBC Radio 3\"",
                    "tap id=player_timer_button",
                    "type id=timer_minutes \"1\"",
                    "tap id=button1",
                    "tap id=list_item_more_button",
                    "tap text=\"Delete\"",
                    "tap id=button1",
                    "wait 60000",
                ],
                shows: Shows::Crash("NullPointerException in PlayerService.onSleepTimerFinished"),
            },
            Bug {
                id: "notification-after-delete",
                title: "The notification of a station that was deleted since crashes",
                retells: "no report: a pending intent that names what is gone",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "longtap text=\"BBC Radio 3\"",
                    "tap id=list_item_more_button",
                    "tap text=\"Delete\"",
                    "tap id=button1",
                    "home",
                    "tap id=notification",
                ],
                shows: Shows::Crash("NullPointerException in MainActivity.handleNotification"),
            },
        ],
        traps: &[
            Trap { kind: TrapKind::ChangesByItself, place: "the countdown of the sleep timer; the track" },
            Trap { kind: TrapKind::NeverRests, place: "the spectrum on the player's page while it plays" },
            Trap { kind: TrapKind::Reorders, place: "the list is sorted anew when a station is renamed" },
            Trap {
                kind: TrapKind::LoadsLate, place: "\"Loading…\" before a stream; the station directory"
            },
            Trap {
                kind: TrapKind::LooksIndependent,
                place: "\"Only on Wi-Fi\" in the settings keeps every station from playing",
            },
            Trap {
                kind: TrapKind::FalseLoop,
                place: "play and stop: the station is in the history, and a notification is there",
            },
            Trap { kind: TrapKind::RandomTip, place: "a tip on the About page" },
        ],
        source: include_str!("radio.rs"),
    };

    fn start(&mut self, cx: &mut Cx<'_, Self>) -> Page {
        if branch!(cx, !self.set_up) {
            self.set_up = true;
            self.add_examples();
        }
        let mut home = Home::default();
        if let Some(station) = self.service.as_ref().map(|playing| playing.station) {
            cover!(cx);
            self.select(&mut home, station);
        }
        Page::Home(home)
    }

    fn window(page: &Page) -> Window {
        match page {
            Page::Home(_) => Window::Activity(".MainActivity"),
            Page::Player(_) => Window::Activity(".PlayerActivity"),
            Page::Find { .. } => Window::Activity(".search.FindStationActivity"),
            Page::Shortcuts => Window::Activity(".ShortcutActivity"),
            Page::Settings { .. } => Window::Activity(".SettingsActivity"),
            Page::About { .. } => Window::Activity(".InfosheetActivity"),
            Page::HomeMenu | Page::StationMenu(_) => Window::Menu,
            Page::Add { .. } | Page::NoStream | Page::Edit { .. } => Window::Dialog,
            Page::Delete(_) | Page::Timer { .. } | Page::Theme => Window::Dialog,
        }
    }

    fn view(&self, page: &Page, ui: &mut Ui<'_, Msg>) {
        match page {
            Page::Home(home) => self.view_home(home, ui),
            Page::HomeMenu => view_home_menu(ui),
            Page::StationMenu(station) => view_station_menu(*station, ui),
            Page::Add { url } => view_add(url, ui),
            Page::NoStream => view_no_stream(ui),
            Page::Edit { name, url, .. } => view_edit(name, url, ui),
            Page::Delete(station) => self.view_delete(*station, ui),
            Page::Timer { minutes } => self.view_timer(minutes, ui),
            Page::Player(station) => self.view_player(*station, ui),
            Page::Find { query, asked, listed } => self.view_find(query, *asked, *listed, ui),
            Page::Shortcuts => self.view_shortcuts(ui),
            Page::Settings { refreshing } => self.view_settings(*refreshing, ui),
            Page::Theme => self.view_theme(ui),
            Page::About { tip } => view_about(*tip, ui),
        }
    }

    fn update(&mut self, page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        match (page, msg) {
            (Page::Home(home), msg) => self.on_home(home, msg, cx),
            (Page::Find { query, asked, listed }, msg) => self.on_find(query, asked, listed, msg, cx),
            (Page::Settings { refreshing }, msg) => self.on_settings(refreshing, msg, cx),
            (Page::Player(station), msg) => self.on_player(station, msg, cx),
            (Page::HomeMenu, msg) => on_home_menu(msg, cx),
            (_, Msg::Close) => cx.close(),
            (Page::StationMenu(_), msg) => cx.close_with(msg),
            (Page::Add { url }, Msg::TypedUrl(text)) => *url = text,
            (Page::Add { url }, Msg::Confirmed) => {
                cx.close();
                if branch!(cx, is_stream(url.trim())) {
                    cx.send(Msg::Added(url.trim().to_owned()));
                } else {
                    cx.open(Page::NoStream);
                }
            }
            (Page::Edit { name, .. }, Msg::Typed(text)) => *name = text,
            (Page::Edit { url, .. }, Msg::TypedUrl(text)) => *url = text,
            (Page::Edit { .. }, Msg::Next) => {
                cover!(cx);
                if cx.bug("next-key") {
                    cx.crash(
                        Fault::new(
                            "java.lang.IllegalStateException",
                            "focus search returned a view that wasn't able to take focus!",
                        )
                        .at("android.widget.TextView.onEditorAction(TextView.java:6484)")
                        .at("com.example.radio.EditStationDialog.onEditorAction(EditStationDialog.kt:88)"),
                    );
                }
            }
            (Page::Edit { station, name, url }, Msg::Confirmed) => {
                let wanted = name.split_whitespace().collect::<Vec<_>>().join(" ");
                if branch!(cx, wanted.is_empty()) {
                    cx.toast("Enter a name");
                } else if branch!(cx, !is_stream(url.trim())) {
                    cx.toast("Not the address of a stream");
                } else {
                    cx.close_with(Msg::Edited(*station, wanted, url.trim().to_owned()));
                }
            }
            (Page::Delete(station), Msg::Confirmed) => {
                cover!(cx);
                cx.close_with(Msg::DeleteNow(*station));
            }
            (Page::Timer { minutes }, Msg::Typed(text)) => *minutes = text,
            (Page::Timer { minutes }, Msg::Confirmed) => on_timer(minutes, cx),
            (Page::Timer { .. }, Msg::TimerOff) => {
                cover!(cx);
                self.timer = None;
                cx.close();
            }
            (Page::Shortcuts, Msg::RemoveShortcut(number)) => {
                cover!(cx);
                if number < self.shortcuts.len() {
                    self.shortcuts.remove(number);
                }
            }
            (Page::Theme, Msg::Theme(theme)) => {
                cover!(cx);
                self.settings.theme = theme;
                cx.close();
            }
            (Page::About { tip }, Msg::NextTip) => {
                cover!(cx);
                *tip = cx.random(TIPS.len() as u64);
            }
            _ => {}
        }
    }

    fn recreate(&mut self, page: Page, why: Recreate, cx: &mut Cx<'_, Self>) -> Option<Page> {
        let turned = why == Recreate::Rotation;
        match page {
            Page::Home(mut home) => {
                if branch!(cx, turned && self.timer.is_some()) && cx.bug("timer-label-lost") {
                    home.timer_hidden = true;
                }
                Some(Page::Home(home))
            }
            Page::Settings { .. } if !turned => Some(Page::Settings { refreshing: false }),
            // The answer of the directory was lost with the process.
            Page::Find { query, listed, .. } if !turned => Some(Page::Find { query, asked: listed, listed }),
            Page::HomeMenu | Page::StationMenu(_) => {
                cover!(cx);
                None
            }
            other => Some(other),
        }
    }

    fn resumed(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        if let Page::Home(home) = page {
            let last = self.last.filter(|last| self.station(*last).is_some());
            if let Some(last) = last.filter(|_| cx.bug("background-forgets-choice")) {
                self.select(home, last);
            }
        }
    }

    fn process_died(&mut self) {
        self.service = None;
        self.controls_playing = false;
        self.timer = None;
        self.pictured = None;
        self.stations.iter_mut().for_each(|station| station.indicated = false);
        self.build_index();
    }

    fn notified(&mut self, page: &mut Page, _notification: &str, cx: &mut Cx<'_, Self>) {
        self.notified = false;
        let Some(last) = self.last else { return };
        if branch!(cx, self.station(last).is_some()) {
            if let Page::Home(home) = page {
                self.select(home, last);
            }
        } else if cx.bug("notification-after-delete") {
            cx.crash(
                Fault::new(
                    "java.lang.NullPointerException",
                    "Attempt to invoke virtual method 'String Station.getStationName()' on a null object \
                     reference",
                )
                .at("com.example.radio.MainActivity.handleNotification(MainActivity.java:203)")
                .at("com.example.radio.MainActivity.onNewIntent(MainActivity.java:131)")
                .at("android.app.Instrumentation.callActivityOnNewIntent(Instrumentation.java:1461)"),
            );
        }
    }

    fn late(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::TimerDone(end) => self.timer_done(end, cx),
            Msg::Refreshed => cx.toast("Pictures refreshed"),
            _ => {}
        }
    }
}

/// Stations and the player.
impl Radio {
    fn add_examples(&mut self) {
        for (name, url) in FIRST {
            self.push(name.to_owned(), url.to_owned());
        }
    }

    fn push(&mut self, name: String, url: String) {
        self.next_id += 1;
        self.stations.push(Station { id: self.next_id, name, url, picture: None, indicated: false });
        self.sort();
        self.build_index();
    }

    fn sort(&mut self) {
        if self.settings.newest_first {
            self.stations.sort_by_key(|station| std::cmp::Reverse(station.id));
        } else {
            self.stations.sort_by_cached_key(|station| station.name.to_lowercase());
        }
    }

    fn build_index(&mut self) {
        self.index = self.stations.iter().map(|station| (station.id, station.name.to_lowercase())).collect();
    }

    fn station(&self, id: u32) -> Option<&Station> {
        self.stations.iter().find(|station| station.id == id)
    }

    fn station_mut(&mut self, id: u32) -> Option<&mut Station> {
        self.stations.iter_mut().find(|station| station.id == id)
    }

    fn name(&self, id: u32) -> &str {
        self.station(id).map_or("", |station| &station.name)
    }

    fn select(&self, home: &mut Home, id: u32) {
        home.selected = Some(id);
        home.place = self.stations.iter().position(|station| station.id == id).unwrap_or_default();
    }

    fn plays(&self, id: u32) -> bool {
        self.service.as_ref().is_some_and(|playing| playing.station == id)
    }

    fn play(&mut self, id: u32, cx: &mut Cx<'_, Self>) {
        let Some(name) = self.station(id).map(|station| station.name.clone()) else { return };
        if branch!(cx, self.settings.wifi_only) {
            return cx.toast("Not connected to Wi-Fi");
        }
        for station in &mut self.stations {
            station.indicated = station.id == id;
        }
        self.history.retain(|known| *known != name);
        self.history.insert(0, name.clone());
        self.history.truncate(MAX_HISTORY);
        self.service = Some(Playing { station: id, label: name.clone(), name, since: cx.now() });
        self.controls_playing = true;
        self.last = Some(id);
        if branch!(cx, !self.notified) {
            self.notified = true;
            cx.notify("Radio is playing");
        }
    }

    fn stop(&mut self, cx: &mut Cx<'_, Self>) {
        self.controls_playing = false;
        self.timer = None;
        let Some(Playing { station: id, name, .. }) = self.service.take() else { return };
        let renamed = self.station(id).is_some_and(|station| station.name != name);
        let Some(station) = self.station_mut(id) else { return };
        // The service knows the station by the name it had, and writes its own copy back.
        if branch!(cx, renamed) && cx.bug("rename-while-playing") {
            station.name = name;
            self.sort();
        } else {
            station.indicated = false;
        }
    }

    fn timer_done(&mut self, end: u64, cx: &mut Cx<'_, Self>) {
        // Another timer was set since, or none is.
        if !branch!(cx, self.timer == Some(end)) {
            return;
        }
        if self.service.is_some() {
            self.stop(cx);
            cx.toast("Sleep timer: good night");
        } else if cx.bug("timer-after-delete") {
            cx.crash(
                Fault::new(
                    "java.lang.NullPointerException",
                    "Attempt to invoke virtual method 'void Station.setPlaybackState(int)' on a null object \
                     reference",
                )
                .at("com.example.radio.PlayerService.onSleepTimerFinished(PlayerService.java:417)")
                .at("com.example.radio.helpers.SleepTimer$1.onFinish(SleepTimer.java:52)")
                .at("android.os.CountDownTimer$1.handleMessage(CountDownTimer.java:127)"),
            );
        }
    }

    fn rename(&mut self, id: u32, name: String, url: String, cx: &mut Cx<'_, Self>) {
        let Some(station) = self.station_mut(id) else { return };
        station.name.clone_from(&name);
        station.url = url;
        self.sort();
        if !cx.bug("find-old-name") {
            self.build_index();
        }
        if !cx.bug("shortcut-old-name") {
            for shortcut in self.shortcuts.iter_mut().filter(|shortcut| shortcut.station == id) {
                shortcut.name.clone_from(&name);
            }
        }
        let playing = self.service.as_mut().filter(|playing| playing.station == id);
        if let Some(playing) = playing.filter(|_| !cx.bug("metadata-old-name")) {
            playing.label = name;
        }
    }

    fn add(&mut self, url: String, cx: &mut Cx<'_, Self>) {
        if branch!(cx, self.stations.iter().any(|station| station.url == url)) {
            return cx.toast("This station is in the list");
        }
        if branch!(cx, self.stations.len() >= MAX_STATIONS) {
            return cx.toast("The list is full");
        }
        let name = name_of(&url).to_owned();
        let same = self.stations.iter().position(|station| station.name == name);
        match same {
            // Each station is a file of its name.
            Some(at) if cx.bug("same-name-overwrites") => self.stations[at].url = url,
            Some(_) => {
                cover!(cx);
                let free = |name: &String| self.stations.iter().all(|station| station.name != *name);
                let name = (2..).map(|number| format!("{name} {number}")).find(free).unwrap_or(name);
                self.push(name, url);
            }
            None => {
                cover!(cx);
                self.push(name, url);
            }
        }
        cx.toast("Station added");
    }

    fn delete(&mut self, id: u32, cx: &mut Cx<'_, Self>) {
        if branch!(cx, self.plays(id)) {
            let timer = self.timer;
            self.stop(cx);
            if cx.bug("timer-after-delete") {
                self.timer = timer;
            }
        } else if cx.bug("delete-resets-controls") {
            self.controls_playing = false;
        }
        self.stations.retain(|station| station.id != id);
        self.shortcuts.retain(|shortcut| shortcut.station != id);
        self.build_index();
    }

    fn set_picture(&mut self, home: &mut Home, picture: String, cx: &mut Cx<'_, Self>) {
        let (memory, saved) = (self.pictured.take(), home.pictured.take());
        if branch!(cx, memory.is_none()) && cx.bug("picture-after-kill") {
            return cx.crash(
                Fault::new(
                    "java.lang.NullPointerException",
                    "Attempt to invoke virtual method 'long Station.getId()' on a null object reference",
                )
                .at("com.example.radio.helpers.ImageHelper.setStationPicture(ImageHelper.java:96)")
                .at("com.example.radio.MainActivityFragment.onActivityResult(MainActivityFragment.java:288)")
                .at("androidx.fragment.app.FragmentActivity.onActivityResult(FragmentActivity.java:174)"),
            );
        }
        if let Some(station) = saved.and_then(|id| self.station_mut(id)) {
            station.picture = Some(picture);
        }
    }
}

/// What messages do.
impl Radio {
    fn on_home(&mut self, home: &mut Home, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::OpenMenu => cx.open(Page::HomeMenu),
            Msg::OpenFind => {
                cover!(cx);
                cx.open(Page::Find { query: String::new(), asked: false, listed: false });
            }
            Msg::OpenPlayer => {
                cover!(cx);
                let shown = self.service.as_ref().map(|playing| playing.station).or(home.selected);
                shown.into_iter().for_each(|id| cx.open(Page::Player(id)));
            }
            Msg::Select(id) => {
                cover!(cx);
                self.select(home, id);
            }
            Msg::PlayNow(id) => {
                self.select(home, id);
                if branch!(cx, self.plays(id)) { self.stop(cx) } else { self.play(id, cx) }
            }
            Msg::PlayStop => {
                if branch!(cx, self.controls_playing) {
                    return self.stop(cx);
                }
                let placed = self.stations.get(home.place).map(|station| station.id);
                let chosen = placed.filter(|_| cx.bug("place-after-rename")).or(home.selected);
                if let Some(id) = chosen {
                    home.selected = Some(id);
                    self.play(id, cx);
                }
            }
            Msg::StationMenu(id) => cx.open(Page::StationMenu(id)),
            Msg::Edit(station) => {
                cover!(cx);
                if let Some(Station { name, url, .. }) = self.station(station).cloned() {
                    cx.open(Page::Edit { station, name, url });
                }
            }
            Msg::Edited(id, name, url) => {
                cover!(cx);
                self.rename(id, name, url, cx);
            }
            Msg::Picture(id) => {
                cover!(cx);
                (self.pictured, home.pictured) = (Some(id), Some(id));
                cx.visit(Neighbour::Camera, Msg::Photo);
            }
            Msg::Photo(Some(picture)) => {
                cover!(cx);
                self.set_picture(home, picture, cx);
            }
            Msg::Shortcut(station) => {
                let known = self.shortcuts.iter().any(|shortcut| shortcut.station == station);
                if branch!(cx, known) {
                    cx.toast("There is a shortcut already");
                } else {
                    self.shortcuts.push(Shortcut { station, name: self.name(station).to_owned() });
                    cx.toast("Shortcut placed on the home screen");
                }
            }
            Msg::Delete(id) => {
                cover!(cx);
                cx.open(Page::Delete(id));
            }
            Msg::DeleteNow(id) => {
                self.delete(id, cx);
                if branch!(cx, home.selected == Some(id)) {
                    home.selected = None;
                }
            }
            Msg::Add => cx.open(Page::Add { url: String::new() }),
            Msg::Added(url) => {
                cover!(cx);
                self.add(url, cx);
            }
            Msg::Examples => {
                cover!(cx);
                self.add_examples();
            }
            Msg::OpenTimer => cx.open(Page::Timer { minutes: String::new() }),
            Msg::SetTimer(_) if branch!(cx, self.service.is_none()) => cx.toast("Nothing is playing"),
            Msg::SetTimer(minutes) => {
                let end = cx.now() + minutes * MINUTE;
                self.timer = Some(end);
                home.timer_hidden = false;
                cx.after(minutes * MINUTE, Msg::TimerDone(end));
            }
            Msg::TimerDone(end) => self.timer_done(end, cx),
            _ => {}
        }
    }

    fn on_player(&mut self, station: &mut u32, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::PlayStop => {
                if branch!(cx, self.plays(*station)) {
                    self.stop(cx)
                } else {
                    self.play(*station, cx)
                }
            }
            Msg::Skip(forward) => {
                let Some(at) = self.stations.iter().position(|known| known.id == *station) else { return };
                let count = self.stations.len();
                let step = if branch!(cx, forward) { 1 } else { count - 1 };
                let next = self.stations[(at + step) % count].id;
                if branch!(cx, self.plays(*station)) {
                    self.play(next, cx);
                }
                *station = next;
            }
            Msg::Close => cx.close(),
            _ => {}
        }
    }

    fn on_find(
        &mut self,
        query: &mut String,
        asked: &mut bool,
        listed: &mut bool,
        msg: Msg,
        cx: &mut Cx<'_, Self>,
    ) {
        match msg {
            Msg::Typed(text) => {
                cover!(cx);
                *query = text;
            }
            Msg::AskDirectory if branch!(cx, !*asked) => {
                (*asked, *listed) = (true, false);
                cx.after(DIRECTORY_MILLIS, Msg::Listed);
            }
            Msg::Listed => {
                cover!(cx);
                *listed = true;
            }
            Msg::AddListed(number) => {
                let (name, url) = DIRECTORY[number];
                let known = self.stations.iter().any(|station| station.url == url);
                if branch!(cx, known || self.stations.len() >= MAX_STATIONS) {
                    cx.toast("This station is in the list");
                } else {
                    self.push(name.to_owned(), url.to_owned());
                    cx.toast("Station added");
                }
            }
            Msg::PlayNow(id) => {
                cover!(cx);
                cx.close_with(Msg::Select(id));
            }
            Msg::Close => cx.close(),
            _ => {}
        }
    }

    fn on_settings(&mut self, refreshing: &mut bool, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Toggle(Switch::NewestFirst) => {
                cover!(cx);
                self.settings.newest_first = !self.settings.newest_first;
                self.sort();
            }
            Msg::Toggle(Switch::WifiOnly) => {
                self.settings.wifi_only = !self.settings.wifi_only;
                if branch!(cx, self.settings.wifi_only) {
                    self.stop(cx);
                }
            }
            Msg::Toggle(Switch::LargeRows) => {
                cover!(cx);
                self.settings.large_rows = !self.settings.large_rows;
            }
            Msg::OpenTheme => {
                cover!(cx);
                cx.open(Page::Theme);
            }
            Msg::Refresh if branch!(cx, !*refreshing) => {
                *refreshing = true;
                cx.after(REFRESH_MILLIS, Msg::Refreshed);
            }
            Msg::Refreshed => {
                cover!(cx);
                *refreshing = false;
                cx.toast("Pictures refreshed");
            }
            Msg::Close => cx.close(),
            _ => {}
        }
    }
}

/// What pages look like.
impl Radio {
    fn view_home(&self, home: &Home, ui: &mut Ui<'_, Msg>) {
        ui.column("main_container", |ui| {
            ui.toolbar("Radio", Nav::None, |ui| {
                ui.icon("find", "Find station").tap(Msg::OpenFind);
                ui.overflow(Msg::OpenMenu);
            });
            ui.stack("list_container", |ui| {
                if branch!(ui, self.stations.is_empty()) {
                    ui.column("onboarding", |ui| {
                        ui.text("onboarding_text", "No stations yet");
                        ui.button("onboarding_examples", "Add some examples").tap(Msg::Examples);
                    });
                } else {
                    self.view_list(home, ui);
                }
                ui.fab("fab", "Add station").tap(Msg::Add);
            })
            .fill();
            let playing = self.service.as_ref().map(|playing| playing.station);
            if let Some(id) = home.selected.or(playing) {
                cover!(ui);
                self.view_sheet(id, home.timer_hidden, ui);
            }
        });
    }

    fn view_list(&self, home: &Home, ui: &mut Ui<'_, Msg>) {
        let height = if branch!(ui, self.settings.large_rows) { 132 } else { 96 };
        ui.list("list_recyclerview", self.stations.len(), height, |ui, at| {
            let station = &self.stations[at];
            ui.row("list_item", |ui| {
                ui.image("list_item_icon", station.picture.as_deref().unwrap_or("Station icon"));
                ui.text("list_item_textview", &station.name).fill();
                if branch!(ui, station.indicated) {
                    ui.image("list_item_playback_indicator", "Playing");
                }
                ui.icon("list_item_more_button", "Station options").tap(Msg::StationMenu(station.id));
            })
            .selected(home.selected == Some(station.id))
            .tap(Msg::Select(station.id))
            .long_tap(Msg::PlayNow(station.id));
        });
    }

    /// The sheet below the list: what plays, or else what is chosen.
    fn view_sheet(&self, chosen: u32, timer_hidden: bool, ui: &mut Ui<'_, Msg>) {
        let station = self.service.as_ref().map_or(chosen, |playing| playing.station);
        ui.row("player_sheet", |ui| {
            ui.image("player_station_image", "Station");
            ui.column("", |ui| {
                ui.text("player_station_name", self.name(station)).tap(Msg::OpenPlayer);
                match &self.service {
                    Some(playing) if branch!(ui, ui.now() < playing.since + BUFFER_MILLIS) => {
                        ui.text("player_station_metadata", "Loading…");
                    }
                    Some(playing) => drop(ui.text("player_station_metadata", &playing.label)),
                    None => drop(ui.text("player_station_metadata", "Not playing")),
                }
                if let Some(end) = self.timer.filter(|_| !timer_hidden) {
                    cover!(ui);
                    ui.text("player_timer_remaining", Clock(end.saturating_sub(ui.now())));
                }
            })
            .fill();
            if branch!(ui, self.service.is_some()) {
                ui.icon("player_timer_button", "Sleep timer").tap(Msg::OpenTimer);
            }
            let label = if branch!(ui, self.controls_playing) { "Stop" } else { "Play" };
            ui.icon("player_playback_button", label).tap(Msg::PlayStop);
        })
        .height(120);
    }

    fn view_delete(&self, station: u32, ui: &mut Ui<'_, Msg>) {
        ui.dialog(
            "Delete station",
            |ui| ui.message(format_args!("Remove {} from the list?", self.name(station))),
            |ui| {
                ui.cancel("Cancel", Msg::Close);
                ui.ok("Delete", Msg::Confirmed);
            },
        );
    }

    fn view_timer(&self, minutes: &str, ui: &mut Ui<'_, Msg>) {
        ui.dialog(
            "Sleep timer",
            |ui| {
                ui.field("timer_minutes", minutes, "Minutes").typed(Msg::Typed).entered(Msg::Confirmed);
            },
            |ui| {
                if branch!(ui, self.timer.is_some()) {
                    ui.button("android:id/button3", "Turn off").tap(Msg::TimerOff);
                }
                ui.cancel("Cancel", Msg::Close);
                ui.ok("Start", Msg::Confirmed);
            },
        );
    }

    fn view_player(&self, id: u32, ui: &mut Ui<'_, Msg>) {
        let plays = self.plays(id);
        ui.column("player_layout", |ui| {
            ui.toolbar("Player", Nav::Up(Msg::Close), |_| {});
            ui.scroll("player_scroll", |ui| {
                ui.text("station_title", self.name(id));
                if let Some(station) = self.station(id) {
                    ui.text("station_url", &station.url);
                }
                if branch!(ui, plays) {
                    let track = ui.now() / TRACK_MILLIS % TRACKS.len() as u64;
                    ui.text("track", TRACKS[track as usize]);
                    ui.busy();
                }
                ui.row("player_buttons", |ui| {
                    ui.icon("previous", "Previous station").tap(Msg::Skip(false)).fill();
                    let label = if branch!(ui, plays) { "Stop" } else { "Play" };
                    ui.icon("play", label).tap(Msg::PlayStop).fill();
                    ui.icon("next", "Next station").tap(Msg::Skip(true)).fill();
                })
                .height(96);
                ui.text("history_title", "Played before");
                for name in &self.history {
                    cover!(ui);
                    ui.text("history_item", name);
                }
            });
        });
    }

    fn view_find(&self, query: &str, asked: bool, listed: bool, ui: &mut Ui<'_, Msg>) {
        ui.column("find_layout", |ui| {
            ui.toolbar("Find station", Nav::Up(Msg::Close), |ui| {
                ui.icon("directory", "Ask the directory").tap(Msg::AskDirectory);
            });
            ui.field("find_query", query, "Name").typed(Msg::Typed).entered(Msg::AskDirectory);
            ui.scroll("find_results", |ui| {
                let wanted = query.trim().to_lowercase();
                let found =
                    self.index.iter().filter(|(_, name)| !wanted.is_empty() && name.contains(&wanted));
                for (id, _) in found {
                    cover!(ui);
                    ui.row("list_item", |ui| {
                        ui.text("list_item_textview", self.name(*id)).fill();
                    })
                    .height(84)
                    .tap(Msg::PlayNow(*id));
                }
                if branch!(ui, asked && !listed) {
                    ui.busy();
                }
                if branch!(ui, listed) {
                    ui.text("directory_title", "In the directory");
                    for (number, (name, _)) in DIRECTORY.iter().enumerate() {
                        ui.row("directory_item", |ui| {
                            ui.text("directory_name", name).fill();
                            ui.icon("directory_add", "Add").tap(Msg::AddListed(number));
                        })
                        .height(84);
                    }
                }
            });
        });
    }

    fn view_shortcuts(&self, ui: &mut Ui<'_, Msg>) {
        ui.column("shortcut_layout", |ui| {
            ui.toolbar("Shortcuts", Nav::Up(Msg::Close), |_| {});
            if branch!(ui, self.shortcuts.is_empty()) {
                ui.text("shortcut_none", "No shortcuts on the home screen");
            }
            ui.list("shortcut_list", self.shortcuts.len(), 96, |ui, at| {
                ui.row("shortcut_item", |ui| {
                    ui.text("shortcut_name", &self.shortcuts[at].name).fill();
                    ui.icon("shortcut_remove", "Remove").tap(Msg::RemoveShortcut(at));
                });
            });
        });
    }

    fn view_settings(&self, refreshing: bool, ui: &mut Ui<'_, Msg>) {
        let settings = &self.settings;
        ui.column("settings_layout", |ui| {
            ui.toolbar("Settings", Nav::Up(Msg::Close), |_| {});
            ui.scroll("recycler_view", |ui| {
                ui.preference("Theme", THEMES[settings.theme], None).tap(Msg::OpenTheme);
                ui.preference("Newest first", "Otherwise by name", Some(settings.newest_first))
                    .tap(Msg::Toggle(Switch::NewestFirst));
                ui.preference("Only on Wi-Fi", "No playback on mobile data", Some(settings.wifi_only))
                    .tap(Msg::Toggle(Switch::WifiOnly));
                ui.preference("Large rows", "Easier to tap", Some(settings.large_rows))
                    .tap(Msg::Toggle(Switch::LargeRows));
                if branch!(ui, refreshing) {
                    ui.preference("Refresh pictures", "Refreshing…", None).enabled(false);
                } else {
                    ui.preference("Refresh pictures", "From the stations' pages", None).tap(Msg::Refresh);
                }
            });
        });
    }

    fn view_theme(&self, ui: &mut Ui<'_, Msg>) {
        ui.dialog(
            "Theme",
            |ui| {
                for (number, name) in THEMES.iter().enumerate() {
                    let chosen = number == self.settings.theme;
                    ui.radio("android:id/text1", name, chosen).tap(Msg::Theme(number));
                }
            },
            |ui| ui.cancel("Cancel", Msg::Close),
        );
    }
}

fn on_home_menu(msg: Msg, cx: &mut Cx<'_, Radio>) {
    let page = match msg {
        Msg::OpenSettings => {
            cover!(cx);
            Page::Settings { refreshing: false }
        }
        Msg::OpenShortcuts => {
            cover!(cx);
            Page::Shortcuts
        }
        Msg::OpenAbout => {
            cover!(cx);
            Page::About { tip: cx.random(TIPS.len() as u64) }
        }
        other => return cx.close_with(other),
    };
    cx.close();
    cx.open(page);
}

fn on_timer(minutes: &str, cx: &mut Cx<'_, Radio>) {
    let Ok(minutes) = minutes.trim().parse::<u64>() else {
        cover!(cx);
        return cx.toast("Enter a number of minutes");
    };
    if branch!(cx, minutes > 0) {
        return cx.close_with(Msg::SetTimer(minutes.min(MAX_MINUTES)));
    }
    if cx.bug("timer-zero") {
        return cx.crash(
            Fault::new("java.lang.IllegalArgumentException", "duration must be positive")
                .at("com.example.radio.helpers.SleepTimer.start(SleepTimer.java:38)")
                .at("com.example.radio.PlayerService.startSleepTimer(PlayerService.java:396)")
                .at("android.view.View.performClick(View.java:7448)"),
        );
    }
    cx.toast("Enter at least one minute");
}

fn view_home_menu(ui: &mut Ui<'_, Msg>) {
    ui.menu(|ui| {
        ui.entry("title", "Add station").tap(Msg::Add);
        ui.entry("title", "Shortcuts").tap(Msg::OpenShortcuts);
        ui.entry("title", "Settings").tap(Msg::OpenSettings);
        ui.entry("title", "About").tap(Msg::OpenAbout);
    });
}

fn view_station_menu(station: u32, ui: &mut Ui<'_, Msg>) {
    ui.menu(|ui| {
        ui.entry("title", "Edit").tap(Msg::Edit(station));
        ui.entry("title", "Change picture").tap(Msg::Picture(station));
        ui.entry("title", "Place shortcut").tap(Msg::Shortcut(station));
        ui.entry("title", "Delete").tap(Msg::Delete(station));
    });
}

fn view_add(url: &str, ui: &mut Ui<'_, Msg>) {
    ui.dialog(
        "Add station",
        |ui| {
            ui.field("add_url", url, "Address of a stream").typed(Msg::TypedUrl).entered(Msg::Confirmed);
        },
        |ui| {
            ui.cancel("Cancel", Msg::Close);
            ui.ok("Add", Msg::Confirmed);
        },
    );
}

fn view_no_stream(ui: &mut Ui<'_, Msg>) {
    ui.dialog(
        "Station not added",
        |ui| ui.message("This is not the address of a stream."),
        |ui| ui.ok("OK", Msg::Close),
    );
}

fn view_edit(name: &str, url: &str, ui: &mut Ui<'_, Msg>) {
    ui.dialog(
        "Edit station",
        |ui| {
            ui.scroll("edit_scroll", |ui| {
                ui.field("edit_name", name, "Name").typed(Msg::Typed).entered(Msg::Next);
                ui.field("edit_url", url, "Address").typed(Msg::TypedUrl).entered(Msg::Confirmed);
            });
        },
        |ui| {
            ui.cancel("Cancel", Msg::Close);
            ui.ok("Save", Msg::Confirmed);
        },
    );
}

fn view_about(tip: u64, ui: &mut Ui<'_, Msg>) {
    ui.column("infosheet", |ui| {
        ui.toolbar("About", Nav::Up(Msg::Close), |_| {});
        ui.scroll("infosheet_scroll", |ui| {
            ui.text("infosheet_version", "Radio 3.2.4");
            ui.text("infosheet_licence", "MIT License");
            ui.text("infosheet_tip", TIPS[tip as usize % TIPS.len()]);
            ui.button("infosheet_next", "Another tip").tap(Msg::NextTip);
        });
    });
}

/// Whether an address can be one of a stream.
fn is_stream(url: &str) -> bool {
    let rest = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://"));
    rest.is_some_and(|rest| {
        let host = rest.split('/').next().unwrap_or_default();
        host.contains('.') && !host.starts_with('.') && !rest.contains(char::is_whitespace)
    })
}

/// What a station is called until somebody names it: the end of its address.
fn name_of(url: &str) -> &str {
    let end = url.trim_end_matches('/').rsplit('/').next().unwrap_or(url);
    if end.is_empty() { url } else { end }
}

/// Minutes and seconds of so many milliseconds.
struct Clock(u64);

impl Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0 / 1000;
        write!(f, "{:02}:{:02}", seconds / 60, seconds % 60)
    }
}
