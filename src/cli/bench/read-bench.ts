// Reads the report of a benchmark from a file, and checks the parts that a comparison uses.

import { readFileSync, statSync } from 'node:fs'
import { type BenchReport, routeNames } from '../../engine/bench/bench-report.ts'
import { UserError } from '../../language/errors.ts'
import { MAX_FILE_BYTES } from '../../language/source-text.ts'

type Json = Readonly<Record<string, unknown>>

/** Reads a report; a UserError if the file is none. */
export function readBench(file: string): BenchReport {
  const value = parse(file, readText(file))
  const problem = findProblem(value)
  if (problem !== undefined)
    throw new UserError('bench-file', `The file is not a report of \`megabatt bench\`: ${problem}`, {
      place: { file },
      advice: 'Make one with `megabatt bench --out FILE.json`.',
    })
  return value as BenchReport
}

function readText(file: string): string {
  try {
    const { size } = statSync(file)
    if (size > MAX_FILE_BYTES)
      throw new UserError('bench-file', `The file has ${size} bytes; the maximum is ${MAX_FILE_BYTES}`, {
        place: { file },
      })
    return readFileSync(file, 'utf8')
  } catch (cause) {
    if (cause instanceof UserError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new UserError('file-unreadable', `The file cannot be read: ${reason}`, {
      place: { file },
      advice: 'Check its name and permissions.',
      cause,
    })
  }
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const advice = 'Make a report with `megabatt bench --out FILE.json`.'
    throw new UserError('bench-file', `The file is not JSON: ${reason}`, { place: { file }, advice, cause })
  }
}

/** The first field that is not as a comparison needs it. */
function findProblem(value: unknown): string | undefined {
  if (!isObject(value) || value.format !== 'megabatt bench') return 'format must be "megabatt bench"'
  if (value.version !== 1) return 'version must be 1'
  const { workload, machine, versions, routes } = value
  if (!isObject(workload) || typeof workload.hash !== 'string') return 'workload.hash must be a text'
  if (!isObject(versions) || typeof versions.node !== 'string' || typeof versions.megabatt !== 'string')
    return 'versions must have node and megabatt'
  if (!isObject(machine) || typeof machine.cpu !== 'string' || typeof machine.platform !== 'string')
    return 'machine must have cpu and platform'
  if (!isPositive(machine.cores)) return 'machine.cores must be a number'
  const { load } = machine
  if (!isObject(load) || !isNumber(load.before) || !isNumber(load.after))
    return 'machine.load must have before and after'
  if (!Array.isArray(routes)) return 'routes must be a list'
  for (const [k, route] of routes.entries()) {
    const problem = findRouteProblem(route)
    if (problem !== undefined) return `routes[${k}]${problem}`
  }
  return undefined
}

function findRouteProblem(route: unknown): string | undefined {
  if (!isObject(route) || !routeNames.some((name) => name === route.route)) return '.route must be the name of a route'
  if (route.isMeasured === false) return undefined
  if (!Array.isArray(route.results)) return '.results must be a list'
  for (const [k, result] of route.results.entries()) {
    if (!isObject(result) || !isPositive(result.samples)) return `.results[${k}].samples must be a number above 0`
    const { passesMs } = result
    if (!Array.isArray(passesMs) || passesMs.length === 0 || !passesMs.every(isPositive))
      return `.results[${k}].passesMs must be a list of numbers above 0`
  }
  return undefined
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function isPositive(value: unknown): value is number {
  return isNumber(value) && value > 0
}
