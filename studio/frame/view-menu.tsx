// The menu of appearance: theme, palette, digits.

import { palettes } from '../draw/palettes.ts'
import { type Theme, digits, palette, theme } from '../state/preferences.ts'
import { Menu } from './menu.tsx'

const THEMES: readonly { readonly id: Theme; readonly title: string }[] = [
  { id: 'system', title: 'As the system' },
  { id: 'light', title: 'Light' },
  { id: 'dark', title: 'Dark' },
]

/** Choices that apply to every page. */
export function ViewMenu() {
  return (
    <Menu title="View">
      <fieldset>
        <legend>Theme</legend>
        {THEMES.map(({ id, title }) => (
          <label key={id}>
            <input type="radio" name="theme" checked={theme.value === id} onChange={() => (theme.value = id)} />
            {title}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>Colours of cells</legend>
        {palettes.map(({ id, title, colors }) => (
          <label key={id}>
            <input type="radio" name="palette" checked={palette.value === id} onChange={() => (palette.value = id)} />
            <span class="grow">{title}</span>
            <svg class="swatches" viewBox="0 0 10 1" width="80" height="8" aria-hidden="true">
              {colors.slice(0, 10).map((color, k) => (
                <rect key={k} x={k} width="1" height="1" fill={color} />
              ))}
            </svg>
          </label>
        ))}
      </fieldset>
      <label>
        <input
          type="checkbox"
          checked={digits.value === 'on'}
          onChange={(event) => (digits.value = event.currentTarget.checked ? 'on' : 'off')}
        />
        Digits in cells
      </label>
    </Menu>
  )
}
