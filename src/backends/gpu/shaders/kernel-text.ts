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
  /** Replaces the text where the function is called out of line, see src/translate/emit-blocks.ts. */
  readonly blocks?: KernelBlocks
}

/** A function in blocks: its variables, its parameters among them, and its blocks in order. */
export interface KernelBlocks {
  readonly parameters: readonly string[]
  /** The names of its numeric and of its boolean variables. */
  readonly variables: readonly string[]
  readonly flags: readonly string[]
  readonly cases: readonly string[]
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
