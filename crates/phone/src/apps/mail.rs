//! Mail: folders, labels, conversations, drafts, contacts and a search, in the manner of K-9 Mail.
//!
//! Its bugs retell what users of mail clients reported: recipients lost or doubled while a message is written,
//! a list that acts on another message than the one marked, synchronising that never ends.

use crate::app::{App, Bug, BugKind, Manifest, Oracle, Recreate, Shows, Trap, TrapKind, Window};
use crate::cx::{Cx, Fault};
use crate::neighbours::Neighbour;
use crate::ui::{Nav, Node, Ui};
use crate::{branch, cover};

/// Everything the app keeps.
#[derive(Clone, Default)]
pub(crate) struct Mail {
    /// The newest first.
    messages: Vec<Message>,
    contacts: Vec<Contact>,
    labels: Vec<Label>,
    settings: Settings,
    /// What was searched for, the last first.
    history: Vec<String>,
    next_id: u32,
    set_up: bool,
    /// How many messages the server handed out, to the past and as news.
    older: usize,
    newer: usize,
    syncs: usize,
    synced: u64,
    /// The server is being asked; what was begun before the process died is begun again.
    syncing: bool,
    memory: Memory,
}

/// What lives in the process only.
#[derive(Clone, Default)]
struct Memory {
    loading_more: bool,
    /// The theme was changed, and the pages below the settings were made anew.
    themed: bool,
    /// The boxes that are ticked in the list of labels.
    ticked: Option<Vec<u32>>,
    /// The messages that were opened, and those that the list shows as read for that.
    opened: Vec<u32>,
    seen: Vec<u32>,
    /// The address book as the recipient field knows it.
    book: Option<Vec<Contact>>,
}

#[derive(Clone)]
struct Message {
    id: u32,
    folder: Folder,
    /// Where the server has it.
    server: Folder,
    from: String,
    to: String,
    cc: String,
    subject: String,
    body: String,
    attachments: Vec<String>,
    labels: Vec<u32>,
    date: u64,
    read: bool,
    starred: bool,
    /// The message that it answers.
    answers: Option<u32>,
    /// Its text was not fetched yet.
    partial: bool,
    identity: usize,
}

#[derive(Clone)]
struct Contact {
    id: u32,
    name: String,
    address: String,
}

#[derive(Clone)]
struct Label {
    id: u32,
    name: String,
}

#[derive(Clone)]
struct Settings {
    theme: usize,
    conversations: bool,
    snippets: bool,
    confirm: bool,
    notify: bool,
    quick: usize,
    identity: usize,
    signatures: [String; 2],
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: 0,
            conversations: true,
            snippets: true,
            confirm: false,
            notify: true,
            quick: 0,
            identity: 0,
            signatures: ["Anna".into(), "Anna Lind, Northwind Ltd".into()],
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Switch {
    Conversations,
    Snippets,
    Confirm,
    Notify,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Folder {
    Inbox,
    Sent,
    Drafts,
    Archive,
    Trash,
}

impl Folder {
    const ALL: [Folder; 5] = [Folder::Inbox, Folder::Sent, Folder::Drafts, Folder::Archive, Folder::Trash];

    fn name(self) -> &'static str {
        ["Inbox", "Sent", "Drafts", "Archive", "Trash"][self as usize]
    }
}

/// What the list shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum View {
    Folder(Folder),
    Starred,
    Label(u32),
}

const INBOX: View = View::Folder(Folder::Inbox);
const TRASH: View = View::Folder(Folder::Trash);

/// A row that is marked: where it was, and which message it showed.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    at: usize,
    id: u32,
}

/// The line at the bottom of the list after something was moved.
#[derive(Clone)]
pub(crate) struct Snack {
    number: u32,
    text: String,
    /// Where the messages were.
    undo: Vec<(u32, Folder)>,
}

#[derive(Clone)]
pub(crate) struct List {
    view: View,
    title: String,
    marks: Vec<Mark>,
    snack: Option<Snack>,
}

/// A message that is open, with those it answers.
#[derive(Clone)]
pub(crate) struct Open {
    id: u32,
    earlier: Vec<u32>,
    details: bool,
}

/// A message that is being written.
#[derive(Clone, Default)]
pub(crate) struct Draft {
    /// As what it is stored among the drafts.
    stored: Option<u32>,
    identity: usize,
    to: String,
    cc: String,
    cc_shown: bool,
    subject: String,
    body: String,
    attachments: Vec<String>,
    answers: Option<u32>,
    /// It is an old message that is sent again.
    again: bool,
    changed: bool,
    /// A file is being chosen and copied.
    attaching: bool,
    /// Subject and body when it was opened.
    first: (String, String),
}

#[derive(Clone)]
pub(crate) enum Question {
    Delete(Vec<u32>),
    EmptyTrash,
    DeleteLabel(u32),
    DeleteContact,
    Discard,
}

/// What a dialog with a list of names chooses.
#[derive(Clone, Copy)]
pub(crate) enum Choice {
    Theme,
    Quick,
    DefaultIdentity,
    Identity(usize),
}

/// What a dialog with one field asks for.
#[derive(Clone, Copy)]
pub(crate) enum Asked {
    Signature(usize),
    NewLabel,
    RenameLabel(u32),
}

#[derive(Clone)]
pub(crate) enum Page {
    List(List),
    Drawer(View),
    ListMenu(View),
    Message(Open),
    MessageMenu(u32),
    MoveTo(Option<Folder>),
    Labels { ticked: Vec<u32> },
    Attachment(String),
    Compose(Box<Draft>),
    ComposeMenu,
    SaveDraft,
    PickContact,
    Search { query: String },
    Contacts,
    Contact(u32),
    EditContact { id: Option<u32>, name: String, address: String, error: &'static str },
    ManageLabels,
    Settings,
    Choose(Choice),
    Ask { what: Asked, text: String },
    Confirm(Question),
    About { tip: usize },
}

#[derive(Clone)]
pub(crate) enum Msg {
    Close,
    /// A page above this one closed and may have changed what is shown here.
    Returned,
    // Background work.
    Synced,
    MoreLoaded,
    BodyLoaded(u32),
    SnackGone(u32),
    // The list.
    OpenDrawer,
    OpenMenu,
    View(View),
    Sync,
    LoadMore,
    Open(u32),
    Mark(Mark),
    MarkAll,
    Unmark,
    Star(u32),
    Archive(u32),
    Delete(u32),
    ArchiveMarked,
    DeleteMarked,
    ReadMarked(bool),
    MoveMarked,
    AllRead,
    EmptyTrash,
    Snack(Snack),
    Undo,
    OpenSearch,
    OpenContacts,
    OpenLabels,
    OpenSettings,
    OpenAbout,
    // A message.
    Reply {
        all: bool,
    },
    Forward,
    Again,
    Unread,
    Move,
    MoveTo(Folder),
    Label,
    Tick(u32),
    Labelled(Vec<u32>),
    AddSender,
    Details,
    Attachment(usize),
    SaveFile,
    // Writing.
    Compose,
    From,
    To(String),
    Cc(String),
    ShowCc,
    Subject(String),
    Body(String),
    Suggested(String),
    Attach,
    Attached(Option<String>),
    Detach(usize),
    Pick,
    Send,
    SaveDraft,
    AskDiscard,
    Discard,
    // Searching, contacts, labels, settings.
    Query(String),
    Submit,
    Recent(usize),
    ClearHistory,
    Contact(u32),
    NewContact,
    EditContact,
    DeleteContact,
    WriteTo,
    Name(String),
    Address(String),
    Text(String),
    Save,
    NewLabel,
    RenameLabel(u32),
    DeleteLabel(u32),
    Toggle(Switch),
    Choose(Choice),
    Chosen(Choice, usize),
    Signature(usize),
    Answer(Asked, String),
    Ok,
    Confirmed(Question),
}

const MINUTE: u64 = 60_000;
const SYNC_MILLIS: u64 = 2_500;
const MORE_MILLIS: u64 = 1_800;
const BODY_MILLIS: u64 = 900;
const SNACK_MILLIS: u64 = 8_000;
const LOAD: usize = 8;
/// How far back the server remembers.
const OLDEST: usize = 48;
const MAX_HISTORY: usize = 5;
const IDENTITIES: [&str; 2] = ["anna@example.org", "anna@northwind.example"];
const THEMES: [&str; 3] = ["Light", "Dark", "Like the system"];
const QUICK: [&str; 3] = ["None", "Archive", "Delete"];
const TIPS: [&str; 4] = [
    "Hold a message to mark several.",
    "A label can be on messages of any folder.",
    "Choose who you write as before you write: the signature follows.",
    "What you delete stays in the trash until you empty it.",
];
const FIRST_CONTACTS: [(&str, &str); 4] = [
    ("Ben Ortiz", "ben@example.org"),
    ("Cora Blom", "cora@example.org"),
    ("Dev Patel", "dev@northwind.example"),
    ("Elin Berg", "elin@example.org"),
];
const LATER: [(&str, &str); 6] = [
    ("Elin Berg", "Concert tickets"),
    ("Northwind IT", "Maintenance tonight"),
    ("Ben Ortiz", "Photos of the hike"),
    ("City Library", "A book is waiting for you"),
    ("Dev Patel", "Numbers for May"),
    ("Cora Blom", "Recipe, as promised"),
];
const EARLIER: [(&str, &str); 6] = [
    ("Dev Patel", "Minutes of the meeting"),
    ("Elin Berg", "Happy birthday"),
    ("Train Company", "Your ticket"),
    ("Ben Ortiz", "The bike is repaired"),
    ("Newsletter", "Ten ideas for spring"),
    ("Cora Blom", "Keys are with the neighbour"),
];

impl App for Mail {
    type Page = Page;
    type Msg = Msg;

