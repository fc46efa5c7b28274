// Notifications of progress: how many are sent, and that a stage ends with a complete one.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ProgressNotes } from './progress-notes.ts'
import type { ServerMessage } from './protocol.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function newNotes() {
  const sent: unknown[] = []
  const send = (message: ServerMessage) => {
    if ('method' in message && message.method === 'progress') sent.push([message.params.stage, message.params.done])
  }
  const channel = { send, drained: async () => undefined, ended: new AbortController().signal }
  return { sent, notes: new ProgressNotes('run', channel) }
}

test('the first and the last of each stage are sent, and others after a while', () => {
  const { sent, notes } = newNotes()
  notes.send('solving', { done: 1, total: 9 })
  notes.send('solving', { done: 2, total: 9 })
  vi.advanceTimersByTime(100)
  notes.send('solving', { done: 3, total: 9 })
  notes.send('solving', { done: 9, total: 9 })
  notes.send('measuring', { done: 1, total: 9 })
  expect(sent).toEqual([
    ['solving', 1],
    ['solving', 3],
    ['solving', 9],
    ['measuring', 1],
  ])
})

test('a stage is complete once', () => {
  const { sent, notes } = newNotes()
  notes.send('running', { done: 1, total: 2 })
  notes.finish('running', 2)
  notes.finish('running', 2)
  expect(sent).toEqual([
    ['running', 1],
    ['running', 2],
  ])
})
