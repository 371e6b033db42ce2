//! Notes: a Markdown editor with a file browser, to-do list and quick note, which retells Markor.
//!
//! Files and settings are the app's data and survive restarts; what stands in a field is the page's and
//! survives as Android's instance state does. Three bugs retell public issues, the others are made up in
//! their manner: data lost, histories that outlive what they refer to, settings never written.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use crate::app::{App, Bug, BugKind, Manifest, Oracle, Recreate, Shows, Trap, TrapKind, Window};
use crate::cx::{Cx, Fault};
use crate::ui::{Arrange, Nav, Ui};
use crate::{branch, cover};

/// Files, tasks and settings; `order` and `dropped` are only in memory.
#[derive(Clone)]
pub(crate) struct Notes {
    /// Always in the order that lists show.
    files: Vec<File>,
    next_id: FileId,
    unpacked: bool,
    favourites: Vec<Path>,
    recent: Vec<Path>,
    tasks: Vec<Task>,
    quick: Arc<str>,
    settings: Settings,
    stored_order: Order,
    order: Order,
    dropped: Option<(usize, Task)>,
    tip: usize,
}

type FileId = u32;

/// The folder everything is in.
const ROOT: FileId = 0;

/// Storage is bounded, as on a phone.
const MAX_FILES: usize = 200;
const MAX_TASKS: usize = 50;
const MAX_BODY: usize = 4_000;
const MAX_UNDO: usize = 20;
const MAX_NAME: usize = 40;
/// Lines that are numbered.
const MAX_NUMBERS: usize = 60;
const MAX_RECENT: usize = 4;

#[derive(Clone)]
struct File {
    id: FileId,
    folder: FileId,
    name: Arc<str>,
    kind: Kind,
    body: Arc<str>,
    changed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Folder,
    Markdown,
    Text,
    Todo,
}

impl Kind {
    /// What a new file can be.
    const FILES: [Kind; 3] = [Kind::Markdown, Kind::Text, Kind::Todo];

    fn label(self) -> &'static str {
        match self {
            Kind::Folder => "Folder",
            Kind::Markdown => "Markdown",
            Kind::Text => "Plain text",
            Kind::Todo => "To-do list",
        }
    }

    fn extension(self) -> &'static str {
        match self {
            Kind::Folder => "",
            Kind::Markdown => ".md",
            Kind::Text => ".txt",
            Kind::Todo => ".todo",
        }
    }

    fn template(self) -> &'static str {
        match self {
            Kind::Folder => "",
            Kind::Markdown => "# Title\n\nWhat it is about.\n\n- first\n- second",
            Kind::Text => "Title\n\nText.",
            Kind::Todo => "(A) first task +home\n(B) second task +work",
        }
    }
}

/// Favourites and recent files are known by where they are, as bookmarks are.
#[derive(Clone, PartialEq, Eq)]
struct Path {
    folder: FileId,
    name: Arc<str>,
}

#[derive(Clone)]
struct Task {
    text: Arc<str>,
    project: &'static str,
    priority: u8,
    done: bool,
    added: u64,
}

