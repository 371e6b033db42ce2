//! Budget: what one earns and spends, by account, category and month.
//!
//! In the manner of the open-source trackers (Oinkoin, My Expenses, Cashew, Money Manager Ex). The bugs are of
//! the kinds in section 5.5 of the Genie paper and of those apps' public issues: state shared between pages,
//! kept by position, or not kept at all.

use std::cmp::Reverse;
use std::fmt;

use crate::app::{App, Bug, BugKind, Manifest, Oracle, Recreate, Shows, Trap, TrapKind, Window};
use crate::cx::{Cx, Fault};
use crate::ui::{Nav, Ui};
use crate::{branch, cover};

/// Everything the app keeps.
#[derive(Clone, Default)]
pub(crate) struct Budget {
    accounts: Vec<Account>,
    categories: Vec<Category>,
    records: Vec<Record>,
    templates: Vec<Template>,
    /// What may be spent a month: the category's key and cents.
    limits: Vec<(u32, i64)>,
    exports: Vec<Export>,
    settings: Settings,
    next_id: u32,
    filled: bool,
    memory: Memory,
}

/// What is gone with the process.
#[derive(Clone, Default)]
struct Memory {
    /// The records that were deleted last.
    undo: Vec<Record>,
    /// What the list adapter holds since a search filled it; none when it was filled by the month's page.
    adapter: Option<Vec<u32>>,
    /// The currency that the formatter of the statistics was made with.
    formatter: Option<usize>,
    exporting: bool,
}

#[derive(Clone)]
struct Account {
    id: u32,
    name: String,
    opening: i64,
}

#[derive(Clone)]
struct Category {
    id: u32,
    name: String,
    colour: usize,
    income: bool,
}

/// An expense, an income, or a transfer if there is an account it goes to.
#[derive(Clone)]
struct Record {
    id: u32,
    cents: i64,
    income: bool,
    category: Option<u32>,
    account: u32,
    to: Option<u32>,
    /// Days since 1970.
    day: u64,
    note: String,
    repeat: usize,
}

#[derive(Clone)]
struct Template {
    id: u32,
    name: String,
    cents: i64,
    income: bool,
    category: Option<u32>,
    account: u32,
    used: u32,
}

#[derive(Clone)]
struct Export {
    records: usize,
    at: u64,
}

#[derive(Clone, Default)]
struct Settings {
    currency: usize,
    first_day: usize,
    start: usize,
    theme: usize,
    hide: bool,
}

/// What the form of a record asks for.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Fields {
    income: bool,
    amount: String,
    category: Option<u32>,
    account: u32,
    day: u64,
    note: String,
    repeat: usize,
}

#[derive(Clone)]
pub(crate) struct Form {
    record: Option<u32>,
    fields: Fields,
    before: Fields,
}

#[derive(Clone)]
pub(crate) struct Move {
    from: u32,
    to: u32,
    amount: String,
    note: String,
}

/// The page of a month.
#[derive(Clone)]
pub(crate) struct Month {
    month: u64,
    root: bool,
    selecting: bool,
    selected: Vec<u32>,
}

#[derive(Clone)]
pub(crate) struct CategoryForm {
    category: Option<u32>,
    name: String,
    colour: usize,
    income: bool,
}

#[derive(Clone)]
pub(crate) struct AccountForm {
    account: Option<u32>,
    name: String,
    opening: String,
}

#[derive(Clone)]
pub(crate) struct Statistics {
    period: usize,
    /// How many periods before the present one.
    ago: u64,
    rows: Vec<(String, i64)>,
    ready: bool,
    /// The period's dialog was opened.
    choosing: bool,
}

#[derive(Clone)]
pub(crate) struct Search {
    query: String,
    kind: u32,
}

/// A dialog to choose one of several.
#[derive(Clone)]
pub(crate) struct Chooser {
    choice: Choice,
    title: &'static str,
    options: Vec<(u32, String)>,
    chosen: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Choice {
    Category,
    Account,
    From,
    To,
    Repeat,
    Colour,
    Merge,
    Period,
    Currency,
    FirstDay,
    StartPage,
    Theme,
    Filter,
}

#[derive(Clone)]
pub(crate) enum Page {
    Month(Month),
    Drawer { records: bool },
    MonthMenu,
    Form(Form),
    Date(u64),
    Discard,
    Transfer(Move),
    Accounts { root: bool },
    Account(AccountForm),
    Categories,
    Category(CategoryForm),
    DeleteCategory,
    Budgets,
    Limit { category: u32, text: String },
    Statistics(Statistics),
    Search(Search),
    Templates { observers: u32 },
    UseTemplate(u32),
    DeleteTemplate(u32),
    Exports,
    Settings,
    About { tip: usize },
    Choose(Chooser),
}

#[derive(Clone)]
pub(crate) enum Msg {
    Close,
    OpenDrawer,
    OpenMenu,
    Go(Target),
    Before,
    After,
    New,
    /// The row at this place of the list.
    OpenAt(usize),
    Hold(u32),
    CancelSelection,
    Delete,
    Undo,
    Income,
    Amount(String),
    Note(String),
    Typed(String),
    Choose(Choice),
    Chosen(Choice, u32),
    PickDate,
    Picked(u64),
    Save,
    SaveTemplate,
    Discarded,
    Deleted,
    Open(u32),
    Use(u32),
    Loaded,
    Start,
    Exported,
    Hide,
    NextTip,
}

/// Where the drawer and the menu lead.
#[derive(Clone, Copy)]
pub(crate) enum Target {
    Records,
    Accounts,
    Budgets,
    Categories,
    Statistics,
    Templates,
    Transfer,
    Search,
    Exports,
    Settings,
    About,
}

const COLOURS: [&str; 6] = ["Orange", "Blue", "Pink", "Green", "Brown", "Grey"];
const CURRENCIES: [&str; 3] = ["€", "$", "£"];
const FIRST_DAYS: [&str; 3] = ["Monday", "Sunday", "Saturday"];
const STARTS: [&str; 2] = ["Records", "Accounts"];
const THEMES: [&str; 3] = ["Light", "Dark", "As the system"];
const REPEATS: [&str; 3] = ["Never", "Weekly", "Monthly"];
const PERIODS: [&str; 3] = ["Week", "Month", "Year"];
const KINDS: [&str; 4] = ["All records", "Expenses", "Incomes", "Transfers"];
const WEEKDAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const TIPS: [&str; 4] = [
    "Hold a record to select several.",
    "A limit of 0 takes a category out of the budgets.",
    "What repeats is booked when the app starts.",
    "Merging two categories keeps their records.",
];
const MINUTE: u64 = 60_000;
const DAY: u64 = 1_440 * MINUTE;
const LOAD_MILLIS: u64 = 700;
const EXPORT_MILLIS: u64 = 2_000;
const SATURDAY: usize = 2;

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

/// Months since the year 0.
fn month_of(day: u64) -> u64 {
    let (year, month, _) = civil(day);
    year * 12 + month - 1
}

/// 0 is Sunday.
fn weekday(day: u64) -> u64 {
    (day + 4) % 7
}

/// The first day of the week that a day is in.
fn week_start(day: u64, first_day: usize) -> u64 {
    let first = [1, 0, 6][first_day.min(2)];
    day - (weekday(day) + 7 - first) % 7
}

struct MonthName(u64);

impl fmt::Display for MonthName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", MONTHS[(self.0 % 12) as usize], self.0 / 12)
    }
}

struct LongDate(u64);

impl fmt::Display for LongDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = civil(self.0);
        write!(f, "{}, {day} ", WEEKDAYS[weekday(self.0) as usize])?;
        write!(f, "{} {year}", MONTHS[month as usize - 1])
    }
}

/// The heading of a day.
struct DayName {
    day: u64,
    today: u64,
}

impl fmt::Display for DayName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.today.checked_sub(self.day) {
            Some(0) => f.write_str("Today"),
            Some(1) => f.write_str("Yesterday"),
            _ => LongDate(self.day).fmt(f),
        }
    }
}

/// An amount, as the settings want it.
struct Money {
    cents: i64,
    currency: usize,
    hide: bool,
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let currency = CURRENCIES[self.currency];
        if self.hide {
            return write!(f, "••• {currency}");
        }
        write!(f, "{} {currency}", plain(self.cents))
    }
}

fn plain(cents: i64) -> String {
    let (sign, cents) = (if cents < 0 { "-" } else { "" }, cents.abs());
    format!("{sign}{}.{:02}", cents / 100, cents % 100)
}

/// The cents of what was typed, if it is an amount.
fn cents(text: &str) -> Option<i64> {
    let (units, rest) = text.trim().split_once(['.', ',']).unwrap_or((text.trim(), ""));
    let digits = |part: &str, most: usize| part.len() <= most && part.bytes().all(|b| b.is_ascii_digit());
    if units.is_empty() || !digits(units, 7) || !digits(rest, 2) {
        return None;
    }
    let units: i64 = units.parse().ok()?;
    format!("{rest:0<2}").parse::<i64>().ok().map(|rest| units * 100 + rest)
}

/// A line of a month's list.
enum Line<'a> {
    Day(u64, i64),
    /// A record and its place among the records.
    Record(usize, &'a Record),
}

impl App for Budget {
    type Page = Page;
    type Msg = Msg;

