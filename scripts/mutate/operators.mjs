// The mutants of a compiled module: a table of operators, each of which changes one node of the syntax tree. Compiled modules have no
// types, so every change is one of behaviour, and a mutant needs no compiler.

import { parseSync, visitorKeys } from 'oxc-parser'

const SWAPPED_OPERATORS = new Map(
  Object.entries({
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    '===': '!==',
    '!==': '===',
    '+': '-',
    '-': '+',
    '*': '/',
    '/': '*',
    '%': '*',
    '<<': '>>',
    '>>': '<<',
    '>>>': '<<',
    '&': '|',
    '|': '&',
    '^': '&',
    '&&': '||',
    '||': '&&',
    '++': '--',
    '--': '++',
    '+=': '-=',
    '-=': '+=',
    '*=': '/=',
    '|=': '&=',
    '&=': '|=',
    '^=': '|=',
    '??=': '=',
    '||=': '&&=',
    '&&=': '||=',
  }),
)

const SWAPPED_METHODS = new Map(
  [
    ['min', 'max'],
    ['some', 'every'],
    ['floor', 'ceil'],
    ['startsWith', 'endsWith'],
    ['indexOf', 'lastIndexOf'],
    ['find', 'findLast'],
    ['push', 'unshift'],
    ['pop', 'shift'],
  ].flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]),
)

/** Methods whose result can stand in for the object itself. */
const DROPPED_METHODS = new Set(
  'filter flat reverse slice sort subarray toReversed toSorted trim trimEnd trimStart'.split(' '),
)

/** Calls that are left as they are: a mutant must not end other processes or remove other files. */
const DANGEROUS = /^(?:process\.kill|rm|rmSync|rmdirSync|unlink|unlinkSync)$/

/**
 * By type of node: functions that return pairs [node, text], where the text takes the place of the node. `text(node)` is the source of
 * a node.
 */
const OPERATORS = {
  IfStatement: [negateTest, ({ consequent }) => [[consequent, ';']], dropElse],
  ConditionalExpression: [negateTest],
  WhileStatement: [skipLoop],
  ForStatement: [skipLoop],
  ForOfStatement: [({ body }) => [[body, ';']]],
  BinaryExpression: [swapOperator],
  LogicalExpression: [swapOperator, keepOneSide],
  UpdateExpression: [swapOperator],
  AssignmentExpression: [swapOperator],
  UnaryExpression: [dropUnary],
  AwaitExpression: [(node, text) => [[node, text(node.argument)]]],
  Literal: [changeLiteral],
  TemplateLiteral: [dropTemplateParts],
  ReturnStatement: [dropResult],
  ArrowFunctionExpression: [({ body, expression }) => (expression ? [[body, 'undefined']] : [])],
  ExpressionStatement: [removeStatement],
  ThrowStatement: [removeStatement],
  BreakStatement: [removeStatement],
  ContinueStatement: [removeStatement],
  CallExpression: [dropLastArgument, swapMethod, dropMethod, dropOptional],
  NewExpression: [dropLastArgument],
  MemberExpression: [dropOptional],
  ObjectExpression: [(node, text) => dropEach(node, node.properties, text)],
  ArrayExpression: [(node, text) => dropEach(node, node.elements, text)],
}

/** The mutants of a module's text in order: the range that is replaced, its text and the new text. */
export function listMutants(source) {
  const text = ({ start, end }) => source.slice(start, end)
  const mutants = new Map()
  const isDangerous = ({ callee }) => callee != null && DANGEROUS.test(text(callee))
  visit(parseSync('module.js', source).program, undefined, isDangerous, (node, parent) => {
    for (const change of OPERATORS[node.type] ?? [])
      for (const [{ start, end }, replacement] of change(node, text, parent)) {
        const original = source.slice(start, end)
        // Operators of a node and of its child may make the same mutant.
        if (replacement !== original)
          mutants.set(`${start} ${end} ${replacement}`, { start, end, original, replacement })
      }
  })
  return Array.from(mutants.values()).toSorted((a, b) => a.start - b.start || a.end - b.end)
}

