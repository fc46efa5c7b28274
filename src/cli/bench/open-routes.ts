// Opens the routes of a benchmark, each as `megabatt run` would, and says why one is left out.

import { availableParallelism } from 'node:os'
import type { FoundDevice } from '../../backends/auto/auto-backend.ts'
import type { Choice } from '../../backends/plan-choice.ts'
import { findNative } from '../../backends/cpu/native/library-cache.node.ts'
import { loadKoffi } from '../../backends/cpu/native/native-library.node.ts'
import { findDevices } from '../../backends/gpu/device/device.node.ts'
import { readWantedDevice } from '../../backends/gpu/device/wanted-device.ts'
import type { LeftOutRoute, RouteName } from '../../engine/bench/bench-report.ts'
import type { OpenRoute } from '../../engine/bench/measure-routes.ts'
import { MegabattError } from '../../language/errors.ts'
import { type BackendListeners, type BackendOptions, openBackend } from '../backend-options.ts'

/** The options of a benchmark that concern backends. */
export interface RouteOptions extends Pick<BackendOptions, 'workers' | 'memory' | 'gpuMemory'> {
  readonly routes: readonly RouteName[]
}

/** The routes that can be measured, those that cannot, and the device of the GPU routes. */
export interface OpenedRoutes {
  readonly routes: readonly OpenRoute[]
  readonly leftOut: readonly LeftOutRoute[]
  readonly device: FoundDevice | undefined
  readonly workers: number
  /** The choices of the automatic route in its last pass. */
  readonly chosen: () => readonly Choice[] | undefined
  readonly close: () => Promise<void>
}

/** The device of the GPU routes, or why there is none. */
type DeviceAnswer = { readonly device: FoundDevice } | { readonly reason: string }

const BACKENDS: Readonly<Record<RouteName, Partial<BackendOptions> & Pick<BackendOptions, 'backend'>>> = {
  sequential: { backend: 'cpu', engine: 'wasm' },
  workers: { backend: 'workers', engine: 'wasm' },
  native: { backend: 'cpu', engine: 'native' },
  'native-workers': { backend: 'workers', engine: 'native' },
  'gpu-per-op': { backend: 'gpu', route: 'per-op' },
  'gpu-grouped': { backend: 'gpu', route: 'grouped' },
  'gpu-resident': { backend: 'gpu', route: 'resident' },
  auto: { backend: 'auto' },
}

/** Opens the sequential route and the wanted ones; the caller closes them. */
export async function openRoutes(options: RouteOptions, listeners: BackendListeners): Promise<OpenedRoutes> {
  const workers = options.workers ?? availableParallelism()
  const wanted = new Set<RouteName>(['sequential', ...options.routes])
  const answer = [...wanted].some((route) => needsDevice(route)) ? await findDevice() : undefined
  const routes: OpenRoute[] = []
  const leftOut: LeftOutRoute[] = []
  let chosen: readonly Choice[] | undefined
  const onChoice = (choices: readonly Choice[]) => (chosen = choices)
  const close = async () => {
    for (const { backend } of routes) await backend.close()
  }
  try {
    for (const [route, own] of Object.entries(BACKENDS) as [RouteName, (typeof BACKENDS)[RouteName]][]) {
      if (!wanted.has(route)) continue
      const reason = whyMissing(route, answer)
      if (reason !== undefined) {
        leftOut.push({ route, isMeasured: false, reason })
        continue
      }
      const started = performance.now()
      const backend = await openBackend(
        { ...options, workers, route: 'resident', devices: 1, verify: 'off', kernels: 'suited', ...own },
        { ...listeners, onChoice },
      )
      routes.push({ route, backend, openMs: performance.now() - started })
    }
  } catch (error) {
    await close()
    throw error
  }
  const device = answer !== undefined && 'device' in answer ? answer.device : undefined
  return { routes, leftOut, device, workers, chosen: () => chosen, close }
}

/** Whether a route runs on a device only. */
export function needsDevice(route: RouteName): boolean {
  return BACKENDS[route].backend === 'gpu'
}

function whyMissing(route: RouteName, answer: DeviceAnswer | undefined): string | undefined {
  if (needsDevice(route)) return answer !== undefined && 'reason' in answer ? answer.reason : undefined
  if (BACKENDS[route].engine !== 'native') return undefined
  const found = findNative()
  if (!found.isReady) return `${found.reason}; compile it with \`megabatt native\``
  try {
    loadKoffi()
    return undefined
  } catch (error) {
    return describe(error)
  }
}

/** A hardware device; others only where MEGABATT_DEVICE asks for them: they compute on the same cores. */
async function findDevice(): Promise<DeviceAnswer> {
  const wanted = readWantedDevice(process.env)
  // A named API or device is wanted, whatever its kind.
  const sought = wanted.kind === 'auto' && wanted.api === undefined ? { kind: 'hardware' as const } : wanted
  try {
    const found = await findDevices(sought)
    const description = found?.listed[found.choice.numbers[0]!]!.description
    if (description !== undefined) return { device: { name: description.name, kind: description.kind } }
    return {
      reason:
        sought.kind === 'hardware' ? 'no GPU; MEGABATT_DEVICE=software measures the software device' : 'no such device',
    }
  } catch (error) {
    return { reason: describe(error) }
  }
}

function describe(error: unknown): string {
  if (error instanceof MegabattError) return error.message
  throw error
}
