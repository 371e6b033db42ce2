//! Player: videos of a web service, with channels, bookmarks, playlists, a blocklist and search.
//!
//! Retells SkyTube of the Genie paper: its "Featured" and "Bookmarks" pages look alike and must not be
//! compared (figure 4), and a video opened in the browser cannot be played any more (bug type T2).
//! What the videos are is fixed; what the user does with them is the app's data.

use crate::app::{App, Bug, BugKind, Manifest, Oracle, Recreate, Shows, Trap, TrapKind, Window};
use crate::cx::{Cx, Fault};
use crate::neighbours::Neighbour;
use crate::ui::{Nav, Ui};
use crate::{branch, cover};

/// Everything the app keeps.
#[derive(Clone, Default)]
pub(crate) struct Player {
    liked: Vec<usize>,
    disliked: Vec<usize>,
    bookmarks: Vec<usize>,
    /// Channels.
    subscribed: Vec<usize>,
    blocked: Vec<usize>,
    playlists: Vec<Playlist>,
    next_playlist: u32,
    /// What was watched, the last first.
    watched: Vec<usize>,
    /// What was searched for, the last first.
    searches: Vec<String>,
    settings: Settings,
    /// Whose comments were loaded last: in memory only.
    comments: Option<usize>,
    /// Which video the browser was opened with: in memory only.
    external: Option<usize>,
}

struct Video {
    title: &'static str,
    channel: usize,
    /// 0 for a live stream.
    seconds: u64,
    views: &'static str,
    hours_old: u64,
    comments: [&'static str; 2],
}

#[derive(Clone)]
struct Playlist {
    id: u32,
    name: String,
    /// What the filter looks at: the name in lower case.
    key: String,
    videos: Vec<usize>,
    /// Kept beside the videos, so that the list of playlists need not load them.
    count: usize,
}

#[derive(Clone)]
pub(crate) struct Settings {
    autoplay: bool,
    in_background: bool,
    remember: bool,
    quality: usize,
    theme: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { autoplay: false, in_background: false, remember: true, quality: 1, theme: 0 }
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Switch {
    Autoplay,
    InBackground,
    Remember,
}

/// A video that is being watched.
#[derive(Clone)]
pub(crate) struct Watch {
    video: usize,
    tab: usize,
    /// When playing went on last, and how many milliseconds were played before.
    since: Option<u64>,
    done: u64,
    speed: usize,
    /// The media player was given up; nothing plays before it is prepared again.
    released: bool,
    comments: Comments,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comments {
    Absent,
    Loading,
    Loaded,
}

impl Watch {
    fn new(video: usize, since: Option<u64>) -> Self {
        let comments = Comments::Absent;
        Self { video, tab: 0, since, done: 0, speed: NORMAL_SPEED, released: false, comments }
    }

    fn played(&self, now: u64) -> u64 {
        let running = self.since.map_or(0, |since| now.saturating_sub(since) * SPEEDS[self.speed].1 / 100);
        let end = VIDEOS[self.video].seconds * 1000;
        if end == 0 { self.done + running } else { (self.done + running).min(end) }
    }

    fn ended(&self, now: u64) -> bool {
        let end = VIDEOS[self.video].seconds * 1000;
        end > 0 && self.played(now) >= end
    }

    fn playing(&self, now: u64) -> bool {
        self.since.is_some() && !self.ended(now)
    }

    fn pause(&mut self, now: u64) {
        self.done = self.played(now);
        self.since = None;
    }

    fn set_speed(&mut self, speed: usize, now: u64) {
        self.done = self.played(now);
        self.since = self.since.map(|_| now);
        self.speed = speed;
    }
}

/// The tabs of the first page.
#[derive(Clone, Copy, Default)]
pub(crate) struct Home {
    tab: usize,
    /// Which tab's videos the list shows.
    list: usize,
    loading: bool,
}

impl Home {
    fn at(tab: usize) -> Self {
        Self { tab, list: tab, loading: false }
    }
}

#[derive(Clone)]
pub(crate) struct Search {
    query: String,
    length: usize,
    found: Option<Vec<usize>>,
    /// The searches shown below the field.
    history: Vec<String>,
}

/// Where a list of videos comes from.
#[derive(Clone, Copy)]
pub(crate) enum Source {
    Bookmarks,
    History,
    Playlist(u32),
}

#[derive(Clone, Copy)]
pub(crate) enum Choice {
    Quality,
    Theme,
}

impl Choice {
    fn title(self) -> &'static str {
        match self {
            Choice::Quality => "Video quality",
            Choice::Theme => "Theme",
        }
    }

