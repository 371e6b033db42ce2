//! Schedule: the programme of a conference, with bookmarks, own events, reminders, speakers, rooms, feedback.
//!
//! Retells Fosdem of the Genie paper (figure 5, k and l): the filter of the bookmarks disappears when "Search
//! events" is chosen twice. The programme is fixed; what the user does with it is the app's data.

use crate::app::{App, Bug, BugKind, Manifest, Oracle, Recreate, Shows, Trap, TrapKind, Window};
use crate::cx::{Cx, Fault};
use crate::neighbours::Neighbour;
use crate::ui::{Nav, Ui};
use crate::{branch, cover};

/// Everything the app keeps.
#[derive(Clone, Default)]
pub(crate) struct Schedule {
    stars: Vec<Star>,
    own: Vec<Own>,
    next_own: u32,
    feedback: Vec<Feedback>,
    /// What to remind of, and when.
    reminders: Vec<(Item, u64)>,
    /// What the notifications shown are about, by their text.
    notified: Vec<(String, Item)>,
    settings: Settings,
    by_title: bool,
    /// What the first reminder's intent carries: in memory only.
    first_intent: Option<Item>,
    /// Which session's feedback form is open: in memory only.
    reviewing: Option<usize>,
}

struct Session {
    title: &'static str,
    day: usize,
    /// Minutes of the day in UTC.
    start: u64,
    minutes: u64,
    room: usize,
    track: usize,
    speaker: usize,
}

#[derive(Clone)]
struct Star {
    session: usize,
    /// The time as it was written when the session was bookmarked.
    time: String,
}

/// An event that the user put into the agenda.
#[derive(Clone)]
struct Own {
    id: u32,
    title: String,
    day: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Item {
    Session(usize),
    Own(u32),
}

#[derive(Clone)]
pub(crate) struct Feedback {
    session: usize,
    rating: usize,
    comment: String,
    anonymous: bool,
}

#[derive(Clone, Default)]
struct Settings {
    zone: usize,
    twelve_hours: bool,
    vibrate: bool,
    sounds: bool,
}

#[derive(Clone, Copy)]
pub(crate) enum Switch {
    TwelveHours,
    Vibrate,
    Sounds,
}

/// The bookmarks page.
#[derive(Clone)]
pub(crate) struct Agenda {
    search: Option<String>,
    upcoming: bool,
    /// Whether the toolbar shows the filter, and whether it will when the search is closed.
    filter_shown: bool,
    filter_after: bool,
}

impl Agenda {
    const NEW: Agenda = Agenda { search: None, upcoming: false, filter_shown: true, filter_after: true };

    fn collapse(&mut self) {
        self.search = None;
        self.filter_shown = self.filter_after;
    }
}

#[derive(Clone)]
pub(crate) enum Page {
    Main { day: usize, track: Option<usize> },
    Drawer,
    Agenda(Agenda),
    AgendaMenu,
    AgendaFilter { upcoming: bool },
    Own(u32),
    EditOwn { id: Option<u32>, title: String, day: usize },
    Details(usize),
    DetailsMenu,
    Remind(Item),
    Feedback(Feedback),
    Discard,
    Search { query: String },
    Speakers { query: String },
    Speaker { speaker: usize, loaded: bool },
    Map { floor: usize },
    Room(usize),
    Settings { changed: bool },
    Zones,
    About { tip: usize },
}

/// Pages that the drawer leads to.
#[derive(Clone, Copy)]
pub(crate) enum Place {
    Agenda,
    Speakers,
    Map,
    Settings,
    About,
}

const PLACES: [(Place, &str); 5] = [
    (Place::Agenda, "Bookmarks"),
    (Place::Speakers, "Speakers"),
    (Place::Map, "Room map"),
    (Place::Settings, "Settings"),
    (Place::About, "About"),
];

#[derive(Clone)]
pub(crate) enum Msg {
    Close,
    OpenDrawer,
    OpenMenu,
    OpenSearch,
    OpenFilter,
    Go(Place),
    Day(usize),
    Track(usize),
    Open(usize),
    OpenOwn(u32),
    Star(usize),
    ExpandSearch,
    Collapse,
    Upcoming(bool),
    Sort,
    ClearStars,
    AddOwn,
    Rename,
    Delete,
    Confirmed,
    AskRemind,
    RemindIn(usize),
    Due(Item),
    Share,
    Shared(Option<String>),
    Review,
    Rate(usize),
    Anonymous,
    Typed(String),
    Discard,
    OpenSpeaker(usize),
    SpeakerLoaded,
    Floor(usize),
    OpenRoom(usize),
    Toggle(Switch),
    ChooseZone,
    Zone(usize),
    SettingsClosed,
    NextTip,
}

const DAYS: [&str; 3] = ["Mon", "Tue", "Wed"];
const TRACKS: [&str; 4] = ["Databases", "Security", "Kernel", "Design"];
const FLOORS: [&str; 2] = ["Floor 1", "Floor 2"];
/// Name and floor.
const ROOMS: [(&str, usize); 5] = [("Aula", 0), ("H.1301", 0), ("H.1302", 0), ("K.2101", 1), ("K.2201", 1)];
const SPEAKERS: [(&str, &str); 7] = [
    ("Ada Novak", "Keeps old databases young."),
    ("Bram Peeters", "Breaks things for a living, then mends them."),
    ("Chidi Okafor", "Writes drivers for devices nobody else has."),
    ("Dilnoza Karimova", "Draws before she types."),
    ("Erik Lind", "Fourteen years of backups, one restore."),
    ("Fatima Haddad", "Reads the specification so that you need not."),
    ("Goro Tanaka", "Measures twice, patches once."),
];

const SESSIONS: [Session; 15] = [
    session("Opening keynote", 0, 510, 45, 0, 3, 3),
    session("Indexes that lie", 0, 570, 30, 1, 0, 0),
    session("Keys under the doormat", 0, 570, 50, 3, 1, 1),
    session("A driver in an afternoon", 0, 640, 50, 2, 2, 2),
    session("Colours for everyone", 0, 720, 25, 4, 3, 3),
    session("Restore first, then back up", 1, 480, 50, 1, 0, 4),
    session("Threats you can draw", 1, 490, 30, 3, 1, 1),
    session("Scheduling the scheduler", 1, 560, 45, 2, 2, 6),
    session("Forms without tears", 1, 630, 30, 4, 3, 3),
    session("Queries by moonlight", 1, 700, 30, 1, 0, 0),
    session("Parsing is the attack surface", 2, 480, 50, 3, 1, 5),
    session("Pages, large and small", 2, 500, 40, 2, 2, 6),
    session("Migrations on a moving train", 2, 560, 50, 1, 0, 4),
    session("Icons nobody understands", 2, 640, 25, 4, 3, 3),
    session("Closing words", 2, 720, 30, 0, 3, 5),
];

const fn session(
    title: &'static str,
    day: usize,
    start: u64,
    minutes: u64,
    room: usize,
    track: usize,
    speaker: usize,
) -> Session {
    Session { title, day, start, minutes, room, track, speaker }
}

impl Session {
    fn begins(&self) -> u64 {
        FIRST_DAY + self.day as u64 * DAY + self.start * MINUTE
    }

