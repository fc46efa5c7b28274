// The options that choose devices: --device and --devices.

import { type Command, InvalidArgumentError } from 'commander'
import { type WantedDevice, parseWantedDevice, readWantedDevice } from '../backends/gpu/device/wanted-device.ts'
import { UserError } from '../language/errors.ts'

/** The values of the options that `addDeviceOptions` adds. */
export interface DeviceOptions {
  readonly device?: WantedDevice
  /** A number of devices, or each of them. */
  readonly devices: number | readonly WantedDevice[]
}

const MOST_DEVICES = 64

/** Adds the options to a command. */
export function addDeviceOptions(command: Command): Command {
  return command
    .option(
      '--device <which>',
      'gpu: webgpu, opencl, hardware, software, a device such as opencl:1, or a part of its name; default: automatic',
      (text) => parseWantedDevice(text),
    )
    .option(
      '--devices <n|list>',
      'gpu: number of devices, or a list such as opencl:0,opencl:2; each in its own process',
      parseDevices,
      1,
    )
}

/** The wanted devices, one entry for each. Without --device, MEGABATT_DEVICE counts. */
export function wantedDevices({ device, devices }: DeviceOptions, env: NodeJS.ProcessEnv): readonly WantedDevice[] {
  if (typeof devices !== 'number') {
    if (device === undefined) return devices
    throw new UserError('bad-device-choice', '--device has no effect on a list of --devices', {
      advice: 'Leave out --device, or give the number of devices.',
    })
  }
  const wanted = device ?? readWantedDevice(env)
  return Array.from({ length: devices }, () => wanted)
}

/** Whether a device was asked for that may be software. */
export function isNamed(wanted: WantedDevice): boolean {
  return wanted.kind === 'software' || wanted.api !== undefined || wanted.name !== undefined
}

function parseDevices(text: string): number | WantedDevice[] {
  if (/^[1-9]\d{0,14}$/.test(text)) {
    if (Number(text) > MOST_DEVICES) throw new InvalidArgumentError(`The maximum is ${MOST_DEVICES} devices.`)
    return Number(text)
  }
  const parts = text.split(',').map((part) => part.trim())
  if (parts.some((part) => part === '' || /^-?\d+$/.test(part)))
    throw new InvalidArgumentError('Expected a whole number from 1 on, or a list such as opencl:0,opencl:2.')
  if (parts.length > MOST_DEVICES) throw new InvalidArgumentError(`The maximum is ${MOST_DEVICES} devices.`)
  return parts.map(parseWantedDevice)
}
