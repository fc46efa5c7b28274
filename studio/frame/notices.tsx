// Messages about files and failures, with the advice of the engine; a screen reader reads them out.

import { signal } from '@preact/signals'
import { EngineError } from '../engine/engine-pool.ts'

/** A message; `problem` stays until it is closed. */
interface Notice {
  readonly id: number
  readonly kind: 'note' | 'problem'
  readonly text: string
  readonly advice?: string
}

const notices = signal<readonly Notice[]>([])
const NOTE_MS = 5000
let lastId = 0

/** Shows a message. */
export function notify(kind: Notice['kind'], text: string, advice?: string): void {
  const id = ++lastId
  notices.value = [...notices.value.slice(-3), { id, kind, text, ...(advice === undefined ? {} : { advice }) }]
  if (kind === 'note') setTimeout(() => close(id), NOTE_MS)
}

/** Shows a failure with its place and advice. */
export function notifyError(error: unknown): void {
  if (!(error instanceof EngineError)) {
    notify('problem', error instanceof Error ? error.message : String(error))
    return
  }
  const { file, line, column } = error.place ?? {}
  const place = [file, line, column].filter((part) => part !== undefined).join(':')
  notify('problem', `${place === '' ? '' : `${place}: `}${error.message}`, error.advice)
}

function close(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id)
}

/** The messages that are shown. */
export function Notices() {
  return (
    <div class="notices" aria-live="polite">
      {notices.value.map(({ id, kind, text, advice }) => (
        <div key={id} class={`notice ${kind}`} role={kind === 'problem' ? 'alert' : undefined}>
          <div>
            <p>{text}</p>
            {advice !== undefined && <p class="advice">{advice}</p>}
          </div>
          <button type="button" class="quiet" aria-label="Close message" onClick={() => close(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  )
}
