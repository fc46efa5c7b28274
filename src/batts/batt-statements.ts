// The statements of a batt under construction: a call that means the same as an earlier one is not added again.

import { arityAfterBinding } from '../kernel/closures.ts'
import { type DialectId, layoutOf } from '../language/dialects.ts'
import { nameOfKey, primitiveOfKey } from '../language/names.ts'
import type { Operand, Statement } from '../language/program.ts'
import type { StatementOperand } from './program-lines.ts'
import { spellSource } from '../plan/graph.ts'
import { meaningOf } from '../plan/meaning.ts'
import { ANY, FUNCTION, GRID, SAMPLES, type ValueKinds, kindsOfResult } from './value-kinds.ts'

/** What is known of a statement without running it. */
interface KnownCall {
  readonly kinds: ValueKinds
  /** The number of arguments of the function that it returns, if that is known. */
  readonly arity: number | undefined
  /** Whether it depends on C, which is None while solving. */
  readonly usesC: boolean
}

/** Collects statements named t1, t2, …; each is guarded. */
export class BattStatements {
  readonly dialect: DialectId
  readonly statements: Statement[] = []
  readonly #known: KnownCall[] = []
  readonly #byMeaning = new Map<string, number>()

  constructor(dialect: DialectId) {
    this.dialect = dialect
  }

  /** Adds a call, or finds the statement that makes it already. */
  call(callee: Operand, args: readonly Operand[]): StatementOperand {
    const key = this.#spellCall(callee, args)
    let index = this.#byMeaning.get(key)
    if (index === undefined) {
      index = this.statements.length
      const place = { line: index + 1, column: 1 }
      this.statements.push({ name: `t${index + 1}`, callee, args, place })
      this.#known.push(this.#knowCall(callee, args))
      this.#byMeaning.set(key, index)
    }
    return { kind: 'statement', index }
  }

  /** The kinds of values that an operand can be. */
  kindsOf(operand: Operand): ValueKinds {
    switch (operand.kind) {
      case 'statement':
        return this.#known[operand.index]!.kinds
      case 'input':
        return operand.name === 'S' ? SAMPLES : GRID
      case 'primitive':
        return FUNCTION
      case 'constant':
        return ANY
    }
    return operand satisfies never
  }

  /** The number of arguments that a function takes; undefined for an unknown function or another value. */
  arityOf(operand: Operand): number | undefined {
    if (operand.kind === 'statement') return this.#known[operand.index]!.arity
    return operand.kind === 'primitive' ? primitiveOfKey(operand.key)?.parameters.length : undefined
  }

  /** The statements that do not depend on C. */
  *solving(): Iterable<StatementOperand> {
    for (const [index, { usesC }] of this.#known.entries()) if (!usesC) yield { kind: 'statement', index }
  }

  /** As in the graph of a run: primitives that differ only in their names are one callee, equal constants one constant. */
  #spellCall(callee: Operand, args: readonly Operand[]): string {
    const meant: Operand =
      callee.kind === 'primitive' ? { kind: 'primitive', key: meaningOf(callee.key, layoutOf(this.dialect)) } : callee
    return [meant, ...args].map(spellOperand).join(',')
  }

  #knowCall(callee: Operand, args: readonly Operand[]): KnownCall {
    const usesC = [callee, ...args].some((operand) =>
      operand.kind === 'statement'
        ? this.#known[operand.index]!.usesC
        : operand.kind === 'input' && operand.name === 'C',
    )
    if (callee.kind !== 'primitive') return { kinds: ANY, arity: undefined, usesC }
    const kinds = kindsOfResult(
      callee.key,
      args.map((arg) => this.kindsOf(arg)),
      this.dialect,
    )
    return { kinds, arity: this.#arityOfResult(nameOfKey(callee.key), args), usesC }
  }

  #arityOfResult(name: string, args: readonly Operand[]): number | undefined {
    const arity = args[0] === undefined ? undefined : this.arityOf(args[0])
    if (name === 'rbind' || name === 'lbind') return arity === undefined ? undefined : arityAfterBinding(arity, 1)
    if (name === 'power') return arity
    return ['compose', 'chain', 'fork', 'matcher'].includes(name) ? 1 : undefined
  }
}

/** Spells an operand; operands with the same meaning have the same spelling. */
export function spellOperand(operand: Operand): string {
  return operand.kind === 'statement'
    ? spellSource({ kind: 'node', id: operand.index, guarded: true })
    : spellSource(operand)
}
