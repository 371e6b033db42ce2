//! What things cost in phone time. Strategies are compared in phone time, while they run at full speed.

/// Phone time of an event and of a clean start, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// The name it is chosen by.
    pub name: &'static str,
    /// An event, settling included.
    pub event: u64,
    /// Clearing data and launching.
    pub restart: u64,
}

impl Costs {
    /// What the SwiftHand paper measured (section 2.1): 5 s an event, 30 s a restart.
    pub const PAPER: Costs = Costs { name: "paper", event: 5_000, restart: 30_000 };
    /// A present-day phone with a resident agent: 0.3 s an event, 2 s a restart.
    pub const MODERN: Costs = Costs { name: "modern", event: 300, restart: 2_000 };

    /// The cost model of that name.
    pub fn named(name: &str) -> Option<Costs> {
        [Self::PAPER, Self::MODERN].into_iter().find(|c| c.name == name)
    }
}
