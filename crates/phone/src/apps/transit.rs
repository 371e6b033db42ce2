//! Transit: a companion for public transport, in the manner of Transportr, Öffi and OneBusAway.
//!
//! Plans trips, shows departures and lines, keeps favourite stops in groups, saved trips, tickets and alerts.
//! Its network is built in; what depends on the clock is computed from timetables. Most of its bugs come from
//! things that were kept once for the whole app, or by their place in a list.

use std::fmt::{self, Display};

use crate::app::{App, Bug, BugKind, Manifest, Oracle, Recreate, Shows, Trap, TrapKind, Window};
use crate::cx::{Cx, Fault};
use crate::neighbours::Neighbour;
use crate::ui::{Nav, Ui};
use crate::{branch, cover};

/// Everything the app keeps.
#[derive(Clone, Default)]
pub(crate) struct Transit {
    favourites: Vec<Favourite>,
    /// By name.
    groups: Vec<Group>,
    /// The last search first.
    recents: Vec<(usize, usize)>,
    /// In the order they were saved.
    saved: Vec<Saved>,
    by_destination: bool,
    reminders: Vec<Trip>,
    /// The trip of the notification that is there.
    announced: Option<Trip>,
    /// The newest first.
    tickets: Vec<Ticket>,
    /// The ticket activated last, and when.
    activated: Option<(u32, u64)>,
    read: Vec<usize>,
    dismissed: Vec<usize>,
    /// Home and work.
    places: [Option<usize>; 2],
    options: Options,
    settings: Settings,
    next_id: u32,
    set_up: bool,
    /// The stop whose departures were opened last: in memory only, as all that follows.
    current: Option<usize>,
    /// What the undo bar takes back.
    undoable: Option<Change>,
    /// Which legs of a trip are unfolded.
    unfolded: Vec<usize>,
    /// Names in lower case for finding.
    index: Vec<(usize, String)>,
}

#[derive(Clone)]
struct Favourite {
    id: u32,
    stop: usize,
    /// Empty for the stop's own.
    name: String,
    group: Option<u32>,
}

#[derive(Clone)]
struct Group {
    id: u32,
    name: String,
}

#[derive(Clone)]
struct Saved {
    id: u32,
    trip: Trip,
}

#[derive(Clone, PartialEq)]
pub(crate) struct Trip {
    from: usize,
    to: usize,
    legs: Vec<Leg>,
}

/// A ride; times in minutes since 1970.
#[derive(Clone, PartialEq)]
struct Leg {
    line: usize,
    from: usize,
    to: usize,
    departs: u64,
    arrives: u64,
}

#[derive(Clone)]
struct Ticket {
    id: u32,
    zone: usize,
    day: bool,
    activated: Option<u64>,
}

#[derive(Clone, Copy)]
enum Change {
    Dismissed(usize),
    Read(usize),
}

#[derive(Clone, Copy, Default)]
struct Options {
    fewest_changes: bool,
    step_free: bool,
    /// Modes not to use.
    without: [bool; MODES.len()],
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Settings {
    choices: [usize; PREFERENCES.len()],
    clock_times: bool,
}

/// The trip that is asked for.
#[derive(Clone, Copy, Default)]
pub(crate) struct Form {
    from: Option<usize>,
    to: Option<usize>,
    /// The minute of the day, or now.
    at: Option<u64>,
}

/// The main page: four tabs.
#[derive(Clone, Default)]
pub(crate) struct Main {
    tab: usize,
    form: Form,
    /// From and to as they are written when the page is made anew.
    kept: (Option<usize>, Option<usize>),
    /// Which group of favourites is shown, and which chip that was.
    group: Option<u32>,
    chip: usize,
    undo: bool,
}

#[derive(Clone, Copy)]
pub(crate) struct Query {
    from: usize,
    to: usize,
    at: u64,
    options: Options,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Load {
    First,
    Earlier,
    Later,
}

#[derive(Clone)]
pub(crate) struct Results {
    query: Query,
    trips: Vec<Trip>,
    loading: Option<Load>,
    failed: bool,
}

/// The departures of a stop.
#[derive(Clone)]
pub(crate) struct Board {
    stop: usize,
    mode: Option<usize>,
    /// Departures were asked for anew, of all modes.
    all: bool,
}

/// What a stop is chosen for.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Purpose {
    From,
    To,
    Place(usize),
    Board,
}

#[derive(Clone)]
pub(crate) enum Page {
    Main(Main),
    Drawer,
    Pick { purpose: Purpose, query: String },
    PlaceMenu(usize),
    Time { hour: String, minute: String },
    Options,
    Results(Results),
    Trip { trip: Trip, unfolded: Vec<usize> },
    Board(Board),
    FavouriteMenu(u32),
    Rename { favourite: u32, name: String },
    Move(u32),
    Groups,
    GroupName { group: Option<u32>, name: String },
    Lines,
    Line { line: usize, back: bool },
    Buy { zone: usize, day: bool },
    Ticket(u32),
    Activate(u32),
    AlertMenu,
    Alert(usize),
    Saved { selected: Vec<u32> },
    SavedMenu { selecting: bool },
    Settings { loaded: Settings },
    Choice(usize),
    About { tip: u64 },
}

#[derive(Clone)]
pub(crate) enum Msg {
    Close,
    OpenDrawer,
    OpenMenu,
    OpenSaved,
    OpenLines,
    OpenSettings,
    OpenAbout,
    Tab(usize),
    Pick(Purpose),
    Picked(Purpose, usize),
    Typed(String),
    TypedMinute(String),
    Confirmed,
    Swap,
    OpenTime,
    Now,
    At(u64),
    OpenOptions,
    FewestChanges,
    StepFree,
    Mode(usize),
    Search,
    Again(usize, usize),
    RemoveRecent(usize),
    Place(usize),
    PlaceMenu(usize),
    ClearPlace(usize),
    More(Load),
    Loaded(Load),
    OpenTrip(Trip),
    Unfold(usize),
    Save,
    Remind,
    RemindNow(Trip),
    Share,
    Shared(Option<String>),
    OpenBoard(usize),
    Filter(Option<usize>),
    Star,
    Chip(usize),
    FavouriteMenu(u32),
    Rename(u32),
    Move(u32),
    MoveTo(Option<u32>),
    Remove(u32),
    OpenGroups,
    NameGroup(Option<u32>),
    DeleteGroup(u32),
    OpenLine(usize),
    Reverse,
    Buy,
    Zone(usize),
    Day,
    OpenTicket(u32),
    Activate,
    Activated(u32),
    Discard,
    OpenAlert(usize),
    Dismiss(usize),
    Undo,
    Unread,
    ReadAll,
    RestoreAll,
    OpenSavedTrip(u32),
    Select(u32),
    SelectAll,
    SortSaved,
    Delete,
    Choose(usize),
    Chosen(usize, usize),
    ClockTimes,
    NextTip,
}

/// English name, local name, step-free.
const STOPS: [(&str, &str, bool); 12] = [
    ("Central Station", "Hauptbahnhof", true),
    ("Market Square", "Marktplatz", true),
    ("University", "Universität", true),
    ("Airport", "Flughafen", true),
    ("Harbour", "Hafen", true),
    ("Art Museum", "Kunstmuseum", false),
    ("Zoo", "Tierpark", true),
    ("Old Town", "Altstadt", false),
    ("Stadium", "Stadion", true),
    ("Hospital", "Krankenhaus", true),
    ("West Park", "Westpark", false),
    ("Castle", "Schloss", true),
];
const MODES: [&str; 5] = ["Train", "Metro", "Tram", "Bus", "Ferry"];
/// Label, mode, minutes between departures, stops.
const LINES: [(&str, usize, u64, &[usize]); 6] = [
    ("S1", 0, 10, &[3, 8, 0, 2, 10]),
    ("U2", 1, 6, &[4, 7, 0, 1, 9]),
    ("T4", 2, 8, &[1, 7, 5, 11, 6]),
    ("T9", 2, 12, &[0, 5, 2, 9]),
    ("B10", 3, 15, &[10, 11, 6, 8]),
    ("F1", 4, 20, &[4, 11, 10]),
];
const ZONES: [(&str, &str); 3] = [("Zone A", "2.40 €"), ("Zone B", "3.10 €"), ("Zones A and B", "4.80 €")];
const ALERTS: [(&str, &str, usize); 5] = [
    ("Lift out of service", "The lift at Market Square is being repaired until Friday.", 1),
    ("Replacement buses", "Trams end at Art Museum on Sunday; buses go on to Zoo.", 2),
    ("Longer trains", "Trains to Airport have two more carriages from Monday.", 0),
    ("Ferry in fog", "In thick fog the ferry may leave late.", 5),
    ("Detour", "Buses do not stop at Castle during the fair.", 4),
];
const TABS: [&str; 4] = ["Plan", "Stops", "Tickets", "Alerts"];
const PLACES: [&str; 2] = ["Home", "Work"];
const PREFERENCES: [(&str, &[&str]); 5] = [
    ("Theme", &["As the system", "Light", "Dark"]),
    ("Walking speed", &["Normal", "Slow", "Fast"]),
    ("Distances", &["Kilometres", "Miles"]),
    ("Start page", &TABS),
    ("Stop names", &["English", "Local"]),
];
const THEME: usize = 0;
const SPEED: usize = 1;
const UNITS: usize = 2;
const START: usize = 3;
const NAMES: usize = 4;
const TIPS: [&str; 4] = [
    "Hold Home or Work to choose another stop.",
    "Hold a saved trip to select several.",
    "Tap a departure to see its line.",
    "Put your favourites into groups.",
];
const MAX_RECENTS: usize = 5;
const MAX_SAVED: usize = 12;
const MAX_TICKETS: usize = 6;
const MAX_GROUPS: usize = 4;
const MAX_RESULTS: usize = 12;
const MAX_DEPARTURES: usize = 12;
const PAGE_OF_RESULTS: usize = 4;
const RIDE_MINUTES: u64 = 3;
const HOP_METRES: u64 = 800;
const REMIND_MINUTES: u64 = 5;
const EARLIER_MINUTES: u64 = 30;
const LOAD_MILLIS: u64 = 2_000;
const MINUTE: u64 = 60_000;
const DAY: u64 = 1_440;

impl App for Transit {
    type Page = Page;
    type Msg = Msg;

