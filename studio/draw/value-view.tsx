// A value in its natural form.

import type { GridData } from '../../src/data/task.ts'
import type { Patch, PatchCell } from '../../src/language/values/value-shapes.ts'
import { boxOf } from './grid-paths.ts'
import { type GridMark, GridView } from './grid-view.tsx'
import { type FunctionTree, type ValueForm, describeForm } from './value-form.ts'

export interface ValueViewProps {
  readonly value: ValueForm
  /** The grid that objects and indices are drawn on, if they are inside of it. */
  readonly context?: GridData | undefined
  readonly label: string
  readonly maxSize?: number
  readonly cellSize?: number
  readonly marks?: readonly GridMark[]
  /** Called with the cells of the object under the pointer, and without any when the pointer leaves all of them. */
  readonly onHover?: ((cells: readonly PatchCell[] | undefined) => void) | undefined
}

/** Draws a value. */
export function ValueView({ value, context, label, maxSize = 260, cellSize = 20, ...rest }: ValueViewProps) {
  const { marks = [], onHover } = rest
  const size = { maxSize, cellSize }
  switch (value.form) {
    case 'grid':
      return <GridView grid={value.grid} label={label} marks={marks} {...size} />
    case 'patches':
      return (
        <PatchesView
          patches={value.patches}
          isSet={value.isSet}
          context={context}
          label={label}
          onHover={onHover}
          {...size}
        />
      )
    case 'function':
      return (
        <div class="tree" role="img" aria-label={`${label}: function ${spellTree(value.tree)}`}>
          <TreeView tree={value.tree} />
        </div>
      )
    case 'text':
      return <code class="value-text">{value.text}</code>
    case 'items':
      return (
        <div class="items" role="group" aria-label={`${label}, ${describeForm(value)}`}>
          {value.items.map((item, k) => (
            <ValueView
              key={k}
              value={item}
              context={context}
              label={`${label}, element ${k + 1}`}
              maxSize={Math.max(64, maxSize / 2)}
              cellSize={Math.max(6, cellSize / 2)}
              onHover={onHover}
            />
          ))}
          {value.count > value.items.length && <span class="more">… {value.count - value.items.length} more</span>}
        </div>
      )
    default:
      throw value satisfies never
  }
}

interface PatchesProps {
  readonly patches: readonly Patch[]
  readonly isSet: boolean
  readonly context: GridData | undefined
  readonly label: string
  readonly maxSize: number
  readonly cellSize: number
  readonly onHover: ValueViewProps['onHover']
}

function PatchesView({ patches, isSet, context, label, onHover, ...size }: PatchesProps) {
  const box = boxOf(patches.flatMap(({ cells }) => cells))
  const isInside =
    context !== undefined &&
    box.row >= 0 &&
    box.column >= 0 &&
    box.row + box.height <= context.height &&
    box.column + box.width <= context.width
  // Outside of the context, on an empty grid that is large enough; negative places move its origin.
  const [top, left] = isInside ? [0, 0] : [Math.min(0, box.row), Math.min(0, box.column)]
  const grid = isInside ? context : emptyGrid(box.row + box.height - top, box.column + box.width - left)
  if (grid === undefined)
    return <code class="value-text">{describeForm({ form: 'patches', patches, isSet })}, outside</code>
  const overlays = patches.map(({ cells }) => ({
    cells: cells.map((cell) => ({ ...cell, row: cell.row - top, column: cell.column - left })),
    framed: isSet,
  }))
  const words = describeForm({ form: 'patches', patches, isSet })
  const hover = (cell: PatchCell | undefined): void => {
    const at = cell && { row: cell.row + top, column: cell.column + left }
    const own = patches.find(({ cells }) => cells.some(({ row, column }) => row === at?.row && column === at.column))
    onHover?.(own?.cells)
  }
  return <GridView grid={grid} label={`${label}: ${words}`} overlays={overlays} onCell={hover} {...size} />
}

const MAX_SIDE = 200

function emptyGrid(height: number, width: number): GridData | undefined {
  if (height > MAX_SIDE || width > MAX_SIDE) return undefined
  return { height, width, cells: new Uint8Array(height * width) }
}

function TreeView({ tree: { text, parts } }: { readonly tree: FunctionTree }) {
  if (parts.length === 0) return <code class="tree-leaf">{text}</code>
  return (
    <div class="tree-node">
      <code>{text}</code>
      <div class="tree-parts">
        {parts.map((part, k) => (
          <TreeView key={k} tree={part} />
        ))}
      </div>
    </div>
  )
}

function spellTree({ text, parts }: FunctionTree): string {
  return parts.length === 0 ? text : `${text}(${parts.map(spellTree).join(', ')})`
}
