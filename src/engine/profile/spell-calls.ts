// The calls of a program's statements in a few characters, for tables and traces.

import { printCalls } from '../../language/python/print-python.ts'
import type { Program } from '../../language/program.ts'

const MAX_CALL = 120

/** The calls as a program file has them, cut off where they are long. */
export function spellCalls(program: Program): string[] {
  return printCalls(program).map((call) => (call.length > MAX_CALL ? `${call.slice(0, MAX_CALL - 1)}…` : call))
}

/** What a statement calls: the name of a primitive, an input or a statement; a constant can be called only in vain. */
export function calleeOf({ statements }: Program, statement: number): string {
  const { callee } = statements[statement]!
  switch (callee.kind) {
    case 'statement':
      return statements[callee.index]!.name
    case 'input':
    case 'primitive':
      return callee.name
    case 'constant':
      return callee.name ?? 'constant'
  }
  return callee satisfies never
}
