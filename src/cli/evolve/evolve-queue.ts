// `evolve --queue`: the session with the database, and a message where no worker takes jobs from it.

import type { Session } from '../../cluster/database/session.ts'
import { QueueEvaluator } from '../../cluster/queue/queue-evaluator.ts'
import { countWorkers } from '../../cluster/queue/read-status.ts'
import type { BatchEvaluator } from '../../evolve/evaluate.ts'
import type { EvolveSettings } from '../../evolve/settings.ts'
import type { DatabaseOptions } from '../database-option.ts'
import { openDatabase } from '../open-database.ts'
import { printNotice } from '../show/progress.ts'

/** An open queue. */
export class EvolveQueue {
  readonly evaluator: BatchEvaluator
  readonly #session: Session

  private constructor(session: Session, evaluator: BatchEvaluator) {
    this.#session = session
    this.evaluator = evaluator
  }

  static async open(
    options: DatabaseOptions,
    { budget, allowance }: EvolveSettings,
    signal: AbortSignal,
  ): Promise<EvolveQueue> {
    const session = await openDatabase(options, { name: 'megabatt evolve', signal })
    try {
      if ((await countWorkers(session)) === 0)
        printNotice(`no worker is connected to ${session.shown}; start one with \`megabatt worker\``)
    } catch (error) {
      await session.close()
      throw error
    }
    return new EvolveQueue(session, new QueueEvaluator({ session, budget, allowance, signal }))
  }

  close(): Promise<void> {
    return this.#session.close()
  }
}
