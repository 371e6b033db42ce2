//! Dumps in every dialect, what is wrong with broken ones, and printing that loses nothing.

mod common;

use proptest::collection::vec;
use proptest::prelude::*;
use skink_gui::{
    Bounds, Flags, Header, MAX_DEPTH, MAX_WIDGETS, Screen, ScreenBuilder, WidgetSpec, WindowKind, parse_xml,
    print_xml,
};

fn error(dump: impl AsRef<[u8]>) -> String {
    parse_xml(dump.as_ref()).expect_err("a broken dump").to_string()
}

/// The text of a dump's only widget, whose `text` attribute is given raw.
fn text_of(raw: &str) -> String {
    let screen =
        parse_xml(format!("<hierarchy rotation=\"0\"><node text=\"{raw}\" /></hierarchy>").as_bytes())
            .expect("a sound dump");
    assert_eq!(screen.len(), 1);
    screen.widgets().map(|w| w.text().to_owned()).collect()
}

fn classes(screen: &Screen) -> Vec<&str> {
    screen.widgets().map(|w| w.class()).collect()
}

const ANDROID_4: &str = r#"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="1"><node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="org.example.notes" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][800,480]"><node NAF="true" index="2" text="Caf&#233; &amp; &quot;bar&quot;" resource-id="org.example.notes:id/title" class="android.widget.EditText" package="org.example.notes" content-desc="Title" checkable="true" checked="true" clickable="true" enabled="false" focusable="true" focused="true" scrollable="true" long-clickable="true" password="true" selected="true" bounds="[-8,40][800,-2]" /></node></hierarchy>"#;

#[test]
fn android_4_dump() {
    let screen = parse_xml(ANDROID_4.as_bytes()).unwrap();
    assert_eq!((screen.len(), screen.rotation()), (2, 1));
    assert_eq!((screen.package(), screen.activity()), ("org.example.notes", ""));
    assert_eq!(screen.window(), WindowKind::Page);
    let [frame, field] = screen.widgets().collect::<Vec<_>>()[..] else { panic!("two widgets") };
    assert_eq!(frame.flags(), Flags::ENABLED);
    assert_eq!(frame.bounds(), Bounds::new(0, 0, 800, 480));
    assert_eq!(field.parent(), Some(frame));
    assert_eq!(field.flags(), Flags::all() - Flags::ENABLED);
    assert_eq!(field.bounds(), Bounds::new(-8, 40, 800, -2));
    assert_eq!(field.text(), "Café & \"bar\"");
    assert_eq!((field.desc(), field.index()), ("Title", 2));
    assert_eq!(field.resource_id(), "org.example.notes:id/title");
}

#[test]
fn newer_attributes_are_read_and_unknown_ones_ignored() {
    let screen = parse_xml(
        br#"<hierarchy rotation="0"><node hint="Search" display-id="2" drawing-order="7" visible-to-user="true"
            a11y-important="true" index="-1" future="&what;" /></hierarchy>"#,
    )
    .unwrap();
    let widget = screen.roots().next().unwrap();
    assert_eq!((widget.hint(), widget.display(), widget.drawing_order()), ("Search", 2, 7));
    assert_eq!(widget.index(), 0);
}

#[test]
fn missing_attributes_have_defaults() {
    let screen = parse_xml(b"<hierarchy><node/></hierarchy>").unwrap();
    let widget = screen.roots().next().unwrap();
    assert_eq!(widget.flags(), Flags::ENABLED);
    assert_eq!(widget.bounds(), Bounds::default());
    assert_eq!((widget.class(), widget.text(), widget.package()), ("", "", ""));
    assert_eq!(screen.rotation(), 0);
}

