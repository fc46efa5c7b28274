// The form of kernel code that the user wants: MEGABATT_GPU_CODE.

import { UserError } from '../../../language/errors.ts'
import type { CodeForm } from '../shaders/code-form.ts'

/** `auto`: structured code, unless the driver takes too long to compile it. */
export type WantedCode = 'auto' | CodeForm

const CHOICES: readonly WantedCode[] = ['auto', 'structured', 'blocks']

/** Reads MEGABATT_GPU_CODE; unset or empty means `auto`. */
export function readWantedCode(env: Readonly<Record<string, string | undefined>>): WantedCode {
  const text = env.MEGABATT_GPU_CODE || 'auto'
  const choice = CHOICES.find((candidate) => candidate === text)
  if (choice !== undefined) return choice
  throw new UserError('bad-code-choice', `MEGABATT_GPU_CODE is ${JSON.stringify(text)}`, {
    advice: `It can be ${CHOICES.join(', ')}.`,
  })
}
