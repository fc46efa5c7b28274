// All statements of a program with their values, drawn; a virtual list, since a batt has thousands.

import { useEffect, useRef } from 'preact/hooks'
import type { TracedStatement } from '../../../src/engine/trace/trace-program.ts'
import { cellsOf, describeForm, formOf } from '../../draw/value-form.ts'
import { ValueView } from '../../draw/value-view.tsx'
import { useVirtualizer } from '../../frame/use-virtualizer.ts'
import { currentPair, goToStep, inspection, step, steps } from '../../state/workbench.ts'
import { hoveredCells } from './highlight.ts'
import { layoutOfDialect } from './layout.ts'

const ESTIMATED_HEIGHT = 150

/** The steps, the current one marked. */
export function StepList() {
  const box = useRef<HTMLDivElement>(null)
  const list = steps.value
  const virtualizer = useVirtualizer({
    count: list.length,
    estimateSize: () => ESTIMATED_HEIGHT,
    getScrollElement: () => box.current,
    overscan: 4,
  })
  useEffect(() => {
    if (list.length > 0) virtualizer.scrollToIndex(step.value, { align: 'auto' })
  }, [step.value, list.length, virtualizer])
  const outputs = inspection.value?.trace?.outputs ?? []
  return (
    <div class="steps card" ref={box}>
      <ol class="steps-rows" style={{ height: `${virtualizer.getTotalSize()}px` }} aria-label="Steps">
        {virtualizer.getVirtualItems().map(({ index, start, key }) => (
          <li
            key={key}
            ref={(row) => virtualizer.measureElement(row)}
            data-index={index}
            aria-setsize={list.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start}px)` }}
          >
            <Step statement={list[index]!} index={index} />
          </li>
        ))}
      </ol>
      {list.length === 0 && <p class="steps-empty soft">{emptyReason()}</p>}
      {outputs.length > 0 && <p class="steps-empty soft">{outputs.length} outputs of the batt</p>}
    </div>
  )
}

function Step({ statement, index }: { readonly statement: TracedStatement; readonly index: number }) {
  const { name, call, value, error, isDefault } = statement
  const layout = layoutOfDialect(inspection.value?.program?.dialect)
  const form = value === undefined ? undefined : formOf(value, layout)
  const isCurrent = step.value === index
  const hover = () => (hoveredCells.value = form === undefined ? undefined : cellsOf(form))
  return (
    <div
      class={`step${isCurrent ? ' current' : ''}${error === undefined || isDefault ? '' : ' failed'}`}
      onPointerEnter={hover}
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
      {error !== undefined && <p class="step-error">{error}</p>}
      {isDefault && <p class="step-default">replaced by the safe default</p>}
      {form !== undefined && (
        <div class="step-value">
          <ValueView
            value={form}
            context={currentPair.value?.input}
            label={`Value of ${name}`}
            maxSize={150}
            cellSize={12}
          />
        </div>
      )}
    </div>
  )
}

function emptyReason(): string {
  const found = inspection.value
  if (found === undefined) return 'Running…'
  if (found.program === undefined) return 'The text has no program that can be run; the editor marks the reason.'
  return currentPair.value === undefined ? 'Choose a task to run the program on.' : 'The program has no statements.'
}
