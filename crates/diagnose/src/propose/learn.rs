//! The states of the search: an observation table as L* keeps it, filled by execution. A row is a place, a column a
//! sequence of pivot events and Backs, an entry what comes of doing it there. Places with equal rows are one
//! state. Where two such places go different ways by the same event, that event before the column that showed it
//! becomes a new column, and the search begins again with it.

use std::collections::{BTreeMap, BTreeSet};

use skink_gui::{Enabled, Event, Screen, WidgetId, enabled};
use skink_model::automaton::Pivot;

use super::ProposeSettings;
use super::world::{Came, Place, World};
use crate::error::DiagnoseError;

/// Columns at which no more are added.
const MAX_COLUMNS: usize = 48;
/// Places of one state that are compared with each other.
const WITNESSES: usize = 6;

/// Where a pivot event leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Crash,
    State(usize),
}

/// What was learned.
#[derive(Clone, Debug, Default)]
pub(super) struct Learned {
    pub(super) states: usize,
    pub(super) pivots: BTreeMap<(usize, usize), Target>,
    pub(super) silent: BTreeMap<(usize, usize), Event>,
    pub(super) notes: Vec<String>,
}

/// What comes of a column: after how many events it ended, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Impossible(usize),
    Crash(usize),
    Lost(usize),
    Done,
}

/// An event of a column: a pivot, or the ε that is always there.
type Letter = Option<usize>;

struct State {
    row: Vec<Outcome>,
    /// Places found to be this state, the first that was found first.
    places: Vec<Place>,
}

struct Search<'w, 'd> {
    world: &'w mut World<'d>,
    pivots: &'w [Pivot],
    silent: Option<Event>,
    columns: Vec<Vec<Letter>>,
    settings: ProposeSettings,
}

/// Learns the automaton; `silent` is the ε that can be done everywhere, if there is one.
pub(super) fn learn(
    world: &mut World<'_>,
    pivots: &[Pivot],
    trace: &[usize],
    silent: Option<Event>,
    settings: &ProposeSettings,
) -> Result<Learned, DiagnoseError> {
    let mut columns: Vec<Vec<Letter>> = (0..pivots.len()).map(|pivot| vec![Some(pivot)]).collect();
    for start in 0..trace.len() {
        let suffix: Vec<Letter> = trace[start..].iter().map(|pivot| Some(*pivot)).collect();
        if silent.is_some() {
            columns.push(std::iter::once(None).chain(suffix.iter().copied()).collect());
        }
        columns.push(suffix);
    }
    let mut seen = BTreeSet::new();
    columns.retain(|column| seen.insert(column.clone()));
    let mut search = Search { world, pivots, silent, columns, settings: *settings };
    loop {
        let (learned, new) = search.once()?;
        match new {
            Some(column) if search.columns.len() < MAX_COLUMNS && !search.world.is_spent() => {
                search.columns.push(column);
            }
            _ => return Ok(learned),
        }
    }
}

impl Search<'_, '_> {
    /// One search with the present columns; and a column that tells apart what was taken for one state.
    fn once(&mut self) -> Result<(Learned, Option<Vec<Letter>>), DiagnoseError> {
        let mut learned = Learned::default();
        self.world.begin()?;
        let first = self.world.place();
        let mut states = vec![State { row: self.row(&first)?, places: vec![first] }];
        let mut at = 0;
        while at < states.len() && !self.world.is_spent() {
            for pivot in 0..self.pivots.len() {
                self.world.go(&states[at].places[0])?;
                match self.letter(Some(pivot))? {
                    Came::Crash => {
                        learned.pivots.insert((at, pivot), Target::Crash);
                    }
                    Came::Here(_) => {
                        let to = self.state_of(&mut states, true, &mut learned)?;
                        learned.pivots.extend(to.map(|to| ((at, pivot), Target::State(to))));
                    }
                    Came::Impossible | Came::Lost => {}
                }
            }
            self.silent_moves(at, &mut states, &mut learned)?;
            at += 1;
        }
        learned.states = states.len();
        let new = self.inconsistency(&states)?;
        Ok((learned, new))
    }

