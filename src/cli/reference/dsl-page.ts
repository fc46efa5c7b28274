// The DSL reference as one HTML page: every primitive with its declarations, prose and a drawn example; nothing is loaded.

import { escapeHtml, renderPage } from '../../engine/report/html-page.ts'
import { CELL_COLORS } from '../../engine/report/palette.ts'
import { type DialectId, dialectIds } from '../../language/dialects.ts'
import { primitives, primitivesByName } from '../../language/names.ts'
import type { Primitive } from '../../primitives/primitive.ts'
import { drawSvg } from './draw-svg.ts'
import { type Drawn, type DrawnExample, drawExamples } from './drawn-example.ts'
import { spellDeclarations } from './spell-declaration.ts'
import { PAGE_SCRIPT, PAGE_STYLE } from './page.generated.ts'

/** The page. Without scripts it is complete, but not searchable. */
export function renderDslPage(): string {
  const colors = CELL_COLORS.map((color, k) => `.c${k}{fill:${color}}`).join('\n')
  const style = `${PAGE_STYLE}\n${colors}`
  const families = [...new Set(primitives.map(({ family }) => family))].sort()
  const counts = dialectIds.map((id) => `${primitivesByName[id].size} in dialect ${id}`)
  const body = `<header>
<h1>The DSL with examples</h1>
<p>${primitives.length} primitives: ${counts.join(', ')}. Dialect a is that of solvers, r that of verifiers, t the extended one,
whose cells are (row, column, colour). Every result on this page was computed by the engine.</p>
<p class="key">${keyOfPictures()}</p>
</header>
<form role="search">
<label>Search <input type="search" id="query" placeholder="name, type or word, such as objects or Grid" autocomplete="off"></label>
<label>Dialect <select id="dialect"><option value="">all</option>${dialectIds.map(option).join('')}</select></label>
<label>Family <select id="family"><option value="">all</option>${families.map(option).join('')}</select></label>
<output id="count" aria-live="polite">${primitives.length} primitives</output>
</form>
<main>
${primitives.map(renderCard).join('\n')}
</main>`
  return renderPage({ title: 'Megabatt: the DSL with examples', style, body, script: PAGE_SCRIPT })
}

function keyOfPictures(): string {
  const cell = (rows: string) => `<span class="sample ${rows}"></span>`
  return `${cell('colour')} a cell of a grid or an object, with its colour ${cell('place')} an index ${cell('none')} no cell of the
value. Letters tell the members of a set apart.`
}

function option(value: string): string {
  return `<option>${value}</option>`
}

function renderCard(primitive: Primitive): string {
  const { key, name, family, sort, prose, declarations } = primitive
  const groups = spellDeclarations(primitive)
  const signatures = groups.map(
    ({ text, dialects }) => `<p class="signature"><code>${escapeHtml(text)}</code> ${badges(dialects)}</p>`,
  )
  const words = [name, family, sort, ...groups.map(({ text }) => text), prose].join(' ').toLowerCase()
  const names = [...new Set(Object.values(declarations).map((declaration) => declaration.name))]
  return `<article id="dsl-${key.replace('@', '-')}" data-dialects="${groups.flatMap(({ dialects }) => dialects).join('')}" \
data-family="${family}" data-names="${names.join(' ')}" data-words="${escapeHtml(words)}">
<h2>${name}</h2> <span class="family">${family}${sort === 'higher-order' ? `, ${sort}` : ''}</span>
${signatures.join('\n')}
<p>${escapeHtml(prose)}</p>
${renderExamples(primitive)}
</article>`
}

function renderExamples(primitive: Primitive): string {
  const groups = drawExamples(primitive)
  return groups
    .map(({ drawn, dialects }) => {
      const example = renderExample(drawn)
      return groups.length === 1 ? example : `<p class="in">In ${badges(dialects)}</p>${example}`
    })
    .join('\n')
}

function badges(dialects: readonly DialectId[]): string {
  return dialects.map((id) => `<span class="dialect">${id}</span>`).join(' ')
}

function renderExample({ name, args, then, result }: DrawnExample): string {
  const list = (values: readonly string[]) => values.join('<span class="punctuation">,</span>')
  const punctuation = (text: string) => `<span class="call">${text}</span>`
  const further = then === undefined ? [] : [punctuation(')('), list(then.map((argument) => renderValue(argument)))]
  const parts = [
    punctuation(`${name}(`),
    list(args.map(({ name: parameter, value }) => renderValue(value, parameter))),
    ...further,
    // Together, so that a narrow page does not leave the arrow alone.
    `<div class="tuple">${punctuation(')')}<span class="arrow" role="img" aria-label="gives">→</span>${renderValue(result)}</div>`,
  ]
  return `<div class="example">${parts.join('')}</div>`
}

function renderValue(value: Drawn, name?: string): string {
  const caption = (text: string) => {
    const texts = [name ?? '', text].filter((part) => part !== '')
    return texts.length === 0 ? '' : `<figcaption>${escapeHtml(texts.join(', '))}</figcaption>`
  }
  switch (value.kind) {
    case 'picture': {
      const notes = value.picture.notes.join('; ')
      return `<figure>${drawSvg(value.picture)}${caption(notes)}</figure>`
    }
    case 'text':
      return `<figure><code>${escapeHtml(value.text)}</code>${caption('')}</figure>`
    case 'tuple': {
      const items = value.items.map((item) => renderValue(item)).join('<span class="punctuation">,</span>')
      return `<figure><div class="tuple"><span class="call">(</span>${items}<span class="call">)</span></div>${caption('')}</figure>`
    }
    default:
      return value satisfies never
  }
}
