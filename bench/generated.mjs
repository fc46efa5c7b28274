// Generated examples from file to verdict: examples a second and peak memory, beside reading alone.
//
//   node bench/generated.mjs [--files N] [--pairs N] [--folder FOLDER] [--passes N] [--out FILE.json]
//
// Writes files of generated examples, as bench/parts/generated-data.mjs makes them, into a folder, and keeps them there if it is named. Each row
// is a process of its own, in turns. Ends with exit code 1 where an example is not read or its verdict is not right.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { describeMachine } from './parts/machine.mjs'
import { writeGenerated, writePacked } from './parts/generated-data.mjs'

const { values: options } = parseArgs({
  options: {
    files: { type: 'string', default: '400' },
    pairs: { type: 'string', default: '1000' },
    folder: { type: 'string' },
    passes: { type: 'string', default: '3' },
    out: { type: 'string' },
    row: { type: 'string' },
    tasks: { type: 'string' },
    programs: { type: 'string' },
  },
})

/** Each reads or verifies all examples of a path, and returns how many there were and how many were right. */
const ROWS = {
  'read: JSON.parse, all in memory': async ({ tasks }) => {
    const { loadTasks } = await import('../dist/data/load-tasks.node.js')
    const dataset = await loadTasks([tasks])
    const examples = dataset.tasks.reduce((sum, { train, test }) => sum + train.length + test.length, 0)
    return { examples, right: examples }
  },
  'read: streamed': readStreamed,
  'read: streamed, gzip': readStreamed,
  'read: streamed, zip': readStreamed,
  'verify: one core': (paths) => verify(paths, 'cpu'),
  [`verify: ${availableParallelism()} workers`]: (paths) => verify(paths, 'workers'),
  [`verify: ${availableParallelism()} workers, zip`]: (paths) => verify(paths, 'workers'),
}

if (options.row === undefined) await measure()
else await runRow(options.row)

async function readStreamed({ tasks }) {
  const { listTaskFiles } = await import('../dist/data/list-task-files.node.js')
  const { streamTasks } = await import('../dist/data/stream/task-windows.node.js')
  const fail = (problem) => {
    throw problem
  }
  let examples = 0
  for await (const { parts } of streamTasks(await listTaskFiles([tasks]), { onInvalid: fail, onUnreadable: fail }))
    for (const { indexes } of parts) examples += indexes.length
  return { examples, right: examples }
}

/** In this process, so that its memory is that of the row. */
async function verify({ tasks, programs }, backend) {
  const { loadPrograms } = await import('../dist/data/load-programs.node.js')
  const { listTaskFiles } = await import('../dist/data/list-task-files.node.js')
  const { streamTasks } = await import('../dist/data/stream/task-windows.node.js')
  const { idOfFile } = await import('../dist/data/read-task-file.js')
  const { runStream } = await import('../dist/engine/stream/run-stream.js')
  const { openBackend } = await import('../dist/cli/backend-options.js')
  const files = await listTaskFiles([tasks])
  const opened = await openBackend({ backend, route: 'resident', devices: 1, verify: 'off', kernels: 'suited' })
  const fail = (problem) => {
    throw problem
  }
  const { programs: read } = await loadPrograms([programs])
  const report = await runStream({
    programs: read,
    windows: streamTasks(files, { onInvalid: fail, onUnreadable: fail }),
    ids: files.map(({ path }) => idOfFile(path)),
    pairing: 'own',
    backend: opened,
  })
  await opened.close()
  return { examples: report.samples, right: report.right, engine: report.engine?.name }
}

async function runRow(name) {
  const started = performance.now()
  const counts = await ROWS[name](options)
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage()
  const maxMegabytes = process.resourceUsage().maxRSS / 1024
  process.stdout.write(JSON.stringify({ ...counts, seconds, cpuSeconds: (user + system) / 1e6, maxMegabytes }))
}

async function measure() {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'megabatt-generated-'))
  const machine = describeMachine()
  const { tasks, verifiers } = await writeGenerated(folder, Number(options.files), Number(options.pairs))
  const packed = writePacked(tasks)
  const rows = Object.keys(ROWS).map((name) => ({ name, passes: [] }))
  for (let pass = 0; pass < Number(options.passes); pass++) {
    for (const { name, passes } of rows) {
      const path = name.endsWith('gzip') ? packed.gzip : name.endsWith('zip') ? packed.zip : tasks
      const words = [fileURLToPath(import.meta.url), '--row', name, '--tasks', path, '--programs', verifiers]
      const { stdout, stderr, status } = spawnSync(process.execPath, words, { encoding: 'utf8' })
      if (status !== 0) throw new Error(`${name}: ${stderr}`)
      passes.push(JSON.parse(stdout))
    }
  }
  if (options.folder === undefined) rmSync(folder, { recursive: true })
  const wanted = Number(options.files) * Number(options.pairs)
  const results = rows.map(({ name, passes }) => {
    const fastest = passes.toSorted((a, b) => a.seconds - b.seconds)[0]
    const leastCpu = Math.min(...passes.map(({ cpuSeconds }) => cpuSeconds))
    return {
      ...fastest,
      name,
      leastCpu,
      isRight: passes.every((pass) => pass.examples === wanted && pass.right === wanted),
    }
  })
  for (const { name, examples, seconds, leastCpu, maxMegabytes, right, engine } of results) {
    const rate = Math.round(examples / seconds).toLocaleString('en')
    const cpu = ((1e6 * leastCpu) / examples).toFixed(1)
    const place = engine === undefined ? '' : ` (${engine})`
    const texts = [`${rate} examples a second`, `${cpu} µs of CPU each`, `${maxMegabytes.toFixed(0)} MB at most`]
    console.log(`${(name + place).padEnd(36)} ${texts.join(', ')}, ${right} of ${wanted} right`)
  }
  if (options.out !== undefined) writeFileSync(options.out, `${JSON.stringify({ machine, results }, null, 2)}\n`)
  if (results.some(({ isRight }) => !isRight)) process.exitCode = 1
}
