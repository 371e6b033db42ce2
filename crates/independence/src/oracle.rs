//! The oracle: the seed's effects must be contained in the mutant's (Definition 8 of the Genie paper).
//!
//! Screens are compared where the seed shows the same layout type twice, at `i` and later at `j`, and `j` lies
//! after the insertion. The paper's text compares only pairs that lie wholly after it; the original tool's
//! recorded verdict also has pairs that span it, and data that inserted events destroy shows only there. So
//! spanning pairs count too: all of their effects for neutral events, which should change nothing, and for
//! independent views those effects that were taken back (what the seed had changed reads again as it did before).
//!
//! An effect is not lost where the mutant reached its end state by itself (`already`), and it is not compared
//! where the widget read otherwise before (`other base`): "next" leads elsewhere from another song. Both are
//! weaker than Definition 8, which the strict comparison keeps. A neutral event must also leave the very screen
//! it was done on as it was, even where the seed shows no other screen of that type. And to come to a page is an
//! effect too, though the page is new: from a screen that looks the same, the same event must lead there, and where
//! inserted events have left nothing to be seen, to a page that reads the same.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use skink_gui::{WidgetId, WindowKind};

use crate::effects::{Effect, Entry, Sheet, describe, effects};

/// How strictly effects are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// Definition 8 to the letter.
    Strict,
    /// For independent views.
    Independent,
    /// For neutral events.
    Neutral,
    /// For neutral events that may end what only passes by: a long idle, a launch.
    Idle,
}

/// An effect of the seed that the mutant did not have.
///
/// Beside the effects between two screens (`from` before `to`), there is what a single screen of the mutant lacks
/// (`from` is `to`, and the widget should have come), and what it shows twice ([`Lost::is_doubled`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The seed's screen before.
    pub from: usize,
    /// The seed's screen after.
    pub to: usize,
    /// What is missing.
    pub effect: Effect,
}

impl Lost {
    /// What should have happened, in words.
    pub(crate) fn change(&self, seed: &[Arc<Sheet>]) -> String {
        let (at, what) = if self.effect.change < 0 { (self.from, "went") } else { (self.to, "came") };
        format!("{} {what}", describe(&seed[at].screen.widget(self.effect.widget)))
    }

    /// Whether the seed shows it once and the mutant more often: nothing is missing, there is one too many.
    pub fn is_doubled(&self) -> bool {
        self.from == self.to && self.effect.change < 0
    }
}

/// So many texts that read otherwise make a page that of another thing.
const OTHER_TEXTS: usize = 2;

/// So many widgets tell a page.
const TOLD: usize = 3;

/// A seed test as the oracle sees it.
pub struct SeedSheets {
    sheets: Vec<Arc<Sheet>>,
    /// For each pair of one layout type, what happened between them.
    pairs: Vec<(usize, usize, Vec<Effect>)>,
    volatile: FxHashSet<u64>,
}

impl SeedSheets {
    /// Compares every screen with every later one of its layout type. Screens of other apps have no effects.
    pub fn new(sheets: Vec<Arc<Sheet>>, package: &str, volatile: FxHashSet<u64>) -> Self {
        let mut pairs = Vec::new();
        for to in 1..sheets.len() {
            for from in 0..to {
                let (before, after) = (&sheets[from], &sheets[to]);
                if before.layout.same_page(&after.layout) && before.screen.package() == package {
                    let found = effects(before, after, &volatile);
                    if !found.is_empty() {
                        pairs.push((from, to, found));
                    }
                }
            }
        }
        Self { sheets, pairs, volatile }
    }

    /// The sheets.
    pub fn sheets(&self) -> &[Arc<Sheet>] {
        &self.sheets
    }

    /// Kinds that change by themselves.
    pub fn volatile(&self) -> &FxHashSet<u64> {
        &self.volatile
    }

