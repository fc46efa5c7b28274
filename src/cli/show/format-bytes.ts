// Numbers of bytes as text.

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']

/** A number of bytes in the largest unit of which there is at least one. */
export function formatBytes(byteLength: number): string {
  const power = byteLength < 1 ? 0 : Math.min(Math.floor(Math.log2(byteLength) / 10), UNITS.length - 1)
  return `${Number((byteLength / 1024 ** power).toFixed(1))} ${UNITS[power]}`
}