    const MANIFEST: Manifest = Manifest {
        name: "mail",
        package: "com.example.mail",
        title: "Mail",
        about: "An e-mail client with labels, conversations, drafts and contacts (in the manner of K-9 Mail)",
        bugs: &[
            Bug {
                id: "shown-label-deleted",
                title: "Deleting the label whose messages are shown crashes on the way back to the list",
                retells: "thunderbird-android issue 4584: deleting the folder that is open crashes",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Travel\"",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Manage labels\"",
                    "tap desc=\"Delete label: Travel\"",
                    "tap id=button1",
                    "back",
                ],
                shows: Shows::Crash("IllegalStateException in MessageListFragment.initializeLabel"),
            },
            Bug {
                id: "undo-after-emptying",
                title: "Undoing a deletion after the trash was emptied crashes",
                retells: "thunderbird-android issue 6432: an action on a message that is gone crashes",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "longtap text=\"Lunch on Friday?\"",
                    "tap id=delete",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Trash\"",
                    "tap desc=\"More options\"",
                    "tap text=\"Empty trash\"",
                    "tap id=button1",
                    "tap id=snackbar_action",
                ],
                shows: Shows::Crash("NullPointerException in MessagingController.undoMove"),
            },
            Bug {
                id: "conversation-of-one",
                title: "Opening a message that was edited as new and sent again hangs",
                retells: "no report: a walk along a conversation whose message answers itself",
                kind: BugKind::Hang,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Sent\"",
                    "tap text=\"Re: Budget draft\"",
                    "tap desc=\"More options\"",
                    "tap text=\"Edit as new\"",
                    "tap id=send",
                    "back",
                    "tap text=\"Re: Budget draft\"",
                ],
                shows: Shows::Hang,
            },
            Bug {
                id: "recipient-doubled",
                title: "Turning the screen writes the last recipient once more",
                retells: "thunderbird-android issues 10595 and 10288",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Neutral { inserted: 2..4 }],
                trace: &[
                    "tap text=\"Lunch on Friday?\"",
                    "tap id=reply",
                    "rotate",
                    "rotate",
                    "tap id=send",
                    "back",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Sent\"",
                ],
                shows: Shows::Missing("id=sender text=\"To: ben@example.org\""),
            },
            Bug {
                id: "attaching-drops-text",
                title: "Attaching a file drops the subject and the text that were typed",
                retells: "proton-mail-android issue 39",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Independence { inserted: 3..5 }],
                trace: &[
                    "tap id=compose",
                    "type id=to \"dev@northwind.example\"",
                    "type id=subject \"Minutes\"",
                    "tap id=attach",
                    "tap text=\"letter.pdf\"",
                    "tap id=send",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Sent\"",
                ],
                shows: Shows::Missing("id=subject text=\"Minutes\""),
            },
            Bug {
                id: "no-file-no-sending",
                title: "After the file chooser was left without a file, the message cannot be sent",
                retells: "Genie section 5.5, SkyTube: a function that is dead after a visit to another app",
                kind: BugKind::CannotProceed,
                seen_by: &[Oracle::Independence { inserted: 3..5 }],
                trace: &[
                    "tap id=compose",
                    "type id=to \"dev@northwind.example\"",
                    "type id=subject \"Minutes\"",
                    "tap id=attach",
                    "back",
                    "tap id=send",
                ],
                shows: Shows::Missing("id=compose"),
            },
            Bug {
                id: "menu-drops-cc",
                title: "Opening the menu while writing hides and drops who gets a copy",
                retells: "thunderbird-android issues 1965 and 6184: the Cc field disappears",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Neutral { inserted: 4..6 }],
                trace: &[
                    "tap id=compose",
                    "type id=to \"ben@example.org\"",
                    "tap id=show_cc",
                    "type id=cc \"frida@example.org\"",
                    "tap desc=\"More options\"",
                    "back",
                    "tap id=send",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Sent\"",
                    "tap text=\"(No subject)\"",
                ],
                shows: Shows::Missing("text=\"Cc: frida@example.org\""),
            },
            Bug {
                id: "marks-slip",
                title: "Once a message left the list, what is done to a marked one happens to its neighbour",
                retells: "Mailspring issue 2080, thunderbird-android issue 10486: rows known by place",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Independence { inserted: 3..4 }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Starred\"",
                    "longtap text=\"Flight to Oslo\"",
                    "tap desc=\"Unstar: Team photos\"",
                    "tap id=delete",
                ],
                shows: Shows::Present("id=subject text=\"Flight to Oslo\""),
            },
            Bug {
                id: "labels-of-another",
                title: "The labels to choose from are ticked as for the message they were shown for before",
                retells: "no report: the state of a dialog outlives it",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Independence { inserted: 0..5 }],
                trace: &[
                    "tap text=\"Flight to Oslo\"",
                    "tap desc=\"More options\"",
                    "tap text=\"Labels\"",
                    "tap id=button2",
                    "back",
                    "tap text=\"Lunch on Friday?\"",
                    "tap desc=\"More options\"",
                    "tap text=\"Labels\"",
                    "tap text=\"Travel\"",
                    "tap id=button1",
                ],
                shows: Shows::Missing("id=label text=\"Travel\""),
            },
            Bug {
                id: "unread-looks-read",
                title: "Once another was opened, a message marked as unread looks read and is counted unread",
                retells: "thunderbird-android issue 10484: list and store disagree on what is read",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Independence { inserted: 3..5 }],
                trace: &[
                    "tap text=\"Lunch on Friday?\"",
                    "tap desc=\"More options\"",
                    "tap text=\"Mark as unread\"",
                    "tap text=\"Team photos\"",
                    "back",
                    "tap desc=\"Star: Lunch on Friday?\"",
                ],
                shows: Shows::Missing("desc=\"Unread: Lunch on Friday?\""),
            },
            Bug {
                id: "theme-freezes-title",
                title: "After another theme was chosen, the title no longer follows the folder",
                retells: "Genie section 5.5, RadioDroid: an unrelated setting spoils all titles",
                kind: BugKind::WronglyDisplayed,
                seen_by: &[Oracle::Independence { inserted: 0..5 }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Settings\"",
                    "tap text=\"Theme\"",
                    "tap text=\"Dark\"",
                    "back",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Archive\"",
                ],
                shows: Shows::Missing("text=\"Archive\""),
            },
            Bug {
                id: "sync-dies-with-process",
                title: "Synchronising never ends, and cannot be begun again, once the process died meanwhile",
                retells: "no report: a flag that is stored, for work that is not",
                kind: BugKind::CannotProceed,
                seen_by: &[Oracle::Neutral { inserted: 1..2 }],
                trace: &["tap id=sync", "kill", "wait 5000"],
                shows: Shows::Missing("id=subject text=\"Concert tickets\""),
            },
            Bug {
                id: "moved-still-counted",
                title: "Unread messages that were marked and archived are still counted in the inbox",
                retells: "roundcubemail issue 6846, ios-kMail issue 234",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["archive", "count"] }],
                trace: &[
                    "longtap text=\"Invoice 2041\"",
                    "tap id=archive",
                    "tap desc=\"Open navigation drawer\"",
                ],
                shows: Shows::Present("id=count text=\"4\""),
            },
            Bug {
                id: "deleted-contact-offered",
                title: "A deleted contact is still offered as a recipient",
                retells: "PBFDroid table 3, Omni Notes issue 886: deleted items are still found",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["delete contact", "suggest"] }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Contacts\"",
                    "tap text=\"Elin Berg\"",
                    "tap desc=\"Delete\"",
                    "tap id=button1",
                    "back",
                    "tap id=compose",
                    "type id=to \"eli\"",
                ],
                shows: Shows::Present("id=suggestion text=\"Elin Berg <elin@example.org>\""),
            },
        ],
        traps: &[
            Trap { kind: TrapKind::ChangesByItself, place: "\"12 min ago\" in every row" },
            Trap {
                kind: TrapKind::ChangesByItself,
                place: "the line that offers Undo goes after eight seconds, and with the process",
            },
            Trap { kind: TrapKind::LoadsLate, place: "new and older messages, and the text of both" },
            Trap { kind: TrapKind::Reorders, place: "new, sent and saved messages come in on top" },
            Trap { kind: TrapKind::SameLayout, place: "all folders and labels share one page" },
            Trap { kind: TrapKind::FalseLoop, place: "opening a message and going back leaves it read" },
            Trap {
                kind: TrapKind::LooksIndependent,
                place: "taking a star away in the starred messages takes the row away",
            },
            Trap {
                kind: TrapKind::LooksIndependent,
                place: "choosing who writes changes the signature at the end of the text",
            },
            Trap {
                kind: TrapKind::LooksIndependent,
                place: "the switch in the settings that makes every deletion ask first",
            },
            Trap { kind: TrapKind::RandomTip, place: "the tip about the app" },
            Trap { kind: TrapKind::Toast, place: "sending, saving and synchronising say so for a moment" },
        ],
        source: include_str!("mail.rs"),
    };

    fn start(&mut self, cx: &mut Cx<'_, Self>) -> Page {
        if branch!(cx, !self.set_up) {
            self.first_start(cx.now());
        }
        self.memory.book = Some(self.contacts.clone());
        self.sync_again(cx);
        Page::List(self.list_of(INBOX))
    }

    fn window(page: &Page) -> Window {
        match page {
            Page::List(_) => Window::Activity(".activity.MessageList"),
            Page::Message(_) => Window::Activity(".activity.MessageView"),
            Page::Compose(_) => Window::Activity(".activity.MessageCompose"),
            Page::Search { .. } => Window::Activity(".activity.Search"),
            Page::Contacts => Window::Activity(".contacts.ContactsActivity"),
            Page::Contact(_) => Window::Activity(".contacts.ContactActivity"),
            Page::EditContact { .. } => Window::Activity(".contacts.EditContactActivity"),
            Page::ManageLabels => Window::Activity(".labels.ManageLabelsActivity"),
            Page::Settings => Window::Activity(".settings.SettingsActivity"),
            Page::Drawer(_) => Window::Drawer,
            Page::ListMenu(_) | Page::MessageMenu(_) | Page::ComposeMenu => Window::Menu,
            _ => Window::Dialog,
        }
    }

    fn view(&self, page: &Page, ui: &mut Ui<'_, Msg>) {
        match page {
            Page::List(list) => self.view_list(list, ui),
            Page::Drawer(view) => self.view_drawer(*view, ui),
            Page::ListMenu(view) => view_list_menu(*view, ui),
            Page::Message(open) => self.view_message(open, ui),
            Page::MessageMenu(id) => self.view_message_menu(*id, ui),
            Page::MoveTo(from) => view_move(*from, ui),
            Page::Labels { ticked } => self.view_labels(ticked, ui),
            Page::Attachment(name) => view_attachment(name, ui),
            Page::Compose(draft) => self.view_compose(draft, ui),
            Page::ComposeMenu => view_compose_menu(ui),
            Page::SaveDraft => view_save_draft(ui),
            Page::PickContact => self.view_pick(ui),
            Page::Search { query } => self.view_search(query, ui),
            Page::Contacts => self.view_contacts(ui),
            Page::Contact(id) => self.view_contact(*id, ui),
            Page::EditContact { id, name, address, error } => {
                view_edit_contact(id.is_some(), name, address, error, ui);
            }
            Page::ManageLabels => self.view_manage(ui),
            Page::Settings => self.view_settings(ui),
            Page::Choose(choice) => self.view_choice(*choice, ui),
            Page::Ask { what, text } => view_ask(*what, text, ui),
            Page::Confirm(question) => view_question(question, ui),
            Page::About { tip } => view_about(*tip, ui),
        }
    }

    fn update(&mut self, page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        match page {
            _ if matches!(msg, Msg::Synced | Msg::MoreLoaded | Msg::BodyLoaded(_)) => self.late(msg, cx),
            Page::Compose(draft) => self.on_compose(draft, msg, cx),
            Page::ManageLabels if matches!(msg, Msg::Close) => cx.close_with(Msg::Returned),
            _ if matches!(msg, Msg::Close) => cx.close(),
            Page::List(list) => self.on_list(list, msg, cx),
            // What menus and dialogs offer is for the page below.
            Page::Drawer(_) | Page::ListMenu(_) | Page::MessageMenu(_) | Page::ComposeMenu => {
                cx.close_with(msg);
            }
            Page::SaveDraft | Page::PickContact | Page::Choose(_) | Page::MoveTo(_) => cx.close_with(msg),
            Page::Message(open) => self.on_message(open, msg, cx),
            Page::Labels { ticked } => self.on_labels(ticked, msg, cx),
            Page::Attachment(name) => {
                cover!(cx);
                cx.toast(format!("{name} saved"));
                cx.close();
            }
            Page::Search { query } => self.on_search(query, msg, cx),
            Page::Contacts => self.on_contacts(msg, cx),
            Page::Contact(id) => self.on_contact(*id, msg, cx),
            Page::EditContact { id, name, address, error } => {
                self.on_edit_contact(*id, (name, address), error, msg, cx);
            }
            Page::ManageLabels => self.on_manage(msg, cx),
            Page::Settings => self.on_settings(msg, cx),
            Page::Ask { what, text } => match msg {
                Msg::Text(typed) => *text = typed,
                Msg::Ok => cx.close_with(Msg::Answer(*what, text.trim().to_owned())),
                _ => {}
            },
            Page::Confirm(question) => {
                let question = question.clone();
                cx.close_with(Msg::Confirmed(question));
            }
            Page::About { .. } => {}
        }
    }

    fn back(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        match page {
            Page::List(list) if !list.marks.is_empty() => {
                cover!(cx);
                list.marks.clear();
            }
            Page::List(list) if list.view != INBOX => {
                cover!(cx);
                self.show(list, INBOX, cx);
            }
            Page::Compose(draft) => leave(draft, cx),
            Page::ManageLabels => cx.close_with(Msg::Returned),
            _ => cx.close(),
        }
    }

    fn recreate(&mut self, page: Page, why: Recreate, cx: &mut Cx<'_, Self>) -> Option<Page> {
        match page {
            Page::List(mut list) => {
                cover!(cx);
                self.memory.themed = false;
                list.title = self.title(list.view);
                if branch!(cx, why == Recreate::ProcessDeath) {
                    list.snack = None;
                    self.sync_again(cx);
                }
                Some(Page::List(list))
            }
            Page::Message(open) if why == Recreate::ProcessDeath => {
                cover!(cx);
                cx.after(BODY_MILLIS, Msg::BodyLoaded(open.id));
                Some(Page::Message(open))
            }
            Page::Compose(mut draft) if why == Recreate::Rotation => {
                // The field restores its text, and the recipients are then put into it.
                if cx.bug("recipient-doubled") && branch!(cx, !draft.to.trim().is_empty()) {
                    let last = draft.to.split(',').next_back().unwrap_or_default().trim().to_owned();
                    draft.to = format!("{}, {last}", draft.to.trim());
                }
                Some(Page::Compose(draft))
            }
            Page::Drawer(_) | Page::ListMenu(_) | Page::MessageMenu(_) | Page::ComposeMenu => {
                cover!(cx);
                None
            }
            other => Some(other),
        }
    }

    fn process_died(&mut self) {
        self.memory = Memory::default();
    }

    fn notified(&mut self, _page: &mut Page, notification: &str, cx: &mut Cx<'_, Self>) {
        let subject = notification.split_once(": ").map_or(notification, |(_, subject)| subject);
        let there = |m: &&Message| m.folder != Folder::Trash && m.folder != Folder::Drafts;
        let found = self.messages.iter().filter(there).find(|m| m.subject == subject).map(|m| m.id);
        match found {
            Some(id) => {
                cover!(cx);
                self.open(id, cx);
            }
            None => {
                cover!(cx);
                cx.toast("This message is gone");
            }
        }
    }

    fn late(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Synced => self.sync(cx),
            Msg::MoreLoaded => self.load_older(cx),
            Msg::BodyLoaded(id) => {
                if let Some(message) = self.message_mut(id) {
                    message.partial = false;
                }
            }
            _ => {}
        }
    }
}

