// Types of import-graph.mjs, for its test and the settings of Vitest.

export function findDependents(root: string, changedFile: string): string[]
