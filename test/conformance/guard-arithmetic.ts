// Puts a check around every +, -, * and % of kernel TypeScript: that its result is a 32-bit integer. JavaScript goes on with
// larger numbers where WGSL wraps around, so a result that is not one would be computed differently on the two sides.

import { type Node, visitorKeys } from 'oxc-parser'
import { type SourceFile, placeOf } from '../../src/translate/source.ts'

const GUARDED = ['+', '-', '*', '%']
const WRAPPING = ['+', '-', '*']
const CUTTING = ['|', '&', '^', '<<', '>>', '~']

/** The source with calls of the global `checkWord(value, place, isCut)`; `isCut` where a bit operator cuts the value at once. */
export function guardArithmetic(source: SourceFile): string {
  return source.text.slice(0, source.program.start) + render(source, source.program, false, false)
}

function render(source: SourceFile, node: Node, isCut: boolean, isGuarded: boolean): string {
  // What is cut in the end may wrap around on the way: sums, products and negatives come out the same.
  const passesOn =
    isCut && ('operator' in node ? WRAPPING.includes(node.operator) : node.type === 'ConditionalExpression')
  const cuts = passesOn || ('operator' in node && CUTTING.includes(node.operator))
  // Constants are folded by the translator, with its own check.
  const inside = isGuarded || node.type === 'FunctionDeclaration'
  const children = (visitorKeys[node.type] ?? [])
    .flatMap((key) => node[key as keyof Node] as unknown as Node | Node[] | null | undefined)
    .filter((child): child is Node => child !== null && child !== undefined)
    .sort((a, b) => a.start - b.start)
  let text = ''
  let at = node.start
  for (const child of children) {
    if (child.start < at) continue // an import has one name twice
    text += source.text.slice(at, child.start) + render(source, child, cuts, inside)
    at = child.end
  }
  text += source.text.slice(at, node.end)
  if (!inside) return text
  const { line, column } = placeOf(source, node.start)
  const place = `'${source.path}:${line}:${column}', ${isCut}`
  if (node.type === 'BinaryExpression' && GUARDED.includes(node.operator)) return `checkWord(${text}, ${place})`
  if (node.type === 'UnaryExpression' && node.operator === '-') return `checkWord(${text}, ${place})`
  if (node.type === 'AssignmentExpression' && GUARDED.includes(node.operator.slice(0, -1))) {
    const name = source.text.slice(node.left.start, node.left.end)
    const value = render(source, node.right, false, true)
    return `${name} = checkWord(${name} ${node.operator.slice(0, -1)} (${value}), ${place})`
  }
  return text
}
