// Which of the conformance data runs in the browser: what needs only kernels that compile soon. A software device compiles
// one kernel after the other, and the long ones take it seconds each.

import { arityOfKernel } from '../../src/backends/gpu/shaders/kernel-arity.ts'
import { assembleShader } from '../../src/backends/gpu/shaders/shader.ts'
import type { ProgramVector } from '../../src/engine/conform/conform-programs.ts'
import type { Operand, Statement } from '../../src/language/program.ts'
import type { Primitive } from '../../src/primitives/primitive.ts'
import { primitives } from '../../src/primitives/registry.generated.ts'

/** The keys of the primitives whose shaders have at most so many characters, and of all that have no shader. */
export function primitivesWithin(mostCharacters: number): ReadonlySet<string> {
  const isWithin = (kernel: string) => assembleShader({ kernel, arity: arityOfKernel(kernel) }).length <= mostCharacters
  return new Set(primitives.filter((primitive) => kernelsOf(primitive).every(isWithin)).map(({ key }) => key))
}

function kernelsOf(primitive: Primitive): string[] {
  return primitive.sort === 'higher-order' ? [primitive.kernelName, primitive.callsName] : [primitive.kernelName]
}

/** The lines of a conformance file that name only these primitives, as what is called or within an argument. */
export function keptLines(text: string, names: ReadonlySet<string>): { lines: string[]; left: number } {
  const all = text.split('\n').filter((line) => line !== '')
  const lines = all.filter((line) =>
    Array.from(line.matchAll(/"(?:fn|f|call)":\s*"(\w+)"/g), ([, name]) => name!).every((name) => names.has(name)),
  )
  return { lines, left: all.length - lines.length }
}

/** A program without the statements that name other primitives, or that use what such a statement gives. */
export function keptStatements(vector: ProgramVector, names: ReadonlySet<string>): ProgramVector {
  const statements: Statement[] = []
  const places = new Map<number, number>()
  const isKept = (operand: Operand) => {
    if (operand.kind === 'statement') return places.has(operand.index)
    return operand.kind !== 'primitive' || names.has(operand.key)
  }
  const moved = (operand: Operand): Operand =>
    operand.kind === 'statement' ? { kind: 'statement', index: places.get(operand.index)! } : operand
  for (const [k, statement] of vector.program.statements.entries()) {
    if (![statement.callee, ...statement.args].every(isKept)) continue
    places.set(k, statements.length)
    statements.push({ ...statement, callee: moved(statement.callee), args: statement.args.map(moved) })
  }
  return { ...vector, program: { ...vector.program, statements, outputs: [] } }
}
