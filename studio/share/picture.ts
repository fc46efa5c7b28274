// Pictures of grids and steps as SVG and PNG files.

const SVG = 'http://www.w3.org/2000/svg'
/** Everything that the style sheet decides; a file has no style sheet. */
const PROPERTIES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-linecap',
  'opacity',
  'vector-effect',
  'shape-rendering',
  'font-family',
  'font-size',
  'text-anchor',
  'dominant-baseline',
] as const
const GAP = 20
const CAPTION_HEIGHT = 24
const MIN_PNG_SIDE = 512
const MAX_PNG_SIDE = 8192

/** A picture: the text of an SVG file and its size in pixels. */
export interface Picture {
  readonly svg: string
  readonly width: number
  readonly height: number
}

/** A drawn grid as a file of its own. */
export function pictureOf(drawing: SVGSVGElement): Picture {
  const { svg, width, height } = standalone(drawing)
  return { svg: spell(svg), width, height }
}

/** All figures of a step side by side, with their captions. */
export function pictureOfFigures(figures: readonly HTMLElement[], title: string): Picture {
  const all = document.createElementNS(SVG, 'svg')
  const style = getComputedStyle(document.body)
  let x = GAP
  let height = 0
  addText(all, title, GAP, GAP + 8, style.color, 15, 'bold')
  const top = GAP + 16 + CAPTION_HEIGHT
  for (const figure of figures) {
    const caption = figure.querySelector('figcaption')?.textContent?.trim() ?? ''
    const drawings = [...figure.querySelectorAll<SVGSVGElement>('svg.grid')]
    addText(all, caption, x, top - 8, style.color, 13)
    const start = x
    for (const drawing of drawings) {
      const part = standalone(drawing)
      part.svg.setAttribute('x', String(x))
      part.svg.setAttribute('y', String(top))
      all.append(part.svg)
      x += part.width + GAP / 2
      height = Math.max(height, part.height)
    }
    if (drawings.length === 0) {
      const text = figure.textContent.replace(caption, '').trim().slice(0, 80)
      addText(all, text, x, top + 14, style.color, 13)
      x += text.length * 7
      height = Math.max(height, 20)
    }
    // The caption can be wider than the grid.
    x = Math.max(x, start + caption.length * 7) + GAP
  }
  const size = { width: Math.ceil(x), height: Math.ceil(top + height + GAP) }
  const background = document.createElementNS(SVG, 'rect')
  background.setAttribute('width', String(size.width))
  background.setAttribute('height', String(size.height))
  background.setAttribute('fill', style.backgroundColor)
  all.prepend(background)
  all.setAttribute('viewBox', `0 0 ${size.width} ${size.height}`)
  all.setAttribute('width', String(size.width))
  all.setAttribute('height', String(size.height))
  return { svg: spell(all), ...size }
}

/** The picture as PNG, enlarged by a whole factor so that cells stay sharp. */
export async function toPng({ svg, width, height }: Picture): Promise<Blob> {
  const side = Math.max(width, height)
  const scale = Math.max(1, Math.min(Math.ceil(MIN_PNG_SIDE / side), Math.floor(MAX_PNG_SIDE / side)))
  const address = URL.createObjectURL(toSvg({ svg, width, height }))
  try {
    const image = new Image(width * scale, height * scale)
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = width * scale
    canvas.height = height * scale
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob === null ? reject(new Error('The picture is too large.')) : resolve(blob)),
        'image/png',
      ),
    )
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** The picture as an SVG file. */
export function toSvg({ svg }: Picture): Blob {
  return new Blob([svg], { type: 'image/svg+xml' })
}

/** A copy of a drawing with all styles as attributes, in its own size. */
function standalone(drawing: SVGSVGElement): { svg: SVGSVGElement; width: number; height: number } {
  const svg = drawing.cloneNode(true) as SVGSVGElement
  const originals = [...drawing.querySelectorAll<SVGElement>('*')]
  for (const [k, copy] of [...svg.querySelectorAll<SVGElement>('*')].entries()) {
    const style = getComputedStyle(originals[k]!)
    for (const property of PROPERTIES) {
      const value = style.getPropertyValue(property)
      if (value !== '') copy.setAttribute(property, value)
    }
    // A dark edge instead of the shadow: not every program draws shadows.
    if (copy.matches('.grid-mark.wrong')) {
      const edge = copy.cloneNode() as SVGElement
      edge.setAttribute('stroke', '#000000')
      edge.setAttribute('stroke-width', '4.5')
      copy.before(edge)
    }
  }
  for (const copy of svg.querySelectorAll('*')) copy.removeAttribute('class')
  const width = Number(drawing.getAttribute('width'))
  const height = Number(drawing.getAttribute('height'))
  svg.removeAttribute('class')
  svg.removeAttribute('style')
  return { svg, width, height }
}

function addText(
  svg: SVGElement,
  text: string,
  x: number,
  y: number,
  fill: string,
  size: number,
  weight = 'normal',
): void {
  const element = document.createElementNS(SVG, 'text')
  const attributes = { x, y, fill, 'font-size': size, 'font-weight': weight, 'font-family': 'system-ui, sans-serif' }
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
  element.textContent = text
  svg.append(element)
}

function spell(svg: SVGElement): string {
  return `${new XMLSerializer().serializeToString(svg)}\n`
}
