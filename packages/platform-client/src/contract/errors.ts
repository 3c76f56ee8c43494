/** The body of every answer that is not a success. */
import type { DatabaseErrorReport } from './result.js'

/** `code` is a stable word for programs, or the SQLSTATE when the database refused. */
export interface ErrorBody {
  message: string
  code: string
  requestId: string
}

/** The body of a refused run of SQL (status 400). */
export type QueryErrorBody = ErrorBody & Omit<DatabaseErrorReport, 'message' | 'code'>
