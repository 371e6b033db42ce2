//! Notebook: notes in notebooks, with favourites, locks, an archive, a trash, tags, search and settings.
//!
//! Its first bug retells issue #114 of ScarletNotes, the running example of the Themis+ paper (figure 1): the
//! × that leaves a notebook crashes while the notebook shows only its locked notes. Which events are possible
//! where, and where they lead, agrees with the bug automaton published with the paper. The other bugs are of
//! the kinds such apps have: state lost or kept too long over rotation, process death, background work, saving.

use std::cmp::Reverse;
use std::fmt::Display;

use crate::app::{App, Bug, BugKind, Manifest, Oracle, Recreate, Shows, Trap, TrapKind, Window};
use crate::cx::{Cx, Fault};
use crate::ui::{Nav, Node, Ui};
use crate::{branch, cover};

/// Everything the app keeps.
#[derive(Clone, Default)]
pub(crate) struct Notebook {
    notes: Vec<Note>,
    folders: Vec<Folder>,
    tags: Vec<String>,
    settings: Settings,
    /// What was searched for, the last first.
    recent: Vec<String>,
    last_backup: Option<u64>,
    next_id: u32,
    welcomed: bool,
    /// Earlier titles and bodies of the note that is open: in memory only.
    history: Vec<(String, String)>,
}

#[derive(Clone)]
struct Note {
    id: u32,
    title: String,
    body: String,
    folder: Option<u32>,
    state: State,
    favourite: bool,
    locked: bool,
    colour: usize,
    /// One bit for each of the app's tags.
    tags: u32,
    created: u64,
    changed: u64,
}

impl Note {
    fn is_blank(&self) -> bool {
        self.title.is_empty() && self.body.is_empty()
    }

    fn name(&self) -> &str {
        if self.title.is_empty() { "Untitled" } else { &self.title }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Active,
    Archived,
    Trash,
}

/// A notebook, as users call it.
#[derive(Clone)]
struct Folder {
    id: u32,
    name: String,
}

#[derive(Clone)]
struct Settings {
    theme: Theme,
    sort: Sort,
    compact: bool,
    show_time: bool,
    format_bar: bool,
    hide_locked: bool,
    pin: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            sort: Sort::Changed,
            compact: false,
            show_time: true,
            format_bar: true,
            hide_locked: false,
            pin: String::new(),
        }
    }
}

