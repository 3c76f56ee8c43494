/** A refusal as a status and a sentence, for protocols whose bodies have another form. */
import { DomainError } from '../kernel/domain-error.js'
import { DatabaseError } from '../engines/engine.js'
import { httpErrorText } from '../text/errors.js'
import { STATUS_OF } from './error-table.js'
import { saysDiskFull } from './on-error.js'

/** Undefined: another kind of error. */
export function plainRefusal(error: unknown): { status: number; sentence: string } | undefined {
  if (error instanceof DomainError) return { status: STATUS_OF[error.code], sentence: error.message }
  if (saysDiskFull(error)) return { status: STATUS_OF.disk_full, sentence: httpErrorText.disk_full }
  if (error instanceof DatabaseError) return { status: 400, sentence: error.report.message }
  return undefined
}
