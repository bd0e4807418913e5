#!/usr/bin/env python3
"""How many small faults in the physics the tests find.

Each mutant is the physics with one change: a sign, a factor, a comparison, an index, a constant, a statement left out.
They are drawn by a seed from all rooms of src/physics. One whose object code is that of the program is drawn again. The
programs of the suite "numbers" run on it, those first that have found the most for their time, with few of the random
cases, until one is red or takes five times its usual time of the processor. Where all are green, the short table of
bits is compared, and at last the programs run again under the sanitizers of addresses, leaks and undefined behaviour,
as `./dev test` has them.

    tools/mutate.py FOLDER [--count 200] [--seed 1] [--jobs N] [--minutes M] [--only FILE...]

FOLDER has copies of the sources with their builds, and the verdicts in mutants.tsv; who begins again goes on there.
--only draws from these files of src/physics, by their paths from the root of the project.
tests/mutants.txt has the changes that change nothing that counts, with the reason. Status 1 below 95 %.
"""

import argparse
import collections
import hashlib
import json
import math
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

LEAST = 95  # % of the mutants
PATIENCE = 5  # times what a test takes in the program as it is, and some seconds
ASLEEP = 10  # times longer on the clock on the wall: other work on the machine is no fault of the mutant
SWAPS = [(" + ", " - "), (" - ", " + "), (" * ", " / "), (" / ", " * "), (" < ", " <= "), (" <= ", " < "),
         (" > ", " >= "), (" >= ", " > "), (" == ", " != "), (" != ", " == "), (" && ", " || "), (" || ", " && "),
         (" += ", " -= "), (" -= ", " += "), (" *= ", " /= "), ("[i]", "[i + 1]"), ("[0]", "[1]"), ("[a]", "[b]"),
         ("[b]", "[a]"), ("true", "false"), ("false", "true"), (" = 0;", " = 1;"), (" = 1;", " = 0;"), ("0.5", "1.0"),
         ("return -", "return "), ("= -", "= "), ("2 * ", "")]
STATEMENT = re.compile(r"^\s+(?!return|break|continue|goto|case|default)[\w\->.\[\]]+(\(.*\)| [-+*/]?= .*);$")
# lines that compute nothing: comments, directives, declarations of tables, what only a fault reaches
IDLE = re.compile(r"^\s*(//|/\*|#)|\bassert\(|vl_fail|static const|\bCOUNT\(|_Static_assert")
ROOT = pathlib.Path(__file__).resolve().parent.parent

Mutant = collections.namedtuple("Mutant", "file line before after")


def mutants_of(path):
    name = str(path.relative_to(ROOT))
    for number, text in enumerate(path.read_text().splitlines(), 1):
        if IDLE.search(text) or '"' in text:
            continue
        code = text.split("//")[0].rstrip()
        for old, new in SWAPS:
            at = code.find(old)
            while at >= 0:
                yield Mutant(name, number, code, code[:at] + new + code[at + len(old):])
                at = code.find(old, at + 1)
        if STATEMENT.match(code):
            yield Mutant(name, number, code, re.match(r"\s*", code)[0] + ";")


def drawn(seed, only):
    """All mutants in the order of the seed, the rooms in turn, so that each has its part."""
    rooms = collections.defaultdict(list)
    for path in sorted((ROOT / "src/physics").rglob("*.c")):
        if not only or str(path.relative_to(ROOT)) in only:
            rooms[path.parent.name].extend(mutants_of(path))
    chance = random.Random(seed)
    weights = {name: len(found) for name, found in rooms.items()}
    for found in rooms.values():
        chance.shuffle(found)
    while any(rooms.values()):
        name = chance.choices(list(weights), weights.values())[0]
        if rooms[name]:
            yield rooms[name].pop()


def run(command, limit=None, **settings):
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=limit, **settings)