    fn ends(&self) -> u64 {
        self.begins() + self.minutes * MINUTE
    }

    fn overlaps(&self, other: &Session) -> bool {
        self.begins() < other.ends() && other.begins() < self.ends()
    }
}

/// 2025-06-02 00:00 UTC, the day the conference opens.
const FIRST_DAY: u64 = 1_748_822_400_000;
const MINUTE: u64 = 60_000;
const DAY: u64 = 24 * 60 * MINUTE;
/// Minutes east of UTC.
const ZONES: [(&str, i64); 4] = [("Conference time", 120), ("UTC", 0), ("New York", -240), ("Tokyo", 540)];
const DELAYS: [(&str, u64); 3] = [("In a minute", MINUTE), ("In an hour", 60 * MINUTE), ("Tomorrow", DAY)];
const BIOGRAPHY_MILLIS: u64 = 1_500;
const MAX_OWN: usize = 30;
const MAX_NOTIFIED: usize = 10;
const TIPS: [&str; 4] = [
    "Bookmark sessions to make an agenda of your own.",
    "The room map knows the way to the coffee.",
    "Set your time zone to follow from afar.",
    "Speakers read your feedback. Be kind.",
];

impl App for Schedule {
    type Page = Page;
    type Msg = Msg;

    const MANIFEST: Manifest = Manifest {
        name: "schedule",
        package: "com.example.schedule",
        title: "Schedule",
        about: "A conference's programme, bookmarks and reminders (Genie, figure 5: Fosdem)",
        bugs: &[
            Bug {
                id: "filter-vanishes",
                title: "The filter of the bookmarks is gone after \"Search events\" was chosen twice",
                retells: "Genie figure 5 (k, l), Fosdem; functional-fuzzing-android-apps/home issue #2",
                kind: BugKind::WronglyDisplayed,
                seen_by: &[Oracle::Independence { inserted: 5..7 }],
                trace: &[
                    "tap id=star",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Bookmarks\"",
                    "tap desc=\"More options\"",
                    "tap text=\"Search events\"",
                    "tap desc=\"More options\"",
                    "tap text=\"Search events\"",
                    "tap desc=\"Collapse\"",
                    "tap id=session_title",
                    "back",
                ],
                shows: Shows::Missing("id=filter"),
            },
            Bug {
                id: "reminder-opens-another",
                title: "A reminder opens the session that another reminder was set for before",
                retells: "a common fault: pending intents of one request code share their extras",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Independence { inserted: 0..4 }],
                trace: &[
                    "tap text=\"Indexes that lie\"",
                    "tap id=remind",
                    "tap text=\"Tomorrow\"",
                    "back",
                    "tap text=\"Opening keynote\"",
                    "tap id=remind",
                    "tap text=\"In a minute\"",
                    "home",
                    "wait 70000",
                    "tap id=notification",
                ],
                shows: Shows::Missing("id=details_title text=\"Opening keynote\""),
            },
            Bug {
                id: "day-jumps",
                title: "Changing a setting brings the programme back to its first day",
                retells: "no report: everything is loaded anew after the settings, the day included",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Independence { inserted: 1..5 }],
                trace: &[
                    "tap text=\"Tue\"",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Settings\"",
                    "tap text=\"Vibrate\"",
                    "back",
                ],
                shows: Shows::Missing("id=session_title text=\"Restore first, then back up\""),
            },
            Bug {
                id: "rating-lost",
                title: "The rating in the feedback form is lost when the screen is turned",
                retells: "a common fault: a field that is not in the saved state",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Neutral { inserted: 4..6 }],
                trace: &[
                    "tap text=\"Opening keynote\"",
                    "tap id=review",
                    "tap desc=\"4 stars\"",
                    "type id=comment \"Inspiring\"",
                    "rotate",
                    "rotate",
                    "tap id=anonymous",
                    "tap id=submit",
                ],
                shows: Shows::Missing("id=your_rating text=\"Your rating: 4\""),
            },
            Bug {
                id: "track-lost",
                title: "The chosen track is forgotten when the system ends the app in the background",
                retells: "a common fault: a filter that lives in memory only",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Neutral { inserted: 1..2 }],
                trace: &["tap text=\"Security\"", "kill"],
                shows: Shows::Present("id=session_title text=\"Opening keynote\""),
            },
            Bug {
                id: "zone-stale",
                title: "Bookmarks keep the times of the time zone in which they were set",
                retells: "a common fault: a formatted text is saved instead of the value",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["bookmark", "set time zone"] }],
                trace: &[
                    "tap id=star",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Settings\"",
                    "tap text=\"Time zone\"",
                    "tap text=\"Tokyo\"",
                    "back",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Bookmarks\"",
                ],
                shows: Shows::Missing("id=session_time text=\"17:30\""),
            },
            Bug {
                id: "search-brackets",
                title: "A search for brackets does not find the event that has them in its title",
                retells: "PBFDroid table 3, Aard2 #140: symbols in search text are ignored",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Property { functions: &["create", "search"] }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Bookmarks\"",
                    "tap id=add",
                    "type id=own_field \"Lunch (late)\"",
                    "tap id=button1",
                    "tap desc=\"More options\"",
                    "tap text=\"Search events\"",
                    "type id=search_src_text \"(late)\"",
                ],
                shows: Shows::Missing("id=own_title text=\"Lunch (late)\""),
            },
            Bug {
                id: "same-title-replaces",
                title: "An own event replaces another of the same title",
                retells: "PBFDroid table 3, Markor #1695 likewise: one name overwrites the other",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Property { functions: &["create"] }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Bookmarks\"",
                    "tap id=add",
                    "type id=own_field \"Lunch\"",
                    "tap id=button1",
                    "tap id=add",
                    "type id=own_field \"Lunch\"",
                    "tap text=\"Tue\"",
                    "tap id=button1",
                ],
                shows: Shows::Missing("id=own_day text=\"Mon\""),
            },
            Bug {
                id: "map-turned",
                title: "Turning the screen on the second floor of the room map crashes",
                retells: "a common fault: a page is restored before there are pages",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Room map\"",
                    "tap text=\"Floor 2\"",
                    "rotate",
                ],
                shows: Shows::Crash("IndexOutOfBoundsException in FloorPagerAdapter.getItem"),
            },
            Bug {
                id: "review-after-kill",
                title: "Sending feedback after the system ended the app in the background crashes",
                retells: "a common fault: a static field that does not survive the process",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap text=\"Opening keynote\"",
                    "tap id=review",
                    "tap desc=\"4 stars\"",
                    "kill",
                    "tap id=submit",
                ],
                shows: Shows::Crash("NullPointerException in FeedbackActivity.onSubmit"),
            },
            Bug {
                id: "reminded-of-deleted",
                title: "The reminder of an own event that was deleted meanwhile crashes",
                retells: "a common fault: a notification refers to a row that is gone",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Bookmarks\"",
                    "tap id=add",
                    "type id=own_field \"Lunch\"",
                    "tap id=button1",
                    "tap text=\"Lunch\"",
                    "tap id=remind",
                    "tap text=\"In a minute\"",
                    "tap id=delete",
                    "home",
                    "wait 70000",
                    "tap id=notification",
                ],
                shows: Shows::Crash("NullPointerException in EventDetailsActivity.onCreate"),
            },
        ],
        traps: &[
            Trap { kind: TrapKind::SameLayout, place: "the three days, a room and the search results" },
            Trap { kind: TrapKind::ChangesByItself, place: "\"in 25 min\" beside every session of the day" },
            Trap { kind: TrapKind::LooksIndependent, place: "a bookmark marks others that overlap with it" },
            Trap { kind: TrapKind::LooksIndependent, place: "the time zone changes the times of all pages" },
            Trap {
                kind: TrapKind::FalseLoop,
                place: "the filter dialog applies its tick however it is left, by Back too",
            },
            Trap { kind: TrapKind::LoadsLate, place: "what a speaker says of themselves" },
            Trap { kind: TrapKind::Reorders, place: "bookmarks are sorted by time or title" },
            Trap { kind: TrapKind::RandomTip, place: "a tip on the About page" },
            Trap { kind: TrapKind::Toast, place: "\"Bookmarked\", \"Thank you\" and others" },
        ],
        source: include_str!("schedule.rs"),
    };

    fn start(&mut self, cx: &mut Cx<'_, Self>) -> Page {
        self.arm(cx);
        Page::Main { day: 0, track: None }
    }

    fn window(page: &Page) -> Window {
        match page {
            Page::Main { .. } => Window::Activity(".MainActivity"),
            Page::Agenda(_) => Window::Activity(".BookmarksActivity"),
            Page::Own(_) => Window::Activity(".OwnEventActivity"),
            Page::Details(_) => Window::Activity(".EventDetailsActivity"),
            Page::Feedback(_) => Window::Activity(".FeedbackActivity"),
            Page::Search { .. } => Window::Activity(".SearchResultActivity"),
            Page::Speakers { .. } => Window::Activity(".PersonListActivity"),
            Page::Speaker { .. } => Window::Activity(".PersonInfoActivity"),
            Page::Map { .. } => Window::Activity(".MapActivity"),
            Page::Room(_) => Window::Activity(".RoomActivity"),
            Page::Settings { .. } => Window::Activity(".SettingsActivity"),
            Page::About { .. } => Window::Activity(".AboutActivity"),
            Page::Drawer => Window::Drawer,
            Page::AgendaMenu | Page::DetailsMenu => Window::Menu,
            Page::AgendaFilter { .. } | Page::EditOwn { .. } | Page::Remind(_) => Window::Dialog,
            Page::Discard | Page::Zones => Window::Dialog,
        }
    }

    fn view(&self, page: &Page, ui: &mut Ui<'_, Msg>) {
        match page {
            Page::Main { day, track } => self.view_main(*day, *track, ui),
            Page::Drawer => ui.drawer("Schedule", |ui| {
                ui.scroll("nav_scroll", |ui| {
                    ui.drawer_entry("Programme", true).tap(Msg::Close);
                    for (place, name) in PLACES {
                        ui.drawer_entry(name, false).tap(Msg::Go(place));
                    }
                });
            }),
            Page::Agenda(agenda) => self.view_agenda(agenda, ui),
            Page::AgendaMenu => ui.menu(|ui| {
                ui.entry("title", "Search events").tap(Msg::ExpandSearch);
                let other = if self.by_title { "Sort by time" } else { "Sort by title" };
                ui.entry("title", other).tap(Msg::Sort);
                ui.entry("title", "Remove all").tap(Msg::ClearStars);
            }),
            Page::AgendaFilter { upcoming } => {
                let content = |ui: &mut Ui<'_, Msg>| {
                    ui.checkbox("upcoming", "Upcoming only", *upcoming).tap(Msg::Upcoming(!*upcoming));
                };
                ui.dialog("Filter", content, |ui| ui.ok("Done", Msg::Close));
            }
            Page::Own(id) => self.view_own(*id, ui),
            Page::EditOwn { id, title, day } => view_edit_own(id.is_none(), title, *day, ui),
            Page::Details(session) => self.view_details(*session, ui),
            Page::DetailsMenu => ui.menu(|ui| {
                ui.entry("title", "Share").tap(Msg::Share);
                ui.entry("title", "Show room").tap(Msg::OpenRoom(0));
            }),
            Page::Remind(_) => {
                view_choice("Remind me", DELAYS.iter().map(|(name, _)| *name), None, Msg::RemindIn, ui)
            }
            Page::Feedback(feedback) => view_feedback(feedback, ui),
            Page::Discard => {
                let buttons = |ui: &mut Ui<'_, Msg>| {
                    ui.cancel("Keep writing", Msg::Close);
                    ui.ok("Discard", Msg::Discard);
                };
                ui.dialog("Feedback", |ui| ui.message("Discard what you wrote?"), buttons);
            }
            Page::Search { query } => self.view_search(query, ui),
            Page::Speakers { query } => view_speakers(query, ui),
            Page::Speaker { speaker, loaded } => self.view_speaker(*speaker, *loaded, ui),
            Page::Map { floor } => view_map(*floor, ui),
            Page::Room(room) => {
                let sessions = numbers(|session| session.room == *room);
                ui.column("room_root", |ui| {
                    ui.toolbar(ROOMS[*room].0, Nav::Up(Msg::Close), |_| {});
                    self.session_list(ui, &sessions);
                });
            }
            Page::Settings { .. } => self.view_settings(ui),
            Page::Zones => {
                let zones = ZONES.iter().map(|(name, _)| *name);
                view_choice("Time zone", zones, Some(self.settings.zone), Msg::Zone, ui);
            }
            Page::About { tip } => view_about(*tip, ui),
        }
    }

    fn update(&mut self, page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        match (page, msg) {
            (page, Msg::Close) => self.back(page, cx),
            (_, Msg::Due(item)) => self.due(item, cx),
            (_, Msg::Shared(Some(target))) => cx.toast(format!("Shared: {target}")),
            (Page::Drawer, Msg::Go(place)) => open_place(place, cx),
            (Page::Main { day, track }, msg) => self.on_main(day, track, msg, cx),
            (Page::AgendaMenu | Page::DetailsMenu | Page::Zones, msg) => cx.close_with(msg),
            (Page::Agenda(agenda), msg) => self.on_agenda(agenda, msg, cx),
            // The tick is set at once: the dialog stays, and what is below it is told when it closes.
            (Page::AgendaFilter { upcoming }, Msg::Upcoming(wanted)) => *upcoming = wanted,
            (Page::Own(id), msg) => self.on_own(*id, msg, cx),
            (Page::EditOwn { id, title, day }, msg) => self.on_edit_own(*id, title, day, msg, cx),
            (Page::Details(session), msg) => self.on_details(*session, msg, cx),
            (Page::Remind(item), Msg::RemindIn(at)) => self.remind(*item, at, cx),
            (Page::Feedback(feedback), msg) => self.on_feedback(feedback, msg, cx),
            (Page::Discard, Msg::Discard) => {
                cover!(cx);
                cx.close();
                cx.close();
            }
            (Page::Search { query } | Page::Speakers { query }, Msg::Typed(text)) => *query = text,
            (Page::Speaker { loaded, .. }, Msg::SpeakerLoaded) => {
                cover!(cx);
                *loaded = true;
            }
            (Page::Map { floor }, Msg::Floor(chosen)) => {
                cover!(cx);
                *floor = chosen;
            }
            (Page::Settings { changed }, msg) => self.on_settings(changed, msg, cx),
            (Page::About { tip }, Msg::NextTip) => *tip = cx.random(TIPS.len() as u64) as usize,
            (_, msg) => self.on_list(msg, cx),
        }
    }

    fn back(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        match page {
            Page::Agenda(agenda) if branch!(cx, agenda.search.is_some()) => agenda.collapse(),
            Page::AgendaFilter { upcoming } => cx.close_with(Msg::Upcoming(*upcoming)),
            Page::Settings { changed } if branch!(cx, *changed) => cx.close_with(Msg::SettingsClosed),
            Page::Feedback(feedback) if branch!(cx, !feedback.comment.is_empty()) => cx.open(Page::Discard),
            _ => cx.close(),
        }
    }

    fn recreate(&mut self, page: Page, why: Recreate, cx: &mut Cx<'_, Self>) -> Option<Page> {
        let died = why == Recreate::ProcessDeath;
        match page {
            Page::Main { day, track } if branch!(cx, died) => {
                self.arm(cx);
                let track = track.filter(|_| !cx.bug("track-lost"));
                Some(Page::Main { day, track })
            }
            Page::Feedback(feedback) if branch!(cx, !died) => {
                let rating = if cx.bug("rating-lost") { 0 } else { feedback.rating };
                Some(Page::Feedback(Feedback { rating, ..feedback }))
            }
            Page::Map { floor } if floor > 0 && !died && cx.bug("map-turned") => {
                cx.crash(
                    Fault::new("java.lang.IndexOutOfBoundsException", "Index: 1, Size: 0")
                        .at("java.util.ArrayList.get(ArrayList.java:437)")
                        .at("com.example.schedule.FloorPagerAdapter.getItem(FloorPagerAdapter.kt:33)")
                        .at(
                            "androidx.viewpager.widget.ViewPager.onRestoreInstanceState(ViewPager.java:1474)",
                        ),
                );
                None
            }
            // The answer of the server does not come any more; by now it is in the cache.
            Page::Speaker { speaker, .. } if died => Some(Page::Speaker { speaker, loaded: true }),
            Page::AgendaMenu | Page::DetailsMenu => {
                cover!(cx);
                None
            }
            other => Some(other),
        }
    }

    fn process_died(&mut self) {
        self.first_intent = None;
        self.reviewing = None;
    }

    fn notified(&mut self, _page: &mut Page, notification: &str, cx: &mut Cx<'_, Self>) {
        let Some(at) = self.notified.iter().position(|(text, _)| text == notification) else { return };
        let (_, item) = self.notified.remove(at);
        // Intents that differ only in their extras are one to the system: the first one's extras stay.
        let item = if cx.bug("reminder-opens-another") { self.first_intent.unwrap_or(item) } else { item };
        match item {
            Item::Session(session) => {
                cover!(cx);
                cx.open(Page::Details(session));
            }
            Item::Own(id) if branch!(cx, self.own_event(id).is_some()) => cx.open(Page::Own(id)),
            Item::Own(_) if cx.bug("reminded-of-deleted") => cx.crash(
                Fault::new(
                    "java.lang.NullPointerException",
                    "Attempt to invoke 'OwnEvent.getTitle()' on null",
                )
                .at("com.example.schedule.EventDetailsActivity.onCreate(EventDetailsActivity.kt:88)")
                .at("android.app.Activity.performCreate(Activity.java:7994)"),
            ),
            Item::Own(_) => cx.toast("This event was deleted"),
        }
    }

    fn late(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        if let Msg::Due(item) = msg {
            cover!(cx);
            self.due(item, cx);
        }
    }
}

