/**
 * Cleans the control plane every few hours: deletes old audit entries and expired rows. One of the processes that
 * share it does this for all.
 */
import type { Logger } from 'pino'
import { forgetOldAudit } from './audit.js'
import { forgetEndedKeys } from './api-keys.js'
import type { ControlDatabase } from './control-database.js'
import { forgetOldAuthMails } from './auth-mails.js'
import { forgetOldDeliveries } from './deliveries.js'
import { forgetOldFunctionHours } from './functions.js'
import { claimJob } from './jobs.js'
import { forgetLostProcesses } from './processes.js'
import { forgetOldHostPoints } from './host-series.js'
import { forgetOldPoints } from './series.js'
import { forgetOldStatementPoints } from './statement-series.js'
import { forgetDeletedSnippets } from './snippets.js'

const EVERY_SECONDS = 6 * 60 * 60
/** Checks more often than the job is due, because the process that did it last may have stopped. */
const ASK_EVERY_MS = 60 * 60 * 1000

/** Starts at once; the returned function stops it. */
export function keepTidy(
  control: ControlDatabase,
  { auditRetentionDays, log }: { auditRetentionDays: number; log: Pick<Logger, 'warn'> },
): () => void {
  const tidy = async () => {
    try {
      await tidyOnce(control, auditRetentionDays)
    } catch (error) {
      log.warn({ err: error }, 'the control plane could not be tidied; it is tried again later')
    }
  }
  void tidy()
  const timer = setInterval(() => void tidy(), ASK_EVERY_MS).unref()
  return () => clearInterval(timer)
}

/** False when it is not due, because a process did it recently. */
export async function tidyOnce(control: ControlDatabase, auditRetentionDays: number): Promise<boolean> {
  const written = await control.write([
    claimJob('tidy', EVERY_SECONDS),
    forgetOldAudit(auditRetentionDays),
    { sql: `delete from control.attempts where last_failed_at < now() - interval '1 day'` },
    { sql: `delete from control.budgets where at < now() - interval '1 day'` },
    { sql: 'delete from control.sessions where expires_at < now()' },
    { sql: 'delete from control.password_resets where expires_at < now()' },
    { sql: 'delete from control.email_changes where expires_at < now()' },
    forgetEndedKeys,
    forgetDeletedSnippets(),
    forgetOldDeliveries,
    forgetOldAuthMails,
    forgetOldPoints,
    forgetOldHostPoints,
    forgetOldFunctionHours,
    forgetOldStatementPoints,
    forgetLostProcesses,
    { sql: `delete from control.jobs where done_at < now() - interval '1 day'` },
  ])
  return written.ok
}
