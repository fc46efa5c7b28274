import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { kernelIndexes } from '../../src/backends/kernel-numbers.generated.ts'
import { formatDiagnostic } from '../../src/translate/diagnostic.ts'
import { generate } from '../../src/translate/generate.node.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const derived = [
  'src/primitives/registry.generated.ts',
  'src/backends/gpu/shaders/kernels.generated.ts',
  'src/backends/kernel-numbers.generated.ts',
  'src/backends/cpu/heap-state.generated.ts',
  'src/backends/cpu/native/c-key.generated.ts',
  'src/backends/cpu/native/c-text.generated.ts',
  'src/backends/cpu/wasm-memory.generated.ts',
  'src/backends/cpu/wasm-a.generated.ts',
  'src/backends/cpu/wasm-t.generated.ts',
  'src/backends/maker-arity.generated.ts',
  'src/backends/cpu/apply-closure.generated.ts',
  'src/backends/cpu/closure-columns.generated.ts',
  'src/backends/cpu/kernel-loops.generated.ts',
  'src/language/builder/builder.generated.ts',
  'src/language/builder/dsl.generated.ts',
  'src/language/examples/examples.generated.ts',
  'docs/dsl.md',
]

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'megabatt-generate-'))
  for (const folder of ['src/kernel', 'src/primitives', 'src/backends', 'src/plan']) {
    cpSync(join(repository, folder), join(root, folder), {
      recursive: true,
      filter: (path) =>
        !path.includes('.generated.') && (!path.includes('backends/gpu/') || path.includes('backends/gpu/device-code')),
    })
  }
})
afterEach(() => rmSync(root, { recursive: true }))

/** Derived files that the build of this checkout made, of which one is changed and one is missing. */
function copyDerived(changed: string, missing: string): void {
  const long = new Date(0)
  for (const path of derived) {
    if (path === missing) continue
    cpSync(join(repository, path), join(root, path))
    if (path === changed) writeFileSync(join(root, path), 'changed')
    utimesSync(join(root, path), long, long)
  }
}

test('the sources translate into what the build made of them; only files that differ are written', async () => {
  const [changed, missing] = ['docs/dsl.md', 'src/backends/gpu/shaders/kernels.generated.ts']
  copyDerived(changed, missing)
  expect((await generate(root)).map(formatDiagnostic)).toEqual([])
  for (const path of derived) {
    const [text, ofBuild] = [root, repository].map((folder) => readFileSync(join(folder, path), 'utf8'))
    expect(text).toContain('Generated from src/')
    expect([path, text === ofBuild]).toEqual([path, true])
    const isNew = path === changed || path === missing
    expect([path, statSync(join(root, path)).mtimeMs !== 0]).toEqual([path, isNew])
  }
})

test('a kernel outside the subset holds up the shaders and is named', async () => {
  writeFileSync(join(root, 'src/kernel/wrong.ts'), 'export function wrong(a: number): number {\n  return a / 2\n}\n')
  expect((await generate(root)).map(formatDiagnostic)).toEqual([
    'src/kernel/wrong.ts:2:10: operator / is not part of kernel TypeScript; use divideTowardsZero or floorDivide',
  ])
  expect(() => readFileSync(join(root, derived[1]!))).toThrow('ENOENT')
  expect(readFileSync(join(root, derived[0]!), 'utf8')).toContain('Generated')
})

test('more kernels than places fail the build', async () => {
  const facts = join(root, 'src/kernel/primitive-facts.ts')
  const text = readFileSync(facts, 'utf8')
  const count = Object.keys(kernelIndexes).length
  writeFileSync(facts, text.replace('MAX_KERNELS = 512', `MAX_KERNELS = ${count}`))
  expect((await generate(root)).map(formatDiagnostic)).toEqual([
    `src/kernel/primitive-facts.ts:5:14: ${count + 1} kernels, the copy kernel included, but a device has places for ${count}; raise MAX_KERNELS to the next multiple of 256`,
  ])
  expect(() => readFileSync(join(root, 'src/backends/kernel-numbers.generated.ts'))).toThrow('ENOENT')
})
