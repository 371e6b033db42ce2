//! A call that comes in: decline it, or answer and hang up.

use crate::app::{App, Manifest, Window};
use crate::cx::Cx;
use crate::ui::Ui;

#[derive(Clone, Default)]
pub(crate) struct Call;

#[derive(Clone)]
pub(crate) enum Page {
    Ringing,
    Talking { since: u64 },
}

#[derive(Clone)]
pub(crate) enum Msg {
    Answer,
    End,
}

impl App for Call {
    type Page = Page;
    type Msg = Msg;

    const MANIFEST: Manifest = super::manifest("call", "com.android.dialer", "Phone");

    fn start(&mut self, _cx: &mut Cx<'_, Self>) -> Page {
        Page::Ringing
    }

    fn window(_page: &Page) -> Window {
        Window::Activity("com.android.incallui.InCallActivity")
    }

    fn view(&self, page: &Page, ui: &mut Ui<'_, Msg>) {
        ui.column("incall_root", |ui| {
            ui.text("contactgrid_contact_name", "Unknown caller").height(120);
            match page {
                Page::Ringing => {
                    ui.text("call_state", "Incoming call").fill();
                    ui.row("buttons", |ui| {
                        ui.button("decline", "Decline").tap(Msg::End).fill();
                        ui.button("answer", "Answer").tap(Msg::Answer).fill();
                    })
                    .height(96);
                }
                Page::Talking { since } => {
                    let seconds = (ui.now() - since) / 1000;
                    ui.text("call_state", format_args!("{:02}:{:02}", seconds / 60, seconds % 60)).fill();
                    ui.button("end_call", "End call").tap(Msg::End).height(96);
                }
            }
        });
    }

    fn update(&mut self, page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Answer => *page = Page::Talking { since: cx.now() },
            Msg::End => cx.finish(None),
        }
    }
}
