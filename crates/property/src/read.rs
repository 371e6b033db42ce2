//! Reading a property file. Every error points at line and column and says what to do: the file is walked with
//! the positions of its values, and names are looked up while the position of the line that uses them is at hand.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use skink_trace::DataObject;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::file::{DataType, Function, Operation, PATIENCE, PropertyFile};
use crate::find::Find;
use crate::line::Line;
use crate::template::is_name;
use crate::value::Source;
use crate::words::{LineError, nearest};

/// Why a property file cannot be read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// The line as it stands.
    pub source: String,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.line.to_string();
        let gap = " ".repeat(number.len());
        // Tabs are kept so that the mark stands below its place.
        let indent: String =
            self.source.chars().take(self.column - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        write!(
            f,
            "line {}, column {}: {}\n{gap} |\n{number} | {}\n{gap} | {indent}^",
            self.line, self.column, self.problem, self.source
        )?;
        self.hint.as_ref().map_or(Ok(()), |hint| write!(f, "\n{gap} hint: {hint}"))
    }
}

impl std::error::Error for FileError {}

impl PropertyFile {
    /// Reads a property file.
    pub fn parse(text: &str) -> Result<Self, FileError> {
        let table = DeTable::parse(text).map_err(|e| {
            let span = e.span().unwrap_or(0..0);
            let mut error = error(text, span.start, e.message().to_owned(), None);
            // The commonest slip: a line in double quotes with double quotes in it.
            if error.source.matches('"').count() > 2 && error.problem.contains("missing comma") {
                error.hint =
                    Some("put a line that has \" in it into single quotes: 'tap text=\"OK\"'".to_owned());
            }
            error
        })?;
        Reader { text }.file(table.get_ref())
    }
}

/// Other words for operations.
const SYNONYMS: [(&[&str], &str); 5] = [
    (&["add", "new", "insert", "make"], "create"),
    (&["view", "show", "open", "look"], "read"),
    (&["edit", "rename", "change", "modify", "move", "set"], "update"),
    (&["remove", "trash", "erase", "clear"], "delete"),
    (&["find", "filter", "query"], "search"),
];

fn error(text: &str, offset: usize, problem: String, hint: Option<String>) -> FileError {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    let end = text[offset..].find('\n').map_or(text.len(), |at| offset + at);
    FileError {
        line: text[..start].matches('\n').count() + 1,
        column: text[start..offset].chars().count() + 1,
        problem,
        hint,
        source: text[start..end].trim_end_matches('\r').to_owned(),
    }
}

pub(crate) type Value<'a> = Spanned<DeValue<'a>>;

pub(crate) struct Reader<'t> {
    pub(crate) text: &'t str,
}

