// Smaller versions of a case that a device got wrong: fewer programs and statements, plainer constants, smaller tasks.

import type { RunSettings } from '../../src/backends/backend.ts'
import type { GridData, Pair, Task } from '../../src/data/task.ts'
import type { Operand, Program, Statement } from '../../src/language/program.ts'
import type { Notation } from '../../src/language/values/value-notation.ts'

/** Programs that are run together on one task. */
export interface Case {
  readonly programs: readonly Program[]
  readonly task: Task
  readonly settings: RunSettings
  readonly keepUnused: boolean
}

/** How often a case is run at most while it is being made smaller. */
const MOST_RUNS = 500

/**
 * The smallest case that still fails, found by trying smaller ones as long as one of them does; with what it fails by.
 * The case given must fail.
 */
export async function shrinkCase<F>(
  first: Case,
  failure: F,
  fails: (smaller: Case) => Promise<F | undefined>,
): Promise<{ smallest: Case; failure: F }> {
  let best = { smallest: first, failure }
  const tried = new Set<string>()
  for (let runs = 0, found = true; found && runs < MOST_RUNS;) {
    found = false
    for (const candidate of smallerCases(best.smallest)) {
      const key = JSON.stringify(candidate, (_, value: unknown) => (value instanceof Uint8Array ? [...value] : value))
      if (tried.has(key)) continue
      tried.add(key)
      if (++runs > MOST_RUNS) break
      const next = await fails(candidate)
      if (next === undefined) continue
      best = { smallest: candidate, failure: next }
      found = true
      break
    }
  }
  return best
}

/** Cases that are smaller than this one, those first that are much smaller. */
function* smallerCases(big: Case): Generator<Case> {
  const { programs, task } = big
  for (let size = programs.length >> 1; size >= 1; size >>= 1) {
    for (let at = 0; at < programs.length; at += size)
      yield { ...big, programs: programs.filter((_, k) => k < at || k >= at + size) }
  }
  for (const [p, program] of programs.entries()) {
    for (const smaller of smallerPrograms(program)) yield { ...big, programs: programs.with(p, smaller) }
  }
  for (const smaller of smallerTasks(task)) yield { ...big, task: smaller }
}

function* smallerPrograms(program: Program): Generator<Program> {
  const { statements } = program
  // As a strict program that gives what one of the statements does, and has no other statement than those it needs.
  for (let k = 0; k < statements.length; k++) {
    const result: Operand = { kind: 'statement', index: k }
    const strict: Program = { ...program, name: 'solve_ab12cd34', mode: 'strict', result, outputs: [] }
    const cut = withoutUnused({ ...strict, statements: statements.map(withoutInner) })
    if (cut.statements.length < statements.length || program.mode === 'guarded') yield cut
  }
  const cut = withoutUnused(program)
  if (cut.statements.length < statements.length) yield cut
  for (let k = 0; k < program.outputs.length && program.outputs.length > 1; k++)
    yield { ...program, outputs: program.outputs.filter((_, other) => other !== k) }
  for (let k = statements.length - 1; k >= 0; k--) {
    const { callee, args } = statements[k]!
    for (const standIn of [...args, callee, ...PLAIN]) yield withoutUnused(replaceUses(program, k, standIn))
  }
  for (let k = 0; k < statements.length; k++) {
    const statement = statements[k]!
    if (statement.inner === true) yield { ...program, statements: statements.with(k, withoutInner(statement)) }
    for (const [a, arg] of statement.args.entries()) {
      for (const plainer of plainerOperands(arg)) {
        const changed = { ...statement, args: statement.args.with(a, plainer) }
        yield withoutUnused({ ...program, statements: statements.with(k, changed) })
      }
    }
  }
}

const PLAIN: readonly Operand[] = [
  { kind: 'constant', value: 0 },
  { kind: 'input', name: 'I' },
]

function withoutInner({ name, callee, args, place }: Statement): Statement {
  return { name, callee, args, place }
}

/** The program in which something else stands wherever the statement was used. */
function replaceUses(program: Program, index: number, standIn: Operand): Program {
  return mapOperands(program, (operand) =>
    operand.kind === 'statement' && operand.index === index ? standIn : operand,
  )
}

