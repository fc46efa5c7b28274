// Distributes several devices over the adapters of the machine.

import type { AdapterDescription } from '../device.ts'

/**
 * The indexes in `found` of the adapters to use, the preferred one first: all of its kind and API, each name once. Most
 * GPUs are listed once for every API. GPUs of the same name cannot be distinguished.
 */
export function spreadAdapters(found: readonly AdapterDescription[], preferred: AdapterDescription): number[] {
  const first = found.find(({ name, kind }) => name === preferred.name && kind === preferred.kind)
  if (first === undefined) return []
  const places = new Map<string, number>([[first.name, found.indexOf(first)]])
  for (const [place, { name, kind, backend }] of found.entries()) {
    if (kind === first.kind && backend === first.backend && !places.has(name)) places.set(name, place)
  }
  return [...places.values()]
}