#[test]
fn a_tree_may_have_many_roots_or_none() {
    let screen = parse_xml(
        br#"<hierarchy rotation="0"><node package="a"><node package="x"/></node><node package="b"/></hierarchy>"#,
    )
    .unwrap();
    assert_eq!(screen.roots().map(|w| w.package()).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(screen.package(), "a");
    for empty in ["<hierarchy rotation=\"3\" />", "<hierarchy rotation=\"3\"></hierarchy>"] {
        let screen = parse_xml(empty.as_bytes()).unwrap();
        assert!(screen.is_empty());
        assert_eq!((screen.package(), screen.rotation()), ("", 3));
    }
}

#[test]
fn windows_become_roots_in_order_and_the_active_one_names_the_package() {
    let screen = parse_xml(
        br#"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><displays>
        <display id="0">
          <window index="0" title="Status bar" bounds="[0,0][1080,63]" active="false" type="TYPE_SYSTEM">
            <hierarchy rotation="1"><node class="Bar" package="com.android.systemui" /></hierarchy></window>
          <window index="1" title="Notes" bounds="[0,0][1080,2160]" active="true" type="TYPE_APPLICATION">
            <window index="0" title="Popup" active="false"><hierarchy rotation="1"><node class="Popup" /></hierarchy></window>
            <hierarchy rotation="1"><node class="Page" package="org.example.notes"><node class="Row"/></node></hierarchy>
          </window>
        </display>
        <display id="3"><window index="0" active="false"><hierarchy rotation="0"><node class="Far" /></hierarchy></window></display>
        </displays>"#,
    )
    .unwrap();
    assert_eq!(classes(&screen), ["Bar", "Popup", "Page", "Row", "Far"]);
    assert_eq!(screen.roots().count(), 4);
    assert_eq!(screen.widgets().map(|w| w.display()).collect::<Vec<_>>(), [0, 0, 0, 0, 3]);
    assert_eq!((screen.package(), screen.rotation()), ("org.example.notes", 1));
}

#[test]
fn tags_may_be_named_for_classes() {
    let screen = parse_xml(
        br#"<hierarchy index="0" class="hierarchy" rotation="0" width="1080" height="2160">
        <android.widget.FrameLayout index="0" package="p" class="android.widget.FrameLayout" displayed="true">
          <android.widget.EditText index="1" text="x" bounds="[0,0][1,1]" hint="h" />
          <window/>
        </android.widget.FrameLayout></hierarchy>"#,
    )
    .unwrap();
    assert_eq!(classes(&screen), ["android.widget.FrameLayout", "android.widget.EditText", "window"]);
    assert_eq!(screen.widgets().map(|w| w.is(Flags::EDITABLE)).collect::<Vec<_>>(), [false, true, false]);
}

#[test]
fn fields_are_known_by_their_class() {
    for (class, editable) in [
        ("android.widget.EditText", true),
        ("androidx.appcompat.widget.AppCompatEditText", true),
        ("com.google.android.material.textfield.TextInputEditText", true),
        ("android.widget.AutoCompleteTextView", true),
        ("android.widget.MultiAutoCompleteTextView", true),
        ("android.widget.SearchView$SearchAutoComplete", false),
        ("android.widget.TextView", false),
        ("org.EditText.Label", false),
    ] {
        let screen = parse_xml(format!("<hierarchy><node class='{class}'/></hierarchy>").as_bytes()).unwrap();
        assert_eq!(screen.roots().next().unwrap().is(Flags::EDITABLE), editable, "{class}");
    }
}

#[test]
fn references_are_resolved() {
    assert_eq!(text_of("a&#10;b&#13;c&#9;d"), "a\nb\rc\td");
    assert_eq!(text_of("&lt;&gt;&amp;&quot;&apos;"), "<>&\"'");
    assert_eq!(text_of("&amp;amp; &#x41;&#X42;&#00067;"), "&amp; ABC");
    assert_eq!(text_of("&#128512;&#x1F600;😀"), "😀😀😀");
}

#[test]
fn halves_of_an_emoji_are_joined_and_lone_ones_replaced() {
    assert_eq!(text_of("&#55357;&#56832;"), "😀");
    assert_eq!(text_of("&#xD83D;&#xDE00;!"), "😀!");
    assert_eq!(text_of("&#55357;"), "\u{FFFD}");
    assert_eq!(text_of("&#56832;&#55357;"), "\u{FFFD}\u{FFFD}");
    assert_eq!(text_of("&#55357;&#55357;&#56832;"), "\u{FFFD}😀");
    assert_eq!(text_of("&#55357;&#65;"), "\u{FFFD}A");
    assert_eq!(text_of("&#1114112;&#99999999999999999999;"), "\u{FFFD}\u{FFFD}");
}

#[test]
fn characters_that_xml_forbids_are_kept() {
    assert_eq!(text_of("&#0;&#11;&#x1f;"), "\0\x0B\x1F");
    assert_eq!(text_of("\0\x01\x0B\x1F"), "\0\x01\x0B\x1F");
    assert_eq!(text_of("\u{FFFE}\u{FFFF}&#65534;&#65535;"), "\u{FFFE}\u{FFFF}\u{FFFE}\u{FFFF}");
}

#[test]
fn raw_line_ends_in_a_value_are_blanks_as_xml_says() {
    assert_eq!(text_of("a\r\nb\nc\td\re"), "a b c d e");
}

#[test]
fn bytes_that_are_not_utf_8_are_replaced() {
    let screen = parse_xml(b"\xEF\xBB\xBF<hierarchy><node text=\"a\xFFb\"/></hierarchy>").unwrap();
    assert_eq!(screen.roots().next().unwrap().text(), "a\u{FFFD}b");
}

#[test]
fn what_the_shell_says_around_the_tree_is_passed_over() {
    let around = format!(
        "WARNING: linker: unused DT entry <type>\r\n\u{FEFF}{ANDROID_4}UI hierchary dumped to: /dev/tty\r\n<oops"
    );
    assert_eq!(parse_xml(around.as_bytes()).unwrap(), parse_xml(ANDROID_4.as_bytes()).unwrap());
}

#[test]
fn comments_and_text_between_tags_say_nothing() {
    let screen = parse_xml(
        b"<hierarchy><!-- <node> --><?pi <node> ?><![CDATA[<node>]]> words & more <node ></node ></hierarchy >",
    )
    .unwrap();
    assert_eq!(screen.len(), 1);
}

#[test]
fn an_empty_dump_says_so() {
    for empty in [&b""[..], b" \r\n\t", b"\xEF\xBB\xBF\n", b"\0\0"] {
        assert_eq!(error(empty), "the dump is empty: Android gave no tree");
    }
}

#[test]
fn a_message_instead_of_a_dump_is_quoted() {
    assert_eq!(
        error("\nERROR: could not get idle state.\r\n"),
        "no <hierarchy> in the dump; it begins \"ERROR: could not get idle state.\""
    );
    assert_eq!(error("<html><body>"), "no <hierarchy> in the dump; it begins \"<html><body>\"");
    assert_eq!(error("<hierarchyx/>"), "no <hierarchy> in the dump; it begins \"<hierarchyx/>\"");
    assert_eq!(error("é".repeat(500)).chars().filter(|&c| c == 'é').count(), 120);
}

#[test]
fn errors_say_what_and_where() {
    for (dump, message) in [
        ("<hierarchy>\n <node>", "line 2, column 8 of the dump: cut short: </node> is missing"),
        ("<hierarchy>\n <node", "line 2, column 7 of the dump: cut short inside a tag"),
        ("<hierarchy><node text=\"ab", "line 1, column 24 of the dump: cut short inside the value of `text`"),
        ("<hierarchy><node text", "line 1, column 22 of the dump: attribute `text` without a value"),
        ("<hierarchy><node text=5>", "line 1, column 23 of the dump: the value of `text` is not in quotes"),
        ("<hierarchy><node text=\"é<\">", "line 1, column 25 of the dump: `<` inside the value of `text`"),
        ("<hierarchy><node & />", "line 1, column 18 of the dump: '&' where an attribute or `>` must stand"),
        ("<hierarchy><node / >", "line 1, column 18 of the dump: '/' where an attribute or `>` must stand"),
        ("<hierarchy>\n</node>", "line 2, column 1 of the dump: </node> where </hierarchy> must stand"),
        ("<hierarchy></hierarchy", "line 1, column 23 of the dump: `>` of </hierarchy> is missing"),
        ("<hierarchy>< node>", "line 1, column 12 of the dump: `<` without the name of an element"),
        ("<hierarchy><!DOCTYPE a>", "line 1, column 12 of the dump: `<` without the name of an element"),
        ("<hierarchy><!-- ", "line 1, column 12 of the dump: `<!--` without its `-->`"),
        ("<hierarchy rotation=\"4\">", "line 1, column 22 of the dump: rotation \"4\" is none of 0, 1, 2, 3"),
        ("<hierarchy window=\"door\">", "line 1, column 20 of the dump: unknown kind of window \"door\""),
        (
            "<hierarchy><node index=\"one\"/>",
            "line 1, column 25 of the dump: `index` is \"one\", not a number",
        ),
        ("<displays><display id=\"\">", "line 1, column 24 of the dump: `id` is \"\", not a number"),
        (
            "<hierarchy><node bounds=\"[0,0][1]\"/>",
            "line 1, column 26 of the dump: bounds \"[0,0][1]\" are not of the form [0,0][9,9]",
        ),
        (
            "<hierarchy>\r\n<node text=\"ab&nbsp; c\"/>",
            "line 2, column 15 of the dump: \"&nbsp; c\" does not begin with a known reference",
        ),
        (
            "<hierarchy><node text=\"&#+5;\"/>",
            "line 1, column 24 of the dump: \"&#+5;\" does not begin with a known reference",
        ),
    ] {
        assert_eq!(error(dump), message, "{dump}");
    }
}

#[test]
fn bounds_that_do_not_fit_are_refused() {
    for bounds in ["", "[]", "[0,0]", "[0,0][1,99999999999]", "[a,0][1,1]", "[0,0][1,1", "0,0,1,1"] {
        assert!(
            error(format!("<hierarchy><node bounds=\"{bounds}\"/>")).contains("are not of the form"),
            "{bounds}"
        );
    }
}

#[test]
fn a_tree_too_deep_or_too_large_is_refused() {
    let nested = |levels: usize| {
        format!("<hierarchy>{}{}</hierarchy>", "<node>".repeat(levels), "</node>".repeat(levels))
    };
    assert_eq!(parse_xml(nested(MAX_DEPTH).as_bytes()).unwrap().len(), MAX_DEPTH);
    assert_eq!(
        error(nested(MAX_DEPTH + 1)),
        "line 1, column 3012 of the dump: more than 500 levels of widgets"
    );
    assert!(error(nested(100_000)).contains("more than 500 levels"));
    assert!(error(format!("<displays>{}", "<window>".repeat(100_000))).contains("more than 500 levels"));
    let many = |widgets: usize| format!("<hierarchy>{}</hierarchy>", "<node/>".repeat(widgets));
    assert_eq!(parse_xml(many(MAX_WIDGETS).as_bytes()).unwrap().len(), MAX_WIDGETS);
    assert_eq!(error(many(MAX_WIDGETS + 1)), "line 1, column 350012 of the dump: more than 50000 widgets");
    assert_eq!(error(vec![b' '; (64 << 20) + 1]), "the dump has 67108865 bytes; at most 67108864 are read");
}

#[test]
fn printing_writes_what_android_writes() {
    let mut builder = ScreenBuilder::new();
    builder.open(&WidgetSpec { class: "A", package: "p", flags: Flags::ENABLED, ..Default::default() });
    builder.leaf(&WidgetSpec { text: "a\n\"b\" <&>\0\u{FFFE}😀", index: 3, ..Default::default() });
    let screen = builder.finish(&Header { package: "p", ..Default::default() });
    assert_eq!(
        print_xml(&screen),
        r#"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
<hierarchy rotation="0">
  <node index="0" text="" resource-id="" class="A" package="p" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][0,0]">
    <node index="3" text="a&#10;&quot;b&quot; &lt;&amp;&gt;&#0;&#65534;😀" resource-id="" class="" package="" content-desc="" checkable="false" checked="false" clickable="false" enabled="false" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][0,0]" />
  </node>
</hierarchy>
"#
    );
}

