// The choice of devices: hardware before software, the API that tells the cards apart, and the reason.

import { expect, test } from 'vitest'
import { chooseDevices, spreadAdapters } from './choose-device.ts'
import type { AdapterDescription, DeviceKind } from './device.ts'
import { parseWantedDevice } from './wanted-device.ts'

const adapter = (name: string, backend: string, kind: DeviceKind = 'hardware'): AdapterDescription => ({
  name,
  backend,
  kind,
  vendor: '',
  architecture: '',
  driver: '',
})
const card = (name: string) => adapter(name, 'opencl')
const cpu = adapter('pthread', 'opencl', 'software')
const vulkan = (name: string) => adapter(name, 'vulkan')
const swiftshader = adapter('swiftshader', 'vulkan', 'software')

const NONE: readonly AdapterDescription[] = []
const FOUR = ['L4', 'L4', 'L4', 'L4'].map(card)

test.each([
  ['auto', 1, NONE, NONE, undefined],
  ['auto', 1, [vulkan('L4')], [], 'webgpu 0: WebGPU has a GPU'],
  ['auto', 1, [vulkan('L4')], FOUR, 'webgpu 0: WebGPU has a GPU'],
  ['auto', 4, [vulkan('L4')], FOUR, 'opencl 0,1,2,3: WebGPU tells apart 1 of the 4 devices of OpenCL'],
  ['auto', 2, [vulkan('L4'), vulkan('A10')], FOUR, 'webgpu 0,1: WebGPU has a GPU'],
  ['auto', 9, [vulkan('L4'), vulkan('A10')], [card('L4'), card('A10')], 'webgpu 0,1: WebGPU has a GPU'],
  ['auto', 1, NONE, [...FOUR, cpu], 'opencl 0,1,2,3: OpenCL has a GPU, WebGPU has none'],
  ['auto', 1, [swiftshader], FOUR, 'opencl 0,1,2,3: OpenCL has a GPU, WebGPU has none'],
  ['auto', 1, NONE, [cpu], 'opencl 0: OpenCL has a software device, WebGPU has none'],
  ['auto', 1, [swiftshader], [cpu], 'opencl 0: OpenCL has a software device'],
  ['software', 1, [swiftshader], [cpu], 'webgpu 0: WebGPU has a software device'],
  ['software', 1, [vulkan('L4')], NONE, undefined],
  ['hardware', 1, [swiftshader], [cpu], undefined],
  ['hardware', 2, [swiftshader], FOUR, 'opencl 0,1,2,3: OpenCL has a GPU, WebGPU has none'],
  ['opencl', 1, [vulkan('L4')], [card('L4'), cpu], 'opencl 0: opencl is asked for'],
  ['opencl', 1, [vulkan('L4')], [cpu], 'opencl 0: opencl is asked for'],
  ['webgpu', 4, [swiftshader], FOUR, 'webgpu 0: webgpu is asked for'],
  ['opencl:2', 1, NONE, FOUR, 'opencl 2: opencl:2 is asked for'],
  ['a10', 1, [vulkan('L4'), vulkan('A10')], NONE, 'webgpu 1: WebGPU has a GPU'],
  ['pthr', 1, [vulkan('L4')], [card('L4'), cpu], 'opencl 1: OpenCL has a software device, WebGPU has none'],
])('%s, %i devices, WebGPU %o, OpenCL %o: %s', (text, count, webgpu, opencl, wanted) => {
  const choice = chooseDevices(parseWantedDevice(text), count, { webgpu, opencl })
  expect(choice && `${choice.api} ${choice.numbers.join()}: ${choice.reason}`).toBe(wanted)
})

test.each(['opencl:4', 'webgpu:1', 'H100'])('%s is not there: the error lists the devices', (text) => {
  const choose = () => chooseDevices(parseWantedDevice(text), 1, { webgpu: [vulkan('L4')], opencl: FOUR })
  expect(choose).toThrow(
    expect.objectContaining({
      code: 'bad-device-choice',
      message: `No device is "${text}"`,
      advice: expect.stringContaining('webgpu:0 (L4), opencl:0 (L4), opencl:1 (L4)'),
    }),
  )
  const none = () => chooseDevices(parseWantedDevice(text), 1, { webgpu: [], opencl: [] })
  expect(none).toThrow(expect.objectContaining({ advice: 'This machine has no devices.' }))
})

test('of adapters of WebGPU, each card counts once, and only those of the API of the first', () => {
  const found = [
    vulkan('small'),
    vulkan('large'),
    swiftshader,
    vulkan('large'),
    adapter('small', 'opengles'),
    adapter('other', 'opengles'),
  ]
  expect(spreadAdapters(found, [0, 1, 3, 4, 5])).toEqual([0, 1])
  expect(spreadAdapters(found, [1, 0, 5])).toEqual([1, 0])
  expect(spreadAdapters(found, [])).toEqual([])
})
