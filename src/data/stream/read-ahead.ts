// Reads several files at once: the first piece of the next files, and the next piece of the current one, while that is worked on.

/** The number of files that are open at a time. */
const OPEN_FILES = 4

type Pieces = AsyncGenerator<Uint8Array>
type NextPiece = Promise<IteratorResult<Uint8Array, void>>

interface OpenFile {
  readonly pieces: Pieces
  next: NextPiece
}

/** Yields the pieces of each file, in the order of the files. The pieces of a file must be taken before the next file is. */
export async function* readAhead<File>(
  files: readonly File[],
  read: (file: File) => Pieces,
): AsyncGenerator<readonly [File, Pieces]> {
  const open: OpenFile[] = []
  let started = 0
  try {
    for (const file of files) {
      while (started < files.length && open.length < OPEN_FILES) open.push(start(read(files[started++]!)))
      yield [file, takePieces(open[0]!)]
      await open.shift()!.pieces.return(undefined)
    }
  } finally {
    for (const { pieces } of open) await pieces.return(undefined).catch(() => undefined)
  }
}

function start(pieces: Pieces): OpenFile {
  return { pieces, next: ask(pieces) }
}

/** Asks for a piece; a failure is thrown to whoever takes the piece, and not before. */
function ask(pieces: Pieces): NextPiece {
  const next = pieces.next()
  next.catch(() => undefined)
  return next
}

async function* takePieces(file: OpenFile): Pieces {
  for (;;) {
    const { done, value } = await file.next
    if (done === true) return
    file.next = ask(file.pieces)
    yield value
  }
}
