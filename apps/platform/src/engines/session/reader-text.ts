/** Refuses statements that a read-only member may not run, before anything is sent. */
import type { ReaderRefusal } from '@basedeck/sql-guard/aside'
import { DatabaseError } from '../engine.js'
import { readerRefusalOnThread } from '../threads/judge-thread.js'
import { errorReport, type SentText } from './error-report.js'
import { refusal } from './errors.js'
import { runText } from '../../text/runs.js'

const INSUFFICIENT_PRIVILEGE = '42501'
const READ_ONLY_TRANSACTION = '25006'
const SYNTAX_ERROR = '42601'

/** @throws DatabaseError 42501 or 25006, 42601 */
export async function refuseToReader(part: SentText, why: keyof typeof REASONS): Promise<void> {
  const refused = await readerRefusalOnThread(part.text.slice(part.start, part.end))
  if (!refused) return
  if (refused.reason === 'syntax-error') {
    const { message, position } = refused
    throw new DatabaseError(
      errorReport({ severity: 'ERROR', code: SYNTAX_ERROR, message, position: String(position) }, part),
    )
  }
  const { code, beginning } = REASONS[why]
  throw refusal(code, `${beginning}: ${endOf(refused)}`, part)
}

/** Why only queries are allowed. What READ ONLY refuses by 25006, the dashboard asks about. */
const REASONS = {
  reader: { code: INSUFFICIENT_PRIVILEGE, beginning: runText.reader },
  superuser: {
    code: READ_ONLY_TRANSACTION,
    beginning: runText.superuser,
  },
  report: { code: INSUFFICIENT_PRIVILEGE, beginning: runText.report },
}

function endOf(refused: Exclude<ReaderRefusal, { reason: 'syntax-error' }>): string {
  switch (refused.reason) {
    case 'statement':
      return runText.cannotRun(refused.name)
    case 'function':
      return runText.cannotCall(refused.name)
    case 'cannot-judge':
      return runText.cannotJudge
  }
}
