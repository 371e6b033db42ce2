//! Recipes: a cookbook with a meal plan, a shopping list and cooking timers.
//!
//! Written in the manner of the open-source cookbooks (nextcloud-cookbook, kitshn, Broccoli, grocy-android): one
//! activity with four tabs, a page for a recipe, an editor with rows that come and go, a cooking mode step by
//! step. Some bugs retell public issues of these apps and of others of the kind; the rest are common faults.

use std::cmp::Reverse;
use std::fmt;

use crate::app::{App, Bug, BugKind, Manifest, Oracle, Recreate, Shows, Trap, TrapKind, Window};
use crate::cx::{Cx, Fault};
use crate::neighbours::Neighbour;
use crate::ui::{Nav, Ui};
use crate::{branch, cover};

/// Everything the app keeps.
#[derive(Clone, Default)]
pub(crate) struct Recipes {
    recipes: Vec<Recipe>,
    meals: Vec<Meal>,
    items: Vec<Item>,
    timers: Vec<Timer>,
    /// At which step cooking a recipe was left.
    left_at: Vec<(u32, usize)>,
    settings: Settings,
    next_id: u32,
    filled: bool,
    /// The import under way: which recipe comes, and when.
    importing: Option<(usize, u64)>,
    memory: Memory,
}

/// What is gone with the process.
#[derive(Clone, Default)]
struct Memory {
    /// The recipe deleted last, with the meals it was planned for.
    deleted: Option<(Recipe, Vec<Meal>)>,
    /// The week that was leafed to last in the plan, counted from this one.
    browsed_week: i64,
    /// The theme was changed since the main page was in front.
    theme_changed: bool,
    /// The alarms of the running timers and the import are set.
    armed: bool,
}

#[derive(Clone)]
struct Recipe {
    id: u32,
    name: String,
    category: usize,
    servings: u32,
    ingredients: Vec<Ingredient>,
    steps: Vec<String>,
    notes: String,
    favourite: bool,
    /// 0 is none yet.
    rating: usize,
    opened: u64,
}

#[derive(Clone, PartialEq, Eq)]
struct Ingredient {
    /// In hundredths of the unit.
    amount: Option<u32>,
    unit: usize,
    name: String,
}

/// A recipe planned for a day.
#[derive(Clone)]
struct Meal {
    id: u32,
    recipe: u32,
    /// The recipe's name when it was planned.
    name: String,
    /// Days since 1970.
    day: u64,
}

/// A line of the shopping list.
#[derive(Clone)]
struct Item {
    id: u32,
    name: String,
    amount: Option<u32>,
    unit: usize,
    aisle: usize,
    checked: bool,
}

#[derive(Clone)]
struct Timer {
    id: u32,
    label: String,
    recipe: Option<u32>,
    state: Clockwork,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Clockwork {
    Running { end: u64 },
    Paused { left: u64 },
    Done,
}

#[derive(Clone)]
struct Settings {
    imperial: bool,
    /// Index into [`SERVINGS`].
    servings: usize,
    start_tab: usize,
    sort: usize,
    favourites_first: bool,
    keep_on: bool,
    dark: bool,
    hide_checked: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            imperial: false,
            servings: 0,
            start_tab: 0,
            sort: 0,
            favourites_first: true,
            keep_on: true,
            dark: false,
            hide_checked: false,
        }
    }
}

/// The activity with the four tabs.
#[derive(Clone)]
pub(crate) struct Main {
    tab: usize,
    category: usize,
    /// The category that the heading above the list names.
    heading: usize,
    /// Weeks from this one, as the heading of the plan says and as its days are filled.
    week: i64,
    filled_week: i64,
    new_item: String,
}

/// The page of a recipe.
#[derive(Clone)]
pub(crate) struct Viewed {
    recipe: u32,
    section: usize,
    servings: u32,
    /// Ingredients that are at hand.
    ticked: Vec<usize>,
    /// How often the ingredients are in the list.
    copies: usize,
    /// Another app is in front: buttons that are tapped twice must not open it twice.
    away: bool,
}

/// A recipe that is being written.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Draft {
    recipe: Option<u32>,
    name: String,
    category: usize,
    servings: String,
    rows: Vec<Row>,
    steps: String,
}

#[derive(Clone, PartialEq, Eq)]
struct Row {
    amount: String,
    unit: usize,
    name: String,
}

/// What a list of radio buttons is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Choice {
    Sort,
    Units,
    Servings,
    StartPage,
    /// The category of the recipe being written.
    Category(usize),
    /// The day of the week a recipe is planned for.
    Day,
    /// The day a meal is moved to.
    Move(u32),
    /// The aisle of an item.
    Aisle(u32),
}

#[derive(Clone)]
pub(crate) enum Page {
    Main(Main),
    MainMenu(usize),
    Search { query: String },
    Import { address: String },
    Recipe(Viewed),
    RecipeMenu,
    Delete(u32),
    Cook { recipe: u32, step: usize },
    Edit(Draft),
    Discard,
    Pick { day: u64 },
    Meal(u32),
    Item(u32),
    NewTimer { label: String, minutes: u64 },
    Settings,
    Choose(Choice),
    About { tip: usize },
}

#[derive(Clone)]
pub(crate) enum Msg {
    Close,
    Returned,
    OpenMenu,
    Go(Target),
    Tab(usize),
    Category(usize),
    OpenRecipe(u32),
    Star(u32),
    Undo,
    Typed(String),
    Import,
    Imported(usize),
    DataChanged,
    Section(usize),
    Servings(bool),
    Tick(usize),
    Favourite,
    Rate(usize),
    AddToList,
    PlanDay,
    Cook,
    Edit,
    Duplicate,
    Share,
    Shared(Option<String>),
    Delete,
    Confirmed,
    Step(bool),
    StartTimer,
    Name(String),
    Base(String),
    RowAmount(usize, String),
    RowName(usize, String),
    RowUnit(usize),
    RemoveRow(usize),
    AddRow,
    Discarded,
    Week(i64),
    AddMeal(u64),
    OpenMeal(u32),
    Plan { recipe: u32, day: u64 },
    MoveMeal(u32),
    AddWeek,
    AddItem,
    Check(u32),
    OpenItem(u32),
    Quantity(bool),
    ChooseAisle,
    RemoveItem,
    ClearChecked,
    UncheckAll,
    Minutes(bool),
    Pause(u32),
    RemoveTimer(u32),
    TimerRecipe(u32),
    TimerUp(u32),
    Toggle(usize),
    Choose(Choice),
    Chosen(usize),
    NextTip,
}

/// Where menus, buttons and the settings lead.
#[derive(Clone, Copy)]
pub(crate) enum Target {
    NewRecipe,
    Search,
    Import,
    NewTimer,
    Settings,
    About,
}

const TABS: [(&str, &str); 4] = [
    ("nav_recipes", "Recipes"),
    ("nav_plan", "Plan"),
    ("nav_shopping", "Shopping"),
    ("nav_timers", "Timers"),
];
const RECIPES: usize = 0;
const PLAN: usize = 1;
const SHOPPING: usize = 2;
const TIMERS: usize = 3;

const CATEGORIES: [&str; 5] = ["All", "Breakfast", "Soups", "Mains", "Desserts"];
const SECTIONS: [&str; 3] = ["Ingredients", "Steps", "Notes"];
const SORTS: [&str; 3] = ["Name", "Rating", "Last opened"];
const UNIT_SYSTEMS: [&str; 2] = ["Metric", "Imperial"];
const SERVINGS: [(&str, u32); 4] = [("As written", 0), ("1", 1), ("2", 2), ("6", 6)];
const UNITS: [&str; 5] = ["", "g", "ml", "tbsp", "tsp"];
const GRAMS: usize = 1;
const MILLILITRES: usize = 2;
const AISLES: [&str; 6] = ["No aisle", "Produce", "Dairy", "Baking", "Pantry", "Drinks"];
const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const TIPS: [&str; 4] = [
    "Tick what you have at home: it stays off the shopping list.",
    "A step that says how many minutes it takes offers a timer.",
    "Recipes of the web are imported in the background.",
    "Favourites stand first unless the settings say otherwise.",
];

/// Where things are in the shop.
const KNOWN: [(&str, usize); 14] = [
    ("apples", 1),
    ("bananas", 1),
    ("onions", 1),
    ("tomatoes", 1),
    ("basil", 1),
    ("butter", 2),
    ("eggs", 2),
    ("milk", 2),
    ("mascarpone", 2),
    ("flour", 3),
    ("sugar", 3),
    ("oats", 4),
    ("lasagne sheets", 4),
    ("coffee", 5),
];

