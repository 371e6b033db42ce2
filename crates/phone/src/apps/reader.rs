//! Reader: articles of feeds in one long list, with categories, saved articles, search and an offline mode.
//!
//! The list grows while it is read: more is loaded when its end is reached, and a refresh puts new articles
//! on top. Its bugs are of the kinds such apps report: state lost when the screen is turned, lists and counts
//! that disagree after a feed was renamed or deleted, work that ends after its page is gone.

use std::cmp::Reverse;

use crate::app::{App, Bug, BugKind, Manifest, Oracle, Recreate, Shows, Trap, TrapKind, Window};
use crate::cx::{Cx, Fault};
use crate::neighbours::Neighbour;
use crate::ui::{Nav, Ui};
use crate::{branch, cover};

/// Everything the app keeps.
#[derive(Clone, Default)]
pub(crate) struct Reader {
    feeds: Vec<Feed>,
    /// The newest first.
    articles: Vec<Article>,
    settings: Settings,
    /// What was searched for, the last first.
    history: Vec<String>,
    /// How many articles the servers handed out, to the past and as news.
    older: usize,
    newer: usize,
    next_id: u32,
    synced: Option<u64>,
    /// What follows is in memory only: what is under way, what search asked last, what is being shared.
    syncing: bool,
    loading_more: bool,
    query: String,
    sharing: Option<u32>,
}

#[derive(Clone)]
struct Feed {
    id: u32,
    title: String,
    url: String,
    category: usize,
}

#[derive(Clone)]
struct Article {
    id: u32,
    feed: u32,
    /// The feed's title when the article was fetched.
    feed_title: String,
    title: String,
    published: u64,
    read: bool,
    opened: bool,
    bookmarked: bool,
    /// Its text is on the phone.
    downloaded: bool,
    /// Its feed was deleted.
    gone: bool,
}

#[derive(Clone)]
struct Settings {
    text_size: usize,
    offline: bool,
    dates: bool,
    read_on_open: bool,
    oldest_first: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { text_size: 1, offline: false, dates: true, read_on_open: true, oldest_first: false }
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Switch {
    Offline,
    Dates,
    ReadOnOpen,
}

/// Whose articles the main page shows.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Filter {
    #[default]
    All,
    Category(usize),
    Feed(u32),
}

/// The main page.
#[derive(Clone, Default)]
pub(crate) struct Main {
    filter: Filter,
    title: String,
    tab: usize,
    /// Only articles with this in their title.
    needle: String,
    snackbar: bool,
    /// Which article Undo makes unread again.
    undo: Option<u32>,
}

/// An article that is open, and the list it was opened from.
#[derive(Clone)]
pub(crate) struct Open {
    list: Vec<u32>,
    at: usize,
    id: u32,
    loading: bool,
}

/// The dialog that adds a feed.
#[derive(Clone, Default)]
pub(crate) struct Adding {
    url: String,
    error: &'static str,
    suggestion: usize,
    loading: bool,
}

#[derive(Clone)]
pub(crate) enum Page {
    Main(Main),
    Drawer(Filter),
    MainMenu,
    Article(Open),
    ArticleMenu(u32),
    TextSize,
    Search { query: String },
    Feeds,
    Add(Adding),
    FeedOptions(u32),
    Rename { feed: u32, name: String },
    Categories(u32),
    Delete(u32),
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
    OpenFeeds,
    OpenSettings,
    Choose(Filter),
    Tab(usize),
    Refresh,
    Synced,
    LoadMore,
    MoreLoaded,
    Open(u32),
    Bookmark(u32),
    ToggleRead(u32),
    Undo,
    SnackbarGone,
    MarkAllRead,
    TurnOrder,
    Step(isize),
    BodyLoaded(u32),
    Share,
    Shared(Option<String>),
    Browse,
    Browsed,
    MarkUnread,
    Download,
    GoOnline,
    ChooseSize,
    Size(usize),
    Typed(String),
    Submit,
    Recent(usize),
    Forget(usize),
    ClearHistory,
    AddFeed,
    Suggest,
    FeedFound(String),
    FeedOptions(u32),
    Rename,
    ChooseCategory,
    Category(usize),
    FeedRead,
    Delete,
    Toggle(Switch),
}

const TABS: [&str; 3] = ["All", "Unread", "Saved"];
const UNREAD: usize = 1;
const SAVED: usize = 2;
const CATEGORIES: [&str; 5] = ["Tech", "Science", "News", "Food", "Other"];
const SIZES: [&str; 4] = ["Small", "Normal", "Large", "Huge"];
const SUGGESTIONS: [&str; 4] =
    ["birds.example.com", "chess.example.com", "trains.example.com", "poems.example.com"];
/// The feeds of a new user, with what they wrote lately.
const FIRST_FEEDS: [(&str, &str, [&str; 8]); 4] = [
    (
        "Tech Weekly",
        "tech.example.com",
        [
            "Rust in the kernel, one year on",
            "C++ modules in practice",
            "Batteries that last a week",
            "The quiet return of feeds",
            "A phone without apps",
            "Why compilers got faster",
            "Open maps for everyone",
            "The smallest server",
        ],
    ),
    (
        "Daily Science",
        "science.example.com",
        [
            "Ice on Mars, measured",
            "How bees count",
            "A new map of the brain",
            "The oldest forest",
            "Why we dream",
            "Rain in the desert",
            "Whales that sing twice",
            "Glass from the moon",
        ],
    ),
    (
        "World Desk",
        "world.example.com",
        [
            "Trains run again",
            "A bridge for the valley",
            "Elections in spring",
            "The harbour reopens",
            "Schools start later",
            "A quiet summit",
            "New stamps for all",
            "The long strike ends",
        ],
    ),
    (
        "Kitchen Notes",
        "kitchen.example.com",
        [
            "Bread without kneading",
            "Soup for six",
            "A better omelette",
            "Pickles in a day",
            "Rice, four ways",
            "The last tomatoes",
            "Coffee by hand",
            "Cake for beginners",
        ],
    ),
];
const NEWS: [&str; 4] =
    ["What changed today", "Letters to the editor", "The week in pictures", "A correction"];
const PARAGRAPHS: [&str; 4] = [
    "It began, as such things do, with a question that nobody had thought to ask.",
    "Those who were there remember it differently, and the records are of little help.",
    "The figures are not in dispute; what they mean is another matter.",
    "More will be known in the autumn, when the next report is due.",
];
const FIRST_LOAD: usize = 24;
const LOAD: usize = 20;
/// How far back the servers remember.
const OLDEST: usize = 240;
const MAX_HISTORY: usize = 6;
const MINUTE: u64 = 60_000;
const FIRST_MILLIS: u64 = 1_500;
const SYNC_MILLIS: u64 = 2_500;
const MORE_MILLIS: u64 = 1_800;
const BODY_MILLIS: u64 = 900;
const FIND_MILLIS: u64 = 3_000;
const SNACKBAR_MILLIS: u64 = 8_000;

