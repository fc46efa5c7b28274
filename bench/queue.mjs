// The queue: four workers beside `--backend workers`, the cost of a chunk, and how many jobs a second the database serves.
//
//     node bench/queue.mjs [--rounds 5] [--samples 20] [--jobs 4000]
//
// Uses an embedded database in a temporary folder. Prints JSON.

import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { CpuBackend } from '../dist/backends/cpu/cpu-backend.js'
import { WorkersBackend } from '../dist/backends/workers/workers-backend.node.js'
import { migrate } from '../dist/cluster/database/migrate.js'
import { Session } from '../dist/cluster/database/session.js'
import { EmbeddedSource } from '../dist/cluster/embedded/embedded-source.js'
import { ServerFiles, serverFolder } from '../dist/cluster/embedded/server-files.js'
import { ChunkQueue } from '../dist/cluster/queue/chunk-queue.js'
import { ContentCache } from '../dist/cluster/queue/content-cache.js'
import { readProgress } from '../dist/cluster/queue/read-status.js'
import { runChunk } from '../dist/cluster/queue/run-chunk.js'
import { submitRun } from '../dist/cluster/queue/submit-run.js'
import { WorkerLoop } from '../dist/cluster/queue/worker-loop.js'
import { makeDataset } from '../dist/data/dataset-hash.js'
import { galleryPrograms } from '../dist/data/gallery.js'
import { drawTasks } from '../dist-tools/tools/gallery/draw.js'
import { runPrograms } from '../dist/engine/run/run-programs.js'

const { values } = parseArgs({
  options: { rounds: { type: 'string' }, samples: { type: 'string' }, jobs: { type: 'string' } },
})
const rounds = Number(values.rounds ?? 5)
const samples = Number(values.samples ?? 20)
const jobs = Number(values.jobs ?? 4000)
const main = fileURLToPath(new URL('../dist/bin/megabatt.cjs', import.meta.url))
const keeper = new URL('../dist/bin/database-keeper.node.cjs', import.meta.url)

const folder = mkdtempSync(join(tmpdir(), 'megabatt-bench-'))
// The server does not run as root.
chmodSync(folder, 0o755)
const env = { ...process.env, MEGABATT_DATA: join(folder, 'data'), MEGABATT_DATABASE: '', MEGABATT_DATABASE_IDLE: '30' }
mkdirSync(env.MEGABATT_DATA)
Object.assign(process.env, env)
const source = new EmbeddedSource(env, { file: pathToFileURL(fileURLToPath(keeper)), args: [] })
const files = new ServerFiles(serverFolder(env))
const open = async (async_ = false) => {
  const session = new Session(source, { name: 'bench', async: async_ })
  await migrate(session)
  return session
}
const session = await open()
const workers = []
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]

