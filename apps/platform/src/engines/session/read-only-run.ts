/**
 * A run that can't write. Each statement is a separate message inside a READ ONLY transaction. The snapshot is taken
 * first, so that PostgreSQL refuses to make the transaction read-write. Statements that could end the transaction are
 * refused before anything is sent. The transaction is always rolled back.
 */
import { reasonsToAsk } from '@basedeck/sql-guard/aside'
import { scan } from '@basedeck/sql-guard/lexer'
import type { Cell, ImpersonatedRole } from '@basedeck/platform-client/contract'
import { DatabaseError, type OnlyQueries } from '../engine.js'
import { moreRows, simpleQuery, statement, SYNC } from '../wire/frontend.js'
import { ResultCollector } from '../wire/result-collector.js'
import { judgeOnThread } from '../threads/judge-thread.js'
import type { StatementRange } from '../threads/text-questions.js'
import { askText } from '../threads/text-thread.js'
import { impersonate } from './impersonate.js'
import type { Conversation } from './conversation.js'
import type { SentText } from './error-report.js'
import { QUERY_CANCELED, refusal } from './errors.js'
import { refuseToReader } from './reader-text.js'
import { runText } from '../../text/runs.js'

const INVALID_TRANSACTION_STATE = '25000'
const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Rows asked for at a time where a statement can't be interrupted. Elsewhere all are asked for at once, since a limit
 * would keep PostgreSQL from using its parallel workers, and a result beyond the caps is interrupted.
 */
const SLICE_ROWS = 5000

/** Options of a READ ONLY transaction. */
export interface RunRights {
  /** The role it acts as. */
  role?: ImpersonatedRole | undefined
  /** Only statements that a reader may run are sent. */
  isReader?: boolean
  /** Like a reader: the owner has too many rights here, and the user did not confirm the run. */
  onlyQueries?: OnlyQueries | undefined
}

/**
 * Refuses statements other than queries to actors that may only run queries. @throws DatabaseError 42501 or 25006,
 * 42601
 */
export async function refuseMore(part: SentText, { isReader, onlyQueries }: RunRights): Promise<void> {
  if (isReader) await refuseToReader(part, 'reader')
  else if (onlyQueries) await refuseToReader(part, onlyQueries)
}

/** Leaves its transaction open; the caller rolls back. */
export async function runReadOnly(
  conversation: Conversation,
  text: string,
  parameters: readonly Cell[],
  rights: RunRights = {},
): Promise<void> {
  const parts = await partsOf(text, parameters)
  const { role, isReader = false, onlyQueries } = rights
  for (const part of parts) {
    refuse(part)
    await refuseMore(part, rights)
    if (!isReader) await refuseServerFiles(part)
  }
  const isBegun = role !== undefined || isReader || onlyQueries !== undefined
  if (isBegun) await beginReadOnly(conversation, rights)
  for (const part of parts) {
    const isLast = part.statementIndex === parts.length - 1
    const opens = part.statementIndex === 0 && !isBegun
    await runPart(conversation, part, parameters, { isLast, opens })
    if (!isLast) await checkStillReadOnly(conversation, part)
  }
}

/** Checked before the next statement, so that nothing runs outside of the transaction. */
async function checkStillReadOnly({ collector, wire }: Conversation, part: SentText): Promise<void> {
  const answer = new ResultCollector()
  if (collector.status === 'T') await wire.exchange(simpleQuery(READ_ONLY_SETTING), answer)
  if (answer.results[0]?.rows[0]?.[0] === 'on') return
  throw refusal(INVALID_TRANSACTION_STATE, runText.readOnlyLifted, part)
}

const READ_ONLY_SETTING = `select pg_catalog.current_setting('transaction_read_only')`

async function runPart(
  conversation: Conversation,
  part: SentText,
  parameters: readonly Cell[],
  { isLast, opens }: { isLast: boolean; opens: boolean },
): Promise<void> {
  const { collector, wire } = conversation
  const opening = opens ? openReadOnly() : []
  if (opening.length > 0) collector.suppress(OPENING_STATEMENTS)
  const text = part.text.slice(part.start, part.end)
  if (!wire.interrupt) {
    const own = statement(text, parameters, Math.min(SLICE_ROWS, collector.rowsLeft))
    await conversation.send([...opening, ...own, SYNC], () => part)
    return readOn(conversation, part)
  }
  if (isLast) collector.onFull = () => void wire.interrupt?.()
  await conversation
    .send([...opening, ...statement(text, parameters), SYNC], () => part)
    .catch((error: unknown) => {
      const wasEnough = isLast && collector.isFull && !conversation.isStopped
      if (!wasEnough || !(error instanceof DatabaseError) || error.report.code !== QUERY_CANCELED) throw error
      collector.closeEarly()
    })
}

