// Types of build-state.mjs, for its test.

export type Stage = 'kernels' | 'modules' | 'bundles' | 'studio'
export function findStale(root: string, last?: Stage): Stage | undefined
export function hashSources(root: string): Readonly<Record<Stage, string>>
export function writeStamp(
  root: string,
  hashes: Readonly<Partial<Record<Stage, string>>>,
  stages?: readonly Stage[],
): void
