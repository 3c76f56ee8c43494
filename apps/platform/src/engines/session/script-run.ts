/**
 * Runs a text as a script: statement by statement, each COPY with its data. In one transaction it is all or nothing, and
 * when a right is missing, all statements that would be refused are found, so that they can be left out together.
 */
import type { RefusedStatement } from '@basedeck/platform-client/contract'
import { serialize } from 'pg-protocol'
import { DatabaseError, type ScriptOptions } from '../engine.js'
import { askText } from '../threads/text-thread.js'
import type { ScriptParts } from '../threads/text-questions.js'
import { simpleQuery } from '../wire/frontend.js'
import { ResultCollector } from '../wire/result-collector.js'
import { Conversation } from './conversation.js'
import type { SentText } from './error-report.js'
import { impersonate } from './impersonate.js'
import { refuseControl, runInBlock, type OwnBlock } from './own-block.js'

interface Part extends SentText {
  start: number
  end: number
  statementIndex: number
  controlsTransaction: boolean
  /** The statement without the commands of psql between its words and comments. */
  sql: string
  /** What follows its COPY. */
  data?: string
}

/** @throws DatabaseError with `refused`, where statements failed for want of a right; EngineError */
export async function runScript(
  conversation: Conversation,
  text: string,
  { separately = false, leaveOut = [] }: ScriptOptions,
  block: OwnBlock,
): Promise<void> {
  const { statements, sql } = await askText('script', text)
  const isOwnBlock = block.role !== undefined || block.discard === true
  if (isOwnBlock) refuseControl(text, statements, block)
  const left = new Set([...leaveOut, ...blocksOfLargeObjects(sql, statements)])
  const parts = statements
    .map((range, statementIndex): Part => partOf({ text, sql }, range, statementIndex))
    .filter(({ statementIndex }) => !left.has(statementIndex))
  const sendAll = async () => {
    for (const part of parts) await send(conversation, part)
  }
  // A text that ends its transaction decides by itself what is kept together.
  const isOne = isOwnBlock || !(separately || parts.some(({ controlsTransaction }) => controlsTransaction))
  if (!isOne) return sendAll()
  try {
    await runInBlock(conversation, block, sendAll)
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    const refused = isRefusal(error) ? { refused: await refusedIn(conversation, parts, block) } : {}
    throw new DatabaseError({ ...error.report, outcome: 'rolled_back', ...refused })
  }
}

function partOf(
  { text, sql }: { text: string; sql: string },
  { start, end, controlsTransaction, data }: ScriptParts['statements'][number],
  statementIndex: number,
): Part {
  return {
    text,
    start,
    end,
    statementIndex,
    controlsTransaction,
    sql: sql.slice(start, end),
    ...(data && { dataStart: data.start, data: text.slice(data.start, data.end) }),
  }
}

async function send(conversation: Conversation, part: Part): Promise<void> {
  const messages =
    part.data === undefined
      ? simpleQuery(part.sql)
      : [serialize.query(part.sql), serialize.copyData(Buffer.from(part.data)), serialize.copyDone()]
  await conversation.send(messages, () => part)
}

/**
 * pg_dump writes large objects between BEGIN and COMMIT, which would keep one half of a dump whose other half fails. Gives
 * the indexes of these two words: in the script's own transaction they are not needed.
 */
function blocksOfLargeObjects(sql: string, statements: ScriptParts['statements']): number[] {
  const found: number[] = []
  for (let begin = 0; begin < statements.length; begin++) {
    if (!statements[begin]?.controlsTransaction) continue
    const end = statements.findIndex((one, index) => index > begin && one.controlsTransaction)
    const inside = statements.slice(begin + 1, end).map((one) => sql.slice(one.start, one.end))
    if (end === -1 || inside.length === 0 || !inside.every((text) => WORKS_ON_LARGE_OBJECTS.test(text)))
      return []
    found.push(begin, end)
    begin = end
  }
  return found
}

const WORKS_ON_LARGE_OBJECTS =
  /^(?:\s|--[^\n]*\n)*(?:select pg_catalog\.lo\w+\(|alter large object |comment on large object |grant .* on large object |revoke .* on large object )/i

const SAVEPOINT = 'basedeck_statement'

/** Tries each statement, and rolls all back. Ends at the first that fails for another reason. */
async function refusedIn(
  { wire, signal }: Conversation,
  parts: readonly Part[],
  { role }: OwnBlock,
): Promise<RefusedStatement[]> {
  const attempt = new Conversation(wire, new ResultCollector({ rows: 0 }), signal)
  const refused: RefusedStatement[] = []
  await attempt.send(simpleQuery('rollback'))
  await attempt.send(simpleQuery('begin'))
  if (role) await impersonate(attempt, role)
  for (const part of parts) {
    await attempt.send(simpleQuery(`savepoint ${SAVEPOINT}`))
    try {
      await send(attempt, part)
    } catch (error) {
      if (!(error instanceof DatabaseError) || !isRefusal(error)) break
      const { message, code } = error.report
      refused.push({ statementIndex: part.statementIndex, message, code })
      await attempt.send(simpleQuery(`rollback to ${SAVEPOINT}`))
    }
  }
  await attempt.send(simpleQuery('rollback'))
  return refused
}

const INSUFFICIENT_PRIVILEGE = '42501'
const INVALID_GRANT_OPERATION = '0LP01'
const UNDEFINED_OBJECT = '42704'
const DUPLICATE_OBJECT = '42710'
const UNKNOWN_DATABASE = '3D000'
const ACTIVE_TRANSACTION = '25001'
const NOT_AVAILABLE = new Set(['0A000', '58P01'])

/**
 * The statement asks for a right, a role or a database that can't be had here: of a dump that was made elsewhere it can be
 * left out.
 */
function isRefusal({ report: { code, message } }: DatabaseError): boolean {
  switch (code) {
    case INSUFFICIENT_PRIVILEGE:
    case INVALID_GRANT_OPERATION:
    case UNKNOWN_DATABASE:
      return true
    case UNDEFINED_OBJECT:
      return /\b(?:role|extension)\b/.test(message)
    case DUPLICATE_OBJECT:
      return message.startsWith('role "')
    case ACTIVE_TRANSACTION:
      return /^(?:CREATE|DROP|ALTER) DATABASE\b/.test(message)
    default:
      return NOT_AVAILABLE.has(code) && /\bextension\b/.test(message)
  }
}
