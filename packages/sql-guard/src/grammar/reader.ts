/**
 * Whether a read-only member may run a statement: queries and related statements, without functions that change the
 * session, signal other sessions, take locks, or run hidden SQL.
 *
 * @rule sql.reader  @spec §6
 */
import { scan } from '../lexer/scan.js'
import { isNode, nodeIn, textIn, unwrap, type Json, type Node } from './nodes.js'
import { parse } from './parser.js'
import { hasEndlessOperators, readableText } from './readable-text.js'
import { kindOf } from './statement-kind.js'

/** Why a reader's statement is refused. */
export type ReaderRefusal =
  /** `name` is PostgreSQL's name of the statement, in capitals: `SET`, `DO`, `LOCK`. */
  | { reason: 'statement'; name: string }
  /** `name` is the function as PostgreSQL reads it: without quotes, in its own letters. */
  | { reason: 'function'; name: string }
  /** PostgreSQL's own message; `position` counts characters from 1. */
  | { reason: 'syntax-error'; message: string; position: number }
  /** Too large, too deeply nested, more than one statement, or the parser could not be loaded. */
  | { reason: 'cannot-judge' }

/**
 * Refuses what it can't read. Versions of PostgreSQL accept different syntax, so a syntax error of this grammar is a
 * refusal too. Undefined: may run. Never throws.
 */
export async function readerRefusal(statement: string): Promise<ReaderRefusal | undefined> {
  // PostgreSQL stops reading there, and so would the parser.
  if (statement.includes('\0')) return { reason: 'cannot-judge' }
  const readable = readableText(statement)
  if (hasEndlessOperators(scan(readable))) return { reason: 'cannot-judge' }
  const parsed = await parse(readable)
  if (parsed.type === 'syntax-error')
    return { reason: 'syntax-error', message: parsed.message, position: parsed.position }
  if (parsed.type !== 'parsed' || parsed.statements.length > 1) return { reason: 'cannot-judge' }
  const [only] = parsed.statements
  if (!only) return undefined
  try {
    return refusalOf(only.node)
  } catch (error) {
    // A tree that the parser could still hold may be too deep for the walk.
    if (error instanceof RangeError) return { reason: 'cannot-judge' }
    throw error
  }
}

function refusalOf(statement: Node): ReaderRefusal | undefined {
  const { type, content } = unwrap(statement)
  if (!isReading(type, content)) return { reason: 'statement', name: statementName(type, content) }
  const name = refusedNameIn(statement)
  return name === undefined ? undefined : { reason: 'function', name }
}

/**
 * Statements that are queries, or ask about queries and settings. No cursors: where a database has one session, those of
 * other people's exports are open in it.
 */
const READING: ReadonlySet<string> = new Set([
  'SelectStmt',
  'VariableShowStmt',
  'ExecuteStmt',
  'DeallocateStmt',
])

/** Statements that hold a query, and the field that holds it. */
const HOLDING: Readonly<Record<string, string>> = {
  ExplainStmt: 'query',
  PrepareStmt: 'query',
}

function isReading(type: string, content: Node): boolean {
  if (type === 'CopyStmt') return isCopyToClient(content)
  const held = HOLDING[type]
  if (held !== undefined) {
    const inner = unwrap(content[held])
    return isReading(inner.type, inner.content)
  }
  return READING.has(type)
}

function isCopyToClient(content: Node): boolean {
  return (
    content['is_from'] !== true && content['is_program'] !== true && textIn(content, 'filename') === undefined
  )
}

/** Where PostgreSQL's type of the statement is not the words it begins with. */
const NAMES: Readonly<Record<string, string>> = {
  AlterDatabaseSetStmt: 'ALTER DATABASE',
  AlterRoleSetStmt: 'ALTER ROLE',
  CheckPointStmt: 'CHECKPOINT',
  DeclareCursorStmt: 'DECLARE',
}

function statementName(type: string, content: Node): string {
  if (type === 'VariableSetStmt') return textIn(content, 'kind')?.startsWith('VAR_RESET') ? 'RESET' : 'SET'
  const name = NAMES[type] ?? kindOf(type).replaceAll('-', ' ').toUpperCase()
  const held = HOLDING[type]
  if (held === undefined) return name
  const inner = unwrap(content[held])
  return `${name} ${statementName(inner.type, inner.content)}`
}

/**
 * Any name of the statement counts, not only those of calls: `(7).pg_advisory_lock` and `x.pg_advisory_lock` call it
 * too, and an operator or a type may be named after it.
 */
function refusedNameIn(value: Json | undefined): string | undefined {
  if (Array.isArray(value)) {
    for (const item of value) {
      const found = refusedNameIn(item)
      if (found !== undefined) return found
    }
    return undefined
  }
  if (!isNode(value)) return undefined
  const name = textIn(nodeIn(value, 'String'), 'sval')
  if (name !== undefined && isRefusedFunction(name)) return name
  for (const field of Object.keys(value)) {
    const found = refusedNameIn(value[field])
    if (found !== undefined) return found
  }
  return undefined
}

/** Functions that do more than read although every role may call them, in one or another version of PostgreSQL. */
const REFUSED: ReadonlySet<string> = new Set([
  // The session: RESET by another name.
  'set_config',
  // Other sessions.
  'pg_cancel_backend',
  'pg_terminate_backend',
  'pg_log_backend_memory_contexts',
  'pg_notify',
  // The server.
  'pg_reload_conf',
  'pg_rotate_logfile',
  'pg_logical_emit_message',
  'pg_promote',
  'pg_switch_wal',
  'pg_create_restore_point',
  'pg_read_file',
  'pg_read_binary_file',
  // Texts of SQL that can't be seen here.
  'query_to_xml',
  'query_to_xmlschema',
  'query_to_xml_and_xmlschema',
  'ts_stat',
  'ts_rewrite',
  'connectby',
  'xpath_table',
  // Large objects: before PostgreSQL 16 READ ONLY does not hold for them.
  'lowrite',
])

const REFUSED_BEGINNINGS = [
  'pg_advisory_',
  'pg_try_advisory_',
  'pg_replication_',
  'pg_stat_reset',
  'pg_stat_statements_reset',
  'dblink',
  'crosstab',
]

const WRITING_LARGE_OBJECTS = /^lo_(?:creat|create|from_bytea|put|unlink|truncate|truncate64|import|export)$/

function isRefusedFunction(name: string): boolean {
  return (
    REFUSED.has(name) ||
    WRITING_LARGE_OBJECTS.test(name) ||
    REFUSED_BEGINNINGS.some((beginning) => name.startsWith(beginning))
  )
}
