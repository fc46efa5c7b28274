// A server as a process, for tests: requests, notifications, and every message checked against the schema.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterEach, expect } from 'vitest'
import type { ErrorObject, ResultBlock, RunSummary } from '../../src/serve/protocol.ts'
import { MAIN } from '../cli/run-command.ts'

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false })
for (const name of ['results-2.json', 'report-1.json', 'serve-1.json'])
  ajv.addSchema(JSON.parse(readFileSync(new URL(`../../docs/schema/${name}`, import.meta.url), 'utf8')) as object, name)

/** Expects that a value fits a definition of the protocol's schema. */
export function expectValid(definition: string, value: unknown): void {
  const validate = ajv.getSchema(`serve-1.json#/$defs/${definition}`)!
  void validate(value)
  expect([value, validate.errors]).toEqual([value, null])
}

/** A message of a server. */
export interface Message {
  readonly id?: string | number | null
  readonly method?: string
  readonly params?: {
    readonly request: string | number
    readonly blocks: readonly ResultBlock[]
    readonly done: number
  }
  readonly result?: unknown
  readonly error?: ErrorObject
}

/** The answer to a request, with the notifications before it. */
export interface Answered<Result> {
  readonly result: Result
  readonly notes: readonly Message[]
}

const running = new Set<TestServer>()
afterEach(async () => {
  for (const server of running) {
    // A run under way would be finished otherwise.
    server.child.stdout.destroy()
    server.child.kill()
    await server.exited
  }
  running.clear()
})

/** Starts `megabatt serve` with these options; it ends with the test. */
export function startServer(...options: string[]): TestServer {
  const server = new TestServer(spawn(process.execPath, [MAIN, 'serve', ...options]))
  running.add(server)
  return server
}

/** A server on pipes. */
export class TestServer {
  readonly child: ChildProcessWithoutNullStreams
  readonly #waiting = new Map<string | number | null, (message: Message) => void>()
  readonly #notes = new Map<string | number, Message[]>()
  readonly exited: Promise<number | null>
  stderr = ''
  #nextId = 1

  constructor(child: ChildProcessWithoutNullStreams) {
    this.child = child
    this.exited = new Promise((resolve) => child.once('close', resolve))
    child.stderr.on('data', (chunk) => (this.stderr += String(chunk)))
    child.stdin.on('error', () => undefined)
    createInterface({ input: child.stdout }).on('line', (line) => this.#take(JSON.parse(line) as Message))
  }

  /** Sends a request and expects a result that fits the schema. */
  async ask<Result = Record<string, unknown>>(method: string, params: object = {}): Promise<Answered<Result>> {
    const { answer, notes } = await this.request(method, params)
    expect(answer.error).toBeUndefined()
    expectValid(`results/${method}`, answer.result)
    return { result: answer.result as Result, notes }
  }

  /** Sends a request and expects an error. */
  async fail(method: string, params: unknown = {}): Promise<ErrorObject> {
    const { answer } = await this.request(method, params, false)
    expect(answer.result).toBeUndefined()
    return answer.error!
  }

  /** Sends a request, and waits for the answer. */
  async request(method: string, params: unknown, isValid = true, id: string | number = this.#nextId++) {
    const message = { jsonrpc: '2.0', id, method, params }
    if (isValid) expectValid('request', message)
    this.#notes.set(id, [])
    const answer = await this.write(JSON.stringify(message), id)
    return { answer, notes: this.#notes.get(id)! }
  }

  /** Writes a line, and waits for an answer with this id. */
  write(line: string | Buffer, id: string | number | null, end = '\n'): Promise<Message> {
    const answer = new Promise<Message>((resolve) => this.#waiting.set(id, resolve))
    this.child.stdin.write(line)
    this.child.stdin.write(end)
    return answer
  }

  /** Closes the input, and waits for the end of the process. */
  async end(): Promise<number | null> {
    running.delete(this)
    this.child.stdin.end()
    return this.exited
  }

  #take(message: Message): void {
    expectValid('serverMessage', message)
    if (message.method === undefined) {
      this.#waiting.get(message.id!)?.(message)
      this.#waiting.delete(message.id!)
    } else {
      this.#notes.get(message.params!.request)?.push(message)
    }
  }
}

/** The blocks of results among notifications. */
export function blocksOf({ notes }: Answered<RunSummary>): ResultBlock[] {
  return notes.flatMap(({ method, params }) => (method === 'results' ? params!.blocks : []))
}
