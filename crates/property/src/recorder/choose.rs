//! Which widget a touch is meant for, and the selectors that could find it again, best first: by the data, by an
//! id that is alone, by text or description, by what stands beside it, by its place. Each is counted on the screen
//! it was made for, because a selector that matches two is the mistake people make.

use skink_gui::{Action, Flags, Point, Screen, Widget, WidgetId, WindowKind};

use crate::data::Data;
use crate::find::{Find, Relation};
use crate::template::{Scope, Template, Values};

/// A way to find a widget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The selector.
    pub find: Find,
    /// Widgets that match on the screen where it was recorded.
    pub matches: usize,
    /// Whether the first of them is the one that was meant.
    pub right: bool,
}

/// What selectors may speak of: the values of the function, and what shows its object.
pub(super) struct Known<'a> {
    /// Values by name with the text each had while recording.
    pub(super) values: &'a Values,
    /// Finds the widget that shows the old object, with its value in it.
    pub(super) anchor: Option<&'a Find>,
}

/// The widget on top at a point.
pub(super) fn hit(screen: &Screen, at: Point) -> Option<WidgetId> {
    screen.widgets().rev().find(|w| w.bounds().contains(at)).map(|w| w.id())
}

/// The widget at a point that an action is for: the nearest that takes it, else what is on top.
pub(super) fn target(screen: &Screen, at: Point, action: &Action) -> Option<WidgetId> {
    let top = screen.widget(hit(screen, at)?);
    let takes = |w: &Widget<'_>| match action {
        Action::LongTap => w.is(Flags::LONG_CLICKABLE),
        Action::Type(_) => w.is(Flags::EDITABLE),
        Action::Scroll(_) => w.is(Flags::SCROLLABLE),
        _ => w.is(Flags::CLICKABLE) || w.is(Flags::CHECKABLE),
    };
    let taker = std::iter::once(top).chain(top.ancestors()).find(takes);
    match action {
        Action::Type(_) | Action::Scroll(_) => taker.map(|w| w.id()),
        _ => Some(taker.unwrap_or(top).id()),
    }
}

/// What a widget says: its text, else its description.
pub(super) fn label<'a>(widget: &Widget<'a>) -> &'a str {
    if widget.text().is_empty() { widget.desc() } else { widget.text() }
}

/// The list a widget is in, and its row there. Menus and dialogs have lists of commands, which are not data.
pub(super) fn row<'a>(widget: &Widget<'a>) -> Option<(Widget<'a>, Widget<'a>)> {
    if matches!(widget.screen().window(), WindowKind::Menu | WindowKind::Dialog | WindowKind::System) {
        return None;
    }
    let mut row = *widget;
    for above in widget.ancestors() {
        let class = above.short_class();
        let named = ["RecyclerView", "ListView", "GridView"].iter().any(|list| class.ends_with(list));
        let scrolls =
            above.is(Flags::SCROLLABLE) && !class.contains("ScrollView") && !class.contains("Pager");
        if named || scrolls {
            return Some((above, row));
        }
        row = above;
    }
    None
}

/// What names the row that a widget is in: itself where it has a text, else the first text there.
pub(super) fn row_label<'a>(widget: &Widget<'a>) -> Option<Widget<'a>> {
    let (_, row) = row(widget)?;
    let texts = |w: &Widget<'a>| !w.text().is_empty() && !w.is(Flags::EDITABLE);
    std::iter::once(*widget).chain(row.subtree()).find(texts)
}

/// The widget that a person means by a click on what shows something: it has a text or a description.
pub(super) fn telling(screen: &Screen, at: Point) -> Option<WidgetId> {
    let top = screen.widget(hit(screen, at)?);
    let tells = |w: &Widget<'_>| !label(w).is_empty();
    if !top.text().is_empty() {
        return Some(top.id());
    }
    let in_row = row_label(&top);
    let inside = || top.subtree().find(|w| !w.text().is_empty()).or_else(|| top.subtree().find(tells));
    let around = || top.ancestors().take(2).find_map(|above| above.subtree().find(|w| !w.text().is_empty()));
    in_row.or_else(inside).or_else(around).map(|w| w.id())
}

/// The widgets a selector matches with the values as they were while recording.
pub(super) fn matched(find: &Find, values: &Values, screen: &Screen) -> Vec<WidgetId> {
    let data = Data::default();
    let scope = Scope { values, data: &data, key: "" };
    let Ok(filled) = find.fill(&scope) else { return Vec::new() };
    filled.find_all(screen).iter().filter(|w| !w.bounds().is_empty()).map(|w| w.id()).collect()
}

/// All selectors for a widget, best first.
pub(super) fn choices(screen: &Screen, widget: WidgetId, known: &Known<'_>) -> Vec<Choice> {
    let target = screen.widget(widget);
    let mut ranked: Vec<(bool, u8, Choice)> = Vec::new();
    for (rank, find) in candidates(&target, known) {
        if ranked.iter().any(|(_, _, choice)| choice.find == find) {
            continue;
        }
        let found = matched(&find, known.values, screen);
        if !found.iter().any(|id| meant(&target, *id)) {
            continue;
        }
        let right = found.first().is_some_and(|id| meant(&target, *id));
        ranked.push((found.len() != 1, rank, Choice { find, matches: found.len(), right }));
    }
    ranked.sort_by_key(|(several, rank, _)| (*several, *rank));
    ranked.into_iter().map(|(_, _, choice)| choice).collect()
}