    const MANIFEST: Manifest = Manifest {
        name: "budget",
        package: "com.example.budget",
        title: "Budget",
        about: "Expenses, incomes and budgets by account, category and month",
        bugs: &[
            Bug {
                id: "opens-found-record",
                title: "After a search, a tap on a record of the month opens the one that was found",
                retells: "no report: one list adapter for two pages, asked by position",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Independence { inserted: 0..4 }],
                trace: &[
                    "tap id=action_search",
                    "type id=search_text \"Cinema\"",
                    "back",
                    "back",
                    "tap text=\"Canteen\"",
                ],
                shows: Shows::Missing("id=note text=\"Canteen\""),
            },
            Bug {
                id: "selection-kept",
                title: "What was selected before the selection was cancelled is deleted with the next selection",
                retells: "no report: the action mode is finished, the adapter's checked ids are not cleared",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Independence { inserted: 0..2 }],
                trace: &[
                    "longtap text=\"Supermarket\"",
                    "tap desc=\"Cancel selection\"",
                    "longtap text=\"Canteen\"",
                    "tap id=action_delete",
                ],
                shows: Shows::Missing("id=record_note text=\"Supermarket\""),
            },
            Bug {
                id: "old-currency-in-statistics",
                title: "Statistics that were looked at before the currency was changed stay in the old one",
                retells: "no report: of Genie's T5, a static formatter that is made once (kin: UnitConverter's \
                          separator)",
                kind: BugKind::WronglyDisplayed,
                seen_by: &[Oracle::Independence { inserted: 0..3 }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Statistics\"",
                    "back",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Settings\"",
                    "tap text=\"Currency\"",
                    "tap text=\"$\"",
                    "back",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Statistics\"",
                    "wait 1000",
                ],
                shows: Shows::Missing("id=stat_value text=\"66.70 $\""),
            },
            Bug {
                id: "limit-by-position",
                title: "Deleting a category gives the limits of those below it to their neighbours",
                retells: "no report: of Genie's T4, limits are kept by the category's place in the list",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Independence { inserted: 5..14 }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Budgets\"",
                    "tap text=\"Leisure\"",
                    "type id=limit \"50\"",
                    "tap id=button1",
                    "back",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Categories\"",
                    "tap text=\"Clothes\"",
                    "tap id=action_delete",
                    "tap id=button1",
                    "back",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Budgets\"",
                ],
                shows: Shows::Missing("desc=\"Leisure: 0 %\""),
            },
            Bug {
                id: "left-export-blocks",
                title: "Nothing can be deleted any more once the export's page was left before it ended",
                retells: "no report: of Genie's T2, a flag that only the page's own callback resets",
                kind: BugKind::CannotProceed,
                seen_by: &[Oracle::Independence { inserted: 0..5 }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Export\"",
                    "tap id=export_start",
                    "back",
                    "wait 3000",
                    "longtap text=\"Canteen\"",
                    "tap id=action_delete",
                ],
                shows: Shows::Present("id=record_note text=\"Canteen\""),
            },
            Bug {
                id: "date-lost-when-turned",
                title: "The date chosen for a record is forgotten when the screen is turned",
                retells: "no report: the date is in no saved state (kin: My Expenses issue #839)",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Neutral { inserted: 5..7 }],
                trace: &[
                    "tap id=fab_add",
                    "type id=amount \"7\"",
                    "tap id=date_row",
                    "tap id=previous_day",
                    "tap id=button1",
                    "rotate",
                    "rotate",
                    "tap id=action_save",
                ],
                shows: Shows::Missing("id=day_total text=\"-12.50 €\""),
            },
            Bug {
                id: "template-twice",
                title: "A template books as often as its page came to the front",
                retells: "no report: an observer added in onStart and never removed (kin: Genie figure 5 i, j)",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Neutral { inserted: 2..3 }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Templates\"",
                    "background",
                    "tap text=\"Espresso\"",
                    "tap id=button1",
                    "back",
                ],
                shows: Shows::Missing("id=day_total text=\"-15.00 €\""),
            },
            Bug {
                id: "transfer-forgets-accounts",
                title: "A transfer goes to another account when the system ended the app meanwhile",
                retells: "kin: My Expenses issue #823, accounts fall back to the first ones",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Neutral { inserted: 5..6 }],
                trace: &[
                    "menu",
                    "tap text=\"Transfer\"",
                    "tap id=to_row",
                    "tap text=\"Savings\"",
                    "type id=amount \"40\"",
                    "kill",
                    "tap id=action_save",
                ],
                shows: Shows::Missing("id=record_title text=\"Bank → Savings\""),
            },
            Bug {
                id: "period-arrows-dead",
                title: "The arrows of the statistics do nothing once the choice of the period was cancelled",
                retells: "kin: Money Manager Ex issue #2936, a chooser left by Back",
                kind: BugKind::CannotProceed,
                seen_by: &[Oracle::Neutral { inserted: 2..4 }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Statistics\"",
                    "tap id=period_title",
                    "back",
                    "tap id=previous_period",
                ],
                shows: Shows::Missing("id=period_title text=\"May 2025\""),
            },
            Bug {
                id: "undo-forgets-repeat",
                title: "A record that undo brings back does not repeat any more",
                retells: "no report: undo inserts a new record and copies all fields but one",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Property { functions: &["delete", "undo"] }],
                trace: &["longtap text=\"Flat\"", "tap id=action_delete", "tap id=snackbar_action"],
                shows: Shows::Missing("id=record_repeat text=\"Monthly\""),
            },
            Bug {
                id: "template-of-merged",
                title: "The templates crash when one's category was merged into another",
                retells: "no report: merging updates the records' foreign key, not the templates'",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Categories\"",
                    "tap text=\"Coffee\"",
                    "tap id=action_merge",
                    "tap text=\"Food\"",
                    "back",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Templates\"",
                ],
                shows: Shows::Crash("NullPointerException in TemplateAdapter.onBindViewHolder"),
            },
            Bug {
                id: "week-from-saturday",
                title: "The statistics of a week hang where weeks begin on Saturday",
                retells: "no report: a loop back to a weekday number that no day has (kin: My Expenses #271)",
                kind: BugKind::Hang,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Settings\"",
                    "tap text=\"First day of the week\"",
                    "tap text=\"Saturday\"",
                    "back",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Statistics\"",
                    "tap id=period_title",
                    "tap text=\"Week\"",
                ],
                shows: Shows::Hang,
            },
        ],
        traps: &[
            Trap {
                kind: TrapKind::LooksIndependent,
                place: "a record changes the totals of its day and month, its account and its budget",
            },
            Trap { kind: TrapKind::LooksIndependent, place: "nothing is deleted while an export runs" },
            Trap {
                kind: TrapKind::LooksIndependent,
                place: "a new record is of today, whatever month is shown: elsewhere it is not seen",
            },
            Trap { kind: TrapKind::Reorders, place: "the category chooser has the most used first" },
            Trap {
                kind: TrapKind::SameLayout,
                place: "a new record and a known one; the pages of the months; the periods of the statistics",
            },
            Trap { kind: TrapKind::FalseLoop, place: "next month: the same page with other records" },
            Trap { kind: TrapKind::FalseLoop, place: "a template booked: the same page, one record more" },
            Trap { kind: TrapKind::ChangesByItself, place: "how long ago the last export was" },
            Trap { kind: TrapKind::LoadsLate, place: "the statistics, and an export" },
            Trap { kind: TrapKind::RandomTip, place: "a tip on the About page" },
            Trap { kind: TrapKind::Toast, place: "\"Enter an amount\" and others" },
        ],
        source: include_str!("budget.rs"),
    };

    fn start(&mut self, cx: &mut Cx<'_, Self>) -> Page {
        let today = cx.now() / DAY;
        if branch!(cx, !self.filled) {
            self.fill(today, cx);
        }
        self.book_due(today, cx);
        if branch!(cx, self.settings.start == 0) {
            Page::Month(Month::new(today, true))
        } else {
            Page::Accounts { root: true }
        }
    }

    fn window(page: &Page) -> Window {
        match page {
            Page::Month(_) => Window::Activity(".ui.MainActivity"),
            Page::Accounts { .. } => Window::Activity(".ui.AccountsActivity"),
            Page::Form(_) => Window::Activity(".ui.EditRecordActivity"),
            Page::Transfer(_) => Window::Activity(".ui.TransferActivity"),
            Page::Categories => Window::Activity(".ui.CategoriesActivity"),
            Page::Category(_) => Window::Activity(".ui.EditCategoryActivity"),
            Page::Budgets => Window::Activity(".ui.BudgetsActivity"),
            Page::Statistics(_) => Window::Activity(".ui.StatisticsActivity"),
            Page::Search(_) => Window::Activity(".ui.SearchActivity"),
            Page::Templates { .. } => Window::Activity(".ui.TemplatesActivity"),
            Page::Exports => Window::Activity(".ui.ExportActivity"),
            Page::Settings => Window::Activity(".ui.SettingsActivity"),
            Page::About { .. } => Window::Activity(".ui.AboutActivity"),
            Page::MonthMenu => Window::Menu,
            Page::Drawer { .. } => Window::Drawer,
            Page::Date(_) | Page::Discard | Page::Account(_) | Page::DeleteCategory => Window::Dialog,
            Page::Limit { .. } | Page::UseTemplate(_) | Page::DeleteTemplate(_) => Window::Dialog,
            Page::Choose(_) => Window::Dialog,
        }
    }

    fn view(&self, page: &Page, ui: &mut Ui<'_, Msg>) {
        match page {
            Page::Month(month) => self.view_month(month, ui),
            Page::Drawer { records } => view_drawer(*records, ui),
            Page::MonthMenu => ui.menu(|ui| {
                ui.entry("title", "Transfer").tap(Msg::Go(Target::Transfer));
                ui.entry("title", "Settings").tap(Msg::Go(Target::Settings));
                ui.entry("title", "About").tap(Msg::Go(Target::About));
            }),
            Page::Form(form) => self.view_form(form, ui),
            Page::Date(day) => view_date(*day, ui),
            Page::Discard => question("Discard changes?", "What you entered is not saved.", "Discard", ui),
            Page::Transfer(draft) => self.view_transfer(draft, ui),
            Page::Accounts { root } => self.view_accounts(*root, ui),
            Page::Account(form) => view_account(form, ui),
            Page::Categories => self.view_categories(ui),
            Page::Category(form) => view_category(form, ui),
            Page::DeleteCategory => {
                question("Delete category?", "Its records stay, without a category.", "Delete", ui);
            }
            Page::Budgets => self.view_budgets(ui),
            Page::Limit { category, text } => ui.dialog(
                format_args!("Limit for {}", self.category_name(Some(*category))),
                |ui| {
                    ui.field("limit", text, "A month").typed(Msg::Typed).entered(Msg::Save);
                },
                |ui| ok_cancel("OK", ui),
            ),
            Page::Statistics(statistics) => self.view_statistics(statistics, ui),
            Page::Search(search) => self.view_search(search, ui),
            Page::Templates { .. } => self.view_templates(ui),
            Page::UseTemplate(id) => {
                let name = self.template(*id).map_or("", |template| &template.name);
                question("Book now?", name, "Book", ui);
            }
            Page::DeleteTemplate(id) => {
                let name = self.template(*id).map_or("", |template| &template.name);
                question("Delete template?", name, "Delete", ui);
            }
            Page::Exports => self.view_exports(ui),
            Page::Settings => self.view_settings(ui),
            Page::About { tip } => view_about(*tip, ui),
            Page::Choose(chooser) => view_chooser(chooser, ui),
        }
    }

    fn update(&mut self, page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        match (page, msg) {
            (page, Msg::Close) => self.back(page, cx),
            (Page::Drawer { .. } | Page::MonthMenu, Msg::Go(target)) => {
                cover!(cx);
                cx.close();
                self.go(target, cx);
            }
            (_, Msg::Go(target)) => self.go(target, cx),
            (Page::Choose(chooser), Msg::Open(id)) => {
                cover!(cx);
                cx.close_with(Msg::Chosen(chooser.choice, id));
            }
            (Page::Month(_), Msg::OpenDrawer) => cx.open(Page::Drawer { records: true }),
            (Page::Accounts { .. }, Msg::OpenDrawer) => cx.open(Page::Drawer { records: false }),
            (Page::Month(month), msg) => self.on_month(month, msg, cx),
            (Page::Form(form), msg) => self.on_form(form, msg, cx),
            (Page::Date(day), Msg::Before) => *day = day.saturating_sub(1),
            (Page::Date(day), Msg::After) => *day += 1,
            (Page::Date(day), Msg::Start) => *day = cx.now() / DAY,
            (Page::Date(day), Msg::Save) => {
                cover!(cx);
                cx.close_with(Msg::Picked(*day));
            }
            (Page::Discard, Msg::Save) => cx.close_with(Msg::Discarded),
            (Page::Transfer(draft), msg) => self.on_transfer(draft, msg, cx),
            (Page::Accounts { .. }, Msg::New) => {
                cover!(cx);
                let (name, opening) = (String::new(), String::from("0.00"));
                cx.open(Page::Account(AccountForm { account: None, name, opening }));
            }
            (Page::Accounts { .. }, Msg::Open(id)) => {
                if let Some(account) = self.accounts.iter().find(|account| account.id == id) {
                    cover!(cx);
                    let (name, opening) = (account.name.clone(), plain(account.opening));
                    cx.open(Page::Account(AccountForm { account: Some(id), name, opening }));
                }
            }
            (Page::Account(form), msg) => self.on_account(form, msg, cx),
            (Page::Categories, Msg::New) => {
                cover!(cx);
                let form = CategoryForm { category: None, name: String::new(), colour: 0, income: false };
                cx.open(Page::Category(form));
            }
            (Page::Categories, Msg::Open(id)) => {
                if let Some(category) = self.category(id) {
                    cover!(cx);
                    let Category { name, colour, income, .. } = category.clone();
                    cx.open(Page::Category(CategoryForm { category: Some(id), name, colour, income }));
                }
            }
            (Page::Category(form), msg) => self.on_category(form, msg, cx),
            (Page::DeleteCategory, Msg::Save) => cx.close_with(Msg::Deleted),
            (Page::Budgets, Msg::Open(category)) => {
                cover!(cx);
                let text = self.limit(category, cx.bug("limit-by-position")).map_or_else(String::new, plain);
                cx.open(Page::Limit { category, text });
            }
            (Page::Limit { text, .. }, Msg::Typed(typed)) => *text = typed,
            (Page::Limit { category, text }, Msg::Save) => {
                let Some(limit) = cents(text) else {
                    cover!(cx);
                    return cx.toast("Enter an amount");
                };
                let key = self.limit_key(*category, cx.bug("limit-by-position"));
                self.limits.retain(|(other, _)| *other != key);
                if branch!(cx, limit > 0) {
                    self.limits.push((key, limit));
                }
                cx.close();
            }
            (Page::Statistics(statistics), msg) => self.on_statistics(statistics, msg, cx),
            (Page::Search(search), msg) => self.on_search(search, msg, cx),
            (Page::Templates { .. }, Msg::Open(id)) => cx.open(Page::UseTemplate(id)),
            (Page::Templates { .. }, Msg::Hold(id)) => cx.open(Page::DeleteTemplate(id)),
            (Page::UseTemplate(id), Msg::Save) => {
                cover!(cx);
                cx.close_with(Msg::Use(*id));
            }
            (Page::Templates { observers }, Msg::Use(id)) => {
                let times = if branch!(cx, cx.bug("template-twice")) { (*observers).max(1) } else { 1 };
                for _ in 0..times {
                    self.use_template(id, cx.now() / DAY);
                }
                cx.toast("Booked");
            }
            (Page::DeleteTemplate(id), Msg::Save) => {
                cover!(cx);
                self.templates.retain(|template| template.id != *id);
                cx.close();
            }
            (Page::Exports, Msg::Start) => {
                if branch!(cx, !self.memory.exporting) {
                    self.memory.exporting = true;
                    cx.after(EXPORT_MILLIS, Msg::Exported);
                }
            }
            (Page::Exports, Msg::Exported) => self.export_ended(cx),
            (Page::Settings, Msg::Choose(choice)) => self.choose_setting(choice, cx),
            (Page::Settings, Msg::Chosen(choice, id)) => self.set(choice, id as usize, cx),
            (Page::Settings, Msg::Hide) => self.settings.hide = !branch!(cx, self.settings.hide),
            (Page::About { tip }, Msg::NextTip) => {
                cover!(cx);
                *tip = cx.random(TIPS.len() as u64) as usize;
            }
            _ => {}
        }
    }

    fn back(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        match page {
            Page::Month(month) if branch!(cx, month.selecting) => {
                month.selecting = false;
                month.selected.clear();
            }
            Page::Form(form) if branch!(cx, form.fields != form.before) => cx.open(Page::Discard),
            _ => cx.close(),
        }
    }

    fn recreate(&mut self, page: Page, why: Recreate, cx: &mut Cx<'_, Self>) -> Option<Page> {
        let died = why == Recreate::ProcessDeath;
        match page {
            Page::MonthMenu => None,
            Page::Month(month) if branch!(cx, died) => {
                Some(Page::Month(Month { selecting: false, selected: Vec::new(), ..month }))
            }
            Page::Form(mut form) => {
                if branch!(cx, !died && cx.bug("date-lost-when-turned")) {
                    form.fields.day = form.before.day;
                }
                Some(Page::Form(form))
            }
            Page::Transfer(draft) if branch!(cx, died && cx.bug("transfer-forgets-accounts")) => {
                let (from, to) = self.usual_transfer();
                Some(Page::Transfer(Move { from, to, ..draft }))
            }
            Page::Statistics(mut statistics) => {
                cover!(cx);
                // What was being loaded is loaded by now.
                statistics.rows = self.sums(&statistics, cx.now() / DAY);
                statistics.ready = true;
                Some(Page::Statistics(statistics))
            }
            // The page registers anew; after process death it still will, when it comes to the front.
            Page::Templates { .. } => Some(Page::Templates { observers: u32::from(!died) }),
            other => Some(other),
        }
    }

    fn resumed(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        if let Page::Templates { observers } = page {
            cover!(cx);
            *observers += 1;
        }
    }

    fn process_died(&mut self) {
        self.memory = Memory::default();
    }

    fn late(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        if matches!(msg, Msg::Exported) && branch!(cx, !cx.bug("left-export-blocks")) {
            self.export_ended(cx);
        }
    }
}

