// Types of kept-results.mjs, for its test.

interface TriedMutant {
  readonly id: string
  readonly text: string
  readonly status: string
}
type TestHashes = readonly (readonly [file: string, hash: string])[]

export class KeptResults {
  constructor(path: string)
  find(mutant: TriedMutant, tests: TestHashes): { readonly status: string } | undefined
  add(mutant: TriedMutant, tests: TestHashes, killer: string | undefined): void
}
