// Mutations of a program: each rebuilds it with one change. Which one is drawn, and where, comes from the random numbers.

import { BattStatements } from '../batts/batt-statements.ts'
import { argumentType, mutateTyped } from '../batts/mutate-typed.ts'
import { mutateUntyped } from '../batts/mutate-untyped.ts'
import { ANY, FUNCTION, GRID, type ValueKinds, kindsOfType } from '../batts/value-kinds.ts'
import type { Random } from '../data/random.ts'
import type { Operand, Program } from '../language/program.ts'
import { type DrawSource, Drawer } from './draw.ts'
import { INPUT, addCalls, addProgram, programOf } from './program-parts.ts'
import type { TaskConstants } from './task-constants.ts'
import { wordsOf } from './vocabulary.ts'

/** A call while its program is rebuilt: operands are those of the new statements. */
interface Site {
  readonly batt: BattStatements
  readonly drawer: Drawer
  readonly random: Random
  readonly callee: Operand
  readonly args: readonly Operand[]
}

/** Takes the place of a call; undefined leaves it as it is. */
type Edit = (site: Site) => Operand | undefined

/** The names of the operators, as logs have them. */
export type OperatorName =
  | 'argument'
  | 'constant'
  | 'callee'
  | 'insert'
  | 'delete'
  | 'wrap'
  | 'splice'
  | 'cross'
  | 'fresh'
  | 'card'

/** Rebuilds a program with another call at one place; undefined where the operator finds nothing to change. */
function rebuild(program: Program, at: number, random: Random, source: DrawSource, edit: Edit): Program | undefined {
  const batt = new BattStatements(program.dialect)
  const drawer = new Drawer(batt, random, source)
  const values: Operand[] = []
  const place = (operand: Operand): Operand => (operand.kind === 'statement' ? values[operand.index]! : operand)
  for (const [k, statement] of program.statements.entries()) {
    const callee = place(statement.callee)
    const args = statement.args.map(place)
    const edited = k === at ? edit({ batt, drawer, random, callee, args }) : undefined
    if (k === at && edited === undefined) return undefined
    values.push(edited ?? batt.call(callee, args))
  }
  return programOf(batt, place(program.result!))
}

/** Another operand in the place of an argument: by the mutations of batts, or drawn anew. */
const replaceArgument: Edit = ({ batt, drawer, random, callee, args }) => {
  if (args.length === 0) return undefined
  const argument = random.below(args.length)
  const site = { batt, callee, args, argument, random }
  if (!drawer.isTyped) return withArgument(batt, callee, args, argument, mutateUntyped(site)?.operand)
  if (random.oneIn(3)) return withArgument(batt, callee, args, argument, mutateTyped(site)?.operand)
  const type = argumentType(site)
  if (type === 'Any') return withArgument(batt, callee, args, argument, mutateTyped(site)?.operand)
  return withArgument(
    batt,
    callee,
    args,
    argument,
    drawer.drawArgument({ name: '', type, kinds: kindsOfType(type) }, 1),
  )
}

/** Another constant of the tasks in the place of a constant. */
const changeConstant =
  (constants: TaskConstants): Edit =>
  ({ batt, drawer, random, callee, args }) => {
    const places = [...args.keys()].filter((k) => args[k]!.kind === 'constant')
    if (places.length === 0) return undefined
    const argument = random.pick(places)
    const site = { batt, callee, args, argument, random }
    const pool = constants.of(argumentType(site))
    if (drawer.isTyped && pool.length > 1 && !random.oneIn(4))
      return withArgument(batt, callee, args, argument, random.pick(pool).operand)
    const mutate = drawer.isTyped ? mutateTyped : mutateUntyped
    return withArgument(batt, callee, args, argument, mutate(site)?.operand)
  }

/** Another primitive of a compatible signature; without types, any of the same number of parameters. */
const replaceCallee: Edit = ({ batt, drawer, random, callee, args }) => {
  if (callee.kind !== 'primitive') return undefined
  if (!drawer.isTyped) {
    const words = wordsOf(batt.dialect).filter(({ parameters }) => parameters.length === args.length)
    return words.length === 0 ? undefined : batt.call(random.pick(words).operand, args)
  }
  const replacement = mutateTyped({ batt, callee, args: [callee], argument: 0, random })
  return replacement === undefined ? undefined : batt.call(replacement.operand, args)
}

/** A new call around an argument. */
const insertCall: Edit = ({ batt, drawer, random, callee, args }) => {
  const places = [...args.keys()].filter((k) => args[k]!.kind !== 'constant' && args[k]!.kind !== 'primitive')
  if (places.length === 0) return undefined
  const argument = random.pick(places)
  const wanted = kindsOfType(argumentType({ batt, callee, args, argument }))
  const inserted = drawer.drawAround(args[argument]!, wanted & batt.kindsOf(args[argument]!) || wanted)
  return withArgument(batt, callee, args, argument, inserted)
}

