//! The functions of an app, as they were seen to work: events that led from a page back to it, and what they had
//! changed there. Beyond the Genie paper, whose model (section 3.2) knows where an event leads and not what it
//! does: seeds are made of functions that change something, and inserted traces that were seen to lead back do
//! so more often than paths of a model whose states stand for many screens.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};
use skink_gui::{Flags, Key, Screen, Structure, Widget, WindowKind, enabled, structure};
use skink_model::{EventKey, Kind};
use skink_run::is_home;
use skink_trace::{Actor, Step};

use crate::effects::{Sheet, Sheets, effects, hash, presence};
use crate::far::Far;
use crate::insert::{Planned, of_row};
use crate::layout::LayoutType;
use crate::makers::Makers;
use crate::roles::{Role, finishes};
use crate::settings::ViewSettings;

/// Events that led from a page back to it.
#[derive(Clone, Debug)]
pub struct Function {
    /// The number of its page.
    pub page: usize,
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
    /// States of the page that it was done from.
    pub(crate) begun: Vec<Structure>,
    /// States of the page that it led from and to, where these are two.
    pub(crate) led: Vec<(Structure, Structure)>,
    names: Names,
}

/// What a function is counted by; it is asked for often.
#[derive(Clone, Debug, Default)]
struct Names {
    class: Class,
    family: Class,
    variant: u64,
    /// Its roles, each once.
    roles: BTreeSet<u64>,
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
    /// The steps it took, those that nothing came of among them.
    pub steps: usize,
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
    /// Functions of other pages, once nothing more is learned.
    far: OnceLock<Far>,
}

/// An event of the present trace.
struct Done {
    planned: Planned,
    role: Role,
    /// Whether it switches something.
    switches: bool,
    /// Whether it says that it finishes something.
    finishes: bool,
    /// Whether a field is touched, and nothing typed.
    field: bool,
}

