//! The difference of two screens against a plain Zhang and Shasha, over random screens with few labels so
//! that many differences are least at once, and the examples that pin what it looks at and how ties fall.

use std::collections::HashSet;

use proptest::prelude::*;
use skink_gui::{
    Bounds, Difference, Flags, Header, Screen, ScreenBuilder, Widget, WidgetId, WidgetSpec, diff,
};

/// Widgets in document order as (depth, class); a depth is at most one more than the one before it.
type Outline = Vec<(usize, u8)>;

const CLASSES: [&str; 4] = ["A", "B", "C", "D"];

fn screen(outline: &[(usize, u8)]) -> Screen {
    let mut b = ScreenBuilder::new();
    for &(depth, class) in outline {
        while b.depth() > depth {
            b.close();
        }
        b.open(&WidgetSpec { class: CLASSES[class as usize], ..Default::default() });
    }
    b.finish(&Header::default())
}

/// Forests of up to `max` widgets, some deep and some flat.
fn outline(max: usize, classes: u8) -> impl Strategy<Value = Outline> {
    (0..6usize, 0..=max).prop_flat_map(move |(bushiness, len)| {
        proptest::collection::vec((0..6 + bushiness * 4, 0..classes), len).prop_map(move |raw| {
            let mut depth = 0usize;
            let mut place = |(i, (step, class)): (usize, (usize, u8))| {
                depth = if i == 0 { 0 } else { (depth + 1).saturating_sub(step.saturating_sub(5)) };
                (depth, class)
            };
            raw.into_iter().enumerate().map(&mut place).collect()
        })
    })
}

/// A forest and another made of it by a few edits of widgets in place: what screens of one app look like.
fn edited(max: usize) -> impl Strategy<Value = (Outline, Outline)> {
    let edits = proptest::collection::vec((any::<prop::sample::Index>(), 0..3u8, 0..3u8), 1..5);
    (outline(max, 3), edits).prop_map(|(before, edits)| {
        let mut after = before.clone();
        for (at, edit, class) in edits {
            let at = at.index(after.len() + 1);
            match edit {
                0 if at < after.len() => after[at].1 = class,
                1 if at < after.len() => {
                    after.remove(at);
                }
                _ => {
                    let depth = after.get(at).map_or(0, |w| w.0);
                    after.insert(at, (depth, class));
                }
            }
            // A widget is at most one level below the one before it.
            let mut limit = 0;
            for w in &mut after {
                w.0 = w.0.min(limit);
                limit = w.0 + 1;
            }
        }
        (before, after)
    })
}

/// Zhang and Shasha as printed, with a root around each forest: the distance alone.
fn plain_distance(before: &Screen, after: &Screen) -> u32 {
    /// Postorder: label and the leftmost leaf of each node, numbered from 1.
    fn postorder(screen: &Screen) -> (Vec<String>, Vec<usize>) {
        fn visit(w: &Widget<'_>, labels: &mut Vec<String>, leftmost: &mut Vec<usize>) {
            let first = labels.len();
            w.children().for_each(|c| visit(&c, labels, leftmost));
            labels.push(w.class().to_owned());
            leftmost.push(first);
        }
        let (mut labels, mut leftmost) = (vec![String::new()], vec![0]);
        screen.roots().for_each(|r| visit(&r, &mut labels, &mut leftmost));
        labels.push("around".to_owned());
        leftmost.push(1);
        (labels, leftmost)
    }
    fn keyroots(leftmost: &[usize]) -> Vec<usize> {
        (1..leftmost.len()).filter(|&i| !leftmost[i + 1..].contains(&leftmost[i])).collect()
    }
    let ((la, a), (lb, b)) = (postorder(before), postorder(after));
    let mut tree = vec![vec![0u32; lb.len()]; la.len()];
    for &k in &keyroots(&a) {
        for &l in &keyroots(&b) {
            let mut forest = vec![vec![0u32; lb.len()]; la.len()];
            let (i0, j0) = (a[k] - 1, b[l] - 1);
            for i in a[k]..=k {
                forest[i][j0] = forest[i - 1][j0] + 1;
            }
            for j in b[l]..=l {
                forest[i0][j] = forest[i0][j - 1] + 1;
            }
            for i in a[k]..=k {
                for j in b[l]..=l {
                    let edit = (forest[i - 1][j] + 1).min(forest[i][j - 1] + 1);
                    if a[i] == a[k] && b[j] == b[l] {
                        forest[i][j] = edit.min(forest[i - 1][j - 1] + u32::from(la[i] != lb[j]));
                        tree[i][j] = forest[i][j];
                    } else {
                        forest[i][j] = edit.min(forest[a[i] - 1][b[j] - 1] + tree[i][j]);
                    }
                }
            }
        }
    }
    tree[la.len() - 1][lb.len() - 1]
}

