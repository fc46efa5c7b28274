// Checks the subset: the statements and expressions of TypeScript that kernels may use. Syntax only; infer-types.ts checks
// types.

import type { Expression, ForStatement, Statement, VariableDeclaration } from 'oxc-parser'
import { adviceFor, adviceForOperator } from './advice.ts'
import { nameOfAnnotation } from './collect.ts'
import type { KernelFunction } from './collect.ts'
import { type Diagnostic, diagnose } from './diagnostic.ts'
import { dottedName } from './dotted-name.ts'
import { isDeviceFile } from './layout.ts'

const BINARY_OPERATORS = ['+', '-', '*', '%', '===', '!==', '<', '<=', '>', '>=', '|', '&', '^', '<<', '>>']
const ASSIGNMENT_OPERATORS = ['=', '+=', '-=', '*=', '%=', '|=', '&=', '^=', '<<=', '>>=']
const UNARY_OPERATORS = ['-', '!', '~']

/** Reports the parts of a function's body that are outside the subset; true if there are none. */
export function checkFunction(f: KernelFunction, diagnostics: Diagnostic[]): boolean {
  const before = diagnostics.length
  const check = new SubsetCheck(
    (node, problem, advice) => diagnostics.push(diagnose(f.source, node.start, problem, advice)),
    isDeviceFile(f.source.path),
  )
  if (f.node.body) check.statements(f.node.body.body)
  else diagnostics.push(diagnose(f.source, f.offset, `'${f.name}' has no body`, 'write one'))
  return diagnostics.length === before
}

/** Reports the parts of an expression, one outside functions, that are not in the subset. */
export function checkExpression(expression: Expression, reject: Reject, isForDevice: boolean): void {
  new SubsetCheck(reject, isForDevice).expression(expression)
}

type Reject = (node: { readonly start: number }, problem: string, advice: string) => void

class SubsetCheck {
  readonly #reject: Reject
  /** Whether variables of the invocation and groups of constants, `group.field`, are allowed. */
  readonly #isForDevice: boolean

  constructor(reject: Reject, isForDevice: boolean) {
    this.#reject = reject
    this.#isForDevice = isForDevice
  }

  statements(statements: readonly Statement[]): void {
    for (const statement of statements) this.#statement(statement)
  }