impl Settings {
    fn flag(&mut self, option: Switch) -> &mut bool {
        match option {
            Switch::Compact => &mut self.compact,
            Switch::ShowTime => &mut self.show_time,
            Switch::FormatBar => &mut self.format_bar,
            Switch::HideLocked => &mut self.hide_locked,
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Switch {
    Compact,
    ShowTime,
    FormatBar,
    HideLocked,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Theme {
    System,
    Light,
    Dark,
}

impl Theme {
    const ALL: [(Theme, &'static str); 3] =
        [(Theme::System, "As the system"), (Theme::Light, "Light"), (Theme::Dark, "Dark")];

    fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sort {
    Changed,
    Newest,
    Oldest,
    Title,
}

impl Sort {
    const ALL: [(Sort, &'static str); 4] = [
        (Sort::Changed, "Last changed"),
        (Sort::Newest, "Newest first"),
        (Sort::Oldest, "Oldest first"),
        (Sort::Title, "By title"),
    ];

    fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// Which notes the home page shows.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Filter {
    #[default]
    Notes,
    Favourites,
    Locked,
    Archived,
    Trash,
    Tag(usize),
}

impl Filter {
    /// What the main menu offers.
    const MENU: [(Filter, &'static str, &'static str); 5] = [
        (Filter::Notes, "menu_notes", "Notes"),
        (Filter::Favourites, "menu_favourites", "Favourites"),
        (Filter::Locked, "menu_locked", "Locked"),
        (Filter::Archived, "menu_archived", "Archived"),
        (Filter::Trash, "menu_trash", "Trash"),
    ];

    fn admits(self, note: &Note) -> bool {
        match self {
            Filter::Notes => note.state == State::Active,
            Filter::Favourites => note.state == State::Active && note.favourite,
            Filter::Locked => note.state == State::Active && note.locked,
            Filter::Archived => note.state == State::Archived,
            Filter::Trash => note.state == State::Trash,
            Filter::Tag(tag) => note.state == State::Active && note.tags >> tag & 1 == 1,
        }
    }
}

/// The home page: in which notebook, and what of it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Home {
    folder: Option<u32>,
    filter: Filter,
}

/// A note that is being written: the editor works on a copy.
#[derive(Clone)]
pub(crate) struct Editor {
    draft: Note,
    dirty: bool,
    /// How many changes can be undone.
    steps: usize,
}

#[derive(Clone, Copy)]
pub(crate) enum Question {
    DeleteNote(u32),
    DeleteFolder(u32),
    EmptyTrash,
}

#[derive(Clone)]
pub(crate) enum Page {
    Home(Home),
    MainMenu(Home),
    HomeMenu(Home),
    Drawer(Filter),
    NoteOptions(u32),
    FolderOptions(u32),
    RenameFolder { folder: u32, name: String },
    MoveTo(u32),
    Colours(u32),
    Tags { note: u32, name: String },
    Unlock { note: u32, pin: String },
    Confirm(Question),
    Editor(Editor),
    EditorMenu(u32),
    Search { query: String, found: Vec<u32> },
    Settings { backing_up: bool },
    ThemeChoice,
    SortChoice,
    SetPin { pin: String },
    About { tip: usize, licences: bool },
}

/// What can be done with a note from its options or the editor's menu.
#[derive(Clone, Copy)]
pub(crate) enum Action {
    Favourite,
    Lock,
    Archive,
    Colour,
    Tags,
    Move,
    Duplicate,
    Trash,
    Restore,
    Delete,
}

#[derive(Clone)]
pub(crate) enum Msg {
    Close,
    /// A page above this one closed and may have changed what is shown here.
    Returned,
    OpenMainMenu,
    OpenMenu,
    OpenDrawer,
    OpenSearch,
    OpenSettings,
    OpenAbout,
    Choose(Filter),
    NewFolder,
    OpenFolder(u32),
    FolderOptions(u32),
    LeaveFolder,
    RenameFolder,
    DeleteFolder,
    FolderGone,
    NewNote,
    OpenNote(u32),
    NoteOptions(u32),
    Copy(u32),
    NoteGone,
    Act(Action),
    Restore(u32),
    EmptyTrash,
    Title(String),
    Body(String),
    Format(&'static str),
    Undo,
    Typed(String),
    Confirmed,
    Colour(usize),
    Tick(usize),
    AddTag,
    MoveTo(Option<u32>),
    ChooseTheme,
    ChooseSort,
    Theme(Theme),
    Sort(Sort),
    Toggle(Switch),
    SetPin,
    BackUp,
    BackedUp,
    Reset,
    Recent(usize),
    NextTip,
    Licences,
}

const COLOURS: [&str; 10] =
    ["White", "Red", "Green", "Blue", "Yellow", "Orange", "Pink", "Purple", "Brown", "Grey"];
const FIRST_TAGS: [&str; 3] = ["Home", "Work", "Ideas"];
const MAX_TAGS: usize = 8;
const MAX_RECENT: usize = 5;
const BACKUP_MILLIS: u64 = 8_000;
const MINUTE: u64 = 60_000;
const TIPS: [&str; 5] = [
    "Hold a note to see all you can do with it.",
    "Lock a note to keep it from curious eyes.",
    "A note in the trash can be restored.",
    "Tags find notes across all notebooks.",
    "Back up before you change phones.",
];
const LIBRARIES: [&str; 6] = ["AndroidX", "Material Components", "Kotlin", "Markwon", "Gson", "Reprint"];

impl App for Notebook {
    type Page = Page;
    type Msg = Msg;

    const MANIFEST: Manifest = Manifest {
        name: "notebook",
        package: "com.example.notebook",
        title: "Notebook",
        about: "Notes in notebooks, with locks, tags and a trash (Themis+, figure 1: ScarletNotes)",
        bugs: &[
            Bug {
                id: "close-locked-notebook",
                title: "Leaving a notebook by × while it shows its locked notes crashes",
                retells: "Themis+ figure 1, ScarletNotes issue #114",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap id=new_notebook",
                    "tap text=\"Notebook1\"",
                    "tap id=menu_button",
                    "tap text=\"Locked\"",
                    "tap id=close_notebook",
                ],
                shows: Shows::Crash("NullPointerException in HomeFragment.onNotebookClosed"),
            },
            Bug {
                id: "undo-after-kill",
                title: "Undo after the system ended the app in the background crashes",
                retells: "a common fault: a count saved over process death, the list it counts not",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &["tap text=\"Welcome to Notebook\"", "type id=body \"Milk\"", "kill", "tap id=undo"],
                shows: Shows::Crash("ArrayIndexOutOfBoundsException in NoteHistory.undo"),
            },
            Bug {
                id: "restore-without-notebook",
                title: "Restoring a note whose notebook was deleted crashes",
                retells: "a common fault: a reference to a row that is gone",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap id=new_notebook",
                    "longtap text=\"Welcome to Notebook\"",
                    "tap text=\"Move to notebook\"",
                    "tap text=\"Notebook1\"",
                    "longtap text=\"Notebook1\"",
                    "tap text=\"Delete notebook\"",
                    "tap id=button1",
                    "tap id=menu_button",
                    "tap text=\"Trash\"",
                    "tap id=restore",
                ],
                shows: Shows::Crash("NoSuchElementException in FolderDatabase.get"),
            },
            Bug {
                id: "tags-dialog-recreated",
                title: "Turning the screen while the tags dialog is open crashes",
                retells: "a common fault: a dialog fragment without a default constructor",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &["longtap text=\"Welcome to Notebook\"", "tap text=\"Tags\"", "rotate"],
                shows: Shows::Crash("Fragment$InstantiationException in ThemedActivity.onCreate"),
            },
            Bug {
                id: "backup-after-leaving",
                title: "A backup that ends after the settings were left crashes",
                retells: "a common fault: background work reports to a page that is gone",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap id=menu_button",
                    "tap text=\"Settings\"",
                    "tap text=\"Back up now\"",
                    "back",
                    "wait 10000",
                ],
                shows: Shows::Crash("IllegalStateException in SettingsFragment.onBackupDone"),
            },
            Bug {
                id: "favourite-lost",
                title: "A note made a favourite in the editor is none any more once its text is changed",
                retells: "a common fault: saving a stale copy",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Property { functions: &["favourite", "edit"] }],
                trace: &[
                    "tap text=\"Welcome to Notebook\"",
                    "tap desc=\"More options\"",
                    "tap text=\"Add to favourites\"",
                    "type id=body \"Milk\"",
                    "tap desc=\"Navigate up\"",
                ],
                shows: Shows::Missing("id=favourite"),
            },
            Bug {
                id: "search-keeps-trashed",
                title: "A note found by search and moved to the trash is still among the results",
                retells: "a common fault: a list that is not loaded again when its page comes back",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["search", "trash"] }],
                trace: &[
                    "tap id=search",
                    "type id=search_box \"Welcome\"",
                    "longtap text=\"Welcome to Notebook\"",
                    "tap text=\"Move to trash\"",
                ],
                shows: Shows::Present("id=note_title text=\"Welcome to Notebook\""),
            },
            Bug {
                id: "same-name-twice",
                title: "After a notebook was deleted, a new one can get the name of another",
                retells: "a common fault: a number made from a count",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Property { functions: &["create notebook", "delete notebook"] }],
                trace: &[
                    "tap id=new_notebook",
                    "tap id=new_notebook",
                    "longtap text=\"Notebook1\"",
                    "tap text=\"Delete notebook\"",
                    "tap id=button1",
                    "tap id=new_notebook",
                ],
                shows: Shows::Missing("id=notebook_title text=\"Notebook1\""),
            },
        ],
        traps: &[
            Trap { kind: TrapKind::ChangesByItself, place: "\"edited 3 min ago\" under every note" },
            Trap { kind: TrapKind::Reorders, place: "notes are sorted by their last change" },
            Trap { kind: TrapKind::RandomTip, place: "a tip on the About page" },
            Trap { kind: TrapKind::SameLayout, place: "home, a notebook and every filter share one layout" },
        ],
        source: include_str!("notebook.rs"),
    };

    fn start(&mut self, cx: &mut Cx<'_, Self>) -> Page {
        if branch!(cx, !self.welcomed) {
            self.welcome(cx.now());
        }
        self.notes.retain(|note| !note.is_blank());
        Page::Home(Home::default())
    }

    fn window(page: &Page) -> Window {
        match page {
            Page::Home(_) => Window::Activity(".MainActivity"),
            Page::Editor(_) => Window::Activity(".note.EditNoteActivity"),
            Page::Search { .. } => Window::Activity(".search.SearchActivity"),
            Page::Settings { .. } => Window::Activity(".settings.SettingsActivity"),
            Page::About { .. } => Window::Activity(".settings.AboutActivity"),
            Page::Drawer(_) => Window::Drawer,
            Page::HomeMenu(_) | Page::EditorMenu(_) => Window::Menu,
            Page::MainMenu(_) | Page::NoteOptions(_) | Page::FolderOptions(_) => Window::Dialog,
            Page::RenameFolder { .. } | Page::MoveTo(_) | Page::Colours(_) | Page::Tags { .. } => {
                Window::Dialog
            }
            Page::Unlock { .. } | Page::Confirm(_) | Page::SetPin { .. } => Window::Dialog,
            Page::ThemeChoice | Page::SortChoice => Window::Dialog,
        }
    }

    fn view(&self, page: &Page, ui: &mut Ui<'_, Msg>) {
        match page {
            Page::Home(home) => self.view_home(*home, ui),
            Page::MainMenu(home) => self.view_main_menu(*home, ui),
            Page::HomeMenu(home) => view_home_menu(*home, ui),
            Page::Drawer(filter) => self.view_drawer(*filter, ui),
            Page::NoteOptions(note) => self.view_note_options(*note, ui),
            Page::FolderOptions(folder) => self.view_folder_options(*folder, ui),
            Page::RenameFolder { name, .. } => view_rename(name, ui),
            Page::MoveTo(note) => self.view_move(*note, ui),
            Page::Colours(note) => self.view_colours(*note, ui),
            Page::Tags { note, name } => self.view_tags(*note, name, ui),
            Page::Unlock { pin, .. } => view_pin("Locked note", "PIN", pin, ui),
            Page::SetPin { pin } => view_pin("Set a PIN", "Empty for none", pin, ui),
            Page::Confirm(question) => self.view_question(*question, ui),
            Page::Editor(editor) => self.view_editor(editor, ui),
            Page::EditorMenu(note) => self.view_editor_menu(*note, ui),
            Page::Search { query, found } => self.view_search(query, found, ui),
            Page::Settings { backing_up } => self.view_settings(*backing_up, ui),
            Page::ThemeChoice => view_choice("Theme", &Theme::ALL, self.settings.theme, Msg::Theme, ui),
            Page::SortChoice => view_choice("Sort order", &Sort::ALL, self.settings.sort, Msg::Sort, ui),
            Page::About { tip, licences } => view_about(*tip, *licences, ui),
        }
    }

    fn update(&mut self, page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        match page {
            Page::Editor(editor) => self.on_editor(editor, msg, cx),
            _ if matches!(msg, Msg::Close) => cx.close(),
            Page::Home(home) => self.on_home(home, msg, cx),
            Page::MainMenu(_) | Page::HomeMenu(_) | Page::Drawer(_) => self.on_menu(page, msg, cx),
            Page::NoteOptions(note) => self.on_note_options(*note, msg, cx),
            Page::FolderOptions(folder) => self.on_folder_options(*folder, msg, cx),
            Page::RenameFolder { folder, name } => self.on_rename(*folder, name, msg, cx),
            Page::MoveTo(note) => self.on_move(*note, msg, cx),
            Page::Colours(note) => self.on_colours(*note, msg, cx),
            Page::Tags { note, name } => self.on_tags(*note, name, msg, cx),
            Page::Unlock { note, pin } => self.on_unlock(*note, pin, msg, cx),
            Page::Confirm(question) => self.on_answer(*question, msg, cx),
            Page::EditorMenu(note) => self.on_editor_menu(*note, msg, cx),
            Page::Search { query, found } => self.on_search(query, found, msg, cx),
            Page::Settings { backing_up } => self.on_settings(backing_up, msg, cx),
            Page::ThemeChoice | Page::SortChoice => self.on_choice(msg, cx),
            Page::SetPin { pin } => self.on_pin(pin, msg, cx),
            Page::About { tip, licences } => on_about(tip, licences, msg, cx),
        }
    }

    fn back(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        match page {
            Page::Home(home) => {
                let plain = home.folder.is_none() && home.filter == Filter::Notes;
                if branch!(cx, plain) { cx.close() } else { *home = Home::default() }
            }
            Page::Editor(editor) => self.leave_editor(editor, cx),
            _ => cx.close(),
        }
    }

    fn recreate(&mut self, page: Page, why: Recreate, cx: &mut Cx<'_, Self>) -> Option<Page> {
        let died = why == Recreate::ProcessDeath;
        match page {
            // Which notebook is open is saved with the page; the filter lives in memory.
            Page::Home(home) if branch!(cx, died) => Some(Page::Home(Home { filter: Filter::Notes, ..home })),
            Page::Editor(editor) if died => {
                cover!(cx);
                // The history is gone with the process; the number of steps in it must not come back alone.
                let steps = if cx.bug("undo-after-kill") { editor.steps } else { 0 };
                let draft = self.note(editor.draft.id).cloned().unwrap_or(editor.draft);
                Some(Page::Editor(Editor { draft, dirty: false, steps }))
            }
            Page::Search { query, .. } if died => {
                cover!(cx);
                let found = self.search(&query);
                Some(Page::Search { query, found })
            }
            Page::Settings { .. } if died => Some(Page::Settings { backing_up: false }),
            Page::Tags { .. } if cx.bug("tags-dialog-recreated") => {
                cx.crash(
                    Fault::new(
                        "androidx.fragment.app.Fragment$InstantiationException",
                        "Unable to instantiate fragment com.example.notebook.note.TagsSheet: could not find \
                         Fragment constructor",
                    )
                    .at("androidx.fragment.app.Fragment.instantiate(Fragment.java:548)")
                    .at("androidx.fragment.app.FragmentManager.restoreSaveState(FragmentManager.java:2490)")
                    .at("com.example.notebook.support.ThemedActivity.onCreate(ThemedActivity.kt:71)")
                    .at("android.app.Activity.performCreate(Activity.java:7994)"),
                );
                None
            }
            // Pop-ups and plain dialogs are not saved.
            Page::HomeMenu(_) | Page::EditorMenu(_) | Page::Confirm(_) => {
                cover!(cx);
                None
            }
            other => Some(other),
        }
    }

    fn paused(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        if let Page::Editor(editor) = page {
            cover!(cx);
            self.save(editor, cx);
        }
    }

    fn process_died(&mut self) {
        self.history.clear();
    }

    fn late(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        if !matches!(msg, Msg::BackedUp) {
            return;
        }
        cover!(cx);
        if cx.bug("backup-after-leaving") {
            return cx.crash(
                Fault::new(
                    "java.lang.IllegalStateException",
                    "Fragment SettingsFragment not attached to a context.",
                )
                .at("androidx.fragment.app.Fragment.requireContext(Fragment.java:972)")
                .at("com.example.notebook.settings.SettingsFragment.onBackupDone(SettingsFragment.kt:188)")
                .at("com.example.notebook.backup.BackupTask.onPostExecute(BackupTask.kt:54)")
                .at("android.os.AsyncTask.finish(AsyncTask.java:771)"),
            );
        }
        self.backed_up(cx);
    }
}

/// The data.
impl Notebook {
    fn welcome(&mut self, now: u64) {
        self.welcomed = true;
        self.tags = FIRST_TAGS.map(str::to_owned).to_vec();
        let first = self.add_note(None, now.saturating_sub(5 * MINUTE));
        if let Some(note) = self.note_mut(first) {
            note.title = "Welcome to Notebook".into();
            note.body = "Tap a note to edit it, hold it for more.".into();
        }
        let second = self.add_note(None, now.saturating_sub(26 * 60 * MINUTE));
        if let Some(note) = self.note_mut(second) {
            note.title = "Shopping list".into();
            note.body = "[x] Bread\n[ ] Butter".into();
            note.colour = 2;
            note.tags = 1;
        }
    }

