//! Mileage: a fuel log with vehicles, a history, statistics, charts, service intervals, import and export.
//!
//! It retells Mileage, on which the SwiftHand paper (section 5.3, figure 8) met combinatorial state
//! explosion: four tabs, each with a state of its own that hardly ever matters to the others, so that a model
//! without parts has the product of them. The vehicle chosen on the first tab is what matters everywhere.

use crate::app::{App, Bug, BugKind, Manifest, Oracle, Recreate, Shows, Trap, TrapKind, Window};
use crate::cx::{Cx, Fault};
use crate::neighbours::Neighbour;
use crate::ui::{Nav, Ui};
use crate::{branch, cover};

/// Everything the app keeps.
#[derive(Clone)]
pub(crate) struct Mileage {
    vehicles: Vec<Vehicle>,
    /// In the order of the odometer.
    fills: Vec<Fill>,
    intervals: Vec<Interval>,
    /// The vehicle that is chosen at the start.
    default: Option<u32>,
    settings: Settings,
    exported: Option<u64>,
    next_id: u32,
    /// Who wants to know of new fill-ups besides the history: in memory only.
    observers: usize,
}

impl Default for Mileage {
    fn default() -> Self {
        let vehicle = |id, title: &str, make: &str, year: &str| Vehicle {
            id,
            title: title.to_owned(),
            make: make.to_owned(),
            year: year.to_owned(),
        };
        let fill = |(id, vehicle, odometer, volume, price, day): (u32, u32, u32, u32, u32, u64)| {
            Fill { id, vehicle, odometer, volume, price, day, ..Fill::default() }.costed()
        };
        let fills = [
            (12, 2, 8_000, 5_000, 140, 20_225),
            (13, 1, 20_800, 4_000, 150, 20_221),
            (14, 1, 21_200, 3_800, 155, 20_231),
            (15, 1, 21_500, 2_500, 160, 20_238),
        ];
        let oil = Interval {
            id: 20,
            vehicle: 1,
            title: "Oil change".to_owned(),
            every: 10_000,
            since: 12_000,
            active: true,
            announced: None,
        };
        Self {
            vehicles: vec![vehicle(1, "Golf", "Volkswagen", "2012"), vehicle(2, "Van", "Ford", "2019")],
            fills: fills.into_iter().map(fill).collect(),
            intervals: vec![oil],
            default: Some(1),
            settings: Settings::default(),
            exported: None,
            next_id: 100,
            observers: 0,
        }
    }
}

#[derive(Clone)]
struct Vehicle {
    id: u32,
    title: String,
    make: String,
    year: String,
}

/// A fill-up. Units are names only: numbers stay as they were entered.
#[derive(Clone, Default)]
struct Fill {
    id: u32,
    vehicle: u32,
    odometer: u32,
    /// In hundredths.
    volume: u32,
    /// Of one unit of volume, in hundredths.
    price: u32,
    /// What was paid, in hundredths: kept beside the price so that the history need not multiply.
    cost: u32,
    partial: bool,
    /// Days since 1970.
    day: u64,
    comment: String,
}

impl Fill {
    fn costed(mut self) -> Self {
        let cost = u64::from(self.volume) * u64::from(self.price) / 100;
        self.cost = u32::try_from(cost).unwrap_or(u32::MAX);
        self
    }
}

/// Service that is due after so much distance.
#[derive(Clone)]
struct Interval {
    id: u32,
    vehicle: u32,
    title: String,
    every: u32,
    since: u32,
    active: bool,
    /// The title under which the user was told that it is due.
    announced: Option<String>,
}

#[derive(Clone, Copy)]
struct Settings {
    distance: usize,
    volume: usize,
    currency: usize,
    notify: bool,
    comments: bool,
    animate: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { distance: 0, volume: 0, currency: 0, notify: true, comments: true, animate: false }
    }
}

impl Settings {
    fn flag(&mut self, switch: Switch) -> &mut bool {
        match switch {
            Switch::Notify => &mut self.notify,
            Switch::Comments => &mut self.comments,
            Switch::Animate => &mut self.animate,
        }
    }

