//! The few statistics a comparison of strategies needs: means with their 95 % intervals (Student's t), whether
//! two samples differ (Mann–Whitney, two-sided, normal approximation with ties and continuity corrected), and by
//! how much (Vargha–Delaney's effect size).

use serde::{Deserialize, Serialize};

/// A mean and half the width of its 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// The interval is the mean, plus or minus this; 0 for a single value.
    pub plus_minus: f64,
}

impl Mean {
    /// Of these values; all zero where there are none.
    pub fn of(values: &[f64]) -> Self {
        let n = values.len() as f64;
        if values.is_empty() {
            return Self::default();
        }
        let mean = values.iter().sum::<f64>() / n;
        if values.len() < 2 {
            return Self { mean, plus_minus: 0.0 };
        }
        let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1.0);
        Self { mean, plus_minus: student(values.len() - 1) * (variance / n).sqrt() }
    }
}

/// The 97.5 % point of Student's t for so many degrees of freedom: exact to three digits up to ten, then by the
/// Cornish–Fisher expansion, off by less than 0.003 from there on.
fn student(freedom: usize) -> f64 {
    const FEW: [f64; 10] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
    const NORMAL: f64 = 1.959_964;
    match FEW.get(freedom.saturating_sub(1)) {
        Some(point) if freedom > 0 => *point,
        _ => {
            let (n, z) = (freedom.max(1) as f64, NORMAL);
            z + (z.powi(3) + z) / (4.0 * n) + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * n * n)
        }
    }
}

/// How two samples compare.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// Probability of a difference this large or larger between samples of one population.
    pub p: f64,
    /// Probability that a value of the first is larger than one of the second, ties counted half: 0.5 is no
    /// difference, 0.56 small, 0.64 medium, 0.71 large.
    pub effect: f64,
}

/// Compares two samples by the ranks of their values.
pub fn mann_whitney(a: &[f64], b: &[f64]) -> Comparison {
    let (m, n) = (a.len() as f64, b.len() as f64);
    if a.is_empty() || b.is_empty() {
        return Comparison { p: 1.0, effect: 0.5 };
    }
    let wins: f64 = a
        .iter()
        .flat_map(|x| b.iter().map(move |y| x.total_cmp(y)))
        .map(|order| match order {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        })
        .sum();
    let total = m + n;
    let ties: f64 = tied(a, b).into_iter().map(|t| t.powi(3) - t).sum();
    let variance = m * n / 12.0 * ((total + 1.0) - ties / (total * (total - 1.0)));
    let distance = ((wins - m * n / 2.0).abs() - 0.5).max(0.0);
    let p = if variance > 0.0 { 2.0 * upper_tail(distance / variance.sqrt()) } else { 1.0 };
    Comparison { p: p.min(1.0), effect: wins / (m * n) }
}

/// How many values share each value.
fn tied(a: &[f64], b: &[f64]) -> Vec<f64> {
    let mut all: Vec<f64> = a.iter().chain(b).copied().collect();
    all.sort_unstable_by(f64::total_cmp);
    all.chunk_by(|x, y| x == y).map(|group| group.len() as f64).collect()
}

/// Probability that a normal variable exceeds `z`: Abramowitz and Stegun 7.1.26, error below 1.5e-7.
fn upper_tail(z: f64) -> f64 {
    let x = z / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let poly = t
        * (0.254_829_592
            + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    0.5 * poly * (-x * x).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_of_ten_known_values() {
        let mean = Mean::of(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0]);
        assert!((mean.mean - 5.5).abs() < 1e-9);
        // Standard deviation 3.0277, divided by the root of 10, times 2.262.
        assert!((mean.plus_minus - 2.1659).abs() < 1e-3, "{mean:?}");
    }

    #[test]
    fn student_agrees_with_tables_beyond_ten() {
        for (freedom, expected) in [(11, 2.201), (15, 2.131), (20, 2.086), (30, 2.042), (100, 1.984)] {
            assert!((student(freedom) - expected).abs() < 3e-3, "{freedom}: {}", student(freedom));
        }
    }

    #[test]
    fn equal_samples_do_not_differ_and_apart_ones_do() {
        let (low, high) = ([1.0, 2.0, 3.0, 4.0, 5.0], [6.0, 7.0, 8.0, 9.0, 10.0]);
        assert!(mann_whitney(&low, &low).p > 0.9);
        let apart = mann_whitney(&low, &high);
        // The exact two-sided p is 2/252 = 0.0079; the corrected normal approximation gives 0.0122.
        assert!((apart.p - 0.0122).abs() < 5e-4, "{apart:?}");
        assert_eq!(apart.effect, 0.0);
        assert_eq!(mann_whitney(&[3.0; 5], &[3.0; 5]).p, 1.0);
    }
}
