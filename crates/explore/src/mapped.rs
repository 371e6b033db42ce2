//! A strategy with a map: for strategies that keep no model of their own, the transition graph of what was seen
//! (Genie's Definition 1), so that every run leaves a `model.json` of the same form.

use std::collections::BTreeMap;

use skink_gui::Screen;
use skink_model::{GraphStateId, TransitionGraph};
use skink_run::{Choice, Moment, Strategy};
use skink_trace::{LearnedModel, ScriptRuns, Step};

/// A strategy, and the graph of what it saw.
pub struct Mapped<S> {
    inner: S,
    graph: TransitionGraph,
    start: Option<GraphStateId>,
}

impl<S: Strategy> Mapped<S> {
    /// With an empty map.
    pub fn new(inner: S) -> Self {
        Self { inner, graph: TransitionGraph::default(), start: None }
    }
}

impl<S: Strategy> Strategy for Mapped<S> {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn launched(&mut self, first: &Screen) {
        self.inner.launched(first);
    }

    fn next(&mut self, moment: &mut Moment<'_>) -> Choice {
        if self.graph.package().is_empty() {
            // The first screen asked about is the app's own; the first launched may be a dialog of the system.
            self.graph = TransitionGraph::new(moment.screen.package());
        }
        if moment.depth == 0 {
            let (state, _) = self.graph.look(moment.screen).unzip();
            self.start = self.start.or(state);
        }
        self.inner.next(moment)
    }

    fn saw(&mut self, step: &Step) {
        self.graph.learn(step);
        self.inner.saw(step);
    }

    /// What the strategy has to say, then the map.
    fn explain(&self) -> Option<String> {
        let own = self.inner.explain();
        let own = own.unwrap_or_else(|| format!("{} learns nothing of the app.", self.inner.name()));
        let map = self.graph.in_words(self.start);
        Some(format!("{}\n\nA map of what was seen: {map}", own.trim_end()))
    }

    fn model(&self) -> Option<LearnedModel> {
        self.inner.model().or_else(|| Some(self.graph.learned(self.start)))
    }

    fn held_back(&self) -> BTreeMap<String, u64> {
        self.inner.held_back()
    }

    fn scripts(&self) -> BTreeMap<String, ScriptRuns> {
        self.inner.scripts()
    }
}
