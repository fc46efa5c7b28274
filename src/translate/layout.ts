// Where things are: which files are kernel TypeScript, which only the host reads, and what is generated from them.

/** Folders whose files are kernel TypeScript, tests and generated files apart. */
export const kernelFolders = ['src/kernel', 'src/primitives']

/** Files in those folders that only the host runs; they are not translated. */
export const hostFiles = ['src/primitives/primitive.ts', 'src/kernel/heap-growth.ts']

/** The border: its functions are written a second time, in WGSL, in prelude.ts. */
export const borderFile = 'src/kernel/heap.ts'

/** Files that are translated to WebAssembly only, and the border between them and the kernels, which is in its prelude. */
export const callBorderFile = 'src/backends/cpu/kernel-calls.ts'
export const callFiles = [callBorderFile, 'src/backends/cpu/apply.ts']

/** What the border exports for the host alone, without a twin in WGSL. */
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