type FirstRecipe =
    (&'static str, usize, u32, &'static [(u32, usize, &'static str)], &'static [&'static str], usize);

/// Name, category, servings, ingredients, steps and rating.
const FIRST: [FirstRecipe; 7] = [
    (
        "Apple crumble",
        4,
        6,
        &[(600, 0, "Apples"), (150, 1, "Butter"), (200, 1, "Flour"), (100, 1, "Sugar")],
        &["Slice the apples.", "Rub butter, flour and sugar to crumbs.", "Bake for 35 min."],
        4,
    ),
    (
        "Caesar salad",
        3,
        2,
        &[(1, 0, "Romaine lettuce"), (50, 1, "Parmesan"), (2, 3, "Olive oil")],
        &["Wash and tear the lettuce.", "Grate the cheese.", "Dress and serve."],
        0,
    ),
    (
        "Lasagne",
        3,
        4,
        &[(500, 1, "Minced meat"), (400, 1, "Tomatoes"), (12, 0, "Lasagne sheets"), (500, 2, "Milk")],
        &["Fry the meat.", "Simmer with the tomatoes for 30 min.", "Layer.", "Bake for 45 min.", "Rest."],
        5,
    ),
    (
        "Pancakes",
        1,
        4,
        &[(200, 1, "Flour"), (300, 2, "Milk"), (2, 0, "Eggs"), (50, 1, "Butter")],
        &["Whisk all to a batter and let it rest for 20 min.", "Heat the butter.", "Bake them one by one."],
        3,
    ),
    (
        "Porridge",
        1,
        1,
        &[(50, 1, "Oats"), (200, 2, "Milk"), (1, 4, "Honey")],
        &["Bring oats and milk to the boil.", "Stir for 5 min.", "Sweeten."],
        0,
    ),
    (
        "Tiramisu",
        4,
        8,
        &[(500, 1, "Mascarpone"), (4, 0, "Eggs"), (300, 2, "Coffee"), (100, 1, "Sugar")],
        &["Brew the coffee.", "Beat eggs, sugar and mascarpone.", "Layer.", "Chill for 240 min."],
        5,
    ),
    (
        "Tomato soup",
        2,
        4,
        &[(800, 1, "Tomatoes"), (2, 0, "Onions"), (500, 2, "Stock")],
        &["Chop the onions.", "Sweat them for 5 min.", "Add the rest, simmer for 15 min.", "Blend."],
        2,
    ),
];

/// What the web has.
const WEB: [FirstRecipe; 3] = [
    ("Focaccia", 3, 4, &[(500, 1, "Flour"), (6, 3, "Olive oil")], &["Knead.", "Bake for 25 min."], 0),
    ("Leek soup", 2, 4, &[(3, 0, "Leeks"), (800, 2, "Stock")], &["Slice.", "Simmer for 20 min."], 0),
    ("Rice pudding", 4, 2, &[(100, 1, "Rice"), (500, 2, "Milk")], &["Stir for 40 min.", "Serve."], 0),
];

const MINUTE: u64 = 60_000;
const DAY: u64 = 1_440 * MINUTE;
const IMPORT_MILLIS: u64 = 4_000;
const MOST_RECIPES: usize = 24;
const MOST_ITEMS: usize = 40;
const MOST_TIMERS: usize = 5;
const MOST_MEALS_A_DAY: usize = 3;
const MOST_SERVINGS: u32 = 24;
const MOST_ROWS: usize = 6;

/// What typing into the fields of a row does.
const AMOUNT_TYPED: [fn(String) -> Msg; MOST_ROWS] = [
    |text| Msg::RowAmount(0, text),
    |text| Msg::RowAmount(1, text),
    |text| Msg::RowAmount(2, text),
    |text| Msg::RowAmount(3, text),
    |text| Msg::RowAmount(4, text),
    |text| Msg::RowAmount(5, text),
];
const NAME_TYPED: [fn(String) -> Msg; MOST_ROWS] = [
    |text| Msg::RowName(0, text),
    |text| Msg::RowName(1, text),
    |text| Msg::RowName(2, text),
    |text| Msg::RowName(3, text),
    |text| Msg::RowName(4, text),
    |text| Msg::RowName(5, text),
];

/// The day's number of the Monday of a week, counted from the week of `now`.
fn monday(now: u64, week: i64) -> u64 {
    let today = now / DAY;
    let this = today - (today + 3) % 7;
    this.saturating_add_signed(week * 7)
}

/// Day of the month and month of a number of days since 1970 (Hinnant's `civil_from_days`).
fn date(days: u64) -> String {
    let day_of_era = (days + 719_468) % 146_097;
    let year = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    format!("{day} {}", MONTHS[(month as usize + 2) % 12])
}

/// Hundredths as people write them; as quarters where ounces are usual.
struct Amount {
    hundredths: u32,
    unit: usize,
    imperial: bool,
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.unit {
            GRAMS if self.imperial => " oz",
            MILLILITRES if self.imperial => " fl oz",
            0 => "",
            unit => {
                write!(f, "{} {}", Hundredths(self.hundredths), UNITS[unit])?;
                return Ok(());
            }
        };
        if unit.is_empty() {
            return write!(f, "{}", Hundredths(self.hundredths));
        }
        let per_ounce = if self.unit == GRAMS { 2_835 } else { 2_957 };
        let quarters = (u64::from(self.hundredths) * 4 + per_ounce / 2) / per_ounce;
        match (quarters / 4, quarters % 4) {
            (whole, 0) => write!(f, "{whole}{unit}"),
            (whole, 2) => write!(f, "{whole} 1/2{unit}"),
            (whole, rest) => write!(f, "{whole} {rest}/4{unit}"),
        }
    }
}

struct Hundredths(u32);

impl fmt::Display for Hundredths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 100, self.0 % 100) {
            (whole, 0) => write!(f, "{whole}"),
            (whole, rest) if rest % 10 == 0 => write!(f, "{whole}.{}", rest / 10),
            (whole, rest) => write!(f, "{whole}.{rest:02}"),
        }
    }
}

/// The amount a text says, in hundredths.
fn parse_amount(text: &str) -> Option<u32> {
    let text = text.trim().replace(',', ".");
    let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
    let digits = |part: &str| part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(rest) {
        return None;
    }
    let cents = format!("{rest:0<2}");
    Some(whole.parse::<u32>().ok()? * 100 + cents[..2].parse::<u32>().ok()?)
}

/// How many minutes a step says it takes.
fn minutes_of(step: &str) -> Option<u64> {
    let before = step.split(" min").next().filter(|before| before.len() < step.len())?;
    let number = before.rsplit(' ').next()?;
    number.parse().ok().filter(|minutes| (1..=600).contains(minutes))
}

fn aisle_of(name: &str) -> usize {
    let name = name.to_lowercase();
    KNOWN.iter().find(|(known, _)| *known == name).map_or(0, |(_, aisle)| *aisle)
}

/// What is left on a timer.
struct Left(u64);

impl fmt::Display for Left {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.div_ceil(1_000);
        write!(f, "{}:{:02}", seconds / 60, seconds % 60)
    }
}

impl App for Recipes {
    type Page = Page;
    type Msg = Msg;

