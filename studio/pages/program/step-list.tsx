// All statements of a program with their values, and the outputs of a batt; a virtual list, since a batt has thousands.

import { useEffect, useRef } from 'preact/hooks'
import type { Trace } from '../../../src/engine/trace/trace-program.ts'
import { useVirtualizer } from '../../frame/use-virtualizer.ts'
import { currentPair, inspection, step, steps } from '../../state/workbench.ts'
import { OutputRow } from './output-row.tsx'
import { StepRow } from './step-row.tsx'

const ESTIMATED_HEIGHT = 190

/** The steps, the current one marked, then the outputs. */
export function StepList() {
  const box = useRef<HTMLDivElement>(null)
  const outputs: Trace['outputs'] = inspection.value?.trace?.outputs ?? []
  const stepCount = steps.value.length
  const count = stepCount + outputs.length
  const virtualizer = useVirtualizer({
    count,
    estimateSize: () => ESTIMATED_HEIGHT,
    getScrollElement: () => box.current,
    overscan: 3,
  })
  useEffect(() => {
    if (stepCount > 0) virtualizer.scrollToIndex(step.value, { align: 'auto' })
  }, [step.value, stepCount, virtualizer])
  return (
    <div class="steps card" ref={box}>
      <ol class="steps-rows" style={{ height: `${virtualizer.getTotalSize()}px` }} aria-label="Steps">
        {virtualizer.getVirtualItems().map(({ index, start, key }) => (
          <li
            key={key}
            ref={(row) => virtualizer.measureElement(row)}
            data-index={index}
            aria-setsize={count}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start}px)` }}
          >
            {index < stepCount ? (
              <StepRow statement={steps.value[index]!} index={index} />
            ) : (
              <OutputRow output={outputs[index - stepCount]!} />
            )}
          </li>
        ))}
      </ol>
      {count === 0 && <p class="steps-empty soft">{emptyReason()}</p>}
    </div>
  )
}

function emptyReason(): string {
  const found = inspection.value
  if (found === undefined) return 'Running…'
  if (found.program === undefined) return 'The text has no program that can be run; the editor marks the reason.'
  return currentPair.value === undefined ? 'Choose a task to run the program on.' : 'The program has no statements.'
}
