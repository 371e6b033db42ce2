//! Tasks: a to-do list with lists, tags, due dates, subtasks, attachments, search and a section of what is done.
//!
//! Two of its bugs retell published ones: a tag is shown once for each attachment (Genie, figures 5(i) and 5(j)),
//! and a search after a cancelled one finds nothing (PBFDroid, table 3). The others are of the kinds such apps
//! have: state lost on rotation or kept from another task, a database that is not quite asked the right thing.

use std::cmp::Reverse;

use crate::app::{App, Bug, BugKind, Manifest, Oracle, Recreate, Shows, Trap, TrapKind, Window};
use crate::cx::{Cx, Fault};
use crate::neighbours::Neighbour;
use crate::ui::{Nav, Node, Ui};
use crate::{branch, cover};

/// Everything the app keeps.
#[derive(Clone, Default)]
pub(crate) struct Tasks {
    /// In the order of the settings: see [`Tasks::arrange`].
    tasks: Vec<Task>,
    lists: Vec<Label>,
    tags: Vec<Label>,
    settings: Settings,
    next_id: u32,
    set_up: bool,
    memory: Memory,
}

/// What lives in the process only.
#[derive(Clone, Default)]
struct Memory {
    /// A photograph is being taken, and this is where it goes.
    photo_expected: bool,
    /// The signal by which a running search is stopped was given.
    search_cancelled: bool,
    /// Priority of the task that the editor showed last.
    edited_priority: Option<usize>,
}

/// A list or a tag.
#[derive(Clone)]
struct Label {
    id: u32,
    name: String,
    colour: usize,
}

#[derive(Clone)]
struct Task {
    id: u32,
    title: String,
    notes: String,
    list: u32,
    tags: Vec<TagLink>,
    attachments: Vec<String>,
    subtasks: Vec<Subtask>,
    /// Days since 1970.
    due: Option<u64>,
    repeat: Repeat,
    priority: usize,
    created: u64,
    changed: u64,
    done: bool,
    /// Deleted tasks stay in the table until the next synchronisation.
    deleted: bool,
}

/// The row that ties a tag to a task; it has the tag's name too, to spare a join.
#[derive(Clone)]
struct TagLink {
    tag: u32,
    name: String,
}

#[derive(Clone)]
struct Subtask {
    title: String,
    done: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Repeat {
    #[default]
    Never,
    Daily,
    Weekly,
}

impl Repeat {
    const ALL: [(Repeat, &'static str); 3] =
        [(Repeat::Never, "Does not repeat"), (Repeat::Daily, "Every day"), (Repeat::Weekly, "Every week")];

    fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    fn days(self) -> u64 {
        match self {
            Repeat::Never => 0,
            Repeat::Daily => 1,
            Repeat::Weekly => 7,
        }
    }
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Sort {
    #[default]
    Smart,
    Due,
    Priority,
    Title,
    Changed,
}

impl Sort {
    const ALL: [(Sort, &'static str); 5] = [
        (Sort::Smart, "Smart sort"),
        (Sort::Due, "By due date"),
        (Sort::Priority, "By priority"),
        (Sort::Title, "By title"),
        (Sort::Changed, "By last modified"),
    ];
}

#[derive(Clone)]
struct Settings {
    sort: Sort,
    reverse: bool,
    show_done: bool,
    show_notes: bool,
    back_saves: bool,
    default_list: u32,
    default_priority: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            sort: Sort::Smart,
            reverse: false,
            show_done: false,
            show_notes: true,
            back_saves: false,
            default_list: INBOX,
            default_priority: 0,
        }
    }
}

/// What the home page shows.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Filter {
    #[default]
    All,
    Today,
    Recent,
    List(u32),
    Tag(u32),
}

impl Filter {
    const BUILT_IN: [(Filter, &'static str); 3] =
        [(Filter::All, "My Tasks"), (Filter::Today, "Today"), (Filter::Recent, "Recently modified")];

    fn admits(self, task: &Task, now: u64) -> bool {
        match self {
            Filter::All => true,
            Filter::Today => task.due.is_some_and(|due| due <= now / DAY),
            Filter::Recent => task.changed + DAY > now,
            Filter::List(list) => task.list == list,
            Filter::Tag(tag) => task.tags.iter().any(|link| link.tag == tag),
        }
    }
}

#[derive(Clone, Default)]
pub(crate) struct Home {
    filter: Filter,
    /// What the list below the title was loaded for.
    loaded: Filter,
    search: Option<Search>,
}

#[derive(Clone, Default)]
pub(crate) struct Search {
    query: String,
    /// None until the query is submitted.
    found: Option<Vec<u32>>,
}

/// A task that is being written: the editor works on a copy.
#[derive(Clone)]
pub(crate) struct Editor {
    draft: Task,
    is_new: bool,
    dirty: bool,
    subtask: String,
    /// The screen was turned while it was open.
    turned: bool,
}

/// What the page of a list or tag is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum About {
    NewList,
    List(u32),
    Tag(u32),
}

#[derive(Clone, Copy)]
pub(crate) enum Question {
    Discard,
    DeleteTask(u32),
    DeleteLabel(About),
    ClearDone,
}

#[derive(Clone)]
pub(crate) enum Page {
    Home(Home),
    Drawer(Filter),
    HomeMenu(Filter),
    SortChoice,
    TaskOptions(u32),
    Editor(Box<Editor>),
    EditorMenu { is_new: bool },
    DueChoice(Option<u64>),
    RepeatChoice(Repeat),
    TagChoice { chosen: Vec<u32>, name: String },
    ListChoice(u32),
    AttachMenu,
    Attachment { at: usize, name: String },
    Confirm(Question),
    LabelSettings { about: About, name: String, colour: usize },
    ColourChoice(usize),
    Settings,
    DefaultList,
    DefaultPriority,
    Help { tip: usize, news: bool },
}

#[derive(Clone)]
pub(crate) enum Msg {
    Close,
    /// A page above this one closed and may have changed what is shown here.
    Returned,
    OpenDrawer,
    OpenMenu,
    Choose(Filter),
    OpenSort,
    Sort(Sort),
    Reverse,
    ShowDone,
    ClearDone,
    OpenSettings,
    OpenHelp,
    OpenLabel(About),
    LabelGone,
    OpenSearch,
    Query(String),
    Submit,
    Collapse,
    NewTask,
    OpenTask(u32),
    Options(u32),
    Complete(u32),
    Duplicate,
    Share,
    Shared(Option<String>),
    AskDelete,
    Delete(u32),
    Title(String),
    Notes(String),
    Priority(usize),
    OpenDue,
    Due(Option<u64>),
    OpenRepeat,
    Repeat(Repeat),
    Subtask(String),
    AddSubtask,
    TickSubtask(usize),
    RemoveSubtask(usize),
    OpenTags,
    Tick(u32),
    Tags(Vec<u32>),
    OpenList,
    List(u32),
    OpenAttach,
    TakePhoto,
    PickFile,
    Attached(Option<String>),
    Photographed(Option<String>),
    OpenAttachment(usize),
    RemoveAttachment(usize),
    Save,
    Discard,
    Name(String),
    OpenColours,
    Colour(usize),
    Confirmed,
    ShowNotes,
    BackSaves,
    OpenDefaultList,
    OpenDefaultPriority,
    NewsLoaded,
}

/// The list that cannot be deleted.
const INBOX: u32 = 1;
const MINUTE: u64 = 60_000;
const DAY: u64 = 24 * 60 * MINUTE;
const NEWS_MILLIS: u64 = 2_500;
const PRIORITIES: [&str; 4] = ["No priority", "Low priority", "Medium priority", "High priority"];
const COLOURS: [&str; 6] = ["None", "Red", "Green", "Blue", "Orange", "Purple"];
const WEEKDAYS: [&str; 7] = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"];
const DUE_CHOICES: [(Option<u64>, &str); 5] = [
    (None, "No due date"),
    (Some(0), "Today"),
    (Some(1), "Tomorrow"),
    (Some(7), "Next week"),
    (Some(14), "In two weeks"),
];
const TIPS: [&str; 4] = [
    "Hold a task to copy, share or delete it.",
    "A task that repeats comes back on its next date.",
    "Choose the list for new tasks in the settings.",
    "Tags gather tasks across lists.",
];
const NEWS: [&str; 4] = [
    "6.6.5: attachments from the camera",
    "6.6.4: subtasks can be removed",
    "6.6.3: faster search",
    "6.6.0: colours for lists and tags",
];

impl App for Tasks {
    type Page = Page;
    type Msg = Msg;

