//! Files: a file manager with bookmarks, search, hidden files, cut and paste, and a text editor.
//!
//! Retells AmazeFileManager, the running example of the PBFDroid paper (figure 1): a folder found by search
//! in another directory than the one that is open cannot be renamed there. The other bugs are Amaze's too, or
//! of the kinds that table 3 of the paper lists: what is shown, searched, bookmarked and remembered drifts
//! from what is on disk.

use std::cmp::Reverse;
use std::fmt::{self, Display};

use crate::app::{App, Bug, BugKind, Manifest, Oracle, Recreate, Shows, Trap, TrapKind, Window};
use crate::cx::{Cx, Fault};
use crate::neighbours::Neighbour;
use crate::ui::{Nav, Node, Ui};
use crate::{branch, cover};

/// Everything the app keeps, the disk included.
#[derive(Clone, Default)]
pub(crate) struct Files {
    entries: Vec<Entry>,
    bookmarks: Vec<Link>,
    /// Files opened, the last first.
    recent: Vec<Link>,
    settings: Settings,
    /// What the Home entry leads to.
    home: u32,
    next_id: u32,
    formatted: bool,
    /// What was copied or cut: in memory only.
    clip: Option<Clip>,
}

/// A file or folder on disk.
#[derive(Clone)]
struct Entry {
    id: u32,
    parent: u32,
    name: String,
    kind: Kind,
    size: u64,
    changed: u64,
    hidden: bool,
}

impl Entry {
    fn is_folder(&self) -> bool {
        matches!(self.kind, Kind::Folder)
    }
}

#[derive(Clone)]
enum Kind {
    Folder,
    Text(String),
    Other,
}

/// A remembered place: the app's tables hold paths, as Android's own do.
#[derive(Clone)]
struct Link {
    id: u32,
    name: String,
    path: String,
}

#[derive(Clone)]
struct Clip {
    ids: Vec<u32>,
    cut: bool,
}

#[derive(Clone)]
struct Settings {
    show_hidden: bool,
    show_dates: bool,
    show_sizes: bool,
    theme: usize,
    by: By,
    descending: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            show_hidden: false,
            show_dates: true,
            show_sizes: true,
            theme: 0,
            by: By::Name,
            descending: false,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    Name,
    Date,
    Size,
    Kind,
}