function visit(node, parent, isSkipped, see) {
  if (isSkipped(node)) return
  see(node, parent)
  for (const key of visitorKeys[node.type] ?? []) {
    // Names of modules and keys of objects are not values.
    if (key === 'source' || (key === 'key' && !node.computed)) continue
    for (const child of [node[key]].flat()) if (child) visit(child, node, isSkipped, see)
  }
}

/** An equality is negated by its operator. */
function negateTest({ test }, text) {
  return ['===', '!=='].includes(test.operator) ? [] : [[test, `!(${text(test)})`]]
}

/** The negated condition of a loop rarely ends. */
function skipLoop({ test }) {
  return test === null ? [] : [[test, 'false']]
}

function dropElse({ alternate }) {
  return alternate === null ? [] : [[alternate, ';']]
}

function swapOperator(node, text) {
  const other = SWAPPED_OPERATORS.get(node.operator)
  if (other === undefined) return []
  if (node.type === 'UpdateExpression')
    return [[node, node.prefix ? other + text(node.argument) : text(node.argument) + other]]
  return [[node, `${text(node.left)} ${other} ${text(node.right)}`]]
}

function keepOneSide(node, text) {
  const { operator, left, right } = node
  const sides = [
    [node, text(left)],
    [node, text(right)],
  ]
  return operator === '??' ? sides : []
}

function dropUnary(node, text) {
  return '!-~'.includes(node.operator) ? [[node, text(node.argument)]] : []
}

function changeLiteral(node, _text, parent) {
  const { value, raw } = node
  if (typeof value === 'boolean') return [[node, String(!value)]]
  if (typeof value === 'number')
    return [
      [node, `${value + 1}`],
      [node, `(${value - 1})`],
    ]
  if (typeof value !== 'string' || isSentence(node) || parent.directive !== undefined) return []
  return [[node, value === '' ? `'mutant'` : raw[0] + raw[0]]]
}

function dropResult(node) {
  return node.argument === null || node.argument.name === 'undefined' ? [] : [[node, 'return;']]
}

/** Whole sentences are not mutated: a test that repeats a message is no use. Codes, names and templates are. */
function isSentence({ value }) {
  return typeof value === 'string' && /^[A-Z].* /.test(value)
}

function dropTemplateParts(node, text) {
  return node.expressions.map((_, k) => {
    const before = text({ start: node.start, end: node.quasis[k].end })
    return [node, before + text({ start: node.quasis[k + 1].start, end: node.end })]
  })
}

function removeStatement(node) {
  const isFixed = node.directive != null || node.expression?.callee?.type === 'Super'
  return isFixed ? [] : [[node, ';']]
}

function dropLastArgument(node, text) {
  const last = node.arguments.at(-1)
  if (last === undefined || isSentence(last) || node.callee.type === 'Super') return []
  const end = node.arguments.at(-2)?.end ?? last.start
  return [[node, `${text({ start: node.start, end })})`]]
}

function swapMethod(node, text) {
  const { callee } = node
  const other = callee.computed === false ? SWAPPED_METHODS.get(callee.property.name) : undefined
  if (other === undefined) return []
  const before = text({ start: node.start, end: callee.property.start })
  return [[node, before + other + text({ start: callee.property.end, end: node.end })]]
}

function dropMethod(node, text) {
  const { callee } = node
  return callee.computed === false && DROPPED_METHODS.has(callee.property.name) ? [[node, text(callee.object)]] : []
}

function dropOptional(node, text) {
  if (!node.optional) return []
  const head = node.callee ?? node.object
  const rest = text({ start: head.end, end: node.end }).replace('?.', node.computed || node.callee ? '' : '.')
  return [[node, text(head) + rest]]
}

/** Without one member of a list, each in turn. */
function dropEach(node, members, text) {
  return members.map((member, k) => {
    const rest = members.filter((other, m) => m !== k && other !== null).map(text)
    const [open, close] = [text(node)[0], text(node).at(-1)]
    return member === null ? [node, text(node)] : [node, `${open}${rest.join(', ')}${close}`]
  })
}