function mapOperands(program: Program, map: (operand: Operand) => Operand): Program {
  return {
    ...program,
    statements: program.statements.map((own) => ({ ...own, callee: map(own.callee), args: own.args.map(map) })),
    ...(program.result === undefined ? {} : { result: map(program.result) }),
    outputs: program.outputs.map((output) => ({ ...output, value: map(output.value) })),
  }
}

/** The program without the statements that nothing depends on, the others numbered anew. */
function withoutUnused(program: Program): Program {
  const { statements, result, outputs } = program
  const used = new Set<number>()
  const use = (operand: Operand) => {
    if (operand.kind === 'statement') used.add(operand.index)
  }
  for (const { value } of outputs) use(value)
  if (result !== undefined) use(result)
  for (let k = statements.length - 1; k >= 0; k--) {
    if (!used.has(k)) continue
    use(statements[k]!.callee)
    for (const arg of statements[k]!.args) use(arg)
  }
  const places = new Map([...used].sort((a, b) => a - b).map((old, k) => [old, k]))
  const left = statements.filter((_, k) => used.has(k)).map((own, k) => ({ ...own, name: `x${k + 1}` }))
  const kept = { ...program, statements: left }
  return mapOperands(kept, (operand) =>
    operand.kind === 'statement' ? { kind: 'statement', index: places.get(operand.index)! } : operand,
  )
}

function* plainerOperands(operand: Operand): Generator<Operand> {
  if (operand.kind === 'constant') {
    for (const value of plainerValues(operand.value)) yield { kind: 'constant', value }
  } else if (operand.kind === 'input' && operand.name !== 'I') yield { kind: 'input', name: 'I' }
}

function* plainerValues(value: Notation): Generator<Notation> {
  if (value === null) return
  if (typeof value === 'boolean') {
    if (value) yield false
  } else if (typeof value === 'number') {
    const tries = [0, 1, Math.trunc(value / 2), value - Math.sign(value)]
    for (const plainer of tries) if (Math.abs(plainer) < Math.abs(value)) yield plainer
  } else if ('t' in value) {
    for (const t of plainerItems(value.t)) yield { t }
  } else if ('s' in value) {
    for (const s of plainerItems(value.s)) yield { s }
  } else if ('g' in value) {
    if (value.g.length > 1) yield { g: value.g.slice(1) }
    if (value.g[0]!.length > 1) yield { g: value.g.map((row) => row.slice(1)) }
  }
}

function* plainerItems(items: readonly Notation[]): Generator<Notation[]> {
  for (let k = 0; k < items.length; k++) yield items.filter((_, other) => other !== k)
  for (const [k, item] of items.entries()) for (const plainer of plainerValues(item)) yield items.with(k, plainer)
}

function* smallerTasks(task: Task): Generator<Task> {
  const { train, test } = task
  for (let k = 0; k < test.length && train.length + test.length > 1; k++)
    yield { ...task, test: test.filter((_, other) => other !== k) }
  for (let k = 0; k < train.length && train.length + test.length > 1; k++)
    yield { ...task, train: train.filter((_, other) => other !== k) }
  for (const [k, pair] of train.entries())
    for (const smaller of smallerPairs(pair)) yield { ...task, train: train.with(k, smaller) }
  for (const [k, pair] of test.entries())
    for (const smaller of smallerPairs(pair)) yield { ...task, test: test.with(k, smaller) }
}

function* smallerPairs(pair: Pair): Generator<Pair> {
  for (const input of smallerGrids(pair.input)) yield { ...pair, input }
  if (pair.output === undefined) return
  for (const output of smallerGrids(pair.output)) yield { ...pair, output }
}

function* smallerGrids(grid: GridData): Generator<GridData> {
  const { height, width, cells } = grid
  const crop = (rows: number, cols: number): GridData => ({
    height: rows,
    width: cols,
    cells: cells.filter((_, k) => Math.floor(k / width) < rows && k % width < cols),
  })
  if (height > 1) yield crop(1, width)
  if (width > 1) yield crop(height, 1)
  if (height > 2) yield crop(height - 1, width)
  if (width > 2) yield crop(height, width - 1)
  if (cells.some((cell) => cell !== 0)) yield { ...grid, cells: new Uint8Array(cells.length) }
  for (const [k, cell] of cells.entries()) if (cell !== 0) yield { ...grid, cells: cells.with(k, 0) }
}