impl By {
    const ALL: [(By, &'static str); 4] =
        [(By::Name, "Name"), (By::Date, "Last modified"), (By::Size, "Size"), (By::Kind, "Type")];

    fn label(self) -> &'static str {
        ["Sorted by name", "Sorted by date", "Sorted by size", "Sorted by type"][self as usize]
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Switch {
    Hidden,
    Dates,
    Sizes,
}

/// The main page: one folder, and what of it is selected.
#[derive(Clone, Default)]
pub(crate) struct Browse {
    folder: u32,
    rows: Vec<u32>,
    selected: Vec<u32>,
    /// The path asked for, where nothing is there any more.
    gone: Option<String>,
}

#[derive(Clone)]
pub(crate) struct Search {
    query: String,
    /// What the results are for.
    asked: String,
    from: u32,
    hits: Vec<Hit>,
    searching: bool,
    titled: bool,
    only: Only,
}

/// A search result: a name and where it was found.
#[derive(Clone)]
struct Hit {
    id: u32,
    name: String,
    folder: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Only {
    All,
    Folders,
    Files,
}

impl Only {
    const ALL: [(Only, &'static str); 3] =
        [(Only::All, "All"), (Only::Folders, "Folders"), (Only::Files, "Files")];

    fn admits(self, folder: bool) -> bool {
        match self {
            Only::All => true,
            Only::Folders => folder,
            Only::Files => !folder,
        }
    }
}

#[derive(Clone)]
pub(crate) struct Editor {
    id: u32,
    text: String,
    dirty: bool,
}

#[derive(Clone)]
pub(crate) enum Page {
    Browse(Browse),
    Drawer(u32),
    MainMenu,
    ItemMenu(u32),
    NewMenu,
    NewName { folder: bool, name: String },
    Rename { id: u32, name: String },
    Confirm(Vec<u32>),
    Properties { id: u32, hashed: bool },
    Sort(By),
    Search(Search),
    Recent,
    Hidden,
    OpenAs(u32),
    Editor(Editor),
    EditorMenu(u32),
    Unsaved,
    Settings,
    Theme,
    About { tip: u64 },
}

/// What can be done with one file or folder.
#[derive(Clone, Copy)]
pub(crate) enum Action {
    Rename,
    Copy,
    Cut,
    Delete,
    Hide,
    Bookmark,
    SetHome,
    Share,
    Properties,
    Reload,
}

#[derive(Clone)]
pub(crate) enum Msg {
    Close,
    /// A page above this one closed and may have changed what is shown here.
    Returned,
    OpenDrawer,
    OpenMenu,
    OpenSearch,
    OpenSettings,
    OpenRecent,
    OpenHidden,
    OpenAbout,
    OpenSort,
    GoHome,
    Go(u32),
    /// A path that is not there any more.
    Lost(String),
    Bookmark(usize),
    Tap(u32),
    Hold(u32),
    ItemMenu(u32),
    Chosen(u32, Action),
    SelectAll,
    ClearSelection,
    Selected(Action),
    DeleteNow(Vec<u32>),
    New,
    NewName(bool),
    Create(bool, String),
    Renamed(u32, String),
    Typed(String),
    Confirmed,
    Paste,
    CancelPaste,
    Search,
    Found,
    Only(Only),
    Hit(usize),
    Recent(usize),
    ClearRecent,
    Unhide(u32),
    By(By),
    Order(bool),
    Toggle(Switch),
    OpenTheme,
    Theme(usize),
    Import,
    Imported(Option<String>),
    Export,
    AsText,
    Elsewhere,
    Sent(Option<String>),
    Save,
    SaveAndLeave,
    Discard,
    Hashed,
    NextTip,
}

/// The id of the top folder, which has no entry of its own.
const ROOT: u32 = 0;
const ROOT_PATH: &str = "/storage/emulated/0";
const ROW: i32 = 108;
/// Subfolders are searched in the background; a full phone takes that long.
const SEARCH_MILLIS: u64 = 7_000;
const HASH_MILLIS: u64 = 1_500;
const MAX_RECENT: usize = 8;
/// The disk is full then.
const MAX_ENTRIES: usize = 300;
const MINUTE: u64 = 60_000;
const THEMES: [&str; 3] = ["Light", "Dark", "Black"];
const TIPS: [&str; 4] = [
    "Hold an item to select several.",
    "Bookmarks are in the drawer.",
    "A name that begins with a dot is hidden.",
    "Sort by size to see what fills the phone.",
];

/// What is on a new phone: parent, name, bytes, minutes ago. Folders have no bytes.
const FIRST: [(u32, &str, u64, u64); 14] = [
    (ROOT, "Alarms", 0, 9_000),
    (ROOT, "Documents", 0, 130),
    (ROOT, "Download", 0, 45),
    (ROOT, "Music", 0, 4_000),
    (ROOT, "Pictures", 0, 700),
    (ROOT, "readme.txt", 64, 3),
    (2, "Archive", 0, 6_000),
    (2, "letter.pdf", 88_000, 1_500),
    (2, "todo.txt", 40, 130),
    (3, "setup.apk", 4_100_000, 45),
    (3, "song.mp3", 3_900_000, 2_900),
    (4, "Live", 0, 4_000),
    (5, "holiday.jpg", 2_100_000, 700),
    (5, ".nomedia", 1, 700),
];

impl App for Files {
    type Page = Page;
    type Msg = Msg;

    const MANIFEST: Manifest = Manifest {
        name: "files",
        package: "com.example.files",
        title: "Files",
        about: "A file manager with search and bookmarks (PBFDroid, figure 1: AmazeFileManager)",
        bugs: &[
            Bug {
                id: "rename-in-search",
                title: "A folder found by search outside the open directory cannot be renamed there",
                retells: "PBFDroid figure 1, AmazeFileManager issue #3298",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Property { functions: &["create", "search", "rename"] }],
                trace: &[
                    "tap text=\"Documents\"",
                    "tap id=fab",
                    "tap text=\"Folder\"",
                    "type id=name_input \"old-name\"",
                    "tap id=button1",
                    "back",
                    "tap id=search",
                    "type id=search_edit_text \"old-name\"",
                    "enter",
                    "wait 8000",
                    "tap id=properties",
                    "tap text=\"Rename\"",
                    "type id=name_input \"new-name\"",
                    "tap id=button1",
                ],
                shows: Shows::Missing("id=firstline text=\"new-name\""),
            },
            Bug {
                id: "search-hidden-hangs",
                title: "Searching for a folder that is hidden never ends",
                retells: "PBFDroid table 3, AmazeFileManager issue #3207",
                kind: BugKind::Hang,
                seen_by: &[Oracle::Crash, Oracle::Property { functions: &["hide", "search"] }],
                trace: &[
                    "tap id=properties",
                    "tap text=\"Hide\"",
                    "tap id=search",
                    "type id=search_edit_text \"Alarms\"",
                    "enter",
                ],
                shows: Shows::Hang,
            },
            Bug {
                id: "search-parentheses",
                title: "A name with parentheses is not found: the search takes them for a pattern",
                retells: "PBFDroid table 3, the kind of Aard2 issue #140",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Property { functions: &["create", "search"] }],
                trace: &[
                    "tap id=fab",
                    "tap text=\"Folder\"",
                    "type id=name_input \"work (1)\"",
                    "tap id=button1",
                    "tap id=search",
                    "type id=search_edit_text \"work (1)\"",
                    "enter",
                ],
                shows: Shows::Missing("id=firstline text=\"work (1)\""),
            },
            Bug {
                id: "bookmark-old-path",
                title: "A bookmarked folder that is renamed stays in the drawer under its old name",
                retells: "PBFDroid table 3, the kind of Wikipedia issue T305555",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["bookmark", "rename"] }],
                trace: &[
                    "tap id=properties",
                    "tap text=\"Add to bookmarks\"",
                    "tap id=properties",
                    "tap text=\"Rename\"",
                    "type id=name_input \"Clocks\"",
                    "tap id=button1",
                    "tap desc=\"Open navigation drawer\"",
                ],
                shows: Shows::Missing("id=design_menu_item_text text=\"Clocks\""),
            },
            Bug {
                id: "move-to-itself-deletes",
                title: "A file cut and pasted where it already is is deleted",
                retells: "no report: a move that copies, then deletes the source",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Property { functions: &["cut", "paste"] }],
                trace: &["longtap text=\"readme.txt\"", "tap id=cut", "tap id=paste"],
                shows: Shows::Missing("id=firstline text=\"readme.txt\""),
            },
            Bug {
                id: "recent-keeps-deleted",
                title: "A deleted file is still among the recent files",
                retells: "PBFDroid table 3, the kind of Omni Notes issue #886",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["open", "delete", "recent"] }],
                trace: &[
                    "tap text=\"readme.txt\"",
                    "back",
                    "longtap text=\"readme.txt\"",
                    "tap id=delete",
                    "tap id=button1",
                    "tap desc=\"More options\"",
                    "tap text=\"Recent files\"",
                ],
                shows: Shows::Present("id=firstline text=\"readme.txt\""),
            },
            Bug {
                id: "menu-takes-selection",
                title: "After a look at another item's menu, Delete deletes that one, not what is selected",
                retells: "no report: one list of checked items for two purposes",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Independence { inserted: 1..3 }],
                trace: &[
                    "longtap text=\"Documents\"",
                    "tap id=properties",
                    "back",
                    "tap id=delete",
                    "tap id=button1",
                    "tap text=\"Music\"",
                    "back",
                ],
                shows: Shows::Present("id=firstline text=\"Documents\""),
            },
            Bug {
                id: "cut-becomes-copy",
                title: "A file that was cut is copied, not moved, once the screen was turned",
                retells: "no report: half of the clipboard is saved over rotation",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Neutral { inserted: 2..4 }],
                trace: &[
                    "longtap text=\"readme.txt\"",
                    "tap id=cut",
                    "rotate",
                    "rotate",
                    "tap text=\"Documents\"",
                    "tap id=paste",
                    "back",
                ],
                shows: Shows::Present("id=firstline text=\"readme.txt\""),
            },
            Bug {
                id: "editor-reloads",
                title: "Text that was not saved is gone after a look at the file's properties",
                retells: "no report: a page that loads anew whenever it is resumed",
                kind: BugKind::DataLost,
                seen_by: &[
                    Oracle::Independence { inserted: 2..5 },
                    Oracle::Neutral { inserted: 2..5 },
                    Oracle::Property { functions: &["edit", "save"] },
                ],
                trace: &[
                    "tap text=\"readme.txt\"",
                    "type id=fname \"Buy milk\"",
                    "tap desc=\"More options\"",
                    "tap text=\"Properties\"",
                    "tap id=button1",
                    "tap id=save",
                    "back",
                    "back",
                    "tap text=\"readme.txt\"",
                ],
                shows: Shows::Missing("id=fname text=\"Buy milk\""),
            },
            Bug {
                id: "search-title-lost",
                title: "The line that says what was searched for is gone once the screen was turned",
                retells: "AmazeFileManager issue #1978",
                kind: BugKind::WronglyDisplayed,
                seen_by: &[Oracle::Neutral { inserted: 4..6 }],
                trace: &[
                    "tap id=search",
                    "type id=search_edit_text \"a\"",
                    "enter",
                    "wait 8000",
                    "rotate",
                    "rotate",
                    "tap text=\"Folders\"",
                ],
                shows: Shows::Missing("id=search_title"),
            },
            Bug {
                id: "hidden-resets-sort",
                title: "Showing or not showing hidden files puts the sort order back to names",
                retells: "no report: preferences that are written all at once from a stale copy",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Independence { inserted: 4..8 }],
                trace: &[
                    "tap desc=\"More options\"",
                    "tap text=\"Sort by\"",
                    "tap text=\"Size\"",
                    "tap id=button1",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Settings\"",
                    "tap text=\"Show hidden files\"",
                    "back",
                    "tap text=\"Documents\"",
                    "tap text=\"Archive\"",
                ],
                shows: Shows::Present("id=sort_label text=\"Sorted by name\""),
            },
            Bug {
                id: "rotate-while-searching",
                title: "Turning the screen while a search is under way crashes",
                retells: "AmazeFileManager issue #55",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &["tap id=search", "type id=search_edit_text \"a\"", "enter", "rotate"],
                shows: Shows::Crash("NullPointerException in SearchTask.onProgressUpdate"),
            },
            Bug {
                id: "copy-into-itself",
                title: "Pasting a copied folder into itself crashes",
                retells: "no report: a copy that walks into what it has just made",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &["tap id=properties", "tap text=\"Copy\"", "tap text=\"Alarms\"", "tap id=paste"],
                shows: Shows::Crash("StackOverflowError in CopyService.copyRecursively"),
            },
            Bug {
                id: "import-nothing",
                title: "Leaving the file chooser without a file to import crashes",
                retells: "no report: a result that is used without a look at whether there is one",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Settings\"",
                    "tap text=\"Import settings\"",
                    "back",
                ],
                shows: Shows::Crash("NullPointerException in BackupPrefsFragment.onActivityResult"),
            },
            Bug {
                id: "home-deleted",
                title: "Home crashes when the folder set as home was deleted",
                retells: "no report: a reference to a folder that is gone",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap id=properties",
                    "tap text=\"Set as home\"",
                    "tap id=properties",
                    "tap text=\"Delete\"",
                    "tap id=button1",
                    "tap desc=\"More options\"",
                    "tap text=\"Home\"",
                ],
                shows: Shows::Crash("NullPointerException in MainFragment.goHome"),
            },
            Bug {
                id: "recent-moved",
                title: "Opening a recent file that was moved since crashes",
                retells: "no report: a path kept where the file does not stay",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap text=\"readme.txt\"",
                    "back",
                    "longtap text=\"readme.txt\"",
                    "tap id=cut",
                    "tap text=\"Documents\"",
                    "tap id=paste",
                    "tap desc=\"More options\"",
                    "tap text=\"Recent files\"",
                    "tap text=\"readme.txt\"",
                ],
                shows: Shows::Crash("FileNotFoundException in ReadFileTask.doInBackground"),
            },
        ],
        traps: &[
            Trap { kind: TrapKind::ChangesByItself, place: "\"3 min ago\" in every row" },
            Trap { kind: TrapKind::LoadsLate, place: "what a search finds in subfolders; a file's checksum" },
            Trap { kind: TrapKind::Reorders, place: "recent files, and folders sorted by date" },
            Trap { kind: TrapKind::SameLayout, place: "every folder is the same page with other rows" },
            Trap {
                kind: TrapKind::FalseLoop,
                place: "opening a file and going back: it is among the recent files now",
            },
            Trap {
                kind: TrapKind::LooksIndependent,
                place: "\"Show hidden files\" changes every folder's count and what a search finds",
            },
            Trap { kind: TrapKind::RandomTip, place: "a tip on the About page" },
        ],
        source: include_str!("files.rs"),
    };

    fn start(&mut self, cx: &mut Cx<'_, Self>) -> Page {
        if branch!(cx, !self.formatted) {
            self.format(cx.now());
        }
        Page::Browse(self.browse(ROOT))
    }

    fn window(page: &Page) -> Window {
        match page {
            Page::Browse(_) => Window::Activity(".activities.MainActivity"),
            Page::Search(_) => Window::Activity(".activities.SearchActivity"),
            Page::Recent => Window::Activity(".activities.RecentActivity"),
            Page::Editor(_) => Window::Activity(".activities.texteditor.TextEditorActivity"),
            Page::Settings => Window::Activity(".activities.PreferencesActivity"),
            Page::About { .. } => Window::Activity(".activities.AboutActivity"),
            Page::Drawer(_) => Window::Drawer,
            Page::MainMenu | Page::ItemMenu(_) | Page::EditorMenu(_) => Window::Menu,
            Page::NewMenu | Page::NewName { .. } | Page::Rename { .. } | Page::Confirm(_) => Window::Dialog,
            Page::Properties { .. } | Page::Sort(_) | Page::Hidden | Page::OpenAs(_) => Window::Dialog,
            Page::Unsaved | Page::Theme => Window::Dialog,
        }
    }

    fn view(&self, page: &Page, ui: &mut Ui<'_, Msg>) {
        match page {
            Page::Browse(browse) => self.view_browse(browse, ui),
            Page::Drawer(folder) => self.view_drawer(*folder, ui),
            Page::MainMenu => view_main_menu(ui),
            Page::ItemMenu(id) => self.view_item_menu(*id, ui),
            Page::NewMenu => view_new_menu(ui),
            Page::NewName { folder, name } => {
                view_name(if *folder { "New folder" } else { "New file" }, name, "Create", ui);
            }
            Page::Rename { name, .. } => view_name("Rename", name, "Save", ui),
            Page::Confirm(ids) => self.view_confirm(ids, ui),
            Page::Properties { id, hashed } => self.view_properties(*id, *hashed, ui),
            Page::Sort(by) => view_sort(*by, ui),
            Page::Search(search) => self.view_search(search, ui),
            Page::Recent => self.view_recent(ui),
            Page::Hidden => self.view_hidden(ui),
            Page::OpenAs(_) => view_open_as(ui),
            Page::Editor(editor) => self.view_editor(editor, ui),
            Page::EditorMenu(id) => {
                view_actions(&[(Action::Reload, "Reload"), (Action::Properties, "Properties")], *id, ui);
            }
            Page::Unsaved => {
                ui.dialog(
                    "Unsaved changes",
                    |ui| ui.message("Save them?"),
                    |ui| {
                        ui.cancel("Discard", Msg::Discard);
                        ui.ok("Save", Msg::SaveAndLeave);
                    },
                );
            }
            Page::Settings => self.view_settings(ui),
            Page::Theme => self.view_theme(ui),
            Page::About { tip } => view_about(*tip, ui),
        }
    }

    fn update(&mut self, page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        // Wherever the share sheet was opened from.
        if let Msg::Sent(Some(app)) = &msg {
            cover!(cx);
            return cx.toast(format!("Sent to {app}"));
        }
        match page {
            Page::Browse(browse) => self.on_browse(browse, msg, cx),
            Page::Drawer(_) | Page::MainMenu => self.on_navigation(msg, cx),
            Page::ItemMenu(_) | Page::EditorMenu(_) => cx.close_with(msg),
            Page::NewMenu => {
                if let Msg::NewName(folder) = msg {
                    cover!(cx);
                    cx.close();
                    cx.open(Page::NewName { folder, name: String::new() });
                }
            }
            Page::NewName { folder, name } => {
                let folder = *folder;
                on_name(name, msg, cx, |name| Msg::Create(folder, name));
            }
            Page::Rename { id, name } => {
                let id = *id;
                on_name(name, msg, cx, |name| Msg::Renamed(id, name));
            }
            Page::Confirm(ids) => match msg {
                Msg::Confirmed => {
                    cover!(cx);
                    cx.close_with(Msg::DeleteNow(std::mem::take(ids)));
                }
                _ => cx.close(),
            },
            Page::Properties { hashed, .. } => match msg {
                Msg::Hashed => *hashed = true,
                _ => cx.close_with(Msg::Returned),
            },
            Page::Sort(by) => self.on_sort(by, msg, cx),
            Page::Search(search) => self.on_search(search, msg, cx),
            Page::Recent => self.on_recent(msg, cx),
            Page::Hidden => match msg {
                Msg::Unhide(id) => {
                    cover!(cx);
                    self.set_hidden(id, false);
                }
                _ => cx.close_with(Msg::Returned),
            },
            Page::OpenAs(id) => match msg {
                Msg::AsText => {
                    cover!(cx);
                    cx.close();
                    self.edit(*id, cx);
                }
                Msg::Elsewhere => {
                    cover!(cx);
                    cx.close();
                    cx.visit(Neighbour::Share, Msg::Sent);
                }
                _ => cx.close(),
            },
            Page::Editor(editor) => self.on_editor(editor, msg, cx),
            Page::Unsaved => cx.close_with(msg),
            Page::Settings => self.on_settings(msg, cx),
            Page::Theme => {
                if let Msg::Theme(theme) = msg {
                    cover!(cx);
                    self.settings.theme = theme;
                }
                cx.close();
            }
            Page::About { tip } => match msg {
                Msg::NextTip => {
                    cover!(cx);
                    *tip = cx.random(TIPS.len() as u64);
                }
                _ => cx.close(),
            },
        }
    }

    fn back(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        match page {
            Page::Browse(browse) => {
                if branch!(cx, !browse.selected.is_empty()) {
                    browse.selected.clear();
                } else if branch!(cx, browse.gone.is_some() || browse.folder != ROOT) {
                    let parent = self.entry(browse.folder).map_or(ROOT, |folder| folder.parent);
                    *browse = self.browse(parent);
                } else {
                    cx.close();
                }
            }
            Page::Editor(editor) => {
                if branch!(cx, editor.dirty) {
                    cx.open(Page::Unsaved);
                } else {
                    cx.close_with(Msg::Returned);
                }
            }
            Page::Settings | Page::Search(_) | Page::Hidden | Page::Properties { .. } => {
                cx.close_with(Msg::Returned);
            }
            _ => cx.close(),
        }
    }

    fn recreate(&mut self, page: Page, why: Recreate, cx: &mut Cx<'_, Self>) -> Option<Page> {
        let turned = why == Recreate::Rotation;
        match page {
            Page::Browse(mut browse) => {
                if branch!(cx, turned) {
                    if let Some(clip) = self.clip.as_mut().filter(|_| cx.bug("cut-becomes-copy")) {
                        clip.cut = false;
                    }
                } else {
                    browse.selected.clear();
                }
                Some(Page::Browse(browse))
            }
            Page::Search(mut search) => {
                if branch!(cx, turned) {
                    if search.searching && cx.bug("rotate-while-searching") {
                        cx.crash(
                            Fault::new(
                                "java.lang.NullPointerException",
                                "Attempt to invoke virtual method 'void SearchAdapter.add(HybridFile)' on a \
                                 null object reference",
                            )
                            .at("com.example.files.SearchTask.onProgressUpdate(SearchTask.java:74)")
                            .at("android.os.AsyncTask$InternalHandler.handleMessage(AsyncTask.java:704)"),
                        );
                    }
                    search.titled &= !cx.bug("search-title-lost");
                } else if search.searching {
                    // The task died with the process: what it would have found is looked for at once.
                    search.searching = false;
                    search.hits = self.find(&search, true, cx);
                }
                Some(Page::Search(search))
            }
            Page::Properties { id, .. } if !turned => Some(Page::Properties { id, hashed: true }),
            Page::MainMenu | Page::ItemMenu(_) | Page::EditorMenu(_) | Page::NewMenu => {
                cover!(cx);
                None
            }
            other => Some(other),
        }
    }

    fn process_died(&mut self) {
        self.clip = None;
    }
}

