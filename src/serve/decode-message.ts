// The text of a message from its bytes.

import { UserError } from '../language/errors.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The text; throws a UserError for bytes that are not UTF-8. */
export function decodeMessage(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new UserError('rpc-parse', 'The message is not UTF-8', {
      advice: 'A message is one line of JSON, in UTF-8.',
      cause,
    })
  }
}