    const MANIFEST: Manifest = Manifest {
        name: "transit",
        package: "com.example.transit",
        title: "Transit",
        about: "Public transport: trips, departures, favourites, tickets, alerts",
        bugs: &[
            Bug {
                id: "star-other-stop",
                title: "After another stop was looked at from a line, the star marks that one",
                retells: "the kind of Genie figure 5 (e, f): a current one for the whole app",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Independence { inserted: 3..7 }],
                trace: &[
                    "tap text=\"Stops\"",
                    "tap id=find_stop",
                    "tap text=\"Harbour\"",
                    "tap text=\"U2\"",
                    "tap text=\"Market Square\"",
                    "back",
                    "back",
                    "tap id=star",
                ],
                shows: Shows::Missing("id=star desc=\"Remove from favourites\""),
            },
            Bug {
                id: "undo-after-opening",
                title: "Undo does not bring a dismissed alert back once another alert was opened",
                retells: "the kind of Genie's type T2: one slot for undoing, written by others",
                kind: BugKind::CannotProceed,
                seen_by: &[Oracle::Independence { inserted: 2..4 }],
                trace: &[
                    "tap text=\"Alerts\"",
                    "tap id=alert_dismiss",
                    "tap text=\"Detour\"",
                    "back",
                    "tap id=undo",
                ],
                shows: Shows::Missing("text=\"Lift out of service\""),
            },
            Bug {
                id: "legs-by-place",
                title: "A leg unfolded in one trip is unfolded in all others, and a tap folds it",
                retells: "no report: an adapter's flags by position in a static field",
                kind: BugKind::WronglyDisplayed,
                seen_by: &[Oracle::Independence { inserted: 2..5 }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Saved trips\"",
                    "tap text=\"Harbour → Zoo\"",
                    "tap id=leg_header",
                    "back",
                    "tap text=\"University → Airport\"",
                    "tap id=leg_header",
                ],
                shows: Shows::Missing("id=leg_detail"),
            },
            Bug {
                id: "theme-saves-old-settings",
                title: "Choosing a theme sets back what was changed since the settings were opened",
                retells: "the kind of Genie's UnitConverter bug: a setting lost by changing another",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Independence { inserted: 4..6 }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Settings\"",
                    "tap text=\"Stop names\"",
                    "tap text=\"Local\"",
                    "tap text=\"Theme\"",
                    "tap text=\"Dark\"",
                ],
                shows: Shows::Missing("text=\"Local\""),
            },
            Bug {
                id: "group-by-place",
                title: "When a group is added, the favourites of another group than the chosen one are shown",
                retells: "no report: a chosen tab kept by its number while tabs are sorted by name",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Independence { inserted: 2..7 }],
                trace: &[
                    "tap text=\"Stops\"",
                    "tap text=\"Weekend\"",
                    "tap id=groups",
                    "tap id=add_group",
                    "type id=group_name \"Club\"",
                    "tap id=button1",
                    "back",
                ],
                shows: Shows::Missing("id=favourite_name text=\"Zoo\""),
            },
            Bug {
                id: "delete-after-sort",
                title: "Trips selected before the list was sorted anew are not those that are deleted",
                retells: "no report: a selection kept by position",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Independence { inserted: 3..5 }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Saved trips\"",
                    "longtap text=\"Harbour → Zoo\"",
                    "tap desc=\"More options\"",
                    "tap text=\"Sort by destination\"",
                    "tap id=delete",
                ],
                shows: Shows::Missing("text=\"University → Airport\""),
            },
            Bug {
                id: "one-active-ticket",
                title: "A running ticket counts as not activated once another one was activated",
                retells: "the kind of Genie figure 1: one place for what each item has",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Independence { inserted: 11..15 }],
                trace: &[
                    "tap text=\"Tickets\"",
                    "tap id=buy",
                    "tap text=\"Zone A\"",
                    "tap id=button1",
                    "tap id=buy",
                    "tap text=\"Zone B\"",
                    "tap id=button1",
                    "tap text=\"Zone A\"",
                    "tap id=activate",
                    "tap id=button1",
                    "back",
                    "tap text=\"Zone B\"",
                    "tap id=activate",
                    "tap id=button1",
                    "back",
                    "tap text=\"Zone A\"",
                ],
                shows: Shows::Missing("id=ticket_state text=\"Active\""),
            },
            Bug {
                id: "swap-lost-when-turned",
                title: "From and to change places back when the screen is turned",
                retells: "the kind of OsmAnd issue #6027: a saved state that not all write",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Neutral { inserted: 5..7 }],
                trace: &[
                    "tap id=from",
                    "tap text=\"Harbour\"",
                    "tap id=to",
                    "tap text=\"Airport\"",
                    "tap id=swap",
                    "rotate",
                    "rotate",
                ],
                shows: Shows::Missing("id=from text=\"Airport\""),
            },
            Bug {
                id: "board-unfiltered",
                title: "Back from the background, departures of every mode are listed under the chosen mode",
                retells: "no report: a list that is loaded anew whenever the page is resumed",
                kind: BugKind::WronglyDisplayed,
                seen_by: &[Oracle::Neutral { inserted: 3..4 }],
                trace: &[
                    "tap text=\"Stops\"",
                    "tap id=favourite_name text=\"Central Station\"",
                    "tap text=\"Tram\"",
                    "background",
                ],
                shows: Shows::Present("id=departure_line text=\"U2\""),
            },
            Bug {
                id: "found-by-old-name",
                title: "A favourite that was given a name is not found by it",
                retells: "PBFDroid table 3, the kind of Wikipedia issue T305555",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["rename", "search"] }],
                trace: &[
                    "tap text=\"Stops\"",
                    "tap id=favourite_more",
                    "tap text=\"Rename\"",
                    "type id=favourite_new_name \"Office\"",
                    "tap id=button1",
                    "tap text=\"Plan\"",
                    "tap id=from",
                    "type id=stop_query \"office\"",
                ],
                shows: Shows::Missing("id=stop_name text=\"Office\""),
            },
            Bug {
                id: "earlier-while-loading",
                title: "Asking for earlier trips before the first ones are there crashes",
                retells: "no report: a context for more trips that comes with the first answer",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap id=from",
                    "tap text=\"Harbour\"",
                    "tap id=to",
                    "tap text=\"Airport\"",
                    "tap id=search",
                    "tap id=earlier",
                ],
                shows: Shows::Crash("NullPointerException in TripsRepository.queryMoreTrips"),
            },
            Bug {
                id: "same-stop",
                title: "A trip from a stop to itself is searched for without end",
                retells: "no report: a search whose goal is never among the stops that lie ahead",
                kind: BugKind::Hang,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap id=from",
                    "tap text=\"Harbour\"",
                    "tap id=to",
                    "tap text=\"Harbour\"",
                    "tap id=search",
                ],
                shows: Shows::Hang,
            },
        ],
        traps: &[
            Trap {
                kind: TrapKind::ChangesByItself,
                place: "minutes until departures; what is left of a ticket; a time of now",
            },
            Trap { kind: TrapKind::LoadsLate, place: "trips, and earlier and later ones" },
            Trap {
                kind: TrapKind::LooksIndependent,
                place: "modes that are switched off in the options, and steps, leave trips out",
            },
            Trap { kind: TrapKind::Reorders, place: "searches, the last first; groups by name; departures" },
            Trap { kind: TrapKind::SameLayout, place: "the main page's tabs; departures of different stops" },
            Trap {
                kind: TrapKind::FalseLoop,
                place: "an alert opened and left is read; a search left is among the last ones",
            },
            Trap { kind: TrapKind::Toast, place: "saving, reminders, tickets" },
            Trap { kind: TrapKind::RandomTip, place: "a tip on the About page" },
        ],
        source: include_str!("transit.rs"),
    };

    fn start(&mut self, cx: &mut Cx<'_, Self>) -> Page {
        if branch!(cx, !self.set_up) {
            self.set_up = true;
            self.add_examples(cx.now() / MINUTE);
        }
        self.set_alarms(cx);
        Page::Main(Main { tab: self.settings.choices[START], ..Main::default() })
    }

    fn window(page: &Page) -> Window {
        match page {
            Page::Main(_) => Window::Activity(".MainActivity"),
            Page::Pick { .. } => Window::Activity(".locations.PickStopActivity"),
            Page::Results(_) => Window::Activity(".trips.TripsActivity"),
            Page::Trip { .. } => Window::Activity(".trips.TripDetailActivity"),
            Page::Board(_) => Window::Activity(".departures.DeparturesActivity"),
            Page::Groups => Window::Activity(".favourites.GroupsActivity"),
            Page::Lines => Window::Activity(".lines.LinesActivity"),
            Page::Line { .. } => Window::Activity(".lines.LineActivity"),
            Page::Ticket(_) => Window::Activity(".tickets.TicketActivity"),
            Page::Alert(_) => Window::Activity(".alerts.AlertActivity"),
            Page::Saved { .. } => Window::Activity(".trips.SavedTripsActivity"),
            Page::Settings { .. } => Window::Activity(".SettingsActivity"),
            Page::About { .. } => Window::Activity(".AboutActivity"),
            Page::Drawer => Window::Drawer,
            Page::PlaceMenu(_) | Page::FavouriteMenu(_) => Window::Menu,
            Page::AlertMenu | Page::SavedMenu { .. } => Window::Menu,
            Page::Time { .. } | Page::Options | Page::Rename { .. } | Page::Move(_) => Window::Dialog,
            Page::GroupName { .. } | Page::Buy { .. } => Window::Dialog,
            Page::Activate(_) | Page::Choice(_) => Window::Dialog,
        }
    }

    fn view(&self, page: &Page, ui: &mut Ui<'_, Msg>) {
        match page {
            Page::Main(main) => self.view_main(main, ui),
            Page::Drawer => view_drawer(ui),
            Page::Pick { purpose, query } => self.view_pick(*purpose, query, ui),
            Page::PlaceMenu(place) => view_place_menu(*place, ui),
            Page::Time { hour, minute } => view_time(hour, minute, ui),
            Page::Options => self.view_options(ui),
            Page::Results(results) => self.view_results(results, ui),
            Page::Trip { trip, unfolded } => self.view_trip(trip, unfolded, ui),
            Page::Board(board) => self.view_board(board, ui),
            Page::FavouriteMenu(favourite) => view_favourite_menu(*favourite, ui),
            Page::Rename { name, .. } => view_rename(name, ui),
            Page::Move(favourite) => self.view_move(*favourite, ui),
            Page::Groups => self.view_groups(ui),
            Page::GroupName { group, name } => view_group_name(group.is_some(), name, ui),
            Page::Lines => self.view_lines(ui),
            Page::Line { line, back } => self.view_line(*line, *back, ui),
            Page::Buy { zone, day } => view_buy(*zone, *day, ui),
            Page::Ticket(ticket) => self.view_ticket(*ticket, ui),
            Page::Activate(_) => view_activate(ui),
            Page::AlertMenu => view_alert_menu(ui),
            Page::Alert(alert) => view_alert(*alert, ui),
            Page::Saved { selected } => self.view_saved(selected, ui),
            Page::SavedMenu { selecting } => self.view_saved_menu(*selecting, ui),
            Page::Settings { .. } => self.view_settings(ui),
            Page::Choice(preference) => self.view_choice(*preference, ui),
            Page::About { tip } => view_about(*tip, ui),
        }
    }

    fn update(&mut self, page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        match (page, msg) {
            (_, Msg::RemindNow(trip)) => self.remind_now(trip, cx),
            (_, Msg::OpenBoard(stop)) => self.open_board(stop, cx),
            (_, Msg::OpenTrip(trip)) => open_trip(trip, cx),
            (_, Msg::OpenLine(line)) => {
                cover!(cx);
                cx.open(Page::Line { line, back: false });
            }
            (Page::Main(main), msg) => self.on_main(main, msg, cx),
            (Page::Drawer, msg) => self.on_drawer(msg, cx),
            (Page::Pick { query, .. }, Msg::Typed(text)) => *query = text,
            (Page::Pick { purpose, .. }, Msg::Picked(_, stop)) => cx.close_with(Msg::Picked(*purpose, stop)),
            (Page::Time { hour, .. }, Msg::Typed(text)) => *hour = text,
            (Page::Time { minute, .. }, Msg::TypedMinute(text)) => *minute = text,
            (Page::Time { hour, minute }, Msg::Confirmed) => on_time(hour, minute, cx),
            (Page::Options, msg) => self.on_options(msg, cx),
            (Page::Results(results), msg) => self.on_results(results, msg, cx),
            (Page::Trip { trip, unfolded }, msg) => self.on_trip(trip, unfolded, msg, cx),
            (Page::Board(board), msg) => self.on_board(board, msg, cx),
            (Page::Rename { name, .. }, Msg::Typed(text)) => *name = text,
            (Page::Rename { favourite, name }, Msg::Confirmed) => {
                cover!(cx);
                self.rename(*favourite, name, cx);
                cx.close();
            }
            (Page::Move(favourite), Msg::MoveTo(group)) => {
                cover!(cx);
                let id = *favourite;
                self.favourites.iter_mut().filter(|known| known.id == id).for_each(|f| f.group = group);
                cx.close();
            }
            (Page::Groups, msg) => self.on_groups(msg, cx),
            (Page::GroupName { name, .. }, Msg::Typed(text)) => *name = text,
            (Page::GroupName { group, name }, Msg::Confirmed) => self.name_group(*group, name, cx),
            (Page::Line { back, .. }, Msg::Reverse) => {
                cover!(cx);
                *back = !*back;
            }
            (Page::Buy { zone, .. }, Msg::Zone(chosen)) => *zone = chosen,
            (Page::Buy { day, .. }, Msg::Day) => *day = !*day,
            (Page::Buy { zone, day }, Msg::Confirmed) => {
                cover!(cx);
                let (zone, day, id) = (*zone, *day, self.new_id());
                self.tickets.insert(0, Ticket { id, zone, day, activated: None });
                cx.toast("Ticket bought");
                cx.close();
            }
            (Page::Ticket(ticket), msg) => self.on_ticket(*ticket, msg, cx),
            (Page::Activate(ticket), Msg::Confirmed) => cx.close_with(Msg::Activated(*ticket)),
            (Page::Alert(alert), Msg::Unread) => {
                cover!(cx);
                self.read.retain(|read| read != alert);
                cx.close();
            }
            (Page::Saved { selected }, msg) => self.on_saved(selected, msg, cx),
            (Page::Settings { loaded }, msg) => self.on_settings(loaded, msg, cx),
            (Page::Choice(preference), Msg::Choose(choice)) => {
                cx.close_with(Msg::Chosen(*preference, choice));
            }
            (Page::About { tip }, Msg::NextTip) => {
                cover!(cx);
                *tip = cx.random(TIPS.len() as u64);
            }
            (_, Msg::Close) => cx.close(),
            (Page::PlaceMenu(_) | Page::FavouriteMenu(_), msg) => cx.close_with(msg),
            (Page::AlertMenu | Page::SavedMenu { .. } | Page::Time { .. }, msg) => cx.close_with(msg),
            _ => {}
        }
    }

    fn back(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        match page {
            Page::Saved { selected } if branch!(cx, !selected.is_empty()) => selected.clear(),
            _ => cx.close(),
        }
    }

    fn recreate(&mut self, page: Page, why: Recreate, cx: &mut Cx<'_, Self>) -> Option<Page> {
        let turned = why == Recreate::Rotation;
        match page {
            Page::Main(mut main) => {
                (main.form.from, main.form.to) = main.kept;
                if branch!(cx, !turned) {
                    main.undo = false;
                    self.set_alarms(cx);
                }
                Some(Page::Main(main))
            }
            // The answer was lost with the process.
            Page::Results(results) if !turned => {
                let failed = branch!(cx, results.loading.is_some());
                Some(Page::Results(Results { loading: None, failed, ..results }))
            }
            Page::Settings { .. } => Some(Page::Settings { loaded: self.settings }),
            Page::Drawer | Page::PlaceMenu(_) | Page::FavouriteMenu(_) => None,
            Page::AlertMenu | Page::SavedMenu { .. } => {
                cover!(cx);
                None
            }
            other => Some(other),
        }
    }

    fn resumed(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        if let Page::Board(board) = page {
            board.all |= branch!(cx, board.mode.is_some()) && cx.bug("board-unfiltered");
        }
    }

    fn process_died(&mut self) {
        self.current = None;
        self.undoable = None;
        self.unfolded.clear();
        self.build_index();
    }

    fn notified(&mut self, _page: &mut Page, _notification: &str, cx: &mut Cx<'_, Self>) {
        if let Some(trip) = self.announced.take() {
            cover!(cx);
            open_trip(trip, cx);
        }
    }

    fn late(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        if let Msg::RemindNow(trip) = msg {
            self.remind_now(trip, cx);
        }
    }
}

