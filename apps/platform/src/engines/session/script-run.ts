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

/** A statement, its place in the caller's text, and what is sent of it: commands of psql can stand before it. */
type Part = ScriptParts['statements'][number] & SentText & { sql: string }

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
  const left = new Set(leaveOut)
  const parts = statements
    .map((range, statementIndex): Part => ({
      ...partOf(text, range, statementIndex),
      sql: sql.slice(range.start, range.end),
    }))
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
  text: string,
  range: ScriptParts['statements'][number],
  statementIndex: number,
): Omit<Part, 'sql'> {
  return { ...range, text, statementIndex, ...(range.data && { dataStart: range.data.start }) }
}

async function send(conversation: Conversation, part: Part): Promise<void> {
  const messages = part.data
    ? [
        serialize.query(part.sql),
        serialize.copyData(Buffer.from(part.text.slice(part.data.start, part.data.end))),
        serialize.copyDone(),
      ]
    : simpleQuery(part.sql)
  await conversation.send(messages, () => part)
}

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
const NOT_AVAILABLE = new Set(['0A000', '58P01'])

/**
 * The statement asks for a right or a role that is not here, or for a role that is here already: of a dump that was made
 * elsewhere it can be left out.
 */
function isRefusal({ report: { code, message } }: DatabaseError): boolean {
  if (code === INSUFFICIENT_PRIVILEGE || code === INVALID_GRANT_OPERATION) return true
  if (code === UNDEFINED_OBJECT || code === DUPLICATE_OBJECT) return /\brole\b/.test(message)
  return NOT_AVAILABLE.has(code) && /\bextension\b/.test(message)
}
