// What merging saves, as one line: the same figure for a run and for a profile.

import { formatCount } from '../../language/format-count.ts'
import { formatShare } from './share.ts'

/** The statements of the programs on all samples, the calls that were made for them, and the nodes of the merged graph. */
export interface MergedWork {
  readonly statements: number
  readonly calls: number
  readonly nodes: number
}

/** The line. */
export function formatMerging({ statements, calls, nodes }: MergedWork): string {
  const saved = formatShare(Math.max(0, statements - calls), statements)
  return `merging: ${formatCount(statements)} statements asked for, ${formatCount(calls)} calls made of ${formatCount(nodes)} nodes, ${saved} saved`
}
