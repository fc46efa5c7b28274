// Stand-ins for the primitives of dialect T that the registry does not declare yet; they can be read but not run.

import type { Parameter, Primitive } from '../primitives/primitive.ts'
import { primitives } from '../primitives/registry.generated.ts'
import { pendingSignatures } from './pending-signatures.ts'

const known = new Set(primitives.map(({ name }) => name))

export const pendingNames: ReadonlySet<string> = new Set(Object.keys(pendingSignatures))

export const pendingPrimitives: readonly Primitive[] = Object.entries(pendingSignatures).flatMap(
  ([name, [returns, ...parameters]]) =>
    known.has(name)
      ? []
      : [
          {
            ...primitives[0]!,
            id: -1,
            name,
            returns,
            parameters: parameters.map(readParameter),
            sort: 'first-order',
            kernelName: name,
          },
        ],
)

function readParameter(text: string): Parameter {
  const [name, type] = text.split(': ') as [string, string]
  const optional = name.endsWith('?')
  return { name: name.replace('?', ''), type, ...(optional ? { optional } : {}) }
}
