#!/usr/bin/env python3
"""Writes what tests take to tests/times.txt: of each test of at least 100 ms its computing time, group and name, in the
last run of a build. `./dev test quick` leaves out those of more than 300 ms, and a test program begins the longer the
sooner.

    tools/times.py BUILD >tests/times.txt
"""

import json
import pathlib
import re
import sys

LEAST = 100


def measured(log):
    """(ms, group, test) of each test of meson's testlog.json."""
    for line in log.read_text().splitlines():
        program = json.loads(line)
        name = None
        for said in (program.get("stdout", "") + program.get("stderr", "")).splitlines():
            begins, ends = re.search(r"\[ RUN      \] (\w+)", said), re.fullmatch(r"took (\d+) ms", said)
            if begins:
                name = begins[1]
            elif ends:
                yield int(ends[1]), program["name"].split(" / ")[-1], name


print("# ms of computing time, group, test: written by `./dev test times`")
for ms, group, name in sorted(measured(pathlib.Path(sys.argv[1]) / "meson-logs/testlog.json"), reverse=True):
    if ms >= LEAST:
        print(ms, group, name)
