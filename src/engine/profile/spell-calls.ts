// The calls of a program's statements in a few characters, for tables and traces.

import { printCalls } from '../../language/python/print-python.ts'
import { nameOfKey } from '../../language/names.ts'
import { type Program, shownName } from '../../language/program.ts'

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
      return shownName(statements[callee.index]!)
    case 'input':
      return callee.name
    case 'primitive':
      return nameOfKey(callee.key)
    case 'constant':
      return callee.name ?? 'constant'
  }
  return callee satisfies never
}
