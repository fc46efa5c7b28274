// What the library has for Node alone: programs and tasks from files and folders, worker threads, and GPU devices.

// Files: whatever cannot be read of a program is a diagnostic, of a task an error.
export { type LoadedPrograms, type ProgramFile, loadPrograms } from './data/load-programs.node.ts'
export { type LoadOptions, loadTasks } from './data/load-tasks.node.ts'

// Threads: a backend that uses all cores.
export { WorkersBackend, type WorkersOptions } from './backends/workers/workers-backend.node.ts'

// The GPU: Node's device, for the GpuBackend that `megabatt` has; and an evaluator of single calls on it.
export type { AdapterDescription, DeviceKind, GpuDevice } from './backends/gpu/device/device.ts'
export { openNodeDevice } from './backends/gpu/device/device.node.ts'
export { GpuEvaluator } from './backends/gpu/stepwise/gpu-evaluator.ts'
export type { WantedDevice } from './backends/gpu/device/wanted-device.ts'
