//! The widgets themselves: buttons, icons, images, fields, check boxes and their kin, and the home screen's
//! icons. Where they stand and on what is [`mod@super::page`]'s business.

use skink_gui::{Bounds, Flags};

use crate::ui::{Look, Raw};

use super::around::{clock, draw_icon};
use super::canvas::{Colour, mixed};
use super::font::{Align, Style};
use super::icons::Icon;
use super::page::{BODY, LABEL, Painter, Surface, inset};
use super::theme::{BLACK, DISABLED, DIVIDER, GREY, INK, PAGE, PALE, WHITE, calm, hash, named};

/// From one line of a field to the next: as high as a text is.
const LINE: i32 = 36;
/// Icons are 24 dp.
const ICON: i32 = 36;

impl<'a> Painter<'a> {
    /// The home screen: the date, icons with their names, and what apps have to tell.
    pub(super) fn home_text(&mut self, node: &Raw) {
        let text = self.text(node.text);
        let whole = self.canvas.whole();
        if node.id == "notification" {
            let area = inset(node.bounds, 12, 5);
            self.canvas.round(area, 14, [244, 242, 248]);
            let middle = area.center().y;
            self.canvas.disc(area.left + 34, middle, 18, calm(text));
            draw_icon(
                self.canvas,
                Icon::of("bell").unwrap_or(Icon::FIRST),
                (area.left + 34, middle),
                22,
                WHITE,
            );
            let room = Bounds { left: area.left + 66, right: area.right - 18, ..area };
            self.canvas.line(room, text, Style::regular(20), INK, Align::Start);
        } else if node.tap.is_some() {
            self.canvas.clip(whole);
            let (x, y) = (node.bounds.center().x, node.bounds.top - 36);
            let colour = calm(text);
            self.canvas.disc(x, y, 34, colour);
            match Icon::of(text) {
                Some(icon) => draw_icon(self.canvas, icon, (x, y), 36, WHITE),
                None => self.letter((x, y), text, Style::medium(36), WHITE),
            }
            self.canvas.line(node.bounds, text, Style::regular(19), WHITE, Align::Center);
        } else {
            let room = Bounds { top: node.bounds.top + 40, bottom: node.bounds.top + 120, ..node.bounds };
            self.canvas.clip(whole);
            self.canvas.line(room, &clock(self.now), Style::regular(76), WHITE, Align::Center);
            let room = Bounds { top: room.bottom + 6, bottom: room.bottom + 46, ..room };
            self.canvas.line(room, text, Style::regular(26), WHITE, Align::Center);
        }
    }

    fn letter(&mut self, (x, y): (i32, i32), text: &str, style: Style, colour: Colour) {
        let first = text.chars().find(|c| c.is_alphanumeric()).and_then(|c| c.to_uppercase().next());
        if let Some(first) = first {
            let area = Bounds::new(x - 30, y - 30, x + 30, y + 30);
            self.canvas.line(area, first.encode_utf8(&mut [0; 4]), style, colour, Align::Center);
        }
    }

    pub(super) fn button(&mut self, node: &Raw) {
        let label = self.text(node.text);
        let on = node.flags.contains(Flags::ENABLED);
        let area = inset(node.bounds, 6, 7);
        match self.surface() {
            Surface::Actions => {
                let colour = self.faded(node, self.theme.primary);
                self.canvas.line(inset(node.bounds, 4, 0), label, LABEL, colour, Align::Center);
            }
            Surface::Bar | Surface::Dark => {
                let colour = self.faded(node, mixed(self.theme.tint, WHITE, 60));
                self.canvas.line(inset(node.bounds, 4, 0), label, LABEL, colour, Align::Center);
            }
            Surface::Paper | Surface::Card => {
                let height = area.height().min(60);
                let top = area.center().y - height / 2;
                let area = Bounds { top, bottom: top + height, ..area };
                let (back, ink) =
                    if on { (self.button_colour(node), WHITE) } else { (DIVIDER, [130, 130, 130]) };
                self.canvas.round(area, 9, back);
                self.canvas.line(inset(area, 6, 0), label, LABEL, ink, Align::Center);
            }
        }
    }

    /// Calls are taken in green and ended in red everywhere.
    fn button_colour(&self, node: &Raw) -> Colour {
        match node.id {
            "answer" => [46, 125, 50],
            "decline" | "end_call" => [198, 40, 40],
            _ => self.theme.primary,
        }
    }

