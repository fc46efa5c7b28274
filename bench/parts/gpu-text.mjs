// What bench/gpu.mjs prints.

import { spellNumber } from '../../dist/engine/charts/line-chart.js'

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