/// The disk.
impl Files {
    fn format(&mut self, now: u64) {
        self.formatted = true;
        for (parent, name, size, minutes) in FIRST {
            let kind = match name {
                "readme.txt" => Kind::Text("Welcome to Files.".into()),
                "todo.txt" => Kind::Text("Tidy up.".into()),
                _ if size == 0 => Kind::Folder,
                _ => Kind::Other,
            };
            self.add(parent, name.to_owned(), kind, size, now.saturating_sub(minutes * MINUTE));
        }
    }

    fn add(&mut self, parent: u32, name: String, kind: Kind, size: u64, changed: u64) -> u32 {
        self.next_id += 1;
        let id = self.next_id;
        self.entries.push(Entry { id, parent, name, kind, size, changed, hidden: false });
        id
    }

    fn entry(&self, id: u32) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    fn entry_mut(&mut self, id: u32) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|entry| entry.id == id)
    }

    fn name(&self, id: u32) -> &str {
        self.entry(id).map_or("Internal storage", |entry| &entry.name)
    }

    fn path(&self, id: u32) -> String {
        match self.entry(id) {
            Some(entry) => format!("{}/{}", self.path(entry.parent), entry.name),
            None => ROOT_PATH.to_owned(),
        }
    }

    /// Whether `id` is `folder` or somewhere in it.
    fn is_within(&self, id: u32, folder: u32) -> bool {
        id == folder || self.entry(id).is_some_and(|entry| self.is_within(entry.parent, folder))
    }

    fn is_hidden(entry: &Entry) -> bool {
        entry.hidden || entry.name.starts_with('.')
    }

    fn is_shown(&self, entry: &Entry) -> bool {
        self.settings.show_hidden || !Self::is_hidden(entry)
    }

    fn children(&self, folder: u32) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| entry.parent == folder)
    }

    fn named(&self, folder: u32, name: &str) -> Option<&Entry> {
        self.children(folder).find(|entry| entry.name == name)
    }

    /// A page that shows a folder, in the order of the settings, folders first.
    fn browse(&self, folder: u32) -> Browse {
        let folder = if self.entry(folder).is_some() { folder } else { ROOT };
        let mut rows: Vec<&Entry> = self.children(folder).filter(|entry| self.is_shown(entry)).collect();
        match self.settings.by {
            By::Name => rows.sort_by_cached_key(|entry| entry.name.to_lowercase()),
            By::Date => rows.sort_by_key(|entry| entry.changed),
            By::Size => rows.sort_by_key(|entry| entry.size),
            By::Kind => rows.sort_by_cached_key(|entry| split(&entry.name).1.to_owned()),
        }
        if self.settings.descending {
            rows.reverse();
        }
        rows.sort_by_key(|entry| Reverse(entry.is_folder()));
        Browse { folder, rows: rows.iter().map(|entry| entry.id).collect(), ..Browse::default() }
    }

    /// Shows the folder anew; what is selected stays so where it is still there.
    fn reload(&self, browse: &mut Browse) {
        if browse.gone.is_none() {
            let selected = std::mem::take(&mut browse.selected);
            *browse = self.browse(browse.folder);
            browse.selected = selected.into_iter().filter(|id| browse.rows.contains(id)).collect();
        }
    }

    fn create(&mut self, parent: u32, folder: bool, name: String, cx: &mut Cx<'_, Self>) {
        if branch!(cx, self.named(parent, &name).is_some()) {
            return cx.toast(format!("{name} already exists"));
        }
        if branch!(cx, self.entries.len() >= MAX_ENTRIES) {
            return cx.toast("No space left");
        }
        let kind = if folder { Kind::Folder } else { Kind::Text(String::new()) };
        self.add(parent, name, kind, 0, cx.now());
    }

    /// Whether it could be renamed.
    fn rename(&mut self, id: u32, name: String, cx: &mut Cx<'_, Self>) -> bool {
        let Some(parent) = self.entry(id).map(|entry| entry.parent) else { return false };
        if branch!(cx, self.named(parent, &name).is_some()) {
            cx.toast(format!("{name} already exists"));
            return false;
        }
        let now = cx.now();
        if let Some(entry) = self.entry_mut(id) {
            entry.name = name;
            entry.changed = now;
        }
        self.follow_recent();
        if !cx.bug("bookmark-old-path") {
            self.follow_bookmarks();
        }
        true
    }

    fn follow_bookmarks(&mut self) {
        let mut bookmarks = std::mem::take(&mut self.bookmarks);
        bookmarks.iter_mut().for_each(|link| self.follow(link));
        self.bookmarks = bookmarks;
    }

    fn follow_recent(&mut self) {
        let mut recent = std::mem::take(&mut self.recent);
        recent.iter_mut().for_each(|link| self.follow(link));
        self.recent = recent;
    }

    fn follow(&self, link: &mut Link) {
        if let Some(entry) = self.entry(link.id) {
            link.name.clone_from(&entry.name);
            link.path = self.path(link.id);
        }
    }

    fn link(&self, id: u32) -> Link {
        Link { id, name: self.name(id).to_owned(), path: self.path(id) }
    }

    /// Deletes with all that is inside.
    fn delete(&mut self, ids: &[u32], cx: &mut Cx<'_, Self>) {
        let gone: Vec<u32> = self
            .entries
            .iter()
            .filter(|entry| ids.iter().any(|id| self.is_within(entry.id, *id)))
            .map(|entry| entry.id)
            .collect();
        self.entries.retain(|entry| !gone.contains(&entry.id));
        self.bookmarks.retain(|link| !gone.contains(&link.id));
        if !cx.bug("recent-keeps-deleted") {
            self.recent.retain(|link| !gone.contains(&link.id));
        }
        if branch!(cx, gone.contains(&self.home)) && !cx.bug("home-deleted") {
            self.home = ROOT;
        }
        if let Some(clip) = &mut self.clip {
            clip.ids.retain(|id| !gone.contains(id));
        }
        self.clip = self.clip.take().filter(|clip| !clip.ids.is_empty());
    }

    /// The name, or the first of `name (1)`, `name (2)` … that is free.
    fn free_name(&self, folder: u32, name: &str) -> String {
        if self.named(folder, name).is_none() {
            return name.to_owned();
        }
        let (stem, ending) = split(name);
        (1..)
            .map(|number| format!("{stem} ({number}){ending}"))
            .find(|name| self.named(folder, name).is_none())
            .unwrap_or_default()
    }

    fn copy(&mut self, id: u32, folder: u32, now: u64) {
        let Some(entry) = self.entry(id).cloned() else { return };
        if self.entries.len() >= MAX_ENTRIES {
            return;
        }
        let name = self.free_name(folder, &entry.name);
        let copy = self.add(folder, name, entry.kind, entry.size, now);
        let inside: Vec<u32> = self.children(id).map(|child| child.id).filter(|id| *id != copy).collect();
        for child in inside {
            self.copy(child, copy, now);
        }
    }

    fn paste(&mut self, folder: u32, cx: &mut Cx<'_, Self>) {
        let Some(Clip { ids, cut }) = self.clip.take() else { return };
        for id in ids {
            let Some(parent) = self.entry(id).map(|entry| entry.parent) else { continue };
            if branch!(cx, self.is_within(folder, id)) {
                if !cut && cx.bug("copy-into-itself") {
                    return cx.crash(copies_for_ever());
                }
                cx.toast("A folder cannot be pasted into itself");
            } else if branch!(cx, !cut) {
                self.copy(id, folder, cx.now());
            } else if branch!(cx, parent != folder) {
                let name = self.free_name(folder, self.name(id));
                if let Some(entry) = self.entry_mut(id) {
                    entry.parent = folder;
                    entry.name = name;
                }
                self.follow_bookmarks();
                if !cx.bug("recent-moved") {
                    self.follow_recent();
                }
            } else if cx.bug("move-to-itself-deletes") {
                self.delete(&[id], cx);
            }
        }
    }

    fn set_hidden(&mut self, id: u32, hidden: bool) {
        if let Some(entry) = self.entry_mut(id) {
            entry.hidden = hidden;
        }
    }

    /// What a search finds: at first only in the folder itself.
    fn find(&self, search: &Search, deep: bool, cx: &mut Cx<'_, Self>) -> Vec<Hit> {
        let mut wanted = search.asked.to_lowercase();
        if cx.bug("search-parentheses") {
            // As a pattern, parentheses only group.
            wanted.retain(|c| c != '(' && c != ')');
        }
        let within = |entry: &&Entry| match deep {
            true => self.is_within(entry.parent, search.from),
            false => entry.parent == search.from,
        };
        let shown = |entry: &Entry| self.is_shown(entry) && self.parents_shown(entry);
        let found = self.entries.iter().filter(|entry| entry.name.to_lowercase().contains(&wanted));
        let found = found.filter(within).filter(|entry| shown(entry));
        found.map(|entry| Hit { id: entry.id, name: entry.name.clone(), folder: entry.is_folder() }).collect()
    }

    fn parents_shown(&self, entry: &Entry) -> bool {
        self.entry(entry.parent).is_none_or(|parent| self.is_shown(parent) && self.parents_shown(parent))
    }

    fn open_file(&mut self, id: u32, cx: &mut Cx<'_, Self>) {
        let Some(entry) = self.entry(id) else { return };
        if branch!(cx, matches!(entry.kind, Kind::Text(_))) {
            self.edit(id, cx);
        } else {
            cx.open(Page::OpenAs(id));
        }
    }

    fn edit(&mut self, id: u32, cx: &mut Cx<'_, Self>) {
        let link = self.link(id);
        self.recent.retain(|recent| recent.id != id);
        self.recent.insert(0, link);
        self.recent.truncate(MAX_RECENT);
        cx.open(Page::Editor(Editor { id, text: self.content(id), dirty: false }));
    }

    fn content(&self, id: u32) -> String {
        match self.entry(id).map(|entry| &entry.kind) {
            Some(Kind::Text(text)) => text.clone(),
            _ => String::new(),
        }
    }

    fn act(&mut self, id: u32, action: Action, cx: &mut Cx<'_, Self>) {
        match action {
            Action::Rename => {
                cover!(cx);
                cx.open(Page::Rename { id, name: self.name(id).to_owned() });
            }
            Action::Copy | Action::Cut => {
                let cut = branch!(cx, matches!(action, Action::Cut));
                self.clip = Some(Clip { ids: vec![id], cut });
            }
            Action::Delete => {
                cover!(cx);
                cx.open(Page::Confirm(vec![id]));
            }
            Action::Hide => {
                let hidden = self.entry(id).is_some_and(|entry| entry.hidden);
                self.set_hidden(id, branch!(cx, !hidden));
            }
            Action::Bookmark => {
                let known = self.bookmarks.iter().any(|link| link.id == id);
                if branch!(cx, known) {
                    self.bookmarks.retain(|link| link.id != id);
                } else {
                    let link = self.link(id);
                    self.bookmarks.push(link);
                    cx.toast("Bookmark added");
                }
            }
            Action::SetHome => {
                cover!(cx);
                self.home = id;
                cx.toast("Home set");
            }
            Action::Share => {
                cover!(cx);
                cx.visit(Neighbour::Share, Msg::Sent);
            }
            Action::Properties => {
                cover!(cx);
                cx.open(Page::Properties { id, hashed: false });
                cx.after(HASH_MILLIS, Msg::Hashed);
            }
            Action::Reload => {}
        }
    }
}

