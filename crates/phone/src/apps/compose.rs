//! Compose: a habit tracker as a modern toolkit shows it to others: no resource ids, one activity, and nearly
//! every widget of the same class. What something is can be told from its text, description and place alone.
//!
//! Its bugs are those of the toolkit's users: state that is remembered but not saved, a snackbar that outlives
//! what it would restore, settings written from a stale copy.

use std::cmp::Reverse;
use std::fmt::Display;

use crate::app::{App, Bug, BugKind, Manifest, Oracle, Recreate, Shows, Trap, TrapKind, Window};
use crate::cx::{Cx, Fault};
use crate::neighbours::Neighbour;
use crate::ui::{Node, Ui};
use crate::{branch, cover};

/// Everything the app keeps.
#[derive(Clone, Default)]
pub(crate) struct Compose {
    habits: Vec<Habit>,
    prefs: Prefs,
    next_id: u32,
    quote: usize,
    welcomed: bool,
    /// What follows is in memory only: the habit that was archived last, a note that was begun, the names that
    /// the statistics were computed with.
    snackbar: Option<u32>,
    note_draft: String,
    stats_names: Vec<(u32, String)>,
}

#[derive(Clone)]
struct Habit {
    id: u32,
    name: String,
    why: String,
    category: usize,
    /// How often a week.
    goal: u8,
    reminder: Option<u8>,
    photo: Option<String>,
    /// Days since 1970 on which it was done.
    done: Vec<u64>,
    /// When each note was written, and what it says.
    notes: Vec<(u64, String)>,
    archived: bool,
}

impl Habit {
    fn is_done(&self, day: u64) -> bool {
        self.done.contains(&day)
    }

    fn toggle(&mut self, day: u64) {
        if self.is_done(day) {
            self.done.retain(|known| *known != day);
        } else {
            self.done.push(day);
        }
    }

    fn this_week(&self, today: u64) -> usize {
        self.done.iter().filter(|day| **day + 7 > today).count()
    }

    fn streak(&self, today: u64) -> u64 {
        (0..today).take_while(|back| self.is_done(today - back)).count() as u64
    }
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Prefs {
    theme: usize,
    sort: usize,
    show_archived: bool,
    summary: bool,
    done_last: bool,
}

#[derive(Clone, Copy)]
pub(crate) enum Switch {
    ShowArchived,
    Summary,
    DoneLast,
}

/// The page with the bar at the bottom.
#[derive(Clone, Default)]
pub(crate) struct Home {
    tab: usize,
    /// How many days back the first tab shows, and which day a check is for.
    back: u64,
    target: u64,
    category: Option<usize>,
    /// Whether the chart of the statistics is there.
    chart: bool,
    /// The settings when their tab was opened.
    opened: Prefs,
}

/// A habit that is being written.
#[derive(Clone, Default)]
pub(crate) struct Draft {
    id: Option<u32>,
    name: String,
    why: String,
    category: usize,
    goal: u8,
    reminder: Option<u8>,
    photo: Option<String>,
    /// The camera was asked for a picture.
    awaiting: bool,
    touched: bool,
    nameless: bool,
}

#[derive(Clone)]
pub(crate) enum Page {
    Home(Home),
    Detail(u32),
    DetailMenu(u32),
    Options(u32),
    Note { habit: u32, text: String },
    Delete(u32),
    Editor(Draft),
    CategorySheet(usize),
    Reminder { hour: String, wrong: bool },
    Discard,
    Search { query: String },
    SortSheet,
    Theme,
    DeleteArchived,
}

#[derive(Clone)]
pub(crate) enum Msg {
    Close,
    Tab(usize),
    Day(bool),
    Check(u32),
    CheckDay(u64),
    ChartReady,
    Filter(Option<usize>),
    OpenSearch,
    OpenSort,
    Sort(usize),
    New,
    Open(u32),
    Options(u32),
    OpenMenu,
    Edit,
    Duplicate,
    AddNote,
    Archive,
    Undo,
    Dismiss,
    Delete,
    Gone,
    Typed(String),
    Why(String),
    Submit,
    Less,
    More,
    ChooseCategory,
    Category(usize),
    SetReminder,
    Reminder(Option<u8>),
    AddPhoto,
    Photo(Option<String>),
    Discard,
    Toggle(Switch),
    ChooseTheme,
    Theme(usize),
    DeleteArchived,
}

const VIEW: &str = "android.view.View";
const ROOT: &str = "androidx.compose.ui.platform.ComposeView";
const TABS: [&str; 4] = ["Today", "Habits", "Stats", "Settings"];
const TODAY: usize = 0;
const HABITS: usize = 1;
const STATS: usize = 2;
const CATEGORIES: [&str; 4] = ["Health", "Mind", "Home", "Work"];
const SORTS: [&str; 3] = ["As added", "By name", "By streak"];
const THEMES: [&str; 3] = ["System default", "Light", "Dark"];
const QUOTES: [&str; 5] = [
    "Little by little, one travels far.",
    "Well begun is half done.",
    "The best time is now.",
    "Drop by drop the pot fills.",
    "Fall seven times, stand up eight.",
];
const WEEKDAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
const MINUTE: u64 = 60_000;
const DAY: u64 = 24 * 60 * MINUTE;
const CHART_MILLIS: u64 = 1_200;
const MAX_BACK: u64 = 6;

impl App for Compose {
    type Page = Page;
    type Msg = Msg;

