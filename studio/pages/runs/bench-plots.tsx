// The charts of a benchmark, the same as in the page of `megabatt bench --report`.

import { useEffect, useState } from 'preact/hooks'
import { renderBenchBody } from '../../../src/engine/bench/bench-page.ts'
import type { BenchReport } from '../../../src/engine/bench/bench-report.ts'
import { findBenchProblem, findChartProblem } from '../../../src/engine/bench/find-bench-problem.ts'
import { benchFile } from '../../state/library.ts'

const MAX_BYTES = 64 << 20

/** Speed-up, growth, phases and primitives of the open report. */
export function BenchPlots() {
  const file = benchFile.value
  const [html, setHtml] = useState<string>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    setHtml(undefined)
    setProblem(undefined)
    if (file !== undefined) readBench(file).then(setHtml, (error: unknown) => setProblem(String(error)))
  }, [file])
  if (problem !== undefined)
    return (
      <p class="failure" role="alert">
        {file!.name} cannot be drawn: {problem.replace(/^\w*Error: /, '')}. Reports are written by{' '}
        <code>megabatt bench --out FILE.json</code>.
      </p>
    )
  if (html === undefined)
    return (
      <p class="soft">
        Open a report of <code>megabatt bench --out bench.json</code>, or drop it anywhere: speed-up by batch size,
        growth, time by phase and cost by primitive.
      </p>
    )
  // The charts are text with everything escaped, as in the report of the command.
  return <div class="bench" dangerouslySetInnerHTML={{ __html: html }} />
}

async function readBench(file: File): Promise<string> {
  if (file.size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES >> 20} MB`)
  const value: unknown = JSON.parse(await file.text())
  const problem = findBenchProblem(value) ?? findChartProblem(value as Record<string, unknown>)
  if (problem !== undefined) throw new Error(problem)
  return renderBenchBody(value as BenchReport)
}