    const MANIFEST: Manifest = Manifest {
        name: "recipes",
        package: "com.example.recipes",
        title: "Cookbook",
        about: "A cookbook with a meal plan, a shopping list and timers",
        bugs: &[
            Bug {
                id: "star-doubles-ingredients",
                title: "Marking a recipe as a favourite lists its ingredients once more",
                retells: "AndrewAndros/My-Food-Recipes-App pull request #2",
                kind: BugKind::WronglyDisplayed,
                seen_by: &[Oracle::Independence { inserted: 1..2 }],
                trace: &["tap text=\"Pancakes\"", "tap id=action_favourite", "tap id=servings_plus"],
                shows: Shows::Present("id=ingredient place=4"),
            },
            Bug {
                id: "import-resets-servings",
                title: "An import that ends sets back the servings chosen for the recipe being read",
                retells: "lneugebauer/nextcloud-cookbook issue #212",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Independence { inserted: 0..4 }],
                trace: &[
                    "menu",
                    "tap text=\"Import recipe\"",
                    "type id=import_address \"cook.example/focaccia\"",
                    "tap id=button1",
                    "tap text=\"Pancakes\"",
                    "tap id=servings_plus",
                    "wait 5000",
                ],
                shows: Shows::Missing("id=servings text=\"5 servings\""),
            },
            Bug {
                id: "checks-by-position",
                title: "A new item moves the ticks of the shopping list to other items, which are cleared",
                retells: "no report: checks restored by their places after a list was loaded again",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Independence { inserted: 2..4 }],
                trace: &[
                    "tap id=nav_shopping",
                    "tap text=\"Butter\"",
                    "type id=add_item \"Apples\"",
                    "tap id=add_button",
                    "menu",
                    "tap text=\"Clear checked\"",
                ],
                shows: Shows::Present("id=item_check text=\"Butter\""),
            },
            Bug {
                id: "plan-in-browsed-week",
                title: "A recipe is planned for the week that was looked at in the plan, not for this one",
                retells: "no report: one week in a shared view model (kin: TomBursch/kitchenowl issue #782)",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Independence { inserted: 0..3 }],
                trace: &[
                    "tap id=nav_plan",
                    "tap id=next_week",
                    "tap id=nav_recipes",
                    "tap text=\"Pancakes\"",
                    "tap id=plan_day",
                    "tap text=\"Wednesday\"",
                    "back",
                    "tap id=nav_plan",
                ],
                shows: Shows::Missing("id=meal_name text=\"Pancakes\""),
            },
            Bug {
                id: "cooking-step-of-another",
                title: "Cooking begins at the step at which another recipe was left",
                retells: "no report: a place that is remembered without what it is a place in",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Independence { inserted: 0..5 }],
                trace: &[
                    "tap text=\"Pancakes\"",
                    "tap id=cook",
                    "tap id=next_step",
                    "back",
                    "back",
                    "tap text=\"Tomato soup\"",
                    "tap id=cook",
                ],
                shows: Shows::Missing("id=step_title text=\"Step 1 of 4\""),
            },
            Bug {
                id: "heading-after-theme",
                title: "After a change of theme the list of a category stands below \"All recipes\"",
                retells: "Genie section 5.5, T5: RadioDroid's titles after an unrelated setting was changed",
                kind: BugKind::WronglyDisplayed,
                seen_by: &[Oracle::Independence { inserted: 1..5 }],
                trace: &[
                    "tap text=\"Desserts\"",
                    "menu",
                    "tap text=\"Settings\"",
                    "tap text=\"Dark theme\"",
                    "back",
                    "tap desc=\"Favourite Tiramisu\"",
                ],
                shows: Shows::Missing("id=list_title text=\"Desserts (2)\""),
            },
            Bug {
                id: "rows-alike-when-turned",
                title: "All ingredients become the last one when the screen is turned in the editor",
                retells: "no report: fields of one id restore the text of the last of them",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Neutral { inserted: 4..6 }],
                trace: &[
                    "tap text=\"Pancakes\"",
                    "menu",
                    "tap text=\"Edit\"",
                    "type id=edit_name \"Crepes\"",
                    "rotate",
                    "rotate",
                    "tap id=action_save",
                ],
                shows: Shows::Missing("id=ingredient text=\"200 g Flour\""),
            },
            Bug {
                id: "paused-timer-runs",
                title: "A paused timer runs again once another app was in front",
                retells: "rozPierog/Cofi issue #222",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Neutral { inserted: 4..5 }],
                trace: &[
                    "tap id=nav_timers",
                    "tap id=fab_timer",
                    "tap id=button1",
                    "tap id=timer_pause",
                    "background",
                    "tap id=nav_recipes",
                    "tap id=nav_timers",
                ],
                shows: Shows::Missing("id=timer_state text=\"Paused\""),
            },
            Bug {
                id: "week-after-kill",
                title: "After the system ended the app, next week's plan shows the meals of this week",
                retells: "no report: of two fields that belong together one is saved",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Neutral { inserted: 2..3 }],
                trace: &[
                    "tap id=nav_plan",
                    "tap id=next_week",
                    "kill",
                    "tap desc=\"Add a meal on Monday\"",
                    "tap text=\"Pancakes\"",
                ],
                shows: Shows::Present("id=meal_name text=\"Tomato soup\""),
            },
            Bug {
                id: "share-left-blocks",
                title: "After the share sheet was left, nothing can be added to the shopping list",
                retells: "Genie section 5.5, T2: SkyTube cannot play after another app was visited",
                kind: BugKind::CannotProceed,
                seen_by: &[Oracle::Independence { inserted: 1..4 }],
                trace: &["tap text=\"Pancakes\"", "menu", "tap text=\"Share\"", "back", "tap id=add_to_list"],
                shows: Shows::Missing("id=on_list text=\"4 of 4 on the shopping list\""),
            },
            Bug {
                id: "renamed-in-plan",
                title: "The meal plan keeps the old name of a recipe that was renamed",
                retells: "PBFDroid table 3, the kind of Wikipedia issue T305555",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["rename", "plan"] }],
                trace: &[
                    "tap text=\"Tomato soup\"",
                    "menu",
                    "tap text=\"Edit\"",
                    "type id=edit_name \"Gazpacho\"",
                    "tap id=action_save",
                    "back",
                    "tap id=nav_plan",
                ],
                shows: Shows::Missing("id=meal_name text=\"Gazpacho\""),
            },
            Bug {
                id: "list-ignores-servings",
                title: "The shopping list gets the amounts as written, whatever servings are chosen",
                retells: "patzly/grocy-android issue #784",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Property { functions: &["scale", "add to shopping list"] }],
                trace: &[
                    "tap text=\"Pancakes\"",
                    "tap id=servings_plus",
                    "tap id=add_to_list",
                    "back",
                    "tap id=nav_shopping",
                ],
                shows: Shows::Missing("id=item_quantity text=\"250 g\""),
            },
            Bug {
                id: "no-servings",
                title: "A recipe that was saved for 0 servings crashes when it is shown",
                retells: "no report: a division by what the user typed (kin: patzly/grocy-android issue #579)",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap text=\"Pancakes\"",
                    "menu",
                    "tap text=\"Edit\"",
                    "type id=edit_servings \"0\"",
                    "tap id=action_save",
                ],
                shows: Shows::Crash("ArithmeticException in RecipeFragment.scale"),
            },
            Bug {
                id: "timer-of-deleted",
                title: "Opening the recipe of a timer crashes when it was deleted meanwhile",
                retells: "no report: a reference to a row that is gone",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap text=\"Pancakes\"",
                    "tap id=cook",
                    "tap id=start_timer",
                    "back",
                    "menu",
                    "tap text=\"Delete\"",
                    "tap id=button1",
                    "tap id=nav_timers",
                    "tap id=timer_label",
                ],
                shows: Shows::Crash("NullPointerException in TimersFragment.onTimerClick"),
            },
            Bug {
                id: "fraction-of-nothing",
                title: "With imperial units, a recipe with an amount of 0 hangs",
                retells: "no report: a greatest common divisor by subtraction that never gets to an end",
                kind: BugKind::Hang,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "menu",
                    "tap text=\"Settings\"",
                    "tap text=\"Units\"",
                    "tap text=\"Imperial\"",
                    "back",
                    "tap text=\"Pancakes\"",
                    "menu",
                    "tap text=\"Edit\"",
                    "type id=row_amount \"0\"",
                    "tap id=action_save",
                ],
                shows: Shows::Hang,
            },
        ],
        traps: &[
            Trap { kind: TrapKind::ChangesByItself, place: "running timers count down; the plan has dates" },
            Trap { kind: TrapKind::Reorders, place: "a recipe that is made a favourite moves to the top" },
            Trap {
                kind: TrapKind::LooksIndependent,
                place: "an ingredient that is on the shopping list already adds to that item's amount",
            },
            Trap {
                kind: TrapKind::LooksIndependent,
                place: "an ingredient that is ticked is not put on the shopping list",
            },
            Trap {
                kind: TrapKind::SameLayout,
                place: "categories; weeks of the plan; a new recipe and a known one in the editor",
            },
            Trap {
                kind: TrapKind::FalseLoop,
                place: "Duplicate: the page of a recipe again, now of the copy",
            },
            Trap { kind: TrapKind::LoadsLate, place: "an imported recipe comes some seconds later" },
            Trap { kind: TrapKind::RandomTip, place: "a tip on the About page" },
            Trap { kind: TrapKind::Toast, place: "\"Added to the shopping list\" and others" },
        ],
        source: include_str!("recipes.rs"),
    };

    fn start(&mut self, cx: &mut Cx<'_, Self>) -> Page {
        if branch!(cx, !self.filled) {
            self.fill(cx.now());
        }
        self.arm(cx);
        Page::Main(Main {
            tab: self.settings.start_tab,
            category: 0,
            heading: 0,
            week: 0,
            filled_week: 0,
            new_item: String::new(),
        })
    }

    fn window(page: &Page) -> Window {
        match page {
            Page::Main(_) => Window::Activity(".MainActivity"),
            Page::Search { .. } => Window::Activity(".search.SearchActivity"),
            Page::Recipe(_) => Window::Activity(".recipe.RecipeActivity"),
            Page::Cook { .. } => Window::Activity(".recipe.CookActivity"),
            Page::Edit(_) => Window::Activity(".edit.EditActivity"),
            Page::Pick { .. } => Window::Activity(".plan.PickActivity"),
            Page::Settings => Window::Activity(".settings.SettingsActivity"),
            Page::About { .. } => Window::Activity(".settings.AboutActivity"),
            Page::MainMenu(_) | Page::RecipeMenu => Window::Menu,
            Page::Import { .. } | Page::Delete(_) | Page::Discard | Page::Meal(_) => Window::Dialog,
            Page::Item(_) | Page::NewTimer { .. } | Page::Choose(_) => Window::Dialog,
        }
    }

    fn view(&self, page: &Page, ui: &mut Ui<'_, Msg>) {
        match page {
            Page::Main(main) => self.view_main(main, ui),
            Page::MainMenu(tab) => view_main_menu(*tab, ui),
            Page::Search { query } => self.view_search(query, ui),
            Page::Import { address } => ui.dialog(
                "Import recipe",
                |ui| {
                    ui.field("import_address", address, "Address of the recipe")
                        .typed(Msg::Typed)
                        .entered(Msg::Import);
                },
                |ui| {
                    ui.cancel("Cancel", Msg::Close);
                    ui.ok("Import", Msg::Import);
                },
            ),
            Page::Recipe(viewed) => self.view_recipe(viewed, ui),
            Page::RecipeMenu => ui.menu(|ui| {
                ui.entry("title", "Edit").tap(Msg::Edit);
                ui.entry("title", "Duplicate").tap(Msg::Duplicate);
                ui.entry("title", "Share").tap(Msg::Share);
                ui.entry("title", "Delete").tap(Msg::Delete);
            }),
            Page::Delete(id) => {
                question(
                    "Delete recipe?",
                    format_args!("{} is also taken off the plan.", self.name(*id)),
                    ui,
                );
            }
            Page::Cook { recipe, step } => self.view_cook(*recipe, *step, ui),
            Page::Edit(draft) => view_edit(draft, ui),
            Page::Discard => question("Discard changes?", "What you wrote is not saved.", ui),
            Page::Pick { day } => self.view_pick(*day, ui),
            Page::Meal(id) => self.view_meal(*id, ui),
            Page::Item(id) => self.view_item(*id, ui),
            Page::NewTimer { label, minutes } => view_new_timer(label, *minutes, ui),
            Page::Settings => self.view_settings(ui),
            Page::Choose(choice) => self.view_choice(*choice, ui),
            Page::About { tip } => view_about(*tip, ui),
        }
    }

    fn update(&mut self, page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        match (page, msg) {
            (_, Msg::TimerUp(id)) => self.timer_up(id, cx),
            (_, Msg::Imported(at)) => self.imported(at, cx),
            (page, Msg::Close) => self.back(page, cx),
            (Page::MainMenu(_), Msg::Go(target)) => {
                cover!(cx);
                cx.close();
                go(target, cx);
            }
            (Page::MainMenu(_) | Page::RecipeMenu, msg) => cx.close_with(msg),
            (Page::Main(_) | Page::Settings, Msg::Go(target)) => go(target, cx),
            (Page::Main(_) | Page::Search { .. }, Msg::OpenRecipe(id)) => self.open_recipe(id, cx),
            (Page::Main(main), msg) => self.on_main(main, msg, cx),
            (Page::Search { query }, Msg::Typed(text)) => {
                cover!(cx);
                *query = text;
            }
            (Page::Import { address }, msg) => self.on_import(address, msg, cx),
            (Page::Recipe(viewed), msg) => self.on_recipe(viewed, msg, cx),
            (Page::Delete(_), Msg::Confirmed) => cx.close_with(Msg::Confirmed),
            (Page::Discard, Msg::Confirmed) => cx.close_with(Msg::Discarded),
            (Page::Cook { recipe, step }, msg) => self.on_cook(*recipe, step, msg, cx),
            (Page::Edit(draft), msg) => self.on_edit(draft, msg, cx),
            (Page::Pick { day }, Msg::OpenRecipe(recipe)) => {
                cover!(cx);
                cx.close_with(Msg::Plan { recipe, day: *day });
            }
            (Page::Meal(id), msg) => self.on_meal(*id, msg, cx),
            (Page::Item(id), msg) => self.on_item(*id, msg, cx),
            (Page::NewTimer { label, minutes }, msg) => self.on_new_timer(label, minutes, msg, cx),
            (Page::Settings, Msg::Choose(choice)) => cx.open(Page::Choose(choice)),
            (Page::Settings, Msg::Toggle(at)) => self.toggle(at, cx),
            (Page::Choose(choice), Msg::Chosen(at)) => self.choose(*choice, at, cx),
            (Page::About { tip }, Msg::NextTip) => {
                cover!(cx);
                *tip = cx.random(TIPS.len() as u64) as usize;
            }
            _ => {}
        }
    }

    fn back(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        match page {
            Page::Edit(draft) => {
                if branch!(cx, *draft != self.draft(draft.recipe)) {
                    cx.open(Page::Discard);
                } else {
                    cx.close();
                }
            }
            Page::Main(main) if branch!(cx, main.tab != RECIPES && self.settings.start_tab == RECIPES) => {
                main.tab = RECIPES;
            }
            Page::Settings => cx.close_with(Msg::Returned),
            _ => cx.close(),
        }
    }

    fn recreate(&mut self, page: Page, why: Recreate, cx: &mut Cx<'_, Self>) -> Option<Page> {
        match page {
            Page::Main(main) => {
                let lost = why == Recreate::ProcessDeath && cx.bug("week-after-kill");
                let filled_week = if branch!(cx, lost) { 0 } else { main.week };
                Some(Page::Main(Main { filled_week, ..main }))
            }
            Page::Recipe(viewed) => Some(Page::Recipe(Viewed { copies: 1, ..viewed })),
            Page::Edit(mut draft) => {
                if let Some(last) = draft.rows.last().cloned()
                    && branch!(cx, why == Recreate::Rotation && cx.bug("rows-alike-when-turned"))
                {
                    for row in &mut draft.rows {
                        row.amount.clone_from(&last.amount);
                        row.name.clone_from(&last.name);
                    }
                }
                Some(Page::Edit(draft))
            }
            Page::MainMenu(_) | Page::RecipeMenu => {
                cover!(cx);
                None
            }
            other => Some(other),
        }
    }

    fn resumed(&mut self, _page: &mut Page, cx: &mut Cx<'_, Self>) {
        self.arm(cx);
        if branch!(cx, cx.bug("paused-timer-runs")) {
            let paused = |timer: &&Timer| matches!(timer.state, Clockwork::Paused { .. });
            let ids: Vec<u32> = self.timers.iter().filter(paused).map(|timer| timer.id).collect();
            for id in ids {
                self.pause(id, cx);
            }
        }
    }

    fn process_died(&mut self) {
        self.memory = Memory::default();
    }

    fn notified(&mut self, page: &mut Page, _notification: &str, cx: &mut Cx<'_, Self>) {
        if let Page::Main(main) = page {
            cover!(cx);
            main.tab = TIMERS;
        }
    }

    fn late(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::TimerUp(id) => self.timer_up(id, cx),
            Msg::Imported(at) => self.imported(at, cx),
            _ => {}
        }
    }
}