#[derive(Clone, Copy)]
struct Settings {
    autosave: bool,
    hidden: bool,
    highlight: bool,
    line_numbers: bool,
    format_bar: bool,
    status_row: bool,
    theme: usize,
    font: usize,
    start: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Order {
    by: By,
    reverse: bool,
    folders_first: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    Name,
    Date,
    Size,
    Type,
}

impl By {
    const ALL: [(By, &'static str); 4] =
        [(By::Name, "Name"), (By::Date, "Date"), (By::Size, "Size"), (By::Type, "Type")];

    fn word(self) -> &'static str {
        match self {
            By::Name => "name",
            By::Date => "date",
            By::Size => "size",
            By::Type => "type",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tab {
    Notebook,
    Todo,
    Quick,
    More,
}

impl Tab {
    const ALL: [(Tab, &'static str, &'static str); 4] = [
        (Tab::Notebook, "nav_notebook", "Notebook"),
        (Tab::Todo, "nav_todo", "To-Do"),
        (Tab::Quick, "nav_quicknote", "QuickNote"),
        (Tab::More, "nav_more", "More"),
    ];

    fn beside(self, by: isize) -> Tab {
        Tab::ALL[(self as usize).saturating_add_signed(by).min(3)].0
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Filter {
    All,
    Open,
    Done,
}

impl Filter {
    fn shows(self, task: &Task) -> bool {
        match self {
            Filter::All => true,
            Filter::Open => !task.done,
            Filter::Done => task.done,
        }
    }
}

#[derive(Clone)]
pub(crate) struct Main {
    tab: Tab,
    folder: FileId,
    loading: bool,
    draft: Arc<str>,
    task: Arc<str>,
    filter: Filter,
    snackbar: bool,
}

/// The dialog that makes a file.
#[derive(Clone)]
pub(crate) struct NewFile {
    folder: FileId,
    name: Arc<str>,
    kind: Kind,
    template: bool,
    error: &'static str,
}

#[derive(Clone)]
pub(crate) struct Editor {
    file: FileId,
    /// Where the file was when it was opened.
    folder: FileId,
    body: Arc<str>,
    undo: Vec<Arc<str>>,
    redo: Vec<Arc<str>>,
    dirty: bool,
    /// How many steps could be undone when the text was saved last, and the file's name then.
    saved: Option<(usize, Arc<str>)>,
}

#[derive(Clone)]
pub(crate) struct Search {
    query: Arc<str>,
    match_case: bool,
    in_content: bool,
    /// Which search the results belong to: those of an earlier one come too late.
    number: u32,
    searching: bool,
    results: Option<Vec<FileId>>,
}

/// Dialogs that only tell something.
#[derive(Clone, Copy)]
pub(crate) enum Notice {
    Info(FileId),
    Statistics,
    Help,
    Licences,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Section {
    General,
    Editor,
}

#[derive(Clone, Copy)]
pub(crate) enum Choice {
    Theme,
    Font,
    Start,
}

impl Choice {
    fn title(self) -> &'static str {
        match self {
            Choice::Theme => "Theme",
            Choice::Font => "Font size",
            Choice::Start => "Start with",
        }
    }

    fn options(self) -> &'static [&'static str] {
        match self {
            Choice::Theme => &["Light", "Dark", "As the system"],
            Choice::Font => &["Small", "Normal", "Large", "Very large"],
            Choice::Start => &["Notebook", "To-Do", "QuickNote"],
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Toggle {
    Autosave,
    Hidden,
    Highlight,
    LineNumbers,
    FormatBar,
    StatusRow,
}

#[derive(Clone)]
pub(crate) enum Page {
    Main(Main),
    Drawer,
    SortMenu,
    MainMenu { folder: FileId },
    FileMenu { file: FileId, in_editor: bool },
    NewFile(NewFile),
    NewFolder { folder: FileId, name: Arc<str>, error: &'static str },
    Rename { file: FileId, name: Arc<str>, error: &'static str },
    Delete { file: FileId },
    Move { file: FileId, to: FileId },
    Editor(Editor),
    Leave,
    Preview { file: FileId, body: Arc<str>, zoom: i32 },
    Search(Search),
    Settings(Section),
    Choice(Choice),
    Notice(Notice),
    About,
}

#[derive(Clone)]
pub(crate) enum Msg {
    Close,
    Up,
    Tab(Tab),
    Drawer,
    SortMenu,
    Menu,
    SearchPage,
    NewFile,
    NewFolder,
    Open(FileId),
    Hold(FileId),
    Loaded(FileId),
    Text(String),
    Format(usize),
    Save,
    AddTask,
    Tick(usize),
    Priority(usize),
    DropTask(usize),
    RestoreTask,
    Show(Filter),
    Settings(Section),
    Notice(Notice),
    About,
    Examples,
    SortBy(By),
    Reverse,
    FoldersFirst,
    Toggle(Toggle),
    Favourite(usize),
    Recent(usize),
    AskRename,
    AskMove,
    AskDelete,
    Star,
    Info,
    Reload,
    Kind(Kind),
    Template,
    Confirm,
    Target(FileId),
    Deleted(FileId),
    Undo,
    Redo,
    Preview,
    SaveAndLeave,
    Discard,
    Zoom(i32),
    MatchCase,
    InContent,
    Found(u32),
    Choose(Choice),
    Pick(usize),
}

/// A file that the app brings along: folder, name, how many minutes ago it was changed, and its text.
type Example = (&'static str, &'static str, u64, &'static str);

const FOLDERS: [&str; 4] = ["Archive", "Recipes", "Work", ".trash"];

const EXAMPLES: [Example; 20] = [
    (
        "",
        "birthdays.md",
        2,
        "# Birthdays\n\n- Ada, 10 December\n- Alan, 23 June\n- Barbara, 7 November\n- Edsger, 11 May\n\n\
         Cards are in the left drawer.",
    ),
    (
        "",
        "books.md",
        11,
        "# Books\n\n## Reading\n\n- The Art of Doing Science\n- A Pattern Language\n\n## Next\n\n\
         - Invisible Cities\n- The Sea Around Us\n- Flatland",
    ),
    ("", "budget.txt", 47, "Rent 820\nFood 310\nTrain 96\nPhone 12\nBooks 40\n\nSum 1278"),
    (
        "",
        "checklist.md",
        95,
        "# Before leaving\n\n- [ ] windows\n- [ ] stove\n- [x] plants\n- [ ] keys\n- [ ] bins\n\n\
         Then the tram, line 4.",
    ),
    (
        "",
        "garden.md",
        180,
        "# Garden\n\nBeds from left to right:\n\n1. beans\n2. kale\n3. strawberries\n\n## June\n\n\
         - water in the evening\n- tie up the beans",
    ),
    (
        "",
        "house.todo",
        300,
        "(A) fix the tap +bath\n(B) paint the door +hall\n(C) order firewood +garden\nx sweep the chimney",
    ),
    (
        "",
        "ideas.md",
        420,
        "# Ideas\n\n> Keep it small.\n\n- a lamp that follows the sun\n- soup on Thursdays\n\n\
         ```\nlet idea = None;\n```\n\nSee also *books.md*.",
    ),
    ("", "letter.txt", 1_500, "Dear Ann,\n\nthank you for the seeds. They came up.\n\nYours, Tom"),
    (
        "",
        "packing.md",
        2_900,
        "# Packing\n\n- passport\n- charger\n- rain coat\n- two books\n- first aid\n\n\
         ## Not again\n\n- the tripod",
    ),
    (
        "",
        "quotes.md",
        4_400,
        "# Quotes\n\n> Simplicity is prerequisite for reliability.\n\n> Make it run first.",
    ),
    ("", "shopping.md", 5_000, "# Shopping\n\n- milk\n- bread\n- apples\n- soap\n- batteries"),
    ("", "travel.md", 9_000, "# Travel\n\n## Night train\n\n- leaves 20:14\n- coach 263, berth 32"),
    ("", "words.txt", 12_000, "skink\nlacewing\nheath\nbrackish\nfathom\nquern"),
    ("", ".config.txt", 20_000, "version 3"),
    (
        "Recipes",
        "bread.md",
        700,
        "# Bread\n\n- 500 g flour\n- 350 g water\n- 10 g salt\n- 2 g yeast\n\n\
         1. mix\n2. wait until morning\n3. bake at 230",
    ),
    (
        "Recipes",
        "pancakes.md",
        8_000,
        "# Pancakes\n\n- 3 eggs\n- 250 ml milk\n- 125 g flour\n\nRest, then fry.",
    ),
    ("Recipes", "soup.md", 16_000, "# Soup\n\n- onions\n- lentils\n- stock\n- cumin\n\nForty minutes."),
    (
        "Work",
        "minutes.md",
        60,
        "# Minutes\n\n## Present\n\nAnn, Tom, Mei\n\n## Decided\n\n- release on Friday",
    ),
    ("Work", "plan.todo", 200, "(A) write the report +work\n(A) call Mei +work\n(B) tidy the board +work"),
    ("Work", "report.md", 3_000, "# Report\n\n**Draft.** Numbers follow.\n\n| what | how many |\n|---|---|"),
];

const TASKS: [(&str, &str, u8, bool, u64); 8] = [
    ("Water the plants", "+home", 0, false, 20),
    ("Call the dentist", "+health", 0, false, 75),
    ("Return the library books", "+town", 1, false, 400),
    ("Renew the passport", "+travel", 1, false, 1_600),
    ("Buy a birthday card", "+home", 2, true, 2_000),
    ("Back up the phone", "+home", 2, false, 4_000),
    ("Mend the bicycle", "+garden", 1, true, 6_000),
    ("Sort the photographs", "+home", 3, false, 9_000),
];

/// Tips that the app shows at random.
const TIPS: [&str; 5] = [
    "A long tap on a file shows what can be done with it.",
    "Lines that begin with - become lists.",
    "Files that begin with a dot are hidden.",
    "Favourites are in the drawer.",
    "Notes are saved when you leave the editor.",
];

/// The buttons of the format bar and what they put at the end of the text.
const FORMATS: [(&str, &str); 12] = [
    ("Bold", "**bold**"),
    ("Italic", "*italic*"),
    ("Heading", "\n# "),
    ("List", "\n- "),
    ("Numbered list", "\n1. "),
    ("Check box", "\n- [ ] "),
    ("Quote", "\n> "),
    ("Code", "`code`"),
    ("Link", "[title](address)"),
    ("Strike through", "~~gone~~"),
    ("Line", "\n\n---\n"),
    ("Date", " 2025-06-02"),
];

const NAME_ERROR: &str = "Give a name without / of at most 40 letters";
const FULL_ERROR: &str = "The storage is full";
const TAKEN_ERROR: &str = "There is such a file already";

/// How long ago, as people say it.
struct Ago(u64);

impl fmt::Display for Ago {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 / 60_000 {
            0 => f.write_str("just now"),
            minutes @ 1..60 => write!(f, "{minutes} min ago"),
            minutes @ 60..1440 => write!(f, "{} h ago", minutes / 60),
            minutes => write!(f, "{} d ago", minutes / 1440),
        }
    }
}

/// A folder with those it is in.
struct Place<'a>(&'a Notes, FileId);

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.file(self.1) {
            Some(folder) => write!(f, "{}/{}", Place(self.0, folder.folder), folder.name),
            None => f.write_str("Notes"),
        }
    }
}

/// Hands out what an iterator gives by number; a list asks for its rows in order.
struct Rows<I> {
    items: I,
    next: usize,
}

impl<I: Iterator> Rows<I> {
    fn new(items: I) -> Self {
        Self { items, next: 0 }
    }

    fn get(&mut self, number: usize) -> Option<I::Item> {
        let item = self.items.nth(number.checked_sub(self.next)?);
        self.next = number + 1;
        item
    }
}

impl Default for Notes {
    fn default() -> Self {
        let order = Order { by: By::Name, reverse: false, folders_first: true };
        Self {
            files: Vec::new(),
            next_id: ROOT,
            unpacked: false,
            favourites: Vec::new(),
            recent: Vec::new(),
            tasks: Vec::new(),
            quick: "Call Ann about Sunday".into(),
            settings: Settings {
                autosave: true,
                hidden: false,
                highlight: false,
                line_numbers: true,
                format_bar: true,
                status_row: true,
                theme: 0,
                font: 1,
                start: 0,
            },
            stored_order: order,
            order,
            dropped: None,
            tip: 0,
        }
    }
}

// The data.
impl Notes {
    fn file(&self, id: FileId) -> Option<&File> {
        self.files.iter().find(|file| file.id == id)
    }

    fn named(&self, folder: FileId, name: &str) -> Option<&File> {
        self.files.iter().find(|file| file.folder == folder && *file.name == *name)
    }

    fn name(&self, id: FileId) -> &str {
        self.file(id).map_or("Notes", |file| &file.name)
    }

    /// What a folder shows, in order.
    fn listed(&self, folder: FileId) -> impl Iterator<Item = &File> {
        let hidden = self.settings.hidden;
        self.files.iter().filter(move |file| file.folder == folder && (hidden || !file.name.starts_with('.')))
    }

    fn path(&self, id: FileId) -> Option<Path> {
        self.file(id).map(|file| Path { folder: file.folder, name: file.name.clone() })
    }

    fn is_favourite(&self, file: &File) -> bool {
        self.favourites.iter().any(|path| path.folder == file.folder && path.name == file.name)
    }

    /// Puts the files in the order that is shown; called on each change.
    fn arrange(&mut self) {
        let Order { by, reverse, folders_first } = self.order;
        self.files.sort_by(|a, b| {
            let folder = |file: &File| file.kind == Kind::Folder;
            let kinds = if folders_first { folder(b).cmp(&folder(a)) } else { Ordering::Equal };
            let wanted = match by {
                By::Name => Ordering::Equal,
                By::Date => b.changed.cmp(&a.changed),
                By::Size => b.body.len().cmp(&a.body.len()),
                By::Type => a.kind.cmp(&b.kind),
            };
            let wanted = wanted.then_with(|| a.name.cmp(&b.name));
            kinds.then(if reverse { wanted.reverse() } else { wanted })
        });
    }

    fn add(&mut self, folder: FileId, name: &str, kind: Kind, body: &str, changed: u64) -> FileId {
        self.next_id += 1;
        let id = self.next_id;
        self.files.push(File { id, folder, name: name.into(), kind, body: body.into(), changed });
        id
    }

    /// Writes the examples that are not there.
    fn unpack(&mut self, now: u64) -> usize {
        let before = self.files.len();
        for folder in FOLDERS {
            if self.named(ROOT, folder).is_none() {
                self.add(ROOT, folder, Kind::Folder, "", now);
            }
        }
        for (folder, name, minutes, body) in EXAMPLES {
            let folder = self.named(ROOT, folder).map_or(ROOT, |folder| folder.id);
            if self.named(folder, name).is_none() {
                let kind = Kind::FILES.into_iter().find(|kind| name.ends_with(kind.extension()));
                self.add(folder, name, kind.unwrap_or(Kind::Text), body, now - minutes * 60_000);
            }
        }
        self.arrange();
        self.files.len() - before
    }

    /// Deletes a file, or a folder with all that is in it.
    fn remove(&mut self, id: FileId) {
        let mut gone = vec![id];
        while let Some(id) = gone.pop() {
            gone.extend(self.files.iter().filter(|file| file.folder == id).map(|file| file.id));
            self.files.retain(|file| file.id != id);
        }
        let recent = std::mem::take(&mut self.recent);
        self.recent =
            recent.into_iter().filter(|path| self.named(path.folder, &path.name).is_some()).collect();
    }

    fn remember(&mut self, id: FileId) {
        if let Some(path) = self.path(id) {
            self.recent.retain(|known| *known != path);
            self.recent.insert(0, path);
            self.recent.truncate(MAX_RECENT);
        }
    }

    /// Where a file was is where it is now: bookmarks follow.
    fn follow(&mut self, from: &Path, to: &Path, favourites: bool) {
        let paths = self.recent.iter_mut().chain(self.favourites.iter_mut().filter(|_| favourites));
        paths.filter(|path| *path == from).for_each(|path| *path = to.clone());
    }

    fn on(&self, toggle: Toggle) -> bool {
        let settings = &self.settings;
        match toggle {
            Toggle::Autosave => settings.autosave,
            Toggle::Hidden => settings.hidden,
            Toggle::Highlight => settings.highlight,
            Toggle::LineNumbers => settings.line_numbers,
            Toggle::FormatBar => settings.format_bar,
            Toggle::StatusRow => settings.status_row,
        }
    }

    fn toggle(&mut self, toggle: Toggle) {
        let settings = &mut self.settings;
        let on = match toggle {
            Toggle::Autosave => &mut settings.autosave,
            Toggle::Hidden => &mut settings.hidden,
            Toggle::Highlight => &mut settings.highlight,
            Toggle::LineNumbers => &mut settings.line_numbers,
            Toggle::FormatBar => &mut settings.format_bar,
            Toggle::StatusRow => &mut settings.status_row,
        };
        *on = !*on;
    }

    fn chosen(&mut self, choice: Choice) -> &mut usize {
        match choice {
            Choice::Theme => &mut self.settings.theme,
            Choice::Font => &mut self.settings.font,
            Choice::Start => &mut self.settings.start,
        }
    }

    fn choice(&self, choice: Choice) -> &'static str {
        let at = match choice {
            Choice::Theme => self.settings.theme,
            Choice::Font => self.settings.font,
            Choice::Start => self.settings.start,
        };
        choice.options()[at]
    }
}

fn good_name(name: &str) -> bool {
    !name.trim().is_empty() && !name.contains('/') && name.len() <= MAX_NAME
}

/// The name with the extension of its kind.
fn full_name(name: &str, kind: Kind) -> String {
    let (name, extension) = (name.trim(), kind.extension());
    if name.ends_with(extension) { name.to_owned() } else { format!("{name}{extension}") }
}

/// Whether a text is no regular expression.
fn bad_pattern(query: &str) -> bool {
    let count = |c: char| query.matches(c).count();
    query.starts_with(['*', '+', '?'])
        || count('[') > count(']')
        || count('(') != count(')')
        || query.ends_with('\\')
}

fn finds(file: &File, search: &Search) -> bool {
    let contains = |text: &str| {
        if search.match_case {
            text.contains(&*search.query)
        } else {
            text.to_lowercase().contains(&search.query.to_lowercase())
        }
    };
    file.kind != Kind::Folder && (contains(&file.name) || search.in_content && contains(&file.body))
}

/// The text with a mark put at its end, as far as there is room.
fn formatted(text: &str, format: usize) -> Arc<str> {
    let mark = FORMATS.get(format).map_or("", |(_, mark)| mark);
    if text.len() + mark.len() > MAX_BODY { text.into() } else { format!("{text}{mark}").into() }
}

/// What of a typed text there is room for.
fn bounded(text: &str) -> Arc<str> {
    text[..text.floor_char_boundary(MAX_BODY)].into()
}

impl Editor {
    fn of(file: &File) -> Self {
        Self {
            file: file.id,
            folder: file.folder,
            body: file.body.clone(),
            undo: Vec::new(),
            redo: Vec::new(),
            dirty: false,
            saved: None,
        }
    }

    fn change(&mut self, body: Arc<str>) {
        if self.undo.len() == MAX_UNDO {
            self.undo.remove(0);
            self.saved = self.saved.take().map(|(depth, name)| (depth.saturating_sub(1), name));
        }
        self.undo.push(std::mem::replace(&mut self.body, body));
        self.redo.clear();
        self.dirty = true;
    }
}

// The main pages.
impl Notes {
    fn view_main(&self, main: &Main, ui: &mut Ui<'_, Msg>) {
        ui.column("main_content", |ui| {
            ui.column("appbar", |ui| match main.tab {
                Tab::Notebook => {
                    cover!(ui);
                    let nav = if main.folder == ROOT { Nav::Drawer(Msg::Drawer) } else { Nav::Up(Msg::Up) };
                    ui.toolbar(self.name(main.folder), nav, |ui| {
                        ui.icon("action_search", "Search").tap(Msg::SearchPage);
                        ui.icon("action_sort", "Sort by").tap(Msg::SortMenu);
                        ui.overflow(Msg::Menu);
                    });
                }
                Tab::Todo => ui.toolbar("To-Do", Nav::Drawer(Msg::Drawer), |_| {}),
                Tab::Quick => ui.toolbar("QuickNote", Nav::Drawer(Msg::Drawer), |ui| {
                    ui.icon("action_save", "Save").tap(Msg::Save);
                }),
                Tab::More => ui.toolbar("More", Nav::Drawer(Msg::Drawer), |_| {}),
            });
            ui.stack("main__view_pager_frame", |ui| {
                let (before, after) = (Msg::Tab(main.tab.beside(-1)), Msg::Tab(main.tab.beside(1)));
                ui.pager("main__view_pager_container", before, after, |ui| match main.tab {
                    Tab::Notebook => self.view_files(main, ui),
                    Tab::Todo => self.view_tasks(main, ui),
                    Tab::Quick => self.view_quick(main, ui),
                    Tab::More => self.view_more(ui),
                });
                if main.tab == Tab::Notebook {
                    ui.fab("fab_add_new_item", "New file").tap(Msg::NewFile);
                }
            })
            .fill();
            ui.row("bottom_navigation_bar", |ui| {
                for (tab, id, label) in Tab::ALL {
                    let class = "com.google.android.material.bottomnavigation.BottomNavigationItemView";
                    let item = ui.container(class, id, Arrange::Column, |ui| {
                        ui.image("icon", "").height(36);
                        ui.text(if tab == main.tab { "largeLabel" } else { "smallLabel" }, label);
                    });
                    item.tap(Msg::Tab(tab)).selected(tab == main.tab).fill();
                }
            })
            .height(78);
        });
    }

    fn view_files(&self, main: &Main, ui: &mut Ui<'_, Msg>) {
        if branch!(ui, main.loading) {
            ui.busy();
            ui.text("loading", "Reading the folder");
            return;
        }
        ui.row("", |ui| {
            let order = if self.order.reverse { ", reversed" } else { "" };
            ui.text("notes_fragment_section_text", format_args!("Sorted by {}{order}", self.order.by.word()))
                .fill();
        })
        .height(36);
        let count = self.listed(main.folder).count();
        if branch!(ui, count == 0) {
            ui.image("empty_icon", "Empty folder");
            ui.text("empty_text", "No files here yet");
            ui.text("empty_tip", TIPS[self.tip]);
            return;
        }
        let mut rows = Rows::new(self.listed(main.folder));
        ui.list("filesystemlist__fragment__listview", count, 84, |ui, number| {
            if let Some(file) = rows.get(number) {
                self.view_file(file, ui);
            }
        });
    }

    fn view_file(&self, file: &File, ui: &mut Ui<'_, Msg>) {
        let now = ui.now();
        let row = ui.row("", |ui| {
            ui.image("file_identifier_icon", file.kind.label());
            ui.column("", |ui| {
                ui.text("note_title", &file.name);
                ui.row("", |ui| {
                    if branch!(ui, file.kind == Kind::Folder) {
                        ui.text("note_extra", format_args!("{} files", self.listed(file.id).count())).fill();
                    } else {
                        ui.text("note_extra", file.body.lines().next().unwrap_or("")).fill();
                    }
                    ui.text("note_date", Ago(now.saturating_sub(file.changed))).width(150);
                });
            })
            .fill();
            if branch!(ui, self.is_favourite(file)) {
                ui.image("favourite_icon", "Favourite").width(48);
            }
        });
        row.tap(Msg::Open(file.id)).long_tap(Msg::Hold(file.id));
    }

    fn view_tasks(&self, main: &Main, ui: &mut Ui<'_, Msg>) {
        cover!(ui);
        ui.row("todo_add_bar", |ui| {
            ui.field("todo_new", &main.task, "New task").typed(Msg::Text).entered(Msg::AddTask);
            ui.button("todo_add", "Add").tap(Msg::AddTask).enabled(!main.task.trim().is_empty());
        })
        .height(78);
        ui.row("todo_filter", |ui| {
            for (filter, label) in [(Filter::All, "All"), (Filter::Open, "Open"), (Filter::Done, "Done")] {
                ui.radio("todo_filter_button", label, filter == main.filter).tap(Msg::Show(filter)).fill();
            }
        })
        .height(66);
        let shown = || self.tasks.iter().enumerate().filter(|(_, task)| main.filter.shows(task));
        let count = shown().count();
        if branch!(ui, count == 0) {
            ui.text("todo_empty", "Nothing to do").fill();
        } else {
            let (mut rows, now) = (Rows::new(shown()), ui.now());
            ui.list("todo_list", count, 84, |ui, number| {
                if let Some((at, task)) = rows.get(number) {
                    view_task(at, task, now, ui);
                }
            });
        }
        if branch!(ui, main.snackbar) {
            ui.row("snackbar", |ui| {
                ui.text("snackbar_text", "Task deleted").fill();
                ui.button("snackbar_action", "Undo").tap(Msg::RestoreTask);
            })
            .height(72);
        }
    }

    fn view_quick(&self, main: &Main, ui: &mut Ui<'_, Msg>) {
        cover!(ui);
        view_text("quicknote_editor", &main.draft, self.settings.line_numbers, ui);
        self.view_bars(&main.draft, main.draft != self.quick, ui);
    }

    /// What stands below a text that is edited.
    fn view_bars(&self, text: &str, changed: bool, ui: &mut Ui<'_, Msg>) {
        if branch!(ui, self.settings.status_row) {
            view_status(text, changed, ui);
        }
        if branch!(ui, self.settings.format_bar) {
            view_format_bar(ui);
        }
    }

    fn view_more(&self, ui: &mut Ui<'_, Msg>) {
        cover!(ui);
        ui.scroll("more_list", |ui| {
            let entries = [
                ("Settings", "Theme, editor, saving", Msg::Settings(Section::General)),
                ("Statistics", "How much has been written", Msg::Notice(Notice::Statistics)),
                ("Restore examples", "Writes those that were deleted", Msg::Examples),
                ("Help", "What can be written how", Msg::Notice(Notice::Help)),
                ("Licences", "Of what this app is made of", Msg::Notice(Notice::Licences)),
                ("About", "Version and authors", Msg::About),
            ];
            for (title, summary, msg) in entries {
                let row = ui.row("", |ui| {
                    ui.column("icon_frame", |ui| {
                        ui.image("android:id/icon", "");
                    });
                    ui.column("", |ui| {
                        ui.text("android:id/title", title);
                        ui.text("android:id/summary", summary);
                    })
                    .fill();
                });
                row.tap(msg).height(96);
            }
            ui.text("tip", format_args!("Tip: {}", TIPS[self.tip]));
        });
    }

    fn on_main(&mut self, main: &mut Main, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Tab(tab) => {
                cover!(cx);
                self.show_tab(main, tab, cx);
            }
            Msg::Drawer => cx.open(Page::Drawer),
            Msg::SortMenu => cx.open(Page::SortMenu),
            Msg::Menu => cx.open(Page::MainMenu { folder: main.folder }),
            Msg::SearchPage => {
                cx.open(Page::Search(Search {
                    query: "".into(),
                    match_case: false,
                    in_content: true,
                    number: 0,
                    searching: false,
                    results: None,
                }));
            }
            Msg::NewFile => {
                let folder = main.folder;
                let (kind, template) = (Kind::Markdown, false);
                cx.open(Page::NewFile(NewFile { folder, name: "".into(), kind, template, error: "" }));
            }
            Msg::Open(id) => {
                if branch!(cx, self.file(id).is_none_or(|file| file.kind == Kind::Folder)) {
                    self.enter(main, id, cx);
                } else {
                    self.edit(id, cx);
                }
            }
            Msg::Hold(file) => cx.open(Page::FileMenu { file, in_editor: false }),
            Msg::Loaded(folder) => {
                if branch!(cx, main.folder == folder) {
                    main.loading = false;
                }
            }
            Msg::Up => {
                cover!(cx);
                self.go_up(main, cx);
            }
            Msg::Settings(section) => cx.open(Page::Settings(section)),
            Msg::Notice(notice) => cx.open(Page::Notice(notice)),
            Msg::About => cx.open(Page::About),
            Msg::Examples => {
                let written = self.unpack(cx.now());
                if branch!(cx, written == 0) {
                    cx.toast("All examples are there");
                } else {
                    cx.toast(format!("{written} examples written"));
                }
            }
            other => match main.tab {
                Tab::Todo => self.on_tasks(main, other, cx),
                Tab::Quick => self.on_quick(main, other, cx),
                Tab::Notebook | Tab::More => {}
            },
        }
    }

    /// The quick note is written when its tab is left.
    fn show_tab(&mut self, main: &mut Main, tab: Tab, cx: &mut Cx<'_, Self>) {
        if branch!(cx, main.tab == Tab::Quick && tab != Tab::Quick) {
            self.quick = main.draft.clone();
        }
        main.tab = tab;
        main.snackbar = false;
    }

    /// The root is kept in memory; other folders are read from storage, which takes a while.
    fn enter(&mut self, main: &mut Main, folder: FileId, cx: &mut Cx<'_, Self>) {
        main.folder = if self.file(folder).is_some() { folder } else { ROOT };
        main.loading = main.folder != ROOT;
        if main.loading {
            cx.after(700, Msg::Loaded(folder));
        }
    }

    fn go_up(&mut self, main: &mut Main, cx: &mut Cx<'_, Self>) {
        let parent = self.file(main.folder).map_or(ROOT, |folder| folder.folder);
        self.enter(main, parent, cx);
    }

    fn edit(&mut self, id: FileId, cx: &mut Cx<'_, Self>) {
        if let Some(file) = self.file(id) {
            cx.open(Page::Editor(Editor::of(file)));
            self.remember(id);
        }
    }

    fn on_tasks(&mut self, main: &mut Main, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Text(text) => {
                main.task = bounded(&text);
            }
            Msg::AddTask => {
                if branch!(cx, main.task.trim().is_empty() || self.tasks.len() >= MAX_TASKS) {
                    cx.toast("Nothing was added");
                } else {
                    let text = std::mem::replace(&mut main.task, "".into());
                    self.tasks.insert(
                        0,
                        Task { text, project: "+inbox", priority: 2, done: false, added: cx.now() },
                    );
                }
            }
            Msg::Tick(at) => {
                cover!(cx);
                if let Some(task) = self.tasks.get_mut(at) {
                    task.done = !task.done;
                }
            }
            Msg::Priority(at) => {
                cover!(cx);
                if let Some(task) = self.tasks.get_mut(at) {
                    task.priority = (task.priority + 1) % 4;
                }
            }
            Msg::DropTask(at) if at < self.tasks.len() => {
                cover!(cx);
                self.dropped = Some((at, self.tasks.remove(at)));
                main.snackbar = true;
            }
            Msg::RestoreTask => {
                main.snackbar = false;
                match self.dropped.take() {
                    Some((at, task)) => {
                        cover!(cx);
                        self.tasks.insert(at.min(self.tasks.len()), task);
                    }
                    None if cx.bug("undo-delete-after-background") => cx.crash(no_deleted_task()),
                    None => {}
                }
            }
            Msg::Show(filter) => {
                cover!(cx);
                main.filter = filter;
            }
            _ => {}
        }
    }

    fn on_quick(&mut self, main: &mut Main, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Text(text) => {
                main.draft = bounded(&text);
            }
            Msg::Format(format) => {
                cover!(cx);
                main.draft = formatted(&main.draft, format);
            }
            Msg::Save => {
                cover!(cx);
                self.quick = main.draft.clone();
                cx.toast("Saved");
            }
            _ => {}
        }
    }
}

fn view_task(at: usize, task: &Task, now: u64, ui: &mut Ui<'_, Msg>) {
    ui.row("", |ui| {
        ui.checkbox("todo_done", "", task.done).tap(Msg::Tick(at));
        ui.column("", |ui| {
            ui.text("todo_text", &task.text);
            ui.row("", |ui| {
                ui.text("todo_project", task.project).fill();
                ui.text("todo_added", Ago(now.saturating_sub(task.added))).width(150);
            });
        })
        .fill();
        let letter = char::from(b'A' + task.priority);
        ui.text("todo_priority", format_args!("({letter})")).tap(Msg::Priority(at)).height(72);
        ui.icon("todo_delete", "Delete task").tap(Msg::DropTask(at));
    });
}

/// A text to edit, with the numbers of its lines.
fn view_text(id: &'static str, text: &str, line_numbers: bool, ui: &mut Ui<'_, Msg>) {
    let lines = text.lines().count().clamp(1, MAX_BODY);
    let height = (lines as i32 + 1) * 36;
    ui.scroll("document__fragment__edit__content_editor__scrolling_parent", |ui| {
        ui.row("", |ui| {
            if branch!(ui, line_numbers) {
                ui.column("line_numbers", |ui| {
                    for line in 1..=lines.min(MAX_NUMBERS) {
                        ui.text("line_number", line);
                    }
                })
                .width(60);
            }
            ui.field(id, text, "Write here").typed(Msg::Text).height(height.max(216));
        });
    });
}

fn view_status(text: &str, changed: bool, ui: &mut Ui<'_, Msg>) {
    ui.row("status_row", |ui| {
        ui.text("word_count", format_args!("{} words", text.split_whitespace().count())).fill();
        ui.text("char_count", format_args!("{} letters", text.len())).fill();
        ui.text("line_count", format_args!("{} lines", text.lines().count())).fill();
        ui.text("save_state", if changed { "Changed" } else { "Saved" }).fill();
    })
    .height(36);
}

fn view_format_bar(ui: &mut Ui<'_, Msg>) {
    let id = "document__fragment__edit__textmodule_actions_bar__scrolling_parent";
    ui.container("android.widget.HorizontalScrollView", id, Arrange::Row, |ui| {
        ui.row("document__fragment__edit__textmodule_actions_bar", |ui| {
            for (format, (label, _)) in FORMATS.iter().enumerate() {
                ui.icon("", label).tap(Msg::Format(format)).width(45);
            }
        });
    })
    .height(60);
}

// The drawer, the menus and the dialogs about files.
impl Notes {
    fn view_drawer(&self, ui: &mut Ui<'_, Msg>) {
        cover!(ui);
        ui.container(
            "com.google.android.material.navigation.NavigationView",
            "nav_view",
            Arrange::Column,
            |ui| {
                ui.column("nav_header", |ui| {
                    ui.text("nav_title", "Notes").height(48);
                    ui.text("nav_tip", TIPS[self.tip]);
                })
                .height(108);
                ui.scroll("design_navigation_view", |ui| {
                    ui.text("nav_section", "Favourites");
                    if branch!(ui, self.favourites.is_empty()) {
                        ui.text("nav_none", "None yet").height(72);
                    }
                    for (at, path) in self.favourites.iter().enumerate() {
                        ui.drawer_entry(&path.name, false).tap(Msg::Favourite(at));
                    }
                    ui.text("nav_section", "Recent");
                    if branch!(ui, self.recent.is_empty()) {
                        ui.text("nav_none", "Nothing opened yet").height(72);
                    }
                    for (at, path) in self.recent.iter().enumerate() {
                        ui.drawer_entry(&path.name, false).tap(Msg::Recent(at));
                    }
                    ui.text("nav_section", "Folders");
                    ui.drawer_entry("Notes", false).tap(Msg::Open(ROOT));
                    for folder in self.listed(ROOT).filter(|file| file.kind == Kind::Folder) {
                        ui.drawer_entry(&folder.name, false).tap(Msg::Open(folder.id));
                    }
                });
            },
        )
        .fill();
    }

    fn on_drawer(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Favourite(at) => {
                let path = self.favourites.get(at).cloned();
                let file =
                    path.as_ref().and_then(|path| self.named(path.folder, &path.name)).map(|file| file.id);
                cx.close();
                match (path, file) {
                    (_, Some(id)) => {
                        cover!(cx);
                        self.edit(id, cx);
                    }
                    (Some(path), None) if cx.bug("deleted-favourite-opens") => {
                        cx.crash(no_favourite(&path.name));
                    }
                    (path, None) => {
                        self.favourites.retain(|known| Some(known) != path.as_ref());
                        cx.toast("The file no longer exists");
                    }
                }
            }
            Msg::Recent(at) => {
                cover!(cx);
                let path = self.recent.get(at).cloned();
                let file = path.and_then(|path| self.named(path.folder, &path.name).map(|file| file.id));
                cx.close();
                if let Some(id) = file {
                    self.edit(id, cx);
                }
            }
            Msg::Open(folder) => {
                cover!(cx);
                cx.close_with(Msg::Tab(Tab::Notebook));
                cx.send(Msg::Open(folder));
            }
            _ => {}
        }
    }

    fn view_sort_menu(&self, ui: &mut Ui<'_, Msg>) {
        cover!(ui);
        ui.menu(|ui| {
            for (by, label) in By::ALL {
                ui.entry("title", label).tap(Msg::SortBy(by)).selected(by == self.order.by);
            }
            ui.entry("title", if self.order.reverse { "Not reversed" } else { "Reversed" }).tap(Msg::Reverse);
            let folders = if self.order.folders_first { "Folders among files" } else { "Folders first" };
            ui.entry("title", folders).tap(Msg::FoldersFirst);
        });
    }

    fn on_sort_menu(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::SortBy(by) => {
                cover!(cx);
                self.order.by = by;
            }
            Msg::Reverse => {
                cover!(cx);
                self.order.reverse = !self.order.reverse;
            }
            Msg::FoldersFirst => {
                cover!(cx);
                self.order.folders_first = !self.order.folders_first;
            }
            _ => return,
        }
        if !cx.bug("sort-order-forgotten") {
            self.stored_order = self.order;
        }
        self.arrange();
        cx.close();
    }

    fn view_main_menu(&self, ui: &mut Ui<'_, Msg>) {
        cover!(ui);
        ui.menu(|ui| {
            ui.entry("title", "New folder").tap(Msg::NewFolder);
            let hidden = if self.settings.hidden { "Hide hidden files" } else { "Show hidden files" };
            ui.entry("title", hidden).tap(Msg::Toggle(Toggle::Hidden));
            ui.entry("title", "Folder information").tap(Msg::Info);
        });
    }

    fn on_main_menu(&mut self, folder: FileId, msg: Msg, cx: &mut Cx<'_, Self>) {
        cx.close();
        match msg {
            Msg::NewFolder => cx.open(Page::NewFolder { folder, name: "".into(), error: "" }),
            Msg::Toggle(toggle) => {
                cover!(cx);
                self.toggle(toggle);
            }
            Msg::Info => {
                if branch!(cx, folder == ROOT) {
                    cx.open(Page::Notice(Notice::Statistics));
                } else {
                    cx.open(Page::Notice(Notice::Info(folder)));
                }
            }
            _ => {}
        }
    }

    fn view_file_menu(&self, id: FileId, in_editor: bool, ui: &mut Ui<'_, Msg>) {
        let Some(file) = self.file(id) else { return };
        ui.menu(|ui| {
            ui.entry("context_menu_rename", "Rename").tap(Msg::AskRename);
            if branch!(ui, in_editor) {
                ui.entry("action_reload", "Reload").tap(Msg::Reload);
            } else if branch!(ui, file.kind != Kind::Folder) {
                ui.entry("context_menu_move", "Move").tap(Msg::AskMove);
            }
            ui.entry("context_menu_delete", "Delete").tap(Msg::AskDelete);
            if branch!(ui, file.kind != Kind::Folder) {
                let known = self.is_favourite(file);
                let label = if branch!(ui, known) { "Remove from favourites" } else { "Add to favourites" };
                ui.entry("context_menu_favourite", label).tap(Msg::Star);
            }
            ui.entry("context_menu_info", "Info").tap(Msg::Info);
        });
    }

    fn on_file_menu(&mut self, file: FileId, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Reload => {
                cover!(cx);
                return cx.close_with(Msg::Reload);
            }
            _ => cx.close(),
        }
        match msg {
            Msg::AskRename => cx.open(Page::Rename { file, name: self.name(file).into(), error: "" }),
            Msg::AskMove => {
                let to = self.file(file).map_or(ROOT, |file| file.folder);
                cx.open(Page::Move { file, to });
            }
            Msg::AskDelete => cx.open(Page::Delete { file }),
            Msg::Star => {
                let Some(path) = self.path(file) else { return };
                if branch!(cx, self.favourites.contains(&path)) {
                    self.favourites.retain(|known| *known != path);
                } else {
                    self.favourites.push(path);
                }
            }
            Msg::Info => cx.open(Page::Notice(Notice::Info(file))),
            _ => {}
        }
    }

