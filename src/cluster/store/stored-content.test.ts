// Stored programs, tasks and settings: they come back as they were, and hashes tell different content apart.

import { expect, test } from 'vitest'
import { galleryPrograms, galleryTasks } from '../../data/gallery.ts'
import type { Task } from '../../data/task.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { hashBlock, mergeBlock, packProgram, packPrograms, unpackProgram, unpackPrograms } from './stored-program.ts'
import { hashSettings } from './stored-settings.ts'
import { hashOfTask, packTask, unpackTask } from './stored-task.ts'

test('a task comes back, also without outputs, and content of another hash is refused', () => {
  const [first, second] = galleryTasks({ samples: 2 })
  const open: Task = { ...first!, test: first!.test.map(({ input }) => ({ input })) }
  for (const task of [first!, open]) expect(unpackTask(packTask(task), hashOfTask(task))).toEqual(task)
  expect(() => unpackTask(packTask(open), hashOfTask(second!))).toThrow(/damaged/)
})

test('programs come back with names and places', () => {
  const programs = galleryPrograms().slice(0, 20)
  expect(unpackPrograms(packPrograms(programs))).toEqual(programs)
  expect(unpackProgram(packProgram(programs[3]!))).toEqual(programs[3])
})

test('the hash of a program depends on its calls, not on names or on the programs beside it', () => {
  const read = (text: string) => readPrograms(text, 'x.py').programs
  const [a] = read('def solve_a(I):\n    x1 = hmirror(I)\n    return x1\n')
  const [b] = read('\n\ndef solve_b(I):\n    y = hmirror(I)\n    return y\n')
  const [c] = read('def solve_c(I):\n    x1 = vmirror(I)\n    return x1\n')
  const alone = mergeBlock([a!], false).hashes
  const together = mergeBlock([c!, b!], false).hashes
  expect(together[1]).toEqual(alone[0])
  expect(together[0]).not.toEqual(alone[0])
  expect(mergeBlock([a!], true).hashes[0]).not.toEqual(alone[0])
  expect(hashBlock([alone[0]!, together[0]!])).not.toEqual(hashBlock([together[0]!, alone[0]!]))
})

test('settings have one hash whatever the order of their fields', () => {
  const settings = { budget: 1, allowance: 2, measure: false, outputs: 'hash', keepUnused: false } as const
  expect(hashSettings({ ...settings, budget: 1 })).toEqual(
    hashSettings({ keepUnused: false, outputs: 'hash', measure: false, allowance: 2, budget: 1 }),
  )
  for (const changed of [
    { budget: 3 },
    { allowance: 3 },
    { measure: true },
    { outputs: 'none' },
    { keepUnused: true },
  ] as const)
    expect(hashSettings({ ...settings, ...changed })).not.toEqual(hashSettings(settings))
})

test('numbers of every length come back, and bytes that end too soon are refused', () => {
  const numbers = [0, 1, 127, 128, 16_383, 16_384, 2 ** 21, 2 ** 28, 0x7fffffff, 0xffffffff]
  const writer = new ByteWriter()
  for (const number of numbers) writer.writeCount(number)
  writer.writeBytes(new Uint8Array(1000).fill(7))
  const bytes = writer.finish()
  const reader = new ByteReader(bytes)
  expect(numbers.map(() => reader.readCount())).toEqual(numbers)
  expect(reader.readBytes(1000)).toEqual(new Uint8Array(1000).fill(7))
  expect(() => reader.readCount()).toThrow(RangeError)
  expect(() => new ByteReader(new Uint8Array(6).fill(0xff)).readCount()).toThrow(RangeError)
})
