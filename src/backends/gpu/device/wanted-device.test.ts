// MEGABATT_DEVICE is read, or refused with the choices.

import { expect, test } from 'vitest'
import { readWantedDevice } from './wanted-device.ts'

test('unset and empty mean auto', () => {
  expect(readWantedDevice({})).toBe('auto')
  expect(readWantedDevice({ MEGABATT_DEVICE: '' })).toBe('auto')
  expect(readWantedDevice({ MEGABATT_DEVICE: 'hardware' })).toBe('hardware')
})

test('anything else is refused', () => {
  const read = (): unknown => readWantedDevice({ MEGABATT_DEVICE: 'gpu' })
  expect(read).toThrow(expect.objectContaining({ code: 'bad-device-choice', exitCode: 2 }))
})
