// Chooses the functions that are called out of line: those that would make every caller long, and all their callers.

import type { WgslDeclaration } from './emit-declaration.ts'
import { prelude } from './prelude.ts'

/** The most branches that a function may add to its caller. */
const MOST_BRANCHES = 18
const LOOP_WEIGHT = 12

/** The TypeScript names of the functions to be called out of line. */
export function chooseOutOfLine(functions: readonly WgslDeclaration[]): Set<string> {
  const byName = new Map(functions.map((f) => [f.name, f]))
  const chosen = new Set<string>()
  const weights = new Map(readPreludeWeights())
  const weigh = (f: WgslDeclaration): number => {
    const known = weights.get(f.name)
    if (known !== undefined) return known
    weights.set(f.name, 0)
    let weight = countBranches(f.text)
    for (const name of f.functions) {
      const callee = byName.get(name)
      const calleeWeight = callee ? weigh(callee) : (weights.get(name) ?? 0)
      if (chosen.has(name)) chosen.add(f.name)
      else weight += calleeWeight * countCalls(f.text, callee?.printedName ?? name)
    }
    if (weight > MOST_BRANCHES) chosen.add(f.name)
    weights.set(f.name, weight)
    return weight
  }
  for (const f of functions) weigh(f)
  return chosen
}

function readPreludeWeights(): [string, number][] {
  const parts = prelude.split(/^fn /m).slice(1)
  return parts.map((part) => [/^\w+/.exec(part)![0], countBranches(part)])
}

/** Where control flow splits; compilers' time grows with the square of it. */
function countBranches(text: string): number {
  const loops = (text.match(/\bfor \(|\bwhile \(/g) ?? []).length
  const branches = (text.match(/\bif \(|&&|\|\|/g) ?? []).length + loops * LOOP_WEIGHT
  // A function that ends in several places is wrapped in a loop where it is pasted in; loops are dearest.
  const returns = (text.match(/\breturn\b/g) ?? []).length
  return returns > 1 ? branches + LOOP_WEIGHT : branches
}

function countCalls(text: string, name: string): number {
  // The head of the function itself stands in its text too, but nothing is recursive.
  return (text.match(new RegExp(`\\b${name}\\(`, 'g')) ?? []).length
}
