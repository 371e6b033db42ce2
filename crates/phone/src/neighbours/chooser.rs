//! The file chooser: one of the files that lie about on every phone.

use crate::app::{App, Manifest, Window};
use crate::cx::Cx;
use crate::ui::{Nav, Ui};

#[derive(Clone, Default)]
pub(crate) struct Chooser;

#[derive(Clone)]
pub(crate) enum Msg {
    Choose(usize),
    Cancel,
}

const FILES: [(&str, &str); 6] = [
    ("holiday.jpg", "2.1 MB"),
    ("letter.pdf", "88 kB"),
    ("list.txt", "1 kB"),
    ("song.mp3", "4.0 MB"),
    ("clip.mp4", "12 MB"),
    ("empty.mp4", "0 B"),
];

impl App for Chooser {
    type Page = ();
    type Msg = Msg;

    const MANIFEST: Manifest = super::manifest("chooser", "com.android.documentsui", "Files");

    fn start(&mut self, _cx: &mut Cx<'_, Self>) {}

    fn window(_page: &()) -> Window {
        Window::Activity("com.android.documentsui.picker.PickActivity")
    }

    fn view(&self, (): &(), ui: &mut Ui<'_, Msg>) {
        ui.column("coordinator_layout", |ui| {
            ui.toolbar("Recent files", Nav::Up(Msg::Cancel), |_| {});
            ui.list("dir_list", FILES.len(), 96, |ui, at| {
                ui.row("item_root", |ui| {
                    ui.image("icon_mime", "");
                    ui.column("", |ui| {
                        ui.text("android:id/title", FILES[at].0);
                        ui.text("size", FILES[at].1);
                    })
                    .fill();
                })
                .tap(Msg::Choose(at));
            });
        });
    }

    fn update(&mut self, (): &mut (), msg: Msg, cx: &mut Cx<'_, Self>) {
        cx.finish(match msg {
            Msg::Choose(at) => Some(FILES[at].0.to_owned()),
            Msg::Cancel => None,
        });
    }
}