/// Data.
impl Transit {
    fn new_id(&mut self) -> u32 {
        self.next_id += 1;
        self.next_id
    }

    fn add_examples(&mut self, now: u64) {
        let [daily, weekend] = ["Daily", "Weekend"].map(|name| {
            let id = self.new_id();
            self.groups.push(Group { id, name: name.to_owned() });
            id
        });
        for (stop, group) in [(0, daily), (2, daily), (6, weekend)] {
            let id = self.new_id();
            self.favourites.push(Favourite { id, stop, name: String::new(), group: Some(group) });
        }
        for (from, to) in [(4, 6), (2, 3), (0, 11)] {
            let query = Query { from, to, at: now + 60, options: Options::default() };
            if let Some(trip) = self.plan(&query).into_iter().next() {
                let id = self.new_id();
                self.saved.push(Saved { id, trip });
            }
        }
        self.build_index();
    }

    fn build_index(&mut self) {
        let stops = STOPS.iter().enumerate();
        self.index = stops
            .map(|(stop, (english, local, _))| {
                let own = self.favourites.iter().find(|known| known.stop == stop);
                let own = own.map_or("", |known| &known.name);
                (stop, format!("{english}\n{local}\n{own}").to_lowercase())
            })
            .collect();
    }

    fn name(&self, stop: usize) -> &'static str {
        let (english, local, _) = STOPS[stop];
        if self.settings.choices[NAMES] == 1 { local } else { english }
    }

    /// The name the user gave it, or its own.
    fn own_name(&self, stop: usize) -> &str {
        let own = self.favourites.iter().find(|known| known.stop == stop && !known.name.is_empty());
        own.map_or_else(|| self.name(stop), |known| &known.name)
    }

    fn title(&self, trip: &Trip) -> String {
        format!("{} → {}", self.name(trip.from), self.name(trip.to))
    }

    fn walk_minutes(&self) -> u64 {
        [4, 7, 3][self.settings.choices[SPEED]]
    }

    /// The next trips, by departure; of those that leave with the last one, all.
    fn plan(&self, query: &Query) -> Vec<Trip> {
        let Query { from, to, at, options } = *query;
        let mut ways = ways(from, to, &options);
        if options.fewest_changes {
            let fewest = ways.iter().map(Vec::len).min().unwrap_or_default();
            ways.retain(|way| way.len() == fewest);
        }
        let mut trips = Vec::new();
        for way in ways {
            let mut after = at;
            for _ in 0..PAGE_OF_RESULTS {
                let trip = ride(from, to, &way, after, self.walk_minutes());
                after = trip.departs() + 1;
                trips.push(trip);
            }
        }
        trips.sort_by_key(|trip| (trip.departs(), trip.arrives()));
        if let Some(last) = trips.get(PAGE_OF_RESULTS - 1).map(Trip::departs) {
            trips.retain(|trip| trip.departs() <= last);
        }
        trips
    }

    /// The last trips that leave before a minute.
    fn plan_before(&self, query: &Query, before: u64) -> Vec<Trip> {
        let mut at = before.saturating_sub(EARLIER_MINUTES);
        let mut trips = Vec::new();
        while at < before {
            let more = self.plan(&Query { at, ..*query });
            at = more.last().map_or(before, |trip| trip.departs() + 1);
            trips.extend(more.into_iter().filter(|trip| trip.departs() < before));
        }
        trips.drain(..trips.len().saturating_sub(PAGE_OF_RESULTS));
        trips
    }

    fn rename(&mut self, favourite: u32, name: &str, cx: &mut Cx<'_, Self>) {
        let Some(known) = self.favourites.iter_mut().find(|known| known.id == favourite) else { return };
        known.name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        if !cx.bug("found-by-old-name") {
            self.build_index();
        }
    }

    fn name_group(&mut self, group: Option<u32>, name: &str, cx: &mut Cx<'_, Self>) {
        let name = name.trim().to_owned();
        if branch!(cx, name.is_empty()) {
            return cx.toast("Enter a name");
        }
        if branch!(cx, self.groups.iter().any(|known| known.name == name && Some(known.id) != group)) {
            return cx.toast("There is a group of that name");
        }
        match group {
            Some(id) => {
                cover!(cx);
                self.groups.iter_mut().filter(|known| known.id == id).for_each(|g| g.name.clone_from(&name));
            }
            None => {
                cover!(cx);
                let id = self.new_id();
                self.groups.push(Group { id, name });
            }
        }
        self.groups.sort_by_cached_key(|known| known.name.to_lowercase());
        cx.close();
    }

    /// The group whose favourites are shown.
    fn shown_group(&self, main: &Main, by_place: bool) -> Option<u32> {
        let placed = main.chip.checked_sub(1).and_then(|at| self.groups.get(at)).map(|group| group.id);
        let known = main.group.filter(|id| self.groups.iter().any(|group| group.id == *id));
        if by_place { placed } else { known }
    }

    fn star(&mut self, stop: usize, cx: &mut Cx<'_, Self>) {
        if branch!(cx, self.favourites.iter().any(|known| known.stop == stop)) {
            self.favourites.retain(|known| known.stop != stop);
            cx.toast("Removed from favourites");
        } else {
            let id = self.new_id();
            self.favourites.push(Favourite { id, stop, name: String::new(), group: None });
            cx.toast("Added to favourites");
        }
        self.build_index();
    }

    fn open_board(&mut self, stop: usize, cx: &mut Cx<'_, Self>) {
        cover!(cx);
        self.current = Some(stop);
        cx.open(Page::Board(Board { stop, mode: None, all: false }));
    }

    /// Trips to be reminded of are announced even if the process dies.
    fn set_alarms(&self, cx: &mut Cx<'_, Self>) {
        for trip in &self.reminders {
            set_alarm(trip, cx);
        }
    }

    fn remind_now(&mut self, trip: Trip, cx: &mut Cx<'_, Self>) {
        if branch!(cx, self.reminders.contains(&trip)) {
            self.reminders.retain(|known| *known != trip);
            cx.notify(format!("Time to leave: {}", self.title(&trip)));
            self.announced = Some(trip);
        }
    }

    /// When a ticket was activated.
    fn activated(&self, ticket: &Ticket, only_last: bool) -> Option<u64> {
        let last = self.activated.filter(|(id, _)| *id == ticket.id).map(|(_, at)| at);
        if only_last { last } else { ticket.activated }
    }

    /// The saved trips in the order of the list.
    fn in_order(&self) -> Vec<&Saved> {
        let mut all: Vec<&Saved> = self.saved.iter().collect();
        if self.by_destination {
            all.sort_by_key(|saved| self.name(saved.trip.to));
        }
        all
    }

    fn departures(&self, stop: usize, mode: Option<usize>, now: u64) -> Vec<(u64, usize, usize)> {
        let mut all = Vec::new();
        for (line, (_, of, _, stops)) in LINES.iter().enumerate() {
            let used = mode.is_none_or(|mode| mode == *of);
            if !used || !stops.contains(&stop) {
                continue;
            }
            for end in [stops[0], stops[stops.len() - 1]] {
                if end == stop {
                    continue;
                }
                let first = next_departure(line, stop, end, now);
                let second = next_departure(line, stop, end, first + 1);
                all.extend([(first, line, end), (second, line, end)]);
            }
        }
        all.sort_unstable();
        all.truncate(MAX_DEPARTURES);
        all
    }

    fn unread(&self) -> usize {
        self.alerts().filter(|alert| !self.read.contains(alert)).count()
    }

    fn alerts(&self) -> impl Iterator<Item = usize> {
        (0..ALERTS.len()).filter(|alert| !self.dismissed.contains(alert))
    }
}