    const MANIFEST: Manifest = Manifest {
        name: "tasks",
        package: "com.example.tasks",
        title: "Tasks",
        about: "To-do lists with tags, subtasks and attachments (Genie, figures 5(i) and 5(j): Tasks)",
        bugs: &[
            Bug {
                id: "tag-per-attachment",
                title: "A task with two attachments shows its tag twice",
                retells: "Genie figures 5(i) and 5(j), Tasks issue #811",
                kind: BugKind::WronglyDisplayed,
                seen_by: &[
                    Oracle::Independence { inserted: 1..4 },
                    Oracle::Property { functions: &["attach", "list"] },
                ],
                trace: &[
                    "tap text=\"Prepare slides\"",
                    "tap id=add_attachment",
                    "tap text=\"Pick from storage\"",
                    "tap text=\"holiday.jpg\"",
                    "tap desc=\"Low priority\"",
                    "tap desc=\"Save\"",
                ],
                shows: Shows::Present("id=tag text=\"Meeting\" place=1"),
            },
            Bug {
                id: "search-after-cancel",
                title: "After a search was cancelled, no search finds anything",
                retells: "PBFDroid table 3, Simpletask issue #1156",
                kind: BugKind::CannotProceed,
                seen_by: &[
                    Oracle::Independence { inserted: 3..7 },
                    Oracle::Property { functions: &["search", "cancel search"] },
                ],
                trace: &[
                    "tap id=menu_search",
                    "type id=search_src_text \"zebra\"",
                    "enter",
                    "tap desc=\"Collapse\"",
                    "tap id=menu_search",
                    "type id=search_src_text \"zebra\"",
                    "enter",
                    "type id=search_src_text \"milk\"",
                    "enter",
                ],
                shows: Shows::Missing("text=\"Buy milk\""),
            },
            Bug {
                id: "tags-lost-when-turned",
                title: "Tags chosen in the editor are lost when the screen is turned",
                retells: "no report: a control that saves no state",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Neutral { inserted: 4..5 }],
                trace: &[
                    "tap text=\"Buy milk\"",
                    "tap id=tags",
                    "tap text=\"Errands\"",
                    "tap id=button1",
                    "rotate",
                    "tap desc=\"High priority\"",
                    "tap desc=\"Save\"",
                ],
                shows: Shows::Missing("id=tag text=\"Errands\""),
            },
            Bug {
                id: "priority-of-another",
                title: "A new task has the priority of the task that was open before",
                retells: "no report: an editor's model that outlives its task",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Independence { inserted: 4..6 }],
                trace: &[
                    "tap text=\"Prepare slides\"",
                    "back",
                    "tap text=\"Buy milk\"",
                    "back",
                    "tap text=\"Prepare slides\"",
                    "back",
                    "tap id=fab",
                    "type id=title \"Water plants\"",
                    "tap desc=\"Save\"",
                    "tap text=\"Water plants\"",
                ],
                shows: Shows::Present("id=priority_label text=\"High priority\""),
            },
            Bug {
                id: "filter-after-background",
                title: "Back in the app, the list shows all tasks under the title of the filter",
                retells: "no report: a list that is loaded again without its filter",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Neutral { inserted: 2..3 }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Today\"",
                    "background",
                    "tap id=complete",
                ],
                shows: Shows::Present("text=\"Prepare slides\""),
            },
            Bug {
                id: "renamed-tag",
                title: "A renamed tag keeps its old name on the tasks that have it",
                retells: "no report: the name is kept in two tables, and one is changed",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["rename tag", "list"] }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Meeting\"",
                    "tap desc=\"More options\"",
                    "tap text=\"Tag settings\"",
                    "type id=name \"Standup\"",
                    "tap desc=\"Save\"",
                ],
                shows: Shows::Present("id=tag text=\"Meeting\""),
            },
            Bug {
                id: "search-apostrophe",
                title: "A task whose title has an apostrophe is not found by it",
                retells: "PBFDroid table 3, Aard2 issue #140, in another app",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Property { functions: &["create", "search"] }],
                trace: &[
                    "tap id=fab",
                    "type id=title \"Bob's book\"",
                    "tap desc=\"Save\"",
                    "tap id=menu_search",
                    "type id=search_src_text \"Bob's\"",
                    "enter",
                ],
                shows: Shows::Missing("text=\"Bob's book\""),
            },
            Bug {
                id: "deleted-counted",
                title: "The drawer still counts a deleted task",
                retells: "no report: a query that forgets the column of deleted rows",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["delete", "count"] }],
                trace: &[
                    "longtap text=\"Buy milk\"",
                    "tap text=\"Delete\"",
                    "tap id=button1",
                    "tap desc=\"Open navigation drawer\"",
                ],
                shows: Shows::Present("id=count text=\"2\""),
            },
            Bug {
                id: "subtask-after-turning",
                title: "Ticking a subtask after the screen was turned crashes",
                retells: "no report: a task handed over by a setter, not by arguments",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &["tap text=\"Prepare slides\"", "rotate", "tap id=subtask_done"],
                shows: Shows::Crash("NullPointerException in SubtaskControlSet.onChecked"),
            },
            Bug {
                id: "photo-after-kill",
                title: "A photograph taken while the system ended the app crashes it",
                retells: "no report: the file of a picture that only memory knows",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap id=fab",
                    "tap id=add_attachment",
                    "tap text=\"Take a picture\"",
                    "kill",
                    "tap id=shutter_button",
                    "tap id=done_button",
                ],
                shows: Shows::Crash("NullPointerException in FilesControlSet.onActivityResult"),
            },
            Bug {
                id: "default-list-gone",
                title: "A new task crashes once the default list was deleted",
                retells: "no report: a setting that refers to a row that is gone",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Settings\"",
                    "tap text=\"Default list\"",
                    "tap text=\"Work\"",
                    "back",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Work\"",
                    "tap desc=\"More options\"",
                    "tap text=\"List settings\"",
                    "tap desc=\"Delete\"",
                    "tap id=button1",
                    "tap id=fab",
                ],
                shows: Shows::Crash("NullPointerException in TaskCreator.createWithValues"),
            },
        ],
        traps: &[
            Trap {
                kind: TrapKind::LooksIndependent,
                place: "due date and repeat of a task: a repeat needs a date, and goes with it",
            },
            Trap {
                kind: TrapKind::FalseLoop,
                place: "ticking a task that repeats leads back to the same list, the task a week later",
            },
            Trap { kind: TrapKind::Reorders, place: "the list follows the sort order after every change" },
            Trap { kind: TrapKind::ChangesByItself, place: "\"Created 3 min ago\" in the editor" },
            Trap { kind: TrapKind::SameLayout, place: "all filters share a page, lists and tags another" },
            Trap { kind: TrapKind::LoadsLate, place: "the news on the help page" },
            Trap { kind: TrapKind::RandomTip, place: "the tip on the help page" },
            Trap { kind: TrapKind::Toast, place: "a toast for every task that is done" },
        ],
        source: include_str!("tasks.rs"),
    };

    fn start(&mut self, cx: &mut Cx<'_, Self>) -> Page {
        if branch!(cx, !self.set_up) {
            self.first_start(cx.now());
        }
        Page::Home(Home::default())
    }

    fn window(page: &Page) -> Window {
        match page {
            Page::Home(_) => Window::Activity(".activities.TaskListActivity"),
            Page::Editor(_) => Window::Activity(".activities.TaskEditActivity"),
            Page::LabelSettings { about: About::Tag(_), .. } => {
                Window::Activity(".activities.TagSettingsActivity")
            }
            Page::LabelSettings { .. } => Window::Activity(".activities.ListSettingsActivity"),
            Page::Settings => Window::Activity(".preferences.BasicPreferences"),
            Page::Help { .. } => Window::Activity(".preferences.HelpAndFeedbackActivity"),
            Page::Drawer(_) => Window::Drawer,
            Page::HomeMenu(_) | Page::EditorMenu { .. } => Window::Menu,
            _ => Window::Dialog,
        }
    }

    fn view(&self, page: &Page, ui: &mut Ui<'_, Msg>) {
        match page {
            Page::Home(home) => self.view_home(home, ui),
            Page::Drawer(filter) => self.view_drawer(*filter, ui),
            Page::HomeMenu(filter) => self.view_home_menu(*filter, ui),
            Page::SortChoice => self.view_sort(ui),
            Page::TaskOptions(id) => self.view_options(*id, ui),
            Page::Editor(editor) => self.view_editor(editor, ui),
            Page::EditorMenu { is_new } => view_editor_menu(*is_new, ui),
            Page::DueChoice(due) => view_due(*due, ui),
            Page::RepeatChoice(now) => view_choice("Repeat", &Repeat::ALL, *now, Msg::Repeat, ui),
            Page::TagChoice { chosen, name } => self.view_tags(chosen, name, ui),
            Page::ListChoice(now) => self.view_lists("Move to list", *now, ui),
            Page::AttachMenu => view_attach(ui),
            Page::Attachment { at, name } => view_attachment(*at, name, ui),
            Page::Confirm(question) => self.view_question(*question, ui),
            Page::LabelSettings { about, name, colour } => view_label(*about, name, *colour, ui),
            Page::ColourChoice(now) => view_colours(*now, ui),
            Page::Settings => self.view_settings(ui),
            Page::DefaultList => self.view_lists("Default list", self.settings.default_list, ui),
            Page::DefaultPriority => view_priorities(self.settings.default_priority, ui),
            Page::Help { tip, news } => view_help(*tip, *news, ui),
        }
    }

    fn update(&mut self, page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        match page {
            Page::Editor(editor) => self.on_editor(editor, msg, cx),
            _ if matches!(msg, Msg::Close) => cx.close(),
            Page::Home(home) => self.on_home(home, msg, cx),
            // What menus and plain choices offer is for the page below.
            Page::Drawer(_) | Page::HomeMenu(_) | Page::EditorMenu { .. } | Page::AttachMenu => {
                cx.close_with(msg);
            }
            Page::DueChoice(_) | Page::RepeatChoice(_) | Page::ListChoice(_) => cx.close_with(msg),
            Page::Attachment { .. } | Page::ColourChoice(_) => cx.close_with(msg),
            Page::DefaultList | Page::DefaultPriority => cx.close_with(msg),
            Page::SortChoice => self.on_sort(msg, cx),
            Page::TaskOptions(id) => self.on_options(*id, msg, cx),
            Page::TagChoice { chosen, name } => self.on_tags(chosen, name, msg, cx),
            Page::Confirm(question) => self.on_answer(*question, msg, cx),
            Page::LabelSettings { about, name, colour } => self.on_label(*about, name, colour, msg, cx),
            Page::Settings => self.on_settings(msg, cx),
            Page::Help { news, .. } => {
                cover!(cx);
                *news |= matches!(msg, Msg::NewsLoaded);
            }
        }
    }

    fn back(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        match page {
            Page::Home(home) if home.search.is_some() => {
                cover!(cx);
                self.collapse(home);
            }
            Page::Home(home) => {
                let plain = home.filter == Filter::All;
                if branch!(cx, plain) { cx.close() } else { *home = Home::default() }
            }
            Page::Editor(editor) if self.settings.back_saves => {
                cover!(cx);
                self.save(editor, cx);
            }
            Page::Editor(editor) => leave_editor(editor, cx),
            _ => cx.close(),
        }
    }

    fn recreate(&mut self, page: Page, why: Recreate, cx: &mut Cx<'_, Self>) -> Option<Page> {
        match page {
            Page::Editor(mut editor) if why == Recreate::Rotation => {
                cover!(cx);
                editor.turned = true;
                if cx.bug("tags-lost-when-turned") {
                    let stored = self.task(editor.draft.id).map(|task| task.tags.clone());
                    editor.draft.tags = stored.unwrap_or_default();
                }
                Some(Page::Editor(editor))
            }
            // The search field belongs to the menu, which saves nothing over process death.
            Page::Home(home) if why == Recreate::ProcessDeath => {
                cover!(cx);
                Some(Page::Home(Home { search: None, ..home }))
            }
            Page::HomeMenu(_) | Page::EditorMenu { .. } | Page::Confirm(_) | Page::AttachMenu => {
                cover!(cx);
                None
            }
            Page::Help { tip, news: false } if why == Recreate::ProcessDeath => {
                cover!(cx);
                Some(Page::Help { tip, news: true })
            }
            other => Some(other),
        }
    }

    fn resumed(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        if let Page::Home(home) = page {
            cover!(cx);
            home.loaded = if cx.bug("filter-after-background") { Filter::All } else { home.filter };
        }
    }

    fn process_died(&mut self) {
        self.memory = Memory::default();
    }
}

