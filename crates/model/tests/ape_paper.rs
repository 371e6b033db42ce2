//! The APE paper's own example: Google Drive's list of files in two orders (figure 1), its names under four
//! abstractions (table I), the decision tree of figure 4, and the optimisation of figure 5.

use skink_gui::{Bounds, Flags, Header, Screen, ScreenBuilder, WidgetId, WidgetSpec};
use skink_model::ape::{Element, Kind, Model, ModelSettings, PathId, Reducer, Rule, Tree, Words};

const SHOWN: Bounds = Bounds { left: 0, top: 0, right: 10, bottom: 10 };
const T_I: [&str; 3] = ["XLSX", "PPTX", "DOCX"];
const T_J: [&str; 3] = ["DOCX", "XLSX", "PPTX"];

/// A list with these files; every widget supports one action, as the paper assumes (section II-B).
fn files(names: &[&str]) -> Screen {
    let flags = Flags::ENABLED | Flags::CLICKABLE;
    let mut b = ScreenBuilder::new();
    b.open(&WidgetSpec { class: "LV", flags, bounds: SHOWN, ..Default::default() });
    for (index, text) in names.iter().enumerate() {
        let index = index as u32;
        b.leaf(&WidgetSpec { class: "TV", text, index, flags, bounds: SHOWN, ..Default::default() });
    }
    b.finish(&Header { package: "drive", activity: "Files", ..Header::default() })
}

/// The viewer of one kind of file.
fn viewer(kind: &str) -> Screen {
    let mut b = ScreenBuilder::new();
    b.leaf(&WidgetSpec {
        class: kind,
        flags: Flags::ENABLED | Flags::CLICKABLE,
        bounds: SHOWN,
        ..Default::default()
    });
    b.finish(&Header { package: "drive", activity: kind, ..Header::default() })
}

/// Figure 4: position and container for all, the container alone for children of a list.
fn stoat(words: &mut Words) -> Tree {
    let list = Element::of_class(words.word("LV"));
    let list = words.path(None, list);
    let child = words.path(Some(list), Element::NOTHING);
    Tree::given(Reducer::INDEX.and(Reducer::PARENT)).with_given(child, Reducer::PARENT)
}

fn model(words: Words, tree: Tree) -> Model {
    Model::with_tree(ModelSettings { widgets_per_action: 3, keys: false }, words, tree)
}

/// The names of all widgets of a screen, as the paper writes them.
fn names(model: &mut Model, screen: &Screen) -> Vec<String> {
    let gui = model.see(screen);
    let paths = screen.widgets().map(|widget| model.name(gui, widget.id()).expect("an actionable widget"));
    paths.map(|path| model.words().notation(path)).collect()
}

#[test]
fn table_1_full_attribute_paths() {
    let all = Reducer::all()[15];
    let mut model = model(Words::default(), Tree::given(all));
    for order in [T_I, T_J] {
        let mut expected = vec!["⟨{i=0, c=LV, t=∅}⟩".to_owned()];
        let rows = order.iter().enumerate();
        expected.extend(rows.map(|(i, text)| format!("⟨{{i=0, c=LV, t=∅}}, {{i={i}, c=TV, t={text}}}⟩")));
        assert_eq!(names(&mut model, &files(&order)), expected);
    }
}

#[test]
fn table_1_stoat_by_the_decision_tree_of_figure_4() {
    let mut words = Words::default();
    let tree = stoat(&mut words);
    let mut model = model(words, tree);
    let expected = ["⟨{i=0}⟩", "⟨{i=0}, ∅⟩", "⟨{i=0}, ∅⟩", "⟨{i=0}, ∅⟩"];
    assert_eq!(names(&mut model, &files(&T_I)), expected);
    assert_eq!(names(&mut model, &files(&T_J)), expected);
    assert_eq!(model.counts().states, 1, "figure 3a");
}

#[test]
fn table_1_amola_level_4() {
    let mut model = model(Words::default(), Tree::given(Reducer::INDEX.and(Reducer::PARENT)));
    let expected = ["⟨{i=0}⟩", "⟨{i=0}, {i=0}⟩", "⟨{i=0}, {i=1}⟩", "⟨{i=0}, {i=2}⟩"];
    assert_eq!(names(&mut model, &files(&T_I)), expected);
    assert_eq!(names(&mut model, &files(&T_J)), expected);
    assert_eq!(model.counts().states, 1, "figure 3b");
}

