//! Cards: flash cards in decks, with study sessions, a card browser, media, tags, statistics and backups.
//!
//! It retells AnkiDroid and its cousin AnyMemo as the Genie and PBFDroid papers met them: an empty video that
//! crashes, a reset of the preferences that takes the cards with it, a list that shows what was before, and a
//! review session that does not survive a turn of the screen. Shuffle and repeat exclude each other by
//! design.

use crate::app::{App, Bug, BugKind, Manifest, Oracle, Recreate, Shows, Trap, TrapKind, Window};
use crate::cx::{Cx, Fault};
use crate::neighbours::Neighbour;
use crate::ui::{Nav, Ui};
use crate::{branch, cover};

/// Everything the app keeps.
#[derive(Clone)]
pub(crate) struct Cards {
    collection: Collection,
    settings: Settings,
    /// The deck opened last: where new cards go.
    current: u32,
    reviewed: u32,
    backup: Option<(u64, Collection)>,
    next_id: u32,
    /// What was answered or buried, the last at the end: in memory only.
    undo: Vec<Step>,
    /// Options that were not written yet: in memory only.
    unwritten: Vec<(u32, Options)>,
    /// Where the camera puts its picture: in memory only.
    photo_folder: Option<&'static str>,
}

impl Default for Cards {
    fn default() -> Self {
        Self {
            collection: Collection::sample(),
            settings: Settings::default(),
            current: 1,
            reviewed: 0,
            backup: None,
            next_id: 100,
            undo: Vec::new(),
            unwritten: Vec::new(),
            photo_folder: None,
        }
    }
}

/// What a backup holds.
#[derive(Clone)]
struct Collection {
    decks: Vec<Deck>,
    cards: Vec<Card>,
    tags: Vec<String>,
}

/// The cards that come with the app: deck, question, answer, tags.
const SAMPLE: [(u32, &str, &str, u32); 9] = [
    (1, "el perro", "the dog", 2),
    (1, "la casa", "the house", 2),
    (1, "comer", "to eat", 1),
    (1, "¿Cómo estás?", "How are you?", 4),
    (2, "France", "Paris", 4),
    (2, "Peru", "Lima", 0),
    (2, "Kenya", "Nairobi", 0),
    (2, "Japan", "Tokyo", 4),
    (2, "Australia", "Canberra", 0),
];

impl Collection {
    fn sample() -> Self {
        let deck = |id, name: &str| Deck { id, name: name.to_owned(), options: Options::default() };
        let card = |(at, (deck, front, back, tags)): (usize, &(u32, &str, &str, u32))| Card {
            id: at as u32 + 10,
            tags: *tags,
            ..Card::new(*deck, front, back)
        };
        Self {
            decks: vec![deck(1, "Spanish"), deck(2, "Capitals"), deck(3, "Default")],
            cards: SAMPLE.iter().enumerate().map(card).collect(),
            tags: ["verb", "noun", "easy"].map(str::to_owned).to_vec(),
        }
    }
}

#[derive(Clone)]
struct Deck {
    id: u32,
    name: String,
    options: Options,
}

/// How a deck is studied: at most one of the two is on.
#[derive(Clone, Copy, Default)]
struct Options {
    shuffle: bool,
    repeat: bool,
}

#[derive(Clone, Default)]
struct Card {
    id: u32,
    deck: u32,
    front: String,
    back: String,
    media: Option<String>,
    /// One bit for each tag of the collection.
    tags: u32,
    /// Days until it is asked again; none yet for a new card.
    interval: u32,
    due: u64,
    marked: bool,
    suspended: bool,
    buried: bool,
    changed: u64,
}

impl Card {
    fn new(deck: u32, front: &str, back: &str) -> Self {
        Self { deck, front: front.to_owned(), back: back.to_owned(), ..Self::default() }
    }

    fn is_open(&self) -> bool {
        !self.suspended && !self.buried
    }
}

#[derive(Clone)]
struct Settings {
    show_counts: bool,
    show_timer: bool,
    night: bool,
    swipe: bool,
    limit: usize,
    sort: Sort,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            show_counts: true,
            show_timer: false,
            night: false,
            swipe: true,
            limit: LIMITS[1],
            sort: Sort::Changed,
        }
    }
}