    fn unit(&mut self, unit: Unit) -> &mut usize {
        match unit {
            Unit::Distance => &mut self.distance,
            Unit::Volume => &mut self.volume,
            Unit::Currency => &mut self.currency,
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Switch {
    Notify,
    Comments,
    Animate,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    Distance,
    Volume,
    Currency,
}

/// What is asked for on the first tab and when a fill-up is edited.
#[derive(Clone, Default)]
pub(crate) struct Form {
    vehicle: Option<u32>,
    odometer: String,
    volume: String,
    price: String,
    comment: String,
    partial: bool,
    /// Today, if none was chosen.
    day: Option<u64>,
}

/// What the statistics say of a vehicle.
#[derive(Clone, Copy, Default)]
struct Totals {
    fills: usize,
    distance: u32,
    volume: u32,
    cost: u32,
    /// Distance for one unit of volume, in hundredths.
    economy: u32,
}

/// The four tabs, each with what is its own.
#[derive(Clone, Default)]
pub(crate) struct Main {
    tab: usize,
    form: Form,
    /// What the vehicle button offers, loaded when the page is made.
    names: Vec<(u32, String)>,
    oldest_first: bool,
    totals_folded: bool,
    averages_folded: bool,
    totals: Option<Totals>,
}

const FILL_UP: usize = 0;
const HISTORY: usize = 1;
const STATISTICS: usize = 2;
const TABS: [&str; 4] = ["Fill-up", "History", "Statistics", "Vehicles"];

/// What is to be deleted once the user says so.
#[derive(Clone, Copy)]
pub(crate) enum Question {
    Fill(u32),
    Vehicle(u32),
    Interval(u32),
}

#[derive(Clone)]
pub(crate) struct VehicleForm {
    id: Option<u32>,
    title: String,
    make: String,
    year: String,
    default: bool,
}

#[derive(Clone)]
pub(crate) struct IntervalForm {
    id: Option<u32>,
    vehicle: u32,
    title: String,
    every: String,
    active: bool,
}

/// What runs behind the import and export page.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    Export,
    Import,
}

#[derive(Clone)]
pub(crate) enum Page {
    Main(Main),
    MainMenu { tab: usize, oldest_first: bool },
    VehicleChoice,
    DatePicker { day: u64 },
    FillMenu(u32),
    FillEdit { id: u32, form: Form },
    VehicleMenu(u32),
    VehicleEdit(VehicleForm),
    Charts(Option<u32>),
    Chart { vehicle: Option<u32>, kind: usize },
    Intervals(Option<u32>),
    IntervalEdit(IntervalForm),
    Transfer { format: usize, choosing: bool, work: Option<Work> },
    Settings,
    UnitChoice(Unit),
    Confirm(Question),
}

#[derive(Clone, Copy)]
pub(crate) enum Place {
    Settings,
    Transfer,
    Intervals,
}

#[derive(Clone)]
pub(crate) enum Msg {
    Close,
    Tab(usize),
    OpenMenu,
    Go(Place),
    Turn,
    Clear,
    ChooseVehicle,
    Vehicle(u32),
    Odometer(String),
    Volume(String),
    Price(String),
    Comment(String),
    Partial,
    PickDay,
    Earlier,
    Later,
    Day(u64),
    Save,
    OpenFill(u32),
    FillMenu(u32),
    Edit,
    Delete,
    FillSaved,
    FillGone,
    Fold(usize),
    Computed,
    OpenCharts,
    Chart(usize),
    Add,
    OpenVehicle(u32),
    VehicleMenu(u32),
    MakeDefault,
    VehicleSaved,
    VehicleAdded,
    VehicleGone(u32),
    Title(String),
    Make(String),
    Year(String),
    Default,
    OpenInterval(u32),
    DeleteInterval(u32),
    Every(String),
    Active,
    ServiceDone,
    Format(usize),
    Export,
    Import,
    File(Option<String>),
    Done(Work),
    Refresh,
    ChooseUnit(Unit),
    Unit(usize),
    Toggle(Switch),
    Confirmed,
}

const DAY: u64 = 86_400_000;
const MINUTE: u64 = 60_000;
const STATISTICS_MILLIS: u64 = 1_500;
const TRANSFER_MILLIS: u64 = 3_000;
const DISTANCES: [(&str, &str); 2] = [("Kilometres", "km"), ("Miles", "mi")];
const VOLUMES: [(&str, &str); 2] = [("Litres", "L"), ("Gallons", "gal")];
const CURRENCIES: [(&str, &str); 3] = [("Euro", "€"), ("Dollar", "$"), ("Pound", "£")];
const CHARTS: [&str; 4] = ["Fuel economy", "Fuel price", "Distance", "Cost"];
const FORMATS: [&str; 3] = ["CSV", "SQL", "SQLite"];
const SERVICE_DUE: &str = "Service due: ";

impl App for Mileage {
    type Page = Page;
    type Msg = Msg;

    const MANIFEST: Manifest = Manifest {
        name: "mileage",
        package: "com.example.mileage",
        title: "Mileage",
        about: "A fuel log whose tabs multiply states (SwiftHand, section 5.3 and figure 8)",
        bugs: &[
            Bug {
                id: "chart-of-one",
                title: "The economy chart of a vehicle with a single fill-up crashes",
                retells: "no report: the first point of the chart needs a fill-up before it",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap id=vehicle",
                    "tap text=\"Van\"",
                    "tap text=\"Statistics\"",
                    "tap id=charts",
                    "tap text=\"Fuel economy\"",
                ],
                shows: Shows::Crash("IndexOutOfBoundsException in ChartGenerator.accumulate"),
            },
            Bug {
                id: "chart-of-deleted",
                title: "A chart crashes after the chosen vehicle was deleted",
                retells: "no report: the choice of the first tab keeps a row that is gone",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap text=\"Vehicles\"",
                    "longtap text=\"Golf\"",
                    "tap text=\"Delete\"",
                    "tap id=button1",
                    "tap text=\"Statistics\"",
                    "tap id=charts",
                    "tap text=\"Fuel price\"",
                ],
                shows: Shows::Crash("CursorIndexOutOfBoundsException in ChartActivity.onCreate"),
            },
            Bug {
                id: "reminder-of-deleted",
                title: "Tapping the reminder of a service interval that was deleted crashes the app",
                retells: "no report: a reminder outlives what it is about",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "type id=odometer \"22100\"",
                    "type id=volume \"30\"",
                    "type id=price \"1.50\"",
                    "tap id=save",
                    "menu",
                    "tap text=\"Service intervals\"",
                    "longtap text=\"Oil change\"",
                    "tap id=button1",
                    "home",
                    "tap id=notification",
                ],
                shows: Shows::Crash("NullPointerException in ServiceReminder.open"),
            },
            Bug {
                id: "import-after-turn",
                title: "Importing crashes if the screen was turned in the file chooser",
                retells: "Mileage issue #1: import and export crash",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "menu",
                    "tap text=\"Import / Export\"",
                    "tap id=import_file",
                    "rotate",
                    "tap text=\"list.txt\"",
                ],
                shows: Shows::Crash("NullPointerException in ImportActivity.onActivityResult"),
            },
            Bug {
                id: "vehicle-choice-lost",
                title: "A look at another tab sets the vehicle back: the fill-up goes to the default one",
                retells: "Mileage issue #41",
                kind: BugKind::WrongBehaviour,
                seen_by: &[
                    Oracle::Independence { inserted: 2..4 },
                    Oracle::Property { functions: &["create", "read"] },
                ],
                trace: &[
                    "tap id=vehicle",
                    "tap text=\"Van\"",
                    "tap text=\"Vehicles\"",
                    "tap text=\"Fill-up\"",
                    "type id=odometer \"30000\"",
                    "type id=volume \"50\"",
                    "type id=price \"1.40\"",
                    "tap id=save",
                ],
                shows: Shows::Missing("text=\"Van: 2 fill-ups\""),
            },
            Bug {
                id: "charts-double",
                title: "After a look at the charts a new fill-up is in the history more than once",
                retells: "Mileage issue #25",
                kind: BugKind::InconsistentState,
                seen_by: &[
                    Oracle::Independence { inserted: 1..5 },
                    Oracle::Property { functions: &["create", "read"] },
                ],
                trace: &[
                    "tap text=\"History\"",
                    "tap text=\"Statistics\"",
                    "tap id=charts",
                    "back",
                    "tap text=\"History\"",
                    "tap text=\"Fill-up\"",
                    "type id=odometer \"21900\"",
                    "type id=volume \"30\"",
                    "type id=price \"1.50\"",
                    "tap id=save",
                ],
                shows: Shows::Present("text=\"Golf: 5 fill-ups\""),
            },
            Bug {
                id: "currency-resets-volume",
                title: "Choosing a currency sets the unit of volume back",
                retells: "no report: one preference is written with the defaults of its country",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Independence { inserted: 4..6 }],
                trace: &[
                    "menu",
                    "tap text=\"Settings\"",
                    "tap text=\"Volume\"",
                    "tap text=\"Gallons\"",
                    "tap text=\"Currency\"",
                    "tap text=\"Dollar\"",
                    "back",
                ],
                shows: Shows::Missing("text=\"Volume (gal)\""),
            },
            Bug {
                id: "edit-makes-default",
                title: "Saving a vehicle makes it the default one",
                retells: "no report: the form forgets that its box was not ticked",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Independence { inserted: 3..5 }],
                trace: &[
                    "tap text=\"Vehicles\"",
                    "longtap text=\"Van\"",
                    "tap text=\"Make default\"",
                    "tap text=\"Golf\"",
                    "tap id=save",
                    "tap id=fab",
                    "type id=title \"Bus\"",
                    "tap id=save",
                ],
                shows: Shows::Missing("text=\"Ford 2019, default\""),
            },
            Bug {
                id: "date-lost-on-turn",
                title: "Turning the screen sets the date of a fill-up back to today",
                retells: "no report: the date is no view that saves itself",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Neutral { inserted: 3..5 }],
                trace: &[
                    "tap id=date",
                    "tap id=earlier",
                    "tap id=button1",
                    "rotate",
                    "rotate",
                    "type id=odometer \"21900\"",
                ],
                shows: Shows::Missing("text=\"Yesterday\""),
            },
            Bug {
                id: "order-forgotten",
                title: "The history is sorted anew when the app comes back to the front",
                retells: "no report: the query is made again without its order",
                kind: BugKind::WronglyDisplayed,
                seen_by: &[Oracle::Neutral { inserted: 3..4 }],
                trace: &[
                    "tap text=\"History\"",
                    "menu",
                    "tap text=\"Oldest first\"",
                    "background",
                    "tap text=\"Statistics\"",
                    "tap text=\"History\"",
                ],
                shows: Shows::Missing("text=\"Oldest first\""),
            },
            Bug {
                id: "cost-not-updated",
                title: "The history shows the old cost of a fill-up whose price was edited",
                retells: "PBFDroid table 3, AnyMemo issue #524: a list not updated after editing",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["update", "read"] }],
                trace: &[
                    "tap text=\"History\"",
                    "tap text=\"21500 km\"",
                    "type id=price \"2.00\"",
                    "tap id=save",
                ],
                shows: Shows::Missing("text=\"€ 50.00\""),
            },
            Bug {
                id: "renamed-shown-old",
                title: "The vehicle button shows a renamed vehicle by its old name",
                retells: "PBFDroid table 3, Wikipedia T305555: the old name after renaming",
                kind: BugKind::WronglyDisplayed,
                seen_by: &[Oracle::Property { functions: &["update", "read"] }],
                trace: &[
                    "tap text=\"Vehicles\"",
                    "tap text=\"Golf\"",
                    "type id=title \"Polo\"",
                    "tap id=save",
                    "tap text=\"Fill-up\"",
                ],
                shows: Shows::Missing("text=\"Polo\""),
            },
            Bug {
                id: "deleted-still-counted",
                title: "The statistics still count a fill-up that was deleted",
                retells: "PBFDroid table 3, Omni Notes issue #886: deleted items still found",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["delete", "read"] }],
                trace: &[
                    "tap text=\"Statistics\"",
                    "wait 2000",
                    "tap text=\"History\"",
                    "longtap text=\"21500 km\"",
                    "tap text=\"Delete\"",
                    "tap id=button1",
                    "tap text=\"Statistics\"",
                    "wait 2000",
                ],
                shows: Shows::Missing("text=\"2 fill-ups\""),
            },
        ],
        traps: &[
            Trap {
                kind: TrapKind::LooksIndependent,
                place: "the vehicle chosen on the first tab decides what history, statistics and charts show",
            },
            Trap { kind: TrapKind::SameLayout, place: "the four tabs of one page; the four charts" },
            Trap {
                kind: TrapKind::FalseLoop,
                place: "the first tab looks as before once a fill-up is saved",
            },
            Trap { kind: TrapKind::ChangesByItself, place: "dates in days ago; the age of the last export" },
            Trap { kind: TrapKind::Reorders, place: "the history turned round" },
            Trap { kind: TrapKind::LoadsLate, place: "the statistics are computed for 1.5 seconds" },
            Trap { kind: TrapKind::Toast, place: "numbers that are refused; import and export" },
            Trap { kind: TrapKind::NeverRests, place: "charts, where the settings animate them" },
        ],
        source: include_str!("mileage.rs"),
    };

    fn start(&mut self, _cx: &mut Cx<'_, Self>) -> Page {
        let form = Form { vehicle: self.default, ..Form::default() };
        Page::Main(Main { form, names: self.names(), ..Main::default() })
    }

    fn window(page: &Page) -> Window {
        match page {
            Page::Main(_) => Window::Activity(".Mileage"),
            Page::FillEdit { .. } => Window::Activity(".FillupActivity"),
            Page::VehicleEdit(_) => Window::Activity(".VehicleActivity"),
            Page::Charts(_) => Window::Activity(".ChartListActivity"),
            Page::Chart { .. } => Window::Activity(".ChartActivity"),
            Page::Intervals(_) => Window::Activity(".ServiceIntervalsListActivity"),
            Page::IntervalEdit(_) => Window::Activity(".ServiceIntervalActivity"),
            Page::Transfer { .. } => Window::Activity(".ImportExportActivity"),
            Page::Settings => Window::Activity(".SettingsActivity"),
            Page::MainMenu { .. } => Window::Menu,
            Page::VehicleChoice
            | Page::DatePicker { .. }
            | Page::FillMenu(_)
            | Page::VehicleMenu(_)
            | Page::UnitChoice(_)
            | Page::Confirm(_) => Window::Dialog,
        }
    }

    fn view(&self, page: &Page, ui: &mut Ui<'_, Msg>) {
        match page {
            Page::Main(main) => self.view_main(main, ui),
            Page::MainMenu { tab, oldest_first } => view_menu(*tab, *oldest_first, ui),
            Page::VehicleChoice => self.view_vehicle_choice(ui),
            Page::DatePicker { day } => view_date_picker(*day, ui),
            Page::FillMenu(_) => view_item_menu("Fill-up", None, ui),
            Page::FillEdit { form, .. } => self.view_fill_edit(form, ui),
            Page::VehicleMenu(id) => view_item_menu(self.title(*id), Some(self.default == Some(*id)), ui),
            Page::VehicleEdit(form) => view_vehicle_edit(form, ui),
            Page::Charts(vehicle) => self.view_charts(*vehicle, ui),
            Page::Chart { vehicle, kind } => self.view_chart(*vehicle, *kind, ui),
            Page::Intervals(vehicle) => self.view_intervals(*vehicle, ui),
            Page::IntervalEdit(form) => self.view_interval_edit(form, ui),
            Page::Transfer { format, work, .. } => self.view_transfer(*format, *work, ui),
            Page::Settings => self.view_settings(ui),
            Page::UnitChoice(unit) => self.view_units(*unit, ui),
            Page::Confirm(question) => self.view_question(*question, ui),
        }
    }

    fn update(&mut self, page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        match page {
            _ if matches!(msg, Msg::Close) => self.back(page, cx),
            Page::Main(main) => self.on_main(main, msg, cx),
            Page::MainMenu { .. } | Page::VehicleChoice => cx.close_with(msg),
            Page::DatePicker { day } => on_date_picker(day, msg, cx),
            Page::FillMenu(id) => self.on_fill_menu(*id, &msg, cx),
            Page::FillEdit { id, form } => self.on_fill_edit(*id, form, msg, cx),
            Page::VehicleMenu(id) => self.on_vehicle_menu(*id, &msg, cx),
            Page::VehicleEdit(form) => self.on_vehicle_edit(form, msg, cx),
            Page::Charts(vehicle) => {
                if let Msg::Chart(kind) = msg {
                    cover!(cx);
                    if self.can_chart(*vehicle, kind, cx) {
                        cx.open(Page::Chart { vehicle: *vehicle, kind });
                    }
                }
            }
            Page::Chart { vehicle, kind } => {
                if let Msg::Chart(other) = msg {
                    cover!(cx);
                    if self.can_chart(*vehicle, other, cx) {
                        *kind = other;
                    }
                }
            }
            Page::Intervals(vehicle) => self.on_intervals(*vehicle, &msg, cx),
            Page::IntervalEdit(form) => self.on_interval_edit(form, msg, cx),
            Page::Transfer { format, choosing, work } => {
                self.on_transfer((format, choosing, work), msg, cx);
            }
            Page::Settings => self.on_settings(&msg, cx),
            Page::UnitChoice(unit) => {
                if let Msg::Unit(chosen) = msg {
                    self.set_unit(*unit, chosen, cx);
                    cx.close();
                }
            }
            Page::Confirm(question) => {
                if let Msg::Confirmed = msg {
                    self.confirmed(*question, cx);
                }
            }
        }
    }

    fn back(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        match page {
            // What was imported changes what the tabs show.
            Page::Transfer { .. } => {
                cover!(cx);
                cx.close_with(Msg::Refresh);
            }
            _ => cx.close(),
        }
    }

    fn recreate(&mut self, mut page: Page, why: Recreate, cx: &mut Cx<'_, Self>) -> Option<Page> {
        let turned = branch!(cx, why == Recreate::Rotation);
        match &mut page {
            Page::Main(main) if turned => {
                let keep = !cx.bug("date-lost-on-turn");
                main.form.day = main.form.day.filter(|_| keep);
            }
            // What ran in the background died with the process.
            Page::Main(main) => {
                if branch!(cx, main.tab == STATISTICS && main.totals.is_none()) {
                    main.totals = Some(self.totals(main.form.vehicle));
                }
            }
            Page::Transfer { choosing, work, .. } => {
                cover!(cx);
                *choosing &= !cx.bug("import-after-turn");
                *work = work.filter(|_| turned);
            }
            _ => {}
        }
        Some(page)
    }

    fn resumed(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        if let Page::Main(main) = page {
            main.oldest_first &= !cx.bug("order-forgotten");
        }
    }

    fn process_died(&mut self) {
        self.observers = 0;
    }

    fn notified(&mut self, _page: &mut Page, notification: &str, cx: &mut Cx<'_, Self>) {
        let title = notification.strip_prefix(SERVICE_DUE).unwrap_or(notification);
        let about =
            |interval: &&Interval| interval.announced.as_deref() == Some(title) || interval.title == title;
        if let Some(interval) = self.intervals.iter().find(about) {
            cover!(cx);
            cx.open(Page::IntervalEdit(edit_interval(interval)));
        } else if cx.bug("reminder-of-deleted") {
            cx.crash(
                Fault::new("java.lang.NullPointerException", "interval must not be null")
                    .at("com.example.mileage.ServiceReminder.open(ServiceReminder.java:58)")
                    .at("android.app.Activity.performCreate(Activity.java:7994)"),
            );
        } else {
            cover!(cx);
            cx.toast("No service is due any more");
        }
    }

    fn late(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Done(Work::Export) => {
                cover!(cx);
                self.work_done(Work::Export, cx);
            }
            Msg::Done(Work::Import) => {
                cover!(cx);
                cx.toast("Import cancelled");
            }
            _ => {}
        }
    }
}

