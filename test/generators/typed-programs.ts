// Programs that make sense: straight lines of calls whose arguments suit, closures made for what they will be mapped over,
// maps in closures in maps, functions that data chooses, and now and then a call that must fail.

import fc from 'fast-check'
import type { Operand, Program, SolverOutput, DifferOutput, Statement } from '../../src/language/program.ts'
import type { Notation } from '../../src/language/values/value-notation.ts'
import type { DialectId, Primitive } from '../../src/primitives/primitive.ts'
import { constantNamed, constantsFor, stemOf, wordsOf } from './dialect-words.ts'
import {
  ANY,
  BOOLEAN,
  GRID,
  INTEGER,
  SAMPLES,
  declaredType,
  elementOf,
  plainName,
  suits,
  tupleOf,
  typeOfCall,
  type ValueType,
} from './program-types.ts'

export interface TypedProgramOptions {
  /** Default: a. */
  readonly dialect?: DialectId
  /** The keys of the primitives to draw from; default: all of the dialect. */
  readonly primitives?: readonly string[]
  /** The most statements that are begun; closures that they need come on top. */
  readonly most?: number
}

const PLACE = { line: 0, column: 0 }
const MOST_STATEMENTS = 14
/** How deep arguments and closures are made for the sake of one statement. */
const DEPTH = 2
const CHOICES = 240

/** Typed programs, strict and guarded; they shrink towards few and plain statements. */
export function typedProgram(options: TypedProgramOptions = {}): fc.Arbitrary<Program> {
  const choice = fc.nat({ max: (1 << 20) - 1 })
  // Uniformly: values near zero are the plain choices.
  return fc
    .noBias(fc.array(choice, { minLength: 30, maxLength: CHOICES, size: 'max' }))
    .map((choices) => new ProgramMaker(options, choices).make())
}

/** A value that a statement can use. */
interface Typed {
  readonly operand: Operand
  readonly type: ValueType
}

/** A function value, with what it gives. */
interface TypedFunction {
  readonly operand: Operand
  readonly gives: ValueType
}

