//! What is on the screen and not the app's: the status bar, the keyboard, toasts and the dialogs of the system.

use skink_gui::{Bounds, Flags, Screen};

use super::canvas::{Canvas, Colour, mixed};
use super::font::{Align, Style};
use super::icons::Icon;
use super::theme::{BLACK, GREY, INK, PALE, SNACKBAR, WHITE, theme};

/// The time of day.
pub(super) fn clock(now: u64) -> String {
    let minutes = now / 60_000;
    format!("{}:{:02}", minutes / 60 % 24, minutes % 60)
}

/// The bar at the top: what the clock says, network and battery.
pub(super) fn status_bar(canvas: &mut Canvas, height: i32, colour: Option<Colour>, now: u64) {
    let bar = Bounds { bottom: height, ..canvas.whole() };
    if let Some(colour) = colour {
        canvas.fill(bar, colour);
    }
    let text = Bounds { left: bar.left + 20, ..bar };
    canvas.line(text, &clock(now), Style::medium(19), WHITE, Align::Start);
    let (right, middle) = (bar.right - 20, height / 2);
    // A battery that is four fifths full.
    canvas.round(Bounds::new(right - 12, middle - 7, right, middle + 11), 2, mixed(BLACK, WHITE, 120));
    canvas.fill(Bounds::new(right - 9, middle - 10, right - 3, middle - 7), mixed(BLACK, WHITE, 120));
    canvas.round(Bounds::new(right - 12, middle - 4, right, middle + 11), 2, WHITE);
    // Wireless: the upper quarter of a disc.
    let (x, y) = ((right - 34) as f32, (middle + 10) as f32);
    canvas.shape(Bounds::new(right - 48, middle - 11, right - 20, middle + 11), WHITE, |px, py| {
        let (dx, dy) = (px - x, y - py);
        (dx.hypot(dy) - 20.0).max((dx.abs() - dy) * 0.7)
    });
}

const ROWS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

/// The keyboard at the bottom.
pub(super) fn keyboard(canvas: &mut Canvas, area: Bounds, accent: Colour) {
    let (back, key, dark) = ([232, 234, 237], WHITE, [205, 209, 214]);
    canvas.fill(area, back);
    let strip = 36;
    for (place, word) in ["I", "The", "Thanks"].into_iter().enumerate() {
        let third = area.width() / 3;
        let left = area.left + place as i32 * third;
        let cell = Bounds::new(left, area.top, left + third, area.top + strip + 6);
        canvas.line(cell, word, Style::regular(19), GREY, Align::Center);
    }
    let (top, unit) = (area.top + strip + 8, area.width() / 10);
    let step = (area.bottom - top - 6) / 4;
    let cap = |row: i32, left: i32, width: i32| {
        let top = top + row * step;
        Bounds::new(left + 4, top + 3, left + width - 4, top + step - 5)
    };
    for (row, letters) in ROWS.into_iter().enumerate() {
        let left = area.left + (area.width() - unit * letters.len() as i32) / 2;
        for (place, letter) in letters.chars().enumerate() {
            let area = cap(row as i32, left + place as i32 * unit, unit);
            canvas.round(Bounds { top: area.top + 2, bottom: area.bottom + 2, ..area }, 7, dark);
            canvas.round(area, 7, key);
            canvas.line(area, letter.encode_utf8(&mut [0; 4]), Style::regular(25), INK, Align::Center);
        }
    }
    let side = unit * 3 / 2;
    let last = cap(2, area.right - side, side);
    let special = [
        (cap(2, area.left, side), "⇧", dark),
        (last, "", dark),
        (cap(3, area.left, side), "?123", dark),
        (cap(3, area.left + side, unit), ",", key),
        (cap(3, area.left + side + unit, area.width() - 2 * side - 2 * unit), "", key),
        (cap(3, area.right - side - unit, unit), ".", key),
        (cap(3, area.right - side, side), "", accent),
    ];
    for (area, label, colour) in special {
        canvas.round(area, 7, colour);
        if label == "⇧" {
            arrow_up(canvas, area);
        } else {
            canvas.line(area, label, Style::regular(20), INK, Align::Center);
        }
    }
    centred(canvas, last, "back", 28, INK);
    centred(canvas, cap(3, area.right - side, side), "done", 28, WHITE);
}

