// Collects the top-level declarations of kernel sources. Anything but constants, functions, type aliases and imports is
// outside the subset.

import type {
  Expression,
  Function as FunctionNode,
  Statement,
  TSType,
  TSTypeAnnotation,
  VariableDeclarator,
} from 'oxc-parser'
import { type Diagnostic, diagnose } from './diagnostic.ts'
import { borderFile, hostOnlyNames, intrinsicsFile, isDeviceFile, signatureFile } from './layout.ts'
import { type DocTag, type SourceFile, docBefore } from './source.ts'

/** A top-level `const`. */
export interface Constant {
  readonly source: SourceFile
  readonly name: string
  readonly offset: number
  readonly doc: string
  readonly value: Expression
}

/** Variables of an invocation, with their first values: a top-level object of device code. */
export interface VariableGroup {
  readonly source: SourceFile
  readonly name: string
  readonly offset: number
  readonly fields: readonly { readonly name: string; readonly value: Expression }[]
}

/** A memory of a device: a buffer, or memory of a workgroup with its number of words. */
export interface Memory {
  readonly source: SourceFile
  readonly name: string
  readonly offset: number
  readonly sort: 'words' | 'atomics'
  readonly size: Expression | undefined
}

/** A parameter; `type` is the name that the source gives its type, '' if it has none. */
export interface KernelParameter {
  readonly name: string
  readonly type: string
  readonly offset: number
}

/** A top-level function. */
export interface KernelFunction {
  readonly source: SourceFile
  readonly name: string
  readonly offset: number
  readonly doc: string
  readonly tags: readonly DocTag[]
  readonly exported: boolean
  readonly parameters: readonly KernelParameter[]
  readonly returns: string
  readonly node: FunctionNode
}

/** Everything that a set of kernel sources declares. */
export interface Declarations {
  readonly constants: Constant[]
  readonly functions: KernelFunction[]
  readonly variables: VariableGroup[]
  readonly memories: Memory[]
  /** Type aliases: from name to the name of the aliased type. */
  readonly aliases: Map<string, string>
  /** Those of them that are types of the DSL. */
  readonly signatures: Set<string>
}

/** Reads the top level of all sources. */
export function collectDeclarations(sources: readonly SourceFile[], diagnostics: Diagnostic[]): Declarations {
  const declarations: Declarations = {
    constants: [],
    functions: [],
    variables: [],
    memories: [],
    aliases: new Map(),
    signatures: new Set(),
  }
  for (const source of sources) {
    for (const error of source.errors) {
      diagnostics.push(diagnose(source, error.offset, `syntax error: ${error.message}`, 'correct it'))
    }
    if (source.errors.length > 0) continue
    for (const statement of source.program.body) collectStatement(source, statement, declarations, diagnostics)
  }
  return declarations
}

function collectStatement(source: SourceFile, outer: Statement, into: Declarations, diagnostics: Diagnostic[]): void {
  const exported = outer.type === 'ExportNamedDeclaration'
  const statement = exported ? outer.declaration : outer
  const reject = (offset: number, problem: string, advice: string): void => {
    diagnostics.push(diagnose(source, offset, problem, advice))
  }
  switch (statement?.type) {
    case 'ImportDeclaration':
      if (!/^\.\.?\//.test(statement.source.value)) {
        reject(statement.start, `import of '${statement.source.value}'`, 'kernels may use only kernel files')
      }
      for (const specifier of statement.specifiers) {
        const imported = specifier.type === 'ImportSpecifier' && specifier.imported
        if (!imported || imported.type !== 'Identifier' || imported.name !== specifier.local.name) {
          reject(specifier.start, 'import under another name', 'import it by the name it is declared with')
        }
      }
      return
    case 'TSTypeAliasDeclaration': {
      const target = nameOfType(statement.typeAnnotation)
      if (target === '') reject(statement.start, 'type that is no alias of a number or boolean', 'use such an alias')
      else into.aliases.set(statement.id.name, target)
      if (source.path === signatureFile) into.signatures.add(statement.id.name)
      return
    }
    case 'VariableDeclaration':
      for (const declarator of statement.declarations) {
        if (isDeviceFile(source.path) && collectForDevice(source, outer, declarator, into)) continue
        if (statement.kind !== 'const' || declarator.id.type !== 'Identifier' || declarator.init === null) {
          reject(declarator.start, 'variable outside a function', 'use a constant, or pass the value as a parameter')
          continue
        }
        const { name } = declarator.id
        const doc = docBefore(source, outer.start).prose
        into.constants.push({ source, name, offset: declarator.start, doc, value: declarator.init })
      }
      return
    case 'FunctionDeclaration':
      if (source.path === borderFile && (!exported || hostOnlyNames.includes(statement.id?.name ?? ''))) return
      into.functions.push(readFunction(source, outer, statement, exported, reject))
      return
    case 'TSDeclareFunction':
      if (source.path !== intrinsicsFile) break
      into.functions.push(readFunction(source, outer, statement, exported, reject))
      return
    case 'TSInterfaceDeclaration':
      if (source.path === intrinsicsFile) return
      break
    case 'ClassDeclaration':
      if (source.path === borderFile && hostOnlyNames.includes(statement.id?.name ?? '')) return
      break
    default:
  }
  const advice = 'declare constants, functions and aliases of number; a file for the host alone goes to layout.ts'
  reject(outer.start, 'declaration outside the subset', advice)
}

