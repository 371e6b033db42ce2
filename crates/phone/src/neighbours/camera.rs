//! The camera: take a picture, then keep it or try again.

use crate::app::{App, Manifest, Window};
use crate::cx::Cx;
use crate::ui::Ui;

#[derive(Clone, Default)]
pub(crate) struct Camera;

#[derive(Clone)]
pub(crate) enum Page {
    Finder { front: bool },
    Review,
}

#[derive(Clone)]
pub(crate) enum Msg {
    Shutter,
    Turn,
    Keep,
    Retry,
    Cancel,
}

impl App for Camera {
    type Page = Page;
    type Msg = Msg;

    const MANIFEST: Manifest = super::manifest("camera", "com.android.camera2", "Camera");

    fn start(&mut self, _cx: &mut Cx<'_, Self>) -> Page {
        Page::Finder { front: false }
    }

    fn window(_page: &Page) -> Window {
        Window::Activity("com.android.camera.CaptureActivity")
    }

    fn view(&self, page: &Page, ui: &mut Ui<'_, Msg>) {
        ui.column("camera_app_root", |ui| match page {
            Page::Finder { front } => {
                ui.image("preview_content", if *front { "Front camera" } else { "Back camera" }).fill();
                ui.row("bottom_bar", |ui| {
                    ui.icon("cancel_button", "Cancel").tap(Msg::Cancel).fill();
                    ui.icon("shutter_button", "Shutter").tap(Msg::Shutter).fill();
                    ui.icon("camera_toggle_button", "Switch camera").tap(Msg::Turn).fill();
                })
                .height(120);
            }
            Page::Review => {
                ui.image("captured_image", "Picture taken").fill();
                ui.row("bottom_bar", |ui| {
                    ui.icon("retake_button", "Retake").tap(Msg::Retry).fill();
                    ui.icon("done_button", "Done").tap(Msg::Keep).fill();
                })
                .height(120);
            }
        });
    }

    fn update(&mut self, page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Shutter => *page = Page::Review,
            Msg::Retry => *page = Page::Finder { front: false },
            Msg::Turn => {
                if let Page::Finder { front } = page {
                    *front = !*front;
                }
            }
            Msg::Keep => {
                let seconds = cx.now() / 1000 % 1_000_000;
                cx.finish(Some(format!("IMG_{seconds:06}.jpg")));
            }
            Msg::Cancel => cx.finish(None),
        }
    }
}
