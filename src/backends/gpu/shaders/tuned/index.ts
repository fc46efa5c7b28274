// The tuned kernels by the names of their ordinary kernels.

import { combine } from './combine.ts'
import { prapplyCalls } from './crossing.ts'
import { apply, mapply, merge, prapply } from './gathering.ts'
import { objects } from './objects.ts'
import { cover, fill, move, paint, underfill, underpaint } from './painting.ts'
import { upscale, upscale_t } from './scaling.ts'
import type { TunedKernel } from './tuned-kernel.ts'

/** The kernels to use in their tuned form, of those that have one. */
export type TunedChoice = 'none' | 'all' | ReadonlySet<string>

const TUNED = 'tuned.'

/** The name of the form of a kernel: its own, or that of its tuned form. */
export function formOf(kernel: string, choice: TunedChoice): string {
  const isTuned = choice !== 'none' && tunedKernels.has(kernel) && (choice === 'all' || choice.has(kernel))
  return isTuned ? TUNED + kernel : kernel
}

/** The kernel of a form, and whether the form is tuned. */
export function kernelOfForm(form: string): { readonly kernel: string; readonly tuned: boolean } {
  const tuned = form.startsWith(TUNED)
  return { kernel: tuned ? form.slice(TUNED.length) : form, tuned }
}

/** All kernels that have a tuned form. */
export const tunedKernels: ReadonlyMap<string, TunedKernel> = new Map(
  Object.entries({
    apply,
    combine,
    cover,
    fill,
    mapply,
    merge,
    move,
    objects,
    paint,
    prapply,
    prapplyCalls,
    underfill,
    underpaint,
    upscale,
    upscale_t,
  }),
)
