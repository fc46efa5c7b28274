// Answers to the calls of the pages of batts, runs, reference and sharing.

import { cutProgram } from '../../src/batts/cut.ts'
import { CpuBackend } from '../../src/backends/cpu/cpu-backend.ts'
import { spellDeclarations } from '../../src/cli/reference/spell-declaration.ts'
import { profilePrograms } from '../../src/engine/profile/profile-programs.ts'
import { evaluateExample } from '../../src/engine/reference/run-examples.ts'
import { dialectIds } from '../../src/language/dialects.ts'
import { exampleCalls } from '../../src/language/examples/examples.generated.ts'
import { printJsonPrograms } from '../../src/language/json/print-json.ts'
import { primitives } from '../../src/language/names.ts'
import type { Program } from '../../src/language/program.ts'
import { printPrograms } from '../../src/language/python/print-python.ts'
import { printTypeScript } from '../../src/language/builder/print-typescript.ts'
import type { Primitive } from '../../src/primitives/primitive.ts'
import { studyBatt } from './study-batt.ts'
import type { ProgramForm, ReferenceEntry, StudyCalls } from './study-messages.ts'

type Answers = {
  readonly [Method in keyof StudyCalls]: (
    params: StudyCalls[Method]['params'],
  ) => StudyCalls[Method]['result'] | Promise<StudyCalls[Method]['result']>
}

export const studyAnswers: Answers = {
  studyBatt: ({ programs, task }) => studyBatt(programs, task, (backend ??= new CpuBackend())),
  cutSolver: ({ batt, id, number }) => {
    const program = cutProgram(batt, id, { strict: true, number })
    return { name: program.name, text: printPrograms([program]) }
  },
  profile: async ({ programs, tasks }) => (await profilePrograms({ programs, dataset: { tasks, hash: '' } })).profile,
  reference: () => primitives.map(describePrimitive),
  evaluateExample: ({ text, dialect }) => evaluateExample(text, dialect),
  // The kernels for the GPU are larger than the rest of the engine.
  compareBackends: async (params) => (await import('./compare-backends.ts')).compareBackends(params),
  printProgram: ({ program, form }) => printAs(program, form),
}

// Kept: a new heap costs more than a run of one program.
let backend: CpuBackend | undefined

function describePrimitive(primitive: Primitive): ReferenceEntry {
  const { key, name, family, sort, prose } = primitive
  const texts = new Map<string, (typeof dialectIds)[number][]>()
  for (const dialect of dialectIds) {
    const text = primitive.declarations[dialect] === undefined ? undefined : exampleCalls[key]?.[dialect]
    if (text !== undefined) texts.set(text, [...(texts.get(text) ?? []), dialect])
  }
  const examples = Array.from(texts, ([text, dialects]) => ({ text, dialects }))
  return { key, name, family, sort, prose, signatures: spellDeclarations(primitive), examples }
}

function printAs(program: Program, form: ProgramForm): string {
  switch (form) {
    case 'python':
      return printPrograms([program])
    case 'json':
      return printJsonPrograms([program])
    case 'typescript':
      return printTypeScript(program)
    default:
      throw form satisfies never
  }
}
