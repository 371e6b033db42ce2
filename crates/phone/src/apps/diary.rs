//! Diary: what one does all day, tap by tap, with notes and pictures.
//!
//! Retells ActivityDiary, the running example of the Genie paper (figure 1): deleting the picture of one
//! activity deletes that of another which was photographed later. Other bugs retell its figure 5 (e, f), the
//! PBFDroid paper's find, and public issues of the same app; the rest are of the kinds such apps have.

use std::cmp::Reverse;
use std::fmt;

use crate::app::{App, Bug, BugKind, Manifest, Oracle, Recreate, Shows, Trap, TrapKind, Window};
use crate::cx::{Cx, Fault};
use crate::neighbours::Neighbour;
use crate::ui::{Nav, Ui};
use crate::{branch, cover};

/// Everything the app keeps.
#[derive(Clone, Default)]
pub(crate) struct Diary {
    activities: Vec<Activity>,
    /// In the order they were started.
    entries: Vec<Entry>,
    /// The activities of the main page, the likeliest first.
    order: Vec<u32>,
    settings: Settings,
    next_id: u32,
    filled: bool,
    memory: Memory,
}

/// What is gone with the process.
#[derive(Clone, Default)]
struct Memory {
    undo: Option<Undo>,
    /// An activity was undone when there was none before it.
    undone_to_none: bool,
    /// The entry that the header of the main page was last set to.
    header: Option<u32>,
    /// The name of the current activity when it was started.
    started_name: String,
    /// The entry whose details were opened last.
    opened: Option<u32>,
    /// The entry that the picture being taken belongs to.
    photo_for: Option<u32>,
}

#[derive(Clone)]
struct Undo {
    started: u32,
    before: Option<u32>,
    before_name: String,
}

#[derive(Clone)]
struct Activity {
    id: u32,
    name: String,
    colour: usize,
    deleted: bool,
    /// Not offered on the main page.
    hidden: bool,
}

/// A time spent on an activity.
#[derive(Clone)]
struct Entry {
    id: u32,
    activity: u32,
    /// The activity's name when the entry was made.
    label: String,
    start: u64,
    end: Option<u64>,
    note: String,
    pictures: Vec<String>,
    undone: bool,
}

#[derive(Clone, Default)]
struct Settings {
    stop_on_tap: bool,
    by_name: bool,
    german_dates: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Notes,
    Dates,
    Activities,
}

/// The search of the diary.
#[derive(Clone)]
pub(crate) struct Search {
    query: String,
    found: Vec<u32>,
    searched: bool,
    /// The date that was searched for is none.
    invalid: bool,
}

/// An activity that is being made or changed.
#[derive(Clone)]
pub(crate) struct Draft {
    activity: Option<u32>,
    name: String,
    colour: usize,
}

/// An entry that is being changed.
#[derive(Clone)]
pub(crate) struct Detail {
    entry: u32,
    activity: u32,
    note: String,
}

#[derive(Clone)]
pub(crate) struct Statistics {
    tab: usize,
    rows: Vec<(String, u64)>,
    percent: bool,
    ready: bool,
}

#[derive(Clone)]
pub(crate) enum Page {
    Main,
    Drawer,
    MainMenu,
    Note { text: String },
    History,
    DeletePicture { entry: u32, at: usize },
    Detail(Detail),
    ChooseActivity(u32),
    Search(Search),
    Manage { deleted: bool },
    ManageMenu { deleted: bool },
    Recover(u32),
    Edit(Draft),
    Colours(usize),
    Discard,
    Statistics(Statistics),
    Settings,
    DateFormat,
    About { tip: usize },
}

#[derive(Clone)]
pub(crate) enum Msg {
    Close,
    OpenDrawer,
    OpenMenu,
    Go(Target),
    Start(u32),
    Undo,
    Camera,
    Photo(Option<String>),
    EditNote,
    OpenCurrent,
    OpenEntry(u32),
    HoldPicture { entry: u32, at: usize },
    Typed(String),
    Confirmed,
    Find(Place),
    EditActivity(u32),
    NewActivity,
    OpenExisting(u32),
    DeleteActivity,
    ShowDeleted,
    ChooseColour,
    Colour(usize),
    ChooseActivity,
    Activity(u32),
    Discarded,
    Tab(usize),
    Percent,
    Loaded,
    Toggle(usize),
    Dates(bool),
    NextTip,
}

/// Where the drawer and the menu lead.
#[derive(Clone, Copy)]
pub(crate) enum Target {
    History,
    Search,
    Statistics,
    Manage,
    Settings,
    DateFormat,
    About,
}

const FIRST: [&str; 8] =
    ["Cinema", "Sleeping", "Cleaning", "Gardening", "Officework", "Swimming", "Cooking", "Relaxing"];
const COLOURS: [&str; 6] = ["Blue", "Red", "Green", "Orange", "Purple", "Grey"];
const TABS: [&str; 3] = ["Day", "Week", "All"];
const TIPS: [&str; 4] = [
    "Hold an activity to change it.",
    "Hold a picture in the diary to delete it.",
    "Undo brings the activity before back.",
    "The likeliest activities stand first.",
];
const MINUTE: u64 = 60_000;
const DAY: u64 = 1_440 * MINUTE;
const LOAD_MILLIS: u64 = 700;
/// Activities a row of the main page.
const ACROSS: usize = 3;

/// A time that passed, as users say it.
struct For(u64);

impl fmt::Display for For {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 / MINUTE {
            0 => write!(f, "{} s", self.0 / 1_000),
            minutes @ 1..60 => write!(f, "{minutes} min"),
            minutes => write!(f, "{} h {} min", minutes / 60, minutes % 60),
        }
    }
}

/// A day, in the format of the settings.
struct Date {
    millis: u64,
    german: bool,
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = civil(self.millis / DAY);
        if self.german {
            write!(f, "{day:02}.{month:02}.{year}")
        } else {
            write!(f, "{year}-{month:02}-{day:02}")
        }
    }
}

/// Year, month and day of a number of days since 1970 (Hinnant's `civil_from_days`).
fn civil(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (year + era * 400 + next, month, day)
}

fn is_date(text: &str) -> bool {
    let mut parts = 0;
    let numbers = text.split(['-', '.']).all(|part| {
        parts += 1;
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit())
    });
    numbers && parts == 3
}

impl App for Diary {
    type Page = Page;
    type Msg = Msg;

