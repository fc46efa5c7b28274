// What the translator hands to the shader assembler.

/** A constant or function in WGSL. Names in `functions` and `constants` are those of the TypeScript source. */
export interface KernelText {
  readonly wgslName: string
  /** The functions that it calls itself. */
  readonly functions: readonly string[]
  /** The constants that it uses itself. */
  readonly constants: readonly string[]
  readonly text: string
  /** In place of the text, for a function that is called out of line: see src/translate/emit-blocks.ts. */
  readonly blocks?: KernelBlocks
}

/** A function in blocks: its variables, those of them that are its parameters, and its blocks, the first one first. */
export interface KernelBlocks {
  readonly parameters: readonly string[]
  /** The names of its places among the numbers and among the booleans. */
  readonly variables: readonly string[]
  readonly flags: readonly string[]
  readonly cases: readonly string[]
}

/** All that shaders are assembled from, by TypeScript names. */
export interface KernelLibrary {
  readonly constants: Readonly<Record<string, KernelText>>
  readonly kernels: Readonly<Record<string, KernelText>>
  /** The constants that the prelude uses. */
  readonly preludeConstants: readonly string[]
}
