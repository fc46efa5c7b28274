// The gallery as data: what its tasks and programs are, that they are drawn alike everywhere, and what they cover.

import { expect, test } from 'vitest'
import { UserError } from '../language/errors.ts'
import { primitives } from '../language/names.ts'
import type { Program } from '../language/program.ts'
import { readPrograms } from '../language/python/read-python.ts'
import { galleryPrograms, gallerySource, galleryTasks } from './gallery.ts'
import { families } from './gallery/families.ts'
import { type Pair, type Task, samplesOf } from './task.ts'

test('there are many families, each with an id of its own and a title', () => {
  expect(families.length).toBeGreaterThanOrEqual(44)
  expect(new Set(families.map(({ id }) => id)).size).toBe(families.length)
  expect(new Set(families.map(({ title }) => title)).size).toBe(families.length)
  for (const { id, title } of families) {
    expect(id).toMatch(/^[a-z0-9]{8}$/)
    expect(title).toMatch(/^[A-Z].*\.$/)
  }
})

test('a task has three demo pairs and as many test pairs as are asked for, all with outputs', () => {
  for (const [samples, tasks] of [
    [5, galleryTasks()],
    [0, galleryTasks({ samples: 0 })],
    [12, galleryTasks({ seed: 7, samples: 12 })],
  ] as const) {
    expect(tasks.map(({ id }) => id)).toEqual(families.map(({ id }) => id))
    for (const { train, test: tests } of tasks) expect([train.length, tests.length]).toEqual([3, samples])
  }
})

test('grids have sides from 1 to 30 and colours from 0 to 9', () => {
  for (const seed of [1, 2, 3]) {
    for (const task of galleryTasks({ seed, samples: 20 })) {
      for (const { input, output } of samplesOf(task)) {
        for (const { height, width, cells } of [input, output!]) {
          expect(Math.min(height, width)).toBeGreaterThanOrEqual(1)
          expect(Math.max(height, width)).toBeLessThanOrEqual(30)
          expect(cells.length).toBe(height * width)
          expect(Math.max(...cells)).toBeLessThanOrEqual(9)
        }
      }
    }
  }
})

test('no family gives back all of its inputs, and few samples of one are alike', () => {
  for (const task of galleryTasks({ samples: 47 })) {
    const samples = samplesOf(task)
    expect(samples.some(({ input, output }) => spell({ input }) !== spell({ input: output! }))).toBe(true)
    expect(new Set(samples.map(spell)).size).toBeGreaterThanOrEqual(45)
  }
})

test('a sample depends on seed, family and number only', () => {
  const few = galleryTasks({ samples: 2 })
  for (const [k, many] of galleryTasks({ samples: 9 }).entries()) {
    expect(many.train).toEqual(few[k]!.train)
    expect(many.test.slice(0, 2)).toEqual(few[k]!.test)
  }
  const last = families.at(-1)!.id
  expect(galleryTasks({ only: [last], samples: 2 })).toEqual([few.at(-1)])
  expect(hashTasks(galleryTasks({ seed: 2 }))).not.toBe(hashTasks(galleryTasks()))
})

test('every machine draws the same tasks', () => {
  expect(hashTasks(galleryTasks())).toBe('a36f60a6')
})

test('a family that there is not is refused by name', () => {
  expect(() => galleryTasks({ only: ['nosuchid'] })).toThrow(UserError)
  expect(() => galleryTasks({ only: ['nosuchid'] })).toThrow('nosuchid')
})

test('every family has its right program, two or more others, and all are named after it', () => {
  const programs = galleryPrograms()
  expect(new Set(programs.map(({ name }) => name)).size).toBe(programs.length)
  for (const { id, others } of families) {
    const own = programs.filter(({ file }) => file === `gallery/${id}.py`)
    const solvers = own.filter(({ mode }) => mode === 'strict')
    expect(solvers[0]!.name).toBe(`solve_${id}`)
    expect(solvers.length).toBe(1 + others.length)
    expect(others.length).toBeGreaterThanOrEqual(2)
    for (const { name } of own) expect(name).toMatch(new RegExp(`^(solve|solve_[a-z]+|batt_[a-z]+)_${id}$`))
  }
})

test('there are all sorts of outcomes, and batts', () => {
  const outcomes = families.flatMap(({ others }) => others.map(({ outcome }) => outcome))
  for (const outcome of ['partly', 'wrong', 'fails', 'no-grid'] as const) {
    expect(outcomes.filter((other) => other === outcome).length).toBeGreaterThanOrEqual(10)
  }
  const batts = galleryPrograms().filter(({ mode }) => mode === 'guarded')
  expect(batts.length).toBeGreaterThanOrEqual(2)
  for (const { outputs } of batts) expect(new Set(outputs.map(({ kind }) => kind))).toEqual(new Set(['o', 's']))
})

test('every primitive of dialect a occurs, and not only in wrong programs', () => {
  const right = galleryPrograms().filter(({ name }) => families.some(({ id }) => name === `solve_${id}`))
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

function spell({ input, output }: Pair): string {
  return [input, ...(output === undefined ? [] : [output])]
    .map(({ height, width, cells }) => `${height}x${width}:${cells.join('')}`)
    .join('>')
}

/** FNV-1a over the text of all tasks. */
function hashTasks(tasks: readonly Task[]): string {
  const text = tasks.map((task) => `${task.id} ${samplesOf(task).map(spell).join(' ')}`).join('\n')
  let hash = 0x811c9dc5
  for (let k = 0; k < text.length; k++) hash = Math.imul(hash ^ text.charCodeAt(k), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
