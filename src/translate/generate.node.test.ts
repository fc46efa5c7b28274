import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { formatDiagnostic } from './diagnostic.ts'
import { generate } from './generate.node.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const derived = [
  'src/primitives/registry.generated.ts',
  'src/backends/gpu/shaders/kernels.generated.ts',
  'src/backends/kernel-numbers.generated.ts',
  'src/backends/cpu/wasm.generated.ts',
  'src/language/builder/builder.generated.ts',
  'src/language/builder/dsl.generated.ts',
  'docs/dsl.md',
]

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'megabatt-generate-'))
  for (const folder of ['src/kernel', 'src/primitives', 'src/backends/cpu']) {
    cpSync(join(repository, folder), join(root, folder), {
      recursive: true,
      filter: (path) => !path.includes('.generated.'),
    })
  }
})
afterEach(() => rmSync(root, { recursive: true }))

test('the sources of this repository translate, into folders that are not there yet', async () => {
  expect((await generate(root)).map(formatDiagnostic)).toEqual([])
  for (const path of derived) expect(readFileSync(join(root, path), 'utf8')).toContain('Generated from src/')
})

test('the committed reference is up to date', async () => {
  await generate(root)
  expect(readFileSync(join(repository, 'docs/dsl.md'), 'utf8')).toBe(readFileSync(join(root, 'docs/dsl.md'), 'utf8'))
})

test('a file whose content is the same is not written again', async () => {
  await generate(root)
  const long = new Date(0)
  for (const path of derived) utimesSync(join(root, path), long, long)
  writeFileSync(join(root, 'docs/dsl.md'), 'changed')
  await generate(root)
  expect(derived.map((path) => statSync(join(root, path)).mtimeMs === 0)).toEqual([
    ...derived.slice(1).map(() => true),
    false,
  ])
})

test('a kernel outside the subset holds up the shaders and is named', async () => {
  writeFileSync(join(root, 'src/kernel/wrong.ts'), 'export function wrong(a: number): number {\n  return a / 2\n}\n')
  expect((await generate(root)).map(formatDiagnostic)).toEqual([
    'src/kernel/wrong.ts:2:10: operator / is not part of kernel TypeScript; use divideTowardsZero or floorDivide',
  ])
  expect(() => readFileSync(join(root, derived[1]!))).toThrow('ENOENT')
  expect(readFileSync(join(root, derived[0]!), 'utf8')).toContain('Generated')
})