impl Month {
    fn new(today: u64, root: bool) -> Self {
        Self { month: month_of(today), root, selecting: false, selected: Vec::new() }
    }
}

/// The data.
impl Budget {
    fn fill(&mut self, today: u64, cx: &mut Cx<'_, Self>) {
        self.filled = true;
        for (name, opening) in [("Bank", 120_000), ("Cash", 8_000), ("Savings", 500_000)] {
            let id = self.fresh_id();
            self.accounts.push(Account { id, name: name.into(), opening });
        }
        let names = ["Food", "Transport", "Clothes", "Leisure", "Home", "Coffee", "Salary", "Gifts"];
        for (at, name) in names.into_iter().enumerate() {
            let id = self.fresh_id();
            let colour = at % COLOURS.len();
            self.categories.push(Category { id, name: name.into(), colour, income: at >= 6 });
        }
        let (bank, cash) = (self.accounts[0].id, self.accounts[1].id);
        for (ago, at, cents, account, note, repeat) in [
            (33, 4, 79_500, bank, "Flat, old", 0),
            (12, 1, 4_900, bank, "Train", 0),
            (9, 3, 1_800, cash, "Cinema", 0),
            (5, 2, 6_450, bank, "Shoes", 0),
            (3, 1, 280, cash, "Bus ticket", 0),
            (1, 6, 240_000, bank, "Employer", 0),
            (1, 4, 80_000, bank, "Flat", 2),
            (1, 0, 5_420, bank, "Supermarket", 0),
            (0, 0, 1_250, cash, "Canteen", 0),
        ] {
            let (category, income) = (Some(self.categories[at].id), at >= 6);
            let (id, day, note) = (self.fresh_id(), today.saturating_sub(ago), String::from(note));
            self.records.push(Record { id, cents, income, category, account, to: None, day, note, repeat });
        }
        for (name, at, cents) in [("Espresso", 5, 250), ("Day ticket", 1, 880)] {
            let (id, category) = (self.fresh_id(), Some(self.categories[at].id));
            let (name, income, account, used) = (name.into(), false, cash, 0);
            self.templates.push(Template { id, name, cents, income, category, account, used });
        }
        let key = self.limit_key(self.categories[0].id, cx.bug("limit-by-position"));
        self.limits.push((key, 30_000));
    }

