// The current step in large view: input, value, expected output and the difference.

import { gridFromColors } from '../../draw/grid-paths.ts'
import { describeDifference, differingCells } from '../../draw/differing-cells.ts'
import { type GridMark, GridView } from '../../draw/grid-view.tsx'
import { cellsOf, describeForm, formOf } from '../../draw/value-form.ts'
import { ValueView } from '../../draw/value-view.tsx'
import { gridOf } from '../../../src/language/values/value-shapes.ts'
import { currentPair, goToStep, inspection, step, steps } from '../../state/workbench.ts'
import { FailureView } from './failure-view.tsx'
import { hoveredCells } from './highlight.ts'
import { layoutOfDialect } from './layout.ts'

const SIZE = { maxSize: 280, cellSize: 22 }

/** Input, value of the current step, expected output. */
export function Stage() {
  const pair = currentPair.value
  const current = steps.value[step.value]
  const layout = layoutOfDialect(inspection.value?.program?.dialect)
  const form = current?.value === undefined ? undefined : formOf(current.value, layout)
  const cells = hoveredCells.value ?? (form === undefined ? [] : cellsOf(form))
  const marks: GridMark[] = cells.length === 0 ? [] : [{ kind: 'highlight', cells }]
  const count = steps.value.length
  return (
    <div class="stage card">
      <div class="stage-head">
        <h2 aria-live="polite">{current === undefined ? 'No steps' : `Step ${step.value + 1} of ${count}`}</h2>
        <code class="stage-call">{current === undefined ? '' : `${current.name} = ${current.call}`}</code>
        <span class="stage-keys">
          <button
            type="button"
            class="small"
            aria-label="Previous step"
            disabled={step.value === 0}
            onClick={() => goToStep(step.value - 1)}
          >
            ↑
          </button>
          <button
            type="button"
            class="small"
            aria-label="Next step"
            disabled={step.value >= count - 1}
            onClick={() => goToStep(step.value + 1)}
          >
            ↓
          </button>
        </span>
      </div>
      <div class="stage-grids">
        {pair !== undefined && (
          <figure>
            <figcaption>Input</figcaption>
            <GridView grid={pair.input} label="Input" marks={marks.map((mark) => clip(mark, pair.input))} {...SIZE} />
          </figure>
        )}
        {current !== undefined && (
          <figure class="stage-value">
            <figcaption>
              {current.name} <span class="soft">{form === undefined ? '' : describeForm(form)}</span>
            </figcaption>
            {current.failure !== undefined && <FailureView failure={current.failure} />}
            {form !== undefined && (
              <ValueView
                value={form}
                context={pair?.input}
                label={`Value of ${current.name}`}
                onHover={(own) => (hoveredCells.value = own)}
                {...SIZE}
              />
            )}
            {form === undefined && current.error === undefined && <p class="soft">A value too large to show.</p>}
          </figure>
        )}
        <Outcome />
      </div>
    </div>
  )
}

/** The result beside the expected output. */
function Outcome() {
  const expected = currentPair.value?.output
  const trace = inspection.value?.trace
  if (expected === undefined || trace === undefined) return null
  const output = inspection.value?.output
  const rows = output === undefined ? undefined : gridOf(output)
  const actual = rows === undefined ? undefined : gridFromColors(rows)
  const difference = actual === undefined ? undefined : describeDifference(actual, expected)
  const verdict =
    inspection.value?.program?.mode === 'guarded'
      ? undefined
      : actual === undefined
        ? 'no grid'
        : (difference ?? 'right')
  return (
    <>
      <figure>
        <figcaption>Expected</figcaption>
        <GridView grid={expected} label="Expected output" {...SIZE} />
      </figure>
      {verdict !== undefined && (
        <figure>
          <figcaption>Result</figcaption>
          {actual !== undefined && verdict !== 'right' && (
            <GridView
              grid={actual}
              label={`Result: ${verdict}`}
              marks={[{ kind: 'wrong', cells: differingCells(actual, expected) }]}
              {...SIZE}
            />
          )}
          {actual !== undefined && verdict === 'right' && (
            <GridView grid={actual} label="Result, as expected" {...SIZE} />
          )}
          <p class={`badge verdict ${verdict === 'right' ? 'good' : 'bad'}`}>{verdict}</p>
        </figure>
      )}
    </>
  )
}

/** A mark without the cells outside of a grid. */
function clip(
  { kind, cells }: GridMark,
  { height, width }: { readonly height: number; readonly width: number },
): GridMark {
  const isInside = ({ row, column }: { row: number; column: number }) =>
    row >= 0 && row < height && column >= 0 && column < width
  return { kind, cells: cells.filter(isInside) }
}