    fn names(self) -> &'static [&'static str] {
        match self {
            Choice::Quality => &["360p", "480p", "720p", "1080p"],
            Choice::Theme => &["As the system", "Light", "Dark"],
        }
    }
}

#[derive(Clone)]
pub(crate) enum Page {
    Main(Home),
    MainMenu,
    Drawer,
    Options(usize),
    Watch(Watch),
    WatchMenu,
    Speed(usize),
    Channel { channel: usize, tab: usize, loaded: bool },
    Videos(Source),
    Confirm(Source),
    Playlists { query: String },
    PlaylistOptions(u32),
    AddTo(usize),
    Name { playlist: Option<u32>, add: Option<usize>, name: String },
    Subscriptions,
    Blocklist,
    Search(Search),
    Settings { opened_with: Settings },
    Choose(Choice),
    About { tip: usize },
}

/// Pages that the drawer and the menus lead to.
#[derive(Clone, Copy)]
pub(crate) enum Place {
    Subscriptions,
    Bookmarks,
    Playlists,
    History,
    Blocklist,
    Settings,
    About,
}

const PLACES: [(Place, &str); 7] = [
    (Place::Subscriptions, "Subscriptions"),
    (Place::Bookmarks, "Bookmarks"),
    (Place::Playlists, "Playlists"),
    (Place::History, "History"),
    (Place::Blocklist, "Blocked channels"),
    (Place::Settings, "Settings"),
    (Place::About, "About"),
];

#[derive(Clone)]
pub(crate) enum Msg {
    Close,
    OpenDrawer,
    OpenMenu,
    OpenSearch,
    Go(Place),
    Tab(usize),
    Refresh,
    Refreshed,
    Open(usize),
    Options(usize),
    Bookmark,
    AddTo,
    Channel(usize),
    Block,
    Unblock(usize),
    Share,
    Shared(Option<String>),
    Play,
    Like,
    Dislike,
    ChooseSpeed,
    Speed(usize),
    Reload,
    Browser,
    BackFromBrowser,
    CommentsLoaded,
    ChannelLoaded,
    Subscribe,
    PlayAll,
    Remove(usize),
    Clear,
    Confirmed,
    NewPlaylist,
    Playlist(u32),
    PlaylistOptions(u32),
    Rename,
    Delete,
    Typed(String),
    Submit,
    Length(usize),
    Again(usize),
    Forget(usize),
    Toggle(Switch),
    Choose(Choice),
    Chosen(Choice, usize),
    NextTip,
}

const CHANNELS: [&str; 5] = ["Rye & Flour", "Night Sky", "Tiny Desk Jazz", "Code Kitchen", "Trail Days"];

const VIDEOS: [Video; 12] = [
    video("Baguettes at home", 0, 754, "1.2M", 30, ["Mine came out flat", "Best crust ever"]),
    video("Saturn in a small telescope", 1, 421, "310K", 52, ["The rings!", "Which eyepiece is it?"]),
    video("Blue notes, live session", 2, 1830, "88K", 7, ["That bass line", "More of the trio please"]),
    video("C in ten minutes", 3, 615, "2.4M", 400, ["Pointers clicked at last", "Eleven minutes"]),
    video("Crossing the plateau", 4, 1296, "45K", 100, ["Wet boots, happy feet", "What tent is that?"]),
    video("100% rye bread", 0, 903, "640K", 230, ["Dense but tasty", "How warm is the oven?"]),
    video("Meteors tonight", 1, 188, "12K", 3, ["Clouds, as always", "Saw nine of them"]),
    video("Radio for late hours", 2, 0, "5K watching", 60, ["Still here", "Good night from Oslo"]),
    video("Debugging by ear", 3, 530, "97K", 20, ["My fans do that too", "Underrated"]),
    video("Ten days, one spoon", 4, 2210, "71K", 350, ["I forgot mine once", "Titanium?"]),
    video("A starter from scratch", 0, 480, "1.9M", 700, ["Day five and it lives", "Named mine Clint"]),
    video("Walking bass for two hands", 2, 845, "33K", 150, ["Slower please", "Sheet music?"]),
];

const fn video(
    title: &'static str,
    channel: usize,
    seconds: u64,
    views: &'static str,
    hours_old: u64,
    comments: [&'static str; 2],
) -> Video {
    Video { title, channel, seconds, views, hours_old, comments }
}

const FEATURED: [usize; 8] = [2, 0, 6, 8, 4, 7, 11, 1];
const POPULAR: [usize; 8] = [3, 10, 0, 5, 1, 9, 8, 4];
const TABS: [&str; 3] = ["Featured", "Popular", "Feed"];
/// Per cent of the usual speed.
const SPEEDS: [(&str, u64); 4] = [("0.5x", 50), ("1x", 100), ("1.5x", 150), ("2x", 200)];
const NORMAL_SPEED: usize = 1;
const LENGTHS: [&str; 3] = ["Any length", "Short", "Long"];
const LONG_SECONDS: u64 = 600;
const REFRESH_MILLIS: u64 = 1_000;
const COMMENTS_MILLIS: u64 = 1_500;
/// The service answers slowly about channels.
const CHANNEL_MILLIS: u64 = 8_000;
const MAX_SEARCHES: usize = 6;
const MAX_PLAYLISTS: usize = 20;
/// 2025-06-02 08:00 UTC: the videos' ages are as of then.
const CATALOGUED: u64 = 1_748_851_200_000;
const HOUR: u64 = 3_600_000;
const TIPS: [&str; 4] = [
    "Hold a video to see all you can do with it.",
    "Blocked channels disappear from the tabs.",
    "Playlists work without an account.",
    "Slow a video down to learn a tune from it.",
];

impl App for Player {
    type Page = Page;
    type Msg = Msg;

    const MANIFEST: Manifest = Manifest {
        name: "player",
        package: "com.example.player",
        title: "Player",
        about: "Videos, channels and playlists (Genie, figure 4 and section 5.5: SkyTube)",
        bugs: &[
            Bug {
                id: "browser-no-play",
                title: "A video opened in the browser cannot be played on return",
                retells: "Genie section 5.5 type 2, SkyTube issue #570",
                kind: BugKind::CannotProceed,
                seen_by: &[Oracle::Independence { inserted: 3..6 }],
                trace: &[
                    "tap text=\"Baguettes at home\"",
                    "tap id=play_pause",
                    "tap id=play_pause",
                    "tap desc=\"More options\"",
                    "tap text=\"Open in browser\"",
                    "back",
                    "tap id=like",
                    "tap id=play_pause",
                ],
                shows: Shows::Missing("id=play_pause desc=\"Pause\""),
            },
            Bug {
                id: "comments-of-another",
                title: "After a related video's comments, a video shows those instead of its own",
                retells: "no report: one adapter shared by all pages of a kind",
                kind: BugKind::WronglyDisplayed,
                seen_by: &[Oracle::Independence { inserted: 4..8 }],
                trace: &[
                    "tap text=\"Baguettes at home\"",
                    "tap text=\"Comments\"",
                    "wait 3000",
                    "tap text=\"Description\"",
                    "tap id=related_title",
                    "tap text=\"Comments\"",
                    "wait 3000",
                    "back",
                    "tap id=like",
                    "tap text=\"Comments\"",
                ],
                shows: Shows::Missing("id=comment text=\"Best crust ever\""),
            },
            Bug {
                id: "tab-of-another",
                title: "After a turn of the screen the Popular tab lists the featured videos",
                retells: "no report: a fragment made anew without its arguments",
                kind: BugKind::WronglyDisplayed,
                seen_by: &[Oracle::Neutral { inserted: 1..3 }],
                trace: &["tap text=\"Popular\"", "rotate", "rotate"],
                shows: Shows::Missing("id=video_title text=\"C in ten minutes\""),
            },
            Bug {
                id: "speed-reset",
                title: "The playback speed is forgotten when the screen is turned",
                retells: "a common fault: a field that is not in the saved state",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Neutral { inserted: 4..6 }],
                trace: &[
                    "tap text=\"Baguettes at home\"",
                    "tap desc=\"More options\"",
                    "tap text=\"Playback speed\"",
                    "tap text=\"1.5x\"",
                    "rotate",
                    "rotate",
                    "tap id=play_pause",
                    "tap id=like",
                ],
                shows: Shows::Missing("id=speed text=\"1.5x\""),
            },
            Bug {
                id: "stale-settings",
                title: "Choosing a quality undoes the switches that were set since the settings opened",
                retells: "a common fault: saving a stale copy",
                kind: BugKind::DataLost,
                seen_by: &[
                    Oracle::Independence { inserted: 3..5 },
                    Oracle::Property { functions: &["set autoplay", "set quality"] },
                ],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Settings\"",
                    "tap text=\"Autoplay\"",
                    "tap text=\"Video quality\"",
                    "tap text=\"720p\"",
                    "back",
                    "tap text=\"Baguettes at home\"",
                ],
                shows: Shows::Missing("id=play_pause desc=\"Pause\""),
            },
            Bug {
                id: "search-percent",
                title: "A search with a per cent sign finds nothing",
                retells: "a common fault: a query that is not encoded for the address it goes into",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Property { functions: &["search"] }],
                trace: &["tap id=action_search", "type id=search_field \"100%\"", "enter"],
                shows: Shows::Missing("id=video_title text=\"100% rye bread\""),
            },
            Bug {
                id: "blocked-in-search",
                title: "Search still finds the videos of a blocked channel",
                retells: "PBFDroid table 3, TikTok: videos of blocked users can still be seen",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["block", "search"] }],
                trace: &[
                    "longtap text=\"Baguettes at home\"",
                    "tap text=\"Block channel\"",
                    "tap id=action_search",
                    "type id=search_field \"baguettes\"",
                    "enter",
                ],
                shows: Shows::Present("id=video_title text=\"Baguettes at home\""),
            },
            Bug {
                id: "refresh-never-ends",
                title: "Refreshing a list loads for ever once a channel is blocked",
                retells: "PBFDroid table 3, SkyTube issue #1044",
                kind: BugKind::CannotProceed,
                seen_by: &[Oracle::Property { functions: &["block", "refresh"] }],
                trace: &[
                    "longtap text=\"Baguettes at home\"",
                    "tap text=\"Block channel\"",
                    "tap desc=\"More options\"",
                    "tap text=\"Refresh\"",
                    "wait 3000",
                ],
                shows: Shows::Missing("id=video_title"),
            },
            Bug {
                id: "search-returns",
                title: "A deleted search with a capital letter is there again when search is opened anew",
                retells: "a common fault: saved as typed, deleted in lower case",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Property { functions: &["search", "delete search"] }],
                trace: &[
                    "tap id=action_search",
                    "type id=search_field \"Jazz\"",
                    "enter",
                    "tap id=search_clear",
                    "tap desc=\"Delete Jazz\"",
                    "back",
                    "tap id=action_search",
                ],
                shows: Shows::Present("id=history_text text=\"Jazz\""),
            },
            Bug {
                id: "renamed-not-found",
                title: "The filter does not find a renamed playlist by its new name",
                retells: "PBFDroid table 3, Wikipedia T305555: favourites are not found by their new name",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["create playlist", "rename", "filter"] }],
                trace: &[
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Playlists\"",
                    "tap id=new_playlist",
                    "type id=playlist_field \"Music\"",
                    "tap id=button1",
                    "longtap text=\"Music\"",
                    "tap text=\"Rename\"",
                    "type id=playlist_field \"Evening\"",
                    "tap id=button1",
                    "type id=filter \"Evening\"",
                ],
                shows: Shows::Missing("id=playlist_name text=\"Evening\""),
            },
            Bug {
                id: "count-stale",
                title: "A playlist counts videos that were removed from it",
                retells: "a common fault: a count kept beside what it counts",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["add to playlist", "remove from playlist"] }],
                trace: &[
                    "longtap text=\"Baguettes at home\"",
                    "tap text=\"Add to playlist\"",
                    "tap text=\"New playlist\"",
                    "type id=playlist_field \"Music\"",
                    "tap id=button1",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Playlists\"",
                    "tap text=\"Music\"",
                    "tap id=remove",
                    "back",
                ],
                shows: Shows::Present("id=playlist_count text=\"1 video\""),
            },
            Bug {
                id: "channel-not-loaded",
                title: "Sharing a channel before it is loaded crashes",
                retells: "SkyTube issue #571: a crash before the channel's information is loaded",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &["tap text=\"Baguettes at home\"", "tap id=channel_name", "tap id=share"],
                shows: Shows::Crash("NullPointerException in ChannelBrowserFragment.onOptionsItemSelected"),
            },
            Bug {
                id: "killed-in-browser",
                title: "Coming back from the browser after the system ended the app crashes",
                retells: "a common fault: a static field that does not survive the process",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap text=\"Baguettes at home\"",
                    "tap desc=\"More options\"",
                    "tap text=\"Open in browser\"",
                    "kill",
                    "back",
                ],
                shows: Shows::Crash("NullPointerException in VideoPlayerActivity.onActivityResult"),
            },
            Bug {
                id: "play-all-blocked",
                title: "Play all on a playlist whose videos are all of blocked channels crashes",
                retells: "a common fault: checked before filtering, used after",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "longtap text=\"Baguettes at home\"",
                    "tap text=\"Add to playlist\"",
                    "tap text=\"New playlist\"",
                    "type id=playlist_field \"Music\"",
                    "tap id=button1",
                    "longtap text=\"Baguettes at home\"",
                    "tap text=\"Block channel\"",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Playlists\"",
                    "tap text=\"Music\"",
                    "tap id=play_all",
                ],
                shows: Shows::Crash("IndexOutOfBoundsException in PlayQueue.start"),
            },
        ],
        traps: &[
            Trap { kind: TrapKind::SameLayout, place: "Featured, Popular, Feed, Bookmarks and History" },
            Trap { kind: TrapKind::ChangesByItself, place: "the position of a playing video" },
            Trap { kind: TrapKind::ChangesByItself, place: "how old a video is" },
            Trap {
                kind: TrapKind::LoadsLate,
                place: "comments, what a channel is about, and a refreshed list",
            },
            Trap { kind: TrapKind::LooksIndependent, place: "a dislike takes the like back" },
            Trap {
                kind: TrapKind::LooksIndependent,
                place: "blocking a channel empties rows of other lists",
            },
            Trap { kind: TrapKind::FalseLoop, place: "away and back again: a playing video is paused" },
            Trap { kind: TrapKind::Reorders, place: "History puts the video watched last first" },
            Trap { kind: TrapKind::RandomTip, place: "a tip on the About page" },
            Trap { kind: TrapKind::Toast, place: "\"Bookmarked\", \"Channel blocked\" and others" },
            Trap { kind: TrapKind::NeverRests, place: "a live stream while it plays" },
        ],
        source: include_str!("player.rs"),
    };

    fn start(&mut self, _cx: &mut Cx<'_, Self>) -> Page {
        Page::Main(Home::default())
    }

    fn window(page: &Page) -> Window {
        match page {
            Page::Main(_) => Window::Activity(".MainActivity"),
            Page::Watch(_) => Window::Activity(".player.VideoPlayerActivity"),
            Page::Channel { .. } => Window::Activity(".channel.ChannelActivity"),
            Page::Videos(Source::Bookmarks) => Window::Activity(".list.BookmarksActivity"),
            Page::Videos(Source::History) => Window::Activity(".list.HistoryActivity"),
            Page::Videos(Source::Playlist(_)) => Window::Activity(".list.PlaylistActivity"),
            Page::Playlists { .. } => Window::Activity(".list.PlaylistsActivity"),
            Page::Subscriptions => Window::Activity(".channel.SubscriptionsActivity"),
            Page::Blocklist => Window::Activity(".channel.BlocklistActivity"),
            Page::Search(_) => Window::Activity(".search.SearchActivity"),
            Page::Settings { .. } => Window::Activity(".PreferencesActivity"),
            Page::About { .. } => Window::Activity(".AboutActivity"),
            Page::MainMenu | Page::WatchMenu => Window::Menu,
            Page::Drawer => Window::Drawer,
            Page::Options(_) | Page::Speed(_) | Page::Confirm(_) | Page::PlaylistOptions(_) => Window::Dialog,
            Page::AddTo(_) | Page::Name { .. } | Page::Choose(_) => Window::Dialog,
        }
    }

    fn view(&self, page: &Page, ui: &mut Ui<'_, Msg>) {
        match page {
            Page::Main(home) => self.view_main(*home, ui),
            Page::MainMenu => ui.menu(|ui| {
                ui.entry("title", "Refresh").tap(Msg::Refresh);
                ui.entry("title", "History").tap(Msg::Go(Place::History));
                ui.entry("title", "Settings").tap(Msg::Go(Place::Settings));
            }),
            Page::Drawer => ui.drawer("Player", |ui| {
                ui.scroll("nav_scroll", |ui| {
                    ui.drawer_entry("Home", true).tap(Msg::Close);
                    for (place, name) in PLACES {
                        ui.drawer_entry(name, false).tap(Msg::Go(place));
                    }
                });
            }),
            Page::Options(video) => self.view_options(*video, ui),
            Page::Watch(watch) => self.view_watch(watch, ui),
            Page::WatchMenu => ui.menu(|ui| {
                ui.entry("title", "Reload").tap(Msg::Reload);
                ui.entry("title", "Open in browser").tap(Msg::Browser);
                ui.entry("title", "Share").tap(Msg::Share);
                ui.entry("title", "Playback speed").tap(Msg::ChooseSpeed);
                ui.entry("title", "Add to playlist").tap(Msg::AddTo);
                ui.entry("title", "Block channel").tap(Msg::Block);
            }),
            Page::Speed(now) => {
                view_choice("Playback speed", SPEEDS.map(|(name, _)| name).as_slice(), *now, Msg::Speed, ui)
            }
            Page::Channel { channel, tab, loaded } => self.view_channel(*channel, *tab, *loaded, ui),
            Page::Videos(source) => self.view_videos(*source, ui),
            Page::Confirm(source) => view_confirm(*source, ui),
            Page::Playlists { query } => self.view_playlists(query, ui),
            Page::PlaylistOptions(_) => ui.dialog("Playlist", view_playlist_options, |ui| {
                ui.cancel("Cancel", Msg::Close);
            }),
            Page::AddTo(_) => self.view_add_to(ui),
            Page::Name { playlist, name, .. } => view_name(playlist.is_some(), name, ui),
            Page::Subscriptions => self.view_subscriptions(ui),
            Page::Blocklist => self.view_blocklist(ui),
            Page::Search(search) => self.view_search(search, ui),
            Page::Settings { .. } => self.view_settings(ui),
            Page::Choose(choice) => {
                let chosen = |at| Msg::Chosen(*choice, at);
                view_choice(choice.title(), choice.names(), self.chosen(*choice), chosen, ui);
            }
            Page::About { tip } => view_about(*tip, ui),
        }
    }

    fn update(&mut self, page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        match (&mut *page, msg) {
            (_, Msg::Close) => cx.close(),
            (_, Msg::Shared(Some(target))) => {
                cover!(cx);
                cx.toast(format!("Shared: {target}"));
            }
            (_, Msg::OpenSearch) => {
                cover!(cx);
                let history = self.searches.clone();
                cx.open(Page::Search(Search { query: String::new(), length: 0, found: None, history }));
            }
            (Page::MainMenu | Page::Drawer, msg) => self.on_menu(msg, cx),
            (Page::Options(video), msg) => self.on_options(*video, msg, cx),
            (Page::Watch(watch), msg) => self.on_watch(watch, msg, cx),
            (Page::WatchMenu | Page::Speed(_) | Page::Choose(_), msg) => cx.close_with(msg),
            (Page::Channel { channel, tab, loaded }, msg) => {
                self.on_channel(*channel, tab, loaded, msg, cx);
            }
            (Page::Videos(source), msg) => self.on_videos(*source, msg, cx),
            (Page::Confirm(source), Msg::Confirmed) => self.on_confirmed(*source, cx),
            (Page::Playlists { query }, msg) => self.on_playlists(query, msg, cx),
            (Page::PlaylistOptions(id), msg) => self.on_playlist_options(*id, msg, cx),
            (Page::AddTo(video), msg) => self.on_add_to(*video, msg, cx),
            (Page::Name { playlist, add, name }, msg) => self.on_name(*playlist, *add, name, msg, cx),
            (Page::Blocklist, Msg::Unblock(channel)) => {
                cover!(cx);
                self.blocked.retain(|blocked| *blocked != channel);
            }
            (Page::Search(search), msg) => self.on_search(search, msg, cx),
            (Page::Settings { opened_with }, msg) => self.on_settings(opened_with, msg, cx),
            (Page::About { tip }, Msg::NextTip) => *tip = cx.random(TIPS.len() as u64) as usize,
            (Page::Main(home), Msg::Tab(tab)) => {
                cover!(cx);
                *home = Home::at(tab);
            }
            (Page::Main(_), Msg::OpenDrawer) => cx.open(Page::Drawer),
            (Page::Main(_), Msg::OpenMenu) => cx.open(Page::MainMenu),
            (Page::Main(home), Msg::Refresh) => self.refresh(home, cx),
            (Page::Main(home), Msg::Refreshed) if branch!(cx, home.loading) => {
                home.loading = false;
                cx.toast("Up to date");
            }
            (_, msg) => self.on_list(msg, cx),
        }
    }

    fn back(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        match page {
            Page::Main(home) if branch!(cx, home.tab != 0) => *home = Home::default(),
            _ => cx.close(),
        }
    }

    fn recreate(&mut self, page: Page, why: Recreate, cx: &mut Cx<'_, Self>) -> Option<Page> {
        let died = why == Recreate::ProcessDeath;
        match page {
            Page::Main(Home { tab, .. }) => {
                let list = if cx.bug("tab-of-another") { 0 } else { tab };
                Some(Page::Main(Home { list, ..Home::at(tab) }))
            }
            Page::Watch(mut watch) => {
                if branch!(cx, died) {
                    watch.pause(cx.now());
                    (watch.tab, watch.comments) = (0, Comments::Absent);
                }
                watch.released = false;
                if cx.bug("speed-reset") {
                    watch.set_speed(NORMAL_SPEED, cx.now());
                }
                Some(Page::Watch(watch))
            }
            // The answer of the service does not come any more; it is asked for again, and quick this time.
            Page::Channel { channel, tab, .. } if branch!(cx, died) => {
                Some(Page::Channel { channel, tab, loaded: true })
            }
            Page::MainMenu | Page::WatchMenu => {
                cover!(cx);
                None
            }
            other => Some(other),
        }
    }

    fn paused(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        if let Page::Watch(watch) = page
            && branch!(cx, !self.settings.in_background)
        {
            watch.pause(cx.now());
        }
    }

    fn process_died(&mut self) {
        self.comments = None;
        self.external = None;
    }
}

