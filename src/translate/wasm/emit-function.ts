// A kernel function in WebAssembly. Numbers and booleans are both words of 32 bits; nothing else is different.

import type binaryen from 'binaryen'
import type { CallExpression, Expression, ForStatement, Statement, VariableDeclaration } from 'oxc-parser'
import type { ConstantValue } from '../fold-constants.ts'
import type { Inference } from '../infer-types.ts'
import type { KernelSignature, Names } from '../resolve.ts'

type Ref = binaryen.ExpressionRef

/** What emitting needs of binaryen besides the module: its types. */
export interface WasmTypes {
  readonly i32: binaryen.Type
  readonly none: binaryen.Type
  readonly createType: (types: binaryen.Type[]) => binaryen.Type
}

/**
 * Adds a function to the module under its own name. `folded` are the values of functions that are constants of the build:
 * in place of calls, so that branches on them are gone before functions are inlined by their size.
 */
export function emitWasmFunction(
  module: binaryen.Module,
  types: WasmTypes,
  signature: KernelSignature,
  inference: Inference,
  names: Names,
  values: ReadonlyMap<string, ConstantValue>,
  folded: ReadonlyMap<string, number>,
): void {
  new FunctionEmitter(module, types, signature, inference, names, values, folded).emit()
}

class FunctionEmitter {
  readonly #m: binaryen.Module
  readonly #types: WasmTypes
  readonly #signature: KernelSignature
  readonly #inference: Inference
  readonly #names: Names
  readonly #values: ReadonlyMap<string, ConstantValue>
  readonly #folded: ReadonlyMap<string, number>
  readonly #scopes: Map<string, number>[] = []
  #localCount = 0
  #labelCount = 0
  #loops: { readonly leave: string; readonly next: string }[] = []

  constructor(
    module: binaryen.Module,
    types: WasmTypes,
    signature: KernelSignature,
    inference: Inference,
    names: Names,
    values: ReadonlyMap<string, ConstantValue>,
    folded: ReadonlyMap<string, number>,
  ) {
    this.#m = module
    this.#types = types
    this.#signature = signature
    this.#inference = inference
    this.#names = names
    this.#values = values
    this.#folded = folded
  }

  emit(): void {
    const { declaration, values: parameters, returns } = this.#signature
    const { i32, none, createType } = this.#types
    this.#scopes.push(new Map())
    for (const { name } of parameters) this.#declare(name)
    const body = this.#body(declaration.node.body?.body ?? [])
    // TypeScript has checked that a value is always returned.
    const whole = returns === 'void' ? body : this.#m.block(null, [body, this.#m.unreachable()], i32)
    const extra = Array.from({ length: this.#localCount - parameters.length }, () => i32)
    this.#m.addFunction(
      declaration.name,
      createType(parameters.map(() => i32)),
      returns === 'void' ? none : i32,
      extra,
      whole,
    )
  }

  #declare(name: string): number {
    this.#scopes.at(-1)!.set(name, this.#localCount)
    return this.#localCount++
  }