    const MANIFEST: Manifest = Manifest {
        name: "compose",
        package: "com.example.compose",
        title: "Habits",
        about: "A habit tracker without resource ids, as modern toolkits show themselves",
        bugs: &[
            Bug {
                id: "reminder-no-number",
                title: "A reminder at an hour that is no number crashes",
                retells: "no report: text parsed without a check",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap desc=\"New habit\"",
                    "tap text=\"Reminder\"",
                    "type class=EditText \"noon\"",
                    "tap text=\"Set\"",
                ],
                shows: Shows::Crash("NumberFormatException in ReminderDialogKt.onConfirm"),
            },
            Bug {
                id: "photo-after-turning",
                title: "A photo taken for a habit crashes if the screen was turned in the camera",
                retells: "no report: a request that is remembered and not saved",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap desc=\"New habit\"",
                    "tap text=\"Add photo\"",
                    "rotate",
                    "tap desc=\"Shutter\"",
                    "tap desc=\"Done\"",
                ],
                shows: Shows::Crash("NullPointerException in EditorScreenKt.onPhotoTaken"),
            },
            Bug {
                id: "undo-deleted",
                title: "Undoing the archiving of a habit that was deleted since crashes",
                retells: "no report: a snackbar that outlives what it would restore",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap text=\"Stretch\"",
                    "tap desc=\"More options\"",
                    "tap text=\"Archive\"",
                    "tap text=\"Settings\"",
                    "tap text=\"Delete archived habits\"",
                    "tap text=\"Delete\"",
                    "tap text=\"Undo\"",
                ],
                shows: Shows::Crash("NoSuchElementException in HabitRepository.restore"),
            },
            Bug {
                id: "stats-of-none",
                title: "The statistics crash when every habit is archived",
                retells: "no report: an average over nothing",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap text=\"Drink water\"",
                    "tap desc=\"More options\"",
                    "tap text=\"Archive\"",
                    "tap text=\"Stretch\"",
                    "tap desc=\"More options\"",
                    "tap text=\"Archive\"",
                    "tap text=\"Read a page\"",
                    "tap desc=\"More options\"",
                    "tap text=\"Archive\"",
                    "tap text=\"Stats\"",
                ],
                shows: Shows::Crash("ArithmeticException in StatsViewModel.average"),
            },
            Bug {
                id: "why-lost",
                title: "Why a habit is kept, as far as it was written, is lost when the screen is turned",
                retells: "igorescodro/alkaa pull request 189: remember instead of rememberSaveable",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Neutral { inserted: 3..5 }],
                trace: &[
                    "tap desc=\"New habit\"",
                    "type class=EditText place=0 \"Swim\"",
                    "type class=EditText place=1 \"For my back\"",
                    "rotate",
                    "rotate",
                    "tap text=\"Save\"",
                    "tap text=\"Swim\"",
                ],
                shows: Shows::Missing("text=\"For my back\""),
            },
            Bug {
                id: "day-jumps",
                title: "After the app was in the background a check is for today, whichever day is shown",
                retells: "no report: two fields for one day, of which one is set anew on resume",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Neutral { inserted: 1..2 }],
                trace: &[
                    "tap desc=\"Previous day\"",
                    "background",
                    "tap desc=\"Done: Drink water\"",
                    "tap desc=\"Next day\"",
                ],
                shows: Shows::Present("text=\"1 of 3 done\""),
            },
            Bug {
                id: "note-leaks",
                title: "A note that was begun for one habit and cancelled is offered for another",
                retells: "no report: a draft in a shared view model that nobody clears",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Independence { inserted: 0..4 }],
                trace: &[
                    "longtap text=\"Stretch\"",
                    "tap text=\"Add note\"",
                    "type class=EditText \"Sore today\"",
                    "tap text=\"Cancel\"",
                    "longtap text=\"Drink water\"",
                    "tap text=\"Add note\"",
                    "tap text=\"Keep note\"",
                    "tap text=\"Drink water\"",
                ],
                shows: Shows::Present("text=\"Sore today\""),
            },
            Bug {
                id: "stale-settings",
                title: "Switching the daily summary sets back what was switched before it",
                retells: "no report: all settings written from a stale copy",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Independence { inserted: 2..3 }],
                trace: &[
                    "tap text=\"Settings\"",
                    "tap text=\"Show archived habits\"",
                    "tap text=\"Daily summary\"",
                    "tap text=\"Habits\"",
                ],
                shows: Shows::Missing("text=\"Learn piano\""),
            },
            Bug {
                id: "filter-after-options",
                title: "Closing a habit's options turns the list to that habit's category",
                retells: "no report: one state for what is chosen in a sheet and on the page",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Independence { inserted: 3..5 }, Oracle::Neutral { inserted: 3..5 }],
                trace: &[
                    "tap text=\"Habits\"",
                    "tap desc=\"Filter: Mind\"",
                    "tap desc=\"Filter: All\"",
                    "longtap text=\"Read a page\"",
                    "tap text=\"Close\"",
                    "tap desc=\"Sort\"",
                    "tap text=\"By name\"",
                ],
                shows: Shows::Missing("text=\"Stretch\""),
            },
            Bug {
                id: "rename-replaces",
                title: "A habit that gets the name of another replaces it",
                retells: "no report: a table whose key is the name",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Property { functions: &["create", "update"] }],
                trace: &[
                    "tap text=\"Stretch\"",
                    "tap desc=\"Edit\"",
                    "type class=EditText place=0 \"Drink water\"",
                    "tap text=\"Save\"",
                    "tap desc=\"Navigate up\"",
                ],
                shows: Shows::Missing("text=\"0 of 3 done\""),
            },
            Bug {
                id: "search-wildcard",
                title: "Searching for a percent sign finds every habit",
                retells: "PBFDroid table 3, Aard2 issue 140: symbols in what is searched for",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Property { functions: &["create", "search"] }],
                trace: &["tap text=\"Habits\"", "tap desc=\"Search\"", "type class=EditText \"%\""],
                shows: Shows::Present("text=\"Drink water\""),
            },
            Bug {
                id: "stats-old-name",
                title: "The statistics show the old name of a habit that was renamed after they were opened",
                retells: "PBFDroid table 3, AnyMemo issue 524: a list that is not loaded again",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["update", "read"] }],
                trace: &[
                    "tap text=\"Stats\"",
                    "tap text=\"Today\"",
                    "tap text=\"Stretch\"",
                    "tap desc=\"Edit\"",
                    "type class=EditText place=0 \"Yoga\"",
                    "tap text=\"Save\"",
                    "tap desc=\"Navigate up\"",
                    "tap text=\"Stats\"",
                ],
                shows: Shows::Missing("text=\"Yoga\""),
            },
        ],
        traps: &[
            Trap { kind: TrapKind::SameLayout, place: "four tabs of one activity, all of the same classes" },
            Trap {
                kind: TrapKind::ChangesByItself,
                place: "the clock above the list; \"just now\" at notes",
            },
            Trap { kind: TrapKind::ChangesByItself, place: "the snackbar is gone after the process died" },
            Trap { kind: TrapKind::RandomTip, place: "a quote on the statistics" },
            Trap { kind: TrapKind::LoadsLate, place: "the chart of the statistics" },
            Trap { kind: TrapKind::Reorders, place: "habits sorted by streak move when one is done" },
            Trap { kind: TrapKind::NeverRests, place: "confetti while every habit of today is done" },
            Trap {
                kind: TrapKind::LooksIndependent,
                place: "one habit's check changes the count on top, its streak and the statistics",
            },
        ],
        source: include_str!("compose.rs"),
    };

    fn start(&mut self, cx: &mut Cx<'_, Self>) -> Page {
        if branch!(cx, !self.welcomed) {
            self.welcome(today(cx.now()));
        }
        self.quote = cx.random(QUOTES.len() as u64) as usize;
        Page::Home(Home::default())
    }

    fn window(page: &Page) -> Window {
        match page {
            Page::Home(_) | Page::Detail(_) | Page::Editor(_) | Page::Search { .. } => {
                Window::Activity(".MainActivity")
            }
            Page::DetailMenu(_) => Window::Menu,
            Page::Options(_) | Page::Note { .. } | Page::Delete(_) | Page::CategorySheet(_) => Window::Dialog,
            Page::Reminder { .. } | Page::Discard | Page::SortSheet | Page::Theme => Window::Dialog,
            Page::DeleteArchived => Window::Dialog,
        }
    }

    fn view(&self, page: &Page, ui: &mut Ui<'_, Msg>) {
        ui.column("", |ui| match page {
            Page::Home(home) => self.view_home(home, ui),
            Page::Detail(id) => self.view_detail(*id, ui),
            Page::DetailMenu(id) => self.view_detail_menu(*id, ui),
            Page::Options(id) => self.view_options(*id, ui),
            Page::Note { habit, text } => self.view_note(*habit, text, ui),
            Page::Delete(id) => {
                let name = self.habit(*id).map_or("", |habit| &habit.name);
                view_question("Delete this habit?", format_args!("{name} will be gone"), Msg::Delete, ui);
            }
            Page::Editor(draft) => view_editor(draft, ui),
            Page::CategorySheet(now) => view_sheet("Category", &CATEGORIES, *now, Msg::Category, ui),
            Page::Reminder { hour, wrong } => view_reminder(hour, *wrong, ui),
            Page::Discard => view_discard(ui),
            Page::Search { query } => self.view_search(query, ui),
            Page::SortSheet => view_sheet("Sort", &SORTS, self.prefs.sort, Msg::Sort, ui),
            Page::Theme => view_sheet("Theme", &THEMES, self.prefs.theme, Msg::Theme, ui),
            Page::DeleteArchived => {
                let count = self.habits.iter().filter(|habit| habit.archived).count();
                let text = format!("{count} archived habits will be gone");
                view_question("Delete archived habits?", text, Msg::DeleteArchived, ui);
            }
        })
        .class(ROOT);
    }

    fn update(&mut self, page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        match page {
            Page::Editor(draft) if matches!(msg, Msg::Close) => leave_editor(draft, cx),
            Page::Options(id) if matches!(msg, Msg::Close) => self.leave_options(*id, cx),
            _ if matches!(msg, Msg::Close) => cx.close(),
            Page::Home(home) => self.on_home(home, msg, cx),
            Page::Detail(id) => self.on_detail(*id, msg, cx),
            // Menus and sheets hand what was chosen to the page below.
            Page::DetailMenu(_) | Page::CategorySheet(_) => cx.close_with(msg),
            Page::Options(id) => self.on_options(*id, msg, cx),
            Page::Note { habit, text } => self.on_note(*habit, text, msg, cx),
            Page::Delete(id) => self.on_delete(*id, msg, cx),
            Page::Editor(draft) => self.on_editor(draft, msg, cx),
            Page::Reminder { hour, wrong } => on_reminder(hour, wrong, msg, cx),
            Page::Search { query } => match msg {
                Msg::Typed(text) => *query = text,
                Msg::Open(id) => cx.open(Page::Detail(id)),
                _ => {}
            },
            Page::Discard => {
                if branch!(cx, matches!(msg, Msg::Discard)) {
                    cx.close();
                    cx.close();
                }
            }
            Page::SortSheet | Page::Theme | Page::DeleteArchived => self.on_choice(msg, cx),
        }
    }

    fn back(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        match page {
            Page::Home(home) if branch!(cx, home.tab != TODAY) => home.tab = TODAY,
            Page::Editor(draft) => leave_editor(draft, cx),
            Page::Options(id) => self.leave_options(*id, cx),
            _ => cx.close(),
        }
    }

    fn recreate(&mut self, page: Page, why: Recreate, cx: &mut Cx<'_, Self>) -> Option<Page> {
        match page {
            Page::Home(home) => {
                // The chart is ready or its timer died with the process.
                let chart = home.chart || branch!(cx, why == Recreate::ProcessDeath);
                Some(Page::Home(Home { chart, ..home }))
            }
            Page::Editor(draft) => {
                cover!(cx);
                let awaiting = draft.awaiting && !cx.bug("photo-after-turning");
                let why = if cx.bug("why-lost") { String::new() } else { draft.why };
                Some(Page::Editor(Draft { awaiting, why, ..draft }))
            }
            Page::DetailMenu(_) => {
                cover!(cx);
                None
            }
            other => Some(other),
        }
    }

    fn resumed(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        if let Page::Home(home) = page {
            cover!(cx);
            if cx.bug("day-jumps") {
                home.target = 0;
            }
        }
    }

    fn process_died(&mut self) {
        self.snackbar = None;
        self.note_draft.clear();
        self.stats_names.clear();
    }
}

