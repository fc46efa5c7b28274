// Leaves out what a program does not use of its prelude. The text is split into its declarations once; a program gets those that its
// own code names, and those that these name. The same for both languages: a prelude needs no list of what depends on what.

/** A function, constant, variable, struct or macro of a prelude, with the comment before it. */
export interface PreludeDeclaration {
  /** That of a function ends with a parenthesis: a variable of a kernel may have the same name. */
  readonly name: string
  readonly text: string
  /** The names that it uses, its own among them. */
  readonly names: ReadonlySet<string>
}

// In WGSL: var, const, struct and fn; in OpenCL C: macros and functions.
const HEAD = /^(?:(?:@.+ )?var<[^>]+>|const|struct|fn|#define|static \w+) (\w+\(?)/m

/** The declarations of a prelude in their order. Each begins at the margin; comments apart from declarations are left out. */
export function splitPrelude(prelude: string): PreludeDeclaration[] {
  const texts: string[] = []
  let comment = ''
  for (const line of prelude.match(/.*\n/g) ?? []) {
    if (line.startsWith('//')) {
      comment += line
    } else if (/^[^\s}]/.test(line)) {
      texts.push(comment + line)
      comment = ''
    } else if (comment !== '') {
      comment = ''
    } else if (texts.length > 0) {
      texts.push(texts.pop()! + line)
    }
  }
  return texts.map((text) => {
    const name = HEAD.exec(text)?.[1]
    if (name === undefined) throw new Error(`the prelude has a declaration without a name: ${text}`)
    return { name, text, names: findNames(text) }
  })
}

/** The names in a text, but for comments; those that are called end with a parenthesis. */
function findNames(text: string): Set<string> {
  return new Set(text.replaceAll(/\/\/.*/g, '').match(/\b[A-Za-z_]\w*\(?/g))
}

/** The declarations that a program uses, in their order, and all names in the program and in them. */
export function trimPrelude(
  prelude: readonly PreludeDeclaration[],
  program: string,
): { readonly text: string; readonly names: ReadonlySet<string> } {
  const names = findNames(program)
  // Names that are added meanwhile are visited as well. A function of OpenCL C may be declared twice.
  for (const name of names) {
    for (const declaration of prelude) {
      if (declaration.name === name) for (const used of declaration.names) names.add(used)
    }
  }
  const used = prelude.filter(({ name }) => names.has(name))
  return { text: used.map(({ text }) => text).join(''), names }
}
