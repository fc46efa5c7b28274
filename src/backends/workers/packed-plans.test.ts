// Plans survive shared memory unchanged.

import { expect, test } from 'vitest'
import { galleryPrograms } from '../../data/gallery.ts'
import { layoutOf } from '../../language/dialects.ts'
import { readProgramFile } from '../../language/read-any.ts'
import { mergePrograms } from '../../plan/graph.ts'
import { lowerGraph } from '../../plan/plan.ts'
import { UnpackedPlans, packPlans } from './packed-plans.ts'

const { programs: own } = readProgramFile(
  `
def solve_labels(I):
    x1 = objects(I, T, F, T)
    x2 = objects(I, F, F, T)
    x3 = combine(x1, x2)
    x4 = fill(I, 3, (1, 2))
    return x4

def solve_long(I):
    x1 = chain(size, first, last, I, I)
    return x1
`,
  'own.py',
)
const gallery = galleryPrograms()
const ofLayout = (layout: string) => gallery.filter(({ dialect }) => layoutOf(dialect) === layout)
const twins = [own[0]!, own[0]!]
const groups = [own, twins, ofLayout('a'), ofLayout('t'), gallery.slice(0, 1)].filter(({ length }) => length > 0)
const plans = groups.map((programs) => lowerGraph(mergePrograms(programs, { keepUnused: true })))

test('in any order, and asked for twice', () => {
  const unpacked = new UnpackedPlans(packPlans(plans))
  for (let k = plans.length - 1; k >= 0; k--) expect(unpacked.plan(k)).toEqual(plans[k])
  expect(unpacked.plan(0)).toBe(unpacked.plan(0))
})

test('the plans here have all that a plan can have', () => {
  expect(plans.some(({ longArguments }) => longArguments.size > 0)).toBe(true)
  expect(plans.some(({ labellings }) => labellings.length > 0)).toBe(true)
  expect(plans.some(({ constants }) => constants.length > 0)).toBe(true)
  const programs = plans.flatMap((plan) => plan.programs)
  expect(programs.some(({ mode, guarded }) => mode === 'guarded' && guarded.length > 0)).toBe(true)
  expect(programs.some(({ twin }) => twin >= 0)).toBe(true)
})
