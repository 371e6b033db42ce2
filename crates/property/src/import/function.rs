//! A function of a published specification: its widgets, what it does to the data and its conditions.

use std::collections::BTreeMap;

use super::ImportError;
use super::reader::Reader;
use super::scene::{Known, Scene, data_name};
use crate::change::Change;
use crate::condition::{Comparison, Condition, Objects};
use crate::file::{Function, Operation, PropertyFile};
use crate::find::Find;
use crate::line::Line;
use crate::template::Template;
use crate::xpath::Path;

/// Objects that `smaller` allows.
const SMALL: i64 = 5;

impl Reader<'_> {
    pub(super) fn function(mut self, file: &mut PropertyFile) -> Result<Function, ImportError> {
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
        // The published tool looks at a function's conditions alone, whatever its type: any other is a free one.
        let operation = match kind.trim() {
            "add" => Operation::Create,
            "view" => Operation::Read,
            "edit" => Operation::Update,
            "delete" => Operation::Delete,
            "search" => Operation::Search,
            _ => Operation::Free,
        };
        // Its data type is the second word of its name, whatever `datatype` says.
        let of = match name.split(' ').nth(1) {
            Some(word) if !word.is_empty() => word.to_owned(),
            _ => self.text("datatype")?,
        };
        let of = data_name(&of, file);
        let proportion = self.text("proportion")?;
        // Every function is a candidate at least once.
        let weight = match proportion.trim() {
            "" => 1,
            number => number
                .parse::<f64>()
                .ok()
                .filter(|n| n.is_finite())
                .map(|n| n.clamp(1.0, 1e6) as u32)
                .ok_or_else(|| self.unsupported(format!("proportion `{number}`")))?,
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
            // What is not known is written as nothing, or as the tool's own words for it.
            let says = |text: &String| !matches!(text.as_str(), "" | "#any#" | "None");
            let given = |key| widget.text(key).map(|text| Some(text).filter(says));
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
                    path_of(&path)
                        .map_err(|e: String| widget.unsupported(format!("xpath `{path}` ({e})")))?,
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
            if operator.is_empty() {
                continue;
            }
            if operator == "clear" {
                changes.push(Change::Clear(of.to_owned()));
                continue;
            }
            let template = scene.text(&object, file);
            let fields = vec![("name".to_owned(), template.clone())];
            changes.push(match operator.as_str() {
                "delete" => Change::Remove(Objects {
                    data: of.to_owned(),
                    filters: vec![("name".to_owned(), true, template)],
                }),
                other if other.contains("add") && other.contains("conflict") => {
                    Change::Toggle(of.to_owned(), fields)
                }
                // A set has no duplicates anyway.
                other if other.contains("add") => Change::Add(of.to_owned(), fields),
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
            // A line that the published recorder leaves to be filled in, and that was not, says nothing.
            if relation.is_empty() {
                continue;
            }
            let objects =
                |file: &mut PropertyFile| Objects { data: data_name(&of, file), filters: Vec::new() };
            let unknown = || condition.unsupported(format!("relation `{relation}`"));
            conditions.push(match (of.is_empty(), widget.is_empty()) {
                (true, false) => {
                    // Any widget will do where none is described: there always is one.
                    if relation == "in" && scene.is_any(&widget) {
                        continue;
                    }
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
                    let mut find = match scene.is_any(&widget) {
                        true => Find::default(),
                        false => scene.find(&widget, file, &condition)?,
                    };
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
}

/// A path, or what uiautomator2 takes for one: an id with `@` before it, a text.
fn path_of(path: &str) -> Result<Path, String> {
    match path.trim() {
        id if id.starts_with('@') => Ok(Path::of_id(&id[1..])),
        path if path.starts_with('/') => path.parse(),
        other if other.starts_with(['^', '(', '.', '%']) || other.ends_with('%') => {
            Err("only paths that begin with /, ids with @ and texts".to_owned())
        }
        word => Ok(Path::of_any(word)),
    }
}
