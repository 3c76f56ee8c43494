/** Which texts of SQL are given to a database at all. */
import { QUERY_LIMIT_BYTES } from '@basedeck/platform-client/contract'
import { DomainError } from '../kernel/domain-error.js'

/**
 * PostgreSQL's lexer looks through the rest of a run of operator signs at each `/*` in it, and can't be interrupted
 * meanwhile: half a million of them keep a connection for minutes. So many steps take a tenth of a second.
 */
const LEXER_STEPS_MAX = 200_000_000
/** Runs that are shorter can't hold that many steps. */
const LONG_RUN = /[~!@#^&|`?+\-*/%<>=]{10000,}/g

/** @throws DomainError `query_too_large`, `query_too_complex` */
export function requireRunnable(sql: string): void {
  if (Buffer.byteLength(sql) > QUERY_LIMIT_BYTES) throw new DomainError('query_too_large')
  for (const [run] of sql.matchAll(LONG_RUN))
    if ((run.split('/*').length - 1) * run.length > LEXER_STEPS_MAX)
      throw new DomainError('query_too_complex')
}