impl Reader<'_> {
    pub(crate) fn at(
        &self,
        span: Range<usize>,
        problem: impl Into<String>,
        hint: Option<String>,
    ) -> FileError {
        error(self.text, span.start, problem.into(), hint)
    }

    /// An error inside a string: the place in the line becomes a place in the file.
    fn inside(&self, value: &Value<'_>, e: LineError) -> FileError {
        let span = value.span();
        let raw = self.text.get(span.clone()).unwrap_or_default();
        error(self.text, span.start + offset_in_string(raw, e.at), e.problem, e.hint)
    }

    fn known(&self, table: &DeTable<'_>, known: &[&str]) -> Result<(), FileError> {
        for key in table.keys() {
            let name = key.get_ref().as_ref();
            if !known.contains(&name) {
                let hint = nearest(name, known.iter().copied()).map_or_else(
                    || format!("known are {}", known.join(", ")),
                    |name| format!("did you mean `{name}`?"),
                );
                return Err(self.at(key.span(), format!("unknown key `{name}`"), Some(hint)));
            }
        }
        Ok(())
    }

    fn string<'v>(&self, value: &'v Value<'_>) -> Result<&'v str, FileError> {
        match value.get_ref() {
            DeValue::String(text) => Ok(text.as_ref()),
            _ => Err(self.at(value.span(), "a text is expected here", Some("put it in quotes".into()))),
        }
    }

    fn table<'v, 'i>(&self, value: &'v Value<'i>) -> Result<&'v DeTable<'i>, FileError> {
        match value.get_ref() {
            DeValue::Table(table) => Ok(table),
            _ => Err(self.at(value.span(), "a table is expected here", None)),
        }
    }

    pub(crate) fn array<'v, 'i>(&self, value: &'v Value<'i>) -> Result<Vec<&'v Value<'i>>, FileError> {
        match value.get_ref() {
            DeValue::Array(array) => Ok(array.iter().collect()),
            _ => Err(self.at(value.span(), "a list is expected here", Some("write [\"…\", \"…\"]".into()))),
        }
    }

    fn number(&self, value: &Value<'_>, hint: &str) -> Result<u64, FileError> {
        let number = match value.get_ref() {
            DeValue::Integer(number) => u64::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => None,
        };
        let problem = "a whole number, 0 or more, is expected here";
        number.ok_or_else(|| self.at(value.span(), problem, Some(hint.to_owned())))
    }

    fn line<T: FromStr<Err = LineError>>(&self, value: &Value<'_>) -> Result<T, FileError> {
        self.string(value)?.parse().map_err(|e| self.inside(value, e))
    }

    fn lines<T: FromStr<Err = LineError>>(
        &self,
        table: &DeTable<'_>,
        key: &str,
    ) -> Result<Option<Vec<T>>, FileError> {
        let Some(value) = table.get(key) else { return Ok(None) };
        self.array(value)?.into_iter().map(|value| self.line(value)).collect::<Result<_, _>>().map(Some)
    }

    fn file(&self, table: &DeTable<'_>) -> Result<PropertyFile, FileError> {
        self.known(table, &["app", "patience", "setup", "avoid", "data", "function"])?;
        let mut file = PropertyFile {
            app: table.get("app").map(|v| self.string(v).map(str::to_owned)).transpose()?,
            patience: table
                .get("patience")
                .map_or(Ok(PATIENCE), |v| self.number(v, "in milliseconds, such as 5000"))?,
            setup: self.lines(table, "setup")?.unwrap_or_default(),
            avoid: self.lines::<Find>(table, "avoid")?.unwrap_or_default(),
            ..PropertyFile::default()
        };
        if let Some(data) = table.get("data") {
            for (name, value) in self.table(data)? {
                if !is_name(name.get_ref()) || name.get_ref().contains('.') {
                    let problem = format!("`{}` cannot name a data type", name.get_ref());
                    return Err(self.at(name.span(), problem, Some("letters, digits, - and _".into())));
                }
                file.data.insert(name.get_ref().to_string(), self.data_type(value)?);
            }
        }
        if let Some(functions) = table.get("function") {
            if matches!(functions.get_ref(), DeValue::Table(_)) {
                let hint = "write [[function]], with two brackets: there can be several".to_owned();
                return Err(self.at(functions.span(), "a single function", Some(hint)));
            }
            for value in self.array(functions)? {
                let function = self.function(&file, value)?;
                if file.function(&function.name).is_some() {
                    let span = self.table(value)?.get("name").map_or(value.span(), Spanned::span);
                    let hint =
                        "findings are told apart by the names of functions: give it another".to_owned();
                    return Err(self.at(span, format!("a second function `{}`", function.name), Some(hint)));
                }
                file.functions.push(function);
            }
        }
        Ok(file)
    }

    fn data_type(&self, value: &Value<'_>) -> Result<DataType, FileError> {
        let table = self.table(value)?;
        self.known(table, &["fields", "show", "initial"])?;
        let mut of = DataType::default();
        if let Some(fields) = table.get("fields") {
            of.fields.clear();
            for field in self.array(fields)? {
                let name = self.string(field)?;
                if !is_name(name) || name.contains('.') || of.fields.iter().any(|known| known == name) {
                    return Err(self.at(
                        field.span(),
                        format!("`{name}` cannot name a field, or does twice"),
                        None,
                    ));
                }
                of.fields.push(name.to_owned());
            }
            if of.fields.is_empty() {
                return Err(self.at(
                    fields.span(),
                    "no fields",
                    Some("leave `fields` out for a name alone".into()),
                ));
            }
        }
        if let Some(show) = table.get("show") {
            let find: Find = self.line(show)?;
            for name in find.templates().iter().flat_map(|t| t.values()) {
                if !of.fields.iter().any(|known| known == name) {
                    let known = of.fields.join(", ");
                    return Err(self.at(
                        show.span(),
                        format!("`{name}` is not a field"),
                        Some(format!("known: {known}")),
                    ));
                }
            }
            of.show = Some(find);
        }
        if let Some(initial) = table.get("initial") {
            for object in self.array(initial)? {
                of.initial.push(self.object(object, &of)?);
            }
        }
        Ok(of)
    }

    /// A text for the first field, or a table of fields.
    fn object(&self, value: &Value<'_>, of: &DataType) -> Result<DataObject, FileError> {
        let table = match value.get_ref() {
            DeValue::String(text) => return Ok([(of.key().to_owned(), text.to_string())].into()),
            DeValue::Table(table) => table,
            _ => return Err(self.at(value.span(), "a text or a table of fields is expected here", None)),
        };
        let fields: Vec<&str> = of.fields.iter().map(String::as_str).collect();
        self.known(table, &fields)?;
        table.iter().map(|(name, v)| Ok((name.get_ref().to_string(), self.string(v)?.to_owned()))).collect()
    }

    fn function(&self, file: &PropertyFile, value: &Value<'_>) -> Result<Function, FileError> {
        let table = self.table(value)?;
        const KEYS: [&str; 9] =
            ["name", "operation", "data", "weight", "values", "when", "steps", "change", "then"];
        self.known(table, &KEYS)?;
        let missing = |key: &str, hint: &str| {
            self.at(value.span(), format!("this function has no `{key}`"), Some(hint.to_owned()))
        };
        let name = table.get("name").ok_or_else(|| missing("name", "such as name = \"create note\""))?;
        let kind = table
            .get("operation")
            .ok_or_else(|| missing("operation", "one of create, read, update, delete, search, free"))?;
        let operation = self.operation(kind)?;
        let steps = table.get("steps").ok_or_else(|| missing("steps", "such as steps = ['tap id=save']"))?;
        let mut function = Function {
            name: self.string(name)?.to_owned(),
            operation,
            data: None,
            weight: table
                .get("weight")
                .map_or(Ok(1), |v| self.number(v, "such as 3: three times as often as one of weight 1"))?
                .min(1_000_000) as u32,
            values: table.get("values").map_or(Ok(BTreeMap::new()), |v| self.values(v))?,
            when: self.lines(table, "when")?.unwrap_or_default(),
            steps: self.lines(table, "steps")?.unwrap_or_default(),
            change: self.lines(table, "change")?,
            then: self.lines(table, "then")?,
        };
        if !function.steps.iter().any(Line::acts) {
            return Err(self.at(
                steps.span(),
                "no event among the steps",
                Some("such as 'tap id=save'".into()),
            ));
        }
        if let Some(data) = table.get("data") {
            let of = self.string(data)?;
            self.known_data(file, of, data)?;
            function.data = Some(of.to_owned());
        }
        self.defaults_are_possible(file, &function, value)?;
        self.names_are_known(file, &function, table)?;
        Ok(function)
    }

    fn operation(&self, value: &Value<'_>) -> Result<Operation, FileError> {
        let name = self.string(value)?;
        let found = Operation::ALL.iter().find(|(known, _)| *known == name).map(|(_, operation)| *operation);
        found.ok_or_else(|| {
            let known = Operation::ALL.map(|(known, _)| known);
            let meant = SYNONYMS.iter().find(|(words, _)| words.contains(&name)).map(|(_, known)| *known);
            let hint = meant.or_else(|| nearest(name, known)).map_or_else(
                || format!("known are {}", known.join(", ")),
                |name| format!("did you mean `{name}`?"),
            );
            self.at(value.span(), format!("unknown operation `{name}`"), Some(hint))
        })
    }

    fn values(&self, value: &Value<'_>) -> Result<BTreeMap<String, Source>, FileError> {
        let mut values = BTreeMap::new();
        for (name, value) in self.table(value)? {
            if !is_name(name.get_ref()) || name.get_ref() == "it" {
                return Err(self.at(name.span(), format!("`{}` cannot name a value", name.get_ref()), None));
            }
            match value.get_ref() {
                DeValue::Table(fields) => {
                    for (field, value) in fields {
                        values.insert(format!("{}.{}", name.get_ref(), field.get_ref()), self.line(value)?);
                    }
                }
                _ => {
                    values.insert(name.get_ref().to_string(), self.line(value)?);
                }
            }
        }
        Ok(values)
    }

    /// Table 1's defaults need a data type, what shows its objects, and the objects themselves.
    fn defaults_are_possible(
        &self,
        file: &PropertyFile,
        function: &Function,
        value: &Value<'_>,
    ) -> Result<(), FileError> {
        use Operation::{Create, Delete, Free, Read, Search, Update};
        let operation = function.operation;
        if operation == Free {
            return Ok(());
        }
        let word = match operation {
            Update => "an update",
            Create => "a create",
            Read => "a read",
            Delete => "a delete",
            Search => "a search",
            Free => "a free",
        };
        let Some(of) = &function.data else {
            let problem = format!("`{}` is {word} function without `data`", function.name);
            return Err(self.at(value.span(), problem, Some("name its data type, or make it `free`".into())));
        };
        let shown = file.data.get(of).is_some_and(|of| of.show.is_some());
        if function.then.is_none() && !shown {
            let problem = format!("`{}` has no `then`, and nothing says what shows a {of}", function.name);
            let hint =
                format!("give `then`, or `show` under [data.{of}], such as show = 'text=\"{{name}}\"'");
            return Err(self.at(value.span(), problem, Some(hint)));
        }
        if function.change.is_some() && function.then.is_some() {
            return Ok(());
        }
        let wanted: &[&str] = match operation {
            Create => &["new"],
            Update => &["old", "new"],
            Delete => &["old"],
            Read | Search | Free => &[],
        };
        if let Some(name) = wanted.iter().find(|name| !function.defines(name)) {
            let problem = format!("`{}` is {word} function without a value `{name}`", function.name);
            let hint = match *name {
                "new" => "give values = { new = \"letters\" }".to_owned(),
                _ => format!("give values = {{ old = \"pick {of}\" }} or a step 'capture old id=…'"),
            };
            return Err(self.at(value.span(), problem, Some(hint)));
        }
        Ok(())
    }
}

/// Bytes from the start of a TOML string, as written, to so many characters of what it says.
fn offset_in_string(raw: &str, characters: usize) -> usize {
    let (literal, open) = match raw {
        _ if raw.starts_with("'''") => (true, 3),
        _ if raw.starts_with("\"\"\"") => (false, 3),
        _ if raw.starts_with('\'') => (true, 1),
        _ => (false, 1),
    };
    let mut at = open;
    let mut rest = raw.get(open..).unwrap_or_default().chars();
    for _ in 0..characters {
        let Some(c) = rest.next() else { break };
        at += c.len_utf8();
        if c == '\\' && !literal {
            let Some(kind) = rest.next() else { break };
            at += kind.len_utf8();
            let digits = match kind {
                'x' => 2,
                'u' => 4,
                'U' => 8,
                _ => 0,
            };
            for _ in 0..digits {
                at += rest.next().map_or(0, char::len_utf8);
            }
        }
    }
    at.min(raw.len())
}