/// What messages do.
impl Transit {
    fn on_main(&mut self, main: &mut Main, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::OpenDrawer => cx.open(Page::Drawer),
            Msg::OpenMenu => cx.open(Page::AlertMenu),
            Msg::Tab(tab) => {
                cover!(cx);
                (main.tab, main.undo) = (tab, false);
            }
            Msg::Pick(purpose) => cx.open(Page::Pick { purpose, query: String::new() }),
            Msg::Picked(purpose, stop) => match purpose {
                Purpose::From => {
                    cover!(cx);
                    main.form.from = Some(stop);
                    main.keep();
                }
                Purpose::To => {
                    cover!(cx);
                    main.form.to = Some(stop);
                    main.keep();
                }
                Purpose::Place(place) => {
                    cover!(cx);
                    self.places[place] = Some(stop);
                }
                Purpose::Board => self.open_board(stop, cx),
            },
            Msg::Swap => {
                cover!(cx);
                (main.form.from, main.form.to) = (main.form.to, main.form.from);
                if !cx.bug("swap-lost-when-turned") {
                    main.keep();
                }
            }
            Msg::OpenTime => {
                cover!(cx);
                cx.open(Page::Time { hour: String::new(), minute: String::new() });
            }
            Msg::Now => main.form.at = None,
            Msg::At(minute) => main.form.at = Some(minute),
            Msg::OpenOptions => cx.open(Page::Options),
            Msg::Search => self.search(main.form, cx),
            Msg::Again(from, to) => {
                cover!(cx);
                (main.form.from, main.form.to) = (Some(from), Some(to));
                main.keep();
                self.search(main.form, cx);
            }
            Msg::RemoveRecent(at) => {
                cover!(cx);
                self.recents.remove(at);
            }
            Msg::Place(place) => match self.places[place] {
                Some(stop) => {
                    cover!(cx);
                    main.form.to = Some(stop);
                    main.keep();
                }
                None => cx.open(Page::Pick { purpose: Purpose::Place(place), query: String::new() }),
            },
            Msg::PlaceMenu(place) => cx.open(Page::PlaceMenu(place)),
            Msg::ClearPlace(place) => {
                cover!(cx);
                self.places[place] = None;
            }
            Msg::Chip(chip) => {
                cover!(cx);
                main.chip = chip;
                main.group = chip.checked_sub(1).and_then(|at| self.groups.get(at)).map(|group| group.id);
            }
            Msg::FavouriteMenu(id) => cx.open(Page::FavouriteMenu(id)),
            Msg::Rename(id) => {
                cover!(cx);
                let name =
                    self.favourites.iter().find(|known| known.id == id).map(|known| known.name.clone());
                name.into_iter().for_each(|name| cx.open(Page::Rename { favourite: id, name }));
            }
            Msg::Move(id) => cx.open(Page::Move(id)),
            Msg::Remove(id) => {
                cover!(cx);
                self.favourites.retain(|known| known.id != id);
                self.build_index();
            }
            Msg::OpenGroups => cx.open(Page::Groups),
            Msg::Buy if branch!(cx, self.tickets.len() >= MAX_TICKETS) => cx.toast("The wallet is full"),
            Msg::Buy => cx.open(Page::Buy { zone: 0, day: false }),
            Msg::OpenTicket(id) => {
                cover!(cx);
                cx.open(Page::Ticket(id));
            }
            msg => self.on_alerts(main, msg, cx),
        }
    }

    fn on_alerts(&mut self, main: &mut Main, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::OpenAlert(alert) => {
                if branch!(cx, !self.read.contains(&alert)) {
                    self.read.push(alert);
                    if cx.bug("undo-after-opening") {
                        self.undoable = Some(Change::Read(alert));
                    }
                }
                cx.open(Page::Alert(alert));
            }
            Msg::Dismiss(alert) => {
                cover!(cx);
                self.dismissed.push(alert);
                self.undoable = Some(Change::Dismissed(alert));
                main.undo = true;
            }
            Msg::Undo => {
                main.undo = false;
                match self.undoable.take() {
                    Some(Change::Dismissed(alert)) => {
                        cover!(cx);
                        self.dismissed.retain(|known| *known != alert);
                    }
                    Some(Change::Read(alert)) => self.read.retain(|known| *known != alert),
                    None => {}
                }
            }
            Msg::ReadAll => {
                cover!(cx);
                self.read = (0..ALERTS.len()).collect();
            }
            Msg::RestoreAll => {
                cover!(cx);
                self.dismissed.clear();
                main.undo = false;
            }
            _ => {}
        }
    }

    fn search(&mut self, form: Form, cx: &mut Cx<'_, Self>) {
        let (Some(from), Some(to)) = (form.from, form.to) else {
            cover!(cx);
            return cx.toast("Choose where from and where to");
        };
        if branch!(cx, from == to) {
            if cx.bug("same-stop") {
                return cx.hang(
                    Fault::new("", "The search does not end")
                        .at("com.example.transit.trips.Router.expand(Router.java:141)")
                        .at("com.example.transit.trips.Router.search(Router.java:96)")
                        .at("com.example.transit.DirectionsFragment.onSearchClick(DirectionsFragment.java:233)"),
                );
            }
            return cx.toast("You are there already");
        }
        self.recents.retain(|known| *known != (from, to));
        self.recents.insert(0, (from, to));
        self.recents.truncate(MAX_RECENTS);
        let now = cx.now() / MINUTE;
        let at = form.at.map_or(now, |minute| {
            let today = now / DAY * DAY + minute;
            if today < now { today + DAY } else { today }
        });
        let query = Query { from, to, at, options: self.options };
        let loading = Some(Load::First);
        cx.open(Page::Results(Results { query, trips: Vec::new(), loading, failed: false }));
        cx.after(LOAD_MILLIS, Msg::Loaded(Load::First));
    }

    fn on_drawer(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        let page = match msg {
            Msg::OpenSaved => {
                cover!(cx);
                Page::Saved { selected: Vec::new() }
            }
            Msg::OpenLines => {
                cover!(cx);
                Page::Lines
            }
            Msg::OpenSettings => {
                cover!(cx);
                Page::Settings { loaded: self.settings }
            }
            Msg::OpenAbout => {
                cover!(cx);
                Page::About { tip: cx.random(TIPS.len() as u64) }
            }
            _ => return cx.close(),
        };
        cx.close();
        cx.open(page);
    }

    fn on_options(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        let options = &mut self.options;
        match msg {
            Msg::FewestChanges => {
                cover!(cx);
                options.fewest_changes = !options.fewest_changes;
            }
            Msg::StepFree => {
                cover!(cx);
                options.step_free = !options.step_free;
            }
            Msg::Mode(mode) => {
                cover!(cx);
                options.without[mode] = !options.without[mode];
            }
            _ => cx.close(),
        }
    }

    fn on_results(&mut self, results: &mut Results, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::More(load) => {
                if branch!(cx, results.loading.is_some()) {
                    if results.trips.is_empty() && load == Load::Earlier && cx.bug("earlier-while-loading") {
                        cx.crash(
                            Fault::new(
                                "java.lang.NullPointerException",
                                "Attempt to invoke interface method 'boolean \
                                 QueryTripsContext.canQueryEarlier()' on a null object reference",
                            )
                            .at("com.example.transit.trips.TripsRepository.queryMoreTrips(TripsRepository.kt:118)")
                            .at("com.example.transit.trips.TripsFragment.onEarlierClick(TripsFragment.kt:87)")
                            .at("android.view.View.performClick(View.java:7448)"),
                        );
                    }
                } else if branch!(cx, results.trips.len() >= MAX_RESULTS) {
                    cx.toast("No more trips");
                } else if load == Load::First || !results.trips.is_empty() {
                    results.failed = false;
                    results.loading = Some(load);
                    cx.after(LOAD_MILLIS, Msg::Loaded(load));
                }
            }
            Msg::Loaded(load) if branch!(cx, results.loading == Some(load)) => {
                results.loading = None;
                let (first, last) = (results.trips.first(), results.trips.last());
                let more = match (load, first, last) {
                    (Load::Earlier, Some(first), _) => self.plan_before(&results.query, first.departs()),
                    (Load::Later, _, Some(last)) => {
                        self.plan(&Query { at: last.departs() + 1, ..results.query })
                    }
                    _ => self.plan(&results.query),
                };
                results.trips.extend(more);
                results.trips.sort_by_key(|trip| (trip.departs(), trip.arrives()));
            }
            Msg::Close => cx.close(),
            _ => {}
        }
    }

    fn on_trip(&mut self, trip: &Trip, unfolded: &mut Vec<usize>, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Unfold(leg) => {
                let legs = if cx.bug("legs-by-place") { &mut self.unfolded } else { unfolded };
                match legs.iter().position(|known| *known == leg) {
                    Some(at) => {
                        cover!(cx);
                        legs.remove(at);
                    }
                    None => {
                        cover!(cx);
                        legs.push(leg);
                    }
                }
            }
            Msg::Save => {
                if branch!(cx, self.saved.iter().any(|known| known.trip == *trip)) {
                    self.saved.retain(|known| known.trip != *trip);
                    cx.toast("No longer saved");
                } else if branch!(cx, self.saved.len() >= MAX_SAVED) {
                    cx.toast("Too many saved trips");
                } else {
                    let id = self.new_id();
                    self.saved.push(Saved { id, trip: trip.clone() });
                    cx.toast("Trip saved");
                }
            }
            Msg::Remind => {
                if branch!(cx, self.reminders.contains(trip)) {
                    self.reminders.retain(|known| known != trip);
                    cx.toast("Reminder removed");
                } else if branch!(cx, trip.departs() <= cx.now() / MINUTE + REMIND_MINUTES) {
                    cx.toast("Too late to be reminded");
                } else {
                    self.reminders.push(trip.clone());
                    set_alarm(trip, cx);
                    cx.toast("You will be reminded");
                }
            }
            Msg::Share => {
                cover!(cx);
                cx.visit(Neighbour::Share, Msg::Shared);
            }
            Msg::Shared(Some(app)) => {
                cover!(cx);
                cx.toast(format!("Shared: {app}"));
            }
            Msg::Close => cx.close(),
            _ => {}
        }
    }

    fn on_board(&mut self, board: &mut Board, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Filter(mode) => {
                cover!(cx);
                (board.mode, board.all) = (mode, false);
            }
            Msg::Star => {
                let current = self.current.filter(|_| cx.bug("star-other-stop"));
                self.star(current.unwrap_or(board.stop), cx);
            }
            Msg::Close => cx.close(),
            _ => {}
        }
    }

    fn on_groups(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::NameGroup(None) if branch!(cx, self.groups.len() >= MAX_GROUPS) => {
                cx.toast("No more groups than these");
            }
            Msg::NameGroup(group) => {
                let known = self.groups.iter().find(|known| Some(known.id) == group);
                let name = known.map(|known| known.name.clone()).unwrap_or_default();
                cx.open(Page::GroupName { group, name });
            }
            Msg::DeleteGroup(id) => {
                cover!(cx);
                self.groups.retain(|known| known.id != id);
                let inside = self.favourites.iter_mut().filter(|known| known.group == Some(id));
                inside.for_each(|known| known.group = None);
            }
            Msg::Close => cx.close(),
            _ => {}
        }
    }

    fn on_ticket(&mut self, id: u32, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Activate => cx.open(Page::Activate(id)),
            Msg::Activated(id) => {
                cover!(cx);
                let now = cx.now();
                self.activated = Some((id, now));
                let ticket = self.tickets.iter_mut().find(|ticket| ticket.id == id);
                ticket.into_iter().for_each(|ticket| ticket.activated = Some(now));
            }
            Msg::Discard => {
                cover!(cx);
                self.tickets.retain(|ticket| ticket.id != id);
                cx.close();
            }
            Msg::Close => cx.close(),
            _ => {}
        }
    }

    fn on_saved(&mut self, selected: &mut Vec<u32>, msg: Msg, cx: &mut Cx<'_, Self>) {
        let by_place = cx.bug("delete-after-sort");
        match msg {
            Msg::OpenMenu => cx.open(Page::SavedMenu { selecting: !selected.is_empty() }),
            Msg::OpenSavedTrip(key) if branch!(cx, selected.is_empty()) => {
                let mut all = self.in_order().into_iter().enumerate();
                let found = all.find(|(at, saved)| selection_key(*at, saved, by_place) == key);
                found.into_iter().for_each(|(_, saved)| open_trip(saved.trip.clone(), cx));
            }
            Msg::OpenSavedTrip(key) | Msg::Select(key) => {
                if branch!(cx, selected.contains(&key)) {
                    selected.retain(|known| *known != key);
                } else {
                    selected.push(key);
                }
            }
            Msg::SelectAll => {
                cover!(cx);
                let all = self.in_order().into_iter().enumerate();
                *selected = all.map(|(at, saved)| selection_key(at, saved, by_place)).collect();
            }
            Msg::SortSaved => {
                cover!(cx);
                self.by_destination = !self.by_destination;
            }
            Msg::Delete => {
                cover!(cx);
                let all = self.in_order().into_iter().enumerate();
                let gone = all.filter(|(at, saved)| selected.contains(&selection_key(*at, saved, by_place)));
                let gone: Vec<u32> = gone.map(|(_, saved)| saved.id).collect();
                self.saved.retain(|saved| !gone.contains(&saved.id));
                selected.clear();
                cx.toast(format!("{} deleted", gone.len()));
            }
            Msg::Close if branch!(cx, !selected.is_empty()) => selected.clear(),
            Msg::Close => cx.close(),
            _ => {}
        }
    }

    fn on_settings(&mut self, loaded: &mut Settings, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Choose(preference) => cx.open(Page::Choice(preference)),
            Msg::Chosen(THEME, theme) if cx.bug("theme-saves-old-settings") => {
                loaded.choices[THEME] = theme;
                self.settings = *loaded;
            }
            Msg::Chosen(preference, choice) => {
                cover!(cx);
                self.settings.choices[preference] = choice;
            }
            Msg::ClockTimes => {
                cover!(cx);
                self.settings.clock_times = !self.settings.clock_times;
            }
            Msg::Close => cx.close(),
            _ => {}
        }
    }
}

