// The end of the machine's memory as an error with advice.

import { HeapFullError } from '../../kernel/heap-growth.ts'
import { EnvironmentError } from '../../language/errors.ts'

/** Calls `run`; throws an EnvironmentError if a heap cannot grow. */
export function withinMemory<T>(run: () => T): T {
  try {
    return run()
  } catch (cause) {
    if (!(cause instanceof HeapFullError)) throw cause
    const advice = 'Trace on a machine with more memory, or lower --budget.'
    throw new EnvironmentError('out-of-memory', 'The program needs more memory than there is', { advice, cause })
  }
}
