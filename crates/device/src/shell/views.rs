//! The view tree in `dumpsys activity top`: classes, ids, places and flags, but no texts.
//!
//! It is what can be had of a screen that `uiautomator dump` cannot write: one that never comes to rest, and,
//! before Android 7, one that shows an emoji. Dialogs are other windows and are not in it.

use skink_gui::{
    Bounds, Flags, Header, MAX_DEPTH, MAX_WIDGETS, Screen, ScreenBuilder, WidgetSpec, WindowKind,
};

use super::lines;

/// A view whose children are being read.
struct Parent {
    indent: usize,
    left: i32,
    top: i32,
    clip: Bounds,
    children: u32,
}

/// The tree of the activity with that class; `None` where the dump holds none.
pub fn read_views(text: &str, package: &str, activity: &str, rotation: u8) -> Option<Screen> {
    let mut ours = false;
    let mut inside = false;
    let mut builder = ScreenBuilder::new();
    let mut parents: Vec<Parent> = Vec::new();
    // The indent of a view that is not shown: what is below it is not either.
    let mut hidden: Option<usize> = None;
    for line in lines(text) {
        let trimmed = line.trim_start();
        let indent = line.len() - trimmed.len();
        if let Some(rest) = trimmed.strip_prefix("ACTIVITY ") {
            let named = rest.split_whitespace().next().and_then(super::Component::parse);
            ours = named.is_some_and(|c| c.package == package && c.class == activity);
            inside = false;
        } else if ours && trimmed == "View Hierarchy:" {
            inside = builder.is_empty();
        } else if inside {
            let Some(view) = read_view(trimmed) else {
                inside = false;
                continue;
            };
            while parents.last().is_some_and(|parent| parent.indent >= indent) {
                parents.pop();
                builder.close();
            }
            hidden = hidden.filter(|at| indent > *at);
            if hidden.is_some() || builder.len() >= MAX_WIDGETS || parents.len() >= MAX_DEPTH {
                continue;
            }
            place(&view, indent, package, &mut builder, &mut parents, &mut hidden);
        }
    }
    parents.iter().for_each(|_| builder.close());
    let header = Header { package, activity, window: WindowKind::Page, rotation };
    (!builder.is_empty()).then(|| builder.finish(&header))
}

/// One line of the tree.
struct View<'a> {
    class: &'a str,
    flags: &'a [u8],
    id: &'a str,
    bounds: Bounds,
}

/// `android.widget.Button{21 VFED..C. ........ 0,0-10,10 #7f09 app:id/save}`.
fn read_view(line: &str) -> Option<View<'_>> {
    let (class, rest) = line.split_once('{')?;
    let inside = rest.split('}').next()?;
    let mut words = inside.split_whitespace();
    let _hash = words.next()?;
    let flags = words.next()?.as_bytes();
    let _private = words.next()?;
    let bounds = read_bounds(words.next()?)?;
    let id = words.find(|word| word.contains(":id/")).unwrap_or("");
    (!class.is_empty() && flags.len() >= 7).then_some(View { class, flags, id, bounds })
}

fn read_bounds(word: &str) -> Option<Bounds> {
    let comma = word.find(',')?;
    // A dash may be a sign: the one between the corners follows a digit.
    let dash = word.char_indices().skip(comma + 2).find(|(_, c)| *c == '-')?.0;
    let corner = |text: &str| {
        let (x, y) = text.split_once(',')?;
        Some((x.parse::<i32>().ok()?, y.parse::<i32>().ok()?))
    };
    let ((left, top), (right, bottom)) = (corner(word.get(..dash)?)?, corner(word.get(dash + 1..)?)?);
    Some(Bounds::new(left, top, right, bottom))
}

