// A grid as SVG: cells, lines, digits, and marks on cells.

import type { GridData } from '../../src/data/task.ts'
import { isBright } from '../../src/engine/report/palette.ts'
import type { PatchCell } from '../../src/language/values/value-shapes.ts'
import { digits, palette } from '../state/preferences.ts'
import { boxOf, cellsPath, colorPaths, linesPath, outlinePath } from './grid-paths.ts'
import { paletteOf } from './palettes.ts'

/** Cells with a mark: `wrong` differs from the expected output, `highlight` belongs to the value under the pointer. */
export interface GridMark {
  readonly kind: 'highlight' | 'wrong'
  readonly cells: readonly PatchCell[]
}

/** Objects or indices that are drawn over a faint grid. */
export interface GridOverlay {
  readonly cells: readonly PatchCell[]
  /** Draws the smallest rectangle around the cells. */
  readonly framed?: boolean
}

export interface GridViewProps {
  readonly grid: GridData
  /** What the grid is, for screen readers. */
  readonly label: string
  /** The largest side of a cell, and of the drawing, in pixels. */
  readonly cellSize?: number
  readonly maxSize?: number
  readonly marks?: readonly GridMark[]
  /** Makes the grid faint and draws these over it. */
  readonly overlays?: readonly GridOverlay[]
  /** Called with the cell under the pointer, and without one when the pointer leaves. */
  readonly onCell?: (cell: PatchCell | undefined) => void
}

const DIGIT_MIN = 11

/** A grid with square cells. */
export function GridView({ grid, label, cellSize = 22, maxSize = 360, ...rest }: GridViewProps) {
  const { marks = [], overlays, onCell } = rest
  const { height, width } = grid
  const side = Math.max(2, Math.min(cellSize, Math.floor(maxSize / Math.max(height, width))))
  const { colors } = paletteOf(palette.value)
  const showDigits = digits.value === 'on' && side >= DIGIT_MIN && overlays === undefined
  const point = (event: PointerEvent): void => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect()
    const row = Math.floor(((event.clientY - box.top) / box.height) * height)
    const column = Math.floor(((event.clientX - box.left) / box.width) * width)
    if (row >= 0 && row < height && column >= 0 && column < width) onCell?.({ row, column })
  }
  return (
    <svg
      class="grid"
      role="img"
      aria-label={`${label}, ${height} × ${width}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width * side}
      height={height * side}
      {...(onCell === undefined ? {} : { onPointerMove: point, onPointerLeave: () => onCell(undefined) })}
    >
      {overlays !== undefined && <rect class="grid-ground" width={width} height={height} />}
      <g class={overlays === undefined ? undefined : 'faint'} shape-rendering="crispEdges">
        {[...colorPaths(grid)].map(([color, d]) => (
          <path key={color} d={d} fill={colors[color]} />
        ))}
      </g>
      {overlays?.map((overlay, k) => (
        <Overlay key={k} overlay={overlay} colors={colors} />
      ))}
      {side >= 5 && <path class="grid-lines" d={linesPath(height, width)} />}
      {showDigits && <Digits grid={grid} colors={colors} />}
      {overlays
        ?.filter(({ framed }) => framed)
        .map(({ cells }, k) => {
          const box = boxOf(cells)
          return <rect key={k} class="grid-frame" x={box.column} y={box.row} width={box.width} height={box.height} />
        })}
      {marks.map(({ kind, cells }) => (
        <path key={kind} class={`grid-mark ${kind}`} d={kind === 'wrong' ? crosses(cells) : outlinePath(cells)} />
      ))}
    </svg>
  )
}

function Overlay({ overlay: { cells }, colors }: { overlay: GridOverlay; colors: readonly string[] }) {
  const byColor = new Map<number | undefined, PatchCell[]>()
  for (const cell of cells) byColor.set(cell.color, [...(byColor.get(cell.color) ?? []), cell])
  return (
    <g shape-rendering="crispEdges">
      {[...byColor].map(([color, own]) =>
        color === undefined ? (
          <path key="index" class="grid-index" d={cellsPath(own)} />
        ) : (
          <path key={color} d={cellsPath(own)} fill={colors[color]} />
        ),
      )}
    </g>
  )
}

function Digits({ grid: { width, cells }, colors }: { grid: GridData; colors: readonly string[] }) {
  return (
    <g class="grid-digits">
      {Array.from(cells, (color, k) => (
        <text
          key={k}
          x={(k % width) + 0.5}
          y={Math.floor(k / width) + 0.5}
          fill={isBright(colors[color]!) ? '#000000' : '#ffffff'}
        >
          {color}
        </text>
      ))}
    </g>
  )
}

/** A cross in each cell, and its border: readable on every colour. */
function crosses(cells: readonly PatchCell[]): string {
  return cells
    .map(({ row, column }) => `M${column + 0.25} ${row + 0.25}l.5 .5M${column + 0.75} ${row + 0.25}l-.5 .5`)
    .join('')
}
