//! Reading the specifications that the PBFDroid authors published: `dmf_*.json` (functions) and `keyviews_*.json`
//! (blocked views). A function's widgets are on numbered layouts: layout n is what shows after n events, so a
//! widget whose text is referred to (`add_name.text`) becomes a `capture` before event n.
//!
//! What the format can say and Skink cannot do is an error that names it. Departures: the published tool keeps
//! its data as a list, Skink as a set; it takes a target by the first attribute given, Skink by all of them;
//! its `smaller` means at most five objects; a function's data type is the second word of its name, whatever
//! `datatype` says.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use skink_gui::{Action, Direction, Key};

use crate::change::Change;
use crate::file::{Function, Operation, PropertyFile};
use crate::find::{Find, Flag, parse_bounds};
use crate::line::{Comparison, Condition, Line, Objects, Step};
use crate::template::{Template, is_name};
use crate::value::{Generator, Source};

/// Why a specification cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// Not JSON.
    #[error("not JSON: {0}")]
    Json(String),
    /// Something is missing or of the wrong type.
    #[error("{place}: {problem}")]
    Shape {
        /// Where.
        place: String,
        /// What is wrong.
        problem: String,
    },
    /// A construct that Skink does not know.
    #[error("{place}: {construct} is not supported")]
    Unsupported {
        /// Where.
        place: String,
        /// The construct.
        construct: String,
    },
}

/// Objects that `smaller` allows.
const SMALL: i64 = 5;
/// How long `sleep` waits.
const SLEEP: u64 = 5_000;

/// Reads functions and, where they are given, blocked views.
pub fn import(functions: &str, blocked: Option<&str>) -> Result<PropertyFile, ImportError> {
    let mut file = PropertyFile::default();
    for (number, value) in listed(functions, "dmfs")?.iter().enumerate() {
        let place = format!("function {}", number + 1);
        let function = Reader::of(value, place)?.function(&mut file)?;
        file.functions.push(unique(&file, function));
    }
    if let Some(blocked) = blocked {
        for (number, value) in listed(blocked, "keyviews")?.iter().enumerate() {
            let place = format!("blocked view {}", number + 1);
            let reader = Reader::of(value, place.clone())?;
            reader.known(&["view"])?;
            file.avoid.push(blocked_view(&reader.text("view")?, &place)?);
        }
    }
    Ok(file)
}

/// Two functions of one name get a number.
fn unique(file: &PropertyFile, mut function: Function) -> Function {
    let name = function.name.clone();
    let mut number = 2;
    while file.function(&function.name).is_some() {
        function.name = format!("{name} {number}");
        number += 1;
    }
    function
}

fn listed(json: &str, key: &str) -> Result<Vec<Value>, ImportError> {
    let value: Value = serde_json::from_str(json).map_err(|e| ImportError::Json(e.to_string()))?;
    let shape = |problem: String| ImportError::Shape { place: "the file".to_owned(), problem };
    let Value::Object(mut object) = value else { return Err(shape("not an object".to_owned())) };
    let list = object.remove(key).ok_or_else(|| shape(format!("no `{key}`")))?;
    if let Some(other) = object.keys().next() {
        return Err(ImportError::Unsupported {
            place: "the file".to_owned(),
            construct: format!("key `{other}`"),
        });
    }
    match list {
        Value::Array(list) => Ok(list),
        _ => Err(shape(format!("`{key}` is not a list"))),
    }
}

/// An object of the file and where it stands.
struct Reader<'a> {
    object: &'a Map<String, Value>,
    place: String,
}

/// A widget of a function.
struct Known {
    name: String,
    layout: String,
    find: Find,
}

impl<'a> Reader<'a> {
    fn of(value: &'a Value, place: String) -> Result<Self, ImportError> {
        match value {
            Value::Object(object) => Ok(Self { object, place }),
            _ => Err(ImportError::Shape { place, problem: "not an object".to_owned() }),
        }
    }

    fn shape(&self, problem: impl Into<String>) -> ImportError {
        ImportError::Shape { place: self.place.clone(), problem: problem.into() }
    }

    fn unsupported(&self, construct: impl Into<String>) -> ImportError {
        ImportError::Unsupported { place: self.place.clone(), construct: construct.into() }
    }

