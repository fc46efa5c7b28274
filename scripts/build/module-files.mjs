// A plugin of rolldown: WebAssembly modules become files beside the bundles, so that text in base64 is neither read nor decoded.

import { readFile } from 'node:fs/promises'

const GENERATED = /wasm-([at])\.generated\.ts$/
const BASE64 = /'([A-Za-z0-9+/=]{1000,})'/

export const moduleFiles = {
  name: 'module-files',
  async load(id) {
    const layout = GENERATED.exec(id)?.[1]
    if (layout === undefined) return undefined
    const [, text] = BASE64.exec(await readFile(id, 'utf8'))
    const fileName = `kernels-${layout}.wasm`
    this.emitFile({ type: 'asset', fileName, source: Buffer.from(text, 'base64') })
    return `import { readFileSync } from 'node:fs'
import { join } from 'node:path'
export const moduleBytes = () => readFileSync(join(import.meta.dirname, '${fileName}'))`
  },
}
