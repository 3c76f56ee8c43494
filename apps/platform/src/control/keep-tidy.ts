/** What is done for the control plane every few hours: old audit entries and what else has ended is forgotten. */
import type { Logger } from 'pino'
import { pruneAudit } from './audit.js'
import type { ControlDatabase } from './control-database.js'
import { forgetOldSamples } from './samples.js'
import { forgetDeletedSnippets } from './snippets.js'

const EVERY_MS = 6 * 60 * 60 * 1000

/** Begins at once; the returned function ends it. */
export function keepTidy(
  control: ControlDatabase,
  { auditRetentionDays, log }: { auditRetentionDays: number; log: Logger },
): () => void {
  const tidy = async () => {
    try {
      await pruneAudit(control, auditRetentionDays)
      await control.write([
        { sql: `delete from control.attempts where last_failed_at < now() - interval '1 day'` },
        { sql: `delete from control.budgets where at < now() - interval '1 day'` },
        { sql: 'delete from control.sessions where expires_at < now()' },
        { sql: 'delete from control.password_resets where expires_at < now()' },
        forgetDeletedSnippets(),
        forgetOldSamples,
      ])
    } catch (error) {
      log.warn({ err: error }, 'the control plane could not be tidied; it is tried again later')
    }
  }
  void tidy()
  const timer = setInterval(() => void tidy(), EVERY_MS).unref()
  return () => clearInterval(timer)
}
