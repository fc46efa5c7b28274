// An example that can be edited: it runs in the engine with every change, and its values are drawn.

import { useEffect, useId, useState } from 'preact/hooks'
import type { GridData } from '../../../src/data/task.ts'
import type { DialectId } from '../../../src/language/dialects.ts'
import type { Notation } from '../../../src/language/values/value-notation.ts'
import { boxOf } from '../../draw/grid-paths.ts'
import { type ValueForm, describeForm, formOf } from '../../draw/value-form.ts'
import { ValueView } from '../../draw/value-view.tsx'
import { EngineError, callEngine } from '../../engine/engine-pool.ts'
import type { EvaluatedExample } from '../../engine/study-messages.ts'
import { layoutOfDialect } from '../program/layout.ts'

type Outcome =
  | { readonly example: EvaluatedExample }
  | { readonly problem: string; readonly advice: string | undefined }

/** An example of a primitive. */
export function LiveExample(props: { readonly text: string; readonly dialect: DialectId; readonly name: string }) {
  const { dialect, name } = props
  const [text, setText] = useState(props.text)
  const [outcome, setOutcome] = useState<Outcome>()
  const problemId = useId()
  useEffect(() => {
    let isNewest = true
    const keep = (found: Outcome) => {
      if (isNewest) setOutcome(found)
    }
    callEngine('evaluateExample', { text, dialect }).then(
      (example) => keep({ example }),
      (error: unknown) =>
        keep({
          problem: error instanceof Error ? error.message : String(error),
          advice: error instanceof EngineError ? error.advice : undefined,
        }),
    )
    return () => {
      isNewest = false
    }
  }, [text, dialect])
  const hasProblem = outcome !== undefined && 'problem' in outcome
  return (
    <>
      <div class="live-edit">
        <input
          type="text"
          class="live-text"
          spellcheck={false}
          autocomplete="off"
          maxLength={2000}
          aria-label={`Example of ${name}`}
          aria-invalid={hasProblem}
          aria-describedby={hasProblem ? problemId : undefined}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        {text !== props.text && (
          <button type="button" class="small" onClick={() => setText(props.text)}>
            Reset
          </button>
        )}
      </div>
      {hasProblem && (
        <p class="live-problem" id={problemId} role="status">
          {outcome.problem}
          {outcome.advice !== undefined && <span class="soft"> {outcome.advice}</span>}
        </p>
      )}
      {outcome !== undefined && 'example' in outcome && <Drawn example={outcome.example} dialect={dialect} />}
    </>
  )
}

function Drawn({ example, dialect }: { readonly example: EvaluatedExample; readonly dialect: DialectId }) {
  const layout = layoutOfDialect(dialect)
  const { name, args, then, parameters, result, error } = example
  const draw = (value: Notation) => formOf(value, layout)
  const forms = args.map(draw)
  const further = then?.map(draw)
  const outcome = result === undefined ? undefined : draw(result)
  // All patches are drawn on grids of the same size, so that one sees what has moved.
  const context = sheetFor([...forms, ...(further ?? []), ...(outcome === undefined ? [] : [outcome])])
  return (
    <div class="live-values">
      <span class="live-call">{name}(</span>
      {forms.map((form, k) => (
        <figure key={k}>
          <figcaption class="soft">{parameters[k] ?? ''}</figcaption>
          <Value form={form} label={parameters[k] ?? `Argument ${k + 1}`} context={context} />
        </figure>
      ))}
      <span class="live-call">){further !== undefined && '('}</span>
      {further?.map((form, k) => (
        <figure key={k}>
          <figcaption class="soft">&nbsp;</figcaption>
          <Value form={form} label={`Further argument ${k + 1}`} context={context} />
        </figure>
      ))}
      {further !== undefined && <span class="live-call">)</span>}
      <span class="live-call live-arrow" aria-hidden="true">
        →
      </span>
      <figure class="live-result" aria-live="polite">
        <figcaption class="soft">{outcome === undefined ? 'fails' : describeForm(outcome)}</figcaption>
        {outcome === undefined ? (
          <span class="live-error">{error}</span>
        ) : (
          <Value form={outcome} label={`Result of ${name}`} context={context} />
        )}
      </figure>
    </div>
  )
}

function Value(props: { readonly form: ValueForm; readonly label: string; readonly context: GridData | undefined }) {
  // Elements of a tuple are drawn half as large as the tuple.
  const scale = 2 ** depthOf(props.form)
  const size = { cellSize: CELL_SIZE * scale, maxSize: MAX_SIZE * scale }
  return <ValueView value={props.form} label={props.label} context={props.context} {...size} />
}

function depthOf(form: ValueForm): number {
  return form.form === 'items' ? 1 + Math.max(0, ...form.items.map(depthOf)) : 0
}

const CELL_SIZE = 18
const MAX_SIZE = 170
const MAX_SIDE = 40

/** A black grid that is large enough for all grids and patches; undefined if there are no patches or they are too far away. */
function sheetFor(forms: readonly ValueForm[]): GridData | undefined {
  let [height, width] = [0, 0]
  let hasPatches = false
  const visit = (form: ValueForm): void => {
    if (form.form === 'items') form.items.forEach(visit)
    else if (form.form === 'grid') {
      height = Math.max(height, form.grid.height)
      width = Math.max(width, form.grid.width)
    } else if (form.form === 'patches') {
      hasPatches = true
      const box = boxOf(form.patches.flatMap(({ cells }) => cells))
      height = Math.max(height, box.row + box.height)
      width = Math.max(width, box.column + box.width)
    }
  }
  forms.forEach(visit)
  if (!hasPatches || height > MAX_SIDE || width > MAX_SIDE || height <= 0 || width <= 0) return undefined
  return { height, width, cells: new Uint8Array(height * width) }
}