/// The data.
impl Tasks {
    fn first_start(&mut self, now: u64) {
        self.set_up = true;
        for (list, name) in [(true, "Inbox"), (true, "Work"), (false, "Errands"), (false, "Meeting")] {
            let id = self.fresh_id();
            let label = Label { id, name: name.into(), colour: 0 };
            if list { self.lists.push(label) } else { self.tags.push(label) }
        }
        let (work, meeting) = (2, 4);
        let blank = self.blank_task(INBOX, 0, now - 20 * MINUTE);
        let today = now / DAY;
        let slides = Task {
            title: "Prepare slides".into(),
            notes: "For the board".into(),
            list: work,
            tags: vec![TagLink { tag: meeting, name: "Meeting".into() }],
            attachments: vec!["agenda.pdf".into()],
            subtasks: vec![Subtask { title: "Ask for the numbers".into(), done: false }],
            due: Some(today + 1),
            priority: 3,
            ..blank.clone()
        };
        let milk = Task { title: "Buy milk".into(), due: Some(today), ..blank.clone() };
        let call = Task { title: "Call the plumber".into(), notes: "The tap drips".into(), ..blank.clone() };
        let done = Task { title: "Install Tasks".into(), done: true, ..blank };
        for task in [slides, milk, call, done] {
            let id = self.fresh_id();
            self.tasks.push(Task { id, ..task });
        }
        self.arrange();
    }

    fn fresh_id(&mut self) -> u32 {
        self.next_id += 1;
        self.next_id
    }

    fn blank_task(&self, list: u32, priority: usize, now: u64) -> Task {
        Task {
            id: 0,
            title: String::new(),
            notes: String::new(),
            list,
            tags: Vec::new(),
            attachments: Vec::new(),
            subtasks: Vec::new(),
            due: None,
            repeat: Repeat::Never,
            priority,
            created: now,
            changed: now,
            done: false,
            deleted: false,
        }
    }

    fn task(&self, id: u32) -> Option<&Task> {
        self.tasks.iter().find(|task| task.id == id && !task.deleted)
    }

    fn task_mut(&mut self, id: u32) -> Option<&mut Task> {
        self.tasks.iter_mut().find(|task| task.id == id && !task.deleted)
    }

    fn name_of(&self, about: About) -> &str {
        let (labels, id) = match about {
            About::NewList => return "",
            About::List(id) => (&self.lists, id),
            About::Tag(id) => (&self.tags, id),
        };
        labels.iter().find(|label| label.id == id).map_or("", |label| &label.name)
    }

