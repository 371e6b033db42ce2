//! Drive: files and folders with a viewer for each type, stars, a bin, search and upload.
//!
//! Its list retells figure 1 of the APE paper (Google Drive): each file opens a viewer of its own type, and
//! the list is ordered by last use, so that a file's place says nothing about what a tap on it does. The bugs
//! are of the kinds such apps have: rows bound to the file that stood there before, one "current file" shared
//! by pages that should each have their own, an index that is not kept up to date, state lost over rotation
//! and process death.

use std::cmp::Reverse;
use std::fmt;

use crate::app::{App, Bug, BugKind, Manifest, Oracle, Recreate, Shows, Trap, TrapKind, Window};
use crate::cx::{Cx, Fault};
use crate::neighbours::Neighbour;
use crate::ui::{Nav, Ui};
use crate::{branch, cover};

/// Everything the app keeps.
#[derive(Clone, Default)]
pub(crate) struct Drive {
    files: Vec<File>,
    next_id: u32,
    filled: bool,
    sort: Sort,
    grid: bool,
    settings: [bool; 3],
    /// The file that was opened or asked about last: in memory only, as the two below.
    current: Option<u32>,
    /// The folder that the next uploaded file goes to.
    upload_to: Option<u32>,
    /// The type that search was narrowed to last.
    narrowed: Type,
}

#[derive(Clone)]
struct File {
    id: u32,
    name: String,
    /// What search looks at: the name in lower case.
    indexed: String,
    kind: Kind,
    parent: Option<u32>,
    starred: bool,
    offline: bool,
    binned: bool,
    used: u64,
    changed: u64,
    /// In kilobytes; unknown while it is being uploaded.
    size: Option<u32>,
    body: String,
    /// The sheets of a spreadsheet, row by row.
    cells: [[String; CELLS]; SHEETS.len()],
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Folder,
    Text,
    Image,
    Pdf,
    Slides,
    Sheet,
    Other,
}

impl Kind {
    fn of(name: &str) -> Self {
        match name.rsplit('.').next().unwrap_or_default() {
            "txt" | "docx" => Kind::Text,
            "jpg" | "png" => Kind::Image,
            "pdf" => Kind::Pdf,
            "pptx" => Kind::Slides,
            "xlsx" => Kind::Sheet,
            _ => Kind::Other,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Kind::Folder => "Folder",
            Kind::Text => "Document",
            Kind::Image => "Image",
            Kind::Pdf => "PDF",
            Kind::Slides => "Presentation",
            Kind::Sheet => "Spreadsheet",
            Kind::Other => "File",
        }
    }

    fn pages(self) -> usize {
        if self == Kind::Slides { 5 } else { 12 }
    }
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Sort {
    #[default]
    Used,
    Name,
    Changed,
    Size,
}

impl Sort {
    const ALL: [(Sort, &'static str); 4] = [
        (Sort::Used, "Last opened"),
        (Sort::Name, "Name"),
        (Sort::Changed, "Last modified"),
        (Sort::Size, "Storage used"),
    ];
}

/// What the first page lists.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Section {
    Mine,
    Recent,
    Starred,
    Bin,
}

impl Section {
    const ALL: [(Section, &'static str); 4] = [
        (Section::Mine, "My files"),
        (Section::Recent, "Recent"),
        (Section::Starred, "Starred"),
        (Section::Bin, "Bin"),
    ];
}

/// What search is narrowed to.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Type {
    #[default]
    All,
    Documents,
    Images,
    Folders,
}

impl Type {
    const ALL: [(Type, &'static str); 4] = [
        (Type::All, "All"),
        (Type::Documents, "Documents"),
        (Type::Images, "Images"),
        (Type::Folders, "Folders"),
    ];

    fn admits(self, kind: Kind) -> bool {
        match self {
            Type::All => true,
            Type::Documents => !matches!(kind, Kind::Image | Kind::Folder),
            Type::Images => kind == Kind::Image,
            Type::Folders => kind == Kind::Folder,
        }
    }
}

/// A page that lists files: a section, or a folder.
#[derive(Clone)]
pub(crate) struct Files {
    section: Section,
    folder: Option<u32>,
    shown: Vec<u32>,
    /// The file that the ⋮ of each row was bound to.
    bound: Vec<u32>,
    /// The file that the bar at the bottom offers to bring back.
    removed: Option<u32>,
    refreshing: bool,
}

/// A spreadsheet that is being looked at.
#[derive(Clone)]
pub(crate) struct Grid {
    file: u32,
    sheet: usize,
    /// The sheet that the formula bar writes to.
    target: usize,
    /// The chosen cell of each sheet.
    chosen: [usize; SHEETS.len()],
    drawn: [bool; SHEETS.len()],
    input: String,
}

#[derive(Clone)]
pub(crate) struct Search {
    query: String,
    narrowed: Type,
    found: Vec<u32>,
}

#[derive(Clone, Copy)]
pub(crate) enum Question {
    Remove(u32),
    DeleteForever(u32),
    EmptyBin,
    Discard,
}

#[derive(Clone)]
pub(crate) enum Page {
    Files(Files),
    Drawer(Section),
    FilesMenu(Section),
    SortChoice,
    New,
    NewFolder { parent: Option<u32>, name: String },
    Actions(u32),
    Rename { file: u32, name: String, attached: bool },
    Move { file: u32, at: Option<u32> },
    Details { file: u32, activity: bool },
    Confirm(Question),
    Text(u32),
    Editor { file: u32, draft: String },
    Images { all: Vec<u32>, at: usize },
    Paged { file: u32, at: usize, rendered: bool },
    Sheet(Grid),
    NoPreview(u32),
    ViewerMenu(u32),
    Search(Search),
    Settings,
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
    OpenSort,
    OpenNew,
    Section(Section),
    Sort(Sort),
    Layout,
    Refresh,
    Refreshed,
    Open(u32),
    More(u32),
    NewFolder,
    NewText,
    Upload,
    Picked(Option<String>),
    Uploaded(u32),
    Undo,
    Star,
    Offline,
    Rename,
    Move,
    Copy,
    Details,
    Share,
    Shared(Option<String>),
    Remove,
    Removed(u32),
    Gone,
    Restore,
    DeleteForever,
    EmptyBin,
    Typed(String),
    Confirmed,
    Discarded,
    Enter(Option<u32>),
    MoveHere,
    Tab(usize),
    Edit,
    Step(i32),
    Rendered,
    Cell(usize),
    Narrow(Type),
    Toggle(usize),
}

const SHEETS: [&str; 2] = ["Income", "Costs"];
const COLUMNS: usize = 3;
const CELLS: usize = 12;
const MINUTE: u64 = 60_000;
const UPLOAD_MILLIS: u64 = 20_000;
const REFRESH_MILLIS: u64 = 2_000;
const RENDER_MILLIS: u64 = 900;
const OPTIONS: [(&str, &str); 3] = [
    ("Transfer files only over Wi-Fi", "Uploads wait until there is one"),
    ("Notify about shared files", "When somebody shares a file with you"),
    ("Show file name extensions in details", "Such as .pdf"),
];
/// The files of a new account: name, minutes since it was opened, kilobytes, folder.
const FIRST: [(&str, u64, u32, Option<u32>); 9] = [
    ("Photos", 5, 0, None),
    ("Trip.jpg", 20, 2_140, None),
    ("Notes.txt", 65, 1, None),
    ("Budget.xlsx", 190, 31, None),
    ("Manual.pdf", 1_560, 880, None),
    ("Letter.docx", 4_400, 24, None),
    ("Slides.pptx", 13_000, 5_300, None),
    ("Beach.jpg", 3_000, 1_830, Some(1)),
    ("Lake.jpg", 3_100, 2_010, Some(1)),
];

/// How long ago something was, as users say it.
struct Ago(u64);

impl fmt::Display for Ago {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 / MINUTE {
            0 => write!(f, "just now"),
            minutes @ 1..60 => write!(f, "{minutes} min ago"),
            minutes @ 60..1_440 => write!(f, "{} h ago", minutes / 60),
            minutes => write!(f, "{} d ago", minutes / 1_440),
        }
    }
}

impl App for Drive {
    type Page = Page;
    type Msg = Msg;

