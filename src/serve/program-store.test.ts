// Programs that are held: ids, and the room that they take and give back.

import { expect, test } from 'vitest'
import { readProgramFile } from '../language/read-any.ts'
import { DEFAULT_LIMITS } from './limits.ts'
import { ProgramStore } from './program-store.ts'

const [program] = readProgramFile('def solve_same(I):\n    return I\n', 'same.py').programs

/** A store for three programs of ten bytes in all. */
const newStore = () => new ProgramStore({ ...DEFAULT_LIMITS, programs: 3, programBytes: 10 })

test('programs take room by number and bytes, and removed ones give theirs back', () => {
  const store = newStore()
  store.checkRoom(3, 10)
  expect([store.add(program!, 6), store.add(program!, 4)]).toEqual([1, 2])
  store.checkRoom(1, 0)
  expect(() => store.checkRoom(2, 0)).toThrow('at most 3 programs')
  expect(() => store.checkRoom(1, 1)).toThrow('at most 10 bytes')
  expect(store.remove([1, 7])).toBe(1)
  expect([store.count, store.bytes]).toEqual([1, 4])
  store.checkRoom(2, 6)
  expect(store.remove()).toBe(1)
  expect([store.count, store.bytes]).toEqual([0, 0])
})

test('an id is never given twice', () => {
  const store = newStore()
  store.add(program!, 1)
  store.remove()
  expect(store.add(program!, 1)).toBe(2)
  expect(() => store.get(1)).toThrow('no program 1')
})

test('a program that is named twice is selected once', () => {
  const store = newStore()
  for (let k = 0; k < 3; k++) store.add(program!, 1)
  expect(store.select([3, 1, 3]).ids).toEqual([3, 1])
  expect(store.select(undefined).ids).toEqual([1, 2, 3])
})