/// The data.
impl Compose {
    fn welcome(&mut self, today: u64) {
        self.welcomed = true;
        self.prefs.summary = true;
        let habits: [(&str, &str, usize, u8, &[u64]); 4] = [
            ("Drink water", "Eight glasses", 0, 7, &[1, 2, 3]),
            ("Stretch", "Before breakfast", 0, 5, &[2, 4]),
            ("Read a page", "In bed", 1, 4, &[1]),
            ("Learn piano", "Some day", 1, 2, &[]),
        ];
        for (name, why, category, goal, back) in habits {
            self.next_id += 1;
            self.habits.push(Habit {
                id: self.next_id,
                name: name.into(),
                why: why.into(),
                category,
                goal,
                reminder: None,
                photo: None,
                done: back.iter().map(|back| today - back).collect(),
                notes: Vec::new(),
                archived: name == "Learn piano",
            });
        }
    }

    fn habit(&self, id: u32) -> Option<&Habit> {
        self.habits.iter().find(|habit| habit.id == id)
    }

    fn habit_mut(&mut self, id: u32) -> Option<&mut Habit> {
        self.habits.iter_mut().find(|habit| habit.id == id)
    }

    fn active(&self) -> impl Iterator<Item = &Habit> {
        self.habits.iter().filter(|habit| !habit.archived)
    }

