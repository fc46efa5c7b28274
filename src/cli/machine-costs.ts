// The measured costs of this machine and its device, for the automatic backend and for predictions.

import type { FoundDevice } from '../backends/auto/auto-backend.ts'
import type { WantedDevice } from '../backends/gpu/device/wanted-device.ts'
import { calibrate } from '../backends/auto/calibration.node.ts'
import type { Costs } from '../backends/auto/cost-model.ts'
import { EnvironmentError } from '../language/errors.ts'
import { DeviceOpener } from './open-devices.ts'
import { readVersion } from './version.ts'

/** Finds the device, and measures kernels that are not in the cache yet. */
export class MachineCosts {
  readonly #opener: DeviceOpener
  readonly #onMeasure: ((done: number, total: number) => void) | undefined
  #adapter = ''

  /** `bytes` is what the buffers of the device may take together. */
  constructor(wanted: WantedDevice, bytes: number | undefined, onMeasure?: (done: number, total: number) => void) {
    this.#opener = new DeviceOpener([wanted], bytes)
    this.#onMeasure = onMeasure
  }

  readonly findDevice = async (): Promise<FoundDevice | undefined> => {
    try {
      const device = await this.#opener.open(0)
      const { name, kind } = device.facts
      this.#adapter = JSON.stringify(device.facts.adapter)
      await device.close()
      return { name, kind }
    } catch (error) {
      if (error instanceof EnvironmentError) return undefined
      throw error
    }
  }

  /** The costs of kernels on the CPU and, if the device that was found is given, there. */
  readonly costs = async (kernels: ReadonlySet<string>, device: FoundDevice | undefined): Promise<Costs> =>
    calibrate(kernels, {
      device: device === undefined ? '' : this.#adapter,
      version: await readVersion(),
      open: device === undefined ? undefined : () => this.#opener.open(0),
      ...(this.#onMeasure === undefined ? {} : { onMeasure: this.#onMeasure }),
    })
}