/// What messages do.
impl Files {
    fn on_browse(&mut self, browse: &mut Browse, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::OpenDrawer => cx.open(Page::Drawer(browse.folder)),
            Msg::OpenMenu => cx.open(Page::MainMenu),
            Msg::OpenSearch => {
                cover!(cx);
                cx.open(Page::Search(Search {
                    query: String::new(),
                    asked: String::new(),
                    from: browse.folder,
                    hits: Vec::new(),
                    searching: false,
                    titled: true,
                    only: Only::All,
                }));
            }
            Msg::New => cx.open(Page::NewMenu),
            Msg::Create(folder, name) => {
                cover!(cx);
                self.create(browse.folder, folder, name, cx);
            }
            Msg::Tap(id) if branch!(cx, !browse.selected.is_empty()) => toggle(&mut browse.selected, id),
            Msg::Tap(id) => {
                if branch!(cx, self.entry(id).is_some_and(Entry::is_folder)) {
                    *browse = self.browse(id);
                } else {
                    self.open_file(id, cx);
                }
                return;
            }
            Msg::Hold(id) => {
                cover!(cx);
                toggle(&mut browse.selected, id);
            }
            Msg::ItemMenu(id) => {
                if branch!(cx, !browse.selected.is_empty()) && cx.bug("menu-takes-selection") {
                    browse.selected = vec![id];
                }
                cx.open(Page::ItemMenu(id));
            }
            Msg::Chosen(id, action) => {
                cover!(cx);
                self.act(id, action, cx);
            }
            Msg::SelectAll => browse.selected.clone_from(&browse.rows),
            Msg::ClearSelection => browse.selected.clear(),
            Msg::Selected(Action::Delete) => {
                cover!(cx);
                cx.open(Page::Confirm(browse.selected.clone()));
            }
            Msg::Selected(action) => {
                let cut = branch!(cx, matches!(action, Action::Cut));
                self.clip = Some(Clip { ids: std::mem::take(&mut browse.selected), cut });
            }
            Msg::DeleteNow(ids) => {
                cover!(cx);
                self.delete(&ids, cx);
            }
            Msg::Renamed(id, name) => {
                self.rename(id, name, cx);
            }
            Msg::Paste => {
                cover!(cx);
                self.paste(browse.folder, cx);
            }
            Msg::CancelPaste => self.clip = None,
            Msg::GoHome => {
                if self.home != ROOT && self.entry(self.home).is_none() {
                    return cx.crash(no_home());
                }
                *browse = self.browse(self.home);
            }
            Msg::Go(id) => *browse = self.browse(id),
            Msg::Lost(path) => *browse = Browse { gone: Some(path), ..Browse::default() },
            _ => {}
        }
        self.reload(browse);
    }

    /// The drawer and the main menu: both lead elsewhere and close.
    fn on_navigation(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        let page = match msg {
            Msg::OpenSettings => {
                cover!(cx);
                Page::Settings
            }
            Msg::OpenRecent => {
                cover!(cx);
                Page::Recent
            }
            Msg::OpenHidden => {
                cover!(cx);
                Page::Hidden
            }
            Msg::OpenAbout => {
                cover!(cx);
                Page::About { tip: cx.random(TIPS.len() as u64) }
            }
            Msg::OpenSort => {
                cover!(cx);
                Page::Sort(self.settings.by)
            }
            Msg::Bookmark(number) => {
                let Some(link) = self.bookmarks.get(number) else { return };
                if self.path(link.id) == link.path {
                    cx.close_with(Msg::Go(link.id));
                } else {
                    cx.toast("Folder moved or deleted");
                    cx.close();
                }
                return;
            }
            other => return cx.close_with(other),
        };
        cx.close();
        cx.open(page);
    }

    fn on_sort(&mut self, by: &mut By, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::By(chosen) => {
                cover!(cx);
                *by = chosen;
            }
            Msg::Order(descending) => {
                self.settings.by = *by;
                self.settings.descending = branch!(cx, descending);
                cx.close_with(Msg::Returned);
            }
            _ => {}
        }
    }

    fn on_search(&mut self, search: &mut Search, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Typed(query) => search.query = query,
            Msg::Search => self.begin_search(search, cx),
            Msg::Found => {
                cover!(cx);
                search.searching = false;
                search.hits = self.find(search, true, cx);
            }
            Msg::Only(only) => {
                cover!(cx);
                search.only = only;
            }
            Msg::Hit(number) => {
                let Some(hit) = search.hits.get(number) else { return };
                if branch!(cx, !hit.folder) {
                    self.open_file(hit.id, cx);
                } else if self.name(hit.id) == hit.name {
                    cx.close_with(Msg::Go(hit.id));
                } else {
                    let folder = self.entry(hit.id).map_or(ROOT, |entry| entry.parent);
                    cx.close_with(Msg::Lost(format!("{}/{}", self.path(folder), hit.name)));
                }
            }
            Msg::ItemMenu(id) => cx.open(Page::ItemMenu(id)),
            Msg::Chosen(id, action) => {
                cover!(cx);
                self.act(id, action, cx);
                self.refresh(search);
            }
            Msg::Renamed(id, name) => {
                let elsewhere = self.entry(id).is_some_and(|entry| entry.parent != search.from);
                if !self.rename(id, name, cx) {
                    return;
                }
                // The new name is looked for in the directory that is open, where it need not be.
                if branch!(cx, elsewhere) && cx.bug("rename-in-search") {
                    cx.toast("Operation unsuccessful");
                } else {
                    self.refresh(search);
                }
            }
            Msg::DeleteNow(ids) => {
                cover!(cx);
                self.delete(&ids, cx);
                self.refresh(search);
            }
            Msg::Returned => self.refresh(search),
            Msg::Close => cx.close_with(Msg::Returned),
            _ => {}
        }
    }

    fn begin_search(&mut self, search: &mut Search, cx: &mut Cx<'_, Self>) {
        let wanted = search.query.trim().to_owned();
        if branch!(cx, wanted.is_empty()) {
            return;
        }
        let hit = |entry: &Entry| entry.name.to_lowercase().contains(&wanted.to_lowercase());
        let hides = |entry: &Entry| entry.is_folder() && !self.is_shown(entry) && hit(entry);
        let met = self.entries.iter().any(|entry| hides(entry) && self.is_within(entry.parent, search.from));
        if branch!(cx, met) && cx.bug("search-hidden-hangs") {
            return cx.hang(
                Fault::new("", "waiting for the search to skip a hidden folder")
                    .at("com.example.files.SearchTask.search(SearchTask.java:112)")
                    .at("com.example.files.activities.SearchActivity.onSearch(SearchActivity.java:61)"),
            );
        }
        search.asked = wanted;
        search.titled = true;
        search.hits = self.find(search, false, cx);
        if !search.searching {
            search.searching = true;
            cx.after(SEARCH_MILLIS, Msg::Found);
        }
    }

    /// Takes names anew from the disk, and drops what is not there any more.
    fn refresh(&self, search: &mut Search) {
        search.hits.retain(|hit| self.entry(hit.id).is_some_and(|entry| self.is_shown(entry)));
        for hit in &mut search.hits {
            self.name(hit.id).clone_into(&mut hit.name);
        }
    }

    fn on_recent(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Recent(number) => {
                let Some(link) = self.recent.get(number).cloned() else { return };
                if branch!(cx, self.entry(link.id).is_none()) {
                    cx.toast("File moved or deleted");
                } else if self.path(link.id) == link.path {
                    self.edit(link.id, cx);
                } else if cx.bug("recent-moved") {
                    cx.crash(
                        Fault::new(
                            "java.io.FileNotFoundException",
                            format!("{}: open failed: ENOENT (No such file or directory)", link.path),
                        )
                        .at("libcore.io.IoBridge.open(IoBridge.java:492)")
                        .at("java.io.FileInputStream.<init>(FileInputStream.java:160)")
                        .at("com.example.files.ReadFileTask.doInBackground(ReadFileTask.java:58)")
                        .at("android.os.AsyncTask$3.call(AsyncTask.java:394)"),
                    );
                }
            }
            Msg::ClearRecent => {
                cover!(cx);
                self.recent.clear();
            }
            Msg::Close => cx.close(),
            _ => {}
        }
    }

    fn on_editor(&mut self, editor: &mut Editor, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Typed(text) => {
                cover!(cx);
                editor.text = text;
                editor.dirty = true;
            }
            Msg::Save => {
                cover!(cx);
                self.save(editor, cx);
            }
            Msg::SaveAndLeave => {
                cover!(cx);
                self.save(editor, cx);
                cx.close_with(Msg::Returned);
            }
            Msg::Discard => {
                cover!(cx);
                cx.close_with(Msg::Returned);
            }
            Msg::OpenMenu => cx.open(Page::EditorMenu(editor.id)),
            Msg::Chosen(_, Action::Reload) => {
                cover!(cx);
                editor.text = self.content(editor.id);
                editor.dirty = false;
            }
            Msg::Chosen(id, action) => self.act(id, action, cx),
            Msg::Returned if cx.bug("editor-reloads") => {
                editor.text = self.content(editor.id);
                editor.dirty = false;
            }
            Msg::Close => self.back(&mut Page::Editor(editor.clone()), cx),
            _ => {}
        }
    }

    fn save(&mut self, editor: &mut Editor, cx: &mut Cx<'_, Self>) {
        let now = cx.now();
        if let Some(entry) = self.entry_mut(editor.id).filter(|_| editor.dirty) {
            entry.size = editor.text.len() as u64;
            entry.changed = now;
            entry.kind = Kind::Text(editor.text.clone());
        }
        editor.dirty = false;
        cx.toast("Saved");
    }

    fn on_settings(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Toggle(Switch::Hidden) => {
                cover!(cx);
                self.settings.show_hidden = !self.settings.show_hidden;
                if cx.bug("hidden-resets-sort") {
                    (self.settings.by, self.settings.descending) = (By::Name, false);
                }
            }
            Msg::Toggle(Switch::Dates) => {
                cover!(cx);
                self.settings.show_dates = !self.settings.show_dates;
            }
            Msg::Toggle(Switch::Sizes) => {
                cover!(cx);
                self.settings.show_sizes = !self.settings.show_sizes;
            }
            Msg::OpenTheme => {
                cover!(cx);
                cx.open(Page::Theme);
            }
            Msg::Import => {
                cover!(cx);
                cx.visit(Neighbour::FileChooser, Msg::Imported);
            }
            Msg::Imported(Some(name)) => {
                cover!(cx);
                cx.toast(format!("{name} holds no settings"));
            }
            Msg::Imported(None) if cx.bug("import-nothing") => cx.crash(
                Fault::new(
                    "java.lang.NullPointerException",
                    "Attempt to invoke virtual method 'Uri android.content.Intent.getData()' on a \
                     null object reference",
                )
                .at("com.example.files.BackupPrefsFragment.onActivityResult(BackupPrefsFragment.kt:121)")
                .at("androidx.fragment.app.FragmentActivity.onActivityResult(FragmentActivity.java:174)"),
            ),
            Msg::Export => {
                cover!(cx);
                let name = self.free_name(ROOT, "files_backup.json");
                if self.entries.len() < MAX_ENTRIES {
                    self.add(ROOT, name, Kind::Other, 512, cx.now());
                    cx.toast("Settings exported");
                }
            }
            Msg::Close => cx.close_with(Msg::Returned),
            _ => {}
        }
    }
}

