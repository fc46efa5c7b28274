// Adds the skeleton of a primitive to a family: `npm run new-primitive -- NAME FAMILY [--higher-order]`.
// The skeleton builds, is listed in docs/dsl.md, and is a type error for every argument until its kernel is written.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const WRONG_USE = 2
const USAGE = 'npm run new-primitive -- NAME FAMILY [--higher-order]'
const FOLDERS = ['src/kernel', 'src/primitives']
// Files of src/primitives that are no family.
const NO_FAMILIES = ['primitive', 'signature', 'default-kinds', 'registry.generated']

// Words that TypeScript does not take as the name of a function; the underscore is not part of the DSL's name.
const RESERVED = new Set(
  `await break case catch class const continue debugger default delete do else enum export extends false finally for
  function if implements import in instanceof interface let new null package private protected public return static super
  switch this throw true try typeof var void while with yield`.split(/\s+/),
)

const SENTENCE = 'To be written: one sentence about the result.'

const { name, family, isHigherOrder } = readArguments()
const path = `src/primitives/${family}.ts`
const kernelName = RESERVED.has(name) ? `${name}_` : name
refuseTakenNames([kernelName, `${name}Calls`])
writeFileSync(path, addSkeleton(readFamily()))
spawnSync('npx', ['--no-install', 'oxfmt', path], { stdio: 'ignore' })
console.log(`${path}: ${name} is at the end. Next:
  1. Write its parameters, sentence and kernel, and a line @example with a call (CONTRIBUTING.md). docs/kernel-typescript.md lists
     the language of kernels.
  2. npm run build    registers it, translates it and lists it in docs/dsl.md; npx megabatt dsl ${name} draws the example
  3. Put vectors into a file, first one that the skeleton passes:
       ${JSON.stringify(exampleVector())}
     For a value instead of the error: "out": {"g": ["012", "340"]}. docs/conform.md describes the notation of values.
  4. npx megabatt conform FILE --only ${name}
     npx megabatt conform FILE --only ${name} --backend gpu
  5. Append the vectors to test/conformance/data/primitives.jsonl, which \`npm test\` runs on CPU and GPU.`)

function readArguments() {
  try {
    const options = { 'higher-order': { type: 'boolean' } }
    const { values, positionals } = parseArgs({ allowPositionals: true, options })
    if (positionals.length !== 2) throw new Error('a name and a family are needed')
    const [wantedName, wantedFamily] = positionals
    if (!/^[a-z][a-z0-9_]*[a-z0-9]$/.test(wantedName)) throw new Error(`${wantedName} is no name for a primitive`)
    if (!/^[a-z][a-z-]*$/.test(wantedFamily) || NO_FAMILIES.includes(wantedFamily)) {
      throw new Error(`${wantedFamily} is no name for a family`)
    }
    if (wantedFamily === 'combinators') {
      throw new Error('a combinator is more than a kernel: the evaluators call what it makes. See CONTRIBUTING.md')
    }
    return { name: wantedName, family: wantedFamily, isHigherOrder: values['higher-order'] === true }
  } catch (error) {
    return fail(`${error.message}\n  ${USAGE}`)
  }
}

/** All kernel files share one namespace, as WGSL has one. */
function refuseTakenNames(names) {
  for (const folder of FOLDERS) {
    for (const file of readdirSync(folder).filter((entry) => entry.endsWith('.ts'))) {
      const text = readFileSync(`${folder}/${file}`, 'utf8')
      const taken = names.find((wanted) => new RegExp(`^(export )?(function|const) ${wanted}\\b`, 'm').test(text))
      if (taken !== undefined) fail(`${taken} is declared in ${folder}/${file} already`)
    }
  }
}

function readFamily() {
  if (existsSync(path)) return readFileSync(path, 'utf8')
  return `// ${family[0].toUpperCase()}${family.slice(1)}: to be written.\n`
}

function addSkeleton(text) {
  let result = addImport(text, '../kernel/errors.ts', 'TYPE_ERROR')
  result = addImport(result, '../kernel/heap.ts', 'type Heap')
  if (!isHigherOrder) {
    result = addImport(result, './signature.ts', 'type Any')
    return `${result}
/** ${SENTENCE} */
export function ${kernelName}(_h: Heap, _x: Any): Any {
  return TYPE_ERROR
}
`
  }
  result = addImport(result, '../kernel/calls.ts', 'callEach')
  for (const type of ['Any', 'Callable', 'Calls1', 'Container', 'Results']) {
    result = addImport(result, './signature.ts', `type ${type}`)
  }
  return `${result}
export function ${name}Calls(h: Heap, function_: Callable, container: Container): Calls1 {
  return callEach(h, function_, container)
}

/** ${SENTENCE} */
export function ${kernelName}(_h: Heap, _function: Callable, _container: Container, _results: Results): Any {
  return TYPE_ERROR
}
`
}

/** The text with `wanted` (a name, or `type` and a name) imported from the module, if it is not yet. */
function addImport(text, module, wanted) {
  const bare = wanted.replace(/^type /, '')
  const found = [...text.matchAll(/^import (type )?\{([^}]*)\} from '([^']+)'$/gm)].find((match) => match[3] === module)
  if (found === undefined) {
    const line = wanted === bare ? `import { ${bare} }` : `import type { ${bare} }`
    return insertAfterImports(text, `${line} from '${module}'`)
  }
  const [statement, type = '', list] = found
  const names = list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  if (names.some((entry) => entry.replace(/^type /, '') === bare)) return text
  // `import type` can hold no value; then all its names say so themselves.
  const isTypes = type !== '' && wanted !== bare
  const kept = type !== '' && !isTypes ? names.map((entry) => `type ${entry}`) : names
  const sorted = [...kept, isTypes ? bare : wanted].sort((a, b) => (plainName(a) < plainName(b) ? -1 : 1))
  return text.replace(statement, () => `import ${isTypes ? 'type ' : ''}{ ${sorted.join(', ')} } from '${module}'`)
}

function plainName(entry) {
  return entry.replace(/^type /, '')
}

function insertAfterImports(text, line) {
  const imports = [...text.matchAll(/^import [^;]*? from '[^']+'$/gm)]
  const last = imports.at(-1)
  if (last !== undefined) {
    const end = last.index + last[0].length
    return `${text.slice(0, end)}\n${line}${text.slice(end)}`
  }
  const comment = /^(?:\/\/.*\n)*/.exec(text)[0]
  return `${comment}\n${line}\n${text.slice(comment.length)}`
}

function exampleVector() {
  const args = isHigherOrder ? [{ f: 'identity' }, { t: [1, 2] }] : [0]
  return { fn: name, tier: 'typed', args, error: true }
}

function fail(message) {
  console.error(`new-primitive: ${message}`)
  process.exit(WRONG_USE)
}