    fn title_of(&self, filter: Filter) -> &str {
        match filter {
            Filter::List(list) => self.name_of(About::List(list)),
            Filter::Tag(tag) => self.name_of(About::Tag(tag)),
            _ => Filter::BUILT_IN.iter().find(|(known, _)| *known == filter).map_or("", |(_, name)| name),
        }
    }

    /// Puts the tasks into the order of the settings; called after every change so that drawing need not.
    fn arrange(&mut self) {
        let due = |task: &Task| task.due.unwrap_or(u64::MAX);
        match self.settings.sort {
            Sort::Smart => self.tasks.sort_by_key(|task| (due(task), Reverse(task.priority), task.id)),
            Sort::Due => self.tasks.sort_by_key(|task| (due(task), task.id)),
            Sort::Priority => self.tasks.sort_by_key(|task| (Reverse(task.priority), task.id)),
            Sort::Title => self.tasks.sort_by_cached_key(|task| task.title.to_lowercase()),
            Sort::Changed => self.tasks.sort_by_key(|task| Reverse(task.changed)),
        }
        if self.settings.reverse {
            self.tasks.reverse();
        }
    }

    /// The tasks of a home page: those to do, and those done where they are wanted.
    fn shown(&self, home: &Home, now: u64) -> (Vec<&Task>, Vec<&Task>) {
        let found = home.search.as_ref().and_then(|search| search.found.as_deref());
        let wanted = |task: &&Task| match found {
            Some(found) => found.contains(&task.id),
            None => home.loaded.admits(task, now) && (!task.done || self.settings.show_done),
        };
        self.tasks.iter().filter(|task| !task.deleted).filter(wanted).partition(|task| !task.done)
    }

    fn search(&self, query: &str, cx: &Cx<'_, Self>) -> Vec<u32> {
        // The signal is made once, with the page, and once given stays given.
        if cx.bug("search-after-cancel") && self.memory.search_cancelled {
            return Vec::new();
        }
        let mut wanted = query.trim().to_lowercase();
        if cx.bug("search-apostrophe") {
            // Quoted for a query that binds its arguments, and so quotes them again.
            wanted = wanted.replace('\'', "''");
        }
        let has = |task: &&Task| {
            let tagged = task.tags.iter().any(|link| link.name.to_lowercase() == wanted);
            let noted = task.notes.to_lowercase().contains(&wanted);
            !task.deleted && (tagged || noted || task.title.to_lowercase().contains(&wanted))
        };
        self.tasks.iter().filter(has).map(|task| task.id).collect()
    }

    fn new_task(&mut self, filter: Filter, cx: &mut Cx<'_, Self>) {
        let list = match filter {
            Filter::List(list) => list,
            _ => self.settings.default_list,
        };
        if cx.bug("default-list-gone") && self.lists.iter().all(|known| known.id != list) {
            return cx.crash(
                Fault::new(
                    "java.lang.NullPointerException",
                    "Attempt to invoke virtual method 'long com.example.tasks.data.TaskList.getId()' on a null \
                     object reference",
                )
                .at("com.example.tasks.service.TaskCreator.createWithValues(TaskCreator.java:112)")
                .at("com.example.tasks.service.TaskCreator.createWithValues(TaskCreator.java:74)")
                .at("com.example.tasks.ui.TaskListFragment.createNewTask(TaskListFragment.java:301)")
                .at("android.view.View.performClick(View.java:7448)"),
            );
        }
        let kept = self.memory.edited_priority.filter(|_| cx.bug("priority-of-another"));
        let priority = kept.unwrap_or(self.settings.default_priority);
        let mut draft = self.blank_task(list, priority, cx.now());
        draft.id = self.fresh_id();
        match filter {
            Filter::Today => {
                cover!(cx);
                draft.due = Some(cx.now() / DAY);
            }
            Filter::Tag(tag) => {
                cover!(cx);
                draft.tags = self.links(&[tag]);
            }
            _ => {}
        }
        self.edit(draft, true, cx);
    }

    fn edit(&mut self, draft: Task, is_new: bool, cx: &mut Cx<'_, Self>) {
        self.memory.edited_priority = Some(draft.priority);
        let editor = Editor { draft, is_new, dirty: false, subtask: String::new(), turned: false };
        cx.open(Page::Editor(Box::new(editor)));
    }

    fn links(&self, tags: &[u32]) -> Vec<TagLink> {
        let worn = self.tags.iter().filter(|tag| tags.contains(&tag.id));
        worn.map(|tag| TagLink { tag: tag.id, name: tag.name.clone() }).collect()
    }

    fn save(&mut self, editor: &mut Editor, cx: &mut Cx<'_, Self>) {
        let mut task = editor.draft.clone();
        task.changed = cx.now();
        if branch!(cx, task.title.trim().is_empty()) {
            if branch!(cx, editor.is_new) {
                cx.toast("Empty task discarded");
                return cx.close_with(Msg::Returned);
            }
            task.title = "(No title)".into();
        }
        match self.task_mut(task.id) {
            Some(stored) => *stored = task,
            None => self.tasks.push(task),
        }
        self.arrange();
        cx.close_with(Msg::Returned);
    }

    fn complete(&mut self, id: u32, cx: &mut Cx<'_, Self>) {
        let now = cx.now();
        let Some(task) = self.task_mut(id) else { return };
        task.changed = now;
        if branch!(cx, task.done) {
            task.done = false;
        } else if branch!(cx, task.repeat != Repeat::Never) {
            task.due = Some(task.due.unwrap_or(now / DAY) + task.repeat.days());
            cx.toast(format!("{} comes back {}", task.title, task.repeat.name().to_lowercase()));
        } else {
            task.done = true;
            cx.toast("Task completed");
        }
        self.arrange();
    }

    fn delete(&mut self, id: u32, cx: &mut Cx<'_, Self>) {
        if let Some(task) = self.task_mut(id) {
            task.deleted = true;
            cx.toast("Task deleted");
        }
    }

    fn delete_label(&mut self, about: About, cx: &mut Cx<'_, Self>) {
        match about {
            About::NewList => {}
            About::List(id) => {
                cover!(cx);
                self.lists.retain(|list| list.id != id);
                for task in self.tasks.iter_mut().filter(|task| task.list == id) {
                    task.deleted = true;
                }
                if self.settings.default_list == id && !cx.bug("default-list-gone") {
                    self.settings.default_list = INBOX;
                }
            }
            About::Tag(id) => {
                cover!(cx);
                self.tags.retain(|tag| tag.id != id);
                for task in &mut self.tasks {
                    task.tags.retain(|link| link.tag != id);
                }
            }
        }
    }

    fn save_label(&mut self, about: About, name: &str, colour: usize, cx: &mut Cx<'_, Self>) {
        let label = |id| Label { id, name: name.to_owned(), colour };
        match about {
            About::NewList => {
                cover!(cx);
                let id = self.fresh_id();
                self.lists.push(label(id));
            }
            About::List(id) => {
                cover!(cx);
                self.lists.iter_mut().filter(|list| list.id == id).for_each(|list| *list = label(id));
            }
            About::Tag(id) => {
                cover!(cx);
                self.tags.iter_mut().filter(|tag| tag.id == id).for_each(|tag| *tag = label(id));
                if !cx.bug("renamed-tag") {
                    let links = self.tasks.iter_mut().flat_map(|task| &mut task.tags);
                    links.filter(|link| link.tag == id).for_each(|link| name.clone_into(&mut link.name));
                }
            }
        }
    }

    /// Tasks of a list that are to be done.
    fn count(&self, list: u32, with_deleted: bool) -> usize {
        let counts = |task: &&Task| task.list == list && !task.done && (with_deleted || !task.deleted);
        self.tasks.iter().filter(counts).count()
    }

    fn collapse(&mut self, home: &mut Home) {
        let typed = home.search.take().is_some_and(|search| !search.query.is_empty());
        self.memory.search_cancelled |= typed;
    }
}

