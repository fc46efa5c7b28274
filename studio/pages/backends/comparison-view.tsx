// The report of a card: figures of both backends, calls by place, kernels, and differences.

import type { ComponentChildren } from 'preact'
import { formatMs, formatRatio } from '../../../src/engine/bench/format-bench.ts'
import { formatCount, plural } from '../../../src/language/format-count.ts'
import type { BackendFigures, CardReport } from '../../engine/study-messages.ts'
import { saveFile } from '../../share/save-file.ts'

/** Everything that was measured. */
export function ComparisonView({ report }: { readonly report: CardReport }) {
  const { adapter, workload, cpu, gpu, equal, differences } = report
  const isEqual = equal.count === equal.of
  return (
    <>
      <section class="study-card card" aria-labelledby="card-title">
        <header>
          <h2 id="card-title">
            {adapter.name} {adapter.kind === 'software' && <span class="badge near">software</span>}
          </h2>
          <button type="button" onClick={() => saveReport(report)}>
            Save the report
          </button>
        </header>
        <p class={isEqual ? 'backends-equal' : 'backends-different'} role="status">
          {isEqual
            ? `All ${formatCount(equal.of)} evaluations are equal: verdicts, errors and values.`
            : `${formatCount(equal.of - equal.count)} of ${formatCount(equal.of)} evaluations differ. Do not trust this device.`}
        </p>
        <p class="soft">
          {plural(workload.programs.length, 'program')} on {workload.tasks.join(', ')} with{' '}
          {plural(workload.samples, 'sample')}; self-check passed with {report.selfCheck.checkCount} checks.
        </p>
        <Figures cpu={cpu} gpu={gpu} />
      </section>
      <CallsByPlace report={report} />
      {differences.length > 0 && (
        <TableCard title="Differences" heads={['Program', 'Task', 'Sample', 'CPU', 'GPU']}>
          {differences.map(({ program, task, sample, cpu: here, gpu: there }, k) => (
            <tr key={k}>
              <th scope="row">{program}</th>
              <td>{task}</td>
              <td>{sample}</td>
              <td>
                <code>{here}</code>
              </td>
              <td>
                <code>{there}</code>
              </td>
            </tr>
          ))}
        </TableCard>
      )}
    </>
  )
}

function saveReport(report: CardReport): void {
  const name = report.adapter.name.replaceAll(/[^\w]+/g, '-').slice(0, 60)
  saveFile(
    `megabatt-card-${name}.json`,
    new Blob([`${JSON.stringify(report, null, 2)}\n`], { type: 'application/json' }),
  )
}

/** Too wide for a narrow window. */
const RANGE = 'Fastest to slowest'

function Figures({ cpu, gpu }: { readonly cpu: BackendFigures; readonly gpu: CardReport['gpu'] }) {
  const rows: readonly (readonly [string, string, string])[] = [
    ['Median pass', formatMs(cpu.ms.median), formatMs(gpu.ms.median)],
    [RANGE, spellRange(cpu), spellRange(gpu)],
    ['First pass, with compiling', formatMs(cpu.firstMs), formatMs(gpu.firstMs)],
    [
      'Evaluations per second',
      formatCount(Math.round(cpu.evaluationsPerSecond)),
      formatCount(Math.round(gpu.evaluationsPerSecond)),
    ],
    ['Times as fast as the CPU', '1.00', formatRatio(cpu.ms.median / gpu.ms.median)],
    ['Dispatches', '', formatCount(gpu.work.dispatches)],
    ['Transfers to the device', '', spellCrossing(gpu.work.upload)],
    ['Transfers back', '', spellCrossing(gpu.work.download)],
    ['Compiled kernels', '', `${gpu.report.compiled.pipelines} in ${formatMs(gpu.report.compiled.ms)}`],
  ]
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label="Figures">
      <table class="data backends-figures">
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">Figure</span>
            </th>
            <th scope="col" class="number">
              CPU
            </th>
            <th scope="col" class="number">
              GPU
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, here, there]) => (
            <tr key={name} class={name === RANGE ? 'wide-only' : undefined}>
              <th scope="row">{name}</th>
              <td class="number">{here}</td>
              <td class="number">{there}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function CallsByPlace({ report: { gpu } }: { readonly report: CardReport }) {
  const { onGpu, onCpu } = gpu.work
  const total = onGpu + onCpu
  const timesOf = new Map(gpu.kernels.map((kernel) => [kernel.kernel, kernel]))
  const rows = Object.entries(gpu.report.calls).sort(([, a], [, b]) => b - a)
  return (
    <>
      <TableCard
        title="Calls by place"
        heads={['Kernel', 'Calls on the GPU', ...(gpu.kernels.length > 0 ? ['Dispatches', 'Time on the device'] : [])]}
        before={
          <>
            <p>
              <strong>{formatCount(onGpu)}</strong> calls of kernels ran on the GPU,{' '}
              <strong>{formatCount(onCpu)}</strong> on the CPU.
            </p>
            <svg
              class="place-bar"
              viewBox="0 0 100 1"
              preserveAspectRatio="none"
              role="img"
              aria-label="Share of calls on the GPU"
            >
              <rect class="on-cpu" width="100" height="1" />
              <rect class="on-gpu" width={total === 0 ? 0 : (100 * onGpu) / total} height="1" />
            </svg>
          </>
        }
      >
        {rows.map(([kernel, calls]) => (
          <tr key={kernel}>
            <th scope="row">
              <code>{kernel}</code>
            </th>
            <td class="number">{formatCount(calls)}</td>
            {gpu.kernels.length > 0 && (
              <>
                <td class="number">{formatCount(timesOf.get(kernel)?.dispatches ?? 0)}</td>
                <td class="number">{timesOf.has(kernel) ? formatMs(timesOf.get(kernel)!.ms) : ''}</td>
              </>
            )}
          </tr>
        ))}
      </TableCard>
      {gpu.report.fallbacks.length > 0 && (
        <TableCard title="Left to the CPU" heads={['Program', 'Statement', 'Reason', 'Samples']}>
          {gpu.report.fallbacks.map(({ program, statement, reason, detail, rows: samples }, k) => (
            <tr key={k}>
              <th scope="row">{program ?? ''}</th>
              <td>{statement ?? ''}</td>
              <td>
                {reason} <span class="soft">{detail}</span>
              </td>
              <td class="number">{formatCount(samples)}</td>
            </tr>
          ))}
        </TableCard>
      )}
    </>
  )
}

function TableCard(props: {
  readonly title: string
  readonly heads: readonly string[]
  readonly before?: ComponentChildren
  readonly children: ComponentChildren
}) {
  const { title, heads, before, children } = props
  return (
    <section class="study-card card">
      <header>
        <h2>{title}</h2>
      </header>
      {before}
      <div class="table-box" tabIndex={0} role="region" aria-label={title}>
        <table class="data">
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col" class={/^(Calls|Dispatches|Time|Samples)/.test(head) ? 'number' : undefined}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </section>
  )
}

function spellRange({ ms: { fastest, slowest } }: BackendFigures): string {
  return `${formatMs(fastest)} to ${formatMs(slowest)}`
}

function spellCrossing({ count, bytes }: { readonly count: number; readonly bytes: number }): string {
  return `${formatCount(count)} × ${(bytes / count / 1e3 || 0).toFixed(0)} kB`
}
