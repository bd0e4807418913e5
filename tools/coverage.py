#!/usr/bin/env python3
"""How much of base, physics, scene and lab the tests that ran in a build with -Db_coverage=true have reached.

A table of lines and branches, room by room, and the files with the most lines that no test reached. Status 1 below the
limits. Headers are not counted. A branch in a line with an assert is not counted: a test that takes it has found a
fault. Nothing else is left out.

    tools/coverage.py BUILD [LIST]     the verdicts are added to LIST in the form of testlog.sh
"""

import json
import pathlib
import re
import subprocess
import sys

LEAST = {"lines": 95, "branches": 85}
SOURCE = re.compile(r"src/(base|physics/[^/]+|scene|lab)/.*\.c$")
ASSERT = re.compile(r"\bassert\(")


def measured(build):
    """The files of each object, as gcov tells them; an object that never ran has zeros."""
    for notes in sorted(build.glob("src/**/*.gcno")):
        said = subprocess.run(["gcov", "-b", "-t", "--json-format", str(notes)], cwd=build, check=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        for line in said.stdout.splitlines():
            yield from json.loads(line)["files"]


def merge(seen, file):
    """Adds what one object counted: a file may be compiled more than once, and a line told for several functions."""
    for line in file["lines"]:
        taken = [branch["count"] for branch in line["branches"]]
        key = line["line_number"], line.get("function_name", ""), len(taken)
        before = seen.get(key, (0, [0] * len(taken)))
        seen[key] = before[0] + line["count"], [a + b for a, b in zip(before[1], taken)]


def count(seen, source):
    """Lines, those reached, branches, those taken."""
    reached, branches = {}, []
    for (number, _, _), (times, taken) in seen.items():
        reached[number] = reached.get(number, 0) + times
        if not ASSERT.search(source[number - 1]):
            branches += taken
    return [len(reached), sum(n > 0 for n in reached.values()), len(branches), sum(n > 0 for n in branches)]


def add(table, name, counts):
    table[name] = [a + b for a, b in zip(table.get(name, [0] * 4), counts)]


def percent(part, whole):
    return 100 * part / whole if whole else 100


def show(name, counts):
    lines, reached, branches, taken = counts
    print(f"{name:24} {lines:6} {percent(reached, lines):6.1f} {branches:8} {percent(taken, branches):6.1f}")


def judge(what, share, record):
    """The share as it is, not as it is rounded."""
    status = "passed" if share >= LEAST[what] else "failed"
    said = f"{share:.2f} %, at least {LEAST[what]} %"
    print(f"{status.upper() if status == 'failed' else status} {what}: {said}")
    record.write(f"{status}\tcoverage\t{what}\t{said}\n")
    return status == "passed"


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: coverage.py BUILD [LIST]")
    root = pathlib.Path(__file__).resolve().parent.parent
    build = pathlib.Path(sys.argv[1]).resolve()
    rooms, files, seen = {}, {}, {}
    for file in measured(build):
        path = (build / file["file"]).resolve()
        name = str(path.relative_to(root)) if path.is_relative_to(root) else ""
        if SOURCE.match(name):
            merge(seen.setdefault(name, {}), file)
    for name, lines in seen.items():
        files[name] = count(lines, (root / name).read_text().splitlines())
        add(rooms, SOURCE.match(name)[1], files[name])
    if not rooms:
        sys.exit("coverage: nothing was measured")
    total = [sum(column) for column in zip(*rooms.values())]
    print(f"{'room':24} {'lines':>6} {'%':>6} {'branches':>8} {'%':>6}")
    for room in sorted(rooms):
        show(room, rooms[room])
    show("all", total)
    print("lines that no test reached:")
    for name in sorted(files, key=lambda name: files[name][1] - files[name][0])[:12]:
        print(f"{files[name][0] - files[name][1]:6} {name}")
    with open(sys.argv[2] if len(sys.argv) == 3 else "/dev/null", "a", encoding="utf-8") as record:
        good = [judge("lines", percent(total[1], total[0]), record),
                judge("branches", percent(total[3], total[2]), record)]
    sys.exit(0 if all(good) else 1)


main()
