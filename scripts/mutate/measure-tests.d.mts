// Types of measure-tests.mjs, for its test.

interface CoverageRange {
  readonly startOffset: number
  readonly endOffset: number
  readonly count: number
}
export function listRun(ranges: readonly CoverageRange[]): [start: number, end: number][]
