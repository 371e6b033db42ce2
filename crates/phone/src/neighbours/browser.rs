//! The browser: a page with a few links, which loads for a while.

use crate::app::{App, Manifest, Window};
use crate::cx::Cx;
use crate::ui::Ui;

#[derive(Clone, Default)]
pub(crate) struct Browser;

#[derive(Clone)]
pub(crate) struct Page {
    number: usize,
}

#[derive(Clone)]
pub(crate) enum Msg {
    Follow(usize),
    Close,
}

const LINKS: [&str; 3] = ["More information", "Contact", "Imprint"];

impl App for Browser {
    type Page = Page;
    type Msg = Msg;

    const MANIFEST: Manifest = super::manifest("browser", "com.android.chrome", "Browser");

    fn start(&mut self, _cx: &mut Cx<'_, Self>) -> Page {
        Page { number: 0 }
    }

    fn window(_page: &Page) -> Window {
        Window::Activity("org.chromium.chrome.browser.ChromeTabbedActivity")
    }

    fn view(&self, page: &Page, ui: &mut Ui<'_, Msg>) {
        ui.column("coordinator", |ui| {
            ui.row("toolbar", |ui| {
                ui.icon("close_button", "Close tab").tap(Msg::Close);
                ui.text("url_bar", "example.org").fill();
            })
            .height(84);
            ui.column("web_contents", |ui| {
                ui.text("", format_args!("Page {}", page.number + 1)).class("android.view.View");
                for (at, link) in LINKS.iter().enumerate() {
                    ui.text("", link).class("android.view.View").tap(Msg::Follow(at + 1));
                }
            })
            .class("android.webkit.WebView")
            .fill();
        });
    }

    fn update(&mut self, _page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Follow(number) => cx.open(Page { number }),
            Msg::Close => cx.finish(None),
        }
    }
}