fn go(target: Target, cx: &mut Cx<'_, Recipes>) {
    match target {
        Target::NewRecipe => cx.send(Msg::Edit),
        Target::Search => {
            cover!(cx);
            cx.open(Page::Search { query: String::new() });
        }
        Target::Import => {
            cover!(cx);
            cx.open(Page::Import { address: String::new() });
        }
        Target::NewTimer => {
            cover!(cx);
            cx.open(Page::NewTimer { label: String::new(), minutes: 10 });
        }
        Target::Settings => {
            cover!(cx);
            cx.open(Page::Settings);
        }
        Target::About => {
            cover!(cx);
            let tip = cx.random(TIPS.len() as u64) as usize;
            cx.open(Page::About { tip });
        }
    }
}

/// The data.
impl Recipes {
    fn fill(&mut self, now: u64) {
        self.filled = true;
        for first in &FIRST {
            self.add_first(first, first.0 == "Lasagne");
        }
        for (name, day) in [("Tomato soup", 1), ("Lasagne", 4)] {
            let recipe = self.recipes.iter().find(|recipe| recipe.name == name).map_or(0, |recipe| recipe.id);
            self.plan(recipe, monday(now, 0) + day);
        }
        for (name, amount, unit) in [("Bananas", Some(6), 0), ("Butter", None, 0), ("Coffee", None, 0)] {
            self.put_on_list(name, amount.map(|amount| amount * 100), unit);
        }
        self.put_on_list("Milk", Some(100_000), MILLILITRES);
    }

    fn fresh_id(&mut self) -> u32 {
        self.next_id += 1;
        self.next_id
    }

    fn add_first(&mut self, first: &FirstRecipe, favourite: bool) {
        let (name, category, servings, ingredients, steps, rating) = *first;
        let ingredient = |(amount, unit, name): &(u32, usize, &str)| Ingredient {
            amount: Some(amount * 100),
            unit: *unit,
            name: (*name).into(),
        };
        let id = self.fresh_id();
        self.recipes.push(Recipe {
            id,
            name: name.into(),
            category,
            servings,
            ingredients: ingredients.iter().map(ingredient).collect(),
            steps: steps.iter().map(|step| (*step).into()).collect(),
            notes: String::new(),
            favourite,
            rating,
            opened: 0,
        });
    }

    fn recipe(&self, id: u32) -> Option<&Recipe> {
        self.recipes.iter().find(|recipe| recipe.id == id)
    }

    fn recipe_mut(&mut self, id: u32) -> Option<&mut Recipe> {
        self.recipes.iter_mut().find(|recipe| recipe.id == id)
    }

    fn name(&self, id: u32) -> &str {
        self.recipe(id).map_or("", |recipe| &recipe.name)
    }

    /// The recipes of a category in the order of the settings.
    fn listed(&self, category: usize) -> Vec<&Recipe> {
        let fits = |recipe: &&Recipe| category == 0 || recipe.category == category;
        let mut listed: Vec<&Recipe> = self.recipes.iter().filter(fits).collect();
        listed.sort_by_cached_key(|recipe| recipe.name.to_lowercase());
        match self.settings.sort {
            1 => listed.sort_by_key(|recipe| Reverse(recipe.rating)),
            2 => listed.sort_by_key(|recipe| Reverse(recipe.opened)),
            _ => {}
        }
        if self.settings.favourites_first {
            listed.sort_by_key(|recipe| !recipe.favourite);
        }
        listed
    }

    /// The shopping list as it stands, aisle by aisle.
    fn shopping(&self) -> Vec<&Item> {
        let mut items: Vec<&Item> = self.items.iter().collect();
        items.sort_by_cached_key(|item| (item.aisle, item.name.to_lowercase(), item.id));
        items
    }

    fn item_mut(&mut self, id: u32) -> Option<&mut Item> {
        self.items.iter_mut().find(|item| item.id == id)
    }

    fn put_on_list(&mut self, name: &str, amount: Option<u32>, unit: usize) -> bool {
        let alike = |item: &&mut Item| {
            !item.checked && item.unit == unit && item.name.to_lowercase() == name.to_lowercase()
        };
        if let Some(item) = self.items.iter_mut().find(alike) {
            item.amount = match (item.amount, amount) {
                (Some(there), Some(more)) => Some((there + more).min(999_900)),
                (there, more) => there.or(more),
            };
            return true;
        }
        let room = self.items.len() < MOST_ITEMS;
        if room {
            let (id, aisle) = (self.fresh_id(), aisle_of(name));
            self.items.push(Item { id, name: name.into(), amount, unit, aisle, checked: false });
        }
        room
    }

    /// Puts a recipe's ingredients on the shopping list, but for those that are at hand.
    fn shop_for(&mut self, recipe: u32, servings: u32, at_hand: &[usize]) -> bool {
        let Some(recipe) = self.recipe(recipe).cloned() else { return false };
        let mut room = true;
        for (at, ingredient) in recipe.ingredients.iter().enumerate() {
            if !at_hand.contains(&at) {
                let amount = ingredient.amount.map(|amount| scaled(amount, servings, recipe.servings));
                room &= self.put_on_list(&ingredient.name, amount, ingredient.unit);
            }
        }
        room
    }

    fn plan(&mut self, recipe: u32, day: u64) -> bool {
        let room = self.meals.iter().filter(|meal| meal.day == day).count() < MOST_MEALS_A_DAY;
        if room {
            let (id, name) = (self.fresh_id(), self.name(recipe).to_owned());
            self.meals.push(Meal { id, recipe, name, day });
        }
        room
    }

    /// What the editor shows of a recipe at first.
    fn draft(&self, recipe: Option<u32>) -> Draft {
        let Some(known) = recipe.and_then(|id| self.recipe(id)) else {
            let row = Row { amount: String::new(), unit: 0, name: String::new() };
            let (servings, steps) = ("4".into(), String::new());
            return Draft { recipe, name: String::new(), category: 1, servings, rows: vec![row], steps };
        };
        let row = |ingredient: &Ingredient| Row {
            amount: ingredient.amount.map_or(String::new(), |amount| Hundredths(amount).to_string()),
            unit: ingredient.unit,
            name: ingredient.name.clone(),
        };
        Draft {
            recipe,
            name: known.name.clone(),
            category: known.category,
            servings: known.servings.to_string(),
            rows: known.ingredients.iter().map(row).collect(),
            steps: known.steps.join("\n"),
        }
    }

    fn first_servings(&self, recipe: &Recipe) -> u32 {
        match SERVINGS[self.settings.servings].1 {
            0 => recipe.servings.clamp(1, MOST_SERVINGS),
            chosen => chosen,
        }
    }

    /// Fills the page of a recipe; says whether that went well.
    fn bind(&self, recipe: u32, cx: &mut Cx<'_, Self>) -> bool {
        let Some(recipe) = self.recipe(recipe) else { return false };
        if branch!(cx, recipe.servings == 0 && cx.bug("no-servings")) {
            cx.crash(
                Fault::new("java.lang.ArithmeticException", "divide by zero")
                    .at("com.example.recipes.recipe.RecipeFragment.scale(RecipeFragment.kt:142)")
                    .at("com.example.recipes.recipe.RecipeFragment.bindIngredients(RecipeFragment.kt:97)"),
            );
            return false;
        }
        let ounces = |ingredient: &Ingredient| matches!(ingredient.unit, GRAMS | MILLILITRES);
        let nothing = recipe.ingredients.iter().any(|i| i.amount == Some(0) && ounces(i));
        if branch!(cx, self.settings.imperial && nothing && cx.bug("fraction-of-nothing")) {
            cx.hang(
                Fault::new("", "Waiting because no window has focus")
                    .at("com.example.recipes.units.Fraction.gcd(Fraction.kt:31)")
                    .at("com.example.recipes.recipe.RecipeFragment.bindIngredients(RecipeFragment.kt:101)"),
            );
            return false;
        }
        true
    }

    fn open_recipe(&mut self, id: u32, cx: &mut Cx<'_, Self>) {
        if !branch!(cx, self.bind(id, cx)) {
            return;
        }
        let now = cx.now();
        let Some(recipe) = self.recipe_mut(id) else { return };
        recipe.opened = now;
        let servings = self.recipe(id).map_or(1, |recipe| self.first_servings(recipe));
        let (section, ticked) = (0, Vec::new());
        cx.open(Page::Recipe(Viewed { recipe: id, section, servings, ticked, copies: 1, away: false }));
    }

    fn imported(&mut self, at: usize, cx: &mut Cx<'_, Self>) {
        cover!(cx);
        self.importing = None;
        self.add_first(&WEB[at], false);
        cx.toast(format!("{} was imported", WEB[at].0));
        cx.send(Msg::DataChanged);
    }

    /// Sets the alarms of the running timers, and lets an import go on, in a new process.
    fn arm(&mut self, cx: &mut Cx<'_, Self>) {
        if branch!(cx, self.memory.armed) {
            return;
        }
        self.memory.armed = true;
        if let Some((at, end)) = self.importing {
            cover!(cx);
            cx.after(end.saturating_sub(cx.now()), Msg::Imported(at));
        }
        for timer in &self.timers {
            if let Clockwork::Running { end } = timer.state {
                cx.after(end.saturating_sub(cx.now()), Msg::TimerUp(timer.id));
            }
        }
    }

    fn add_timer(&mut self, label: String, recipe: Option<u32>, minutes: u64, cx: &mut Cx<'_, Self>) {
        if branch!(cx, self.timers.len() >= MOST_TIMERS) {
            return cx.toast("Too many timers");
        }
        let (id, end) = (self.fresh_id(), cx.now() + minutes * MINUTE);
        self.timers.push(Timer { id, label, recipe, state: Clockwork::Running { end } });
        cx.after(minutes * MINUTE, Msg::TimerUp(id));
        cx.toast("Timer started");
    }

    /// Pauses a running timer, lets a paused one run.
    fn pause(&mut self, id: u32, cx: &mut Cx<'_, Self>) {
        let now = cx.now();
        let Some(timer) = self.timers.iter_mut().find(|timer| timer.id == id) else { return };
        match timer.state {
            Clockwork::Running { end } => {
                cover!(cx);
                timer.state = Clockwork::Paused { left: end.saturating_sub(now) };
            }
            Clockwork::Paused { left } => {
                cover!(cx);
                timer.state = Clockwork::Running { end: now + left };
                cx.after(left, Msg::TimerUp(id));
            }
            Clockwork::Done => {}
        }
    }

