// The part of an AbortSignal that runs use: the declarations of the library then need neither the DOM's types nor Node's.

/** Ends work early; an AbortSignal is one. */
export interface StopSignal {
  readonly aborted: boolean
  /** Throws the reason of the signal if it is aborted. */
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}