/// The data.
impl Mail {
    fn first_start(&mut self, now: u64) {
        self.set_up = true;
        for (name, address) in FIRST_CONTACTS {
            let id = self.fresh_id();
            self.contacts.push(Contact { id, name: name.into(), address: address.into() });
        }
        for name in ["Family", "Travel"] {
            let id = self.fresh_id();
            self.labels.push(Label { id, name: name.into() });
        }
        let (family, travel) = (self.labels[0].id, self.labels[1].id);
        let blank = |minutes: u64, from: &str, subject: &str, body: &str| Message {
            id: 0,
            folder: Folder::Inbox,
            server: Folder::Inbox,
            from: from.into(),
            to: IDENTITIES[0].into(),
            cc: String::new(),
            subject: subject.into(),
            body: body.into(),
            attachments: Vec::new(),
            labels: Vec::new(),
            date: now - minutes * MINUTE,
            read: false,
            starred: false,
            answers: None,
            partial: false,
            identity: 0,
        };
        let photos = Message {
            starred: true,
            cc: "cora@example.org".into(),
            attachments: vec!["team.jpg".into(), "list.txt".into()],
            ..blank(12, "Dev Patel", "Team photos", "Here are the photos of the team day.")
        };
        let lunch =
            Message { read: true, ..blank(47, "Ben Ortiz", "Lunch on Friday?", "Same place as always?") };
        let invoice = Message {
            to: IDENTITIES[1].into(),
            identity: 1,
            attachments: vec!["invoice.pdf".into()],
            ..blank(180, "Paper & Co", "Invoice 2041", "Please pay within 14 days.")
        };
        let flight = Message {
            read: true,
            starred: true,
            labels: vec![travel],
            ..blank(420, "Fjord Air", "Flight to Oslo", "Your booking is confirmed: Friday, 9:40.")
        };
        let garden = Message {
            starred: true,
            labels: vec![family],
            ..blank(900, "Cora Blom", "Garden plans", "What about beans along the fence?")
        };
        let spring = blank(1500, "Newsletter", "Spring is here", "Everything about seeds.");
        let budget = Message {
            folder: Folder::Archive,
            server: Folder::Archive,
            read: true,
            ..blank(3000, "Dev Patel", "Budget draft", "Can you look at the second page?")
        };
        let hotel = Message {
            folder: Folder::Archive,
            server: Folder::Archive,
            read: true,
            labels: vec![travel],
            ..blank(4000, "Hotel Lido", "Your stay", "We look forward to your visit.")
        };
        let written = |folder: Folder, to: &str, message: Message| Message {
            folder,
            server: folder,
            to: to.into(),
            read: true,
            ..message
        };
        let looked = blank(2900, IDENTITIES[0], "Re: Budget draft", "It looks good to me.");
        let looked = written(Folder::Sent, "dev@northwind.example", looked);
        let thanks = blank(5000, IDENTITIES[0], "Thank you", "It was a lovely evening.");
        let thanks = written(Folder::Sent, "elin@example.org", thanks);
        let wishes = blank(600, IDENTITIES[0], "Wish list", "A new bell for the bike");
        let wishes = written(Folder::Drafts, "cora@example.org", wishes);
        let offer = Message { read: true, ..blank(2000, "Shop", "Only today", "Everything must go.") };
        let offer = Message { folder: Folder::Trash, server: Folder::Trash, ..offer };
        let all =
            [photos, lunch, invoice, flight, wishes, garden, spring, offer, looked, budget, hotel, thanks];
        for message in all {
            let id = self.fresh_id();
            self.messages.push(Message { id, ..message });
        }
        let answered = self.messages.iter().find(|m| m.subject == "Budget draft").map(|m| m.id);
        for message in self.messages.iter_mut().filter(|m| m.subject == "Re: Budget draft") {
            message.answers = answered;
        }
        self.synced = now;
    }

    fn fresh_id(&mut self) -> u32 {
        self.next_id += 1;
        self.next_id
    }

    fn message(&self, id: u32) -> Option<&Message> {
        self.messages.iter().find(|message| message.id == id)
    }

    fn message_mut(&mut self, id: u32) -> Option<&mut Message> {
        self.messages.iter_mut().find(|message| message.id == id)
    }

    fn label(&self, id: u32) -> Option<&Label> {
        self.labels.iter().find(|label| label.id == id)
    }

    fn contact(&self, id: u32) -> Option<&Contact> {
        self.contacts.iter().find(|contact| contact.id == id)
    }

    fn title(&self, view: View) -> String {
        match view {
            View::Folder(folder) => folder.name().into(),
            View::Starred => "Starred".into(),
            View::Label(id) => self.label(id).map_or(String::new(), |label| label.name.clone()),
        }
    }

    fn list_of(&self, view: View) -> List {
        List { view, title: self.title(view), marks: Vec::new(), snack: None }
    }

    fn shown(&self, view: View) -> Vec<&Message> {
        let wanted = |message: &&Message| match view {
            View::Folder(folder) => message.folder == folder,
            View::Starred => message.starred && message.folder != Folder::Trash,
            View::Label(label) => message.labels.contains(&label) && message.folder != Folder::Trash,
        };
        self.messages.iter().filter(wanted).collect()
    }

    fn unread(&self, view: View) -> usize {
        self.shown(view).iter().filter(|message| !message.read).count()
    }

    /// The messages that are marked in a list.
    fn marked(&self, list: &List, by_place: bool) -> Vec<u32> {
        let shown = self.shown(list.view);
        let still = |mark: &Mark| {
            let id = if by_place { shown.get(mark.at)?.id } else { mark.id };
            shown.iter().any(|message| message.id == id).then_some(id)
        };
        list.marks.iter().filter_map(still).collect()
    }

    /// A message newer than all others.
    fn add(&mut self, message: Message) {
        self.messages.insert(0, message);
    }

    fn received(&mut self, (from, subject): (&str, &str), date: u64) -> Message {
        let first = from.split(' ').next().unwrap_or_default();
        Message {
            id: self.fresh_id(),
            folder: Folder::Inbox,
            server: Folder::Inbox,
            from: from.into(),
            to: IDENTITIES[0].into(),
            cc: String::new(),
            subject: subject.into(),
            body: format!("More about this soon. {first}"),
            attachments: Vec::new(),
            labels: Vec::new(),
            date,
            read: false,
            starred: false,
            answers: None,
            partial: true,
            identity: 0,
        }
    }

    /// Goes on with what a process that died had begun.
    fn sync_again(&self, cx: &mut Cx<'_, Self>) {
        if branch!(cx, self.syncing) && !cx.bug("sync-dies-with-process") {
            cx.after(SYNC_MILLIS, Msg::Synced);
        }
    }

    fn sync(&mut self, cx: &mut Cx<'_, Self>) {
        if branch!(cx, !self.syncing) {
            return;
        }
        self.syncing = false;
        self.synced = cx.now();
        let fresh = [2, 1, 0][self.syncs % 3];
        self.syncs += 1;
        for _ in 0..fresh {
            let (from, subject) = LATER[self.newer % LATER.len()];
            let round = self.newer / LATER.len();
            self.newer += 1;
            let subject = if round > 0 { format!("{subject} ({})", round + 1) } else { subject.into() };
            let message = self.received((from, &subject), cx.now());
            self.add(message);
            if branch!(cx, self.settings.notify) {
                cx.notify(format!("{from}: {subject}"));
            }
        }
        for message in &mut self.messages {
            message.server = message.folder;
        }
        if branch!(cx, fresh == 0) {
            cx.toast("No new messages");
        }
    }

    fn load_older(&mut self, cx: &mut Cx<'_, Self>) {
        cover!(cx);
        self.memory.loading_more = false;
        for _ in 0..LOAD.min(OLDEST - self.older.min(OLDEST)) {
            let (from, subject) = EARLIER[self.older % EARLIER.len()];
            let round = self.older / EARLIER.len();
            let subject = if round > 0 { format!("{subject} ({})", round + 1) } else { subject.into() };
            let date = cx.now().saturating_sub((self.older as u64 + 6) * 1440 * MINUTE);
            let message = Message { read: true, ..self.received((from, &subject), date) };
            self.messages.push(message);
            self.older += 1;
        }
    }

