// A small task and programs for it, given to several commands. What tests know of lines and counts depends on these texts.

/** A task that mirroring solves: three samples. */
export const FLIP_TASK = {
  train: [
    { input: [[1, 0]], output: [[0, 1]] },
    { input: [[2, 3]], output: [[3, 2]] },
  ],
  test: [{ input: [[4, 5, 6]], output: [[6, 5, 4]] }],
}

/** The same with a fourth sample, of which the output is not known. */
export const OPEN_FLIP_TASK = { ...FLIP_TASK, test: [...FLIP_TASK.test, { input: [[7]] }] }

/** A program that is always wrong. */
export const SAME_SOLVER = `def solve_same_flip0001(I):
    return I
`

/** A program that cannot be read. */
export const MISSPELT_SOLVER = `def solve_misspelt_flip0001(I):
    x1 = objets(I)
    return x1
`

/** A batt of two candidates and a differ; the second candidate, and so the differ, needs C. */
export const FLIP_BATT = `def batt_flip0001(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = vmirror(I)
    t2 = hmirror(C)
    t3 = size(t2)
    o.append((1, False, 'flips', t1))
    o.append((2, False, 'mirrors', t2))
    s.append((3, 'None', 'sizes', t3))
    return o, s
`
