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

/** The tuned forms that are used: a bit for each. */
export type TunedForms = readonly [number, number, number]

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

/** The number of a kernel's tuned form, which is its bit in the parameters from `tunedForms` on; -1 if the kernel has no tuned form. */
export function tunedNumber(kernel: string): number {
  return [...tunedKernels.keys()].indexOf(kernel)
}

/** All kernels that have a tuned form, at most 96. */
export const tunedKernels: ReadonlyMap<string, TunedKernel> = new Map(
  Object.entries({
    adjacent: { choose: 'chooseAdjacent', together: 'distanceTogether' },
    adjacentT: { choose: 'chooseAdjacent', together: 'distanceTogether' },
    apply: { choose: 'chooseApply', together: 'applyTogether' },
    applyCalls: { choose: 'chooseApplyCalls', together: 'callsOfEachTogether' },
    argmaxCalls: { choose: 'chooseCallsOfEach', together: 'callsOfEachTogether' },
    argminCalls: { choose: 'chooseCallsOfEach', together: 'callsOfEachTogether' },
    asindices: { choose: 'chooseAsindices', together: 'indicesTogether' },
    asobject: { choose: 'chooseAsobject', together: 'asobjectTogether' },
    backdrop: { choose: 'chooseBackdrop', together: 'indicesTogether' },
    backdropT: { choose: 'chooseBackdrop', together: 'indicesTogether' },
    bottomhalf: { choose: 'chooseBottomhalf', together: 'strideTogether' },
    canvas: { choose: 'chooseCanvas', together: 'canvasTogether' },
    cmirror: { choose: 'chooseCmirror', together: 'strideTogether' },
    combine: { choose: 'chooseCombine', together: 'combineTogether' },
    cover: { choose: 'choosePaint', together: 'coverTogether' },
    crop: { choose: 'chooseCrop', together: 'strideTogether' },
    cropT: { choose: 'chooseCropT', together: 'strideTogether' },
    dedupe: { choose: 'chooseDedupe', together: 'dedupeTogether' },
    difference: { choose: 'chooseDifference', together: 'selectTogether' },
    dmirror: { choose: 'chooseDmirror', together: 'strideTogether' },
    extractCalls: { choose: 'chooseCallsOfEach', together: 'callsOfEachTogether' },
    fgpartition: { choose: 'chooseFgpartition', together: 'partitionTogether' },
    fill: { choose: 'chooseFill', together: 'fillTogether' },
    frontiers: { choose: 'chooseFrontiers', together: 'frontiersTogether' },
    gravitate: { choose: 'chooseGravitate', together: 'gravitateTogether' },
    hconcat: { choose: 'chooseHconcat', together: 'hconcatTogether' },
    hmatching: { choose: 'chooseHmatching', together: 'matchingTogether' },
    hmirror: { choose: 'chooseHmirror', together: 'strideTogether' },
    hperiod: { choose: 'choosePeriod', together: 'hperiodTogether' },
    hupscale: { choose: 'chooseHupscale', together: 'upscaleTogether' },
    intersection: { choose: 'chooseIntersection', together: 'selectTogether' },
    leastcommon: { choose: 'chooseLeastcommon', together: 'commonTogether' },
    lefthalf: { choose: 'chooseLefthalf', together: 'strideTogether' },
    manhattan: { choose: 'chooseManhattan', together: 'distanceTogether' },
    mapply: { choose: 'chooseMapply', together: 'mergeTogether' },
    mapplyCalls: { choose: 'chooseApplyCalls', together: 'callsOfEachTogether' },
    merge: { choose: 'chooseMerge', together: 'mergeTogether' },
    mfilter: { choose: 'chooseMfilter', together: 'convertTogether' },
    mfilterCalls: { choose: 'chooseCallsOfEach', together: 'callsOfEachTogether' },
    mostcommon: { choose: 'chooseMostcommon', together: 'commonTogether' },
    move: { choose: 'chooseMove', together: 'moveTogether' },
    mpapply: { choose: 'chooseMpapply', together: 'mergeTogether' },
    objects: { choose: 'chooseObjects', together: 'objectsTogether' },
    ofcolor: { choose: 'chooseOfcolor', together: 'convertTogether' },
    order: { choose: 'chooseOrder', together: 'orderTogether' },
    orderCalls: { choose: 'chooseCallsOfEach', together: 'callsOfEachTogether' },
    paint: { choose: 'choosePaint', together: 'paintAllTogether' },
    papply: { choose: 'choosePapply', together: 'applyTogether' },
    partition: { choose: 'choosePartition', together: 'partitionTogether' },
    prapply: { choose: 'choosePrapply', together: 'applyTogether' },
    prapplyCalls: { choose: 'choosePrapplyCalls', together: 'prapplyCallsTogether' },
    recolor: { choose: 'chooseRecolor', together: 'convertTogether' },
    replace: { choose: 'chooseReplace', together: 'exchangeTogether' },
    righthalf: { choose: 'chooseRighthalf', together: 'strideTogether' },
    rot180: { choose: 'chooseRot180', together: 'strideTogether' },
    rot270: { choose: 'chooseRot270', together: 'strideTogether' },
    rot90: { choose: 'chooseRot90', together: 'strideTogether' },
    sfilter: { choose: 'chooseSfilter', together: 'selectTogether' },
    sfilterCalls: { choose: 'chooseCallsOfEach', together: 'callsOfEachTogether' },
    sfilter_f: { choose: 'chooseSfilter', together: 'selectTogether' },
    shift: { choose: 'chooseShift', together: 'shiftTogether' },
    sizefilter: { choose: 'chooseSizefilter', together: 'selectTogether' },
    subgrid: { choose: 'chooseSubgrid', together: 'subgridTogether' },
    switch_: { choose: 'chooseSwitch', together: 'exchangeTogether' },
    toindices: { choose: 'chooseToindices', together: 'convertTogether' },
    toobject: { choose: 'chooseToobject', together: 'convertTogether' },
    tophalf: { choose: 'chooseTophalf', together: 'strideTogether' },
    totuple: { choose: 'chooseTotuple', together: 'applyTogether' },
    trim: { choose: 'chooseTrim', together: 'strideTogether' },
    underfill: { choose: 'chooseFill', together: 'underfillTogether' },
    underpaint: { choose: 'choosePaint', together: 'underpaintTogether' },
    upscale: { choose: 'chooseUpscale', together: 'upscaleTogether' },
    upscale_t: { choose: 'chooseUpscale', together: 'upscaleTogether' },
    valmaxCalls: { choose: 'chooseCallsOfEach', together: 'callsOfEachTogether' },
    valminCalls: { choose: 'chooseCallsOfEach', together: 'callsOfEachTogether' },
    vconcat: { choose: 'chooseVconcat', together: 'vconcatTogether' },
    vmatching: { choose: 'chooseVmatching', together: 'matchingTogether' },
    vmirror: { choose: 'chooseVmirror', together: 'strideTogether' },
    vperiod: { choose: 'choosePeriod', together: 'vperiodTogether' },
    vupscale: { choose: 'chooseVupscale', together: 'upscaleTogether' },
  }),
)
