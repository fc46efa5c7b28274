// --device and --devices: a number, a list, or a mistake that is said.

import { Command, CommanderError } from 'commander'
import { describe, expect, test } from 'vitest'
import { type DeviceOptions, addDeviceOptions, isNamed, wantedDevices } from './device-options.ts'

function parse(...args: string[]): DeviceOptions {
  const command = addDeviceOptions(new Command())
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
  return command.parse(args, { from: 'user' }).opts<DeviceOptions>()
}

const wanted = (args: string[], env: NodeJS.ProcessEnv = {}) => wantedDevices(parse(...args), env)

describe('the wanted devices', () => {
  test('one of any sort, or that of the variable', () => {
    expect(wanted([])).toEqual([{ kind: 'auto' }])
    expect(wanted([], { MEGABATT_DEVICE: 'opencl' })).toEqual([{ kind: 'auto', api: 'opencl' }])
    expect(wanted(['--device', 'software'], { MEGABATT_DEVICE: 'opencl' })).toEqual([{ kind: 'software' }])
  })

  test('several of one sort', () => {
    expect(wanted(['--device', 'opencl', '--devices', '3'])).toEqual(
      [1, 2, 3].map(() => ({ kind: 'auto', api: 'opencl' })),
    )
  })

  test('a list', () => {
    expect(wanted(['--devices', 'opencl:2, webgpu:0,L4'], { MEGABATT_DEVICE: 'software' })).toEqual([
      { kind: 'auto', api: 'opencl', number: 2 },
      { kind: 'auto', api: 'webgpu', number: 0 },
      { kind: 'auto', name: 'L4' },
    ])
    expect(() => wanted(['--devices', 'opencl:2', '--device', 'opencl'])).toThrow(
      expect.objectContaining({ code: 'bad-device-choice' }),
    )
  })

  test.each(['0', '65', '-1', 'opencl:0,', '1,2', ''])('--devices %j is refused', (text) => {
    expect(() => parse('--devices', text)).toThrow(CommanderError)
  })
})

test.each([
  [{ kind: 'auto' }, false],
  [{ kind: 'hardware' }, false],
  [{ kind: 'software' }, true],
  [{ kind: 'auto', api: 'opencl' }, true],
  [{ kind: 'auto', name: 'L4' }, true],
] as const)('%o may be software: %s', (own, expected) => {
  expect(isNamed(own)).toBe(expected)
})
