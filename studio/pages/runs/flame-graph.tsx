// A flame graph: a row for each depth, widths are shares of the time. A press enlarges a frame.

import { useEffect, useMemo, useState } from 'preact/hooks'
import { formatMs } from '../../../src/engine/bench/format-bench.ts'
import { moveFocus } from '../../frame/move-focus.ts'
import type { FlameFrame } from './flame-frames.ts'

interface PlacedFrame {
  readonly frame: FlameFrame
  readonly path: readonly FlameFrame[]
  readonly depth: number
  /** The left edge and the width as shares of the whole, from 0 to 1. */
  readonly left: number
  readonly width: number
}

const ROW_HEIGHT = 26
/** Narrower frames are one frame together. */
const MIN_SHARE = 0.006

/** The frames of a tree. */
export function FlameGraph({ root }: { readonly root: FlameFrame }) {
  const [path, setPath] = useState<readonly FlameFrame[]>([root])
  useEffect(() => setPath([root]), [root])
  // After another tree has come, the path is still that of the old one for one rendering.
  const current = path[0] === root ? path : [root]
  const placed = useMemo(() => placeFrames(current), [current])
  const depth = Math.max(...placed.map((one) => one.depth)) + 1
  const zoomed = current.at(-1)!
  return (
    <>
      <p class="flame-path" role="status">
        {current.length === 1 ? (
          <span class="soft">Press a frame to enlarge it; arrows move between frames, Escape shows the whole run.</span>
        ) : (
          <>
            <button type="button" class="small" onClick={() => setPath([root])}>
              Whole run
            </button>{' '}
            {zoomed.name}: {formatMs(zoomed.ms)}, {share(zoomed.ms / root.ms)} of the run
            {zoomed.note !== '' && <span class="soft">, {zoomed.note}</span>}
          </>
        )}
      </p>
      <div
        class="flame"
        role="group"
        aria-label="Flame graph"
        style={{ height: `${depth * ROW_HEIGHT}px` }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setPath([root])
          else moveFocus(event)
        }}
      >
        {placed.map(({ frame, path: own, depth: row, left, width }, k) => (
          <button
            key={k}
            type="button"
            class={`flame-frame ${frame.kind} hue-${hueOf(frame.name)}`}
            data-row={row}
            data-column={Math.round(left * 10_000)}
            tabIndex={k === 0 ? 0 : -1}
            title={`${frame.name}\n${formatMs(frame.ms)}, ${share(frame.ms / root.ms)}${frame.note === '' ? '' : `\n${frame.note}`}`}
            aria-label={`${frame.name}, ${formatMs(frame.ms)}, ${share(frame.ms / root.ms)} of the run`}
            style={{ left: `${left * 100}%`, width: `${width * 100}%`, top: `${row * ROW_HEIGHT}px` }}
            onClick={() => setPath(own)}
          >
            {width > 0.02 ? frame.name : ''}
          </button>
        ))}
      </div>
    </>
  )
}

/** The frames on the way to the last of a path at full width, and everything within it that is wide enough to see. */
function placeFrames(path: readonly FlameFrame[]): PlacedFrame[] {
  const placed: PlacedFrame[] = path.map((frame, depth) => ({
    frame,
    path: path.slice(0, depth + 1),
    depth,
    left: 0,
    width: 1,
  }))
  const whole = Math.max(path.at(-1)!.ms, Number.MIN_VALUE)
  const add = (frames: readonly FlameFrame[], way: readonly FlameFrame[], start: number): void => {
    let left = start
    for (const frame of gatherNarrow(frames, whole)) {
      const width = frame.ms / whole
      const own = [...way, frame]
      placed.push({ frame, path: own, depth: way.length, left, width: Math.min(width, 1 - left) })
      // The narrow ones are seen when their common frame is enlarged.
      if (frame.kind !== 'others') add(frame.children, own, left)
      left += width
    }
  }
  add(path.at(-1)!.children, path, 0)
  return placed
}

/** The frames that are wide enough, and one for all others. */
function gatherNarrow(frames: readonly FlameFrame[], whole: number): FlameFrame[] {
  const wide = frames.filter(({ ms }) => ms / whole >= MIN_SHARE)
  const narrow = frames.filter(({ ms }) => ms / whole < MIN_SHARE)
  const ms = narrow.reduce((sum, frame) => sum + frame.ms, 0)
  // One frame alone would never become wide enough.
  if (ms / whole < MIN_SHARE / 4) return wide
  const others: FlameFrame = { name: `${narrow.length} others`, note: '', ms, kind: 'others', children: narrow }
  const at = wide.findIndex(({ kind }) => kind === 'part')
  return at < 0 ? [...wide, others] : [...wide.slice(0, at), others, ...wide.slice(at)]
}

function share(part: number): string {
  return `${(100 * part).toFixed(1)} %`
}

/** The same name has the same colour in every place. */
function hueOf(name: string): number {
  let hash = 0
  for (const char of name) hash = (hash * 31 + char.codePointAt(0)!) % 9973
  return hash % 6
}
