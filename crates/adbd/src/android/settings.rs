//! `settings`: three tables of names and values. Two of the names turn the screen.

use super::usage;
use crate::handset::Handset;
use crate::shell::Call;

pub(super) fn run(call: &Call<'_>, args: &[String]) -> i32 {
    let mut words: Vec<&str> = args.iter().map(String::as_str).collect();
    if let Some(at) = words.iter().position(|word| *word == "--user") {
        words.drain(at..(at + 2).min(words.len()));
    }
    let table = words.get(1).map(|table| table.to_ascii_lowercase()).unwrap_or_default();
    let known = matches!(table.as_str(), "system" | "secure" | "global");
    let mut handset = call.shared.handset();
    let text = match (words[..].first(), &words[..]) {
        (Some(&"get"), [_, _, name]) if known => {
            let value = handset.tables.get(&(table, (*name).to_owned()));
            format!("{}\n", value.map_or("null", String::as_str))
        }
        (Some(&"put"), [_, _, name, value, ..]) if known => {
            put(&mut handset, &table, name, value);
            String::new()
        }
        (Some(&"delete"), [_, _, name]) if known && call.api() >= 23 => {
            let gone = handset.tables.remove(&(table, (*name).to_owned())).is_some();
            format!("Deleted {} rows\n", u32::from(gone))
        }
        (Some(&"list"), [_, _]) if known && call.api() >= 23 => {
            let of_table = handset.tables.iter().filter(|((of, _), _)| *of == table);
            of_table.map(|((_, name), value)| format!("{name}={value}\n")).collect()
        }
        _ => {
            drop(handset);
            call.io.print(usage::SETTINGS);
            return 1;
        }
    };
    drop(handset);
    call.io.print(&text);
    0
}

/// Writes a setting and lets it have its effect.
pub(super) fn put(handset: &mut Handset, table: &str, name: &str, value: &str) {
    handset.tables.insert((table.to_owned(), name.to_owned()), value.to_owned());
    let number = |handset: &Handset, name: &str| {
        let value = handset.tables.get(&("system".to_owned(), name.to_owned()));
        value.and_then(|value| value.trim().parse::<u8>().ok()).unwrap_or(0)
    };
    if table == "system" && matches!(name, "user_rotation" | "accelerometer_rotation") {
        // The sensor of a phone on a desk says upright.
        let free = number(handset, "accelerometer_rotation") == 1;
        let quarters = if free { 0 } else { number(handset, "user_rotation") };
        handset.turn_to(quarters);
    }
}
