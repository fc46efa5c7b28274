// Imports a package that is an ES module. With code that V8 has compiled in an earlier process, a bundle cannot import any more: the file
// that loads the bundles (src/cli/start) does it for them.

type Import = (name: string) => Promise<unknown>

const KEY = Symbol.for('megabatt.import')
const shared = globalThis as { [KEY]?: Import }

/** The exports of an installed package. */
export function importPackage(name: string): Promise<unknown> {
  return shared[KEY] === undefined ? import(name) : shared[KEY](name)
}

/** Imports packages by this function from now on. */
export function importPackagesBy(own: Import): void {
  shared[KEY] = own
}