    /// Habits in the order of the settings.
    fn sorted<'a>(&self, habits: impl Iterator<Item = &'a Habit>, today: u64) -> Vec<&'a Habit> {
        let mut habits: Vec<&Habit> = habits.collect();
        match self.prefs.sort {
            1 => habits.sort_by(|a, b| a.name.cmp(&b.name)),
            2 => habits.sort_by_key(|habit| Reverse(habit.streak(today))),
            _ => {}
        }
        habits
    }

    fn found(&self, query: &str, ui: &Ui<'_, Msg>) -> Vec<&Habit> {
        let query = query.trim().to_lowercase();
        // To the database a percent sign stands for any text, unless it is escaped.
        let all = ui.bug("search-wildcard") && query == "%";
        let has = |habit: &&Habit| {
            all || habit.name.to_lowercase().contains(&query) || habit.why.to_lowercase().contains(&query)
        };
        self.habits.iter().filter(has).collect()
    }

    fn save(&mut self, draft: &Draft, cx: &mut Cx<'_, Self>) {
        let name = draft.name.trim();
        if cx.bug("rename-replaces") {
            self.habits.retain(|habit| habit.name != name || Some(habit.id) == draft.id);
        }
        let new = branch!(cx, draft.id.is_none());
        if new {
            self.next_id += 1;
        }
        let id = draft.id.unwrap_or(self.next_id);
        let known = self.habit(id);
        let habit = Habit {
            id,
            name: name.into(),
            why: draft.why.trim().into(),
            category: draft.category,
            goal: draft.goal,
            reminder: draft.reminder,
            photo: draft.photo.clone(),
            done: known.map(|habit| habit.done.clone()).unwrap_or_default(),
            notes: known.map(|habit| habit.notes.clone()).unwrap_or_default(),
            archived: known.is_some_and(|habit| habit.archived),
        };
        match self.habit_mut(id) {
            Some(known) => *known = habit,
            None => self.habits.push(habit),
        }
    }

    fn archive(&mut self, id: u32, cx: &mut Cx<'_, Self>) {
        if let Some(habit) = self.habit_mut(id) {
            habit.archived = !habit.archived;
            self.snackbar = if branch!(cx, habit.archived) { Some(id) } else { None };
        }
        cx.close();
    }

    fn undo(&mut self, cx: &mut Cx<'_, Self>) {
        let Some(id) = self.snackbar.take() else { return };
        match self.habit_mut(id) {
            Some(habit) => {
                cover!(cx);
                habit.archived = false;
            }
            None if cx.bug("undo-deleted") => cx.crash(
                Fault::new("java.util.NoSuchElementException", "Collection contains no element matching")
                    .at("com.example.compose.data.HabitRepository.restore(HabitRepository.kt:71)")
                    .at("com.example.compose.ui.HomeViewModel$undo$1.invokeSuspend(HomeViewModel.kt:118)")
                    .at("kotlinx.coroutines.DispatchedTask.run(DispatchedTask.kt:106)"),
            ),
            None => {
                cover!(cx);
                cx.toast("This habit was deleted");
            }
        }
    }
}

