#!/usr/bin/env python3
"""Small files never take long: what is not refused ends within what is told.

usage: small-files.py PROGRAM [COUNT [all]]

Makes COUNT scenes of at most 500 bytes at random, with numbers up to two millions, of all sizes alike. `check` takes
little, whatever they ask for. Of every other scene the numbers are below 10,000 (with `all` they are not), and what is
accepted is drawn: the computing time and the memory of the process stay within a few times what it tells, and the
seconds that no file says, as the search for the motion with which an energy is compared. VERLET_LAB_SEED chooses them.
"""
import os
import random
import re
import subprocess
import sys
import tempfile

COLLIDERS = ('{kind: balls}', '{kind: plane, point: [0, #], normal: [0, 1]}', '{kind: sphere, center: [1, 2, 3], radius: #}',
             '{kind: plane, normal: [1, 1], response: penalty, stiffness: #}', '{kind: box, center: [0, -9], size: [#, 2]}')
FORCES = ('{kind: gravitation, constant: #}', '{kind: harmonic, stiffness: #}', '{kind: wind, velocity: [5, 0, 1], drag: #}')
LINKS = ('', '', ', kind: string', ', kind: spring, stiffness: #', ', kind: spring, stiffness: #, damping: #')
SOLVERS = ('method: direct', 'method: clusters', 'substeps: #', 'iterations: #', 'method: xpbd, iterations: #', 'grids: 9')
STEPS = ('list:#x0.01', 'list:#x0.001:0.1:frame', 'fixed:1e-#', 'random:0.001:#:7', 'switch:1e-6:1:#')
METHODS = ('tcv', 'verlet', 'rk4', 'leapfrog', 'explicit-euler', 'implicit-midpoint', 'backward-euler')
LANES = ['{timestep: "%s"}' % step for step in STEPS[:3]] + ['{solver: {%s}}' % solver for solver in SOLVERS]
VIEWS = ('colours: strain', 'trails: true', 'yaw: 30', 'height: #', 'speed: #')


def some(r, rows, most):
    return ', '.join(r.choice(rows) for _ in range(r.randint(1, most)))


def scene(r, digits):
    links, wide = r.choice(LINKS), round(10 ** (digits / 2))
    things = ['chains: [{from: [0, 0], to: [9, -#], links: #, radius: 0.001%s}]' % links,
              'chains: [{from: [-1e9, 0, 1], to: [#, 0], links: #, pin: start%s}, {from: [0, 3], to: [9, 3], links: 40, '
              'radius: #}]' % links,
              'cloths: [{origin: [0, 0], along: [9, 0, 3], down: [0, -9], columns: %d, rows: %d, pin: [top]%s%s}]'
              % (r.randint(2, wide), r.randint(2, wide), links, r.choice(('', ', shear: true', ', shear: true, bend: true'))),
              'particles: [{at: [-1e30, 0], radius: 1e30}, {at: [#, 1], radius: #, mass: #, velocity: [#, 1]}]']
    rows = ['format: 1', r.choice(things)]
    for key, values, most, form in (('forces', FORCES, 3, '[%s]'), ('colliders', COLLIDERS, 3, '[%s]'),
                                    ('solver', SOLVERS, 1, '{%s}'), ('view', VIEWS, 1, '{%s}'),
                                    ('timestep', STEPS, 1, '"%s"'), ('integrator', METHODS, 1, '%s'),
                                    ('compare', LANES, 9, '[%s]')):
        if r.random() < 0.4:
            rows.append(key + ': ' + form % some(r, values, most))
    return re.sub('#', lambda _: '%d' % 10 ** r.uniform(0, digits), '\n'.join(rows) + '\n')


def run(program, *arguments):
    """Returns the status, the computing time in seconds, the memory in MiB, and what it tells."""
    with tempfile.TemporaryFile() as told:
        process = subprocess.Popen(['timeout', '100', program, *arguments], stdout=subprocess.DEVNULL, stderr=told)
        _, status, used = os.wait4(process.pid, 0)
        told.seek(0)
        return status, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, told.read().decode(errors='replace')


def main(program, count=12, every=None):
    r = random.Random(int(os.environ.get('VERLET_LAB_SEED', '1')))
    folder = tempfile.mkdtemp()
    path, picture, drawn = folder + '/scene.yaml', folder + '/picture.png', 0
    for i in range(int(count)):
        text = scene(r, 4 if i % 2 and not every else 6.3)
        if len(text) > 500:
            continue
        with open(path, 'w') as file:
            file.write(text)
        status, seconds, mebibytes, told = run(program, 'check', path)
        if seconds > 2 or mebibytes > 400:
            sys.exit('check: %.1f s, %.0f MiB\n%s' % (seconds, mebibytes, text))
        if status != 0 or not (every or i % 2):
            continue
        drawn += 1
        status, seconds, mebibytes, told = run(program, 'render', path, '--at', '0', '--png', picture, '--size', '320x240')
        costs = re.search(r'about (\S+) MiB of memory, the first picture about (\S+) s, and a frame about (\S+) s', told)
        if costs and 'e+' in costs.group(0):
            sys.exit('an exponent: ' + told)
        memory, first, step = (float(cost) for cost in costs.groups()) if costs else (256, 0.25, 0.25)
        if every:
            print('%6.2f s %5.0f MiB, told %g + %g s, %g MiB' % (seconds, mebibytes, first, step, memory), flush=True)
        if status != 0 or seconds > 5 + 5 * (first + step) or mebibytes > 100 + 1.5 * memory:
            sys.exit('render: status %d, %.1f s, %.0f MiB\n%s%s' % (status, seconds, mebibytes, text, told))
    for file in os.listdir(folder):
        os.remove(folder + '/' + file)
    os.rmdir(folder)
    if drawn < 1:
        sys.exit('none of %s scenes was drawn' % count)


main(*sys.argv[1:])
