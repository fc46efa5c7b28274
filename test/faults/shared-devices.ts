// Devices for tests in which they break: compiling is what takes long, so what only seems broken is used again.

import { LocalDevice } from '../../src/backends/gpu/resident/local-device.ts'
import type { GpuDevice } from '../../src/backends/gpu/device/device.ts'
import { FAST_DEVICE } from '../gpu/test-devices.ts'
import { Pipelines } from '../../src/backends/gpu/device/pipelines.ts'
import { type FaultPlan, FaultyDevice } from './faulty-device.ts'

/** Little, but enough for scratch memory to grow. */
const BYTES = 12 << 20

/** One WebGPU device with its pipelines, and devices of the backend's on it that are lent out. */
export class SharedDevices {
  readonly #gpu: GpuDevice
  readonly #pipelines: Pipelines
  readonly #all: LocalDevice[] = []
  readonly #free: LocalDevice[] = []

  private constructor(gpu: GpuDevice) {
    this.#gpu = gpu
    this.#pipelines = new Pipelines(gpu)
  }

  static async open(): Promise<SharedDevices> {
    return new SharedDevices(await FAST_DEVICE.open())
  }

  /** A device that breaks as planned; one that will really be destroyed is opened for that. */
  async lend(plan: FaultPlan, sizes: Partial<LocalDevice['facts']['sizes']>): Promise<FaultyDevice> {
    if (plan.faults.includes('destroyed')) {
      const gpu = await FAST_DEVICE.open()
      const device = new LocalDevice(gpu, BYTES)
      return new FaultyDevice(device, gpu, plan, sizes, () => device.close())
    }
    const device = this.#free.pop() ?? this.#make()
    return new FaultyDevice(device, this.#gpu, plan, sizes, async () => {
      this.#free.push(device)
    })
  }

  #make(): LocalDevice {
    const device = new LocalDevice(this.#gpu, BYTES, this.#pipelines)
    this.#all.push(device)
    return device
  }

  async close(): Promise<void> {
    for (const device of this.#all) await device.close()
  }
}
