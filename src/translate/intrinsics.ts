// Intrinsics in WGSL: operations on memories, which are no functions of a prelude, as WGSL passes no memory to functions.

/** How a call is written, by the name of the intrinsic; the place in memory comes first where there is one. */
export const wgslIntrinsics: Readonly<Record<string, (...texts: string[]) => string>> = {
  at: (place) => place,
  put: (place, word) => `${place} = ${word}`,
  uniformAt: (place) => `workgroupUniformLoad(&${place})`,
  atomicLoad: (place) => `atomicLoad(&${place})`,
  ...Object.fromEntries(
    ['atomicStore', 'atomicAdd', 'atomicOr', 'atomicMin', 'atomicMax', 'atomicExchange'].map((name) => [
      name,
      (place: string, word: string) => `${name}(&${place}, ${word})`,
    ]),
  ),
  // A function with a barrier in the prelude would make drivers keep the state of every invocation of every kernel.
  waitForGroup: () => 'workgroupBarrier()',
  waitForHeap: () => 'storageBarrier()',
  bitCount: (bits) => `countOneBits(${bits})`,
}