    fn fresh_id(&mut self) -> u32 {
        self.next_id += 1;
        self.next_id
    }

    fn note(&self, id: u32) -> Option<&Note> {
        self.notes.iter().find(|note| note.id == id)
    }

    fn note_mut(&mut self, id: u32) -> Option<&mut Note> {
        self.notes.iter_mut().find(|note| note.id == id)
    }

    fn folder(&self, id: u32) -> Option<&Folder> {
        self.folders.iter().find(|folder| folder.id == id)
    }

    fn add_note(&mut self, folder: Option<u32>, now: u64) -> u32 {
        let id = self.fresh_id();
        self.notes.push(Note {
            id,
            title: String::new(),
            body: String::new(),
            folder,
            state: State::Active,
            favourite: false,
            locked: false,
            colour: 0,
            tags: 0,
            created: now,
            changed: now,
        });
        id
    }

    fn add_folder(&mut self, cx: &mut Cx<'_, Self>) {
        let name = |number: usize| format!("Notebook{number}");
        let number = if cx.bug("same-name-twice") {
            self.folders.len() + 1
        } else {
            let free = |number: &usize| self.folders.iter().all(|folder| folder.name != name(*number));
            (1..).find(free).unwrap_or_default()
        };
        let id = self.fresh_id();
        self.folders.push(Folder { id, name: name(number) });
        cx.toast(format!("{} created", name(number)));
    }

    /// The notes of a notebook go to the trash with it.
    fn delete_folder(&mut self, id: u32) {
        self.folders.retain(|folder| folder.id != id);
        for note in self.notes.iter_mut().filter(|note| note.folder == Some(id)) {
            note.state = State::Trash;
        }
    }

    /// The notes that a home page shows, in the order of the settings.
    fn shown(&self, home: Home) -> Vec<&Note> {
        let within = |note: &&Note| match (home.folder, home.filter) {
            (Some(folder), _) => note.folder == Some(folder),
            (None, Filter::Notes) => note.folder.is_none(),
            (None, _) => true,
        };
        let mut notes: Vec<&Note> =
            self.notes.iter().filter(within).filter(|n| home.filter.admits(n)).collect();
        match self.settings.sort {
            Sort::Changed => notes.sort_by_key(|note| Reverse(note.changed)),
            Sort::Newest => notes.sort_by_key(|note| Reverse(note.created)),
            Sort::Oldest => notes.sort_by_key(|note| note.created),
            Sort::Title => notes.sort_by_cached_key(|note| note.title.to_lowercase()),
        }
        notes
    }

    /// The notebooks that a home page shows: none within a notebook or under a filter.
    fn shown_folders(&self, home: Home) -> &[Folder] {
        match (home.folder, home.filter) {
            (None, Filter::Notes) => &self.folders,
            _ => &[],
        }
    }

    fn search(&self, query: &str) -> Vec<u32> {
        let query = query.trim().to_lowercase();
        if query.is_empty() {
            return Vec::new();
        }
        let has = |note: &&Note| {
            let body =
                !(note.locked && self.settings.hide_locked) && note.body.to_lowercase().contains(&query);
            let tags = self.tag_names(note).to_lowercase().contains(&query);
            note.state == State::Active && (body || tags || note.title.to_lowercase().contains(&query))
        };
        self.notes.iter().filter(has).map(|note| note.id).collect()
    }

    fn tag_names(&self, note: &Note) -> String {
        let worn = self.tags.iter().enumerate().filter(|(tag, _)| note.tags >> tag & 1 == 1);
        worn.map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(", ")
    }

    fn filter_name(&self, filter: Filter) -> &str {
        match filter {
            Filter::Tag(tag) => self.tags.get(tag).map_or("", String::as_str),
            _ => Filter::MENU.iter().find(|(known, _, _)| *known == filter).map_or("", |(_, _, name)| name),
        }
    }