    /// Books what repeats and is due.
    fn book_due(&mut self, today: u64, cx: &mut Cx<'_, Self>) {
        while let Some(at) = self.records.iter().position(|record| {
            let every = [u64::MAX, 7, 30][record.repeat];
            record.day.saturating_add(every) <= today
        }) {
            cover!(cx);
            let mut next = self.records[at].clone();
            next.id = self.fresh_id();
            next.day += [0, 7, 30][next.repeat];
            self.records[at].repeat = 0;
            self.records.push(next);
        }
    }

    fn fresh_id(&mut self) -> u32 {
        self.next_id += 1;
        self.next_id
    }

    fn record(&self, id: u32) -> Option<&Record> {
        self.records.iter().find(|record| record.id == id)
    }

    fn category(&self, id: u32) -> Option<&Category> {
        self.categories.iter().find(|category| category.id == id)
    }

    fn template(&self, id: u32) -> Option<&Template> {
        self.templates.iter().find(|template| template.id == id)
    }

    fn category_name(&self, id: Option<u32>) -> &str {
        id.and_then(|id| self.category(id)).map_or("No category", |category| &category.name)
    }

    fn account_name(&self, id: u32) -> &str {
        self.accounts.iter().find(|account| account.id == id).map_or("", |account| &account.name)
    }

    fn money(&self, cents: i64) -> Money {
        Money { cents, currency: self.settings.currency, hide: self.settings.hide }
    }

    /// What a record adds to all accounts together.
    fn effect(record: &Record) -> i64 {
        match (record.to, record.income) {
            (Some(_), _) => 0,
            (None, true) => record.cents,
            (None, false) => -record.cents,
        }
    }

    fn balance(&self, account: &Account) -> i64 {
        let change = |record: &Record| {
            let out = if record.account != account.id {
                0
            } else if record.to.is_some() {
                -record.cents
            } else {
                Self::effect(record)
            };
            out + if record.to == Some(account.id) { record.cents } else { 0 }
        };
        account.opening + self.records.iter().map(change).sum::<i64>()
    }

    /// The records of a month, the latest first.
    fn of_month(&self, month: u64) -> Vec<&Record> {
        let mut shown: Vec<_> = self.records.iter().filter(|r| month_of(r.day) == month).collect();
        shown.sort_by_key(|record| (Reverse(record.day), Reverse(record.id)));
        shown
    }

    /// The records that a search finds, the latest first.
    fn found(&self, search: &Search) -> Vec<&Record> {
        let query = search.query.trim().to_lowercase();
        let of_kind = |record: &Record| match search.kind {
            1 => record.to.is_none() && !record.income,
            2 => record.income,
            3 => record.to.is_some(),
            _ => true,
        };
        let has = |text: &str| !query.is_empty() && text.to_lowercase().contains(&query);
        let matches = |record: &Record| has(&record.note) || has(&self.title(record));
        let mut found: Vec<_> = self.records.iter().filter(|r| of_kind(r) && matches(r)).collect();
        found.sort_by_key(|record| (Reverse(record.day), Reverse(record.id)));
        found
    }

    fn lines(&self, month: u64) -> Vec<Line<'_>> {
        let shown = self.of_month(month);
        let mut lines = Vec::with_capacity(shown.len() * 2);
        for (place, record) in shown.iter().enumerate() {
            if place == 0 || shown[place - 1].day != record.day {
                let same_day = shown.iter().filter(|other| other.day == record.day);
                lines.push(Line::Day(record.day, same_day.map(|other| Self::effect(other)).sum()));
            }
            lines.push(Line::Record(place, record));
        }
        lines
    }

    fn expense_categories(&self) -> Vec<&Category> {
        self.categories.iter().filter(|category| !category.income).collect()
    }

    /// What a category's limit is kept by.
    fn limit_key(&self, category: u32, by_position: bool) -> u32 {
        if by_position {
            let place = self.expense_categories().iter().position(|other| other.id == category);
            return place.map_or(u32::MAX, |place| place as u32);
        }
        category
    }

    fn limit(&self, category: u32, by_position: bool) -> Option<i64> {
        let key = self.limit_key(category, by_position);
        self.limits.iter().find(|(other, _)| *other == key).map(|(_, limit)| *limit)
    }

    /// The categories of a kind, the most used first.
    fn usual_categories(&self, income: bool) -> Vec<(u32, String)> {
        let uses = |id: u32| self.records.iter().filter(|record| record.category == Some(id)).count();
        let mut of_kind: Vec<_> = self.categories.iter().filter(|c| c.income == income).collect();
        of_kind.sort_by_cached_key(|category| Reverse(uses(category.id)));
        of_kind.iter().map(|category| (category.id, category.name.clone())).collect()
    }

    fn account_options(&self) -> Vec<(u32, String)> {
        self.accounts.iter().map(|account| (account.id, account.name.clone())).collect()
    }

    fn usual_transfer(&self) -> (u32, u32) {
        let id = |at: usize| self.accounts.get(at).or(self.accounts.first()).map_or(0, |account| account.id);
        (id(0), id(1))
    }

    fn new_fields(&self, today: u64) -> Fields {
        Fields {
            income: false,
            amount: String::new(),
            category: self.categories.iter().find(|category| !category.income).map(|category| category.id),
            account: self.accounts.first().map_or(0, |account| account.id),
            day: today,
            note: String::new(),
            repeat: 0,
        }
    }

    /// The first and last day of a period.
    fn span(&self, statistics: &Statistics, today: u64) -> (u64, u64) {
        let inside = |months: u64, count: u64| {
            let mut first = today;
            while month_of(first) / count > months {
                first -= 1;
            }
            let mut last = first;
            while month_of(first - 1) / count == months {
                first -= 1;
            }
            while month_of(last + 1) / count == months {
                last += 1;
            }
            (first, last)
        };
        match statistics.period {
            0 => {
                let first = week_start(today - 7 * statistics.ago, self.settings.first_day);
                (first, first + 6)
            }
            1 => inside(month_of(today) - statistics.ago, 1),
            _ => inside(month_of(today) / 12 - statistics.ago, 12),
        }
    }

    /// What was spent in a period by category, the most first.
    fn sums(&self, statistics: &Statistics, today: u64) -> Vec<(String, i64)> {
        let (first, last) = self.span(statistics, today);
        let mut sums: Vec<(Option<u32>, i64)> = Vec::new();
        for record in &self.records {
            let spent = !record.income && record.to.is_none();
            if !spent || record.day < first || record.day > last {
                continue;
            }
            match sums.iter_mut().find(|(category, _)| *category == record.category) {
                Some((_, sum)) => *sum += record.cents,
                None => sums.push((record.category, record.cents)),
            }
        }
        sums.sort_by_key(|(_, sum)| Reverse(*sum));
        sums.into_iter().map(|(category, sum)| (self.category_name(category).to_owned(), sum)).collect()
    }

    fn spent_this_month(&self, category: u32, today: u64) -> i64 {
        let month = month_of(today);
        let of_it = self.records.iter().filter(|record| record.category == Some(category));
        of_it.filter(|record| month_of(record.day) == month).map(|record| record.cents).sum()
    }
}