/// What messages do.
impl Tasks {
    fn on_home(&mut self, home: &mut Home, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::OpenDrawer => cx.open(Page::Drawer(home.filter)),
            Msg::OpenMenu => cx.open(Page::HomeMenu(home.filter)),
            Msg::Choose(filter) => {
                cover!(cx);
                *home = Home { filter, loaded: filter, search: None };
            }
            Msg::OpenSort => cx.open(Page::SortChoice),
            Msg::ShowDone => {
                cover!(cx);
                self.settings.show_done = !self.settings.show_done;
            }
            Msg::ClearDone => cx.open(Page::Confirm(Question::ClearDone)),
            Msg::OpenSettings => cx.open(Page::Settings),
            Msg::OpenHelp => {
                cover!(cx);
                let tip = cx.random(TIPS.len() as u64) as usize;
                cx.open(Page::Help { tip, news: false });
                cx.after(NEWS_MILLIS, Msg::NewsLoaded);
            }
            Msg::OpenLabel(about) => {
                cover!(cx);
                let name = self.name_of(about).to_owned();
                let mut labels = self.lists.iter().chain(&self.tags);
                let same = |label: &&Label| about == About::List(label.id) || about == About::Tag(label.id);
                let colour = labels.find(same).map_or(0, |label| label.colour);
                cx.open(Page::LabelSettings { about, name, colour });
            }
            Msg::LabelGone => {
                cover!(cx);
                *home = Home::default();
            }
            Msg::OpenSearch => {
                cover!(cx);
                home.search = Some(Search::default());
            }
            Msg::Query(query) => {
                cover!(cx);
                home.search = Some(Search { query, found: None });
            }
            Msg::Submit => {
                let Some(search) = &mut home.search else { return };
                if branch!(cx, !search.query.trim().is_empty()) {
                    search.found = Some(self.search(&search.query, cx));
                }
            }
            Msg::Collapse => {
                cover!(cx);
                self.collapse(home);
            }
            Msg::Returned => {
                // What was found may have another title now.
                if let Some(Search { query, found: Some(found) }) = &mut home.search {
                    cover!(cx);
                    *found = self.search(query, cx);
                }
            }
            Msg::NewTask => {
                cover!(cx);
                self.new_task(home.filter, cx);
            }
            Msg::OpenTask(id) => {
                if let Some(task) = self.task(id).cloned() {
                    cover!(cx);
                    self.edit(task, false, cx);
                }
            }
            Msg::Options(id) => cx.open(Page::TaskOptions(id)),
            Msg::Complete(id) => self.complete(id, cx),
            Msg::Delete(id) => {
                cover!(cx);
                self.delete(id, cx);
            }
            Msg::Shared(Some(app)) => {
                cover!(cx);
                cx.toast(format!("Shared with {app}"));
            }
            _ => {}
        }
    }

    fn on_sort(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Sort(sort) => {
                cover!(cx);
                self.settings.sort = sort;
                cx.close();
            }
            Msg::Reverse => {
                cover!(cx);
                self.settings.reverse = !self.settings.reverse;
            }
            _ => {}
        }
        self.arrange();
    }

    fn on_options(&mut self, id: u32, msg: Msg, cx: &mut Cx<'_, Self>) {
        cx.close();
        match msg {
            Msg::OpenTask(id) => {
                cover!(cx);
                cx.send(Msg::OpenTask(id));
            }
            Msg::Duplicate => {
                cover!(cx);
                let Some(copy) = self.task(id).cloned() else { return };
                let (fresh, now) = (self.fresh_id(), cx.now());
                let title = format!("{} (copy)", copy.title);
                self.tasks.push(Task { id: fresh, title, created: now, changed: now, ..copy });
                self.arrange();
                cx.send(Msg::Returned);
            }
            Msg::Share => {
                cover!(cx);
                cx.visit(Neighbour::Share, Msg::Shared);
            }
            Msg::AskDelete => cx.open(Page::Confirm(Question::DeleteTask(id))),
            _ => {}
        }
    }

    fn on_editor(&mut self, editor: &mut Editor, msg: Msg, cx: &mut Cx<'_, Self>) {
        let draft = &mut editor.draft;
        match msg {
            Msg::Close => return leave_editor(editor, cx),
            Msg::Discard => {
                cover!(cx);
                return cx.close_with(Msg::Returned);
            }
            Msg::Save => {
                cover!(cx);
                return self.save(editor, cx);
            }
            Msg::OpenMenu => return cx.open(Page::EditorMenu { is_new: editor.is_new }),
            Msg::AskDelete => return cx.open(Page::Confirm(Question::DeleteTask(draft.id))),
            Msg::Delete(id) => {
                cover!(cx);
                self.delete(id, cx);
                return cx.close_with(Msg::Returned);
            }
            Msg::Share => return cx.visit(Neighbour::Share, Msg::Shared),
            Msg::Shared(_) | Msg::Attached(None) | Msg::Photographed(None) => return,
            Msg::OpenDue => return cx.open(Page::DueChoice(draft.due)),
            Msg::OpenRepeat => return cx.open(Page::RepeatChoice(draft.repeat)),
            Msg::OpenList => return cx.open(Page::ListChoice(draft.list)),
            Msg::OpenAttach => return cx.open(Page::AttachMenu),
            Msg::OpenTags => {
                cover!(cx);
                let chosen = draft.tags.iter().map(|link| link.tag).collect();
                return cx.open(Page::TagChoice { chosen, name: String::new() });
            }
            Msg::OpenAttachment(at) => {
                cover!(cx);
                let name = draft.attachments.get(at).cloned().unwrap_or_default();
                return cx.open(Page::Attachment { at, name });
            }
            Msg::TakePhoto => {
                cover!(cx);
                self.memory.photo_expected = true;
                return cx.visit(Neighbour::Camera, Msg::Photographed);
            }
            Msg::PickFile => return cx.visit(Neighbour::FileChooser, Msg::Attached),
            Msg::Subtask(text) => return editor.subtask = text,
            _ => {}
        }
        editor.dirty = true;
        match msg {
            Msg::Title(text) => draft.title = text,
            Msg::Notes(text) => draft.notes = text,
            Msg::Priority(priority) => {
                cover!(cx);
                draft.priority = priority;
            }
            Msg::Due(choice) => {
                draft.due = choice.map(|days| cx.now() / DAY + days);
                // A repeat counts from a date.
                if branch!(cx, draft.due.is_none()) {
                    draft.repeat = Repeat::Never;
                }
            }
            Msg::Repeat(repeat) => {
                draft.repeat = repeat;
                if branch!(cx, repeat != Repeat::Never && draft.due.is_none()) {
                    draft.due = Some(cx.now() / DAY);
                }
            }
            Msg::Tags(tags) => {
                cover!(cx);
                draft.tags = self.links(&tags);
            }
            Msg::List(list) => {
                cover!(cx);
                draft.list = list;
            }
            Msg::AddSubtask => {
                if branch!(cx, !editor.subtask.trim().is_empty()) {
                    let title = std::mem::take(&mut editor.subtask);
                    draft.subtasks.push(Subtask { title, done: false });
                }
            }
            Msg::TickSubtask(at) => tick_subtask(editor, at, cx),
            Msg::RemoveSubtask(at) => {
                cover!(cx);
                if at < draft.subtasks.len() {
                    draft.subtasks.remove(at);
                }
            }
            Msg::Attached(Some(file)) => {
                cover!(cx);
                draft.attachments.push(file);
            }
            Msg::Photographed(Some(picture)) => self.photographed(draft, picture, cx),
            Msg::RemoveAttachment(at) => {
                cover!(cx);
                if at < draft.attachments.len() {
                    draft.attachments.remove(at);
                }
            }
            _ => {}
        }
    }

    fn photographed(&mut self, draft: &mut Task, picture: String, cx: &mut Cx<'_, Self>) {
        let expected = std::mem::take(&mut self.memory.photo_expected);
        if !expected && cx.bug("photo-after-kill") {
            return cx.crash(
                Fault::new(
                    "java.lang.NullPointerException",
                    "Attempt to invoke virtual method 'java.lang.String android.net.Uri.getLastPathSegment()' on \
                     a null object reference",
                )
                .at("com.example.tasks.files.FilesControlSet.onActivityResult(FilesControlSet.java:148)")
                .at("com.example.tasks.ui.TaskEditFragment.onActivityResult(TaskEditFragment.java:377)")
                .at("android.app.ActivityThread.deliverResults(ActivityThread.java:5015)"),
            );
        }
        draft.attachments.push(picture);
    }

    fn on_tags(&mut self, chosen: &mut Vec<u32>, name: &mut String, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Name(text) => *name = text,
            Msg::Submit => self.new_tag(chosen, name, cx),
            Msg::Tick(tag) => {
                if branch!(cx, chosen.contains(&tag)) {
                    chosen.retain(|other| *other != tag);
                } else {
                    chosen.push(tag);
                }
            }
            Msg::Confirmed => {
                self.new_tag(chosen, name, cx);
                cx.close_with(Msg::Tags(std::mem::take(chosen)));
            }
            _ => {}
        }
    }

    /// A tag of the name that was typed, if there was one, is chosen too.
    fn new_tag(&mut self, chosen: &mut Vec<u32>, name: &mut String, cx: &mut Cx<'_, Self>) {
        let name = std::mem::take(name).trim().to_owned();
        if branch!(cx, name.is_empty()) {
            return;
        }
        let known = self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(&name)).map(|tag| tag.id);
        let id = known.unwrap_or_else(|| {
            let id = self.fresh_id();
            self.tags.push(Label { id, name, colour: 0 });
            id
        });
        if branch!(cx, !chosen.contains(&id)) {
            chosen.push(id);
        }
    }

    fn on_answer(&mut self, question: Question, msg: Msg, cx: &mut Cx<'_, Self>) {
        if !matches!(msg, Msg::Confirmed) {
            return;
        }
        match question {
            Question::Discard => {
                cover!(cx);
                cx.close_with(Msg::Discard);
            }
            Question::DeleteTask(id) => {
                cover!(cx);
                cx.close_with(Msg::Delete(id));
            }
            Question::DeleteLabel(about) => {
                cover!(cx);
                self.delete_label(about, cx);
                cx.close();
                cx.close_with(Msg::LabelGone);
            }
            Question::ClearDone => {
                cover!(cx);
                self.tasks.iter_mut().filter(|task| task.done).for_each(|task| task.deleted = true);
                cx.close_with(Msg::Returned);
            }
        }
    }

    fn on_label(
        &mut self,
        about: About,
        name: &mut String,
        colour: &mut usize,
        msg: Msg,
        cx: &mut Cx<'_, Self>,
    ) {
        match msg {
            Msg::Name(text) => *name = text,
            Msg::OpenColours => cx.open(Page::ColourChoice(*colour)),
            Msg::Colour(chosen) => {
                cover!(cx);
                *colour = chosen;
            }
            Msg::AskDelete => cx.open(Page::Confirm(Question::DeleteLabel(about))),
            Msg::Save => {
                let name = name.trim();
                let labels = if matches!(about, About::Tag(_)) { &self.tags } else { &self.lists };
                let itself = |label: &Label| about == About::List(label.id) || about == About::Tag(label.id);
                let taken = labels.iter().any(|label| label.name == name && !itself(label));
                if branch!(cx, name.is_empty()) {
                    cx.toast("Name cannot be empty");
                } else if branch!(cx, taken) {
                    cx.toast(format!("{name} already exists"));
                } else {
                    self.save_label(about, name, *colour, cx);
                    cx.close_with(Msg::Returned);
                }
            }
            _ => {}
        }
    }

    fn on_settings(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::ShowNotes => {
                cover!(cx);
                self.settings.show_notes = !self.settings.show_notes;
            }
            Msg::BackSaves => {
                cover!(cx);
                self.settings.back_saves = !self.settings.back_saves;
            }
            Msg::OpenDefaultList => cx.open(Page::DefaultList),
            Msg::OpenDefaultPriority => cx.open(Page::DefaultPriority),
            Msg::List(list) => {
                cover!(cx);
                self.settings.default_list = list;
            }
            Msg::Priority(priority) => {
                cover!(cx);
                self.settings.default_priority = priority;
            }
            _ => {}
        }
    }
}

