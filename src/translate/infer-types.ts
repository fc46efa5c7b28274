// Infers types: whether each expression of a kernel is a number or a boolean, and the meaning of each name. tsc has checked
// the rest; only code that TypeScript allows and WGSL does not is reported here.

import type { CallExpression, Expression, Statement, VariableDeclaration } from 'oxc-parser'
import { nameOfAnnotation } from './collect.ts'
import { type Diagnostic, diagnose } from './diagnostic.ts'
import { dottedName } from './dotted-name.ts'
import type { ConstantValue } from './fold-constants.ts'
import { type KernelSignature, type Names, PARAMS, type ValueType, resolveType } from './resolve.ts'

/** The types and names in the body of one function. */
export interface Inference {
  readonly types: ReadonlyMap<Expression, ValueType>
  /** The identifiers that stand for module constants. */
  readonly constants: ReadonlySet<Expression>
  /** Every name that the function declares. */
  readonly declared: ReadonlySet<string>
  /** The parameters that it changes. */
  readonly changed: ReadonlySet<string>
}

/** Infers the types in a function's body, which must be inside the subset. */
export function inferTypes(
  signature: KernelSignature,
  names: Names,
  constants: ReadonlyMap<string, ConstantValue>,
  diagnostics: Diagnostic[],
): Inference {
  return new BodyInference(signature, names, constants, diagnostics).run()
}

/** Undefined: something was reported already, and more reports about it would not help. */
type Found = ValueType | 'void' | undefined

interface Local {
  readonly type: Found
  readonly isParameter: boolean
}

class BodyInference implements Inference {
  readonly types = new Map<Expression, ValueType>()
  readonly constants = new Set<Expression>()
  readonly declared = new Set<string>()
  readonly changed = new Set<string>()
  readonly #signature: KernelSignature
  readonly #names: Names
  readonly #values: ReadonlyMap<string, ConstantValue>
  readonly #diagnostics: Diagnostic[]
  #scopes: Map<string, Local>[] = []

  constructor(
    signature: KernelSignature,
    names: Names,
    values: ReadonlyMap<string, ConstantValue>,
    diagnostics: Diagnostic[],
  ) {
    this.#signature = signature
    this.#names = names
    this.#values = values
    this.#diagnostics = diagnostics
  }

  run(): Inference {
    this.#within(() => {
      for (const { name, type } of this.#signature.values) this.#declare(name, { type, isParameter: true })
      for (const statement of this.#signature.declaration.node.body?.body ?? []) this.#statement(statement)
    })
    return this
  }

