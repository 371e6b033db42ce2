//! An app that shows everything the toolkit and the phone have, for pictures.

use skink_phone::{App, Cx, Fault, Manifest, Nav, Neighbour, Sample, Ui, Window};

pub(crate) const SAMPLE: Sample = Sample::of::<Gallery>();

#[derive(Clone, Default)]
pub(crate) struct Gallery {
    tab: usize,
    on: [bool; 3],
    name: String,
    pin: String,
}

#[derive(Clone)]
pub(crate) enum Page {
    Main,
    Drawer,
    Menu,
    Dialog,
    Settings,
}

#[derive(Clone)]
pub(crate) enum Msg {
    Tab(usize),
    Open(Page),
    Toggle(usize),
    Name(String),
    Pin(String),
    Toast,
    Notify,
    Ask,
    Crash,
    Hang,
    Visit(usize),
    Returned,
    Close,
}

const NEIGHBOURS: [Neighbour; 6] = [
    Neighbour::Camera,
    Neighbour::FileChooser,
    Neighbour::Share,
    Neighbour::Browser,
    Neighbour::Settings,
    Neighbour::Call,
];

const ACTIONS: [(&str, Msg); 5] = [
    ("Toast", Msg::Toast),
    ("Notify", Msg::Notify),
    ("Ask", Msg::Ask),
    ("Crash", Msg::Crash),
    ("Hang", Msg::Hang),
];

impl App for Gallery {
    type Page = Page;
    type Msg = Msg;

    const MANIFEST: Manifest = Manifest {
        name: "gallery",
        package: "org.example.gallery",
        title: "Gallery",
        about: "Everything there is",
        bugs: &[],
        traps: &[],
        source: "",
    };

    fn start(&mut self, cx: &mut Cx<'_, Self>) -> Page {
        cx.notify("A new picture is waiting");
        Page::Main
    }

    fn window(page: &Page) -> Window {
        match page {
            Page::Main => Window::Activity(".MainActivity"),
            Page::Settings => Window::Activity(".SettingsActivity"),
            Page::Drawer => Window::Drawer,
            Page::Menu => Window::Menu,
            Page::Dialog => Window::Dialog,
        }
    }

    fn view(&self, page: &Page, ui: &mut Ui<'_, Msg>) {
        match page {
            Page::Main => self.view_main(ui),
            Page::Settings => self.view_settings(ui),
            Page::Drawer => ui.drawer("Gallery", |ui| {
                ui.drawer_entry("Widgets", true).tap(Msg::Close);
                ui.drawer_entry("Settings", false).tap(Msg::Open(Page::Settings));
            }),
            Page::Menu => ui.menu(|ui| {
                ui.entry("", "Settings").tap(Msg::Open(Page::Settings));
                ui.entry("", "Ask").tap(Msg::Open(Page::Dialog));
            }),
            Page::Dialog => ui.dialog(
                "Are you sure?",
                |ui| {
                    ui.message("This cannot be undone.");
                    ui.field("pin", &self.pin, "PIN").password().typed(Msg::Pin);
                },
                |ui| {
                    ui.cancel("Cancel", Msg::Close);
                    ui.ok("Delete", Msg::Close);
                },
            ),
        }
    }

    fn update(&mut self, _page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Tab(tab) => self.tab = tab,
            Msg::Open(page) => cx.open(page),
            Msg::Toggle(at) => self.on[at] = !self.on[at],
            Msg::Name(name) => self.name = name,
            Msg::Pin(pin) => self.pin = pin,
            Msg::Toast => cx.toast("Saved to the gallery"),
            Msg::Notify => cx.notify("A new picture is waiting"),
            Msg::Ask => cx.permission("android.permission.CAMERA", Msg::Returned, Msg::Returned),
            Msg::Crash => cx.crash(Fault::new("java.lang.Error", "as asked")),
            Msg::Hang => cx.hang(Fault::new("", "as asked")),
            Msg::Visit(at) => cx.visit(NEIGHBOURS[at], |_| Msg::Returned),
            Msg::Returned => {}
            Msg::Close => cx.close(),
        }
    }
}