    const MANIFEST: Manifest = Manifest {
        name: "diary",
        package: "com.example.diary",
        title: "Activity Diary",
        about: "What one does all day, with notes and pictures (Genie, figure 1: ActivityDiary)",
        bugs: &[
            Bug {
                id: "deletes-other-picture",
                title: "Deleting an activity's picture deletes that of another, photographed later",
                retells: "Genie figure 1, ActivityDiary issue #118",
                kind: BugKind::WrongBehaviour,
                seen_by: &[
                    Oracle::Independence { inserted: 4..8 },
                    Oracle::Property { functions: &["add picture", "delete picture"] },
                ],
                trace: &[
                    "tap text=\"Cinema\"",
                    "tap id=attach_picture",
                    "tap id=shutter_button",
                    "tap id=done_button",
                    "tap text=\"Cleaning\"",
                    "tap id=attach_picture",
                    "tap id=shutter_button",
                    "tap id=done_button",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Diary\"",
                    "longtap desc=\"Picture of Cinema\"",
                    "tap id=button1",
                ],
                shows: Shows::Present("desc=\"Picture of Cinema\""),
            },
            Bug {
                id: "history-of-undone",
                title: "After a rename and an undo, the header opens the history of the undone activity",
                retells: "Genie figure 5 (e, f), ActivityDiary issue #288",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Independence { inserted: 7..9 }],
                trace: &[
                    "tap text=\"Gardening\"",
                    "tap id=duration_label",
                    "back",
                    "tap text=\"Officework\"",
                    "longtap id=activity_name text=\"Officework\"",
                    "type id=edit_name \"Travelling\"",
                    "tap id=action_save",
                    "tap text=\"Gardening\"",
                    "tap id=snackbar_action",
                    "tap id=duration_label",
                    "type id=detail_note \"Plan\"",
                ],
                shows: Shows::Present("id=detail_activity text=\"Gardening\""),
            },
            Bug {
                id: "undo-dead",
                title: "Undo has no effect any more once the first activity was undone",
                retells: "ActivityDiary issue #270",
                kind: BugKind::CannotProceed,
                seen_by: &[Oracle::Independence { inserted: 0..2 }],
                trace: &[
                    "tap text=\"Sleeping\"",
                    "tap id=snackbar_action",
                    "tap text=\"Cinema\"",
                    "tap text=\"Cleaning\"",
                    "tap id=snackbar_action",
                ],
                shows: Shows::Missing("id=current_activity text=\"Cinema\""),
            },
            Bug {
                id: "note-to-other-entry",
                title: "A note on the current activity goes to the entry that was looked at in the diary",
                retells: "no report: figure 1's fault again, one entry id shared by two pages",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Independence { inserted: 1..6 }],
                trace: &[
                    "tap text=\"Cinema\"",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Diary\"",
                    "tap text=\"Gardening\"",
                    "back",
                    "back",
                    "tap id=edit_note",
                    "type id=note_text \"Matrix\"",
                    "tap id=button1",
                ],
                shows: Shows::Missing("id=current_note text=\"Matrix\""),
            },
            Bug {
                id: "detail-read-again",
                title: "A note typed into an entry is gone after another app was in front",
                retells: "no report: fields filled from the database in onResume",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Neutral { inserted: 4..5 }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Diary\"",
                    "tap text=\"Gardening\"",
                    "type id=detail_note \"Beans\"",
                    "background",
                    "tap id=action_save",
                ],
                shows: Shows::Missing("id=history_note text=\"Beans\""),
            },
            Bug {
                id: "statistics-when-turned",
                title: "After turning the screen the statistics of a day stand under another tab",
                retells: "no report: a tab that is restored without its listener being called",
                kind: BugKind::WronglyDisplayed,
                seen_by: &[Oracle::Neutral { inserted: 4..6 }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Statistics\"",
                    "wait 1000",
                    "tap text=\"All\"",
                    "rotate",
                    "rotate",
                    "tap id=percent",
                ],
                shows: Shows::Missing("id=stat_name text=\"Gardening\""),
            },
            Bug {
                id: "statistics-old-name",
                title: "The statistics know a renamed activity by its old name",
                retells: "no report: of a kind in PBFDroid table 3, a change that is not seen elsewhere",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["rename", "statistics"] }],
                trace: &[
                    "longtap text=\"Gardening\"",
                    "type id=edit_name \"Allotment\"",
                    "tap id=action_save",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Statistics\"",
                    "wait 1000",
                    "tap text=\"All\"",
                ],
                shows: Shows::Missing("id=stat_name text=\"Allotment\""),
            },
            Bug {
                id: "recovered-not-offered",
                title: "A deleted activity that was recovered is not on the main page",
                retells: "ActivityDiary issue #311",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["delete", "recover"] }],
                trace: &[
                    "longtap text=\"Swimming\"",
                    "tap id=action_delete",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Edit activities\"",
                    "menu",
                    "tap text=\"Show deleted\"",
                    "tap text=\"Swimming\"",
                    "tap id=button1",
                    "back",
                ],
                shows: Shows::Missing("id=activity_name text=\"Swimming\""),
            },
            Bug {
                id: "search-wildcard",
                title: "Searching the notes for a percent sign finds every note",
                retells: "no report: a LIKE whose pattern is not escaped",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Property { functions: &["search"] }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Diary\"",
                    "tap id=action_search",
                    "type id=search_text \"%\"",
                    "tap text=\"Search in notes\"",
                ],
                shows: Shows::Present("id=history_activity text=\"Gardening\""),
            },
            Bug {
                id: "date-search-turned",
                title: "Turning the screen after a search for what is no date crashes",
                retells: "PBFDroid table 3, ActivityDiary issue #310",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Diary\"",
                    "tap id=action_search",
                    "type id=search_text \" \"",
                    "tap text=\"Search in dates\"",
                    "rotate",
                ],
                shows: Shows::Crash("NullPointerException in HistoryActivity.onCreate"),
            },
            Bug {
                id: "one-of-two-pictures",
                title: "Deleting one of several pictures of an entry crashes",
                retells: "ActivityDiary issue #119",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap text=\"Cinema\"",
                    "tap id=attach_picture",
                    "tap id=shutter_button",
                    "tap id=done_button",
                    "tap id=attach_picture",
                    "tap id=shutter_button",
                    "tap id=done_button",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Diary\"",
                    "longtap desc=\"Picture of Cinema\"",
                    "tap id=button1",
                ],
                shows: Shows::Crash("IndexOutOfBoundsException in ImageAdapter.onBindViewHolder"),
            },
            Bug {
                id: "camera-after-kill",
                title: "Coming back from the camera crashes when the system ended the app meanwhile",
                retells: "no report: the picture's path is only kept in a field (kin: ActivityDiary issue #60)",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap text=\"Cinema\"",
                    "tap id=attach_picture",
                    "kill",
                    "tap id=shutter_button",
                    "tap id=done_button",
                ],
                shows: Shows::Crash("NullPointerException in MainActivity.onActivityResult"),
            },
            Bug {
                id: "open-existing",
                title: "Opening the activity that already has the name of a new one crashes",
                retells: "ActivityDiary issues #261 and #311",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &["tap id=action_add", "type id=edit_name \"Cinema\"", "tap id=quickfix_open"],
                shows: Shows::Crash("NullPointerException in EditActivity.onClick"),
            },
        ],
        traps: &[
            Trap { kind: TrapKind::ChangesByItself, place: "how long the current activity has lasted" },
            Trap {
                kind: TrapKind::Reorders,
                place: "activities stand in the order of how often they were started",
            },
            Trap { kind: TrapKind::LooksIndependent, place: "starting an activity ends the one before" },
            Trap {
                kind: TrapKind::FalseLoop,
                place: "start an activity: the main page again, with another current one",
            },
            Trap {
                kind: TrapKind::SameLayout,
                place: "a new activity and a known one (Genie figure 4 e, f); the tabs of the statistics",
            },
            Trap { kind: TrapKind::LoadsLate, place: "the statistics are counted in the background" },
            Trap { kind: TrapKind::RandomTip, place: "a tip on the About page" },
            Trap { kind: TrapKind::Toast, place: "\"No activity is running\" and others" },
        ],
        source: include_str!("diary.rs"),
    };

    fn start(&mut self, cx: &mut Cx<'_, Self>) -> Page {
        if branch!(cx, !self.filled) {
            self.fill(cx.now());
        }
        Page::Main
    }

    fn window(page: &Page) -> Window {
        match page {
            Page::Main => Window::Activity(".ui.main.MainActivity"),
            Page::History | Page::Search(_) => Window::Activity(".ui.history.HistoryActivity"),
            Page::Detail(_) => Window::Activity(".ui.history.HistoryDetailActivity"),
            Page::Manage { .. } => Window::Activity(".ui.generic.ManageActivity"),
            Page::Edit(_) => Window::Activity(".ui.generic.EditActivity"),
            Page::Statistics(_) => Window::Activity(".ui.statistics.StatisticsActivity"),
            Page::Settings => Window::Activity(".ui.settings.SettingsActivity"),
            Page::About { .. } => Window::Activity(".ui.generic.AboutActivity"),
            Page::Drawer => Window::Drawer,
            Page::MainMenu | Page::ManageMenu { .. } => Window::Menu,
            Page::Note { .. } | Page::DeletePicture { .. } | Page::ChooseActivity(_) => Window::Dialog,
            Page::Recover(_) | Page::Colours(_) | Page::Discard | Page::DateFormat => Window::Dialog,
        }
    }

    fn view(&self, page: &Page, ui: &mut Ui<'_, Msg>) {
        match page {
            Page::Main => self.view_main(ui),
            Page::Drawer => view_drawer(ui),
            Page::MainMenu => ui.menu(|ui| {
                ui.entry("title", "Add activity").tap(Msg::NewActivity);
                ui.entry("title", "Settings").tap(Msg::Go(Target::Settings));
                ui.entry("title", "About").tap(Msg::Go(Target::About));
            }),
            Page::Note { text } => ui.dialog(
                "Note",
                |ui| {
                    ui.field("note_text", text, "What about it?").typed(Msg::Typed).entered(Msg::Confirmed);
                },
                |ui| ok_cancel("OK", ui),
            ),
            Page::History => self.view_history(ui),
            Page::DeletePicture { .. } => question("Delete picture?", "The file is deleted too.", "Yes", ui),
            Page::Detail(detail) => self.view_detail(detail, ui),
            Page::ChooseActivity(chosen) => self.view_choice(*chosen, ui),
            Page::Search(search) => self.view_search(search, ui),
            Page::Manage { deleted } => self.view_manage(*deleted, ui),
            Page::ManageMenu { deleted } => ui.menu(|ui| {
                ui.entry("title", if *deleted { "Hide deleted" } else { "Show deleted" })
                    .tap(Msg::ShowDeleted);
                ui.entry("title", "Add activity").tap(Msg::NewActivity);
            }),
            Page::Recover(id) => question("Recover activity?", self.name(*id), "OK", ui),
            Page::Edit(draft) => self.view_edit(draft, ui),
            Page::Colours(chosen) => ui.dialog(
                "Colour",
                |ui| {
                    ui.scroll("colours", |ui| {
                        for (at, colour) in COLOURS.iter().enumerate() {
                            ui.radio("text1", colour, at == *chosen).tap(Msg::Colour(at));
                        }
                    });
                },
                |ui| ui.cancel("Cancel", Msg::Close),
            ),
            Page::Discard => question("Discard changes?", "What you changed is not saved.", "Discard", ui),
            Page::Statistics(statistics) => view_statistics(statistics, ui),
            Page::Settings => self.view_settings(ui),
            Page::DateFormat => ui.dialog(
                "Date format",
                |ui| {
                    ui.radio("text1", "Year first", !self.settings.german_dates).tap(Msg::Dates(false));
                    ui.radio("text1", "Day first", self.settings.german_dates).tap(Msg::Dates(true));
                },
                |ui| ui.cancel("Cancel", Msg::Close),
            ),
            Page::About { tip } => view_about(*tip, ui),
        }
    }

    fn update(&mut self, page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        match (page, msg) {
            (page, Msg::Close) => self.back(page, cx),
            (Page::Drawer | Page::MainMenu, Msg::Go(target)) => {
                cover!(cx);
                cx.close();
                self.go(target, cx);
            }
            (Page::MainMenu | Page::ManageMenu { .. }, Msg::NewActivity) => {
                cover!(cx);
                cx.close_with(Msg::NewActivity);
            }
            (Page::ManageMenu { .. }, Msg::ShowDeleted) => cx.close_with(Msg::ShowDeleted),
            (Page::Main | Page::Manage { .. }, Msg::NewActivity) => {
                cover!(cx);
                cx.open(Page::Edit(Draft { activity: None, name: String::new(), colour: 0 }));
            }
            (Page::Main | Page::Manage { .. }, Msg::EditActivity(id)) => self.edit_activity(id, cx),
            (Page::Main, msg) => self.on_main(msg, cx),
            (Page::Note { text }, msg) => self.on_note(text, msg, cx),
            (Page::History | Page::Search(_), Msg::OpenEntry(id)) => self.open_entry(id, cx),
            (Page::History, Msg::HoldPicture { entry, at }) => {
                cover!(cx);
                cx.open(Page::DeletePicture { entry, at });
            }
            (Page::History | Page::Settings, Msg::Go(target)) => self.go(target, cx),
            (Page::DeletePicture { entry, at }, Msg::Confirmed) => self.delete_picture(*entry, *at, cx),
            (Page::Detail(detail), msg) => self.on_detail(detail, msg, cx),
            (Page::ChooseActivity(_) | Page::Colours(_), msg @ (Msg::Activity(_) | Msg::Colour(_))) => {
                cover!(cx);
                cx.close_with(msg);
            }
            (Page::Search(search), Msg::Typed(text)) => {
                cover!(cx);
                *search = Search { query: text, found: Vec::new(), searched: false, invalid: false };
            }
            (Page::Search(search), Msg::Find(place)) => self.find(search, place, cx),
            (Page::Manage { deleted }, Msg::OpenMenu) => cx.open(Page::ManageMenu { deleted: *deleted }),
            (Page::Manage { deleted }, Msg::ShowDeleted) => *deleted = !branch!(cx, *deleted),
            (Page::Recover(id), Msg::Confirmed) => {
                self.recover(*id, cx);
                cx.close();
            }
            (Page::Edit(draft), msg) => self.on_edit(draft, msg, cx),
            (Page::Discard, Msg::Confirmed) => cx.close_with(Msg::Discarded),
            (Page::Statistics(statistics), msg) => self.on_statistics(statistics, msg, cx),
            (Page::Settings, Msg::Toggle(at)) => {
                let flag = if branch!(cx, at == 0) {
                    &mut self.settings.stop_on_tap
                } else {
                    &mut self.settings.by_name
                };
                *flag = !*flag;
                self.sort();
            }
            (Page::DateFormat, Msg::Dates(german)) => {
                cover!(cx);
                self.settings.german_dates = german;
                cx.close();
            }
            (Page::About { tip }, Msg::NextTip) => {
                cover!(cx);
                *tip = cx.random(TIPS.len() as u64) as usize;
            }
            _ => {}
        }
    }

    fn back(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        let changed = match page {
            Page::Detail(detail) => self
                .entry(detail.entry)
                .is_some_and(|entry| entry.note != detail.note || entry.activity != detail.activity),
            Page::Edit(draft) => match draft.activity.and_then(|id| self.activity(id)) {
                Some(activity) => activity.name != draft.name || activity.colour != draft.colour,
                None => !draft.name.is_empty(),
            },
            _ => false,
        };
        if branch!(cx, changed) { cx.open(Page::Discard) } else { cx.close() }
    }

    fn recreate(&mut self, page: Page, _why: Recreate, cx: &mut Cx<'_, Self>) -> Option<Page> {
        match page {
            Page::Search(search) if branch!(cx, search.invalid && cx.bug("date-search-turned")) => {
                cx.crash(
                    Fault::new(
                        "java.lang.NullPointerException",
                        "Attempt to invoke virtual method 'View View.findViewById(int)' on a null \
                         object reference",
                    )
                    .at("com.google.android.material.snackbar.Snackbar.findSuitableParent(Snackbar.java:219)")
                    .at("com.example.diary.ui.history.HistoryActivity.onCreate(HistoryActivity.java:187)")
                    .at("android.app.Activity.performCreate(Activity.java:6975)"),
                );
                None
            }
            Page::Statistics(statistics) => {
                let shown = if cx.bug("statistics-when-turned") { 0 } else { statistics.tab };
                let rows = self.count(shown, cx);
                cover!(cx);
                // What was being counted is counted by now.
                Some(Page::Statistics(Statistics { rows, ready: true, ..statistics }))
            }
            Page::MainMenu | Page::ManageMenu { .. } => {
                cover!(cx);
                None
            }
            other => Some(other),
        }
    }

    fn resumed(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        if let Page::Detail(detail) = page
            && branch!(cx, cx.bug("detail-read-again"))
            && let Some(entry) = self.entry(detail.entry)
        {
            detail.note.clone_from(&entry.note);
        }
    }

    fn process_died(&mut self) {
        self.memory = Memory::default();
    }
}

