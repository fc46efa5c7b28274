// What is printed while kernels are compiled: the count and an estimate before the first one is done.

import { afterEach, expect, test, vi } from 'vitest'
import { BackendProgress } from './backend-progress.ts'

const { isTTY, columns } = process.stderr
afterEach(() => {
  vi.restoreAllMocks()
  Object.assign(process.stderr, { isTTY, columns })
})

function listen(terminal: { readonly isTTY: boolean; readonly columns?: number }): string[] {
  const written: string[] = []
  Object.assign(process.stderr, terminal)
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text))
    return true
  })
  return written
}

test('on a terminal the line has count and estimate at once, and fits', () => {
  const written = listen({ isTTY: true, columns: 60 })
  const progress = new BackendProgress()
  progress.listeners.onCompile!(0, 120)
  progress.clear()
  expect(written[0]).toBe('\r\u001B[2K░░░░░░░░░░ 0 of 120 kernels compiled, 2 min left')
  expect(written.at(-1)).toBe('\r\u001B[2K')
})

test('elsewhere many kernels are announced once, and few are not', () => {
  const written = listen({ isTTY: false })
  const { listeners } = new BackendProgress()
  listeners.onCompile!(0, 5)
  listeners.onCompile!(0, 120)
  listeners.onCompile!(1, 120)
  expect(written).toEqual(['megabatt: compiling 120 kernels; a software device takes about a second for each\n'])
})

test('a notice takes the place of the line', () => {
  const written = listen({ isTTY: true, columns: 60 })
  new BackendProgress().listeners.onNotice!('no GPU found')
  expect(written).toEqual(['\r\u001B[2Kmegabatt: no GPU found\n'])
})