class ProgramMaker {
  readonly #dialect: DialectId
  readonly #pool: readonly Primitive[]
  readonly #names: ReadonlyMap<string, Primitive>
  readonly #most: number
  readonly #choices: readonly number[]
  #next = 0
  readonly #statements: Statement[] = []
  readonly #known: Typed[] = [
    { operand: { kind: 'input', name: 'I' }, type: GRID },
    { operand: { kind: 'input', name: 'S' }, type: SAMPLES },
    { operand: { kind: 'input', name: 'C' }, type: GRID },
  ]

  constructor({ dialect = 'a', primitives, most = MOST_STATEMENTS }: TypedProgramOptions, choices: readonly number[]) {
    this.#dialect = dialect
    this.#pool = wordsOf(dialect, primitives)
    this.#names = new Map(this.#pool.map((primitive) => [primitive.name, primitive]))
    this.#most = most
    this.#choices = choices
  }

  make(): Program {
    const isGuarded = this.#dice(2)
    const count = 1 + this.#below(this.#most)
    for (let k = 0; k < count && !this.#isExhausted(); k++) this.#addStatement()
    if (this.#statements.length === 0) this.#call(this.#pool[0]!, [{ kind: 'input', name: 'I' }], ANY)
    const base = { dialect: this.#dialect, file: '', statements: this.#statements }
    if (!isGuarded) {
      return { ...base, name: 'solve_ab12cd34', task: 'ab12cd34', mode: 'strict', result: this.#late(), outputs: [] }
    }
    const outputs = Array.from({ length: 1 + this.#below(4) }, (_, k) => this.#output(k))
    return { ...base, statements: this.#nest(outputs), name: 'batt', mode: 'guarded', outputs }
  }

  // Choices.

  #isExhausted(): boolean {
    return this.#next >= this.#choices.length
  }

  /** A number from 0 to `count - 1`; 0 once all choices are used up. */
  #below(count: number): number {
    return (this.#choices[this.#next++] ?? 0) % Math.max(1, count)
  }

  /** True once in so many times. */
  #dice(sides: number): boolean {
    return this.#below(sides) === sides - 1
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#below(items.length)]!
  }

  /** One of these with a weight each; parts that cannot be had give nothing, and the next one is tried. */
  #firstOf<T>(parts: readonly (readonly [weight: number, make: () => T | undefined])[], otherwise: () => T): T {
    const total = parts.reduce((sum, [weight]) => sum + weight, 0)
    let at = this.#below(total)
    let first = 0
    while (at >= parts[first]![0]) at -= parts[first++]![0]
    for (let k = 0; k < parts.length; k++) {
      const made = parts[(first + k) % parts.length]![1]()
      if (made !== undefined) return made
    }
    return otherwise()
  }

  // Statements.

  #addStatement(): void {
    this.#firstOf(
      [
        [8, () => this.#callOfSort('first-order')],
        [5, () => this.#callOfSort('higher-order')],
        [2, () => this.#callFunction()],
        [1, () => this.#makeFunction()],
        [1, () => this.#chooseFunction()],
      ],
      () => true,
    )
  }

  #callOfSort(sort: Primitive['sort']): true | undefined {
    const pool = this.#pool.filter((primitive) => primitive.sort === sort)
    if (pool.length === 0) return undefined
    this.#callPrimitive(this.#pick(pool), DEPTH)
    return true
  }

  /** Calls a primitive with arguments that suit, now and then with some that do not. */
  #callPrimitive(primitive: Primitive, depth: number): Typed {
    const args = this.#argumentsOf(primitive, depth)
    if (this.#dice(24)) args[this.#below(args.length)] = this.#pick(this.#known)
    if (this.#dice(primitive.parameters.at(-1)?.isOptional === true ? 2 : 150)) args.pop()
    const gives = typeOfCall(
      primitive,
      args.map(({ type }) => type),
    )
    return this.#call(
      primitive,
      args.map(({ operand }) => operand),
      gives,
    )
  }

  #argumentsOf(primitive: Primitive, depth: number): Typed[] {
    const { parameters } = primitive
    if (primitive.sort === 'combinator') return parameters.map(({ type }) => this.#value(type, depth))
    if (primitive.sort === 'first-order') {
      const args = parameters.map(({ type }) => this.#value(type, depth))
      // Both sides of a comparison, both ways of a branch: better of one type.
      const twins = parameters.flatMap(({ type }, k) => (type === 'Any' || type === 'Grid' ? [k] : []))
      if (twins.length === 2 && !this.#dice(3)) args[twins[1]!] = this.#like(args[twins[0]!]!.type)
      return args
    }
    if (stemOf(primitive.name) === 'rapply') {
      const value = this.#value('Any', depth)
      return [this.#functionsOf(value.type, depth), value]
    }
    const data = parameters.map(({ type }) => (type === 'Callable' ? undefined : this.#value(type, depth)))
    const containers = data.filter((value, k) => value !== undefined && !isRank(parameters[k]!.type))
    const elements = isOfSamples(primitive) ? [GRID] : containers.map((value) => elementOf(value!.type) ?? ANY)
    const mapped = this.#typedFunction(elements, wantedBy(primitive.name), depth)
    return data.map((value, k) => value ?? (isPicker(primitive, k) ? this.#picker(mapped, depth) : mapped))
  }

  #typedFunction(takes: readonly ValueType[], wanted: ValueType | undefined, depth: number): Typed {
    const { operand, gives } = this.#function(takes, wanted, depth)
    return { operand, type: { is: 'Function', takes, gives } }
  }

  /** A function for the colours that a function of grids gives: the last argument of `c_iz_n`. */
  #picker({ type }: Typed, depth: number): Typed {
    const colors = tupleOf((type.is === 'Function' ? elementOf(type.gives) : undefined) ?? ANY)
    return this.#typedFunction([colors], undefined, depth)
  }

  #call(callee: Primitive | Operand, args: readonly Operand[], type: ValueType): Typed {
    const operand: Operand = { kind: 'statement', index: this.#statements.length }
    this.#statements.push({
      name: `x${this.#statements.length + 1}`,
      callee: 'kind' in callee ? callee : { kind: 'primitive', key: callee.key },
      args,
      place: PLACE,
    })
    const made = { operand, type }
    this.#known.push(made)
    return made
  }

  /** Calls a function value on something. */
  #callFunction(): true {
    const value = this.#value('Any', DEPTH)
    const { operand, gives } = this.#function([value.type], undefined, DEPTH)
    const isStrange = this.#dice(30)
    this.#call(isStrange ? { kind: 'constant', value: 3 } : operand, [value.operand], isStrange ? ANY : gives)
    return true
  }

  #makeFunction(): true {
    this.#function([this.#value('Any', 0).type], undefined, DEPTH)
    return true
  }

  /** A function that data chooses, called or mapped. */
  #chooseFunction(): true | undefined {
    const value = this.#value('Any', 0)
    const chosen = this.#chosen([value.type], DEPTH)
    if (chosen === undefined) return undefined
    if (!this.#names.has('apply') || this.#dice(2)) this.#call(chosen.operand, [value.operand], chosen.gives)
    else this.#callNamed('apply', [chosen.operand, this.#like(tupleOf(value.type)).operand], tupleOf(chosen.gives))
    return true
  }

  #callNamed(name: string, args: readonly Operand[], type: ValueType): Typed {
    return this.#call(this.#names.get(name)!, args, type)
  }

  // Values.

  /** Something that suits a parameter: known, newly made, or a constant. */
  #value(parameter: string, depth: number): Typed {
    if (parameter === 'Callable') {
      const takes = [this.#pick(this.#known).type]
      const { operand, gives } = this.#function(takes, undefined, depth - 1)
      return { operand, type: { is: 'Function', takes, gives } }
    }
    return this.#firstOf(
      [
        [6, () => this.#earlier((type) => suits(parameter, type))],
        [2, () => this.#makeValue(parameter, depth)],
        [isScalar(parameter) ? 6 : 1, () => this.#wellKnown(parameter) ?? this.#constant(typeToMake(parameter))],
      ],
      () => this.#earlier(() => true)!,
    )
  }

  /** Something of a type: known, or a constant. */
  #like(type: ValueType): Typed {
    const spelled = spellType(type)
    return (
      (this.#dice(3) ? undefined : this.#earlier((other) => spellType(other) === spelled)) ??
      this.#constant(type) ??
      this.#pick(this.#known)
    )
  }

  /** Of what is known, late statements rather than early ones, and C seldom. */
  #earlier(fits: (type: ValueType) => boolean): Typed | undefined {
    const found = this.#known.filter(({ operand, type }) => fits(type) && !isCompared(operand))
    if (found.length === 0 || this.#dice(40)) return this.#known.find(({ type }) => fits(type))
    return found[found.length - 1 - Math.min(this.#below(found.length), this.#below(found.length))]
  }

  #makeValue(parameter: string, depth: number): Typed | undefined {
    if (depth <= 0) return undefined
    const makers = this.#pool.filter(
      ({ sort, returns }) => sort === 'first-order' && returns !== 'Any' && suits(parameter, declaredType(returns)),
    )
    return makers.length === 0 ? undefined : this.#callPrimitive(this.#pick(makers), depth - 1)
  }

  /** A constant by name, where the type of the parameter has names. */
  #wellKnown(parameter: string): Typed | undefined {
    const names = constantsFor(parameter)
    if (names.length === 0 || this.#dice(8)) return undefined
    return { operand: constantNamed(this.#pick(names)), type: INTEGER }
  }

  #constant(type: ValueType): Typed | undefined {
    const value = this.#literal(type, 0)
    return value === undefined ? undefined : { operand: { kind: 'constant', value }, type }
  }

  #literal(type: ValueType, depth: number): Notation | undefined {
    switch (type.is) {
      case 'Integer':
        return this.#dice(40) ? this.#pick([-(2 ** 30), 2 ** 30 - 1, 8192, 4096, 100]) : this.#pick(INTEGERS)
      case 'Boolean':
        return this.#dice(2)
      case 'IntegerTuple':
        return { t: [this.#pick(INTEGERS), this.#pick(INTEGERS)] }
      case 'Cell':
        return this.#dialect === 't'
          ? { t: [this.#below(6), this.#below(6), this.#below(10)] }
          : { t: [this.#below(10), { t: [this.#below(6), this.#below(6)] }] }
      case 'Grid': {
        const cols = 1 + this.#below(4)
        const row = () => Array.from({ length: cols }, () => this.#below(4)).join('')
        return { g: Array.from({ length: 1 + this.#below(4) }, row) }
      }
      case 'Tuple':
      case 'Set': {
        if (depth > 2) return undefined
        const items = Array.from({ length: this.#below(5) }, () => this.#literal(type.of, depth + 1))
        if (items.includes(undefined)) return undefined
        return type.is === 'Set' ? { s: items as Notation[] } : { t: items as Notation[] }
      }
      case 'Function':
      case 'Any':
        return this.#below(3)
    }
    return type satisfies never
  }

  // Functions.

  /** A function of values of these types, if possible one that gives what is wanted. */
  #function(takes: readonly ValueType[], wanted: ValueType | undefined, depth: number): TypedFunction {
    const isUnary = takes.length === 1
    const within = (make: () => TypedFunction | undefined) => () => (depth > 0 ? make() : undefined)
    const unary = (make: () => TypedFunction | undefined) => within(() => (isUnary ? make() : undefined))
    return this.#firstOf<TypedFunction>(
      [
        [5, () => this.#plain(takes, wanted)],
        [2, () => this.#earlierFunction(takes, wanted)],
        [5, within(() => this.#bound(takes, wanted, depth))],
        [2, unary(() => this.#composed(takes, wanted, depth))],
        [1, unary(() => this.#chained(takes, wanted, depth))],
        [2, unary(() => this.#forked(takes, wanted, depth))],
        [wanted?.is === 'Boolean' ? 3 : 1, unary(() => this.#matching(takes, wanted, depth))],
        [1, unary(() => this.#repeated(takes, depth))],
        [1, within(() => this.#chosen(takes, depth))],
      ],
      () => this.#anyPlain(takes),
    )
  }

  #named(primitive: Primitive, takes: readonly ValueType[]): TypedFunction {
    const { key, returns } = primitive
    const gives = primitive.parameters.length === takes.length ? typeOfCall(primitive, takes) : declaredType(returns)
    return { operand: { kind: 'primitive', key }, gives }
  }

  #plain(takes: readonly ValueType[], wanted: ValueType | undefined): TypedFunction | undefined {
    const takers = this.#pool.filter(
      (primitive) =>
        primitive.sort === 'first-order' &&
        primitive.parameters.length === takes.length &&
        primitive.parameters.every(({ type }, k) => suits(type, takes[k]!)) &&
        isWanted(typeOfCall(primitive, takes), wanted),
    )
    return takers.length === 0 ? undefined : this.#named(this.#pick(takers), takes)
  }

  /** Some primitive of as many arguments, where none suits. */
  #anyPlain(takes: readonly ValueType[]): TypedFunction {
    const pool = this.#pool.filter(({ parameters }) => parameters.length === takes.length)
    return this.#named(this.#pick(pool.length === 0 ? this.#pool : pool), takes)
  }

  #earlierFunction(takes: readonly ValueType[], wanted: ValueType | undefined): TypedFunction | undefined {
    const spelled = takes.map(spellType).join()
    const found = this.#earlier(
      (type) => type.is === 'Function' && type.takes.map(spellType).join() === spelled && isWanted(type.gives, wanted),
    )
    if (found?.type.is !== 'Function') return undefined
    return { operand: found.operand, gives: found.type.gives }
  }

  #combine(name: string, args: readonly Operand[], takes: readonly ValueType[], gives: ValueType): TypedFunction {
    return { operand: this.#callNamed(name, args, { is: 'Function', takes, gives }).operand, gives }
  }

  /** A primitive with all but the last or the first of its arguments bound; a map among them has its function bound. */
  #bound(takes: readonly ValueType[], wanted: ValueType | undefined, depth: number): TypedFunction | undefined {
    const has = (name: string) => this.#names.has(name)
    if (!has('rbind') && !has('lbind')) return undefined
    const bindings = this.#pool.flatMap((primitive) => {
      const { parameters, sort, name } = primitive
      const more = parameters.length - takes.length
      if (more < 1 || sort === 'combinator' || stemOf(name) === 'rapply') return []
      return Array.from({ length: more + 1 }, (_, free) => ({ primitive, free })).filter(({ free }) => {
        if ((free > 0 && !has('lbind')) || (free + takes.length < parameters.length && !has('rbind'))) return false
        if (!takes.every((type, k) => suits(parameters[free + k]!.type, type))) return false
        return wanted === undefined || isWanted(declaredType(primitive.returns), wanted)
      })
    })
    if (bindings.length === 0) return undefined
    const { primitive, free } = this.#pick(bindings)
    const types = primitive.parameters.map(({ type }) => type)
    const element = isOfSamples(primitive) ? GRID : (elementOf(takes[0]!) ?? ANY)
    const elements = primitive.sort === 'higher-order' && primitive.callArity === 2 ? [element, element] : [element]
    const args = types.map((type, k): Typed => {
      if (k >= free && k < free + takes.length) return { operand: { kind: 'input', name: 'I' }, type: takes[k - free]! }
      if (type !== 'Callable') return this.#value(type, depth - 1)
      return this.#typedFunction(elements, wantedBy(primitive.name), depth - 1)
    })
    const gives = typeOfCall(
      primitive,
      args.map(({ type }) => type),
    )
    let fn: TypedFunction = { operand: { kind: 'primitive', key: primitive.key }, gives }
    const open = args.map(({ type }) => type)
    for (let k = types.length - 1; k >= free + takes.length; k--) {
      open.pop()
      fn = this.#combine('rbind', [fn.operand, args[k]!.operand], [...open], gives)
    }
    for (let k = 0; k < free; k++) {
      open.shift()
      fn = this.#combine('lbind', [fn.operand, args[k]!.operand], [...open], gives)
    }
    return fn
  }

  #composed(takes: readonly ValueType[], wanted: ValueType | undefined, depth: number): TypedFunction | undefined {
    if (!this.#names.has('compose')) return undefined
    const inner = this.#function(takes, undefined, depth - 1)
    const outer = this.#function([inner.gives], wanted, depth - 1)
    return this.#combine('compose', [outer.operand, inner.operand], takes, outer.gives)
  }

  #chained(takes: readonly ValueType[], wanted: ValueType | undefined, depth: number): TypedFunction | undefined {
    if (!this.#names.has('chain')) return undefined
    const f = this.#function(takes, undefined, depth - 1)
    const g = this.#function([f.gives], undefined, depth - 1)
    const h = this.#function([g.gives], wanted, depth - 1)
    return this.#combine('chain', [h.operand, g.operand, f.operand], takes, h.gives)
  }

  #forked(takes: readonly ValueType[], wanted: ValueType | undefined, depth: number): TypedFunction | undefined {
    if (!this.#names.has('fork')) return undefined
    const a = this.#function(takes, undefined, depth - 1)
    const b = this.#function(takes, undefined, depth - 1)
    const outer = this.#function([a.gives, b.gives], wanted, depth - 1)
    return this.#combine('fork', [outer.operand, a.operand, b.operand], takes, outer.gives)
  }

  #matching(takes: readonly ValueType[], wanted: ValueType | undefined, depth: number): TypedFunction | undefined {
    if (!this.#names.has('matcher') || !isWanted(BOOLEAN, wanted)) return undefined
    const f = this.#function(takes, undefined, depth - 1)
    return this.#combine('matcher', [f.operand, this.#like(f.gives).operand], takes, BOOLEAN)
  }

  /** A power, mostly of a number that is known before the run. */
  #repeated(takes: readonly ValueType[], depth: number): TypedFunction | undefined {
    if (!this.#names.has('power')) return undefined
    const f = this.#function(takes, takes[0], depth - 1)
    const count: Operand = this.#dice(4)
      ? this.#value('Integer', 0).operand
      : { kind: 'constant', value: this.#below(8) === 7 ? 0 : 1 + this.#below(4) }
    return this.#combine('power', [f.operand, count], takes, f.gives)
  }

  /** One of two functions, as a condition has it, or out of a tuple. */
  #chosen(takes: readonly ValueType[], depth: number): TypedFunction | undefined {
    const pickers = ['first', 'last', 'branch', 'first_t', 'get_nth_t'].filter(
      (name) => this.#names.has(name) && (name === 'branch' || this.#names.has('astuple')),
    )
    if (pickers.length === 0) return undefined
    const f = this.#function(takes, undefined, depth - 1)
    const g = this.#function(takes, f.gives, depth - 1)
    const picker = this.#pick(pickers)
    if (picker === 'branch') {
      const condition = this.#value('Boolean', depth - 1)
      return this.#combine('branch', [condition.operand, f.operand, g.operand], takes, f.gives)
    }
    const type: ValueType = { is: 'Function', takes, gives: f.gives }
    const both = this.#callNamed('astuple', [f.operand, g.operand], tupleOf(type))
    const rank = picker === 'get_nth_t' ? [constantNamed(this.#pick(['F0', 'F1', 'L1']))] : []
    return this.#combine(picker, [both.operand, ...rank], takes, f.gives)
  }

  /** A container of functions for a value of the type. */
  #functionsOf(taken: ValueType, depth: number): Typed {
    const some = Array.from({ length: 1 + this.#below(3) }, () => this.#plain([taken], undefined))
    const plain = some.flatMap((fn) => (fn === undefined ? [] : [fn]))
    const gives = plain[0]?.gives ?? ANY
    const type = tupleOf({ is: 'Function', takes: [taken], gives })
    if (plain.length === 0 || (this.#names.has('astuple') && this.#dice(2))) {
      const f = this.#function([taken], undefined, depth - 1)
      const g = this.#function([taken], f.gives, depth - 1)
      if (this.#names.has('astuple')) return this.#callNamed('astuple', [f.operand, g.operand], type)
    }
    const names = plain.flatMap(({ operand }) => (operand.kind === 'primitive' ? [{ f: operand.key }] : []))
    const value: Notation = this.#dice(4) ? { s: names } : { t: names }
    return { operand: { kind: 'constant', value }, type }
  }

  // What the program gives out.

  #late(): Operand {
    const count = this.#statements.length
    if (this.#dice(50)) return { kind: 'input', name: 'I' }
    return { kind: 'statement', index: count - 1 - Math.min(this.#below(count), this.#below(3)) }
  }

  #output(number: number): SolverOutput | DifferOutput {
    const grids = this.#known.filter(({ type, operand }) => type.is === 'Grid' && operand.kind === 'statement')
    const value = grids.length > 0 && !this.#dice(3) ? this.#pick(grids).operand : this.#late()
    if (!this.#dice(4)) return { kind: 'o', number, mutated: false, solver: `solver${number}`, value }
    return { kind: 's', number, owner: 'None', differ: `differ${number}`, value }
  }

  /** Some of the calls that are used once become part of the call that uses them. */
  #nest(outputs: readonly (SolverOutput | DifferOutput)[]): Statement[] {
    const uses = new Map<number, number>()
    const count = (operand: Operand, by: number) => {
      if (operand.kind === 'statement') uses.set(operand.index, (uses.get(operand.index) ?? 0) + by)
    }
    for (const { callee, args } of this.#statements) for (const operand of [callee, ...args]) count(operand, 1)
    for (const { value } of outputs) count(value, 2)
    return this.#statements.map((statement, k) =>
      uses.get(k) === 1 && this.#dice(6) ? { ...statement, inner: true } : statement,
    )
  }
}

const INTEGERS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, -1, -2, 10]

/** What the function of a map should give. */
function wantedBy(map: string): ValueType | undefined {
  switch (stemOf(map)) {
    case 'sfilter':
    case 'mfilter':
    case 'extract':
      return BOOLEAN
    case 'order':
    case 'valmax':
    case 'valmin':
    case 'argmax':
    case 'argmin':
    case 'get_arg_rank':
    case 'get_val_rank':
    case 'get_nth_by_key':
      return INTEGER
    case 'mapply':
    case 'mpapply':
    case 'c_iz':
    case 'c_zo':
    case 'c_iz_n':
    case 'c_zo_n':
      return { is: 'Set', of: ANY }
    default:
      return undefined
  }
}

function isWanted(type: ValueType, wanted: ValueType | undefined): boolean {
  if (wanted === undefined || wanted.is === 'Any') return true
  if (wanted.is === 'Set' && wanted.of.is === 'Any') return elementOf(type) !== undefined
  return wanted.is === 'Function' ? type.is === 'Function' : spellType(type) === spellType(wanted)
}

function isScalar(parameter: string): boolean {
  return ['Integer', 'Boolean', 'Numerical', 'IntegerTuple', 'Any'].includes(plainName(parameter))
}

/** Whether a parameter of a map is a rank, not a container. */
function isRank(parameter: string): boolean {
  return plainName(parameter) === 'Integer'
}

/** Whether a map goes over the grids of the samples. */
function isOfSamples({ sort, parameters }: Primitive): boolean {
  return sort === 'higher-order' && parameters[0]!.type === 'Samples'
}

/** Whether an argument is the function that gets the result of a map. */
function isPicker(primitive: Primitive, argument: number): boolean {
  return primitive.sort === 'higher-order' && primitive.toLast && argument === primitive.parameters.length - 1
}

function isCompared(operand: Operand): boolean {
  return operand.kind === 'input' && operand.name === 'C'
}

/** The type of a constant for a parameter. */
function typeToMake(parameter: string): ValueType {
  return parameter === 'Any' ? INTEGER : declaredType(parameter)
}

function spellType(type: ValueType): string {
  if (type.is === 'Tuple' || type.is === 'Set') return `${type.is}<${spellType(type.of)}>`
  // Booleans are integers.
  return type.is === 'Boolean' ? 'Integer' : type.is
}