impl Settings {
    fn flag(&mut self, switch: Switch) -> &mut bool {
        match switch {
            Switch::Counts => &mut self.show_counts,
            Switch::Timer => &mut self.show_timer,
            Switch::Night => &mut self.night,
            Switch::Swipe => &mut self.swipe,
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Switch {
    Counts,
    Timer,
    Night,
    Swipe,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sort {
    Changed,
    Question,
    Due,
}

impl Sort {
    const ALL: [(Sort, &'static str); 3] = [
        (Sort::Changed, "Sort by last change"),
        (Sort::Question, "Sort by question"),
        (Sort::Due, "Sort by due date"),
    ];
}

/// How well a card was known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grade {
    Again,
    Good,
    Easy,
}

impl Grade {
    const ALL: [(Grade, &'static str, &'static str); 3] = [
        (Grade::Again, "ease_again", "Again"),
        (Grade::Good, "ease_good", "Good"),
        (Grade::Easy, "ease_easy", "Easy"),
    ];

    /// Days until a card is asked again.
    fn interval(self, before: u32) -> u32 {
        match self {
            Grade::Again => 0,
            Grade::Good => (before * 2).clamp(1, 365),
            Grade::Easy => (before * 4).clamp(4, 365),
        }
    }
}

/// Something done to a card that can be taken back.
#[derive(Clone, Copy)]
struct Step {
    card: u32,
    what: Done,
}

#[derive(Clone, Copy)]
enum Done {
    /// Answered, with what it was scheduled for before.
    Graded {
        interval: u32,
        due: u64,
    },
    Buried,
    Suspended,
    Marked,
}

/// A study session: the first of the queue is asked.
#[derive(Clone)]
pub(crate) struct Session {
    deck: u32,
    queue: Vec<u32>,
    answered: bool,
    began: u64,
}

/// The card browser: what is typed, what was searched for, and what was found.
#[derive(Clone, Default)]
pub(crate) struct Browser {
    typed: String,
    query: String,
    deck: Option<u32>,
    rows: Vec<Row>,
}

/// A line of the card browser, as it was rendered last.
#[derive(Clone)]
struct Row {
    id: u32,
    front: String,
    back: String,
}

/// A card that is being written: a copy, which has an id once it was saved.
#[derive(Clone)]
pub(crate) struct Editor {
    draft: Card,
    dirty: bool,
}

#[derive(Clone, Copy)]
pub(crate) enum Question {
    DeleteDeck(u32),
    DeleteCard(u32),
    Restore,
    Reset,
    Discard,
}

#[derive(Clone, Copy)]
pub(crate) enum Place {
    Browser,
    Statistics,
    Settings,
    About,
}

#[derive(Clone)]
pub(crate) enum Page {
    Decks,
    Drawer,
    DecksMenu,
    DeckMenu(u32),
    Name { deck: Option<u32>, name: String },
    Overview(u32),
    Reviewer(Session),
    ReviewerMenu,
    Finished { tip: usize },
    Browser(Browser),
    BrowserMenu,
    CardMenu(u32),
    DeckChoice { all: bool },
    Editor(Editor),
    Attach,
    Tags { ticked: u32, name: String },
    Preview { front: String, back: String, media: Option<String> },
    Statistics { period: usize, loaded: bool },
    Settings,
    LimitChoice,
    About,
    Confirm(Question),
}

/// What can be done with a card from a menu.
#[derive(Clone, Copy)]
pub(crate) enum Action {
    Edit,
    Preview,
    Mark,
    Bury,
    Suspend,
    Delete,
}

#[derive(Clone, Copy)]
pub(crate) enum Source {
    Camera,
    Files,
}

#[derive(Clone)]
pub(crate) enum Msg {
    Close,
    Confirmed,
    Typed(String),
    OpenDrawer,
    OpenMenu,
    Go(Place),
    Add,
    OpenDeck(u32),
    DeckMenu(u32),
    NewDeck,
    Rename,
    Browse,
    DeleteDeck,
    BackUp,
    BackedUp,
    Restore,
    Undo,
    Shuffle,
    Repeat,
    Study,
    StudyAhead,
    Unbury,
    Flip,
    Grade(Grade),
    Mark,
    Act(Action),
    ActOn(u32, Action),
    CardGone,
    Search,
    OpenCard(u32),
    CardMenu(u32),
    Sort(Sort),
    ChooseDeck,
    Deck(Option<u32>),
    Saved,
    Cancelled,
    Front(String),
    Back(String),
    OpenTags,
    Tick(usize),
    AddTag,
    Tagged(u32),
    OpenAttach,
    Attach(Source),
    Photo(Option<String>),
    File(Option<String>),
    Detach,
    Preview,
    Save,
    Discarded,
    Period(usize),
    Loaded,
    Toggle(Switch),
    ChooseLimit,
    Limit(usize),
    Reset,
}

const LIMITS: [usize; 4] = [10, 20, 50, 100];
const MAX_TAGS: usize = 12;
const MAX_UNDO: usize = 20;
const MINUTE: u64 = 60_000;
const DAY: u64 = 24 * 60 * MINUTE;
const BACKUP_MILLIS: u64 = 4_000;
const STATISTICS_MILLIS: u64 = 2_500;
/// The file that video editors leave when nothing was recorded.
const EMPTY_VIDEO: &str = "empty.mp4";
const PERIODS: [(&str, &str); 3] = [
    ("1 month", "Reviews in the last month"),
    ("1 year", "Reviews in the last 12 months"),
    ("Deck life", "Reviews since the deck was made"),
];
const TIPS: [&str; 5] = [
    "A little every day beats a lot on Sunday.",
    "Keep cards short: one question, one answer.",
    "Suspend what you never need.",
    "Pictures stick better than words.",
    "Tags find cards across all decks.",
];

impl App for Cards {
    type Page = Page;
    type Msg = Msg;

    const MANIFEST: Manifest = Manifest {
        name: "cards",
        package: "com.example.cards",
        title: "Cards",
        about: "Flash cards with decks, study sessions, a browser and backups (PBFDroid, table 3: AnkiDroid)",
        bugs: &[
            Bug {
                id: "empty-video",
                title: "Previewing a card with an empty video crashes",
                retells: "PBFDroid table 3, AnkiDroid issue #11280",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap id=fab",
                    "tap id=attach",
                    "tap text=\"Choose file\"",
                    "tap text=\"empty.mp4\"",
                    "tap id=preview",
                ],
                shows: Shows::Crash("NullPointerException in MediaClipField.getFormattedValue"),
            },
            Bug {
                id: "undo-in-deleted-deck",
                title: "Undoing a review after its deck was deleted crashes",
                retells: "no report: undo keeps a reference to a card that is gone",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap text=\"Spanish\"",
                    "tap id=study",
                    "tap id=flip",
                    "tap id=ease_good",
                    "back",
                    "back",
                    "longtap text=\"Spanish\"",
                    "tap text=\"Delete deck\"",
                    "tap id=button1",
                    "menu",
                    "tap text=\"Undo review\"",
                ],
                shows: Shows::Crash("NullPointerException in Collection.undoReview"),
            },
            Bug {
                id: "photo-after-kill",
                title: "A picture crashes the editor that the system ended while the camera was in front",
                retells: "no report: the path given to the camera is kept in memory only",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap id=fab",
                    "tap id=attach",
                    "tap text=\"Take picture\"",
                    "kill",
                    "tap id=shutter_button",
                    "tap id=done_button",
                ],
                shows: Shows::Crash("NullPointerException in NoteEditor.onActivityResult"),
            },
            Bug {
                id: "unknown-filter",
                title: "Searching for a state that no card can have (is:bury) crashes",
                retells: "AnkiDroid issue #12223",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Card browser\"",
                    "type id=search_src_text \"is:bury\"",
                    "enter",
                ],
                shows: Shows::Crash("IllegalArgumentException in Finder.findCardState"),
            },
            Bug {
                id: "reset-deletes-cards",
                title: "Resetting the preferences deletes the cards that were added",
                retells: "PBFDroid table 3, AnyMemo issue #523",
                kind: BugKind::DataLost,
                seen_by: &[
                    Oracle::Property { functions: &["create", "search"] },
                    Oracle::Independence { inserted: 4..9 },
                ],
                trace: &[
                    "tap id=fab",
                    "type id=front \"sol\"",
                    "type id=back \"sun\"",
                    "tap id=save",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Settings\"",
                    "tap text=\"Reset preferences\"",
                    "tap id=button1",
                    "back",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Card browser\"",
                ],
                shows: Shows::Missing("text=\"sol\""),
            },
            Bug {
                id: "search-misses-symbols",
                title: "A card with symbols in its text is not found by them",
                retells: "PBFDroid table 3, Aard2 issue #140",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Property { functions: &["create", "search"] }],
                trace: &[
                    "tap id=fab",
                    "type id=front \"c++\"",
                    "type id=back \"a language\"",
                    "tap id=save",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Card browser\"",
                    "type id=search_src_text \"c++\"",
                    "enter",
                ],
                shows: Shows::Missing("text=\"a language\""),
            },
            Bug {
                id: "edited-shown-old",
                title: "The card browser shows an edited card as it was before",
                retells: "PBFDroid table 3, AnyMemo issue #524",
                kind: BugKind::WronglyDisplayed,
                seen_by: &[Oracle::Property { functions: &["update", "read"] }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Card browser\"",
                    "tap text=\"el perro\"",
                    "type id=front \"el can\"",
                    "tap id=save",
                ],
                shows: Shows::Missing("text=\"el can\""),
            },
            Bug {
                id: "rename-overwrites",
                title: "Renaming a deck to another deck's name in other letters deletes the other",
                retells: "PBFDroid table 3, Markor issue #1695",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Property { functions: &["update", "read"] }],
                trace: &[
                    "longtap text=\"Capitals\"",
                    "tap text=\"Rename deck\"",
                    "type id=name \"spanish\"",
                    "tap id=button1",
                ],
                shows: Shows::Missing("text=\"Spanish\""),
            },
            Bug {
                id: "turn-answers",
                title: "Turning the screen before the answer is shown counts as Good",
                retells: "AnkiDroid issue #2077",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Neutral { inserted: 4..6 }],
                trace: &[
                    "tap text=\"Spanish\"",
                    "tap id=study",
                    "tap id=flip",
                    "tap id=ease_good",
                    "rotate",
                    "rotate",
                    "tap id=flip",
                ],
                shows: Shows::Missing("text=\"the house\""),
            },
            Bug {
                id: "turn-hides-answer",
                title: "Turning the screen hides the answer again",
                retells: "AnkiDroid issue #21155",
                kind: BugKind::WronglyDisplayed,
                seen_by: &[Oracle::Neutral { inserted: 3..4 }],
                trace: &["tap text=\"Spanish\"", "tap id=study", "tap id=flip", "rotate", "tap id=mark"],
                shows: Shows::Missing("text=\"the dog\""),
            },
            Bug {
                id: "mark-eats-undo",
                title: "After a card was marked, Undo does not undo the last review",
                retells: "AnkiDroid issue #14482: undo undoes something else",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Independence { inserted: 4..6 }],
                trace: &[
                    "tap text=\"Spanish\"",
                    "tap id=study",
                    "tap id=flip",
                    "tap id=ease_good",
                    "tap id=mark",
                    "tap id=mark",
                    "tap id=undo",
                    "tap id=flip",
                ],
                shows: Shows::Missing("text=\"the dog\""),
            },
            Bug {
                id: "tags-drop-answer",
                title: "Choosing tags drops the answer that was typed and not saved yet",
                retells: "AnkiDroid issue #2747: what was entered is lost when the editor is made anew",
                kind: BugKind::DataLost,
                seen_by: &[
                    Oracle::Independence { inserted: 3..6 },
                    Oracle::Property { functions: &["create", "read"] },
                ],
                trace: &[
                    "tap id=fab",
                    "type id=front \"sol\"",
                    "type id=back \"sun\"",
                    "tap id=tags",
                    "tap text=\"verb\"",
                    "tap id=button1",
                    "tap id=save",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Card browser\"",
                ],
                shows: Shows::Missing("text=\"sun\""),
            },
            Bug {
                id: "browser-forgets-search",
                title: "The card browser shows all cards again after one found was looked at",
                retells: "AnkiDroid issue #7017: wrong results after a card was opened and left",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Neutral { inserted: 4..6 }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Card browser\"",
                    "type id=search_src_text \"casa\"",
                    "enter",
                    "tap text=\"la casa\"",
                    "back",
                    "longtap text=\"la casa\"",
                    "tap text=\"Mark card\"",
                ],
                shows: Shows::Present("text=\"el perro\""),
            },
            Bug {
                id: "options-not-written",
                title: "Shuffle and repeat of a deck are forgotten when the system ends the app",
                retells: "no report: settings that are kept in memory until something else is saved",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Neutral { inserted: 2..3 }],
                trace: &["tap text=\"Spanish\"", "tap id=repeat", "kill", "tap id=study", "back"],
                shows: Shows::Missing("text=\"Failed cards come back until you know them\""),
            },
            Bug {
                id: "period-forgotten",
                title: "Turning the screen sets the statistics back to one month",
                retells: "AnkiDroid issue #16410",
                kind: BugKind::WronglyDisplayed,
                seen_by: &[Oracle::Neutral { inserted: 3..4 }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Statistics\"",
                    "tap text=\"1 year\"",
                    "rotate",
                    "wait 3000",
                ],
                shows: Shows::Missing("text=\"Reviews in the last 12 months\""),
            },
        ],
        traps: &[
            Trap {
                kind: TrapKind::LooksIndependent,
                place: "shuffle and repeat of a deck switch each other off: a repeated card needs its place",
            },
            Trap { kind: TrapKind::LooksIndependent, place: "a new card goes into the deck opened last" },
            Trap {
                kind: TrapKind::FalseLoop,
                place: "an answer leads back to a page like the one before, with another card",
            },
            Trap { kind: TrapKind::SameLayout, place: "the three periods of the statistics" },
            Trap { kind: TrapKind::LoadsLate, place: "the statistics are counted for 2.5 seconds" },
            Trap { kind: TrapKind::ChangesByItself, place: "the age of the backup; the answer timer" },
            Trap { kind: TrapKind::Reorders, place: "the card browser lists the card changed last first" },
            Trap { kind: TrapKind::RandomTip, place: "at the end of a session" },
            Trap { kind: TrapKind::Toast, place: "undo, backup, refused names and empty questions" },
        ],
        source: include_str!("cards.rs"),
    };

    fn start(&mut self, _cx: &mut Cx<'_, Self>) -> Page {
        Page::Decks
    }

    fn window(page: &Page) -> Window {
        match page {
            Page::Decks => Window::Activity(".DeckPicker"),
            Page::Overview(_) | Page::Finished { .. } => Window::Activity(".StudyOptionsActivity"),
            Page::Reviewer(_) => Window::Activity(".Reviewer"),
            Page::Browser(_) => Window::Activity(".CardBrowser"),
            Page::Editor(_) => Window::Activity(".NoteEditor"),
            Page::Preview { .. } => Window::Activity(".Previewer"),
            Page::Statistics { .. } => Window::Activity(".Statistics"),
            Page::Settings => Window::Activity(".Preferences"),
            Page::About => Window::Activity(".Info"),
            Page::Drawer => Window::Drawer,
            Page::DecksMenu | Page::ReviewerMenu | Page::BrowserMenu => Window::Menu,
            Page::DeckMenu(_)
            | Page::Name { .. }
            | Page::CardMenu(_)
            | Page::DeckChoice { .. }
            | Page::Attach
            | Page::Tags { .. }
            | Page::LimitChoice
            | Page::Confirm(_) => Window::Dialog,
        }
    }

    fn view(&self, page: &Page, ui: &mut Ui<'_, Msg>) {
        match page {
            Page::Decks => self.view_decks(ui),
            Page::Drawer => view_drawer(ui),
            Page::DecksMenu => self.view_decks_menu(ui),
            Page::DeckMenu(deck) => self.view_deck_menu(*deck, ui),
            Page::Name { deck, name } => view_name(deck.is_some(), name, ui),
            Page::Overview(deck) => self.view_overview(*deck, ui),
            Page::Reviewer(session) => self.view_reviewer(session, ui),
            Page::ReviewerMenu => view_reviewer_menu(ui),
            Page::Finished { tip } => view_finished(*tip, ui),
            Page::Browser(browser) => self.view_browser(browser, ui),
            Page::BrowserMenu => view_browser_menu(ui),
            Page::CardMenu(card) => self.view_card_menu(*card, ui),
            Page::DeckChoice { all } => self.view_deck_choice(*all, ui),
            Page::Editor(editor) => self.view_editor(editor, ui),
            Page::Attach => view_attach(ui),
            Page::Tags { ticked, name } => self.view_tags(*ticked, name, ui),
            Page::Preview { front, back, media } => view_preview(front, back, media.as_deref(), ui),
            Page::Statistics { period, loaded } => self.view_statistics(*period, *loaded, ui),
            Page::Settings => self.view_settings(ui),
            Page::LimitChoice => self.view_limits(ui),
            Page::About => view_about(ui),
            Page::Confirm(question) => self.view_question(*question, ui),
        }
    }

    fn update(&mut self, page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        match page {
            // The arrow of the editor asks before it drops what was typed, as Back does.
            Page::Editor(editor) => self.on_editor(editor, msg, cx),
            _ if matches!(msg, Msg::Close) => {
                cover!(cx);
                cx.close();
            }
            Page::Decks => self.on_decks(msg, cx),
            Page::Drawer | Page::DecksMenu | Page::ReviewerMenu | Page::BrowserMenu | Page::Attach => {
                cx.close_with(msg);
            }
            Page::DeckChoice { .. } => cx.close_with(msg),
            Page::DeckMenu(deck) => self.on_deck_menu(*deck, msg, cx),
            Page::CardMenu(card) => {
                if let Msg::Act(action) = msg {
                    cx.close_with(Msg::ActOn(*card, action));
                }
            }
            Page::Name { deck, name } => match msg {
                Msg::Typed(text) => *name = text,
                Msg::Confirmed => self.name_deck(*deck, name, cx),
                _ => {}
            },
            Page::Overview(deck) => self.on_overview(*deck, msg, cx),
            Page::Reviewer(_) => self.on_reviewer(page, msg, cx),
            Page::Browser(browser) => self.on_browser(browser, msg, cx),
            Page::Tags { ticked, name } => self.on_tags(ticked, name, msg, cx),
            Page::Statistics { period, loaded } => on_statistics(period, loaded, msg, cx),
            Page::Settings => self.on_settings(msg, cx),
            Page::LimitChoice => {
                if let Msg::Limit(limit) = msg {
                    cover!(cx);
                    self.settings.limit = limit;
                    cx.close();
                }
            }
            Page::Confirm(question) => self.on_question(*question, msg, cx),
            Page::Finished { .. } | Page::Preview { .. } | Page::About => {}
        }
    }

    fn back(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        match page {
            Page::Editor(editor) => leave_editor(editor, cx),
            _ => cx.close(),
        }
    }

    fn recreate(&mut self, mut page: Page, why: Recreate, cx: &mut Cx<'_, Self>) -> Option<Page> {
        if branch!(cx, why == Recreate::ProcessDeath) {
            return Some(page);
        }
        match &mut page {
            Page::Reviewer(session) if session.answered => {
                cover!(cx);
                // Which side was up is not saved.
                session.answered = !cx.bug("turn-hides-answer");
            }
            Page::Reviewer(session) if cx.bug("turn-answers") => {
                let session = session.clone();
                page = self.grade(session, Grade::Good, cx);
                // No answer was given, so there is none to undo.
                self.undo.pop();
            }
            Page::Statistics { period, .. } if cx.bug("period-forgotten") => *period = 0,
            _ => {}
        }
        Some(page)
    }

    fn resumed(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        // The counting may have died with the process.
        if let Page::Statistics { loaded: false, .. } = page {
            cover!(cx);
            cx.after(STATISTICS_MILLIS, Msg::Loaded);
        }
    }

    fn process_died(&mut self) {
        self.undo.clear();
        self.unwritten.clear();
        self.photo_folder = None;
    }

    fn late(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        if let Msg::BackedUp = msg {
            cover!(cx);
            self.backed_up(cx);
        }
    }
}

