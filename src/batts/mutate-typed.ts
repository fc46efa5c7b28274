// Type-compatible mutation of an argument: a constant within its range, a function of the same arity, an earlier variable.

import { dialectOf, wellKnownOperand } from '../language/dialects.ts'
import { nameOfKey, primitiveOfKey } from '../language/names.ts'
import type { Operand } from '../language/program.ts'
import type { Primitive } from '../primitives/primitive.ts'
import { spellOperand } from './batt-statements.ts'
import { otherConstants, poolOf } from './constant-pools.ts'
import type { MutationSite, Replacement } from './mutation.ts'
import { FUNCTION, hintedParameters, kindsOfType } from './value-kinds.ts'

/** One of this number of mutations of a colour or an angle derives it from S. */
const SAMPLE_SHARE = 3

/** Draws a replacement that is compatible with the argument and with the declared type of its parameter. */
export function mutateTyped(site: MutationSite): Replacement | undefined {
  const operand = site.args[site.argument]!
  switch (operand.kind) {
    case 'constant':
      return mutateConstant(site, operand)
    case 'primitive':
      return mutatePrimitive(site, operand.key)
    case 'statement':
    case 'input':
      return mutateVariable(site, operand)
  }
  return operand satisfies never
}

/** The declared type of the parameter; that of the bound or compared value for `rbind`, `lbind` and `matcher`. */
export function argumentType({ batt, callee, args, argument }: Omit<MutationSite, 'random'>): string {
  if (callee.kind !== 'primitive') return 'Any'
  const [inner] = args
  if (argument === 1 && inner?.kind === 'primitive') {
    const parameters = hintedParameters(inner.key, batt.dialect)
    switch (nameOfKey(callee.key)) {
      case 'rbind':
        return parameters.at(-1)?.type ?? 'Any'
      case 'lbind':
        return parameters[0]?.type ?? 'Any'
      case 'matcher':
        return returnsOf(primitiveOfKey(inner.key)!, batt.dialect)
    }
  }
  return hintedParameters(callee.key, batt.dialect)[argument]?.type ?? 'Any'
}

function mutateConstant(site: MutationSite, operand: Extract<Operand, { kind: 'constant' }>): Replacement | undefined {
  const pool = poolOf(argumentType(site), operand)
  if (pool === undefined) return undefined
  const { batt, random } = site
  const isDerivable = batt.dialect === 't' && (pool.kind === 'color' || pool.kind === 'angle')
  if (isDerivable && random.oneIn(SAMPLE_SHARE)) {
    return pool.kind === 'color'
      ? { kind: 'sample-color', operand: deriveColor(site) }
      : { kind: 'sample-angle', operand: batt.call(wellKnown(site, 'a_mr'), [{ kind: 'input', name: 'S' }]) }
  }
  return { kind: pool.kind, operand: random.pick(otherConstants(pool, operand.value, dialectOf(batt.dialect))) }
}

/** A colour that the inputs have and the outputs have not, or the reverse. */
function deriveColor(site: MutationSite): Operand {
  const { batt, random } = site
  const pick = batt.call(wellKnown(site, 'rbind'), [wellKnown(site, 'get_nth_t'), wellKnown(site, 'F0')])
  const name = random.pick(['c_iz_n', 'c_zo_n'])
  return batt.call(wellKnown(site, name), [{ kind: 'input', name: 'S' }, wellKnown(site, 'p_g'), pick])
}

function wellKnown({ batt }: MutationSite, name: string): Operand {
  return wellKnownOperand(dialectOf(batt.dialect), name)!
}

/** Another primitive of the same arity, of a compatible signature if there is one. */
function mutatePrimitive({ batt, random }: MutationSite, key: string): Replacement | undefined {
  const own = primitiveOfKey(key)
  if (own === undefined) return undefined
  const { dialect } = batt
  const arity = own.parameters.length
  const others = [...dialectOf(dialect).primitives.values()].filter(
    (primitive) => primitive.id >= 0 && primitive.key !== key && primitive.parameters.length === arity,
  )
  const like = others.filter((primitive) => isLike(primitive, own, dialect))
  const candidates = like.length > 0 ? like : others
  if (candidates.length === 0) return undefined
  return { kind: 'function', operand: { kind: 'primitive', key: random.pick(candidates).key } }
}

type DialectId = MutationSite['batt']['dialect']

function isLike(a: Primitive, b: Primitive, dialect: DialectId): boolean {
  const [ofA, ofB] = [hintedParameters(a.key, dialect), hintedParameters(b.key, dialect)]
  const fits = (x: string, y: string): boolean => (kindsOfType(x) & kindsOfType(y)) !== 0
  return fits(returnsOf(a, dialect), returnsOf(b, dialect)) && ofA.every(({ type }, k) => fits(type, ofB[k]!.type))
}

function returnsOf(primitive: Primitive, dialect: DialectId): string {
  return (primitive.declarations[dialect] ?? primitive).returns
}

/** Another variable, or I, of a kind that both the parameter and the old variable have; surely of it, if there is one. */
function mutateVariable(site: MutationSite, operand: Operand): Replacement | undefined {
  const { batt, random } = site
  const wanted = kindsOfType(argumentType(site))
  const expected = wanted & batt.kindsOf(operand) || wanted
  const arity = batt.arityOf(operand)
  const isFunction = expected === FUNCTION || arity !== undefined
  const own = spellOperand(operand)
  const surely: Operand[] = []
  const maybe: Operand[] = []
  const consider = (candidate: Operand): void => {
    const kinds = batt.kindsOf(candidate)
    if ((kinds & expected) === 0 || spellOperand(candidate) === own) return
    if (isFunction && batt.arityOf(candidate) !== arity) return
    const isSure = (kinds & ~expected) === 0
    ;(isSure ? surely : maybe).push(candidate)
  }
  consider({ kind: 'input', name: 'I' })
  for (const candidate of batt.solving()) consider(candidate)
  const candidates = surely.length > 0 ? surely : maybe
  if (candidates.length === 0) return undefined
  return { kind: isFunction ? 'function' : 'variable', operand: random.pick(candidates) }
}
