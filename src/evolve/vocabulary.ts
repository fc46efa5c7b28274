// The primitives of a dialect as a search draws them: parameters with kinds, and a cost by how common they are in solvers.

import { type ValueKinds, hintedParameters, kindsOfType } from '../batts/value-kinds.ts'
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
  /** 1 for the most common primitives, 3 for rare ones. */
  readonly cost: number
  /** The same for the primitive as an argument. */
  readonly costAsFunction: number
}

// How common primitives are as callees and as arguments in hand-written solvers, in three classes; the third has no list.
const COMMON =
  'fill objects ofcolor first merge replace vmirror hmirror subgrid canvas argmax colorfilter recolor vconcat hconcat crop paint shift leastcolor mostcolor upscale underfill rot90 rot180 dmirror lefthalf tophalf bottomhalf righthalf asobject sfilter mapply apply cover fgpartition o_g f_ofcolor get_nth get_color_rank get_arg_rank mir_rot'.split(
    ' ',
  )
const USUAL =
  'last argmin mfilter extract combine difference intersection remove ulcorner size color width height shape compress trim asindices toobject normalize palette partition order sizefilter neighbors outbox box backdrop delta inbox corners toindices switch downscale rot270 cmirror cellwise hsplit vsplit frontiers hupscale vupscale center move gravitate shoot connect underpaint occurrences corner col_row get_rank difference_tuple'.split(
    ' ',
  )
const COMMON_AS_FUNCTIONS =
  'size color first last height width normalize hmirror vmirror ulcorner toindices center numcolors outbox backdrop delta box square vline hline vfrontier hfrontier shift recolor fill'.split(
    ' ',
  )

const CALLEE_COSTS = new Map([...USUAL.map((name) => [name, 2] as const), ...COMMON.map((name) => [name, 1] as const)])
const RARE = 3
const COMMON_FUNCTIONS = new Set(COMMON_AS_FUNCTIONS)

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
    parameters: parameters.map((parameter) => ({
      name: parameter.name,
      type: parameter.type,
      kinds: kindsOfType(parameter.type),
    })),
    returns,
    gives: kindsOfType(returns),
    cost: CALLEE_COSTS.get(name) ?? CALLEE_COSTS.get(stemOf(name)) ?? RARE,
    costAsFunction: COMMON_FUNCTIONS.has(name) || COMMON_FUNCTIONS.has(stemOf(name)) ? 1 : 2,
  }
}
