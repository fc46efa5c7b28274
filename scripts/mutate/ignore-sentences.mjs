// A Stryker plugin that leaves sentences alone: a string literal that begins with a capital letter and has a space.
// Templates are mutated, so the names and numbers in a message still need a test.

const SENTENCE = /^[A-Z].* /

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'sentences',
    value: {
      shouldIgnore: (path) =>
        path.isStringLiteral() && SENTENCE.test(path.node.value) ? 'a sentence without names or numbers' : undefined,
    },
  },
]
