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
    /// Whether it is one of several of its kind beside each other, told apart by a description: a colour.
    alike: bool,
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
            Some(row) if entry(&row).is_some() => entry(&row).unwrap_or_default() + widget.desc(),
            Some(row) => {
                let texts: Vec<&str> = row.subtree().map(|w| w.text()).filter(|t| !t.is_empty()).collect();
                let own = label(widget);
                let named = texts.first().is_none_or(|name| own == *name) || row.id() == widget.id();
                let told = texts.iter().fold(widget.desc().to_owned(), |desc, text| desc.replace(text, "*"));
                if named { told } else { own + &told }
            }
            None if !page && row.is_some() && chosen() => String::new(),
            // What has its own id is told by it: its text may be what was chosen.
            None if page && alone(widget) => widget.desc().to_owned(),
            None => label(widget) + widget.desc(),
        };
        Self {
            kind,
            class: widget.class().to_owned(),
            id: widget.resource_id().to_owned(),
            says: without_numbers(&says),
            title: if page { String::new() } else { title.to_owned() },
            alike: row.is_some_and(|row| row.id() == widget.id() && several(widget)),
        }
    }

    fn plain(kind: Kind) -> Self {
        let none = String::new;
        Self { kind, class: none(), id: none(), says: none(), title: none(), alike: false }
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
    /// Whether it ends as something is finished, so that it may do what shows elsewhere: a picture is attached.
    pub finishes: bool,
    /// Whether it is made of others, or leads to its page from nearer the start of the app: to another item's.
    pub roundabout: bool,
    /// The pages on the way.
    through: Vec<usize>,
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
    /// These kinds.
    pub changed: Vec<u64>,
    /// Whether it ended as something is finished.
    pub finishes: bool,
    /// Whether it is roundabout.
    pub roundabout: bool,
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
    /// Each page whatever its title.
    places: Vec<u64>,
    page_ids: FxHashMap<LayoutType, usize>,
    moves: Vec<Vec<Move>>,
    /// The screens of the present trace, each with what it is made of.
    trail: Vec<(Arc<Sheet>, Structure)>,
    done: Vec<Done>,
    /// Where the function done last began and ended in the trail.
    last: Option<(usize, usize)>,
    /// For each kind of widget: how often it was there before and after nothing was done, and read otherwise.
    idle: FxHashMap<u64, (u32, u32)>,
    volatile: FxHashSet<u64>,
    /// How far each page is from the first, once all is settled.
    depths: Vec<usize>,
    /// What made something possible.
    makers: Makers,
}

/// What made something possible on a page that was not when the page was there last: a picture must be taken before it
/// can be deleted.
#[derive(Default)]
struct Makers {
    /// By the page, whatever its title, and the kind of widget: the function done last before that came, and how many
    /// were done since the page was there without it.
    known: FxHashMap<(u64, u64), (usize, usize)>,
    /// The kinds that each page had last in the present trace, and how many functions had been done by then.
    shown: FxHashMap<u64, (FxHashSet<u64>, usize)>,
    /// The functions of the present trace.
    done: Vec<usize>,
}

impl Makers {
    fn begin(&mut self) {
        self.shown.clear();
        self.done.clear();
    }

    /// A page came.
    fn see(&mut self, sheet: &Sheet) {
        let place = untitled(sheet);
        let touched = Flags::CLICKABLE | Flags::LONG_CLICKABLE | Flags::EDITABLE;
        let named = |w: &Widget<'_>| !w.resource_id().is_empty() && w.flags().intersects(touched);
        let kinds: FxHashSet<u64> = sheet.screen.widgets().filter(named).map(|w| kind_of(&w)).collect();
        if let Some((before, by_then)) = self.shown.get(&place)
            && let Some(last) = self.done.last().filter(|_| *by_then < self.done.len())
        {
            let since = self.done.len() - by_then;
            for kind in kinds.difference(before) {
                let known = self.known.entry((place, *kind)).or_insert((*last, since));
                if since < known.1 {
                    *known = (*last, since);
                }
            }
        }
        self.shown.insert(place, (kinds, self.done.len()));
    }
}

/// An event of the present trace.
struct Done {
    planned: Planned,
    role: Role,
    /// Whether it switches something.
    switches: bool,
    /// Whether it says that it finishes something.
    finishes: bool,
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
            places: Vec::new(),
            page_ids: FxHashMap::default(),
            moves: Vec::new(),
            trail: Vec::new(),
            done: Vec::new(),
            last: None,
            idle: FxHashMap::default(),
            volatile: FxHashSet::default(),
            depths: Vec::new(),
            makers: Makers::default(),
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

    /// A page whatever its title.
    pub(crate) fn place(&self, page: usize) -> u64 {
        self.places.get(page).copied().unwrap_or(0)
    }

    /// The package of the app.
    pub(crate) fn package(&self) -> &str {
        &self.package
    }

    /// Kinds of widgets that change by themselves.
    pub(crate) fn volatile(&self) -> &FxHashSet<u64> {
        &self.volatile
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
        self.makers.begin();
    }

