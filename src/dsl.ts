// The DSL in TypeScript: its primitives as typed functions, its constants, and what makes programs of them.

export { ProgramBuilder } from './language/builder/builder.ts'
export * from './language/builder/dsl-constants.ts'
export * from './language/builder/dsl.generated.ts'
export type * as Given from './language/builder/given-values.ts'
export type { Program } from './language/program.ts'
export type * as Value from './language/builder/recorded-values.ts'
export { type TracedFunction, trace } from './language/builder/trace.ts'
