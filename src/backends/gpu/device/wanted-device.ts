// The kind of device that the user wants: MEGABATT_DEVICE.

import { UserError } from '../../../language/errors.ts'

/** `auto`: hardware if available, else software. */
export type WantedDevice = 'auto' | 'software' | 'hardware'

const CHOICES: readonly WantedDevice[] = ['auto', 'software', 'hardware']

/** Reads MEGABATT_DEVICE; unset or empty means `auto`. */
export function readWantedDevice(env: Readonly<Record<string, string | undefined>>): WantedDevice {
  const text = env.MEGABATT_DEVICE || 'auto'
  const choice = CHOICES.find((candidate) => candidate === text)
  if (choice !== undefined) return choice
  throw new UserError('bad-device-choice', `MEGABATT_DEVICE is ${JSON.stringify(text)}`, {
    advice: `It can be ${CHOICES.join(', ')}.`,
  })
}