fn arrow_up(canvas: &mut Canvas, area: Bounds) {
    let (x, y) = (area.center().x as f32, area.center().y as f32);
    canvas.shape(area, INK, |px, py| {
        let (dx, dy) = ((px - x).abs(), py - y);
        let head = ((dx - dy - 11.0) * 0.7).max(dy - 1.0);
        head.min((dx - 5.0).max((dy - 5.0).abs() - 6.0))
    });
}

/// An icon in the middle of an area.
pub(super) fn centred(canvas: &mut Canvas, area: Bounds, words: &str, size: i32, colour: Colour) {
    if let Some(icon) = Icon::of(words) {
        let middle = area.center();
        draw_icon(canvas, icon, (middle.x, middle.y), size, colour);
    }
}

/// An icon around a point.
pub(super) fn draw_icon(canvas: &mut Canvas, icon: Icon, (x, y): (i32, i32), size: i32, colour: Colour) {
    // The icons are lent out while the pixels are written.
    let mut icons = std::mem::take(&mut canvas.icons);
    canvas.mask((x - size / 2, y - size / 2), size, icons.mask(icon, size), colour);
    canvas.icons = icons;
}

/// A toast at the bottom of the screen.
pub(crate) fn toast(canvas: &mut Canvas, text: &str) {
    let whole = canvas.whole();
    canvas.clip(whole);
    let style = Style::regular(20);
    let wide = canvas.glyphs.measure(text, style) as i32 + 60;
    let width = wide.min(whole.width() - 72);
    let (left, bottom) = ((whole.width() - width) / 2, whole.bottom - 96);
    let area = Bounds::new(left, bottom - 60, left + width, bottom);
    canvas.shadow(area, 30, 12);
    canvas.round(area, 30, SNACKBAR);
    let inner = Bounds { left: area.left + 28, right: area.right - 28, ..area };
    canvas.line(inner, text, style, WHITE, Align::Center);
}

/// Everything there is, dimmed.
pub(super) fn scrim(canvas: &mut Canvas) {
    let whole = canvas.whole();
    canvas.clip(whole);
    canvas.shade(whole, BLACK, 120);
}

/// A dialog of the system above whatever was drawn.
pub(crate) fn system_dialog(canvas: &mut Canvas, dialog: &Screen) {
    scrim(canvas);
    let Some(root) = dialog.roots().next() else { return };
    let primary = theme("android").primary;
    let buttons = dialog.widgets().filter(|widget| widget.is(Flags::CLICKABLE));
    // The window reaches a row further than its buttons do where there is only one.
    let bottom = buttons.map(|button| button.bounds().bottom).max().unwrap_or(root.bounds().bottom);
    let panel = Bounds { bottom: bottom + 12, ..root.bounds() };
    canvas.shadow(panel, 14, 24);
    canvas.round(panel, 14, WHITE);
    for widget in dialog.widgets().filter(|widget| widget.is_leaf()) {
        let area = widget.bounds();
        let inner = Bounds { left: area.left + 36, right: area.right - 36, ..area };
        if widget.is(Flags::CLICKABLE) {
            let word = if widget.text().starts_with("Close") { "close" } else { button_icon(widget.text()) };
            let place = Bounds { right: inner.left + 30, ..inner };
            centred(canvas, place, word, 30, PALE);
            let label = Bounds { left: inner.left + 54, ..inner };
            canvas.line(label, widget.text(), Style::medium(21), primary, Align::Start);
        } else {
            let room = Bounds { top: area.top + 36, bottom: area.bottom - 6, ..inner };
            let style = Style::medium(26);
            canvas.lines(room, style.pitch(), widget.text(), style, INK);
        }
    }
}

fn button_icon(label: &str) -> &'static str {
    match label {
        "Wait" => "clock",
        "Allow" => "check",
        _ => "close",
    }
}
