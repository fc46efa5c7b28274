// The menu of a grid under the pointer: a right click on any grid offers it as a picture.

import { useEffect, useRef, useState } from 'preact/hooks'
import { SaveButtons, toDrawing } from './share-menu.tsx'

interface Place {
  readonly grid: SVGSVGElement
  readonly x: number
  readonly y: number
}

/** Shows itself where a grid is clicked with the right button. By keyboard, the menu of sharing lists the same grids. */
export function PictureMenu() {
  const [place, setPlace] = useState<Place>()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const onMenu = (event: MouseEvent) => {
      const grid = event.target instanceof Element ? event.target.closest<SVGSVGElement>('svg.grid') : null
      if (grid === null) return
      event.preventDefault()
      setPlace({ grid, x: Math.min(event.clientX, innerWidth - 260), y: Math.min(event.clientY, innerHeight - 60) })
    }
    addEventListener('contextmenu', onMenu)
    return () => removeEventListener('contextmenu', onMenu)
  }, [])
  useEffect(() => {
    if (place === undefined) return undefined
    box.current!.querySelector('button')?.focus()
    const onPointer = ({ target }: PointerEvent) => {
      if (!box.current!.contains(target as Node)) setPlace(undefined)
    }
    addEventListener('pointerdown', onPointer)
    return () => removeEventListener('pointerdown', onPointer)
  }, [place])
  if (place === undefined) return null
  const { label, picture } = toDrawing(place.grid)
  return (
    <div
      ref={box}
      class="picture-menu"
      role="group"
      aria-label={`Save ${label}`}
      style={{ left: `${place.x}px`, top: `${place.y}px` }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setPlace(undefined)
      }}
    >
      <span>Save picture</span>
      <SaveButtons label={label} picture={picture} />
    </div>
  )
}