/// What pages look like.
impl Files {
    fn view_browse(&self, browse: &Browse, ui: &mut Ui<'_, Msg>) {
        ui.column("content_frame", |ui| {
            if branch!(ui, browse.selected.is_empty()) {
                let title = if browse.gone.is_some() { "" } else { self.name(browse.folder) };
                ui.toolbar(title, Nav::Drawer(Msg::OpenDrawer), |ui| {
                    ui.icon("search", "Search").tap(Msg::OpenSearch);
                    ui.overflow(Msg::OpenMenu);
                });
            } else {
                ui.toolbar(browse.selected.len(), Nav::Up(Msg::ClearSelection), |ui| {
                    ui.icon("cpy", "Copy").tap(Msg::Selected(Action::Copy));
                    ui.icon("cut", "Cut").tap(Msg::Selected(Action::Cut));
                    ui.icon("delete", "Delete").tap(Msg::Selected(Action::Delete));
                    ui.icon("all", "Select all").tap(Msg::SelectAll);
                });
            }
            self.view_path(browse, ui);
            ui.stack("swipe_layout", |ui| {
                if branch!(ui, browse.rows.is_empty()) {
                    ui.text("nofiles", "No files");
                } else {
                    ui.list("listView", browse.rows.len(), ROW, |ui, at| {
                        let id = browse.rows[at];
                        let selected = browse.selected.contains(&id);
                        self.view_row(id, self.name(id), ui)
                            .selected(selected)
                            .tap(Msg::Tap(id))
                            .long_tap(Msg::Hold(id));
                    });
                }
                ui.fab("fab", "Add").tap(Msg::New);
            })
            .fill();
            if let Some(clip) = &self.clip {
                cover!(ui);
                ui.row("paste_bar", |ui| {
                    ui.text("paste_count", Count(clip.ids.len(), "item", "items")).fill();
                    ui.button("cancel_paste", "Cancel").tap(Msg::CancelPaste);
                    ui.button("paste", "Paste").tap(Msg::Paste);
                })
                .height(84);
            }
        });
    }

