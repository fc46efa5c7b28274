// OpenCL C as a dialect of C: its types and names, and the accesses to the memories of a device.

import type { CTarget } from '../c/c-target.ts'
import type { Memory } from '../collect.ts'
import type { ConstantValue } from '../fold-constants.ts'
import { PARAMS } from '../resolve.ts'
import { printOpenclLoopCheck } from './loop-checks.ts'

const KEYWORDS = `
  auto break case char const constant continue default do double else enum extern float for global goto half if image inline int
  kernel local long private register restrict return short signed sizeof static struct switch typedef uchar uint ulong union
  unsigned ushort void volatile while bool true false event pipe quad complex imaginary sampler size_t read_only write_only
  read_write`

// Built-in functions and macros of OpenCL C, which some compilers declare for all types.
const BUILT_INS = `
  abs abs_diff acos add_sat all any asin atan atan2 barrier bitselect cbrt ceil clamp clz convert copysign cos cosh cospi cross ctz
  degrees distance dot erf erfc exp exp10 exp2 expm1 fabs fdim floor fma fmax fmin fmod fract frexp hadd hypot ilogb isequal
  isfinite isgreater isless isnan isnormal isordered ldexp length lgamma log log10 log1p log2 logb mad mad24 mad_hi mad_sat main
  max maxmag mem_fence min minmag mix modf mul24 mul_hi nan nextafter normalize popcount pow pown powr prefetch printf radians
  read_mem_fence remainder remquo rhadd rint rootn rotate round rsqrt select shuffle sign signbit sin sincos sinh sinpi smoothstep
  sqrt step sub_sat tan tanh tanpi tgamma trunc upsample vload vstore work_group write_mem_fence INT_MAX INT_MIN UINT_MAX MAXFLOAT`

// Declared by the prelude and the entry point besides the twins of borders.
const PRELUDE = `Heap Params HAS_TRIPLES HEAP_TOP LARGE h heap state scratchMemory calls arena params tables shiftLeft remainderOf isAllowed
  invocation BARRIER LIKELY hasWords loadFound storeFound peekFound pokeFound`

const taken = new Set(`${KEYWORDS} ${BUILT_INS} ${PRELUDE}`.trim().split(/\s+/))

/** The name that a constant, function or variable of kernel TypeScript has in OpenCL C. */
export function openclName(name: string): string {
  const legal = name.replaceAll('.', '_')
  return taken.has(legal) ? `${legal}_` : legal
}

/** The number of words of each buffer. */
const SIZES: Readonly<Record<string, string>> = {
  heap: 'h->params->heapWords',
  state: 'h->stateWords',
  calls: 'h->callWords',
  arena: 'h->params->arenaWords',
  tables: 'h->params->tableWords',
}

function printVariable(name: string): string {
  const [group, field] = name.split('.') as [string, string]
  return group === PARAMS ? `h->params->${field}` : `h->${openclName(group)}.${field}`
}

/** The variable in which the entry point notes the size of a memory of the workgroup. */
export function sizeName(memory: string): string {
  return `${openclName(memory)}Words`
}

function printAccess(intrinsic: string, { name, size }: Memory, texts: readonly string[]): string {
  const space = size === undefined ? 'global' : 'local'
  const words = size === undefined ? SIZES[name] : sizeName(name)
  const memory = size === undefined ? `h->${name}` : `h->${openclName(name)}`
  return `${space}${intrinsic[0]!.toUpperCase()}${intrinsic.slice(1)}(${['h', memory, words, ...texts].join(', ')})`
}

/** OpenCL C 1.2 without the values of constants. */
export const openclC: CTarget = {
  int: 'int',
  unsigned: 'uint',
  isUnsigned: true,
  name: openclName,
  constant: () => undefined,
  printVariable,
  printAccess,
  printLoopCheck: printOpenclLoopCheck,
}

/** OpenCL C 1.2: constant sums are left as they are. */
export function openclTarget(values: ReadonlyMap<string, ConstantValue>): CTarget {
  return { ...openclC, constant: (name) => values.get(name) }
}
