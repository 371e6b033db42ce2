//! Screens as DroidBot, and Genie which is built on it, record them: a JSON state with a flat list of views.
//!
//! Views point at each other by their place in the list, in both directions. A list whose pointers do not make
//! a forest is refused instead of guessed at. The walk keeps its own stack.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, Visitor};

use crate::geometry::Bounds;
use crate::screen::{Flags, Header, MAX_DEPTH, MAX_WIDGETS, Screen, ScreenBuilder, WidgetSpec};
use crate::xml::{MAX_BYTES, is_editable_class};

/// Why bytes are not a DroidBot state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DroidbotError {
    /// Nothing but blanks.
    #[error("the state is empty")]
    Empty,
    /// More than is ever read.
    #[error("the state has {bytes} bytes; at most {MAX_BYTES} are read")]
    TooLarge {
        /// Size of the state.
        bytes: usize,
    },
    /// Not JSON, or not of this form; says where.
    #[error("not a DroidBot state: {0}")]
    Json(String),
    /// More views than a screen holds.
    #[error("the state has {views} views; at most {MAX_WIDGETS} are read")]
    TooMany {
        /// Number of views.
        views: usize,
    },
    /// Nested deeper than a screen is.
    #[error("view {view} is nested deeper than {MAX_DEPTH} levels")]
    TooDeep {
        /// The first such view.
        view: usize,
    },
    /// A child that is no view.
    #[error("view {view} has a child {child}, but there are {views} views")]
    NoSuchChild {
        /// The view with the child.
        view: usize,
        /// What it calls its child.
        child: i64,
        /// Number of views.
        views: usize,
    },
    /// A child that is listed twice, or that leads back to a view around it.
    #[error("view {view} has a child {child} that is already elsewhere in the tree")]
    TwoParents {
        /// The view that comes second.
        view: usize,
        /// The child.
        child: usize,
    },
    /// A child that names another view its parent.
    #[error("view {view} has a child {child} that names {parent} as its parent")]
    OtherParent {
        /// The view with the child.
        view: usize,
        /// The child.
        child: usize,
        /// Whom the child names.
        parent: i64,
    },
    /// A view that no root leads to: part of a circle, or not among its parent's children.
    #[error("no root leads to view {view}")]
    Unreached {
        /// The first such view.
        view: usize,
    },
}

#[derive(Deserialize)]
struct State {
    foreground_activity: Option<Text>,
    views: Option<Vec<View>>,
}

/// One view. Every member may be missing or `null`.
#[derive(Deserialize)]
struct View {
    class: Option<Text>,
    resource_id: Option<Text>,
    text: Option<Text>,
    content_description: Option<Text>,
    package: Option<Text>,
    bounds: Option<[[i32; 2]; 2]>,
    parent: Option<i64>,
    children: Option<Vec<i64>>,
    checkable: Option<bool>,
    checked: Option<bool>,
    clickable: Option<bool>,
    enabled: Option<bool>,
    focusable: Option<bool>,
    focused: Option<bool>,
    scrollable: Option<bool>,
    long_clickable: Option<bool>,
    is_password: Option<bool>,
    selected: Option<bool>,
    editable: Option<bool>,
    visible: Option<bool>,
}

/// A string that need not be proper Unicode: Python writes halves of emoji as they come. What cannot be read
/// becomes U+FFFD.
#[derive(Default)]
struct Text(String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Lossy;
        impl Visitor<'_> for Lossy {
            type Value = Text;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Text, E> {
                Ok(Text(text.to_owned()))
            }
            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Text, E> {
                Ok(Text(String::from_utf8_lossy(bytes).into_owned()))
            }
        }
        deserializer.deserialize_bytes(Lossy)
    }
}

/// Reads a state of DroidBot or Genie. Never panics, whatever the bytes.
///
/// As in Android's own dumps, invisible views and what is inside them are left out, and a view's index is its
/// place among all its parent's children. The foreground activity is expanded to its full class name.
pub fn parse_droidbot(json: &[u8]) -> Result<Screen, DroidbotError> {
    if json.len() > MAX_BYTES {
        return Err(DroidbotError::TooLarge { bytes: json.len() });
    }
    let json = json.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(json);
    if json.trim_ascii().is_empty() {
        return Err(DroidbotError::Empty);
    }
    let state: State = serde_json::from_slice(json).map_err(|e| DroidbotError::Json(e.to_string()))?;
    let views = state.views.unwrap_or_default();
    if views.len() > MAX_WIDGETS {
        return Err(DroidbotError::TooMany { views: views.len() });
    }
    let roots = roots(&views);
    let mut builder = build(&views, &roots)?;
    let root_package = roots.first().map_or("", |&root| string(&views[root].package));
    let (package, activity) = match string(&state.foreground_activity).split_once('/') {
        Some((package, activity)) => (package, activity),
        None => (root_package, string(&state.foreground_activity)),
    };
    let full = if activity.starts_with('.') { format!("{package}{activity}") } else { activity.to_owned() };
    Ok(builder.finish(&Header { package, activity: &full, ..Header::default() }))
}

