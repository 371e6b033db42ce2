//! What is in front, as the window manager would tell it.

use skink_gui::{Bounds, Screen, WindowKind};
use skink_phone::SystemWindow;

use crate::handset::{Handset, identity};

/// The activity in front and the windows above it.
pub(super) struct Front {
    /// Package of the activity.
    pub(super) package: &'static str,
    /// Its class, short where it can be.
    pub(super) class: String,
    pub(super) pid: u32,
    /// Every window, nearest first.
    pub(super) windows: Vec<Window>,
    pub(super) screen: Screen,
}

/// One window.
pub(super) struct Window {
    pub(super) title: String,
    pub(super) package: String,
    /// Android's number for its type, and the word that replaced it with Android 8.
    pub(super) kind: (u32, &'static str),
    pub(super) bounds: Bounds,
    pub(super) shown: bool,
    pub(super) activity: Option<String>,
}

impl Window {
    /// `Window{211bbc90 u0 StatusBar}`
    pub(super) fn name(&self) -> String {
        format!("Window{{{} u0 {}}}", identity(&format!("{}{:?}", self.title, self.kind)), self.title)
    }
}

impl Front {
    /// `com.example/.Main`
    pub(super) fn short(&self) -> String {
        format!("{}/{}", self.package, self.class)
    }

    /// `com.example/com.example.Main`
    pub(super) fn full(&self) -> String {
        match self.class.starts_with('.') {
            true => format!("{}/{}{}", self.package, self.package, self.class),
            false => format!("{}/{}", self.package, self.class),
        }
    }

    /// `ActivityRecord{213633c8 u0 com.example/.Main t21}`
    pub(super) fn record(&self) -> String {
        format!("ActivityRecord{{{} u0 {} t{}}}", identity(&self.short()), self.short(), self.task())
    }

    pub(super) fn task(&self) -> u32 {
        if self.package == "com.android.launcher3" { 1 } else { 21 }
    }

    /// The window that has the focus.
    pub(super) fn focus(&self) -> Option<&Window> {
        self.windows.iter().find(|window| window.shown && !matches!(window.kind.0, 2000 | 2011))
    }
}

const BASE: (u32, &str) = (1, "BASE_APPLICATION");
const DIALOG: (u32, &str) = (2, "APPLICATION");
const PANEL: (u32, &str) = (1000, "APPLICATION_PANEL");
const STATUS_BAR: (u32, &str) = (2000, "STATUS_BAR");
const ALERT: (u32, &str) = (2003, "SYSTEM_ALERT");
const INPUT_METHOD: (u32, &str) = (2011, "INPUT_METHOD");
const WALLPAPER: (u32, &str) = (2013, "WALLPAPER");

/// What is in front now.
pub(super) fn front(handset: &mut Handset) -> Front {
    let screen = handset.screen_now();
    let in_front = handset.phone.in_front();
    let app = handset.package();
    let (width, height) = turned(handset);
    let whole = Bounds { left: 0, top: 0, right: width, bottom: height };
    let pid = if in_front.package == app { handset.app_process().unwrap_or(0) } else { 802 };
    // Behind a window of the system the app's activity is not on the screen; it was the main one, or home.
    let class = match screen.activity() {
        "" if in_front.package == app => handset.main_activity.clone(),
        "" => ".Launcher".to_owned(),
        name => name
            .strip_prefix(in_front.package)
            .filter(|rest| rest.starts_with('.'))
            .unwrap_or(name)
            .to_owned(),
    };
    let mut front = Front { package: in_front.package, class, pid, windows: Vec::new(), screen };
    let (full, root) = (front.full(), front.screen.roots().next().map_or(whole, |root| root.bounds()));
    let window = |title: &str, package: &str, kind, bounds| Window {
        title: title.to_owned(),
        package: package.to_owned(),
        kind,
        bounds,
        shown: true,
        activity: None,
    };
    let bar = Bounds { bottom: 36, ..whole };
    front.windows.push(window("StatusBar", "com.android.systemui", STATUS_BAR, bar));
    if front.screen.window() == WindowKind::System {
        let title = match in_front.system {
            Some(SystemWindow::NotResponding) => format!("Application Not Responding: {app}"),
            Some(SystemWindow::Permission) => {
                "com.android.permissioncontroller/com.android.permissioncontroller\
                                               .permission.ui.GrantPermissionsActivity"
                    .to_owned()
            }
            _ => format!("Application Error: {app}"),
        };
        let permission = in_front.system == Some(SystemWindow::Permission);
        let (package, kind) = if permission { (front.screen.package(), BASE) } else { ("android", ALERT) };
        front.windows.push(window(&title, package, kind, root));
    }
    let record = Some(front.record());
    match front.screen.window() {
        WindowKind::Dialog => {
            let dialog = Window { activity: record.clone(), ..window(&full, front.package, DIALOG, root) };
            front.windows.push(dialog);
        }
        WindowKind::Menu => {
            let title = format!("PopupWindow:{}", identity(&full));
            let menu = Window { activity: record.clone(), ..window(&title, front.package, PANEL, root) };
            front.windows.push(menu);
        }
        _ => {}
    }
    let keyboard = keyboard_shown(&front.screen, height);
    let keys = Window {
        shown: keyboard,
        ..window("InputMethod", "com.android.inputmethod.latin", INPUT_METHOD, whole)
    };
    let page = Window { activity: record, ..window(&full, front.package, BASE, whole) };
    front.windows.extend([keys, page]);
    if front.package != handset.phone.launcher() {
        let home = "com.android.launcher3/com.android.launcher3.Launcher";
        let home = Window { shown: false, ..window(home, handset.phone.launcher(), BASE, whole) };
        front.windows.push(home);
    }
    let wallpaper = window("com.android.systemui.ImageWallpaper", "com.android.systemui", WALLPAPER, whole);
    front.windows.push(Window { shown: false, ..wallpaper });
    front
}

/// Width and height as the screen is turned.
pub(crate) fn turned(handset: &Handset) -> (i32, i32) {
    let (width, height) = handset.phone.upright_size();
    if handset.phone.rotation() % 2 == 1 { (height, width) } else { (width, height) }
}

/// A page that ends above the screen's end makes room for the keyboard.
pub(super) fn keyboard_shown(screen: &Screen, height: i32) -> bool {
    let page = screen.window() == WindowKind::Page;
    page && screen.roots().next().is_some_and(|root| root.bounds().bottom < height - 100)
}
