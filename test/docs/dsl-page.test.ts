// The DSL page shows what the engine computes: every drawn result, read back from the page, is that of the kernels in JavaScript.

import { expect, test } from 'vitest'
import { jsEngine } from '../../src/backends/cpu/engine.ts'
import { renderDslPage } from '../../src/cli/reference/dsl-page.ts'
import { runExamples } from '../../src/engine/reference/run-examples.ts'
import { layoutOf } from '../../src/language/dialects.ts'
import { primitives, primitivesByName } from '../../src/language/names.ts'
import { type Notation, spellNotation } from '../../src/language/values/value-notation.ts'

const page = renderDslPage()
const articles = new Map(
  [...page.matchAll(/<article id="dsl-([^"]+)"[^]*?<\/article>/g)].map(([text, id]) => [id!, text]),
)

test('the page has every primitive once, with all of its names', () => {
  expect([...articles.keys()]).toEqual(primitives.map(({ key }) => key.replace('@', '-')))
  for (const [id, names] of Object.entries(primitivesByName))
    for (const [name, { key }] of names) {
      const article = articles.get(key.replace('@', '-'))!
      expect(article).toContain(`<code>${name}(`)
      expect(article).toMatch(new RegExp(`data-dialects="[art]*${id}`))
    }
})

test.each(primitives.map((primitive) => [primitive.key, primitive] as const))('%s', (key, primitive) => {
  const drawn = [
    ...articles
      .get(key.replace('@', '-'))!
      .matchAll(/<div class="example">[^]*?aria-label="gives">→<\/span>([^]*?)<\/div><\/div>/g),
  ]
  expect(drawn.length).toBeGreaterThan(0)
  for (const { dialect, result } of runExamples(primitive, jsEngine)) {
    const { returns } = primitive.declarations[dialect]!
    const shown = drawn.map(([, html]) => html!)
    expect(shown.some((html) => shows(html, result, returns, layoutOf(dialect)))).toBe(true)
  }
})

/** Whether the HTML of a value shows this value. */
function shows(html: string, value: Notation, type: string, layout: string): boolean {
  const pictures = [...html.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label!)
  if (pictures.length === 0) return unescape(/<code>(.*?)<\/code>/.exec(html)![1]!) === spell(value, type)
  const values = pictures.length === 1 && !html.includes('class="tuple"') ? [value] : flatten(value)
  return values.length === pictures.length && values.every((one, k) => isPictureOf(pictures[k]!, one, layout))
}

function spell(value: Notation, type: string): string {
  if (type === 'Boolean' && value === 1) return 'True'
  if (type === 'Boolean' && value === 0) return 'False'
  if (value === null || typeof value !== 'object') return value === null ? 'None' : String(value)
  if ('f' in value) return value.f
  if ('call' in value) return `${value.call}(${value.args.map((item) => spell(item, '')).join(', ')})`
  if ('s' in value) return `{${value.s.map((item) => spell(item, '')).join(', ')}}`
  const items = 't' in value ? value.t : value.g.map((row) => ({ t: Array.from(row, Number) }))
  return `(${items.map((item) => spell(item, '')).join(', ')}${items.length === 1 ? ',' : ''})`
}

function unescape(html: string): string {
  return html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

/** The pictures of a tuple, in order. */
function flatten(value: Notation): Notation[] {
  return typeof value === 'object' && value !== null && 't' in value ? value.t.flatMap(flatten) : [value]
}

/** Compares the cells that a label names with those of a grid, a patch, or a set of patches. */
function isPictureOf(label: string, value: Notation, layout: string): boolean {
  const rows = label
    .slice(label.indexOf(': ') + 2)
    .split(' / ')
    .map((row) => row.split(' '))
  if (typeof value !== 'object' || value === null) return false
  if ('g' in value) return spellNotation(value) === spellNotation({ g: rows.map((row) => row.join('')) })
  if (!('s' in value)) return false
  const patches = value.s.every((item) => 's' in (item as object)) ? (value.s as { s: Notation[] }[]) : [value]
  const expected = new Map<string, string>()
  for (const [k, { s: cells }] of patches.entries()) {
    const letter = patches.length > 1 ? 'abcdefgh'[k]! : ''
    for (const cell of cells) {
      const { row, column, color } = cellOf(cell as { t: Notation[] }, layout)
      // Cells outside of the drawn rows and columns are counted below the picture.
      if (rows[row]?.[column] !== undefined)
        expected.set(`${row},${column}`, (color ?? (letter === '' ? 'x' : '')) + letter)
    }
  }
  const shown = rows.flatMap((row, i) => row.flatMap((text, j) => (text === '.' ? [] : [[`${i},${j}`, text] as const])))
  return shown.length === expected.size && shown.every(([place, text]) => expected.get(place) === text)
}

function cellOf({ t }: { t: Notation[] }, layout: string): { row: number; column: number; color?: string } {
  const [first, second, third] = t as [number, number | { t: [number, number] }, number?]
  if (typeof second === 'object') return { row: second.t[0], column: second.t[1], color: String(first) }
  return layout === 't' && third !== undefined
    ? { row: first, column: second, color: String(third) }
    : { row: first, column: second }
}