/// The data.
impl Mileage {
    fn vehicle(&self, id: u32) -> Option<&Vehicle> {
        self.vehicles.iter().find(|vehicle| vehicle.id == id)
    }

    fn title(&self, id: u32) -> &str {
        self.vehicle(id).map_or("", |vehicle| &vehicle.title)
    }

    fn names(&self) -> Vec<(u32, String)> {
        self.vehicles.iter().map(|vehicle| (vehicle.id, vehicle.title.clone())).collect()
    }

    fn fills_of(&self, vehicle: Option<u32>) -> impl DoubleEndedIterator<Item = &Fill> {
        self.fills.iter().filter(move |fill| Some(fill.vehicle) == vehicle)
    }

    fn fresh_id(&mut self) -> u32 {
        self.next_id += 1;
        self.next_id
    }

    fn totals(&self, vehicle: Option<u32>) -> Totals {
        let mut totals = Totals::default();
        let (mut first, mut later_volume) = (None, 0);
        for fill in self.fills_of(vehicle) {
            totals.fills += 1;
            totals.volume = totals.volume.saturating_add(fill.volume);
            totals.cost = totals.cost.saturating_add(fill.cost);
            match first {
                None => first = Some(fill.odometer),
                // What the first fill-up put in was not yet driven.
                Some(first) => {
                    later_volume += u64::from(fill.volume);
                    totals.distance = fill.odometer.saturating_sub(first);
                }
            }
        }
        let economy = (u64::from(totals.distance) * 10_000).checked_div(later_volume);
        totals.economy = economy.and_then(|economy| u32::try_from(economy).ok()).unwrap_or(0);
        totals
    }