/// The data.
impl Player {
    fn allowed(&self, video: usize) -> bool {
        !self.blocked.contains(&VIDEOS[video].channel)
    }

    fn listed(&self, list: usize) -> Vec<usize> {
        let all: &[usize] = match list {
            0 => &FEATURED,
            1 => &POPULAR,
            _ => {
                let fed = |video: &usize| self.subscribed.contains(&VIDEOS[*video].channel);
                return (0..VIDEOS.len()).filter(fed).filter(|video| self.allowed(*video)).collect();
            }
        };
        all.iter().copied().filter(|video| self.allowed(*video)).collect()
    }

    fn of_source(&self, source: Source) -> Vec<usize> {
        let all = match source {
            Source::Bookmarks => &self.bookmarks,
            Source::History => &self.watched,
            Source::Playlist(id) => match self.playlist(id) {
                Some(playlist) => return playlist.videos.clone(),
                None => return Vec::new(),
            },
        };
        all.iter().copied().filter(|video| self.allowed(*video)).collect()
    }

    fn playlist(&self, id: u32) -> Option<&Playlist> {
        self.playlists.iter().find(|playlist| playlist.id == id)
    }

    fn playlist_mut(&mut self, id: u32) -> Option<&mut Playlist> {
        self.playlists.iter_mut().find(|playlist| playlist.id == id)
    }

