//! `dumpsys window`: which window has the focus, what kind it is, whether the keyboard shows.
//!
//! A dialog bears the name of its activity: only the type of the focused window tells it. During transitions no
//! window has the focus; the focused app then says whose turn it is.

use skink_gui::WindowKind;

use super::{Component, lines, value_of};

/// The window that has the focus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrontWindow {
    /// Its title: an activity's name, `PopupWindow:2109acd0`, `Application Error: PACKAGE`, `StatusBar` …
    pub title: String,
    /// What kind it is.
    pub kind: WindowKind,
    /// Who owns it, where the dump says so.
    pub package: Option<String>,
    /// The activity in its title, where there is one.
    pub activity: Option<Component>,
}

/// What `dumpsys window` tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Windows {
    /// The window with the focus; none during transitions.
    pub front: Option<FrontWindow>,
    /// The activity that gets the focus as soon as it can take it.
    pub app: Option<Component>,
    /// Whether the on-screen keyboard is shown.
    pub keyboard: bool,
    /// Quarter turns of the screen.
    pub rotation: Option<u8>,
}

/// One `Window #N` block.
struct Block<'a> {
    hash: &'a str,
    title: &'a str,
    package: Option<&'a str>,
    kind: Option<&'a str>,
    shown: bool,
}

/// Reads `dumpsys window`, `dumpsys window windows`, or only the lines with `mCurrentFocus` and `mFocusedApp`.
pub fn read_windows(text: &str) -> Windows {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut inside = false;
    let (mut focus, mut app, mut rotation) = (None, None, None);
    for line in lines(text) {
        let trimmed = line.trim_start();
        let indent = line.len() - trimmed.len();
        if let Some((hash, title)) = trimmed.strip_prefix("Window #").and_then(window_name) {
            blocks.push(Block { hash, title, package: None, kind: None, shown: true });
            inside = true;
            continue;
        }
        inside &= indent > 2 || trimmed.is_empty();
        if let Some(block) = blocks.last_mut().filter(|_| inside) {
            read_block_line(block, trimmed);
        }
        if let Some(rest) = trimmed.strip_prefix("mCurrentFocus=") {
            focus = focus.or_else(|| window_name(rest));
        } else if let Some(rest) = trimmed.strip_prefix("mFocusedApp=") {
            app = app.or_else(|| Component::of_record(rest));
        }
        if !inside && rotation.is_none() {
            rotation = value_of(trimmed, "mRotation=").and_then(read_rotation);
        }
    }
    let keyboard = blocks.iter().any(|block| block.title == "InputMethod" && block.shown);
    let front = focus.map(|(hash, title)| {
        let block = blocks.iter().find(|block| block.hash == hash);
        let title = title.split(" paused=").next().unwrap_or(title);
        FrontWindow {
            kind: kind_of(title, block.and_then(|block| block.kind)),
            package: block.and_then(|block| block.package).map(str::to_owned),
            activity: activity_in(title),
            title: title.to_owned(),
        }
    });
    Windows { front, app, keyboard, rotation }
}

/// Hash and title of `Window{211bbc90 u0 StatusBar}`, wherever it stands in the text.
fn window_name(text: &str) -> Option<(&str, &str)> {
    let (_, rest) = text.split_once("Window{")?;
    let rest = rest.trim_end().trim_end_matches(':');
    let inside = rest.strip_suffix('}').unwrap_or(rest);
    let (hash, rest) = inside.split_once(' ')?;
    // Before Android 4.2 there was no user.
    let title = match rest.split_once(' ') {
        Some((user, title)) if is_user(user) => title,
        _ => rest,
    };
    Some((hash, title))
}

fn is_user(word: &str) -> bool {
    word.strip_prefix('u').is_some_and(|id| !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit()))
}

fn read_block_line<'a>(block: &mut Block<'a>, line: &'a str) {
    if block.kind.is_none() && line.starts_with("mAttrs=") {
        block.kind = value_of(line, "ty=").map(|kind| kind.trim_end_matches('}'));
    }
    if block.package.is_none() {
        block.package = value_of(line, "package=").filter(|package| *package != "null");
    }
    let hidden = [
        ("mViewVisibility=", "0x0"),
        ("mHasSurface=", "true"),
        ("isReadyForDisplay()=", "true"),
        ("isOnScreen=", "true"),
        ("isVisible=", "true"),
    ];
    block.shown &= hidden.iter().all(|(key, shown)| value_of(line, key).is_none_or(|value| value == *shown));
}

fn read_rotation(value: &str) -> Option<u8> {
    let word = value.trim_end_matches([',', ')']);
    let turns = match word.strip_prefix("ROTATION_") {
        Some(degrees) => degrees.parse::<u16>().ok()? / 90,
        None => word.parse().ok()?,
    };
    u8::try_from(turns).ok().filter(|turns| *turns < 4)
}

/// The activity in a title, also behind `AtchDlg:` and the like.
fn activity_in(title: &str) -> Option<Component> {
    Component::parse(title).or_else(|| title.split([':', ' ']).find_map(Component::parse))
}