/** Begins the transaction by itself; from then on it acts as `role`. */
export async function beginReadOnly(
  conversation: Conversation,
  { role, isReader = false, onlyQueries }: RunRights = {},
): Promise<void> {
  const isJudged = isReader || onlyQueries !== undefined
  conversation.collector.suppress(OPENING_STATEMENTS + (isJudged ? 1 : 0))
  // The text was read by a grammar that knows no other strings.
  const own = isJudged ? statement('set local standard_conforming_strings = on') : []
  await conversation.send([...openReadOnly(), ...own, SYNC])
  if (role) await impersonate(conversation, role)
}

/** How many statements `openReadOnly` sends; their results are not the caller's. */
const OPENING_STATEMENTS = 2

/** Begins the transaction and takes its snapshot. */
function openReadOnly(): Buffer[] {
  return [...statement('begin transaction read only'), ...statement('select 1')]
}

type Part = SentText & StatementRange

async function partsOf(text: string, parameters: readonly Cell[]): Promise<Part[]> {
  const statements = await askText('statements', text)
  const isWhole = statements.length === 0 || parameters.length > 0
  const controlsTransaction = statements.some((one) => one.controlsTransaction)
  const ranges = isWhole ? [{ start: 0, end: text.length, controlsTransaction }] : statements
  return ranges.map((range, statementIndex) => ({ ...range, text, statementIndex }))
}

function refuse(part: Part): void {
  const text = part.text.slice(part.start, part.end)
  if (part.controlsTransaction) throw transactionControlRefused(runText.inReadOnlyRun, part)
  if (resetsReadOnly(text)) {
    throw refusal(INVALID_TRANSACTION_STATE, runText.readOnlyReset, part)
  }
}

/**
 * Before PostgreSQL 16, RESET (also as `set_config(…, null, …)`) lifts READ ONLY although SET may not. What hides it is
 * noticed after its statement; what that one statement writes is still rolled back, only sequences would move.
 */
function resetsReadOnly(text: string): boolean {
  return /\btransaction_read_only\b/i.test(text) && /\b(?:reset|default|set_config)\b/i.test(text)
}

/** PostgreSQL treats COPY to a file or program on the server as reading, but it writes there. */
async function refuseServerFiles(part: SentText): Promise<void> {
  const text = part.text.slice(part.start, part.end)
  if (!/\bcopy\b/i.test(text)) return
  const judgement = await judgeOnThread(text)
  const leaves = reasonsToAsk(judgement).some(
    ({ reason }) => reason === 'copy-file' || reason === 'copy-program',
  )
  const isUnknown = judgement.type === 'cannot-judge' && hasWord(text, 'copy')
  if (!leaves && !isUnknown) return
  throw refusal(
    INSUFFICIENT_PRIVILEGE,
    'COPY with a file or a program of the server is not possible in a READ ONLY run.',
    part,
  )
}

/** Outside of strings and comments. */
function hasWord(text: string, word: string): boolean {
  return scan(text).some(
    ({ kind, start, end }) => kind === 'word' && text.slice(start, end).toLowerCase() === word,
  )
}

/** The refusal of a `commit`, `begin`, `savepoint` … where the engine owns the transaction. */
export function transactionControlRefused(where: string, part: SentText): Error {
  return refusal(INVALID_TRANSACTION_STATE, runText.transactionControl(where), part)
}

/** Fetches slice after slice until the statement ends or a cap is reached. */
async function readOn(conversation: Conversation, part: SentText): Promise<void> {
  const { collector } = conversation
  while (collector.takeSuspended()) {
    if (collector.isFull) return collector.closeEarly()
    const maxRows = Math.min(SLICE_ROWS, collector.rowsLeft)
    await collector.whenRoom()
    await conversation.send([...moreRows(maxRows), SYNC], () => part)
  }
}