/// What pages look like.
impl Transit {
    fn view_main(&self, main: &Main, ui: &mut Ui<'_, Msg>) {
        ui.column("main", |ui| {
            ui.toolbar("Transit", Nav::Drawer(Msg::OpenDrawer), |ui| match main.tab {
                0 => drop(ui.icon("options", "Options").tap(Msg::OpenOptions)),
                1 => drop(ui.icon("groups", "Groups").tap(Msg::OpenGroups)),
                2 => drop(ui.icon("buy", "Buy a ticket").tap(Msg::Buy)),
                _ => ui.overflow(Msg::OpenMenu),
            });
            ui.tabs("tabs", &TABS, main.tab, Msg::Tab);
            match main.tab {
                0 => self.view_plan(main, ui),
                1 => self.view_stops(main, ui),
                2 => self.view_tickets(ui),
                _ => self.view_alerts(main, ui),
            }
        });
    }

    fn view_plan(&self, main: &Main, ui: &mut Ui<'_, Msg>) {
        let form = &main.form;
        let shown = |stop: Option<usize>| stop.map_or("Choose a stop", |stop| self.name(stop));
        ui.scroll("plan", |ui| {
            ui.row("from_row", |ui| {
                ui.text("from_label", "From").width(90);
                ui.button("from", shown(form.from)).tap(Msg::Pick(Purpose::From));
            });
            ui.row("to_row", |ui| {
                ui.text("to_label", "To").width(90);
                ui.button("to", shown(form.to)).tap(Msg::Pick(Purpose::To));
            });
            ui.row("places", |ui| {
                for (place, name) in PLACES.iter().enumerate() {
                    let set = self.places[place].is_some();
                    let button = ui.button("place", name).tap(Msg::Place(place));
                    button.long_tap(Msg::PlaceMenu(place)).selected(set);
                }
                ui.icon("swap", "Swap from and to").tap(Msg::Swap);
            });
            ui.row("when", |ui| {
                match form.at {
                    Some(minute) => {
                        cover!(ui);
                        ui.button("time", Clock(minute)).tap(Msg::OpenTime)
                    }
                    None => ui.button("time", "Now").tap(Msg::OpenTime),
                };
                ui.button("search", "Search").tap(Msg::Search);
            });
            if branch!(ui, self.recents.is_empty()) {
                ui.text("no_recents", "What you search for is listed here");
            }
            for (at, (from, to)) in self.recents.iter().enumerate() {
                cover!(ui);
                ui.row("recent", |ui| {
                    ui.text("recent_title", format_args!("{} → {}", self.name(*from), self.name(*to))).fill();
                    ui.icon("recent_remove", "Remove").tap(Msg::RemoveRecent(at));
                })
                .height(84)
                .tap(Msg::Again(*from, *to));
            }
        });
    }