    /// Opens a note, or asks for the PIN first.
    fn open_note(&mut self, id: u32, cx: &mut Cx<'_, Self>) {
        let Some(note) = self.note(id) else { return };
        if branch!(cx, note.locked && !self.settings.pin.is_empty()) {
            cx.open(Page::Unlock { note: id, pin: String::new() });
        } else {
            self.edit(id, cx);
        }
    }

    fn edit(&mut self, id: u32, cx: &mut Cx<'_, Self>) {
        if let Some(draft) = self.note(id).cloned() {
            self.history.clear();
            cx.open(Page::Editor(Editor { draft, dirty: false, steps: 0 }));
        }
    }

    fn save(&mut self, editor: &mut Editor, cx: &mut Cx<'_, Self>) {
        if !branch!(cx, editor.dirty) {
            return;
        }
        editor.dirty = false;
        let (now, stale) = (cx.now(), cx.bug("favourite-lost"));
        let Editor { draft, .. } = editor;
        if let Some(note) = self.note_mut(draft.id) {
            note.title.clone_from(&draft.title);
            note.body.clone_from(&draft.body);
            note.changed = now;
            // The star may have been given since the copy was made.
            if stale {
                note.favourite = draft.favourite;
            }
        }
    }

    fn leave_editor(&mut self, editor: &mut Editor, cx: &mut Cx<'_, Self>) {
        self.save(editor, cx);
        if branch!(cx, editor.draft.is_blank()) {
            self.notes.retain(|note| note.id != editor.draft.id);
            cx.toast("Empty note discarded");
        }
        cx.close_with(Msg::Returned);
    }

    fn restore(&mut self, id: u32, cx: &mut Cx<'_, Self>) {
        let Some(folder) = self.note(id).map(|note| note.folder) else { return };
        let orphan = folder.is_some_and(|folder| self.folder(folder).is_none());
        if branch!(cx, orphan) {
            if cx.bug("restore-without-notebook") {
                return cx.crash(
                    Fault::new("java.util.NoSuchElementException", "No notebook with the given id")
                        .at("com.example.notebook.database.FolderDatabase.get(FolderDatabase.kt:38)")
                        .at("com.example.notebook.database.NoteDatabase.restore(NoteDatabase.kt:117)")
                        .at("com.example.notebook.home.NoteViewHolder.onRestoreClick(NoteViewHolder.kt:92)")
                        .at("android.view.View.performClick(View.java:7448)"),
                );
            }
            if let Some(note) = self.note_mut(id) {
                note.folder = None;
            }
        }
        if let Some(note) = self.note_mut(id) {
            note.state = State::Active;
            note.changed = cx.now();
        }
        cx.toast("Note restored");
    }

    fn act(&mut self, id: u32, action: Action, cx: &mut Cx<'_, Self>) {
        let Some(note) = self.note_mut(id) else { return };
        match action {
            Action::Favourite => {
                cover!(cx);
                note.favourite = !note.favourite;
            }
            Action::Lock => {
                cover!(cx);
                note.locked = !note.locked;
            }
            Action::Archive => {
                let archived = branch!(cx, note.state == State::Archived);
                note.state = if archived { State::Active } else { State::Archived };
            }
            Action::Trash => {
                cover!(cx);
                note.state = State::Trash;
                cx.toast("Moved to trash");
            }
            Action::Duplicate => {
                cover!(cx);
                let copy = Note { title: format!("Copy of {}", note.name()), ..note.clone() };
                let (id, now) = (self.fresh_id(), cx.now());
                self.notes.push(Note { id, created: now, changed: now, ..copy });
            }
            Action::Colour => {
                cover!(cx);
                cx.open(Page::Colours(id));
            }
            Action::Tags => {
                cover!(cx);
                cx.open(Page::Tags { note: id, name: String::new() });
            }
            Action::Move => {
                cover!(cx);
                cx.open(Page::MoveTo(id));
            }
            Action::Restore => {
                cover!(cx);
                self.restore(id, cx);
            }
            Action::Delete => {
                cover!(cx);
                cx.open(Page::Confirm(Question::DeleteNote(id)));
            }
        }
    }

    fn copy(&self, id: u32, cx: &mut Cx<'_, Self>) {
        let hidden = self.note(id).is_some_and(|note| note.locked);
        if branch!(cx, hidden) { cx.toast("The note is locked") } else { cx.toast("Copied") }
    }

    fn backed_up(&mut self, cx: &mut Cx<'_, Self>) {
        self.last_backup = Some(cx.now());
        cx.toast("Backup saved");
    }
}

/// What messages do.
impl Notebook {
    fn on_home(&mut self, home: &mut Home, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::OpenMainMenu => {
                cover!(cx);
                cx.open(Page::MainMenu(*home));
            }
            Msg::OpenMenu => {
                cover!(cx);
                cx.open(Page::HomeMenu(*home));
            }
            Msg::OpenDrawer => {
                cover!(cx);
                cx.open(Page::Drawer(home.filter));
            }
            Msg::OpenSearch => {
                cover!(cx);
                cx.open(Page::Search { query: String::new(), found: Vec::new() });
            }
            Msg::Choose(filter) => {
                cover!(cx);
                home.filter = filter;
            }
            Msg::NewFolder => {
                cover!(cx);
                self.add_folder(cx);
            }
            Msg::OpenFolder(folder) => {
                cover!(cx);
                *home = Home { folder: Some(folder), filter: Filter::Notes };
            }
            Msg::FolderOptions(folder) => {
                cover!(cx);
                cx.open(Page::FolderOptions(folder));
            }
            Msg::LeaveFolder => leave_folder(home, cx),
            Msg::FolderGone => {
                cover!(cx);
                *home = Home::default();
            }
            Msg::NewNote => {
                cover!(cx);
                let id = self.add_note(home.folder, cx.now());
                self.edit(id, cx);
            }
            Msg::OpenNote(note) => {
                if branch!(cx, home.filter == Filter::Trash) {
                    cx.open(Page::NoteOptions(note));
                } else {
                    self.open_note(note, cx);
                }
            }
            Msg::NoteOptions(note) => {
                cover!(cx);
                cx.open(Page::NoteOptions(note));
            }
            Msg::Copy(note) => self.copy(note, cx),
            Msg::Restore(note) => {
                cover!(cx);
                self.restore(note, cx);
            }
            _ => {}
        }
    }

    /// The main menu, the overflow menu and the drawer: each closes, and home goes on.
    fn on_menu(&mut self, page: &Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        let folder = match page {
            Page::MainMenu(home) | Page::HomeMenu(home) => home.folder,
            _ => None,
        };
        cx.close();
        match (msg.clone(), folder) {
            (Msg::Choose(filter), _) => {
                cover!(cx);
                cx.send(Msg::Choose(filter));
            }
            (Msg::OpenSettings, _) => {
                cover!(cx);
                cx.open(Page::Settings { backing_up: false });
            }
            (Msg::OpenAbout, _) => {
                cover!(cx);
                let tip = cx.random(TIPS.len() as u64) as usize;
                cx.open(Page::About { tip, licences: false });
            }
            (Msg::ChooseSort, _) => {
                cover!(cx);
                cx.open(Page::SortChoice);
            }
            (Msg::Sort(sort), _) => {
                cover!(cx);
                self.settings.sort = sort;
            }
            (Msg::Toggle(option), _) => {
                cover!(cx);
                let flag = self.settings.flag(option);
                *flag = !*flag;
            }
            (Msg::RenameFolder | Msg::DeleteFolder, Some(folder)) => {
                cover!(cx);
                cx.open(self.folder_dialog(folder, &msg));
            }
            (Msg::EmptyTrash, _) => {
                cover!(cx);
                cx.open(Page::Confirm(Question::EmptyTrash));
            }
            _ => {}
        }
    }

    fn on_note_options(&mut self, note: u32, msg: Msg, cx: &mut Cx<'_, Self>) {
        if let Msg::Act(action) = msg {
            cover!(cx);
            cx.close();
            self.act(note, action, cx);
            cx.send(Msg::Returned);
        }
    }

    fn on_folder_options(&mut self, folder: u32, msg: Msg, cx: &mut Cx<'_, Self>) {
        if matches!(msg, Msg::RenameFolder | Msg::DeleteFolder) {
            cover!(cx);
            cx.close();
            cx.open(self.folder_dialog(folder, &msg));
        }
    }