    /// The numbers of a form, or what is wrong with them.
    fn read(&self, form: &Form, known: Option<u32>, today: u64) -> Result<Fill, &'static str> {
        let vehicle = form.vehicle.ok_or("Add a vehicle first")?;
        let odometer = hundredths(&form.odometer).ok_or("The odometer needs a number")? / 100;
        let volume = hundredths(&form.volume).ok_or("The volume needs a number")?;
        let price = hundredths(&form.price).ok_or("The price needs a number")?;
        let day = form.day.unwrap_or(today);
        let last = self.fills_of(Some(vehicle)).next_back();
        if known.is_none() && last.is_some_and(|last| last.odometer >= odometer) {
            return Err("The odometer must have moved on");
        }
        let (partial, comment) = (form.partial, form.comment.clone());
        Ok(Fill { id: 0, vehicle, odometer, volume, price, cost: 0, partial, day, comment }.costed())
    }

    fn add_fill(&mut self, fill: &Fill, cx: &mut Cx<'_, Self>) {
        // Every list that was open registered for new fill-ups, and none ever left.
        let copies = if cx.bug("charts-double") { 1 + self.observers } else { 1 };
        for _ in 0..copies {
            let id = self.fresh_id();
            self.fills.push(Fill { id, ..fill.clone() });
        }
        self.fills.sort_by_key(|fill| fill.odometer);
        self.announce(fill.vehicle, fill.odometer, cx);
    }

    /// Tells the user of service that is due.
    fn announce(&mut self, vehicle: u32, odometer: u32, cx: &mut Cx<'_, Self>) {
        if !branch!(cx, self.settings.notify) {
            return;
        }
        let waiting = |interval: &&mut Interval| {
            let due = interval.since.saturating_add(interval.every) <= odometer;
            interval.vehicle == vehicle && interval.active && interval.announced.is_none() && due
        };
        for interval in self.intervals.iter_mut().filter(waiting) {
            cover!(cx);
            interval.announced = Some(interval.title.clone());
            cx.notify(format!("{SERVICE_DUE}{}", interval.title));
        }
    }

    fn delete_vehicle(&mut self, id: u32) {
        self.vehicles.retain(|vehicle| vehicle.id != id);
        self.fills.retain(|fill| fill.vehicle != id);
        self.intervals.retain(|interval| interval.vehicle != id);
        if self.default == Some(id) {
            self.default = self.vehicles.first().map(|vehicle| vehicle.id);
        }
    }

    fn set_unit(&mut self, unit: Unit, chosen: usize, cx: &mut Cx<'_, Self>) {
        *self.settings.unit(unit) = chosen;
        if branch!(cx, unit == Unit::Currency) && cx.bug("currency-resets-volume") {
            self.settings.volume = Settings::default().volume;
        }
    }

    /// Whether a chart can be drawn; says so if not.
    fn can_chart(&self, vehicle: Option<u32>, kind: usize, cx: &mut Cx<'_, Self>) -> bool {
        if vehicle.is_some_and(|id| self.vehicle(id).is_none()) {
            cx.crash(
                Fault::new("android.database.CursorIndexOutOfBoundsException", "Index 0 requested, size 0")
                    .at("android.database.AbstractCursor.checkPosition(AbstractCursor.java:515)")
                    .at("com.example.mileage.charts.ChartActivity.onCreate(ChartActivity.java:71)"),
            );
            return false;
        }
        let economy_of_one = kind == 0 && self.fills_of(vehicle).count() == 1;
        if branch!(cx, economy_of_one) && cx.bug("chart-of-one") {
            cx.crash(
                Fault::new("java.lang.IndexOutOfBoundsException", "Index: 1, Size: 1")
                    .at("java.util.ArrayList.get(ArrayList.java:437)")
                    .at("com.example.mileage.charts.ChartGenerator.accumulate(ChartGenerator.java:143)"),
            );
            return false;
        }
        true
    }

    fn work_done(&mut self, work: Work, cx: &mut Cx<'_, Self>) {
        match work {
            Work::Export => {
                cover!(cx);
                self.exported = Some(cx.now());
                cx.toast(format!("Exported {} fill-ups", self.fills.len()));
            }
            Work::Import => {
                cover!(cx);
                let Some(vehicle) = self.default else { return cx.toast("No vehicle to import into") };
                let last = self.fills_of(Some(vehicle)).next_back().map_or(0, |fill| fill.odometer);
                let (odometer, day) = (last.saturating_add(300), cx.now() / DAY);
                let id = self.fresh_id();
                let read = Fill { id, vehicle, odometer, volume: 2_000, price: 150, day, ..Fill::default() };
                self.fills.push(read.costed());
                self.fills.sort_by_key(|fill| fill.odometer);
                cx.toast("Imported 1 fill-up");
            }
        }
    }

    fn distance(&self) -> &'static str {
        DISTANCES[self.settings.distance].1
    }

    fn volume(&self) -> &'static str {
        VOLUMES[self.settings.volume].1
    }

    fn currency(&self) -> &'static str {
        CURRENCIES[self.settings.currency].1
    }
}