    const MANIFEST: Manifest = Manifest {
        name: "drive",
        package: "com.example.drive",
        title: "Drive",
        about: "Files and folders, a viewer for each type, search and upload (APE, figure 1: Google Drive)",
        bugs: &[
            Bug {
                id: "stale-more",
                title: "After a file was opened, the ⋮ of a row acts on the file that stood there before",
                retells: "no report: rows that only moved are not bound again (set in APE figure 1's list)",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Independence { inserted: 0..2 }],
                trace: &[
                    "tap text=\"Budget.xlsx\"",
                    "back",
                    "tap desc=\"More actions for Trip.jpg\"",
                    "tap text=\"Add to Starred\"",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Starred\"",
                ],
                shows: Shows::Missing("id=entry_label text=\"Trip.jpg\""),
            },
            Bug {
                id: "undo-other-file",
                title: "Undo does not bring a removed file back once another file was opened",
                retells: "no report: Genie figure 1's fault, one current item shared by two functions",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Independence { inserted: 2..4 }],
                trace: &[
                    "tap desc=\"More actions for Trip.jpg\"",
                    "tap text=\"Remove\"",
                    "tap text=\"Manual.pdf\"",
                    "back",
                    "tap id=snackbar_action",
                    "tap id=view_mode_toggle",
                ],
                shows: Shows::Missing("id=entry_label text=\"Trip.jpg\""),
            },
            Bug {
                id: "cell-of-other-sheet",
                title: "A cell edited after a look at another sheet is written to that other sheet",
                retells: "no report: the target is set where a sheet is first drawn, not where it is chosen",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Independence { inserted: 2..4 }],
                trace: &[
                    "tap text=\"Budget.xlsx\"",
                    "tap id=cell text=\"1200\"",
                    "tap text=\"Costs\"",
                    "tap text=\"Income\"",
                    "type id=formula \"1500\"",
                    "tap id=commit",
                ],
                shows: Shows::Missing("id=cell text=\"1500\""),
            },
            Bug {
                id: "search-stays-narrowed",
                title: "Search narrowed to a type stays so when it is opened again, though it shows All",
                retells: "no report: a view model that outlives its page",
                kind: BugKind::InconsistentState,
                seen_by: &[
                    Oracle::Independence { inserted: 0..3 },
                    Oracle::Property { functions: &["search"] },
                ],
                trace: &[
                    "tap id=search",
                    "tap text=\"Images\"",
                    "back",
                    "tap id=search",
                    "type id=search_text \"bud\"",
                    "enter",
                ],
                shows: Shows::Missing("id=entry_label text=\"Budget.xlsx\""),
            },
            Bug {
                id: "pdf-first-page",
                title: "A PDF is back at its first page after another app was in front",
                retells: "no report: a viewer that loads its file again in onResume",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Neutral { inserted: 3..4 }],
                trace: &[
                    "tap text=\"Manual.pdf\"",
                    "tap id=next_page",
                    "tap id=next_page",
                    "background",
                    "tap id=next_page",
                ],
                shows: Shows::Missing("text=\"Page 4 of 12\""),
            },
            Bug {
                id: "draft-lost-when-turned",
                title: "What was typed into a document is gone when the screen is turned",
                retells: "no report: a field set in onCreate whether or not there is saved state",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Neutral { inserted: 3..5 }],
                trace: &[
                    "tap text=\"Notes.txt\"",
                    "tap id=edit",
                    "type id=document_text \"Milk\"",
                    "rotate",
                    "rotate",
                    "tap id=save",
                ],
                shows: Shows::Missing("id=document_body text=\"Milk\""),
            },
            Bug {
                id: "renamed-not-found",
                title: "A renamed file is found by its old name only",
                retells: "no report: of a kind in PBFDroid table 3, a change that search does not see",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["rename", "search"] }],
                trace: &[
                    "tap desc=\"More actions for Letter.docx\"",
                    "tap text=\"Rename\"",
                    "type id=rename_edit \"Contract.docx\"",
                    "tap id=button1",
                    "tap id=search",
                    "type id=search_text \"contract\"",
                ],
                shows: Shows::Missing("id=entry_label text=\"Contract.docx\""),
            },
            Bug {
                id: "starred-in-bin",
                title: "A starred file that was removed is still listed under Starred",
                retells: "no report: of a kind in PBFDroid table 3, deleted and still listed",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["star", "delete"] }],
                trace: &[
                    "tap desc=\"More actions for Notes.txt\"",
                    "tap text=\"Add to Starred\"",
                    "tap desc=\"More actions for Notes.txt\"",
                    "tap text=\"Remove\"",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Starred\"",
                ],
                shows: Shows::Present("id=entry_label text=\"Notes.txt\""),
            },
            Bug {
                id: "folder-counts-removed",
                title: "The number of items under a folder counts those in the bin",
                retells: "no report: a count with another condition than the list",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["delete", "count"] }],
                trace: &[
                    "tap text=\"Photos\"",
                    "tap desc=\"More actions for Lake.jpg\"",
                    "tap text=\"Remove\"",
                    "back",
                ],
                shows: Shows::Missing("id=entry_sub text=\"1 item\""),
            },
            Bug {
                id: "folder-into-itself",
                title: "A folder can be moved into itself; its details never open then",
                retells: "no report: a walk up to the root of what is no tree any more",
                kind: BugKind::Hang,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap desc=\"More actions for Photos\"",
                    "tap text=\"Move\"",
                    "tap id=folder_name text=\"Photos\"",
                    "tap id=move_here",
                    "tap id=search",
                    "type id=search_text \"Photos\"",
                    "tap desc=\"More actions for Photos\"",
                    "tap text=\"Details\"",
                ],
                shows: Shows::Hang,
            },
            Bug {
                id: "rename-turned",
                title: "OK in the rename dialog crashes after the screen was turned",
                retells: "no report: a dialog fragment whose listener is not set again",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap desc=\"More actions for Photos\"",
                    "tap text=\"Rename\"",
                    "rotate",
                    "tap id=button1",
                ],
                shows: Shows::Crash("NullPointerException in RenameDialogFragment.onClick"),
            },
            Bug {
                id: "upload-after-kill",
                title: "Choosing a file for a folder crashes when the system ended the app meanwhile",
                retells: "no report: a request's target kept in a field over startActivityForResult",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap text=\"Photos\"",
                    "tap id=fab",
                    "tap text=\"Upload\"",
                    "kill",
                    "tap text=\"letter.pdf\"",
                ],
                shows: Shows::Crash("NullPointerException in UploadController.onPicked"),
            },
            Bug {
                id: "remove-last-image",
                title: "Removing the last of several images in the viewer crashes",
                retells: "no report: a pager's position beyond its shrunk list",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap text=\"Photos\"",
                    "tap text=\"Lake.jpg\"",
                    "menu",
                    "tap text=\"Remove\"",
                    "tap id=button1",
                ],
                shows: Shows::Crash("IndexOutOfBoundsException in ImagePagerAdapter.getItem"),
            },
            Bug {
                id: "sort-while-uploading",
                title: "Sorting by storage used crashes while a file is being uploaded",
                retells: "no report: a size that is null until the server has told it",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap id=fab",
                    "tap text=\"Upload\"",
                    "tap text=\"song.mp3\"",
                    "tap id=sort_label",
                    "tap text=\"Storage used\"",
                ],
                shows: Shows::Crash("NullPointerException in SizeComparator.compare"),
            },
        ],
        traps: &[
            Trap {
                kind: TrapKind::Reorders,
                place: "files are listed by last use: an opened one goes first",
            },
            Trap {
                kind: TrapKind::FalseLoop,
                place: "open a file and go back: the same page, in another order",
            },
            Trap { kind: TrapKind::ChangesByItself, place: "\"Opened 5 min ago\" under every file" },
            Trap {
                kind: TrapKind::SameLayout,
                place: "My files, Recent, Starred, Bin and folders; PDF and slides",
            },
            Trap {
                kind: TrapKind::LooksIndependent,
                place: "list or grid, and the order, hold for all sections",
            },
            Trap { kind: TrapKind::LoadsLate, place: "a PDF's page is blank until it is rendered" },
            Trap { kind: TrapKind::NeverRests, place: "the spinner in a row while its file is uploaded" },
            Trap { kind: TrapKind::Toast, place: "\"Added to Starred\", \"Link copied\" and others" },
        ],
        source: include_str!("drive.rs"),
    };

    fn start(&mut self, cx: &mut Cx<'_, Self>) -> Page {
        if branch!(cx, !self.filled) {
            self.fill(cx.now());
        }
        Page::Files(self.files_page(None, cx))
    }

    fn window(page: &Page) -> Window {
        match page {
            Page::Files(_) => Window::Activity(".app.NavigationActivity"),
            Page::Move { .. } => Window::Activity(".app.PickEntryActivity"),
            Page::Details { .. } => Window::Activity(".app.detail.DetailActivity"),
            Page::Text(_) | Page::Editor { .. } => Window::Activity(".viewer.TextActivity"),
            Page::Images { .. } => Window::Activity(".viewer.ImageActivity"),
            Page::Paged { .. } => Window::Activity(".viewer.PdfActivity"),
            Page::Sheet(_) => Window::Activity(".viewer.SheetActivity"),
            Page::NoPreview(_) => Window::Activity(".viewer.NoPreviewActivity"),
            Page::Search(_) => Window::Activity(".search.SearchActivity"),
            Page::Settings => Window::Activity(".settings.SettingsActivity"),
            Page::Drawer(_) => Window::Drawer,
            Page::FilesMenu(_) | Page::ViewerMenu(_) => Window::Menu,
            Page::SortChoice | Page::New | Page::NewFolder { .. } | Page::Actions(_) => Window::Dialog,
            Page::Rename { .. } | Page::Confirm(_) => Window::Dialog,
        }
    }

    fn view(&self, page: &Page, ui: &mut Ui<'_, Msg>) {
        match page {
            Page::Files(files) => self.view_files(files, ui),
            Page::Drawer(section) => view_drawer(*section, ui),
            Page::FilesMenu(section) => view_files_menu(*section, ui),
            Page::SortChoice => self.view_sort(ui),
            Page::New => view_new(ui),
            Page::NewFolder { name, .. } => view_name("New folder", "Create", name, ui),
            Page::Rename { name, .. } => view_name("Rename", "OK", name, ui),
            Page::Actions(file) => self.view_actions(*file, ui),
            Page::Move { file, at } => self.view_move(*file, *at, ui),
            Page::Details { file, activity } => self.view_details(*file, *activity, ui),
            Page::Confirm(question) => self.view_question(*question, ui),
            Page::Text(file) => self.view_text(*file, ui),
            Page::Editor { draft, .. } => view_editor(draft, ui),
            Page::Images { all, at } => self.view_image(all, *at, ui),
            Page::Paged { file, at, rendered } => self.view_paged(*file, *at, *rendered, ui),
            Page::Sheet(grid) => self.view_sheet(grid, ui),
            Page::NoPreview(file) => self.view_no_preview(*file, ui),
            Page::ViewerMenu(file) => self.view_viewer_menu(*file, ui),
            Page::Search(search) => self.view_search(search, ui),
            Page::Settings => self.view_settings(ui),
        }
    }

    fn update(&mut self, page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        match (page, msg) {
            (page, Msg::Close) => self.back(page, cx),
            (Page::Files(files), msg) => self.on_files(files, msg, cx),
            (Page::Actions(file) | Page::ViewerMenu(file), msg) => self.on_action(*file, msg, cx),
            (Page::Search(search), msg) => self.on_search(search, msg, cx),
            (Page::Drawer(_) | Page::FilesMenu(_), Msg::OpenSettings) => {
                cover!(cx);
                cx.close();
                cx.open(Page::Settings);
            }
            (Page::Drawer(_) | Page::FilesMenu(_) | Page::New, msg) => cx.close_with(msg),
            (Page::SortChoice, Msg::Sort(sort)) => {
                cover!(cx);
                cx.close_with(Msg::Sort(sort));
            }
            (Page::NewFolder { name, .. } | Page::Rename { name, .. }, Msg::Typed(text)) => *name = text,
            (Page::NewFolder { parent, name }, Msg::Confirmed) => {
                let name = if branch!(cx, name.trim().is_empty()) { "Untitled folder" } else { name.trim() };
                self.add(name, Kind::Folder, *parent, cx.now());
                cx.close_with(Msg::Returned);
            }
            (Page::Rename { file, name, attached }, Msg::Confirmed) => {
                if branch!(cx, !*attached) {
                    return cx.crash(
                        Fault::new(
                            "java.lang.NullPointerException",
                            "Attempt to invoke interface method 'void RenameListener.onRename(String)' on a \
                             null object reference",
                        )
                        .at("com.example.drive.RenameDialogFragment.onClick(RenameDialogFragment.java:94)")
                        .at("androidx.appcompat.app.AlertController$ButtonHandler.handleMessage(\
                             AlertController.java:167)"),
                    );
                }
                self.rename(*file, name.trim(), cx);
            }
            (Page::Move { at, .. }, Msg::Enter(folder)) => {
                cover!(cx);
                *at = folder;
            }
            (Page::Move { .. }, Msg::Discarded) => cx.close_with(Msg::Returned),
            (Page::Move { file, at }, Msg::MoveHere) => self.move_to(*file, *at, cx),
            (Page::Details { activity, .. }, Msg::Tab(tab)) => *activity = tab == 1,
            (Page::Details { file, .. }, Msg::Star) => {
                cover!(cx);
                self.star(*file, cx);
            }
            (Page::Confirm(question), Msg::Confirmed) => self.on_confirmed(*question, cx),
            (Page::Text(file), Msg::Edit) => {
                cover!(cx);
                let draft = self.file(*file).map_or_else(String::new, |file| file.body.clone());
                cx.open(Page::Editor { file: *file, draft });
            }
            (Page::Editor { draft, .. }, Msg::Typed(text)) => *draft = text,
            (Page::Editor { .. }, Msg::Discarded) => cx.close(),
            (Page::Editor { file, draft }, Msg::Confirmed) => {
                cover!(cx);
                let now = cx.now();
                if let Some(file) = self.file_mut(*file) {
                    file.body.clone_from(draft);
                    file.changed = now;
                }
                cx.toast("Saved");
                cx.close_with(Msg::Returned);
            }
            (Page::Images { all, at }, Msg::Step(by)) => *at = stepped(*at, by, all.len()),
            (Page::Images { all, at }, Msg::Gone) => self.image_gone(all, at, cx),
            (Page::Paged { file, at, rendered }, Msg::Step(by)) => {
                let pages = self.file(*file).map_or(1, |file| file.kind.pages());
                let to = stepped(*at, by, pages);
                if branch!(cx, to != *at) {
                    *at = to;
                    *rendered = false;
                    cx.after(RENDER_MILLIS, Msg::Rendered);
                }
            }
            (Page::Paged { rendered, .. }, Msg::Rendered) => *rendered = true,
            (Page::Sheet(grid), msg @ (Msg::Tab(_) | Msg::Cell(_) | Msg::Typed(_) | Msg::Confirmed)) => {
                self.on_sheet(grid, msg, cx);
            }
            (page, Msg::OpenMenu) => {
                cover!(cx);
                if let Some(file) = viewed(page) {
                    cx.open(Page::ViewerMenu(file));
                }
            }
            (page, Msg::Gone) => {
                cover!(cx);
                if let Some(file) = viewed(page) {
                    cx.close_with(Msg::Removed(file));
                }
            }
            (Page::NoPreview(file), Msg::Offline) => {
                cover!(cx);
                self.offline(*file, cx);
            }
            (Page::Settings, Msg::Toggle(at)) => {
                cover!(cx);
                self.settings[at] = !self.settings[at];
            }
            (_, Msg::Shared(Some(target))) => {
                cover!(cx);
                cx.toast(format!("Shared by {target}"));
            }
            _ => {}
        }
    }

    fn back(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        match page {
            Page::Files(files) if branch!(cx, files.folder.is_none() && files.section != Section::Mine) => {
                self.on_files(files, Msg::Section(Section::Mine), cx);
            }
            Page::Editor { file, draft } => {
                if branch!(cx, self.file(*file).is_some_and(|file| file.body != *draft)) {
                    cx.open(Page::Confirm(Question::Discard));
                } else {
                    cx.close();
                }
            }
            Page::Move { at: at @ Some(_), .. } => {
                cover!(cx);
                *at = at
                    .and_then(|at| self.file(at))
                    .and_then(|folder| folder.parent.filter(|p| *p != folder.id));
            }
            Page::Drawer(_) | Page::FilesMenu(_) | Page::ViewerMenu(_) | Page::SortChoice => cx.close(),
            Page::New | Page::NewFolder { .. } | Page::Rename { .. } | Page::Confirm(_) => cx.close(),
            _ => cx.close_with(Msg::Returned),
        }
    }

    fn recreate(&mut self, page: Page, why: Recreate, cx: &mut Cx<'_, Self>) -> Option<Page> {
        let died = why == Recreate::ProcessDeath;
        match page {
            Page::Files(mut files) => {
                cover!(cx);
                files.refreshing &= !died;
                self.rebind(&mut files, cx);
                Some(Page::Files(files))
            }
            Page::Rename { file, name, .. } => {
                let attached = !branch!(cx, cx.bug("rename-turned"));
                Some(Page::Rename { file, name, attached })
            }
            Page::Editor { file, .. } if cx.bug("draft-lost-when-turned") && !died => {
                cover!(cx);
                let draft = self.file(file).map_or_else(String::new, |file| file.body.clone());
                Some(Page::Editor { file, draft })
            }
            Page::Paged { file, at, rendered } => {
                Some(Page::Paged { file, at, rendered: rendered || branch!(cx, died) })
            }
            Page::FilesMenu(_) | Page::ViewerMenu(_) | Page::New | Page::Confirm(_) => {
                cover!(cx);
                None
            }
            other => Some(other),
        }
    }

    fn resumed(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        if let Page::Paged { at, .. } = page
            && branch!(cx, cx.bug("pdf-first-page"))
        {
            *at = 0;
        }
    }

    fn process_died(&mut self) {
        self.current = None;
        self.upload_to = None;
        self.narrowed = Type::All;
        // The upload service has a process of its own: what it was sent is up by the time of the next start.
        for file in &mut self.files {
            file.size = file.size.or(Some(1));
        }
    }

    fn late(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        if let Msg::Uploaded(id) = msg {
            cover!(cx);
            self.uploaded(id, cx);
        }
    }
}