    fn on_new_file(&mut self, form: &mut NewFile, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Text(name) => {
                form.name = bounded(&name);
                form.error = "";
            }
            Msg::Kind(kind) => {
                cover!(cx);
                form.kind = kind;
            }
            Msg::Template => {
                cover!(cx);
                form.template = !form.template;
            }
            Msg::Confirm => {
                if branch!(cx, !good_name(&form.name)) {
                    form.error = NAME_ERROR;
                    return;
                }
                if self.files.len() >= MAX_FILES {
                    form.error = FULL_ERROR;
                    return;
                }
                self.create(form, cx);
            }
            _ => {}
        }
    }

    /// Makes the file and opens it. One that is there already is opened as it is.
    fn create(&mut self, form: &NewFile, cx: &mut Cx<'_, Self>) {
        let name = full_name(&form.name, form.kind);
        let body = if branch!(cx, form.template) { form.kind.template() } else { "" };
        let id = match self.named(form.folder, &name).map(|file| (file.id, file.kind)) {
            Some((_, Kind::Folder)) => {
                cover!(cx);
                return cx.toast("There is a folder of that name");
            }
            Some((id, _)) => {
                cover!(cx);
                if cx.bug("same-name-overwrites") {
                    self.write(id, body.into(), cx.now());
                }
                id
            }
            None => {
                cover!(cx);
                let id = self.add(form.folder, &name, form.kind, body, cx.now());
                self.arrange();
                id
            }
        };
        cx.close();
        self.edit(id, cx);
    }

