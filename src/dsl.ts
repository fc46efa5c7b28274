// The DSL in TypeScript: its primitives as typed functions, its constants, and what makes programs of them.

export { ProgramBuilder } from './language/builder.ts'
export * from './language/dsl-constants.ts'
export * from './language/dsl.generated.ts'
export type * as Given from './language/given-values.ts'
export type { Program } from './language/program.ts'
export type * as Value from './language/recorded-values.ts'
export { type TracedFunction, trace } from './language/trace.ts'
