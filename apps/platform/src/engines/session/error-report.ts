/** Turns PostgreSQL's error into the report a caller gets: its position in the caller's own text, and psql's print. */
import type { DatabaseErrorReport } from '@basedeck/platform-client/contract'
import type { ServerReport } from '../wire/server-report.js'
import { caretLines } from '@basedeck/core/rules/platform'
import { offsetOfPosition, locationOfOffset, positionOfOffset } from './text-location.js'

/** Which part of the caller's text was sent. */
export interface SentText {
  /** The caller's whole text. */
  text: string
  /** UTF-16 offset at which the sent part begins, and where it ends. */
  start: number
  end: number
  statementIndex: number
  /** Characters of ours that were sent before the part. */
  prefixCharacters?: number
  /** UTF-16 offset of the data of a COPY. */
  dataStart?: number
}

/** The report for the caller of `sent.text`. */
export function errorReport(error: Partial<ServerReport>, sent?: SentText): DatabaseErrorReport {
  const offset = sent && offsetInText(error, sent)
  return {
    ...ownFields(error),
    message: error.message ?? 'Unknown error',
    code: error.code ?? 'XX000',
    formattedError: format(error, sent?.text, offset),
    ...(sent && { statementIndex: sent.statementIndex }),
    ...(sent &&
      offset !== undefined && {
        position: positionOfOffset(sent.text, offset),
        at: locationOfOffset(sent.text, offset),
      }),
  }
}

const COPIED_FIELDS = [
  'severity',
  'detail',
  'hint',
  'length',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'where',
  'file',
  'line',
  'routine',
] as const

function ownFields(error: Partial<ServerReport>): Partial<DatabaseErrorReport> {
  const present = COPIED_FIELDS.filter((field) => error[field] !== undefined)
  return { name: 'error', ...Object.fromEntries(present.map((field) => [field, error[field]])) }
}

function offsetInText(error: Partial<ServerReport>, sent: SentText): number | undefined {
  if (error.position === undefined)
    return sent.dataStart === undefined ? undefined : lineOfData(error, sent.text, sent.dataStart)
  const position = Number(error.position) - (sent.prefixCharacters ?? 0)
  const offset = offsetOfPosition(sent.text.slice(sent.start, sent.end), position)
  return offset === undefined ? undefined : sent.start + offset
}

/** PostgreSQL names the line of the data: `COPY t, line 2, column b: "x"`. Gives the offset of its first character. */
function lineOfData(
  { where = '' }: Partial<ServerReport>,
  text: string,
  dataStart: number,
): number | undefined {
  const line = Number(/^COPY .*?, line (\d+)/m.exec(where)?.[1])
  if (Number.isNaN(line)) return undefined
  let offset = dataStart
  for (let before = 1; before < line; before++) {
    const end = text.indexOf('\n', offset)
    if (end === -1) return undefined
    offset = end + 1
  }
  return offset
}

function format(error: Partial<ServerReport>, text?: string, offset?: number): string {
  const { internalQuery, internalPosition } = error
  const lines = [
    `${error.severity ?? 'ERROR'}:  ${error.code ?? 'XX000'}: ${error.message ?? 'Unknown error'}`,
  ]
  if (text !== undefined && offset !== undefined) {
    lines.push(...caretLines(text, offset))
  } else if (internalQuery !== undefined && internalPosition !== undefined) {
    const internalOffset = offsetOfPosition(internalQuery, Number(internalPosition))
    if (internalOffset !== undefined) lines.push(...caretLines(internalQuery, internalOffset))
  }
  if (error.detail !== undefined) lines.push(`DETAIL:  ${error.detail}`)
  if (error.hint !== undefined) lines.push(`HINT:  ${error.hint}`)
  if (internalQuery !== undefined) lines.push(`QUERY:  ${internalQuery}`)
  if (error.where !== undefined) lines.push(`CONTEXT:  ${error.where}`)
  return lines.join('\n')
}
