// Content that a worker has read: programs, tasks and blocks come from the database once, by their hashes.

import type { Task } from '../../data/task.ts'
import { layoutOf } from '../../language/dialects.ts'
import type { Program } from '../../language/program.ts'
import { type Plan, type PlannedProgram, lowerGraph } from '../../plan/plan.ts'
import type { Session } from '../database/session.ts'
import { mergeBlock, unpackProgram } from '../store/stored-program.ts'
import { damaged, unpackTask } from '../store/stored-task.ts'

/** A block that is planned: one plan for each cell layout among its programs. */
export interface PlannedBlock {
  readonly plans: readonly Plan[]
  /** For each program its plan and its number there. */
  readonly places: readonly { readonly plan: number; readonly index: number; readonly planned: PlannedProgram }[]
  readonly hashes: readonly Buffer[]
}

/** How much is kept. Blocks are plans with their programs, which take the most memory. */
const MAX_BLOCKS = 24
const MAX_TASKS = 4000
const MAX_PROGRAMS = 20_000

/** Reads content, and keeps what was used last. */
export class ContentCache {
  readonly #session: Session
  readonly #tasks = new RecentMap<Task>(MAX_TASKS)
  readonly #programs = new RecentMap<Program>(MAX_PROGRAMS)
  readonly #blocks = new RecentMap<PlannedBlock>(MAX_BLOCKS)
  /** The bytes of content that were read. */
  bytesRead = 0

  constructor(session: Session) {
    this.#session = session
  }

  /** The tasks with these hashes. */
  async readTasks(hashes: readonly Buffer[]): Promise<Task[]> {
    const tasks = await this.#read('tasks', hashes, this.#tasks, unpackTask)
    return hashes.map((hash) => tasks.get(nameOf(hash))!)
  }

  /** The block with this hash, planned. */
  async readBlock(hash: Buffer, keepUnused: boolean): Promise<PlannedBlock> {
    const known = this.#blocks.get(nameOf(hash))
    if (known !== undefined) return known
    const [row] = await this.#session.query<{ programs: Buffer[] }>('select programs from blocks where hash = $1', [
      hash,
    ])
    if (row === undefined) throw damaged('program', hash)
    const programs = await this.#read('programs', row.programs, this.#programs, unpackProgram)
    const block = planBlock(
      row.programs.map((own) => programs.get(nameOf(own))!),
      row.programs,
      keepUnused,
    )
    this.#blocks.set(nameOf(hash), block)
    return block
  }

  /** Content by hash, from the memory or from the database. */
  async #read<Content>(
    table: 'programs' | 'tasks',
    hashes: readonly Buffer[],
    kept: RecentMap<Content>,
    unpack: (content: Buffer, hash: Buffer) => Content,
  ): Promise<Map<string, Content>> {
    const found = new Map<string, Content>()
    const missing: Buffer[] = []
    for (const hash of hashes) {
      const content = kept.get(nameOf(hash))
      if (content === undefined) missing.push(hash)
      else found.set(nameOf(hash), content)
    }
    if (missing.length === 0) return found
    const rows = await this.#session.query<{ hash: Buffer; content: Buffer }>(
      `select hash, content from ${table} where hash = any($1::bytea[])`,
      [missing],
    )
    for (const { hash, content } of rows) {
      this.bytesRead += content.length
      const unpacked = unpack(content, hash)
      found.set(nameOf(hash), unpacked)
      kept.set(nameOf(hash), unpacked)
    }
    const lost = missing.find((hash) => !found.has(nameOf(hash)))
    if (lost !== undefined) throw damaged(table === 'tasks' ? 'task' : 'program', lost)
    return found
  }
}

/** Plans programs, which must have these hashes. */
function planBlock(programs: readonly Program[], expected: readonly Buffer[], keepUnused: boolean): PlannedBlock {
  const { graphs, merged, hashes } = mergeBlock(programs, keepUnused)
  const wrong = hashes.findIndex((hash, k) => !hash.equals(expected[k]!))
  if (wrong >= 0) throw damaged('program', expected[wrong]!)
  const layouts = programs.map(({ dialect }) => layoutOf(dialect))
  const present = (['a', 't'] as const).filter((layout) => layouts.includes(layout))
  const plans = present.map((layout) =>
    lowerGraph(
      graphs[layout],
      merged.filter((_, k) => layouts[k] === layout),
    ),
  )
  const next = plans.map(() => 0)
  const places = layouts.map((layout) => {
    const plan = present.indexOf(layout)
    const index = next[plan]!++
    return { plan, index, planned: plans[plan]!.programs[index]! }
  })
  return { plans, places, hashes }
}

/** A hash as the key of a map. */
function nameOf(hash: Buffer): string {
  return hash.toString('latin1')
}

/** A map of at most so many entries: the one that was not used for the longest time goes first. */
class RecentMap<Value> {
  readonly #most: number
  readonly #entries = new Map<string, Value>()

  constructor(most: number) {
    this.#most = most
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.#entries.set(key, value)
    if (this.#entries.size > this.#most) this.#entries.delete(this.#entries.keys().next().value!)
  }
}