const MEMORY_SORTS: Readonly<Record<string, Memory['sort']>> = {
  Words: 'words',
  Atomics: 'atomics',
  sharedWords: 'words',
  sharedAtomics: 'atomics',
}

/** Reads a memory, variables of the invocation, or a group of constants; false for any other declaration. */
function collectForDevice(
  source: SourceFile,
  outer: Statement,
  { id, init, start }: VariableDeclarator,
  into: Declarations,
): boolean {
  if (id.type !== 'Identifier') return false
  const place = { source, name: id.name, offset: start }
  if (init === null) {
    // The parameters of a dispatch are declared like a memory, but have names: see PARAMS in resolve.ts.
    const sort = MEMORY_SORTS[id.typeAnnotation ? nameOfAnnotation(id.typeAnnotation) : '']
    if (sort !== undefined) into.memories.push({ ...place, sort, size: undefined })
    return source.path === intrinsicsFile
  }
  if (init.type === 'CallExpression' && init.callee.type === 'Identifier') {
    const sort = MEMORY_SORTS[init.callee.name]
    const [size] = init.arguments as Expression[]
    if (sort === undefined || size === undefined) return false
    into.memories.push({ ...place, sort, size })
    return true
  }
  const isConstant = init.type === 'TSAsExpression'
  const object = isConstant ? init.expression : init
  if (object.type !== 'ObjectExpression') return false
  const fields = object.properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier'
      ? [{ name: property.key.name, value: property.value }]
      : [],
  )
  if (fields.length < object.properties.length) return false
  if (!isConstant) into.variables.push({ ...place, fields })
  else {
    const { prose: doc } = docBefore(source, outer.start)
    into.constants.push(...fields.map(({ name, value }) => ({ ...place, name: `${id.name}.${name}`, doc, value })))
  }
  return true
}

function readFunction(
  source: SourceFile,
  outer: Statement,
  node: FunctionNode,
  exported: boolean,
  reject: (offset: number, problem: string, advice: string) => void,
): KernelFunction {
  const parameters: KernelParameter[] = []
  for (const parameter of node.params) {
    if (parameter.type !== 'Identifier' || parameter.optional) {
      reject(parameter.start, 'parameter that is not a plain name', 'use one name and one type a parameter, no default')
      continue
    }
    const type = parameter.typeAnnotation ? nameOfAnnotation(parameter.typeAnnotation) : ''
    parameters.push({ name: parameter.name, type, offset: parameter.start })
  }
  if (node.async || node.generator || node.typeParameters) {
    reject(node.start, 'async, generator or generic function', 'write a plain function')
  }
  const returns = node.returnType ? nameOfAnnotation(node.returnType) : ''
  const name = node.id?.name ?? ''
  const { prose, tags } = docBefore(source, outer.start)
  return {
    source,
    name,
    offset: node.id?.start ?? node.start,
    doc: prose,
    tags,
    exported,
    parameters,
    returns,
    node,
  }
}

/** The name of an annotated type; '' where it is more than a name. */
export function nameOfAnnotation(annotation: TSTypeAnnotation): string {
  return nameOfType(annotation.typeAnnotation)
}

function nameOfType(type: TSType): string {
  switch (type.type) {
    case 'TSNumberKeyword':
      return 'number'
    case 'TSBooleanKeyword':
      return 'boolean'
    case 'TSVoidKeyword':
      return 'void'
    case 'TSTypeReference':
      return type.typeName.type === 'Identifier' && !type.typeArguments ? type.typeName.name : ''
    default:
      return ''
  }
}
