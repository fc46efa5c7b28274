// Tiny kernels: nine of ten calls in real programs, and done sooner than a call through the table of kernels. Calls of function
// values run them in place; binaryen pastes their code where it is small.

/** Their names; those of one and of two parameters have effect. */
export const tinyKernels: readonly string[] = [
  'first',
  'firstT',
  'first_t',
  'first_f',
  'last',
  'lastT',
  'last_t',
  'last_f',
  'identity',
  'sign',
  'size',
  'flip',
  'even',
  'positive',
  'increment',
  'decrement',
  'color',
  'equality',
  'greater',
  'add',
  'addT',
  'subtract',
  'subtractT',
  'multiply',
  'multiplyT',
  'astuple',
  'both',
  'either',
]
