//! The launcher: what is in front when no app is. An app like any other, but for one power: its icon starts
//! the app under test.

use crate::app::{App, Manifest, Window};
use crate::cx::Cx;
use crate::ui::Ui;

#[derive(Clone, Default)]
pub(crate) struct Launcher;

#[derive(Clone, Copy)]
pub(crate) enum Msg {
    StartSample,
    OtherApp,
    Notification(usize),
}

/// The package and activity Android's own launcher has had since 2014.
pub(crate) const PACKAGE: &str = "com.android.launcher3";

impl App for Launcher {
    type Page = ();
    type Msg = Msg;

    const MANIFEST: Manifest = Manifest {
        name: "launcher",
        package: PACKAGE,
        title: "Launcher",
        about: "The home screen.",
        bugs: &[],
        traps: &[],
        source: "",
    };

    fn start(&mut self, _cx: &mut Cx<'_, Self>) {}

    fn window(_page: &()) -> Window {
        Window::Activity("com.android.launcher3.Launcher")
    }

    fn view(&self, (): &(), ui: &mut Ui<'_, Msg>) {
        ui.column("workspace", |ui| {
            ui.column("search_container_workspace", |ui| {
                ui.text("", "Monday, 2 June");
            })
            .height(300);
            ui.row("layout", |ui| {
                ui.text("", "App under test").desc("App under test").tap(Msg::StartSample);
                for other in ["Phone", "Camera", "Settings"] {
                    ui.text("", other).desc(other).tap(Msg::OtherApp);
                }
            })
            .height(120);
            for number in 0..ui.notifications().len() {
                let text = ui.notifications()[number].clone();
                ui.text("notification", text).tap(Msg::Notification(number)).height(72);
            }
        });
    }

    fn update(&mut self, (): &mut (), msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::StartSample => cx.start_sample(),
            Msg::OtherApp => cx.toast("Not installed"),
            Msg::Notification(number) => cx.open_notification(number),
        }
    }

    /// Home is the bottom of every stack.
    fn back(&mut self, (): &mut (), _cx: &mut Cx<'_, Self>) {}
}