    fn write(&mut self, id: FileId, body: Arc<str>, now: u64) {
        if let Some(file) = self.files.iter_mut().find(|file| file.id == id) {
            file.body = body;
            file.changed = now;
            self.arrange();
        }
    }

    fn on_new_folder(
        &mut self,
        folder: FileId,
        name: &mut Arc<str>,
        error: &mut &'static str,
        msg: Msg,
        cx: &mut Cx<'_, Self>,
    ) {
        match msg {
            Msg::Text(text) => {
                *name = bounded(&text);
                *error = "";
            }
            Msg::Confirm => {
                if branch!(cx, !good_name(name)) {
                    *error = NAME_ERROR;
                } else if self.files.len() >= MAX_FILES {
                    *error = FULL_ERROR;
                } else if branch!(cx, self.named(folder, name.trim()).is_some()) {
                    *error = TAKEN_ERROR;
                } else {
                    self.add(folder, name.trim(), Kind::Folder, "", cx.now());
                    self.arrange();
                    cx.close();
                }
            }
            _ => {}
        }
    }

    fn on_rename(
        &mut self,
        id: FileId,
        name: &mut Arc<str>,
        error: &mut &'static str,
        msg: Msg,
        cx: &mut Cx<'_, Self>,
    ) {
        match msg {
            Msg::Text(text) => {
                *name = bounded(&text);
                *error = "";
            }
            Msg::Confirm => {
                let (Some(file), Some(from)) = (self.file(id), self.path(id)) else { return cx.close() };
                let new_name = full_name(name, file.kind);
                if branch!(cx, *new_name == *file.name) {
                    cx.close();
                } else if branch!(cx, !good_name(name)) {
                    *error = NAME_ERROR;
                } else if branch!(cx, self.named(from.folder, &new_name).is_some()) {
                    *error = TAKEN_ERROR;
                } else {
                    self.relocate(id, Path { folder: from.folder, name: new_name.into() }, cx);
                    cx.close();
                }
            }
            _ => {}
        }
    }