    /// Opens a message for reading, or a draft for writing.
    fn open(&mut self, id: u32, cx: &mut Cx<'_, Self>) {
        let Some(message) = self.message_mut(id) else { return };
        if branch!(cx, message.folder == Folder::Drafts) {
            let draft = Draft {
                stored: Some(id),
                identity: message.identity,
                to: message.to.clone(),
                cc: message.cc.clone(),
                cc_shown: !message.cc.is_empty(),
                subject: message.subject.clone(),
                body: message.body.clone(),
                attachments: message.attachments.clone(),
                answers: message.answers,
                ..Draft::default()
            };
            return compose(draft, cx);
        }
        message.read = true;
        let partial = branch!(cx, message.partial);
        // The list shows what was opened as read before the store says so.
        if !self.memory.opened.contains(&id) {
            self.memory.opened.push(id);
        }
        self.memory.seen.clone_from(&self.memory.opened);
        let Some(earlier) = self.conversation(id, cx) else { return };
        cx.open(Page::Message(Open { id, earlier, details: false }));
        if partial {
            cx.after(BODY_MILLIS, Msg::BodyLoaded(id));
        }
    }

    /// The messages before this one in its conversation, or nothing where the walk along it never ends.
    fn conversation(&self, id: u32, cx: &mut Cx<'_, Self>) -> Option<Vec<u32>> {
        let mut earlier = Vec::new();
        if branch!(cx, !self.settings.conversations) {
            return Some(earlier);
        }
        let mut at = self.message(id)?;
        while let Some(before) = at.answers.and_then(|before| self.message(before)) {
            if branch!(cx, before.id == at.id) {
                let fault = Fault::new("", "Input dispatching timed out")
                    .at("com.example.mail.ConversationLoader.findRoot(ConversationLoader.java:61)")
                    .at("com.example.mail.MessageViewFragment.onStart(MessageViewFragment.java:140)")
                    .at("androidx.fragment.app.Fragment.performStart(Fragment.java:3021)");
                cx.hang(fault);
                return None;
            }
            earlier.push(before.id);
            at = before;
        }
        Some(earlier)
    }

    /// Moves messages; what is deleted in the trash is gone for good.
    fn relocate(&mut self, ids: &[u32], to: Folder, cx: &mut Cx<'_, Self>) -> Snack {
        let mut undo = Vec::new();
        for message in self.messages.iter_mut().filter(|message| ids.contains(&message.id)) {
            undo.push((message.id, message.folder));
            message.folder = to;
            message.server = to;
        }
        let what =
            if branch!(cx, undo.len() == 1) { "Message".into() } else { format!("{} messages", undo.len()) };
        let text = match to {
            Folder::Archive => format!("{what} archived"),
            Folder::Trash => format!("{what} deleted"),
            _ => format!("{what} moved to {}", to.name()),
        };
        Snack { number: self.fresh_id(), text, undo }
    }

    fn erase(&mut self, ids: &[u32]) {
        self.messages.retain(|message| !ids.contains(&message.id));
        for message in &mut self.messages {
            message.answers = message.answers.filter(|before| !ids.contains(before));
        }
    }

    fn in_trash(&self, ids: &[u32]) -> bool {
        ids.iter().filter_map(|id| self.message(*id)).any(|message| message.folder == Folder::Trash)
    }

    /// Deletes at once what may be, and asks about the rest.
    fn delete(&mut self, ids: Vec<u32>, cx: &mut Cx<'_, Self>) -> Option<Snack> {
        if branch!(cx, self.settings.confirm || self.in_trash(&ids)) {
            cx.open(Page::Confirm(Question::Delete(ids)));
            return None;
        }
        Some(self.relocate(&ids, Folder::Trash, cx))
    }

    fn delete_confirmed(&mut self, ids: &[u32], cx: &mut Cx<'_, Self>) -> Option<Snack> {
        if branch!(cx, self.in_trash(ids)) {
            self.erase(ids);
            return None;
        }
        Some(self.relocate(ids, Folder::Trash, cx))
    }

    fn undo(&mut self, snack: &Snack, cx: &mut Cx<'_, Self>) {
        for (id, folder) in &snack.undo {
            match self.message_mut(*id) {
                Some(message) => {
                    cover!(cx);
                    message.folder = *folder;
                    message.server = *folder;
                }
                None if cx.bug("undo-after-emptying") => {
                    return cx.crash(
                        Fault::new(
                            "java.lang.NullPointerException",
                            "Attempt to invoke virtual method 'long com.example.mail.mailstore.LocalMessage\
                             .getDatabaseId()' on a null object reference",
                        )
                        .at("com.example.mail.MessagingController.undoMove(MessagingController.java:1204)")
                        .at("com.example.mail.MessageListFragment.onUndo(MessageListFragment.java:388)")
                        .at("android.view.View.performClick(View.java:7448)"),
                    );
                }
                None => {
                    cover!(cx);
                    cx.toast("The message is gone");
                }
            }
        }
    }

    fn star(&mut self, id: u32, cx: &mut Cx<'_, Self>) {
        if let Some(message) = self.message_mut(id) {
            cover!(cx);
            message.starred = !message.starred;
        }
    }

    fn set_read(&mut self, id: u32, read: bool) {
        if let Some(message) = self.message_mut(id) {
            message.read = read;
        }
        self.memory.seen.retain(|seen| *seen != id);
    }

    fn signature(&self, identity: usize) -> String {
        let signature = &self.settings.signatures[identity];
        if signature.is_empty() { String::new() } else { format!("\n-- \n{signature}") }
    }

    fn new_draft(&self, to: &str) -> Draft {
        let identity = self.settings.identity;
        Draft { identity, to: to.to_owned(), body: self.signature(identity), ..Draft::default() }
    }

    /// The address that answers go to: the sender's, or whom one wrote to oneself.
    fn address_of(&self, message: &Message) -> String {
        if message.folder == Folder::Sent {
            return message.to.clone();
        }
        let known = self.contacts.iter().find(|contact| contact.name == message.from);
        known.map_or_else(|| invented(&message.from), |contact| contact.address.clone())
    }

    fn reply(&self, message: &Message, all: bool) -> Draft {
        let subject = match message.subject.strip_prefix("Re: ") {
            Some(_) => message.subject.clone(),
            None => format!("Re: {}", message.subject),
        };
        let body = format!("{}\n> {}", self.signature(message.identity), message.body);
        let cc = if all { message.cc.clone() } else { String::new() };
        Draft {
            identity: message.identity,
            to: self.address_of(message),
            cc_shown: !cc.is_empty(),
            cc,
            subject,
            body,
            answers: Some(message.id),
            ..Draft::default()
        }
    }

    fn forward(&self, message: &Message) -> Draft {
        let body = format!("{}\nFrom: {}\n{}", self.signature(message.identity), message.from, message.body);
        Draft {
            identity: message.identity,
            subject: format!("Fwd: {}", message.subject),
            body,
            attachments: message.attachments.clone(),
            ..Draft::default()
        }
    }

    /// Whom what is typed last into a recipient field may mean.
    fn suggestions(&self, typed: &str, stale: bool) -> Vec<&Contact> {
        let part = typed.split(',').next_back().unwrap_or_default().trim().to_lowercase();
        if part.is_empty() {
            return Vec::new();
        }
        let book = self.memory.book.as_ref().filter(|_| stale).unwrap_or(&self.contacts);
        let fits = |contact: &&Contact| {
            let address = contact.address.to_lowercase();
            address != part && (contact.name.to_lowercase().contains(&part) || address.contains(&part))
        };
        book.iter().filter(fits).take(3).collect()
    }

    /// The message that a draft is, once it is sent or stored.
    fn finished(&mut self, draft: &Draft, folder: Folder, cx: &Cx<'_, Self>) -> Message {
        let old = draft.stored.and_then(|id| self.message(id)).cloned();
        let id = draft.stored.unwrap_or_else(|| self.fresh_id());
        // What is sent again keeps the headers it was sent with, its own name among them.
        let itself = draft.again && cx.bug("conversation-of-one");
        Message {
            id,
            folder,
            server: folder,
            from: IDENTITIES[draft.identity].into(),
            to: draft.to.trim().to_owned(),
            cc: draft.cc.trim().to_owned(),
            subject: draft.subject.trim().to_owned(),
            body: draft.body.clone(),
            attachments: draft.attachments.clone(),
            labels: old.as_ref().map_or(Vec::new(), |old| old.labels.clone()),
            date: cx.now(),
            read: true,
            starred: old.is_some_and(|old| old.starred),
            answers: if itself { Some(id) } else { draft.answers },
            partial: false,
            identity: draft.identity,
        }
    }

    fn store(&mut self, message: Message) {
        self.messages.retain(|old| old.id != message.id);
        self.add(message);
    }

    fn found(&self, query: &str) -> Vec<&Message> {
        let wanted = query.trim().to_lowercase();
        let has = |text: &str| text.to_lowercase().contains(&wanted);
        let fits = |m: &&Message| has(&m.subject) || has(&m.from) || has(&m.to) || has(&m.body);
        self.messages.iter().filter(|m| m.folder != Folder::Trash).filter(fits).collect()
    }

    fn remember(&mut self, query: &str, cx: &mut Cx<'_, Self>) {
        let query = query.trim();
        if branch!(cx, !query.is_empty()) {
            self.history.retain(|known| known != query);
            self.history.insert(0, query.to_owned());
            self.history.truncate(MAX_HISTORY);
        }
    }
}

/// An address for those who are not in the address book.
fn invented(name: &str) -> String {
    let plain: String = name.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
    format!("{}@example.com", plain.to_lowercase())
}

fn compose(draft: Draft, cx: &mut Cx<'_, Mail>) {
    let first = (draft.subject.clone(), draft.body.clone());
    cx.open(Page::Compose(Box::new(Draft { first, ..draft })));
}

fn leave(draft: &Draft, cx: &mut Cx<'_, Mail>) {
    if branch!(cx, draft.changed) {
        cx.open(Page::SaveDraft);
    } else {
        cx.close_with(Msg::Returned);
    }
}

/// What messages do.
impl Mail {
    fn show(&mut self, list: &mut List, view: View, cx: &Cx<'_, Self>) {
        list.view = view;
        list.marks.clear();
        // The title is set by an observer of the page that the theme replaced.
        if !(self.memory.themed && cx.bug("theme-freezes-title")) {
            list.title = self.title(view);
        }
    }

    fn offer(list: &mut List, snack: Option<Snack>, cx: &mut Cx<'_, Self>) {
        if let Some(snack) = snack {
            cx.after(SNACK_MILLIS, Msg::SnackGone(snack.number));
            list.snack = Some(snack);
        }
    }

