#!/usr/bin/env python3
"""The difference of two screens against the Python package `apted`, on the same pairs as the Rust benchmark.

    pip install apted
    cargo bench -p skink-gui --bench diff -- --export "$PWD/pairs.tsv"
    python3 benches/diff_python.py pairs.tsv

Every pair's distance must be the same, and all pairs together at least 100 times as fast; the exit status
says whether they are. Times of the Rust side were measured by the benchmark that wrote the file, as the best
of many runs of a pair; here the best of three counts.
"""
import sys
import time

from apted import APTED
from apted.helpers import Tree

RUNS = 3
WANTED = 100


def run(before, after):
    """Distance, and the nanoseconds that it and the mapping took."""
    start = time.perf_counter_ns()
    search = APTED(before, after)
    distance = search.compute_edit_distance()
    search.compute_edit_mapping()
    return distance, time.perf_counter_ns() - start


def main(path):
    ours = theirs = pairs = 0
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            distance, nanoseconds, before, after = line.rstrip("\n").split("\t")
            before, after = Tree.from_text(before), Tree.from_text(after)
            runs = [run(before, after) for _ in range(RUNS)]
            pairs += 1
            if runs[0][0] != int(distance):
                sys.exit(f"pair {pairs}: apted says {runs[0][0]}, Skink {distance}")
            theirs += min(taken for _, taken in runs)
            ours += int(nanoseconds)
    if not pairs:
        sys.exit(f"{path} holds no pairs")
    ratio = theirs / ours
    print(f"{pairs} pairs, all distances equal")
    print(f"Python {theirs / 1e6:.1f} ms, Skink {ours / 1e6:.3f} ms: {ratio:.0f} times as fast")
    if ratio < WANTED:
        sys.exit(f"less than {WANTED} times")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.setrecursionlimit(100_000)
    main(sys.argv[1])
