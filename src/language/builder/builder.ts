// The program builder: records a program in TypeScript, call by call, with the types of the DSL.

import { PrimitiveMethods } from './builder.generated.ts'
import { UserError } from '../errors.ts'
import { dialectOf, suggestPrimitive, wellKnownOperand } from '../dialects.ts'
import type { Program } from '../program.ts'
import { isBattName, isProgramName, taskOfName } from '../program-names.ts'
import { CallRecorder, newHandle } from './record-calls.ts'
import type { Any, Argument, Grid, Primitive, Tuple } from './recorded-values.ts'

// Programs are built in this dialect.
const A = dialectOf('a')

/**
 * Builds a solver: every primitive is a method that adds a call, and is passed as a function by the same name.
 *
 *     const b = new ProgramBuilder('solve_mine')
 *     const x1 = b.objects(b.I, true, false, true)
 *     const x2 = b.argmax(x1, b.size)
 *     const program = b.finish(b.subgrid(x2, b.I))
 */
export class ProgramBuilder extends PrimitiveMethods {
  readonly name: string
  /** The input grid of the sample. */
  readonly I: Grid
  /** The task's demo pairs. */
  readonly S: Tuple
  /** The grid to compare with; absent while solving. */
  readonly C: Grid
  readonly #recorder: CallRecorder
  readonly #primitives = new Map<string, Any>()

  /** `name` must be a valid Python name; `solve_<task>` and `verify_<task>` name the task of the program. */
  constructor(name: string) {
    super()
    if (typeof name !== 'string' || !isProgramName(name) || isBattName(name)) {
      throw new UserError('builder-name', 'A program needs a name that is one in Python, too', {
        advice: 'Such as solve_mine; names that begin with batt are for batts, which are not built this way.',
      })
    }
    this.name = name
    this.#recorder = new CallRecorder(name)
    this.I = this.#recorder.newInput('I')
    this.S = this.#recorder.newInput('S')
    this.C = this.#recorder.newInput('C')
  }

  /** Calls a primitive by name, for callers that choose the primitive at run time. */
  call(name: string, ...args: readonly Argument[]): Any {
    const operand = wellKnownOperand(A, name)
    if (operand?.kind === 'primitive') return this.#recorder.record(operand, args)
    const suggestion = suggestPrimitive(A, name)
    const details = suggestion === undefined ? {} : { advice: `Did you mean ${suggestion}?` }
    throw new UserError('unknown-primitive', `Unknown primitive ${JSON.stringify(name)}`, details)
  }

  /** Returns the program with this result and closes the builder: later calls throw. */
  finish(result: Argument): Program {
    const operand = this.#recorder.finish(result)
    const task = taskOfName(this.name)
    return {
      name: this.name,
      ...(task === undefined ? {} : { task }),
      mode: 'strict',
      dialect: A.id,
      file: '<built>',
      statements: this.#recorder.statements,
      result: operand,
      outputs: [],
    }
  }

  protected primitive<F>(name: string): Primitive<F> {
    let known = this.#primitives.get(name)
    if (known === undefined) {
      const operand = wellKnownOperand(A, name)!
      known = newHandle(operand, undefined, (args) => this.#recorder.record(operand, args))
      this.#primitives.set(name, known)
    }
    return known as unknown as Primitive<F>
  }
}
