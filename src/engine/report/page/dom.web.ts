// Elements with attributes and children. Text is always a text node: names of programs can hold anything.

/** Makes an element. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

/** A table with a caption for screen readers; columns after the first are numbers unless `texts` has them. */
export function makeTable(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly (Node | string)[])[],
  texts: readonly number[] = [],
): HTMLElement {
  const kind = (c: number) => (c === 0 || texts.includes(c) ? {} : { class: 'number' })
  const table = make(
    'table',
    {},
    make('caption', {}, caption),
    make('thead', {}, make('tr', {}, ...head.map((title, c) => make('th', { scope: 'col', ...kind(c) }, title)))),
    make(
      'tbody',
      {},
      ...rows.map((row) =>
        make(
          'tr',
          {},
          ...row.map((cell, c) => (c === 0 ? make('th', { scope: 'row' }, cell) : make('td', kind(c), cell))),
        ),
      ),
    ),
  )
  return make('div', { class: 'table', tabindex: '0', role: 'region', 'aria-label': caption }, table)
}

/** A section of the report. */
export function makeSection(id: string, title: string, ...children: (Node | string)[]): HTMLElement {
  return make(
    'section',
    { id, 'aria-labelledby': `${id}-title` },
    make('h2', { id: `${id}-title` }, title),
    ...children,
  )
}

/** A count with a comma after every three digits. */
export function formatCount(count: number): string {
  return Math.round(count).toLocaleString('en-US')
}

/** A count with its noun. */
export function plural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** A share in per cent, rounded down to tenths; more than none is at least 0.1 %. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '–'
  const tenths = Math.max(part > 0 ? 1 : 0, Math.floor((1000 * part) / whole))
  return `${tenths / 10} %`
}