/// The data.
impl Schedule {
    fn starred(&self, session: usize) -> bool {
        self.stars.iter().any(|star| star.session == session)
    }

    fn own_event(&self, id: u32) -> Option<&Own> {
        self.own.iter().find(|own| own.id == id)
    }

    fn title(&self, item: Item) -> Option<&str> {
        match item {
            Item::Session(session) => Some(SESSIONS[session].title),
            Item::Own(id) => self.own_event(id).map(|own| own.title.as_str()),
        }
    }

    fn review(&self, session: usize) -> Option<&Feedback> {
        self.feedback.iter().find(|feedback| feedback.session == session)
    }

    /// When a session starts, as the settings want it written.
    fn time(&self, session: usize) -> String {
        let minutes = SESSIONS[session].start as i64 + ZONES[self.settings.zone].1;
        let (hour, minute) = (minutes.rem_euclid(24 * 60) / 60, minutes.rem_euclid(60));
        if self.settings.twelve_hours {
            let half = if hour < 12 { "am" } else { "pm" };
            format!("{}:{minute:02} {half}", (hour + 11) % 12 + 1)
        } else {
            format!("{hour:02}:{minute:02}")
        }
    }

    fn star(&mut self, session: usize, cx: &mut Cx<'_, Self>) {
        if branch!(cx, self.starred(session)) {
            self.stars.retain(|star| star.session != session);
            cx.toast("Bookmark removed");
        } else {
            self.stars.push(Star { session, time: self.time(session) });
            self.sort();
            cx.toast("Bookmarked");
        }
    }

