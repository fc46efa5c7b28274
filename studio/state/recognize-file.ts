// Recognises what a file holds by its name and its first characters.

/** `other`: nothing that the studio reads. */
export type FileKind = 'programs' | 'tasks' | 'results' | 'bench' | 'evolution' | 'other'

/** The kind of a file; `head` is its beginning. */
export function recognizeFile(name: string, head: string): FileKind {
  const start = head.trimStart()
  if (/^\{"format":\s*"megabatt results"/.test(start)) return 'results'
  if (/^\{\s*"format":\s*"megabatt bench"/.test(start)) return 'bench'
  if (/^\{"type":\s*"evolution"/.test(start)) return 'evolution'
  if (/\.py$/i.test(name)) return 'programs'
  if (/^[[{]/.test(start))
    return isJsonPrograms(start) ? 'programs' : /\.mutations\.json$/i.test(name) ? 'other' : 'tasks'
  return /^(?:\s*#.*\n)*\s*(?:from |import |def |@)|\ndef /m.test(head) ? 'programs' : 'other'
}

/** A program in JSON has statements or a result, a list of programs begins with one. */
function isJsonPrograms(start: string): boolean {
  return /^\{\s*"programs"|"statements"\s*:|"dialect"\s*:/.test(start)
}
