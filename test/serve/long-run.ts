// A run that takes half an hour on one thread, a fraction of a second a sample: far longer than a test waits for it.

/** A task of very many small samples. */
export const LONG_TASK = {
  train: [{ input: [[1]], output: [[1]] }],
  test: Array.from({ length: 20_000 }, (_, k) => ({ input: [[k % 10]] })),
}

/** Programs that make many pairs of numbers, again for each sample. */
export const LONG_PROGRAMS = Array.from({ length: 20 }, (_, k) => ({
  text: `def solve_long${k}(I):
    x1 = height(I)
    x2 = add(x1, ${400 + k})
    x3 = interval(x1, x2, 1)
    x4 = product(x3, x3)
    O = size(x4)
    return O
`,
}))