    fn add_playlist(&mut self, name: &str, video: Option<usize>) {
        self.next_playlist += 1;
        let videos: Vec<usize> = video.into_iter().collect();
        self.playlists.push(Playlist {
            id: self.next_playlist,
            name: name.to_owned(),
            key: name.to_lowercase(),
            count: videos.len(),
            videos,
        });
    }

    fn watch(&mut self, video: usize, play: bool, cx: &mut Cx<'_, Self>) {
        if branch!(cx, self.settings.remember) {
            self.watched.retain(|seen| *seen != video);
            self.watched.insert(0, video);
        }
        let since = play.then_some(cx.now());
        cx.open(Page::Watch(Watch::new(video, since)));
    }

    fn open_channel(channel: usize, cx: &mut Cx<'_, Self>) {
        cx.open(Page::Channel { channel, tab: 0, loaded: false });
        cx.after(CHANNEL_MILLIS, Msg::ChannelLoaded);
    }

    fn toggle_bookmark(&mut self, video: usize, cx: &mut Cx<'_, Self>) {
        if branch!(cx, self.bookmarks.contains(&video)) {
            self.bookmarks.retain(|kept| *kept != video);
            cx.toast("Bookmark removed");
        } else {
            self.bookmarks.push(video);
            cx.toast("Bookmarked");
        }
    }

    fn block(&mut self, video: usize, cx: &mut Cx<'_, Self>) {
        let channel = VIDEOS[video].channel;
        if !self.blocked.contains(&channel) {
            self.blocked.push(channel);
        }
        self.subscribed.retain(|kept| *kept != channel);
        cx.toast("Channel blocked");
    }

    fn find(&self, search: &Search, cx: &Cx<'_, Self>) -> Vec<usize> {
        let query = search.query.trim().to_lowercase();
        // The query is put into an address as it is, and a per cent sign there begins a code.
        if query.contains('%') && cx.bug("search-percent") {
            return Vec::new();
        }
        let blocked_too = cx.bug("blocked-in-search");
        let fits = |video: &usize| {
            let Video { title, channel, seconds, .. } = &VIDEOS[*video];
            let long = *seconds >= LONG_SECONDS;
            let length = search.length == 0 || (search.length == 2) == long;
            let named = title.to_lowercase().contains(&query);
            length && (named || CHANNELS[*channel].to_lowercase().contains(&query))
        };
        let all = (0..VIDEOS.len()).filter(|video| blocked_too || self.allowed(*video));
        all.filter(fits).collect()
    }