    fn sort(&mut self) {
        if self.by_title {
            self.stars.sort_by_key(|star| SESSIONS[star.session].title);
        } else {
            self.stars.sort_by_key(|star| SESSIONS[star.session].begins());
        }
    }

    fn clashes(&self, session: usize) -> bool {
        let other =
            |star: &Star| star.session != session && SESSIONS[star.session].overlaps(&SESSIONS[session]);
        self.starred(session) && self.stars.iter().any(other)
    }

    fn remind(&mut self, item: Item, at: usize, cx: &mut Cx<'_, Self>) {
        let delay = DELAYS[at].1;
        if branch!(cx, self.reminders.iter().any(|(known, _)| *known == item)) {
            self.reminders.retain(|(known, _)| *known != item);
        }
        self.reminders.push((item, cx.now() + delay));
        self.first_intent.get_or_insert(item);
        cx.toast("Reminder set");
        cx.close();
        cx.after(delay, Msg::Due(item));
    }

    /// Alarms do not survive the process; what they are for does.
    fn arm(&self, cx: &mut Cx<'_, Self>) {
        for (item, at) in &self.reminders {
            cover!(cx);
            cx.after(at.saturating_sub(cx.now()), Msg::Due(*item));
        }
    }

    fn due(&mut self, item: Item, cx: &mut Cx<'_, Self>) {
        // One that was set anew since has another time.
        let now = cx.now();
        let due = |(known, at): &(Item, u64)| *known == item && *at <= now;
        if !branch!(cx, self.reminders.iter().any(due)) {
            return;
        }
        self.reminders.retain(|reminder| !due(reminder));
        let text = format!("Reminder: {}", self.title(item).unwrap_or("an event of yours"));
        self.notified.truncate(MAX_NOTIFIED);
        self.notified.insert(0, (text.clone(), item));
        cx.notify(text);
    }

