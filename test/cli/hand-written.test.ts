// Files as people of dialect t write them: every form of batt, helpers, constants, one parameter of any name, run as commands.

import { beforeAll, expect, test } from 'vitest'
import type { RunReport } from '../../src/engine/run/run-report.ts'
import { FLIP_TASK } from './flip-task.ts'
import { runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

const folder = temporaryFolder('hand-written')
let tasks: string

beforeAll(() => {
  tasks = folder.write('tasks/flip0001.json', JSON.stringify(FLIP_TASK))
})

const HEAD = 'def batt(task_id, S, I, C, log_path):\n    s = []\n    o = []\n'

/** Batts of which every output candidate is the mirrored grid. */
const BATTS: Readonly<Record<string, string>> = {
  guarded: `#!/usr/bin/env python3
from utils import *
from dsl import *

${HEAD}    """A docstring."""
    # A comment.
    try:
        t1 = a_mr(S)
    except (TypeError, AttributeError, ValueError):
        t1 = _get_safe_default(a_mr)
    try:
        t2 = mir_rot_t(I, t1)
    except Exception as e:
        t2 = _get_safe_default(mir_rot_t)
    try: t3 = p_g(C)
    except: t3 = _get_safe_default(p_g)
    try:
        t4 = RED(t3)
    except (TypeError):
        t4 = _get_safe_default(RED)
    o.append((2, False, 'flip0001', t2))
    s.append((4, 'None', 'calls_a_colour', t4))
    return o, s
`,
  plain: `${HEAD}    t1 = rbind(mir_rot_t, A2)
    t2 = t1(I)
    t3 = size(C)
    o.append((2, True, 'flip0001', t2))
    s.append((3, 'None', 'fails_without_c', t3))
    return o, s
`,
  'by hand': `BACKGROUND = 0
OFFSET = (0, 0)
CELLS = frozenset({(0, 0, 9)})

def cells_of(grid, step):
    cells = asobject(grid)
    cells = shift(cells, step)
    return vmirror_o(cells)

${HEAD}    empty = canvas(BACKGROUND, dimensions=shape_t(I))
    kept = difference(cells_of(step=OFFSET, grid=I), CELLS)
    out = paint(obj=kept, grid=empty)
    counts = apply(lambda pair: size_t(p_g(first(pair))), S)
    objects_of_all = mapply(lambda g: o_g(g, 0), apply(first, S))
    out = branch(greater(get_nth_by_key_t(counts, L1), -1), out, I)
    o.append((1, 'hand', out))
    s.append((2, 'None', 'objects', (size(objects_of_all), get_nth_t(counts, F0))))
    return s, o
`,
  samples: `${HEAD}    t1, t2, t3, t4 = batch_process_samples_gpu(S)
    t5 = difference_tuple(t3, t4)
    t6 = branch(equality(t5, ()), vmirror_t(I), I)
    t7 = contained(vmirror_t(first_t(t1)), t2)
    t8 = branch(t7, t6, I)
    o.append((8, False, 'flip0001', t8))
    return o, s
`,
}

test.each(Object.keys(BATTS))('a batt of dialect t, %s: every candidate is right', async (form) => {
  const file = folder.write(`${form}.py`, BATTS[form]!)
  const { stdout, stderr, exitCode } = await runCommand([
    'run',
    '--json',
    '--programs',
    file,
    '--tasks',
    tasks,
    '--pair',
    'all',
  ])
  const warnings = stderr.split('\n').filter((line) => line.includes(': error:'))
  expect([warnings, exitCode]).toEqual([[], 0])
  const { results } = JSON.parse(stdout) as RunReport
  expect(results).toMatchObject([{ program: 'batt', task: 'flip0001', verdict: 'solved' }])
})

test('a folder of one file per task: any parameter, constants, helpers, reassigned names, S and C', async () => {
  const forms = {
    flip0001: 'def solve(I):\n    x = rot90(I)\n    x = rot90(x)\n    return hmirror_t(x)\n',
    flip0002: 'A = A2\n\ndef transform(grid):\n    return turn(grid)\n\ndef turn(g):\n    return mir_rot_t(g, A)\n',
    flip0003: 'def solve_flip0003(S, I, C):\n    a: A8 = a_mr(S)\n    O = mir_rot_t(I, a)\n    return O\n',
  }
  for (const [id, text] of Object.entries(forms)) {
    folder.write(`many/${id}.json`, JSON.stringify(FLIP_TASK))
    folder.write(`solvers/${id}.py`, `from dsl import *\n\n${text}`)
  }
  const { stdout, stderr, exitCode } = await runCommand([
    'run',
    '--json',
    '--programs',
    folder.pathOf('solvers'),
    '--tasks',
    folder.pathOf('many'),
  ])
  expect([stderr, exitCode]).toEqual(['', 0])
  const { results } = JSON.parse(stdout) as RunReport
  expect(results.map(({ program, task, verdict }) => [program, task, verdict])).toEqual([
    ['solve', 'flip0001', 'solved'],
    ['transform', 'flip0002', 'solved'],
    ['solve_flip0003', 'flip0003', 'solved'],
  ])
})

test('a mixture of dialects in a batt is one error that names the names of both', async () => {
  const text = `${HEAD}    t1 = o_g(I, R5)\n    t2 = palette(I)\n    t3 = get_nth_f(t1, F0)\n    t4 = palette(C)\n    o.append((1, False, 'x', t1))\n    return o, s\n`
  const { stdout, exitCode } = await runCommand(['check', folder.write('mixed.py', text)])
  expect(exitCode).toBe(2)
  expect(stdout.match(/error:/g)).toHaveLength(1)
  expect(stdout).toContain('palette (line 5) of a; o_g (line 4), get_nth_f (line 6) of t [mixed-dialects]')
})