/// What messages do.
impl Compose {
    fn on_home(&mut self, home: &mut Home, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Tab(tab) => self.turn(home, tab, cx),
            Msg::Day(forward) => {
                cover!(cx);
                home.back = if forward { home.back.saturating_sub(1) } else { (home.back + 1).min(MAX_BACK) };
                home.target = home.back;
            }
            Msg::Check(id) => {
                let day = today(cx.now()) - home.target;
                if let Some(habit) = self.habit_mut(id) {
                    cover!(cx);
                    habit.toggle(day);
                }
            }
            Msg::ChartReady => home.chart = true,
            Msg::Filter(category) => {
                cover!(cx);
                home.category = category;
            }
            Msg::OpenSearch => cx.open(Page::Search { query: String::new() }),
            Msg::OpenSort => cx.open(Page::SortSheet),
            Msg::New => {
                cover!(cx);
                cx.open(Page::Editor(Draft { goal: 3, ..Draft::default() }));
            }
            Msg::Open(id) => cx.open(Page::Detail(id)),
            Msg::Options(id) => cx.open(Page::Options(id)),
            Msg::Undo => self.undo(cx),
            Msg::Dismiss => self.snackbar = None,
            Msg::Toggle(switch) => self.toggle(home.opened, switch, cx),
            Msg::ChooseTheme => cx.open(Page::Theme),
            Msg::DeleteArchived => cx.open(Page::DeleteArchived),
            _ => {}
        }
    }

    fn turn(&mut self, home: &mut Home, tab: usize, cx: &mut Cx<'_, Self>) {
        home.tab = tab;
        home.opened = self.prefs;
        if !branch!(cx, tab == STATS) {
            return;
        }
        if branch!(cx, self.active().next().is_none()) && cx.bug("stats-of-none") {
            return cx.crash(
                Fault::new("java.lang.ArithmeticException", "divide by zero")
                    .at("com.example.compose.ui.stats.StatsViewModel.average(StatsViewModel.kt:52)")
                    .at("com.example.compose.ui.stats.StatsScreenKt.StatsScreen(StatsScreen.kt:34)")
                    .at("androidx.compose.runtime.ComposerImpl.recompose(Composer.kt:3340)"),
            );
        }
        if cx.bug("stats-old-name") {
            for habit in &self.habits {
                if !self.stats_names.iter().any(|(known, _)| *known == habit.id) {
                    self.stats_names.push((habit.id, habit.name.clone()));
                }
            }
        }
        home.chart = false;
        cx.after(CHART_MILLIS, Msg::ChartReady);
    }

    fn toggle(&mut self, opened: Prefs, switch: Switch, cx: &mut Cx<'_, Self>) {
        match switch {
            Switch::ShowArchived => {
                cover!(cx);
                self.prefs.show_archived = !self.prefs.show_archived;
            }
            Switch::Summary => {
                cover!(cx);
                let summary = !self.prefs.summary;
                let rest = if cx.bug("stale-settings") { opened } else { self.prefs };
                self.prefs = Prefs { summary, ..rest };
            }
            Switch::DoneLast => {
                cover!(cx);
                self.prefs.done_last = !self.prefs.done_last;
            }
        }
    }

    fn on_detail(&mut self, id: u32, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::OpenMenu => cx.open(Page::DetailMenu(id)),
            Msg::Edit => self.edit(id, cx),
            Msg::Archive => self.archive(id, cx),
            Msg::Delete => cx.open(Page::Delete(id)),
            Msg::AddNote => self.open_note(id, cx),
            Msg::Gone => cx.close(),
            Msg::CheckDay(day) => {
                if let Some(habit) = self.habit_mut(id) {
                    cover!(cx);
                    habit.toggle(day);
                }
            }
            _ => {}
        }
    }

    fn edit(&mut self, id: u32, cx: &mut Cx<'_, Self>) {
        if let Some(habit) = self.habit(id).cloned() {
            cover!(cx);
            let Habit { name, why, category, goal, reminder, photo, .. } = habit;
            let id = Some(id);
            cx.open(Page::Editor(Draft {
                id,
                name,
                why,
                category,
                goal,
                reminder,
                photo,
                ..Draft::default()
            }));
        }
    }

    fn open_note(&mut self, habit: u32, cx: &mut Cx<'_, Self>) {
        let text = if cx.bug("note-leaks") { self.note_draft.clone() } else { String::new() };
        cx.open(Page::Note { habit, text });
    }

    /// A sheet is closed without a choice.
    fn leave_options(&mut self, id: u32, cx: &mut Cx<'_, Self>) {
        cx.close();
        if let Some(habit) = self.habit(id).filter(|_| cx.bug("filter-after-options")) {
            cx.send(Msg::Filter(Some(habit.category)));
        }
    }

    fn on_options(&mut self, id: u32, msg: Msg, cx: &mut Cx<'_, Self>) {
        cx.close();
        match msg {
            Msg::Edit => self.edit(id, cx),
            Msg::AddNote => self.open_note(id, cx),
            Msg::Duplicate => {
                if let Some(habit) = self.habit(id).cloned() {
                    cover!(cx);
                    self.next_id += 1;
                    let name = format!("{} (copy)", habit.name);
                    self.habits.push(Habit { id: self.next_id, name, done: Vec::new(), ..habit });
                }
            }
            _ => {}
        }
    }

    fn on_note(&mut self, habit: u32, text: &mut String, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Typed(typed) => {
                self.note_draft.clone_from(&typed);
                *text = typed;
            }
            Msg::Submit => {
                self.note_draft.clear();
                let now = cx.now();
                let note = text.trim();
                if let Some(habit) = self.habit_mut(habit).filter(|_| branch!(cx, !note.is_empty())) {
                    habit.notes.insert(0, (now, note.to_owned()));
                }
                cx.close();
            }
            _ => {}
        }
    }

    fn on_delete(&mut self, id: u32, msg: Msg, cx: &mut Cx<'_, Self>) {
        if branch!(cx, matches!(msg, Msg::Delete)) {
            self.habits.retain(|habit| habit.id != id);
            if self.snackbar == Some(id) {
                self.snackbar = None;
            }
            cx.close_with(Msg::Gone);
        }
    }

    fn on_editor(&mut self, draft: &mut Draft, msg: Msg, cx: &mut Cx<'_, Self>) {
        let touches = !matches!(msg, Msg::ChooseCategory | Msg::SetReminder | Msg::AddPhoto | Msg::Submit);
        draft.touched |= touches;
        match msg {
            Msg::Typed(name) => {
                cover!(cx);
                draft.name = name;
                draft.nameless = false;
            }
            Msg::Why(why) => {
                cover!(cx);
                draft.why = why;
            }
            Msg::Less => draft.goal = draft.goal.saturating_sub(1).max(1),
            Msg::More => draft.goal = (draft.goal + 1).min(7),
            Msg::ChooseCategory => cx.open(Page::CategorySheet(draft.category)),
            Msg::Category(category) => {
                cover!(cx);
                draft.category = category;
            }
            Msg::SetReminder => {
                let hour = draft.reminder.unwrap_or(8).to_string();
                cx.open(Page::Reminder { hour, wrong: false });
            }
            Msg::Reminder(hour) => {
                cover!(cx);
                draft.reminder = hour;
            }
            Msg::AddPhoto => {
                cover!(cx);
                draft.awaiting = true;
                cx.visit(Neighbour::Camera, Msg::Photo);
            }
            Msg::Photo(photo) => on_photo(draft, photo, cx),
            Msg::Submit if branch!(cx, draft.name.trim().is_empty()) => draft.nameless = true,
            Msg::Submit => {
                self.save(draft, cx);
                cx.close();
            }
            _ => {}
        }
    }

    fn on_choice(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Sort(sort) => {
                cover!(cx);
                self.prefs.sort = sort;
            }
            Msg::Theme(theme) => {
                cover!(cx);
                self.prefs.theme = theme;
            }
            Msg::DeleteArchived => {
                cover!(cx);
                self.habits.retain(|habit| !habit.archived);
            }
            _ => {}
        }
        cx.close();
    }
}