/// The data.
impl Cards {
    fn deck(&self, id: u32) -> Option<&Deck> {
        self.collection.decks.iter().find(|deck| deck.id == id)
    }

    fn deck_name(&self, id: u32) -> &str {
        self.deck(id).map_or("", |deck| &deck.name)
    }

    fn card(&self, id: u32) -> Option<&Card> {
        self.collection.cards.iter().find(|card| card.id == id)
    }

    fn card_mut(&mut self, id: u32) -> Option<&mut Card> {
        self.collection.cards.iter_mut().find(|card| card.id == id)
    }

    fn cards_of(&self, deck: u32) -> impl Iterator<Item = &Card> {
        self.collection.cards.iter().filter(move |card| card.deck == deck)
    }

    /// How many cards of a deck are new, and how many seen ones are to be asked now.
    fn counts(&self, deck: u32, now: u64) -> (usize, usize) {
        let open = self.cards_of(deck).filter(|card| card.is_open() && card.due <= now);
        open.fold((0, 0), |(new, due), card| if card.interval == 0 { (new + 1, due) } else { (new, due + 1) })
    }

    fn options(&self, deck: u32) -> Options {
        let unwritten = self.unwritten.iter().find(|(of, _)| *of == deck).map(|(_, options)| *options);
        unwritten.or_else(|| self.deck(deck).map(|deck| deck.options)).unwrap_or_default()
    }