fn place(
    view: &View<'_>,
    indent: usize,
    package: &str,
    builder: &mut ScreenBuilder,
    parents: &mut Vec<Parent>,
    hidden: &mut Option<usize>,
) {
    let all = Bounds::new(i32::MIN, i32::MIN, i32::MAX, i32::MAX);
    let (left, top, clip, index) = match parents.last_mut() {
        Some(parent) => {
            parent.children += 1;
            (parent.left, parent.top, parent.clip, parent.children - 1)
        }
        None => (0, 0, all, 0),
    };
    let b = view.bounds;
    let there = Bounds::new(
        left.saturating_add(b.left),
        top.saturating_add(b.top),
        left.saturating_add(b.right),
        top.saturating_add(b.bottom),
    );
    let seen = there.intersect(&clip);
    if view.flags[0] != b'V' || seen.is_empty() {
        *hidden = Some(indent);
        return;
    }
    let id = match view.id.strip_prefix("app:") {
        Some(rest) => format!("{package}:{rest}"),
        None => view.id.to_owned(),
    };
    builder.open(&WidgetSpec {
        class: view.class,
        id: &id,
        package,
        bounds: seen,
        flags: flags_of(view),
        index,
        ..WidgetSpec::default()
    });
    parents.push(Parent { indent, left: there.left, top: there.top, clip: seen, children: 0 });
}

/// `VFED.VCL`: visible, focusable, enabled, draws, scroll bars (two), clickable, long-clickable.
fn flags_of(view: &View<'_>) -> Flags {
    let mut flags = Flags::empty();
    let is = |at: usize, letter: u8| view.flags.get(at) == Some(&letter);
    flags.set(Flags::FOCUSABLE, is(1, b'F'));
    flags.set(Flags::ENABLED, is(2, b'E'));
    flags.set(Flags::CLICKABLE, is(6, b'C'));
    flags.set(Flags::LONG_CLICKABLE, is(7, b'L'));
    let scrolls = ["ScrollView", "ListView", "RecyclerView", "ViewPager", "GridView"];
    flags.set(Flags::SCROLLABLE, scrolls.iter().any(|name| view.class.contains(name)));
    let short = view.class.rsplit(['.', '$']).next().unwrap_or_default();
    flags.set(Flags::EDITABLE, short.contains("EditText") || short.contains("AutoCompleteTextView"));
    flags
}

#[cfg(test)]
mod tests {
    use super::*;

    const DUMP: &str = "\
TASK com.example id=22
  ACTIVITY com.example/.Main 21 pid=4607
    View Hierarchy:
      com.android.internal.policy.DecorView{1 V.E..... R.....I. 0,0-800,600}
        android.widget.ScrollView{2 VFED.V.. ......I. 0,100-800,600 #7f app:id/screen}
          android.widget.Button{3 VFED..CL ......I. 10,-20-110,30 #7f app:id/save}
          android.widget.Button{4 GFED..C. ......I. 10,40-110,90 #7f app:id/hidden}
            android.view.View{5 VFED..C. ......I. 0,0-1,1}
          android.widget.EditText{6 VFED..C. ......I. 10,40-110,90 #102 android:id/edit}
          android.widget.Button{7 VFED..C. ......I. 10,900-110,990}
    Looper (main, tid 1) {abc}
";

    #[test]
    fn places_become_absolute_and_what_is_not_seen_is_left_out() {
        let screen = read_views(DUMP, "com.example", "com.example.Main", 1).expect("a tree");
        let found: Vec<_> = screen.widgets().map(|w| (w.resource_id(), w.bounds())).collect();
        assert_eq!(
            found,
            [
                ("", Bounds::new(0, 0, 800, 600)),
                ("com.example:id/screen", Bounds::new(0, 100, 800, 600)),
                ("com.example:id/save", Bounds::new(10, 100, 110, 130)),
                ("android:id/edit", Bounds::new(10, 140, 110, 190)),
            ]
        );
        let save = screen.widgets().nth(2).expect("save");
        assert!(save.is(Flags::CLICKABLE | Flags::LONG_CLICKABLE | Flags::ENABLED));
        assert!(screen.widgets().nth(3).is_some_and(|w| w.is(Flags::EDITABLE)));
        assert_eq!((screen.activity(), screen.rotation()), ("com.example.Main", 1));
    }

    #[test]
    fn any_text_is_passed_over() {
        assert!(read_views("", "a", "b", 0).is_none());
        assert!(read_views(DUMP, "com.example", "com.example.Other", 0).is_none());
        for bounds in ["", ",", "1,2", "1,2-", "1,é-3,4", "é,1-2,3", "-1,-2--3,-4"] {
            let text =
                format!("  ACTIVITY a/a.B 1\n    View Hierarchy:\n      X{{1 V.E..... ........ {bounds}}}\n");
            let _ = read_views(&text, "a", "a.B", 0);
        }
    }
}