fn on_photo(draft: &mut Draft, photo: Option<String>, cx: &mut Cx<'_, Compose>) {
    let awaited = std::mem::take(&mut draft.awaiting);
    let Some(photo) = photo else { return };
    if branch!(cx, awaited) {
        draft.photo = Some(photo);
    } else if cx.bug("photo-after-turning") {
        cx.crash(
            Fault::new("java.lang.NullPointerException", "photoUri must not be null")
                .at("com.example.compose.ui.editor.EditorScreenKt.onPhotoTaken(EditorScreen.kt:143)")
                .at("android.app.Activity.dispatchActivityResult(Activity.java:8310)"),
        );
    }
}

fn on_reminder(hour: &mut String, wrong: &mut bool, msg: Msg, cx: &mut Cx<'_, Compose>) {
    match msg {
        Msg::Typed(text) => {
            *hour = text;
            *wrong = false;
        }
        Msg::Reminder(None) => cx.close_with(Msg::Reminder(None)),
        Msg::Submit => match hour.trim().parse::<i64>() {
            Ok(chosen) if branch!(cx, (0..24).contains(&chosen)) => {
                cx.close_with(Msg::Reminder(u8::try_from(chosen).ok()));
            }
            Err(_) if cx.bug("reminder-no-number") => cx.crash(
                Fault::new(
                    "java.lang.NumberFormatException",
                    format!("For input string: \"{}\"", hour.trim()),
                )
                .at("java.lang.Integer.parseInt(Integer.java:615)")
                .at("com.example.compose.ui.editor.ReminderDialogKt.onConfirm(ReminderDialog.kt:58)")
                .at("androidx.compose.foundation.ClickableKt$clickable$4.invoke(Clickable.kt:167)"),
            ),
            _ => {
                cover!(cx);
                *wrong = true;
            }
        },
        _ => {}
    }
}

fn leave_editor(draft: &Draft, cx: &mut Cx<'_, Compose>) {
    if branch!(cx, draft.touched) { cx.open(Page::Discard) } else { cx.close() }
}

/// What pages look like.
impl Compose {
    fn view_home(&self, home: &Home, ui: &mut Ui<'_, Msg>) {
        match home.tab {
            TODAY => self.view_today(home, ui),
            HABITS => self.view_habits(home, ui),
            STATS => self.view_stats(home, ui),
            _ => self.view_settings(ui),
        }
        if let Some(id) = self.snackbar {
            cover!(ui);
            view(ui, |ui| {
                let name = self.habit(id).map_or("Habit", |habit| &habit.name);
                ui.text("", format_args!("{name} archived")).fill();
                button(ui, "Undo").tap(Msg::Undo);
                icon(ui, "Dismiss").tap(Msg::Dismiss);
            })
            .height(72);
        }
        view(ui, |ui| {
            for (tab, name) in TABS.iter().enumerate() {
                let item = ui.column("", |ui| {
                    ui.image("", "").class(VIEW).height(48);
                    ui.text("", name);
                });
                item.class(VIEW).selected(tab == home.tab).tap(Msg::Tab(tab)).fill();
            }
        })
        .height(96);
    }

    fn view_today(&self, home: &Home, ui: &mut Ui<'_, Msg>) {
        let day = today(ui.now()) - home.back;
        let mut habits = self.sorted(self.active(), today(ui.now()));
        if branch!(ui, self.prefs.done_last) {
            habits.sort_by_key(|habit| habit.is_done(day));
        }
        let done = habits.iter().filter(|habit| habit.is_done(day)).count();
        top_bar(ui, "My day", None, |ui| {
            icon(ui, "New habit").tap(Msg::New);
        });
        view(ui, |ui| {
            icon(ui, "Previous day").enabled(home.back < MAX_BACK).tap(Msg::Day(false));
            let name = match home.back {
                0 => "This morning and after".to_owned(),
                1 => "Yesterday".to_owned(),
                _ => WEEKDAYS[(day % 7) as usize].to_owned(),
            };
            ui.text("", name).fill();
            let past = branch!(ui, home.back > 0);
            icon(ui, "Next day").enabled(past).tap(Msg::Day(true));
        })
        .height(72);
        view(ui, |ui| {
            ui.text("", format_args!("{done} of {} done", habits.len())).fill();
            let minutes = ui.now() / MINUTE;
            ui.text("", format_args!("{:02}:{:02}", minutes / 60 % 24, minutes % 60));
            if branch!(ui, done > 0 && done == habits.len()) {
                spinner(ui);
            }
        })
        .height(60);
        if branch!(ui, habits.is_empty()) {
            ui.text("", "Nothing to do. Add a habit to begin.").fill();
            return;
        }
        let list = ui.list("", habits.len(), 96, |ui, row| {
            let habit = habits[row];
            view(ui, |ui| {
                let done = habit.is_done(day);
                let check = ui.checkbox("", "", done).class(VIEW);
                check.desc(format_args!("Done: {}", habit.name)).tap(Msg::Check(habit.id));
                texts(ui, &habit.name, format_args!("{} of {} this week", habit.this_week(day), habit.goal));
            })
            .tap(Msg::Open(habit.id))
            .long_tap(Msg::Options(habit.id));
        });
        list.class(VIEW);
    }

    fn view_habits(&self, home: &Home, ui: &mut Ui<'_, Msg>) {
        top_bar(ui, "Library", None, |ui| {
            icon(ui, "Search").tap(Msg::OpenSearch);
            icon(ui, "Sort").tap(Msg::OpenSort);
            icon(ui, "New habit").tap(Msg::New);
        });
        view(ui, |ui| {
            chip(ui, "All", home.category.is_none()).tap(Msg::Filter(None)).fill();
            for (category, name) in CATEGORIES.iter().enumerate() {
                let chosen = home.category == Some(category);
                chip(ui, name, chosen).tap(Msg::Filter(Some(category))).fill();
            }
        })
        .height(72);
        let within = |habit: &&Habit| {
            (self.prefs.show_archived || !habit.archived)
                && home.category.is_none_or(|category| category == habit.category)
        };
        let habits = self.sorted(self.habits.iter().filter(within), today(ui.now()));
        if branch!(ui, habits.is_empty()) {
            ui.text("", "No habits here").fill();
            return;
        }
        let list = ui.list("", habits.len(), 96, |ui, row| {
            let habit = habits[row];
            view(ui, |ui| {
                texts(ui, &habit.name, CATEGORIES[habit.category]);
                if branch!(ui, habit.archived) {
                    ui.text("", "Archived");
                }
            })
            .tap(Msg::Open(habit.id))
            .long_tap(Msg::Options(habit.id));
        });
        list.class(VIEW);
    }

