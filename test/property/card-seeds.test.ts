// Batts of 32 to 400 solvers for many seeds: what is printed reads back as the same batt, runs, and depends on the seed alone.

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { cardPrograms } from '../../src/batts/card.ts'
import { printBatt, printMutations } from '../../src/batts/print-batt.ts'
import { CpuBackend } from '../../src/backends/cpu/cpu-backend.ts'
import { galleryTasks } from '../../src/data/gallery.ts'
import { runPrograms } from '../../src/engine/run/run-programs.ts'
import { printJsonPrograms } from '../../src/language/json/print-json.ts'
import type { Program } from '../../src/language/program.ts'
import { printProgram } from '../../src/language/python/print-python.ts'
import { readPrograms } from '../../src/language/python/read-python.ts'
import { readProgramFile } from '../../src/language/read-any.ts'
import { amount } from '../amount.ts'
import { withoutPlaces } from '../generators/programs.ts'
import { conformanceSolvers, drawnSolvers, gallerySolvers, writtenSolvers } from '../generators/solvers.ts'

const SEEDS = amount(2, 10)
const MIN_SOLVERS = 32
const MAX_SOLVERS = 400

const material = {
  a: [...gallerySolvers('a'), ...drawnSolvers(MAX_SOLVERS)].slice(0, MAX_SOLVERS),
  t: [...gallerySolvers('t'), ...writtenSolvers(), ...conformanceSolvers('t', MAX_SOLVERS).solvers].slice(
    0,
    MAX_SOLVERS,
  ),
}

const [task] = galleryTasks({ samples: 1, only: ['keepbig1'] })
const dataset = { tasks: [{ ...task!, train: task!.train.slice(0, 1), test: [] }], hash: '' }
const backend = new CpuBackend()

/** Both dialects, with and without mutation, from the largest number of solvers to the smallest. */
function settingsOf(seed: number) {
  const count = seed <= 2 ? MAX_SOLVERS : MIN_SOLVERS + ((seed * 37) % (MAX_SOLVERS - MIN_SOLVERS))
  return { layout: seed % 2 === 0 ? 't' : 'a', seed, count, mutate: (seed >> 1) % 2 === 0 ? 0.01 : 0 } as const
}

function readBack(text: string, file: string): Program {
  const { programs, diagnostics } = readProgramFile(text, file)
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(programs.length).toBe(1)
  return programs[0]!
}

test.each(Array.from({ length: SEEDS }, (_, k) => k + 1))('seed %i', async (seed) => {
  const { layout, ...settings } = settingsOf(seed)
  const carded = cardPrograms(material[layout], settings)
  const text = printBatt(carded, settings)
  const json = printJsonPrograms([carded.program])
  const again = readBack(text, 'batt.py')
  // What is printed says all of a program but its places; comparing texts is faster than comparing trees.
  expect(printJsonPrograms([again]) === json).toBe(true)
  expect(printJsonPrograms([readBack(json, 'batt.json')]) === json).toBe(true)
  expect(printBatt(cardPrograms(material[layout], settings), settings) === text).toBe(true)
  const mutated = carded.program.outputs.flatMap((o) => (o.kind === 'o' && o.mutated ? [o.solver] : []))
  expect(new Set(mutated)).toEqual(new Set(carded.mutations.map(({ solver }) => solver)))
  let kept = 0
  await runPrograms({
    programs: [again],
    dataset,
    backend,
    pairing: 'all',
    settings: { outputs: 'hash', measure: seed % 3 === 0 },
    onPair: (result) => (kept = result.outputs!.filter(([first]) => first !== null).length),
  })
  // An output has no value only where it exceeds a limit.
  expect(kept).toBeGreaterThan(carded.program.outputs.length * 0.9)
})

const SOLVERS_A = `
def solve_a(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = subgrid(x2, I)
    x4 = replace(x3, TWO, 7)
    return x4

def solve_b(I):
    x1 = ofcolor(I, RED)
    x2 = rbind(shift, UP)
    x3 = x2(x1)
    x4 = fill(I, EIGHT, x3)
    x5 = vmirror(x4)
    return x5
`

test.each(['a', 't'] as const)('a small batt, printed and read again, is the same program: dialect %s', (layout) => {
  const { program } = cardPrograms(material[layout], { seed: 3, count: MIN_SOLVERS, mutate: 0.05 })
  expect(withoutPlaces(readBack(printProgram(program), 'batt.py'))).toEqual(withoutPlaces(program))
  expect(withoutPlaces(readBack(printJsonPrograms([program]), 'batt.json'))).toEqual(withoutPlaces(program))
})

// A change of the language or of the order in which random numbers are drawn changes these hashes; a machine must not.
test.each([
  ['a', 'ee5a05a55f60188a'],
  ['t', '145dea423cfc1738'],
] as const)('the batts of five seeds are the same on every machine: dialect %s', (layout, hash) => {
  const solvers = layout === 'a' ? readPrograms(SOLVERS_A, 'a.py').programs : writtenSolvers()
  const texts = [1, 2, 3, 7, 4_294_967_295].map((seed) => {
    const settings = { seed, mutate: 0.2 }
    const carded = cardPrograms(solvers, settings)
    return printBatt(carded, settings) + printMutations(carded, settings)
  })
  expect(bytesToHex(sha256(utf8ToBytes(texts.join('')))).slice(0, 16)).toBe(hash)
})