/// What messages do.
impl Mileage {
    fn on_main(&mut self, main: &mut Main, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Tab(tab) => self.choose_tab(main, tab, cx),
            Msg::OpenMenu => {
                cover!(cx);
                cx.open(Page::MainMenu { tab: main.tab, oldest_first: main.oldest_first });
            }
            Msg::Go(Place::Settings) => {
                cover!(cx);
                cx.open(Page::Settings);
            }
            Msg::Go(Place::Transfer) => {
                cover!(cx);
                cx.open(Page::Transfer { format: 0, choosing: false, work: None });
            }
            Msg::Go(Place::Intervals) => {
                cover!(cx);
                cx.open(Page::Intervals(main.form.vehicle));
            }
            Msg::Turn => {
                cover!(cx);
                main.oldest_first = !main.oldest_first;
            }
            Msg::Clear => {
                cover!(cx);
                main.form = Form { vehicle: main.form.vehicle, ..Form::default() };
            }
            Msg::ChooseVehicle => {
                cover!(cx);
                cx.open(Page::VehicleChoice);
            }
            Msg::Vehicle(id) => {
                cover!(cx);
                main.form.vehicle = Some(id);
                self.forget_totals(main, cx);
            }
            Msg::Save => self.save_new(main, cx),
            Msg::OpenFill(id) => {
                cover!(cx);
                self.edit_fill(id, cx);
            }
            Msg::FillMenu(id) => {
                cover!(cx);
                cx.open(Page::FillMenu(id));
            }
            Msg::FillSaved | Msg::Refresh => {
                cover!(cx);
                self.forget_totals(main, cx);
            }
            Msg::FillGone => {
                cover!(cx);
                if !cx.bug("deleted-still-counted") {
                    self.forget_totals(main, cx);
                }
            }
            Msg::Fold(0) => {
                cover!(cx);
                main.totals_folded = !main.totals_folded;
            }
            Msg::Fold(_) => {
                cover!(cx);
                main.averages_folded = !main.averages_folded;
            }
            Msg::Computed => {
                cover!(cx);
                main.totals = Some(self.totals(main.form.vehicle));
            }
            Msg::OpenCharts => {
                cover!(cx);
                self.observers = (self.observers + 1).min(3);
                cx.open(Page::Charts(main.form.vehicle));
            }
            Msg::Add => {
                cover!(cx);
                let form = VehicleForm {
                    id: None,
                    title: String::new(),
                    make: String::new(),
                    year: String::new(),
                    default: self.vehicles.is_empty(),
                };
                cx.open(Page::VehicleEdit(form));
            }
            Msg::OpenVehicle(id) => {
                cover!(cx);
                self.edit_vehicle(id, cx);
            }
            Msg::VehicleMenu(id) => {
                cover!(cx);
                cx.open(Page::VehicleMenu(id));
            }
            Msg::VehicleSaved => {
                cover!(cx);
                if !cx.bug("renamed-shown-old") {
                    main.names = self.names();
                }
            }
            Msg::VehicleAdded => {
                cover!(cx);
                main.names = self.names();
                main.form.vehicle = main.form.vehicle.or(self.default);
            }
            Msg::VehicleGone(id) => {
                main.names = self.names();
                if branch!(cx, main.form.vehicle == Some(id)) && !cx.bug("chart-of-deleted") {
                    main.form.vehicle = self.default;
                }
                self.forget_totals(main, cx);
            }
            msg => on_form(&mut main.form, msg, cx),
        }
    }

    fn choose_tab(&mut self, main: &mut Main, tab: usize, cx: &mut Cx<'_, Self>) {
        if branch!(cx, tab >= TABS.len() || tab == main.tab) {
            return;
        }
        main.tab = tab;
        match tab {
            FILL_UP => {
                cover!(cx);
                // The button is filled anew, and begins with the default vehicle.
                if cx.bug("vehicle-choice-lost") {
                    main.form.vehicle = self.default;
                    main.totals = None;
                }
            }
            STATISTICS if main.totals.is_none() => {
                cover!(cx);
                cx.after(STATISTICS_MILLIS, Msg::Computed);
            }
            _ => cover!(cx),
        }
    }

    fn forget_totals(&self, main: &mut Main, cx: &mut Cx<'_, Self>) {
        main.totals = None;
        if branch!(cx, main.tab == STATISTICS) {
            cx.after(STATISTICS_MILLIS, Msg::Computed);
        }
    }

    fn save_new(&mut self, main: &mut Main, cx: &mut Cx<'_, Self>) {
        match self.read(&main.form, None, cx.now() / DAY) {
            Ok(fill) => {
                cover!(cx);
                self.add_fill(&fill, cx);
                main.form = Form { vehicle: main.form.vehicle, ..Form::default() };
                main.totals = None;
                main.tab = HISTORY;
            }
            Err(problem) => {
                cover!(cx);
                cx.toast(problem);
            }
        }
    }

    fn edit_fill(&self, id: u32, cx: &mut Cx<'_, Self>) {
        let Some(fill) = self.fills.iter().find(|fill| fill.id == id) else { return };
        let form = Form {
            vehicle: Some(fill.vehicle),
            odometer: fill.odometer.to_string(),
            volume: decimal(fill.volume),
            price: decimal(fill.price),
            comment: fill.comment.clone(),
            partial: fill.partial,
            day: Some(fill.day),
        };
        cx.open(Page::FillEdit { id, form });
    }

    fn on_fill_menu(&mut self, id: u32, msg: &Msg, cx: &mut Cx<'_, Self>) {
        cx.close();
        match msg {
            Msg::Edit => {
                cover!(cx);
                self.edit_fill(id, cx);
            }
            Msg::Delete => {
                cover!(cx);
                cx.open(Page::Confirm(Question::Fill(id)));
            }
            _ => {}
        }
    }

    fn on_fill_edit(&mut self, id: u32, form: &mut Form, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Save => match self.read(form, Some(id), cx.now() / DAY) {
                Ok(read) => {
                    cover!(cx);
                    let stale = cx.bug("cost-not-updated");
                    if let Some(fill) = self.fills.iter_mut().find(|fill| fill.id == id) {
                        let cost = if stale { fill.cost } else { read.cost };
                        *fill = Fill { id, cost, ..read };
                    }
                    self.fills.sort_by_key(|fill| fill.odometer);
                    cx.close_with(Msg::FillSaved);
                }
                Err(problem) => {
                    cover!(cx);
                    cx.toast(problem);
                }
            },
            Msg::ChooseVehicle => {
                cover!(cx);
                cx.open(Page::VehicleChoice);
            }
            Msg::Vehicle(vehicle) => {
                cover!(cx);
                form.vehicle = Some(vehicle);
            }
            msg => on_form(form, msg, cx),
        }
    }

    fn edit_vehicle(&self, id: u32, cx: &mut Cx<'_, Self>) {
        let Some(vehicle) = self.vehicle(id).cloned() else { return };
        let Vehicle { title, make, year, .. } = vehicle;
        let default = self.default == Some(id);
        cx.open(Page::VehicleEdit(VehicleForm { id: Some(id), title, make, year, default }));
    }

    fn on_vehicle_menu(&mut self, id: u32, msg: &Msg, cx: &mut Cx<'_, Self>) {
        cx.close();
        match msg {
            Msg::Edit => {
                cover!(cx);
                self.edit_vehicle(id, cx);
            }
            Msg::MakeDefault => {
                cover!(cx);
                self.default = Some(id);
            }
            Msg::Delete => {
                cover!(cx);
                cx.open(Page::Confirm(Question::Vehicle(id)));
            }
            _ => {}
        }
    }

    fn on_vehicle_edit(&mut self, form: &mut VehicleForm, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Title(text) => form.title = text,
            Msg::Make(text) => form.make = text,
            Msg::Year(text) => form.year = text,
            Msg::Default => {
                cover!(cx);
                form.default = !form.default;
            }
            Msg::Save => {
                if branch!(cx, form.title.trim().is_empty()) {
                    cx.toast("A vehicle needs a title");
                } else {
                    self.save_vehicle(form, cx);
                }
            }
            _ => {}
        }
    }

    fn save_vehicle(&mut self, form: &VehicleForm, cx: &mut Cx<'_, Self>) {
        let id = form.id.unwrap_or_else(|| self.fresh_id());
        let title = form.title.trim().to_owned();
        let saved = Vehicle { id, title, make: form.make.clone(), year: form.year.clone() };
        let known = self.vehicles.iter_mut().find(|vehicle| vehicle.id == id);
        let edited = branch!(cx, known.is_some());
        match known {
            Some(vehicle) => *vehicle = saved,
            None => self.vehicles.push(saved),
        }
        if form.default || self.default.is_none() || edited && cx.bug("edit-makes-default") {
            self.default = Some(id);
        }
        cx.close_with(if edited { Msg::VehicleSaved } else { Msg::VehicleAdded });
    }

    fn on_intervals(&mut self, vehicle: Option<u32>, msg: &Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Add => {
                let Some(vehicle) = vehicle.filter(|id| self.vehicle(*id).is_some()) else {
                    cover!(cx);
                    return cx.toast("Add a vehicle first");
                };
                let (title, every) = (String::new(), "10000".to_owned());
                cx.open(Page::IntervalEdit(IntervalForm { id: None, vehicle, title, every, active: true }));
            }
            Msg::OpenInterval(id) => {
                if let Some(interval) = self.intervals.iter().find(|interval| interval.id == *id) {
                    cover!(cx);
                    cx.open(Page::IntervalEdit(edit_interval(interval)));
                }
            }
            Msg::DeleteInterval(id) => {
                cover!(cx);
                cx.open(Page::Confirm(Question::Interval(*id)));
            }
            _ => {}
        }
    }

    fn on_interval_edit(&mut self, form: &mut IntervalForm, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Title(text) => form.title = text,
            Msg::Every(text) => form.every = text,
            Msg::Active => {
                cover!(cx);
                form.active = !form.active;
            }
            Msg::ServiceDone => {
                cover!(cx);
                let driven = self.fills_of(Some(form.vehicle)).next_back().map_or(0, |fill| fill.odometer);
                let known = self.intervals.iter_mut().find(|interval| Some(interval.id) == form.id);
                if let Some(interval) = known {
                    (interval.since, interval.announced) = (driven, None);
                }
                cx.close();
            }
            Msg::Save => {
                let every = hundredths(&form.every).map(|every| every / 100).filter(|every| *every > 0);
                let Some(every) = every.filter(|_| !form.title.trim().is_empty()) else {
                    cover!(cx);
                    return cx.toast("A title and a distance are needed");
                };
                self.save_interval(form, every, cx);
                cx.close();
            }
            _ => {}
        }
    }

    fn save_interval(&mut self, form: &IntervalForm, every: u32, cx: &mut Cx<'_, Self>) {
        let (title, active) = (form.title.trim().to_owned(), form.active);
        let known = form.id.and_then(|id| self.intervals.iter_mut().find(|interval| interval.id == id));
        if let Some(known) = known {
            cover!(cx);
            (known.title, known.every, known.active) = (title, every, active);
            return;
        }
        cover!(cx);
        let id = self.fresh_id();
        let since = self.fills_of(Some(form.vehicle)).next_back().map_or(0, |fill| fill.odometer);
        let vehicle = form.vehicle;
        self.intervals.push(Interval { id, vehicle, title, every, since, active, announced: None });
    }

    fn on_transfer(
        &mut self,
        (format, choosing, work): (&mut usize, &mut bool, &mut Option<Work>),
        msg: Msg,
        cx: &mut Cx<'_, Self>,
    ) {
        match msg {
            Msg::Format(chosen) => {
                cover!(cx);
                *format = chosen;
            }
            Msg::Export => {
                cover!(cx);
                *work = Some(Work::Export);
                cx.after(TRANSFER_MILLIS, Msg::Done(Work::Export));
            }
            Msg::Import => {
                cover!(cx);
                *choosing = true;
                cx.visit(Neighbour::FileChooser, Msg::File);
            }
            Msg::File(Some(name)) => {
                // The dialog that asked for the file is a field of the page.
                if !std::mem::take(choosing) {
                    return cx.crash(
                        Fault::new("java.lang.NullPointerException", "dialog must not be null")
                            .at("com.example.mileage.ImportActivity.onActivityResult(SourceFile:96)")
                            .at("android.app.Activity.dispatchActivityResult(Activity.java:8310)"),
                    );
                }
                if branch!(cx, name.ends_with(".txt")) {
                    *work = Some(Work::Import);
                    cx.after(TRANSFER_MILLIS, Msg::Done(Work::Import));
                } else {
                    cx.toast(format!("Cannot read {name}"));
                }
            }
            Msg::File(None) => *choosing = false,
            Msg::Done(done) => {
                cover!(cx);
                *work = None;
                self.work_done(done, cx);
            }
            _ => {}
        }
    }

    fn on_settings(&mut self, msg: &Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::ChooseUnit(unit) => {
                cover!(cx);
                cx.open(Page::UnitChoice(*unit));
            }
            Msg::Toggle(switch) => {
                cover!(cx);
                let flag = self.settings.flag(*switch);
                *flag = !*flag;
            }
            _ => {}
        }
    }

    fn confirmed(&mut self, question: Question, cx: &mut Cx<'_, Self>) {
        match question {
            Question::Fill(id) => {
                cover!(cx);
                self.fills.retain(|fill| fill.id != id);
                cx.close_with(Msg::FillGone);
            }
            Question::Vehicle(id) => {
                cover!(cx);
                self.delete_vehicle(id);
                cx.close_with(Msg::VehicleGone(id));
            }
            Question::Interval(id) => {
                cover!(cx);
                self.intervals.retain(|interval| interval.id != id);
                cx.close();
            }
        }
    }
}

