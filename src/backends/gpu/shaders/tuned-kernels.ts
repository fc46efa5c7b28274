// The tuned kernels by the names of their ordinary kernels.

/** A tuned kernel: the names of its two functions of device code, see device-code/tuned/group-queue.ts. */
export interface TunedKernel {
  /** Takes the arguments of the call; returns whether all invocations of a workgroup make it together. */
  readonly choose: string
  /** Takes the number of the invocation; returns the outcome. */
  readonly together: string
}

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

/** The tuned form of a kernel. */
export function tunedForm(kernel: string): TunedKernel {
  const form = tunedKernels.get(kernel)
  if (form === undefined) throw new Error(`the kernel '${kernel}' has no tuned form`)
  return form
}

/** The number of a kernel's tuned form, which is its bit in the parameters `tunedForms` and `moreTunedForms`; -1 if the kernel has no tuned form. */
export function tunedNumber(kernel: string): number {
  return [...tunedKernels.keys()].indexOf(kernel)
}

/** All kernels that have a tuned form, at most 64. */
export const tunedKernels: ReadonlyMap<string, TunedKernel> = new Map(
  Object.entries({
    apply: { choose: 'chooseApply', together: 'applyTogether' },
    applyCalls: { choose: 'chooseApplyCalls', together: 'callsOfEachTogether' },
    argmaxCalls: { choose: 'chooseCallsOfEach', together: 'callsOfEachTogether' },
    argminCalls: { choose: 'chooseCallsOfEach', together: 'callsOfEachTogether' },
    asobject: { choose: 'chooseAsobject', together: 'asobjectTogether' },
    canvas: { choose: 'chooseCanvas', together: 'canvasTogether' },
    cmirror: { choose: 'chooseCmirror', together: 'mirrorTogether' },
    combine: { choose: 'chooseCombine', together: 'combineTogether' },
    cover: { choose: 'choosePaint', together: 'coverTogether' },
    dedupe: { choose: 'chooseDedupe', together: 'dedupeTogether' },
    dmirror: { choose: 'chooseDmirror', together: 'mirrorTogether' },
    extractCalls: { choose: 'chooseCallsOfEach', together: 'callsOfEachTogether' },
    fill: { choose: 'chooseFill', together: 'fillTogether' },
    gravitate: { choose: 'chooseGravitate', together: 'gravitateTogether' },
    hconcat: { choose: 'chooseHconcat', together: 'hconcatTogether' },
    hmirror: { choose: 'chooseHmirror', together: 'mirrorTogether' },
    hperiod: { choose: 'choosePeriod', together: 'hperiodTogether' },
    hupscale: { choose: 'chooseHupscale', together: 'upscaleTogether' },
    leastcommon: { choose: 'chooseLeastcommon', together: 'commonTogether' },
    mapply: { choose: 'chooseApply', together: 'mergeTogether' },
    mapplyCalls: { choose: 'chooseApplyCalls', together: 'callsOfEachTogether' },
    merge: { choose: 'chooseMerge', together: 'mergeTogether' },
    mfilter: { choose: 'chooseMfilter', together: 'convertTogether' },
    mfilterCalls: { choose: 'chooseCallsOfEach', together: 'callsOfEachTogether' },
    mostcommon: { choose: 'chooseMostcommon', together: 'commonTogether' },
    move: { choose: 'chooseMove', together: 'moveTogether' },
    objects: { choose: 'chooseObjects', together: 'objectsTogether' },
    ofcolor: { choose: 'chooseOfcolor', together: 'convertTogether' },
    order: { choose: 'chooseOrder', together: 'orderTogether' },
    orderCalls: { choose: 'chooseCallsOfEach', together: 'callsOfEachTogether' },
    paint: { choose: 'choosePaint', together: 'paintAllTogether' },
    prapply: { choose: 'choosePrapply', together: 'applyTogether' },
    prapplyCalls: { choose: 'choosePrapplyCalls', together: 'prapplyCallsTogether' },
    recolor: { choose: 'chooseRecolor', together: 'convertTogether' },
    sfilterCalls: { choose: 'chooseCallsOfEach', together: 'callsOfEachTogether' },
    shift: { choose: 'chooseShift', together: 'shiftTogether' },
    toindices: { choose: 'chooseToindices', together: 'convertTogether' },
    toobject: { choose: 'chooseToobject', together: 'convertTogether' },
    underfill: { choose: 'chooseFill', together: 'underfillTogether' },
    underpaint: { choose: 'choosePaint', together: 'underpaintTogether' },
    upscale: { choose: 'chooseUpscale', together: 'upscaleTogether' },
    upscale_t: { choose: 'chooseUpscale', together: 'upscaleTogether' },
    valmaxCalls: { choose: 'chooseCallsOfEach', together: 'callsOfEachTogether' },
    valminCalls: { choose: 'chooseCallsOfEach', together: 'callsOfEachTogether' },
    vconcat: { choose: 'chooseVconcat', together: 'vconcatTogether' },
    vmirror: { choose: 'chooseVmirror', together: 'mirrorTogether' },
    vperiod: { choose: 'choosePeriod', together: 'vperiodTogether' },
    vupscale: { choose: 'chooseVupscale', together: 'upscaleTogether' },
  }),
)