    fn found(&self, query: &str) -> Vec<usize> {
        let query = query.trim().to_lowercase();
        if query.is_empty() {
            return Vec::new();
        }
        numbers(|session| {
            let speaker = SPEAKERS[session.speaker].0.to_lowercase();
            session.title.to_lowercase().contains(&query) || speaker.contains(&query)
        })
    }
}

/// The numbers of the sessions that are wanted.
fn numbers(wanted: impl Fn(&Session) -> bool) -> Vec<usize> {
    (0..SESSIONS.len()).filter(|number| wanted(&SESSIONS[*number])).collect()
}

fn open_place(place: Place, cx: &mut Cx<'_, Schedule>) {
    let page = match place {
        Place::Agenda => Page::Agenda(Agenda::NEW),
        Place::Speakers => Page::Speakers { query: String::new() },
        Place::Map => {
            cover!(cx);
            Page::Map { floor: 0 }
        }
        Place::Settings => {
            cover!(cx);
            Page::Settings { changed: false }
        }
        Place::About => {
            cover!(cx);
            Page::About { tip: cx.random(TIPS.len() as u64) as usize }
        }
    };
    cx.close();
    cx.open(page);
}

/// What messages do.
impl Schedule {
    /// What rows do, on whatever page.
    fn on_list(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Open(session) => cx.open(Page::Details(session)),
            Msg::OpenOwn(id) => cx.open(Page::Own(id)),
            Msg::Star(session) => self.star(session, cx),
            Msg::OpenSpeaker(speaker) => {
                cover!(cx);
                cx.open(Page::Speaker { speaker, loaded: false });
                cx.after(BIOGRAPHY_MILLIS, Msg::SpeakerLoaded);
            }
            Msg::OpenRoom(room) => {
                cover!(cx);
                cx.open(Page::Room(room));
            }
            _ => {}
        }
    }

    fn on_main(&mut self, day: &mut usize, track: &mut Option<usize>, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Day(chosen) => {
                cover!(cx);
                *day = chosen;
            }
            Msg::Track(chosen) => {
                *track = if branch!(cx, *track == Some(chosen)) { None } else { Some(chosen) };
            }
            Msg::OpenDrawer => cx.open(Page::Drawer),
            Msg::OpenSearch => {
                cover!(cx);
                cx.open(Page::Search { query: String::new() });
            }
            Msg::SettingsClosed => {
                cover!(cx);
                if cx.bug("day-jumps") {
                    *day = 0;
                }
            }
            other => self.on_list(other, cx),
        }
    }

    fn on_agenda(&mut self, agenda: &mut Agenda, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::OpenMenu => cx.open(Page::AgendaMenu),
            Msg::OpenFilter => {
                cover!(cx);
                cx.open(Page::AgendaFilter { upcoming: agenda.upcoming });
            }
            Msg::Upcoming(upcoming) => agenda.upcoming = upcoming,
            Msg::ExpandSearch => {
                let first = branch!(cx, agenda.search.is_none());
                if first || cx.bug("filter-vanishes") {
                    agenda.filter_after = agenda.filter_shown;
                    agenda.filter_shown = false;
                }
                agenda.search.get_or_insert_default();
            }
            Msg::Collapse => {
                cover!(cx);
                agenda.collapse();
            }
            Msg::Typed(text) => agenda.search = Some(text),
            Msg::Sort => {
                cover!(cx);
                self.by_title = !self.by_title;
                self.sort();
            }
            Msg::ClearStars => {
                cover!(cx);
                self.stars.clear();
            }
            Msg::AddOwn if self.own.len() < MAX_OWN => {
                cx.open(Page::EditOwn { id: None, title: String::new(), day: 0 });
            }
            Msg::AddOwn => cx.toast("No more than 30 events"),
            other => self.on_list(other, cx),
        }
    }

    fn on_own(&mut self, id: u32, msg: Msg, cx: &mut Cx<'_, Self>) {
        let Some(own) = self.own_event(id) else { return };
        match msg {
            Msg::AskRemind => {
                cover!(cx);
                cx.open(Page::Remind(Item::Own(id)));
            }
            Msg::Rename => {
                cover!(cx);
                cx.open(Page::EditOwn { id: Some(id), title: own.title.clone(), day: own.day });
            }
            Msg::Delete => {
                cover!(cx);
                self.own.retain(|own| own.id != id);
                cx.toast("Event deleted");
                cx.close();
            }
            _ => {}
        }
    }

    fn on_edit_own(
        &mut self,
        id: Option<u32>,
        title: &mut String,
        day: &mut usize,
        msg: Msg,
        cx: &mut Cx<'_, Self>,
    ) {
        match msg {
            Msg::Typed(text) => *title = text,
            Msg::Day(chosen) => {
                cover!(cx);
                *day = chosen;
            }
            Msg::Confirmed if branch!(cx, title.trim().is_empty()) => cx.toast("Enter a title"),
            Msg::Confirmed => {
                let (title, day) = (title.trim(), *day);
                let replaces = cx.bug("same-title-replaces");
                let same = |own: &&mut Own| id == Some(own.id) || (replaces && own.title == title);
                if let Some(own) = self.own.iter_mut().find(same) {
                    cover!(cx);
                    (own.title, own.day) = (title.to_owned(), day);
                } else {
                    cover!(cx);
                    self.next_own += 1;
                    self.own.push(Own { id: self.next_own, title: title.to_owned(), day });
                }
                cx.close();
            }
            _ => {}
        }
    }

    fn on_details(&mut self, session: usize, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::OpenMenu => cx.open(Page::DetailsMenu),
            Msg::AskRemind => {
                cover!(cx);
                cx.open(Page::Remind(Item::Session(session)));
            }
            Msg::Share => {
                cover!(cx);
                cx.visit(Neighbour::Share, Msg::Shared);
            }
            Msg::OpenRoom(_) => cx.open(Page::Room(SESSIONS[session].room)),
            Msg::Review => {
                cover!(cx);
                self.reviewing = Some(session);
                let empty = Feedback { session, rating: 0, comment: String::new(), anonymous: false };
                cx.open(Page::Feedback(self.review(session).cloned().unwrap_or(empty)));
            }
            other => self.on_list(other, cx),
        }
    }

    fn on_feedback(&mut self, feedback: &mut Feedback, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Rate(rating) => feedback.rating = rating,
            Msg::Typed(text) => feedback.comment = text,
            Msg::Anonymous => feedback.anonymous = !feedback.anonymous,
            Msg::Confirmed if branch!(cx, feedback.rating == 0) => cx.toast("Choose a rating"),
            Msg::Confirmed if self.reviewing.is_none() && cx.bug("review-after-kill") => cx.crash(
                Fault::new("java.lang.NullPointerException", "Attempt to read from field 'Event.id' on null")
                    .at("com.example.schedule.FeedbackActivity.onSubmit(FeedbackActivity.kt:97)")
                    .at("android.view.View.performClick(View.java:7448)"),
            ),
            Msg::Confirmed => {
                cover!(cx);
                self.feedback.retain(|known| known.session != feedback.session);
                self.feedback.push(feedback.clone());
                cx.toast("Thank you");
                cx.close();
            }
            _ => {}
        }
    }

    fn on_settings(&mut self, changed: &mut bool, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Toggle(switch) => {
                cover!(cx);
                let flag = match switch {
                    Switch::TwelveHours => &mut self.settings.twelve_hours,
                    Switch::Vibrate => &mut self.settings.vibrate,
                    Switch::Sounds => &mut self.settings.sounds,
                };
                *flag = !*flag;
                *changed = true;
            }
            Msg::ChooseZone => cx.open(Page::Zones),
            Msg::Zone(zone) => {
                cover!(cx);
                self.settings.zone = zone;
                *changed = true;
            }
            _ => {}
        }
    }
}

