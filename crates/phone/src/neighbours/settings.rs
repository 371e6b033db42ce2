//! The system's settings: a few switches that do nothing.

use crate::app::{App, Manifest, Window};
use crate::cx::Cx;
use crate::ui::{Nav, Ui};

#[derive(Clone, Default)]
pub(crate) struct Settings {
    on: [bool; 3],
}

#[derive(Clone)]
pub(crate) enum Msg {
    Switch(usize),
    Close,
}

const SWITCHES: [&str; 3] = ["Aeroplane mode", "Location", "Battery saver"];

impl App for Settings {
    type Page = ();
    type Msg = Msg;

    const MANIFEST: Manifest = super::manifest("settings", "com.android.settings", "Settings");

    fn start(&mut self, _cx: &mut Cx<'_, Self>) {}

    fn window(_page: &()) -> Window {
        Window::Activity("com.android.settings.Settings")
    }

    fn view(&self, (): &(), ui: &mut Ui<'_, Msg>) {
        ui.column("content_parent", |ui| {
            ui.toolbar("Settings", Nav::Up(Msg::Close), |_| {});
            for (at, name) in SWITCHES.iter().enumerate() {
                ui.preference(name, "", Some(self.on[at])).tap(Msg::Switch(at));
            }
        });
    }

    fn update(&mut self, (): &mut (), msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Switch(at) => self.on[at] = !self.on[at],
            Msg::Close => cx.finish(None),
        }
    }
}
