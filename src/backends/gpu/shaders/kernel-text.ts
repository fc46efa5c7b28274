// The output of the translator for the shader assembler.

/** A constant or function in WGSL. Names in `functions` and `constants` are those of the TypeScript source. */
export interface KernelText {
  readonly wgslName: string
  /** The functions that it calls directly. */
  readonly functions: readonly string[]
  /** The constants that it uses directly. */
  readonly constants: readonly string[]
  readonly text: string
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

/** The functions and constants for shaders, by TypeScript name. */
export interface KernelLibrary {
  readonly constants: Readonly<Record<string, KernelText>>
  readonly kernels: Readonly<Record<string, KernelText>>
  /** The constants that the prelude uses. */
  readonly preludeConstants: readonly string[]
  /** Whether accesses to memory branch: for GPUs. Default: false. */
  readonly hasBranches?: boolean
}
