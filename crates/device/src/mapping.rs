//! Names as the programmer wrote them, from the mapping file of R8 or ProGuard (`--mapping mapping.txt`).
//!
//! A line range of the shrunk code may stand for several frames, of which the innermost comes first: methods that
//! were inlined. A frame without a line, or with one that no range holds, is told by its name alone; where that
//! leaves several, all are named.

use std::collections::HashMap;

use skink_trace::Crash;

/// A mapping file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    classes: HashMap<String, Class>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Class {
    name: String,
    file: Option<String>,
    /// By their shrunk name, in the order of the file.
    methods: HashMap<String, Vec<Method>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Method {
    /// Lines of the shrunk code.
    lines: Option<(u32, u32)>,
    /// The class, where another one's method was inlined.
    class: Option<String>,
    name: String,
    /// Lines as written: first, and last where there is a range.
    written: Option<(u32, Option<u32>)>,
}

impl Mapping {
    /// Reads a mapping file. Lines that are none of its are passed over.
    pub fn parse(text: &str) -> Mapping {
        let mut mapping = Mapping::default();
        let mut shrunk = String::new();
        for line in text.lines() {
            let trimmed = line.trim();
            if let Some(comment) = trimmed.strip_prefix('#') {
                if let (Some(file), Some(class)) = (source_file(comment), mapping.classes.get_mut(&shrunk)) {
                    class.file = Some(file.to_owned());
                }
            } else if !line.starts_with(char::is_whitespace) {
                let Some((name, new)) = trimmed.strip_suffix(':').and_then(|rest| rest.split_once(" -> "))
                else {
                    continue;
                };
                shrunk = new.trim().to_owned();
                let class = Class { name: name.trim().to_owned(), ..Class::default() };
                mapping.classes.insert(shrunk.clone(), class);
            } else if let (Some((new, method)), Some(class)) =
                (read_method(trimmed), mapping.classes.get_mut(&shrunk))
            {
                class.methods.entry(new.to_owned()).or_default().push(method);
            }
        }
        mapping
    }

    /// Number of classes that bear another name.
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Whether nothing is mapped.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// A class as it was written.
    pub fn class<'a>(&'a self, shrunk: &'a str) -> &'a str {
        self.classes.get(shrunk).map_or(shrunk, |class| class.name.as_str())
    }

    /// The crash with the names that were written.
    pub fn retrace(&self, crash: &Crash) -> Crash {
        let mut written = crash.clone();
        written.exception = self.class(&crash.exception).to_owned();
        written.stack = crash.stack.iter().flat_map(|line| self.retrace_line(line)).collect();
        written
    }

    /// One line of a stack: the frames it stands for, innermost first.
    pub fn retrace_line(&self, line: &str) -> Vec<String> {
        for head in ["Caused by: ", "Suppressed: "] {
            if let Some(rest) = line.strip_prefix(head) {
                let (class, message) = match rest.split_once(": ") {
                    Some((class, message)) => (class, format!(": {message}")),
                    None => (rest, String::new()),
                };
                return vec![format!("{head}{}{message}", self.class(class))];
            }
        }
        self.frames(line).unwrap_or_else(|| vec![line.to_owned()])
    }

    fn frames(&self, line: &str) -> Option<Vec<String>> {
        let frame = line.strip_prefix("at ")?;
        let (place, inside) = frame.split_once('(')?;
        let inside = inside.strip_suffix(')')?;
        // Newer Androids put the loader before the class: `app//a.b.c`.
        let place = place.rsplit('/').next()?;
        let (class, method) = place.rsplit_once('.')?;
        let number: Option<u32> = inside.rsplit_once(':').and_then(|(_, n)| n.parse().ok());
        let known = self.classes.get(class)?;
        let methods = known.methods.get(method).map_or(&[][..], Vec::as_slice);
        let in_range = |m: &&Method| {
            number.is_some_and(|n| m.lines.is_some_and(|(first, last)| (first..=last).contains(&n)))
        };
        let hit: Vec<&Method> = methods.iter().filter(in_range).collect();
        if !hit.is_empty() {
            return Some(hit.iter().map(|m| self.frame(known, m, number)).collect());
        }
        let mut names: Vec<&str> = Vec::new();
        for m in methods.iter().filter(|m| m.lines.is_none() || number.is_none()) {
            if !names.contains(&m.name.as_str()) {
                names.push(&m.name);
            }
        }
        let name = if names.is_empty() { method.to_owned() } else { names.join("|") };
        let file = self.file_of(known);
        Some(vec![match inside {
            "Native Method" => format!("at {}.{name}(Native Method)", known.name),
            _ => format!("at {}.{name}({file})", known.name),
        }])
    }

    fn frame(&self, class: &Class, method: &Method, number: Option<u32>) -> String {
        let name = method.class.as_deref().unwrap_or(&class.name);
        let file = match &method.class {
            None => self.file_of(class),
            Some(other) => {
                let known = self.classes.values().find(|c| c.name == *other);
                known.map_or_else(|| file_named_like(other), |c| self.file_of(c))
            }
        };
        let at = match (method.written, method.lines, number) {
            (Some((first, Some(last))), Some((start, _)), Some(n)) => {
                format!(":{}", first.saturating_add(n.saturating_sub(start)).min(last.max(first)))
            }
            (Some((first, None)), ..) => format!(":{first}"),
            (None, Some(_), Some(n)) => format!(":{n}"),
            _ => String::new(),
        };
        format!("at {name}.{}({file}{at})", method.name)
    }