impl Gallery {
    fn view_main(&self, ui: &mut Ui<'_, Msg>) {
        ui.column("root", |ui| {
            ui.toolbar("Gallery", Nav::Drawer(Msg::Open(Page::Drawer)), |ui| {
                ui.icon("share", "Share").tap(Msg::Visit(2));
                ui.icon("lock", "Lock").enabled(false);
                ui.overflow(Msg::Open(Page::Menu));
            });
            ui.tabs("tabs", &["Widgets", "Pictures", "Actions"], self.tab, Msg::Tab);
            ui.stack("pages", |ui| {
                match self.tab {
                    0 => self.view_widgets(ui),
                    1 => view_pictures(ui),
                    _ => view_actions(ui),
                }
                ui.fab("ask", "Ask").tap(Msg::Open(Page::Dialog));
            })
            .fill();
        });
    }

    fn view_widgets(&self, ui: &mut Ui<'_, Msg>) {
        ui.scroll("widgets", |ui| {
            ui.field("name", &self.name, "Name").typed(Msg::Name);
            ui.field("note", "A text that was written before, and is\nlong enough for two lines", "Note")
                .typed(Msg::Name)
                .height(144);
            ui.checkbox("check", "A check box", !self.on[0]).tap(Msg::Toggle(0));
            ui.switch("switch", "A switch", !self.on[1]).tap(Msg::Toggle(1));
            ui.switch("off", "Another one, off and disabled", false).enabled(false);
            ui.row("radios", |ui| {
                ui.radio("one", "One", self.on[2]).tap(Msg::Toggle(2)).fill();
                ui.radio("two", "Two", !self.on[2]).tap(Msg::Toggle(2)).fill();
            })
            .height(72);
            ui.row("buttons", |ui| {
                ui.button("first", "Button").tap(Msg::Toast).fill();
                ui.button("second", "Disabled").enabled(false).fill();
            })
            .height(72);
            ui.busy();
            ui.text("link", "Open the web page").tap(Msg::Visit(3));
            ui.text(
                "odd",
                "Naïve café — 日本 🙂 ½ “quoted” a rather long line that ends in dots at the edge",
            );
        });
    }

    fn view_settings(&self, ui: &mut Ui<'_, Msg>) {
        ui.column("root", |ui| {
            ui.toolbar("Settings", Nav::Up(Msg::Close), |_| {});
            ui.scroll("settings", |ui| {
                ui.text("category", "General");
                ui.preference("Theme", "As the system has it", None).tap(Msg::Toast);
                ui.preference("Sound", "When a picture is taken", Some(true)).tap(Msg::Toggle(0));
                ui.preference("Location", "Not allowed", Some(false)).enabled(false);
            });
        });
    }
}

fn view_pictures(ui: &mut Ui<'_, Msg>) {
    ui.column("pictures", |ui| {
        for (left, right) in [("Sea", "Mountains"), ("A cat", "Grandmother")] {
            ui.row("", |ui| {
                ui.image("picture", left).fill().height(240);
                ui.image("picture", right).fill().height(240);
            })
            .height(240);
        }
        ui.list("people", 4, 84, |ui, at| {
            let name = ["Ada Lovelace", "Barbara Liskov", "Edsger Dijkstra", "Grace Hopper"][at];
            ui.row("person", |ui| {
                ui.image("face", name);
                ui.column("", |ui| {
                    ui.text("name", name);
                    ui.text("mail", "somebody@example.org");
                })
                .fill();
                ui.icon("call", "Call").tap(Msg::Visit(5));
            })
            .tap(Msg::Toast);
        });
    });
}

fn view_actions(ui: &mut Ui<'_, Msg>) {
    ui.scroll("actions", |ui| {
        for (label, msg) in ACTIONS {
            ui.button("action", label).tap(msg);
        }
        for (at, neighbour) in NEIGHBOURS.iter().enumerate() {
            ui.row("visit", |ui| {
                ui.image("icon", "").width(48);
                ui.text("name", format_args!("{neighbour:?}")).fill();
            })
            .height(66)
            .tap(Msg::Visit(at));
        }
    });
}