fn string(text: &Option<Text>) -> &str {
    text.as_ref().map_or("", |text| &text.0)
}

/// The views that are nobody's child: they say so, or say nothing and nobody lists them.
fn roots(views: &[View]) -> Vec<usize> {
    let mut listed = vec![false; views.len()];
    for &child in views.iter().flat_map(View::children) {
        if let Some(listed) = usize::try_from(child).ok().and_then(|child| listed.get_mut(child)) {
            *listed = true;
        }
    }
    let is_root = |place: &usize| views[*place].parent.map_or(!listed[*place], |parent| parent < 0);
    (0..views.len()).filter(is_root).collect()
}

/// A view on the way from its root to where the walk is.
struct Step {
    view: usize,
    next_child: usize,
    shown: bool,
}

fn build(views: &[View], roots: &[usize]) -> Result<ScreenBuilder, DroidbotError> {
    let mut builder = ScreenBuilder::new();
    let mut reached = vec![false; views.len()];
    let mut path: Vec<Step> = Vec::new();
    for &root in roots {
        reached[root] = true;
        builder.open(&views[root].spec(0));
        path.push(Step { view: root, next_child: 0, shown: true });
        while let Some(step) = path.last_mut() {
            let view = step.view;
            let Some(&child) = views[view].children().get(step.next_child) else {
                if step.shown {
                    builder.close();
                }
                path.pop();
                continue;
            };
            let index = step.next_child;
            step.next_child += 1;
            let child = child_of(views, view, child, &mut reached)?;
            let shown = step.shown && views[child].visible != Some(false);
            if path.len() >= MAX_DEPTH {
                return Err(DroidbotError::TooDeep { view: child });
            }
            if shown {
                builder.open(&views[child].spec(index));
            }
            path.push(Step { view: child, next_child: 0, shown });
        }
    }
    match reached.iter().position(|reached| !reached) {
        Some(view) => Err(DroidbotError::Unreached { view }),
        None => Ok(builder),
    }
}

/// Checks a pointer from a view to its child and marks the child as reached.
fn child_of(views: &[View], view: usize, child: i64, reached: &mut [bool]) -> Result<usize, DroidbotError> {
    let place = usize::try_from(child).ok().filter(|&place| place < views.len());
    let Some(place) = place else {
        return Err(DroidbotError::NoSuchChild { view, child, views: views.len() });
    };
    if reached[place] {
        return Err(DroidbotError::TwoParents { view, child: place });
    }
    match views[place].parent {
        Some(parent) if parent != view as i64 => {
            Err(DroidbotError::OtherParent { view, child: place, parent })
        }
        _ => {
            reached[place] = true;
            Ok(place)
        }
    }
}

impl View {
    fn children(&self) -> &[i64] {
        self.children.as_deref().unwrap_or_default()
    }

    fn spec(&self, index: usize) -> WidgetSpec<'_> {
        let [[left, top], [right, bottom]] = self.bounds.unwrap_or_default();
        WidgetSpec {
            class: string(&self.class),
            id: string(&self.resource_id),
            text: string(&self.text),
            desc: string(&self.content_description),
            hint: "",
            package: string(&self.package),
            bounds: Bounds { left, top, right, bottom },
            flags: self.flags(),
            index: u32::try_from(index).unwrap_or(u32::MAX),
            drawing_order: 0,
            display: 0,
        }
    }

    fn flags(&self) -> Flags {
        let editable = self.editable.unwrap_or_else(|| is_editable_class(string(&self.class)));
        let known = [
            (Flags::CHECKABLE, self.checkable),
            (Flags::CHECKED, self.checked),
            (Flags::CLICKABLE, self.clickable),
            (Flags::ENABLED, Some(self.enabled.unwrap_or(true))),
            (Flags::FOCUSABLE, self.focusable),
            (Flags::FOCUSED, self.focused),
            (Flags::SCROLLABLE, self.scrollable),
            (Flags::LONG_CLICKABLE, self.long_clickable),
            (Flags::PASSWORD, self.is_password),
            (Flags::SELECTED, self.selected),
            (Flags::EDITABLE, Some(editable)),
        ];
        known.into_iter().filter(|(_, holds)| *holds == Some(true)).map(|(flag, _)| flag).collect()
    }
}
