// The base differs in both cell layouts: what they measure, and that C absent or equal grids give no count.

import { expect, test } from 'vitest'
import { CpuBackend } from '../backends/cpu/cpu-backend.ts'
import { gridFromRows } from '../data/grid-rows.ts'
import type { Program } from '../language/program.ts'
import { runPrograms } from '../engine/run/run-programs.ts'
import { type Plain, plainFromNotation } from '../language/values/plain-values.ts'
import type { Notation } from '../language/values/value-notation.ts'
import { cardPrograms } from './card.ts'

const INPUT = [
  [0, 0, 0, 0, 5],
  [0, 3, 0, 0, 0],
  [0, 0, 0, 4, 4],
]
const OUTPUT = [
  [0, 0, 0, 0, 5],
  [0, 0, 6, 0, 0],
  [8, 0, 0, 4, 4],
]

function solver(layout: 'a' | 't'): Program {
  const callee = { kind: 'primitive', key: 'identity' } as const
  const statements = [
    { name: 'x1', callee, args: [{ kind: 'input', name: 'I' } as const], place: { line: 1, column: 1 } },
  ]
  const result = { kind: 'statement', index: 0 } as const
  return { name: 'solve_same', mode: 'strict', dialect: layout, file: '', statements, result, outputs: [] }
}

async function measure(
  layout: 'a' | 't',
  input: number[][],
  output: number[][],
  isMeasured: boolean,
): Promise<Record<string, Plain>> {
  const { program } = cardPrograms([solver(layout)])
  const pair = { input: gridFromRows(input), output: gridFromRows(output) }
  const found: Record<string, Plain> = {}
  await runPrograms({
    programs: [program],
    dataset: { tasks: [{ id: 'a', train: [], test: [pair] }], hash: '' },
    pairing: 'all',
    backend: new CpuBackend(),
    settings: { outputs: 'value', measure: isMeasured },
    onPair: ({ outputs }) => {
      expect(outputs!.map((values) => values.length)).toEqual(program.outputs.map(() => 1))
      for (const [k, output] of program.outputs.entries())
        if (output.kind === 's')
          found[`${output.owner} ${output.differ}`] = plainFromNotation(outputs![k]![0] as Notation)
    },
  })
  return found
}

const dot = { a: (i: number, j: number, c: number) => [c, [i, j]], t: (i: number, j: number, c: number) => [i, j, c] }

test.each(['a', 't'] as const)('layout %s: how many, and the first one', async (layout) => {
  const cell = (i: number, j: number, c: number) => new Set([dot[layout](i, j, c)])
  const wanted = {
    colors_gained: [2, 6],
    colors_lost: [1, 3],
    dots_lost: [1, cell(1, 1, 3)],
    dots_gained: [2, layout === 'a' ? cell(1, 2, 6) : cell(1, 2, 6)],
  }
  const found = await measure(layout, INPUT, OUTPUT, true)
  for (const [name, value] of Object.entries(wanted)) {
    expect([name, found[`None ${name}`]]).toEqual([name, value])
    // The solver changes nothing: its output is measured as I is.
    expect(found[`same ${name}`]).toEqual(value)
  }
})

test.each(['a', 't'] as const)('layout %s: equal grids, and C absent, have no difference to show', async (layout) => {
  for (const [name, value] of Object.entries(await measure(layout, INPUT, INPUT, true)))
    expect([name, (value as Plain[])[0]]).toEqual([name, 0])
  const absent = await measure(layout, INPUT, OUTPUT, false)
  expect((absent['None colors_gained'] as Plain[])[0]).toBe(0)
  expect((absent['None dots_gained'] as Plain[])[0]).toBe(0)
})
