//! An app written outside Skink's repository: a shopping list that crashes when the last of its things is
//! crossed out. It uses `skink-phone` alone; `main.rs` hands it to an engine.

use skink_phone::{
    App, Bug, BugKind, Cx, Fault, Manifest, Nav, Oracle, Sample, Shows, Trap, TrapKind, Ui, Window, branch,
    cover,
};

/// The app for the phone.
pub const SHOPPING: Sample = Sample::of::<Shopping>();

/// What the app keeps.
#[derive(Clone, Default)]
pub struct Shopping {
    things: Vec<String>,
}

/// Its pages.
#[derive(Clone)]
pub enum Page {
    /// What is to be bought.
    List,
    /// Something new.
    Add {
        /// What was typed so far.
        name: String,
    },
}

/// What can happen on a page.
#[derive(Clone)]
pub enum Msg {
    /// The button for something new.
    New,
    /// Something was typed.
    Name(String),
    /// It is put on the list.
    Save,
    /// It is left off the list.
    Cancel,
    /// It was bought.
    Bought(usize),
}

impl App for Shopping {
    type Page = Page;
    type Msg = Msg;

    const MANIFEST: Manifest = Manifest {
        name: "shopping",
        package: "org.example.shopping",
        title: "Shopping",
        about: "A shopping list",
        bugs: &[Bug {
            id: "last-thing",
            title: "Crossing out the last thing crashes",
            retells: "no report: a list that is asked for its first element",
            kind: BugKind::Crash,
            seen_by: &[Oracle::Crash],
            trace: &["tap id=new", "tap id=button1", "tap id=bought"],
            shows: Shows::Crash("IndexOutOfBoundsException in ListPage.select"),
        }],
        traps: &[Trap { kind: TrapKind::Toast, place: "\"Bought\" after a thing is crossed out" }],
        source: include_str!("lib.rs"),
    };

    fn start(&mut self, _cx: &mut Cx<'_, Self>) -> Page {
        Page::List
    }

    fn window(page: &Page) -> Window {
        match page {
            Page::List => Window::Activity(".ListPage"),
            Page::Add { .. } => Window::Dialog,
        }
    }

    fn view(&self, page: &Page, ui: &mut Ui<'_, Msg>) {
        match page {
            Page::List => {
                cover!(ui);
                ui.column("root", |ui| {
                    ui.toolbar("Shopping", Nav::None, |ui| {
                        ui.icon("new", "New thing").tap(Msg::New);
                    });
                    ui.list("things", self.things.len(), 96, |ui, at| {
                        ui.row("thing", |ui| {
                            ui.text("name", &self.things[at]).fill();
                            ui.icon("bought", "Bought").tap(Msg::Bought(at));
                        });
                    });
                });
            }
            Page::Add { name } => {
                cover!(ui);
                ui.dialog(
                    "New thing",
                    |ui| {
                        ui.field("name", name, "What?").typed(Msg::Name);
                    },
                    |ui| {
                        ui.cancel("Cancel", Msg::Cancel);
                        ui.ok("Add", Msg::Save);
                    },
                );
            }
        }
    }

    fn update(&mut self, page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        match (page, msg) {
            (Page::List, Msg::New) => cx.open(Page::Add { name: String::new() }),
            (Page::Add { name }, Msg::Name(typed)) => *name = typed,
            (Page::Add { name }, Msg::Save) => {
                self.things.push(if branch!(cx, name.is_empty()) {
                    "Something".into()
                } else {
                    name.clone()
                });
                cx.close();
            }
            (Page::Add { .. }, Msg::Cancel) => cx.close(),
            (Page::List, Msg::Bought(at)) => {
                self.things.remove(at);
                cx.toast("Bought");
                if branch!(cx, self.things.is_empty() && cx.bug("last-thing")) {
                    cx.crash(
                        Fault::new("java.lang.IndexOutOfBoundsException", "Index: 0, Size: 0")
                            .at("java.util.ArrayList.get(ArrayList.java:437)")
                            .at("org.example.shopping.ListPage.select(ListPage.kt:31)"),
                    );
                }
            }
            _ => {}
        }
    }
}
