//! Sanity: three licence screens before the app proper, as in figures 1 and 2 of the SwiftHand paper.
//!
//! The first and the third licence scroll, the second does not; No ends the app anywhere; Yes three times leads
//! to the main screen. Going back from a licence is not in the paper's model: here it leads to the licence
//! before, as Android would have it.

use crate::app::{App, Manifest, Trap, TrapKind, Window};
use crate::cx::Cx;
use crate::ui::{Nav, Ui};
use crate::{branch, cover};

/// The app keeps nothing.
#[derive(Clone, Default)]
pub(crate) struct Sanity;

#[derive(Clone)]
pub(crate) enum Page {
    Licence(usize),
    Main { done: [bool; 3], since: u64 },
}

#[derive(Clone)]
pub(crate) enum Msg {
    Yes,
    No,
    Act(usize),
}

/// Lines of each licence: the second fits on the screen.
const LINES: [usize; 3] = [40, 8, 40];

impl App for Sanity {
    type Page = Page;
    type Msg = Msg;

    const MANIFEST: Manifest = Manifest {
        name: "sanity",
        package: "com.example.sanity",
        title: "Sanity",
        about: "Three licence screens, then three actions (SwiftHand, figures 1 to 3)",
        bugs: &[],
        traps: &[
            Trap {
                kind: TrapKind::SameLayout,
                place: "the first and the third licence enable the same inputs",
            },
            Trap { kind: TrapKind::ChangesByItself, place: "how long the main screen has been open" },
            Trap { kind: TrapKind::Toast, place: "after each action" },
        ],
        source: include_str!("sanity.rs"),
    };

    fn start(&mut self, _cx: &mut Cx<'_, Self>) -> Page {
        Page::Licence(0)
    }

    fn window(page: &Page) -> Window {
        match page {
            Page::Licence(_) => Window::Activity(".LicenceActivity"),
            Page::Main { .. } => Window::Activity(".MainActivity"),
        }
    }

    fn view(&self, page: &Page, ui: &mut Ui<'_, Msg>) {
        ui.column("root", |ui| match page {
            Page::Licence(number) => {
                cover!(ui);
                ui.toolbar("Licence", Nav::None, |_| {});
                ui.scroll("licence", |ui| {
                    for line in 0..LINES[*number] {
                        ui.text("line", format_args!("Part {}, clause {}.", number + 1, line + 1));
                    }
                });
                ui.row("buttons", |ui| {
                    ui.button("no", "No").tap(Msg::No).fill();
                    ui.button("yes", "Yes").tap(Msg::Yes).fill();
                })
                .height(84);
            }
            Page::Main { done, since } => {
                cover!(ui);
                ui.toolbar("Sanity", Nav::None, |_| {});
                ui.text("uptime", format_args!("Here for {} s", (ui.now() - since) / 1000));
                for (number, done) in done.iter().enumerate() {
                    ui.button("action", format_args!("Action {}", number + 1)).tap(Msg::Act(number));
                    let result = if branch!(ui, *done) { "done" } else { "" };
                    ui.text("result", result);
                }
            }
        });
    }

    fn update(&mut self, page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        match (page, msg) {
            (Page::Licence(number), Msg::Yes) => {
                if branch!(cx, *number < 2) {
                    cx.open(Page::Licence(*number + 1));
                } else {
                    cx.open(Page::Main { done: [false; 3], since: cx.now() });
                }
            }
            (Page::Licence(_), Msg::No) => {
                cover!(cx);
                cx.close_all();
            }
            (Page::Main { done, .. }, Msg::Act(number)) => {
                cover!(cx);
                done[number] = !done[number];
                cx.toast(format!("Action {}", number + 1));
            }
            _ => {}
        }
    }
}
