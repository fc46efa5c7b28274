// Generates: reads the kernel sources, checks and translates them, and writes all derived files.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CellLayout } from '../kernel/cell-layout.ts'
import { MAX_HEAP_WORDS } from '../kernel/heap-growth.ts'
import { analyse } from './analyse.ts'
import { collectDeclarations } from './collect.ts'
import { printC, printCKey, printCModule } from './c/print-c.ts'
import { type Diagnostic, formatDiagnostic, sortDiagnostics } from './diagnostic.ts'
import {
  applyClosureFile,
  callFiles,
  closureColumnsFile,
  closureStagesFile,
  deviceFiles,
  deviceFolder,
  hostFiles,
  kernelFolders,
  kernelLoopsFile,
  makerArityFile,
  sharedCallFiles,
} from './layout.ts'
import { printOpenclModule } from './opencl/print-opencl.ts'
import { printBuilder, printTracedPrimitives } from './print-builder.ts'
import { checkPlaces, numberKernels, printNumbers } from './number-kernels.ts'
import { printClosureColumns } from './print-closure-columns.ts'
import { printKernelLoops } from './print-kernel-loops.ts'
import { printApplyClosure, printMakerArity } from './print-closure-calls.ts'
import { printClosureStages } from './print-closure-stages.ts'
import { printExamples } from './print-examples.ts'
import { printKernels } from './print-kernels.ts'
import { printReference } from './print-reference.ts'
import { printRegistry } from './print-registry.ts'
import { type PrimitiveSource, readPrimitives } from './read-primitives.ts'
import { type SourceFile, parseSource } from './source.ts'
import { translate } from './translate.ts'
import { printHeapState, printWasm, printWasmMemory } from './wasm/print-wasm.ts'

/** All kernel sources under `root`, in the order of their names. */
export function readSources(root: string): SourceFile[] {
  return kernelFolders.flatMap((folder) => readFolder(root, folder))
}

/** The sources in a folder; generated files only of device code, where one is printed from the table of combinators. */
function readFolder(root: string, folder: string): SourceFile[] {
  const isSource = (name: string): boolean =>
    name.endsWith('.ts') && !name.endsWith('.test.ts') && (folder === deviceFolder || !name.endsWith('.generated.ts'))
  const paths = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(isSource)
    .map((name) => `${folder}/${name}`)
    .filter((path) => !hostFiles.includes(path))
    .sort()
  return parseFiles(root, paths)
}

function parseFiles(root: string, paths: readonly string[]): SourceFile[] {
  return paths.map((path) => parseSource(path, readFileSync(join(root, path), 'utf8')))
}

/**
 * Writes every derived file whose content changed, and returns the problems of the sources. Kernels that cannot be
 * translated hold up the shaders only, so that the CPU's side can still be worked on; the build fails all the same.
 */
export async function generate(root: string): Promise<Diagnostic[]> {
  writeIfChanged(join(root, makerArityFile), printMakerArity())
  writeIfChanged(join(root, applyClosureFile), printApplyClosure())
  const sources = [...readSources(root), ...parseFiles(root, sharedCallFiles)]
  const declarations = collectDeclarations(sources, [])
  const { kernels } = numberKernels(readPrimitives(declarations, []))
  writeIfChanged(join(root, closureColumnsFile), printClosureColumns())
  writeIfChanged(join(root, kernelLoopsFile), printKernelLoops(kernels, declarations.functions))
  writeIfChanged(join(root, closureStagesFile), printClosureStages(kernels.indexOf('equality')))
  const translation = translate([...sources, ...parseFiles(root, deviceFiles), ...readFolder(root, deviceFolder)])
  const { primitives, registryDiagnostics, shaderDiagnostics } = translation
  let callDiagnostics: Diagnostic[] = []
  if (registryDiagnostics.length === 0) {
    writeIfChanged(join(root, 'src/primitives/registry.generated.ts'), printRegistry(primitives))
    writeIfChanged(join(root, 'src/language/builder/builder.generated.ts'), printBuilder(primitives))
    writeIfChanged(join(root, 'src/language/builder/dsl.generated.ts'), printTracedPrimitives(primitives))
    writeIfChanged(join(root, 'src/language/examples/examples.generated.ts'), printExamples(primitives))
    writeIfChanged(join(root, 'docs/dsl.md'), printReference(primitives))
    if (shaderDiagnostics.length === 0) {
      writeIfChanged(join(root, 'src/backends/gpu/shaders/kernels.generated.ts'), printKernels(translation))
      writeIfChanged(join(root, openclFile), printOpenclModule(translation.opencl))
      callDiagnostics = await writeWasm(root, sources, primitives)
    }
  }
  return sortDiagnostics([...registryDiagnostics, ...shaderDiagnostics, ...callDiagnostics])
}

