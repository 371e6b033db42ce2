//! Labels: names that are hard to show, as users type and servers send them: markup, quotes, marks that turn the
//! direction of writing, characters outside the basic plane, control characters, a label of 100 KB.
//!
//! Retells no paper's app: whatever shows an app's texts to people or machines is tried on it.

use crate::app::{App, Bug, BugKind, Manifest, Oracle, Shows, Trap, TrapKind, Window};
use crate::cx::{Cx, Fault};
use crate::ui::{Nav, Ui};
use crate::{branch, cover};

/// The labels that came with the app.
const GIVEN: [&str; 9] = [
    "<script>document.title='owned'</script>",
    "\"><img src=x onerror=document.title='owned'>",
    "</pre></style></svg><script>document.title='owned'</script>",
    "It's \"quoted\" \\ `ticked` ${HOME} $(id) %s %n",
    "\u{202e}desrever si siht\u{202c} \u{2067}עברית\u{2069}",
    "bell \u{7} escape \u{1b}[31m null \u{0} del \u{7f}",
    "]]> &amp; &#0; <!-- comment -->",
    "😀 👩‍👩‍👧 𝒳 e\u{301}\u{301}\u{301}",
    "| table | # heading\n* list @everyone [link](javascript:alert(1))",
];
/// Times the word is repeated in the long label: 100 KB.
const LONG: usize = 12_800;

/// The labels.
#[derive(Clone)]
pub(crate) struct Labels {
    names: Vec<String>,
    printed: usize,
}

impl Default for Labels {
    fn default() -> Self {
        Self { names: GIVEN.iter().map(|name| (*name).to_owned()).collect(), printed: 0 }
    }
}

#[derive(Clone)]
pub(crate) enum Page {
    List { since: u64 },
    Label { at: usize },
    Rename { at: usize, name: String },
    Print { at: usize },
    Long,
}

#[derive(Clone)]
pub(crate) enum Msg {
    Open(usize),
    OpenLong,
    AskPrint,
    Print,
    Rename,
    Name(String),
    Save,
    Close,
}

impl App for Labels {
    type Page = Page;
    type Msg = Msg;

    const MANIFEST: Manifest = Manifest {
        name: "labels",
        package: "com.example.labels",
        title: "Labels",
        about: "Names that are hard to show: markup, quotes, right-to-left marks, 100 KB",
        bugs: &[
            Bug {
                id: "print-markup",
                title: "Printing a label with an angle bracket crashes with the label in its message",
                retells: "no report: a parser that takes names for markup",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &["tap id=label", "tap id=print", "tap id=button1"],
                shows: Shows::Crash("IllegalArgumentException in LabelPrinter.print"),
            },
            Bug {
                id: "rename-cuts-at-quote",
                title: "A new name is cut at its first quote",
                retells: "PBFDroid table 3: symbols in names",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Property { functions: &["rename"] }],
                trace: &["tap id=label", "tap id=rename", "type id=name \"a'b\"", "tap id=button1"],
                shows: Shows::Missing("id=title text=\"a'b\""),
            },
        ],
        traps: &[
            Trap { kind: TrapKind::ChangesByItself, place: "how long the list has been open" },
            Trap { kind: TrapKind::Toast, place: "after printing" },
            Trap { kind: TrapKind::SameLayout, place: "the pages of two labels" },
        ],
        source: include_str!("labels.rs"),
    };

    fn start(&mut self, cx: &mut Cx<'_, Self>) -> Page {
        Page::List { since: cx.now() }
    }

    fn window(page: &Page) -> Window {
        match page {
            Page::List { .. } => Window::Activity(".MainActivity"),
            Page::Label { .. } => Window::Activity(".LabelActivity"),
            Page::Rename { .. } | Page::Print { .. } => Window::Dialog,
            Page::Long => Window::Activity(".LongActivity"),
        }
    }

    fn view(&self, page: &Page, ui: &mut Ui<'_, Msg>) {
        match page {
            Page::List { since } => {
                cover!(ui);
                ui.column("root", |ui| {
                    ui.toolbar("Labels", Nav::None, |_| {});
                    ui.text("since", format_args!("Open for {} s", (ui.now() - since) / 1000));
                    ui.list("labels", self.names.len(), 84, |ui, at| {
                        ui.row("label", |ui| {
                            ui.text("label_name", &self.names[at]).fill();
                        })
                        .tap(Msg::Open(at));
                    });
                    ui.button("long", "The long one").tap(Msg::OpenLong);
                });
            }
            Page::Label { at } => {
                cover!(ui);
                ui.column("root", |ui| {
                    ui.toolbar("Label", Nav::Up(Msg::Close), |_| {});
                    ui.text("title", &self.names[*at]);
                    ui.text("printed", format_args!("Printed {} times", self.printed));
                    ui.button("print", "Print").tap(Msg::AskPrint);
                    ui.button("rename", "Rename").tap(Msg::Rename);
                });
            }
            Page::Rename { name, .. } => {
                cover!(ui);
                ui.dialog(
                    "Rename",
                    |ui| {
                        ui.field("name", name, "Name").typed(Msg::Name);
                    },
                    |ui| {
                        ui.cancel("Cancel", Msg::Close);
                        ui.ok("Save", Msg::Save);
                    },
                );
            }
            Page::Print { at } => {
                cover!(ui);
                ui.dialog(
                    "Print",
                    |ui| ui.message(format_args!("Print {}?", self.names[*at])),
                    |ui| {
                        ui.cancel("Cancel", Msg::Close);
                        ui.ok("Print", Msg::Print);
                    },
                );
            }
            Page::Long => {
                cover!(ui);
                ui.column("root", |ui| {
                    ui.toolbar("Long", Nav::Up(Msg::Close), |_| {});
                    ui.text("long_label", "longest ".repeat(LONG));
                });
            }
        }
    }

    fn update(&mut self, page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        match (page, msg) {
            (Page::List { .. }, Msg::Open(at)) => {
                cover!(cx);
                cx.open(Page::Label { at });
            }
            (Page::List { .. }, Msg::OpenLong) => {
                cover!(cx);
                cx.open(Page::Long);
            }
            (Page::Label { at }, Msg::AskPrint) => {
                cover!(cx);
                cx.open(Page::Print { at: *at });
            }
            (Page::Print { at }, Msg::Print) => {
                let name = &self.names[*at];
                if branch!(cx, name.contains('<')) && cx.bug("print-markup") {
                    return cx.crash(
                        Fault::new("java.lang.IllegalArgumentException", name)
                            .at("com.example.labels.LabelPrinter.print(LabelPrinter.java:41)")
                            .at("android.view.View.performClick(View.java:7448)"),
                    );
                }
                self.printed += 1;
                cx.toast(format!("Printed {name}"));
                cx.close();
            }
            (Page::Label { at }, Msg::Rename) => {
                cover!(cx);
                cx.open(Page::Rename { at: *at, name: self.names[*at].clone() });
            }
            (Page::Rename { name, .. }, Msg::Name(text)) => {
                cover!(cx);
                *name = text;
            }
            (Page::Rename { at, name }, Msg::Save) => {
                let kept = if cx.bug("rename-cuts-at-quote") {
                    name.split('\'').next().unwrap_or_default().to_owned()
                } else {
                    name.clone()
                };
                if branch!(cx, !kept.is_empty()) {
                    self.names[*at] = kept;
                }
                cx.close();
            }
            (_, Msg::Close) => {
                cover!(cx);
                cx.close();
            }
            _ => {}
        }
    }
}
