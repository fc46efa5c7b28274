// The time of a run as a tree of frames, by program or by primitive.

import type { Profile } from '../../../src/engine/profile/profile-report.ts'

/** A frame: its time includes that of its children. */
export interface FlameFrame {
  readonly name: string
  readonly note: string
  readonly ms: number
  /** `others`: frames that are too narrow to be drawn one by one. */
  readonly kind: 'run' | 'part' | 'program' | 'primitive' | 'statement' | 'others'
  readonly children: readonly FlameFrame[]
}

export type FlameOrder = 'program' | 'primitive'

/**
 * The tree: the run; inputs, judging, and programs or primitives; the other of the two; statements. A statement that several
 * programs share is made once and counts for the first of them.
 */
export function flameFrames({ byStatement, parts, time, evaluations }: Profile, order: FlameOrder): FlameFrame {
  const groups = new Map<string, Map<string, FlameFrame[]>>()
  for (const { program, callee, statement, call, line, ms, calls, uses } of byStatement) {
    const [outer, inner] = order === 'program' ? [program, callee] : [callee, program]
    let byInner = groups.get(outer)
    if (byInner === undefined) groups.set(outer, (byInner = new Map()))
    const shared = uses > 1 ? `, shared by ${uses} statements` : ''
    const note = `line ${line} of ${program}, ${calls} calls${shared}`
    const frames = byInner.get(inner) ?? []
    frames.push({ name: `${statement} = ${call}`, note, ms, kind: 'statement', children: [] })
    byInner.set(inner, frames)
  }
  const innerKind = order === 'program' ? 'primitive' : 'program'
  const outerFrames = Array.from(groups, ([outer, byInner]) =>
    group(
      outer,
      order,
      Array.from(byInner, ([inner, frames]) => group(inner, innerKind, frames)),
    ),
  )
  const others: FlameFrame[] = [
    {
      name: 'inputs',
      note: 'grids, demo pairs and constants put onto the heap',
      ms: parts.inputsMs,
      kind: 'part',
      children: [],
    },
    { name: 'judging', note: 'outputs compared, results collected', ms: parts.judgingMs, kind: 'part', children: [] },
  ]
  const children = [...sorted(outerFrames), ...others]
  return { name: 'run', note: `${evaluations} evaluations`, ms: time.runMs, kind: 'run', children }
}

function group(name: string, kind: FlameFrame['kind'], children: readonly FlameFrame[]): FlameFrame {
  const ms = children.reduce((sum, child) => sum + child.ms, 0)
  return { name, note: '', ms, kind, children: sorted(children) }
}

function sorted(frames: readonly FlameFrame[]): FlameFrame[] {
  return frames.toSorted((a, b) => b.ms - a.ms)
}
