// The answers that wait until the device has its next chunk.

/** The answers of a device's last chunk until they are collected. */
export class LastAnswers {
  #collect: (() => void) | undefined
  readonly #onError: () => void

  /** `onError` is called before an error of the collection is thrown. */
  constructor(onError: () => void) {
    this.#onError = onError
  }

  get isWaiting(): boolean {
    return this.#collect !== undefined
  }

  take(collect: () => void): void {
    this.#collect = collect
  }

  collect(): void {
    const own = this.#collect
    this.#collect = undefined
    try {
      own?.()
    } catch (error) {
      this.#onError()
      throw error
    }
  }
}
