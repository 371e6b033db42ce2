//! A selector with its values, and the widgets it finds: each by itself, then those on a path, within or beside
//! another, at a point, the nth of them; and what comes nearest where there is none.

use std::fmt;

use skink_gui::{Bounds, Flags, Screen, Selector, Widget, WidgetId};

use crate::find::{Find, Relation};
use crate::template::Template;
use crate::words::quote;

/// A [`Find`] whose values are filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filled {
    pub(crate) find: Find,
    pub(crate) id: Option<String>,
    pub(crate) text: Option<String>,
    pub(crate) desc: Option<String>,
    pub(crate) has: Option<String>,
    pub(crate) like: Option<String>,
    pub(crate) near: Option<(Relation, Box<Filled>)>,
}

impl Filled {
    /// All widgets that match, in document order.
    pub fn find_all<'a>(&self, screen: &'a Screen) -> Vec<Widget<'a>> {
        let mut found: Vec<Widget<'a>> = screen.widgets().filter(|w| self.matches_alone(w)).collect();
        if let Some(path) = &self.find.path {
            let on_path = path.find_all(screen);
            found.retain(|w| on_path.contains(&w.id()));
        }
        if let Some((relation, other)) = &self.near {
            let anchors = other.find_all(screen);
            let kept: Vec<WidgetId> = match relation {
                Relation::Within => {
                    let inside = |w: &Widget<'_>| {
                        w.ancestors().any(|above| anchors.iter().any(|a| a.id() == above.id()))
                    };
                    found.iter().filter(|w| inside(w)).map(Widget::id).collect()
                }
                Relation::Beside => {
                    let alike: Vec<Widget<'a>> = screen.widgets().filter(|w| self.is_kind(w)).collect();
                    anchors.iter().flat_map(|anchor| beside(anchor, &alike, &found)).collect()
                }
            };
            found.retain(|w| kept.contains(&w.id()));
        }
        if let Some([x, y]) = self.find.at {
            let holds = |b: Bounds| b.left <= x && x < b.right && b.top <= y && y < b.bottom;
            let innermost = found.iter().rposition(|w| holds(w.bounds()));
            found = innermost.map(|at| found[at]).into_iter().collect();
        }
        match self.find.nth {
            Some(nth) => found.into_iter().skip(nth).take(1).collect(),
            None => found,
        }
    }

    /// Whether the widget itself says all there is to know.
    pub fn is_alone(&self) -> bool {
        self.find.nth.is_none() && self.find.path.is_none() && self.find.at.is_none() && self.near.is_none()
    }

    /// Whether a widget alone matches, without regard to others.
    pub fn matches_alone(&self, widget: &Widget<'_>) -> bool {
        let find = &self.find;
        // The short names are worked out only where the full ones differ: this is asked of every widget.
        self.text.as_ref().is_none_or(|text| text == widget.text())
            && self.id.as_ref().is_none_or(|id| {
                let full = widget.resource_id();
                id == full || (full.ends_with(id.as_str()) && id == widget.short_id())
            })
            && self.desc.as_ref().is_none_or(|desc| desc == widget.desc())
            && find.class.as_ref().is_none_or(|class| {
                let full = widget.class();
                class == full || (full.ends_with(class.as_str()) && class == widget.short_class())
            })
            && self.has.as_ref().is_none_or(|part| widget.text().contains(part.as_str()))
            && self.like.as_ref().is_none_or(|pattern| is_like(widget.text(), pattern))
            && find.place.is_none_or(|place| place == widget.place())
            && find.package.as_ref().is_none_or(|package| package == widget.package())
            && find.index.is_none_or(|index| index == widget.index())
            && find.bounds.is_none_or(|bounds| bounds == edges(widget.bounds()))
            && find.flags.iter().all(|(flag, set)| flag.is_set(widget) == *set)
    }

    /// Whether a widget is the one meant in some row, whatever its state: a switch that is off is the row's
    /// switch all the same. Its id says so, or else all but its flags.
    pub(crate) fn is_kind(&self, widget: &Widget<'_>) -> bool {
        match &self.id {
            Some(id) => id == widget.resource_id() || id == widget.short_id(),
            None => {
                let stateless =
                    Filled { find: Find { flags: Vec::new(), ..self.find.clone() }, ..self.clone() };
                stateless.matches_alone(widget)
            }
        }
    }

    /// Whether there is such a widget at all.
    pub fn is_on(&self, screen: &Screen) -> bool {
        if self.is_alone() {
            screen.widgets().any(|w| self.matches_alone(&w))
        } else {
            !self.find_all(screen).is_empty()
        }
    }

    /// The same, but what was typed into a field counts only where the selector names the field.
    pub(crate) fn is_said_on(&self, screen: &Screen) -> bool {
        let names_text = self.text.is_some() || self.has.is_some() || self.like.is_some();
        let names_field = self.id.is_some() || self.find.class.is_some() || self.find.path.is_some();
        if !names_text || names_field {
            return self.is_on(screen);
        }
        self.find_all(screen).iter().any(|w| !w.is(Flags::EDITABLE))
    }

    /// The widget that comes nearest to what is looked for, and in what it differs.
    pub fn nearly(&self, screen: &Screen) -> Option<(WidgetId, String)> {
        type Attribute = fn(&Widget<'_>) -> String;
        let checks: [(&str, &Option<String>, Attribute); 5] = [
            ("id", &self.id, |w| w.short_id().to_owned()),
            ("text", &self.text, |w| w.text().to_owned()),
            ("desc", &self.desc, |w| w.desc().to_owned()),
            ("class", &self.find.class, |w| w.short_class().to_owned()),
            ("text", &self.has, |w| w.text().to_owned()),
        ];
        let mut best: Option<(usize, WidgetId, String)> = None;
        for widget in screen.widgets().filter(|w| !w.bounds().is_empty()) {
            let (mut score, mut differs) = (0, Vec::new());
            for (name, wanted, is) in &checks {
                let Some(wanted) = wanted else { continue };
                let is = is(&widget);
                let short = wanted.rsplit(['/', '.']).next().unwrap_or(wanted);
                if *wanted == is || (*name != "text" && *name != "desc" && short == is) {
                    score += 4;
                } else if alike(&is, wanted) {
                    score += 2;
                    differs.push(format!("{name}={}", quote(&is)));
                } else {
                    differs.push(format!("{name}={}", quote(&is)));
                }
            }
            if score > best.as_ref().map_or(0, |(score, ..)| *score) {
                best = Some((score, widget.id(), differs.join(" ")));
            }
        }
        best.map(|(_, id, differs)| {
            let widget = Selector { place: None, ..Selector::of(&screen.widget(id)) };
            let differs = if differs.is_empty() { String::new() } else { format!(", which has {differs}") };
            (id, format!("{widget}{differs}"))
        })
    }
}

