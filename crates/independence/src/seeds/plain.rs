//! Plain tests: one function by itself, by the shortest way there; what it switches is switched back; now and then nothing is done
//! for a while, in which something that was begun before may end; then the page is left for another, and come back to. Tests of
//! many functions, as the Genie paper's seeds are (section 4.1), do each in whatever state the others have left; here each is done
//! where nothing was done before, and what it did is looked at again.

use skink_gui::Screen;
use skink_run::Dice;

use super::SeedStrategy;
use super::goals::{Chosen, Goal, Here, Nearly, Ways};
use crate::insert::Planned;
use crate::patience;

/// What a plain test does next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Next {
    /// Its function.
    #[default]
    Function,
    /// It does nothing for a while.
    Wait,
    /// It goes to another page.
    Away,
    /// It comes back to the page of that number.
    Return(usize),
    /// Nothing.
    Nothing,
}

/// Of all tests after the first rounds, these are plain: two of five.
const PLAIN_OF_FIVE: usize = 2;
/// How often they wait.
const WAITS: f64 = 0.5;
/// So many events away is another page at most.
const AWAY: usize = 3;

impl SeedStrategy {
    /// Whether the present test is a plain one: the last are.
    pub(super) fn is_plain(&self) -> bool {
        let others = self.made.saturating_sub(self.new_first());
        self.candidates.len() + others * PLAIN_OF_FIVE / 5 >= self.made
    }

    /// What a plain test does next.
    pub(super) fn choose_plain(&mut self, screen: &Screen, left: usize, dice: &mut Dice) -> Option<Chosen> {
        let here = self.here(screen);
        let ways = self.ways(&here);
        if matches!(self.plain, Next::Wait | Next::Away) && self.done_so_far().next().is_none() {
            self.plain = Next::Function;
        }
        match self.plain {
            Next::Wait => {
                self.plain = Next::Away;
                let plan = vec![Planned::wait(patience::MILLIS)];
                Some(Chosen { goal: Goal::Page(here.page?), plan, prepared: false })
            }
            Next::Function => {
                let chosen = self.least_plain(&here, &ways, left, dice)?;
                if let Goal::Function(at) = chosen.goal {
                    *self.plainly.entry(self.functions.all()[at].family()).or_default() += 1;
                }
                self.plain = if dice.chance(WAITS) { Next::Wait } else { Next::Away };
                Some(chosen)
            }
            Next::Away => {
                self.plain = here.page.map_or(Next::Nothing, Next::Return);
                let mut nearly = Nearly::default();
                for (page, far) in ways.far.iter().enumerate() {
                    let near = |far: &usize| (1..=AWAY).contains(far) && 2 * far <= left;
                    let Some(far) = far.filter(near).filter(|_| self.is_page(page)) else { continue };
                    let known = self.novelty(self.functions.place(page)) == 0;
                    nearly.add(far + 2 * usize::from(known), Goal::Page(page));
                }
                self.planned(nearly.pick(dice)?, &here, &ways)
            }
            Next::Return(page) => {
                self.plain = Next::Nothing;
                self.planned(Goal::Page(page), &here, &ways).filter(|chosen| !chosen.plan.is_empty())
            }
            Next::Nothing => None,
        }
    }

    /// The function that plain tests did least often, and of those the nearest.
    fn least_plain(&self, here: &Here, ways: &Ways, left: usize, dice: &mut Dice) -> Option<Chosen> {
        let mut nearly = Nearly::default();
        for (at, function) in self.functions.all().iter().enumerate() {
            if !function.does() || self.failed.contains(&Goal::Function(at)) {
                continue;
            }
            let Some(approach) = self.approach(function, here, ways) else { continue };
            let cost = approach.len() + function.events.len();
            if cost <= left {
                let times = self.plainly.get(&function.family()).copied().unwrap_or(0) as usize;
                nearly.add(100 * times + cost + 5 * self.failed_as(function.class()), Goal::Function(at));
            }
        }
        self.planned(nearly.pick(dice)?, here, ways)
    }

    fn is_page(&self, page: usize) -> bool {
        let layout = &self.functions.pages()[page];
        layout.package() == self.package && layout.is_page()
    }
}