    fn on_list(&mut self, list: &mut List, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Returned => self.returned(list, cx),
            Msg::OpenDrawer => cx.open(Page::Drawer(list.view)),
            Msg::OpenMenu => cx.open(Page::ListMenu(list.view)),
            Msg::View(view) => {
                cover!(cx);
                self.show(list, view, cx);
            }
            Msg::Sync => {
                cover!(cx);
                self.syncing = true;
                cx.after(SYNC_MILLIS, Msg::Synced);
            }
            Msg::LoadMore => {
                let more = self.older < OLDEST && !self.memory.loading_more && list.view == INBOX;
                if branch!(cx, more) {
                    self.memory.loading_more = true;
                    cx.after(MORE_MILLIS, Msg::MoreLoaded);
                } else if branch!(cx, self.older >= OLDEST) {
                    cx.toast("No more messages");
                }
            }
            Msg::Open(id) => self.open(id, cx),
            Msg::Mark(mark) => {
                let by_place = cx.bug("marks-slip");
                let same = |known: &Mark| if by_place { known.at == mark.at } else { known.id == mark.id };
                if branch!(cx, list.marks.iter().any(same)) {
                    list.marks.retain(|known| !same(known));
                } else {
                    list.marks.push(mark);
                }
            }
            Msg::MarkAll => {
                cover!(cx);
                let all = self.shown(list.view);
                list.marks =
                    all.iter().enumerate().map(|(at, message)| Mark { at, id: message.id }).collect();
            }
            Msg::Unmark => list.marks.clear(),
            Msg::Star(id) => {
                self.star(id, cx);
                // Nothing marked is left in the list: it is a plain one again.
                if branch!(cx, self.marked(list, cx.bug("marks-slip")).is_empty()) {
                    list.marks.clear();
                }
            }
            Msg::Archive(id) => {
                cover!(cx);
                let snack = self.relocate(&[id], Folder::Archive, cx);
                Self::offer(list, Some(snack), cx);
            }
            Msg::Delete(id) => {
                let snack = self.delete(vec![id], cx);
                Self::offer(list, snack, cx);
            }
            Msg::ArchiveMarked | Msg::DeleteMarked | Msg::ReadMarked(_) | Msg::MoveMarked => {
                self.on_marked(list, &msg, cx);
            }
            Msg::MoveTo(folder) => {
                let ids = self.marked(list, cx.bug("marks-slip"));
                list.marks.clear();
                if branch!(cx, !ids.is_empty()) {
                    let snack = self.bulk(&ids, folder, cx);
                    Self::offer(list, Some(snack), cx);
                }
            }
            Msg::AllRead => {
                cover!(cx);
                let ids: Vec<u32> = self.shown(list.view).iter().map(|message| message.id).collect();
                ids.into_iter().for_each(|id| self.set_read(id, true));
            }
            Msg::EmptyTrash => cx.open(Page::Confirm(Question::EmptyTrash)),
            Msg::Confirmed(Question::EmptyTrash) => {
                cover!(cx);
                let ids: Vec<u32> = self.shown(TRASH).iter().map(|message| message.id).collect();
                self.erase(&ids);
                list.marks.clear();
            }
            Msg::Confirmed(Question::Delete(ids)) => {
                let snack = self.delete_confirmed(&ids, cx);
                Self::offer(list, snack, cx);
            }
            Msg::Snack(snack) => Self::offer(list, Some(snack), cx),
            Msg::SnackGone(number) => {
                if branch!(cx, list.snack.as_ref().is_some_and(|snack| snack.number == number)) {
                    list.snack = None;
                }
            }
            Msg::Undo => {
                if let Some(snack) = list.snack.take() {
                    self.undo(&snack, cx);
                }
            }
            Msg::Compose => {
                cover!(cx);
                compose(self.new_draft(""), cx);
            }
            Msg::OpenSearch => cx.open(Page::Search { query: String::new() }),
            Msg::OpenContacts => cx.open(Page::Contacts),
            Msg::OpenLabels => cx.open(Page::ManageLabels),
            Msg::OpenSettings => cx.open(Page::Settings),
            Msg::OpenAbout => {
                cover!(cx);
                let tip = cx.random(TIPS.len() as u64) as usize;
                cx.open(Page::About { tip });
            }
            _ => {}
        }
    }

    /// Back from the labels: the one shown may have another name, or be gone.
    fn returned(&mut self, list: &mut List, cx: &mut Cx<'_, Self>) {
        let View::Label(label) = list.view else { return };
        if branch!(cx, self.label(label).is_some()) {
            list.title = self.title(list.view);
            return;
        }
        if cx.bug("shown-label-deleted") {
            return cx.crash(
                Fault::new("java.lang.IllegalStateException", format!("Label not found: {label}"))
                    .at("com.example.mail.MessageListFragment.initializeLabel(MessageListFragment.java:203)")
                    .at("com.example.mail.MessageListFragment.onResume(MessageListFragment.java:171)")
                    .at("androidx.fragment.app.Fragment.performResume(Fragment.java:3039)"),
            );
        }
        self.show(list, INBOX, cx);
    }

    fn on_marked(&mut self, list: &mut List, msg: &Msg, cx: &mut Cx<'_, Self>) {
        let ids = self.marked(list, cx.bug("marks-slip"));
        if branch!(cx, ids.is_empty()) {
            return list.marks.clear();
        }
        match msg {
            Msg::MoveMarked => {
                cover!(cx);
                let from = if let View::Folder(folder) = list.view { Some(folder) } else { None };
                return cx.open(Page::MoveTo(from));
            }
            Msg::ArchiveMarked => {
                cover!(cx);
                let snack = self.bulk(&ids, Folder::Archive, cx);
                Self::offer(list, Some(snack), cx);
            }
            Msg::DeleteMarked => {
                let snack = self.delete(ids, cx);
                Self::offer(list, snack, cx);
            }
            Msg::ReadMarked(read) => {
                cover!(cx);
                ids.into_iter().for_each(|id| self.set_read(id, *read));
            }
            _ => {}
        }
        list.marks.clear();
    }

    /// Messages that were marked are moved in one query, of which the server hears when it is asked next.
    fn bulk(&mut self, ids: &[u32], to: Folder, cx: &mut Cx<'_, Self>) -> Snack {
        let before: Vec<(u32, Folder)> = self.messages.iter().map(|m| (m.id, m.server)).collect();
        let snack = self.relocate(ids, to, cx);
        for (message, (_, server)) in self.messages.iter_mut().zip(before) {
            message.server = server;
        }
        snack
    }

    fn on_message(&mut self, open: &mut Open, msg: Msg, cx: &mut Cx<'_, Self>) {
        let id = open.id;
        let Some(message) = self.message(id) else { return cx.close() };
        match msg {
            Msg::OpenMenu => cx.open(Page::MessageMenu(id)),
            Msg::Star(id) => self.star(id, cx),
            Msg::Details => open.details = !open.details,
            Msg::Reply { all } => {
                cover!(cx);
                compose(self.reply(message, all), cx);
            }
            Msg::Forward => {
                cover!(cx);
                compose(self.forward(message), cx);
            }
            Msg::Again => {
                cover!(cx);
                let draft = Draft {
                    identity: message.identity,
                    to: message.to.clone(),
                    cc: message.cc.clone(),
                    cc_shown: !message.cc.is_empty(),
                    subject: message.subject.clone(),
                    body: message.body.clone(),
                    attachments: message.attachments.clone(),
                    again: true,
                    ..Draft::default()
                };
                compose(draft, cx);
            }
            Msg::Unread => {
                cover!(cx);
                self.set_read(id, false);
                cx.close_with(Msg::Returned);
            }
            Msg::Archive(_) => {
                cover!(cx);
                let snack = self.relocate(&[id], Folder::Archive, cx);
                cx.close_with(Msg::Snack(snack));
            }
            Msg::Delete(_) => {
                if let Some(snack) = self.delete(vec![id], cx) {
                    cover!(cx);
                    cx.close_with(Msg::Snack(snack));
                }
            }
            Msg::Confirmed(Question::Delete(ids)) => match self.delete_confirmed(&ids, cx) {
                Some(snack) => cx.close_with(Msg::Snack(snack)),
                None => cx.close(),
            },
            Msg::Move => {
                cover!(cx);
                cx.open(Page::MoveTo(Some(message.folder)));
            }
            Msg::MoveTo(folder) => {
                cover!(cx);
                let snack = self.relocate(&[id], folder, cx);
                cx.close_with(Msg::Snack(snack));
            }
            Msg::Label => {
                // The boxes are those of the dialog before, if there was one.
                let kept = self.memory.ticked.clone().filter(|_| cx.bug("labels-of-another"));
                let ticked = kept.unwrap_or_else(|| message.labels.clone());
                self.memory.ticked = Some(ticked.clone());
                cx.open(Page::Labels { ticked });
            }
            Msg::Labelled(labels) => {
                if let Some(message) = self.message_mut(id) {
                    cover!(cx);
                    message.labels = labels;
                }
            }
            Msg::AddSender => {
                let (name, address) = (message.from.clone(), self.address_of(message));
                if branch!(cx, self.contacts.iter().any(|contact| contact.address == address)) {
                    cx.toast("Already in your contacts");
                } else {
                    cx.open(Page::EditContact { id: None, name, address, error: "" });
                }
            }
            Msg::Open(earlier) => self.open(earlier, cx),
            Msg::Attachment(at) => {
                if let Some(name) = message.attachments.get(at) {
                    cover!(cx);
                    cx.open(Page::Attachment(name.clone()));
                }
            }
            // A message of the conversation was moved.
            Msg::Snack(snack) => cx.toast(snack.text),
            _ => {}
        }
    }

    fn on_labels(&mut self, ticked: &mut Vec<u32>, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Tick(label) => {
                if branch!(cx, ticked.contains(&label)) {
                    ticked.retain(|known| *known != label);
                } else {
                    ticked.push(label);
                }
                self.memory.ticked = Some(ticked.clone());
            }
            Msg::Ok => {
                cover!(cx);
                let chosen = self.labels.iter().map(|label| label.id).filter(|id| ticked.contains(id));
                cx.close_with(Msg::Labelled(chosen.collect()));
            }
            _ => {}
        }
    }

    fn on_compose(&mut self, draft: &mut Draft, msg: Msg, cx: &mut Cx<'_, Self>) {
        draft.changed |=
            matches!(msg, Msg::To(_) | Msg::Cc(_) | Msg::Subject(_) | Msg::Body(_) | Msg::Detach(_));
        match msg {
            Msg::Close => leave(draft, cx),
            Msg::OpenMenu => {
                // Fields without a recipient that is known are put away when the menu is made anew.
                let known = self.contacts.iter().any(|contact| draft.cc.contains(&contact.address));
                if cx.bug("menu-drops-cc") && branch!(cx, draft.cc_shown && !known) {
                    draft.cc_shown = false;
                    draft.cc.clear();
                }
                cx.open(Page::ComposeMenu);
            }
            Msg::From => cx.open(Page::Choose(Choice::Identity(draft.identity))),
            Msg::Chosen(_, identity) => {
                cover!(cx);
                let (old, new) = (self.signature(draft.identity), self.signature(identity));
                if branch!(cx, !old.is_empty() && draft.body.contains(&old)) {
                    draft.body = draft.body.replacen(&old, &new, 1);
                }
                draft.identity = identity;
                draft.changed = true;
            }
            Msg::To(text) => draft.to = text,
            Msg::Cc(text) => draft.cc = text,
            Msg::ShowCc => draft.cc_shown = true,
            Msg::Subject(text) => draft.subject = text,
            Msg::Body(text) => draft.body = text,
            Msg::Suggested(address) => {
                cover!(cx);
                let before = draft.to.rfind(',').map_or(String::new(), |at| format!("{}, ", &draft.to[..at]));
                draft.to = before + &address;
                draft.changed = true;
            }
            Msg::Pick => cx.open(Page::PickContact),
            Msg::Address(address) => {
                let first = branch!(cx, draft.to.trim().is_empty());
                draft.to = if first { address } else { format!("{}, {address}", draft.to.trim()) };
                draft.changed = true;
            }
            Msg::Attach => {
                cover!(cx);
                draft.attaching = true;
                cx.visit(Neighbour::FileChooser, Msg::Attached);
            }
            Msg::Attached(Some(name)) => {
                cover!(cx);
                draft.attaching = false;
                draft.changed = true;
                draft.attachments.push(name);
                if cx.bug("attaching-drops-text") {
                    // The page fills its fields from what it was opened with.
                    (draft.subject, draft.body) = draft.first.clone();
                }
            }
            Msg::Attached(None) => draft.attaching = cx.bug("no-file-no-sending"),
            Msg::Detach(at) => {
                if branch!(cx, at < draft.attachments.len()) {
                    draft.attachments.remove(at);
                }
            }
            Msg::Send => self.send(draft, cx),
            Msg::SaveDraft => {
                cover!(cx);
                let message = self.finished(draft, Folder::Drafts, cx);
                self.store(message);
                cx.toast("Saved as a draft");
                cx.close_with(Msg::Returned);
            }
            Msg::AskDiscard => cx.open(Page::Confirm(Question::Discard)),
            Msg::Discard => cx.close_with(Msg::Returned),
            Msg::Confirmed(_) => {
                cover!(cx);
                if let Some(id) = draft.stored {
                    self.erase(&[id]);
                }
                cx.toast("Message discarded");
                cx.close_with(Msg::Returned);
            }
            _ => {}
        }
    }

    fn send(&mut self, draft: &mut Draft, cx: &mut Cx<'_, Self>) {
        let recipients = || draft.to.split(',').chain(draft.cc.split(',')).map(str::trim);
        if branch!(cx, draft.attaching) {
            return cx.toast("Wait until the files are attached");
        }
        if branch!(cx, draft.to.trim().is_empty()) {
            return cx.toast("Add a recipient");
        }
        if branch!(cx, recipients().any(|one| !one.is_empty() && !one.contains('@'))) {
            return cx.toast("This is no address");
        }
        let message = self.finished(draft, Folder::Sent, cx);
        self.store(message);
        cx.toast("Message sent");
        cx.close_with(Msg::Returned);
    }

    fn on_search(&mut self, query: &mut String, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Query(text) => *query = text,
            Msg::Submit => self.remember(query, cx),
            Msg::Recent(at) => {
                if let Some(known) = self.history.get(at) {
                    cover!(cx);
                    query.clone_from(known);
                }
            }
            Msg::Open(id) => {
                cover!(cx);
                self.remember(query, cx);
                self.open(id, cx);
            }
            Msg::Star(id) => self.star(id, cx),
            Msg::Snack(snack) => cx.toast(snack.text),
            _ => {}
        }
    }

    fn on_contacts(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Contact(id) => cx.open(Page::Contact(id)),
            Msg::NewContact => {
                cover!(cx);
                cx.open(Page::EditContact {
                    id: None,
                    name: String::new(),
                    address: String::new(),
                    error: "",
                });
            }
            _ => {}
        }
    }

    fn on_contact(&mut self, id: u32, msg: Msg, cx: &mut Cx<'_, Self>) {
        let Some(contact) = self.contact(id) else { return cx.close() };
        match msg {
            Msg::WriteTo => {
                cover!(cx);
                compose(self.new_draft(&contact.address), cx);
            }
            Msg::EditContact => {
                cover!(cx);
                let (name, address) = (contact.name.clone(), contact.address.clone());
                cx.open(Page::EditContact { id: Some(id), name, address, error: "" });
            }
            Msg::DeleteContact => cx.open(Page::Confirm(Question::DeleteContact)),
            Msg::Confirmed(_) => {
                cover!(cx);
                self.contacts.retain(|contact| contact.id != id);
                cx.close();
            }
            Msg::Open(message) => self.open(message, cx),
            Msg::Snack(snack) => cx.toast(snack.text),
            _ => {}
        }
    }

    fn on_edit_contact(
        &mut self,
        id: Option<u32>,
        (name, address): (&mut String, &mut String),
        error: &mut &'static str,
        msg: Msg,
        cx: &mut Cx<'_, Self>,
    ) {
        match msg {
            Msg::Name(text) => *name = text,
            Msg::Address(text) => *address = text,
            Msg::Save => {
                let (name, address) = (name.trim().to_owned(), address.trim().to_owned());
                let taken =
                    self.contacts.iter().any(|known| known.address == address && Some(known.id) != id);
                if branch!(cx, name.is_empty()) {
                    *error = "Enter a name";
                } else if branch!(cx, !address.contains('@')) {
                    *error = "This is no address";
                } else if branch!(cx, taken) {
                    *error = "Another contact has this address";
                } else {
                    match self.contacts.iter_mut().find(|contact| Some(contact.id) == id) {
                        Some(contact) => (contact.name, contact.address) = (name, address),
                        None => {
                            let id = self.fresh_id();
                            self.contacts.push(Contact { id, name, address });
                        }
                    }
                    self.contacts.sort_by_key(|contact| contact.name.to_lowercase());
                    self.memory.book = Some(self.contacts.clone());
                    cx.close_with(Msg::Returned);
                }
            }
            _ => {}
        }
    }

    fn on_manage(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::NewLabel => cx.open(Page::Ask { what: Asked::NewLabel, text: String::new() }),
            Msg::RenameLabel(id) => {
                cover!(cx);
                let text = self.label(id).map_or(String::new(), |label| label.name.clone());
                cx.open(Page::Ask { what: Asked::RenameLabel(id), text });
            }
            Msg::DeleteLabel(id) => cx.open(Page::Confirm(Question::DeleteLabel(id))),
            Msg::Confirmed(Question::DeleteLabel(id)) => {
                cover!(cx);
                self.labels.retain(|label| label.id != id);
                self.messages.iter_mut().for_each(|message| message.labels.retain(|known| *known != id));
            }
            Msg::Answer(_, name) if branch!(cx, name.is_empty()) => cx.toast("A label needs a name"),
            Msg::Answer(_, name) if branch!(cx, self.labels.iter().any(|label| label.name == name)) => {
                cx.toast("There is such a label already");
            }
            Msg::Answer(Asked::RenameLabel(id), name) => {
                cover!(cx);
                self.labels.iter_mut().filter(|label| label.id == id).for_each(|l| l.name.clone_from(&name));
            }
            Msg::Answer(_, name) => {
                cover!(cx);
                let id = self.fresh_id();
                self.labels.push(Label { id, name });
            }
            _ => {}
        }
    }

    fn on_settings(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Toggle(switch) => {
                cover!(cx);
                let flag = match switch {
                    Switch::Conversations => &mut self.settings.conversations,
                    Switch::Snippets => &mut self.settings.snippets,
                    Switch::Confirm => &mut self.settings.confirm,
                    Switch::Notify => &mut self.settings.notify,
                };
                *flag = !*flag;
            }
            Msg::Choose(choice) => cx.open(Page::Choose(choice)),
            Msg::Chosen(Choice::Theme, theme) => {
                cover!(cx);
                self.memory.themed |= self.settings.theme != theme;
                self.settings.theme = theme;
            }
            Msg::Chosen(Choice::Quick, quick) => self.settings.quick = quick,
            Msg::Chosen(_, identity) => self.settings.identity = identity,
            Msg::Signature(identity) => {
                cover!(cx);
                let text = self.settings.signatures[identity].clone();
                cx.open(Page::Ask { what: Asked::Signature(identity), text });
            }
            Msg::Answer(Asked::Signature(identity), text) => {
                cover!(cx);
                self.settings.signatures[identity] = text;
            }
            Msg::ClearHistory => {
                cover!(cx);
                self.history.clear();
                cx.toast("Search history cleared");
            }
            _ => {}
        }
    }
}

