// Passes over a workload: some to warm up, some that count, and what is said about them.

import { runPrograms } from '../../dist/index.js'

const SHORT_RUNS = 5

/**
 * Runs a request `warmups` times, then `passes` times more; planning is apart from running. Every pass must come out as the
 * first one did. Gives the times of the passes that count, in milliseconds and ascending, and the last report.
 */
export async function timePasses(request, { warmups, passes, warmMs }) {
  return (await timeInTurns([request], { warmups, passes, warmMs }))[0]
}

/**
 * The same for several requests in turns, so that a machine that slows down slows down all of them. Runs shorter than
 * `shortMs` come several times a turn: a millisecond by itself says little. Warming up takes at least `warmMs`: JavaScript is compiled
 * and collected in the background, on a core that a second worker needs and a run on one core does not.
 */
export async function timeInTurns(requests, { warmups, passes, shortMs = 0, warmMs = 0 }) {
  const timed = requests.map(() => ({ runMs: [], planMs: [], report: undefined }))
  const started = performance.now()
  let warmed = 0
  for (let pass = 0; pass < passes;) {
    const isWarm = warmed >= warmups && (pass > 0 || performance.now() - started >= warmMs)
    for (const [k, request] of requests.entries()) {
      const isShort = isWarm && timed[k].report?.time.runMs < shortMs
      for (let again = 0; again < (isShort ? SHORT_RUNS : 1); again++) {
        const report = await runPrograms(request)
        requireSame(timed[k].report, report)
        timed[k].report = report
        if (!isWarm) continue
        timed[k].runMs.push(report.time.runMs)
        timed[k].planMs.push(report.time.planMs)
      }
    }
    if (isWarm) pass++
    else warmed++
  }
  for (const { runMs, planMs } of timed) for (const times of [runMs, planMs]) times.sort((a, b) => a - b)
  return timed
}

/** Median, fastest and slowest of ascending times as a figure: a time divided by `units`, or units a millisecond. */
export function spread(times, toFigure) {
  const [median, fastest, slowest] = [times[times.length >> 1], times[0], times.at(-1)].map((time) =>
    rounded(toFigure(time)),
  )
  return { median, fastest, slowest }
}

/** Four digits are more than a benchmark knows. */
export function rounded(value) {
  return Number(value.toPrecision(4))
}

function requireSame(before, after) {
  if (after.crashes.length > 0) throw new Error(`Crashes: ${JSON.stringify(after.crashes[0])}`)
  for (const count of ['evaluations', 'right', 'wrong', 'errors', 'limits', 'defaults'])
    if (before !== undefined && before[count] !== after[count])
      throw new Error(`A pass has ${after[count]} ${count}, the one before it had ${before[count]}`)
}

/** The CPU time of the process while it awaits `run`, in milliseconds. */
export async function cpuMilliseconds(run) {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