#[test]
fn table_1_amola_level_5() {
    let reducer = Reducer::INDEX.and(Reducer::TEXT).and(Reducer::PARENT);
    let mut model = model(Words::default(), Tree::given(reducer));
    for order in [T_I, T_J] {
        let mut expected = vec!["⟨{i=0, t=∅}⟩".to_owned()];
        let rows = order.iter().enumerate();
        expected.extend(rows.map(|(i, text)| format!("⟨{{i=0, t=∅}}, {{i={i}, t={text}}}⟩")));
        assert_eq!(names(&mut model, &files(&order)), expected);
    }
    assert_eq!(model.counts().states, 2, "figure 3c");
}

#[test]
fn table_1_text_only() {
    let mut words = Words::default();
    let list = Element::of_class(words.word("LV"));
    let list = words.path(None, list);
    let child = words.path(Some(list), Element::NOTHING);
    let tree = Tree::given(Reducer::INDEX.and(Reducer::PARENT));
    let mut model = model(words, tree.with_given(child, Reducer::TEXT.and(Reducer::PARENT)));
    for order in [T_I, T_J] {
        let mut expected = vec!["⟨{i=0}⟩".to_owned()];
        expected.extend(order.iter().map(|text| format!("⟨{{i=0}}, {{t={text}}}⟩")));
        assert_eq!(names(&mut model, &files(&order)), expected);
    }
    assert_eq!(model.counts().states, 1, "figure 3d");
}

fn open_file(model: &mut Model, order: &[&str], file: &str) {
    let list = files(order);
    let from = model.arrived(&list);
    let row = order.iter().position(|name| *name == file).expect("a file") as u32;
    model.stepped(from, Some(WidgetId(row + 1)), Kind::Tap, &viewer(file));
}

/// From figure 4's tree, two taps in two orders give the position, more taps the text. The paper goes by way
/// of position and text together, which it then reverts; preferring fewer states leads there at once.
#[test]
fn figure_5_from_the_list_as_one_action_to_text_only() {
    let mut words = Words::default();
    let tree = stoat(&mut words);
    let mut model = model(words, tree);
    open_file(&mut model, &T_I, "PPTX");
    assert_eq!(model.counts().refinements, 0);
    open_file(&mut model, &T_J, "DOCX");
    let by_position = ["⟨{i=0}⟩", "⟨{i=0}, {i=0}⟩", "⟨{i=0}, {i=1}⟩", "⟨{i=0}, {i=2}⟩"];
    assert_eq!(names(&mut model, &files(&T_I)), by_position, "L1");
    assert_eq!(model.counts().refinements, 1);
    // The first row was DOCX in one order and is XLSX in the other: position does not decide.
    open_file(&mut model, &T_I, "XLSX");
    open_file(&mut model, &T_J, "XLSX");
    let by_text = ["⟨{i=0}⟩", "⟨{i=0}, {t=XLSX}⟩", "⟨{i=0}, {t=PPTX}⟩", "⟨{i=0}, {t=DOCX}⟩"];
    assert_eq!(names(&mut model, &files(&T_I)), by_text, "L3");
    let list = model.see(&files(&T_I));
    assert_eq!(model.state_of(list), {
        let other = model.see(&files(&T_J));
        model.state_of(other)
    });
    // Every action of the list now leads to one state.
    let state = model.state(model.state_of(list));
    assert!(state.actions().iter().all(|action| action.targets.len() <= 1));
    assert_eq!(state.actions().iter().map(|action| action.visits).sum::<u32>(), 4, "no step was lost");
}

