// Copies text, or shows it to be copied by hand where the browser forbids it.

import { signal } from '@preact/signals'
import { notify } from '../frame/notices.tsx'

/** The text that could not be copied; the menu shows it. */
export const textToCopy = signal<string | undefined>(undefined)

/** Copies a text; `name` says what it is in the message. */
export async function copyText(text: string, name: string): Promise<void> {
  textToCopy.value = undefined
  try {
    await navigator.clipboard.writeText(text)
    notify('note', `Copied ${name}.`)
  } catch {
    textToCopy.value = text
  }
}
