/** How many connections and waiting requests the settings of a data API allow. */
import type { DataApiConfig } from '@basedeck/platform-client/contract'
import type { SessionLimits } from '../sessions/session-request.js'

const WAIT_MS = 10_000

export function sessionLimitsOf({ pool_size, waiting_per_connection }: DataApiConfig): SessionLimits {
  return { connections: pool_size, waiting: waiting_per_connection, waitMs: WAIT_MS }
}
