// Families of kernels (src/backends/gpu/shaders/families.ts): which kernels share one, and what they need when compiled for a card.
//
//   node bench/families.mjs [--write] [--compile] [--only family,...]
//
// Prints the dispatches of a chunk of all gallery programs for each size of families. --write searches lists of kernels for large families
// and writes them (src/backends/gpu/shaders/family-lists.ts); build afterwards. --compile compiles the large families of layout a
// for sm_89 with nvcc, which needs no card: minutes for each; writes registers, stack
// and CPU time to parts/lockstep/families.json, which the page of the prediction has.

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { schedulePlan } from '../dist/backends/gpu/schedule/schedule.js'
import {
  GROUP_FAMILY,
  MOST_CODE,
  familyOf,
  isInGroupFamily,
  kernelsOfFamily,
} from '../dist/backends/gpu/shaders/families.js'
import { arityOfKernel, kernelNames } from '../dist/backends/gpu/shaders/kernel-arity.js'
import * as library from '../dist/backends/gpu/shaders/kernels.generated.js'
import { assembleOpenclSharing } from '../dist/backends/gpu/shaders/opencl-program.js'
import { wgslEnds } from '../dist/backends/gpu/shaders/shader.js'
import { PartReader } from '../dist/backends/gpu/shaders/shared-ends.js'
import { tunedKernels } from '../dist/backends/gpu/shaders/tuned-kernels.js'
import { planGroups, plansOf } from '../dist/engine/run/plan-groups.js'
import { galleryPrograms } from '../dist/index.js'
import { toCuda } from './parts/lockstep/opencl-to-cuda.mjs'
import { manyTasks } from './parts/workloads.mjs'

const { values: options } = parseArgs({
  options: { write: { type: 'boolean' }, compile: { type: 'boolean' }, only: { type: 'string' } },
})

const kernels = kernelNames.filter((kernel) => familyOf(kernel, 'a', 'large') !== undefined)
const parts = new PartReader(library, wgslEnds)
const { dataset } = await manyTasks({})
const [plan] = plansOf(planGroups({ programs: galleryPrograms(), dataset, pairing: 'all' }))

if (options.write) writeLists(searchLists(MOST_CODE))
else if (options.compile) compileFamilies()
else printDispatches()

function printDispatches() {
  const { rounds } = schedulePlan(plan)
  for (const size of ['none', 'small', 'large']) {
    const laneForm = (kernel) => (size === 'none' ? undefined : familyOf(kernel, 'a', size)) ?? kernel
    const formsOf = (kernel) => {
      if (!tunedKernels.has(kernel)) return [laneForm(kernel)]
      return [laneForm(kernel), isInGroupFamily(kernel) ? GROUP_FAMILY : `tuned.${kernel}`]
    }
    const forms = rounds.map((round) => new Set([...round.kernels.keys()].flatMap(formsOf)).size)
    const sum = forms.reduce((all, own) => all + own, 2 * rounds.length)
    console.log(`${size}: ${sum} dispatches in ${rounds.length} rounds, ${(sum / rounds.length).toFixed(2)} a round`)
  }
}

/** The characters of a family with all that is pasted into it. */
function sizeOf(family) {
  return parts.partsOf(family).reduce((sum, { name }) => sum + parts.sizeOf(name), 0)
}

/**
 * Lists of kernels with few dispatches: kernels that many rounds need, for their size, come first; then single kernels change places while
 * that saves dispatches. The schedule depends on the families, so this is repeated with its rounds, from several beginnings.
 */
function searchLists(mostCode) {
  let best = { dispatches: Infinity, lists: [] }
  for (const base of [5000, 20_000, 60_000]) {
    let lists = kernels.map((kernel) => [kernel])
    for (let pass = 0; pass < 7; pass++) {
      const byKernel = new Map(lists.flatMap((list, k) => list.map((kernel) => [kernel, `list ${k}`])))
      const { rounds } = schedulePlan(plan, (kernel) => byKernel.get(kernel) ?? kernel)
      const needed = rounds.map((round) => new Set(round.kernels.keys()))
      const dispatches = lists.reduce((sum, list) => sum + roundsOf(list, needed).size, 0)
      if (dispatches < best.dispatches && pass > 0) best = { dispatches, lists }
      lists = exchange(pack(needed, mostCode, base), needed, mostCode)
    }
  }
  console.log(`${best.dispatches} dispatches of families`)
  return best.lists
}

