#!/usr/bin/env python3
"""Measures every figure in the notes of the scenes anew, and finds those that no row of the table measures.

  tests/notes.py PROGRAM SCENES TABLE [SCENE…]

The table, tests/notes.txt, has blocks. A block begins with a line `scene NAME` and has these lines:

  let NAME = ARGUMENTS            a run of the program; NAME names its CSV or its printed text below
  WORDS | EXPRESSION; …           words of the note, with a figure in each pair of braces, and its measured value
  given WORDS                     words with numbers that claim nothing: what to press, to set or to imagine

A block `document PATH` is for figures of a document: only those in its rows are looked at, but of a lesson all, as of a
scene. @scene in ARGUMENTS is the scene file that the document shows.

Words stand as in the note, with any white space between them. A figure must agree to half of its last written
digit. Marks in the braces: {~1600} has round zeros at its end, {<0.16} is a bound from above and {>2} one from
below. A line that begins with white space goes on the line before.

The word `alone` in ARGUMENTS stands for the method of the scene, without the lanes of its `compare`.

ARGUMENTS may have edits of the scene file, of the form `SCENE{old text => new text}`: the run then uses a copy
with that text changed, and the old text must stand in the file.

In an expression a run has the methods last, first, at, largest, smallest, mean (of a column of the CSV; the last
argument `of` picks an integrator, or a lane by its label), and find (the first group of a pattern in the printed text). Every NAME of
a `let` and the functions of Python's math are known; measure(ARGUMENTS) makes a run on the spot.

A number in a note, a question or an answer is covered by a row, by `given`, between backticks as a key, or because the same
number stands in the data of the scene file. Any other one fails, so that no figure enters a note unmeasured.
"""

import concurrent.futures
import csv
import io
import math
import os
import re
import subprocess
import sys
import tempfile

NUMBER = r'(?<![\w.])[−-]?\d+(?:,\d{3})*(?:\.\d+)?(?:e[−-]?\d+)?[⁰¹²³⁴-⁹]*'
SUPERSCRIPTS = str.maketrans('⁰¹²³⁴⁵⁶⁷⁸⁹', '0123456789')
KEYS = [
    r'`[^`]*`',                                  # a key, or what is to be typed
    r'(?:\d+(?:,\s+|\s+and\s+|\s+to\s+))*\d+\s+frames/s',     # the setting of a display
    r'\d+ frames a second(?: in place of \d+)?',
    r'(?:1/\d+ and )?1/\d+\s+s\b',                                # the length of its frames
    r'(?:^|\n\n) *\d+\. ',                       # a numbered paragraph
    r'\b\d+ minutes|(?:^|\n)(?:format|minutes): \d+',    # of a lesson
]


class Failure(Exception):
    pass


def value_of(text):
    """The number that is written, and half of its last digit."""
    text = text.replace('−', '-').replace(',', '')
    match = re.fullmatch(r'(-?\d+(?:\.(\d+))?)(?:e(-?\d+))?([⁰¹²³⁴-⁹]*)', text)
    if not match:
        raise Failure(f'{text} is no number')
    number, decimals, exponent, power = match.groups()
    if power:
        number = str(int(number) ** int(power.translate(SUPERSCRIPTS)))
    scale = 10.0 ** int(exponent or 0)
    return float(number) * scale, 0.5 * 10.0 ** -len(decimals or '') * scale


class Table:
    """The rows of one method or lane in a CSV, kept as text: most columns of a long run are never looked at."""

    def __init__(self, names):
        self.names, self.texts, self.columns = {name: index for index, name in enumerate(names)}, [], {}

    def number(self, name, rows):
        """The first that there is in these rows."""
        index = self.names[name]
        return next(float(row[index]) for row in rows if row[index])

    def column(self, name):
        """Numbers; None where the field is empty."""
        if name not in self.columns:
            index = self.names[name]
            self.columns[name] = [float(row[index]) if row[index] else None for row in self.texts]
        return self.columns[name]

    def row(self, index):
        return dict(zip(self.names, self.texts[index]))


