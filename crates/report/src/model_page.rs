//! The learned model as a page of its own: a graph to pan, zoom and search, laid out here in layers by distance
//! from the start, so that a thousand states open at once. Without JavaScript it is a list of the states.

use std::collections::{BTreeMap, VecDeque};

use askama::Template;
use serde::Serialize;
use skink_trace::LearnedModel;

/// Distance between layers, between columns of one layer, and between states of a column.
const LAYER: f64 = 240.0;
const COLUMN: f64 = 165.0;
const ROW: f64 = 56.0;
/// Up to so many states a layer is one column.
const MIN_ROWS: usize = 8;
/// Sweeps that bring states near those they are reached from.
const SWEEPS: usize = 4;

#[derive(Template)]
#[template(path = "model.html")]
struct Page<'a> {
    app: &'a str,
    model: &'a LearnedModel,
    style: &'static str,
    script: &'static str,
    data: String,
}

#[derive(Serialize)]
struct Drawn<'a> {
    start: Option<u32>,
    states: Vec<DrawnState<'a>>,
    edges: Vec<DrawnEdge<'a>>,
}

#[derive(Serialize)]
struct DrawnState<'a> {
    id: u32,
    x: f64,
    y: f64,
    activity: &'a str,
    window: &'a str,
    visits: u64,
    reason: &'a str,
    picture: Option<String>,
}

#[derive(Serialize)]
struct DrawnEdge<'a> {
    from: u32,
    to: Option<u32>,
    words: &'a str,
    count: u64,
}

/// The page; `picture` gives the path of a state's picture, relative to the page, by its screen's hash.
pub fn model_page(app: &str, model: &LearnedModel, picture: impl Fn(&str) -> Option<String>) -> String {
    let places = layout(model);
    let states = model.states.iter().map(|state| {
        let (x, y) = places.get(&state.id).copied().unwrap_or_default();
        DrawnState {
            id: state.id,
            x,
            y,
            activity: &state.activity,
            window: &state.window,
            visits: state.visits,
            reason: &state.reason,
            picture: state.screen.as_deref().and_then(&picture),
        }
    });
    let edges = model.transitions.iter().map(|step| DrawnEdge {
        from: step.from,
        to: step.to,
        words: &step.words,
        count: step.count,
    });
    let drawn = Drawn { start: model.start, states: states.collect(), edges: edges.collect() };
    // Inside a script element only `<` could end it; JSON may write it as an escape.
    let data = serde_json::to_string(&drawn).unwrap_or_else(|_| "{\"states\":[],\"edges\":[]}".to_owned());
    let page = Page {
        app,
        model,
        style: include_str!("../templates/style.css"),
        script: include_str!("../templates/model.js"),
        data: data.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029"),
    };
    page.render().unwrap_or_else(|e| format!("<!doctype html><p>The model could not be written: {e}</p>"))
}

/// Where each state goes: its layer is its distance from the start, its row near the mean of those before it.
fn layout(model: &LearnedModel) -> BTreeMap<u32, (f64, f64)> {
    let mut next: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let mut before: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for step in &model.transitions {
        if let Some(to) = step.to.filter(|to| *to != step.from) {
            next.entry(step.from).or_default().push(to);
            before.entry(to).or_default().push(step.from);
        }
    }
    let mut layer_of: BTreeMap<u32, usize> = BTreeMap::new();
    let starts = model.start.into_iter().chain(model.states.iter().map(|state| state.id));
    for start in starts {
        if layer_of.contains_key(&start) {
            continue;
        }
        let mut queue = VecDeque::from([(start, 0)]);
        while let Some((state, layer)) = queue.pop_front() {
            if layer_of.contains_key(&state) {
                continue;
            }
            layer_of.insert(state, layer);
            queue.extend(next.get(&state).into_iter().flatten().map(|to| (*to, layer + 1)));
        }
    }
    let mut layers: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    for (state, layer) in &layer_of {
        layers.entry(*layer).or_default().push(*state);
    }
    let mut row_of: BTreeMap<u32, f64> = BTreeMap::new();
    for _ in 0..SWEEPS {
        for states in layers.values_mut() {
            let near = |state: &u32| {
                let rows: Vec<f64> =
                    before.get(state).into_iter().flatten().filter_map(|s| row_of.get(s).copied()).collect();
                if rows.is_empty() { 0.0 } else { rows.iter().sum::<f64>() / rows.len() as f64 }
            };
            let mut keyed: Vec<(f64, u32)> = states.iter().map(|state| (near(state), *state)).collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            *states = keyed.into_iter().map(|(_, state)| state).collect();
            let middle = (states.len() as f64 - 1.0) / 2.0;
            for (at, state) in states.iter().enumerate() {
                row_of.insert(*state, at as f64 - middle);
            }
        }
    }
    place(&layers, layer_of.len())
}

/// Layers become columns; a layer too long for a picture about as wide as high takes several.
fn place(layers: &BTreeMap<usize, Vec<u32>>, states: usize) -> BTreeMap<u32, (f64, f64)> {
    let longest = ((states as f64 * COLUMN / ROW).sqrt() as usize).max(MIN_ROWS);
    let mut places = BTreeMap::new();
    let mut x = 0.0;
    for layer in layers.values() {
        let columns = layer.len().div_ceil(longest).max(1);
        let rows = layer.len().div_ceil(columns).max(1);
        for (at, state) in layer.iter().enumerate() {
            // Neighbours in the order stay neighbours: row by row, not column by column.
            let (row, column) = (at / columns, at % columns);
            let y = (row as f64 - (rows as f64 - 1.0) / 2.0) * ROW;
            places.insert(*state, (x + column as f64 * COLUMN, y));
        }
        x += (columns - 1) as f64 * COLUMN + LAYER;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use skink_trace::{LearnedState, LearnedTransition};

    fn model(states: u32, steps: &[(u32, u32)]) -> LearnedModel {
        LearnedModel {
            start: Some(0),
            states: (0..states)
                .map(|id| LearnedState {
                    id,
                    activity: "</script><script>x".into(),
                    window: "page".into(),
                    screen: None,
                    visits: 1,
                    reason: String::new(),
                })
                .collect(),
            transitions: steps
                .iter()
                .map(|(from, to)| LearnedTransition {
                    from: *from,
                    to: Some(*to),
                    words: "back".into(),
                    event: "back".into(),
                    count: 1,
                })
                .collect(),
            ..LearnedModel::default()
        }
    }

    #[test]
    fn layers_follow_the_distance_from_the_start_and_no_two_states_share_a_place() {
        let places = layout(&model(5, &[(0, 1), (0, 2), (1, 3), (2, 3), (3, 0)]));
        assert_eq!(places[&0].0, 0.0);
        assert_eq!(places[&1].0, LAYER);
        assert_eq!(places[&3].0, 2.0 * LAYER);
        let distinct: std::collections::BTreeSet<String> =
            places.values().map(|p| format!("{p:?}")).collect();
        assert_eq!(distinct.len(), 5);
    }

    #[test]
    fn an_activitys_name_cannot_end_the_data() {
        let html = model_page("app", &model(2, &[(0, 1)]), |_| None);
        assert!(!html.contains("</script><script>x"));
    }
}
