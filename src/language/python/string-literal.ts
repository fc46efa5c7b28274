// String literals of Python, used only for solver ids, owners and names of differs.

const escapes: Readonly<Record<string, string>> = { '\\': '\\', "'": "'", '"': '"', n: '\n', r: '\r', t: '\t' }

/** The value of a literal without prefix; undefined for bytes, raw and format strings. */
export function readStringLiteral(literal: string): string | undefined {
  const quotes = /^("""|'''|"|')/.exec(literal)?.[1]
  if (quotes === undefined || literal.length < 2 * quotes.length || !literal.endsWith(quotes)) return undefined
  const inner = literal.slice(quotes.length, literal.length - quotes.length)
  return inner.replaceAll(/\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([\\'"nrt]))/g, (_, two, four, letter) =>
    letter === undefined ? String.fromCharCode(Number.parseInt(two ?? four, 16)) : escapes[letter]!,
  )
}

/** Prints a value as a literal in single quotes, in plain ASCII. */
export function printStringLiteral(value: string): string {
  const escaped = value.replaceAll(/[^ -~]|['\\]/g, (found) => {
    if (found === "'" || found === '\\') return `\\${found}`
    const code = found.charCodeAt(0)
    return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`
  })
  return `'${escaped}'`
}