    fn folder_dialog(&self, folder: u32, msg: &Msg) -> Page {
        match msg {
            Msg::RenameFolder => {
                let name = self.folder(folder).map_or_else(String::new, |folder| folder.name.clone());
                Page::RenameFolder { folder, name }
            }
            _ => Page::Confirm(Question::DeleteFolder(folder)),
        }
    }

    fn on_rename(&mut self, id: u32, name: &mut String, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Typed(text) => *name = text,
            Msg::Confirmed => {
                if branch!(cx, name.trim().is_empty()) {
                    return cx.toast("A notebook needs a name");
                }
                if let Some(folder) = self.folders.iter_mut().find(|folder| folder.id == id) {
                    name.trim().clone_into(&mut folder.name);
                }
                cx.close();
            }
            _ => {}
        }
    }

    fn on_move(&mut self, id: u32, msg: Msg, cx: &mut Cx<'_, Self>) {
        if let Msg::MoveTo(folder) = msg {
            cover!(cx);
            if let Some(note) = self.note_mut(id) {
                note.folder = folder;
            }
            cx.toast("Note moved");
            cx.close();
        }
    }

    fn on_colours(&mut self, id: u32, msg: Msg, cx: &mut Cx<'_, Self>) {
        if let (Msg::Colour(colour), Some(note)) = (msg, self.note_mut(id)) {
            cover!(cx);
            note.colour = colour;
            cx.close();
        }
    }

    fn on_tags(&mut self, id: u32, name: &mut String, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Typed(text) => *name = text,
            Msg::Tick(tag) => {
                cover!(cx);
                if let Some(note) = self.note_mut(id) {
                    note.tags ^= 1 << tag;
                }
            }
            Msg::AddTag => {
                let new = std::mem::take(name).trim().to_owned();
                if branch!(cx, new.is_empty() || self.tags.contains(&new)) {
                    cx.toast("A tag needs a name of its own");
                } else if branch!(cx, self.tags.len() < MAX_TAGS) {
                    self.tags.push(new);
                } else {
                    cx.toast("No more tags are possible");
                }
            }
            _ => {}
        }
    }

    fn on_unlock(&mut self, note: u32, pin: &mut String, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Typed(text) => *pin = text,
            Msg::Confirmed => {
                if branch!(cx, *pin == self.settings.pin) {
                    cx.close();
                    self.edit(note, cx);
                } else {
                    pin.clear();
                    cx.toast("Wrong PIN");
                }
            }
            _ => {}
        }
    }

    fn on_answer(&mut self, question: Question, msg: Msg, cx: &mut Cx<'_, Self>) {
        if !matches!(msg, Msg::Confirmed) {
            return;
        }
        match question {
            Question::DeleteNote(id) => {
                cover!(cx);
                self.notes.retain(|note| note.id != id);
                cx.close();
            }
            Question::EmptyTrash => {
                cover!(cx);
                self.notes.retain(|note| note.state != State::Trash);
                cx.close();
            }
            Question::DeleteFolder(id) => {
                cover!(cx);
                self.delete_folder(id);
                cx.close_with(Msg::FolderGone);
            }
        }
    }

    fn on_editor(&mut self, editor: &mut Editor, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Title(text) => {
                cover!(cx);
                self.remember(editor);
                editor.draft.title = text;
            }
            Msg::Body(text) => {
                cover!(cx);
                self.remember(editor);
                editor.draft.body = text;
            }
            Msg::Format(mark) => {
                cover!(cx);
                self.remember(editor);
                editor.draft.body.push_str(mark);
            }
            Msg::Undo => self.undo(editor, cx),
            Msg::OpenMenu => {
                cover!(cx);
                self.save(editor, cx);
                cx.open(Page::EditorMenu(editor.draft.id));
            }
            Msg::Act(action) => {
                cover!(cx);
                self.save(editor, cx);
                self.act(editor.draft.id, action, cx);
            }
            Msg::NoteGone => {
                cover!(cx);
                cx.close_with(Msg::Returned);
            }
            Msg::Close => {
                cover!(cx);
                self.leave_editor(editor, cx);
            }
            _ => {}
        }
    }

    fn remember(&mut self, editor: &mut Editor) {
        self.history.push((editor.draft.title.clone(), editor.draft.body.clone()));
        editor.steps += 1;
        editor.dirty = true;
    }

    fn undo(&mut self, editor: &mut Editor, cx: &mut Cx<'_, Self>) {
        cover!(cx);
        if let Some((title, body)) = self.history.pop() {
            editor.draft.title = title;
            editor.draft.body = body;
            editor.steps = editor.steps.saturating_sub(1);
            editor.dirty = true;
        } else if cx.bug("undo-after-kill") {
            let message = format!("length=0; index={}", editor.steps);
            cx.crash(
                Fault::new("java.lang.ArrayIndexOutOfBoundsException", message)
                    .at("java.util.ArrayList.get(ArrayList.java:437)")
                    .at("com.example.notebook.note.NoteHistory.undo(NoteHistory.kt:29)")
                    .at("com.example.notebook.note.EditNoteActivity.onUndoClick(EditNoteActivity.kt:203)")
                    .at("android.view.View.performClick(View.java:7448)"),
            );
        }
    }

    fn on_editor_menu(&mut self, note: u32, msg: Msg, cx: &mut Cx<'_, Self>) {
        let Msg::Act(action) = msg else { return };
        self.act(note, action, cx);
        if branch!(cx, matches!(action, Action::Trash)) {
            cx.close_with(Msg::NoteGone);
        } else {
            cx.close();
        }
    }

    fn on_search(&mut self, query: &mut String, found: &mut Vec<u32>, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Typed(text) => {
                cover!(cx);
                *found = self.search(&text);
                *query = text;
            }
            Msg::Confirmed => {
                if branch!(cx, !query.trim().is_empty()) {
                    self.recent.retain(|earlier| earlier != query);
                    self.recent.insert(0, query.clone());
                    self.recent.truncate(MAX_RECENT);
                }
            }
            Msg::Recent(number) => {
                cover!(cx);
                *query = self.recent.get(number).cloned().unwrap_or_default();
                *found = self.search(query);
            }
            Msg::OpenNote(note) => {
                cover!(cx);
                self.open_note(note, cx);
            }
            Msg::NoteOptions(note) => {
                cover!(cx);
                cx.open(Page::NoteOptions(note));
            }
            Msg::Copy(note) => self.copy(note, cx),
            Msg::Returned => {
                cover!(cx);
                if !cx.bug("search-keeps-trashed") {
                    *found = self.search(query);
                }
            }
            _ => {}
        }
    }

    fn on_settings(&mut self, backing_up: &mut bool, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::ChooseTheme => {
                cover!(cx);
                cx.open(Page::ThemeChoice);
            }
            Msg::ChooseSort => {
                cover!(cx);
                cx.open(Page::SortChoice);
            }
            Msg::Toggle(option) => {
                cover!(cx);
                let flag = self.settings.flag(option);
                *flag = !*flag;
            }
            Msg::BackUp => {
                if branch!(cx, !*backing_up) {
                    *backing_up = true;
                    cx.after(BACKUP_MILLIS, Msg::BackedUp);
                }
            }
            Msg::BackedUp => {
                cover!(cx);
                *backing_up = false;
                self.backed_up(cx);
            }
            Msg::SetPin => {
                cover!(cx);
                cx.open(Page::SetPin { pin: self.settings.pin.clone() });
            }
            Msg::Reset => {
                cover!(cx);
                self.settings = Settings { pin: self.settings.pin.clone(), ..Settings::default() };
                cx.toast("Settings reset");
            }
            _ => {}
        }
    }

    fn on_choice(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Theme(theme) => {
                cover!(cx);
                self.settings.theme = theme;
            }
            Msg::Sort(sort) => {
                cover!(cx);
                self.settings.sort = sort;
            }
            _ => return,
        }
        cx.close();
    }

    fn on_pin(&mut self, pin: &mut String, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Typed(text) => *pin = text,
            Msg::Confirmed => {
                cover!(cx);
                cx.toast(if pin.is_empty() { "PIN removed" } else { "PIN set" });
                self.settings.pin = std::mem::take(pin);
                cx.close();
            }
            _ => {}
        }
    }
}

