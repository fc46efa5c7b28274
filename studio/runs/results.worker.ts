// The worker of the page of runs: reads a result file and keeps its columns; the page asks for rows.

import type { PairSummary } from '../../src/engine/run/pair-result.ts'
import { orderRows } from './order-rows.ts'
import { isPair, readResults } from './read-results.ts'
import { ResultColumns } from './result-columns.ts'
import type { ResultsCalls, ResultsMethod, ResultsReply, ResultsRequest } from './results-messages.ts'

const PROGRESS_MS = 100
const MAX_DETAIL_BYTES = 64 << 20

let file: File | undefined
let columns = new ResultColumns()
let order: Uint32Array = new Uint32Array()

type Answers = {
  readonly [Method in ResultsMethod]: (
    params: ResultsCalls[Method]['params'],
    id: number,
  ) => ResultsCalls[Method]['result'] | Promise<ResultsCalls[Method]['result']>
}

const answers: Answers = {
  async open({ file: wanted }, id) {
    const started = performance.now()
    let last = started
    const read = await readResults(wanted, (bytes, { count }) => {
      if (performance.now() - last < PROGRESS_MS) return
      last = performance.now()
      send({ id, bytes, pairs: count })
    })
    file = wanted
    columns = read.columns
    order = Uint32Array.from({ length: columns.count }, (_, row) => row)
    return {
      sums: columns.sums,
      programs: countPrograms(),
      tasks: columns.tasks.texts.length,
      state: read.state,
      elapsedMs: performance.now() - started,
    }
  },
  query(query) {
    order = orderRows(columns, query)
    return { count: order.length }
  },
  rows: ({ from, to }) => Array.from(order.subarray(from, to), (row) => columns.rowAt(row)),
  async detail({ at }) {
    const { start, end } = columns.placeOf(order[at]!)
    if (end - start > MAX_DETAIL_BYTES) throw new Error('The line of this pair is too long to show.')
    const value: unknown = JSON.parse(await file!.slice(start, end).text())
    if (!isPair(value)) throw new Error('The file has changed since it was opened; open it again.')
    return value satisfies PairSummary
  },
}

/** Names are unique only in a file. */
function countPrograms(): number {
  const [programs, files] = [columns.column('program'), columns.column('file')]
  const seen = new Set<number>()
  for (let row = 0; row < columns.count; row++) seen.add(files[row]! * 0x1_0000_0000 + programs[row]!)
  return seen.size
}

function send(reply: ResultsReply): void {
  postMessage(reply)
}

async function answer({ id, method, params }: ResultsRequest): Promise<void> {
  try {
    const result = await (answers[method] as (given: unknown, id: number) => unknown)(params, id)
    send({ id, result })
  } catch (error) {
    send({ id, error: error instanceof Error ? error.message : String(error) })
  }
}

let queue = Promise.resolve()
addEventListener('message', ({ data }: MessageEvent<ResultsRequest>) => {
  queue = queue.then(() => answer(data))
})
