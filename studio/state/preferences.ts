// The user's choices of appearance, kept in the browser.

import { type Signal, effect, signal } from '@preact/signals'
import type { PaletteId } from '../draw/palettes.ts'

/** `system` follows the operating system. */
export type Theme = 'system' | 'light' | 'dark'

export const theme: Signal<Theme> = keep('theme', 'system', ['system', 'light', 'dark'])
export const palette: Signal<PaletteId> = keep('palette', 'standard', ['standard', 'colour-blind', 'lightness'])
/** Whether cells have digits. */
export const digits: Signal<'off' | 'on'> = keep('digits', 'off', ['off', 'on'])

/** Shows the theme; the style sheet reads the attribute. */
export function applyTheme(): void {
  effect(() => {
    document.documentElement.dataset['theme'] = theme.value
  })
}

/** A choice that is stored under a name; an unknown stored value counts as none. */
function keep<Choice extends string>(name: string, initial: Choice, choices: readonly Choice[]): Signal<Choice> {
  const key = `megabatt-studio-${name}`
  const stored = read(key)
  const choice = signal(choices.find((one) => one === stored) ?? initial)
  effect(() => write(key, choice.value))
  return choice
}

// A browser may forbid storage; the choice then lasts as long as the page.
function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // See above.
  }
}