class Run:
    """What one run printed."""

    def __init__(self, text):
        self.text = text
        self.tables = {}
        if text.startswith(('integrator,', 'lane,')):
            rows = csv.reader(io.StringIO(text))
            names = next(rows)
            for row in rows:
                if row[0] not in self.tables:
                    self.tables[row[0]] = Table(names)
                self.tables[row[0]].texts.append(row)

    def table(self, of):
        if of:
            return self.tables[of]
        if len(self.tables) != 1:
            raise Failure('several integrators or lanes, and none named')
        return next(iter(self.tables.values()))

    def rows(self, of):
        table = self.table(of)
        return [table.row(index) for index in range(len(table.texts))]

    def points(self, name='1', of=None):
        """Where a particle is, row by row."""
        table = self.table(of)
        return list(zip(*(table.column(axis + name) for axis in 'xyz')))

    def column(self, name, of=None, after=-math.inf, before=math.inf):
        table = self.table(of)
        values = table.column(name)
        if after == -math.inf and before == math.inf:
            return [value for value in values if value is not None]
        return [value for value, time in zip(values, table.column('time'))
                if value is not None and after <= time + 1e-9 and time - 1e-9 <= before]

    def last(self, name, of=None):
        return self.table(of).number(name, reversed(self.table(of).texts))

    def first(self, name, of=None):
        return self.table(of).number(name, self.table(of).texts)

    def at(self, time, name, of=None):
        """At the step that ends nearest to a time."""
        times = self.table(of).column('time')
        return self.table(of).column(name)[min(range(len(times)), key=lambda index: abs(times[index] - time))]

    def largest(self, name, of=None, after=-math.inf, before=math.inf):
        return max(self.column(name, of, after, before))

    def smallest(self, name, of=None, after=-math.inf, before=math.inf):
        return min(self.column(name, of, after, before))

    def range(self, name, of=None):
        """The largest absolute value."""
        return max(abs(value) for value in self.column(name, of))

    def mean(self, name, of=None, after=-math.inf, before=math.inf):
        column = self.column(name, of, after, before)
        return sum(column) / len(column)

    def peak(self, name, of=None):
        """The first maximum after the start."""
        column = self.column(name, of)
        for before, value, after in zip(column, column[1:], column[2:]):
            if before < value >= after:
                return value
        return min(column)

    def speed(self, time, mass=1, of=None):
        return math.sqrt(2 * self.at(time, 'kinetic', of) / mass)

    def swing(self, rest, of=None):
        """The part of the energy above that of rest which is left at the end, in per cent."""
        return 100 * (self.last('energy', of) - rest) / (self.first('energy', of) - rest)

    def hitch(self, of=None):
        """When the longest step began."""
        steps = self.table(of).column('dt')
        longest = max(range(1, len(steps)), key=steps.__getitem__)
        return self.table(of).column('time')[longest] - steps[longest]

    def jump(self, of=None, name='energy'):
        """How far the energy, or its error, rises after the beginning of the longest step."""
        began = self.hitch(of)
        return self.largest(name, of, after=began) - self.at(began, name, of)

    def ended(self, of=None):
        return self.table(of).column('time')[-1]

    def when(self, holds, of=None):
        """The time of the first row for which holds(row) is true; the row has floats."""
        for row in self.rows(of):
            if holds({key: float(text) for key, text in row.items() if key not in ('lane', 'integrator') and text != ''}):
                return float(row['time'])
        return math.inf

    def table_row(self, of):
        """What the printed table says of an integrator or a lane, without the time of a step."""
        return (self.last('step', of), self.ended(of), self.last('energy_error', of), self.range('energy_error', of),
                100 * self.range('stretch_max', of))

    def torn(self):
        match = re.search(r'(\d+) of \d+ links tore', self.text)
        return int(match.group(1)) if match else 0

    def find(self, pattern):
        match = re.search(pattern, self.text)
        if not match:
            raise Failure(f'the text of the run has no {pattern}')
        return float(match.group(1))


class Block:
    def __init__(self, scene):
        self.scene = scene
        self.document = self.lesson = False
        self.text = None  # its words, and the numbers of its data
        self.runs = {}
        self.rows = []
        self.given = []


def read_table(path):
    blocks, lines = {}, []
    with open(path, encoding='utf-8') as file:
        for line in file:
            if line.startswith('#') or not line.strip():
                continue
            if line[0].isspace() and lines:
                lines[-1] += ' ' + line.strip()
            else:
                lines.append(line.strip())
    block = None
    for line in lines:
        word, _, rest = line.partition(' ')
        if word in ('scene', 'document'):
            block = blocks[rest] = Block(rest)
            block.document = word == 'document'
            block.lesson = rest.startswith('scenes/lessons/')
        elif word == 'let':
            name, _, arguments = rest.partition(' = ')
            block.runs[name] = arguments
        elif word == 'given':
            block.given.append(rest)
        elif ' | ' in line:
            words, _, expression = line.rpartition(' | ')
            block.rows.append((words, expression))
        else:
            raise SystemExit(f'{path}: what is this line? {line}')
    return blocks