impl App for Reader {
    type Page = Page;
    type Msg = Msg;

    const MANIFEST: Manifest = Manifest {
        name: "reader",
        package: "com.example.reader",
        title: "Reader",
        about: "Articles of feeds in one long list, with saved articles, search and an offline mode",
        bugs: &[
            Bug {
                id: "text-size-turned",
                title: "Turning the screen while a text size is being chosen crashes",
                retells: "PBFDroid table 3, Materialistic issue 1463",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap text=\"Rust in the kernel, one year on\"",
                    "menu",
                    "tap text=\"Text size\"",
                    "rotate",
                ],
                shows: Shows::Crash("NullPointerException in TextSizeDialog.onCreateDialog"),
            },
            Bug {
                id: "shared-after-kill",
                title: "Coming back from sharing crashes if the system ended the app meanwhile",
                retells: "no report: what is being shared is kept in memory only",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap text=\"Rust in the kernel, one year on\"",
                    "tap id=share",
                    "kill",
                    "tap text=\"Mail\"",
                ],
                shows: Shows::Crash("NullPointerException in ArticleActivity.onActivityResult"),
            },
            Bug {
                id: "shown-feed-deleted",
                title: "Deleting the feed that the list shows crashes on the way back to the list",
                retells: "no report: a filter that refers to a row that is gone",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"World Desk (6)\"",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Manage feeds\"",
                    "longtap text=\"World Desk\"",
                    "tap text=\"Delete feed\"",
                    "tap id=button1",
                    "back",
                ],
                shows: Shows::Crash("NoSuchElementException in FeedRepository.title"),
            },
            Bug {
                id: "feed-found-late",
                title: "A feed that is found after its dialog was cancelled crashes",
                retells: "no report: background work reports to a dialog that is gone",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Manage feeds\"",
                    "tap id=add_feed",
                    "type id=feed_url \"example.org\"",
                    "enter",
                    "back",
                    "wait 5000",
                ],
                shows: Shows::Crash("IllegalStateException in AddFeedDialog.onFeedFound"),
            },
            Bug {
                id: "next-after-turning",
                title: "After turning the screen, Next leads to the second article of the list",
                retells: "no report: of two fields that belong together one is saved",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Neutral { inserted: 1..3 }],
                trace: &["tap text=\"Trains run again\"", "rotate", "rotate", "tap id=next", "tap id=next"],
                shows: Shows::Missing("id=article_heading text=\"C++ modules in practice\""),
            },
            Bug {
                id: "undo-another",
                title: "Undo after marking as read is about the article that was bookmarked since",
                retells: "no report: one field for two purposes",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Independence { inserted: 2..3 }],
                trace: &[
                    "tap text=\"Unread\"",
                    "tap desc=\"Mark as read: Ice on Mars, measured\"",
                    "tap desc=\"Bookmark: How bees count\"",
                    "tap id=snackbar_action",
                ],
                shows: Shows::Missing("id=article_title text=\"Ice on Mars, measured\""),
            },
            Bug {
                id: "search-sticks",
                title: "The list keeps to what was searched for once another tab is chosen",
                retells: "PBFDroid table 3, SimpleTask issue 1156: a search that is left and stays",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Independence { inserted: 3..6 }],
                trace: &[
                    "tap text=\"Saved\"",
                    "tap text=\"All\"",
                    "tap desc=\"Bookmark: Trains run again\"",
                    "tap id=search",
                    "type id=query \"bees\"",
                    "tap desc=\"Navigate up\"",
                    "tap text=\"Saved\"",
                ],
                shows: Shows::Missing("id=article_title text=\"Trains run again\""),
            },
            Bug {
                id: "category-forgotten",
                title: "After turning the screen the list shows all articles under the category's name",
                retells: "no report: of two fields that belong together one is saved",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Neutral { inserted: 2..4 }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Science (6)\"",
                    "rotate",
                    "rotate",
                    "tap text=\"Unread\"",
                ],
                shows: Shows::Present("id=article_title text=\"Trains run again\""),
            },
            Bug {
                id: "address-lost",
                title: "The address of a new feed is lost when the screen is turned",
                retells: "igorescodro/alkaa pull request 189: a form that loses its data when turned",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Neutral { inserted: 4..6 }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Manage feeds\"",
                    "tap id=add_feed",
                    "type id=feed_url \"example.org\"",
                    "rotate",
                    "rotate",
                    "tap id=button1",
                    "wait 5000",
                ],
                shows: Shows::Missing("id=feed_title text=\"example.org\""),
            },
            Bug {
                id: "unread-undone",
                title: "An article marked as unread is read again after a refresh",
                retells: "spacecowboy/Feeder issue 1121",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Property { functions: &["mark unread", "refresh"] }],
                trace: &[
                    "tap text=\"Trains run again\"",
                    "tap desc=\"More options\"",
                    "tap text=\"Mark as unread\"",
                    "tap desc=\"Navigate up\"",
                    "tap id=refresh",
                    "wait 5000",
                    "tap text=\"Unread\"",
                ],
                shows: Shows::Missing("id=article_title text=\"Trains run again\""),
            },
            Bug {
                id: "search-symbols",
                title: "Symbols in what is searched for are ignored",
                retells: "PBFDroid table 3, Aard2 issue 140",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Property { functions: &["read", "search"] }],
                trace: &["tap id=search", "type id=query \"C++ modules\""],
                shows: Shows::Missing("id=article_title text=\"C++ modules in practice\""),
            },
            Bug {
                id: "renamed-not-found",
                title: "Articles are not found by the new name of their feed",
                retells: "PBFDroid table 3, Wikipedia T305555",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["rename", "search"] }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Manage feeds\"",
                    "longtap text=\"World Desk\"",
                    "tap text=\"Rename\"",
                    "type id=feed_name \"Globe\"",
                    "tap id=button1",
                    "tap desc=\"Navigate up\"",
                    "tap id=search",
                    "type id=query \"Globe\"",
                ],
                shows: Shows::Missing("id=article_title text=\"Trains run again\""),
            },
            Bug {
                id: "deleted-still-found",
                title: "Articles of a deleted feed are still found by search",
                retells: "PBFDroid table 3, Omni Notes issue 886",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["delete", "search"] }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Manage feeds\"",
                    "longtap text=\"World Desk\"",
                    "tap text=\"Delete feed\"",
                    "tap id=button1",
                    "tap desc=\"Navigate up\"",
                    "tap id=search",
                    "type id=query \"Trains\"",
                ],
                shows: Shows::Present("id=article_title text=\"Trains run again\""),
            },
            Bug {
                id: "ghost-unread",
                title: "The articles of a deleted feed are still counted as unread",
                retells: "yanus171/Handy-News-Reader issue 42",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["delete", "count"] }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Manage feeds\"",
                    "longtap text=\"World Desk\"",
                    "tap text=\"Delete feed\"",
                    "tap id=button1",
                    "tap desc=\"Navigate up\"",
                    "tap desc=\"Open navigation drawer\"",
                ],
                shows: Shows::Missing("text=\"All articles (18)\""),
            },
        ],
        traps: &[
            Trap { kind: TrapKind::ChangesByItself, place: "\"37 min ago\" under every article" },
            Trap {
                kind: TrapKind::ChangesByItself,
                place: "a snackbar goes after eight seconds, and with the process",
            },
            Trap { kind: TrapKind::LoadsLate, place: "the end of the list, an article's text, a new feed" },
            Trap {
                kind: TrapKind::Reorders,
                place: "a refresh puts new articles above those that were there",
            },
            Trap { kind: TrapKind::RandomTip, place: "the address suggested for a new feed" },
            Trap { kind: TrapKind::SameLayout, place: "all, unread and saved articles share one layout" },
            Trap { kind: TrapKind::FalseLoop, place: "opening an article and going back leaves it read" },
            Trap {
                kind: TrapKind::LooksIndependent,
                place: "marking one article moves all below it in the unread tab, and the count on top",
            },
        ],
        source: include_str!("reader.rs"),
    };

    fn start(&mut self, cx: &mut Cx<'_, Self>) -> Page {
        if branch!(cx, self.synced.is_none() && !self.syncing) {
            self.subscribe_first();
            self.syncing = true;
            cx.after(FIRST_MILLIS, Msg::Synced);
        }
        Page::Main(Main { title: "All articles".into(), ..Main::default() })
    }

    fn window(page: &Page) -> Window {
        match page {
            Page::Main(_) => Window::Activity(".MainActivity"),
            Page::Article(_) => Window::Activity(".ArticleActivity"),
            Page::Search { .. } => Window::Activity(".search.SearchActivity"),
            Page::Feeds => Window::Activity(".feeds.FeedsActivity"),
            Page::Settings => Window::Activity(".settings.SettingsActivity"),
            Page::Drawer(_) => Window::Drawer,
            Page::MainMenu | Page::ArticleMenu(_) => Window::Menu,
            Page::TextSize | Page::Add(_) | Page::FeedOptions(_) | Page::Rename { .. } => Window::Dialog,
            Page::Categories(_) | Page::Delete(_) => Window::Dialog,
        }
    }

    fn view(&self, page: &Page, ui: &mut Ui<'_, Msg>) {
        match page {
            Page::Main(main) => self.view_main(main, ui),
            Page::Drawer(filter) => self.view_drawer(*filter, ui),
            Page::MainMenu => self.view_main_menu(ui),
            Page::Article(open) => self.view_article(open, ui),
            Page::ArticleMenu(id) => self.view_article_menu(*id, ui),
            Page::TextSize => view_choice("Text size", &SIZES, self.settings.text_size, Msg::Size, ui),
            Page::Search { query } => self.view_search(query, ui),
            Page::Feeds => self.view_feeds(ui),
            Page::Add(adding) => view_add(adding, ui),
            Page::FeedOptions(id) => self.view_feed_options(*id, ui),
            Page::Rename { name, .. } => view_rename(name, ui),
            Page::Categories(id) => {
                let now = self.feed(*id).map_or(CATEGORIES.len(), |feed| feed.category);
                view_choice("Category", &CATEGORIES, now, Msg::Category, ui);
            }
            Page::Delete(id) => self.view_delete(*id, ui),
            Page::Settings => self.view_settings(ui),
        }
    }

    fn update(&mut self, page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        match page {
            Page::Feeds if matches!(msg, Msg::Close) => cx.close_with(Msg::Returned),
            _ if matches!(msg, Msg::Close) => cx.close(),
            Page::Main(main) => self.on_main(main, msg, cx),
            // A menu and the drawer hand what was chosen to the page below.
            Page::Drawer(_) | Page::MainMenu | Page::ArticleMenu(_) => cx.close_with(msg),
            Page::Article(open) => self.on_article(open, msg, cx),
            Page::Search { query } => self.on_search(query, msg, cx),
            Page::Feeds => self.on_feeds(msg, cx),
            Page::Add(adding) => self.on_add(adding, msg, cx),
            Page::FeedOptions(id) => self.on_feed_options(*id, msg, cx),
            Page::Rename { feed, name } => self.on_rename(*feed, name, msg, cx),
            Page::Delete(id) => self.on_delete(*id, msg, cx),
            Page::TextSize | Page::Settings => self.on_settings(msg, cx),
            Page::Categories(id) => {
                if let (Msg::Category(chosen), Some(feed)) = (msg, self.feed_mut(*id)) {
                    cover!(cx);
                    feed.category = chosen;
                    cx.close();
                }
            }
        }
    }

    fn back(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        match page {
            Page::Main(main) if branch!(cx, main.filter != Filter::All) => self.choose(main, Filter::All),
            Page::Feeds => cx.close_with(Msg::Returned),
            _ => cx.close(),
        }
    }

    fn recreate(&mut self, page: Page, why: Recreate, cx: &mut Cx<'_, Self>) -> Option<Page> {
        let died = why == Recreate::ProcessDeath;
        match page {
            Page::Main(main) => {
                cover!(cx);
                let filter = if cx.bug("category-forgotten") { Filter::All } else { main.filter };
                let snackbar = main.snackbar && !branch!(cx, died);
                Some(Page::Main(Main { filter, snackbar, ..main }))
            }
            Page::Article(open) => {
                let at = if cx.bug("next-after-turning") { 0 } else { open.at };
                let loading = open.loading && !branch!(cx, died);
                Some(Page::Article(Open { at, loading, ..open }))
            }
            Page::Add(adding) => {
                let url = if cx.bug("address-lost") { String::new() } else { adding.url };
                let loading = adding.loading && !branch!(cx, died);
                Some(Page::Add(Adding { url, loading, ..adding }))
            }
            Page::TextSize if cx.bug("text-size-turned") => {
                cx.crash(
                    Fault::new(
                        "java.lang.NullPointerException",
                        "Attempt to invoke interface method 'void OnSizeListener.onSize(int)' on a null \
                         object reference",
                    )
                    .at("com.example.reader.article.TextSizeDialog.onCreateDialog(TextSizeDialog.java:41)")
                    .at("androidx.fragment.app.DialogFragment.prepareDialog(DialogFragment.java:590)")
                    .at("androidx.fragment.app.FragmentManager.moveToState(FragmentManager.java:1300)"),
                );
                None
            }
            // Pop-up menus are not saved.
            Page::MainMenu | Page::ArticleMenu(_) => {
                cover!(cx);
                None
            }
            other => Some(other),
        }
    }

    fn process_died(&mut self) {
        self.syncing = false;
        self.loading_more = false;
        self.query.clear();
        self.sharing = None;
    }

    fn late(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Synced => self.sync(cx),
            Msg::MoreLoaded => self.load_older(LOAD, cx.now()),
            Msg::FeedFound(url) => {
                cover!(cx);
                if cx.bug("feed-found-late") {
                    return cx.crash(
                        Fault::new(
                            "java.lang.IllegalStateException",
                            "Fragment AddFeedDialog not attached to an activity.",
                        )
                        .at("androidx.fragment.app.Fragment.requireActivity(Fragment.java:995)")
                        .at("com.example.reader.feeds.AddFeedDialog.onFeedFound(AddFeedDialog.java:112)")
                        .at("com.example.reader.net.FeedFinder$1.onPostExecute(FeedFinder.java:66)"),
                    );
                }
                self.subscribe(&url, cx);
            }
            _ => {}
        }
    }
}