    fn chosen(&self, choice: Choice) -> usize {
        match choice {
            Choice::Quality => self.settings.quality,
            Choice::Theme => self.settings.theme,
        }
    }
}

/// What messages do.
impl Player {
    /// What rows of videos and channels do, on whatever page.
    fn on_list(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Open(video) => {
                cover!(cx);
                self.watch(video, self.settings.autoplay, cx);
            }
            Msg::Options(video) => {
                cover!(cx);
                cx.open(Page::Options(video));
            }
            Msg::Channel(channel) => {
                cover!(cx);
                Self::open_channel(channel, cx);
            }
            _ => {}
        }
    }

    /// Blocked videos are dropped from what the service sends, and more is asked for until a page is full.
    fn refresh(&self, home: &mut Home, cx: &mut Cx<'_, Self>) {
        home.loading = true;
        let blocked = branch!(cx, !self.blocked.is_empty());
        if !(blocked && cx.bug("refresh-never-ends")) {
            cx.after(REFRESH_MILLIS, Msg::Refreshed);
        }
    }

    fn on_menu(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        let Msg::Go(place) = msg else { return cx.close_with(msg) };
        let page = match place {
            Place::Subscriptions => Page::Subscriptions,
            Place::Bookmarks => Page::Videos(Source::Bookmarks),
            Place::Playlists => Page::Playlists { query: String::new() },
            Place::History => Page::Videos(Source::History),
            Place::Blocklist => Page::Blocklist,
            Place::Settings => {
                cover!(cx);
                Page::Settings { opened_with: self.settings.clone() }
            }
            Place::About => {
                cover!(cx);
                Page::About { tip: cx.random(TIPS.len() as u64) as usize }
            }
        };
        cx.close();
        cx.open(page);
    }

    fn on_options(&mut self, video: usize, msg: Msg, cx: &mut Cx<'_, Self>) {
        cx.close();
        match msg {
            Msg::Bookmark => self.toggle_bookmark(video, cx),
            Msg::AddTo => {
                cover!(cx);
                cx.open(Page::AddTo(video));
            }
            Msg::Channel(channel) => {
                cover!(cx);
                Self::open_channel(channel, cx);
            }
            Msg::Share => {
                cover!(cx);
                cx.visit(Neighbour::Share, Msg::Shared);
            }
            Msg::Block => {
                cover!(cx);
                self.block(video, cx);
            }
            _ => {}
        }
    }

    fn on_watch(&mut self, watch: &mut Watch, msg: Msg, cx: &mut Cx<'_, Self>) {
        let (video, now) = (watch.video, cx.now());
        match msg {
            Msg::Play => play(watch, cx),
            Msg::Like => {
                self.disliked.retain(|other| *other != video);
                toggle(&mut self.liked, video);
            }
            Msg::Dislike => {
                cover!(cx);
                self.liked.retain(|other| *other != video);
                toggle(&mut self.disliked, video);
            }
            Msg::Bookmark => self.toggle_bookmark(video, cx),
            Msg::Tab(tab) => {
                watch.tab = tab;
                if branch!(cx, tab == 1 && watch.comments == Comments::Absent) {
                    watch.comments = Comments::Loading;
                    cx.after(COMMENTS_MILLIS, Msg::CommentsLoaded);
                }
            }
            Msg::CommentsLoaded => {
                cover!(cx);
                watch.comments = Comments::Loaded;
                self.comments = Some(video);
            }
            Msg::OpenMenu => cx.open(Page::WatchMenu),
            Msg::ChooseSpeed => cx.open(Page::Speed(watch.speed)),
            Msg::Speed(speed) => {
                cover!(cx);
                watch.set_speed(speed, now);
            }
            Msg::Reload => {
                cover!(cx);
                *watch = Watch { speed: watch.speed, ..Watch::new(video, None) };
            }
            Msg::AddTo => cx.open(Page::AddTo(video)),
            Msg::Block => {
                cover!(cx);
                self.block(video, cx);
                cx.close();
            }
            Msg::Share => cx.visit(Neighbour::Share, Msg::Shared),
            Msg::Browser => {
                cover!(cx);
                watch.pause(now);
                watch.released = true;
                self.external = Some(video);
                cx.visit(Neighbour::Browser, |_| Msg::BackFromBrowser);
            }
            Msg::BackFromBrowser => self.back_from_browser(watch, cx),
            Msg::Open(_) | Msg::Channel(_) => {
                cover!(cx);
                watch.pause(now);
                self.on_list(msg, cx);
            }
            other => self.on_list(other, cx),
        }
    }

    fn back_from_browser(&mut self, watch: &mut Watch, cx: &mut Cx<'_, Self>) {
        let known = branch!(cx, self.external.take().is_some());
        if !known && cx.bug("killed-in-browser") {
            return cx.crash(
                Fault::new("java.lang.NullPointerException", "Attempt to read from field 'Video.id'")
                    .at("com.example.player.VideoPlayerActivity.onActivityResult(SourceFile:310)")
                    .at("android.app.Activity.dispatchActivityResult(Activity.java:8110)"),
            );
        }
        if !cx.bug("browser-no-play") {
            watch.released = false;
        }
    }

    fn on_channel(
        &mut self,
        channel: usize,
        tab: &mut usize,
        loaded: &mut bool,
        msg: Msg,
        cx: &mut Cx<'_, Self>,
    ) {
        match msg {
            Msg::ChannelLoaded => {
                cover!(cx);
                *loaded = true;
            }
            Msg::Tab(chosen) => {
                cover!(cx);
                *tab = chosen;
            }
            Msg::Subscribe => {
                cover!(cx);
                toggle(&mut self.subscribed, channel);
                cx.toast(if self.subscribed.contains(&channel) { "Subscribed" } else { "Unsubscribed" });
            }
            Msg::Share if branch!(cx, *loaded) => cx.visit(Neighbour::Share, Msg::Shared),
            Msg::Share if cx.bug("channel-not-loaded") => cx.crash(
                Fault::new("java.lang.NullPointerException", "Channel.getUrl() on a null object reference")
                    .at("com.example.player.ChannelBrowserFragment.onOptionsItemSelected(SourceFile:204)")
                    .at("androidx.fragment.app.Fragment.performOptionsItemSelected(Fragment.java:3180)"),
            ),
            Msg::Share => cx.toast("Still loading"),
            other => self.on_list(other, cx),
        }
    }

    fn on_videos(&mut self, source: Source, msg: Msg, cx: &mut Cx<'_, Self>) {
        match (source, msg) {
            (_, Msg::Clear) => {
                cover!(cx);
                cx.open(Page::Confirm(source));
            }
            (Source::Playlist(id), Msg::Remove(video)) => {
                cover!(cx);
                let stale = cx.bug("count-stale");
                if let Some(playlist) = self.playlist_mut(id) {
                    playlist.videos.retain(|kept| *kept != video);
                    if !stale {
                        playlist.count = playlist.videos.len();
                    }
                }
            }
            (Source::Playlist(id), Msg::PlayAll) => self.play_all(id, cx),
            (_, other) => self.on_list(other, cx),
        }
    }

    fn play_all(&mut self, id: u32, cx: &mut Cx<'_, Self>) {
        let videos = self.playlist(id).map_or(&[][..], |playlist| &playlist.videos);
        let first = videos.iter().copied().find(|video| self.allowed(*video));
        if branch!(cx, first.is_some()) {
            self.watch(first.unwrap_or_default(), true, cx);
        } else if cx.bug("play-all-blocked") {
            cx.crash(
                Fault::new("java.lang.IndexOutOfBoundsException", "Index: 0, Size: 0")
                    .at("java.util.ArrayList.get(ArrayList.java:437)")
                    .at("com.example.player.player.PlayQueue.start(PlayQueue.java:58)")
                    .at("com.example.player.list.PlaylistFragment.onPlayAll(PlaylistFragment.java:121)"),
            );
        } else {
            cx.toast("Nothing to play");
        }
    }

    fn on_confirmed(&mut self, source: Source, cx: &mut Cx<'_, Self>) {
        match source {
            Source::Bookmarks => {
                cover!(cx);
                self.bookmarks.clear();
            }
            Source::History => {
                cover!(cx);
                self.watched.clear();
            }
            Source::Playlist(id) => {
                cover!(cx);
                if let Some(playlist) = self.playlist_mut(id) {
                    playlist.videos.clear();
                    playlist.count = 0;
                }
            }
        }
        cx.close();
    }

    fn on_playlists(&mut self, query: &mut String, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Typed(text) => *query = text,
            Msg::NewPlaylist if self.playlists.len() < MAX_PLAYLISTS => {
                cx.open(Page::Name { playlist: None, add: None, name: String::new() });
            }
            Msg::NewPlaylist => cx.toast("No more than 20 playlists"),
            Msg::Playlist(id) => {
                cover!(cx);
                cx.open(Page::Videos(Source::Playlist(id)));
            }
            Msg::PlaylistOptions(id) => {
                cover!(cx);
                cx.open(Page::PlaylistOptions(id));
            }
            _ => {}
        }
    }

    fn on_playlist_options(&mut self, id: u32, msg: Msg, cx: &mut Cx<'_, Self>) {
        cx.close();
        match msg {
            Msg::Rename => {
                cover!(cx);
                let name = self.playlist(id).map(|playlist| playlist.name.clone()).unwrap_or_default();
                cx.open(Page::Name { playlist: Some(id), add: None, name });
            }
            Msg::Delete => {
                cover!(cx);
                self.playlists.retain(|playlist| playlist.id != id);
                cx.toast("Playlist deleted");
            }
            _ => {}
        }
    }

    fn on_add_to(&mut self, video: usize, msg: Msg, cx: &mut Cx<'_, Self>) {
        cx.close();
        match msg {
            Msg::NewPlaylist => {
                cover!(cx);
                cx.open(Page::Name { playlist: None, add: Some(video), name: String::new() });
            }
            Msg::Playlist(id) => {
                if let Some(playlist) = self.playlist_mut(id)
                    && branch!(cx, !playlist.videos.contains(&video))
                {
                    playlist.videos.push(video);
                    playlist.count += 1;
                }
                cx.toast("Added to the playlist");
            }
            _ => {}
        }
    }

    fn on_name(
        &mut self,
        playlist: Option<u32>,
        add: Option<usize>,
        name: &mut String,
        msg: Msg,
        cx: &mut Cx<'_, Self>,
    ) {
        match msg {
            Msg::Typed(text) => *name = text,
            Msg::Confirmed if branch!(cx, name.trim().is_empty()) => cx.toast("Enter a name"),
            Msg::Confirmed => {
                let (name, stale) = (name.trim(), cx.bug("renamed-not-found"));
                match playlist.and_then(|id| self.playlist_mut(id)) {
                    Some(playlist) => {
                        cover!(cx);
                        playlist.name = name.to_owned();
                        if !stale {
                            playlist.key = name.to_lowercase();
                        }
                    }
                    None => {
                        cover!(cx);
                        self.add_playlist(name, add);
                        cx.toast("Playlist created");
                    }
                }
                cx.close();
            }
            _ => {}
        }
    }

    fn on_search(&mut self, search: &mut Search, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Typed(text) => {
                search.query = text;
                search.found = None;
            }
            Msg::Clear => {
                cover!(cx);
                search.query.clear();
                search.found = None;
            }
            Msg::Submit => self.submit(search, cx),
            Msg::Length(length) => {
                search.length = length;
                if branch!(cx, search.found.is_some()) {
                    search.found = Some(self.find(search, cx));
                }
            }
            Msg::Again(at) => {
                cover!(cx);
                search.query = search.history.get(at).cloned().unwrap_or_default();
                self.submit(search, cx);
            }
            Msg::Forget(at) => {
                cover!(cx);
                if at < search.history.len() {
                    let gone = search.history.remove(at);
                    let key = if cx.bug("search-returns") { gone.to_lowercase() } else { gone };
                    self.searches.retain(|kept| *kept != key);
                }
            }
            other => self.on_list(other, cx),
        }
    }

    fn submit(&mut self, search: &mut Search, cx: &mut Cx<'_, Self>) {
        let query = search.query.trim();
        if branch!(cx, query.is_empty()) {
            return;
        }
        if branch!(cx, self.settings.remember) {
            self.searches.retain(|kept| kept != query);
            self.searches.insert(0, query.to_owned());
            self.searches.truncate(MAX_SEARCHES);
            search.history.clone_from(&self.searches);
        }
        search.found = Some(self.find(search, cx));
    }

    fn on_settings(&mut self, opened_with: &mut Settings, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Toggle(switch) => {
                cover!(cx);
                let flag = match switch {
                    Switch::Autoplay => &mut self.settings.autoplay,
                    Switch::InBackground => &mut self.settings.in_background,
                    Switch::Remember => &mut self.settings.remember,
                };
                *flag = !*flag;
            }
            Msg::Choose(choice) => cx.open(Page::Choose(choice)),
            Msg::Chosen(choice, at) => {
                if cx.bug("stale-settings") {
                    self.settings = opened_with.clone();
                }
                if branch!(cx, matches!(choice, Choice::Quality)) {
                    self.settings.quality = at;
                } else {
                    self.settings.theme = at;
                }
                *opened_with = self.settings.clone();
            }
            Msg::Clear => {
                cover!(cx);
                self.searches.clear();
                cx.toast("Search history cleared");
            }
            _ => {}
        }
    }
}