    fn view_stats(&self, home: &Home, ui: &mut Ui<'_, Msg>) {
        let today = today(ui.now());
        top_bar(ui, "Progress", None, |_| {});
        scroll(ui, |ui| {
            ui.text("", QUOTES[self.quote]).height(60);
            let count = self.active().count();
            if branch!(ui, count == 0) {
                ui.text("", "No habits to show");
                return;
            }
            let all: usize = self.active().map(|habit| habit.this_week(today)).sum();
            ui.text("", format_args!("{:.1} a week on average", all as f64 / count as f64)).height(60);
            if branch!(ui, home.chart) {
                ui.image("", format_args!("Chart: {all} times in seven days")).class(VIEW).height(180);
            } else {
                spinner(ui);
            }
            for habit in self.active() {
                let known = self.stats_names.iter().find(|(id, _)| *id == habit.id);
                let old = known.filter(|_| ui.bug("stats-old-name"));
                let name = old.map_or(&habit.name, |(_, name)| name);
                view(ui, |ui| {
                    texts(ui, name, format_args!("Streak: {} days", habit.streak(today)));
                    ui.text("", format_args!("{}×", habit.done.len()));
                })
                .height(84);
            }
        });
    }

    fn view_settings(&self, ui: &mut Ui<'_, Msg>) {
        let prefs = &self.prefs;
        top_bar(ui, "Preferences", None, |_| {});
        scroll(ui, |ui| {
            view(ui, |ui| texts(ui, "Theme", THEMES[prefs.theme])).height(96).tap(Msg::ChooseTheme);
            setting(ui, "Show archived habits", "In the library", prefs.show_archived)
                .tap(Msg::Toggle(Switch::ShowArchived));
            setting(ui, "Daily summary", "Every evening", prefs.summary).tap(Msg::Toggle(Switch::Summary));
            setting(ui, "Done habits last", "In the day's list", prefs.done_last)
                .tap(Msg::Toggle(Switch::DoneLast));
            view(ui, |ui| texts(ui, "Delete archived habits", "Cannot be undone"))
                .height(96)
                .tap(Msg::DeleteArchived);
            ui.text("", "Version 1.9.0");
        });
    }

    fn view_detail(&self, id: u32, ui: &mut Ui<'_, Msg>) {
        let Some(habit) = self.habit(id) else {
            return top_bar(ui, "This habit is gone", Some(Msg::Close), |_| {});
        };
        let today = today(ui.now());
        top_bar(ui, &habit.name, Some(Msg::Close), |ui| {
            icon(ui, "Edit").tap(Msg::Edit);
            let more = icon(ui, "More options").tap(Msg::OpenMenu);
            let handler = more.raw.tap;
            ui.frame.menu_key = handler;
        });
        scroll(ui, |ui| {
            if branch!(ui, !habit.why.is_empty()) {
                ui.text("", &habit.why).height(48);
            }
            view(ui, |ui| {
                texts(ui, "Streak", format_args!("{} days", habit.streak(today)));
                texts(ui, "Goal", format_args!("{} a week", habit.goal));
                texts(ui, "Kind", CATEGORIES[habit.category]);
            })
            .height(84);
            view(ui, |ui| {
                for back in (0..7).rev() {
                    let day = today - back;
                    let check = ui.checkbox("", WEEKDAYS[(day % 7) as usize], habit.is_done(day)).class(VIEW);
                    check.tap(Msg::CheckDay(day)).fill();
                }
            })
            .height(84);
            if let Some(hour) = habit.reminder {
                cover!(ui);
                ui.text("", format_args!("Reminder at {hour}:00"));
            }
            if let Some(photo) = &habit.photo {
                cover!(ui);
                ui.image("", format_args!("Photo {photo}")).class(VIEW).height(150);
            }
            button(ui, "Write a note").tap(Msg::AddNote);
            for (then, note) in &habit.notes {
                let when = ago(ui.now(), *then);
                view(ui, |ui| texts(ui, note, when)).height(84);
            }
        });
    }

    fn view_detail_menu(&self, id: u32, ui: &mut Ui<'_, Msg>) {
        let archived = self.habit(id).is_some_and(|habit| habit.archived);
        let archive = if branch!(ui, archived) { "Restore" } else { "Archive" };
        for (label, msg) in [(archive, Msg::Archive), ("Write a note", Msg::AddNote), ("Delete", Msg::Delete)]
        {
            button(ui, label).tap(msg);
        }
    }

    fn view_options(&self, id: u32, ui: &mut Ui<'_, Msg>) {
        let name = self.habit(id).map_or("", |habit| &habit.name);
        ui.text("", format_args!("Options: {name}")).height(60);
        for (label, msg) in [
            ("Edit", Msg::Edit),
            ("Add note", Msg::AddNote),
            ("Duplicate", Msg::Duplicate),
            ("Close", Msg::Close),
        ] {
            button(ui, label).tap(msg);
        }
    }

    fn view_note(&self, habit: u32, text: &str, ui: &mut Ui<'_, Msg>) {
        let name = self.habit(habit).map_or("", |habit| &habit.name);
        ui.text("", format_args!("Note for: {name}")).height(60);
        ui.field("", text, "How did it go?").typed(Msg::Typed).entered(Msg::Submit).height(84);
        answers(ui, "Keep note", Msg::Submit);
    }

    fn view_search(&self, query: &str, ui: &mut Ui<'_, Msg>) {
        view(ui, |ui| {
            icon(ui, "Navigate up").tap(Msg::Close);
            ui.field("", query, "Search habits").typed(Msg::Typed);
            if branch!(ui, !query.is_empty()) {
                icon(ui, "Clear").tap(Msg::Typed(String::new()));
            }
        })
        .height(84);
        if branch!(ui, query.trim().is_empty()) {
            ui.text("", "Type a name or a reason").fill();
            return;
        }
        let found = self.found(query, ui);
        if branch!(ui, found.is_empty()) {
            ui.text("", "No habit found").fill();
            return;
        }
        let list = ui.list("", found.len(), 96, |ui, row| {
            let habit = found[row];
            view(ui, |ui| texts(ui, &habit.name, &habit.why)).tap(Msg::Open(habit.id));
        });
        list.class(VIEW);
    }
}

