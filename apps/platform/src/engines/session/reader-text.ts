/** Refuses what a member who only reads may not run, before anything is sent. */
import { readerRefusal, type ReaderRefusal } from '@basedeck/sql-guard/grammar'
import { DatabaseError } from '../engine.js'
import { errorReport, type SentText } from './error-report.js'
import { refusal } from './errors.js'

const insufficientPrivilege = '42501'
const syntaxError = '42601'

/** @throws DatabaseError 42501, 42601 */
export async function refuseToReader(part: SentText): Promise<void> {
  const refused = await readerRefusal(part.text.slice(part.start, part.end))
  if (!refused) return
  if (refused.reason === 'syntax-error') {
    const { message, position } = refused
    throw new DatabaseError(
      errorReport({ severity: 'ERROR', code: syntaxError, message, position: String(position) }, part),
    )
  }
  throw refusal(insufficientPrivilege, sentenceFor(refused), part)
}

function sentenceFor(refused: Exclude<ReaderRefusal, { reason: 'syntax-error' }>): string {
  switch (refused.reason) {
    case 'statement':
      return `Your role may only read: it can’t run ${refused.name}.`
    case 'function':
      return `Your role may only read: it can’t call ${refused.name}.`
    case 'cannot-judge':
      return 'Your role may only read, and this text is too large or too deeply nested to be checked.'
  }
}
