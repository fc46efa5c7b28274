// The numbers that stand in place of a number of differing cells, and are more than any.

/** The value is a grid of another size than the expected one. */
export const OTHER_SIZE = 0x7ffffffe
/** The value is no grid. */
export const NO_GRID = 0x7fffffff
