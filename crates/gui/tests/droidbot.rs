//! DroidBot's states: what is read of them, and lists of views that are no tree.

use proptest::collection::vec;
use proptest::prelude::*;
use skink_gui::{Bounds, Flags, MAX_DEPTH, MAX_WIDGETS, parse_droidbot};

fn error(json: impl AsRef<[u8]>) -> String {
    parse_droidbot(json.as_ref()).expect_err("no state").to_string()
}

/// A state whose views have these parents and children, and their place as text.
fn state(links: &[(i64, &[i64])]) -> String {
    let views: Vec<String> = links
        .iter()
        .enumerate()
        .map(|(i, (parent, children))| {
            format!(r#"{{"text":"{i}","parent":{parent},"children":{children:?}}}"#)
        })
        .collect();
    format!(r#"{{"views":[{}]}}"#, views.join(","))
}

#[test]
fn a_state_is_read() {
    let screen = parse_droidbot(
        br#"{"tag": "t", "foreground_activity": "org.example.notes/.ui.EditActivity", "activity_stack": [],
        "views": [
          {"class": "android.widget.FrameLayout", "package": "org.example.notes", "resource_id": null, "text": null,
           "content_description": null, "bounds": [[0, 0], [480, 800]], "enabled": true, "visible": true,
           "parent": -1, "temp_id": 0, "children": [2, 1], "child_count": 2, "signature": "[class]\ud83d"},
          {"class": "android.widget.EditText", "package": "org.example.notes", "text": "half \ud83d, whole \ud83d\ude00",
           "resource_id": "org.example.notes:id/title", "content_description": "Title", "bounds": [[-4, 9], [480, 90]],
           "checkable": true, "checked": true, "clickable": true, "enabled": false, "focusable": true,
           "focused": true, "scrollable": true, "long_clickable": true, "is_password": true, "selected": true,
           "editable": true, "visible": true, "parent": 0, "temp_id": 1, "children": []},
          {"class": "android.widget.EditText", "editable": false, "parent": 0, "temp_id": 2, "children": []}
        ]}"#,
    )
    .unwrap();
    assert_eq!(
        (screen.package(), screen.activity()),
        ("org.example.notes", "org.example.notes.ui.EditActivity")
    );
    let [frame, second, field] = screen.widgets().collect::<Vec<_>>()[..] else { panic!("three widgets") };
    assert_eq!((frame.bounds(), frame.text(), frame.resource_id()), (Bounds::new(0, 0, 480, 800), "", ""));
    assert_eq!(frame.flags(), Flags::ENABLED);
    assert_eq!((second.index(), second.flags()), (0, Flags::ENABLED));
    assert_eq!((field.index(), field.flags()), (1, Flags::all() - Flags::ENABLED));
    assert_eq!(field.text(), "half \u{FFFD}\u{FFFD}\u{FFFD}, whole 😀");
    assert_eq!((field.desc(), field.bounds()), ("Title", Bounds::new(-4, 9, 480, 90)));
    assert_eq!(field.parent(), Some(frame));
}

#[test]
fn an_activity_may_be_full_or_bare_or_missing() {
    for (given, package, activity) in [
        (r#""a.b/c.D""#, "a.b", "c.D"),
        (r#""a.b/.D""#, "a.b", "a.b.D"),
        (r#""c.D""#, "root", "c.D"),
        (r#""""#, "root", ""),
        ("null", "root", ""),
    ] {
        let json = format!(r#"{{"foreground_activity": {given}, "views": [{{"package": "root"}}]}}"#);
        let screen = parse_droidbot(json.as_bytes()).unwrap();
        assert_eq!((screen.package(), screen.activity()), (package, activity), "{given}");
    }
}

#[test]
fn views_may_be_missing_or_empty() {
    for json in ["{}", r#"{"views": []}"#, r#"{"views": null}"#, "\u{FEFF}{}"] {
        assert!(parse_droidbot(json.as_bytes()).unwrap().is_empty(), "{json}");
    }
}

#[test]
fn the_tree_follows_the_children_whatever_the_order_of_the_list() {
    let screen = parse_droidbot(state(&[(3, &[]), (-1, &[]), (3, &[]), (-1, &[2, 0])]).as_bytes()).unwrap();
    assert_eq!(screen.widgets().map(|w| w.text().to_owned()).collect::<Vec<_>>(), ["1", "3", "2", "0"]);
    assert_eq!(screen.roots().count(), 2);
}

#[test]
fn without_parents_the_children_alone_make_the_tree() {
    let screen = parse_droidbot(br#"{"views": [{"text": "c"}, {"text": "p", "children": [0]}]}"#).unwrap();
    assert_eq!(screen.widgets().map(|w| w.text().to_owned()).collect::<Vec<_>>(), ["p", "c"]);
    assert_eq!(screen.roots().count(), 1);
}

#[test]
fn invisible_views_are_left_out_with_what_is_inside_them() {
    let screen = parse_droidbot(
        br#"{"views": [{"text": "root", "children": [1, 3]}, {"text": "hidden", "visible": false, "children": [2]},
            {"text": "inside", "visible": true}, {"text": "shown"}]}"#,
    )
    .unwrap();
    let seen: Vec<_> = screen.widgets().map(|w| (w.text().to_owned(), w.index())).collect();
    assert_eq!(seen, [("root".to_owned(), 0), ("shown".to_owned(), 1)]);
}

#[test]
fn what_is_no_state_is_refused() {
    assert_eq!(error(" \n"), "the state is empty");
    assert_eq!(error("{"), "not a DroidBot state: EOF while parsing an object at line 1 column 1");
    assert_eq!(
        error("[1]"),
        "not a DroidBot state: invalid type: integer `1`, expected a string at line 1 column 2"
    );
    assert_eq!(
        error("{\n\"views\": 5}"),
        "not a DroidBot state: invalid type: integer `5`, expected a sequence at line 2 column 10"
    );
    assert_eq!(
        error(r#"{"views": [{"text": 5}]}"#),
        "not a DroidBot state: invalid type: integer `5`, expected a string at line 1 column 21"
    );
    assert_eq!(error(vec![b' '; (64 << 20) + 1]), "the state has 67108865 bytes; at most 67108864 are read");
}

#[test]
fn a_list_that_is_no_tree_is_refused() {
    for (links, message) in [
        (&[(-1i64, &[1i64][..])][..], "view 0 has a child 1, but there are 1 views"),
        (&[(-1, &[-2])], "view 0 has a child -2, but there are 1 views"),
        (&[(-1, &[0])], "view 0 has a child 0 that is already elsewhere in the tree"),
        (&[(-1, &[1, 1]), (0, &[])], "view 0 has a child 1 that is already elsewhere in the tree"),
        (&[(-1, &[1]), (0, &[0])], "view 1 has a child 0 that is already elsewhere in the tree"),
        (&[(-1, &[1, 2]), (0, &[]), (1, &[])], "view 0 has a child 2 that names 1 as its parent"),
        (&[(-1, &[1]), (-1, &[])], "view 0 has a child 1 that names -1 as its parent"),
        (&[(-1, &[]), (2, &[2]), (1, &[1])], "no root leads to view 1"),
        (&[(-1, &[]), (0, &[])], "no root leads to view 1"),
    ] {
        assert_eq!(error(state(links)), message, "{links:?}");
    }
}

#[test]
fn a_tree_too_deep_or_too_large_is_refused() {
    let chain = |length: usize| {
        let view = |i: usize| {
            let children = if i + 1 < length { (i + 1).to_string() } else { String::new() };
            format!(r#"{{"parent":{},"children":[{children}]}}"#, i as i64 - 1)
        };
        format!(r#"{{"views":[{}]}}"#, (0..length).map(view).collect::<Vec<_>>().join(","))
    };
    assert_eq!(parse_droidbot(chain(MAX_DEPTH).as_bytes()).unwrap().len(), MAX_DEPTH);
    assert_eq!(error(chain(MAX_DEPTH + 1)), "view 500 is nested deeper than 500 levels");
    assert_eq!(error(chain(MAX_WIDGETS)), "view 500 is nested deeper than 500 levels");
    let many = format!(r#"{{"views":[{}{{}}]}}"#, "{},".repeat(MAX_WIDGETS));
    assert_eq!(error(many), "the state has 50001 views; at most 50000 are read");
    assert!(error("[".repeat(100_000)).starts_with("not a DroidBot state"));
    assert!(error(format!("{{\"x\":{}", "[".repeat(100_000))).starts_with("not a DroidBot state"));
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..200)) {
        let _ = parse_droidbot(&bytes);
    }

    #[test]
    fn any_links_are_read_or_refused(links in vec((-1i64..7, vec(-1i64..7, 0..4)), 0..6)) {
        let links: Vec<_> = links.iter().map(|(parent, children)| (*parent, &children[..])).collect();
        if let Ok(screen) = parse_droidbot(state(&links).as_bytes()) {
            prop_assert_eq!(screen.len(), links.len());
        }
    }
}
