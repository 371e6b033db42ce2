#!/usr/bin/env python3
"""Checks Skink's learners against AALpy on random machines: `python3 scripts/cross_check_aalpy.py [MACHINES] [SEED]`.

Needs AALpy (`pip install aalpy`) and cargo. States are labelled with the inputs they enable, and share labels.
- L*: Skink's, AALpy's and the minimised machine must be the same up to the names of states.
- Passive learning, from a sample that tells all states apart: Skink's and AALpy's RPNI must be that machine too.
- Passive learning, from random traces: both must explain every trace; their sizes are printed, not compared.
Exits with 1 on a disagreement.
"""

import itertools
import json
import pathlib
import random
import subprocess
import sys
from collections import deque

from aalpy.base import SUL
from aalpy.learning_algs import run_Lstar, run_RPNI
from aalpy.oracles import StatePrefixEqOracle

INPUTS = 4
OFF = -1  # what AALpy sees once an input was not enabled; it wants an answer for every input


def random_machine(dice):
    """States as (label, {input: state}), and the labels as sorted lists of inputs."""
    subsets = [list(s) for n in range(1, INPUTS + 1) for s in itertools.combinations(range(INPUTS), n)]
    labels = [[]] + dice.sample(subsets, dice.randint(2, 4))
    count = dice.randint(2, 12)
    states = []
    for at in range(count):
        label = 0 if at and dice.random() < 0.1 else dice.randint(1, len(labels) - 1)
        states.append((label, {a: dice.randrange(count) for a in labels[label]}))
    return states, labels


def minimal(states):
    """The machine without unreachable and equivalent states, numbered breadth first."""
    kind = {q: label for q, (label, _) in enumerate(states)}
    while True:
        signs = {q: (kind[q], tuple((a, kind[to]) for a, to in sorted(states[q][1].items()))) for q in kind}
        number = {sign: n for n, sign in enumerate(sorted(set(signs.values())))}
        finer = {q: number[signs[q]] for q in kind}
        if len(set(finer.values())) == len(set(kind.values())):
            break
        kind = finer
    return canonical(0, lambda q: states[q][0], lambda q: states[q][1], lambda q: kind[q])


def canonical(root, label, out, name=lambda q: q):
    """States as (label, {input: state}) in breadth-first order from the root: equal for equal machines."""
    numbers, todo, result = {name(root): 0}, deque([root]), []
    while todo:
        q = todo.popleft()
        edges = {}
        for a, to in sorted(out(q).items()):
            if name(to) not in numbers:
                numbers[name(to)] = len(numbers)
                todo.append(to)
            edges[a] = numbers[name(to)]
        result.append((label(q), edges))
    return result


def of_skink(model):
    return canonical(0, lambda q: model[q]["label"], lambda q: dict(model[q]["out"]))


def of_aalpy(model):
    def out(q):
        return {a: to for a, to in q.transitions.items() if to.output != OFF}

    return canonical(model.initial_state, lambda q: q.output, out, id)


def run(states, word):
    """The labels along a word, as far as its inputs are enabled."""
    q, seen = 0, []
    for a in word:
        if a not in states[q][1]:
            break
        q = states[q][1][a]
        seen.append(states[q][0])
    return seen


class Machine(SUL):
    """A machine that goes off for good at an input that is not enabled."""

    def __init__(self, states):
        super().__init__()
        self.states, self.at = states, 0

    def pre(self):
        self.at = 0

    def post(self):
        pass

    def step(self, letter):
        if letter is not None:
            self.at = None if self.at is None else self.states[self.at][1].get(letter)
        return OFF if self.at is None else self.states[self.at][0]


def exact_oracle(states, sul):
    """Says the shortest word on which a hypothesis is wrong, from the machine itself."""

    class Exact(StatePrefixEqOracle):
        def find_cex(self, hypothesis):
            start = (0, hypothesis.initial_state)
            known, todo = {(0, id(start[1]))}, deque([(start, ())])
            while todo:
                (q, h), word = todo.popleft()
                if (OFF if q is None else states[q][0]) != h.output:
                    return word
                for a in range(INPUTS):
                    to = (None if q is None else states[q][1].get(a), h.transitions[a])
                    if (to[0], id(to[1])) not in known:
                        known.add((to[0], id(to[1])))
                        todo.append((to, word + (a,)))
            return None

    return Exact(list(range(INPUTS)), sul)