    /// Gives a file another name or folder; recent files and favourites follow it.
    fn relocate(&mut self, id: FileId, to: Path, cx: &mut Cx<'_, Self>) {
        let Some(from) = self.path(id) else { return };
        if let Some(file) = self.files.iter_mut().find(|file| file.id == id) {
            file.folder = to.folder;
            file.name = to.name.clone();
        }
        let moved = from.folder != to.folder;
        self.follow(&from, &to, moved || !cx.bug("rename-drops-favourite"));
        self.arrange();
    }

    fn on_move(&mut self, id: FileId, to: &mut FileId, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Target(folder) => {
                cover!(cx);
                *to = folder;
            }
            Msg::Confirm => {
                cx.close();
                let Some(from) = self.path(id) else { return };
                if branch!(cx, from.folder == *to) {
                    return;
                }
                if branch!(cx, self.named(*to, &from.name).is_some()) {
                    cx.toast(TAKEN_ERROR);
                } else {
                    self.relocate(id, Path { folder: *to, name: from.name }, cx);
                }
            }
            _ => {}
        }
    }

    fn view_new_file(&self, form: &NewFile, ui: &mut Ui<'_, Msg>) {
        cover!(ui);
        let content = |ui: &mut Ui<'_, Msg>| {
            ui.scroll("new_file_dialog__content", |ui| {
                ui.row("", |ui| {
                    let field = ui.field("new_file_dialog__name", &form.name, "Name");
                    field.typed(Msg::Text).entered(Msg::Confirm);
                    ui.text("new_file_dialog__ext", form.kind.extension()).width(84);
                });
                for kind in Kind::FILES {
                    let radio = ui.radio("new_file_dialog__type", kind.label(), kind == form.kind);
                    radio.tap(Msg::Kind(kind));
                }
                ui.checkbox("new_file_dialog__template", "Begin with a template", form.template)
                    .tap(Msg::Template);
                if branch!(ui, !form.error.is_empty()) {
                    ui.text("new_file_dialog__error", form.error);
                }
            });
        };
        ui.dialog(format_args!("New file in {}", self.name(form.folder)), content, |ui| {
            ui.cancel("Cancel", Msg::Close);
            ui.ok("OK", Msg::Confirm);
        });
    }

    fn view_move(&self, to: FileId, ui: &mut Ui<'_, Msg>) {
        cover!(ui);
        let content = |ui: &mut Ui<'_, Msg>| {
            ui.scroll("move_dialog__folders", |ui| {
                ui.radio("move_dialog__folder", "Notes", to == ROOT).tap(Msg::Target(ROOT));
                for folder in self.files.iter().filter(|file| file.kind == Kind::Folder) {
                    let radio = ui.radio("move_dialog__folder", Place(self, folder.id), to == folder.id);
                    radio.tap(Msg::Target(folder.id));
                }
            });
        };
        ui.dialog("Move to", content, |ui| {
            ui.cancel("Cancel", Msg::Close);
            ui.ok("Move", Msg::Confirm);
        });
    }

    fn view_delete(&self, id: FileId, ui: &mut Ui<'_, Msg>) {
        let folder = self.file(id).is_some_and(|file| file.kind == Kind::Folder);
        let content = |ui: &mut Ui<'_, Msg>| {
            if branch!(ui, folder) {
                ui.message(format_args!("Delete the folder {} and all in it?", self.name(id)));
            } else {
                ui.message(format_args!("Delete {}?", self.name(id)));
            }
        };
        ui.dialog("Delete", content, |ui| {
            ui.cancel("Cancel", Msg::Close);
            ui.ok("Delete", Msg::Confirm);
        });
    }

    fn view_notice(&self, notice: Notice, ui: &mut Ui<'_, Msg>) {
        let title = match notice {
            Notice::Info(id) => self.name(id),
            Notice::Statistics => "Statistics",
            Notice::Help => "Help",
            Notice::Licences => "Licences",
        };
        let content = |ui: &mut Ui<'_, Msg>| {
            ui.scroll("notice_content", |ui| match notice {
                Notice::Info(id) => {
                    cover!(ui);
                    if let Some(file) = self.file(id) {
                        let ago = Ago(ui.now().saturating_sub(file.changed));
                        view_fact("Type", file.kind.label(), ui);
                        view_fact("Folder", Place(self, file.folder), ui);
                        view_fact("Size", format_args!("{} bytes", file.body.len()), ui);
                        view_fact("Words", file.body.split_whitespace().count(), ui);
                        view_fact("Lines", file.body.lines().count(), ui);
                        view_fact("Changed", ago, ui);
                    }
                }
                Notice::Statistics => {
                    cover!(ui);
                    let files = || self.files.iter().filter(|file| file.kind != Kind::Folder);
                    view_fact("Files", files().count(), ui);
                    view_fact("Folders", self.files.len() - files().count(), ui);
                    view_fact("Bytes", files().map(|file| file.body.len()).sum::<usize>(), ui);
                    view_fact("Favourites", self.favourites.len(), ui);
                    view_fact("Open tasks", self.tasks.iter().filter(|task| !task.done).count(), ui);
                }
                Notice::Help => {
                    cover!(ui);
                    for (format, mark) in FORMATS {
                        view_fact(format, mark.trim(), ui);
                    }
                }
                Notice::Licences => {
                    cover!(ui);
                    for line in 1..=12 {
                        ui.text("licence_line", format_args!("{line}. You may copy, change and pass it on."));
                    }
                }
            });
        };
        ui.dialog(title, content, |ui| ui.ok("OK", Msg::Close));
    }
}

