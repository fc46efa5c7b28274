// Arrow keys in a matrix of buttons: one tab stop for all, the arrows move the focus.

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/**
 * Moves the focus among the elements with `data-row` and `data-column` of a container. A row or column that is shorter than the
 * current one is entered at its end.
 */
export function moveFocus(event: KeyboardEvent): void {
  const current = (event.target as Element).closest<HTMLElement | SVGElement>('[data-row][data-column]')
  const container = event.currentTarget as Element
  if (current === null || event.ctrlKey || event.metaKey || event.altKey) return
  const all = [...container.querySelectorAll<HTMLElement | SVGElement>('[data-row][data-column]')]
  const next = findNext(all, current, event.key)
  if (next === undefined) return
  event.preventDefault()
  current.tabIndex = -1
  next.tabIndex = 0
  next.focus()
}

function findNext(
  all: readonly (HTMLElement | SVGElement)[],
  current: HTMLElement | SVGElement,
  key: string,
): HTMLElement | SVGElement | undefined {
  if (key === 'Home') return all[0]
  if (key === 'End') return all.at(-1)
  const step = STEPS[key]
  if (step === undefined) return undefined
  const [down, right] = step
  const [row, column] = placeOf(current)
  const isHorizontal = right !== 0
  // The line to enter is the nearest one in the direction of the key; the nearest element in it is entered.
  const ahead = all
    .map((element) => ({ element, place: placeOf(element) }))
    .filter(({ place }) => (isHorizontal ? (place[1] - column) * right > 0 : (place[0] - row) * down > 0))
    .filter(({ place }) => isHorizontal || place[1] === column || !hasColumn(all, column, row, down))
  const distance = ({ place }: (typeof ahead)[number]) =>
    isHorizontal
      ? Math.abs(place[1] - column) * 1e6 + Math.abs(place[0] - row)
      : Math.abs(place[0] - row) * 1e6 + Math.abs(place[1] - column)
  return ahead.toSorted((a, b) => distance(a) - distance(b))[0]?.element
}

function hasColumn(all: readonly (HTMLElement | SVGElement)[], column: number, row: number, down: number): boolean {
  return all.some((element) => {
    const place = placeOf(element)
    return place[1] === column && (place[0] - row) * down > 0
  })
}

function placeOf({ dataset }: HTMLElement | SVGElement): readonly [number, number] {
  return [Number(dataset['row']), Number(dataset['column'])]
}
