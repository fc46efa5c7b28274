// The states of a chunk, and how often it is tried.

export const READY = 0
/** A worker runs it, or two do; until its lease ends, no other takes it. */
export const LEASED = 1
export const DONE = 2
/** Tried in vain too often; submitting the run again makes it ready. */
export const FAILED_CHUNK = 3

/** The most errors of a chunk. More than one worker reports before it stops (MAX_FAILURES_IN_A_ROW): two workers must agree. */
export const MAX_FAILURES = 5
/** The most workers that may end while they run a chunk: perhaps it takes them with it. */
export const MAX_ATTEMPTS = 30

/** The channel on which a submission wakes idle workers. */
export const SUBMITTED = 'megabatt_submitted'
