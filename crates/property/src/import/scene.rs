//! What the parts of a published function refer to: widgets by their names, texts of widgets, data.

use std::collections::BTreeMap;

use super::ImportError;
use super::reader::Reader;
use crate::condition::Objects;
use crate::file::PropertyFile;
use crate::find::Find;
use crate::line::Line;
use crate::template::{Template, is_name};
use crate::value::{Generator, Source};

/// A widget of a function.
pub(super) struct Known {
    pub(super) name: String,
    pub(super) layout: String,
    pub(super) find: Find,
}

/// What a function's parts refer to while it is read.
pub(super) struct Scene {
    pub(super) widgets: Vec<Known>,
    pub(super) values: BTreeMap<String, Source>,
    /// Widgets whose text is referred to.
    pub(super) captured: Vec<String>,
}

impl Scene {
    /// `random`, `TYPE::random`, `WIDGET.text` or a text.
    pub(super) fn text(&mut self, text: &str, file: &mut PropertyFile) -> Template {
        if text == "random" {
            let name = (1..).map(|n| format!("random{n}")).find(|name| !self.values.contains_key(name));
            let name = name.unwrap_or_default();
            self.values.insert(name.clone(), Source::Random(Generator::Text));
            return Template::value(&name);
        }
        // Anything else with colons is a text like any other, as it is to the published tool.
        if let Some(of) = text.strip_suffix("::random").filter(|of| !of.is_empty()) {
            let data = data_name(of, file);
            let name = format!("any_{data}");
            self.values.insert(name.clone(), Source::Pick(Objects { data, filters: Vec::new() }));
            return Template::value(&format!("{name}.name"));
        }
        // What stands after a widget's text does not count.
        let referred = text.find(".text").and_then(|at| self.widgets.iter().find(|w| w.name == text[..at]));
        match referred {
            Some(widget) => {
                let name = value_name(&widget.name);
                if !self.captured.contains(&widget.name) {
                    self.captured.push(widget.name.clone());
                }
                Template::value(&name)
            }
            None => Template::text(text),
        }
    }

    /// Whether a widget is not described at all.
    pub(super) fn is_any(&self, name: &str) -> bool {
        self.widgets.iter().any(|w| w.name == name && w.find == Find::default())
    }

    pub(super) fn find(
        &mut self,
        name: &str,
        file: &mut PropertyFile,
        at: &Reader<'_>,
    ) -> Result<Find, ImportError> {
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
            find.text = Some(self.text(&text, file));
        }
        Ok(find)
    }

    /// The captures on a layout.
    pub(super) fn captures(
        &mut self,
        layout: usize,
        last: usize,
        at: &Reader<'_>,
    ) -> Result<Vec<Line>, ImportError> {
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
pub(super) fn data_name(name: &str, file: &mut PropertyFile) -> String {
    let name = value_name(name.trim());
    file.data.entry(name.clone()).or_default();
    name
}
