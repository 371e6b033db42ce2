//! What Android's commands tell of what is in front, put together: the focus, the activity, the size of the window.

use std::time::Duration;

use skink_gui::{Screen, WindowKind};

use crate::adb::{Adb, AdbError, Deadline};
use crate::shell::{Windows, read_windows};

/// What is in front.
pub(crate) fn windows_of(adb: &Adb, call: Duration) -> Result<Windows, AdbError> {
    let mut windows = read_windows(&adb.ask("dumpsys window windows", Deadline::after(call))?);
    // From Android 10 on the focus is told with the displays.
    if windows.front.is_none() && windows.app.is_none() {
        let displays = read_windows(&adb.ask("dumpsys window", Deadline::after(call))?);
        windows = Windows { keyboard: windows.keyboard | displays.keyboard, ..displays };
    }
    Ok(windows)
}

/// Whether the dump is of another app than the one whose activity is in front: that one has not drawn yet. The system's
/// windows stand before any activity.
pub(crate) fn is_stale(screen: &Screen, windows: &Windows) -> bool {
    let front = windows.front.as_ref();
    let page = front.is_none_or(|front| front.kind == WindowKind::Page);
    let activity = front.map_or(windows.app.as_ref(), |front| front.activity.as_ref());
    let system = ["android", "com.android.systemui", "com.android.keyguard"].contains(&screen.package());
    page && !system && activity.is_some_and(|activity| activity.package != screen.package())
}

/// A dialog has the name of its activity's window: it is told by its size, as the agent does.
pub(crate) fn kind_by_size(kind: WindowKind, screen: &Screen, display: Option<(u32, u32)>) -> WindowKind {
    let Some((width, height)) = display.filter(|_| kind == WindowKind::Page) else { return kind };
    let (width, height) = if screen.rotation() % 2 == 1 { (height, width) } else { (width, height) };
    let Some(bounds) = screen.roots().next().map(|root| root.bounds()) else { return kind };
    let wide = 100 * i64::from(bounds.width()) >= 90 * i64::from(width);
    let high = 100 * i64::from(bounds.height()) >= 70 * i64::from(height);
    if wide && high { kind } else { WindowKind::Dialog }
}

/// The activity that a dump of that package belongs to; empty where that is not told.
pub(crate) fn activity_of(package: &str, windows: &Windows) -> String {
    let front = windows.front.as_ref().and_then(|front| front.activity.as_ref());
    let of_package = [front, windows.app.as_ref()].into_iter().flatten().find(|a| a.package == package);
    // A dialog of the system before the app: the activity is still the app's. Else the two answers are of different
    // moments, and one package's activity is none of the other's.
    let system = windows.front.as_ref().is_some_and(|front| front.kind == WindowKind::System);
    let any = of_package.or(windows.app.as_ref().filter(|_| system));
    any.map(|component| component.class.clone()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use skink_gui::parse_xml;

    const DUMP: &str = r#"<hierarchy rotation="0"><node index="0" text="hello" class="android.widget.EditText" package="com.example" bounds="[0,0][100,50]" /></hierarchy>"#;

    #[test]
    fn a_dialog_is_told_by_its_size() {
        let screen = parse_xml(DUMP.as_bytes()).expect("a dump");
        let kind = |size| kind_by_size(WindowKind::Page, &screen, size);
        assert_eq!(kind(Some((100, 60))), WindowKind::Page);
        assert_eq!(kind(Some((100, 100))), WindowKind::Dialog);
        assert_eq!(kind(None), WindowKind::Page);
        assert_eq!(kind_by_size(WindowKind::Menu, &screen, Some((100, 100))), WindowKind::Menu);
    }

    #[test]
    fn the_page_behind_an_app_that_has_not_drawn_is_stale() {
        let screen = parse_xml(DUMP.as_bytes()).expect("a dump");
        let stale = |text: &str| is_stale(&screen, &read_windows(text));
        assert!(!stale("  mCurrentFocus=Window{a1 u0 com.example/com.example.Main}\n"));
        assert!(stale("  mCurrentFocus=Window{a1 u0 com.camera/com.camera.Main}\n"));
        let starting =
            "mFocusedApp=AppWindowToken{1 token=Token{2 ActivityRecord{3 u0 com.camera/.Main t5}}}";
        assert!(stale(&format!("  mCurrentFocus=null\n  {starting}\n")));
        assert!(!stale("  mCurrentFocus=Window{a1 u0 StatusBar}\n"));
    }
}
