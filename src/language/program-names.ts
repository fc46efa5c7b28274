// What the name of a program says, and which names programs and their statements can have.

const IDENTIFIER = /^[\p{XID_Start}_]\p{XID_Continue}*$/u
const MAX_NAME_LENGTH = 200

// What Python keeps to itself; `def class(I):` could be printed but not read.
const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global ' +
    'if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
)

/** Whether Python takes this for a name. */
export function isPythonName(name: string): boolean {
  return IDENTIFIER.test(name) && !KEYWORDS.has(name)
}

/** Whether a program or a statement can be called so: what Python takes for a name, of at most 200 characters. */
export function isProgramName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && isPythonName(name)
}

/** Whether a program of this name is a batt, whatever its parameters are. */
export function isBattName(name: string): boolean {
  return /^batt(?:_|$)/.test(name)
}

/** The task that a solver or verifier is for, by its name. */
export function taskOfName(name: string): string | undefined {
  return /^(?:solve|verify)_(.+)$/.exec(name)?.[1]
}
