//! Jobs shared out to several threads, with the same result whatever their number.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::RunError;

/// Jobs not begun yet: each worker takes the next one, with its number.
pub struct Queue<'j, J> {
    jobs: &'j [J],
    next: AtomicUsize,
}

impl<'j, J> Iterator for &Queue<'j, J> {
    type Item = (usize, &'j J);

    fn next(&mut self) -> Option<Self::Item> {
        let at = self.next.fetch_add(1, Ordering::Relaxed);
        self.jobs.get(at).map(|job| (at, job))
    }
}

/// Does jobs with several workers and gives what came of them in the order of the jobs. A worker that fails is the
/// failure of all: the others end with the job they are at. One that returns early leaves the rest to the others.
pub fn share_out<J: Sync, R: Send>(
    workers: usize,
    jobs: &[J],
    work: impl Fn(&Queue<'_, J>) -> Result<Vec<(usize, R)>, RunError> + Sync,
) -> Result<Vec<R>, RunError> {
    let queue = Queue { jobs, next: AtomicUsize::new(0) };
    let work = || {
        let done = work(&queue);
        if done.is_err() {
            queue.next.store(jobs.len(), Ordering::Relaxed);
        }
        done
    };
    let all = std::thread::scope(|scope| {
        let others: Vec<_> = (1..workers.min(jobs.len())).map(|_| scope.spawn(work)).collect();
        let mut all = vec![work()];
        all.extend(
            others.into_iter().map(|other| other.join().unwrap_or_else(|e| std::panic::resume_unwind(e))),
        );
        all
    });
    let mut done = Vec::new();
    for of_worker in all {
        done.extend(of_worker?);
    }
    done.sort_by_key(|(at, _)| *at);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

/// As many workers as there are cores.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_jobs_whatever_the_number_of_workers() {
        let jobs: Vec<u64> = (0..100).collect();
        for workers in [0, 1, 3, 200] {
            let squares = share_out(workers, &jobs, |queue| Ok(queue.map(|(at, n)| (at, n * n)).collect()));
            assert_eq!(squares.unwrap(), jobs.iter().map(|n| n * n).collect::<Vec<_>>());
        }
        assert!(
            share_out(2, &[0; 0], |queue| Ok(queue.map(|(at, n)| (at, *n)).collect())).unwrap().is_empty()
        );
    }

    #[test]
    fn a_worker_that_fails_is_the_failure_of_all() {
        let jobs: Vec<usize> = (0..100).collect();
        let failed = share_out(2, &jobs, |queue| {
            let done = |(at, job): (usize, &usize)| match job {
                7 => Err(RunError::Diverged { problem: "seven".to_owned() }),
                _ => Ok((at, ())),
            };
            queue.map(done).collect()
        });
        assert!(matches!(failed, Err(RunError::Diverged { .. })));
    }
}