#[test]
fn printing_adds_only_what_reading_would_not_derive() {
    let mut builder = ScreenBuilder::new();
    builder.leaf(&WidgetSpec {
        class: "EditText",
        package: "p",
        hint: "h",
        drawing_order: 4,
        display: 2,
        ..Default::default()
    });
    builder.leaf(&WidgetSpec { class: "WebView", flags: Flags::EDITABLE, ..Default::default() });
    let header = Header { package: "q", activity: "q.Main", window: WindowKind::Dialog, rotation: 2 };
    let screen = builder.finish(&header);
    let printed = print_xml(&screen);
    assert!(printed.contains(r#"<hierarchy rotation="2" package="q" activity="q.Main" window="dialog">"#));
    assert!(printed.contains(r#"selected="false" editable="false" bounds="[0,0][0,0]" drawing-order="4" hint="h" display-id="2" />"#));
    assert!(printed.contains(r#"selected="false" editable="true" bounds="[0,0][0,0]" />"#));
    assert_eq!(parse_xml(printed.as_bytes()).unwrap(), screen);
}

#[test]
fn a_package_that_is_empty_on_purpose_stays_empty() {
    let mut builder = ScreenBuilder::new();
    builder.leaf(&WidgetSpec { package: "p", ..Default::default() });
    let screen = builder.finish(&Header::default());
    assert_eq!(parse_xml(print_xml(&screen).as_bytes()).unwrap().package(), "");
}

/// Pieces of dumps in any order: nearer to the parser's decisions than bytes by chance.
fn scraps() -> impl Strategy<Value = String> {
    let scrap = prop::sample::select(vec![
        "<hierarchy",
        "<hierarchy>",
        "</hierarchy>",
        "<displays>",
        "<display ",
        "<window ",
        "<node",
        "<node ",
        "</node>",
        " rotation=\"",
        " bounds=\"[",
        "][",
        ",",
        "]",
        " text=\"",
        "\"",
        "'",
        "=",
        ">",
        "/>",
        "/",
        "<",
        "&",
        "&#",
        "&#x",
        "55357",
        "56832",
        ";",
        "<!--",
        "-->",
        "<?",
        "?>",
        "<![CDATA[",
        "]]>",
        "é",
        "\0",
        "\n",
        "\r\n",
        " index=\"",
        "1",
    ]);
    vec(scrap, 0..40).prop_map(|scraps| scraps.concat())
}

proptest! {
    #[test]
    fn what_was_printed_reads_back_equal(screen in common::screen()) {
        prop_assert_eq!(parse_xml(print_xml(&screen).as_bytes()).unwrap(), screen);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..200)) {
        let _ = parse_xml(&bytes);
    }

    #[test]
    fn any_scraps_are_read_or_refused(scraps in scraps()) {
        for dump in [scraps.clone(), format!("<hierarchy>{scraps}"), format!("<hierarchy><node {scraps}")] {
            if let Ok(screen) = parse_xml(dump.as_bytes()) {
                prop_assert_eq!(parse_xml(print_xml(&screen).as_bytes()).unwrap(), screen);
            }
        }
    }

    #[test]
    fn a_dump_cut_anywhere_is_refused(end in 0..ANDROID_4.len()) {
        let Some(cut) = ANDROID_4.get(..end) else { return Ok(()) };
        prop_assert!(parse_xml(cut.as_bytes()).is_err());
    }
}