fn play(watch: &mut Watch, cx: &mut Cx<'_, Player>) {
    let now = cx.now();
    if branch!(cx, watch.playing(now)) {
        watch.pause(now);
    } else if branch!(cx, !watch.released) {
        if watch.ended(now) {
            watch.done = 0;
        }
        watch.since = Some(now);
    }
}

fn toggle(all: &mut Vec<usize>, one: usize) {
    if all.contains(&one) {
        all.retain(|other| *other != one);
    } else {
        all.push(one);
    }
}

/// What pages look like.
impl Player {
    fn view_main(&self, Home { tab, list, loading }: Home, ui: &mut Ui<'_, Msg>) {
        ui.column("main_root", |ui| {
            ui.toolbar("Player", Nav::Drawer(Msg::OpenDrawer), |ui| {
                ui.icon("action_search", "Search").tap(Msg::OpenSearch);
                ui.overflow(Msg::OpenMenu);
            });
            ui.tabs("tab_layout", &TABS, tab, Msg::Tab);
            let (before, after) = (Msg::Tab(tab.saturating_sub(1)), Msg::Tab((tab + 1).min(TABS.len() - 1)));
            let videos = self.listed(list);
            ui.pager("pager", before, after, |ui| {
                if branch!(ui, loading) {
                    return ui.busy();
                }
                let empty = if list == 2 { "No subscriptions yet" } else { "No videos" };
                video_list(ui, &videos, empty);
            });
        });
    }