    /// Description first, then id: what a picture shows.
    fn icon_of(&self, node: &Raw) -> Option<Icon> {
        Icon::of(self.text(node.desc)).or_else(|| Icon::of(node.id.rsplit('/').next().unwrap_or("")))
    }

    pub(super) fn icon(&mut self, node: &Raw) {
        let desc = self.text(node.desc);
        let middle = node.bounds.center();
        let size = ICON.min(node.bounds.width() - 6).min(node.bounds.height() - 2).max(12);
        let selected = node.flags.contains(Flags::SELECTED);
        let colour = match self.surface() {
            Surface::Bar | Surface::Dark => WHITE,
            _ if selected => self.theme.primary,
            _ => [84, 84, 84],
        };
        let colour = self.faded(node, colour);
        let at = (middle.x, middle.y);
        if let Some(shown) = named(desc) {
            self.swatch(at, size / 2, shown, selected);
        } else if let Some(icon) = self.icon_of(node) {
            draw_icon(self.canvas, icon, at, size, colour);
        } else {
            let half = size * 4 / 9;
            let area = Bounds::new(middle.x - half, middle.y - half, middle.x + half, middle.y + half);
            self.canvas.outline(area, 6, 2, colour);
            let style = Style::medium((size * 5 / 9).clamp(8, 40) as u8);
            let label = if desc.is_empty() { node.id } else { desc };
            self.letter(at, label, style, colour);
        }
    }

    fn swatch(&mut self, (x, y): (i32, i32), radius: i32, colour: Colour, selected: bool) {
        self.canvas.disc(x, y, radius, colour);
        self.canvas.ring(x, y, radius, 1, mixed(colour, BLACK, 60));
        if selected {
            self.canvas.ring(x, y, radius + 6, 3, self.theme.primary);
        }
    }