/// A line of a table of two columns.
fn view_fact(name: &str, value: impl fmt::Display, ui: &mut Ui<'_, Msg>) {
    ui.row("", |ui| {
        ui.text("fact_name", name).width(180);
        ui.text("fact_value", value).fill();
    })
    .height(42);
}

/// A dialog that asks for a name.
fn view_name(title: &str, name: &str, error: &str, ui: &mut Ui<'_, Msg>) {
    let content = |ui: &mut Ui<'_, Msg>| {
        ui.field("name_dialog__name", name, "Name").typed(Msg::Text).entered(Msg::Confirm);
        if branch!(ui, !error.is_empty()) {
            ui.text("name_dialog__error", error);
        }
    };
    ui.dialog(title, content, |ui| {
        ui.cancel("Cancel", Msg::Close);
        ui.ok("OK", Msg::Confirm);
    });
}

// The editor, the preview and the search.
impl Notes {
    fn view_editor(&self, editor: &Editor, ui: &mut Ui<'_, Msg>) {
        cover!(ui);
        ui.column("document__placeholder_fragment", |ui| {
            ui.toolbar(self.name(editor.file), Nav::Up(Msg::Up), |ui| {
                ui.icon("action_preview", "Preview").tap(Msg::Preview);
                ui.icon("action_undo", "Undo").tap(Msg::Undo).enabled(!editor.undo.is_empty());
                ui.icon("action_redo", "Redo").tap(Msg::Redo).enabled(!editor.redo.is_empty());
                ui.icon("action_save", "Save").tap(Msg::Save);
                ui.overflow(Msg::Menu);
            });
            let id = "document__fragment__edit__highlighting_editor";
            view_text(id, &editor.body, self.settings.line_numbers, ui);
            self.view_bars(&editor.body, editor.dirty, ui);
        });
    }

    fn on_editor(&mut self, editor: &mut Editor, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Text(text) => {
                if branch!(cx, *text != *editor.body) {
                    editor.change(bounded(&text));
                }
            }
            Msg::Format(format) => {
                cover!(cx);
                editor.change(formatted(&editor.body, format));
            }
            Msg::Undo => {
                cover!(cx);
                self.undo(editor, cx);
            }
            Msg::Redo => {
                cover!(cx);
                if let Some(body) = editor.redo.pop() {
                    editor.undo.push(std::mem::replace(&mut editor.body, body));
                    editor.dirty = true;
                }
            }
            Msg::Save => {
                if branch!(cx, editor.dirty) {
                    self.save(editor, cx);
                    cx.toast("Saved");
                } else {
                    cx.toast("Nothing has changed");
                }
            }
            Msg::Preview => self.preview(editor, cx),
            Msg::Menu => cx.open(Page::FileMenu { file: editor.file, in_editor: true }),
            Msg::Reload => {
                if let Some(file) = self.file(editor.file) {
                    cover!(cx);
                    *editor = Editor::of(file);
                }
            }
            Msg::Deleted(id) => {
                cover!(cx);
                if id == editor.file {
                    cx.close();
                }
            }
            Msg::Up => self.leave(editor, cx),
            Msg::SaveAndLeave => {
                cover!(cx);
                self.save(editor, cx);
                cx.close();
            }
            Msg::Discard => {
                cover!(cx);
                cx.close();
            }
            _ => {}
        }
    }

    /// Writes the text, and remembers where in the history that was.
    fn save(&mut self, editor: &mut Editor, cx: &mut Cx<'_, Self>) {
        self.write(editor.file, editor.body.clone(), cx.now());
        editor.saved = Some((editor.undo.len(), self.name(editor.file).into()));
        editor.dirty = false;
    }

    /// A step back. One beyond the last saving compares with what is stored, to say whether all is saved.
    fn undo(&mut self, editor: &mut Editor, cx: &mut Cx<'_, Self>) {
        let Some(before) = editor.undo.pop() else { return };
        editor.redo.push(std::mem::replace(&mut editor.body, before));
        editor.dirty = true;
        let Some((_, name)) = editor.saved.as_ref().filter(|(depth, _)| *depth > editor.undo.len()) else {
            return;
        };
        let stored = if cx.bug("undo-after-rename") {
            self.named(editor.folder, name)
        } else {
            self.file(editor.file)
        };
        match stored {
            Some(file) => {
                cover!(cx);
                editor.dirty = file.body != editor.body;
            }
            None if cx.bug("undo-after-rename") => cx.crash(no_stored_text(name)),
            None => {}
        }
    }

    /// With highlighting on, code between fences is coloured before the page is shown.
    fn preview(&mut self, editor: &Editor, cx: &mut Cx<'_, Self>) {
        let fences = editor.body.lines().filter(|line| line.starts_with("```")).count();
        if branch!(cx, self.settings.highlight && fences % 2 == 1) && cx.bug("open-fence-hangs-preview") {
            return cx.hang(endless_fence());
        }
        let zoom = 75 + 25 * self.settings.font as i32;
        cx.open(Page::Preview { file: editor.file, body: editor.body.clone(), zoom });
    }

    fn leave(&mut self, editor: &mut Editor, cx: &mut Cx<'_, Self>) {
        if branch!(cx, !editor.dirty) {
            cx.close();
        } else if branch!(cx, self.settings.autosave) {
            self.save(editor, cx);
            cx.close();
        } else {
            cx.open(Page::Leave);
        }
    }

    fn view_preview(&self, file: FileId, body: &str, zoom: i32, ui: &mut Ui<'_, Msg>) {
        ui.column("document__placeholder_fragment", |ui| {
            ui.toolbar(self.name(file), Nav::Up(Msg::Close), |ui| {
                ui.icon("action_zoom_out", "Smaller").tap(Msg::Zoom(-25)).enabled(zoom > 50);
                ui.icon("action_zoom_in", "Larger").tap(Msg::Zoom(25)).enabled(zoom < 200);
                ui.icon("action_edit", "Edit").tap(Msg::Close);
            });
            ui.text("document__preview__zoom", format_args!("{zoom} %"));
            let height = 36 * zoom / 100;
            ui.scroll("document__fragment_view_webview", |ui| {
                let mut code = false;
                for line in body.lines() {
                    view_line(line, &mut code, height, ui);
                }
                if branch!(ui, body.is_empty()) {
                    ui.text("preview_empty", "This file is empty");
                }
            });
        });
    }

    fn view_search(&self, search: &Search, ui: &mut Ui<'_, Msg>) {
        cover!(ui);
        ui.column("search__fragment", |ui| {
            ui.row("search_bar", |ui| {
                ui.icon("", "Navigate up").tap(Msg::Close);
                let field = ui.field("search_src_text", &search.query, "Search in all notes");
                field.typed(Msg::Text).entered(Msg::Confirm);
                ui.icon("search_go_btn", "Search").tap(Msg::Confirm).enabled(!search.query.is_empty());
            })
            .height(84);
            ui.row("search_options", |ui| {
                ui.checkbox("search_match_case", "Match case", search.match_case).tap(Msg::MatchCase).fill();
                ui.checkbox("search_in_content", "In texts", search.in_content).tap(Msg::InContent).fill();
            })
            .height(66);
            if branch!(ui, search.searching) {
                return ui.busy();
            }
            match &search.results {
                None => {
                    cover!(ui);
                    ui.text("search_tip", TIPS[self.tip]);
                }
                Some(found) if found.is_empty() => {
                    cover!(ui);
                    ui.text("search_empty", format_args!("Nothing found for {}", search.query));
                }
                Some(found) => {
                    cover!(ui);
                    ui.text("search_count", format_args!("{} files", found.len()));
                    ui.list("search_results", found.len(), 84, |ui, number| match self.file(found[number]) {
                        Some(file) => self.view_file(file, ui),
                        None => {
                            cover!(ui);
                            ui.text("note_title", "Deleted meanwhile");
                        }
                    });
                }
            }
        });
    }

    fn on_search(&mut self, search: &mut Search, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Text(text) => {
                search.query = bounded(&text);
            }
            Msg::MatchCase => {
                cover!(cx);
                search.match_case = !search.match_case;
            }
            Msg::InContent => {
                cover!(cx);
                search.in_content = !search.in_content;
            }
            Msg::Confirm => {
                if branch!(cx, search.query.is_empty()) {
                    return;
                }
                if cx.bug("search-pattern-crash") && bad_pattern(&search.query) {
                    return cx.crash(bad_regex());
                }
                search.number += 1;
                search.searching = true;
                cx.after(900, Msg::Found(search.number));
            }
            Msg::Found(number) => {
                if branch!(cx, number == search.number) {
                    search.searching = false;
                    let found = self.files.iter().filter(|file| finds(file, search)).map(|file| file.id);
                    search.results = Some(found.collect());
                }
            }
            Msg::Open(id) => {
                cover!(cx);
                self.edit(id, cx);
            }
            Msg::Hold(id) => cx.open(Page::Notice(Notice::Info(id))),
            _ => {}
        }
    }
}