/// Same letters in another case, or one within the other.
fn alike(a: &str, b: &str) -> bool {
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    !a.is_empty() && !b.is_empty() && (a == b || a.contains(&b) || b.contains(&a))
}

/// Lists by their class, for a short one does not scroll.
const LISTS: [&str; 3] = ["RecyclerView", "ListView", "GridView"];

/// Whether a widget is a list, however short.
pub(crate) fn is_list(widget: &Widget<'_>) -> bool {
    widget.is(Flags::SCROLLABLE) || LISTS.contains(&widget.short_class())
}

/// Those of `found` in the smallest part of the screen that the anchor shares with one of its kind.
fn beside(anchor: &Widget<'_>, alike: &[Widget<'_>], found: &[Widget<'_>]) -> Vec<WidgetId> {
    let holds = |part: &Widget<'_>, w: &Widget<'_>| {
        let (first, length) = (part.id().0, part.subtree().len() as u32);
        (first..first + length).contains(&w.id().0)
    };
    // A row does not reach beyond its list: what the row lacks is not taken from another.
    for part in std::iter::once(*anchor).chain(anchor.ancestors()).take_while(|w| !is_list(w)) {
        let shares = |w: &&Widget<'_>| w.id() != anchor.id() && holds(&part, w);
        if alike.iter().any(|w| shares(&w)) {
            return found.iter().filter(shares).map(Widget::id).collect();
        }
    }
    Vec::new()
}

/// Whether a text fits a pattern in which `*` is anything.
fn is_like(text: &str, pattern: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else { return false };
    let mut last = None;
    for part in parts {
        if let Some(middle) = last.replace(part) {
            let Some(at) = rest.find(middle) else { return false };
            rest = &rest[at + middle.len()..];
        }
    }
    last.map_or(rest.is_empty(), |end: &str| rest.ends_with(end))
}

fn edges(bounds: Bounds) -> [i32; 4] {
    [bounds.left, bounds.top, bounds.right, bounds.bottom]
}