/// What pages look like.
impl Mail {
    fn view_list(&self, list: &List, ui: &mut Ui<'_, Msg>) {
        let shown = self.shown(list.view);
        let marked = self.marked(list, ui.bug("marks-slip"));
        ui.stack("list_root", |ui| {
            ui.column("", |ui| {
                if branch!(ui, list.marks.is_empty()) {
                    ui.toolbar(&list.title, Nav::Drawer(Msg::OpenDrawer), |ui| {
                        ui.icon("search", "Search").tap(Msg::OpenSearch);
                        ui.icon("sync", "Check mail").enabled(!self.syncing).tap(Msg::Sync);
                        ui.overflow(Msg::OpenMenu);
                    });
                } else {
                    self.view_marks_bar(&marked, ui);
                }
                self.view_status(list.view, ui);
                if branch!(ui, shown.is_empty()) {
                    view_empty(list.view, ui);
                } else {
                    let more = branch!(ui, list.view == INBOX);
                    ui.list("message_list", shown.len() + usize::from(more), 120, |ui, row| {
                        match shown.get(row) {
                            Some(message) => self.view_row(message, row, list, &marked, ui),
                            None => self.view_footer(ui),
                        }
                    })
                    .ended(Msg::LoadMore);
                }
                if let Some(snack) = &list.snack {
                    cover!(ui);
                    ui.row("snackbar", |ui| {
                        ui.text("snackbar_text", &snack.text).fill();
                        ui.button("snackbar_action", "Undo").tap(Msg::Undo);
                    })
                    .height(72);
                }
            });
            if branch!(ui, list.marks.is_empty() && list.snack.is_none()) {
                ui.fab("compose", "Compose").tap(Msg::Compose);
            }
        });
    }

    /// The bar above a list in which messages are marked.
    fn view_marks_bar(&self, marked: &[u32], ui: &mut Ui<'_, Msg>) {
        let unread = marked.iter().filter_map(|id| self.message(*id)).any(|message| !message.read);
        ui.toolbar(marked.len(), Nav::Up(Msg::Unmark), |ui| {
            ui.icon("select_all", "Select all").tap(Msg::MarkAll);
            if branch!(ui, unread) {
                ui.icon("mark_read", "Mark as read").tap(Msg::ReadMarked(true));
            } else {
                ui.icon("mark_unread", "Mark as unread").tap(Msg::ReadMarked(false));
            }
            ui.icon("move", "Move").tap(Msg::MoveMarked);
            ui.icon("archive", "Archive selected").tap(Msg::ArchiveMarked);
            ui.icon("delete", "Delete selected").tap(Msg::DeleteMarked);
        });
    }

    fn view_status(&self, view: View, ui: &mut Ui<'_, Msg>) {
        ui.row("status", |ui| {
            if branch!(ui, self.syncing) {
                ui.busy();
                ui.text("status_text", "Checking mail…").fill();
            } else {
                ui.text("status_text", format_args!("Checked {}", ago(ui.now(), self.synced))).fill();
            }
            ui.text("total", format_args!("{} messages", self.shown(view).len()));
        })
        .height(48);
    }

    fn view_row(&self, message: &Message, at: usize, list: &List, marked: &[u32], ui: &mut Ui<'_, Msg>) {
        let id = message.id;
        let mark = Mark { at, id };
        let marking = !list.marks.is_empty();
        let tap = if branch!(ui, marking) { Msg::Mark(mark) } else { Msg::Open(id) };
        let row = ui.row("message_row", |ui| {
            if marking {
                ui.checkbox("selected", "", marked.contains(&id)).tap(Msg::Mark(mark));
            }
            self.view_summary(message, ui);
            if branch!(ui, !marking && self.settings.quick == 1 && message.folder != Folder::Archive) {
                ui.icon("quick", format_args!("Archive: {}", subject(message))).tap(Msg::Archive(id));
            }
            if branch!(ui, !marking && self.settings.quick == 2) {
                ui.icon("quick", format_args!("Delete: {}", subject(message))).tap(Msg::Delete(id));
            }
            let star = if branch!(ui, message.starred) { "Unstar" } else { "Star" };
            ui.icon("star", format_args!("{star}: {}", subject(message))).tap(Msg::Star(id));
        });
        row.selected(marked.contains(&id)).tap(tap).long_tap(Msg::Mark(mark));
    }

