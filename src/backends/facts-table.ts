// The facts of all primitives by number. The function has two twins: in translate/wasm/prelude.ts for WebAssembly and in
// translate/prelude.ts and translate/opencl/prelude.ts for devices.

import type { Heap } from '../kernel/heap.ts'
import { primitiveFacts } from './kernel-numbers.generated.ts'

/** The facts of the primitive of that number, see kernel/primitive-facts.ts; -1 where the heap's dialects have none. */
export function factsOf(h: Heap, primitive: number): number {
  return primitiveFacts[h.layout][primitive] ?? -1
}
