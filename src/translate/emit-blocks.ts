// Functions out of line. GPU compilers paste every called function into its caller; a kernel that sorts, compares and
// merges would become a hundred thousand lines. A large function is therefore not written as a WGSL function but as
// numbered blocks that one loop runs in turn (see assembleShader): calling it is to note where to go on, and to go to
// its first block. As nothing is recursive, its variables need no stack: each has its own place for the whole shader.

import type { CallExpression, Expression, ForStatement, IfStatement, Statement, WhileStatement } from 'oxc-parser'
import type { Diagnostic } from './diagnostic.ts'
import { type EmitContext, Lines } from './emit-context.ts'
import { type BlockText, openFunctionContext } from './emit-declaration.ts'
import { type Place, childrenOf, emitExpression, emitShiftAmount, operators, statementsIn } from './emit-expression.ts'
import { hasReturn } from './emit-statements.ts'
import type { ConstantValue } from './fold-constants.ts'
import type { Inference } from './infer-types.ts'
import { StaticNames, placeOf, wgslName } from './names.ts'
import type { KernelSignature, Names, ValueType } from './resolve.ts'

/** Whether a function, by its TypeScript name, is called as blocks. */
export type IsOutOfLine = (name: string) => boolean

/** Translates a function into blocks. */
export function emitBlocks(
  signature: KernelSignature,
  inference: Inference,
  names: Names,
  values: ReadonlyMap<string, ConstantValue>,
  diagnostics: Diagnostic[],
  isOutOfLine: IsOutOfLine,
): BlockText {
  return new BlockWriter(signature, inference, names, values, diagnostics, isOutOfLine).run()
}

/** The loop that a `break` or `continue` belongs to: a loop of WGSL's, or blocks. */
type Loop = { readonly form: 'loop' } | { readonly form: 'blocks'; readonly next: number; readonly end: number }

class BlockWriter {
  readonly #signature: KernelSignature
  readonly #name: string
  readonly #isOutOfLine: IsOutOfLine
  readonly #variables = new Map<string, ValueType>()
  readonly #locals: StaticNames
  readonly #blocks: Lines[] = []
  readonly #scopes: Set<string>[] = []
  readonly #loops: Loop[] = []
  #context: EmitContext
  #temporaryCount = 0
  /** Whether it has been said where to go on after the block that is being written. */
  #hasEnded = false

  constructor(
    signature: KernelSignature,
    inference: Inference,
    names: Names,
    values: ReadonlyMap<string, ConstantValue>,
    diagnostics: Diagnostic[],
    isOutOfLine: IsOutOfLine,
  ) {
    this.#signature = signature
    this.#name = wgslName(signature.declaration.name)
    this.#isOutOfLine = isOutOfLine
    this.#locals = new StaticNames(this.#name, [...names.constants.keys(), ...names.functions.keys()])
    this.#context = openFunctionContext(signature, inference, names, values, diagnostics, this.#locals)
  }

  run(): BlockText {
    this.#start(this.#newLabel())
    this.#within(() => {
      for (const { name, type } of this.#signature.values) this.#declare(name, type, this.#signature.declaration.node)
      this.#statements(this.#signature.declaration.node.body?.body ?? [])
    })
    this.#goTo(this.#caller)
    const { returns } = this.#signature
    if (returns !== 'void') this.#variable(`${this.#name}__result`, returns)
    return {
      parameters: this.#signature.values.map(({ name }) => this.#locals.nameOf(name)),
      variables: [...this.#variables].filter(([, type]) => type === 'number').map(([place]) => place),
      flags: [...this.#variables].filter(([, type]) => type === 'boolean').map(([place]) => place),
      cases: this.#blocks.map((lines, k) => `// ${this.#label(k)}\n${lines.text()}`),
    }
  }

  /** The block at which this function's caller continues. */
  get #caller(): string {
    return this.#variable(`${this.#name}__return`, 'number')
  }