/// Functions are no longer than what may be inserted.
const LONGEST: usize = 8;
/// States of its page that are remembered for each function, and ways from one to another.
const BEGUN: usize = 50;
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
            far: OnceLock::new(),
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

    /// The functions of other pages, as they are when this is first asked for.
    pub(crate) fn far(&self) -> &Far {
        self.far.get_or_init(|| Far::of(self))
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
        self.makers.of(function.place, &function.events.first()?.key)
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
        let planned = Planned::of_step(step);
        let touched = step.widget.and_then(|id| step.before.get(id));
        let switches = touched.as_ref().is_some_and(switches);
        let finishes = kind == Kind::Tap && touched.as_ref().is_some_and(finishes);
        let sheet = self.sheets.of(&after.screen);
        let Some(before) = self.trail.last().map(|(sheet, _)| Arc::clone(sheet)) else { return Vec::new() };
        let role = Role::of_step(step, &before, &self.views);
        self.note_move(&before, &sheet, &planned);
        let field = matches!(kind, Kind::Tap | Kind::LongTap)
            && step.widget.and_then(|id| step.before.get(id)).is_some_and(|w| w.is(Flags::EDITABLE));
        if before.layout == sheet.layout && field {
            self.note_idle(&before, &sheet);
        }
        self.trail.push((sheet, structure(&after.screen)));
        self.done.push(Done { planned, role, switches, finishes, field });
        let completed = self.complete();
        for completed in completed.iter().filter(|completed| completed.does()) {
            self.known.get(&completed.variant).into_iter().for_each(|at| self.makers.did(*at));
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
        let kinds = |sheet: &Sheet| -> FxHashSet<u64> {
            sheet.entries.iter().map(|e| kind_of(&sheet.screen.widget(e.widget))).collect()
        };
        let (was, there) = (kinds(before), kinds(after));
        for kind in &there {
            self.idle.entry(*kind).or_default().0 += 1;
        }
        for kind in was.union(&there) {
            self.idle.entry(presence(*kind)).or_default().0 += 1;
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
        for function in &mut self.all {
            function.changed.retain(|kind| !self.volatile.contains(kind));
            function.roundabout |= rises(&self.depths, function.page, &function.through);
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
        let before = || (to.saturating_sub(2 * LONGEST)..to).rev();
        let page =
            before().find(|at| self.trail[*at].0.layout == now.layout).map(|at| self.with_text(at, to));
        let same = before().find(|at| self.trail[*at].1 == made && self.trail[*at].0.layout == now.layout);
        let same = same.filter(|at| Some(*at) != page);
        let last = self.last;
        let of_page = page.and_then(|from| self.add(from, to, last, false));
        let of_same = same.and_then(|from| self.add(from, to, last, true));
        of_page.into_iter().chain(of_same).collect()
    }

    /// Whether nothing can have been done between two screens: only fields were touched, or a dialog or menu was opened
    /// and left. What reads otherwise does so by itself, or for want of room beside a keyboard.
    fn idles(&self, from: usize, to: usize) -> bool {
        let done = &self.done[from..to];
        let left = done.len() == 2 && done[1].planned.key.kind == Kind::Key(Key::Back);
        let over = || self.trail[from + 1].0.screen.window() != WindowKind::Page;
        done.iter().all(|done| done.field) || left && over()
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
        // What nothing came of is padding: the function is as good without it.
        let told = |at: &usize| !self.trail[*at].0.same_labels(&self.trail[at + 1].0);
        let done: Vec<&Done> = (from..to).filter(told).map(|at| &self.done[at]).collect();
        let scrolls = |kind| matches!(kind, Kind::Scroll(_) | Kind::Swipe(_));
        if done.len() > LONGEST || done.iter().all(|done| scrolls(done.planned.key.kind)) {
            return None;
        }
        let events = |range: &[Done]| range.iter().map(|done| done.planned.clone()).collect();
        let number = |at: usize| self.page_ids.get(&self.trail[at].0.layout).copied();
        let through: Vec<usize> = (from + 1..to).filter_map(number).collect();
        let page = number(to)?;
        let rises = rises(&self.depths, page, &through);
        let needed = last.filter(|(begin, end)| *end == from && begin < end);
        let mut function = Function {
            page,
            place: untitled(&now),
            events: done.iter().map(|done| done.planned.clone()).collect(),
            roles: done.iter().map(|done| done.role.clone()).collect(),
            changed: if self.idles(from, to) { Vec::new() } else { changed(&before, &now, &self.volatile) },
            lasting: now.screen.window() == WindowKind::Page,
            switches: done.len() == 1 && done[0].switches,
            finishes: done.len() > 1 && done.last().is_some_and(|last| last.finishes),
            roundabout: made_of_others || rises,
            through,
            after: needed.map_or_else(Vec::new, |(begin, end)| events(&self.done[begin..end])),
            begun: vec![self.trail[from].1],
            led: Vec::new(),
            names: Names::default(),
        };
        let (begun, ended) = (self.trail[from].1, self.trail[to].1);
        if begun != ended {
            function.led.push((begun, ended));
        }
        function.names = function.named();
        let completed = Completed {
            class: function.class(),
            family: function.family(),
            effects: function.effects(),
            changed: function.changed.clone(),
            finishes: function.finishes,
            roundabout: function.roundabout,
            variant: function.variant(),
            steps: to - from,
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
                if known.begun.len() < BEGUN && !known.begun.contains(&function.begun[0]) {
                    known.begun.extend(function.begun);
                }
                if known.led.len() < BEGUN && function.led.iter().all(|led| !known.led.contains(led)) {
                    known.led.extend(function.led);
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

impl Completed {
    /// Whether something was done by it, and not on a roundabout way.
    pub(crate) fn does(&self) -> bool {
        !self.roundabout && (self.finishes || !self.effects.is_empty())
    }
}

impl Function {
    /// Whether something is done by it, and not on a roundabout way.
    pub(crate) fn does(&self) -> bool {
        !self.roundabout && (self.finishes || !self.changed.is_empty())
    }

    /// What kind of thing it does: by its last two events, since OK does nothing without what was chosen before.
    /// What switches is one of a kind on each page.
    pub(crate) fn class(&self) -> Class {
        self.names.class
    }

    /// The class whatever the titles of dialogs and menus: some are named for an item.
    pub(crate) fn family(&self) -> Class {
        self.names.family
    }

    /// Its roles by number, each once.
    pub(crate) fn role_numbers(&self) -> impl Iterator<Item = u64> {
        self.names.roles.iter().copied()
    }

    /// Which one exactly, whatever is typed.
    pub(crate) fn variant(&self) -> u64 {
        self.names.variant
    }

    fn named(&self) -> Names {
        let page = self.switches.then_some(self.page);
        let keys: Vec<&EventKey> = self.events.iter().map(|e| &e.key).collect();
        Names {
            class: hash(&(self.place, page, self.decisive())),
            family: hash(&(self.place, self.decisive().map(|role| role.map(Role::untitled)))),
            variant: hash(&(self.page, keys)),
            roles: self.roles.iter().map(hash).collect(),
        }
    }

    /// The last two events that touch something; the last of all where none does.
    fn decisive(&self) -> [Option<&Role>; 2] {
        let mut touching = self.roles.iter().rev().filter(|role| role.decides());
        [touching.next().or(self.roles.last()), touching.next()]
    }

    /// What it does, one for each kind of widget that reads otherwise.
    pub(crate) fn effects(&self) -> Vec<u64> {
        let class = self.class();
        self.changed.iter().map(|kind| hash(&(class, kind))).collect()
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
    !matches!(kind, Kind::Rotate | Kind::Background | Kind::Kill | Kind::Launch | Kind::Relaunch)
}

/// Whether touching a widget switches something: it or something inside it can be checked.
fn switches(widget: &Widget<'_>) -> bool {
    widget.subtree().any(|w| w.is(Flags::CHECKABLE))
}

/// What a widget is, whichever row it stands in.
fn kind_of(widget: &Widget<'_>) -> u64 {
    hash(&(widget.class(), widget.resource_id()))
}

/// The kinds that read otherwise; of those that came or went altogether, that they are there.
pub(crate) fn changed(before: &Sheet, after: &Sheet, volatile: &FxHashSet<u64>) -> Vec<u64> {
    let kind = |effect: &crate::effects::Effect| {
        let (sheet, other) = if effect.change > 0 { (after, before) } else { (before, after) };
        let kind = kind_of(&sheet.screen.widget(effect.widget));
        let both = other.entries.iter().any(|e| kind_of(&other.screen.widget(e.widget)) == kind);
        if both { kind } else { presence(kind) }
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
    (key.kind, key.class.clone(), key.id.clone(), of_row(&key.desc).to_owned())
}