/// What pages look like.
impl Schedule {
    fn view_main(&self, day: usize, track: Option<usize>, ui: &mut Ui<'_, Msg>) {
        let admits = |session: &Session| session.day == day && track.is_none_or(|it| it == session.track);
        let sessions = numbers(admits);
        ui.column("main_root", |ui| {
            ui.toolbar("Programme", Nav::Drawer(Msg::OpenDrawer), |ui| {
                ui.icon("search", "Search").tap(Msg::OpenSearch);
            });
            ui.tabs("days", &DAYS, day, Msg::Day);
            ui.row("chips", |ui| {
                for (at, name) in TRACKS.iter().enumerate() {
                    ui.checkbox("chip", name, track == Some(at))
                        .class("com.google.android.material.chip.Chip")
                        .tap(Msg::Track(at))
                        .fill();
                }
            })
            .height(72);
            let (before, after) = (Msg::Day(day.saturating_sub(1)), Msg::Day((day + 1).min(DAYS.len() - 1)));
            ui.pager("pager", before, after, |ui| self.session_list(ui, &sessions));
        });
    }

    /// Sessions below each other, as on most pages.
    fn session_list(&self, ui: &mut Ui<'_, Msg>, sessions: &[usize]) {
        if branch!(ui, sessions.is_empty()) {
            ui.text("empty", "No sessions");
            return;
        }
        ui.list("events", sessions.len(), 96, |ui, at| {
            let time = self.time(sessions[at]);
            self.session_row(ui, sessions[at], &time);
        });
    }

