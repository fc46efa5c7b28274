// The verdicts on an evaluation, one program on one sample; translated for devices, too.

/** The expected output is not known. */
export const UNSCORED = 0
export const CORRECT = 1
export const WRONG = 2
export const FAILED = 3
