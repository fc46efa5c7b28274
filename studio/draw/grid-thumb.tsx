// A grid as a small picture without lines: one pixel a cell, enlarged by the browser. Hundreds of them stay cheap.

import { useLayoutEffect, useRef } from 'preact/hooks'
import type { GridData } from '../../src/data/task.ts'
import { palette } from '../state/preferences.ts'
import { paletteOf } from './palettes.ts'

/** A grid within a square of `size` pixels. The picture is decoration: who uses it gives the text. */
export function GridThumb({ grid, size }: { readonly grid: GridData; readonly size: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const id = palette.value
  const { height, width, cells } = grid
  const side = size / Math.max(height, width)
  useLayoutEffect(() => {
    const context = canvas.current!.getContext('2d')!
    const image = context.createImageData(width, height)
    const words = new Uint32Array(image.data.buffer)
    const colors = paletteOf(id).colors.map(toWord)
    for (let k = 0; k < cells.length; k++) words[k] = colors[cells[k]!]!
    context.putImageData(image, 0, 0)
  }, [cells, height, width, id])
  return (
    <canvas
      ref={canvas}
      class="thumb"
      aria-hidden="true"
      width={width}
      height={height}
      style={{
        width: `${Math.max(1, Math.round(width * side))}px`,
        height: `${Math.max(1, Math.round(height * side))}px`,
      }}
    />
  )
}

/** A colour as a pixel of image data, whose bytes are red, green, blue and opacity. */
function toWord(color: string): number {
  const part = (at: number) => Number.parseInt(color.slice(at, at + 2), 16)
  return (0xff << 24) | (part(5) << 16) | (part(3) << 8) | part(1)
}