    fn view_stops(&self, main: &Main, ui: &mut Ui<'_, Msg>) {
        let now = ui.now() / MINUTE;
        let group = self.shown_group(main, ui.bug("group-by-place"));
        ui.row("chips", |ui| {
            ui.button("chip", "All").selected(group.is_none()).tap(Msg::Chip(0));
            for (at, known) in self.groups.iter().enumerate() {
                let chip = ui.button("chip", &known.name).tap(Msg::Chip(at + 1));
                chip.selected(group == Some(known.id));
            }
        });
        let shown = self.favourites.iter().filter(|known| group.is_none() || known.group == group);
        let shown: Vec<&Favourite> = shown.collect();
        ui.stack("stops", |ui| {
            if branch!(ui, shown.is_empty()) {
                ui.text("no_favourites", "No favourites here");
            } else {
                ui.list("favourites", shown.len(), 96, |ui, at| {
                    let Favourite { id, stop, .. } = *shown[at];
                    ui.row("favourite", |ui| {
                        ui.column("", |ui| {
                            ui.text("favourite_name", self.own_name(stop));
                            if let Some((time, line, _)) = self.departures(stop, None, now).first() {
                                let when = self.when(*time, now);
                                ui.text("favourite_next", format_args!("{} {when}", LINES[*line].0));
                            }
                        })
                        .fill();
                        ui.icon("favourite_more", "Favourite options").tap(Msg::FavouriteMenu(id));
                    })
                    .tap(Msg::OpenBoard(stop));
                });
            }
            ui.fab("find_stop", "Find a stop").tap(Msg::Pick(Purpose::Board));
        })
        .fill();
    }

    fn when(&self, time: u64, now: u64) -> When {
        When { time, now, clock: self.settings.clock_times }
    }

    fn view_tickets(&self, ui: &mut Ui<'_, Msg>) {
        if branch!(ui, self.tickets.is_empty()) {
            ui.text("no_tickets", "You have no tickets");
        }
        ui.list("tickets", self.tickets.len(), 96, |ui, at| {
            let ticket = &self.tickets[at];
            let (state, left) = self.validity(ticket, ui);
            ui.row("ticket", |ui| {
                ui.column("", |ui| {
                    ui.text("ticket_zone", ZONES[ticket.zone].0);
                    ui.text("ticket_kind", if ticket.day { "Day ticket" } else { "Single ticket" });
                })
                .fill();
                if let Some(left) = left {
                    cover!(ui);
                    ui.text("ticket_left", format_args!("{left} min"));
                } else {
                    ui.text("ticket_badge", state);
                }
            })
            .tap(Msg::OpenTicket(ticket.id));
        });
    }

    /// Whether a ticket is valid, and the minutes left.
    fn validity(&self, ticket: &Ticket, ui: &mut Ui<'_, Msg>) -> (&'static str, Option<u64>) {
        let Some(since) = self.activated(ticket, ui.bug("one-active-ticket")) else {
            return ("Not activated", None);
        };
        let end = since + if branch!(ui, ticket.day) { DAY } else { 90 } * MINUTE;
        if branch!(ui, ui.now() < end) {
            ("Active", Some((end - ui.now()).div_ceil(MINUTE)))
        } else {
            ("Expired", None)
        }
    }

    fn view_alerts(&self, main: &Main, ui: &mut Ui<'_, Msg>) {
        let shown: Vec<usize> = self.alerts().collect();
        if branch!(ui, shown.is_empty()) {
            ui.text("no_alerts", "Everything runs as planned");
        } else {
            ui.text("unread", format_args!("{} unread", self.unread()));
        }
        ui.list("alerts", shown.len(), 96, |ui, at| {
            let alert = shown[at];
            let (title, _, line) = ALERTS[alert];
            ui.row("alert", |ui| {
                ui.text("alert_line", LINES[line].0).width(72);
                ui.text("alert_title", title).fill();
                if branch!(ui, !self.read.contains(&alert)) {
                    ui.image("alert_new", "New");
                }
                ui.icon("alert_dismiss", "Dismiss").tap(Msg::Dismiss(alert));
            })
            .tap(Msg::OpenAlert(alert));
        });
        if branch!(ui, main.undo) {
            ui.row("snackbar", |ui| {
                ui.text("snackbar_text", "Alert dismissed").fill();
                ui.button("undo", "Undo").tap(Msg::Undo);
            })
            .height(84);
        }
    }

    fn view_pick(&self, purpose: Purpose, query: &str, ui: &mut Ui<'_, Msg>) {
        let wanted = query.trim().to_lowercase();
        let found = self.index.iter().filter(|(_, names)| names.contains(&wanted));
        let found: Vec<usize> = found.map(|(stop, _)| *stop).collect();
        ui.column("pick", |ui| {
            ui.toolbar("Choose a stop", Nav::Up(Msg::Close), |_| {});
            ui.field("stop_query", query, "Name of a stop").typed(Msg::Typed);
            if branch!(ui, found.is_empty()) {
                ui.text("no_stops", "No such stop");
            }
            ui.list("stop_list", found.len(), 72, |ui, at| {
                let stop = found[at];
                ui.row("stop", |ui| {
                    ui.text("stop_name", self.own_name(stop)).fill();
                    if branch!(ui, STOPS[stop].2) {
                        ui.text("stop_free", "step-free");
                    }
                })
                .tap(Msg::Picked(purpose, stop));
            });
        });
    }

    fn view_options(&self, ui: &mut Ui<'_, Msg>) {
        let options = &self.options;
        ui.dialog(
            "Options",
            |ui| {
                ui.checkbox("fewest_changes", "Fewest changes", options.fewest_changes)
                    .tap(Msg::FewestChanges);
                ui.checkbox("step_free", "Step-free only", options.step_free).tap(Msg::StepFree);
                for (mode, name) in MODES.iter().enumerate() {
                    ui.checkbox("mode", name, !options.without[mode]).tap(Msg::Mode(mode));
                }
            },
            |ui| ui.ok("Done", Msg::Close),
        );
    }

    fn view_results(&self, results: &Results, ui: &mut Ui<'_, Msg>) {
        let Query { from, to, .. } = results.query;
        ui.column("trips", |ui| {
            ui.toolbar(format_args!("{} → {}", self.name(from), self.name(to)), Nav::Up(Msg::Close), |_| {});
            ui.row("trips_more", |ui| {
                ui.button("earlier", "Earlier").tap(Msg::More(Load::Earlier));
                ui.button("later", "Later").tap(Msg::More(Load::Later));
            });
            if branch!(ui, results.loading.is_some()) {
                ui.busy();
            } else if branch!(ui, results.failed) {
                ui.text("trips_failed", "The trips could not be loaded");
                let load = if results.trips.is_empty() { Load::First } else { Load::Later };
                ui.button("retry", "Try again").tap(Msg::More(load));
            } else if branch!(ui, results.trips.is_empty()) {
                ui.text("no_trips", "No trips found");
            }
            ui.list("trip_list", results.trips.len(), 108, |ui, at| {
                let trip = &results.trips[at];
                ui.column("trip", |ui| {
                    ui.text("trip_times", trip.times());
                    ui.text("trip_lines", trip.summary());
                })
                .tap(Msg::OpenTrip(trip.clone()));
            });
        });
    }

    fn view_trip(&self, trip: &Trip, unfolded: &[usize], ui: &mut Ui<'_, Msg>) {
        let saved = self.saved.iter().any(|known| known.trip == *trip);
        let reminded = self.reminders.contains(trip);
        let unfolded = if ui.bug("legs-by-place") { &self.unfolded } else { unfolded };
        ui.column("trip_page", |ui| {
            ui.toolbar("Trip", Nav::Up(Msg::Close), |ui| {
                let label = if branch!(ui, saved) { "Forget this trip" } else { "Save this trip" };
                ui.icon("save", label).tap(Msg::Save).selected(saved);
                let label = if branch!(ui, reminded) { "Remove the reminder" } else { "Remind me" };
                ui.icon("remind", label).tap(Msg::Remind).selected(reminded);
                ui.icon("share", "Share").tap(Msg::Share);
            });
            ui.scroll("legs", |ui| {
                ui.text("trip_title", self.title(trip));
                ui.text("trip_times", trip.times());
                for (number, leg) in trip.legs.iter().enumerate() {
                    if branch!(ui, number > 0) {
                        let change = leg.departs - trip.legs[number - 1].arrives;
                        ui.text("change", format_args!("Change: {change} min"));
                    }
                    ui.card("leg", |ui| self.view_leg(number, leg, unfolded.contains(&number), ui));
                }
            });
        });
    }

