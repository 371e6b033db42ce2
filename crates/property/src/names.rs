//! The names in a property file: every value, data type and field that a line uses must be there, and an error
//! points at the word itself.

use toml::de::DeTable;

use crate::change::Change;
use crate::condition::Condition;
use crate::file::{Function, Operation, PropertyFile};
use crate::line::Line;
use crate::read::{FileError, Reader, Value};
use crate::template::Template;
use crate::value::Source;
use crate::words::nearest;

impl Reader<'_> {
    /// An error about a word of a value: where it stands in there, or at its beginning.
    fn word(&self, value: &Value<'_>, word: &str, problem: String, hint: String) -> FileError {
        let span = value.span();
        let raw = self.text.get(span.clone()).unwrap_or_default();
        let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '-');
        let whole = raw.match_indices(word).find(|(at, found)| {
            !is_part(raw[..*at].chars().next_back()) && !is_part(raw[at + found.len()..].chars().next())
        });
        let start = span.start + whole.map_or(0, |(at, _)| at);
        self.at(start..span.end, problem, Some(hint))
    }

    pub(crate) fn known_data(
        &self,
        file: &PropertyFile,
        of: &str,
        value: &Value<'_>,
    ) -> Result<(), FileError> {
        if file.data.contains_key(of) {
            return Ok(());
        }
        let known: Vec<&str> = file.data.keys().map(String::as_str).collect();
        let hint = match nearest(of, known.iter().copied()) {
            Some(name) => format!("did you mean `{name}`?"),
            None if known.is_empty() => format!("describe it: [data.{of}]"),
            None => format!("known are {}; or describe it: [data.{of}]", known.join(", ")),
        };
        Err(self.word(value, of, format!("unknown data type `{of}`"), hint))
    }

    /// Every value, data type and field that a line names is there.
    pub(crate) fn names_are_known(
        &self,
        file: &PropertyFile,
        function: &Function,
        table: &DeTable<'_>,
    ) -> Result<(), FileError> {
        let used = |key: &str| table.get(key).map_or(Ok(Vec::new()), |value| self.array(value));
        let check = |value: &Value<'_>, names: Names<'_>| self.check_names(file, function, value, &names);
        for (value, condition) in used("when")?.into_iter().zip(&function.when) {
            check(value, Names::of_condition(condition))?;
        }
        for (value, line) in used("steps")?.into_iter().zip(&function.steps) {
            check(value, Names::of_line(line))?;
        }
        for (value, line) in used("then")?.into_iter().zip(function.then.iter().flatten()) {
            check(value, Names::of_line(line))?;
        }
        for (value, change) in used("change")?.into_iter().zip(function.change.iter().flatten()) {
            check(value, Names::of_change(change))?;
        }
        if let Some(values) = table.get("values") {
            for source in function.values.values() {
                check(values, Names::of_source(source))?;
            }
        }
        Ok(())
    }

    fn check_names(
        &self,
        file: &PropertyFile,
        function: &Function,
        value: &Value<'_>,
        names: &Names<'_>,
    ) -> Result<(), FileError> {
        for of in names.templates.iter().flat_map(|t| t.counted()).chain(names.data.iter().copied()) {
            self.known_data(file, of, value)?;
        }
        for (of, field) in &names.fields {
            let known = file.data.get(*of).map_or(&[] as &[String], |of| &of.fields);
            if !known.iter().any(|name| name == field) {
                let hint = format!("a {of} has {}", known.join(", "));
                return Err(self.word(value, field, format!("a {of} has no field `{field}`"), hint));
            }
        }
        for name in names.templates.iter().flat_map(|t| t.values()) {
            let first = name.split('.').next().unwrap_or(name);
            let of_each = names.each && first == "it";
            let by_default =
                first == "old" && matches!(function.operation, Operation::Read | Operation::Search);
            if !(of_each || by_default || function.defines(first)) {
                let defined = function.values.keys().map(String::as_str);
                let captured = function.steps.iter().filter_map(|line| match line {
                    Line::Capture { value, .. } => Some(value.as_str()),
                    _ => None,
                });
                let hint = nearest(name, defined.chain(captured)).map_or_else(
                    || {
                        format!(
                            "give it under values, such as {first} = \"letters\", or capture it in a step"
                        )
                    },
                    |name| format!("did you mean `{name}`?"),
                );
                return Err(self.word(value, name, format!("no value `{name}`"), hint));
            }
        }
        Ok(())
    }
}

/// What a line names.
#[derive(Default)]
struct Names<'a> {
    templates: Vec<&'a Template>,
    data: Vec<&'a str>,
    fields: Vec<(&'a str, &'a str)>,
    /// Whether `{it}` has a meaning.
    each: bool,
}

impl<'a> Names<'a> {
    fn of_condition(condition: &'a Condition) -> Self {
        let objects = condition.objects();
        Self {
            templates: condition.templates(),
            data: objects.iter().map(|o| o.data.as_str()).collect(),
            fields: objects
                .iter()
                .flat_map(|o| o.filters.iter().map(|(field, ..)| (o.data.as_str(), field.as_str())))
                .collect(),
            each: matches!(condition, Condition::Every(..) | Condition::Any(..) | Condition::No(..)),
        }
    }

    fn of_line(line: &'a Line) -> Self {
        match line {
            Line::Check(condition) => Self::of_condition(condition),
            other => Self { templates: other.templates(), ..Self::default() },
        }
    }

    fn of_change(change: &'a Change) -> Self {
        Self {
            templates: change.templates(),
            data: vec![change.data()],
            fields: change.fields().into_iter().map(|field| (change.data(), field)).collect(),
            each: false,
        }
    }

    fn of_source(source: &'a Source) -> Self {
        match source {
            Source::Pick(objects) => Self {
                templates: objects.filters.iter().map(|(_, _, t)| t).collect(),
                data: vec![&objects.data],
                fields: objects.filters.iter().map(|(f, ..)| (objects.data.as_str(), f.as_str())).collect(),
                each: false,
            },
            Source::Near(of) => Self { data: vec![of], ..Self::default() },
            Source::Shown(find) => Self { templates: find.templates(), ..Self::default() },
            _ => Self::default(),
        }
    }
}