    fn timer_up(&mut self, id: u32, cx: &mut Cx<'_, Self>) {
        let now = cx.now();
        let up = |timer: &&mut Timer| {
            timer.id == id && matches!(timer.state, Clockwork::Running { end } if end <= now)
        };
        if let Some(timer) = self.timers.iter_mut().find(up) {
            cover!(cx);
            timer.state = Clockwork::Done;
            cx.notify(format!("{} is ready", timer.label));
        }
    }
}

/// An amount for other servings than it was written for.
fn scaled(amount: u32, servings: u32, written_for: u32) -> u32 {
    amount * servings / written_for.max(1)
}

/// What messages do.
impl Recipes {
    fn on_main(&mut self, main: &mut Main, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::OpenMenu => cx.open(Page::MainMenu(main.tab)),
            Msg::Tab(tab) => {
                cover!(cx);
                // Each tab is a fragment that is made anew; the list of recipes keeps its category.
                *main = Main { tab, week: 0, filled_week: 0, new_item: String::new(), ..main.clone() };
                self.memory.deleted = None;
            }
            Msg::Returned => {
                let recreated = std::mem::take(&mut self.memory.theme_changed);
                if branch!(cx, recreated && cx.bug("heading-after-theme")) {
                    main.heading = 0;
                }
            }
            Msg::Choose(choice) => cx.open(Page::Choose(choice)),
            Msg::Edit => {
                if branch!(cx, self.recipes.len() >= MOST_RECIPES) {
                    return cx.toast("The cookbook is full");
                }
                cx.open(Page::Edit(self.draft(None)));
            }
            Msg::Category(category) => {
                cover!(cx);
                main.category = category;
                main.heading = category;
            }
            Msg::Star(id) => {
                if let Some(recipe) = self.recipe_mut(id) {
                    recipe.favourite = !branch!(cx, recipe.favourite);
                }
            }
            Msg::Undo => {
                cover!(cx);
                if let Some((recipe, meals)) = self.memory.deleted.take() {
                    self.recipes.push(recipe);
                    self.meals.extend(meals);
                }
            }
            Msg::Week(_) | Msg::AddMeal(_) | Msg::OpenMeal(_) | Msg::Plan { .. } => {
                self.on_plan(main, &msg, cx);
            }
            Msg::MoveMeal(_) | Msg::AddWeek => self.on_plan(main, &msg, cx),
            Msg::Pause(_) | Msg::RemoveTimer(_) | Msg::TimerRecipe(_) => self.on_timers(&msg, cx),
            msg => self.on_shopping(main, msg, cx),
        }
    }

    fn on_plan(&mut self, main: &mut Main, msg: &Msg, cx: &mut Cx<'_, Self>) {
        match *msg {
            Msg::Week(step) => {
                cover!(cx);
                main.week = (main.week + step).clamp(-8, 8);
                main.filled_week = main.week;
                self.memory.browsed_week = main.week;
            }
            Msg::AddMeal(day) => {
                cover!(cx);
                cx.open(Page::Pick { day });
            }
            Msg::OpenMeal(id) => {
                cover!(cx);
                cx.open(Page::Meal(id));
            }
            Msg::MoveMeal(id) => cx.open(Page::Choose(Choice::Move(id))),
            Msg::Plan { recipe, day } => {
                let room = self.plan(recipe, day);
                if !branch!(cx, room) {
                    cx.toast("Nobody eats that much in a day");
                }
            }
            Msg::AddWeek => {
                let first = monday(cx.now(), main.filled_week);
                let of_week = |meal: &&Meal| (first..first + 7).contains(&meal.day);
                let planned: Vec<u32> = self.meals.iter().filter(of_week).map(|meal| meal.recipe).collect();
                if branch!(cx, planned.is_empty()) {
                    return cx.toast("Nothing is planned for this week");
                }
                for id in planned {
                    let servings = self.recipe(id).map_or(1, |recipe| self.first_servings(recipe));
                    self.shop_for(id, servings, &[]);
                }
                cx.toast("Added to the shopping list");
            }
            _ => {}
        }
    }

    fn on_shopping(&mut self, main: &mut Main, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Typed(text) => {
                cover!(cx);
                main.new_item = text;
            }
            Msg::AddItem => {
                let name = std::mem::take(&mut main.new_item);
                let name = name.trim();
                if branch!(cx, name.is_empty()) {
                    return cx.toast("What do you need?");
                }
                let places: Vec<bool> = self.shopping().iter().map(|item| item.checked).collect();
                if !branch!(cx, self.put_on_list(name, None, 0)) {
                    return cx.toast("The list is full");
                }
                if branch!(cx, cx.bug("checks-by-position")) {
                    let order: Vec<u32> = self.shopping().iter().map(|item| item.id).collect();
                    for (place, id) in order.into_iter().enumerate() {
                        if let Some(item) = self.item_mut(id) {
                            item.checked = places.get(place).copied().unwrap_or(false);
                        }
                    }
                }
            }
            Msg::Check(id) => {
                if let Some(item) = self.item_mut(id) {
                    item.checked = !branch!(cx, item.checked);
                }
            }
            Msg::OpenItem(id) => {
                cover!(cx);
                cx.open(Page::Item(id));
            }
            Msg::ClearChecked => {
                let before = self.items.len();
                self.items.retain(|item| !item.checked);
                if branch!(cx, self.items.len() == before) {
                    cx.toast("Nothing is checked");
                }
            }
            Msg::UncheckAll => {
                cover!(cx);
                self.items.iter_mut().for_each(|item| item.checked = false);
            }
            Msg::Share => {
                cover!(cx);
                cx.visit(Neighbour::Share, Msg::Shared);
            }
            _ => {}
        }
    }

    fn on_timers(&mut self, msg: &Msg, cx: &mut Cx<'_, Self>) {
        match *msg {
            Msg::Pause(id) => self.pause(id, cx),
            Msg::RemoveTimer(id) => {
                cover!(cx);
                self.timers.retain(|timer| timer.id != id);
            }
            Msg::TimerRecipe(id) => {
                if branch!(cx, self.recipe(id).is_some()) {
                    self.open_recipe(id, cx);
                } else if cx.bug("timer-of-deleted") {
                    cx.crash(
                        Fault::new(
                            "java.lang.NullPointerException",
                            "Attempt to invoke virtual method 'long \
                             com.example.recipes.data.Recipe.getId()' on a null object reference",
                        )
                        .at("com.example.recipes.timers.TimersFragment.onTimerClick(TimersFragment.kt:88)")
                        .at("android.view.View.performClick(View.java:7448)"),
                    );
                } else {
                    cx.toast("This recipe was deleted");
                }
            }
            _ => {}
        }
    }

    fn on_import(&mut self, address: &mut String, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Typed(text) => *address = text,
            Msg::Import => {
                if branch!(cx, !address.contains('.')) {
                    return cx.toast("This is no address");
                }
                if branch!(cx, self.importing.is_some() || self.recipes.len() >= MOST_RECIPES) {
                    return cx.toast("No more recipes can be imported now");
                }
                let at = address.len() % WEB.len();
                self.importing = Some((at, cx.now() + IMPORT_MILLIS));
                cx.after(IMPORT_MILLIS, Msg::Imported(at));
                cx.close();
            }
            _ => {}
        }
    }

    fn on_recipe(&mut self, viewed: &mut Viewed, msg: Msg, cx: &mut Cx<'_, Self>) {
        let id = viewed.recipe;
        match msg {
            Msg::OpenMenu => cx.open(Page::RecipeMenu),
            Msg::Section(section) => {
                cover!(cx);
                viewed.section = section;
            }
            Msg::Servings(more) => {
                let wanted = if branch!(cx, more) { viewed.servings + 1 } else { viewed.servings - 1 };
                viewed.servings = wanted.clamp(1, MOST_SERVINGS);
            }
            Msg::Tick(at) => {
                if branch!(cx, viewed.ticked.contains(&at)) {
                    viewed.ticked.retain(|ticked| *ticked != at);
                } else {
                    viewed.ticked.push(at);
                }
            }
            Msg::Favourite => {
                if let Some(recipe) = self.recipe_mut(id) {
                    recipe.favourite = !branch!(cx, recipe.favourite);
                }
                if cx.bug("star-doubles-ingredients") && viewed.copies < 4 {
                    viewed.copies += 1;
                }
            }
            Msg::Rate(stars) => {
                if let Some(recipe) = self.recipe_mut(id) {
                    // The same star again takes the rating back.
                    recipe.rating = if branch!(cx, recipe.rating == stars) { 0 } else { stars };
                }
            }
            Msg::Typed(text) => {
                if let Some(recipe) = self.recipe_mut(id) {
                    cover!(cx);
                    recipe.notes = text;
                }
            }
            Msg::AddToList | Msg::PlanDay | Msg::Chosen(_) => self.on_recipe_buttons(viewed, &msg, cx),
            Msg::Cook => {
                let left = |(recipe, _): &&(u32, usize)| *recipe == id || cx.bug("cooking-step-of-another");
                let step = self.left_at.iter().rev().find(left).map_or(0, |(_, step)| *step);
                let last = self.recipe(id).map_or(0, |recipe| recipe.steps.len().saturating_sub(1));
                cover!(cx);
                cx.open(Page::Cook { recipe: id, step: step.min(last) });
            }
            Msg::Edit => {
                cover!(cx);
                cx.open(Page::Edit(self.draft(Some(id))));
            }
            Msg::Duplicate => self.duplicate(viewed, cx),
            Msg::Share => {
                cover!(cx);
                viewed.away = true;
                cx.visit(Neighbour::Share, Msg::Shared);
            }
            Msg::Shared(target) => {
                if branch!(cx, target.is_some() || !cx.bug("share-left-blocks")) {
                    viewed.away = false;
                }
            }
            Msg::Delete => cx.open(Page::Delete(id)),
            Msg::Confirmed => {
                cover!(cx);
                self.delete(id);
                cx.close();
            }
            Msg::Returned => {
                cover!(cx);
                viewed.copies = 1;
                viewed.ticked.clear();
                self.bind(id, cx);
            }
            Msg::DataChanged => {
                if branch!(cx, cx.bug("import-resets-servings"))
                    && let Some(recipe) = self.recipe(id)
                {
                    viewed.servings = self.first_servings(recipe);
                }
            }
            _ => {}
        }
    }

    fn on_recipe_buttons(&mut self, viewed: &Viewed, msg: &Msg, cx: &mut Cx<'_, Self>) {
        if branch!(cx, viewed.away) {
            return;
        }
        let id = viewed.recipe;
        match *msg {
            Msg::AddToList => {
                let written = self.recipe(id).map_or(1, |recipe| recipe.servings);
                let servings = if cx.bug("list-ignores-servings") { written } else { viewed.servings };
                if branch!(cx, self.shop_for(id, servings, &viewed.ticked)) {
                    cx.toast("Added to the shopping list");
                } else {
                    cx.toast("The list is full");
                }
            }
            Msg::PlanDay => {
                cover!(cx);
                cx.open(Page::Choose(Choice::Day));
            }
            Msg::Chosen(day) => {
                let week = if cx.bug("plan-in-browsed-week") { self.memory.browsed_week } else { 0 };
                if branch!(cx, self.plan(id, monday(cx.now(), week) + day as u64)) {
                    cx.toast(format!("Planned for {}", DAYS[day]));
                } else {
                    cx.toast("Nobody eats that much in a day");
                }
            }
            _ => {}
        }
    }

    fn duplicate(&mut self, viewed: &mut Viewed, cx: &mut Cx<'_, Self>) {
        if branch!(cx, self.recipes.len() >= MOST_RECIPES) {
            return cx.toast("The cookbook is full");
        }
        let id = self.fresh_id();
        let Some(mut copy) = self.recipe(viewed.recipe).cloned() else { return };
        copy.id = id;
        copy.name.push_str(" (copy)");
        copy.favourite = false;
        self.recipes.push(copy);
        viewed.recipe = id;
        viewed.ticked.clear();
        viewed.copies = 1;
        cx.toast("This is the copy");
    }

    fn delete(&mut self, id: u32) {
        let Some(at) = self.recipes.iter().position(|recipe| recipe.id == id) else { return };
        let recipe = self.recipes.remove(at);
        let (gone, kept) = std::mem::take(&mut self.meals).into_iter().partition(|meal| meal.recipe == id);
        self.meals = kept;
        self.memory.deleted = Some((recipe, gone));
    }

    fn on_cook(&mut self, id: u32, step: &mut usize, msg: Msg, cx: &mut Cx<'_, Self>) {
        let Some(recipe) = self.recipe(id) else { return };
        match msg {
            Msg::Step(on) => {
                let last = recipe.steps.len().saturating_sub(1);
                *step = if branch!(cx, on) { (*step + 1).min(last) } else { step.saturating_sub(1) };
                self.left_at.retain(|(recipe, _)| *recipe != id);
                self.left_at.push((id, *step));
            }
            Msg::StartTimer => {
                let minutes = recipe.steps.get(*step).and_then(|text| minutes_of(text));
                if let Some(minutes) = minutes {
                    cover!(cx);
                    let label = format!("{}, step {}", recipe.name, *step + 1);
                    self.add_timer(label, Some(id), minutes, cx);
                }
            }
            Msg::Confirmed => {
                cover!(cx);
                self.left_at.retain(|(recipe, _)| *recipe != id);
                cx.close();
            }
            _ => {}
        }
    }

    fn on_edit(&mut self, draft: &mut Draft, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Name(text) => draft.name = text,
            Msg::Base(text) => draft.servings = text,
            Msg::Typed(text) => draft.steps = text,
            Msg::RowAmount(at, text) => {
                if let Some(row) = draft.rows.get_mut(at) {
                    cover!(cx);
                    row.amount = text;
                }
            }
            Msg::RowName(at, text) => {
                if let Some(row) = draft.rows.get_mut(at) {
                    cover!(cx);
                    row.name = text;
                }
            }
            Msg::RowUnit(at) => {
                if let Some(row) = draft.rows.get_mut(at) {
                    cover!(cx);
                    row.unit = (row.unit + 1) % UNITS.len();
                }
            }
            Msg::RemoveRow(at) => {
                if branch!(cx, at < draft.rows.len()) {
                    draft.rows.remove(at);
                }
            }
            Msg::AddRow => {
                if branch!(cx, draft.rows.len() < MOST_ROWS) {
                    draft.rows.push(Row { amount: String::new(), unit: 0, name: String::new() });
                }
            }
            Msg::Choose(choice) => cx.open(Page::Choose(choice)),
            Msg::Chosen(category) => {
                cover!(cx);
                draft.category = category + 1;
            }
            Msg::Confirmed => self.save(draft, cx),
            Msg::Discarded => cx.close(),
            _ => {}
        }
    }

    fn save(&mut self, draft: &Draft, cx: &mut Cx<'_, Self>) {
        let name = draft.name.trim();
        if branch!(cx, name.is_empty()) {
            return cx.toast("A recipe needs a name");
        }
        let least = if cx.bug("no-servings") { 0 } else { 1 };
        let servings = draft.servings.trim().parse().unwrap_or(4).clamp(least, MOST_SERVINGS);
        let ingredient = |row: &Row| Ingredient {
            amount: parse_amount(&row.amount),
            unit: row.unit,
            name: row.name.trim().to_owned(),
        };
        let named = |ingredient: &Ingredient| !ingredient.name.is_empty();
        let ingredients: Vec<Ingredient> = draft.rows.iter().map(ingredient).filter(named).collect();
        let lines = draft.steps.lines().map(|line| line.trim().to_owned());
        let steps: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
        match draft.recipe.and_then(|id| self.recipe_mut(id)) {
            Some(recipe) => {
                cover!(cx);
                name.clone_into(&mut recipe.name);
                recipe.category = draft.category;
                recipe.servings = servings;
                recipe.ingredients = ingredients;
                recipe.steps = steps;
            }
            None => {
                cover!(cx);
                let id = self.fresh_id();
                self.recipes.push(Recipe {
                    id,
                    name: name.to_owned(),
                    category: draft.category,
                    servings,
                    ingredients,
                    steps,
                    notes: String::new(),
                    favourite: false,
                    rating: 0,
                    opened: 0,
                });
            }
        }
        cx.close_with(Msg::Returned);
    }

    fn on_meal(&mut self, id: u32, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::OpenRecipe(recipe) => {
                cover!(cx);
                cx.close();
                self.open_recipe(recipe, cx);
            }
            Msg::MoveMeal(_) => cx.close_with(msg),
            Msg::Confirmed => {
                cover!(cx);
                self.meals.retain(|meal| meal.id != id);
                cx.close();
            }
            _ => {}
        }
    }

    fn on_item(&mut self, id: u32, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Quantity(more) => {
                if let Some(item) = self.item_mut(id) {
                    let step = if matches!(item.unit, GRAMS | MILLILITRES) { 5_000 } else { 100 };
                    let now = item.amount.unwrap_or(0);
                    let next = if branch!(cx, more) { now + step } else { now.saturating_sub(step) };
                    item.amount = Some(next.min(999_900)).filter(|next| *next > 0);
                }
            }
            Msg::ChooseAisle => {
                cover!(cx);
                cx.close();
                cx.open(Page::Choose(Choice::Aisle(id)));
            }
            Msg::RemoveItem => {
                cover!(cx);
                self.items.retain(|item| item.id != id);
                cx.close();
            }
            _ => {}
        }
    }

    fn on_new_timer(&mut self, label: &mut String, minutes: &mut u64, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Typed(text) => *label = text,
            Msg::Minutes(more) => {
                let next = if branch!(cx, more) { *minutes + 5 } else { minutes.saturating_sub(5) };
                *minutes = next.clamp(5, 180);
            }
            Msg::StartTimer => {
                let named = label.trim();
                let label = if branch!(cx, named.is_empty()) { "Timer" } else { named };
                self.add_timer(label.to_owned(), None, *minutes, cx);
                cx.close();
            }
            _ => {}
        }
    }

    fn toggle(&mut self, at: usize, cx: &mut Cx<'_, Self>) {
        let settings = &mut self.settings;
        let flag = match at {
            0 => &mut settings.favourites_first,
            1 => &mut settings.keep_on,
            2 => &mut settings.hide_checked,
            _ => {
                cover!(cx);
                self.memory.theme_changed = true;
                &mut settings.dark
            }
        };
        *flag = !branch!(cx, *flag);
    }

    fn choose(&mut self, choice: Choice, at: usize, cx: &mut Cx<'_, Self>) {
        match choice {
            Choice::Sort => {
                cover!(cx);
                self.settings.sort = at;
            }
            Choice::Units => {
                cover!(cx);
                self.settings.imperial = at == 1;
            }
            Choice::Servings => {
                cover!(cx);
                self.settings.servings = at;
            }
            Choice::StartPage => {
                cover!(cx);
                self.settings.start_tab = at;
            }
            Choice::Move(id) => {
                if let Some(meal) = self.meals.iter_mut().find(|meal| meal.id == id) {
                    cover!(cx);
                    meal.day = meal.day - (meal.day + 3) % 7 + at as u64;
                }
            }
            Choice::Aisle(id) => {
                if let Some(item) = self.item_mut(id) {
                    cover!(cx);
                    item.aisle = at;
                }
            }
            Choice::Category(_) | Choice::Day => return cx.close_with(Msg::Chosen(at)),
        }
        cx.close();
    }
}

