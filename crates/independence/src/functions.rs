//! The functions of an app, as they were seen to work: events that led from a page back to it, and what they had
//! changed there. Beyond the Genie paper, whose model (section 3.2) knows where an event leads and not what it
//! does: seeds are made of functions that change something, and inserted traces that were seen to lead back do
//! so more often than paths of a model whose states stand for many screens.

use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use skink_gui::{Action, Flags, Key, Screen, Structure, Widget, WindowKind, enabled, structure};
use skink_model::{EventKey, Kind};
use skink_run::is_home;
use skink_trace::{Actor, Step};

use crate::effects::{Sheet, Sheets, effects};
use crate::groups::Groups;
use crate::insert::Planned;
use crate::layout::{LayoutType, without_numbers};
use crate::settings::ViewSettings;

/// What is done, to which kind of widget. Rows of a page are one role; the entries of a menu or dialog are each
/// their own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Role {
    kind: Kind,
    class: String,
    id: String,
    says: String,
    /// The dialog or menu it stands in: OK of one dialog is not OK of another.
    title: String,
}

impl Role {
    /// The role of an event on a widget.
    fn of(kind: Kind, widget: &Widget<'_>, groups: &Groups, title: &str) -> Self {
        let label = |w: &Widget<'_>| EventKey::on(kind, w).text;
        let row = groups.item(widget.id()).and_then(|item| widget.screen().get(item));
        let page = widget.screen().window() == WindowKind::Page;
        // The choices of a dialog are rows too: another colour is no other function.
        let chosen = || widget.subtree().any(|w| w.is(Flags::CHECKABLE));
        let says = match row.filter(|_| page) {
            Some(row) => {
                let texts: Vec<&str> = row.subtree().map(|w| w.text()).filter(|t| !t.is_empty()).collect();
                let own = label(widget);
                let named = texts.first().is_none_or(|name| own == *name) || row.id() == widget.id();
                let told = texts.iter().fold(widget.desc().to_owned(), |desc, text| desc.replace(text, "*"));
                if named { told } else { own + &told }
            }
            // OK of one dialog is not OK of another.
            None if !page && row.is_some() && chosen() => String::new(),
            None => label(widget) + widget.desc(),
        };
        Self {
            kind,
            class: widget.class().to_owned(),
            id: widget.resource_id().to_owned(),
            says: without_numbers(&says),
            title: if page { String::new() } else { title.to_owned() },
        }
    }

    fn plain(kind: Kind) -> Self {
        Self { kind, class: String::new(), id: String::new(), says: String::new(), title: String::new() }
    }

    /// The role of what was done.
    fn of_step(step: &Step, before: &Sheet, views: &ViewSettings) -> Self {
        let kind = Kind::from(&step.event.action);
        match step.widget.and_then(|id| step.before.get(id)) {
            Some(widget) => Self::of(kind, &widget, &Groups::of(&step.before, views), before.layout.title()),
            None => Self::plain(kind),
        }
    }
}

/// Events that led from a page back to it.
#[derive(Clone, Debug)]
pub struct Function {
    /// The page.
    pub page: LayoutType,
    /// The page whatever its title.
    pub place: u64,
    /// What was done.
    pub events: Vec<Planned>,
    /// What each event was.
    pub roles: Vec<Role>,
    /// The kinds of widgets of the page that read otherwise afterwards; none after a mere visit.
    pub changed: Vec<u64>,
    /// Whether the page is one, and not a dialog or menu on it.
    pub lasting: bool,
    /// Whether it switches something that doing it again switches back.
    pub switches: bool,
    /// Events done right before it, on the same page: it may need them.
    pub after: Vec<Planned>,
}

/// Which functions do the same kind of thing: on that page, up to its title, by such an event.
pub(crate) type Class = u64;

/// An event that led to another page.
#[derive(Clone, Debug)]
pub struct Move {
    /// The event.
    pub event: Planned,
    /// The page it led to.
    pub to: usize,
    /// How often.
    pub times: u32,
}

/// What a step completed.
#[derive(Clone, Debug)]
pub struct Completed {
    /// Its class.
    pub class: Class,
    /// Its class whatever the titles of dialogs and menus.
    pub family: Class,
    /// What it did, one for each kind of widget that reads otherwise.
    pub effects: Vec<u64>,
    /// Which function exactly.
    pub variant: u64,
}

