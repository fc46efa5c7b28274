// Emits a kernel function in C: nearly the same as in TypeScript, with braces everywhere.

import type { Expression, ForStatement, IfStatement, Statement, VariableDeclaration } from 'oxc-parser'
import { Lines } from '../emit-context.ts'
import { firstSentence } from '../emit-declaration.ts'
import { alwaysReturns } from '../emit-statements.ts'
import type { Inference } from '../infer-types.ts'
import type { KernelSignature, Names } from '../resolve.ts'
import { type CheckedLoop, type LoopFacts, checkedLoop } from '../loop-checks.ts'
import { type CallEffects, nameOfCallee } from './call-effects.ts'
import { type CTarget, cType } from './c-target.ts'
import { ExpressionPrinter } from './emit-c-expression.ts'

/** A function in C, and the constants that it uses. */
export interface CFunction {
  /** Its first line, up to the body. */
  readonly head: string
  readonly text: string
  readonly constants: ReadonlySet<string>
}

/** Emits a function, which must be inside the subset. */
export function emitCFunction(
  signature: KernelSignature,
  inference: Inference,
  names: Names,
  effects: CallEffects,
  target: CTarget,
): CFunction {
  const printer = new ExpressionPrinter(inference, names, effects, target)
  const { doc, node } = signature.declaration
  const body = node.body?.body ?? []
  const inner = new Lines(1)
  const emitter = new StatementEmitter(printer, inference, names, inner, target, {
    isPure: (expression) => effects.of(expression) === 'none',
    givesBack: (callee) => effects.givesBack(callee),
  })
  emitter.emitAll(body)
  if (signature.returns !== 'void' && !body.some(alwaysReturns)) inner.add('return 0;')
  const head = printHead(signature, target)
  const lines = new Lines()
  if (doc !== '') lines.add(`// ${firstSentence(doc)}`)
  lines.add(`${head} {`)
  for (const [k, type] of printer.kept.entries()) lines.add(`  ${cType(type, target)} kept${k} = 0;`)
  return { head, text: `${lines.text()}${inner.text()}}\n`, constants: printer.usedConstants }
}

/** The head of a function; the heap comes first where it takes it. */
export function printHead({ declaration, heapName, values, returns }: KernelSignature, target: CTarget): string {
  const parameters = values.map(({ name, type }) => `${cType(type, target)} ${target.name(name)}`)
  const all = heapName === undefined ? parameters : ['Heap *h', ...parameters]
  return `static ${cType(returns, target)} ${target.name(declaration.name)}(${all.join(', ') || 'void'})`
}

class StatementEmitter {
  readonly #printer: ExpressionPrinter
  readonly #inference: Inference
  readonly #names: Names
  readonly #lines: Lines
  readonly #target: CTarget
  readonly #facts: LoopFacts
  #checks = 0

  constructor(
    printer: ExpressionPrinter,
    inference: Inference,
    names: Names,
    lines: Lines,
    target: CTarget,
    facts: LoopFacts,
  ) {
    this.#facts = facts
    this.#target = target
    this.#printer = printer
    this.#inference = inference
    this.#names = names
    this.#lines = lines
  }

  emitAll(statements: readonly Statement[]): void {
    for (const statement of statements) this.#emit(statement)
  }

  #emit(statement: Statement): void {
    const lines = this.#lines
    switch (statement.type) {
      case 'VariableDeclaration':
        return lines.add(`${this.#declaration(statement)};`)
      case 'ExpressionStatement':
        return lines.add(`${this.#effect(statement.expression)};`)
      case 'IfStatement':
        return this.#if(statement)
      case 'ForStatement':
        return this.#for(statement)
      case 'WhileStatement':
        return lines.block(`while (${this.#printer.print(statement.test)})`, () => this.#body(statement.body))
      case 'BreakStatement':
        return lines.add('break;')
      case 'ContinueStatement':
        return lines.add('continue;')
      case 'ReturnStatement':
        return lines.add(statement.argument ? `return ${this.#printer.print(statement.argument)};` : 'return;')
      case 'BlockStatement':
        return lines.block('', () => this.emitAll(statement.body))
      case 'EmptyStatement':
        return
      default:
        throw new Error(`bug in the translator: ${statement.type} passed the check of the subset`)
    }
  }

  /** The inside of a pair of braces that is written already. */
  #body(body: Statement): void {
    this.emitAll(body.type === 'BlockStatement' ? body.body : [body])
  }

  #if({ test, consequent, alternate }: IfStatement): void {
    let otherwise: (() => void) | undefined
    if (alternate?.type === 'IfStatement') otherwise = () => this.#if(alternate)
    else if (alternate) otherwise = () => this.#lines.block('', () => this.#body(alternate))
    this.#lines.choose(this.#printer.print(test), () => this.#body(consequent), otherwise)
  }

  #for(loop: ForStatement): void {
    const { init, test, update, body } = loop
    const start = !init ? '' : init.type === 'VariableDeclaration' ? this.#declaration(init) : this.#effect(init)
    const write = (first: string): void => {
      const condition = test ? this.#printer.print(test) : ''
      const head = `for (${first}; ${condition}; ${update ? this.#effect(update) : ''})`
      this.#lines.block(head, () => this.#body(body))
    }
    const checked = this.#target.printLoopCheck && checkedLoop(loop, this.#facts)
    if (checked === undefined) return write(start)
    this.#lines.block('', () => {
      this.#lines.add(`${start};`)
      this.#check(checked)
      write('')
    })
  }

  /** Checks accesses in front of their loop, equal ones once. */
  #check({ variable, end, accesses }: CheckedLoop): void {
    const outcomes = new Map<string, string>()
    const last = this.#printer.print(end)
    for (const access of accesses) {
      const address = this.#printer.print(access.arguments[1] as Expression)
      const text = this.#target.printLoopCheck!(nameOfCallee(access), this.#target.name(variable), last, address)
      let name = outcomes.get(text)
      if (name === undefined) {
        name = `isFound${this.#checks++}`
        outcomes.set(text, name)
        this.#lines.add(`const bool ${name} = ${text};`)
      }
      this.#printer.found.set(access, name)
    }
  }

  #declaration({ kind, declarations }: VariableDeclaration): string {
    return declarations
      .map(({ id, init }) => {
        const type = cType(this.#inference.types.get(init!) ?? 'number', this.#target)
        const name = this.#target.name((id as { name: string }).name)
        return `${kind === 'const' ? 'const ' : ''}${type} ${name} = ${this.#printer.print(init!)}`
      })
      .join('; ')
  }

  /** A call or a change of a variable, without the semicolon. */
  #effect(expression: Expression): string {
    if (expression.type === 'UpdateExpression')
      return `${this.#printer.printVariable(expression.argument)}${expression.operator}`
    if (expression.type === 'AssignmentExpression')
      return this.#printer.printAssignment(expression.left as Expression, expression.operator, expression.right)
    const call = this.#printer.print(expression)
    const returns = expression.type === 'CallExpression' && this.#names.functions.get(nameOfCallee(expression))!.returns
    return returns === 'void' ? call : `(void)${call.includes(',') ? `(${call})` : call}`
  }
}