fn leave_editor(editor: &Editor, cx: &mut Cx<'_, Tasks>) {
    if branch!(cx, editor.dirty) {
        cx.open(Page::Confirm(Question::Discard));
    } else {
        cx.close_with(Msg::Returned);
    }
}

fn tick_subtask(editor: &mut Editor, at: usize, cx: &mut Cx<'_, Tasks>) {
    if editor.turned && cx.bug("subtask-after-turning") {
        return cx.crash(
            Fault::new(
                "java.lang.NullPointerException",
                "Attempt to read from field 'long com.example.tasks.data.Task.id' on a null object reference",
            )
            .at("com.example.tasks.ui.SubtaskControlSet.onChecked(SubtaskControlSet.java:203)")
            .at("com.example.tasks.ui.SubtaskControlSet.lambda$bind$1(SubtaskControlSet.java:171)")
            .at("android.widget.CompoundButton.setChecked(CompoundButton.java:180)"),
        );
    }
    if let Some(subtask) = editor.draft.subtasks.get_mut(at) {
        let done = branch!(cx, !subtask.done);
        subtask.done = done;
    }
}

/// What pages look like.
impl Tasks {
    fn view_home(&self, home: &Home, ui: &mut Ui<'_, Msg>) {
        let (active, done) = self.shown(home, ui.now());
        ui.column("task_list_root", |ui| {
            match &home.search {
                Some(search) => {
                    cover!(ui);
                    ui.row("toolbar", |ui| {
                        ui.icon("", "Collapse").tap(Msg::Collapse);
                        ui.field("search_src_text", &search.query, "Search…")
                            .typed(Msg::Query)
                            .entered(Msg::Submit);
                    })
                    .height(84)
                    .class("android.view.ViewGroup");
                }
                None => {
                    cover!(ui);
                    ui.toolbar(self.title_of(home.filter), Nav::Drawer(Msg::OpenDrawer), |ui| {
                        ui.icon("menu_search", "Search").tap(Msg::OpenSearch);
                        ui.overflow(Msg::OpenMenu);
                    });
                }
            }
            ui.stack("task_list_coordinator", |ui| {
                if branch!(ui, active.is_empty() && done.is_empty()) {
                    self.view_nothing(home, ui);
                } else {
                    self.view_tasks(&active, &done, ui);
                }
                if home.search.is_none() {
                    ui.fab("fab", "Create new task").tap(Msg::NewTask);
                }
            })
            .fill();
        });
    }

    fn view_nothing(&self, home: &Home, ui: &mut Ui<'_, Msg>) {
        ui.column("empty_layout", |ui| {
            ui.image("empty_image", "").height(180);
            let found = home.search.as_ref().is_some_and(|search| search.found.is_some());
            if branch!(ui, found) {
                ui.text("empty_text", "No tasks found");
            } else {
                ui.text("empty_text", "There are no tasks here.");
            }
        });
    }

    /// Those to do, a heading, those done.
    fn view_tasks(&self, active: &[&Task], done: &[&Task], ui: &mut Ui<'_, Msg>) {
        let heading = usize::from(!done.is_empty());
        let doubled = ui.bug("tag-per-attachment");
        ui.list("recycler_view", active.len() + heading + done.len(), 108, |ui, at| {
            if let Some(task) = active.get(at) {
                self.view_task(task, doubled, ui);
            } else if let Some(task) = at.checked_sub(active.len() + 1).and_then(|at| done.get(at)) {
                cover!(ui);
                self.view_task(task, doubled, ui);
            } else {
                ui.column("header", |ui| {
                    ui.text("header_text", format_args!("Completed ({})", done.len()));
                })
                .pad(18);
            }
        });
    }