  get #lines(): Lines {
    return this.#context.lines
  }

  #newLabel(): number {
    this.#blocks.push(new Lines())
    return this.#blocks.length - 1
  }

  #label(k: number): string {
    return `${this.#name}_${k}`
  }

  /** Continues writing in block `k`. */
  #start(k: number): void {
    this.#hasEnded = false
    this.#context = { ...this.#context, lines: this.#blocks[k]! }
  }

  /** The last line of a block: where to go on. */
  #goTo(label: string): void {
    if (!this.#hasEnded) this.#lines.add(`own[NEXT] = ${label};`)
    this.#hasEnded = true
  }

  #within(action: () => void): void {
    this.#scopes.push(new Set())
    action()
    this.#scopes.pop()
  }

  #declare(name: string, type: ValueType, node: { readonly start: number }): string {
    const known = this.#variables.get(`${this.#name}_${name}`)
    if (this.#scopes.some((scope) => scope.has(name)) || (known ?? type) !== type) {
      this.#context.reject(
        node,
        `'${name}' hides another variable of a function that is called out of line`,
        'rename it',
      )
    }
    this.#scopes.at(-1)!.add(name)
    this.#locals.setType(name, type)
    return this.#variable(`${this.#name}_${name}`, type)
  }

  /** A variable of this function, by the name of its place. */
  #variable(place: string, type: ValueType): string {
    this.#variables.set(place, type)
    return placeOf(place, type)
  }

  #temporary(type: ValueType): string {
    return this.#variable(`${this.#name}__${this.#temporaryCount++}`, type)
  }

  #statements(statements: readonly Statement[]): void {
    for (const statement of statements) {
      if (this.#hasEnded) return
      this.#statement(statement)
    }
  }

  #body(body: Statement): void {
    this.#within(() => this.#statements(body.type === 'BlockStatement' ? body.body : [body]))
  }

  #statement(statement: Statement): void {
    switch (statement.type) {
      case 'VariableDeclaration':
        for (const { id, init } of statement.declarations) {
          if (id.type !== 'Identifier' || !init) continue
          const value = this.#value(init)
          this.#lines.add(`${this.#declare(id.name, this.#context.typeOf(init), id)} = ${value};`)
        }
        return
      case 'ExpressionStatement':
        return this.#effect(statement.expression)
      case 'IfStatement':
        return this.#if(statement)
      case 'ForStatement':
        return this.#within(() => this.#for(statement))
      case 'WhileStatement':
        return this.#while(statement)
      case 'ReturnStatement':
        return this.#return(statement.argument)
      case 'BreakStatement':
      case 'ContinueStatement': {
        const loop = this.#loops.at(-1)!
        const leaving = statement.type === 'BreakStatement'
        if (loop.form === 'loop') return this.#lines.add(leaving ? 'break;' : 'continue;')
        return this.#goTo(this.#label(leaving ? loop.end : loop.next))
      }
      case 'BlockStatement':
        return this.#body(statement)
      default:
    }
  }

  #return(value: Expression | null): void {
    if (value) {
      const text = this.#value(value)
      this.#lines.add(`${this.#variable(`${this.#name}__result`, this.#context.typeOf(value))} = ${text};`)
    }
    if (this.#loops.at(-1)?.form !== 'loop') return this.#goTo(this.#caller)
    this.#lines.add(`${this.#variable(`${this.#name}__done`, 'boolean')} = true;`)
    this.#lines.add('break;')
  }

  #if({ test, consequent, alternate }: IfStatement): void {
    const condition = this.#value(test)
    const leaves = (side: Statement): boolean => this.#leaves(side)
    const sides = alternate ? [consequent, alternate] : [consequent]
    if (!sides.some((side) => this.#hasJump(side) || leaves(side))) {
      const otherwise = alternate ? () => this.#lines.block('', () => this.#body(alternate)) : undefined
      return this.#lines.choose(condition, () => this.#body(consequent), otherwise)
    }
    // A block ends only at its end: the statements after an `if` that leaves go into its `else`.
    if (alwaysLeaves(consequent) && !this.#hasJump(consequent)) {
      this.#lines.chooseOrGoOn(condition, () => this.#body(consequent))
      this.#hasEnded = false
      if (alternate) this.#body(alternate)
      return
    }
    if (alternate && alwaysLeaves(alternate) && !this.#hasJump(alternate)) {
      this.#lines.chooseOrGoOn(`!(${condition})`, () => this.#body(alternate))
      this.#hasEnded = false
      return this.#body(consequent)
    }
    const whenTrue = this.#newLabel()
    const whenFalse = alternate ? this.#newLabel() : undefined
    const end = this.#newLabel()
    this.#goTo(`select(${this.#label(whenFalse ?? end)}, ${this.#label(whenTrue)}, ${condition})`)
    this.#start(whenTrue)
    this.#body(consequent)
    this.#goTo(this.#label(end))
    if (alternate) {
      this.#start(whenFalse!)
      this.#body(alternate)
      this.#goTo(this.#label(end))
    }
    this.#start(end)
  }

  #for(loop: ForStatement): void {
    const { init, test, update, body } = loop
    if (init?.type === 'VariableDeclaration') this.#statement(init)
    else if (init) this.#effect(init)
    if (!this.#hasJump(body) && !(test && this.#hasJump(test)) && !(update && this.#hasJump(update))) {
      const condition = test ? this.#plain(test, 'the condition of a loop') : ''
      const step = update ? this.#change(update, 'the update of a loop') : ''
      return this.#loop(`for (; ${condition}; ${step})`, body)
    }
    this.#loopOfBlocks(test ?? undefined, update ?? undefined, body)
  }

  #while({ test, body }: WhileStatement): void {
    if (this.#hasJump(test) || this.#hasJump(body)) return this.#loopOfBlocks(test, undefined, body)
    this.#loop(`while (${this.#plain(test, 'the condition of a loop')})`, body)
  }

  /** A loop of WGSL's: nothing in it is called out of line. A `return` in it first leaves the loop. */
  #loop(head: string, body: Statement): void {
    this.#loops.push({ form: 'loop' })
    this.#lines.block(head, () => this.#body(body))
    this.#loops.pop()
    if (!hasReturn(body)) return
    const done = this.#variable(`${this.#name}__done`, 'boolean')
    if (this.#loops.at(-1)?.form === 'loop') return this.#lines.choose(done, () => this.#lines.add('break;'), undefined)
    this.#lines.chooseOrGoOn(done, () => {
      this.#lines.add(`${done} = false;`)
      this.#goTo(this.#caller)
    })
    this.#hasEnded = false
  }

  #loopOfBlocks(test: Expression | undefined, update: Expression | undefined, body: Statement): void {
    const head = this.#newLabel()
    const inside = this.#newLabel()
    const next = update ? this.#newLabel() : head
    const end = this.#newLabel()
    this.#goTo(this.#label(head))
    this.#start(head)
    const condition = test ? this.#value(test) : 'true'
    this.#goTo(`select(${this.#label(end)}, ${this.#label(inside)}, ${condition})`)
    this.#start(inside)
    this.#loops.push({ form: 'blocks', next, end })
    this.#body(body)
    this.#loops.pop()
    this.#goTo(this.#label(next))
    if (update) {
      this.#start(next)
      this.#effect(update)
      this.#goTo(this.#label(head))
    }
    this.#start(end)
  }

  #effect(expression: Expression): void {
    if (expression.type !== 'CallExpression') {
      const change = this.#change(expression, '')
      return this.#lines.add(`${change};`)
    }
    const value = this.#value(expression)
    const callee = calleeOf(expression)
    if (this.#isOutOfLine(callee)) return
    this.#lines.add(this.#context.functions.get(callee)?.returns === 'void' ? `${value};` : `_ = ${value};`)
  }

  /** A change of a variable, without the semicolon. */
  #change(expression: Expression, place: Place): string {
    if (expression.type === 'UpdateExpression' && expression.argument.type === 'Identifier') {
      return `${this.#locals.nameOf(expression.argument.name)}${expression.operator}`
    }
    if (expression.type !== 'AssignmentExpression' || expression.left.type !== 'Identifier') {
      return `_ = ${this.#plain(expression, place)}`
    }
    const { operator, right } = expression
    const isShift = operator === '<<=' || operator === '>>='
    const value = isShift ? emitShiftAmount(right, this.#context, place) : this.#value(right, place)
    return `${this.#locals.nameOf(expression.left.name)} ${operator} ${value}`
  }

  #plain(expression: Expression, place: Place): string {
    return emitExpression(expression, this.#context, place)
  }

  /** The value of an expression, as text that may stand once in the block that is being written. */
  #value(expression: Expression, place: Place = ''): string {
    if (!this.#hasJump(expression)) return this.#plain(expression, place)
    switch (expression.type) {
      case 'UnaryExpression':
        return `${expression.operator}(${this.#value(expression.argument)})`
      case 'BinaryExpression': {
        const [left, right] = this.#values([expression.left as Expression, expression.right])
        const isShift = expression.operator === '<<' || expression.operator === '>>'
        return `(${left} ${operators[expression.operator]!.text} ${isShift ? `u32(${right})` : right})`
      }
      case 'LogicalExpression':
        return this.#logical(expression.operator === '&&', expression.left, expression.right)
      case 'ConditionalExpression':
        return this.#choice(
          expression.test,
          expression.consequent,
          expression.alternate,
          this.#context.typeOf(expression),
        )
      case 'CallExpression':
        return this.#call(expression)
      default:
        throw new Error(`bug in the translator: ${expression.type} calls something`)
    }
  }

  /** Several values that are used together: those that come before a jump are kept in variables. */
  #values(expressions: readonly Expression[]): string[] {
    const last = expressions.findLastIndex((expression) => this.#hasJump(expression))
    return expressions.map((expression, k) => {
      const text = this.#value(expression)
      if (k >= last || expression.type === 'Literal') return text
      const kept = this.#temporary(this.#context.typeOf(expression))
      this.#lines.add(`${kept} = ${text};`)
      return kept
    })
  }

  #call(call: CallExpression): string {
    const name = calleeOf(call)
    const callee = this.#context.functions.get(name)!
    this.#context.usedFunctions.add(name)
    const given = call.arguments.slice(callee.heapName === undefined ? 0 : 1) as Expression[]
    const texts = this.#values(given)
    if (!this.#isOutOfLine(name)) return `${wgslName(name)}(${texts.join(', ')})`
    const target = wgslName(name)
    for (const [k, { name: parameter, type }] of callee.values.entries()) {
      this.#lines.add(`${placeOf(`${target}_${parameter}`, type)} = ${texts[k]};`)
    }
    const after = this.#newLabel()
    this.#lines.add(`${placeOf(`${target}__return`, 'number')} = ${this.#label(after)};`)
    this.#goTo(`${target}_0`)
    this.#start(after)
    if (callee.returns === 'void') return ''
    const result = this.#temporary(callee.returns)
    this.#lines.add(`${result} = ${placeOf(`${target}__result`, callee.returns)};`)
    return result
  }

  #logical(isAnd: boolean, left: Expression, right: Expression): string {
    const first = this.#value(left)
    if (!this.#hasJump(right))
      return `(${first} ${isAnd ? '&&' : '||'} (${this.#plain(right, 'the right side of && or ||')}))`
    const result = this.#temporary('boolean')
    const more = this.#newLabel()
    const end = this.#newLabel()
    this.#lines.add(`${result} = ${first};`)
    const [whenFalse, whenTrue] = isAnd ? [end, more] : [more, end]
    this.#goTo(`select(${this.#label(whenFalse)}, ${this.#label(whenTrue)}, ${result})`)
    this.#start(more)
    const second = this.#value(right)
    this.#lines.add(`${result} = ${second};`)
    this.#goTo(this.#label(end))
    this.#start(end)
    return result
  }

  #choice(test: Expression, consequent: Expression, alternate: Expression, type: ValueType): string {
    const condition = this.#value(test)
    const result = this.#temporary(type)
    const [whenTrue, whenFalse, end] = [this.#newLabel(), this.#newLabel(), this.#newLabel()]
    this.#goTo(`select(${this.#label(whenFalse)}, ${this.#label(whenTrue)}, ${condition})`)
    for (const [label, side] of [[whenTrue, consequent] as const, [whenFalse, alternate] as const]) {
      this.#start(label)
      const value = this.#value(side)
      this.#lines.add(`${result} = ${value};`)
      this.#goTo(this.#label(end))
    }
    this.#start(end)
    return result
  }

  /** Whether the statement may leave the block that it stands in, which in a loop of WGSL's own nothing does. */
  #leaves(statement: Statement): boolean {
    if (this.#loops.at(-1)?.form === 'loop') return false
    switch (statement.type) {
      case 'ReturnStatement':
      case 'BreakStatement':
      case 'ContinueStatement':
        return true
      case 'ForStatement':
      case 'WhileStatement':
        return hasReturn(statement)
      default:
        return statementsIn(statement).some((inner) => this.#leaves(inner))
    }
  }

  /** Whether something in the statement or expression is called out of line. */
  #hasJump(node: Statement | Expression): boolean {
    return someExpression(
      node,
      (expression) => expression.type === 'CallExpression' && this.#isOutOfLine(calleeOf(expression)),
    )
  }
}

