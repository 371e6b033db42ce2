//! An app of one's own goes through the same engines as the samples.

use std::process::Command;

#[test]
fn the_explorer_finds_its_bug_and_shrinks_it() {
    let output = Command::new(env!("CARGO_BIN_EXE_own-app")).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("IndexOutOfBoundsException in ListPage.select in 3 events"), "{said}");
}
