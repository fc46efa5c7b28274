// The profile of a call: in which round after its start it may need which kernels, and when it may end. Worked out before
// anything is run, by following every function that the call may meet.

import { CHAIN, COMPOSE, FORK, LBIND, MATCHER, POWER, RBIND, SAFE } from '../../../kernel/closures.ts'
import type { HigherOrderPrimitive } from '../../../primitives/primitive.ts'
import { primitives } from '../../../primitives/registry.generated.ts'
import { NO_FUNCTIONS, type Shape, type ShapeTable, type Shapes } from './function-shapes.ts'

const MAKERS: Readonly<Record<string, number>> = {
  compose: COMPOSE,
  chain: CHAIN,
  matcher: MATCHER,
  fork: FORK,
  rbind: RBIND,
  lbind: LBIND,
  power: POWER,
}
/** Rounds that a call is followed for; what takes longer is left to the CPU. */
const MAX_ROUNDS = 256
const MAX_DEPTH = 260
/** A power whose exponent only the data knows is followed so far. */
const UNKNOWN_POWER = 32

/** What a call may do. Rounds are counted from its start. */
export interface Profile {
  /** By round the kernels that may run in it. */
  readonly kernels: readonly ReadonlySet<string>[]
  /** The rounds in which maps may start their calls. */
  readonly spawns: ReadonlySet<number>
  /** The rounds in which a value may be there; an error goes nowhere, so it begins nothing. */
  readonly ends: readonly number[]
  /** The round by which the call is over, be it with an error. */
  readonly last: number
  /** The functions that the result may be or hold. */
  readonly result: Shapes
  /** Whether a frame holds the result for a while, which then comes a moment later than the kernel that made it. */
  readonly isFramed: 'never' | 'sometimes' | 'always'
  /** Why the call may not be done by the last round: nobody knew how long it would take. */
  readonly open: string | undefined
}

/** Works out profiles; those of equal calls once. */
export class CallProfiler {
  readonly #shapes: ShapeTable
  readonly #known = new Map<string, Profile>()
  readonly #underWay = new Set<string>()

  constructor(shapes: ShapeTable) {
    this.#shapes = shapes
  }

  /** What calling any of these functions with such arguments may do. */
  profileOf(callee: Shapes, args: readonly Shapes[]): Profile {
    const key = `${callee.key}(${args.map((arg) => `${arg.key}#${arg.integer ?? ''}`).join('|')})`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    // A set of functions that may hold itself is followed once; values cannot be made so.
    if (this.#underWay.has(key) || this.#underWay.size > MAX_DEPTH)
      return { ...new ProfileBuilder().finish([], NO_FUNCTIONS), open: 'functions nested too deep to follow' }
    this.#underWay.add(key)
    const builder = new ProfileBuilder()
    const ends = new Set<number>()
    const results: Shapes[] = []
    for (const shape of callee.functions) {
      const { at, result } = this.#follow(builder, [0], shape, args)
      for (const end of at) ends.add(end)
      results.push(result)
    }
    const profile = builder.finish([...ends], this.#shapes.union(results))
    this.#underWay.delete(key)
    this.#known.set(key, profile)
    return profile
  }

  #follow(builder: ProfileBuilder, at: readonly number[], shape: Shape, args: readonly Shapes[]): Step {
    if ('primitive' in shape) return this.#followPrimitive(builder, at, shape.primitive, args)
    const { maker, args: own } = shape
    if (maker === SAFE) builder.mayBeBare = true
    else if (maker !== RBIND && maker !== LBIND) builder.mayBeFramed = true
    const [x = NO_FUNCTIONS] = args
    const [inner = NO_FUNCTIONS, second = NO_FUNCTIONS, third = NO_FUNCTIONS] = own
    switch (maker) {
      case SAFE:
        return { at, result: NO_FUNCTIONS }
      case RBIND:
        return this.#call(builder, at, inner, [...args, second])
      case LBIND:
        return this.#call(builder, at, inner, [second, ...args])
      case COMPOSE:
        return this.#inTurn(builder, at, x, [second, inner])
      case CHAIN:
        return this.#inTurn(builder, at, x, [third, second, inner])
      case MATCHER: {
        const value = this.#callInside(builder, at, inner, [x])
        return { at: builder.run('equality', value.at), result: NO_FUNCTIONS }
      }
      case FORK: {
        const left = this.#callInside(builder, at, second, [x])
        const right = this.#callInside(builder, left.at, third, [x])
        return this.#callInside(builder, right.at, inner, [left.result, right.result])
      }
      case POWER: {
        if (second.integer === undefined) builder.leaveOpen('a power whose exponent the data chooses')
        const count = second.integer ?? UNKNOWN_POWER
        const turns = Math.max(0, Math.min(count, MAX_ROUNDS))
        return this.#inTurn(
          builder,
          at,
          x,
          Array.from({ length: turns }, () => inner),
        )
      }
      default:
        return { at, result: NO_FUNCTIONS }
    }
  }

