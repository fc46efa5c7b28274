// The tuned kernels by the names of their ordinary kernels.

import { FORM_ARITY_BITS, FORM_NUMBER_BITS, longQueueOf } from '../device-code/state-layout.ts'
import { arityOfKernel } from './kernel-arity.ts'

/** A tuned kernel: the names of its two functions of device code, see device-code/tuned/group-queue.ts. */
export interface TunedKernel {
  /** Takes the arguments of the call; returns whether all invocations of a workgroup make it together. */
  readonly choose: string
  /** Takes the number of the invocation; returns the outcome. */
  readonly together: string
}

/** The kernels to use in their tuned form, of those that have one. */
export type TunedChoice = 'none' | 'all' | ReadonlySet<string>

/** The calls for which tuned forms are used: long ones, or all that they can make. */
export type TunedCalls = 'long' | 'all'

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

/** The tuned form of a kernel. */
export function tunedForm(kernel: string): TunedKernel {
  const form = tunedKernels.get(kernel)
  if (form === undefined) throw new Error(`the kernel '${kernel}' has no tuned form`)
  return form
}

/** The queue of the calls that the tuned form of a kernel makes; undefined if the kernel has no tuned form. */
export function longQueue(kernel: string): number | undefined {
  const number = [...tunedKernels.keys()].indexOf(kernel)
  return number < 0 ? undefined : longQueueOf(number)
}

/** The word that says which calls the tuned form of a kernel makes: those of at least the extent that is known, or all. */
export function formWord(kernel: string, calls: TunedCalls): number {
  const number = [...tunedKernels.keys()].indexOf(kernel) + 1
  const least = calls === 'all' ? 0 : (LEAST_EXTENTS[kernel] ?? LEAST_EXTENTS[tunedForm(kernel).together]!)
  return number | (arityOfKernel(kernel) << FORM_NUMBER_BITS) | (least << (FORM_NUMBER_BITS + FORM_ARITY_BITS))
}

/**
 * By function of a tuned form, or by kernel, the extent of a call (device-code/long-calls.ts) from which on a workgroup is faster than 64 calls side by side in its
 * invocations, or so long that these would wait for it. Counted in lockstep: see docs/decisions/0026-long-calls-have-queues.md.
 */
const LEAST_EXTENTS: Readonly<Record<string, number>> = {
  applyTogether: 192,
  asobjectTogether: 256,
  canvasTogether: 0,
  commonTogether: 64,
  convertTogether: 256,
  coverTogether: 160,
  dedupeTogether: 48,
  distanceTogether: 48,
  fillTogether: 160,
  gravitateTogether: 8,
  hconcatTogether: 256,
  hperiodTogether: 64,
  matchingTogether: 128,
  merge: 96,
  mergeTogether: 192,
  mfilter: 128,
  moveTogether: 160,
  objectsTogether: 320,
  orderTogether: 96,
  paintAllTogether: 160,
  prapplyCallsTogether: 32,
  shiftTogether: 256,
  strideTogether: 256,
  underfillTogether: 160,
  underpaintTogether: 160,
  upscaleTogether: 32,
  vconcatTogether: 256,
  vperiodTogether: 64,
}

