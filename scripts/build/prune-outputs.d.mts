// Types of prune-outputs.mjs, for its test.

export function pruneOutputs(root: string): string[]
