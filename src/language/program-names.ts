// Rules for the names of programs and statements, and the information in the name of a program.

const IDENTIFIER = /^[\p{XID_Start}_]\p{XID_Continue}*$/u
const MAX_NAME_LENGTH = 200

// Keywords of Python: `def class(I):` could be printed but not read.
const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global ' +
    'if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
)

/** Whether this is a valid Python name. */
export function isPythonName(name: string): boolean {
  return IDENTIFIER.test(name) && !KEYWORDS.has(name)
}

/** Whether this is a valid name of a program or statement: a Python name of at most 200 characters. */
export function isProgramName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && isPythonName(name)
}

/** Whether a program of this name is a batt, regardless of its parameters. */
export function isBattName(name: string): boolean {
  return /^batt(?:_|$)/.test(name)
}

/** The task in the name of a solver or verifier. */
export function taskOfName(name: string): string | undefined {
  return /^(?:solve|verify)_(.+)$/.exec(name)?.[1]
}
