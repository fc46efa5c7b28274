// Checks every program in OpenCL C with clang for GPUs, as strict OpenCL C 1.2: a second opinion beside the compiler of PoCL.
//
//   node scripts/check-opencl.mjs [clang]        Debian package clang, or clang-15 and its like: name the binary then
//
// Programs are the scheduler, the modules of tuned kernels and all kernels in the families that cards get, in both layouts. Prints
// warnings, and ends with exit code 1 where there is one; a function that a program does not use is one.

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildIfStale } from './build/build-project.mjs'

const TARGETS = ['nvptx64-nvidia-nvcl', 'amdgcn-amd-amdhsa', 'spir64']
const STRICT =
  '-x cl -cl-std=CL1.2 -nogpulib -Xclang -finclude-default-header -fsyntax-only -Wall -Wextra -pedantic -Werror -Wno-unused-parameter'

buildIfStale()
const { openclCode } = await import('../dist/backends/gpu/shaders/opencl-code.js')
const { GROUP_FAMILY, familyOf, kernelsOfFamily, sharesEnds } = await import('../dist/backends/gpu/shaders/families.js')
const { arityOfKernel, kernelNames } = await import('../dist/backends/gpu/shaders/kernel-arity.js')

const clang = process.argv[2] ?? 'clang'
const folder = await mkdtemp(join(tmpdir(), 'megabatt-opencl-'))
let failed = 0
let checked = 0
try {
  for (const [name, text] of ['a', 't'].flatMap(printPrograms)) {
    const file = join(folder, name)
    await writeFile(file, text)
    for (const target of TARGETS) await check(file, name, target)
  }
} finally {
  await rm(folder, { recursive: true })
}
console.log(`${checked} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

/** The programs of a layout by name. */
function printPrograms(layout) {
  const entryOf = (kernel) => ({ kernel, arity: arityOfKernel(kernel) })
  const membersOf = (family) => kernelsOfFamily(family, layout).map(entryOf)
  const families = new Set(kernelNames.map((kernel) => familyOf(kernel, layout, 'large')))
  families.delete(undefined)
  return [
    [`scheduler-${layout}.cl`, openclCode.printScheduler(layout)],
    [`groups-${layout}.cl`, openclCode.printGroups(membersOf(GROUP_FAMILY), layout)],
    [`objects-${layout}.cl`, openclCode.printKernel({ ...entryOf('objects'), tuned: true, layout })],
    ...Array.from(families, (family) => [
      `${family}-${layout}.cl`,
      openclCode.printFamily(membersOf(family), layout, sharesEnds(family)),
    ]),
  ]
}

async function check(file, name, target) {
  const args = [...STRICT.split(' '), '-target', target, file]
  try {
    await promisify(execFile)(clang, args, { maxBuffer: 1 << 28 })
    checked++
  } catch (error) {
    failed++
    console.log(`${name} for ${target}:\n${error.stderr || error.message}`)
  }
}