    fn known(&self, keys: &[&str]) -> Result<(), ImportError> {
        match self.object.keys().find(|key| !keys.contains(&key.as_str())) {
            Some(other) => Err(self.unsupported(format!("key `{other}`"))),
            None => Ok(()),
        }
    }

    /// A text; numbers and booleans are written both ways, nothing at all as an empty text.
    fn text(&self, key: &str) -> Result<String, ImportError> {
        match self.object.get(key) {
            None | Some(Value::Null) => Ok(String::new()),
            Some(Value::String(text)) => Ok(text.clone()),
            Some(Value::Number(number)) => Ok(number.to_string()),
            Some(Value::Bool(yes)) => Ok(yes.to_string()),
            Some(_) => Err(self.shape(format!("`{key}` is not a text"))),
        }
    }

    fn list(&self, key: &str) -> Result<Vec<Reader<'a>>, ImportError> {
        let all = match self.object.get(key) {
            None | Some(Value::Null) => return Ok(Vec::new()),
            Some(Value::Array(all)) => all,
            Some(_) => return Err(self.shape(format!("`{key}` is not a list"))),
        };
        let place = |number: usize| format!("{}, {key} {}", self.place, number + 1);
        all.iter().enumerate().map(|(number, value)| Reader::of(value, place(number))).collect()
    }

    fn function(mut self, file: &mut PropertyFile) -> Result<Function, ImportError> {
        const KEYS: [&str; 9] = [
            "name",
            "type",
            "datatype",
            "proportion",
            "events",
            "impacts",
            "preconditions",
            "post-conditions",
            "widgets",
        ];
        self.known(&KEYS)?;
        let name = self.text("name")?;
        self.place = format!("function `{name}`");
        let kind = self.text("type")?;
        let operation = match kind.as_str() {
            "add" => Operation::Create,
            "view" => Operation::Read,
            "edit" => Operation::Update,
            "delete" => Operation::Delete,
            "search" => Operation::Search,
            other => return Err(self.unsupported(format!("type `{other}`"))),
        };
        let of = match name.split(' ').nth(1) {
            Some(word) if !word.is_empty() => word.to_owned(),
            _ => self.text("datatype")?,
        };
        let of = data_name(&of, file);
        let proportion = self.text("proportion")?;
        let weight = match proportion.trim() {
            "" => 1,
            number => number.parse().map_err(|_| self.unsupported(format!("proportion `{number}`")))?,
        };
        let mut function = Function {
            weight,
            change: Some(Vec::new()),
            then: Some(Vec::new()),
            ..Function::new(&name, operation, &of, Vec::new())
        };
        let mut scene = Scene { widgets: self.widgets()?, values: BTreeMap::new(), captured: Vec::new() };
        let changes = self.impacts(&of, &mut scene, file)?;
        let then = self.conditions("post-conditions", &mut scene, file)?;
        function.when = self.conditions("preconditions", &mut scene, file)?;
        function.steps = self.events(&mut scene, file)?;
        function.change = Some(changes);
        function.then = Some(then.into_iter().map(Line::Check).collect());
        function.values = scene.values;
        if !function.steps.iter().any(Line::acts) {
            return Err(self.shape("no events"));
        }
        Ok(function)
    }

    fn widgets(&self) -> Result<Vec<Known>, ImportError> {
        let mut widgets = Vec::new();
        for widget in self.list("widgets")? {
            widget.known(&[
                "name",
                "UI_layout_num",
                "class",
                "resource-id",
                "text",
                "content-desc",
                "instance",
                "xpath",
            ])?;
            let given = |key| widget.text(key).map(|text| (!text.is_empty()).then_some(text));
            let template = |text: Option<String>| text.map(|text| Template::text(&text));
            let mut find = Find {
                class: given("class")?,
                id: template(given("resource-id")?),
                text: template(given("text")?),
                desc: template(given("content-desc")?),
                ..Find::default()
            };
            if let Some(instance) = given("instance")? {
                let number =
                    instance.parse().map_err(|_| widget.unsupported(format!("instance `{instance}`")))?;
                find.nth = Some(number);
            }
            if let Some(path) = given("xpath")? {
                find.path = Some(
                    path.parse().map_err(|e: String| widget.unsupported(format!("xpath `{path}` ({e})")))?,
                );
            }
            widgets.push(Known { name: widget.text("name")?, layout: widget.text("UI_layout_num")?, find });
        }
        Ok(widgets)
    }

    fn impacts(
        &self,
        of: &str,
        scene: &mut Scene,
        file: &mut PropertyFile,
    ) -> Result<Vec<Change>, ImportError> {
        let mut changes = Vec::new();
        for impact in self.list("impacts")? {
            impact.known(&["object", "operator"])?;
            let (object, operator) = (impact.text("object")?, impact.text("operator")?);
            if operator == "clear" {
                changes.push(Change::Clear(of.to_owned()));
                continue;
            }
            let template = scene.text(&object, file, &impact)?;
            let fields = vec![("name".to_owned(), template.clone())];
            changes.push(match operator.as_str() {
                "delete" => Change::Remove(Objects {
                    data: of.to_owned(),
                    filters: vec![("name".to_owned(), true, template)],
                }),
                // A set has no duplicates anyway.
                "add" | "add_noduplicate" | "add noduplicate" | "addnoduplicate" => {
                    Change::Add(of.to_owned(), fields)
                }
                other if other.contains("add") && other.contains("conflict") => {
                    Change::Toggle(of.to_owned(), fields)
                }
                other if other.contains("add") && other.contains("noduplicate") => {
                    Change::Add(of.to_owned(), fields)
                }
                other => return Err(impact.unsupported(format!("operator `{other}`"))),
            });
        }
        Ok(changes)
    }

    fn conditions(
        &self,
        key: &str,
        scene: &mut Scene,
        file: &mut PropertyFile,
    ) -> Result<Vec<Condition>, ImportError> {
        let mut conditions = Vec::new();
        for condition in self.list(key)? {
            condition.known(&["UI_layout_num", "datatype", "relation", "widget"])?;
            let (of, relation) = (condition.text("datatype")?, condition.text("relation")?);
            let widget = condition.text("widget")?;
            let objects =
                |file: &mut PropertyFile| Objects { data: data_name(&of, file), filters: Vec::new() };
            let unknown = || condition.unsupported(format!("relation `{relation}`"));
            conditions.push(match (of.is_empty(), widget.is_empty()) {
                (true, false) => {
                    let find = scene.find(&widget, file, &condition)?;
                    match relation.as_str() {
                        "in" => Condition::Present(find),
                        "not in" => Condition::Absent(find),
                        _ => return Err(unknown()),
                    }
                }
                (false, true) => match relation.as_str() {
                    "is empty" => Condition::None(objects(file)),
                    "is not empty" => Condition::Some(objects(file)),
                    other if other.contains("smaller") => {
                        Condition::Size(objects(file), Comparison::AtMost, Template::text(&SMALL.to_string()))
                    }
                    _ => return Err(unknown()),
                },
                (false, false) => {
                    let mut find = scene.find(&widget, file, &condition)?;
                    find.text = Some(Template::value("it"));
                    match relation.as_str() {
                        "in" => Condition::Any(objects(file), find),
                        "not in" => Condition::No(objects(file), find),
                        _ => return Err(unknown()),
                    }
                }
                (true, true) => return Err(condition.shape("neither a widget nor a datatype")),
            });
        }
        Ok(conditions)
    }

    fn events(&self, scene: &mut Scene, file: &mut PropertyFile) -> Result<Vec<Line>, ImportError> {
        let events = self.list("events")?;
        let mut lines = Vec::new();
        let count = events.len();
        // Targets may refer to captured texts too: they are looked at before the captures are placed.
        let mut done = Vec::new();
        for event in &events {
            event.known(&["action", "widget", "text", "force"])?;
            done.push(event.event(scene, file)?);
        }
        for (number, line) in done.into_iter().enumerate() {
            lines.extend(scene.captures(number, count, self)?);
            lines.push(line);
        }
        lines.extend(scene.captures(count, count, self)?);
        Ok(lines)
    }

    fn event(&self, scene: &mut Scene, file: &mut PropertyFile) -> Result<Line, ImportError> {
        let (action, widget, text) = (self.text("action")?, self.text("widget")?, self.text("text")?);
        let force = self.text("force")?;
        let optional = match force.as_str() {
            "" | "true" | "True" => false,
            "false" | "False" => true,
            other => return Err(self.unsupported(format!("force `{other}`"))),
        };
        let plain = |action| Line::Do(Step { action, target: None, text: None, optional: false });
        let scrolled = |direction, scene: &mut Scene, file: &mut PropertyFile| {
            let target = match widget.is_empty() {
                true => Find {
                    flags: Flag::named("scrollable").map(|flag| (flag, true)).into_iter().collect(),
                    ..Find::default()
                },
                false => scene.find(&widget, file, self)?,
            };
            Ok(Line::Do(Step {
                action: Action::Scroll(direction),
                target: Some(target),
                text: None,
                optional,
            }))
        };
        Ok(match action.as_str() {
            "click" | "longclick" => {
                let action = if action == "click" { Action::Tap } else { Action::LongTap };
                let target = Some(scene.find(&widget, file, self)?);
                Line::Do(Step { action, target, text: None, optional })
            }
            "edit" => {
                let target = Some(scene.find(&widget, file, self)?);
                let text = Some(scene.text(&text, file, self)?);
                Line::Do(Step { action: Action::Type(String::new()), target, text, optional })
            }
            "back" => plain(Action::Key(Key::Back)),
            "home" => plain(Action::Key(Key::Home)),
            "enter" => plain(Action::Key(Key::Enter)),
            "naturalscreen" | "leftscreen" => plain(Action::Rotate),
            "start" => plain(Action::Launch),
            "sleep" => {
                let seconds = text.trim().parse::<u64>().ok().filter(|seconds| *seconds <= 600);
                plain(Action::Wait(seconds.map_or(SLEEP, |seconds| seconds * 1000)))
            }
            "scrollto" => {
                let find = match widget.is_empty() {
                    true => Find { text: Some(scene.text(&text, file, self)?), ..Find::default() },
                    false => scene.find(&widget, file, self)?,
                };
                Line::Seek(find)
            }
            "scroll_forward" | "scroll_down" => scrolled(Direction::Down, scene, file)?,
            "scroll_backward" | "scroll_up" => scrolled(Direction::Up, scene, file)?,
            "scroll_right" => scrolled(Direction::Right, scene, file)?,
            "scroll_left" => scrolled(Direction::Left, scene, file)?,
            other => return Err(self.unsupported(format!("action `{other}`"))),
        })
    }
}