    /// What an image without a description stands beside.
    fn beside(&self, at: usize) -> &'a str {
        let node = &self.nodes[at];
        let row = self.parent(node).map_or(0, |parent| parent.end as usize);
        // Beside it, or beside the frame around it.
        let row = if row == at + 1 {
            self.parent(node).and_then(|parent| self.parent(parent)).map_or(row, |outer| outer.end as usize)
        } else {
            row
        };
        let after = self.nodes.get(at + 1..row.max(at + 1)).unwrap_or(&[]);
        after.iter().find(|node| node.text.end > node.text.start).map_or("", |node| self.text(node.text))
    }

    pub(super) fn image(&mut self, at: usize, node: &Raw) {
        let desc = self.text(node.desc);
        let label = if desc.is_empty() { self.beside(at) } else { desc };
        let (width, height) = (node.bounds.width(), node.bounds.height());
        let least = width.min(height);
        let mut middle = node.bounds.center();
        if least < 66 {
            // In line with the texts, as far as its own place allows.
            let radius = (least - 4).clamp(10, 30) / 2;
            let margin = self.panel.left + 24 + radius;
            middle.x = margin.clamp(middle.x, (node.bounds.right - radius).max(middle.x));
        }
        let place = (middle.x, middle.y);
        let selected = self.parent(node).is_some_and(|parent| parent.flags.contains(Flags::SELECTED));
        let colour = match self.surface() {
            Surface::Bar | Surface::Dark => WHITE,
            _ if selected => self.theme.primary,
            _ => [110, 110, 110],
        };
        let icon = Icon::of(label).or_else(|| self.icon_of(node));
        if let Some(colour) = named(desc) {
            self.swatch(place, (least / 2 - 6).clamp(6, 27), colour, false);
        } else if is_photo(node) {
            let small = node.bounds.width() <= self.panel.width() / 2;
            let area = if small { inset(node.bounds, 4, 4) } else { node.bounds };
            self.scenery(area, if label.is_empty() { node.id } else { label });
        } else if least >= 66 {
            self.canvas.disc(middle.x, middle.y, (least * 3 / 8).min(45), calm(label));
            match icon {
                Some(icon) => draw_icon(self.canvas, icon, place, (least * 3 / 8).min(48), WHITE),
                None => self.letter(place, label, Style::medium((least / 3).min(40) as u8), WHITE),
            }
        } else if let Some(icon) = icon {
            let size = (least - 4).clamp(10, 30);
            let star = Icon::of("star") == Some(icon) && !desc.is_empty();
            draw_icon(self.canvas, icon, place, size, if star { [245, 160, 0] } else { colour });
        } else if label.is_empty() {
            self.canvas.disc(middle.x, middle.y, 5, PALE);
        } else {
            let radius = (least / 2 - 4).clamp(6, 16);
            self.canvas.disc(middle.x, middle.y, radius, calm(label));
            self.letter(place, label, Style::medium((radius * 5 / 4) as u8), WHITE);
        }
    }

    /// Hills below a sky, in colours and shapes of the description's own.
    fn scenery(&mut self, area: Bounds, label: &str) {
        let (seed, colour) = (crate::cx::mix(hash(label)), calm(label));
        let part = |shift: u32| (seed >> shift & 0xff) as f32 / 255.0;
        self.canvas.gradient(area, mixed(WHITE, colour, 60), mixed(WHITE, colour, 130));
        let (width, height) = (area.width() as f32, area.height() as f32);
        let radius = (width.min(height) * (0.08 + 0.05 * part(0))) as i32;
        let sun = (area.left + (width * (0.2 + 0.6 * part(8))) as i32, area.top + (height * 0.28) as i32);
        self.canvas.disc(sun.0, sun.1, radius, mixed(WHITE, colour, 20));
        for (layer, alpha) in [(0.0_f32, 150), (1.0, 200), (2.0, 245)] {
            let (phase, base) = (part(16) * 6.3 + layer * 2.1, 0.54 + layer * 0.15);
            let waves = (0.7 + 0.5 * part(24) + layer * 0.3) * (width / height).clamp(0.6, 2.5);
            for x in area.left..area.right {
                let along = (x - area.left) as f32 / width;
                let top = (base + 0.055 * (along * waves * 6.3 + phase).sin()) * height;
                let (edge, share) = (area.top + top as i32, 1.0 - top.fract());
                let hill = mixed(WHITE, mixed(colour, BLACK, 24), alpha);
                self.canvas.shade(Bounds::new(x, edge, x + 1, edge + 1), hill, (share * 255.0) as u8);
                self.canvas.fill(Bounds::new(x, edge + 1, x + 1, area.bottom), hill);
            }
        }
    }

    pub(super) fn fab(&mut self, node: &Raw) {
        let middle = node.bounds.center();
        let radius = node.bounds.width().min(node.bounds.height()) / 2 - 6;
        let area = Bounds::new(middle.x - radius, middle.y - radius, middle.x + radius, middle.y + radius);
        self.bar_shadow();
        let whole = self.canvas.whole();
        self.canvas.clip(whole);
        self.canvas.shadow(area, radius, 14);
        self.canvas.disc(middle.x, middle.y, radius, self.theme.accent);
        match self.icon_of(node) {
            Some(icon) => draw_icon(self.canvas, icon, (middle.x, middle.y), ICON, WHITE),
            None => self.letter((middle.x, middle.y), self.text(node.desc), Style::medium(32), WHITE),
        }
    }

    pub(super) fn field(&mut self, node: &Raw) {
        let area = self.text_area(node);
        let focused = node.flags.contains(Flags::FOCUSED);
        let dark = self.surface().is_dark();
        let line = match (dark, focused) {
            (true, _) => WHITE,
            (_, true) => self.theme.primary,
            _ => PALE,
        };
        let bottom = node.bounds.bottom - 8;
        let thick = if focused { 3 } else { 1 };
        let text = self.text(node.text);
        let hint = self.text(node.hint);
        let tall = node.bounds.height() >= 108;
        let ink = self.faded(node, if dark { WHITE } else { INK });
        let pale = if dark { mixed(self.theme.primary, WHITE, 190) } else { PALE };
        self.canvas.fill(Bounds { top: bottom - thick, bottom, ..area }, line);
        let hidden;
        let shown = if node.flags.contains(Flags::PASSWORD) {
            hidden = "•".repeat(text.chars().count());
            hidden.as_str()
        } else {
            text
        };
        let cursor = if tall {
            let room = Bounds { bottom: bottom - 4, ..area };
            if shown.is_empty() {
                self.canvas.line(Bounds { bottom: room.top + LINE, ..room }, hint, BODY, pale, Align::Start);
                (area.left, room.top + LINE / 2)
            } else {
                self.canvas.lines(room, LINE, shown, Style::regular(21), ink)
            }
        } else if shown.is_empty() {
            let room = Bounds { bottom, ..area };
            self.canvas.line(room, hint, BODY, pale, Align::Start);
            (area.left, room.center().y)
        } else {
            // The hint moves out of the way of what was typed.
            let label = node.bounds.height() >= 66 && !hint.is_empty();
            if label {
                let room = Bounds { top: node.bounds.top + 2, bottom: node.bounds.top + 22, ..area };
                let colour = if focused && !dark { self.theme.primary } else { pale };
                self.canvas.line(room, hint, Style::regular(15), colour, Align::Start);
            }
            let top = node.bounds.top + if label { 20 } else { 0 };
            let room = Bounds { top, bottom: bottom - 2, ..area };
            self.canvas.line(room, shown, BODY, ink, Align::Start);
            let width = self.canvas.glyphs.measure(shown, BODY) as i32;
            (area.left + width.min(area.width()), room.center().y)
        };
        if focused {
            let (x, y) = cursor;
            self.canvas.fill(Bounds::new(x + 1, y - 13, x + 3, y + 13), line);
        }
    }

    pub(super) fn checkable(&mut self, node: &Raw) {
        let label = self.text(node.text);
        let on = node.flags.contains(Flags::CHECKED);
        let active = if self.surface().is_dark() { WHITE } else { self.theme.primary };
        let ink = self.faded(node, if self.surface().is_dark() { WHITE } else { INK });
        let colour = self.faded(node, if on { active } else { GREY });
        let area = self.text_area(node);
        let y = node.bounds.center().y;
        let half = if node.look == Look::Switch { 26 } else { 14 };
        let x = match (label.is_empty(), node.look) {
            (true, _) => node.bounds.center().x,
            (false, Look::Switch) => area.right - half,
            _ => area.left + half,
        };
        match node.look {
            Look::Check => self.check_box((x, y), on, colour),
            Look::Radio => {
                self.canvas.ring(x, y, 14, 3, colour);
                if on {
                    self.canvas.disc(x, y, 8, colour);
                }
            }
            _ => {
                let track = Bounds::new(x - 23, y - 10, x + 23, y + 10);
                self.canvas.round(track, 10, if on { mixed(WHITE, colour, 120) } else { DISABLED });
                let knob = if on { x + 14 } else { x - 14 };
                self.canvas.shadow(Bounds::new(knob - 14, y - 14, knob + 14, y + 14), 14, 6);
                self.canvas.disc(knob, y, 14, if on { colour } else { PAGE });
            }
        }
        let room = if node.look == Look::Switch {
            Bounds { right: area.right - 2 * half - 12, ..area }
        } else {
            Bounds { left: area.left + 2 * half + 15, ..area }
        };
        self.canvas.line(room, label, BODY, ink, Align::Start);
        if let Some(item) = self.items.last_mut() {
            item.texts += u32::from(!label.is_empty());
        }
    }

    fn check_box(&mut self, (x, y): (i32, i32), on: bool, colour: Colour) {
        let area = Bounds::new(x - 14, y - 14, x + 14, y + 14);
        if on {
            self.canvas.round(area, 4, colour);
            let tick = if colour == WHITE { self.theme.primary } else { WHITE };
            draw_icon(self.canvas, Icon::of("check").unwrap_or(Icon::FIRST), (x, y), 26, tick);
        } else {
            self.canvas.outline(area, 4, 3, colour);
        }
    }

    /// Three quarters of a circle, turned by what the clock says.
    pub(super) fn progress(&mut self, node: &Raw) {
        let middle = node.bounds.center();
        let (x, y) = (middle.x as f32, middle.y as f32);
        let turned = (self.now % 1_200) as f32 / 1_200.0 * 360.0;
        let area = Bounds::new(middle.x - 30, middle.y - 30, middle.x + 30, middle.y + 30);
        let radius = (node.bounds.height().min(72) / 2 - 12).max(8) as f32;
        self.canvas.shape(area, self.theme.accent, |px, py| {
            let angle = ((py - y).atan2(px - x).to_degrees() - turned).rem_euclid(360.0);
            let ring = ((px - x).hypot(py - y) - radius).abs() - 2.5;
            if angle <= 270.0 { ring } else { ring.max(1.0) }
        });
    }
}

/// Whether an image is of something, and no sign: a large one, unless it says otherwise.
fn is_photo(node: &Raw) -> bool {
    let least = node.bounds.width().min(node.bounds.height());
    let names = |words: &[&str]| words.iter().any(|word| node.id.contains(word));
    if names(&["icon", "logo", "empty"]) {
        return false;
    }
    least >= 100 || least >= 48 && names(&["photo", "picture", "thumb", "preview", "cover", "poster", "map"])
}