/// The functions seen, and the pages with the ways between them.
pub struct Functions {
    package: String,
    views: ViewSettings,
    sheets: Sheets,
    all: Vec<Function>,
    known: FxHashMap<u64, usize>,
    pages: Vec<LayoutType>,
    page_ids: FxHashMap<LayoutType, usize>,
    moves: Vec<Vec<Move>>,
    /// The screens of the present trace, each with what it is made of.
    trail: Vec<(Arc<Sheet>, Structure)>,
    done: Vec<(Planned, Role, bool)>,
    /// Where the function done last began and ended in the trail.
    last: Option<(usize, usize)>,
    /// For each kind of widget: how often it was there before and after nothing was done, and read otherwise.
    idle: FxHashMap<u64, (u32, u32)>,
    volatile: FxHashSet<u64>,
}

/// Functions are no longer than what may be inserted.
const LONGEST: usize = 8;
/// Ways from one page that are remembered.
const MOVES: usize = 200;

impl Functions {
    /// None seen yet.
    pub fn new(package: &str, views: ViewSettings) -> Self {
        Self {
            package: package.to_owned(),
            sheets: Sheets::new(views.clone()),
            views,
            all: Vec::new(),
            known: FxHashMap::default(),
            pages: Vec::new(),
            page_ids: FxHashMap::default(),
            moves: Vec::new(),
            trail: Vec::new(),
            done: Vec::new(),
            last: None,
            idle: FxHashMap::default(),
            volatile: FxHashSet::default(),
        }
    }

    /// All functions, in the order they were first seen.
    pub fn all(&self) -> &[Function] {
        &self.all
    }

    /// All pages, in the order they were first seen.
    pub fn pages(&self) -> &[LayoutType] {
        &self.pages
    }

    /// The number of a page.
    pub fn page(&self, layout: &LayoutType) -> Option<usize> {
        self.page_ids.get(layout).copied()
    }

    /// The ways from a page to others.
    pub fn moves(&self, page: usize) -> &[Move] {
        self.moves.get(page).map_or(&[], Vec::as_slice)
    }

    /// What the user says of views.
    pub fn views(&self) -> &ViewSettings {
        &self.views
    }

    /// A trace ended: what comes next does not follow what came before.
    pub fn begin(&mut self) {
        self.trail.clear();
        self.done.clear();
        self.last = None;
    }

    /// Learns from a step; what it completed, where it led back to a page.
    pub fn learn(&mut self, step: &Step) -> Vec<Completed> {
        let outside = |s: &Screen| s.is_empty() || s.window() == WindowKind::System || is_home(s);
        let after = &step.after;
        let kind = Kind::from(&step.event.action);
        let lost = outside(&step.before) || outside(&after.screen) || !after.crashes.is_empty();
        if step.actor != Actor::Strategy || lost || !by_user(kind) {
            self.begin();
            return Vec::new();
        }
        if self.trail.last().is_none_or(|(last, _)| last.screen.hash() != step.before.hash()) {
            self.begin();
            self.trail.push((self.sheets.of(&step.before), structure(&step.before)));
        }
        let data = match &step.event.action {
            Action::Type(text) => text.clone(),
            _ => String::new(),
        };
        let planned = Planned { key: EventKey::of_step(step), data };
        let switches = step.widget.and_then(|id| step.before.get(id)).is_some_and(|w| switches(&w));
        let sheet = self.sheets.of(&after.screen);
        let Some(before) = self.trail.last().map(|(sheet, _)| Arc::clone(sheet)) else { return Vec::new() };
        let role = Role::of_step(step, &before, &self.views);
        self.note_move(&before, &sheet, &planned);
        let field = step.widget.and_then(|id| step.before.get(id)).is_some_and(|w| w.is(Flags::EDITABLE));
        if before.layout == sheet.layout && field && matches!(kind, Kind::Tap | Kind::LongTap) {
            self.note_idle(&before, &sheet);
        }
        self.trail.push((sheet, structure(&after.screen)));
        self.done.push((planned, role, switches));
        self.complete()
    }

    fn intern(&mut self, layout: &LayoutType) -> usize {
        if let Some(id) = self.page_ids.get(layout) {
            return *id;
        }
        let id = self.pages.len();
        self.pages.push(layout.clone());
        self.moves.push(Vec::new());
        self.page_ids.insert(layout.clone(), id);
        id
    }

