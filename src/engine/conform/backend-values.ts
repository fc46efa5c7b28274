// The values of all statements of batts on a backend that runs plans.

import type { Backend, Unit } from '../../backends/backend.ts'
import type { DifferOutput, Program } from '../../language/program.ts'
import { settleSettings } from '../run/run-pass.ts'
import type { Notation } from '../../language/values/value-notation.ts'
import { mergePrograms } from '../../plan/graph.ts'
import { lowerGraph } from '../../plan/plan.ts'
import type { ProgramVector } from './conform-programs.ts'

/** For each program and each of its samples, the values of its statements; defaults where they failed. */
export type StatementValues = readonly (readonly (readonly (Notation | undefined)[])[])[]

/** Runs every program on its samples, with the value of every statement as an output. */
export async function runForValues(backend: Backend, vectors: readonly ProgramVector[]): Promise<StatementValues> {
  const plans = vectors.map(({ program }) => lowerGraph(mergePrograms([withAllOutputs(program)])))
  const units = vectors.flatMap(({ samples }, plan) =>
    samples.map(({ demos, input, candidate }): Unit => {
      const test = candidate === undefined ? { input } : { input, output: candidate }
      const task = { id: '', train: demos, test: [test] }
      return { plan, task, from: demos.length, to: demos.length + 1 }
    }),
  )
  const settings = settleSettings({ measure: true, outputs: 'value' })
  const all: (readonly (Notation | undefined)[])[] = []
  for await (const { values } of backend.run(plans, units, settings)) all.push(values![0]!)
  let next = 0
  return vectors.map(({ samples }) => samples.map(() => all[next++]!))
}

function withAllOutputs(program: Program): Program {
  const outputs = program.statements.map(({ name }, index): DifferOutput => ({
    kind: 's',
    number: index,
    owner: 'None',
    differ: name,
    value: { kind: 'statement', index },
  }))
  return { ...program, outputs }
}
