// Translates a piece of kernel TypeScript for a test, together with the real heap it may use.

import { readFileSync } from 'node:fs'
import { collectDeclarations } from '../src/translate/collect.ts'
import { type Diagnostic, formatDiagnostic, sortDiagnostics } from '../src/translate/diagnostic.ts'
import { intrinsicsFile } from '../src/translate/layout.ts'
import { type SourceFile, parseSource } from '../src/translate/source.ts'
import { type Translation, translate } from '../src/translate/translate.ts'

/** Where the sample claims to stand. */
export const samplePath = 'src/kernel/sample.ts'

const real = readReal(
  'src/kernel/heap.ts',
  'src/kernel/errors.ts',
  'src/kernel/words.ts',
  'src/primitives/signature.ts',
)
const intrinsics = readReal(intrinsicsFile)

function readReal(...paths: readonly string[]): SourceFile[] {
  return paths.map((path) => parseSource(path, readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')))
}

/** The translation of samples, by path, as if they stood in the repository. */
export function translateSamples(samples: Readonly<Record<string, string>>): Translation {
  return translate([...real, ...Object.entries(samples).map(([path, text]) => parseSource(path, text))])
}

/** The translation of device code, by path, with the intrinsics. */
export function translateDevice(samples: Readonly<Record<string, string>>): Translation {
  return translate([...real, ...intrinsics, ...Object.entries(samples).map(([path, text]) => parseSource(path, text))])
}

/** The functions of samples in OpenCL C, by name; throws if something is wrong with them. */
export function openclSample(samples: Readonly<Record<string, string>>): Map<string, string> {
  const translation = translateDevice(samples)
  const complaints = listComplaints(translation)
  if (complaints.length > 0) throw new Error(complaints.join('\n'))
  return new Map(translation.opencl.functions.map(({ name, text }) => [name, text]))
}

/** The WGSL of the functions and constants that a sample itself declares; throws if something is wrong with it. */
export function translateSample(text: string): string {
  const translation = translateSamples({ [samplePath]: text })
  const complaints = listComplaints(translation)
  if (complaints.length > 0) throw new Error(complaints.join('\n'))
  const own = collectDeclarations([parseSource(samplePath, text)], [])
  const names = new Set([...own.constants, ...own.functions].map((declaration) => declaration.name))
  const declarations = [...translation.constants, ...translation.functions].filter((declaration) =>
    names.has(declaration.name),
  )
  return declarations.map((declaration) => declaration.text).join('')
}

/** What is wrong with one sample, as `line:column: problem; advice`. */
export function complainAbout(text: string): string[] {
  return listComplaints(translateSamples({ [samplePath]: text })).map((line) => line.replace(`${samplePath}:`, ''))
}

/** All that is wrong, in the order of places. */
export function listComplaints(translation: Translation): string[] {
  const all: Diagnostic[] = [...translation.registryDiagnostics, ...translation.shaderDiagnostics]
  return sortDiagnostics(all).map(formatDiagnostic)
}
