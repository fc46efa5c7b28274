// Reads the fields of a request's parameters, and refuses what is not as it should be, with the name of the field.

import { closestName } from '../language/closest-name.ts'
import { UserError } from '../language/errors.ts'

/** An object of a request, read field by field; fields that nobody asked for are refused by `finish`. */
export class Fields {
  readonly #object: Readonly<Record<string, unknown>>
  readonly #path: string
  readonly #read = new Set<string>()

  /** Takes an object; nothing stands for an empty one. */
  constructor(value: unknown, path = 'params') {
    if (value !== undefined && !isObject(value)) throw refuse(path, value, 'an object')
    this.#object = value ?? {}
    this.#path = path
  }

  /** The value of a field, not checked; undefined where it is missing. */
  raw(name: string): unknown {
    this.#read.add(name)
    return Object.hasOwn(this.#object, name) ? (this.#object[name] ?? undefined) : undefined
  }

  text(name: string): string | undefined {
    return this.#check(name, 'a string', (value) => typeof value === 'string') as string | undefined
  }

  flag(name: string): boolean {
    return (this.#check(name, 'true or false', (value) => typeof value === 'boolean') ?? false) as boolean
  }

  /** A whole number from 1 on. */
  count(name: string, most = Number.MAX_SAFE_INTEGER): number | undefined {
    const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most
    return this.#check(name, `a whole number from 1 to ${most}`, isCount) as number | undefined
  }

  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const isChoice = (value: unknown) => choices.includes(value as Choice)
    return this.#check(name, `one of ${choices.join(', ')}`, isChoice) as Choice | undefined
  }

  list(name: string): readonly unknown[] | undefined {
    return this.#check(name, 'a list', Array.isArray) as readonly unknown[] | undefined
  }

  texts(name: string): readonly string[] | undefined {
    const areTexts = (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string')
    return this.#check(name, 'a list of strings', areTexts) as readonly string[] | undefined
  }

  integers(name: string): readonly number[] | undefined {
    const areIntegers = (value: unknown) => Array.isArray(value) && value.every((item) => Number.isInteger(item))
    return this.#check(name, 'a list of whole numbers', areIntegers) as readonly number[] | undefined
  }

  /** The object in a field. */
  object(name: string): Fields | undefined {
    const value = this.raw(name)
    return value === undefined ? undefined : new Fields(value, `${this.#path}.${name}`)
  }

  /** The error for a field that is missing. */
  missing(name: string, wanted: string): UserError {
    return refuse(`${this.#path}.${name}`, undefined, wanted)
  }

  /** Refuses fields that were not read: a misspelt option must not be ignored. */
  finish(): void {
    const unknown = Object.keys(this.#object).find((name) => !this.#read.has(name))
    if (unknown === undefined) return
    const suggestion = closestName(unknown, [...this.#read])
    const message = `Unknown field ${this.#path}.${unknown.slice(0, 100)}`
    const advice =
      suggestion === undefined ? `Known fields: ${[...this.#read].join(', ')}.` : `Did you mean ${suggestion}?`
    throw new UserError('rpc-params', message, { advice })
  }

  #check(name: string, wanted: string, isRight: (value: unknown) => boolean): unknown {
    const value = this.raw(name)
    if (value === undefined || isRight(value)) return value
    throw refuse(`${this.#path}.${name}`, value, wanted)
  }
}

function refuse(path: string, value: unknown, wanted: string): UserError {
  const found = value === undefined ? 'missing' : (JSON.stringify(value) ?? 'undefined').slice(0, 60)
  return new UserError('rpc-params', `${path} is ${found}`, { advice: `It must be ${wanted}.` })
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
