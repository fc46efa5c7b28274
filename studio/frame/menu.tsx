// A button that opens a panel; Escape and a press outside close it.

import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'

export interface MenuProps {
  readonly title: string
  /** Called before the panel appears. */
  readonly onOpen?: () => void
  readonly children: ComponentChildren
}

/** A menu in the header. */
export function Menu({ title, onOpen, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return undefined
    const onPointer = ({ target }: PointerEvent) => {
      if (!root.current!.contains(target as Node)) setOpen(false)
    }
    addEventListener('pointerdown', onPointer)
    return () => removeEventListener('pointerdown', onPointer)
  }, [isOpen])
  const toggle = () => {
    if (!isOpen) onOpen?.()
    setOpen(!isOpen)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    setOpen(false)
    button.current!.focus()
  }
  return (
    <div class="menu" ref={root} onKeyDown={onKeyDown}>
      <button type="button" ref={button} aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
        {title}
      </button>
      <div id={id} class="menu-panel" role="group" aria-label={title} hidden={!isOpen}>
        {children}
      </div>
    </div>
  )
}
