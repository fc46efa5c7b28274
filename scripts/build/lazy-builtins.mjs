// A plugin of rolldown: modules of Node that most commands do not use are loaded with the first use of one of their names.

const LAZY = ['child_process', 'worker_threads', 'crypto', 'os', 'tty', 'zlib']
const REQUIRED = new RegExp(String.raw`\b(?:let|const) (\w+) = (require\("node:(?:${LAZY.join('|')})"\));`, 'g')

export const lazyBuiltins = {
  name: 'lazy-builtins',
  renderChunk(code) {
    return code.replaceAll(
      REQUIRED,
      (_, name, load) => `const ${name} = new Proxy({}, { get: (_, key) => ${load}[key] });`,
    )
  },
}
