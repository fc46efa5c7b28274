// A run that takes minutes, a fraction of a second a sample: far longer than a test waits for it.

/** A task of very many small samples. */
export const LONG_TASK = {
  train: [{ input: [[1]], output: [[1]] }],
  test: Array.from({ length: 5000 }, (_, k) => ({ input: [[k % 10]] })),
}

/** Programs that make many pairs of numbers. */
export const LONG_PROGRAMS = Array.from({ length: 20 }, (_, k) => ({
  text: `def solve_long${k}(I):
    x1 = interval(0, ${400 + k}, 1)
    x2 = palette(I)
    x3 = apply(rbind(add, ${k}), x2)
    x4 = insert(size(x3), x1)
    x5 = product(x1, x4)
    O = size(x5)
    return O
`,
}))
