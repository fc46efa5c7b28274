// The list of the user's files, as the server sends it to the studio.

/** A file of the list; `version` changes with its content. */
export interface SharedFile {
  readonly id: number
  readonly name: string
  readonly version: string
  readonly byteLength: number
}

/** All files by kind. */
export interface SharedList {
  readonly programs: readonly SharedFile[]
  readonly tasks: readonly SharedFile[]
  readonly results: readonly SharedFile[]
  /** Logs of evolutions. */
  readonly evolutions: readonly SharedFile[]
}
