//! The dialogs of the system in front of an app: it has stopped, it is not responding, may it do this?

use skink_device::Input;
use skink_gui::{Bounds, Flags, Header, Key, Screen, ScreenBuilder, WidgetSpec, WindowKind};

/// A dialog of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SystemDialog {
    /// The app crashed.
    Stopped,
    /// The app hangs.
    NotResponding,
    /// The app asks for a permission.
    Permission(&'static str),
}

/// What the user chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Close,
    Wait,
    Allow,
    Deny,
}

impl SystemDialog {
    fn package(self) -> &'static str {
        match self {
            SystemDialog::Stopped | SystemDialog::NotResponding => "android",
            SystemDialog::Permission(_) => "com.android.permissioncontroller",
        }
    }

    fn message(self, app: &str) -> String {
        match self {
            SystemDialog::Stopped => format!("{app} has stopped"),
            SystemDialog::NotResponding => format!("{app} isn't responding"),
            SystemDialog::Permission(name) => {
                let what = name.rsplit('.').next().unwrap_or(name).replace('_', " ").to_lowercase();
                format!("Allow {app} to use: {what}?")
            }
        }
    }

    fn buttons(self) -> [Option<(&'static str, &'static str, Answer)>; 2] {
        match self {
            SystemDialog::Stopped => [Some(("android:id/aerr_close", "Close app", Answer::Close)), None],
            SystemDialog::NotResponding => [
                Some(("android:id/aerr_close", "Close app", Answer::Close)),
                Some(("android:id/aerr_wait", "Wait", Answer::Wait)),
            ],
            SystemDialog::Permission(_) => [
                Some(("com.android.permissioncontroller:id/permission_allow_button", "Allow", Answer::Allow)),
                Some((
                    "com.android.permissioncontroller:id/permission_deny_button",
                    "Don't allow",
                    Answer::Deny,
                )),
            ],
        }
    }

    /// The place of a button; the dialog itself spans the middle of the screen.
    fn button_bounds(size: (i32, i32), number: i32) -> Bounds {
        let top = size.1 / 2 + number * 72;
        Bounds::new(45, top, size.0 - 45, top + 72)
    }

    /// The dialog as a screen.
    pub(crate) fn draw(
        self,
        builder: &mut ScreenBuilder,
        app: &str,
        size: (i32, i32),
        rotation: u8,
    ) -> Screen {
        let package = self.package();
        let plain = |class, id, text, bounds, flags| WidgetSpec {
            class,
            id,
            text,
            package,
            bounds,
            flags: Flags::ENABLED | flags,
            ..WidgetSpec::default()
        };
        let bounds = Bounds::new(45, size.1 / 2 - 120, size.0 - 45, size.1 / 2 + 144);
        builder.open(&plain("android.widget.FrameLayout", "", "", bounds, Flags::empty()));
        builder.open(&plain(
            "android.widget.LinearLayout",
            "android:id/parentPanel",
            "",
            bounds,
            Flags::empty(),
        ));
        let title = Bounds::new(45, size.1 / 2 - 120, size.0 - 45, size.1 / 2);
        let message = self.message(app);
        builder.leaf(&plain(
            "android.widget.TextView",
            "android:id/alertTitle",
            &message,
            title,
            Flags::empty(),
        ));
        for (number, (id, label, _)) in self.buttons().into_iter().flatten().enumerate() {
            let bounds = Self::button_bounds(size, number as i32);
            let flags = Flags::CLICKABLE | Flags::FOCUSABLE;
            builder.leaf(&WidgetSpec {
                index: number as u32 + 1,
                ..plain("android.widget.Button", id, label, bounds, flags)
            });
        }
        builder.finish(&Header { package, activity: "", window: WindowKind::System, rotation })
    }

    /// What an input chooses, if anything. Back waits for a hanging app and cannot leave the others.
    pub(crate) fn answer(self, input: &Input, size: (i32, i32)) -> Option<Answer> {
        match input {
            Input::Tap(point) | Input::LongTap(point) => {
                let chosen = self.buttons().into_iter().flatten().enumerate();
                chosen
                    .filter(|(number, _)| Self::button_bounds(size, *number as i32).contains(*point))
                    .map(|(_, (_, _, answer))| answer)
                    .next()
            }
            Input::Key(Key::Back) => match self {
                SystemDialog::Stopped => Some(Answer::Close),
                SystemDialog::NotResponding => Some(Answer::Wait),
                SystemDialog::Permission(_) => Some(Answer::Deny),
            },
            _ => None,
        }
    }
}