/// What messages do.
impl Budget {
    fn go(&mut self, target: Target, cx: &mut Cx<'_, Self>) {
        let today = cx.now() / DAY;
        self.memory.undo.clear();
        match target {
            Target::Records => cx.open(Page::Month(Month::new(today, false))),
            Target::Accounts => cx.open(Page::Accounts { root: false }),
            Target::Budgets => cx.open(Page::Budgets),
            Target::Categories => cx.open(Page::Categories),
            Target::Statistics => {
                cover!(cx);
                self.memory.formatter.get_or_insert(self.settings.currency);
                let (rows, ready, choosing) = (Vec::new(), false, false);
                cx.open(Page::Statistics(Statistics { period: 1, ago: 0, rows, ready, choosing }));
                cx.after(LOAD_MILLIS, Msg::Loaded);
            }
            Target::Templates => {
                let known = |id: u32| self.category(id).is_some();
                let dangling = self.templates.iter().filter_map(|t| t.category).any(|id| !known(id));
                if branch!(cx, dangling) {
                    return cx.crash(
                        Fault::new(
                            "java.lang.NullPointerException",
                            "Attempt to invoke virtual method 'int Category.getColor()' on a null object \
                             reference",
                        )
                        .at("com.example.budget.ui.TemplateAdapter.onBindViewHolder(TemplateAdapter.kt:48)")
                        .at("androidx.recyclerview.widget.RecyclerView$Adapter.bindViewHolder"),
                    );
                }
                cx.open(Page::Templates { observers: 1 });
            }
            Target::Transfer => {
                cover!(cx);
                let (from, to) = self.usual_transfer();
                cx.open(Page::Transfer(Move { from, to, amount: String::new(), note: String::new() }));
            }
            Target::Search => {
                cover!(cx);
                cx.open(Page::Search(Search { query: String::new(), kind: 0 }));
            }
            Target::Exports => cx.open(Page::Exports),
            Target::Settings => cx.open(Page::Settings),
            Target::About => {
                let tip = cx.random(TIPS.len() as u64) as usize;
                cx.open(Page::About { tip });
            }
        }
    }