/// Figure 5 with the paper's detour: L1 by position, L2 by position and text, which makes a state of every
/// order and is reverted, L3 by text. Orders of three out of four files, as three files have only six orders,
/// which is what a tree of three primitive reducers may have (β).
#[test]
fn figure_5_with_the_detour_of_the_paper() {
    let (position, text, container) = (Reducer::INDEX, Reducer::TEXT, Reducer::PARENT);
    let (l1, l2, l3) = (position.and(container), position.and(text).and(container), text.and(container));
    let mut words = Words::default();
    let tree = stoat(&mut words);
    let mut model = model(words, tree).preferring([l1, l2, l3]);
    let shown = |model: &mut Model| names(model, &files(&T_I))[1..].to_vec();
    open_file(&mut model, &T_I, "PPTX");
    open_file(&mut model, &T_J, "DOCX");
    assert_eq!(shown(&mut model), ["⟨{i=0}, {i=0}⟩", "⟨{i=0}, {i=1}⟩", "⟨{i=0}, {i=2}⟩"], "L1");
    open_file(&mut model, &T_I, "XLSX");
    let both = ["⟨{i=0}, {i=0, t=XLSX}⟩", "⟨{i=0}, {i=1, t=PPTX}⟩", "⟨{i=0}, {i=2, t=DOCX}⟩"];
    assert_eq!(shown(&mut model), both, "L2");
    assert_eq!((model.counts().refinements, model.counts().coarsenings), (2, 0));
    let kinds = ["XLSX", "PPTX", "DOCX", "PDF"];
    let mut orders = Vec::new();
    for a in kinds {
        for b in kinds.into_iter().filter(|b| *b != a) {
            orders.extend(kinds.into_iter().filter(|c| *c != a && *c != b).map(|c| [a, b, c]));
        }
    }
    let mut orders = orders.into_iter();
    while model.counts().coarsenings == 0 {
        let order = orders.next().expect("an explosion before all 24 orders were seen");
        model.arrived(&files(&order));
    }
    let counts = model.counts();
    assert_eq!((counts.refinements, counts.coarsenings), (2, 1), "L2 is reverted");
    assert_eq!(shown(&mut model), ["⟨{i=0}, {i=0}⟩", "⟨{i=0}, {i=1}⟩", "⟨{i=0}, {i=2}⟩"], "L1 again");
    for order in orders {
        open_file(&mut model, &order, order[0]);
    }
    assert_eq!(shown(&mut model), ["⟨{i=0}, {t=XLSX}⟩", "⟨{i=0}, {t=PPTX}⟩", "⟨{i=0}, {t=DOCX}⟩"], "L3");
    let (one, other) = (model.see(&files(&T_I)), model.see(&files(&T_J)));
    assert_eq!(model.state_of(one), model.state_of(other), "the order does not matter any more");
    assert_eq!(model.counts().coarsenings, 1);
}

/// More than three rows of a kind are told apart, but each list is longer than the last and has other names:
/// whatever tells rows apart makes a state of every list, and is reverted for good.
#[test]
fn a_refinement_that_makes_too_many_states_is_reverted_and_not_made_again() {
    let mut model = model(Words::default(), Tree::given(Reducer::TYPE));
    let named = |n: usize| (0..4 + n % 30).map(|row| format!("{n}.{row}")).collect::<Vec<_>>();
    for n in 0..60 {
        let names = named(n);
        model.arrived(&files(&names.iter().map(String::as_str).collect::<Vec<_>>()));
        assert!(model.counts().states <= 16, "{:?} after {n}", model.counts());
    }
    let counts = model.counts();
    println!("{counts:?}\n{}", model.in_words());
    assert!(counts.refinements > 0);
    assert!(counts.coarsenings > 0, "{counts:?}");
    // Once everything that could be tried was reverted, nothing is tried again.
    for n in 60..120 {
        let names = named(n);
        model.arrived(&files(&names.iter().map(String::as_str).collect::<Vec<_>>()));
    }
    let later = model.counts();
    assert_eq!((later.refinements, later.coarsenings), (counts.refinements, counts.coarsenings));
}

#[test]
fn at_most_three_widgets_share_an_action() {
    let mut model = model(Words::default(), Tree::given(Reducer::TYPE));
    let three = files(&T_I);
    let gui = model.arrived(&three);
    let tv = model.name(gui, WidgetId(1)).expect("a name");
    assert_eq!(model.widgets(gui, tv, Kind::Tap).count(), 3);
    let four = files(&["a", "b", "c", "d"]);
    let gui = model.arrived(&four);
    for widget in four.widgets() {
        let path = model.name(gui, widget.id()).expect("a name");
        assert!(model.widgets(gui, path, Kind::Tap).count() <= 3);
        assert_ne!(path, PathId::NONE);
    }
}

