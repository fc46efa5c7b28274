// The outputs of a program on the demos of a task, beside the expected ones. The engine of the page makes them.

import { useEffect, useState } from 'preact/hooks'
import { type GridData, type Pair, type Task, spellSample } from '../../../src/data/task.ts'
import type { PairResult } from '../../../src/engine/run/pair-result.ts'
import type { CellLayout } from '../../../src/language/dialects.ts'
import type { Notation } from '../../../src/language/values/value-notation.ts'
import { describeDifference, differingCells } from '../../draw/differing-cells.ts'
import { GridView } from '../../draw/grid-view.tsx'
import { formOf } from '../../draw/value-form.ts'
import { ValueView } from '../../draw/value-view.tsx'
import { callEngine } from '../../engine/engine-pool.ts'
import { layoutOfDialect } from '../program/layout.ts'
import { taskById } from '../../state/library.ts'

const SIZE = { cellSize: 16, maxSize: 130 }
const MAX_DEMOS = 12

interface Outputs {
  readonly source: string
  readonly layout: CellLayout
  readonly result: PairResult | undefined
}

/** The demos of a task with the outputs of a program; nothing but a hint where the task is not loaded. */
export function BestOutputs({ task: id, source }: { readonly task: string; readonly source: string }) {
  const task = taskById.value.get(id)
  const [outputs, setOutputs] = useState<Outputs>()
  useEffect(() => {
    if (task === undefined) return undefined
    let isWanted = true
    const show = (made: Outputs) => {
      if (isWanted) setOutputs(made)
    }
    // The text of a log may be anything.
    runOn(task, source).then(show, () => show({ source, layout: 'a', result: undefined }))
    return () => {
      isWanted = false
    }
  }, [task, source])
  if (task === undefined)
    return <p class="soft">Open the file of task {id} as well to see the outputs beside the expected ones.</p>
  return (
    <div class="pairs best-outputs" aria-busy={outputs?.source !== source}>
      {task.train.slice(0, MAX_DEMOS).map((pair, k) => (
        <Demo key={k} pair={pair} name={spellSample({ set: 'demo', number: k + 1 })} index={k} outputs={outputs} />
      ))}
    </div>
  )
}

interface DemoProps {
  readonly pair: Pair
  readonly name: string
  readonly index: number
  readonly outputs: Outputs | undefined
}

function Demo({ pair: { input, output: expected }, name, index, outputs }: DemoProps) {
  const sample = outputs?.result?.samples[index]
  const value = outputs?.result?.outputs?.[0]?.[index] as Notation | null | undefined
  const form = value === undefined || value === null ? undefined : formOf(value, outputs!.layout)
  const grid = form?.form === 'grid' ? form.grid : undefined
  const difference =
    expected === undefined || outputs === undefined
      ? undefined
      : grid === undefined
        ? sample !== undefined && 'message' in sample
          ? sample.message
          : 'no grid'
        : describeDifference(grid, expected)
  return (
    <figure class="pair card">
      <figcaption>
        {name}{' '}
        {outputs !== undefined && (
          <span class={`badge ${difference === undefined ? 'good' : 'bad'}`}>{difference ?? 'right'}</span>
        )}
      </figcaption>
      <div class="pair-grids three">
        <Labelled text="input">
          <GridView grid={input} label={`Input of ${name}`} {...SIZE} />
        </Labelled>
        {expected !== undefined && (
          <Labelled text="expected">
            <GridView grid={expected} label={`Expected output of ${name}`} {...SIZE} />
          </Labelled>
        )}
        <Labelled text="output">
          {form === undefined ? (
            <span class="soft">{outputs === undefined ? '…' : 'none'}</span>
          ) : (
            <ValueView
              value={form}
              context={input}
              label={`Output of the best program on ${name}`}
              marks={
                grid !== undefined && expected !== undefined && isOfSize(grid, expected)
                  ? [{ kind: 'wrong', cells: differingCells(grid, expected) }]
                  : []
              }
              {...SIZE}
            />
          )}
        </Labelled>
      </div>
    </figure>
  )
}

/** In a grid of another size, marks would be on nearly all cells. */
function isOfSize(actual: GridData, expected: GridData): boolean {
  return actual.height === expected.height && actual.width === expected.width
}

function Labelled({ text, children }: { readonly text: string; readonly children: preact.ComponentChildren }) {
  return (
    <div class="labelled">
      <span class="soft">{text}</span>
      {children}
    </div>
  )
}

async function runOn(task: Task, source: string): Promise<Outputs> {
  const { programs } = await callEngine('readPrograms', { files: [{ name: 'best.py', text: source }] })
  const [program] = programs
  const tasks = [{ ...task, test: [] }]
  const [result] =
    program === undefined
      ? []
      : await callEngine('run', { programs: [program], tasks, pairing: 'all', outputs: 'value' })
  return { source, layout: layoutOfDialect(program?.dialect), result }
}
