// What a run on devices takes the host: with a device that computes nothing, in this process and in one of its own; and what it would
// save to build images on a thread (docs/decisions/0024-images-are-built-by-the-host.md).
//
//   node bench/host.mjs [--tasks FOLDER] [--passes N]
//
// CPU time of this process, of the fastest pass and the median one.

import { parseArgs } from 'node:util'
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import { ImageBuilder } from '../dist/backends/gpu/chunk/chunk-image.js'
import { layOutChunk } from '../dist/backends/gpu/chunk/chunk-layout.js'
import { makeChunk } from '../dist/backends/gpu/chunk/chunk.js'
import { ScheduleCache } from '../dist/backends/gpu/schedule/schedule-cache.js'
import { packTasks } from '../dist/backends/workers/packed-tasks.js'
import { planGroups } from '../dist/engine/run/plan-groups.js'
import { settleSettings } from '../dist/engine/run/run-pass.js'
import { galleryPrograms } from '../dist/index.js'
import { measureHost, openIdleProcess } from './parts/gpu-device.mjs'
import { describeMachine } from './parts/machine.mjs'
import { manyTasks } from './parts/workloads.mjs'

const { values: options } = parseArgs({
  options: { tasks: { type: 'string' }, passes: { type: 'string', default: '100' } },
})
const passes = Number(options.passes)
const programs = galleryPrograms()
const { dataset, source } = await manyTasks({ folder: options.tasks })
const request = { programs, dataset, pairing: 'all' }
const rowCount = dataset.tasks.reduce((sum, { train, test }) => sum + train.length + test.length, 0)

console.log(JSON.stringify(describeMachine()))
console.log(
  `${programs.length} programs on ${rowCount} samples (${source}); ms of CPU time, fastest and median of ${passes}`,
)

const here = await measureHost(request, passes)
show('run, device in this process', here)
show('run, device in a process', await measureHost(request, passes, openIdleProcess))
console.log(`${here.bytes} bytes up and down`)

// The parts of a thread that would build images: what it takes over, what stays, what it has to be sent, and what is received.
const [{ parts }] = planGroups(request)
const plans = parts.map(({ plan }) => ({ plan, schedule: new ScheduleCache().scheduleOf(plan) }))
const units = dataset.tasks.map((task) => ({ plan: 0, task, from: 0, to: task.train.length + task.test.length }))
const ranges = units.map(({ from, to }, unit) => ({ unit, from, to }))
const settings = { ...settleSettings({}, 'all'), isBrief: true }
const builder = new ImageBuilder()
const chunk = makeChunk(ranges, units, plans)
const build = () => builder.build(chunk, units, settings, 'none')
show(
  'rows and layout, which stay here',
  measure(() => layOutChunk(makeChunk(ranges, units, plans), 'none', 'brief')),
)
show(
  'image, with the layout',
  measure(() => builder.release(build())),
)
show(
  'tasks packed into shared memory',
  measure(() => packTasks(dataset.tasks)),
)
show('image received from a thread', measureReceived())

function show(label, { ms, median }) {
  const perRow = ((1000 * ms) / rowCount).toFixed(2)
  console.log(`${label.padEnd(34)} ${ms.toFixed(2).padStart(6)} ${median.toFixed(2).padStart(6)}   ${perRow} µs a row`)
}

function measure(run, prepare = () => undefined) {
  const times = Array.from({ length: passes }, () => {
    prepare()
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }).sort((a, b) => a - b)
  return { ms: times[0], median: times[passes >> 1] }
}

/** Takes images with transferred memory from a port; they are put there before the time begins. */
function measureReceived() {
  const { port1, port2 } = new MessageChannel()
  const { columns: _, blocks: __, ...image } = build()
  const send = () => {
    const [heap, arena, tables] = [image.heap.slice(), image.arena.slice(), image.tables.slice()]
    port1.postMessage({ ...image, heap, arena, tables }, [heap.buffer, arena.buffer, tables.buffer])
  }
  const times = measure(() => receiveMessageOnPort(port2), send)
  port1.close()
  return times
}
