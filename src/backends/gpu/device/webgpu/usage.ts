// Numbers of the WebGPU specification: GPUBufferUsage, GPUMapMode and GPUShaderStage are globals that Node does not have.

export const MAP_READ = 0x1
export const COPY_SOURCE = 0x4
export const COPY_TARGET = 0x8
export const UNIFORM = 0x40
export const STORAGE = 0x80
export const QUERY_RESOLVE = 0x200
/** GPUShaderStage.COMPUTE. */
export const COMPUTE = 4
