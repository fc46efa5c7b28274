// Which adapter a device takes where there are to be several devices.

import type { AdapterDescription } from './device.ts'

/**
 * The adapters that devices are spread over, as places in `found`, the preferred one first: those of its kind, each once,
 * although most cards are listed again for every API that reaches them. Cards of the same name cannot be told apart.
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