    /// ε from a state: the one that is always there may lead to new states, other widgets only to known ones.
    fn silent_moves(
        &mut self,
        at: usize,
        states: &mut Vec<State>,
        learned: &mut Learned,
    ) -> Result<(), DiagnoseError> {
        if let Some(event) = self.silent.clone() {
            self.world.go(&states[at].places[0])?;
            if let Came::Here(_) = self.letter(None)? {
                let to = self.state_of(states, true, learned)?;
                if let Some(to) = to.filter(|to| *to != at) {
                    learned.silent.insert((at, to), event);
                }
            }
        }
        let screen = states[at].places[0].screen.clone();
        for (event, widget) in self.others(&screen) {
            self.world.go(&states[at].places[0])?;
            if let Came::Here(after) = self.world.event(&event, Some(widget))?
                && after != screen
                && let Some(to) = self.state_of(states, false, learned)?
                && to != at
            {
                learned.silent.entry((at, to)).or_insert(event);
            }
        }
        Ok(())
    }

    /// Taps on what is no pivot event, and need no thought of what to type.
    fn others(&self, screen: &Screen) -> Vec<(Event, WidgetId)> {
        let pivots: BTreeSet<WidgetId> =
            self.pivots.iter().flat_map(|pivot| pivot.enabled_on(screen)).collect();
        let taps = enabled(screen).into_iter().filter(|e| matches!(e, Enabled::Tap(_)));
        let others = taps.filter(|e| !pivots.contains(&e.widget()));
        others.map(|e| (e.event(screen, String::new), e.widget())).take(self.settings.max_others).collect()
    }

    /// The state of the present place; a new one where it is none yet and may be.
    fn state_of(
        &mut self,
        states: &mut Vec<State>,
        may_be_new: bool,
        learned: &mut Learned,
    ) -> Result<Option<usize>, DiagnoseError> {
        let place = self.world.place();
        let row = self.row(&place)?;
        if let Some(known) = states.iter().position(|state| state.row == row) {
            // Also one that looks the same: what tells two apart may not be on the screen.
            let alike = &mut states[known].places;
            if may_be_new && alike.len() < WITNESSES {
                alike.push(place);
            }
            return Ok(Some(known));
        }
        if !may_be_new {
            return Ok(None);
        }
        if states.len() >= self.settings.max_states {
            let note =
                format!("more than {} states: the automaton may lack traces", self.settings.max_states);
            if !learned.notes.contains(&note) {
                learned.notes.push(note);
            }
            return Ok(None);
        }
        states.push(State { row, places: vec![place] });
        Ok(Some(states.len() - 1))
    }

    fn letter(&mut self, letter: Letter) -> Result<Came, DiagnoseError> {
        match (letter, &self.silent) {
            (Some(pivot), _) => self.world.pivot(&self.pivots[pivot]),
            (None, Some(event)) => {
                let event = event.clone();
                self.world.event(&event, None)
            }
            (None, None) => Ok(Came::Impossible),
        }
    }

    fn row(&mut self, place: &Place) -> Result<Vec<Outcome>, DiagnoseError> {
        let columns = self.columns.clone();
        columns.iter().map(|column| self.outcome(place, column)).collect()
    }

    fn outcome(&mut self, place: &Place, column: &[Letter]) -> Result<Outcome, DiagnoseError> {
        self.world.go(place)?;
        for (at, letter) in column.iter().enumerate() {
            match self.letter(*letter)? {
                Came::Impossible => return Ok(Outcome::Impossible(at)),
                Came::Crash => return Ok(Outcome::Crash(at)),
                Came::Lost => return Ok(Outcome::Lost(at)),
                Came::Here(_) => {}
            }
        }
        Ok(Outcome::Done)
    }

    /// A column by which two places of one state differ.
    fn inconsistency(&mut self, states: &[State]) -> Result<Option<Vec<Letter>>, DiagnoseError> {
        let letters = (0..self.pivots.len()).map(Some).chain(self.silent.as_ref().map(|_| None));
        let letters: Vec<Letter> = letters.collect();
        for state in states.iter().filter(|state| state.places.len() > 1) {
            for letter in &letters {
                for column in self.columns.clone() {
                    if self.world.is_spent() {
                        return Ok(None);
                    }
                    let longer: Vec<Letter> = std::iter::once(*letter).chain(column).collect();
                    if self.columns.contains(&longer) {
                        continue;
                    }
                    let first = self.outcome(&state.places[0], &longer)?;
                    for other in &state.places[1..] {
                        if self.outcome(other, &longer)? != first {
                            return Ok(Some(longer));
                        }
                    }
                }
            }
        }
        Ok(None)
    }
}
