// Solvers to make batts of: those of the gallery, in dialect a and as far as possible in t, and drawn and written ones.

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { galleryPrograms, gallerySource } from '../../src/data/gallery.ts'
import type { Task } from '../../src/data/task.ts'
import { readProgramVectors } from '../../src/engine/conform/program-vectors.ts'
import { type CellLayout, dialectOf } from '../../src/language/dialects.ts'
import type { Program } from '../../src/language/program.ts'
import { readPrograms } from '../../src/language/python/read-python.ts'
import { SEED, newRandom } from './seed.ts'
import { typedProgram } from './typed-programs.ts'
import { T_SOLVERS } from './t-solvers.ts'

/** Names of dialect t for names that only dialect a has; whether the program then still makes sense does not matter. */
const NAMES_IN_T: Readonly<Record<string, string>> = {
  recolor: 'recolor_i',
  ofcolor: 'f_ofcolor',
  height: 'height_t',
  width: 'width_t',
  shape: 'shape_t',
  palette: 'p_g',
  portrait: 'portrait_t',
  square: 'square_f',
  hmirror: 'hmirror_t',
  vmirror: 'vmirror_t',
  dmirror: 'dmirror_t',
  cmirror: 'cmirror_t',
  mostcolor: 'mostcolor_t',
  leastcolor: 'leastcolor_t',
  numcolors: 'numcolors_t',
  colorcount: 'colorcount_t',
  hline: 'hline_i',
  vline: 'vline_i',
  upscale: 'upscale_t',
}

/** The strict programs of the gallery; in dialect t, the translated ones that can be read. */
export function gallerySolvers(layout: CellLayout): Program[] {
  if (layout === 'a') return galleryPrograms().filter(({ mode }) => mode === 'strict')
  const names = new RegExp(`\\b(?:${Object.keys(NAMES_IN_T).join('|')})\\b`, 'g')
  const text = gallerySource().replaceAll(names, (name) => NAMES_IN_T[name]!)
  return readPrograms(text, 'gallery-t.py', { dialect: 't' }).programs.filter(({ mode }) => mode === 'strict')
}

/** Solvers of dialects a and r together, all of which can be in one batt. */
export function mixedSolvers(): Program[] {
  const isMixable = ({ statements }: Program) =>
    !statements.some(({ callee, args }) =>
      [callee, ...args].some((operand) => operand.kind === 'primitive' && operand.key === 'occurrences'),
    )
  const ofR = readPrograms(gallerySource(), 'gallery-r.py', { dialect: 'r' }).programs
  const verifiers = ofR
    .filter(({ mode }) => mode === 'strict')
    .map((program) => ({ ...program, name: program.name.replace('solve_', 'verify_') }))
  return [...gallerySolvers('a').filter(isMixable), ...verifiers]
}

/** Strict programs of many statements, most of which fail: each returns one value of a batt of the conformance data. */
export function conformanceSolvers(layout: CellLayout, count: number): { solvers: Program[]; task: Task } {
  const name = layout === 't' ? 'programs-t.jsonl' : 'programs.jsonl'
  const text = readFileSync(new URL(`../conformance/data/${name}`, import.meta.url), 'utf8')
  const lines = text.split('\n').slice(0, Math.ceil(count / 4))
  const { vectors } = readProgramVectors(lines.join('\n'), name, layout)
  const random = newRandom(SEED)
  const solvers = Array.from({ length: count }, (_, k): Program => {
    const { program } = vectors[k % vectors.length]!
    const result = { kind: 'statement', index: random() % program.statements.length } as const
    return { ...program, name: `solve_vector${k}`, task: `vector${k}`, mode: 'strict', outputs: [], result }
  })
  const [{ samples }] = vectors as [(typeof vectors)[number]]
  const test = samples.map(({ input, candidate }) =>
    candidate === undefined ? { input } : { input, output: candidate },
  )
  return { solvers, task: { id: 'vectors', train: samples[0]!.demos, test } }
}

/** Drawn strict programs of dialect a. */
export function drawnSolvers(count: number): Program[] {
  const own = dialectOf('a').primitives
  const program = typedProgram({ primitives: [...own.keys()] })
  // The generator takes primitives of other dialects for those of the same name.
  const isOfA = ({ statements }: Program) =>
    statements.every(({ callee, args }) =>
      [callee, ...args].every((operand) => operand.kind !== 'primitive' || own.get(operand.key)?.key === operand.key),
    )
  const drawn = fc.sample(
    program.filter((drawn) => drawn.mode === 'strict' && isOfA(drawn)),
    { numRuns: count, seed: SEED },
  )
  return drawn.map((program, k) => ({ ...program, name: `solve_drawn${k}`, task: `drawn${k}` }))
}

/** Written solvers of dialect t. */
export function writtenSolvers(): readonly Program[] {
  return readPrograms(T_SOLVERS, 't-solvers.py').programs
}