    fn on_month(&mut self, page: &mut Month, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::OpenMenu => cx.open(Page::MonthMenu),
            Msg::Before | Msg::After => {
                cover!(cx);
                page.month = if matches!(msg, Msg::Before) { page.month - 1 } else { page.month + 1 };
                page.selecting = false;
                page.selected.clear();
                self.memory.undo.clear();
                self.memory.adapter = None;
            }
            Msg::New => {
                cover!(cx);
                let fields = self.new_fields(cx.now() / DAY);
                cx.open(Page::Form(Form { record: None, before: fields.clone(), fields }));
            }
            Msg::OpenAt(place) => {
                let Some(here) = self.of_month(page.month).get(place).map(|record| record.id) else { return };
                if branch!(cx, page.selecting) {
                    return Self::toggle(page, here);
                }
                let held = self.memory.adapter.as_ref().and_then(|ids| ids.get(place).copied());
                let stale = held.filter(|_| cx.bug("opens-found-record"));
                self.open_record(stale.unwrap_or(here), cx);
            }
            Msg::Hold(id) => {
                if branch!(cx, page.selecting) {
                    return Self::toggle(page, id);
                }
                page.selecting = true;
                if !page.selected.contains(&id) {
                    page.selected.push(id);
                }
            }
            Msg::CancelSelection => {
                page.selecting = false;
                if branch!(cx, !cx.bug("selection-kept")) {
                    page.selected.clear();
                }
            }
            Msg::Delete => {
                if branch!(cx, self.memory.exporting) {
                    return cx.toast("Wait for the export to end");
                }
                self.delete(&page.selected);
                page.selecting = false;
                page.selected.clear();
            }
            Msg::Undo => {
                cover!(cx);
                for mut record in std::mem::take(&mut self.memory.undo) {
                    if branch!(cx, cx.bug("undo-forgets-repeat")) {
                        record.repeat = 0;
                    }
                    self.records.push(record);
                }
                self.memory.adapter = None;
            }
            _ => {}
        }
    }

    fn toggle(page: &mut Month, id: u32) {
        match page.selected.iter().position(|other| *other == id) {
            Some(at) => {
                page.selected.remove(at);
            }
            None => page.selected.push(id),
        }
        page.selecting = !page.selected.is_empty();
    }

    fn open_record(&mut self, id: u32, cx: &mut Cx<'_, Self>) {
        let Some(record) = self.record(id) else { return };
        if branch!(cx, record.to.is_some()) {
            return cx.toast("Transfers cannot be changed");
        }
        let fields = Fields {
            income: record.income,
            amount: plain(record.cents),
            category: record.category,
            account: record.account,
            day: record.day,
            note: record.note.clone(),
            repeat: record.repeat,
        };
        cx.open(Page::Form(Form { record: Some(id), before: fields.clone(), fields }));
    }

    fn delete(&mut self, ids: &[u32]) {
        let (gone, kept) = self.records.drain(..).partition(|record| ids.contains(&record.id));
        self.records = kept;
        self.memory.undo = gone;
        self.memory.adapter = None;
    }

    fn on_form(&mut self, form: &mut Form, msg: Msg, cx: &mut Cx<'_, Self>) {
        let fields = &mut form.fields;
        match msg {
            Msg::Income => {
                fields.income = !branch!(cx, fields.income);
                let same_kind = self.categories.iter().find(|category| category.income == fields.income);
                fields.category = same_kind.map(|category| category.id);
            }
            Msg::Amount(text) => fields.amount = text,
            Msg::Note(text) => fields.note = text,
            Msg::Choose(choice) => {
                let (title, options, chosen) = match choice {
                    Choice::Category => {
                        cover!(cx);
                        let options = self.usual_categories(fields.income);
                        ("Category", options, fields.category.unwrap_or(0))
                    }
                    Choice::Account => {
                        cover!(cx);
                        ("Account", self.account_options(), fields.account)
                    }
                    _ => {
                        cover!(cx);
                        ("Repeat", numbered(&REPEATS), fields.repeat as u32)
                    }
                };
                cx.open(Page::Choose(Chooser { choice, title, options, chosen }));
            }
            Msg::Chosen(Choice::Category, id) => fields.category = Some(id),
            Msg::Chosen(Choice::Account, id) => fields.account = id,
            Msg::Chosen(Choice::Repeat, at) => fields.repeat = at as usize,
            Msg::PickDate => cx.open(Page::Date(fields.day)),
            Msg::Picked(day) => fields.day = day,
            Msg::Save => self.save_record(form, cx),
            Msg::SaveTemplate => {
                let Some(cents) = cents(&fields.amount).filter(|cents| *cents > 0) else {
                    cover!(cx);
                    return cx.toast("Enter an amount");
                };
                let note = fields.note.trim();
                let name =
                    if branch!(cx, note.is_empty()) { self.category_name(fields.category) } else { note };
                let name = name.to_owned();
                let Fields { income, category, account, .. } = *fields;
                let (id, used) = (self.fresh_id(), 0);
                self.templates.push(Template { id, name, cents, income, category, account, used });
                cx.toast("Template saved");
            }
            Msg::Delete => {
                if branch!(cx, self.memory.exporting) {
                    return cx.toast("Wait for the export to end");
                }
                if let Some(id) = form.record {
                    self.delete(&[id]);
                    cx.close();
                }
            }
            Msg::Discarded => cx.close(),
            _ => {}
        }
    }

    fn save_record(&mut self, form: &Form, cx: &mut Cx<'_, Self>) {
        let fields = &form.fields;
        let Some(cents) = cents(&fields.amount).filter(|cents| *cents > 0) else {
            cover!(cx);
            return cx.toast("Enter an amount");
        };
        let Fields { income, category, account, day, repeat, .. } = *fields;
        let note = fields.note.trim().to_owned();
        let id = form.record.unwrap_or_else(|| self.fresh_id());
        let record = Record { id, cents, income, category, account, to: None, day, note, repeat };
        match self.records.iter_mut().find(|other| other.id == id) {
            Some(known) => {
                cover!(cx);
                *known = record;
            }
            None => {
                cover!(cx);
                self.records.push(record);
            }
        }
        self.memory.undo.clear();
        self.memory.adapter = None;
        cx.close();
    }

    fn on_transfer(&mut self, draft: &mut Move, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Amount(text) => draft.amount = text,
            Msg::Note(text) => draft.note = text,
            Msg::Choose(choice) => {
                let from = branch!(cx, choice == Choice::From);
                let (title, chosen) = if from { ("From", draft.from) } else { ("To", draft.to) };
                let options = self.account_options();
                cx.open(Page::Choose(Chooser { choice, title, options, chosen }));
            }
            Msg::Chosen(Choice::From, id) => draft.from = id,
            Msg::Chosen(Choice::To, id) => draft.to = id,
            Msg::Save => {
                if branch!(cx, draft.from == draft.to) {
                    return cx.toast("Choose two accounts");
                }
                let Some(cents) = cents(&draft.amount).filter(|cents| *cents > 0) else {
                    cover!(cx);
                    return cx.toast("Enter an amount");
                };
                let (id, day, note) = (self.fresh_id(), cx.now() / DAY, draft.note.trim().to_owned());
                self.records.push(Record {
                    id,
                    cents,
                    income: false,
                    category: None,
                    account: draft.from,
                    to: Some(draft.to),
                    day,
                    note,
                    repeat: 0,
                });
                self.memory.undo.clear();
                self.memory.adapter = None;
                cx.close();
            }
            _ => {}
        }
    }

    fn on_account(&mut self, form: &mut AccountForm, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Typed(text) => form.name = text,
            Msg::Amount(text) => form.opening = text,
            Msg::Save => {
                let name = form.name.trim();
                let taken = self.accounts.iter().any(|a| a.name == name && Some(a.id) != form.account);
                if branch!(cx, name.is_empty() || taken) {
                    return cx.toast("An account needs a name of its own");
                }
                let Some(opening) = cents(&form.opening) else {
                    cover!(cx);
                    return cx.toast("Enter an amount");
                };
                match self.accounts.iter_mut().find(|account| Some(account.id) == form.account) {
                    Some(account) => {
                        cover!(cx);
                        name.clone_into(&mut account.name);
                        account.opening = opening;
                    }
                    None => {
                        cover!(cx);
                        let id = self.fresh_id();
                        self.accounts.push(Account { id, name: name.to_owned(), opening });
                    }
                }
                cx.close();
            }
            Msg::Delete => {
                let id = form.account.unwrap_or(0);
                let used = self.records.iter().any(|record| record.account == id || record.to == Some(id));
                let used = used || self.templates.iter().any(|template| template.account == id);
                if branch!(cx, used || self.accounts.len() == 1) {
                    return cx.toast("The account is in use");
                }
                self.accounts.retain(|account| account.id != id);
                self.memory.undo.clear();
                cx.close();
            }
            _ => {}
        }
    }

    fn on_category(&mut self, form: &mut CategoryForm, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Typed(text) => form.name = text,
            Msg::Income if form.category.is_none() => form.income = !branch!(cx, form.income),
            Msg::Choose(Choice::Merge) => {
                let others = self.categories.iter().filter(|other| other.income == form.income);
                let others = others.filter(|other| Some(other.id) != form.category);
                let options: Vec<_> = others.map(|other| (other.id, other.name.clone())).collect();
                if branch!(cx, options.is_empty()) {
                    return cx.toast("There is no other category");
                }
                let (choice, title) = (Choice::Merge, "Merge into");
                cx.open(Page::Choose(Chooser { choice, title, options, chosen: 0 }));
            }
            Msg::Choose(choice) => {
                cover!(cx);
                let (title, options, chosen) = ("Colour", numbered(&COLOURS), form.colour as u32);
                cx.open(Page::Choose(Chooser { choice, title, options, chosen }));
            }
            Msg::Chosen(Choice::Colour, at) => form.colour = at as usize,
            Msg::Chosen(Choice::Merge, into) => {
                cover!(cx);
                if let Some(id) = form.category {
                    self.replace_category(id, Some(into), cx);
                }
                cx.close();
            }
            Msg::Save => {
                let name = form.name.trim();
                let taken = self.categories.iter().any(|c| c.name == name && Some(c.id) != form.category);
                if branch!(cx, name.is_empty() || taken) {
                    return cx.toast("A category needs a name of its own");
                }
                match self.categories.iter_mut().find(|category| Some(category.id) == form.category) {
                    Some(category) => {
                        cover!(cx);
                        name.clone_into(&mut category.name);
                        category.colour = form.colour;
                    }
                    None => {
                        cover!(cx);
                        let (id, name) = (self.fresh_id(), name.to_owned());
                        let (colour, income) = (form.colour, form.income);
                        self.categories.push(Category { id, name, colour, income });
                    }
                }
                cx.close();
            }
            Msg::Delete => {
                let of_kind = self.categories.iter().filter(|other| other.income == form.income).count();
                if branch!(cx, of_kind == 1) {
                    return cx.toast("The last category stays");
                }
                cx.open(Page::DeleteCategory);
            }
            Msg::Deleted => {
                cover!(cx);
                if let Some(id) = form.category {
                    self.replace_category(id, None, cx);
                }
                cx.close();
            }
            _ => {}
        }
    }

    /// Takes a category away; its records go to another or to none.
    fn replace_category(&mut self, id: u32, into: Option<u32>, cx: &mut Cx<'_, Self>) {
        let key = self.limit_key(id, cx.bug("limit-by-position"));
        self.limits.retain(|(other, _)| *other != key);
        self.categories.retain(|category| category.id != id);
        for record in self.records.iter_mut().chain(&mut self.memory.undo) {
            if record.category == Some(id) {
                record.category = into;
            }
        }
        if branch!(cx, into.is_some() && cx.bug("template-of-merged")) {
            return;
        }
        for template in self.templates.iter_mut().filter(|template| template.category == Some(id)) {
            template.category = into;
        }
    }

    fn on_statistics(&mut self, page: &mut Statistics, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Before | Msg::After => {
                if branch!(cx, page.choosing && cx.bug("period-arrows-dead")) {
                    return;
                }
                if branch!(cx, matches!(msg, Msg::Before)) {
                    page.ago = (page.ago + 1).min(50);
                } else {
                    page.ago = page.ago.saturating_sub(1);
                }
                page.ready = false;
                cx.after(LOAD_MILLIS, Msg::Loaded);
            }
            Msg::Choose(choice) => {
                cover!(cx);
                page.choosing = true;
                let (title, options, chosen) = ("Period", numbered(&PERIODS), page.period as u32);
                cx.open(Page::Choose(Chooser { choice, title, options, chosen }));
            }
            Msg::Chosen(Choice::Period, period) => {
                let saturday = period == 0 && self.settings.first_day == SATURDAY;
                if branch!(cx, saturday && cx.bug("week-from-saturday")) {
                    return cx.hang(
                        Fault::new("", "Input dispatching timed out")
                            .at("java.util.GregorianCalendar.computeTime(GregorianCalendar.java:2789)")
                            .at("com.example.budget.util.Periods.weekStart(Periods.kt:31)")
                            .at(
                                "com.example.budget.ui.StatisticsActivity.onPeriod(StatisticsActivity.kt:88)",
                            ),
                    );
                }
                page.choosing = false;
                page.period = period as usize;
                page.ago = 0;
                page.ready = false;
                cx.after(LOAD_MILLIS, Msg::Loaded);
            }
            Msg::Loaded => {
                cover!(cx);
                page.rows = self.sums(page, cx.now() / DAY);
                page.ready = true;
            }
            _ => {}
        }
    }

    fn on_search(&mut self, search: &mut Search, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Typed(text) => {
                cover!(cx);
                search.query = text;
                self.fill_adapter(search);
            }
            Msg::Choose(choice) => {
                cover!(cx);
                let (title, options, chosen) = ("Show", numbered(&KINDS), search.kind);
                cx.open(Page::Choose(Chooser { choice, title, options, chosen }));
            }
            Msg::Chosen(Choice::Filter, kind) => {
                cover!(cx);
                search.kind = kind;
                self.fill_adapter(search);
            }
            Msg::OpenAt(place) => {
                if let Some(id) = self.found(search).get(place).map(|record| record.id) {
                    cover!(cx);
                    self.open_record(id, cx);
                }
            }
            _ => {}
        }
    }

    fn fill_adapter(&mut self, search: &Search) {
        self.memory.adapter = Some(self.found(search).iter().map(|record| record.id).collect());
    }

    fn use_template(&mut self, id: u32, today: u64) {
        let Some(at) = self.templates.iter().position(|template| template.id == id) else { return };
        self.templates[at].used += 1;
        let id = self.fresh_id();
        let Template { name, cents, income, category, account, .. } = &self.templates[at];
        self.records.push(Record {
            id,
            cents: *cents,
            income: *income,
            category: *category,
            account: *account,
            to: None,
            day: today,
            note: name.clone(),
            repeat: 0,
        });
        self.memory.adapter = None;
    }

    fn export_ended(&mut self, cx: &mut Cx<'_, Self>) {
        cover!(cx);
        self.memory.exporting = false;
        self.exports.push(Export { records: self.records.len(), at: cx.now() });
        cx.toast("Export complete");
    }

    fn choose_setting(&mut self, choice: Choice, cx: &mut Cx<'_, Self>) {
        let settings = &self.settings;
        let (title, options, chosen) = match choice {
            Choice::Currency => ("Currency", numbered(&CURRENCIES), settings.currency),
            Choice::FirstDay => ("First day of the week", numbered(&FIRST_DAYS), settings.first_day),
            Choice::StartPage => ("Start page", numbered(&STARTS), settings.start),
            _ => ("Theme", numbered(&THEMES), settings.theme),
        };
        cover!(cx);
        cx.open(Page::Choose(Chooser { choice, title, options, chosen: chosen as u32 }));
    }

    fn set(&mut self, choice: Choice, to: usize, cx: &mut Cx<'_, Self>) {
        match choice {
            Choice::Currency => {
                cover!(cx);
                self.settings.currency = to;
            }
            Choice::FirstDay => {
                cover!(cx);
                self.settings.first_day = to;
            }
            Choice::StartPage => {
                cover!(cx);
                self.settings.start = to;
            }
            _ => {
                cover!(cx);
                self.settings.theme = to;
            }
        }
    }
}

/// What pages look like.
impl Budget {
    fn title(&self, record: &Record) -> String {
        match record.to {
            Some(to) => format!("{} → {}", self.account_name(record.account), self.account_name(to)),
            None => self.category_name(record.category).to_owned(),
        }
    }

