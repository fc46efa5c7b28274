// The page of backends: one workload on the CPU and on the GPU of this browser, compared evaluation by evaluation.

import { computed, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { plural } from '../../../src/language/format-count.ts'
import { EngineError, callEngine } from '../../engine/engine-pool.ts'
import type { CardReport, CompileProgress } from '../../engine/study-messages.ts'
import { isLoading, programsByTask, tasks } from '../../state/library.ts'
import { ComparisonView } from './comparison-view.tsx'

const SIZES = [10, 100, 1000, 4000]
const chosenTask = signal<string | undefined>(undefined)
const chosenProgram = signal('')
const batch = signal(100)
const report = signal<CardReport | undefined>(undefined)
const problem = signal<{ readonly message: string; readonly advice: string | undefined } | undefined>(undefined)
const progress = signal<CompileProgress | 'starting' | undefined>(undefined)

const MISSING = {
  message: 'This browser or this page has no WebGPU.',
  advice:
    'WebGPU needs a secure page (https or localhost) and a current browser: Chrome or Edge 113, Safari 26, Firefox 141 or later. On Linux, Chrome may need chrome://flags/#enable-unsafe-webgpu. Everything else in the studio works without it.',
}

const ownPrograms = computed(() => {
  const id = chosenTask.value
  const all = id === undefined ? [] : (programsByTask.value.get(id) ?? [])
  return chosenProgram.value === '' ? all : all.filter(({ name }) => name === chosenProgram.value)
})

async function compare(): Promise<void> {
  const task = tasks.peek().find(({ id }) => id === chosenTask.peek())
  if (task === undefined || progress.peek() !== undefined) return
  problem.value = undefined
  progress.value = 'starting'
  const name = `megabatt-compile-${crypto.randomUUID()}`
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }: MessageEvent<CompileProgress>) => (progress.value = data))
  try {
    const params = { programs: ownPrograms.peek(), tasks: [task], batch: batch.peek(), channel: name }
    report.value = await callEngine('compareBackends', params, 'gpu')
  } catch (error) {
    const advice = error instanceof EngineError ? error.advice : undefined
    problem.value = { message: error instanceof Error ? error.message : String(error), advice }
  } finally {
    channel.close()
    progress.value = undefined
  }
}

/** Chooses a workload, runs it on both, and shows the report of the card. */
export default function BackendsPage() {
  const hasWebGpu = 'gpu' in navigator && navigator.gpu !== undefined
  const paired = tasks.value.filter(({ id }) => programsByTask.value.has(id))
  useEffect(() => {
    if (paired.length > 0 && !paired.some(({ id }) => id === chosenTask.peek())) chosenTask.value = paired[0]!.id
  }, [paired])
  if (isLoading.value)
    return (
      <p class="starting" role="status">
        Starting the engine…
      </p>
    )
  const running = progress.value
  const shown = hasWebGpu ? problem.value : MISSING
  return (
    <section class="page backends">
      <header class="page-head">
        <div>
          <h1>Backends</h1>
          <p class="lead">The same programs on the CPU and on the GPU of this browser, compared value by value.</p>
        </div>
      </header>
      <div class="choices">
        <label>
          <span>Task</span>
          <select
            value={chosenTask.value ?? ''}
            onChange={({ currentTarget }) => {
              chosenTask.value = currentTarget.value
              chosenProgram.value = ''
            }}
          >
            {paired.map(({ id }) => (
              <option key={id}>{id}</option>
            ))}
          </select>
        </label>
        <label>
          <span>Programs</span>
          <select
            value={chosenProgram.value}
            onChange={({ currentTarget }) => (chosenProgram.value = currentTarget.value)}
          >
            <option value="">all of the task</option>
            {(programsByTask.value.get(chosenTask.value ?? '') ?? []).map(({ name, file }) => (
              <option key={`${file}\n${name}`}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          <span>Samples</span>
          <select
            value={String(batch.value)}
            onChange={({ currentTarget }) => (batch.value = Number(currentTarget.value))}
          >
            {SIZES.map((size) => (
              <option key={size} value={String(size)}>
                {size.toLocaleString('en')}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          disabled={!hasWebGpu || running !== undefined || paired.length === 0}
          onClick={() => void compare()}
        >
          {running === undefined ? 'Compare' : 'Comparing…'}
        </button>
        <span class="soft" role="status">
          {running === undefined ? '' : running === 'starting' ? 'Opening the device…' : spellProgress(running)}
        </span>
      </div>
      {shown !== undefined && (
        <div class="failure backends-problem" role="alert">
          <p>
            <strong>{shown.message}</strong>
          </p>
          {shown.advice !== undefined && <p>{shown.advice}</p>}
        </div>
      )}
      {report.value === undefined ? (
        hasWebGpu && (
          <p class="soft backends-note">
            The part for the GPU is loaded with the first comparison. Each kernel is compiled once, checked against the
            CPU, and then timed; a software device takes about a second for each.
          </p>
        )
      ) : (
        <ComparisonView report={report.value} />
      )}
    </section>
  )
}

function spellProgress({ done, total }: CompileProgress): string {
  return done < total ? `${done} of ${plural(total, 'kernel')} compiled` : 'Running…'
}