/** One of the arguments in the place of the call. */
const deleteCall: Edit = ({ batt, drawer, random, callee, args }) => {
  const kinds = resultKinds(batt, callee, args)
  const fitting = args.filter(
    (arg) =>
      arg.kind !== 'constant' && (!drawer.isTyped || (arg.kind !== 'primitive' && (batt.kindsOf(arg) & kinds) !== 0)),
  )
  return fitting.length === 0 ? undefined : random.pick(fitting)
}

/** A part of another program, of the same kinds, in the place of the call. */
const spliceFrom =
  (donor: Program): Edit =>
  ({ batt, drawer, random, callee, args }) => {
    const kinds = resultKinds(batt, callee, args)
    const parts = addCalls(batt, donor).filter(
      (operand) => !drawer.isTyped || areEqualKinds(batt.kindsOf(operand), kinds),
    )
    return parts.length === 0 ? undefined : random.pick(parts)
  }

/** A part of the library in the place of the call. */
const splicePart =
  ({ library }: DrawSource): Edit =>
  ({ batt, drawer, random, callee, args }) => {
    const parts = library.of(drawer.isTyped ? resultKinds(batt, callee, args) : ANY)
    return parts.length === 0 ? undefined : addProgram(batt, random.pick(parts).program)
  }

/** Calls whose values can be of a kind in common have equal types here, unless one of them is of unknown kind. */
function areEqualKinds(a: ValueKinds, b: ValueKinds): boolean {
  return (a & b) !== 0 && (a === FUNCTION) === (b === FUNCTION) && a !== ANY
}

function resultKinds(batt: BattStatements, callee: Operand, args: readonly Operand[]): ValueKinds {
  return batt.kindsOf(batt.call(callee, args))
}

function withArgument(
  batt: BattStatements,
  callee: Operand,
  args: readonly Operand[],
  argument: number,
  operand: Operand | undefined,
): Operand | undefined {
  return operand === undefined ? undefined : batt.call(callee, args.with(argument, operand))
}

/** A new call around the result, which returns a grid. */
function wrapResult(program: Program, random: Random, source: DrawSource): Program | undefined {
  const batt = new BattStatements(program.dialect)
  const drawer = new Drawer(batt, random, source)
  const wrapped = drawer.drawAround(addProgram(batt, program), GRID)
  return wrapped === undefined ? undefined : programOf(batt, wrapped)
}

/** A program from nothing: a call that returns a grid, with arguments drawn. */
export function drawProgram(dialect: Program['dialect'], random: Random, source: DrawSource): Program {
  const batt = new BattStatements(dialect)
  const drawer = new Drawer(batt, random, source)
  return programOf(batt, drawer.drawCall(GRID) ?? INPUT)
}

/** The operators with their weights. */
const WEIGHTS: readonly (readonly [OperatorName, number])[] = [
  ['argument', 5],
  ['constant', 3],
  ['callee', 3],
  ['insert', 3],
  ['delete', 2],
  ['wrap', 6],
  ['splice', 3],
  ['cross', 4],
  ['fresh', 1],
]
const WHEEL = WEIGHTS.flatMap(([name, weight]) => Array.from({ length: weight }, () => name))

/** An offspring of a program and the name of the operator; `donor` is another program of the population. */
export function mutateProgram(
  program: Program,
  donor: Program,
  random: Random,
  source: DrawSource,
): { program: Program; operator: OperatorName } | undefined {
  const operator = random.pick(WHEEL)
  const made = applyOperator(operator, program, donor, random, source)
  return made === undefined ? undefined : { program: made, operator }
}

/** The offspring that an operator makes; undefined where it finds nothing to change. */
export function applyOperator(
  operator: OperatorName,
  program: Program,
  donor: Program,
  random: Random,
  source: DrawSource,
): Program | undefined {
  if (operator === 'fresh' || program.statements.length === 0) return drawProgram(program.dialect, random, source)
  if (operator === 'wrap') return wrapResult(program, random, source)
  const at = random.below(program.statements.length)
  const edits: Readonly<Record<Exclude<OperatorName, 'fresh' | 'wrap' | 'card'>, Edit>> = {
    argument: replaceArgument,
    constant: changeConstant(source.constants),
    callee: replaceCallee,
    insert: insertCall,
    delete: deleteCall,
    splice: splicePart(source),
    cross: spliceFrom(donor),
  }
  return rebuild(program, at, random, source, edits[operator as keyof typeof edits])
}