/// What the fields of a fill-up do, new or edited.
fn on_form(form: &mut Form, msg: Msg, cx: &mut Cx<'_, Mileage>) {
    match msg {
        Msg::Odometer(text) => form.odometer = text,
        Msg::Volume(text) => form.volume = text,
        Msg::Price(text) => form.price = text,
        Msg::Comment(text) => form.comment = text,
        Msg::Partial => {
            cover!(cx);
            form.partial = !form.partial;
        }
        Msg::PickDay => {
            cover!(cx);
            cx.open(Page::DatePicker { day: form.day.unwrap_or(cx.now() / DAY) });
        }
        Msg::Day(day) => {
            cover!(cx);
            form.day = Some(day);
        }
        _ => {}
    }
}

fn on_date_picker(day: &mut u64, msg: Msg, cx: &mut Cx<'_, Mileage>) {
    match msg {
        Msg::Earlier => {
            cover!(cx);
            *day = day.saturating_sub(1);
        }
        Msg::Later => {
            if branch!(cx, *day < cx.now() / DAY) {
                *day += 1;
            }
        }
        Msg::Confirmed => {
            cover!(cx);
            cx.close_with(Msg::Day(*day));
        }
        _ => {}
    }
}

fn edit_interval(interval: &Interval) -> IntervalForm {
    IntervalForm {
        id: Some(interval.id),
        vehicle: interval.vehicle,
        title: interval.title.clone(),
        every: interval.every.to_string(),
        active: interval.active,
    }
}

/// A number with at most two decimals, in hundredths; none below one hundredth or above a million.
fn hundredths(text: &str) -> Option<u32> {
    let number: f64 = text.trim().replace(',', ".").parse().ok()?;
    (0.01..=1e6).contains(&number).then(|| (number * 100.0).round() as u32)
}

fn decimal(hundredths: u32) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// How long ago a day was.
fn ago(day: u64, today: u64) -> String {
    match today.saturating_sub(day) {
        0 => "Today".to_owned(),
        1 => "Yesterday".to_owned(),
        days => format!("{days} days ago"),
    }
}

/// What pages look like.
impl Mileage {
    fn view_main(&self, main: &Main, ui: &mut Ui<'_, Msg>) {
        ui.column("root", |ui| {
            ui.toolbar("Mileage", Nav::None, |ui| {
                match main.tab {
                    FILL_UP => {
                        ui.icon("clear", "Clear").tap(Msg::Clear);
                        ui.icon("save", "Save").tap(Msg::Save);
                    }
                    STATISTICS => drop(ui.icon("charts", "Charts").tap(Msg::OpenCharts)),
                    _ => {}
                }
                ui.overflow(Msg::OpenMenu);
            });
            ui.tabs("tabs", &TABS, main.tab, Msg::Tab);
            let (before, after) = (main.tab.checked_sub(1).unwrap_or(TABS.len()), main.tab + 1);
            ui.pager("tabcontent", Msg::Tab(before), Msg::Tab(after), |ui| match main.tab {
                FILL_UP => {
                    let chosen = main.names.iter().find(|(id, _)| Some(*id) == main.form.vehicle);
                    self.view_form(&main.form, chosen.map_or("No vehicle", |(_, name)| name), ui);
                }
                HISTORY => self.view_history(main, ui),
                STATISTICS => self.view_statistics(main, ui),
                _ => self.view_vehicles(ui),
            });
        });
    }

