// The menu of files: open files or a folder, paste, back to the gallery; what is loaded.

import { useRef } from 'preact/hooks'
import { loadGallery, programs, programsOrigin, tasks, tasksOrigin } from '../state/library.ts'
import { openFiles, openText } from '../state/open-files.ts'
import { Menu } from './menu.tsx'
import { notifyError } from './notices.tsx'

/** Ways to load files besides dropping them. */
export function FilesMenu() {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const pasted = useRef<HTMLTextAreaElement>(null)
  const open = (input: HTMLInputElement) => {
    void openFiles([...(input.files ?? [])])
    input.value = ''
  }
  const paste = () => {
    void openText(pasted.current!.value)
    pasted.current!.value = ''
  }
  return (
    <Menu title="Files">
      <p class="loaded">
        {tasks.value.length} tasks {tasksOrigin.value === 'gallery' ? 'of the gallery' : 'of your files'},{' '}
        {programs.value.length} programs {programsOrigin.value === 'gallery' ? 'of the gallery' : 'of your files'}
      </p>
      <button type="button" onClick={() => files.current!.click()}>
        Open files…
      </button>
      <button type="button" onClick={() => folder.current!.click()}>
        Open a folder…
      </button>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Files to open"
        onChange={(event) => open(event.currentTarget)}
      />
      <input
        ref={folder}
        type="file"
        hidden
        aria-label="Folder to open"
        {...{ webkitdirectory: true }}
        onChange={(event) => open(event.currentTarget)}
      />
      <label class="stacked">
        Paste a program, tasks or results
        <textarea ref={pasted} rows={3} spellcheck={false} />
      </label>
      <button type="button" onClick={paste}>
        Read the pasted text
      </button>
      <button type="button" onClick={() => void loadGallery().catch(notifyError)}>
        Back to the gallery
      </button>
      <p class="hint">
        Tasks of ARC folders, Kaggle challenges with solutions and re-arc arrays; solver and batt files; results of
        <code> run --out</code>; logs of <code>evolve --out</code>. Files can be dropped anywhere. They never leave this
        machine.
      </p>
    </Menu>
  )
}