  #local(name: string): number {
    return this.#scopes.findLast((scope) => scope.has(name))!.get(name)!
  }

  #body(statements: readonly Statement[]): Ref {
    this.#scopes.push(new Map())
    const refs = statements.map((statement) => this.#statement(statement))
    this.#scopes.pop()
    return this.#m.block(null, refs, this.#types.none)
  }

  #statement(statement: Statement): Ref {
    switch (statement.type) {
      case 'VariableDeclaration':
        return this.#declaration(statement)
      case 'ExpressionStatement':
        return this.#effect(statement.expression)
      case 'BlockStatement':
        return this.#body(statement.body)
      case 'IfStatement':
        return this.#m.if(
          this.#value(statement.test),
          this.#body([statement.consequent]),
          statement.alternate ? this.#body([statement.alternate]) : undefined,
        )
      case 'ForStatement':
        return this.#for(statement)
      case 'WhileStatement':
        return this.#loop(statement.test, undefined, statement.body)
      case 'BreakStatement':
        return this.#m.br(this.#loops.at(-1)!.leave)
      case 'ContinueStatement':
        return this.#m.br(this.#loops.at(-1)!.next)
      case 'ReturnStatement':
        return this.#m.return(statement.argument ? this.#value(statement.argument) : undefined)
      case 'EmptyStatement':
        return this.#m.nop()
      default:
        throw new Error(`bug in the translator: ${statement.type} passed the check of the subset`)
    }
  }

  #declaration({ declarations }: VariableDeclaration): Ref {
    const refs = declarations.map(({ id, init }) => {
      const value = this.#value(init!)
      return this.#m.local.set(this.#declare((id as { name: string }).name), value)
    })
    return refs.length === 1 ? refs[0]! : this.#m.block(null, refs, this.#types.none)
  }

  #for(loop: ForStatement): Ref {
    this.#scopes.push(new Map())
    const start = loop.init
      ? loop.init.type === 'VariableDeclaration'
        ? this.#declaration(loop.init)
        : this.#effect(loop.init)
      : this.#m.nop()
    const whole = this.#m.block(null, [start, this.#loop(loop.test, loop.update, loop.body)], this.#types.none)
    this.#scopes.pop()
    return whole
  }

  #loop(test: Expression | null, update: Expression | null | undefined, body: Statement): Ref {
    const label = this.#labelCount++
    const labels = { leave: `leave${label}`, next: `next${label}` }
    const again = `again${label}`
    const m = this.#m
    const leaving = test ? [m.br(labels.leave, m.i32.eqz(this.#value(test)))] : []
    this.#loops.push(labels)
    const inner = m.block(labels.next, [this.#body([body])], this.#types.none)
    this.#loops.pop()
    const step = update ? [this.#effect(update)] : []
    const round = m.block(null, [...leaving, inner, ...step, m.br(again)], this.#types.none)
    return m.block(labels.leave, [m.loop(again, round)], this.#types.none)
  }

  #effect(expression: Expression): Ref {
    const m = this.#m
    if (expression.type === 'UpdateExpression') {
      const local = this.#local((expression.argument as { name: string }).name)
      const before = m.local.get(local, this.#types.i32)
      const one = m.i32.const(1)
      return m.local.set(local, expression.operator === '++' ? m.i32.add(before, one) : m.i32.sub(before, one))
    }
    if (expression.type === 'AssignmentExpression') {
      const local = this.#local((expression.left as { name: string }).name)
      const right = this.#value(expression.right)
      if (expression.operator === '=') return m.local.set(local, right)
      const operator = expression.operator.slice(0, -1)
      return m.local.set(local, this.#binary(operator, m.local.get(local, this.#types.i32), right))
    }
    const call = this.#call(expression as CallExpression)
    return this.#calleeOf(expression as CallExpression).returns === 'void' ? call : m.drop(call)
  }

  #value(expression: Expression): Ref {
    const m = this.#m
    switch (expression.type) {
      case 'Literal':
        return m.i32.const(Number(expression.value))
      case 'Identifier':
        return this.#inference.constants.has(expression)
          ? m.i32.const(this.#values.get(expression.name)!.value)
          : m.local.get(this.#local(expression.name), this.#types.i32)
      case 'UnaryExpression': {
        const argument = this.#value(expression.argument)
        if (expression.operator === '!') return m.i32.eqz(argument)
        if (expression.operator === '~') return m.i32.xor(argument, m.i32.const(-1))
        return m.i32.sub(m.i32.const(0), argument)
      }
      case 'BinaryExpression':
        return this.#binary(
          expression.operator,
          this.#value(expression.left as Expression),
          this.#value(expression.right),
        )
      case 'LogicalExpression': {
        const left = this.#value(expression.left)
        const right = this.#value(expression.right)
        return expression.operator === '&&' ? m.if(left, right, m.i32.const(0)) : m.if(left, m.i32.const(1), right)
      }
      case 'ConditionalExpression':
        return m.if(this.#value(expression.test), this.#value(expression.consequent), this.#value(expression.alternate))
      case 'CallExpression':
        return this.#call(expression)
      default:
        throw new Error(`bug in the translator: ${expression.type} passed the check of the subset`)
    }
  }

  #calleeOf(call: CallExpression): KernelSignature {
    return this.#names.functions.get((call.callee as { name: string }).name)!
  }

  #call(call: CallExpression): Ref {
    const { heapName, returns, declaration } = this.#calleeOf(call)
    const folded = this.#folded.get(declaration.name)
    if (folded !== undefined) return this.#m.i32.const(folded)
    const given = (call.arguments as Expression[]).slice(heapName === undefined ? 0 : 1)
    const type = returns === 'void' ? this.#types.none : this.#types.i32
    return this.#m.call(
      declaration.name,
      given.map((argument) => this.#value(argument)),
      type,
    )
  }

  #binary(operator: string, a: Ref, b: Ref): Ref {
    const { i32 } = this.#m
    switch (operator) {
      case '+':
        return i32.add(a, b)
      case '-':
        return i32.sub(a, b)
      case '*':
        return i32.mul(a, b)
      case '%':
        return this.#m.call('remainder', [a, b], this.#types.i32)
      case '|':
        return i32.or(a, b)
      case '&':
        return i32.and(a, b)
      case '^':
        return i32.xor(a, b)
      case '<<':
        return i32.shl(a, b)
      case '>>':
        return i32.shr_s(a, b)
      case '===':
        return i32.eq(a, b)
      case '!==':
        return i32.ne(a, b)
      case '<':
        return i32.lt_s(a, b)
      case '<=':
        return i32.le_s(a, b)
      case '>':
        return i32.gt_s(a, b)
      case '>=':
        return i32.ge_s(a, b)
      default:
        throw new Error(`bug in the translator: ${operator} passed the check of the subset`)
    }
  }
}