/// A line of Markdown as it is shown.
fn view_line(line: &str, code: &mut bool, height: i32, ui: &mut Ui<'_, Msg>) {
    if branch!(ui, line.starts_with("```")) {
        *code = !*code;
    } else if branch!(ui, *code) {
        ui.text("code", line).height(height);
    } else if let Some(heading) = line.strip_prefix('#') {
        cover!(ui);
        ui.text("heading", heading.trim_start_matches('#').trim()).height(height + 24);
    } else if let Some(item) = line.strip_prefix("- ") {
        cover!(ui);
        ui.row("item", |ui| {
            ui.image("bullet", "").width(36).height(height);
            ui.text("item_text", item).fill();
        })
        .height(height);
    } else if let Some(quote) = line.strip_prefix("> ") {
        cover!(ui);
        ui.text("quote", quote).height(height);
    } else if branch!(ui, !line.is_empty()) {
        ui.text("paragraph", line).height(height);
    }
}

// The settings and the pages about the app.
impl Notes {
    fn view_settings(&self, section: Section, ui: &mut Ui<'_, Msg>) {
        let title = if section == Section::General { "Settings" } else { "Editor" };
        ui.column("settings__activity", |ui| {
            ui.toolbar(title, Nav::Up(Msg::Close), |_| {});
            ui.scroll("list", |ui| match section {
                Section::General => {
                    cover!(ui);
                    let theme = self.choice(Choice::Theme);
                    ui.preference("Theme", theme, None).tap(Msg::Choose(Choice::Theme));
                    let start = self.choice(Choice::Start);
                    ui.preference("Start with", start, None).tap(Msg::Choose(Choice::Start));
                    let editor = Msg::Settings(Section::Editor);
                    ui.preference("Editor", "Font, line numbers, bars", None).tap(editor);
                    self.view_switch("Save by itself", "When the editor is left", Toggle::Autosave, ui);
                    self.view_switch("Colour code", "In the preview", Toggle::Highlight, ui);
                    self.view_switch("Hidden files", "Show names that begin with a dot", Toggle::Hidden, ui);
                    ui.preference("Storage", format_args!("{} files", self.files.len()), None).enabled(false);
                }
                Section::Editor => {
                    cover!(ui);
                    let font = self.choice(Choice::Font);
                    ui.preference("Font size", font, None).tap(Msg::Choose(Choice::Font));
                    self.view_switch("Line numbers", "Beside the text", Toggle::LineNumbers, ui);
                    self.view_switch("Format bar", "Below the text", Toggle::FormatBar, ui);
                    self.view_switch("Counts", "Words, letters and lines", Toggle::StatusRow, ui);
                }
            });
        });
    }

    fn view_switch(&self, title: &str, summary: &str, toggle: Toggle, ui: &mut Ui<'_, Msg>) {
        let on = branch!(ui, self.on(toggle));
        ui.preference(title, summary, Some(on)).tap(Msg::Toggle(toggle));
    }

    fn on_settings(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Toggle(toggle) => {
                cover!(cx);
                self.toggle(toggle);
            }
            Msg::Choose(choice) => cx.open(Page::Choice(choice)),
            Msg::Settings(section) => cx.open(Page::Settings(section)),
            _ => {}
        }
    }

    fn view_choice(&self, choice: Choice, ui: &mut Ui<'_, Msg>) {
        cover!(ui);
        let chosen = self.choice(choice);
        let content = |ui: &mut Ui<'_, Msg>| {
            ui.scroll("select_dialog_listview", |ui| {
                for (at, option) in choice.options().iter().enumerate() {
                    ui.radio("android:id/text1", option, *option == chosen).tap(Msg::Pick(at));
                }
            });
        };
        ui.dialog(choice.title(), content, |ui| ui.cancel("Cancel", Msg::Close));
    }

    fn view_about(&self, ui: &mut Ui<'_, Msg>) {
        cover!(ui);
        ui.column("about__activity", |ui| {
            ui.toolbar("About", Nav::Up(Msg::Close), |_| {});
            ui.scroll("about_content", |ui| {
                ui.card("about_app", |ui| {
                    ui.image("about_icon", "Notes");
                    ui.text("about_name", "Notes");
                    ui.text("about_version", "Version 2.11.1");
                });
                ui.card("about_facts", |ui| {
                    view_fact("Package", Self::MANIFEST.package, ui);
                    view_fact("Files", self.files.len(), ui);
                    view_fact("Theme", self.choice(Choice::Theme), ui);
                });
                ui.card("about_text", |ui| {
                    for line in
                        ["Plain files, no account.", "Markdown, to-do lists and more.", TIPS[self.tip]]
                    {
                        ui.text("about_line", line);
                    }
                });
                ui.button("about_licences", "Licences").tap(Msg::Notice(Notice::Licences));
                ui.button("about_help", "Help").tap(Msg::Notice(Notice::Help));
            });
        });
    }
}

impl App for Notes {
    type Page = Page;
    type Msg = Msg;

