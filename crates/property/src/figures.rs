//! How each function fared in a run, and which are no properties at all: those that never can be done, or that never
//! hold, are reported as broken, neither as bugs nor as passes.

use serde::Serialize;

/// Enabled attempts without one that finished, after which a property is broken.
pub const ATTEMPTS: u64 = 20;
/// How a function fared in a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FunctionFigures {
    /// Its name.
    pub name: String,
    /// Moments at which it could be done.
    pub possible: u64,
    /// Times it was begun.
    pub attempts: u64,
    /// Times it was done and held.
    pub held: u64,
    /// Times it was done but not judged.
    pub unchecked: u64,
    /// Times it was violated.
    pub violated: u64,
    /// Whether it was violated as the first thing after a clean start.
    pub violated_clean: bool,
    /// Where it got stuck last: the line, what it looked for and what it nearly matched.
    pub stuck: Option<String>,
    /// Why it is no property at all, where it is not.
    pub broken: Option<String>,
}

impl FunctionFigures {
    /// With the reason why it is no property, where there is one.
    pub(crate) fn judged(mut self) -> Self {
        let done = self.held + self.unchecked + self.violated;
        let stuck = self.stuck.clone().unwrap_or_default();
        self.broken = if self.attempts >= ATTEMPTS && done == 0 {
            Some(format!("never done in {} attempts; {stuck}", self.attempts))
        } else if self.held == 0 && self.violated_clean {
            Some("it never held, not even as the first thing after a clean start".to_owned())
        } else if self.held == 0 && self.violated == 0 && self.unchecked >= ATTEMPTS {
            Some(format!("done {} times and never judged; {stuck}", self.unchecked))
        } else {
            None
        };
        self
    }
}
