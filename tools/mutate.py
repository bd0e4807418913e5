#!/usr/bin/env python3
"""How many small faults the tests find, and which test finds which.

Each mutant is the program with one change: a sign, a factor, a comparison, an index, a constant, a condition, a
statement left out. A seed draws mutants from all rooms of src. A room gets its part by the number of its possible
changes, and a small room gets at least a few. A mutant with the object code of the program is drawn again.

The tests near a mutant are those that enter its function. A build that notes which functions each test enters finds
them once, and FOLDER keeps what it found. tests/kills.txt tells at its head which of the near tests run. A test that
takes five times its usual time of the processor has found the mutant, too.

    tools/mutate.py FOLDER [--count 200] [--seed 1] [--only FILE...]     draws mutants; one test that finds it is enough
    tools/mutate.py FOLDER --matrix [--count 320] [--seed 1]     writes tests/kills.txt: its mutants again, and new ones
    tools/mutate.py FOLDER --check                               tells whether those of tests/kills.txt are still found

FOLDER has copies of the sources with their builds. A hunt that was stopped goes on where it was. With --sanitize the
near tests run once more under the sanitizers where a mutant lives. tests/mutants.txt has the changes that change
nothing that counts, with the reason. The status is 1 below 95 %, or where a mutant is no longer found.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import hashlib
import itertools
import json
import math
import os
import pathlib
import pickle
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

LEAST = 95  # % of the mutants
FLOOR = 0.05  # of all mutants, the least part of a room
PATIENCE = 5  # times what a test takes in the program as it is, and two seconds
ASLEEP = 10  # times longer on the clock on the wall: other work on the machine is no fault of the mutant
SHORT, LONG = 0.3, 3  # s: tests that run for each mutant, and those that run where no short one finds it
SHORT_BUDGET, LONG_BUDGET = 8, 10  # s of computing time for one mutant that no test has found yet
ENOUGH, FOUND_BUDGET = 12, 4  # of the matrix: so many tests that find a mutant, or s of computing time, are enough
ROOMS = ["base", "physics", "scene", "lab", "ui", "app", "platform", "cli"]
WORDS = ["killed", "bits", "sanitizer", "lives", "unreached", "explained"]  # the verdicts
OF_BITS = ["physics", "scene", "lab"]  # the rooms that the table of bits looks at
BOTH_WAYS = [("+", "-"), ("*", "/"), ("<", "<="), (">", ">="), ("==", "!="), ("&&", "||"), ("+=", "-=")]
SWAPS = [(f" {old} ", f" {new} ") for pair in BOTH_WAYS for old, new in (pair, pair[::-1])] + [
    (" *= ", " /= "), ("[i]", "[i + 1]"), ("[0]", "[1]"), ("[a]", "[b]"), ("[b]", "[a]"), ("true", "false"),
    ("false", "true"), (" = 0;", " = 1;"), (" = 1;", " = 0;"), ("0.5", "1.0"), ("return -", "return "), ("= -", "= "),
    ("2 * ", ""), (" + 1", ""), (" - 1", ""), ("(!", "("), ("fmin", "fmax"), ("fmax", "fmin")]
CONDITION = re.compile(r"((?:\} else )?if \()(.*)\)( \{)?$")
STATEMENT = re.compile(r"(?!return|break|continue|goto|case|default)[\w\->.\[\]]+(\(.*\)| [-+*/]?= .*);$")
# lines that compute nothing: comments, directives, texts, what only a fault reaches
IDLE = re.compile(r"^\s*(/\*|#)|\bassert\(|vl_fail|\bCOUNT\(|_Static_assert|\"")
ROOT = pathlib.Path(__file__).resolve().parent.parent
KILLS = ROOT / "tests/kills.txt"

Mutant = collections.namedtuple("Mutant", "file line before after")
Test = collections.namedtuple("Test", "room group name")
Verdict = collections.namedtuple("Verdict", "said tried near killers", defaults=[0, 0, []])


# --- mutants ---

def code_in(text):
    """A line of a source without its comment and the blanks around it."""
    return text.split("//")[0].strip()


def mutants_of(path):
    name = str(path.relative_to(ROOT))
    for number, text in enumerate(path.read_text().splitlines(), 1):
        code = code_in(text)
        if not code or IDLE.search(text):
            continue
        for old, new in SWAPS:
            at = code.find(old)
            while at >= 0:
                yield Mutant(name, number, code, code[:at] + new + code[at + len(old):])
                at = code.find(old, at + 1)
        if condition := CONDITION.match(code):
            yield Mutant(name, number, code, "{}!({})){}".format(*condition.groups(default="")))
        if text[0] == " " and STATEMENT.match(code):
            yield Mutant(name, number, code, ";")


def drawn(seed, only):
    """All mutants in the order of the seed, each room with its part."""
    rooms = {name: [] for name in ROOMS}
    for name, found in rooms.items():
        for path in sorted((ROOT / "src" / name).rglob("*.c")):
            if not only or str(path.relative_to(ROOT)) in only:
                found.extend(mutants_of(path))
    chance = random.Random(seed)
    least = FLOOR * sum(map(len, rooms.values()))
    weights = {name: max(len(found), least) if found else 0 for name, found in rooms.items()}
    for found in rooms.values():
        chance.shuffle(found)
    while any(rooms.values()):
        name = chance.choices(list(weights), weights.values())[0]
        if rooms[name]:
            yield rooms[name].pop()


def moved(mutant):
    """The mutant where its line is today, or None. A line that moved among others of its text is not known again."""
    path = ROOT / mutant.file
    lines = path.read_text().splitlines() if path.exists() else []
    places = [number for number, text in enumerate(lines, 1) if code_in(text) == mutant.before]
    if mutant.line in places:
        return mutant
    return mutant._replace(line=places[0]) if len(places) == 1 else None


# --- the file of mutants and verdicts ---

HEAD = f"""\
# Which test finds which small fault. `./dev mutate matrix` writes this file, `./dev mutate check` reads it. A line is a
# mutant, with arrows between
#
#     file:line → the line as it is → as it would be → verdict → tests that ran/tests near → tests that found it
#
# A test is near where it enters the function of the change. The near tests ran one by one, the nearest first: those that
# take little time and enter few functions. Those of at most {SHORT:g} s ran until {ENOUGH} had found the mutant, or one had and {FOUND_BUDGET} s
# of computing time were spent, or {SHORT_BUDGET} s. Where none had found it, those of at most {LONG:g} s ran until one found it, or {LONG_BUDGET} s
# more were spent. So a near test that a line does not name found nothing or did not run. Longer tests and those of the
# window did not run. All ran with few of the random cases, and without the sanitizers.
#
#     killed     the tests in the line found it
#     bits       no test found it, but tests/same-bits.txt, of which physics, scene and lab were compared
#     lives      nothing of all that found it
#     unreached  no test enters its function
#     explained  it lives, and changes nothing that counts: tests/mutants.txt has the reason
#
#     awk -F ' → ' '$4 == "lives"' tests/kills.txt
"""


def rows_of(path):
    """The fields of the lines of a file, without those that explain it."""
    lines = path.read_text().splitlines() if path.exists() else []
    return [line.split(" → ") for line in lines if line and not line.startswith("#")]


def read_kills(path):
    known = {}
    for place, before, after, said, counts, *killers in rows_of(path):
        file, number = place.split(":")
        tests = [Test(*name.split("/")) for name in " ".join(killers).split()]
        known[Mutant(file, int(number), before, after)] = Verdict(said, *map(int, counts.split("/")), tests)
    return known


def write_kills(path, known):
    text = HEAD
    for m, v in sorted(known.items()):
        if v.said != "begun":
            fields = [f"{m.file}:{m.line}", m.before, m.after, v.said, f"{v.tried}/{v.near}"]
            text += " → ".join(fields + [" ".join(map("/".join, v.killers))] * bool(v.killers)) + "\n"
    path.with_suffix(".new").write_text(text)
    path.with_suffix(".new").replace(path)


# --- builds ---

def run(command, limit, **settings):
    """Runs a command, ends all that it started, and returns its status and its time of the processor in s."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               start_new_session=True, **settings)
    end = threading.Timer(limit, os.killpg, [process.pid, signal.SIGKILL])
    end.start()
    _, status, used = os.wait4(process.pid, 0)
    end.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    return process.returncode, used.ru_utime + used.ru_stime