/// Section III-D: a state that could not be reached again is not walked to until it is met again.
#[test]
fn ways_lead_to_what_is_new_but_not_to_detached_states() {
    let mut model = model(Words::default(), Tree::given(Reducer::TYPE));
    let list = model.arrived(&files(&T_I));
    model.asked(list);
    let page = model.stepped(list, Some(WidgetId(1)), Kind::Tap, &viewer("XLSX"));
    model.asked(page);
    let (from, to) = (model.state_of(list), model.state_of(page));
    let way = model.way_to_new(from, 5).expect("the viewer's only action is new");
    assert_eq!(way.iter().map(|hop| (hop.kind, hop.to)).collect::<Vec<_>>(), [(Kind::Tap, to)]);
    model.detach(to);
    assert_eq!(model.way_to_new(from, 5), None);
    model.arrived(&viewer("XLSX"));
    assert_eq!(model.way_to_new(from, 5), Some(way));
    model.stepped(page, Some(WidgetId(0)), Kind::Tap, &files(&T_I));
    assert_eq!(model.way_to_new(from, 5), None, "all was done there");
}

/// A crash or whatever else ends a trace is no way to anywhere, but counts as done.
#[test]
fn what_ended_a_trace_leads_nowhere() {
    let mut model = model(Words::default(), Tree::given(Reducer::TYPE));
    let list = model.arrived(&files(&T_I));
    model.asked(list);
    model.ended(list, Some(WidgetId(1)), Kind::Tap);
    let state = model.state_of(list);
    assert_eq!(model.way_to_new(state, 5), None);
    assert_eq!(model.counts().visited, 1);
}

/// A row of a list: a container without a text of its own, with an icon, a title and a line below it.
fn row(b: &mut ScreenBuilder, index: u32, title: &str, below: &str) -> (WidgetId, WidgetId) {
    let shown = WidgetSpec { bounds: SHOWN, flags: Flags::ENABLED, ..Default::default() };
    let touched = Flags::ENABLED | Flags::CLICKABLE | Flags::LONG_CLICKABLE;
    let row = b.open(&WidgetSpec { class: "Row", flags: touched, index, ..shown });
    b.leaf(&WidgetSpec { class: "ImageView", desc: "Document", ..shown });
    b.open(&WidgetSpec { class: "Column", ..shown });
    let label = b.leaf(&WidgetSpec { class: "TextView", text: title, ..shown });
    b.leaf(&WidgetSpec { class: "TextView", text: below, ..shown });
    b.close();
    b.close();
    (row, label)
}

/// A row goes by what its first text says, and is touched there: a list need not scroll for that, and what
/// stands below the title does not count.
#[test]
fn a_row_speaks_through_its_first_text_and_is_touched_there() {
    let mut b = ScreenBuilder::new();
    b.open(&WidgetSpec { class: "ListView", bounds: SHOWN, flags: Flags::ENABLED, ..Default::default() });
    let (milk, label) = row(&mut b, 0, "Milk", "just now");
    let (bread, _) = row(&mut b, 1, "Bread", "just now");
    let screen = b.finish(&Header::default());
    let mut model = model(Words::default(), Tree::given(Reducer::TEXT));
    let gui = model.arrived(&screen);
    let name = |widget| model.words().notation(model.name(gui, widget).expect("a name"));
    assert_eq!((name(milk), name(bread)), ("⟨{t=Milk}⟩".to_owned(), "⟨{t=Bread}⟩".to_owned()));
    assert_eq!(name(label), name(milk), "the label stands for its row");
    let path = model.name(gui, milk).expect("a name");
    for kind in [Kind::Tap, Kind::LongTap] {
        assert_eq!(model.widgets(gui, path, kind).collect::<Vec<_>>(), [label]);
    }
    // A step on the label is one of the row's action.
    model.stepped(gui, Some(label), Kind::Tap, &viewer("Milk"));
    let state = model.state(model.state_of(gui));
    let done: Vec<_> = state.actions().iter().filter(|action| action.visits > 0).collect();
    assert_eq!(done.iter().map(|action| (action.path, action.kind)).collect::<Vec<_>>(), [(path, Kind::Tap)]);
}