    fn view_options(&self, video: usize, ui: &mut Ui<'_, Msg>) {
        let kept = self.bookmarks.contains(&video);
        let channel = VIDEOS[video].channel;
        let content = |ui: &mut Ui<'_, Msg>| {
            ui.scroll("options_scroll", |ui| {
                let bookmark = if branch!(ui, kept) { "Remove bookmark" } else { "Bookmark" };
                ui.entry("option", bookmark).tap(Msg::Bookmark);
                ui.entry("option", "Add to playlist").tap(Msg::AddTo);
                ui.entry("option", "Open channel").tap(Msg::Channel(channel));
                ui.entry("option", "Share").tap(Msg::Share);
                ui.entry("option", "Block channel").tap(Msg::Block);
            });
        };
        ui.dialog(VIDEOS[video].title, content, |ui| ui.cancel("Cancel", Msg::Close));
    }

    fn view_watch(&self, watch: &Watch, ui: &mut Ui<'_, Msg>) {
        let (video, now) = (watch.video, ui.now());
        let Video { title, channel, seconds, views, .. } = &VIDEOS[video];
        let playing = branch!(ui, watch.playing(now));
        ui.column("watch_root", |ui| {
            ui.toolbar("", Nav::Up(Msg::Close), |ui| {
                let kept = self.bookmarks.contains(&video);
                ui.icon("bookmark", if kept { "Remove bookmark" } else { "Bookmark" }).tap(Msg::Bookmark);
                ui.overflow(Msg::OpenMenu);
            });
            ui.scroll("watch_scroll", |ui| {
                ui.stack("player_view", |ui| {
                    ui.image("frame", title);
                })
                .height(180);
                ui.row("controls", |ui| {
                    ui.icon("play_pause", if playing { "Pause" } else { "Play" }).tap(Msg::Play);
                    let at = watch.played(now) / 1000;
                    if branch!(ui, *seconds == 0) {
                        ui.text("position", "LIVE").fill();
                        if playing {
                            ui.busy();
                        }
                    } else {
                        let (minutes, end) = (at / 60, seconds / 60);
                        ui.text("position", format_args!("{minutes}:{:02}", at % 60));
                        ui.text("duration", format_args!("{end}:{:02}", seconds % 60)).fill();
                    }
                    ui.text("speed", SPEEDS[watch.speed].0);
                })
                .height(84);
                ui.text("watch_title", title);
                ui.text("views", format_args!("{views} views · {}", age(now, video)));
                ui.row("channel_row", |ui| {
                    ui.image("channel_icon", "");
                    ui.text("channel_name", CHANNELS[*channel]).fill();
                })
                .height(84)
                .tap(Msg::Channel(*channel));
                ui.row("ratings", |ui| {
                    let (liked, disliked) = (self.liked.contains(&video), self.disliked.contains(&video));
                    ui.checkbox("like", "Like", liked).tap(Msg::Like).fill();
                    ui.checkbox("dislike", "Dislike", disliked).tap(Msg::Dislike).fill();
                })
                .height(84);
                ui.tabs("watch_tabs", &["Description", "Comments"], watch.tab, Msg::Tab);
                if branch!(ui, watch.tab == 0) {
                    self.view_related(video, ui);
                } else {
                    self.view_comments(watch, ui);
                }
            });
        });
    }

    fn view_related(&self, video: usize, ui: &mut Ui<'_, Msg>) {
        ui.text(
            "description",
            format_args!("{} by {}", VIDEOS[video].title, CHANNELS[VIDEOS[video].channel]),
        );
        let others = (1..VIDEOS.len()).map(|step| (video + step) % VIDEOS.len());
        for other in others.filter(|other| self.allowed(*other)).take(3) {
            ui.row("related", |ui| {
                ui.image("related_thumbnail", "").width(96);
                ui.text("related_title", VIDEOS[other].title).fill();
            })
            .height(84)
            .tap(Msg::Open(other))
            .long_tap(Msg::Options(other));
        }
    }

    fn view_comments(&self, watch: &Watch, ui: &mut Ui<'_, Msg>) {
        if branch!(ui, watch.comments != Comments::Loaded) {
            return ui.busy();
        }
        let of =
            if ui.bug("comments-of-another") { self.comments.unwrap_or(watch.video) } else { watch.video };
        for comment in VIDEOS[of].comments {
            ui.row("comment_row", |ui| {
                ui.image("avatar", "");
                ui.text("comment", comment).fill();
            })
            .height(84);
        }
    }

    fn view_channel(&self, channel: usize, tab: usize, loaded: bool, ui: &mut Ui<'_, Msg>) {
        let of_channel = |video: &usize| VIDEOS[*video].channel == channel && self.allowed(*video);
        let videos: Vec<usize> = (0..VIDEOS.len()).filter(of_channel).collect();
        let subscribed = self.subscribed.contains(&channel);
        ui.column("channel_root", |ui| {
            ui.toolbar(CHANNELS[channel], Nav::Up(Msg::Close), |ui| {
                ui.icon("share", "Share").tap(Msg::Share);
            });
            ui.row("channel_header", |ui| {
                let subscribers = if branch!(ui, loaded) { "12K subscribers" } else { "Loading…" };
                ui.text("subscribers", subscribers).fill();
                ui.button("subscribe", if subscribed { "Unsubscribe" } else { "Subscribe" })
                    .tap(Msg::Subscribe)
                    .enabled(loaded);
            })
            .height(84);
            ui.tabs("channel_tabs", &["Videos", "About"], tab, Msg::Tab);
            if branch!(ui, tab == 0) {
                video_list(ui, &videos, "No videos");
            } else {
                let about = if loaded { "New videos every week." } else { "" };
                ui.text("channel_about", about);
                ui.text("channel_count", format_args!("{} videos", videos.len()));
            }
        });
    }

    fn view_videos(&self, source: Source, ui: &mut Ui<'_, Msg>) {
        let videos = self.of_source(source);
        let title = match source {
            Source::Bookmarks => "Bookmarks",
            Source::History => "History",
            Source::Playlist(id) => self.playlist(id).map_or("", |playlist| &playlist.name),
        };
        ui.column("videos_root", |ui| {
            ui.toolbar(title, Nav::Up(Msg::Close), |ui| {
                ui.icon("clear", "Clear").tap(Msg::Clear).enabled(!videos.is_empty());
            });
            if let Source::Playlist(_) = source {
                cover!(ui);
                ui.button("play_all", "Play all").tap(Msg::PlayAll).enabled(!videos.is_empty());
                ui.list("playlist_videos", videos.len(), 84, |ui, at| {
                    let video = videos[at];
                    ui.row("playlist_video", |ui| {
                        ui.text("video_title", VIDEOS[video].title).fill();
                        ui.icon("remove", format_args!("Remove {}", VIDEOS[video].title))
                            .tap(Msg::Remove(video));
                    })
                    .tap(Msg::Open(video));
                });
            } else {
                cover!(ui);
                video_list(ui, &videos, "Nothing here yet");
            }
        });
    }

    fn view_playlists(&self, query: &str, ui: &mut Ui<'_, Msg>) {
        let query_key = query.trim().to_lowercase();
        let shown: Vec<&Playlist> =
            self.playlists.iter().filter(|playlist| playlist.key.contains(&query_key)).collect();
        ui.column("playlists_root", |ui| {
            ui.toolbar("Playlists", Nav::Up(Msg::Close), |ui| {
                ui.icon("new_playlist", "New playlist").tap(Msg::NewPlaylist);
            });
            ui.field("filter", query, "Filter").typed(Msg::Typed);
            if branch!(ui, shown.is_empty()) {
                ui.text("empty", "No playlists");
            }
            ui.list("playlists", shown.len(), 96, |ui, at| {
                let Playlist { id, name, count, .. } = shown[at];
                ui.column("playlist", |ui| {
                    ui.text("playlist_name", name);
                    let unit = if *count == 1 { "video" } else { "videos" };
                    ui.text("playlist_count", format_args!("{count} {unit}"));
                })
                .tap(Msg::Playlist(*id))
                .long_tap(Msg::PlaylistOptions(*id));
            });
        });
    }

    fn view_add_to(&self, ui: &mut Ui<'_, Msg>) {
        let content = |ui: &mut Ui<'_, Msg>| {
            ui.scroll("add_scroll", |ui| {
                if self.playlists.len() < MAX_PLAYLISTS {
                    ui.entry("android:id/text1", "New playlist").tap(Msg::NewPlaylist);
                }
                for playlist in &self.playlists {
                    ui.entry("android:id/text1", &playlist.name).tap(Msg::Playlist(playlist.id));
                }
            });
        };
        ui.dialog("Add to playlist", content, |ui| ui.cancel("Cancel", Msg::Close));
    }

    fn view_subscriptions(&self, ui: &mut Ui<'_, Msg>) {
        ui.column("subscriptions_root", |ui| {
            ui.toolbar("Subscriptions", Nav::Up(Msg::Close), |_| {});
            if branch!(ui, self.subscribed.is_empty()) {
                ui.text("empty", "Subscribe to channels to see them here");
            }
            ui.list("channels", self.subscribed.len(), 84, |ui, at| {
                let channel = self.subscribed[at];
                ui.row("channel_row", |ui| {
                    ui.image("channel_icon", "");
                    ui.text("channel_name", CHANNELS[channel]).fill();
                })
                .tap(Msg::Channel(channel));
            });
        });
    }

    fn view_blocklist(&self, ui: &mut Ui<'_, Msg>) {
        ui.column("blocklist_root", |ui| {
            ui.toolbar("Blocked channels", Nav::Up(Msg::Close), |_| {});
            if branch!(ui, self.blocked.is_empty()) {
                ui.text("empty", "No channel is blocked");
            }
            ui.list("blocked", self.blocked.len(), 84, |ui, at| {
                let channel = self.blocked[at];
                ui.row("blocked_row", |ui| {
                    ui.text("blocked_name", CHANNELS[channel]).fill();
                    ui.button("unblock", "Unblock").tap(Msg::Unblock(channel));
                });
            });
        });
    }

    fn view_search(&self, search: &Search, ui: &mut Ui<'_, Msg>) {
        ui.column("search_root", |ui| {
            ui.row("search_bar", |ui| {
                ui.icon("", "Navigate up").tap(Msg::Close);
                ui.field("search_field", &search.query, "Search videos")
                    .typed(Msg::Typed)
                    .entered(Msg::Submit);
                if branch!(ui, !search.query.is_empty()) {
                    ui.icon("search_clear", "Clear query").tap(Msg::Clear);
                }
                ui.icon("search_go", "Submit query").tap(Msg::Submit);
            })
            .height(84);
            ui.row("chips", |ui| {
                for (at, name) in LENGTHS.iter().enumerate() {
                    ui.radio("chip", name, at == search.length).tap(Msg::Length(at)).fill();
                }
            })
            .height(72);
            match &search.found {
                Some(found) => {
                    cover!(ui);
                    video_list(ui, found, "Nothing found");
                }
                None => {
                    cover!(ui);
                    ui.list("search_history", search.history.len(), 84, |ui, at| {
                        let query = &search.history[at];
                        ui.row("history_row", |ui| {
                            ui.text("history_text", query).fill();
                            ui.icon("history_delete", format_args!("Delete {query}")).tap(Msg::Forget(at));
                        })
                        .tap(Msg::Again(at));
                    });
                }
            }
        });
    }

    fn view_settings(&self, ui: &mut Ui<'_, Msg>) {
        let Settings { autoplay, in_background, remember, quality, theme } = self.settings;
        ui.column("settings_root", |ui| {
            ui.toolbar("Settings", Nav::Up(Msg::Close), |_| {});
            ui.scroll("recycler_view", |ui| {
                ui.preference("Autoplay", "Play a video when it is opened", Some(autoplay))
                    .tap(Msg::Toggle(Switch::Autoplay));
                ui.preference(
                    "Play in background",
                    "Go on when another app is in front",
                    Some(in_background),
                )
                .tap(Msg::Toggle(Switch::InBackground));
                ui.preference("Remember", "Keep searches and watched videos", Some(remember))
                    .tap(Msg::Toggle(Switch::Remember));
                ui.preference("Video quality", Choice::Quality.names()[quality], None)
                    .tap(Msg::Choose(Choice::Quality));
                ui.preference("Theme", Choice::Theme.names()[theme], None).tap(Msg::Choose(Choice::Theme));
                let kept = self.searches.len();
                ui.preference("Clear search history", format_args!("{kept} searches kept"), None)
                    .tap(Msg::Clear);
            });
        });
    }
}