  /** One after the other, each on what the one before gave. */
  #inTurn(builder: ProfileBuilder, at: readonly number[], x: Shapes, functions: readonly Shapes[]): Step {
    let step: Step = { at, result: x }
    for (const fn of functions) {
      step = this.#callInside(builder, step.at, fn, [step.result])
      if (step.at.length === 0) break
    }
    return step
  }

  /** A call in place of the one that is followed: what holds its result holds that one's. */
  #call(builder: ProfileBuilder, at: readonly number[], callee: Shapes, args: readonly Shapes[]): Step {
    const profile = this.profileOf(callee, args)
    if (profile.isFramed !== 'never') builder.mayBeFramed = true
    if (profile.isFramed !== 'always') builder.mayBeBare = true
    return { at: builder.include(profile, at), result: profile.result }
  }

  /** A call whose result a frame waits for. */
  #callInside(builder: ProfileBuilder, at: readonly number[], callee: Shapes, args: readonly Shapes[]): Step {
    const profile = this.profileOf(callee, args)
    return { at: builder.include(profile, at), result: profile.result }
  }

  #followPrimitive(builder: ProfileBuilder, at: readonly number[], number: number, args: readonly Shapes[]): Step {
    const primitive = primitives[number]
    if (primitive === undefined || primitive.parameters.length !== args.length) {
      builder.mayBeBare = true
      return { at: [], result: NO_FUNCTIONS }
    }
    if (primitive.sort === 'higher-order') return this.#followMap(builder, at, primitive, args)
    builder.mayBeBare = true
    const ends = builder.run(primitive.kernelName, at)
    const maker = primitive.sort === 'combinator' ? MAKERS[primitive.name] : undefined
    const result = maker === undefined ? this.#shapes.union(args) : this.#shapes.closure(maker, args)
    return { at: ends, result }
  }

  #followMap(
    builder: ProfileBuilder,
    at: readonly number[],
    primitive: HigherOrderPrimitive,
    args: readonly Shapes[],
  ): Step {
    builder.mayBeFramed = true
    const called = builder.run(primitive.callsName, at)
    const callable = primitive.parameters.findIndex(({ type }) => type === 'Callable')
    // Where none of them is the function, the functions are the elements of the first.
    const callee = args[Math.max(callable, 0)]!
    const elements = args.filter((_, k) => k !== Math.max(callable, 0))
    const elementArgs = primitive.callArity === 1 ? [this.#shapes.union(elements)] : elements
    builder.spawn(called)
    const profile = this.profileOf(callee, elementArgs)
    const inner = builder.include(profile, called)
    // An element that fails at its very end is heard of one round later.
    builder.reach(Math.max(...called) + profile.last + 1)
    // At once if there are no calls. Else in the round after a frame was done, or in that for which a kernel was, but at
    // the earliest in the next one, where a map hears that its calls are over.
    const first = Math.min(...called) + 1
    const gathered = new Set(called)
    for (const end of inner) {
      if (profile.isFramed !== 'always') gathered.add(Math.max(end, first))
      if (profile.isFramed !== 'never') gathered.add(end + 1)
    }
    const ends = builder.run(primitive.kernelName, [...gathered])
    return { at: ends, result: this.#shapes.union([...args, profile.result]) }
  }
}

/** Where a call may stand after a part of it, and what that part may give. */
interface Step {
  readonly at: readonly number[]
  readonly result: Shapes
}

class ProfileBuilder {
  readonly #kernels: Set<string>[] = []
  readonly #spawns = new Set<number>()
  #open: string | undefined
  #last = 0
  mayBeFramed = false
  mayBeBare = false

  /** A kernel in each of these rounds; its results are there one round later. */
  run(kernel: string, at: readonly number[]): number[] {
    const ends = new Set<number>()
    for (const round of at) {
      if (round >= MAX_ROUNDS) {
        this.leaveOpen(`more than ${MAX_ROUNDS} rounds`)
        continue
      }
      while (this.#kernels.length <= round) this.#kernels.push(new Set())
      this.#kernels[round]!.add(kernel)
      this.reach(round + 1)
      ends.add(round + 1)
    }
    return [...ends]
  }

  spawn(at: readonly number[]): void {
    for (const round of at) this.#spawns.add(round)
  }

  /** All of a profile, begun in each of these rounds. */
  include(profile: Profile, at: readonly number[]): number[] {
    const ends = new Set<number>()
    for (const start of at) {
      for (const [round, kernels] of profile.kernels.entries())
        for (const kernel of kernels) this.run(kernel, [start + round])
      for (const round of profile.spawns) this.#spawns.add(start + round)
      for (const end of profile.ends) if (start + end <= MAX_ROUNDS) ends.add(start + end)
      this.reach(start + profile.last)
    }
    if (profile.open !== undefined) this.leaveOpen(profile.open)
    return [...ends]
  }

  /** The call may last until this round. */
  reach(round: number): void {
    this.#last = Math.max(this.#last, Math.min(round, MAX_ROUNDS))
  }

  leaveOpen(reason: string): void {
    this.#open ??= reason
  }

  finish(ends: readonly number[], result: Shapes): Profile {
    const sorted = [...new Set(ends)].toSorted((a, b) => a - b)
    const [kernels, spawns] = [this.#kernels, this.#spawns]
    const isFramed = !this.mayBeFramed ? 'never' : this.mayBeBare ? 'sometimes' : 'always'
    return { kernels, spawns, ends: sorted, last: this.#last, result, isFramed, open: this.#open }
  }
}
