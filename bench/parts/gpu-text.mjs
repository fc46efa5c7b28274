// What bench/gpu.mjs prints.

import { spellNumber } from '../../dist/engine/charts/line-chart.js'

const KINDNESSES = ['kind', 'middle', 'unkind']

export function formatCurve({ title, expected, xLabel, series }) {
  const lines = series.map(({ label, points, upperSlope, step }) => {
    const [first, last] = [points[0], points.at(-1)]
    const right = points.reduce((sum, { correct }) => sum + correct.count, 0)
    const all = points.reduce((sum, { correct }) => sum + correct.of, 0)
    return `    ${label}: ${first.y} at ${first.x}, ${last.y} at ${last.x}, ${spellNumber(step)} more for each, exponent of the right half ${upperSlope.toFixed(2)}; ${right}/${all} as on the CPU\n`
  })
  return `${title}, dispatches by ${xLabel}. Expected: ${expected}.\n${lines.join('')}`
}

export function formatRoutes(routes) {
  const lines = routes.map(({ name, ms, dispatches, uploads, readbacks, evaluations, correct }) => {
    const time = `${ms.median} ms (${ms.fastest} to ${ms.slowest})`
    const crossed = `${uploads.count} uploads of ${uploads.bytes} B, ${readbacks.count} read-backs of ${readbacks.bytes} B`
    return `    ${name}: ${time} for ${evaluations} evaluations, ${dispatches} dispatches, ${crossed}; ${correct.count}/${correct.of} as on the CPU\n`
  })
  return `Routes\n${lines.join('')}`
}

export function formatCounts({ source, programs, counted, cpuNanoseconds, onDevice, host }) {
  const { evaluations, samples, calls, work, words, rounds, kernels, dispatches, divergence, longest } = counted
  const [worst] = longest
  return `Counted: ${programs} programs on ${samples} samples (${source}), ${evaluations} evaluations
    ${spellNumber(calls)} calls of kernels, ${spellNumber(work)} pieces of work, ${spellNumber(words)} words allocated
    ${kernels} kernels in ${rounds} rounds: ${dispatches} dispatches a chunk
    the largest of 32 calls is ${divergence.mean} times their mean; by work, lanes wait for ${divergence.byWork} times what they do
    the longest call: ${worst.kernel}, ${worst.mostWork} pieces of work
    one core: ${cpuNanoseconds} ns a piece of work
    this device, ${onDevice.rows} rows: ${onDevice.deviceNanoseconds} ns a piece of work; ${spellNumber(onDevice.heapWords)} words of heap (CPU: ${spellNumber(onDevice.cpuWords)}), ${spellNumber(onDevice.arenaWords)} of arena; ${onDevice.correct.count}/${onDevice.correct.of} as on the CPU
    the host beside it: ${host.ms.toPrecision(3)} ms and ${spellNumber(host.bytes)} bytes a row
`
}

export function formatPrediction({ card, cases }) {
  const { multiprocessors, lanes, clockHz, bytesPerSecond } = card
  const lines = cases.map((one) => {
    const rates = KINDNESSES.map((kindness) => spellNumber(one[kindness].evaluationsPerSecond))
    return `    ${one.name}: ${rates[1]} evaluations/s (${rates[2]} to ${rates[0]}); ${spellSeconds(one.middle)}\n`
  })
  return `PREDICTION, not a measurement: a card of ${multiprocessors} multiprocessors of ${lanes} lanes at ${clockHz / 1e9} GHz, ${bytesPerSecond / 1e9} GB/s
${lines.join('')}    each limit by itself, with all calls on the card: ${spellParts(limitsOf(cases[1].middle))}
`
}

/** What the time would go to, the longest first: each dispatch counts to the limit that binds it. */
export function spellSeconds({ seconds, bound }) {
  const { launches, bus, host, cpu } = seconds
  return spellParts({ ...bound, launches, bus, host, CPU: cpu })
}

function limitsOf({ seconds: { waiting, instructions, memory, launches, bus, host } }) {
  return { waiting, instructions, memory, launches, bus, host }
}

function spellParts(parts) {
  return Object.entries(parts)
    .filter(([, value]) => value > 0)
    .toSorted((a, b) => b[1] - a[1])
    .map(([name, value]) => `${name} ${spellNumber(1000 * value)} ms`)
    .join(', ')
}
