//! The share sheet: where to?

use crate::app::{App, Manifest, Window};
use crate::cx::Cx;
use crate::ui::Ui;

#[derive(Clone, Default)]
pub(crate) struct Share;

#[derive(Clone)]
pub(crate) struct Choose(usize);

const TARGETS: [&str; 3] = ["Messages", "Mail", "Copy to clipboard"];

impl App for Share {
    type Page = ();
    type Msg = Choose;

    const MANIFEST: Manifest = super::manifest("share", "com.android.intentresolver", "Share");

    fn start(&mut self, _cx: &mut Cx<'_, Self>) {}

    fn window(_page: &()) -> Window {
        Window::Activity("com.android.intentresolver.ChooserActivity")
    }

    fn view(&self, (): &(), ui: &mut Ui<'_, Choose>) {
        ui.column("contentPanel", |ui| {
            ui.text("title", "Share").height(72);
            for (at, target) in TARGETS.iter().enumerate() {
                ui.row("item", |ui| {
                    ui.image("icon", "");
                    ui.text("text1", target).fill();
                })
                .height(96)
                .tap(Choose(at));
            }
        });
    }

    fn update(&mut self, (): &mut (), Choose(at): Choose, cx: &mut Cx<'_, Self>) {
        cx.finish(Some(TARGETS[at].to_owned()));
    }
}