    fn view_form(&self, form: &Form, vehicle: &str, ui: &mut Ui<'_, Msg>) {
        let today = ui.now() / DAY;
        ui.scroll("form", |ui| {
            ui.button("vehicle", vehicle).tap(Msg::ChooseVehicle);
            let row = |ui: &mut Ui<'_, Msg>, label: std::fmt::Arguments<'_>, id, value, typed| {
                ui.row("", |ui| {
                    ui.text("label", label).width(210);
                    ui.field(id, value, "0").typed(typed);
                })
                .height(72);
            };
            row(
                ui,
                format_args!("Odometer ({})", self.distance()),
                "odometer",
                &form.odometer,
                Msg::Odometer,
            );
            row(ui, format_args!("Volume ({})", self.volume()), "volume", &form.volume, Msg::Volume);
            row(ui, format_args!("Price ({})", self.currency()), "price", &form.price, Msg::Price);
            ui.button("date", ago(form.day.unwrap_or(today), today)).tap(Msg::PickDay);
            ui.checkbox("partial", "Tank was not filled", form.partial).tap(Msg::Partial);
            if branch!(ui, self.settings.comments) {
                ui.field("comment", &form.comment, "Comment").typed(Msg::Comment);
            }
        });
    }

    fn view_history(&self, main: &Main, ui: &mut Ui<'_, Msg>) {
        let vehicle = main.form.vehicle;
        let mut fills: Vec<&Fill> = self.fills_of(vehicle).collect();
        if !branch!(ui, main.oldest_first) {
            fills.reverse();
        }
        let name = vehicle.map_or("No vehicle", |id| self.title(id));
        ui.row("history_header", |ui| {
            ui.text("summary", format_args!("{name}: {} fill-ups", fills.len())).fill();
            ui.text("order", if main.oldest_first { "Oldest first" } else { "Newest first" });
        })
        .height(48);
        if branch!(ui, fills.is_empty()) {
            ui.text("empty", "No fill-ups yet");
            return;
        }
        let today = ui.now() / DAY;
        ui.list("list", fills.len(), 108, |ui, at| {
            let fill = fills[at];
            ui.row("fillup", |ui| {
                ui.column("", |ui| {
                    ui.text("odometer", format_args!("{} {}", fill.odometer, self.distance()));
                    ui.text("date", ago(fill.day, today));
                })
                .fill();
                ui.column("", |ui| {
                    ui.text("volume", format_args!("{} {}", decimal(fill.volume), self.volume()));
                    ui.text("cost", format_args!("{} {}", self.currency(), decimal(fill.cost)));
                })
                .width(200);
                if branch!(ui, fill.partial) {
                    ui.image("partial", "Partial");
                }
            })
            .tap(Msg::OpenFill(fill.id))
            .long_tap(Msg::FillMenu(fill.id));
        });
    }

    fn view_statistics(&self, main: &Main, ui: &mut Ui<'_, Msg>) {
        let Some(totals) = main.totals else {
            cover!(ui);
            return ui.busy();
        };
        let (distance, volume, currency) = (self.distance(), self.volume(), self.currency());
        ui.scroll("statistics", |ui| {
            ui.text("group", "Totals").tap(Msg::Fold(0)).height(72);
            if !branch!(ui, main.totals_folded) {
                ui.text("fillups", format_args!("{} fill-ups", totals.fills));
                ui.text("distance", format_args!("{} {distance}", totals.distance));
                ui.text("volume", format_args!("{} {volume}", decimal(totals.volume)));
                ui.text("cost", format_args!("{currency} {}", decimal(totals.cost)));
            }
            ui.text("group", "Averages").tap(Msg::Fold(1)).height(72);
            if !branch!(ui, main.averages_folded) {
                let economy = decimal(totals.economy);
                ui.text("economy", format_args!("{economy} {distance}/{volume}"));
                let fill = totals.cost.checked_div(totals.fills as u32).unwrap_or(0);
                ui.text("cost_each", format_args!("{currency} {} a fill-up", decimal(fill)));
            }
        });
    }

    fn view_vehicles(&self, ui: &mut Ui<'_, Msg>) {
        ui.stack("vehicles", |ui| {
            if branch!(ui, self.vehicles.is_empty()) {
                ui.text("empty", "No vehicles yet");
            } else {
                ui.list("list", self.vehicles.len(), 96, |ui, at| {
                    let Vehicle { id, title, make, year } = &self.vehicles[at];
                    let mark = if self.default == Some(*id) { ", default" } else { "" };
                    ui.column("vehicle_row", |ui| {
                        ui.text("android:id/text1", title);
                        ui.text("android:id/text2", format_args!("{make} {year}{mark}"));
                    })
                    .tap(Msg::OpenVehicle(*id))
                    .long_tap(Msg::VehicleMenu(*id));
                });
            }
            ui.fab("fab", "Add vehicle").tap(Msg::Add);
        })
        .fill();
    }

    fn view_vehicle_choice(&self, ui: &mut Ui<'_, Msg>) {
        ui.dialog(
            "Vehicle",
            |ui| {
                ui.scroll("select_dialog_listview", |ui| {
                    for vehicle in &self.vehicles {
                        ui.entry("text1", &vehicle.title).tap(Msg::Vehicle(vehicle.id));
                    }
                });
            },
            |ui| ui.cancel("Cancel", Msg::Close),
        );
    }

    fn view_fill_edit(&self, form: &Form, ui: &mut Ui<'_, Msg>) {
        ui.column("root", |ui| {
            ui.toolbar("Edit fill-up", Nav::Up(Msg::Close), |ui| {
                ui.icon("save", "Save").tap(Msg::Save);
            });
            self.view_form(form, form.vehicle.map_or("No vehicle", |id| self.title(id)), ui);
        });
    }

    fn view_charts(&self, vehicle: Option<u32>, ui: &mut Ui<'_, Msg>) {
        ui.column("root", |ui| {
            ui.toolbar("Charts", Nav::Up(Msg::Close), |_| {});
            ui.text("vehicle_name", vehicle.map_or("No vehicle", |id| self.title(id)));
            ui.list("list", CHARTS.len(), 84, |ui, at| {
                ui.row("chart_row", |ui| {
                    ui.image("icon", "");
                    ui.text("android:id/text1", CHARTS[at]).fill();
                })
                .tap(Msg::Chart(at));
            });
        });
    }

    fn view_chart(&self, vehicle: Option<u32>, kind: usize, ui: &mut Ui<'_, Msg>) {
        let fills = self.fills_of(vehicle).count();
        let totals = self.totals(vehicle);
        ui.column("root", |ui| {
            ui.toolbar(CHARTS[kind], Nav::Up(Msg::Close), |_| {});
            let (before, after) = ((kind + 3) % CHARTS.len(), (kind + 1) % CHARTS.len());
            ui.pager("chart_pager", Msg::Chart(before), Msg::Chart(after), |ui| {
                if !branch!(ui, fills >= 2) {
                    ui.text("empty", "Not enough fill-ups for a chart");
                    return;
                }
                let (distance, currency) = (self.distance(), self.currency());
                ui.image("chart", format_args!("Chart of {fills} fill-ups")).height(240);
                match kind {
                    0 => ui.text("average", format_args!("{} on average", decimal(totals.economy))),
                    2 => ui.text("average", format_args!("{} {distance} in all", totals.distance)),
                    _ => ui.text("average", format_args!("{currency} {} in all", decimal(totals.cost))),
                };
                if branch!(ui, self.settings.animate) {
                    ui.busy();
                }
            });
        });
    }