/// The data.
impl Diary {
    fn fill(&mut self, now: u64) {
        self.filled = true;
        for (at, name) in FIRST.iter().enumerate() {
            let id = self.fresh_id();
            let colour = at % COLOURS.len();
            self.activities.push(Activity {
                id,
                name: (*name).into(),
                colour,
                deleted: false,
                hidden: false,
            });
        }
        for (at, days, minutes, note) in [(3, 3, 95, "Tomatoes"), (6, 2, 40, ""), (4, 2, 240, "Taxes")] {
            let start = now.saturating_sub(days * DAY).saturating_sub(minutes * MINUTE);
            let id = self.add_entry(self.activities[at].id, start);
            if let Some(entry) = self.entry_mut(id) {
                entry.end = Some(start + minutes * MINUTE);
                entry.note = note.into();
            }
        }
        self.sort();
    }

    fn fresh_id(&mut self) -> u32 {
        self.next_id += 1;
        self.next_id
    }

    fn add_entry(&mut self, activity: u32, start: u64) -> u32 {
        let (id, label) = (self.fresh_id(), self.name(activity).to_owned());
        let (note, pictures) = (String::new(), Vec::new());
        self.entries.push(Entry { id, activity, label, start, end: None, note, pictures, undone: false });
        id
    }

    fn activity(&self, id: u32) -> Option<&Activity> {
        self.activities.iter().find(|activity| activity.id == id)
    }