/// The data.
impl Reader {
    fn fresh_id(&mut self) -> u32 {
        self.next_id += 1;
        self.next_id
    }

    fn feed(&self, id: u32) -> Option<&Feed> {
        self.feeds.iter().find(|feed| feed.id == id)
    }

    fn feed_mut(&mut self, id: u32) -> Option<&mut Feed> {
        self.feeds.iter_mut().find(|feed| feed.id == id)
    }

    fn article(&self, id: u32) -> Option<&Article> {
        self.articles.iter().find(|article| article.id == id)
    }

    fn article_mut(&mut self, id: u32) -> Option<&mut Article> {
        self.articles.iter_mut().find(|article| article.id == id)
    }

    fn subscribe_first(&mut self) {
        if self.feeds.is_empty() {
            for (category, (title, url, _)) in FIRST_FEEDS.iter().enumerate() {
                let id = self.fresh_id();
                self.feeds.push(Feed { id, title: (*title).into(), url: (*url).into(), category });
            }
        }
    }

    /// An article of a feed, unless the feed is gone.
    fn fetched(&mut self, url: &str, title: String, published: u64) -> Option<Article> {
        let feed = self.feeds.iter().find(|feed| feed.url == url)?;
        let (feed, feed_title) = (feed.id, feed.title.clone());
        Some(Article {
            id: self.fresh_id(),
            feed,
            feed_title,
            title,
            published,
            read: false,
            opened: false,
            bookmarked: false,
            downloaded: false,
            gone: false,
        })
    }

