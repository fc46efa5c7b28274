// The filters of the page of tasks.

import { paletteOf } from '../../draw/palettes.ts'
import { palette } from '../../state/preferences.ts'
import { tasks } from '../../state/library.ts'
import { pendingTasks } from '../../state/results.ts'
import {
  SIZES,
  STATES,
  type SizeFilter,
  type StateFilter,
  colorFilter,
  search,
  shownTasks,
  sizeFilter,
  stateCounts,
  stateFilter,
} from './task-filter.ts'

const TITLES: Readonly<Record<StateFilter, string>> = {
  any: 'All',
  solved: 'Solved',
  near: 'Near miss',
  unsolved: 'Unsolved',
  none: 'No program',
}

const COLOR_NAMES = ['black', 'blue', 'red', 'green', 'yellow', 'grey', 'magenta', 'orange', 'cyan', 'maroon']

/** Search, states, sizes and colours. */
export function FilterBar() {
  return (
    <div class="filters" role="search" aria-label="Tasks">
      <input
        type="search"
        placeholder="Search"
        aria-label="Search ids and programs"
        value={search.value}
        onInput={(event) => (search.value = event.currentTarget.value)}
      />
      <div class="chips" role="group" aria-label="State">
        {(['any', ...STATES] as const).map((state) => (
          <button
            key={state}
            type="button"
            class={`chip ${state}`}
            aria-pressed={stateFilter.value === state}
            onClick={() => (stateFilter.value = state)}
          >
            {TITLES[state]} <span>{stateCounts.value[state]}</span>
          </button>
        ))}
      </div>
      <label class="size-filter">
        <span>Side</span>
        <select
          value={sizeFilter.value}
          onChange={(event) => (sizeFilter.value = event.currentTarget.value as SizeFilter)}
        >
          {SIZES.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <div class="color-filter" role="group" aria-label="Colours that a task has">
        {COLOR_NAMES.map((name, color) => (
          <button
            key={color}
            type="button"
            class="swatch"
            aria-pressed={colorFilter.value.has(color)}
            aria-label={`Colour ${color}, ${name}`}
            title={`Tasks with colour ${color}`}
            style={{ backgroundColor: paletteOf(palette.value).colors[color] }}
            onClick={() => toggle(color)}
          />
        ))}
      </div>
      <output class="soft" aria-live="polite">
        {describeCount()}
      </output>
    </div>
  )
}

function describeCount(): string {
  if (pendingTasks.value > 0) return `running ${pendingTasks.value} tasks`
  const [shown, all] = [shownTasks.value.length, tasks.value.length]
  return shown === all ? `${all} tasks` : `${shown} of ${all} tasks`
}

function toggle(color: number): void {
  const colors = new Set(colorFilter.value)
  if (!colors.delete(color)) colors.add(color)
  colorFilter.value = colors
}