    fn activity_mut(&mut self, id: u32) -> Option<&mut Activity> {
        self.activities.iter_mut().find(|activity| activity.id == id)
    }

    fn name(&self, id: u32) -> &str {
        self.activity(id).map_or("", |activity| &activity.name)
    }

    fn entry(&self, id: u32) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    fn entry_mut(&mut self, id: u32) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|entry| entry.id == id)
    }

    /// The entry that has not ended.
    fn current(&self) -> Option<&Entry> {
        self.entries.iter().rev().find(|entry| entry.end.is_none() && !entry.undone)
    }

    fn current_id(&self) -> Option<u32> {
        self.current().map(|entry| entry.id)
    }

    /// The main page's activities, the most often started first.
    fn sort(&mut self) {
        let offered = |activity: &&Activity| !activity.deleted && !activity.hidden;
        let mut order: Vec<&Activity> = self.activities.iter().filter(offered).collect();
        if self.settings.by_name {
            order.sort_by_cached_key(|activity| activity.name.to_lowercase());
        } else {
            let counts = |id: u32| self.entries.iter().filter(|e| e.activity == id && !e.undone).count();
            order.sort_by_cached_key(|activity| Reverse(counts(activity.id)));
        }
        self.order = order.into_iter().map(|activity| activity.id).collect();
    }

    fn end_current(&mut self, now: u64) -> Option<u32> {
        let id = self.current_id()?;
        if let Some(entry) = self.entry_mut(id) {
            entry.end = Some(now);
        }
        Some(id)
    }

    fn begin(&mut self, activity: u32, cx: &mut Cx<'_, Self>) {
        if branch!(cx, self.current().is_some_and(|entry| entry.activity == activity)) {
            if branch!(cx, self.settings.stop_on_tap) {
                self.end_current(cx.now());
                self.memory.undo = None;
            }
            return;
        }
        let before = self.end_current(cx.now());
        let started = self.add_entry(activity, cx.now());
        let name = self.name(activity).to_owned();
        let before_name = std::mem::replace(&mut self.memory.started_name, name);
        self.memory.undo = Some(Undo { started, before, before_name });
        self.memory.header = Some(started);
        self.memory.opened = None;
        self.sort();
    }

    fn undo(&mut self, cx: &mut Cx<'_, Self>) {
        let Some(Undo { started, before, before_name }) = self.memory.undo.take() else { return };
        if branch!(cx, self.memory.undone_to_none && cx.bug("undo-dead")) {
            return;
        }
        if let Some(entry) = self.entry_mut(started) {
            entry.undone = true;
        }
        match before.and_then(|id| self.entry_mut(id)) {
            Some(entry) => {
                entry.end = None;
                // The header is found again by the name its activity had; a renamed one is not found so.
                let known = self.activities.iter().any(|activity| activity.name == before_name);
                if branch!(cx, known || !cx.bug("history-of-undone")) {
                    self.memory.header = before;
                }
                self.memory.started_name = before_name;
            }
            None => {
                cover!(cx);
                self.memory.undone_to_none = true;
                self.memory.header = None;
            }
        }
        self.sort();
    }

    fn attach(&mut self, file: String, cx: &mut Cx<'_, Self>) {
        let meant = self.memory.photo_for.take();
        if branch!(cx, meant.is_none() && cx.bug("camera-after-kill")) {
            return cx.crash(
                Fault::new(
                    "java.lang.NullPointerException",
                    "Attempt to invoke virtual method 'String File.getAbsolutePath()' on a null object \
                     reference",
                )
                .at("com.example.diary.ui.main.MainActivity.onActivityResult(MainActivity.java:612)")
                .at("android.app.Activity.dispatchActivityResult(Activity.java:7124)"),
            );
        }
        if let Some(entry) = meant.or(self.current_id()).and_then(|id| self.entry_mut(id)) {
            cover!(cx);
            entry.pictures.push(file);
            cx.toast("Picture saved");
        }
    }

    fn delete_picture(&mut self, entry: u32, at: usize, cx: &mut Cx<'_, Self>) {
        let newest = self.entries.iter().rev().find(|entry| !entry.pictures.is_empty() && !entry.undone);
        // The faulty adapter of the pictures is that of the row which was bound last: the newest entry's.
        let wrong = newest.map(|entry| entry.id).filter(|_| cx.bug("deletes-other-picture"));
        cx.close();
        let Some(entry) = self.entry_mut(wrong.unwrap_or(entry)) else { return };
        let count = entry.pictures.len();
        if branch!(cx, count > 1 && cx.bug("one-of-two-pictures")) {
            return cx.crash(
                Fault::new(
                    "java.lang.IndexOutOfBoundsException",
                    format!("Index: {}, Size: {}", count - 1, count - 1),
                )
                .at("java.util.ArrayList.get(ArrayList.java:437)")
                .at("com.example.diary.ui.generic.ImageAdapter.onBindViewHolder(ImageAdapter.java:71)")
                .at("androidx.recyclerview.widget.RecyclerView$Adapter.bindViewHolder(RecyclerView.java)"),
            );
        }
        if branch!(cx, count > 0) {
            entry.pictures.remove(at.min(count - 1));
        }
    }

    fn find(&self, search: &mut Search, place: Place, cx: &mut Cx<'_, Self>) {
        let query = search.query.trim().to_lowercase();
        let has: Box<dyn Fn(&Entry) -> bool> = match place {
            Place::Notes => {
                let escaped = !branch!(cx, cx.bug("search-wildcard"));
                let query = if escaped { query } else { query.replace(['%', '_'], "") };
                Box::new(move |entry| !entry.note.is_empty() && entry.note.to_lowercase().contains(&query))
            }
            Place::Dates => {
                search.invalid = !branch!(cx, is_date(&query));
                if search.invalid {
                    cx.toast("This is no date");
                }
                Box::new(move |entry| self.date(entry.start).to_string() == query)
            }
            Place::Activities => {
                cover!(cx);
                Box::new(move |entry| self.name(entry.activity).to_lowercase().contains(&query))
            }
        };
        let found = self.entries.iter().rev().filter(|entry| !entry.undone && has(entry));
        search.found = found.map(|entry| entry.id).collect();
        search.searched = true;
    }

    fn date(&self, millis: u64) -> Date {
        Date { millis, german: self.settings.german_dates }
    }

    /// Time spent on each activity in the period of a tab, the most first.
    fn count(&self, tab: usize, cx: &Cx<'_, Self>) -> Vec<(String, u64)> {
        let now = cx.now();
        let since = match tab {
            0 => now - now % DAY,
            1 => now.saturating_sub(7 * DAY),
            _ => 0,
        };
        let mut rows: Vec<(String, u64)> = Vec::new();
        for entry in self.entries.iter().filter(|entry| !entry.undone && entry.end.unwrap_or(now) >= since) {
            let spent = entry.end.unwrap_or(now).saturating_sub(entry.start.max(since));
            let name = if cx.bug("statistics-old-name") { &*entry.label } else { self.name(entry.activity) };
            match rows.iter_mut().find(|(known, _)| known == name) {
                Some((_, total)) => *total += spent,
                None => rows.push((name.to_owned(), spent)),
            }
        }
        rows.sort_by_key(|(_, spent)| Reverse(*spent));
        rows
    }

    /// Another activity of that name.
    fn namesake(&self, draft: &Draft) -> Option<&Activity> {
        let name = draft.name.trim().to_lowercase();
        let other = |activity: &&Activity| {
            !activity.deleted && Some(activity.id) != draft.activity && activity.name.to_lowercase() == name
        };
        self.activities.iter().find(other)
    }

    fn recover(&mut self, id: u32, cx: &mut Cx<'_, Self>) {
        let recovered = Draft { activity: Some(id), name: self.name(id).to_owned(), colour: 0 };
        if branch!(cx, self.namesake(&recovered).is_some()) {
            return cx.toast("Another activity has this name now");
        }
        let still_hidden = cx.bug("recovered-not-offered");
        if let Some(activity) = self.activity_mut(id) {
            cover!(cx);
            activity.deleted = false;
            activity.hidden &= still_hidden;
        }
        self.sort();
    }
}