    /// Which effects are lost. `mutant` holds the mutant's sheets from the insertion on: the first is the one
    /// after the inserted events. Each label is told once, where it is lost first.
    pub fn lost(&self, at: usize, mutant: &[Arc<Sheet>], compare: Compare) -> Vec<Lost> {
        let same: Vec<bool> = mutant.iter().zip(&self.sheets[at..]).map(|(m, s)| m.same_labels(s)).collect();
        if same.iter().all(|same| *same) {
            return Vec::new();
        }
        // Rows that are there twice move others out of sight: they tell it all.
        let repeated = if compare == Compare::Strict { Vec::new() } else { self.repeated(at, mutant) };
        if !repeated.is_empty() {
            return repeated;
        }
        let mut lost: Vec<Lost> = Vec::new();
        if compare == Compare::Neutral {
            lost.extend(mutant.first().into_iter().flat_map(|after| self.missing(at, after)));
        }
        if compare == Compare::Independent {
            lost.extend(mutant.first().into_iter().flat_map(|after| self.other_tab(at, after)));
        }
        if compare != Compare::Strict {
            lost.extend(self.elsewhere(at, mutant, &same, compare));
            lost.extend(self.doubled(at, mutant));
        }
        for (from, to, found) in &self.pairs {
            let (from, to) = (*from, *to);
            if to < at || to - at >= mutant.len() {
                continue;
            }
            let spans = from < at;
            if same[to - at] && (spans || same[from - at]) {
                continue;
            }
            let after = &mutant[to - at];
            let before = if spans { &self.sheets[from] } else { &mutant[from - at] };
            let comparable = |mutant: &Sheet, seed: &Sheet| match compare {
                Compare::Neutral => mutant.layout.same_frame(&seed.layout),
                Compare::Strict | Compare::Independent | Compare::Idle => {
                    mutant.layout.same_but_title(&seed.layout)
                }
            };
            if !comparable(after, &self.sheets[to]) || !comparable(before, &self.sheets[from]) {
                continue;
            }
            if spans && compare == Compare::Independent && self.other_thing(to, after, found) {
                continue;
            }
            // What the inserted events brought by themselves stays, though the seed's own goes.
            let brought = |label: u64| {
                let [was, own, now] =
                    [&self.sheets[from], &self.sheets[at], &mutant[0]].map(|sheet| sheet.count(label));
                let to_go = own >= was && mutant[0].layout.same_but_title(&after.layout);
                if to_go { now.saturating_sub(own) } else { 0 }
            };
            let seed = [&*self.sheets[from], &*self.sheets[to]];
            let pair = Pair { seed, mutant: [before, after], spans, brought: &brought };
            for effect in found {
                let known =
                    |l: &Lost| l.effect.label == effect.label && (l.effect.change > 0) == (effect.change > 0);
                if !lost.iter().any(known) && pair.loses(effect, found, compare) {
                    lost.push(Lost { from, to, effect: *effect });
                }
            }
        }
        // That something was saved meanwhile is not what is wrong, where something is.
        let saved = |l: &Lost| compare != Compare::Strict && says_saved(&self.sheets, &mutant[l.to - at], l);
        if !lost.iter().all(saved) {
            lost.retain(|l| !saved(l));
        }
        if lost.is_empty() && matches!(compare, Compare::Independent | Compare::Neutral) {
            return self.otherwise(at, mutant, &same);
        }
        lost
    }
}

/// Whether all that an effect lost is the word that something is not saved.
pub(crate) fn says_saved(seed: &[Arc<Sheet>], mutant: &Sheet, lost: &Lost) -> bool {
    let saved = |sheet: &Sheet, id: WidgetId| {
        sheet.screen.get(id).is_some_and(|w| w.text().to_lowercase().starts_with("saved"))
    };
    let instead = instead(&seed[lost.to], mutant, &lost.effect);
    instead.is_some_and(|id| saved(mutant, id))
        || lost.effect.change < 0 && saved(&seed[lost.from], lost.effect.widget)
}

impl SeedSheets {
    /// Whether a screen of the mutant is that of another thing: another session's page, another song's. Several texts
    /// of the page itself read otherwise, beside those the seed has changed.
    fn other_thing(&self, to: usize, after: &Sheet, found: &[Effect]) -> bool {
        let changed =
            |kind: u64| self.volatile.contains(&kind) || found.iter().any(|effect| effect.kind == kind);
        self.sheets[to].other_texts(after, changed) >= OTHER_TEXTS
    }

    /// Whether a screen of the mutant looks like the seed's, as far as both have room.
    fn alike(&self, seed: usize, mutant: &Sheet) -> bool {
        self.sheets[seed].layout == mutant.layout
            && effects(&self.sheets[seed], mutant, &self.volatile).is_empty()
    }