    fn view_path(&self, browse: &Browse, ui: &mut Ui<'_, Msg>) {
        let folders = browse.rows.iter().filter(|id| self.entry(**id).is_some_and(Entry::is_folder)).count();
        ui.column("pathbar", |ui| {
            match &browse.gone {
                Some(path) => ui.text("fullpath", path),
                None => ui.text("fullpath", self.path(browse.folder)),
            };
            ui.row("", |ui| {
                let files = browse.rows.len() - folders;
                ui.text(
                    "pathname",
                    format_args!(
                        "{}, {}",
                        Count(folders, "folder", "folders"),
                        Count(files, "file", "files")
                    ),
                );
                ui.text("sort_label", self.settings.by.label());
            });
        })
        .height(72);
    }

    /// A row with a name as the page knows it; all else comes from the disk.
    fn view_row<'a>(&self, id: u32, name: &str, ui: &'a mut Ui<'_, Msg>) -> Node<'a, Msg> {
        let entry = self.entry(id);
        let folder = entry.is_some_and(Entry::is_folder);
        ui.row("second", |ui| {
            ui.image("generic_icon", if folder { "Folder" } else { "File" });
            ui.column("", |ui| {
                ui.text("firstline", name);
                ui.row("", |ui| {
                    let Some(entry) = entry else { return };
                    if folder {
                        let inside = self.children(id).filter(|child| self.is_shown(child)).count();
                        ui.text("secondLine", Count(inside, "item", "items"));
                    } else if branch!(ui, self.settings.show_sizes) {
                        ui.text("secondLine", Bytes(entry.size));
                    }
                    if branch!(ui, self.settings.show_dates) {
                        ui.text("date", Ago(ui.now().saturating_sub(entry.changed)));
                    }
                });
            })
            .fill();
            ui.icon("properties", "Options").tap(Msg::ItemMenu(id));
        })
    }