/** The rounds that need a kernel of the list. */
function roundsOf(list, needed) {
  return new Set(needed.flatMap((round, k) => (list.some((kernel) => round.has(kernel)) ? [k] : [])))
}

function pack(needed, mostCode, base) {
  const worth = new Map(kernels.map((kernel) => [kernel, roundsOf([kernel], needed).size / (sizeOf([kernel]) + base)]))
  const missing = new Set(kernels.toSorted((a, b) => worth.get(b) - worth.get(a) || (a < b ? -1 : 1)))
  const lists = []
  while (missing.size > 0) {
    const list = []
    for (const kernel of missing) {
      if (list.length > 0 && sizeOf([...list, kernel]) > mostCode) continue
      list.push(kernel)
      missing.delete(kernel)
    }
    lists.push(list)
  }
  return lists
}

function exchange(lists, needed, mostCode) {
  let isChanged = true
  for (let pass = 0; pass < 8 && isChanged; pass++) {
    isChanged = false
    for (let from = 0; from < lists.length; from++) {
      for (const kernel of lists[from]) {
        const others = lists[from].filter((other) => other !== kernel)
        const gain = roundsOf(lists[from], needed).size - roundsOf(others, needed).size
        if (gain === 0) continue
        const to = lists.findIndex((list, k) => {
          const more = [...list, kernel]
          if (k === from || roundsOf(more, needed).size - roundsOf(list, needed).size >= gain) return false
          return sizeOf(more) <= mostCode
        })
        if (to < 0) continue
        lists[from] = others
        lists[to] = [...lists[to], kernel]
        isChanged = true
      }
    }
  }
  return lists.filter((list) => list.length > 0)
}

function writeLists(lists) {
  const lines = lists.flatMap((list) => {
    const own = ['   ']
    for (const kernel of list) {
      if (own.at(-1).length + kernel.length > 135) own.push('   ')
      own.push(`${own.pop()} '${kernel}',`)
    }
    return ['  [', ...own, '  ],']
  })
  const text = `// Which kernels share a large family (families.ts). \`node bench/families.mjs --write\` writes this file: rounds that need one kernel of a
// family should need the others as well. Counted on the schedule of all gallery programs. Kernels that are not listed come after these.

// prettier-ignore
export const familyLists: readonly (readonly string[])[] = [
${lines.join('\n')}
]
`
  writeFileSync(fileURLToPath(new URL('../src/backends/gpu/shaders/family-lists.ts', import.meta.url)), text)
}

function compileFamilies() {
  const all = [...new Set(kernels.map((kernel) => familyOf(kernel, 'a', 'large')))]
  const wanted = options.only === undefined ? all : options.only.split(',')
  for (const family of wanted) {
    const members = kernelsOfFamily(family, 'a')
    const text = assembleOpenclSharing(
      members.map((kernel) => ({ kernel, arity: arityOfKernel(kernel) })),
      'a',
    )
    keepCompiled({ family, kernels: members.length, code: sizeOf(members), ...compile(text) })
  }
}

/** Replaces what the file has of a family. */
function keepCompiled(own) {
  console.log(JSON.stringify(own))
  const file = new URL('parts/lockstep/families.json', import.meta.url)
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  const all = [...known.filter(({ family }) => family !== own.family), own]
  all.sort((a, b) => (a.family < b.family ? -1 : 1))
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`)
}

/** Registers, bytes of stack, lines of PTX and CPU seconds of both compilers. */
function compile(text) {
  const folder = mkdtempSync(join(tmpdir(), 'megabatt-families-'))
  try {
    const path = (ending) => join(folder, `family.${ending}`)
    writeFileSync(path('cu'), toCuda(text))
    const started = childSeconds()
    const run = (name, args) => execFileSync(name, args)
    run('nvcc', ['-std=c++20', '-w', '-arch=compute_89', '-O3', '-ptx', '-o', path('ptx'), path('cu')])
    const args = ['-arch=sm_89', '-v', path('ptx'), '-o', path('cubin')]
    const said = spawnSync('ptxas', args, { encoding: 'utf8' }).stderr
    return {
      registers: Number(/Used (\d+) registers/.exec(said)?.[1]),
      stackBytes: Number(/(\d+) bytes stack frame/.exec(said)?.[1]),
      ptxLines: readFileSync(path('ptx'), 'utf8').split('\n').length,
      cpuSeconds: Math.round(childSeconds() - started),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The CPU time of all processes that have ended, from the kernel: 100 ticks are a second. */
function childSeconds() {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}
