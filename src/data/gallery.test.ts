// The gallery as it is shipped: its tasks, its programs, and the primitives that these use.

import { expect, test } from 'vitest'
import { UserError } from '../language/errors.ts'
import { primitives } from '../language/names.ts'
import type { Program } from '../language/program.ts'
import { readPrograms } from '../language/python/read-python.ts'
import { hashTasks } from './dataset-hash.ts'
import { GALLERY_SAMPLES, galleryFiles, galleryPrograms, gallerySource, galleryTasks } from './gallery.ts'

const ids = galleryTasks({ samples: 0 }).map(({ id }) => id)

test('each task has an id and a rule of its own, which its program file begins with', () => {
  expect(ids.length).toBeGreaterThanOrEqual(77)
  expect(new Set(ids).size).toBe(ids.length)
  const rules = galleryFiles().map(({ text }, k) => {
    const [, id, rule] = /^# ([a-z0-9]{8}): ([A-Z].*\.)\n\n\ndef /.exec(text)!
    expect(id).toBe(ids[k])
    return rule
  })
  expect(new Set(rules).size).toBe(ids.length)
})

test.each([undefined, 0, 12, GALLERY_SAMPLES])('a task has three demo pairs and %s test pairs', (samples) => {
  const tasks = galleryTasks(samples === undefined ? {} : { samples })
  expect(tasks.map(({ id }) => id)).toEqual(ids)
  for (const { train, test: tests } of tasks) expect([train.length, tests.length]).toEqual([3, samples ?? 5])
})

// Results of runs and of benchmarks are compared by these hashes.
test.each([
  [5, 'ecfd3346ae8410c8ba847d8ea507818c'],
  [20, '06ef7d9f6643219d949fc1c7caac0892'],
])('the hash of the tasks with %i samples', (samples, hash) => {
  expect(hashTasks(galleryTasks({ samples }))).toBe(hash)
})

test('more samples keep the first ones, and single tasks are as among all', () => {
  const few = galleryTasks({ samples: 2 })
  for (const [k, many] of galleryTasks({ samples: 9 }).entries()) {
    expect(many.train).toEqual(few[k]!.train)
    expect(many.test.slice(0, 2)).toEqual(few[k]!.test)
  }
  expect(galleryTasks({ only: [ids.at(-1)!], samples: 2 })).toEqual([few.at(-1)])
})

test.each([21, 1e9, -1, 2.5, Number.NaN])('%d samples are refused with the limit', (samples) => {
  expect(() => galleryTasks({ samples })).toThrow(UserError)
  expect(() => galleryTasks({ samples })).toThrow(`${samples}, not an integer from 0 to 20`)
})

test('an unknown task is refused by name', () => {
  expect(() => galleryTasks({ only: ['nosuchid'] })).toThrow(UserError)
  expect(() => galleryTasks({ only: ['nosuchid'] })).toThrow('nosuchid')
})

test('every task has its right program, two or more others, and all are named after it', () => {
  const programs = galleryPrograms()
  expect(new Set(programs.map(({ name }) => name)).size).toBe(programs.length)
  for (const id of ids) {
    const own = programs.filter(({ file }) => file === `gallery/${id}.py`)
    const solvers = own.filter(({ mode }) => mode === 'strict')
    expect(solvers[0]!.name).toBe(`solve_${id}`)
    expect(solvers.length).toBeGreaterThanOrEqual(3)
    for (const { name } of own) expect(name).toMatch(new RegExp(`^(solve|solve_[a-z]+|batt_[a-z]+)_${id}$`))
  }
})

test('there are batts with solvers and differs', () => {
  const batts = galleryPrograms().filter(({ mode }) => mode === 'guarded')
  expect(batts.length).toBeGreaterThanOrEqual(2)
  for (const { outputs } of batts) expect(new Set(outputs.map(({ kind }) => kind))).toEqual(new Set(['o', 's']))
})

test('every primitive of dialect a occurs, and not only in wrong programs', () => {
  const right = galleryPrograms().filter(({ name }) => ids.some((id) => name === `solve_${id}`))
  const used = primitivesOf(right)
  const own = primitives.filter(({ declarations }) => declarations.a !== undefined)
  expect(own.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([])
})

test('the source of all programs, read as one file, gives the same programs', () => {
  const { programs, diagnostics } = readPrograms(gallerySource(), 'gallery.py')
  expect(diagnostics).toEqual([])
  expect(programs.map(({ name }) => name)).toEqual(galleryPrograms().map(({ name }) => name))
})

function primitivesOf(programs: readonly Program[]): Set<string> {
  const names = new Set<string>()
  for (const { statements } of programs) {
    for (const { callee, args } of statements) {
      for (const operand of [callee, ...args]) {
        if (operand.kind === 'primitive') names.add(operand.key)
        if (operand.kind === 'constant')
          for (const [, name] of JSON.stringify(operand.value).matchAll(/"f":"(\w+)"/g)) names.add(name!)
      }
    }
  }
  return names
}