    fn view_month(&self, page: &Month, ui: &mut Ui<'_, Msg>) {
        let lines = self.lines(page.month);
        let today = ui.now() / DAY;
        ui.column("root", |ui| {
            if branch!(ui, page.selecting) {
                let count = page.selected.len();
                ui.row("action_mode_bar", |ui| {
                    ui.icon("action_mode_close", "Cancel selection").tap(Msg::CancelSelection);
                    ui.text("action_bar_title", format_args!("{count} selected")).fill();
                    ui.icon("action_delete", "Delete").tap(Msg::Delete);
                })
                .height(84);
            } else {
                let nav = if page.root { Nav::Drawer(Msg::OpenDrawer) } else { Nav::Up(Msg::Close) };
                ui.toolbar("Budget", nav, |ui| {
                    ui.icon("action_search", "Search").tap(Msg::Go(Target::Search));
                    ui.overflow(Msg::OpenMenu);
                });
            }
            ui.row("month_bar", |ui| {
                ui.icon("previous_month", "Previous month").tap(Msg::Before);
                ui.text("month_title", MonthName(page.month)).fill();
                ui.icon("next_month", "Next month").tap(Msg::After);
            })
            .height(72);
            self.view_totals(page.month, ui);
            ui.stack("", |ui| {
                if branch!(ui, lines.is_empty()) {
                    ui.text("empty", "No records in this month");
                } else {
                    ui.list("records", lines.len(), 84, |ui, at| match &lines[at] {
                        Line::Day(day, total) => {
                            ui.row("day_header", |ui| {
                                ui.text("day_name", DayName { day: *day, today }).fill();
                                ui.text("day_total", self.money(*total));
                            });
                        }
                        Line::Record(place, record) => {
                            let marked = page.selecting && page.selected.contains(&record.id);
                            self.view_record(*place, record, marked, true, ui);
                        }
                    });
                }
                if branch!(ui, !page.selecting) {
                    ui.fab("fab_add", "Add").tap(Msg::New);
                }
            })
            .fill();
            let gone = self.memory.undo.len();
            if branch!(ui, gone > 0) {
                ui.row("snackbar", |ui| {
                    ui.text("snackbar_text", format_args!("{gone} deleted")).fill();
                    ui.button("snackbar_action", "Undo").tap(Msg::Undo);
                })
                .height(84);
            }
        });
    }

    fn view_totals(&self, month: u64, ui: &mut Ui<'_, Msg>) {
        let shown = self.of_month(month);
        let effects = || shown.iter().map(|record| Self::effect(record));
        let income: i64 = effects().filter(|effect| *effect > 0).sum();
        let spent: i64 = effects().filter(|effect| *effect < 0).sum();
        ui.row("totals", |ui| {
            ui.text("total_income", self.money(income)).fill();
            ui.text("total_spent", self.money(spent)).fill();
            ui.text("total_balance", self.money(income + spent)).fill();
        })
        .height(48);
    }

    fn view_record(&self, place: usize, record: &Record, marked: bool, hold: bool, ui: &mut Ui<'_, Msg>) {
        let colour = record.category.and_then(|id| self.category(id)).map_or(5, |category| category.colour);
        let row = ui.row("record_row", |ui| {
            if branch!(ui, marked) {
                ui.image("record_check", "Selected");
            } else {
                ui.image("record_colour", COLOURS[colour]);
            }
            ui.column("", |ui| {
                ui.text("record_title", self.title(record));
                if branch!(ui, !record.note.is_empty()) {
                    ui.text("record_note", &record.note);
                }
            })
            .fill();
            if branch!(ui, record.repeat > 0) {
                ui.text("record_repeat", REPEATS[record.repeat]);
            }
            let shown = if record.to.is_some() { record.cents } else { Self::effect(record) };
            ui.text("record_amount", self.money(shown));
        });
        let row = row.tap(Msg::OpenAt(place)).selected(marked);
        if hold {
            row.long_tap(Msg::Hold(record.id));
        }
    }

    fn view_form(&self, form: &Form, ui: &mut Ui<'_, Msg>) {
        let fields = &form.fields;
        ui.column("root", |ui| {
            let title = if form.record.is_some() { "Edit record" } else { "New record" };
            ui.toolbar(title, Nav::Up(Msg::Close), |ui| {
                if branch!(ui, form.record.is_some()) {
                    ui.icon("action_delete", "Delete").tap(Msg::Delete);
                }
                ui.icon("action_save", "Save").tap(Msg::Save);
            });
            ui.scroll("form", |ui| {
                ui.switch("income", "Income", fields.income).tap(Msg::Income);
                ui.field("amount", &fields.amount, "Amount").typed(Msg::Amount).entered(Msg::Save);
                let category = self.category_name(fields.category);
                form_row("category_row", "Category", category, Msg::Choose(Choice::Category), ui);
                let account = self.account_name(fields.account);
                form_row("account_row", "Account", account, Msg::Choose(Choice::Account), ui);
                form_row("date_row", "Date", LongDate(fields.day), Msg::PickDate, ui);
                form_row("repeat_row", "Repeat", REPEATS[fields.repeat], Msg::Choose(Choice::Repeat), ui);
                ui.field("note", &fields.note, "Note").typed(Msg::Note);
                ui.button("save_template", "Save as template").tap(Msg::SaveTemplate);
            });
        });
    }

    fn view_transfer(&self, draft: &Move, ui: &mut Ui<'_, Msg>) {
        ui.column("root", |ui| {
            ui.toolbar("Transfer", Nav::Up(Msg::Close), |ui| {
                ui.icon("action_save", "Save").tap(Msg::Save);
            });
            ui.scroll("form", |ui| {
                let (from, to) = (self.account_name(draft.from), self.account_name(draft.to));
                form_row("from_row", "From", from, Msg::Choose(Choice::From), ui);
                form_row("to_row", "To", to, Msg::Choose(Choice::To), ui);
                ui.field("amount", &draft.amount, "Amount").typed(Msg::Amount).entered(Msg::Save);
                ui.field("note", &draft.note, "Note").typed(Msg::Note);
            });
        });
    }

    fn view_accounts(&self, root: bool, ui: &mut Ui<'_, Msg>) {
        let total: i64 = self.accounts.iter().map(|account| self.balance(account)).sum();
        ui.column("root", |ui| {
            let nav = if root { Nav::Drawer(Msg::OpenDrawer) } else { Nav::Up(Msg::Close) };
            ui.toolbar("Accounts", nav, |ui| {
                ui.icon("action_transfer", "Transfer").tap(Msg::Go(Target::Transfer));
            });
            ui.text("accounts_total", format_args!("In all {}", self.money(total))).height(60);
            ui.stack("", |ui| {
                ui.list("accounts", self.accounts.len(), 84, |ui, at| {
                    let account = &self.accounts[at];
                    ui.row("account_row", |ui| {
                        ui.text("account_name", &account.name).fill();
                        ui.text("account_balance", self.money(self.balance(account)));
                    })
                    .tap(Msg::Open(account.id));
                });
                ui.fab("fab_add", "Add account").tap(Msg::New);
            })
            .fill();
        });
    }

    fn view_categories(&self, ui: &mut Ui<'_, Msg>) {
        ui.column("root", |ui| {
            ui.toolbar("Categories", Nav::Up(Msg::Close), |_| {});
            ui.stack("", |ui| {
                ui.list("categories", self.categories.len(), 84, |ui, at| {
                    let category = &self.categories[at];
                    ui.row("category_row", |ui| {
                        ui.image("category_colour", COLOURS[category.colour]);
                        ui.text("category_name", &category.name).fill();
                        if branch!(ui, category.income) {
                            ui.text("category_kind", "Income");
                        }
                    })
                    .tap(Msg::Open(category.id));
                });
                ui.fab("fab_add", "Add category").tap(Msg::New);
            })
            .fill();
        });
    }

    fn view_budgets(&self, ui: &mut Ui<'_, Msg>) {
        let (shown, today) = (self.expense_categories(), ui.now() / DAY);
        ui.column("root", |ui| {
            ui.toolbar("Budgets", Nav::Up(Msg::Close), |_| {});
            ui.text("budget_month", MonthName(month_of(today))).height(60);
            ui.list("budgets", shown.len(), 96, |ui, at| {
                let category = shown[at];
                let limit = self.limit(category.id, ui.bug("limit-by-position"));
                let spent = self.spent_this_month(category.id, today);
                ui.row("budget_row", |ui| {
                    ui.column("", |ui| {
                        ui.text("budget_name", &category.name);
                        if let Some(limit) = limit {
                            cover!(ui);
                            let (spent, limit) = (self.money(spent), self.money(limit));
                            ui.text("budget_spent", format_args!("{spent} of {limit}"));
                        } else {
                            ui.text("budget_spent", "No limit");
                        }
                    })
                    .fill();
                    if let Some(limit) = limit {
                        let percent = spent * 100 / limit.max(1);
                        ui.image("budget_bar", format_args!("{}: {percent} %", category.name));
                        if branch!(ui, spent > limit) {
                            ui.text("budget_over", "Over");
                        }
                    }
                })
                .tap(Msg::Open(category.id));
            });
        });
    }