    fn view_drawer(&self, folder: u32, ui: &mut Ui<'_, Msg>) {
        ui.drawer("Files", |ui| {
            ui.scroll("navigation", |ui| {
                ui.drawer_entry("Internal storage", folder == ROOT).tap(Msg::Go(ROOT));
                for (number, link) in self.bookmarks.iter().enumerate() {
                    cover!(ui);
                    ui.drawer_entry(&link.name, link.id == folder).tap(Msg::Bookmark(number));
                }
                ui.drawer_entry("Recent", false).tap(Msg::OpenRecent);
                ui.drawer_entry("Settings", false).tap(Msg::OpenSettings);
                ui.drawer_entry("About", false).tap(Msg::OpenAbout);
            });
        });
    }

    fn view_item_menu(&self, id: u32, ui: &mut Ui<'_, Msg>) {
        let hidden = self.entry(id).is_some_and(|entry| entry.hidden);
        let hide = (Action::Hide, if hidden { "Unhide" } else { "Hide" });
        let known = self.bookmarks.iter().any(|link| link.id == id);
        let bookmark = if known { "Remove bookmark" } else { "Add to bookmarks" };
        let first = [
            (Action::Rename, "Rename"),
            (Action::Copy, "Copy"),
            (Action::Cut, "Cut"),
            (Action::Delete, "Delete"),
            hide,
        ];
        let folder = self.entry(id).is_some_and(Entry::is_folder);
        let more: &[(Action, &str)] = if folder {
            &[(Action::Bookmark, bookmark), (Action::SetHome, "Set as home")]
        } else {
            &[(Action::Share, "Share")]
        };
        view_actions(&[&first, more, &[(Action::Properties, "Properties")]].concat(), id, ui);
    }

    fn view_confirm(&self, ids: &[u32], ui: &mut Ui<'_, Msg>) {
        ui.dialog(
            "Delete",
            |ui| match ids {
                [id] => {
                    ui.message(format_args!("Delete {}?", self.name(*id)));
                }
                _ => {
                    ui.message(format_args!("Delete {}?", Count(ids.len(), "item", "items")));
                }
            },
            |ui| {
                ui.cancel("Cancel", Msg::Close);
                ui.ok("Delete", Msg::Confirmed);
            },
        );
    }

    fn view_properties(&self, id: u32, hashed: bool, ui: &mut Ui<'_, Msg>) {
        ui.dialog(
            "Properties",
            |ui| {
                let Some(entry) = self.entry(id) else { return };
                ui.scroll("properties_scroll", |ui| {
                    property("Name", &entry.name, ui);
                    property("Location", self.path(entry.parent), ui);
                    if entry.is_folder() {
                        property("Contains", Count(self.children(id).count(), "item", "items"), ui);
                    } else {
                        property("Size", Bytes(entry.size), ui);
                    }
                    if branch!(ui, hashed) {
                        let sum = entry.size.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                        property("MD5", format_args!("{sum:016x}"), ui);
                    } else {
                        property("MD5", "Calculating…", ui);
                    }
                });
            },
            |ui| ui.ok("OK", Msg::Close),
        );
    }

    fn view_search(&self, search: &Search, ui: &mut Ui<'_, Msg>) {
        ui.column("search_view", |ui| {
            ui.row("search_bar", |ui| {
                ui.icon("img_view_back", "Navigate up").tap(Msg::Close);
                ui.field("search_edit_text", &search.query, "Search").typed(Msg::Typed).entered(Msg::Search);
                ui.icon("search_image", "Start search").tap(Msg::Search);
            })
            .height(84);
            ui.row("search_chips", |ui| {
                for (only, label) in Only::ALL {
                    ui.radio("chip", label, only == search.only).tap(Msg::Only(only));
                }
            })
            .height(72);
            if search.asked.is_empty() {
                ui.text("search_hint", format_args!("Searches {}", self.path(search.from)));
                return;
            }
            if search.titled {
                ui.text("search_title", format_args!("Results for \"{}\"", search.asked));
            }
            if branch!(ui, search.searching) {
                ui.busy();
            }
            let shown = |number: &usize| search.only.admits(search.hits[*number].folder);
            let rows: Vec<usize> = (0..search.hits.len()).filter(shown).collect();
            if branch!(ui, rows.is_empty()) {
                ui.text("nofiles", "Nothing found");
            }
            ui.list("searchRecyclerView", rows.len(), ROW, |ui, at| {
                let hit = &search.hits[rows[at]];
                self.view_row(hit.id, &hit.name, ui).tap(Msg::Hit(rows[at]));
            });
        });
    }

    fn view_recent(&self, ui: &mut Ui<'_, Msg>) {
        ui.column("content_frame", |ui| {
            ui.toolbar("Recent files", Nav::Up(Msg::Close), |ui| {
                ui.icon("clear", "Clear").tap(Msg::ClearRecent);
            });
            if self.recent.is_empty() {
                ui.text("nofiles", "No files");
            }
            ui.list("listView", self.recent.len(), ROW, |ui, at| {
                let link = &self.recent[at];
                ui.column("second", |ui| {
                    ui.text("firstline", &link.name);
                    ui.text("secondLine", &link.path);
                })
                .tap(Msg::Recent(at));
            });
        });
    }

