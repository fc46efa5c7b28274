// C for tests: compiled by the system's compiler and loaded. A machine without a compiler says so with MEGABATT_NATIVE=off, which
// scripts/test.mjs sets and prints; otherwise a missing compiler makes the tests fail.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compile, findCompiler } from '../src/backends/cpu/native/compiler.node.ts'
import { loadKoffi } from '../src/backends/cpu/native/native-library.node.ts'

/** Whether C is tested. */
export const hasCompiler = process.env['MEGABATT_NATIVE'] !== 'off'

type Library = ReturnType<ReturnType<typeof loadKoffi>['load']>

/** Compiles a text and loads the library; its functions are visible. */
export async function compileC(text: string): Promise<Library> {
  const folder = await mkdtemp(join(tmpdir(), 'megabatt-c-'))
  try {
    const [source, library] = [join(folder, 'test.c'), join(folder, 'test.so')]
    await writeFile(source, text)
    await compile(await findCompiler(), source, library, ['-fvisibility=default'])
    return loadKoffi().load(library)
  } finally {
    await rm(folder, { recursive: true })
  }
}