fn leave_folder(home: &mut Home, cx: &mut Cx<'_, Notebook>) {
    let locked = branch!(cx, home.filter == Filter::Locked);
    if locked && cx.bug("close-locked-notebook") {
        return cx.crash(
            Fault::new("java.lang.NullPointerException", "Parameter specified as non-null is null: folder")
                .at("com.example.notebook.home.HomeFragment.onNotebookClosed(HomeFragment.kt:246)")
                .at("com.example.notebook.home.HomeToolbar.onCloseClick(HomeToolbar.kt:81)")
                .at("android.view.View.performClick(View.java:7448)"),
        );
    }
    *home = Home::default();
}

fn on_about(tip: &mut usize, licences: &mut bool, msg: Msg, cx: &mut Cx<'_, Notebook>) {
    match msg {
        Msg::NextTip => {
            cover!(cx);
            *tip = cx.random(TIPS.len() as u64) as usize;
        }
        Msg::Licences => {
            cover!(cx);
            *licences = !*licences;
        }
        _ => {}
    }
}

/// What pages look like.
impl Notebook {
    fn view_home(&self, home: Home, ui: &mut Ui<'_, Msg>) {
        let folder = home.folder.and_then(|folder| self.folder(folder));
        let title = match folder {
            Some(folder) => folder.name.as_str(),
            None => "Notebook",
        };
        let nav = if branch!(ui, folder.is_some()) { Nav::None } else { Nav::Drawer(Msg::OpenDrawer) };
        let (folders, notes) = (self.shown_folders(home), self.shown(home));
        ui.column("home_root", |ui| {
            ui.toolbar(title, nav, |ui| {
                ui.icon("search", "Search").tap(Msg::OpenSearch);
                ui.overflow(Msg::OpenMenu);
            });
            if branch!(ui, home.filter != Filter::Notes) {
                ui.row("filter_bar", |ui| {
                    ui.image("filter_icon", "Filter").width(48);
                    ui.text("filter_name", self.filter_name(home.filter)).fill();
                    ui.text("filter_count", notes.len());
                })
                .height(48);
            }
            let count = folders.len() + notes.len();
            if branch!(ui, count == 0) {
                self.view_nothing(home.filter, ui);
            } else {
                let height = if branch!(ui, self.settings.compact) { 90 } else { 132 };
                ui.list("recycler_view", count, height, |ui, number| match folders.get(number) {
                    Some(folder) => self.view_folder(folder, ui),
                    None => self.view_note(notes[number - folders.len()], ui),
                });
            }
            ui.row("bottom_toolbar", |ui| {
                ui.icon("menu_button", "Menu").tap(Msg::OpenMainMenu);
                if branch!(ui, folder.is_some()) {
                    ui.button("close_notebook", "×").desc("Close notebook").width(72).tap(Msg::LeaveFolder);
                }
                ui.text("summary", format_args!("{} notes", notes.len())).fill();
                ui.icon("new_note", "New note").tap(Msg::NewNote);
                ui.icon("new_notebook", "New notebook").tap(Msg::NewFolder);
            })
            .height(84);
        });
    }

    fn view_nothing(&self, filter: Filter, ui: &mut Ui<'_, Msg>) {
        let hint = match filter {
            Filter::Notes => "Write your first note here",
            Filter::Favourites => "Hold a note to make it a favourite",
            Filter::Locked => "Hold a note to lock it",
            Filter::Archived => "Archived notes are kept out of the way",
            Filter::Trash => "The trash is empty",
            Filter::Tag(_) => "No note wears this tag",
        };
        ui.column("empty_view", |ui| {
            ui.image("empty_image", "");
            ui.text("empty_title", "Nothing here");
            ui.text("empty_hint", hint);
        })
        .pad(48)
        .fill();
    }

    fn view_folder(&self, folder: &Folder, ui: &mut Ui<'_, Msg>) {
        cover!(ui);
        let inside = |note: &&Note| note.folder == Some(folder.id) && note.state == State::Active;
        let count = self.notes.iter().filter(inside).count();
        ui.card("notebook_card", |ui| {
            ui.row("", |ui| {
                ui.image("notebook_icon", "Notebook").width(60);
                ui.column("", |ui| {
                    ui.text("notebook_title", &folder.name);
                    let label = if count == 1 { "note" } else { "notes" };
                    ui.text("notebook_count", format_args!("{count} {label}"));
                })
                .fill();
            })
            .height(72);
        })
        .tap(Msg::OpenFolder(folder.id))
        .long_tap(Msg::FolderOptions(folder.id));
    }

    fn view_note(&self, note: &Note, ui: &mut Ui<'_, Msg>) {
        ui.card("note_card", |ui| {
            ui.row("note_head", |ui| {
                ui.text("note_title", note.name()).fill();
                if branch!(ui, note.favourite) {
                    ui.image("favourite", "Favourite").width(36);
                }
                if branch!(ui, note.locked) {
                    ui.image("locked", "Locked note").width(36);
                }
                if branch!(ui, note.state == State::Trash) {
                    ui.icon("restore", "Restore").tap(Msg::Restore(note.id));
                }
            })
            .height(38);
            let hidden = branch!(ui, note.locked && self.settings.hide_locked);
            let body = if hidden { "•••" } else { note.body.lines().next().unwrap_or_default() };
            ui.text("note_body", body).height(34);
            if branch!(ui, !self.settings.compact) {
                ui.row("note_foot", |ui| {
                    ui.image("note_colour", COLOURS[note.colour]).width(36);
                    if self.settings.show_time {
                        ui.text("note_time", ago(ui.now(), note.changed));
                    }
                    ui.text("note_tags", self.tag_names(note)).fill();
                    ui.icon("note_copy", "Copy text").width(48).tap(Msg::Copy(note.id));
                    ui.icon("note_more", "More").width(48).tap(Msg::NoteOptions(note.id));
                })
                .height(36);
            }
        })
        .tap(Msg::OpenNote(note.id))
        .long_tap(Msg::NoteOptions(note.id));
    }

    fn view_main_menu(&self, home: Home, ui: &mut Ui<'_, Msg>) {
        sheet(ui, "Show", |ui| {
            for (filter, id, name) in Filter::MENU {
                let count = self.shown(Home { filter, ..home }).len();
                option(ui, id, name, count).selected(filter == home.filter).tap(Msg::Choose(filter));
            }
            option(ui, "menu_settings", "Settings", "").tap(Msg::OpenSettings);
            option(ui, "menu_about", "About", "").tap(Msg::OpenAbout);
        });
    }

    fn view_drawer(&self, filter: Filter, ui: &mut Ui<'_, Msg>) {
        ui.drawer("Notebook", |ui| {
            ui.scroll("drawer_scroll", |ui| {
                ui.drawer_entry("All notes", filter == Filter::Notes).tap(Msg::Choose(Filter::Notes));
                ui.text("drawer_heading", "Tags");
                for (tag, name) in self.tags.iter().enumerate() {
                    ui.drawer_entry(name, filter == Filter::Tag(tag)).tap(Msg::Choose(Filter::Tag(tag)));
                }
                ui.text("drawer_heading", "Sort");
                for (sort, name) in Sort::ALL {
                    ui.drawer_entry(name, sort == self.settings.sort).tap(Msg::Sort(sort));
                }
            });
        });
    }

    fn view_note_options(&self, id: u32, ui: &mut Ui<'_, Msg>) {
        let Some(note) = self.note(id) else { return };
        sheet(ui, note.name(), |ui| {
            if branch!(ui, note.state == State::Trash) {
                option(ui, "option_restore", "Restore", "").tap(Msg::Act(Action::Restore));
                option(ui, "option_delete", "Delete forever", "").tap(Msg::Act(Action::Delete));
                return;
            }
            option(ui, "option_favourite", favourite_label(note), "").tap(Msg::Act(Action::Favourite));
            option(ui, "option_lock", lock_label(note), "").tap(Msg::Act(Action::Lock));
            option(ui, "option_archive", archive_label(note), "").tap(Msg::Act(Action::Archive));
            option(ui, "option_colour", "Colour", COLOURS[note.colour]).tap(Msg::Act(Action::Colour));
            option(ui, "option_tags", "Tags", note.tags.count_ones()).tap(Msg::Act(Action::Tags));
            option(ui, "option_move", "Move to notebook", "").tap(Msg::Act(Action::Move));
            option(ui, "option_duplicate", "Duplicate", "").tap(Msg::Act(Action::Duplicate));
            option(ui, "option_trash", "Move to trash", "").tap(Msg::Act(Action::Trash));
        });
    }

