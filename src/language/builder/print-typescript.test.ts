// Programs as TypeScript modules: run as modules, they make the same programs.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { galleryPrograms } from '../../data/gallery.ts'
import { dialectOf } from '../dialects.ts'
import type { Operand, Program } from '../program.ts'
import { readPrograms } from '../python/read-python.ts'
import { printTypeScript } from './print-typescript.ts'

/** The calls of a program without names of statements and places. */
function callsOf({ statements, result }: Program): unknown {
  const spell = (operand: Operand | undefined) =>
    operand?.kind === 'constant' ? { kind: operand.kind, value: spellGrids(operand.value) } : operand
  return [statements.map(({ callee, args }) => [spell(callee), args.map(spell)]), spell(result)]
}

/** A grid is the tuple of its rows. */
function spellGrids(value: unknown): string {
  return JSON.stringify(value, (key, part: unknown) =>
    key === 'g'
      ? undefined
      : typeof part === 'object' && part !== null && 'g' in part
        ? tuplesOf(part.g as string[])
        : part,
  )
}

function tuplesOf(rows: readonly string[]) {
  return { t: rows.map((row) => ({ t: [...row].map(Number) })) }
}

async function makeAgain(programs: readonly Program[]): Promise<Program[]> {
  const dsl = new URL('../../dsl.ts', import.meta.url).href
  const folder = await mkdtemp(join(tmpdir(), 'megabatt-typescript-'))
  try {
    const texts = programs.map((program, k) => {
      const [head, ...rest] = printTypeScript(program).split('\n')
      const body = rest.join('\n').replace(/export const \w+/, `export const made${k}`)
      // Every program has its own scope, so that nothing but its own imports is visible in it.
      const names = /\{ (.*) \}/.exec(head!)![1]!
      return body.replace(/= (trace[\s\S]*)$/, `= (() => { const { ${names} } = dsl\nreturn $1 })()`)
    })
    const file = join(folder, 'programs.mjs')
    await writeFile(file, `import * as dsl from ${JSON.stringify(dsl)}\n${texts.join('\n')}`)
    const made = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Record<string, Program>
    return programs.map((_, k) => made[`made${k}`]!)
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('all solvers of the gallery are made again', async () => {
  const solvers = galleryPrograms().filter(({ mode, dialect }) => mode === 'strict' && dialect === 'a')
  expect(solvers.length).toBeGreaterThan(200)
  const made = await makeAgain(solvers)
  for (const [k, program] of solvers.entries()) {
    expect(made[k]!.name).toBe(program.name)
    expect(callsOf(made[k]!)).toEqual(callsOf(program))
  }
})

test('inputs, sets, functions as values and names that TypeScript reserves', async () => {
  const { programs, diagnostics } = readPrograms(
    `def solve_a(S, I, C):
    class_ = switch(I, 1, 2)
    new = first(S)
    trace = compose(size, identity)
    x1 = trace(class_)
    x2 = combine(frozenset({1, 2}), frozenset())
    x3 = astuple(x1, ((1, 2), (3,)))
    return new
`,
    'a.py',
  )
  expect(diagnostics).toEqual([])
  const text = printTypeScript(programs[0]!)
  expect(text).toContain(
    "import { astuple, combine, compose, first, identity, size, switch_, trace } from 'megabatt/dsl'",
  )
  expect(text).toContain('(I, S, C) => {')
  const [made] = await makeAgain(programs)
  expect(callsOf(made!)).toEqual(callsOf(programs[0]!))
})

test('all constants of the dialect without a digit are exported', async () => {
  const dsl = (await import('../../dsl.ts')) as object
  const names = [...dialectOf('a').constants.keys()].filter((name) => !/\d/.test(name))
  expect(names.filter((name) => !(name in dsl))).toEqual([])
})

test('a batt, names of another dialect and None are refused', () => {
  const batt = galleryPrograms().find(({ mode }) => mode === 'guarded')!
  expect(() => printTypeScript(batt)).toThrow('is a batt')
  const other = readPrograms('# dialect: t\ndef solve_b(S, I, C):\n    x1 = p_g(I)\n    return x1\n', 'b.py')
    .programs[0]!
  expect(() => printTypeScript(other)).toThrow('calls p_g, which dialect a has not')
  const none = readPrograms('def solve_c(I):\n    x1 = equality(I, None)\n    return x1\n', 'c.py').programs[0]!
  expect(() => printTypeScript(none)).toThrow('None')
})
