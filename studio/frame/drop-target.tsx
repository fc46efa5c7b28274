// The whole page as a target for dropped files and pasted text.

import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { filesOfDrop, openFiles, openText } from '../state/open-files.ts'

/** Opens files that are dropped, and text or files that are pasted outside of an input. */
export function DropTarget({ children }: { readonly children: ComponentChildren }) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    addEventListener('paste', onPaste)
    return () => removeEventListener('paste', onPaste)
  }, [])
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (event.dataTransfer !== null) void filesOfDrop(event.dataTransfer).then(openFiles)
  }
  return (
    <div
      class="frame"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={({ relatedTarget }) => setOver(relatedTarget !== null)}
      onDrop={onDrop}
    >
      {children}
      {isOver && <div class="drop-hint">Drop tasks, programs or results</div>}
    </div>
  )
}

function onPaste(event: ClipboardEvent): void {
  const target = event.composedPath()[0]
  if (target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'))) return
  const data = event.clipboardData
  if (data === null) return
  if (data.files.length > 0) void openFiles([...data.files])
  else void openText(data.getData('text/plain'))
}
