// Locks that keep a thread from being ended inside koffi: while a thread is being ended, node refuses what koffi asks of it, and koffi
// then ends the whole process.

const FREE = 0
/** The thread is inside koffi. */
const HELD = 1
/** The thread is about to be ended. */
const ENDING = 2
/** Loading takes milliseconds. A thread that takes longer must not keep the process alive. */
const LONGEST_MS = 5000

/** The lock of a thread: one word of shared memory. */
export type EndLock = Int32Array

/** The lock of this thread; undefined in the thread that ends the others. */
let own: EndLock | undefined
/** The locks of all threads that live. */
const guarded = new Set<EndLock>()

export function newEndLock(): EndLock {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
}

/** Says which lock this thread has. */
export function useEndLock(lock: EndLock): void {
  own = lock
}

/** Makes a call during which this thread is not ended. Such calls are not nested. */
export function callWhole<Result>(call: () => Result): Result {
  if (own === undefined) return call()
  // Once its end is decided, the thread waits here for it.
  while (Atomics.compareExchange(own, 0, FREE, HELD) === ENDING) Atomics.wait(own, 0, ENDING)
  try {
    return call()
  } finally {
    Atomics.store(own, 0, FREE)
    Atomics.notify(own, 0)
  }
}

/** Waits until a thread can be ended; it enters koffi no more. */
export function awaitEndable(lock: EndLock): void {
  const end = performance.now() + LONGEST_MS
  while (Atomics.compareExchange(lock, 0, FREE, ENDING) === HELD && performance.now() < end)
    Atomics.wait(lock, 0, HELD, LONGEST_MS)
}

/** Waits for a thread also where the process ends, whatever ends it; returns a function that gives this up. */
export function guardExit(lock: EndLock): () => void {
  if (guarded.size === 0) process.on('exit', awaitAll)
  guarded.add(lock)
  return () => {
    guarded.delete(lock)
    if (guarded.size === 0) process.off('exit', awaitAll)
  }
}

function awaitAll(): void {
  for (const lock of guarded) awaitEndable(lock)
}
