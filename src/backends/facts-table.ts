// The facts of all primitives by number. The function has two twins: in translate/wasm/prelude.ts for WebAssembly and in
// gpu/shaders/scheduler-calls.ts for WGSL.

import { primitiveFacts } from './kernel-numbers.generated.ts'

/** The facts of the primitive of that number, see kernel/primitive-facts.ts; -1 where there is none. */
export function factsOf(primitive: number): number {
  return primitiveFacts[primitive] ?? -1
}
