//! What the runner does by itself, as the settings want it: answer the system's own dialogs (permission, "has
//! stopped", "isn't responding"), which strategies never see, and come back when the app is left.

use serde::{Deserialize, Serialize};
use skink_gui::{Flags, Screen, Widget, WidgetId, WindowKind};

/// What to answer when an app asks for a permission.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Permission {
    /// Allow.
    #[default]
    Allow,
    /// Deny.
    Deny,
}

/// What to do after the app crashed or hung.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AfterCrash {
    /// Begin a new trace from a clean start.
    #[default]
    Restart,
    /// Close the dialog, launch the app again with its data, and go on.
    Continue,
}

/// What to do when the app is left and the launcher is in front; other apps are always come back from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AfterLeaving {
    /// Come back: Back first, then a launch; the data stays.
    #[default]
    Return,
    /// Begin a new trace from a clean start, as the SwiftHand paper does.
    Restart,
}

/// How the system's dialogs are answered, and what is done when the app is not in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Answers {
    /// When a permission is asked for.
    pub permission: Permission,
    /// When the app crashed or hung.
    pub after_crash: AfterCrash,
    /// When the app is not in front any more.
    pub after_leaving: AfterLeaving,
    /// Events the strategy may do in another app, such as a camera or a file chooser, before the runner comes
    /// back; the launcher is left at once.
    pub events_in_other_apps: u32,
}

impl Default for Answers {
    /// Five events are enough to take a picture or to choose a file by chance now and then.
    fn default() -> Self {
        Self {
            permission: Permission::default(),
            after_crash: AfterCrash::default(),
            after_leaving: AfterLeaving::default(),
            events_in_other_apps: 5,
        }
    }
}

/// Whether the screen is a launcher's: nothing there belongs to a test.
pub fn is_home(screen: &Screen) -> bool {
    screen.package().to_ascii_lowercase().contains("launcher")
}

/// Whether the screen is a dialog of the system and not an app's.
pub fn is_system_dialog(screen: &Screen) -> bool {
    const PACKAGES: [&str; 5] = [
        "android",
        "com.android.packageinstaller",
        "com.google.android.packageinstaller",
        "com.android.permissioncontroller",
        "com.google.android.permissioncontroller",
    ];
    screen.window() == WindowKind::System || PACKAGES.contains(&screen.package())
}

/// The button to tap, or none where the dialog offers nothing we know: then Back.
pub fn answer(screen: &Screen, answers: &Answers) -> Option<WidgetId> {
    // In the order of preference; ids are those of Android 4.4 to 16.
    const CLOSE: [&str; 2] = ["android:id/aerr_close", "android:id/button1"];
    const ALLOW: [&str; 3] = [
        "permission_allow_foreground_only_button",
        "permission_allow_button",
        "permission_allow_one_time_button",
    ];
    const DENY: [&str; 2] = ["permission_deny_button", "permission_deny_and_dont_ask_again_button"];
    let by_id = |ids: &[&str]| {
        let usable = |w: &Widget<'_>| w.is(Flags::CLICKABLE | Flags::ENABLED);
        ids.iter().find_map(|id| {
            screen
                .widgets()
                .find(|w| usable(w) && (w.resource_id() == *id || w.short_id() == *id))
                .map(|w| w.id())
        })
    };
    let permission = match answers.permission {
        Permission::Allow => by_id(&ALLOW),
        Permission::Deny => by_id(&DENY),
    };
    permission.or_else(|| by_id(&CLOSE))
}