/// What messages do.
impl Diary {
    fn go(&mut self, target: Target, cx: &mut Cx<'_, Self>) {
        let page = match target {
            Target::History => Page::History,
            Target::Search => {
                cover!(cx);
                Page::Search(Search {
                    query: String::new(),
                    found: Vec::new(),
                    searched: false,
                    invalid: false,
                })
            }
            Target::Statistics => {
                cover!(cx);
                Page::Statistics(Statistics { tab: 0, rows: Vec::new(), percent: false, ready: false })
            }
            Target::Manage => Page::Manage { deleted: false },
            Target::Settings => Page::Settings,
            Target::DateFormat => Page::DateFormat,
            Target::About => {
                cover!(cx);
                Page::About { tip: cx.random(TIPS.len() as u64) as usize }
            }
        };
        let counts = matches!(page, Page::Statistics(_));
        cx.open(page);
        if counts {
            cx.after(LOAD_MILLIS, Msg::Loaded);
        }
    }

    fn on_main(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::OpenDrawer => cx.open(Page::Drawer),
            Msg::OpenMenu => cx.open(Page::MainMenu),
            Msg::Start(id) => self.begin(id, cx),
            Msg::Undo => self.undo(cx),
            Msg::Camera => match self.current_id() {
                Some(id) => {
                    cover!(cx);
                    self.memory.photo_for = Some(id);
                    cx.visit(Neighbour::Camera, Msg::Photo);
                }
                None => {
                    cover!(cx);
                    cx.toast("No activity is running");
                }
            },
            Msg::Photo(Some(file)) => self.attach(file, cx),
            Msg::Photo(None) => {
                cover!(cx);
                self.memory.photo_for = None;
            }
            Msg::EditNote => match self.current() {
                Some(entry) => {
                    cover!(cx);
                    cx.open(Page::Note { text: entry.note.clone() });
                }
                None => {
                    cover!(cx);
                    cx.toast("No activity is running");
                }
            },
            Msg::OpenCurrent => {
                let Some(current) = self.current_id() else { return };
                let stale = self.memory.header.filter(|_| cx.bug("history-of-undone"));
                cover!(cx);
                self.open_entry(stale.unwrap_or(current), cx);
            }
            _ => {}
        }
    }

    fn on_note(&mut self, text: &mut String, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Typed(typed) => *text = typed,
            Msg::Confirmed => {
                let wrong = self.memory.opened.filter(|_| cx.bug("note-to-other-entry"));
                if let Some(entry) = wrong.or(self.current_id()).and_then(|id| self.entry_mut(id)) {
                    cover!(cx);
                    entry.note.clone_from(text);
                }
                cx.close();
            }
            _ => {}
        }
    }

    fn open_entry(&mut self, id: u32, cx: &mut Cx<'_, Self>) {
        self.memory.opened = Some(id);
        if let Some(entry) = self.entry(id) {
            cover!(cx);
            let (activity, note) = (entry.activity, entry.note.clone());
            cx.open(Page::Detail(Detail { entry: id, activity, note }));
        }
    }

    fn on_detail(&mut self, detail: &mut Detail, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Typed(text) => detail.note = text,
            Msg::ChooseActivity => cx.open(Page::ChooseActivity(detail.activity)),
            Msg::Activity(id) => {
                cover!(cx);
                detail.activity = id;
            }
            Msg::Confirmed => {
                let label = self.name(detail.activity).to_owned();
                if let Some(entry) = self.entry_mut(detail.entry) {
                    cover!(cx);
                    if branch!(cx, entry.activity != detail.activity) {
                        entry.activity = detail.activity;
                        entry.label = label;
                    }
                    entry.note.clone_from(&detail.note);
                }
                self.sort();
                cx.close();
            }
            Msg::Discarded => cx.close(),
            _ => {}
        }
    }

    fn edit_activity(&mut self, id: u32, cx: &mut Cx<'_, Self>) {
        let Some(activity) = self.activity(id) else { return };
        if branch!(cx, activity.deleted) {
            cx.open(Page::Recover(id));
        } else {
            let (name, colour) = (activity.name.clone(), activity.colour);
            cx.open(Page::Edit(Draft { activity: Some(id), name, colour }));
        }
    }

    fn on_edit(&mut self, draft: &mut Draft, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Typed(text) => draft.name = text,
            Msg::ChooseColour => cx.open(Page::Colours(draft.colour)),
            Msg::Colour(colour) => {
                cover!(cx);
                draft.colour = colour;
            }
            Msg::OpenExisting(id) => {
                if branch!(cx, draft.activity.is_none() && cx.bug("open-existing")) {
                    return cx.crash(
                        Fault::new(
                            "java.lang.NullPointerException",
                            "Attempt to invoke virtual method 'String DiaryActivity.getName()' on a null \
                             object reference",
                        )
                        .at("com.example.diary.ui.generic.EditActivity.onClick(EditActivity.java:202)")
                        .at("android.view.View.performClick(View.java:5198)"),
                    );
                }
                if let Some(activity) = self.activity(id) {
                    cover!(cx);
                    let (name, colour) = (activity.name.clone(), activity.colour);
                    *draft = Draft { activity: Some(id), name, colour };
                }
            }
            Msg::Confirmed => self.save_activity(draft, cx),
            Msg::DeleteActivity => {
                let deleted = draft.activity;
                if branch!(cx, deleted.is_some() && self.current().map(|entry| entry.activity) == deleted) {
                    self.end_current(cx.now());
                }
                // Undo must not bring a deleted activity back.
                self.memory.undo = None;
                if let Some(activity) = deleted.and_then(|id| self.activity_mut(id)) {
                    activity.deleted = true;
                    activity.hidden = true;
                    cx.toast("Activity deleted");
                }
                self.sort();
                cx.close();
            }
            Msg::Discarded => cx.close(),
            _ => {}
        }
    }

    fn save_activity(&mut self, draft: &Draft, cx: &mut Cx<'_, Self>) {
        let name = draft.name.trim();
        if branch!(cx, name.is_empty() || self.namesake(draft).is_some()) {
            return cx.toast("An activity needs a name of its own");
        }
        match draft.activity.and_then(|id| self.activity_mut(id)) {
            Some(activity) => {
                cover!(cx);
                name.clone_into(&mut activity.name);
                activity.colour = draft.colour;
            }
            None => {
                cover!(cx);
                let (id, name, colour) = (self.fresh_id(), name.to_owned(), draft.colour);
                self.activities.push(Activity { id, name, colour, deleted: false, hidden: false });
            }
        }
        self.sort();
        cx.close();
    }

    fn on_statistics(&mut self, statistics: &mut Statistics, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Tab(tab) => {
                cover!(cx);
                statistics.tab = tab;
                statistics.rows = self.count(tab, cx);
                statistics.ready = true;
            }
            Msg::Percent => statistics.percent = !branch!(cx, statistics.percent),
            Msg::Loaded if !statistics.ready => {
                cover!(cx);
                statistics.rows = self.count(statistics.tab, cx);
                statistics.ready = true;
            }
            _ => {}
        }
    }
}