    fn set_options(&mut self, deck: u32, options: Options, cx: &mut Cx<'_, Self>) {
        if cx.bug("options-not-written") {
            self.unwritten.retain(|(of, _)| *of != deck);
            self.unwritten.push((deck, options));
        } else if let Some(deck) = self.collection.decks.iter_mut().find(|known| known.id == deck) {
            deck.options = options;
        }
    }

    fn fresh_id(&mut self) -> u32 {
        self.next_id += 1;
        self.next_id
    }

    fn name_deck(&mut self, deck: Option<u32>, name: &str, cx: &mut Cx<'_, Self>) {
        let name = name.trim();
        cx.close();
        if !branch!(cx, !name.is_empty()) {
            return;
        }
        // Decks are stored under their names in small letters.
        let stored = name.to_lowercase();
        let mut others = self.collection.decks.iter().filter(|known| Some(known.id) != deck);
        let Some(other) = others.find(|known| known.name.to_lowercase() == stored).cloned() else {
            return self.store_deck(deck, name);
        };
        if deck.is_some() && other.name != name && cx.bug("rename-overwrites") {
            self.delete_deck(other.id, cx);
            self.store_deck(deck, name);
        } else {
            cover!(cx);
            cx.toast("A deck of that name exists");
        }
    }

    fn store_deck(&mut self, deck: Option<u32>, name: &str) {
        let name = name.to_owned();
        match deck {
            Some(id) => {
                if let Some(deck) = self.collection.decks.iter_mut().find(|known| known.id == id) {
                    deck.name = name;
                }
            }
            None => {
                let id = self.fresh_id();
                self.collection.decks.push(Deck { id, name, options: Options::default() });
            }
        }
    }

    fn delete_deck(&mut self, deck: u32, cx: &mut Cx<'_, Self>) {
        self.collection.decks.retain(|known| known.id != deck);
        self.collection.cards.retain(|card| card.deck != deck);
        // Marks are kept by card, all else that can be undone is in the log of reviews.
        let (cards, log_stays) = (&self.collection.cards, cx.bug("undo-in-deleted-deck"));
        self.undo.retain(|step| {
            let logged = !matches!(step.what, Done::Marked);
            logged && log_stays || cards.iter().any(|card| card.id == step.card)
        });
    }

    fn delete_card(&mut self, id: u32) {
        self.collection.cards.retain(|card| card.id != id);
        self.undo.retain(|step| step.card != id);
    }

    fn remember(&mut self, card: u32, what: Done) {
        if self.undo.len() == MAX_UNDO {
            self.undo.remove(0);
        }
        self.undo.push(Step { card, what });
    }

    /// Takes the last review back; says which card it was.
    fn undo(&mut self, cx: &mut Cx<'_, Self>) -> Option<u32> {
        let Step { card: id, what } = self.undo.pop()?;
        let Some(card) = self.card_mut(id) else {
            cx.crash(
                Fault::new("java.lang.NullPointerException", "card must not be null")
                    .at("com.example.cards.libanki.Collection.undoReview(Collection.kt:1214)")
                    .at("com.example.cards.libanki.Collection.undo(Collection.kt:1180)")
                    .at("com.example.cards.DeckPicker.undo(DeckPicker.kt:1466)"),
            );
            return None;
        };
        match what {
            Done::Graded { interval, due } => {
                cover!(cx);
                (card.interval, card.due) = (interval, due);
                self.reviewed = self.reviewed.saturating_sub(1);
                cx.toast("Review undone");
            }
            Done::Buried => {
                cover!(cx);
                card.buried = false;
                cx.toast("Bury undone");
            }
            Done::Suspended => {
                cover!(cx);
                card.suspended = false;
                cx.toast("Suspend undone");
            }
            Done::Marked => {
                card.marked = !card.marked;
                cx.toast("Mark undone");
            }
        }
        Some(id)
    }

    fn session(&mut self, deck: u32, ahead: bool, cx: &mut Cx<'_, Self>) {
        let now = cx.now();
        let wanted = |card: &&Card| card.is_open() && (ahead || card.due <= now);
        let limit = self.settings.limit;
        let mut queue: Vec<u32> =
            self.cards_of(deck).filter(wanted).take(limit).map(|card| card.id).collect();
        if branch!(cx, self.options(deck).shuffle) {
            for at in (1..queue.len()).rev() {
                queue.swap(at, cx.random(at as u64 + 1) as usize);
            }
        }
        if branch!(cx, queue.is_empty()) {
            cx.toast("No cards to study");
        } else {
            cx.open(Page::Reviewer(Session { deck, queue, answered: false, began: now }));
        }
    }

    /// Answers the card that is asked; what comes then is the next one or the end.
    fn grade(&mut self, mut session: Session, grade: Grade, cx: &mut Cx<'_, Self>) -> Page {
        let Some(id) = session.queue.first().copied() else { return self.finished(cx) };
        session.queue.remove(0);
        let (now, repeat) = (cx.now(), self.options(session.deck).repeat);
        if let Some(card) = self.card_mut(id) {
            let what = Done::Graded { interval: card.interval, due: card.due };
            card.interval = grade.interval(card.interval);
            card.due = if grade == Grade::Again { now } else { now + u64::from(card.interval) * DAY };
            self.remember(id, what);
            self.reviewed += 1;
        }
        if branch!(cx, grade == Grade::Again && repeat) {
            session.queue.push(id);
        }
        self.next(session, cx)
    }

    /// The session without the card that is asked.
    fn skip(&mut self, session: &Session, cx: &mut Cx<'_, Self>) -> Page {
        let mut session = session.clone();
        if !session.queue.is_empty() {
            session.queue.remove(0);
        }
        self.next(session, cx)
    }

    fn next(&mut self, session: Session, cx: &mut Cx<'_, Self>) -> Page {
        if branch!(cx, session.queue.is_empty()) {
            return self.finished(cx);
        }
        Page::Reviewer(Session { answered: false, began: cx.now(), ..session })
    }

    fn finished(&self, cx: &mut Cx<'_, Self>) -> Page {
        Page::Finished { tip: cx.random(TIPS.len() as u64) as usize }
    }

    fn backed_up(&mut self, cx: &mut Cx<'_, Self>) {
        self.backup = Some((cx.now(), self.collection.clone()));
        cx.toast("Backup created");
    }

    fn reset(&mut self, cx: &mut Cx<'_, Self>) {
        self.settings = Settings::default();
        // Among the preferences is whether the app ran before; if not, it installs its sample cards.
        if cx.bug("reset-deletes-cards") {
            self.collection = Collection::sample();
            self.undo.clear();
        }
        cx.toast("Preferences reset");
    }

    fn edit(&self, id: u32, cx: &mut Cx<'_, Self>) {
        if let Some(card) = self.card(id) {
            cx.open(Page::Editor(Editor { draft: card.clone(), dirty: false }));
        }
    }

    fn add(&self, cx: &mut Cx<'_, Self>) {
        let first = self.collection.decks.first().map(|deck| deck.id);
        let deck = self.deck(self.current).map(|deck| deck.id).or(first);
        let Some(deck) = deck else {
            cover!(cx);
            return cx.toast("Create a deck first");
        };
        cx.open(Page::Editor(Editor { draft: Card::new(deck, "", ""), dirty: false }));
    }

    fn save(&mut self, draft: &Card, cx: &mut Cx<'_, Self>) {
        let now = cx.now();
        if let Some(card) = self.card_mut(draft.id) {
            *card = Card { changed: now, ..draft.clone() };
            return;
        }
        let id = self.fresh_id();
        self.collection.cards.push(Card { id, changed: now, ..draft.clone() });
    }

