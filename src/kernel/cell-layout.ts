// Cell layouts: the two forms of a cell. Only the host names them; kernels ask the heap (`hasTriples`).

/** `a`: (colour, (row, column)), for the dialects a and r. `t`: (row, column, colour), for the dialect t. */
export type CellLayout = 'a' | 't'
