// Checks that data is a report of a benchmark, as far as its readers use it.

import { routeNames } from './bench-report.ts'

type Json = Readonly<Record<string, unknown>>

/** The first field that is not as comparisons need it; undefined if all are. */
export function findBenchProblem(value: unknown): string | undefined {
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

/** The first field that the charts need beyond those of comparisons, and that is not as they need it. */
export function findChartProblem(report: Json): string | undefined {
  const { workload, routes, profile, date } = report
  if (typeof date !== 'string') return 'date must be a text'
  if (!isObject(workload) || !['programs', 'tasks', 'samples'].every((key) => isNumber(workload[key])))
    return 'workload must have programs, tasks and samples'
  for (const [k, route] of (routes as readonly Json[]).entries()) {
    if (route.isMeasured === false) continue
    for (const [r, result] of (route.results as readonly Json[]).entries()) {
      const { ms, correct, upload, download } = result
      const isSpread =
        isObject(ms) && ['median', 'lower', 'upper', 'fastest', 'slowest'].every((key) => isPositive(ms[key]))
      if (!isSpread) return `routes[${k}].results[${r}].ms must have median, lower, upper, fastest and slowest`
      if (!isObject(correct) || !isNumber(correct.count) || !isNumber(correct.of))
        return `routes[${k}].results[${r}].correct must have count and of`
      if (![upload, download].every((way) => isObject(way) && isNumber(way.count) && isNumber(way.bytes)))
        return `routes[${k}].results[${r}] must have upload and download`
      const isCounted = ['evaluationsPerSecond', 'ratio', 'gpuShare', 'dispatches'].every((key) =>
        isNumber(result[key]),
      )
      if (!isCounted) return `routes[${k}].results[${r}] must have numbers`
    }
  }
  if ((routes as readonly Json[]).every((route) => route.route !== 'sequential' || route.isMeasured === false))
    return 'routes must have the sequential route'
  if (!isObject(profile) || !['routes', 'primitives', 'kernels'].every((key) => Array.isArray(profile[key])))
    return 'profile must have routes, primitives and kernels'
  return undefined
}