    fn view_statistics(&self, page: &Statistics, ui: &mut Ui<'_, Msg>) {
        let today = ui.now() / DAY;
        let (first, _) = self.span(page, today);
        let made = self.memory.formatter.filter(|_| ui.bug("old-currency-in-statistics"));
        let currency = made.unwrap_or(self.settings.currency);
        let money = |cents: i64| Money { cents, currency, hide: self.settings.hide };
        let title = match page.period {
            0 => format!("Week of {}", LongDate(first)),
            1 => MonthName(month_of(first)).to_string(),
            _ => (month_of(first) / 12).to_string(),
        };
        let total: i64 = page.rows.iter().map(|(_, sum)| sum).sum();
        ui.column("root", |ui| {
            ui.toolbar("Statistics", Nav::Up(Msg::Close), |_| {});
            ui.row("period_bar", |ui| {
                ui.icon("previous_period", "Previous").tap(Msg::Before);
                ui.text("period_title", title).fill().tap(Msg::Choose(Choice::Period));
                ui.icon("next_period", "Next").tap(Msg::After).enabled(page.ago > 0);
            })
            .height(72);
            if branch!(ui, !page.ready) {
                ui.busy();
            } else if branch!(ui, page.rows.is_empty()) {
                ui.text("no_data", "Nothing was spent in this time");
            } else {
                ui.text("stat_total", format_args!("Spent: {}", money(total))).height(60);
                ui.list("statistics", page.rows.len(), 72, |ui, at| {
                    let (name, sum) = &page.rows[at];
                    ui.row("stat_row", |ui| {
                        ui.text("stat_name", name).fill();
                        ui.text("stat_share", format_args!("{} %", sum * 100 / total.max(1)));
                        ui.text("stat_value", money(*sum));
                    });
                });
            }
        });
    }

    fn view_search(&self, search: &Search, ui: &mut Ui<'_, Msg>) {
        let found = self.found(search);
        ui.column("root", |ui| {
            ui.row("search_bar", |ui| {
                ui.icon("", "Collapse").tap(Msg::Close);
                ui.field("search_text", &search.query, "Search records").typed(Msg::Typed);
                ui.icon("action_filter", "Filter").tap(Msg::Choose(Choice::Filter));
            })
            .height(84);
            ui.text("search_kind", KINDS[search.kind as usize]);
            if branch!(ui, search.query.trim().is_empty()) {
                ui.text("search_hint", "Type what to look for");
            } else if branch!(ui, found.is_empty()) {
                ui.text("nothing_found", "Nothing found");
            } else {
                ui.list("found", found.len(), 84, |ui, at| {
                    self.view_record(at, found[at], false, false, ui);
                });
            }
        });
    }

    fn view_templates(&self, ui: &mut Ui<'_, Msg>) {
        ui.column("root", |ui| {
            ui.toolbar("Templates", Nav::Up(Msg::Close), |_| {});
            if branch!(ui, self.templates.is_empty()) {
                ui.text("empty", "Save a record as a template to see it here");
            }
            ui.list("templates", self.templates.len(), 96, |ui, at| {
                let template = &self.templates[at];
                ui.row("template_row", |ui| {
                    ui.column("", |ui| {
                        ui.text("template_name", &template.name);
                        ui.text("template_category", self.category_name(template.category));
                    })
                    .fill();
                    if branch!(ui, template.used > 0) {
                        ui.text("template_used", format_args!("{}×", template.used));
                    }
                    let cents = if template.income { template.cents } else { -template.cents };
                    ui.text("template_amount", self.money(cents));
                })
                .tap(Msg::Open(template.id))
                .long_tap(Msg::Hold(template.id));
            });
        });
    }

    fn view_exports(&self, ui: &mut Ui<'_, Msg>) {
        let now = ui.now();
        ui.column("root", |ui| {
            ui.toolbar("Export", Nav::Up(Msg::Close), |_| {});
            ui.text("export_about", "All records as a table, to the Documents folder");
            ui.button("export_start", "Export").tap(Msg::Start).enabled(!self.memory.exporting);
            if branch!(ui, self.memory.exporting) {
                ui.busy();
            }
            if let Some(last) = self.exports.last() {
                cover!(ui);
                let seconds = now.saturating_sub(last.at) / 1_000;
                ui.text("export_last", format_args!("Last export {seconds} s ago"));
                ui.text("export_count", format_args!("{} records", last.records));
            } else {
                ui.text("export_last", "Never exported");
            }
        });
    }

    fn view_settings(&self, ui: &mut Ui<'_, Msg>) {
        let settings = &self.settings;
        ui.column("root", |ui| {
            ui.toolbar("Settings", Nav::Up(Msg::Close), |_| {});
            ui.scroll("recycler_view", |ui| {
                for (title, value, choice) in [
                    ("Currency", CURRENCIES[settings.currency], Choice::Currency),
                    ("First day of the week", FIRST_DAYS[settings.first_day], Choice::FirstDay),
                    ("Start page", STARTS[settings.start], Choice::StartPage),
                    ("Theme", THEMES[settings.theme], Choice::Theme),
                ] {
                    ui.preference(title, value, None).tap(Msg::Choose(choice));
                }
                ui.preference("Hide amounts", "Where others can see them", Some(settings.hide))
                    .tap(Msg::Hide);
            });
        });
    }
}

fn numbered(names: &[&str]) -> Vec<(u32, String)> {
    names.iter().enumerate().map(|(at, name)| (at as u32, (*name).to_owned())).collect()
}

fn ok_cancel(yes: &str, ui: &mut Ui<'_, Msg>) {
    ui.cancel("Cancel", Msg::Close);
    ui.ok(yes, Msg::Save);
}

fn question(title: &str, text: &str, yes: &str, ui: &mut Ui<'_, Msg>) {
    ui.dialog(title, |ui| ui.message(text), |ui| ok_cancel(yes, ui));
}

fn form_row(id: &'static str, label: &str, value: impl fmt::Display, msg: Msg, ui: &mut Ui<'_, Msg>) {
    ui.row(id, |ui| {
        ui.text("row_label", label).width(180);
        ui.text("row_value", value).fill();
    })
    .tap(msg)
    .height(72);
}

fn view_drawer(records: bool, ui: &mut Ui<'_, Msg>) {
    ui.drawer("Budget", |ui| {
        let (first, second) = if records {
            (Msg::Close, Msg::Go(Target::Accounts))
        } else {
            (Msg::Go(Target::Records), Msg::Close)
        };
        ui.drawer_entry("Records", records).tap(first);
        ui.drawer_entry("Accounts", !records).tap(second);
        for (label, target) in [
            ("Budgets", Target::Budgets),
            ("Categories", Target::Categories),
            ("Statistics", Target::Statistics),
            ("Templates", Target::Templates),
            ("Export", Target::Exports),
            ("Settings", Target::Settings),
            ("About", Target::About),
        ] {
            ui.drawer_entry(label, false).tap(Msg::Go(target));
        }
    });
}

fn view_date(day: u64, ui: &mut Ui<'_, Msg>) {
    ui.dialog(
        "Date",
        |ui| {
            ui.row("", |ui| {
                ui.icon("previous_day", "Previous day").tap(Msg::Before);
                ui.text("picked_day", LongDate(day)).fill();
                ui.icon("next_day", "Next day").tap(Msg::After);
            })
            .height(72);
            ui.button("today", "Today").tap(Msg::Start);
        },
        |ui| ok_cancel("OK", ui),
    );
}

fn view_account(form: &AccountForm, ui: &mut Ui<'_, Msg>) {
    let title = if form.account.is_some() { "Edit account" } else { "New account" };
    ui.dialog(
        title,
        |ui| {
            ui.field("account_edit", &form.name, "Name").typed(Msg::Typed);
            ui.field("opening", &form.opening, "Opening balance").typed(Msg::Amount);
        },
        |ui| {
            if branch!(ui, form.account.is_some()) {
                ui.button("android:id/button3", "Delete").tap(Msg::Delete);
            }
            ok_cancel("OK", ui);
        },
    );
}

fn view_category(form: &CategoryForm, ui: &mut Ui<'_, Msg>) {
    let known = form.category.is_some();
    ui.column("root", |ui| {
        ui.toolbar(if known { "Edit category" } else { "New category" }, Nav::Up(Msg::Close), |ui| {
            if branch!(ui, known) {
                ui.icon("action_merge", "Merge").tap(Msg::Choose(Choice::Merge));
                ui.icon("action_delete", "Delete").tap(Msg::Delete);
            }
            ui.icon("action_save", "Save").tap(Msg::Save);
        });
        ui.field("category_edit", &form.name, "Name").typed(Msg::Typed).entered(Msg::Save);
        form_row("colour_row", "Colour", COLOURS[form.colour], Msg::Choose(Choice::Colour), ui);
        ui.switch("income", "Income", form.income).tap(Msg::Income).enabled(!known);
    });
}

fn view_chooser(chooser: &Chooser, ui: &mut Ui<'_, Msg>) {
    ui.dialog(
        chooser.title,
        |ui| {
            ui.scroll("choices", |ui| {
                for (id, label) in &chooser.options {
                    ui.radio("text1", label, *id == chooser.chosen).tap(Msg::Open(*id));
                }
            });
        },
        |ui| ui.cancel("Cancel", Msg::Close),
    );
}

fn view_about(tip: usize, ui: &mut Ui<'_, Msg>) {
    ui.column("root", |ui| {
        ui.toolbar("About", Nav::Up(Msg::Close), |_| {});
        ui.text("version", "Budget 2.3.1");
        ui.text("tip", TIPS[tip]);
        ui.button("next_tip", "Another tip").tap(Msg::NextTip);
    });
}