/// What a function's parts refer to while it is read.
struct Scene {
    widgets: Vec<Known>,
    values: BTreeMap<String, Source>,
    /// Widgets whose text is referred to.
    captured: Vec<String>,
}

impl Scene {
    /// `random`, `TYPE::random`, `WIDGET.text` or a text.
    fn text(
        &mut self,
        text: &str,
        file: &mut PropertyFile,
        _at: &Reader<'_>,
    ) -> Result<Template, ImportError> {
        if text == "random" {
            let name = (1..).map(|n| format!("random{n}")).find(|name| !self.values.contains_key(name));
            let name = name.unwrap_or_default();
            self.values.insert(name.clone(), Source::Random(Generator::Text));
            return Ok(Template::value(&name));
        }
        // Anything else with colons is a text like any other, as it is to the published tool.
        if let Some(of) = text.strip_suffix("::random").filter(|of| !of.is_empty()) {
            let data = data_name(of, file);
            let name = format!("any_{data}");
            self.values.insert(name.clone(), Source::Pick(Objects { data, filters: Vec::new() }));
            return Ok(Template::value(&format!("{name}.name")));
        }
        let referred =
            text.strip_suffix(".text").and_then(|name| self.widgets.iter().find(|w| w.name == name));
        match referred {
            Some(widget) => {
                let name = value_name(&widget.name);
                if !self.captured.contains(&widget.name) {
                    self.captured.push(widget.name.clone());
                }
                Ok(Template::value(&name))
            }
            None => Ok(Template::text(text)),
        }
    }

