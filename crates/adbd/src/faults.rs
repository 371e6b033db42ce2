//! What goes wrong on purpose, so that whoever drives the phone can be tried against a device that misbehaves.
//!
//! Every service that a host opens and every request to the agent is a point, counted from 0. A plan names
//! points, or draws them from a seed: the same seed, the same points.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// One way to misbehave; each was met on a real device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// The connection ends before anything is done.
    Drop,
    /// What was asked for is done, then the connection ends without an answer.
    DropAfter,
    /// No answer comes for as long as the host waits.
    Hang,
    /// The answer is noise.
    Garbage,
    /// The connection ends and for a second the device does not greet: adb calls it offline.
    Offline,
    /// Half of the answer comes, then the stream ends.
    Half,
    /// The next look at the screen finds no tree.
    NullTree,
    /// The answer takes five seconds.
    Blocked,
}

impl Fault {
    /// Every fault with its name.
    pub const ALL: [(Fault, &'static str); 8] = [
        (Fault::Drop, "drop"),
        (Fault::DropAfter, "drop-after"),
        (Fault::Hang, "hang"),
        (Fault::Garbage, "garbage"),
        (Fault::Offline, "offline"),
        (Fault::Half, "half"),
        (Fault::NullTree, "null-tree"),
        (Fault::Blocked, "blocked"),
    ];

    /// The fault of that name.
    pub fn from_name(name: &str) -> Option<Fault> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(fault, _)| *fault)
    }
}

/// Which fault comes when.
#[derive(Clone, Debug)]
enum Plan {
    At(Vec<(u64, Fault)>),
    Seeded { seed: u64, every: u64, from: u64, kinds: Vec<Fault> },
}

/// A plan of faults and how far it has come; clones count together.
#[derive(Clone, Debug)]
pub struct Faults {
    plan: Plan,
    point: Arc<AtomicU64>,
    met: Arc<AtomicU64>,
}

/// Why a text is no plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no fault: write POINT:KIND,… or seed=N,every=N[,from=N][,kinds=KIND+KIND]; the kinds are \
         drop, drop-after, hang, garbage, offline, half, null-tree and blocked"
)]
pub struct FaultsError(String);

impl Faults {
    /// Nothing goes wrong.
    pub fn none() -> Self {
        Self::at(Vec::new())
    }

    /// These faults at these points.
    pub fn at(plan: Vec<(u64, Fault)>) -> Self {
        Self { plan: Plan::At(plan), point: Arc::default(), met: Arc::default() }
    }

    /// About one point in `every` from `from` on is a fault of one of these kinds.
    pub fn seeded(seed: u64, every: u64, from: u64, kinds: &[Fault]) -> Self {
        let plan = Plan::Seeded { seed, every: every.max(1), from, kinds: kinds.to_vec() };
        Self { plan, point: Arc::default(), met: Arc::default() }
    }

    /// The fault of the next point, if there is one.
    pub(crate) fn next(&self) -> Option<Fault> {
        let point = self.point.fetch_add(1, Ordering::Relaxed);
        let fault = match &self.plan {
            Plan::At(plan) => plan.iter().find(|(at, _)| *at == point).map(|(_, fault)| *fault),
            Plan::Seeded { seed, every, from, kinds } => {
                let drawn = mix(seed ^ mix(point.wrapping_add(1)));
                let hit = point >= *from && drawn.is_multiple_of(*every);
                let kind = (drawn / every) as usize;
                hit.then(|| kinds.get(kind % kinds.len().max(1)).copied()).flatten()
            }
        };
        self.met.fetch_add(u64::from(fault.is_some()), Ordering::Relaxed);
        fault
    }

    /// How many faults have happened so far.
    pub fn met(&self) -> u64 {
        self.met.load(Ordering::Relaxed)
    }
}

impl std::str::FromStr for Faults {
    type Err = FaultsError;

    fn from_str(text: &str) -> Result<Self, FaultsError> {
        let wrong = |part: &str| FaultsError(part.to_owned());
        if !text.contains('=') {
            let read = |part: &str| {
                let (point, kind) = part.split_once(':')?;
                Some((point.parse().ok()?, Fault::from_name(kind)?))
            };
            let parts = text.split(',').map(|part| read(part.trim()).ok_or_else(|| wrong(part)));
            return Ok(Self::at(parts.collect::<Result<_, _>>()?));
        }
        let (mut seed, mut every, mut from) = (0, 50, 0);
        let mut kinds: Vec<Fault> = Fault::ALL.iter().map(|(fault, _)| *fault).collect();
        for part in text.split(',').map(str::trim) {
            let (name, value) = part.split_once('=').ok_or_else(|| wrong(part))?;
            let number = || value.parse::<u64>().map_err(|_| wrong(part));
            match name {
                "seed" => seed = number()?,
                "every" => every = number()?,
                "from" => from = number()?,
                "kinds" => {
                    let named =
                        value.split('+').map(|kind| Fault::from_name(kind).ok_or_else(|| wrong(kind)));
                    kinds = named.collect::<Result<_, _>>()?;
                }
                _ => return Err(wrong(part)),
            }
        }
        Ok(Self::seeded(seed, every, from, &kinds))
    }
}

/// The finaliser of splitmix64: spreads the bits of a counter.
pub(crate) fn mix(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(faults: &Faults, points: usize) -> Vec<Option<Fault>> {
        (0..points).map(|_| faults.next()).collect()
    }

    #[test]
    fn named_points_fail_and_no_others() {
        let faults: Faults = "1:drop,3:half".parse().unwrap();
        assert_eq!(first(&faults, 4), [None, Some(Fault::Drop), None, Some(Fault::Half)]);
    }

    #[test]
    fn the_same_seed_fails_at_the_same_points() {
        let plan = "seed=7,every=10,from=5,kinds=drop+hang";
        let (one, two): (Faults, Faults) = (plan.parse().unwrap(), plan.parse().unwrap());
        let points = first(&one, 1000);
        assert_eq!(points, first(&two, 1000));
        assert!(points[..5].iter().all(Option::is_none));
        let hits = points.iter().flatten().count();
        assert!((60..140).contains(&hits), "{hits}");
        assert!(points.iter().flatten().all(|fault| matches!(fault, Fault::Drop | Fault::Hang)));
    }

    #[test]
    fn nonsense_is_told() {
        for text in ["drop", "1:fly", "seed=x", "sed=1", "1:drop,"] {
            assert!(text.parse::<Faults>().is_err(), "{text}");
        }
    }
}
