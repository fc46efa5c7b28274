// Opens devices for a command, each in a process of its own: the chosen ones, else the software device.

import type { ChunkDevice } from '../backends/gpu/chunk/chunk-device.ts'
import type { DeviceRequest } from '../backends/gpu/device/device.node.ts'
import { loadCode } from '../backends/gpu/device/load-code.node.ts'
import type { WantedDevice } from '../backends/gpu/device/wanted-device.ts'
import { ProcessDevice } from '../backends/gpu/process/process-device.node.ts'
import { prepareSoftwareDevice } from '../backends/gpu/software/software-device.node.ts'
import { openTrustCache } from '../backends/gpu/trust/trust-cache.node.ts'
import { TrustedDevice } from '../backends/gpu/trust/trusted-device.ts'
import { EnvironmentError } from '../language/errors.ts'

/** Opens devices by their numbers; `bytes` is what the buffers of each may take together. */
export class DeviceOpener {
  readonly #wanted: readonly WantedDevice[]
  readonly #bytes: number | undefined
  readonly #onNotice: (text: string) => void
  #environment: Promise<Readonly<Record<string, string | undefined>>> | undefined

  /** `wanted` has an entry for each device. */
  constructor(
    wanted: readonly WantedDevice[],
    bytes: number | undefined,
    onNotice: (text: string) => void = () => undefined,
  ) {
    this.#wanted = wanted
    this.#bytes = bytes
    this.#onNotice = onNotice
  }

  /** A device that checks itself before it is used. */
  async openTrusted(number: number): Promise<ChunkDevice> {
    const device = await this.open(number)
    const { adapter } = device.facts
    return new TrustedDevice(
      device,
      openTrustCache(adapter, () => loadCode(adapter)),
    )
  }

  async open(number: number): Promise<ChunkDevice> {
    const wanted = this.#wanted[number]!
    const request: DeviceRequest = { wanted, number, count: this.#wanted.length }
    const options = { request, ...(this.#bytes === undefined ? {} : { bytes: this.#bytes }) }
    const isNamed = Boolean(process.env.VK_ICD_FILENAMES || process.env.VK_DRIVER_FILES)
    if (this.#environment === undefined && (wanted.kind !== 'software' || isNamed)) {
      try {
        return await ProcessDevice.open(options)
      } catch (error) {
        if (!(error instanceof EnvironmentError) || error.code !== 'gpu-no-adapter' || !canBeSoftware(wanted))
          throw error
      }
    }
    this.#environment ??= this.#softwareEnvironment(
      wanted.kind === 'software' ? 'MEGABATT_DEVICE=software' : 'no GPU found',
    )
    return ProcessDevice.open({ ...options, environment: await this.#environment })
  }

  async #softwareEnvironment(reason: string): Promise<Readonly<Record<string, string | undefined>>> {
    const { environment } = await prepareSoftwareDevice()
    this.#onNotice(`${reason}; using the software device that npm brings (SwiftShader)`)
    // VK_DRIVER_FILES would take precedence over VK_ICD_FILENAMES.
    return { ...environment, VK_DRIVER_FILES: undefined }
  }
}

/** Whether the software device of WebGPU will do. */
function canBeSoftware({ kind, api, number }: WantedDevice): boolean {
  return kind !== 'hardware' && api !== 'opencl' && number === undefined
}