    fn tag_names(&self, tags: u32) -> String {
        let worn = self.collection.tags.iter().enumerate().filter(|(tag, _)| tags >> tag & 1 == 1);
        worn.map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// Whether a card has what one word of a search asks for.
    fn has(&self, card: &Card, word: &str, now: u64, indexed: bool) -> bool {
        if let Some(state) = word.strip_prefix("is:") {
            return match state {
                "new" => card.interval == 0,
                "due" => card.due <= now,
                "marked" => card.marked,
                "suspended" => card.suspended,
                _ => true,
            };
        }
        let tags = self.tag_names(card.tags);
        if let Some(tag) = word.strip_prefix("tag:") {
            return tags.contains(tag);
        }
        let mut text = format!("{} {} {tags}", card.front, card.back).to_lowercase();
        if indexed {
            text.retain(|c| c.is_alphanumeric() || c == ' ');
        }
        text.contains(word)
    }

    /// Fills the card browser with what its search finds.
    fn find(&self, browser: &mut Browser, cx: &mut Cx<'_, Self>) {
        let query = browser.query.to_lowercase();
        let words: Vec<&str> = query.split_whitespace().collect();
        let states = words.iter().filter_map(|word| word.strip_prefix("is:"));
        let unknown = states.clone().find(|state| !["new", "due", "marked", "suspended"].contains(state));
        if let Some(state) = unknown {
            cover!(cx);
            if cx.bug("unknown-filter") {
                return cx.crash(
                    Fault::new("java.lang.IllegalArgumentException", format!("Unknown state: {state}"))
                        .at("com.example.cards.libanki.Finder.findCardState(Finder.kt:412)")
                        .at("com.example.cards.libanki.Finder.findCards(Finder.kt:96)")
                        .at("com.example.cards.CardBrowser.searchCards(CardBrowser.kt:1510)"),
                );
            }
            cx.toast(format!("Unknown filter: {state}"));
        }
        let (now, indexed) = (cx.now(), cx.bug("search-misses-symbols"));
        let wanted = |card: &&Card| {
            browser.deck.is_none_or(|deck| card.deck == deck)
                && words.iter().all(|word| self.has(card, word, now, indexed))
        };
        let mut found: Vec<&Card> = self.collection.cards.iter().filter(wanted).collect();
        match self.settings.sort {
            Sort::Changed => found.sort_by_key(|card| std::cmp::Reverse(card.changed)),
            Sort::Question => found.sort_by_key(|card| card.front.to_lowercase()),
            Sort::Due => found.sort_by_key(|card| card.due),
        }
        let row = |card: &Card| Row { id: card.id, front: card.front.clone(), back: card.back.clone() };
        browser.rows = found.into_iter().map(row).collect();
    }
}

/// What messages do.
impl Cards {
    fn on_decks(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::OpenDrawer => {
                cover!(cx);
                cx.open(Page::Drawer);
            }
            Msg::OpenMenu => {
                cover!(cx);
                cx.open(Page::DecksMenu);
            }
            Msg::Go(Place::Browser) => {
                cover!(cx);
                self.open_browser(None, cx);
            }
            Msg::Go(Place::Statistics) => {
                cover!(cx);
                cx.open(Page::Statistics { period: 0, loaded: false });
                cx.after(STATISTICS_MILLIS, Msg::Loaded);
            }
            Msg::Go(Place::Settings) => {
                cx.open(Page::Settings);
            }
            Msg::Go(Place::About) => {
                cx.open(Page::About);
            }
            Msg::Add => {
                cover!(cx);
                self.add(cx);
            }
            Msg::OpenDeck(deck) => {
                cover!(cx);
                self.current = deck;
                cx.open(Page::Overview(deck));
            }
            Msg::DeckMenu(deck) => {
                cx.open(Page::DeckMenu(deck));
            }
            Msg::NewDeck => {
                cover!(cx);
                cx.open(Page::Name { deck: None, name: String::new() });
            }
            Msg::BackUp => {
                cover!(cx);
                cx.toast("Creating backup");
                cx.after(BACKUP_MILLIS, Msg::BackedUp);
            }
            Msg::BackedUp => self.backed_up(cx),
            Msg::Restore => {
                if branch!(cx, self.backup.is_some()) {
                    cx.open(Page::Confirm(Question::Restore));
                } else {
                    cx.toast("There is no backup yet");
                }
            }
            Msg::Undo => {
                cover!(cx);
                self.undo(cx);
            }
            _ => {}
        }
    }

    fn open_browser(&self, deck: Option<u32>, cx: &mut Cx<'_, Self>) {
        let mut browser = Browser { deck, ..Browser::default() };
        self.find(&mut browser, cx);
        cx.open(Page::Browser(browser));
    }

    fn on_deck_menu(&mut self, deck: u32, msg: Msg, cx: &mut Cx<'_, Self>) {
        cx.close();
        match msg {
            Msg::Rename => {
                cover!(cx);
                cx.open(Page::Name { deck: Some(deck), name: self.deck_name(deck).to_owned() });
            }
            Msg::Browse => {
                cover!(cx);
                self.open_browser(Some(deck), cx);
            }
            Msg::DeleteDeck => {
                cover!(cx);
                cx.open(Page::Confirm(Question::DeleteDeck(deck)));
            }
            _ => {}
        }
    }

    fn on_overview(&mut self, deck: u32, msg: Msg, cx: &mut Cx<'_, Self>) {
        let Options { shuffle, repeat } = self.options(deck);
        match msg {
            Msg::Shuffle => {
                cover!(cx);
                let options = Options { shuffle: !shuffle, repeat: repeat && shuffle };
                self.set_options(deck, options, cx);
            }
            Msg::Repeat => {
                cover!(cx);
                let options = Options { shuffle: shuffle && repeat, repeat: !repeat };
                self.set_options(deck, options, cx);
            }
            Msg::Study => self.session(deck, false, cx),
            Msg::StudyAhead => {
                cover!(cx);
                self.session(deck, true, cx);
            }
            Msg::Unbury => {
                cover!(cx);
                let cards = self.collection.cards.iter_mut().filter(|card| card.deck == deck);
                cards.for_each(|card| card.buried = false);
            }
            _ => {}
        }
    }

    fn on_reviewer(&mut self, page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        let Page::Reviewer(session) = page else { return };
        let Some(id) = session.queue.first().copied() else { return };
        match msg {
            Msg::Flip => {
                cover!(cx);
                session.answered = true;
            }
            Msg::Grade(grade) => {
                cover!(cx);
                let session = session.clone();
                *page = self.grade(session, grade, cx);
            }
            Msg::Undo => {
                let Some(undone) = self.undo(cx) else { return };
                // It may have been a card of another deck.
                if branch!(cx, self.card(undone).is_some_and(|card| card.deck == session.deck)) {
                    session.queue.retain(|known| *known != undone);
                    session.queue.insert(0, undone);
                    session.answered = false;
                }
            }
            Msg::Mark => {
                cover!(cx);
                let eats = cx.bug("mark-eats-undo");
                let Some(card) = self.card_mut(id) else { return };
                card.marked = !card.marked;
                if eats {
                    self.remember(id, Done::Marked);
                }
            }
            Msg::OpenMenu => {
                cover!(cx);
                cx.open(Page::ReviewerMenu);
            }
            Msg::Act(Action::Edit) => self.edit(id, cx),
            Msg::Act(Action::Delete) => cx.open(Page::Confirm(Question::DeleteCard(id))),
            Msg::Act(action) => {
                let bury = branch!(cx, matches!(action, Action::Bury));
                self.remember(id, if bury { Done::Buried } else { Done::Suspended });
                self.act(id, action, cx);
                *page = self.skip(session, cx);
            }
            Msg::CardGone => {
                cover!(cx);
                *page = self.skip(session, cx);
            }
            _ => {}
        }
    }

    /// What a menu does to a card on the spot.
    fn act(&mut self, id: u32, action: Action, cx: &mut Cx<'_, Self>) {
        let Some(card) = self.card_mut(id) else { return };
        match action {
            Action::Mark => {
                cover!(cx);
                card.marked = !card.marked;
            }
            Action::Bury => {
                cover!(cx);
                card.buried = true;
                cx.toast("Card buried");
            }
            Action::Suspend => {
                cover!(cx);
                card.suspended = !card.suspended;
            }
            Action::Edit | Action::Preview | Action::Delete => {}
        }
    }

