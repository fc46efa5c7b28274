// The verdicts on an evaluation, one program on one sample; translated for devices, too.

/** The expected output is not known. */
export const UNSCORED = 0
export const CORRECT = 1
export const WRONG = 2
export const FAILED = 3

// Only in brief evaluations, which have no differences and no errors:
/** Wrong in few cells. */
export const NEAR = 4
/** Failed at a limit of the engine. */
export const LIMITED = 5

/** An output is near if at most one of this number of cells differs. */
export const NEAR_SHARE = 8