/** Building the modules takes seconds: they are built only when a source or the translator itself has changed. */
async function writeWasm(
  root: string,
  kernels: readonly SourceFile[],
  primitives: readonly PrimitiveSource[],
): Promise<Diagnostic[]> {
  const own = ['.', 'wasm', 'c'].map((folder) => fileURLToPath(new URL(folder, import.meta.url)))
  const translator = own.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.[jt]s$/.test(name))
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  )
  const sources = [...kernels, ...parseFiles(root, callFiles)]
  const hash = createHash('sha256')
  for (const text of [...sources.map((source) => source.text), ...translator]) hash.update(text).update('\0')
  const key = hash.digest('hex')
  if ([...LAYOUTS.map(wasmFile), cFile].every((path) => holdsText(join(root, path), key))) return []
  const diagnostics: Diagnostic[] = []
  const analysis = analyse(sources, diagnostics)
  if (diagnostics.length > 0) return diagnostics
  const numbers = numberKernels(primitives)
  checkPlaces(numbers.kernels.length, analysis, diagnostics)
  if (diagnostics.length > 0) return diagnostics
  const { buildWasm } = await import('./wasm/build-module.ts')
  writeIfChanged(join(root, 'src/backends/kernel-numbers.generated.ts'), printNumbers(numbers))
  writeIfChanged(join(root, 'src/backends/cpu/heap-state.generated.ts'), printHeapState())
  const scratchWords = analysis.values.get('MAX_SCRATCH_WORDS')!.value
  writeIfChanged(join(root, 'src/backends/cpu/wasm-memory.generated.ts'), printWasmMemory(scratchWords))
  const cText = printC(analysis, numbers, MAX_HEAP_WORDS)
  writeIfChanged(join(root, cFile), printCModule(cText, key))
  writeIfChanged(
    join(root, 'src/backends/cpu/native/c-key.generated.ts'),
    printCKey(createHash('sha256').update(JSON.stringify(cText)).digest('hex').slice(0, 32)),
  )
  for (const layout of LAYOUTS)
    writeIfChanged(join(root, wasmFile(layout)), printWasm(buildWasm(analysis, numbers, layout), layout, key))
  return []
}

const LAYOUTS: readonly CellLayout[] = ['a', 't']

const openclFile = 'src/backends/gpu/shaders/kernels-opencl.generated.ts'
const cFile = 'src/backends/cpu/native/c-text.generated.ts'

function wasmFile(layout: CellLayout): string {
  return `src/backends/cpu/wasm-${layout}.generated.ts`
}

function holdsText(path: string, text: string): boolean {
  return existsSync(path) && readFileSync(path, 'utf8').includes(text)
}

function writeIfChanged(path: string, text: string): void {
  try {
    if (readFileSync(path, 'utf8') === text) return
  } catch {
    mkdirSync(dirname(path), { recursive: true })
  }
  writeFileSync(path, text)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const diagnostics = await generate(process.cwd())
  for (const d of diagnostics) console.error(formatDiagnostic(d))
  if (diagnostics.length > 0) {
    console.error(`${diagnostics.length} problem(s) in the kernel sources`)
    process.exitCode = 1
  }
}