/// What pages look like.
impl Recipes {
    fn view_main(&self, main: &Main, ui: &mut Ui<'_, Msg>) {
        ui.column("root", |ui| {
            let title = if main.tab == RECIPES { "Cookbook" } else { TABS[main.tab].1 };
            ui.toolbar(title, Nav::None, |ui| {
                if branch!(ui, main.tab == RECIPES) {
                    ui.icon("action_search", "Search").tap(Msg::Go(Target::Search));
                }
                ui.overflow(Msg::OpenMenu);
            });
            match main.tab {
                RECIPES => self.view_recipes(main, ui),
                PLAN => self.view_plan(main, ui),
                SHOPPING => self.view_shopping(main, ui),
                _ => self.view_timers(ui),
            }
            ui.row("bottom_navigation", |ui| {
                for (at, (id, label)) in TABS.iter().enumerate() {
                    ui.column(id, |ui| {
                        ui.text("nav_label", label);
                    })
                    .tap(Msg::Tab(at))
                    .selected(at == main.tab)
                    .fill();
                }
            })
            .height(84);
        });
    }

    fn view_recipes(&self, main: &Main, ui: &mut Ui<'_, Msg>) {
        let shown = self.listed(main.category);
        ui.tabs("categories", &CATEGORIES, main.category, Msg::Category);
        let heading = if main.heading == 0 { "All recipes" } else { CATEGORIES[main.heading] };
        ui.text("list_title", format_args!("{heading} ({})", shown.len()));
        if branch!(ui, self.importing.is_some()) {
            ui.row("import_bar", |ui| {
                ui.busy();
                ui.text("import_text", "Importing…");
            })
            .height(72);
        }
        ui.stack("", |ui| {
            if branch!(ui, shown.is_empty()) {
                ui.text("empty_text", "No recipes here yet");
            } else {
                self.view_recipe_rows(&shown, ui);
            }
            ui.fab("fab_add", "New recipe").tap(Msg::Go(Target::NewRecipe));
        })
        .fill();
        if let Some((recipe, _)) = &self.memory.deleted {
            cover!(ui);
            ui.row("snackbar", |ui| {
                ui.text("snackbar_text", format_args!("{} deleted", recipe.name)).fill();
                ui.button("snackbar_action", "Undo").tap(Msg::Undo);
            })
            .height(84);
        }
    }

