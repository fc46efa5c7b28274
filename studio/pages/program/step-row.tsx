// One statement with its value, its error or its default.

import type { TracedStatement } from '../../../src/engine/trace/trace-program.ts'
import { cellsOf, describeForm, formOf } from '../../draw/value-form.ts'
import { ValueView } from '../../draw/value-view.tsx'
import { currentPair, goToStep, inspection, step } from '../../state/workbench.ts'
import { FailureView } from './failure-view.tsx'
import { hoveredCells } from './highlight.ts'
import { layoutOfDialect } from './layout.ts'

/** A step; pointing at it highlights the cells of its value in the input. */
export function StepRow({ statement, index }: { readonly statement: TracedStatement; readonly index: number }) {
  const { name, call, value, error, failure, isDefault } = statement
  const layout = layoutOfDialect(inspection.value?.program?.dialect)
  const form = value === undefined ? undefined : formOf(value, layout)
  const isCurrent = step.value === index
  const hoverAll = () => (hoveredCells.value = form === undefined ? undefined : cellsOf(form))
  return (
    <div
      class={`step${isCurrent ? ' current' : ''}${error === undefined || isDefault ? '' : ' failed'}`}
      onPointerEnter={hoverAll}
      onPointerLeave={() => (hoveredCells.value = undefined)}
    >
      <button
        type="button"
        class="step-head"
        aria-current={isCurrent ? 'step' : undefined}
        onClick={() => goToStep(index)}
      >
        <span class="step-name">{name}</span>
        <code>{call}</code>
        <span class="step-kind soft">{form === undefined ? '' : describeForm(form)}</span>
      </button>
      <div class="step-value">
        {failure !== undefined && <FailureView failure={failure} />}
        {isDefault && <p class="step-default">replaced by the safe default</p>}
        {form !== undefined && (
          <ValueView
            value={form}
            context={currentPair.value?.input}
            label={`Value of ${name}`}
            maxSize={150}
            cellSize={12}
            onHover={(cells) => (cells === undefined ? hoverAll() : (hoveredCells.value = cells))}
          />
        )}
        {form === undefined && error === undefined && <p class="soft">A value too large to show.</p>}
      </div>
    </div>
  )
}