    fn view_hidden(&self, ui: &mut Ui<'_, Msg>) {
        ui.dialog(
            "Hidden files",
            |ui| {
                let hidden = self.entries.iter().filter(|entry| entry.hidden);
                if hidden.clone().next().is_none() {
                    return ui.message("Nothing is hidden");
                }
                ui.scroll("hidden_list", |ui| {
                    for entry in hidden {
                        ui.row("row", |ui| {
                            ui.text("text1", &entry.name).fill();
                            ui.icon("delete_button", "Unhide").tap(Msg::Unhide(entry.id));
                        })
                        .height(84);
                    }
                });
            },
            |ui| ui.ok("Close", Msg::Close),
        );
    }

    fn view_editor(&self, editor: &Editor, ui: &mut Ui<'_, Msg>) {
        ui.column("texteditor", |ui| {
            ui.toolbar(self.name(editor.id), Nav::Up(Msg::Close), |ui| {
                ui.icon("save", "Save").tap(Msg::Save);
                ui.overflow(Msg::OpenMenu);
            });
            if editor.dirty {
                ui.text("modified", "Modified");
            }
            ui.field("fname", &editor.text, "").typed(Msg::Typed).fill();
            ui.text("length", Count(editor.text.chars().count(), "character", "characters"));
        });
    }

    fn view_settings(&self, ui: &mut Ui<'_, Msg>) {
        let settings = &self.settings;
        ui.column("preferences", |ui| {
            ui.toolbar("Settings", Nav::Up(Msg::Close), |_| {});
            ui.scroll("recycler_view", |ui| {
                ui.preference("Theme", THEMES[settings.theme], None).tap(Msg::OpenTheme);
                ui.preference("Show hidden files", "Also what was hidden here", Some(settings.show_hidden))
                    .tap(Msg::Toggle(Switch::Hidden));
                ui.preference("Show last modified", "In every row", Some(settings.show_dates))
                    .tap(Msg::Toggle(Switch::Dates));
                ui.preference("Show file sizes", "In every row", Some(settings.show_sizes))
                    .tap(Msg::Toggle(Switch::Sizes));
                ui.preference("Import settings", "From a file", None).tap(Msg::Import);
                ui.preference("Export settings", "To the internal storage", None).tap(Msg::Export);
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

fn view_actions(actions: &[(Action, &str)], id: u32, ui: &mut Ui<'_, Msg>) {
    view_entries(actions.len(), |at| (actions[at].1, Msg::Chosen(id, actions[at].0)), ui);
}

fn view_main_menu(ui: &mut Ui<'_, Msg>) {
    let entries = [
        ("Home", Msg::GoHome),
        ("Sort by", Msg::OpenSort),
        ("Recent files", Msg::OpenRecent),
        ("Hidden files", Msg::OpenHidden),
        ("About", Msg::OpenAbout),
    ];
    view_entries(entries.len(), |at| entries[at].clone(), ui);
}

/// A menu that scrolls where it is longer than the screen.
fn view_entries<'a>(count: usize, entry: impl Fn(usize) -> (&'a str, Msg), ui: &mut Ui<'_, Msg>) {
    let draw = |ui: &mut Ui<'_, Msg>, at| {
        let (label, msg) = entry(at);
        ui.entry("title", label).tap(msg);
    };
    ui.list("menu", count, 72, draw).class("android.widget.ListView").height(72 * count as i32);
}

fn view_new_menu(ui: &mut Ui<'_, Msg>) {
    ui.column("sd_overlay", |ui| {
        ui.button("menu_new_folder", "Folder").tap(Msg::NewName(true));
        ui.button("menu_new_file", "File").tap(Msg::NewName(false));
    });
}

fn view_name(title: &str, name: &str, ok: &str, ui: &mut Ui<'_, Msg>) {
    ui.dialog(
        title,
        |ui| {
            ui.field("name_input", name, "Name").typed(Msg::Typed).entered(Msg::Confirmed);
        },
        |ui| {
            ui.cancel("Cancel", Msg::Close);
            ui.ok(ok, Msg::Confirmed);
        },
    );
}

fn view_sort(by: By, ui: &mut Ui<'_, Msg>) {
    ui.dialog(
        "Sort by",
        |ui| {
            ui.scroll("sort_list", |ui| {
                for (known, label) in By::ALL {
                    ui.radio("android:id/text1", label, known == by).tap(Msg::By(known));
                }
            });
        },
        |ui| {
            ui.cancel("Ascending", Msg::Order(false));
            ui.ok("Descending", Msg::Order(true));
        },
    );
}

fn view_open_as(ui: &mut Ui<'_, Msg>) {
    ui.dialog(
        "Open as",
        |ui| {
            ui.button("text", "Text").tap(Msg::AsText);
            ui.button("other", "With another app").tap(Msg::Elsewhere);
        },
        |ui| ui.cancel("Cancel", Msg::Close),
    );
}

fn property(label: &str, value: impl Display, ui: &mut Ui<'_, Msg>) {
    ui.row("property", |ui| {
        ui.text("label", label).width(130);
        ui.text("value", value).fill();
    })
    .height(60);
}

fn view_about(tip: u64, ui: &mut Ui<'_, Msg>) {
    ui.column("about", |ui| {
        ui.toolbar("About", Nav::Up(Msg::Close), |_| {});
        ui.scroll("about_scroll", |ui| {
            ui.text("version", "Files 3.7");
            ui.text("licence", "GNU General Public License, version 3");
            ui.text("tip", TIPS[tip as usize % TIPS.len()]);
            ui.button("next_tip", "Another tip").tap(Msg::NextTip);
        });
    });
}

/// A dialog that asks for a name and hands it on once it can be one.
fn on_name(name: &mut String, msg: Msg, cx: &mut Cx<'_, Files>, done: impl FnOnce(String) -> Msg) {
    match msg {
        Msg::Typed(text) => *name = text,
        Msg::Confirmed => {
            let wanted = name.split_whitespace().collect::<Vec<_>>().join(" ");
            if branch!(cx, wanted.is_empty() || wanted == "." || wanted == "..") {
                cx.toast("Enter a name");
            } else if branch!(cx, wanted.contains('/')) {
                cx.toast("A name cannot contain /");
            } else {
                cx.close_with(done(wanted));
            }
        }
        _ => cx.close(),
    }
}

fn toggle(selected: &mut Vec<u32>, id: u32) {
    match selected.iter().position(|known| *known == id) {
        Some(at) => drop(selected.remove(at)),
        None => selected.push(id),
    }
}

/// A name and its ending, dot included.
fn split(name: &str) -> (&str, &str) {
    match name.rfind('.') {
        Some(at) if at > 0 => name.split_at(at),
        _ => (name, ""),
    }
}

fn copies_for_ever() -> Fault {
    let frame = "com.example.files.services.CopyService.copyRecursively(CopyService.java:231)";
    Fault::new("java.lang.StackOverflowError", "stack size 1039KB")
        .at("java.io.File.listFiles(File.java:1131)")
        .at(frame)
        .at(frame)
        .at(frame)
}

fn no_home() -> Fault {
    Fault::new(
        "java.lang.NullPointerException",
        "Attempt to invoke virtual method 'boolean HybridFile.isDirectory()' on a null object reference",
    )
    .at("com.example.files.fragments.MainFragment.goHome(MainFragment.java:884)")
    .at("com.example.files.activities.MainActivity.onOptionsItemSelected(MainActivity.java:1012)")
}

/// `1 item`, `2 items`.
struct Count(usize, &'static str, &'static str);

impl Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, if self.0 == 1 { self.1 } else { self.2 })
    }
}

/// A size as people read it.
struct Bytes(u64);

impl Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0..1_000 => write!(f, "{} B", self.0),
            1_000..1_000_000 => write!(f, "{} kB", self.0 / 1_000),
            _ => write!(f, "{}.{} MB", self.0 / 1_000_000, self.0 / 100_000 % 10),
        }
    }
}

/// How long ago, from milliseconds.
struct Ago(u64);

impl Display for Ago {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 / MINUTE {
            0 => f.write_str("just now"),
            minutes @ 1..60 => write!(f, "{minutes} min ago"),
            minutes @ 60..1_440 => write!(f, "{} h ago", minutes / 60),
            minutes => write!(f, "{} days ago", minutes / 1_440),
        }
    }
}
