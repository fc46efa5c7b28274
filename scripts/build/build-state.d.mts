// Types of build-state.mjs, for its test.

export interface SourceHashes {
  readonly kernels: string
  readonly sources: string
}
export function findStale(root: string): 'kernels' | 'sources' | undefined
export function hashSources(root: string): SourceHashes
export function writeStamp(root: string, hashes: SourceHashes): void