/// What pages look like.
impl Diary {
    fn view_main(&self, ui: &mut Ui<'_, Msg>) {
        ui.column("root", |ui| {
            ui.toolbar("Activity Diary", Nav::Drawer(Msg::OpenDrawer), |ui| {
                ui.icon("action_add", "Add activity").tap(Msg::NewActivity);
                ui.overflow(Msg::OpenMenu);
            });
            self.view_current(ui);
            ui.list("select_recycler", self.order.len().div_ceil(ACROSS), 96, |ui, row| {
                ui.row("select_row", |ui| {
                    for id in self.order.iter().skip(row * ACROSS).take(ACROSS) {
                        ui.card("activity_card", |ui| {
                            ui.text("activity_name", self.name(*id));
                        })
                        .tap(Msg::Start(*id))
                        .long_tap(Msg::EditActivity(*id))
                        .fill();
                    }
                });
            });
            if let Some(undo) = &self.memory.undo {
                cover!(ui);
                let name = self.entry(undo.started).map_or("", |entry| self.name(entry.activity));
                ui.row("snackbar", |ui| {
                    ui.text("snackbar_text", format_args!("{name} started")).fill();
                    ui.button("snackbar_action", "Undo").tap(Msg::Undo);
                })
                .height(84);
            }
        });
    }

