//! Printing a property file so that it reads back the same: what a recorder saves and an import makes.

use std::fmt::Write as _;

use skink_trace::DataObject;

use crate::file::{DataType, Function, PATIENCE, PropertyFile};

impl PropertyFile {
    /// The file as text.
    pub fn to_toml(&self) -> String {
        let mut out = String::new();
        if let Some(app) = &self.app {
            let _ = writeln!(out, "app = {}", text(app));
        }
        if self.patience != PATIENCE {
            let _ = writeln!(out, "patience = {}", self.patience);
        }
        list(&mut out, "setup", &self.setup);
        list(&mut out, "avoid", &self.avoid);
        for (name, of) in &self.data {
            gap(&mut out);
            let _ = writeln!(out, "[data.{}]", key(name));
            of.print(&mut out);
        }
        for function in &self.functions {
            gap(&mut out);
            function.print(&mut out);
        }
        out
    }
}

impl DataType {
    fn print(&self, out: &mut String) {
        if *self == DataType::default() {
            return;
        }
        let names: Vec<String> = self.fields.iter().map(|field| text(field)).collect();
        let _ = writeln!(out, "fields = [{}]", names.join(", "));
        if let Some(show) = &self.show {
            let _ = writeln!(out, "show = {}", text(&show.to_string()));
        }
        if !self.initial.is_empty() {
            let objects: Vec<String> = self.initial.iter().map(|o| object(o, self.key())).collect();
            let _ = writeln!(out, "initial = [{}]", objects.join(", "));
        }
    }
}

impl Function {
    /// The function as a part of a file.
    pub fn to_toml(&self) -> String {
        let mut out = String::new();
        self.print(&mut out);
        out
    }

    fn print(&self, out: &mut String) {
        let _ = writeln!(out, "[[function]]\nname = {}", text(&self.name));
        let _ = writeln!(out, "operation = {}", text(self.operation.name()));
        if let Some(data) = &self.data {
            let _ = writeln!(out, "data = {}", text(data));
        }
        if self.weight != 1 {
            let _ = writeln!(out, "weight = {}", self.weight);
        }
        if !self.values.is_empty() {
            let values: Vec<String> = self
                .values
                .iter()
                .map(|(name, source)| {
                    let name: Vec<String> = name.splitn(2, '.').map(key).collect();
                    format!("{} = {}", name.join("."), text(&source.to_string()))
                })
                .collect();
            let _ = writeln!(out, "values = {{ {} }}", values.join(", "));
        }
        list(out, "when", &self.when);
        let _ = writeln!(out, "steps = {}", lines(&self.steps));
        if let Some(change) = &self.change {
            let _ = writeln!(out, "change = {}", lines(change));
        }
        if let Some(then) = &self.then {
            let _ = writeln!(out, "then = {}", lines(then));
        }
    }
}

fn gap(out: &mut String) {
    if !out.is_empty() {
        out.push('\n');
    }
}

fn list(out: &mut String, name: &str, all: &[impl ToString]) {
    if !all.is_empty() {
        let _ = writeln!(out, "{name} = {}", lines(all));
    }
}

fn lines(all: &[impl ToString]) -> String {
    match all {
        [] => "[]".to_owned(),
        [one] => format!("[{}]", text(&one.to_string())),
        several => {
            let listed: String =
                several.iter().map(|line| format!("  {},\n", text(&line.to_string()))).collect();
            format!("[\n{listed}]")
        }
    }
}

fn object(object: &DataObject, first: &str) -> String {
    match object.get(first) {
        Some(only) if object.len() == 1 => text(only),
        _ => {
            let fields: Vec<String> =
                object.iter().map(|(name, value)| format!("{} = {}", key(name), text(value))).collect();
            format!("{{ {} }}", fields.join(", "))
        }
    }
}

fn key(name: &str) -> String {
    let bare = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if bare { name.to_owned() } else { basic(name) }
}

/// A TOML string: without escapes where that is possible, for lines are full of quotes.
fn text(value: &str) -> String {
    let literal = value.contains('"') || value.contains('\\');
    let possible = !value.contains('\'') && !value.chars().any(|c| c.is_control());
    if literal && possible { format!("'{value}'") } else { basic(value) }
}

fn basic(value: &str) -> String {
    let mut out = String::from('"');
    for c in value.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