    /// The function that made a function possible, where it was not always.
    pub(crate) fn maker(&self, function: &Function) -> Option<usize> {
        let first = &function.events.first()?.key;
        let kind = hash(&(first.class.as_str(), first.id.as_str()));
        self.makers.known.get(&(function.place, kind)).map(|(maker, _)| *maker)
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
        let touched = step.widget.and_then(|id| step.before.get(id));
        let switches = touched.as_ref().is_some_and(switches);
        let finishes = kind == Kind::Tap && touched.as_ref().is_some_and(finishes);
        let sheet = self.sheets.of(&after.screen);
        let Some(before) = self.trail.last().map(|(sheet, _)| Arc::clone(sheet)) else { return Vec::new() };
        let role = Role::of_step(step, &before, &self.views);
        self.note_move(&before, &sheet, &planned);
        let field = step.widget.and_then(|id| step.before.get(id)).is_some_and(|w| w.is(Flags::EDITABLE));
        if before.layout == sheet.layout && field && matches!(kind, Kind::Tap | Kind::LongTap) {
            self.note_idle(&before, &sheet);
        }
        self.trail.push((sheet, structure(&after.screen)));
        self.done.push(Done { planned, role, switches, finishes });
        let completed = self.complete();
        for completed in completed.iter().filter(|c| !c.roundabout && (c.finishes || !c.effects.is_empty())) {
            self.makers.done.extend(self.known.get(&completed.variant));
        }
        if let Some((now, _)) = self.trail.last()
            && now.screen.package() == self.package
        {
            self.makers.see(now);
        }
        completed
    }

    fn intern(&mut self, sheet: &Sheet) -> usize {
        let layout = &sheet.layout;
        if let Some(id) = self.page_ids.get(layout) {
            return *id;
        }
        let id = self.pages.len();
        self.pages.push(layout.clone());
        self.places.push(untitled(sheet));
        self.moves.push(Vec::new());
        self.page_ids.insert(layout.clone(), id);
        id
    }

    fn note_move(&mut self, before: &Sheet, after: &Sheet, event: &Planned) {
        let (from, to) = (self.intern(before), self.intern(after));
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
        self.depths = self.depths();
        let (pages, depths) = (&self.page_ids, &self.depths);
        for function in &mut self.all {
            function.changed.retain(|kind| !self.volatile.contains(kind));
            let page = pages.get(&function.page).copied();
            function.roundabout |= page.is_some_and(|page| rises(depths, page, &function.through));
        }
    }

    /// Steps from the first page to each.
    fn depths(&self) -> Vec<usize> {
        let mut depths = vec![usize::MAX; self.pages.len()];
        let mut order: Vec<usize> = (0..self.pages.len().min(1)).collect();
        order.iter().for_each(|first| depths[*first] = 0);
        let mut at = 0;
        while let Some(&page) = order.get(at) {
            at += 1;
            for step in &self.moves[page] {
                if depths[step.to] == usize::MAX {
                    depths[step.to] = depths[page] + 1;
                    order.push(step.to);
                }
            }
        }
        depths
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
        let page =
            before().find(|at| self.trail[*at].0.layout == now.layout).map(|at| self.with_text(at, to));
        let same = before().find(|at| self.trail[*at].1 == made && self.trail[*at].0.layout == now.layout);
        let same = same.filter(|at| Some(*at) != page);
        let last = self.last;
        let of_page = page.and_then(|from| self.add(from, to, last, false));
        let of_same = same.and_then(|from| self.add(from, to, last, true));
        of_page.into_iter().chain(of_same).collect()
    }

    /// Enter does nothing without what was typed before it: both are one function.
    fn with_text(&self, from: usize, to: usize) -> usize {
        let kind = |at: usize| self.done.get(at).map(|done| done.planned.key.kind);
        let entered = from + 1 == to && kind(from) == Some(Kind::Key(Key::Enter));
        let typed = from.checked_sub(1).filter(|before| kind(*before) == Some(Kind::Type));
        let same = typed.filter(|before| self.trail[*before].0.layout == self.trail[to].0.layout);
        same.filter(|_| entered).unwrap_or(from)
    }