/// Videos below each other, as on most pages.
fn video_list(ui: &mut Ui<'_, Msg>, videos: &[usize], empty: &str) {
    if branch!(ui, videos.is_empty()) {
        ui.text("empty", empty);
        return;
    }
    let now = ui.now();
    ui.list("video_list", videos.len(), 120, |ui, at| {
        let Video { title, channel, views, .. } = &VIDEOS[videos[at]];
        ui.row("video_row", |ui| {
            ui.image("thumbnail", "").width(120);
            ui.column("video_texts", |ui| {
                ui.text("video_title", title);
                ui.text("video_channel", CHANNELS[*channel]);
                ui.text("video_info", format_args!("{views} · {}", age(now, videos[at])));
            })
            .fill();
            ui.icon("video_options", "Video options").width(60).tap(Msg::Options(videos[at]));
        })
        .tap(Msg::Open(videos[at]))
        .long_tap(Msg::Options(videos[at]));
    });
}

fn view_choice(title: &str, names: &[&str], now: usize, choose: impl Fn(usize) -> Msg, ui: &mut Ui<'_, Msg>) {
    let content = |ui: &mut Ui<'_, Msg>| {
        ui.scroll("choices", |ui| {
            for (at, name) in names.iter().enumerate() {
                ui.radio("android:id/text1", name, at == now).tap(choose(at));
            }
        });
    };
    ui.dialog(title, content, |ui| ui.cancel("Cancel", Msg::Close));
}

fn view_confirm(source: Source, ui: &mut Ui<'_, Msg>) {
    let question = match source {
        Source::Bookmarks => "Remove all bookmarks?",
        Source::History => "Forget what you watched?",
        Source::Playlist(_) => "Remove all videos from the playlist?",
    };
    let buttons = |ui: &mut Ui<'_, Msg>| {
        ui.cancel("Cancel", Msg::Close);
        ui.ok("Remove", Msg::Confirmed);
    };
    ui.dialog("Clear", |ui| ui.message(question), buttons);
}

fn view_playlist_options(ui: &mut Ui<'_, Msg>) {
    ui.entry("option", "Rename").tap(Msg::Rename);
    ui.entry("option", "Delete").tap(Msg::Delete);
}

fn view_name(rename: bool, name: &str, ui: &mut Ui<'_, Msg>) {
    let (title, ok) =
        if branch!(ui, rename) { ("Rename playlist", "Rename") } else { ("New playlist", "Create") };
    let field = |ui: &mut Ui<'_, Msg>| {
        ui.field("playlist_field", name, "Name").typed(Msg::Typed).entered(Msg::Confirmed);
    };
    let buttons = |ui: &mut Ui<'_, Msg>| {
        ui.cancel("Cancel", Msg::Close);
        ui.ok(ok, Msg::Confirmed);
    };
    ui.dialog(title, field, buttons);
}

fn view_about(tip: usize, ui: &mut Ui<'_, Msg>) {
    ui.column("about_root", |ui| {
        ui.toolbar("About", Nav::Up(Msg::Close), |_| {});
        ui.scroll("about_scroll", |ui| {
            ui.image("app_icon", "Player").height(120);
            ui.text("app_version", "Version 2.97");
            ui.card("tip_card", |ui| {
                ui.text("tip_text", TIPS[tip]);
                ui.button("next_tip", "Another tip").tap(Msg::NextTip);
            });
        });
    });
}

/// How old a video is, in words.
fn age(now: u64, video: usize) -> String {
    let uploaded = CATALOGUED - VIDEOS[video].hours_old * HOUR;
    match now.saturating_sub(uploaded) / HOUR {
        hours @ 0..48 => format!("{hours} h ago"),
        hours @ 48..720 => format!("{} days ago", hours / 24),
        hours => format!("{} months ago", hours / 720),
    }
}