    fn note_move(&mut self, before: &Sheet, after: &Sheet, event: &Planned) {
        let (from, to) = (self.intern(&before.layout), self.intern(&after.layout));
        if from == to {
            return;
        }
        let moves = &mut self.moves[from];
        let room = moves.len() < MOVES;
        match moves.iter_mut().find(|m| m.to == to && m.event.key == event.key) {
            Some(known) => known.times += 1,
            None if room => moves.push(Move { event: event.clone(), to, times: 1 }),
            None => {}
        }
    }

    /// Nothing was done between the two: what reads otherwise does so by itself.
    fn note_idle(&mut self, before: &Sheet, after: &Sheet) {
        let there: FxHashSet<u64> =
            after.entries.iter().map(|e| kind_of(&after.screen.widget(e.widget))).collect();
        for kind in there {
            self.idle.entry(kind).or_default().0 += 1;
        }
        for kind in changed(before, after, &FxHashSet::default()) {
            self.idle.entry(kind).or_default().1 += 1;
        }
    }

    /// From here on, what often read otherwise when nothing was done is taken to change by itself.
    pub fn settle(&mut self) {
        let mostly = |(there, changed): &(u32, u32)| *changed >= 3 && changed * 4 > *there;
        self.volatile = self.idle.iter().filter(|(_, n)| mostly(n)).map(|(kind, _)| *kind).collect();
        for function in &mut self.all {
            function.changed.retain(|kind| !self.volatile.contains(kind));
        }
    }

    /// The functions that the last step completed: since the page was there last, and since it was there and
    /// made up as it is now, which an open drawer is not.
    fn complete(&mut self) -> Vec<Completed> {
        let to = self.trail.len() - 1;
        let (now, made) = self.trail[to].clone();
        if now.screen.package() != self.package {
            return Vec::new();
        }
        let before = || (to.saturating_sub(LONGEST)..to).rev();
        let page = before().find(|at| self.trail[*at].0.layout == now.layout);
        let same = before().find(|at| self.trail[*at].1 == made && self.trail[*at].0.layout == now.layout);
        let same = same.filter(|at| Some(*at) != page);
        let last = self.last;
        [page, same].into_iter().flatten().filter_map(|from| self.add(from, to, last)).collect()
    }

    /// The function that lies between two screens.
    fn add(&mut self, from: usize, to: usize, last: Option<(usize, usize)>) -> Option<Completed> {
        let (before, now) = (Arc::clone(&self.trail[from].0), Arc::clone(&self.trail[to].0));
        if let [_, (back, ..)] = &self.done[from..to]
            && back.key.kind == Kind::Key(Key::Back)
        {
            self.note_idle(&before, &now);
        }
        let done = &self.done[from..to];
        // What nothing came of is padding: the same function without it is as good.
        let padding = self.trail[from..=to].windows(2).any(|two| two[0].0.same_labels(&two[1].0));
        let scrolls = |kind| matches!(kind, Kind::Scroll(_) | Kind::Swipe(_));
        if padding || done.iter().all(|(planned, ..)| scrolls(planned.key.kind)) {
            return None;
        }
        let events = |range: &[(Planned, Role, bool)]| range.iter().map(|(e, ..)| e.clone()).collect();
        let needed = last.filter(|(begin, end)| *end == from && begin < end);
        let function = Function {
            page: now.layout.clone(),
            place: untitled(&now),
            events: events(done),
            roles: done.iter().map(|(_, role, _)| role.clone()).collect(),
            changed: changed(&before, &now, &self.volatile),
            lasting: now.screen.window() == WindowKind::Page,
            switches: done.len() == 1 && done[0].2,
            after: needed.map_or_else(Vec::new, |(begin, end)| events(&self.done[begin..end])),
        };
        let completed = Completed {
            class: function.class(),
            family: function.family(),
            effects: function.effects(),
            variant: function.variant(),
        };
        self.last = Some((from, to));
        match self.known.get(&completed.variant) {
            Some(at) => {
                let known = &mut self.all[*at];
                if known.changed.is_empty() {
                    known.changed = function.changed;
                }
            }
            None => {
                self.known.insert(completed.variant, self.all.len());
                self.all.push(function);
            }
        }
        Some(completed)
    }
}

