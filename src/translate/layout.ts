// The layout of the repository: files of kernel TypeScript, files for the host alone, generated files.

/** Folders whose files are kernel TypeScript, tests and generated files apart. */
export const kernelFolders = ['src/kernel', 'src/primitives']

/** Files in those folders for the host alone, which are not translated. */
export const hostFiles = [
  'src/kernel/cell-layout.ts',
  'src/kernel/combinator-table.ts',
  'src/kernel/heap-growth.ts',
  'src/primitives/default-kinds.ts',
  'src/primitives/primitive.ts',
]

/** The folder of device code: kernel TypeScript with intrinsics, translated to WGSL and OpenCL C only. */
export const deviceFolder = 'src/backends/gpu/device-code'

/** Files of other targets that device code uses too. */
export const deviceFiles = ['src/backends/mismatch.ts', 'src/backends/verdicts.ts']

/** Declares the memories and operations of a device. */
export const intrinsicsFile = `${deviceFolder}/intrinsics.ts`

/** Intrinsics that each module of tuned kernels defines: see src/backends/gpu/shaders/shader.ts. */
export const moduleFunctions: readonly string[] = ['memberCount', 'memberQueue', 'chooseWay', 'runTogether']

/** Whether the file may use intrinsics, variables of the invocation and groups of constants. */
export function isDeviceFile(path: string): boolean {
  return path.startsWith(`${deviceFolder}/`)
}

/** The border: its functions have twins in prelude.ts (WGSL), opencl/prelude.ts, c/prelude.ts and wasm/prelude.ts. */
export const borderFile = 'src/kernel/heap.ts'

// Borders of calls: their functions have twins in wasm/prelude.ts; those of the facts also in the preludes for devices.
export const factsFile = 'src/backends/facts-table.ts'
const kernelCallsFile = 'src/backends/cpu/kernel-calls.ts'
const stepLimitsFile = 'src/backends/cpu/step-limits.ts'
const compareWordsFile = 'src/backends/cpu/compare-words.ts'
const packedCellsFile = 'src/backends/cpu/packed-cells.ts'

/** Files printed from the table of combinators, which are kernel TypeScript themselves. */
export const makerArityFile = 'src/backends/maker-arity.generated.ts'
export const closureStagesFile = 'src/backends/gpu/device-code/closure-stages.generated.ts'
export const applyClosureFile = 'src/backends/cpu/apply-closure.generated.ts'
export const closureColumnsFile = 'src/backends/cpu/closure-columns.generated.ts'
/** The loops of tiny kernels. */
export const kernelLoopsFile = 'src/backends/cpu/kernel-loops.generated.ts'

/** Files outside the kernel folders that are translated for every target. */
export const sharedCallFiles = [factsFile, makerArityFile, 'src/backends/function-arity.ts']

/** Files that are translated to WebAssembly and C only. */
export const callFiles = [
  kernelCallsFile,
  'src/backends/cpu/apply.ts',
  applyClosureFile,
  'src/backends/cpu/columns.ts',
  closureColumnsFile,
  kernelLoopsFile,
  'src/backends/cpu/label-together.ts',
  'src/plan/step-layout.ts',
  stepLimitsFile,
  'src/backends/cpu/run-steps.ts',
  'src/backends/mismatch.ts',
  compareWordsFile,
  'src/backends/cpu/count-differences.ts',
  packedCellsFile,
  'src/backends/cpu/run-rows.ts',
]

/** Whether the functions of this file are declared only: their twins are written by hand. */
export function isBorder(path: string): boolean {
  return [
    borderFile,
    factsFile,
    kernelCallsFile,
    stepLimitsFile,
    compareWordsFile,
    packedCellsFile,
    intrinsicsFile,
  ].includes(path)
}

/** Exports of the border for the host alone, without twins. */
export const hostOnlyNames = ['Heap', 'resetHeap', 'reserveWords', 'writeFixedBlocks']

/** The file that declares the types of the DSL. */
export const signatureFile = 'src/primitives/signature.ts'

/** The family whose primitives make function values. */
export const combinatorFamily = 'combinators'

/** Whether every exported function of this file is a primitive. */
export function isPrimitiveFile(path: string): boolean {
  return path.startsWith('src/primitives/') && path !== signatureFile && !hostFiles.includes(path)
}

/** The family of a file of primitives: its name without folder and ending. */
export function familyOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.ts'.length)
}
