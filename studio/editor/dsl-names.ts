// Names of the DSL in the editor: completion, and the text for the name under the pointer.

import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { EditorView, Tooltip } from '@codemirror/view'
import type { DialectId } from '../../src/language/dialects.ts'
import { callEngine } from '../engine/engine-pool.ts'
import type { DeclaredName } from '../engine/messages.ts'

const known = new Map<DialectId, Promise<ReadonlyMap<string, DeclaredName>>>()

/** The names of a dialect, asked for once. */
function namesOf(dialect: DialectId): Promise<ReadonlyMap<string, DeclaredName>> {
  let names = known.get(dialect)
  if (names === undefined) {
    names = callEngine('declarations', { dialect }).then((list) => new Map(list.map((one) => [one.name, one])))
    known.set(dialect, names)
  }
  return names
}

/** Completes primitives, constants, and the names that the text has assigned before. */
export async function completeNames(context: CompletionContext, dialect: DialectId): Promise<CompletionResult | null> {
  const word = context.matchBefore(/\w+/)
  if (word === null && !context.explicit) return null
  const names = await namesOf(dialect)
  const before = context.state.sliceDoc(0, word?.from ?? context.pos)
  const own = new Set(Array.from(before.matchAll(/^\s*(\w+)\s*=/gm), ([, name]) => name!))
  return {
    from: word?.from ?? context.pos,
    validFor: /^\w*$/,
    options: [
      ...Array.from(own, (label) => ({ label, type: 'variable', boost: 1 })),
      ...Array.from(names.values(), ({ name, kind, text, prose }) => ({
        label: name,
        type: kind === 'primitive' ? 'function' : 'constant',
        detail: text.slice(name.length).trim(),
        ...(prose === '' ? {} : { info: prose }),
      })),
    ],
  }
}

/** The declaration of the name at a position. */
export async function describeName(view: EditorView, at: number, dialect: DialectId): Promise<Tooltip | null> {
  const range = view.state.wordAt(at)
  if (range === null) return null
  const found = (await namesOf(dialect)).get(view.state.sliceDoc(range.from, range.to))
  if (found === undefined) return null
  return { pos: range.from, end: range.to, above: true, create: () => ({ dom: draw(found) }) }
}

function draw({ text, prose }: DeclaredName): HTMLElement {
  const dom = document.createElement('div')
  dom.className = 'cm-name'
  const code = document.createElement('code')
  code.textContent = text
  dom.append(code)
  if (prose !== '') {
    const paragraph = document.createElement('p')
    paragraph.textContent = prose
    dom.append(paragraph)
  }
  return dom
}