impl Function {
    /// What kind of thing it does: by its last two events, since OK does nothing without what was chosen before.
    /// What switches is one of a kind on each page.
    pub(crate) fn class(&self) -> Class {
        let page = self.switches.then_some(&self.page);
        hash(&(self.place, page, self.decisive()))
    }

    /// The class whatever the titles of dialogs and menus: some are named for an item.
    pub(crate) fn family(&self) -> Class {
        let told = |role: Option<&Role>| role.map(|r| hash(&(r.kind, &r.class, &r.id, &r.says)));
        hash(&(self.place, self.decisive().map(told)))
    }

    /// The last two events that touch something; the last of all where none does.
    fn decisive(&self) -> [Option<&Role>; 2] {
        let touches = |role: &&Role| !matches!(role.kind, Kind::Key(_) | Kind::Scroll(_) | Kind::Swipe(_));
        let mut touching = self.roles.iter().rev().filter(touches);
        [touching.next().or(self.roles.last()), touching.next()]
    }

    /// What it does, one for each kind of widget that reads otherwise.
    pub(crate) fn effects(&self) -> Vec<u64> {
        let class = self.class();
        self.changed.iter().map(|kind| hash(&(class, kind))).collect()
    }

    /// Which one exactly, whatever is typed.
    pub(crate) fn variant(&self) -> u64 {
        let keys: Vec<&EventKey> = self.events.iter().map(|e| &e.key).collect();
        hash(&(&self.page, keys))
    }
}

/// A page whatever its title.
pub(crate) fn untitled(sheet: &Sheet) -> u64 {
    let screen = &sheet.screen;
    hash(&(screen.package(), screen.activity(), screen.window().name(), sheet.layout.tabs()))
}

/// What a user does.
fn by_user(kind: Kind) -> bool {
    !matches!(kind, Kind::Rotate | Kind::Background | Kind::Kill | Kind::Launch | Kind::Relaunch | Kind::Wait)
}

/// Whether touching a widget switches something: it or something inside it can be checked.
fn switches(widget: &Widget<'_>) -> bool {
    widget.subtree().any(|w| w.is(Flags::CHECKABLE))
}

/// What a widget is, whichever row it stands in.
fn kind_of(widget: &Widget<'_>) -> u64 {
    hash(&(widget.class(), widget.resource_id()))
}

/// The kinds that read otherwise.
fn changed(before: &Sheet, after: &Sheet, volatile: &FxHashSet<u64>) -> Vec<u64> {
    let kind = |effect: &crate::effects::Effect| {
        let sheet = if effect.change > 0 { after } else { before };
        kind_of(&sheet.screen.widget(effect.widget))
    };
    let mut kinds: Vec<u64> = effects(before, after, &FxHashSet::default())
        .iter()
        .map(kind)
        .filter(|k| !volatile.contains(k))
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

fn hash(value: &impl Hash) -> u64 {
    FxBuildHasher.hash_one(value)
}

/// What a screen enables, by key and by what rows have in common.
pub(crate) struct Enables {
    keys: FxHashSet<EventKey>,
    alike: FxHashSet<(Kind, String, String, String)>,
}

impl Enables {
    /// Of that screen.
    pub(crate) fn of(screen: &Screen) -> Self {
        let keys: FxHashSet<EventKey> = enabled(screen).iter().map(|e| EventKey::of(e, screen)).collect();
        let alike = keys.iter().filter(|k| !k.id.is_empty()).map(alike).collect();
        Self { keys, alike }
    }

    /// Whether an event is enabled: to the letter, or on another row.
    pub(crate) fn has(&self, event: &Planned) -> bool {
        let key = &event.key;
        key.class.is_empty() || self.keys.contains(key) || self.alike.contains(&alike(key))
    }

    /// Whether it is an event on a widget and enabled to the letter.
    pub(crate) fn has_widget(&self, event: &Planned) -> bool {
        self.keys.contains(&event.key)
    }

    /// Whether it is enabled to the letter.
    pub(crate) fn has_exactly(&self, event: &Planned) -> bool {
        event.key.class.is_empty() || self.keys.contains(&event.key)
    }
}

fn alike(key: &EventKey) -> (Kind, String, String, String) {
    (key.kind, key.class.clone(), key.id.clone(), key.desc.clone())
}
