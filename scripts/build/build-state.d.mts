// Types of build-state.mjs, for its test.

export interface SourceHashes {
  readonly kernels: string
  readonly sources: string
  readonly studio: string
}
export function findStale(root: string): 'kernels' | 'sources' | 'studio' | undefined
export function hashSources(root: string): SourceHashes
export function writeStamp(root: string, hashes: SourceHashes): void