/// Figure 5 with rows as today's apps have them: from figure 4's tree, with times that change on every visit.
#[test]
fn figure_5_with_rows_that_are_containers() {
    let list = |order: &[&str], visit: usize| {
        let mut b = ScreenBuilder::new();
        b.open(&WidgetSpec { class: "LV", bounds: SHOWN, flags: Flags::ENABLED, ..Default::default() });
        for (index, file) in order.iter().enumerate() {
            row(&mut b, index as u32, file, &format!("{visit} minutes ago"));
        }
        b.finish(&Header { package: "drive", activity: "Files", ..Header::default() })
    };
    let mut words = Words::default();
    let tree = stoat(&mut words);
    let mut model = model(words, tree);
    for (visit, order) in [T_I, T_J].iter().cycle().take(8).enumerate() {
        let screen = list(order, visit);
        let file = order[visit / 2 % 3];
        let touched = screen.widgets().find(|widget| widget.text() == file).expect("the file").id();
        let from = model.arrived(&screen);
        model.stepped(from, Some(touched), Kind::Tap, &viewer(file));
    }
    let names = |model: &mut Model, screen: &Screen| -> Vec<String> {
        let gui = model.see(screen);
        let named = screen.widgets().filter(|widget| widget.class() == "Row");
        let paths = named.map(|row| model.name(gui, row.id()).expect("a name"));
        paths.map(|path| model.words().notation(path)).collect()
    };
    let (one, other) = (list(&T_I, 98), list(&T_J, 99));
    assert_eq!(names(&mut model, &one), ["⟨{i=0}, {t=XLSX}⟩", "⟨{i=0}, {t=PPTX}⟩", "⟨{i=0}, {t=DOCX}⟩"]);
    let (one, other) = (model.see(&one), model.see(&other));
    assert_eq!(model.state_of(one), model.state_of(other), "neither order nor times matter");
}

/// Every action is new once in each round, whatever it is called elsewhere.
#[test]
fn a_new_round_asks_for_everything_once_more() {
    let mut model = model(Words::default(), Tree::given(Reducer::TYPE));
    let list = model.arrived(&files(&T_I));
    let state = model.state_of(list);
    assert!(model.has_new(state));
    model.stepped(list, Some(WidgetId(0)), Kind::Tap, &files(&T_I));
    model.stepped(list, Some(WidgetId(1)), Kind::Tap, &files(&T_I));
    assert!(!model.has_new(state), "the list and its rows were tapped");
    model.next_round();
    assert!(model.has_new(state));
    model.stepped(list, Some(WidgetId(0)), Kind::Tap, &files(&T_I));
    assert!(model.has_new(state));
    model.stepped(list, Some(WidgetId(2)), Kind::Tap, &files(&T_I));
    assert!(!model.has_new(state));
}

/// Section III-C: rules of the user stand in the initial tree, and refinement does not touch them. Under
/// position alone neither figure 1's files are told apart by what they lead to nor more than three of a name.
#[test]
fn rules_of_the_user_are_never_changed_by_refinement() {
    let rule = Rule { widget: "class=TV".parse().expect("a selector"), by: Reducer::TYPE };
    let mut model = model(Words::default(), Tree::given(Reducer::TYPE)).with_rules(vec![rule]);
    for order in [T_I, T_J, T_I, T_J] {
        for file in order {
            open_file(&mut model, &order, file);
        }
    }
    model.arrived(&files(&["a", "b", "c", "d", "e"]));
    let expected = ["⟨{c=LV}⟩", "⟨{c=TV}⟩", "⟨{c=TV}⟩", "⟨{c=TV}⟩"];
    assert_eq!(names(&mut model, &files(&T_I)), expected);
    assert_eq!(model.counts().states, 4, "one for the list, one for each viewer");
    assert!(model.in_words().contains("by rule, class=TV: by type"), "{}", model.in_words());
}
