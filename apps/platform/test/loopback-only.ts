/** Calls to the outside of which only those to loopback are allowed, and every name leads into a private network. */
import { readAllowedHosts } from '../src/outgoing/allowed-hosts.js'
import type { OutgoingOptions } from '../src/outgoing/outgoing.js'

export const LOOPBACK_ONLY: Pick<OutgoingOptions, 'allowed' | 'resolve'> = {
  allowed: readAllowedHosts('127.0.0.1'),
  resolve: async () => [{ address: '169.254.169.254', family: 4 }],
}
