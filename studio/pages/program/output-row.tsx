// One output of a batt: the candidate of a solver, compared with the expected output, or the value of a differ.

import type { Trace } from '../../../src/engine/trace/trace-program.ts'
import { describeDifference, differingCells } from '../../draw/differing-cells.ts'
import { type ValueForm, describeForm, formOf } from '../../draw/value-form.ts'
import { ValueView } from '../../draw/value-view.tsx'
import { currentPair, inspection } from '../../state/workbench.ts'
import { layoutOfDialect } from './layout.ts'

/** An output with its value. */
export function OutputRow({ output: { kind, name, value } }: { readonly output: Trace['outputs'][number] }) {
  const form = value === undefined ? undefined : formOf(value, layoutOfDialect(inspection.value?.program?.dialect))
  const expected = currentPair.value?.output
  const isCompared = kind === 'o' && expected !== undefined
  const difference = isCompared ? compare(form, expected) : undefined
  const isWrong = isCompared && difference !== undefined && form?.form === 'grid'
  return (
    <div class="step output">
      <p class="output-head">
        <span class="step-name">{kind === 'o' ? 'candidate' : 'differ'}</span> <code>{name}</code>{' '}
        {isCompared && (
          <span class={`badge ${difference === undefined ? 'good' : 'bad'}`}>{difference ?? 'right'}</span>
        )}
        <span class="step-kind soft">{form === undefined ? '' : describeForm(form)}</span>
      </p>
      {form !== undefined && (
        <div class="step-value">
          <ValueView
            value={form}
            context={currentPair.value?.input}
            label={`Output of ${name}`}
            maxSize={150}
            cellSize={12}
            marks={isWrong ? [{ kind: 'wrong', cells: differingCells(form.grid, expected) }] : []}
          />
        </div>
      )}
    </div>
  )
}

function compare(form: ValueForm | undefined, expected: Parameters<typeof describeDifference>[1]): string | undefined {
  return form?.form === 'grid' ? describeDifference(form.grid, expected) : 'no grid'
}