def telling_sample(states):
    """Words that reach every state and transition of a minimal machine, each with every word that tells two apart."""
    access, todo = {0: ()}, deque([0])
    while todo:
        q = todo.popleft()
        for a, to in sorted(states[q][1].items()):
            if to not in access:
                access[to] = access[q] + (a,)
                todo.append(to)
    suffixes = {()}
    for p, q in itertools.combinations(range(len(states)), 2):
        suffixes.add(telling(states, p, q))
    rows = {access[q] + end for q in access for end in [()] + [(a,) for a in states[q][1]]}
    words = {(row + end)[: len(run(states, row + end))] for row in rows for end in suffixes}
    return {word[:n] for word in words for n in range(len(word) + 1)}


def telling(states, p, q):
    known, todo = {(p, q)}, deque([((p, q), ())])
    while todo:
        (p, q), word = todo.popleft()
        if states[p][0] != states[q][0]:
            return word
        for a in sorted(states[p][1]):
            to = (states[p][1][a], states[q][1][a])
            if to not in known:
                known.add(to)
                todo.append((to, word + (a,)))
    raise AssertionError("a minimal machine has no two equal states")


def rpni(states, words):
    data = [(word, (run(states, word) or [states[0][0]])[-1]) for word in sorted(words, key=lambda w: (len(w), w))]
    return of_aalpy(run_RPNI(data, "moore", print_info=False))


def traces_task(states, labels, words):
    ordered = sorted(words, key=lambda w: (len(w), w))
    traces = [list(zip(word, run(states, word))) for word in ordered]
    return {"inputs": INPUTS, "labels": labels, "first": states[0][0], "traces": traces}


def explains(model, states, words):
    return model[0][0] == states[0][0] and all(run(model, word) == run(states, word) for word in words)


def skink(tasks):
    root = pathlib.Path(__file__).resolve().parent.parent
    command = ["cargo", "run", "--quiet", "-p", "skink-model", "--example", "learn"]
    done = subprocess.run(command, cwd=root, input=json.dumps(tasks), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"the learner failed: {done.stderr}")
    return [of_skink(model) for model in json.loads(done.stdout)]


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    dice = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    machines = [random_machine(dice) for _ in range(count)]
    smallest = [minimal(states) for states, _ in machines]
    telling_words = [telling_sample(states) for states in smallest]
    random_words = []
    for states in smallest:
        words = set()
        for _ in range(30):
            word = tuple(dice.randrange(INPUTS) for _ in range(12))
            word = word[: len(run(states, word))]
            words |= {word[:n] for n in range(len(word) + 1)}
        random_words.append(words)
    tasks = []
    for (states, labels), small, told, some in zip(machines, smallest, telling_words, random_words):
        machine = [{"label": label, "out": sorted(out.items())} for label, out in states]
        tasks.append({"inputs": INPUTS, "labels": labels, "machine": machine})
        tasks += [traces_task(small, labels, words) for words in (told, some)]
    learned = skink(tasks)

    agreed = {"L*": 0, "passive, telling sample": 0, "passive, random traces": 0}
    sizes = [0, 0, 0]
    for at, small in enumerate(smallest):
        ours_lstar, ours_told, ours_some = learned[3 * at : 3 * at + 3]
        sul = Machine(small)
        theirs = run_Lstar(list(range(INPUTS)), sul, exact_oracle(small, sul), "moore", print_level=0)
        agreed["L*"] += small == ours_lstar == of_aalpy(theirs)
        agreed["passive, telling sample"] += small == ours_told == rpni(small, telling_words[at])
        theirs_some = rpni(small, random_words[at])
        both = (ours_some, theirs_some)
        agreed["passive, random traces"] += all(explains(model, small, random_words[at]) for model in both)
        for n, model in enumerate((small, *both)):
            sizes[n] += len(model)
    for name, number in agreed.items():
        print(f"{name}: {number} of {count} agree")
    print("states on average: machine {:.2f}, from random traces ours {:.2f}, RPNI's {:.2f}".format(*(s / count for s in sizes)))
    sys.exit(0 if all(number == count for number in agreed.values()) else 1)


if __name__ == "__main__":
    main()
