// Names in WGSL: kept as they are, but for those that WGSL or the generated code needs itself.

import { preludeNames } from './prelude.ts'

// Keywords and reserved words of the WGSL specification.
const reservedWords = `
  NULL Self abstract active alias alignas alignof as asm asm_fragment async attribute auto await become binding_array break
  case cast catch class co_await co_return co_yield coherent column_major common compile compile_fragment concept const
  const_assert const_cast consteval constexpr constinit continue continuing crate debugger decltype default delete demote
  demote_to_helper diagnostic discard do dynamic_cast else enable enum explicit export extends extern external fallthrough
  false filter final finally fn for friend from fxgroup get goto groupshared highp if impl implements import inline
  instanceof interface layout let loop lowp macro macro_rules match mediump meta mod module move mut mutable namespace new
  nil noexcept noinline nointerpolation noperspective null nullptr of operator override package packoffset partition pass
  patch pixelfragment precise precision premerge priv protected pub public readonly ref regardless register
  reinterpret_cast requires resource restrict return self set shared sizeof smooth snorm static static_assert static_cast
  std struct subroutine super switch target template this thread_local throw trait true try type typedef typeid typename
  typeof union unless unorm unsafe unsized use using var varying virtual volatile wgsl where while with writeonly yield`

// Builtins of WGSL in generated code, which a kernel's own `select` must not hide. The first are used in kernels, the others
// only in the prelude and the entry point, where no variable of a kernel can hide them.
const builtinsInKernels = `i32 u32 bool select`
const builtinsInPrelude = `abs min max array atomic vec3 atomicAdd atomicLoad atomicCompareExchangeWeak`

const takenFromVariables = new Set([...splitWords(reservedWords), ...splitWords(builtinsInKernels)])
const takenFromAll = new Set([...takenFromVariables, ...splitWords(builtinsInPrelude), ...preludeNames])

function splitWords(text: string): string[] {
  return text.trim().split(/\s+/)
}

/** The name that a constant or function of kernel TypeScript has in WGSL. */
export function wgslName(name: string): string {
  return avoid(name, takenFromAll)
}

function avoid(name: string, taken: ReadonlySet<string>): string {
  // WGSL keeps names that begin with two underscores, and the name that is only one, for itself.
  const legal = name.replace(/^_(?=_|$)/, 'x_').replaceAll(/[$.]/g, '_')
  return taken.has(legal) ? `${legal}_` : legal
}

/** Names for the variables of one function, given out so that no two of its TypeScript names share one. */
export class LocalNames {
  readonly #given = new Map<string, string>()
  readonly #used: Set<string>
  readonly #madeUp: Set<string>

  /**
   * `outer` are the names of constants and functions in TypeScript. A variable may hide one of them in WGSL only if it
   * does so in TypeScript, so an invented name never hides another name.
   */
  constructor(outer: readonly string[], declared: Iterable<string> = []) {
    this.#used = new Set(outer.map(wgslName))
    this.#madeUp = new Set(outer.filter((name) => wgslName(name) !== name).map(wgslName))
    const changed: string[] = []
    for (const name of declared) {
      if (avoid(name, takenFromVariables) === name) this.nameOf(name)
      else changed.push(name)
    }
    for (const name of changed) this.nameOf(name)
  }

  /** The WGSL name of a variable; the same for every variable of that TypeScript name, as hiding works alike in both. */
  nameOf(name: string): string {
    const known = this.#given.get(name)
    if (known !== undefined) return known
    const plain = avoid(name, takenFromVariables)
    const given = plain === name && !this.#madeUp.has(name) ? name : this.fresh(plain)
    this.#given.set(name, given)
    this.#used.add(given)
    return given
  }

  /** A name like `wish` that nothing in the function has yet. */
  fresh(wish: string): string {
    let name = wish
    while (this.#used.has(name)) name += '_'
    this.#used.add(name)
    return name
  }
}
