// Stand-ins for the primitives of dialect T that the registry does not declare yet; they can be read but not run.

import type { DialectId, Parameter, Primitive } from '../primitives/primitive.ts'
import { primitives } from '../primitives/registry.generated.ts'
import { pendingSignatures } from './pending-signatures.ts'

const declared = new Set(primitives.flatMap(({ declarations }) => declarations.t?.name ?? []))
const keys = new Set(primitives.map(({ key }) => key))

export const pendingPrimitives: readonly Primitive[] = Object.entries(pendingSignatures)
  .filter(([name]) => !declared.has(name))
  .map(([name, [returns, ...texts]]) => {
    const declaration = { name, returns, parameters: texts.map(readParameter) }
    const key = keys.has(name) ? `${name}@t` : name
    const base = { ...primitives[0]!, ...declaration, id: -1, key, declarations: { t: declaration } }
    return { ...base, sort: 'first-order', kernelName: key }
  })

/** Whether a dialect has a name: the registry declares names of dialect A for dialect T, too, that T does not have. */
export function isOfDialect(name: string, dialect: DialectId): boolean {
  return dialect !== 't' || Object.hasOwn(pendingSignatures, name)
}

/** The parameters of a primitive in dialect T, where the registry has those of dialect A. */
export function pendingParameters(name: string): readonly Parameter[] | undefined {
  return pendingSignatures[name]?.slice(1).map(readParameter)
}

function readParameter(text: string): Parameter {
  const [name, type] = text.split(': ') as [string, string]
  const isOptional = name.endsWith('?')
  return { name: name.replace('?', ''), type, ...(isOptional ? { isOptional } : {}) }
}
