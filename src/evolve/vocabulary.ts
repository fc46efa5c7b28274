// The primitives of a dialect as a search draws them: parameters with kinds, and a cost by how common they are in solvers.

import { GRID, INDICES, OBJECT, OBJECTS, type ValueKinds, hintedParameters, kindsOfType } from '../batts/value-kinds.ts'
import { type DialectId, dialectOf } from '../language/dialects.ts'
import type { Operand } from '../language/program.ts'
import type { Primitive } from '../primitives/primitive.ts'

/** A parameter of a word. */
export interface WordParameter {
  readonly name: string
  readonly type: string
  readonly kinds: ValueKinds
}

/** A primitive that a search can call. */
export interface Word {
  readonly name: string
  readonly operand: Extract<Operand, { readonly kind: 'primitive' }>
  readonly sort: Primitive['sort']
  readonly parameters: readonly WordParameter[]
  readonly returns: string
  readonly gives: ValueKinds
  /** The more common in solvers, the less; primitives that return grids cost less than others. */
  readonly cost: number
  /** The same for the primitive as an argument. */
  readonly costAsFunction: number
}

/** Whether the outputs of the demos are larger than their inputs, smaller, or of the same size; undefined if that varies. */
export type SizeChange = 'larger' | 'smaller' | 'same' | undefined

// How common primitives are as callees and as arguments in hand-written solvers, in three classes; the third has no list.
const COMMON =
  'fill objects ofcolor first merge replace vmirror hmirror subgrid canvas argmax colorfilter recolor vconcat hconcat crop paint shift leastcolor mostcolor upscale underfill rot90 rot180 dmirror lefthalf tophalf bottomhalf righthalf cover o_g f_ofcolor get_nth get_color_rank get_arg_rank mir_rot'.split(
    ' ',
  )
const USUAL =
  'asobject sfilter mapply apply fgpartition last argmin mfilter extract combine difference intersection remove ulcorner size color width height shape compress trim asindices toobject normalize palette partition order sizefilter neighbors outbox box backdrop delta inbox corners toindices switch downscale rot270 cmirror cellwise hsplit vsplit frontiers hupscale vupscale center move gravitate shoot connect underpaint occurrences corner col_row get_rank difference_tuple'.split(
    ' ',
  )
const COMMON_AS_FUNCTIONS =
  'size color first last height width normalize hmirror vmirror ulcorner toindices center numcolors outbox backdrop delta box square vline hline vfrontier hfrontier shift recolor fill'.split(
    ' ',
  )

const CLASS_OF = new Map([...USUAL.map((name) => [name, 1] as const), ...COMMON.map((name) => [name, 0] as const)])
const RARE = 2
/** Costs by class: of primitives that return grids, patches or objects, and other values. */
const GRID_COSTS = [2, 3, 5]
const PATCH_COSTS = [2, 4, 6]
const OTHER_COSTS = [3, 5, 7]
const COMMON_FUNCTIONS = new Set(COMMON_AS_FUNCTIONS)

const GROWS = new Set('hconcat vconcat upscale hupscale vupscale'.split(' '))
const SHRINKS = new Set(
  'subgrid crop compress trim tophalf bottomhalf lefthalf righthalf downscale hsplit vsplit'.split(' '),
)
/** The extra cost of a primitive that changes sizes otherwise than the demos do. */
const UNLIKE_DEMOS = 1

/** A name without the suffix by which dialect t tells grids, objects and sets apart. */
function stemOf(name: string): string {
  return name.replace(/_[tfiog]$/, '')
}

/** Primitives that a search never calls: they return their argument, or call what no search makes. */
const NEVER = new Set(['identity', 'rapply', 'rapply_t', 'rapply_f', 'is_no_grid', 'power', 'chain'])

const made: Partial<Record<DialectId, readonly Word[]>> = {}

/** The words of a dialect in the order of their names. */
export function wordsOf(dialect: DialectId): readonly Word[] {
  return (made[dialect] ??= [...dialectOf(dialect).primitives].flatMap(([name, primitive]) =>
    primitive.id < 0 || NEVER.has(name) ? [] : [makeWord(name, primitive, dialect)],
  ))
}

function makeWord(name: string, primitive: Primitive, dialect: DialectId): Word {
  const { returns } = primitive.declarations[dialect] ?? primitive
  const parameters = hintedParameters(primitive.key, dialect)
  return {
    name,
    operand: { kind: 'primitive', key: primitive.key },
    sort: primitive.sort,
    parameters: parameters.map(({ name: own, type }) => ({ name: own, type, kinds: parameterKinds(type) })),
    returns,
    gives: kindsOfType(returns),
    cost: costsOf(kindsOfType(returns))[CLASS_OF.get(name) ?? CLASS_OF.get(stemOf(name)) ?? RARE]!,
    costAsFunction: COMMON_FUNCTIONS.has(name) || COMMON_FUNCTIONS.has(stemOf(name)) ? 1 : 3,
  }
}

function costsOf(returned: ValueKinds): readonly number[] {
  if ((returned & ~(GRID | OBJECT | INDICES)) === 0 && (returned & GRID) !== 0) return GRID_COSTS
  return (returned & (OBJECT | INDICES | OBJECTS)) === 0 ? OTHER_COSTS : PATCH_COSTS
}

const GENERIC = new Set(['Any', 'Container', 'ContainerContainer', 'Tuple', 'TupleTuple'])

/** A grid is a tuple of rows, but as such it is rarely of use: where any container is taken, searches give none. */
function parameterKinds(type: string): ValueKinds {
  const kinds = kindsOfType(type)
  return GENERIC.has(type) ? kinds & ~GRID : kinds
}

/** The cost of a word in tasks whose sizes change like this. */
export function costIn({ name, cost }: Word, change: SizeChange): number {
  const stem = stemOf(name)
  const isUnlike =
    (GROWS.has(stem) && (change === 'same' || change === 'smaller')) ||
    (SHRINKS.has(stem) && (change === 'same' || change === 'larger'))
  return isUnlike ? cost + UNLIKE_DEMOS : cost
}