  #statement(statement: Statement): void {
    switch (statement.type) {
      case 'VariableDeclaration':
        return this.#declaration(statement)
      case 'ExpressionStatement':
        return this.#effect(statement.expression)
      case 'IfStatement':
        this.expression(statement.test)
        this.#statement(statement.consequent)
        if (statement.alternate) this.#statement(statement.alternate)
        return
      case 'ForStatement':
        return this.#loop(statement)
      case 'WhileStatement':
        this.expression(statement.test)
        return this.#statement(statement.body)
      case 'BreakStatement':
      case 'ContinueStatement':
        if (statement.label) this.#reject(statement, 'jump to a label', 'make the inner loop a function that returns')
        return
      case 'ReturnStatement':
        if (statement.argument) this.expression(statement.argument)
        return
      case 'BlockStatement':
        return this.statements(statement.body)
      case 'EmptyStatement':
        return
      default:
        this.#reject(statement, ...adviceFor(statement.type))
    }
  }

  #declaration(declaration: VariableDeclaration): void {
    if (declaration.kind !== 'const' && declaration.kind !== 'let') {
      this.#reject(declaration, `\`${declaration.kind}\` declaration`, 'use const or let')
    }
    for (const { id, init } of declaration.declarations) {
      if (id.type !== 'Identifier') this.#reject(id, 'destructuring', 'declare the variables one by one')
      else if (id.typeAnnotation && nameOfAnnotation(id.typeAnnotation) === '') {
        this.#reject(id, 'type that is more than a name', 'use number, boolean or an alias of them')
      }
      if (init) this.expression(init)
      else this.#reject(id, 'variable without a first value', 'give it one')
    }
  }

  /** An expression that stands as a statement, or as a part of a `for`: a call or a change of a variable. */
  #effect(expression: Expression): void {
    switch (expression.type) {
      case 'CallExpression':
        return this.expression(expression)
      case 'AssignmentExpression':
        if (!ASSIGNMENT_OPERATORS.includes(expression.operator)) {
          this.#reject(expression, ...adviceForOperator(expression.operator))
        }
        if (!this.#isVariable(expression.left)) {
          this.#reject(expression.left, 'assignment to something that is no variable', 'use store or poke for memory')
        }
        return this.expression(expression.right)
      case 'UpdateExpression':
        if (this.#isVariable(expression.argument)) return
        return this.#reject(expression, 'change of something that is no variable', 'use store or poke for memory')
      case 'SequenceExpression':
        return this.#reject(expression, ...adviceFor(expression.type))
      default:
        this.#reject(expression, 'expression without effect', 'remove it')
    }
  }

  #isVariable(target: { readonly type: string }): boolean {
    return target.type === 'Identifier' || (this.#isForDevice && dottedName(target as Expression) !== '')
  }

  #loop(loop: ForStatement): void {
    if (loop.init?.type === 'VariableDeclaration') {
      this.#declaration(loop.init)
      if (loop.init.declarations.length > 1) {
        this.#reject(loop.init, 'two variables in one `for`', 'declare one of them before the loop')
      }
    } else if (loop.init) this.#effect(loop.init)
    if (loop.test) this.expression(loop.test)
    if (loop.update) this.#effect(loop.update)
    this.#statement(loop.body)
  }

  expression(expression: Expression): void {
    switch (expression.type) {
      case 'Identifier':
        return
      case 'MemberExpression':
        if (!this.#isVariable(expression)) this.#reject(expression, ...adviceFor(expression.type))
        return
      case 'Literal':
        return this.#literal(expression.value, expression)
      case 'UnaryExpression':
        if (!UNARY_OPERATORS.includes(expression.operator)) {
          this.#reject(expression, ...adviceForOperator(`unary ${expression.operator}`))
        }
        if (expression.operator === '-' && expression.argument.type === 'Literal') {
          if (expression.argument.value === 2147483648) return
        }
        return this.expression(expression.argument)
      case 'BinaryExpression':
        if (!BINARY_OPERATORS.includes(expression.operator)) {
          this.#reject(expression, ...adviceForOperator(expression.operator))
        }
        if (expression.left.type !== 'PrivateIdentifier') this.expression(expression.left)
        return this.expression(expression.right)
      case 'LogicalExpression':
        if (expression.operator === '??') this.#reject(expression, ...adviceForOperator('??'))
        this.expression(expression.left)
        return this.expression(expression.right)
      case 'ConditionalExpression':
        this.expression(expression.test)
        this.expression(expression.consequent)
        return this.expression(expression.alternate)
      case 'CallExpression':
        if (expression.callee.type !== 'Identifier' || expression.optional || expression.typeArguments) {
          this.#reject(expression, 'call of something that is no function name', 'call a kernel function by its name')
        }
        for (const argument of expression.arguments) {
          if (argument.type === 'SpreadElement') this.#reject(argument, ...adviceFor(argument.type))
          else this.expression(argument)
        }
        return
      default:
        this.#reject(expression, ...adviceFor(expression.type))
    }
  }

  #literal(value: unknown, node: { readonly start: number }): void {
    if (typeof value === 'boolean') return
    if (typeof value !== 'number') {
      this.#reject(node, 'literal that is no integer or boolean', 'use 32-bit integers and booleans')
    } else if (!Number.isInteger(value)) {
      this.#reject(node, 'number that is no integer', 'use 32-bit integers')
    } else if (value > 2147483647) {
      this.#reject(node, 'integer beyond 32 bits with sign', 'write the negative number with the same bits')
    }
  }
}
