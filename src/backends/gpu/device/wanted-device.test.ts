// MEGABATT_DEVICE and --device are read, or refused with the choices.

import { expect, test } from 'vitest'
import { parseWantedDevice, readWantedDevice, spellWantedDevice } from './wanted-device.ts'

test('unset and empty mean auto', () => {
  expect(readWantedDevice({})).toEqual({ kind: 'auto' })
  expect(readWantedDevice({ MEGABATT_DEVICE: '' })).toEqual({ kind: 'auto' })
  expect(readWantedDevice({ MEGABATT_DEVICE: 'hardware' })).toEqual({ kind: 'hardware' })
  expect(readWantedDevice({ MEGABATT_DEVICE: 'opencl:3' })).toEqual({ kind: 'auto', api: 'opencl', number: 3 })
})

test('a name is refused in the variable', () => {
  const read = (): unknown => readWantedDevice({ MEGABATT_DEVICE: 'gpu' })
  expect(read).toThrow(
    expect.objectContaining({ code: 'bad-device-choice', exitCode: 2, advice: expect.stringContaining('software') }),
  )
})

test.each([
  ['auto', { kind: 'auto' }],
  ['software', { kind: 'software' }],
  ['webgpu', { kind: 'auto', api: 'webgpu' }],
  ['opencl', { kind: 'auto', api: 'opencl' }],
  ['webgpu:0', { kind: 'auto', api: 'webgpu', number: 0 }],
  ['opencl:12', { kind: 'auto', api: 'opencl', number: 12 }],
  ['cuda:1', { kind: 'auto', name: 'cuda:1' }],
  ['opencl:', { kind: 'auto', name: 'opencl:' }],
  ['NVIDIA L4', { kind: 'auto', name: 'NVIDIA L4' }],
])('%s', (text, wanted) => {
  expect(parseWantedDevice(text)).toEqual(wanted)
  expect(spellWantedDevice(parseWantedDevice(text))).toBe(text)
})
