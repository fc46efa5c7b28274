// Tracing: calls a TypeScript function once and records its DSL calls as a program.

import { ProgramBuilder } from './builder.ts'
import { UserError } from '../errors.ts'
import { dialectOf, wellKnownOperand } from '../dialects.ts'
import type { Program } from '../program.ts'
import { newHandle } from './record-calls.ts'
import type { Argument, Grid, Integer, IntegerTuple, Primitive, Tuple } from './recorded-values.ts'

/** A program as a function of the input grid, the demo pairs and the grid to compare with. */
export type TracedFunction = (I: Grid, S: Tuple, C: Grid) => Argument

let current: ProgramBuilder | undefined

/**
 * Calls a function once, with values that stand for the inputs, and records the DSL calls that it makes as a program.
 *
 *     const program = trace('solve_mine', (I) => {
 *       const x1 = objects(I, true, false, true)
 *       return subgrid(argmax(x1, size), I)
 *     })
 *
 * JavaScript control flow runs once, before any grid exists: use `branch` for choices that depend on a grid, and `apply`
 * and similar primitives for loops over its parts.
 */
export function trace(name: string, body: TracedFunction): Program {
  const builder = new ProgramBuilder(name)
  const outer = current
  current = builder
  try {
    return builder.finish(body(builder.I, builder.S, builder.C))
  } finally {
    current = outer
  }
}

/**
 * Creates a primitive whose calls are recorded by the active trace.
 * @public called by generated code
 */
export function tracedPrimitive<F>(name: string): Primitive<F> {
  const call = (args: readonly unknown[]): unknown => {
    if (current !== undefined) return current.call(name, ...(args as readonly Argument[]))
    throw new UserError('builder-no-trace', `${name} is called outside of trace`, {
      advice: "Call it in the function that is given to trace, before that returns: trace('solve_mine', (I) => …).",
    })
  }
  return newHandle(wellKnownOperand(dialectOf('a'), name)!, undefined, call) as unknown as Primitive<F>
}

/** A constant of the DSL that is an integer or a pair; it keeps its name in the program. */
export function tracedConstant(name: string): Integer & IntegerTuple {
  const refuse = (): never => {
    throw new UserError('builder-value', `${name} is called but is not a function`, { advice: 'Call a primitive.' })
  }
  return newHandle(wellKnownOperand(dialectOf('a'), name)!, undefined, refuse)
}