try {
  const throughput = await compareWorkers()
  endWorkers()
  const overhead = await measureOverhead()
  const queue = []
  for (const count of [1, 4, 16, 64]) queue.push(await nullEngine(count))
  const report = {
    cpu: cpus()[0].model,
    cores: availableParallelism(),
    node: process.version,
    throughput,
    overhead,
    queue,
  }
  console.log(JSON.stringify(report, undefined, 2))
} finally {
  endWorkers()
  await session.close()
  const server = files.readServer()
  if (server !== undefined) process.kill(server.keeper, 'SIGTERM')
  await pause(2000)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

function endWorkers() {
  for (const worker of workers.splice(0)) worker.kill('SIGTERM')
}

/** The same work in turns: worker threads of one process, and four worker processes on the queue. */
async function compareWorkers() {
  const programs = galleryPrograms()
  // The engine of the threads.
  const args = [main, 'worker', '--backend', 'cpu', '--engine', 'wasm', '--spare-after', '1000']
  for (let k = 0; k < 4; k++) workers.push(spawn(process.execPath, args, { env, stdio: 'ignore' }))
  const registered = async () => (await session.query('select 1 from workers')).length
  while ((await registered()) < 4) await pause(50)
  const threads = new WorkersBackend({ workers: availableParallelism() })
  threads.startThreads()
  const found = []
  let evaluations = 0
  // The first round starts threads and fills caches; it is not counted.
  for (let round = 0; round <= rounds; round++) {
    const dataset = makeDataset(drawTasks({ samples, seed: round + 1 }))
    const request = { programs, dataset, pairing: 'all' }
    const ownBefore = ownCpuMs()
    const single = await runThreads(request, threads)
    const threadsCpuMs = ownCpuMs() - ownBefore
    const cpuBefore = ownCpuMs() + serverCpuMs() + workersCpuMs()
    evaluations = single.evaluations
    const started = performance.now()
    const { id, chunks } = await submitRun(session, { request, outputs: 'none' })
    const submitMs = performance.now() - started
    const begun = performance.now()
    while (!(await readProgress(session, id)).isFinished) await pause(20)
    const queueMs = performance.now() - begun
    const queueCpuMs = ownCpuMs() + serverCpuMs() + workersCpuMs() - cpuBefore
    const cpuRatio = queueCpuMs / threadsCpuMs
    const [right] = await session.query(
      'select sum(right_count)::int as count from results where task in (select unnest(hashes) from run_hashes where run = $1)',
      [id],
    )
    if (right.count !== single.right)
      throw new Error(`${right.count} right through the queue, ${single.right} without it`)
    found.push({ threadsMs: single.ms, queueMs, submitMs, ratio: (submitMs + queueMs) / single.ms, cpuRatio, chunks })
    console.error(
      `round ${round}: threads ${single.ms.toFixed(0)} ms, queue ${queueMs.toFixed(0)} ms, ${chunks} chunks`,
    )
  }
  await threads.close()
  const counted = found.slice(1)
  const mid = (key) => median(counted.map((one) => one[key]))
  return {
    evaluations,
    chunks: mid('chunks'),
    threadsMs: mid('threadsMs'),
    queueMs: mid('queueMs'),
    submitMs: mid('submitMs'),
    ratio: mid('ratio'),
    ratios: counted.map(({ ratio }) => ratio),
    /** All CPU time of submitter, server and workers, relative to that of the process with threads: other load changes it little. */
    cpuRatio: mid('cpuRatio'),
    cpuRatios: counted.map((one) => one.cpuRatio),
  }
}

async function runThreads(request, backend) {
  const started = performance.now()
  const { right, evaluations } = await runPrograms({ ...request, backend, keepResults: false })
  return { ms: performance.now() - started, right, evaluations }
}

/** One worker on one thread beside a run on one thread: the cost of a chunk. */
async function measureOverhead() {
  const found = []
  for (let round = 0; round <= rounds; round++) {
    await session.query('delete from runs')
    const dataset = makeDataset(drawTasks({ samples, seed: 100 + round }))
    const request = { programs: galleryPrograms(), dataset, pairing: 'all' }
    const backend = new CpuBackend()
    const ownBefore = ownCpuMs()
    const single = await runThreads(request, backend)
    const singleCpuMs = ownCpuMs() - ownBefore
    const { chunks } = await submitRun(session, { request, outputs: 'none' })
    const own = await open(true)
    const worker = randomUUID()
    const queue = new ChunkQueue(own, { worker, leaseSeconds: 60 })
    const cache = new ContentCache(own)
    const loop = new WorkerLoop({
      id: worker,
      backend: 'cpu',
      version: '',
      session: own,
      queue,
      beatSeconds: 10,
      drain: true,
      run: (chunk) => runChunk(chunk, { cache, backend }),
      signal: new AbortController().signal,
    })
    const cpuBefore = ownCpuMs() + serverCpuMs()
    const started = performance.now()
    await loop.run()
    const ms = performance.now() - started
    const extraCpuMs = ownCpuMs() + serverCpuMs() - cpuBefore - singleCpuMs
    await own.close()
    const { queueMs } = loop.counts
    found.push({
      chunks,
      queueMsPerChunk: queueMs / chunks,
      extraMsPerChunk: (ms - single.ms) / chunks,
      extraCpuMsPerChunk: extraCpuMs / chunks,
    })
  }
  const counted = found.slice(1)
  const mid = (key) => median(counted.map((one) => one[key]))
  const keys = ['chunks', 'queueMsPerChunk', 'extraMsPerChunk', 'extraCpuMsPerChunk']
  return Object.fromEntries(keys.map((key) => [key, mid(key)]))
}

/** Workers whose engine does nothing: what remains is the queue. */
async function nullEngine(count) {
  await session.query('delete from runs')
  const dataset = makeDataset(drawTasks({ samples: 1, seed: 99 }).slice(0, 1))
  const request = { programs: galleryPrograms().slice(0, 1), dataset, pairing: 'all' }
  const { id } = await submitRun(session, { request, outputs: 'none' })
  await session.query('delete from chunks where run = $1', [id])
  await session.query(
    `insert into chunks (run, settings, priority, blocks, tasks, evaluations)
     select id, settings, 0, array['\\x00'::bytea], array['\\x00'::bytea], 1 from runs, generate_series(1, $2) where id = $1`,
    [id, jobs],
  )
  await session.query('update runs set chunks = $2 where id = $1', [id, jobs])
  const counts = { total: 1000, right: 1, wrong: 999, errors: 0, limits: 0, unknown: 0 }
  const content = randomBytes(500)
  const sessions = await Promise.all(Array.from({ length: count }, () => open(true)))
  const signal = new AbortController().signal
  const serverBefore = serverCpuMs()
  const ownBefore = process.cpuUsage()
  const started = performance.now()
  const loops = sessions.map((own) => {
    const worker = randomUUID()
    const queue = new ChunkQueue(own, { worker, leaseSeconds: 60, spareSeconds: 1000 })
    // Every result is a row of its own, as results of different chunks are.
    const run = async (chunk) => [{ task: chunk.tasks[0], block: randomBytes(16), counts, content, scores: [] }]
    return new WorkerLoop({
      id: worker,
      backend: 'null',
      version: '',
      session: own,
      queue,
      beatSeconds: 10,
      drain: true,
      run,
      signal,
    })
  })
  await Promise.all(loops.map((loop) => loop.run()))
  const ms = performance.now() - started
  const own = process.cpuUsage(ownBefore)
  const serverMs = serverCpuMs() - serverBefore
  const done = loops.reduce((sum, { counts: { chunks } }) => sum + chunks, 0)
  if (done !== jobs) throw new Error(`${done} of ${jobs} jobs`)
  await Promise.all(sessions.map((one) => one.close()))
  const queueMs = loops.reduce((sum, loop) => sum + loop.counts.queueMs, 0)
  return {
    workers: count,
    jobsPerSecond: Math.round((1000 * jobs) / ms),
    msPerJob: queueMs / jobs,
    serverCpuMsPerJob: serverMs / jobs,
    clientCpuMsPerJob: (own.user + own.system) / 1000 / jobs,
  }
}

/** The CPU time of the server and its processes, in ms; ended ones count with the parent. */
function serverCpuMs() {
  const postmaster = files.readPostmaster().pid
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
  return [postmaster, ...children].reduce((sum, pid) => sum + cpuMsOf(pid, pid === postmaster), 0)
}

function workersCpuMs() {
  return workers.reduce((sum, { pid }) => sum + cpuMsOf(pid, false), 0)
}

function ownCpuMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The CPU time of a process, with that of its ended children if asked for; 0 if it has ended. */
function cpuMsOf(pid, withChildren) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, withChildren ? 15 : 13)
    return 10 * ticks.reduce((sum, count) => sum + Number(count), 0)
  } catch {
    return 0
  }
}
