//! `skink devices`: what can be driven.

use serde::Serialize;

use crate::failure::Failure;
use crate::output::{print, print_json};

#[derive(Serialize)]
struct Row {
    serial: &'static str,
    state: &'static str,
    about: &'static str,
}

pub(crate) fn run(json: bool) -> Result<u8, Failure> {
    let rows = [Row {
        serial: "phone",
        state: "ready",
        about: "built-in virtual phone for sample apps (`skink apps`)",
    }];
    if json {
        print_json(&rows)?;
    } else {
        for row in rows {
            print(&format!("{:<12} {:<8} {}\n", row.serial, row.state, row.about));
        }
    }
    Ok(crate::OK)
}