/// The kind by the window's type; numbers up to Android 7, words since. Where the type is not known, the title
/// must do.
fn kind_of(title: &str, kind: Option<&str>) -> WindowKind {
    if title.starts_with("Application Error") || title.starts_with("Application Not Responding") {
        return WindowKind::System;
    }
    match kind {
        Some("1" | "3" | "4" | "BASE_APPLICATION" | "APPLICATION_STARTING" | "DRAWN_APPLICATION") => {
            return WindowKind::Page;
        }
        Some("2" | "APPLICATION") => return WindowKind::Dialog,
        Some("2011" | "2012" | "INPUT_METHOD" | "INPUT_METHOD_DIALOG") => return WindowKind::Keyboard,
        Some(word) if word.starts_with("APPLICATION_") => return WindowKind::Menu,
        Some(word) => match word.parse::<u32>() {
            Ok(1000..2000) => return WindowKind::Menu,
            Ok(2000..) => return WindowKind::System,
            Ok(_) => {}
            Err(_) if word.bytes().all(|b| b.is_ascii_uppercase() || b == b'_') => return WindowKind::System,
            Err(_) => {}
        },
        None => {}
    }
    match title {
        "InputMethod" => WindowKind::Keyboard,
        title if title.starts_with("PopupWindow:") || title.starts_with("AtchDlg:") => WindowKind::Menu,
        title if activity_in(title).is_some() => WindowKind::Page,
        _ => WindowKind::System,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(number: u32, hash: &str, title: &str, kind: &str, visibility: &str) -> String {
        format!(
            "  Window #{number} Window{{{hash} u0 {title}}}:\n    mDisplayId=0 mSession=Session{{1 2:3}}\n    \
             mOwnerUid=1 mShowToOwnerOnly=true package=com.example appop=NONE\n    \
             mAttrs=WM.LayoutParams{{(0,0)(wrapxwrap) gr=#11 ty={kind} fl=#1 fmt=-2}}\n    \
             mViewVisibility={visibility} mHaveFrame=true\n    mHasSurface=true isReadyForDisplay()=true\n"
        )
    }

    fn dump(focus: &str, kind: &str) -> String {
        let page = block(0, "b2", "com.example/com.example.Main", "1", "0x0");
        let front = block(1, "a1", focus, kind, "0x0");
        format!(
            "WINDOW MANAGER WINDOWS (dumpsys window windows)\n{front}{page}\n  \
             mCurrentFocus=Window{{a1 u0 {focus}}}\n  mFocusedApp=AppWindowToken{{1 token=Token{{2 \
             ActivityRecord{{3 u0 com.example/.Main t5}}}}}}\n  mRotation=1 mAltOrientation=false\n"
        )
    }

    fn kind(focus: &str, number: &str) -> WindowKind {
        read_windows(&dump(focus, number)).front.map(|front| front.kind).expect("a focus")
    }

    #[test]
    fn the_type_tells_a_dialog_from_its_activity() {
        let activity = "com.example/com.example.Main";
        assert_eq!(kind(activity, "1"), WindowKind::Page);
        assert_eq!(kind(activity, "2"), WindowKind::Dialog);
        assert_eq!(kind(activity, "BASE_APPLICATION"), WindowKind::Page);
        assert_eq!(kind(activity, "APPLICATION"), WindowKind::Dialog);
        assert_eq!(kind("PopupWindow:2109acd0", "1000"), WindowKind::Menu);
        assert_eq!(kind("AtchDlg:com.example/com.example.Main", "1003"), WindowKind::Menu);
        assert_eq!(kind("Pop-Up Window", "APPLICATION_SUB_PANEL"), WindowKind::Menu);
        assert_eq!(kind("Application Error: com.example", "2003"), WindowKind::System);
        assert_eq!(kind("StatusBar", "2000"), WindowKind::System);
        assert_eq!(kind("NotificationShade", "NOTIFICATION_SHADE"), WindowKind::System);
    }

    #[test]
    fn owner_activity_and_rotation_are_read() {
        let read = read_windows(&dump("AtchDlg:com.example/com.example.Main", "1003").replace('\n', "\r\n"));
        let front = read.front.expect("a focus");
        assert_eq!(front.package.as_deref(), Some("com.example"));
        assert_eq!(front.activity, Component::parse("com.example/.Main"));
        assert_eq!((read.app, read.rotation), (Component::parse("com.example/.Main"), Some(1)));
        let turned = "  mRotation=ROTATION_270 mDeferredRotationPauseCount=0\n";
        assert_eq!(read_windows(turned).rotation, Some(3));
    }

    #[test]
    fn the_keyboard_counts_while_its_window_is_visible() {
        let with =
            |visibility| block(3, "c3", "InputMethod", "2011", visibility) + &dump("com.example/.Main", "1");
        assert!(read_windows(&with("0x0")).keyboard);
        assert!(!read_windows(&with("0x8")).keyboard);
        assert!(!read_windows(&dump("com.example/.Main", "1")).keyboard);
    }

    #[test]
    fn without_focus_the_focused_app_is_known_and_lines_alone_do() {
        let read = read_windows("  mCurrentFocus=null\r\n  mFocusedApp=ActivityRecord{1 u0 a.b/.C t3}\r\n");
        assert_eq!((read.front, read.app), (None, Component::parse("a.b/.C")));
        let read = read_windows("mCurrentFocus=null\nmCurrentFocus=Window{1 u0 a.b/a.b.C}\n");
        assert_eq!(read.front.map(|front| front.kind), Some(WindowKind::Page));
        for text in
            ["", "mCurrentFocus=", "Window #", "Window #1 Window{", "mCurrentFocus=Window{a}", "mRotation=9"]
        {
            let read = read_windows(text);
            assert_eq!((read.front, read.rotation), (None, None), "{text}");
        }
    }
}
