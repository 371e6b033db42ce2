//! Whether a condition holds, and in words why not: the paper's property checker (section 3.3). Conditions are
//! about one screen, or about all screens of a sweep through a list.

use skink_gui::{Screen, WidgetId};
use skink_trace::DataObject;

use crate::condition::{Condition, Objects};
use crate::filled::Filled;
use crate::find::Find;
use crate::template::Scope;
use crate::words::quote;

/// Why a condition does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// What should be.
    pub expected: String,
    /// What is.
    pub shown: String,
    /// The widget of the last screen that is wrong, where there is one.
    pub widget: Option<WidgetId>,
}

impl Why {
    fn new(expected: String, shown: impl Into<String>) -> Self {
        Self { expected, shown: shown.into(), widget: None }
    }

    /// A value that a line needs was never given.
    pub(crate) fn missing(value: &str) -> Self {
        Self::new(format!("the value `{value}`"), "it was never given")
    }
}

/// Whether a condition holds, without a word of why not: preconditions are asked for at every step. A text alone
/// means what the app says: what happens to be typed into a field does not make another page of the present one.
pub(crate) fn holds(condition: &Condition, scope: &Scope<'_>, views: &[Screen]) -> bool {
    match condition {
        Condition::Present(find) => {
            find.fill(scope).is_ok_and(|find| views.iter().any(|view| find.is_said_on(view)))
        }
        Condition::Absent(find) => {
            find.fill(scope).is_ok_and(|find| !views.iter().any(|view| find.is_said_on(view)))
        }
        other => judge(other, scope, views).is_ok(),
    }
}

/// Judges a condition on what was seen; `views` ends with the present screen or holds those of a sweep.
pub fn judge(condition: &Condition, scope: &Scope<'_>, views: &[Screen]) -> Result<(), Why> {
    let missing = |value: String| Why::missing(&value);
    match condition {
        Condition::Present(find) => present(&find.fill(scope).map_err(missing)?, views),
        Condition::Absent(find) => {
            let find = find.fill(scope).map_err(missing)?;
            let last = views.last();
            for view in views {
                if let Some(widget) = find.find_all(view).first() {
                    let here = last.is_some_and(|last| last == view);
                    return Err(Why {
                        widget: here.then(|| widget.id()),
                        ..Why::new(format!("no widget {find}"), "there is one")
                    });
                }
            }
            Ok(())
        }
        Condition::Reads(find, text) => {
            let (find, text) = (find.fill(scope).map_err(missing)?, text.fill(scope).map_err(missing)?);
            let expected = format!("{find} shows {}", quote(&text));
            let mut shown = None;
            for view in views {
                for widget in find.find_all(view) {
                    if widget.text() == text {
                        return Ok(());
                    }
                    shown.get_or_insert((format!("it shows {}", quote(widget.text())), widget.id()));
                }
            }
            Err(match shown {
                Some((shown, id)) => Why { widget: Some(id), ..Why::new(expected, shown) },
                None => Why::new(expected, nothing_like(&find, views)),
            })
        }
        Condition::Count(find, comparison, number) => {
            let (find, number) = (find.fill(scope).map_err(missing)?, number.fill(scope).map_err(missing)?);
            let expected = format!("the number of widgets {find} {} {number}", comparison.sign());
            let Ok(number) = number.trim().parse::<i64>() else {
                return Err(Why::new(expected, format!("{} is not a number", quote(&number))));
            };
            let count = count(&find, views) as i64;
            if comparison.holds(count, number) { Ok(()) } else { Err(Why::new(expected, count.to_string())) }
        }
        Condition::Every(objects, find) => {
            for find in of_each(objects, find, scope).map_err(missing)? {
                present(&find, views)?;
            }
            Ok(())
        }
        Condition::Any(objects, find) | Condition::No(objects, find) => {
            let wanted = matches!(condition, Condition::Any(..));
            let all = of_each(objects, find, scope).map_err(missing)?;
            if all.iter().any(|find| present(find, views).is_ok()) == wanted {
                return Ok(());
            }
            Err(Why::new(condition.to_string(), if wanted { "there is none" } else { "there is one" }))
        }
        Condition::Some(objects) | Condition::None(objects) => {
            let wanted = matches!(condition, Condition::Some(_));
            let filters = objects.fill(scope).map_err(missing)?;
            let count = scope.data.count(&objects.data, &filters);
            if (count > 0) == wanted {
                return Ok(());
            }
            Err(Why::new(condition.to_string(), format!("the data has {count}")))
        }
        Condition::Size(objects, comparison, number) => {
            let filters = objects.fill(scope).map_err(missing)?;
            let number = number.fill(scope).map_err(missing)?;
            let count = scope.data.count(&objects.data, &filters) as i64;
            match number.trim().parse() {
                Ok(number) if comparison.holds(count, number) => Ok(()),
                _ => Err(Why::new(condition.to_string(), format!("the data has {count}"))),
            }
        }
        Condition::Same(a, b) | Condition::Differ(a, b) => {
            let (a, b) = (a.fill(scope).map_err(missing)?, b.fill(scope).map_err(missing)?);
            if (a == b) == matches!(condition, Condition::Same(..)) {
                Ok(())
            } else {
                Err(Why::new(condition.to_string(), format!("{} and {}", quote(&a), quote(&b))))
            }
        }
    }
}

/// What is looked for, for each object.
fn of_each(objects: &Objects, find: &Find, scope: &Scope<'_>) -> Result<Vec<Filled>, String> {
    let filters = objects.fill(scope)?;
    let filled = |object: &DataObject| {
        let mut values = scope.values.clone();
        for (field, value) in object {
            values.insert(format!("it.{field}"), value.clone());
            if field == scope.key || object.len() == 1 {
                values.insert("it".to_owned(), value.clone());
            }
        }
        find.fill(&Scope { values: &values, ..*scope })
    };
    scope.data.matching(&objects.data, &filters).map(filled).collect()
}

fn present(find: &Filled, views: &[Screen]) -> Result<(), Why> {
    if views.iter().any(|view| find.is_on(view)) {
        return Ok(());
    }
    Err(Why::new(format!("a widget {find}"), nothing_like(find, views)))
}

/// What comes nearest to a widget that is not there.
pub(crate) fn nothing_like(find: &Filled, views: &[Screen]) -> String {
    let nearly = views.last().and_then(|view| find.nearly(view));
    nearly.map_or_else(
        || "there is nothing like it".to_owned(),
        |(_, words)| format!("there is none; the nearest is {words}"),
    )
}

/// How many widgets match on all screens of a sweep: what two neighbouring screens share at their seam counts
/// once.
fn count(find: &Filled, views: &[Screen]) -> usize {
    let mut all: Vec<(String, String)> = Vec::new();
    for view in views {
        let here: Vec<(String, String)> =
            find.find_all(view).iter().map(|w| (w.text().to_owned(), around(w))).collect();
        let most = here.len().min(all.len());
        let shared = (0..=most).rev().find(|n| all[all.len() - n..] == here[..*n]).unwrap_or(0);
        all.extend_from_slice(&here[shared..]);
    }
    all.len()
}

/// What a row says besides: tells rows with equal names apart.
fn around(widget: &skink_gui::Widget<'_>) -> String {
    let row = widget.parent().unwrap_or(*widget);
    row.subtree().take(20).map(|w| w.text()).collect::<Vec<_>>().join("\n")
}
