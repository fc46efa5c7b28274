// A task: demo pairs and test pairs of grids, whatever file or generator they came from.

/** A grid as data: its cells row by row, colours 0 to 15. Never empty, never ragged. */
export interface GridData {
  readonly height: number
  readonly width: number
  readonly cells: Uint8Array
}

/** An input, and the output that belongs to it where it is known. */
export interface Pair {
  readonly input: GridData
  readonly output?: GridData
}

/** A task; its samples are the demo pairs (`train`), then the test pairs. */
export interface Task {
  readonly id: string
  readonly train: readonly Pair[]
  readonly test: readonly Pair[]
}

/** Tasks and the hash of their content: equal tasks have an equal hash, whatever form their files have. */
export interface Dataset {
  readonly tasks: readonly Task[]
  readonly hash: string
}

/** The largest side and colour of a grid in a task. */
export const MAX_SIDE = 100
export const MAX_COLOR = 15

/** All samples of a task, in their order: demo pairs, then test pairs. */
export function samplesOf(task: Task): readonly Pair[] {
  return [...task.train, ...task.test]
}

/** The number of samples of a task. */
export function sampleCountOf({ train, test }: Task): number {
  return train.length + test.length
}

/** Sample `k` of a task. */
export function sampleOf({ train, test }: Task, k: number): Pair {
  return k < train.length ? train[k]! : test[k - train.length]!
}

/** A sample as people name it: 'demo 1' is the first demo pair, 'test 1' the first test pair. */
export interface SampleName {
  readonly set: 'demo' | 'test'
  /** Counts from 1 within its set. */
  readonly number: number
}

/** The name of sample `k` of a task, which counts from 0. */
export function nameSample({ train }: Pick<Task, 'train'>, k: number): SampleName {
  return k < train.length ? { set: 'demo', number: k + 1 } : { set: 'test', number: k - train.length + 1 }
}

/** The name of a sample as text. */
export function spellSample({ set, number }: SampleName): string {
  return `${set} ${number}`
}