impl fmt::Display for Filled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |text: &Option<String>| text.as_ref().map(|text| Template::text(text));
        let mut find = self.find.clone();
        (find.id, find.text, find.desc) = (of(&self.id), of(&self.text), of(&self.desc));
        (find.has, find.like, find.near) = (of(&self.has), of(&self.like), None);
        write!(f, "{find}")?;
        match &self.near {
            Some((relation, other)) => write!(f, " {} {other}", relation.word()),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Data;
    use crate::template::{Scope, Values};
    use skink_gui::parse_xml;

    const ROWS: &str = r#"<hierarchy rotation="0"><node class="android.widget.ListView" bounds="[0,0][100,100]">
        <node class="L" bounds="[0,0][100,50]"><node class="T" text="old-name" bounds="[0,0][50,50]"/>
        <node class="android.widget.ImageButton" resource-id="a:id/menu" bounds="[50,0][100,50]"/></node>
        <node class="L" bounds="[0,50][100,100]"><node class="T" text="Other" bounds="[0,50][50,100]"/>
        <node class="android.widget.ImageButton" resource-id="a:id/menu" bounds="[50,50][100,100]"/></node>
        </node></hierarchy>"#;

    #[test]
    fn what_is_typed_into_a_field_does_not_say_which_page_it_is() {
        let page = r#"<hierarchy rotation="0"><node class="android.widget.EditText" resource-id="a:id/query"
            text="Bookmarks" bounds="[0,0][100,50]"/></hierarchy>"#;
        let (values, data) = (Values::new(), Data::default());
        let scope = Scope { values: &values, data: &data, key: "" };
        let is_said = |page: &str, find: &str| {
            let find = find.parse::<Find>().unwrap().fill(&scope).unwrap();
            find.is_said_on(&parse_xml(page.as_bytes()).unwrap())
        };
        assert!(!is_said(page, "text=\"Bookmarks\""));
        assert!(is_said(page, "id=query text=\"Bookmarks\""), "the field is named");
        assert!(is_said(&page.replace("EditText", "TextView"), "text=\"Bookmarks\""));
    }

    #[test]
    fn a_row_is_told_by_the_kind_of_widget_not_by_its_state() {
        let switches = ROWS.replace("android.widget.ListView", "V").replacen(
            "a:id/menu\"",
            "a:id/menu\" checked=\"true\"",
            1,
        );
        let screen = parse_xml(switches.as_bytes()).unwrap();
        let (values, data) = (Values::new(), Data::default());
        let scope = Scope { values: &values, data: &data, key: "" };
        let count = |find: &str| find.parse::<Find>().unwrap().fill(&scope).unwrap().find_all(&screen).len();
        assert_eq!(count("id=menu is=checked beside text=\"old-name\""), 1);
        assert_eq!(count("id=menu is=checked beside text=\"Other\""), 0);
        assert_eq!(count("class=ImageButton is=checked beside text=\"Other\""), 0);
    }

    fn found(find: &str) -> Vec<u32> {
        let screen = parse_xml(ROWS.as_bytes()).unwrap();
        let values: Values = [("old".to_owned(), "Other".to_owned())].into();
        let data = Data::default();
        let scope = Scope { values: &values, data: &data, key: "name" };
        let find: Find = find.parse().unwrap();
        find.fill(&scope).unwrap().find_all(&screen).iter().map(|w| w.id().0).collect()
    }

    #[test]
    fn the_button_in_the_row_of_a_value() {
        assert_eq!(found("id=menu"), [3, 6]);
        assert_eq!(found("id=menu beside text=\"{old}\""), [6]);
        assert_eq!(found("id=menu beside text=\"old-name\""), [3]);
        // The row has no such widget: that of another row is not taken.
        assert_eq!(found("text=\"Other\" beside text=\"old-name\""), [] as [u32; 0]);
        // The row's button is not enabled: that of another row is not taken, list or not.
        assert_eq!(found("id=menu is=checked beside text=\"old-name\""), [] as [u32; 0]);
        assert_eq!(found("class=T within class=ListView"), [2, 5]);
        assert_eq!(found("id=menu nth=1"), [6]);
        assert_eq!(found("like=\"*-na*e\""), [2]);
        assert_eq!(found("has=\"the\""), [5]);
        assert_eq!(found("path=\"//android.widget.ListView/L[2]/T[1]\""), [5]);
        assert_eq!(found("bounds=[50,0][100,50]"), [3]);
        assert_eq!(
            (found("at=60,60"), found("class=L at=60,60"), found("at=200,0")),
            (vec![6], vec![4], vec![])
        );
    }

    #[test]
    fn patterns() {
        assert!(is_like("1 item", "1 item*") && is_like("abcabc", "a*c") && is_like("", "*"));
        assert!(!is_like("21 items", "1 item*") && !is_like("ab", "ab*b"));
    }

    #[test]
    fn a_near_miss_is_named() {
        let screen = parse_xml(ROWS.as_bytes()).unwrap();
        let (values, data) = (Values::new(), Data::default());
        let scope = Scope { values: &values, data: &data, key: "" };
        let wanted: Find = "text=\"OLD-NAME\"".parse().unwrap();
        let (id, words) = wanted.fill(&scope).unwrap().nearly(&screen).unwrap();
        assert_eq!(id, WidgetId(2));
        assert!(words.contains("old-name"), "{words}");
    }
}