/// The data.
impl Drive {
    fn fill(&mut self, now: u64) {
        self.filled = true;
        self.settings = [true, true, false];
        for (name, minutes, size, parent) in FIRST {
            let kind = if name.contains('.') { Kind::of(name) } else { Kind::Folder };
            let then = now.saturating_sub(minutes * MINUTE);
            let id = self.add(name, kind, parent, then);
            if let Some(file) = self.file_mut(id) {
                file.size = Some(size);
                match kind {
                    Kind::Text => file.body = "Call the plumber.".into(),
                    Kind::Sheet => {
                        for (cell, value) in ["Month", "Pay", "Tips", "May", "1200", "80"].iter().enumerate()
                        {
                            file.cells[0][cell] = (*value).into();
                        }
                        for (cell, value) in ["Month", "Rent", "Food", "May", "640", "210"].iter().enumerate()
                        {
                            file.cells[1][cell] = (*value).into();
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    fn add(&mut self, name: &str, kind: Kind, parent: Option<u32>, now: u64) -> u32 {
        self.next_id += 1;
        self.files.push(File {
            id: self.next_id,
            name: name.to_owned(),
            indexed: name.to_lowercase(),
            kind,
            parent,
            starred: false,
            offline: false,
            binned: false,
            used: now,
            changed: now,
            size: Some(0),
            body: String::new(),
            cells: Default::default(),
        });
        self.next_id
    }

    fn file(&self, id: u32) -> Option<&File> {
        self.files.iter().find(|file| file.id == id)
    }

    fn file_mut(&mut self, id: u32) -> Option<&mut File> {
        self.files.iter_mut().find(|file| file.id == id)
    }

    fn name(&self, id: u32) -> &str {
        self.file(id).map_or("", |file| &file.name)
    }

    /// The folders around a file, the innermost first; endless if a folder lies in itself.
    fn around(&self, id: u32) -> impl Iterator<Item = &File> {
        std::iter::successors(self.file(id), |file| file.parent.and_then(|parent| self.file(parent))).skip(1)
    }

    /// In the bin, or in a folder that is.
    fn is_gone(&self, file: &File) -> bool {
        file.binned || self.around(file.id).take(self.files.len()).any(|folder| folder.binned)
    }

    fn items(&self, folder: u32, count_binned: bool) -> usize {
        let counts = |file: &&File| file.parent == Some(folder) && (count_binned || !file.binned);
        self.files.iter().filter(counts).count()
    }

    fn listed(&self, section: Section, folder: Option<u32>, cx: &mut Cx<'_, Self>) -> Vec<u32> {
        let keeps_binned = cx.bug("starred-in-bin");
        let admits = |file: &&File| match (folder, section) {
            (Some(folder), _) => file.parent == Some(folder) && !file.binned,
            (None, Section::Mine) => file.parent.is_none() && !file.binned,
            (None, Section::Recent) => file.kind != Kind::Folder && !self.is_gone(file),
            (None, Section::Starred) => file.starred && (keeps_binned || !self.is_gone(file)),
            (None, Section::Bin) => file.binned,
        };
        let mut files: Vec<&File> = self.files.iter().filter(admits).collect();
        let sort = if section == Section::Recent { Sort::Used } else { self.sort };
        match sort {
            Sort::Used => files.sort_by_key(|file| Reverse(file.used)),
            Sort::Name => {
                files.sort_by_cached_key(|file| (file.kind != Kind::Folder, file.name.to_lowercase()));
            }
            Sort::Changed => files.sort_by_key(|file| Reverse(file.changed)),
            Sort::Size => {
                if branch!(cx, cx.bug("sort-while-uploading") && files.iter().any(|file| file.size.is_none()))
                {
                    cx.crash(
                        Fault::new(
                            "java.lang.NullPointerException",
                            "Attempt to invoke virtual method 'long java.lang.Long.longValue()' on a null \
                             object reference",
                        )
                        .at("com.example.drive.doclist.SizeComparator.compare(SizeComparator.java:31)")
                        .at("java.util.TimSort.binarySort(TimSort.java:296)")
                        .at("com.example.drive.doclist.DocListModel.sort(DocListModel.java:118)"),
                    );
                }
                files.sort_by_key(|file| Reverse(file.size));
            }
        }
        files.into_iter().map(|file| file.id).collect()
    }

    fn files_page(&self, folder: Option<u32>, cx: &mut Cx<'_, Self>) -> Files {
        let shown = self.listed(Section::Mine, folder, cx);
        let bound = shown.clone();
        Files { section: Section::Mine, folder, shown, bound, removed: None, refreshing: false }
    }

    /// Lists the files anew. The faulty adapter does not bind rows again that only change places.
    fn reload(&self, files: &mut Files, cx: &mut Cx<'_, Self>) {
        files.shown = self.listed(files.section, files.folder, cx);
        let moved =
            files.shown.len() == files.bound.len() && files.shown.iter().all(|id| files.bound.contains(id));
        if !branch!(cx, moved && cx.bug("stale-more")) {
            files.bound.clone_from(&files.shown);
        }
    }

    fn rebind(&self, files: &mut Files, cx: &mut Cx<'_, Self>) {
        files.bound.clear();
        self.reload(files, cx);
    }

    fn found(&self, search: &Search, cx: &Cx<'_, Self>) -> Vec<u32> {
        let query = search.query.trim().to_lowercase();
        let kind = if cx.bug("search-stays-narrowed") { self.narrowed } else { search.narrowed };
        let has = |file: &&File| {
            !query.is_empty()
                && kind.admits(file.kind)
                && file.indexed.contains(&query)
                && !self.is_gone(file)
        };
        self.files.iter().filter(has).map(|file| file.id).collect()
    }

    fn open_file(&mut self, id: u32, cx: &mut Cx<'_, Self>) {
        let now = cx.now();
        let Some(file) = self.file_mut(id) else { return };
        if branch!(cx, file.binned) {
            return cx.toast("Restore the file to open it");
        }
        if branch!(cx, file.size.is_none()) {
            return cx.toast("Still uploading");
        }
        let (kind, parent) = (file.kind, file.parent);
        if branch!(cx, kind != Kind::Folder) {
            file.used = now;
            self.current = Some(id);
        }
        let page = match kind {
            Kind::Folder => {
                cover!(cx);
                Page::Files(self.files_page(Some(id), cx))
            }
            Kind::Text => {
                cover!(cx);
                Page::Text(id)
            }
            Kind::Image => {
                cover!(cx);
                let beside = |file: &&File| file.kind == Kind::Image && file.parent == parent && !file.binned;
                let mut all: Vec<&File> = self.files.iter().filter(beside).collect();
                all.sort_by(|a, b| a.indexed.cmp(&b.indexed));
                let all: Vec<u32> = all.into_iter().map(|file| file.id).collect();
                let at = all.iter().position(|image| *image == id).unwrap_or_default();
                Page::Images { all, at }
            }
            Kind::Pdf | Kind::Slides => {
                cover!(cx);
                Page::Paged { file: id, at: 0, rendered: false }
            }
            Kind::Sheet => {
                cover!(cx);
                let input = self.file(id).map_or_else(String::new, |file| file.cells[0][0].clone());
                let drawn = [true, false];
                Page::Sheet(Grid { file: id, sheet: 0, target: 0, chosen: [0; SHEETS.len()], drawn, input })
            }
            Kind::Other => {
                cover!(cx);
                Page::NoPreview(id)
            }
        };
        cx.open(page);
        if branch!(cx, matches!(kind, Kind::Pdf | Kind::Slides)) {
            cx.after(RENDER_MILLIS, Msg::Rendered);
        }
    }

    fn rename(&mut self, id: u32, name: &str, cx: &mut Cx<'_, Self>) {
        if branch!(cx, name.is_empty()) {
            return cx.toast("A file needs a name");
        }
        let (now, reindex) = (cx.now(), !cx.bug("renamed-not-found"));
        if let Some(file) = self.file_mut(id) {
            name.clone_into(&mut file.name);
            if branch!(cx, reindex) {
                file.indexed = name.to_lowercase();
            }
            file.changed = now;
        }
        cx.close_with(Msg::Returned);
    }

    fn star(&mut self, id: u32, cx: &mut Cx<'_, Self>) {
        if let Some(file) = self.file_mut(id) {
            file.starred = !file.starred;
            let told = if branch!(cx, file.starred) { "Added to Starred" } else { "Removed from Starred" };
            cx.toast(told);
        }
    }

    fn offline(&mut self, id: u32, cx: &mut Cx<'_, Self>) {
        if let Some(file) = self.file_mut(id) {
            file.offline = !file.offline;
            let told = if branch!(cx, file.offline) { "Will be available offline" } else { "Online only" };
            cx.toast(told);
        }
    }

    fn move_to(&mut self, id: u32, to: Option<u32>, cx: &mut Cx<'_, Self>) {
        let inside =
            to.is_some_and(|to| to == id || self.around(to).take(self.files.len()).any(|f| f.id == id));
        if branch!(cx, inside && !cx.bug("folder-into-itself")) {
            cx.toast("A folder cannot be moved into itself");
        } else if let Some(file) = self.file_mut(id) {
            cover!(cx);
            file.parent = to;
            let place = to.map_or("My files", |to| self.name(to)).to_owned();
            cx.toast(format!("Moved to {place}"));
        }
        cx.close_with(Msg::Returned);
    }

    /// The location that the details show: folder by folder up to the root.
    fn location(&self, id: u32) -> String {
        let mut path: Vec<&str> = self.around(id).take(self.files.len()).map(|file| &*file.name).collect();
        path.push("My files");
        path.reverse();
        path.join(" › ")
    }

    fn open_details(&self, id: u32, cx: &mut Cx<'_, Self>) {
        // Without the bug no folder lies in itself, and the walk up always ends.
        if branch!(cx, self.around(id).nth(self.files.len()).is_some()) {
            return cx.hang(
                Fault::new("", "Input dispatching timed out")
                    .at("com.example.drive.detail.LocationLoader.path(LocationLoader.java:52)")
                    .at("com.example.drive.detail.DetailActivity.onCreate(DetailActivity.java:77)"),
            );
        }
        cx.open(Page::Details { file: id, activity: false });
    }

    fn upload(&mut self, name: &str, folder: Option<u32>, cx: &mut Cx<'_, Self>) {
        let id = self.add(name, Kind::of(name), folder, cx.now());
        if let Some(file) = self.file_mut(id) {
            file.size = None;
        }
        cx.toast("Uploading 1 file");
        cx.after(UPLOAD_MILLIS, Msg::Uploaded(id));
    }

    fn uploaded(&mut self, id: u32, cx: &mut Cx<'_, Self>) {
        if let Some(file) = self.file_mut(id) {
            file.size = Some(file.name.len() as u32 * 37);
            cx.notify(format!("{} uploaded", file.name));
        }
    }

    fn image_gone(&mut self, all: &mut Vec<u32>, at: &mut usize, cx: &mut Cx<'_, Self>) {
        let gone = all.remove(*at);
        if branch!(cx, all.is_empty()) {
            return cx.close_with(Msg::Removed(gone));
        }
        if branch!(cx, *at == all.len()) {
            if cx.bug("remove-last-image") {
                return cx.crash(
                    Fault::new("java.lang.IndexOutOfBoundsException", format!("Index: {at}, Size: {at}"))
                        .at("java.util.ArrayList.get(ArrayList.java:437)")
                        .at("com.example.drive.viewer.ImagePagerAdapter.getItem(ImagePagerAdapter.java:48)")
                        .at("com.example.drive.viewer.ImageActivity.onRemoved(ImageActivity.java:163)"),
                );
            }
            *at -= 1;
        }
    }

    /// Folders whose folder was deleted for good go with it.
    fn drop_orphans(&mut self) {
        loop {
            let known: Vec<u32> = self.files.iter().map(|file| file.id).collect();
            self.files.retain(|file| file.parent.is_none_or(|parent| known.contains(&parent)));
            if self.files.len() == known.len() {
                return;
            }
        }
    }
}

fn stepped(at: usize, by: i32, count: usize) -> usize {
    at.saturating_add_signed(by as isize).min(count.saturating_sub(1))
}

/// The file that a viewer shows.
fn viewed(page: &Page) -> Option<u32> {
    match page {
        Page::Text(file) | Page::Paged { file, .. } | Page::NoPreview(file) => Some(*file),
        Page::Sheet(grid) => Some(grid.file),
        Page::Images { all, at } => all.get(*at).copied(),
        _ => None,
    }
}

/// What messages do.
impl Drive {
    fn on_files(&mut self, files: &mut Files, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::OpenDrawer => {
                cover!(cx);
                cx.open(Page::Drawer(files.section));
            }
            Msg::OpenMenu => cx.open(Page::FilesMenu(files.section)),
            Msg::OpenSearch => {
                cover!(cx);
                let search = Search { query: String::new(), narrowed: Type::All, found: Vec::new() };
                cx.open(Page::Search(search));
            }
            Msg::OpenSort => cx.open(Page::SortChoice),
            Msg::OpenNew => cx.open(Page::New),
            Msg::Section(section) => {
                cover!(cx);
                files.section = section;
                files.removed = None;
                self.rebind(files, cx);
            }
            Msg::Sort(sort) => {
                cover!(cx);
                self.sort = sort;
                self.rebind(files, cx);
            }
            Msg::Layout => {
                self.grid = !branch!(cx, self.grid);
                self.rebind(files, cx);
            }
            Msg::Refresh => {
                cover!(cx);
                files.refreshing = true;
                cx.after(REFRESH_MILLIS, Msg::Refreshed);
            }
            Msg::Refreshed => {
                cover!(cx);
                files.refreshing = false;
                self.rebind(files, cx);
            }
            Msg::Open(id) => self.open_file(id, cx),
            Msg::More(id) => {
                cover!(cx);
                self.current = Some(id);
                cx.open(Page::Actions(id));
            }
            Msg::NewFolder => {
                cover!(cx);
                cx.open(Page::NewFolder { parent: files.folder, name: String::new() });
            }
            Msg::NewText => {
                cover!(cx);
                let id = self.add("Untitled.txt", Kind::Text, files.folder, cx.now());
                self.reload(files, cx);
                self.open_file(id, cx);
            }
            Msg::Upload => {
                cover!(cx);
                self.upload_to = files.folder;
                cx.visit(Neighbour::FileChooser, Msg::Picked);
            }
            Msg::Picked(Some(name)) => {
                let lost = files.folder.is_some() && self.upload_to.is_none();
                if branch!(cx, lost && cx.bug("upload-after-kill")) {
                    return cx.crash(
                        Fault::new(
                            "java.lang.NullPointerException",
                            "Attempt to invoke virtual method 'EntrySpec Folder.getSpec()' on a null object \
                             reference",
                        )
                        .at("com.example.drive.upload.UploadController.onPicked(UploadController.java:83)")
                        .at("com.example.drive.app.NavigationActivity.onActivityResult(\
                             NavigationActivity.java:402)"),
                    );
                }
                self.upload(&name, files.folder, cx);
                self.reload(files, cx);
            }
            Msg::Uploaded(id) => {
                cover!(cx);
                self.uploaded(id, cx);
                self.reload(files, cx);
            }
            Msg::Undo => {
                let back = if branch!(cx, cx.bug("undo-other-file")) { self.current } else { files.removed };
                if let Some(id) = back {
                    self.restore(id, cx);
                }
                files.removed = None;
                self.reload(files, cx);
            }
            Msg::Removed(id) => {
                cover!(cx);
                files.removed = Some(id);
                self.reload(files, cx);
            }
            Msg::EmptyBin => cx.open(Page::Confirm(Question::EmptyBin)),
            Msg::Returned => self.reload(files, cx),
            Msg::Shared(Some(target)) => cx.toast(format!("Shared by {target}")),
            _ => {}
        }
    }

    /// What the sheet of a file and the menu of its viewer offer.
    fn on_action(&mut self, id: u32, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Star => {
                cover!(cx);
                self.star(id, cx);
                cx.close_with(Msg::Returned);
            }
            Msg::Offline => {
                cover!(cx);
                self.offline(id, cx);
                cx.close_with(Msg::Returned);
            }
            Msg::Rename => {
                cover!(cx);
                cx.close();
                cx.open(Page::Rename { file: id, name: self.name(id).to_owned(), attached: true });
            }
            Msg::Move => {
                cover!(cx);
                cx.close();
                cx.open(Page::Move { file: id, at: None });
            }
            Msg::Copy => {
                cover!(cx);
                let Some(mut copy) = self.file(id).cloned() else { return };
                let name = format!("Copy of {}", copy.name);
                copy.id = self.add(&name, copy.kind, copy.parent, cx.now());
                self.files.pop();
                copy.indexed = name.to_lowercase();
                copy.name = name;
                copy.used = cx.now();
                copy.starred = false;
                // The copy is made on the server, from what it has by now.
                copy.size = copy.size.or(Some(1));
                self.files.push(copy);
                cx.close_with(Msg::Returned);
            }
            Msg::Details => {
                cover!(cx);
                cx.close();
                self.open_details(id, cx);
            }
            Msg::Share => {
                cover!(cx);
                cx.close();
                cx.visit(Neighbour::Share, Msg::Shared);
            }
            Msg::Remove => {
                cover!(cx);
                self.bin(id);
                cx.close_with(Msg::Removed(id));
            }
            // A viewer asks first: there is no bar to undo it from.
            Msg::Gone => {
                cover!(cx);
                cx.close();
                cx.open(Page::Confirm(Question::Remove(id)));
            }
            Msg::Restore => {
                cover!(cx);
                self.restore(id, cx);
                cx.close_with(Msg::Returned);
            }
            Msg::DeleteForever => {
                cover!(cx);
                cx.close();
                cx.open(Page::Confirm(Question::DeleteForever(id)));
            }
            _ => {}
        }
    }

    fn bin(&mut self, id: u32) {
        if let Some(file) = self.file_mut(id) {
            file.binned = true;
        }
    }

    /// Where its folder is in the bin too, a file comes back to the root.
    fn restore(&mut self, id: u32, cx: &mut Cx<'_, Self>) {
        let folder_gone = self.around(id).take(self.files.len()).any(|folder| folder.binned);
        if let Some(file) = self.file_mut(id) {
            file.binned = false;
            if branch!(cx, folder_gone) {
                file.parent = None;
            }
        }
    }

    fn on_confirmed(&mut self, question: Question, cx: &mut Cx<'_, Self>) {
        match question {
            Question::Remove(id) => {
                cover!(cx);
                self.bin(id);
                cx.close_with(Msg::Gone);
            }
            Question::DeleteForever(id) => {
                cover!(cx);
                self.files.retain(|file| file.id != id);
                self.drop_orphans();
                cx.close_with(Msg::Returned);
            }
            Question::EmptyBin => {
                cover!(cx);
                self.files.retain(|file| !file.binned);
                self.drop_orphans();
                cx.close_with(Msg::Returned);
            }
            Question::Discard => {
                cover!(cx);
                cx.close_with(Msg::Discarded);
            }
        }
    }

    fn on_sheet(&mut self, grid: &mut Grid, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Tab(sheet) => {
                grid.sheet = sheet;
                let first = !std::mem::replace(&mut grid.drawn[sheet], true);
                if branch!(cx, first || !cx.bug("cell-of-other-sheet")) {
                    grid.target = sheet;
                }
            }
            Msg::Cell(cell) => {
                cover!(cx);
                grid.chosen[grid.sheet] = cell;
            }
            Msg::Typed(text) => {
                grid.input = text;
                return;
            }
            _ => {
                cover!(cx);
                let (sheet, now) = (grid.target, cx.now());
                if let Some(file) = self.file_mut(grid.file) {
                    file.cells[sheet][grid.chosen[grid.sheet]].clone_from(&grid.input);
                    file.changed = now;
                }
            }
        }
        if let Some(file) = self.file(grid.file) {
            grid.input.clone_from(&file.cells[grid.sheet][grid.chosen[grid.sheet]]);
        }
    }

    fn on_search(&mut self, search: &mut Search, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Typed(text) => {
                cover!(cx);
                search.query = text;
            }
            Msg::Narrow(narrowed) => {
                cover!(cx);
                search.narrowed = narrowed;
                self.narrowed = narrowed;
            }
            Msg::Open(id) => return self.open_file(id, cx),
            Msg::More(id) => {
                cover!(cx);
                self.current = Some(id);
                return cx.open(Page::Actions(id));
            }
            Msg::Shared(Some(target)) => cx.toast(format!("Shared by {target}")),
            _ => {}
        }
        search.found = self.found(search, cx);
    }
}

/// What pages look like.
impl Drive {
    fn view_files(&self, files: &Files, ui: &mut Ui<'_, Msg>) {
        let section = Section::ALL.iter().find(|(section, _)| *section == files.section);
        let title = files.folder.map_or(section.map_or("", |(_, name)| name), |folder| self.name(folder));
        let nav = if branch!(ui, files.folder.is_some()) {
            Nav::Up(Msg::Close)
        } else {
            Nav::Drawer(Msg::OpenDrawer)
        };
        ui.column("root", |ui| {
            ui.toolbar(title, nav, |ui| {
                ui.icon("search", "Search").tap(Msg::OpenSearch);
                ui.overflow(Msg::OpenMenu);
            });
            ui.row("sort_bar", |ui| {
                let label = Sort::ALL[self.sort as usize].1;
                ui.text("sort_label", label).fill().tap(Msg::OpenSort).height(72);
                let mode = if branch!(ui, self.grid) { "List layout" } else { "Grid layout" };
                ui.icon("view_mode_toggle", mode).tap(Msg::Layout);
            })
            .height(72);
            ui.stack("doclist_container", |ui| {
                if branch!(ui, files.refreshing) {
                    ui.busy();
                } else if branch!(ui, files.shown.is_empty()) {
                    ui.column("empty_view", |ui| {
                        ui.image("empty_image", "");
                        ui.text(
                            "empty_title",
                            if files.section == Section::Bin {
                                "Nothing in the bin"
                            } else {
                                "No files here"
                            },
                        );
                        ui.text("empty_text", "Use the + button to add files");
                    });
                } else if branch!(ui, self.grid) {
                    self.view_grid(files, ui);
                } else {
                    ui.list("doc_list", files.shown.len(), 96, |ui, at| {
                        let more = files.bound.get(at).copied().unwrap_or(files.shown[at]);
                        self.view_entry(files.shown[at], more, ui);
                    });
                }
                if files.section != Section::Bin {
                    ui.fab("fab", "New").tap(Msg::OpenNew);
                }
            })
            .fill();
            if let Some(removed) = files.removed {
                cover!(ui);
                ui.row("snackbar", |ui| {
                    ui.text("snackbar_text", format_args!("{} moved to the bin", self.name(removed))).fill();
                    ui.button("snackbar_action", "Undo").tap(Msg::Undo);
                })
                .height(84);
            }
        });
    }

    fn view_entry(&self, id: u32, more: u32, ui: &mut Ui<'_, Msg>) {
        let Some(file) = self.file(id) else {
            ui.text("entry_label", "");
            return;
        };
        let ago = Ago(ui.now().saturating_sub(file.used));
        ui.row("entry", |ui| {
            ui.image("doc_icon", file.kind.name());
            ui.column("", |ui| {
                ui.text("entry_label", &file.name);
                if branch!(ui, file.kind == Kind::Folder) {
                    let items = self.items(file.id, ui.bug("folder-counts-removed"));
                    let s = if items == 1 { "" } else { "s" };
                    ui.text("entry_sub", format_args!("{items} item{s}"));
                } else {
                    ui.text("entry_sub", format_args!("Opened {ago}"));
                }
            })
            .fill();
            if branch!(ui, file.size.is_none()) {
                ui.busy();
            }
            if branch!(ui, file.starred) {
                ui.image("star_icon", "Starred").width(36).height(36);
            }
            if file.offline {
                ui.image("offline_icon", "Available offline").width(36).height(36);
            }
            ui.icon("more_actions_button", format_args!("More actions for {}", file.name))
                .tap(Msg::More(more));
        })
        .tap(Msg::Open(id))
        .long_tap(Msg::More(more));
    }

    /// Two tiles a row.
    fn view_grid(&self, files: &Files, ui: &mut Ui<'_, Msg>) {
        ui.list("doc_grid", files.shown.len().div_ceil(2), 210, |ui, row| {
            ui.row("", |ui| {
                for at in [2 * row, 2 * row + 1] {
                    let Some(file) = files.shown.get(at).and_then(|id| self.file(*id)) else { continue };
                    let more = files.bound.get(at).copied().unwrap_or(file.id);
                    ui.card("grid_tile", |ui| {
                        ui.image("thumbnail", file.kind.name()).height(96);
                        ui.row("", |ui| {
                            ui.text("entry_label", &file.name).fill();
                            ui.icon("more_actions_button", format_args!("More actions for {}", file.name))
                                .tap(Msg::More(more));
                        });
                    })
                    .tap(Msg::Open(file.id))
                    .long_tap(Msg::More(more))
                    .width(260);
                }
            });
        });
    }

    fn view_sort(&self, ui: &mut Ui<'_, Msg>) {
        ui.dialog(
            "Sort by",
            |ui| {
                for (sort, name) in Sort::ALL {
                    ui.radio("text1", name, self.sort == sort).tap(Msg::Sort(sort));
                }
            },
            |ui| ui.cancel("Cancel", Msg::Close),
        );
    }

    fn view_actions(&self, id: u32, ui: &mut Ui<'_, Msg>) {
        let Some(file) = self.file(id) else { return };
        ui.column("bottom_sheet", |ui| {
            ui.text("sheet_title", &file.name).height(60);
            ui.scroll("sheet_actions", |ui| {
                if branch!(ui, file.binned) {
                    ui.entry("action_title", "Restore").tap(Msg::Restore);
                    ui.entry("action_title", "Delete forever").tap(Msg::DeleteForever);
                    return;
                }
                let star = if branch!(ui, file.starred) { "Remove from Starred" } else { "Add to Starred" };
                ui.entry("action_title", star).tap(Msg::Star);
                ui.entry("action_title", "Rename").tap(Msg::Rename);
                ui.entry("action_title", "Move").tap(Msg::Move);
                if branch!(ui, file.kind != Kind::Folder) {
                    ui.entry("action_title", "Make a copy").tap(Msg::Copy);
                    ui.entry("action_title", "Share a copy").tap(Msg::Share);
                    let offline = if file.offline { "Remove download" } else { "Make available offline" };
                    ui.entry("action_title", offline).tap(Msg::Offline);
                }
                ui.entry("action_title", "Details").tap(Msg::Details);
                ui.entry("action_title", "Remove").tap(Msg::Remove);
            });
        })
        .pad(12);
    }

    fn view_move(&self, id: u32, at: Option<u32>, ui: &mut Ui<'_, Msg>) {
        let title = at.map_or("My files", |at| self.name(at));
        ui.column("root", |ui| {
            ui.toolbar(title, Nav::Up(Msg::Close), |_| {});
            ui.text("moving", format_args!("Move {} to", self.name(id)));
            ui.scroll("folders", |ui| {
                for folder in &self.files {
                    // A folder that lies in itself would be listed within itself for ever.
                    let here = folder.parent == at && at != Some(folder.id);
                    if folder.kind == Kind::Folder && here && !folder.binned {
                        ui.row("folder", |ui| {
                            ui.image("folder_icon", "Folder");
                            ui.text("folder_name", &folder.name).fill();
                        })
                        .tap(Msg::Enter(Some(folder.id)))
                        .height(84);
                    }
                }
            });
            ui.row("buttons", |ui| {
                ui.button("move_cancel", "Cancel").tap(Msg::Discarded).fill();
                ui.button("move_here", "Move here").tap(Msg::MoveHere).fill();
            })
            .height(84);
        });
    }

    fn view_details(&self, id: u32, activity: bool, ui: &mut Ui<'_, Msg>) {
        let Some(file) = self.file(id) else { return };
        let now = ui.now();
        let (used, changed) = (Ago(now.saturating_sub(file.used)), Ago(now.saturating_sub(file.changed)));
        ui.column("root", |ui| {
            ui.toolbar(&file.name, Nav::Up(Msg::Close), |ui| {
                ui.icon("star", if file.starred { "Unstar" } else { "Star" }).tap(Msg::Star);
            });
            ui.tabs("tabs", &["Details", "Activity"], usize::from(activity), Msg::Tab);
            ui.scroll("detail_scroll", |ui| {
                if branch!(ui, activity) {
                    detail(ui, "You opened it", format_args!("{used}"));
                    detail(ui, "You modified it", format_args!("{changed}"));
                } else {
                    cover!(ui);
                    detail(ui, "Type", file.kind.name());
                    detail(ui, "Location", self.location(id));
                    detail(ui, "Size", format_args!("{} kB", file.size.unwrap_or_default()));
                    detail(ui, "Modified", format_args!("{changed}"));
                    detail(ui, "Opened", format_args!("{used}"));
                    if self.settings[2] {
                        detail(ui, "Extension", file.name.rsplit('.').next().unwrap_or_default());
                    }
                }
            });
        });
    }

    fn view_question(&self, question: Question, ui: &mut Ui<'_, Msg>) {
        let (title, text, yes) = match question {
            Question::Remove(id) => ("Move to the bin?", self.name(id), "Move to bin"),
            Question::DeleteForever(id) => ("Delete forever?", self.name(id), "Delete"),
            Question::EmptyBin => ("Empty the bin?", "Its files are deleted forever.", "Empty"),
            Question::Discard => ("Discard changes?", "What you typed is not saved.", "Discard"),
        };
        ui.dialog(
            title,
            |ui| ui.message(text),
            |ui| {
                ui.cancel("Cancel", Msg::Close);
                ui.ok(yes, Msg::Confirmed);
            },
        );
    }

    fn view_text(&self, id: u32, ui: &mut Ui<'_, Msg>) {
        let Some(file) = self.file(id) else { return };
        ui.column("root", |ui| {
            ui.toolbar(&file.name, Nav::Up(Msg::Close), |ui| {
                ui.icon("edit", "Edit").tap(Msg::Edit);
                ui.overflow(Msg::OpenMenu);
            });
            ui.scroll("document", |ui| {
                let text =
                    if branch!(ui, file.body.is_empty()) { "This document is empty" } else { &file.body };
                ui.text("document_body", text);
            });
        });
    }

    fn view_image(&self, all: &[u32], at: usize, ui: &mut Ui<'_, Msg>) {
        let name = all.get(at).map_or("", |id| self.name(*id));
        ui.column("root", |ui| {
            ui.toolbar(name, Nav::Up(Msg::Close), |ui| ui.overflow(Msg::OpenMenu));
            ui.pager("image_pager", Msg::Step(-1), Msg::Step(1), |ui| {
                ui.image("photo_view", name).fill();
            });
            ui.text("position", format_args!("{} of {}", at + 1, all.len()));
        });
    }

    fn view_paged(&self, id: u32, at: usize, rendered: bool, ui: &mut Ui<'_, Msg>) {
        let Some(file) = self.file(id) else { return };
        let (pages, word) = (file.kind.pages(), if file.kind == Kind::Slides { "Slide" } else { "Page" });
        ui.column("root", |ui| {
            ui.toolbar(&file.name, Nav::Up(Msg::Close), |ui| ui.overflow(Msg::OpenMenu));
            ui.pager("pdf_view", Msg::Step(-1), Msg::Step(1), |ui| {
                if branch!(ui, rendered) {
                    ui.image("page_image", format_args!("{word} {}, {}", at + 1, file.name)).fill();
                } else {
                    ui.busy();
                }
            });
            ui.row("page_bar", |ui| {
                ui.icon("previous_page", "Previous").tap(Msg::Step(-1)).enabled(at > 0);
                ui.text("page_number", format_args!("{word} {} of {pages}", at + 1)).fill();
                ui.icon("next_page", "Next").tap(Msg::Step(1)).enabled(at + 1 < pages);
            })
            .height(84);
        });
    }

    fn view_sheet(&self, grid: &Grid, ui: &mut Ui<'_, Msg>) {
        let Some(file) = self.file(grid.file) else { return };
        ui.column("root", |ui| {
            ui.toolbar(&file.name, Nav::Up(Msg::Close), |ui| ui.overflow(Msg::OpenMenu));
            ui.row("formula_bar", |ui| {
                ui.field("formula", &grid.input, "Enter text or formula")
                    .typed(Msg::Typed)
                    .entered(Msg::Confirmed);
                ui.icon("commit", "Accept").tap(Msg::Confirmed);
            })
            .height(84);
            ui.tabs("sheet_tabs", &SHEETS, grid.sheet, Msg::Tab);
            ui.scroll("cells", |ui| {
                for row in 0..CELLS / COLUMNS {
                    ui.row("", |ui| {
                        for cell in row * COLUMNS..(row + 1) * COLUMNS {
                            let chosen = grid.chosen[grid.sheet] == cell;
                            let text = ui.text("cell", &file.cells[grid.sheet][cell]).tap(Msg::Cell(cell));
                            text.selected(chosen).fill();
                        }
                    })
                    .height(72);
                }
            });
        });
    }

    fn view_no_preview(&self, id: u32, ui: &mut Ui<'_, Msg>) {
        let Some(file) = self.file(id) else { return };
        ui.column("root", |ui| {
            ui.toolbar(&file.name, Nav::Up(Msg::Close), |ui| ui.overflow(Msg::OpenMenu));
            ui.image("no_preview_icon", "");
            ui.text("no_preview_text", "There is no preview for this type of file");
            let label = if branch!(ui, file.offline) { "Remove download" } else { "Download" };
            ui.button("download", label).tap(Msg::Offline);
        });
    }

    fn view_viewer_menu(&self, id: u32, ui: &mut Ui<'_, Msg>) {
        let starred = self.file(id).is_some_and(|file| file.starred);
        ui.menu(|ui| {
            ui.entry("title", if starred { "Unstar" } else { "Star" }).tap(Msg::Star);
            ui.entry("title", "Rename").tap(Msg::Rename);
            ui.entry("title", "Share a copy").tap(Msg::Share);
            ui.entry("title", "Details").tap(Msg::Details);
            ui.entry("title", "Remove").tap(Msg::Gone);
        });
    }

    fn view_search(&self, search: &Search, ui: &mut Ui<'_, Msg>) {
        ui.column("root", |ui| {
            ui.row("search_bar", |ui| {
                ui.icon("", "Navigate up").tap(Msg::Close);
                ui.field("search_text", &search.query, "Search in Drive")
                    .typed(Msg::Typed)
                    .entered(Msg::Returned);
            })
            .height(84);
            ui.row("chips", |ui| {
                for (kind, name) in Type::ALL {
                    let chip = ui.checkbox("chip", name, search.narrowed == kind).tap(Msg::Narrow(kind));
                    chip.class("com.google.android.material.chip.Chip").fill();
                }
            })
            .height(72);
            if branch!(ui, search.found.is_empty()) {
                ui.text("no_results", if search.query.is_empty() { "Search by name" } else { "No results" });
            } else {
                ui.list("search_results", search.found.len(), 96, |ui, at| {
                    self.view_entry(search.found[at], search.found[at], ui);
                });
            }
        });
    }

    fn view_settings(&self, ui: &mut Ui<'_, Msg>) {
        ui.column("root", |ui| {
            ui.toolbar("Settings", Nav::Up(Msg::Close), |_| {});
            ui.scroll("preferences", |ui| {
                for (at, (title, summary)) in OPTIONS.iter().enumerate() {
                    ui.preference(title, summary, Some(self.settings[at])).tap(Msg::Toggle(at));
                }
                let used: u32 = self.files.iter().filter_map(|file| file.size).sum();
                ui.preference("Storage", format_args!("{} of 15 GB used, {used} kB", used / 1_000_000), None);
            });
        });
    }
}

fn detail(ui: &mut Ui<'_, Msg>, label: &str, value: impl fmt::Display) {
    ui.column("detail_row", |ui| {
        ui.text("detail_label", label);
        ui.text("detail_value", value);
    })
    .height(84);
}

fn view_drawer(section: Section, ui: &mut Ui<'_, Msg>) {
    ui.drawer("Drive", |ui| {
        for (entry, name) in Section::ALL {
            ui.drawer_entry(name, entry == section).tap(Msg::Section(entry));
        }
        ui.drawer_entry("Settings", false).tap(Msg::OpenSettings);
    });
}

fn view_files_menu(section: Section, ui: &mut Ui<'_, Msg>) {
    ui.menu(|ui| {
        ui.entry("title", "Refresh").tap(Msg::Refresh);
        ui.entry("title", "Sort by…").tap(Msg::OpenSort);
        if branch!(ui, section == Section::Bin) {
            ui.entry("title", "Empty bin").tap(Msg::EmptyBin);
        }
        ui.entry("title", "Settings").tap(Msg::OpenSettings);
    });
}

fn view_new(ui: &mut Ui<'_, Msg>) {
    ui.column("create_sheet", |ui| {
        ui.text("sheet_title", "Create new").height(60);
        ui.entry("action_title", "Folder").tap(Msg::NewFolder);
        ui.entry("action_title", "Upload").tap(Msg::Upload);
        ui.entry("action_title", "Text document").tap(Msg::NewText);
    })
    .pad(12);
}

fn view_name(title: &str, yes: &str, name: &str, ui: &mut Ui<'_, Msg>) {
    ui.dialog(
        title,
        |ui| {
            ui.field("rename_edit", name, "Name").typed(Msg::Typed).entered(Msg::Confirmed);
        },
        |ui| {
            ui.cancel("Cancel", Msg::Close);
            ui.ok(yes, Msg::Confirmed);
        },
    );
}

fn view_editor(draft: &str, ui: &mut Ui<'_, Msg>) {
    ui.column("root", |ui| {
        ui.toolbar("Edit", Nav::Up(Msg::Close), |ui| {
            ui.icon("save", "Save").tap(Msg::Confirmed);
        });
        ui.field("document_text", draft, "Type here").typed(Msg::Typed).fill();
    });
}
