// The arity of function values. Kernel TypeScript, translated to WebAssembly and WGSL like the kernels.

import { CLOSURE, isBlock } from '../kernel/blocks.ts'
import { MAX_CALL_DEPTH, arityAfterBinding, closureArgument, closureMaker } from '../kernel/closures.ts'
import type { Heap } from '../kernel/heap.ts'
import { arityIn } from '../kernel/primitive-facts.ts'
import { PRIMITIVE_BASE, type Word, isPrimitive } from '../kernel/words.ts'
import { factsOf } from './facts-table.ts'
import { makerArity } from './maker-arity.generated.ts'

/** The number of arguments that a function value takes; -1 for any other word. */
export function arityOf(h: Heap, fn: Word): number {
  let inner = fn
  let bindings = 0
  let arity = -1
  // A closure of a damaged heap may hold itself.
  while (isBlock(h, inner, CLOSURE) && bindings < MAX_CALL_DEPTH) {
    arity = makerArity(closureMaker(h, inner))
    if (arity >= 0) break
    inner = closureArgument(h, inner, 0)
    bindings++
  }
  if (isPrimitive(inner)) {
    const facts = factsOf(h, inner - PRIMITIVE_BASE)
    arity = facts < 0 ? -1 : arityIn(facts)
  }
  return arity < 0 ? -1 : arityAfterBinding(arity, bindings)
}