fn view_editor(draft: &Draft, ui: &mut Ui<'_, Msg>) {
    let title = if branch!(ui, draft.id.is_none()) { "New habit" } else { "Edit habit" };
    top_bar(ui, title, Some(Msg::Close), |ui| {
        button(ui, "Save").tap(Msg::Submit);
    });
    scroll(ui, |ui| {
        ui.field("", &draft.name, "Name").typed(Msg::Typed).height(72);
        ui.field("", &draft.why, "Why?").typed(Msg::Why).height(72);
        if branch!(ui, draft.nameless) {
            ui.text("", "A habit needs a name");
        }
        view(ui, |ui| texts(ui, "Category", CATEGORIES[draft.category])).height(84).tap(Msg::ChooseCategory);
        view(ui, |ui| {
            ui.text("", format_args!("{} times a week", draft.goal)).fill();
            icon(ui, "Less often").enabled(draft.goal > 1).tap(Msg::Less);
            icon(ui, "More often").enabled(draft.goal < 7).tap(Msg::More);
        })
        .height(84);
        let reminder = draft.reminder.map_or("None".to_owned(), |hour| format!("At {hour}:00"));
        view(ui, |ui| texts(ui, "Reminder", reminder)).height(84).tap(Msg::SetReminder);
        match &draft.photo {
            Some(photo) => {
                cover!(ui);
                ui.image("", format_args!("Photo {photo}")).class(VIEW).height(150);
            }
            None => {
                cover!(ui);
                button(ui, "Add photo").tap(Msg::AddPhoto);
            }
        }
    });
}

fn view_reminder(hour: &str, wrong: bool, ui: &mut Ui<'_, Msg>) {
    ui.text("", "Remind me at (hour)").height(60);
    ui.field("", hour, "8").typed(Msg::Typed).entered(Msg::Submit).height(84);
    if branch!(ui, wrong) {
        ui.text("", "An hour from 0 to 23, please");
    }
    button(ui, "No reminder").tap(Msg::Reminder(None));
    answers(ui, "Set", Msg::Submit);
}

fn view_discard(ui: &mut Ui<'_, Msg>) {
    ui.text("", "Discard changes?").height(60);
    view(ui, |ui| {
        button(ui, "Keep editing").tap(Msg::Close).fill();
        button(ui, "Discard").tap(Msg::Discard).fill();
    })
    .height(84);
}

fn view_question(title: &str, text: impl Display, yes: Msg, ui: &mut Ui<'_, Msg>) {
    ui.text("", title).height(60);
    ui.text("", text);
    answers(ui, "Delete", yes);
}

/// A sheet of choices, of which one is chosen.
fn view_sheet(title: &str, names: &[&str], now: usize, choose: fn(usize) -> Msg, ui: &mut Ui<'_, Msg>) {
    ui.text("", title).height(60);
    for (number, name) in names.iter().enumerate() {
        ui.radio("", name, number == now).class(VIEW).tap(choose(number));
    }
}

/// The two buttons below a dialog.
fn answers(ui: &mut Ui<'_, Msg>, yes: &str, msg: Msg) {
    view(ui, |ui| {
        button(ui, "Cancel").tap(Msg::Close).fill();
        button(ui, yes).tap(msg).fill();
    })
    .height(84);
}

/// Widgets from left to right, in the class that everything has.
fn view<'a>(ui: &'a mut Ui<'_, Msg>, content: impl FnOnce(&mut Ui<'_, Msg>)) -> Node<'a, Msg> {
    ui.row("", content).class(VIEW)
}

/// A title with a line below it.
fn texts(ui: &mut Ui<'_, Msg>, title: &str, detail: impl Display) {
    ui.column("", |ui| {
        ui.text("", title);
        ui.text("", detail);
    })
    .class(VIEW)
    .fill();
}

/// A button: a view that can be clicked around its label.
fn button<'a>(ui: &'a mut Ui<'_, Msg>, label: &str) -> Node<'a, Msg> {
    view(ui, |ui| {
        ui.text("", label);
    })
    .height(72)
}

fn icon<'a>(ui: &'a mut Ui<'_, Msg>, desc: &str) -> Node<'a, Msg> {
    ui.icon("", desc).class(VIEW)
}

fn chip<'a>(ui: &'a mut Ui<'_, Msg>, label: &str, chosen: bool) -> Node<'a, Msg> {
    button(ui, label).desc(format_args!("Filter: {label}")).selected(chosen)
}

/// A line of the settings with a switch at its end.
fn setting<'a>(ui: &'a mut Ui<'_, Msg>, title: &str, detail: &str, on: bool) -> Node<'a, Msg> {
    view(ui, |ui| {
        texts(ui, title, detail);
        ui.switch("", "", on).class(VIEW);
    })
    .height(96)
}

fn top_bar(ui: &mut Ui<'_, Msg>, title: &str, up: Option<Msg>, actions: impl FnOnce(&mut Ui<'_, Msg>)) {
    view(ui, |ui| {
        if let Some(msg) = up {
            icon(ui, "Navigate up").tap(msg);
        }
        ui.text("", title).fill();
        actions(ui);
    })
    .height(84);
}

/// A column that scrolls; its own column is a plain view too.
fn scroll(ui: &mut Ui<'_, Msg>, content: impl FnOnce(&mut Ui<'_, Msg>)) {
    ui.scroll("", |ui| {
        let column = ui.parent as usize;
        ui.frame.nodes[column].class = VIEW;
        content(ui);
    });
}

/// Something that moves all the time.
fn spinner(ui: &mut Ui<'_, Msg>) {
    ui.busy();
    if let Some(node) = ui.frame.nodes.last_mut() {
        node.id = "";
    }
}

fn today(now: u64) -> u64 {
    now / DAY
}

/// How long ago something was, in words.
fn ago(now: u64, then: u64) -> String {
    match now.saturating_sub(then) / MINUTE {
        0 => "just now".to_owned(),
        minutes @ 1..60 => format!("{minutes} min ago"),
        minutes => format!("{} h ago", minutes / 60),
    }
}
