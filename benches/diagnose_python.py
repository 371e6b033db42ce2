"""A plain Python matcher: the yardstick of benches/diagnose.rs. Reads an automaton as JSON (the deterministic
transitions) and a log, follows the same rules line by line, and prints what it found as JSON.

    python3 diagnose_python.py AUTOMATON.json LOG"""
import datetime
import json
import re
import sys

automaton = json.load(open(sys.argv[1]))
table, accepting, distance = automaton["next"], set(automaton["accepting"]), automaton["distance"]
pairs = {tuple(pair): 0 for pair in automaton["pairs"]}
counts = {symbol: 0 for symbol in automaton["symbols"]}
first, histogram = {}, {distance[0]: 1}
state, last, start = 0, None, None
crashed = False

with open(sys.argv[2], encoding="utf-8", errors="replace") as log:
    for line in log:
        if "Themis" not in line:
            continue
        if re.search("crash!", line, re.I):
            crashed = True
            continue
        event, warning = re.search("event ", line, re.I), re.search("warning", line, re.I)
        if event is None or (warning is not None and warning.start() < event.start()):
            continue
        end = line.find(":", event.end())
        if end < 0:
            continue
        symbol = line[event.end():end].strip()
        if symbol.isdigit() and int(symbol) >= 10:
            symbol = chr(ord("a") + int(symbol) - 10)
        if symbol not in counts:
            continue
        now = datetime.datetime.strptime("2021-" + line[:14], "%Y-%m-%d %H:%M:%S")
        if start is None:
            start = now
        counts[symbol] += 1
        first.setdefault(symbol, int((now - start).total_seconds()))
        if (last, symbol) in pairs:
            pairs[last, symbol] += 1
        last = symbol
        to = table[state].get(symbol)
        if to is None:
            state, last = 0, None
            to = table[0].get(symbol)
        if to is not None:
            state = to
            histogram[distance[to]] = histogram.get(distance[to], 0) + 1
            if to in accepting:
                state, last = 0, None

print(json.dumps({"counts": counts, "pairs": {",".join(k): n for k, n in pairs.items()},
                  "distances": {str(k): n for k, n in histogram.items()}, "crashed": crashed}))