    /// Who wrote a message, when, and about what.
    fn view_summary(&self, message: &Message, ui: &mut Ui<'_, Msg>) {
        let early = ui.bug("unread-looks-read") && self.memory.seen.contains(&message.id);
        if branch!(ui, !message.read && !early) {
            ui.image("unread", format_args!("Unread: {}", subject(message))).width(24);
        }
        ui.column("summary", |ui| {
            ui.row("", |ui| {
                if branch!(ui, matches!(message.folder, Folder::Sent | Folder::Drafts)) {
                    ui.text("sender", format_args!("To: {}", message.to)).fill();
                } else {
                    ui.text("sender", &message.from).fill();
                }
                ui.text("date", ago(ui.now(), message.date)).width(140);
            })
            .height(36);
            ui.row("", |ui| {
                ui.text("subject", subject(message)).fill();
                if branch!(ui, !message.attachments.is_empty()) {
                    ui.image("attachment", "Has attachments").width(36);
                }
                for label in message.labels.iter().filter_map(|id| self.label(*id)) {
                    ui.text("label", &label.name).width(84);
                }
            })
            .height(36);
            if branch!(ui, self.settings.snippets) {
                let line = message.body.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
                ui.text("snippet", if message.partial { "" } else { line });
            }
        })
        .fill();
    }

    /// The end of the inbox.
    fn view_footer(&self, ui: &mut Ui<'_, Msg>) {
        ui.row("footer", |ui| {
            if branch!(ui, self.memory.loading_more) {
                ui.busy();
                ui.text("footer_text", "Loading messages…").fill();
            } else if branch!(ui, self.older >= OLDEST) {
                ui.text("footer_text", "No more messages").fill();
            } else {
                ui.button("load_more", "Load more messages").tap(Msg::LoadMore).fill();
            }
        });
    }

    fn view_drawer(&self, chosen: View, ui: &mut Ui<'_, Msg>) {
        // Counted where the server has them.
        let by_server = ui.bug("moved-still-counted");
        let inbox = if by_server {
            self.messages.iter().filter(|m| m.server == Folder::Inbox && !m.read).count()
        } else {
            self.unread(INBOX)
        };
        ui.drawer(IDENTITIES[self.settings.identity], |ui| {
            ui.scroll("drawer_scroll", |ui| {
                nav_row("Inbox", inbox, chosen == INBOX, ui).tap(Msg::View(INBOX));
                nav_row("Starred", 0, chosen == View::Starred, ui).tap(Msg::View(View::Starred));
                for folder in Folder::ALL.into_iter().skip(1) {
                    let view = View::Folder(folder);
                    let drafts = branch!(ui, folder == Folder::Drafts);
                    let count = if drafts { self.shown(view).len() } else { self.unread(view) };
                    nav_row(folder.name(), count, chosen == view, ui).tap(Msg::View(view));
                }
                for label in &self.labels {
                    let view = View::Label(label.id);
                    nav_row(&label.name, self.unread(view), chosen == view, ui).tap(Msg::View(view));
                }
            });
            ui.drawer_entry("Manage labels", false).tap(Msg::OpenLabels);
            ui.drawer_entry("Contacts", false).tap(Msg::OpenContacts);
            ui.drawer_entry("Settings", false).tap(Msg::OpenSettings);
        });
    }

    fn view_message(&self, open: &Open, ui: &mut Ui<'_, Msg>) {
        let Some(message) = self.message(open.id) else {
            cover!(ui);
            ui.column("message_root", |ui| {
                ui.toolbar("Message", Nav::Up(Msg::Close), |_| {});
                ui.text("message_gone", "This message was deleted");
            });
            return;
        };
        ui.column("message_root", |ui| {
            ui.toolbar(message.folder.name(), Nav::Up(Msg::Close), |ui| {
                let star = if branch!(ui, message.starred) { "Remove star" } else { "Add star" };
                ui.icon("star", star).tap(Msg::Star(open.id));
                if branch!(ui, message.folder != Folder::Archive) {
                    ui.icon("archive", "Archive").tap(Msg::Archive(open.id));
                }
                ui.icon("delete", "Delete").tap(Msg::Delete(open.id));
                ui.overflow(Msg::OpenMenu);
            });
            ui.text("message_subject", subject(message)).height(60);
            ui.scroll("message_scroll", |ui| {
                self.view_header(message, open.details, ui);
                if branch!(ui, message.partial) {
                    ui.busy();
                } else {
                    for line in message.body.lines().filter(|line| !line.trim().is_empty()) {
                        ui.text("body_line", line);
                    }
                }
                for (at, name) in message.attachments.iter().enumerate() {
                    ui.card("attachment_card", |ui| {
                        ui.text("attachment_name", name);
                    })
                    .tap(Msg::Attachment(at));
                }
                if branch!(ui, !open.earlier.is_empty()) {
                    ui.text("conversation", "Earlier in this conversation");
                }
                for earlier in open.earlier.iter().filter_map(|id| self.message(*id)) {
                    ui.card("earlier", |ui| {
                        ui.text("earlier_sender", &earlier.from);
                        ui.text("earlier_subject", subject(earlier));
                    })
                    .tap(Msg::Open(earlier.id));
                }
            });
            ui.row("message_bar", |ui| {
                ui.button("reply", "Reply").tap(Msg::Reply { all: false }).fill();
                if branch!(ui, !message.cc.is_empty()) {
                    ui.button("reply_all", "Reply all").tap(Msg::Reply { all: true }).fill();
                }
                ui.button("forward", "Forward").tap(Msg::Forward).fill();
            })
            .height(84);
        });
    }

    fn view_header(&self, message: &Message, details: bool, ui: &mut Ui<'_, Msg>) {
        ui.row("header", |ui| {
            ui.column("", |ui| {
                ui.text("from", &message.from);
                ui.text("recipients", format_args!("To: {}", message.to));
                if branch!(ui, !message.cc.is_empty()) {
                    ui.text("copies", format_args!("Cc: {}", message.cc));
                }
                if branch!(ui, details) {
                    ui.text("address", self.address_of(message));
                    ui.text("folder", format_args!("In {}", message.folder.name()));
                }
            })
            .fill();
            ui.text("date", ago(ui.now(), message.date));
        })
        .tap(Msg::Details);
        if branch!(ui, !message.labels.is_empty()) {
            ui.row("labels", |ui| {
                for label in message.labels.iter().filter_map(|id| self.label(*id)) {
                    ui.text("label", &label.name);
                }
            })
            .height(48);
        }
    }

    fn view_message_menu(&self, id: u32, ui: &mut Ui<'_, Msg>) {
        let own = self.message(id).is_some_and(|message| message.folder == Folder::Sent);
        ui.menu(|ui| {
            ui.entry("title", "Move to folder").tap(Msg::Move);
            ui.entry("title", "Labels").tap(Msg::Label);
            ui.entry("title", "Mark as unread").tap(Msg::Unread);
            if branch!(ui, own) {
                ui.entry("title", "Edit as new").tap(Msg::Again);
            } else {
                ui.entry("title", "Add sender to contacts").tap(Msg::AddSender);
            }
        });
    }