    fn view_folder_options(&self, id: u32, ui: &mut Ui<'_, Msg>) {
        let Some(folder) = self.folder(id) else { return };
        sheet(ui, &folder.name, |ui| {
            option(ui, "option_rename", "Rename notebook", "").tap(Msg::RenameFolder);
            option(ui, "option_delete_notebook", "Delete notebook", "").tap(Msg::DeleteFolder);
        });
    }

    fn view_move(&self, id: u32, ui: &mut Ui<'_, Msg>) {
        let now = self.note(id).and_then(|note| note.folder);
        let rows = self.folders.len() + 1;
        let shown = rows.min(4) as i32;
        let content = |ui: &mut Ui<'_, Msg>| {
            ui.list("notebook_list", rows, 72, |ui, number| {
                let folder = number.checked_sub(1).and_then(|number| self.folders.get(number));
                let name = folder.map_or("No notebook", |folder| &folder.name);
                let folder = folder.map(|folder| folder.id);
                ui.radio("notebook_choice", name, folder == now).tap(Msg::MoveTo(folder));
            })
            .height(72 * shown);
            if rows == 1 {
                ui.text("notebook_hint", "There is no notebook yet");
            }
        };
        ui.dialog("Move to", content, |ui| ui.cancel("Cancel", Msg::Close));
    }

    fn view_colours(&self, id: u32, ui: &mut Ui<'_, Msg>) {
        let now = self.note(id).map(|note| note.colour);
        let content = |ui: &mut Ui<'_, Msg>| {
            for (row, names) in COLOURS.chunks(5).enumerate() {
                ui.row("colour_row", |ui| {
                    for (place, name) in names.iter().enumerate() {
                        let colour = row * 5 + place;
                        ui.icon("colour_item", name).selected(now == Some(colour)).tap(Msg::Colour(colour));
                    }
                })
                .height(78);
            }
        };
        ui.dialog("Colour", content, |ui| ui.cancel("Cancel", Msg::Close));
    }

    fn view_tags(&self, id: u32, name: &str, ui: &mut Ui<'_, Msg>) {
        let worn = self.note(id).map_or(0, |note| note.tags);
        sheet(ui, "Tags", |ui| {
            for (tag, name) in self.tags.iter().enumerate() {
                ui.checkbox("tag_item", name, worn >> tag & 1 == 1).tap(Msg::Tick(tag));
            }
            ui.row("new_tag_row", |ui| {
                ui.field("new_tag", name, "New tag").typed(Msg::Typed).entered(Msg::AddTag);
                ui.button("add_tag", "Add").tap(Msg::AddTag);
            })
            .height(72);
            ui.button("tags_done", "Done").tap(Msg::Close);
        });
    }

    fn view_question(&self, question: Question, ui: &mut Ui<'_, Msg>) {
        let (title, text, yes) = match question {
            Question::DeleteNote(id) => {
                let name = self.note(id).map_or("", Note::name);
                ("Delete forever?", format!("{name} cannot be restored."), "Delete")
            }
            Question::EmptyTrash => {
                let count = self.notes.iter().filter(|note| note.state == State::Trash).count();
                ("Empty the trash?", format!("{count} notes are lost."), "Empty")
            }
            Question::DeleteFolder(id) => {
                let name = self.folder(id).map_or("", |folder| &folder.name);
                ("Delete notebook?", format!("The notes in {name} go to the trash."), "Delete")
            }
        };
        let buttons = |ui: &mut Ui<'_, Msg>| {
            ui.cancel("Cancel", Msg::Close);
            ui.ok(yes, Msg::Confirmed);
        };
        ui.dialog(title, |ui| ui.message(text), buttons);
    }

    fn view_editor(&self, editor: &Editor, ui: &mut Ui<'_, Msg>) {
        let Editor { draft, steps, .. } = editor;
        let kept = self.note(draft.id).unwrap_or(draft);
        ui.column("editor_root", |ui| {
            let title = if branch!(ui, draft.is_blank()) { "New note" } else { "Edit note" };
            ui.toolbar(title, Nav::Up(Msg::Close), |ui| {
                let some = branch!(ui, *steps > 0);
                ui.icon("undo", "Undo").enabled(some).tap(Msg::Undo);
                ui.overflow(Msg::OpenMenu);
            });
            ui.scroll("editor_scroll", |ui| {
                ui.field("title", &draft.title, "Title").typed(Msg::Title);
                ui.row("editor_info", |ui| {
                    ui.image("note_colour", COLOURS[kept.colour]).width(36);
                    ui.text("edited", format_args!("Edited {}", ago(ui.now(), kept.changed))).fill();
                    if kept.locked {
                        ui.image("locked", "Locked note").width(36);
                    }
                })
                .height(42);
                ui.field("body", &draft.body, "Note").typed(Msg::Body).height(240);
                ui.row("editor_stats", |ui| {
                    ui.text("words", format_args!("{} words", draft.body.split_whitespace().count())).fill();
                    ui.text("characters", format_args!("{} characters", draft.body.chars().count()));
                })
                .height(42);
                ui.row("editor_place", |ui| {
                    let folder = kept.folder.and_then(|folder| self.folder(folder));
                    ui.image("notebook_icon", "Notebook").width(36);
                    ui.text("editor_notebook", folder.map_or("No notebook", |folder| &folder.name)).fill();
                    ui.text("created", format_args!("Created {}", ago(ui.now(), kept.created)));
                })
                .height(42);
                ui.row("editor_tags", |ui| {
                    ui.image("tags_icon", "Tags").width(36);
                    ui.text("tag_names", self.tag_names(kept)).fill();
                })
                .height(42);
            });
            if branch!(ui, self.settings.format_bar) {
                ui.row("format_bar", |ui| {
                    ui.icon("format_bold", "Bold").tap(Msg::Format(" **bold**"));
                    ui.icon("format_italic", "Italic").tap(Msg::Format(" *italic*"));
                    ui.icon("format_heading", "Heading").tap(Msg::Format("\n# "));
                    ui.icon("format_check", "Check list").tap(Msg::Format("\n[ ] "));
                    ui.icon("colour_button", "Colour").tap(Msg::Act(Action::Colour));
                    ui.icon("tags_button", "Tags").tap(Msg::Act(Action::Tags));
                })
                .height(84);
            }
        });
    }

    fn view_editor_menu(&self, id: u32, ui: &mut Ui<'_, Msg>) {
        let Some(note) = self.note(id) else { return };
        ui.menu(|ui| {
            ui.entry("title", favourite_label(note)).tap(Msg::Act(Action::Favourite));
            ui.entry("title", lock_label(note)).tap(Msg::Act(Action::Lock));
            ui.entry("title", archive_label(note)).tap(Msg::Act(Action::Archive));
            ui.entry("title", "Move to trash").tap(Msg::Act(Action::Trash));
        });
    }

    fn view_search(&self, query: &str, found: &[u32], ui: &mut Ui<'_, Msg>) {
        let notes: Vec<&Note> = found.iter().filter_map(|id| self.note(*id)).collect();
        ui.column("search_root", |ui| {
            ui.toolbar("Search", Nav::Up(Msg::Close), |_| {});
            ui.row("search_bar", |ui| {
                ui.field("search_box", query, "Search notes").typed(Msg::Typed).entered(Msg::Confirmed);
                if branch!(ui, !query.is_empty()) {
                    ui.icon("search_clear", "Clear").tap(Msg::Typed(String::new()));
                }
            })
            .height(84);
            ui.row("search_tags", |ui| {
                for name in self.tags.iter().take(4) {
                    ui.button("search_tag", name).tap(Msg::Typed(name.clone())).fill();
                }
            })
            .height(72);
            if branch!(ui, query.is_empty()) {
                self.view_suggestions(ui);
            } else if branch!(ui, notes.is_empty()) {
                ui.text("no_results", format_args!("No note has “{query}”"));
            } else {
                ui.text("result_count", format_args!("{} found", notes.len()));
                let height = if self.settings.compact { 90 } else { 132 };
                ui.list("result_list", notes.len(), height, |ui, number| self.view_note(notes[number], ui));
            }
        });
    }

    /// What search offers before anything is typed.
    fn view_suggestions(&self, ui: &mut Ui<'_, Msg>) {
        ui.scroll("suggestions", |ui| {
            ui.text("recent_title", "Recent searches");
            for (number, query) in self.recent.iter().enumerate() {
                ui.row("recent_item", |ui| {
                    ui.image("recent_icon", "").width(48);
                    ui.text("recent_text", query).fill();
                })
                .height(72)
                .tap(Msg::Recent(number));
            }
            if branch!(ui, self.recent.is_empty()) {
                ui.text("recent_none", "None yet");
            }
            ui.text("changed_title", "Changed last");
            let mut notes: Vec<&Note> =
                self.notes.iter().filter(|note| note.state == State::Active).collect();
            notes.sort_by_key(|note| Reverse(note.changed));
            for note in notes.into_iter().take(3) {
                self.view_note(note, ui);
            }
        });
    }

    fn view_settings(&self, backing_up: bool, ui: &mut Ui<'_, Msg>) {
        let settings = &self.settings;
        ui.column("settings_root", |ui| {
            ui.toolbar("Settings", Nav::Up(Msg::Close), |_| {});
            ui.scroll("settings_scroll", |ui| {
                ui.text("category", "Look");
                ui.preference("Theme", settings.theme.name(), None).tap(Msg::ChooseTheme);
                ui.preference("Sort order", settings.sort.name(), None).tap(Msg::ChooseSort);
                toggle(ui, "Compact list", "Smaller rows", settings.compact, Switch::Compact);
                toggle(
                    ui,
                    "Show last change",
                    "How long ago, in lists",
                    settings.show_time,
                    Switch::ShowTime,
                );
                toggle(ui, "Formatting bar", "Below the editor", settings.format_bar, Switch::FormatBar);
                ui.text("category", "Data");
                let last = self.last_backup.map_or("never".to_owned(), |then| ago(ui.now(), then));
                ui.preference("Back up now", format_args!("Last backup: {last}"), None).tap(Msg::BackUp);
                if branch!(ui, backing_up) {
                    ui.busy();
                }
                ui.text("category", "Safety");
                let has_pin = branch!(ui, !settings.pin.is_empty());
                ui.preference("PIN", if has_pin { "Set" } else { "None" }, None).tap(Msg::SetPin);
                toggle(
                    ui,
                    "Hide locked text",
                    "In lists and search",
                    settings.hide_locked,
                    Switch::HideLocked,
                );
                ui.preference("Reset settings", "Notes and PIN stay", None).tap(Msg::Reset);
            });
        });
    }
}

