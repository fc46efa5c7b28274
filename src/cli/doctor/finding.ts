// A finding of `megabatt doctor`.

/** `note` is worth knowing and limits something; `problem` makes something fail or give no result. */
export type FindingStatus = 'ok' | 'note' | 'problem'

export interface Finding {
  readonly topic: string
  readonly status: FindingStatus
  readonly finding: string
  /** Given for each note and problem that something can be done about. */
  readonly advice?: string
}

/** The message of an error. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