    fn view_labels(&self, ticked: &[u32], ui: &mut Ui<'_, Msg>) {
        let content = |ui: &mut Ui<'_, Msg>| {
            if branch!(ui, self.labels.is_empty()) {
                ui.message("You have no labels");
            }
            ui.scroll("label_scroll", |ui| {
                for label in &self.labels {
                    let on = ticked.contains(&label.id);
                    ui.checkbox("label_choice", &label.name, on).tap(Msg::Tick(label.id));
                }
            });
        };
        ui.dialog("Labels", content, |ui| {
            ui.cancel("Cancel", Msg::Close);
            ui.ok("OK", Msg::Ok);
        });
    }

    fn view_compose(&self, draft: &Draft, ui: &mut Ui<'_, Msg>) {
        let stale = ui.bug("deleted-contact-offered");
        ui.column("compose_root", |ui| {
            ui.toolbar("Compose", Nav::Up(Msg::Close), |ui| {
                ui.icon("attach", "Attach file").tap(Msg::Attach);
                ui.icon("send", "Send").tap(Msg::Send);
                ui.overflow(Msg::OpenMenu);
            });
            ui.scroll("compose_scroll", |ui| {
                ui.row("from_row", |ui| {
                    ui.text("from_label", "From").width(96);
                    ui.text("identity", IDENTITIES[draft.identity]).fill();
                })
                .height(60)
                .tap(Msg::From);
                ui.row("to_row", |ui| {
                    ui.field("to", &draft.to, "To").typed(Msg::To);
                    ui.icon("pick", "Choose a contact").tap(Msg::Pick);
                    if branch!(ui, !draft.cc_shown) {
                        ui.button("show_cc", "Cc").tap(Msg::ShowCc);
                    }
                })
                .height(72);
                for contact in self.suggestions(&draft.to, stale) {
                    ui.text("suggestion", format_args!("{} <{}>", contact.name, contact.address))
                        .height(60)
                        .tap(Msg::Suggested(contact.address.clone()));
                }
                if branch!(ui, draft.cc_shown) {
                    ui.field("cc", &draft.cc, "Cc").typed(Msg::Cc);
                }
                ui.field("subject", &draft.subject, "Subject").typed(Msg::Subject);
                ui.field("body", &draft.body, "Text").height(180).typed(Msg::Body);
                for (at, name) in draft.attachments.iter().enumerate() {
                    ui.row("attachment", |ui| {
                        ui.text("attachment_name", name).fill();
                        ui.icon("detach", format_args!("Remove {name}")).tap(Msg::Detach(at));
                    })
                    .height(72);
                }
            });
        });
    }

    fn view_pick(&self, ui: &mut Ui<'_, Msg>) {
        let content = |ui: &mut Ui<'_, Msg>| {
            if branch!(ui, self.contacts.is_empty()) {
                ui.message("You have no contacts");
            }
            ui.scroll("pick_scroll", |ui| {
                for contact in &self.contacts {
                    ui.entry("pick_name", &contact.name).tap(Msg::Address(contact.address.clone()));
                }
            });
        };
        ui.dialog("Choose a contact", content, |ui| ui.cancel("Cancel", Msg::Close));
    }

    fn view_search(&self, query: &str, ui: &mut Ui<'_, Msg>) {
        ui.column("search_root", |ui| {
            ui.toolbar("Search", Nav::Up(Msg::Close), |_| {});
            ui.row("search_bar", |ui| {
                ui.field("query", query, "In all folders").typed(Msg::Query).entered(Msg::Submit);
                if branch!(ui, !query.is_empty()) {
                    ui.icon("clear", "Clear").tap(Msg::Query(String::new()));
                }
            })
            .height(84);
            if branch!(ui, query.trim().is_empty()) {
                ui.scroll("history", |ui| {
                    for (at, known) in self.history.iter().enumerate() {
                        ui.text("recent", known).height(72).tap(Msg::Recent(at));
                    }
                });
                return;
            }
            let found = self.found(query);
            if branch!(ui, found.is_empty()) {
                ui.text("no_results", "No messages found");
                return;
            }
            ui.text("result_count", format_args!("{} found", found.len()));
            ui.list("result_list", found.len(), 120, |ui, row| {
                let message = found[row];
                ui.row("message_row", |ui| {
                    self.view_summary(message, ui);
                    ui.text("in_folder", message.folder.name()).width(108);
                })
                .tap(Msg::Open(message.id));
            });
        });
    }

    fn view_contacts(&self, ui: &mut Ui<'_, Msg>) {
        ui.stack("contacts_root", |ui| {
            ui.column("", |ui| {
                ui.toolbar("Contacts", Nav::Up(Msg::Close), |_| {});
                if branch!(ui, self.contacts.is_empty()) {
                    ui.text("no_contacts", "Nobody here yet");
                }
                ui.list("contact_list", self.contacts.len(), 96, |ui, row| {
                    let contact = &self.contacts[row];
                    ui.column("contact_row", |ui| {
                        ui.text("contact_name", &contact.name);
                        ui.text("contact_address", &contact.address);
                    })
                    .tap(Msg::Contact(contact.id));
                });
            });
            ui.fab("add_contact", "Add contact").tap(Msg::NewContact);
        });
    }

    fn view_contact(&self, id: u32, ui: &mut Ui<'_, Msg>) {
        let Some(contact) = self.contact(id) else {
            cover!(ui);
            ui.column("contact_root", |ui| {
                ui.toolbar("Contact", Nav::Up(Msg::Close), |_| {});
            });
            return;
        };
        ui.column("contact_root", |ui| {
            ui.toolbar(&contact.name, Nav::Up(Msg::Close), |ui| {
                ui.icon("edit", "Edit").tap(Msg::EditContact);
                ui.icon("delete", "Delete").tap(Msg::DeleteContact);
            });
            ui.text("contact_address", &contact.address);
            ui.button("write", "Write a message").tap(Msg::WriteTo);
            ui.text("contact_messages", "Messages");
            let own = |m: &&Message| m.folder != Folder::Trash && m.from == contact.name;
            let messages: Vec<&Message> = self.messages.iter().filter(own).collect();
            ui.list("contact_list", messages.len(), 72, |ui, row| {
                ui.text("contact_message", subject(messages[row])).tap(Msg::Open(messages[row].id));
            });
        });
    }

    fn view_manage(&self, ui: &mut Ui<'_, Msg>) {
        ui.stack("labels_root", |ui| {
            ui.column("", |ui| {
                ui.toolbar("Labels", Nav::Up(Msg::Close), |_| {});
                if branch!(ui, self.labels.is_empty()) {
                    ui.text("no_labels", "You have no labels");
                }
                ui.list("label_list", self.labels.len(), 84, |ui, row| {
                    let label = &self.labels[row];
                    ui.row("label_row", |ui| {
                        ui.text("label_name", &label.name).fill();
                        ui.icon("label_delete", format_args!("Delete label: {}", label.name))
                            .tap(Msg::DeleteLabel(label.id));
                    })
                    .tap(Msg::RenameLabel(label.id));
                });
            });
            ui.fab("add_label", "Add label").tap(Msg::NewLabel);
        });
    }

    fn view_settings(&self, ui: &mut Ui<'_, Msg>) {
        let settings = &self.settings;
        ui.column("settings_root", |ui| {
            ui.toolbar("Settings", Nav::Up(Msg::Close), |_| {});
            ui.scroll("settings_scroll", |ui| {
                ui.text("category", "Display");
                ui.preference("Theme", THEMES[settings.theme], None).tap(Msg::Choose(Choice::Theme));
                ui.preference("Conversations", "Show what a message answers", Some(settings.conversations))
                    .tap(Msg::Toggle(Switch::Conversations));
                ui.preference("Preview", "The first line in lists", Some(settings.snippets))
                    .tap(Msg::Toggle(Switch::Snippets));
                ui.text("category", "Actions");
                ui.preference("Quick action", QUICK[settings.quick], None).tap(Msg::Choose(Choice::Quick));
                ui.preference("Ask before deleting", "Every time", Some(settings.confirm))
                    .tap(Msg::Toggle(Switch::Confirm));
                ui.text("category", "Accounts");
                ui.preference("Write as", IDENTITIES[settings.identity], None)
                    .tap(Msg::Choose(Choice::DefaultIdentity));
                for (identity, signature) in settings.signatures.iter().enumerate() {
                    let title = ["Personal signature", "Work signature"][identity];
                    ui.preference(title, signature, None).tap(Msg::Signature(identity));
                }
                ui.preference("Notifications", "For new messages", Some(settings.notify))
                    .tap(Msg::Toggle(Switch::Notify));
                ui.text("category", "Privacy");
                ui.preference("Clear search history", format_args!("{} kept", self.history.len()), None)
                    .tap(Msg::ClearHistory);
            });
        });
    }

    fn view_choice(&self, choice: Choice, ui: &mut Ui<'_, Msg>) {
        let (title, names, now): (&str, &[&str], usize) = match choice {
            Choice::Theme => ("Theme", &THEMES, self.settings.theme),
            Choice::Quick => ("Quick action", &QUICK, self.settings.quick),
            Choice::DefaultIdentity => ("Write as", &IDENTITIES, self.settings.identity),
            Choice::Identity(now) => ("From", &IDENTITIES, now),
        };
        let content = |ui: &mut Ui<'_, Msg>| {
            for (number, name) in names.iter().enumerate() {
                ui.radio("android:id/text1", name, number == now).tap(Msg::Chosen(choice, number));
            }
        };
        ui.dialog(title, content, |ui| ui.cancel("Cancel", Msg::Close));
    }
}

fn subject(message: &Message) -> &str {
    if message.subject.is_empty() { "(No subject)" } else { &message.subject }
}

/// A line of the drawer with a count at its end.
fn nav_row<'a>(name: &str, count: usize, selected: bool, ui: &'a mut Ui<'_, Msg>) -> Node<'a, Msg> {
    ui.row("nav_row", |ui| {
        ui.text("nav_name", name).fill();
        if count > 0 {
            ui.text("count", count).width(60);
        }
    })
    .height(66)
    .selected(selected)
}

fn view_empty(view: View, ui: &mut Ui<'_, Msg>) {
    ui.column("empty", |ui| {
        ui.image("empty_image", "").height(120);
        match view {
            INBOX => {
                cover!(ui);
                ui.text("empty_text", "You have read everything");
                ui.button("empty_more", "Load more messages").tap(Msg::LoadMore);
            }
            View::Starred => {
                cover!(ui);
                ui.text("empty_text", "Stars bring messages here");
            }
            TRASH => {
                cover!(ui);
                ui.text("empty_text", "The trash is empty");
            }
            _ => {
                cover!(ui);
                ui.text("empty_text", "No messages");
            }
        }
    })
    .fill();
}

fn view_list_menu(view: View, ui: &mut Ui<'_, Msg>) {
    ui.menu(|ui| {
        ui.entry("title", "Select all").tap(Msg::MarkAll);
        ui.entry("title", "Mark all as read").tap(Msg::AllRead);
        if branch!(ui, view == TRASH) {
            ui.entry("title", "Empty trash").tap(Msg::EmptyTrash);
        }
        ui.entry("title", "About").tap(Msg::OpenAbout);
    });
}

fn view_move(from: Option<Folder>, ui: &mut Ui<'_, Msg>) {
    let content = |ui: &mut Ui<'_, Msg>| {
        for folder in [Folder::Inbox, Folder::Archive, Folder::Trash] {
            if branch!(ui, Some(folder) != from) {
                ui.entry("folder_name", folder.name()).tap(Msg::MoveTo(folder));
            }
        }
    };
    ui.dialog("Move to", content, |ui| ui.cancel("Cancel", Msg::Close));
}

fn view_attachment(name: &str, ui: &mut Ui<'_, Msg>) {
    let content = |ui: &mut Ui<'_, Msg>| {
        if branch!(ui, name.ends_with(".jpg")) {
            ui.image("preview", name).height(180);
        } else {
            ui.message("There is no preview of this file.");
        }
    };
    ui.dialog(name, content, |ui| {
        ui.cancel("Close", Msg::Close);
        ui.ok("Save", Msg::SaveFile);
    });
}

fn view_compose_menu(ui: &mut Ui<'_, Msg>) {
    ui.menu(|ui| {
        ui.entry("title", "Add Cc").tap(Msg::ShowCc);
        ui.entry("title", "Save as draft").tap(Msg::SaveDraft);
        ui.entry("title", "Discard").tap(Msg::AskDiscard);
    });
}

fn view_save_draft(ui: &mut Ui<'_, Msg>) {
    let content = |ui: &mut Ui<'_, Msg>| ui.message("Keep this message among the drafts?");
    ui.dialog("Save draft?", content, |ui| {
        ui.cancel("Discard", Msg::Discard);
        ui.ok("Save", Msg::SaveDraft);
    });
}

fn view_edit_contact(known: bool, name: &str, address: &str, error: &str, ui: &mut Ui<'_, Msg>) {
    let title = if branch!(ui, known) { "Edit contact" } else { "New contact" };
    ui.column("edit_root", |ui| {
        ui.toolbar(title, Nav::Up(Msg::Close), |ui| {
            ui.icon("save", "Save").tap(Msg::Save);
        });
        ui.field("name", name, "Name").typed(Msg::Name);
        ui.field("address", address, "Address").typed(Msg::Address).entered(Msg::Save);
        if branch!(ui, !error.is_empty()) {
            ui.text("error", error);
        }
    });
}

fn view_ask(what: Asked, text: &str, ui: &mut Ui<'_, Msg>) {
    let title = match what {
        Asked::Signature(_) => "Signature",
        Asked::NewLabel => "New label",
        Asked::RenameLabel(_) => "Rename label",
    };
    let field = |ui: &mut Ui<'_, Msg>| {
        ui.field("ask_text", text, title).typed(Msg::Text).entered(Msg::Ok);
    };
    ui.dialog(title, field, |ui| {
        ui.cancel("Cancel", Msg::Close);
        ui.ok("OK", Msg::Ok);
    });
}

fn view_question(question: &Question, ui: &mut Ui<'_, Msg>) {
    let (title, text) = match question {
        Question::Delete(ids) if ids.len() == 1 => ("Delete message?", "One message will be deleted."),
        Question::Delete(_) => ("Delete messages?", "What you marked will be deleted."),
        Question::EmptyTrash => ("Empty trash?", "Its messages will be gone for good."),
        Question::DeleteLabel(_) => ("Delete label?", "The messages that have it stay."),
        Question::DeleteContact => ("Delete contact?", "The messages stay."),
        Question::Discard => ("Discard message?", "It will not be sent or kept."),
    };
    ui.dialog(
        title,
        |ui| ui.message(text),
        |ui| {
            ui.cancel("Cancel", Msg::Close);
            ui.ok("OK", Msg::Ok);
        },
    );
}

fn view_about(tip: usize, ui: &mut Ui<'_, Msg>) {
    let content = |ui: &mut Ui<'_, Msg>| {
        ui.text("version", "Mail 5.8");
        ui.text("tip", TIPS[tip]);
    };
    ui.dialog("About Mail", content, |ui| ui.ok("OK", Msg::Close));
}

/// How long ago something was, in words.
fn ago(now: u64, then: u64) -> String {
    match now.saturating_sub(then) / MINUTE {
        0 => "just now".to_owned(),
        minutes @ 1..60 => format!("{minutes} min ago"),
        minutes @ 60..1440 => format!("{} h ago", minutes / 60),
        minutes => format!("{} days ago", minutes / 1440),
    }
}
