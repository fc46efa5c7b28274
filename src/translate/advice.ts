// Advice for code outside kernel TypeScript: the replacement for each construct.

const forSyntax: Readonly<Record<string, readonly [string, string]>> = {
  ArrayExpression: ['array', 'keep lists in scratch memory: push, peek, poke'],
  ArrowFunctionExpression: ['function value', 'declare a function at the top level and call it'],
  AssignmentExpression: ['assignment inside an expression', 'make it a statement of its own'],
  AwaitExpression: ['await', 'kernels do not wait'],
  ClassDeclaration: ['class', 'use words on the heap'],
  DoWhileStatement: ['`do` loop', 'use while'],
  ForInStatement: ['`for in` loop', 'count with `for (let i = 0; i < n; i++)`'],
  ForOfStatement: ['`for of` loop', 'count with `for (let i = 0; i < n; i++)`'],
  FunctionDeclaration: ['function inside a function', 'declare it at the top level'],
  FunctionExpression: ['function value', 'declare a function at the top level and call it'],
  LabeledStatement: ['label', 'make the inner loop a function that returns'],
  MemberExpression: ['access to a property or element', 'use the accessors of the heap: load, store, peek, poke'],
  NewExpression: ['new object', 'use words on the heap'],
  ObjectExpression: ['object', 'use words on the heap'],
  SequenceExpression: ['comma operator', 'write two statements'],
  SpreadElement: ['spread', 'pass the arguments one by one'],
  SwitchStatement: ['switch', 'use if and else'],
  TemplateLiteral: ['string', 'use 32-bit integers and booleans'],
  ThrowStatement: ['exception', 'return an error word, or raise(h, error)'],
  TryStatement: ['exception', 'ask isError or failed(h)'],
  TSAsExpression: ['type assertion', 'remove it; compare or convert explicitly'],
  TSNonNullExpression: ['`!` assertion', 'remove it'],
  TSSatisfiesExpression: ['type assertion', 'remove it'],
  UpdateExpression: ['`++` or `--` inside an expression', 'make it a statement of its own'],
}

const forOperators: Readonly<Record<string, string>> = {
  '/': 'use divideTowardsZero or floorDivide',
  '/=': 'use divideTowardsZero or floorDivide',
  '**': 'multiply',
  '**=': 'multiply',
  '>>>': 'use >> and mask with &',
  '>>>=': 'use >> and mask with &',
  '==': 'use ===',
  '!=': 'use !==',
  '??': 'kernels have no null',
  '??=': 'kernels have no null',
  '&&=': 'use if',
  '||=': 'use if',
  'unary +': 'remove it; truth(b) makes a boolean a word',
}

/** The problem of a kind of syntax, and the advice. */
export function adviceFor(syntax: string): [problem: string, advice: string] {
  const [problem, advice] = forSyntax[syntax] ?? [syntax, 'keep to docs/kernel-typescript.md']
  return [`${problem} is not part of kernel TypeScript`, advice]
}

/** The problem of an operator, and the advice. */
export function adviceForOperator(operator: string): [problem: string, advice: string] {
  const advice = forOperators[operator] ?? 'keep to docs/kernel-typescript.md'
  return [`operator ${operator} is not part of kernel TypeScript`, advice]
}