    fn session_row(&self, ui: &mut Ui<'_, Msg>, session: usize, time: &str) {
        let Session { title, day, room, track, .. } = &SESSIONS[session];
        ui.row("event", |ui| {
            ui.column("event_times", |ui| {
                ui.text("session_time", time);
                ui.text("session_status", status(ui.now(), session));
            })
            .width(130);
            ui.column("event_texts", |ui| {
                ui.text("session_title", title);
                ui.row("event_places", |ui| {
                    ui.text("session_place", format_args!("{}, {}", DAYS[*day], ROOMS[*room].0));
                    if branch!(ui, self.clashes(session)) {
                        ui.text("session_clash", "Overlaps");
                    } else {
                        ui.text("session_track", TRACKS[*track]);
                    }
                });
            })
            .fill();
            let starred = self.starred(session);
            ui.icon("star", if starred { "Remove bookmark" } else { "Add bookmark" }).tap(Msg::Star(session));
        })
        .tap(Msg::Open(session));
    }

    fn view_agenda(&self, agenda: &Agenda, ui: &mut Ui<'_, Msg>) {
        let query = agenda.search.as_deref().unwrap_or_default().trim().to_lowercase();
        // The title is matched with the query as a pattern, in which brackets group.
        let grouped = query.contains(['(', ')', '[', ']']) && ui.bug("search-brackets");
        let matches = |title: &str| !grouped && title.to_lowercase().contains(&query);
        let now = ui.now();
        let open = |star: &&Star| !agenda.upcoming || SESSIONS[star.session].ends() > now;
        let stars: Vec<&Star> =
            self.stars.iter().filter(open).filter(|star| matches(SESSIONS[star.session].title)).collect();
        let own: Vec<&Own> = self.own.iter().filter(|own| matches(&own.title)).collect();
        ui.column("agenda_root", |ui| {
            view_agenda_bar(agenda, ui);
            ui.stack("agenda_content", |ui| {
                if branch!(ui, stars.is_empty() && own.is_empty()) {
                    ui.text("empty", "No bookmarks");
                }
                let stale = ui.bug("zone-stale");
                ui.list("bookmarks", stars.len() + own.len(), 96, |ui, at| match stars.get(at) {
                    Some(star) if stale => self.session_row(ui, star.session, &star.time),
                    Some(star) => self.session_row(ui, star.session, &self.time(star.session)),
                    None => {
                        cover!(ui);
                        let Own { id, title, day } = own[at - stars.len()];
                        ui.row("own_event", |ui| {
                            ui.text("own_day", DAYS[*day]).width(130);
                            ui.text("own_title", title).fill();
                        })
                        .tap(Msg::OpenOwn(*id));
                    }
                });
                ui.fab("add", "Add event").tap(Msg::AddOwn);
            })
            .fill();
        });
    }

    fn view_own(&self, id: u32, ui: &mut Ui<'_, Msg>) {
        let own = self.own_event(id);
        ui.column("own_root", |ui| {
            ui.toolbar("My event", Nav::Up(Msg::Close), |_| {});
            ui.scroll("own_scroll", |ui| match own {
                Some(own) => {
                    cover!(ui);
                    ui.text("own_title", &own.title);
                    ui.text("own_day", DAYS[own.day]);
                    ui.button("remind", "Remind me").tap(Msg::AskRemind);
                    ui.button("edit", "Edit").tap(Msg::Rename);
                    ui.button("delete", "Delete").tap(Msg::Delete);
                }
                None => drop(ui.text("gone", "This event was deleted")),
            });
        });
    }

    fn view_details(&self, session: usize, ui: &mut Ui<'_, Msg>) {
        let Session { title, day, minutes, room, track, speaker, .. } = &SESSIONS[session];
        ui.column("details_root", |ui| {
            ui.toolbar("Session", Nav::Up(Msg::Close), |ui| {
                let starred = self.starred(session);
                ui.icon("bookmark", if starred { "Remove bookmark" } else { "Add bookmark" })
                    .tap(Msg::Star(session));
                ui.overflow(Msg::OpenMenu);
            });
            ui.scroll("details_scroll", |ui| {
                ui.text("details_title", title);
                let time = self.time(session);
                ui.text("details_time", format_args!("{} {time}, {minutes} minutes", DAYS[*day]));
                ui.text("details_status", status(ui.now(), session));
                ui.text("details_track", TRACKS[*track]);
                ui.button("details_room", ROOMS[*room].0).tap(Msg::OpenRoom(*room));
                ui.button("details_speaker", SPEAKERS[*speaker].0).tap(Msg::OpenSpeaker(*speaker));
                if branch!(ui, self.reminders.iter().any(|(item, _)| *item == Item::Session(session))) {
                    ui.text("reminder_state", "Reminder set");
                }
                ui.button("remind", "Remind me").tap(Msg::AskRemind);
                if let Some(Feedback { rating, comment, anonymous, .. }) = self.review(session) {
                    cover!(ui);
                    ui.text("your_rating", format_args!("Your rating: {rating}"));
                    ui.text("your_comment", comment);
                    ui.text("your_name", if *anonymous { "Sent without your name" } else { "" });
                }
                ui.button("review", "Feedback").tap(Msg::Review);
            });
        });
    }

    fn view_search(&self, query: &str, ui: &mut Ui<'_, Msg>) {
        let found = self.found(query);
        ui.column("search_root", |ui| {
            ui.toolbar("Search", Nav::Up(Msg::Close), |_| {});
            ui.field("search_field", query, "Title or speaker").typed(Msg::Typed);
            self.session_list(ui, &found);
        });
    }

    fn view_speaker(&self, speaker: usize, loaded: bool, ui: &mut Ui<'_, Msg>) {
        let sessions = numbers(|session| session.speaker == speaker);
        let (name, biography) = SPEAKERS[speaker];
        ui.column("speaker_root", |ui| {
            ui.toolbar(name, Nav::Up(Msg::Close), |_| {});
            if branch!(ui, loaded) {
                ui.text("biography", biography).height(72);
            } else {
                ui.busy();
            }
            self.session_list(ui, &sessions);
        });
    }