    fn on_browser(&mut self, browser: &mut Browser, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Typed(text) => browser.typed = text,
            Msg::Search => {
                cover!(cx);
                browser.query.clone_from(&browser.typed);
                self.find(browser, cx);
            }
            Msg::OpenMenu => {
                cover!(cx);
                cx.open(Page::BrowserMenu);
            }
            Msg::Add => {
                cover!(cx);
                self.add(cx);
            }
            Msg::Sort(sort) => {
                cover!(cx);
                self.settings.sort = sort;
                self.find(browser, cx);
            }
            Msg::ChooseDeck => {
                cover!(cx);
                cx.open(Page::DeckChoice { all: true });
            }
            Msg::Deck(deck) => {
                cover!(cx);
                browser.deck = deck;
                self.find(browser, cx);
            }
            Msg::OpenCard(id) | Msg::ActOn(id, Action::Edit) => {
                cover!(cx);
                self.edit(id, cx);
            }
            Msg::CardMenu(id) => {
                cx.open(Page::CardMenu(id));
            }
            Msg::ActOn(id, Action::Preview) => {
                if let Some(card) = self.card(id) {
                    cover!(cx);
                    preview(card, cx);
                }
            }
            Msg::ActOn(id, Action::Delete) => {
                cover!(cx);
                cx.open(Page::Confirm(Question::DeleteCard(id)));
            }
            Msg::ActOn(id, action) => {
                cover!(cx);
                self.act(id, action, cx);
                self.find(browser, cx);
            }
            Msg::Saved => {
                cover!(cx);
                if !cx.bug("edited-shown-old") {
                    self.find(browser, cx);
                }
            }
            Msg::Cancelled => {
                cover!(cx);
                // The list is made anew from the query of the activity, which only onNewIntent sets.
                if cx.bug("browser-forgets-search") {
                    browser.query.clear();
                    self.find(browser, cx);
                }
            }
            Msg::CardGone => self.find(browser, cx),
            _ => {}
        }
    }

    fn on_editor(&mut self, editor: &mut Editor, msg: Msg, cx: &mut Cx<'_, Self>) {
        let Editor { draft, dirty } = editor;
        match msg {
            Msg::Front(text) => {
                *dirty |= branch!(cx, draft.front != text);
                draft.front = text;
            }
            Msg::Back(text) => {
                *dirty |= draft.back != text;
                draft.back = text;
            }
            Msg::ChooseDeck => {
                cover!(cx);
                cx.open(Page::DeckChoice { all: false });
            }
            Msg::Deck(deck) => {
                cover!(cx);
                *dirty |= deck != Some(draft.deck);
                draft.deck = deck.unwrap_or(draft.deck);
            }
            Msg::OpenTags => {
                cx.open(Page::Tags { ticked: draft.tags, name: String::new() });
            }
            Msg::Tagged(tags) => {
                cover!(cx);
                *dirty |= draft.tags != tags;
                draft.tags = tags;
                // The tags come with a note of their own, into which the last field was not yet written.
                if cx.bug("tags-drop-answer") {
                    draft.back = self.card(draft.id).map(|card| card.back.clone()).unwrap_or_default();
                }
            }
            Msg::OpenAttach => {
                cx.open(Page::Attach);
            }
            Msg::Attach(Source::Camera) => {
                cover!(cx);
                self.photo_folder = Some("collection.media");
                cx.visit(Neighbour::Camera, Msg::Photo);
            }
            Msg::Attach(Source::Files) => {
                cx.visit(Neighbour::FileChooser, Msg::File);
            }
            Msg::Photo(Some(_)) if self.photo_folder.is_none() && cx.bug("photo-after-kill") => {
                cx.crash(
                    Fault::new("java.lang.NullPointerException", "path must not be null")
                        .at("com.example.cards.NoteEditor.onActivityResult(NoteEditor.kt:702)")
                        .at("android.app.Activity.dispatchActivityResult(Activity.java:8310)"),
                );
            }
            Msg::Photo(Some(name)) | Msg::File(Some(name)) => {
                cover!(cx);
                draft.media = Some(name);
                *dirty = true;
            }
            Msg::Detach => {
                cover!(cx);
                draft.media = None;
                *dirty = true;
            }
            Msg::Preview => {
                cover!(cx);
                preview(draft, cx);
            }
            Msg::Save => {
                if branch!(cx, draft.front.trim().is_empty()) {
                    cx.toast("The question is empty");
                } else {
                    self.save(draft, cx);
                    cx.close_with(Msg::Saved);
                }
            }
            Msg::Discarded => {
                cover!(cx);
                cx.close_with(Msg::Cancelled);
            }
            Msg::Close => leave_editor(editor, cx),
            _ => {}
        }
    }

    fn on_tags(&mut self, ticked: &mut u32, name: &mut String, msg: Msg, cx: &mut Cx<'_, Self>) {
        let tags = &mut self.collection.tags;
        match msg {
            Msg::Typed(text) => *name = text,
            Msg::Tick(tag) => {
                cover!(cx);
                *ticked ^= 1 << tag;
            }
            Msg::AddTag => {
                let trimmed = name.trim().to_lowercase();
                let room = !trimmed.is_empty() && tags.len() < MAX_TAGS && !tags.contains(&trimmed);
                if branch!(cx, room) {
                    *ticked |= 1 << tags.len();
                    tags.push(trimmed);
                    name.clear();
                }
            }
            Msg::Confirmed => {
                cover!(cx);
                cx.close_with(Msg::Tagged(*ticked));
            }
            _ => {}
        }
    }

    fn on_settings(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Toggle(switch) => {
                cover!(cx);
                let flag = self.settings.flag(switch);
                *flag = !*flag;
            }
            Msg::ChooseLimit => {
                cx.open(Page::LimitChoice);
            }
            Msg::Reset => {
                cover!(cx);
                cx.open(Page::Confirm(Question::Reset));
            }
            _ => {}
        }
    }

    fn on_question(&mut self, question: Question, msg: Msg, cx: &mut Cx<'_, Self>) {
        if !matches!(msg, Msg::Confirmed) {
            return;
        }
        match question {
            Question::DeleteDeck(deck) => {
                cover!(cx);
                self.delete_deck(deck, cx);
                cx.close();
            }
            Question::DeleteCard(card) => {
                cover!(cx);
                self.delete_card(card);
                cx.close_with(Msg::CardGone);
            }
            Question::Restore => {
                cover!(cx);
                if let Some((_, collection)) = &self.backup {
                    self.collection = collection.clone();
                    self.undo.clear();
                    cx.toast("Backup restored");
                }
                cx.close();
            }
            Question::Reset => {
                cover!(cx);
                self.reset(cx);
                cx.close();
            }
            Question::Discard => {
                cover!(cx);
                cx.close_with(Msg::Discarded);
            }
        }
    }
}

fn on_statistics(period: &mut usize, loaded: &mut bool, msg: Msg, cx: &mut Cx<'_, Cards>) {
    match msg {
        Msg::Period(chosen) => {
            if branch!(cx, chosen != *period) {
                (*period, *loaded) = (chosen, false);
                cx.after(STATISTICS_MILLIS, Msg::Loaded);
            }
        }
        Msg::Loaded => {
            cover!(cx);
            *loaded = true;
        }
        _ => {}
    }
}

fn leave_editor(editor: &Editor, cx: &mut Cx<'_, Cards>) {
    if branch!(cx, editor.dirty) {
        cx.open(Page::Confirm(Question::Discard));
    } else {
        cx.close_with(Msg::Cancelled);
    }
}

/// Shows a card as it will be asked.
fn preview(card: &Card, cx: &mut Cx<'_, Cards>) {
    let empty = branch!(cx, card.media.as_deref() == Some(EMPTY_VIDEO));
    if empty && cx.bug("empty-video") {
        return cx.crash(
            Fault::new("java.lang.NullPointerException", "mediaPath must not be null")
                .at("com.example.cards.multimedia.MediaClipField.getFormattedValue(MediaClipField.kt:81)")
                .at("com.example.cards.NoteEditor.performPreview(NoteEditor.kt:934)")
                .at("android.view.View.performClick(View.java:7448)"),
        );
    }
    if empty {
        cx.toast("The video is empty");
    }
    let media = card.media.clone().filter(|_| !empty);
    cx.open(Page::Preview { front: card.front.clone(), back: card.back.clone(), media });
}

/// What pages look like.
impl Cards {
    fn view_decks(&self, ui: &mut Ui<'_, Msg>) {
        let now = ui.now();
        let decks = &self.collection.decks;
        ui.column("root_layout", |ui| {
            ui.toolbar("Cards", Nav::Drawer(Msg::OpenDrawer), |ui| ui.overflow(Msg::OpenMenu));
            ui.stack("deckpicker_view", |ui| {
                ui.column("", |ui| {
                    if branch!(ui, decks.is_empty()) {
                        ui.text("no_decks", "No decks yet: create one from the menu").fill();
                    } else {
                        ui.list("files", decks.len(), 96, |ui, at| self.view_deck(&decks[at], now, ui));
                    }
                    ui.text("today_stats", format_args!("Studied {} cards today", self.reviewed));
                    match &self.backup {
                        Some((at, _)) => {
                            let minutes = now.saturating_sub(*at) / MINUTE;
                            ui.text("backup_age", format_args!("Backup {minutes} min ago"));
                        }
                        None => drop(ui.text("backup_age", "No backup")),
                    }
                })
                .fill();
                ui.fab("fab", "Add card").tap(Msg::Add);
            })
            .fill();
        });
    }

    fn view_deck(&self, deck: &Deck, now: u64, ui: &mut Ui<'_, Msg>) {
        let (new, due) = self.counts(deck.id, now);
        ui.row("DeckPickerHoriz", |ui| {
            ui.text("deckpicker_name", &deck.name).fill();
            ui.text("deckpicker_new", new);
            ui.text("deckpicker_rev", due);
        })
        .tap(Msg::OpenDeck(deck.id))
        .long_tap(Msg::DeckMenu(deck.id));
    }