    fn view_task(&self, task: &Task, doubled: bool, ui: &mut Ui<'_, Msg>) {
        let row = ui.row("row", |ui| {
            ui.checkbox("complete", "", task.done).tap(Msg::Complete(task.id));
            ui.column("rowBody", |ui| {
                ui.text("row_title", &task.title);
                if branch!(ui, self.settings.show_notes && !task.notes.is_empty()) {
                    ui.text("description", &task.notes);
                }
                ui.row("", |ui| {
                    if let Some(due) = task.due {
                        cover!(ui);
                        ui.text("due_date", day_name(due, ui.now() / DAY));
                    }
                    if branch!(ui, !task.subtasks.is_empty()) {
                        let done = task.subtasks.iter().filter(|subtask| subtask.done).count();
                        ui.text("subtasks", format_args!("{done}/{}", task.subtasks.len()));
                    }
                    // The query joins tags and attachments: a row for each pair of them.
                    let times = if doubled { task.attachments.len().max(1) } else { 1 };
                    ui.row("chip_group", |ui| {
                        for link in task.tags.iter().flat_map(|link| std::iter::repeat_n(link, times)) {
                            ui.text("tag", &link.name);
                        }
                    })
                    .fill();
                })
                .height(36);
            })
            .fill();
            if branch!(ui, task.priority > 0) {
                ui.image("priority", PRIORITIES[task.priority]).width(48);
            }
        });
        row.tap(Msg::OpenTask(task.id)).long_tap(Msg::Options(task.id));
    }

    fn view_drawer(&self, chosen: Filter, ui: &mut Ui<'_, Msg>) {
        let with_deleted = ui.bug("deleted-counted");
        ui.drawer("Tasks", |ui| {
            ui.scroll("nav_scroll", |ui| {
                for (filter, name) in Filter::BUILT_IN {
                    ui.drawer_entry(name, filter == chosen).tap(Msg::Choose(filter));
                }
                for list in &self.lists {
                    let filter = Filter::List(list.id);
                    let count = self.count(list.id, with_deleted);
                    nav_row(&list.name, Some(count), filter == chosen, ui).tap(Msg::Choose(filter));
                }
                for tag in &self.tags {
                    let filter = Filter::Tag(tag.id);
                    nav_row(&tag.name, None, filter == chosen, ui).tap(Msg::Choose(filter));
                }
                ui.drawer_entry("New list", false).tap(Msg::OpenLabel(About::NewList));
                ui.drawer_entry("Settings", false).tap(Msg::OpenSettings);
                ui.drawer_entry("Help", false).tap(Msg::OpenHelp);
            });
        });
    }

    fn view_home_menu(&self, filter: Filter, ui: &mut Ui<'_, Msg>) {
        ui.menu(|ui| {
            ui.entry("menu_sort", "Sort").tap(Msg::OpenSort);
            let done = branch!(ui, self.settings.show_done);
            let label = if done { "Hide completed" } else { "Show completed" };
            ui.entry("menu_show_completed", label).tap(Msg::ShowDone);
            ui.entry("menu_clear_completed", "Clear completed").tap(Msg::ClearDone);
            match filter {
                Filter::List(list) => {
                    cover!(ui);
                    ui.entry("menu_list_settings", "List settings").tap(Msg::OpenLabel(About::List(list)));
                }
                Filter::Tag(tag) => {
                    cover!(ui);
                    ui.entry("menu_tag_settings", "Tag settings").tap(Msg::OpenLabel(About::Tag(tag)));
                }
                _ => {}
            }
        });
    }

    fn view_sort(&self, ui: &mut Ui<'_, Msg>) {
        let content = |ui: &mut Ui<'_, Msg>| {
            ui.scroll("sort_scroll", |ui| {
                for (sort, name) in Sort::ALL {
                    ui.radio("sort_choice", name, self.settings.sort == sort).tap(Msg::Sort(sort));
                }
                ui.checkbox("reverse", "Reverse", self.settings.reverse).tap(Msg::Reverse);
            });
        };
        ui.dialog("Sort", content, |ui| ui.ok("OK", Msg::Close));
    }

    fn view_options(&self, id: u32, ui: &mut Ui<'_, Msg>) {
        let content = |ui: &mut Ui<'_, Msg>| {
            ui.scroll("options", |ui| {
                ui.entry("edit", "Edit").tap(Msg::OpenTask(id));
                ui.entry("copy", "Copy").tap(Msg::Duplicate);
                ui.entry("share", "Share").tap(Msg::Share);
                ui.entry("delete", "Delete").tap(Msg::AskDelete);
            });
        };
        let title = self.task(id).map_or("", |task| &task.title);
        ui.dialog(title, content, |ui| ui.cancel("Cancel", Msg::Close));
    }

    fn view_editor(&self, editor: &Editor, ui: &mut Ui<'_, Msg>) {
        let draft = &editor.draft;
        let title = if branch!(ui, editor.is_new) { "New task" } else { "Edit task" };
        ui.column("task_edit_root", |ui| {
            ui.toolbar(title, Nav::Up(Msg::Close), |ui| {
                ui.icon("menu_save", "Save").tap(Msg::Save);
                ui.overflow(Msg::OpenMenu);
            });
            ui.scroll("control_sets", |ui| {
                ui.field("title", &draft.title, "Task name").typed(Msg::Title);
                ui.row("date_row", |ui| {
                    match draft.due {
                        Some(due) => ui.button("due_date", day_name(due, ui.now() / DAY)),
                        None => ui.button("due_date", "No due date"),
                    }
                    .tap(Msg::OpenDue)
                    .fill();
                    ui.button("repeat", draft.repeat.name()).tap(Msg::OpenRepeat).fill();
                })
                .height(72);
                ui.text("priority_label", PRIORITIES[draft.priority]);
                ui.row("priority_row", |ui| {
                    for (priority, name) in PRIORITIES.iter().enumerate().rev() {
                        let radio = ui.radio("priority_choice", "", draft.priority == priority);
                        radio.desc(name).tap(Msg::Priority(priority)).fill();
                    }
                })
                .height(72);
                ui.field("notes", &draft.notes, "Description").typed(Msg::Notes);
                self.view_subtasks(editor, ui);
                control("list", "List", self.name_of(About::List(draft.list)), ui).tap(Msg::OpenList);
                let names: Vec<&str> = draft.tags.iter().map(|link| link.name.as_str()).collect();
                let names = if branch!(ui, names.is_empty()) { "Add tags".into() } else { names.join(", ") };
                control("tags", "Tags", &names, ui).tap(Msg::OpenTags);
                for (at, name) in draft.attachments.iter().enumerate() {
                    control("attachment", "File", name, ui).tap(Msg::OpenAttachment(at));
                }
                ui.button("add_attachment", "Add attachment").tap(Msg::OpenAttach);
                let minutes = ui.now().saturating_sub(draft.created) / MINUTE;
                ui.text("creation_date", format_args!("Created {minutes} min ago"));
            });
        });
    }

    fn view_subtasks(&self, editor: &Editor, ui: &mut Ui<'_, Msg>) {
        for (at, subtask) in editor.draft.subtasks.iter().enumerate() {
            ui.row("subtask", |ui| {
                ui.checkbox("subtask_done", &subtask.title, subtask.done).tap(Msg::TickSubtask(at)).fill();
                ui.icon("subtask_remove", "Remove subtask").tap(Msg::RemoveSubtask(at));
            })
            .height(72);
        }
        ui.field("new_subtask", &editor.subtask, "Add subtask").typed(Msg::Subtask).entered(Msg::AddSubtask);
    }

    fn view_tags(&self, chosen: &[u32], name: &str, ui: &mut Ui<'_, Msg>) {
        let content = |ui: &mut Ui<'_, Msg>| {
            ui.scroll("tag_scroll", |ui| {
                for tag in &self.tags {
                    ui.checkbox("tag_choice", &tag.name, chosen.contains(&tag.id)).tap(Msg::Tick(tag.id));
                }
                ui.field("new_tag", name, "New tag").typed(Msg::Name).entered(Msg::Submit);
            });
        };
        ui.dialog("Tags", content, |ui| {
            ui.cancel("Cancel", Msg::Close);
            ui.ok("OK", Msg::Confirmed);
        });
    }

    fn view_lists(&self, title: &str, now: u32, ui: &mut Ui<'_, Msg>) {
        let content = |ui: &mut Ui<'_, Msg>| {
            ui.scroll("list_scroll", |ui| {
                for list in &self.lists {
                    ui.radio("list_choice", &list.name, list.id == now).tap(Msg::List(list.id));
                }
            });
        };
        ui.dialog(title, content, |ui| ui.cancel("Cancel", Msg::Close));
    }

    fn view_question(&self, question: Question, ui: &mut Ui<'_, Msg>) {
        let name = match question {
            Question::Discard => "Discard changes?",
            Question::DeleteTask(_) => "Delete this task?",
            Question::DeleteLabel(about) => self.name_of(about),
            Question::ClearDone => "Clear completed tasks?",
        };
        let content = |ui: &mut Ui<'_, Msg>| match question {
            Question::Discard => ui.message("What you changed will be lost."),
            Question::DeleteTask(_) | Question::ClearDone => ui.message("This cannot be undone."),
            Question::DeleteLabel(About::Tag(_)) => ui.message("Its tasks stay, without the tag."),
            Question::DeleteLabel(_) => ui.message("Its tasks will be deleted too."),
        };
        ui.dialog(name, content, |ui| {
            ui.cancel("Cancel", Msg::Close);
            ui.ok("OK", Msg::Confirmed);
        });
    }

    fn view_settings(&self, ui: &mut Ui<'_, Msg>) {
        let settings = &self.settings;
        ui.column("settings_root", |ui| {
            ui.toolbar("Settings", Nav::Up(Msg::Close), |_| {});
            ui.scroll("settings_list", |ui| {
                let list = self.name_of(About::List(settings.default_list));
                ui.preference("Default list", list, None).tap(Msg::OpenDefaultList);
                let priority = PRIORITIES[settings.default_priority];
                ui.preference("Default priority", priority, None).tap(Msg::OpenDefaultPriority);
                ui.preference("Show descriptions", "In the list of tasks", Some(settings.show_notes))
                    .tap(Msg::ShowNotes);
                ui.preference("Back button saves", "Instead of asking", Some(settings.back_saves))
                    .tap(Msg::BackSaves);
            });
        });
    }
}