fn inside(screen: &Screen, inner: WidgetId, outer: WidgetId) -> bool {
    screen.widget(inner).ancestors().any(|w| w.id() == outer)
}

/// Everything a difference promises, the distance apart.
fn check(before: &Screen, after: &Screen, found: &Difference) {
    let mapping = found.mapping();
    // One to one and in document order on both sides.
    for pair in mapping.windows(2) {
        assert!(pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1, "{mapping:?}");
    }
    for &(a, b) in mapping {
        for &(c, d) in mapping {
            assert_eq!(inside(before, c, a), inside(after, d, b), "{mapping:?}");
        }
    }
    let matched_before: HashSet<_> = mapping.iter().map(|p| p.0).collect();
    let matched_after: HashSet<_> = mapping.iter().map(|p| p.1).collect();
    let unmatched = |s: &Screen, matched: &HashSet<WidgetId>| -> Vec<WidgetId> {
        s.widgets().map(|w| w.id()).filter(|id| !matched.contains(id)).collect()
    };
    assert_eq!(found.deleted(), unmatched(before, &matched_before));
    assert_eq!(found.added(), unmatched(after, &matched_after));
    let changed: Vec<_> = mapping
        .iter()
        .copied()
        .filter(|&(a, b)| before.widget(a).class() != after.widget(b).class())
        .collect();
    assert_eq!(found.changed(), changed);
    let cost = found.deleted().len() + found.added().len() + changed.len();
    assert_eq!(found.distance() as usize, cost);
    assert!(found.is_exact());
}

fn check_pair(before: &Screen, after: &Screen) {
    let found = diff(before, after);
    check(before, after, &found);
    assert_eq!(found.distance(), plain_distance(before, after));
    assert_eq!(found, diff(before, after));
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 20_000, ..ProptestConfig::with_cases(
        std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(512)
    ) })]

    #[test]
    fn least_and_valid_on_small_forests(a in outline(8, 2), b in outline(8, 2)) {
        check_pair(&screen(&a), &screen(&b));
    }

    #[test]
    fn least_and_valid_on_larger_forests(a in outline(25, 3), b in outline(25, 3)) {
        check_pair(&screen(&a), &screen(&b));
    }

    #[test]
    fn least_and_valid_after_a_few_edits((a, b) in edited(25)) {
        check_pair(&screen(&a), &screen(&b));
    }

    #[test]
    fn nothing_differs_from_itself(a in outline(25, 3)) {
        let a = screen(&a);
        let found = diff(&a, &a);
        prop_assert!(found.is_empty() && found.is_exact());
        prop_assert!(found.mapping().iter().all(|(x, y)| x == y));
        prop_assert_eq!(found.mapping().len(), a.len());
    }

    #[test]
    fn the_distance_is_the_same_both_ways((a, b) in edited(20), c in outline(20, 3)) {
        let [a, b, c] = [a, b, c].map(|o| screen(&o));
        let d = |x: &_, y: &_| diff(x, y).distance();
        prop_assert_eq!(d(&a, &b), d(&b, &a));
        prop_assert_eq!(d(&a, &c), d(&c, &a));
        prop_assert!(d(&a, &c) <= d(&a, &b) + d(&b, &c));
        prop_assert!(d(&a, &b) <= d(&a, &c) + d(&c, &b));
    }
}

/// Zhang and Shasha's example: f(d(a c(b)) e) against f(c(d(a b)) e), distance 2.
#[test]
fn the_papers_example() {
    let tree = |widgets: &[(usize, &str)]| {
        let mut b = ScreenBuilder::new();
        for &(depth, class) in widgets {
            while b.depth() > depth {
                b.close();
            }
            b.open(&WidgetSpec { class, ..Default::default() });
        }
        b.finish(&Header::default())
    };
    let before = tree(&[(0, "f"), (1, "d"), (2, "a"), (2, "c"), (3, "b"), (1, "e")]);
    let after = tree(&[(0, "f"), (1, "c"), (2, "d"), (3, "a"), (3, "b"), (1, "e")]);
    let found = diff(&before, &after);
    assert_eq!(found.distance(), 2);
    assert_eq!((found.deleted(), found.added()), ([WidgetId(3)].as_slice(), [WidgetId(1)].as_slice()));
    check(&before, &after, &found);
}