    fn view_current(&self, ui: &mut Ui<'_, Msg>) {
        let (current, now) = (self.current(), ui.now());
        ui.card("current_card", |ui| {
            ui.row("", |ui| {
                ui.column("current_header", |ui| {
                    let name = current.map_or("<No Activity>", |entry| self.name(entry.activity));
                    ui.text("current_activity", name);
                    if let Some(entry) = current {
                        let lasts = For(now.saturating_sub(entry.start));
                        let since = Clock(entry.start);
                        ui.text("duration_label", format_args!("since {since}, for {lasts}"))
                            .tap(Msg::OpenCurrent);
                    }
                })
                .fill();
                ui.icon("edit_note", "Edit note").tap(Msg::EditNote);
                ui.icon("attach_picture", "Attach picture").tap(Msg::Camera);
            })
            .height(84);
            let Some(entry) = current else { return };
            if branch!(ui, !entry.note.is_empty()) {
                ui.text("current_note", &entry.note);
            }
            if branch!(ui, !entry.pictures.is_empty()) {
                let name = self.name(entry.activity);
                ui.row("picture_recycler", |ui| {
                    for _ in &entry.pictures {
                        ui.image("picture", format_args!("Picture of {name}"));
                    }
                })
                .height(72);
            }
        });
    }

    fn view_history(&self, ui: &mut Ui<'_, Msg>) {
        let shown: Vec<&Entry> = self.entries.iter().rev().filter(|entry| !entry.undone).collect();
        ui.column("root", |ui| {
            ui.toolbar("Diary", Nav::Up(Msg::Close), |ui| {
                ui.icon("action_search", "Search").tap(Msg::Go(Target::Search));
            });
            self.view_entries(&shown, ui);
        });
    }

    fn view_entries(&self, shown: &[&Entry], ui: &mut Ui<'_, Msg>) {
        let now = ui.now();
        ui.list("history_list", shown.len(), 204, |ui, at| {
            let entry = shown[at];
            let name = self.name(entry.activity);
            ui.card("history_row", |ui| {
                ui.text("history_activity", name);
                let (date, clock) = (self.date(entry.start), Clock(entry.start));
                let spent = For(entry.end.unwrap_or(now).saturating_sub(entry.start));
                ui.text("history_time", format_args!("{date} {clock}, {spent}"));
                if branch!(ui, !entry.note.is_empty()) {
                    ui.text("history_note", &entry.note);
                }
                if branch!(ui, !entry.pictures.is_empty()) {
                    ui.row("picture_recycler", |ui| {
                        for at in 0..entry.pictures.len() {
                            let hold = Msg::HoldPicture { entry: entry.id, at };
                            ui.image("picture", format_args!("Picture of {name}")).long_tap(hold);
                        }
                    })
                    .height(72);
                }
            })
            .tap(Msg::OpenEntry(entry.id));
        });
    }

    fn view_detail(&self, detail: &Detail, ui: &mut Ui<'_, Msg>) {
        let Some(entry) = self.entry(detail.entry) else { return };
        ui.column("root", |ui| {
            ui.toolbar("Entry", Nav::Up(Msg::Close), |ui| {
                ui.icon("action_save", "Save").tap(Msg::Confirmed);
            });
            ui.scroll("detail_scroll", |ui| {
                ui.text("detail_activity", self.name(detail.activity)).tap(Msg::ChooseActivity).height(72);
                ui.text(
                    "detail_start",
                    format_args!("From {} {}", self.date(entry.start), Clock(entry.start)),
                );
                if let Some(end) = entry.end {
                    cover!(ui);
                    ui.text("detail_end", format_args!("To {} {}", self.date(end), Clock(end)));
                } else {
                    ui.text("detail_end", "Not ended yet");
                }
                ui.field("detail_note", &detail.note, "Note").typed(Msg::Typed).height(120);
                ui.text("detail_pictures", format_args!("Pictures: {}", entry.pictures.len()));
                for file in &entry.pictures {
                    ui.text("detail_picture", file);
                }
            });
        });
    }

    fn view_choice(&self, chosen: u32, ui: &mut Ui<'_, Msg>) {
        ui.dialog(
            "Activity",
            |ui| {
                ui.scroll("choices", |ui| {
                    for activity in self.activities.iter().filter(|activity| !activity.deleted) {
                        let radio = ui.radio("text1", &activity.name, activity.id == chosen);
                        radio.tap(Msg::Activity(activity.id));
                    }
                });
            },
            |ui| ui.cancel("Cancel", Msg::Close),
        );
    }

