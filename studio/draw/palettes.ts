// The colours of cells: those of the reports, and two palettes for people who cannot tell these apart.

import { CELL_COLORS } from '../../src/engine/report/palette.ts'

export type PaletteId = 'standard' | 'colour-blind' | 'lightness'

/** A palette and its name in menus. */
export interface Palette {
  readonly id: PaletteId
  readonly title: string
  /** The colours 0 to 15. */
  readonly colors: readonly string[]
}

/** All palettes. */
export const palettes: readonly Palette[] = [
  { id: 'standard', title: 'Standard', colors: CELL_COLORS },
  {
    id: 'colour-blind',
    title: 'Colour-blind',
    // Hues that stay apart without red or green receptors (Okabe and Ito), and lightness to tell the rest.
    colors: [
      '#000000',
      '#0072b2',
      '#d55e00',
      '#009e73',
      '#f0e442',
      '#8a8a8a',
      '#cc79a7',
      '#e69f00',
      '#7cc8f2',
      '#5a1a3c',
      '#332288',
      '#117733',
      '#ddcc99',
      '#f4cbe0',
      '#6b4a2b',
      '#ffffff',
    ],
  },
  {
    id: 'lightness',
    title: 'By lightness',
    // Each colour is lighter than the one before, so that no hue is needed.
    colors: [
      '#000000',
      '#00204c',
      '#15306e',
      '#37416c',
      '#53546c',
      '#6c686f',
      '#838078',
      '#9d9778',
      '#b8b072',
      '#d5ca66',
      '#e3d85c',
      '#ece46b',
      '#f3ec8c',
      '#f8f2ad',
      '#fcf8d0',
      '#ffffff',
    ],
  },
]

/** The palette with this id. */
export function paletteOf(id: PaletteId): Palette {
  return palettes.find((palette) => palette.id === id)!
}