    fn view_leg(&self, number: usize, leg: &Leg, unfolded: bool, ui: &mut Ui<'_, Msg>) {
        let between = between(leg);
        ui.row("leg_header", |ui| {
            ui.text("leg_line", LINES[leg.line].0).width(72);
            ui.column("", |ui| {
                ui.text("leg_from", format_args!("{} {}", Clock(leg.departs), self.name(leg.from)));
                ui.text("leg_to", format_args!("{} {}", Clock(leg.arrives), self.name(leg.to)));
            })
            .fill();
        })
        .height(96)
        .tap(Msg::Unfold(number));
        if branch!(ui, unfolded) {
            let metres = (between.len() as u64 + 1) * HOP_METRES;
            let distance = Distance { metres, miles: self.settings.choices[UNITS] == 1 };
            let stops = between.len() + 1;
            ui.text("leg_detail", format_args!("Platform {}, {stops} stop(s), {distance}", leg.line + 1));
            for stop in between {
                ui.text("leg_stop", self.name(stop)).height(60).tap(Msg::OpenBoard(stop));
            }
        }
    }

    fn view_board(&self, board: &Board, ui: &mut Ui<'_, Msg>) {
        let now = ui.now() / MINUTE;
        let starred = self.favourites.iter().any(|known| known.stop == board.stop);
        let shown = self.departures(board.stop, board.mode.filter(|_| !board.all), now);
        let modes = LINES.iter().filter(|(_, _, _, stops)| stops.contains(&board.stop));
        let mut modes: Vec<usize> = modes.map(|(_, mode, _, _)| *mode).collect();
        modes.dedup();
        ui.column("departures", |ui| {
            ui.toolbar(self.own_name(board.stop), Nav::Up(Msg::Close), |ui| {
                let label = if branch!(ui, starred) { "Remove from favourites" } else { "Add to favourites" };
                ui.icon("star", label).tap(Msg::Star).selected(starred);
            });
            ui.row("modes", |ui| {
                ui.button("mode_chip", "All").selected(board.mode.is_none()).tap(Msg::Filter(None));
                for mode in modes {
                    let chip = ui.button("mode_chip", MODES[mode]).tap(Msg::Filter(Some(mode)));
                    chip.selected(board.mode == Some(mode));
                }
            });
            ui.list("departure_list", shown.len(), 72, |ui, at| {
                let (time, line, end) = shown[at];
                ui.row("departure", |ui| {
                    ui.text("departure_line", LINES[line].0).width(72);
                    ui.text("departure_end", self.name(end)).fill();
                    ui.text("departure_time", self.when(time, now));
                })
                .tap(Msg::OpenLine(line));
            });
        });
    }

    fn view_move(&self, favourite: u32, ui: &mut Ui<'_, Msg>) {
        let known = self.favourites.iter().find(|known| known.id == favourite);
        let now = known.and_then(|known| known.group);
        ui.dialog(
            "Move to group",
            |ui| {
                ui.radio("android:id/text1", "No group", now.is_none()).tap(Msg::MoveTo(None));
                for group in &self.groups {
                    cover!(ui);
                    let radio = ui.radio("android:id/text1", &group.name, now == Some(group.id));
                    radio.tap(Msg::MoveTo(Some(group.id)));
                }
            },
            |ui| ui.cancel("Cancel", Msg::Close),
        );
    }

    fn view_groups(&self, ui: &mut Ui<'_, Msg>) {
        ui.column("groups_page", |ui| {
            ui.toolbar("Groups", Nav::Up(Msg::Close), |ui| {
                ui.icon("add_group", "Add a group").tap(Msg::NameGroup(None));
            });
            if branch!(ui, self.groups.is_empty()) {
                ui.text("no_groups", "No groups yet");
            }
            ui.list("group_list", self.groups.len(), 84, |ui, at| {
                let group = &self.groups[at];
                let count = self.favourites.iter().filter(|known| known.group == Some(group.id)).count();
                ui.row("group", |ui| {
                    ui.text("group_title", &group.name).fill();
                    ui.text("group_count", count);
                    ui.icon("group_delete", "Delete").tap(Msg::DeleteGroup(group.id));
                })
                .tap(Msg::NameGroup(Some(group.id)));
            });
        });
    }

    fn view_lines(&self, ui: &mut Ui<'_, Msg>) {
        ui.column("lines_page", |ui| {
            ui.toolbar("Lines", Nav::Up(Msg::Close), |_| {});
            ui.list("line_list", LINES.len(), 96, |ui, at| {
                let (label, mode, every, stops) = LINES[at];
                let (first, last) = (self.name(stops[0]), self.name(stops[stops.len() - 1]));
                ui.row("line", |ui| {
                    ui.text("line_label", label).width(72);
                    ui.column("", |ui| {
                        ui.text("line_ends", format_args!("{first} – {last}"));
                        ui.text("line_every", format_args!("{}, every {every} min", MODES[mode]));
                    })
                    .fill();
                })
                .tap(Msg::OpenLine(at));
            });
        });
    }

    fn view_line(&self, line: usize, back: bool, ui: &mut Ui<'_, Msg>) {
        let (label, mode, every, stops) = LINES[line];
        let mut stops = stops.to_vec();
        if branch!(ui, back) {
            stops.reverse();
        }
        ui.column("line_page", |ui| {
            ui.toolbar(format_args!("Line {label}"), Nav::Up(Msg::Close), |ui| {
                ui.icon("reverse", "Other direction").tap(Msg::Reverse);
            });
            ui.text("line_about", format_args!("{}, every {every} min", MODES[mode]));
            ui.list("line_stops", stops.len(), 72, |ui, at| {
                ui.row("line_stop", |ui| {
                    ui.text("line_stop_name", self.name(stops[at])).fill();
                })
                .tap(Msg::OpenBoard(stops[at]));
            });
        });
    }

    fn view_ticket(&self, id: u32, ui: &mut Ui<'_, Msg>) {
        ui.column("ticket_page", |ui| {
            ui.toolbar("Ticket", Nav::Up(Msg::Close), |_| {});
            let Some(ticket) = self.tickets.iter().find(|ticket| ticket.id == id) else { return };
            let (state, left) = self.validity(ticket, ui);
            let (zone, price) = ZONES[ticket.zone];
            ui.text("ticket_zone", zone);
            ui.text("ticket_price", price);
            ui.text("ticket_state", state);
            match left {
                Some(left) => {
                    cover!(ui);
                    ui.text("ticket_left", format_args!("{left} min left"));
                }
                None if branch!(ui, state == "Expired") => {
                    ui.button("discard", "Throw away").tap(Msg::Discard);
                }
                None => drop(ui.button("activate", "Activate").tap(Msg::Activate)),
            }
        });
    }

    fn view_saved(&self, selected: &[u32], ui: &mut Ui<'_, Msg>) {
        let (all, by_place) = (self.in_order(), ui.bug("delete-after-sort"));
        ui.column("saved_page", |ui| {
            if branch!(ui, selected.is_empty()) {
                ui.toolbar("Saved trips", Nav::Up(Msg::Close), |ui| ui.overflow(Msg::OpenMenu));
            } else {
                ui.toolbar(format_args!("{} selected", selected.len()), Nav::Up(Msg::Close), |ui| {
                    ui.icon("delete", "Delete").tap(Msg::Delete);
                    ui.overflow(Msg::OpenMenu);
                });
            }
            if branch!(ui, all.is_empty()) {
                ui.text("no_saved", "Trips that you save are listed here");
            }
            ui.list("saved_list", all.len(), 96, |ui, at| {
                let key = selection_key(at, all[at], by_place);
                let trip = &all[at].trip;
                ui.row("saved_trip", |ui| {
                    ui.column("", |ui| {
                        ui.text("saved_title", self.title(trip));
                        ui.text("saved_times", trip.times());
                    })
                    .fill();
                    if branch!(ui, self.reminders.contains(trip)) {
                        ui.image("saved_reminder", "Reminder");
                    }
                })
                .selected(selected.contains(&key))
                .tap(Msg::OpenSavedTrip(key))
                .long_tap(Msg::Select(key));
            });
        });
    }

    fn view_saved_menu(&self, selecting: bool, ui: &mut Ui<'_, Msg>) {
        ui.menu(|ui| {
            let label = if self.by_destination { "Sort by date" } else { "Sort by destination" };
            ui.entry("title", label).tap(Msg::SortSaved);
            if branch!(ui, selecting) {
                ui.entry("title", "Select all").tap(Msg::SelectAll);
            }
        });
    }

    fn view_settings(&self, ui: &mut Ui<'_, Msg>) {
        ui.column("settings_page", |ui| {
            ui.toolbar("Settings", Nav::Up(Msg::Close), |_| {});
            ui.scroll("recycler_view", |ui| {
                for (at, (title, choices)) in PREFERENCES.iter().enumerate() {
                    ui.preference(title, choices[self.settings.choices[at]], None).tap(Msg::Choose(at));
                }
                let clock = self.settings.clock_times;
                ui.preference("Clock times", "Otherwise minutes from now", Some(clock)).tap(Msg::ClockTimes);
            });
        });
    }

    fn view_choice(&self, preference: usize, ui: &mut Ui<'_, Msg>) {
        let (title, choices) = PREFERENCES[preference];
        ui.dialog(
            title,
            |ui| {
                for (at, name) in choices.iter().enumerate() {
                    let chosen = self.settings.choices[preference] == at;
                    ui.radio("android:id/text1", name, chosen).tap(Msg::Choose(at));
                }
            },
            |ui| ui.cancel("Cancel", Msg::Close),
        );
    }
}

impl Main {
    /// What is to be there when the page is made anew.
    fn keep(&mut self) {
        self.kept = (self.form.from, self.form.to);
    }
}

impl Trip {
    fn departs(&self) -> u64 {
        self.legs.first().map_or(0, |leg| leg.departs)
    }

    fn arrives(&self) -> u64 {
        self.legs.last().map_or(0, |leg| leg.arrives)
    }

