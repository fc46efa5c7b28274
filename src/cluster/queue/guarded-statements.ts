// The guarded statements of programs: which statements the counts of defaults in stored results belong to.

import { layoutOf } from '../../language/dialects.ts'
import type { Program } from '../../language/program.ts'
import { type PlannedProgram, lowerGraph } from '../../plan/plan.ts'
import { mergeBlock } from '../store/stored-program.ts'

const NONE = new Int32Array()

/** The parts of planned programs that results are described with; only batts are planned for it. */
export function planDescriptions(
  programs: readonly Program[],
  keepUnused: boolean,
): Pick<PlannedProgram, 'mode' | 'guarded'>[] {
  if (programs.every(({ mode }) => mode === 'strict')) return programs.map(() => ({ mode: 'strict', guarded: NONE }))
  const { graphs, merged } = mergeBlock(programs, keepUnused)
  return programs.map(({ dialect }, k) => lowerGraph(graphs[layoutOf(dialect)], [merged[k]!]).programs[0]!)
}