  #reject(node: { readonly start: number }, problem: string, advice: string): undefined {
    this.#diagnostics.push(diagnose(this.#signature.declaration.source, node.start, problem, advice))
  }

  #within(action: () => void): void {
    this.#scopes.push(new Map())
    action()
    this.#scopes.pop()
  }

  #declare(name: string, local: Local): void {
    this.declared.add(name)
    this.#scopes.at(-1)!.set(name, local)
  }

  #local(name: string): Local | undefined {
    return this.#scopes.findLast((scope) => scope.has(name))?.get(name)
  }

  #statement(statement: Statement): void {
    switch (statement.type) {
      case 'VariableDeclaration':
        return this.#declaration(statement)
      case 'ExpressionStatement':
        return this.#effect(statement.expression)
      case 'IfStatement':
        this.#expect(statement.test, 'boolean')
        this.#within(() => this.#statement(statement.consequent))
        if (statement.alternate) this.#within(() => this.#statement(statement.alternate!))
        return
      case 'ForStatement':
        return this.#within(() => {
          if (statement.init?.type === 'VariableDeclaration') this.#declaration(statement.init)
          else if (statement.init) this.#effect(statement.init)
          if (statement.test) this.#expect(statement.test, 'boolean')
          if (statement.update) this.#effect(statement.update)
          this.#statement(statement.body)
        })
      case 'WhileStatement':
        this.#expect(statement.test, 'boolean')
        return this.#within(() => this.#statement(statement.body))
      case 'ReturnStatement':
        return this.#return(statement.argument, statement)
      case 'BlockStatement':
        return this.#within(() => statement.body.forEach((inner) => this.#statement(inner)))
      default:
    }
  }

  #return(value: Expression | null, node: { readonly start: number }): void {
    const { returns } = this.#signature
    if (value && returns !== 'void') this.#expect(value, returns)
    else if (value) this.#reject(node, 'value returned from a function of type void', 'return nothing')
  }

  #declaration(declaration: VariableDeclaration): void {
    for (const { id, init } of declaration.declarations) {
      if (id.type !== 'Identifier' || !init) continue
      let type: Found
      if (id.typeAnnotation) {
        const annotated = resolveType(nameOfAnnotation(id.typeAnnotation), this.#names.aliases)
        if (annotated === 'number' || annotated === 'boolean') type = this.#expect(init, annotated)
        else this.#reject(id, 'variable that is no number or boolean', 'give it such a type')
      } else {
        type = this.#value(init)
      }
      this.#declare(id.name, { type, isParameter: false })
    }
  }

  #effect(expression: Expression): void {
    if (expression.type === 'CallExpression') {
      this.#infer(expression)
      return
    }
    const target = expression.type === 'AssignmentExpression' ? expression.left : undefined
    const variable = expression.type === 'UpdateExpression' ? expression.argument : target
    if (variable?.type === 'MemberExpression') {
      if (variable.object.type === 'Identifier' && variable.object.name === PARAMS)
        this.#reject(variable, 'change of a parameter of the dispatch', 'use a variable')
      this.#member(variable)
      if (expression.type === 'AssignmentExpression') this.#expect(expression.right, 'number')
      return
    }
    if (variable?.type !== 'Identifier') return
    const local = this.#local(variable.name)
    if (local === undefined) {
      this.#reject(variable, `'${variable.name}' is no variable of this function`, 'change only its own variables')
    } else if (local.isParameter) this.changed.add(variable.name)
    if (expression.type !== 'AssignmentExpression') return
    if (expression.operator === '=') {
      if (local?.type === undefined || local.type === 'void') this.#value(expression.right)
      else this.#expect(expression.right, local.type)
    } else {
      if (local?.type === 'boolean') this.#reject(variable, 'arithmetic on a boolean', 'use && and ||')
      this.#expect(expression.right, 'number')
    }
  }

  /** The type of an expression whose value is used. */
  #value(expression: Expression): Found {
    const found = this.#infer(expression)
    return found === 'void'
      ? this.#reject(expression, 'value of a call that gives none', 'call it as a statement')
      : found
  }

  /** Reports an expression of another type than the wanted one, which is returned all the same. */
  #expect(expression: Expression, wanted: ValueType): ValueType {
    const found = this.#value(expression)
    if (found !== undefined && found !== wanted) {
      if (wanted === 'boolean')
        this.#reject(expression, 'number where a boolean is needed', 'compare it, as in x !== 0')
      else this.#reject(expression, 'boolean where a number is needed', 'use truth(b), or b ? 1 : 0')
    }
    return wanted
  }

  #infer(expression: Expression): Found {
    const found = this.#inferNew(expression)
    if (found !== undefined && found !== 'void') this.types.set(expression, found)
    return found
  }

  #inferNew(expression: Expression): Found {
    switch (expression.type) {
      case 'Literal':
        return typeof expression.value === 'boolean' ? 'boolean' : 'number'
      case 'Identifier':
        return this.#identifier(expression)
      case 'MemberExpression':
        return this.#member(expression)
      case 'UnaryExpression':
        return this.#expect(expression.argument, expression.operator === '!' ? 'boolean' : 'number')
      case 'BinaryExpression': {
        if (expression.left.type === 'PrivateIdentifier') return undefined
        const { operator } = expression
        if (operator === '===' || operator === '!==') {
          const left = this.#value(expression.left)
          if (left === undefined || left === 'void') this.#value(expression.right)
          else this.#expect(expression.right, left)
          return 'boolean'
        }
        this.#expect(expression.left, 'number')
        this.#expect(expression.right, 'number')
        return operator.startsWith('<') || operator.startsWith('>') ? orderOrShift(operator) : 'number'
      }
      case 'LogicalExpression':
        this.#expect(expression.left, 'boolean')
        return this.#expect(expression.right, 'boolean')
      case 'ConditionalExpression': {
        this.#expect(expression.test, 'boolean')
        const type = this.#value(expression.consequent)
        if (type !== undefined && type !== 'void') return this.#expect(expression.alternate, type)
        return this.#value(expression.alternate)
      }
      case 'CallExpression':
        return this.#call(expression)
      default:
        return undefined
    }
  }

  #identifier(expression: Expression & { type: 'Identifier' }): Found {
    const { name } = expression
    const local = this.#local(name)
    if (local) return local.type
    if (this.#names.constants.has(name)) {
      this.constants.add(expression)
      return this.#values.get(name)?.type
    }
    if (name === this.#signature.heapName) {
      return this.#reject(expression, 'the heap as a value', 'pass it as the first argument of a kernel function only')
    }
    if (this.#names.functions.has(name)) {
      return this.#reject(expression, `function '${name}' as a value`, 'call it')
    }
    return this.#reject(expression, `'${name}' is unknown here`, 'use constants and functions of kernel files only')
  }

  /** A constant of a group, or a variable of the invocation, which only functions with the heap may use. */
  #member(expression: Expression & { type: 'MemberExpression' }): Found {
    const name = dottedName(expression)
    if (this.#names.constants.has(name)) {
      this.constants.add(expression)
      return this.#values.get(name)?.type
    }
    if (!this.#names.variables.has(name))
      return this.#reject(expression, `'${name}' is unknown here`, 'use groups of device code only')
    if (this.#signature.heapName === undefined)
      this.#reject(expression, 'variable of the invocation in a function without the heap', 'take `h: Heap` first')
    return 'number'
  }

  #call(call: CallExpression): Found {
    if (call.callee.type !== 'Identifier') return undefined
    const { name } = call.callee
    const target = this.#local(name) ? undefined : this.#names.functions.get(name)
    if (!target) {
      return this.#reject(call, `'${name}' is no kernel function`, 'call functions of kernel files only')
    }
    const given = call.arguments.filter((argument) => argument.type !== 'SpreadElement')
    if (target.heapName !== undefined) {
      const heap = given.shift()
      if (heap?.type !== 'Identifier' || heap.name !== this.#signature.heapName) {
        this.#reject(heap ?? call, `'${name}' is not given the heap`, "pass this function's own heap parameter first")
      }
    }
    if (target.memoryName !== undefined) {
      const memory = given.shift()
      if (memory?.type !== 'Identifier' || !this.#names.memories.has(memory.name)) {
        this.#reject(memory ?? call, `'${name}' is not given a memory`, 'pass a memory by its name behind the heap')
      }
    }
    if (given.length !== target.values.length) {
      this.#reject(call, `'${name}' takes ${target.values.length} values, not ${given.length}`, 'pass each one')
    }
    for (const [place, argument] of given.entries()) {
      const parameter = target.values[place]
      if (parameter) this.#expect(argument, parameter.type)
    }
    return target.returns
  }
}

function orderOrShift(operator: string): ValueType {
  return operator === '<<' || operator === '>>' ? 'number' : 'boolean'
}