    const MANIFEST: Manifest = Manifest {
        name: "notes",
        package: "com.example.notes",
        title: "Notes",
        about: "A Markdown editor with a file browser, to-do list and quick note (retells Markor)",
        bugs: &[
            Bug {
                id: "same-name-overwrites",
                title: "A new note of a name that exists replaces the text of the old one",
                retells: "gsantner/markor issues 994 and 2198",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Property { functions: &["create"] }],
                trace: &[
                    "tap id=fab_add_new_item",
                    "type id=new_file_dialog__name \"books\"",
                    "tap id=button1",
                ],
                shows: Shows::Present("id=word_count text=\"0 words\""),
            },
            Bug {
                id: "rotate-editing-crash",
                title: "Turning the phone while a change is not saved crashes the editor",
                retells: "no single report: an editor that crashes when turned, such as maks/MGit issue 119",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap text=\"books.md\"",
                    "type id=document__fragment__edit__highlighting_editor \"Milk\"",
                    "rotate",
                ],
                shows: Shows::Crash("NullPointerException in UndoHistory.restore"),
            },
            Bug {
                id: "undo-after-rename",
                title: "Undoing beyond the last saving crashes after the file was renamed",
                retells: "no report: a history that keeps the path a file had",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap text=\"books.md\"",
                    "type id=document__fragment__edit__highlighting_editor \"Milk\"",
                    "tap id=action_save",
                    "tap desc=\"More options\"",
                    "tap text=\"Rename\"",
                    "type id=name_dialog__name \"novels\"",
                    "tap id=button1",
                    "tap id=action_undo",
                ],
                shows: Shows::Crash("NullPointerException in Document.storedText"),
            },
            Bug {
                id: "search-pattern-crash",
                title: "Searching for what is no regular expression crashes",
                retells: "nextcloud/notes-android issue 846, leanote/leanote-android issue 60",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &["tap id=action_search", "type id=search_src_text \"[\"", "enter"],
                shows: Shows::Crash("PatternSyntaxException in SearchEngine.compile"),
            },
            Bug {
                id: "deleted-favourite-opens",
                title: "Opening a favourite whose file was deleted crashes",
                retells: "no report: a bookmark that outlives its file",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "longtap text=\"books.md\"",
                    "tap text=\"Add to favourites\"",
                    "longtap text=\"books.md\"",
                    "tap text=\"Delete\"",
                    "tap id=button1",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"books.md\"",
                ],
                shows: Shows::Crash("NullPointerException in DrawerFragment.openFavourite"),
            },
            Bug {
                id: "open-fence-hangs-preview",
                title: "With code colouring on, the preview of a code fence that never closes hangs",
                retells: "no report: a hang that needs a setting and a certain text",
                kind: BugKind::Hang,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap id=nav_more",
                    "tap text=\"Settings\"",
                    "tap text=\"Colour code\"",
                    "relaunch",
                    "tap text=\"books.md\"",
                    "type id=document__fragment__edit__highlighting_editor \"```\"",
                    "tap id=action_preview",
                ],
                shows: Shows::Hang,
            },
            Bug {
                id: "quicknote-lost-on-kill",
                title: "What was written in the quick note is lost when the process dies in the background",
                retells: "no report: text not written before the process dies",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Neutral { inserted: 2..3 }],
                trace: &["tap id=nav_quicknote", "type id=quicknote_editor \"Milk\"", "kill"],
                shows: Shows::Missing("id=quicknote_editor text=\"Milk\""),
            },
            Bug {
                id: "sort-order-forgotten",
                title: "The chosen order of files is forgotten at the next launch",
                retells: "gsantner/markor issue 545",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Neutral { inserted: 2..3 }],
                trace: &["tap id=action_sort", "tap text=\"Date\"", "relaunch"],
                shows: Shows::Missing("text=\"Sorted by date\""),
            },
            Bug {
                id: "undo-delete-after-background",
                title: "Taking back the deletion of a task crashes after the app was in the background",
                retells: "no report: a snackbar that outlives what it would restore",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &["tap id=nav_todo", "tap id=todo_delete", "background", "tap id=snackbar_action"],
                shows: Shows::Crash("IndexOutOfBoundsException in TodoFragment.restoreDeleted"),
            },
            Bug {
                id: "rename-drops-favourite",
                title: "A favourite that is renamed is no favourite any more",
                retells: "no report: a bookmark that does not follow a rename",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Property { functions: &["rename", "favourite"] }],
                trace: &[
                    "longtap text=\"books.md\"",
                    "tap text=\"Add to favourites\"",
                    "longtap text=\"books.md\"",
                    "tap text=\"Rename\"",
                    "type id=name_dialog__name \"brochures\"",
                    "tap id=button1",
                ],
                shows: Shows::Missing("id=favourite_icon"),
            },
        ],
        traps: &[
            Trap { kind: TrapKind::ChangesByItself, place: "relative dates under every file" },
            Trap { kind: TrapKind::Reorders, place: "files can be sorted by their last change" },
            Trap { kind: TrapKind::RandomTip, place: "a tip on the More page" },
            Trap {
                kind: TrapKind::LoadsLate,
                place: "folders and search results load after a while, with a spinner",
            },
            Trap { kind: TrapKind::NeverRests, place: "the spinner while a folder loads" },
        ],
        source: include_str!("notes.rs"),
    };

    fn start(&mut self, cx: &mut Cx<'_, Self>) -> Page {
        let now = cx.now();
        if branch!(cx, !self.unpacked) {
            self.unpacked = true;
            self.unpack(now);
            let task = |(text, project, priority, done, minutes): (&str, _, _, _, u64)| Task {
                text: text.into(),
                project,
                priority,
                done,
                added: now - minutes * 60_000,
            };
            self.tasks = TASKS.into_iter().map(task).collect();
        }
        self.tip = cx.random(TIPS.len() as u64) as usize;
        Page::Main(Main {
            tab: Tab::ALL[self.settings.start].0,
            folder: ROOT,
            loading: false,
            draft: self.quick.clone(),
            task: "".into(),
            filter: Filter::All,
            snackbar: false,
        })
    }

    fn window(page: &Page) -> Window {
        match page {
            Page::Main(_) => Window::Activity(".activity.MainActivity"),
            Page::Editor(_) | Page::Preview { .. } => Window::Activity(".activity.DocumentActivity"),
            Page::Search(_) => Window::Activity(".activity.SearchActivity"),
            Page::Settings(_) => Window::Activity(".activity.SettingsActivity"),
            Page::About => Window::Activity(".activity.AboutActivity"),
            Page::Drawer => Window::Drawer,
            Page::SortMenu | Page::MainMenu { .. } | Page::FileMenu { .. } => Window::Menu,
            Page::NewFile(_)
            | Page::NewFolder { .. }
            | Page::Rename { .. }
            | Page::Delete { .. }
            | Page::Move { .. }
            | Page::Leave
            | Page::Choice(_)
            | Page::Notice(_) => Window::Dialog,
        }
    }

    fn view(&self, page: &Page, ui: &mut Ui<'_, Msg>) {
        match page {
            Page::Main(main) => self.view_main(main, ui),
            Page::Drawer => self.view_drawer(ui),
            Page::SortMenu => self.view_sort_menu(ui),
            Page::MainMenu { .. } => self.view_main_menu(ui),
            Page::FileMenu { file, in_editor } => self.view_file_menu(*file, *in_editor, ui),
            Page::NewFile(form) => self.view_new_file(form, ui),
            Page::NewFolder { name, error, .. } => {
                cover!(ui);
                view_name("New folder", name, error, ui);
            }
            Page::Rename { name, error, .. } => {
                cover!(ui);
                view_name("Rename", name, error, ui);
            }
            Page::Delete { file } => self.view_delete(*file, ui),
            Page::Move { to, .. } => self.view_move(*to, ui),
            Page::Editor(editor) => self.view_editor(editor, ui),
            Page::Leave => {
                cover!(ui);
                ui.dialog(
                    "Not saved",
                    |ui| ui.message("Save the changes?"),
                    |ui| {
                        ui.cancel("Cancel", Msg::Close);
                        ui.button("android:id/button3", "Discard").tap(Msg::Discard);
                        ui.ok("Save", Msg::Confirm);
                    },
                );
            }
            Page::Preview { file, body, zoom } => self.view_preview(*file, body, *zoom, ui),
            Page::Search(search) => self.view_search(search, ui),
            Page::Settings(section) => self.view_settings(*section, ui),
            Page::Choice(choice) => self.view_choice(*choice, ui),
            Page::Notice(notice) => self.view_notice(*notice, ui),
            Page::About => self.view_about(ui),
        }
    }

    fn update(&mut self, page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        if matches!(msg, Msg::Close) {
            return cx.close();
        }
        match page {
            Page::Main(main) => self.on_main(main, msg, cx),
            Page::Drawer => self.on_drawer(msg, cx),
            Page::SortMenu => self.on_sort_menu(msg, cx),
            Page::MainMenu { folder } => self.on_main_menu(*folder, msg, cx),
            Page::FileMenu { file, .. } => self.on_file_menu(*file, msg, cx),
            Page::NewFile(form) => self.on_new_file(form, msg, cx),
            Page::NewFolder { folder, name, error } => self.on_new_folder(*folder, name, error, msg, cx),
            Page::Rename { file, name, error } => self.on_rename(*file, name, error, msg, cx),
            Page::Delete { file } => {
                cover!(cx);
                self.remove(*file);
                cx.close_with(Msg::Deleted(*file));
            }
            Page::Move { file, to } => self.on_move(*file, to, msg, cx),
            Page::Editor(editor) => self.on_editor(editor, msg, cx),
            Page::Leave => cx.close_with(if matches!(msg, Msg::Discard) { msg } else { Msg::SaveAndLeave }),
            Page::Preview { zoom, .. } => {
                if let Msg::Zoom(by) = msg {
                    cover!(cx);
                    *zoom = (*zoom + by).clamp(50, 200);
                }
            }
            Page::Search(search) => self.on_search(search, msg, cx),
            Page::Settings(_) => self.on_settings(msg, cx),
            Page::Choice(choice) => {
                if let Msg::Pick(at) = msg {
                    cover!(cx);
                    *self.chosen(*choice) = at;
                    cx.close();
                }
            }
            Page::About => {
                if let Msg::Notice(notice) = msg {
                    cover!(cx);
                    cx.open(Page::Notice(notice));
                }
            }
            Page::Notice(_) => {}
        }
    }

    fn back(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        match page {
            Page::Main(main) if main.tab != Tab::Notebook => {
                cover!(cx);
                self.show_tab(main, Tab::Notebook, cx);
            }
            Page::Main(main) if main.folder != ROOT => {
                cover!(cx);
                self.go_up(main, cx);
            }
            Page::Editor(editor) => self.leave(editor, cx),
            _ => {
                cover!(cx);
                cx.close();
            }
        }
    }

    /// Menus and dialogs that only tell something vanish; what asks for something stays as it was filled in.
    fn recreate(&mut self, page: Page, why: Recreate, cx: &mut Cx<'_, Self>) -> Option<Page> {
        let died = why == Recreate::ProcessDeath;
        Some(match page {
            Page::SortMenu | Page::MainMenu { .. } | Page::FileMenu { .. } | Page::Notice(_) => {
                cover!(cx);
                return None;
            }
            Page::Main(mut main) if died => {
                cover!(cx);
                main.loading = false;
                main.snackbar = false;
                if cx.bug("quicknote-lost-on-kill") {
                    main.draft = self.quick.clone();
                }
                self.tip = cx.random(TIPS.len() as u64) as usize;
                Page::Main(main)
            }
            Page::Editor(mut editor) => {
                if branch!(cx, died) {
                    editor.undo.clear();
                    editor.redo.clear();
                    editor.saved = None;
                } else if editor.dirty && cx.bug("rotate-editing-crash") {
                    cx.crash(no_undo_history());
                }
                Page::Editor(editor)
            }
            Page::Search(mut search) if died => {
                cover!(cx);
                search.searching = false;
                Page::Search(search)
            }
            other => other,
        })
    }

    fn paused(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        match page {
            Page::Editor(editor) => {
                if branch!(cx, editor.dirty && self.settings.autosave) {
                    self.save(editor, cx);
                }
            }
            Page::Main(main) => {
                cover!(cx);
                if !cx.bug("quicknote-lost-on-kill") {
                    self.quick = main.draft.clone();
                }
                if cx.bug("undo-delete-after-background") {
                    self.dropped = None;
                }
            }
            _ => {}
        }
    }

    fn process_died(&mut self) {
        self.dropped = None;
        self.order = self.stored_order;
        self.arrange();
    }
}

fn no_undo_history() -> Fault {
    Fault::new("java.lang.NullPointerException", "Attempt to get length of null array")
        .at("com.example.notes.editor.UndoHistory.restore(UndoHistory.java:214)")
        .at("com.example.notes.activity.EditFragment.onViewStateRestored(EditFragment.java:311)")
        .at("androidx.fragment.app.Fragment.restoreViewState(Fragment.java:620)")
}

fn no_stored_text(name: &str) -> Fault {
    Fault::new("java.lang.NullPointerException", format!("stored text of {name:?} is null"))
        .at("com.example.notes.model.Document.storedText(Document.java:187)")
        .at("com.example.notes.editor.UndoHistory.undo(UndoHistory.java:96)")
        .at("com.example.notes.activity.EditFragment.onOptionsItemSelected(EditFragment.java:228)")
        .at("androidx.fragment.app.Fragment.performOptionsItemSelected(Fragment.java:3154)")
}

fn bad_regex() -> Fault {
    Fault::new("java.util.regex.PatternSyntaxException", "Syntax error U_REGEX_RULE_SYNTAX near index 1")
        .at("java.util.regex.Pattern.compileImpl(Native Method)")
        .at("java.util.regex.Pattern.compile(Pattern.java:971)")
        .at("com.example.notes.search.SearchEngine.compile(SearchEngine.java:58)")
        .at("com.example.notes.search.SearchFragment.onQueryTextSubmit(SearchFragment.java:133)")
        .at("android.widget.SearchView.onSubmitQuery(SearchView.java:1227)")
}

fn no_favourite(name: &str) -> Fault {
    Fault::new("java.lang.NullPointerException", format!("no document {name:?}"))
        .at("com.example.notes.activity.DrawerFragment.openFavourite(DrawerFragment.java:144)")
        .at("com.example.notes.activity.DrawerFragment.onItemSelected(DrawerFragment.java:97)")
        .at("com.google.android.material.navigation.NavigationView$1.onMenuItemSelected(Unknown Source:24)")
}

fn endless_fence() -> Fault {
    Fault::new("", "the touched window has not finished processing its input events")
        .at("com.example.notes.format.CodeFence.findEnd(CodeFence.java:61)")
        .at("com.example.notes.format.CodeFence.highlight(CodeFence.java:39)")
        .at("com.example.notes.format.MarkdownConverter.convert(MarkdownConverter.java:152)")
        .at("com.example.notes.activity.DocumentActivity.showPreview(DocumentActivity.java:275)")
}

fn no_deleted_task() -> Fault {
    Fault::new("java.lang.IndexOutOfBoundsException", "Index: 0, Size: 0")
        .at("java.util.ArrayList.get(ArrayList.java:437)")
        .at("com.example.notes.todo.TodoFragment.restoreDeleted(TodoFragment.java:203)")
        .at("com.example.notes.todo.TodoFragment$4.onClick(TodoFragment.java:171)")
        .at("android.view.View.performClick(View.java:7125)")
}