    /// Where the seed goes on to a page it has not been on, and the mutant, from a screen that looks the same,
    /// comes to another, or where the seed goes on and the mutant does not: what tells the seed's page, at its top. Going
    /// back to another page is left out: the way back depends on the way there; and what ends with the process, such as what
    /// could be undone, may lead nowhere.
    fn elsewhere(&self, at: usize, mutant: &[Arc<Sheet>], same: &[bool], compare: Compare) -> Vec<Lost> {
        let forward = |to: usize| {
            let page = &self.sheets[to];
            page.screen.package() == self.sheets[to - 1].screen.package()
                && !self.sheets[..to].iter().any(|earlier| earlier.layout == page.layout)
        };
        // Where there is a keyboard, Back closes that first.
        let stuck = |to: usize| {
            let (before, after) = (&mutant[to - at - 1], &mutant[to - at]);
            compare != Compare::Idle
                && self.sheets[to - 1].layout != self.sheets[to].layout
                && before.layout == after.layout
                && before.room_is_no_less(&self.sheets[to - 1])
                && effects(before, after, &self.volatile).is_empty()
        };
        let led = |to: &usize| {
            let (here, there) = (&self.sheets[*to].layout, &mutant[*to - at].layout);
            here != there
                && (forward(*to) || stuck(*to))
                && (same[*to - at - 1] || self.alike(*to - 1, &mutant[*to - at - 1]))
        };
        let Some(to) = (at + 1..at + mutant.len().min(same.len())).find(led) else { return Vec::new() };
        let mut gone: Vec<Effect> = effects(&mutant[to - at], &self.sheets[to], &self.volatile);
        gone.retain(|effect| effect.change > 0);
        gone.sort_unstable_by_key(|effect| effect.widget);
        gone.into_iter().take(TOLD).map(|effect| Lost { from: to - 1, to, effect }).collect()
    }

    /// Where inserted events left nothing to be seen, and the same event then leads to the same page, on which something
    /// reads otherwise, or something is missing that was to be seen on the way there: they have changed what they do not
    /// show. A dialog or menu does not show what they left below it.
    fn otherwise(&self, at: usize, mutant: &[Arc<Sheet>], same: &[bool]) -> Vec<Lost> {
        let pivot = &self.sheets[at].screen;
        let differs = |first: &usize| !same[*first] && !self.alike(at + first, &mutant[*first]);
        let Some(first) = (0..same.len()).find(differs).filter(|first| *first > 0) else {
            return Vec::new();
        };
        let to = at + first;
        let (here, there) = (&self.sheets[to], &mutant[first]);
        let app = here.screen.package() == pivot.package() && pivot.window() == WindowKind::Page;
        if here.layout != there.layout || !app {
            return Vec::new();
        }
        let named = |effect: &Effect| {
            let text = here.screen.widget(effect.widget).text();
            let shows = |sheet: &Arc<Sheet>| sheet.screen.widgets().any(|w| w.text() == text);
            !text.is_empty() && self.sheets[at..to].iter().any(shows)
        };
        let reads = |effect: &Effect| {
            let [own, other] = [here, there].map(|sheet| sheet.of_kind(effect.kind).count());
            effect.change > 0 && (own == other || own > other && named(effect))
        };
        let changed = effects(there, here, &self.volatile).into_iter().filter(reads);
        changed.map(|effect| Lost { from: to - 1, to, effect }).collect()
    }

    /// Several rows that the seed shows once and the mutant more than once: who means to have one thing twice does not mean to
    /// have them all twice.
    fn repeated(&self, at: usize, mutant: &[Arc<Sheet>]) -> Vec<Lost> {
        for (to, (seed, mutant)) in (at..).zip(self.sheets[at..].iter().zip(mutant)) {
            if !mutant.layout.same_but_title(&seed.layout) {
                continue;
            }
            let rows: Vec<&Entry> =
                mutant.repeated(seed).filter(|e| !self.volatile.contains(&e.kind)).collect();
            if rows.len() > 1 {
                let lost = |e: &&Entry| {
                    let Entry { label, kind, row, widget, low, .. } = **e;
                    Lost { from: to, to, effect: Effect { label, kind, row, change: -1, widget, low } }
                };
                return rows.iter().map(lost).collect();
            }
        }
        Vec::new()
    }

    /// What the seed shows once in a row and the mutant more than once in that row: the paper's figure 5(j). A row
    /// has nothing to gain from showing the same thing twice.
    fn doubled(&self, at: usize, mutant: &[Arc<Sheet>]) -> Vec<Lost> {
        let mut found: Vec<Lost> = Vec::new();
        for (to, (seed, mutant)) in (at..).zip(self.sheets[at..].iter().zip(mutant)) {
            if !mutant.layout.same_but_title(&seed.layout) {
                continue;
            }
            for entry in mutant.doubled(seed).filter(|e| !self.volatile.contains(&e.kind)) {
                let Entry { label, kind, row, widget, low, .. } = *entry;
                if !found.iter().any(|l| l.effect.label == label) {
                    let effect = Effect { label, kind, row, change: -1, widget, low };
                    found.push(Lost { from: to, to, effect });
                }
            }
        }
        found
    }