/** All kernels that have a tuned form, at most 96. */
export const tunedKernels: ReadonlyMap<string, TunedKernel> = new Map(
  Object.entries({
    adjacent: { choose: 'chooseAdjacent', together: 'distanceTogether' },
    adjacentT: { choose: 'chooseAdjacent', together: 'distanceTogether' },
    apply: { choose: 'chooseApply', together: 'applyTogether' },
    asobject: { choose: 'chooseAsobject', together: 'asobjectTogether' },
    bottomhalf: { choose: 'chooseBottomhalf', together: 'strideTogether' },
    canvas: { choose: 'chooseCanvas', together: 'canvasTogether' },
    cmirror: { choose: 'chooseCmirror', together: 'strideTogether' },
    cover: { choose: 'choosePaint', together: 'coverTogether' },
    crop: { choose: 'chooseCrop', together: 'strideTogether' },
    cropT: { choose: 'chooseCropT', together: 'strideTogether' },
    dedupe: { choose: 'chooseDedupe', together: 'dedupeTogether' },
    dmirror: { choose: 'chooseDmirror', together: 'strideTogether' },
    fill: { choose: 'chooseFill', together: 'fillTogether' },
    gravitate: { choose: 'chooseGravitate', together: 'gravitateTogether' },
    hconcat: { choose: 'chooseHconcat', together: 'hconcatTogether' },
    hmatching: { choose: 'chooseHmatching', together: 'matchingTogether' },
    hmirror: { choose: 'chooseHmirror', together: 'strideTogether' },
    hperiod: { choose: 'choosePeriod', together: 'hperiodTogether' },
    hupscale: { choose: 'chooseHupscale', together: 'upscaleTogether' },
    leastcommon: { choose: 'chooseLeastcommon', together: 'commonTogether' },
    lefthalf: { choose: 'chooseLefthalf', together: 'strideTogether' },
    manhattan: { choose: 'chooseManhattan', together: 'distanceTogether' },
    mapply: { choose: 'chooseMapply', together: 'mergeTogether' },
    merge: { choose: 'chooseMerge', together: 'mergeTogether' },
    mfilter: { choose: 'chooseMfilter', together: 'convertTogether' },
    mostcommon: { choose: 'chooseMostcommon', together: 'commonTogether' },
    move: { choose: 'chooseMove', together: 'moveTogether' },
    mpapply: { choose: 'chooseMpapply', together: 'mergeTogether' },
    objects: { choose: 'chooseObjects', together: 'objectsTogether' },
    ofcolor: { choose: 'chooseOfcolor', together: 'convertTogether' },
    order: { choose: 'chooseOrder', together: 'orderTogether' },
    paint: { choose: 'choosePaint', together: 'paintAllTogether' },
    papply: { choose: 'choosePapply', together: 'applyTogether' },
    prapply: { choose: 'choosePrapply', together: 'applyTogether' },
    prapplyCalls: { choose: 'choosePrapplyCalls', together: 'prapplyCallsTogether' },
    recolor: { choose: 'chooseRecolor', together: 'convertTogether' },
    righthalf: { choose: 'chooseRighthalf', together: 'strideTogether' },
    rot180: { choose: 'chooseRot180', together: 'strideTogether' },
    rot270: { choose: 'chooseRot270', together: 'strideTogether' },
    rot90: { choose: 'chooseRot90', together: 'strideTogether' },
    shift: { choose: 'chooseShift', together: 'shiftTogether' },
    toindices: { choose: 'chooseToindices', together: 'convertTogether' },
    toobject: { choose: 'chooseToobject', together: 'convertTogether' },
    tophalf: { choose: 'chooseTophalf', together: 'strideTogether' },
    totuple: { choose: 'chooseTotuple', together: 'applyTogether' },
    trim: { choose: 'chooseTrim', together: 'strideTogether' },
    underfill: { choose: 'chooseFill', together: 'underfillTogether' },
    underpaint: { choose: 'choosePaint', together: 'underpaintTogether' },
    upscale: { choose: 'chooseUpscale', together: 'upscaleTogether' },
    upscale_t: { choose: 'chooseUpscale', together: 'upscaleTogether' },
    vconcat: { choose: 'chooseVconcat', together: 'vconcatTogether' },
    vmatching: { choose: 'chooseVmatching', together: 'matchingTogether' },
    vmirror: { choose: 'chooseVmirror', together: 'strideTogether' },
    vperiod: { choose: 'choosePeriod', together: 'vperiodTogether' },
    vupscale: { choose: 'chooseVupscale', together: 'upscaleTogether' },
  }),
)
