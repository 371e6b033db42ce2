//! `content`: the settings' tables once more, the only provider here.

use super::settings;
use crate::shell::Call;

pub(super) fn run(call: &Call<'_>) -> i32 {
    let value = |flag: &str| {
        let at = call.args().iter().position(|arg| arg == flag)?;
        call.args().get(at + 1).map(String::as_str)
    };
    let command = call.args().first().map_or("", String::as_str);
    let uri = value("--uri").unwrap_or_default();
    let authority = uri.trim_start_matches("content://").split('/').next().unwrap_or_default();
    let table = uri.rsplit('/').next().unwrap_or_default();
    if uri.is_empty() {
        call.io.complain("[ERROR] Unsupported operation: \n");
        return 1;
    }
    if authority != "settings" {
        call.io.complain(&format!(
            "Error while accessing provider:{authority}\njava.lang.IllegalStateException: Could not find provider: \
             {authority}\n\tat com.android.commands.content.Content$Command.execute(Content.java:378)\n\tat \
             com.android.commands.content.Content.main(Content.java:544)\n"
        ));
        return i32::from(call.api() >= 24);
    }
    match command {
        "query" => query(call, table, value("--where")),
        "insert" => insert(call, table),
        _ => 0,
    }
}

fn query(call: &Call<'_>, table: &str, filter: Option<&str>) -> i32 {
    let wanted = filter.and_then(|filter| filter.split('\'').nth(1));
    let handset = call.shared.handset();
    let of_table = handset.tables.iter().filter(|((of, _), _)| of == table).enumerate();
    let rows = of_table.filter(|(_, ((_, name), _))| wanted.is_none_or(|wanted| name == wanted));
    let mut text = String::new();
    for (row, (at, ((_, name), value))) in rows.enumerate() {
        text.push_str(&format!("Row: {row} _id={}, name={name}, value={value}\n", at + 1));
    }
    drop(handset);
    call.io.print(if text.is_empty() { "No result found.\n" } else { &text });
    0
}

fn insert(call: &Call<'_>, table: &str) -> i32 {
    let bound = |column: &str| {
        let mut binds = call.args().windows(2).filter(|pair| pair[0] == "--bind").map(|pair| &pair[1]);
        binds.find_map(|bind| {
            let (name, rest) = bind.split_once(':')?;
            (name == column).then(|| rest.split_once(':').map(|(_, value)| value.to_owned())).flatten()
        })
    };
    if let (Some(name), Some(value)) = (bound("name"), bound("value")) {
        settings::put(&mut call.shared.handset(), table, &name, &value);
    }
    0
}