function calleeOf(call: CallExpression): string {
  return call.callee.type === 'Identifier' ? call.callee.name : ''
}

function expressionsIn(statement: Statement): Expression[] {
  switch (statement.type) {
    case 'VariableDeclaration':
      return statement.declarations.flatMap(({ init }) => init ?? [])
    case 'ExpressionStatement':
      return [statement.expression]
    case 'IfStatement':
    case 'WhileStatement':
      return [statement.test]
    case 'ForStatement':
      return [
        statement.init?.type === 'VariableDeclaration' ? null : statement.init,
        statement.test,
        statement.update,
      ].flatMap((part) => part ?? [])
    case 'ReturnStatement':
      return statement.argument ? [statement.argument] : []
    default:
      return []
  }
}

function someExpression(node: Statement | Expression, test: (expression: Expression) => boolean): boolean {
  const parts = [...statementsIn(node as Statement), ...expressionsIn(node as Statement)]
  if (parts.length > 0) return parts.some((part) => someExpression(part, test))
  const expression = node as Expression
  if (expression.type === 'AssignmentExpression') return someExpression(expression.right, test)
  return test(expression) || childrenOf(expression).some((child) => someExpression(child, test))
}

/** Whether nothing after the statement is reached from it. */
function alwaysLeaves(statement: Statement): boolean {
  switch (statement.type) {
    case 'ReturnStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      return true
    case 'BlockStatement':
      return statement.body.some(alwaysLeaves)
    default:
      return false
  }
}
