// How many cases a suite tries: a part of them in `npm test`, all of them in `npm run test:all`, which sets MEGABATT_TESTS. A number there
// multiplies them: MEGABATT_TESTS=10 tries ten times as many as `test:all`.

const wanted = process.env.MEGABATT_TESTS

/** Whether suites try all of their cases: all kernels on every device, for example. */
export const isAll = wanted !== undefined

/** The number of random cases, kills, megabytes and so on that a suite tries. */
export function amount(part: number, all: number): number {
  if (!isAll) return part
  return wanted === 'all' ? all : Math.ceil(all * Number(wanted))
}