    fn find(&mut self, name: &str, file: &mut PropertyFile, at: &Reader<'_>) -> Result<Find, ImportError> {
        let Some(known) = self.widgets.iter().find(|w| w.name == name) else {
            return Err(at.shape(format!("no widget `{name}`")));
        };
        let mut find = known.find.clone();
        if find == Find::default() {
            return Err(at.shape(format!("widget `{name}` has no attribute to find it by")));
        }
        let literal = find.text.as_ref().and_then(|text| {
            let scope_free = text.is_constant();
            scope_free.then(|| plain(text))
        });
        if let Some(text) = literal {
            find.text = Some(self.text(&text, file, at)?);
        }
        Ok(find)
    }

    /// The captures on a layout.
    fn captures(&mut self, layout: usize, last: usize, at: &Reader<'_>) -> Result<Vec<Line>, ImportError> {
        let mut lines = Vec::new();
        for name in &self.captured {
            let Some(widget) = self.widgets.iter().find(|w| w.name == *name) else { continue };
            let on: usize = widget
                .layout
                .trim()
                .parse()
                .map_err(|_| at.unsupported(format!("layout `{}` of widget `{name}`", widget.layout)))?;
            if on.min(last) == layout {
                lines.push(Line::Capture { value: value_name(name), from: widget.find.clone() });
            }
        }
        Ok(lines)
    }
}

