// Constants that the demos of tasks suggest: their colours, sizes and differences of sizes, by the type of a parameter.

import { poolOf } from '../batts/constant-pools.ts'
import type { GridData, Pair, Task } from '../data/task.ts'
import { type Dialect, wellKnownOperand } from '../language/dialects.ts'
import type { Operand } from '../language/program.ts'
import type { Notation } from '../language/values/value-notation.ts'
import type { SizeChange } from './vocabulary.ts'

/** A constant and its cost in a search: the more likely it is of use, the less. */
export interface WeightedConstant {
  readonly operand: Operand
  readonly cost: number
}

const COLORS = 'BLACK BLUE RED GREEN YELLOW GRAY MAGENTA ORANGE CYAN BURGUNDY'.split(' ')
const INTEGERS = 'ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN'.split(' ')
const DIRECTIONS = 'ORIGIN UNITY DOWN RIGHT UP LEFT NEG_UNITY UP_RIGHT DOWN_LEFT'.split(' ')
const SQUARES = 'TWO_BY_TWO THREE_BY_THREE'.split(' ')
/** The most facts of each sort that are taken from the demos: tasks come from strangers. */
const MAX_FACTS = 8

/** The constants of one search. */
export class TaskConstants {
  readonly #dialect: Dialect
  readonly #byType = new Map<string, readonly WeightedConstant[]>()
  /** The colours of the demos; those of outputs first. */
  readonly colors: readonly number[]
  readonly sizeChange: SizeChange

  constructor(tasks: readonly Task[], dialect: Dialect) {
    this.#dialect = dialect
    const demos = tasks.flatMap(({ train }) => train)
    const outputs = demos.flatMap(({ output }) => (output === undefined ? [] : [output]))
    const inputs = demos.map(({ input }) => input)
    this.colors = [...new Set([...colorsOf(outputs), ...colorsOf(inputs)])]
    this.sizeChange = changeOf(demos)
    const integers = this.#integers(tasks)
    const pairs = this.#pairs(outputs)
    this.#byType.set(
      'C_',
      this.colors.map((color) => ({ operand: this.#number(color, COLORS), cost: 1 })),
    )
    this.#byType.set('Integer', integers)
    this.#byType.set('IntegerTuple', pairs)
    this.#byType.set('IJ', pairs)
    this.#byType.set('Numerical', [...integers, ...pairs.map(({ operand, cost }) => ({ operand, cost: cost + 1 }))])
    this.#byType.set('Boolean', this.#named(['T', 'F'], 0))
  }

  /** The constants for a parameter of this type, cheap ones first; none for types that have none. */
  of(type: string): readonly WeightedConstant[] {
    const known = this.#byType.get(type)
    if (known !== undefined) return known
    const made = this.#pool(type)
    this.#byType.set(type, made)
    return made
  }

  /** Ranks, selectors and angles of dialect t. */
  #pool(type: string): WeightedConstant[] {
    const pool = poolOf(type, { value: null })
    return pool === undefined
      ? []
      : pool.names.map((name, k) => ({ operand: wellKnownOperand(this.#dialect, name)!, cost: k < 3 ? 1 : 2 }))
  }

  #integers(tasks: readonly Task[]): WeightedConstant[] {
    const facts = new Set<number>()
    for (const fact of tasks.flatMap(sizeFacts)) if (facts.size < MAX_FACTS) facts.add(fact)
    const constants = [...facts].map((value) => ({ operand: this.#number(value, INTEGERS), cost: 1 }))
    for (const [value, cost] of [
      [1, 2],
      [2, 2],
      [3, 2],
      [0, 3],
      [4, 4],
      [5, 4],
    ] as const)
      if (!facts.has(value)) constants.push({ operand: this.#number(value, INTEGERS), cost })
    return constants
  }

  #pairs(outputs: readonly GridData[]): WeightedConstant[] {
    const sizes = new Set(outputs.map(({ height, width }) => `${height},${width}`))
    const constants: WeightedConstant[] = []
    // A size that all outputs have; sizes that differ are computed from the input, if at all.
    if (sizes.size === 1) {
      const { height, width } = outputs[0]!
      constants.push({ operand: constant({ t: [height, width] }), cost: 1 })
    }
    return [...constants, ...this.#named(DIRECTIONS, 3), ...this.#named(SQUARES, 3)]
  }

  #named(names: readonly string[], cost: number): WeightedConstant[] {
    return names.map((name) => ({ operand: wellKnownOperand(this.#dialect, name)!, cost }))
  }

  #number(value: number, names: readonly string[]): Operand {
    const name = names[value]
    return name === undefined ? constant(value) : wellKnownOperand(this.#dialect, name)!
  }
}

function constant(value: Notation): Operand {
  return { kind: 'constant', value }
}

/** The colours of grids, those that most of the grids have first. */
function colorsOf(grids: readonly GridData[]): number[] {
  const counts = new Map<number, number>()
  for (const { cells } of grids) for (const color of new Set(cells)) counts.set(color, (counts.get(color) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || a - b).map(([color]) => color)
}

/** The sides of outputs that all demos of a task share, their ratios to the sides of inputs, and their differences. */
function sizeFacts({ train }: Task): number[] {
  const facts: number[] = []
  for (const side of ['height', 'width'] as const) {
    const pairs = train.flatMap(({ input, output }) => (output === undefined ? [] : [[input[side], output[side]]]))
    const shared = (of: (input: number, output: number) => number): void => {
      const values = new Set(pairs.map(([input, output]) => of(input!, output!)))
      const [value] = values
      if (values.size === 1 && Number.isInteger(value) && value! > 1) facts.push(value!)
    }
    shared((input, output) => output / input)
    shared((input, output) => input / output)
    shared((_, output) => output)
    shared((input, output) => Math.abs(input - output))
  }
  return facts
}

/** How the sizes of grids change in all of these pairs. */
function changeOf(pairs: readonly Pair[]): SizeChange {
  const changes = new Set(
    pairs.map(({ input, output }): SizeChange => {
      if (output === undefined) return undefined
      const [rows, columns] = [output.height - input.height, output.width - input.width]
      if (rows === 0 && columns === 0) return 'same'
      if (rows <= 0 && columns <= 0) return 'smaller'
      return rows >= 0 && columns >= 0 ? 'larger' : undefined
    }),
  )
  return changes.size === 1 ? [...changes][0] : undefined
}