    fn times(&self) -> String {
        let minutes = self.arrives() - self.departs();
        format!("{} – {} ({minutes} min)", Clock(self.departs()), Clock(self.arrives()))
    }

    fn summary(&self) -> String {
        self.legs.iter().map(|leg| LINES[leg.line].0).collect::<Vec<_>>().join(", ")
    }
}

fn open_trip(trip: Trip, cx: &mut Cx<'_, Transit>) {
    cover!(cx);
    cx.open(Page::Trip { trip, unfolded: Vec::new() });
}

fn set_alarm(trip: &Trip, cx: &mut Cx<'_, Transit>) {
    let at = trip.departs().saturating_sub(REMIND_MINUTES) * MINUTE;
    cx.after(at.saturating_sub(cx.now()), Msg::RemindNow(trip.clone()));
}

fn on_time(hour: &str, minute: &str, cx: &mut Cx<'_, Transit>) {
    let hour = hour.trim().parse::<u64>().ok().filter(|hour| *hour < 24);
    let minute = if minute.trim().is_empty() { Some(0) } else { minute.trim().parse::<u64>().ok() };
    match (hour, minute.filter(|minute| *minute < 60)) {
        (Some(hour), Some(minute)) => {
            cover!(cx);
            cx.close_with(Msg::At(hour * 60 + minute));
        }
        _ => {
            cover!(cx);
            cx.toast("Enter a time of the day");
        }
    }
}

/// By what a selected trip is known.
fn selection_key(at: usize, saved: &Saved, by_place: bool) -> u32 {
    if by_place { at as u32 } else { saved.id }
}

/// How far along a line a stop is.
fn along(line: usize, stop: usize) -> Option<usize> {
    LINES[line].3.iter().position(|known| *known == stop)
}

fn hops(line: usize, from: usize, to: usize) -> u64 {
    match (along(line, from), along(line, to)) {
        (Some(from), Some(to)) => from.abs_diff(to) as u64,
        _ => 0,
    }
}

/// The stops that a leg passes.
fn between(leg: &Leg) -> Vec<usize> {
    let stops = LINES[leg.line].3;
    let (Some(from), Some(to)) = (along(leg.line, leg.from), along(leg.line, leg.to)) else {
        return Vec::new();
    };
    if from < to { stops[from + 1..to].to_vec() } else { stops[to + 1..from].iter().rev().copied().collect() }
}

/// The first departure of a line towards a stop, not before a minute.
fn next_departure(line: usize, from: usize, towards: usize, at: u64) -> u64 {
    let (_, _, every, stops) = LINES[line];
    let place = along(line, from).unwrap_or_default();
    let forward = along(line, towards).unwrap_or_default() > place;
    let ridden = if forward { place } else { stops.len() - 1 - place } as u64 * RIDE_MINUTES;
    let offset = (ridden + line as u64 * 2 + u64::from(forward)) % every;
    at + (offset + every - at % every) % every
}

/// Direct lines, and pairs of lines with the best place to change.
fn ways(from: usize, to: usize, options: &Options) -> Vec<Vec<(usize, usize, usize)>> {
    let free = |stop: usize| !options.step_free || STOPS[stop].2;
    if !free(from) || !free(to) {
        return Vec::new();
    }
    let used: Vec<usize> = (0..LINES.len()).filter(|line| !options.without[LINES[*line].1]).collect();
    let mut ways = Vec::new();
    for &first in used.iter().filter(|line| along(**line, from).is_some()) {
        if along(first, to).is_some() {
            ways.push(vec![(first, from, to)]);
            continue;
        }
        for &second in used.iter().filter(|line| along(**line, to).is_some()) {
            let common = LINES[first].3.iter().copied().filter(|stop| *stop != from && free(*stop));
            let common = common.filter(|stop| along(second, *stop).is_some());
            let best = common.min_by_key(|stop| hops(first, from, *stop) + hops(second, *stop, to));
            if let Some(change) = best {
                ways.push(vec![(first, from, change), (second, change, to)]);
            }
        }
    }
    ways
}

/// The trip along some lines that leaves first, not before a minute.
fn ride(from: usize, to: usize, way: &[(usize, usize, usize)], at: u64, walk: u64) -> Trip {
    let mut at = at;
    let mut legs = Vec::new();
    for &(line, from, to) in way {
        let departs = next_departure(line, from, to, at);
        let arrives = departs + hops(line, from, to) * RIDE_MINUTES;
        at = arrives + walk;
        legs.push(Leg { line, from, to, departs, arrives });
    }
    Trip { from, to, legs }
}

fn view_drawer(ui: &mut Ui<'_, Msg>) {
    ui.drawer("Transit", |ui| {
        ui.drawer_entry("Saved trips", false).tap(Msg::OpenSaved);
        ui.drawer_entry("Lines", false).tap(Msg::OpenLines);
        ui.drawer_entry("Settings", false).tap(Msg::OpenSettings);
        ui.drawer_entry("About", false).tap(Msg::OpenAbout);
    });
}

fn view_place_menu(place: usize, ui: &mut Ui<'_, Msg>) {
    ui.menu(|ui| {
        ui.entry("title", "Choose a stop").tap(Msg::Pick(Purpose::Place(place)));
        ui.entry("title", "Clear").tap(Msg::ClearPlace(place));
    });
}

fn view_time(hour: &str, minute: &str, ui: &mut Ui<'_, Msg>) {
    ui.dialog(
        "Departure",
        |ui| {
            ui.field("time_hour", hour, "Hour").typed(Msg::Typed);
            ui.field("time_minute", minute, "Minute").typed(Msg::TypedMinute).entered(Msg::Confirmed);
        },
        |ui| {
            ui.button("android:id/button3", "Now").tap(Msg::Now);
            ui.cancel("Cancel", Msg::Close);
            ui.ok("Set", Msg::Confirmed);
        },
    );
}

fn view_favourite_menu(favourite: u32, ui: &mut Ui<'_, Msg>) {
    ui.menu(|ui| {
        ui.entry("title", "Rename").tap(Msg::Rename(favourite));
        ui.entry("title", "Move to group").tap(Msg::Move(favourite));
        ui.entry("title", "Remove").tap(Msg::Remove(favourite));
    });
}

fn view_rename(name: &str, ui: &mut Ui<'_, Msg>) {
    ui.dialog(
        "Name of the favourite",
        |ui| {
            let field = ui.field("favourite_new_name", name, "As the stop");
            field.typed(Msg::Typed).entered(Msg::Confirmed);
        },
        |ui| {
            ui.cancel("Cancel", Msg::Close);
            ui.ok("Rename", Msg::Confirmed);
        },
    );
}

fn view_group_name(known: bool, name: &str, ui: &mut Ui<'_, Msg>) {
    ui.dialog(
        if known { "Rename group" } else { "New group" },
        |ui| {
            ui.field("group_name", name, "Name").typed(Msg::Typed).entered(Msg::Confirmed);
        },
        |ui| {
            ui.cancel("Cancel", Msg::Close);
            ui.ok("Save", Msg::Confirmed);
        },
    );
}

fn view_buy(zone: usize, day: bool, ui: &mut Ui<'_, Msg>) {
    ui.dialog(
        "Buy a ticket",
        |ui| {
            for (at, (name, _)) in ZONES.iter().enumerate() {
                ui.radio("zone", name, at == zone).tap(Msg::Zone(at));
            }
            ui.checkbox("day_ticket", "Day ticket", day).tap(Msg::Day);
            ui.text("price", ZONES[zone].1);
        },
        |ui| {
            ui.cancel("Cancel", Msg::Close);
            ui.ok("Buy", Msg::Confirmed);
        },
    );
}

fn view_activate(ui: &mut Ui<'_, Msg>) {
    ui.dialog(
        "Activate ticket",
        |ui| ui.message("The ticket is valid from now on. This cannot be undone."),
        |ui| {
            ui.cancel("Cancel", Msg::Close);
            ui.ok("Activate", Msg::Confirmed);
        },
    );
}

fn view_alert_menu(ui: &mut Ui<'_, Msg>) {
    ui.menu(|ui| {
        ui.entry("title", "Mark all as read").tap(Msg::ReadAll);
        ui.entry("title", "Restore dismissed").tap(Msg::RestoreAll);
    });
}

fn view_alert(alert: usize, ui: &mut Ui<'_, Msg>) {
    let (title, body, line) = ALERTS[alert];
    ui.column("alert_page", |ui| {
        ui.toolbar("Alert", Nav::Up(Msg::Close), |ui| {
            ui.icon("alert_unread", "Mark as unread").tap(Msg::Unread);
        });
        ui.scroll("alert_scroll", |ui| {
            ui.text("alert_title", title);
            ui.text("alert_body", body);
            ui.button("alert_open_line", format_args!("Line {}", LINES[line].0)).tap(Msg::OpenLine(line));
        });
    });
}

fn view_about(tip: u64, ui: &mut Ui<'_, Msg>) {
    ui.column("about", |ui| {
        ui.toolbar("About", Nav::Up(Msg::Close), |_| {});
        ui.scroll("about_scroll", |ui| {
            ui.text("about_version", "Transit 2.1.6");
            ui.text("about_licence", "GPL 3.0");
            ui.text("about_tip", TIPS[tip as usize % TIPS.len()]);
            ui.button("about_next", "Another tip").tap(Msg::NextTip);
        });
    });
}

/// Hour and minute of a number of minutes.
struct Clock(u64);

impl Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0 % DAY / 60, self.0 % 60)
    }
}

/// When something departs, as the settings want it.
struct When {
    time: u64,
    now: u64,
    clock: bool,
}

impl Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.time - self.now {
            _ if self.clock => Clock(self.time).fmt(f),
            0 => f.write_str("now"),
            minutes => write!(f, "{minutes} min"),
        }
    }
}

struct Distance {
    metres: u64,
    miles: bool,
}

impl Display for Distance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kilometres = self.metres as f64 / 1000.0;
        if self.miles { write!(f, "{:.1} mi", kilometres / 1.609) } else { write!(f, "{kilometres:.1} km") }
    }
}