/// A template without values, as text.
fn plain(template: &Template) -> String {
    template.to_string().replace("{{", "{").replace("}}", "}")
}

fn value_name(name: &str) -> String {
    let cleaned: String =
        name.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '_' }).collect();
    if is_name(&cleaned) && cleaned != "it" { cleaned } else { format!("w_{cleaned}") }
}

/// The data type of that name, which the file then has.
fn data_name(name: &str, file: &mut PropertyFile) -> String {
    let name = value_name(name.trim());
    file.data.entry(name.clone()).or_default();
    name
}

/// A blocked view: a line of a dump with `#any#` for what does not matter.
fn blocked_view(line: &str, place: &str) -> Result<Find, ImportError> {
    let unsupported = |construct: String| ImportError::Unsupported { place: place.to_owned(), construct };
    let mut find = Find::default();
    for (name, value) in
        attributes(line).map_err(|problem| ImportError::Shape { place: place.to_owned(), problem })?
    {
        if value == "#any#" || (name == "bounds" && value.is_empty()) {
            continue;
        }
        let template = || Some(Template::text(&value));
        match name.as_str() {
            "text" => find.text = template(),
            "resource-id" => find.id = template(),
            "content-desc" => find.desc = template(),
            "class" => find.class = Some(value),
            "package" => find.package = Some(value),
            "index" => {
                let index = value.parse().map_err(|_| unsupported(format!("index `{value}`")))?;
                find.index = Some(index);
            }
            "bounds" => {
                let bounds = parse_bounds(&value).ok_or_else(|| unsupported(format!("bounds `{value}`")))?;
                find.bounds = Some(bounds);
            }
            other => match (Flag::named(other), value.as_str()) {
                (Some(flag), "true") => find.flags.push((flag, true)),
                (Some(flag), "false") => find.flags.push((flag, false)),
                _ => return Err(unsupported(format!("attribute {other}=\"{value}\""))),
            },
        }
    }
    if find == Find::default() {
        return Err(unsupported("a view that blocks everything".to_owned()));
    }
    Ok(find)
}

/// The attributes of one XML element.
fn attributes(line: &str) -> Result<Vec<(String, String)>, String> {
    let inside = line.trim().strip_prefix("<node").ok_or("not a line of a dump")?;
    let mut rest = inside.trim_end().trim_end_matches('>').trim_end_matches('/').trim();
    let mut found = Vec::new();
    while !rest.is_empty() {
        let (name, after) = rest.split_once('=').ok_or_else(|| format!("`{rest}` is not an attribute"))?;
        let after = after.trim_start().strip_prefix('"').ok_or_else(|| format!("`{name}` has no value"))?;
        let (value, after) = after.split_once('"').ok_or_else(|| format!("`{name}` never closes"))?;
        found.push((name.trim().to_owned(), unescaped(value)));
        rest = after.trim_start();
    }
    Ok(found)
}

fn unescaped(text: &str) -> String {
    let named =
        [("&quot;", "\""), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&#10;", "\n"), ("&amp;", "&")];
    named.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}
