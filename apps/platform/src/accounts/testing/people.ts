/** A person, an app and attempts for tests of accounts. */
import type { ProfileRow } from '../../control/profiles.js'
import type { FactorRow } from '../../control/second-factors.js'
import type { Attempts, Subject } from '../attempts.js'

/** Attempts that are always allowed; `log` tells which began and which succeeded. */
export function toldAttempts(): Attempts & { log: [what: string, subjects: readonly Subject[]][] } {
  const log: [string, readonly Subject[]][] = []
  return {
    log,
    begin: async (subjects) => void log.push(['begin', subjects]),
    succeeded: async (subjects) => void log.push(['succeeded', subjects]),
  }
}

export const ADA: ProfileRow = {
  id: '00000000-0000-4000-8000-00000000ada0',
  email: 'ada@example.com',
  first_name: 'Ada',
  password_hash: null,
  created_at: '2026-01-01T00:00:00Z',
  is_email_proved: true,
  is_disabled: false,
  made_in: null,
}

export const ORIGIN = { ip: '192.0.2.1', userAgent: 'browser', requestId: 'r1' }

export function factor(more: Partial<FactorRow> = {}): FactorRow {
  return {
    id: '00000000-0000-4000-8000-0000000000f1',
    name: 'Phone',
    secret: 'sealed',
    verified: true,
    last_step: 0,
    inserted_at: '2026-01-01T00:00:00Z',
    ...more,
  }
}