def used():
    """The time of the processor that all commands have taken, in seconds."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


class Build:
    """A build of a copy of the sources."""

    def __init__(self, folder, name, slower, *options):
        self.folder, self.build, self.slower = folder, folder / name, slower
        self.settings = dict(os.environ, VERLET_LAB_TESTS="few", MALLOC_PERTURB_="0", OMP_NUM_THREADS="1")
        if not self.build.exists():
            subprocess.run(["meson", "setup", str(self.build), "-Doptimization=1", "-Ddebug=false", "-Dapp=disabled",
                            *options], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        self.make()
        described = subprocess.run(["meson", "introspect", "--tests", str(self.build)], check=True,
                                   stdout=subprocess.PIPE).stdout
        self.tests = {test["name"]: test["cmd"] for test in json.loads(described)
                      if "verlet-lab:numbers" in test["suite"] and test["cmd"][0].startswith(f"{self.build}/")}

    def make(self, *targets):
        return run(["ninja", "-C", str(self.build), "-j1", *targets]).returncode == 0

    def object_of(self, mutant):
        name = mutant.file[len("src/physics/"):].replace("/", "_") + ".o"
        return min(self.build.glob(f"src/physics/*.p/{name}"), key=lambda path: len(str(path)))

    def code_of(self, mutant):
        path = self.object_of(mutant)
        if not self.make(str(path.relative_to(self.build))):
            return None
        return hashlib.sha256(path.read_bytes()).digest()

    def is_red(self, name, usual):
        """What a test says of the sources as they are: None where it is green. `usual`: s that it takes else."""
        command = self.tests[name]
        if not self.make(str(pathlib.Path(command[0]).relative_to(self.build))):
            return "does not link"
        limit = math.ceil(PATIENCE * self.slower * usual + 5)
        bounded = ["prlimit", f"--cpu={limit}", *command]
        try:
            code = run(bounded, ASLEEP * limit, cwd=self.folder, env=self.settings).returncode
        except subprocess.TimeoutExpired:
            return "time"
        return None if code == 0 else "red" if code > 0 else "time" if code == -signal.SIGXCPU else "crash"

    def bits_differ(self):
        self.make("src/verlet-lab")
        try:
            return run([str(ROOT / "tools/same-bits.sh"), "--quick", str(self.build / "src/verlet-lab"),
                        str(ROOT / "tests/same-bits.txt")], 300, env=self.settings).returncode != 0
        except subprocess.TimeoutExpired:
            return True


class Tree:
    """A copy of the sources with builds of its own."""

    def __init__(self, folder):
        self.folder = folder
        names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
        for name in filter(None, names.decode().split("\0")):
            self.take(name)
        self.plain = Build(folder, "build", 1)
        self.sanitized = Build(folder, "build-sanitize", 4, "-Db_sanitize=address,undefined",
                               "-Dc_args=-fno-sanitize-recover=all")

    def take(self, name):
        """Copies a file where it is another, as after a hunt that was stopped, with the present time."""
        here, there = ROOT / name, self.folder / name
        if there.exists() and there.read_bytes() == here.read_bytes():
            return
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(here, there)


class Hunt:
    def __init__(self, settings):
        self.folder = pathlib.Path(settings.FOLDER).resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        self.list = self.folder / "mutants.tsv"
        self.count, self.end = settings.count, time.time() + 60 * settings.minutes
        self.known = {}
        if self.list.exists():
            for line in self.list.read_text().splitlines():
                file, number, before, after, verdict = line.split("\t")
                self.known[Mutant(file, int(number), before, after)] = verdict
        lines = (ROOT / "tests/mutants.txt").read_text().splitlines()
        self.reasons = {tuple(line.split(" → ")[:3]) for line in lines if line and not line.startswith("#")}
        self.wanted = drawn(settings.seed, settings.only)
        self.catches, self.usual = collections.Counter(), {}
        self.lock = threading.Lock()

    def next(self):
        with self.lock:
            judged = sum(verdict != "same code" for verdict in self.known.values())
            if judged >= self.count or time.time() > self.end:
                return None
            for mutant in self.wanted:
                if mutant not in self.known:
                    self.known[mutant] = "same code"  # until it is judged
                    return mutant
            return None

    def clock(self, tree):
        for name in tree.plain.tests:
            begin = used()
            if tree.plain.is_red(name, 120):
                sys.exit(f"{name} is red without a mutant")
            self.usual[name] = used() - begin

    def first_red(self, build, order):
        for name in filter(build.tests.__contains__, order):
            said = build.is_red(name, self.usual[name])
            if said:
                return said, name
        return None, None

    def is_explained(self, mutant):
        return (mutant.file, mutant.before.strip(), mutant.after.strip()) in self.reasons

    def judge(self, tree, mutant):
        path = tree.folder / mutant.file
        whole = path.read_text()
        clean = tree.plain.code_of(mutant)
        lines = whole.splitlines(keepends=True)
        lines[mutant.line - 1] = lines[mutant.line - 1].replace(mutant.before, mutant.after, 1)
        try:
            path.write_text("".join(lines))
            changed = tree.plain.code_of(mutant)
            if changed is None or changed == clean:
                return "same code" if changed else "does not compile"
            order = sorted(self.usual, key=lambda name: (-(self.catches[name] + 0.3) / (self.usual[name] + 1), name))
            said, name = self.first_red(tree.plain, order)
            if said:
                self.catches[name] += 1
                return f"{said}: {name}"
            if tree.plain.bits_differ():
                return "bits"
            if self.is_explained(mutant):
                return "lives"
            said, name = self.first_red(tree.sanitized, order)
        finally:
            path.write_text(whole)
        return f"sanitizer: {name}" if said and not tree.sanitized.is_red(name, self.usual[name]) else "lives"

    def work(self, tree):
        while mutant := self.next():
            verdict = self.judge(tree, mutant)
            with self.lock:
                self.known[mutant] = verdict if verdict != "does not compile" else "same code"
                with self.list.open("a") as file:
                    file.write("\t".join([*map(str, mutant), self.known[mutant]]) + "\n")
                if verdict != "same code":
                    print(f"{mutant.file}:{mutant.line}: {mutant.before.strip()}  ->  {mutant.after.strip()}: {verdict}",
                          flush=True)

    def run(self, jobs):
        trees = [Tree(self.folder / f"tree-{k}") for k in range(jobs)]
        self.clock(trees[0])
        threads = [threading.Thread(target=self.work, args=[tree]) for tree in trees]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return self.tell()

    def tell(self):
        counts, room = collections.Counter(), collections.defaultdict(collections.Counter)
        for mutant, verdict in self.known.items():
            if verdict == "same code":
                continue
            explained = verdict == "lives" and self.is_explained(mutant)
            kind = "explained" if explained else verdict.split(":")[0]
            counts[kind] += 1
            room[mutant.file.split("/")[2]][kind] += 1
        for name, found in sorted(room.items()):
            print(f"{name:14} {sum(found.values()):4} mutants, {found['lives']:3} live, {found['explained']:3} explained")
        total = sum(counts.values())
        caught = total - counts["lives"] - counts["explained"]
        print(f"{total} mutants: {counts['red']} red, {counts['crash']} crashed, {counts['time']} took too long, "
              f"{counts['bits']} had other bits alone, {counts['sanitizer']} the sanitizers alone stopped, "
              f"{counts['explained']} change nothing that counts, {counts['lives']} live")
        judged = total - counts["explained"]
        part = 100 * caught / judged if judged else 0
        print(f"{part:.1f} % are caught, expected {LEAST} %")
        return part >= LEAST


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("FOLDER")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--minutes", type=float, default=180)
    parser.add_argument("--only", nargs="*", default=[])
    settings = parser.parse_args()
    sys.exit(0 if Hunt(settings).run(settings.jobs) else 1)


main()