    fn view_recipe_rows(&self, shown: &[&Recipe], ui: &mut Ui<'_, Msg>) {
        ui.list("recipe_list", shown.len(), 90, |ui, at| {
            let recipe = shown[at];
            ui.row("recipe_row", |ui| {
                let does = if recipe.favourite { "Unfavourite" } else { "Favourite" };
                ui.icon("recipe_star", format_args!("{does} {}", recipe.name)).tap(Msg::Star(recipe.id));
                ui.column("", |ui| {
                    ui.text("recipe_name", &recipe.name);
                    let category = CATEGORIES[recipe.category];
                    if branch!(ui, recipe.rating > 0) {
                        ui.text("recipe_info", format_args!("{category}, {} of 5", recipe.rating));
                    } else {
                        ui.text("recipe_info", format_args!("{category}, not rated"));
                    }
                })
                .fill();
            })
            .tap(Msg::OpenRecipe(recipe.id));
        });
    }

    fn view_plan(&self, main: &Main, ui: &mut Ui<'_, Msg>) {
        let first = monday(ui.now(), main.filled_week);
        ui.row("week_bar", |ui| {
            ui.icon("previous_week", "Previous week").tap(Msg::Week(-1)).enabled(main.week > -8);
            match main.week {
                0 => drop(ui.text("week_title", "This week").fill()),
                1 => drop(ui.text("week_title", "Next week").fill()),
                week => {
                    cover!(ui);
                    let monday = date(monday(ui.now(), week));
                    ui.text("week_title", format_args!("Week of {monday}")).fill();
                }
            }
            ui.icon("next_week", "Next week").tap(Msg::Week(1)).enabled(main.week < 8);
        })
        .height(72);
        ui.scroll("plan_list", |ui| {
            for (at, name) in DAYS.iter().enumerate() {
                let day = first + at as u64;
                let of_day: Vec<&Meal> = self.meals.iter().filter(|meal| meal.day == day).collect();
                ui.row("day_row", |ui| {
                    ui.text("day_name", name).width(150);
                    ui.text("day_date", date(day)).fill();
                    ui.icon("add_meal", format_args!("Add a meal on {name}"))
                        .tap(Msg::AddMeal(day))
                        .enabled(of_day.len() < MOST_MEALS_A_DAY);
                })
                .height(72);
                for meal in of_day {
                    let kept = ui.bug("renamed-in-plan");
                    let name = if branch!(ui, kept) { &meal.name } else { self.name(meal.recipe) };
                    ui.row("meal_row", |ui| {
                        ui.image("meal_image", "");
                        ui.text("meal_name", name).fill();
                    })
                    .tap(Msg::OpenMeal(meal.id))
                    .height(72);
                }
            }
        });
    }

    fn view_shopping(&self, main: &Main, ui: &mut Ui<'_, Msg>) {
        ui.row("add_bar", |ui| {
            ui.field("add_item", &main.new_item, "Add an item").typed(Msg::Typed).entered(Msg::AddItem);
            ui.icon("add_button", "Add item").tap(Msg::AddItem);
        })
        .height(84);
        let hidden = |item: &&Item| !(item.checked && self.settings.hide_checked);
        let mut lines: Vec<Result<&Item, usize>> = Vec::new();
        let mut aisle = None;
        for item in self.shopping().into_iter().filter(hidden) {
            if aisle != Some(item.aisle) {
                aisle = Some(item.aisle);
                lines.push(Err(item.aisle));
            }
            lines.push(Ok(item));
        }
        if branch!(ui, lines.is_empty()) {
            ui.text("empty_text", "Nothing to buy").fill();
            return;
        }
        ui.list("shopping_list", lines.len(), 72, |ui, at| match lines[at] {
            Err(aisle) => drop(ui.text("aisle_name", AISLES[aisle])),
            Ok(item) => {
                ui.row("item_row", |ui| {
                    ui.checkbox("item_check", &item.name, item.checked).tap(Msg::Check(item.id)).fill();
                    if let Some(hundredths) = item.amount {
                        let (unit, imperial) = (item.unit, self.settings.imperial);
                        ui.text("item_quantity", Amount { hundredths, unit, imperial });
                    }
                    ui.icon("item_edit", format_args!("Change {}", item.name)).tap(Msg::OpenItem(item.id));
                });
            }
        });
    }

    fn view_timers(&self, ui: &mut Ui<'_, Msg>) {
        let now = ui.now();
        ui.stack("", |ui| {
            if branch!(ui, self.timers.is_empty()) {
                ui.text("empty_text", "No timers");
            }
            ui.list("timer_list", self.timers.len(), 120, |ui, at| {
                let timer = &self.timers[at];
                ui.row("timer_row", |ui| {
                    ui.column("", |ui| {
                        let label = ui.text("timer_label", &timer.label);
                        if let Some(recipe) = timer.recipe {
                            label.tap(Msg::TimerRecipe(recipe));
                        }
                        let (state, left) = match timer.state {
                            Clockwork::Running { end } => ("Running", end.saturating_sub(now)),
                            Clockwork::Paused { left } => ("Paused", left),
                            Clockwork::Done => ("Done", 0),
                        };
                        ui.text("timer_left", Left(left));
                        ui.text("timer_state", state);
                    })
                    .fill();
                    if branch!(ui, timer.state != Clockwork::Done) {
                        let paused = matches!(timer.state, Clockwork::Paused { .. });
                        let does = if paused { "Continue" } else { "Pause" };
                        ui.icon("timer_pause", does).tap(Msg::Pause(timer.id));
                    }
                    ui.icon("timer_remove", "Remove").tap(Msg::RemoveTimer(timer.id));
                });
            });
            ui.fab("fab_timer", "New timer").tap(Msg::Go(Target::NewTimer));
        })
        .fill();
    }

    fn view_search(&self, query: &str, ui: &mut Ui<'_, Msg>) {
        let wanted = query.trim().to_lowercase();
        let fits = |recipe: &Recipe| {
            let within = |text: &str| text.to_lowercase().contains(&wanted);
            within(&recipe.name) || recipe.ingredients.iter().any(|ingredient| within(&ingredient.name))
        };
        let mut found = self.listed(0);
        found.retain(|recipe| !wanted.is_empty() && fits(recipe));
        ui.column("root", |ui| {
            ui.row("search_bar", |ui| {
                ui.icon("", "Collapse").tap(Msg::Close);
                ui.field("search_text", query, "Recipes and ingredients").typed(Msg::Typed);
            })
            .height(84);
            if branch!(ui, wanted.is_empty()) {
                ui.text("search_hint", "Search for a recipe or what is in it");
            } else if branch!(ui, found.is_empty()) {
                ui.text("empty_text", "Nothing found");
            } else {
                ui.list("search_list", found.len(), 84, |ui, at| {
                    ui.row("search_row", |ui| {
                        ui.image("recipe_image", "");
                        ui.text("recipe_name", &found[at].name).fill();
                    })
                    .tap(Msg::OpenRecipe(found[at].id));
                });
            }
        });
    }

    fn view_recipe(&self, viewed: &Viewed, ui: &mut Ui<'_, Msg>) {
        let Some(recipe) = self.recipe(viewed.recipe) else { return };
        ui.column("root", |ui| {
            ui.toolbar(&recipe.name, Nav::Up(Msg::Close), |ui| {
                let does = if recipe.favourite { "Remove from favourites" } else { "Add to favourites" };
                ui.icon("action_favourite", does).tap(Msg::Favourite);
                ui.overflow(Msg::OpenMenu);
            });
            ui.row("rating_bar", |ui| {
                for stars in 1..=5 {
                    let (id, full) = ("rating_star", if stars <= recipe.rating { "full" } else { "empty" });
                    ui.icon(id, format_args!("{stars} of 5, {full}")).tap(Msg::Rate(stars));
                }
                ui.text("recipe_category", CATEGORIES[recipe.category]).fill();
            })
            .height(72);
            ui.tabs("sections", &SECTIONS, viewed.section, Msg::Section);
            match viewed.section {
                0 => self.view_ingredients(recipe, viewed, ui),
                1 => {
                    cover!(ui);
                    ui.scroll("step_list", |ui| {
                        for (at, step) in recipe.steps.iter().enumerate() {
                            ui.text("step", format_args!("{}. {step}", at + 1));
                        }
                        if branch!(ui, recipe.steps.is_empty()) {
                            ui.text("empty_text", "No steps");
                        }
                    });
                }
                _ => {
                    cover!(ui);
                    ui.field("notes_text", &recipe.notes, "Notes").typed(Msg::Typed).fill();
                }
            }
            ui.row("buttons", |ui| {
                ui.button("add_to_list", "To the list").tap(Msg::AddToList);
                ui.button("plan_day", "Plan").tap(Msg::PlanDay);
                ui.button("cook", "Cook").tap(Msg::Cook).enabled(!recipe.steps.is_empty());
            })
            .height(84);
        });
    }

    fn view_ingredients(&self, recipe: &Recipe, viewed: &Viewed, ui: &mut Ui<'_, Msg>) {
        ui.row("servings_bar", |ui| {
            ui.icon("servings_minus", "Remove a serving")
                .tap(Msg::Servings(false))
                .enabled(viewed.servings > 1);
            let s = if viewed.servings == 1 { "" } else { "s" };
            ui.text("servings", format_args!("{} serving{s}", viewed.servings)).fill();
            ui.icon("servings_plus", "Add a serving")
                .tap(Msg::Servings(true))
                .enabled(viewed.servings < MOST_SERVINGS);
        })
        .height(72);
        let buying = |ingredient: &&Ingredient| {
            let name = ingredient.name.to_lowercase();
            self.items.iter().any(|item| !item.checked && item.name.to_lowercase() == name)
        };
        let (count, bought) = (recipe.ingredients.len(), recipe.ingredients.iter().filter(buying).count());
        ui.text("on_list", format_args!("{bought} of {count} on the shopping list"));
        ui.scroll("ingredient_list", |ui| {
            for _ in 0..viewed.copies {
                for (at, Ingredient { amount, unit, name }) in recipe.ingredients.iter().enumerate() {
                    let ticked = viewed.ticked.contains(&at);
                    if let Some(amount) = amount {
                        let hundredths = scaled(*amount, viewed.servings, recipe.servings);
                        let amount = Amount { hundredths, unit: *unit, imperial: self.settings.imperial };
                        ui.checkbox("ingredient", format_args!("{amount} {name}"), ticked).tap(Msg::Tick(at));
                    } else {
                        ui.checkbox("ingredient", name, ticked).tap(Msg::Tick(at));
                    }
                }
            }
            if branch!(ui, count == 0) {
                ui.text("empty_text", "No ingredients");
            }
        });
    }

