// The groups of a run: all of them, or those of one shard.

import type { Dataset } from '../../data/task.ts'
import type { Program } from '../../language/program.ts'
import { type Group, type Pairing, pairPrograms } from './pair-programs.ts'
import { type Shard, takeShard } from './shard.ts'

/** The parameters of a run that its groups depend on. */
export interface GroupRequest {
  readonly programs: readonly Program[]
  readonly dataset: Dataset
  readonly pairing?: Pairing | undefined
  /** Runs only this part. */
  readonly shard?: Shard | undefined
}

/** The groups of a run, or of one shard of it. */
export function groupsOf({ programs, dataset, pairing = 'own', shard }: GroupRequest): Group[] {
  const groups = pairPrograms(programs, dataset.tasks, pairing)
  return shard === undefined ? groups : takeShard(groups, { programs, dataset }, shard)
}