    fn view_search(&self, search: &Search, ui: &mut Ui<'_, Msg>) {
        let found: Vec<&Entry> = search.found.iter().filter_map(|id| self.entry(*id)).collect();
        ui.column("root", |ui| {
            ui.row("search_bar", |ui| {
                ui.icon("", "Collapse").tap(Msg::Close);
                ui.field("search_text", &search.query, "Search the diary")
                    .typed(Msg::Typed)
                    .entered(Msg::Find(Place::Activities));
            })
            .height(84);
            if branch!(ui, !search.searched) {
                if branch!(ui, !search.query.is_empty()) {
                    ui.entry("suggestion", "Search in notes").tap(Msg::Find(Place::Notes));
                    ui.entry("suggestion", "Search in dates").tap(Msg::Find(Place::Dates));
                    ui.entry("suggestion", "Search activities").tap(Msg::Find(Place::Activities));
                }
            } else if branch!(ui, found.is_empty()) {
                ui.text("no_entries", "No entries found");
            } else {
                self.view_entries(&found, ui);
            }
        });
    }

    fn view_manage(&self, deleted: bool, ui: &mut Ui<'_, Msg>) {
        let shown: Vec<&Activity> = self.activities.iter().filter(|a| deleted || !a.deleted).collect();
        ui.column("root", |ui| {
            ui.toolbar("Edit activities", Nav::Up(Msg::Close), |ui| ui.overflow(Msg::OpenMenu));
            ui.stack("", |ui| {
                ui.list("manage_list", shown.len(), 84, |ui, at| {
                    ui.row("manage_row", |ui| {
                        ui.image("manage_colour", COLOURS[shown[at].colour]);
                        ui.text("manage_name", &shown[at].name).fill();
                        if branch!(ui, shown[at].deleted) {
                            ui.text("manage_deleted", "deleted");
                        }
                    })
                    .tap(Msg::EditActivity(shown[at].id));
                });
                ui.fab("fab_add", "New activity").tap(Msg::NewActivity);
            })
            .fill();
        });
    }

    fn view_edit(&self, draft: &Draft, ui: &mut Ui<'_, Msg>) {
        let title = draft.activity.map_or("New activity", |id| self.name(id));
        ui.column("root", |ui| {
            ui.toolbar(title, Nav::Up(Msg::Close), |ui| {
                if draft.activity.is_some() {
                    ui.icon("action_delete", "Delete").tap(Msg::DeleteActivity);
                }
                ui.icon("action_save", "Save").tap(Msg::Confirmed);
            });
            ui.field("edit_name", &draft.name, "Name").typed(Msg::Typed);
            if let Some(other) = self.namesake(draft) {
                cover!(ui);
                ui.text("textinput_error", format_args!("There is already an activity {}", other.name));
                ui.button("quickfix_open", "Open it instead").tap(Msg::OpenExisting(other.id));
            }
            ui.row("colour_row", |ui| {
                ui.image("colour_sample", COLOURS[draft.colour]);
                ui.text("colour_name", COLOURS[draft.colour]).fill();
            })
            .tap(Msg::ChooseColour)
            .height(84);
        });
    }

    fn view_settings(&self, ui: &mut Ui<'_, Msg>) {
        let dates = if self.settings.german_dates { "Day first" } else { "Year first" };
        ui.column("root", |ui| {
            ui.toolbar("Settings", Nav::Up(Msg::Close), |_| {});
            ui.scroll("recycler_view", |ui| {
                let (stop, by_name) = (self.settings.stop_on_tap, self.settings.by_name);
                ui.preference("Tap ends the activity", "A tap on the current one ends it", Some(stop))
                    .tap(Msg::Toggle(0));
                ui.preference("Sort by name", "Instead of the likeliest first", Some(by_name))
                    .tap(Msg::Toggle(1));
                ui.preference("Date format", dates, None).tap(Msg::Go(Target::DateFormat));
            });
        });
    }
}

/// The time of a day.
struct Clock(u64);

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minutes = self.0 % DAY / MINUTE;
        write!(f, "{:02}:{:02}", minutes / 60, minutes % 60)
    }
}

fn ok_cancel(yes: &str, ui: &mut Ui<'_, Msg>) {
    ui.cancel("Cancel", Msg::Close);
    ui.ok(yes, Msg::Confirmed);
}

fn question(title: &str, text: &str, yes: &str, ui: &mut Ui<'_, Msg>) {
    ui.dialog(title, |ui| ui.message(text), |ui| ok_cancel(yes, ui));
}

fn view_drawer(ui: &mut Ui<'_, Msg>) {
    ui.drawer("Activity Diary", |ui| {
        ui.drawer_entry("Select activity", true).tap(Msg::Close);
        ui.drawer_entry("Diary", false).tap(Msg::Go(Target::History));
        ui.drawer_entry("Statistics", false).tap(Msg::Go(Target::Statistics));
        ui.drawer_entry("Edit activities", false).tap(Msg::Go(Target::Manage));
        ui.drawer_entry("Settings", false).tap(Msg::Go(Target::Settings));
    });
}

fn view_about(tip: usize, ui: &mut Ui<'_, Msg>) {
    ui.column("root", |ui| {
        ui.toolbar("About", Nav::Up(Msg::Close), |_| {});
        ui.text("version", "Activity Diary 1.4.0");
        ui.text("tip", TIPS[tip]);
        ui.button("next_tip", "Another tip").tap(Msg::NextTip);
    });
}

fn view_statistics(statistics: &Statistics, ui: &mut Ui<'_, Msg>) {
    let total: u64 = statistics.rows.iter().map(|(_, spent)| spent).sum();
    ui.column("root", |ui| {
        ui.toolbar("Statistics", Nav::Up(Msg::Close), |_| {});
        ui.tabs("statistics_tabs", &TABS, statistics.tab, Msg::Tab);
        ui.switch("percent", "As percentages", statistics.percent).tap(Msg::Percent);
        if branch!(ui, !statistics.ready) {
            ui.busy();
        } else if branch!(ui, statistics.rows.is_empty()) {
            ui.text("no_data", "Nothing was recorded in this time");
        } else {
            ui.list("stat_list", statistics.rows.len(), 72, |ui, at| {
                let (name, spent) = &statistics.rows[at];
                ui.row("stat_row", |ui| {
                    ui.text("stat_name", name).fill();
                    if branch!(ui, statistics.percent) {
                        ui.text("stat_value", format_args!("{} %", spent * 100 / total.max(1)));
                    } else {
                        ui.text("stat_value", For(*spent));
                    }
                });
            });
        }
    });
}