    fn view_intervals(&self, vehicle: Option<u32>, ui: &mut Ui<'_, Msg>) {
        let of_vehicle = self.intervals.iter().filter(|interval| Some(interval.vehicle) == vehicle);
        let intervals: Vec<&Interval> = of_vehicle.collect();
        ui.column("root", |ui| {
            ui.toolbar("Service intervals", Nav::Up(Msg::Close), |_| {});
            ui.stack("", |ui| {
                if branch!(ui, intervals.is_empty()) {
                    ui.text("empty", "No service intervals");
                } else {
                    ui.list("list", intervals.len(), 96, |ui, at| {
                        let interval = intervals[at];
                        let due = interval.since.saturating_add(interval.every);
                        let state = if interval.active { "due at" } else { "off, was due at" };
                        ui.column("interval_row", |ui| {
                            ui.text("android:id/text1", &interval.title);
                            ui.text("android:id/text2", format_args!("{state} {due} {}", self.distance()));
                        })
                        .tap(Msg::OpenInterval(interval.id))
                        .long_tap(Msg::DeleteInterval(interval.id));
                    });
                }
                ui.fab("fab", "Add interval").tap(Msg::Add);
            })
            .fill();
        });
    }

    fn view_interval_edit(&self, form: &IntervalForm, ui: &mut Ui<'_, Msg>) {
        let title = if form.id.is_some() { "Edit interval" } else { "New interval" };
        ui.column("root", |ui| {
            ui.toolbar(title, Nav::Up(Msg::Close), |ui| {
                ui.icon("save", "Save").tap(Msg::Save);
            });
            ui.scroll("form", |ui| {
                ui.text("vehicle_name", self.title(form.vehicle));
                ui.field("title", &form.title, "Title").typed(Msg::Title);
                ui.field("every", &form.every, "Distance").typed(Msg::Every);
                ui.switch("active", "Remind me", form.active).tap(Msg::Active);
                if branch!(ui, form.id.is_some()) {
                    ui.button("service_done", "Service done").tap(Msg::ServiceDone);
                }
            });
        });
    }

    fn view_transfer(&self, format: usize, work: Option<Work>, ui: &mut Ui<'_, Msg>) {
        ui.column("root", |ui| {
            ui.toolbar("Import / Export", Nav::Up(Msg::Close), |_| {});
            ui.scroll("transfer", |ui| {
                for (at, name) in FORMATS.iter().enumerate() {
                    ui.radio("format", name, at == format).tap(Msg::Format(at));
                }
                let idle = branch!(ui, work.is_none());
                ui.button("export_file", "Export").tap(Msg::Export).enabled(idle);
                ui.button("import_file", "Import").tap(Msg::Import).enabled(idle);
                match self.exported {
                    Some(at) => {
                        let minutes = ui.now().saturating_sub(at) / MINUTE;
                        ui.text("exported", format_args!("Exported {minutes} min ago"));
                    }
                    None => drop(ui.text("exported", "Never exported")),
                }
                if !idle {
                    ui.busy();
                }
            });
        });
    }

    fn view_settings(&self, ui: &mut Ui<'_, Msg>) {
        let Settings { distance, volume, currency, notify, comments, animate } = self.settings;
        ui.column("root", |ui| {
            ui.toolbar("Settings", Nav::Up(Msg::Close), |_| {});
            ui.scroll("list", |ui| {
                let distance = ui.preference("Distance", DISTANCES[distance].0, None);
                distance.tap(Msg::ChooseUnit(Unit::Distance));
                ui.preference("Volume", VOLUMES[volume].0, None).tap(Msg::ChooseUnit(Unit::Volume));
                let currency = ui.preference("Currency", CURRENCIES[currency].0, None);
                currency.tap(Msg::ChooseUnit(Unit::Currency));
                ui.preference("Notifications", "When service is due", Some(notify))
                    .tap(Msg::Toggle(Switch::Notify));
                ui.preference("Comments", "A field for each fill-up", Some(comments))
                    .tap(Msg::Toggle(Switch::Comments));
                ui.preference("Animate charts", "Lines that draw themselves", Some(animate))
                    .tap(Msg::Toggle(Switch::Animate));
            });
        });
    }

    fn view_units(&self, unit: Unit, ui: &mut Ui<'_, Msg>) {
        let Settings { distance, volume, currency, .. } = self.settings;
        let (title, names, chosen): (_, &[(&str, &str)], _) = match unit {
            Unit::Distance => ("Unit of distance", &DISTANCES, distance),
            Unit::Volume => ("Unit of volume", &VOLUMES, volume),
            Unit::Currency => ("Unit of money", &CURRENCIES, currency),
        };
        ui.dialog(
            title,
            |ui| {
                for (at, (name, _)) in names.iter().enumerate() {
                    ui.radio("text1", name, at == chosen).tap(Msg::Unit(at));
                }
            },
            |ui| ui.cancel("Cancel", Msg::Close),
        );
    }

    fn view_question(&self, question: Question, ui: &mut Ui<'_, Msg>) {
        ui.dialog(
            "Delete",
            |ui| match question {
                Question::Fill(_) => ui.message("Delete this fill-up?"),
                Question::Vehicle(id) => {
                    let fills = self.fills_of(Some(id)).count();
                    ui.message(format_args!("Delete {} and its {fills} fill-ups?", self.title(id)));
                }
                Question::Interval(_) => ui.message("Delete this service interval?"),
            },
            |ui| {
                ui.cancel("Cancel", Msg::Close);
                ui.ok("Delete", Msg::Confirmed);
            },
        );
    }
}

fn view_menu(tab: usize, oldest_first: bool, ui: &mut Ui<'_, Msg>) {
    ui.menu(|ui| {
        if branch!(ui, tab == HISTORY) {
            let order = if oldest_first { "Newest first" } else { "Oldest first" };
            ui.entry("title", order).tap(Msg::Turn);
        }
        ui.entry("title", "Service intervals").tap(Msg::Go(Place::Intervals));
        ui.entry("title", "Import / Export").tap(Msg::Go(Place::Transfer));
        ui.entry("title", "Settings").tap(Msg::Go(Place::Settings));
    });
}

/// What can be done with a fill-up, or with a vehicle, which may be the default one.
fn view_item_menu(title: &str, default: Option<bool>, ui: &mut Ui<'_, Msg>) {
    ui.column("parentPanel", |ui| {
        ui.text("alertTitle", title).height(60);
        ui.menu(|ui| {
            ui.entry("text1", "Edit").tap(Msg::Edit);
            if let Some(default) = default {
                ui.entry("text1", "Make default").tap(Msg::MakeDefault).enabled(!default);
            }
            ui.entry("text1", "Delete").tap(Msg::Delete);
        });
    });
}

fn view_date_picker(day: u64, ui: &mut Ui<'_, Msg>) {
    let today = ui.now() / DAY;
    ui.dialog(
        "Date",
        |ui| {
            ui.row("day_row", |ui| {
                ui.icon("earlier", "Day before").tap(Msg::Earlier);
                ui.text("day", ago(day, today)).fill();
                ui.icon("later", "Day after").tap(Msg::Later).enabled(day < today);
            })
            .height(72);
        },
        |ui| {
            ui.cancel("Cancel", Msg::Close);
            ui.ok("OK", Msg::Confirmed);
        },
    );
}

fn view_vehicle_edit(form: &VehicleForm, ui: &mut Ui<'_, Msg>) {
    let title = if form.id.is_some() { "Edit vehicle" } else { "New vehicle" };
    ui.column("root", |ui| {
        ui.toolbar(title, Nav::Up(Msg::Close), |ui| {
            ui.icon("save", "Save").tap(Msg::Save);
        });
        ui.scroll("form", |ui| {
            ui.field("title", &form.title, "Title").typed(Msg::Title);
            ui.field("make", &form.make, "Make").typed(Msg::Make);
            ui.field("year", &form.year, "Year").typed(Msg::Year);
            ui.checkbox("default", "Default vehicle", form.default).tap(Msg::Default);
        });
    });
}
