//! Randomness derived from a seed and a position, never from a running stream: what is drawn for one decision
//! does not depend on how the decisions before it were drawn, so a resumed run draws what the first one would.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The randomness of one decision.
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// The dice of a seed at a position.
    pub fn at(seed: u64, position: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut rng = ChaCha8Rng::from_seed(key);
        rng.set_stream(position);
        Self(rng)
    }

    /// A number below `n`; 0 where `n` is 0. Each is equally likely, up to n / 2^64.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.0.next_u64()) * n as u128) >> 64) as usize
    }

    /// True with that probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        // 53 bits fill a float's mantissa.
        ((self.0.next_u64() >> 11) as f64) < probability * (1u64 << 53) as f64
    }

    /// One of them; `None` where there are none.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_independent_and_repeat() {
        let draw = |seed, position| Dice::at(seed, position).below(1_000_000);
        assert_eq!(draw(1, 5), draw(1, 5));
        assert_ne!(draw(1, 5), draw(1, 6));
        assert_ne!(draw(1, 5), draw(2, 5));
    }

    #[test]
    fn chances_are_kept() {
        let hits = (0..10_000).filter(|i| Dice::at(7, *i).chance(0.1)).count();
        assert!((900..1100).contains(&hits), "{hits} of 10000 at 0.1");
        assert!(!Dice::at(7, 0).chance(0.0));
        assert!(Dice::at(7, 0).chance(1.0));
    }
}
