// The output of the translator for the assemblers of programs.

/** A constant or function in WGSL or OpenCL C. Names in `functions` and `constants` are those of the TypeScript source. */
export interface KernelText {
  readonly printedName: string
  /** The functions that it calls directly. */
  readonly functions: readonly string[]
  /** The constants, groups of variables and memories of the workgroup that it uses directly. */
  readonly constants: readonly string[]
  readonly text: string
  /** In OpenCL C, for a group of variables or a memory: the text is a field of the invocation's struct. */
  readonly isField?: boolean
  /** In OpenCL C, the words of a memory of the workgroup. */
  readonly words?: number
}

/** The functions and constants for programs, by TypeScript name. */
export interface KernelTexts {
  readonly constants: Readonly<Record<string, KernelText>>
  readonly kernels: Readonly<Record<string, KernelText>>
}

/** The functions and constants for shaders in WGSL. */
export interface KernelLibrary extends KernelTexts {
  /** Whether accesses to memory branch: for GPUs. Default: false. */
  readonly hasBranches?: boolean
}
