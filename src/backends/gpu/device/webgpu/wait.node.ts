// Waits for a device in Node without occupying a core.

// Short work finishes before the first nap. The event loop turns between naps, so timers and I/O continue.
const AWAKE_MILLISECONDS = 0.15
const NAP_MILLISECONDS = 0.1

const cell = new Int32Array(new SharedArrayBuffer(4))
let waitCount = 0
let awakeUntil = 0
let turning = false

/**
 * Awaits a promise of Dawn. Dawn polls the device at every turn of the event loop, which occupies one core; a software
 * device would take half as long again. So this thread naps between polls.
 */
export async function waitQuietly<T>(promise: Promise<T>): Promise<T> {
  waitCount++
  awakeUntil = performance.now() + AWAKE_MILLISECONDS
  if (!turning) setImmediate(turn)
  turning = true
  try {
    return await promise
  } finally {
    waitCount--
  }
}

function turn(): void {
  turning = waitCount > 0
  if (!turning) return
  if (performance.now() > awakeUntil) Atomics.wait(cell, 0, 0, NAP_MILLISECONDS)
  setImmediate(turn)
}