def read_scene(path):
    """Notes, question and answer of a scene, and the numbers of its data."""
    notes, data, inside = [], [], False
    with open(path, encoding='utf-8') as file:
        for line in file:
            if re.match(r'(notes|  because): \|', line):
                inside = True
                notes.append('\n')
            elif line.startswith('  question: '):
                inside = False
                notes.append('\n' + line)
            elif inside and (line[0] == ' ' or not line.strip()):
                notes.append(line)
            else:
                inside = False
                data.append(re.sub(r'^(format|title):.*', '', line))
    numbers = {abs(float(number)) for number in re.findall(r'\d+(?:\.\d+)?(?:e-?\d+)?', ''.join(data))}
    return ''.join(notes), numbers


def shown_scene(text):
    """The first scene file that a document shows: indented lines from `format: 1` on, or a fenced block; or None."""
    indented = re.search(r'\n((?:    format: 1\n)(?:    .*\n)+)', text)
    fenced = re.search(r'\n```yaml\n(format: 1\n.*?)```\n', text, re.S)
    return (re.sub(r'^    ', '', indented.group(1), flags=re.M) if indented else
            fenced.group(1) if fenced else None)


def pattern_of(words):
    return r'\s+'.join(re.escape(word) for word in words.split())


def pulled(run):
    """Steps until the corner, particle 2, has moved by a hundredth of the way of the hand, particle 1."""
    hand, corner = run.points('1'), run.points('2')
    return next(int(step) for step, at, led in list(zip(run.column('step'), hand, corner))[1:]
                if math.dist(led, corner[0]) >= 0.01 * math.dist(at, hand[0]))


def drift(run, name='1'):
    """Of a charge about the dipole: its largest latitude, the time between equators, and that of a turn, s."""
    rows = [(time, *point) for time, point in zip(run.column('time'), run.points(name))]
    highest = latitude(run, name)
    crossings = [b[0] for a, b in zip(rows, rows[1:]) if a[2] * b[2] < 0]
    turned = 0
    for a, b in zip(rows, rows[1:]):
        turned += math.remainder(math.atan2(b[3], b[1]) - math.atan2(a[3], a[1]), 2 * math.pi)
        if abs(turned) >= 2 * math.pi:
            break
    return highest, (crossings[-1] - crossings[0]) / (len(crossings) - 1), b[0]


def latitude(run, name='1'):
    """The largest angle of a particle above the equator of the dipole, degrees."""
    return max(abs(math.degrees(math.atan2(y, math.hypot(x, z)))) for x, y, z in run.points(name))


def largest_turn(run, name='1'):
    """The largest angle between the displacements of two steps, rad."""
    rows = run.points(name)
    ways = [[q - p for p, q in zip(a, b)] for a, b in zip(rows, rows[1:])]
    return max(math.acos(min(1, sum(p * q for p, q in zip(a, b)) / math.hypot(*a) / math.hypot(*b)))
               for a, b in zip(ways, ways[1:]))


def is_printed(line, text):
    """Whether all words of a line are in one line of a text, in their order; a document may leave columns out."""
    for printed in text.split('\n'):
        words = iter(printed.split())
        if all(word in words for word in line.split()):
            return True
    return False


def unmeasured(line):
    """A line of a table without the time of a step, which is its last number but for a remark."""
    return re.sub(r' +[\d.e+]+( +beyond .*| +± not .*| +diverged .*)?$', r'\1', line.rstrip())


