/**
 * Whether a read of the documentation can be sent, and if not, why.
 * @rule api.try  @spec §2
 */
import type { ApiRole } from '../../sql/api-objects.js'

/** What is known when somebody wants to send a read. */
export interface ApiTry {
  role: ApiRole
  /** The role may read a column. */
  isReadable: boolean
  /** The data API of the project. */
  isOn: boolean
  /** Its database is there. */
  isOpen: boolean
  hasKey: boolean
  maySeeSecrets: boolean
  /** Members act as a user by a token that they may make. */
  mayAct: boolean
  hasUser: boolean
}

/** Why it can't be sent. */
export type ApiTryProblem = 'unreadable' | 'off' | 'closed' | 'noKey' | 'mayNotAct' | 'noUser' | 'noSecret'

/** The first reason; null: it can be sent. */
export function tryProblem(known: ApiTry): ApiTryProblem | null {
  if (!known.isOn) return 'off'
  if (!known.isOpen) return 'closed'
  if (!known.isReadable) return 'unreadable'
  if (known.role === 'service_role') return known.maySeeSecrets ? null : 'noSecret'
  if (!known.hasKey) return 'noKey'
  if (known.role === 'anon') return null
  if (!known.mayAct) return 'mayNotAct'
  return known.hasUser ? null : 'noUser'
}