    fn load_older(&mut self, count: usize, now: u64) {
        self.loading_more = false;
        let until = (self.older + count).min(OLDEST);
        for number in self.older..until {
            let (_, url, titles) = FIRST_FEEDS[number % FIRST_FEEDS.len()];
            let round = number / FIRST_FEEDS.len();
            let title = titles[round % titles.len()];
            let title = match round / titles.len() {
                0 => title.to_owned(),
                part => format!("{title}, part {}", part + 1),
            };
            // What is older than the oldest known, one article every 37 minutes.
            let last = self.articles.last().map_or(now, |article| article.published);
            let article = self.fetched(url, title, last.saturating_sub(37 * MINUTE));
            self.articles.extend(article);
        }
        self.older = until;
    }

    /// A refresh ended.
    fn sync(&mut self, cx: &mut Cx<'_, Self>) {
        self.syncing = false;
        let now = cx.now();
        if branch!(cx, self.synced.replace(now).is_none()) {
            return self.load_older(FIRST_LOAD, now);
        }
        for _ in 0..2 {
            let (_, url, _) = FIRST_FEEDS[self.newer % FIRST_FEEDS.len()];
            let title = format!("{} ({})", NEWS[self.newer % NEWS.len()], self.newer + 1);
            self.newer += 1;
            if let Some(article) = self.fetched(url, title, now) {
                self.articles.insert(0, article);
            }
        }
        // What the server knows to have been opened must not overrule what the user said since.
        if cx.bug("unread-undone") {
            self.articles.iter_mut().filter(|article| article.opened).for_each(|article| article.read = true);
        }
    }

    /// Adds the feed at an address, with its first articles.
    fn subscribe(&mut self, url: &str, cx: &mut Cx<'_, Self>) {
        let id = self.fresh_id();
        self.feeds.push(Feed { id, title: url.into(), url: url.into(), category: CATEGORIES.len() - 1 });
        for (number, title) in ["Welcome", "About this feed"].iter().enumerate() {
            let published = cx.now().saturating_sub((number as u64 + 1) * 24 * 60 * MINUTE);
            let article = self.fetched(url, format!("{title} ({url})"), published);
            self.articles.extend(article);
        }
        self.articles.sort_by_key(|article| Reverse(article.published));
        cx.toast(format!("{url} added"));
    }

    fn admits(&self, filter: Filter, article: &Article) -> bool {
        match filter {
            Filter::All => true,
            Filter::Feed(feed) => article.feed == feed,
            Filter::Category(category) => {
                self.feed(article.feed).is_some_and(|feed| feed.category == category)
            }
        }
    }

    /// The articles of the main page, in its order.
    fn shown(&self, main: &Main) -> Vec<&Article> {
        let within = |article: &&Article| {
            let tab = match main.tab {
                UNREAD => !article.read,
                SAVED => article.bookmarked,
                _ => true,
            };
            tab && !article.gone && self.admits(main.filter, article) && article.title.contains(&main.needle)
        };
        let mut articles: Vec<&Article> = self.articles.iter().filter(within).collect();
        if self.settings.oldest_first {
            articles.reverse();
        }
        articles
    }

    fn unread(&self, filter: Filter) -> usize {
        let counts = |article: &&Article| !article.read && !article.gone && self.admits(filter, article);
        self.articles.iter().filter(counts).count()
    }

    fn title(&self, filter: Filter) -> String {
        match filter {
            Filter::All => "All articles".into(),
            Filter::Category(category) => CATEGORIES[category].into(),
            Filter::Feed(feed) => self.feed(feed).map_or("All articles", |feed| &feed.title).into(),
        }
    }

    fn found(&self, query: &str, ui: &Ui<'_, Msg>) -> Vec<&Article> {
        let mut query = query.trim().to_lowercase();
        if ui.bug("search-symbols") {
            query.retain(|c| c.is_alphanumeric() || c == ' ');
        }
        let (stale, deleted) = (ui.bug("renamed-not-found"), ui.bug("deleted-still-found"));
        let has = |article: &&Article| {
            let feed = match self.feed(article.feed) {
                Some(feed) if !stale => &feed.title,
                _ => &article.feed_title,
            };
            let matches =
                article.title.to_lowercase().contains(&query) || feed.to_lowercase().contains(&query);
            matches && (deleted || !article.gone)
        };
        self.articles.iter().filter(has).collect()
    }

