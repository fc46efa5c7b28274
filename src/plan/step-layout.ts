// The layout of a step of a plan: eight numbers. Kernel TypeScript: the loop over steps is translated.

/** The number of numbers of a step: those below, then its first four arguments. */
export const STEP_WIDTH = 8
/** The slot of the result of the call, a value or an error. */
export const STEP_RAW = 0
/** The slot of the result or, for an error, the safe default of the callee; NO_SLOT if no program reads it. */
export const STEP_SAFE = 1
export const STEP_CALLEE = 2
export const STEP_ARGUMENT_COUNT = 3
export const STEP_ARGUMENTS = 4
export const MAX_STEP_ARGUMENTS = STEP_WIDTH - STEP_ARGUMENTS
export const NO_SLOT = -1