class Notes:
    def __init__(self, program, scenes):
        self.program, self.scenes = program, scenes
        self.folder = tempfile.TemporaryDirectory()
        self.cache, self.runs = {}, {}
        self.pool = concurrent.futures.ThreadPoolExecutor(2)
        self.failures = 0

    def edited(self, match):
        """A copy of a scene file with some of its text changed."""
        name, edits = match.group(1), match.group(2)
        with open(os.path.join(self.scenes, name + '.yaml'), encoding='utf-8') as file:
            text = file.read()
        for edit in edits.split(' & '):
            old, _, new = edit.partition(' => ')
            if text.count(old) == 0:
                raise Failure(f'{name}.yaml has no "{old}"')
            text = text.replace(old, new)
        path = os.path.join(self.folder.name, f'{name}-{abs(hash(edits))}.yaml')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        return path

    def method(self, scene):
        """The option for the integrator of a scene, or of a copy by its path."""
        path = scene if scene.endswith('.yaml') else os.path.join(self.scenes, scene + '.yaml')
        with open(path, encoding='utf-8') as file:
            return ['--integrator', re.search(r'^integrator: (\S+)', file.read(), re.M).group(1)]

    def start(self, arguments):
        if arguments not in self.cache:
            words = re.sub(r'([\w-]+)\{([^}]*)\}', self.edited, arguments).split()
            if words[0] == 'run' and '--csv' not in words and words[-1] != 'printed':
                words += ['--csv', '-']
            words = [word for word in words if word != 'printed']
            path = os.path.join(self.scenes, ''.join(words[1:2]) + '.yaml')
            words = [part for word in words for part in (self.method(words[1]) if word == 'alone' else [word])]
            if os.path.exists(path):
                words[1] = path
            self.cache[arguments] = self.pool.submit(subprocess.run, [self.program, *words], stdout=subprocess.PIPE,
                                                     stderr=subprocess.PIPE, encoding='utf-8', check=False)
        return self.cache[arguments]

    def finish(self, arguments):
        if arguments not in self.runs:
            result = self.start(arguments).result()
            if result.returncode:
                raise Failure(f'verlet-lab {arguments}: {result.stderr.strip()}')
            self.runs[arguments] = Run(result.stdout)
        return self.runs[arguments]

    def mass(self, scene):
        """Of all particles of a scene that are listed one by one, kg."""
        with open(os.path.join(self.scenes, scene + '.yaml'), encoding='utf-8') as file:
            return sum(float(mass) for mass in re.findall(r'^  - \{.*\bmass: ([\d.]+)', file.read(), re.M))

    def first_time(self, arguments, holds, frames):
        """The end of the first frame after which holds(run) is true; frames are the ends of all."""
        low, high = -1, len(frames) - 1
        while high - low > 1:
            middle = (low + high) // 2
            if holds(self.finish(f'{arguments} --duration {frames[middle]:.9f}')):
                high = middle
            else:
                low = middle
        return frames[high]

    def passing(self, engine):
        """When the end of the rope is below the hook in another engine, at the frame rates of the note."""
        late = [i / 60 if i <= 30 else 0.75 + (i - 31) / 60 for i in range(1, 100)]
        return [self.first_time(f'run engines --lane engine={engine} --points 9 --dt {stream}',
                                lambda run: run.last('x9') <= 0, frames)
                for stream, frames in (('fixed:0.033333333333333333', [i / 30 for i in range(1, 60)]),
                                       ('fixed:0.016666666666666667', [i / 60 for i in range(1, 120)]),
                                       ('fixed:0.0069444444444444444', [i / 144 for i in range(1, 120)]),
                                       ('hitch:0.016666666666666667:0.25:0.5', late))]

    def fail(self, scene, text):
        print(f'{scene}: {text}')
        self.failures += 1

    def row(self, block, note, known, words, expression):
        """Checks one row; returns the places in the note that it covers."""
        figures = re.findall(r'\{([^}]*)\}', words)
        match = re.search(pattern_of(re.sub(r'\{[~<>]*([^}]*)\}', r'\1', words)), note)
        if not match:
            raise Failure(f'the note has no words "{words}"')
        values = eval(f'[{expression.replace(";", ",")}]', known)  # pylint: disable=eval-used
        if len(values) != len(figures):
            raise Failure(f'{len(figures)} figures and {len(values)} values: {words}')
        for figure, value in zip(figures, values):
            written, half = value_of(figure.lstrip('~<>'))
            if '~' in figure:
                while written % (half * 20) == 0 and written >= half * 200:
                    half *= 10
                half *= 10 if written % (half * 20) == 0 else 1
            good = (value < written if '<' in figure else value > written if '>' in figure
                    else abs(value - written) <= half * (1 + 1e-9))
            if not good:
                self.fail(block.scene, f'"{words}": {figure} is written, {value:.6g} measured')
        return match.span()

    def read(self, block):
        if not block.document:
            return read_scene(os.path.join(self.scenes, block.scene + '.yaml'))
        with open(os.path.join(self.scenes, '..', block.scene), encoding='utf-8') as file:
            text = file.read()
        path = os.path.join(self.folder.name, os.path.basename(block.scene) + '.yaml')
        shown = shown_scene(text)
        if shown:
            with open(path, 'w', encoding='utf-8') as file:
                file.write(shown)
            block.runs = {name: arguments.replace('@scene', path) for name, arguments in block.runs.items()}
        return text, set()

    def tables(self, document):
        """Yields what a document shows, a list of lines with numbers, and the commands above it, which print them."""
        with open(document, encoding='utf-8') as file:
            text = file.read()
        scene = os.path.join(self.folder.name, os.path.basename(document) + '.yaml')
        with open(scene, 'w', encoding='utf-8') as file:
            file.write(shown_scene(text) or '')
        text = re.sub(r' *\\\n *', ' ', text)
        above = re.findall(r'((?:^    .*\n)+)\n```\n(.*?)^```', text, re.M | re.S)
        within = re.findall(r'^```\n(verlet-lab .*\n)(.*?)^```', text, re.M)
        for commands, shown in above + within:
            found = re.findall(r'^ *(?:verlet-lab|\./dev run) ((?:run|order|stability)\b.*?)(?:  .*)?$', commands, re.M)
            found = [re.sub(r'\w+\.yaml', scene, command) + ' printed' for command in found if 'SCENE' not in command]
            if found:
                yield [line for line in shown.split('\n') if re.search(r'\d', line)], found

    def check_tables(self, folder):
        """Each line of a table is one that its commands print, to the digits shown, but for the time of a step."""
        documents = [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith('.md')]
        tables = [(document, *table) for document in documents for table in self.tables(document)]
        for _, _, commands in tables:
            for command in commands:
                self.start(command)
        for document, shown, commands in tables:
            parts = '\n\n'.join(self.finish(command).text for command in commands).split('\n\n')
            timed = '\n'.join(part for part in parts if '(µs)' in part)
            for line in shown:
                if not is_printed(line, '\n'.join(parts)) and not is_printed(unmeasured(line), timed):
                    self.fail(os.path.basename(document), f'no command prints "{line}"')
        return len(tables)

    def check(self, block):
        note, data = block.text
        known = dict(vars(math), first_time=self.first_time, passing=self.passing, measure=self.finish, mass=self.mass,
                     pulled=pulled, drift=drift, latitude=latitude,
                     largest_turn=largest_turn)
        covered = [match.span() for key in KEYS for match in re.finditer(key, note)]
        for name, arguments in block.runs.items():
            try:
                known[name] = self.finish(arguments)
            except Failure as failure:
                self.fail(block.scene, failure)
        for words, expression in block.rows:
            try:
                covered.append(self.row(block, note, known, words, expression))
            except Exception as failure:  # pylint: disable=broad-except
                self.fail(block.scene, f'{words}: {failure!r}')
        for words in block.given:
            matches = [match.span() for match in re.finditer(pattern_of(words), note)]
            if not matches:
                self.fail(block.scene, f'the note has no words "{words}"')
            covered += matches
        for match in re.finditer(NUMBER, note if not block.document or block.lesson else ''):
            start, end = match.span()
            if any(first <= start and end <= last for first, last in covered):
                continue
            if abs(value_of(match.group())[0]) in data:
                continue
            around = ' '.join(note[max(0, start - 40):end + 20].split())
            self.fail(block.scene, f'no row measures {match.group()}: … {around} …')


def main():
    program, scenes, table, *only = sys.argv[1:]
    blocks = read_table(table)
    notes = Notes(program, scenes)
    names = {name[:-5] for name in os.listdir(scenes) if name.endswith('.yaml')}
    names |= {'scenes/lessons/' + name for name in os.listdir(os.path.join(scenes, 'lessons'))}
    for name in sorted(names - blocks.keys()):
        notes.fail(name, 'the table has no such scene')
    for name in sorted({block.scene for block in blocks.values() if not block.document} - names):
        notes.fail(name, 'there is no such scene')
    chosen = [block for block in blocks.values() if not only or block.scene in only]
    for block in chosen:
        block.text = notes.read(block)
        for arguments in block.runs.values():
            notes.start(arguments)
    for block in chosen:
        notes.check(block)
    tables = 0 if only else notes.check_tables(os.path.join(scenes, '..', 'docs', 'physics'))
    print(f'{len(chosen)} scenes, {sum(len(block.rows) for block in chosen)} rows, {tables} tables, {len(notes.cache)} runs, '
          f'{notes.failures} failures')
    return notes.failures != 0


if __name__ == '__main__':
    sys.exit(main())
