// Finds recursion, which WGSL does not have: cycles among the calls of kernel functions.

import { type Diagnostic, diagnose } from './diagnostic.ts'
import type { Names } from './resolve.ts'

/** Reports each function that calls itself, directly or through others; `calls` maps callers to callees. */
export function findRecursion(
  names: Names,
  calls: ReadonlyMap<string, ReadonlySet<string>>,
  diagnostics: Diagnostic[],
): void {
  const done = new Set<string>()
  const path: string[] = []
  const visit = (name: string): void => {
    const start = path.indexOf(name)
    if (start >= 0) {
      const declaration = names.functions.get(name)?.declaration
      if (!declaration) return
      const cycle = [...path.slice(start), name].join(' calls ')
      diagnostics.push(
        diagnose(
          declaration.source,
          declaration.offset,
          `recursion: ${cycle}`,
          'use a loop with a stack in scratch memory',
        ),
      )
      return
    }
    if (done.has(name)) return
    path.push(name)
    for (const callee of calls.get(name) ?? []) visit(callee)
    path.pop()
    done.add(name)
  }
  for (const name of calls.keys()) visit(name)
}
