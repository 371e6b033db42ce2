//! `PACKAGE/CLASS`, Android's name for an activity.

use std::fmt;

/// An activity of a package.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Component {
    /// The package.
    pub package: String,
    /// The full name of the class.
    pub class: String,
}

impl Component {
    /// Reads `com.example/.Main` and `com.example/com.example.Main`.
    pub fn parse(text: &str) -> Option<Component> {
        let (package, class) = text.split_once('/')?;
        let name = |c: char| c.is_alphanumeric() || "._$-".contains(c);
        if package.is_empty() || class.is_empty() || !package.chars().all(name) || !class.chars().all(name) {
            return None;
        }
        let class = if class.starts_with('.') { format!("{package}{class}") } else { class.to_owned() };
        Some(Component { package: package.to_owned(), class })
    }

    /// The activity inside `ActivityRecord{21170b38 u0 com.example/.Main t1}`, wherever on the line that stands.
    pub(crate) fn of_record(line: &str) -> Option<Component> {
        let (_, rest) = line.split_once("ActivityRecord{")?;
        rest.split([' ', '}']).find_map(Component::parse)
    }
}

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.package, self.class)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_full_names_are_the_same() {
        let full = Component { package: "a.b".into(), class: "a.b.c.Main".into() };
        assert_eq!(Component::parse("a.b/.c.Main"), Some(full.clone()));
        assert_eq!(Component::parse("a.b/a.b.c.Main"), Some(full.clone()));
        assert_eq!(Component::of_record("x=ActivityRecord{1 u0 a.b/.c.Main t1}}}"), Some(full.clone()));
        assert_eq!(Component::of_record("ActivityRecord{1 u0 a.b/.c.Main} t7"), Some(full));
        for other in ["", "/", "a", "a/", "/b", "Application Error: a/b"] {
            assert_eq!(Component::parse(other), None, "{other}");
        }
    }
}