def output_of(*command, **settings):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **settings).stdout


def in_parallel(jobs, work, rows):
    """Yields the results of the work on each row, in their order."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(work, rows)


def programs_of(room):
    return [f"tests/test-{room}"] + (["src/verlet-lab"] if room == "cli" else [])


class Build:
    """A build of a copy of the sources."""

    def __init__(self, folder, name, *options, slower=1):
        self.folder, self.build, self.slower = folder, folder / name, slower
        if not (self.build / "build.ninja").exists():
            output_of("meson", "setup", str(self.build), "-Doptimization=1", "-Ddebug=false",
                      "-Dc_link_args=-fuse-ld=gold", *options, cwd=folder)
        self.tests = {}  # with their environment
        for test in json.loads(output_of("meson", "introspect", "--tests", str(self.build))):
            program = pathlib.Path(test["cmd"][0]).name
            if program.startswith("test-") and program != "test-window":
                source = (folder / f"tests/test_{test['name']}.c").read_text()
                for name in re.findall(r"^TEST\((\w+)\)", source, re.MULTILINE):
                    self.tests[Test(program[len("test-"):], test["name"], name)] = test["env"]
        self.objects = collections.defaultdict(list)
        for step in json.loads((self.build / "compile_commands.json").read_text()):
            if "_unoptimised" not in step["output"]:
                self.objects[os.path.relpath(self.build / step["file"], folder)].append(step["output"])
        # what the tests of the command line need; no build with sanitizers has it
        library = ["tests/refuse.so"] if "tests/refuse.so:" in (self.build / "build.ninja").read_text() else []
        if not self.make(*library, *(name for test in self.tests for name in programs_of(test.room))):
            sys.exit(f"{self.build} does not build")

    def make(self, *targets):
        return run(["ninja", "-C", str(self.build), "-j1", *dict.fromkeys(targets)], 3600)[0] == 0

    def sum_of(self, names):
        return hashlib.sha256(b"".join((self.build / name).read_bytes() for name in names)).hexdigest()

    def code_of(self, file):
        """A sum of the object code of a source, or None where it does not compile or belong to the build."""
        objects = self.objects[file]
        return self.sum_of(objects) if objects and self.make(*objects) else None

    def run_test(self, test, usual, **environment):
        """The status of a test and its time. `usual`: s that it takes else."""
        limit = math.ceil(PATIENCE * self.slower * usual + 2)
        settings = dict(os.environ, VERLET_LAB_TESTS="few", MALLOC_PERTURB_="0",
                        VERLET_LAB_TEST_NAMES=test.name, **self.tests[test], **environment)
        limits = [f"--cpu={limit}:", f"--fsize={2**30}:"] + ([f"--as={2**33}:"] if self.slower == 1 else [])
        command = ["prlimit", *limits, "--", str(self.build / f"tests/test-{test.room}"), test.group]
        return run(command, ASLEEP * limit, cwd=self.folder, env=settings)

    def bits_differ(self):
        self.make("src/verlet-lab")
        paths = [self.folder / "tools/same-bits.sh", "--quick", self.build / "src/verlet-lab",
                 self.folder / "tests/same-bits.txt"]
        return run(list(map(str, paths)), 600)[0] != 0


class Tree:
    """A copy of the sources with builds of its own."""

    def __init__(self, folder, sanitize):
        self.folder = folder
        for name in filter(None, output_of("git", "ls-files", "-z", cwd=ROOT).split("\0")):
            here, there = ROOT / name, folder / name  # a file that is the same keeps its time
            if not there.exists() or there.read_bytes() != here.read_bytes():
                there.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(here, there)
        self.plain = Build(folder, "build")
        self.clean = {}  # the object code of the files that were mutants
        self.sanitized = sanitize and Build(folder, "build-sanitize", "-Db_sanitize=address,undefined",
                                            "-Dc_args=-fno-sanitize-recover=all", slower=4)

    @contextlib.contextmanager
    def changed(self, mutant):
        path = self.folder / mutant.file
        whole = path.read_text()
        lines = whole.splitlines(keepends=True)
        lines[mutant.line - 1] = lines[mutant.line - 1].replace(mutant.before, mutant.after, 1)
        path.write_text("".join(lines))
        try:
            yield
        finally:
            path.write_text(whole)


# --- which test enters which function ---

def usual_times(tests):
    """The s of computing time of each test by tests/times.txt, which leaves out those of less than 0.1."""
    rows = re.findall(r"^(\d+) (\S+) (\S+)$", (ROOT / "tests/times.txt").read_text(), re.MULTILINE)
    listed = {(group, name): int(ms) / 1000 for ms, group, name in rows}
    return {test: listed.get((test.group, test.name), 0.1) for test in tests}


class Reach:
    """The functions that each test enters, and its time."""

    def __init__(self, trees, folder):
        self.tree, self.folder = trees[0], folder / "reach"
        self.folder.mkdir(exist_ok=True)
        self.build = Build(self.tree.folder, "build-reach", "-Dc_args=-finstrument-functions -fno-inline -g1", slower=6)
        output_of("gcc", "-O2", "-shared", "-fPIC", "-o", str(self.folder / "reach.so"), str(ROOT / "tools/reach.c"))
        self.starts = collections.defaultdict(dict)  # of each file: the lines where its functions begin
        self.programs = {}
        for name in {name for test in self.build.tests for name in programs_of(test.room)}:
            self.programs[pathlib.Path(name).name] = self.functions_of(self.build.build / name)
        self.find(len(trees))
        self.by_function, self.by_file = collections.defaultdict(set), collections.defaultdict(set)
        for test, (_, seconds, entered) in self.known.items():
            for file, name in entered if seconds is not None else []:
                self.by_function[file, name].add(test)
                self.by_file[file].add(test)

    def functions_of(self, program):
        """File and name of each function of a program, by its place."""
        places = [line.split()[0] for line in output_of("nm", str(program)).splitlines() if " t " in line.lower()]
        said = output_of("addr2line", "-f", "-e", str(program), input="\n".join(places)).splitlines()
        found = {}
        for place, name, source in zip(places, said[::2], said[1::2]):
            path, line = re.match(r"(.*):(\d+|\?)", source).groups()
            file = os.path.relpath(self.build.build / path, self.tree.folder)
            if file.startswith("src/") and line.isdecimal():
                found[int(place, 16)] = (file, name)
                self.starts[file][name] = min(int(line), self.starts[file].get(name, int(line)))
        return found

    def find(self, jobs):
        """Runs the tests of the programs that have changed since they ran last."""
        path, times = self.folder / "reach.pickle", usual_times(self.build.tests)
        stored = pickle.loads(path.read_bytes()) if path.exists() else {}
        stamps = {room: self.build.sum_of(programs_of(room)) for room in {test.room for test in times}}
        self.known = {test: row for test, row in stored.items() if test in times and row[0] == stamps[test.room]}
        wanted = [test for test in sorted(times, key=times.get) if test not in self.known and times[test] <= LONG]
        for count, (test, row) in enumerate(in_parallel(jobs, lambda test: self.seen(test, times[test]), wanted)):
            self.known[test] = stamps[test.room], *row
            if count % 100 == 0 or test == wanted[-1]:
                path.write_bytes(pickle.dumps(self.known))
                print(f"what {len(wanted) - count} of the tests enter is looked for", flush=True)

    def seen(self, test, usual):
        """The test, its time, None where it is red, and what it enters, also in the programs that it starts."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            # not patiently: a test enters nearly all of its functions early
            settings = {"LD_PRELOAD": str(self.folder / "reach.so"), "VERLET_LAB_REACH": folder}
            self.build.run_test(test, usual / PATIENCE, **settings)
            entered = set()
            for path in pathlib.Path(folder).iterdir():
                functions = self.programs.get(path.name.rsplit(".", 1)[0], {})
                places = {found.start() for found in re.finditer(b"\1", path.read_bytes())}
                entered |= {functions[place] for place in places & functions.keys()}
        status, used = self.tree.plain.run_test(test, max(usual, 0.5))
        if status != 0:
            print(f"{'/'.join(test)} is red without a mutant, and left out", flush=True)
        return test, (used if status == 0 else None, entered)

    def near(self, mutant):
        """The tests that enter the function of a mutant, the nearest first, each with its time."""
        line, name = max(((line, name) for name, line in self.starts[mutant.file].items() if line <= mutant.line),
                         default=(None, None))
        source = (self.tree.folder / mutant.file).read_text().splitlines()
        inside = line and not any(text.startswith("}") for text in source[line - 1:mutant.line])
        tests = self.by_function[mutant.file, name] if inside else self.by_file[mutant.file]
        rows = [(self.known[test][1], len(self.known[test][2]), test) for test in tests]
        rows.sort(key=lambda row: (row[0] > SHORT, row[0] * row[1], row[2]))
        return {test: seconds for seconds, _, test in rows}