/// Whether a touch on the middle of that widget reaches the target: it is the target, or its label inside it.
pub(super) fn meant(target: &Widget<'_>, id: WidgetId) -> bool {
    let first = target.id().0;
    (first..first + target.subtree().len() as u32).contains(&id.0)
        && target.screen().get(id).is_some_and(|w| target.bounds().contains(w.bounds().center()))
}

/// Selectors with how stable they are: 0 is best.
fn candidates(target: &Widget<'_>, known: &Known<'_>) -> Vec<(u8, Find)> {
    let mut all = Vec::new();
    let inner = |w: &Widget<'_>| {
        w.id() != target.id() && !label(w).is_empty() && !w.is(Flags::CLICKABLE) && !w.is(Flags::EDITABLE)
    };
    let mut subjects = vec![*target];
    if label(target).is_empty() {
        subjects.extend(target.subtree().filter(inner).take(3));
    }
    let in_row = row(target).is_some();
    for subject in &subjects {
        let inner = u8::from(subject.id() != target.id());
        for (rank, find) in of_widget(subject, known, in_row) {
            all.push((rank + inner, find));
        }
        all.extend(beside(subject, known).into_iter().map(|(rank, find)| (rank + inner, find)));
    }
    all
}

/// By what the widget itself says.
fn of_widget(widget: &Widget<'_>, known: &Known<'_>, in_row: bool) -> Vec<(u8, Find)> {
    let mut all = Vec::new();
    let by = |id: &Option<Template>, text: Option<Template>, desc: Option<Template>| Find {
        id: id.clone(),
        text,
        desc,
        ..Find::default()
    };
    let id = (!widget.short_id().is_empty()).then(|| Template::text(widget.short_id()));
    // What stands in a field is its content, not its name.
    let text = if widget.is(Flags::EDITABLE) { "" } else { widget.text() };
    for (is_text, said) in [(true, text), (false, widget.desc())] {
        if said.is_empty() {
            continue;
        }
        let of = |id: &Option<Template>, said: Template| {
            if is_text { by(id, Some(said), None) } else { by(id, None, Some(said)) }
        };
        let value = known.values.iter().find(|(_, is)| *is == said).map(|(name, _)| Template::value(name));
        if let Some(value) = value {
            all.push((0, of(&id, value.clone())));
            all.push((1, of(&None, value)));
        }
        let fixed = Template::text(said);
        let base = if is_text { 4 } else { 6 };
        // Counts and times change by themselves; a row's text is data.
        let shaky = if said.chars().any(|c| c.is_ascii_digit()) || in_row { 10 } else { 0 };
        all.push((base + shaky, of(&None, fixed.clone())));
        if id.is_some() {
            all.push((base + 1 + shaky, of(&id, fixed)));
        }
    }
    if id.is_some() {
        all.push((if in_row { 12 } else { 2 }, by(&id, None, None)));
    }
    let class = Find { class: Some(widget.short_class().to_owned()), ..Find::default() };
    let alike = |find: &Find| {
        let found = matched(find, known.values, widget.screen());
        found.iter().position(|id| *id == widget.id())
    };
    all.push((18, Find { place: Some(widget.place()), ..class.clone() }));
    if id.is_some() {
        let same = by(&id, None, None);
        all.push((17, Find { nth: alike(&same), ..same }));
    }
    all.push((19, Find { nth: alike(&class), ..class }));
    all
}

/// By what stands in the same row: the object first, else any text.
fn beside(widget: &Widget<'_>, known: &Known<'_>) -> Vec<(u8, Find)> {
    let Some((_, row)) = row(widget) else { return Vec::new() };
    let mut anchors = Vec::new();
    let within = |id: WidgetId| (row.id().0..row.id().0 + row.subtree().len() as u32).contains(&id.0);
    if let Some(anchor) = known.anchor {
        let found = matched(anchor, known.values, widget.screen());
        if found.iter().any(|id| within(*id) && *id != widget.id()) {
            anchors.push((0, anchor.clone()));
        }
    }
    let named = row_label(widget).filter(|label| label.id() != widget.id());
    anchors.extend(
        named.map(|label| (11, Find { text: Some(Template::text(label.text())), ..Find::default() })),
    );
    let mut all = Vec::new();
    for (rank, anchor) in anchors {
        let near = |find: Find| Find { near: Some((Relation::Beside, Box::new(anchor.clone()))), ..find };
        if !widget.short_id().is_empty() {
            let id = Some(Template::text(widget.short_id()));
            all.push((rank, near(Find { id, ..Find::default() })));
        }
        if !widget.desc().is_empty() {
            let desc = Some(Template::text(widget.desc()));
            all.push((rank + 1, near(Find { desc, ..Find::default() })));
        }
        let class = Some(widget.short_class().to_owned());
        all.push((rank + 2, near(Find { class, ..Find::default() })));
    }
    all
}
