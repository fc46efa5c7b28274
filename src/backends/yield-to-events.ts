// Lets other things happen (a signal, a progress bar, a page's own work) in the midst of long work.

/** How long work goes on at most without a yield, in milliseconds. */
export const YIELD_EVERY_MS = 30

/** Resolves after whatever else is waiting. */
export function yieldToEvents(): Promise<void> {
  return new Promise((resolve) => {
    // A browser has no setImmediate, and its setTimeout waits for milliseconds only when it is nested.
    if (typeof setImmediate === 'function') setImmediate(resolve)
    else setTimeout(resolve)
  })
}
