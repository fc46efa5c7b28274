// Types of operators.mjs, for its test.

export interface Mutant {
  readonly start: number
  readonly end: number
  readonly original: string
  readonly replacement: string
}
export function listMutants(source: string): Mutant[]