    fn file_of(&self, class: &Class) -> String {
        class.file.clone().unwrap_or_else(|| file_named_like(&class.name))
    }
}

/// `a.b.Outer$Inner` was written in `Outer.java`, unless the mapping says otherwise.
fn file_named_like(class: &str) -> String {
    let short = class.rsplit('.').next().unwrap_or(class);
    format!("{}.java", short.split('$').next().unwrap_or(short))
}

/// `{"id":"sourceFile","fileName":"Main.kt"}`.
fn source_file(comment: &str) -> Option<&str> {
    if !comment.contains("\"sourceFile\"") {
        return None;
    }
    let (_, rest) = comment.split_once("\"fileName\":\"")?;
    rest.split('"').next()
}

/// `1:5:void a.b.Other.method(int):20:24 -> c`; fields have no parenthesis.
fn read_method(line: &str) -> Option<(&str, Method)> {
    let (left, new) = line.rsplit_once(" -> ")?;
    let (before, after) = left.split_once('(')?;
    let (_, after) = after.split_once(')')?;
    let (numbers, signature) = match before.rsplit_once(' ') {
        Some((head, name)) => (head, name),
        None => return None,
    };
    let mut parts = numbers.split(':');
    let lines = match (parts.next().map(str::parse), parts.next().map(str::parse)) {
        (Some(Ok(first)), Some(Ok(last))) => Some((first, last)),
        _ => None,
    };
    let mut written = after.split(':').skip(1).map(str::parse::<u32>);
    let written = match (written.next(), written.next()) {
        (Some(Ok(first)), Some(Ok(last))) => Some((first, Some(last))),
        (Some(Ok(first)), None) => Some((first, None)),
        _ => None,
    };
    let (class, name) = match signature.rsplit_once('.') {
        Some((class, name)) => (Some(class.to_owned()), name.to_owned()),
        None => (None, signature.to_owned()),
    };
    Some((new.trim(), Method { lines, class, name, written }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use skink_trace::CrashKind;

    const MAPPING: &str = "\
# compiler: R8
com.example.Main -> a.b:
# {\"id\":\"sourceFile\",\"fileName\":\"Main.kt\"}
    int count -> a
    1:3:void onClick(android.view.View):20:22 -> a
    4:4:int com.example.Sum.add(int,int):7:7 -> a
    4:4:void total():31 -> a
    void plain() -> b
    boolean other(int) -> b
    1:1:void <init>():10:10 -> <init>
com.example.Broken -> a.c:
com.example.Outer$Inner -> a.d:
    5:9:void run():50:54 -> run
";

    fn line(text: &str) -> Vec<String> {
        Mapping::parse(MAPPING).retrace_line(text)
    }

    #[test]
    fn lines_are_counted_from_the_start_of_their_range() {
        assert_eq!(line("at a.b.a(SourceFile:3)"), ["at com.example.Main.onClick(Main.kt:22)"]);
        assert_eq!(line("at a.d.run(Unknown Source:7)"), ["at com.example.Outer$Inner.run(Outer.java:52)"]);
        assert_eq!(line("at a.b.<init>(SourceFile:1)"), ["at com.example.Main.<init>(Main.kt:10)"]);
    }

    #[test]
    fn an_inlined_method_is_a_frame_of_its_own() {
        assert_eq!(
            line("at a.b.a(SourceFile:4)"),
            ["at com.example.Sum.add(Sum.java:7)", "at com.example.Main.total(Main.kt:31)"]
        );
    }

    #[test]
    fn without_a_line_the_name_must_do_and_may_be_several() {
        assert_eq!(line("at a.b.b(Unknown Source)"), ["at com.example.Main.plain|other(Main.kt)"]);
        assert_eq!(line("at a.d.run(Unknown Source)"), ["at com.example.Outer$Inner.run(Outer.java)"]);
        assert_eq!(line("at a.b.zz(SourceFile:9)"), ["at com.example.Main.zz(Main.kt)"]);
    }

    #[test]
    fn exceptions_and_causes_get_their_names_and_the_rest_stays() {
        let crash = Crash {
            kind: CrashKind::Java,
            process: "com.example".into(),
            exception: "a.c".into(),
            message: "a.c stays".into(),
            stack: vec![
                "at android.os.Looper.loop(Looper.java:136)".into(),
                "Caused by: a.c: why: so".into(),
                "... 3 more".into(),
            ],
        };
        let written = Mapping::parse(MAPPING).retrace(&crash);
        assert_eq!(
            (written.exception.as_str(), written.message.as_str()),
            ("com.example.Broken", "a.c stays")
        );
        assert_eq!(
            written.stack,
            [
                "at android.os.Looper.loop(Looper.java:136)",
                "Caused by: com.example.Broken: why: so",
                "... 3 more"
            ]
        );
    }

    #[test]
    fn any_text_is_passed_over() {
        for text in [
            "",
            " -> ",
            ":",
            "a -> b:",
            "a -> b:\n    () -> ",
            "a -> b:\n  x(y -> z",
            "a -> b:\n 1:2:v( ) -> q",
        ] {
            let mapping = Mapping::parse(text);
            let _ = mapping.retrace_line("at b.q(X:1)");
        }
    }
}
