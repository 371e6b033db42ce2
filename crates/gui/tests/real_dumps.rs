//! Dumps of real phones and states of real DroidBot runs, where they are at hand: a folder `shared/data` beside
//! the repository, or the one that `SKINK_SHARED_DATA` names. Without it these tests say so and pass.

use std::fs;
use std::path::{Path, PathBuf};

use skink_gui::{Screen, XmlError, parse_droidbot, parse_xml, print_xml};

fn shared_data() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("SKINK_SHARED_DATA").map_or(beside, PathBuf::from);
    folder.is_dir().then_some(folder)
}

/// All files below a folder with that ending, in order.
fn files(folder: &Path, ending: &str) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                folders.push(entry.path());
            } else if entry.path().extension().is_some_and(|found| found == ending) {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    Ok(found)
}

fn assert_survives(screen: &Screen, file: &Path) {
    let printed = parse_xml(print_xml(screen).as_bytes());
    assert_eq!(printed.as_ref(), Ok(screen), "printed and read back: {}", file.display());
    let stored = Screen::decode(&screen.encode());
    assert_eq!(stored.as_ref(), Ok(screen), "stored and read back: {}", file.display());
}

/// Compares with what an XML library reads of the same dump.
fn assert_agrees_with_library(screen: &Screen, text: &str, file: &Path) {
    let document = roxmltree::Document::parse(text).expect("a dump that is proper XML");
    let nodes: Vec<_> = document.descendants().filter(|n| n.has_tag_name("node")).collect();
    assert_eq!(screen.len(), nodes.len(), "{}", file.display());
    for (widget, node) in screen.widgets().zip(nodes) {
        let attribute = |name| node.attribute(name).unwrap_or_default();
        assert_eq!(widget.text(), attribute("text"), "{}", file.display());
        assert_eq!(widget.desc(), attribute("content-desc"), "{}", file.display());
        assert_eq!(widget.class(), attribute("class"), "{}", file.display());
        assert_eq!(widget.resource_id(), attribute("resource-id"), "{}", file.display());
        let children = node.children().filter(|n| n.is_element()).count();
        assert_eq!(widget.children().count(), children, "{}", file.display());
    }
}

#[test]
fn real_dumps_are_read() {
    let Some(folder) = shared_data() else {
        println!("skipped: no shared/data beside the repository, and SKINK_SHARED_DATA names no folder");
        return;
    };
    let (mut read, mut empty, mut widgets) = (0, 0, 0);
    for file in files(&folder, "xml").unwrap() {
        let bytes = fs::read(&file).unwrap();
        if bytes.is_empty() {
            assert_eq!(parse_xml(&bytes), Err(XmlError::Empty), "{}", file.display());
            empty += 1;
            continue;
        }
        let screen = parse_xml(&bytes).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        assert_survives(&screen, &file);
        assert_agrees_with_library(&screen, std::str::from_utf8(&bytes).unwrap(), &file);
        read += 1;
        widgets += screen.len();
    }
    println!("{read} dumps read with {widgets} widgets, {empty} empty ones refused");
    assert!(read > 0, "no dump in {}", folder.display());
}

#[test]
fn real_droidbot_states_are_read() {
    let Some(folder) = shared_data() else {
        println!("skipped: no shared/data beside the repository, and SKINK_SHARED_DATA names no folder");
        return;
    };
    let (mut read, mut widgets) = (0, 0);
    for file in files(&folder, "json").unwrap() {
        let is_state = file.parent().is_some_and(|parent| parent.ends_with("states"));
        if !is_state {
            continue;
        }
        let screen =
            parse_droidbot(&fs::read(&file).unwrap()).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        assert!(!screen.is_empty() && !screen.activity().is_empty(), "{}", file.display());
        assert_survives(&screen, &file);
        read += 1;
        widgets += screen.len();
    }
    println!("{read} states read with {widgets} widgets");
    assert!(read > 0, "no state in {}", folder.display());
}
