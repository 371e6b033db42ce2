//! Pictures, for people. Of a finding: its events are done once more from a clean start, with a look before the
//! first and after each; taking them while exploring would slow every step for the few that are ever shown. Of
//! a state: when it is seen for the first time.

use std::path::{Path, PathBuf};

use skink_device::{Device, Input};
use skink_gui::Structure;

use crate::error::RunError;
use crate::replay::{OnMissing, Scripted};
use crate::run_dir::{RunDir, load_script};

/// Which picture of a finding: the first look is 0, then one for each event; `of` tells the replay from the seed.
pub fn shot_path(finding: &Path, of: &str, number: usize) -> PathBuf {
    finding.join("shots").join(format!("{of}-{number:03}.png"))
}

/// The picture of a state of a run, taken when it was first seen.
pub fn state_shot_path(run: &Path, state: Structure) -> PathBuf {
    run.join("shots").join(format!("{}.png", state.0))
}

/// Takes the pictures of every finding of a run that has none yet; old ones go when a finding is shrunk again.
/// A device that gives none is no failure.
pub fn photograph_findings(run: &RunDir, device: &mut dyn Device) -> Result<(), RunError> {
    for (path, _) in run.findings()? {
        for (of, file) in [("replay", "replay.jsonl"), ("seed", "seed.jsonl")] {
            let script = load_script(&path, file)?;
            if !script.is_empty() && !shot_path(&path, of, script.len()).exists() {
                photograph(device, &script, &path, of)?;
            }
        }
    }
    Ok(())
}

/// Takes the pictures of a script; where an event cannot be done, what could be taken is kept.
fn photograph(
    device: &mut dyn Device,
    script: &[Scripted],
    finding: &Path,
    of: &str,
) -> Result<(), RunError> {
    let mut now = device.clean_start(0)?.screen;
    take(device, &shot_path(finding, of, 0))?;
    for (number, scripted) in script.iter().enumerate() {
        // The clock is another than it was, and so may be what a widget says.
        let widget = scripted.widget_on(&now, OnMissing::Skip);
        let bounds = widget.map(|id| now.widget(id).bounds());
        let Some(input) = Input::of(&scripted.event.action, bounds) else { return Ok(()) };
        now = device.perform(&input)?.screen;
        take(device, &shot_path(finding, of, number + 1))?;
    }
    Ok(())
}

pub(crate) fn take(device: &mut dyn Device, path: &Path) -> Result<(), RunError> {
    match device.screenshot()? {
        Some(picture) => {
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder).map_err(RunError::io("create", folder))?;
            }
            std::fs::write(path, picture.to_png()).map_err(RunError::io("write", path))
        }
        None => Ok(()),
    }
}
