/** The SQL that finds lines, as a pure function of what is searched for. */
import { keptRequestId } from './kept-request-id.js'
import type { LogLineLevel, LogSource, LogTerm } from './log-line.js'
import { termCondition, type LineValues } from './term-condition.js'

/** What is searched for; each part that is given must fit. */
export interface LineSearch {
  project: string
  /** Milliseconds since 1970, included. */
  from?: number | undefined
  /** Milliseconds since 1970, not included. */
  to?: number | undefined
  levels?: readonly LogLineLevel[] | undefined
  sources?: readonly LogSource[] | undefined
  /** Part of the message or the fields, in upper or lower case. */
  text?: string | undefined
  requestId?: string | undefined
  /** A field and its text: `['function', 'hello']`. */
  field?: readonly [name: string, value: string] | undefined
  /** All must fit. */
  terms?: readonly LogTerm[] | undefined
  /** The id of a line: older ones. */
  before?: string | undefined
}

/** Names of the columns, in their order. */
export const COLUMNS = 'time, project, source, level, request_id, message, fields'

export interface LineQuestion {
  sql: string
  values: LineValues
}

const MICROS = 1000n

/** The newest first. */
export function searchQuestion(search: LineSearch, limit: number): LineQuestion {
  const { where, values } = conditions(search)
  return {
    sql: `select epoch_us(time) as id, source, level, request_id, message, fields from lines
      where ${where} order by time desc limit ${Math.trunc(limit)}`,
    values,
  }
}

/** How many lines of each level there are in each bucket. @param bucketMs its width */
export function countsQuestion(search: LineSearch, bucketMs: number): LineQuestion {
  const { where, values } = conditions(search)
  const width = Math.max(1, Math.trunc(bucketMs))
  return {
    sql: `select (epoch_ms(time) // ${width}) * ${width} as at, level, count(*)::int as count from lines
      where ${where} group by 1, 2 order by 1, 2`,
    values,
  }
}

/** All columns of a project's lines, the newest first. Without fields they are null: an empty text is no JSON. */
export function copyQuestion(search: LineSearch, limit: number): LineQuestion {
  const { where, values } = conditions(search)
  return {
    sql: `select ${COLUMNS.replace('fields', "nullif(fields, '') as fields")} from lines
      where ${where} order by time desc limit ${Math.trunc(limit)}`,
    values,
  }
}

function conditions(search: LineSearch): { where: string; values: LineValues } {
  const { project, from, to, levels, sources, text, requestId, field, terms = [], before } = search
  const values: LineValues = []
  const parts: string[] = []
  const add = (write: (parameter: string) => string, value: string | bigint): void => {
    values.push(value)
    parts.push(write(`$${values.length}`))
  }
  add((p) => `project = ${p}`, project)
  if (from !== undefined) add((p) => `time >= make_timestamp(${p}::bigint)`, BigInt(Math.ceil(from)) * MICROS)
  if (to !== undefined) add((p) => `time < make_timestamp(${p}::bigint)`, BigInt(Math.ceil(to)) * MICROS)
  if (before !== undefined) add((p) => `time < make_timestamp(${p}::bigint)`, BigInt(before))
  if (requestId !== undefined) add((p) => `request_id = ${p}`, keptRequestId(requestId))
  // Fields are stored as JSON without blanks.
  if (field !== undefined)
    add((p) => `contains(fields, ${p})`, `${JSON.stringify(field[0])}:${JSON.stringify(field[1])}`)
  if (levels !== undefined) parts.push(anyOf('level', levels, values))
  if (sources !== undefined) parts.push(anyOf('source', sources, values))
  if (text !== undefined && text !== '')
    add((p) => `(contains(lower(message), ${p}) or contains(lower(fields), ${p}))`, text.toLowerCase())
  for (const term of terms) parts.push(termCondition(term, values))
  return { where: parts.join(' and '), values }
}

function anyOf(column: string, words: readonly string[], values: LineValues): string {
  const parameters = words.map((word) => {
    values.push(word)
    return `$${values.length}`
  })
  return parameters.length === 0 ? 'false' : `${column} in (${parameters.join(', ')})`
}