    fn view_decks_menu(&self, ui: &mut Ui<'_, Msg>) {
        ui.menu(|ui| {
            ui.entry("title", "Undo review").tap(Msg::Undo).enabled(!self.undo.is_empty());
            ui.entry("title", "Create deck").tap(Msg::NewDeck);
            ui.entry("title", "Create backup").tap(Msg::BackUp);
            ui.entry("title", "Restore backup").tap(Msg::Restore);
            ui.entry("title", "About").tap(Msg::Go(Place::About));
        });
    }

    fn view_deck_menu(&self, deck: u32, ui: &mut Ui<'_, Msg>) {
        ui.column("parentPanel", |ui| {
            ui.text("alertTitle", self.deck_name(deck)).height(60);
            ui.menu(|ui| {
                ui.entry("text1", "Rename deck").tap(Msg::Rename);
                ui.entry("text1", "Browse cards").tap(Msg::Browse);
                ui.entry("text1", "Delete deck").tap(Msg::DeleteDeck);
            });
        });
    }

    fn view_overview(&self, deck: u32, ui: &mut Ui<'_, Msg>) {
        let (new, due) = self.counts(deck, ui.now());
        let Options { shuffle, repeat } = self.options(deck);
        let total = self.cards_of(deck).count();
        let buried = self.cards_of(deck).any(|card| card.buried);
        ui.column("studyoptions_frame", |ui| {
            ui.toolbar(self.deck_name(deck), Nav::Up(Msg::Close), |_| {});
            ui.scroll("studyoptions_main", |ui| {
                ui.text("studyoptions_new", format_args!("New: {new}"));
                ui.text("studyoptions_due", format_args!("Due: {due}"));
                ui.text("studyoptions_total", format_args!("Total: {total}"));
                ui.switch("shuffle", "Shuffle", shuffle).tap(Msg::Shuffle);
                ui.switch("repeat", "Repeat", repeat).tap(Msg::Repeat);
                let order = match (shuffle, repeat) {
                    (true, _) => "Cards come in any order",
                    (_, true) => "Failed cards come back until you know them",
                    _ => "Every card comes once, in order",
                };
                ui.text("order", order);
                if branch!(ui, new + due > 0) {
                    ui.button("study", "Study now").tap(Msg::Study);
                } else {
                    ui.text("congrats", "Nothing to study now");
                    ui.button("study_ahead", "Study ahead").tap(Msg::StudyAhead).enabled(total > 0);
                }
                if branch!(ui, buried) {
                    ui.button("unbury", "Unbury").tap(Msg::Unbury);
                }
            });
        });
    }

    fn view_reviewer(&self, session: &Session, ui: &mut Ui<'_, Msg>) {
        let Some(card) = session.queue.first().and_then(|id| self.card(*id)) else {
            return self.view_gone(ui);
        };
        ui.column("root_layout", |ui| {
            ui.toolbar(self.deck_name(session.deck), Nav::Up(Msg::Close), |ui| {
                ui.icon("undo", "Undo").tap(Msg::Undo).enabled(!self.undo.is_empty());
                ui.icon("mark", if card.marked { "Unmark" } else { "Mark" }).tap(Msg::Mark);
                ui.overflow(Msg::OpenMenu);
            });
            ui.row("top_bar", |ui| {
                if branch!(ui, self.settings.show_counts) {
                    ui.text("remaining", format_args!("{} left", session.queue.len()));
                }
                if branch!(ui, self.settings.show_timer) {
                    let seconds = ui.now().saturating_sub(session.began) / 1000;
                    ui.text("card_time", format_args!("{}:{:02}", seconds / 60, seconds % 60));
                }
            })
            .height(36);
            ui.scroll("flashcard", |ui| {
                ui.text("question", &card.front);
                if let Some(media) = &card.media {
                    ui.image("media", media);
                }
                if branch!(ui, session.answered) {
                    ui.text("answer", &card.back);
                    if card.tags != 0 {
                        ui.text("card_tags", self.tag_names(card.tags));
                    }
                }
            });
            ui.row("bottom_area", |ui| {
                if branch!(ui, session.answered) {
                    for (grade, id, label) in Grade::ALL {
                        let days = grade.interval(card.interval);
                        ui.button(id, format_args!("{label} {days}d")).tap(Msg::Grade(grade)).fill();
                    }
                } else {
                    ui.button("flip", "Show answer").tap(Msg::Flip).fill();
                }
            })
            .height(84);
        });
    }

    fn view_gone(&self, ui: &mut Ui<'_, Msg>) {
        ui.column("root_layout", |ui| {
            ui.toolbar("Cards", Nav::Up(Msg::Close), |_| {});
            ui.text("question", "This card is gone");
        });
    }

    fn view_browser(&self, browser: &Browser, ui: &mut Ui<'_, Msg>) {
        ui.column("root_layout", |ui| {
            ui.toolbar("Card browser", Nav::Up(Msg::Close), |ui| {
                ui.icon("action_add", "Add card").tap(Msg::Add);
                ui.overflow(Msg::OpenMenu);
            });
            ui.row("search_bar", |ui| {
                ui.field("search_src_text", &browser.typed, "Words, is:new, tag:verb")
                    .typed(Msg::Typed)
                    .entered(Msg::Search);
                ui.icon("search_go_btn", "Search").tap(Msg::Search);
            })
            .height(72);
            let deck = browser.deck.map_or("All decks", |deck| self.deck_name(deck));
            ui.text("subtitle", format_args!("{deck}: {} cards", browser.rows.len()));
            if branch!(ui, browser.rows.is_empty()) {
                ui.text("empty", "No cards found");
            } else {
                ui.list("card_browser_list", browser.rows.len(), 96, |ui, at| {
                    self.view_row(&browser.rows[at], ui);
                });
            }
        });
    }

    fn view_row(&self, row: &Row, ui: &mut Ui<'_, Msg>) {
        let (marked, suspended) =
            self.card(row.id).map_or((false, false), |card| (card.marked, card.suspended));
        ui.row("card_item_browser", |ui| {
            ui.column("", |ui| {
                ui.text("card_sfld", &row.front);
                ui.text("card_column2", &row.back);
            })
            .fill();
            if branch!(ui, suspended) {
                ui.image("suspended", "Suspended");
            }
            if branch!(ui, marked) {
                ui.image("marked", "Marked");
            }
        })
        .tap(Msg::OpenCard(row.id))
        .long_tap(Msg::CardMenu(row.id));
    }

    fn view_card_menu(&self, id: u32, ui: &mut Ui<'_, Msg>) {
        let card = self.card(id);
        let mark = if card.is_some_and(|card| card.marked) { "Unmark card" } else { "Mark card" };
        let suspend = if card.is_some_and(|card| card.suspended) { "Resume card" } else { "Suspend card" };
        ui.column("parentPanel", |ui| {
            ui.text("alertTitle", card.map_or("", |card| &card.front)).height(60);
            ui.menu(|ui| {
                ui.entry("text1", "Edit card").tap(Msg::Act(Action::Edit));
                ui.entry("text1", "Preview").tap(Msg::Act(Action::Preview));
                ui.entry("text1", mark).tap(Msg::Act(Action::Mark));
                ui.entry("text1", suspend).tap(Msg::Act(Action::Suspend));
                ui.entry("text1", "Delete card").tap(Msg::Act(Action::Delete));
            });
        });
    }

    fn view_deck_choice(&self, all: bool, ui: &mut Ui<'_, Msg>) {
        ui.dialog(
            "Deck",
            |ui| {
                ui.scroll("select_dialog_listview", |ui| {
                    if branch!(ui, all) {
                        ui.entry("text1", "All decks").tap(Msg::Deck(None));
                    }
                    for deck in &self.collection.decks {
                        ui.entry("text1", &deck.name).tap(Msg::Deck(Some(deck.id)));
                    }
                });
            },
            |ui| ui.cancel("Cancel", Msg::Close),
        );
    }