    fn view_cook(&self, id: u32, step: usize, ui: &mut Ui<'_, Msg>) {
        let Some(recipe) = self.recipe(id) else { return };
        let (count, text) = (recipe.steps.len(), recipe.steps.get(step).map_or("", |step| step));
        ui.column("root", |ui| {
            ui.toolbar(&recipe.name, Nav::Up(Msg::Close), |_| {});
            ui.text("step_title", format_args!("Step {} of {count}", step + 1)).height(60);
            ui.text("step_text", text);
            if branch!(ui, self.settings.keep_on) {
                ui.text("keep_on", "The screen stays on");
            }
            if let Some(minutes) = minutes_of(text) {
                cover!(ui);
                ui.button("start_timer", format_args!("Timer for {minutes} min")).tap(Msg::StartTimer);
            }
            ui.row("step_bar", |ui| {
                ui.button("previous_step", "Back").tap(Msg::Step(false)).enabled(step > 0);
                if branch!(ui, step + 1 < count) {
                    ui.button("next_step", "Next").tap(Msg::Step(true));
                } else {
                    ui.button("finish", "Done").tap(Msg::Confirmed);
                }
            })
            .height(84);
        });
    }

    fn view_pick(&self, day: u64, ui: &mut Ui<'_, Msg>) {
        let shown = self.listed(0);
        ui.column("root", |ui| {
            ui.toolbar(format_args!("Meal on {}", date(day)), Nav::Up(Msg::Close), |_| {});
            if branch!(ui, shown.is_empty()) {
                ui.text("empty_text", "There are no recipes to choose from");
            }
            ui.list("pick_list", shown.len(), 84, |ui, at| {
                ui.row("pick_row", |ui| {
                    ui.image("recipe_image", "");
                    ui.text("recipe_name", &shown[at].name).fill();
                })
                .tap(Msg::OpenRecipe(shown[at].id));
            });
        });
    }

    fn view_meal(&self, id: u32, ui: &mut Ui<'_, Msg>) {
        let meal = self.meals.iter().find(|meal| meal.id == id);
        let (recipe, day) = meal.map_or((0, 0), |meal| (meal.recipe, meal.day));
        ui.dialog(
            self.name(recipe),
            |ui| {
                ui.message(format_args!("{} {}", DAYS[((day + 3) % 7) as usize], date(day)));
                ui.entry("meal_open", "Show recipe").tap(Msg::OpenRecipe(recipe));
                ui.entry("meal_move", "Move to another day").tap(Msg::MoveMeal(id));
                ui.entry("meal_remove", "Remove from plan").tap(Msg::Confirmed);
            },
            |ui| ui.cancel("Cancel", Msg::Close),
        );
    }

    fn view_item(&self, id: u32, ui: &mut Ui<'_, Msg>) {
        let Some(item) = self.items.iter().find(|item| item.id == id) else { return };
        ui.dialog(
            &item.name,
            |ui| {
                ui.row("quantity_bar", |ui| {
                    ui.icon("quantity_minus", "Remove some")
                        .tap(Msg::Quantity(false))
                        .enabled(item.amount.is_some());
                    let (unit, imperial) = (item.unit, self.settings.imperial);
                    match item.amount {
                        Some(hundredths) => {
                            cover!(ui);
                            ui.text("quantity", Amount { hundredths, unit, imperial }).fill();
                        }
                        None => drop(ui.text("quantity", "Any amount").fill()),
                    }
                    ui.icon("quantity_plus", "Add some").tap(Msg::Quantity(true));
                })
                .height(72);
                ui.entry("item_aisle", format_args!("Aisle: {}", AISLES[item.aisle])).tap(Msg::ChooseAisle);
                ui.entry("item_remove", "Remove from list").tap(Msg::RemoveItem);
            },
            |ui| ui.ok("Done", Msg::Close),
        );
    }

    fn view_settings(&self, ui: &mut Ui<'_, Msg>) {
        let settings = &self.settings;
        ui.column("root", |ui| {
            ui.toolbar("Settings", Nav::Up(Msg::Close), |_| {});
            ui.scroll("recycler_view", |ui| {
                ui.preference("Units", UNIT_SYSTEMS[usize::from(settings.imperial)], None)
                    .tap(Msg::Choose(Choice::Units));
                ui.preference("Default servings", SERVINGS[settings.servings].0, None)
                    .tap(Msg::Choose(Choice::Servings));
                ui.preference("Start page", TABS[settings.start_tab].1, None)
                    .tap(Msg::Choose(Choice::StartPage));
                ui.preference("Dark theme", "Easier on the eyes", Some(settings.dark)).tap(Msg::Toggle(3));
                ui.preference("Favourites first", "In every list", Some(settings.favourites_first))
                    .tap(Msg::Toggle(0));
                ui.preference("Keep screen on", "While cooking", Some(settings.keep_on)).tap(Msg::Toggle(1));
                ui.preference("Hide checked items", "On the shopping list", Some(settings.hide_checked))
                    .tap(Msg::Toggle(2));
                ui.preference("About", "Version and tips", None).tap(Msg::Go(Target::About));
            });
        });
    }

    fn view_choice(&self, choice: Choice, ui: &mut Ui<'_, Msg>) {
        let none = usize::MAX;
        let tabs: Vec<&str> = TABS.iter().map(|(_, label)| *label).collect();
        let servings: Vec<&str> = SERVINGS.iter().map(|(label, _)| *label).collect();
        let meal = |id: u32| self.meals.iter().find(|meal| meal.id == id);
        let item = |id: u32| self.items.iter().find(|item| item.id == id);
        let (title, labels, chosen): (&str, &[&str], usize) = match choice {
            Choice::Sort => ("Sort by", &SORTS, self.settings.sort),
            Choice::Units => ("Units", &UNIT_SYSTEMS, usize::from(self.settings.imperial)),
            Choice::Servings => ("Default servings", &servings, self.settings.servings),
            Choice::StartPage => ("Start page", &tabs, self.settings.start_tab),
            Choice::Category(category) => ("Category", &CATEGORIES[1..], category - 1),
            Choice::Day => ("Plan for this week", &DAYS, none),
            Choice::Move(id) => {
                ("Move to", &DAYS, meal(id).map_or(none, |meal| ((meal.day + 3) % 7) as usize))
            }
            Choice::Aisle(id) => ("Aisle", &AISLES, item(id).map_or(none, |item| item.aisle)),
        };
        ui.dialog(
            title,
            |ui| {
                ui.scroll("choices", |ui| {
                    for (at, label) in labels.iter().enumerate() {
                        ui.radio("text1", label, at == chosen).tap(Msg::Chosen(at));
                    }
                });
            },
            |ui| ui.cancel("Cancel", Msg::Close),
        );
    }
}

fn question(title: &str, text: impl fmt::Display, ui: &mut Ui<'_, Msg>) {
    ui.dialog(
        title,
        |ui| ui.message(text),
        |ui| {
            ui.cancel("Cancel", Msg::Close);
            ui.ok("Yes", Msg::Confirmed);
        },
    );
}

fn view_main_menu(tab: usize, ui: &mut Ui<'_, Msg>) {
    ui.menu(|ui| {
        match tab {
            RECIPES => {
                ui.entry("title", "Sort by").tap(Msg::Choose(Choice::Sort));
                ui.entry("title", "Import recipe").tap(Msg::Go(Target::Import));
            }
            PLAN => drop(ui.entry("title", "Shop for this week").tap(Msg::AddWeek)),
            SHOPPING => {
                ui.entry("title", "Clear checked").tap(Msg::ClearChecked);
                ui.entry("title", "Uncheck all").tap(Msg::UncheckAll);
                ui.entry("title", "Share list").tap(Msg::Share);
            }
            _ => {}
        }
        ui.entry("title", "Settings").tap(Msg::Go(Target::Settings));
        ui.entry("title", "About").tap(Msg::Go(Target::About));
    });
}

fn view_new_timer(label: &str, minutes: u64, ui: &mut Ui<'_, Msg>) {
    ui.dialog(
        "New timer",
        |ui| {
            ui.field("timer_name", label, "What for?").typed(Msg::Typed).entered(Msg::StartTimer);
            ui.row("minutes_bar", |ui| {
                ui.icon("minutes_minus", "Remove 5 minutes").tap(Msg::Minutes(false)).enabled(minutes > 5);
                ui.text("minutes", format_args!("{minutes} min")).fill();
                ui.icon("minutes_plus", "Add 5 minutes").tap(Msg::Minutes(true)).enabled(minutes < 180);
            })
            .height(72);
        },
        |ui| {
            ui.cancel("Cancel", Msg::Close);
            ui.ok("Start", Msg::StartTimer);
        },
    );
}

fn view_edit(draft: &Draft, ui: &mut Ui<'_, Msg>) {
    let title = if draft.recipe.is_some() { "Edit recipe" } else { "New recipe" };
    ui.column("root", |ui| {
        ui.toolbar(title, Nav::Up(Msg::Close), |ui| {
            ui.icon("action_save", "Save").tap(Msg::Confirmed);
        });
        ui.scroll("edit_scroll", |ui| {
            ui.field("edit_name", &draft.name, "Name").typed(Msg::Name);
            ui.row("", |ui| {
                ui.text("spinner_category", CATEGORIES[draft.category])
                    .class("android.widget.Spinner")
                    .tap(Msg::Choose(Choice::Category(draft.category)))
                    .height(72)
                    .width(260);
                ui.field("edit_servings", &draft.servings, "Servings").typed(Msg::Base);
            })
            .height(72);
            ui.text("edit_heading", "Ingredients");
            for (at, row) in draft.rows.iter().enumerate() {
                ui.row("edit_row", |ui| {
                    ui.field("row_amount", &row.amount, "Amount").typed(AMOUNT_TYPED[at]).width(120);
                    let unit = if row.unit == 0 { "pcs" } else { UNITS[row.unit] };
                    ui.button("row_unit", unit).tap(Msg::RowUnit(at)).width(96);
                    ui.field("row_name", &row.name, "Ingredient").typed(NAME_TYPED[at]);
                    ui.icon("row_remove", "Remove ingredient").tap(Msg::RemoveRow(at));
                })
                .height(72);
            }
            ui.button("add_row", "Add ingredient").tap(Msg::AddRow).enabled(draft.rows.len() < MOST_ROWS);
            ui.field("edit_steps", &draft.steps, "Steps, one a line").typed(Msg::Typed).height(144);
        });
    });
}

fn view_about(tip: usize, ui: &mut Ui<'_, Msg>) {
    ui.column("root", |ui| {
        ui.toolbar("About", Nav::Up(Msg::Close), |_| {});
        ui.text("version", "Cookbook 2.3.1");
        ui.text("tip", TIPS[tip]);
        ui.button("next_tip", "Another tip").tap(Msg::NextTip);
    });
}