    /// The function that lies between two screens.
    fn add(
        &mut self,
        from: usize,
        to: usize,
        last: Option<(usize, usize)>,
        made_of_others: bool,
    ) -> Option<Completed> {
        let (before, now) = (Arc::clone(&self.trail[from].0), Arc::clone(&self.trail[to].0));
        if let [_, back] = &self.done[from..to]
            && back.planned.key.kind == Kind::Key(Key::Back)
        {
            self.note_idle(&before, &now);
        }
        let done = &self.done[from..to];
        // What nothing came of is padding: the same function without it is as good.
        let padding = self.trail[from..=to].windows(2).any(|two| two[0].0.same_labels(&two[1].0));
        let scrolls = |kind| matches!(kind, Kind::Scroll(_) | Kind::Swipe(_));
        if padding || done.iter().all(|done| scrolls(done.planned.key.kind)) {
            return None;
        }
        let events = |range: &[Done]| range.iter().map(|done| done.planned.clone()).collect();
        let number = |at: usize| self.page_ids.get(&self.trail[at].0.layout).copied();
        let through: Vec<usize> = (from + 1..to).filter_map(number).collect();
        let rises = number(to).is_some_and(|page| rises(&self.depths, page, &through));
        let needed = last.filter(|(begin, end)| *end == from && begin < end);
        let function = Function {
            page: now.layout.clone(),
            place: untitled(&now),
            events: events(done),
            roles: done.iter().map(|done| done.role.clone()).collect(),
            changed: changed(&before, &now, &self.volatile),
            lasting: now.screen.window() == WindowKind::Page,
            switches: done.len() == 1 && done[0].switches,
            finishes: done.len() > 1 && done.last().is_some_and(|last| last.finishes),
            roundabout: made_of_others || rises,
            through,
            after: needed.map_or_else(Vec::new, |(begin, end)| events(&self.done[begin..end])),
        };
        let completed = Completed {
            class: function.class(),
            family: function.family(),
            effects: function.effects(),
            changed: function.changed.clone(),
            finishes: function.finishes,
            roundabout: function.roundabout,
            variant: function.variant(),
        };
        self.last = Some((from, to));
        match self.known.get(&completed.variant) {
            Some(at) => {
                let known = &mut self.all[*at];
                if known.changed.is_empty() {
                    known.changed = function.changed;
                }
                if known.after.is_empty() {
                    known.after = function.after;
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
    pub fn family(&self) -> u64 {
        let says = |role: &Role| if role.alike { String::new() } else { role.says.clone() };
        let told = |role: Option<&Role>| role.map(|r| hash(&(r.kind, &r.class, &r.id, says(r))));
        hash(&(self.place, self.decisive().map(told)))
    }

    /// The last two events that touch something; the last of all where none does.
    fn decisive(&self) -> [Option<&Role>; 2] {
        let touches = |role: &&Role| match role.kind {
            Kind::Key(key) => key == Key::Enter,
            kind => !matches!(kind, Kind::Scroll(_) | Kind::Swipe(_)),
        };
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

/// Whether a way passes a page that is nearer the first than where it ends.
fn rises(depths: &[usize], page: usize, through: &[usize]) -> bool {
    let depth = |page: usize| depths.get(page).copied();
    depth(page).is_some_and(|own| through.iter().any(|passed| depth(*passed).is_some_and(|d| d < own)))
}

/// What a user does.
fn by_user(kind: Kind) -> bool {
    !matches!(kind, Kind::Rotate | Kind::Background | Kind::Kill | Kind::Launch | Kind::Relaunch | Kind::Wait)
}

/// Whether touching a widget switches something: it or something inside it can be checked.
fn switches(widget: &Widget<'_>) -> bool {
    widget.subtree().any(|w| w.is(Flags::CHECKABLE))
}

/// The name of a line of settings or of a drawer, by the ids that Android's own libraries give it: other than the rows
/// of a list, each is for something of its own.
fn entry(row: &Widget<'_>) -> Option<String> {
    let named =
        |w: &Widget<'_>| w.resource_id() == "android:id/title" || w.short_id() == "design_menu_item_text";
    row.subtree().find(named).map(|w| w.text().to_owned())
}

/// Whether it has an id that nothing else on the screen has.
fn alone(widget: &Widget<'_>) -> bool {
    let same = |w: &Widget<'_>| w.resource_id() == widget.resource_id();
    !widget.resource_id().is_empty() && widget.screen().widgets().filter(same).count() == 1
}

/// Whether there are others of its class and id beside it.
fn several(widget: &Widget<'_>) -> bool {
    let alike = |w: &Widget<'_>| w.class() == widget.class() && w.resource_id() == widget.resource_id();
    !widget.resource_id().is_empty()
        && widget.parent().is_some_and(|around| around.children().filter(alike).count() > 1)
}

/// Words on what ends something well; in ids too.
const FINISHING: [&str; 16] = [
    "ok", "save", "done", "add", "create", "yes", "confirm", "apply", "shutter", "capture", "button1",
    "positive", "accept", "delete", "allow", "finish",
];

/// Whether a widget says that it ends something well.
pub(crate) fn finishes(widget: &Widget<'_>) -> bool {
    let label = |w: Widget<'_>| [w.text(), w.desc(), w.short_id()].map(str::to_ascii_lowercase);
    let words = label(*widget);
    let says = |word: &&str| {
        words.iter().any(|w| w.split(|c: char| !c.is_ascii_alphanumeric()).any(|part| part == *word))
    };
    FINISHING.iter().any(says) && widget.is(Flags::ENABLED)
}

/// What a widget is, whichever row it stands in.
fn kind_of(widget: &Widget<'_>) -> u64 {
    hash(&(widget.class(), widget.resource_id()))
}

/// The kinds that read otherwise.
pub(crate) fn changed(before: &Sheet, after: &Sheet, volatile: &FxHashSet<u64>) -> Vec<u64> {
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
