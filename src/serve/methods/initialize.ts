// `initialize`: versions, limits, dialects and the backend.

import { dialectIds } from '../../language/dialects.ts'
import { UserError } from '../../language/errors.ts'
import { PROTOCOL_VERSION } from '../protocol.ts'
import type { Method } from '../server-state.ts'

/** Agrees on the version of the protocol; need not be the first request. */
export const initialize: Method = ({ options }, { fields }) => {
  const protocol = fields.count('protocol') ?? PROTOCOL_VERSION
  fields.text('client')
  fields.finish()
  if (protocol !== PROTOCOL_VERSION)
    throw new UserError('protocol-version', `The server speaks version ${PROTOCOL_VERSION}, not ${protocol}`, {
      advice: 'Use a client and a server of the same version of Megabatt.',
    })
  const { version, limits, backend } = options
  return {
    protocol: PROTOCOL_VERSION,
    server: { name: 'megabatt', version },
    limits,
    dialects: dialectIds,
    backends: ['cpu', 'workers', 'gpu', 'auto'],
    backend,
  }
}
