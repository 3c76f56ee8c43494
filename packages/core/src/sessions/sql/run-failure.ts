/** Why a run has no result: what the grammar refuses before it is sent, and what became of a run that was sent. @spec §8 */
import type {
  Notice,
  PlatformError,
  QueryErrorBody,
  RunRemains,
  TextLocation,
} from '@basedeck/platform-client'
import { hasMultipleStatements, splitStatements } from '@basedeck/sql-guard'
import { errorPanel, type ErrorPanel } from '../../rules/help/errors.js'
import { ownError, type SentAround } from '../../rules/help/own-error.js'
import { psqlCommandIn, type PsqlAdvice } from '../../rules/import/psql-command.js'
import type { PlannedRun } from '../../rules/sql/run-plan.js'
import type { RunWay, ScriptPlan } from '../../rules/import/script-plan.js'
import { wholeResult, type RunResult } from '../../sql/run-result.js'
import type { GrammarVerdict } from './grammar-layer.js'
import { sentOffset, wholeText, type RunText } from './run-text.js'

/** Why there is no result: the database refused it, the platform or the way to it failed, or the run was cancelled. */
export type RunFailure =
  | {
      reason: 'database'
      panel: ErrorPanel | null
      message: string
      /** SQLSTATE. */
      code?: string
      notices: Notice[]
      at?: TextLocation
      /** The failed statement of a text with several. */
      statement?: FailedStatement
      /** Statements that are refused for want of a right, a role or an extension, each with its reason. */
      refused?: RefusedPart[]
      /** In this way the same text may run. */
      again?: RunWay
    }
  | { reason: 'cancelled' }
  | { reason: 'too-large' }
  | { reason: 'several-to-explain' }
  /** Nothing was sent: these parameters have no value. */
  | { reason: 'needs-values'; names: string[] }
  /** Nothing was sent: values go with a single statement. */
  | { reason: 'several-with-values' }
  /** PostgreSQL's grammar refuses it, before the question and before sending. `psql`: it is a command of that program. */
  | { reason: 'syntax'; message: string; at: { offset: number }; psql?: string; advice?: PsqlAdvice }
  | { reason: 'lost' }
  /** The text itself or another session ended its connection to the database. */
  | { reason: 'connection-ended'; message: string }
  /** Nothing was sent: the device has no network, or the platform did not answer. */
  | { reason: 'offline' }
  | { reason: 'away' }
  | { reason: 'platform'; message: string }

export interface FailedStatement {
  /** From 0. */
  index: number
  count: number
  text: string
  /** UTF-16 offset in the sent text. */
  offset: number
  /** What happened to the statements before it; null: it is the first. */
  outcome: RunRemains | null
}

/** A refused statement and its position in the sent text. */
export interface RefusedPart {
  text: string
  /** UTF-16. */
  offset: number
  message: string
}

/** SQLSTATE of a write that a READ ONLY transaction refused. */
export const READ_ONLY_VIOLATION = '25006'
const QUERY_CANCELED = '57014'
const ADMIN_SHUTDOWN = '57P01'

/** Why the text is refused before it is sent; null: it is not. */
export function refusedBy(text: RunText, verdict: GrammarVerdict | null): RunFailure | null {
  const sql = wholeText(text)
  const problem = verdict?.problem
  const psql = problem ? psqlCommandIn(sql, problem.start) : null
  if (problem && psql !== null)
    return { reason: 'syntax', message: problem.message, at: { offset: problem.start }, psql }
  return problem ? { reason: 'syntax', message: problem.message, at: { offset: problem.start } } : null
}

/** Why a text with commands of psql is refused. */
export function refusedCommand({ command, advice }: ScriptPlan & { type: 'refused' }): RunFailure {
  const { text, start } = command
  const psql = text.split(/\s/)[0] ?? text
  return { reason: 'syntax', message: text, at: { offset: start }, psql, ...(advice ? { advice } : {}) }
}

/** @param cancelled whether its user asked to cancel the run */
export function failureOf(
  error: PlatformError,
  cancelled: boolean,
  { plan, isAsRole, text }: RanAs,
): RunFailure {
  if (error.kind === 'aborted' || (cancelled && error.code === QUERY_CANCELED)) return { reason: 'cancelled' }
  if (error.kind === 'network') return { reason: 'lost' }
  if (error.code === ADMIN_SHUTDOWN) return { reason: 'connection-ended', message: error.message }
  const body = error.body as Partial<QueryErrorBody> | undefined
  if (body?.formattedError === undefined) return { reason: 'platform', message: error.message }
  const { message, code } = error
  const told = ownError(
    { message, code, formattedError: body.formattedError, at: body.at },
    ownPart(plan, text),
  )
  return {
    reason: 'database',
    message: told.message,
    ...(code === undefined ? {} : { code }),
    notices: body.notices ?? [],
    ...failedStatement(body, plan.sql),
    ...refusedParts(body, plan.sql),
    ...(isAsRole || plan.discard ? {} : againAfter(body, plan.sql, text.way)),
    panel: errorPanel(told.formattedError),
    ...(told.at ? { at: told.at } : {}),
  }
}

/** How the run was sent. */
interface RanAs {
  plan: PlannedRun
  isAsRole: boolean
  /** As the user wrote it. */
  text: RunText
}

const ACTIVE_TRANSACTION = '25001'

/** The way in which the text may run after all. */
function againAfter(
  { code, refused = [] }: Partial<QueryErrorBody>,
  sql: string,
  way: RunWay = {},
): { again?: RunWay } {
  if (refused.length > 0)
    return { again: { leaveOut: [...(way.leaveOut ?? []), ...refused.map((one) => one.statementIndex)] } }
  const needsOwnTransaction = code === ACTIVE_TRANSACTION && !way.separately && hasMultipleStatements(sql)
  return needsOwnTransaction ? { again: { separately: true } } : {}
}

function refusedParts({ refused = [] }: Partial<QueryErrorBody>, sql: string): { refused?: RefusedPart[] } {
  if (refused.length === 0) return {}
  const statements = splitStatements(sql)
  return {
    refused: refused.flatMap(({ statementIndex, message }) => {
      const statement = statements[statementIndex]
      return statement ? [{ text: statement.text, offset: statement.start, message }] : []
    }),
  }
}

/** The part of the sent text that its user wrote. */
function ownPart({ sql, autoLimit }: PlannedRun, text: RunText): SentAround {
  const added = autoLimit === undefined ? 0 : ` limit ${autoLimit};`.length
  return { sql, start: text.offset - sentOffset(text), end: sql.length - added }
}

/** The statements before the failed one, of a platform that answered with JSON. */
export function resultsIn({ body }: PlatformError): RunResult[] {
  const { results = [] } = (body ?? {}) as Partial<QueryErrorBody>
  return results.map(wholeResult)
}

/** Empty for a single statement, or when the platform does not report it. */
function failedStatement(
  { statementIndex: index, outcome }: Partial<QueryErrorBody>,
  sql: string,
): { statement?: FailedStatement } {
  if (index === undefined || (index > 0 && outcome === undefined)) return {}
  const statements = splitStatements(sql)
  const failed = statements[index]
  if (!failed || statements.length === 1) return {}
  const { text, start: offset } = failed
  return { statement: { index, count: statements.length, text, offset, outcome: outcome ?? null } }
}