    /// Inserted events that lead back, but to a tab none of them chose, took the choice of the tab.
    fn other_tab(&self, at: usize, after: &Sheet) -> Vec<Lost> {
        let here = &self.sheets[at];
        if !here.layout.same_frame(&after.layout) || here.layout.tabs() == after.layout.tabs() {
            return Vec::new();
        }
        // Which tab it is may show in no text: the first that is missing tells the page.
        let mut gone = self.missing(at, after);
        gone.sort_unstable_by_key(|lost| lost.effect.widget);
        gone.truncate(TOLD);
        gone
    }

    /// What a neutral event took from the screen it was done on: that screen need not be of a type seen before.
    fn missing(&self, at: usize, after: &Sheet) -> Vec<Lost> {
        let here = &self.sheets[at];
        let gone = effects(after, here, &self.volatile).into_iter().filter(|effect| effect.change > 0);
        gone.map(|effect| Lost { from: at, to: at, effect }).collect()
    }
}

struct Pair<'a> {
    seed: [&'a Sheet; 2],
    mutant: [&'a Sheet; 2],
    spans: bool,
    /// How many of a label the inserted events brought.
    brought: &'a dyn Fn(u64) -> usize,
}

impl Pair<'_> {
    fn loses(&self, effect: &Effect, all: &[Effect], compare: Compare) -> bool {
        if compare != Compare::Strict && !self.could_show(effect) {
            return false;
        }
        let count = |sheet: &Sheet| sheet.count(effect.label) as i32;
        let (before, after) = (count(self.mutant[0]), count(self.mutant[1]));
        let change = after - before;
        let contained = if effect.change > 0 { change >= effect.change } else { change <= effect.change };
        if contained {
            return false;
        }
        if compare == Compare::Strict {
            return true;
        }
        let [seed_before, seed_after] = self.seed.map(count);
        let already = if effect.change > 0 { after >= seed_after } else { after <= seed_after };
        if already || effect.change > 0 && self.mutant[1].shows_otherwise_grouped(self.seed[1], effect.label)
        {
            return false;
        }
        if self.spans && compare == Compare::Independent {
            return self.taken_back(effect, all);
        }
        // What went must have been there; what came must have come in the place of the same.
        if effect.change < 0 {
            return before >= seed_before;
        }
        self.spans || self.same_base(effect.kind)
    }

    /// Whether the mutant's screens have the row and the room.
    fn could_show(&self, effect: &Effect) -> bool {
        let [before, after] = self.mutant;
        let of_seed = self.seed[usize::from(effect.change > 0)];
        // What went may only have been pushed out of the little room beside a keyboard.
        let pushed_out = effect.change < 0 && !self.seed[1].room_is_no_less(after) && effect.low.scrolls();
        !pushed_out
            && before.has_row(effect.row)
            && after.has_row(effect.row)
            && before.both_have_room(after, effect.low)
            && after.both_have_room(of_seed, effect.low)
    }

    /// The widget reads again as it did before the seed changed it.
    fn taken_back(&self, effect: &Effect, all: &[Effect]) -> bool {
        let replaced = all.iter().filter(|other| other.kind == effect.kind && other.change < 0);
        let again = |other: &Effect| self.mutant[1].count(other.label) >= self.seed[0].count(other.label);
        if effect.change > 0 {
            // Came in the place of something that is there again; or came new and is gone.
            let mut replaced = replaced.peekable();
            match replaced.peek() {
                Some(_) => replaced.all(again),
                None => true,
            }
        } else {
            again(effect) && self.mutant[1].count(effect.label) > (self.brought)(effect.label)
        }
    }

    fn same_base(&self, kind: u64) -> bool {
        let labels = |sheet: &Sheet| sheet.of_kind(kind).map(|e| e.label).collect::<Vec<_>>();
        labels(self.seed[0]) == labels(self.mutant[0])
    }
}

/// The widget of the mutant's screen that stands in the place of what was lost: of the same kind, and not as
/// the seed shows it.
pub fn instead(seed: &Sheet, mutant: &Sheet, effect: &Effect) -> Option<WidgetId> {
    if effect.change < 0 {
        let at = mutant.entries.partition_point(|e| e.label < effect.label);
        return mutant.entries.get(at).filter(|e| e.label == effect.label).map(|e| e.widget);
    }
    mutant.of_kind(effect.kind).find(|e| seed.count(e.label) == 0).map(|e| e.widget)
}
