/**
 * How often somebody may ask for something, counted in the project's own database, so that all processes count together. What is
 * counted stays counted when the flow is refused. A subject is kept as a keyed hash.
 */
import type { BatchStatement } from '../../engines/engine.js'
import { AuthError } from './auth-error.js'
import type { AuthRow } from './auth-database.js'
import type { AuthErrorCode } from './family-names.js'
import type { SecretTexts } from './secret-texts.js'

export interface CallLimit {
  /** What is asked for, and by whom: `verify 127.0.0.1`. */
  subject: string
  /** Calls in a period. */
  most: number
  periodS: number
  /** What is refused with. Default `over_request_rate_limit`. */
  code?: AuthErrorCode
}

/** Counts a call. To be checked by `requireWithin` after the transaction. */
export function countStatement(texts: SecretTexts, { subject, periodS }: CallLimit): BatchStatement {
  return {
    query: `insert into basedeck.auth_calls (subject, period, calls)
      values ($1, floor(extract(epoch from now()) / $2::int), 1)
      on conflict (subject, period) do update set calls = auth_calls.calls + 1 returning calls::text as calls`,
    parameters: [texts.hash('caller', `${subject} in ${periodS}`), String(periodS)],
  }
}

/** @param rows of `countStatement` @throws AuthError */
export function requireWithin([row]: readonly AuthRow[] = [], { most, code }: CallLimit): void {
  if (Number(row?.['calls'] ?? 0) > most) throw new AuthError(code ?? 'over_request_rate_limit')
}

/** Gives a row if the last time was at least so many seconds ago, which begin again then. */
export function spacingStatement(texts: SecretTexts, subject: string, seconds: number): BatchStatement {
  return {
    query: `insert into basedeck.auth_calls (subject, period, calls) values ($1, 0, extract(epoch from now())::int)
      on conflict (subject, period) do update set calls = excluded.calls
      where excluded.calls - auth_calls.calls >= $2::int returning calls::text as calls`,
    parameters: [texts.hash('caller', `${subject} spaced`), String(seconds)],
  }
}

/** A day after the last call they count for nothing. The oldest period is that of `floor(epoch / 86400)`. */
export const FORGET_CALLS: BatchStatement = {
  query: `delete from basedeck.auth_calls where ctid in (
    select ctid from basedeck.auth_calls
    where (period = 0 and calls < extract(epoch from now()) - 172800)
      or (period > 0 and period < extract(epoch from now()) / 86400 - 2)
    limit 1000)`,
}