# --- the hunt ---

class Hunt:
    def __init__(self, settings):
        self.settings, self.folder = settings, pathlib.Path(settings.FOLDER).resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        name = "-".join([settings.mode, str(settings.seed), *(pathlib.Path(file).stem for file in settings.only)])
        self.list, self.end = self.folder / f"{name}.part", time.time() + 60 * settings.minutes
        self.known = read_kills(self.list)
        self.stored = {}
        for mutant, verdict in read_kills(KILLS).items() if settings.mode != "draw" else []:
            if today := moved(mutant):
                self.stored[today] = verdict
            else:
                print(f"{mutant.file}:{mutant.line} is gone: {mutant.before}")
        self.reasons = {tuple(row[:3]) for row in rows_of(ROOT / "tests/mutants.txt")}
        self.lock, self.reach = threading.Lock(), None

    def next(self):
        with self.lock:
            if time.time() < self.end and self.left > 0:
                for mutant in self.wanted:
                    if mutant not in self.known:
                        self.known[mutant] = Verdict("begun")
                        self.left -= 1
                        return mutant
        return None

    def judge(self, tree, mutant):
        """The verdict, or None where the change is none for the compiler."""
        if mutant.file not in tree.clean:
            tree.clean[mutant.file] = tree.plain.code_of(mutant.file)
        with tree.changed(mutant):
            if tree.plain.code_of(mutant.file) in (tree.clean[mutant.file], None):
                return None
            if self.reach:
                near = self.reach.near(mutant)
            else:  # first those that found it before
                near = usual_times(filter(tree.plain.tests.__contains__, self.stored[mutant].killers))
            tried, killers = self.tests_that_find(tree.plain, near)
            said = "killed" if killers else self.without_tests(tree, mutant, near) if self.reach else "open"
            return Verdict(said, tried, len(near), killers)

    def without_tests(self, tree, mutant, near):
        """The verdict of what else looks at a mutant that no test has found."""
        if near and mutant.file.split("/")[1] in OF_BITS and tree.plain.bits_differ():
            return "bits"
        if (mutant.file, mutant.before, mutant.after) in self.reasons:
            return "explained"
        if tree.sanitized and self.tests_that_find(tree.sanitized, near)[1]:
            return "sanitizer"
        return "lives" if near else "unreached"

    def tests_that_find(self, build, times):
        """How many of the tests ran, and those that found the mutant."""
        enough = ENOUGH if self.settings.mode == "matrix" else 1
        tried, spent, killers, linked = 0, 0, [], {}
        for test, usual in times.items():
            if len(killers) >= enough or (killers and (usual > SHORT or spent > FOUND_BUDGET)):
                break
            if spent < (SHORT_BUDGET if usual <= SHORT else SHORT_BUDGET + LONG_BUDGET):
                if test.room not in linked:
                    linked[test.room] = build.make(*programs_of(test.room))
                status, used = build.run_test(test, usual) if linked[test.room] else (1, 0)
                if status != 0 and linked[test.room]:  # a busy machine may have made it red
                    status = build.run_test(test, usual)[0]
                tried, spent = tried + 1, spent + used
                killers += [test] * (status != 0)
        return tried, killers

    def work(self, tree):
        while mutant := self.next():
            verdict = self.judge(tree, mutant)
            with self.lock:
                self.known[mutant] = verdict or Verdict("begun")
                if not verdict:
                    self.left += 1
                    continue
                write_kills(self.list, self.known)
                print(f"{mutant.file}:{mutant.line}: {mutant.before}  ->  {mutant.after}: {verdict.said} "
                      f"{' '.join(map('/'.join, verdict.killers[:3]))}", flush=True)

    def hunt(self, trees, mutants, count):
        self.wanted, self.left = iter(mutants), count - len(self.known)
        list(in_parallel(len(trees), self.work, trees))

    def run(self):
        settings, count = self.settings, self.settings.count
        folders = [self.folder / f"tree-{k}" for k in range(settings.jobs)]
        trees = list(in_parallel(settings.jobs, lambda folder: Tree(folder, settings.sanitize), folders))
        mutants = itertools.chain(self.stored, drawn(settings.seed, settings.only))
        if settings.mode == "check":
            found = [mutant for mutant, verdict in self.stored.items() if verdict.said in ("killed", "bits")]
            count = len(found)
            self.hunt(trees, found, count)
            mutants = [mutant for mutant, verdict in self.known.items() if verdict.said == "open"]
            for mutant in mutants:
                del self.known[mutant]
        if count > len(self.known):
            self.reach = Reach(trees, self.folder)
            self.hunt(trees, mutants, count)
        if self.left == 0 or settings.mode == "check":
            self.list.replace(KILLS if settings.mode == "matrix" else self.list.with_suffix(".txt"))
        return self.tell()

    def tell(self):
        """Prints the verdicts by room. Returns whether enough are found: in a check, all."""
        rooms = {name: collections.Counter() for name in [*ROOMS, "all"]}
        for mutant, verdict in sorted(self.known.items()):
            for name in [mutant.file.split("/")[1], "all"]:
                rooms[name][verdict.said] += 1
            if verdict.said in ("lives", "unreached"):
                print(f"{mutant.file}:{mutant.line} → {mutant.before} → {mutant.after} → {verdict.said}")
        for name, said in rooms.items():
            found = said["killed"] + said["bits"] + said["sanitizer"]
            all_judged = found + said["lives"] + said["unreached"]
            rest = ", ".join(f"{said[word]} {word}" for word in WORDS if said[word])
            print(f"{name:9} {found:4} of {all_judged:4} are found: {rest}")
        part, least = 100 * found / (all_judged or 1), 100 if self.settings.mode == "check" else LEAST
        print(f"{part:.1f} % are found, expected {least} %")
        return part >= least


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("FOLDER")
    parser.add_argument("--matrix", dest="mode", action="store_const", const="matrix", default="draw")
    parser.add_argument("--check", dest="mode", action="store_const", const="check")
    for name, usual in [("count", 200), ("seed", 1), ("jobs", os.cpu_count()), ("minutes", 180)]:
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--sanitize", action="store_true")
    sys.exit(0 if Hunt(parser.parse_args()).run() else 1)


main()
