// The device that the user wants: MEGABATT_DEVICE, or an option of a command.

import { UserError } from '../../../language/errors.ts'

/** The ways to reach devices. */
export type DeviceApi = 'webgpu' | 'opencl'

export const DEVICE_APIS: readonly DeviceApi[] = ['webgpu', 'opencl']

/** `auto`: hardware if available, else software. */
export type WantedKind = 'auto' | 'software' | 'hardware'

const KINDS: readonly WantedKind[] = ['auto', 'software', 'hardware']

/** The wanted device; what is not given is left to the automatic choice. */
export interface WantedDevice {
  readonly kind: WantedKind
  readonly api?: DeviceApi
  /** The number of a device of the API, as `megabatt devices` lists it. */
  readonly number?: number
  /** A part of its name. */
  readonly name?: string
}

/** Reads MEGABATT_DEVICE; unset or empty means `auto`. Names are left to options: a misspelt kind must not count as one. */
export function readWantedDevice(env: Readonly<Record<string, string | undefined>>): WantedDevice {
  const wanted = parseWantedDevice(env.MEGABATT_DEVICE || 'auto')
  if (wanted.name === undefined) return wanted
  throw new UserError('bad-device-choice', `MEGABATT_DEVICE is ${JSON.stringify(wanted.name)}`, {
    advice: `It can be ${KINDS.join(', ')}, ${DEVICE_APIS.join(', ')}, or a device such as opencl:0.`,
  })
}

/** Reads a wanted device: a kind, an API, a device of an API such as `opencl:1`, or a part of a name. */
export function parseWantedDevice(text: string): WantedDevice {
  const kind = KINDS.find((own) => own === text)
  if (kind !== undefined) return { kind }
  const [, first, number] = /^(\w+)(?::(\d{1,4}))?$/.exec(text) ?? []
  const api = DEVICE_APIS.find((own) => own === first)
  if (api === undefined) return { kind: 'auto', name: text }
  return { kind: 'auto', api, ...(number === undefined ? {} : { number: Number(number) }) }
}

/** The text that `parseWantedDevice` reads. */
export function spellWantedDevice({ kind, api, number, name }: WantedDevice): string {
  if (name !== undefined) return name
  if (api === undefined) return kind
  return number === undefined ? api : `${api}:${number}`
}