fn view_home_menu(home: Home, ui: &mut Ui<'_, Msg>) {
    ui.menu(|ui| {
        ui.entry("title", "Sort by…").tap(Msg::ChooseSort);
        ui.entry("title", "Compact list").tap(Msg::Toggle(Switch::Compact));
        if branch!(ui, home.folder.is_some()) {
            ui.entry("title", "Rename notebook").tap(Msg::RenameFolder);
            ui.entry("title", "Delete notebook").tap(Msg::DeleteFolder);
        }
        if branch!(ui, home.filter == Filter::Trash) {
            ui.entry("title", "Empty trash").tap(Msg::EmptyTrash);
        }
        ui.entry("title", "Settings").tap(Msg::OpenSettings);
    });
}

fn view_rename(name: &str, ui: &mut Ui<'_, Msg>) {
    let field = |ui: &mut Ui<'_, Msg>| {
        ui.field("notebook_name", name, "Name").typed(Msg::Typed).entered(Msg::Confirmed);
    };
    let buttons = |ui: &mut Ui<'_, Msg>| {
        ui.cancel("Cancel", Msg::Close);
        ui.ok("Rename", Msg::Confirmed);
    };
    ui.dialog("Rename notebook", field, buttons);
}

fn view_pin(title: &str, hint: &str, pin: &str, ui: &mut Ui<'_, Msg>) {
    let field = |ui: &mut Ui<'_, Msg>| {
        ui.field("pin", pin, hint).password().typed(Msg::Typed).entered(Msg::Confirmed);
    };
    let buttons = |ui: &mut Ui<'_, Msg>| {
        ui.cancel("Cancel", Msg::Close);
        ui.ok("OK", Msg::Confirmed);
    };
    ui.dialog(title, field, buttons);
}

fn view_choice<T: Copy + PartialEq>(
    title: &str,
    choices: &[(T, &str)],
    now: T,
    choose: fn(T) -> Msg,
    ui: &mut Ui<'_, Msg>,
) {
    let content = |ui: &mut Ui<'_, Msg>| {
        for (choice, name) in choices {
            ui.radio("android:id/text1", name, *choice == now).tap(choose(*choice));
        }
    };
    ui.dialog(title, content, |ui| ui.cancel("Cancel", Msg::Close));
}

fn view_about(tip: usize, licences: bool, ui: &mut Ui<'_, Msg>) {
    ui.column("about_root", |ui| {
        ui.toolbar("About", Nav::Up(Msg::Close), |_| {});
        ui.scroll("about_scroll", |ui| {
            ui.image("app_icon", "Notebook").height(120);
            ui.text("app_name", "Notebook");
            ui.text("app_version", "Version 7.2.1");
            ui.card("tip_card", |ui| {
                ui.text("tip_title", "Did you know?");
                ui.text("tip_text", TIPS[tip]);
                ui.button("next_tip", "Another tip").tap(Msg::NextTip);
            });
            ui.card("changes_card", |ui| {
                ui.text("changes_title", "What is new");
                ui.text("change", "Notebooks can be renamed");
                ui.text("change", "Search remembers what you looked for");
                ui.text("change", "Backups no longer block the app");
            });
            ui.preference("Licences", "Libraries this app is built on", None).tap(Msg::Licences);
            if branch!(ui, licences) {
                for library in LIBRARIES {
                    ui.row("licence", |ui| {
                        ui.text("licence_library", library).fill();
                        ui.text("licence_name", "Apache 2.0");
                    })
                    .height(60);
                }
            }
        });
    });
}

/// A sheet with a title and options below it.
fn sheet(ui: &mut Ui<'_, Msg>, title: impl Display, content: impl FnOnce(&mut Ui<'_, Msg>)) {
    ui.column("design_bottom_sheet", |ui| {
        ui.text("sheet_title", title).height(60);
        ui.scroll("sheet_scroll", content);
    })
    .pad(12);
}

/// An option of a sheet.
fn option<'a>(ui: &'a mut Ui<'_, Msg>, id: &'static str, label: &str, detail: impl Display) -> Node<'a, Msg> {
    ui.row(id, |ui| {
        ui.image("option_icon", "").width(48);
        ui.text("option_title", label).fill();
        ui.text("option_detail", detail);
    })
    .height(72)
}

fn toggle(ui: &mut Ui<'_, Msg>, title: &str, summary: &str, on: bool, option: Switch) {
    ui.preference(title, summary, Some(on)).tap(Msg::Toggle(option));
}

fn favourite_label(note: &Note) -> &'static str {
    if note.favourite { "Remove from favourites" } else { "Add to favourites" }
}

fn lock_label(note: &Note) -> &'static str {
    if note.locked { "Unlock" } else { "Lock" }
}

fn archive_label(note: &Note) -> &'static str {
    if note.state == State::Archived { "Take out of archive" } else { "Archive" }
}

/// How long ago something was, in words.
fn ago(now: u64, then: u64) -> String {
    match now.saturating_sub(then) / MINUTE {
        0 => "just now".to_owned(),
        minutes @ 1..60 => format!("{minutes} min ago"),
        minutes @ 60..1440 => format!("{} h ago", minutes / 60),
        minutes if minutes < 2880 => "1 day ago".to_owned(),
        minutes => format!("{} days ago", minutes / 1440),
    }
}
