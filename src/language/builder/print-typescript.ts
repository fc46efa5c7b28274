// Prints a solver as a TypeScript module that makes the same program with `trace`.

import { dialectOf } from '../dialects.ts'
import { UserError } from '../errors.ts'
import { nameOfKey } from '../names.ts'
import type { Operand, Program } from '../program.ts'
import type { Notation } from '../values/value-notation.ts'

/** The module. Throws a UserError for a program that the builder cannot make: a batt, names of other dialects, None. */
export function printTypeScript(program: Program): string {
  if (program.mode !== 'strict' || program.result === undefined)
    throw refusal(program, 'is a batt', 'Extract one of its solvers first (megabatt cut --strict).')
  const printer = new ModulePrinter(program)
  const lines = program.statements.map(({ callee, args }, k) => {
    const call = `${printer.operand(callee)}(${args.map((arg) => printer.operand(arg)).join(', ')})`
    return `  const ${printer.names[k]} = ${call}`
  })
  const result = printer.operand(program.result)
  const inputs = printer.usesOthers ? '(I, S, C)' : '(I)'
  return [
    `import { ${[...printer.imports, 'trace'].sort().join(', ')} } from 'megabatt/dsl'`,
    '',
    `export const ${program.name} = trace('${program.name}', ${inputs} => {`,
    ...lines,
    `  return ${result}`,
    '})',
    '',
  ].join('\n')
}

/** The spelling of operands, with everything that they need to be imported. */
class ModulePrinter {
  readonly imports = new Set<string>()
  readonly names: readonly string[]
  usesOthers = false
  readonly #program: Program

  constructor(program: Program) {
    this.#program = program
    for (const { callee, args } of program.statements)
      for (const operand of [callee, ...args]) this.operand(operand, [])
    this.operand(program.result!, [])
    this.names = this.#nameStatements()
  }

  operand(operand: Operand, names = this.names): string {
    switch (operand.kind) {
      case 'statement':
        return names[operand.index] ?? ''
      case 'input':
        if (operand.name !== 'I') this.usesOthers = true
        return operand.name
      case 'primitive':
        return this.#primitive(operand.key)
      case 'constant': {
        const { name, value } = operand
        // Names with a digit (F0, R5) are not exported: they are plain integers.
        const isKnown = name !== undefined && !/\d/.test(name)
        const isNamed = isKnown && JSON.stringify(dialectOf('a').constants.get(name)) === JSON.stringify(value)
        return isNamed ? this.#import(name) : this.#value(value)
      }
    }
    return operand satisfies never
  }

  #value(value: Notation): string {
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    if (value === null) throw refusal(this.#program, 'has None as a constant', 'Copy it as Python or JSON.')
    const list = (items: readonly Notation[]) => `[${items.map((item) => this.#value(item)).join(', ')}]`
    if ('t' in value) return list(value.t)
    if ('s' in value) return `new Set(${value.s.length === 0 ? '' : list(value.s)})`
    if ('g' in value) return `[${value.g.map((row) => `[${[...row].join(', ')}]`).join(', ')}]`
    if ('f' in value) return this.#primitive(value.f)
    throw refusal(this.#program, `has a call of ${value.call} as a constant`, 'Copy it as Python or JSON.')
  }

  #primitive(key: string): string {
    const name = nameOfKey(key)
    if (dialectOf('a').primitives.get(name)?.key !== key)
      throw refusal(this.#program, `calls ${name}, which dialect a has not`, 'Copy it as Python or JSON.')
    // A name that TypeScript keeps for itself has an underscore, as the function of its kernel has.
    return this.#import(RESERVED.has(name) ? `${name}_` : name)
  }

  #import(name: string): string {
    this.imports.add(name)
    return name
  }

  /** Names of statements that are free in the module; any other is replaced. */
  #nameStatements(): string[] {
    const { name: own, statements } = this.#program
    const wanted = new Set(statements.map(({ name }) => name))
    const taken = new Set(['I', 'S', 'C', 'trace', 'Set', own, ...this.imports])
    let next = 1
    return statements.map(({ name }) => {
      let free = name
      while (!/^[A-Za-z]\w*$/.test(free) || RESERVED.has(free) || taken.has(free)) {
        do free = `x${next++}`
        while (wanted.has(free))
      }
      taken.add(free)
      return free
    })
  }
}

const RESERVED = new Set(
  (
    'arguments async await break case catch class const continue debugger default delete do else enum eval export extends false ' +
    'finally for function if implements import in instanceof interface let new null package private protected public return ' +
    'static super switch this throw true try typeof undefined var void while with yield'
  ).split(' '),
)

function refusal({ name, file }: Program, reason: string, advice: string): UserError {
  return new UserError('print-typescript', `${name} cannot be written in TypeScript: it ${reason}`, {
    place: { file, program: name },
    advice,
  })
}