/// A line of the drawer with a count at its end.
fn nav_row<'a>(name: &str, count: Option<usize>, selected: bool, ui: &'a mut Ui<'_, Msg>) -> Node<'a, Msg> {
    ui.row("nav_row", |ui| {
        ui.text("text", name).fill();
        if let Some(count) = count {
            ui.text("count", count).width(60);
        }
    })
    .height(72)
    .selected(selected)
}

/// A line of the editor: what it is, and its value.
fn control<'a>(id: &'static str, label: &str, value: &str, ui: &'a mut Ui<'_, Msg>) -> Node<'a, Msg> {
    ui.row(id, |ui| {
        ui.text("label", label).width(108);
        ui.text("value", value).fill();
    })
    .height(72)
}

fn day_name(day: u64, today: u64) -> String {
    match day as i64 - today as i64 {
        0 => "Today".into(),
        1 => "Tomorrow".into(),
        2..7 => WEEKDAYS[(day % 7) as usize].into(),
        days @ 7.. => format!("In {days} days"),
        days => format!("{} days ago", -days),
    }
}

fn view_editor_menu(is_new: bool, ui: &mut Ui<'_, Msg>) {
    ui.menu(|ui| {
        ui.entry("menu_share", "Share").tap(Msg::Share);
        ui.entry("menu_discard", "Discard changes").tap(Msg::Discard);
        if branch!(ui, !is_new) {
            ui.entry("menu_delete", "Delete").tap(Msg::AskDelete);
        }
    });
}

fn view_due(due: Option<u64>, ui: &mut Ui<'_, Msg>) {
    let chosen = due.map(|due| due.saturating_sub(ui.now() / DAY));
    view_choice("Due date", &DUE_CHOICES, chosen, Msg::Due, ui);
}

fn view_choice<T: Copy + PartialEq>(
    title: &str,
    choices: &[(T, &str)],
    now: T,
    choose: fn(T) -> Msg,
    ui: &mut Ui<'_, Msg>,
) {
    let content = |ui: &mut Ui<'_, Msg>| {
        ui.scroll("choice_scroll", |ui| {
            for (choice, name) in choices {
                ui.radio("android:id/text1", name, *choice == now).tap(choose(*choice));
            }
        });
    };
    ui.dialog(title, content, |ui| ui.cancel("Cancel", Msg::Close));
}

fn view_priorities(now: usize, ui: &mut Ui<'_, Msg>) {
    let choices: [(usize, &str); 4] = std::array::from_fn(|priority| (priority, PRIORITIES[priority]));
    view_choice("Default priority", &choices, now, Msg::Priority, ui);
}

fn view_attach(ui: &mut Ui<'_, Msg>) {
    let content = |ui: &mut Ui<'_, Msg>| {
        ui.entry("from_camera", "Take a picture").tap(Msg::TakePhoto);
        ui.entry("from_storage", "Pick from storage").tap(Msg::PickFile);
    };
    ui.dialog("Add attachment", content, |ui| ui.cancel("Cancel", Msg::Close));
}

fn view_attachment(at: usize, name: &str, ui: &mut Ui<'_, Msg>) {
    let content = |ui: &mut Ui<'_, Msg>| {
        if branch!(ui, name.ends_with(".jpg")) {
            ui.image("preview", name).height(180);
        } else {
            ui.message("There is no preview of this file.");
        }
    };
    ui.dialog(name, content, |ui| {
        ui.cancel("Close", Msg::Close);
        ui.ok("Remove", Msg::RemoveAttachment(at));
    });
}

fn view_label(about: About, name: &str, colour: usize, ui: &mut Ui<'_, Msg>) {
    let title = match about {
        About::NewList => "New list",
        About::List(_) => "List settings",
        About::Tag(_) => "Tag settings",
    };
    ui.column("label_settings_root", |ui| {
        ui.toolbar(title, Nav::Up(Msg::Close), |ui| {
            ui.icon("menu_save", "Save").tap(Msg::Save);
            if branch!(ui, !matches!(about, About::NewList | About::List(INBOX))) {
                ui.icon("menu_delete", "Delete").tap(Msg::AskDelete);
            }
        });
        ui.scroll("label_scroll", |ui| {
            ui.field("name", name, "Name").typed(Msg::Name).entered(Msg::Save);
            control("color_row", "Colour", COLOURS[colour], ui).tap(Msg::OpenColours);
        });
    });
}

fn view_colours(now: usize, ui: &mut Ui<'_, Msg>) {
    let choices: [(usize, &str); 6] = std::array::from_fn(|colour| (colour, COLOURS[colour]));
    view_choice("Colour", &choices, now, Msg::Colour, ui);
}

fn view_help(tip: usize, news: bool, ui: &mut Ui<'_, Msg>) {
    ui.column("help_root", |ui| {
        ui.toolbar("Help", Nav::Up(Msg::Close), |_| {});
        ui.scroll("help_scroll", |ui| {
            ui.text("version", "Version 6.6.5");
            ui.card("tip_card", |ui| {
                ui.text("tip_title", "Did you know?");
                ui.text("tip_text", TIPS[tip]);
            });
            ui.text("news_title", "What's new");
            if branch!(ui, news) {
                for line in NEWS {
                    ui.text("news", line);
                }
            } else {
                ui.busy();
            }
        });
    });
}