    fn view_settings(&self, ui: &mut Ui<'_, Msg>) {
        let Settings { zone, twelve_hours, vibrate, sounds } = self.settings;
        ui.column("settings_root", |ui| {
            ui.toolbar("Settings", Nav::Up(Msg::Close), |_| {});
            ui.scroll("recycler_view", |ui| {
                ui.preference("Time zone", ZONES[zone].0, None).tap(Msg::ChooseZone);
                ui.preference("12-hour clock", "Times with am and pm", Some(twelve_hours))
                    .tap(Msg::Toggle(Switch::TwelveHours));
                ui.preference("Vibrate", "When a reminder comes", Some(vibrate))
                    .tap(Msg::Toggle(Switch::Vibrate));
                ui.preference("Sounds", "When a reminder comes", Some(sounds))
                    .tap(Msg::Toggle(Switch::Sounds));
                let waiting = self.reminders.len();
                ui.preference("Reminders", format_args!("{waiting} waiting"), None).enabled(false);
            });
        });
    }
}

fn view_agenda_bar(agenda: &Agenda, ui: &mut Ui<'_, Msg>) {
    if let Some(query) = &agenda.search {
        cover!(ui);
        ui.row("toolbar", |ui| {
            ui.icon("", "Collapse").tap(Msg::Collapse);
            ui.field("search_src_text", query, "Search events").typed(Msg::Typed);
            ui.overflow(Msg::OpenMenu);
        })
        .height(84);
    } else {
        ui.toolbar("Bookmarks", Nav::Up(Msg::Close), |ui| {
            if branch!(ui, agenda.filter_shown) {
                ui.icon("filter", "Filter").tap(Msg::OpenFilter).selected(agenda.upcoming);
            }
            ui.overflow(Msg::OpenMenu);
        });
    }
}

fn view_edit_own(new: bool, title: &str, day: usize, ui: &mut Ui<'_, Msg>) {
    let (heading, ok) = if branch!(ui, new) { ("New event", "Add") } else { ("Edit event", "Save") };
    let content = |ui: &mut Ui<'_, Msg>| {
        ui.scroll("own_form", |ui| {
            ui.field("own_field", title, "Title").typed(Msg::Typed).entered(Msg::Confirmed);
            for (at, name) in DAYS.iter().enumerate() {
                ui.radio("own_days", name, at == day).tap(Msg::Day(at));
            }
        });
    };
    let buttons = |ui: &mut Ui<'_, Msg>| {
        ui.cancel("Cancel", Msg::Close);
        ui.ok(ok, Msg::Confirmed);
    };
    ui.dialog(heading, content, buttons);
}

fn view_choice<'a>(
    title: &str,
    names: impl Iterator<Item = &'a str>,
    now: Option<usize>,
    choose: fn(usize) -> Msg,
    ui: &mut Ui<'_, Msg>,
) {
    let content = |ui: &mut Ui<'_, Msg>| {
        ui.scroll("choices", |ui| {
            for (at, name) in names.enumerate() {
                ui.radio("android:id/text1", name, now == Some(at)).tap(choose(at));
            }
        });
    };
    ui.dialog(title, content, |ui| ui.cancel("Cancel", Msg::Close));
}

fn view_feedback(feedback: &Feedback, ui: &mut Ui<'_, Msg>) {
    ui.column("feedback_root", |ui| {
        ui.toolbar("Feedback", Nav::Up(Msg::Close), |_| {});
        ui.scroll("feedback_scroll", |ui| {
            ui.text("feedback_title", SESSIONS[feedback.session].title);
            ui.row("rating_bar", |ui| {
                for rating in 1..=5 {
                    let unit = if rating == 1 { "star" } else { "stars" };
                    ui.icon("rating_star", format_args!("{rating} {unit}"))
                        .tap(Msg::Rate(rating))
                        .selected(rating <= feedback.rating)
                        .fill();
                }
            })
            .height(84);
            ui.field("comment", &feedback.comment, "What was good, what was not?").typed(Msg::Typed);
            ui.checkbox("anonymous", "Without my name", feedback.anonymous).tap(Msg::Anonymous);
            ui.button("submit", "Submit").tap(Msg::Confirmed);
        });
    });
}

fn view_speakers(query: &str, ui: &mut Ui<'_, Msg>) {
    let key = query.trim().to_lowercase();
    let named = |speaker: &usize| SPEAKERS[*speaker].0.to_lowercase().contains(&key);
    let shown: Vec<usize> = (0..SPEAKERS.len()).filter(named).collect();
    ui.column("speakers_root", |ui| {
        ui.toolbar("Speakers", Nav::Up(Msg::Close), |_| {});
        ui.field("speaker_field", query, "Name").typed(Msg::Typed);
        if branch!(ui, shown.is_empty()) {
            ui.text("empty", "Nobody of that name");
        }
        ui.list("speakers", shown.len(), 84, |ui, at| {
            ui.row("speaker", |ui| {
                ui.image("portrait", "");
                ui.text("speaker_name", SPEAKERS[shown[at]].0).fill();
            })
            .tap(Msg::OpenSpeaker(shown[at]));
        });
    });
}

fn view_map(floor: usize, ui: &mut Ui<'_, Msg>) {
    ui.column("map_root", |ui| {
        ui.toolbar("Room map", Nav::Up(Msg::Close), |_| {});
        ui.tabs("floors", &FLOORS, floor, Msg::Floor);
        ui.scroll("map_scroll", |ui| {
            ui.image("plan", FLOORS[floor]).height(180);
            for (at, (name, _)) in ROOMS.iter().enumerate().filter(|(_, (_, on))| *on == floor) {
                ui.button("room", name).tap(Msg::OpenRoom(at));
            }
            let extra = if branch!(ui, floor == 0) { "Coffee is beside the Aula" } else { "Quiet floor" };
            ui.text("map_note", extra);
        });
    });
}

fn view_about(tip: usize, ui: &mut Ui<'_, Msg>) {
    ui.column("about_root", |ui| {
        ui.toolbar("About", Nav::Up(Msg::Close), |_| {});
        ui.scroll("about_scroll", |ui| {
            ui.image("app_icon", "Schedule").height(120);
            ui.text("app_version", "Version 1.6.2");
            ui.card("tip_card", |ui| {
                ui.text("tip_text", TIPS[tip]);
                ui.button("next_tip", "Another tip").tap(Msg::NextTip);
            });
        });
    });
}

/// When a session is, seen from now; nothing where it is a day or more away.
fn status(now: u64, session: usize) -> String {
    let session = &SESSIONS[session];
    if now >= session.ends() {
        return "ended".to_owned();
    }
    match session.begins().saturating_sub(now) / MINUTE {
        0 => "now".to_owned(),
        minutes @ 1..60 => format!("in {minutes} min"),
        minutes @ 60..1440 => format!("in {} h", minutes / 60),
        _ => String::new(),
    }
}
