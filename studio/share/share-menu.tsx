// The menu of sharing: a link, the program in three languages, and pictures of everything drawn on the page.

import { useState } from 'preact/hooks'
import { callEngine } from '../engine/engine-pool.ts'
import type { ProgramForm } from '../engine/study-messages.ts'
import { Menu } from '../frame/menu.tsx'
import { notifyError } from '../frame/notices.tsx'
import { inspection, openDocument, step } from '../state/workbench.ts'
import { copyText, textToCopy } from './copy-text.ts'
import { type Picture, pictureOf, pictureOfFigures, toPng, toSvg } from './picture.ts'
import { saveFile } from './save-file.ts'
import { makeLink } from './share-link.ts'

const FORMS: readonly { readonly id: ProgramForm; readonly title: string }[] = [
  { id: 'python', title: 'Python' },
  { id: 'json', title: 'JSON' },
  { id: 'typescript', title: 'TypeScript' },
]

/** Something drawn on the page. */
interface Drawing {
  readonly label: string
  readonly picture: () => Picture
}

const MAX_DRAWINGS = 60

/** Sharing, from every page. */
export function ShareMenu() {
  const [drawings, setDrawings] = useState<readonly Drawing[]>([])
  const program = inspection.value?.program
  const isOpen = openDocument.value !== undefined
  const copyLink = () => makeLink().then((link) => copyText(link, 'the link'), notifyError)
  const copyAs = (form: ProgramForm, title: string) =>
    callEngine('printProgram', { program: program!, form }).then(
      (text) => copyText(text, `the program as ${title}`),
      notifyError,
    )
  return (
    <Menu title="Share" onOpen={() => setDrawings(listDrawings())}>
      <button type="button" disabled={!isOpen} onClick={() => void copyLink()}>
        Copy link
      </button>
      <p class="hint">
        {isOpen
          ? 'The link contains the program, its task and the sample. No server keeps them.'
          : 'Open a program to share it.'}
      </p>
      <div class="share-forms" role="group" aria-label="Copy the program as">
        <span class="hint">Copy as</span>
        {FORMS.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            class="small"
            disabled={program === undefined}
            onClick={() => void copyAs(id, title)}
          >
            {title}
          </button>
        ))}
      </div>
      {textToCopy.value !== undefined && (
        <label class="stacked">
          The browser does not let the page copy; copy this text
          <textarea
            readOnly
            rows={4}
            value={textToCopy.value}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </label>
      )}
      {drawings.length === 0 ? (
        <p class="hint">This page shows no grids now.</p>
      ) : (
        <ul class="share-pictures" aria-label="Pictures">
          {drawings.map(({ label, picture }, k) => (
            <li key={k}>
              <span title={label}>{label}</span>
              <SaveButtons label={label} picture={picture} />
            </li>
          ))}
        </ul>
      )}
    </Menu>
  )
}

/** Saves a picture in both forms. */
export function SaveButtons({ label, picture }: Drawing) {
  const name = fileName(label)
  const savePng = () => toPng(picture()).then((blob) => saveFile(`${name}.png`, blob), notifyError)
  return (
    <span class="share-save">
      <button
        type="button"
        class="small"
        aria-label={`Save ${label} as SVG`}
        onClick={() => saveFile(`${name}.svg`, toSvg(picture()))}
      >
        SVG
      </button>
      <button type="button" class="small" aria-label={`Save ${label} as PNG`} onClick={() => void savePng()}>
        PNG
      </button>
    </span>
  )
}

/** The step as a whole, then all grids that are drawn. */
function listDrawings(): Drawing[] {
  const main = document.querySelector('#main')!
  const figures = [...main.querySelectorAll<HTMLElement>('.stage-grids > figure')]
  const title = main.querySelector('.stage-call')?.textContent ?? ''
  const label = `Step ${step.peek() + 1}, whole`
  const whole = figures.length === 0 ? [] : [{ label, picture: () => pictureOfFigures(figures, title) }]
  const grids = [...main.querySelectorAll<SVGSVGElement>('svg.grid')].slice(0, MAX_DRAWINGS)
  return [...whole, ...grids.map(toDrawing)]
}

/** A drawn grid. */
export function toDrawing(grid: SVGSVGElement): Drawing {
  return { label: grid.getAttribute('aria-label') ?? 'Grid', picture: () => pictureOf(grid) }
}

function fileName(label: string): string {
  return (
    label
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '')
      .toLowerCase()
      .slice(0, 80) || 'grid'
  )
}
