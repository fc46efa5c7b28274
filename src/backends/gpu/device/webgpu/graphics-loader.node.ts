// Whether the system has the library through which Dawn finds graphics drivers.

import { constants } from 'node:os'

// Without the Vulkan loader on Linux, Dawn finds no adapter and writes to stderr. Checked with `dlopen`, which fails for
// an existing library as well, but with another message: it is not a Node module.
/** False on Linux without the Vulkan loader. */
export function hasGraphicsLoader(): boolean {
  if (process.platform !== 'linux') return true
  try {
    process.dlopen({ exports: {} }, 'libvulkan.so.1', constants.dlopen.RTLD_LAZY)
    return true
  } catch (error) {
    return !String(error).includes('cannot open shared object file')
  }
}