    /// Opens an article within the list it was chosen from.
    fn open(&mut self, list: Vec<u32>, id: u32, cx: &mut Cx<'_, Self>) {
        let at = list.iter().position(|known| *known == id).unwrap_or_default();
        let loading = self.begin_reading(id, cx);
        cx.open(Page::Article(Open { list, at, id, loading }));
        if loading {
            cx.after(BODY_MILLIS, Msg::BodyLoaded(id));
        }
    }

    /// Marks an article as read; says whether its text must be loaded.
    fn begin_reading(&mut self, id: u32, cx: &mut Cx<'_, Self>) -> bool {
        let (reads, offline) = (self.settings.read_on_open, self.settings.offline);
        let Some(article) = self.article_mut(id) else { return false };
        article.opened = true;
        if branch!(cx, reads) {
            article.read = true;
        }
        !offline && !article.downloaded
    }

    /// Goes on with the article that an open page turned to.
    fn read(&mut self, open: &mut Open, cx: &mut Cx<'_, Self>) {
        open.loading = self.begin_reading(open.id, cx);
        if open.loading {
            cx.after(BODY_MILLIS, Msg::BodyLoaded(open.id));
        }
    }

    fn choose(&self, main: &mut Main, filter: Filter) {
        main.filter = filter;
        main.title = self.title(filter);
    }
}