    fn view_editor(&self, editor: &Editor, ui: &mut Ui<'_, Msg>) {
        let draft = &editor.draft;
        let known = self.card(draft.id).is_some();
        ui.column("note_editor_layout", |ui| {
            ui.toolbar(if known { "Edit card" } else { "Add card" }, Nav::Up(Msg::Close), |ui| {
                ui.icon("preview", "Preview").tap(Msg::Preview);
                ui.icon("save", "Save").tap(Msg::Save);
            });
            ui.scroll("CardEditorScroll", |ui| {
                let deck = self.deck_name(draft.deck);
                ui.button("note_deck_spinner", format_args!("Deck: {deck}")).tap(Msg::ChooseDeck);
                ui.field("front", &draft.front, "Question").typed(Msg::Front);
                ui.field("back", &draft.back, "Answer").typed(Msg::Back);
                ui.row("media_row", |ui| {
                    ui.icon("attach", "Attach").tap(Msg::OpenAttach);
                    if let Some(media) = &draft.media {
                        ui.text("media_name", media).fill();
                        ui.icon("detach", "Remove attachment").tap(Msg::Detach);
                    }
                })
                .height(72);
                let tags = self.tag_names(draft.tags);
                ui.button("tags", format_args!("Tags: {tags}")).tap(Msg::OpenTags);
            });
        });
    }

    fn view_tags(&self, ticked: u32, name: &str, ui: &mut Ui<'_, Msg>) {
        ui.dialog(
            "Tags",
            |ui| {
                ui.row("new_tag", |ui| {
                    ui.field("tag_name", name, "New tag").typed(Msg::Typed).entered(Msg::AddTag);
                    ui.icon("add_tag", "Add tag").tap(Msg::AddTag);
                })
                .height(72);
                ui.scroll("tags_dialog_tags_list", |ui| {
                    for (tag, name) in self.collection.tags.iter().enumerate() {
                        ui.checkbox("tag", name, ticked >> tag & 1 == 1).tap(Msg::Tick(tag));
                    }
                });
            },
            |ui| {
                ui.cancel("Cancel", Msg::Close);
                ui.ok("OK", Msg::Confirmed);
            },
        );
    }

    fn view_statistics(&self, period: usize, loaded: bool, ui: &mut Ui<'_, Msg>) {
        ui.column("root_layout", |ui| {
            ui.toolbar("Statistics", Nav::Up(Msg::Close), |_| {});
            ui.tabs("sliding_tabs", &PERIODS.map(|(tab, _)| tab), period, Msg::Period);
            if !branch!(ui, loaded) {
                return ui.busy();
            }
            let cards = &self.collection.cards;
            ui.scroll("statistics", |ui| {
                ui.text("chart_title", PERIODS[period].1);
                ui.text("reviews", format_args!("{} reviews", self.reviewed));
                ui.image("chart", "Reviews by day").height(200);
                ui.text("total", format_args!("{} cards", cards.len()));
                let seen = cards.iter().filter(|card| card.interval > 0).count();
                ui.text("seen", format_args!("{seen} seen, {} new", cards.len() - seen));
                let suspended = cards.iter().filter(|card| card.suspended).count();
                ui.text("suspended", format_args!("{suspended} suspended"));
            });
        });
    }

    fn view_settings(&self, ui: &mut Ui<'_, Msg>) {
        let Settings { show_counts, show_timer, night, swipe, limit, .. } = self.settings;
        let switch = |ui: &mut Ui<'_, Msg>, title: &str, summary: &str, on: bool, which: Switch| {
            ui.preference(title, summary, Some(on)).tap(Msg::Toggle(which));
        };
        ui.column("root_layout", |ui| {
            ui.toolbar("Settings", Nav::Up(Msg::Close), |_| {});
            ui.scroll("list", |ui| {
                switch(ui, "Show remaining", "How many cards are left", show_counts, Switch::Counts);
                switch(ui, "Answer timer", "How long a question is open", show_timer, Switch::Timer);
                switch(ui, "Night theme", "White on black", night, Switch::Night);
                switch(ui, "Gestures", "Swipe to answer", swipe, Switch::Swipe);
                let cards = format_args!("{limit} cards a session");
                ui.preference("Session", cards, None).tap(Msg::ChooseLimit);
                ui.preference("Reset preferences", "Everything as it was at first", None).tap(Msg::Reset);
            });
        });
    }

    fn view_limits(&self, ui: &mut Ui<'_, Msg>) {
        ui.dialog(
            "Cards a session",
            |ui| {
                ui.scroll("select_dialog_listview", |ui| {
                    for limit in LIMITS {
                        ui.radio("text1", limit, limit == self.settings.limit).tap(Msg::Limit(limit));
                    }
                });
            },
            |ui| ui.cancel("Cancel", Msg::Close),
        );
    }

    fn view_question(&self, question: Question, ui: &mut Ui<'_, Msg>) {
        let (title, ok) = match question {
            Question::DeleteDeck(_) => ("Delete deck", "Delete"),
            Question::DeleteCard(_) => ("Delete card", "Delete"),
            Question::Restore => ("Restore backup", "Restore"),
            Question::Reset => ("Reset preferences", "Reset"),
            Question::Discard => ("Discard changes", "Discard"),
        };
        ui.dialog(
            title,
            |ui| match question {
                Question::DeleteDeck(deck) => {
                    let (name, cards) = (self.deck_name(deck), self.cards_of(deck).count());
                    ui.message(format_args!("Delete {name} and its {cards} cards?"));
                }
                Question::DeleteCard(_) => ui.message("The card cannot be brought back."),
                Question::Restore => ui.message("All cards will be as they were then."),
                Question::Reset => ui.message("All settings will be as they were at first."),
                Question::Discard => ui.message("Close without saving?"),
            },
            |ui| {
                ui.cancel("Cancel", Msg::Close);
                ui.ok(ok, Msg::Confirmed);
            },
        );
    }
}

fn view_drawer(ui: &mut Ui<'_, Msg>) {
    ui.drawer("Cards", |ui| {
        ui.drawer_entry("Decks", true).tap(Msg::Close);
        ui.drawer_entry("Card browser", false).tap(Msg::Go(Place::Browser));
        ui.drawer_entry("Statistics", false).tap(Msg::Go(Place::Statistics));
        ui.drawer_entry("Settings", false).tap(Msg::Go(Place::Settings));
    });
}

fn view_name(renames: bool, name: &str, ui: &mut Ui<'_, Msg>) {
    ui.dialog(
        if renames { "Rename deck" } else { "Create deck" },
        |ui| {
            ui.field("name", name, "Name").typed(Msg::Typed).entered(Msg::Confirmed);
        },
        |ui| {
            ui.cancel("Cancel", Msg::Close);
            ui.ok("OK", Msg::Confirmed);
        },
    );
}

fn view_reviewer_menu(ui: &mut Ui<'_, Msg>) {
    ui.menu(|ui| {
        ui.entry("title", "Edit card").tap(Msg::Act(Action::Edit));
        ui.entry("title", "Bury card").tap(Msg::Act(Action::Bury));
        ui.entry("title", "Suspend card").tap(Msg::Act(Action::Suspend));
        ui.entry("title", "Delete card").tap(Msg::Act(Action::Delete));
    });
}

fn view_browser_menu(ui: &mut Ui<'_, Msg>) {
    ui.menu(|ui| {
        for (sort, label) in Sort::ALL {
            ui.entry("title", label).tap(Msg::Sort(sort));
        }
        ui.entry("title", "Filter by deck").tap(Msg::ChooseDeck);
    });
}

fn view_finished(tip: usize, ui: &mut Ui<'_, Msg>) {
    ui.column("studyoptions_frame", |ui| {
        ui.toolbar("Finished", Nav::Up(Msg::Close), |_| {});
        ui.text("congrats", "Congratulations! You have finished this deck for now.");
        ui.text("tip", TIPS[tip]);
        ui.button("done", "Done").tap(Msg::Close);
    });
}

fn view_attach(ui: &mut Ui<'_, Msg>) {
    ui.column("parentPanel", |ui| {
        ui.text("alertTitle", "Attach").height(60);
        ui.menu(|ui| {
            ui.entry("text1", "Take picture").tap(Msg::Attach(Source::Camera));
            ui.entry("text1", "Choose file").tap(Msg::Attach(Source::Files));
        });
    });
}

fn view_preview(front: &str, back: &str, media: Option<&str>, ui: &mut Ui<'_, Msg>) {
    ui.column("root_layout", |ui| {
        ui.toolbar("Preview", Nav::Up(Msg::Close), |_| {});
        ui.scroll("flashcard", |ui| {
            ui.text("question", front);
            if let Some(media) = media {
                ui.image("media", media).height(200);
            }
            ui.text("answer", back);
        });
    });
}

fn view_about(ui: &mut Ui<'_, Msg>) {
    ui.column("root_layout", |ui| {
        ui.toolbar("About", Nav::Up(Msg::Close), |_| {});
        ui.scroll("info", |ui| {
            ui.text("version", "Cards 2.16");
            ui.text("about", "Learn what you want to keep.");
            ui.text("licence", "Free software under the GPL, version 3");
        });
    });
}
