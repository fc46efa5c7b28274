import { expect, test } from 'vitest'
import { waitForRun } from './wait-for-run.ts'

/** The state of a run from one statement to the next: chunks that are left, and failed ones among them. */
function sessionOf(states: readonly (readonly [left: number, failed: number])[]) {
  const rest = [...states]
  const query = async () => rest.splice(0, 1).map(([left, failed]) => ({ left: String(left), failed: String(failed) }))
  return { query: query as () => Promise<never[]> }
}

test('a run with failed chunks is waited for until no other chunk is left', async () => {
  const seen: number[] = []
  const session = sessionOf([
    [3, 1],
    [2, 1],
    [1, 1],
  ])
  const waiting = waitForRun(session, 'r', { onProgress: (left) => seen.push(left) })
  await expect(waiting).rejects.toMatchObject({ code: 'chunks-failed' })
  expect(seen).toEqual([3, 2, 1])
})

test('the end of a run, a signal and an unknown run end the waiting', async () => {
  const ends = sessionOf([
    [1, 0],
    [0, 0],
  ])
  expect(await waitForRun(ends, 'r')).toBe(true)
  expect(await waitForRun(sessionOf([[1, 0]]), 'r', { signal: AbortSignal.abort() })).toBe(false)
  await expect(waitForRun(sessionOf([]), 'r')).rejects.toMatchObject({ code: 'run-unknown' })
})
