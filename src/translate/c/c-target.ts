// Dialects of C that kernels are printed in: C11 for the CPU, OpenCL C for devices.

import type { Memory } from '../collect.ts'
import type { ConstantValue } from '../fold-constants.ts'
import type { ValueType } from '../resolve.ts'
import { cName } from './c-names.ts'

/** The spelling of a dialect of C. */
export interface CTarget {
  readonly int: string
  readonly unsigned: string
  /** Whether sums and products are computed without sign: their overflow is undefined, where no option of the compiler defines it. */
  readonly isUnsigned: boolean
  /** The name of a constant, function or variable. */
  readonly name: (name: string) => string
  /** The value of a constant, where `isUnsigned` asks for it. */
  readonly constant: (name: string) => ConstantValue | undefined
  /** A variable of the invocation, by `group.field`. */
  readonly printVariable: (name: string) => string
  /** A call of an intrinsic for a memory. */
  readonly printAccess: (intrinsic: string, memory: Memory, texts: readonly string[]) => string
  /** The check of an access in front of its loop, where the dialect has it: the processor's own compilers find less to gain. */
  readonly printLoopCheck?: (access: string, variable: string, end: string, address: string) => string
}

/** The type of a value. */
export function cType(type: ValueType | 'void', { int }: CTarget): string {
  return type === 'number' ? int : type === 'boolean' ? 'bool' : 'void'
}

function refuse(): never {
  throw new Error('bug in the translator: device code is not translated to C11')
}

/** C11, compiled with -fwrapv. */
export const c11: CTarget = {
  int: 'int32_t',
  unsigned: 'uint32_t',
  isUnsigned: false,
  name: cName,
  constant: () => undefined,
  printVariable: refuse,
  printAccess: refuse,
}