/// What messages do.
impl Reader {
    fn on_main(&mut self, main: &mut Main, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::OpenDrawer => cx.open(Page::Drawer(main.filter)),
            Msg::OpenMenu => cx.open(Page::MainMenu),
            Msg::OpenSearch => cx.open(Page::Search { query: String::new() }),
            Msg::OpenFeeds => cx.open(Page::Feeds),
            Msg::OpenSettings => cx.open(Page::Settings),
            Msg::Choose(filter) => {
                cover!(cx);
                self.choose(main, filter);
            }
            Msg::Returned => self.returned(main, cx),
            Msg::Tab(tab) => {
                cover!(cx);
                main.tab = tab;
                // The list asks for what is set in the place that search shares with it.
                if cx.bug("search-sticks") {
                    main.needle.clone_from(&self.query);
                }
            }
            Msg::Refresh if branch!(cx, self.settings.offline) => cx.toast("You are offline"),
            Msg::Refresh => {
                if branch!(cx, !self.syncing) {
                    self.syncing = true;
                    cx.after(SYNC_MILLIS, Msg::Synced);
                }
            }
            Msg::Synced => self.sync(cx),
            Msg::LoadMore => {
                let more = self.older < OLDEST && !self.loading_more && !self.settings.offline;
                if branch!(cx, more && main.tab != SAVED && self.synced.is_some()) {
                    self.loading_more = true;
                    cx.after(MORE_MILLIS, Msg::MoreLoaded);
                }
            }
            Msg::MoreLoaded => {
                cover!(cx);
                self.load_older(LOAD, cx.now());
            }
            Msg::Open(id) => {
                cover!(cx);
                let list = self.shown(main).iter().map(|article| article.id).collect();
                self.open(list, id, cx);
            }
            Msg::Bookmark(id) => {
                if let Some(article) = self.article_mut(id) {
                    article.bookmarked = !article.bookmarked;
                    let kept = branch!(cx, article.bookmarked);
                    article.downloaded = article.downloaded || kept;
                    cx.toast(if kept { "Saved for later" } else { "No longer saved" });
                }
                if cx.bug("undo-another") {
                    main.undo = Some(id);
                }
            }
            Msg::ToggleRead(id) => {
                let Some(article) = self.article_mut(id) else { return };
                article.read = !article.read;
                main.snackbar = branch!(cx, article.read);
                main.undo = article.read.then_some(id);
                if main.snackbar {
                    cx.after(SNACKBAR_MILLIS, Msg::SnackbarGone);
                }
            }
            Msg::Undo => {
                main.snackbar = false;
                if let Some(article) = main.undo.take().and_then(|id| self.article_mut(id)) {
                    cover!(cx);
                    article.read = false;
                }
            }
            Msg::SnackbarGone => main.snackbar = false,
            Msg::MarkAllRead => {
                cover!(cx);
                let shown: Vec<u32> = self.shown(main).iter().map(|article| article.id).collect();
                self.articles.iter_mut().filter(|a| shown.contains(&a.id)).for_each(|a| a.read = true);
                cx.toast(format!("{} articles marked as read", shown.len()));
            }
            Msg::TurnOrder => {
                cover!(cx);
                self.settings.oldest_first = !self.settings.oldest_first;
            }
            _ => {}
        }
    }

    /// Back from the feeds: the one shown may have another name, or be gone.
    fn returned(&mut self, main: &mut Main, cx: &mut Cx<'_, Self>) {
        let gone = matches!(main.filter, Filter::Feed(feed) if self.feed(feed).is_none());
        if branch!(cx, gone) {
            if cx.bug("shown-feed-deleted") {
                return cx.crash(
                    Fault::new("java.util.NoSuchElementException", "No feed with the given id")
                        .at("com.example.reader.data.FeedRepository.title(FeedRepository.java:84)")
                        .at("com.example.reader.MainActivity.updateTitle(MainActivity.java:203)")
                        .at("com.example.reader.MainActivity.onResume(MainActivity.java:97)")
                        .at("android.app.Activity.performResume(Activity.java:8154)"),
                );
            }
            main.filter = Filter::All;
        }
        main.title = self.title(main.filter);
    }

    fn on_article(&mut self, open: &mut Open, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::OpenMenu => cx.open(Page::ArticleMenu(open.id)),
            Msg::Step(by) => {
                let to = open.at.checked_add_signed(by).filter(|to| *to < open.list.len());
                if let Some(to) = to {
                    cover!(cx);
                    open.at = to;
                    open.id = open.list[to];
                    self.read(open, cx);
                } else {
                    cover!(cx);
                    cx.toast("No more articles");
                }
            }
            Msg::BodyLoaded(id) if branch!(cx, id == open.id) => {
                open.loading = false;
                if let Some(article) = self.article_mut(id) {
                    article.downloaded |= article.bookmarked;
                }
            }
            Msg::Bookmark(id) => {
                if let Some(article) = self.article_mut(id) {
                    cover!(cx);
                    article.bookmarked = !article.bookmarked;
                    article.downloaded |= article.bookmarked;
                }
            }
            Msg::Share => {
                cover!(cx);
                self.sharing = Some(open.id);
                cx.visit(Neighbour::Share, Msg::Shared);
            }
            Msg::Shared(Some(with)) => {
                let sharing = self.sharing.take();
                if branch!(cx, sharing.is_none()) && cx.bug("shared-after-kill") {
                    return cx.crash(
                        Fault::new(
                            "java.lang.NullPointerException",
                            "Attempt to invoke virtual method 'String Article.getTitle()' on a null object \
                             reference",
                        )
                        .at("com.example.reader.ArticleActivity.onActivityResult(ArticleActivity.java:158)")
                        .at("android.app.Activity.dispatchActivityResult(Activity.java:8310)"),
                    );
                }
                let title = sharing.and_then(|id| self.article(id)).map_or("Article", |a| &a.title);
                cx.toast(format!("{title} shared with {with}"));
            }
            Msg::Shared(None) => self.sharing = None,
            Msg::Browse => {
                cover!(cx);
                cx.visit(Neighbour::Browser, |_| Msg::Browsed);
            }
            Msg::MarkUnread => {
                if let Some(article) = self.article_mut(open.id) {
                    cover!(cx);
                    article.read = false;
                    cx.toast("Marked as unread");
                }
            }
            Msg::Download => {
                if let Some(article) = self.article_mut(open.id) {
                    cover!(cx);
                    article.downloaded = true;
                    cx.toast("Available offline");
                }
            }
            Msg::GoOnline => {
                cover!(cx);
                self.settings.offline = false;
                self.read(open, cx);
            }
            Msg::ChooseSize => cx.open(Page::TextSize),
            _ => {}
        }
    }

    fn on_search(&mut self, query: &mut String, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Typed(text) => {
                cover!(cx);
                self.query.clone_from(&text);
                *query = text;
            }
            Msg::Submit => self.remember(query, cx),
            Msg::Recent(at) => {
                if let Some(known) = self.history.get(at) {
                    cover!(cx);
                    query.clone_from(known);
                }
            }
            Msg::Forget(at) if at < self.history.len() => {
                cover!(cx);
                self.history.remove(at);
            }
            Msg::Open(id) => {
                cover!(cx);
                self.remember(query, cx);
                self.open(vec![id], id, cx);
            }
            _ => {}
        }
    }

    fn remember(&mut self, query: &str, cx: &mut Cx<'_, Self>) {
        let query = query.trim();
        if branch!(cx, !query.is_empty()) {
            self.history.retain(|known| known != query);
            self.history.insert(0, query.to_owned());
            self.history.truncate(MAX_HISTORY);
        }
    }

    fn on_feeds(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::AddFeed => {
                cover!(cx);
                let suggestion = cx.random(SUGGESTIONS.len() as u64) as usize;
                cx.open(Page::Add(Adding { suggestion, ..Adding::default() }));
            }
            Msg::FeedOptions(id) => {
                cover!(cx);
                cx.open(Page::FeedOptions(id));
            }
            _ => {}
        }
    }

    fn on_add(&mut self, adding: &mut Adding, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Typed(url) => {
                adding.url = url;
                adding.error = "";
            }
            Msg::Suggest => {
                cover!(cx);
                adding.url = SUGGESTIONS[adding.suggestion].into();
            }
            Msg::Submit if !adding.loading => {
                let url = adding.url.trim();
                let known = self.feeds.iter().any(|feed| feed.url == url);
                adding.error = if branch!(cx, url.is_empty()) {
                    "Enter an address"
                } else if branch!(cx, !url.contains('.') || url.contains(char::is_whitespace)) {
                    "This is no address"
                } else if branch!(cx, known) {
                    "You follow this feed already"
                } else if branch!(cx, self.settings.offline) {
                    "You are offline"
                } else {
                    adding.loading = true;
                    cx.after(FIND_MILLIS, Msg::FeedFound(url.to_owned()));
                    ""
                };
            }
            Msg::FeedFound(url) => {
                cover!(cx);
                self.subscribe(&url, cx);
                cx.close();
            }
            _ => {}
        }
    }

    fn on_feed_options(&mut self, id: u32, msg: Msg, cx: &mut Cx<'_, Self>) {
        let Some(feed) = self.feed(id) else { return cx.close() };
        let name = feed.title.clone();
        cx.close();
        match msg {
            Msg::Rename => cx.open(Page::Rename { feed: id, name }),
            Msg::ChooseCategory => cx.open(Page::Categories(id)),
            Msg::Delete => cx.open(Page::Delete(id)),
            Msg::FeedRead => {
                cover!(cx);
                self.articles.iter_mut().filter(|a| a.feed == id).for_each(|a| a.read = true);
                cx.toast(format!("{name} marked as read"));
            }
            _ => {}
        }
    }

    fn on_rename(&mut self, id: u32, name: &mut String, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Typed(text) => *name = text,
            Msg::Submit if branch!(cx, name.trim().is_empty()) => cx.toast("A feed needs a name"),
            Msg::Submit => {
                if let Some(feed) = self.feed_mut(id) {
                    cover!(cx);
                    name.trim().clone_into(&mut feed.title);
                }
                cx.close();
            }
            _ => {}
        }
    }

    fn on_delete(&mut self, id: u32, msg: Msg, cx: &mut Cx<'_, Self>) {
        if matches!(msg, Msg::Delete) {
            cover!(cx);
            self.feeds.retain(|feed| feed.id != id);
            self.articles.iter_mut().filter(|a| a.feed == id).for_each(|a| a.gone = true);
            cx.close();
        }
    }

    fn on_settings(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Toggle(switch) => {
                cover!(cx);
                let flag = match switch {
                    Switch::Offline => &mut self.settings.offline,
                    Switch::Dates => &mut self.settings.dates,
                    Switch::ReadOnOpen => &mut self.settings.read_on_open,
                };
                *flag = !*flag;
            }
            Msg::ChooseSize => cx.open(Page::TextSize),
            Msg::Size(size) => {
                cover!(cx);
                self.settings.text_size = size;
                cx.close();
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
impl Reader {
    fn view_main(&self, main: &Main, ui: &mut Ui<'_, Msg>) {
        let articles = self.shown(main);
        ui.column("main_root", |ui| {
            ui.toolbar(&main.title, Nav::Drawer(Msg::OpenDrawer), |ui| {
                ui.icon("search", "Search").tap(Msg::OpenSearch);
                ui.icon("refresh", "Refresh").enabled(!self.syncing).tap(Msg::Refresh);
                ui.overflow(Msg::OpenMenu);
            });
            ui.tabs("tabs", &TABS, main.tab, Msg::Tab);
            self.view_status(main, ui);
            if branch!(ui, articles.is_empty()) {
                view_empty(main.tab, ui);
            } else {
                let saved = branch!(ui, main.tab == SAVED);
                let count = articles.len() + usize::from(!saved);
                ui.list("article_list", count, 108, |ui, row| match articles.get(row) {
                    Some(article) => self.view_row(article, ui),
                    None => self.view_footer(ui),
                })
                .ended(Msg::LoadMore);
            }
            if branch!(ui, main.snackbar) {
                ui.row("snackbar", |ui| {
                    ui.text("snackbar_text", "Marked as read").fill();
                    ui.button("snackbar_action", "Undo").tap(Msg::Undo);
                })
                .height(72);
            }
        });
    }

    fn view_status(&self, main: &Main, ui: &mut Ui<'_, Msg>) {
        ui.row("status", |ui| {
            let unread = self.unread(main.filter);
            ui.text("unread_count", format_args!("{unread} unread")).fill();
            if branch!(ui, self.syncing) {
                ui.busy();
            } else if branch!(ui, self.settings.offline) {
                ui.text("sync_time", "Offline");
            } else {
                let last = self.synced.map_or("never".to_owned(), |then| ago(ui.now(), then));
                ui.text("sync_time", format_args!("Updated {last}"));
            }
        })
        .height(48);
    }

    fn view_row(&self, article: &Article, ui: &mut Ui<'_, Msg>) {
        let Article { id, title, .. } = article;
        ui.row("article_row", |ui| {
            ui.column("article_texts", |ui| {
                ui.text("article_title", title);
                let feed = self.feed(article.feed).map_or(&article.feed_title, |feed| &feed.title);
                if branch!(ui, self.settings.dates) {
                    ui.text("article_info", format_args!("{feed} · {}", ago(ui.now(), article.published)));
                } else {
                    ui.text("article_info", feed);
                }
            })
            .fill();
            let mark = if branch!(ui, article.bookmarked) { "Remove bookmark" } else { "Bookmark" };
            ui.icon("bookmark", format_args!("{mark}: {title}")).tap(Msg::Bookmark(*id));
            let mark = if branch!(ui, article.read) { "Mark as unread" } else { "Mark as read" };
            ui.icon("mark", format_args!("{mark}: {title}")).tap(Msg::ToggleRead(*id));
        })
        .tap(Msg::Open(*id));
    }

    /// The end of the list.
    fn view_footer(&self, ui: &mut Ui<'_, Msg>) {
        ui.row("footer", |ui| {
            if branch!(ui, self.loading_more) {
                ui.busy();
                ui.text("footer_text", "Loading more…").fill();
            } else if branch!(ui, self.older >= OLDEST) {
                ui.text("footer_text", "You have reached the end").fill();
            } else {
                ui.button("load_more", "Load more").enabled(!self.settings.offline).tap(Msg::LoadMore).fill();
            }
        });
    }

    fn view_drawer(&self, filter: Filter, ui: &mut Ui<'_, Msg>) {
        let ghosts = if ui.bug("ghost-unread") {
            self.articles.iter().filter(|article| article.gone && !article.read).count()
        } else {
            0
        };
        ui.drawer("Reader", |ui| {
            ui.scroll("drawer_scroll", |ui| {
                let all = self.unread(Filter::All) + ghosts;
                ui.drawer_entry(format_args!("All articles ({all})"), filter == Filter::All)
                    .tap(Msg::Choose(Filter::All));
                for (category, name) in CATEGORIES.iter().enumerate() {
                    let own = Filter::Category(category);
                    if branch!(ui, !self.feeds.iter().any(|feed| feed.category == category)) {
                        continue;
                    }
                    ui.drawer_entry(format_args!("{name} ({})", self.unread(own)), filter == own)
                        .tap(Msg::Choose(own));
                    for feed in self.feeds.iter().filter(|feed| feed.category == category) {
                        let own = Filter::Feed(feed.id);
                        let label = format!("{} ({})", feed.title, self.unread(own));
                        ui.drawer_entry(label, filter == own).tap(Msg::Choose(own));
                    }
                }
            });
            ui.drawer_entry("Manage feeds", false).tap(Msg::OpenFeeds);
            ui.drawer_entry("Settings", false).tap(Msg::OpenSettings);
        });
    }

    fn view_main_menu(&self, ui: &mut Ui<'_, Msg>) {
        ui.menu(|ui| {
            ui.entry("title", "Mark all as read").tap(Msg::MarkAllRead);
            let oldest = branch!(ui, self.settings.oldest_first);
            ui.entry("title", if oldest { "Newest first" } else { "Oldest first" }).tap(Msg::TurnOrder);
            ui.entry("title", "Settings").tap(Msg::OpenSettings);
        });
    }

    fn view_article(&self, open: &Open, ui: &mut Ui<'_, Msg>) {
        let Some(article) = self.article(open.id) else { return };
        let feed = self.feed(article.feed).map_or(&article.feed_title, |feed| &feed.title);
        ui.column("article_root", |ui| {
            ui.toolbar(feed, Nav::Up(Msg::Close), |ui| {
                let mark = if article.bookmarked { "Remove bookmark" } else { "Bookmark" };
                ui.icon("bookmark", mark).tap(Msg::Bookmark(open.id));
                ui.icon("share", "Share").tap(Msg::Share);
                ui.overflow(Msg::OpenMenu);
            });
            ui.text("article_heading", &article.title).height(60);
            ui.text("article_date", ago(ui.now(), article.published));
            ui.scroll("article_scroll", |ui| {
                if branch!(ui, open.loading) {
                    ui.busy();
                } else if branch!(ui, self.settings.offline && !article.downloaded) {
                    ui.text("article_offline", "This article is not available offline");
                    ui.button("go_online", "Go online").tap(Msg::GoOnline);
                } else {
                    for number in 0..8 {
                        let text = PARAGRAPHS[(article.id as usize + number) % PARAGRAPHS.len()];
                        ui.text("paragraph", text).height(72 + 24 * self.settings.text_size as i32);
                    }
                    ui.button("open_browser", "Read on the web").tap(Msg::Browse);
                }
            });
            ui.row("article_bar", |ui| {
                ui.button("previous", "Previous").enabled(open.at > 0).tap(Msg::Step(-1)).fill();
                ui.text("position", format_args!("{} of {}", open.at + 1, open.list.len()));
                ui.button("next", "Next").tap(Msg::Step(1)).fill();
            })
            .height(84);
        });
    }

    fn view_article_menu(&self, id: u32, ui: &mut Ui<'_, Msg>) {
        ui.menu(|ui| {
            ui.entry("title", "Text size").tap(Msg::ChooseSize);
            ui.entry("title", "Open in browser").tap(Msg::Browse);
            if branch!(ui, self.article(id).is_some_and(|article| article.read)) {
                ui.entry("title", "Mark as unread").tap(Msg::MarkUnread);
            }
            if branch!(ui, self.article(id).is_some_and(|article| !article.downloaded)) {
                ui.entry("title", "Save for offline").tap(Msg::Download);
            }
        });
    }

    fn view_search(&self, query: &str, ui: &mut Ui<'_, Msg>) {
        ui.column("search_root", |ui| {
            ui.toolbar("Search", Nav::Up(Msg::Close), |_| {});
            ui.row("search_bar", |ui| {
                ui.field("query", query, "Title or feed").typed(Msg::Typed).entered(Msg::Submit);
                if branch!(ui, !query.is_empty()) {
                    ui.icon("clear", "Clear").tap(Msg::Typed(String::new()));
                }
            })
            .height(84);
            if branch!(ui, query.trim().is_empty()) {
                return self.view_history(ui);
            }
            let found = self.found(query, ui);
            if branch!(ui, found.is_empty()) {
                ui.text("no_results", format_args!("Nothing found for “{query}”"));
            } else {
                ui.text("result_count", format_args!("{} found", found.len()));
                ui.list("result_list", found.len(), 96, |ui, row| {
                    let article = found[row];
                    ui.column("result_row", |ui| {
                        ui.text("article_title", &article.title);
                        ui.text("article_info", ago(ui.now(), article.published));
                    })
                    .tap(Msg::Open(article.id));
                });
            }
        });
    }

    fn view_history(&self, ui: &mut Ui<'_, Msg>) {
        ui.scroll("history", |ui| {
            if branch!(ui, self.history.is_empty()) {
                ui.text("no_history", "What you search for will be kept here");
            }
            for (at, query) in self.history.iter().enumerate() {
                ui.row("history_row", |ui| {
                    ui.text("history_text", query).fill();
                    ui.icon("history_remove", format_args!("Remove: {query}")).tap(Msg::Forget(at));
                })
                .height(72)
                .tap(Msg::Recent(at));
            }
        });
    }

    fn view_feeds(&self, ui: &mut Ui<'_, Msg>) {
        ui.stack("feeds_root", |ui| {
            ui.column("", |ui| {
                ui.toolbar("Feeds", Nav::Up(Msg::Close), |_| {});
                if branch!(ui, self.feeds.is_empty()) {
                    ui.text("no_feeds", "You follow no feeds");
                }
                ui.list("feed_list", self.feeds.len(), 108, |ui, row| {
                    let feed = &self.feeds[row];
                    ui.row("feed_row", |ui| {
                        ui.column("", |ui| {
                            ui.text("feed_title", &feed.title);
                            ui.text("feed_address", &feed.url);
                            ui.text("feed_category", CATEGORIES[feed.category]);
                        })
                        .fill();
                        ui.icon("feed_more", format_args!("Options: {}", feed.title))
                            .tap(Msg::FeedOptions(feed.id));
                    })
                    .long_tap(Msg::FeedOptions(feed.id));
                });
            });
            ui.fab("add_feed", "Add feed").tap(Msg::AddFeed);
        });
    }

    fn view_feed_options(&self, id: u32, ui: &mut Ui<'_, Msg>) {
        let Some(feed) = self.feed(id) else { return };
        let content = |ui: &mut Ui<'_, Msg>| {
            ui.entry("option", "Rename").tap(Msg::Rename);
            ui.entry("option", "Change category").tap(Msg::ChooseCategory);
            ui.entry("option", "Mark as read").tap(Msg::FeedRead);
            ui.entry("option", "Delete feed").tap(Msg::Delete);
        };
        ui.dialog(format_args!("Options of {}", feed.title), content, |ui| ui.cancel("Cancel", Msg::Close));
    }

    fn view_delete(&self, id: u32, ui: &mut Ui<'_, Msg>) {
        let name = self.feed(id).map_or("", |feed| &feed.title);
        let message =
            |ui: &mut Ui<'_, Msg>| ui.message(format_args!("{name} and its articles will be gone."));
        ui.dialog("Delete feed?", message, |ui| {
            ui.cancel("Cancel", Msg::Close);
            ui.ok("Delete", Msg::Delete);
        });
    }

    fn view_settings(&self, ui: &mut Ui<'_, Msg>) {
        let settings = &self.settings;
        ui.column("settings_root", |ui| {
            ui.toolbar("Settings", Nav::Up(Msg::Close), |_| {});
            ui.scroll("settings_scroll", |ui| {
                ui.text("category", "Network");
                ui.preference("Offline mode", "Only what is on the phone", Some(settings.offline))
                    .tap(Msg::Toggle(Switch::Offline));
                ui.text("category", "Reading");
                ui.preference("Text size", SIZES[settings.text_size], None).tap(Msg::ChooseSize);
                ui.preference("Show dates", "How old articles are", Some(settings.dates))
                    .tap(Msg::Toggle(Switch::Dates));
                ui.preference("Opening marks as read", "Or mark by hand", Some(settings.read_on_open))
                    .tap(Msg::Toggle(Switch::ReadOnOpen));
                ui.text("category", "Privacy");
                ui.preference("Clear search history", format_args!("{} kept", self.history.len()), None)
                    .tap(Msg::ClearHistory);
                ui.text("version", "Reader 3.4.0");
            });
        });
    }
}

fn view_empty(tab: usize, ui: &mut Ui<'_, Msg>) {
    ui.column("empty", |ui| {
        ui.image("empty_image", "").height(120);
        match tab {
            UNREAD => {
                cover!(ui);
                ui.text("empty_text", "You have read everything");
                ui.button("empty_more", "Load more").tap(Msg::LoadMore);
            }
            SAVED => {
                cover!(ui);
                ui.text("empty_text", "Bookmarked articles will be here");
            }
            _ => {
                cover!(ui);
                ui.text("empty_text", "No articles yet");
                ui.button("empty_refresh", "Refresh").tap(Msg::Refresh);
            }
        }
    })
    .fill();
}

fn view_choice(title: &str, names: &[&str], now: usize, choose: fn(usize) -> Msg, ui: &mut Ui<'_, Msg>) {
    let content = |ui: &mut Ui<'_, Msg>| {
        for (number, name) in names.iter().enumerate() {
            ui.radio("android:id/text1", name, number == now).tap(choose(number));
        }
    };
    ui.dialog(title, content, |ui| ui.cancel("Cancel", Msg::Close));
}

fn view_add(adding: &Adding, ui: &mut Ui<'_, Msg>) {
    let content = |ui: &mut Ui<'_, Msg>| {
        ui.field("feed_url", &adding.url, "Address").typed(Msg::Typed).entered(Msg::Submit).height(72);
        if branch!(ui, adding.loading) {
            ui.busy();
        } else if branch!(ui, !adding.error.is_empty()) {
            ui.text("feed_error", adding.error);
        }
        ui.text("suggestion", format_args!("Try {}", SUGGESTIONS[adding.suggestion])).tap(Msg::Suggest);
    };
    ui.dialog("Add a feed", content, |ui| {
        ui.cancel("Cancel", Msg::Close);
        ui.button("android:id/button1", "Add").enabled(!adding.loading).tap(Msg::Submit);
    });
}

fn view_rename(name: &str, ui: &mut Ui<'_, Msg>) {
    let field = |ui: &mut Ui<'_, Msg>| {
        ui.field("feed_name", name, "Name").typed(Msg::Typed).entered(Msg::Submit);
    };
    ui.dialog("Rename feed", field, |ui| {
        ui.cancel("Cancel", Msg::Close);
        ui.ok("Rename", Msg::Submit);
    });
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