fn list(rows: &[&str]) -> Screen {
    let mut b = ScreenBuilder::new();
    b.open(&WidgetSpec { class: "ListView", ..Default::default() });
    for text in rows {
        b.open(&WidgetSpec { class: "Row", ..Default::default() });
        b.leaf(&WidgetSpec { class: "TextView", text, ..Default::default() });
        b.close();
    }
    b.finish(&Header::default())
}

#[test]
fn a_new_row_is_added_with_its_content() {
    let found = diff(&list(&["Milk", "Bread"]), &list(&["Milk", "Eggs", "Bread"]));
    assert_eq!(found.added(), [WidgetId(3), WidgetId(4)]);
    assert_eq!((found.deleted(), found.changed()), ([].as_slice(), [].as_slice()));
}

#[test]
fn another_text_is_a_change() {
    let found = diff(&list(&["Milk", "Bread", "Eggs"]), &list(&["Milk", "Butter", "Eggs"]));
    assert_eq!(found.changed(), [(WidgetId(4), WidgetId(4))]);
    assert_eq!(found.distance(), 1);
}

#[test]
fn of_equal_rows_the_last_is_the_one_that_came_or_went() {
    let (two, three) = (list(&["Milk", "Milk"]), list(&["Milk", "Milk", "Milk"]));
    assert_eq!(diff(&two, &three).added(), [WidgetId(5), WidgetId(6)]);
    assert_eq!(diff(&three, &two).deleted(), [WidgetId(5), WidgetId(6)]);
}

#[test]
fn a_layout_around_a_widget_leaves_the_widget_alone() {
    let before = screen(&[(0, 0), (1, 1), (1, 2)]);
    let after = screen(&[(0, 0), (1, 3), (2, 1), (1, 2)]);
    let found = diff(&before, &after);
    assert_eq!((found.added(), found.distance()), ([WidgetId(1)].as_slice(), 1));
}

#[test]
fn an_empty_screen_and_several_windows() {
    let (none, two) = (screen(&[]), screen(&[(0, 0), (1, 1), (0, 2)]));
    assert!(diff(&none, &none).is_empty());
    assert_eq!(diff(&none, &two).added().len(), 3);
    assert_eq!(diff(&two, &none).deleted().len(), 3);
    assert_eq!(diff(&two, &screen(&[(0, 0), (1, 1)])).deleted(), [WidgetId(2)]);
}

#[test]
fn what_moves_by_itself_is_no_difference() {
    let plain = WidgetSpec { class: "Button", id: "app:id/save", text: "OK", ..Default::default() };
    let one = |spec: &WidgetSpec<'_>| {
        let mut b = ScreenBuilder::new();
        b.leaf(spec);
        b.finish(&Header::default())
    };
    let distance = |spec| diff(&one(&plain), &one(&spec)).distance();
    assert_eq!(distance(WidgetSpec { bounds: Bounds::new(0, 0, 9, 9), ..plain }), 0);
    assert_eq!(distance(WidgetSpec { flags: Flags::FOCUSED, ..plain }), 0);
    assert_eq!(distance(WidgetSpec { index: 3, drawing_order: 2, package: "other", ..plain }), 0);
    for flags in [Flags::CHECKABLE, Flags::CHECKED, Flags::SELECTED, Flags::ENABLED] {
        assert_eq!(distance(WidgetSpec { flags, ..plain }), 1, "{flags:?}");
    }
    for spec in [
        WidgetSpec { class: "TextView", ..plain },
        WidgetSpec { id: "", ..plain },
        WidgetSpec { text: "Cancel", ..plain },
        WidgetSpec { desc: "OK", ..plain },
        WidgetSpec { hint: "OK", ..plain },
    ] {
        assert_eq!(distance(spec), 1, "{spec:?}");
    }
}

/// The largest screens allowed, with nothing in common, neither exhaust memory nor time.
#[test]
fn the_largest_screens_get_a_bound() {
    let flat = |class, n| {
        let mut b = ScreenBuilder::new();
        for _ in 0..n {
            b.leaf(&WidgetSpec { class, ..Default::default() });
        }
        b.finish(&Header::default())
    };
    let (before, after) = (flat("A", skink_gui::MAX_WIDGETS), flat("B", skink_gui::MAX_WIDGETS - 1));
    let found = diff(&before, &after);
    assert!(!found.is_exact());
    assert_eq!(found.distance() as usize, skink_gui::MAX_WIDGETS);
    assert!(diff(&before, &before).is_exact());
}
